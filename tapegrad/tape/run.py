"""A run: a stretch of the tape between two flushes, the unit of execution and of freeing.

While it is open, a run is a list of records, tuples ``(op, kind, operand, ...)`` of small integers; the flush lowers
them to flat arrays (see `tapegrad.machine.layout`), cuts them into segments and executes these. A run holds the runs
that it reads, and a Tensor holds its run, so reference counts free whatever no Tensor's history reaches.

Invariant: every slot in `code` is below its instruction's own, so compiled code never leaves a run's arrays.
"""

from __future__ import annotations

import itertools
import sys
import threading
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine import kernels, pool
from tapegrad.machine.layout import (
    BLOCK,
    CALL,
    CHUNK,
    CONSUMED,
    LEAF,
    LIVE,
    MAX_LOCS,
    PICKS,
    REACHED,
    REGION,
    SCALARS_F4,
    SCALARS_F8,
    SCATTERS,
    SEGMENT_COLUMNS,
    STORED,
    SUM_CHUNK,
    SUMS,
    WORKSPACE,
)
from tapegrad.machine.sharing import Sharing
from tapegrad.ops import declare
from tapegrad.ops.indexing import setitem_op, through
from tapegrad.tape import forms as form_table
from tapegrad.tape.executor import executor
from tapegrad.tape.forms import F4, Form
from tapegrad.tape.modes import Modes, current

_serial = itertools.count()


def moment() -> int:
    """Return a number above the serials of the runs that have begun, and below those of the runs to come."""
    return next(_serial)


_SCRATCH = 8 * (MAX_LOCS * 10 + 64) + 8 * 256 * MAX_LOCS


class Call:
    """An array instruction: its op, the slots of its operands, its static parameters."""

    __slots__ = ("op", "operands", "static")

    def __init__(self, op: Any, operands: list[int], static: dict[str, Any]) -> None:
        self.op, self.operands, self.static = op, operands, static


