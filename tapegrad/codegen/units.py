"""Cutting a program into units: what is done in one loop, and where each value lies.

A **unit** is a stretch of machine code: a lane region over one iteration shape, a stretch of scalars, or one array
instruction. An instruction joins the first unit of its shape that comes after all it needs, so a reverse sweep falls
into the loops of the forward sweep wherever the order of the operations allows it, and what is read only within its
loop is never stored.

A **place** is where the elements of an array lie: a buffer, an offset and strides. Ops that only move elements
(reshape, transpose, slices, broadcasting) have places and no code; an index that is no slice becomes a table of
offsets.

Invariant: the units are in an order in which every value is computed before the unit that reads it, or in the same
loop before its use.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

from tapegrad.machine.places import Place, Shape, contiguous, squeezed

MAX_LINES = 2500  # of one loop's body as LLVM text, roughly: compilation slows down beyond


@dataclass
class Unit:
    """One stretch of machine code: `kind` is 'lanes', 'scalars' or 'call'."""

    kind: str
    shape: Shape
    members: list[int] = field(default_factory=list)
    lines: int = 0


class Plan:
    """Units and places of a program.

    Attributes
    ----------
    units : list of Unit
    unit_of : list of int
        The unit that computes a slot; -1 for leaves, and for ops that have a place only, the unit of their base.
    alias : list of int
        The slot with the same elements in the same order, within a loop.
    stored : set of int
        Slots that have a buffer.
    places : dict
        Places of slots that are no buffer of their own.
    loads : dict
        Where scalars are read from an array.
    """

    def __init__(self, program: Any) -> None:
        self.program = p = program
        n = len(p)
        self.units: list[Unit] = []
        self.unit_of = [-1] * n
        self.alias = list(range(n))
        self.stored: set[int] = set()
        self.places: dict[int, Place] = {}
        self.loads: dict[int, Place] = {}
        self._by_key: dict[Any, list[int]] = {}
        for slot, op in enumerate(p.ops):
            if op is not None:
                op.kind.plan(self, slot)
        for slot in p.outputs:
            self.read(slot)

    def lanes(self, slot: int) -> bool:
        return self.program.forms[slot].size != 1

    # -------------------------------------------------------------------------------------------- reading

    def read(self, slot: int) -> int:
        """Make a value readable from another unit; returns the first unit that may read it."""
        root = self.alias[slot]
        place = self.places.get(root)
        if place is not None:
            base = place.base
            if self.lanes(base):
                self._store(base)
            return self.unit_of[base] + 1
        if self.lanes(root):
            self._store(root)
        return self.unit_of[root] + 1

    def _store(self, slot: int) -> None:
        if self.program.ops[slot] is not None:
            self.stored.add(slot)

    def place(self, slot: int) -> Place:
        """Return where the elements of a readable slot lie."""
        root = self.alias[slot]
        shape = self.program.forms[slot].shape
        known = self.places.get(root)
        if known is None:
            return Place(root, shape, 0, contiguous(shape))
        if known.shape != shape:  # the same elements in a shape with other dimensions of length 1
            return known.reshaped(shape)
        return known

    # -------------------------------------------------------------------------------------------- joining

    def _join(self, kind: str, shape: Shape, first: int, slot: int) -> int:
        """Put an instruction into the first unit of its kind from `first` on."""
        limit = MAX_LINES if kind == "lanes" else 1 << 60
        lines = self.lines(slot)
        candidates = self._by_key.setdefault((kind, shape), [])
        for k in range(bisect_left(candidates, first), len(candidates)):
            unit = self.units[candidates[k]]
            if unit.lines < limit:
                unit.members.append(slot)
                unit.lines += lines
                return candidates[k]
        self.units.append(Unit(kind, shape, [slot], lines))
        candidates.append(len(self.units) - 1)
        return candidates[-1]

    def lines(self, slot: int) -> int:
        """Count the lines of LLVM text of an instruction in a loop or a stretch of scalars."""
        op = self.program.ops[slot]
        return op.kind.lines(op)

    def join_loop(self, slot: int) -> None:
        """Do an op that works element by element in the first loop over its shape that may read its operands."""
        p = self.program
        form = p.forms[slot]
        if form.size == 1:
            self._single(slot)
            return
        key = squeezed(form.shape)
        operands = [s for s in p.operands[slot] if p.ops[s] is not None]
        first = 0
        for operand in operands:
            root = self.alias[operand]
            inside = self._joinable(root, key, operand)
            first = max(first, self.unit_of[root] if inside else self._after(operand))
        at = self.unit_of[slot] = self._join("lanes", key, first, slot)
        for operand in operands:
            if self.unit_of[self.alias[operand]] != at or not self._joinable(self.alias[operand], key, operand):
                self.read(operand)

    def _single(self, slot: int) -> None:
        """Write an elementwise op on single elements."""
        unit_of, alias, units = self.unit_of, self.alias, self.units
        first = 0
        for operand in self.program.operands[slot]:
            unit = unit_of[alias[operand]]
            if unit >= first:
                first = unit if units[unit].kind == "scalars" else unit + 1
        if units and first == len(units) - 1 and units[first].kind == "scalars":
            units[first].members.append(slot)
            units[first].lines += self.lines(slot)
            unit_of[slot] = first
        else:
            unit_of[slot] = self._join("scalars", (), first, slot)

    def _kind(self, slot: int) -> str:
        return "" if self.unit_of[slot] < 0 else self.units[self.unit_of[slot]].kind

    def _joinable(self, root: int, key: Shape, operand: int) -> bool:
        """Tell whether an operand's region may also be that of its reader."""
        p = self.program
        if root in self.places or self._kind(root) != "lanes" or p.ops[root].kind.total:
            return False
        return self.units[self.unit_of[root]].shape == key and squeezed(p.forms[operand].shape) == key

    def _after(self, slot: int) -> int:
        """Return the first unit that may read a value from outside its own."""
        root = self.alias[slot]
        place = self.places.get(root)
        return self.unit_of[place.base if place is not None else root] + 1

    def join_sum(self, slot: int) -> None:
        """Sum all elements at the end of the loop that computes them, or of one over their shape."""
        p = self.program
        (operand,) = p.operands[slot]
        key = squeezed(p.forms[operand].shape)
        root = self.alias[operand]
        inside = self._joinable(root, key, operand)
        first = self.unit_of[root] if inside else self._after(operand)
        at = self.unit_of[slot] = self._join("lanes", key, first, slot)
        if not (inside and self.unit_of[root] == at):
            self.read(operand)

    def alone(self, slot: int) -> None:
        """Give an instruction a unit and a buffer of its own."""
        first = 0
        for operand in self.program.operands[slot]:
            first = max(first, self.read(operand))
        self.unit_of[slot] = len(self.units)
        self.units.append(Unit("call", (), [slot]))
        self.stored.add(slot)

    # -------------------------------------------------------------------------------------------- no code

    def same(self, slot: int, root: int) -> None:
        """Let a slot stand for another with the same elements in the same order."""
        self.alias[slot] = root
        self.unit_of[slot] = self.unit_of[root]

    def lies(self, slot: int, place: Place) -> None:
        """Let a slot's elements be found where they lie already."""
        self.places[slot] = place
        self.unit_of[slot] = self.unit_of[place.base]

    def load(self, slot: int, place: Place) -> None:
        """Read a scalar from an array."""
        (x,) = self.program.operands[slot]
        self.loads[slot] = place
        self.unit_of[slot] = self._join("scalars", (), self.read(x), slot)

    def base(self, slot: int) -> int:
        """Find the slot whose buffer holds a slot's elements."""
        root = self.alias[slot]
        place = self.places.get(root) or self.loads.get(root)
        return place.base if place is not None else root
