"""Products of two large matrices for eager code: the tiles, and so the bits, of sealed programs.

Each tile is one call of BLAS with one thread, and tapegrad's threads share them.

Tests: tests/machine/test_blas_threads.py
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.lazy_imports import modules_later
from tapegrad.machine import symbols
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.product_tiles import tile_width
from tapegrad.machine.work_sharing import get_num_threads, share

if TYPE_CHECKING:
    from tapegrad.machine import blas_threads
else:  # which large matrices need
    (blas_threads,) = modules_later("tapegrad.machine.blas_threads")

_LEAST = 2**18  # multiplications below which BLAS uses one thread anyway
_LETTERS = {F8: "d", F4: "s"}


def product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Multiply arrays as `numpy.matmul` does, large matrices in tiles."""
    call = _call(x.dtype) if _is_large(x, y) else None
    if call is None:
        return np.asarray(np.matmul(x, y))
    (rows, inner), columns = x.shape, y.shape[1]
    result = np.empty((rows, columns), x.dtype)
    x, y = (a if _lies_ready(a) else np.ascontiguousarray(a) for a in (x, y))
    by_rows = rows >= columns
    longer, shorter = (rows, columns) if by_rows else (columns, rows)
    width = tile_width(longer, shorter, inner)

    def multiply(first: int) -> None:
        part = slice(first, first + width)
        tile, left, right = (result[part], x[part], y) if by_rows else (result[:, part], x, y[:, part])
        _multiply(call, right, left, tile, columns)

    share(multiply, range(0, longer, width), get_num_threads())
    return result


def _is_large(x: np.ndarray, y: np.ndarray) -> bool:
    """Tell whether arrays are two large matrices; NumPy knows a faster way for a matrix times its transpose."""
    if x.ndim != 2 or y.ndim != 2 or x.size * y.shape[1] < _LEAST or x.dtype != y.dtype or x.dtype not in _LETTERS:
        return False
    return x.__array_interface__["data"] != y.__array_interface__["data"]


def _lies_ready(a: np.ndarray) -> bool:
    """Tell whether BLAS can read a matrix where it lies: one line after the other, forwards and apart."""
    (rows, columns), (down, across), size = a.shape, a.strides, a.itemsize
    by_rows = across == size and down >= columns * size and down % size == 0
    return by_rows or (down == size and across >= rows * size and across % size == 0)


@cache
def _call(dtype: np.dtype[Any]) -> Any:
    """Return BLAS's product of matrices, as a function of addresses; None if there is none."""
    symbol = blas_threads.alone(f"{_LETTERS[dtype]}gemm", 13)
    return None if symbol is None else ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 13)(symbols.address(symbol))


def _multiply(call: Any, left: np.ndarray, right: np.ndarray, result: np.ndarray, leading: int) -> None:
    """Multiply the transposes of two matrices: to BLAS, an array in C order is that."""
    letters, sizes = [], []
    for a in (left, right):
        in_order = a.strides[1] == a.itemsize
        letters.append(ord("N" if in_order else "T"))
        sizes.append(max(a.strides[not in_order] // a.itemsize, a.shape[in_order], 1))
    (rows, columns), inner = result.shape, right.shape[1]
    cells = np.array([*letters, columns, rows, inner, sizes[0], sizes[1], leading], np.int64)
    scales = np.array([1.0, 0.0], result.dtype)
    order, m, n, k, ldl, ldr, ldc = (cells.ctypes.data + 8 * i for i in (0, 2, 3, 4, 5, 6, 7))
    one, zero = scales.ctypes.data, scales.ctypes.data + scales.itemsize
    call(
        order, order + 8, m, n, k, one, left.ctypes.data, ldl, right.ctypes.data, ldr, zero, result.ctypes.data, ldc
    )  # fmt: skip
