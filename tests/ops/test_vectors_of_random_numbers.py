"""Distributions of vectors take the parameters that SciPy's take, and refuse those that it refuses."""

from __future__ import annotations

import math
import warnings

import mpmath
import numpy as np
import pytest
import scipy.stats

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError, ShapeError
from tests.support import leaf, plain

NORMAL, T, DIRICHLET, MULTINOMIAL = "multivariate_normal", "multivariate_t", "dirichlet", "multinomial"
OLD = np.lib.NumpyVersion(scipy.__version__) < "1.15.0"
X = np.random.default_rng(0).normal(size=(4, 3))
COV = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 0.5]])
SINGULAR = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 3.0]])


def both(name: str, method: str, *args):
    """A method's result here and in SciPy."""
    return plain(getattr(getattr(tg.stats, name), method)(*args)), getattr(getattr(scipy.stats, name), method)(*args)


@pytest.mark.parametrize("args", [
    (NORMAL, "logpdf", X[:, 0], 0.3, 2.0), (NORMAL, "logpdf", X[:1], None, COV), (NORMAL, "logpdf", 0.4, X[0], COV),
    (NORMAL, "logpdf", X[:, :1], X[0], COV), (NORMAL, "logpdf", X, None, COV), (NORMAL, "pdf", X[:, None], X[0], 1.5),
    (NORMAL, "logpdf", X, X[0], None), (NORMAL, "entropy", None, SINGULAR), (NORMAL, "entropy", X[0], 1.5),
    (NORMAL, "logpdf", X[:, 0], None, np.array([2.0])), (T, "logpdf", X, None, SINGULAR, 3.0), (T, "logpdf", X, X[0], None, 2.5),
    (T, "logpdf", X, X[0], COV, None), (T, "entropy", X[0], COV, 4.0), (T, "entropy", None, SINGULAR, 4.0),
    (T, "logpdf", X[:, 0], None, 2.0, 1.5), pytest.param((T, "logpdf", X, X[0], COV, math.inf), marks=pytest.mark.skipif(OLD, reason="older SciPys raise by mistake")), (T, "entropy", None, COV, math.inf),
    (T, "entropy", None, COV, 1e9), (T, "pdf", X, None, SINGULAR, 3.0, True),
    (DIRICHLET, "mean", np.array([2.0])), (DIRICHLET, "cov", np.array([2.0, 0.5, 1.5])),
    (DIRICHLET, "logpdf", np.array([[0.2], [0.3], [0.5]]), np.array([2.0, 0.5, 1.5])),
    (MULTINOMIAL, "mean", 4, np.array([0.2, 0.8])), (MULTINOMIAL, "cov", np.array([4, 5]), np.array([[0.2, 0.8], [0.5, 0.5]])),
    (MULTINOMIAL, "cov", np.array([-1, 5]), np.array([[0.2, 0.8], [0.5, 0.5]])),
    (MULTINOMIAL, "logpmf", np.array([1, 3]), np.array([4, -4, 3]), np.array([0.2, 0.8])),
    (MULTINOMIAL, "pmf", np.array([1, 3]), 4, np.array([[0.25, 0.75], [-0.5, 1.5], [0.0, 1.0]])),
    (DIRICHLET, "logpdf", np.array([0.3, 0.7]), np.array([2.0, 0.5, 1.5])), (DIRICHLET, "pdf", np.array([0.0, 1.0]), np.array([2.0, 1.0])),
    (DIRICHLET, "logpdf", np.array([[0.2, 0.5], [0.8, math.nan]]), np.array([2.0, 1.5])),
    (DIRICHLET, "mean", np.array([2.0, math.nan])),
], ids=lambda args: "-".join(map(str, args[:2])))  # fmt: skip
def test_parameters_are_read_as_scipy_reads_them(args):
    found, expected = both(*args)
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("args", [
    (NORMAL, "logpdf", X, X, COV), (NORMAL, "logpdf", X, X[0], COV[:2]), (NORMAL, "logpdf", X, None, COV[None]),
    (NORMAL, "logpdf", X, X[0, :2], COV), (NORMAL, "logpdf", X, X[0], np.ones(2)), (NORMAL, "logpdf", X[:, :2], X[0], COV),
    (NORMAL, "logpdf", X, None, np.ones(3)), (NORMAL, "logpdf", X, None, 1.0), (T, "logpdf", X, X[0], COV, 0.0),
    (T, "logpdf", X, X[0], COV, math.nan), (T, "pdf", X, None, SINGULAR, 3.0), (T, "logpdf", X, None, -COV, 3.0),
    (NORMAL, "logpdf", X, None, COV * math.nan, True), (NORMAL, "logpdf", X, None, -COV, True),
    (DIRICHLET, "logpdf", np.ones((2, 2, 2)) / 2, np.ones(2)), (DIRICHLET, "mean", np.ones((2, 2))),
    (DIRICHLET, "logpdf", np.array([0.5, 0.5]), [1.0, 0.0]), (DIRICHLET, "entropy", [1.0, -0.5]), (DIRICHLET, "cov", [1.0, -0.5]),
    (DIRICHLET, "logpdf", np.array([0.5, 0.4]), [1.0, 2.0]), (DIRICHLET, "logpdf", np.array([[0.5, 0.4], [0.5, 0.5]]), [1.0, 2.0]),
    (NORMAL, "logpdf", X, None, COV * math.nan), (NORMAL, "pdf", X, X[0], np.diag([1.0, 2.0, math.inf])), (NORMAL, "logpdf", 0.3, 0.0, math.nan),
    (NORMAL, "entropy", X[0], COV * math.nan), (T, "logpdf", X, X[0], COV * math.nan, 3.0), (T, "entropy", None, np.diag([1.0, math.inf]), 3.0),
    (DIRICHLET, "pdf", np.array([1.2, -0.2]), [1.0, 2.0]), (DIRICHLET, "pdf", np.array([1.2]), [1.0, 2.0]),
    (DIRICHLET, "pdf", np.array([0.0, 1.0]), [0.5, 2.0]), (DIRICHLET, "pdf", np.array([0.5, -0.1, 0.6]), [1.0, 2.0, 3.0]),
    (MULTINOMIAL, "pmf", 3, 3, np.array([0.2, 0.8])), (MULTINOMIAL, "logpmf", np.ones(3), 3, np.array([0.2, 0.8])),
], ids=lambda args: "-".join(map(str, args[:2])))  # fmt: skip
def test_what_scipy_refuses_is_refused(args):
    name, method, *rest = args
    with pytest.raises(ValueError):
        getattr(getattr(scipy.stats, name), method)(*rest)
    with pytest.raises((ArgumentError, ShapeError, np.linalg.LinAlgError)):
        getattr(getattr(tg.stats, name), method)(*rest)


