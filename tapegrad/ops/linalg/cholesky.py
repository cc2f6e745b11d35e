"""Cholesky factors of positive definite matrices.

The adjoint is an op of its own. By triangles it is ``L^-H P L^-1``, whose parts cost two triangular systems and a product of
full size. Compiled code goes by blocks instead, which takes the fourth part of the multiplications (after Murray 2016, section 4.3,
halving matrices as LAPACK's recursive `potrf2` does): the factor of the last block first, then what its subtraction gave to
the block beside it, then the first block.

Tests: tests/ops/test_stacks_of_matrices.py, tests/ops/test_scipys_linear_algebra.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg.matrices import (
    adjoint_of,
    by_columns,
    numbers,
    regular,
    square,
    squares,
    symmetric,
    systems,
    triangle,
)
from tapegrad.ops.linalg.triangular_systems import solve_triangular_op
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.references import in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import sum_to

_LEAF = 32  # rows of a block that is not halved any more


def _by_triangles(factor: AnyArray, slope: AnyArray) -> Any:
    """Return the Hermitian part of ``L^-H P L^-1``, where P is the lower triangle of ``L^H g``, its diagonal halved."""
    inner = triangle(matmul_op(adjoint_of(triangle(factor)), slope), diagonal=0.5)
    factor = conjugated(factor)
    for _ in range(2):
        inner = adjoint_of(solve_triangular_op(factor, inner, lower=True, transposed=True, unit=False))
    return symmetric(inner)


def _by_blocks(library: Library, factor: Array, slope: Array, x: Array) -> None:
    """Do as `_by_triangles` in place; in Fortran's eyes all matrices are their transposes, and triangles are upper ones."""
    n = factor.shape[0]
    letter, upper, leading = factor.T.as_columns(library)
    if letter == "T":
        upper, leading = library.columns(factor.T), n
    library.copy(slope, x)
    _block(library, upper, leading, x.T, 0, n)


def _block(library: Library, upper: Array, leading: int, x: Array, first: int, count: int) -> None:
    """Turn the adjoint of a factor's diagonal block into that of the matrix."""
    n = x.shape[0]

    def part(of: Array, row: int, column: int, rows: int, columns: int) -> Array:
        return library.part(of, (first + row, first + column), (rows, columns))

    half = count // 2
    if count <= _LEAF:
        u, adjoint = part(upper, 0, 0, count, count), part(x, 0, 0, count, count)
        library.blas("trmm", "R", "U", "T", "N", count, count, 1.0, u, leading, adjoint, n)
        library.halve_diagonal(adjoint)
        library.zero_above(adjoint.T)
        library.blas("trsm", "L", "U", "N", "N", count, count, 1.0, u, leading, adjoint, n)
        library.blas("trsm", "R", "U", "T", "N", count, count, 1.0, u, leading, adjoint, n)
        library.symmetrise(adjoint)
        return
    rest = count - half
    beside, u_beside = part(x, 0, half, half, rest), part(upper, 0, half, half, rest)
    _block(library, upper, leading, x, first + half, rest)
    library.blas(
        "symm", "R", "U", half, rest, -2.0, part(x, half, half, rest, rest), n, u_beside, leading, 1.0, beside, n
    )
    library.blas("trsm", "L", "U", "N", "N", half, rest, 1.0, part(upper, 0, 0, half, half), leading, beside, n)
    library.blas(
        "gemm", "N", "T", half, half, rest, -1.0, u_beside, leading, beside, n, 1.0, part(x, 0, 0, half, half), n
    )
    _block(library, upper, leading, x, first, half)
    library.scale(beside, 0.5)
    library.copy(beside.T, part(x, half, 0, rest, half))


def _factor_of_slope(g: AnyArray, factor: Any, slope: AnyArray, out: AnyArray, factor_shape: Shape) -> Any:
    """Return what the factor receives, by P and by the two inverses."""
    factor, slope, out = conjugated(factor), conjugated(slope), conjugated(out)  # as they are
    across, inner = _inwards(symmetric(g), factor)
    result = matmul_op(slope, adjoint_of(inner)) - matmul_op(out, adjoint_of(across)) * 2.0
    return sum_to(triangle(result), factor_shape)


def _inwards(g: AnyArray, factor: AnyArray) -> tuple[Any, Any]:
    """Return ``L^-1 g``, and the lower triangle of ``L^-1 g L^-H``, its diagonal halved."""
    across = solve_triangular_op(factor, g, lower=True, transposed=False, unit=False)
    both = solve_triangular_op(factor, adjoint_of(across), lower=True, transposed=False, unit=False)
    return across, triangle(both, diagonal=0.5)


def _slope_of_slope(g: AnyArray, factor: Any, slope_shape: Shape) -> Any:
    factor = conjugated(factor)  # as it is
    return sum_to(matmul_op(triangle(factor), _inwards(symmetric(g), factor)[1]), slope_shape)


