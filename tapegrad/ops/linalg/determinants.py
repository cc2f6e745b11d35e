"""Determinants of the matrices in the last two axes, and their signs and logarithms, by factors that are made once (see `lu`).

Tests: tests/ops/test_linear_algebra.py, tests/ops/test_singular_members.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane, libm, select
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import contribution, equal, logical_and, logical_not, multiply, where
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import small_matrices
from tapegrad.ops.linalg.cofactors import cofactors
from tapegrad.ops.linalg.inverses import inverse_where, singular
from tapegrad.ops.linalg.lu import ROWS, factored
from tapegrad.ops.linalg.matrices import regular, square
from tapegrad.ops.products import flipped
from tapegrad.ops.references import doubled, in_double
from tapegrad.ops.results import REAL, SAME, Several
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import reshape_op


def _sign_and_log(library: Library, a: Array, factors: Array, rows: Array) -> tuple[Lane, Lane]:
    """Multiply pivots as NumPy does: by signs, and by the logarithms of their sizes."""
    f, n = library.f, a.shape[0]
    if not n:
        return f.e1.float(1.0), f.e1.float(0.0)
    if small_matrices.fits(library, n):
        columns, swaps = small_matrices.loaded(library, factors), small_matrices.exchanged(library, rows)
        sign, logarithm = f.e1.float(1.0), f.e1.float(0.0)
        for k in range(n):
            pivot = columns[k][k]
            for turned in (swaps[k] != float(k), pivot < 0.0):
                sign = select(turned, -sign, sign)
            sign = select(pivot == 0.0, 0.0, sign)
            logarithm = logarithm + libm("log", abs(pivot))
        return sign, logarithm
    memory = library.new(2).buffer
    for k, start in enumerate((1.0, 0.0)):
        f.store_scalar(f.e1.float(start), memory, str(k))
    with f.loop(0, n, 1) as i:
        pivot, sign = (
            f.load_scalar(factors.buffer, f.offset(0, (sum(factors.strides),), (i,))),
            f.load_scalar(memory, "0"),
        )
        swapped = Lane(f.e1, f.integer(f"icmp ne i64 {library.position(rows, i)}, {i}"), "m")
        for turned in (swapped, pivot < 0.0):
            sign = select(turned, -sign, sign)
        f.store_scalar(select((pivot == 0.0) | (sign == 0.0), 0.0, sign), memory, "0")
        f.store_scalar(f.load_scalar(memory, "1") + libm("log", abs(pivot)), memory, "1")
    return f.load_scalar(memory, "0"), f.load_scalar(memory, "1")


def _sign_and_logarithm(factors: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Do so for Python; in the same order, so that the bits are the same."""
    n = factors.shape[-1]
    pivots = np.diagonal(factors, axis1=-2, axis2=-1)
    turns = np.sum(rows != np.arange(n), axis=-1) % 2
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = np.abs(pivots)
        if factors.dtype.kind == "c":
            signs = np.where(sizes == 0.0, 0.0, pivots / np.where(sizes == 0.0, 1.0, sizes)).astype(factors.dtype)
        else:  # an infinite pivot has a sign as well
            signs = np.where(sizes == 0.0, 0.0, np.where(pivots < 0.0, -1.0, 1.0)).astype(factors.dtype)
        logarithms = np.zeros(sizes.shape[:-1], sizes.dtype)
        for k in range(n):
            logarithms = logarithms + np.log(sizes[..., k])
    return np.where(turns, -1.0, 1.0).astype(sizes.dtype) * np.prod(signs, axis=-1), logarithms


def _determined(library: Library, a: Array, factors: Array, rows: Array, x: Array) -> None:
    sign, logarithm = _sign_and_log(library, a, factors, rows)
    library.f.store_scalar(sign * libm("exp", logarithm), x.buffer, "0")


def _both(library: Library, a: Array, factors: Array, rows: Array, *results: Array) -> None:
    for value, result in zip(_sign_and_log(library, a, factors, rows), results, strict=True):
        library.f.store_scalar(value, result.buffer, "0")


def _determinant(a: Any, factors: Any, rows: Any) -> np.ndarray:
    sign, logarithm = _sign_and_logarithm(factors, rows)
    with np.errstate(over="ignore"):
        return np.asarray(sign * np.exp(logarithm))


det_op: General = General(
    name="det", kind=Call(_determined, (2, 2, 1, 0), (), prompt=True), takes_complex=True, may_fail=False, forward=_determinant,
    infer=lambda a, factors, rows: a[:-2], integers=frozenset({"rows"}), holds={"rows": ROWS},
    adjoints={
        "a": lambda g, a, factors, rows: multiply(reshape_op(g, shape=(*g.shape, 1, 1)), cofactors(a, factors, rows)),
        "factors": None, "rows": None,
    },
    reference=doubled(np.linalg.det), samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: det_op(a, *factored(a)),
    summary="Determinant of square matrices, by their factors; the gradient is the matrix of cofactors, for singular matrices too.",
)  # fmt: skip


@composite(doubled(np.linalg.det), regular((3, 3), (2, 2, 2)))
def det(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Return the determinant of square matrices; the gradient of a singular one is right too."""
    a = square(a, "det")
    return det_op(a, *factored(a))


def _logarithm_adjoint(g: Any, a: Any, factors: Any, rows: AnyArray, out: AnyArray) -> Any:
    """Return ``g inv(a).T`` of the logarithm; the sign turns by the imaginary part of ``trace(inv(a) da)``."""
    of_sign, of_logarithm = g
    if a.dtype.kind == "c":
        of_logarithm = of_logarithm + 1j * np.imag(multiply(of_sign, out[0]))  # out is conjugated
    share = reshape_op(of_logarithm, shape=(*a.shape[:-2], 1, 1))
    nothing = logical_and(equal(share, 0.0), singular(factors))  # where nothing arrives, no inverse is needed
    inverse = inverse_where(logical_not(nothing), a, factors, rows)
    return contribution(share, flipped(where(nothing, np.nan, inverse)))


slogdet_op: Several = Several(
    name="slogdet", kind=Call(_both, (2, 2, 1, 0, 0), (), prompt=True), takes_complex=True, may_fail=False, dtypes=(SAME, REAL),
    forward=lambda a, factors, rows: _sign_and_logarithm(factors, rows), infer=lambda a, factors, rows: [a[:-2], a[:-2]],
    integers=frozenset({"rows"}), holds={"rows": ROWS}, adjoints={"a": _logarithm_adjoint, "factors": None, "rows": None},
    reference=lambda a: tuple(np.linalg.slogdet(in_double(a))),
    samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: slogdet_op(a, *factored(a)),
    names=("sign", "logabsdet"),
    summary="Sign and logarithm of the absolute value of determinants (Giles 2008, 2.2.4), by the factors.",
)  # fmt: skip


_Slogdet: Any = type(np.linalg.slogdet(np.eye(1)))


@composite(doubled(np.linalg.slogdet), regular((3, 3), (2, 2, 2)))
def slogdet(a: Tensor) -> Any:
    """Return the sign and logarithm of the absolute value of determinants."""
    a = square(a, "slogdet")
    return _Slogdet(*slogdet_op(a, *factored(a)))
