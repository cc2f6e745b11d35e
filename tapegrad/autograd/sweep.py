"""The reverse sweep over runs, newest first: passes adjoints from run to run, and executes each run's sweep.

Adjoints of scalar slots lie in `adjs` beside the run's `vals`; those of arrays in the list `grads`, where the
first contribution is written and later ones are added.

Tests: tests/autograd/test_hooks.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.derivative_rules import adjoint_title, operand_fetcher
from tapegrad.autograd.pull import hand
from tapegrad.autograd.reachability import Marked, Place, active
from tapegrad.engine.sweeps import scalar_sweep, sweep
from tapegrad.ir.forms import F4, fitted, forms, zeros
from tapegrad.machine import pool
from tapegrad.machine.layout import CALL, FRESH, NEEDED, PICK, PICKS, REACHED, REGION, SCALARS_F4, SCALARS_F8
from tapegrad.ops import declare
from tapegrad.ops.declare import ArrayOp
from tapegrad.ops.indexing import add_at, getitem_op, setitem_op, through
from tapegrad.ops.results import result_op
from tapegrad.progress import is_seen, task
from tapegrad.record.calls import read_only, scalar_of, set_scalar
from tapegrad.record.failures import append_place
from tapegrad.record.frame import Frame
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.run import Run
from tapegrad.record.workspace import run_region, table_f4, table_f8
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.autograd.observed_sweep import Watched

Begin = Callable[[Run, set[int]], Any]
Lists = tuple[list[int], list[int]]
"""The arrays that a region reads, and those of its own results."""


def reverse(
    marked: Marked, seeds: Iterable[tuple[Place | Tensor, Any]], observed: Sequence[Place], of_run: Begin,
    of_call: Begin,
) -> tuple[dict[int, tuple[Tensor, Any]], dict[Place, Any]]:  # fmt: skip
    """Run the marked sweep: through the runs from the newest to the oldest, and on to what they read.

    Parameters
    ----------
    seeds : pairs of a place, or a leaf, and the seed there
    of_run, of_call : callable
        Make the adjoints, as arrays or Tensors, of a run, and of one that is a Function's, some of whose slots are
        observed.

    Returns
    -------
    leaves : dict
        From the identity of a leaf Tensor to the leaf and its gradient.
    places : dict
        From each observed place that was passed to its adjoint.
    """
    observers: dict[Run, set[int]] = {}
    for run, slot in observed:
        observers.setdefault(run, set()).add(slot)
    arrived: dict[Run, dict[int, Any]] = {}
    leaves: dict[int, tuple[Tensor, Any]] = {}
    places: dict[Place, Any] = {}
    for source, seed in seeds:
        if source.__class__ is not tuple or source[0].frame().flags[source[1]] & REACHED:  # it leads to a target
            hand([(source, seed)], leaves, arrived)
    for run in marked.runs:
        adjoints = arrived.pop(run, None)
        if adjoints is None or run not in marked.entered:
            continue
        slots = observers.get(run, _NOTHING)
        state = (of_run if run.application is None else of_call)(run, slots)
        for slot in adjoints:
            state.add(slot, adjoints[slot], True)
        state.sweep()
        hand(of_sources(state, run), leaves, arrived)
        for slot in slots:
            places[run, slot] = state.seen[slot] if slot in state.seen else state.final(slot)
    return leaves, places


def of_sources(state: Watched, run: Run) -> list[tuple[Any, Any]]:
    """Return the sources of a run with the adjoints of its sweep."""
    passed = []
    flags = run.frame().flags.data  # of which Python reads elements faster
    for slot, source in run.sources:
        if flags[slot] & NEEDED and (g := state.final(slot)) is not None:
            passed.append((source, g))
    return passed


_NOTHING: set[int] = set()


class Adjoints:
    """The adjoints of one run's slots during a sweep.

    Attributes
    ----------
    frame : Frame
        What the sweep reads.
    flags, types : memoryview
        The run's, of which Python reads elements faster than of arrays.
    """

    __slots__ = ("adjs", "flags", "frame", "grads", "observed", "run", "seen", "tuple", "types")

    def __init__(self, run: Run, observed: set[int]) -> None:
        self.run, self.observed = run, observed
        self.frame = frame = run.frame()
        self.flags, self.types = frame.flags.data, frame.types.data
        n = len(frame.code)
        self.adjs = np.zeros(n)
        self.grads: list[np.ndarray | None] = [None] * n if frame.arrays else []
        self.tuple = (self.adjs, self.grads, None)
        self.seen: dict[int, np.ndarray] = {}  # adjoints of hooked slots as their tensor hooks left them

    def add(self, slot: int, value: np.ndarray, owned: bool = False) -> None:
        """Add a contribution; if it is held nowhere else, it may become the adjoint itself."""
        form = forms[self.types[slot] >> 1]
        if form.scalar:
            number = value.item() if isinstance(value, np.ndarray) else value
            if form.lane is F4:
                self.adjs.view(np.float32)[2 * slot] += number
            else:
                self.adjs[slot] += number
            return
        old = self.grads[slot]
        if old is not None:
            old += value
        elif owned and value.flags.c_contiguous and value.flags.writeable and value.dtype == form.lane:
            self.grads[slot] = value
        else:
            new = pool.empty(form.shape, form.lane)
            np.add(value, 0.0, out=new)  # no -0.0, as in kernels
            self.grads[slot] = new

    def final(self, slot: int) -> np.ndarray | None:
        """Read as `get` does, but zeros where the sweep passed and no contribution was worth writing."""
        form, reached = forms[self.types[slot] >> 1], self.flags[slot] & REACHED
        if form.scalar:
            return scalar_of(self.adjs, slot, form) if reached else None
        g = self.grads[slot]
        return np.zeros(form.shape, form.lane) if g is None and reached else g

    def get(self, slot: int) -> np.ndarray | None:
        """Return the adjoint of a slot, None if nothing arrived there."""
        form = forms[self.types[slot] >> 1]
        if form.scalar:
            return scalar_of(self.adjs, slot, form) if self.flags[slot] & REACHED else None
        return self.grads[slot]

    def of_results(self, slots: Sequence[int]) -> tuple[np.ndarray, ...] | None:
        """Return the adjoints of the results of one instruction, with zeros where nothing arrived; None if that is
        everywhere.
        """
        grads = [*map(self.get, slots)]
        if all(g is None for g in grads):
            return None
        return tuple([zeros(forms[self.types[s] >> 1]) if g is None else g for s, g in zip(slots, grads, strict=True)])

    def put(self, slot: int, value: np.ndarray) -> None:
        """Replace the adjoint of a slot."""
        form = forms[self.types[slot] >> 1]
        if form.scalar:
            set_scalar(self.adjs, slot, value, form)
        else:
            self.grads[slot] = np.array(value, form.lane, order="C")

    def sweep(self) -> None:
        """Sweep the run in reverse."""
        if self.frame.calls:
            with np.errstate(all="ignore"):
                self._sweep()
        else:
            self._sweep()

    def _sweep(self) -> None:
        for segment in reversed(self.frame.segments):
            run_segment(self, segment)
        if self.frame.early:
            early_picks(self)


def run_segment(state: Adjoints, segment: list[int], lists: Lists | None = None) -> None:
    """Sweep one segment in reverse, or a piece of a region, with lists of its own."""
    meter = tape.profile if current().profile is not None else None
    if meter is not None:
        with meter.segment(state.frame, segment, True):
            _run_segment(state, segment, lists)
    else:
        _run_segment(state, segment, lists)


def _run_segment(state: Adjoints, segment: list[int], lists: Lists | None) -> None:
    frame = state.frame
    kind, start, stop = segment[0], segment[1], segment[2]
    if kind == SCALARS_F8:
        scalar_sweep("reverse", "f8")(frame.code, frame.vals, start, stop, table_f8, state.adjs, frame.flags)
    elif kind == REGION:
        if frame.deferred:
            frame.allocate(segment)
            _region(state, segment, True, lists)
            frame.settle(visited=True)
        else:
            _region(state, segment, False, lists)
    elif kind == CALL:
        _call(state, start)
    elif kind == SCALARS_F4:
        scalar_sweep("reverse", "f4")(frame.code, frame.vals, start, stop, table_f4, state.adjs, frame.flags)
    elif kind == PICKS:
        _picks(state, start, stop, False)


def early_picks(state: Adjoints) -> None:
    """Give arrays that are inputs the adjoints of elements that were read before all else."""
    _picks(state, 0, len(state.frame.code), True)


def check_partials(frame: Frame) -> None:
    """Refuse a run where the sweep needs partials that ops lack.

    Raises
    ------
    GradientError
    """
    places = declare.lacking.take(frame.code[:, 0])
    if not places.any():
        return
    places &= frame.flags & REACHED != 0
    for code, *operands in frame.code[places].tolist():
        op: Any = declare.table[code]
        for argument, operand in zip(op.arguments, operands, strict=False):
            if argument in op.lacks and frame.flags[operand] & NEEDED:
                op.refuse(argument)


def _region(state: Adjoints, segment: list[int], visit: bool, lists: Lists | None) -> None:
    frame, grads, flags, types = state.frame, state.grads, state.flags, state.types
    fresh = []
    lanes = forms[segment[7]].size
    slots, (reads, read, results, count) = frame.slot_lists, segment[3:7]
    outside, inside = lists or (slots[reads : reads + read], slots[results : results + count])
    for slot in outside:
        if grads[slot] is None and flags[slot] & REACHED:
            form = forms[types[slot] >> 1]
            if form.size == lanes:
                fresh.append(slot)
            else:
                grads[slot] = np.zeros(form.shape, form.lane)
    if state.observed:
        within = state.observed.intersection(range(segment[1], segment[2]))
        fresh += [s for s in within if grads[s] is None and not forms[types[s] >> 1].scalar]
    try:
        for slot in fresh:
            form = forms[types[slot] >> 1]
            grads[slot] = pool.empty(form.shape, form.lane)
            flags[slot] |= FRESH
        run_region("region_reverse", frame.tables, state.tuple, segment, visit)
    finally:  # a mark that outlived an interruption would make a later sweep overwrite contributions
        for slot in fresh:
            if flags[slot] & FRESH:
                flags[slot] &= 0xFF & ~FRESH
                grads[slot] = None
    for slot in inside:
        if slot not in state.observed:
            grads[slot] = None


def _picks(state: Adjoints, start: int, stop: int, early: bool) -> None:
    frame, grads = state.frame, state.grads
    codes = frame.code[start:stop]
    picks = declare.classes[codes[:, 0]] == PICK
    for slot in sorted(set(codes[picks, 1].tolist())):
        if grads[slot] is None and frame.flags[slot] & REACHED:
            form = forms[frame.types[slot] >> 1]
            grads[slot] = np.zeros(form.shape, form.lane)
    sweep("pick_reverse")(frame.tables, state.tuple, start, stop, int(early), declare.classes)


def _call(state: Adjoints, slot: int) -> None:
    frame, flags, types = state.frame, state.flags, state.types
    if not flags[slot] & REACHED:
        return
    call = frame.calls[frame.code[slot, 1]]
    op: ArrayOp = call.op
    if op is result_op:  # its instruction hands on what has arrived for all
        return
    g: Any = state.of_results(call.results) if op.several else state.get(slot)
    if g is None:
        return
    operands = call.operands
    if op is getitem_op and not forms[types[operands[0]] >> 1].scalar:
        target = operands[0]
        if not flags[target] & NEEDED:
            return
        if state.grads[target] is None:
            form = forms[types[target] >> 1]
            state.grads[target] = np.zeros(form.shape, form.lane)
        add_at(state.grads[target], g, call.static["index"])
        return

    if op.guarded:
        shown = tuple(map(read_only, g)) if op.several else read_only(g)
        fetch = operand_fetcher(frame.form, call.results or slot, operands, shown, lambda s: read_only(frame.value(s)))
    else:
        fetch = operand_fetcher(frame.form, call.results or slot, operands, g, frame.value)
    if op is setitem_op and not forms[types[slot] >> 1].scalar:
        if flags[operands[1]] & NEEDED:
            state.add(operands[1], op.adjoint(1, fetch, call.static))
        if flags[operands[0]] & NEEDED:
            _move_on(state, slot, operands[0], g, call.static)
        return
    under_way = _programs_task() if "program" in call.static and is_seen() else None
    for k, operand in enumerate(operands):
        if flags[operand] & NEEDED and op.differentiable(k):
            try:
                value, form = op.adjoint(k, fetch, call.static), forms[types[operand] >> 1]
            except np.linalg.LinAlgError as error:
                append_place(error, f"in the reverse sweep of {op.shown}")
                raise
            if value.__class__ is not np.ndarray or value.dtype is not form.lane or value.shape != form.shape:
                value = fitted(value, form, adjoint_title(op, k))
            owned = value.base is None and value is not g
            state.add(operand, value, owned)
    for s in call.results or (slot,):
        if s not in state.observed and state.grads:
            state.grads[s] = None
    if under_way is not None:
        under_way.advance()


def _programs_task() -> task | None:
    """Return the task of sweeping checkpoints and scans, which run programs again, in all runs of this sweep."""
    marked = active.sweeps[-1] if active.entered else None
    if not isinstance(marked, Marked):
        return None
    if marked.programs is None:
        calls = [call for run in marked.runs if run.application is None for call in run.frame().calls]
        total = sum("program" in call.static for call in calls)
        marked.programs = task("reverse sweep of checkpoints and scans", total if total > 1 else None).__enter__()
    return marked.programs


def _move_on(state: Adjoints, slot: int, target: int, g: np.ndarray, static: dict[str, Any]) -> None:
    """Turn the adjoint of an assignment into that of the version before, without the overwritten elements."""
    if slot in state.observed or state.grads[target] is not None:
        g = g.copy()
    through(g, static["path"])[static["index"]] = 0.0
    if state.grads[target] is None:
        state.grads[target] = g
    else:
        state.grads[target] += g
    if slot not in state.observed:
        state.grads[slot] = None
