"""Few sweeps for a Jacobian: tangent sweeps for some of its nonzeros, and reverse sweeps for the others.

A tangent sweep gives columns that were added up, a reverse sweep rows. If a few rows are long, columns share them, and
no two columns can be added up; so reverse sweeps find these rows, and tangent sweeps what is left, which may have a few
long columns. Or the other way round. (Coleman and Verma, The efficient computation of sparse Jacobian matrices using
automatic differentiation, SIAM J. Sci. Comput. 19, 1998, colour both for all nonzeros. Here the long lines are split
off first, as each takes a sweep of its own anyhow.)

Tests: tests/func/test_sweep_directions.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from tapegrad.func.colouring import column_colouring


class SweepDirections(NamedTuple):
    """Which sums of columns, and which sums of rows, have all nonzeros of a Jacobian.

    Attributes
    ----------
    columns, rows : ndarray of int
        The colour of each; -1 for those that are in no sum.
    by_row : ndarray of bool
        For each nonzero, in the order of compressed rows, whether a sum of rows has it.
    """

    columns: np.ndarray
    rows: np.ndarray
    by_row: np.ndarray

    @property
    def counts(self) -> tuple[int, int]:
        """How many sums of columns and of rows there are."""
        return 1 + int(self.columns.max(initial=-1)), 1 + int(self.rows.max(initial=-1))

    def colours(self, pattern: Any) -> np.ndarray:
        """Return the colour of each nonzero: those of columns first."""
        return np.where(self.by_row, self.counts[0] + self.rows[_rows(pattern)], self.columns[pattern.indices])


def sweep_directions(pattern: Any, most: int, tangents: bool) -> SweepDirections:
    """Return few sums that have all nonzeros, of columns if that takes no more.

    Parameters
    ----------
    pattern : csr_array
        With sorted indices.
    most : int
        How many colours are looked for; see `column_colouring`.
    tangents : bool
        Whether there are tangent sweeps.
    """
    every = np.ones(pattern.nnz, np.bool_)
    if not tangents:
        return _split(pattern, every, most)
    down, across = np.bincount(pattern.indices, minlength=pattern.shape[1]), np.diff(pattern.indptr)
    best = _split(pattern, ~every, most)
    if sum(best.counts) > down.max(initial=0):  # sums of rows are at least so many
        best = min(best, _split(pattern, every, most), key=_count)
    lines = _rows(pattern), pattern.indices
    for lengths, at, in_long_row in ((across, lines[0], True), (down, lines[1], False)):
        long = _long(lengths, _count(best))
        if long is not None:
            best = min(best, _split(pattern, long[at] == in_long_row, most), key=_count)
    return best


def _count(directions: SweepDirections) -> int:
    return sum(directions.counts)


def _long(lengths: np.ndarray, most: int) -> np.ndarray | None:
    """Return which lines are so long that they take fewer sums apart from the others: one each, and as many for the
    others as the longest of those needs at least; None if that is no fewer than for all, or than `most`.
    """
    order = np.argsort(-lengths, kind="stable")
    counts = 1 + np.arange(lengths.size) + np.append(lengths[order[1:]], 0)
    k = int(counts.argmin())
    if counts[k] >= min(most, lengths[order[0]]):
        return None
    long = np.zeros(lengths.size, np.bool_)
    long[order[: k + 1]] = True
    return long


def _split(pattern: Any, by_row: np.ndarray, most: int) -> SweepDirections:
    """Colour the columns for some nonzeros, and the rows for the others."""
    return SweepDirections(
        _coloured(_part(pattern, ~by_row), most), _coloured(_part(pattern, by_row).T.tocsr(), most), by_row
    )


def _coloured(part: Any, most: int) -> np.ndarray:
    """Colour the columns that have nonzeros."""
    if not part.nnz:
        return np.full(part.shape[1], -1)
    return np.where(np.bincount(part.indices, minlength=part.shape[1]) > 0, column_colouring(part, most), -1)


def _part(pattern: Any, chosen: np.ndarray) -> Any:
    """Return the pattern of some of the nonzeros."""
    if chosen.all():
        return pattern
    starts = np.append(0, np.cumsum(chosen))[pattern.indptr]
    return csr_array((pattern.data[chosen], pattern.indices[chosen], starts), shape=pattern.shape)


def _rows(pattern: Any) -> np.ndarray:
    return np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))