def test_parameters_given_in_advance():
    for args, keywords in [((X[0], COV), {"seed": 1}), ((None, SINGULAR, True), {}), ((), {"cov": COV})]:
        ours, theirs = (
            tg.stats.multivariate_normal(*args, **keywords),
            scipy.stats.multivariate_normal(*args, **keywords),
        )
        np.testing.assert_allclose(plain(ours.pdf(X)), theirs.pdf(X), rtol=1e-12)
        np.testing.assert_allclose(plain(ours.entropy()), theirs.entropy(), rtol=1e-12)
    assert plain(tg.stats.multivariate_normal(cov=COV, maxpts=10).entropy()) == plain(
        tg.stats.multivariate_normal.entropy(cov=COV)
    )
    for df in (3.0, math.inf):
        ours, theirs = tg.stats.multivariate_t(X[0], COV, df), scipy.stats.multivariate_t(X[0], COV, df)
        np.testing.assert_allclose(plain(ours.logpdf(X)), theirs.logpdf(X), rtol=1e-12)
        np.testing.assert_allclose(plain(ours.entropy()), theirs.entropy(), rtol=1e-12)
    np.testing.assert_allclose(
        plain(tg.stats.multinomial(4, [0.2, 0.8]).cov()), scipy.stats.multinomial(4, [0.2, 0.8]).cov()
    )
    for distribution, args in [
        (NORMAL, (None, SINGULAR)), (NORMAL, (None, -COV, True)), (NORMAL, (X[0, :2], COV)), (T, (None, COV, -1.0)), (DIRICHLET, ([1.0, 0.0],)),
    ]:  # fmt: skip
        for module in (scipy.stats, tg.stats):
            with pytest.raises(ValueError):
                getattr(module, distribution)(*args)
    with pytest.raises(
        ArgumentError, match=r"multivariate_normal: expected parameters \(mean=None, cov=1, allow_singular=False, seed"
    ):
        tg.stats.multivariate_normal(covariance=COV)


def test_a_recorded_covariance_may_be_singular():
    normal = tg.stats.multivariate_normal
    compiled = tg.compile(
        lambda x, cov: (normal.logpdf(x, None, cov, allow_singular=True), normal(None, cov, True).entropy())
    )
    for cov in (COV, SINGULAR):
        density, entropy = compiled(X, cov)
        np.testing.assert_allclose(
            density, scipy.stats.multivariate_normal.logpdf(X, None, cov, allow_singular=True), rtol=1e-12
        )
        np.testing.assert_allclose(entropy, scipy.stats.multivariate_normal.entropy(None, cov), rtol=1e-12)


def test_the_derivative_by_a_recorded_covariance_is_that_of_a_definite_one():
    def f(x, cov, allow):
        cov = (cov + cov.T) / 2
        normal = tg.stats.multivariate_normal(None, cov, allow)
        return np.sum(normal.logpdf(x)) * normal.entropy()

    gradient = tg.compile(tg.func.grad(lambda x, cov: f(x, cov, True), argnums=(0, 1)))
    for found, expected in zip(
        gradient(X, COV), tg.func.grad(lambda x, cov: f(x, cov, False), argnums=(0, 1))(X, COV), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-11)
    second = tg.compile(tg.hessian(lambda cov: f(X, cov, True)))(COV)
    np.testing.assert_allclose(second, tg.hessian(lambda cov: f(X, cov, False))(COV), rtol=1e-10, atol=1e-10)
    with pytest.raises(GradientError, match="a singular covariance has no derivative"):
        gradient(X, SINGULAR)
    with pytest.raises(ArgumentError, match="expected a matrix of finite numbers"):
        gradient(X, COV * math.nan)


