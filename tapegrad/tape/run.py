"""A run: a stretch of the tape between two flushes, the unit of execution and of freeing.

While it is open, a run is a list of instructions, tuples ``(op, type, operand, ...)`` of small integers; the flush
lowers them to flat arrays (see `tapegrad.machine.layout`), cuts them into segments and executes these. A run holds the
runs that it reads, and a Tensor holds its run, so reference counts free whatever no Tensor's history reaches.

Invariant: every slot in `code` is below its instruction's own, so compiled code never leaves a run's arrays.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine import kernels, pool
from tapegrad.machine.layout import (
    BLOCK,
    CALL,
    CHUNK,
    LIVE,
    MAX_LOCS,
    PICKS,
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
from tapegrad.machine.sharing import share
from tapegrad.ops import declare
from tapegrad.ops.indexing import setitem_op, through
from tapegrad.tape import forms as form_table
from tapegrad.tape.executor import executor
from tapegrad.tape.failing import append_op
from tapegrad.tape.forms import F4, ROOM, Form
from tapegrad.tape.modes import Modes, current

serials = itertools.count()


def moment() -> int:
    """Return a number above the serials of the runs that have begun, and below those of the runs to come."""
    return next(serials)


_SCRATCH = 8 * (MAX_LOCS * 10 + 64) + 8 * 256 * MAX_LOCS


@dataclass(slots=True, eq=False)
class Call:
    """An array instruction: its op, the slots of its operands, its static parameters."""

    op: Any
    operands: list[int]
    static: dict[str, Any]


_SHARED = 1 << 20  # lanes times instructions of a region from which on a second thread is worth being woken


class _Work(threading.local):
    """This thread's working memory for the compiled sweeps."""

    def __init__(self) -> None:
        self.thread = object()  # stands for this thread; what the system calls it, it may call another one later
        self.workspace = np.zeros(WORKSPACE, np.int64)
        self.partials = np.empty(MAX_LOCS * CHUNK // 256)
        self.scratch = np.empty(_SCRATCH, np.uint8)
        self.capacity = 0
        self.reserve(1024)

    def reserve(self, n: int) -> None:
        """Make room for the slot maps of a run of n instructions, more than before."""
        self.capacity = n = 2 * n
        self.maps = tuple(np.zeros(n, np.int32) for _ in range(3))
        self.region = (self.workspace, *self.maps, self.scratch, self.partials)
        self.segments = np.empty((n, SEGMENT_COLUMNS), np.int32)
        self.lists = np.empty(6 * n, np.int32)
        self.planning = (np.empty(n, np.int32), np.empty(n, np.int32), self.segments, self.lists)


work = _Work()


_tables = table_f8, table_f4 = kernels.tables["f8"], kernels.tables["f4"]


def _cores() -> int:
    """Return how many cores this process may use: what OMP_NUM_THREADS says, as to BLAS, else what the system does."""
    said = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if said.isascii() and said.isdigit() and int(said) > 0:
        return int(said)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_threads = _cores()


def set_num_threads(n: int) -> None:
    """Set how many threads share large loops, of eager code and of sealed tapes, and batches; the results do not depend
    on it.

    At first there are as many as ``OMP_NUM_THREADS`` says, else as many as there are cores that the process may use.
    Libraries that products of matrices are computed by have threads of their own.

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
    """Return how many threads share large loops and batches."""
    return _threads


class Watch:
    """What users have hung on a run for its sweeps; few runs have a watch of their own.

    Attributes
    ----------
    hooks : Hooks or None
        The hooks on values and nodes.
    nodes : dict
        Weak references to what users hold of the graph, by slot.
    retained : list
        Weak references to results that keep their gradients.
    """

    __slots__ = ("hooks", "nodes", "retained")

    def __init__(self) -> None:
        self.hooks: Any = None
        self.nodes: dict[int, Any] = {}
        self.retained: list[Any] = []


UNWATCHED = Watch()


class Run:
    """One run, in one of its states: `Open`, `Executed` or before that `Kept`, `Freed`. It changes its class when it
    passes to the next.

    That is one step, which no interruption divides: all that the next state needs is there before.

    Attributes
    ----------
    serial : int
        Runs are numbered as they begin; a run reads only runs with smaller numbers.
    instructions : list of tuples
        What was appended; empty once it is executed.
    given : dict
        While it is open, the arrays of inputs by slot.
    room : int
        How many bytes of such arrays may still come before it is flushed, roughly.
    frame : tuple or None
        ``(code, types, vals, flags, arrays)`` of a run that is executed.
    sources : list of (slot, source)
        Where the adjoints of inputs go: a leaf Tensor, or a (run, slot) of an earlier run.
    modes : Modes or None
        While it is open, those in which it was opened, or others of the same regime.
    read : object
        Of a run that a read has executed: what sweeps are to know of that (see `tapegrad.autograd.reads`).
    """

    __slots__ = (
        "__weakref__", "application", "arrays", "call", "calls", "code", "deferred", "early",
        "failures", "families", "flags", "frame", "given", "imported", "imports",
        "instructions", "kept", "last_reads", "leaves", "lines", "marked_for", "modes", "node", "numbers",
        "outdated", "owner", "passing", "read", "room", "saved", "segments", "serial", "slot_lists",
        "sources", "spans", "types", "vals", "watch",
    )  # fmt: skip

    code: np.ndarray
    types: np.ndarray
    vals: np.ndarray
    flags: np.ndarray
    slot_lists: list[int]
    call: Any

    open = False  # whether instructions can be appended
    freed = False
    traced = False  # whether this is a `Trace`: a recording that becomes a program

    def __init__(self, owner: object) -> None:
        self.serial = next(serials)
        self.owner = owner
        self.modes: Any = current()
        self.failures = 0  # flushes that raised
        self.node: Any = None  # what it has recorded, as long as that is found there (see `tapegrad.tape.paths`)
        self.read: Any = None
        self.instructions: list[tuple[Any, ...]] = []
        self.imports: list[Any] = []  # Tensors that remember their slot here, and detached ones
        self.imported: dict[tuple[int, ...], tuple[int, Any, Any]] = {}  # slots of others, by version
        self.numbers: dict[tuple[float, Any], int] = {}  # slots of constants, by value and dtype
        self.outdated = False  # another thread has written to an import: nothing more is to be recorded here
        self.families: dict[int, Any] = {}
        self.calls: list[Call] = []
        self.sources: list[tuple[int, Any]] = []
        self.given: dict[int, np.ndarray] = {}
        self.room = ROOM
        self.arrays: list[np.ndarray | None] = []
        self.frame: tuple[Any, ...] | None = None
        self.kept: dict[int, np.ndarray] = {}
        self.leaves: frozenset[int] = frozenset()  # what a freed run's history went back to
        self.segments: list[list[int]] = []
        self.deferred: list[list[int]] = []  # segments left to the coming reverse sweep
        self.lines: list[Any] | None = None
        self.watch = UNWATCHED
        self.application: Any = None  # the call of a custom function that this run is
        self.saved: Any = None  # what is kept in place of values, for sweeps
        self.spans: tuple[np.ndarray, np.ndarray] | None = None
        self.marked_for: tuple[int, ...] | None = None
        self.last_reads: list[int] | None = None
        self.passing: list[int] = []  # slots whose arrays are stored for a sweep that is under way
        self.early = False  # there are picks from inputs

    def watched(self) -> Watch:
        """Return the watch of this run, to be added to."""
        if self.watch is UNWATCHED:
            self.watch = Watch()
        return self.watch

    def place(self, slot: int) -> tuple[Run, int]:
        """Return where the adjoint of a slot goes."""
        return self, slot

    def reached_leaves(self) -> frozenset[int]:
        """Return identities of the leaves that this run's history goes back to."""
        found: set[int] = set()
        seen: set[Run] = {self}
        waiting: list[Run] = [self]
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

    # -------------------------------------------------------------------------------------------- execution

    def meter(self, modes: Modes) -> Any:
        """Return what measures the segments that are executed, if anything does."""
        return modes.profile if modes.profile is not None and modes.profile.measures(self.owner) else None

    def execute(self, segments: list[list[int]], arrays: Any, meter: Any) -> None:
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
        args = [self._operand(s, arrays) for s in call.operands]
        out = called(call.op, args, call.static, form, self.line(slot))
        if form.scalar:
            self.set_scalar(self.vals, slot, out, form)
        else:
            arrays[slot] = out

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
        return form_table.forms[self.types[slot] >> 1]

    def line(self, slot: int) -> tuple[str, int] | None:
        """Return the user's file and line of an instruction, where they were kept."""
        return self.lines[slot] if self.lines is not None and slot < len(self.lines) else None

    def scalar(self, vals: np.ndarray, slot: int) -> np.ndarray:
        """Return the element of a scalar slot, from `vals` or an array laid out as it, in the slot's shape and lane
        dtype."""
        return scalar_of(vals, slot, self.form(slot))

    @staticmethod
    def set_scalar(vals: np.ndarray, slot: int, value: Any, form: Form) -> None:
        if form.lane is F4:
            vals.view(np.float32)[2 * slot] = np.asarray(value).reshape(())
        else:
            vals[slot] = np.asarray(value).reshape(())


def scalar_of(vals: np.ndarray, slot: int, form: Form) -> np.ndarray:
    """Return the element of a scalar slot, in the slot's shape and lane dtype."""
    value = np.array(vals.view(np.float32)[2 * slot] if form.lane is F4 else vals[slot])
    return value.reshape(form.shape) if form.shape else value


def called(op: Any, args: list[Any], static: dict[str, Any], form: Form, line: tuple[str, int] | None) -> np.ndarray:
    """Return what an array op gives, which was recorded at a line of the user's.

    Raises
    ------
    Exception
        What its function raises, with a note where in the user's code it stands.
    """
    try:
        if op.guarded:
            args = [*map(read_only, args)]
        out = op.on_arrays(args, static)
        if out.__class__ is not np.ndarray or out.dtype is not form.lane or out.shape != form.shape:
            out = form_table.fitted(out, form, op.shown)
    except np.linalg.LinAlgError as error:
        append_op(error, op, args, static, line)
        raise
    except Exception as error:
        if line is not None:  # it may have been recorded long before
            error.add_note(f"In {op.shown}, recorded at {line[0]}:{line[1]}.")
        raise
    return out


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def user_line(inside: Sequence[str] = ("tapegrad",)) -> tuple[str, int] | None:
    """Return the file and line of the innermost caller outside these packages."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in inside:
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


def run_region(direction: str, frame: Any, adjoints: Any, segment: list[int], visit: bool = False) -> None:
    """Run one region forward (`adjoints` is None), in reverse, or (`visit`) both in one go."""
    form = form_table.forms[segment[7]]
    single = form.lane is F4
    if len(frame[0]) > work.capacity:
        work.reserve(len(frame[0]))  # another thread may have recorded it
    blocks = executor.sweep(direction)(
        frame, adjoints, segment[1], segment[2], form.size, single, form.dims, len(form.shape), form_table.rows,
        declare.classes, table_f4 if single else table_f8, work.region, visit,
    )  # fmt: skip
    if blocks:
        _run_chunks(blocks, (segment[2] - segment[1]) * form.size >= _SHARED)


def _run_chunks(blocks: int, shared: bool) -> None:
    """Run a large region a chunk at a time, if `shared` among threads, unless adjoints are scattered."""
    own: Any = work.region
    head = own[0]
    step = max(1, CHUNK // int(head[BLOCK]))
    partials = np.empty(max(1, blocks * int(head[BLOCK]) // SUM_CHUNK * int(head[SUMS.length])))
    address = partials.ctypes.data
    run = executor.sweep("region_run")
    threads = _threads if shared and not head[SCATTERS.length] else 1

    def run_chunk(first: int) -> None:
        mine = own if threads == 1 else (head, None, None, None, work.scratch, None)
        run(mine, address, first, min(first + step, blocks))

    share(run_chunk, range(0, blocks, step), threads)
    executor.sweep("region_finish")(own, address)
