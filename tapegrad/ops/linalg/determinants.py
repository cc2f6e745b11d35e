"""Determinants of the matrices in the last two axes, and their signs and logarithms, by factors that are made once (see `lu`)."""

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
from tapegrad.ops.linalg.cofactors import cofactors
from tapegrad.ops.linalg.inverses import inv_op, of_identity, singular
from tapegrad.ops.linalg.lu import FACTORS, factored
from tapegrad.ops.linalg.matrices import regular, square
from tapegrad.ops.products import flipped
from tapegrad.ops.recorder import AnyArray, Tensor
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.shaping import reshape_op


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
    memory, (down, across) = library.new(2).buffer, packed.strides
    for k, start in enumerate((1.0, 0.0)):
        f.store_scalar(f.e1.float(start), memory, str(k))
    with f.loop(0, n, 1) as i:
        pivot = f.load_scalar(packed.buffer, f.offset(0, (down + across,), (i,)))
        sign, swap = f.load_scalar(memory, "0"), f.load_scalar(packed.buffer, f.offset(n * down, (across,), (i,)))
        swapped = swap != from_int(Lane(f.e1, i, "i"))
        for turned in (swapped, pivot < 0.0):
            sign = select(turned, -sign, sign)
        f.store_scalar(select((pivot == 0.0) | (sign == 0.0), 0.0, sign), memory, "0")
        f.store_scalar(f.load_scalar(memory, "1") + libm("log", abs(pivot)), memory, "1")
    return f.load_scalar(memory, "0"), f.load_scalar(memory, "1")


def _sign_and_logarithm(packed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Do so for Python; in the same order, so that the bits are the same."""
    n = packed.shape[-1]
    pivots, swaps = np.diagonal(packed[..., :n, :], axis1=-2, axis2=-1), packed[..., n, :]
    turns = np.sum(swaps.real != np.arange(n), axis=-1) % 2
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = np.abs(pivots)
        if packed.dtype.kind == "c":
            signs = np.where(sizes == 0.0, 0.0, pivots / np.where(sizes == 0.0, 1.0, sizes)).astype(packed.dtype)
        else:  # an infinite pivot has a sign as well
            signs = np.where(sizes == 0.0, 0.0, np.where(pivots < 0.0, -1.0, 1.0)).astype(packed.dtype)
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
    infer=lambda a, packed: a[:-2], holds={"packed": FACTORS},
    adjoints={"a": lambda g, a, packed: multiply(reshape_op(g, shape=(*g.shape, 1, 1)), cofactors(a, packed)), "packed": None},
    reference=doubled(np.linalg.det), samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: det_op(a, factored(a)),
    summary="Determinant of square matrices, by their factors; the gradient is the matrix of cofactors, for singular matrices too.",
)  # fmt: skip


@composite(doubled(np.linalg.det), regular((3, 3), (2, 2, 2)))
def det(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Return the determinant of square matrices; the gradient of a singular one is right too."""
    a = square(a, "det")
    return det_op(a, factored(a))


def _both(a: Any, packed: Any) -> np.ndarray:
    sign, logarithm = _sign_and_logarithm(packed)
    return np.stack([sign, logarithm.astype(sign.dtype)], axis=-1)


def _reference(a: Any) -> np.ndarray:
    sign, logarithm = np.linalg.slogdet(in_double(a))
    return np.stack([sign, logarithm.astype(sign.dtype)], axis=-1)


def _logarithm_adjoint(g: AnyArray, a: AnyArray, packed: Array, out: AnyArray) -> Any:
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
    infer=lambda a, packed: (*a[:-2], 2), holds={"packed": FACTORS}, adjoints={"a": _logarithm_adjoint, "packed": None}, reference=_reference,
    samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: slogdet_op(a, factored(a)),
    summary="Sign and logarithm of the absolute value of determinants, side by side (Giles 2008, 2.2.4), by the factors.",
)  # fmt: skip


_Slogdet: Any = type(np.linalg.slogdet(np.eye(1)))


@composite(doubled(np.linalg.slogdet), regular((3, 3), (2, 2, 2)))
def slogdet(a: Tensor) -> Any:
    """Return the sign and logarithm of the absolute value of determinants."""
    a = square(a, "slogdet")
    joined = slogdet_op(a, factored(a))
    return _Slogdet(joined[..., 0], np.real(joined[..., 1]))
