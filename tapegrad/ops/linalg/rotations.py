"""Polar decompositions and the rotations nearest to matrices, subspaces and the angles between them.

The unitary factor of a matrix of full rank is a smooth function of it, also where singular values repeat: its derivative
solves a Sylvester equation, and asks for no singular vectors.

Tests: tests/replay/test_compile.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, conjugated
from tapegrad.ops.elementwise_ops import arccos, arcsin, where
from tapegrad.ops.linalg.decompositions import qr, svdvals
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.matrices import adjoint_of, matrices, numbers, symmetric
from tapegrad.ops.linalg.matrix_equations import sylvester
from tapegrad.ops.products import matmul, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor


def _factor(a: Any) -> np.ndarray:
    u, _, vh = np.linalg.svd(in_double(a), full_matrices=False)
    return u @ vh


def _adjoint(g: AnyArray, a: AnyArray, out: AnyArray) -> Any:
    """Give ``2 U Y + (1 - U U^H) g P^-1`` with ``P Y + Y P`` the skew part of ``U^H g``, for no more columns than rows."""
    a, u = conjugated(a), conjugated(out)  # as they are
    if a.shape[-2] < a.shape[-1]:
        return adjoint_of(_adjoint(adjoint_of(g), conjugated(adjoint_of(a)), conjugated(adjoint_of(u))))
    p, inner = symmetric(matmul_op(adjoint_of(u), a)), matmul_op(adjoint_of(u), g)
    result = matmul_op(u, sylvester(p, p, inner - adjoint_of(inner)))
    if a.shape[-2] > a.shape[-1]:
        result = result + matmul_op(g - matmul_op(u, inner), inv(p))
    return result


def _samples(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=s) * 0.5 + 1.5 * np.eye(*s[-2:]),), {}) for s in ((3, 3), (2, 3, 2), (2, 3))]


unitary_op: General = General(
    name="unitary_factor", takes_complex=True, forward=_factor, infer=matrices("polar", lambda m, n: (m, n), square=False),
    adjoints={"a": _adjoint}, reference=_factor, samples=_samples,
    summary="The matrix with orthonormal columns, or rows, that is nearest to a matrix of full rank (Higham 2008, chapter 8).",
)  # fmt: skip


def _polar(a: Any, side: str = "right") -> Any:
    return scipys("scipy.linalg", "polar")(in_double(a), side)


@composite(_polar, lambda rng: [(args, {"side": s}) for args, _ in _samples(rng) if args[0].ndim == 2 for s in ("left", "right")])  # fmt: skip
def polar(a: Tensor, side: str = "right") -> tuple[Any, Any]:
    """Return u and p with ``a = u p``, or ``a = p u`` for `side` "left": u of orthonormal columns, p positive."""
    if side not in ("left", "right"):
        raise ArgumentError(f"polar: expected side 'left' or 'right', got {side!r}.")
    a = numbers(a, "polar")
    u = unitary_op(a)
    product = matmul(adjoint_of(u), a) if side == "right" else matmul(a, adjoint_of(u))
    return u, symmetric(product)


def _clouds(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(5, 3))
    return [((a, a @ np.linalg.qr(rng.normal(size=(3, 3)))[0] + 0.1 * rng.normal(size=(5, 3))), {})]


def _nearest(a: AnyArray, b: AnyArray) -> Any:
    a, b = in_double(a), in_double(b)
    if a.dtype.kind != "c":
        return scipys("scipy.linalg", "orthogonal_procrustes")(a, b)
    u, s, vh = np.linalg.svd(np.conjugate(a.T) @ b)  # SciPy's older versions do not conjugate
    return u @ vh, s.sum()


@composite(_nearest, _clouds)
def orthogonal_procrustes(A: Tensor, B: Any, check_finite: bool = True) -> tuple[Any, Any]:
    """Return the orthogonal matrix R for which ``A R`` is nearest to B, and the sum of the singular values of ``A^H B``.

    Both may be stacks.
    """
    A, B = numbers(A, "orthogonal_procrustes"), numbers(B, "orthogonal_procrustes")
    if min(len(A.shape), len(B.shape)) < 2 or A.shape[-2:] != B.shape[-2:]:
        raise ShapeError(f"orthogonal_procrustes: expected matrices of one shape, got {A.shape} and {B.shape}.")
    product = matmul(adjoint_of(A), B)
    turn = unitary_op(product)
    return turn, np.real(np.sum(conjugated(turn) * product, axis=(-2, -1)))


@composite(
    doubled(scipys("scipy.linalg", "subspace_angles")),
    lambda rng: [((np.eye(5, 2) + 0.3 * rng.normal(size=(5, 2)), np.eye(5, 3, -1) + 0.3 * rng.normal(size=(5, 3))), {})],
)  # fmt: skip
def subspace_angles(A: Tensor, B: Any) -> Tensor:
    """Return the angles between the spaces of the columns of two matrices, the largest one first.

    The columns of each matrix must be independent. Small angles are found by their sines (Knyazev and Argentati 2002).
    """
    a, b = (qr(numbers(x, "subspace_angles"))[0] for x in (A, B))
    if a.shape[-2] != b.shape[-2]:
        raise ShapeError(f"subspace_angles: expected as many rows, got shapes {A.shape} and {B.shape}.")
    if a.shape[-1] < b.shape[-1]:
        a, b = b, a  # b has no more columns
    product = matmul(adjoint_of(a), b)
    cosines = svdvals(product)[..., ::-1]
    sines = svdvals(b - matmul(a, product))
    small = cosines * cosines >= 0.5
    return where(small, arcsin(where(small, sines, 0.0)), arccos(where(small, 0.0, cosines)))
