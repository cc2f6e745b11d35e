"""Distributions of vectors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import absolute, exp, log, log1p, power, square, where
from tapegrad.ops.linalg.cholesky import cholesky
from tapegrad.ops.linalg.triangular import solve_triangular
from tapegrad.ops.reductions import prod, sum_
from tapegrad.ops.shaping import diagonal
from tapegrad.ops.special.entropies import xlogy
from tapegrad.ops.special.gamma import digamma, gammaln
from tapegrad.ops.stats.distribution import Frozen, distributions, number


class _Vectors:
    """A distribution of vectors: the density is the exponential of what `logpdf` or `logpmf` gives."""

    name = ""

    def __init_subclass__(cls) -> None:
        distributions[cls.name] = cls()

    def __repr__(self) -> str:
        return f"tapegrad.stats.{self.name}"

    def __call__(self, *args: Any, **keywords: Any) -> Frozen:
        """Return the distribution with these parameters."""
        return Frozen(self, args, keywords)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self!r} has no {name!r}. Use scipy.stats.{self.name} on plain arrays.")

    def _given(self, x: Any) -> Any:
        """Return an argument as a Tensor of floating-point numbers."""
        x = number(x, self.name)
        return recorder.as_tensor(float(x)) if isinstance(x, (int, float)) else x


def _distance(x: Any, mean: Any, matrix: Any, name: str) -> tuple[Any, Any, int]:
    """Return the squared distances of vectors in units of a matrix, half the logarithm of its determinant, and their length.

    Raises
    ------
    ShapeError
    """
    n = matrix.shape[-1] if matrix.shape else 1
    if len(matrix.shape) == 0:
        matrix = matrix[None, None]
    elif len(matrix.shape) == 1:
        matrix = matrix[:, None] * np.eye(n)
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"{name}: expected a square matrix, got shape {matrix.shape}.")
    x = x if mean is None else x - mean
    if not x.shape or (x.shape[-1] != n and n == 1):
        x = x[..., None]
    if x.shape[-1] != n:
        raise ShapeError(f"{name}: expected vectors of length {n}, got shape {x.shape}.")
    factor = cholesky(matrix)
    flat = x.reshape(-1, n).T
    away = solve_triangular(factor, flat, lower=True)
    return sum_(square(away), 0).reshape(x.shape[:-1]), sum_(log(diagonal(factor)), 0), n


def _semidefinite(cov: Any, allow_singular: bool) -> np.ndarray | None:
    """Return a covariance that is plain data and may be singular: SciPy's object, or a matrix that is said to be; else None."""
    if callable(getattr(cov, "whiten", None)):
        return np.asarray(cov.covariance)
    if not allow_singular or (isinstance(cov, recorder.tensor) and (recorder.differs(cov) or cov.requires_grad)):
        return None
    matrix = cov.numpy() if isinstance(cov, recorder.tensor) else np.asarray(cov)
    return matrix if matrix.ndim == 2 else None


def _distance_within(x: Any, mean: Any, matrix: np.ndarray, name: str) -> tuple[Any, float, int]:
    """Return what `_distance` does of a matrix that may be singular: distances within its range, infinite ones outside of it.

    Raises
    ------
    ArgumentError
        If the matrix has negative eigenvalues.
    """
    w, v = np.linalg.eigh(matrix)
    least = 1e6 * np.finfo(w.dtype).eps * np.abs(w).max(initial=0.0)  # as SciPy's
    if w.min(initial=0.0) < -least:
        raise ArgumentError(f"{name}: expected a positive semidefinite covariance, got an eigenvalue of {w.min()}.")
    held = w > least
    x = x if mean is None else x - mean
    distance = sum_(square(x @ (v[:, held] / np.sqrt(w[held]))), -1)
    if not held.all():
        distance = where(sum_(square(x @ v[:, ~held]), -1) < least**2, distance, math.inf)
    return distance, 0.5 * float(np.log(w[held]).sum()), int(held.sum())


