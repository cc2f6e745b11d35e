"""Cubic interpolants: splines, and those whose slopes come from neighbours alone.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.elementwise_ops import logical_and, sign, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.interpolate.interpolation_data import (
    breaks_of,
    extrapolation,
    fixed_values,
    laid,
    part,
    real,
    samples_of,
)
from tapegrad.ops.interpolate.piecewise_polynomials import PPoly, hermite
from tapegrad.ops.linalg.banded_systems import solve_banded_op
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, reshape


class CubicHermiteSpline(PPoly):
    """The piecewise cubic with given values and slopes, as `scipy.interpolate.CubicHermiteSpline`, of Tensors.

    Differentiable by the points where it is evaluated, by x, y and dydx.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    >>> slope = tg.grad(lambda t: tg.interpolate.CubicHermiteSpline(x, x**2, 2.0 * x)(t))(1.5)
    >>> print(round(float(slope), 6))
    3.0
    """

    def __init__(self, x: Any, y: Any, dydx: Any, axis: int = 0, extrapolate: Any = None) -> None:
        name = type(self).__name__
        self.x = breaks_of(x, name)
        values, self.axis = samples_of(y, self.x, axis, name)
        slopes, _ = samples_of(dydx, self.x, axis, name)
        if slopes.shape != values.shape:
            raise ShapeError(f"{name}: expected dydx of the shape of y, got {slopes.shape} and {values.shape}.")
        self.c = hermite(self.x, values, slopes)
        self.extrapolate = extrapolation(extrapolate, True)


class _Neighbours(PPoly):
    """A cubic interpolant whose slopes are a function of the data nearby."""

    def _prepare(self, x: AnyArray, y: AnyArray, axis: int) -> tuple[Any, Any, Any]:
        """Keep x and the axis; returns samples, distances along the first of their axes, and differences by these."""
        name = type(self).__name__
        self.x = breaks_of(x, name)
        values, self.axis = samples_of(y, self.x, axis, name)
        h = laid(part(self.x, 1) - part(self.x, None, -1), len(values.shape))
        return values, h, (part(values, 1) - part(values, None, -1)) / h


class PchipInterpolator(_Neighbours):
    """The monotone cubic interpolant of Fritsch and Butland, as `scipy.interpolate.PchipInterpolator`, of Tensors.

    Differentiable by the points where it is evaluated, by x and y; where the data turn, slopes are 0.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 2.0, 3.0])
    >>> tg.grad(lambda y: tg.interpolate.PchipInterpolator(x, y)(1.5))(np.array([0.0, 1.0, 3.0, 4.0]))
    array([-0.11111111,  0.61111111,  0.61111111, -0.11111111])
    """

    def __init__(self, x: Any, y: Any, axis: int = 0, extrapolate: Any = None) -> None:
        values, h, rise = self._prepare(x, y, axis)
        self.extrapolate = extrapolation(extrapolate, True)
        self.c = hermite(self.x, values, self._slopes(values, h, rise))

    @staticmethod
    def _slopes(values: AnyArray, h: Any, rise: Any) -> Tensor:
        if values.shape[0] == 2:
            return concatenate([rise, rise])
        before, after = part(rise, None, -1), part(rise, 1)
        one = 2.0 * part(h, 1) + part(h, None, -1)
        two = part(h, 1) + 2.0 * part(h, None, -1)
        turns = (sign(before) != sign(after)) | (before == 0.0) | (after == 0.0)
        safe_before, safe_after = where(turns, 1.0, before), where(turns, 1.0, after)
        inner = where(turns, 0.0, (one + two) / (one / safe_before + two / safe_after))
        first = _end(part(h, 0, 1), part(h, 1, 2), part(rise, 0, 1), part(rise, 1, 2))
        last = _end(part(h, -1), part(h, -2, -1), part(rise, -1), part(rise, -2, -1))
        return concatenate([first, inner, last])


def _end(h: AnyArray, next_h: AnyArray, rise: AnyArray, next_rise: AnyArray) -> AnyArray:
    """Return the slope at an end, of three points, kept to the shape of the data (Moler 2004, chapter 3.6)."""
    slope = ((2.0 * h + next_h) * rise - h * next_rise) / (h + next_h)
    against = sign(slope) != sign(rise)
    steep = logical_and(sign(rise) != sign(next_rise), abs(slope) > 3.0 * abs(rise))
    return where(against, 0.0, where(steep, 3.0 * rise, slope))


class Akima1DInterpolator(_Neighbours):
    """Akima's cubic interpolant, as `scipy.interpolate.Akima1DInterpolator`, of Tensors.

    Differentiable by the points where it is evaluated, by x and y. Outside of x it is NaN by default.

    Parameters
    ----------
    method : {"akima", "makima"}
        Weights of 1970, or those that are modified for data in a line.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    >>> slope = tg.grad(lambda t: tg.interpolate.Akima1DInterpolator(x, 3.0 * x)(t))(1.5)
    >>> print(round(float(slope), 6))
    3.0
    """

    def __init__(self, x: Any, y: Any, axis: int = 0, *, method: str = "akima", extrapolate: Any = None) -> None:
        if method not in ("akima", "makima"):
            raise ArgumentError(f"Akima1DInterpolator: expected method 'akima' or 'makima', got {method!r}.")
        values, _, rise = self._prepare(x, y, axis)
        self.extrapolate = extrapolation(extrapolate, False)
        self.c = hermite(self.x, values, self._slopes(rise, method))

    @staticmethod
    def _slopes(rise: AnyArray, method: str) -> Tensor:
        """Return slopes by the differences on both sides, of which there are two more at each end."""
        if rise.shape[0] == 1:
            return concatenate([rise, rise])
        before = 2.0 * part(rise, 0, 1) - part(rise, 1, 2)
        after = 2.0 * part(rise, -1) - part(rise, -2, -1)
        m = concatenate([2.0 * before - part(rise, 0, 1), before, rise, after, 2.0 * after - part(rise, -1)])
        steps = abs(part(m, 1) - part(m, None, -1))
        if method == "makima":
            steps = steps + 0.5 * abs(part(m, 1) + part(m, None, -1))
        left, right = part(steps, 2), part(steps, None, -2)
        total = left + right
        flat = total <= 1e-9 * _largest(total)
        middle = 0.5 * (part(m, 3) + part(m, None, -3)) if method == "akima" else 0.0
        weighted = left * part(m, 1, -2) + right * part(m, 2, -1)
        return where(flat, middle, weighted / where(flat, 1.0, total))


def _largest(x: Any) -> Tensor | float:
    """Return the largest element, as a bound that does not move."""
    flat = reshape(x.detach(), (x.size,))
    return flat.max() if x.size else 0.0


class CubicSpline(PPoly):
    """The cubic spline through samples, as `scipy.interpolate.CubicSpline`, of Tensors.

    Differentiable by the points where it is evaluated, by x, y and the derivatives at the ends.

    Parameters
    ----------
    x : vector, ascending
    y : array
    axis : int
        The axis of the samples in y.
    bc_type : str or pair
        "not-a-knot", "periodic", "clamped" (slopes of 0), "natural" (second derivatives of 0), or one condition for
        each end. A condition is one of these words, or a pair of the order of a derivative (1 or 2) and its value.
    extrapolate : bool or "periodic", optional
        As for `PPoly`; by default "periodic" where the spline is.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(5.0)
    >>> spline = tg.interpolate.CubicSpline(x, np.sin(x))
    >>> np.round(spline([0.5, 1.5]), 6)
    tensor([0.501534, 0.987997])
    """

    def __init__(self, x: Any, y: Any, axis: int = 0, bc_type: Any = "not-a-knot", extrapolate: Any = None) -> None:
        self.x = breaks_of(x, "CubicSpline")
        values, self.axis = samples_of(y, self.x, axis, "CubicSpline")
        ends = _ends(bc_type, values)
        periodic = ends is None
        self.extrapolate = extrapolation(extrapolate, "periodic" if periodic else True)
        slopes = _periodic(self.x, values) if ends is None else _between(self.x, values, *ends)
        self.c = hermite(self.x, values, slopes)


def _ends(bc_type: AnyArray, y: AnyArray) -> tuple[Any, Any] | None:
    """Return the condition at each end: None, or a derivative's order and value; of a periodic spline, None.

    Raises
    ------
    ArgumentError, ShapeError
    """
    both = (bc_type, bc_type) if isinstance(bc_type, str) else bc_type
    if not isinstance(both, (tuple, list)) or len(both) != 2:
        raise ArgumentError(f"CubicSpline: expected bc_type to be a word or a pair, got {bc_type!r}.")
    if isinstance(bc_type, str) and bc_type == "periodic":
        ends = fixed_values(getitem_op(y, index=(slice(None, None, max(1, y.shape[0] - 1)),)))
        if ends is not None and not np.allclose(ends[0], ends[-1], rtol=1e-15, atol=1e-15):
            raise ArgumentError(
                "CubicSpline: expected the first and last sample to be equal, as bc_type is 'periodic'."
            )
        return None
    return _end_of(both[0], y), _end_of(both[1], y)


def _end_of(end: str, y: AnyArray) -> tuple[Any, Tensor] | tuple[Any, Any] | None:
    if isinstance(end, str):
        words: dict[str, Any] = {"not-a-knot": None, "clamped": (1, 0.0), "natural": (2, 0.0)}
        if end not in words:
            raise ArgumentError(f"CubicSpline: expected bc_type among {', '.join(words)} at an end, got {end!r}.")
        end = words[end]
        if end is None:
            return None
        return end[0], runtime.from_array(np.zeros((1, *y.shape[1:])))
    if not isinstance(end, (tuple, list)) or len(end) != 2 or end[0] not in (1, 2):
        raise ArgumentError(f"CubicSpline: expected the order 1 or 2 of a derivative and its value, got {end!r}.")
    value = real(end[1], "CubicSpline")
    if value.shape != y.shape[1:]:
        raise ShapeError(f"CubicSpline: expected a derivative of shape {y.shape[1:]} at an end, got {value.shape}.")
    return end[0], reshape(value, (1, *value.shape))


def _solved(upper: AnyArray, diagonal: AnyArray, lower: AnyArray, right: AnyArray) -> Any:
    """Solve a tridiagonal system; each diagonal begins with its own first element."""
    zero = np.zeros(1)
    rows = [concatenate([zero, upper]), diagonal, concatenate([lower, zero])]
    columns = reshape(right, (right.shape[0], -1)) if right.size else reshape(right, (right.shape[0], 0))
    bands = concatenate([reshape(r, (1, -1)) for r in rows])
    return reshape(solve_banded_op(bands, columns, lower=1, upper=1, transposed=False), right.shape)


def _between(x: AnyArray, y: AnyArray, start: Any, end: Any) -> Tensor:
    """Return the slopes of a spline with conditions at its ends (de Boor 1978, chapter IV)."""
    n, ndim = y.shape[0], len(y.shape)
    step = part(x, 1) - part(x, None, -1)
    h = laid(step, ndim)
    rise = (part(y, 1) - part(y, None, -1)) / h
    if n == 2:
        start, end = start or (1, rise), end or (1, rise)
    if n == 3 and start is None and end is None:  # the parabola
        bent = (part(rise, 1) - part(rise, None, -1)) / (part(h, 1) + part(h, None, -1))
        first = part(rise, 0, 1) - bent * part(h, 0, 1)
        return concatenate([first, part(rise, 0, 1) + bent * part(h, 0, 1), part(rise, 1) + bent * part(h, 1)])
    one, zero = np.ones(1), np.zeros(1)

    def condition(k: int, other: int, end_condition: Any, sign: float) -> tuple[Any, Any, Any]:
        """Return diagonal, neighbour and right side of the row at an end; k and `other` are the intervals there."""
        first, far = part(step, k, k + 1 or None), part(step, other, other + 1 or None)
        wide, further = laid(first, ndim), laid(far, ndim)
        near, next_ = part(rise, k, k + 1 or None), part(rise, other, other + 1 or None)
        if end_condition is None:
            both = wide + further
            return far, first + far, ((wide + 2.0 * both) * further * near + wide * wide * next_) / both
        order, value = end_condition
        if order == 1:
            return one, zero, broadcast_to(value, (1, *y.shape[1:]))
        return 2.0 * first, first, 3.0 * near * wide - sign * 0.5 * value * wide * wide

    diagonal, above, left = condition(0, 1 if n > 2 else 0, start, 1.0)
    last, below, right = condition(-1, -2 if n > 2 else -1, end, -1.0)
    inner = 3.0 * (part(h, 1) * part(rise, None, -1) + part(h, None, -1) * part(rise, 1))
    middle = 2.0 * (part(step, None, -1) + part(step, 1))
    return _solved(
        concatenate([above, part(step, None, -1)]), concatenate([diagonal, middle, last]),
        concatenate([part(step, 1), below]), concatenate([left, inner, right]),
    )  # fmt: skip


def _periodic(x: AnyArray, y: AnyArray) -> Tensor:
    """Return the slopes of a spline that repeats itself, from a system whose matrix has two corners more.

    The last unknown is set apart: the others are a solution without it, and one for what it adds.
    """
    n, ndim = y.shape[0], len(y.shape)
    step = part(x, 1) - part(x, None, -1)
    h = laid(step, ndim)
    rise = (part(y, 1) - part(y, None, -1)) / h
    if n == 2:
        return concatenate([rise, rise]) * 0.0
    if n == 3:
        same = (part(rise, 0, 1) / part(h, 0, 1) + part(rise, 1) / part(h, 1)) / (
            1.0 / part(h, 0, 1) + 1.0 / part(h, 1)
        )
        return concatenate([same, same, same])
    back = concatenate([part(step, -1), part(step, None, -1)])
    before = laid(back, ndim)
    earlier = concatenate([part(rise, -1), part(rise, None, -1)])
    right = 3.0 * (h * earlier + before * rise)  # of n - 1 equations
    m = n - 2
    diagonal = 2.0 * (back + step)
    # the last unknown stands in the first equation with `step`, in the last but one with `back`
    corner = concatenate([part(step, 0, 1), np.zeros(max(m - 2, 0)), part(back, m - 1, m)]) if m > 1 else None
    columns = concatenate([reshape(part(right, None, m), (m, -1)), -reshape(corner, (m, 1))], 1)
    solved = _solved(part(back, None, m - 1), part(diagonal, None, m), part(step, 1, m), columns)
    alone, added = part_columns(solved, None, -1), part_columns(solved, -1, None)
    middle, ahead, far = part(diagonal, m, m + 1), part(step, m, m + 1), part(back, m, m + 1)
    # its equation reads the unknown before it with `step`, and the first one with `back`
    value = reshape(part(right, m, m + 1), (1, -1)) - ahead * part(alone, m - 1, m) - far * part(alone, 0, 1)
    last = value / (middle + ahead * part(added, m - 1, m) + far * part(added, 0, 1))
    slopes = concatenate([alone + added * last, last])
    return reshape(concatenate([slopes, part(slopes, 0, 1)]), y.shape)


def part_columns(x: AnyArray, start: int | None, stop: int | None) -> AnyArray:
    """Return some columns of a matrix."""
    return getitem_op(x, index=(slice(None), slice(start, stop)))
