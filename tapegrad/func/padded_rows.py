"""The rows of a sparse matrix as if they were alike: the first nonzeros of all rows, the second and so on.

Tests: tests/func/test_sparse_matrix_rows.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from tapegrad.named_tuples import NamedTuple

_PADDED = 4  # times as many numbers as nonzeros are worth it


class PaddedRows(NamedTuple):
    """The nonzeros of rows, one of each row after the other.

    Attributes
    ----------
    columns, places : ndarray of int
        For each of the longest row's nonzeros a line, with the column of each row's nonzero, and where its number is; 0
        where a row is shorter.
    exists : ndarray of bool
        Whether it is.
    numbers : ndarray or None
        Those of the nonzeros, if they are known; those at one place were added up.
    """

    columns: np.ndarray
    places: np.ndarray
    exists: np.ndarray
    numbers: np.ndarray | None


def padded_rows(
    pattern: Any, transposed: bool, numbers: np.ndarray | None, rows: tuple[int, int], most: int
) -> PaddedRows | None:
    """Return some rows of a sparse matrix or its transpose; None if one is longer than `most`, or most are much shorter
    than the longest.

    Parameters
    ----------
    pattern : tuple
        Row starts, columns and the number of columns.
    numbers : ndarray or None
        Those of the nonzeros, if they are known.
    rows : tuple of int
        The first one and the stop.
    """
    starts, columns, width = pattern
    order = np.arange(columns.size)
    if transposed:
        turned = csr_array((order, columns, starts), shape=(len(starts) - 1, width)).tocsc()
        starts, columns, order = turned.indptr, turned.indices, turned.data
        width = len(pattern[0]) - 1
    first, last = int(starts[rows[0]]), int(starts[rows[1]])
    lengths = np.diff(starts[rows[0] : rows[1] + 1])
    columns, order = columns[first:last].astype(np.intp), order[first:last]
    if numbers is not None:
        keys = np.repeat(np.arange(lengths.size), lengths) * width + columns
        places, of = np.unique(keys, return_inverse=True)
        sums = np.zeros(places.size, numbers.dtype)
        np.add.at(sums, of, numbers[order])
        lengths, columns = np.bincount(places // max(1, width), minlength=lengths.size), places % max(1, width)
        numbers, order = sums, np.arange(places.size)
    longest = int(lengths.max(initial=0))
    if longest > most or longest * lengths.size > _PADDED * max(1, columns.size):
        return None
    exists = np.arange(longest)[:, None] < lengths
    at = np.where(exists, np.cumsum(lengths) - lengths + np.arange(longest)[:, None], 0)
    return PaddedRows(columns[at], order[at], exists, numbers)
