"""Greedy colourings as machine code: each vertex gets the first colour that is free.

Written in the language of `tapegrad.machine.translate`, and compiled once on a machine. Sets of colours are the bits of
64-bit words.

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

from tapegrad.machine.cache import engine
from tapegrad.machine.memory import compiled, load, store

_WORDS = 64  # of a set of colours, at most
_MEMORY = 1 << 25  # words for the sets of all rows, at most


@compiled
def columns_apart(starts, rows, order, count, used, words, colours, bits):
    """Give each column, in this order, the first colour that no other column has in its rows: the number of a word, and
    a bit of it. Returns 1 if words do not suffice.
    """
    for k in range(count):
        column = load(order, k)
        first = load(starts, column)
        stop = load(starts, column + 1)
        word = 0
        bit = 0
        while bit == 0:
            if word == words:
                return 1
            taken = 0
            for e in range(first, stop):
                taken = taken | load(used, load(rows, e) * words + word)
            bit = (taken + 1) & (-1 - taken)
            word = word + 1
        for e in range(first, stop):
            at = load(rows, e) * words + word - 1
            store(used, at, load(used, at) | bit)
        store(colours, column, word - 1)
        store(bits, column, bit)
    return 0


@compiled
def stars(starts, near, order, count, once, twice, hubs, bits):
    """Give each vertex, in this order, the first colour that leaves no path of four vertices with two colours, as a
    bit. Returns 1 if a word does not suffice.

    By vertex: `once` and `twice` have the colours of its neighbours, and those that several of them have; `hubs` those
    of neighbours that have another neighbour of this vertex's colour.
    """
    for k in range(count):
        v = load(order, k)
        first = load(starts, v)
        stop = load(starts, v + 1)
        taken = load(once, v)
        several = load(twice, v)
        for e in range(first, stop):
            w = load(near, e)
            if w != v:
                colour = load(bits, w)
                if colour != 0:
                    taken = taken | load(hubs, w)
                    if colour & several:
                        taken = taken | load(once, w)
        bit = (taken + 1) & (-1 - taken)
        if bit == 0:
            return 1
        store(bits, v, bit)
        for e in range(first, stop):
            w = load(near, e)
            if w != v:
                colour = load(bits, w)
                if colour & several:
                    store(hubs, w, load(hubs, w) | bit)
                seen = load(once, w)
                if not seen & bit:
                    store(once, w, seen | bit)
                elif load(twice, w) & bit:
                    store(hubs, v, load(hubs, v) | colour)
                else:
                    store(twice, w, load(twice, w) | bit)
                    if colour != 0:
                        begin = load(starts, w)
                        end = load(starts, w + 1)
                        for other in range(begin, end):
                            u = load(near, other)
                            if u != w and load(bits, u) == bit:
                                store(hubs, u, load(hubs, u) | colour)
    return 0


_FUNCTIONS = {"columns_apart": columns_apart, "stars": stars}


@cache
def _function(name: str) -> Callable[..., int]:
    def text() -> str:
        from tapegrad.machine import translate  # here, since most processes find machine code on disk

        return translate.text_of({f"colouring_{key}": function for key, function in _FUNCTIONS.items()})

    if not engine().address(f"colouring_{name}"):
        engine().load("colouring", text, Path(__file__).read_text(encoding="utf-8"))
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
