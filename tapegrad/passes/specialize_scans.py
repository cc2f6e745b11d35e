"""Specialization of scans by their readers: an output that is only summed becomes the sum, and carries that nothing
reads are not written.

Carries that sum outer products are computed by products of matrices. An output of which nothing reads anything but the
sum of all elements is that sum: the scan adds it up, block by block. And where the carries that are kept are read by
nothing but scans that know where the loop ended, those of steps that were passed over are not written.

Invariant: slots keep their numbers.

Tests: tests/passes/test_fuse_scan_inputs.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapegrad.codegen.loop_roles import Roles
from tapegrad.ir.forms import F8, form_of
from tapegrad.ir.program import Program
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.passes.outer_product_sums import outers
from tapegrad.passes.scans import scans_of


def specialize_scans(program: Program) -> Program:
    """Return the program with its scans specialized by their readers; the program itself if it has no scans."""
    scans = scans_of(program)
    new = Program()
    new.ops, new.statics, new.forms = [*program.ops], [*program.statics], [*program.forms]
    new.operands, new.constants, new.inputs, new.outputs = (
        program.operands, program.constants, program.inputs, program.outputs
    )  # fmt: skip
    new.guards, new.lines, new.recorded = program.guards, program.lines, program.recorded
    ends = {*program.outputs, *(g.slot for g in program.guards)}
    read = program.results()
    for slot in scans:
        static = program.statics[slot]
        if _brief(program, slot, scans, read[slot], ends):
            new.statics[slot] = static = {**static, "brief": True}
        if static["active"] is not None:
            continue
        count = len(static["program"].outputs)
        sums = outers(static["program"], static["carries"], static["columns"])
        if sums is not None and not any(count + k in read[slot] for k, _, _ in sums.sums):
            new.statics[slot] = {**static, "outers": sums}
        elif not static["backwards"]:
            _summed(new, slot, read[slot], ends)
    return new


def _summed(new: Program, slot: int, read: dict[int, int], ends: set[int]) -> None:
    """Replace outputs that are only summed by their sums."""
    static, readers = new.statics[slot], dict[int, int | None]()
    count = len(static["program"].outputs)
    outputs = {
        s: k for k, s in read.items()
        if static["carries"] <= k < count and s not in ends and new.forms[s].dtype == F8
    }  # fmt: skip
    for reader, operands in enumerate(new.operands):
        for s in outputs.keys() & operands:
            readers[s] = None if s in readers else reader
    sums = Roles(new).totals
    totals = {s: reader for s, reader in readers.items() if reader is not None and new.ops[reader] in sums}
    number = form_of((), F8)
    for s, reader in totals.items():
        new.forms[s] = number
        new.ops[reader], new.statics[reader] = reshape_op, {"shape": ()}
    if totals:
        new.statics[slot] = {**static, "totals": tuple(sorted([outputs[s] for s in totals]))}


def _brief(p: Program, slot: int, scans: Sequence[int], read: dict[int, int], ends: set[int]) -> bool:
    """Tell whether the carries that a scan keeps are read only by scans that know by one of them where it ended."""
    static = p.statics[slot]
    carries, active, count = static["carries"], static["active"], len(static["program"].outputs)
    if not static["keep"] or active is None or active >= carries:
        return False
    lines = {s for k, s in read.items() if k >= count}  # and what they are in another shape
    flags = {read[count + active]} if count + active in read else set[Any]()
    for reader, operands in enumerate(p.operands):
        if lines.isdisjoint(operands):
            continue
        if p.ops[reader] is reshape_op:
            lines.add(reader)
            flags.update([reader] if operands[0] in flags else [])
            continue
        other = p.statics[reader]
        if reader not in scans or other["keep"] or other["active"] is None:
            return False
        if other["active"] < other["carries"] or operands[other["active"]] not in flags:
            return False
        others = operands[: other["carries"]] + operands[other["carries"] + other["columns"] :]
        if other["backwards"] == static["backwards"] or not lines.isdisjoint(others):
            return False
    return lines.isdisjoint(ends)
