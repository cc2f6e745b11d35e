"""Special functions against mpmath: what differences of SciPy's values in double precision cannot show."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.special
from mpmath import mp, mpf

import tapegrad as tg
from tapegrad.ops.dispatch_tables import on_tensors
from tapegrad.ops.refusals import reasons
from tests.support import leaf, plain


def _lower(a: Any, x: Any) -> Any:
    return mp.gammainc(a, 0, x, regularized=True)


def _ratio(a: Any, b: Any, x: Any) -> Any:
    return mp.betainc(a, b, 0, x, regularized=True)


def _scaled(v: Any, z: Any) -> Any:
    return mp.besselk(v, z) * mp.exp(z)


# a function, its truth, points, the argument, how far a derivative may be off
PARAMETERS: list[tuple[str, Any, list[tuple[float, ...]], int, float]] = [
    ("gammainc", _lower, [(0.5, 0.3), (2.0, 5.0), (1e-3, 0.5), (10.0, 30.0), (100.0, 90.0), (100.0, 101.5), (1000.0, 1100.0), (3.0, 80.0), (1e-6, 1e-3)], 0, 5e-14),
    ("gammaincc", lambda a, x: 1 - _lower(a, x), [(0.5, 0.3), (10.0, 12.0), (3.0, 80.0)], 0, 5e-14),
    ("betainc", _ratio, [(0.5, 0.5, 0.3), (2.0, 3.0, 0.9), (10.0, 1.0, 0.8), (50.0, 60.0, 0.6), (200.0, 0.5, 0.99), (1e-2, 3.0, 0.2)], 0, 5e-13),
    ("betainc", _ratio, [(0.5, 0.5, 0.3), (2.0, 3.0, 0.9), (10.0, 1.0, 0.8), (50.0, 60.0, 0.6), (200.0, 0.5, 0.99), (1e-2, 3.0, 0.2)], 1, 5e-13),
    ("kv", mp.besselk, [(0.5, 1.0), (1.5, 0.01), (2.5, 10.0), (50.0, 20.0), (0.3, 500.0), (-1.5, 2.0), (20.0, 0.1)], 0, 5e-14),
    ("kve", _scaled, [(0.5, 1.0), (2.5, 10.0), (0.3, 500.0)], 0, 5e-14),
    ("chdtr", lambda v, x: _lower(v / 2, x / 2), [(3.0, 2.0), (40.0, 55.0)], 0, 5e-14),
    ("stdtr", lambda v, t: 1 - _ratio(v / 2, mpf(1) / 2, v / (v + t * t)) / 2, [(3.0, 2.0), (40.0, 1.5)], 0, 5e-12),
    ("fdtr", lambda m, n, x: _ratio(m / 2, n / 2, m * x / (m * x + n)), [(3.0, 5.0, 2.0), (40.0, 30.0, 0.9)], 0, 5e-13),
    ("fdtr", lambda m, n, x: _ratio(m / 2, n / 2, m * x / (m * x + n)), [(3.0, 5.0, 2.0), (40.0, 30.0, 0.9)], 1, 5e-13),
    ("erfcx", lambda x: mp.exp(x * x) * mp.erfc(x), [(0.5,), (5.0,), (9.5,), (30.0,), (1e5,), (-3.0,)], 0, 5e-13),
    ("log_ndtr", lambda x: mp.log(mp.erfc(-x / mp.sqrt(2)) / 2), [(-40.0,), (-1.0,), (3.0,)], 0, 1e-14),
    ("boxcox", lambda x, k: (x**k - 1) / k, [(2.0, 1e-9), (2.0, 0.5), (1e-3, -2.0), (50.0, 3.0)], 1, 1e-13),
    ("exprel", lambda x: (mp.exp(x) - 1) / x, [(1e-9,), (-3.0,), (4.9,), (5.1,), (40.0,)], 0, 1e-13),
    ("ellipk", mp.ellipk, [(1e-12,), (0.5,), (0.999,), (-3.0,)], 0, 1e-14),
    ("ellipe", mp.ellipe, [(1e-12,), (0.5,), (0.999,), (-3.0,)], 0, 1e-14),
    ("eval_legendre", mp.legendre, [(7.0, 1.0), (7.0, -0.3), (0.0, 0.5), (40.0, 0.99)], 1, 1e-12),
    ("eval_chebyt", mp.chebyt, [(7.0, 1.0), (7.0, -0.3), (0.0, 0.5)], 1, 1e-12),
    ("eval_laguerre", lambda n, x: mp.laguerre(n, 0, x), [(5.0, 0.3), (0.0, 0.5), (3.0, 6.0)], 1, 1e-12),
    ("owens_t", lambda h, a: mp.quad(lambda t: mp.exp(-h * h * (1 + t * t) / 2) / (1 + t * t), [0, a]) / (2 * mp.pi), [(0.5, 1.5), (3.0, 0.2)], 0, 1e-13),
]  # fmt: skip


@pytest.mark.parametrize("case", PARAMETERS, ids=lambda c: f"{c[0]}-{c[3]}")
def test_derivatives(case):
    name, truth, points, k, tolerance = case
    for point in points:
        leaves = [leaf(np.array(p)) if j == k else p for j, p in enumerate(point)]
        value = getattr(tg.special, name)(*leaves)
        (found,) = tg.autograd.grad(value, leaves[k])
        with mp.workdps(120):
            exact = [mpf(p) for p in point]
            h = mpf(10) ** -30 * max(abs(exact[k]), mpf(10) ** -8)
            sides = [truth(*[x + s * h if j == k else x for j, x in enumerate(exact)]) for s in (1, -1)]
            expected = float(mpmath.re(sides[0] - sides[1]) / (2 * h))
        np.testing.assert_allclose(plain(found), expected, rtol=tolerance, atol=1e-300, err_msg=str(point))


def _associated(m: Any, v: Any, x: Any) -> Any:
    """Ferrers' function of a whole order (DLMF 14.3.1, 14.9.3)."""
    size, t = int(abs(m)), (1 - x) / 2
    scale = 1 / mp.factorial(size)
    if m > 0:
        scale *= (-1) ** size * mp.rf(v - size + 1, 2 * size)
    return scale * (t / (1 - t)) ** (mpf(size) / 2) * mp.hyp2f1(-v, v + 1, 1 + size, t)


