"""A run that is a call of a custom function: its slots are the arguments, then the results.

Such a run has values and sources, and nothing that compiled code executes. Whatever else is asked of it makes it an
ordinary executed run first, whose flat arrays are those of the call's types.

Invariant: written out, its results are one instruction's, and read all arguments.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.machine.layout import INPUT, LIVE, NEEDED
from tapegrad.ops.functions import function_result
from tapegrad.tape import forms as form_table
from tapegrad.tape.executed import Executed
from tapegrad.tape.forms import Form
from tapegrad.tape.run import UNWATCHED, Call, Run, serials, work

_OWN = frozenset(
    {"__weakref__", "application", "arrays", "call", "kept", "owner", "read", "saved", "serial", "sources", "watch"}
)
_writing = across_forks()


class Applied(Executed):
    """A call of a custom function that nobody has looked at.

    Attributes
    ----------
    call : list of int
        The types of all slots.
    arrays : list
        The values of arguments, None of those that backward does not ask for, then of results.
    kept : dict
        The values of results, by slot.
    """

    __slots__ = ()

    def __init__(self, owner: object) -> None:
        self.serial, self.owner = next(serials), owner
        self.call, self.arrays, self.kept, self.sources = [], [], {}, []
        self.watch = UNWATCHED
        self.saved: Any = None
        self.read: Any = None

    def __getattr__(self, name: str) -> Any:
        """Become an ordinary run: a sweep as ever enters it, or somebody looks at it."""
        with _writing:
            if self.__class__ is Applied:
                self._write_out()
        return getattr(self, name)

    def _write_out(self) -> None:
        types = self.call
        n = len(types)
        code, types_, flags, call = _tables(self.application.count, *types)
        vals, flags = np.zeros(n), flags.copy()
        fresh: Any = Executed(self.owner)
        fresh.modes = None
        fresh.code, fresh.types, fresh.vals, fresh.flags, fresh.calls = code, types_, vals, flags, [call]
        fresh.frame = (code, types_, vals, flags, self.arrays)
        if n > work.capacity:
            work.reserve(n)
        names = [name for name in Run.__slots__ if name not in _OWN and hasattr(fresh, name)]
        steps = [*[(self, name, getattr(fresh, name)) for name in names], (self, "__class__", Executed)]
        deque(starmap(setattr, steps), 0)  # in one call: who looks meanwhile finds the one or the other

    def value(self, slot: int) -> np.ndarray:
        array = self.arrays[slot]
        return super().value(slot) if array is None else array

    def form(self, slot: int) -> Form:
        return form_table.forms[self.call[slot] >> 1]

    def __len__(self) -> int:
        return len(self.call)


@lru_cache(512)
def _tables(count: int, *types: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, Call]:
    """Return the code, types, flags and call of an application of so many inputs; none of them is to be written to."""
    code = np.zeros((len(types), 4), np.int32)
    code[:, 0] = INPUT
    code[count:, 0] = function_result.code
    flags = np.array([NEEDED if type_ & 1 else 0 for type_ in types], np.uint8)
    flags[count:] |= LIVE
    found = code, np.array(types, np.int32), flags
    for table in found:
        table.flags.writeable = False
    return *found, Call(function_result, [*range(count)], {})
