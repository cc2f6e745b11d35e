"""Large parameters and far tails of distributions and incomplete functions, where the parts of usual formulas cancel: against mpmath."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest
import scipy.special
import scipy.stats

import tapegrad as tg
from tests.support import leaf, plain

DIGITS = 60


def _log_binomial(k, n, p):
    k, n, p = map(mp.mpf, (k, n, p))
    ways = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
    return ways + (k * mp.log(p) if k else 0) + (n - k) * mp.log1p(-p)


def _log_poisson(k, mu):
    k, mu = mp.mpf(k), mp.mpf(mu)
    return (k * mp.log(mu) if k else 0) - mu - mp.loggamma(k + 1)


COUNTS = [
    (20.0, 0.3),
    (1e6, 1e-3),
    (1e12, 0.5),
    (1e12, 1e-12),
    (1e12, 1 - 1e-12),
    (1541096362225563.0, 1.0477878413173978e-18),
]


def _near(mean, n=math.inf):
    """Whole numbers from none to all, most of them near a mean."""
    wide = mean + np.array([-3.0, 0.0, 2.0]) * math.sqrt(max(mean, 1.0))
    return sorted({*np.clip(np.round(wide), 0.0, n), 0.0, 1.0, *([n, n - 1.0] if n < math.inf else [])})


@pytest.mark.parametrize(("n", "p"), COUNTS)
def test_binomial(n, p):
    k = np.array(_near(n * p, n))
    with mp.workdps(DIGITS):
        expected = np.array([float(_log_binomial(x, n, p)) for x in k])
        by_p = np.array([float((mp.mpf(x) - mp.mpf(n) * mp.mpf(p)) / (mp.mpf(p) * (1 - mp.mpf(p)))) for x in k])
        by_n = [mp.digamma(mp.mpf(n) + 1) - mp.digamma(mp.mpf(n) - x + 1) + mp.log1p(-mp.mpf(p)) for x in k]
        by_n = np.array(list(map(float, by_n)))
    size = np.abs(k - n * p)  # of the terms of the formula
    found = plain(tg.stats.binom.logpmf(leaf(k), n, p))
    assert np.all(np.abs(found - expected) <= 2e-15 * (size + np.abs(expected) + 5.0))
    inner = (k > 0) & (k < n)
    slopes = tg.jacobian(lambda p: tg.stats.binom.logpmf(k, n, p))(p)
    np.testing.assert_allclose(slopes[inner], by_p[inner], rtol=1e-12, atol=1e-15 / p / (1 - p) * math.sqrt(n))
    slopes = tg.jacobian(lambda n: tg.stats.binom.logpmf(k, n, p))(n)
    np.testing.assert_allclose(slopes[inner], by_n[inner], rtol=1e-9, atol=1e-16)
    bends = tg.jacobian(tg.jacobian(lambda n: tg.stats.binom.logpmf(k, n, p)))(n)
    with mp.workdps(DIGITS):
        expected = [float(mp.psi(1, mp.mpf(n) + 1) - mp.psi(1, mp.mpf(n) - x + 1)) for x in k]
    np.testing.assert_allclose(bends[inner], np.array(expected)[inner], rtol=1e-7, atol=1e-16)


@pytest.mark.parametrize("mu", [0.5, 30.0, 1e6, 1e12])
def test_poisson(mu):
    k = np.array(_near(mu))
    with mp.workdps(DIGITS):
        expected = np.array([float(_log_poisson(x, mu)) for x in k])
    np.testing.assert_allclose(
        plain(tg.stats.poisson.logpmf(leaf(k), mu)), expected, rtol=1e-14, atol=1e-9 if mu > 1e9 else 1e-12
    )
    slope = tg.jacobian(lambda mu: tg.stats.poisson.logpmf(k, mu))(mu)
    np.testing.assert_allclose(slope, k / mu - 1.0, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(("n", "k", "p"), [(1e12, 2.0, 1 - 1e-12), (5e11, 5e11, 0.5), (2.5, 3.0, 0.3), (2.5, 0.0, 0.3)])
def test_negative_binomial(n, k, p):
    with mp.workdps(DIGITS):
        expected = float(_log_binomial(k, mp.mpf(n) + k, 1 - mp.mpf(p)) + mp.log(mp.mpf(n) / (mp.mpf(n) + k)))
    np.testing.assert_allclose(plain(tg.stats.nbinom.logpmf(leaf(k), n, p)), expected, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("df", [0.7, 99.0, 101.0, 1e4, 1e10, math.inf])
def test_students_t_goes_over_into_the_normal_distribution(df):
    z = np.array([-2.0, 0.3, 1.5])
    with mp.workdps(DIGITS):
        if df == math.inf:
            density = np.array([float(-(mp.mpf(x) ** 2) / 2 - mp.log(2 * mp.pi) / 2) for x in z])
            entropy, slope = float((1 + mp.log(2 * mp.pi)) / 2), 0.0
        else:
            v = mp.mpf(df)
            log_beta = mp.loggamma(v / 2) + mp.log(mp.pi) / 2 - mp.loggamma((v + 1) / 2)
            density = [-(v + 1) / 2 * mp.log1p(mp.mpf(x) ** 2 / v) - mp.log(v) / 2 - log_beta for x in z]
            density = np.array(list(map(float, density)))
            gaps = mp.digamma((v + 1) / 2) - mp.digamma(v / 2)
            entropy = float((v + 1) / 2 * gaps + mp.log(v) / 2 + log_beta)
            slope = float((v + 1) / 4 * (mp.psi(1, (v + 1) / 2) - mp.psi(1, v / 2)) + 1 / (2 * v))  # the gaps cancel
    np.testing.assert_allclose(plain(tg.stats.t.logpdf(z, leaf(df))), density, rtol=2e-12)
    np.testing.assert_allclose(plain(tg.stats.t.pdf(z, leaf(df))), np.exp(density), rtol=2e-12)
    np.testing.assert_allclose(plain(tg.stats.t.entropy(leaf(df))), entropy, rtol=1e-13)
    np.testing.assert_allclose(tg.grad(tg.stats.t.entropy)(df), slope, rtol=1e-9, atol=1e-30)
    assert np.isfinite(tg.grad(lambda df: tg.stats.t.logpdf(z, df).sum())(df))
    np.testing.assert_allclose(plain(tg.stats.t.var(leaf(df))), scipy.stats.t.var(df), rtol=1e-14)


@pytest.mark.parametrize(
    ("a", "b"), [(39.0, 40.0), (-40.0, -39.0), (30.0, math.inf), (-math.inf, -35.0), (-1.0, 2.0), (5.0, 7.0)]
)
def test_quantiles_of_truncated_normals(a, b):
    q = np.array([1e-9, 0.25, 0.5, 0.99])
    with mp.workdps(400):
        above = [1 - (x > 0) if math.isinf(x) else mp.erfc(mp.mpf(x) / mp.sqrt(2)) / 2 for x in (a, b)]
        mass = above[0] - above[1]
    for name, sign in (("ppf", 1), ("isf", -1)):
        found = plain(getattr(tg.stats.truncnorm, name)(leaf(q), a, b))
        assert np.all((a <= found) & (found <= b))
        with mp.workdps(400):
            at = [mp.erfc(mp.mpf(x) / mp.sqrt(2)) / 2 for x in found]
            share = [float((above[0] - p) / mass if sign > 0 else (p - above[1]) / mass) for p in at]
            slope = [float(sign * mass / mp.npdf(mp.mpf(x))) for x in found]
        np.testing.assert_allclose(share, q, rtol=1e-11, atol=1e-12)
        jacobian = tg.jacobian(lambda q: getattr(tg.stats.truncnorm, name)(q, a, b))(q)
        np.testing.assert_allclose(np.diag(jacobian), slope, rtol=1e-9)
        by_a = tg.jacobian(lambda a: getattr(tg.stats.truncnorm, name)(q, a, b))(a)
        assert np.isfinite(by_a).all() or math.isinf(a)


LARGE = [20.0, 1e3, 1e6, 1.1e7, 1e9, 1e12]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("a", LARGE)
@pytest.mark.parametrize("deviations", [0.0, 1.3, -4.0, 60.0])
def test_incomplete_gamma_function_of_a_large_parameter(a, deviations):
    x = a + deviations * math.sqrt(a)
    with mp.workdps(DIGITS):
        shape, place = mp.mpf(a), mp.mpf(x)

        def density(t):
            return mp.exp((shape - 1) * mp.log(t) - t - mp.loggamma(shape))

        by_x = float(density(place))
        low = max(shape - 40 * mp.sqrt(shape), mp.mpf(0))
        pieces = [low + (place - low) * k / 24 for k in range(25)]
        by_a = float(mp.quad(lambda t: density(t) * (mp.log(t) - mp.digamma(shape)), pieces))
    rtol = 1e-13 + 1e-16 * (abs(deviations) + 1.0) * math.sqrt(a)
    np.testing.assert_allclose(tg.grad(lambda x: scipy.special.gammainc(a, x))(x), by_x, rtol=rtol, atol=1e-200)
    for name, sign in (("gammainc", 1.0), ("gammaincc", -1.0)):
        found = tg.grad(lambda a: getattr(scipy.special, name)(a, x))(a)
        np.testing.assert_allclose(found, sign * by_a, rtol=rtol + 1e-12, atol=1e-20)


@pytest.mark.parametrize(("a", "b"), [(20.0, 30.0), (1e6, 3e5), (1e9, 1e9), (1e12, 2e12), (2.0, 1e12)])
def test_incomplete_beta_function_of_large_parameters(a, b):
    x = a / (a + b) * (1.0 + 0.7 / math.sqrt(min(a, b)))
    with mp.workdps(DIGITS):
        p, q, place = map(mp.mpf, (a, b, x))
        log_beta = mp.loggamma(p) + mp.loggamma(q) - mp.loggamma(p + q)
        expected = float(mp.exp((p - 1) * mp.log(place) + (q - 1) * mp.log1p(-place) - log_beta))
    found = tg.grad(lambda x: scipy.special.betainc(a, b, x))(x)
    np.testing.assert_allclose(found, expected, rtol=1e-12 + 1e-15 * math.sqrt(a + b))


# each takes SciPy's function a second to years
FAR_CONFLUENT = [
    (0.5, 1.5, -1e7), (2.5, 0.3, -1e9), (-3.0, 0.7, 2e6), (-4.0, 0.7, 2e6), (-3.0, 0.7, -2e6), (0.5, 1e7, 3e5), (1.2, -15000000.25, 1e6),
    (3.0, 2e7, -2e6), (-1.0, 1e7, 1e9), (40.25, -7.5, -1e7), (0.5, 3.7, -1e280),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "x"), FAR_CONFLUENT)
def test_confluent_function_of_large_arguments(a, b, x):
    with mp.workdps(DIGITS):
        expected = float(mp.hyp1f1(a, b, x))
        slope = float(mp.mpf(a) / mp.mpf(b) * mp.hyp1f1(mp.mpf(a) + 1, mp.mpf(b) + 1, x))
    x = leaf(np.array([x]))
    found = scipy.special.hyp1f1(a, b, x)
    np.testing.assert_allclose(plain(found), expected, rtol=1e-13)
    np.testing.assert_allclose(tg.autograd.grad(found.sum(), x)[0].numpy(), slope, rtol=1e-13)


@pytest.mark.parametrize(
    ("n", "alpha", "x"), [(2.5, 0.7, -1e9), (3.0, 1.5, 1e8), (0.5, 1e9, 30.0), (4.0, 0.25, -1e200)]
)
def test_laguerre_polynomials_of_large_arguments(n, alpha, x):
    with mp.workdps(DIGITS):
        expected, slope = float(mp.laguerre(n, alpha, x)), float(-mp.laguerre(mp.mpf(n) - 1, mp.mpf(alpha) + 1, x))
    x = leaf(np.array([x]))
    found = scipy.special.eval_genlaguerre(n, alpha, x)
    np.testing.assert_allclose(plain(found), expected, rtol=1e-12)
    np.testing.assert_allclose(tg.autograd.grad(found.sum(), x)[0].numpy(), slope, rtol=1e-12)


def test_confluent_function_ends_whatever_it_is_given():
    ends = (0.0, -1.0, 0.5, 3.7, -40.3, 1e7, -1e7, 2.0**63, -(2.0**63), 1e308, -1e308, np.inf, -np.inf, np.nan)
    arrays = [leaf(a.ravel()) for a in np.meshgrid(ends, ends, ends)]
    found = plain(scipy.special.hyp1f1(*arrays)).reshape((len(ends),) * 3)
    assert (found[:, 0] == 1.0)[3:6, 2:5].all()  # of a = 0
    assert np.isnan(found[-1, 2]).all()
    assert found[3, 2, -5] == np.inf
    for function, count in ((scipy.special.eval_genlaguerre, 3), (scipy.special.eval_laguerre, 2)):
        assert np.isfinite(plain(function(*[leaf(a.ravel()) for a in np.meshgrid(*[ends] * count)]))).any()