class MultivariateNormal(_Vectors):
    """Normal distribution of vectors, by the Cholesky factor of its covariance.

    A covariance that is plain data may be singular: SciPy's `Covariance`, or a matrix with `allow_singular`. One that has a
    derivative may not, since the support would move with it.
    """

    name = "multivariate_normal"

    def logpdf(self, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
        """Return the logarithm of the density of vectors in the last axis.

        Raises
        ------
        ArgumentError
            Unless a covariance that may be singular is positive semidefinite.
        numpy.linalg.LinAlgError
            Unless any other is positive definite.
        """
        mean = None if mean is None else self._given(mean)
        if (matrix := _semidefinite(cov, allow_singular)) is not None:
            distance, half_log_det, n = _distance_within(self._given(x), mean, matrix, self.name)
            return -0.5 * distance - half_log_det - 0.5 * n * math.log(2.0 * math.pi)
        cov = self._given(cov)
        if not cov.shape and mean is not None and mean.shape:
            cov = cov * np.eye(mean.shape[0])
        distance, half_log_det, n = _distance(self._given(x), mean, cov, self.name)
        return -0.5 * distance - half_log_det - 0.5 * n * math.log(2.0 * math.pi)

    def pdf(self, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
        """Return the density of vectors in the last axis."""
        return exp(self.logpdf(x, mean, cov, allow_singular))

    def entropy(self, mean: Any = None, cov: Any = 1) -> Any:
        """Return the differential entropy."""
        if (matrix := _semidefinite(cov, allow_singular=False)) is not None:
            _, half, n = _distance_within(self._given(np.zeros(len(matrix))), None, matrix, self.name)
            return recorder.as_tensor(half + 0.5 * n * (1.0 + math.log(2.0 * math.pi)))
        cov = self._given(cov)
        mean = self._given(np.zeros(cov.shape[-1] if cov.shape else 1)) if mean is None else self._given(mean)
        _, half_log_det, n = _distance(mean, mean, cov, self.name)
        return half_log_det + 0.5 * n * (1.0 + math.log(2.0 * math.pi))


class MultivariateT(_Vectors):
    """Student's t distribution of vectors."""

    name = "multivariate_t"

    def logpdf(self, x: Any, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
        """Return the logarithm of the density of vectors in the last axis."""
        loc = None if loc is None else self._given(loc)
        df = self._given(df)
        distance, half_log_det, n = _distance(self._given(x), loc, self._given(shape), self.name)
        exponent = 0.5 * (df + n)
        constant = gammaln(exponent) - gammaln(0.5 * df) - 0.5 * n * log(math.pi * df) - half_log_det
        return constant - exponent * log1p(distance / df)

    def pdf(self, x: Any, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
        """Return the density of vectors in the last axis."""
        return exp(self.logpdf(x, loc, shape, df))

    def entropy(self, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
        """Return the differential entropy."""
        shape, df = self._given(shape), self._given(df)
        loc = self._given(np.zeros(shape.shape[-1] if shape.shape else 1)) if loc is None else self._given(loc)
        _, half_log_det, n = _distance(loc, loc, shape, self.name)
        exponent = 0.5 * (df + n)
        constant = gammaln(0.5 * df) - gammaln(exponent) + 0.5 * n * log(math.pi * df) + half_log_det
        return constant + exponent * (digamma(exponent) - digamma(0.5 * df))


class Dirichlet(_Vectors):
    """Dirichlet distribution of shares, whose components are along the first axis."""

    name = "dirichlet"

    def logpdf(self, x: Any, alpha: Any) -> Any:
        """Return the logarithm of the density; the last share may be left out. Shares that do not add up to 1 have density 0.

        Raises
        ------
        ShapeError
        """
        x, alpha = self._given(x), self._given(alpha)
        if len(alpha.shape) != 1 or not x.shape or x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
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
        return where(inside, value, -math.inf)

    def pdf(self, x: Any, alpha: Any) -> Any:
        """Return the density."""
        return exp(self.logpdf(x, alpha))

    def mean(self, alpha: Any) -> Any:
        """Return the means of the shares."""
        alpha = self._given(alpha)
        return alpha / sum_(alpha, 0)

    def var(self, alpha: Any) -> Any:
        """Return the variances of the shares."""
        alpha = self._given(alpha)
        total = sum_(alpha, 0)
        return alpha * (total - alpha) / (square(total) * (total + 1.0))

    def entropy(self, alpha: Any) -> Any:
        """Return the differential entropy."""
        alpha = self._given(alpha)
        total = sum_(alpha, 0)
        constant = sum_(gammaln(alpha), 0) - gammaln(total)
        return constant + (total - alpha.shape[0]) * digamma(total) - sum_((alpha - 1.0) * digamma(alpha), 0)


class Multinomial(_Vectors):
    """Multinomial distribution of counts in the last axis."""

    name = "multinomial"

    def logpmf(self, x: Any, n: Any, p: Any) -> Any:
        """Return the logarithm of the probability; -inf unless the counts are whole and add up to n."""
        counts, inside, ways, p = self._parts(x, n, p)
        return where(inside, ways + sum_(xlogy(counts, p), -1), -math.inf)

    def pmf(self, x: Any, n: Any, p: Any) -> Any:
        """Return the probability, a product of powers where a share in p is 0: it has a derivative there, its logarithm none."""
        counts, inside, ways, p = self._parts(x, n, p)
        edge = sum_(where(p > 0.0, 0.0, 1.0), -1) > 0.0
        product = exp(where(ways > 700.0, 700.0, ways)) * prod(power(p, counts), -1)
        return where(inside, where(edge, product, exp(ways + sum_(xlogy(counts, p), -1))), 0.0)

    def _parts(self, x: Any, n: Any, p: Any) -> tuple[Any, Any, Any, Any]:
        """Return counts, 0 for what is none, whether they are in the support, the logarithm of the coefficient, and shares."""
        x, n, p = self._given(x), self._given(n), self._given(p)
        good = (x >= 0.0) * (absolute(x - x.round()) == 0.0)
        counts = where(good, x, 0.0)
        inside = (sum_(where(good, 0.0, 1.0), -1) == 0.0) * (sum_(x, -1) == n)
        return counts, inside, gammaln(n + 1.0) - sum_(gammaln(counts + 1.0), -1), p
