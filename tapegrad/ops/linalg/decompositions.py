"""Decompositions of the matrices in the last two axes: eigenvalues, singular values, orthogonal and triangular factors.

Two eigenvalues or singular values that differ by no more than rounding count as one. How the vectors of such a group
turn has no derivative: the terms that are divided by the difference are NaN. They are 0, under absolute zero, for a function
of the values alone, and between vectors that the function has nothing to do with, neither they nor their values: told by their
adjoints, which are all 0. So first derivatives of functions of the values alone are exact, and what else needs such a term is
NaN, higher derivatives among it.
The same holds of vectors of singular values that are 0, where the formulas divide by these. The phases of the vectors of complex
matrices are a choice without a derivative, too; it is left out.

Tests: tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.extents import derived
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Constant, General, Shape, conjugated
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import absolute, equal, gated_multiply, less_equal, multiply, where
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import lapack
from tapegrad.ops.linalg.bases import completed
from tapegrad.ops.linalg.cholesky import cholesky_op
from tapegrad.ops.linalg.eigenpairs import chosen, eigenpair_op, eigenvalue_op, only
from tapegrad.ops.linalg.matrices import (
    adjoint_of,
    matrices,
    mirrored,
    numbers,
    one_by_one,
    one_of,
    square,
    symmetric,
    triangle,
)
from tapegrad.ops.linalg.phases import full_invariants, phaseless, qr_invariants, without_phases
from tapegrad.ops.linalg.triangular_systems import solve_triangular_op
from tapegrad.ops.numpy.selection import take_along_axis
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import max_op, sum_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.results import REAL, SAME, Several
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate_op, reshape_op

_BLOCK = 64  # columns that LAPACK works on at once, at most
_REPEATED = (
    "where values repeat, exact to first order for functions of the values alone; NaN where vectors that turn matter"
)


def row(x: AnyArray) -> AnyArray:
    return reshape_op(x, shape=(*x.shape[:-1], 1, x.shape[-1]))


def column(x: AnyArray) -> AnyArray:
    return reshape_op(x, shape=(*x.shape, 1))


def _inverse(x: AnyArray, scale: AnyArray, otherwise: Any = np.nan) -> AnyArray:
    """Return ``1 / x``, and `otherwise` where x is no more than the rounding error of a value."""
    n = x.shape[-1]
    if not n:
        return x
    largest = max_op(absolute(scale), axes=(len(scale.shape) - 1,))
    largest = reshape_op(largest, shape=(*largest.shape, *(1,) * (len(x.shape) - len(largest.shape))))
    nothing = less_equal(absolute(x), largest * (n * float(np.finfo(x.dtype).eps)))
    return where(nothing, np.asarray(otherwise, x.dtype), 1.0 / where(nothing, np.ones((), x.dtype), x))


def inverse_gaps(x: AnyArray, *, squared: bool = False) -> AnyArray:
    """Return ``1 / (x_j - x_i)``, or that of the squares; NaN where both are the same, and 0 on the diagonal."""
    otherwise = np.where(np.eye(x.shape[-1], dtype=bool), 0.0, np.nan)
    gaps = _inverse(row(x) - column(x), x, otherwise)
    return multiply(gaps, _inverse(row(x) + column(x), x, otherwise)) if squared else gaps


def touched(of_values: AnyArray, *of_vectors: AnyArray) -> AnyArray:
    """Return a size for each value, 0 where no adjoint of it or its vectors differs from 0, nor one of any vector."""
    sizes = [sum_op(absolute(g), axes=(len(g.shape) - 2,)) for g in of_vectors]
    vectors = sizes[0] if len(sizes) == 1 else sizes[0] + sizes[1]
    total = sum_op(vectors, axes=(len(vectors.shape) - 1,))
    nothing = equal(reshape_op(total, shape=(*total.shape, 1)), 0.0)
    return where(nothing, np.zeros((), vectors.dtype), vectors + absolute(of_values))


def missing(some: AnyArray, factors: AnyArray) -> AnyArray:
    """Return NaN where a factor is NaN that is needed, else 0."""
    return gated_multiply(some, factors * 0.0)


def placed(x: AnyArray) -> AnyArray:
    """Return the diagonal matrices."""
    return multiply(column(x), np.eye(x.shape[-1], dtype=np.zeros((), x.dtype).real.dtype))


# ------------------------------------------------------------------------------------------------- eigenvalues


def _eigen(a: Any, *, uplo: Any) -> tuple[np.ndarray, np.ndarray]:
    w, v = np.linalg.eigh(a, uplo)
    return w, v


def _eigen_adjoint(g: tuple[AnyArray, Any], out: tuple[AnyArray, AnyArray]) -> AnyArray:
    (of_w, of_v), w, v = g, out[0], conjugated(out[1])  # as it is
    gaps, some = inverse_gaps(w), touched(of_w, of_v)
    inner = gated_multiply(matmul_op(adjoint_of(v), of_v), gaps) + placed(of_w)
    inner = inner + missing(row(some) + column(some), gaps)
    return symmetric(matmul_op(matmul_op(v, inner), adjoint_of(v)))


def _samples_of(*shapes: Shape, hermitian: bool = False, **static: Any) -> Any:
    """Return samples whose eigenvalues or singular values are apart."""

    def samples(rng: np.random.Generator) -> list[Any]:
        apart = [2.0 * np.eye(shape[-2], shape[-1]) * np.arange(1.0, 1.0 + shape[-1]) for shape in shapes]
        matrices = [rng.normal(size=shape) * 0.5 + values for shape, values in zip(shapes, apart, strict=True)]
        return [((symmetric(a) if hermitian else a,), static) for a in matrices]

    return samples


def _diagonalised(library: Library, a: Array, w: Array, v: Array, *, uplo: str) -> None:
    """Find values and vectors by divide and conquer, as NumPy does."""
    n = a.shape[0]
    vectors, count = library.columns(a), 1 + 6 * n + 2 * n * n
    work, integers = library.new(count), library.integers(3 + 5 * n)
    library.lapack("syevd", "V", uplo, n, vectors, n, w, work, count, integers, 3 + 5 * n)
    library.copy(vectors, v)


eigh_op: Several = Several(
    name="eigh", kind=Call(_diagonalised, (2, 1, 2), ("lapack:syevd",), prompt=True), takes_complex=True, forward=_eigen, dtypes=(REAL, SAME),
    infer=matrices("eigh", lambda n, _: (n,), lambda n, _: (n, n)), adjoints={"a": _eigen_adjoint}, kinks=_REPEATED,
    reference=lambda a, *, uplo: _eigen(symmetric(in_double(a)), uplo=uplo),
    samples=_samples_of((3, 3), (2, 2, 2), hermitian=True, uplo="L"), hermitian=True,
    invariants=lambda x, a: phaseless(x), names=("values", "vectors"),
    summary="Eigenvalues of Hermitian matrices, and their eigenvectors (Giles 2008, 3.1). The gradient is symmetric.",
)  # fmt: skip


def _values_adjoint(g: AnyArray, a: AnyArray, uplo: str) -> AnyArray:
    w, v = eigh_op(a, uplo=uplo)
    return _eigen_adjoint((g, np.zeros(v.shape, v.dtype)), (w, v))


def _values(library: Library, a: Array, x: Array, *, uplo: str) -> None:
    n = a.shape[0]
    work, count = library.new(1 + _BLOCK * n), 1 + _BLOCK * n
    library.lapack("syevd", "N", uplo, n, library.columns(a), n, x, work, count, library.integers(1), 1)


eigvalsh_op: General = General(
    name="eigvalsh", kind=Call(_values, (2, 1), ("lapack:syevd",), prompt=True),
    forward=lambda a, *, uplo: np.linalg.eigvalsh(a, uplo), infer=matrices("eigvalsh", lambda n, _: (n,)),
    adjoints={"a": _values_adjoint}, reference=lambda a, *, uplo: np.linalg.eigvalsh(symmetric(in_double(a)), uplo),
    samples=_samples_of((3, 3), (2, 2, 2), hermitian=True, uplo="L"), kinks=_REPEATED,
    summary="Eigenvalues of symmetric matrices (Giles 2008, 3.1). The gradient is symmetric.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- singular values


def _singular(a: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    u, s, vh = np.linalg.svd(in_double(a), full_matrices=False)
    return u, s, vh


def _singular_adjoint(g: tuple[Any, AnyArray, Any], out: tuple[AnyArray, ...], a_shape: Shape) -> AnyArray:
    m, n = a_shape[-2:]
    u, s, v = conjugated(out[0]), out[1], flipped(out[2])  # the first as it is
    of_u, of_s, of_v = g[0], g[1], adjoint_of(g[2])
    gaps, inverse = inverse_gaps(s, squared=True), row(_inverse(s, s))
    left, right = matmul_op(adjoint_of(u), of_u), matmul_op(adjoint_of(v), of_v)
    by_left, by_right = gated_multiply(left, gaps), gated_multiply(right, gaps)
    inner = multiply(by_left + adjoint_of(by_left), row(s)) + multiply(column(s), by_right + adjoint_of(by_right))
    some = touched(of_s, of_u, of_v)
    inner = inner + placed(of_s) + missing(row(some) + column(some), gaps)
    if u.dtype.kind == "c":
        phases = multiply((left - adjoint_of(left)) * 0.5, np.eye(s.shape[-1], dtype=s.dtype))
        inner = inner + gated_multiply(phases, inverse)
    if u.dtype.kind == "c" or m != n:
        inner = inner + missing(row(some), inverse)
    inner = matmul_op(u, inner)
    if m > n:
        inner = inner + gated_multiply(of_u - matmul_op(u, left), inverse)
    adjoint = matmul_op(inner, adjoint_of(v))
    if n > m:
        beyond = gated_multiply(of_v - matmul_op(v, right), inverse)
        adjoint = adjoint + matmul_op(u, adjoint_of(beyond))
    return adjoint


def _singular_invariants(x: Any, a: Any) -> tuple[Any, ...]:
    u, s, vh = x
    return without_phases(s, u, flipped(vh))


def _singular_work(job: str, letter: str, m: int, n: int) -> tuple[int]:
    """Return how many numbers LAPACK's routine asks for, as NumPy does: with more of them it gives other last bits."""
    unused, answer = np.zeros((2, 1), {"s": np.float32, "d": np.float64}[letter])
    if not m * n:
        return (1,)
    lapack.call(
        "gesdd", job, m, n, (unused, 1), m, (unused, 1), (unused, 1), m, (unused, 1), n, (answer, 1), -1,
        (lapack.integers(1), 1),
    )  # fmt: skip
    return (int(answer[0]),)


