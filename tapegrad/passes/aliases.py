"""Alias analysis: finds for each view (slice, transpose, reshape) the array that holds its elements, and its strides.

Tests: tests/passes/test_fuse_scatter_adds.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.codegen.rolled_loops import view
from tapegrad.ir.program import Program, static_key
from tapegrad.machine.places import Place, Shape, contiguous


class Places:
    """The places of a program's values.

    Attributes
    ----------
    base, offset : ndarray
        By slot, whose array its elements lie in, and which of that is the first.
    layout : ndarray
        By slot, the number of its shape and strides among `layouts`.
    """

    def __init__(self, program: Program) -> None:
        self.p = program
        self.base, self.offset = np.arange(len(program)), np.zeros(len(program), np.int64)
        self.layouts: list[tuple[Shape, Shape]] = []
        self._numbers: dict[tuple[Shape, Shape], int] = {}
        numbers = {form: self._number(form.shape, contiguous(form.shape)) for form in {*program.forms}}
        self.layout = np.array([*map(numbers.__getitem__, program.forms)], np.int64)
        self._moved: dict[Any, Place | None] = {}
        self._movers = {op: mover for op in {*program.ops} - {None} if (mover := op.kind.mover(op)) is not None}
        for slot in [slot for slot, op in enumerate(program.ops) if op is view or op in self._movers]:
            place = self._place_of(slot)
            if place is not None:
                self.base[slot], self.offset[slot] = place.base, place.offset
                self.layout[slot] = self._number(place.shape, place.strides)

    def is_view(self, slots: Any) -> Any:
        """Tell whether a value's elements, or those of each of some, lie in another array, at strides."""
        return self.base[slots] != slots

    def where(self, slot: int) -> Place:
        """Find where a value lies: in the array of its own, or in that of what it is a view of."""
        shape, strides = self.layouts[self.layout[slot]]
        return Place(int(self.base[slot]), shape, int(self.offset[slot]), strides)

    def _number(self, shape: Shape, strides: Shape) -> int:
        number = self._numbers.setdefault((shape, strides), len(self.layouts))
        if number == len(self.layouts):
            self.layouts.append((shape, strides))
        return number

    def _place_of(self, slot: int) -> Place | None:
        p = self.p
        op, static, shape = p.ops[slot], p.statics[slot], p.forms[slot].shape
        if op is view:
            (x,) = p.operands[slot]
            return Place(x, shape, static["offset"], static["strides"]) if p.forms[x].size != 1 else None
        if len(p.operands[slot]) != 1 or not p.forms[slot].size:
            return None
        source = self.where(p.operands[slot][0])
        key = id(op), static_key(static), source.shape, source.strides
        if key not in self._moved:
            self._moved[key] = self._movers[op](static, Place(-1, source.shape, 0, source.strides), shape)
        place = self._moved[key]
        if place is None or place.table is not None:
            return None
        return Place(source.base, shape, source.offset + place.offset, place.strides)
