"""Fused loops: elementwise instructions over one shape, and the sums of all elements that they end in."""

from __future__ import annotations

import math
from typing import Any

from tapegrad.codegen.reduction import Sums
from tapegrad.machine.lane import Lane
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Shape, Strided, coalesced, contiguous


def write_region(f: Any, unit: Any) -> None:
    """Write the loop of one unit."""
    p, plan = f.program, f.plan
    inside = {s for s in unit.members if p.ops[s].kind.pointwise}
    streams: list[Strided] = []
    where: dict[tuple[int, Shape], int] = {}
    splats: dict[int, str] = {}
    shape = p.forms[_iterated(p, unit.members[0])].shape
    kept = [d for d, n in enumerate(shape) if n != 1]
    if not math.prod(shape):
        for slot in unit.members:
            if p.ops[slot].kind.total:
                f.scalars[slot] = f.e1.float(0.0)
        return

    def stream(slot: int, of: Shape) -> None:
        if plan.alias[slot] in inside or (slot, of) in where:
            return
        source = f.strided(slot, of)
        if source is None:
            splats[slot] = f.splat(f.scalar_of(slot).name, "double")
            return
        own = [d for d, n in enumerate(of) if n != 1]
        source.strides = tuple(source.strides[d] for d in own)
        where[slot, of] = len(streams)
        streams.append(source)

    for slot in unit.members:
        of = p.forms[_iterated(p, slot)].shape
        for operand in p.operands[slot]:
            stream(operand, of)
    dims = tuple(shape[d] for d in kept)
    stored = [s for s in unit.members if s in plan.stored and s in inside]
    targets = {s: len(streams) + k for k, s in enumerate(stored)}
    streams += [Strided(f.buffers[s], 0, contiguous(dims)) for s in stored]
    sums = [s for s in unit.members if p.ops[s].kind.total]
    other = None if any(getattr(p.ops[s], "foreign", False) for s in unit.members) else 1.0
    chunked = Sums(f, sums, math.prod(dims) > SUM_CHUNK or len(coalesced(dims, [s.strides for s in streams])[0]) > 1)

    def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
        values: dict[int, Lane] = {}
        read: dict[int, Lane] = {}

        def value(slot: int, of: Shape) -> Lane:
            root = plan.alias[slot]
            if root in inside:
                return values[root]
            if slot in splats:
                return Lane(f.e8, splats[slot], "f")
            k = where[slot, of]
            if k not in read:
                read[k] = f.read(streams[k], bases[k], index, steps[k], mask, other)
            return read[k]

        for slot in unit.members:
            of = p.forms[_iterated(p, slot)].shape
            args = [value(s, of) for s in p.operands[slot]]
            if slot in inside:
                result = f.computed(slot, args)
                values[slot] = result
                if slot in targets:
                    k = targets[slot]
                    f.store(result, streams[k].buffer, bases[k], index, steps[k], mask)
            else:
                chunked.add(slot, args[0], mask)

    f.nest(dims, streams, body, chunked.begin if sums else None, chunked.end if sums else None)
    for slot in sums:
        f.scalars[slot] = f.rounded(chunked.total(slot), p.forms[slot])


def _iterated(program: Any, slot: int) -> int:
    """Find the slot whose shape a region's member runs over."""
    return program.operands[slot][0] if program.ops[slot].kind.total else slot
