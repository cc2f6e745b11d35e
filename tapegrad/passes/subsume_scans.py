"""Scans that another one contains: a forward sweep carries values and tangents, and so makes every step of the scan
that it differentiates once more.

What is read of a scan is read of the one that contains it, if that can run in its place: if none of its operands
depends on what is read. Which steps are contained is seen by writing both into one program, where equal instructions
are one: so the derivative of a derivative contains all before it, and nothing has to say where a scan came from.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import F8, form_of
from tapegrad.ir.program import Program
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.passes.scans import part_of_operand, scans_of

Parts = list[int]


def subsume_scans(program: Program) -> Program:
    """Return the program whose scans are read of those that contain them; itself if there are none."""
    scans = scans_of(program)
    return program if len(scans) < 2 else _Reading(program, scans).whole()


def _steps(p: Program, slot: int) -> int:
    steps: int = p.forms[p.operands[slot][p.statics[slot]["carries"]]].shape[0]
    return steps


def _groups(p: Program, slot: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the carries of a scan, and its columns and constants."""
    carries = p.statics[slot]["carries"]
    return p.operands[slot][:carries], p.operands[slot][carries:]


def _positions(p: Program, slot: int, other: int) -> Parts | None:
    """Find the operands of a scan among those of another: carries in their order, as many may begin alike."""
    found: Parts = []
    (carries, rest), (others, others_rest) = _groups(p, slot), _groups(p, other)
    for s in carries:
        k = next((k for k, t in enumerate(others) if t == s and k not in found), None)
        if k is None:
            return None
        found.append(k)
    columns, others_columns = p.statics[slot]["columns"], p.statics[other]["columns"]
    for k, s in enumerate(rest):
        first, last = (0, others_columns) if k < columns else (others_columns, len(others_rest))
        if s not in others_rest[first:last]:
            return None
        found.append(len(others) + others_rest.index(s, first, last))
    return found


def contained(p: Program, slot: int, other: int) -> Parts | None:
    """Tell whether a scan makes all steps of another one too: where it gives what that one's step gives."""
    mine, theirs = p.statics[slot], p.statics[other]
    if mine["backwards"] != theirs["backwards"] or _steps(p, slot) != _steps(p, other):
        return None
    at = _positions(p, slot, other)
    if at is None or theirs["active"] not in (None, None if mine["active"] is None else at[mine["active"]]):
        return None
    b = Builder()
    step, whole = mine["program"], theirs["program"]
    inputs = [b.input(form) for form in whole.input_forms]
    results = _written(b, whole, inputs)
    carries, count = results[: theirs["carries"]], mine["carries"]
    own = _written(b, step, [inputs[k] for k in at])
    if any(carries[k] != result for k, result in zip(at, own[:count], strict=False)):
        return None
    outputs = results[len(carries) :]
    if not {*own[count:]} <= {*outputs}:
        return None
    return [*at[:count], *(len(carries) + outputs.index(result) for result in own[count:])]


def _written(b: Builder, program: Program, inputs: Sequence[int]) -> list[int]:
    """Write a step's instructions, and return its results."""
    place = b.inline(program, inputs)
    return [place[s] for s in program.outputs]


class _Reading:
    """One program whose scans are read elsewhere."""

    def __init__(self, program: Program, scans: Sequence[int]) -> None:
        self.program = program
        self.instead: dict[int, int] = {}
        self.starts: dict[int, dict[int, int]] = {}  # by scan and start of a part, where it starts in the other
        self._readers: dict[int, list[int]] = {slot: [] for slot in scans}
        for slot, operands in enumerate(program.operands):
            for s in operands:
                if s in self._readers:
                    self._readers[s].append(slot)
        ends = {*program.outputs, *(g.slot for g in program.guards)}
        sizes = {slot: (len(program.operands[slot]), len(program.statics[slot]["program"])) for slot in scans}
        largest = sorted(scans, key=sizes.__getitem__, reverse=True)
        for k, slot in enumerate(largest):
            for other in largest[:k] if slot not in ends else ():
                if other not in self.instead and self._takes_place(slot, other):
                    break

    def _takes_place(self, slot: int, other: int) -> bool:
        """Note that a scan can be read of another one, if it can."""
        p = self.program
        if not {*p.operands[slot]} <= {*p.operands[other]} or self._depends(other, slot):
            return False
        parts = contained(p, slot, other)
        if parts is None:
            return False
        keep = p.statics[slot]["keep"]
        old, new = (
            ScanLayout(p.statics[s]["program"], _steps(p, s), p.statics[s]["carries"], keep) for s in (slot, other)
        )
        if keep:
            count = len(p.statics[other]["program"].outputs)
            parts += [count + k for k in parts[: len(old.sizes)]]
        for reader in self._readers[slot]:
            part = part_of_operand(p, reader)
            if part is None or part[0] < part[1] > old.starts[bisect_right(old.starts, part[0])]:
                return False
        self.starts[slot] = {old.starts[k]: new.starts[at] for k, at in enumerate(parts)}
        self.instead[slot] = other
        return True

    def _operands(self, slot: int) -> Sequence[int]:
        return self.program.operands[self.instead.get(slot, slot)]

    def _depends(self, slot: int, on: int) -> bool:
        """Tell whether an operand of a slot depends on another slot."""
        waiting, found = [*self._operands(slot)], set()
        while waiting:
            s = waiting.pop()
            if s == on:
                return True
            if s not in found:
                found.add(s)
                waiting += self._operands(s)
        return False

    def whole(self) -> Program:
        p = self.program
        if not self.instead:
            return p
        b, place = Builder(), [-1] * len(p)
        for slot in p.inputs:
            place[slot] = b.input(p.forms[slot])
        for last in range(len(p)):
            waiting = [last]
            while waiting:
                slot = waiting[-1]
                missing = [s for s in self._operands(slot) if place[s] < 0] if place[slot] < 0 else []
                if not missing:
                    waiting.pop()
                    if place[slot] < 0:
                        self._write(b, slot, place)
                waiting += missing
        return b.finish_like(p, place)

    def _write(self, b: Builder, slot: int, place: list[int]) -> None:
        p = self.program
        if slot in self.instead:
            other = self.instead[slot]
            static = p.statics[other] | {"keep": p.statics[slot]["keep"]}
            operands = tuple([place[s] for s in p.operands[other]])
            size = ScanLayout(static["program"], _steps(p, other), static["carries"], static["keep"]).starts[-1]
            place[slot] = b.emit(p.ops[other], operands, static, form_of((size,), F8))
        elif p.operands[slot] and p.operands[slot][0] in self.instead:
            self._read(b, slot, place)
        else:
            b.copy(p, slot, place)

    def _read(self, b: Builder, slot: int, place: list[int]) -> None:
        """Write the slice of a scan as one of the other."""
        p, (source,) = self.program, self.program.operands[slot]
        start, stop = part_of_operand(p, slot) or (0, 0)
        known = self.starts[source]
        before = max([first for first in known if first <= start])
        first = known[before] + start - before
        part = slice(first, first + stop - start)
        whole = b.program.forms[place[source]]
        if (part.start, part.stop) == (0, whole.size):
            place[slot] = place[source]
        else:
            place[slot] = b.emit(getitem_op, (place[source],), {"index": (part,)}, p.forms[slot])
