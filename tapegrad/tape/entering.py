"""Columns of scans that are computed elementwise, such as the adjoints of outputs of which squares are summed: each
step computes its own line, of columns that lie in memory anyway, so that no array of all steps is written and read.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order, and gives the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from tapegrad.machine.dtypes import F8
from tapegrad.ops.shaping import broadcast_to_op, reshape_op
from tapegrad.tape.forms import Form, form_of
from tapegrad.tape.program import NO_STATIC, Builder, Program

_LEAST = 8  # elements of a line, which fill a vector
_WIDE = 2  # columns that are new, and kept for this one
_MOST = 24  # instructions that a step computes for one column

Shape = tuple[int, ...]


class _Refused(Exception):
    """Nothing is gained, or a step cannot compute it."""


def with_columns_computed(program: Program) -> Program:
    """Return the program whose scans compute their columns where they can; itself if there are none."""
    scans = [slot for slot, op in enumerate(program.ops) if op is not None and op.kind.scans]
    return _Entering(program, scans).whole() if scans else program


class _Column:
    """A column that each step computes.

    Attributes
    ----------
    lines, others : dict
        What it is computed from: by slot, what a line is shaped as, and arrays that are the same for all steps.
    """

    def __init__(self, all_: _Entering, slot: int) -> None:
        self.all, self.p, self.slot = all_, all_.program, slot
        self.steps, self.width = self.p.forms[slot].shape
        self.lines: dict[int, Shape] = {}
        self.others: dict[int, Shape] = {}
        self.count = 0
        self._visit(slot, self.p.forms[slot].shape, True)

    def _visit(self, slot: int, shape: Shape, first: bool = False) -> None:
        """Find what is needed for an array that is broadcast to a shape whose first axis is that of the steps."""
        p = self.p
        own = p.forms[slot].shape
        if self._inside(slot, shape):
            same = p.ops[slot] is reshape_op
            self.count += not same
            for s in p.operands[slot]:
                self._visit(s, p.forms[s].shape if same else own, first and same)
            return
        if first or p.forms[slot].dtype != F8:
            raise _Refused
        if len(own) < len(shape):
            self.others[slot] = own
        else:
            (self.lines if own[0] == self.steps else self.others)[slot] = own[1:]

    def _inside(self, slot: int, shape: Shape) -> bool:
        """Tell whether a step computes its line of an array."""
        p = self.p
        op, form = p.ops[slot], p.forms[slot]
        if op is None or form.shape != shape or self.count > _MOST or self.all.stored(slot):
            return False
        if op is reshape_op:
            inner = p.forms[p.operands[slot][0]].shape
            return len(inner) > 0 and inner[0] == self.steps
        return op is broadcast_to_op or (op.kind.pointwise and not p.statics[slot] and form.lane is F8)

    def written(self, b: Builder, place: dict[int, int]) -> int:
        """Write it into a step, of what `place` gives for lines and others."""
        self._known: dict[int, int] = {}
        return self._emitted(b, self.slot, place)

    def _emitted(self, b: Builder, slot: int, place: dict[int, int]) -> int:
        p = self.p
        known = self._known.get(slot)
        if known is None:
            form = p.forms[slot]
            if slot in self.lines or slot in self.others:
                shape = self.lines.get(slot, self.others.get(slot, ()))
                known = b.emit(reshape_op, (place[slot],), {"shape": shape}, form_of(shape, F8))
            else:
                operands = tuple([self._emitted(b, s, place) for s in p.operands[slot]])
                own = form_of(form.shape[1:], form.dtype, form.lane)
                static = {"shape": own.shape} if p.ops[slot] in (reshape_op, broadcast_to_op) else NO_STATIC
                known = b.emit(p.ops[slot], operands, static, own)
            self._known[slot] = known
        return known


class _Entering:
    """One program whose scans compute columns."""

    def __init__(self, program: Program, scans: Sequence[int]) -> None:
        self.program = program
        self._ends = {*program.outputs, *(g.slot for g in program.guards)}
        self._readers: dict[int, set[int]] = {}
        for slot, operands in enumerate(program.operands):
            for s in operands:
                self._readers.setdefault(s, set()).add(slot)
        self.columns: dict[int, dict[int, _Column]] = {}
        for slot in scans:
            found = self._columns(slot)
            if found:
                self.columns[slot] = found

    def stored(self, slot: int) -> bool:
        """Tell whether an array lies in memory whether or not steps compute it."""
        p = self.program
        if slot in self._ends:
            return True
        for reader in self._readers[slot]:
            op = p.ops[reader]
            if op is reshape_op or op is broadcast_to_op:
                if self.stored(reader):
                    return True
            elif not (op.kind.pointwise or op.kind.total or op.kind.scans):
                return True
        return False

    def _columns(self, scan: int) -> dict[int, _Column]:
        p = self.program
        static, operands = p.statics[scan], p.operands[scan]
        first = static["carries"]
        own = operands[first : first + static["columns"]]
        found: dict[int, _Column] = {}
        for slot in dict.fromkeys(own):
            steps, width = p.forms[slot].shape
            if steps < 2 or width < _LEAST:
                continue
            try:
                column = _Column(self, slot)
            except _Refused:
                continue
            new = [s for s in column.lines if p.ops[s] is not None and s not in own]
            if column.count and sum(prod(p.forms[s].shape[1:]) for s in new) <= _WIDE * width:
                found[slot] = column
        return found

    def whole(self) -> Program:
        p = self.program
        if not self.columns:
            return p
        b, place = Builder(), [-1] * len(p)
        for slot in p.inputs:
            place[slot] = b.input(p.forms[slot])
        for slot in range(len(p)):
            if slot in self.columns:
                place[slot] = self._scan(b, slot, place)
            elif place[slot] < 0:
                b.copied(p, slot, place)
        b.program.recorded = p.recorded
        return b.finish([place[s] for s in p.outputs], [g._replace(slot=place[g.slot]) for g in p.guards])

    def _scan(self, b: Builder, scan: int, place: list[int]) -> int:
        """Write a scan whose step computes columns."""
        p, found = self.program, self.columns[scan]
        static, operands = p.statics[scan], p.operands[scan]
        carries, count = static["carries"], static["columns"]
        old = operands[carries : carries + count]
        # a column is given once, as it was or for the others
        lines = dict.fromkeys([*[s for s in old if s not in found], *[s for c in found.values() for s in c.lines]])
        others = {s: None for c in found.values() for s in c.others}
        steps = p.forms[old[0]].shape[0]
        step = self._step(static["program"], carries, old, found, [*lines], [*others])

        def shaped(slot: int, form: Form) -> int:
            return b.emit(reshape_op, (place[slot],), {"shape": form.shape}, form)

        empty = np.zeros((steps, 0))  # where there is no other column, it says how many steps there are
        columns = [shaped(s, form_of((steps, p.forms[s].size // steps), F8)) for s in lines]
        columns = columns or [b.constant(empty, form_of(empty.shape, F8))]
        given = [
            *[place[s] for s in operands[:carries]],
            *columns,
            *[place[s] for s in operands[carries + count :]],
            *[shaped(s, form_of((p.forms[s].size,), F8)) for s in others],
        ]
        active = static["active"]
        if active is not None and active >= carries:
            active = carries + [*lines].index(old[active - carries])
        own = static | {"program": step, "columns": len(columns), "active": active}
        return b.emit(p.ops[scan], tuple(given), own, p.forms[scan])

    def _step(
        self, program: Program, carries: int, old: Sequence[int], found: dict[int, _Column], lines: list[int],
        others: list[int],
    ) -> Program:  # fmt: skip
        p, b = self.program, Builder()
        forms = program.input_forms
        steps = p.forms[old[0]].shape[0]
        first = [b.input(form) for form in forms[:carries]]
        place = {s: b.input(form_of((p.forms[s].size // steps,), F8)) for s in lines}
        if not lines:
            b.input(form_of((0,), F8))
        constants = [b.input(form) for form in forms[carries + len(old) :]]
        place |= {s: b.input(form_of((p.forms[s].size,), F8)) for s in others}
        columns = [found[s].written(b, place) if s in found else place[s] for s in old]
        at = [-1] * len(program)
        for slot, given in zip(program.inputs, [*first, *columns, *constants], strict=True):
            at[slot] = given
        for slot in range(len(program)):
            if at[slot] < 0:
                b.copied(program, slot, at)
        b.program.recorded = program.recorded
        return b.finish([at[s] for s in program.outputs], [g._replace(slot=at[g.slot]) for g in program.guards])
