"""LU factorizations, made once: by whatever reads a matrix's factors, and by its derivatives.

`lu_op` is a means of computing: solutions, inverses and determinants are ops of a matrix *and* its factors, and have their
derivatives by the matrix alone. So their adjoints, which are solutions with the same matrix, factor nothing, and a
sealed tape, where equal instructions are one, factors a matrix once however many of them there are.

The results of `lu_op` are the factors of the matrix as LAPACK leaves them, in Fortran's order, and the numbers of the rows
that were exchanged, counted from 0: integers.

Tests: tests/ops/test_solving.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, IndexingError, ShapeError
from tapegrad.machine.dtypes import I8
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import lapack, small_matrices
from tapegrad.ops.linalg.matrices import by_columns, matrices, numbers, regular, squares, triangle
from tapegrad.ops.linalg.triangular_systems import solve_triangular, solve_triangular_op
from tapegrad.ops.preconditions import Positions
from tapegrad.ops.products import broadcast_stacks, flipped, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.results import SAME, Several
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import concatenate_op, sum_to


def _of_factors(a: Shape, factors: Shape, *_: Shape, **static: Any) -> Shape:
    if factors != a:
        raise ShapeError(f"expected factors of the matrices' shape {a}, got shape {factors}.")
    return a[:-1]


ROWS = Positions(_of_factors, lambda a, *_, **static: a[-1])


def factors_of(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Factor matrices, for Python."""
    *stack, n, _ = a.shape
    factors, rows = lapack.columns(a), lapack.integers(*stack, n)
    if a.size:
        lapack.call("getrf", n, n, (factors, 2), n, (rows, 1))
    return factors, rows.astype(np.int64) - 1


def _factored(library: Library, a: Array, factors: Array, rows: Array) -> None:
    """Factor in place, where the result is wanted."""
    n = a.shape[0]
    if small_matrices.fits(library, n):
        small_matrices.factored(library, a, factors, rows)
        return
    library.copy(a.T, factors)
    swaps = library.integers(n)
    library.lapack("getrf", n, n, factors, n, swaps, may_fail=False)
    with library.f.loop(0, n, 1) as i:
        library.store_position(rows, i, library.f.integer(f"add i64 {library.integer(swaps, i)}, -1"))


def read_by_lapack(library: Library, factors: Array, rows: Array) -> tuple[Array, int, Array]:
    """Return, in a compiled function, factors, their leading dimension, and the rows as LAPACK counts them."""
    n, f = factors.shape[1], library.f
    if factors.strides[1] != 1 or factors.strides[0] < n:
        factors = library.copy(factors, library.new(n, n).T)
    swaps = library.integers(n)
    with f.loop(0, n, 1) as i:
        library.set_integer(swaps, i, f.integer(f"add i64 {library.position(rows, i)}, 1"))
    return factors, factors.strides[0], swaps


class Means(General):
    """An op whose result no derivative passes: what reads it reads its operand too, and has the derivative by that."""

    stops = True


class _Factors(Several):
    """Such an op with several results."""

    stops = True


lu_op = _Factors(
    name="lu", kind=Call(_factored, (2, 2, 1), ("lapack:getrf",), prompt=True), takes_complex=True, may_fail=False, forward=factors_of,
    infer=matrices("lu", lambda n, _: (n, n), lambda n, _: (n,)), dtypes=(SAME, I8), adjoints={"a": None},
    names=("factors", "rows"),
    summary="LU factors in Fortran's order, and the numbers of exchanged rows: a means to solve systems.",
)  # fmt: skip


def factored(a: Any) -> tuple[Any, Any]:
    """Return what `lu_op` gives; outside of recordings it needs no place on the tape."""
    if not isinstance(a, runtime.tensor):  # a sweep's own array
        return lu_op(a)
    factors: Any = lu_op(a) if a.traced else runtime.computed(lu_op, a)
    return factors[0], factors[1]


# ------------------------------------------------------------------------------------------------- exchanged rows


def _swapped(b: Any, swaps: Any, *, back: bool) -> np.ndarray:
    shape = _swapped_shape(b.shape, swaps.shape)
    result, rows = np.array(np.broadcast_to(b, shape)), np.broadcast_to(swaps, shape[:-1])
    for place in np.ndindex(shape[:-2]):
        one, others = result[place], rows[place].tolist()  # no index is made of an int and an uint64
        for i in reversed(range(shape[-2])) if back else range(shape[-2]):
            if (k := others[i]) != i:
                one[[i, k]] = one[[k, i]]
    return result


def _check_rows(rows: np.ndarray, n: int) -> None:
    if ((rows < 0) | (rows >= n)).any():
        raise IndexingError(f"lu_solve: expected numbers of exchanged rows from 0 to {n - 1}, got {rows.tolist()}.")


def _swapped_shape(b: Shape, swaps: Shape, **static: Any) -> Shape:
    if len(b) < 2 or not swaps or b[-2] != swaps[-1]:
        raise ShapeError(
            f"lu_solve: expected right sides and exchanged rows of the factors' length, got shapes {b} and {swaps}."
        )
    return (*broadcast_stacks("lu_solve", {"b": b, "lu": (*swaps, 1)}), *b[-2:])


