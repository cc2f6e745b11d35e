"""Interpolants against SciPy's, with every option; derivatives by points, samples and places against differences."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.interpolate
import scipy.sparse.linalg

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tests.support import bends, close, gradient

OURS, THEIRS = tg.interpolate, scipy.interpolate
X = np.array([0.1, 0.9, 1.7, 3.0, 3.8, 5.2])
Y = np.random.default_rng(2).normal(size=(6, 2))
INSIDE = np.array([[0.45, 1.25, 2.1], [4.9, 3.3, 0.17]])
ALL = np.array([-0.7, 0.1, 0.5, 1.7, 2.2, 3.0, 5.2, 6.1, np.nan])
END = np.array([0.4, -0.3])


def periodic(y: Any) -> Any:
    """Samples of which the last is the first."""
    return (np if isinstance(y, np.ndarray) else tg).concatenate([y[:-1], y[:1]])


def joined(x: Any) -> Any:
    """Nine knots, two of them twice."""
    return (np if isinstance(x, np.ndarray) else tg).concatenate([x[:1] - 1.0, x[:1], x[:2], x[1:]])


def spline(**options: Any) -> Any:
    return lambda m, x, y: m.CubicSpline(x, periodic(y) if options.get("bc_type") == "periodic" else y, **options)


def line(**options: Any) -> Any:
    return lambda m, x, y: m.interp1d(x, y, axis=0, bounds_error=False, **options)


MAKERS: dict[str, Any] = {
    "spline": spline(),
    "clamped": spline(bc_type="clamped"),
    "natural": spline(bc_type="natural", extrapolate=False),
    "periodic": spline(bc_type="periodic"),
    "first derivatives": spline(bc_type=((1, END), (1, 2.0 * END))),
    "second and none": spline(bc_type=((2, END), "not-a-knot")),
    "none and second": spline(bc_type=("not-a-knot", (2, END)), extrapolate="periodic"),
    "two words": spline(bc_type=("natural", "clamped")),
    "pchip": lambda m, x, y: m.PchipInterpolator(x, y),
    "pchip, cut off": lambda m, x, y: m.PchipInterpolator(x, y, extrapolate=False),
    "akima": lambda m, x, y: m.Akima1DInterpolator(x, y),
    "hermite": lambda m, x, y: m.CubicHermiteSpline(x, y, 0.5 * y[::-1]),
    "piecewise": lambda m, x, y: m.PPoly(y[:5].T.reshape(2, 5), x),
    "piecewise, repeated": lambda m, x, y: m.PPoly(y[:5].T.reshape(2, 5), x, "periodic"),
    "line": line(fill_value="extrapolate"),
    "line, filled": line(fill_value=(1.0, END)),
    "cubic": line(kind="cubic"),
    "nearest": line(kind="nearest"),
    "nearest, up": line(kind="nearest-up", fill_value=3.0),
    "zero": line(kind="zero"),
    "previous": line(kind="previous", fill_value="extrapolate"),
    "next": line(kind="next", fill_value="extrapolate"),
    "by order": line(kind=1),
    "quadratic": line(kind="quadratic", fill_value="extrapolate"),
    "degree 5": line(kind=5),
    "B-spline": lambda m, x, y: m.make_interp_spline(x, y),
    "B-spline of degree 5": lambda m, x, y: m.make_interp_spline(x, y, 5),
    "B-spline, natural": lambda m, x, y: m.make_interp_spline(x, y, bc_type="natural"),
    "B-spline, derivatives": lambda m, x, y: m.make_interp_spline(
        x, y, 5, bc_type=([(1, END), (3, 2.0 * END)], [(2, END), (1, END)])
    ),
    "B-spline, slope": lambda m, x, y: m.make_interp_spline(x, y, 2, bc_type=([(1, END)], None)),
    "B-spline, repeated": lambda m, x, y: m.BSpline(joined(x), y, 2, "periodic"),
    "FITPACK": lambda m, x, y: m.UnivariateSpline(x, y[:, 0], s=0),
    "FITPACK, degree 2": lambda m, x, y: m.InterpolatedUnivariateSpline(x, y[:, 0], k=2, ext=3),
    "FITPACK, slope": lambda m, x, y: m.InterpolatedUnivariateSpline(x, y[:, 0], k=4, ext="zeros").derivative(),
    "FITPACK, integral": lambda m, x, y: m.UnivariateSpline(x, y[:, 0], k=2, s=0).antiderivative(),
    "FITPACK, knots": lambda m, x, y: m.LSQUnivariateSpline(x, y[:, 0], [2.4], np.arange(1.0, 7.0), k=2),
    "FITPACK, ends": lambda m, x, y: m.LSQUnivariateSpline(x, y[:, 0], [2.4], None, [-1.0, 6.0], 1),
    "FITPACK, functions": lambda m, x, y: lambda p: m.splev(p, m.splrep(x, y[:, 0])),
    "FITPACK, slopes": lambda m, x, y: lambda p: m.splev(p, m.splder(m.splrep(x, y[:, 0], s=0)), 1, ext=1),
    "FITPACK, integrals": lambda m, x, y: lambda p: m.splev(p, m.splantider(m.splrep(x, y[:, 0], t=[2.3], k=1))),
    "least squares": lambda m, x, y: m.make_lsq_spline(x, y, [0.0, 0.0, 0.0, 2.5, 5.5, 5.5, 5.5], 2),
}  # fmt: skip
try:
    THEIRS.Akima1DInterpolator(X, Y, extrapolate=True)
    MAKERS["makima"] = lambda m, x, y: m.Akima1DInterpolator(x, y, method="makima", extrapolate=True)
except TypeError:  # SciPy before 1.14
    pass
each = pytest.mark.parametrize("name", MAKERS)


def values(m: Any, name: str, x: Any, y: Any, points: Any) -> Any:
    return MAKERS[name](m, x, y)(points)


def exact(name: str, weights: Any) -> Any:
    """A weighted sum of SciPy's values, of numbers of any precision."""
    return lambda x, y, p: np.sum(weights * values(THEIRS, name, *(np.asarray(a, float) for a in (x, y, p))))


