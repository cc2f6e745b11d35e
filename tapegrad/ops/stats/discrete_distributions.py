"""Distributions of whole numbers.

Tests: tests/ops/test_stats.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ops.elementwise_ops import exp, expm1, log, log1p, power, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.distribution_functions import bdtr, bdtrc, pdtr, pdtrc
from tapegrad.ops.special.entropies import entr, xlog1py, xlogy
from tapegrad.ops.special.gamma import gammaln
from tapegrad.ops.special.incomplete_functions import betainc, betaincc
from tapegrad.ops.special.stirling import log_binomial, log_poisson
from tapegrad.ops.stats.distribution import Distribution, chosen

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise


def _share(p: AnyArray) -> Any:
    """Return whether a probability is one."""
    return chosen(p >= 0, p <= 1, False)


def _count(n: Any) -> Any:
    """Return whether a number is whole and not negative."""
    return chosen(n >= 0, np.floor(n) == n, False)


def _positive_share(p: AnyArray) -> Any:
    return chosen(p > 0, p <= 1, False)


def _certain(p: AnyArray) -> Any:
    """Return whether a probability is 0 or 1."""
    return chosen(p <= 0, True, p >= 1)


def _ways(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the logarithm of a binomial coefficient: how many orders x and y things of two kinds have."""
    return gammaln(x + y + 1.0) - gammaln(x + 1.0) - gammaln(y + 1.0)


def _log_binomial(x: AnyArray, y: AnyArray, p: AnyArray) -> Any:
    """Return the logarithm of the probability of x successes and y failures, exact where there are many of both."""
    both = (x > 0.0) & (y > 0.0) & (x + y < math.inf) & (p > 0.0) & (p < 1.0)
    exact = log_binomial(where(both, x, 1.0), where(both, y, 1.0), where(both, p, 0.5))
    return where(both, exact, _ways(x, y) + xlogy(x, p) + xlog1py(y, -p))


def _log_poisson(k: Any, mu: AnyArray) -> Any:
    """Return the logarithm of the probability of k events, exact where there are many."""
    events = (k > 0.0) & (k < math.inf)
    count = where(events, k, 1.0)
    exact = log_poisson(count, where(mu > 0.0, mu, 1.0), count)
    return where(events & (mu > 0.0), exact, xlogy(k, mu) - gammaln(k + 1.0) - mu)


def _without_success(k: Any, p: AnyArray, function: Elementwise, at_one: Callable[..., Any]) -> Any:
    """Return a function of the logarithm of (1 - p)**k, and where p is 1 the same by a power, which has a derivative there."""
    certain = p >= 1
    return chosen(certain, at_one(k, p), function(k * log1p(-chosen(certain, 0.5, p))))


def _factor(logarithm: AnyArray) -> AnyArray:
    """Return a coefficient, bounded where a power of 0 stands beside it: what overflows has a vanishing product."""
    return exp(where(logarithm > 700.0, 700.0, logarithm))


bernoulli = Distribution(
    name="bernoulli", summary="Bernoulli distribution of probability p.", parameters=("p",), sample=((0.3,), (0.8,)),
    discrete=True, low=0.0, high=1.0, inside=0.0, valid=_share, log_density=lambda k, p: xlogy(k, p) + xlog1py(1.0 - k, -p),
    cdf_=lambda k, p: 1.0 - p + 0.0 * k, sf_=lambda k, p: p + 0.0 * k,
    mean_=lambda p: p, var_=lambda p: p * (1.0 - p), entropy_=lambda p: entr(p) + entr(1.0 - p),
    edge=(_certain, lambda k, p: k * p + (1.0 - k) * (1.0 - p)),
)  # fmt: skip
binom = Distribution(
    name="binom", summary="Binomial distribution: successes in n trials.", parameters=("n", "p"), sample=((5.0, 0.3), (12.0, 0.6)),
    discrete=True, low=0.0, high=lambda n, p: n, inside=0.0, valid=lambda n, p: chosen(_count(n), _share(p), False),
    log_density=lambda k, n, p: _log_binomial(k, n - k, p),
    edge=(lambda n, p: _certain(p), lambda k, n, p: _factor(_ways(k, n - k)) * power(p, k) * power(1.0 - p, n - k)),
    cdf_=lambda k, n, p: bdtr(k, n, p), sf_=lambda k, n, p: bdtrc(k, n, p),
    mean_=lambda n, p: n * p, var_=lambda n, p: n * p * (1.0 - p),
)  # fmt: skip
nbinom = Distribution(
    name="nbinom", summary="Negative binomial distribution: failures before n successes.", parameters=("n", "p"),
    sample=((2.5, 0.3), (6.0, 0.6)), discrete=True, low=0.0, inside=0.0, valid=lambda n, p: chosen(n > 0, _positive_share(p), False),
    log_density=lambda k, n, p: _log_binomial(n, k, p) - log1p(k / n),
    edge=(lambda n, p: p >= 1, lambda k, n, p: _factor(_ways(n, k) - log1p(k / n)) * power(p, n) * power(1.0 - p, k)),
    cdf_=lambda k, n, p: betainc(n, k + 1.0, p), sf_=lambda k, n, p: betaincc(n, k + 1.0, p),
    mean_=lambda n, p: n * (1.0 - p) / p, var_=lambda n, p: n * (1.0 - p) / (p * p),
)  # fmt: skip
poisson = Distribution(
    name="poisson", summary="Poisson distribution of mean mu.", parameters=("mu",), sample=((0.8,), (4.5,)), discrete=True, low=0.0,
    inside=0.0, valid=lambda mu: mu >= 0, log_density=lambda k, mu: _log_poisson(k, mu),
    edge=(lambda mu: mu <= 0, lambda k, mu: exp(-mu - gammaln(k + 1.0)) * power(mu, k)),
    cdf_=lambda k, mu: pdtr(k, mu) + 0.0 * k, sf_=lambda k, mu: pdtrc(k, mu) + 0.0 * k, mean_=lambda mu: mu, var_=lambda mu: mu,
)  # fmt: skip
geom = Distribution(
    name="geom", summary="Geometric distribution: trials up to the first success.", parameters=("p",), sample=((0.3,), (0.8,)),
    discrete=True, low=1.0, inside=1.0, valid=_positive_share, log_density=lambda k, p: xlog1py(k - 1.0, -p) + log(p),
    cdf_=lambda k, p: -_without_success(k, p, expm1, lambda k, p: power(1.0 - p, k) - 1.0),
    sf_=lambda k, p: _without_success(k, p, exp, lambda k, p: power(1.0 - p, k)), logsf_=lambda k, p: k * log1p(-p),
    edge=(lambda p: p >= 1, lambda k, p: p * power(1.0 - p, k - 1.0)),
    mean_=lambda p: 1.0 / p, var_=lambda p: (1.0 - p) / (p * p), entropy_=lambda p: (entr(p) + entr(1.0 - p)) / p,
)  # fmt: skip
