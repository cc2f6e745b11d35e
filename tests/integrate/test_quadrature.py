"""Integrals of functions and their derivatives: SciPy's values, closed forms, mpmath."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.integrate

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, PlainDataError, ReplayError, ShapeError
from tapegrad.integrate import dblquad, fixed_quad, nquad, quad, tplquad


def bell(x, r, c=0.7):
    return np.exp(-r * x * x) * np.cos(c * x)


@pytest.mark.parametrize(
    ("a", "b", "options"),
    [
        (0.1, 2.0, {}), (2.0, -1.0, {}), (0.0, np.inf, {}), (-np.inf, np.inf, {"epsabs": 1e-11}), (-np.inf, 1.0, {"epsrel": 1e-10}),
        (0, 3, {"points": [1.0, 2.0], "limit": 80}), (1.0, 1.0, {}),
    ],
)  # fmt: skip
def test_values_are_scipys(a, b, options):
    expected, error = scipy.integrate.quad(bell, a, b, (1.2, 0.7), **options)
    found, own = quad(bell, a, b, (1.2, 0.7), **options)
    assert found.item() == pytest.approx(expected, rel=1e-13)
    assert own == pytest.approx(error, rel=1e-2, abs=1e-15)


def exact(r, c, a, b):
    return mpmath.quad(lambda x: mpmath.exp(-r * x * x) * mpmath.cos(c * x), [a, b])


def area(v):
    return quad(lambda x: bell(x, v[0], v[1]), v[2], v[3], epsabs=1e-11)[0]


POINT = np.array([1.2, 0.7, 0.1, 1.5])
UNITS = [tuple(int(k == j) for k in range(4)) for j in range(4)]


def test_derivatives_by_limits_and_parameters():
    expected = [float(mpmath.diff(exact, tuple(POINT), n)) for n in UNITS]
    np.testing.assert_allclose(tg.grad(area)(POINT), expected, rtol=1e-9)
    np.testing.assert_allclose(tg.jacobian(area)(POINT), expected, rtol=1e-9)
    _, moved = tg.func.jvp(area, (POINT,), (np.array([1.0, 2.0, -1.0, 0.5]),))
    assert moved == pytest.approx(np.dot(expected, [1.0, 2.0, -1.0, 0.5]), rel=1e-9)


@pytest.mark.slow
def test_second_derivatives():
    second = [[float(mpmath.diff(exact, tuple(POINT), tuple(np.add(m, n).tolist()))) for n in UNITS] for m in UNITS]
    np.testing.assert_allclose(tg.hessian(area)(POINT), second, rtol=1e-7, atol=1e-9)


def test_an_infinite_limit_does_not_move():
    def f(r, b):
        return quad(lambda x: np.exp(-r * x), 0.0, b)[0]

    by_rate, by_limit = tg.grad(f, (0, 1))(2.0, np.inf)
    assert by_rate == pytest.approx(-0.25, rel=1e-9)
    assert by_limit == 0.0


def test_compiled_and_in_batches():
    f = tg.compile(tg.value_and_grad(lambda b, r: quad(bell, 0.1, b, (r,))[0], (0, 1)))
    for b, r in ((2.0, 1.2), (1.0, 0.5)):
        value, (by_limit, by_rate) = f(b, r)
        assert value == pytest.approx(scipy.integrate.quad(bell, 0.1, b, (r,))[0], rel=1e-12)
        assert by_limit == pytest.approx(bell(b, r), rel=1e-12)
        expected = scipy.integrate.quad(lambda x: -x * x * bell(x, r), 0.1, b)[0]
        assert by_rate == pytest.approx(expected, rel=1e-9)
    assert f.stats()["recordings"] == 1
    batch = tg.vmap(lambda b: quad(bell, 0.1, b, (1.2,))[0])(np.array([1.0, 2.0]))
    np.testing.assert_allclose(batch, [scipy.integrate.quad(bell, 0.1, b, (1.2,))[0] for b in (1.0, 2.0)])


def test_several_variables():
    """The integral of c x y^2 over 0 < y < c x, 0 < x < 2 is 32 c^4 / 15."""

    def two(c):
        return dblquad(lambda y, x: c * x * y * y, 0, 2, 0.0, lambda x: c * x)[0]

    assert two(1.5).item() == pytest.approx(32 * 1.5**4 / 15, rel=1e-10)
    assert tg.grad(two)(1.5) == pytest.approx(4 * 32 * 1.5**3 / 15, rel=1e-9)
    assert tg.grad(tg.grad(two))(1.5) == pytest.approx(12 * 32 * 1.5**2 / 15, rel=1e-8)
    expected = scipy.integrate.dblquad(lambda y, x: np.exp(-x * y), 0, 1, lambda x: x, lambda x: 1 + x)
    assert dblquad(lambda y, x: np.exp(-x * y), 0, 1, lambda x: x, lambda x: 1 + x)[0].item() == pytest.approx(
        expected[0]
    )


def test_three_variables_and_ranges_that_depend():
    args = (0, 1, 0, lambda x: x, 0, lambda x, y: x * y)
    expected, _ = scipy.integrate.tplquad(lambda z, y, x: x + y * z, *args)
    assert tplquad(lambda z, y, x: x + y * z, *args)[0].item() == pytest.approx(expected, rel=1e-9)
    ranges = [lambda t, s: (0, s * t), (0, 1)]
    expected, _ = scipy.integrate.nquad(lambda x, t, s: x * s + t, ranges, (2.0,))
    assert nquad(lambda x, t, s: x * s + t, ranges, (2.0,))[0].item() == pytest.approx(expected, rel=1e-9)
    by = tg.grad(lambda s: nquad(lambda x, t, s: x * s + t, ranges, (s,))[0])(2.0)
    assert by == pytest.approx(3 * 2.0**2 / 6 + 1 / 3, rel=1e-8)


def test_fixed_rules():
    expected, nothing = scipy.integrate.fixed_quad(np.exp, 0.2, 1.5, n=4)
    found, also = fixed_quad(np.exp, 0.2, 1.5, n=4)
    assert nothing is also is None
    assert found.item() == pytest.approx(expected, rel=1e-14)
    assert tg.grad(lambda b: fixed_quad(np.exp, 0.2, b, n=9)[0])(1.5) == pytest.approx(np.exp(1.5), rel=1e-9)
    assert tg.grad(lambda c: fixed_quad(lambda x: c * np.exp(x), 0.2, 1.5)[0])(3.0) == pytest.approx(
        np.exp(1.5) - np.exp(0.2), rel=1e-9
    )


def test_what_is_refused():
    a = tg.tensor(1.0, requires_grad=True)
    with pytest.raises(ArgumentError, match="wopts"):
        quad(lambda x: a * x, 0, 1, weight="cos", wvar=2.0, wopts=(1, np.ones((2, 25))))
    with pytest.raises(ArgumentError, match="full_output is not taken within"):
        tg.compile(lambda a: quad(lambda x: a * x, 0, 1, full_output=1)[0])(1.0)
    with pytest.raises(PlainDataError, match="quad: no derivative with respect to wvar is known"):
        quad(lambda x: x, 0, 1, weight="cos", wvar=a)
    with pytest.raises(GradientError, match="weight 'alg', which is singular there"):
        tg.grad(lambda b: quad(np.cos, 0.0, b, weight="alg", wvar=(0.5, 0.5))[0])(1.0)
    with pytest.raises(ShapeError, match="limits"):
        quad(lambda x: a * x, [0, 1], 1)
    with pytest.raises(ShapeError, match="func"):
        quad(lambda x: a * x * np.ones(2), 0, 1)
    with pytest.raises(DtypeError, match="real"):
        quad(lambda x: a * x, 0, 1j)
    with pytest.raises(ReplayError, match="where"):
        quad(lambda x: a * x if x < 0.5 else -x, 0, 1)
    with pytest.raises(ArgumentError, match="finite"):
        fixed_quad(np.exp, a, np.inf)
    with pytest.raises(ArgumentError, match="opts"):
        nquad(lambda x, y: a * x, [(0, 1), (0, 1)], opts=[{}])


WEIGHTS = {
    "cos": ({"weight": "cos", "wvar": 3.0}, (0.2, 1.5)), "sin": ({"weight": "sin", "wvar": 3.0, "limlst": 60}, (0.2, np.inf)),
    "cauchy": ({"weight": "cauchy", "wvar": 0.7}, (0.2, 1.5)), "alg": ({"weight": "alg", "wvar": (0.5, -0.3)}, (0.2, 1.5)),
}  # fmt: skip


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights(name):
    options, limits = WEIGHTS[name]

    def value(m: Any, low: Any, rate: Any) -> Any:
        return m.quad(lambda x, a: np.exp(-a * x), low, limits[1], (rate,), **options)[0]

    def f(low: Any, rate: Any) -> Any:
        return value(tg.integrate, low, rate)

    low, rate, step = limits[0], 1.3, 1e-4
    assert float(f(low, rate)) == pytest.approx(value(scipy.integrate, low, rate), rel=1e-13)
    by_rate = (value(scipy.integrate, low, rate + step) - value(scipy.integrate, low, rate - step)) / (2.0 * step)
    assert tg.grad(f, 1)(low, rate) == pytest.approx(by_rate, rel=1e-6)
    if name != "alg":
        by_low = (value(scipy.integrate, low + step, rate) - value(scipy.integrate, low - step, rate)) / (2.0 * step)
        assert tg.grad(f)(low, rate) == pytest.approx(by_low, rel=1e-6)
        assert tg.grad(tg.grad(f), 1)(low, rate) == pytest.approx(-low * tg.grad(f)(low, rate), rel=1e-9)


def test_complex_functions_reports_and_plain_data():
    def wave(a: Any) -> Any:
        return quad(lambda x: np.exp(1j * a * x), 0.0, 1.0, complex_func=True)[0]

    assert wave(tg.tensor(2.0)).item() == pytest.approx((np.exp(2j) - 1.0) / 2j, rel=1e-13)
    assert tg.grad(lambda a: wave(a).imag)(2.0) == pytest.approx(
        np.sin(2.0) / 2.0 - (1.0 - np.cos(2.0)) / 4.0, rel=1e-12
    )
    f = lambda x: np.exp(3j * x) / np.sqrt(x)  # noqa: E731
    (found, error), expected = (m.quad(f, 0.0, 1.0, complex_func=True) for m in (tg.integrate, scipy.integrate))
    assert found.item() == pytest.approx(expected[0], rel=1e-12)
    assert (error.real, error.imag) == (
        pytest.approx(expected[1].real, rel=1e-3),
        pytest.approx(expected[1].imag, rel=1e-3),
    )
    a = tg.tensor(2.0, requires_grad=True)
    _, error, report = quad(lambda x: np.exp(a * x), 0.0, 1.0, full_output=True)
    assert (error, report["neval"]) == (pytest.approx(0.0, abs=1e-12), 21)
    half = quad(lambda x: math.sin(x) if x < 0.5 else 0.0, 0.0, 1.0, points=[0.5])[0]  # which cannot be recorded
    assert half == pytest.approx(1.0 - np.cos(0.5), rel=1e-12)
