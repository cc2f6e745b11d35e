"""Straight lines between samples: `numpy.interp`.

In which interval a point lies is an integer that comes from the values, at each run: so a replay follows them. Given the
intervals, the result is smooth in points, sample points and samples.

As with the order of few elements (see `tapegrad.ops.numpy.sorting`), eager code finds the intervals of few points in the run and
again in the sweep, rather than to end the run.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_reading.py
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.dtypes import I8
from tapegrad.ops.complex_numbers import joined
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Constant, General, Shape
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import greater_equal, less_equal, logical_and, multiply, remainder, where
from tapegrad.ops.gather_scatter import gather, scatter
from tapegrad.ops.kinds.python_call import Forward
from tapegrad.ops.kinds.search import Between, Search
from tapegrad.ops.numpy.sorting import order_of, reorder, waits
from tapegrad.ops.preconditions import Positions
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate, spread


def _intervals(xp: np.ndarray, x: np.ndarray, *, dtype: np.dtype[Any]) -> np.ndarray:
    if xp.ndim == 1:
        return np.clip(np.searchsorted(xp, x, "right") - 1, 0, len(xp) - 2).astype(dtype, copy=False)
    return np.stack([_intervals(row, values, dtype=dtype) for row, values in zip(xp, x, strict=True)])


def _found_batch(length: int, args: Any, flags: Any, dtype: Any) -> Any:
    xp, x = args
    if not flags[0]:
        return interval(xp, x, dtype=dtype)
    return interval(xp, x if flags[1] else spread(x, length), dtype=dtype)


def _interval_shape(xp: Shape, x: Shape, *, dtype: np.dtype[Any]) -> Shape:
    """Return the shape of points; in a batch, of which each instance has sample points of its own, they have its axis."""
    if not xp or xp[-1] < 2 or (len(xp) > 1 and xp[:-1] != x[: len(xp) - 1]):
        raise ShapeError(
            f"interp: expected sample points, at least 2, for each line of points, got shapes {xp} and {x}."
        )
    return x


interval = Constant(
    name="interval", kind=Search(lambda _: True, interval=True), batched=_found_batch, may_fail=False, takes_complex=True, forward=_intervals,
    infer=_interval_shape,
    reference=lambda xp, x, *, dtype: np.array([max(0, min(int(np.sum(xp <= v)) - 1, len(xp) - 2)) for v in x]),
    samples=lambda rng: [((np.arange(3), np.array([-1, 1, 2, 5])), {"dtype": I8})],
    summary="Which interval between ascending numbers each value lies in, the first or the last if in none.",
)  # fmt: skip


def _along(x: AnyArray, xp: AnyArray, at: AnyArray) -> tuple[Any, Any, Any]:
    """Return where in its interval each point lies, from 0 to 1, whether within it, and the interval's length."""
    first, last = gather(xp, at), gather(xp, at + 1)
    within = logical_and(greater_equal(x, first), less_equal(last, x) == 0.0)
    length = where(within, last - first, 1.0)
    share = where(within, (x - first) / length, where(greater_equal(x, last), 1.0, where(less_equal(x, first), 0.0, x)))
    return share, within, length


def _slopes(x: AnyArray, xp: AnyArray, fp: AnyArray, at: AnyArray) -> tuple[Any, Any]:
    share, within, length = _along(x, xp, at)
    rise = (gather(fp, at + 1) - gather(fp, at)) / length
    return where(within, rise, np.zeros((), rise.dtype)), share


def _to_points(g: AnyArray, x: AnyArray, xp: Any, fp: Any, at: AnyArray) -> Any:
    return multiply(g, _slopes(x, xp, fp, at)[0])


def _shared(g: AnyArray, share: AnyArray, at: AnyArray, length: int) -> AnyArray:
    """Return what the ends of the intervals receive, each by how near the points are."""
    right = multiply(g, share)
    return scatter(g - right, at, length=length) + scatter(right, at + 1, length=length)


def _to_samples(g: AnyArray, x: AnyArray, xp: Any, at: AnyArray, fp_shape: Any) -> AnyArray:
    return _shared(g, _along(x, xp, at)[0], at, fp_shape[0])


def _to_sample_points(g: AnyArray, x: AnyArray, xp: AnyArray, fp: Any, at: AnyArray) -> AnyArray:
    slopes, share = _slopes(x, xp, fp, at)
    return _shared(-multiply(g, slopes), share, at, xp.shape[0])


def _interpolated(x: np.ndarray, xp: np.ndarray, fp: np.ndarray, at: np.ndarray) -> np.ndarray:
    x0, x1, f0, f1 = xp[at], xp[at + 1], fp[at], fp[at + 1]
    with np.errstate(all="ignore"):
        slope = (f1 - f0) / (x1 - x0)
        between = slope * (x - x0) + f0
        if np.isnan(between).any():  # beside infinities from the other end, or as both ends have it: as NumPy has it
            between = np.where(np.isnan(between), slope * (x - x1) + f1, between)
            between = np.where(np.isnan(between) & (f0 == f1) & (x == x), f0, between)
    return np.where(x <= x0, f0, np.where(x >= x1, f1, between))


def _on_lines(x: AnyArray, xp: AnyArray, fp: Any, at: Any = None) -> np.ndarray:
    at = [int(np.sum(xp <= v)) - 1 for v in x] if at is None else at
    return np.array([
        fp[k] + (fp[k + 1] - fp[k]) * (v - xp[k]) / (xp[k + 1] - xp[k]) for v, k in zip(x, at, strict=True)
    ])  # fmt: skip


