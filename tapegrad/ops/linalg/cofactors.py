"""Cofactors, the derivatives of determinants: for singular matrices too.

Compiled code has them by the factors that the determinant was computed of, as the determinant times the inverse. Where a
pivot is zero, or near the ends of the range of numbers, rows and columns are brought near 1, and factored anew with complete pivoting
(LAPACK's `getc2`; Golub and Van Loan, Matrix Computations, section 3.4.8). That puts a number as small as rounding errors in place of
a last pivot below them, so that there is an inverse; with two such pivots all cofactors are 0.

Tests: tests/ops/test_linear_algebra.py, tests/replay/test_compiled_ops.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane, from_int, select, unit_scale
from tapegrad.machine.places import Buffer
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg import small_matrices
from tapegrad.ops.linalg.inverses import inv_op
from tapegrad.ops.linalg.lu import ROWS, exchange, factored, lu_op, read_by_lapack
from tapegrad.ops.linalg.matrices import regular
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import in_double
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import reshape_op

_WIDTH = 64  # columns of the memory that LAPACK inverts in


def _cofactors(a: np.ndarray, factors: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return ``det(a) inv(a).T``, for Python; of singular matrices through their singular values.

    Rows are scaled by powers of two before, so that neither the determinant nor the inverse over- or underflows.
    """
    exponents = np.frexp(np.max(np.abs(a), axis=-1, keepdims=True, initial=0.0))[1]
    a = _scaled(a, -exponents)
    try:
        cofactors = np.linalg.det(a)[..., None, None] * np.swapaxes(np.linalg.inv(a), -1, -2)
    except np.linalg.LinAlgError:
        u, s, vh = np.linalg.svd(a)
        others = np.prod(np.where(np.eye(s.shape[-1], dtype=bool), 1.0, s[..., None, :]), axis=-1)
        turn = np.linalg.det(u) * np.linalg.det(vh)
        cofactors = (turn[..., None, None] * ((u.conj() * others[..., None, :]) @ vh.conj())).astype(a.dtype)
    return _scaled(cofactors, np.sum(exponents, axis=-2, keepdims=True) - exponents)


