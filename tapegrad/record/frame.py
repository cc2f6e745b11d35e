"""A frame: the flat arrays of a run that was executed, which the compiled sweeps enter (see `tapegrad.machine.layout`).

Invariant: every slot in `code` is below its instruction's own, so compiled code never leaves the arrays.

Tests: tests/trace_cache/test_records.py, tests/record/test_retention.py
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import RESULTS, Form
from tapegrad.machine import pool
from tapegrad.machine.layout import (
    CALL,
    LIVE,
    PICKS,
    REACHED,
    REGION,
    SCALARS_F4,
    SCALARS_F8,
    STORED,
)
from tapegrad.ops import declare
from tapegrad.ops.indexing import setitem_op, through
from tapegrad.ops.results import result_op
from tapegrad.ops.runtime import runtime
from tapegrad.record.calls import ArrayCall, called, scalar_of, set_scalar
from tapegrad.record.instructions import decoded
from tapegrad.record.modes import Modes, current
from tapegrad.record.run import Backing, Run
from tapegrad.record.workspace import run_region, table_f4, table_f8, work


class Frame(Backing):
    """The arrays of an executed run.

    Attributes
    ----------
    code, types, vals, flags, arrays : ndarray, list
        Instructions, types, values of scalars, marks, and values of arrays, by slot.
    tables : tuple
        ``(code, types, vals, flags, arrays)``, as compiled code takes them.
    calls : list of ArrayCall
    segments : list of list of int
        What is executed as a whole, in order; `slot_lists` holds what they read and store.
    deferred : list of list of int
        Segments left to the coming reverse sweep.
    early : bool
        There are picks from inputs.
    lines : list or None
        The user's lines, where they are kept.
    marked_for : tuple or None
        The roots that the marks are those of.
    passing : list of int
        Slots whose arrays are stored for a sweep that is under way.
    """

    __slots__ = (
        "_last_reads", "_spans", "arrays", "calls", "code", "deferred", "early", "flags", "lines", "marked_for",
        "passing", "saved", "segments", "slot_lists", "tables", "types", "vals",
    )  # fmt: skip
    executed = True

    def __init__(
        self, code: np.ndarray, types: np.ndarray, vals: np.ndarray, flags: np.ndarray, arrays: list[np.ndarray | None],
        calls: list[ArrayCall], segments: list[list[int]], slot_lists: list[int], lines: Any = None,
        early: bool = False,
    ) -> None:  # fmt: skip
        self.code, self.types, self.vals, self.flags, self.arrays = code, types, vals, flags, arrays
        self.tables = (code, types, vals, flags, arrays)
        self.calls, self.segments, self.slot_lists, self.lines, self.early = calls, segments, slot_lists, lines, early
        self.deferred: list[list[int]] = []
        self.passing: list[int] = []
        self.saved: Any = None
        self.marked_for: tuple[int, ...] | None = None
        self._last_reads: list[int] | None = None
        self._spans: tuple[np.ndarray, np.ndarray] | None = None

    # -------------------------------------------------------------------------------------------- execution

    def execute(self, segments: list[list[int]], modes: Modes) -> None:
        """Execute some segments."""
        meter = modes.profile if modes.profile is not None and modes.profile.measures(work.thread) else None
        if not self.calls and meter is None:
            self._run_each(segments)
            return
        with np.errstate(all="ignore"):  # NumPy warns of numbers that are no error here
            if meter is None:
                self._run_each(segments)
                return
            for segment in segments:
                with meter.segment(self, segment, False):
                    self._run_each([segment])

    def _run_each(self, segments: list[list[int]]) -> None:
        for segment in segments:
            kind, start, stop = segment[0], segment[1], segment[2]
            if kind == SCALARS_F8:
                runtime.scalar_sweep("forward", "f8")(self.code, self.vals, start, stop, table_f8)
            elif kind == REGION:
                self.allocate(segment)
                run_region("region_forward", self.tables, None, segment)
            elif kind == CALL and self.flags[start] & (LIVE | STORED):  # else it is read nowhere
                self._call(start)
            elif kind == PICKS:
                runtime.sweep("pick")(self.tables, start, stop, 0, declare.classes)
            elif kind == SCALARS_F4:
                runtime.scalar_sweep("forward", "f4")(self.code, self.vals, start, stop, table_f4)

    def allocate(self, segment: list[int]) -> None:
        """Make the arrays that a region stores."""
        arrays = self.arrays
        for slot in self.slot_lists[segment[5] : segment[5] + segment[6]]:
            form = self.form(slot)
            arrays[slot] = pool.empty(form.shape, form.lane)

    def _call(self, slot: int) -> None:
        call, arrays = self.calls[self.code[slot, 1]], self.arrays
        form = self.form(slot)
        if call.op is setitem_op and self._may_overwrite(call.operands[0], slot):
            target = arrays[call.operands[0]]
            assert target is not None
            through(target, call.static["path"])[call.static["index"]] = self._operand(call.operands[1])
            arrays[slot], arrays[call.operands[0]] = target, None
            return
        if call.op is result_op:  # its instruction has given it
            return
        args = [self._operand(s) for s in call.operands]
        forms: Any = [*map(self.form, call.results)] if call.op.several else form
        out = called(call.op, args, call.static, forms, self.line(slot))
        places = zip(call.results, out, forms, strict=True) if call.op.several else ((slot, out, form),)
        for slot, value, form in places:
            if form.scalar:
                set_scalar(self.vals, slot, value, form)
            else:
                arrays[slot] = value

    def _may_overwrite(self, slot: int, writer: int) -> bool:
        """Tell whether an array's old elements are needed by no Tensor, view, later instruction or derivative."""
        array = self.arrays[slot]
        if array is None or self.flags[slot] & LIVE or not array.flags.writeable:
            return False
        if self._last_reads is None:
            self._last_reads = self._find_last_reads()
        if self._last_reads[slot] > writer:
            return False
        owner = array.base
        alone = owner is None or sys.getrefcount(owner) <= pool.HELD_ONCE + pool.is_block(owner)
        return alone and sys.getrefcount(array) <= pool.HELD_ONCE

    def _find_last_reads(self) -> list[int]:
        """Find for each slot the last instruction that reads its array; the end for what a reverse sweep would read."""
        last = [0] * len(self.code)
        end = len(self.code)
        for kind, start, stop, *lists, _ in self.segments:
            if kind == REGION:
                for slot in (
                    self.slot_lists[lists[0] : lists[0] + lists[1]] + self.slot_lists[lists[2] : lists[2] + lists[3]]
                ):
                    last[slot] = end
            elif kind == CALL:
                call = self.calls[self.code[start, 1]]
                for slot in call.operands:
                    last[slot] = end if call.op.keeps_operands else max(last[slot], start)
                if call.op.keeps_out:
                    for slot in call.results or (start,):
                        last[slot] = end
            elif kind == PICKS:
                for slot in self.code[start:stop, 1].tolist():
                    last[slot] = max(last[slot], stop)
        return last

    def _operand(self, slot: int) -> np.ndarray:
        array = self.arrays[slot]
        return self.scalar(self.vals, slot) if array is None else array

    def settle(self, visited: bool = False) -> None:
        """Execute the region that was left to a sweep; if the sweep visited it, only the instructions behind it."""
        if self.deferred:
            self.execute(self.deferred[visited:], current())
            self.deferred = []

    # -------------------------------------------------------------------------------------------- reading

    def form(self, slot: int) -> Form:
        return form_table.forms[self.types[slot] >> 1]

    def line(self, slot: int) -> tuple[str, int] | None:
        """Return the user's file and line of an instruction, where they were kept."""
        return self.lines[slot] if self.lines is not None and slot < len(self.lines) else None

    def scalar(self, vals: np.ndarray, slot: int) -> np.ndarray:
        """Return the element of a scalar slot, from `vals` or an array laid out as it, in the slot's shape and lane
        dtype."""
        return scalar_of(vals, slot, self.form(slot))

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot that a Tensor held at the flush, or of an operand; never to be written to."""
        if self.deferred:
            self.settle()
        arrays, saved = self.arrays, self.saved
        if arrays and (array := arrays[slot]) is not None:
            return array
        form = form_table.forms[self.types[slot] >> 1]
        return scalar_of(self.vals, slot, form) if saved is None or form.scalar else saved.value(self, slot)

    def frame(self, run: Run) -> Frame:
        return self

    def unpacked(self, run: Run) -> Run:
        """Return the run as a sweep reads it."""
        return run if self.saved is None else self.saved.unpacked(run)

    def shown(self) -> dict[int, np.ndarray]:
        live = [slot for slot in (self.flags & LIVE).nonzero()[0].tolist() if self.form(slot) is not RESULTS]
        if self.saved is not None:
            live = [slot for slot in live if slot in self.saved.shown]
        return {slot: self.value(slot) for slot in live}

    @property
    def kept_arrays(self) -> list[np.ndarray | None]:
        """The flat arrays and the values."""
        values: Any = self.arrays if self.saved is None else [*self.arrays, *self.saved.arrays]
        return [*values, self.code, self.types, self.vals, self.flags]

    def __len__(self) -> int:
        return len(self.code)

    def decode(self, slot: int) -> Any:
        """Return op, operands and static parameters of an instruction; None for a leaf."""
        code, *operands = self.code[slot].tolist()
        return decoded((code, None, *operands), self.calls)

    def results(self, slot: int) -> Sequence[int]:
        """Return the slots of the results of an instruction that has several."""
        return self.calls[self.code[slot, 1]].results

    # -------------------------------------------------------------------------------------------- reverse support

    def reached(self, run: Run) -> tuple[Any, int, np.ndarray]:
        """Return the arguments of the compiled function that gives up the reached slots; it writes the live ones to the
        last, and returns how many there are, or -1 while a sweep could still enter this run.
        """
        self.marked_for = None
        if run.application is not None:  # all its results are one instruction's
            results = self.flags[run.application.count :]
            if (results & REACHED).any():
                results |= REACHED
        return self.tables, len(self.code), np.empty(len(self.code), np.int32)

    def call_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """Return where each call's operands end, after a 0, and the operands of all calls; for the marking sweeps."""
        if not self.calls:
            return _NO_CALLS
        if self._spans is None:
            ends = [0, *itertools.accumulate(len(c.operands) for c in self.calls)]
            operands = [s for c in self.calls for s in c.operands] or [0]
            self._spans = (
                np.array(ends, np.int32),
                np.array(operands, np.int32),
            )
        return self._spans

    def mark(self, roots: list[int], limited: bool) -> int:
        """Mark the slots that a sweep from these roots passes; return a slot that was consumed before, or -1."""
        key = None if limited else tuple(roots)
        if key is not None and key == self.marked_for:
            return -1
        spans, flat = self.call_tables()
        self.marked_for = None  # should this be interrupted
        consumed_slot = runtime.sweep("mark_reached")(
            self.tables, len(self.code), declare.classes, spans, flat, roots, len(roots)
        )
        self.marked_for = key if consumed_slot < 0 else None
        return consumed_slot

    def materialise(self, passing: bool = False) -> list[int]:
        """Store every array of this run, so that a recorded sweep can read each slot.

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
                    run_region("region_forward", self.tables, None, segment)
            except BaseException:  # what was not computed is not stored
                for slot in missing:
                    arrays[slot] = None
                raise
            added += missing
        if added or not passing:
            self.passing = added if passing else []
        return added

    def dismiss(self, added: list[int]) -> None:
        """Drop arrays that were stored in passing, unless another sweep reads them meanwhile."""
        if self.passing is added:
            arrays: Any = self.arrays
            for slot in added:
                arrays[slot] = None
            self.passing = []


_NO_CALLS = np.zeros(1, np.int32), np.zeros(1, np.int32)
