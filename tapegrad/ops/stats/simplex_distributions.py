"""Distributions of shares, and of counts that have shares.

As in SciPy, shares that are none are refused, and counts that do not add up have probability 0; of counts, parameters that no
distribution has give NaN.

Tests: tests/ops/test_vectors_of_random_numbers.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy

from tapegrad.errors import ShapeError
from tapegrad.ops.elementwise_ops import absolute, exp, logical_and, logical_or, power, square, trunc, where
from tapegrad.ops.expectations import expected
from tapegrad.ops.reductions import prod, sum_
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import concatenate
from tapegrad.ops.special.entropies import xlogy
from tapegrad.ops.special.gamma import digamma, gammaln
from tapegrad.ops.stats.multivariate_distributions import Vectors, squeezed

_COMPLETES = np.lib.NumpyVersion(scipy.__version__) < "1.18.0"


class Dirichlet(Vectors):
    """Dirichlet distribution of shares, whose components are along the first axis."""

    name = "dirichlet"

    def _parameters(self, alpha: AnyArray) -> Any:
        """Return the parameters.

        Raises
        ------
        ArgumentError
            Unless they are positive.
        ShapeError
        """
        alpha = self._floating(alpha)
        if alpha.ndim != 1:
            raise ShapeError(f"{self.name}: expected a vector for alpha, got shape {alpha.shape}.")
        return expected(alpha, alpha <= 0.0, _ALPHA)

    def _check(self, alpha: Any) -> None:
        """Refuse parameters that no distribution has."""
        self._parameters(alpha)

    def logpdf(self, x: AnyArray, alpha: AnyArray) -> AnyArray:
        """Return the logarithm of the density; the last share may be left out.

        Raises
        ------
        ArgumentError
            For shares that do not add up to 1, and where the density is infinite.
        ShapeError
        """
        x, alpha = self._floating(x), self._parameters(alpha)
        if x.ndim not in (1, 2) or x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
            raise ShapeError(f"{self.name}: x of shape {x.shape} and alpha of shape {alpha.shape} do not fit.")
        if x.shape[0] < alpha.shape[0]:
            x = concatenate([x, 1.0 - sum_(x, 0, keepdims=True)])
        column = alpha[(slice(None), *[None] * (x.ndim - 1))]
        missing = absolute(sum_(x, 0) - 1.0) > (1e-5 if x.dtype == np.float32 else 1e-9)
        beyond = logical_or(logical_or(x < 0.0, x > 1.0), missing)
        x = expected(x, logical_or(beyond, logical_and(x == 0.0, column < 1.0)), _SHARES)
        return squeezed(sum_(xlogy(column - 1.0, x), 0) + gammaln(sum_(alpha, 0)) - sum_(gammaln(alpha), 0))

    def pdf(self, x: AnyArray, alpha: Any) -> AnyArray:
        """Return the density."""
        return exp(self.logpdf(x, alpha))

    def mean(self, alpha: AnyArray) -> AnyArray:
        """Return the means of the shares."""
        alpha = self._parameters(alpha)
        return squeezed(alpha / sum_(alpha, 0))

    def var(self, alpha: AnyArray) -> AnyArray:
        """Return the variances of the shares."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        return squeezed(alpha * (total - alpha) / (square(total) * (total + 1.0)))

    def cov(self, alpha: AnyArray) -> AnyArray:
        """Return the covariances of the shares."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        return squeezed(_covariances(alpha / total) / (total + 1.0))

    def entropy(self, alpha: AnyArray) -> Tensor:
        """Return the differential entropy."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        constant = sum_(gammaln(alpha), 0) - gammaln(total)
        return constant + (total - alpha.shape[0]) * digamma(total) - sum_((alpha - 1.0) * digamma(alpha), 0)


_ALPHA = "dirichlet: expected positive numbers for alpha, got others. Pass np.exp of numbers that may be any."
_SHARES = (
    "dirichlet: expected shares x from 0 to 1 that add up to 1, and positive where alpha is less than 1, got others. "
    "Divide by their sum: x / np.sum(x, 0)."
)


