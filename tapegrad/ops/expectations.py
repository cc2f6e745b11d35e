"""Expectations of data: an op that raises an error where its operand fails a condition, in replays too.

Tests: tests/ops/test_odd_parameters.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.declare import General
from tapegrad.ops.kinds import Unless
from tapegrad.ops.runtime import AnyArray


def _unless(x: AnyArray, refused: Any, *, error: str) -> np.ndarray:
    if np.any(refused):
        raise ArgumentError(error)
    return np.array(x)


unless: General = General(
    name="unless", kind=Unless(), batched=True, integers=frozenset({"refused"}), forward=_unless, infer=lambda x, refused, *, error: x,
    adjoints={"x": lambda g: g, "refused": None}, reference=lambda x, refused, *, error: x,
    samples=lambda rng: [((rng.uniform(size=(2, 3)), np.zeros(3, np.int64)), {"error": "expected smaller numbers, got others."})],
    summary="The first operand, unless an element of the second one is not 0: that is an error.",
)  # fmt: skip


def expected(x: AnyArray, refused: AnyArray, error: str) -> Any:
    """Return a Tensor; an `ArgumentError` where truth values tell that it is not taken."""
    return unless(x, refused.astype(np.int64), error=error)
