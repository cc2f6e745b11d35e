"""Fused loops: elementwise instructions over one shape, and the sums of all elements that they end in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from tapegrad.codegen.text import Text
from tapegrad.codegen.turns import Turn
from tapegrad.machine.lane import WIDTH, Lane, select
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Shape, Strided, coalesced, contiguous
from tapegrad.machine.sums import across, add_chunk, settled


def write_region(f: Any, unit: Any) -> None:
    """Write the loop of one unit."""
    p, plan = f.program, f.plan
    sums = [s for s in unit.members if p.ops[s].kind.total]
    inside = {*unit.members}.difference(sums)
    if not math.prod(unit.shape):
        for slot in sums:
            f.scalars[slot] = f.e1.float(0.0)
        return
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
    chunked: Any = Sums(f, sums, [s.strides for s in streams], unit.shape) if sums else None

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

    f.nest(unit.shape, streams, body, chunked.chunk if chunked else nullcontext)
    for slot in sums:
        f.scalars[slot] = f.rounded(chunked.total(slot), p.forms[slot])


class Sums:
    """The sums that a region ends in, of slots: in eight lanes within a chunk, over several with what rounding lost."""

    def __init__(self, function: Text, slots: list[int], strides: list[Shape], shape: Shape) -> None:
        self.e1, self.e8 = function.e1, function.e8
        self.several = math.prod(shape) > SUM_CHUNK or len(coalesced(shape, strides)) > 1
        self.lanes = {s: function.variable(f"<{WIDTH} x double>") for s in slots}
        self.totals = {s: (function.variable("double"), function.variable("double")) for s in slots}
        for variable in (v for pair in self.totals.values() for v in pair):
            self.e1.put(self.e1.float(0.0), variable)

    def add(self, slot: int, value: Lane, mask: str | None) -> None:
        e, lanes = self.e8, self.lanes[slot]
        if mask is not None:
            value = select(Lane(e, mask, "m"), value, 0.0)
        e.put(e.get(lanes) + value, lanes)

    @contextmanager
    def chunk(self) -> Iterator[None]:
        """Sum a chunk, which is added to the total."""
        e = self.e1
        for lanes in self.lanes.values():
            self.e8.put(self.e8.float(0.0), lanes)
        yield
        for slot, lanes in self.lanes.items():
            own = across(e, self.e8.get(lanes).name)
            total_at, lost_at = self.totals[slot]
            if not self.several:
                e.put(own, total_at)
                continue
            total, lost = add_chunk(e.get(total_at), e.get(lost_at), own)
            e.put(total, total_at)
            e.put(lost, lost_at)

    def total(self, slot: int) -> Lane:
        total, lost = self.totals[slot]
        return settled(self.e1.get(total), self.e1.get(lost)) if self.several else self.e1.get(total)
