"""Reductions in exported C: sums of products and of elements, and repeated ops, as plain loops.

A compiler vectorises a loop that runs in the order of memory: so the rows of a result are added up in place where all
operands lie in that order, and else each element of the result in a variable.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Strided, contiguous
from tapegrad.machine.sums import add_chunk, settled

if TYPE_CHECKING:
    from tapegrad.export.c_writer import CWriter


def reduce(f: CWriter, slot: int, labels: Sequence[str], output: str, rule: Any) -> None:
    """Write the loops of a sum of products or of a repeated op: into a variable, or row by row into the result."""
    p, target = f.program, f.target(slot)
    lengths: dict[str, int] = {}
    for names, s in zip(labels, p.operands[slot], strict=True):
        for name, n in zip(names, p.forms[s].shape, strict=True):
            lengths[name] = max(n, lengths.get(name, 1)) if n != 0 else 0
    reduced = [c for c in lengths if c not in output]
    strides = dict(zip(output, contiguous(tuple(lengths[c] for c in output)), strict=True))
    if any(lengths[c] == 0 for c in reduced):
        f.fill(target, p.forms[slot].size, rule.start)
        f.done(slot, target)
        return
    values, sources = _operands(f, slot, labels, lengths)

    def step(total: Lane, at: dict[str, str]) -> Lane:
        return f.e1.result(rule.step(total, values(at)))

    start = f.e1.float(rule.start)
    along = output[-1] if output and lengths[output[-1]] > 1 else ""
    in_order = all(stream.table is None and steps.get(along, 0) in (0, 1) for stream, steps in sources)
    if along and in_order and target.element == "double" and math.prod(lengths[c] for c in reduced) > 1:
        rest = [*output][:-1]
        with f.loops([lengths[c] for c in rest]) as indices:
            at = dict(zip(rest, indices, strict=True))
            first = f.offset(0, [strides[c] for c in rest], indices)
            with f.loop(0, lengths[along], 1) as j:
                f.store_scalar(start, target, f.offset(0, (1, 1), (first, j)))
            with f.loops([lengths[c] for c in reduced]) as inner, f.loop(0, lengths[along], 1) as j:
                place = f.offset(0, (1, 1), (first, j))
                old = f.load_scalar(target, place)
                f.store_scalar(step(old, {**at, **dict(zip(reduced, inner, strict=True)), along: j}), target, place)
    else:
        total = f.variable("double")
        with f.loops([lengths[c] for c in output]) as indices:
            at = dict(zip(output, indices, strict=True))
            f.e1.put(start, total)
            with f.loops([lengths[c] for c in reduced]) as inner:
                f.e1.put(step(f.e1.get(total), {**at, **dict(zip(reduced, inner, strict=True))}), total)
            f.store_scalar(f.e1.get(total), target, f.offset(0, [strides[c] for c in output], indices))
    f.done(slot, target)


def _operands(
    f: CWriter, slot: int, labels: Sequence[Any], lengths: dict[str, int]
) -> tuple[Callable[[dict[str, str]], list[Lane]], list[tuple[Strided, dict[str, int]]]]:
    """Return what reads the operands of a reduction at indices of its labels, or computes them there; and what that
    reads, with strides by label.
    """
    p = f.program
    members = f.plan.folds.members.get(slot) or []
    outside = sorted({o for m in members for o in p.operands[m]}.difference(members))
    slots = outside if members else p.operands[slot]
    shape = p.forms[members[-1]].shape if members else ()
    sources: list[tuple[Strided, dict[str, int]]] = []
    for k, s in enumerate(slots):
        full = shape or p.forms[s].shape
        names = labels[0] if members else labels[k]
        stream = f.strided(s, full)
        steps = {c: 0 if n == 1 and lengths[c] != 1 else d for c, n, d in zip(names, full, stream.strides, strict=True)}
        sources.append((stream, steps))

    def values(at: dict[str, str]) -> list[Lane]:
        items = [
            f.item(stream._replace(strides=tuple(steps.values())), [at[c] for c in steps]) for stream, steps in sources
        ]
        if not members:
            return items
        computed = dict(zip(slots, items, strict=True))
        for m in members:
            computed[m] = f.computed(m, [computed[o] for o in p.operands[m]])
        return [computed[members[-1]]]

    return values, sources


class CSums:
    """The sums that a loop ends in; over many elements by chunks, with what rounding lost."""

    def __init__(self, f: CWriter, slots: list[int], several: bool) -> None:
        self.f, self.e1, self.several = f, f.e1, several
        self.parts = {s: f.variable("double") for s in slots}
        self.totals = {s: (f.variable("double"), f.variable("double")) for s in slots} if several else {}
        for pair in self.totals.values():
            for variable in pair:
                self.e1.put(self.e1.float(0.0), variable)

    def add(self, slot: int, value: Lane, mask: str | None) -> None:
        """Add an element."""
        self.e1.put(self.e1.get(self.parts[slot]) + value, self.parts[slot])

    @contextmanager
    def chunk(self, number: str) -> Iterator[None]:
        """Sum a chunk, which is added to the total."""
        for part in self.parts.values():
            self.e1.put(self.e1.float(0.0), part)
        yield
        for slot, pair in self.totals.items():
            total, lost = map(self.e1.get, pair)
            sums = add_chunk(total, lost, self.e1.get(self.parts[slot]))
            for value, variable in zip(self.f.body.fixed(sums), pair, strict=True):
                self.e1.put(value, variable)

    def total(self, slot: int) -> Lane:
        """Return a sum, once the loop is written."""
        if not self.several:
            return self.e1.get(self.parts[slot])
        return settled(*map(self.e1.get, self.totals[slot]))
