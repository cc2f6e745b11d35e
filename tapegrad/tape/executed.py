"""A run that was executed, and one that was freed: values, what a reverse sweep asks, and giving up.

An executed run is four flat arrays and the list of stored arrays (see `tapegrad.machine.layout`). Once no sweep can
enter it any more it is freed: nothing stays but the values that Tensors show.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import numpy as np

from tapegrad.machine import pool
from tapegrad.machine.layout import CONSUMED, LIVE, REACHED, REGION
from tapegrad.ops import declare
from tapegrad.tape import forms as form_table
from tapegrad.tape.executor import executor
from tapegrad.tape.instructions import decoded
from tapegrad.tape.modes import current
from tapegrad.tape.run import UNWATCHED, Run, run_region, scalar_of


class Executed(Run):
    """A run that sweeps can enter."""

    __slots__ = ()

    def settle(self, visited: bool = False) -> None:
        """Execute what was left to a sweep; after the sweep visited the region, only what follows it."""
        if self.deferred:
            self.execute(self.deferred[visited:], self.arrays, self.meter(current()))
            self.deferred = []

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot that a Tensor held at the flush, or of an operand; never to be written to."""
        if self.deferred:
            self.settle()
        arrays, vals, types, saved = self.arrays, self.vals, self.types, self.saved
        if self.freed:  # by another thread, before all of these were read
            return self.value(slot)
        if arrays and (array := arrays[slot]) is not None:
            return array
        form = form_table.forms[types[slot] >> 1]
        return scalar_of(vals, slot, form) if saved is None or form.scalar else saved.value(self, slot)

    def unpacked(self) -> Executed:
        """Return this run as a sweep reads it."""
        return self if self.saved is None else self.saved.unpacked(self)

    def reached(self) -> tuple[Any, int, np.ndarray]:
        """Return the arguments of the compiled function that gives up the reached slots; it writes the live ones to the
        last, and returns how many there are, or -1 while a sweep could still enter this run.
        """
        self.marked_for = None
        if self.application is not None:  # all its results are one instruction's
            results = self.flags[self.application.count :]
            if (results & REACHED).any():
                results |= REACHED
        return self.frame, len(self.code), np.empty(len(self.code), np.int32)

    def give_up(self, count: int, live: np.ndarray) -> None:
        """Free everything but live values, if the compiled function found that nothing is left that a sweep could
        enter.
        """
        if count >= 0 and not self._held():
            self.free(live[:count].tolist())

    def _held(self) -> bool:
        """Tell whether a sweep can enter this run at a node."""
        return any(node() is not None and not self.flags[slot] & CONSUMED for slot, node in self.watch.nodes.items())

    def free(self, live: list[int] | None = None) -> None:
        """Drop everything but the values of live slots."""
        if live is None:
            live = (self.flags & LIVE).nonzero()[0].tolist()
        shown = live if self.saved is None else [slot for slot in live if slot in self.saved.shown]
        self.drop({slot: self.value(slot) for slot in shown}, self.reached_leaves())

    def drop(self, kept: dict[int, np.ndarray], leaves: frozenset[int]) -> None:
        """Drop everything but these values."""
        self.kept, self.leaves = kept, leaves
        self.__class__ = Freed  # type: ignore[assignment]
        self.let_go()  # type: ignore[attr-defined]

    @property
    def nbytes(self) -> int:
        """Bytes of the flat arrays and of the values that this run holds, each block of memory once."""
        values: Any = self.arrays if self.saved is None else [*self.arrays, *self.saved.arrays]
        return nbytes_of(values) + self.code.nbytes + self.types.nbytes + self.vals.nbytes + self.flags.nbytes

    def __len__(self) -> int:
        return len(self.code)

    def decode(self, slot: int) -> Any:
        """Return op, operands and static parameters of an instruction; None for a leaf."""
        code, *operands = self.code[slot].tolist()
        return decoded((code, None, *operands), self.calls)

    # -------------------------------------------------------------------------------------------- reverse support

    def call_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """Return where each call's operands end, after a 0, and the operands of all calls; for the marking sweeps."""
        if not self.calls:
            return _NO_CALLS
        if self.spans is None:
            ends = [0, *itertools.accumulate(len(c.operands) for c in self.calls)]
            operands = [s for c in self.calls for s in c.operands] or [0]
            self.spans = (
                np.array(ends, np.int32),
                np.array(operands, np.int32),
            )
        return self.spans

    def mark(self, roots: list[int], limited: bool) -> int:
        """Mark what a sweep from these roots passes; returns a slot that was consumed before, or -1."""
        key = None if limited else tuple(roots)
        if key is not None and key == self.marked_for:
            return -1
        spans, flat = self.call_tables()
        self.marked_for = None  # should this be interrupted
        found = executor.sweep("mark_reached")(
            self.frame, len(self.code), declare.classes, spans, flat, roots, len(roots)
        )
        self.marked_for = key if found < 0 else None
        return found

    def prune(self) -> None:
        """Let go of the earlier runs to which no live result leads: only dropped ones have read them."""
        if self.application is not None or self.saved is not None or self.deferred:
            return
        if all(source.__class__ is not tuple for _, source in self.sources):
            return
        self.mark([*np.flatnonzero(self.flags & LIVE).tolist(), *self.watch.nodes], True)
        self.sources = [
            (slot, source)
            for slot, source in self.sources
            if source.__class__ is not tuple or self.flags[slot] & REACHED
        ]

    def materialise(self, passing: bool = False) -> list[int]:
        """Store every array of this run, so that each slot can be read: what a recorded sweep needs.

        Returns
        -------
        list of int
            What was not stored before. With `passing`, `dismiss` takes it and drops it again.
        """
        added: list[int] = []
        arrays: Any = self.arrays
        if not arrays:
            return added
        for segment in self.segments:
            if segment[0] != REGION:
                continue
            missing: list[int] = []
            try:
                for slot in range(segment[1], segment[2]):
                    form = self.form(slot)
                    if arrays[slot] is None and not form.scalar and form.lane is not None:
                        missing.append(slot)
                        arrays[slot] = pool.empty(form.shape, form.lane)
                if missing:
                    run_region("region_forward", self.frame, None, segment)
            except BaseException:  # what was not computed is not stored
                for slot in missing:
                    arrays[slot] = None
                raise
            added += missing
        if added or not passing:
            self.passing = added if passing else []
        return added

    def dismiss(self, added: list[int]) -> None:
        """Drop what was stored in passing, unless somebody has come to read it meanwhile."""
        if self.passing is added:
            arrays: Any = self.arrays
            for slot in added:
                arrays[slot] = None
            self.passing = []