def test_derivatives_by_many_degrees_of_freedom_keep_their_digits():
    for df in (30.0, 1e6, 1e9):
        with mpmath.workdps(60):
            k, n, distance = mpmath.mpf(df), 3, mpmath.mpf("0.7")
            half = (k + n) / 2
            density = (
                mpmath.digamma(half)
                - mpmath.digamma(k / 2)
                - n / k
                - mpmath.log1p(distance / k)
                + half * 2 * distance / (k * (k + distance))
            ) / 2
            entropy = half * (mpmath.psi(1, half) - mpmath.psi(1, k / 2)) / 2 + n / (2 * k)
        x = np.array([math.sqrt(0.7), 0.0, 0.0])
        found = tg.grad(lambda df: tg.stats.multivariate_t.logpdf(x, np.zeros(3), np.eye(3), df))(df)
        assert found == pytest.approx(float(density), rel=1e-6)
        found = tg.grad(lambda df: tg.stats.multivariate_t.entropy(None, np.eye(3), df))(df)
        assert found == pytest.approx(float(entropy), rel=1e-6)


@pytest.mark.parametrize(
    ("x", "alpha"), [([0.5, 0.5], [1.0, -0.5]), ([0.5, 0.2], [1.0, 0.5]), ([0.0, 1.0], [0.5, 2.0])]
)
def test_what_is_no_share_is_refused_in_recordings_too(x, alpha):
    good = np.array([0.2, 0.8]), np.array([1.5, 3.0])
    gradient = tg.compile(tg.grad(tg.stats.dirichlet.logpdf, argnums=(0, 1)))
    expected = gradient(*good)
    with pytest.raises(ArgumentError, match="dirichlet: expected"):
        gradient(np.array(x), np.array(alpha))
    with pytest.raises(ArgumentError, match="dirichlet: expected"):
        tg.stats.dirichlet.logpdf(leaf(x), leaf(alpha))
    np.testing.assert_array_equal(gradient(*good), expected)


@pytest.mark.parametrize("method", ["logpmf", "pmf", "mean", "cov"])
def test_shares_that_do_not_add_up_to_1_are_what_scipy_makes_of_them(method):
    x, n = np.array([1, 2, 1]), 4
    p = np.array([[0.2, 0.3, 0.4], [0.2, 0.3, 0.5], [0.5, 0.7, 0.1], [0.2, 0.3, 0.6]])
    args = (x, n, p) if "pmf" in method else (n, p)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, expected = both(MULTINOMIAL, method, *args)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    np.testing.assert_array_equal(
        tg.compile(getattr(tg.stats.multinomial, method), static_argnums=len(args) - 2)(*args), found
    )


def test_arguments_may_be_lists_of_tensors():
    x = leaf([0.3, 0.4])
    value = (
        tg.stats.dirichlet.logpdf([x[0], x[1], 0.3], [x[0], 2.0, 1])
        + tg.stats.norm.logpdf([x[1], 2.0], [0.0, x[0]]).sum()
    )
    expected = (
        scipy.stats.dirichlet.logpdf([0.3, 0.4, 0.3], [0.3, 2.0, 1.0]) + scipy.stats.norm.logpdf([0.4, 1.7]).sum()
    )
    assert plain(value) == pytest.approx(expected, rel=1e-13)
    value.backward()
    by_x = -0.7 / 0.3 + mpmath.log(0.3) + mpmath.digamma(3.3) - mpmath.digamma(0.3) + 1.7
    np.testing.assert_allclose(plain(x.grad), [float(by_x), 1 / 0.4 - 0.4], rtol=1e-12)


@pytest.mark.parametrize("n", [2.5, np.array([3.0, 2.9])], ids=["one", "several"])
def test_parts_of_trials_are_left_out_as_by_scipy(n):
    counts, shares = np.array([1, 1, 0]), np.array([0.2, 0.3, 0.5])
    for method, given in (("pmf", (counts, n)), ("logpmf", (counts, n)), ("mean", (n,)), ("cov", (n,))):
        f = getattr(tg.stats.multinomial, method)
        with np.errstate(divide="ignore"):
            expected = getattr(scipy.stats.multinomial, method)(*given, shares)
        for found in (f(*given, leaf(shares)), tg.compile(lambda p, f=f, given=given: f(*given, p))(shares)):
            np.testing.assert_allclose(plain(tg.asarray(found)), expected, rtol=1e-13)
        last = tg.compile(lambda n, f=f, given=given: f(*given[:-1], n, shares))
        np.testing.assert_allclose(last(np.asarray(n)), expected, rtol=1e-13)
