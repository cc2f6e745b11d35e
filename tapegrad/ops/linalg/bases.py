"""Orthonormal bases of the spaces that projectors are on: what completes singular vectors, a factor Q, a null space.

A basis N of a space is no function of it, but one of the bases that LAPACK finds; how its vectors turn among each other is a choice
without a derivative, and is left out. With the projector P on the space, ``P N = N``, so ``dN = dP N`` is the change of least
size. Derivatives of what does not depend on the choice, such as ``N N^H``, are exact.

Tests: tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import General, Shape
from tapegrad.ops.linalg.lu import Means
from tapegrad.ops.linalg.matrices import adjoint_of
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.references import in_double
from tapegrad.ops.runtime import AnyArray

_LARGEST_ERROR = 1e-3  # of vectors that are those of the space


def _vectors(a: np.ndarray, *, of: str) -> np.ndarray:
    a = in_double(a)
    if of == "qr":
        return np.linalg.qr(a, "complete")[0]
    u, _, vh = np.linalg.svd(a)
    return u if of == "left" else np.conjugate(np.swapaxes(vh, -1, -2))


def _all_of(a: Shape, *, of: str) -> Shape:
    n = a[-1] if of == "right" else a[-2]
    return (*a[:-2], n, n)


all_vectors = Means(
    name="all_vectors", takes_complex=True, may_fail=False, forward=_vectors, infer=_all_of, adjoints={"a": None},
    summary="All singular vectors on one side, or all columns of the factor Q: a means to complete bases.",
)  # fmt: skip


def _turned(projector: AnyArray, vectors: AnyArray) -> np.ndarray:
    """Return the vectors if they span the space, else others: those of another computation are not always orthogonal to the rest.

    Each matrix of a stack is looked at alone, so that its basis does not depend on the others.
    """
    error = np.abs(projector @ vectors - vectors).max((-2, -1), initial=0.0)
    if (error <= _LARGEST_ERROR).all():
        return np.array(vectors)
    others = np.linalg.eigh(in_double(projector))[1][..., projector.shape[-1] - vectors.shape[-1] :]
    return np.where((error <= _LARGEST_ERROR)[..., None, None], vectors, others)


basis_op: General = General(
    name="basis", takes_complex=True, may_fail=False, forward=_turned, infer=lambda projector, vectors: vectors,
    adjoints={"projector": lambda g, out: matmul_op(g, flipped(out)), "vectors": None},  # out is conjugated
    summary="An orthonormal basis of the space of a projector; its derivative keeps the vectors from turning among each other.",
)  # fmt: skip


def completed(q: AnyArray, a: Any, of: str) -> Any:
    """Return the vectors that make orthonormal columns a basis of the whole space, as LAPACK finds them for the matrix `a`."""
    projector = np.eye(q.shape[-2], dtype=np.zeros((), q.dtype).real.dtype) - matmul_op(q, adjoint_of(q))
    return basis_op(projector, all_vectors(a, of=of)[..., q.shape[-1] :])
