"""`at` and `reduceat` of ufuncs, at indices that are data in a trace.

Neither how often a position is named nor how long a segment is decides what is recorded. An associative function is
taken of all elements of one position, or of one segment, in log2(n) steps: which elements belong together is data.

Tests: tests/replay/test_random_indices.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.ops import shape_ops
from tapegrad.ops.decisions import argsort
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.gather_scatter import Spot, gather, put
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import reshape_op

Function = Callable[..., Any]


def _lines(mask: AnyArray, rows: Any) -> AnyArray:
    """Return truth values for rows, which broadcast to their elements."""
    return reshape_op(mask, shape=(*mask.shape, *(1,) * (len(rows.shape) - 1)))


def changed(spot: Spot, view: Any, function: Function, joined: Function | None, values: Sequence[Any]) -> Any:
    """Return a view whose elements at some positions were replaced by a function of them and of values, as often as
    they are named.

    Parameters
    ----------
    joined : callable, optional
        What several values at one position are made one by, where that gives the same.
    """
    rows = spot.rearranged(view)
    count, m = rows.shape[0], math.prod(spot.index.shape)
    places = reshape_op(spot.index, shape=(m,))
    places = where(places < 0, places + count, places)
    order = argsort(places, stable=True)
    places = places[order]
    operands = [reshape_op(spot.values(v), shape=(m, *spot.rest))[order] for v in values]
    if joined is not None:
        (v,), step = operands, 1
        while step < m:  # each takes in as many before it that are named alike as it has done before
            same = _lines(places[step:] == places[:-step], v)
            v = shape_ops.concatenate([v[:step], where(same, joined(v[:-step], v[step:]), v[step:])])
            step *= 2
        return spot.put_back(put(rows, places, function(gather(rows, places), v)))  # the last one has all
    times = np.arange(m) - np.searchsorted(places, places)  # how often it was named before
    rounds = 1
    while not bool((times < rounds).all()):
        rounds *= 2
    rows = shape_ops.concatenate([rows, np.ones((1, *rows.shape[1:]), rows.dtype)])  # and one that nothing reads
    for k in range(rounds):
        now = where(times == k, places, count)
        rows = put(rows, now, function(gather(rows, now), *operands))
    return spot.put_back(rows[:count])


def reduced(function: Function, parts: Any, starts: Any) -> Any:
    """Return a function of each segment of rows, from one start to before the next, or to the end; of the row at the
    start where that is not behind it.
    """
    n = parts.shape[0]
    ends = shape_ops.concatenate([starts[1:], np.array([n])])
    length = np.where(starts < ends, ends - starts, 1)
    level, size, begun = parts, 1, np.zeros(starts.shape, bool)
    result = gather(parts, starts)
    while size <= n:  # level[i] is the function of rows i to i + size
        odd = (length // size) % 2 == 1
        chunk = gather(level, where(odd, starts, 0))
        both = where(_lines(odd, chunk), function(result, chunk), result)
        result = where(_lines(odd & ~begun, chunk), chunk, both)
        starts, begun = where(odd, starts + size, starts), begun | odd
        if 2 * size <= n:
            level = function(level[:-size], level[size:])
        size *= 2
    return result
