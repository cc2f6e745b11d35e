"""Algebraic identities: the result of an instruction with a neutral operand is another operand, or zeros.

Invariant: every bit stays but the sign of a zero, also for NaN and infinities.

Tests: tests/ir/test_identities.py, tests/ir/test_strangers.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.ir.forms import F8, Form, form_of
from tapegrad.ops.elementwise_ops import multiply, where

if TYPE_CHECKING:
    from tapegrad.ir.builder import Builder


def _times(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    x, y = operands
    return y if b.number(x) == 1.0 else x if b.number(y) == 1.0 else None


def _gated(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    for factor, other in (operands, operands[::-1]):
        if b.zeros(factor):
            return b.constant(np.zeros(form.shape, form.lane), form)
        number = b.number(factor)
        if number not in (None, 0.0, 1.0) and math.isfinite(number):  # which needs no gate
            return b.emit(multiply, operands, {}, form)
        chosen = b.ones_where(factor)
        if chosen is not None:
            condition, ones_first = chosen
            lane = form.lane or F8
            zero = b.constant(np.zeros((), lane), form_of((), lane))
            return b.emit(where, (condition, other, zero) if ones_first else (condition, zero, other), {}, form)
    return _times(b, operands, form)


def _minus(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    x, y = operands
    return x if b.number(y) == 0.0 else None


def _plus(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    x, y = operands
    return x if b.zeros(y) else y if b.zeros(x) else None


def _over(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    x, y = operands
    return x if b.number(y) == 1.0 else None


def _choice(b: Builder, operands: tuple[int, ...], form: Form) -> int | None:
    condition, x, y = operands
    number = b.number(condition)
    if number is None:
        return None
    return x if number != 0.0 else y


NEUTRAL: dict[str, Callable[..., int | None]] = {
    "multiply": _times,
    "gated_multiply": _gated,
    "subtract": _minus,
    "divide": _over,
    "where": _choice,
    "add": _plus,
}
SIMPLE = ("positive", "negative")  # simplified whatever their operand is
