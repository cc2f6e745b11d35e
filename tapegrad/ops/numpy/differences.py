"""Differences along axes, and integrals of samples: NumPy's `diff`, `gradient`, `trapezoid` and their like.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.arguments import axes_of, axis_of, no_flags
from tapegrad.ops.composites import composite
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.reductions import cumsum, sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, moveaxis, ravel, reshape


def _cases(*cases: Any) -> Callable[..., list[tuple[tuple[Any], Any]]]:
    """Return samples from (shape, keyword arguments)."""
    return lambda rng: [((rng.normal(size=shape),), keywords) for shape, keywords in cases]


def along(x: AnyArray, axis: int, start: int | None, stop: int | None, step: int | None = None) -> Any:
    """Return a slice of an array along one axis."""
    return getitem_op(x, index=(slice(None),) * axis + (slice(start, stop, step),))


def _steps(x: AnyArray, axis: int) -> Any:
    after, before = along(x, axis, 1, None), along(x, axis, None, -1)
    return after != before if x.dtype == bool else after - before


@composite(np.diff, _cases(((2, 4), {}), ((5,), {"n": 3}), ((2, 3), {"axis": 0, "prepend": 0.5, "append": np.ones((2, 3))})))  # fmt: skip
def diff(a: Tensor, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    """Return differences of neighbours along an axis, n times over; of truth values, where they change."""
    if n < 0:
        raise ArgumentError(f"diff: expected an order of 0 or more, got {n}.")
    if not a.shape:
        raise ShapeError("diff: expected at least one dimension, got an array of none.")
    if n == 0:
        return a
    axis = axis_of(axis, len(a.shape), "diff")
    single = tuple(1 if d == axis else m for d, m in enumerate(a.shape))

    def border(x: AnyArray) -> list[Any]:
        if x is None or x is np._NoValue:
            return []
        x = runtime.as_tensor(x)
        return [x if x.shape else broadcast_to(x, single)]

    parts = [*border(prepend), a, *border(append)]
    a = concatenate(parts, axis) if len(parts) > 1 else a
    for _ in range(min(n, a.shape[axis])):
        a = _steps(a, axis)
    return a


@composite(np.ediff1d, _cases(((2, 3), {}), ((4,), {"to_begin": -1.0, "to_end": [2.0, 3.0]})))
def ediff1d(ary: Tensor, to_end: Any = None, to_begin: Any = None) -> Tensor:
    """Return differences of neighbours of the flattened array, with numbers put before and behind."""
    borders = [None if b is None else ravel(runtime.as_tensor(b)) for b in (to_begin, to_end)]
    for border in borders:
        if border is not None and not np.can_cast(border.dtype, ary.dtype, "same_kind"):
            raise DtypeError(f"ediff1d: {border.dtype} cannot be joined to {ary.dtype}. Convert the array with astype.")
    if ary.dtype == bool:
        raise DtypeError("ediff1d: truth values have no differences. Convert them with .astype first, or use np.diff.")
    parts = [borders[0], _steps(ravel(ary), 0), borders[1]]
    return concatenate([p.astype(ary.dtype, copy=False) for p in parts if p is not None])


def _spaced(rng: np.random.Generator, n: int) -> np.ndarray:
    return np.cumsum(rng.uniform(0.5, 1.5, n))


@composite(
    np.gradient,
    lambda rng: [
        ((rng.normal(size=5),), {}), ((rng.normal(size=5), 0.5), {"edge_order": 2}), ((rng.normal(size=(3, 4)),), {}),
        ((rng.normal(size=(3, 4)), _spaced(rng, 4)), {"axis": 1}),
        ((rng.normal(size=(4, 3)), _spaced(rng, 4), 2.0), {"edge_order": 2}),
    ],
)  # fmt: skip
def gradient(f: Tensor, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return central differences along axes; at the borders one-sided ones of the order 1 or 2.

    With uneven distances the weights are those that are exact for parabolas (Fornberg 1988, Mathematics of Computation
    51, 699-706), as NumPy's.
    """
    if f.dtype == bool:
        raise DtypeError("gradient: truth values have no slopes. Convert them with .astype first.")
    f = f.astype(np.float64) if f.dtype.kind in "iu" else f
    axes = axes_of(axis, len(f.shape), "gradient")
    one = len(varargs) == 1 and not runtime.as_tensor(varargs[0], "gradient").shape
    if not (one or len(varargs) in (0, len(axes))):
        raise ArgumentError(
            f"gradient: expected no distance, one number, or one for each of {len(axes)} axes, got {len(varargs)}."
        )
    if edge_order not in (1, 2):
        raise ArgumentError(f"gradient: expected an edge_order of 1 or 2, got {edge_order!r}.")
    spacings = (varargs or (1.0,)) * (len(axes) if len(varargs) < 2 else 1)
    differences = []
    for d, spacing in zip(axes, spacings, strict=True):
        if f.shape[d] < edge_order + 1:
            raise ShapeError(f"gradient: expected {edge_order + 1} elements or more along axis {d}, got {f.shape[d]}.")
        differences.append(_central(f, *_distances(spacing, f.shape[d], d, len(f.shape)), d, edge_order))
    return differences[0] if len(differences) == 1 and (axis is None or np.ndim(axis) == 0) else tuple(differences)


