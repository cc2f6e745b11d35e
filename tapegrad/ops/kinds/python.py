"""The default kind: an op of which nothing is known but its forward function."""

from __future__ import annotations

from typing import Any

from tapegrad.errors import ReplayError
from tapegrad.ops.kinds.kind import Kind


class Python(Kind):
    """A call of the op's forward function."""

    python = may_fail = True
    known = False

    def plan(self, plan: Any, slot: int) -> None:
        raise ReplayError(
            f"compile: the op {plan.program.ops[slot].name!r} says nothing about how a sealed tape does it. Give its "
            "record `kind`, or compute it outside of the compiled function."
        )
