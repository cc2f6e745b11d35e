"""An elementwise op of two arguments repeated over axes, such as the largest element.

Tests: tests/ops/test_edges.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.lane import Lane
from tapegrad.ops.kinds.contract import LABELS
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise
    from tapegrad.ops.kinds.protocols import AnyProgram, AnyScalars, AnyWriter


class Repeated:
    """How a nest of loops repeats an op."""

    def __init__(self, op: Any, start: float) -> None:
        self.op, self.start, self.other = op, start, start

    def step(self, total: Lane, values: list[Lane]) -> Lane:
        """Take in one element."""
        return self.op.forward(total, values[0])

    def combine(self, x: Lane, y: Lane) -> Lane:
        """Make one result of two."""
        return self.op.forward(x, y)


class Reduce(Alone):
    """An elementwise op of two arguments repeated over the static parameter `axes`, beginning with `start`."""

    def __init__(self, op: Elementwise, start: float) -> None:
        self.op, self.start = op, start

    def enlist(self, roles: Any, op: Any) -> None:
        roles.folds.add(op)

    def write(self, f: AnyWriter, slot: int) -> None:
        f.reduce(slot, *_labels(f.program, slot), Repeated(self.op, self.start))

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        (x,) = args
        axes = scalars.program.statics[slot]["axes"]
        kept = [d for d in range(x.ndim) if d not in axes]
        rows = x.transpose([*kept, *axes]).reshape(*[x.shape[d] for d in kept], -1)
        result = np.empty(rows.shape[:-1], object)
        for place in np.ndindex(rows.shape[:-1]):
            total, *rest = rows[place]
            for item in rest:
                total = total.with_other(self.op, item)
            result[place] = total
        return result

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.contraction(slot, *_labels(sweep.program, slot))


def _labels(program: AnyProgram, slot: int) -> tuple[list[str], str]:
    """Find the labels of the operand and of the result, as a contraction has them."""
    (x,) = program.operands[slot]
    names = LABELS[: len(program.forms[x].shape)]
    return [names], "".join(c for d, c in enumerate(names) if d not in program.statics[slot]["axes"])
