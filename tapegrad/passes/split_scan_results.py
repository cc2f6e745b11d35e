"""Scans whose results are arrays of their own, where each is read by itself.

The result of a scan is one vector: last carries, outputs, carries of all steps. As a whole its memory would be taken
until the last of them is read, and what the program returns would be copied out of it. What nothing reads of the
carries is not kept; carries that sum outer products are computed by products of matrices. An output of which nothing
reads anything but the sum of all elements is that sum: the scan adds it up, block by block.

Invariant: slots keep their numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from tapegrad.codegen.loops import part
from tapegrad.ir.forms import F8, form_of
from tapegrad.ir.program import Program
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.ops.shaping import reshape_op
from tapegrad.passes.outer_product_sums import outers
from tapegrad.passes.scans import part_of_operand, scans_of


def split_scan_results(program: Program) -> Program:
    """Return the program whose scans write parts that are arrays; itself if there are none."""
    scans = scans_of(program)
    if not scans:
        return program
    new = Program()
    new.ops, new.statics, new.forms, new.operands = (
        [*program.ops],
        [*program.statics],
        [*program.forms],
        program.operands,
    )
    new.constants, new.inputs, new.outputs = program.constants, program.inputs, program.outputs
    new.guards, new.recorded = program.guards, program.recorded
    readers: dict[int, list[int]] = {slot: [] for slot in scans}
    for slot, operands in enumerate(program.operands):
        for s in operands:
            if s in readers:
                readers[s].append(slot)
    whole = {*program.outputs, *(g.slot for g in program.guards)}
    for slot in scans:
        found = None if slot in whole else _parts(program, slot, readers[slot])
        if found is not None:
            new.statics[slot] = {**program.statics[slot], "parts": found}
            if _brief(program, slot, found, whole):
                new.statics[slot]["brief"] = True
            for s in readers[slot]:
                new.ops[s], new.statics[s] = part, {}
        static = new.statics[slot]
        sums = outers(static["program"], static["carries"], static["columns"]) if static["active"] is None else None
        if sums is not None and not (static["keep"] and any(_kept(static, k) for k, _, _ in sums.sums)):
            new.statics[slot] = {**static, "outers": sums}
        elif found is not None and static["active"] is None and not static["backwards"]:
            _summed(new, slot, whole)
    return new


def _summed(new: Program, slot: int, whole: set[int]) -> None:
    """Let outputs that are only summed be the sums."""
    static, readers = new.statics[slot], {}
    carries, count = static["carries"], len(static["program"].outputs)
    parts = {s: k for k, s in enumerate(static["parts"]) if carries <= k < count and s is not None and s not in whole}
    for reader, operands in enumerate(new.operands):
        for s in parts.keys() & operands:
            readers[s] = None if s in readers else reader
    totals = {s: reader for s, reader in readers.items() if reader is not None and new.ops[reader].kind.total}
    number = form_of((), F8)
    for s, reader in totals.items():
        new.forms[s] = number
        new.ops[reader], new.statics[reader] = reshape_op, {"shape": ()}
    if totals:
        new.statics[slot] = {**static, "totals": tuple(sorted([parts[s] for s in totals]))}


def _kept(static: dict[str, Any], carry: int) -> bool:
    """Tell whether a carry of all steps is read."""
    return "parts" not in static or static["parts"][carry - static["carries"]] is not None


def _brief(p: Program, slot: int, parts: tuple[int | None, ...], whole: set[int]) -> bool:
    """Tell whether the carries that a scan keeps are read only by scans that know by one of them where it ended."""
    static = p.statics[slot]
    carries, active = static["carries"], static["active"]
    if not static["keep"] or active is None or active >= carries:
        return False
    kept = parts[-carries:]
    lines = {s for s in kept if s is not None}  # and what they are in another shape
    flags = {kept[active]}
    for reader, operands in enumerate(p.operands):
        if lines.isdisjoint(operands):
            continue
        if p.ops[reader] is reshape_op:
            lines.add(reader)
            flags.update([reader] if operands[0] in flags else [])
            continue
        own = p.statics[reader]
        if not p.ops[reader].kind.scans or own["keep"] or own["active"] is None:
            return False
        if own["active"] < own["carries"] or operands[own["active"]] not in flags:
            return False
        others = operands[: own["carries"]] + operands[own["carries"] + own["columns"] :]
        if own["backwards"] == static["backwards"] or not lines.isdisjoint(others):
            return False
    return lines.isdisjoint(whole)


def _parts(p: Program, slot: int, readers: list[int]) -> tuple[int | None, ...] | None:
    """Return which slot reads each part of a scan; None where anything else is read."""
    static, operands = p.statics[slot], p.operands[slot]
    starts = ScanLayout(
        static["program"], p.forms[operands[static["carries"]]].shape[0], static["carries"], static["keep"]
    ).starts
    found: list[int | None] = [None] * (len(starts) - 1)
    for reader in readers:
        read = part_of_operand(p, reader)
        if read is None or read[0] == read[1]:
            return None
        k = bisect_right(starts, read[0]) - 1
        if (starts[k], starts[k + 1]) != read or found[k] is not None:
            return None
        found[k] = reader
    return tuple(found)
