"""FITPACK's splines by their names in SciPy: those through all samples, and fits with given knots.

A smoothing spline has knots that the data choose, so it has no derivative by the data. SciPy fits it to plain data.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import or_as_scipy, plain
from tapegrad.ops.elementwise_ops import logical_or, where
from tapegrad.ops.interpolate.bsplines import BSpline
from tapegrad.ops.interpolate.interpolating_splines import make_interp_spline
from tapegrad.ops.interpolate.interpolation_data import laid, ordered, part, real, samples_of
from tapegrad.ops.linalg.least_squares import lstsq
from tapegrad.ops.references import scipys
from tapegrad.ops.shape_ops import concatenate, moveaxis, reshape, stack

_OUTSIDE = {"extrapolate": 0, "zeros": 1, "raise": 2, "const": 3}


def make_lsq_spline(
    x: Any, y: Any, t: Any, k: int = 3, w: Any = None, axis: int = 0, check_finite: bool = True, *, method: str = "qr"
) -> BSpline:
    """Return the spline with given knots that fits samples best, as `scipy.interpolate.make_lsq_spline`, of Tensors.

    Differentiable by x, y, the knots t and the weights w.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(5.0)
    >>> line = tg.interpolate.make_lsq_spline(x, [1.0, 3.0, 5.0, 7.0, 9.0], [0.0, 0.0, 4.0, 4.0], k=1)
    >>> print(line(2.5).numpy().round(6))
    6.0
    """
    name = "make_lsq_spline"
    x, knots = real(x, name), real(t, name)
    x = ordered(x, False, f"{name}: expected x in ascending order, got others. Sort x and y.")
    y, axis = samples_of(y, x, axis, name)
    count = knots.shape[0] - k - 1
    matrix, right = BSpline(knots, np.eye(max(count, 0)), k)(x), reshape(y, (y.shape[0], -1))
    if w is not None:
        weights = laid(real(w, name), 2)
        matrix, right = matrix * weights, right * weights
    c = reshape(lstsq(matrix, right)[0], (count, *y.shape[1:]))
    return BSpline(knots, moveaxis(c, 0, axis), k, axis=axis)


def _spline(name: str, x: Any, y: Any, w: Any, ends: Any, k: int, smooth: bool, t: Any) -> BSpline:
    """Return the spline through samples, or with interior knots t the one that fits them best."""
    x = real(x, name)
    first, last = (
        part(x, i, i + 1 or None) if end is None else reshape(real(end, name), (1,))
        for i, end in zip((0, -1), ends, strict=True)
    )
    if t is not None:
        return make_lsq_spline(x, y, concatenate([*[first] * (k + 1), real(t, name), *[last] * (k + 1)]), k, w)
    if smooth:
        raise ArgumentError(
            f"{name}: the knots of a smoothing spline are chosen by the data, and have no derivative. Pass s=0, or fit "
            "with knots of your own by LSQUnivariateSpline or make_lsq_spline."
        )
    if any(end is not None for end in ends) and not (np.all(first == x[0]) and np.all(last == x[-1])):
        raise ArgumentError(f"{name}: expected a spline that ends at the first and last x. Leave the ends out.")
    return make_interp_spline(x, y, k)


@or_as_scipy(scipys("scipy.interpolate", "splrep"))
def splrep(
    x: Any, y: Any, w: Any = None, xb: Any = None, xe: Any = None, k: int = 3, task: int = 0, s: Any = None,
    t: Any = None, full_output: Any = 0, per: Any = 0, quiet: Any = 1,
) -> tuple[Any, Any, int]:  # fmt: skip
    """Return the knots, coefficients and degree of a spline, as `scipy.interpolate.splrep`.

    It is differentiable by x, y and w where it passes through all samples (s=0), or the interior knots t are given.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(6.0)
    >>> value = lambda y: tg.interpolate.splev(2.5, tg.interpolate.splrep(x, y, k=1))
    >>> print(tg.grad(value)(x**2))
    [0.  0.  0.5 0.5 0.  0. ]
    """
    if per or full_output:
        raise ArgumentError("splrep: per and full_output are not taken. CubicSpline has periodic splines.")
    spline = _spline("splrep", x, y, w, (xb, xe), k, s != 0 if s is not None else w is not None, t)
    return _padded(spline)


def _padded(spline: BSpline, integrated: bool = False) -> tuple[Any, Any, int]:
    """Return what FITPACK's functions take: as many coefficients as knots. Those that it does not read are zeros, or of an
    antiderivative the last one again, as SciPy has them.
    """
    c, more = spline.c, spline.t.shape[0] - spline.c.shape[0]
    return spline.t, concatenate([c, *([c[-1:]] * more if integrated else [np.zeros(more)])]), spline.k


def splev(x: Any, tck: Any, der: int = 0, ext: Any = 0) -> Any:
    """Return values of a spline, or its derivatives, as `scipy.interpolate.splev`.

    It is differentiable by x, the knots and the coefficients.
    """
    if not isinstance(tck, (tuple, list)):
        return _extended(BSpline(tck.t, tck.c, tck.k), x, der, ext, "splev")
    t, c, k = tck
    if isinstance(c, (list, tuple)) and np.ndim(c[0]):
        return [splev(x, (t, parts, k), der, ext) for parts in c]
    return _extended(BSpline(t, c, k), x, der, ext, "splev")


def _extended(spline: BSpline, x: Any, nu: int, ext: Any, name: str) -> Any:
    """Return values at points, and outside of the base interval what `ext` says."""
    mode = _OUTSIDE.get(ext, ext)
    if mode not in (0, 1, 2, 3):
        raise ArgumentError(f"{name}: expected ext 0, 1, 2 or 3, or one of {', '.join(_OUTSIDE)}, got {ext!r}.")
    points = real(x, name)
    first, last = spline.t[spline.k], spline.t[-spline.k - 1]
    if mode == 3:
        points = where(points < first, first, where(points > last, last, points))
    values = spline(points, nu, True)
    if mode in (1, 2):
        outside = logical_or(points < first, points > last)
        if mode == 1:
            return where(outside, 0.0, values)
        if np.any(outside):
            raise ArgumentError(
                f"{name}: expected points between the first and last knot, got others. Pass another ext."
            )
    return values


def splint(a: Any, b: Any, tck: Any, full_output: Any = 0) -> Any:
    """Return the integral of a spline from a to b, as `scipy.interpolate.splint`; it is 0 outside of its knots."""
    if full_output:
        raise ArgumentError("splint: full_output is not taken. Leave it out.")
    t, c, k = tck if isinstance(tck, (tuple, list)) else (tck.t, tck.c, tck.k)
    return BSpline(t, c, k).integrate(a, b, extrapolate=False)


def splder(tck: Any, n: int = 1) -> Any:
    """Return the derivative of a spline, as `scipy.interpolate.splder`."""
    if not isinstance(tck, (tuple, list)):
        return BSpline(tck.t, tck.c, tck.k).derivative(n)
    return splantider(tck, -n) if n < 0 else _padded(BSpline(*tck).derivative(n))


def splantider(tck: Any, n: int = 1) -> Any:
    """Return the antiderivative of a spline, as `scipy.interpolate.splantider`."""
    if not isinstance(tck, (tuple, list)):
        return BSpline(tck.t, tck.c, tck.k).antiderivative(n)
    if n == 0:
        return tck
    return splder(tck, -n) if n < 0 else _padded(BSpline(*tck).antiderivative(n), integrated=True)


class UnivariateSpline:
    """A spline through samples, as `scipy.interpolate.UnivariateSpline` with s=0, of Tensors.

    Differentiable by the points where it is evaluated, by x and by y. With another `s`, or none, it is a smoothing
    spline: SciPy fits it to plain data, and it is differentiable by the points alone.

    Parameters
    ----------
    x, y : vectors
    w : vector, optional
        The weights of samples; a spline through all of them needs none.
    bbox : pair, optional
        The ends, if they are not the first and last x.
    k : int
        The degree.
    s : float, optional
        How smooth it is.
    ext : int or str
        What stands outside: 0 or "extrapolate", 1 or "zeros", 2 or "raise", 3 or "const".
    check_finite : bool
        Ignored.

    Raises
    ------
    ArgumentError
        For a smoothing spline of Tensors that require grad or are recorded.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(6.0)
    >>> print(tg.grad(lambda y: tg.interpolate.UnivariateSpline(x, y, k=1, s=0).integral(0.0, 5.0))(x**2))
    [0.5 1.  1.  1.  1.  0.5]
    """

    def __init__(
        self, x: Any, y: Any, w: Any = None, bbox: Any = (None, None), k: int = 3, s: Any = None, ext: Any = 0,
        check_finite: bool = False,
    ) -> None:  # fmt: skip
        self.ext = ext
        try:
            self._spline = _spline(type(self).__name__, x, y, w, bbox, k, s != 0, None)
        except ArgumentError as refusal:
            try:
                self._spline = _by_scipy(plain([x, y, w]), bbox, k, s)
            except (TypeError, ValueError):  # it is more than plain data, or SciPy refuses it too
                raise refusal from None

    def __call__(self, x: Any, nu: int = 0, ext: Any = None) -> Any:
        """Return values, or derivatives of order `nu`, at points."""
        return _extended(self._spline, x, nu, self.ext if ext is None else ext, "UnivariateSpline")

    def derivatives(self, x: Any) -> Any:
        """Return the value and all derivatives at a point."""
        return stack([self(x, n) for n in range(self._spline.k + 1)])

    def derivative(self, n: int = 1) -> UnivariateSpline:
        """Return the derivative of an order."""
        return self._of(self._spline.derivative(n))

    def antiderivative(self, n: int = 1) -> UnivariateSpline:
        """Return the antiderivative of an order, which is 0 at the first knot."""
        return self._of(self._spline.antiderivative(n))

    def _of(self, spline: BSpline) -> UnivariateSpline:
        other = UnivariateSpline.__new__(UnivariateSpline)
        other._spline, other.ext = spline, self.ext
        return other

    def integral(self, a: Any, b: Any) -> Any:
        """Return the integral from a to b; outside of the knots it adds nothing."""
        return self._spline.integrate(a, b, extrapolate=False)

    def get_coeffs(self) -> Any:
        """Return the coefficients."""
        return self._spline.c

    def get_knots(self) -> Any:
        """Return the interior knots between the two ends."""
        return part(self._spline.t, self._spline.k, self._spline.t.shape[0] - self._spline.k)


def _by_scipy(data: Any, bbox: Any, k: int, s: Any) -> BSpline:
    """Return the smoothing spline that SciPy fits to plain data."""
    spline = scipys("scipy.interpolate", "UnivariateSpline")(*data, list(bbox), k, s)
    knots = spline.get_knots()
    return BSpline(np.concatenate([[knots[0]] * k, knots, [knots[-1]] * k]), spline.get_coeffs(), k)


class InterpolatedUnivariateSpline(UnivariateSpline):
    """A spline through samples, as `scipy.interpolate.InterpolatedUnivariateSpline`: see `UnivariateSpline`.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    >>> slope = tg.grad(lambda t: tg.interpolate.InterpolatedUnivariateSpline(x, x**2)(t))(1.5)
    >>> print(round(float(slope), 6))
    3.0
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        w: Any = None,
        bbox: Any = (None, None),
        k: int = 3,
        ext: Any = 0,
        check_finite: bool = False,
    ) -> None:
        super().__init__(x, y, w, bbox, k, 0, ext)


class LSQUnivariateSpline(UnivariateSpline):
    """The spline with interior knots t that fits samples best, as `scipy.interpolate.LSQUnivariateSpline`.

    Differentiable by the points where it is evaluated, by x, y, t and w.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    >>> slope = tg.grad(lambda t: tg.interpolate.LSQUnivariateSpline(x, x**2, [2.0], k=2)(t))(1.5)
    >>> print(round(float(slope), 6))
    3.0
    """

    def __init__(
        self, x: Any, y: Any, t: Any, w: Any = None, bbox: Any = (None, None), k: int = 3, ext: Any = 0,
        check_finite: bool = False,
    ) -> None:  # fmt: skip
        self.ext, self._spline = ext, _spline("LSQUnivariateSpline", x, y, w, bbox, k, False, t)
