"""Scheduling: cuts a program into units (loops, scalar stretches, array instructions), and decides which values are
stored.

A **unit** is a stretch of machine code: a lane region over one iteration shape, a stretch of scalars, or one array
instruction. An instruction joins the first unit of its shape that comes after all it needs, so a reverse sweep falls
into the loops of the forward sweep wherever the order of the operations allows it, and what is read only within its
loop is never stored.

A **place** is where the elements of an array lie: a buffer, an offset and strides. Ops that only move elements
(reshape, transpose, slices, broadcasting) have places and no code; an index that is no slice becomes a table of
offsets.

Invariant: the units are in an order in which every value is computed before the unit that reads it, or in the same
loop before its use.

Tests: tests/codegen/test_rematerialize.py
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.codegen.deliveries import Deliveries
from tapegrad.codegen.fuse_reductions import folded
from tapegrad.codegen.rematerialize import recompute
from tapegrad.forks import cached_property
from tapegrad.ir.program_columns import columns_of
from tapegrad.machine.places import Place, Shape, contiguous, squeezed

if TYPE_CHECKING:
    from tapegrad.ir.program import Program

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
    sums : dict
        By the slot of a sum that a loop ends in, the shape that it sums.
    targets : dict
        By slot, the operand in whose memory it may be written where nothing else reads that.
    results : dict
        The slots of the results of an instruction that has several, by number.
    deliveries : Deliveries
        What loops write where other instructions would put it.
    operands : ProgramColumns
    folds : Folds
        What reductions compute themselves; of it, what has no unit of its own has that of such a reduction.

    An instruction may be done in several loops, or in a later one than `unit_of` says (see `codegen.rematerialize`).
    """

    def __init__(self, program: Program) -> None:
        self.program = p = program
        n = len(p.ops)
        self.units: list[Unit] = []
        self.unit_of = [-1] * n
        self.alias = list(range(n))
        self.stored: set[int] = set()
        self.places: dict[int, Place] = {}
        self.loads: dict[int, Place] = {}
        self.sums: dict[int, Shape] = {}
        self.targets: dict[int, int] = {}
        self.folds = folded(p)
        self.results = p.results()
        self._by_key: dict[Any, list[int]] = {}
        self.operands = columns = columns_of(p)
        units, absent, slot = self.units, self.folds.absent, 0
        scalars = columns.of_ops(lambda op: op.kind.joins) & columns.of_forms(lambda form: form.size == 1)
        others = np.flatnonzero(~scalars & columns.of_ops(lambda _: True)).tolist()
        while slot < n:
            if scalars[slot] and not units:
                self._begin("scalars", ())
            if len(units) == 1 and units[0].kind == "scalars" and scalars[slot]:
                k = bisect_left(others, slot)  # there is no other unit yet, as in long code of scalars
                stop = others[k] if k < len(others) else n
                self._enter_all(slot + np.flatnonzero(scalars[slot:stop]))
                slot = stop
                continue
            op = p.ops[slot]
            if op is not None and slot not in absent:
                op.kind.plan(self, slot)
            slot += 1
        for slot in p.outputs:
            self.read(slot)
        recompute(self, MAX_LINES)
        self.deliveries = Deliveries(self)

    def lanes(self, slot: int) -> bool:
        return self.program.forms[slot].size != 1

    # -------------------------------------------------------------------------------------------- reading

    def read(self, slot: int) -> int:
        """Make a value readable from another unit; returns the first unit that may read it."""
        root = self.alias[slot]
        place = self.places.get(root)
        base = place.base if place is not None else root
        if self.lanes(base) and self.program.ops[base] is not None:
            self.stored.add(base)
        return self.unit_of[base] + 1

    def place(self, slot: int) -> Place:
        """Return where the elements of a readable slot lie."""
        root = self.alias[slot]
        shape = self.program.forms[slot].shape
        place = self.places.get(root)
        if place is None:
            return Place(root, shape, 0, contiguous(shape))
        if place.shape != shape:  # the same elements in a shape with other dimensions of length 1
            return place.reshaped(shape)
        return place

    # -------------------------------------------------------------------------------------------- joining

    def _join(self, kind: str, shape: Shape, first: int, slot: int) -> None:
        """Put an instruction into the first unit of its kind from `first` on."""
        limit = MAX_LINES if kind == "lanes" else 1 << 60
        candidates = self._by_key.setdefault((kind, shape), [])
        for k in range(bisect_left(candidates, first), len(candidates)):
            if self.units[candidates[k]].lines < limit:
                self._enter(slot, candidates[k])
                return
        self._begin(kind, shape)
        self._enter(slot, candidates[-1])

    def _begin(self, kind: str, shape: Shape) -> None:
        """Begin a unit that instructions join."""
        self._by_key.setdefault((kind, shape), []).append(len(self.units))
        self.units.append(Unit(kind, shape))

    def _enter(self, slot: int, number: int) -> None:
        unit = self.units[number]
        unit.members.append(slot)
        op = self.program.ops[slot]
        unit.lines += op.kind.lines(op)
        self.unit_of[slot] = number

    def _enter_all(self, slots: np.ndarray) -> None:
        """Put instructions on single elements into the only unit."""
        (unit,), columns, members = self.units, self.operands, slots.tolist()
        unit.members += members
        lines = np.array([0 if op is None else op.kind.lines(op) for op in columns.ops])
        unit.lines += int(lines[columns.op[slots]].sum())
        for slot in members:
            self.unit_of[slot] = 0

    def lines(self, slot: int) -> int:
        """Count the lines of LLVM text of an instruction in a loop or a stretch of scalars."""
        op = self.program.ops[slot]
        return op.kind.lines(op)

    def join_loop(self, slot: int, shape: Shape) -> None:
        """Do an instruction for each element of a shape, in the first loop over it that may read the operands."""
        p, shape, first = self.program, squeezed(shape), 0
        inside: dict[int, int] = {}  # operands whose loop may also be that of their reader, and the number of that
        for s in p.operands[slot]:
            root = self.alias[s]
            place = self.places.get(root)
            number = self.unit_of[root if place is None else place.base]
            if number < 0:  # a leaf
                continue
            unit = self.units[number]
            same = unit.kind == "lanes" and unit.shape == shape == squeezed(p.forms[s].shape)
            if same and place is None and root not in self.sums:
                inside[s] = number
            else:
                number += 1
            first = max(first, number)
        self._join("lanes", shape, first, slot)
        for s in p.operands[slot]:
            if p.ops[s] is not None and inside.get(s) != self.unit_of[slot]:
                self.read(s)

    def join_scalars(self, slot: int) -> None:
        """Do an op on single elements."""
        unit_of, alias, units = self.unit_of, self.alias, self.units
        first = 0
        for operand in self.program.operands[slot]:
            unit = unit_of[alias[operand]]
            if unit >= first:
                first = unit if units[unit].kind == "scalars" else unit + 1
        if units and first == len(units) - 1 and units[first].kind == "scalars":
            self._enter(slot, first)
        else:
            self._join("scalars", (), first, slot)

    def alone(self, slot: int) -> None:
        """Give an instruction, and those that it computes as well, a unit and a buffer of its own."""
        members = self.folds.members.get(slot, [])
        for s in (*members, slot):
            for operand in self.program.operands[s]:
                if operand not in members:
                    self.read(operand)
        for s in (*self.folds.absent.intersection(members), slot):
            self.unit_of[s] = len(self.units)
        self.units.append(Unit("call", (), [slot, *members]))
        self.stored.add(slot)

    def result(self, slot: int) -> None:
        """Give a result of an instruction that has several its buffer, which that instruction writes."""
        p = self.program
        (instruction,) = p.operands[slot]
        first = self.results[instruction][int(p.statics[slot]["index"])]
        if first != slot:
            self.same(slot, first)
            return
        self.unit_of[slot] = self.unit_of[instruction]
        self.units[self.unit_of[slot]].members.append(slot)
        self.stored.add(slot)

    # -------------------------------------------------------------------------------------------- no code

    def same(self, slot: int, root: int) -> None:
        """Make a slot share the elements of another one, in the same order."""
        self.alias[slot] = root
        self.unit_of[slot] = self.unit_of[root]

    def lies(self, slot: int, place: Place) -> None:
        """Place a slot's elements where they lie already."""
        self.places[slot] = place
        self.unit_of[slot] = self.unit_of[place.base]

    def load(self, slot: int, place: Place) -> None:
        """Read a scalar from an array."""
        (x,) = self.program.operands[slot]
        self.loads[slot] = place
        self._join("scalars", (), self.read(x), slot)

    # -------------------------------------------------------------------------------------------- who reads what

    def last_readers(self) -> dict[int, int]:
        """Find the last unit that reads each buffer, by the slot whose it is."""
        p = self.program
        last: dict[int, int] = {}
        if self.loads:  # else scalars read no array
            in_memory = np.array([form.size != 1 for form in p.forms])
            in_memory[[*self.places, *self.loads]] = True
            roots = np.array(self.alias)[self.operands.flat]
            hits = np.flatnonzero(in_memory[roots])
            readers = self.operands.readers[hits]
            for reader, root in zip(readers.tolist(), roots[hits].tolist(), strict=True):
                number = self.unit_of[reader]
                if number >= 0 and self.units[number].kind == "scalars":
                    base = self.base(root)
                    last[base] = max(number, last.get(base, number))
        for k, unit in enumerate(self.units):
            if unit.kind == "scalars":
                continue
            for slot in unit.members:  # an element that was loaded in an earlier unit may still be read where it lies
                for operand in p.operands[slot]:
                    base = self.base(operand)
                    last[base] = max(k, last.get(base, k))
        for slot in p.outputs:
            last[self.base(slot)] = len(self.units)
        return last

    def base(self, slot: int) -> int:
        """Find the slot whose buffer holds a slot's elements."""
        root = self.alias[slot]
        place = self.places.get(root) or self.loads.get(root)
        return place.base if place is not None else root

    def reshaped_root(self, slot: int) -> int:
        """Find the slot whose elements, all of them in their order, are those of a slot."""
        place = self.place(slot)
        order = place.table is None and place.offset == 0 and place.strides == contiguous(place.shape)
        same = order and self.program.forms[place.base].size == self.program.forms[slot].size
        return place.base if same else self.alias[slot]

    @cached_property
    def crossing(self) -> set[int]:
        """The slots that something outside their unit reads."""
        p, alias, unit_of = self.program, self.alias, self.unit_of
        elsewhere = {*self.places, *self.loads}
        slots = {place.base for place in self.places.values()}
        slots.update(alias[s] for s in (*p.outputs, *(g.slot for g in p.guards if g.slot >= 0)))
        readers, roots = self.operands.readers, np.array(alias)[self.operands.flat]
        unit, away = np.array(unit_of), np.zeros(len(p), bool)
        away[[*elsewhere]] = True
        return slots.union(roots[(unit[roots] != unit[readers]) | away[readers]].tolist())

    def overwritten(self, slot: int) -> int:
        """Find the slot whose memory an assignment may write into if nothing else reads it any more; -1 for none."""
        if slot not in self.targets:
            return -1
        p = self.program
        target, value = self.targets[slot], p.operands[slot][-1]
        base, place = self.base(target), self.place(target)
        whole = place.table is None and place.offset == 0 and place.strides == contiguous(place.shape)
        fits = whole and p.forms[base].size == p.forms[slot].size and self.base(value) != base
        return base if fits else -1
