"""Logarithms of products of powers and factorials of large numbers, without the cancellation of their parts.

The parts of the usual formulas are as large as the numbers, and so are their errors. Here they are the deviance from a mean, by the
difference from it, and what is left of Stirling's formulas (C. Loader, Fast and accurate computation of binomial probabilities, 2000).
They are made of ops, and work on what these take.

Tests: tests/ops/test_special.py, tests/ops/test_far_out.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.ops.elementwise_ops import absolute, log, log1p, square, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.gamma import gammaln

HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)


def series_beyond(x: AnyArray) -> AnyArray:
    """Return `beyond` of numbers above 15, DLMF 5.11.1."""
    u = 1.0 / square(x)
    return (1.0 - u * (1.0 / 30.0 - u * (1.0 / 105.0 - u * (1.0 / 140.0 - u / 99.0)))) / (12.0 * x)


def beyond(x: AnyArray) -> AnyArray:
    """Return the logarithm of x! less that of Stirling's formula with its root."""
    far = x > 15.0
    small = where(far, 1.0, x)
    near = gammaln(small + 1.0) - (small + 0.5) * log(small) + small - HALF_LOG_2PI
    return where(far, series_beyond(where(far, x, 16.0)), near)


def log_ratio(apart: AnyArray, mean: AnyArray) -> AnyArray:
    """Return the logarithm of (mean + apart) / mean, where both are near each other without adding."""
    ratio = apart / mean
    near = absolute(ratio) < 0.5
    return where(near, log1p(where(near, ratio, 0.0)), log(where(near, 1.0, (mean + apart) / mean)))


def log_binomial(a: AnyArray, b: AnyArray, share: AnyArray, left: Any = beyond) -> Any:
    """Return the logarithm of share^a (1 - share)^b (a + b)! / (a! b!), for a, b > 0 and 0 < share < 1."""
    n, other = a + b, 1.0 - share
    apart = where(share < 0.5, a - n * share, n * other - b)  # from the smaller mean, which is the more exact one
    deviance = a * log_ratio(apart, n * share) + b * log_ratio(-apart, n * other)
    return left(n) - left(a) - left(b) - 0.5 * (log(a) + log(b / n)) - deviance - HALF_LOG_2PI


def log_poisson(k: AnyArray, mean: AnyArray, power: AnyArray, left: Any = beyond) -> Any:
    """Return the logarithm of k^(k - power) mean^power e^-mean / k!, for k, mean > 0."""
    far = k < 1e-3 * mean  # where the difference is the mean alone
    ratio = where(far, log(k) - log(mean), log_ratio(where(far, 0.0, k - mean), mean))
    return (k - mean) - power * ratio - left(k) - 0.5 * log(k) - HALF_LOG_2PI
