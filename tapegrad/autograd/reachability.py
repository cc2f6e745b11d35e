"""Reachability: marks all that a reverse sweep will pass, and refuses a consumed tape before anything changes.

From the roots back through the runs that they read, each slot that the sweep passes is REACHED, and with targets only
what these influence is NEEDED. A consumed part of the tape is refused here.

A sweep within a sweep (a hook or a Function that differentiates) leaves the marks of the outer one as they were, and
consumes none of its runs.

Tests: tests/autograd/test_hook_programs.py
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.derivative_rules import hands_on
from tapegrad.engine.sweeps import sweep
from tapegrad.errors import TapeFreedError
from tapegrad.machine.layout import NEEDED, REACHED
from tapegrad.ops import declare
from tapegrad.progress import task
from tapegrad.record.collector import is_set_aside
from tapegrad.record.recording import home, tape
from tapegrad.record.run import Run, serial_of
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.autograd.commit import Passing

Place = tuple[Run, int]
_FREED = "{}: this part of the tape was freed by an earlier sweep. Pass retain_graph=True to the first call."


class _Active(threading.local):
    """The sweeps under way on this thread, outermost first.

    Attributes
    ----------
    entered : list of weak references
        Sweeps that are under way. One that was interrupted just as it ended stands here until it is gone.
    transforms : list of int
        For each function that is called to be differentiated, when that began: a sweep within it consumes no run with
        a smaller serial.
    finalizers : int
        How many sweeps finalizers have made that the collector called.
    """

    def __init__(self) -> None:
        self.entered: list[weakref.ref[Any]] = []
        self.transforms: list[int] = []
        self.finalizers = 0

    @property
    def sweeps(self) -> list[Any]:
        """Sweeps that are under way."""
        return [marked for reference in self.entered if (marked := reference()) is not None]

    def enter(self, marked: Passing | Marked) -> None:
        """Note that a sweep is under way."""
        self.entered.append(weakref.ref(marked, self.entered.remove))

    def leave(self, marked: Passing | Marked) -> None:
        """Note that a sweep is done."""
        if self.entered and self.entered[-1]() is marked:
            self.entered.pop()
        else:
            self.entered[:] = [reference for reference in self.entered if reference() is not marked]


active = _Active()
is_set_aside(active, "transforms")


class Marked:
    """The runs that a sweep visits, newest first, with their flags set.

    Parameters
    ----------
    roots : list of (run, slot) or leaf
    targets : list of (run, slot) or None
        The slots whose adjoints are asked for; None for all leaves.
    leaves : set of int or None
        Serials of the leaf Tensors asked for; None for all.
    function : str
        Who asks, for messages.
    """

    def __init__(
        self, roots: Sequence[Place | Tensor], targets: Sequence[Place] | None, leaves: set[int] | None, function: str
    ) -> None:
        self.runs = _reachable({root[0] for root in roots if isinstance(root, tuple)})
        self.targets, self._leaves = targets or (), leaves or set()
        self.limited = targets is not None or leaves is not None
        self.function = function
        self.roots = roots
        self.collected: dict[Any, Any] = {}  # what multi-grad hooks have seen of this sweep
        self.at_end: list[Callable[[], None]] = []  # called when all adjoints are known
        self.programs: task | None = None  # of those that the sweep runs again, once it comes to the first one
        self.entered: Any = self.runs  # maybe all, until it is known
        if tape.apart is not None:
            active.finalizers += 1
        self.finalizers = active.finalizers
        self.borrowed: dict[Run, np.ndarray] = {}
        if active.entered and (outers := active.sweeps):
            busy = {run for outer in outers for run in (outer.runs if outer.limited else outer.entered)}
            self.borrowed = {
                run: run.frame().flags.copy() for run in self.runs if run in busy and not run.backing.freed
            }
            for run in self.borrowed:
                _need_all(run)
        active.enter(self)  # from here on, sweeps of hooks and of finalizers must know of this one
        try:
            if self.limited:
                self._limit()
            self._reach()
        except BaseException:
            self.unmark()
            raise

    def _limit(self) -> None:
        """Leave NEEDED only on slots that the targets influence."""
        targets, leaves = self.targets, self._leaves
        for run in self.runs:
            if not run.backing.freed:
                flags = run.frame().flags
                flags &= np.uint8(0xFF & ~NEEDED)
        for run, slot in targets:
            if not run.backing.freed:
                run.frame().flags[slot] |= NEEDED
        for run in reversed(self.runs):
            if run.backing.freed:
                continue
            frame = run.frame()
            for slot, source in run.sources:
                if source.__class__ is tuple:
                    earlier, place = source
                    if (
                        earlier.backing.freed
                    ):  # whether the targets lie behind it can only be told by run: rather refuse
                        behind = any(run.serial <= earlier.serial for run, _ in targets)
                        needed = behind or not leaves.isdisjoint(earlier.backing.leaves)
                    else:
                        needed = earlier.frame().flags[place] & NEEDED
                    if needed:
                        frame.flags[slot] |= NEEDED
                elif serial_of(source) in leaves:
                    frame.flags[slot] |= NEEDED
            spans, flat = frame.call_tables()
            sweep("mark_needed")(frame.tables, len(frame.code), declare.classes, spans, flat)

    def _reach(self) -> None:
        entered: dict[Run, list[int]] = {}
        for root in self.roots:
            if isinstance(root, tuple):
                entered.setdefault(root[0], []).append(root[1])
        for run in self.runs:
            slots = entered.get(run)
            if slots is None:
                continue
            if run.backing.freed or (frame := run.frame()).mark(slots, self.limited) >= 0:
                raise TapeFreedError(_FREED.format(self.function))
            flags = frame.flags.data
            for slot, source in run.sources:
                if source.__class__ is tuple and flags[slot] & REACHED:
                    entered.setdefault(source[0], []).append(source[1])
        self.entered = entered

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: Any) -> None:
        try:
            for run, slot in self.targets:  # whose adjoints went no further: they can be roots later
                if run in self.entered and not hands_on(run.frame(), slot):
                    run.frame().flags[slot] &= np.uint8(0xFF & ~REACHED)
        finally:
            self.unmark()
        if self.programs is not None:
            self.programs.__exit__(*(exception or (None,)))

    def renew(self) -> None:
        """Mark the swept slots anew at the end: a finalizer's sweep may have left other marks."""
        if self.limited:
            self._limit()
        for run, slots in self.entered.items():
            if not run.backing.freed:
                run.frame().mark(slots, self.limited)
        self.__exit__()

    def reaches(self, what: Any) -> bool:
        """Tell whether the sweep passes a place, or a leaf."""
        if what.__class__ is tuple:
            run, slot = what
            return run in self.entered and bool(run.frame().flags[slot] & REACHED)
        return any(root is what for root in self.roots) or any(
            source is what and run.frame().flags[slot] & REACHED for run in self.entered for slot, source in run.sources
        )

    def unmark(self) -> None:
        """Be under way no more: set NEEDED again on all that requires grad; outer sweeps find their own marks."""
        active.leave(self)
        for run, flags in self.borrowed.items():
            frame = run.frame()
            frame.flags[:] = flags
            frame.marked_for = None
        if self.limited:
            for run in self.runs:
                if not run.backing.freed and run not in self.borrowed:
                    _need_all(run)


def _need_all(run: Run) -> None:
    """Set NEEDED on all that requires grad."""
    frame = run.frame()
    frame.flags |= (frame.types & 1).astype(np.uint8) * np.uint8(NEEDED)
    frame.marked_for = None


def _reachable(runs: set[Run]) -> list[Run]:
    reachable = set(runs)
    waiting = list(runs)
    while waiting:
        for _, source in waiting.pop().sources:
            if source.__class__ is tuple and source[0] not in reachable:
                reachable.add(source[0])
                waiting.append(source[0])
    return sorted(reachable, key=lambda run: -run.serial) if len(reachable) > 1 else [*reachable]


def place_of(t: Tensor) -> Place:
    """Return the run and the slot where a result was computed."""
    family, slot = home(t)
    assert family.run is not None
    return family.run, slot
