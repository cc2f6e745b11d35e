"""The same value in another precision: in a fused loop, rounding is all that it does."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane
from tapegrad.ops.kinds.kind import Kind


class Convert(Kind):
    """The same value in another precision."""

    pointwise = True

    def applied(self, op: Any, args: list[Lane]) -> Lane:
        """Write it for lanes: whoever stores them rounds."""
        return args[0]

    def apart(self, scalars: Any, slot: int, args: list[np.ndarray]) -> np.ndarray:
        if scalars.program.statics[slot]["source"].kind != "f":  # truth values and integers are numbers already
            return args[0]
        return scalars.each(slot, args)

    def pattern(self, sweep: Any, slot: int) -> Any:
        (x,) = sweep.program.operands[slot]
        return sweep.rows[x]

    def check(self, op: Any, shapes: list[Any], static: dict[str, Any], shape: Any) -> Any:
        return shapes[0]

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        return static["dtype"]
