"""Queries about scans in programs: the scan and the output that an instruction reads.

Tests: tests/passes/test_subsume_scans.py
"""

from __future__ import annotations

from tapegrad.ir.program import Program
from tapegrad.ir.program_columns import ops_of
from tapegrad.ops.results import result_op


def scans_of(program: Program) -> list[int]:
    """Return the slots of scans."""
    scans = {op for op in ops_of(program) if op.kind.scans}
    return [slot for slot, op in enumerate(program.ops) if op in scans] if scans else []


def result_of_scan(program: Program, slot: int) -> tuple[int, int] | None:
    """Return the scan of which an instruction is a result, and the number of that; None if it is none."""
    if program.ops[slot] is not result_op:
        return None
    (scan,) = program.operands[slot]
    return (scan, program.statics[slot]["index"]) if program.ops[scan].kind.scans else None


def lines_of_scan(program: Program, slot: int) -> tuple[int, int] | None:
    """Return the same, where the result has a line for each step; None for others."""
    result = result_of_scan(program, slot)
    return result if result is not None and result[1] >= program.statics[result[0]]["carries"] else None
