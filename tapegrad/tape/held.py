"""A run that is known by its values: a sealed program has computed what Tensors show, and nothing was executed.

It keeps its instructions as they came, so that a program can sweep it too (see `tapegrad.autograd.relay`). Whatever
else is asked of it makes it an executed run first.

Invariant: what Tensors show stays what the program gave.
"""

from __future__ import annotations

from tapegrad.machine.layout import CONSUMED
from tapegrad.tape import forms as form_table
from tapegrad.tape.executed import Executed, nbytes_of
from tapegrad.tape.forms import Form
from tapegrad.tape.kept import Kept


class Held(Kept):
    """A closed run of instructions, and the values that Tensors show.

    Attributes
    ----------
    call : Programs
        Those that can sweep it, which are told if none did.
    """

    __slots__ = ()

    def prune(self) -> None:  # type: ignore[override]
        """Let go of earlier runs, as an executed run does."""
        Executed.prune(self)

    def execute_now(self) -> None:
        """Become an executed run, in which all values that were given stay: functions have saved some by slot."""
        kept, instructions, programs = self.kept, self.instructions, self.call
        if self.__class__ is Held:
            alive = [instructions[slot] for slot in kept if slot < len(instructions)]  # as if Tensors held them
            super().execute_now()
            del alive
            programs.missed()
            consumed = self.call.consumed
            if consumed is not None:
                self.flags[consumed] |= CONSUMED

    def form(self, slot: int) -> Form:
        instructions = self.instructions
        return form_table.forms[(instructions[slot][1] if instructions else self.types[slot]) >> 1]

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that were given, and of the values, each block of memory once."""
        return nbytes_of([*self.given.values(), *self.kept.values()])
