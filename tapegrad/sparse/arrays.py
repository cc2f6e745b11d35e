"""Sparse arrays: values as a Tensor, and places that are known and fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, IndexingError, ShapeError
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds.sparse import coordinates
from tapegrad.ops.sparse.matmul import before, compressed, times
from tapegrad.ops.sparse.products import Pattern, extents
from tapegrad.tensor.tensor import Tensor, as_tensor

Places = tuple[Any, Any]


class SparseArray:
    """A matrix of which most elements are zero, and always will be.

    Made by `csr_array`, `csc_array`, `coo_array`, `diags_array`, `eye_array` and `asarray`.

    Attributes
    ----------
    data : Tensor
        The values of the nonzeros, in the order of `coords`.
    """

    __slots__ = ("_pattern", "_transposed", "data")
    __array_ufunc__ = None  # so that an ndarray on the left leaves the product to this class

    data: Tensor

    def __init__(self, data: Any, pattern: Pattern, transposed: bool) -> None:
        self.data, self._pattern, self._transposed = as_tensor(data, "sparse array"), pattern, transposed

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return extents(self._pattern, self._transposed)

    @property
    def coords(self) -> tuple[np.ndarray, np.ndarray]:
        """Row and column of each nonzero."""
        rows, columns = coordinates(self._pattern)
        return (columns, rows) if self._transposed else (rows, columns)

    @property
    def nnz(self) -> int:
        """How many nonzeros there are."""
        return self.data.size

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.data.dtype

    @property
    def ndim(self) -> int:
        return 2

    @property
    def T(self) -> SparseArray:
        """The transpose, with the same values."""
        return SparseArray(self.data, self._pattern, not self._transposed)

    def __repr__(self) -> str:
        return f"<sparse array of shape {self.shape} with {self.nnz} nonzeros, dtype={self.dtype}>"

    def toarray(self) -> Tensor:
        """Return the dense matrix."""
        return scatter_add(self.data, shape=self.shape, index=self.coords)

    def diagonal(self) -> Tensor:
        """Return the diagonal."""
        rows, columns = self.coords
        (on,) = np.nonzero(rows == columns)
        return scatter_add(getitem_op(self.data, index=(on,)), shape=(min(self.shape),), index=(rows[on],))

    def sum(self, axis: int | None = None) -> Tensor:
        """Sum all elements, or those along an axis."""
        if axis is None:
            return self.data.sum()
        if axis not in (-2, -1, 0, 1):
            raise ArgumentError(f"sum: expected axis 0 or 1 of a matrix, got {axis}.")
        kept = 1 - axis % 2
        return scatter_add(self.data, shape=(self.shape[kept],), index=(self.coords[kept],))

    # ------------------------------------------------------------------------------------- products

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            return _product(self, other)
        if _is_scipys(other):
            return _product(self, asarray(other))
        return times(self.data, self._pattern, self._transposed, as_tensor(other, "sparse matmul"))

    def __rmatmul__(self, other: Any) -> Any:
        if _is_scipys(other):
            return _product(asarray(other), self)
        return before(self.data, self._pattern, self._transposed, as_tensor(other, "sparse matmul"))

    dot = __matmul__

    def multiply(self, other: Any) -> SparseArray:
        """Multiply each element by a number, or by that of an array, which is broadcast to this shape."""
        factor = as_tensor(other, "multiply")
        if factor.ndim == 0:
            return SparseArray(self.data * factor, self._pattern, self._transposed)
        shape = (1,) * (2 - factor.ndim) + factor.shape
        if len(shape) != 2 or any(own not in (1, n) for own, n in zip(shape, self.shape, strict=True)):
            raise ShapeError(f"multiply: shape {factor.shape} does not broadcast to {self.shape}.")
        index = tuple(at if n != 1 else np.zeros_like(at) for n, at in zip(shape, self.coords, strict=True))
        picked = getitem_op(factor.reshape(shape), index=index)
        return SparseArray(self.data * picked, self._pattern, self._transposed)

    __mul__ = __rmul__ = multiply

    def __truediv__(self, other: Any) -> SparseArray:
        return self.multiply(1.0 / as_tensor(other, "divide"))

    def __neg__(self) -> SparseArray:
        return SparseArray(-self.data, self._pattern, self._transposed)

    # ------------------------------------------------------------------------------------- sums

    def __add__(self, other: Any) -> SparseArray:
        other = asarray(other)
        if other.shape != self.shape:
            raise ShapeError(f"add: sparse arrays of shapes {self.shape} and {other.shape} do not fit.")
        places = [np.concatenate(pair) for pair in zip(self.coords, other.coords, strict=True)]
        return coo_array((np.concatenate([self.data, other.data]), (places[0], places[1])), shape=self.shape)

    __radd__ = __add__

    def __sub__(self, other: Any) -> SparseArray:
        return self + -asarray(other)

    def __rsub__(self, other: Any) -> SparseArray:
        return asarray(other) - self


def _is_scipys(x: Any) -> bool:
    return type(x).__module__.startswith("scipy.sparse")


def asarray(x: Any) -> SparseArray:
    """Return a SciPy sparse array as one of constant values; one of these as it is."""
    if isinstance(x, SparseArray):
        return x
    if not _is_scipys(x):
        raise ArgumentError(f"asarray: expected a sparse array, got {type(x).__name__}. Use coo_array to say where.")
    values, pattern, transposed = compressed(x)
    return SparseArray(values, pattern, transposed)


def coo_array(given: tuple[Any, Places], shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of values and their places.

    Parameters
    ----------
    given : (data, (rows, columns))
        Values of places that are named twice are added.
    shape : (int, int), optional
        By default just large enough.

    Raises
    ------
    ShapeError, IndexingError

    Examples
    --------
    >>> import tapegrad as tg
    >>> values = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> A = tg.sparse.coo_array((values, ([0, 1, 1], [1, 0, 2])), shape=(2, 3))
    >>> (A @ tg.ones(3)).sum().backward()
    >>> values.grad
    tensor([1., 1., 1.])
    """
    data, (rows, columns) = given
    data, rows, columns = as_tensor(data, "coo_array"), np.asarray(rows), np.asarray(columns)
    if not data.shape == rows.shape == columns.shape or rows.ndim != 1:
        raise ShapeError(
            f"coo_array: expected vectors of one length, got shapes {data.shape}, {rows.shape} and {columns.shape}."
        )
    if shape is None:
        shape = tuple(int(at.max(initial=-1)) + 1 for at in (rows, columns))  # type: ignore[assignment]
    assert shape is not None
    for at, n in zip((rows, columns), shape, strict=True):
        if at.size and not (at.min() >= 0 and at.max() < n):
            raise IndexingError(f"coo_array: expected places within shape {shape}, got {at.min()} to {at.max()}.")
    flat, order = np.unique(rows * shape[1] + columns, return_inverse=True)
    if flat.size < data.size:
        data = scatter_add(data, shape=flat.shape, index=(order,))
    elif (order[1:] < order[:-1]).any():
        data = getitem_op(data, index=(np.argsort(order),))
    rows, columns = np.divmod(flat, max(1, shape[1]))
    starts = np.searchsorted(rows, np.arange(shape[0] + 1))
    return SparseArray(data, Pattern((starts, columns, shape[1])), False)