class Freed(Run):
    """What is left of a run that was given up: the values that Tensors show."""

    __slots__ = ()
    freed = True

    def let_go(self) -> None:
        """Drop everything but the values that Tensors show."""
        self.frame = self.node = None
        self.given = self.numbers = _NO_ENTRIES
        self.instructions = self.arrays = self.calls = self.sources = self.segments = self.slot_lists = _NONE
        self.read: Any = None
        self.lines = self.spans = self.saved = self.application = None
        self.code = self.vals = self.flags = self.types = _NOTHING
        self.watch = UNWATCHED

    def value(self, slot: int) -> np.ndarray:
        return self.kept[slot]

    def reached_leaves(self) -> frozenset[int]:
        """Return identities of the leaves that this run's history went back to."""
        return self.leaves

    @property
    def nbytes(self) -> int:
        """Bytes of the values, each block of memory once."""
        return nbytes_of(self.kept.values())

    def __len__(self) -> int:
        return 0


_NOTHING: Any = np.empty(0)
_NONE: Any = ()
_NO_ENTRIES: Any = MappingProxyType({})
_NO_CALLS = np.zeros(1, np.int32), np.zeros(1, np.int32)


def nbytes_of(arrays: Iterable[np.ndarray | None]) -> int:
    """Return bytes of the memory behind arrays, each block once."""
    owners = [a.base if isinstance(a.base, np.ndarray) else a for a in arrays if a is not None]
    return sum({id(owner): owner.nbytes for owner in owners}.values())
