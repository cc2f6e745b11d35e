"""A user's compiled kernels.

Tests: tests/custom/test_processes.py, tests/custom/test_definitions.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.places import Shape
from tapegrad.machine.status import RAISED
from tapegrad.ops.kinds.kind import Alone, Kind

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_LINES = 10_000  # that a kernel counts as: how long it runs is not known


class Kernel(Alone):
    """Compiled code of a user: `symbol(ranks, dtype)` gives its name for operands and a result of so many dimensions.

    It takes their addresses, then all their sizes, and returns 0, or something else if it raised. An op with the static
    parameter `flags` runs it for each instance of a batch, of which the flagged operands have a row each.
    """

    statuses = (RAISED,)
    local = True

    def __init__(self, symbol: Callable[[Sequence[int], Any], str]) -> None:
        self.symbol = symbol

    def for_rows(self, python: Kind) -> Kind:
        return self

    def value(self, sweep: Any, slot: int) -> np.ndarray | None:
        return None

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        operands, form = p.operands[slot], p.forms[slot]
        target = f.target(slot)
        arrays = [*map(f.contiguous, operands), target]
        shapes = [p.forms[s].shape for s in (*operands, slot)]
        flags = p.statics[slot].get("flags")
        if flags is None:
            self._call(f, shapes, [a.pointer for a in arrays], form.lane)
        else:
            flags = (*flags, True)
            shapes = [shape[1:] if flag else shape for shape, flag in zip(shapes, flags, strict=True)]
            with f.loop(0, form.shape[0], 1) as k:
                pointers = [
                    f.pointer(array, f.offset(0, (math.prod(shape),), (k,))) if flag else array.pointer
                    for array, shape, flag in zip(arrays, shapes, flags, strict=True)
                ]
                self._call(f, shapes, pointers, form.lane)
        f.done(slot, target)

    def _call(self, f: AnyWriter, shapes: Sequence[Shape], pointers: list[str], dtype: np.dtype | None) -> None:
        f.repeated += _LINES
        sizes = [f.integer(f"inttoptr i64 {n} to ptr") for shape in shapes for n in shape]  # passed as addresses are
        f.return_unless_done(
            f.call("i64", self.symbol(tuple(map(len, shapes)), dtype), [*pointers, *sizes]), str(RAISED)
        )