def _kelvin(k: int) -> Any:
    """The derivative of ber or bei, parts of J0 along a diagonal (DLMF 10.61.1)."""
    turn = mp.expjpi(mpf(3) / 4)
    return lambda x: (-mp.besselj(1, x * turn) * turn).real if k == 0 else (-mp.besselj(1, x * turn) * turn).imag


# a function, its truth, points where partials are infinite, 0 / 0 or loses all digits, the argument, from which side
EDGES: list[tuple[str, Any, list[tuple[float, ...]], int, int]] = [
    ("rgamma", mp.rgamma, [(0.0,), (-1.0,), (-2.0,), (-3.5,), (-2.0 + 1e-9,)], 0, 0),
    ("poch", lambda z, m: mp.rf(z, m), [(0.0, 2.0), (-3.0, 0.5), (-3.0, 1.0), (-3.0, 5.0), (-1e-9, -3.0)], 0, 0),
    ("poch", lambda z, m: mp.rf(z, m), [(0.5, 2.0), (-3.0, 0.5)], 1, 0),
    ("binom", mp.binomial, [(3.0, 5.0), (0.0, 2.0), (-1.5, 0.5), (-1.5, -0.5)], 0, 0),
    ("binom", mp.binomial, [(3.0, 5.0), (3.0, -2.0), (-1.5, -0.5), (2.5, 3.5)], 1, 0),
    ("beta", mp.beta, [(1.0, -1.0 + 1e-3), (-1.5, -0.5), (-0.5, -0.5)], 0, 0),
    ("boxcox", lambda x, k: (x**k - 1) / k, [(0.0, 0.3), (0.0, 2.0), (1e-300, 3.0)], 1, 0),
    ("boxcox1p", lambda x, k: ((1 + x) ** k - 1) / k, [(-1.0, 2.0)], 1, 0),
    ("powm1", lambda x, y: x**y - 1, [(0.0, 0.5), (0.0, 2.0)], 1, 0),
    ("pseudo_huber", lambda d, r: d * (mp.sqrt(d * d + r * r) - d), [(0.0, 2.0), (1e-9, -0.5), (1.5, 1e-6)], 0, 1),
    ("kl_div", lambda x, y: y, [(0.0, 1.0), (0.0, 0.0)], 1, 1),
    ("berp", _kelvin(0), [(0.0,), (1e-6,), (0.99,), (1.01,)], 0, 0),
    ("beip", _kelvin(1), [(0.0,), (1e-6,), (0.99,), (1.01,)], 0, 0),
    ("struve", mp.struveh, [(-1.0, 1e-6), (-1.0, 0.0), (0.0, 0.0)], 1, 1),
    ("modstruve", mp.struvel, [(-1.0, 1e-6), (-1.0, 0.0), (0.0, 0.0)], 1, 1),
    ("ellipkinc", mp.ellipf, [(0.7, 0.0), (0.7, 1e-20), (2.7, -5e-20), (0.7, 1e-8), (0.7, 1 - 1e-12), (0.7, 1.0), (-3.0, 0.3), (40.0, 0.5), (1e-3, 0.9), (0.2, -30.0)], 1, 0),
    ("ellipeinc", mp.ellipe, [(0.7, 0.0), (0.7, 1e-20), (2.7, -5e-20), (0.7, 1e-8), (0.7, 1 - 1e-12), (0.7, 1.0), (-3.0, 0.3), (40.0, 0.5), (1e-3, 0.9), (0.2, -30.0)], 1, 0),
    ("gammainc", lambda a, x: _lower(a, x) if a else mpf(1), [(0.0, 0.3), (0.0, 5.0)], 0, 1),
    ("betainc", lambda a, b, x: _ratio(a, b, x) if a else mpf(1), [(0.0, 2.0, 0.3), (0.0, 0.5, 0.9)], 0, 1),
    ("betainc", lambda a, b, x: _ratio(a, b, x) if b else mpf(0), [(2.0, 0.0, 0.3), (0.5, 0.0, 0.9)], 1, 1),
    ("stdtr", lambda v, t: (1 + mp.sign(t) * _ratio(mpf(1) / 2, v / 2, t * t / (v + t * t))) / 2, [(3.0, 0.0), (3.0, 1e-20), (2.5, 1e-3), (2.5, -40.0), (1.0, 1e6)], 0, 0),
    ("eval_legendre", mp.legendre, [(-2.0, 0.3), (-3.0, 0.3), (-6.0, -1.0)], 1, 0),
    ("eval_sh_legendre", lambda n, x: mp.legendre(n, 2 * x - 1), [(-3.0, 0.3)], 1, 0),
    ("eval_chebyu", lambda n, x: mp.sin((n + 1) * mp.acos(x)) / mp.sin(mp.acos(x)), [(-3.0, 0.3), (-2.0, 0.5), (-5.0, -0.7), (-1.0, 0.2)], 1, 0),
    ("eval_chebys", lambda n, x: mp.sin((n + 1) * mp.acos(x / 2)) / mp.sin(mp.acos(x / 2)), [(-3.0, 0.3), (-1.0, 0.2)], 1, 0),
    ("lpmv", _associated, [(0.0, 1.0, 1.0), (0.0, 2.0, 1.0), (0.0, 1.5, 1.0), (2.0, 3.0, 1.0), (-2.0, 3.0, 1.0), (0.0, 3.0, 1 - 1e-9), (1.0, 2.0, 0.999), (-1.0, 2.5, 0.3)], 2, -1),
    ("hyp1f1", lambda a, b, x: 1 + a / b * x, [(-1.0, -1.0, 0.5), (-1.0, -2.0, 2.0)], 2, 0),
    ("hyp2f1", mp.hyp2f1, [(1.2, 0.7, 2.9, 0.9999), (1.2, 0.7, 1.9, 0.9999), (-1.0, 0.5, -2.0, 0.3), (3.0, 2.5, 0.5, 0.95), (1.5, 0.5, 2.5, -3.0)], 3, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", EDGES, ids=lambda c: f"{c[0]}-{c[3]}")
def test_derivatives_at_edges(case):
    name, truth, points, k, side = case
    function = getattr(tg.special, name)
    for point in points:
        found = tg.grad(function, k)(*point)
        with mp.workdps(150):
            exact = [mpf(p) for p in point]

            def of_one(x: Any, exact: Any = exact) -> Any:
                return mp.re(truth(*[x if j == k else e for j, e in enumerate(exact)]))

            h = mpf(10) ** -35 * max(abs(exact[k]), mpf(10) ** -25)
            if side:  # one-sided, of third order
                weights = (mpf(-11) / 6, 3, mpf(-3) / 2, mpf(1) / 3)
                expected = sum(w * of_one(exact[k] + side * j * h) for j, w in enumerate(weights)) / (side * h)
            else:
                expected = (of_one(exact[k] + h) - of_one(exact[k] - h)) / (2 * h)
        np.testing.assert_allclose(found, float(expected), rtol=1e-12, atol=1e-28, err_msg=f"{name}{point}")


def test_associated_legendre_functions_at_and_beyond_the_ends():
    """Of orders 1 and -1 the derivative is infinite at the ends; beyond them SciPy has polynomials alone."""
    slope = tg.grad(tg.special.lpmv, 2)
    for m, v, end in [(1.0, 2.0, 1.0), (1.0, 3.0, -1.0), (-1.0, 2.0, 1.0), (-1.0, 3.0, -1.0), (-1.0, 2.5, 1.0)]:
        beside = end * (1.0 - 1e-9)
        inner = (scipy.special.lpmv(m, v, beside) - scipy.special.lpmv(m, v, end)) * -end
        assert slope(m, v, end) == math.copysign(math.inf, inner)
    for x in (1.5, -2.0):
        assert slope(0.0, 3.0, x) == pytest.approx(7.5 * x * x - 1.5, rel=1e-14)
        assert math.isnan(slope(1.0, 3.0, x))
        assert math.isnan(scipy.special.lpmv(1.0, 3.0, x))


def test_second_derivatives_where_the_modulus_is_0():
    """The equations of elliptic integrals divide by m: beside and at 0, and past the first half circle."""
    for name, truth, phi in [
        ("ellipk", lambda phi, m: mp.ellipk(m), None), ("ellipe", lambda phi, m: mp.ellipe(m), None),
        ("ellipkinc", mp.ellipf, 0.7), ("ellipeinc", mp.ellipe, 0.7), ("ellipkinc", mp.ellipf, 5.0), ("ellipeinc", mp.ellipe, 5.0),
    ]:  # fmt: skip
        function = getattr(tg.special, name)
        for m in (0.0, -0.05, 0.3):
            for order in (2, 3):
                slope = (lambda m, f=function, phi=phi: f(phi, m)) if phi else function
                for _ in range(order):
                    slope = tg.grad(slope)
                with mp.workdps(60):
                    expected = float(mp.diff(lambda m, t=truth, phi=phi: t(phi, m), mpf(m), order))
                np.testing.assert_allclose(slope(m), expected, rtol=1e-11, err_msg=f"{name} {phi} {m} {order}")


def test_jacobis_functions_where_the_modulus_is_0_or_1():
    for k, truth in enumerate(("sn", "cn", "dn")):
        for u, m in [(0.8, 0.0), (0.8, 1e-12), (5.0, 0.0), (5.0, 0.4)]:
            with mp.workdps(40):
                expected = float(mp.diff(lambda m, t=truth, u=u: mp.re(mp.ellipfun(t, u, m=m)), mpf(m)))
            found = tg.grad(lambda m, u=u, k=k: scipy.special.ellipj(u, m)[k])(m)
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15, err_msg=f"{truth} {u} {m}")


def test_quantiles_at_the_ends_stay_there():
    for name, point in [("gammaincinv", (2.0, 0.0)), ("gammainccinv", (2.0, 1.0)), ("betaincinv", (2.0, 3.0, 0.0)), ("betaincinv", (2.0, 3.0, 1.0)), ("fdtri", (3.0, 4.0, 0.0)), ("chdtri", (3.0, 1.0)), ("stdtrit", (3.0, 0.5)), ("gdtrix", (2.0, 3.0, 0.0))]:  # fmt: skip
        if np.isnan(getattr(scipy.special, name)(*point)):  # an older SciPy
            continue
        for k in range(len(point) - 1):
            assert abs(tg.grad(getattr(tg.special, name), k)(*point)) < 1e-16, (name, k)


def test_where_there_is_no_derivative():
    """Functions that jump, and a pole."""
    for name, k, point in [("poch", 1, (-3.0, 1.0)), ("binom", 1, (-3.0, 2.0)), ("beta", 1, (-3.0, 2.0)), ("hyp2f1", 3, (0.5, 0.5, 0.0, 0.0))]:  # fmt: skip
        assert np.isnan(tg.grad(getattr(tg.special, name), k)(*point)), name


def test_bessel_functions_are_exact_beside_their_amplitude():
    """Where phases are large too, and below 0; and beyond a million, and at its ends, they are SciPy's."""
    x = np.concatenate([np.random.default_rng(0).uniform(0.0, b, 60) for b in (5.0, 30.0, 1e3, 9e5)])
    for order, name in enumerate(("j0", "j1")):
        function = getattr(tg.special, name)
        with mp.workdps(30):
            expected = np.array([float(mp.besselj(order, mpf(v))) for v in x])
        amplitude = np.sqrt(2.0 / np.pi / np.maximum(x, 1.0))
        assert np.max(np.abs(plain(function(leaf(x))) - expected) / amplitude) < 1.5e-15
        np.testing.assert_array_equal(plain(function(leaf(-x))), (-1.0) ** order * plain(function(leaf(x))))
        far = np.array([1e6, 1e9, 1e300, math.inf, -math.inf, math.nan, 0.0])
        np.testing.assert_array_equal(plain(function(leaf(far))), getattr(scipy.special, name)(far))


def test_spherical_functions_of_negative_numbers_and_their_derivatives():
    x = np.array([-3.0, -0.4, 0.7, 2.5])
    half = mpf(1) / 2
    truths = {
        "spherical_jn": lambda n, x: mp.sqrt(mp.pi / 2) / mp.sqrt(x) * mp.besselj(n + half, x),
        "spherical_yn": lambda n, x: mp.sqrt(mp.pi / 2) / mp.sqrt(x) * mp.bessely(n + half, x),
        "spherical_in": lambda n, x: mp.sqrt(mp.pi / 2) / mp.sqrt(x) * mp.besseli(n + half, x),
        "spherical_kn": lambda n, x: mp.sqrt(mp.pi / 2) / mp.sqrt(x) * mp.besselk(n + half, x),
    }
    for name, truth in truths.items():
        function = getattr(tg.special, name)
        for n in (0, 1, 4):
            values = [float(mp.re(truth(n, mpf(v)))) for v in x]
            slopes = [float(mp.re(mp.diff(lambda v, t=truth, n=n: t(n, v), mpf(v)))) for v in x]
            np.testing.assert_allclose(plain(function(n, leaf(x))), values, rtol=1e-13)
            np.testing.assert_allclose(plain(function(n, leaf(x), derivative=True)), slopes, rtol=1e-12)
            np.testing.assert_allclose(tg.grad(lambda x, f=function, n=n: f(n, x).sum())(x), slopes, rtol=1e-12)


def test_keywords_of_scipys():
    assert tg.special.comb(5, 2, exact=True) == 10
    assert tg.special.factorial(5, exact=True) == 120
    np.testing.assert_array_equal(tg.special.factorial(np.array([3, 20]), exact=True), [6, 2432902008176640000])
    for call in (lambda n: tg.special.comb(n, 2, exact=True), lambda n: tg.special.factorial(n, exact=True)):
        with pytest.raises(tg.errors.ArgumentError, match="exact=True has no derivative"):
            call(leaf(np.array(5.0)))
    np.testing.assert_allclose(
        plain(tg.special.factorial(np.array([-0.5, 2.5]), extend="complex")), [math.sqrt(math.pi), math.gamma(3.5)]
    )
    with pytest.raises(tg.errors.ArgumentError, match="'zero' or 'complex'"):
        tg.special.factorial(leaf(np.array(2.0)), extend="none")
    np.testing.assert_allclose(plain(tg.special.zeta([2.0, 3.0])), scipy.special.zeta([2.0, 3.0]))
    with pytest.raises(TypeError, match=r"^expn: got an unexpected keyword argument 'derivative'"):
        tg.special.expn(2, 0.5, derivative=True)


def test_logarithm_of_a_sum_of_nothing():
    assert plain(tg.special.logsumexp(leaf(np.zeros(0)))) == -math.inf
    np.testing.assert_array_equal(plain(tg.special.logsumexp(leaf(np.zeros((2, 0))), axis=1)), [-math.inf] * 2)
    assert tg.special.log_softmax(leaf(np.zeros((2, 0))), axis=1).shape == (2, 0)


def test_dtypes_beside_integers():
    single = np.ones(2, np.float32)
    for name in ("expn", "kn", "yn", "eval_hermite", "spherical_jn"):
        function = getattr(tg.special, name)
        for n in (np.array([2, 3]), np.array([2, 3], np.int8), np.int64(2)):
            assert function(n, leaf(single)).dtype == getattr(scipy.special, name)(n, single).dtype == np.float64
        assert function(2, leaf(single)).dtype == np.float32


def test_second_derivatives_by_parameters_are_refused_by_name():
    for name, args in [("gammainc", (1.5, 2.0)), ("betainc", (1.5, 2.0, 0.3)), ("stdtr", (1.5, 2.0))]:
        with pytest.raises(
            tg.errors.GradientError, match=f"^{name}: no derivative of higher order with respect to .* take differences"
        ):
            tg.hessian(lambda a, f=name, rest=args[1:]: getattr(tg.special, f)(a, *rest))(args[0])


def test_several_results():
    x = np.array([0.3, 1.5])
    for name in ("airy", "sici", "shichi", "fresnel"):
        for found, expected in zip(getattr(scipy.special, name)(leaf(x)), getattr(scipy.special, name)(x), strict=True):
            np.testing.assert_array_equal(plain(found), expected)
    for found, expected in zip(scipy.special.ellipj(leaf(x), 0.5), scipy.special.ellipj(x, 0.5), strict=True):
        np.testing.assert_array_equal(plain(found), expected)


@pytest.mark.parametrize(
    "name", ["eval_hermite", "expn", "spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"]
)
def test_whole_numbers_of_degree(name):
    function, own = getattr(scipy.special, name), getattr(tg.special, name)
    x = np.array([0.4, 2.5])
    for n in (0, 1, 4):
        np.testing.assert_allclose(plain(own(n, leaf(x))), function(n, x), rtol=1e-15)
        h = 1e-4
        slopes = (8 * (function(n, x + h) - function(n, x - h)) - (function(n, x + 2 * h) - function(n, x - 2 * h))) / (
            12 * h
        )
        leaf_x = leaf(x)
        np.testing.assert_allclose(
            plain(tg.autograd.grad(own(n, leaf_x).sum(), leaf_x)[0]), slopes, rtol=1e-9, atol=1e-10
        )
    np.testing.assert_allclose(plain(own(np.array([[1], [2]]), leaf(x))), function(np.array([[1], [2]]), x), rtol=1e-15)
    with pytest.raises(tg.errors.ArgumentError, match="whole numbers"):
        own(1.5, leaf(x))


def test_an_order_that_is_not_differentiated():
    v = leaf(np.array(1.5))
    with pytest.raises(tg.errors.GradientError, match="jv: no derivative with respect to 'v' is known"):
        tg.autograd.grad(tg.special.jv(v, 2.0), v)
    with pytest.raises(tg.errors.GradientError, match="zeta: no derivative with respect to 'x' is known"):
        tg.autograd.grad(tg.special.zeta(v, 2.0), v)


def test_the_argument_of_zeta_may_be_recorded():
    x, q = np.array([1.5, 3.0]), np.array([2.0, 0.5])
    compiled = tg.compile(tg.special.zeta)
    for k in (1.0, 2.0):
        np.testing.assert_allclose(compiled(k * x, q), scipy.special.zeta(k * x, q), rtol=1e-15)


@pytest.mark.parametrize("name", ["spherical_kn", "eval_hermite", "expn"])
def test_plain_complex_numbers_are_refused_in_the_name_of_the_function(name):
    with pytest.raises(tg.errors.DtypeError, match=f"^{name}: this function is for real numbers, got complex ones"):
        getattr(tg.special, name)(tg.tensor([0, 1]), 1j)


@pytest.mark.parametrize("dtype", [int, np.int8, np.float32])
def test_factorials_of_nothing_are_in_its_dtype(dtype):
    found = tg.special.factorial(tg.tensor(np.zeros((2, 0), dtype)))
    expected = scipy.special.factorial(np.zeros((2, 0), dtype))
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)


