"""What interpolants take and give: breaks, samples and points, checked, and results in the place of the samples' axis.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.elementwise_ops import logical_not
from tapegrad.ops.expectations import expected
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis, reshape, transpose


def floating(x: AnyArray, function: str) -> Tensor:
    """Return real numbers as a Tensor of floating-point numbers.

    Raises
    ------
    DtypeError
        For complex numbers.
    """
    t = runtime.as_tensor(x, function)
    if t.dtype.kind == "c":
        raise DtypeError(f"{function}: expected real numbers, got {t.dtype}. Interpolate real and imaginary part.")
    return t if t.dtype.kind == "f" else t.astype(np.float64)


def real(x: AnyArray, function: str) -> Any:
    """Return real numbers as a Tensor of float64, as `floating` does."""
    return floating(x, function).astype(np.float64, copy=False)


def fixed_values(x: Any) -> np.ndarray | None:
    """Return the values of a Tensor, if they are the same in each replay."""
    return None if x.traced else x.detach().numpy()


def breaks_of(x: AnyArray, function: str) -> Any:
    """Return where samples lie, as a Tensor.

    Raises
    ------
    ShapeError, ArgumentError
        If they are no vector in ascending order; in a recording at each run.
    """
    x = real(x, function)
    if len(x.shape) != 1 or x.shape[0] < 2:
        raise ShapeError(f"{function}: expected x to be a vector of two numbers or more, got shape {x.shape}.")
    return ordered(x, True, f"{function}: expected x in strictly ascending order, got others. Sort x and y.")


def ordered(x: AnyArray, strictly: bool, error: str) -> Any:
    """Return a vector, if it ascends; what is recorded is asked at each run, which finds an interval by the order.

    Raises
    ------
    ArgumentError
    """
    values = fixed_values(x)
    if values is None:
        before, after = part(x, None, -1), part(x, 1)
        return expected(x, logical_not(after > before if strictly else after >= before), error)
    if not np.all(np.diff(values) > 0.0 if strictly else np.diff(values) >= 0.0):
        raise ArgumentError(error)
    return x


def samples_of(y: AnyArray, x: AnyArray, axis: int, function: str) -> tuple[Any, int]:
    """Return samples with their axis as the first one, and that axis, counted from the front.

    Raises
    ------
    ShapeError
    """
    y = real(y, function)
    ndim = len(y.shape)
    if not -ndim <= axis < ndim:
        raise ShapeError(f"{function}: y of shape {y.shape} has no axis {axis}.")
    if y.shape[axis] != x.shape[0]:
        raise ShapeError(f"{function}: expected as many samples as points, {x.shape[0]}, got {y.shape[axis]}.")
    return moveaxis(y, axis, 0) if axis % ndim else y, axis % ndim


def part(x: AnyArray, start: int | None, stop: int | None = None) -> Any:
    """Return some entries along the first axis."""
    return getitem_op(x, index=(slice(start, stop),))


def laid(x: Any, ndim: int) -> Any:
    """Return a vector along the first of so many axes."""
    return reshape(x, (-1,) + (1,) * (ndim - 1))


def placed(values: AnyArray, shape: tuple[int, ...], axis: int) -> AnyArray:
    """Return results whose axes begin with those of the points, with these in the place of the samples' axis."""
    n = len(shape)
    if not axis or not n:
        return values
    rest = list(range(n, len(values.shape)))
    return transpose(values, [*rest[:axis], *range(n), *rest[axis:]])


def extrapolation(extrapolate: Any, usual: bool | str) -> Any:
    """Return whether a function goes on, is NaN or repeats itself outside: as it was said, or as is `usual`."""
    if extrapolate is None:
        return usual
    return "periodic" if isinstance(extrapolate, str) and extrapolate == "periodic" else bool(extrapolate)
