"""Fusion of elementwise instructions into the scans that read them: each step computes its own line of a column, so
that no array of all steps is written and read.

Outputs of another scan that only such columns read are computed again, of the carries before that scan's steps, if
these are columns, too, and if little is added to the step: mostly it computes the same anyway.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order, and gives the same bits.

Tests: tests/passes/test_fuse_scan_inputs.py
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from tapegrad.codegen.loop_roles import Roles
from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import form_of
from tapegrad.ir.program import NO_STATIC, Program
from tapegrad.ir.rewriter import rewrite
from tapegrad.machine.dtypes import F8
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op
from tapegrad.passes.scans import lines_of_scan, scans_of

LEAST = 8  # elements of a line, which fill a vector
WIDE = 2  # columns that are new, and kept for this one
_MOST = 24  # instructions that a step computes for one column

Shape = tuple[int, ...]
Kept = dict[tuple[int, int], int]  # columns that are parts of scans, by these


class NoGain(Exception):
    """Nothing is gained, or a step cannot compute it."""


def fuse_scan_inputs(program: Program) -> Program:
    """Return the program with elementwise instructions fused into scans; the program itself if it has no scans."""
    entering = Entering(program, scans_of(program))
    return rewrite(program, entering.columns, entering.write)


def _needed(program: Program, output: int) -> list[int]:
    """Return the slots on which an output depends, in order."""
    slots = {program.outputs[output]}
    for slot in range(max(slots), -1, -1):
        slots.update(program.operands[slot] if slot in slots else ())
    return sorted(slots)


def _work(program: Program) -> tuple[int, int]:
    """Count the instructions of a step that are not elementwise, and those that are."""
    roles = Roles(program)
    ops = [op for op in program.ops if op is not None and op not in roles.moves]
    light = sum(op in roles.elementwise for op in ops)
    return len(ops) - light, light


class Column:
    """A column that each step computes.

    Attributes
    ----------
    lines, others : dict
        What it is computed from: by slot, what a line is shaped as, and arrays that are the same for all steps.
    again : dict
        Lines of outputs of another scan, by slot: that scan, and which output.
    """

    def __init__(self, all_: Entering, slot: int, kept: Kept | None = None) -> None:
        self.all, self.p, self.slot, self._kept = all_, all_.program, slot, kept or {}
        self.steps, *line = self.p.forms[slot].shape
        self.width = prod(line)
        self.lines: dict[int, Shape] = {}
        self.others: dict[int, Shape] = {}
        self.again: dict[int, tuple[int, int]] = {}
        self.count = 0
        self._visit(slot, self.p.forms[slot].shape)

    def _visit(self, slot: int, shape: Shape) -> None:
        """Collect the operands of an array that is broadcast to a shape whose first axis is that of the steps."""
        p = self.p
        array_shape = p.forms[slot].shape
        if self._inside(slot, shape):
            same = p.ops[slot] is reshape_op
            self.count += not same
            for s in p.operands[slot]:
                self._visit(s, p.forms[s].shape if same else array_shape)
            return
        if p.forms[slot].dtype != F8:
            raise NoGain
        if self._repeated(slot):
            return
        if len(array_shape) < len(shape):
            self.others[slot] = array_shape
        else:
            (self.lines if array_shape[0] == self.steps else self.others)[slot] = array_shape[1:]

    def _repeated(self, slot: int) -> bool:
        """Tell whether an array has the lines of an output that the step computes again."""
        p, output = self.p, lines_of_scan(self.p, slot) if self._kept else None
        if output is None or slot in self.all.refused or not self.all.only_columns(slot):
            return False
        scan, k = output
        static, operands = p.statics[scan], p.operands[scan]
        program, carries = static["program"], static["carries"]
        if k >= len(program.outputs) or static["active"] is not None:
            return False
        needed = {*_needed(program, k)}
        sources = [self._source(scan, i) for i, s in enumerate(program.inputs) if s in needed]
        if None in sources:
            return False
        self.again[slot] = output
        for source in sources:
            if source in operands[carries + static["columns"] :]:
                self.others[source] = p.forms[source].shape
            else:
                self._visit(source, p.forms[source].shape)
        return True

    def _source(self, scan: int, i: int) -> Any:
        """Return the slot of which the step of another scan reads a line; None for carries that are no columns here."""
        static = self.p.statics[scan]
        if i >= static["carries"]:
            return self.p.operands[scan][i]
        return self._kept.get((scan, len(static["program"].outputs) + i))

    def _inside(self, slot: int, shape: Shape) -> bool:
        """Tell whether a step computes its line of an array."""
        p = self.p
        op, form = p.ops[slot], p.forms[slot]
        if op is None or form.shape != shape or self.count > _MOST or self.all.stored(slot):
            return False
        if op is reshape_op:
            inner = p.forms[p.operands[slot][0]].shape
            return len(inner) > 0 and inner[0] == self.steps
        return op is broadcast_to_op or (op in self.all.roles.elementwise and not p.statics[slot] and form.lane is F8)

    def written(self, b: Builder, place: dict[int, int]) -> int:
        """Write it into a step, of what `place` gives for lines and others."""
        self._emitted_slots: dict[int, int] = {}
        return self._emitted(b, self.slot, place)

    def _emitted(self, b: Builder, slot: int, place: dict[int, int]) -> int:
        p = self.p
        result = self._emitted_slots.get(slot)
        if result is None:
            form = p.forms[slot]
            if slot in self.again:
                result = self._emitted_again(b, slot, place)
            elif slot in self.lines or slot in self.others:
                shape = self.lines.get(slot, self.others.get(slot, ()))  # which an axis of length 1 may stand before
                result = b.emit(reshape_op, (place[slot],), {"shape": shape}, form_of(shape, F8))
            else:
                operands = tuple([self._emitted(b, s, place) for s in p.operands[slot]])
                line_form = form_of(form.shape[1:], form.dtype, form.lane)
                static = {"shape": line_form.shape} if p.ops[slot] in (reshape_op, broadcast_to_op) else NO_STATIC
                result = b.emit(p.ops[slot], operands, static, line_form)
            self._emitted_slots[slot] = result
        return result

    def _emitted_again(self, b: Builder, slot: int, place: dict[int, int]) -> int:
        """Write the instructions of another scan's step."""
        scan, k = self.again[slot]
        program: Program = self.p.statics[scan]["program"]
        needed = _needed(program, k)
        inputs = [
            self._emitted(b, self._source(scan, i), place) if s in needed else -1 for i, s in enumerate(program.inputs)
        ]
        return b.inline(program, inputs, needed)[program.outputs[k]]


