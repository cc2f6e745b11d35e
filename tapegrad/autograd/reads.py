"""Values that are read before their sweep: ``losses.append(loss.item()); loss.backward()``.

A read executes the run, and the sweep comes later. Where a read of its kind (its node, see `tapegrad.trace_cache.tree`,
and which Tensors are alive) is followed by a sweep from one root nearly always, the read runs the sealed program of
that sweep (`tapegrad.autograd.compiled_sweep`), and the run keeps the gradients (`tapegrad.record.values`) until the
sweep takes them.

A sweep that follows counts `SCORE_OF_SWEEP`, a read `SCORE_OF_READ`, of which little is left where no sweep follows:
programs begin at a score of as many as sweeps that return have, and end at 0. They are counted for each thread.

A value that is read and computed with further, ``if np.max(y) > c``, ends its run in the middle. Where the runs behind
it repeat, the read runs a program that gives its values alone, and the sweep goes from program to program
(`tapegrad.autograd.stages`). So does the read of a value that requires no grad, or is seldom swept.

Invariant: a sweep that is not the program's, or that is observed, finds the run executed.

Tests: tests/trace_cache/test_reads.py
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tapegrad.autograd import commit, compiled_sweep, exits
from tapegrad.autograd.compiled_hooks import observers
from tapegrad.autograd.exits import arrive, artefact_at, exit_at
from tapegrad.autograd.reachability import active
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.pending_run import Pending
from tapegrad.record.recording import home, tape
from tapegrad.record.run import UNWATCHED, Run
from tapegrad.record.values import Values
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.reasons import AWAITED, Line, Reason, here


class Read:
    """The counts of an exit where values are read, by the Tensors that are alive.

    Attributes
    ----------
    last : (object, Counts)
        The thread that has read here last, and its counts.
    line : Line or None
        The user's line that came here first.
    """

    __slots__ = ("__weakref__", "last", "line")

    def __init__(self) -> None:
        self.last: tuple[Any, Any] = None, None
        self.line: Line | None = here()

    def is_used(self) -> bool:
        """Tell that nothing is compiled here: programs are those of other exits."""
        return False

    def counts(self, limit: int) -> Counts:
        """Return the counts of this thread, made if need be with a limit."""
        counts: Counts | None = tape.returns.get(self)
        if counts is None:
            counts = tape.returns[self] = Counts(limit)
        self.last = tape.thread, counts
        return counts


class Counts:
    """How often sweeps have followed reads of a kind on one thread.

    Attributes
    ----------
    root, some : int and tuple of int
        The slot where the last sweep began; the slots of leaves that it went to, if it was not all.
    line : Line or None
        The user's line where that sweep began.
    program : Hot or None
        What gives that sweep, once it is compiled.
    sweeps, score, limit : int
        Interpreted sweeps that followed; the score, and how high it rises.
    on : bool
        Programs run at reads.
    passed : bool
        What was read was computed with further, and a program of that would have handed adjoints on; or sweeps follow
        so seldom that there are programs of the values alone.
    seldom : int
        Reads that ran no program of a sweep.
    """

    __slots__ = ("limit", "line", "on", "passed", "program", "root", "score", "seldom", "some", "sweeps")

    def __init__(self, limit: int) -> None:
        self.root = -1
        self.some: tuple[int, ...] = ()
        self.sweeps = self.score = self.seldom = 0
        self.line: Line | None = None
        self.program: Any = None
        self.limit, self.on, self.passed = limit, False, False

    def read(self) -> bool:
        """Count a read; tell whether a program is to run."""
        if self.score > thresholds.SCORE_OF_READ:
            self.score -= thresholds.SCORE_OF_READ
        else:
            self.score, self.on = 0, False
        if not self.on:
            self.seldom += 1
            self.passed = self.passed or self.seldom == thresholds.VALUES_ALONE * self.limit
        return self.on

    def follow(self, root: int, some: tuple[int, ...] = ()) -> None:
        """Count a sweep from a root to all leaves, or to some."""
        if root != self.root or some != self.some:
            self.root, self.some, self.score, self.on, self.line = root, some, 0, False, here()
            self.program = None
        self.score = min(self.score + thresholds.SCORE_OF_SWEEP, self.limit)
        self.on = self.on or self.score == self.limit

    def refuse(self) -> None:
        """Stop programs at this read."""
        self.on, self.limit = False, sys.maxsize


def executed(pending: Pending) -> Reason | None:
    """Close the open run by a program of its live values, with the gradients if the next sweep asks for them; return
    why there is none.
    """
    within, run = pending.modes, pending.run
    if within is None:  # a finalizer or a handler of a signal has closed it
        return Reason.CHANGED
    if not (run.sources and within.grad_enabled):  # in a hook or a custom function, too: there is nothing to mark
        return compiled_sweep.close_by_values(pending)
    if active.entered or tape.applying:
        return Reason.NESTED
    arrival = arrive(pending, hooked=True)
    if arrival.__class__ is Reason:
        return arrival
    node, alive = arrival  # type: ignore[misc]
    length = node.stop
    rows: Any = runtime.autograd.row_layout.at(pending, node) if node.rows else None
    if rows is not None and rows.node is None:
        rows = None
    place = node if rows is None else rows.node  # where reads of all numbers of rows are counted together
    key = exits.READ, alive
    read = place.exits.get(key) or exit_at(place, key, Read)
    if read is None:
        return Reason.TOO_MANY_EXITS
    thread, counts = read.last
    if thread is not run.owner:
        counts = read.counts(thresholds.sweeps_until_hot(length))
    run.counts = counts
    if not counts.read():
        if not counts.passed:
            return Reason.SELDOM_SWEPT
        return compiled_sweep.close_by_programs(pending, node, alive, _follows_programs(run))
    if run.watch is not UNWATCHED:  # hooks are called in the sweep
        return compiled_sweep.close_by_programs(pending, node, alive)
    root, some, program = counts.root, counts.some, counts.program
    if program is None:
        if rows is None:
            program = artefact_at(pending, node, (root, alive, some), "sealed", root, alive, some, times=0)
        else:
            program = Reason.ROWS if some else rows.program(pending, root, alive, times=0)
        if program.__class__ is Reason:
            return program
        counts.program = program
    leaves = [run.sources[k][1] for k in program.leaves]
    if program.after is not None or tuple in map(type, leaves):  # behind earlier runs it may know the values alone
        return compiled_sweep.close_by_programs(pending, node, alive)
    if rows is None:
        outputs = program.run(pending.given, pending.instructions, (), pending, node)
    else:
        outputs = rows.run(pending, program)
    if outputs.__class__ is Reason:
        return outputs
    taken = counts, length, (root, some), program, leaves, outputs
    kept = dict(zip(program.live, outputs, strict=False))
    commit.close(pending, Values(pending, kept, program.programs, taken))
    return None


def _follows_programs(run: Run) -> bool:
    """Tell whether sweeps can go on by programs behind all that a run has read."""
    return all(
        source.__class__ is not tuple or source[0].backing.__class__ is Values or source[0].application is not None
        for _, source in run.sources
    )


def swept_at_read(
    root: Tensor, targets: Sequence[Tensor] | None, reason: Reason, retain: bool, seed: Any = None
) -> compiled_sweep.Attempt | Reason:
    """Return the gradients of a program that ran at a read, as `compiled_sweep.swept` does; else the `reason`, or a
    better one.

    Where graphs are retained, or seeds are given, later reads take programs of the values alone.
    """
    opened, family, slot = tape._open.pending, root._family, root._i
    if opened is not None and family.run is opened.run:
        if getattr(root, "_home", None) is None:
            return reason
        family, slot = home(root)
    run: Any = family.run
    if run is None:
        return reason
    if run.watch is not UNWATCHED and not run.backing.open and observers(run) is None:
        if run.counts is not None:
            run.counts.seldom = 0  # a program of the values alone would be in vain, too
        return Reason.HOOKS
    if run.counts is None or run.backing.open:
        first = run.refusal  # why the values that were read came from no program
        return reason if first is None or reason is not Reason.CLOSED or first.reason in AWAITED else first.reason
    if run.owner is not tape.thread or not current().plain:
        return reason
    if seed is None and family.form.size != 1:
        return reason
    if active.entered or active.transforms or tape.applying:
        return Reason.NESTED
    some = () if targets is None else compiled_sweep.some_of(run.sources, targets)
    if some is None:
        return Reason.PARTIAL
    backing = run.backing
    if backing.__class__ is not Values or backing.taken is None:
        counts, run.counts = run.counts, None
        if counts is None:  # another thread has deoptimized the run meanwhile
            return reason
        counts.sweeps += 1
        if retain or seed is not None:
            counts.passed = True
        else:
            counts.follow(slot, some)
        return Reason.COUNTING
    if run.watch is not UNWATCHED:
        return reason
    counts, length, expected, program, leaves, outputs = backing.taken
    if targets is not None and not _same(targets, leaves):
        if (slot, some) == expected:  # it would be so each time
            counts.refuse()
        else:
            counts.follow(slot, some)
        return Reason.PARTIAL
    if retain or seed is not None:
        counts.score, counts.on, counts.passed = 0, False, True
        return Reason.RETAINED if retain else Reason.SEED
    counts.follow(slot, some)
    pending = backing.pending
    if (slot, some) != expected or len(pending.instructions) > length:
        return Reason.DIVIDED
    if opened is not None:
        tape.flush()
    if run.backing is not backing:
        return Reason.CHANGED
    return compiled_sweep.attempt((run, pending, program, leaves, outputs, None, slot, []))


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Tell whether these are the same objects."""
    return {*map(id, some)} == {*map(id, others)}
