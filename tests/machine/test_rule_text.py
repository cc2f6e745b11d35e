"""Texts of rules that are copied are those that tracing writes in their place."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapegrad.machine.lane import WIDE, WIDTH, Body, Emitter, Lane, narrowed, widened
from tapegrad.machine.rule_text import evaluated
from tapegrad.ops.declare import by_name
from tapegrad.ops.kinds.map import Map


def _emitter(width):
    e = Emitter(width, Body(block="start"))
    e.fresh()  # names that are taken
    return e, [Lane(e, name, "f") for name in ("%x", "0x3FF0000000000000", "%t1", "%z")]


RULES = [op for op in by_name.values() if isinstance(op.kind, Map)]


@pytest.mark.parametrize("width", [1, WIDTH, WIDE])
@pytest.mark.parametrize("single", [False, True])
def test_copies_are_what_tracing_writes(width, single):
    for op in RULES:
        (e, args), (plain, plain_args) = _emitter(width), _emitter(width)
        for _ in range(2):
            copied = evaluated(op, args[: len(op.arguments)], single)
            text = op.single or (op.forward if op.exact else None)
            given = plain_args[: len(op.arguments)]
            if single and text is not None:
                traced = widened(text(*map(narrowed, given)))
            else:
                traced = plain.result(op.forward(*given))
            assert (copied.name, copied.kind) == (traced.name, traced.kind)
            assert e.lines == plain.lines
            assert e.declarations == plain.declarations
            assert e.body.block == plain.body.block
            assert e.scalar_calls == plain.scalar_calls
            assert e.fresh() == plain.fresh()


class _Rule(NamedTuple):
    """What is read of an op's record."""

    forward: Callable[..., Any]
    single: None = None
    exact: bool = False


def test_braces_are_no_names():
    e = Emitter(1)
    rule = _Rule(lambda x: x.emitter.emit(f"extractvalue {{ double, i1 }} {x.name}, 0", "f"))
    evaluated(rule, [Lane(e, "%x", "f")], False)
    assert e.lines == ["  %t1 = extractvalue { double, i1 } %x, 0"]


def test_a_rule_is_traced_once():
    calls = []

    def forward(x):
        calls.append(x)
        return x * 3.0

    e, rule = Emitter(1), _Rule(forward)
    for name in ("%a", "%b"):
        evaluated(rule, [Lane(e, name, "f")], False)
    assert e.lines == ["  %t1 = fmul double %a, 0x4008000000000000", "  %t2 = fmul double %b, 0x4008000000000000"]
    assert len(calls) == 1
