"""Sums of what is computed elementwise of outputs of a scan: each step computes what is summed, of its own lines.

A sum becomes one of an output of another scan, which makes the same steps and is made one with the first by
`tapegrad.passes.eliminate_scans`. Nothing else reads that output, so compiled code adds it up while the steps run, in
the order of every sum (see `tapegrad.passes.split_scan_results`). Neither it nor what it is computed from need be
arrays.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import form_of
from tapegrad.ir.program import Program
from tapegrad.ir.rewriter import rewrite
from tapegrad.machine.dtypes import F8
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.ops.shaping import reshape_op
from tapegrad.passes.fuse_scan_inputs import LEAST, WIDE, Column, Entering, NoGain
from tapegrad.passes.scans import part_of_scan


def fuse_scan_outputs(program: Program) -> Program:
    """Return the program whose scans compute what is summed of their outputs; itself if there are no such sums."""
    totals = [slot for slot, op in enumerate(program.ops) if op is not None and op.kind.total]
    if not totals:
        return program
    leaving = _Leaving(program, totals)
    return rewrite(program, leaving.columns, leaving.write)


class _Step(NamedTuple):
    """A step of a scan, and the columns and constants that it is given."""

    program: Program
    columns: Sequence[int]
    constants: Sequence[int]


class _Leaving:
    """One program whose scans compute what is summed.

    Attributes
    ----------
    columns : dict
        By the slot of a sum, the scan that computes its operand, and that as a column.
    """

    def __init__(self, program: Program, totals: Sequence[int]) -> None:
        self.program = program
        self._all = Entering(program, ())
        self.columns: dict[int, tuple[int, Column]] = {}
        self._steps: dict[int, _Step] = {}
        for total in totals:
            (slot,) = program.operands[total]
            form = program.forms[slot]
            if len(form.shape) > 1 and form.shape[0] > 1 and prod(form.shape[1:]) >= LEAST and form.dtype == F8:
                self._find(total, slot)

    def _find(self, total: int, slot: int) -> None:
        """Note which scan computes what is summed, if one can and there is anything to gain."""
        p = self.program
        try:
            column = Column(self._all, slot)
        except NoGain:
            return
        parts = [(s, part) for s in column.lines if (part := part_of_scan(p, s)) is not None]
        if not parts:
            return
        scan = max(scan for _, (scan, _) in parts)
        static = p.statics[scan]
        own = {s for s, (k, part) in parts if k == scan and part < len(static["program"].outputs)}
        others = [s for s in (*column.lines, *column.others) if s not in own]
        new = sum(prod(column.lines[s]) for s in column.lines.keys() - own if p.ops[s] is not None)
        refused = static["backwards"] or static["active"] is not None or scan in self._all.ends
        if refused or new > WIDE * column.width or all(map(self._all.stored, own)) or self._depend(others, scan):
            return
        self.columns[total] = scan, column

    def _depend(self, slots: Sequence[int], on: int) -> bool:
        """Tell whether some slots depend on a scan."""
        waiting, found = [*slots], {*slots}
        while waiting:
            s = waiting.pop()
            if s == on:
                return True
            new = [k for k in self.program.operands[s] if k >= on and k not in found]
            found.update(new)
            waiting += new
        return False

    def write(self, b: Builder, slot: int, place: list[int]) -> int:
        """Write a sum of what a scan gives."""
        p, summed = self.program, self._summed(b, *self.columns[slot], place)
        return b.emit(p.ops[slot], (summed,), p.statics[slot], p.forms[slot])

    def _summed(self, b: Builder, scan: int, column: Column, place: list[int]) -> int:
        """Write a scan that gives what is summed, besides all that those before it give; returns it as a vector."""
        p, static = self.program, self.program.statics[scan]
        carries, operands = static["carries"], p.operands[scan]
        middle = carries + static["columns"]
        before = self._steps.get(scan) or _Step(static["program"], operands[carries:middle], operands[middle:])
        step = self._steps[scan] = self._with(scan, before, column)
        steps = column.steps

        def shaped(slot: int, *shape: int) -> int:
            return b.emit(reshape_op, (place[slot],), {"shape": shape}, form_of(shape, F8))

        given = [place[s] for s in operands[:carries]]
        given += [shaped(s, steps, p.forms[s].size // steps) for s in step.columns]
        given += [shaped(s, p.forms[s].size) for s in step.constants]
        starts = ScanLayout(step.program, steps, carries, False).starts
        own = static | {"program": step.program, "columns": len(step.columns), "keep": False}
        whole = b.emit(p.ops[scan], tuple(given), own, form_of((starts[-1],), F8))
        return b.emit(getitem_op, (whole,), {"index": (slice(*starts[-2:]),)}, form_of((starts[-1] - starts[-2],), F8))

    def _with(self, scan: int, before: _Step, column: Column) -> _Step:
        """Return a step that gives what is summed, too."""
        p, b, program = self.program, Builder(), before.program
        outputs = {s: part[1] for s in column.lines if (part := part_of_scan(p, s)) and part[0] == scan}
        columns = [*dict.fromkeys([*before.columns, *[s for s in column.lines if s not in outputs]])]
        constants = [*dict.fromkeys([*before.constants, *column.others])]
        carries = program.input_forms[: p.statics[scan]["carries"]]
        first = [b.input(form) for form in carries]
        place = {s: b.input(form_of((p.forms[s].size // column.steps,), F8)) for s in columns}
        place |= {s: b.input(form_of((p.forms[s].size,), F8)) for s in constants}
        at = b.inline(program, [*first, *[place[s] for s in (*before.columns, *before.constants)]])
        results = [at[s] for s in program.outputs]
        summed = column.written(b, place | {s: results[k] for s, k in outputs.items()})
        flat = form_of((column.width,), F8)
        at.append(b.emit(reshape_op, (summed,), {"shape": flat.shape}, flat))
        step = b.finish_like(program, at, [*program.outputs, len(program)])
        return _Step(step, tuple(columns), tuple(constants))