class Entering:
    """One program whose scans compute columns."""

    def __init__(self, program: Program, scans: Sequence[int]) -> None:
        self.program, self.roles, self._scans = program, Roles(program), {*scans_of(program)}
        self.ends = {*program.outputs, *(g.slot for g in program.guards)}
        self.readers: dict[int, set[int]] = {}
        for slot, operands in enumerate(program.operands):
            for s in operands:
                self.readers.setdefault(s, set()).add(slot)
        self.refused: set[int] = set()  # outputs that no step computes again
        self.columns = self._columns_of(scans)
        while more := self._too_much():
            self.refused |= more
            self.columns = self._columns_of(scans)

    def _columns_of(self, scans: Sequence[int]) -> dict[int, dict[int, Column]]:
        return {scan: columns for scan in scans if (columns := self._columns(scan))}

    def _too_much(self) -> set[int]:
        """Find outputs that are computed again in vain, or at too high a price."""
        p, outputs = self.program, set()
        for scan, columns in self.columns.items():
            again = {s for c in columns.values() for s in c.again}
            for slot in again:
                if any(column not in self.columns.get(reader, {}) for reader, column in self._readers_of(slot) or ()):
                    outputs.add(slot)
            if again:
                old, new = p.statics[scan]["program"], self._step(scan, *self._operands(scan))
                (heavy, light), (others, more) = _work(old), _work(new)
                if others > heavy or more > light + _MOST * len(columns):
                    outputs |= again
        return outputs

    def only_columns(self, slot: int) -> bool:
        """Tell whether nothing but columns of scans is computed from an array."""
        return bool(self._readers_of(slot))

    def _readers_of(self, slot: int) -> list[tuple[int, int]] | None:
        """Return the columns of scans that are computed elementwise of an array; None if anything else reads it.

        Its sum does not count where the scan itself adds it up.
        """
        p, waiting, seen = self.program, [slot], {slot}
        columns: list[tuple[int, int]] = []
        while waiting:
            s = waiting.pop()
            if s in self.ends:
                return None
            for reader in self.readers.get(s, ()):
                op = p.ops[reader]
                if reader in self._scans:
                    static, operands = p.statics[reader], p.operands[reader]
                    first, last = static["carries"], static["carries"] + static["columns"]
                    if s in (*operands[:first], *operands[last:]):
                        return None
                    columns.append((reader, s))
                elif op in self.roles.totals and s == slot and self._adds_up(slot):
                    continue
                elif op in self.roles.elementwise or op in (reshape_op, broadcast_to_op):
                    if reader not in seen:
                        seen.add(reader)
                        waiting.append(reader)
                else:
                    return None
        return columns

    def _adds_up(self, slot: int) -> bool:
        """Tell whether an array is an output that its scan can add up."""
        lines = lines_of_scan(self.program, slot)
        static = {} if lines is None else self.program.statics[lines[0]]
        return bool(static) and not static["backwards"] and static["active"] is None

    def stored(self, slot: int) -> bool:
        """Tell whether an array lies in memory whether or not steps compute it."""
        p = self.program
        if slot in self.ends:
            return True
        for reader in self.readers.get(slot, ()):
            op = p.ops[reader]
            if op is reshape_op or op is broadcast_to_op:
                if self.stored(reader):
                    return True
            elif not (op in self.roles.elementwise or op in self.roles.totals or reader in self._scans):
                return True
        return False

    def _columns(self, scan: int) -> dict[int, Column]:
        p = self.program
        static, operands = p.statics[scan], p.operands[scan]
        first = static["carries"]
        column_slots = operands[first : first + static["columns"]]
        kept = {part: s for s in column_slots if (part := lines_of_scan(p, s)) is not None}
        columns: dict[int, Column] = {}
        for slot in dict.fromkeys(column_slots):
            steps, *line = p.forms[slot].shape
            width = prod(line)
            if steps < 2 or width < LEAST or p.forms[slot].dtype != F8:
                continue
            try:
                column = Column(self, slot, kept)
            except NoGain:
                continue
            new = [s for s in column.lines if p.ops[s] is not None and s not in column_slots]
            if (column.count or column.again) and sum(prod(p.forms[s].shape[1:]) for s in new) <= WIDE * width:
                columns[slot] = column
        return columns

    def write(self, b: Builder, scan: int, place: list[int]) -> int:
        """Write a scan whose step computes columns."""
        p = self.program
        static, operands = p.statics[scan], p.operands[scan]
        carries, count = static["carries"], static["columns"]
        old = operands[carries : carries + count]
        lines, others = self._operands(scan)
        step = self._step(scan, lines, others)
        new_operands = [place[s] for s in (*operands[:carries], *lines, *operands[carries + count :], *others)]
        active = static["active"]
        if active is not None and active >= carries:
            active = carries + [*lines].index(old[active - carries])
        new_static = static | {"program": step, "columns": len(lines), "active": active}
        return b.emit(p.ops[scan], tuple(new_operands), new_static, p.forms[scan])

    def _operands(self, scan: int) -> tuple[list[int], list[int]]:
        """Return the columns that a scan is given, each once, and what is the same for all steps besides constants."""
        static, operands, column_of = self.program.statics[scan], self.program.operands[scan], self.columns[scan]
        first, last = static["carries"], static["carries"] + static["columns"]
        column_slots = [s for s in operands[first:last] if s not in column_of]
        lines = dict.fromkeys([*column_slots, *[s for c in column_of.values() for s in c.lines]])
        return [*lines], [*dict.fromkeys(s for c in column_of.values() for s in c.others if s not in operands[last:])]

    def _step(self, scan: int, lines: Sequence[int], others: Sequence[int]) -> Program:
        p, b, column_of = self.program, Builder(), self.columns[scan]
        static, operands = p.statics[scan], p.operands[scan]
        program, carries = static["program"], static["carries"]
        old = operands[carries : carries + static["columns"]]
        forms = program.input_forms
        first = [b.input(form) for form in forms[:carries]]
        place = {s: b.input(form_of(p.forms[s].shape[1:], p.forms[s].dtype, p.forms[s].lane)) for s in lines}
        constants = [b.input(form) for form in forms[carries + len(old) :]]
        place |= dict(zip(operands[carries + len(old) :], constants, strict=True))
        place |= {s: b.input(p.forms[s]) for s in others}
        columns = [column_of[s].written(b, place) if s in column_of else place[s] for s in old]
        return b.finish_like(program, b.inline(program, [*first, *columns, *constants]))
