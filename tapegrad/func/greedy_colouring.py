"""Greedy colourings by machine code: each vertex gets the first colour that is free.

Sets of colours have as many words as they need: a colouring that runs out of them starts again with twice as many.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from tapegrad.func import colouring_kernels
from tapegrad.machine.cache import engine

_MEMORY = 1 << 25  # words for the sets of all rows or vertices, at most

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


def apart(
    starts: np.ndarray, rows: np.ndarray, height: int, widest: int, most: int, order: np.ndarray
) -> np.ndarray | None:
    """Return a colour for each column, whose rows are given; None if it takes more than `most` colours, or more than
    memory holds.

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
    arrays = [np.ascontiguousarray(a, np.int64) for a in (starts, rows, order)]
    colours, bits = np.zeros(order.size, np.int64), np.zeros(order.size, np.int64)
    for words in _sizes(1 + 2 * widest // 64, most, height):
        used = np.zeros(height * words, np.int64)
        if not _function("columns_apart")(
            *_addresses(*arrays), order.size, *_addresses(used), words, *_addresses(colours, bits)
        ):
            return 64 * colours + _numbers(bits)
    return None


def star_colours(starts: np.ndarray, near: np.ndarray, most: int, order: np.ndarray) -> np.ndarray | None:
    """Return a star colouring of a graph, whose neighbours are given as in compressed rows; None if it takes more than
    `most` colours, or more than memory holds.
    """
    arrays = [np.ascontiguousarray(a, np.int64) for a in (starts, near, order)]
    for words in _sizes(1, most, 3 * order.size):
        sets, (places, bits) = np.zeros((3, order.size * words), np.int64), np.zeros((2, order.size), np.int64)
        if not _function("stars")(*_addresses(*arrays), order.size, words, *_addresses(*sets, places, bits)):
            return 64 * places + _numbers(bits)
    return None


def _sizes(first: int, most: int, sets: int) -> Iterator[int]:
    """Return how many words a set may have, one size after the other."""
    words = first
    while words * sets <= _MEMORY:
        yield words
        if 64 * words >= most:
            return
        words *= 2


def _addresses(*arrays: np.ndarray) -> list[int]:
    return [a.ctypes.data for a in arrays]


def _numbers(bits: np.ndarray) -> np.ndarray:
    """Return the numbers of single bits."""
    return np.log2(np.maximum(bits.view(np.uint64), 1).astype(np.float64)).astype(np.intp)
