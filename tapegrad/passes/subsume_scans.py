"""Subsumption of scans: a scan that another one contains is replaced by results of that one. A forward sweep carries
values and tangents, and so makes every step of the scan that it differentiates once more.

What is read of a scan is read of the one that contains it, if that can run in its place: if none of its operands
depends on what is read. Which steps are contained is seen by writing both into one program, where equal instructions
are one: so the derivative of a derivative contains all before it, and nothing has to say where a scan came from.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.

Tests: tests/passes/test_subsume_scans.py
"""

from __future__ import annotations

from collections.abc import Sequence

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import RESULTS
from tapegrad.ir.program import Program
from tapegrad.ops.results import result_op
from tapegrad.passes.scans import result_of_scan, scans_of


def subsume_scans(program: Program) -> Program:
    """Return the program without scans that others contain; the program itself if it has no scans."""
    scans = scans_of(program)
    return program if len(scans) < 2 else _Reading(program, scans).whole()


def _groups(p: Program, slot: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the carries of a scan, and its columns and constants."""
    carries = p.statics[slot]["carries"]
    return p.operands[slot][:carries], p.operands[slot][carries:]


def _positions(p: Program, slot: int, other: int) -> list[int] | None:
    """Find the operands of a scan among those of another: carries in their order, as many may begin alike."""
    positions: list[int] = []
    (carries, rest), (others, others_rest) = _groups(p, slot), _groups(p, other)
    for s in carries:
        k = next((k for k, t in enumerate(others) if t == s and k not in positions), None)
        if k is None:
            return None
        positions.append(k)
    columns, others_columns = p.statics[slot]["columns"], p.statics[other]["columns"]
    for k, s in enumerate(rest):
        first, last = (0, others_columns) if k < columns else (others_columns, len(others_rest))
        if s not in others_rest[first:last]:
            return None
        positions.append(len(others) + others_rest.index(s, first, last))
    return positions


def contained(p: Program, slot: int, other: int) -> list[int] | None:
    """Return the positions of a scan's results among those of another scan that makes the same steps."""
    mine, theirs = p.statics[slot], p.statics[other]
    if any(mine[name] != theirs[name] for name in ("backwards", "steps")):
        return None
    at = _positions(p, slot, other)
    if at is None or theirs["active"] not in (None, None if mine["active"] is None else at[mine["active"]]):
        return None
    b = Builder()
    step, whole = mine["program"], theirs["program"]
    inputs = [b.input(form) for form in whole.input_forms]
    results = _written(b, whole, inputs)
    carries, count = results[: theirs["carries"]], mine["carries"]
    step_results = _written(b, step, [inputs[k] for k in at])
    if any(carries[k] != result for k, result in zip(at, step_results[:count], strict=False)):
        return None
    outputs = results[len(carries) :]
    if not {*step_results[count:]} <= {*outputs}:
        return None
    return [*at[:count], *(len(carries) + outputs.index(result) for result in step_results[count:])]


def _written(b: Builder, program: Program, inputs: Sequence[int]) -> list[int]:
    """Write a step's instructions, and return its results."""
    place = b.inline(program, inputs)
    return [place[s] for s in program.outputs]


class _Reading:
    """One program whose scans are read elsewhere.

    Attributes
    ----------
    instead : dict
        By scan, the one that is read in its place.
    numbers : dict
        By scan, the numbers that its results have there.
    """

    def __init__(self, program: Program, scans: Sequence[int]) -> None:
        self.program = program
        self.instead: dict[int, int] = {}
        self.numbers: dict[int, list[int]] = {}
        sizes = {slot: (len(program.operands[slot]), len(program.statics[slot]["program"])) for slot in scans}
        largest = sorted(scans, key=sizes.__getitem__, reverse=True)
        for k, slot in enumerate(largest):
            for other in largest[:k]:
                if other not in self.instead and self._takes_place(slot, other):
                    break

    def _takes_place(self, slot: int, other: int) -> bool:
        """Note that a scan can be read of another one, if it can."""
        p = self.program
        if not {*p.operands[slot]} <= {*p.operands[other]} or self._depends(other, slot):
            return False
        numbers = contained(p, slot, other)
        if numbers is None:
            return False
        carries, count = p.statics[slot]["carries"], len(p.statics[other]["program"].outputs)
        self.numbers[slot] = [*numbers, *(count + k for k in numbers[:carries])]
        self.instead[slot] = other
        return True

    def _operands(self, slot: int) -> Sequence[int]:
        return self.program.operands[self.instead.get(slot, slot)]

    def _depends(self, slot: int, on: int) -> bool:
        """Tell whether an operand of a slot depends on another slot."""
        waiting, visited = [*self._operands(slot)], set()
        while waiting:
            s = waiting.pop()
            if s == on:
                return True
            if s not in visited:
                visited.add(s)
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
        result = result_of_scan(p, slot)
        if slot in self.instead:
            other = self.instead[slot]
            static = p.statics[other] | {"keep": p.statics[slot]["keep"]}
            place[slot] = b.emit(p.ops[other], tuple([place[s] for s in p.operands[other]]), static, RESULTS)
        elif result is not None and result[0] in self.instead:
            scan, index = result
            place[slot] = b.emit(result_op, (place[scan],), {"index": self.numbers[scan][index]}, p.forms[slot])
        else:
            b.copy(p, slot, place)
        b.program.take_line(place[slot], p, slot)
