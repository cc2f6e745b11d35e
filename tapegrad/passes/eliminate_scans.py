"""Dead code and common subexpressions of scans: merges scans of the same steps, and removes outputs that nothing reads.

The reverse sweep over a scan reads the carries of all steps, from a scan of its own that keeps them; here it becomes
one with that of the forward sweep. What is left out are last carries, outputs and kept carries that are read nowhere,
the adjoints of constants among them, then the columns and constants that no step reads any more, and so on backwards.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.

Tests: tests/passes/test_eliminate_scans.py
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import RESULTS, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.machine.dtypes import F8
from tapegrad.ops.results import result_op
from tapegrad.passes.scans import scans_of


def eliminate_scans(program: Program) -> Program:
    """Return the program without results of scans that nothing reads; the program itself if all are read."""
    return _Elimination(program).whole()


class Steps(NamedTuple):
    """The live parts of a scan's step: positions among its carries, outputs, columns and constants."""

    carries: tuple[int, ...]
    outputs: tuple[int, ...]
    columns: tuple[int, ...]
    constants: tuple[int, ...]

    @classmethod
    def reading(cls, program: Program, carries: int, columns: int, wanted: Iterable[int]) -> Steps:
        """Find the carries, columns and constants on which some outputs of a step depend, through all steps."""
        outputs = {*wanted}
        while True:
            slots = _needed(program, [program.outputs[k] for k in outputs])
            used = [k for k, slot in enumerate(program.inputs) if slot in slots]
            first_column, first_constant = bisect_left(used, carries), bisect_left(used, carries + columns)
            more = {*used[:first_column]} - outputs
            if not more:
                break
            outputs |= more
        order = sorted(outputs)
        first_output = bisect_left(order, carries)
        parts = order[:first_output], order[first_output:], used[first_column:first_constant], used[first_constant:]
        return cls(*map(tuple, parts))

    def of(self, program: Program) -> Program:
        """Return the step of these parts; it has an empty column where nothing else is needed."""
        return program.derive(("narrowed", self), lambda: self._narrowed(program))

    @property
    def is_empty(self) -> bool:
        """Whether a step takes nothing."""
        return not (self.carries or self.columns or self.constants)

    def _narrowed(self, program: Program) -> Program:
        b, place = Builder(), [-1] * len(program)
        for k in self.carries:
            place[program.inputs[k]] = b.input(program.input_forms[k])
        if self.is_empty:
            b.input(form_of((0,), F8))
        for k in (*self.columns, *self.constants):
            place[program.inputs[k]] = b.input(program.input_forms[k])
        outputs = [program.outputs[k] for k in (*self.carries, *self.outputs)]
        for slot in sorted(_needed(program, outputs)):
            if place[slot] < 0:
                b.copy(program, slot, place)
        return b.finish_like(program, place, outputs)


def _needed(program: Program, slots: Sequence[int]) -> set[int]:
    """Find the slots on which some slots, and the guards, depend."""
    waiting = [*slots, *(g.slot for g in program.guards)]
    needed = set(waiting)
    while waiting:
        new = {*program.operands[waiting.pop()]} - needed
        needed |= new
        waiting += new
    return needed


@dataclass
class _Loop:
    """A scan that stands for all that run the same steps on the same operands.

    Attributes
    ----------
    slot : int
        The first of them.
    read : set of int
        The numbers of those results that are read.
    """

    program: Program
    slot: int
    read: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        static = self.program.statics[self.slot]
        self.step: Program = static["program"]
        self.carries, self.columns = static["carries"], static["columns"]

    def settle(self) -> Sequence[int]:
        """Find what is needed, once all that reads it is known; returns the operands that are."""
        count = len(self.step.outputs)
        self.keep = any(k >= count for k in self.read)
        wanted = {k if k < count else k - count for k in self.read}
        self.needed = n = Steps.reading(self.step, self.carries, self.columns, wanted)
        operands = self.program.operands[self.slot]
        self.operands = [operands[k] for k in (*n.carries, *n.columns, *n.constants)]
        return self.operands

    @property
    def is_whole(self) -> bool:
        """Whether all that the scan computes is needed."""
        p, n = self.program, self.needed
        all_results = len(n.carries) + len(n.outputs) == len(self.step.outputs)
        all_operands = len(self.operands) == len(p.operands[self.slot])
        return all_results and all_operands and self.keep == p.statics[self.slot]["keep"]

    def write(self, b: Builder, place: list[int]) -> None:
        n, p = self.needed, self.program
        operands = [place[s] for s in self.operands]
        if n.is_empty:
            empty = np.zeros((p.statics[self.slot]["steps"], 0))
            operands.append(b.constant(empty, form_of(empty.shape, F8)))
        static, varying = p.statics[self.slot], [*n.carries, *n.columns]
        static = static | {
            "program": n.of(self.step), "carries": len(n.carries), "columns": len(n.columns) + n.is_empty,
            "keep": self.keep,
            "active": None if static["active"] not in varying else varying.index(static["active"]),
        }  # fmt: skip
        count = len(self.step.outputs)
        results = [*n.carries, *n.outputs, *(k + count for k in n.carries if self.keep)]
        self._index = {old: new for new, old in enumerate(results)}
        self._place = b.emit(p.ops[self.slot], tuple(operands), static, RESULTS)
        b.program.take_line(self._place, p, self.slot)

    def result(self, b: Builder, index: int, form: Form) -> int:
        """Return the slot of a result, by the number that it had."""
        return b.emit(result_op, (self._place,), {"index": self._index[index]}, form)


class _Elimination:
    """One program of which equal scans become one."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.loops: dict[int, _Loop] = {}  # by the slots of all scans
        first: dict[Any, _Loop] = {}
        for slot in scans_of(program):
            static = program.statics[slot]
            key = program.operands[slot], *[value for name, value in static.items() if name != "keep"]
            self.loops[slot] = first.setdefault(key, _Loop(program, slot))
        self.results = {  # by slot, the loop of which it is a result, and the number of that
            slot: (self.loops[program.operands[slot][0]], program.statics[slot]["index"])
            for slot, op in enumerate(program.ops)
            if op is result_op and program.operands[slot][0] in self.loops
        }

    def whole(self) -> Program:
        p = self.program
        needed = {*p.inputs, *p.outputs, *(g.slot for g in p.guards)}
        for slot in range(len(p) - 1, -1, -1):
            if slot not in needed:
                continue
            if (result := self.results.get(slot)) is not None:
                loop, index = result
                loop.read.add(index)
                needed.add(loop.slot)
            else:
                needed.update(self.loops[slot].settle() if slot in self.loops else p.operands[slot])
        if len(needed) == len(p) and all(loop.slot == slot and loop.is_whole for slot, loop in self.loops.items()):
            return p
        b, place = Builder(), [-1] * len(p)
        for slot in p.inputs:
            place[slot] = b.input(p.forms[slot])
        for slot in sorted(needed):
            if (result := self.results.get(slot)) is not None:
                loop, index = result
                place[slot] = loop.result(b, index, p.forms[slot])
                b.program.take_line(place[slot], p, slot)
            elif slot in self.loops:
                self.loops[slot].write(b, place)
            elif place[slot] < 0:
                b.copy(p, slot, place)
        return b.finish_like(p, place)
