"""Results that are known: they are the last operands of their instruction.

Tests: tests/trace_cache/test_known_results.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapegrad.machine.places import Strided, contiguous
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter


class Known(Alone):
    """Copies of as many operands as there are results."""

    def write(self, f: AnyWriter, slot: int) -> None:
        targets = f.targets(slot)
        for operand, target in zip(f.program.operands[slot][-len(targets) :], targets, strict=True):
            shape = target.form.shape
            if target.form.size == 1:
                f.store_scalar(f.scalar(operand), target.buffer, "0")
            else:
                f.copy(shape, operand, Strided(target.buffer, 0, contiguous(shape)))
        f.all_done(targets)
