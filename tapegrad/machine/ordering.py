"""The order of floats, by sorting words."""

from __future__ import annotations

import numpy as np

_BLOCK = 8192  # elements that stay in the cache
_FEW = 2000  # elements of a line that are ordered as soon without being packed


def stable_order(keys: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the indices that sort along an axis; equal elements stay in order.

    NumPy sorts words by vector instructions, which its stable `argsort` cannot. So each float becomes a word of the
    same order, whose low bits make room for its position: sorted words have the positions in them. What differs in
    these bits alone may come out in the wrong order, which is seen and done anew.
    """
    if not keys.ndim or keys.shape[axis] < _FEW or keys.dtype not in (np.float64, np.float32):
        return np.argsort(keys, axis=axis, kind="stable")
    lines = np.ascontiguousarray(np.moveaxis(keys, axis, -1))
    order = np.empty(lines.shape, np.int64)
    for place in np.ndindex(lines.shape[:-1]):
        if not _by_words(lines[place], order[place]):
            order[place] = np.argsort(lines[place], kind="stable")
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
        found = line[words[start : start + _BLOCK + 1]]
        if not (found[:-1] <= found[1:]).all():
            return False
    return True
