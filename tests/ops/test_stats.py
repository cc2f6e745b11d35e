"""Distributions against SciPy: values over their supports and outside, derivatives by differences, all ways of calling."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.stats

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tapegrad.ops.stats.distribution import Distribution, distributions
from tests.support import leaf, plain

IMPRECISE = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 15)
ALL = [d for d in distributions.values() if isinstance(d, Distribution)]
OF_NUMBERS = ("logpdf", "pdf", "logpmf", "pmf", "cdf", "sf", "logcdf", "logsf")
QUANTILES = ("ppf", "isf")
MOMENTS = ("mean", "var", "std", "entropy")
LEVELS = np.array([0.01, 0.2, 0.45, 0.7, 0.99])

each = pytest.mark.parametrize("distribution", ALL, ids=lambda d: d.name)


def methods(distribution: Distribution, names: tuple[str, ...]) -> list[str]:
    """Those of some methods that the distribution has a formula of: what requires grad never goes to SciPy."""
    known = []
    for name in names:
        try:
            first = () if name in MOMENTS else (LEVELS[1:2],)
            *shapes, scale = arguments(distribution)[0]
            getattr(distribution, name)(*first, *shapes, scale if distribution.discrete else leaf(scale))
        except tg.errors.ArgumentError:
            continue
        known.append(name)
    return known


def arguments(distribution: Distribution) -> list[tuple[float, ...]]:
    """Parameters, loc and scale."""
    place = (2.0,) if distribution.discrete else (0.7, 1.6)
    return [(*sample, *place) for sample in distribution.sample]


def points(distribution: Distribution, args: tuple[float, ...]) -> np.ndarray:
    """Numbers inside of the support, where the density is smooth."""
    if distribution.name == "vonmises":
        return np.linspace(-1.0, 2.0, 5)
    return getattr(scipy.stats, distribution.name).ppf(LEVELS, *args)


@each
def test_values(distribution):
    if IMPRECISE and distribution.name in ("nbinom", "t", "laplace", "invgamma", "f", "pareto"):
        pytest.skip("an older SciPy's logarithms of tails have few digits")
    for args in arguments(distribution):
        inside = points(distribution, args)
        outside = [-1000.0, 3.3e5, math.inf, -math.inf, math.nan]
        for name in (*OF_NUMBERS, *QUANTILES):
            if name not in methods(distribution, (name,)):
                continue
            x = np.array([0.0, 1.0, *LEVELS]) if name in QUANTILES else np.concatenate([inside, outside])
            if distribution.name == "vonmises":
                x = inside
            with np.errstate(all="ignore"):
                expected = getattr(getattr(scipy.stats, distribution.name), name)(x, *args)
            found = plain(getattr(distribution, name)(x, *args))
            # SciPy takes logarithms of densities that underflow
            seen = ~((expected == -math.inf) & np.isfinite(found)) if name.startswith("log") else np.full(x.shape, True)
            np.testing.assert_allclose(found[seen], expected[seen], rtol=2e-11, atol=1e-300, err_msg=name)
        for name in methods(distribution, MOMENTS):
            expected = getattr(getattr(scipy.stats, distribution.name), name)(*args)
            np.testing.assert_allclose(plain(getattr(distribution, name)(*args)), expected, rtol=1e-12, err_msg=name)


@each
def test_derivatives_by_everything(distribution):
    """By x, the parameters, loc and scale, against differences of the method itself, whose values are SciPy's."""
    rng = np.random.default_rng(4)
    args = arguments(distribution)[0]
    counts = 1 if distribution.name in ("binom", "nbinom") else 0  # n is whole where SciPy's functions are called
    inside = points(distribution, args)[1:4]
    for name in methods(distribution, (*OF_NUMBERS, *([] if distribution.discrete else QUANTILES))):
        x = np.array([0.23, 0.45, 0.81]) if name in QUANTILES else inside
        w = rng.uniform(0.5, 1.5, 3)
        fixed = args[:counts] if distribution.name == "binom" or not name.startswith(("logp", "pm")) else ()
        moving = [np.full(3, a) for a in args[len(fixed) :]]
        if distribution.discrete:
            moving.pop()  # loc is whole
        else:
            moving.insert(0, x)

        def loss(*given: Any, name: str = name, x: Any = x, w: Any = w, fixed: Any = fixed) -> Any:
            rest = list(given)
            first = x if distribution.discrete else rest.pop(0)
            last = [args[-1]] if distribution.discrete else []
            return (getattr(distribution, name)(first, *fixed, *rest, *last) * w).sum()

        leaves = [leaf(a) for a in moving]
        found = tg.autograd.grad(loss(*leaves), leaves)
        expected = by_differences(lambda *a, loss=loss: float(plain(loss(*a))), moving)
        for g, e in zip(found, expected, strict=True):
            np.testing.assert_allclose(plain(g), e, rtol=3e-7, atol=1e-7, err_msg=name)


