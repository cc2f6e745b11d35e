"""Distributions of vectors around a centre, in units of a matrix.

As in SciPy, the matrix may be a number or a diagonal, and tells the dimension unless the centre does.

Tests: tests/ops/test_stats.py, tests/ops/test_vectors_of_random_numbers.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.elementwise_ops import exp, log, log1p, square, where
from tapegrad.ops.expectations import expected
from tapegrad.ops.linalg.cholesky import cholesky
from tapegrad.ops.linalg.triangular_systems import solve_triangular
from tapegrad.ops.reductions import sum_
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import diagonal
from tapegrad.ops.special.gamma import gammaln
from tapegrad.ops.special.gamma_quotients import betaln, rise
from tapegrad.ops.special.stirling import HALF_LOG_2PI
from tapegrad.ops.stats.covariances import within_range
from tapegrad.ops.stats.distribution import distributions
from tapegrad.ops.stats.frozen_distribution import Frozen
from tapegrad.ops.stats.multivariate_distributions import Vectors, squeezed


class _Spread(Vectors):
    """A distribution around a centre."""

    def _parameters(self, centre: Any, matrix: AnyArray) -> tuple[int, Any, Any]:
        """Return the dimension, the centre or None, and the matrix.

        Raises
        ------
        ShapeError
        """
        centre = None if centre is None else self._floating(centre)
        matrix = self._floating(1.0 if matrix is None else matrix)
        n = centre.size if centre is not None else matrix.shape[0] if matrix.ndim > 1 else 1
        if n == 1 == matrix.size:
            return 1, None if centre is None else centre.reshape(1), self._finite(matrix.reshape(1, 1))
        if centre is not None and centre.ndim != 1:
            raise ShapeError(f"{self.name}: expected a vector for the centre, got shape {centre.shape}.")
        if matrix.ndim < 2:
            matrix = matrix[..., None] * np.eye(matrix.size if matrix.ndim else n, dtype=matrix.dtype)
        if matrix.shape != (n, n):
            raise ShapeError(f"{self.name}: expected a matrix of shape {(n, n)}, got shape {matrix.shape}.")
        return n, centre, self._finite(matrix)

    def _finite(self, matrix: AnyArray) -> Any:
        """Return a matrix of finite numbers.

        Raises
        ------
        ArgumentError
            If there are others.
        """
        error = f"{self.name}: expected a matrix of finite numbers, got others. Mask these."
        return expected(matrix, matrix - matrix != 0.0, error)

    def _away(self, x: AnyArray, n: int, centre: AnyArray) -> AnyArray:
        """Return vectors, in the last axis, as seen from the centre.

        Raises
        ------
        ShapeError
        """
        x = self._floating(x)
        x = x[None] if x.ndim == 0 else x[:, None] if x.ndim == n == 1 else x
        if x.shape[-1] not in (1, n):
            raise ShapeError(f"{self.name}: expected vectors of length {n}, got shape {x.shape}.")
        if centre is not None:
            return x - centre
        return x if x.shape[-1] == n else x + np.zeros(n, x.dtype)

    def _distance(self, away: AnyArray, matrix: Any) -> tuple[Any, Any]:
        """Return the squared lengths of vectors in units of a matrix, and half the logarithm of its determinant."""
        factor = cholesky(matrix)
        lengths = solve_triangular(factor, away.reshape(-1, away.shape[-1]).T, lower=True)
        return sum_(square(lengths), 0).reshape(away.shape[:-1]), sum_(log(diagonal(factor)), 0)

    def _distance_within(self, away: AnyArray, matrix: AnyArray) -> tuple[Any, Any, Any, Any]:
        """Return the distance of `_distance` for a matrix that may be singular, its rank, and which vectors lie in its
        range.
        """
        n = away.shape[-1]
        parts = within_range(matrix)
        half_log_det, rank = 0.5 * parts[-2, 0], parts[-1, 0]
        inside = sum_(square(away @ parts[n : 2 * n]), -1) < 1.0
        return sum_((away @ parts[:n]) * away, -1), half_log_det, rank, inside

    def _half_log_det(self, matrix: Any, may_be_singular: bool) -> tuple[Any, Any]:
        """Return half the logarithm of the determinant of a matrix within its range, and its rank."""
        try:
            if not may_be_singular:
                return sum_(log(diagonal(cholesky(matrix))), 0), matrix.shape[0]
        except np.linalg.LinAlgError:
            if matrix.traced:
                raise
        parts = within_range(matrix)
        return 0.5 * parts[-2, 0], parts[-1, 0]

    def _definite(self, matrix: Any, allow_singular: bool) -> None:
        """Refuse a matrix that no distribution has, where it is plain data.

        Raises
        ------
        ArgumentError
            If it has a negative eigenvalue.
        numpy.linalg.LinAlgError
        """
        if not matrix.traced and within_range(matrix)[-1, 0] < matrix.shape[0] and not allow_singular:
            raise np.linalg.LinAlgError(
                f"{self.name}: expected a positive definite matrix, got a singular one. Pass allow_singular=True."
            )


def _may_be_singular(matrix: Any, allow_singular: bool) -> bool:
    """Return whether a matrix is taken within its range; one that requires a derivative in eager code has a Cholesky factor."""
    return allow_singular and (runtime.differs(matrix) or not matrix.requires_grad)


class MultivariateNormal(_Spread):
    """Normal distribution of vectors, by the Cholesky factor of its covariance.

    With `allow_singular`, or as SciPy's object `Covariance`, a covariance may be singular. It has a derivative where it is not: else the
    support would move with it.
    """

    name = "multivariate_normal"
    ignored = ("seed", "maxpts", "abseps", "releps")

    def _covariance(self, mean: Any, cov: Any, allow_singular: bool) -> tuple[int, Any, Any, bool]:
        """Return the dimension, the mean, the covariance, and whether it may be singular, as SciPy's objects may.

        Raises
        ------
        ShapeError
        """
        if callable(getattr(cov, "whiten", None)):
            cov, allow_singular = np.asarray(cov.covariance), True
            mean = self._floating(0.0 if mean is None else mean) + np.zeros(cov.shape[-1])
        return *self._parameters(mean, cov), allow_singular

    def _check(self, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> None:
        """Refuse parameters that no distribution has.

        Raises
        ------
        ArgumentError, ShapeError, numpy.linalg.LinAlgError
        """
        _, _, matrix, may_be_singular = self._covariance(mean, cov, allow_singular)
        self._definite(matrix, may_be_singular)

    def logpdf(self, x: AnyArray, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> AnyArray:
        """Return the logarithm of the density of vectors in the last axis.

        Raises
        ------
        ArgumentError
            Unless a covariance that may be singular is positive semidefinite.
        numpy.linalg.LinAlgError
            Unless any other is positive definite.
        """
        n, mean, matrix, may_be_singular = self._covariance(mean, cov, allow_singular)
        away = self._away(x, n, mean)
        if not _may_be_singular(matrix, may_be_singular):
            distance, half_log_det = self._distance(away, matrix)
            return squeezed(-0.5 * distance - half_log_det - HALF_LOG_2PI * n)
        distance, half_log_det, rank, inside = self._distance_within(away, matrix)
        return squeezed(where(inside, -0.5 * distance - half_log_det - HALF_LOG_2PI * rank, -math.inf))

    def pdf(self, x: AnyArray, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> AnyArray:
        """Return the density of vectors in the last axis."""
        return exp(self.logpdf(x, mean, cov, allow_singular))

    def entropy(self, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
        """Return the differential entropy, of a singular covariance within its range.

        With `allow_singular`, which SciPy has when parameters are given in advance, a recording takes these as well.
        """
        _, _, matrix, may_be_singular = self._covariance(mean, cov, allow_singular)
        half_log_det, rank = self._half_log_det(matrix, _may_be_singular(matrix, may_be_singular))
        return half_log_det + rank * (0.5 + HALF_LOG_2PI)


class MultivariateT(_Spread):
    """Student's t distribution of vectors; the normal one for endless degrees of freedom."""

    name = "multivariate_t"

    def __call__(self, *args: Any, **keywords: Any) -> Frozen:
        """Return the distribution with these parameters."""
        frozen = super().__call__(*args, **keywords)
        df = frozen.keywords.get("df")
        if not isinstance(df, (int, float)) or df != math.inf:
            return frozen
        named = {"loc": "mean", "shape": "cov", "allow_singular": "allow_singular"}
        parameters = {named[name]: value for name, value in frozen.keywords.items() if name in named}
        return Frozen(distributions["multivariate_normal"], (), parameters)

    def _check(self, loc: Any = None, shape: Any = 1, df: Any = 1, allow_singular: bool = False) -> None:
        """Refuse parameters that no distribution has.

        Raises
        ------
        ArgumentError, ShapeError, numpy.linalg.LinAlgError
        """
        self._degrees(df)
        self._definite(self._parameters(loc, shape)[2], allow_singular)

    def _degrees(self, df: AnyArray) -> Any:
        """Return degrees of freedom.

        Raises
        ------
        ArgumentError
            Unless they are positive.
        """
        df = self._floating(1 if df is None else df)
        return expected(
            df, 1.0 - (df > 0.0), "multivariate_t: expected a positive number for df, got others. Pass np.exp of any."
        )

    def logpdf(self, x: AnyArray, loc: Any = None, shape: Any = 1, df: Any = 1) -> AnyArray:
        """Return the logarithm of the density of vectors in the last axis, within the range of a matrix that is singular."""
        return self._log_density(x, loc, shape, df, allow_singular=True)

    def pdf(self, x: AnyArray, loc: Any = None, shape: Any = 1, df: Any = 1, allow_singular: bool = False) -> AnyArray:
        """Return the density of vectors in the last axis.

        Raises
        ------
        numpy.linalg.LinAlgError
            For a singular matrix, unless it is allowed.
        """
        return exp(self._log_density(x, loc, shape, df, allow_singular))

    def _log_density(self, x: AnyArray, loc: Any, shape: Any, df: AnyArray, allow_singular: bool) -> AnyArray:
        n, loc, matrix = self._parameters(loc, shape)
        df, away = self._degrees(df), self._away(x, n, loc)
        try:
            distance, half_log_det = self._distance(away, matrix)
        except np.linalg.LinAlgError:
            if matrix.traced or not allow_singular:
                raise
            distance, half_log_det, *_ = self._distance_within(away, matrix)
        endless = df == math.inf
        df = where(endless, 1.0, df)
        half = 0.5 * n + 0.0 * df
        constant = gammaln(half) - betaln(half, 0.5 * df) - half * log(math.pi * df)
        value = constant - (half + 0.5 * df) * log1p(distance / df)
        return squeezed(where(endless, -0.5 * distance - HALF_LOG_2PI * n, value) - half_log_det)

    def entropy(self, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
        """Return the differential entropy."""
        n, _, matrix = self._parameters(None, shape)
        df = self._degrees(df)
        half_log_det, _ = self._half_log_det(matrix, may_be_singular=False)
        endless = df == math.inf
        df = where(endless, 1.0, df)
        half = 0.5 * n + 0.0 * df
        rest = betaln(half, 0.5 * df) - gammaln(half) + half * log(math.pi * df)
        value = rest + (half + 0.5 * df) * rise(0.5 * df, half)
        return half_log_det + where(endless, n * (0.5 + HALF_LOG_2PI), value)