class _Work(threading.local):
    """This thread's working memory for the compiled sweeps."""

    def __init__(self) -> None:
        self.workspace = np.zeros(WORKSPACE, np.int64)
        self.partials = np.empty(MAX_LOCS * CHUNK // 256)
        self.scratch = np.empty(_SCRATCH, np.uint8)
        self.capacity = 0
        self.reserve(1024)

    def reserve(self, n: int) -> None:
        """Make room for the slot maps of a run of n instructions."""
        if n <= self.capacity:
            return
        self.capacity = n = 2 * n
        self.maps = tuple(np.zeros(n, np.int32) for _ in range(3))
        self.region = (self.workspace, *self.maps, self.scratch, self.partials)
        self.segments = np.empty((n, SEGMENT_COLUMNS), np.int32)
        self.lists = np.empty(6 * n, np.int32)
        self.planning = (np.empty(n, np.int32), np.empty(n, np.int32), self.segments, self.lists)


work = _Work()

_WORTH_DEFERRING = 4096  # lanes
_FEW = 16  # scalars

_tables = table_f8, table_f4 = kernels.tables["f8"], kernels.tables["f4"]

_threads = 1


def set_num_threads(n: int) -> None:
    """Set how many threads share large regions; the results do not depend on it.

    Raises
    ------
    ArgumentError
        If `n` is not a positive integer.
    """
    global _threads
    if not isinstance(n, int) or n < 1:
        raise ArgumentError(f"set_num_threads: expected a positive integer, got {n!r}.")
    _threads = n


def get_num_threads() -> int:
    """Return how many threads share large regions."""
    return _threads


class Run:
    """One run.

    Attributes
    ----------
    serial : int
        Runs are numbered as they begin; a run reads only runs with smaller numbers.
    records : list of tuples
        What was appended, until the flush.
    frame : tuple or None
        ``(code, kinds, vals, flags, arrays)`` after the flush; None once consumed.
    sources : list of (slot, source)
        Where the adjoints of inputs go: a leaf Tensor, or a (run, slot) of an earlier run.
    modes : Modes or None
        While it is open, those in which it was opened, or others of the same regime.
    """

    __slots__ = (
        "__weakref__", "application", "arrays", "call_operands", "calls", "code", "deferred", "early", "failures",
        "flags", "frame", "hooks", "imported", "imports", "kept", "kinds", "kinds_made", "last_reads", "leaves",
        "length", "lines", "marked_for", "modes", "nodes", "outdated", "owner", "passing", "records", "retained",
        "saved", "segments", "serial", "slot_lists", "sources", "spans", "vals",
    )  # fmt: skip

    traced = False  # whether this is a `Trace`: a recording that becomes a program

    def __init__(self, owner: object) -> None:
        self.serial = next(_serial)
        self.owner = owner
        self.modes: Any = current()
        self.records: list[tuple[Any, ...]] | None = []
        self.imports: list[Any] = []  # Tensors that remember their slot here
        self.imported: dict[tuple[int, int], tuple[int, Any, Any]] = {}  # slots of others, by version
        self.outdated = False  # another thread has written to an import: nothing more is to be recorded here
        self.kinds_made: dict[int, Any] = {}
        self.calls: list[Call] = []
        self.call_operands: list[int] = []
        self.sources: list[tuple[int, Any]] = []
        self.arrays: list[np.ndarray | None] | dict[int, np.ndarray] = {}
        self.frame: tuple[Any, ...] | None = None
        self.kept: dict[int, np.ndarray] | None = None
        self.leaves: frozenset[int] = frozenset()  # what a freed run's history went back to
        self.segments: list[list[int]] = []
        self.deferred: list[list[int]] = []  # segments left to the coming reverse sweep
        self.lines: list[Any] | None = None
        self.retained: list[Any] = []  # weak references to results that keep their gradients
        self.hooks: Any = None  # the hooks on values and nodes of this run
        self.nodes: dict[int, Any] | None = None  # weak references to what users hold of the graph, by slot
        self.application: Any = None  # the call of a custom function that this run is
        self.saved: Any = None  # what is kept in place of values, for sweeps
        self.spans: tuple[np.ndarray, np.ndarray] | None = None
        self.marked_for: tuple[int, ...] | None = None
        self.failures = 0  # flushes that raised
        self.last_reads: list[int] | None = None
        self.passing: list[int] = []  # slots whose arrays are stored for a sweep that is under way
        self.early = False  # there are picks from inputs
        self.length = 0

    # -------------------------------------------------------------------------------------------- flushing

    def flush(self, before_sweep: bool = False) -> None:
        """Lower, plan and execute what was recorded. On an error nothing is lost, and it can be tried again.

        Right before a reverse sweep, a last region that ends in sums is left to it, if the sweep can do both at once.
        """
        records = self.records
        assert records is not None
        n = len(records)
        work.reserve(n)
        self.code, self.kinds = np.empty((n, 4), np.int32), np.empty(n, np.int32)
        self.vals, self.flags = np.empty(n), np.empty(n, np.uint8)
        captured: Any = self.arrays
        has_arrays = bool(captured) or bool(self.calls)
        frame = (self.code, self.kinds, self.vals, self.flags, None)
        arguments = (records, n, frame, self.call_operands, len(self.call_operands))
        lookup = (form_table.rows, declare.classes, _tables, work.planning)
        count = executor.sweep("plan")(*arguments, *lookup)
        if count < 0:
            for op, single in work.lists[: -2 * count].reshape(-1, 2).tolist():
                kernels.load(declare.table[op], "f4" if single else "f8")  # type: ignore[arg-type]
            count = executor.sweep("plan")(*arguments, *lookup)
        segments = work.segments[:count].tolist()
        arrays: list[np.ndarray | None] = []
        if has_arrays or count > 1 or (count == 1 and segments[0][0] > SCALARS_F4):
            arrays = [None] * n
            for slot, array in captured.items():
                arrays[slot] = array
        self.frame = (self.code, self.kinds, self.vals, self.flags, arrays)
        used = 0
        for segment in segments:
            if segment[0] == REGION:
                used = segment[5] + segment[6]
        self.slot_lists = work.lists[:used].tolist() if used else []
        self.segments = segments
        meter = self._meter(self.modes)
        may_defer = before_sweep and not self.hooks and meter is None
        first_deferred = self._deferrable() if may_defer else count
        self.deferred = segments[first_deferred:]
        try:
            if self.early:
                executor.sweep("pick")(self.frame, 0, n, 1, declare.classes)
            self._execute(segments[:first_deferred], arrays, meter)
        except BaseException:
            self.frame = None
            self.deferred = []
            raise
        self.length = n
        self.arrays, self.records = arrays, None  # at once: an interruption must not come between

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
                    if self.kinds[operand] & 1 and not pending.isdisjoint(read):
                        return last + 1
        return region

    def settle(self, visited: bool = False) -> None:
        """Execute what was left to a sweep; after the sweep visited the region, only what follows it."""
        if self.deferred:
            self._execute(self.deferred[visited:], self.arrays, self._meter(current()))
            self.deferred = []

    def _meter(self, modes: Modes) -> Any:
        """Return what measures the segments that are executed, if anything does."""
        return modes.profile if modes.profile is not None and modes.profile.measures(self.owner) else None

    def _execute(self, segments: list[list[int]], arrays: Any, meter: Any) -> None:
        if meter is None:
            self._run(segments, arrays)
            return
        for segment in segments:
            with meter.segment(self, segment, False):
                self._run([segment], arrays)

    def _run(self, segments: list[list[int]], arrays: Any) -> None:
        if self.calls:  # NumPy warns of numbers that are no error here
            with np.errstate(all="ignore"):
                self._run_each(segments, arrays)
        else:
            self._run_each(segments, arrays)

    def _run_each(self, segments: list[list[int]], arrays: Any) -> None:
        assert self.frame is not None
        for segment in segments:
            kind, start, stop = segment[0], segment[1], segment[2]
            if kind == SCALARS_F8:
                executor.scalar_sweep("forward", "f8")(self.code, self.vals, start, stop, table_f8)
            elif kind == REGION:
                self.allocate(segment)
                run_region("region_forward", self.frame, None, segment)
            elif kind == CALL and self.flags[start] & (LIVE | STORED):  # else nobody reads it
                self._call(start, arrays)
            elif kind == PICKS:
                executor.sweep("pick")(self.frame, start, stop, 0, declare.classes)
            elif kind == SCALARS_F4:
                executor.scalar_sweep("forward", "f4")(self.code, self.vals, start, stop, table_f4)

    def allocate(self, segment: list[int]) -> None:
        """Make the arrays that a region stores."""
        assert self.frame is not None
        arrays = self.frame[4]
        for slot in self.slot_lists[segment[5] : segment[5] + segment[6]]:
            form = self.form(slot)
            arrays[slot] = pool.empty(form.shape, form.lane)

    def _call(self, slot: int, arrays: list[np.ndarray | None]) -> None:
        call = self.calls[self.code[slot, 1]]
        form = self.form(slot)
        if call.op is setitem_op and self._may_overwrite(call.operands[0], slot, arrays):
            target = arrays[call.operands[0]]
            assert target is not None
            through(target, call.static["path"])[call.static["index"]] = self._operand(call.operands[1], arrays)
            arrays[slot], arrays[call.operands[0]] = target, None
            return
        try:
            out = call.op.forward(*[self._operand(s, arrays) for s in call.operands], **call.static)
        except Exception as error:
            line = self.line(slot)
            if line is not None:  # it may have been recorded long before
                error.add_note(f"In {call.op.shown}, recorded at {line[0]}:{line[1]}.")
            raise
        if form.scalar:
            self.set_scalar(self.vals, slot, out, form)
        else:
            arrays[slot] = out if out.__class__ is np.ndarray else np.asarray(out)

    def _may_overwrite(self, slot: int, writer: int, arrays: Any) -> bool:
        """Tell whether nobody needs an array's old elements: no Tensor, view, later instruction or derivative."""
        array = arrays[slot]
        if array is None or self.flags[slot] & LIVE or not array.flags.writeable:
            return False
        if self.last_reads is None:
            self.last_reads = self._find_last_reads()
        if self.last_reads[slot] > writer:
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
                    last[start] = end
            elif kind == PICKS:
                for slot in self.code[start:stop, 1].tolist():
                    last[slot] = max(last[slot], stop)
        return last

    def _operand(self, slot: int, arrays: Any) -> np.ndarray:
        array = arrays[slot]
        return self.scalar(self.vals, slot) if array is None else array

    # -------------------------------------------------------------------------------------------- reading

    def form(self, slot: int) -> Form:
        return form_table.forms[self.kinds[slot] >> 1]

    def line(self, slot: int) -> tuple[str, int] | None:
        """Return the user's file and line of an instruction, where they were kept."""
        return self.lines[slot] if self.lines is not None and slot < len(self.lines) else None

    def scalar(self, vals: np.ndarray, slot: int) -> np.ndarray:
        """Return the element of a scalar slot, from `vals` or an array laid out as it, in the slot's shape and lane
        dtype."""
        form = self.form(slot)
        value = np.array(vals.view(np.float32)[2 * slot] if form.lane is F4 else vals[slot])
        return value.reshape(form.shape) if form.shape else value

    @staticmethod
    def set_scalar(vals: np.ndarray, slot: int, value: Any, form: Form) -> None:
        if form.lane is F4:
            vals.view(np.float32)[2 * slot] = np.asarray(value).reshape(())
        else:
            vals[slot] = np.asarray(value).reshape(())

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot that a Tensor held at the flush, or of an operand; never to be written to."""
        if self.deferred:
            self.settle()
        if self.kept is not None:
            return self.kept[slot]
        array = self.arrays[slot] if self.arrays else None
        if array is None and self.saved is not None and not self.form(slot).scalar:
            return self.saved.value(self, slot)
        return self.scalar(self.vals, slot) if array is None else array

    def place(self, slot: int) -> tuple[Run, int]:
        """Return where the adjoint of a slot goes."""
        return self, slot

    def unpacked(self) -> Run:
        """Return this run as a sweep reads it."""
        return self if self.saved is None else self.saved.unpacked(self)

    # -------------------------------------------------------------------------------------------- retention

    @property
    def freed(self) -> bool:
        """Whether the run was executed and given up."""
        return self.frame is None and self.records is None

    def reached(self) -> tuple[Any, int, np.ndarray]:
        """Return the arguments of the compiled function that gives up the reached slots; it writes the live ones to the
        last, and returns how many there are, or -1 while a sweep could still enter this run.
        """
        self.marked_for = None
        if self.application is not None:  # all its results are one instruction's
            results = self.flags[self.application.count :]
            if (results & REACHED).any():
                results |= REACHED
        return self.frame, self.length, np.empty(self.length, np.int32)

    def give_up(self, count: int, live: np.ndarray) -> None:
        """Free everything but live values, if the compiled function found that nothing is left that a sweep could
        enter.
        """
        if count >= 0 and (self.nodes is None or not self._held()):
            self.free(live[:count].tolist())

    def _held(self) -> bool:
        """Tell whether a sweep can enter this run at a node."""
        assert self.nodes is not None
        return any(node() is not None and not self.flags[slot] & CONSUMED for slot, node in self.nodes.items())

    def free(self, live: list[int] | None = None) -> None:
        """Drop everything but the values of live slots."""
        if live is None:
            live = np.flatnonzero(self.flags & LIVE).tolist()
        shown = live if self.saved is None else [slot for slot in live if slot in self.saved.shown]
        self.kept = {slot: self.value(slot) for slot in shown}
        self.leaves = self.reached_leaves()
        self.frame = None
        self.arrays = {}
        self.calls, self.call_operands, self.sources, self.segments, self.slot_lists = [], [], [], [], []
        self.lines = self.spans = self.saved = self.application = None
        self.code = self.vals = self.flags = self.kinds = _NOTHING

    def reached_leaves(self) -> frozenset[int]:
        """Return identities of the leaves that this run's history goes back to."""
        if self.freed:
            return self.leaves
        found: set[int] = set()
        seen, waiting = {self}, [self]
        while waiting:
            for _, source in waiting.pop().sources:
                if source.__class__ is not tuple:
                    found.add(id(source))
                elif source[0].freed:
                    found |= source[0].leaves
                elif source[0] not in seen:
                    seen.add(source[0])
                    waiting.append(source[0])
        return frozenset(found)

    @property
    def nbytes(self) -> int:
        """Bytes of the flat arrays and of the values that this run holds, each block of memory once."""
        if self.records is not None:
            captured = {id(_owner(a)): _owner(a).nbytes for a in self.arrays.values()}  # type: ignore[union-attr]
            return sum(captured.values())
        values: Any = self.kept.values() if self.kept is not None else self.arrays
        if self.saved is not None:
            values = [*values, *self.saved.arrays]
        blocks = {id(_owner(a)): _owner(a).nbytes for a in values if a is not None}
        return sum(blocks.values()) + self.code.nbytes + self.kinds.nbytes + self.vals.nbytes + self.flags.nbytes

    def __len__(self) -> int:
        return len(self.records) if self.records is not None else self.length

    # -------------------------------------------------------------------------------------------- reverse support

    def call_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """Return where each call's operands end, after a 0, and the operands of all calls; for the marking sweeps."""
        if not self.calls:
            return _NO_CALLS
        if self.spans is None:
            ends = [0, *itertools.accumulate(len(c.operands) for c in self.calls)]
            self.spans = np.array(ends, np.int32), np.array(self.call_operands or [0], np.int32)
        return self.spans

    def mark(self, roots: list[int], limited: bool) -> int:
        """Mark what a sweep from these roots passes; returns a slot that was consumed before, or -1."""
        key = None if limited else tuple(roots)
        if key is not None and key == self.marked_for:
            return -1
        spans, flat = self.call_tables()
        self.marked_for = None  # should this be interrupted
        found = executor.sweep("mark_reached")(self.frame, self.length, declare.classes, spans, flat, roots, len(roots))
        self.marked_for = key if found < 0 else None
        return found

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


_NOTHING: Any = np.empty(0)
_NO_CALLS = np.zeros(1, np.int32), np.zeros(1, np.int32)


def _owner(array: np.ndarray) -> np.ndarray:
    return array.base if isinstance(array.base, np.ndarray) else array


def run_region(direction: str, frame: Any, adjoints: Any, segment: list[int], visit: bool = False) -> None:
    """Run one region forward (`adjoints` is None), in reverse, or (`visit`) both in one go."""
    form = form_table.forms[segment[7]]
    single = form.lane is F4
    work.reserve(len(frame[0]))  # another thread may have recorded it
    blocks = executor.sweep(direction)(
        frame, adjoints, segment[1], segment[2], form.size, single, form.dims, len(form.shape), form_table.rows,
        declare.classes, table_f4 if single else table_f8, work.region, visit,
    )  # fmt: skip
    if blocks:
        _run_chunks(blocks)


def _run_chunks(blocks: int) -> None:
    """Run a large region a chunk at a time, shared among threads unless adjoints are scattered."""
    own: Any = work.region
    head = own[0]
    step = max(1, CHUNK // int(head[BLOCK]))
    partials = np.empty(max(1, blocks * int(head[BLOCK]) // SUM_CHUNK * int(head[SUMS])))
    address = partials.ctypes.data
    run = executor.sweep("region_run")
    threads = 1 if head[SCATTERS] else _threads

    def run_chunk(first: int) -> None:
        mine = own if threads == 1 else (head, None, None, None, work.scratch, None)
        run(mine, address, first, min(first + step, blocks))

    Sharing(run_chunk, range(0, blocks, step), threads)
    executor.sweep("region_finish")(own, address)
