"""Distributions on the whole line.

Tests: tests/ops/test_stats.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.ops.elementwise_ops import (
    absolute,
    arctan2,
    exp,
    expm1,
    log,
    log1p,
    logaddexp,
    sigmoid,
    square,
    tan,
    where,
)
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.bessel import i0, i0e, i1e
from tapegrad.ops.special.distribution_functions import log_beyond, log_student, stdtr, stdtrit
from tapegrad.ops.special.error_functions import log_expit, log_ndtr, logit, ndtr, ndtri, ndtri_exp, owens_t, skew_tail
from tapegrad.ops.special.gamma import digamma
from tapegrad.ops.special.gamma_quotients import betaln
from tapegrad.ops.special.integrals import cosm1
from tapegrad.ops.special.stirling import HALF_LOG_2PI
from tapegrad.ops.stats.distribution import Distribution, chosen

_SHAPED = ((0.7,), (3.5,))


def _half_beta(df: AnyArray) -> AnyArray:
    """Return the logarithm of the beta function of df / 2 and 1/2, in the dtype of df."""
    return betaln(0.5 * df, 0.0 * df + 0.5)


norm = Distribution(
    name="norm", summary="Normal distribution.", log_density=lambda z: -0.5 * square(z) - HALF_LOG_2PI,
    cdf_=lambda z: ndtr(z), sf_=lambda z: ndtr(-z), logcdf_=lambda z: log_ndtr(z), logsf_=lambda z: log_ndtr(-z),
    ppf_=lambda q: ndtri(q), isf_=lambda q: -ndtri(q),
    mean_=lambda: 0.0, var_=lambda: 1.0, entropy_=lambda: 0.5 + HALF_LOG_2PI,
)  # fmt: skip
t = Distribution(
    name="t", summary="Student's t distribution.", parameters=("df",), sample=((2.3,), (7.5,)),
    log_density=lambda z, df: chosen(
        df == math.inf, norm.log_density(z), log_student(where(df == math.inf, 1.0, df), z),
    ),
    tail=(lambda df: df, lambda df: 1e17 * (1.0 + df)), cdf_=lambda z, df: stdtr(df, z), sf_=lambda z, df: stdtr(df, -z),
    ppf_=lambda q, df: stdtrit(df, q), isf_=lambda q, df: -stdtrit(df, q),
    mean_=lambda df: where(df > 1.0, 0.0, math.inf),
    var_=lambda df: where(df > 1.0, 1.0 + 2.0 / where(df > 2.0, df - 2.0, 0.0), math.nan),
    entropy_=lambda df: _entropy_of_t(df),
)  # fmt: skip


def _entropy_of_t(df: AnyArray) -> AnyArray:
    """Return the entropy; where differences of digamma would cancel, by its series in 1 / df, from that of log(gamma), DLMF 5.11.8."""
    far = df > 100.0
    u, near = 1.0 / where(far, df, 100.0), where(far, 100.0, df)
    series = u * (1.0 + u * (0.25 + u * (-1.0 / 6.0 + u * (-0.125 + u * (0.3 + u * 0.25)))))
    exact = (
        0.5 * (near + 1.0) * (digamma(0.5 * (near + 1.0)) - digamma(0.5 * near)) + 0.5 * log(near) + _half_beta(near)
    )
    return where(far, 0.5 + HALF_LOG_2PI + series, exact)


cauchy = Distribution(
    name="cauchy", summary="Cauchy distribution.", log_density=lambda z: -log_beyond(1.0, z) - math.log(math.pi),
    tail=(lambda: 1.0, lambda: 1e17), cdf_=lambda z: arctan2(1.0, -z) * (1.0 / math.pi), sf_=lambda z: arctan2(1.0, z) * (1.0 / math.pi),
    ppf_=lambda q: _quantile_of_cauchy(q), isf_=lambda q: -_quantile_of_cauchy(q), mean_=lambda: math.nan, var_=lambda: math.nan,
    entropy_=lambda: math.log(4.0 * math.pi),
)  # fmt: skip


def _quantile_of_cauchy(q: AnyArray) -> AnyArray:
    """Return -cot(pi q), from the side where nothing cancels."""
    small = q < 0.25
    return where(small, -1.0 / tan(math.pi * where(small, q, 0.25)), tan(math.pi * (where(small, 0.5, q) - 0.5)))


laplace = Distribution(
    name="laplace", summary="Laplace distribution.", log_density=lambda z: -absolute(z) - math.log(2.0),
    cdf_=lambda z: _tail(z), sf_=lambda z: _tail(-z), logcdf_=lambda z: _log_tail(z), logsf_=lambda z: _log_tail(-z),
    ppf_=lambda q: _quantile_of_laplace(q), isf_=lambda q: -_quantile_of_laplace(q),
    mean_=lambda: 0.0, var_=lambda: 2.0, entropy_=lambda: math.log(2.0) + 1.0,
)  # fmt: skip


def _tail(z: AnyArray) -> AnyArray:
    left = z < 0.0
    return where(left, 0.5 * exp(where(left, z, 0.0)), 1.0 - 0.5 * exp(-where(left, 0.0, z)))


def _log_tail(z: AnyArray) -> AnyArray:
    left = z < 0.0
    return where(left, z - math.log(2.0), log1p(-0.5 * exp(-where(left, 0.0, z))))


def _quantile_of_laplace(q: AnyArray) -> AnyArray:
    left = q < 0.5
    return where(left, log(2.0 * where(left, q, 0.5)), -log(2.0 * (1.0 - where(left, 0.5, q))))


def _sigmoid(z: AnyArray) -> AnyArray:
    """Return the logistic function, with a derivative that has digits far right of 0 too."""
    return where(z > 0.0, 1.0 - sigmoid(-z), sigmoid(z))


logistic = Distribution(
    name="logistic", summary="Logistic distribution.", log_density=lambda z: log_expit(z) + log_expit(-z),
    cdf_=_sigmoid, sf_=lambda z: _sigmoid(-z), logcdf_=lambda z: log_expit(z), logsf_=lambda z: log_expit(-z),
    ppf_=lambda q: logit(q), isf_=lambda q: -logit(q),
    mean_=lambda: 0.0, var_=lambda: math.pi**2 / 3.0, entropy_=lambda: 2.0,
)  # fmt: skip
gumbel_r = Distribution(
    name="gumbel_r", summary="Gumbel distribution of maxima.", log_density=lambda z: -z - exp(-z),
    cdf_=lambda z: exp(-exp(-z)), sf_=lambda z: -expm1(-exp(-z)), logcdf_=lambda z: -exp(-z),
    ppf_=lambda q: -log(-log(q)), isf_=lambda q: -log(-log1p(-q)),
    mean_=lambda: EULER, var_=lambda: math.pi**2 / 6.0, entropy_=lambda: EULER + 1.0,
)  # fmt: skip
gumbel_l = Distribution(
    name="gumbel_l", summary="Gumbel distribution of minima.", log_density=lambda z: z - exp(z),
    cdf_=lambda z: -expm1(-exp(z)), sf_=lambda z: exp(-exp(z)), logsf_=lambda z: -exp(z),
    ppf_=lambda q: log(-log1p(-q)), isf_=lambda q: log(-log(q)),
    mean_=lambda: -EULER, var_=lambda: math.pi**2 / 6.0, entropy_=lambda: EULER + 1.0,
)  # fmt: skip
EULER = 0.5772156649015329
skewnorm = Distribution(
    name="skewnorm", summary="Skew normal distribution.", parameters=("a",), sample=((1.5,), (-2.0,)), valid=lambda a: abs(a) < math.inf,
    log_density=lambda z, a: norm.log_density(z) + math.log(2.0) + log_ndtr(a * where(absolute(z) == math.inf, 0.0, z)),
    cdf_=lambda z, a: _up_to(z, a), sf_=lambda z, a: _up_to(-z, -a),
    mean_=lambda a: math.sqrt(2.0 / math.pi) * a / (1.0 + square(a)) ** 0.5,
    var_=lambda a: 1.0 - 2.0 / math.pi * square(a) / (1.0 + square(a)),
)  # fmt: skip


def _up_to(z: AnyArray, a: AnyArray) -> AnyArray:
    """Return the distribution function of the skew normal distribution; in its short tail the terms of the formula would cancel."""
    short = (z < 0.0) * (a > 0.0)
    tail = skew_tail(-where(short, z, -1.0), where(short, a, 1.0))
    return where(short, tail, ndtr(z) - 2.0 * owens_t(z, a))


vonmises = Distribution(
    name="vonmises", summary="Von Mises distribution, of angles.", parameters=("kappa",), sample=((0.8,), (3.0,)),
    log_density=lambda z, kappa: kappa * cosm1(z) - math.log(2.0 * math.pi) - _log_i0e(kappa),
    valid=lambda kappa: kappa >= 0,
    entropy_=lambda kappa: kappa * (1.0 - i1e(kappa) / i0e(kappa)) + math.log(2.0 * math.pi) + _log_i0e(kappa),
)  # fmt: skip


def _log_i0e(kappa: AnyArray) -> AnyArray:
    """Return log(i0e) of numbers that are not negative; near 0, where i0e has a kink, by the smooth I0."""
    small = kappa < 1.0
    return where(small, log(i0(where(small, kappa, 0.0))) - kappa, log(i0e(where(small, 1.0, kappa))))


def log_mass(a: AnyArray, b: AnyArray) -> AnyArray:
    """Return the logarithm of the normal probability between a < b, taken in the tail where it is small."""
    right = a > 0.0
    low, high = where(right, -b, a), where(right, -a, b)
    top = log_ndtr(high)
    return top + log1p(-exp(log_ndtr(low) - top))


def _quantile_between(q: AnyArray, a: AnyArray, b: AnyArray) -> AnyArray:
    """Return the quantile of the truncated distribution, in the tail where a is."""
    right = a > 0.0
    low, high = where(right, -b, a), where(right, -a, b)
    share = where(right, 1.0 - q, q)
    width = log_mass(a, b)
    first, last = share == 0.0, share == 1.0
    inside = ndtri_exp(logaddexp(log_ndtr(low), log(where(first, 0.5, share)) + width))  # no tail is too far out for it
    width = width + HALF_LOG_2PI  # at the ends, where rounding would move them, the tangent
    from_low = low + share * exp(width + 0.5 * square(low))
    from_high = high + (share - 1.0) * exp(width + 0.5 * square(high))
    return where(right, -1.0, 1.0) * where(first, from_low, where(last, from_high, inside))


def _densities(a: Any, b: Any) -> tuple[Any, Any]:
    """Return the densities at both ends of the truncated distribution, one minus the other, and the same times the ends."""
    mass = log_mass(a, b)

    def at(x: AnyArray) -> tuple[Any, Any]:
        infinite = absolute(x) == math.inf
        x = where(infinite, 0.0, x)
        density = exp(-0.5 * square(x) - HALF_LOG_2PI - mass)
        return where(infinite, 0.0, density), where(infinite, 0.0, x * density)

    (left, weighed_left), (right, weighed_right) = at(a), at(b)
    return left - right, weighed_left - weighed_right


truncnorm = Distribution(
    name="truncnorm", summary="Normal distribution between a and b, in units of its scale.", parameters=("a", "b"),
    low=lambda a, b: a, high=lambda a, b: b, inside=lambda a, b: where(a > 0.0, a, where(b < 0.0, b, 0.0)),
    valid=lambda a, b: a < b, sample=((-1.2, 2.3), (0.5, 3.0)),
    log_density=lambda z, a, b: -0.5 * square(z) - HALF_LOG_2PI - log_mass(a, b),
    logcdf_=lambda z, a, b: log_mass(a, z) - log_mass(a, b), logsf_=lambda z, a, b: log_mass(z, b) - log_mass(a, b),
    ppf_=_quantile_between, isf_=lambda q, a, b: -_quantile_between(q, -b, -a), mean_=lambda a, b: _densities(a, b)[0],
    var_=lambda a, b: 1.0 + _densities(a, b)[1] - square(_densities(a, b)[0]),
    entropy_=lambda a, b: 0.5 + HALF_LOG_2PI + log_mass(a, b) + 0.5 * _densities(a, b)[1],
)  # fmt: skip
