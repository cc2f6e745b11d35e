"""Systems with banded matrices, by their diagonals, which LAPACK solves in linear time.

A banded matrix is given as LAPACK keeps it: row ``upper + i - j`` of an array has the elements (i, j). What the matrix
receives from a solution, an outer product, is computed for these elements alone.

Tests: tests/replay/test_compile.py, tests/ops/test_interpolation.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite, decided
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.elementwise_ops import multiply, where
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import lapack
from tapegrad.ops.linalg.cholesky import cholesky
from tapegrad.ops.linalg.decompositions import eigh, eigvalsh
from tapegrad.ops.linalg.matrices import by_columns, mirrored, numbers
from tapegrad.ops.linalg.phases import phaseless
from tapegrad.ops.linalg.structured_systems import part_of
from tapegrad.ops.products import broadcast_stacks
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import concatenate_op, stack, sum_to


def _shape(ab: Shape, b: Shape, lower: int, upper: int, **static: Any) -> Shape:
    if len(ab) < 2 or len(b) < 2 or min(lower, upper) < 0 or ab[-2] != lower + upper + 1 or ab[-1] != b[-2]:
        raise ShapeError(
            f"solve_banded: expected {lower + upper + 1} diagonals and right sides of their length, got shapes {ab} and {b}."
        )
    return (*broadcast_stacks("solve_banded", {"ab": ab, "b": b}), *b[-2:])


def _banded(ab: AnyArray, b: AnyArray, *, lower: int, upper: int, transposed: bool) -> np.ndarray:
    """Factor and solve, for Python."""
    *outer, n, count = _shape(ab.shape, b.shape, lower, upper)
    dtype = np.result_type(ab, b)
    columns = lapack.columns(np.broadcast_to(b, (*outer, n, count)), dtype)
    wide = np.zeros((*outer, n, 2 * lower + upper + 1), dtype)
    wide[..., lower:] = np.swapaxes(ab, -1, -2)
    swaps, rows = lapack.integers(*outer, n), 2 * lower + upper + 1
    if columns.size:
        if lapack.call("gbtrf", n, n, lower, upper, (wide, 2), rows, (swaps, 1)):
            raise np.linalg.LinAlgError("singular matrix")
        letter = "NT"[transposed]
        lapack.call("gbtrs", letter, n, lower, upper, count, (wide, 2), rows, (swaps, 1), (columns, 2), n)
    return np.swapaxes(columns, -1, -2)


def _solved(library: Library, ab: Array, b: Array, x: Array, *, lower: int, upper: int, transposed: bool) -> None:
    n, count = b.shape
    rows = 2 * lower + upper + 1
    wide, swaps, columns = library.new(rows, n), library.integers(n), library.columns(b)
    library.copy(ab, library.part(wide, (lower, 0), (lower + upper + 1, n)))
    library.lapack("gbtrf", n, n, lower, upper, wide, rows, swaps)
    library.lapack("gbtrs", "NT"[transposed], n, lower, upper, count, wide, rows, swaps, columns, n, may_fail=False)
    library.copy(columns, x)


def _checked(ab: AnyArray, function: str) -> Any:
    """Return the diagonals of banded matrices as a Tensor of numbers.

    Raises
    ------
    ShapeError
        If there are none.
    """
    ab = numbers(ab, function)
    if ab.shape[-2:] == (0, 0):  # of no rows: SciPy takes it without a diagonal too
        return np.zeros((*ab.shape[:-2], 1, 0), ab.dtype) + ab.reshape((*ab.shape[:-2], 0)).sum()
    if len(ab.shape) < 2 or not ab.shape[-2]:
        raise ShapeError(f"{function}: expected one diagonal or more as the rows of an array, got shape {ab.shape}.")
    return ab


def _along_diagonals(u: Any, v: AnyArray, lower: int, upper: int) -> Tensor:
    """Return the elements of ``u v^T`` that a banded matrix has."""
    axis, n = len(u.shape) - 2, u.shape[-2]
    zeros = [np.zeros((*u.shape[:axis], k, u.shape[-1]), u.dtype) for k in (upper, lower)]
    wide = concatenate_op(zeros[0], u, zeros[1], axis=axis)
    products = [multiply(wide[..., k : k + n, :], v) for k in range(lower + upper + 1)]
    return stack([sum_op(p, axes=(len(p.shape) - 1,)) for p in products], -2)


def _diagonals_adjoint(
    g: AnyArray, ab: AnyArray, out: AnyArray, ab_shape: Shape, lower: int, upper: int, transposed: bool
) -> Any:
    back = solve_banded_op(ab, g, lower=lower, upper=upper, transposed=not transposed)
    u, v = (out, back) if transposed else (back, out)
    return sum_to(-_along_diagonals(u, v, lower, upper), ab_shape)


def _right_adjoint(g: AnyArray, ab: AnyArray, b_shape: Shape, lower: int, upper: int, transposed: bool) -> Any:
    return sum_to(solve_banded_op(ab, g, lower=lower, upper=upper, transposed=not transposed), b_shape)


def _dense(ab: AnyArray, lower: int, upper: int) -> np.ndarray:
    n = ab.shape[-1]
    a = np.zeros((*ab.shape[:-2], n, n), ab.dtype)
    for i in range(n):
        for j in range(max(0, i - lower), min(n, i + upper + 1)):
            a[..., i, j] = ab[..., upper + i - j, j]
    return a


def _by_numpy(ab: Any, b: Any, *, lower: int, upper: int, transposed: bool = False) -> np.ndarray:
    a = _dense(in_double(ab), lower, upper)
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transposed else a, in_double(b))


def _diagonals(rng: np.random.Generator, lower: int, upper: int, n: int = 4) -> np.ndarray:
    ab = rng.normal(size=(lower + upper + 1, n)) * 0.5
    ab[upper] += 3.0
    return ab


solve_banded_op: General = General(
    name="solve_banded", kind=Call(_solved, (2, 2, 2), ("lapack:gbtrf", "lapack:gbtrs")), takes_complex=True, forward=_banded,
    infer=_shape, adjoints={"ab": _diagonals_adjoint, "b": _right_adjoint}, reference=_by_numpy,
    samples=lambda rng: [
        ((_diagonals(rng, 1, 2), rng.normal(size=(4, 2))), {"lower": 1, "upper": 2, "transposed": False}),
        ((_diagonals(rng, 0, 1), rng.normal(size=(3, 4, 1))), {"lower": 0, "upper": 1, "transposed": True}),
    ],
    summary="Solutions of systems with banded matrices, which are given by their diagonals.",
)  # fmt: skip


@composite(
    lambda l_and_u, ab, b: scipys("scipy.linalg", "solve_banded")(l_and_u, in_double(ab), in_double(b)),
    lambda rng: [(((lo, up), _diagonals(rng, lo, up), rng.normal(size=s)), {}) for lo, up, s in ((1, 1, 4), (2, 0, (4, 2)))],
    of_array=False,
)  # fmt: skip
def solve_banded(
    l_and_u: Any, ab: Any, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:  # fmt: skip
    """Solve systems with banded matrices of so many diagonals below and above the main one; `ab` may be a stack."""
    widths = np.asarray(decided(l_and_u))
    if widths.shape != (2,) or widths.dtype.kind not in "iu" or np.any(widths < 0):
        raise ArgumentError(f"solve_banded: expected two numbers of diagonals, of 0 or more, got {l_and_u}.")
    lower, upper = map(int, widths)
    ab, b = _checked(ab, "solve_banded"), numbers(b, "solve_banded")
    return by_columns(lambda right: solve_banded_op(ab, right, lower=lower, upper=upper, transposed=False), b)


def _halves(rng: np.random.Generator) -> list[Any]:
    samples = []
    for lower in (False, True):
        ab = rng.normal(size=(2, 4)) * 0.5
        ab[0 if lower else 1] += 3.0
        samples.append(((ab, rng.normal(size=(4, 2) if lower else 4)), {"lower": lower}))
    return samples


@composite(
    lambda ab, b, lower=False: scipys("scipy.linalg", "solveh_banded")(in_double(ab), in_double(b), lower=lower), _halves
)  # fmt: skip
def solveh_banded(
    ab: Tensor, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False, lower: bool = False, check_finite: bool = True
) -> Tensor:  # fmt: skip
    """Solve systems with Hermitian banded matrices, given by the diagonals on one side.

    Not only positive definite ones: the matrix is factored as a general one.
    """
    ab, b = _checked(ab, "solveh_banded"), numbers(b, "solveh_banded")
    both_sides, width = _both_sides(ab, lower), ab.shape[-2] - 1
    return by_columns(lambda right: solve_banded_op(both_sides, right, lower=width, upper=width, transposed=False), b)


def _both_sides(ab: Tensor, lower: bool) -> Tensor:
    """Return all diagonals of Hermitian matrices, of which those on one side are given."""
    width, n = ab.shape[-2] - 1, ab.shape[-1]
    others = []
    for k in range(width + 1):  # how far from the main diagonal
        diagonal = ab[..., k if lower else width - k, :]
        diagonal = diagonal if k else np.real(diagonal).astype(ab.dtype, copy=False)
        zeros = np.zeros((*diagonal.shape[:-1], k), ab.dtype)
        inner = diagonal[..., : n - k] if lower else diagonal[..., k:]
        others.append([conjugated(x) if mine == lower else x for mine, x in (
            (True, concatenate_op(zeros, inner, axis=len(diagonal.shape) - 1)),
            (False, concatenate_op(inner, zeros, axis=len(diagonal.shape) - 1)),
        )])  # fmt: skip
    above, below = [pair[0] for pair in others[:0:-1]], [pair[1] for pair in others]
    return stack([*above, *below], -2)


# ------------------------------------------------------------------------------------------------- factors, eigenvalues


def _places(shape: Shape, lower: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return row and column of what stands in each place of a band, and whether anything does."""
    rows, n = shape
    i, j = np.indices(shape)
    row = i + j if lower else i + j - rows + 1
    inside = (row >= 0) & (row < n)
    return np.where(inside, row, 0), j, inside


