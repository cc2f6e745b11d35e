"""A run: a stretch of the tape between two flushes, the unit of execution and of freeing.

What a run is never changes: its number, its thread, where the adjoints of its inputs go. What stands for its values is
its *backing*, which one store replaces: `Pending` while instructions are appended, then `Frame` where it was executed,
`Values` where a compiled program gave its values, `FunctionCall` for a call of a custom function, and `Released` once
no sweep can enter it. A run holds the runs that it reads, and a Tensor holds its run, so reference counts free whatever
no Tensor's history reaches.

Invariant: a backing stays what it was when another replaces it, so what a thread has read of a run goes together.

Tests: tests/trace_cache/test_records.py, tests/record/test_retention.py
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapeFreedError
from tapegrad.machine.layout import CONSUMED, LIVE, REACHED

if TYPE_CHECKING:
    from tapegrad.record.frame import Frame

serials = itertools.count()


moment = serials.__next__
"""Returns a number above the serials of the runs that have begun, and below those of the runs to come."""


serial_of = attrgetter("_node.serial")
"""Returns the number of a leaf. Unlike its identity, no other has it later."""


class Watch:
    """The hooks, nodes and retained gradients of a run; few runs have a watch of their own.

    Attributes
    ----------
    hooks : Hooks or None
        The hooks on values and nodes.
    nodes : dict
        Weak references to what users hold of the graph, by slot.
    retained : list
        Weak references to results that keep their gradients.
    """

    __slots__ = ("hooks", "nodes", "retained")

    def __init__(self) -> None:
        self.hooks: Any = None
        self.nodes: dict[int, Any] = {}
        self.retained: list[Any] = []

    def until(self, stop: int) -> Watch:
        """Return the hooks and nodes of the slots before one, for a copy of a run's beginning."""
        if self is UNWATCHED:
            return self
        watch = Watch()
        watch.hooks = self.hooks and self.hooks.until(stop)
        watch.nodes = {slot: node for slot, node in self.nodes.copy().items() if slot < stop}
        watch.retained = self.retained
        return watch


UNWATCHED = Watch()
_NO_LEAVES: frozenset[int] = frozenset()


