"""Arithmetic on integers, element by element: 64 bits in the lanes of float64, wrapped to their dtype as NumPy's are.

A lane of integers is typed as double wherever it is moved, stored and read; only the rules here look into it.

Tests: tests/ops/test_integers.py, tests/ir/test_files.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.machine.lane import Lane, as_float, as_mask, bits, from_bits, select
from tapegrad.ops.kinds.kind import Joining

Rule = Callable[..., Lane]


def wrapped(x: Lane, dtype: np.dtype[Any]) -> Lane:
    """Return an integer lane, as a double's bits, as its dtype holds it."""
    return from_bits(_wrapped(bits(x), dtype)) if dtype.itemsize < 8 else x


def _wrapped(x: Lane, dtype: np.dtype[Any]) -> Lane:
    spare = 64 - 8 * dtype.itemsize
    if not spare:
        return x
    if dtype.kind == "u":
        return x & ((1 << 8 * dtype.itemsize) - 1)
    return (x << spare) >> spare


def from_word(x: Lane, source: np.dtype[Any], dtype: np.dtype[Any]) -> Lane:
    """Return integers as floats: rounded once, to the precision of the result."""
    e = x.emitter
    convert = "uitofp" if source.kind == "u" else "sitofp"
    word, double = e.type("i"), e.type("f")
    if dtype.itemsize == 4 and dtype.kind == "f":
        single = double.replace("double", "float")
        narrow = e.emit(f"{convert} {word} {bits(x).name} to {single}", "f")
        return e.emit(f"fpext {single} {narrow.name} to {double}", "f")
    return e.emit(f"{convert} {word} {bits(x).name} to {double}", "f")


def to_word(x: Lane, dtype: np.dtype[Any]) -> Lane:
    """Return floats as integers, without their fractions; the least integer where that is none of the dtype's."""
    e = x.emitter
    least = -(2.0**31) if dtype == np.int32 else -(2.0**63)
    fits = (x > least - 1.0) & (x < -least)
    inside = select(fits, x, 0.0)
    word = e.emit(f"fptosi {e.type('f')} {inside.name} to {e.type('i')}", "i")
    return from_bits(_wrapped(select(fits, word, int(least)), dtype))


class Integral(Joining):
    """A function of integers, by a rule of integer lanes and the dtype in which it computes.

    Parameters
    ----------
    rule : callable
        ``rule(dtype, *lanes)``. The first of three operands is a truth value.
    boolean : bool
        The results are truth values.
    """

    any_dtype = True

    def __init__(self, rule: Rule, boolean: bool = False) -> None:
        self.rule, self.boolean = rule, boolean

    def lines(self, op: Any) -> int:
        return 12

    def applied(self, op: Any, args: list[Lane], static: dict[str, Any], form: Any) -> Lane:
        words = [bits(a) for a in args[-2:]]
        result = self.rule(static["dtype"], *(as_mask(a) for a in args[:-2]), *words)
        return as_float(result) if self.boolean else from_bits(_wrapped(result, static["dtype"]))

    def pattern(self, sweep: Any, slot: int) -> Any:
        return None

    def check(self, op: Any, shapes: list[Any], static: dict[str, Any], shape: Any) -> tuple[Any, ...]:
        if static["dtype"].kind not in "iu":
            raise TypeError(f"expected integers, got {static['dtype']}")
        return np.broadcast_shapes(*shapes)

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        return np.dtype(np.bool_) if self.boolean else static["dtype"]


def _instruction(name: str, a: Lane, b: Lane) -> Lane:
    return a.emitter.emit(f"{name} {a.emitter.type('i')} {a.name}, {b.name}", "i")


def compared(signed: str, unsigned: str) -> Rule:
    """Return the rule of a comparison, by LLVM's names for it."""

    def rule(dtype: np.dtype[Any], a: Lane, b: Lane) -> Lane:
        e = a.emitter
        name = unsigned if dtype.kind == "u" else signed
        return e.emit(f"icmp {name} {e.type('i')} {a.name}, {b.name}", "m")

    return rule


def extreme(signed: str, unsigned: str) -> Rule:
    """Return the rule of the smaller or the larger of two."""
    first = compared(signed, unsigned)
    return lambda dtype, a, b: select(first(dtype, a, b), a, b)


def shifted(left: bool) -> Rule:
    """Return the rule of a shift of bits: by as many as there are, or more, nothing stays but the sign."""

    def rule(dtype: np.dtype[Any], a: Lane, b: Lane) -> Lane:
        width = 8 * dtype.itemsize
        fits = compared("ult", "ult")(dtype, b, a.emitter.int(width))
        none = a.emitter.int(0)
        by = select(fits, b, none)
        if left:
            return select(fits, _instruction("shl", a, by), none)
        if dtype.kind == "u":
            return select(fits, _instruction("lshr", a, by), none)
        return select(fits, _instruction("ashr", a, by), _instruction("ashr", a, a.emitter.int(63)))

    return rule


def divided(dtype: np.dtype[Any], a: Lane, b: Lane) -> Lane:
    """Return ``a // b``, rounded down; 0 where b is 0, as NumPy has it."""
    quotient, rest, safe = _divided(dtype, a, b)
    if dtype.kind == "i":
        quotient = select((rest != 0) & ((rest ^ safe) < 0), quotient - 1, quotient)
        quotient = select(b == -1, a.emitter.int(0) - a, quotient)  # which overflows for the least integer
    return select(b == 0, 0, quotient)


def remainder(dtype: np.dtype[Any], a: Lane, b: Lane) -> Lane:
    """Return ``a % b``, of the sign of b; 0 where b is 0, as NumPy has it."""
    _, rest, safe = _divided(dtype, a, b)
    if dtype.kind == "i":
        rest = select((rest != 0) & ((rest ^ safe) < 0), rest + safe, rest)
    return select(b == 0, 0, rest)


def _divided(dtype: np.dtype[Any], a: Lane, b: Lane) -> tuple[Lane, Lane, Lane]:
    """Return quotient and rest by a divisor that the processor takes, and that divisor."""
    signed = dtype.kind == "i"
    trap = (b == 0) | (b == -1) if signed else b == 0
    safe = select(trap, 1, b)
    kind = "s" if signed else "u"
    return _instruction(f"{kind}div", a, safe), _instruction(f"{kind}rem", a, safe), safe
