"""Values that are read before their sweep: ``losses.append(loss.item()); loss.backward()``.

A read executes the run, and the sweep comes later. Where a read of its kind (its node, see `tapegrad.tape.paths`, and
which Tensors are alive) is followed by a sweep from one root nearly always, the read runs the sealed program of that
sweep (`tapegrad.autograd.hot`), and the run keeps the gradients (`tapegrad.tape.kept`) until the sweep takes them.

A sweep that follows counts `_FOLLOWED`, a read `_READ`, of which little is left where no sweep follows: programs begin
at a score of as many as sweeps that return have, and end at 0. These are numbers of a thread's own, never times.

A value that is read and computed with further, ``if np.max(y) > c``, ends its run in the middle. Where the runs behind
it come back, the read runs a program that gives its values alone (`tapegrad.tape.held`), and the sweep goes from
program to program (`tapegrad.autograd.relay`).

What requires no grad, or is seldom swept, comes to be given by a program of the values alone too.

Invariant: a sweep that is not the program's, or that somebody looks on at, finds the run executed as ever.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tapegrad.autograd import hot
from tapegrad.autograd.hot import NEVER, End
from tapegrad.autograd.marking import active
from tapegrad.tape import paths
from tapegrad.tape.held import Held
from tapegrad.tape.kept import Kept
from tapegrad.tape.modes import current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import home, send_home, tape
from tapegrad.tape.run import UNWATCHED
from tapegrad.tensor.tensor import Tensor

_READ, _FOLLOWED = 4, 5
_NOTHING: list[Any] = []


@cache
def _closed() -> Any:
    from tapegrad.autograd.handed import closed  # here, since processes begin without sweeps that return

    return closed(Kept)


class Read:
    """Where values are read, in a run of which certain Tensors are alive.

    Attributes
    ----------
    last : (object, Counts)
        The thread that has read here last, and its counts.
    """

    __slots__ = ("__weakref__", "last")

    def __init__(self) -> None:
        self.last: tuple[Any, Any] = None, None

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
    root : int
        The slot where the last sweep began.
    sweeps, score, limit : int
        Sweeps as ever that followed; the score, and how high it rises.
    on : bool
        Programs run at reads.
    passed : bool
        What was read was computed with further, and a program of that would have handed adjoints on; or sweeps follow
        so seldom that there are programs of the values alone.
    seldom : int
        Reads that ran no program of a sweep.
    """

    __slots__ = ("limit", "on", "passed", "root", "score", "seldom", "sweeps")

    def __init__(self, limit: int) -> None:
        self.root = -1
        self.sweeps = self.score = self.seldom = 0
        self.limit, self.on, self.passed = limit, False, False

    def read(self) -> bool:
        """Count a read; tell whether a program is to run."""
        if self.score > _READ:
            self.score -= _READ
        else:
            self.score, self.on = 0, False
        if not self.on:
            self.seldom += 1
            self.passed = self.passed or self.seldom == hot.SELDOM * self.limit
        return self.on

    def follow(self, root: int) -> None:
        """Count a sweep from a root."""
        if root != self.root:
            self.root, self.score, self.on = root, 0, False
        self.score = min(self.score + _FOLLOWED, self.limit)
        self.on = self.on or self.score == self.limit

    def refuse(self) -> None:
        """Let programs run no more."""
        self.on, self.limit = False, sys.maxsize


def executed(run: Open) -> bool:
    """Run the program of the sweep that will follow the read of a value of the open run.

    Returns False if it is to be flushed.
    """
    within = run.modes  # none once a finalizer or a handler of a signal has closed it
    if within is None or not current().plain or active.entered or tape.applying:
        return False
    if run.watch is not UNWATCHED or run.outdated or run.failures:
        return False
    if not (run.sources and within.grad_enabled):
        return hot.known(run)
    node, instructions = paths.arrived(run), run.instructions
    if node is None:
        return False
    length, ends, held = len(instructions), node.ends, hot._held()(instructions)
    read = ends.get((None, held))
    if read is None:
        if len(ends) >= hot._MOST:
            return False
        read = ends[None, held] = Read()
    thread, counts = read.last
    if thread is not run.owner:
        counts = read.counts(hot._often(length))
    run.read = counts
    if not counts.read():
        return counts.passed and hot.held(run, _follows_programs(run))
    end = ends.get((counts.root, held))
    if end is None:
        if len(ends) >= hot._MOST:
            return False
        end = ends[counts.root, held] = End()
    program = end.program
    if program is None:
        sealing = Tensor._autograd.sealing  # the module is loaded with the first one
        program = end.program = (sealing.sealed(run, counts.root, held) if run.open else None) or NEVER
    if program is NEVER:
        return False
    sources = run.sources
    leaves = [sources[k][1] for k in program.leaves]
    if tuple in map(type, leaves):  # behind results of earlier runs a program may know the values alone
        return hot.held(run)
    outputs = program.run(run.given, instructions)
    if outputs is None or not run.open or len(instructions) > length:  # a finalizer came between, and recorded
        return False
    live = program.live
    run.kept = {live[0]: outputs[0]} if len(live) == 1 else dict(zip(live, outputs, strict=False))
    run.read = counts, length, counts.root, program, leaves, outputs
    return keep(run)


def _follows_programs(run: Any) -> bool:
    """Tell whether sweeps can go on by programs behind all that a run has read."""
    return all(
        source.__class__ is not tuple or source[0].__class__ is Held or source[0].application is not None
        for _, source in run.sources
    )


def keep(run: Any) -> bool:
    """Close a run that has what its program gave; False if it is open no more.

    What a finalizer or a handler of a signal has recorded there meanwhile is executed when it is asked for.
    """
    closed = _closed()
    if not run.open:
        return False
    closed(_NOTHING, _NOTHING, _NOTHING, 0, run)
    if run.imports:
        send_home(run)
    if tape._open.run is run:
        tape._open.run = None
    run.modes = None
    return True


def kept(
    root: Tensor, targets: Sequence[Tensor] | None = None
) -> tuple[Kept, Any, list[Tensor], list[np.ndarray]] | None:
    """Return a run whose program ran at a read, this, the leaves, and what it gave, as `hot.swept` does; None if it is
    to be swept as ever.
    """
    opened, family, slot = tape._open.run, root._family, root._i
    if opened is not None and family.run is opened:
        if getattr(root, "_home", None) is None:
            return None
        family, slot = home(root)
    run: Any = family.run
    if run is None or run.single or run.read is None or run.open:
        return None
    if run.watch is not UNWATCHED or run.owner is not tape.thread or family.form.size != 1 or not current().plain:
        return None
    if active.entered or active.transforms or tape.applying:
        return None
    if run.__class__ is not Kept:
        counts, run.read = run.read, None
        if counts.__class__ is Counts and (targets is None or _same(targets, [x for _, x in run.sources])):
            counts.sweeps += 1
            counts.follow(slot)
        return None
    counts, length, begin, program, leaves, outputs = run.read
    if targets is not None and (not _same(targets, leaves) or any(x._node.hooks for x in targets)):
        if _same(targets, [x for _, x in run.sources]):  # which counts where sweeps are as ever
            counts.refuse()
        return None
    counts.follow(slot)
    if slot != begin or len(run.instructions) > length or tuple in map(type, leaves):
        return None
    if opened is not None:
        tape.flush()
    return (run, program, leaves, outputs) if run.__class__ is Kept else None


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Tell whether these are the same objects."""
    return {*map(id, some)} == {*map(id, others)}