def _pairs(rng: np.random.Generator) -> list[Any]:
    shapes: list[Shape] = [(3, 3), (2, 2, 2)]
    pairs = [(rng.normal(size=s) + 3.0 * np.eye(s[-1]), rng.normal(size=s)) for s in shapes]
    return [(pair, {}) for pair in (*pairs, (pairs[1][0][0], pairs[1][1]))]


def _reference(factor: Any, slope: AnyArray) -> Any:
    factor, slope = np.tril(in_double(factor)), np.tril(in_double(slope))
    inverse = np.linalg.inv(factor)
    inner = triangle(adjoint_of(factor) @ slope, diagonal=0.5)
    return symmetric(adjoint_of(inverse) @ inner @ inverse)


_systems = systems("cholesky")


def _adjoint_shape(factor: Shape, slope: Shape) -> Shape:
    squares("cholesky")(slope)
    return _systems(factor, slope)


_NEEDS = "blas:trmm", "blas:trsm", "blas:symm", "blas:gemm"
cholesky_adjoint: General = General(
    name="cholesky_adjoint", kind=Call(_by_blocks, (2, 2, 2), _NEEDS), takes_complex=True, may_fail=False,
    forward=_by_triangles, infer=_adjoint_shape,
    adjoints={"factor": _factor_of_slope, "slope": _slope_of_slope}, reference=_reference, samples=_pairs,
    summary="What a matrix receives from the adjoint of its Cholesky factor (Murray 2016).",
)  # fmt: skip


def _factored(library: Library, a: Array, x: Array) -> None:
    """Factor the lower triangle, as NumPy does."""
    n = a.shape[0]
    factor = library.columns(a)
    library.lapack("potrf", "L", n, factor, n)
    library.copy(factor, x)
    library.zero_above(x)


cholesky_op: General = General(
    name="cholesky", kind=Call(_factored, (2, 2), ("lapack:potrf",), prompt=True), takes_complex=True,
    forward=lambda a: np.linalg.cholesky(a), infer=squares("cholesky"),
    adjoints={"a": lambda g, out: cholesky_adjoint(conjugated(out), g)},  # as it is
    reference=lambda a: np.linalg.cholesky(symmetric(in_double(a))), samples=regular((3, 3), (2, 2, 2), positive=True),
    hermitian=True,
    summary="Lower Cholesky factor of positive definite matrices (Murray 2016). The gradient is symmetric.",
)  # fmt: skip


def _hermitian_samples(rng: np.random.Generator) -> list[Any]:
    ((a,), _), ((b,), _) = regular((3, 3), (2, 2, 2), positive=True)(rng)
    return [((a,), {}), ((b,), {"upper": True})]


def _numpys(a: Any, upper: bool = False) -> np.ndarray:
    return np.linalg.cholesky(symmetric(in_double(a)), upper=upper)


@composite(_numpys, _hermitian_samples, hermitian=True)
def cholesky(
    a: Tensor, /, lower: bool | None = None, *, upper: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Any:  # fmt: skip
    """Return Cholesky factors of positive definite matrices. One triangle is read; the gradient is symmetric.

    The factor is the lower one as in NumPy, or as SciPy's argument `lower` says if it is given.
    """
    a = square(a, "cholesky")
    return flipped(cholesky_op(flipped(a))) if (upper if lower is None else not lower) else cholesky_op(a)


def cho_factor(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> tuple[Any, Any]:
    """Return Cholesky factors of positive definite matrices and which triangle they are, for `cho_solve`; of stacks each.

    The other triangle is zeros, as in SciPy since 1.18; before, it is what was there.
    """
    factor = cholesky(a, lower)
    return factor, np.full(factor.shape[:-2], bool(lower)) if len(factor.shape) > 2 else bool(lower)


def _with_factors(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(3, 3)) * 0.5 + 2.0 * np.eye(3)
    return [(((a, lower), rng.normal(size=(3, 2) if lower else 3)), {}) for lower in (True, False)]


@composite(
    lambda c_and_lower, b: scipys("scipy.linalg", "cho_solve")((in_double(c_and_lower[0]), c_and_lower[1]), in_double(b)),
    _with_factors, of_array=False,
)  # fmt: skip
def cho_solve(c_and_lower: Any, b: Any, overwrite_b: bool = False, check_finite: bool = True) -> Tensor:
    """Solve systems of equations with a Cholesky factor, as `cho_factor` gives it; `b` is one right side, or columns."""
    factor, lower = c_and_lower
    if np.any(lower) != np.all(lower):
        raise ArgumentError(f"cho_solve: expected factors of one triangle, got lower={lower!r}. Solve for each.")
    factor, lower = square(factor, "cho_solve"), bool(np.any(lower))

    def solved(right: AnyArray) -> Any:
        for first in (True, False):
            transposed = first != lower
            c = conjugated(factor) if transposed else factor
            right = solve_triangular_op(c, right, lower=lower, transposed=transposed, unit=False)
        return right

    return by_columns(solved, numbers(b, "cho_solve"))


functions[np.linalg.cholesky] = cholesky
