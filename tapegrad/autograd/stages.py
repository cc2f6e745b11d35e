"""Sweeps through several runs, each a *stage*: by a compiled program, a custom function's backward, or the interpreter.

A read of a value that is computed with further, or a custom function, ends a run in the middle of what is swept later.
Runs that return are closed by programs that give their values (`tapegrad.record.values`), and swept by others, which
take adjoints and give adjoints. A run that was executed is swept by the interpreter, between the others.

Invariant: before anything is run, it is known that no observer hangs on any of the runs, and that no other sweep may
enter what this one passes; nothing changes before the end.

Tests: tests/trace_cache/test_stages.py, tests/autograd/test_hooks_of_results_that_return.py
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd import commit as committing
from tapegrad.autograd import compiled_hooks
from tapegrad.autograd.commit import as_gradient
from tapegrad.autograd.function_sweep import called
from tapegrad.autograd.observed_sweep import Watched
from tapegrad.autograd.pull import hand
from tapegrad.autograd.sweep import of_sources
from tapegrad.machine.layout import REACHED
from tapegrad.record.frame import Frame
from tapegrad.record.run import UNWATCHED, Run, serial_of
from tapegrad.record.values import Values
from tapegrad.trace_cache.reasons import Reason

Place = tuple[Any, int]
_serial = attrgetter("serial")


class Stage(NamedTuple):
    """A run that a sweep passes.

    Attributes
    ----------
    run : Run
    roots : tuple of int
        The slots at which the sweep comes in; none of the run whose program has begun it.
    program : Hot or None
        What sweeps it; None of a function, and of a run that the interpreter sweeps.
    values : Values or None
        What the program reads.
    """

    run: Run
    roots: tuple[int, ...]
    program: Any
    values: Values | None


new_stage: Any = functools.partial(tuple.__new__, Stage)  # Stage() calls Python
_NO_LEAVES: frozenset[int] = frozenset()


def planned(sources: Sequence[Any], targets: Sequence[Any] | None) -> list[Stage] | Reason:
    """Return the runs that a sweep passes, the newest first, which has adjoints of these places, to all leaves or to
    these.
    """
    leaves: set[int] = set()
    waiting: dict[Run, tuple[int, ...]] = {}
    stages: list[Stage] = []
    passed: Any = [*enumerate(sources)]
    while True:
        for _, source in passed:
            if source.__class__ is not tuple:
                leaves.add(id(source))
                continue
            run, slot = source
            earlier = waiting.get(run, ())
            if slot not in earlier:
                waiting[run] = (*sorted((*earlier, slot)),) if earlier else (slot,)
        if not waiting:
            return stages if targets is None or leaves == {*map(id, targets)} else Reason.PARTIAL
        run, roots = waiting.popitem() if len(waiting) == 1 else _newest(waiting)
        slots = () if run.watch is UNWATCHED else compiled_hooks.hooks_alone(run)
        if slots is None:
            return Reason.HOOKS
        backing = run.backing
        if backing.saved is not None:
            return Reason.MODES
        if run.application is not None and not backing.freed:
            stages.append(new_stage((run, roots, None, None)))
            passed = run.sources
        elif backing.__class__ is Values:
            program = _reverse(run, backing, roots, slots)
            if program.__class__ is Reason:
                return program
            stages.append(new_stage((run, roots, program, backing)))
            passed = [run.sources[k] for k in program.leaves]
        elif backing.__class__ is Frame:
            _note(run)
            if backing.deferred or backing.mark([*roots], False) >= 0:
                return Reason.DIVIDED
            stages.append(new_stage((run, roots, None, None)))
            passed = [(slot, source) for slot, source in run.sources if backing.flags[slot] & REACHED]
        else:
            return Reason.DIVIDED


def _reverse(run: Run, backing: Values, roots: tuple[int, ...], slots: tuple[int, ...]) -> Any:
    """Return the program that sweeps a run whose values a program gave, with hooks at some slots; or why none may."""
    programs = backing.programs
    if backing.taken is not None:
        _note(run)
    program = programs.reverse(run, backing, roots, slots)
    if program.__class__ is Reason:
        return program
    if programs.consumed is not None and not program.passed.isdisjoint(programs.consumed):
        return Reason.CLOSED  # which the interpreter refuses
    if program.after is not None and program.after.resting():
        return Reason.IN_VAIN
    return program


def _note(run: Run) -> None:
    """Note that programs compute the values read of a run, and of those before it, from now on."""
    seen, waiting = {run}, [run]
    while waiting:
        run = waiting.pop()
        if run.counts is not None:
            run.counts.passed = True
            before = {source[0] for _, source in run.sources if source.__class__ is tuple} - seen
            seen |= before
            waiting += before


def _newest(waiting: dict[Run, tuple[int, ...]]) -> tuple[Run, tuple[int, ...]]:
    run = max(waiting, key=_serial)
    return run, waiting.pop(run)


class StagePassing(committing.Passing):
    """A sweep through stages.

    Attributes
    ----------
    leaves : dict
        The leaves that it has come to, and results that keep their gradients, with these, by identity.
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        super().__init__([stage.run for stage in stages])
        self.leaves: dict[int, tuple[Any, np.ndarray]] = {}
        self._stages = stages

    def reaches(self, what: Any) -> bool:
        """Tell whether the sweep passes a place, or a leaf."""
        if what.__class__ is tuple:
            return any(stage.run is what[0] and _passes(stage, what[1]) for stage in self._stages)
        return any(
            source is what and _passes(stage, slot) for stage in self._stages for slot, source in stage.run.sources
        )


