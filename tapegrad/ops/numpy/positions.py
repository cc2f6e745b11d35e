"""Positions and bits: what NumPy makes of integers and truth values alone.

While a function is recorded that is to be replayed, integers are data here: arithmetic on them is recorded. Only what
decides a shape is a decision, and whether positions are there at all.

Tests: tests/ops/test_random_calls.py, tests/replay/test_integer_data.py
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError, numpys_refusals
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import constant, decided
from tapegrad.ops.decisions import argsort
from tapegrad.ops.declare import Constant
from tapegrad.ops.gather_scatter import places_of
from tapegrad.ops.integers import on_integers
from tapegrad.ops.kinds.python_call import Forward
from tapegrad.ops.numpy.queries import tensors
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis, ravel, reshape, stack


def _differ(*args: Any) -> bool:
    return any(map(runtime.differs, args))


def is_within(x: AnyArray, count: int) -> bool:
    """Tell whether all integers are from 0 to below a bound: a decision."""
    return bool(((x >= 0) & (x < count)).all())


# ------------------------------------------------------------------------------------------------- bits


def _of_two(function: Any) -> None:
    """Enter a function of integers that is recorded as the op of its name."""

    def answer(x1: AnyArray, x2: AnyArray, /) -> Any:
        if _differ(x1, x2):
            operands = [x if isinstance(x, (runtime.tensor, int)) else runtime.as_tensor(x) for x in (x1, x2)]
            result = on_integers(function.__name__, operands)
            if result is not None:
                return result
        with numpys_refusals(function.__name__):
            return tensors(function(decided(x1), decided(x2)))

    answer.__name__ = answer.__qualname__ = function.__name__
    answer.__doc__ = f"Return what NumPy's `{function.__name__}` gives, which has no derivative."
    constant(function, of_array=False)(answer)


for _function in (np.left_shift, np.right_shift, np.gcd, np.lcm):
    _of_two(_function)

bits_set = Constant(
    name="bitwise_count", kind=Forward(), batched=True, may_fail=False, integers=frozenset({"x"}),
    forward=lambda x, *, dtype: np.bitwise_count(x), infer=lambda x, *, dtype: x,
    samples=lambda rng: [((rng.integers(-9, 9, (2, 3)),), {"dtype": np.dtype(np.uint8)})],
    reference=lambda x, *, dtype: np.vectorize(lambda k: abs(int(k)).bit_count())(x).astype(dtype),
    summary="How many bits of the magnitudes of integers are set.",
)  # fmt: skip


@constant(np.bitwise_count)
def bitwise_count(x: Any, /) -> Tensor:
    """Count the bits that are set in the magnitudes of integers."""
    if _differ(x) and x.dtype.kind in "iu":
        return bits_set(x, dtype=np.dtype(np.uint8))
    return tensors(np.bitwise_count(decided(x)))


# ------------------------------------------------------------------------------------------------- positions


def _is_true(x: AnyArray) -> AnyArray:
    return x if x.dtype == bool else x != 0


@constant(np.nonzero)
def nonzero(a: Any) -> Any:
    """Return the positions along each axis of what is not zero."""
    if _differ(a) and a.shape:
        return tuple([runtime.as_tensor(p) for p in places_of(_is_true(a))])
    return tensors(np.nonzero(decided(a)))


@constant(np.flatnonzero)
def flatnonzero(a: Any) -> Any:
    """Return the positions of what is not zero, counted in C order."""
    return nonzero(ravel(a))[0] if _differ(a) else tensors(np.flatnonzero(decided(a)))


@constant(np.argwhere)
def argwhere(a: Any) -> Tensor:
    """Return a row of positions along all axes for each element that is not zero."""
    return stack(nonzero(a), -1) if _differ(a) and a.shape else tensors(np.argwhere(decided(a)))


@constant(np.ix_, of_array=False)
def ix_(*args: Any) -> tuple[Any, ...]:
    """Return indices that make a grid of positions along each axis."""
    if not _differ(*args):
        return tuple([p if isinstance(p, np.ndarray) else np.asarray(p) for p in np.ix_(*decided(args))])
    lines = [nonzero(x)[0] if runtime.differs(x) and x.dtype == bool else x for x in args]
    stand_ins = [np.zeros(x.shape, x.dtype) if isinstance(x, runtime.tensor) else x for x in lines]
    grid = np.ix_(*stand_ins)  # raises for what is no vector
    return tuple(
        [reshape(x, g.shape) if isinstance(x, runtime.tensor) else g for x, g in zip(lines, grid, strict=True)]
    )


@constant(np.lexsort, of_array=False)
def lexsort(keys: Any, axis: int = -1) -> Any:
    """Return positions that sort by several keys; the last key counts most."""
    listed = list(keys)
    if not _differ(keys, *listed):
        return tensors(np.lexsort(decided(keys), axis))
    listed = [runtime.as_tensor(key) for key in listed]
    if not listed:
        raise ArgumentError("lexsort: expected keys, got none.")
    if len(shapes := {key.shape for key in listed}) > 1:
        raise ShapeError(f"lexsort: expected keys of one shape, got {sorted(shapes)}.")
    if not listed[0].shape:
        axis_of(axis, 1, "lexsort")
        return runtime.from_array(np.zeros((), np.intp))  # the one position there is, as NumPy's
    axis = axis_of(axis, len(listed[0].shape), "lexsort")
    lines = [moveaxis(key, axis, -1) for key in listed]
    order = argsort(lines[0], -1, stable=True)
    for key in lines[1:]:
        order = np.take_along_axis(order, argsort(np.take_along_axis(key, order, -1), -1, stable=True), -1)
    return moveaxis(order, -1, axis)


def _order_is_c(order: str, function: str) -> bool:
    if order not in ("C", "F"):
        raise ArgumentError(f"{function}: expected order 'C' or 'F', got {order!r}.")
    return bool(order == "C")


@constant(np.unravel_index, of_array=False)
def unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    """Return positions along each axis for those that are counted in C order."""
    lengths = [operator.index(n) for n in (shape if isinstance(shape, Sequence) else (shape,))]
    fits = _differ(indices) and indices.dtype.kind in "iu" and _of_an_array(lengths)
    if not fits or not is_within(indices, math.prod(lengths)):
        return tensors(np.unravel_index(decided(indices), decided(shape), order))  # type: ignore[call-overload]
    forwards, rest, positions = _order_is_c(order, "unravel_index"), indices.astype(np.int64, copy=False), []
    for n in reversed(lengths) if forwards else lengths:
        positions.append(rest % n)
        rest = rest // n
    return tuple(reversed(positions) if forwards else positions)


def _of_an_array(lengths: list[int]) -> bool:
    """Tell whether positions along such axes can be counted; NumPy answers or refuses the others."""
    return all(n > 0 for n in lengths) and math.prod(lengths) <= np.iinfo(np.intp).max


_MODES: dict[str, Callable[[Any, int], Any]] = {
    "wrap": lambda x, n: x % n,
    "clip": lambda x, n: np.minimum(np.maximum(x, 0), n - 1),
}


@constant(np.ravel_multi_index, of_array=False)
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> Tensor:
    """Count positions along several axes in C order."""
    lengths = [operator.index(n) for n in (dims if isinstance(dims, Sequence) else (dims,))]
    modes = [mode] * len(lengths) if isinstance(mode, str) else list(mode)
    parts = list(multi_index)
    fits = len(parts) == len(lengths) == len(modes) and {*modes} <= {"raise", "wrap", "clip"} and _of_an_array(lengths)
    if fits and _differ(multi_index, *parts):
        parts = [runtime.as_tensor(x) for x in parts]
        fits = all(x.dtype.kind in "iu" and (m != "raise" or is_within(x, n)) for x, n, m in zip(parts, lengths, modes, strict=True))  # fmt: skip
    else:
        fits = False
    if not fits:
        plain = decided(multi_index), decided(dims), decided(mode)
        return tensors(np.ravel_multi_index(*plain, order))  # type: ignore[call-overload]
    named = [(_MODES[m](x, n) if m != "raise" else x, n) for x, n, m in zip(parts, lengths, modes, strict=True)]
    total: Any = np.zeros((), np.int64)
    for x, n in named if _order_is_c(order, "ravel_multi_index") else named[::-1]:
        total = total * n + x.astype(np.int64, copy=False)
    return runtime.as_tensor(total)
