"""Integrals of samples by rules of fixed weights: trapezoids, parabolas, Romberg's extrapolation.

Tests: tests/ops/test_integrals_of_samples.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Samples
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.reductions import cumsum, sum_
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, moveaxis


def _spaced(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.cumsum(rng.uniform(0.5, 1.5, shape), -1)


def _cases(n: int, *more: Any, by_name: bool = True) -> Samples:
    """Return samples with distances and points, of n points; and further ones."""

    def of_places(
        y: np.ndarray, x: np.ndarray, **keywords: Any
    ) -> tuple[tuple[np.ndarray], dict[str, Any]] | tuple[tuple[np.ndarray, np.ndarray], dict[str, Any]]:
        return ((y,), {"x": x, **keywords}) if by_name else ((y, x), keywords)

    return lambda rng: [
        ((rng.normal(size=(2, n)),), {}), of_places(rng.normal(size=(n, 2)), _spaced(rng, n), axis=0),
        of_places(rng.normal(size=(2, n)), _spaced(rng, 2, n)), ((rng.normal(size=n),), {"dx": 0.5}), *[((rng.normal(size=shape),), keywords) for shape, keywords in more],
    ]  # fmt: skip


def _part(x: AnyArray, start: int | None, stop: int | None, step: int | None = None) -> AnyArray:
    """Return a part along the last axis."""
    return getitem_op(x, index=(..., slice(start, stop, step)))


def _laid(y: AnyArray, x: Any, dx: AnyArray, axis: int, function: str) -> tuple[Any, Any]:
    """Return samples with their axis as the last one, and the distances of neighbours, which may have length 1.

    Raises
    ------
    ShapeError
        If there are not as many points as samples.
    """
    axis = axis_of(axis, len(y.shape), function)
    y = y if y.dtype.kind in "fc" else y.astype(np.float64)
    n = y.shape[axis]
    if not n:
        raise ShapeError(f"{function}: expected at least one sample, got none.")
    if x is None:
        if np.ndim(dx) == 0 and not isinstance(dx, runtime.tensor):
            return moveaxis(y, axis, -1), dx
        dx = runtime.as_tensor(dx, function)
        if dx.shape and dx.shape != (*y.shape[:axis], 1, *y.shape[axis + 1 :]):
            raise ShapeError(f"{function}: expected dx to be a number, or one along the axis, got shape {dx.shape}.")
        return moveaxis(y, axis, -1), moveaxis(dx, axis, -1) if dx.shape else dx
    x = runtime.as_tensor(x, function)
    if len(x.shape) != 1 and len(x.shape) != len(y.shape):
        raise ShapeError(f"{function}: expected x to be a vector, or of {len(y.shape)} dimensions, got {x.shape}.")
    x = x if len(x.shape) == 1 else moveaxis(x, axis, -1)
    if x.shape[-1] != n:
        raise ShapeError(f"{function}: expected as many points as samples, {n}, got {x.shape[-1]}.")
    return moveaxis(y, axis, -1), _part(x, 1, None) - _part(x, None, -1)


@composite(doubled(scipys("scipy.integrate", "trapezoid")), _cases(4, by_name=False))
def trapezoid(y: Tensor, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Tensor:
    """Integrate samples by the trapezoidal rule."""
    y, h = _laid(y, x, dx, axis, "trapezoid")
    return sum_(h * (_part(y, 1, None) + _part(y, None, -1)) / 2.0, -1)


@composite(
    doubled(scipys("scipy.integrate", "cumulative_trapezoid")), _cases(4, ((2, 3), {"initial": 0}), by_name=False)
)
def cumulative_trapezoid(y: Tensor, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None) -> Tensor:
    """Integrate samples by the trapezoidal rule, up to each; `initial`, None or 0, is put before them."""
    if initial is not None and initial != 0:
        raise ArgumentError(f"cumulative_trapezoid: expected initial to be None or 0, got {initial!r}.")
    y, h = _laid(y, x, dx, axis, "cumulative_trapezoid")
    total = cumsum(h * (_part(y, 1, None) + _part(y, None, -1)) / 2.0, -1)
    if initial is not None:
        total = concatenate([np.zeros((*total.shape[:-1], 1), total.dtype), total], -1)
    return moveaxis(total, -1, axis)


def _over(a: AnyArray | float, b: AnyArray) -> Any:
    """Return a quotient; 0 where the divisor is 0."""
    if not isinstance(b, runtime.tensor):
        return a / b if b else 0.0
    some = b != 0.0
    return where(some, a / where(some, b, 1.0), 0.0)


def _several(h: AnyArray) -> bool:
    return bool(np.ndim(h)) and h.shape[-1] > 1


def _halves(y: AnyArray, h: Any) -> tuple[Any, Any]:
    """Return the integrals of the parabolas through each three neighbours, over the first and the second interval.

    Cartwright 2017, Journal of Mathematical Sciences and Mathematics Education 12 (2), equation 8, and its mirror image.
    """
    before, after = (_part(h, None, -1), _part(h, 1, None)) if _several(h) else (h, h)
    left, middle, right = _part(y, None, -2), _part(y, 1, -1), _part(y, 2, None)

    def first(a: AnyArray, b: AnyArray, near: AnyArray, far: AnyArray) -> Any:
        share, bend = _over(a, a + b), _over(a * a, b * (a + b))
        return a / 6.0 * (near * (3.0 - share) + middle * (3.0 + bend + share) - far * bend)

    return first(before, after, left, right), first(after, before, right, left)


@cache
def _widens() -> bool:
    """Tell whether SciPy's `simpson` computes some samples of float32 in double precision, as it does before 1.18."""
    from scipy.integrate import simpson

    return bool(simpson(np.ones(4, np.float32)).dtype == np.float64)


