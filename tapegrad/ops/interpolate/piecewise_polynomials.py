"""Piecewise polynomials of Tensors: coefficients and breaks, evaluated, differentiated and integrated.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, PlainDataError, ShapeError
from tapegrad.ops.elementwise_ops import floor, isnan, logical_and, sqrt, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.interpolate.bsplines import BSpline
from tapegrad.ops.interpolate.interpolation_data import breaks_of, extrapolation, laid, part, placed, real
from tapegrad.ops.interpolate.intervals import at_intervals
from tapegrad.ops.reductions import cumsum
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate, moveaxis, reshape, stack

_scipys_ppoly = scipys("scipy.interpolate", "PPoly")


class PPoly:
    """A piecewise polynomial, as `scipy.interpolate.PPoly`, of Tensors.

    Differentiable by the points where it is evaluated, by its coefficients and by its breaks.

    Parameters
    ----------
    c : array of shape (k, m, ...)
        The coefficients of m intervals, highest power first, of the distance from the interval's beginning.
    x : vector of m + 1 numbers, ascending
    extrapolate : bool or "periodic", optional
        Whether it goes on outside of x, is NaN there, or repeats itself; by default it goes on.
    axis : int

    Examples
    --------
    >>> import tapegrad as tg
    >>> p = tg.interpolate.PPoly([[1.0, 0.0], [0.0, 1.0]], [0.0, 1.0, 2.0])
    >>> p([0.5, 1.5])
    tensor([0.5, 1. ])
    """

    def __init__(self, c: Any, x: Any, extrapolate: Any = None, axis: int = 0) -> None:
        self.x = breaks_of(x, type(self).__name__)
        self.c = real(c, type(self).__name__)
        if axis:
            self.c = moveaxis(moveaxis(self.c, axis + 1, 0), axis + 1, 0)
        self.axis = axis
        self.extrapolate = extrapolation(extrapolate, True)
        if len(self.c.shape) < 2 or self.c.shape[1] != self.x.shape[0] - 1:
            raise ShapeError(
                f"PPoly: expected coefficients of {self.x.shape[0] - 1} intervals, got shape {self.c.shape}."
            )

    @classmethod
    def from_spline(cls, tck: Any, extrapolate: Any = None) -> PPoly:
        """Return the piecewise polynomial that a spline is: a `BSpline`, or its knots, coefficients and degree.

        Examples
        --------
        >>> import tapegrad as tg
        >>> hat = tg.interpolate.BSpline([0.0, 0.0, 1.0, 2.0, 2.0], [0.0, 1.0, 0.0], 1)
        >>> tg.interpolate.PPoly.from_spline(hat)([0.25, 1.5])
        tensor([0.25, 0.5 ])
        """
        whole = hasattr(tck, "tck")
        t, c, k = (tck.t, tck.c, tck.k) if whole else tck
        continued = tck.extrapolate if whole and extrapolate is None else extrapolate
        spline = BSpline(t, c, k)
        starts = part(spline.t, None, -1)
        powers = [spline(starts, order, True) * (1.0 / math.factorial(order)) for order in range(spline.k, -1, -1)]
        return cls._of_parts(stack(powers), spline.t, extrapolation(continued, True), 0)

    @classmethod
    def _of_parts(cls, c: Any, x: AnyArray, extrapolate: Any, axis: int) -> PPoly:
        """Return one of Tensors that fit."""
        self = PPoly.__new__(PPoly)
        self.c, self.x, self.extrapolate, self.axis = c, x, extrapolate, axis
        return self

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        """Return values, or derivatives of order `nu`, at points."""
        if nu < 0:
            raise ArgumentError(f"{type(self).__name__}: expected an order of 0 or more, got {nu}.")
        continued = self.extrapolate if extrapolate is None else extrapolation(extrapolate, True)
        points = real(x, type(self).__name__)
        shape, rest = points.shape, self.c.shape[2:]
        first, last = getitem_op(self.x, index=(0,)), getitem_op(self.x, index=(-1,))
        if continued == "periodic":
            points = first + (points - first) % (last - first)
        breaks = part(self.x, 1, -1)
        values = self._evaluated(points, breaks, nu)
        if continued is False:
            inside = logical_and(points >= first, points <= last)
        elif self.c.shape[0] - nu == 1:  # which does not look at the points
            inside = ~isnan(points)
        else:
            return placed(values, shape, self.axis)
        return placed(where(reshape(inside, shape + (1,) * len(rest)), values, np.nan), shape, self.axis)

    def _evaluated(self, points: AnyArray, breaks: Any, nu: int) -> Any:
        count, rest = self.c.shape[0], self.c.shape[2:]
        ndim = len(points.shape)
        if nu >= count:
            return runtime.from_array(np.zeros(points.shape + rest))
        c = at_intervals(moveaxis(self.c, 1, 0), breaks, points)
        s = points - at_intervals(part(self.x, None, -1), breaks, points)
        s = reshape(s, points.shape + (1,) * len(rest))
        total = None
        for k in range(count - nu):
            power = count - 1 - k
            term = getitem_op(c, index=(*(slice(None),) * ndim, k))
            term = term * float(math.perm(power, nu)) if nu else term
            total = term if total is None else total * s + term
        return total

    def derivative(self, nu: int = 1) -> PPoly:
        """Return the derivative of an order; of a negative one, the antiderivative."""
        if nu < 0:
            return self.antiderivative(-nu)
        c = self.c
        count = c.shape[0]
        if nu:
            factors = np.array([float(math.perm(count - 1 - k, nu)) for k in range(count - nu)])
            c = part(c, None, count - nu) * laid(factors, len(c.shape)) if nu < count else part(c, 0, 1) * 0.0
        return self._of_parts(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> PPoly:
        """Return the antiderivative of an order, which begins at 0; of a negative one, the derivative."""
        if nu <= 0:
            return self.derivative(-nu)
        c = self.c
        for _ in range(nu):
            c = self._integrated(c)
        return self._of_parts(c, self.x, False if self.extrapolate == "periodic" else self.extrapolate, self.axis)

    def _integrated(self, c: AnyArray) -> Tensor:
        count, ndim = c.shape[0], len(c.shape)
        c = c / laid(np.arange(count, 0.0, -1.0), ndim)
        h = laid(part(self.x, 1) - part(self.x, None, -1), ndim - 1)
        area = getitem_op(c, index=(0,))
        for k in range(1, count):
            area = area * h + getitem_op(c, index=(k,))
        area = area * h
        before = concatenate([np.zeros((1, *area.shape[1:])), part(cumsum(area, 0), None, -1)])
        return concatenate([c, reshape(before, (1, *before.shape))])

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """Return the integral from a to b."""
        continued = self.extrapolate if extrapolate is None else extrapolation(extrapolate, True)
        name = type(self).__name__
        a, b = real(a, name), real(b, name)
        integral = self._of_parts(self._integrated(self.c), self.x, continued is True, 0)
        if continued != "periodic":
            return integral(b) - integral(a)
        first, last = getitem_op(self.x, index=(0,)), getitem_op(self.x, index=(-1,))

        def until(t: AnyArray) -> Any:
            turns = floor((t - first) / (last - first))
            return turns * integral(last) + integral(t - turns * (last - first))

        integral.extrapolate = True
        return until(b) - until(a)

    def solve(self, y: Any = 0.0, discontinuity: bool = True, extrapolate: Any = None) -> Tensor:
        """Return where it has a value, in ascending order; differentiable by its coefficients, its breaks and y.

        SciPy finds the places. Two steps of Newton's method from there change none of them, and have their derivatives up to
        the third order.

        Raises
        ------
        ArgumentError
            In a recording, which does not know how many places there are; and where it jumps over the value.
        """
        name = type(self).__name__
        y = real(y, name)
        try:
            c, x, level = (t.detach().numpy() for t in (self.c, self.x, y))
        except PlainDataError:
            raise ArgumentError(
                f"{name}: a compiled function does not know how many places there are. Find each by tg.optimize.root_scalar."
            ) from None
        if c.ndim != 2 or level.ndim:
            raise ArgumentError(f"{name}: expected samples of one dimension to be solved for a number, got others.")
        continued = self.extrapolate if extrapolate is None else extrapolation(extrapolate, True)
        plain = _scipys_ppoly(c, x, extrapolate=continued)
        roots = np.asarray(plain.solve(float(level), discontinuity, continued))
        if np.any(abs(plain(roots, extrapolate=True) - level) > 1e-6 * np.max(abs(c))):
            raise ArgumentError(f"{name}: expected no jump over {level:g}. Pass discontinuity=False.")
        places = runtime.from_array(roots)
        for _ in range(2):
            apart, slope = self(places, 0, True) - y, self(places, 1, True)
            flat = slope == 0.0
            still = sqrt(apart - runtime.stopped(apart))  # a double root stays, and its derivative is infinite
            places = places - where(flat, still, apart / where(flat, 1.0, slope))
        return places

    def roots(self, discontinuity: bool = True, extrapolate: Any = None) -> Tensor:
        """Return where it is 0, as `solve` does."""
        return self.solve(0.0, discontinuity, extrapolate)


def hermite(x: AnyArray, y: AnyArray, slopes: AnyArray) -> Tensor:
    """Return the coefficients of the cubics with given values and slopes at breaks."""
    h = laid(part(x, 1) - part(x, None, -1), len(y.shape))
    rise = (part(y, 1) - part(y, None, -1)) / h
    left, right = part(slopes, None, -1), part(slopes, 1)
    t = (left + right - 2.0 * rise) / h
    cubics = [t / h, (rise - left) / h - t, left, part(y, None, -1)]
    return concatenate([reshape(c, (1, *c.shape)) for c in cubics])