class Backing(ABC):
    """The state of a run's values: pending, executed, given by a program, or released.

    Attributes
    ----------
    open : bool
        Instructions can be appended.
    freed : bool
        No sweep can enter it any more.
    executed : bool
        It is a frame.
    traced : bool
        It is a recording that becomes a program (see `tapegrad.record.trace`).
    saved : object
        What is kept in place of values, for sweeps (see `tapegrad.autograd.saved_values`).
    taken : object
        Gradients that a program gave beside the values, for the sweep that asks for them.
    origin : Run or None
        The run that this is a copy of, for one sweep.
    kept : dict
        Values that Tensors show, by slot, as far as they are known by it.
    """

    __slots__ = ()
    open = freed = traced = executed = False
    saved: Any = None
    taken: Any = None
    origin: Any = None
    kept: Mapping[int, np.ndarray] = MappingProxyType({})

    def value(self, slot: int) -> np.ndarray | None:
        """Return the value of a slot that is not among these; None where only the frame has it."""
        return None

    @abstractmethod
    def frame(self, run: Run) -> Frame:
        """Return the frame of the run, which is executed if need be."""

    def frame_to(self, run: Run, slot: int) -> Frame:
        """Return a frame of the run that has the value of a slot."""
        return self.frame(run)

    @property
    @abstractmethod
    def kept_arrays(self) -> Iterable[np.ndarray | None]:
        """The arrays that it keeps alive; None among them stands for no array."""

    @property
    def nbytes(self) -> int:
        """Bytes of these arrays, each block of memory once."""
        return sum(blocks_of(self.kept_arrays).values())

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of instructions."""


class Run:
    """One run.

    Attributes
    ----------
    serial : int
        Runs are numbered as they begin; a run reads only runs with smaller numbers.
    owner : object
        The thread that has recorded it.
    sources : list of (slot, source)
        Where the adjoints of inputs go: a leaf Tensor, or a (run, slot) of an earlier run; none once it is released.
    watch : Watch
    application : Application or None
        The call of a custom function that this run is.
    counts : Counts or None
        Those of the read that has closed it, for a sweep that follows (see `tapegrad.autograd.reads`).
    refusal : Refusal or None
        Why no program stands for it, as far as that is known: the first cause (see `tapegrad.trace_cache.reasons`).
    backing : Backing
    """

    __slots__ = ("__weakref__", "application", "backing", "counts", "owner", "refusal", "serial", "sources", "watch")

    def __init__(self, owner: object) -> None:
        self.serial = next(serials)
        self.owner = owner
        self.sources: Any = []
        self.watch = UNWATCHED
        self.application: Any = None
        self.counts: Any = None
        self.refusal: Any = None
        self.backing: Any = None  # the caller sets it

    def watched(self) -> Watch:
        """Return the watch of this run, to be added to."""
        if self.watch is UNWATCHED:
            self.watch = Watch()
        return self.watch

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot that a Tensor held when the run was closed, or of an operand; never to be written
        to.
        """
        backing = self.backing
        value = backing.kept.get(slot)
        if value is None:
            value = backing.value(slot)
        return backing.frame_to(self, slot).value(slot) if value is None else value

    def frame(self) -> Frame:
        """Return the frame, executed if need be: what was pending is *deoptimized*."""
        backing = self.backing
        return backing if backing.executed else backing.frame(self)

    def retaining(self) -> list[Any]:
        """Return the live results that keep their gradients."""
        alive = [t for reference in self.watch.retained if (t := reference()) is not None]
        return [t for t in alive if t._family.run is self]

    def place(self, slot: int) -> tuple[Run, int]:
        """Return where the adjoint of a slot goes."""
        origin = self.backing.origin
        return self if origin is None else origin, slot

    def reached_leaves(self) -> frozenset[int]:
        """Return the serials of the leaves that this run's history goes back to."""
        leaves: set[int] = set()
        seen: set[Run] = {self}
        waiting: list[Run] = [self]
        while waiting:
            run = waiting.pop()
            if run.backing.freed:
                leaves |= run.backing.leaves
                continue
            for _, source in run.sources:
                if source.__class__ is not tuple:
                    leaves.add(serial_of(source))
                elif source[0] not in seen:
                    seen.add(source[0])
                    waiting.append(source[0])
        return frozenset(leaves)

    def released(self, shown: dict[int, np.ndarray], leaves: frozenset[int]) -> list[tuple[Any, str, Any]]:
        """Return the steps that leave nothing of this run but the values that Tensors show, as
        `autograd.commit` takes them.

        Parameters
        ----------
        shown : dict
            These values, by slot.
        leaves : frozenset of int
            Serials of the leaves that the history of the run went back to.
        """
        steps = [(self, "backing", Released(shown, leaves)), (self, "sources", ())]
        return steps if self.watch is UNWATCHED else [*steps, (self, "watch", UNWATCHED)]

    def release(self) -> None:
        """Leave nothing of this run but the values that Tensors show, after a sweep or where nothing was recorded."""
        self.backing = Released(self.backing.shown(), self.reached_leaves() if self.sources else _NO_LEAVES)
        self.sources, self.watch = (), UNWATCHED

    def give_up(self) -> None:
        """Release the run, which is consumed, unless a sweep can enter it at a node."""
        if self.watch is not UNWATCHED:
            flags = self.frame().flags
            if any(node() is not None and not flags[slot] & CONSUMED for slot, node in self.watch.nodes.items()):
                return
        self.release()

    def prune(self) -> None:
        """Drop the earlier runs to which no live result leads: only dropped ones have read them."""
        if self.application is not None or all(source.__class__ is not tuple for _, source in self.sources):
            return
        frame = self.frame()
        if frame.saved is not None or frame.deferred:
            return
        frame.mark([*np.flatnonzero(frame.flags & LIVE).tolist(), *self.watch.nodes], True)
        self.sources = [
            (slot, source)
            for slot, source in self.sources
            if source.__class__ is not tuple or frame.flags[slot] & REACHED
        ]


class Released(Backing):
    """The backing of a run that no sweep can enter: only the values that Tensors show.

    Attributes
    ----------
    leaves : frozenset of int
        Serials of the leaves that its history went back to.
    """

    __slots__ = ("kept", "leaves")
    kept: dict[int, np.ndarray]
    freed = True

    def __init__(self, kept: dict[int, np.ndarray], leaves: frozenset[int]) -> None:
        self.kept, self.leaves = kept, leaves

    def frame(self, run: Run) -> Frame:
        """Refuse a sweep.

        Raises
        ------
        TapeFreedError
        """
        raise TapeFreedError(
            "this part of the tape was freed by an earlier sweep. Pass retain_graph=True to the first."
        )

    def shown(self) -> dict[int, np.ndarray]:
        return self.kept

    @property
    def kept_arrays(self) -> Iterable[np.ndarray | None]:
        return self.kept.values()

    def __len__(self) -> int:
        return 0


def blocks_of(arrays: Iterable[np.ndarray | None]) -> dict[int, int]:
    """Return the bytes of each block of memory behind arrays, by the identity of the array that owns it."""
    owners = [a.base if isinstance(a.base, np.ndarray) else a for a in arrays if a is not None]
    return {id(owner): owner.nbytes for owner in owners}