def _hermitian(ab: Tensor, lower: bool, function: str) -> Any:
    """Return Hermitian matrices in full, of which the diagonals on one side are given."""
    ab = _checked(ab, function)
    rows, n = ab.shape[-2:]
    row, column, inside = _places(ab.shape[-2:], lower)
    where_from = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
    stored = np.zeros((n, n), bool)
    for target, source in zip((*where_from, stored), (*np.indices((rows, n)), inside), strict=True):
        target[row[inside], column[inside]] = source[inside]
    return mirrored(where(stored, ab[(..., *where_from)], np.zeros((), ab.dtype)), lower, conjugate=True)


def _cholesky_samples(rng: np.random.Generator) -> list[Any]:
    return [((ab,), keywords) for (ab, _), keywords in _halves(rng)]


def _by_scipy(name: str) -> Callable[..., Any]:
    return doubled(scipys("scipy.linalg", name))


@composite(_by_scipy("cholesky_banded"), _cholesky_samples)
def cholesky_banded(
    ab: Tensor, overwrite_ab: bool = False, lower: bool = False, check_finite: bool = True
) -> Tensor:  # fmt: skip
    """Return the diagonals of the Cholesky factors of positive definite banded matrices, given by the diagonals on one side.

    Places of no element keep what is given there. It goes by the full matrix: `solveh_banded` takes linear time.
    """
    factor = cholesky(_hermitian(ab, lower, "cholesky_banded"), lower)
    row, column, inside = _places(np.shape(ab)[-2:], lower)
    return where(inside, factor[..., row, column], ab)


