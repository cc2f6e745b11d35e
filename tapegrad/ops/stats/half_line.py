"""Distributions on half of the line, or an interval.

Tests: tests/ops/test_stats.py, tests/ops/test_entropies.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.ops.elementwise_ops import arctan, arctan2, exp, expm1, log, log1p, power, square, tan, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.distribution_functions import chdtr, chdtrc, chdtri, fdtr, fdtrc, fdtri, log_beyond
from tapegrad.ops.special.entropies import xlog1py, xlogy
from tapegrad.ops.special.error_functions import erf, erfc, log_ndtr, ndtr, ndtri
from tapegrad.ops.special.gamma import digamma, gammaln
from tapegrad.ops.special.gamma import gamma as gamma_function
from tapegrad.ops.special.gamma_quotients import betaln
from tapegrad.ops.special.incomplete_functions import betainc as betainc_function
from tapegrad.ops.special.incomplete_functions import (
    betaincc,
    betainccinv,
    betaincinv,
    gammainc,
    gammaincc,
    gammainccinv,
    gammaincinv,
)
from tapegrad.ops.special.stirling import HALF_LOG_2PI
from tapegrad.ops.stats.distribution import Distribution
from tapegrad.ops.stats.real_line import EULER

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730)


def _entropy_of_gamma(a: AnyArray) -> Any:
    """Return the entropy; of large shapes, where terms would cancel, by the series of log-gamma and digamma, DLMF 5.11.1 and 5.11.2.

    Those of its relatives are sums of it and of digamma, which do not cancel.
    """
    far = a > 16.0
    x, near = where(far, a, 16.0), where(far, 16.0, a)
    u = 1.0 / x
    series: Any = 0.0
    for k in range(len(_BERNOULLI), 0, -1):
        series = square(u) * series + _BERNOULLI[k - 1] * (u / (2 * k - 1) - square(u) / (2 * k))
    exact = near + gammaln(near) + (1.0 - near) * digamma(near)
    return where(far, 0.5 * log(x) + (HALF_LOG_2PI + 0.5) - 0.5 * u + series, exact)


def _entropy_of_two(a: AnyArray, b: AnyArray) -> Any:
    """Return the entropies of gamma distributions of two shapes, less that of their sum."""
    return _entropy_of_gamma(a) + _entropy_of_gamma(b) - _entropy_of_gamma(a + b)


_SHAPE = ((0.7,), (3.5,))
_SHAPES = ((0.7, 1.8), (3.5, 2.2))

expon = Distribution(
    name="expon", summary="Exponential distribution.", low=0.0, inside=1.0, log_density=lambda z: -z,
    cdf_=lambda z: -expm1(-z), sf_=lambda z: exp(-z), logsf_=lambda z: -z, ppf_=lambda q: -log1p(-q), isf_=lambda q: -log(q),
    mean_=lambda: 1.0, var_=lambda: 1.0, entropy_=lambda: 1.0,
)  # fmt: skip
gamma = Distribution(
    name="gamma", summary="Gamma distribution of shape a.", parameters=("a",), sample=_SHAPE, low=0.0, inside=1.0,
    log_density=lambda z, a: xlogy(a - 1.0, z) - z - gammaln(a),
    cdf_=lambda z, a: gammainc(a, z), sf_=lambda z, a: gammaincc(a, z),
    ppf_=lambda q, a: gammaincinv(a, q), isf_=lambda q, a: gammainccinv(a, q),
    mean_=lambda a: a, var_=lambda a: a, entropy_=_entropy_of_gamma,
)  # fmt: skip
invgamma = Distribution(
    name="invgamma", summary="Inverse gamma distribution of shape a.", parameters=("a",), sample=((2.4,), (3.5,)), low=0.0,
    inside=1.0, ends=False, log_density=lambda z, a: -(a + 1.0) * log(z) - gammaln(a) - 1.0 / z,
    tail=(lambda a: a, lambda a: 1e17), cdf_=lambda z, a: gammaincc(a, 1.0 / z), sf_=lambda z, a: gammainc(a, 1.0 / z),
    ppf_=lambda q, a: 1.0 / gammainccinv(a, q), isf_=lambda q, a: 1.0 / gammaincinv(a, q),
    mean_=lambda a: where(a > 1.0, 1.0 / where(a > 1.0, a - 1.0, 1.0), math.inf),
    var_=lambda a: where(a > 2.0, 1.0 / (square(a - 1.0) * where(a > 2.0, a - 2.0, 1.0)), math.inf),
    entropy_=lambda a: _entropy_of_gamma(a) - 2.0 * digamma(a),
)  # fmt: skip
beta = Distribution(
    name="beta", summary="Beta distribution.", parameters=("a", "b"), sample=_SHAPES, low=0.0, high=1.0,
    log_density=lambda z, a, b: xlogy(a - 1.0, z) + xlog1py(b - 1.0, -z) - betaln(a, b),
    cdf_=lambda z, a, b: betainc_function(a, b, z), sf_=lambda z, a, b: betaincc(a, b, z),
    ppf_=lambda q, a, b: betaincinv(a, b, q), isf_=lambda q, a, b: betainccinv(a, b, q),
    mean_=lambda a, b: a / (a + b), var_=lambda a, b: a * b / (square(a + b) * (a + b + 1.0)),
    entropy_=lambda a, b: _entropy_of_two(a, b) - digamma(a + b),
)  # fmt: skip
chi2 = Distribution(
    name="chi2", summary="Chi square distribution.", parameters=("df",), sample=((1.4,), (6.5,)), low=0.0, inside=1.0,
    log_density=lambda z, df: xlogy(0.5 * df - 1.0, z) - 0.5 * z - gammaln(0.5 * df) - (0.5 * math.log(2.0)) * df,
    cdf_=lambda z, df: chdtr(df, z), sf_=lambda z, df: chdtrc(df, z),
    ppf_=lambda q, df: 2.0 * gammaincinv(0.5 * df, q), isf_=lambda q, df: chdtri(df, q), mean_=lambda df: df, var_=lambda df: 2.0 * df,
    entropy_=lambda df: _entropy_of_gamma(0.5 * df) + math.log(2.0),
)  # fmt: skip


def _variance_of_f(m: Any, n: Any) -> Any:
    """Return the variance of the F distribution, infinite for n <= 4."""
    finite = n > 4.0
    n = where(finite, n, 5.0)
    return where(finite, 2.0 * square(n) * (m + n - 2.0) / (m * square(n - 2.0) * (n - 4.0)), math.inf)


f = Distribution(
    name="f", summary="F distribution.", parameters=("dfn", "dfd"), sample=((1.4, 5.5), (6.5, 4.2)), low=0.0, inside=1.0,
    log_density=lambda z, m, n: (
        0.5 * m * log(m) + 0.5 * n * log(n) + xlogy(0.5 * m - 1.0, z) - 0.5 * (m + n) * log(n + m * z) - betaln(0.5 * m, 0.5 * n)
    ),
    tail=(lambda m, n: 0.5 * n, lambda m, n: 1e17 * (1.0 + n / m)), cdf_=lambda z, m, n: fdtr(m, n, z), sf_=lambda z, m, n: fdtrc(m, n, z), ppf_=lambda q, m, n: fdtri(m, n, q),
    mean_=lambda m, n: where(n > 2.0, n / where(n > 2.0, n - 2.0, 1.0), math.inf), var_=_variance_of_f,
    entropy_=lambda m, n: _entropy_of_two(0.5 * m, 0.5 * n) - 2.0 * digamma(0.5 * n) + digamma(0.5 * (m + n)) + log(n / m),
)  # fmt: skip
lognorm = Distribution(
    name="lognorm", summary="Lognormal distribution: exp(s z) of normal z.", parameters=("s",), sample=((0.6,), (1.3,)), low=0.0,
    inside=1.0, ends=False, log_density=lambda z, s: -0.5 * square(log(z) / s) - log(s * z) - HALF_LOG_2PI,
    cdf_=lambda z, s: ndtr(log(z) / s), sf_=lambda z, s: ndtr(-log(z) / s),
    logcdf_=lambda z, s: log_ndtr(log(z) / s), logsf_=lambda z, s: log_ndtr(-log(z) / s),
    ppf_=lambda q, s: exp(s * ndtri(q)), isf_=lambda q, s: exp(-s * ndtri(q)),
    mean_=lambda s: exp(0.5 * square(s)), var_=lambda s: expm1(square(s)) * exp(square(s)),
    entropy_=lambda s: 0.5 + HALF_LOG_2PI + log(s),
)  # fmt: skip


def _log_of_beyond(z: AnyArray) -> AnyArray:
    """Return the logarithm of erfc(z / sqrt(2)); the sum would cancel near 0."""
    near = z < 0.5
    return where(near, log1p(-erf(where(near, z, 0.0) * math.sqrt(0.5))), math.log(2.0) + log_ndtr(-z))


halfnorm = Distribution(
    name="halfnorm", summary="Absolute value of a normal number.", low=0.0, inside=1.0,
    log_density=lambda z: -0.5 * square(z) + 0.5 * math.log(2.0 / math.pi),
    cdf_=lambda z: erf(z * math.sqrt(0.5)), sf_=lambda z: erfc(z * math.sqrt(0.5)), logsf_=_log_of_beyond,
    ppf_=lambda q: ndtri(0.5 + 0.5 * q), isf_=lambda q: -ndtri(0.5 * q),
    mean_=lambda: math.sqrt(2.0 / math.pi), var_=lambda: 1.0 - 2.0 / math.pi, entropy_=lambda: 0.5 * math.log(math.pi / 2.0) + 0.5,
)  # fmt: skip
halfcauchy = Distribution(
    name="halfcauchy", summary="Absolute value of a Cauchy number.", low=0.0, inside=1.0,
    log_density=lambda z: math.log(2.0 / math.pi) - log_beyond(1.0, z),
    tail=(lambda: 1.0, lambda: 1e17), cdf_=lambda z: 2.0 / math.pi * arctan(z), sf_=lambda z: 2.0 / math.pi * arctan2(1.0, z),
    ppf_=lambda q: tan(0.5 * math.pi * q), isf_=lambda q: where(q > 0.5, tan(0.5 * math.pi * (1.0 - q)), 1.0 / tan(0.5 * math.pi * q)), mean_=lambda: math.inf,
    var_=lambda: math.inf, entropy_=lambda: math.log(2.0 * math.pi),
)  # fmt: skip
uniform = Distribution(
    name="uniform", summary="Uniform distribution between loc and loc + scale.", low=0.0, high=1.0, log_density=lambda z: 0.0 * z,
    cdf_=lambda z: 1.0 * z, sf_=lambda z: 1.0 - z, ppf_=lambda q: 1.0 * q, isf_=lambda q: 1.0 - q,
    mean_=lambda: 0.5, var_=lambda: 1.0 / 12.0, entropy_=lambda: 0.0,
)  # fmt: skip
pareto = Distribution(
    name="pareto", summary="Pareto distribution of shape b.", parameters=("b",), sample=((2.3,), (3.5,)), low=1.0, inside=2.0,
    log_density=lambda z, b: log(b) - (b + 1.0) * log(z), cdf_=lambda z, b: -expm1(-b * log(z)), sf_=lambda z, b: exp(-b * log(z)),
    logsf_=lambda z, b: -b * log(z), ppf_=lambda q, b: exp(-log1p(-q) / b), isf_=lambda q, b: exp(-log(q) / b),
    mean_=lambda b: where(b > 1.0, b / where(b > 1.0, b - 1.0, 1.0), math.inf),
    var_=lambda b: where(b > 2.0, b / (where(b > 2.0, b - 2.0, 1.0) * square(b - 1.0)), math.inf),
    entropy_=lambda b: 1.0 + 1.0 / b - log(b),
)  # fmt: skip
weibull_min = Distribution(
    name="weibull_min", summary="Weibull distribution of shape c.", parameters=("c",), sample=_SHAPE, low=0.0, inside=1.0,
    log_density=lambda z, c: log(c) + xlogy(c - 1.0, z) - power(z, c),
    cdf_=lambda z, c: -expm1(-power(z, c)), sf_=lambda z, c: exp(-power(z, c)), logsf_=lambda z, c: -power(z, c),
    ppf_=lambda q, c: power(-log1p(-q), 1.0 / c), isf_=lambda q, c: power(-log(q), 1.0 / c),
    mean_=lambda c: gamma_function(1.0 + 1.0 / c),
    var_=lambda c: -gamma_function(1.0 + 2.0 / c) * expm1(2.0 * gammaln(1.0 + 1.0 / c) - gammaln(1.0 + 2.0 / c)),
    entropy_=lambda c: EULER * (1.0 - 1.0 / c) - log(c) + 1.0,
)  # fmt: skip