def _factored(library: Library, a: Array, u: Array, s: Array, vh: Array) -> None:
    """Find values and vectors by divide and conquer, as NumPy does."""
    (m, n), k = a.shape, min(a.shape)
    left, right = library.new(m, k), library.new(k, n)
    (count,) = derived(_singular_work, "S", library.letter, m, n) or ()
    work = library.new(count)
    library.lapack(
        "gesdd", "S", m, n, library.columns(a), m, s, left, m, right, k, work, count, library.integers(8 * k)
    )
    library.copy(left, u)
    library.copy(right, vh)


svd_op: Several = Several(
    name="svd", kind=Call(_factored, (2, 2, 1, 2), ("lapack:gesdd",), prompt=True), takes_complex=True, forward=_singular, dtypes=(SAME, REAL, SAME),
    infer=matrices("svd", lambda m, n: (m, min(m, n)), lambda m, n: (min(m, n),), lambda m, n: (min(m, n), n), square=False),
    names=("u", "s", "vh"), adjoints={"a": _singular_adjoint}, reference=_singular, samples=_samples_of((3, 3), (2, 3, 2), (2, 3)),
    invariants=_singular_invariants, kinks=_REPEATED,
    summary="Left singular vectors, singular values, and right singular vectors in rows (Townsend 2016).",
)  # fmt: skip


