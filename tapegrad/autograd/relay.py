"""Sweeps that custom functions divide: from run to run, each by the sealed program of its kind.

A custom function needs values, so what stands before it, its own call, and what follows are three runs. Those that
return are closed by programs (`tapegrad.tape.held`), and swept by others, which take adjoints and give adjoints;
between two of them the function's backward is called.

Invariant: before anything is run, it is known that nobody looks on at any of the runs, and that no other sweep may
enter what this one passes; nothing changes before the end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import starmap
from operator import attrgetter
from typing import Any

import numpy as np

from tapegrad.autograd import reads
from tapegrad.autograd.engine import accumulating, added, as_gradient
from tapegrad.autograd.marking import active
from tapegrad.autograd.swept import called
from tapegrad.autograd.watched import Watched
from tapegrad.machine.layout import CONSUMED, LIVE, NEEDED
from tapegrad.tape.applied import Applied
from tapegrad.tape.executed import Freed
from tapegrad.tape.held import Held
from tapegrad.tape.reasons import Reason
from tapegrad.tape.run import UNWATCHED

Place = tuple[Any, int]
_serial = attrgetter("serial")


Stage = tuple[Any, tuple[int, ...], Any]
"""A run that a sweep passes: at which slots it comes in, and the program that sweeps it; None of a function."""


class _Entered:
    """What sweeps that user code begins must know of the one around them."""

    limited = False  # a sweep to some leaves alone is not done so

    def __init__(self, stages: Sequence[Stage]) -> None:
        self.entered = {run for run, _, _ in stages}


_NO_LEAVES: frozenset[int] = frozenset()


def planned(sources: Sequence[Any], targets: Sequence[Any] | None) -> list[Stage] | Reason:
    """Return the runs that a sweep passes, the newest first, which has adjoints of these places, to all leaves or to
    these.
    """
    leaves: set[int] = set()
    waiting: dict[Any, tuple[int, ...]] = {}
    stages: list[Stage] = []
    passed: Any = [*enumerate(sources)]
    while True:
        for _, source in passed:
            if source.__class__ is not tuple:
                if source._node.hooks is not None:
                    return Reason.HOOKS
                leaves.add(id(source))
                continue
            run, slot = source
            known = waiting.get(run, ())
            if slot not in known:
                waiting[run] = (*sorted((*known, slot)),) if known else (slot,)
        if not waiting:
            return stages if targets is None or leaves == {*map(id, targets)} else Reason.PARTIAL
        run, roots = waiting.popitem() if len(waiting) == 1 else _newest(waiting)
        if run.watch is not UNWATCHED:
            return Reason.HOOKS
        if run.saved is not None:
            return Reason.MODES
        program = None
        if run.__class__ is Held:
            if run.call.consumed is not None:
                return Reason.DIVIDED
            program = run.call.reverse(run, roots)
            if program.__class__ is Reason:
                return program
            if program.after is not None and program.after.resting():
                return Reason.IN_VAIN
            of_run = run.sources
            passed = [of_run[k] for k in program.leaves]
        elif run.application is not None:
            passed = run.sources
        else:
            _note(run)
            return Reason.DIVIDED
        stages.append((run, roots, program))


def _note(run: Any) -> None:
    """Let what is read of a run, and of those before it, be given by programs from now on."""
    seen, waiting = {run}, [run]
    while waiting:
        run = waiting.pop()
        if run.read.__class__ is reads.Counts:
            run.read.passed = True
            before = {source[0] for _, source in run.sources if source.__class__ is tuple} - seen
            seen |= before
            waiting += before


def _newest(waiting: dict[Any, tuple[int, ...]]) -> tuple[Any, tuple[int, ...]]:
    run = max(waiting, key=_serial)
    return run, waiting.pop(run)


def sweep(stages: Sequence[Stage], found: Sequence[tuple[Any, np.ndarray]]) -> dict[int, tuple[Any, np.ndarray]]:
    """Run a sweep that begins with these adjoints of sources; returns the leaves and their gradients, by identity.

    Adjoints are added in the order of their coming, as in any sweep.
    """
    leaves: dict[int, tuple[Any, np.ndarray]] = {}
    arrived: dict[Any, dict[int, np.ndarray]] = {run: {} for run, _, _ in stages}

    def hand(source: Any, g: np.ndarray) -> None:
        if source.__class__ is not tuple:
            old = leaves.get(id(source))
            leaves[id(source)] = source, g if old is None else old[1] + g
            return
        into, slot = arrived[source[0]], source[1]
        before = into.get(slot)
        into[slot] = g if before is None else np.asarray(before + g)

    for source, g in found:
        hand(source, g)
    entered = _Entered(stages)
    active.enter(entered)
    try:
        for run, roots, program in stages:
            given = arrived[run]
            if not given:
                continue
            if program is None:
                for source, g in called(run, given):
                    hand(source, g)
                continue
            sources = run.sources
            outputs = _outputs(run, roots, program, given)
            if outputs is None:
                for source, g in _as_ever(run, roots, given):
                    hand(source, g)
                continue
            for k, g in zip(program.leaves, outputs, strict=False):
                hand(sources[k][1], g)
    finally:
        active.leave(entered)
    return leaves


def _outputs(run: Any, roots: tuple[int, ...], program: Any, given: dict[int, np.ndarray]) -> list[np.ndarray] | None:
    """Return what a program gives; None where it cannot tell, or user code has looked at the run meanwhile."""
    arrays, instructions = run.given, run.instructions
    if run.__class__ is not Held:
        return None
    return program.run(arrays, instructions, [given[s] if s in given else _zeros(run, s) for s in roots])


def _zeros(run: Any, slot: int) -> np.ndarray:
    form = run.form(slot)
    return np.zeros(form.shape, form.lane)


def _as_ever(run: Any, roots: Sequence[int], given: dict[int, np.ndarray]) -> list[tuple[Any, np.ndarray]]:
    """Return the adjoints of sources by a sweep of the run as any other."""
    run.mark([*roots], False)
    state = Watched(run, set())
    for slot, g in given.items():
        state.add(slot, g)
    state.sweep()
    flags = run.flags
    passed = [(source, state.final(slot)) for slot, source in run.sources if flags[slot] & NEEDED]
    return [(source, g) for source, g in passed if g is not None]


def gradients(leaves: dict[int, tuple[Any, np.ndarray]], targets: Sequence[Any]) -> list[Any]:
    """Return the gradients of targets, None where nothing has arrived."""
    return [as_gradient(leaves[id(t)][1], t) if id(t) in leaves else None for t in targets]


def commit(stages: Sequence[Stage], leaves: dict[int, tuple[Any, np.ndarray]], retain: bool = False) -> None:
    """Add to the ``.grad`` of leaves, none for `grad`, and leave of the runs the values that Tensors show.

    If the graph is retained, all runs stay as they are; else those at whose live results another sweep may begin stay,
    and know what was consumed.

    No handler of a signal comes between the two: all that is one call of C code.
    """
    updates = [(leaf, as_gradient(g, leaf)) for leaf, g in leaves.values() if leaf._family.requires_grad]
    passed, staying = [], []
    for run, _, program in () if retain else stages:
        if program is None or program.after is None:
            passed.append(run)
        else:
            staying.append((run, program.after))
    reached: dict[Any, frozenset[int]] = {}
    for run in reversed(passed):
        application = run.application
        if application is not None:
            if run.__class__ is not Applied:  # somebody has looked at it
                first = application.count
                run.kept = dict(enumerate(run.arrays[first:], first))
        elif run.__class__ is not Held:
            run.kept = {slot: run.value(slot) for slot in (run.flags & LIVE).nonzero()[0].tolist()}
        own: frozenset[int] = _NO_LEAVES
        for _, source in run.sources:
            if source.__class__ is not tuple:
                own = own | {id(source)}
                continue
            earlier = source[0]
            more = reached[earlier] if earlier in reached else earlier.reached_leaves()
            own = own | more if own else more
        reached[run] = run.leaves = own
    with accumulating:
        steps, before = added(updates)
        steps += [(run, "__class__", Freed) for run in passed]
        steps += [(run, "call", after) for run, after in staying]
        deque(starmap(setattr, steps), 0)
    for run, after in staying:
        if run.__class__ is not Held:  # something has looked at it, before it could know of the sweep
            run.flags[after.consumed] |= CONSUMED
    for run in passed:
        run.let_go()
        run.call = None
    del before
