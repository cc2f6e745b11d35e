"""What the result of an instruction is if one of its operands is neutral: another operand, or zeros.

Invariant: every bit stays but the sign of a zero, also for NaN and infinities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.tape.forms import F8, form_of

if TYPE_CHECKING:
    from tapegrad.tape.program import Builder


def _times(b: Builder, x: int, y: int, operands: tuple[int, ...]) -> int | None:
    return y if b.number(x) == 1.0 else x if b.number(y) == 1.0 else None


def _gated(b: Builder, x: int, y: int, operands: tuple[int, ...]) -> int | None:
    for factor, other in ((x, y), (y, x)):
        if b.zeros(factor):
            form = b.program.forms[other] if b.program.forms[factor].scalar else b.program.forms[factor]
            return b.constant(np.zeros(form.shape, form.lane), form_of(form.shape, form.lane or F8))
    return _times(b, x, y, operands)


def _minus(b: Builder, x: int, y: int, operands: tuple[int, ...]) -> int | None:
    number = b.number(y)
    return x if number == 0.0 else None


def _plus(b: Builder, x: int, y: int, operands: tuple[int, ...]) -> int | None:
    return x if b.zeros(y) else y if b.zeros(x) else None


def _over(b: Builder, x: int, y: int, operands: tuple[int, ...]) -> int | None:
    return x if b.number(y) == 1.0 else None


def _choice(b: Builder, condition: int, x: int, operands: tuple[int, ...]) -> int | None:
    number = b.number(condition)
    if number is None:
        return None
    return x if number != 0.0 else operands[2]


NEUTRAL: dict[str, Callable[..., int | None]] = {
    "multiply": _times,
    "gated_multiply": _gated,
    "subtract": _minus,
    "divide": _over,
    "where": _choice,
    "add": _plus,
}
SIMPLE = ("positive", "negative")  # simplified whatever their operand is
