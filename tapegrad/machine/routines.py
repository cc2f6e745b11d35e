"""Functions of doubles with loops and branches, written as rules are: traced at width 1, compiled for this process.

`lane` has neither, since eight lanes cannot part ways. A series or a continued fraction needs both: it becomes a
function of its own here, which lanes call one after the other, as they call those of libraries.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tapegrad.machine import symbols
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import Body, Emitter, Lane

Rule = Callable[..., Lane]
rules: dict[str, tuple[int, Rule]] = {}  # by symbol, with the number of doubles that each takes


def routine(name: str, count: int, rule: Rule) -> str:
    """Return the symbol of a rule of so many doubles, compiled once in a process."""
    symbol = f"tapegrad_routine_{name}"
    rules[symbol] = count, rule
    _compiled(symbol, count, rule)
    return symbol


@cache
def _compiled(symbol: str, count: int, rule: Rule) -> Callable[..., float]:
    """Compile a rule, enter its symbol, and return it as a function of Python's numbers."""
    engine().define(definition(symbol, count, rule))
    symbols.enter(symbol, address := engine().address(symbol))
    return ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * count)(address)


def definition(symbol: str, count: int, rule: Rule) -> str:
    """Return the LLVM text of a rule as a function of so many doubles."""
    emitter = Emitter(1, Body())
    args = [Lane(emitter, f"%x{k}", "f") for k in range(count)]
    result = emitter.result(rule(*args))
    operands = ", ".join(f"double {a.name}" for a in args)
    body = "\n".join(["entry:", *emitter.lines, f"  ret double {result.name}"])
    return "\n".join([*sorted(emitter.declarations), f"define double @{symbol}({operands}) {{", body, "}"])


def on_arrays(name: str, count: int, rule: Rule, *args: Any) -> np.ndarray:
    """Return a rule's values for arrays that broadcast, in their dtype."""
    function = _compiled(routine(name, count, rule), count, rule)
    dtype = np.result_type(*args)
    arrays = np.broadcast_arrays(*[np.asarray(a, np.float64) for a in args])
    values = [function(*row) for row in zip(*[a.ravel() for a in arrays], strict=True)]
    result_dtype = dtype if dtype.kind == "f" and dtype.itemsize in (4, 8) else np.float64
    return np.array(values, np.float64).reshape(arrays[0].shape).astype(result_dtype)[()]


def choose(mask: Lane, yes: Callable[[], Lane], no: Callable[[], Lane]) -> Lane:
    """Compute one of two doubles, and not the other one."""
    e: Any = mask.emitter
    if e.plain:
        chosen: Lane = e.choose(mask, yes, no)
        return chosen
    tag = e.fresh()[1:]
    e.lines.append(f"  br i1 {mask.name}, label %yes{tag}, label %no{tag}")
    ends = []
    for name, side in (("yes", yes), ("no", no)):
        e.label(f"{name}{tag}")
        value = e.result(side())
        ends.append(f"[ {value.name}, %{e.body.block} ]")
        e.lines.append(f"  br label %chosen{tag}")
    e.label(f"chosen{tag}")
    return e.emit(f"phi double {', '.join(ends)}", "f")


def repeat(state: Sequence[Lane], step: Callable[..., tuple[Sequence[Lane], Lane]], most: int) -> list[Lane]:
    """Return the state after some steps.

    Parameters
    ----------
    state : sequence of Lanes
        Doubles to begin with.
    step : callable
        ``step(*state)`` gives the next state, and a mask: whether to go on.
    most : int
        The number of steps at which it stops anyway.
    """
    e: Any = state[0].emitter
    if e.plain:
        last_state: list[Lane] = e.repeat(state, step, most)
        return last_state
    tag, before = e.fresh()[1:], e.body.block
    e.lines.append(f"  br label %loop{tag}")
    e.label(f"loop{tag}")
    place = len(e.lines)  # of the phis, which name what comes later
    now = [Lane(e, e.fresh(), "f") for _ in state]
    count = Lane(e, e.fresh(), "i")
    after, more = step(*now)
    later = [e.lift(x) for x in after]
    counted = count + 1
    again = more & (counted < most)
    last = e.body.block
    e.lines.append(f"  br i1 {again.name}, label %loop{tag}, label %end{tag}")
    phis = [
        f"  {x.name} = phi double [ {a.name}, %{before} ], [ {b.name}, %{last} ]"
        for x, a, b in zip(now, state, later, strict=True)
    ]
    phis.append(f"  {count.name} = phi i64 [ 0, %{before} ], [ {counted.name}, %{last} ]")
    e.lines[place:place] = phis
    e.label(f"end{tag}")
    return later