def _lengths_adjoint(g: AnyArray, a: AnyArray, a_shape: Shape) -> AnyArray:
    u, s, vh = svd_op(a)
    return _singular_adjoint((np.zeros(u.shape, u.dtype), g, np.zeros(vh.shape, vh.dtype)), (u, s, vh), a_shape)


def _lengths(library: Library, a: Array, x: Array) -> None:
    m, n = a.shape
    (count,) = derived(_singular_work, "N", library.letter, m, n) or ()
    work, integers, unused = library.new(count), library.integers(8 * min(m, n)), library.new(1)
    library.lapack("gesdd", "N", m, n, library.columns(a), m, x, unused, 1, unused, 1, work, count, integers)


svdvals_op: General = General(
    name="svdvals", kind=Call(_lengths, (2, 1), ("lapack:gesdd",), prompt=True),
    forward=lambda a: np.linalg.svd(in_double(a), compute_uv=False),
    infer=matrices("svdvals", lambda m, n: (min(m, n),), square=False), adjoints={"a": _lengths_adjoint},
    reference=lambda a: np.linalg.svd(in_double(a), compute_uv=False), samples=_samples_of((3, 3), (2, 3, 2), (2, 3)),
    kinks=_REPEATED, summary="Singular values of matrices (Giles 2008, 3.2).",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- orthogonal factors


def _orthogonal(a: Any) -> tuple[np.ndarray, np.ndarray]:
    q, r = np.linalg.qr(in_double(a))
    return q, r


def _tall(m: int, n: int) -> Shape:
    if m < n:
        raise ShapeError(f"qr: expected matrices with no more columns than rows, got {m} rows and {n} columns.")
    return (m, n)


_orthogonal_shapes = matrices("qr", _tall, lambda m, n: (n, n), square=False)
_of_any_sides = matrices("qr", lambda m, n: (m, n), square=False)  # for columns beyond the rows are the function's


def _orthogonal_adjoint(g: tuple[AnyArray, AnyArray], out: tuple[AnyArray, AnyArray]) -> AnyArray:
    """Give ``(Q' + Q copyltu(R R'^H - Q'^H Q)) R^-H``: copyltu doubles the lower triangle into the upper one."""
    q, r = map(conjugated, out)  # as they are
    of_q, of_r = g[0], triangle(adjoint_of(g[1]))
    half = triangle(matmul_op(r, of_r) - matmul_op(adjoint_of(of_q), q), diagonal=0.5)
    left = of_q + matmul_op(q, half + adjoint_of(half))
    return adjoint_of(solve_triangular_op(r, adjoint_of(left), lower=False, transposed=False, unit=False))


def _rotated(library: Library, a: Array, q: Array, r: Array) -> None:
    """Find reflections, and multiply them out, as NumPy does."""
    m, n = a.shape
    factors, scales, work, count = library.columns(a), library.new(n), library.new(_BLOCK * n), _BLOCK * n
    library.lapack("geqrf", m, n, factors, m, scales, work, count)
    library.copy(library.part(factors, (0, 0), (n, n)), r)
    library.zero_above(r.T)
    library.lapack("orgqr", m, n, n, factors, m, scales, work, count)
    library.copy(factors, q)


qr_op: Several = Several(
    name="qr", kind=Call(_rotated, (2, 2, 2), ("lapack:geqrf", "lapack:orgqr")), takes_complex=True, forward=_orthogonal,
    may_fail=False, infer=_orthogonal_shapes, adjoints={"a": _orthogonal_adjoint}, reference=_orthogonal,
    samples=_samples_of((3, 3), (2, 3, 2)), names=("q", "r"),
    summary="Orthogonal and triangular factors of matrices with no more columns than rows (Walter and Lehmann 2018).",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions

_Eigh: Any = type(np.linalg.eigh(np.eye(1)))
_SVD: Any = type(np.linalg.svd(np.eye(1)))
_QR: Any = type(np.linalg.qr(np.eye(1)))


def _check_driver(driver: str | None, b: Any, *subsets: Any) -> None:
    """Refuse a driver that is not one of SciPy's for what is asked, though it changes nothing here."""
    some = any(subset is not None for subset in subsets)
    whole, parts = (("ev", "evd"), ("evr", "evx")) if b is None else (("gv", "gvd"), ("gvx",))
    if driver not in (None, *parts, *(() if some else whole)):
        raise ArgumentError(
            f"eigh: expected None or one of {parts if some else whole + parts} for driver, got {driver!r}."
        )


def _triangle_read(uplo: Any, lower: bool | None) -> str:
    if uplo not in ("L", "U", "l", "u"):
        raise ArgumentError(f"eigh: expected UPLO 'L' or 'U', got {uplo!r}.")
    return uplo.upper() if lower is None else "UL"[bool(lower)]


def _reduced(a: Any, b: Any, uplo: str, kind: int) -> tuple[Any, Any]:
    """Return the matrix whose eigenvalues are those of the pair, and the factor of b that turns its vectors back."""
    lower = uplo == "L"
    a, factor = mirrored(a, lower), cholesky_op(mirrored(b, lower))
    if kind == 1:
        inner = solve_triangular_op(factor, a, lower=True, transposed=False, unit=False)
        inner = solve_triangular_op(factor, adjoint_of(inner), lower=True, transposed=False, unit=False)
    elif kind in (2, 3):
        inner = matmul_op(matmul_op(adjoint_of(factor), a), factor)
    else:
        raise ArgumentError(f"eigh: expected type 1, 2 or 3, got {kind!r}.")
    return symmetric(inner), factor


@composite(
    lambda a, UPLO="L": np.linalg.eigh(symmetric(in_double(a)), UPLO), _samples_of((3, 3), (2, 2, 2), hermitian=True),
    hermitian=True, kinks=_REPEATED, invariants=lambda results, a: phaseless(results),
)  # fmt: skip
def eigh(
    a: Any, UPLO: Any = "L", *, b: Any = None, lower: bool | None = None, eigvals_only: bool = False, type: int = 1,
    subset_by_index: Any = None, overwrite_a: bool = False, overwrite_b: bool = False, check_finite: bool = True,
    driver: str | None = None, subset_by_value: Any = None,
) -> Any:  # fmt: skip
    """Return eigenvalues and eigenvectors of Hermitian matrices, one triangle read; the gradient is symmetric.

    The second argument is NumPy's UPLO, or SciPy's `b`, a positive definite matrix. With `b` the equation is ``a v = w
    b v``, with `type` 2 ``a b v = w v`` and with 3 ``b a v = w v``. The gradients are by the triangles that are read.
    Of repeated eigenvalues, first derivatives of functions of the values alone are exact; derivatives that depend on
    how their vectors turn are NaN. One value alone of real matrices, by `subset_by_index`, has derivatives of all
    orders where it is simple, whatever the others are.
    """
    if not isinstance(UPLO, str):
        b, UPLO = UPLO, "L"
    _check_driver(driver, b, subset_by_index, subset_by_value)
    a, uplo = numbers(a, "eigh"), _triangle_read(UPLO, lower)
    alone = only(a, subset_by_index, subset_by_value, "eigh") if b is None else None
    if alone is not None:
        w, v = eigenvalue_op(a, uplo=uplo, which=alone), eigenpair_op(a, uplo=uplo, which=alone)[1]
    elif b is None:
        w, v = eigh_op(a, uplo=uplo)
    else:
        inner, factor = _reduced(a, square(b, "eigh"), uplo, type)
        w, v = eigh_op(inner, uplo="L")
        if type == 3:
            v = matmul_op(factor, v)
        else:
            v = solve_triangular_op(conjugated(factor), v, lower=True, transposed=True, unit=False)
    if alone is None and (subset_by_index is not None or subset_by_value is not None):
        part = chosen(w, subset_by_index, subset_by_value, "eigh")
        w, v = w[..., part], v[..., part]
    return w if eigvals_only else _Eigh(w, v)


@composite(
    lambda a, UPLO="L": np.linalg.eigvalsh(symmetric(in_double(a)), UPLO), _samples_of((3, 3), hermitian=True),
    hermitian=True, kinks=_REPEATED,
)  # fmt: skip
def eigvalsh(
    a: Any, UPLO: Any = "L", *, b: Any = None, lower: bool | None = None, type: int = 1, subset_by_index: Any = None,
    overwrite_a: bool = False, overwrite_b: bool = False, check_finite: bool = True, driver: str | None = None,
    subset_by_value: Any = None,
) -> Any:  # fmt: skip
    """Return eigenvalues of Hermitian matrices. One triangle is read; the gradient is symmetric.

    Arguments are as for `eigh`.
    """
    if not isinstance(UPLO, str):
        b, UPLO = UPLO, "L"
    _check_driver(driver, b, subset_by_index, subset_by_value)
    a, uplo = numbers(a, "eigvalsh"), _triangle_read(UPLO, lower)
    if b is not None:
        a, uplo = _reduced(a, square(b, "eigvalsh"), uplo, type)[0], "L"
    if b is None and (alone := only(a, subset_by_index, subset_by_value, "eigvalsh")) is not None:
        return eigenvalue_op(a, uplo=uplo, which=alone)
    w = eigh_op(a, uplo=uplo)[0] if a.dtype.kind == "c" else eigvalsh_op(a, uplo=uplo)
    if subset_by_index is None and subset_by_value is None:
        return w
    return w[..., chosen(w, subset_by_index, subset_by_value, "eigvalsh")]


@composite(
    doubled(np.linalg.svd), lambda rng: [*_samples_of((3, 2), (2, 2, 3), full_matrices=False)(rng), *_samples_of((3, 2), (2, 3))(rng)],
    invariants=full_invariants, kinks=_REPEATED,
)  # fmt: skip
def svd(
    a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False, *, overwrite_a: bool = False,
    check_finite: bool = True, lapack_driver: str = "gesdd",
) -> Any:  # fmt: skip
    """Return the singular value decomposition.

    How the vectors beyond the values, which `full_matrices` adds, turn among each other is a choice without a derivative.
    """
    one_of(lapack_driver, ("gesdd", "gesvd"), "lapack_driver", "svd")
    a = numbers(a, "svd")
    if not compute_uv:
        return svdvals(a)
    (m, n), (u, s, vh) = a.shape[-2:], svd_op(a)
    if full_matrices and m > n:
        u = concatenate_op(u, completed(u, a, "left"), axis=len(a.shape) - 1)
    elif full_matrices and n > m:
        vh = concatenate_op(vh, adjoint_of(completed(adjoint_of(vh), a, "right")), axis=len(a.shape) - 2)
    return _SVD(u, s, vh)


@composite(doubled(np.linalg.svdvals), _samples_of((3, 2), (2, 2, 3)), kinks=_REPEATED)
def svdvals(x: Any, /, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return the singular values of matrices."""
    x = numbers(x, "svdvals")
    return svd(x, full_matrices=False)[1] if x.dtype.kind == "c" else svdvals_op(x)


def _orders(a: np.ndarray) -> np.ndarray:
    if not a.size:
        return np.arange(a.shape[-1], dtype=np.int32)  # older SciPy does not take it
    return np.asarray(scipys("scipy.linalg", "qr")(a, mode="r", pivoting=True)[-1])


pivots_op = Constant(
    name="qr_pivots", takes_complex=True, batched=True, forward=one_by_one(_orders, 1), infer=matrices("qr", lambda m, n: (n,), square=False),
    reference=one_by_one(_orders, 1), samples=_samples_of((3, 3), (2, 3, 2)),
    summary="The order of columns in which QR with pivoting takes them.",
)  # fmt: skip


@composite(
    doubled(np.linalg.qr), lambda rng: [*_samples_of((3, 2), (2, 2, 3))(rng), *_samples_of((2, 3), mode="complete")(rng), *_samples_of((3, 2), mode="r")(rng)],
    invariants=qr_invariants,
)  # fmt: skip
def qr(
    a: Any, mode: str = "reduced", *, pivoting: bool = False, overwrite_a: bool = False, lwork: int | None = None,
    check_finite: bool = True,
) -> Any:  # fmt: skip
    """QR decomposition; mode 'reduced' ('economic'), 'r' or 'complete' ('full'), with SciPy's `pivoting` in an order of columns.

    How the columns that 'complete' adds turn among each other is a choice without a derivative, as the order is.
    """
    a = numbers(a, "qr")
    _of_any_sides(a.shape)
    mode = {"economic": "reduced", "full": "complete"}.get(mode, mode)
    if mode not in ("reduced", "r", "complete"):
        raise ArgumentError(
            f"qr: expected mode 'reduced', 'complete' or 'r', got {mode!r}. Reflections as LAPACK keeps them have no derivative here."
        )
    if pivoting:
        order = pivots_op(a)
        a = take_along_axis(a, row(order), -1)
    m, n = a.shape[-2:]
    (q, r), axis = qr_op(a[..., :m]), len(a.shape) - 1
    if n > m:
        r = concatenate_op(r, matmul_op(adjoint_of(q), a[..., m:]), axis=axis)
    elif m > n and (mode == "complete" or (pivoting and mode == "r")):  # of which SciPy gives as many rows
        r = concatenate_op(r, np.zeros((*a.shape[:-2], m - n, n), a.dtype), axis=axis - 1)
        q = concatenate_op(q, completed(q, a, "qr"), axis=axis) if mode == "complete" else q
    if pivoting:
        return (r, order) if mode == "r" else (q, r, order)
    return r if mode == "r" else _QR(q, r)


functions.update({np.linalg.eigh: eigh, np.linalg.eigvalsh: eigvalsh})
