"""Scans in programs, and which parts of their results instructions read."""

from __future__ import annotations

from tapegrad.ir.program import Program
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.ops.shaping import reshape_op


def scans_of(program: Program) -> list[int]:
    """Return the slots of scans."""
    ops = program.ops
    if not any(op.kind.scans for op in {*ops} - {None}):
        return []
    return [slot for slot, op in enumerate(ops) if op is not None and op.kind.scans]


def part_of_operand(program: Program, slot: int) -> tuple[int, int] | None:
    """Return which elements of its operand, a vector, an instruction reads, if it is a slice."""
    if program.ops[slot] is not getitem_op:
        return None
    index, *others = program.statics[slot]["index"]
    if others or not isinstance(index, slice) or index.step not in (None, 1):
        return None
    start, stop, _ = index.indices(program.forms[program.operands[slot][0]].size)
    return start, max(start, stop)


def part_of_scan(program: Program, slot: int) -> tuple[int, int] | None:
    """Return the scan of which an array has the lines of a part, and which part of it; None if it has none."""
    if program.ops[slot] is not reshape_op:
        return None
    (vector,) = program.operands[slot]
    part = part_of_operand(program, vector)
    scan = program.operands[vector][0] if part is not None else -1
    if part is None or not getattr(program.ops[scan], "kind", None) or not program.ops[scan].kind.scans:
        return None
    static = program.statics[scan]
    steps = program.forms[program.operands[scan][static["carries"]]].shape[0]
    starts = ScanLayout(static["program"], steps, static["carries"], static["keep"]).starts
    k = starts.index(part[0]) if part[0] in starts else -1
    whole = k >= static["carries"] and starts[k + 1] == part[1] and program.forms[slot].shape[0] == steps
    return (scan, k) if whole else None
