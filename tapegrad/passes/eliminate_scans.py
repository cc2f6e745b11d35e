"""Scans as they are executed: two that run the same steps are one, and none computes what nothing reads.

The reverse sweep over a scan reads the carries of all steps, from a scan of its own that keeps them; here it becomes
one with that of the forward sweep. What is left out are last carries, outputs and kept carries that are read nowhere,
the adjoints of constants among them, then the columns and constants that no step reads any more, and so on backwards.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import form_of
from tapegrad.ir.program import Program
from tapegrad.machine.dtypes import F8
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.passes.scans import part_of_operand, scans_of


def eliminate_scans(program: Program) -> Program:
    """Return the program whose scans give what is read of them; itself if there are none."""
    return _Narrowing(program).whole() if scans_of(program) else program


class Steps(NamedTuple):
    """What of a scan's step is needed: positions among its carries, outputs, and columns and constants."""

    carries: tuple[int, ...]
    outputs: tuple[int, ...]
    columns: tuple[int, ...]
    constants: tuple[int, ...]

    @classmethod
    def reading(cls, program: Program, carries: int, columns: int, wanted: Iterable[int]) -> Steps:
        """Find what is needed for some outputs of a step: the carries that these depend on, from step to step."""
        found = {*wanted}
        used: set[int] = set()
        while True:
            slots = _needed(program, [program.outputs[k] for k in found])
            used = {k for k, slot in enumerate(program.inputs) if slot in slots}
            more = {k for k in used if k < carries} - found
            if not more:
                break
            found |= more
        return cls(
            tuple(sorted(k for k in found if k < carries)), tuple(sorted(k for k in found if k >= carries)),
            tuple(sorted(k for k in used if carries <= k < carries + columns)),
            tuple(sorted(k for k in used if k >= carries + columns)),
        )  # fmt: skip

    def of(self, program: Program) -> Program:
        """Return the step of these parts; it has an empty column where no other is needed."""
        return program.derive(("narrowed", self), lambda: self._made(program))

    def _made(self, program: Program) -> Program:
        b, place = Builder(), [-1] * len(program)
        for k in self.carries:
            place[program.inputs[k]] = b.input(program.input_forms[k])
        if not self.columns:
            b.input(form_of((0,), F8))
        for k in (*self.columns, *self.constants):
            place[program.inputs[k]] = b.input(program.input_forms[k])
        outputs = [program.outputs[k] for k in (*self.carries, *self.outputs)]
        for slot in sorted(_needed(program, outputs)):
            if place[slot] < 0:
                b.copy(program, slot, place)
        return b.finish_like(program, place, outputs)


def _needed(program: Program, slots: Sequence[int]) -> set[int]:
    """Find what some slots, and the guards, are computed from."""
    waiting = [*slots, *(g.slot for g in program.guards)]
    found = set(waiting)
    while waiting:
        new = [s for s in program.operands[waiting.pop()] if s not in found]
        found.update(new)
        waiting += new
    return found


