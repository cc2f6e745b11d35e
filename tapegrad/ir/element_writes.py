"""Store-to-load forwarding: what a read of one element gives that was written there one element at a time.

An array that a loop fills is a row of versions, each with one more element. A read of an element is the value that was
written there last, or the element of the array before the first write. So a table of dynamic programming becomes the
scalars that it holds, and the versions are read by nothing.

Invariant: a row is a line of versions, each written from the one before; a second write to an older version begins
another row.

Tests: tests/ir/test_element_writes.py
"""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import Any

from tapegrad.ir.program import Program
from tapegrad.ops.indexing import getitem_op, pick, setitem_op


class _Row:
    """Versions of an array, by single elements.

    Attributes
    ----------
    base : int
        The slot of the array before the first write.
    newest : int
        The slot of the last version.
    writes : dict
        By offset, the slots of the versions that a write made, and those of the values, in their order.
    """

    __slots__ = ("base", "newest", "writes")

    def __init__(self, base: int) -> None:
        self.base = self.newest = base
        self.writes: dict[int, tuple[list[int], list[int]]] = {}


class ElementWrites:
    """The arrays of a program that were written to one element at a time."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._rows: dict[int, _Row] = {}

    def note(self, op: Any, slot: int) -> None:
        """Take in an instruction of the program, if it writes one element."""
        if op is not setitem_op:
            return
        p, static = self._program, self._program.statics[slot]
        before, value = p.operands[slot]
        offset = None if static["path"] else _offset(p.forms[slot].shape, static["index"])
        if offset is None or p.forms[value].shape:
            return
        row = self._rows.get(before)
        if row is None or row.newest != before:
            row = _Row(before)
        self._rows[slot] = row
        row.newest = slot
        versions, values = row.writes.setdefault(offset, ([], []))
        versions.append(slot)
        values.append(value)

    def read(self, op: Any, x: int, static: dict[str, Any]) -> tuple[int, int | None] | None:
        """Return the slot that has the element that an instruction reads, and the element's offset there if that is an
        array; None if nothing is known of it.
        """
        p = self._program
        if op is pick:
            offset: int | None = static["offset"]
        elif op is getitem_op and (x in self._rows or x in p.constants):
            offset = _offset(p.forms[x].shape, static["index"])
        else:
            return None
        if offset is None:
            return None
        start = x
        while (row := self._rows.get(x)) is not None:
            versions, values = row.writes.get(offset, ((), ()))
            last = bisect_right(versions, x)
            if last:
                return values[last - 1], None
            x = row.base
        return None if x == start and x not in p.constants else (x, offset)


def _offset(shape: tuple[int, ...], index: tuple[Any, ...]) -> int | None:
    """Return the offset of the one element that an index names, in C order; None if it names something else."""
    if len(index) != len(shape) or not all([part.__class__ is int for part in index]):  # noqa: C419 (a list is faster)
        return None
    offset = 0
    for n, part in zip(shape, index, strict=True):
        offset = offset * n + part % n
    return offset if math.prod(shape) else None
