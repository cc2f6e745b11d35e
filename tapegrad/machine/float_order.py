"""Sorting and selection of floats, as words of integers in the same order.

Tests: tests/ops/test_numpy_functions.py
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tapegrad.machine import pool

_BLOCK = 8192  # elements that stay in the cache
_FEW = 2000  # elements of a line that are ordered as soon without being packed
_STRETCHES = 4  # of ranks that lie side by side: more are found as soon by ordering all elements


def in_order(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return elements as `stable_order` has them; NumPy's sort knows no order of -0.0 and 0.0."""
    values = np.sort(x, axis)
    zeros = values == 0.0
    if zeros.any() and np.signbit(values[zeros]).any():
        return np.take_along_axis(x, stable_order(x, axis), axis)
    return values


def stable_order(keys: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the indices that sort along an axis; equal elements stay in order, and NaN come last.

    NumPy sorts words by vector instructions, which its stable `argsort` cannot. So each float becomes a word of the
    same order, whose low bits make room for its position: sorted words have the positions in them. What differs in
    these bits alone may come out in the wrong order: NumPy's stable sort mends it, fast on what is nearly in order.
    """
    if not keys.ndim or keys.shape[axis] < _FEW or keys.dtype not in (np.float64, np.float32):
        return np.argsort(keys, axis=axis, kind="stable")
    lines = np.ascontiguousarray(np.moveaxis(keys, axis, -1))
    order = pool.empty(lines.shape, np.dtype(np.int64))
    for place in np.ndindex(lines.shape[:-1]):
        line, words = lines[place], order[place]
        if np.isnan(line.max()):
            line = np.where(np.isnan(line), np.nan, line)  # of one sign
        if not _by_words(line, words):
            words[:] = words[np.argsort(line[words], kind="stable")]
    return np.moveaxis(order, -1, axis)


def _by_words(line: np.ndarray, words: np.ndarray) -> bool:
    """Write the order of a vector, block by block so that only `words` takes memory; tell whether it is right."""
    n, size = len(line), 8 * line.itemsize
    room = (n - 1).bit_length()
    for start in range(0, n, _BLOCK):
        bits = (line[start : start + _BLOCK] + line.dtype.type(0.0)).view(f"i{line.itemsize}")  # -0.0 becomes 0.0
        bits ^= (bits >> (size - 1)) & np.iinfo(bits.dtype).max  # negative ones the other way round
        block = bits.astype(np.int64, copy=False) << (64 - size if room <= 64 - size else 0)
        block &= -1 << room
        block |= np.arange(start, start + len(block))
        words[start : start + _BLOCK] = block
    words.sort()
    words &= (1 << room) - 1
    for start in range(0, n, _BLOCK):
        sorted_block = line[words[start : start + _BLOCK + 1]]
        if (sorted_block[1:] < sorted_block[:-1]).any():
            return False
    return True


def ranked(keys: np.ndarray, ranks: tuple[int, ...], axis: int = 0) -> np.ndarray:
    """Return the indices of what comes at some places of the order along an axis; those of a NaN where there is one."""
    lines = keys if keys.ndim == 1 else np.moveaxis(keys, axis, -1)
    if lines.shape[-1] < _FEW:
        order = np.argsort(lines, axis=-1, kind="stable")
        indices = order.take(ranks, -1)
        if np.isnan(lines.max(initial=-np.inf)):
            last = order[..., -1:]
            indices = np.where(np.isnan(np.take_along_axis(lines, last, -1)), last, indices)
    else:
        indices = np.empty((*lines.shape[:-1], len(ranks)), np.int64)
        for place in np.ndindex(lines.shape[:-1]):
            indices[place] = _ranked(np.ascontiguousarray(lines[place]), ranks)
    return indices if keys.ndim == 1 else np.moveaxis(indices, -1, axis)


def _ranked(line: np.ndarray, ranks: tuple[int, ...]) -> np.ndarray:
    worst = int(line.argmax())
    if np.isnan(line[worst]):
        return np.full(len(ranks), worst)
    distinct = sorted(set(ranks))
    if sum(rank - 1 not in distinct for rank in distinct) <= _STRETCHES:
        places = dict(zip(distinct, _selected(line, distinct), strict=True))
        if all(np.count_nonzero(line == line[place]) == 1 for place in places.values()):
            return np.array([places[rank] for rank in ranks])
    return stable_order(line)[list(ranks)]  # of equal elements selection finds any


def _selected(line: np.ndarray, ranks: list[int]) -> Iterator[int]:
    """Find by selection what comes at ascending places of the order: next to one found, it is the least of the rest."""
    parted, above = line, -1
    for rank in ranks:
        if rank == above:
            rest = parted[rank:]
            least = rank + int(line[rest].argmin())
            parted[[rank, least]] = parted[[least, rank]]
        else:
            parted = np.argpartition(line, rank)
        above = rank + 1
        yield int(parted[rank])
