"""Where values come from: reads, transposes and the like are followed to the array that holds the elements."""

from __future__ import annotations

from typing import Any

from tapegrad.codegen.rolls import view
from tapegrad.machine.places import Place, contiguous
from tapegrad.ops.kinds.move import moved
from tapegrad.tape.program import Program, static_key


class Places:
    """The places of a program's values, found when asked for."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self._known: dict[int, Place] = {}
        self._moved: dict[Any, Place | None] = {}
        ops = {id(op): op for op in program.ops if op is not None}
        self._moving = {key for key, op in ops.items() if op is view or (op.kind.moves and not op.variadic)}

    def is_view(self, slot: int) -> bool:
        """Tell whether a value's elements lie in another array, at strides."""
        return id(self.p.ops[slot]) in self._moving and self.where(slot).base != slot

    def where(self, slot: int) -> Place:
        """Find where a value lies: in the array of its own, or in that of what it is a view of."""
        known = self._known.get(slot)
        if known is None:
            shape = self.p.forms[slot].shape
            known = self._known[slot] = self._found(slot) or Place(slot, shape, 0, contiguous(shape))
        return known

    def _found(self, slot: int) -> Place | None:
        p = self.p
        op, static, shape = p.ops[slot], p.statics[slot], p.forms[slot].shape
        if op is view:
            (x,) = p.operands[slot]
            return Place(x, shape, static["offset"], static["strides"]) if p.forms[x].size != 1 else None
        if id(op) not in self._moving or len(p.operands[slot]) != 1 or not p.forms[slot].size:
            return None
        source = self.where(p.operands[slot][0])
        key = id(op), static_key(static), source.shape, source.strides
        if key not in self._moved:
            self._moved[key] = moved(op.forward, static, Place(-1, source.shape, 0, source.strides), shape)
        found = self._moved[key]
        if found is None or found.table is not None:
            return None
        return Place(source.base, shape, source.offset + found.offset, found.strides)
