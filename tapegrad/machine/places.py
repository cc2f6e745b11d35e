"""Places: where the elements of an array lie, as a buffer, an offset and strides, or a table of offsets.

All is counted in elements, in the order of the array's dimensions, and known when code is written.

Tests: tests/trace_cache/test_machine_code.py, tests/programs/test_examples.py
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

import numpy as np

from tapegrad.machine.extents import as_data
from tapegrad.machine.lane import Lane
from tapegrad.named_tuples import NamedTuple

Shape = tuple[int, ...]


class Place(NamedTuple):
    """Elements of a buffer.

    Attributes
    ----------
    base : int
        The slot whose value the buffer holds; of one element if `strides` are all 0.
    offset : int
    strides : tuple of int
        In elements, one for each dimension of `shape`.
    table : ndarray or None
        Offsets of all elements in C order, where strides cannot say it; `offset` and `strides` are then those of the
        table.
    """

    base: int
    shape: Shape
    offset: int
    strides: Shape
    table: np.ndarray | None = None

    def reshaped(self, shape: Shape) -> Place:
        """Return the same elements in a shape with other dimensions of length 1."""
        strides = iter(s for s, n in zip(self.strides, self.shape, strict=True) if n != 1)
        return Place(self.base, shape, self.offset, tuple(0 if n == 1 else next(strides) for n in shape), self.table)

    def offsets(self) -> np.ndarray:
        """Return the offsets of all elements in the base's buffer."""
        steps = [np.arange(int(n)) * int(s) for n, s in zip(self.shape, self.strides, strict=True)]
        where = sum(np.ix_(*steps), np.full(self.shape, int(self.offset), np.int64))
        return where if self.table is None else self.table.ravel()[where]

    def straight(self) -> Place:
        """Return the same elements by strides in the place of a table, if these say where they lie."""
        if self.table is None or 0 in self.shape:
            return self
        where = self.offsets()
        first = int(where.flat[0])
        steps = [int(where.take(n > 1, d).flat[0]) - first for d, n in enumerate(self.shape)]
        first, *steps = as_data([first, *steps], (*self.shape, *self.strides))
        regular = Place(self.base, self.shape, first, tuple(steps))
        return regular if np.array_equal(regular.offsets(), where) else self


class Buffer(NamedTuple):
    """Elements in memory: a pointer and their dtype ('double', 'float' or 'i64')."""

    pointer: str
    element: str


class Strided(NamedTuple):
    """Elements that a nest of loops reads or writes: a buffer, an offset, a stride for each loop, perhaps a table.

    Where all of them are one value, that is `value`, and nothing is read.
    """

    buffer: Buffer
    offset: int
    strides: Shape
    table: Buffer | None = None
    value: Lane | None = None


def contiguous(shape: Shape) -> Shape:
    """Return the strides of an array in C order."""
    *strides, _ = accumulate(reversed(shape), mul, initial=1)
    return tuple(reversed(strides))


def squeezed(shape: Shape) -> Shape:
    """Return the shape without dimensions of length 1."""
    return tuple([n for n in shape if n != 1])


def coalesced(shape: Shape, strides: Sequence[Shape]) -> list[tuple[int, tuple[int, ...]]]:
    """Return loops over a shape with neighbours made one where all streams allow it: lengths, and strides by stream."""
    loops: list[tuple[int, tuple[int, ...]]] = []
    for n, *steps in zip(shape, *strides, strict=True):
        if n == 1:
            continue
        if loops and all(outer == n * inner for outer, inner in zip(loops[-1][1], steps, strict=True)):
            n *= loops.pop()[0]
        loops.append((n, tuple(steps)))
    return loops