def weights_of(name: str) -> np.ndarray:
    return np.random.default_rng(2).uniform(0.5, 1.5, np.shape(values(THEIRS, name, X, Y, INSIDE)))


@each
def test_values(name):
    for points in (ALL, INSIDE, 2.2, [0.5, 1.0]):
        expected = values(THEIRS, name, X, Y, points)
        found = values(OURS, name, X, Y, points)
        assert found.shape == expected.shape
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-12, atol=1e-12)


@each
def test_first_derivatives(name):
    w = weights_of(name)
    tensors = [tg.tensor(a, requires_grad=True) for a in (X, Y, INSIDE)]
    found = tg.autograd.grad(np.sum(w * values(OURS, name, *tensors)), tensors, materialize_grads=True)
    for value, expected in zip(found, gradient(exact(name, w), [X, Y, INSIDE]), strict=True):
        close(value.numpy(), expected)


@pytest.mark.sampled(6)
@each
def test_second_derivatives(name):
    w, rng = weights_of(name), np.random.default_rng(3)
    arrays = [X, Y, INSIDE]
    directions = [0.3 * rng.normal(size=a.shape) for a in arrays]

    def slope(*args: Any) -> Any:
        found = tg.grad(lambda *args: np.sum(w * values(OURS, name, *args)), (0, 1, 2))(*args)
        return sum(np.sum(g * d) for g, d in zip(found, directions, strict=True))

    found = tg.grad(slope, (0, 1, 2))(*arrays)
    for value, expected in zip(found, bends(exact(name, w), arrays, directions), strict=True):
        close(value, expected, 2)


@pytest.mark.sampled(2)
@each
def test_compiled_and_in_batches(name):
    """One recording, whatever the intervals of the points."""
    w = weights_of(name)
    f = tg.compile(tg.value_and_grad(lambda *args: np.sum(w * values(OURS, name, *args)), (0, 1, 2)))
    eager = tg.value_and_grad(lambda *args: np.sum(w * values(OURS, name, *args)), (0, 1, 2))
    moved = INSIDE[:, ::-1] * 0.9
    for points in (INSIDE, moved):
        (value, slopes), (expected, others) = f(X, Y, points), eager(X, Y, points)
        assert value == pytest.approx(expected, rel=1e-13)
        for g, h in zip(slopes, others, strict=True):
            np.testing.assert_allclose(g, h, rtol=1e-11, atol=1e-12)
    assert f.stats()["recordings"] == 1
    found = tg.vmap(lambda p: values(OURS, name, X, Y, p))(INSIDE)
    np.testing.assert_allclose(found, [values(THEIRS, name, X, Y, p) for p in INSIDE], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ["spline", "natural", "periodic", "none and second", "pchip", "pchip, cut off", "akima", "hermite", "piecewise", "piecewise, repeated", "B-spline", "B-spline of degree 5", "B-spline, derivatives"])  # fmt: skip
