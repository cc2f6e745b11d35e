"""The op of a custom function in a recording: its value is its last operand, its derivative the function's own.

The other operands are those of the application, the same for all its results: the sweeps ask the application for the
adjoints of all operands at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ops.declare import General


class FunctionResult(General):
    """Recorded by the application of the function itself, which knows its operands' dtypes."""

    def __call__(self, *args: Any, **static: Any) -> Any:
        return static["application"].record(args, static["result"])

    def differentiable(self, k: int) -> bool:
        return True

    def shares(self, application: Any, grads: dict[int, Any], args: Sequence[Any], needs: Sequence[bool]) -> list[Any]:
        """Return what each operand receives from the adjoints of one application's results; None for nothing."""
        return [*application.adjoints(grads, args[:-1], needs[:-1]), None]


function_result = FunctionResult(
    name="function_result",
    forward=lambda *args, application, result: np.array(args[-1]),
    infer=lambda *shapes, application, result: shapes[-1],
    tangent=lambda args, tangents, application, result: application.tangent(args[:-1], tangents[:-1], result),
    batched=lambda length, args, flags, application, result: application.batch(length, args, flags, result),
    reference=lambda *args, application, result: np.array(args[-1]),
    summary="A result of a custom function: its last operand, with the function's own derivative.",
)  # fmt: skip
