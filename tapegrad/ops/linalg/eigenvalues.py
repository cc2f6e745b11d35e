"""Eigenvalues and eigenvectors of general matrices, which are complex numbers, and of pairs of Hermitian ones.

Tests: tests/ops/test_scipys_linear_algebra.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.lane import select
from tapegrad.ops.complex_numbers import joined
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, conjugated
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import gated_multiply, greater, less, multiply, where
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg.decompositions import column, inverse_gaps, missing, placed, row, touched
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.linear_systems import solve_op, solve_with
from tapegrad.ops.linalg.lu import lu_op
from tapegrad.ops.linalg.matrices import adjoint_of, matrices, square
from tapegrad.ops.linalg.phases import unordered
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import length_of, sum_op
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.results import Several
from tapegrad.ops.runtime import AnyArray, Tensor

_BLOCK = 64  # columns that LAPACK works on at once
_KINKS = "NaN where eigenvalues repeat and vectors that turn matter"


def _joined(a: AnyArray) -> np.ndarray:
    """Return eigenvalues in a row above the vectors; of numbers that are real, as NumPy finds them."""
    w, v = np.linalg.eig(a if a.imag.any() else a.real)
    return np.concatenate([w[..., None, :], v], axis=-2).astype(a.dtype)


def _between(w: AnyArray, v: AnyArray, of_values: AnyArray, of_vectors: AnyArray) -> Any:
    """Give ``diag(w') + (V^H V' - V^H V Re(diag(V^H V'))) / gaps``, which stands between ``V^-H`` and ``V^H`` in the adjoint
    of a matrix with vectors V of length 1 (Boeddeker et al. 2017).
    """
    gaps = conjugated(inverse_gaps(w))
    inner = matmul_op(adjoint_of(v), of_vectors)
    along = np.real(sum_op(multiply(conjugated(v), of_vectors), axes=(len(v.shape) - 2,)))
    inner = inner - multiply(matmul_op(adjoint_of(v), v), row(along))
    some = touched(of_values, of_vectors)
    return gated_multiply(inner, gaps) + placed(of_values) + missing(row(some) + column(some), gaps)


def _adjoint(g: AnyArray, out: AnyArray) -> Any:
    v = out[..., 1:, :]
    back = adjoint_of(v)
    inner = matmul_op(_between(out[..., 0, :], v, g[..., 0, :], g[..., 1:, :]), back)
    return solve_op(back, *lu_op(back), inner, transposed=False)


eig_op: Complex = Complex(
    name="eig", forward=_joined, infer=matrices("eig", lambda n, _: (n + 1, n)), adjoints={"a": _adjoint}, may_fail=True,
    kinks=_KINKS, summary="Eigenvalues of complex matrices in a row, above their eigenvectors of length 1.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- of real matrices


def _parts(a: AnyArray) -> tuple[np.ndarray, ...]:
    """Return real and imaginary parts of eigenvalues, and of vectors, as NumPy finds them."""
    return tuple([np.array(part, a.dtype) for x in np.linalg.eig(a) for part in (x.real, x.imag)])


def _found(library: Library, a: Array, re_w: Array, im_w: Array, re_v: Array, im_v: Array) -> None:
    """Find values and vectors by the QR algorithm, as NumPy does; of a pair, the first vector's parts are two columns."""
    f, n = library.f, a.shape[0]
    library.fail_if_not_finite(a)
    count = 2 * n + 2 * _BLOCK * n  # what the routine asks for
    pairs, unused, work = library.new(n, n), library.new(1), library.new(count)
    library.lapack("geev", "N", "V", n, library.columns(a), n, re_w, im_w, unused, 1, pairs, n, work, count)
    with f.loop(0, n, 1) as k:
        part = f.load_scalar(im_w.buffer, f.offset(0, im_w.strides, (k,)))
        first = f.integer(f"sub i64 {k}, {f.integer(f'zext i1 {(part < 0.0).name} to i64')}")
        second = f.integer(f"add i64 {k}, {f.integer(f'zext i1 {(part > 0.0).name} to i64')}")
        with f.loop(0, n, 1) as i:
            re, im = (f.load_scalar(pairs.buffer, f.offset(0, pairs.strides, (i, at))) for at in (first, second))
            im = select(part < 0.0, -im, select(part > 0.0, im, 0.0))
            f.store_scalar(re, re_v.buffer, f.offset(0, re_v.strides, (i, k)))
            f.store_scalar(im, im_v.buffer, f.offset(0, im_v.strides, (i, k)))


def _real_adjoint(g: tuple[AnyArray, ...], out: tuple[AnyArray, ...]) -> Any:
    """Give the real part of that of a complex matrix, with ``V = X P``: X has a pair's parts as columns, and is real."""
    im_w, re_v, im_v = out[1:]
    n, (w, v), (of_w, of_v) = im_w.shape[-1], *[(joined(x[0], x[1]), joined(x[2], x[3])) for x in (out, g)]
    one, zero, near = np.ones((), im_w.dtype), np.zeros((), im_w.dtype), np.eye(n, dtype=im_w.dtype)
    first, second = where(greater(im_w, 0.0), one, zero), where(less(im_w, 0.0), one, zero)
    turn = joined(
        multiply(near, row(1.0 - second)) + multiply(np.eye(n, k=1, dtype=im_w.dtype), row(second)),
        multiply(np.eye(n, k=-1, dtype=im_w.dtype), row(first)) - multiply(near, row(second)),
    )  # P
    halves = 1.0 - 0.5 * (first + second)  # P^-H is P, and half of it for pairs
    inner = matmul_op(multiply(turn, row(halves)), _between(w, v, of_w, of_v))
    inner = np.real(matmul_op(inner, adjoint_of(turn)))
    back = flipped(where(less(row(im_w), 0.0), -im_v, re_v))  # X^T
    return solve_op(back, *lu_op(back), matmul_op(inner, back), transposed=False)


real_eig_op: Several = Several(
    name="eig_real", kind=Call(_found, (2, 1, 1, 2, 2), ("lapack:geev",), prompt=True), forward=_parts, adjoints={"a": _real_adjoint},
    infer=matrices("eig", lambda n, _: (n,), lambda n, _: (n,), lambda n, _: (n, n), lambda n, _: (n, n)), kinks=_KINKS,
    names=("re values", "im values", "re vectors", "im vectors"), reference=lambda a: _parts(in_double(a)),
    samples=lambda rng: _apart(rng)[:2],  # vectors of pairs turn by a phase, which is a choice: see `eig`
    summary="Eigenvalues of real matrices, and their eigenvectors of length 1, each as real and imaginary parts.",
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
    if a.dtype.kind == "c":
        both = eig_op(a)
        w, v = both[..., 0, :], both[..., 1:, :]
    else:
        re_w, im_w, re_v, im_v = real_eig_op(a)
        real = REAL_WHERE_ALL_ARE and not bool(np.any((im_w if im_w.traced else im_w._numpy()) != 0.0))
        w, v = (re_w, re_v) if real else (joined(re_w, im_w), joined(re_v, im_v))
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
