"""Inverses and determinants of the matrices in the last two axes, by factors that are made once (see `lu`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane, from_int, libm, select
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise import contribution, equal, logical_and, multiply, where
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.kinds.library import Array, Library
from tapegrad.ops.linalg import small
from tapegrad.ops.linalg.lu import factored, lu_op
from tapegrad.ops.linalg.matrices import regular, square, squares
from tapegrad.ops.linalg.solving import by_factors, solve, solve_op
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.shaping import reshape_op


def singular(packed: Any) -> Any:
    """Tell of each matrix, by its factors, whether a pivot is zero; with two axes of length 1."""
    n = packed.shape[-1]
    zeros = where(equal(where(np.eye(n, dtype=bool), packed[..., :n, :], 1.0), 0.0), 1.0, 0.0)
    count = sum_op(zeros, axes=(len(packed.shape) - 2, len(packed.shape) - 1))
    return reshape_op(count, shape=(*packed.shape[:-2], 1, 1)) > 0.0


def of_identity(packed: Any) -> np.ndarray:
    """Return the factors of the identity as those of another matrix are packed."""
    n = packed.shape[-1]
    return np.vstack([np.eye(n), np.arange(n)]).astype(packed.dtype)


def _by_factors(a: Any, packed: Any) -> np.ndarray:
    return solve_op.forward(a, packed, np.eye(a.shape[-1], dtype=a.dtype), transposed=False)


inv_op: General = General(
    name="inv", kind=Call(lambda library, a, packed, x: by_factors(library, packed, None, x), (2, 2, 2), ("lapack:getrs",), prompt=True), takes_complex=True, forward=_by_factors,
    infer=lambda a, packed: a,
    adjoints={"a": lambda g, out: -matmul_op(matmul_op(flipped(out), g), flipped(out)), "packed": None},
    reference=doubled(np.linalg.inv), samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: inv_op(a, factored(a)),
    summary="Inverse of square matrices (Giles 2008, 2.2.3), by the matrix's factors.",
)  # fmt: skip


@composite(doubled(np.linalg.inv), regular((3, 3), (2, 2, 2)))
def inv(
    a: Any, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: str | None = None, lower: bool = False
) -> Any:  # fmt: skip
    """Return the inverse of square matrices; `assume_a` and `lower` say what is read, as for `solve`."""
    a = square(a, "inv")
    if assume_a not in (None, "gen", "general"):
        return solve(a, np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape), lower, assume_a=assume_a)
    return inv_op(a, factored(a))


def _sign_and_log(library: Library, a: Array, packed: Array) -> tuple[Lane, Lane]:
    """Multiply pivots as NumPy does: by signs, and by the logarithms of their sizes."""
    f, n = library.f, a.shape[0]
    if not n:
        return f.e1.float(1.0), f.e1.float(0.0)
    if small.fits(library, n):
        *columns, swaps = small.loaded(library, packed)
        sign, logarithm = f.e1.float(1.0), f.e1.float(0.0)
        for k in range(n):
            pivot = columns[k][k]
            for turned in (swaps[k] != float(k), pivot < 0.0):
                sign = select(turned, -sign, sign)
            sign = select(pivot == 0.0, 0.0, sign)
            logarithm = logarithm + libm("log", abs(pivot))
        return sign, logarithm
    found, (down, across) = library.new(2).buffer, packed.strides
    for k, start in enumerate((1.0, 0.0)):
        f.store_scalar(f.e1.float(start), found, str(k))
    with f.loop(0, n, 1) as i:
        pivot = f.load_scalar(packed.buffer, f.offset(0, (down + across,), (i,)))
        sign, swap = f.load_scalar(found, "0"), f.load_scalar(packed.buffer, f.offset(n * down, (across,), (i,)))
        swapped = swap != from_int(Lane(f.e1, i, "i"))
        for turned in (swapped, pivot < 0.0):
            sign = select(turned, -sign, sign)
        f.store_scalar(select((pivot == 0.0) | (sign == 0.0), 0.0, sign), found, "0")
        f.store_scalar(f.load_scalar(found, "1") + libm("log", abs(pivot)), found, "1")
    return f.load_scalar(found, "0"), f.load_scalar(found, "1")


def _sign_and_logarithm(packed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Do so for Python; in the same order, so that the bits are the same."""
    n = packed.shape[-1]
    pivots, swaps = np.diagonal(packed[..., :n, :], axis1=-2, axis2=-1), packed[..., n, :]
    turns = np.sum(swaps.real != np.arange(n), axis=-1) % 2
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = np.abs(pivots)
        signs = np.where(sizes == 0.0, 0.0, pivots / np.where(sizes == 0.0, 1.0, sizes)).astype(packed.dtype)
        logarithms = np.zeros(sizes.shape[:-1], sizes.dtype)
        for k in range(n):
            logarithms = logarithms + np.log(sizes[..., k])
    return np.where(turns, -1.0, 1.0).astype(sizes.dtype) * np.prod(signs, axis=-1), logarithms