def _covariances(p: AnyArray) -> AnyArray:
    """Return diag(p) - p p^T for shares in the last axis."""
    column = p[..., None]
    return column * np.eye(p.shape[-1], dtype=p.dtype) - column * p[..., None, :]


class Multinomial(Vectors):
    """Multinomial distribution of counts in the last axis.

    Shares that do not add up to 1 are what SciPy's version makes of them: the last one made up, or none of a distribution.
    """

    name = "multinomial"

    def logpmf(self, x: AnyArray, n: Any, p: Any) -> Any:
        """Return the logarithm of the probability; -inf unless the counts are whole and add up to n.

        Raises
        ------
        ShapeError
        """
        counts, inside, ways, p, allowed = self._parts(x, n, p)
        return where(allowed, where(inside, ways + sum_(xlogy(counts, p), -1), -math.inf), math.nan)

    def pmf(self, x: AnyArray, n: Any, p: AnyArray) -> Any:
        """Return the probability, a product of powers where a share in p is 0: it has a derivative there, its logarithm none.

        Raises
        ------
        ShapeError
        """
        counts, inside, ways, p, allowed = self._parts(x, n, p)
        edge = sum_(where(p > 0.0, 0.0, 1.0), -1) > 0.0
        product = exp(where(ways > 700.0, 700.0, ways)) * prod(power(p, counts), -1)
        probability = where(edge, product, exp(ways + sum_(xlogy(counts, p), -1)))
        return where(allowed, where(inside, probability, 0.0), math.nan)

    def mean(self, n: Any, p: AnyArray) -> Any:
        """Return the means of the counts."""
        n, p, allowed = self._parameters(n, p)
        return where(allowed[..., None], n[..., None] * p, math.nan)

    def cov(self, n: Any, p: Any) -> Any:
        """Return the covariances of the counts."""
        n, p, allowed = self._parameters(n, p)
        return where(allowed[..., None, None], n[..., None, None] * _covariances(p), math.nan)

    def _parameters(self, n: Any, p: AnyArray) -> tuple[Any, Any, Any]:
        """Return the number of trials, shares in the last axis, and where they are ones of a distribution.

        Raises
        ------
        ShapeError
        """
        n, p = trunc(self._floating(n)), self._floating(p)  # as SciPy makes integers of them
        if not p.shape:
            raise ShapeError(f"{self.name}: expected shares in the last axis of p, got a number.")
        missing = 1.0 - sum_(p, -1)
        incomplete = absolute(missing) > 10.0 * np.finfo(p.dtype).eps
        allowed = n >= 0.0
        if _COMPLETES:
            last = where(incomplete, missing + p[..., -1], p[..., -1])
            p = concatenate([p[..., :-1], last[..., None]], -1)
        else:
            allowed = allowed * (1.0 - incomplete)
        return n, p, allowed * (sum_(where((p >= 0.0) * (p <= 1.0), 0.0, 1.0), -1) == 0.0)

    def _parts(self, x: AnyArray, n: Any, p: AnyArray) -> tuple[Any, Any, Any, Any, Any]:
        """Return counts, 0 for what is none, whether they are in the support, the logarithm of the coefficient, shares, and where these are allowed."""
        n, p, allowed = self._parameters(n, p)
        x = self._floating(x)
        if not x.shape or x.shape[-1] != p.shape[-1]:
            raise ShapeError(f"{self.name}: counts x of shape {x.shape} and shares p of shape {p.shape} do not fit.")
        good = (x >= 0.0) * (absolute(x - x.round()) == 0.0)
        counts = where(good, x, 0.0)
        inside = (sum_(where(good, 0.0, 1.0), -1) == 0.0) * (sum_(x, -1) == n)
        return counts, inside, gammaln(n + 1.0) - sum_(gammaln(counts + 1.0), -1), p, allowed
