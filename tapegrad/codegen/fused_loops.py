"""Fused loops: elementwise instructions over one shape, and the total sums that end them.

Tests: tests/codegen/test_shared_loops.py
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from tapegrad.codegen.chunked_sums import sums_by_rows
from tapegrad.codegen.loop_iteration import Turn
from tapegrad.codegen.loop_nests import STREAM, loops_over
from tapegrad.machine.dtypes import BOOL, F4
from tapegrad.machine.lane import WIDE, WIDTH, Lane
from tapegrad.machine.places import Shape, Strided, contiguous

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter
    from tapegrad.codegen.schedule import Unit


def write_region(f: FunctionWriter, unit: Unit, number: int) -> None:
    """Write the loop of a unit of some number, in pieces that threads may share if it is large."""
    if not unit.members:  # all of them are done in other loops
        return
    plan, inside = f.plan, {*unit.members}
    read = {plan.alias[s] for slot in unit.members for s in f.program.operands[slot] if plan.lanes(s)} - inside
    lines = unit.lines + STREAM * len(read | (plan.stored & inside))
    if f.parts.worth(math.prod(unit.shape) // WIDTH * lines):
        with f.parts.shared() as count:
            sums = _write(f, unit, number, count)
    else:
        sums = _write(f, unit, number)
    for slot, total in sums.items():
        f.scalars[slot] = f.rounded(total(), f.program.forms[slot])


def _write(f: FunctionWriter, unit: Unit, number: int, count: list[int] | None = None) -> dict[int, Callable[[], Lane]]:
    """Write the loop, or its pieces and `count` them; returns what writes the sums."""
    p, plan = f.program, f.plan
    sums = [s for s in unit.members if s in plan.sums]
    inside = {*unit.members}.difference(sums)
    if not math.prod(unit.shape):
        return {slot: functools.partial(f.e1.float, 0.0) for slot in sums}
    streams: list[Strided] = []
    where: dict[tuple[int, Shape], int] = {}
    shapes = {s: plan.sums[s] if s in plan.sums else p.forms[s].shape for s in unit.members}
    delivered = plan.deliveries.by_unit.get(number, [])
    read = [(operand, shape) for slot, shape in shapes.items() for operand in p.operands[slot]]
    for operand, shape in (*read, *[(d.slot, d.shape) for d in delivered]):
        if plan.alias[operand] not in inside and (operand, shape) not in where:
            source = f.strided(operand, shape)
            where[operand, shape] = len(streams)
            streams.append(source._replace(strides=_along(source.strides, shape)))
    stored = [s for s in unit.members if s in plan.stored and s in inside]
    targets = {s: len(streams) + k for k, s in enumerate(stored)}
    streams += [Strided(f.buffers[s], 0, contiguous(unit.shape)) for s in stored]
    first = len(streams)
    streams += [Strided(f.buffers[d.whole], d.place.offset, _along(d.place.strides, d.place.shape)) for d in delivered]
    sum_buffers = {s: f.buffers[s] for s in sums if s in f.buffers}
    streams += [Strided(buffer, 0, sums_by_rows(unit.shape)) for buffer in sum_buffers.values()]
    other = None if any(getattr(op, "foreign", False) for op in {*map(p.ops.__getitem__, unit.members)}) else 1.0
    ranged = count is not None
    chunked: Any = f.sums(sums, [s.strides for s in streams], unit.shape, ranged, sum_buffers) if sums else None

    def body(turn: Turn) -> None:
        values: dict[Any, Lane] = {}  # of members and of what is read

        def value(s: int, shape: Shape) -> Lane:
            root = plan.alias[s]
            key = root if root in inside else (s, shape)
            if key not in values:
                values[key] = turn.read(where[s, shape], other)
            return values[key]

        for slot, shape in shapes.items():
            args = [value(s, shape) for s in p.operands[slot]]
            if slot in inside:
                values[slot] = f.computed(slot, args)
                if slot in targets:
                    turn.write(targets[slot], values[slot])
            else:
                chunked.add(slot, args[0], turn.mask)
        for k, d in enumerate(delivered, first):
            turn.write(k, value(d.slot, d.shape))

    touched = {p.forms[s] for s in itertools.chain(unit.members, *map(p.operands.__getitem__, unit.members))}
    floats = all(form.lane is F4 or form.dtype == BOOL for form in touched)
    whole = not delivered  # what is written lies in the order of the loops
    wide = floats and loops_over(unit.shape, [s.strides for s in streams], whole)[-1][0] >= WIDE
    with f.wide() if wide else nullcontext():
        pieces = f.nest(unit.shape, streams, body, chunked and chunked.chunk, ranged, whole, unit.lines)
    if count is not None:
        count.append(pieces)
    return {slot: functools.partial(chunked.total, slot) for slot in sums if slot not in sum_buffers}


def _along(strides: Shape, shape: Shape) -> Shape:
    """Return the strides along dimensions longer than 1."""
    return tuple([s for s, n in zip(strides, shape, strict=True) if n != 1])