@dataclass
class _Loop:
    """A scan that stands for all that run the same steps on the same operands.

    Attributes
    ----------
    slot : int
        The first of them.
    keep : bool
        Whether one of them keeps the carries.
    read : set of int
        Which parts of its result are read.
    """

    program: Program
    slot: int
    keep: bool = False
    read: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        p, static = self.program, self.program.statics[self.slot]
        self.step: Program = static["program"]
        self.carries, self.columns = static["carries"], static["columns"]
        self.steps = p.forms[p.operands[self.slot][self.carries]].shape[0]

    @property
    def layout(self) -> ScanLayout:
        return ScanLayout(self.step, self.steps, self.carries, self.keep)

    def reads(self, start: int, stop: int) -> None:
        """Note that elements of the result are read."""
        starts = self.layout.starts
        self.read.update(k for k in range(len(starts) - 1) if starts[k] < stop and starts[k + 1] > start)

    def settle(self) -> Sequence[int]:
        """Find what is needed, once all that reads it is known; returns the operands that are."""
        count = len(self.step.outputs)
        self.keep = any(k >= count for k in self.read)
        wanted = {k if k < count else k - count for k in self.read}
        self.needed = n = Steps.reading(self.step, self.carries, self.columns, wanted)
        operands = self.program.operands[self.slot]
        return [operands[k] for k in (*n.carries, *n.columns, *n.constants)]

    def write(self, b: Builder, place: list[int]) -> int:
        n, p, old = self.needed, self.program, self.layout
        operands = [place[s] for s in self.settle()]
        if not n.columns:
            empty = np.zeros((self.steps, 0))
            operands.insert(len(n.carries), b.constant(empty, form_of(empty.shape, F8)))
        static, known = p.statics[self.slot], [*n.carries, *n.columns]
        static = static | {
            "program": n.of(self.step), "carries": len(n.carries), "columns": max(1, len(n.columns)), "keep": self.keep,
            "active": None if static["active"] not in known else known.index(static["active"]),
        }  # fmt: skip
        new = ScanLayout(static["program"], self.steps, len(n.carries), self.keep)
        parts = [*n.carries, *n.outputs, *(k + len(self.step.outputs) for k in n.carries if self.keep)]
        self.moved = {old.starts[part]: at for part, at in zip(parts, new.starts, strict=False)}
        self.starts, self.size = sorted(self.moved), new.starts[-1]
        op = p.ops[self.slot]
        self.place = b.emit(op, tuple(operands), static, form_of((self.size,), F8))
        return self.place

    def at(self, b: Builder, start: int, stop: int) -> int:
        """Return elements of the result that lie side by side."""
        before = self.starts[bisect_right(self.starts, start) - 1] if start < stop else start
        first = self.moved[before] + start - before if start < stop else 0
        part = slice(first, first + stop - start)
        if part == slice(0, self.size):
            return self.place
        return b.emit(getitem_op, (self.place,), {"index": (part,)}, form_of((stop - start,), F8))


class _Narrowing:
    """One program whose scans are narrowed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.loops: dict[int, _Loop] = {}  # by the slots of all scans
        known: dict[Any, _Loop] = {}
        for slot, op in enumerate(program.ops):
            if op is not None and op.kind.scans:
                static = program.statics[slot]
                key = (
                    program.operands[slot],
                    *(static[k] for k in ("program", "carries", "columns", "backwards", "active")),
                )
                loop = self.loops[slot] = known.setdefault(key, _Loop(program, slot))
                loop.keep = loop.keep or static["keep"]

    def _part(self, slot: int) -> tuple[int, int] | None:
        """Return which elements of a scan an instruction reads, if it is a slice of one."""
        reads_scan = bool(self.program.operands[slot]) and self.program.operands[slot][0] in self.loops
        return part_of_operand(self.program, slot) if reads_scan else None

    def whole(self) -> Program:
        p = self.program
        needed = {*p.inputs, *p.outputs, *(g.slot for g in p.guards)}
        for slot in needed & self.loops.keys():
            self.loops[slot].reads(0, p.forms[slot].size)
        for slot in range(len(p) - 1, -1, -1):
            loop = self.loops.get(slot)
            if loop is not None and slot != loop.slot and slot in needed:
                needed.add(loop.slot)
            if slot not in needed or (loop is not None and slot != loop.slot):
                continue
            operands = p.operands[slot] if loop is None else loop.settle()
            needed.update(operands)
            part = self._part(slot)
            for s in operands:
                if s in self.loops:
                    self.loops[s].reads(*(part or (0, p.forms[s].size)))
                    needed.add(self.loops[s].slot)
        b, place = Builder(), [-1] * len(p)
        for slot in p.inputs:
            place[slot] = b.input(p.forms[slot])
        for slot in sorted(needed):
            loop, part = self.loops.get(slot), self._part(slot)
            if loop is not None and slot != loop.slot:
                continue
            for s in (p.operands[slot] if loop is None else loop.settle()) if part is None else ():
                if s in self.loops:
                    place[s] = self.loops[s].at(b, 0, p.forms[s].size)
            if loop is not None:
                loop.write(b, place)
            elif part is not None:
                place[slot] = self.loops[p.operands[slot][0]].at(b, *part)
            elif place[slot] < 0:
                b.copy(p, slot, place)
        for slot in {*p.outputs, *(g.slot for g in p.guards)} & self.loops.keys():
            place[slot] = self.loops[slot].at(b, 0, p.forms[slot].size)
        return b.finish_like(p, place)
