"""Binding: gives machine code that loads numbers as data those of another recording.

A text that was written for some sizes is the one for others, too, if code generation takes all its decisions there in
the same way. Every decision by an extent was written down (see `machine.extents`), so they are taken again for the new
sizes, without passing through code generation. What it may have looked into besides must be equal: arrays among the
static parameters, and constants other than those that code only loads.

Invariant: what is bound has the text, and the data, that would be written for its sizes.

Tests: tests/codegen/test_size_bindings.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tapegrad.codegen.varying_sizes import Constants, Marks, Outline

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import Written


class Bound(NamedTuple):
    """What machine code needs at some sizes: constants and tables, bytes of working memory, and what it costs."""

    pool: list[np.ndarray]
    work: int
    cost: int


class Binding:
    """What a text for all sizes needs to be told at other sizes.

    Parameters
    ----------
    marks : Marks
        Of the program that the text was written from.
    constants : Constants
        Its own.
    written : Written
        Its function.
    """

    def __init__(self, marks: Marks, constants: Constants, written: Written) -> None:
        self._extents, self._partition, self._outline = marks.extents, marks.partition, marks.outline
        self._seen = {slot: constants.arrays[slot] for slot in constants.seen}
        self._pool, self._work, self._cost = written.pool, written.work, written.cost

    def at(self, outline: Outline, constants: Mapping[int, np.ndarray]) -> Bound | None:
        """Return what differs for a program of the same outline; None if its text may be another one."""
        if not self._partition.holds(outline.numbers) or not _equal(self._outline.arrays, outline.arrays):
            return None
        if not _equal([*self._seen.values()], [constants[slot] for slot in self._seen]):
            return None
        values = self._extents.at(outline.numbers[self._partition.first].tolist())
        if values is None:
            return None
        pool = []
        for k, array in enumerate(self._pool):
            if k in self._pool.numbers:
                array = np.array([self._extents.value(n, values) for n in self._pool.numbers[k]], np.int64)
            else:
                arrays = [array if s < 0 else np.ascontiguousarray(constants[s]) for s in self._pool.slots[k]]
                if not _equal(arrays[:1] * (len(arrays) - 1), arrays[1:]):
                    return None
                array = arrays[0]
            pool.append(array)
        return Bound(pool, int(self._extents.value(self._work, values)), int(self._extents.value(self._cost, values)))


def _equal(some: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> bool:
    """Tell whether arrays have the same bits."""
    return all(
        a is b or (a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes())
        for a, b in zip(some, others, strict=True)
    )
