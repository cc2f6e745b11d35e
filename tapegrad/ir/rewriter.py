"""Rewriting: a pass copies a program, and emits other instructions in place of some.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order, and an instruction that
replaces another one has its line.

Tests: tests/ir/test_printing.py
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from tapegrad.ir.builder import Builder
from tapegrad.ir.program import Program

Replacement = Callable[[Builder, int, list[int]], int]


def rewrite(program: Program, replaced: Collection[int], write: Replacement, left_out: Collection[int] = ()) -> Program:
    """Return a program with other instructions in some places.

    Parameters
    ----------
    program : Program
        What to copy.
    replaced : collection of int
        The slots of instructions to be replaced; if there are none, the program itself is returned.
    write : callable
        ``write(builder, slot, place)`` writes what replaces one, and returns the slot of the result. ``place`` has the
        new slots of the old ones before it.
    left_out : collection of int
        Slots that nothing in the new program reads.
    """
    if not replaced:
        return program
    b, place = Builder(), [-1] * len(program)
    for slot in program.inputs:
        place[slot] = b.input(program.forms[slot])
    for slot in range(len(program)):
        if slot in replaced:
            place[slot] = write(b, slot, place)
            b.program.take_line(place[slot], program, slot)
        elif place[slot] < 0 and slot not in left_out:
            b.copy(program, slot, place)
    return b.finish_like(program, place)
