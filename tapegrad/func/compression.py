"""Compressed Jacobians: computes a dense Jacobian by few sweeps, if its pattern has a colouring.

Of a map that is elementwise, or goes row by row, or couples neighbours alone, one sweep finds many columns of the
Jacobian: `tapegrad.func.sparse_jacobian` does so for those who ask for it, and a recording that will be replayed does
by itself. The numbers are those of one sweep for each column, and all others are zeros.

Tests: tests/func/test_compression.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.func import sparsity
from tapegrad.func.colouring import column_colouring
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.passes.scans import scans_of
from tapegrad.record.trace import Trace
from tapegrad.tensor.batching import mapped
from tapegrad.tensor.tensor import Tensor, from_array

_INSTRUCTIONS = 400  # that are looked at, at most
_NONZEROS = 200_000  # that are coloured, at most
_FEWER = 4  # times as many sweeps would be needed without


class Compression:
    """Few sweeps that find blocks of a Jacobian.

    Attributes
    ----------
    colours : ndarray of int
        For each element that is seeded the number of its sweep.
    places : list of pairs of ndarray
        The nonzeros of each block: which elements of a sweep's result, and which that are seeded.
    by_row : bool
        Whether outputs are seeded, in sweeps back, and no arguments.
    """

    def __init__(self, patterns: Sequence[Any], colours: np.ndarray, by_row: bool) -> None:
        self.colours, self.by_row = colours, by_row
        self.places = [
            (p.row.astype(np.intp), p.col.astype(np.intp)) for p in [pattern.tocoo() for pattern in patterns]
        ]

    def swept(self, f: Callable[[Tensor], list[Tensor]], seeded: Tensor) -> list[Tensor]:
        """Return the results of a function of one direction, for the sum of the unit vectors of each colour."""
        count = int(self.colours.max()) + 1
        if count == 1:
            return f(from_array(np.ones(seeded.shape, seeded.dtype)))
        seeds = np.zeros((count, seeded.size), seeded.dtype)
        seeds[self.colours, np.arange(seeded.size)] = 1.0
        return mapped(f, [from_array(seeds.reshape(count, *seeded.shape))], [True])

    def block(self, k: int, sums: Tensor, seeded: Tensor, result: Tensor, symmetric: bool) -> Tensor:
        """Return a block of the Jacobian.

        Parameters
        ----------
        k : int
            Its number.
        sums : Tensor
            What was swept.
        seeded, result : Tensor
            What the seeds were of, and what a sweep's result is the adjoint or the tangent of.
        symmetric : bool
            Whether the upper triangle is that below the diagonal.
        """
        elements, seeds = self.places[k]
        if symmetric:
            lower = elements >= seeds
            elements, seeds = elements[lower], seeds[lower]
        sources = self.colours[seeds] * result.size + elements
        if symmetric:
            above = elements > seeds
            elements, seeds = np.append(elements, seeds[above]), np.append(seeds, elements[above])
            sources = np.append(sources, sources[above])
        across, down = (result, seeded) if self.by_row else (seeded, result)
        targets = seeds * result.size + elements if self.by_row else elements * seeded.size + seeds
        values = getitem_op(reshape_op(sums, shape=(sums.size,)), index=(_evenly(sources),))
        flat = scatter_add(values, shape=(seeded.size * result.size,), index=(_evenly(targets),))
        return reshape_op(flat, shape=(*down.shape, *across.shape))


def compression(trace: Trace, starts: Sequence[Tensor], ends: Sequence[Tensor], by_row: bool) -> Compression | None:
    """Return the few sweeps that find the Jacobian of some values of a recording by others; None if it takes many.

    Either there is one start, which is seeded, or one end.
    """
    seeded, results = (ends, starts) if by_row else (starts, ends)
    n, size = seeded[0].size, sum(t.size for t in results)
    if any(t.dtype.kind != "f" or t._family.run is not trace.run for t in (*starts, *ends)):
        return None
    simplified = trace.simplified([x._i for x in starts], [y._i for y in ends])
    program, place = simplified.program, simplified.place
    stop = 1 + max(place[y._i] for y in ends)
    first = min(place[x._i] for x in starts)
    if stop - first > _INSTRUCTIONS or any(first <= slot < stop for slot in scans_of(program)):
        return None
    if any(form.dtype.kind == "c" for form in {*program.forms[:stop]}):
        return None
    limit = min(n * max(n, size) // _FEWER, _NONZEROS)
    widest = None if by_row else n // _FEWER
    try:
        patterns = [
            sparsity.pattern_between(program, place[x._i], place[y._i], "jacobian", limit, widest)
            for x in starts
            for y in ends
        ]
    except sparsity.TooDense:
        return None
    patterns = [p.T.tocsr() if by_row else p for p in patterns]
    most = n // _FEWER
    colours = column_colouring(sparsity.stacked(patterns), most)
    return Compression(patterns, colours, by_row) if colours.max() < most else None


def _evenly(places: np.ndarray) -> slice[Any, Any, Any] | np.ndarray:
    """Return places as a slice, if they are one."""
    step = int(places[1] - places[0]) if places.size > 1 else 1
    first = int(places[0]) if places.size else 0
    if step > 0 and np.array_equal(places, np.arange(places.size) * step + first):
        return slice(first, first + (places.size - 1) * step + 1 if places.size else first, step)
    return places
