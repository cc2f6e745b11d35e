"""Distributions of shares, and of counts that have shares.

Shares outside of the simplex and counts that do not add up have density 0, as numbers outside of any support have; parameters that no
distribution has give NaN.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import absolute, exp, power, square, where
from tapegrad.ops.reductions import prod, sum_
from tapegrad.ops.special.entropies import xlogy
from tapegrad.ops.special.gamma import digamma, gammaln
from tapegrad.ops.stats.vectors import Vectors, squeezed


class Dirichlet(Vectors):
    """Dirichlet distribution of shares, whose components are along the first axis."""

    name = "dirichlet"

    def _parameters(self, alpha: Any) -> Any:
        """Return the parameters, NaN for those of a Tensor that are not positive.

        Raises
        ------
        ArgumentError
            For plain numbers that are not positive.
        ShapeError
        """
        own, alpha = isinstance(alpha, recorder.tensor), self._given(alpha)
        if not (own or alpha.traced or alpha.requires_grad) and np.any(alpha.numpy() <= 0.0):
            raise ArgumentError(f"{self.name}: expected positive numbers for alpha, got {alpha.numpy()}.")
        if alpha.ndim != 1:
            raise ShapeError(f"{self.name}: expected a vector for alpha, got shape {alpha.shape}.")
        return where(alpha > 0.0, alpha, math.nan)

    def _check(self, alpha: Any) -> None:
        """Refuse parameters that no distribution has."""
        self._parameters(alpha)

    def logpdf(self, x: Any, alpha: Any) -> Any:
        """Return the logarithm of the density; the last share may be left out. Shares that do not add up to 1 have density 0.

        Raises
        ------
        ArgumentError, ShapeError
        """
        x, alpha = self._given(x), self._parameters(alpha)
        if x.ndim not in (1, 2) or x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
            raise ShapeError(f"{self.name}: x of shape {x.shape} and alpha of shape {alpha.shape} do not fit.")
        rest = None
        if x.shape[0] == alpha.shape[0] - 1:
            rest = 1.0 - sum_(x, 0)
        count = x.shape[0]
        column = (slice(None, count), *[None] * (len(x.shape) - 1))
        inside = sum_(where((x >= 0.0) * (x <= 1.0), 0.0, 1.0), 0) == 0.0
        safe = where((x >= 0.0) * (x <= 1.0), x, 0.5)
        value = sum_(xlogy(alpha[column] - 1.0, safe), 0)
        if rest is None:
            inside = inside * (absolute(sum_(x, 0) - 1.0) <= (1e-5 if x.dtype == np.float32 else 1e-9))
        else:
            inside = inside * (rest >= 0.0)
            value = value + xlogy(alpha[-1] - 1.0, where(rest >= 0.0, rest, 0.5))
        value = value + gammaln(sum_(alpha, 0)) - sum_(gammaln(alpha), 0)
        return squeezed(where(inside + (value != value), value, -math.inf))

    def pdf(self, x: Any, alpha: Any) -> Any:
        """Return the density."""
        return exp(self.logpdf(x, alpha))

    def mean(self, alpha: Any) -> Any:
        """Return the means of the shares."""
        alpha = self._parameters(alpha)
        return squeezed(alpha / sum_(alpha, 0))

    def var(self, alpha: Any) -> Any:
        """Return the variances of the shares."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        return squeezed(alpha * (total - alpha) / (square(total) * (total + 1.0)))

    def cov(self, alpha: Any) -> Any:
        """Return the covariances of the shares."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        return squeezed(_covariances(alpha / total) / (total + 1.0))

    def entropy(self, alpha: Any) -> Any:
        """Return the differential entropy."""
        alpha = self._parameters(alpha)
        total = sum_(alpha, 0)
        constant = sum_(gammaln(alpha), 0) - gammaln(total)
        return constant + (total - alpha.shape[0]) * digamma(total) - sum_((alpha - 1.0) * digamma(alpha), 0)


def _covariances(p: Any) -> Any:
    """Return diag(p) - p p^T for shares in the last axis."""
    column = p[..., None]
    return column * np.eye(p.shape[-1], dtype=p.dtype) - column * p[..., None, :]


class Multinomial(Vectors):
    """Multinomial distribution of counts in the last axis."""

    name = "multinomial"

    def logpmf(self, x: Any, n: Any, p: Any) -> Any:
        """Return the logarithm of the probability; -inf unless the counts are whole and add up to n.

        Raises
        ------
        ShapeError
        """
        counts, inside, ways, p, allowed = self._parts(x, n, p)
        return where(allowed, where(inside, ways + sum_(xlogy(counts, p), -1), -math.inf), math.nan)

    def pmf(self, x: Any, n: Any, p: Any) -> Any:
        """Return the probability, a product of powers where a share in p is 0: it has a derivative there, its logarithm none.

        Raises
        ------
        ShapeError
        """
        counts, inside, ways, p, allowed = self._parts(x, n, p)
        edge = sum_(where(p > 0.0, 0.0, 1.0), -1) > 0.0
        product = exp(where(ways > 700.0, 700.0, ways)) * prod(power(p, counts), -1)
        found = where(edge, product, exp(ways + sum_(xlogy(counts, p), -1)))
        return where(allowed, where(inside, found, 0.0), math.nan)

    def mean(self, n: Any, p: Any) -> Any:
        """Return the means of the counts."""
        n, p, allowed = self._parameters(n, p)
        return where(allowed[..., None], n[..., None] * p, math.nan)

    def cov(self, n: Any, p: Any) -> Any:
        """Return the covariances of the counts."""
        n, p, allowed = self._parameters(n, p)
        return where(allowed[..., None, None], n[..., None, None] * _covariances(p), math.nan)

    def _parameters(self, n: Any, p: Any) -> tuple[Any, Any, Any]:
        """Return the number of trials, shares in the last axis, and where they are ones of a distribution.

        Raises
        ------
        ShapeError
        """
        n, p = self._given(n), self._given(p)
        if not p.shape:
            raise ShapeError(f"{self.name}: expected shares in the last axis of p, got a number.")
        return n, p, (n >= 0.0) * (sum_(where((p >= 0.0) * (p <= 1.0), 0.0, 1.0), -1) == 0.0)

    def _parts(self, x: Any, n: Any, p: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Return counts, 0 for what is none, whether they are in the support, the logarithm of the coefficient, shares, and where these are allowed."""
        n, p, allowed = self._parameters(n, p)
        x = self._given(x)
        if not x.shape or x.shape[-1] != p.shape[-1]:
            raise ShapeError(f"{self.name}: counts x of shape {x.shape} and shares p of shape {p.shape} do not fit.")
        good = (x >= 0.0) * (absolute(x - x.round()) == 0.0)
        counts = where(good, x, 0.0)
        inside = (sum_(where(good, 0.0, 1.0), -1) == 0.0) * (sum_(x, -1) == n)
        return counts, inside, gammaln(n + 1.0) - sum_(gammaln(counts + 1.0), -1), p, allowed
