"""Special functions against mpmath: what differences of SciPy's values in double precision cannot show."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.special
from mpmath import mp, mpf

import tapegrad as tg
from tapegrad.ops.declare import on_tensors
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