def by_differences(f: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Gradients by differences of sixth order in double precision."""
    results = []
    for k, a in enumerate(arrays):
        g = np.zeros_like(a)
        for i in range(a.size):
            h = 1e-3 * max(1.0, abs(a[i]))
            for j, weight in ((1, 0.75), (2, -0.15), (3, 1 / 60)):
                for sign in (1, -1):
                    moved = [b.copy() for b in arrays]
                    moved[k][i] += sign * j * h
                    g[i] += sign * weight * f(*moved) / h
        results.append(g)
    return results


@each
def test_gradients_outside_are_zero(distribution):
    """And values are -inf or 0: no NaN leaks into parameters from data that are impossible."""
    args = arguments(distribution)[0]
    bounded = distribution.low if isinstance(distribution.low, float) else -1.0
    if bounded == -math.inf:
        return
    name = "logpmf" if distribution.discrete else "logpdf"
    x, leaves = leaf(np.array([-50.0, -3.5])), [leaf(np.array(a)) for a in args]
    for method in (name, name[3:], "cdf", "logcdf", "sf", "logsf"):
        value = getattr(distribution, method)(x, *leaves)
        np.testing.assert_array_equal(
            plain(value), {"log": -math.inf}.get(method[:3], 0.0) if "sf" not in method else 1.0 - (method == "logsf")
        )
        for g in tg.autograd.grad(value.sum(), [x, *leaves], materialize_grads=True):
            np.testing.assert_array_equal(plain(g), np.zeros(g.shape))


@each
def test_parameters_out_of_range_give_nan(distribution):
    args = list(arguments(distribution)[0])
    name = "logpmf" if distribution.discrete else "logpdf"
    x = points(distribution, tuple(args))
    if not distribution.discrete:
        bad = [*args[:-1], -1.0]
        assert np.isnan(plain(getattr(distribution, name)(x, *bad))).all()
        assert np.isnan(plain(getattr(distribution, name)(x, *args[:-1], tg.tensor(-1.0)))).all()
    if distribution.parameters and distribution.name not in ("skewnorm", "truncnorm"):
        bad = [-1.0, *args[1:]]
        assert np.isnan(plain(getattr(distribution, name)(x, *bad))).all()
        assert np.isnan(plain(getattr(distribution, name)(x, tg.tensor(-1.0), *args[1:]))).all()


@each
def test_ways_of_calling(distribution):
    """By keywords, frozen, compiled, over batches, in float32, of lists and numbers."""
    args = arguments(distribution)[0]
    name = "logpmf" if distribution.discrete else "logpdf"
    method = getattr(distribution, name)
    x = points(distribution, args)[1:4]
    expected = plain(method(x, *args))
    names = [*distribution.parameters, "loc"] + ([] if distribution.discrete else ["scale"])
    np.testing.assert_array_equal(plain(method(x, **dict(zip(names, args, strict=True)))), expected)
    np.testing.assert_array_equal(plain(getattr(distribution(*args), name)(x)), expected)
    np.testing.assert_array_equal(plain(method(x.tolist(), *args)), expected)
    assert plain(method(float(x[1]), *args)) == expected[1]
    tensors = [tg.tensor(a) for a in args]
    np.testing.assert_allclose(plain(method(tg.tensor(x), *tensors)), expected, rtol=1e-13)
    together = tg.compile(tg.value_and_grad(lambda x, *p: method(x, *p).sum()))
    value, slope = together(x, *args)
    np.testing.assert_allclose(value, expected.sum(), rtol=1e-13)
    batched = tg.vmap(tg.grad(lambda x: method(x, *args).sum()))(np.stack([x, x]))
    np.testing.assert_allclose(batched[1], slope, rtol=1e-12, atol=1e-14)
    single = method(tg.tensor(x.astype(np.float32)), *args)
    assert single.dtype == np.float32
    np.testing.assert_allclose(plain(single), expected, rtol=1e-4, atol=1e-5)


@each
def test_second_derivatives(distribution):
    """Of the log density by the parameters, against differences of the first."""
    args = arguments(distribution)[0]
    name = "logpmf" if distribution.discrete else "logpdf"
    x = points(distribution, args)[1:4]
    free = len(args) - distribution.discrete
    values = np.array(args[:free])

    def f(p: Any) -> Any:
        return getattr(distribution, name)(x, *[p[k] for k in range(free)], *args[free:]).sum()

    if free:
        found = tg.hessian(f)(values)
        slope = tg.grad(f)
        counts = int(distribution.name == "binom")  # whole, so there are no differences by it
        expected = np.stack([gradient_of(slope, values, k) for k in range(counts, free)])
        np.testing.assert_allclose(found[counts:], expected, rtol=1e-7, atol=1e-7)


def gradient_of(f: Any, x: np.ndarray, k: int) -> np.ndarray:
    h, unit = 1e-3, np.eye(len(x))[k]
    return sum(w * (f(x + j * h * unit) - f(x - j * h * unit)) for j, w in ((1, 0.75), (2, -0.15), (3, 1 / 60))) / h


def test_logarithms_far_in_the_tails():
    """Where probabilities underflow, against 60 digits."""
    with mpmath.workdps(60):
        z = mpmath.mpf(40)
        expected = float(mpmath.log(mpmath.erfc(z / mpmath.sqrt(2)) / 2))
        hazard = float(mpmath.npdf(z) / mpmath.ncdf(-z))
    assert plain(tg.stats.norm.logsf(40.0)) == pytest.approx(expected, rel=1e-14)
    assert plain(tg.stats.norm.logcdf(-43.0, -3.0)) == pytest.approx(expected, rel=1e-14)
    assert tg.grad(tg.stats.norm.logcdf)(-40.0) == pytest.approx(hazard, rel=1e-14)
    assert plain(tg.stats.truncnorm.logcdf(31.0, 30.0, 40.0)) == pytest.approx(-0.0, abs=1e-12)
    assert np.isfinite(tg.grad(lambda a: tg.stats.truncnorm.logpdf(35.0, a, 40.0))(30.0))


# the reciprocal of the density at 0.7 of the normal distribution between -0.5 and 0.7
RECIPROCAL = float((mpmath.ncdf(0.7) - mpmath.ncdf(-0.5)) / mpmath.npdf(0.7))
# a probability or its like, by which parameter, where, from which side, and the derivative: a polynomial's, a cosine, or 0 by symmetry
AT_EDGES: list[tuple[Any, float, float]] = [
    (lambda p: tg.stats.bernoulli.pmf(1, p), 0.0, 1.0),
    (lambda p: tg.stats.bernoulli.pmf(0, p), 1.0, -1.0),
    (lambda m: tg.stats.poisson.pmf(0, m), 0.0, -1.0),
    (lambda m: tg.stats.poisson.pmf(1, m), 0.0, 1.0),
    (lambda p: tg.stats.binom.pmf(2, 3, p), 1.0, -3.0),
    (lambda p: tg.stats.binom.pmf(1, 3, p), 0.0, 3.0),
    (lambda p: tg.stats.binom.pmf(1500, 3000, p), 0.0, 0.0),
    (lambda p: tg.stats.geom.pmf(2, p), 1.0, -1.0),
    (lambda p: tg.stats.nbinom.pmf(1, 3.0, p), 1.0, -3.0),
    (lambda p: tg.stats.multinomial.pmf([1.0, 2.0], 3, tg.array([p, 1.0])), 0.0, 3.0),
    (lambda k: tg.stats.vonmises.logpdf(0.3, k), 0.0, math.cos(0.3)),
    (lambda df: tg.stats.t.cdf(0.0, df), 3.0, 0.0),
    (lambda df: tg.stats.t.logcdf(0.0, df), 3.0, 0.0),
    (lambda df: tg.stats.t.ppf(0.5, df), 3.0, 0.0),
    (lambda p: tg.stats.geom.cdf(1, p), 1.0, 1.0),
    (lambda p: tg.stats.geom.sf(1, p), 1.0, -1.0),
    (lambda p: tg.stats.binom.cdf(2, 3, p), 1.0, -3.0),
    (lambda x: tg.stats.laplace.cdf(x), 0.0, 0.5),
    (lambda x: tg.stats.laplace.logcdf(x), 0.0, 1.0),
    (lambda x: tg.stats.laplace.logsf(x), 0.0, -1.0),
    (lambda q: tg.stats.uniform.ppf(q, 0.0, 2.0), 1.0, 2.0),
    (lambda q: tg.stats.expon.ppf(q), 0.0, 1.0),
    (lambda q: tg.stats.beta.isf(q, 1.0, 2.0), 1.0, -0.5),
    (lambda q: tg.stats.halfcauchy.isf(q), 1.0, -0.5 * math.pi),
    (lambda q: tg.stats.pareto.ppf(q, 2.0), 0.0, 0.5),
    (lambda q: tg.stats.truncnorm.ppf(q, -0.5, 0.7), 1.0, RECIPROCAL),
    (lambda q: tg.stats.truncnorm.ppf(q, -0.7, 0.5), 0.0, RECIPROCAL),
    # at an end of the support: that of the outside where the function is continuous, of the inside where it jumps
    (lambda x: tg.stats.gamma.pdf(x, 2.0), 0.0, 0.0),
    (lambda x: tg.stats.chi2.cdf(x, 2.0), 0.0, 0.0),
    (lambda x: tg.stats.weibull_min.pdf(x, 2.0), 0.0, 0.0),
    (lambda x: tg.stats.expon.pdf(x), 0.0, -1.0),
    (lambda x: tg.stats.pareto.pdf(x, 1.0), 1.0, -2.0),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(AT_EDGES)))
def test_derivatives_at_edges(case):
    function, place, expected = AT_EDGES[case]
    assert tg.grad(function)(place) == pytest.approx(expected, rel=1e-14, abs=1e-16)
    _, slope = tg.compile(tg.value_and_grad(function))(place)
    assert slope == pytest.approx(expected, rel=1e-14, abs=1e-16)


def test_a_certain_success_comes_first():
    for k in (1.0, 2.0):
        assert (plain(tg.stats.geom.cdf(k, 1.0)), plain(tg.stats.geom.sf(k, 1.0))) == (1.0, 0.0)


def test_second_derivatives_at_edges():
    assert tg.hessian(lambda m: tg.stats.poisson.pmf(2, m))(0.0) == pytest.approx(1.0, rel=1e-14)
    assert tg.hessian(lambda p: tg.stats.binom.pmf(1, 3, p))(0.0) == pytest.approx(-12.0, rel=1e-13)


@pytest.mark.parametrize("name", ["bernoulli", "binom", "nbinom", "poisson", "geom"])
def test_quantiles_of_whole_numbers(name):
    own, scipys = getattr(tg.stats, name), getattr(scipy.stats, name)
    q, args = np.array([0.0, 0.2, 0.5, 0.9, 1.0, -0.1, math.nan]), arguments(distributions[name])[0]
    for method in QUANTILES:
        expected = getattr(scipys, method)(q, *args)
        np.testing.assert_array_equal(plain(getattr(own, method)(q, *args)), expected)
        np.testing.assert_array_equal(tg.compile(getattr(own, method))(q, *args), expected)
    assert tg.grad(lambda loc: own.ppf(0.3, *args[:-1], loc))(1.0) == 1.0


def test_summaries():
    for name, args in [("norm", (1.0, 2.0)), ("gamma", (2.0, 1.0, 3.0)), ("binom", (5, 0.3, 2)), ("truncnorm", (30.0, 40.0)), ("truncnorm", (-1.0, math.inf)), ("cauchy", ()), ("halfcauchy", ())]:  # fmt: skip
        own, scipys = getattr(tg.stats, name), getattr(scipy.stats, name)
        for found, expected in [
            (own.median(*args), scipys.median(*args)),
            (own.interval(0.9, *args), scipys.interval(0.9, *args)),
            (own.support(*args), scipys.support(*args)),
            (own.stats(*args), scipys.stats(*args)),
            (own.stats(*args, moments="v"), scipys.stats(*args, moments="v")),
            (own(*args).interval(0.5), scipys(*args).interval(0.5)),
            (own(*args).stats(), scipys(*args).stats()),
            (own(*args).median(), scipys(*args).median()),
        ]:
            np.testing.assert_allclose(np.array(found, float), np.array(expected, float), rtol=1e-8)
    with pytest.raises(tg.errors.ArgumentError, match="expected 'm', 'v' or 'mv'"):
        tg.stats.norm.stats(leaf(0.0), moments="s")
    with pytest.raises(tg.errors.ArgumentError, match="expected letters of 'mvsk'"):
        tg.stats.norm.stats(moments="x")
    gamma = tg.stats.gamma.stats(2.0, moments="mvsk")
    np.testing.assert_allclose(np.array(gamma, float), scipy.stats.gamma.stats(2.0, moments="mvsk"))


def test_entropy_of_a_truncated_distribution():
    """Which SciPy cannot tell far out: one half on both sides."""
    entropy = tg.stats.truncnorm.entropy
    assert plain(entropy(-math.inf, math.inf)) == pytest.approx(scipy.stats.norm.entropy(), rel=1e-14)
    assert plain(entropy(0.0, math.inf)) == pytest.approx(scipy.stats.halfnorm.entropy(), rel=1e-14)


def test_the_short_tail_of_the_skew_normal_distribution():
    """Where the normal distribution and Owen's T cancel, against quadrature of Owen's integral, and the density, in 40 digits."""
    for z, a in [(-0.01, 3.0), (-2.0, 3.0), (-3.0, 3.0), (-6.0, 0.5), (-0.5, 40.0), (-3.0, 1e-3)]:
        with mpmath.workdps(40):
            h, slant = mpmath.mpf(-z), mpmath.mpf(a)
            points = [k / (h * h * slant + h) for k in (0, 1, 3, 10, 30, 100)] + [mpmath.inf]

            def integrand(s: Any, h: Any = h, a: Any = slant) -> Any:
                return mpmath.exp(-h * h * s * (a + s / 2)) / (1 + (a + s) ** 2)

            expected = mpmath.exp(-h * h * (1 + slant**2) / 2) * mpmath.quad(integrand, points) / mpmath.pi
            slope = 2 * mpmath.npdf(h) * mpmath.erfc(slant * h / mpmath.sqrt(2)) / 2
        assert plain(tg.stats.skewnorm.cdf(z, a)) == pytest.approx(float(expected), rel=1e-12, abs=0)
        assert plain(tg.stats.skewnorm.logsf(-z, -a)) == pytest.approx(float(mpmath.log(expected)), rel=1e-12, abs=0)
        assert tg.grad(tg.stats.skewnorm.cdf)(z, a) == pytest.approx(float(slope), rel=1e-12, abs=0)


def test_errors():
    with pytest.raises(tg.errors.ArgumentError, match="expected parameters df, loc=0, scale=1"):
        tg.stats.t.logpdf(1.0)
    with pytest.raises(tg.errors.ArgumentError, match="Use logpmf"):
        tg.stats.poisson.logpdf(1.0, 2.0)
    with pytest.raises(tg.errors.ArgumentError, match="Use logpdf"):
        tg.stats.norm.logpmf(1.0)
    with pytest.raises(tg.errors.ArgumentError, match="no differentiable formula"):
        tg.stats.skewnorm.ppf(leaf(0.5), 1.0)
    for owner, name in [
        (tg.stats.norm, "rvs"),
        (tg.stats.norm(0.0, 1.0), "expect"),
        (tg.stats.multivariate_normal, "cdf"),
    ]:
        with pytest.raises(AttributeError, match=f"has no '{name}'. Use scipy.stats"):
            getattr(owner, name)
    with pytest.raises(tg.errors.ArgumentError, match=r"^vonmises\.std: no differentiable formula"):
        tg.stats.vonmises.std(leaf(1.0))


# ------------------------------------------------------------------------------------------------- vectors

MATRIX = np.array([[2.0, 0.4, -0.2], [0.4, 1.5, 0.3], [-0.2, 0.3, 0.9]])
CENTRE = np.array([0.3, -1.0, 0.5])
SHARES = np.array([[0.2, 0.5, 0.1], [0.3, 0.1, 0.3], [0.5, 0.4, 0.6]])
VECTORS: list[tuple[str, str, tuple[Any, ...]]] = [
    ("multivariate_normal", "logpdf", (np.random.default_rng(1).normal(size=(4, 3)), CENTRE, MATRIX)),
    ("multivariate_normal", "logpdf", (np.random.default_rng(1).normal(size=3), CENTRE, MATRIX)),
    ("multivariate_normal", "pdf", (np.random.default_rng(1).normal(size=(2, 2, 3)), CENTRE, np.array([1.5, 0.4, 2.0]))),
    ("multivariate_normal", "logpdf", (np.random.default_rng(1).normal(size=(4, 3)), CENTRE, np.array(1.7))),
    ("multivariate_normal", "entropy", (CENTRE, MATRIX)),
    ("multivariate_t", "logpdf", (np.random.default_rng(1).normal(size=(4, 3)), CENTRE, MATRIX, np.array(3.5))),
    ("multivariate_t", "pdf", (np.random.default_rng(1).normal(size=3), CENTRE, MATRIX, np.array(3.5))),
    ("dirichlet", "logpdf", (SHARES, np.array([0.7, 1.8, 3.0]))),
    ("dirichlet", "pdf", (SHARES[:, 0], np.array([0.7, 1.8, 3.0]))),
    ("dirichlet", "mean", (np.array([0.7, 1.8, 3.0]),)),
    ("dirichlet", "var", (np.array([0.7, 1.8, 3.0]),)),
    ("dirichlet", "entropy", (np.array([0.7, 1.8, 3.0]),)),
    ("multivariate_t", "entropy", (CENTRE, MATRIX, np.array(3.5))),
    ("multinomial", "logpmf", (np.array([[2.0, 1.0, 3.0], [0.0, 6.0, 0.0], [1.0, 1.0, 1.0], [1.5, 1.5, 3.0]]), 6.0, np.array([0.2, 0.5, 0.3]))),
    ("multinomial", "pmf", (np.array([2.0, 1.0, 3.0]), 6.0, np.array([0.2, 0.5, 0.3]))),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(VECTORS)))
def test_vectors(case):
    name, method, args = VECTORS[case]
    own = getattr(getattr(tg.stats, name), method)
    with np.errstate(all="ignore"):
        expected = getattr(getattr(scipy.stats, name), method)(*args)
    np.testing.assert_allclose(plain(own(*args)), expected, rtol=1e-12, atol=1e-300)
    if name == "multinomial":
        x, n, p = args
        leaf_p = leaf(p)
        (slope,) = tg.autograd.grad(np.sum(own(x, n, leaf_p)), leaf_p)
        rows = np.atleast_2d(x)[:2]
        weight = np.sum(rows, 0) if method == "logpmf" else rows[0] * expected
        np.testing.assert_allclose(plain(slope), weight / p, rtol=1e-12)
        return
    arrays = [np.asarray(a) for a in args]
    if (
        method.endswith("pdf") and name == "dirichlet"
    ):  # differences would leave the shares' plane: the last one follows
        arrays[0] = arrays[0][:-1]
    leaves = [leaf(a) for a in arrays]
    found = tg.autograd.grad(np.sum(own(*leaves) ** 2), leaves, materialize_grads=True)
    for g, e in zip(found, by_moving(lambda *a: float(np.sum(plain(own(*a)) ** 2)), arrays), strict=True):
        g = plain(g)
        if g.ndim == 2 and g.shape == MATRIX.shape and name.startswith("multivariate"):  # symmetric
            g, e = g + g.T, e + e.T
        np.testing.assert_allclose(g, e, rtol=1e-6, atol=1e-7)
    compiled = tg.compile(own)
    np.testing.assert_allclose(compiled(*arrays), plain(own(*arrays)), rtol=1e-13)


def by_moving(f: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Gradients by differences, of matrices along symmetric directions."""
    results = []
    for k, a in enumerate(arrays):
        g = np.zeros_like(a)
        for place in np.ndindex(a.shape):
            for j, weight in ((1, 0.75), (2, -0.15), (3, 1 / 60)):
                for side in (1, -1):
                    moved = [b.copy() for b in arrays]
                    moved[k][place] += side * j * 1e-3
                    if a.shape == MATRIX.shape and np.array_equal(a, MATRIX):
                        moved[k] = (moved[k] + moved[k].T) / 2
                    g[place] += side * weight * f(*moved) / 1e-3
        results.append(g)
    return results


def test_errors_of_vectors():
    with pytest.raises(tg.errors.ArgumentError, match="semidefinite"):
        tg.stats.multivariate_normal.logpdf(np.zeros(2), cov=-np.eye(2), allow_singular=True)
    with pytest.raises(tg.errors.ShapeError, match="length 3"):
        tg.stats.multivariate_normal.logpdf(np.zeros(2), cov=MATRIX)
    with pytest.raises(np.linalg.LinAlgError):
        tg.stats.multivariate_normal.logpdf(np.zeros(2), cov=-np.eye(2))
    assert plain(tg.stats.dirichlet.logpdf(np.float32([0.1, 0.7, 0.2]), np.ones(3))) == pytest.approx(math.log(2.0))


def test_what_has_no_formula_is_scipys_of_plain_data():
    p = np.array([0.2, 0.5])
    vonmises, skewnorm = tg.stats.vonmises, tg.stats.skewnorm
    for own, theirs in (
        (vonmises(2.0), scipy.stats.vonmises(2.0)),
        (skewnorm(1.0, 0.5), scipy.stats.skewnorm(1.0, 0.5)),
    ):
        for method in ("cdf", "sf", "logcdf", "logsf", "ppf", "isf"):
            found = getattr(own, method)(tg.tensor(p))
            np.testing.assert_allclose(plain(found), getattr(theirs, method)(p), rtol=1e-12)
    with pytest.raises(ArgumentError, match=r"vonmises\.cdf: no differentiable formula is known here"):
        vonmises.cdf(leaf(p), 2.0)
    with pytest.raises(ArgumentError, match=r"skewnorm\.ppf: no differentiable formula is known here"):
        tg.compile(lambda p: skewnorm.ppf(p, 1.0))(p)


@pytest.mark.parametrize("kind", ["matrix", "object"])
def test_normal_vectors_with_a_singular_covariance(kind):
    matrix = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 3.0]])
    w, v = np.linalg.eigh(matrix)
    covariance = matrix if kind == "matrix" else scipy.stats.Covariance.from_eigendecomposition((np.maximum(w, 0.0), v))
    singular = {"allow_singular": True} if kind == "matrix" else {}
    x, mean = np.array([[0.5, 1.0, 0.3], [0.5, 1.1, 0.3]]), np.array([0.1, 0.2, -0.4])  # the second is out of its range
    expected = scipy.stats.multivariate_normal.logpdf(x, mean, covariance, **singular)
    found = tg.stats.multivariate_normal.logpdf(tg.tensor(x), mean, covariance, **singular)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-12)
    slope = tg.grad(lambda x: tg.stats.multivariate_normal.logpdf(x, mean, covariance, **singular))(x[0])
    within = np.linalg.pinv(matrix) @ (x[0] - mean)
    np.testing.assert_allclose(slope, -within, rtol=1e-12)
    entropy = tg.stats.multivariate_normal.entropy(mean, covariance) if kind == "object" else None
    if entropy is not None:
        assert entropy.item() == pytest.approx(scipy.stats.multivariate_normal(mean, covariance).entropy(), rel=1e-13)


