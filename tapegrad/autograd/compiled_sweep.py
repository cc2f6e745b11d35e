"""Execution of compiled sweeps: at an exit, looks up the program of forward and backward, and runs it.

A run that ends on a path (see `tapegrad.trace_cache.tree`) is known by its node. Where the same root is swept there
again and again, with the same Tensors alive, the run is not executed any more: a program computes from its inputs the
values that are alive and the gradients. That is a matter of how often it was seen, never of time, so that the same
program gives the same bits.

Invariant: what a program cannot give, since an observer hangs on a value or another sweep may begin in the run, the
interpreter gives, and a `Reason` says so.

Tests: tests/autograd/test_rows.py, tests/autograd/test_backward.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd import commit
from tapegrad.autograd.compiled_hooks import observers
from tapegrad.autograd.exits import HELD, VALUES, arrive, artefact_at
from tapegrad.autograd.reachability import active
from tapegrad.ir.forms import Form
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.run import UNWATCHED
from tapegrad.record.values import Values
from tapegrad.tensor.index_operands import gathers
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.compiled_ops import is_real
from tapegrad.trace_cache.reasons import OFF_TREE, Reason, Refusal, bare

if TYPE_CHECKING:
    from tapegrad.autograd.compile_sweep import Hot
    from tapegrad.record.families import Family
    from tapegrad.record.pending_run import Pending
    from tapegrad.trace_cache.edges import TreeNode


class Attempt(NamedTuple):
    """A sweep that programs run. Nothing has changed yet.

    Attributes
    ----------
    run, pending : Run and Pending, or None
        The last run, and what it has recorded; None if the root's run was closed before.
    program : Hot or None
        The one that has swept it.
    leaves : list
        The leaves that it leads to. Where there are stages, places in earlier runs stand among them.
    outputs : list of ndarray
        What the program gave: the values of live results, then gradients.
    stages : list of Stage or None
        What the sweep passes then (see `tapegrad.autograd.stages`); an empty list where the run stays.
    root : int
        The slot at which the sweep begins.
    seeds : list of ndarray
        What it begins with, if that is not 1.
    """

    run: Any
    pending: Any
    program: Any
    leaves: list[Any]
    outputs: list[np.ndarray]
    stages: list[Any] | None
    root: int
    seeds: list[np.ndarray]


_NOTHING: Any = ((), ())
_OF_ROWS = frozenset({Reason.COUNTING, Reason.NOT_FINITE, Reason.CHANGED})  # the program of any number of rows

attempt: Callable[[tuple[Any, ...]], Attempt] = functools.partial(tuple.__new__, Attempt)  # Attempt() calls Python


def swept(
    root: Tensor, targets: Sequence[Tensor] | None = None, seed: Any = None, retain: bool = False
) -> Attempt | Reason:
    """Sweep the open run by its compiled program, from a root to all leaves or to these; change nothing yet.

    Of a root in a closed run there is no program, but there may be stages.
    """
    form = root._family.form
    if not root._family.requires_grad or (seed is None and form.size != 1):
        return Reason.SEED
    seeds = [] if seed is None else _seeds_of(seed, form)
    if seeds is None:
        return Reason.SEED
    pending: Any = tape._open.pending
    family = root._family
    if pending is None or family.run is not pending.run:
        if family.run is None or family.run.backing.taken is not None:
            return Reason.CLOSED
        return _closed(root, family, targets, seeds)
    if active.entered or tape.applying:
        return Reason.NESTED
    watching: Any = None
    if pending.run.watch is not UNWATCHED:
        watching = observers(pending.run)
        if watching is not None and targets is not None and watching.retained:
            watching = None
    arrival = arrive(pending, watching is not None)
    if arrival.__class__ is Reason:
        return arrival if seeds or arrival not in OFF_TREE else _of_rows(root, pending, targets, retain, arrival)
    node, alive = arrival  # type: ignore[misc]
    if node.rows and not (seeds or watching):
        result = runtime.autograd.row_layout.swept(root, pending, targets, retain, node)
        if result.__class__ is Attempt or result in _OF_ROWS:
            return result
    slot, sources = root._i, pending.run.sources
    some = () if targets is None else some_of(sources, targets)
    if some is None:
        if tuple not in {source.__class__ for _, source in sources}:
            return Reason.PARTIAL
        some = ()  # the sweep goes on into earlier runs
    observed, hooked = watching or _NOTHING
    key = slot, (alive,) if seeds else alive, (some, *observed, hooked) if watching else some
    program = artefact_at(pending, node, key, "sealed", slot, alive, some, bool(seeds), observed, hooked)
    if program.__class__ is Reason:
        counting = program is Reason.COUNTING and not (seeds or watching or node.rows)
        return _of_rows(root, pending, targets, retain, program) if counting else program
    leaves = [sources[k][1] for k in program.leaves]
    if observed:
        leaves += [observed[s] for s in program.observed]
    stays = retain or program.after is not None or program.hooked  # hooks find a run that is closed
    if stays and program.rests(retain):
        return Reason.IN_VAIN
    stages = further(leaves, targets)
    if stages.__class__ is Reason:
        return stages
    outputs = program.run(pending.given, pending.instructions, [*seeds, *program.idle], pending, node)
    if outputs.__class__ is Reason:
        return outputs
    if stays and stages is None:
        stages = []
    return attempt((pending.run, pending, program, leaves, outputs, stages, slot, seeds))


def further(leaves: Sequence[Any], targets: Sequence[Tensor] | None) -> Any:
    """Return the stages of a sweep behind the leaves of its first program, None if there are none; or the reason why
    it has no program.
    """
    for leaf in leaves:
        if leaf.__class__ is tuple:
            return Reason.NESTED if active.transforms else runtime.autograd.stages.planned(leaves, targets)
    return Reason.PARTIAL if targets is not None and {*map(id, targets)} != {*map(id, leaves)} else None


def _of_rows(
    root: Tensor, pending: Any, targets: Sequence[Tensor] | None, retain: bool, reason: Any
) -> Attempt | Reason:  # fmt: skip
    """Sweep a run that chooses rows whose number varies, as `swept` does; return the `reason` for any other."""
    if not gathers(pending):
        return reason
    return runtime.autograd.row_layout.swept(root, pending, targets, retain)


def some_of(sources: Sequence[tuple[int, Any]], targets: Sequence[Tensor]) -> tuple[int, ...] | None:
    """Return the slots of targets among the sources of a run, none if they are all.

    None if there are other targets, or results of earlier runs among the sources: behind these, targets may stand too.
    """
    if tuple in {source.__class__ for _, source in sources}:
        return None
    named = {*map(id, targets)}
    some = tuple([slot for slot, source in sources if id(source) in named])
    if len(some) < len(named):
        return None
    return some if len(some) < len(sources) else ()


@functools.cache
def one(form: Form) -> np.ndarray:
    """Return the seed of an output of one element; never written to."""
    return np.ones(form.shape, form.dtype)


def _seeds_of(seed: Any, form: Form) -> list[np.ndarray] | None:
    """Return a seed of a root of a form, which is read if it is a result; None if it must be converted."""
    if seed.__class__ is list and len(seed) == 1:
        (seed,) = seed
    array: Any = seed
    if seed.__class__ is Tensor:
        array = seed._array() if seed._family.form is form and not seed.traced else None
    if array.__class__ is not np.ndarray or not is_real(form):
        return None
    return [array] if array.shape == form.shape and array.dtype == form.lane else None


def _closed(
    root: Tensor, family: Family, targets: Sequence[Tensor] | None, seeds: list[np.ndarray]
) -> Attempt | Reason:  # fmt: skip
    """Return the stages of a sweep from a root in a closed run that a program or a custom function has left."""
    run = family.run
    if run.backing.open or run.owner is not tape.thread:
        return Reason.CLOSED
    if not current().plain:
        return Reason.MODES
    if run.backing.__class__ is not Values and run.application is None:
        return Reason.CLOSED
    pending = tape._open.pending
    if active.entered or active.transforms or tape.applying or (pending is not None and pending.traced):
        return Reason.NESTED
    settle()
    stages = runtime.autograd.stages.planned([(run, root._i)], targets)
    if stages.__class__ is Reason:
        return stages
    if run.counts is not None and not seeds:
        run.counts.follow(root._i)
    return attempt((run, None, None, [], [], stages, root._i, seeds))


class Programs:
    """The programs of a run that is closed for its values, and swept later.

    Attributes
    ----------
    forward : Hot or None
        From the run's inputs to its live values; None of a run that was closed in a sweep.
    consumed : list of int or None
        Slots that a sweep has passed; None if there was none, or it has retained the graph.
    patience : int
        How many runs may be executed after all, one after the other, until that has been in vain; negative while runs
        are executed at once, for so many: each time for twice as many, since what follows may only be counting yet.
    """

    __slots__ = ("_pause", "_reverse", "consumed", "forward", "patience")

    def __init__(self, forward: Hot | None, consumed: list[int] | None = None) -> None:
        self.forward, self.consumed = forward, consumed
        self._reverse: dict[tuple[tuple[int, ...], tuple[int, ...]], Any] = {}
        self.patience = self._pause = thresholds.RUNS_IN_VAIN

    @property
    def in_vain(self) -> bool:
        """Whether runs are, or were the last time, executed at once."""
        return self._pause > thresholds.RUNS_IN_VAIN

    def missed(self) -> None:
        """Know of a run that was executed after all: after some in a row, the next ones are executed at once."""
        self.patience -= 1
        if not self.patience:
            self.patience = -self._pause
            self._pause = min(2 * self._pause, thresholds.RUNS_OF_REST)

    def resting(self) -> bool:
        """Tell whether a run is to be executed at once."""
        if self.patience > 0:
            return False
        self.patience += 1
        if not self.patience:
            self.patience = thresholds.RUNS_IN_VAIN
        return True

    def reverse(self, run: Any, values: Values, roots: tuple[int, ...], hooked: tuple[int, ...]) -> Hot | Reason:
        """Return the program from the adjoints of some slots of a run, of which others are hooked, to those of its
        sources.
        """
        key = roots, hooked
        program = self._reverse.get(key)
        if program is None:
            if len(self._reverse) >= thresholds.EXITS:
                return Reason.TOO_MANY_EXITS
            make = runtime.autograd.compile_sweep.reversed_
            program = self._reverse[key] = make(run, values, roots, self.consumed or (), hooked)
        if program.__class__ is Refusal:
            return program.reason
        self.patience = self._pause = thresholds.RUNS_IN_VAIN
        return program

    def sweeps(self, root: int) -> int:
        """Return the number of sweeps from one root that a program has run."""
        return getattr(self._reverse.get(((root,), ())), "runs", 0)


class Unswept(Programs):
    """Those of a run whose program is of another number of rows: the interpreter sweeps it."""

    __slots__ = ()

    def reverse(self, run: Any, values: Values, roots: tuple[int, ...], hooked: tuple[int, ...]) -> Reason:
        return Reason.DIVIDED


def settle() -> None:
    """Close the open run because its values are read: by a program if its exit has one, else by executing it."""
    pending: Any = tape._open.pending
    if pending is None:
        return
    arrival: Any = arrive(pending, hooked=True) if pending.run.sources else Reason.OFF_TREE
    reason = arrival if arrival.__class__ is Reason else close_by_programs(pending, *arrival)
    if reason is not None:
        pending.run.refusal = pending.run.refusal or bare[reason]
        tape.flush()


def close_by_programs(pending: Pending, node: TreeNode, alive: bytes, may: bool = True) -> Reason | None:
    """Close the open run at a node by a program that computes its values, if it `may`; return the reason if not."""
    programs = artefact_at(pending, node, (HELD, alive), "programs", alive, may=may)
    if programs.__class__ is Reason:
        return programs
    if programs.resting():
        return Reason.IN_VAIN
    forward = programs.forward
    outputs = forward.run(pending.given, pending.instructions, (), pending, node)
    if outputs.__class__ is Reason:
        return outputs
    commit.close(pending, Values(pending, dict(zip(forward.live, outputs, strict=False)), programs))
    return None


def close_by_values(pending: Pending) -> Reason | None:
    """Close an open run without gradients by a program of its values; return why not."""
    arrival = arrive(pending)
    if arrival.__class__ is Reason:
        return arrival
    node, alive = arrival  # type: ignore[misc]
    program = artefact_at(pending, node, (VALUES, alive), "valued", alive, True, times=thresholds.VALUES_ALONE)
    if program.__class__ is Reason:
        return program
    outputs = program.run(pending.given, pending.instructions, (), pending, node)
    if outputs.__class__ is Reason:
        return outputs
    commit.release(pending.run, pending, program, [], outputs, False)
    return None


def gradients(attempt: Attempt) -> dict[int, Tensor]:
    """Return the gradients of leaves, by identity, and leave of the run the values that Tensors show."""
    _, _, program, leaves, outputs, *_ = attempt
    commit.release(*attempt[:5], False)
    return {id(leaf): g for leaf, g in commit.gradients(program, leaves, outputs)}


def relayed(attempt: Attempt) -> tuple[list[Any], Any]:
    """Run a sweep that goes on through stages; returns what `stages.accumulate` takes."""
    run, pending, program, leaves, outputs, stages, root, seeds = attempt
    relay = runtime.autograd.stages
    assert stages is not None
    begun = None
    if pending is not None:  # the user's code may record, and the sweep may fail, and be tried again
        values = Values(pending, dict(zip(program.live, outputs, strict=False)), program.programs)
        commit.close(pending, values)
        begun = outputs, leaves[len(program.leaves) :], seeds
        stages = [relay.new_stage((run, (root,), program, values)), *stages]
    seed = seeds[0] if seeds else one(run.backing.form(root))
    return stages, relay.sweep(stages, ((run, root), seed), begun)