def _of_points(x: Shape, xp: Shape, fp: Shape, at: Shape = ()) -> Shape:
    if len(xp) != 1 or xp != fp or xp[0] < 2:
        raise ShapeError(f"interp: expected two vectors of one length, at least 2, got shapes {xp} and {fp}.")
    return x


interpolate: General = General(
    name="interpolate", kind=Between(), may_fail=False, integers=frozenset({"at"}), forward=_interpolated,
    infer=_of_points, holds={"at": Positions(lambda x, xp, fp, at: x, lambda x, xp, fp, at: xp[0] - 1)},
    adjoints={"x": _to_points, "xp": _to_sample_points, "fp": _to_samples, "at": None},
    reference=_on_lines,
    samples=lambda rng: [((np.array([0.4, 2.1, 1.3]), np.array([0.0, 1.1, 2.5]), rng.normal(size=3), np.array([0, 1, 1])), {})],
    summary="Values on the straight line between two neighbouring samples, in given intervals; beyond these, the value of the nearer end.",
)  # fmt: skip


def _at(x: AnyArray, xp: AnyArray) -> AnyArray:
    return interval(xp, x, dtype=I8)


interp_op: General = General(
    name="interp", kind=Forward(), may_fail=False, reference=_on_lines,
    forward=lambda x, xp, fp: _interpolated(x, xp, fp, _intervals(xp, x, dtype=I8)), infer=_of_points,
    adjoints={
        "x": lambda g, x, xp, fp: _to_points(g, x, xp, fp, _at(x, xp)),
        "xp": lambda g, x, xp, fp: _to_sample_points(g, x, xp, fp, _at(x, xp)),
        "fp": lambda g, x, xp, fp_shape: _to_samples(g, x, xp, _at(x, xp), fp_shape),
    },
    samples=lambda rng: [((np.array([0.4, 2.1, 1.3]), np.array([0.0, 1.1, 2.5]), rng.normal(size=3)), {})],
    summary="`interpolate` in the intervals where the points lie, which a sweep finds again.",
)  # fmt: skip


def _samples(rng: np.random.Generator) -> list[Any]:
    x, xp, fp = rng.uniform(-0.4, 3.4, (2, 4)), np.array([0.0, 0.7, 1.9, 3.0]), rng.normal(size=4)
    return [
        ((x, xp, fp), {}), ((x, xp, fp), {"left": -7.0, "right": 5.0}), ((rng.uniform(), xp, fp), {}),
        ((x, np.array([0.1, 2.9, 1.3, 0.6]), fp), {"period": 2.0}), ((np.array([0.3, 1.5]), np.array([1.0]), fp[:1]), {}),
    ]  # fmt: skip


@composite(
    doubled(np.interp),
    _samples,
    takes_complex=False,
    kinks="the slope behind a sample point, 0 at the last one",
    of_array=False,
)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Tensor:
    """Interpolate linearly between samples at ascending points; `left` and `right` are the values beyond them.

    With a `period`, points and samples are of a periodic function, and may be in any order.
    """
    x, xp, fp = (_double(a) for a in (x, xp, fp))
    if len(xp.shape) != 1 or xp.shape != fp.shape or not xp.shape[0]:
        raise ShapeError(f"interp: expected two vectors of one length, got shapes {xp.shape} and {fp.shape}.")
    points = xp
    if period is not None:
        left = right = None
        x, xp, fp = _periodic(x, xp, fp, period)
    elif xp.shape[0] == 1:
        xp, fp = concatenate([xp, xp + 1.0]), concatenate([fp, fp])
    if waits(x) and waits(xp):
        result = interp_op(x, xp, fp)
    elif runtime.differs(x) or runtime.differs(xp):
        result = interpolate(x, xp, fp, interval(xp.detach(), x.detach(), dtype=I8))
    else:
        at = np.asarray(_intervals(xp._decided(), x._decided(), dtype=I8))
        result = interpolate(x, xp, fp, runtime.from_array(at))
    if left is not None:
        result = where(x < points[0], left, result)
    if right is not None:
        result = where(x > points[-1], right, result)
    return result


def _double(x: AnyArray) -> Tensor:
    return runtime.as_tensor(x).astype(np.float64, copy=False)


@functools.wraps(interp)
def _of_any(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Tensor:
    """Interpolate samples that may be complex numbers."""
    fp = runtime.as_tensor(fp)
    if fp.dtype.kind != "c":
        return interp(x, xp, fp, left, right, period)

    def part(of: Any) -> Any:
        below, above = (None if end is None else of(end) for end in (left, right))
        return interp(x, xp, of(fp), below, above, period)

    return joined(part(np.real), part(np.imag))


functions[np.interp] = _of_any


def _periodic(x: AnyArray, xp: AnyArray, fp: AnyArray, period: AnyArray) -> tuple[Any, Any, Any]:
    """Return points of one period, and samples in order, with one more at either end."""
    if not isinstance(period, runtime.tensor):
        if period == 0:
            raise ArgumentError("interp: expected a period that is not 0.")
        period = abs(period)
    x, xp = remainder(x, period), remainder(xp, period)
    order = order_of(xp, 0)
    xp, fp = reorder(xp, order, axis=0), reorder(fp, order, axis=0)
    return x, concatenate([xp[-1:] - period, xp, xp[:1] + period]), concatenate([fp[-1:], fp, fp[:1]])