def test_derivatives_and_integrals_of_interpolants(name):
    ours, theirs = MAKERS[name](OURS, X, Y), MAKERS[name](THEIRS, X, Y)
    bends = name.startswith("B-spline")  # whose knots coincide at the ends
    for nu in range(ours.k + 1 if bends else 5):
        np.testing.assert_allclose(ours(INSIDE, nu).numpy(), theirs(INSIDE, nu), rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(ours.derivative(nu)(ALL).numpy(), theirs.derivative(nu)(ALL), rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(
            ours.antiderivative(nu)(ALL).numpy(), theirs.antiderivative(nu)(ALL), rtol=1e-10, atol=1e-10
        )
    for a, b in ((0.5, 4.0), (4.0, 0.5), (-3.0, 7.5), (0.1, 5.2)):
        for extrapolate in (None, True, False, "periodic"):
            expected = theirs.integrate(a, b, extrapolate)
            np.testing.assert_allclose(ours.integrate(a, b, extrapolate).numpy(), expected, rtol=1e-10, atol=1e-10)
    rest = ours.c.shape[1 if bends else 2 :]
    w = np.arange(1.0, 1.0 + np.prod(rest)).reshape(rest)
    found = tg.grad(lambda a, b: np.sum(w * ours.integrate(a, b)), (0, 1))(0.5, 4.1)
    np.testing.assert_allclose(found, [-np.sum(w * theirs(0.5)), np.sum(w * theirs(4.1))], rtol=1e-12)


@pytest.mark.parametrize("name", ["spline", "natural", "pchip, cut off", "periodic"])
def test_places_of_values_and_their_derivatives(name):
    for level, column in ((0.0, 0), (0.2, 1), (9.0, 0)):
        ours, theirs = (MAKERS[name](m, X, Y[:, column]) for m in (OURS, THEIRS))
        np.testing.assert_allclose(ours.solve(level).numpy(), theirs.solve(level), rtol=1e-12)
    level, y = 0.1, Y[:, 0]

    def places(x, y, level):
        return MAKERS[name](OURS, x, y).solve(level, extrapolate=False)

    def reference(x, y, level):
        x, y = (np.asarray(a, float) for a in (x, y))
        return np.sum(np.sin(MAKERS[name](THEIRS, x, y).solve(float(level), extrapolate=False)))

    found = tg.grad(lambda *args: np.sum(np.sin(places(*args))), (0, 1, 2))(X, y, level)
    for value, expected in zip(found, gradient(reference, [X, y, np.array(level)]), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-6, atol=1e-8)
    second = tg.hessian(lambda y: np.sum(np.sin(places(X, y, level))))(y)
    step = 1e-5
    for k, unit in enumerate(step * np.eye(6)):
        up, down = (tg.grad(lambda y: np.sum(np.sin(places(X, y, level))))(y + s * unit) for s in (1.0, -1.0))
        np.testing.assert_allclose(second[k], (up - down) / (2.0 * step), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(MAKERS[name](OURS, X, y).roots().numpy(), MAKERS[name](THEIRS, X, y).roots(), rtol=1e-12)


def test_places_that_are_refused():
    jumping = [[1.0, 1.0], [-2.0, 1.0]]
    assert (
        OURS.PPoly(jumping, [0.0, 1.0, 2.0]).roots(discontinuity=False).size
        == THEIRS.PPoly(jumping, [0.0, 1.0, 2.0]).roots(False).size
    )
    with pytest.raises(ArgumentError, match="no jump over 0"):
        OURS.PPoly(jumping, [0.0, 1.0, 2.0]).roots(extrapolate=False)
    with pytest.raises(ArgumentError, match="does not know how many"):
        tg.compile(lambda y: OURS.CubicSpline(X, y).roots())(Y[:, 0])


@pytest.mark.parametrize("n", [2, 3, 4])
def test_b_splines_of_few_samples(n):
    for k in range(n):
        ours, theirs = OURS.make_interp_spline(X[:n], Y[:n], k), THEIRS.make_interp_spline(X[:n], Y[:n], k)
        for nu in range(k + 2):
            for extrapolate in (True, False, "periodic"):
                expected = theirs(ALL, nu, extrapolate)
                np.testing.assert_allclose(ours(ALL, nu, extrapolate).numpy(), expected, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(ours.c.numpy(), theirs.c, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(ours.t.numpy(), theirs.t, rtol=1e-14)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_few_samples(n):
    x, y, p = X[:n], Y[:n], INSIDE / 3.0
    for name in ("spline", "clamped", "natural", "periodic", "first derivatives", "second and none", "none and second", "pchip"):  # fmt: skip
        np.testing.assert_allclose(
            values(OURS, name, x, y, p).numpy(), values(THEIRS, name, x, y, p), rtol=1e-10, atol=1e-10
        )


def test_akima_of_few_samples():
    two = OURS.Akima1DInterpolator(X[:2], Y[:2])(0.5).numpy()  # a line
    np.testing.assert_allclose(two, [np.interp(0.5, X[:2], column) for column in Y[:2].T], rtol=1e-12)
    for n in (3, 4):
        expected = THEIRS.Akima1DInterpolator(X[:n], Y[:n])(INSIDE / 3.0)
        np.testing.assert_allclose(OURS.Akima1DInterpolator(X[:n], Y[:n])(INSIDE / 3.0).numpy(), expected, rtol=1e-10)


def test_samples_along_other_axes():
    y = np.random.default_rng(4).normal(size=(2, 6, 3))
    for axis in (1, -2):
        for maker in (
            lambda m, a=axis: m.CubicSpline(X, y, a), lambda m, a=axis: m.PchipInterpolator(X, y, a), lambda m, a=axis: m.interp1d(X, y, axis=a),
            lambda m, a=axis: m.Akima1DInterpolator(X, y, a),
        ):  # fmt: skip
            for points in (INSIDE, 0.5):
                np.testing.assert_allclose(maker(OURS)(points).numpy(), maker(THEIRS)(points), rtol=1e-12, atol=1e-12)


def test_samples_in_any_order():
    order = np.array([3, 0, 5, 1, 4, 2])
    expected = THEIRS.interp1d(X[order], Y[order], axis=0)(INSIDE)
    f = tg.compile(lambda x, y: OURS.interp1d(x, y, axis=0)(INSIDE))
    for found in (OURS.interp1d(X[order], Y[order], axis=0)(INSIDE).numpy(), f(X[order], Y[order]), f(X, Y)):
        np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert f.stats()["recordings"] == 1


def test_float32():
    x, y, p = np.float32(X), np.float32(Y), np.float32(INSIDE)
    for name in ("spline", "pchip", "line", "nearest", "cubic", "zero", "by order", "quadratic"):
        found, expected = values(OURS, name, x, y, p), values(THEIRS, name, x, y, p)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5, atol=1e-5)


def test_flat_data():
    """Where neighbours are equal, slopes have formulas of their own."""
    y = np.array([1.0, 1.0, 1.0, 2.0, 2.0, 1.0])
    for name in ("pchip", "akima"):
        np.testing.assert_allclose(values(OURS, name, X, y, ALL).numpy(), values(THEIRS, name, X, y, ALL), rtol=1e-12)
        slope = tg.grad(lambda y: np.sum(values(OURS, name, X, y, INSIDE)))(y)
        assert np.isfinite(slope).all()


# ------------------------------------------------------------------------------------------------- grids

GRID = (np.array([0.0, 1.0, 3.0]), np.array([2.0, 1.0, 0.0, -1.0]), np.array([0.0, 5.0]))
DATA = np.random.default_rng(5).normal(size=(3, 4, 2, 2))
POINTS = np.random.default_rng(6).uniform([0.1, -0.9, 0.1], [2.9, 1.9, 4.9], (4, 3))
BEYOND = np.array([[-1.0, 0.5, 1.0], [0.5, 0.5, 6.0], [0.5, np.nan, 1.0], [3.0, 2.0, 5.0], [0.0, -1.0, 0.0]])


@pytest.mark.parametrize("method", ["linear", "nearest"])
def test_grids(method):
    for fill in (None, np.nan, 3.0):
        ours, theirs = (m.RegularGridInterpolator(GRID, DATA, method, False, fill) for m in (OURS, THEIRS))
        for points in (POINTS, BEYOND, POINTS[0], POINTS.reshape(2, 2, 3)):
            np.testing.assert_allclose(ours(points).numpy(), theirs(points), rtol=1e-13, atol=1e-14)
    for d in (1, 2):
        data = DATA[:, 0, 0, 0] if d == 1 else DATA[:, :, 0, 0]
        ours, theirs = (m.RegularGridInterpolator(GRID[:d], data, method) for m in (OURS, THEIRS))
        np.testing.assert_allclose(ours(POINTS[:, :d]).numpy(), theirs(POINTS[:, :d]), rtol=1e-13, atol=1e-14)
        pair = tuple(POINTS[:, k] for k in range(d)) if d > 1 else POINTS[:, 0]
        expected = THEIRS.interpn(GRID[:d], data, pair, method)
        np.testing.assert_allclose(OURS.interpn(GRID[:d], data, pair, method).numpy(), expected, rtol=1e-13, atol=1e-14)


def test_splines_on_grids():
    """Products of splines; SciPy's own are solved for all axes at once, here by its direct solver."""
    rng = np.random.default_rng(8)
    grid = [np.sort(rng.uniform(0.0, 5.0, n)) for n in (6, 7)]
    data, points = rng.normal(size=(6, 7, 2)), rng.uniform([g[1] for g in grid], [g[-2] for g in grid], (4, 2))
    outside = np.concatenate([points, [[-0.2, 5.5]]])
    w = rng.uniform(0.5, 1.5, (4, 2))
    for method in ("cubic", "quintic"):
        ours = OURS.RegularGridInterpolator(grid, data, method, False, None)
        theirs = THEIRS.RegularGridInterpolator(grid, data, method, False, None, solver=scipy.sparse.linalg.spsolve)
        np.testing.assert_allclose(ours(outside).numpy(), theirs(outside), rtol=1e-9, atol=1e-10)

        def loss(data, points, method=method):
            return np.sum(w * OURS.RegularGridInterpolator(grid, data, method)(points))

        def reference(data, points, method=method):
            exactly = {"solver": scipy.sparse.linalg.spsolve}
            data, points = (np.asarray(a, float) for a in (data, points))
            return np.sum(w * THEIRS.RegularGridInterpolator(grid, data, method, **exactly)(points))

        for found, expected in zip(
            tg.grad(loss, (0, 1))(data, points), gradient(reference, [data, points]), strict=True
        ):
            np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)
        slope = tg.compile(tg.grad(loss, 1))
        for moved in (points, points[::-1]):
            np.testing.assert_allclose(slope(data, moved), tg.grad(loss, 1)(data, moved), rtol=1e-9, atol=1e-10)
        assert slope.stats()["recordings"] == 1
    for method in ("splinef2d", "pchip"):
        found = OURS.interpn(grid, data[..., 0], points, method)
        np.testing.assert_allclose(found.numpy(), THEIRS.interpn(grid, data[..., 0], points, method), rtol=1e-9)


def test_derivatives_of_grids():
    w = np.random.default_rng(7).uniform(0.5, 1.5, (4, 2))
    arrays = [*GRID, DATA, POINTS]

    def f(m: Any, *args: Any) -> Any:
        return np.sum(w * m.RegularGridInterpolator(args[:3], args[3], bounds_error=False, fill_value=None)(args[4]))

    expected = gradient(lambda *args: f(THEIRS, *(np.asarray(a, float) for a in args)), arrays)
    for value, wanted in zip(tg.grad(lambda *a: f(OURS, *a), tuple(range(5)))(*arrays), expected, strict=True):
        close(value, wanted)
    slope = tg.compile(tg.grad(lambda p: f(OURS, *GRID, DATA, p)))
    np.testing.assert_allclose(slope(POINTS), expected[4], rtol=1e-8, atol=1e-9)
    eager = tg.grad(lambda p: f(OURS, *GRID, DATA, p))
    np.testing.assert_allclose(slope(POINTS[::-1]), eager(POINTS[::-1]), rtol=1e-12, atol=1e-13)
    assert slope.stats()["recordings"] == 1


def test_points_outside_are_errors_where_scipy_has_them():
    f = tg.compile(lambda p: OURS.interp1d(X, Y[:, 0])(p))
    f(np.array([0.5]))
    grid = OURS.RegularGridInterpolator(GRID, DATA)
    for call in (lambda: OURS.interp1d(X, Y[:, 0])(9.0), lambda: f(np.array([9.0])), lambda: grid(BEYOND[0])):
        with pytest.raises(ArgumentError, match="within the samples"):
            call()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: OURS.CubicSpline(X[::-1], Y), ArgumentError, "ascending"),
        (lambda: OURS.CubicSpline(X[:1], Y[:1]), ShapeError, "two numbers"),
        (lambda: OURS.CubicSpline(X, Y[:3]), ShapeError, "as many samples"),
        (lambda: OURS.CubicSpline(X, Y, axis=2), ShapeError, "axis"),
        (lambda: OURS.CubicSpline(X, Y * 1j), DtypeError, "real"),
        (lambda: OURS.CubicSpline(X, Y, bc_type="periodic"), ArgumentError, "equal"),
        (lambda: OURS.CubicSpline(X, Y, bc_type="free"), ArgumentError, "not-a-knot"),
        (lambda: OURS.CubicSpline(X, Y, bc_type=("natural",)), ArgumentError, "pair"),
        (lambda: OURS.CubicSpline(X, Y, bc_type=((3, END), "natural")), ArgumentError, "order 1 or 2"),
        (lambda: OURS.CubicSpline(X, Y, bc_type=((1, 0.0), "natural")), ShapeError, "derivative of shape"),
        (lambda: OURS.CubicSpline(X, Y)(1.0, -1), ArgumentError, "order"),
        (lambda: OURS.Akima1DInterpolator(X, Y, method="other"), ArgumentError, "makima"),
        (lambda: OURS.interp1d(X, Y[:, 0], "quintic"), ArgumentError, "linear"),
        (lambda: OURS.interp1d(X, Y), ShapeError, "axis -1"),
        (lambda: OURS.interp1d(X, Y, axis=0, fill_value=np.ones(3)), ShapeError, "fill values"),
        (lambda: OURS.interp1d(X, Y[:, 0], bounds_error=True, fill_value="extrapolate"), ArgumentError, "bounds_error"),
        (lambda: OURS.BSpline(X[::-1], Y, 1), ArgumentError, "ascending"),
        (lambda: OURS.BSpline(X, Y[:2], 2), ShapeError, "coefficients"),
        (lambda: OURS.BSpline(X[:3], Y, 1), ShapeError, "knots"),
        (lambda: OURS.make_interp_spline(X, Y, 6), ArgumentError, "degree from 0 to 5"),
        (lambda: OURS.make_interp_spline(X, Y, bc_type="periodic"), ArgumentError, "CubicSpline"),
        (lambda: OURS.make_interp_spline(X, Y, bc_type="free"), ArgumentError, "'not-a-knot', 'natural', 'clamped'"),
        (
            lambda: OURS.make_interp_spline(X, Y, bc_type=([(2, END)], None)),
            ArgumentError,
            "2 derivatives, got 1 and 0",
        ),
        (lambda: OURS.make_interp_spline(X, Y, bc_type=([(4, END)], None)), ArgumentError, "orders up to 3"),
        (lambda: OURS.make_interp_spline(X, Y, bc_type=([(1, 0.0)], None)), ShapeError, "derivatives of shape"),
        (lambda: OURS.make_interp_spline(X, Y, t=np.arange(10.0)), ArgumentError, "all x in their base interval"),
        (lambda: OURS.PPoly(np.ones((2, 3)), X), ShapeError, "5 intervals"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA, "pchip"), ArgumentError, "use PchipInterpolator"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA, "cubic")(POINTS), ShapeError, "4 points or more"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA, solver=1), ArgumentError, "solver"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA)(POINTS, nu=(1, 0, 0)), ArgumentError, "nu"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA)(POINTS[:, :2]), ShapeError, "3 coordinates"),
        (lambda: OURS.RegularGridInterpolator(GRID, DATA[:2]), ShapeError, "along axis 0"),
    ],
)
def test_what_is_refused(call, error, text):
    with pytest.raises(error, match=text):
        call()


