"""Sparse arrays: values as a Tensor, and places that are known and fixed.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from tapegrad.errors import ArgumentError, IndexingError, ShapeError, plain_argument
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds.sparse_matrix import coordinates
from tapegrad.ops.references import scipys
from tapegrad.ops.sparse.matmul import before, compressed, times
from tapegrad.ops.sparse.sparse_products import Pattern, extents
from tapegrad.tensor.tensor import Tensor, as_tensor

Places = tuple[Any, Any]


class SparseArray:
    """A matrix in which most elements are always zero.

    Made by `csr_array`, `csc_array`, `coo_array`, `diags_array`, `eye_array` and `asarray`.

    Attributes
    ----------
    data : Tensor
        The values of the nonzeros, in the order of `coords`.

    Examples
    --------
    >>> import tapegrad as tg
    >>> values = tg.tensor([2.0, 3.0], requires_grad=True)
    >>> A = tg.sparse.coo_array((values, ([0, 1], [1, 0])), shape=(2, 2))
    >>> (A @ [1.0, 10.0]).sum().backward()
    >>> values.grad
    tensor([10.,  1.])
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
    def size(self) -> int:
        """How many nonzeros there are, as SciPy counts."""
        return self.data.size

    @property
    def format(self) -> str:
        """Whether rows are compressed, "csr", or columns, "csc"."""
        return "csc" if self._transposed else "csr"

    @property
    def indices(self) -> np.ndarray:
        """The column, or row in "csc", of each nonzero."""
        return self._pattern[1]

    @property
    def indptr(self) -> np.ndarray:
        """Where each row, or column in "csc", starts in `indices`."""
        return self._pattern[0]

    @property
    def T(self) -> SparseArray:
        """The transpose, with the same values."""
        return SparseArray(self.data, self._pattern, not self._transposed)

    def transpose(self, axes: Any = None, copy: bool = False) -> SparseArray:
        """Return the transpose."""
        if axes not in (None, (1, 0), (-1, -2)):
            raise ArgumentError(f"transpose: expected axes None or (1, 0) of a sparse array, got {axes!r}.")
        return self.T

    def __repr__(self) -> str:
        return f"<sparse array of shape {self.shape} with {self.nnz} nonzeros, dtype={self.dtype}>"

    def __len__(self) -> int:
        raise ArgumentError("len: the length of a sparse array is ambiguous. Use A.shape[0], or A.nnz.")

    def __bool__(self) -> bool:
        raise ArgumentError("bool: the truth of a sparse array is ambiguous. Use A.nnz, or A.toarray().any().")

    def _compared(self, other: object) -> NoReturn:
        raise ArgumentError(
            "compare: sparse arrays compare where they have no nonzeros too. Compare A.toarray(), or A.data of one "
            "pattern; `is` asks for the same object."
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _compared
    __hash__ = object.__hash__

    def __iter__(self) -> Any:
        return (self[k] for k in range(self.shape[0]))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(
            f"sparse array: {name!r} is not defined where nonzeros are a Tensor. Use A.toarray(), A.data or A.coords."
        )

    # ------------------------------------------------------------------------------------- parts

    def __getitem__(self, index: Any) -> Any:
        """Return elements as NumPy does: a sparse array where two axes are left, else a Tensor."""
        numbered = scipys("scipy.sparse", "csr_matrix")((np.arange(1, self.nnz + 1), self.coords), shape=self.shape)
        shape = np.broadcast_to(np.int8(0), self.shape)[index].shape
        part = numbered[index]
        if len(shape) == 2:
            part = part.tocoo()
            picked = getitem_op(self.data, index=(part.data - 1,))
            return coo_array((picked, (part.row, part.col)), shape)
        if not _is_scipys(part):
            numbers = np.asarray(part).reshape(-1)
            (at,) = np.nonzero(numbers)
            picked = getitem_op(self.data, index=(numbers[at] - 1,))
            return scatter_add(picked, shape=numbers.shape, index=(at,)).reshape(shape)
        part = part.reshape(1, -1).tocoo()
        picked = getitem_op(self.data, index=(part.data - 1,))
        return scatter_add(picked, shape=shape, index=(part.col,))

    def toarray(self) -> Tensor:
        """Return the dense matrix."""
        return scatter_add(self.data, shape=self.shape, index=self.coords)

    todense = toarray

    def diagonal(self, k: int = 0) -> Tensor:
        """Return a diagonal, the k-th above the main one."""
        rows, columns = self.coords
        length = max(0, min(self.shape[0] + min(k, 0), self.shape[1] - max(k, 0)))
        (on,) = np.nonzero(columns - rows == k)
        picked = getitem_op(self.data, index=(on,))
        return scatter_add(picked, shape=(length,), index=(np.minimum(rows[on], columns[on]),))

    def trace(self, offset: int = 0) -> Tensor:
        """Return the sum of a diagonal."""
        return self.diagonal(offset).sum()

    def sum(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Tensor:
        """Sum all elements, or those along an axis."""
        if out is not None:
            raise ArgumentError("sum: out is not taken where nonzeros are a Tensor. Use the result.")
        if dtype is not None:
            return self.astype(dtype).sum(axis)
        if axis is None:
            return self.data.sum()
        if axis not in (-2, -1, 0, 1):
            raise ArgumentError(f"sum: expected axis 0 or 1 of a matrix, got {axis}.")
        other_axis = 1 - axis % 2
        return scatter_add(self.data, shape=(self.shape[other_axis],), index=(self.coords[other_axis],))

    def mean(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Tensor:
        """Return the mean of all elements, or of those along an axis."""
        return self.sum(axis, dtype, out) / float(math.prod(self.shape) if axis is None else self.shape[axis % 2])

    # ------------------------------------------------------------------------------------- other forms

    def _with(self, data: Any) -> SparseArray:
        return SparseArray(data, self._pattern, self._transposed)

    def copy(self) -> SparseArray:
        """Return a sparse array of copied values."""
        return self._with(self.data.copy())

    def astype(self, dtype: Any, copy: bool = True) -> SparseArray:
        """Return another dtype; among floating-point and complex numbers with gradient."""
        return self._with(self.data.astype(dtype))

    def conj(self, copy: bool = True) -> SparseArray:
        """Return complex conjugates."""
        return self._with(np.conjugate(self.data))

    conjugate = conj

    @property
    def real(self) -> SparseArray:
        """The real parts."""
        return self._with(np.real(self.data))

    @property
    def imag(self) -> SparseArray:
        """The imaginary parts."""
        return self._with(np.imag(self.data))

    def __abs__(self) -> SparseArray:
        return self._with(abs(self.data))

    def power(self, n: Any, dtype: Any = None) -> SparseArray:
        """Raise each nonzero to a power."""
        if np.ndim(n) or not n:
            raise ArgumentError(f"power: expected a number other than 0, got {n!r}. Use A.toarray() ** n.")
        return self._with((self.data if dtype is None else self.data.astype(dtype)) ** n)

    __pow__ = power

    def tocsr(self, copy: bool = False) -> SparseArray:
        """Return the same array with compressed rows."""
        return coo_array((self.data, self.coords), self.shape) if self._transposed else self

    def tocsc(self, copy: bool = False) -> SparseArray:
        """Return the same array with compressed columns."""
        return self.T.tocsr().T

    def tocoo(self, copy: bool = False) -> SparseArray:
        """Return the same array: `data` and `coords` are in the form of coordinates."""
        return self

    def asformat(self, format: str | None, copy: bool = False) -> SparseArray:
        """Return the same array with compressed columns if the format is "csc", else with compressed rows.

        None leaves what there is. SciPy's other formats have no counterpart here.
        """
        return self if format is None else self.tocsc() if format == "csc" else self.tocsr()

    def reshape(self, *shape: Any) -> SparseArray:
        """Return the elements, row after row, in another shape of two axes."""
        (lengths,) = shape if len(shape) == 1 else (shape,)
        new_shape = np.broadcast_to(np.int8(0), self.shape).reshape(lengths).shape
        if len(new_shape) != 2:
            raise ShapeError(f"reshape: expected a shape of two axes, got {lengths}. Use A.toarray().reshape(...).")
        rows, columns = self.coords
        places = np.divmod(rows.astype(np.int64) * self.shape[1] + columns, max(1, new_shape[1]))
        return coo_array((self.data, places), new_shape)

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
        """Multiply each element by a number, or by the element of a sparse array or of an array, which is broadcast."""
        if isinstance(other, (bool, int, float, complex)):
            return self._with(self.data * other)
        if isinstance(other, SparseArray) or _is_scipys(other):
            return self._meet(asarray(other))
        factor = as_tensor(other, "multiply")
        if factor.ndim == 0:
            return self._with(self.data * factor)
        shape = (1,) * (2 - factor.ndim) + factor.shape
        if len(shape) != 2 or any(length not in (1, n) for length, n in zip(shape, self.shape, strict=True)):
            raise ShapeError(f"multiply: shape {factor.shape} does not broadcast to {self.shape}.")
        index = tuple(at if n != 1 else np.zeros_like(at) for n, at in zip(shape, self.coords, strict=True))
        return self._with(self.data * getitem_op(factor.reshape(shape), index=index))

    def _meet(self, other: SparseArray) -> SparseArray:
        """Multiply by elements of a sparse array: where both have nonzeros."""
        if self.shape != other.shape:
            raise ShapeError(
                f"multiply: shapes {self.shape} and {other.shape} do not fit. Use A.multiply(B.toarray())."
            )
        ours, its = (rows.astype(np.int64) * self.shape[1] + columns for rows, columns in (self.coords, other.coords))
        both, mine, others = np.intersect1d(ours, its, assume_unique=True, return_indices=True)
        data = getitem_op(self.data, index=(mine,)) * getitem_op(other.data, index=(others,))
        return coo_array((data, np.divmod(both, max(1, self.shape[1]))), self.shape)

    __mul__ = __rmul__ = multiply

    def __truediv__(self, other: Any) -> SparseArray:
        if isinstance(other, SparseArray) or _is_scipys(other):
            raise ArgumentError("divide: a quotient of sparse arrays has no zeros. Use A.toarray() / B.toarray().")
        if isinstance(other, (int, float, complex)):
            return self._with(self.data / other)
        return self.multiply(1.0 / as_tensor(other, "divide"))

    def __rtruediv__(self, other: Any) -> Any:
        raise ArgumentError("divide: a quotient by a sparse array has no zeros. Use x / A.toarray().")

    def __neg__(self) -> SparseArray:
        return self._with(-self.data)

    # ------------------------------------------------------------------------------------- sums

    def __add__(self, other: Any) -> SparseArray:
        if not isinstance(other, SparseArray) and not _is_scipys(other):
            return self._dense_with(other, "add") + other if np.ndim(other) or other else self
        other = asarray(other)
        if other.shape != self.shape:
            raise ShapeError(f"add: sparse arrays of shapes {self.shape} and {other.shape} do not fit.")
        places = [np.concatenate(pair) for pair in zip(self.coords, other.coords, strict=True)]
        return coo_array((np.concatenate([self.data, other.data]), (places[0], places[1])), shape=self.shape)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def _dense_with(self, other: Any, function: str) -> Tensor:
        """Return the dense matrix, for a sum with one."""
        if np.ndim(other) == 0:
            raise ArgumentError(
                f"{function}: a sum with a number other than 0 has no zeros. Use A.toarray() + {other!r}."
            )
        return self.toarray()


def _is_scipys(x: Any) -> bool:
    return type(x).__module__.startswith("scipy.sparse")


def issparse(x: Any) -> bool:
    """Tell whether something is a sparse array, of Tensors or of SciPy's."""
    return isinstance(x, SparseArray) or (_is_scipys(x) and hasattr(x, "nnz"))


def asarray(x: Any) -> SparseArray:
    """Return a SciPy sparse array as one of constant values; one of these as it is."""
    if isinstance(x, SparseArray):
        return x
    if not _is_scipys(x):
        raise ArgumentError(
            f"asarray: expected a sparse array, got {type(x).__name__}. Use coo_array to give the places."
        )
    if x.format not in ("csr", "csc"):
        x = x.tocsr()
    if not x.has_canonical_format:
        x = x.copy()
        x.sum_duplicates()
    values, pattern, transposed = compressed(x)
    return SparseArray(values, pattern, transposed)


def coo_array(arg1: Any, shape: tuple[int, int] | None = None) -> SparseArray:
    """Make a sparse array of values and their places.

    Parameters
    ----------
    arg1 : (data, (rows, columns)), an array, a sparse array, or (int, int)
        Values of places that are named twice are added. Of an array, the nonzeros are taken; a shape alone makes a
        matrix of zeros. Rows are compressed, of a sparse array what was.
    shape : (int, int), optional
        By default just large enough.

    Raises
    ------
    ShapeError, IndexingError
    ArgumentError
        For a Tensor: where it is not 0 may change.

    Examples
    --------
    >>> import tapegrad as tg
    >>> values = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> A = tg.sparse.coo_array((values, ([0, 1, 1], [1, 0, 2])), shape=(2, 3))
    >>> (A @ tg.ones(3)).sum().backward()
    >>> values.grad
    tensor([1., 1., 1.])
    """
    if isinstance(arg1, tuple) and len(arg1) == 2:
        data, places = arg1
        if isinstance(places, (int, np.integer)):
            data, places, shape = np.zeros(0), (np.zeros(0, int),) * 2, arg1
        rows, columns = fixed(places, "coo_array")
        return _of_places(as_tensor(data, "coo_array"), rows, columns, shape)
    if isinstance(arg1, Tensor):
        raise ArgumentError(
            "coo_array: expected a constant pattern, got a Tensor, whose nonzeros may change. Use "
            "(values, (rows, columns))."
        )
    if isinstance(arg1, SparseArray) or _is_scipys(arg1):
        array = asarray(arg1)
    else:
        dense = np.asarray(arg1)
        if dense.ndim != 2:
            raise ShapeError(f"coo_array: expected a matrix, got shape {dense.shape}.")
        rows, columns = np.nonzero(dense)
        array = _of_places(as_tensor(dense[rows, columns], "coo_array"), rows, columns, dense.shape)
    if shape is not None and array.shape != tuple(shape):
        raise ShapeError(f"coo_array: a matrix of shape {array.shape} does not have shape {tuple(shape)}.")
    return array


def fixed(places: Any, function: str) -> list[np.ndarray]:
    """Return places as arrays.

    Raises
    ------
    PlainDataError
        If they depend on what a recording takes as arguments.
    """
    with plain_argument(function, "places", "Take them from outside of the function that is recorded."):
        return [np.asarray(at) for at in places]


def _of_places(data: Tensor, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int] | None) -> SparseArray:
    if not data.shape == rows.shape == columns.shape or rows.ndim != 1:
        raise ShapeError(
            f"coo_array: expected vectors of one length, got shapes {data.shape}, {rows.shape} and {columns.shape}."
        )
    if rows.size and not {rows.dtype.kind, columns.dtype.kind} <= {"i", "u"}:
        raise IndexingError(f"coo_array: expected integers as places, got {rows.dtype} and {columns.dtype}.")
    rows, columns = (at.astype(np.int64, copy=False) for at in (rows, columns))  # a product of extents may be large
    if shape is None:
        shape = int(rows.max(initial=-1)) + 1, int(columns.max(initial=-1)) + 1
    shape = int(shape[0]), int(shape[1])
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
