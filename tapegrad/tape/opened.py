"""An open run: what was recorded, and its flush.

The flush lowers the instructions to flat arrays, cuts these into segments, and executes them. An exception leaves the
run open, and it can be tried again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine import kernels
from tapegrad.machine.layout import ARRAY, LEAF, REGION, SCALARS_F4, SCALARS_F8
from tapegrad.ops import declare
from tapegrad.tape import forms as form_table
from tapegrad.tape.executed import Executed, nbytes_of
from tapegrad.tape.executor import executor
from tapegrad.tape.run import Run, table_f4, table_f8, work

_WORTH_DEFERRING = 4096  # lanes
_FEW = 16  # scalars


class Open(Run):
    """A run that instructions are appended to."""

    __slots__ = ()
    open = True

    def flush(self, before_sweep: bool = False) -> None:
        """Lower, plan and execute what was recorded. On an error nothing is lost, and it can be tried again.

        Right before a reverse sweep, a last region that ends in sums is left to it, if the sweep can do both at once.
        """
        instructions = self.instructions
        n = len(instructions)
        if n > work.capacity:
            work.reserve(n)
        code, types, vals, flags = np.empty((n, 4), np.int32), np.empty(n, np.int32), np.empty(n), np.empty(n, np.uint8)
        has_arrays = bool(self.given) or bool(self.calls)
        frame = (code, types, vals, flags, None)
        call_operands = [s for call in self.calls for s in call.operands]
        arguments = (instructions, n, frame, call_operands, len(call_operands))
        lookup = (form_table.rows, declare.classes, (table_f8, table_f4), work.planning)
        count = executor.sweep("plan")(*arguments, *lookup)
        if count < 0:
            for op, single in work.lists[: -2 * count].reshape(-1, 2).tolist():
                kernels.load(declare.table[op], "f4" if single else "f8")  # type: ignore[arg-type]
            count = executor.sweep("plan")(*arguments, *lookup)
        segments = work.segments[:count].tolist()
        arrays: list[np.ndarray | None] = []
        if has_arrays or count > 1 or (count == 1 and segments[0][0] > SCALARS_F4):
            arrays = [None] * n
            for slot, array in self.given.copy().items():  # a finalizer may record meanwhile: that is looked for below
                if slot < n:
                    arrays[slot] = array
        used = 0
        for segment in segments:
            if segment[0] == REGION:
                used = segment[5] + segment[6]
        slot_lists = work.lists[:used].tolist() if used else []
        if self.instructions is not instructions or len(instructions) > n:  # a finalizer or a handler came between
            if self.open:
                self.flush(before_sweep)
            return
        self.code, self.types, self.vals, self.flags = code, types, vals, flags
        self.frame, self.slot_lists, self.segments = (code, types, vals, flags, arrays), slot_lists, segments
        meter = None if self.modes.profile is None else self.meter(self.modes)
        may_defer = before_sweep and not self.watch.hooks and meter is None
        first_deferred = self._deferrable() if may_defer else count
        self.deferred = segments[first_deferred:]
        if self.instructions is not instructions or len(instructions) > n:
            if self.open:
                self.flush(before_sweep)
            return
        try:
            if self.early:
                executor.sweep("pick")(self.frame, 0, n, 1, declare.classes)
            self.execute(segments[:first_deferred], arrays, meter)
        except BaseException:
            self.frame = None
            self.deferred = []
            raise
        self.arrays = arrays
        self.__class__ = Executed  # type: ignore[assignment]
        self.instructions, self.given = [], {}

    def _deferrable(self) -> int:
        """Return the first of the segments that a reverse sweep can run forward and backward in one visit.

        These are a last region with sums, and a few scalars after it whose derivatives depend neither on the sums nor
        on one another: the adjoint of each sum is then known before anything here is computed.
        """
        segments = self.segments
        last = len(segments) - 1
        region = last - 1 if last > 0 and segments[last][0] in (SCALARS_F8, SCALARS_F4) else last
        if region < 0 or segments[region][0] != REGION or form_table.forms[segments[region][7]].size < _WORTH_DEFERRING:
            return last + 1
        if region < last:
            start, stop = segments[last][1], segments[last][2]
            if stop - start > _FEW:
                return last + 1
            pending = set(range(segments[region][1], segments[region][2]))
            table = table_f8 if segments[last][0] == SCALARS_F8 else table_f4
            for slot, (op, *operands) in enumerate(self.code[start:stop].tolist(), start):
                if declare.classes[op] == LEAF:
                    continue
                pending.add(slot)
                for k, operand in enumerate(operands):
                    reads = int(table[op, kernels.USES]) >> 4 * k & 15
                    read = {s for j, s in enumerate((slot, *operands)) if reads >> j & 1}
                    if self.types[operand] & 1 and not pending.isdisjoint(read):
                        return last + 1
        return region

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot, computed apart: for another thread, or of a run that could not be executed."""
        return self.apart(slot).value(slot)

    def apart(self, slot: int) -> Any:
        """Return an executed copy of what was recorded up to a slot, in the same place among other runs."""
        copy = Open(work.thread)
        copy.serial, copy.watch = self.serial, self.watch
        copy.instructions = self.instructions[: slot + 1]
        copy.given = {s: a for s, a in list(self.given.items()) if s <= slot}
        copy.sources = [source for source in list(self.sources) if source[0] <= slot]
        if not self.open:  # its thread has executed it meanwhile
            return self
        copy.calls = self.calls[: sum(declare.classes[op] == ARRAY for op, *_ in copy.instructions)]
        copy.early = self.early
        copy.flush()
        copy.modes = None
        return copy

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that were given, each block of memory once."""
        return nbytes_of(self.given.values())

    def __len__(self) -> int:
        return len(self.instructions)