def _passes(stage: Stage, slot: int) -> bool:
    """Tell whether the sweep of a stage passes a slot."""
    run, roots, program, _ = stage
    if program is not None:
        return slot in program.passed or slot in {run.sources[k][0] for k in program.leaves}
    if run.application is not None:
        return slot < run.application.count or slot in roots
    return bool(run.frame().flags[slot] & REACHED)


def sweep(stages: Sequence[Stage], first: tuple[Place, np.ndarray], begun: Any = None) -> StagePassing:
    """Run a sweep that begins with this adjoint of a place; returns what it has come to.

    Of the first stage the program's outputs may be there, with results that keep their gradients, and its seeds.
    """
    passing = StagePassing(stages)
    leaves, arrived = passing.leaves, dict[Run, dict[int, np.ndarray]]()
    hand([first], leaves, arrived)
    with passing:
        for stage in stages:
            run, roots, program, _ = stage
            adjoints = arrived.get(run)
            if adjoints is None:
                continue
            if program is not None:
                hand(_by_program(stage, adjoints, begun), leaves, arrived)
            elif run.application is not None:
                hand(called(run, adjoints), leaves, arrived)
            else:
                hand(_interpreted(run, roots, adjoints), leaves, arrived)
            begun = None
    return passing


def _by_program(stage: Stage, adjoints: dict[int, np.ndarray], begun: Any) -> list[tuple[Any, np.ndarray]]:
    """Return the adjoints of sources by the program of a stage, with those of results that keep theirs."""
    run, roots, program, values = stage
    assert values is not None
    pending, answers = values.pending, None
    seeds = [adjoints[s] if s in adjoints else _zeros(values, s) for s in roots]
    if begun is None:
        outputs, retained = program.run(pending.given, pending.instructions, [*seeds, *program.idle]), ()
    else:
        outputs, retained, seeds = begun
    if program.hooked and outputs.__class__ is not Reason:
        outputs, answers = compiled_hooks.swept(run, program, pending, seeds, outputs)
    if outputs.__class__ is Reason:
        return _interpreted(run, roots, adjoints, dict(zip(program.observed, retained, strict=False)), answers)
    places = [*[run.sources[k][1] for k in program.leaves], *retained]
    return [*zip(places, outputs[len(program.live) :], strict=False)]


