"""B-splines of any degree: evaluated by de Boor's recurrence, and made to pass through samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.elementwise import logical_and, where
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.interpolate.intervals import at_intervals
from tapegrad.ops.interpolate.polynomials import _continued, breaks_of, known, laid, part, placed, real, samples_of
from tapegrad.ops.linalg.banded import solve_banded_op
from tapegrad.ops.shaping import concatenate, moveaxis, reshape


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
        That of the coefficients in c.

    Examples
    --------
    >>> import tapegrad as tg
    >>> hat = tg.interpolate.BSpline([0.0, 0.0, 1.0, 2.0, 2.0], [0.0, 1.0, 0.0], 1)
    >>> hat([0.25, 1.5])
    tensor([0.25, 0.5 ])
    """

    def __init__(self, t: Any, c: Any, k: int, extrapolate: Any = True, axis: int = 0) -> None:
        self.t, self.k, self.extrapolate = real(t, "BSpline"), int(k), _continued(extrapolate, True)
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
        knots = known(self.t)
        if knots is not None and not np.all(np.diff(knots) >= 0.0):
            raise ArgumentError("BSpline: expected knots in ascending order, got others. Sort them.")
        self._c = part(c, None, self._count)

    @property
    def c(self) -> Any:
        """The coefficients."""
        return moveaxis(self._c, 0, self.axis)

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
        found = BSpline.__new__(BSpline)
        found.t, found._c, found.k, found.axis, found.extrapolate = t, c, self.k - nu, self.axis, self.extrapolate
        found._count = t.shape[0] - found.k - 1
        return found

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        """Return values, or derivatives of order `nu`, at points."""
        if nu < 0:
            raise ArgumentError(f"BSpline: expected an order of 0 or more, got {nu}.")
        continued = self.extrapolate if extrapolate is None else _continued(extrapolate, True)
        points = real(x, "BSpline")
        if nu > self.k:
            return self(points, 0, continued) * 0.0
        own = self.derivative(nu) if nu else self
        column = points.shape + (1,) * (len(own._c.shape) - 1)
        first, last = getitem_op(own.t, index=(own.k,)), getitem_op(own.t, index=(own._count,))
        if continued == "periodic":
            points = first + (points - first) % (last - first)
        found = own._evaluated(points, column)
        inside = points == points
        if continued is False:
            inside = logical_and(points >= first, points <= last)
        if continued is False or not own.k:
            found = where(reshape(inside, column), found, np.nan)
        return placed(found, points.shape, self.axis)

    def _evaluated(self, points: Any, column: tuple[int, ...]) -> Any:
        k, count = self.k, self._count
        breaks, intervals = part(self.t, k + 1, count), count - k

        def near(values: Any, shift: int) -> Any:
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


def _knots(x: Any, k: int) -> Any:
    """Return the knots of a spline without conditions at its ends: "not a knot" are those next to them."""
    join = np.concatenate if isinstance(x, np.ndarray) else concatenate
    if k == 0:
        return join([x, part(x, -1)])
    if k % 2:
        inner = part(x, (k + 1) // 2, -((k + 1) // 2)) if k > 1 else part(x, 1, -1)
    else:
        inner = part((part(x, 1) + part(x, None, -1)) / 2.0, k // 2, -(k // 2))
    return join([*[part(x, 0, 1)] * (k + 1), inner, *[part(x, -1)] * (k + 1)])


def make_interp_spline(
    x: Any, y: Any, k: int = 3, t: Any = None, bc_type: Any = None, axis: int = 0, check_finite: bool = True
) -> BSpline:
    """Return the B-spline of degree `k` through samples, as `scipy.interpolate.make_interp_spline`, of Tensors.

    Differentiable by x and y. Knots and conditions at the ends are those of SciPy's defaults.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(6.0)
    >>> parabola = tg.interpolate.make_interp_spline(x, x * x, k=2)
    >>> parabola(2.5)
    tensor(6.25)
    """
    if t is not None or bc_type not in (None, "not-a-knot", (None, None)):
        raise ArgumentError(
            "make_interp_spline: t and bc_type are not taken. Leave them out, or use CubicSpline, which has conditions at "
            "its ends."
        )
    x = breaks_of(x, "make_interp_spline")
    n = x.shape[0]
    if not 0 <= k < n:
        raise ArgumentError(f"make_interp_spline: expected a degree from 0 to {n - 1}, for {n} samples, got {k}.")
    y, axis = samples_of(y, x, axis, "make_interp_spline")
    knots = _knots(x, k)
    if k < 2:
        return BSpline(knots, moveaxis(y, 0, axis), k, axis=axis)
    columns = _solved(x, knots, k, reshape(y, (n, -1)) if y.size else reshape(y, (n, 0)))
    return BSpline(knots, moveaxis(reshape(columns, y.shape), 0, axis), k, axis=axis)


def _solved(x: Any, knots: Any, k: int, right: Any) -> Any:
    """Return the coefficients with which the spline passes through samples.

    At each sample k + 1 B-splines are not zero: which ones, its place in the order of knots says, whatever the numbers are.
    """
    n = x.shape[0]
    order = _knots(np.arange(float(n)), k)
    window = np.clip(np.searchsorted(order, np.arange(float(n)), "right") - 1, k, n - 1)

    def at(shift: int) -> Any:
        return getitem_op(knots, index=(window + shift,))

    basis: list[Any] = [np.ones(n)]
    for degree in range(1, k + 1):  # Cox and de Boor's recurrence
        before: Any = None
        following: list[Any] = []
        for r in range(degree):
            high, low = at(r + 1), at(r + 1 - degree)
            share = basis[r] / (high - low)
            left = (high - x) * share
            following.append(left if before is None else before + left)
            before = (x - low) * share
        basis = [*following, before]
    rows = np.arange(n)
    bands = int(np.max(window - rows)), int(np.max(rows - window + k))  # above and below the diagonal
    upper, lower = max(bands[0], 0), max(bands[1], 0)
    ab: Any = None
    for r, values in enumerate(basis):
        places = window - k + r
        entries = scatter_add(values, shape=(lower + upper + 1, n), index=(upper + rows - places, places))
        ab = entries if ab is None else ab + entries
    return solve_banded_op(ab, right, lower=lower, upper=upper, transposed=False)
