"""Systems of linear equations, solved by LAPACK with factors that are made once.

Tests: tests/ops/test_small_systems.py, tests/ops/test_solving.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.kinds.call import Array, Call, Library
from tapegrad.ops.linalg import lapack, small_matrices
from tapegrad.ops.linalg.cholesky import cholesky_op
from tapegrad.ops.linalg.lu import ROWS, factored, read_by_lapack
from tapegrad.ops.linalg.matrices import (
    by_columns,
    by_columns_at_once,
    mirrored,
    numbers,
    regular,
    square,
    symmetric,
    systems,
)
from tapegrad.ops.linalg.triangular_systems import solve_triangular
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import sum_to

_shape = systems("solve")


def _by_factors(a: Any, factors: Any, rows: Any, b: AnyArray, *, transposed: bool) -> np.ndarray:
    """Solve for Python."""
    *stack, n, count = _shape(a.shape, b.shape)
    columns = lapack.columns(np.broadcast_to(b, (*stack, n, count)), factors.dtype)
    factors, swaps = np.ascontiguousarray(factors), lapack.integers(*rows.shape)
    swaps[...] = rows + 1
    if not np.diagonal(factors, axis1=-2, axis2=-1).all():
        raise np.linalg.LinAlgError("Singular matrix")
    if len(factors.shape) > 2:
        factors, swaps = lapack.stacked(factors, stack, 2), lapack.stacked(swaps, stack, 1)
    if columns.size:
        lapack.call("getrs", "NT"[transposed], n, count, (factors, 2), n, (swaps, 1), (columns, 2), n)
    return np.swapaxes(columns, -1, -2)


def by_factors(
    library: Library, factors: Array, rows: Array, b: Array | None, x: Array, transposed: bool = False
) -> None:  # fmt: skip
    """Solve for all columns of b, or for those of the identity, as NumPy inverts."""
    n, count = x.shape
    if small_matrices.fits(library, n, count):
        small_matrices.solved(library, factors, rows, b, x, transposed)
        return
    factors, leading, swaps = read_by_lapack(library, factors, rows)
    library.fail_at_zeros(factors, n, leading + 1)
    columns = library.identity(n) if b is None else library.columns(b)
    library.lapack("getrs", "NT"[transposed], n, count, factors, leading, swaps, columns, n, may_fail=False)
    library.copy(columns, x)


def _matrix_adjoint(
    g: Any, a: Any, factors: Any, rows: Any, out: Any, a_shape: Shape, transposed: bool
) -> Any:  # fmt: skip
    back = solve_op(a, factors, rows, g, transposed=not transposed)
    product = matmul_op(out, flipped(back)) if transposed else matmul_op(back, flipped(out))
    return sum_to(-product, a_shape)


def _cases(*flags: bool) -> Callable[..., list[tuple[tuple[Any, Any], dict[str, bool]]]]:
    return lambda rng: [
        (pair, {"transposed": flag})
        for flag in flags
        for pair in (
            (rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(3, 2))),
            (rng.normal(size=(2, 1, 3, 3)) + 3.0 * np.eye(3), rng.normal(size=(4, 3, 1))),
        )
    ]


def _reference(a: Any, b: Any, *, transposed: bool) -> np.ndarray:
    return np.linalg.solve(in_double(np.swapaxes(a, -1, -2) if transposed else a), in_double(b))


solve_op: General = General(
    name="solve",
    kind=Call(
        lambda library, a, factors, rows, b, x, *, transposed: by_factors(library, factors, rows, b, x, transposed),
        (2, 2, 1, 2, 2), ("lapack:getrs",), prompt=True,
    ),
    takes_complex=True, forward=_by_factors, integers=frozenset({"rows"}),
    harmless=frozenset({"b"}), infer=lambda a, factors, rows, b, *, transposed: _shape(a, b), holds={"rows": ROWS},
    adjoints={
        "a": _matrix_adjoint, "factors": None, "rows": None,
        "b": lambda g, a, factors, rows, b_shape, transposed: sum_to(
            solve_op(a, factors, rows, g, transposed=not transposed), b_shape
        ),
    },
    reference=_reference, samples=_cases(False, True),
    on_samples=lambda a, b, *, transposed: solve_op(a, *factored(a), b, transposed=transposed),
    summary="Solutions of systems of linear equations, one for each matrix and each column, by the matrix's factors.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- positive definite


def _positive_shape(a: Shape, factor: Shape, b: Shape) -> Shape:
    if factor != a:
        raise ShapeError(f"solve: expected a factor of the matrices' shape {a}, got shape {factor}.")
    return _shape(a, b)


def _by_factor(a: AnyArray, factor: Any, b: AnyArray) -> np.ndarray:
    """Solve for Python."""
    *stack, n, count = _shape(a.shape, b.shape)
    columns = lapack.columns(np.broadcast_to(b, (*stack, n, count)), factor.dtype)
    factor = lapack.columns(factor)
    if len(factor.shape) > 2:
        factor = lapack.stacked(factor, stack, 2)
    if columns.size:
        lapack.call("potrs", "L", n, count, (factor, 2), n, (columns, 2), n)
    return np.swapaxes(columns, -1, -2)


def _solved_by_factor(library: Library, a: Array, factor: Array, b: Array, x: Array) -> None:
    n, count = b.shape
    columns = library.columns(b)
    letter, factor, leading = factor.as_columns(library)
    for transposed in (False, True):
        lower, across = letter == "N", transposed != (letter == "T")
        library.lapack("trtrs", "UL"[lower], "NT"[across], "N", n, count, factor, leading, columns, n)
    library.copy(columns, x)


def _positive_adjoint(g: AnyArray, a: Any, factor: Any, out: AnyArray, a_shape: Shape) -> Any:
    back = solve_positive(conjugated(a), conjugated(factor), g)  # as they are
    return sum_to(-symmetric(matmul_op(back, flipped(out))), a_shape)


solve_positive: General = General(
    name="solve_positive", kind=Call(_solved_by_factor, (2, 2, 2, 2), ("lapack:trtrs",), prompt=True), takes_complex=True, may_fail=False,
    forward=_by_factor, infer=_positive_shape,
    adjoints={
        "a": _positive_adjoint, "factor": None,
        "b": lambda g, a, factor, b_shape: sum_to(solve_positive(conjugated(a), conjugated(factor), g), b_shape),
    },
    reference=lambda a, b: np.linalg.solve(symmetric(in_double(a)), in_double(b)),
    samples=lambda rng: [((a + np.eye(3), rng.normal(size=(3, 2))), {}) for ((a,), _) in regular((3, 3), (2, 3, 3), positive=True)(rng)],
    on_samples=lambda a, b: (lambda a: solve_positive(a, cholesky_op(a), b))(symmetric(a)),
    summary="Solutions with positive definite matrices, by their Cholesky factors. The gradient is symmetric.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- functions


def solve_with(a: AnyArray, b: AnyArray, transposed: bool = False) -> Any:
    """Solve with the factors of general matrices."""
    return solve_op(a, *factored(a), b, transposed=transposed)


_STRUCTURES = {
    "gen": "general", "general": "general", "sym": "symmetric", "symmetric": "symmetric", "her": "hermitian",
    "hermitian": "hermitian", "pos": "positive definite", "positive definite": "positive definite",
    "diagonal": "diagonal", "tridiagonal": "tridiagonal", "banded": "general", "upper triangular": "upper triangular",
    "lower triangular": "lower triangular",
}  # fmt: skip


def structure_of(assume_a: str | None, function: str) -> str:
    """Return what a matrix is said to be."""
    structure = _STRUCTURES.get("general" if assume_a is None else assume_a)
    if structure is None:
        raise ArgumentError(
            f"{function}: expected assume_a to be None or one of {sorted(_STRUCTURES)}, got {assume_a!r}."
        )
    return structure


def _systems(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(2, 3, 3)) + 3.0 * np.eye(3)
    return [((a[0], rng.normal(size=3)), {}), ((a, rng.normal(size=3)), {}), ((a[0], rng.normal(size=(2, 3, 2))), {})]


@composite(doubled(np.linalg.solve), _systems)
def solve(
    a: Any, b: Any, lower: bool = False, overwrite_a: bool = False, overwrite_b: bool = False, check_finite: bool = True,
    assume_a: str | None = None, transposed: bool = False,
) -> Tensor:  # fmt: skip
    """Solve systems of linear equations; b is one right side, or has them as columns.

    A matrix is factored once, for its adjoint too. With SciPy's `assume_a`, one triangle of a symmetric, Hermitian or
    positive definite matrix is read, the upper one unless `lower`. Its gradient is symmetric. Of a tridiagonal matrix,
    the three diagonals are read.
    """
    a, b = square(a, "solve"), numbers(b, "solve")
    dtype = np.result_type(a.dtype, b.dtype)  # of the factors too
    a = a if a.dtype == dtype else a.astype(dtype)
    structure = structure_of(assume_a, "solve")
    if transposed and structure == "hermitian" and a.dtype.kind == "c":
        raise ArgumentError("solve: assume_a 'her' with transposed=True is not supported. Pass the conjugate matrix.")
    if structure in ("symmetric", "hermitian"):
        a = mirrored(a, lower, conjugate=structure == "hermitian")
    if structure == "tridiagonal":
        near = np.tri(a.shape[-1], k=1)
        a = where((near * near.T).astype(bool), a, 0.0)
    if structure == "diagonal":  # a triangular one, so that a zero is an error there too
        a = where(np.eye(a.shape[-1], dtype=bool), a, 0.0)
    if structure == "positive definite":
        a = mirrored(a, lower, conjugate=True)
        factor = cholesky_op(a)
        if transposed:
            a, factor = conjugated(a), conjugated(factor)
        return by_columns(lambda right: solve_positive(a, factor, right), b)
    if "triangular" in structure or structure == "diagonal":
        return solve_triangular(a, b, trans=int(transposed), lower=structure == "lower triangular")
    return by_columns_at_once(lambda right: solve_with(a, right, transposed), b)