INFINITE = [-np.inf, np.inf, np.nan, 1.0, -2.0]


@pytest.mark.parametrize("imaginary", [0.0, 1j])
def test_samples_beside_infinities(imaginary):
    """Between two ends of which one or both are infinite, and where both ends have one value, `np.interp` says what there is."""
    points = [[0.0, 1.0], [-np.inf, 1.0], [0.0, np.inf], [-np.inf, np.inf]]
    at = np.array([0.5, -3.0, 7.0, 0.0, 1.0, np.nan])
    for xp in map(np.array, points):
        for first in INFINITE:
            for last in INFINITE:
                fp = np.array([first, last])
                with np.errstate(all="ignore"):
                    fp = fp if not imaginary else fp + imaginary * fp[::-1]
                    expected = np.interp(at, xp, fp)
                    np.testing.assert_array_equal(np.interp(tg.tensor(at), xp, fp).numpy(), expected)
    compiled = tg.compile(np.interp)
    with np.errstate(all="ignore"):
        for fp in (np.array([np.inf, 1.0]), np.array([-np.inf, -np.inf]), np.array([3.0, 1.0])):
            np.testing.assert_array_equal(compiled(at, np.array([0.0, 1.0]), fp), np.interp(at, [0.0, 1.0], fp))


@pytest.mark.parametrize(
    "name", ["CubicSpline", "PchipInterpolator", "Akima1DInterpolator", "make_interp_spline", "RegularGridInterpolator"]
)
def test_samples_that_do_not_ascend_are_refused_at_each_run(name):
    """Their intervals are found by the order, which a recording does not know."""
    y, at = np.array([1.0, 4.0, 2.0, 3.0]), np.array([0.5])
    more = {"bounds_error": False, "fill_value": None} if name.startswith("Regular") else {}

    def place(x):
        return (x,) if name.startswith("Regular") else x

    f = tg.compile(lambda x, y, at: getattr(tg.interpolate, name)(place(x), y, **more)(at))
    good = np.array([0.0, 1.0, 2.0, 3.0])
    expected = getattr(scipy.interpolate, name)(place(good), y, **more)(at)
    np.testing.assert_allclose(f(good, y, at), expected, rtol=1e-13)
    for x in (good[::-1].copy(), good[[0, 2, 1, 3]], np.array([0.0, 1.0, 1.0, 2.0])):
        with pytest.raises(tg.errors.ArgumentError, match="ascending order"):
            f(x, y, at)


