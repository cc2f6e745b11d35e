"""A result of an instruction that has several: its elements lie where that instruction puts them.

Tests: tests/ops/test_small_systems.py
"""

from __future__ import annotations

from typing import Any

from tapegrad.ops.kinds.kind import Alone


class Result(Alone):
    """The result of a number, `index`, of the instruction that is the operand."""

    any_dtype = True

    def plan(self, plan: Any, slot: int) -> None:
        plan.result(slot)

    def write(self, f: Any, slot: int) -> None:
        """Write nothing: the instruction itself has written it."""

    def pattern(self, sweep: Any, slot: int) -> Any:
        (instruction,) = sweep.program.operands[slot]
        return sweep.of_results[instruction][sweep.program.statics[slot]["index"]]
