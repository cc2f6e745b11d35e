"""Clocks within compiled functions: what each of their instructions takes in the calls that a profile measures.

While the profile is active, sealed tapes of functions that are called are replaced by copies whose machine code counts
ticks between groups (see `tapegrad.explain.machine_code`), and that know the user's lines. After a call, the ticks of a
group are shared among its instructions by their operations; those of a loop among the groups of its body.

Invariant: a copy gives the same bits, since only clocks are added; it runs on one thread.

Tests: tests/profiler/test_compiled_clocks.py
"""

from __future__ import annotations

import copy
import functools
import time
from collections import defaultdict
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from tapegrad.codegen.executable import Executable
from tapegrad.explain.fusion import nbytes
from tapegrad.explain.machine_code import TimedModule
from tapegrad.explain.measure import take_off_readings
from tapegrad.func.containers import unflatten
from tapegrad.ir.program import Program, UserLine
from tapegrad.profiler.profile_rows import Calls, without
from tapegrad.record.open_recording import current
from tapegrad.replay.compile import compile as compiled_function
from tapegrad.replay.compiled_function import CompiledFunction
from tapegrad.replay.variant import Variant
from tapegrad.tensor.tensor import Tensor

_APART = 0.02  # seconds between two readings that tell how fast the clock is


class Part(NamedTuple):
    """What one op did at one line within a call.

    Attributes
    ----------
    op : str
    line : UserLine or None
        With `reverse`, and the calls within the function that led there.
    ticks : float
    executions, bytes : int
        How often it was executed, and the bytes of operands and results.
    """

    op: str
    line: UserLine | None
    ticks: float
    executions: int
    bytes: int


class CompiledClocks:
    """The clocks of one profile."""

    def __init__(self) -> None:
        self._timed: dict[CompiledFunction, list[TimedVariant]] = defaultdict(list)

    def prepare(
        self, function: CompiledFunction, args: tuple[Any, ...], keywords: dict[str, Any], outside: Calls
    ) -> None:  # fmt: skip
        """Put clocks into the sealed tapes that a call may replay; it is recorded here if it was not.

        The calls `outside` lead to this one.
        """
        args, keywords = function.placed(args, keywords)
        try:
            key, leaves = function.signature(args, keywords)
            if any(isinstance(x, Tensor) for x in leaves):
                return
            recorded = function.variants.of(key)
            if not recorded:
                function.another((), key, leaves, args, keywords, captured=current() is None)
        except Exception:  # the user's: the call itself raises it
            return
        copies = {id(timed.variant) for timed in self._timed[function]}
        for variant in function.variants.of(key):
            if id(variant) not in copies:
                program = _with_lines(function, variant, args, keywords) if recorded else variant.program
                timed = TimedVariant(variant, program, outside)
                self._timed[function].append(timed)
                function.replace_variants({id(variant): timed.variant})

    def parts(self, function: CompiledFunction) -> list[Part]:
        """Return what was done within the calls since the last time."""
        return [part for timed in self._timed.get(function, ()) for part in timed.parts()]

    def remove(self) -> None:
        """Take all clocks out of the functions again."""
        for function, copies in self._timed.items():
            function.replace_variants({id(timed.variant): timed.origin for timed in copies})
        self._timed.clear()


def _with_lines(
    function: CompiledFunction, variant: Variant, args: tuple[Any, ...], keywords: dict[str, Any]
) -> Program:  # fmt: skip
    """Return the program of a sealed tape with lines if recording it again gives the same one, or else as it is."""
    if variant.drawn:
        return variant.program
    calls = [(args, keywords)]
    if not function.static_names and not function.static(args):  # for the decisions of the recording
        positional, named = unflatten(variant.arguments, variant.example)
        calls.append((tuple(positional), named))
    for placed, named in calls:
        again = function.again(lines=True)
        with suppress(Exception):  # the user's: what it reads may have changed
            key, leaves = again.signature(placed, named)
            program = again.another((), key, leaves, placed, named, captured=True)[0].program
            if program == variant.program:
                return program
    return variant.program


class TimedVariant:
    """A sealed tape with clocks.

    Attributes
    ----------
    origin, variant : Variant
        The tape without and with clocks.
    """

    def __init__(self, origin: Variant, program: Program, outside: Calls = ()) -> None:
        self._module, self._outside = TimedModule(), outside
        executable = Executable(program, module=self._module)
        executable.unshare()
        _ = executable.address  # compiled now, and not while it is measured
        self.origin, self.variant = origin, copy.copy(origin)
        self.variant._executable, self.variant.spare, self.variant.fast = executable, [], {}

    def parts(self) -> list[Part]:
        """Return what was done within the calls since the last time."""
        writers = self._module.writers
        if not any(writer.ticks.any() for writer in writers):
            return []
        ticks = [writer.ticks.astype(float) for writer in writers]
        for writer in writers:
            writer.ticks[:] = 0
        take_off_readings(self._module, ticks)
        ticks = [np.maximum(of_writer[:-1], 0.0) for of_writer in ticks]
        rows: dict[tuple[str, UserLine | None], list[float]] = defaultdict(lambda: [0.0, 0, 0])
        self._share(0, 1.0, ticks, rows, set())
        return [
            Part(op, line and line._replace(calls=without(line.calls, self._outside)), t, int(count), int(moved))
            for (op, line), (t, count, moved) in rows.items()
        ]

    def _share(self, number: int, scale: float, ticks: list[np.ndarray], rows: Any, passed: set[int]) -> None:
        """Add the ticks of a function's instructions, times a scale, to rows by op and line."""
        passed.add(number)
        plan, p = self._module.writers[number].plan, self._module.writers[number].program
        counted: set[int] = set()  # some are computed once more in a group that reads them
        for group, unit in enumerate(plan.units):
            spent, count = ticks[number][group]
            members = [slot for slot in unit.members if p.ops[slot] is not None]
            if not count or not members:
                continue
            bodies = {body for slot in members for body in self._module.bodies(p.statics[slot])} - passed
            if bodies:
                within = sum(ticks[body][:-1, 0].sum() for body in bodies)
                for body in bodies:
                    self._share(body, scale * spent / within if within else 0.0, ticks, rows, passed)
                continue
            weights = [1 if unit.kind == "call" else max(1, p.ops[s].kind.operations(p, s)) for s in members]
            for slot, weight in zip(members, weights, strict=True):
                row = rows[p.ops[slot].shown, p.lines.get(slot)]
                row[0] += scale * spent * weight / sum(weights)
                if slot not in counted:
                    counted.add(slot)
                    row[1] += count
                    row[2] += count * sum(nbytes(p.forms[s]) for s in (slot, *p.operands[slot]))


@functools.cache
def tick() -> float:
    """Measure the seconds of a tick."""
    variant = compiled_function(lambda x: x + 1.0)._sealed((0.5,), {})
    timed = TimedVariant(variant, variant.program)
    (writer,), readings = timed._module.writers, []
    for _ in range(3):
        timed.variant.run([0.5])
        readings.append((writer.last[0], time.perf_counter()))
        time.sleep(_APART)
    (_, (first, begin), (last, end)) = readings  # the first call compiles
    return float((end - begin) / (last - first))
