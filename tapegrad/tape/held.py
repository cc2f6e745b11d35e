"""A run that is known by its values: a sealed program has computed what Tensors show, and nothing was executed.

It keeps its instructions as they came, so that a program can sweep it too (see `tapegrad.autograd.relay`). Whatever
else is asked of it makes it an ordinary run first: `Held.__getattr__` executes it as ever.

Invariant: what Tensors show stays what the program gave.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.tape import forms as form_table
from tapegrad.tape.executed import Executed, nbytes_of
from tapegrad.tape.forms import Form
from tapegrad.tape.opened import Open

_executing = across_forks(threading.RLock())


def hold(run: Open, values: dict[int, np.ndarray], programs: Any) -> None:
    """Close a run whose live values are known; `programs` are those that can sweep it, and told if none did."""
    run.kept, run.call = values, programs
    del run.frame, run.arrays, run.segments  # which an open run has, and never reads
    run.__class__ = Held  # type: ignore[assignment]


class Held(Executed):
    """A closed run of instructions, and the values that Tensors show."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Become an ordinary run: a sweep as ever enters it, or somebody looks at it."""
        with _executing:
            if self.__class__ is Held:
                self._execute()
        return getattr(self, name)

    def _execute(self) -> None:
        self.call.missed()
        copy = Open(self.owner)
        copy.instructions, copy.given, copy.calls, copy.early = self.instructions, self.given, self.calls, self.early
        alive = [self.instructions[slot] for slot in self.kept]  # by a second reference, a flush sees what is to live
        copy.flush()
        del alive
        executed: Any = copy
        for slot, value in self.kept.items():
            if executed.form(slot).scalar:
                self.set_scalar(executed.vals, slot, value, executed.form(slot))
            else:
                executed.arrays[slot] = value
        self.code, self.types, self.vals, self.flags = executed.code, executed.types, executed.vals, executed.flags
        self.frame, self.arrays = executed.frame, executed.arrays
        self.slot_lists, self.segments = executed.slot_lists, executed.segments
        self.__class__ = Executed  # type: ignore[assignment]
        self.instructions, self.given, self.kept, self.call = [], {}, {}, None

    def value(self, slot: int) -> np.ndarray:
        found = self.kept.get(slot)
        return self.__getattr__("value")(slot) if found is None else found

    def form(self, slot: int) -> Form:
        instructions = self.instructions
        return form_table.forms[(instructions[slot][1] if instructions else self.types[slot]) >> 1]

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that were given, and of the values, each block of memory once."""
        return nbytes_of([*self.given.values(), *self.kept.values()])

    def __len__(self) -> int:
        return len(self.instructions) or len(self.code)