def test_small_integers_beside_float32_are_as_in_scipy():
    single, small = np.ones(2, np.float32), np.ones(2, np.uint8)
    for name in ("xlogy", "rel_entr", "jv", "beta"):
        function = getattr(scipy.special, name)
        assert function(leaf(single), tg.tensor(small)).dtype == function(single, small).dtype
        assert function(leaf(single), leaf(single)).dtype == np.float32


def test_every_ufunc_of_scipy_is_known_or_refused_with_a_reason():
    x = tg.tensor([0.5, 0.6])
    for name in dir(scipy.special):
        ufunc = getattr(scipy.special, name)
        if not isinstance(ufunc, np.ufunc) or on_tensors(ufunc) is not None:
            continue
        assert f"scipy.special.{ufunc.__name__}" in reasons, name
        with pytest.raises(tg.errors.DtypeError, match=rf"^{ufunc.__name__}: .*(Use|Write|Integrate|Solve|Take|Sum) "):
            ufunc(*[x] * ufunc.nin)


def test_ufuncs_that_numpy_has_too():
    for name in ("exp2", "expm1", "log1p", "cbrt", "round", "exp10"):
        x = leaf(np.array([0.3, 1.2]))
        found = getattr(scipy.special, name)(x)
        np.testing.assert_allclose(plain(found), getattr(scipy.special, name)(plain(x)), rtol=1e-15)


