"""Conditions: an op that ends a program with a status where its data fail.

Tests: tests/ops/test_odd_parameters.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapegrad.machine.lane import bits
from tapegrad.machine.places import Strided, contiguous
from tapegrad.machine.status import FAILED
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter


class Unless(Alone):
    """The first operand; the program fails if an element of the second one, integers, is not 0."""

    statuses = (FAILED,)

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        x, refused = p.operands[slot]
        marks = f.strided(refused, p.forms[refused].shape)
        with f.loops(p.forms[refused].shape) as at:
            f.return_if((bits(f.item(marks, at)) != 0).name, str(FAILED))
        target, shape = f.target(slot), p.forms[slot].shape
        f.copy(shape, x, Strided(target, 0, contiguous(shape)))
        f.done(slot, target)