def test_knots_that_do_not_ascend_are_refused_at_each_run():
    f = tg.compile(lambda t, c, at: tg.interpolate.BSpline(t, c, 1)(at))
    t, c, at = np.array([0.0, 0.0, 1.0, 2.0, 3.0, 3.0]), np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5])
    np.testing.assert_allclose(f(t, c, at), scipy.interpolate.BSpline(t, c, 1)(at))
    with pytest.raises(tg.errors.ArgumentError, match="ascending order"):
        f(t[[0, 1, 3, 2, 4, 5]], c, at)


@pytest.mark.parametrize(("method", "count"), [("cubic", 3), ("quintic", 5)])
def test_grids_of_too_few_points_for_splines_are_refused(method, count):
    few, values = np.arange(float(count)), np.zeros((count, count))
    for module in (scipy, tg):
        with pytest.raises(ValueError, match="points"):
            module.interpolate.RegularGridInterpolator((few, few), values, method)
        with pytest.raises(ValueError, match="points"):
            module.interpolate.RegularGridInterpolator((few, few), values)([[0.5, 0.5]], method)


def test_double_roots_have_a_place_and_no_finite_derivative():
    c, x = np.array([[1.0, -1.0], [0.0, 0.0], [-1.0, 0.0]]), np.array([-1.0, 0.0, 1.0])
    np.testing.assert_allclose(tg.interpolate.PPoly(c, x).roots().numpy(), scipy.interpolate.PPoly(c, x).roots())
    simple, double = (tg.grad(lambda c, k=k: tg.interpolate.PPoly(c, x).roots()[k])(c) for k in (0, 1))
    np.testing.assert_allclose(simple[:, 0], [0.5, -0.5, 0.5])  # of -p / p' at -1 from the break, where p' is -2
    assert not np.isfinite(double[2, 1])


