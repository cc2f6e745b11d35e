"""Programs in another order: what depends on the data alone comes before what depends on the turn before.

Of two equal instructions a recording has one. So where rows of the data are equal, later turns of a loop lack what was
computed from them, each turn something else, and no turn looks like another. But these instructions take few steps from
the leaves, and there are many of them at each number of steps, where a recurrence has few: sorted by that number and by
their codes, they are loops of their own, and what is left in the turns is the same in all.
"""

from __future__ import annotations

import numpy as np

from tapegrad.tape.program import Program

_CROWDED = 3  # times as many instructions as the median number of steps has
_EARLY = 64  # steps that are few


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
    early.sort(key=lambda s: (steps[s], p.ops[s].name, p.forms[s].id))
    leaves = [slot for slot, op in enumerate(p.ops) if op is None]
    return [*leaves, *early, *[s for s in instructions if steps[s] > last]]


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
    new.inputs, new.outputs = [*map(at, p.inputs)], [*map(at, p.outputs)]
    new.guards = [g._replace(slot=at(g.slot)) for g in p.guards]
    return new
