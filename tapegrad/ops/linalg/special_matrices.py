"""Matrices made of vectors and of blocks, with the names of `scipy.linalg`.

Tests: tests/ops/test_refused_by_scipy.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import conjugated
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.linalg.matrices import numbers
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate


def _scipys(name: str) -> Callable[..., Any]:
    return doubled(scipys("scipy.linalg", name))


def _vector(x: AnyArray, function: str) -> Tensor:
    x = runtime.as_tensor(x, function)
    if not x.shape:
        raise ShapeError(f"{function}: expected at least one dimension, got a number.")
    return x


def _of_dimensions(x: AnyArray, function: str) -> Tensor:
    """Return a Tensor of at least one dimension: a number is a vector of one element."""
    x = runtime.as_tensor(x, function)
    return x if x.shape else x.reshape(1)


def _flat(x: AnyArray, function: str) -> Tensor:
    return runtime.as_tensor(x, function).reshape(-1)


def _joined(*parts: Any) -> Tensor:
    return concatenate(list(parts), -1)


def _stacks(function: str, *parts: Any) -> list[Any]:
    """Return vectors whose stacks are broadcast."""
    try:
        stack = np.broadcast_shapes(*[p.shape[:-1] for p in parts])
    except ValueError:
        shapes = " and ".join(str(p.shape) for p in parts)
        raise ShapeError(f"{function}: expected stacks of vectors that broadcast, got shapes {shapes}.") from None
    return [broadcast_to(p, (*stack, p.shape[-1])) for p in parts]


@composite(
    _scipys("block_diag"), normal((((2, 3), (1, 2)), {}), ((3, (2, 1), (1, 1)), {}), (((2, 2),), {})), of_array=False
)
def block_diag(*arrs: Any) -> Tensor:
    """Return the matrix with the given ones on its diagonal; vectors are rows, and stacks are stacks."""
    blocks = [runtime.as_tensor(a, "block_diag") for a in (arrs or ([],))]
    blocks = [b.reshape((1,) * (2 - len(b.shape)) + b.shape) if len(b.shape) < 2 else b for b in blocks]
    stack = np.broadcast_shapes(*[b.shape[:-2] for b in blocks])
    dtype = np.result_type(*[b.dtype for b in blocks])
    total, start, rows = sum(b.shape[-1] for b in blocks), 0, []
    for b in blocks:
        m, n = b.shape[-2:]
        sides = [np.zeros((*stack, m, k), dtype) for k in (start, total - start - n)]
        rows.append(_joined(sides[0], broadcast_to(b, (*stack, m, n)), sides[1]))
        start += n
    return concatenate(rows, -2)


def _shifted(values: AnyArray, rows: int, columns: int, first: int, step: int) -> AnyArray:
    """Return the matrix of elements ``first + step * i + j``."""
    return values[..., first + step * np.arange(rows)[:, None] + np.arange(columns)]


@composite(_scipys("toeplitz"), normal(((3,), {}), ((3, 4), {})), of_array=False)
def toeplitz(c: Any, r: Any = None) -> Any:
    """Return the matrix with constant diagonals of a first column and, by default its conjugate, a first row.

    Arrays of more dimensions are stacks of columns and rows, which broadcast, as in SciPy 1.17; older versions flatten them.
    """
    c = _of_dimensions(c, "toeplitz")
    c, r = _stacks("toeplitz", c, conjugated(c) if r is None else _of_dimensions(r, "toeplitz"))
    m, n = c.shape[-1], r.shape[-1]
    return _shifted(_joined(c[..., ::-1], r[..., 1:]), m, n, m - 1, -1)


@composite(_scipys("hankel"), normal(((3,), {}), ((3, 4), {})), of_array=False)
def hankel(c: Any, r: Any = None) -> Any:
    """Return the matrix with constant antidiagonals of a first column and a last row, by default of zeros.

    Arrays of more dimensions are flattened, as SciPy does.
    """
    c = _flat(c, "hankel")
    r = np.zeros(c.shape, c.dtype) if r is None else _flat(r, "hankel")
    return _shifted(_joined(c, r[1:]), c.shape[0], r.shape[0], 0, 1)


@composite(_scipys("circulant"), normal(((3,), {}), ((4,), {})), of_array=False)
def circulant(c: Any) -> Tensor:
    """Return the circulant matrices of first columns."""
    c = _vector(c, "circulant")
    n = c.shape[-1]
    return c[..., (np.arange(n)[:, None] - np.arange(n)) % max(n, 1)]


def _check_first(a: AnyArray, function: str) -> None:
    """Refuse polynomials whose first coefficient is 0: a decision, so that recordings guard it."""
    if np.any(a[..., 0] == 0.0):
        raise ArgumentError(f"{function}: expected a first coefficient other than 0. Leave leading zeros out.")


@composite(_scipys("companion"), lambda rng: [((rng.uniform(1.0, 2.0, 4),), {})], of_array=False)
def companion(a: Any) -> Tensor:
    """Return the companion matrices of polynomials, whose coefficients are given with the highest power first."""
    a = numbers(_vector(a, "companion"), "companion")
    n = a.shape[-1]
    if n < 2:
        raise ArgumentError(f"companion: expected at least two coefficients, got {n}.")
    _check_first(a, "companion")
    first = (-a[..., 1:] / a[..., :1])[..., None, :]
    return concatenate([first, np.broadcast_to(np.eye(n - 2, n - 1, dtype=a.dtype), (*a.shape[:-1], n - 2, n - 1))], -2)


@composite(
    lambda a, n, mode="full": _scipys("convolution_matrix")(a, n, mode),
    lambda rng: [((rng.normal(size=3),), {"n": n, "mode": m}) for n in (2, 4) for m in ("full", "same", "valid")],
    of_array=False,
)  # fmt: skip
def convolution_matrix(a: Any, n: int, mode: str = "full") -> Any:
    """Return the matrix whose product with a vector of n elements is its convolution with `a`, or a stack of them."""
    a = _of_dimensions(a, "convolution_matrix")
    m = a.shape[-1]
    if not m or n < 1:
        raise ArgumentError(f"convolution_matrix: expected one element or more, and n of 1 or more, got {m} and {n}.")
    if mode not in ("full", "same", "valid"):
        raise ArgumentError(f"convolution_matrix: expected mode 'full', 'same' or 'valid', got {mode!r}.")
    zeros = np.zeros((*a.shape[:-1], n - 1), a.dtype)
    full = _shifted(_joined(zeros, a, zeros)[..., ::-1], m + n - 1, n, m + n - 2, -1)
    if mode == "full":
        return full
    length = max(m, n) if mode == "same" else max(m, n) - min(m, n) + 1
    first = (m + n - 1 - length + (mode == "same")) // 2 if mode == "valid" else (min(m, n) - 1) // 2
    return full[..., first : first + length, :]


@composite(_scipys("fiedler"), lambda rng: [((np.array([0.3, 1.4, -0.7]),), {})], of_array=False, takes_complex=False)
def fiedler(a: Any) -> Tensor:
    """Return the symmetric matrix of distances between numbers; of one alone it is no stack, as SciPy has it."""
    a = runtime.as_tensor(a, "fiedler")
    a = a.reshape(1) if a.size == 1 else a
    return abs(a[..., :, None] - a[..., None, :])


@composite(_scipys("leslie"), normal(((3, 2), {})), of_array=False)
def leslie(f: Any, s: Any) -> Tensor:
    """Return the Leslie matrix of fecundities, its first row, and survival, its subdiagonal."""
    f, s = _stacks("leslie", *[_vector(x, "leslie") for x in (f, s)])
    n = f.shape[-1]
    if s.shape[-1] != n - 1 or n < 2:
        raise ShapeError(f"leslie: expected one survival coefficient less than fecundities, got {s.shape[-1]} and {n}.")
    return concatenate([f[..., None, :], s[..., :, None] * np.eye(n - 1, n, dtype=s.dtype)], -2)


@composite(_scipys("diagsvd"), lambda rng: [((rng.normal(size=2), 2, 3), {}), ((rng.normal(size=2), 4, 2), {})])
def diagsvd(s: Tensor, M: int, N: int) -> Tensor:
    """Return the matrix of M rows and N columns with singular values on its diagonal, of stacks each."""
    s = _vector(s, "diagsvd")
    if s.shape[-1] not in (M, N):
        raise ShapeError(f"diagsvd: expected {M} or {N} singular values, got {s.shape[-1]}.")
    return (s[..., :, None] if s.shape[-1] == M else s[..., None, :]) * np.eye(M, N, dtype=s.dtype)


@composite(
    _scipys("fiedler_companion"), lambda rng: [((rng.normal(size=n) + 3.0 * np.eye(n)[0],), {}) for n in (5, 4, 2)]
)
def fiedler_companion(a: Tensor) -> Tensor:
    """Return the pentadiagonal companion matrices of polynomials, the coefficient of the highest power first."""
    a = numbers(_vector(a, "fiedler_companion"), "fiedler_companion")
    n = a.shape[-1] - 1
    if n < 1:
        raise ShapeError(f"fiedler_companion: expected two coefficients or more, got shape {a.shape}.")
    _check_first(a, "fiedler_companion")
    scaled = -a / a[..., :1]
    source = np.zeros((n, n), np.int64)  # 0 for no coefficient
    ones = np.zeros((n, n), a.dtype)
    even, odd = np.arange(0, n - 1, 2), np.arange(2, n, 2)
    ones[np.arange(3, n, 2), np.arange(1, n - 2, 2)] = ones[np.arange(0, n - 2, 2), np.arange(2, n, 2)] = 1.0
    source[odd, odd - 1], source[even, even + 1], source[0, 0] = odd + 1, even + 2, 1
    ones[1:2, 0] = 1.0
    return where(source > 0, scaled[..., source], ones)
