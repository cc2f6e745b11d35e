"""Covariances that may be singular: what is known of them within their range.

The rank decides the result, and jumps beside a singular matrix. So where a derivative is asked, the matrix must be regular.

Tests: tests/ops/test_stats.py, tests/ops/test_vectors_of_random_numbers.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, GradientError, ShapeError
from tapegrad.ops.declare import General
from tapegrad.ops.linalg.matrices import symmetric
from tapegrad.ops.products import matmul_op
from tapegrad.ops.reductions import sum_
from tapegrad.ops.references import in_double
from tapegrad.ops.runtime import AnyArray

Shape = tuple[int, ...]
_LOST = {
    np.dtype(np.float32): 1e3,
    np.dtype(np.float64): 1e6,
}  # units of rounding of the largest eigenvalue, as SciPy's


def _spectrum(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the eigenvalues of a matrix, its eigenvectors, and what eigenvalues must exceed in order to count.

    Raises
    ------
    ArgumentError
    """
    if not np.isfinite(matrix).all():
        raise ArgumentError("stats: expected a covariance of finite numbers, got others. Mask these.")
    w, v = np.linalg.eigh(matrix)
    least = float(_LOST[w.dtype] * np.finfo(w.dtype).eps * np.abs(w).max(initial=0.0))
    if w.min(initial=0.0) < -least:
        raise ArgumentError(
            f"stats: expected a positive semidefinite covariance, got an eigenvalue of {w.min()}. Add to its diagonal."
        )
    return w, v, least


def _single(function: str, matrix: Shape) -> Shape:
    """Return the shape of a square matrix.

    Raises
    ------
    ShapeError
        For what is none, or a stack of some.
    """
    if len(matrix) != 2 or matrix[0] != matrix[1]:
        raise ShapeError(f"{function}: expected a square matrix, got shape {matrix}.")
    return matrix


def _within_range(matrix: Any) -> np.ndarray:
    w, v, least = _spectrum(matrix)
    held = w > least
    v_held, v_lost = v[:, held], v[:, ~held]
    rows = np.array([[np.log(w[held]).sum()], [held.sum()]], w.dtype) * np.ones(len(w), w.dtype)
    return np.vstack([v_held / w[held] @ v_held.T, v_lost / (1e3 * least) @ v_lost.T, rows])


def _inverse(matrix: Any) -> np.ndarray:
    w, v, least = _spectrum(matrix)
    if not (w > least).all():
        raise GradientError(
            "stats: a singular covariance has no derivative, since the support would move with it. Detach it, or add to its diagonal."
        )
    return v / w @ v.T


regular_inverse: General = General(
    name="regular_inverse", forward=_inverse, infer=lambda matrix: _single("regular_inverse", matrix), may_fail=True,
    adjoints={"matrix": lambda g, out: -symmetric(matmul_op(matmul_op(out, g), out))}, reference=lambda matrix: np.linalg.inv(symmetric(in_double(matrix))),
    samples=lambda rng: [((_covariance(rng),), {})], summary="Inverse of a covariance, which must not be singular.",
)  # fmt: skip


def _adjoint(g: AnyArray, matrix: AnyArray) -> Any:
    n = matrix.shape[0]
    inverse = regular_inverse(matrix)
    return inverse * sum_(g[2 * n]) - symmetric(matmul_op(matmul_op(inverse, g[:n]), inverse))


def _reference(matrix: Any) -> np.ndarray:
    """Return what is known of a regular matrix, by other factorizations."""
    exact = symmetric(in_double(matrix))
    n, (_, log_det) = len(exact), np.linalg.slogdet(exact)
    rows = np.vstack([np.linalg.inv(exact), np.zeros((n, n)), np.full((1, n), log_det), np.full((1, n), n)])
    return rows.astype(matrix.dtype)


def _covariance(rng: np.random.Generator) -> np.ndarray:
    factor = rng.normal(size=(3, 3))
    return factor @ factor.T + np.eye(3)


within_range: General = General(
    name="within_range", forward=_within_range, infer=lambda matrix: (2 * _single("within_range", matrix)[0] + 2, matrix[0]), may_fail=True, adjoints={"matrix": _adjoint}, reference=_reference,
    samples=lambda rng: [((_covariance(rng),), {})],
    summary="Of a covariance: its pseudo-inverse, the projection out of its range in units of what is rounding, and rows with the logarithm of "
    "the product of its eigenvalues and their number; those that vanish are left out.",
)  # fmt: skip
