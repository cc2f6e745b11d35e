"""Eigenvalues and eigenvectors of general matrices, which are complex numbers, and of pairs of Hermitian ones.

Tests: tests/ops/test_scipys_linear_algebra.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, conjugated
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import gated_multiply, multiply
from tapegrad.ops.linalg.decompositions import column, inverse_gaps, missing, placed, row, touched
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.linear_systems import solve_op, solve_with
from tapegrad.ops.linalg.lu import lu_op
from tapegrad.ops.linalg.matrices import adjoint_of, matrices, square
from tapegrad.ops.linalg.phases import unordered
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import length_of, sum_op
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor

_KINKS = "NaN where eigenvalues repeat and vectors that turn matter"


def _joined(a: AnyArray) -> np.ndarray:
    """Return eigenvalues in a row above the vectors; of numbers that are real, as NumPy finds them."""
    w, v = np.linalg.eig(a if a.imag.any() else a.real)
    return np.concatenate([w[..., None, :], v], axis=-2).astype(a.dtype)


def _adjoint(g: AnyArray, out: AnyArray) -> Any:
    """Give ``V^-H (diag(w') + (V^H V' - V^H V Re(diag(V^H V'))) / gaps) V^H``: vectors of length 1 (Boeddeker et al. 2017)."""
    w, v = out[..., 0, :], out[..., 1:, :]
    of_values, of_vectors = g[..., 0, :], g[..., 1:, :]
    gaps = conjugated(inverse_gaps(w))
    inner = matmul_op(adjoint_of(v), of_vectors)
    along = np.real(sum_op(multiply(conjugated(v), of_vectors), axes=(len(v.shape) - 2,)))
    inner = inner - multiply(matmul_op(adjoint_of(v), v), row(along))
    some = touched(of_values, of_vectors)
    inner = gated_multiply(inner, gaps) + placed(of_values) + missing(row(some) + column(some), gaps)
    back = adjoint_of(v)
    return solve_op(back, *lu_op(back), matmul_op(inner, back), transposed=False)


eig_op: Complex = Complex(
    name="eig", forward=_joined, infer=matrices("eig", lambda n, _: (n + 1, n)), adjoints={"a": _adjoint}, may_fail=True,
    kinks=_KINKS, summary="Eigenvalues of complex matrices in a row, above their eigenvectors of length 1.",
)  # fmt: skip


def all_real(x: AnyArray) -> bool:
    """Tell whether no number has an imaginary part: a decision, so that recordings guard it."""
    return x.dtype.kind != "c" or not bool(np.any(np.imag(x) != 0.0))


def _apart(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(2, 3, 3)) * 0.4 + np.diag([1.0, 3.0, 5.0])
    turn = np.array([[1.0, -2.0], [2.0, 1.5]])
    return [((a[0],), {}), ((a,), {}), ((turn,), {}), ((a[0] + 1j * a[1],), {})]


REAL_WHERE_ALL_ARE = np.linalg.eigvals(np.eye(1)).dtype.kind == "f"  # as NumPy does
_Eig: Any = type(np.linalg.eig(np.eye(1)))


@composite(
    doubled(np.linalg.eig),
    _apart,
    complex=True,
    invariants=lambda results, *operands: unordered(results),
    kinks=_KINKS,
)
def eig(
    a: Tensor, b: Any = None, left: bool = False, right: bool = True, overwrite_a: bool = False, overwrite_b: bool = False,
    check_finite: bool = True, homogeneous_eigvals: bool = False,
) -> Any:  # fmt: skip
    """Return eigenvalues and eigenvectors of general matrices, with ``a v = w b v`` if `b` is given.

    Both are real where all eigenvalues are, as in NumPy before 2.5: a decision, guarded in recordings. The phases of the vectors are a
    choice without a derivative, and derivatives at repeated eigenvalues are as for `eigh`. With `left`, the vectors with
    ``v^H a = w v^H b`` stand before the others, and without `right` those are left away, as in SciPy.
    """
    _check_pairs(homogeneous_eigvals, "eig")
    a = square(a, "eig")
    if b is not None:
        b = square(b, "eig")
        a = solve_with(b, a)
    joined = eig_op(a.astype(np.result_type(a.dtype, np.complex64), copy=False))
    w, v = joined[..., 0, :], joined[..., 1:, :]
    if a.dtype.kind != "c" and REAL_WHERE_ALL_ARE and all_real(w):
        w, v = np.real(w), np.real(v)
    if not left:
        return _Eig(w, v) if right else w
    inverse = inv(v)
    before = adjoint_of(inverse if b is None else flipped(solve_with(flipped(b), flipped(inverse))))
    before = before / length_of(before, (len(a.shape) - 2,), True)
    return (w, before, v) if right else (w, before)


def _check_pairs(homogeneous: bool, function: str) -> None:
    if homogeneous:
        raise ArgumentError(
            f"{function}: homogeneous_eigvals is not supported. Use the eigenvalues w: their pairs are a choice, as w and 1 are."
        )


@composite(
    doubled(np.linalg.eigvals), _apart, complex=True, kinks=_KINKS,
    invariants=lambda results, *operands: unordered(results),
)  # fmt: skip
def eigvals(
    a: Tensor, b: Any = None, overwrite_a: bool = False, check_finite: bool = True, homogeneous_eigvals: bool = False
) -> Tensor:  # fmt: skip
    """Return eigenvalues of general matrices, real where `eig`'s are."""
    _check_pairs(homogeneous_eigvals, "eigvals")
    return eig(a, b)[0]


functions.update({np.linalg.eig: eig, np.linalg.eigvals: eigvals})
