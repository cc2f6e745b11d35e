"""The text of `help` for an op: the function that users call, with an example.

Tests: tests/ops/test_failing_ops.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tapegrad.ops.declare import Op

_INTERVAL = (0.0, 1.0)  # whose middle is an argument of most ops


def documented(op: Op) -> str:
    """Return the docstring of an op."""
    call = f"{op.shown}({', '.join(op.arguments)})"
    parts = [call, op.summary]
    if op.kinks:
        parts.append(f"The derivative at kinks: {op.kinks}.")
    of_numpy = isinstance(op.reference, np.ufunc) and hasattr(np, op.reference.__name__)
    special = getattr(op, "forward", len).__module__.startswith("tapegrad.ops.special.")
    if op.arguments and (of_numpy or special):
        call = f"np.{call.replace(op.shown, op.reference.__name__, 1)}" if of_numpy else f"tg.special.{call}"
        domain = getattr(op, "domain", {})
        lines = [
            f">>> {a} = tg.tensor({round(sum(domain.get(a, _INTERVAL)) / 2, 3)!r}, requires_grad=True)"
            for a in op.arguments
        ]
        if getattr(op, "boolean", False):
            lines.append(f">>> {call}")
        else:
            lines += [f">>> {call}.backward()", f">>> {op.arguments[0]}.grad"]
        parts.append("\n".join(["Examples", "--------", *lines]))
    return "\n\n".join(parts)