def _scaled(a: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    """Return ``a * 2**exponents``."""
    if a.dtype.kind != "c":
        return np.ldexp(a, exponents)
    return np.ldexp(np.stack([a.real, a.imag], axis=-1), exponents[..., None]).view(a.dtype)[..., 0]


def _by_factors(library: Library, a: Array, factors: Array, exchanges: Array, x: Array) -> None:
    """Write the inverse, in Fortran's order where its transpose is wanted, and multiply it by the determinant."""
    f, n = library.f, a.shape[0]
    if not n:
        return
    if small_matrices.fits(library, n):
        small_matrices.cofactors(library, a, x)
        return
    factors, _, rows = read_by_lapack(library, factors, exchanges)
    library.copy(factors, x)
    columns, matrix = library.integers(n), x.T
    cells, *scales = (f.work_buffer(8 * size) for size in (2, n, n))  # what loops change, scales of rows and columns
    one, zero = f.e1.float(1.0), f.e1.float(0.0)
    f.store_scalar(zero, cells, "0")
    least, eps = (2.0**-120, 2.0**-23) if library.letter == "s" else (2.0**-400, 2.0**-52)
    with f.loop(0, n, 1) as i:
        library.set_integer(columns, i, f.integer(f"add i64 {i}, 1"))
        for scale in scales:
            f.store_scalar(one, scale, i)
        pivot = abs(f.load_scalar(x.buffer, f.offset(0, (n + 1,), (i,))))
        fits = (pivot > least) & (pivot < 1.0 / least)
        f.store_scalar(select(fits, f.load_scalar(cells, "0"), one), cells, "0")
    anew = f.load_scalar(cells, "0") != 0.0
    f.store_scalar(one, cells, "0")
    with f.when(anew):
        library.copy(a, matrix)
        for scale, part in zip(scales, (matrix, matrix.T), strict=True):
            _near_one(library, part, scale)
        with f.loop(0, n * n, 1) as i:  # NaN if some element is no number
            f.store_scalar(f.load_scalar(cells, "0") + f.load_scalar(x.buffer, i) * 0.0, cells, "0")
        with f.when(f.load_scalar(cells, "0") == 1.0):
            library.lapack("getc2", n, x, n, rows, columns, may_fail=False)
            second = abs(f.load_scalar(x.buffer, str((n - 2) * (n + 1))))  # of the last; the first is near 1
            f.store_scalar(select(second > 2.0 * eps, one, zero), cells, "0")
    f.store_scalar(zero, cells, "1")
    with f.loop(0, n, 1) as i:
        product, far = f.load_scalar(cells, "0"), f.load_scalar(cells, "1")
        pivot = f.load_scalar(x.buffer, f.offset(0, (n + 1,), (i,)))
        for factor in (pivot, *(1.0 / f.load_scalar(scale, i) for scale in scales)):
            near, much = small_matrices.nearer(factor)
            product, more = small_matrices.nearer(product * near)
            far = far + much + more
        for exchanged in (rows, columns):
            number = from_int(Lane(f.e1, library.integer(exchanged, i), "i"))
            product = select(number != from_int(Lane(f.e1, i, "i")) + 1.0, -product, product)
        f.store_scalar(product, cells, "0")
        f.store_scalar(far, cells, "1")
    width = min(n, _WIDTH)
    library.lapack("getri", n, x, n, rows, library.new(n * width), n * width, may_fail=False)
    with f.when(anew), f.loop(0, n, 1) as turn:
        i = f.integer(f"sub i64 {n - 1}, {turn}")
        exchange(library, matrix, i, f.integer(f"sub i64 {library.integer(columns, i)}, 1"))
    product, far = f.load_scalar(cells, "0"), f.load_scalar(cells, "1")
    with f.loop(0, n, 1) as i:
        row, more = small_matrices.nearer(f.load_scalar(scales[0], i))
        powers = small_matrices.powers(far + more)
        with f.loop(0, n, 1) as j:
            place = f.offset(0, x.strides, (i, j))
            cofactor = f.load_scalar(x.buffer, place) * row * f.load_scalar(scales[1], j) * product
            for power in powers:
                cofactor = cofactor * power
            f.store_scalar(cofactor, x.buffer, place)


def _near_one(library: Library, x: Array, scales: Buffer) -> None:
    """Multiply each row of a matrix by the power of two that brings its largest element near 1."""
    f, (count, length) = library.f, x.shape
    with f.loop(0, count, 1) as i:
        f.store_scalar(f.e1.float(0.0), scales, i)
        with f.loop(0, length, 1) as j:
            element = abs(f.load_scalar(x.buffer, f.offset(0, x.strides, (i, j))))
            largest = f.load_scalar(scales, i)
            f.store_scalar(select(element > largest, element, largest), scales, i)
        largest = f.load_scalar(scales, i)
        scale = select(largest == 0.0, 1.0, unit_scale(largest, f.e1.float(2.0**-1022)))
        f.store_scalar(scale, scales, i)
        with f.loop(0, length, 1) as j:
            place = f.offset(0, x.strides, (i, j))
            f.store_scalar(f.load_scalar(x.buffer, place) * scale, x.buffer, place)


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
    inner = -but_two * np.swapaxes(turned, -1, -2)
    inner[..., np.arange(n), np.arange(n)] = (but_two @ np.diagonal(turned, axis1=-2, axis2=-1)[..., None])[..., 0]
    turn = (np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return np.asarray(turn * (u.conj() @ inner @ vh.conj()), a.dtype)


def _slopes_by_inverses(along: AnyArray, a: Any) -> np.ndarray:
    along, a = in_double(along), in_double(a)
    inverse, of_a = np.linalg.inv(a), np.linalg.det(a)[..., None, None] * np.swapaxes(np.linalg.inv(a), -1, -2)
    change = inverse @ along
    return np.asarray(np.trace(change, axis1=-2, axis2=-1)[..., None, None] * of_a - of_a @ np.swapaxes(change, -1, -2))


def _slopes_adjoint(g: AnyArray, along: AnyArray, a: AnyArray) -> Any:
    """Return the second derivative of the cofactors along two directions, by inverses."""
    factors, rows = lu_op(a)
    inverse, of_a = inv_op(a, factors, rows), cofactors(a, factors, rows)
    first, second = cofactor_slopes(g, a), matmul_op(inverse, along)

    def trace(x: AnyArray) -> AnyArray:
        total = sum_op(multiply(x, np.eye(x.shape[-1])), axes=(len(x.shape) - 2, len(x.shape) - 1))
        return reshape_op(total, shape=(*total.shape, 1, 1))

    both = matmul_op(matmul_op(inverse, g), second)
    product_rule = multiply(trace(second), first) - matmul_op(first, flipped(second))
    return product_rule - multiply(trace(both), of_a) + matmul_op(of_a, flipped(both))


cofactor_slopes: General = General(
    name="cofactor_slopes", batched=True, takes_complex=True, may_fail=False, forward=_slopes, infer=lambda along, a: along,
    adjoints={"along": lambda g, a: cofactor_slopes(g, a), "a": _slopes_adjoint},
    reference=_slopes_by_inverses, samples=lambda rng: [((rng.normal(size=a.shape), a + 2.0 * np.eye(a.shape[-1])), {}) for ((a,), _) in regular((3, 3), (2, 2, 2))(rng)],
    summary="The derivative of the cofactors of square matrices along others; for singular matrices too.",
)  # fmt: skip


cofactors: General = General(
    name="cofactors", kind=Call(_by_factors, (2, 2, 1, 2), ("lapack:getri", "lapack:getc2")), takes_complex=True,
    may_fail=False, forward=_cofactors, infer=lambda a, factors, rows: a,
    integers=frozenset({"rows"}), holds={"rows": ROWS},
    adjoints={"a": lambda g, a: cofactor_slopes(g, a), "factors": None, "rows": None},
    reference=lambda a: np.linalg.det(in_double(a))[..., None, None] * np.swapaxes(np.linalg.inv(in_double(a)), -1, -2),
    samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: cofactors(a, *factored(a)),
    summary="Cofactors of square matrices, `det(a) * inv(a).T` (Giles 2008, 2.2.4); for singular matrices, third derivatives of the determinant are wrong.",
)  # fmt: skip