@composite(
    doubled(scipys("scipy.integrate", "simpson")), _cases(5, ((2, 4), {}), ((4,), {"dx": 0.5}), ((2, 6), {"x": np.array([0.0, 1, 3, 4, 6, 7])}), ((2,), {}), ((1,), {})),
)  # fmt: skip
def simpson(y: Tensor, x: Any = None, *, dx: Any = 1.0, axis: int = -1) -> Tensor:
    """Integrate samples by parabolas through each three; of an even number the last interval has one of its own."""
    y, h = _laid(y, x, dx, axis, "simpson")
    n = y.shape[-1]
    if n < 3:
        return sum_(h * (_part(y, 1, None) + _part(y, None, -1)) / 2.0, -1)
    if (x is not None or (n % 2 == 0 and len(y.shape) == 1)) and _widens():
        y = y.astype(np.result_type(y.dtype, np.float64), copy=False)
    total = sum_(_pairs(y, h, n - 2 + n % 2), -1)
    return total if n % 2 else total + _last_interval(y, h)


def _pairs(y: AnyArray, h: AnyArray, stop: int) -> AnyArray:
    """Return the integrals of parabolas over two intervals each, before `stop`; quotients by 0 count as 0, as in SciPy."""
    left, middle, right = _part(y, 0, stop - 1, 2), _part(y, 1, stop, 2), _part(y, 2, stop + 1, 2)
    if not _several(h):
        return (left + 4.0 * middle + right) * (h / 3.0)
    before, after = _part(h, 0, stop - 1, 2), _part(h, 1, stop, 2)
    both, ratio = before + after, _over(before, after)
    inner = middle * (both * _over(both, before * after))
    return both / 6.0 * (left * (2.0 - _over(1.0, ratio)) + inner + right * (2.0 - ratio))


def _last_interval(y: AnyArray, h: AnyArray) -> Any:
    """Return the integral over the last interval of the parabola through the last three samples (Cartwright 2017)."""
    last = (-2, -1) if _several(h) else (-1, -1)
    before, after = (getitem_op(h, index=(..., k)) for k in last) if np.ndim(h) else (h, h)
    left, middle, right = (getitem_op(y, index=(..., k)) for k in (-3, -2, -1))
    of_right = _over(2.0 * after * after + 3.0 * before * after, 6.0 * (before + after))
    of_middle = _over(after * after + 3.0 * before * after, 6.0 * before)
    of_left = _over(after * after * after, 6.0 * before * (before + after))
    return of_right * right + of_middle * middle - of_left * left


@composite(
    doubled(scipys("scipy.integrate", "cumulative_simpson")),
    _cases(5, ((2, 4), {"initial": 0.5}), ((2, 2), {"dx": 2.0})),
)
def cumulative_simpson(y: Tensor, *, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None) -> Tensor:
    """Integrate samples by parabolas through each three, up to each; `initial` is added, and put before them."""
    y, h = _laid(y, x, dx, axis, "cumulative_simpson")
    if x is not None and not np.all(h.detach() > 0.0):
        raise ArgumentError("cumulative_simpson: expected x in strictly ascending order, got others. Sort x and y.")
    n = y.shape[-1]
    if n < 3:
        parts = h * (_part(y, 1, None) + _part(y, None, -1)) / 2.0
    else:
        if x is None:
            y = y.astype(np.result_type(y.dtype, np.float64), copy=False)  # as SciPy has it
        k = np.arange(n - 1)
        ends = (k % 2 == 1) | (k == n - 2)  # the second interval of the parabola before, where there is one
        both = concatenate(list(_halves(y, h)), -1)
        parts = getitem_op(both, index=(..., np.where(ends, n - 3 + k, k)))
    total = cumsum(parts, -1)
    if initial is not None:
        initial = runtime.as_tensor(initial, "cumulative_simpson").astype(total.dtype, copy=False)
        initial = moveaxis(initial, axis, -1) if initial.shape else initial
        initial = broadcast_to(initial, (*total.shape[:-1], 1))
        total = concatenate([initial, total + initial], -1)
    return moveaxis(total, -1, axis)


@composite(doubled(scipys("scipy.integrate", "romb")), lambda rng: [((rng.normal(size=(2, 5)),), {}), ((rng.normal(size=(3, 2)),), {"dx": 0.5, "axis": 0})])  # fmt: skip
def romb(y: Tensor, dx: Any = 1.0, axis: int = -1, show: Any = False) -> Tensor:
    """Integrate 2**k + 1 samples by Romberg's extrapolation of the trapezoidal rule."""
    if show:
        raise ArgumentError("romb: show is not taken. Leave it out.")
    y, h = _laid(y, None, dx, axis, "romb")
    count = y.shape[-1] - 1
    if count < 1 or count & (count - 1):
        raise ShapeError(f"romb: expected 2**k + 1 samples, got {count + 1}.")
    y = y.astype(np.result_type(y.dtype, np.float64), copy=False)  # as SciPy has it
    row = [sum_(_part(y, 0, None, count), -1) / 2.0 * (h * float(count))]
    step = count
    while step > 1:
        step //= 2
        inner = sum_(_part(y, step, None, 2 * step), -1) * (h * float(step))
        finer = [row[0] * 0.5 + inner]
        for j, coarse in enumerate(row):
            finer.append(finer[j] + (finer[j] - coarse) / (4.0 ** (j + 1) - 1.0))
        row = finer
    return row[-1]
