"""Rows of a sparse matrix that are alike: windows of rows, in each of which all rows have as many nonzeros.

A *diagonal* has one nonzero of each row of a window. The nonzeros of all windows are written in the order of compressed
rows, by strides where that is possible.

Tests: tests/func/test_stencils.py
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tapegrad.forks import cached_property
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.indexing import assemble, getitem_op, setitem_op
from tapegrad.ops.kinds.windows import Window, lengths
from tapegrad.ops.shape_ops import broadcast_to_op, concatenate_op, reshape_op
from tapegrad.tensor.tensor import Tensor, from_array


class Diagonal(NamedTuple):
    """The nonzeros of a Jacobian of which each row of a window has one, or some rows have one.

    Attributes
    ----------
    columns : ndarray of int
        -1 where a row has none.
    tangent : Tensor
        Of the window's shape, or one number for all.
    """

    columns: np.ndarray
    tangent: Tensor


class RowWindow(NamedTuple):
    """A window of a block.

    Attributes
    ----------
    window : Window
    rows : ndarray of int
        Of the window's shape.
    diagonals : list of Diagonal
        By rising columns of the first row.
    """

    window: Window
    rows: np.ndarray
    diagonals: list[Diagonal]


class RowBlock(NamedTuple):
    """Rows in a row that are the elements of one array.

    Attributes
    ----------
    rows : ndarray of int
        Of the array's shape, in C order.
    cuts : list of list of int
        Where the windows end, by axis.
    parts : list of RowWindow
        In C order of the windows.
    """

    rows: np.ndarray
    cuts: list[list[int]]
    parts: list[RowWindow]


class BandedRows:
    """The nonzeros of a matrix, by blocks of rows.

    Attributes
    ----------
    blocks : list of RowBlock
        One after the other.
    size : int
        How many columns there are.
    regular : bool
        Whether the diagonals of a window have a nonzero in each row, and rising columns in all rows.
    """

    def __init__(self, blocks: list[RowBlock], size: int, dtype: np.dtype[Any]) -> None:
        self.blocks, self.size, self._dtype = blocks, size, dtype
        self.parts = [rows for block in blocks for rows in block.parts]
        self.regular = all(
            all((d.columns >= 0).all() for d in rows.diagonals)
            and all((a.columns < b.columns).all() for a, b in pairwise(rows.diagonals))
            for rows in self.parts
        )

    @property
    def count(self) -> int:
        """How many numbers its diagonals have; two may be at one place, and some at none."""
        return sum(len(rows.diagonals) * rows.rows.size for rows in self.parts)

    @property
    def diagonals(self) -> int:
        """How many diagonals a window has at most."""
        return max(len(rows.diagonals) for rows in self.parts)

    @property
    def _length(self) -> int:
        return sum(block.rows.size for block in self.blocks)

    def structure(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the starts of the rows and the columns, as compressed rows have them."""
        starts = np.zeros(self._length + 1, np.intp)
        if not self.regular:
            keys = self._unique[0]
            np.cumsum(np.bincount(keys // self.size, minlength=self._length), out=starts[1:])
            return starts, keys % self.size
        counts = np.empty(self._length, np.intp)
        for block in self.blocks:
            first = int(block.rows.flat[0])
            of_block = counts[first : first + block.rows.size].reshape(block.rows.shape)
            for rows in block.parts:
                part_of(of_block, rows.window)[...] = len(rows.diagonals)
        np.cumsum(counts, out=starts[1:])
        columns = np.empty(starts[-1], np.intp)
        for rows in self.parts:
            nonzeros = _nonzeros(columns, starts, rows)
            for k, d in enumerate(rows.diagonals):
                nonzeros[..., k] = d.columns
        return starts, columns

    @cached_property
    def _unique(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The nonzeros by rows and columns, each as row times width plus column, and for each the first of those
        numbers that are added up to it, one diagonal after the other; then the further ones, and what they are for.
        """
        keys = np.concatenate([
            np.where(d.columns < 0, -1, rows.rows * self.size + d.columns).ravel()
            for rows in self.parts for d in rows.diagonals
        ])  # fmt: skip
        order = np.argsort(keys, kind="stable")[np.count_nonzero(keys < 0) :]
        keys = keys[order]
        first = np.append(True, keys[1:] != keys[:-1])[: keys.size]
        return keys[first], order[first], order[~first], np.cumsum(first)[~first] - 1

    def values(self, starts: np.ndarray, order: np.ndarray | None = None) -> Tensor:
        """Return the nonzeros, in the order of compressed rows.

        Parameters
        ----------
        starts : ndarray of int
            Of the rows, from `structure`.
        order : ndarray of int, optional
            The place of each nonzero, where another order is wanted.
        """
        if order is not None or not self.regular:
            return self._placed(self.parts, starts, order)
        pieces = []
        for block in self.blocks:
            if block.rows.ndim == 2:
                pieces += [self._band(block, a, b) for a, b in pairwise(block.cuts[0])]
            else:
                first = int(block.rows.flat[0])
                at = starts[: first + block.rows.size + 1] - starts[first]
                pieces.append(self._placed(block.parts, at, None))
        return pieces[0] if len(pieces) == 1 else concatenate_op(*pieces, axis=0)

    def _placed(self, parts: Sequence[RowWindow], starts: np.ndarray, order: np.ndarray | None) -> Tensor:
        """Return the nonzeros of windows, each at its place."""
        pieces: list[Tensor] = []
        places: list[np.ndarray] = []
        for rows in parts:
            first = starts[rows.rows].ravel()
            for k, d in enumerate(rows.diagonals):
                pieces.append(reshape_op(spread(d.tangent, lengths(rows.window)), shape=(first.size,)))
                places.append(first + k if order is None or not self.regular else order[first + k])
        size = int(starts[-1])
        slices = [*map(_as_slice, places)] if self.regular else [None]
        if all(part is not None for part in slices):
            return assemble(*pieces, shape=(size,), indices=tuple([(part,) for part in slices]))
        flat = concatenate_op(*pieces, axis=0)
        at = np.empty(size, np.intp)
        if self.regular:
            at[np.concatenate(places)] = np.arange(size)
            return getitem_op(flat, index=(at,))
        _, sources, further, targets = self._unique
        at[slice(None) if order is None else order] = sources
        values = getitem_op(flat, index=(at,))
        targets = targets if order is None else order[targets]
        while targets.size:
            targets_now, now = np.unique(targets, return_index=True)
            more = getitem_op(values, index=(targets_now,)) + getitem_op(flat, index=(further[now],))
            values = setitem_op(values, more, index=(targets_now,), path=())
            further, targets = np.delete(further, now), np.delete(targets, now)
        return values

    def _band(self, block: RowBlock, first: int, stop: int) -> Tensor:
        """Return the nonzeros of some lines of a block, which are all alike."""
        pieces: list[Tensor] = []
        indices: list[Any] = []
        at = 0
        for rows in block.parts:
            if rows.window[0] == (first, stop):
                shape, count = lengths(rows.window), len(rows.diagonals)
                end = at + count * shape[1]
                pieces += [spread(d.tangent, shape) for d in rows.diagonals]
                indices += [(slice(None), slice(at + k, end, count)) for k in range(count)]
                at = end
        if not pieces:
            return from_array(np.zeros(0, self._dtype))
        band = assemble(*pieces, shape=(stop - first, at), indices=tuple(indices))
        return reshape_op(band, shape=((stop - first) * at,))


def part_of(array: np.ndarray, window: Window) -> np.ndarray:
    """Return a window of an array."""
    index: tuple[Any, ...] = (*[slice(a, b) for a, b in window], ...)
    return array[index]


def _nonzeros(columns: np.ndarray, starts: np.ndarray, rows: RowWindow) -> np.ndarray:
    """Return the columns of a window's nonzeros as an array of the window's shape and one axis for those of a row.

    All lines between two rows that are neighbours along an axis are alike, so the rows lie at steps.
    """
    first = int(starts[rows.rows.flat[0]])
    axes = [axis for axis in range(rows.rows.ndim) if rows.rows.shape[axis] > 1]
    seconds = {axis: rows.rows[tuple([int(d == axis) for d in range(rows.rows.ndim)])] for axis in axes}
    steps = [int(starts[seconds[axis]]) - first if axis in seconds else 0 for axis in range(rows.rows.ndim)]
    return np.lib.stride_tricks.as_strided(
        columns[first:], (*rows.rows.shape, len(rows.diagonals)), [columns.itemsize * step for step in (*steps, 1)]
    )


def _as_slice(places: np.ndarray) -> slice[int, int, int] | None:
    """Return places as a slice, if they rise by one step."""
    first, last = int(places[0]), int(places[-1])
    step = int(places[1]) - first if places.size > 1 else 1
    if step <= 0 or not np.array_equal(places, np.arange(first, last + 1, step)):
        return None
    return slice(first, last + 1, step)


def spread(tangent: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return a tangent in the shape of its window."""
    return tangent if tangent.shape == shape else broadcast_to_op(tangent, shape=shape)
