"""Distributions of whole numbers."""

from __future__ import annotations

from typing import Any

from tapegrad.ops.elementwise import exp, expm1, log, log1p
from tapegrad.ops.special.distributions import bdtr, bdtrc, pdtr, pdtrc
from tapegrad.ops.special.entropies import entr, xlog1py, xlogy
from tapegrad.ops.special.gamma import gammaln
from tapegrad.ops.special.incomplete import betainc, betaincc
from tapegrad.ops.stats.distribution import Distribution, chosen


def _share(p: Any) -> Any:
    """Return whether a probability is one."""
    return chosen(p >= 0, p <= 1, False)


def _positive_share(p: Any) -> Any:
    return chosen(p > 0, p <= 1, False)


bernoulli = Distribution(
    name="bernoulli", summary="Bernoulli distribution of probability p.", parameters=("p",), sample=((0.3,), (0.8,)),
    discrete=True, low=0.0, high=1.0, inside=0.0, valid=_share, log_density=lambda k, p: xlogy(k, p) + xlog1py(1.0 - k, -p),
    cdf_=lambda k, p: 1.0 - p + 0.0 * k, sf_=lambda k, p: p + 0.0 * k,
    mean_=lambda p: p, var_=lambda p: p * (1.0 - p), entropy_=lambda p: entr(p) + entr(1.0 - p),
)  # fmt: skip
binom = Distribution(
    name="binom", summary="Binomial distribution: successes in n trials.", parameters=("n", "p"), sample=((5.0, 0.3), (12.0, 0.6)),
    discrete=True, low=0.0, high=lambda n, p: n, inside=0.0, valid=lambda n, p: chosen(n >= 0, _share(p), False),
    log_density=lambda k, n, p: (
        gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0) + xlogy(k, p) + xlog1py(n - k, -p)
    ),
    cdf_=lambda k, n, p: bdtr(k, n, p), sf_=lambda k, n, p: bdtrc(k, n, p),
    mean_=lambda n, p: n * p, var_=lambda n, p: n * p * (1.0 - p),
)  # fmt: skip
nbinom = Distribution(
    name="nbinom", summary="Negative binomial distribution: failures before n successes.", parameters=("n", "p"),
    sample=((2.5, 0.3), (6.0, 0.6)), discrete=True, low=0.0, inside=0.0, valid=lambda n, p: chosen(n > 0, _positive_share(p), False),
    log_density=lambda k, n, p: gammaln(n + k) - gammaln(k + 1.0) - gammaln(n) + n * log(p) + xlog1py(k, -p),
    cdf_=lambda k, n, p: betainc(n, k + 1.0, p), sf_=lambda k, n, p: betaincc(n, k + 1.0, p),
    mean_=lambda n, p: n * (1.0 - p) / p, var_=lambda n, p: n * (1.0 - p) / (p * p),
)  # fmt: skip
poisson = Distribution(
    name="poisson", summary="Poisson distribution of mean mu.", parameters=("mu",), sample=((0.8,), (4.5,)), discrete=True, low=0.0,
    inside=0.0, valid=lambda mu: mu >= 0, log_density=lambda k, mu: xlogy(k, mu) - gammaln(k + 1.0) - mu,
    cdf_=lambda k, mu: pdtr(k, mu), sf_=lambda k, mu: pdtrc(k, mu), mean_=lambda mu: mu, var_=lambda mu: mu,
)  # fmt: skip
geom = Distribution(
    name="geom", summary="Geometric distribution: trials up to the first success.", parameters=("p",), sample=((0.3,), (0.8,)),
    discrete=True, low=1.0, inside=1.0, valid=_positive_share, log_density=lambda k, p: xlog1py(k - 1.0, -p) + log(p),
    cdf_=lambda k, p: -expm1(k * log1p(-p)), sf_=lambda k, p: exp(k * log1p(-p)), logsf_=lambda k, p: k * log1p(-p),
    mean_=lambda p: 1.0 / p, var_=lambda p: (1.0 - p) / (p * p),
)  # fmt: skip