def csr_array(given: Any, shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of compressed rows.

    Parameters
    ----------
    given : (data, indices, indptr), (data, (rows, columns)), or a sparse array
        As `scipy.sparse.csr_array` takes them; data may be a Tensor.
    shape : (int, int), optional

    Raises
    ------
    ShapeError, IndexingError, ArgumentError
    """
    return _compressed("csr_array", given, shape, transposed=False)


def csc_array(given: Any, shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of compressed columns; see `csr_array`."""
    return _compressed("csc_array", given, shape, transposed=True)


def _compressed(name: str, given: Any, shape: tuple[int, int] | None, transposed: bool) -> SparseArray:
    if isinstance(given, tuple) and len(given) == 2:
        return coo_array(given, shape)
    if not isinstance(given, tuple):
        return asarray(given)
    data, indices, starts = as_tensor(given[0], name), np.asarray(given[1]), np.asarray(given[2])
    lines, count = len(starts) - 1, int(indices.max(initial=-1)) + 1
    if shape is not None:
        own, across = shape[::-1] if transposed else shape
        if own != lines or across < count:
            raise ShapeError(f"{name}: {lines} starts and indices up to {count - 1} do not fit shape {shape}.")
        count = across
    if not data.shape == indices.shape == (int(starts[-1]),) or starts[0] != 0 or (np.diff(starts) < 0).any():
        raise ShapeError(f"{name}: data, indices and indptr do not fit together; see scipy.sparse.{name}.")
    if indices.min(initial=0) < 0:
        raise IndexingError(f"{name}: expected indices from 0 on, got {indices.min()}.")
    made = coo_array((data, (np.repeat(np.arange(lines), np.diff(starts)), indices)), (lines, count))
    return made.T if transposed else made


def diags_array(diagonals: Sequence[Any], offsets: Sequence[int] = (0,), shape: Any = None) -> SparseArray:
    """Make a sparse array of diagonals, each as long as it is in the matrix.

    Parameters
    ----------
    diagonals : sequence of arrays
    offsets : sequence of int
        Of each diagonal: 0 is the main one, those above it are positive.
    shape : (int, int), optional
        By default square, as large as the first diagonal says.

    Raises
    ------
    ShapeError
    """
    parts = [as_tensor(d, "diags_array") for d in diagonals]
    offsets = [int(k) for k in offsets]
    if len(parts) != len(offsets):
        raise ShapeError(f"diags_array: {len(parts)} diagonals do not fit {len(offsets)} offsets.")
    if shape is None:
        shape = (parts[0].size + abs(offsets[0]),) * 2
    rows, columns = [], []
    for part, k in zip(parts, offsets, strict=True):
        length = min(shape[0] + min(k, 0), shape[1] - max(k, 0))
        if part.shape != (length,):
            raise ShapeError(f"diags_array: diagonal {k} of shape {shape} has {length} elements, got {part.shape}.")
        rows.append(np.arange(length) - min(k, 0))
        columns.append(np.arange(length) + max(k, 0))
    return coo_array((np.concatenate(parts), (np.concatenate(rows), np.concatenate(columns))), shape)


def eye_array(n: int, m: int | None = None) -> SparseArray:
    """Make a sparse array with ones on its diagonal."""
    count = min(n, n if m is None else m)
    return coo_array((np.ones(count), (np.arange(count), np.arange(count))), (n, n if m is None else m))


def _product(a: SparseArray, b: SparseArray) -> SparseArray:
    """Multiply two sparse arrays: each nonzero of the left one meets a row of the right one."""
    if a.shape[1] != b.shape[0]:
        raise ShapeError(f"sparse matmul: shapes {a.shape} and {b.shape} do not chain.")
    right = coo_array((b.data, b.coords), b.shape) if b._transposed else b
    starts, columns, _ = right._pattern
    rows, inner = a.coords
    counts = np.diff(starts)[inner]
    first = np.repeat(np.arange(rows.size), counts)
    within = np.arange(first.size) - np.repeat(np.cumsum(counts) - counts, counts)
    second = starts[inner][first] + within
    values = getitem_op(a.data, index=(first,)) * getitem_op(right.data, index=(second,))
    return coo_array((values, (rows[first], columns[second])), (a.shape[0], b.shape[1]))