def test_a_covariance_with_a_derivative_is_not_singular():
    with pytest.raises(np.linalg.LinAlgError):
        tg.grad(lambda c: tg.stats.multivariate_normal.logpdf(np.zeros(2), None, c, allow_singular=True))(
            np.ones((2, 2))
        )


def test_moments_have_a_value_for_each_loc():
    loc, scale = np.array([0.0, np.nan, 2.0]), np.array([[1.0], [2.0]])
    for name in MOMENTS:
        expected = getattr(scipy.stats.norm, name)(loc, scale)
        found = plain(getattr(tg.stats.norm, name)(leaf(loc), scale))
        assert found.shape == expected.shape == (2, 3)
        np.testing.assert_allclose(found, expected, rtol=1e-15)
    assert tg.stats.binom.var(5, leaf(0.3), np.zeros(4)).shape == (4,)


def test_distributions_of_vectors_with_their_parameters():
    mean, cov, alpha = np.array([0.1, 0.2]), np.array([[1.0, 0.3], [0.3, 2.0]]), np.array([1.5, 2.0, 0.7])
    x = np.array([[0.5, -1.0], [2.0, 0.3]])
    ours, theirs = tg.stats.multivariate_normal(leaf(mean), cov), scipy.stats.multivariate_normal(mean, cov)
    np.testing.assert_allclose(plain(ours.logpdf(x)), theirs.logpdf(x), rtol=1e-13)
    np.testing.assert_allclose(plain(ours.entropy()), theirs.entropy(), rtol=1e-13)
    np.testing.assert_allclose(
        plain(tg.stats.dirichlet(leaf(alpha)).mean()), scipy.stats.dirichlet(alpha).mean(), rtol=1e-14
    )
    slope = tg.grad(lambda mean: tg.stats.multivariate_normal(mean, cov).logpdf(x[0]))(mean)
    np.testing.assert_allclose(slope, np.linalg.solve(cov, x[0] - mean), rtol=1e-12)
