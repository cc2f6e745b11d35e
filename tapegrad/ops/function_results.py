"""The ops of custom functions in a recording.

`function` is recorded behind the instructions of forward: its results are some of its operands, its derivative the
function's own.

`function_call` runs a forward that cannot be recorded, since it uses the values of its arguments.

Tests: tests/autograd/test_function_transforms.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import General
from tapegrad.ops.results import Joint


class FunctionOp(Joint):
    """Recorded by the application of the function itself, outside of recordings as well."""

    fills = False

    def __call__(self, *args: Any, **static: Any) -> tuple[Any, ...]:  # type: ignore[override]
        return static["application"].record(args)


function_op = FunctionOp(
    name="function", may_fail=False, forward=lambda *args, application: [np.array(args[s]) for s in application.results],
    infer=lambda *shapes, application: [shapes[s] for s in application.results],
    dtypes=lambda application: application.dtypes,
    adjoints={"args": lambda g, args, application: application.adjoints(g, args, [a.requires_grad for a in args])},
    tangent=lambda args, tangents, application: application.tangents(args, tangents),
    batched=lambda length, args, flags, application: application.batch(length, args, flags),
    summary="The results of a custom function, which are among its operands, with the function's own derivative.",
)  # fmt: skip
function_result: General = General(
    name="function_result", forward=lambda *args: args[-1], adjoints={"args": None},
    summary="A result of a call of a custom function, whose run hands its adjoint on.",
)  # fmt: skip
function_reverse = Joint(
    name="function_reverse", forward=lambda *args, application: application.reverse(*args),
    infer=lambda *shapes, application: application.shapes_of_shares(),
    dtypes=lambda application: application.dtypes_of_shares(),
    adjoints={"args": lambda g, application: application.refuse()},
    summary="The adjoints of all arguments of a custom function.",
)  # fmt: skip
function_call = Joint(
    name="function_call", draws=True, forward=lambda *args, application: application.run(*args),
    infer=lambda *shapes, application: application.shapes(), dtypes=lambda application: application.dtypes(),
    adjoints={"args": lambda g, args, out, application: application.shares(g, args, out)},
    tangent=lambda args, tangents, application: application.tangents(args, tangents),
    batched=lambda length, args, flags, application: application.batch(length, args, flags),
    summary="The results of a custom function over plain code.",
)  # fmt: skip
