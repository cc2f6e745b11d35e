"""Integrals of functions and their derivatives: SciPy's values, closed forms, mpmath."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.integrate

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError
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
    for key, value in (("weight", "cos"), ("full_output", 1), ("complex_func", True)):
        with pytest.raises(ArgumentError, match=key):
            quad(np.sin, 0, 1, **{key: value})
    with pytest.raises(ShapeError, match="limits"):
        quad(np.sin, [0, 1], 1)
    with pytest.raises(ShapeError, match="func"):
        quad(lambda x: x * np.ones(2), 0, 1)
    with pytest.raises(DtypeError, match="real"):
        quad(np.sin, 0, 1j)
    with pytest.raises(ReplayError, match="where"):
        quad(lambda x: x if x < 0.5 else -x, 0, 1)
    with pytest.raises(ArgumentError, match="finite"):
        fixed_quad(np.exp, 0.0, np.inf)
    with pytest.raises(ArgumentError, match="opts"):
        nquad(lambda x, y: x, [(0, 1), (0, 1)], opts=[{}])
