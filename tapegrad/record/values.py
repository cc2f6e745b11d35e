"""Values without execution: the backing of a run whose values a compiled program gave.

A read has closed the run: its program computed what Tensors show, and maybe the gradients of the sweep that is to
follow. The instructions and inputs stay as they came, so that other programs can sweep the run too (see
`tapegrad.autograd.stages`). Whatever else is asked of it *deoptimizes* it: the instructions are executed.

Invariant: what Tensors show stays what the program gave.

Tests: tests/trace_cache/test_values_alone.py, tests/trace_cache/test_stages.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.layout import CONSUMED, LIVE
from tapegrad.record.calls import set_scalar
from tapegrad.record.deoptimize import Unexecuted
from tapegrad.record.pending_run import Pending
from tapegrad.record.run import Run

if TYPE_CHECKING:
    from tapegrad.ir.forms import Form
    from tapegrad.record.frame import Frame


class Values(Unexecuted):
    """The backing of a run whose values a compiled program gave.

    Attributes
    ----------
    pending : Pending
        What the run had recorded.
    programs : Programs or None
        Those that can sweep it, which are told if none did (see `tapegrad.autograd.compiled_sweep`).
    taken : object
        As a backing's (see `tapegrad.autograd.reads`).
    """

    __slots__ = ("pending", "programs", "taken")

    def __init__(self, pending: Pending, kept: dict[int, np.ndarray], programs: Any = None, taken: Any = None) -> None:
        self.pending, self.kept, self.programs, self.taken = pending, kept, programs, taken

    def form(self, slot: int) -> Form:
        return self.pending.form(slot)

    def executed_frame(self, run: Run) -> Frame:
        """Execute the run: all values that were given stay, since functions have saved some by slot."""
        before, kept = self.pending, self.kept
        copy = Pending(run.owner)
        copy.instructions, copy.calls, copy.early = before.instructions, before.calls, before.early
        copy.given = {**before.given}
        alive = [
            before.instructions[slot] for slot in kept if slot < len(before.instructions)
        ]  # as if Tensors held them
        copy.flush()
        del alive
        frame: Frame = copy.run.backing
        for slot, array in kept.items():
            if frame.flags[slot] & LIVE:
                form = frame.form(slot)
                if form.scalar:
                    set_scalar(frame.vals, slot, array, form)
                else:
                    frame.arrays[slot] = array
        if self.programs is not None:
            if self.programs.consumed is not None:
                frame.flags[self.programs.consumed] |= CONSUMED
            self.programs.missed()
        if self.taken is not None:
            run.counts = None  # the gradients were in vain: that is no sweep that follows
        return frame

    @property
    def kept_arrays(self) -> list[np.ndarray | None]:
        """The arrays that were given, and the values."""
        return [*self.pending.given.values(), *self.kept.values()]

    def __len__(self) -> int:
        return len(self.pending.instructions)
