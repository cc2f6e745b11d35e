"""The pattern of a sparse matrix: where its nonzeros are, in the order in which their values come.

Tests: tests/func/test_sparsity_pattern.py
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.forks import cached_property
from tapegrad.machine import pool

if TYPE_CHECKING:
    from scipy.sparse import coo_array, csc_array, csr_array

Format = Literal["csr", "csc", "coo"]
By = Literal["columns", "rows", "columns and rows", "diagonals"]
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille character, by row and column
_PICTURE = (40, 12)  # characters across and down, at most
_SQUARES = 100  # of an image, along a side at most


class SparsityPattern:
    """Where a sparse matrix can have values other than 0, and in which order these values come.

    Print it to see its size and a picture. It never changes, and its arrays are read-only.

    Attributes
    ----------
    shape : tuple of int
    format : str
        The order of the values: by rows ("csr" and "coo") or by columns ("csc").
    indptr, indices : ndarray of int
        Where each row starts, and the columns of the nonzeros, as in `scipy.sparse.csr_array`. For "csc": where each
        column starts, and the rows of the nonzeros.
    colours : int
        How many sweeps, or diagonals, give all values.
    by : str
        What has the colours: "columns", "rows", "columns and rows" or, where rows are alike and are found in one loop,
        "diagonals".

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> J = tg.func.sparse_jacobian(lambda x: x[1:] * x[:-1])
    >>> pattern = J.pattern(np.ones(8))
    >>> pattern
    <SparsityPattern of 7 x 8, 14 nonzeros (25%), 2 diagonals>
    ⠙⢦⡀⠀
    ⠀⠀⠙⠦
    >>> pattern.nnz
    14
    >>> rows, columns = pattern.coordinates
    """

    def __init__(
        self, shape: tuple[int, int], indptr: np.ndarray, indices: np.ndarray, colours: int, by: By,
        format: Format = "csr",  # noqa: A002 (SciPy's name)
    ) -> None:  # fmt: skip
        self.shape, self.colours, self.by, self.format = shape, colours, by, format
        small = max(*shape, indices.size) <= np.iinfo(np.int32).max
        self.indptr, self.indices = (
            _frozen(part.astype(np.int32 if small else np.int64, copy=False)) for part in (indptr, indices)
        )

    # -------------------------------------------------------------------------------------------- facts

    @property
    def nnz(self) -> int:
        """How many nonzeros it has."""
        return self.indices.size

    @property
    def density(self) -> float:
        """The share of the elements that are nonzeros."""
        return self.nnz / max(1, self.shape[0] * self.shape[1])

    @cached_property
    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows and the columns of the nonzeros, in the order of the values."""
        outer = np.repeat(np.arange(self.indptr.size - 1, dtype=self.indices.dtype), np.diff(self.indptr))
        pair = _frozen(outer), self.indices
        return pair[::-1] if self.format == "csc" else pair

    def equals(self, other: SparsityPattern) -> bool:
        """Tell whether another pattern has the same nonzeros in the same order."""
        return self is other or (
            (self.shape, self.format) == (other.shape, other.format)
            and np.array_equal(self.indptr, other.indptr)
            and np.array_equal(self.indices, other.indices)
        )

    # -------------------------------------------------------------------------------------------- matrices

    def matrix(self, values: Any) -> Any:
        """Return the sparse matrix with these values, which is not a copy of them.

        Parameters
        ----------
        values : array_like
            One for each nonzero, in order.

        Returns
        -------
        scipy.sparse.csr_array, csc_array or coo_array
            As the format says.

        Raises
        ------
        ArgumentError
            If the values are not so many.
        """
        values = np.asarray(values)
        if values.shape != (self.nnz,):
            raise ArgumentError(
                f"SparsityPattern.matrix: expected {self.nnz} values, got an array of shape {values.shape}. Pass what "
                "`values` of the sparse derivative returns."
            )
        matrix = copy.copy(self._empty)
        if self.format == "coo":
            matrix.coords = tuple(map(_copied, self.coordinates))
        else:
            matrix.indptr, matrix.indices = _copied(self.indptr), _copied(self.indices)
        matrix.data = values
        return matrix

    @cached_property
    def _empty(self) -> Any:
        """A matrix of the pattern whose arrays are to be replaced: to make one anew takes longer for SciPy's checks."""
        from scipy import sparse  # as the file is imported where nothing sparse is computed

        nothing = np.zeros(self.nnz)
        if self.format == "coo":
            matrix: Any = sparse.coo_array((nothing, self.coordinates), shape=self.shape)
        else:
            kind = sparse.csr_array if self.format == "csr" else sparse.csc_array
            matrix = kind((nothing, self.indices, self.indptr), shape=self.shape)
        matrix.has_canonical_format = True
        return matrix

    def tocsr(self) -> csr_array:
        """Return it as a `scipy.sparse.csr_array` of truth values."""
        matrix: csr_array = self._truths().tocsr()
        return matrix

    def tocsc(self) -> csc_array:
        """Return it as a `scipy.sparse.csc_array` of truth values."""
        matrix: csc_array = self._truths().tocsc()
        return matrix

    def tocoo(self) -> coo_array:
        """Return it as a `scipy.sparse.coo_array` of truth values, which is what `matplotlib.pyplot.spy` calls."""
        matrix: coo_array = self._truths().tocoo()
        return matrix

    def _truths(self) -> Any:
        return self.matrix(np.ones(self.nnz, np.bool_))

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        """Refuse to become a dense array by itself, since NumPy's functions would take it for one object.

        Raises
        ------
        ArgumentError
        """
        raise ArgumentError(
            "SparsityPattern: expected an array or a matrix, got a pattern. Pass pattern.tocsr() to SciPy, or "
            "pattern.toarray() to NumPy."
        )

    def toarray(self) -> np.ndarray:
        """Return it as a dense array of truth values."""
        dense = np.zeros(self.shape, np.bool_)
        dense[self.coordinates] = True
        return dense

    def __copy__(self) -> SparsityPattern:
        return self

    def __deepcopy__(self, memo: Any) -> SparsityPattern:
        return self

    def __reduce__(self) -> Any:
        return SparsityPattern, (self.shape, self.indptr, self.indices, self.colours, self.by, self.format)

    # -------------------------------------------------------------------------------------------- pictures

    def _facts(self) -> str:
        share = f"{100 * self.density:.2g}%" if 0.0 < self.density < 0.995 else f"{100 * self.density:.0f}%"
        kind = self.by if self.by == "diagonals" else f"colours of {self.by}"
        if self.colours == 1:
            kind = kind.replace("colours", "colour").replace("diagonals", "diagonal")
        rows, columns = self.shape
        return f"{rows:,} x {columns:,}, {self.nnz:,} nonzeros ({share}), {self.colours} {kind}"

    def _raster(self, height: int, width: int) -> np.ndarray:
        """Return a smaller dense picture of it, as tall and wide as it may be."""
        rows, columns = self.shape
        scale = min(1.0, height / max(1, rows), width / max(1, columns))
        raster = np.zeros((max(1, round(rows * scale)), max(1, round(columns * scale))), np.bool_)
        i, j = self.coordinates
        raster[
            i.astype(np.int64) * raster.shape[0] // max(1, rows),
            j.astype(np.int64) * raster.shape[1] // max(1, columns),
        ] = True
        return raster

    def __repr__(self) -> str:
        across, down = _PICTURE
        return "\n".join([f"<SparsityPattern of {self._facts()}>", *_braille(self._raster(4 * down, 2 * across))])

    def _repr_html_(self) -> str:
        """Return the picture that notebooks show."""
        raster = self._raster(_SQUARES, _SQUARES)
        height, width = raster.shape
        size = max(1, round(200 / max(height, width)))
        squares = "".join(f"M{j} {i}h1v1h-1z" for i, j in np.argwhere(raster))
        return (
            f'<figure><svg role="img" viewBox="0 0 {width} {height}" width="{size * width}" height="{size * height}" '
            f'style="border:1px solid currentColor"><path d="{squares}" fill="currentColor"/></svg>'
            f"<figcaption>{escape(self._facts())}</figcaption></figure>"
        )


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _copied(array: np.ndarray) -> np.ndarray:
    """Return a copy that its owner may write to, in memory that was used before."""
    target = pool.empty(array.shape, array.dtype)
    target[...] = array
    return target


def _braille(raster: np.ndarray) -> Sequence[str]:
    """Return a picture as lines of braille characters, each of four rows and two columns."""
    height, width = (-(-n // k) * k for n, k in zip(raster.shape, (4, 2), strict=True))
    padded = np.zeros((height, width), np.int64)
    padded[: raster.shape[0], : raster.shape[1]] = raster
    cells = padded.reshape(height // 4, 4, width // 2, 2).swapaxes(1, 2)
    codes = 0x2800 + (cells * np.array(_DOTS)).sum(axis=(2, 3))
    return ["".join(map(chr, line)) for line in codes]