def test_complex_numbers_outside_of_a_grid_are_refused():
    with pytest.raises(DtypeError, match="fill_value"):
        tg.interpolate.RegularGridInterpolator((GRID[0],), np.zeros(len(GRID[0])), fill_value=1j)


def test_functions_of_fitpack():
    t, c, k = OURS.splrep(X, Y[:, 0])
    theirs = THEIRS.splrep(X, Y[:, 0])
    np.testing.assert_allclose(t.numpy(), theirs[0])
    np.testing.assert_allclose(c.numpy(), theirs[1], atol=1e-12)
    assert k == theirs[2]
    for a, b in ((0.2, 4.0), (-1.0, 9.0), (3.0, 1.0)):
        np.testing.assert_allclose(OURS.splint(a, b, (t, c, k)).item(), THEIRS.splint(a, b, theirs), rtol=1e-12)
    both = OURS.splev(X, (t, [c, 2.0 * c], k))
    np.testing.assert_allclose(both[1].numpy(), 2.0 * Y[:, 0])
    spline = OURS.UnivariateSpline(X, Y[:, 0], s=0)
    expected = THEIRS.UnivariateSpline(X, Y[:, 0], s=0)
    np.testing.assert_allclose(spline.get_knots().numpy(), expected.get_knots())
    np.testing.assert_allclose(spline.get_coeffs().numpy(), expected.get_coeffs(), atol=1e-12)
    np.testing.assert_allclose(spline.derivatives(2.2).numpy(), expected.derivatives(2.2), rtol=1e-11)
    np.testing.assert_allclose(spline.integral(0.0, 3.3).item(), expected.integral(0.0, 3.3), rtol=1e-12)
    with pytest.raises(ArgumentError, match="another ext"):
        spline([0.2, 9.0], ext="raise")
    with pytest.raises(ArgumentError, match="expected ext"):
        spline(0.2, ext=5)