def _distances(spacing: Any, n: int, axis: int, ndim: int) -> tuple[Any, bool]:
    """Return the distances of neighbours, laid along an axis, and whether they are one number."""
    if not isinstance(spacing, runtime.tensor):
        spacing = np.asarray(spacing)
    if spacing.dtype.kind in "biu":  # whose differences would wrap around
        spacing = spacing.astype(np.float64)
    if not spacing.shape:
        lengths = broadcast_to(runtime.as_tensor(spacing), (n - 1,))
    elif spacing.shape == (n,):
        lengths = _steps(runtime.as_tensor(spacing), 0)
    else:
        raise ShapeError(f"gradient: expected one distance, or {n} coordinates, got shape {spacing.shape}.")
    even = not spacing.shape or (isinstance(spacing, np.ndarray) and bool((np.diff(spacing, 2) == 0).all()))
    return reshape(lengths, tuple(n - 1 if d == axis else 1 for d in range(ndim))), even


def _central(f: AnyArray, h: AnyArray, even: bool, axis: int, edge_order: int) -> Any:
    def part(x: AnyArray, start: int | None, stop: int | None) -> Any:
        return along(x, axis, start, stop)

    slopes = _steps(f, axis) / h
    before, after = part(h, None, -1), part(h, 1, None)
    if even:  # the element between them is not read
        inner = (part(f, 2, None) - part(f, None, -2)) / (before + after)
    else:  # the mean of the slopes on both sides, each weighted by the other one's distance
        inner = (part(slopes, None, -1) * after + part(slopes, 1, None) * before) / (before + after)
    first, last = part(slopes, None, 1), part(slopes, -1, None)
    if edge_order == 2:  # the parabola through three points, at the outer one
        first = first - (part(slopes, 1, 2) - first) * part(h, None, 1) / (part(h, None, 1) + part(h, 1, 2))
        last = last + (last - part(slopes, -2, -1)) * part(h, -1, None) / (part(h, -1, None) + part(h, -2, -1))
    return concatenate([first, inner, last], axis).astype(f.dtype, copy=False)


@composite(np.trapezoid, lambda rng: [((rng.normal(size=(2, 4)),), {}), ((rng.normal(size=(4, 2)), _spaced(rng, 4)), {"axis": 0}), ((rng.normal(size=4),), {"dx": 0.5})])  # fmt: skip
def trapezoid(y: Tensor, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Tensor:
    """Integrate samples by the trapezoidal rule."""
    axis = axis_of(no_flags(axis, "trapezoid"), len(y.shape), "trapezoid")
    sums = along(y, axis, 1, None) + along(y, axis, None, -1)
    if x is None:
        return sum_(dx * sums / 2.0, axis)
    x = runtime.as_tensor(x)
    if len(x.shape) == 1:
        lengths = reshape(_steps(x, 0), tuple(-1 if d == axis else 1 for d in range(len(y.shape))))
    else:
        lengths = _steps(x, axis_of(axis, len(x.shape), "trapezoid"))
    return sum_(lengths * sums / 2.0, axis)


def running(
    f: Callable[..., Any], first: float, name: str, x: AnyArray, axis: int | None, dtype: Any, out: AnyArray,
    include_initial: bool,
) -> Tensor:  # fmt: skip
    """Return sums or products along an axis, which may be left out for vectors; with the one of no elements, if asked."""
    if axis is None and len(x.shape) > 1:
        raise ArgumentError(f"{name}: expected an axis for {len(x.shape)} dimensions.")
    x = x if x.shape else reshape(x, (1,))
    axis = axis_of(0 if axis is None else no_flags(axis, name), len(x.shape), name)
    result = f(x, axis, dtype, out)
    if not include_initial:
        return result
    start = np.full([1 if d == axis else n for d, n in enumerate(result.shape)], first, result.dtype)
    return concatenate([start, result], axis)


@composite(np.cumulative_sum, _cases(((4,), {}), ((2, 3), {"axis": 1, "include_initial": True})))
def cumulative_sum(
    x: Tensor, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Tensor:
    """Return the cumulative sum along an axis, which may be left out for vectors."""
    return running(cumsum, 0.0, "cumulative_sum", x, axis, dtype, out, include_initial)


@composite(
    np.unwrap, lambda rng: [((np.array([0.1, 3.0, -3.0, 2.5, 9.0]),), {}), ((np.array([[0.0, 5.0, 1.5]]),), {"period": 4.0})],
    kinks="1 everywhere", takes_complex=False,
)  # fmt: skip
def unwrap(p: Tensor, discont: float | None = None, axis: int = -1, *, period: float = 2.0 * np.pi) -> Tensor:
    """Add whole periods, so that neighbours differ by half a period at most, or by `discont` if that is more."""
    axis = axis_of(no_flags(axis, "unwrap"), len(p.shape), "unwrap")
    plain = moveaxis(p, axis, -1)
    periods = cumsum(_turns(runtime.stopped(_steps(plain, len(p.shape) - 1)), period, discont), -1)
    first, rest = along(plain, len(p.shape) - 1, None, 1), along(plain, len(p.shape) - 1, 1, None) + periods
    dtype = np.result_type(p.dtype, period)
    return moveaxis(concatenate([first, rest], -1), -1, axis).astype(dtype, copy=False)


def _turns(steps: AnyArray, period: float, discont: float | None) -> np.ndarray:
    """Return what must be added to differences, in whole periods; half a period keeps its sign."""
    integral = np.issubdtype(np.result_type(steps.dtype, period), np.integer)  # then all of it is done with integers
    half, rest = divmod(period, 2) if integral else (period / 2.0, 0)
    folded = np.remainder(steps - (-half), period) + (-half)
    if not rest:
        folded = np.where((folded == -half) & (steps > 0), half, folded)
    return np.where(abs(steps) < (period / 2 if discont is None else discont), 0, folded - steps)
