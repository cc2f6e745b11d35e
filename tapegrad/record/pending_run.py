"""The pending run: appended instructions that are not executed yet, and what the recorder has learnt of their operands.

Instructions are tuples ``(op, type, operand, ...)`` of small integers. The flush lowers them to flat arrays, cuts these
into segments, and executes them: the frame that so arises is the run's backing from then on. An exception leaves the
run open, and it can be tried again.

Tests: tests/trace_cache/test_records.py, tests/record/test_threads.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import ROOM
from tapegrad.lazy_imports import modules_later
from tapegrad.machine import kernels
from tapegrad.machine.layout import ARRAY, LEAF, REGION, SCALARS_F4, SCALARS_F8
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import positive
from tapegrad.ops.known_results import KNOWN
from tapegrad.ops.results import result_op
from tapegrad.ops.runtime import runtime
from tapegrad.record.calls import ArrayCall
from tapegrad.record.frame import Frame
from tapegrad.record.modes import current
from tapegrad.record.run import Backing, Run
from tapegrad.record.workspace import table_f4, table_f8, work

if TYPE_CHECKING:
    from tapegrad.record import scalar_stretches
else:  # for long recordings
    (scalar_stretches,) = modules_later("tapegrad.record.scalar_stretches")

_WORTH_DEFERRING = 4096  # lanes
_FEW = 16  # scalars


class Pending(Backing):
    """The backing of a run that is open: its instructions, calls and inputs.

    Attributes
    ----------
    run : Run
        The run that this is the backing of; they hold each other until it is closed, or its thread ends.
    instructions : list of tuples
    calls : list of ArrayCall
        Those of array instructions.
    given : dict
        The arrays of inputs by slot.
    room : int
        How many bytes of such arrays may still come before the run is flushed, roughly.
    families : dict
        The families of results, by type.
    numbers : dict
        Slots of constants, by value and dtype.
    imports : list of Tensors
        Those that remember their slot here, and detached ones.
    imported : dict
        Slots of other Tensors, by version.
    outdated : bool
        Another thread has written to an import: nothing more is to be recorded here.
    early : bool
        There are picks from inputs.
    failures : int
        Flushes that raised.
    lines : list or None
        The user's lines, where they are kept.
    looked_at : int
        Calls that are known to read at no positions; negative if one does (see `tapegrad.tensor.index_operands`).
    modes : Modes or None
        Those in which the run was opened, or others of the same regime; None once it is closed.
    node : Node or None
        What was recorded, as long as that is on the trace tree (see `tapegrad.trace_cache.tree`).
    """

    __slots__ = (
        "calls", "early", "failures", "families", "given", "imported", "imports", "instructions", "lines",
        "looked_at", "modes", "node", "numbers", "outdated", "room", "run",
    )  # fmt: skip
    open = True

    def __init__(self, owner: object) -> None:
        self.run = run = Run(owner)
        run.backing = self
        self.modes: Any = current()
        self.node: Any = None
        self.instructions: list[tuple[Any, ...]] = []
        self.calls: list[ArrayCall] = []
        self.given: dict[int, np.ndarray] = {}
        self.room = ROOM
        self.families: dict[int, Any] = {}
        self.numbers: dict[tuple[float, Any], int] = {}
        self.imports: list[Any] = []
        self.imported: dict[tuple[int, ...], tuple[int, Any, Any]] = {}
        self.outdated = self.early = False
        self.failures = self.looked_at = 0
        self.lines: list[Any] | None = None

    @property
    def active(self) -> bool:
        """Whether the run is still open."""
        return self.run.backing is self

    def columns(self, stop: int) -> scalar_stretches.Columns:
        """Return the instructions below a slot as arrays."""
        return scalar_stretches.Columns.of(self.instructions[:stop])

    def known(self, slot: int) -> np.ndarray | None:
        """Return a result that was computed with its call (see `tapegrad.ops.known_results`), or a copy of one, as
        `detach` takes it; None of others.
        """
        instruction = self.instructions[slot]
        if instruction[0] == positive.code:
            instruction = self.instructions[instruction[2]]
        op = declare.table[instruction[0]]
        if op is None or op.op_class != ARRAY:
            return None
        call, index = self.calls[instruction[2]], 0
        if op is result_op:
            index = call.static["index"]
            call = self.calls[self.instructions[call.operands[0]][2]]
        if call.op.kind is not KNOWN:
            return None
        return self.given.get(call.operands[index - max(1, len(call.results))])

    def flush(self, before_sweep: bool = False) -> None:
        """Lower, plan and execute the pending instructions. On an error nothing is lost, and it can be tried again.

        Right before a reverse sweep, a last region that ends in sums is left to it, if the sweep can do both at once.
        """
        instructions = self.instructions
        n = len(instructions)
        if n > work.capacity:
            work.reserve(n)
        code, types, vals, flags = np.empty((n, 4), np.int32), np.empty(n, np.int32), np.empty(n), np.empty(n, np.uint8)
        has_arrays = bool(self.given) or bool(self.calls)
        tables = (code, types, vals, flags, None)
        call_operands = [s for call in self.calls for s in call.operands] if self.calls else []
        arguments = (instructions, n, tables, call_operands, len(call_operands))
        lookup = (form_table.rows, declare.classes, (table_f8, table_f4), work.planning)
        count = runtime.sweep("plan")(*arguments, *lookup)
        if count < 0:
            for op, single in work.lists[: -2 * count].reshape(-1, 2).tolist():
                kernels.load(declare.table[op], "f4" if single else "f8")
            count = runtime.sweep("plan")(*arguments, *lookup)
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
        frame = Frame(code, types, vals, flags, arrays, self.calls, segments, slot_lists, self.lines, self.early)
        within = self.modes
        if instructions[n:] or self.run.backing is not self:  # a finalizer or a handler came between
            if self.active:
                self.flush(before_sweep)
            return
        profiled = within.profile is not None and within.profile.measures(work.thread)
        first_deferred = _deferrable(frame) if before_sweep and not self.run.watch.hooks and not profiled else count
        frame.deferred = segments[first_deferred:]
        if self.early:
            runtime.sweep("pick")(frame.tables, 0, n, 1, declare.classes)
        frame.execute(segments[:first_deferred], within)
        if not instructions[n:] and self.run.backing is self:  # no handler can come between these and the store
            self.run.backing = frame
        elif self.active:
            self.flush(before_sweep)

    def apart(self, run: Run, slot: int) -> Run:
        """Return an executed copy of what a run has recorded up to a slot, in the same place among other runs."""
        copy = Pending(work.thread)
        copy.run.serial, copy.run.watch = run.serial, run.watch.until(slot + 1)
        copy.instructions = self.instructions[: slot + 1]
        copy.given = {s: a for s, a in list(self.given.items()) if s <= slot}
        copy.run.sources = [source for source in list(run.sources) if source[0] <= slot]
        if run.backing is not self:  # its thread has executed it meanwhile
            return run
        named = [i[2] for i in copy.instructions if declare.classes[i[0]] == ARRAY]  # of calls, by their number
        copy.calls = self.calls[: named[-1] + 1 if named else 0]
        copy.early = self.early
        copy.flush()
        return copy.run

    def frame(self, run: Run) -> Frame:
        return self.frame_to(run, len(self.instructions) - 1)

    def frame_to(self, run: Run, slot: int) -> Frame:
        """Return a frame computed apart: for another thread, or of a run that could not be executed."""
        return self.apart(run, slot).frame()

    def form(self, slot: int) -> form_table.Form:
        return form_table.forms[self.instructions[slot][1] >> 1]

    @property
    def kept_arrays(self) -> list[np.ndarray | None]:
        """The arrays that were given."""
        return [*self.given.values()]

    def __len__(self) -> int:
        return len(self.instructions)


def _deferrable(frame: Frame) -> int:
    """Return the first of the segments that a reverse sweep can run forward and backward in one visit.

    These are a last region with sums, and a few scalars after it whose derivatives depend neither on the sums nor on
    one another: the adjoint of each sum is then known before anything here is computed.
    """
    segments = frame.segments
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
        for slot, (op, *operands) in enumerate(frame.code[start:stop].tolist(), start):
            if declare.classes[op] == LEAF:
                continue
            pending.add(slot)
            for k, operand in enumerate(operands):
                reads = int(table[op, kernels.USES]) >> 4 * k & 15
                read = {s for j, s in enumerate((slot, *operands)) if reads >> j & 1}
                if frame.types[operand] & 1 and not pending.isdisjoint(read):
                    return last + 1
    return region