def _determined(library: Library, a: Array, packed: Array, x: Array) -> None:
    sign, logarithm = _sign_and_log(library, a, packed)
    library.f.store_scalar(sign * libm("exp", logarithm), x.buffer, "0")


def _side_by_side(library: Library, a: Array, packed: Array, x: Array) -> None:
    for k, value in enumerate(_sign_and_log(library, a, packed)):
        library.f.store_scalar(value, x.buffer, str(k))


def _determinant(a: Any, packed: Any) -> np.ndarray:
    sign, logarithm = _sign_and_logarithm(packed)
    with np.errstate(over="ignore"):
        return np.asarray(sign * np.exp(logarithm))


det_op: General = General(
    name="det", kind=Call(_determined, (2, 2, 0), (), prompt=True), takes_complex=True, may_fail=False, forward=_determinant,
    infer=lambda a, packed: a[:-2],
    adjoints={"a": lambda g, a: multiply(reshape_op(g, shape=(*g.shape, 1, 1)), cofactors(a)), "packed": None},
    reference=doubled(np.linalg.det), samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: det_op(a, factored(a)),
    summary="Determinant of square matrices, by their factors; the gradient is the matrix of cofactors, for singular matrices too.",
)  # fmt: skip


@composite(doubled(np.linalg.det), regular((3, 3), (2, 2, 2)))
def det(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return the determinant of square matrices; the gradient of a singular one is right too."""
    a = square(a, "det")
    return det_op(a, factored(a))


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


def _slopes(along: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Return how the cofactors of `a` change along a direction, by products of all singular values but two: nothing is divided."""
    u, s, vh = np.linalg.svd(in_double(a))
    n = s.shape[-1]
    but_one = np.where(np.eye(n, dtype=bool), 1.0, s[..., None, :])
    one = np.ones((*but_one.shape[:-1], 1))
    before = np.cumprod(np.concatenate([one, but_one[..., :-1]], axis=-1), axis=-1)
    behind = np.cumprod(np.concatenate([one, but_one[..., :0:-1]], axis=-1), axis=-1)[..., ::-1]
    but_two = before * behind * ~np.eye(n, dtype=bool)
    turned = np.conjugate(np.swapaxes(u, -1, -2)) @ along @ np.conjugate(np.swapaxes(vh, -1, -2))
    found = -but_two * np.swapaxes(turned, -1, -2)
    found[..., np.arange(n), np.arange(n)] = (but_two @ np.diagonal(turned, axis1=-2, axis2=-1)[..., None])[..., 0]
    turn = (np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return np.asarray(turn * (u.conj() @ found @ vh.conj()), a.dtype)


def _slopes_by_inverses(along: Any, a: Any) -> np.ndarray:
    along, a = in_double(along), in_double(a)
    inverse, found = np.linalg.inv(a), np.linalg.det(a)[..., None, None] * np.swapaxes(np.linalg.inv(a), -1, -2)
    change = inverse @ along
    return np.asarray(
        np.trace(change, axis1=-2, axis2=-1)[..., None, None] * found - found @ np.swapaxes(change, -1, -2)
    )


def _slopes_adjoint(g: Any, along: Any, a: Any) -> Any:
    """Return the second derivative of the cofactors along two directions, by inverses."""
    inverse, found = inv_op(a, lu_op(a)), cofactors(a)
    first, second = cofactor_slopes(g, a), matmul_op(inverse, along)

    def trace(x: Any) -> Any:
        total = sum_op(multiply(x, np.eye(x.shape[-1])), axes=(len(x.shape) - 2, len(x.shape) - 1))
        return reshape_op(total, shape=(*total.shape, 1, 1))

    both = matmul_op(matmul_op(inverse, g), second)
    product_rule = multiply(trace(second), first) - matmul_op(first, flipped(second))
    return product_rule - multiply(trace(both), found) + matmul_op(found, flipped(both))


cofactor_slopes: General = General(
    name="cofactor_slopes", batched=True, takes_complex=True, may_fail=False, forward=_slopes, infer=lambda along, a: along,
    adjoints={"along": lambda g, a: cofactor_slopes(g, a), "a": _slopes_adjoint},
    reference=_slopes_by_inverses, samples=lambda rng: [((rng.normal(size=a.shape), a + 2.0 * np.eye(a.shape[-1])), {}) for ((a,), _) in regular((3, 3), (2, 2, 2))(rng)],
    summary="The derivative of the cofactors of square matrices along others; for singular matrices too.",
)  # fmt: skip


cofactors: General = General(
    name="cofactors", batched=True, takes_complex=True, may_fail=False, forward=_cofactors, infer=squares("det"),
    adjoints={"a": lambda g, a: cofactor_slopes(g, a)},
    reference=lambda a: np.linalg.det(in_double(a))[..., None, None] * np.swapaxes(np.linalg.inv(in_double(a)), -1, -2),
    samples=regular((3, 3), (2, 2, 2)),
    summary="Cofactors of square matrices, `det(a) * inv(a).T` (Giles 2008, 2.2.4); third derivatives of the determinant are not those of singular ones.",
)  # fmt: skip


def _both(a: Any, packed: Any) -> np.ndarray:
    sign, logarithm = _sign_and_logarithm(packed)
    return np.stack([sign, logarithm.astype(sign.dtype)], axis=-1)


def _reference(a: Any) -> np.ndarray:
    sign, logarithm = np.linalg.slogdet(in_double(a))
    return np.stack([sign, logarithm.astype(sign.dtype)], axis=-1)


def _logarithm_adjoint(g: Any, a: Any, packed: Any, out: Any) -> Any:
    """Return ``g inv(a).T`` of the logarithm; the sign turns by the imaginary part of ``trace(inv(a) da)``."""
    of_sign, of_logarithm = g[..., 0], g[..., 1]
    if g.dtype.kind == "c":
        of_logarithm = np.real(of_logarithm) + 1j * np.imag(multiply(of_sign, out[..., 0]))  # out is conjugated
    share = reshape_op(of_logarithm, shape=(*g.shape[:-1], 1, 1))
    nothing = logical_and(equal(share, 0.0), singular(packed))  # where nothing arrives, no inverse is needed
    regular = where(nothing, np.eye(a.shape[-1], dtype=a.dtype), a)  # of a batch if its factors are
    inverse = inv_op(regular, where(nothing, of_identity(packed), packed))
    return contribution(share, flipped(where(nothing, np.nan, inverse)))


slogdet_op: General = General(
    name="slogdet", kind=Call(_side_by_side, (2, 2, 1), (), prompt=True), takes_complex=True, may_fail=False, forward=_both,
    infer=lambda a, packed: (*a[:-2], 2), adjoints={"a": _logarithm_adjoint, "packed": None}, reference=_reference,
    samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: slogdet_op(a, factored(a)),
    summary="Sign and logarithm of the absolute value of determinants, side by side (Giles 2008, 2.2.4), by the factors.",
)  # fmt: skip


_Slogdet: Any = type(np.linalg.slogdet(np.eye(1)))


@composite(doubled(np.linalg.slogdet), regular((3, 3), (2, 2, 2)))
def slogdet(a: Any) -> Any:
    """Return the sign and logarithm of the absolute value of determinants."""
    a = square(a, "slogdet")
    joined = slogdet_op(a, factored(a))
    return _Slogdet(joined[..., 0], np.real(joined[..., 1]))