def test_what_the_reason_says():
    """The arithmetic-geometric mean by the formula that its refusal names."""
    a, b = 3.0, 1.2
    formula = np.pi / 4 * (a + b) / scipy.special.ellipk(((a - b) / (a + b)) ** 2)
    assert scipy.special.agm(a, b) == pytest.approx(formula, rel=1e-14)


@pytest.mark.parametrize("weights", [None, [1.0, 1.0], [1.0, -1.0]])
def test_a_sum_of_exponentials_near_one_keeps_its_digits(weights):
    sign = 1.0 if weights is None else weights[1]
    for far in (-1.0, -20.0, -40.0, -600.0):
        expected = float(mpmath.log1p(sign * mpmath.exp(far)))
        x = np.array([0.0, far])
        assert plain(tg.special.logsumexp(leaf(x), b=weights)) == pytest.approx(expected, rel=1e-13, abs=0)
        found = tg.grad(lambda x: tg.special.logsumexp(x, b=weights))(x)
        share = mpmath.exp(far) / (1 + sign * mpmath.exp(far))
        np.testing.assert_allclose(found, [float(1 - sign * share), float(sign * share)], rtol=1e-13)
        np.testing.assert_allclose(tg.compile(lambda x: tg.special.logsumexp(x, b=weights))(x), expected, rtol=1e-13)
    if weights is None:
        assert plain(tg.special.log_softmax(leaf([0.0, -40.0])))[0] == pytest.approx(
            -float(mpmath.exp(-40)), rel=1e-13, abs=0
        )