def _exchanged(library: Library, b: Array, swaps: Array, x: Array, *, back: bool) -> None:
    """Exchange rows one after the other."""
    f, n = library.f, b.shape[0]
    library.copy(b, x)
    with f.loop(0, n, 1) as turn:
        i = f.integer(f"sub i64 {n - 1}, {turn}") if back else turn
        exchange(library, x, i, library.position(swaps, i))


def exchange(library: Library, x: Array, i: str, k: str) -> None:
    """Exchange two rows of a matrix."""
    f = library.f
    with f.loop(0, x.shape[1], 1) as j:
        places = [f.offset(0, x.strides, (row, j)) for row in (i, k)]
        values = [f.load_scalar(x.buffer, place) for place in places]
        for place, value in zip(places, reversed(values), strict=True):
            f.store_scalar(value, x.buffer, place)


swap_rows: General = General(
    name="swap_rows", kind=Call(_exchanged, (2, 1, 2), ()), takes_complex=True, may_fail=False, forward=_swapped,
    infer=_swapped_shape, integers=frozenset({"swaps"}),
    holds={"swaps": Positions(lambda b, swaps, **_: swaps, lambda b, swaps, **_: b[-2])},
    adjoints={"b": lambda g, swaps, b_shape, back: sum_to(swap_rows(g, swaps, back=not back), b_shape), "swaps": None},
    samples=lambda rng: [((rng.normal(size=(3, 2)), np.array([2, 2, 2], np.int8)), {"back": back}) for back in (True, False)],
    summary="Rows exchanged as an LU factorization did, or back; row i with row swaps[i], one after the other.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- factors as values


def _parts_adjoint(g: Any, rows: Any, out: Any) -> Any:
    """Give ``P^T L^-H (tril(L^H g, -1) + triu(g U^H)) U^-H``, g read by triangles."""
    of_lower, of_upper = triangle(g, diagonal=0.0), triangle(g, lower=False)
    lower, upper = unit_lower(out), triangle(out, lower=False)  # out is conjugated
    inner = triangle(matmul_op(flipped(lower), of_lower), diagonal=0.0) + triangle(
        matmul_op(of_upper, flipped(upper)), lower=False
    )
    left = solve_triangular_op(out, inner, lower=True, transposed=True, unit=True)
    right = solve_triangular_op(out, flipped(left), lower=False, transposed=False, unit=False)
    return swap_rows(flipped(right), rows, back=True)


def unit_lower(x: Any) -> Any:
    """Return lower triangles with ones on the diagonal."""
    return triangle(x, diagonal=0.0) + np.eye(x.shape[-1], dtype=np.zeros((), x.dtype).real.dtype)


def _shown(library: Library, a: Array, factors: Array, rows: Array, x: Array) -> None:
    library.copy(factors.T, x)


lu_parts: General = General(
    name="lu_factor", kind=Call(_shown, (2, 2, 1, 2), (), prompt=True), takes_complex=True, may_fail=False,
    forward=lambda a, factors, rows: np.array(np.swapaxes(factors, -1, -2)), infer=lambda a, factors, rows: a,
    integers=frozenset({"rows"}), holds={"rows": ROWS},
    adjoints={"a": _parts_adjoint, "factors": None, "rows": None}, reference=lambda a: _numpys_parts(a), samples=regular((3, 3), (2, 2, 2)),
    on_samples=lambda a: lu_parts(a, *lu_op(a)),
    summary="Both triangular factors in one matrix, from the results of `lu` (de Hoog, Anderssen and Lukas 2011).",
)  # fmt: skip

_by_scipy = scipys("scipy.linalg", "lu_factor")


def _numpys_parts(a: Any) -> Any:
    """Factor one matrix after the other: SciPy's older versions take no stacks."""
    a = in_double(a)
    factors = np.empty_like(a)
    for place in np.ndindex(a.shape[:-2]):
        factors[place] = _by_scipy(a[place])[0]
    return factors


@composite(
    lambda a: (_numpys_parts(a), in_double(_by_scipy(in_double(a))[1])),
    lambda rng: [*regular((3, 3))(rng), *[(args, {}) for args, k in _sides(rng) if not k]],
)
def lu_factor(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> tuple[Any, Any]:
    """Return both triangular factors in one matrix, and the rows that were exchanged, for `lu_solve`."""
    a = numbers(a, "lu_factor")
    m, n = matrices("lu_factor", lambda *lengths: lengths, square=False)(a.shape)[-2:]
    if m == n:
        factors, rows = factored(a)
        return lu_parts(a, factors, rows), rows.astype(np.int32)
    lower, upper, swaps = _triangles(a)
    below, last = lower - np.eye(*lower.shape[-2:], dtype=lower.dtype), len(a.shape) - 1
    if m < n:
        below = concatenate_op(below, np.zeros((*a.shape[:-1], n - m), a.dtype), axis=last)
    else:
        upper = concatenate_op(upper, np.zeros((*a.shape[:-2], m - n, n), a.dtype), axis=last - 1)
    return below + upper, swaps[..., :n].astype(np.int32)


def _solves(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(3, 3)) + 2.0 * np.eye(3)
    return [(((a, np.array([2, 1, 2])), rng.normal(size=(3, 2) if k else 3)), {"trans": k}) for k in (0, 1)]


@composite(doubled(scipys("scipy.linalg", "lu_solve")), _solves, of_array=False)
def lu_solve(
    lu_and_piv: Any, b: Any, trans: int = 0, overwrite_b: bool = False, check_finite: bool = True
) -> Any:  # fmt: skip
    """Solve systems of equations with factors from `lu_factor`; `trans` 1 or 2 for the transposed or adjoint matrix."""
    if trans not in (0, 1, 2):
        raise ArgumentError(f"lu_solve: expected trans 0, 1 or 2, got {trans!r}.")
    lu, swaps, b = (
        numbers(lu_and_piv[0], "lu_solve"),
        runtime.as_tensor(lu_and_piv[1], "lu_solve"),
        numbers(b, "lu_solve"),
    )
    squares("lu_solve")(lu.shape)
    if not swaps.traced:
        _check_rows(swaps.detach().numpy(), lu.shape[-1])
    swaps = swaps.astype(np.int64, copy=False)

    def solved(right: Any) -> Any:
        if trans:
            right = solve_triangular(lu, right, trans=trans)
            return swap_rows(solve_triangular(lu, right, trans=trans, lower=True, unit_diagonal=True), swaps, back=True)
        right = solve_triangular(lu, swap_rows(right, swaps, back=False), lower=True, unit_diagonal=True)
        return solve_triangular(lu, right)

    return by_columns(solved, b)


def _sides(rng: np.random.Generator) -> list[Any]:
    keywords: list[dict[str, Any]] = [{}, {"permute_l": True}]
    a = rng.uniform(-0.5, 0.5, (4, 4)) + 2.0 * np.eye(4)[[2, 0, 3, 1]]  # whose pivots are clear
    return [((a[:m, :n],), k) for m, n in ((4, 4), (4, 2), (2, 3), (4, 1)) for k in keywords]


@composite(doubled(scipys("scipy.linalg", "lu")), _sides)
def lu(
    a: Any, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True, p_indices: bool = False
) -> tuple[Any, ...]:
    """Return P, L and U with ``a == P @ L @ U``, P a permutation of rows, L of ones on the diagonal.

    The permutation has no derivative. It is the choice of pivots that LAPACK makes. With `p_indices` P is numbers of rows, and
    ``a == L[P] @ U``.
    """
    a = numbers(a, "lu")
    m = matrices("lu", lambda *lengths: lengths, square=False)(a.shape)[-2]
    lower, upper, swaps = _triangles(a)
    if permute_l:
        return swap_rows(lower, swaps, back=True), upper
    real = np.zeros((), a.dtype).real.dtype
    rows = np.arange(m, dtype=real)[:, None] if p_indices else np.eye(m, dtype=real)
    order = swap_rows(runtime.from_array(rows), swaps, back=True)
    return order[..., 0].astype(np.int32) if p_indices else order, lower, upper


def _triangles(a: Any) -> tuple[Any, Any, Any]:
    """Return both factors of matrices of any shape, and the number of the row that each was exchanged with."""
    m, n = a.shape[-2:]
    whole = a[..., :m] if m <= n else concatenate_op(a, _beyond(a), axis=len(a.shape) - 1)
    factors, swaps = factored(whole)
    parts = lu_parts(whole, factors, swaps)
    lower, upper = unit_lower(parts), triangle(parts, lower=False)
    if m < n:
        rest = swap_rows(a[..., m:], swaps, back=False)
        rest = solve_triangular_op(parts, rest, lower=True, transposed=False, unit=True)
        upper = concatenate_op(upper, rest, axis=len(a.shape) - 1)
    elif n < m:
        after, swaps = _before_and_after(swaps, n)
        lower, upper = swap_rows(lower[..., :n], after, back=True), upper[..., :n, :n]
    return lower, upper, swaps


def _before_and_after(swaps: Any, n: int) -> tuple[Any, Any]:
    """Return the exchanges of rows for columns from the n-th on, and those for columns before."""
    rows = np.arange(swaps.shape[-1])
    return where(rows < n, rows, swaps), where(rows < n, swaps, rows)


def _beyond(a: Any) -> Any:
    """Return columns that make matrices of more rows than columns square: each has a 1 in a row that gives no pivot.

    They stand behind, the factors of the columns before know nothing of them, and their own pivots are 1.
    """
    m, n = a.shape[-2:]
    none = np.zeros((*a.shape[:-1], m - n), a.dtype)
    _, swaps = factored(concatenate_op(a, none, axis=len(a.shape) - 1))
    return swap_rows(np.eye(m, dtype=a.dtype)[:, n:], _before_and_after(swaps, n)[1], back=True)
