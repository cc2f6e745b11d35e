"""Graph colouring of sparsity patterns: groups columns that one sweep can tell apart.

Columns that share no row can be added up and still be read from the sum (Curtis, Powell and Reid, On the estimation
of sparse Jacobian matrices, J. Inst. Maths Applics 13, 1974). To find few such groups is to colour a graph of the
columns, in which those that share a row are neighbours (Coleman and Moré, Estimation of sparse Jacobian matrices and
graph coloring problems, SIAM J. Numer. Anal. 20, 1983). For a symmetric matrix the graph of its own pattern is
coloured so that each pair of neighbours can be told apart in one of their two rows: a star colouring (Coleman and
Moré, Estimation of sparse Hessian matrices and graph coloring problems, Math. Program. 28, 1984). The least number of
colours is NP-hard to find; the greedy algorithms are those of the survey of Gebremedhin, Manne and Pothen, What color
is your Jacobian? Graph coloring for computing derivatives, SIAM Review 47, 2005, with sets of colours as the bits of
an integer.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
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
    natural = _apart(by_column, bound, np.arange(n))
    count = int(natural.max()) + 1
    if count <= max(bound, 1):
        return natural
    colourings = [natural]
    period = _period(pattern, bound, count) if bound <= _WIDE else count
    if period < count:
        colourings.append(np.arange(n) % period)
    if period > bound:
        order = np.argsort(-(by_column.T @ lengths), kind="stable")
        colourings.append(_apart(by_column, bound, order))
    return min(colourings, key=lambda colours: int(colours.max()))


def _apart(by_column: Any, widest: int, order: np.ndarray) -> np.ndarray:
    """Give each column, in this order, the first colour that no other column has in its rows."""
    height = by_column.shape[0]
    fast = apart(by_column.indptr, by_column.indices, height, widest, order)
    return columns_apart(_lists(by_column), height, order.tolist()) if fast is None else fast


def columns_apart(rows: list[list[int]], height: int, order: Iterable[int]) -> np.ndarray:
    """Do what `_apart` does in Python, for any number of colours."""
    used = [0] * height
    colours = [0] * len(rows)
    for j in order:
        taken = 0
        for i in rows[j]:
            taken |= used[i]
        bit = ~taken & (taken + 1)  # the lowest that is free
        for i in rows[j]:
            used[i] |= bit
        colours[j] = bit.bit_length() - 1
    return np.array(colours, np.intp)


def _period(pattern: Any, first: int, stop: int) -> int:
    """Return the least period from `first` on such that no two columns of a row are whole periods apart; at most
    `stop`."""
    columns, rows = pattern.indices, np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))
    met = np.zeros(pattern.shape[1], np.bool_)
    for k in range(1, first):
        met[(columns[k:] - columns[:-k])[rows[k:] == rows[:-k]]] = True
    gaps = np.flatnonzero(met)
    return next((p for p in range(first, stop) if (gaps % p).all()), stop)


def star_colouring(pattern: Any) -> np.ndarray:
    """Return a colour for each vertex of a graph: neighbours differ, and each path of four vertices has three colours.

    The better of the greedy colourings in the natural order and by falling degree.

    Parameters
    ----------
    pattern : csr_array
        Symmetric; the diagonal plays no part.

    Returns
    -------
    ndarray of int
        Colours from 0 on.
    """
    natural = _stars(pattern, np.arange(pattern.shape[0]))
    if natural.max(initial=0) < _PATH:
        return natural
    largest_first = _stars(pattern, np.argsort(-np.diff(pattern.indptr), kind="stable"))
    return min(natural, largest_first, key=lambda colours: int(colours.max()))


_PATH = 3  # colours that a path of four vertices needs


def _stars(pattern: Any, order: np.ndarray) -> np.ndarray:
    """Give each vertex, in this order, the first colour that leaves no path of four vertices with two colours."""
    fast = star_colours(pattern.indptr, pattern.indices, order)
    if fast is not None:
        return fast
    return stars([[w for w in line if w != v] for v, line in enumerate(_lists(pattern))], order.tolist())


def stars(neighbours: list[list[int]], order: Iterable[int]) -> np.ndarray:
    """Do what `_stars` does in Python, for any number of colours."""
    n = len(neighbours)
    bits = [0] * n  # 0: not yet coloured
    once = [0] * n  # colours of the neighbours
    twice = [0] * n  # colours that several neighbours have
    hubs = [0] * n  # colours of those neighbours that have another neighbour of this vertex's colour
    for v in order:
        taken, several = once[v], twice[v]
        for w in neighbours[v]:
            if bits[w]:
                taken |= hubs[w]
                if bits[w] & several:
                    taken |= once[w]
        bit = bits[v] = ~taken & (taken + 1)
        for w in neighbours[v]:
            colour = bits[w]
            if colour & several:
                hubs[w] |= bit
            if not once[w] & bit:
                once[w] |= bit
            elif twice[w] & bit:
                hubs[v] |= colour
            else:
                twice[w] |= bit
                if colour:
                    for u in neighbours[w]:
                        if bits[u] == bit:
                            hubs[u] |= colour
    return np.array([bit.bit_length() - 1 for bit in bits], np.intp)


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


def _lists(matrix: Any) -> list[list[int]]:
    """Return the indices of each line of a compressed matrix."""
    indices, ends = matrix.indices.tolist(), matrix.indptr.tolist()
    return [indices[a:b] for a, b in pairwise(ends)]