def _zeros(values: Values, slot: int) -> np.ndarray:
    form = values.form(slot)
    return np.zeros(form.shape, form.lane)


def _interpreted(
    run: Run, roots: Sequence[int], adjoints: dict[int, np.ndarray], retained: dict[int, Any] | None = None,
    answers: dict[int, tuple[np.ndarray, np.ndarray] | None] | None = None,
) -> list[tuple[Any, np.ndarray]]:  # fmt: skip
    """Return the adjoints of sources, and of results that keep theirs, by the interpreter's sweep of the run; some
    hooks may have given their answers.
    """
    run.frame().mark([*roots], False)
    retaining = retained or {}
    state = Watched(run, {*retaining}, answers)
    for slot, g in adjoints.items():
        state.add(slot, g)
    state.sweep()
    passed = of_sources(state, run)
    passed += [(t, state.seen[slot] if slot in state.seen else state.final(slot)) for slot, t in retaining.items()]
    return [(source, g) for source, g in passed if g is not None]


def gradients(stages: Sequence[Stage], passing: StagePassing, targets: Sequence[Any]) -> list[Any]:
    """Return the gradients of targets, None where nothing has arrived; the hooks of leaves are called."""
    _filtered(passing, False)
    leaves = passing.leaves
    return [as_gradient(leaves[id(t)][1], t) if id(t) in leaves else None for t in targets]


def accumulate(stages: Sequence[Stage], passing: StagePassing, retain: bool) -> None:
    """Add to the ``.grad`` of leaves, leave of the runs the values that Tensors show, and call hooks of leaves."""
    filtered = _filtered(passing, True)
    updates = [(x, as_gradient(g, x)) for x, g in passing.leaves.values() if x._family.requires_grad]
    commit(stages, updates, retain)
    committing.after_accumulation(filtered)


def _filtered(passing: StagePassing, accumulates: bool) -> list[Any]:
    """Replace gradients by the results of leaves' hooks; return the leaves that have hooks."""
    leaves = passing.leaves
    if not passing.at_end and all([leaf._node.hooks is None for leaf, _ in leaves.values()]):  # noqa: C419 (faster)
        return []
    order, arrays = [leaf for leaf, _ in leaves.values()], [g for _, g in leaves.values()]
    filtered = committing.filtered(order, arrays, 0, accumulates, passing)
    leaves.update({id(leaf): (leaf, g) for leaf, g in zip(order, arrays, strict=True)})
    return filtered


def commit(stages: Sequence[Stage], updates: Sequence[committing.Update], retain: bool) -> None:
    """Add to the ``.grad`` of leaves, and leave of the runs the values that Tensors show.

    If the graph is retained, all runs stay as they are; else those at whose live results another sweep may begin stay,
    and know what was consumed.
    """
    steps: list[Any] = []
    consumed: list[Stage] = []
    reached: dict[Run, frozenset[int]] = {}
    for stage in () if retain else reversed(stages):
        run, _, program, values = stage
        backing = run.backing
        if program is None and run.application is None:
            consumed.append(stage)
            continue
        if program is not None and program.after is not None:
            assert values is not None
            steps.append((run, "backing", Values(values.pending, values.kept, program.after)))
            continue
        serials = _NO_LEAVES
        for _, source in run.sources:
            if source.__class__ is not tuple:
                serials = serials | {serial_of(source)}
                continue
            earlier = source[0]
            more = reached[earlier] if earlier in reached else earlier.reached_leaves()
            serials = serials | more if serials else more
        reached[run] = serials
        steps += run.released(backing.shown(), serials)
    committing.commit(updates, steps, functools.partial(_marked, consumed) if consumed else tuple)


def _marked(stages: Sequence[Stage]) -> list[Run]:
    """Return the runs of stages, marked by their roots: a finalizer's sweep may have left other marks."""
    for run, roots, *_ in stages:
        if not run.backing.freed:
            run.frame().mark([*roots], False)
    return [stage.run for stage in stages]
