"""Decoding of recorded instructions, and their conversion to a program.

Tests: tests/trace_cache/test_records.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import Form, cells
from tapegrad.ir.program import NO_STATIC, Guard, Program, UserLine
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.layout import ARRAY, PICK
from tapegrad.ops import declare

if TYPE_CHECKING:
    from tapegrad.ir import builder
    from tapegrad.record import bulk_numbering, scalar_stretches
else:  # which programs are made with
    builder, bulk_numbering, scalar_stretches = modules_later(
        "tapegrad.ir.builder", "tapegrad.record.bulk_numbering", "tapegrad.record.scalar_stretches"
    )

Decoded = tuple[Any, Sequence[int], dict[str, Any]]


def decoded(instruction: Sequence[Any], calls: Sequence[Any]) -> Decoded | None:
    """Return op, operands and static parameters of an instruction, as it is recorded; None for a leaf."""
    op = declare.table[instruction[0]]
    if op is None:
        return None
    op_class = op.op_class  # which costs less than an element of `declare.classes`
    if op_class == ARRAY:
        call = calls[instruction[2]]
        return call.op, call.operands, call.static
    if op_class == PICK:
        return op, instruction[2:3], {"offset": instruction[3]}
    return op, instruction[2 : 2 + len(op.arguments)], NO_STATIC


def without_gradient(
    instruction: Sequence[Any], operands: Sequence[int], instructions: Sequence[Any], form: Form
) -> bool:
    """Tell whether an instruction was recorded without gradient although operands of it have one."""
    if instruction[1] & 1 or form.dtype.kind not in "fc":
        return False
    return any([instructions[s][1] & 1 for s in operands])  # noqa: C419 (a list is faster)


def constant_of(run: Any, slot: int) -> np.ndarray:
    """Return the array or number of a leaf of an open run as compiled code reads it."""
    type_, number = run.instructions[slot][1:3]
    form = form_table.forms[type_ >> 1]
    return cells(run.given.get(slot, number), form).reshape(form.shape)


def program_of(
    run: Any, inputs: Sequence[int], outputs: Sequence[int], guards: Iterable[Guard], firsts: Sequence[int] = ()
) -> Program:
    """Return the instructions of an open run as a program; leaves that are no inputs are constants.

    The first of those that are known to be equal, itself or an earlier one, is given by `firsts`, for slots up to some.
    """
    instructions, forms, calls, lines = run.instructions, form_table.forms, run.calls, run.lines
    b = builder.Builder()
    emit = b.emit
    place = [-1] * len(instructions)
    for s in inputs:
        place[s] = b.input(forms[instructions[s][1] >> 1])
    at = place.__getitem__

    def write(first: int, stop: int) -> None:
        for i in range(first, stop):
            instruction = instructions[i]
            if i < len(firsts) and firsts[i] < i:
                place[i] = place[firsts[i]]
                continue
            type_ = instruction[1]
            form = forms[type_ >> 1]
            what = decoded(instruction, calls)
            operands: Sequence[int] = ()
            if what is not None:
                op, operands, static = what
                place[i] = emit(op, tuple(map(at, operands)), static, form)
            elif place[i] >= 0:
                continue
            else:
                place[i] = b.constant(constant_of(run, i), form)
            if not type_ & 1 and without_gradient(instruction, operands, instructions, form):
                place[i] = b.stopped(place[i], form)
            if lines is not None and i < len(lines) and lines[i] is not None:
                b.program.lines.setdefault(place[i], UserLine(*lines[i]))

    begin = 0
    for stretch in scalar_stretches.long_stretches(run, 0, len(instructions), inputs) if lines is None else ():
        write(begin, stretch.first)
        begin = stretch.first
        if not stretch.stops_gradients(instructions):
            places, _ = bulk_numbering.numbered(b, stretch, place)
            if places is not None:
                place[begin : stretch.stop] = places
                begin = stretch.stop
    write(begin, len(instructions))
    b.program.recorded = len(instructions)
    return b.finish([*map(at, outputs)], [g._replace(slot=at(g.slot)) for g in guards])
