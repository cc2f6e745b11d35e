"""Incremental simplification: removes common subexpressions and constants of a recording before a sweep extends it.

A sweep appends a few instructions for each one that it passes, so what was recorded twice, or is constant, goes before:
afterwards there is nothing equal left to find, for the adjoints of two equal instructions are two.

Invariant: what is to be differentiated by stays apart from all that has the same value. So do copies, which is what
variables are made of.

Tests: tests/record/test_incremental_cse.py
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from tapegrad.ir import forms as form_table
from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import Form, cells
from tapegrad.machine.layout import CONST
from tapegrad.ops.elementwise_ops import positive
from tapegrad.ops.results import result_op
from tapegrad.record.bulk_numbering import numbered
from tapegrad.record.instructions import decoded, without_gradient
from tapegrad.record.scalar_stretches import long_stretches

if TYPE_CHECKING:
    from tapegrad.record.trace import Trace


class _Builder(Builder):
    """Makes no instruction that the recording does not have: sweeps read values there."""

    def _taken(self, x: int, index: tuple[Any, ...], form: Form) -> int | None:
        return None


class Simplified:
    """The simplified instructions of a recording so far.

    Parameters
    ----------
    apart : set of int
        Slots of the recording that stay by themselves.

    Attributes
    ----------
    program : Program
    place : list of int
        By slot of the recording, that of the program.
    origin : list of int
        By slot of the program, the first of the recording that has this value, and its gradient if any has one.
    """

    def __init__(self, apart: Collection[int]) -> None:
        self.apart = set(apart)
        self._builder = _Builder()
        self.program = self._builder.program
        self.place: list[int] = []
        self.origin: list[int] = []
        self._results: dict[int, list[int]] = {}
        self._quiet: set[int] = set()  # slots that were recorded without the gradient that they have

    def keeps_apart(self, slot: int) -> bool:
        """Tell whether a slot that was taken in stays by itself."""
        p, new = self.program, self.place[slot]
        if slot in self.apart:
            return True
        return self.origin[new] == slot and (p.ops[new] is None or _copies(p.ops[new], p.statics[new]))

    def results(self, slot: int) -> list[int]:
        """Return the slots of the results of an instruction that has several, in the program."""
        return self._results[slot]

    def advance(self, trace: Trace, stop: int) -> None:
        """Simplify the instructions recorded since the last call, below a slot."""
        b, place, origin, apart = self._builder, self.place, self.origin, self.apart
        instructions, numbers, captured = trace.instructions, trace.given, {s for s, _ in trace.captured}
        inputs = captured.union(trace.inputs if trace.strict and trace.walk is None else numbers)
        if trace.walk is not None:  # what is appended must not depend on what the user's numbers are, or his arrays
            inputs.update(trace.walk.numbers)
        while stop < len(instructions) and instructions[stop][0] == result_op.code:  # all results, or none
            stop += 1
        first = len(place)
        alone = [*inputs, *apart]
        for stretch in long_stretches(trace, first, stop, alone):
            self._one_by_one(trace, stretch.first, inputs)
            if not stretch.stops_gradients(instructions):
                places, origins = numbered(b, stretch, place)
                place += places or ()
                origin += origins
        self._one_by_one(trace, stop, inputs)

    def _one_by_one(self, trace: Trace, stop: int, inputs: Collection[int]) -> None:
        """Simplify the instructions since the last one, below a slot."""
        b, place, origin, apart = self._builder, self.place, self.origin, self.apart
        instructions, calls, forms, numbers = trace.instructions, trace.calls, form_table.forms, trace.given
        at = place.__getitem__
        for i in range(len(place), stop):
            instruction = instructions[i]
            form = forms[instruction[1] >> 1]
            what = decoded(instruction, calls)
            if what is None:
                value = None if i in inputs else numbers.get(i, instruction[2] if instruction[0] == CONST else None)
                new = b.input(form) if value is None else b.constant(cells(value, form).reshape(form.shape), form)
            else:
                op, operands, static = what
                slots = tuple(map(at, operands))
                if i in apart or _copies(op, static):
                    new = b.apart(op, slots, static, form)
                else:
                    new = b.emit(op, slots, static, form)
                    if without_gradient(instruction, operands, instructions, form):
                        if new == len(origin):
                            self._quiet.add(new)
                        new = b.stopped(new, form)
                if op is result_op:
                    results = self._results.setdefault(slots[0], [])
                    if static["index"] == len(results):
                        results.append(new)
            place.append(new)
            if len(b.program) > len(origin):
                origin += [i] * (len(b.program) - len(origin))
            elif new in self._quiet and instruction[1] & 1:
                origin[new] = i  # the first that was recorded with its gradient
                self._quiet.remove(new)


def _copies(op: Any, static: dict[str, Any]) -> bool:
    return op is positive or static.get("op") is positive
