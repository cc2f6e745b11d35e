"""Inverses and determinants of the matrices in the last two axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.batching import along_rest
from tapegrad.ops.declare import General, composite, functions
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.linalg import flipped, matmul_op
from tapegrad.ops.matrices import in_double, regular, square, squares
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.shaping import reshape_op

Shape = tuple[int, ...]


def _numbers(function: str, *more: int) -> Any:
    def infer(a: Shape) -> Shape:
        square(function, a)
        return (*a[:-2], *more)

    return infer


inv: General = General(
    name="inv", takes_complex=True, forward=lambda a: np.linalg.inv(a), infer=squares("inv"),
    adjoints={"a": lambda g, out: -matmul_op(matmul_op(flipped(out), g), flipped(out))},
    batched=along_rest(lambda: inv), reference=lambda a: np.linalg.inv(in_double(a)), samples=regular((3, 3), (2, 2, 2)),
    summary="Inverse of square matrices (Giles 2008, 2.2.3).",
)  # fmt: skip
det: General = General(
    name="det", takes_complex=True, forward=lambda a: np.asarray(np.linalg.det(a)), infer=_numbers("det"),
    adjoints={"a": lambda g, a: multiply(reshape_op(g, shape=(*g.shape, 1, 1)), cofactors(a))}, may_fail=False,
    batched=along_rest(lambda: det), reference=lambda a: np.linalg.det(in_double(a)), samples=regular((3, 3), (2, 2, 2)),
    summary="Determinant of square matrices; the gradient is the matrix of cofactors, for singular matrices too.",
)  # fmt: skip


def _cofactors(a: np.ndarray) -> np.ndarray:
    """Return ``det(a) inv(a).T``; of singular matrices through their singular values."""
    try:
        return np.linalg.det(a)[..., None, None] * np.swapaxes(np.linalg.inv(a), -1, -2)
    except np.linalg.LinAlgError:
        u, s, vh = np.linalg.svd(a)
        others = np.prod(np.where(np.eye(s.shape[-1], dtype=bool), 1.0, s[..., None, :]), axis=-1)
        turn = np.linalg.det(u) * np.linalg.det(vh)
        return (turn[..., None, None] * ((u.conj() * others[..., None, :]) @ vh.conj())).astype(a.dtype)


def _cofactors_adjoint(g: Any, a: Any, out: Any) -> Any:
    inverse = flipped(inv(a))
    total = sum_op(multiply(g, out), axes=(len(g.shape) - 2, len(g.shape) - 1))
    total = reshape_op(total, shape=(*total.shape, 1, 1))
    return multiply(total, inverse) - matmul_op(matmul_op(out, flipped(g)), inverse)


cofactors: General = General(
    name="cofactors", takes_complex=True, forward=_cofactors, infer=squares("det"), adjoints={"a": _cofactors_adjoint},
    may_fail=False, batched=along_rest(lambda: cofactors), samples=regular((3, 3), (2, 2, 2)),
    reference=lambda a: np.linalg.det(in_double(a))[..., None, None] * np.swapaxes(np.linalg.inv(in_double(a)), -1, -2),
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
    name="slogdet", takes_complex=True, forward=_sign_and_logarithm, infer=_numbers("slogdet", 2),
    adjoints={"a": _logarithm_adjoint}, may_fail=False, batched=along_rest(lambda: slogdet_op),
    reference=_sign_and_logarithm, samples=regular((3, 3), (2, 2, 2)),
    summary="Sign and logarithm of the absolute value of determinants, side by side (Giles 2008, 2.2.4).",
)  # fmt: skip


_Slogdet: Any = type(np.linalg.slogdet(np.eye(1)))


@composite(lambda a: np.linalg.slogdet(in_double(a)), regular((3, 3), (2, 2, 2)))
def slogdet(a: Any) -> Any:
    """Return the sign and logarithm of the absolute value of determinants."""
    joined = slogdet_op(a)
    return _Slogdet(joined[..., 0], np.real(joined[..., 1]))


functions.update({np.linalg.inv: inv, np.linalg.det: det, np.linalg.slogdet: slogdet})