@pytest.mark.parametrize("weights", [[1.0, -1.0], [1.0, 1.0], [1.0, 0.5], [2.0, -1.0]])
def test_weights_of_logsumexp_have_a_derivative_where_they_are_one(weights):
    x, b = np.array([2.0, 1.0]), np.array(weights)
    share = np.exp(x) / (b @ np.exp(x))
    found = tg.grad(lambda b: tg.special.logsumexp(x, b=b))(b)
    np.testing.assert_allclose(found, share, rtol=1e-14)
    second = tg.hessian(lambda b: tg.special.logsumexp(x, b=b))(b)
    np.testing.assert_allclose(second, -np.outer(share, share), rtol=1e-13)


def test_complex_numbers_that_are_plain_data_have_scipys_answer():
    z = np.array([0.5 + 1.0j, -0.3 + 0.2j])
    for name, args in [
        ("ndtr", (z,)),
        ("gamma", (z,)),
        ("jv", (0.5, z)),
        ("erf", (1.0 + 2.0j,)),
        ("hyp2f1", (0.5, 1.0, 1.5, z)),
    ]:
        given = [tg.tensor(a) if isinstance(a, np.ndarray) else tg.tensor(np.array(a)) for a in args]
        found = getattr(tg.special, name)(*given)
        np.testing.assert_array_equal(found.numpy(), getattr(scipy.special, name)(*args))
        for refused in (lambda: getattr(tg.special, name)(*given[:-1], tg.tensor(z, requires_grad=True)), lambda: tg.compile(getattr(tg.special, name))(*args[:-1], z)):  # fmt: skip
            with pytest.raises(tg.errors.DtypeError, match="is for real numbers, got complex ones"):
                refused()
    with pytest.raises(tg.errors.DtypeError, match="is for real numbers, got complex ones"):
        tg.special.ndtri(tg.tensor(z))


