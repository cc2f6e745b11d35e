"""B-splines of any degree, evaluated by de Boor's recurrence.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.elementwise_ops import floor, logical_and, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.interpolate.interpolation_data import extrapolation, laid, ordered, part, placed, real
from tapegrad.ops.interpolate.intervals import at_intervals
from tapegrad.ops.reductions import cumsum
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate, moveaxis, reshape


class BSpline:
    """A spline as a sum of B-splines, as `scipy.interpolate.BSpline`, of Tensors.

    Differentiable by the points where it is evaluated, by its coefficients and by its knots.

    Parameters
    ----------
    t : vector of knots, ascending
    c : array of coefficients
    k : int
        The degree.
    extrapolate : bool or "periodic"
        Whether it goes on outside of the base interval, is NaN there, or repeats itself.
    axis : int
        The axis of the coefficients in c.

    Examples
    --------
    >>> import tapegrad as tg
    >>> hat = tg.interpolate.BSpline([0.0, 0.0, 1.0, 2.0, 2.0], [0.0, 1.0, 0.0], 1)
    >>> hat([0.25, 1.5])
    tensor([0.25, 0.5 ])
    """

    def __init__(self, t: Any, c: Any, k: int, extrapolate: Any = True, axis: int = 0) -> None:
        self.t, self.k, self.extrapolate = real(t, "BSpline"), int(k), extrapolation(extrapolate, True)
        c = real(c, "BSpline")
        if self.k < 0 or len(self.t.shape) != 1 or self.t.shape[0] < 2 * self.k + 2:
            raise ShapeError(f"BSpline: expected a degree of 0 or more and {2 * k + 2} knots at least, got {k} and {self.t.shape}.")  # fmt: skip
        if not -len(c.shape) <= axis < len(c.shape):
            raise ShapeError(f"BSpline: c of shape {c.shape} has no axis {axis}.")
        self.axis = axis % len(c.shape)
        self._count = self.t.shape[0] - self.k - 1
        c = moveaxis(c, self.axis, 0)
        if c.shape[0] < self._count:
            raise ShapeError(f"BSpline: expected {self._count} coefficients, got {c.shape[0]}.")
        self.t = ordered(self.t, False, "BSpline: expected knots in ascending order, got others. Sort them.")
        self._c = part(c, None, self._count)

    @staticmethod
    def _of_parts(t: AnyArray, c: Any, k: int, axis: int, extrapolate: Any) -> BSpline:
        """Return one of Tensors that fit."""
        spline = BSpline.__new__(BSpline)
        spline.t, spline._c, spline.k, spline.axis, spline.extrapolate = t, c, k, axis, extrapolate
        spline._count = t.shape[0] - k - 1
        return spline

    @property
    def c(self) -> Any:
        """The coefficients, along the first axis as SciPy has them."""
        return self._c

    @property
    def tck(self) -> tuple[Any, Any, int]:
        """The knots, the coefficients and the degree."""
        return self.t, self.c, self.k

    def derivative(self, nu: int = 1) -> BSpline:
        """Return the derivative of an order, a spline of a lower degree."""
        if not 0 <= nu <= self.k:
            raise ArgumentError(f"BSpline: expected an order from 0 to {self.k}, got {nu}.")
        t, c = self.t, self._c
        for degree in range(self.k, self.k - nu, -1):
            widths = laid(part(t, degree + 1, -1) - part(t, 1, -degree - 1), len(c.shape))
            some = widths > 0.0
            c = where(some, degree * (part(c, 1) - part(c, None, -1)) / where(some, widths, 1.0), 0.0)
            t = part(t, 1, -1)
        return self._of_parts(t, c, self.k - nu, self.axis, self.extrapolate)

    def antiderivative(self, nu: int = 1) -> BSpline:
        """Return the antiderivative of an order, which is 0 at the first knot: a spline of a higher degree."""
        if nu < 0:
            return self.derivative(-nu)
        t, c, k = self.t, self._c, self.k
        for degree in range(k, k + nu):
            widths = laid(part(t, degree + 1) - part(t, None, -degree - 1), len(c.shape))
            c = concatenate([np.zeros((1, *c.shape[1:])), cumsum(c * widths, 0) / (degree + 1.0)])
            t = concatenate([part(t, 0, 1), t, part(t, -1)])
        extrapolate = False if self.extrapolate == "periodic" and nu else self.extrapolate
        return self._of_parts(t, c, k + nu, self.axis, extrapolate)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """Return the integral from a to b; outside of the base interval it adds nothing unless the spline goes on."""
        continued = self.extrapolate if extrapolate is None else extrapolation(extrapolate, True)
        a, b = real(a, "BSpline"), real(b, "BSpline")
        first, last = getitem_op(self.t, index=(self.k,)), getitem_op(self.t, index=(self._count,))
        integral = self.antiderivative()
        integral.extrapolate, integral.axis = True, 0
        if continued == "periodic":

            def until(x: AnyArray) -> Any:
                turns = floor((x - first) / (last - first))
                return turns * (integral(last) - integral(first)) + integral(x - turns * (last - first))

            return until(b) - until(a)
        if continued is False:
            a, b = (where(x < first, first, where(x > last, last, x)) for x in (a, b))
        return integral(b) - integral(a)

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        """Return values, or derivatives of order `nu`, at points."""
        if nu < 0:
            raise ArgumentError(f"BSpline: expected an order of 0 or more, got {nu}.")
        continued = self.extrapolate if extrapolate is None else extrapolation(extrapolate, True)
        points = real(x, "BSpline")
        if nu > self.k:
            return self(points, 0, continued) * 0.0
        spline = self.derivative(nu) if nu else self
        column = points.shape + (1,) * (len(spline._c.shape) - 1)
        first, last = getitem_op(spline.t, index=(spline.k,)), getitem_op(spline.t, index=(spline._count,))
        if continued == "periodic":
            points = first + (points - first) % (last - first)
        values = spline._evaluated(points, column)
        inside = points == points
        if continued is False:
            inside = logical_and(points >= first, points <= last)
        if continued is False or not spline.k:
            values = where(reshape(inside, column), values, np.nan)
        return placed(values, points.shape, self.axis)

    def _evaluated(self, points: AnyArray, column: tuple[int, ...]) -> Any:
        k, count = self.k, self._count
        breaks, intervals = part(self.t, k + 1, count), count - k

        def near(values: Any, shift: int) -> AnyArray:
            """Return what stands so many places behind the beginning of each point's window."""
            return at_intervals(part(values, shift, shift + intervals), breaks, points)

        d = [near(self._c, r) for r in range(k + 1)]
        knots = [near(self.t, r) for r in range(1, 2 * k + 1)]  # from the second of the window on
        for s in range(1, k + 1):
            for r in range(k, s - 1, -1):
                low, high = knots[r - 1], knots[k + r - s]
                share = reshape((points - low) / (high - low), column)
                d[r] = (1.0 - share) * d[r - 1] + share * d[r]
        return d[k]
