"""Distributions of odd parameters, at odd numbers, have SciPy's values: NaN where these are none of a distribution."""

from __future__ import annotations

import inspect
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

ODD = (0.0, -1.0, math.inf, math.nan, 2.5, 1e-3, 3.0)
X = np.array([-math.inf, -1.0, 0.0, 0.3, 1.0, 1.5, 2.0, 7.0, math.inf, math.nan])
Q = np.array([-0.1, 0.0, 1e-9, 0.3, 0.5, 0.99, 1.0, 1.1, math.nan])
METHODS = {
    **dict.fromkeys(("pdf", "logpdf", "cdf", "sf", "logcdf", "logsf", "pmf", "logpmf"), (X,)),
    "ppf": (Q,), "isf": (Q,), "mean": (), "var": (), "std": (), "entropy": (), "support": (), "median": (),
}  # fmt: skip
AT_INFINITY = {"beta", "binom", "invgamma", "lognorm", "nbinom", "pareto", "truncnorm", "weibull_min"}
"""Whose limit at an infinite parameter SciPy has not, or has alone."""
DISTRIBUTIONS = [d for d in distributions.values() if isinstance(d, Distribution)]


def has_formula(distribution: Distribution, method: str) -> bool:
    """Whether a method has a formula, and is not SciPy's own of plain data."""
    try:
        getattr(distribution, method)(*METHODS[method], *map(leaf, usual_parameters(distribution)))
    except ArgumentError:
        return False
    return True


def usual_parameters(distribution: Distribution) -> tuple[float, ...]:
    return (*distribution.sample[0], 0.0, 1.0)[: len(inspect.signature(distribution).parameters)]


def odd_parameters(distribution: Distribution) -> list[tuple[float, ...]]:
    """One odd number among the parameters, loc and scale of a sample."""
    usual = usual_parameters(distribution)
    shapes = len(distribution.parameters)
    return [
        (*usual[:k], odd, *usual[k + 1 :])
        for k in range(len(usual))
        for odd in ODD
        if not (k < shapes and odd == math.inf and distribution.name in AT_INFINITY)
        if not (k == shapes + 1 and odd == 1e-3)  # far out, where SciPy's logarithms are those of 0
    ]


def asked(distribution: Any, method: str, args: tuple[Any, ...]) -> np.ndarray:
    try:
        found = getattr(distribution, method)(*args)
    except ZeroDivisionError:  # of SciPy's, in an entropy
        return np.array(math.nan)
    parts = found if isinstance(found, tuple) else (found,)
    return np.stack([plain(part) if isinstance(part, tg.Tensor) else part for part in parts])


@pytest.mark.skipif(np.lib.NumpyVersion(scipy.__version__) < "1.15.0", reason="older versions have other limits")
@pytest.mark.parametrize("distribution", DISTRIBUTIONS, ids=lambda d: d.name)
@pytest.mark.parametrize("method", METHODS)
def test_odd_parameters(distribution, method):
    theirs = getattr(scipy.stats, distribution.name)
    if not has_formula(distribution, method) or (distribution.discrete and method == "logcdf"):  # SciPy's is no NaN
        return
    for parameters in odd_parameters(distribution):
        args = (*METHODS[method], *parameters)
        with np.errstate(all="ignore"):
            expected = asked(theirs, method, args)
        found = asked(distribution, method, tuple(map(tg.tensor, args)))
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-12, err_msg=str(parameters))


@pytest.mark.parametrize("confidence", [1.5, -0.1, [0.5, 1.1]])
def test_what_is_no_probability_has_no_interval(confidence):
    for norm in (scipy.stats.norm, tg.stats.norm, tg.stats.norm(0.0, 2.0)):
        with pytest.raises(ValueError):
            norm.interval(np.array(confidence))
    compiled = tg.compile(tg.stats.norm.interval)
    compiled(np.full(np.shape(confidence), 0.5))
    with pytest.raises(ArgumentError, match=r"norm\.interval: expected a probability"):
        compiled(np.array(confidence))


@pytest.mark.parametrize("df", [0.0, -1.5, math.nan])
def test_degrees_of_freedom_are_positive(df):
    for t in (scipy.stats.multivariate_t, tg.stats.multivariate_t):
        with pytest.raises(ValueError):
            t.logpdf(X[1:3], None, np.eye(2), tg.tensor(df) if t is tg.stats.multivariate_t else df)
    compiled = tg.compile(lambda df: tg.stats.multivariate_t.logpdf(X[1:3], None, np.eye(2), df))
    compiled(3.0)
    with pytest.raises(ArgumentError, match="multivariate_t: expected a positive number for df"):
        compiled(df)


def test_the_variance_of_a_weibull_distribution_keeps_its_digits():
    for c in (0.013, 0.3, 2.0, 1e4):
        with mpmath.workdps(60):
            expected = mpmath.gamma(1 + 2 / mpmath.mpf(c)) - mpmath.gamma(1 + 1 / mpmath.mpf(c)) ** 2
        assert plain(tg.stats.weibull_min.var(c)) == pytest.approx(float(expected), rel=1e-10)
    assert plain(tg.stats.weibull_min.var(0.01)) == math.inf
