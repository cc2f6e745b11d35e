"""The loops of greedy colourings, in the language of `tapegrad.machine.translate`.

A machine compiles them once. Sets of colours are the bits of 64-bit words.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

from tapegrad.machine.memory import compiled, load, store


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
def stars(starts, near, order, count, words, once, twice, hubs, places, bits):
    """Give each vertex, in this order, the first colour that leaves no path of four vertices with two colours: the
    number of a word, and a bit of it. Returns 1 if words do not suffice.

    By vertex and word: `once` and `twice` have the colours of its neighbours, and those that several of them have;
    `hubs` those of neighbours that have another neighbour of this vertex's colour.
    """
    for k in range(count):
        v = load(order, k)
        first = load(starts, v)
        stop = load(starts, v + 1)
        word = 0
        bit = 0
        while bit == 0:
            if word == words:
                return 1
            taken = load(once, v * words + word)
            for e in range(first, stop):
                w = load(near, e)
                if w != v:
                    colour = load(bits, w)
                    if colour != 0:
                        taken = taken | load(hubs, w * words + word)
                        if colour & load(twice, v * words + load(places, w)):
                            taken = taken | load(once, w * words + word)
            bit = (taken + 1) & (-1 - taken)
            word = word + 1
        word = word - 1
        store(places, v, word)
        store(bits, v, bit)
        for e in range(first, stop):
            w = load(near, e)
            if w != v:
                colour = load(bits, w)
                at = w * words + word
                back = v * words + load(places, w)
                if colour & load(twice, back):
                    store(hubs, at, load(hubs, at) | bit)
                seen = load(once, at)
                if not seen & bit:
                    store(once, at, seen | bit)
                elif load(twice, at) & bit:
                    store(hubs, back, load(hubs, back) | colour)
                else:
                    store(twice, at, load(twice, at) | bit)
                    if colour != 0:
                        begin = load(starts, w)
                        end = load(starts, w + 1)
                        for other in range(begin, end):
                            u = load(near, other)
                            if u != w and load(bits, u) == bit and load(places, u) == word:
                                hub = u * words + load(places, w)
                                store(hubs, hub, load(hubs, hub) | colour)
    return 0
