"""Sparse arrays made of compressed rows or columns, of diagonals, and of ones, with SciPy's arguments.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import IndexingError, ShapeError
from tapegrad.sparse.arrays import SparseArray, coo_array, fixed
from tapegrad.tensor.tensor import as_tensor


def csr_array(arg1: Any, shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of compressed rows.

    Parameters
    ----------
    arg1 : (data, indices, indptr), or what `coo_array` takes
        As `scipy.sparse.csr_array` takes it; data may be a Tensor.
    shape : (int, int), optional

    Raises
    ------
    ShapeError, IndexingError, ArgumentError
    """
    return _compressed("csr_array", arg1, shape, False) if _of_lines(arg1) else coo_array(arg1, shape).tocsr()


def csc_array(arg1: Any, shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of compressed columns; see `csr_array`."""
    return _compressed("csc_array", arg1, shape, True) if _of_lines(arg1) else coo_array(arg1, shape).tocsc()


def _of_lines(arg1: Any) -> bool:
    return isinstance(arg1, tuple) and len(arg1) == 3


def _compressed(name: str, parts: Any, shape: tuple[int, int] | None, transposed: bool) -> SparseArray:
    data, (indices, starts) = as_tensor(parts[0], name), fixed(parts[1:], name)
    lines, count = len(starts) - 1, int(indices.max(initial=-1)) + 1
    if shape is not None:
        length, across = shape[::-1] if transposed else shape
        if length != lines or across < count:
            raise ShapeError(f"{name}: {lines} starts and indices up to {count - 1} do not fit shape {shape}.")
        count = across
    if not data.shape == indices.shape == (int(starts[-1]),) or starts[0] != 0 or (np.diff(starts) < 0).any():
        raise ShapeError(f"{name}: data, indices and indptr do not fit together; see scipy.sparse.{name}.")
    if indices.min(initial=0) < 0:
        raise IndexingError(f"{name}: expected indices from 0 on, got {indices.min()}.")
    array = coo_array((data, (np.repeat(np.arange(lines), np.diff(starts)), indices)), (lines, count))
    return array.T if transposed else array


def diags_array(
    diagonals: Any, offsets: Any = 0, shape: Any = None, format: str | None = None, dtype: Any = None
) -> SparseArray:
    """Make a sparse array of diagonals.

    Parameters
    ----------
    diagonals : sequence of arrays, or one array
        Each as long as it is in the matrix, or longer: what lies beyond is left away. A single element is repeated.
    offsets : int or sequence of int
        Of each diagonal: 0 is the main one, those above it are positive.
    shape : (int, int), optional
        By default square, as large as the first diagonal says.
    format : str, optional
        "csc" for compressed columns; with any other, rows are compressed.
    dtype : optional

    Raises
    ------
    ShapeError

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.sparse.diags_array([[1.0, 1.0], [-2.0]], offsets=[1, 0], shape=(3, 3)).toarray()
    tensor([[-2.,  1.,  0.],
            [ 0., -2.,  1.],
            [ 0.,  0., -2.]])
    """
    if np.ndim(offsets) == 0:
        diagonals = [diagonals] if len(diagonals) == 0 or np.ndim(diagonals[0]) == 0 else diagonals
        offsets = [offsets]
    parts, steps = [as_tensor(d, "diags_array") for d in diagonals], [int(k) for k in offsets]
    if len(parts) != len(steps):
        raise ShapeError(f"diags_array: {len(parts)} diagonals do not fit {len(steps)} offsets.")
    parts = [d.reshape(1) if d.ndim == 0 else d for d in parts]
    if any(d.ndim != 1 for d in parts):
        raise ShapeError(f"diags_array: expected vectors as diagonals, got shapes {[d.shape for d in parts]}.")
    if shape is None:
        shape = (parts[0].size + abs(steps[0]),) * 2
    rows, columns, values = [], [], []
    for part, k in zip(parts, steps, strict=True):
        length = min(shape[0] + min(k, 0), shape[1] - max(k, 0))
        if length < 0 or (part.size != 1 and part.size < length):
            raise ShapeError(
                f"diags_array: diagonal {k} of shape {tuple(shape)} has {max(length, 0)} elements, got {part.shape}."
            )
        rows.append(np.arange(length) - min(k, 0))
        columns.append(np.arange(length) + max(k, 0))
        values.append(np.broadcast_to(part, (length,)) if part.size == 1 else part[:length])
    array = coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), tuple(shape))
    return (array if dtype is None else array.astype(dtype)).asformat(format)


def eye_array(
    m: int, n: int | None = None, k: int = 0, dtype: Any = float, format: str | None = None
) -> SparseArray:  # fmt: skip
    """Make a sparse array with ones on a diagonal, the k-th above the main one."""
    n = m if n is None else n
    count = max(0, min(m + min(k, 0), n - max(k, 0)))
    places = np.arange(count) - min(k, 0), np.arange(count) + max(k, 0)
    return coo_array((np.ones(count, dtype), places), (m, n)).asformat(format)
