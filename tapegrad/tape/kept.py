"""A run whose value was read, and whose sealed program gave values and gradients at once (`tapegrad.autograd.reads`).

It has what it was given and what the program gave. A sweep from the program's root takes the gradients. Whatever else
is asked of it makes it an executed run first: what only these have are properties here, in front of the slots.

Invariant: executed, it is what a flush at the read would have left, with the values that were given out. These stay in
`kept` too, since a sweep on the run's own thread may be about to free it with nothing else.
"""

from __future__ import annotations

from collections import deque
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.machine.layout import LIVE
from tapegrad.tape.executed import Executed
from tapegrad.tape.opened import Open
from tapegrad.tape.run import Run

_OF_EXECUTED = ("code", "types", "vals", "flags", "frame", "arrays", "segments", "slot_lists", "deferred")
_executing = across_forks()


def _asked(name: str) -> Any:
    """Return a property that executes the run before its slot is read."""
    slot = vars(Run)[name]

    def read(self: Kept) -> Any:
        self.execute_now()
        return slot.__get__(self)

    return property(read, slot.__set__)


class Kept(Executed):
    """A run that sweeps can enter, executed when one does that cannot take its gradients."""

    __slots__ = ()
    code, types, vals, flags, frame, arrays, segments, slot_lists, deferred = map(_asked, _OF_EXECUTED)

    def execute_now(self) -> None:
        """Become an executed run, in which Tensors have the values that they were given."""
        with _executing:
            what, values, before = (self.instructions, self.calls, self.given), self.kept, self.__class__
            if not issubclass(before, Kept):  # its own thread sweeps it whenever it comes to it
                return
            run: Any = Open(self.owner)
            run.instructions, run.calls, given = what
            run.given, run.early = {**given}, self.early
            run.flush()
            for slot, array in values.items():
                if run.flags[slot] & LIVE:
                    form = run.form(slot)
                    if form.scalar:
                        run.set_scalar(run.vals, slot, array, form)
                    else:
                        run.arrays[slot] = array
            steps = [(self, name, getattr(run, name)) for name in _OF_EXECUTED]
            steps += (self, "instructions", []), (self, "given", {}), (self, "read", None)
            steps.append((self, "__class__", Executed))
            change = starmap(setattr, steps)
            if self.__class__ is before:  # still; nobody comes between this and what is one call
                deque(change, 0)

    def value(self, slot: int) -> np.ndarray:
        """Return a value that the program gave; any other once the run is executed."""
        array = self.kept.get(slot)
        if array is None:
            self.execute_now()
            array = self.value(slot)
        return array

    def free(self, live: list[int] | None = None) -> None:
        """Do nothing: only who closes a run asks for it, where another could not do it to the end."""

    prune = free

    def __len__(self) -> int:
        return len(self.instructions) or super().__len__()
