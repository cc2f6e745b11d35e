"""The ops of custom functions in a recording.

`function_result` is recorded behind the instructions of forward: its value is its last operand, its derivative the
function's own. The other operands are those of the application, the same for all its results: the sweeps ask the
application for the adjoints of all operands at once.

`function_call` runs a forward that cannot be recorded, since it uses the values of its arguments.
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
    batched=lambda length, args, flags, application, result: application.batch(length, args, flags, result),
    forward=lambda *args, application, result: np.array(args[-1]),
    infer=lambda *shapes, application, result: shapes[-1], adjoints={"args": None},
    tangent=lambda args, tangents, application, result: application.tangent(args[:-1], tangents[:-1], result),
    summary="A result of a custom function: its last operand, with the function's own derivative.",
)  # fmt: skip
function_reverse: General = General(
    name="function_reverse", forward=lambda *args, application: application.reverse(*args),
    infer=lambda *shapes, application: application.shape_of_shares(),
    adjoints={"args": lambda g, application: application.refuse()},
    summary="The adjoints of all arguments of a custom function, in one vector.",
)  # fmt: skip
function_call: General = General(
    name="function_call", forward=lambda *args, application: application.run(*args),
    infer=lambda *shapes, application: application.shape(),
    adjoints={"args": lambda g, k, args, out, application: application.share(g, k, args, out)},
    tangent=lambda args, tangents, application: application.refuse(),
    summary="The results of a custom function over plain code, in one vector.",
)  # fmt: skip
