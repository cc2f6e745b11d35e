"""Ranges between Tensors, and arrays put together by indexing (`r_`, `c_`).

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_arrays.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.dtypes import without_half
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import floor, log10, power
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, expand_dims, moveaxis, reshape

# ------------------------------------------------------------------------------------------------- ranges


def _ends(low: float, *cases: dict[str, Any]) -> Callable[..., list[Any]]:
    def samples(rng: np.random.Generator) -> list[Any]:
        pairs = [(rng.uniform(low, 3.0), rng.uniform(low, 3.0)), (rng.uniform(low, 3.0, 2), rng.uniform(low, 3.0, 2))]
        return [(pair, case) for pair in pairs for case in cases]

    return samples


@composite(np.linspace, _ends(-2.0, {"num": 4}, {"num": 1}, {"num": 3, "endpoint": False}, {"num": 4, "axis": -1}, {"num": 3, "retstep": True}), of_array=False)  # fmt: skip
def linspace(
    start: Any, stop: AnyArray, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0,
    *, device: Any = None,
) -> Any:  # fmt: skip
    """Return evenly spaced numbers from one to another, along a new axis."""
    num = operator.index(num)
    if num < 0:
        raise ArgumentError(f"linspace: expected a number of 0 or more, got {num}.")
    common = np.result_type(runtime.dtype_of(start), runtime.dtype_of(stop), 1.0)
    start, stop = (runtime.as_tensor(x).astype(without_half(common), copy=False) for x in (start, stop))
    count = num - 1 if endpoint else num
    way = stop - start
    step = way / count if count > 0 else way * np.nan  # of one point there is none, as NumPy has it
    numbers = np.arange(num, dtype=np.zeros((), step.dtype).real.dtype).reshape(-1, *(1,) * len(step.shape))
    # rounded as NumPy's, and the last one exactly
    result = start + numbers * (step if count > 0 else way)
    if endpoint and count > 0:
        result = np.where(numbers < count, result, stop)
    result = moveaxis(result, 0, axis_of(axis, len(result.shape), "linspace"))
    if dtype is not None:
        result = (floor(result) if np.issubdtype(dtype, np.integer) else result).astype(dtype, copy=False)
    return (result, step) if retstep else result


@composite(
    np.logspace,
    _ends(
        -1.0,
        {"num": 4},
        {"num": 1},
        {"num": 3, "base": 2.0, "endpoint": False},
        {"num": 3, "base": np.array([[2.0], [3.0]]), "axis": -1},
    ),
    of_array=False,
)
def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Tensor:
    """Return a base to the power of evenly spaced exponents."""
    if np.ndim(base):  # which counts among the dimensions that the new axis is one of
        ends = [runtime.as_tensor(x) for x in (start, stop, base)]
        ndim = max(len(x.shape) for x in ends)
        start, stop, base = (reshape(x, (1,) * (ndim - len(x.shape)) + x.shape) for x in ends)
        base = expand_dims(base, axis)
    result = power(base, linspace(start, stop, num, endpoint, axis=axis))
    return result if dtype is None else result.astype(dtype, copy=False)


@composite(np.geomspace, _ends(0.5, {"num": 4}, {"num": 1}, {"num": 3, "endpoint": False}), of_array=False)
def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Tensor:
    """Return numbers of one ratio between two numbers, which are both positive, both negative, or complex."""
    num = operator.index(num)
    start, stop = (runtime.as_tensor(x) for x in (start, stop))
    double = np.result_type(start.dtype, stop.dtype, np.float64)  # whatever the operands, as NumPy has it
    start, stop = start.astype(double, copy=False), stop.astype(double, copy=False)
    product = start.detach() * stop.detach()
    if not bool((product != 0 if double.kind == "c" else product > 0).all()):
        raise ArgumentError("geomspace: expected two numbers of one sign, and no zeros.")
    direction = np.sign(start if double.kind == "c" else start.detach())
    start, stop = start / direction, stop / direction
    result = power(10.0, linspace(log10(start), log10(stop), num, endpoint))
    if num:  # both ends exactly, as NumPy has them
        ends = [broadcast_to(x, result.shape[1:])[None] for x in (start, stop)]
        closed = endpoint and num > 1
        result = concatenate([ends[0], result[1 : num - 1 if closed else num], *(ends[1:] if closed else ())])
    result = result * direction
    result = moveaxis(result, 0, axis_of(axis, len(result.shape), "geomspace"))
    return result if dtype is None else result.astype(dtype, copy=False)


# ------------------------------------------------------------------------------------------------- by indexing


class _Joined:
    """What joins what stands between brackets along an axis: slices as ranges, numbers, arrays and Tensors."""

    def __init__(self, plain: Any, axis: int, ndmin: int, place: int) -> None:
        self._plain, self._settings = plain, (axis, ndmin, place)
        self.__doc__ = f"NumPy's object of this name; with Tensors among its parts too.\n\n{plain.__doc__ or ''}"

    def __getitem__(self, key: Any) -> Tensor:
        parts = list(key) if isinstance(key, tuple) else [key]
        if not any(isinstance(part, runtime.tensor) for part in parts):
            return runtime.as_tensor(self._plain[key])
        axis, ndmin, place = self._settings
        if isinstance(parts[0], str):
            axis, ndmin, place = self._directive(parts.pop(0))
        return concatenate([self._one(part, ndmin, place) for part in parts], axis)

    def _directive(self, text: str) -> tuple[int, int, int]:
        axis, ndmin, place = self._settings
        try:
            numbers = [int(part) for part in text.split(",")]
        except ValueError:
            raise ArgumentError(f"r_: expected one to three integers as a directive, got {text!r}.") from None
        numbers += [(axis, ndmin, place)[k] for k in range(len(numbers), 3)]
        return numbers[0], numbers[1], numbers[2]

    def _one(self, part: AnyArray, ndmin: int, place: int) -> Tensor:
        """Return a part in so many dimensions, its own ones from a place on, as NumPy lays them."""
        if isinstance(part, slice):
            part = np.r_[part]
        part = runtime.as_tensor(part)
        missing = ndmin - len(part.shape)
        if missing <= 0:
            return part
        before = missing if place == -1 else place
        if before < 0:
            before += missing + 1
        return reshape(part, (1,) * before + part.shape + (1,) * (missing - before))


r_ = _Joined(np.r_, 0, 1, -1)
c_ = _Joined(np.c_, -1, 2, 0)
