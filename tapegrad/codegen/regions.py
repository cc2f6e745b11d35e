"""Fused loops: elementwise instructions over one shape, and the sums of all elements that they end in."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from tapegrad.codegen.nests import loops_over
from tapegrad.codegen.turns import Turn
from tapegrad.machine.dtypes import BOOL, F4
from tapegrad.machine.lane import WIDE, WIDTH, Lane, halves, select
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Shape, Strided, contiguous
from tapegrad.machine.sums import across, add_chunk, settled


def write_region(f: Any, unit: Any) -> None:
    """Write the loop of one unit, in pieces that threads may share if it is large."""
    if not unit.members:  # all of them are done in other loops
        return
    if f.parts.worth(math.prod(unit.shape), unit.lines):
        with f.parts.shared() as count:
            sums = _write(f, unit, count)
    else:
        sums = _write(f, unit)
    for slot, total in sums.items():
        f.scalars[slot] = f.rounded(total(), f.program.forms[slot])


def _write(f: Any, unit: Any, count: list[int] | None = None) -> dict[int, Callable[[], Lane]]:
    """Write the loop, or its pieces and `count` them; returns what writes the sums."""
    p, plan = f.program, f.plan
    sums = [s for s in unit.members if p.ops[s].kind.total]
    inside = {*unit.members}.difference(sums)
    if not math.prod(unit.shape):
        return {slot: functools.partial(f.e1.float, 0.0) for slot in sums}
    streams: list[Strided] = []
    where: dict[tuple[int, Shape], int] = {}
    shapes = {s: p.forms[p.operands[s][0] if p.ops[s].kind.total else s].shape for s in unit.members}
    for slot, shape in shapes.items():
        for operand in p.operands[slot]:
            if plan.alias[operand] not in inside and (operand, shape) not in where:
                source = f.strided(operand, shape)
                strides = tuple([s for s, n in zip(source.strides, shape, strict=True) if n != 1])
                where[operand, shape] = len(streams)
                streams.append(source._replace(strides=strides))
    stored = [s for s in unit.members if s in plan.stored and s in inside]
    targets = {s: len(streams) + k for k, s in enumerate(stored)}
    streams += [Strided(f.buffers[s], 0, contiguous(unit.shape)) for s in stored]
    other = None if any(getattr(p.ops[s], "foreign", False) for s in unit.members) else 1.0
    ranged = count is not None
    chunked: Any = Sums(f, sums, [s.strides for s in streams], unit.shape, ranged) if sums else None

    def body(turn: Turn) -> None:
        values: dict[Any, Lane] = {}  # of members and of what is read

        def value(slot: int, shape: Shape) -> Lane:
            root = plan.alias[slot]
            if root in inside:
                return values[root]
            if (slot, shape) not in values:
                values[slot, shape] = turn.read(where[slot, shape], other)
            return values[slot, shape]

        for slot, shape in shapes.items():
            args = [value(s, shape) for s in p.operands[slot]]
            if slot in inside:
                values[slot] = f.computed(slot, args)
                if slot in targets:
                    turn.write(targets[slot], values[slot])
            else:
                chunked.add(slot, args[0], turn.mask)

    floats = all(
        p.forms[s].lane is F4 or p.forms[s].dtype == BOOL for slot in unit.members for s in (slot, *p.operands[slot])
    )
    wide = floats and loops_over(unit.shape, [s.strides for s in streams], True)[-1][0] >= WIDE
    with f.wide() if wide else nullcontext():
        pieces = f.nest(unit.shape, streams, body, chunked and chunked.chunk, ranged, True)
    if count is not None:
        count.append(pieces)
    return {slot: functools.partial(chunked.total, slot) for slot in sums}


class Sums:
    """The sums that a region ends in, of slots: in eight lanes within a chunk, over several with what rounding lost.

    Of a loop in pieces the chunks' sums are kept, and added up at the end, in the same order.
    """

    def __init__(self, function: Any, slots: list[int], strides: list[Shape], shape: Shape, ranged: bool) -> None:
        self.f, self.e1, self.e8 = function, function.e1, function.e8
        loops = loops_over(shape, strides, True)
        self.several = math.prod(shape) > SUM_CHUNK or len(loops) > 1
        self.lanes = {s: function.variable(f"<{WIDTH} x double>") for s in slots}
        self.kept: dict[int, Buffer] = {}
        if ranged:
            inner = loops[-1][0]
            self.chunks = math.prod(shape) // inner * -(-inner // SUM_CHUNK)
            self.kept = {s: function.work_buffer(8 * self.chunks) for s in slots}
        else:
            self.totals = {s: self._total() for s in slots}

    def _total(self) -> tuple[str, str]:
        """Return the memory of a total and of what rounding lost."""
        variables = self.f.variable("double"), self.f.variable("double")
        for variable in variables:
            self.e1.put(self.e1.float(0.0), variable)
        return variables

    def add(self, slot: int, value: Lane, mask: str | None) -> None:
        e, lanes = self.e8, self.lanes[slot]
        if mask is not None:
            value = select(Lane(value.emitter, mask, "m"), value, 0.0)
        total = e.get(lanes)
        for eight in (value,) if value.emitter.width == WIDTH else halves(value):
            total = total + eight
        e.put(total, lanes)

    @contextmanager
    def chunk(self, number: str) -> Iterator[None]:
        """Sum a chunk, which is added to the total."""
        for lanes in self.lanes.values():
            self.e8.put(self.e8.float(0.0), lanes)
        yield
        for slot, lanes in self.lanes.items():
            own = across(self.e1, self.e8.get(lanes).name)
            if self.kept:
                self.f.store_scalar(own, self.kept[slot], number)
            else:
                self._add(*self.totals[slot], own)

    def _add(self, total_at: str, lost_at: str, own: Lane) -> None:
        e = self.e1
        if not self.several:
            e.put(own, total_at)
            return
        total, lost = add_chunk(e.get(total_at), e.get(lost_at), own)
        e.put(total, total_at)
        e.put(lost, lost_at)

    def total(self, slot: int) -> Lane:
        """Return a sum, once the loop is written."""
        if self.kept:
            total, lost = self._total()
            with self.f.loop(0, self.chunks, 1) as k:
                self._add(total, lost, self.f.load_scalar(self.kept[slot], k))
        else:
            total, lost = self.totals[slot]
        return settled(self.e1.get(total), self.e1.get(lost)) if self.several else self.e1.get(total)