def test_riemanns_zeta_function_has_derivatives_of_any_order():
    """Against mpmath, which has a formula of its own on the right, and differences of high precision on the left."""
    with mp.workdps(30):
        for x in (-9.3, -2.0, -0.2, 0.0, 0.3, 0.9, 1.1, 2.0, 3.3, 30.0, 70.0):
            f = tg.special.zeta
            for order in range(3):
                expected = mp.diff(mp.zeta, x, order) if x < 0 else mp.zeta(x, 1, order)
                np.testing.assert_allclose(f(x) if order else f(x).item(), float(expected), rtol=2e-14, atol=1e-16)
                f = tg.grad(f)
    assert tg.special.zeta(tg.tensor([1.0, np.inf])).tolist() == [np.inf, 1.0]
    assert tg.special.zeta(tg.tensor([2.0], dtype=np.float32)).dtype == np.float32


@pytest.mark.parametrize(
    "x",
    [[np.inf, 0.0, 0.0], [-np.inf, 0.0, 1.0], [-np.inf, -np.inf, -np.inf], [np.nan, 0.0, 1.0], [1e308, -1e308, 0.0]],
)
def test_softmax_at_infinity(x):
    with np.errstate(all="ignore"):
        expected = scipy.special.softmax(x)
    for found in (tg.special.softmax(tg.tensor(x)), tg.compile(tg.special.softmax)(np.array(x))):
        np.testing.assert_allclose(found, expected, rtol=1e-14)
