"""Instruction order for rolling: instructions that break the likeness of a loop's turns move before the loop, or behind
it.

Of two equal instructions a recording has one. So where rows of the data are equal, later turns of a loop lack what was
computed from them, each turn something else, and no turn looks like another. But these instructions take few steps from
the leaves, and there are many of them at each number of steps, where a recurrence has few: sorted by that number and by
their codes, they are loops of their own, and what is left in the turns is the same in all.

In the reverse sweep the adjoint of such a value is a sum over the turns that read it, and the turn that comes first
lacks the addition. These sums take more turns from one term to the next than other ones. They, and all that depends on
them, come last, sorted likewise: a sum is one step, however many terms it has.

Tests: tests/passes/test_roll_loops.py
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

import numpy as np

from tapegrad.ir.program import Program

_CROWDED = 3  # times as many instructions as the median number of steps has
_EARLY = 64  # steps that are few
_TERMS = 8  # of a sum that says how long a turn is
_FAR = 2  # turns from one term to the next, on average, that are many


def early_first(program: Program) -> list[int] | None:
    """Return the slots with instructions first that are few steps from the leaves; None if that says nothing."""
    p = program
    steps = [0] * len(p)
    for slot, operands in enumerate(p.operands):
        if p.ops[slot] is not None:
            steps[slot] = 1 + max([steps[s] for s in operands])
    instructions = [slot for slot, op in enumerate(p.ops) if op is not None]
    counts = np.bincount([steps[s] for s in instructions])[1:]
    crowded = np.flatnonzero(counts[:_EARLY] > _CROWDED * np.median(counts))
    if not crowded.size:
        return None
    last = int(crowded[-1]) + 1
    early = [s for s in instructions if steps[s] <= last]
    if 2 * len(early) > len(instructions):
        return None
    late = _late(p, {*early})
    early.sort(key=lambda s: (steps[s], p.ops[s].name, p.forms[s].id))
    last_ones = sorted(late, key=lambda s: (late[s], p.ops[s].name, p.forms[s].id, s))
    leaves = [slot for slot, op in enumerate(p.ops) if op is None]
    rest = [s for s in instructions if steps[s] > last and s not in late]
    return [*leaves, *early, *rest, *last_ones]


def _sums(p: Program) -> dict[int, int]:
    """Return the last addition of the sum that each addition is part of: all before it are read by the next one
    alone.
    """
    readers = np.bincount(
        np.fromiter(chain(chain.from_iterable(p.operands), p.outputs, [g.slot for g in p.guards]), np.int64),
        minlength=len(p),
    )
    ends: dict[int, int] = {}
    for slot in reversed(range(len(p))):
        op = p.ops[slot]
        if op is None or op.name != "add":
            continue
        end = ends.setdefault(slot, slot)
        for s in p.operands[slot]:
            if readers[s] == 1 and p.forms[s] is p.forms[slot]:
                ends[s] = end
    return {slot: end for slot, end in ends.items() if p.ops[slot] is not None and p.ops[slot].name == "add"}


def _late(p: Program, early: Collection[int]) -> dict[int, int]:
    """Return the slots that depend on sums of terms far apart, with the number of steps to each."""
    ends = _sums(p)
    terms: dict[int, list[int]] = {}
    for slot, end in ends.items():
        terms.setdefault(end, []).extend([s for s in p.operands[slot] if s not in ends])
    gaps = {}
    for end, slots in terms.items():
        if len(slots) > 1 and not any([p.ops[s] is None or s in early for s in slots]):  # noqa: C419 (a list is faster)
            gaps[end] = (max(slots) - min(slots)) / (len(slots) - 1)
    turns = [np.full(len(terms[end]), gap) for end, gap in gaps.items() if len(terms[end]) >= _TERMS]
    if not turns:
        return {}
    far = _FAR * np.median(np.concatenate(turns))
    moved = {end for end, gap in gaps.items() if gap > far}
    late: dict[int, int] = {}
    late_slots = late.keys()
    waiting: dict[int, list[int]] = {}
    for slot, operands in enumerate(p.operands):
        last = ends.get(slot)
        if last not in moved and late_slots.isdisjoint(operands):
            continue
        if last is None:
            late[slot] = 1 + max([late[s] for s in operands if s in late])
            continue
        slots = waiting.setdefault(last, [])
        slots.append(slot)
        late[slot] = max([late[s] for s in operands if s in late and ends.get(s) != last], default=0)
        if slot == last:
            late.update(dict.fromkeys(slots, 1 + max([late[s] for s in slots])))
    return late if 2 * len(late) < len(p) else {}


def in_order(p: Program, order: list[int]) -> Program:
    """Return a program with its slots in another order, in which operands come first too."""
    new = Program()
    place = [0] * len(p)
    for k, slot in enumerate(order):
        place[slot] = k
    at = place.__getitem__
    new.recorded = p.recorded
    new.ops, new.statics, new.forms = ([*map(x.__getitem__, order)] for x in (p.ops, p.statics, p.forms))
    new.operands = [tuple(map(at, p.operands[s])) for s in order]
    new.constants = {place[s]: value for s, value in p.constants.items()}
    new.lines = {place[s]: line for s, line in p.lines.items()}
    new.inputs, new.outputs = [*map(at, p.inputs)], [*map(at, p.outputs)]
    new.guards = [g._replace(slot=at(g.slot)) for g in p.guards]
    return new