def test_smoothing_splines_are_scipys_on_plain_data():
    y, w = Y[:, 0], np.full(6, 1.3)
    for options in ({}, {"s": 0.7}, {"w": w, "k": 2}, {"s": 0, "bbox": [0.0, 6.0]}):
        spline, expected = OURS.UnivariateSpline(X, y, **options), THEIRS.UnivariateSpline(X, y, **options)
        np.testing.assert_allclose(spline(INSIDE).numpy(), expected(INSIDE), rtol=1e-12)
        np.testing.assert_allclose(tg.grad(spline)(2.2), expected(2.2, 1), rtol=1e-10)
    np.testing.assert_allclose(OURS.splrep(X, y, s=0.7)[1].numpy(), THEIRS.splrep(X, y, s=0.7)[1])
    for call in (
        lambda y: OURS.UnivariateSpline(X, y),
        lambda y: OURS.splrep(X, y, w),
        lambda y: tg.compile(lambda y: OURS.UnivariateSpline(X, y, s=0.1)(2.0))(y),
    ):
        with pytest.raises(ArgumentError, match=r"Pass s=0, or fit with knots of your own"):
            call(tg.tensor(y, requires_grad=True))
    with pytest.raises(ArgumentError, match="periodic"):
        OURS.splrep(X, tg.tensor(y, requires_grad=True), per=True)


