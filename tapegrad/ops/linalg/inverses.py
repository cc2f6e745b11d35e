"""Inverses and determinants of the matrices in the last two axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane, libm, select
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, functions
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.kinds.library import Array, Library
from tapegrad.ops.linalg import small
from tapegrad.ops.linalg.matrices import matrices, regular, squares
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.shaping import reshape_op


def _inverted(library: Library, a: Array, x: Array) -> None:
    """Solve for all columns of the identity, as NumPy does."""
    n = a.shape[0]
    if small.fits(n, n):
        small.solved(library, a, None, x)
        return
    factors, columns = library.columns(a), library.identity(n)
    library.lapack("gesv", n, n, factors, n, library.integers(n), columns, n)
    library.copy(columns, x)


inv: General = General(
    name="inv", kind=Call(_inverted, (2, 2), ("lapack:gesv",)), takes_complex=True, forward=lambda a: np.linalg.inv(a),
    infer=squares("inv"), adjoints={"a": lambda g, out: -matmul_op(matmul_op(flipped(out), g), flipped(out))},
    reference=doubled(np.linalg.inv), samples=regular((3, 3), (2, 2, 2)),
    summary="Inverse of square matrices (Giles 2008, 2.2.3).",
)  # fmt: skip


def _sign_and_log(library: Library, a: Array) -> tuple[Lane, Lane]:
    """Factor a, and multiply its pivots as NumPy does: by signs, and by the logarithms of their sizes."""
    f, n = library.f, a.shape[0]
    if not n:  # which LAPACK refuses, as no matrix has a leading dimension of 0
        return f.e1.float(1.0), f.e1.float(0.0)
    if small.fits(n):
        rows, sign = small.eliminated(library, a)
        logarithm = f.e1.float(0.0)
        for k in range(n):
            sign = select(rows[k][k] < 0.0, -sign, select(rows[k][k] == 0.0, 0.0, sign))
            logarithm = logarithm + libm("log", abs(rows[k][k]))
        return sign, logarithm
    factors, swaps, found = library.columns(a), library.integers(n), library.new(2).buffer
    library.lapack("getrf", n, n, factors, n, swaps, may_fail=False)
    for k, start in enumerate((1.0, 0.0)):
        f.store_scalar(f.e1.float(start), found, str(k))
    with f.loop(0, n, 1) as i:
        pivot, sign = f.load_scalar(factors.buffer, f.offset(0, (n + 1,), (i,))), f.load_scalar(found, "0")
        place = f.integer(f"add i64 {i}, 1")
        swapped = f.e1.emit(f"icmp ne i64 {library.integer(swaps, i)}, {place}", "m")
        for turned in (swapped, pivot < 0.0):
            sign = select(turned, -sign, sign)
        f.store_scalar(select((pivot == 0.0) | (sign == 0.0), 0.0, sign), found, "0")
        f.store_scalar(f.load_scalar(found, "1") + libm("log", abs(pivot)), found, "1")
    return f.load_scalar(found, "0"), f.load_scalar(found, "1")


def _determined(library: Library, a: Array, x: Array) -> None:
    sign, logarithm = _sign_and_log(library, a)
    library.f.store_scalar(sign * libm("exp", logarithm), x.buffer, "0")


def _side_by_side(library: Library, a: Array, x: Array) -> None:
    for k, value in enumerate(_sign_and_log(library, a)):
        library.f.store_scalar(value, x.buffer, str(k))


det: General = General(
    name="det", kind=Call(_determined, (2, 0), ("lapack:getrf",)), takes_complex=True, may_fail=False,
    forward=lambda a: np.asarray(np.linalg.det(a)), infer=matrices("det", lambda n, _: ()),
    adjoints={"a": lambda g, a: multiply(reshape_op(g, shape=(*g.shape, 1, 1)), cofactors(a))},
    reference=doubled(np.linalg.det), samples=regular((3, 3), (2, 2, 2)),
    summary="Determinant of square matrices; the gradient is the matrix of cofactors, for singular matrices too.",
)  # fmt: skip


def _cofactors(a: np.ndarray) -> np.ndarray:
    """Return ``det(a) inv(a).T``; of singular matrices through their singular values.

    Rows are scaled by powers of two before, so that neither the determinant nor the inverse over- or underflows.
    """
    exponents = np.frexp(np.max(np.abs(a), axis=-1, keepdims=True, initial=0.0))[1]
    a = _scaled(a, -exponents)
    try:
        found = np.linalg.det(a)[..., None, None] * np.swapaxes(np.linalg.inv(a), -1, -2)
    except np.linalg.LinAlgError:
        u, s, vh = np.linalg.svd(a)
        others = np.prod(np.where(np.eye(s.shape[-1], dtype=bool), 1.0, s[..., None, :]), axis=-1)
        turn = np.linalg.det(u) * np.linalg.det(vh)
        found = (turn[..., None, None] * ((u.conj() * others[..., None, :]) @ vh.conj())).astype(a.dtype)
    return _scaled(found, np.sum(exponents, axis=-2, keepdims=True) - exponents)


def _scaled(a: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    """Return ``a * 2**exponents``."""
    if a.dtype.kind != "c":
        return np.ldexp(a, exponents)
    return np.ldexp(np.stack([a.real, a.imag], axis=-1), exponents[..., None]).view(a.dtype)[..., 0]


def _cofactors_adjoint(g: Any, a: Any, out: Any) -> Any:
    inverse = flipped(inv(a))
    total = sum_op(multiply(g, out), axes=(len(g.shape) - 2, len(g.shape) - 1))
    total = reshape_op(total, shape=(*total.shape, 1, 1))
    return multiply(total, inverse) - matmul_op(matmul_op(out, flipped(g)), inverse)


cofactors: General = General(
    name="cofactors", batched=True, takes_complex=True, may_fail=False, forward=_cofactors, infer=squares("det"),
    adjoints={"a": _cofactors_adjoint},
    reference=lambda a: np.linalg.det(in_double(a))[..., None, None] * np.swapaxes(np.linalg.inv(in_double(a)), -1, -2),
    samples=regular((3, 3), (2, 2, 2)),
    summary="Cofactors of square matrices, `det(a) * inv(a).T` (Giles 2008, 2.2.4); those of singular ones have no derivative here.",
)  # fmt: skip


def _sign_and_logarithm(a: Any) -> np.ndarray:
    sign, logarithm = np.linalg.slogdet(in_double(a))
    return np.stack([sign, logarithm.astype(sign.dtype)], axis=-1)


def _logarithm_adjoint(g: Any, a: Any, out: Any) -> Any:
    """Return ``g inv(a).T`` of the logarithm; the sign turns by the imaginary part of ``trace(inv(a) da)``."""
    of_sign, of_logarithm = g[..., 0], g[..., 1]
    if g.dtype.kind == "c":
        of_logarithm = np.real(of_logarithm) + 1j * np.imag(multiply(of_sign, out[..., 0]))  # out is conjugated
    return multiply(reshape_op(of_logarithm, shape=(*g.shape[:-1], 1, 1)), flipped(inv(a)))


slogdet_op: General = General(
    name="slogdet", kind=Call(_side_by_side, (2, 1), ("lapack:getrf",)), takes_complex=True, may_fail=False,
    forward=_sign_and_logarithm, infer=matrices("slogdet", lambda n, _: (2,)), adjoints={"a": _logarithm_adjoint},
    reference=_sign_and_logarithm, samples=regular((3, 3), (2, 2, 2)),
    summary="Sign and logarithm of the absolute value of determinants, side by side (Giles 2008, 2.2.4).",
)  # fmt: skip


_Slogdet: Any = type(np.linalg.slogdet(np.eye(1)))


@composite(doubled(np.linalg.slogdet), regular((3, 3), (2, 2, 2)))
def slogdet(a: Any) -> Any:
    """Return the sign and logarithm of the absolute value of determinants."""
    joined = slogdet_op(a)
    return _Slogdet(joined[..., 0], np.real(joined[..., 1]))


functions.update({np.linalg.inv: inv, np.linalg.det: det})
