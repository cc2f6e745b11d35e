"""Sparse arrays made of others: side by side, in blocks, as Kronecker products, and by triangles.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.sparse.arrays import SparseArray, asarray, coo_array


def _sparse(x: Any, function: str) -> SparseArray:
    if not isinstance(x, SparseArray) and not hasattr(x, "tocsr"):
        raise ArgumentError(
            f"{function}: expected sparse arrays, got {type(x).__name__}. Use coo_array to give the places."
        )
    return asarray(x)


def block_array(blocks: Sequence[Sequence[Any]], *, format: str | None = None, dtype: Any = None) -> SparseArray:
    """Make a sparse array of rows of blocks; None means zeros.

    Raises
    ------
    ShapeError
        Where blocks of a row or a column have not one height or width, or none says it.
    """
    rows = [[None if x is None else _sparse(x, "block_array") for x in row] for row in blocks]
    heights = [_length([x.shape[0] for x in row if x is not None], "row", i) for i, row in enumerate(rows)]
    columns = [[row[j] for row in rows] for j in range(len(rows[0]) if rows else 0)]
    widths = [_length([x.shape[1] for x in column if x is not None], "column", j) for j, column in enumerate(columns)]
    down, across = np.cumsum([0, *heights]), np.cumsum([0, *widths])
    parts = [(i, j, x) for i, row in enumerate(rows) for j, x in enumerate(row) if x is not None]
    places = [np.concatenate([x.coords[k] + (down[i], across[j])[k] for i, j, x in parts]) for k in (0, 1)]
    joined = coo_array((np.concatenate([x.data for *_, x in parts]), (places[0], places[1])), (down[-1], across[-1]))
    return (joined if dtype is None else joined.astype(dtype)).asformat(format)


def _length(lengths: list[int], what: str, number: int) -> int:
    if len(set(lengths)) != 1:
        raise ShapeError(f"block_array: expected blocks of one length in {what} {number}, got lengths {lengths}.")
    return lengths[0]


def hstack(blocks: Sequence[Any], format: str | None = None, dtype: Any = None) -> SparseArray:
    """Put sparse arrays side by side."""
    return block_array([list(blocks)], format=format, dtype=dtype)


def vstack(blocks: Sequence[Any], format: str | None = None, dtype: Any = None) -> SparseArray:
    """Put sparse arrays below each other."""
    return block_array([[x] for x in blocks], format=format, dtype=dtype)


def block_diag(mats: Sequence[Any], format: str | None = None, dtype: Any = None) -> SparseArray:
    """Put sparse arrays on a diagonal."""
    blocks = [[x if i == j else None for j in range(len(mats))] for i, x in enumerate(mats)]
    return block_array(blocks, format=format, dtype=dtype)


def kron(A: Any, B: Any, format: str | None = None) -> SparseArray:
    """Return the Kronecker product of sparse arrays."""
    a, b = _sparse(A, "kron"), _sparse(B, "kron")
    products = reshape_op(reshape_op(a.data, shape=(a.nnz, 1)) * b.data, shape=(a.nnz * b.nnz,))
    rows, columns = (
        (at.astype(np.int64)[:, None] * n + its).reshape(-1)
        for at, n, its in zip(a.coords, b.shape, b.coords, strict=True)
    )
    return coo_array((products, (rows, columns)), (a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])).asformat(format)


def _kept(A: Any, keep: Callable[..., Any], format: str | None, function: str) -> SparseArray:
    a = _sparse(A, function)
    rows, columns = a.coords
    (at,) = np.nonzero(keep(columns.astype(np.int64) - rows))
    return coo_array((getitem_op(a.data, index=(at,)), (rows[at], columns[at])), a.shape).asformat(format)


def tril(A: Any, k: int = 0, format: str | None = None) -> SparseArray:
    """Return the part on and below a diagonal."""
    return _kept(A, lambda above: above <= k, format, "tril")


def triu(A: Any, k: int = 0, format: str | None = None) -> SparseArray:
    """Return the part on and above a diagonal."""
    return _kept(A, lambda above: above >= k, format, "triu")
