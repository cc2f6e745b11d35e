"""Totals: the sum of all elements of an array, at the end of the loop that computes them.

Tests: tests/tensor/test_kinds_of_indices.py, tests/replay/test_methods.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ops.kinds.contract import LABELS, Contract

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyPlan, AnyScalars


def _labels(x: tuple[int, ...]) -> tuple[list[str], str]:
    return [LABELS[: len(x)]], ""


class Total(Contract):
    """The sum of all elements: a contraction with no label left, in the fixed order of the sweeps."""

    def __init__(self) -> None:
        super().__init__(_labels)

    def enlist(self, roles: Any, op: Any) -> None:
        roles.totals.add(op)
        roles.fused.add(op)

    def plan(self, plan: AnyPlan, slot: int) -> None:
        program = plan.program
        plan.sums[slot] = shape = program.forms[program.operands[slot][0]].shape
        plan.join_loop(slot, shape)

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        (x,) = args
        if x.size > scalars.CHUNK:
            raise scalars.too_large()
        return scalars.array([scalars.sum(list(x.ravel()), slot)], slot)
