"""Triangular systems.

Tests: tests/ops/test_solving.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import lapack
from tapegrad.ops.linalg.matrices import by_columns, numbers, systems, triangle
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import sum_to

# ------------------------------------------------------------------------------------------------- triangular systems


_shape = systems("solve_triangular")


def _solved(library: Library, a: Array, b: Array, x: Array, *, lower: bool, transposed: bool, unit: bool) -> None:
    """Solve for all columns of b; a matrix in C order is the transpose of what LAPACK reads."""
    n, count = b.shape
    letter, a, leading = a.as_columns(library)
    if letter == "T":
        lower, transposed = not lower, not transposed
    columns = library.columns(b)
    library.lapack("trtrs", "UL"[lower], "NT"[transposed], "NU"[unit], n, count, a, leading, columns, n)
    library.copy(columns, x)


def _triangular(a: Any, b: AnyArray, *, lower: bool, transposed: bool, unit: bool) -> np.ndarray:
    """Solve as `_solved` does."""
    a, b = in_double(a), in_double(b)
    *stack, n, count = _shape(a.shape, b.shape)
    dtype = np.result_type(a, b)
    columns = lapack.columns(np.broadcast_to(b, (*stack, n, count)), dtype)
    matrix = lapack.stacked(a.astype(dtype, copy=False), stack if len(a.shape) > 2 else (), 2)
    letters = "UL"[not lower], "NT"[not transposed], "NU"[unit]  # of what lies in C's order
    if columns.size and lapack.call("trtrs", *letters, n, count, (matrix, 2), n, (columns, 2), n):
        raise np.linalg.LinAlgError("Singular matrix")
    return np.swapaxes(columns, -1, -2)


def _matrix_adjoint(
    g: AnyArray, a: AnyArray, out: AnyArray, a_shape: Shape, lower: bool, transposed: bool, unit: bool
) -> Any:
    back = solve_triangular_op(a, g, lower=lower, transposed=not transposed, unit=unit)
    product = matmul_op(out, flipped(back)) if transposed else matmul_op(back, flipped(out))
    return sum_to(triangle(-product, lower=lower, diagonal=0.0 if unit else 1.0), a_shape)


def _triangular_samples(rng: np.random.Generator) -> list[Any]:
    a, b = rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(3, 2))
    stacks = rng.normal(size=(4, 1, 2, 2)) + 3.0 * np.eye(2), rng.normal(size=(3, 2, 1))
    return [
        ((a, b), {"lower": True, "transposed": False, "unit": False}),
        ((a, b), {"lower": False, "transposed": True, "unit": True}),
        (stacks, {"lower": True, "transposed": True, "unit": False}),
    ]


def _by_numpy(a: Any, b: Any, *, lower: bool, transposed: bool, unit: bool) -> np.ndarray:
    a = np.tril(in_double(a)) if lower else np.triu(in_double(a))
    if unit:
        a = np.where(np.eye(a.shape[-1], dtype=bool), 1.0, a)
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transposed else a, in_double(b))


solve_triangular_op: General = General(
    name="solve_triangular", kind=Call(_solved, (2, 2, 2), ("lapack:trtrs",), prompt=True), takes_complex=True, forward=_triangular,
    harmless=frozenset({"b"}), infer=_shape,
    adjoints={
        "a": _matrix_adjoint,
        "b": lambda g, a, b_shape, lower, transposed, unit: sum_to(solve_triangular_op(a, g, lower=lower, transposed=not transposed, unit=unit), b_shape),
    },
    reference=_by_numpy, samples=_triangular_samples,
    summary="Solutions of triangular systems (Giles 2008, 2.3.1); the other triangle is not read.",
)  # fmt: skip


def _systems(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(3, 3)) + 3.0 * np.eye(3)
    keywords: list[dict[str, Any]] = [{}, {"lower": True, "trans": 1}, {"trans": "T", "unit_diagonal": True}]
    return [((a, rng.normal(size=(3, 2) if k else 3)), keyword) for k, keyword in enumerate(keywords)]


_TRANS = {0: False, "N": False, 1: True, "T": True, 2: True, "C": True}


@composite(doubled(scipys("scipy.linalg", "solve_triangular")), _systems)
def solve_triangular(
    a: Tensor, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:  # fmt: skip
    """Solve ``a x = b`` for triangular matrices, with SciPy's arguments; the other triangle of `a` is not read."""
    if trans not in _TRANS:
        raise ArgumentError(f"solve_triangular: expected trans 0, 1, 2, 'N', 'T' or 'C', got {trans!r}.")
    a, b = numbers(a, "solve_triangular"), numbers(b, "solve_triangular")
    a = conjugated(a) if trans in (2, "C") else a
    how = {"lower": bool(lower), "transposed": _TRANS[trans], "unit": bool(unit_diagonal)}
    return by_columns(lambda right: solve_triangular_op(a, right, **how), b)
