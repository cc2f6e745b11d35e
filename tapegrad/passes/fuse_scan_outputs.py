"""Fusion of sums into scans: each step computes the elementwise instructions of which the sum is taken, on its own
lines.

A sum becomes one of an output of another scan, which makes the same steps and is made one with the first by
`tapegrad.passes.eliminate_scans`. Nothing else reads that output, so compiled code adds it up while the steps run, in
the order of every sum (see `tapegrad.passes.specialize_scans`). Neither it nor what it is computed from need be
arrays.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.

Tests: tests/passes/test_fuse_scan_outputs.py
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import RESULTS, form_of
from tapegrad.ir.program import Program
from tapegrad.ir.rewriter import rewrite
from tapegrad.machine.dtypes import F8
from tapegrad.ops.results import result_op
from tapegrad.passes.fuse_scan_inputs import LEAST, WIDE, Column, Entering, NoGain
from tapegrad.passes.scans import lines_of_scan


def fuse_scan_outputs(program: Program) -> Program:
    """Return the program with sums fused into scans; the program itself if there are no such sums."""
    leaving = _Leaving(program)
    return rewrite(program, leaving.columns, leaving.write)


class _Step(NamedTuple):
    """A step of a scan, and the columns and constants that it is given."""

    program: Program
    columns: Sequence[int]
    constants: Sequence[int]


class _Leaving:
    """A program with its sums that scans can compute.

    Attributes
    ----------
    columns : dict
        By the slot of a sum, the scan that computes its operand, and that as a column.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._all = Entering(program, ())
        self.columns: dict[int, tuple[int, Column]] = {}
        self._steps: dict[int, _Step] = {}
        for total in [slot for slot, op in enumerate(program.ops) if op in self._all.roles.totals]:
            (slot,) = program.operands[total]
            form = program.forms[slot]
            if len(form.shape) > 1 and form.shape[0] > 1 and prod(form.shape[1:]) >= LEAST and form.dtype == F8:
                self._find(total, slot)

    def _find(self, total: int, slot: int) -> None:
        """Note the scan that can compute the terms of a sum, if that saves memory traffic."""
        p = self.program
        try:
            column = Column(self._all, slot)
        except NoGain:
            return
        parts = [(s, part) for s in column.lines if (part := lines_of_scan(p, s)) is not None]
        if not parts:
            return
        scan = max(scan for _, (scan, _) in parts)
        static = p.statics[scan]
        scan_lines = {s for s, (k, part) in parts if k == scan and part < len(static["program"].outputs)}
        others = [s for s in (*column.lines, *column.others) if s not in scan_lines]
        new = sum(prod(column.lines[s]) for s in column.lines.keys() - scan_lines if p.ops[s] is not None)
        refused = static["backwards"] or static["active"] is not None or scan in self._all.ends
        if refused or new > WIDE * column.width or all(map(self._all.stored, scan_lines)) or self._depend(others, scan):
            return
        self.columns[total] = scan, column

    def _depend(self, slots: Sequence[int], on: int) -> bool:
        """Tell whether some slots depend on a scan."""
        waiting, visited = [*slots], {*slots}
        while waiting:
            s = waiting.pop()
            if s == on:
                return True
            new = [k for k in self.program.operands[s] if k >= on and k not in visited]
            visited.update(new)
            waiting += new
        return False

    def write(self, b: Builder, slot: int, place: list[int]) -> int:
        """Write a sum of a scan's output."""
        p, summed = self.program, self._summed(b, *self.columns[slot], place)
        return b.emit(p.ops[slot], (summed,), p.statics[slot], p.forms[slot])

    def _summed(self, b: Builder, scan: int, column: Column, place: list[int]) -> int:
        """Write a scan with the terms of a sum as a further output; return that output."""
        p, static = self.program, self.program.statics[scan]
        carries, operands = static["carries"], p.operands[scan]
        middle = carries + static["columns"]
        before = self._steps.get(scan) or _Step(static["program"], operands[carries:middle], operands[middle:])
        step = self._steps[scan] = self._with(scan, before, column)
        operands = (*operands[:carries], *step.columns, *step.constants)
        static = static | {"program": step.program, "columns": len(step.columns), "keep": False}
        whole = b.emit(p.ops[scan], tuple([place[s] for s in operands]), static, RESULTS)
        form = form_of((column.steps, *step.program.output_forms[-1].shape), F8)
        return b.emit(result_op, (whole,), {"index": len(step.program.outputs) - 1}, form)

    def _with(self, scan: int, before: _Step, column: Column) -> _Step:
        """Return a step with the terms of a sum as a further output."""
        p, b, program = self.program, Builder(), before.program
        outputs = {s: part[1] for s in column.lines if (part := lines_of_scan(p, s)) and part[0] == scan}
        columns = [*dict.fromkeys([*before.columns, *[s for s in column.lines if s not in outputs]])]
        constants = [*dict.fromkeys([*before.constants, *column.others])]
        carries = program.input_forms[: p.statics[scan]["carries"]]
        first = [b.input(form) for form in carries]
        place = {s: b.input(form_of(p.forms[s].shape[1:], p.forms[s].dtype)) for s in columns}
        place |= {s: b.input(p.forms[s]) for s in constants}
        at = b.inline(program, [*first, *[place[s] for s in (*before.columns, *before.constants)]])
        results = [at[s] for s in program.outputs]
        at.append(column.written(b, place | {s: results[k] for s, k in outputs.items()}))
        step = b.finish_like(program, at, [*program.outputs, len(program)])
        return _Step(step, tuple(columns), tuple(constants))
