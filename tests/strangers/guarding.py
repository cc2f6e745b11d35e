"""Memory in which a read or write too far is seen: arrays beside pages that nobody may touch, and bytes that change.

`place` puts an array directly before such a page, or behind one: what reads or writes beyond it ends the process.
`stained` fills what the C library and NumPy hand out next, so that what is read there without being written differs
between two runs.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

_PAGE = mmap.PAGESIZE
_ROOM = 80 * _PAGE
_libc = ctypes.CDLL(None, use_errno=True)
_PERTURB = -6  # M_PERTURB of mallopt
STAINS = (0x55, 0xAE)  # as float64: 1.2e103 and -1.5e-84


class Arena:
    """Pages between two that nobody may touch."""

    def __init__(self) -> None:
        self._map = mmap.mmap(-1, _ROOM + 2 * _PAGE)
        self._start = ctypes.addressof(ctypes.c_char.from_buffer(self._map)) + _PAGE
        for guard in (self._start - _PAGE, self._start + _ROOM):
            if _libc.mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(_PAGE), 0):
                raise OSError(ctypes.get_errno(), "mprotect")

    def place(self, shape: tuple[int, ...], dtype: Any, last: bool, stain: int = 0) -> np.ndarray:
        """Return an array that ends where the pages do, or begins there; its bytes and all others are the stain."""
        dtype = np.dtype(dtype)
        size = int(np.prod(shape, dtype=int)) * dtype.itemsize
        assert size <= _ROOM, "cells are small"
        np.frombuffer(self._map, np.uint8, _ROOM, _PAGE)[...] = stain
        return np.frombuffer(self._map, dtype, size // dtype.itemsize, _PAGE + (_ROOM - size if last else 0)).reshape(
            shape
        )

    def aligned(self, count: int, stain: int) -> np.ndarray:
        """Return so many bytes that begin at a multiple of 64, as near to the end as that allows."""
        return self.place((count + -count % 64,), np.uint8, True, stain)[:count]


@contextmanager
def stained(stain: int) -> Iterator[None]:
    """Let new memory hold a stain: what `malloc` gives, and what NumPy and the pool keep."""
    _libc.mallopt(_PERTURB, stain)
    for size in (8, 16, 32, 48, 72, 96, 128, 200, 256, 400, 800):
        blocks = [np.empty(size, np.uint8) for _ in range(5)]
        for block in blocks:
            block.fill(stain)
        del blocks, block
    try:
        yield
    finally:
        _libc.mallopt(_PERTURB, 0)
