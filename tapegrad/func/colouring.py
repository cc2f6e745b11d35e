"""Graph colouring of sparsity patterns: groups columns that one sweep can tell apart.

Columns that share no row can be added up and still be read from the sum (Curtis, Powell and Reid, On the estimation
of sparse Jacobian matrices, J. Inst. Maths Applics 13, 1974). To find few such groups is to colour a graph of the
columns, in which those that share a row are neighbours (Coleman and Moré, Estimation of sparse Jacobian matrices and
graph coloring problems, SIAM J. Numer. Anal. 20, 1983). For a symmetric matrix the graph of its own pattern is
coloured so that each pair of neighbours can be told apart in one of their two rows: a star colouring (Coleman and
Moré, Estimation of sparse Hessian matrices and graph coloring problems, Math. Program. 28, 1984). The least number of
colours is NP-hard to find; the greedy algorithms are those of the survey of Gebremedhin, Manne and Pothen, What color
is your Jacobian? Graph coloring for computing derivatives, SIAM Review 47, 2005, with sets of colours as the bits of
words.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.func.greedy_colouring import apart, star_colours

_WIDE = 64  # nonzeros of a row beyond which no regular pattern is looked for


def column_colouring(pattern: Any, most: int) -> np.ndarray:
    """Return a colour for each column such that no two columns of one colour share a row.

    The best of the greedy colourings in the natural order and by falling degree (Welsh and Powell, 1967), and of
    colours that repeat with a period, as suit regular grids (Goldfarb and Toint, Optimal estimation of Jacobian and
    Hessian matrices that arise in finite difference calculations, Math. Comp. 43, 1984).

    Parameters
    ----------
    pattern : csr_array
        With sorted indices.
    most : int
        Where it takes more colours than these, no few are looked for: each column gets its own.

    Returns
    -------
    ndarray of int
        Colours from 0 on.
    """
    n = pattern.shape[1]
    lengths = np.diff(pattern.indptr)
    bound = int(lengths.max(initial=0))  # the columns of one row all differ
    if bound == n or bound > most:
        return np.arange(n)
    by_column = pattern.tocsc()

    def greedy(order: np.ndarray) -> np.ndarray:
        colours = apart(by_column.indptr, by_column.indices, by_column.shape[0], bound, most, order)
        return np.arange(n) if colours is None else colours

    natural = greedy(np.arange(n))
    count = int(natural.max()) + 1
    if count <= max(bound, 1):
        return natural
    colourings = [natural]
    period = _period(pattern, bound, count) if bound <= _WIDE else count
    if period < count:
        colourings.append(np.arange(n) % period)
    if period > bound:
        colourings.append(greedy(np.argsort(-(by_column.T @ lengths), kind="stable")))
    return min(colourings, key=lambda colours: int(colours.max()))


def _period(pattern: Any, first: int, stop: int) -> int:
    """Return the least period from `first` on such that no two columns of a row are whole periods apart; at most
    `stop`."""
    columns, rows = pattern.indices, np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))
    met = np.zeros(pattern.shape[1], np.bool_)
    for k in range(1, first):
        met[(columns[k:] - columns[:-k])[rows[k:] == rows[:-k]]] = True
    gaps = np.flatnonzero(met)
    return next((p for p in range(first, stop) if (gaps % p).all()), stop)


def star_colouring(pattern: Any, most: int) -> np.ndarray:
    """Return a colour for each vertex of a graph: neighbours differ, and each path of four vertices has three colours.

    The better of the greedy colourings in the natural order and by falling degree.

    Parameters
    ----------
    pattern : csr_array
        Symmetric; the diagonal plays no part.
    most : int
        Where it takes more colours than these, each vertex gets its own.

    Returns
    -------
    ndarray of int
        Colours from 0 on.
    """
    n = pattern.shape[0]

    def greedy(order: np.ndarray) -> np.ndarray:
        colours = star_colours(pattern.indptr, pattern.indices, most, order)
        return np.arange(n) if colours is None else colours

    natural = greedy(np.arange(n))
    if natural.max(initial=0) < _PATH:
        return natural
    largest_first = greedy(np.argsort(-np.diff(pattern.indptr), kind="stable"))
    return min(natural, largest_first, key=lambda colours: int(colours.max()))


_PATH = 3  # colours that a path of four vertices needs


def symmetric_places(pattern: Any, colours: np.ndarray) -> np.ndarray:
    """Return where the nonzeros of a symmetric matrix are among its columns added up by the colours of a star
    colouring.

    The nonzero at (i, j) is alone of its colour in row i, or its mirror image is in row j. Both take the same one of
    these places, so the matrix comes out symmetric to the bit.

    Returns
    -------
    ndarray of int
        For each nonzero its place in the sums of shape (colours, n), in C order.
    """
    n = pattern.shape[0]
    count = int(colours.max(initial=-1)) + 1
    rows, columns = np.repeat(np.arange(n), np.diff(pattern.indptr)), pattern.indices.astype(np.intp)
    alone = np.bincount(rows * count + colours[columns], minlength=n * count) == 1
    low, high = np.minimum(rows, columns), np.maximum(rows, columns)
    return np.where(alone[low * count + colours[high]], colours[high] * n + low, colours[low] * n + high)
