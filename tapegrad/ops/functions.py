"""The op of a custom function in a recording: its value is one of its operands, its derivative the function's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import General


class FunctionResult(General):
    """Recorded by the application of the function itself, which knows its operands' dtypes."""

    def __call__(self, *args: Any, **static: Any) -> Any:
        return static["application"].record(args, static["result"])


function_result = FunctionResult(
    name="function_result", function="Function.apply",
    forward=lambda *args, application, result: np.array(args[result]),
    infer=lambda *shapes, application, result: shapes[result],
    adjoints={"args": lambda g, args, k, application, result: application.adjoint(g, args, k, result)},
    tangent=lambda args, tangents, application, result: application.tangent(args, tangents, result),
    batched=lambda length, args, flags, application, result: application.batch(length, args, flags, result),
    reference=lambda *args, application, result: np.array(args[result]),
    summary="A result of a custom function: one of its operands, with the function's own derivative.",
)  # fmt: skip