def _factored_samples(rng: np.random.Generator) -> list[Any]:
    return [(((ab, keywords["lower"]), b), {}) for (ab, b), keywords in _halves(rng)]


@composite(
    lambda cb_and_lower, b: scipys("scipy.linalg", "cho_solve_banded")((in_double(cb_and_lower[0]), cb_and_lower[1]), in_double(b)),
    _factored_samples, of_array=False,
)  # fmt: skip
def cho_solve_banded(cb_and_lower: Any, b: Any, overwrite_b: bool = False, check_finite: bool = True) -> Tensor:
    """Solve systems of equations with the factor from `cholesky_banded`, in linear time."""
    cb, lower = _checked(cb_and_lower[0], "cho_solve_banded"), bool(cb_and_lower[1])
    width = cb.shape[-2] - 1
    sides = {"lower": width, "upper": 0} if lower else {"lower": 0, "upper": width}

    def solved(right: AnyArray) -> AnyArray:
        for first in (True, False):
            transposed = first != lower
            right = solve_banded_op(conjugated(cb) if transposed else cb, right, transposed=transposed, **sides)
        return right

    return by_columns(solved, numbers(b, "cho_solve_banded"))


def _apart(rng: np.random.Generator) -> list[Any]:
    above = np.stack([rng.uniform(0.3, 0.6, 4), np.arange(4.0) + rng.uniform(0.0, 0.2, 4)])
    return [
        ((above,), {}), ((above[::-1].copy(),), {"lower": True, "select": "i", "select_range": (1, 2)}),
        ((above,), {"select": "v", "select_range": (0.5, 2.6)}),
    ]  # fmt: skip


@composite(
    _by_scipy("eig_banded"), lambda rng: [(args, k | {"eigvals_only": True}) for args, k in _apart(rng)],
    invariants=lambda results, a: phaseless(results),
)  # fmt: skip
def eig_banded(
    a_band: Tensor, lower: bool = False, eigvals_only: bool = False, overwrite_a_band: bool = False, select: str = "a",
    select_range: Any = None, max_ev: int = 0, check_finite: bool = True,
) -> Any:  # fmt: skip
    """Return eigenvalues and eigenvectors of Hermitian banded matrices, given by the diagonals on one side.

    It goes by the full matrices.
    """
    matrix = _hermitian(a_band, lower, "eig_banded")
    w, v = (eigvalsh(matrix), None) if eigvals_only else eigh(matrix)
    part = part_of(w, select, select_range, "eig_banded")
    return w[..., part] if v is None else (w[..., part], v[..., part])


@composite(_by_scipy("eigvals_banded"), _apart)
def eigvals_banded(
    a_band: Tensor, lower: bool = False, overwrite_a_band: bool = False, select: str = "a", select_range: Any = None,
    check_finite: bool = True,
) -> Any:  # fmt: skip
    """Return eigenvalues of Hermitian banded matrices, given by the diagonals on one side."""
    return eig_banded(a_band, lower, True, select=select, select_range=select_range)
