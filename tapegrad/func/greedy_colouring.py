"""Greedy colourings by machine code: each vertex gets the first colour that is free.

Invariant: the colours are those of `tapegrad.func.colouring` in Python, which does what takes more colours than words
hold.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from tapegrad.func import colouring_kernels
from tapegrad.machine.cache import engine

_WORDS = 64  # of a set of colours, at most
_MEMORY = 1 << 25  # words for the sets of all rows, at most


_FUNCTIONS = {"columns_apart": colouring_kernels.columns_apart, "stars": colouring_kernels.stars}


@cache
def _function(name: str) -> Callable[..., int]:
    def text() -> str:
        from tapegrad.machine import translate  # here, since most processes find machine code on disk

        return translate.text_of({f"colouring_{key}": function for key, function in _FUNCTIONS.items()})

    if not engine().address(f"colouring_{name}"):
        engine().load("colouring", text, Path(colouring_kernels.__file__).read_text(encoding="utf-8"))
    function = _FUNCTIONS[name]
    count = function.__code__.co_argcount
    return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)(engine().address(f"colouring_{name}"))


def apart(starts: np.ndarray, rows: np.ndarray, height: int, widest: int, order: np.ndarray) -> np.ndarray | None:
    """Return a colour for each column, whose rows are given; None if it takes more colours than words hold.

    Parameters
    ----------
    starts, rows : ndarray of int64
        As in compressed columns.
    height : int
        How many rows there are.
    widest : int
        How many columns a row has at most.
    order : ndarray of int64
        In which columns get their colours.
    """
    words = min(_WORDS, 1 + 2 * widest // 64)
    if height * words > _MEMORY:
        return None
    used = np.zeros(height * words, np.int64)
    colours, bits = np.zeros(order.size, np.int64), np.ones(order.size, np.int64)
    arrays = [np.ascontiguousarray(a, np.int64) for a in (starts, rows, order)]
    status = _function("columns_apart")(
        *[a.ctypes.data for a in arrays], order.size, used.ctypes.data, words, colours.ctypes.data, bits.ctypes.data
    )
    return None if status else 64 * colours + _numbers(bits)


def star_colours(starts: np.ndarray, near: np.ndarray, order: np.ndarray) -> np.ndarray | None:
    """Return a star colouring of a graph, whose neighbours are given as in compressed rows; None if it takes more than
    64 colours.
    """
    states = np.zeros((4, order.size), np.int64)
    arrays = [np.ascontiguousarray(a, np.int64) for a in (starts, near, order)]
    status = _function("stars")(*[a.ctypes.data for a in arrays], order.size, *[s.ctypes.data for s in states])
    return None if status else _numbers(states[3])


def _numbers(bits: np.ndarray) -> np.ndarray:
    """Return the numbers of single bits."""
    return np.log2(np.maximum(bits.view(np.uint64), 1).astype(np.float64)).astype(np.intp)