def test_splines_of_plain_data_take_tensors_in_the_namespace():
    from tapegrad.scipy import interpolate

    y = Y[:, 0]
    tck, spline = interpolate.splrep(X, y, s=0.7), interpolate.UnivariateSpline(X, y, s=0.7)
    assert type(tck[1]) is np.ndarray
    for f in (lambda x: interpolate.splev(x, tck), spline, spline.derivative().antiderivative()):
        np.testing.assert_allclose(tg.grad(f)(2.2), THEIRS.splev(2.2, tck, 1), rtol=1e-10)


KERNELS = [
    "linear",
    "thin_plate_spline",
    "cubic",
    "quintic",
    "multiquadric",
    "inverse_multiquadric",
    "inverse_quadratic",
    "gaussian",
]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("options", [{}, {"degree": -1}, {"smoothing": 0.3, "degree": 2}], ids=str)
def test_radial_functions(kernel, options):
    rng = np.random.default_rng(3)
    y, d, x = rng.uniform(-1.0, 3.0, (9, 2)), rng.normal(size=(9, 2)), rng.uniform(0.0, 2.0, (4, 2))
    if (
        "degree" in options
        and options["degree"] == -1
        and kernel in ("linear", "thin_plate_spline", "cubic", "quintic", "multiquadric")
    ):
        options = {**options, "smoothing": 0.1}
    w = rng.uniform(0.5, 1.5, (4, 2))

    def loss(m, y, d, x, e=1.3):
        return (m.RBFInterpolator(y, d, kernel=kernel, epsilon=e, **options)(x) * w).sum()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.testing.assert_allclose(loss(OURS, y, d, x).item(), loss(THEIRS, y, d, x), rtol=1e-9)
        slopes = tg.grad(lambda y, d, x, e: loss(OURS, y, d, x, e), argnums=(0, 1, 2, 3))(y, d, x, 1.3)
        replayed = tg.compile(tg.grad(lambda x: loss(OURS, y, d, x)))(x)
        np.testing.assert_allclose(replayed, slopes[2], rtol=1e-8, atol=1e-10)
        at, h = [y, d, x, np.array(1.3)], 1e-6
        for n, slope in enumerate(slopes):
            units = h * np.eye(at[n].size).reshape(-1, *at[n].shape)
            moved = [[loss(THEIRS, *at[:n], at[n] + sign * e, *at[n + 1 :]) for e in units] for sign in (1.0, -1.0)]
            expected = (np.array(moved[0]) - moved[1]) / (2 * h)
            np.testing.assert_allclose(np.ravel(slope), expected, rtol=1e-4, atol=1e-5)


def test_radial_functions_at_the_data():
    """They pass through them, and the slope of a gaussian has no NaN there."""
    rng = np.random.default_rng(4)
    y, d = rng.normal(size=(7, 3)), rng.normal(size=7)
    for kernel in ("linear", "thin_plate_spline", "gaussian"):
        f = OURS.RBFInterpolator(y, tg.tensor(d), kernel=kernel, epsilon=1.0)
        np.testing.assert_allclose(f(y).numpy(), d, atol=1e-9)
        assert np.isfinite(tg.grad(lambda x, f=f: f(x).sum())(y)).all()
    for options, part in (
        ({"neighbors": 3}, "neighbors"),
        ({"kernel": "round"}, "kernel"),
        ({"kernel": "gaussian"}, "epsilon"),
    ):
        with pytest.raises(ArgumentError, match=part):
            OURS.RBFInterpolator(y, d, **options)
    with pytest.raises(ShapeError, match="columns"):
        OURS.RBFInterpolator(y, d)(y[:, :2])


@pytest.mark.parametrize("n", [-2, -1, 0, 1, 3])
def test_all_coefficients_of_derivatives_and_antiderivatives_are_scipys(n):
    """Also those that no evaluation reads: a further antiderivative is made of them."""
    x = np.linspace(0.0, 3.0, 12)
    tck = scipy.interpolate.splrep(x, np.sin(x), k=3)
    for name in ("splder", "splantider"):
        t, c, k = getattr(scipy.interpolate, name)(tck, n)
        ours = getattr(tg.interpolate, name)((tg.tensor(tck[0]), tg.tensor(tck[1]), tck[2]), n)
        assert ours[2] == k
        np.testing.assert_allclose(ours[0].numpy(), t)
        np.testing.assert_allclose(ours[1].numpy(), c, rtol=1e-12, atol=1e-12)
