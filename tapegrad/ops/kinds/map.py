"""Elementwise maps: members of fused loops and of scalar stretches.

Tests: tests/tensor/test_kinds_of_indices.py, tests/ops/test_absolute_zero.py, tests/programs/test_examples.py
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tapegrad.machine.dtypes import F4
from tapegrad.machine.lane import Emitter, Lane
from tapegrad.machine.rule_text import evaluated
from tapegrad.ops.kinds.kind import Joining


class Map(Joining):
    """An elementwise op, by its forward function on lanes."""

    @staticmethod
    @cache
    def lines(op: Any) -> int:
        """Count the lines of LLVM text that it takes."""
        e = Emitter(1)
        op.forward(*[Lane(e, f"%{name}", "f") for name in op.arguments])
        return len(e.lines) + 1

    def applied(self, op: Any, args: list[Lane], static: dict[str, Any], form: Any) -> Lane:
        return evaluated(op, args, form.lane is F4)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.elementwise(slot)
