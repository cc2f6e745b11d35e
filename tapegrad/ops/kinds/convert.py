"""The same value in another precision: in a fused loop, rounding is all that it does.

Tests: tests/replay/test_python_numbers.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.lane import Lane
from tapegrad.ops.kinds.integer_arithmetic import from_word, to_word, wrapped
from tapegrad.ops.kinds.kind import Joining

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyScalars


class Convert(Joining):
    """The same value in another dtype: of floats and truth values, or of integers."""

    def applied(self, op: Any, args: list[Lane], static: dict[str, Any], form: Any) -> Lane:
        """Write it for lanes: what stores floats rounds."""
        (x,) = args
        source, dtype = static["source"], static["dtype"]
        if source.kind not in "iu":
            return x if dtype.kind not in "iu" else to_word(x, dtype)
        return from_word(x, source, dtype) if dtype.kind not in "iu" else wrapped(x, dtype)

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        static = scalars.program.statics[slot]
        if static["source"].kind == "b" and static["dtype"].kind == "f":  # truth values are numbers already
            return args[0]
        return scalars.each(slot, args)

    def pattern(self, sweep: Any, slot: int) -> Any:
        (x,) = sweep.program.operands[slot]
        return sweep.rows.get(x) if sweep.program.statics[slot]["dtype"].kind == "f" else None

    def check(self, op: Any, shapes: list[Any], static: dict[str, Any], shape: Any) -> Any:
        return shapes[0]

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        return static["dtype"]
