"""The reverse sweep: adjoints of seeds, newest run first, computed by the compiled sweeps.

A sweep has three parts. *Marking* follows the graph from the roots and refuses a consumed tape, before anything has
changed. *Running* computes adjoints in memory of its own. *Committing* hands out gradients and frees what is
consumed, all at once at the end, so that an exception before leaves everything as it was.

Adjoints of scalar slots lie in `adjs` beside the run's `vals`; those of arrays in the list `grads`, where the
first contribution is written and later ones are added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import TapeFreedError
from tapegrad.ops import declare
from tapegrad.ops.declare import ArrayOp
from tapegrad.ops.indexing import add_at, getitem_op, setitem_op, through
from tapegrad.tape.forms import F4, Form, forms
from tapegrad.tape.run import Run, run_region, table_f4, table_f8
from tapegrad.vm import pool
from tapegrad.vm.layout import (
    CALL,
    FRESH,
    NEEDED,
    PICKS,
    REACHED,
    REGION,
    SCALARS_F4,
    SCALARS_F8,
)
from tapegrad.vm.loops import scalar_sweep, sweep

Place = tuple[Run, int]
_FREED = "{}: this part of the tape was freed by an earlier sweep. Pass retain_graph=True to the first call."


class Marked:
    """The runs that a sweep visits, newest first, with their flags set.

    Parameters
    ----------
    roots : list of (run, slot)
    targets : list of (run, slot) or None
        The slots whose adjoints are asked for; None for all leaves.
    leaves : set of int or None
        Identities of the leaf Tensors asked for; None for all.
    """

    def __init__(self, roots: Sequence[Place], targets: Sequence[Place] | None, leaves: set[int] | None, function: str):
        self.runs = _reachable({run for run, _ in roots})
        self.limited = targets is not None or leaves is not None
        self.function = function
        try:
            if self.limited:
                self._limit(targets or (), leaves or set())
            self._reach(roots)
        except BaseException:
            self.unmark()
            raise

    def _limit(self, targets: Sequence[Place], leaves: set[int]) -> None:
        """Leave NEEDED only on what the targets influence."""
        for run in self.runs:
            if not run.freed:
                run.flags &= np.uint8(0xFF & ~NEEDED)
        for run, slot in targets:
            if not run.freed:
                run.flags[slot] |= NEEDED
        for run in reversed(self.runs):
            if run.freed:
                continue
            for slot, source in run.sources:
                if source.__class__ is tuple:
                    earlier, place = source
                    if earlier.freed:  # whether the targets lie behind it can only be told by run: rather refuse
                        behind = any(run.serial <= earlier.serial for run, _ in targets)
                        needed = behind or not leaves.isdisjoint(earlier.leaves)
                    else:
                        needed = earlier.flags[place] & NEEDED
                    if needed:
                        run.flags[slot] |= NEEDED
                elif id(source) in leaves:
                    run.flags[slot] |= NEEDED
            spans, flat = run.call_tables()
            sweep("mark_needed")(run.frame, len(run.code), declare.classes, spans, flat)

    def _reach(self, roots: Sequence[Place]) -> None:
        entered: dict[Run, list[int]] = {}
        for run, slot in roots:
            entered.setdefault(run, []).append(slot)
        for run in self.runs:
            slots = entered.get(run)
            if slots is None:
                continue
            if run.freed or run.mark(slots, self.limited) >= 0:
                raise TapeFreedError(_FREED.format(self.function))
            for slot, source in run.sources:
                if source.__class__ is tuple and run.flags[slot] & REACHED:
                    entered.setdefault(source[0], []).append(source[1])
        self.entered = entered

    def unmark(self) -> None:
        """Set NEEDED again on all that requires grad."""
        if self.limited:
            for run in self.runs:
                if not run.freed:
                    run.flags |= (run.kinds & 1).astype(np.uint8) * np.uint8(NEEDED)


def _reachable(runs: set[Run]) -> list[Run]:
    if len(runs) == 1 and not any(source.__class__ is tuple for run in runs for _, source in run.sources):
        return list(runs)
    found = set(runs)
    waiting = list(runs)
    while waiting:
        for _, source in waiting.pop().sources:
            if source.__class__ is tuple and source[0] not in found:
                found.add(source[0])
                waiting.append(source[0])
    return sorted(found, key=lambda run: -run.serial)


class Adjoints:
    """The adjoints of one run's slots during a sweep."""

    __slots__ = ("adjs", "grads", "observed", "run", "tuple")

    def __init__(self, run: Run, observed: set[int]) -> None:
        self.run, self.observed = run, observed
        n = len(run.code)
        self.adjs = np.zeros(n)
        self.grads: list[np.ndarray | None] = [None] * n if run.arrays else []
        self.tuple = (self.adjs, self.grads, None)

    def add(self, slot: int, value: np.ndarray) -> None:
        """Add a contribution that others may hold."""
        form = self.run.form(slot)
        if form.scalar:
            self._add_scalar(slot, form, value)
            return
        old = self.grads[slot]
        if old is None:
            new = pool.empty(form.shape, form.lane)
            np.add(value, 0.0, out=new)  # no -0.0, as in kernels
            self.grads[slot] = new
        else:
            old += value

    def add_owned(self, slot: int, value: Any) -> None:
        """Add a contribution that nobody else holds: it may become the adjoint itself."""
        form = self.run.form(slot)
        if form.scalar:
            self._add_scalar(slot, form, value)
        elif (
            self.grads[slot] is None and value.flags.c_contiguous and value.flags.writeable and value.dtype == form.lane
        ):
            self.grads[slot] = value
        else:
            self.add(slot, value)

    def _add_scalar(self, slot: int, form: Form, value: Any) -> None:
        number = value.item() if isinstance(value, np.ndarray) else value
        if form.lane is F4:
            self.adjs.view(np.float32)[2 * slot] += number
        else:
            self.adjs[slot] += number

    def final(self, slot: int) -> np.ndarray | None:
        """As `get`, but zeros where the sweep passed and no contribution was worth writing."""
        g = self.get(slot)
        if g is None and self.run.flags[slot] & REACHED:
            form = self.run.form(slot)
            g = np.zeros(form.shape, form.lane)
        return g

    def get(self, slot: int) -> np.ndarray | None:
        """The adjoint of a slot, None if nothing arrived there."""
        form = self.run.form(slot)
        if form.scalar:
            return self.run.scalar(self.adjs, slot) if self.run.flags[slot] & REACHED else None
        return self.grads[slot]


def run_reverse(state: Adjoints) -> None:
    """Sweep one run in reverse."""
    run = state.run
    code, vals, adjs = run.code, run.vals, state.adjs
    if declare.incomplete:
        _check_partials(run)
    for segment in reversed(run.segments):
        kind, start, stop = segment[0], segment[1], segment[2]
        if kind == SCALARS_F8:
            scalar_sweep("reverse", "f8")(code, vals, start, stop, table_f8, adjs, run.flags)
        elif kind == REGION:
            if run.deferred:
                run.allocate(segment)
                _region(state, segment, True)
                run.settle(visited=True)
            else:
                _region(state, segment, False)
        elif kind == CALL:
            _call(state, start)
        elif kind == SCALARS_F4:
            scalar_sweep("reverse", "f4")(code, vals, start, stop, table_f4, adjs, run.flags)
        elif kind == PICKS:
            _picks(state, start, stop, False)
    if run.early:
        _picks(state, 0, len(run.code), True)


def _check_partials(run: Run) -> None:
    """Call the partials that ops lack where the sweep needs them.

    Raises
    ------
    GradientError
        Which is all that they do.
    """
    places = np.isin(run.code[:, 0], [*declare.incomplete]) & (run.flags & REACHED != 0)
    for code, *operands in run.code[places].tolist():
        op: Any = declare.table[code]
        for argument, operand in zip(op.arguments, operands, strict=False):
            if argument in op.lacks and run.flags[operand] & NEEDED:
                op.partials[argument](**{argument: None})


def _region(state: Adjoints, segment: list[int], visit: bool) -> None:
    run, grads, flags = state.run, state.grads, state.run.flags
    fresh = []
    lanes = forms[segment[7]].size
    for slot in run.slot_lists[segment[3] : segment[3] + segment[4]]:
        if grads[slot] is None and flags[slot] & NEEDED:
            form = run.form(slot)
            if form.size == lanes:
                grads[slot] = pool.empty(form.shape, form.lane)
                flags[slot] |= FRESH
                fresh.append(slot)
            else:
                grads[slot] = np.zeros(form.shape, form.lane)
    outputs = run.slot_lists[segment[5] : segment[5] + segment[6]]
    for slot in outputs:
        if grads[slot] is None and slot in state.observed:
            form = run.form(slot)
            grads[slot] = pool.empty(form.shape, form.lane)
            flags[slot] |= FRESH
            fresh.append(slot)
    try:
        run_region("region_reverse", run.frame, state.tuple, segment, visit)
    finally:  # a mark that outlived an interruption would make a later sweep overwrite contributions
        for slot in fresh:
            if flags[slot] & FRESH:
                flags[slot] &= np.uint8(0xFF & ~FRESH)
                grads[slot] = None
    for slot in outputs:
        if slot not in state.observed:
            grads[slot] = None


def _picks(state: Adjoints, start: int, stop: int, early: bool) -> None:
    run, grads = state.run, state.grads
    codes = run.code[start:stop]
    picks = declare.classes[codes[:, 0]] == declare.PICK
    for slot in np.unique(codes[picks, 1]).tolist():
        if grads[slot] is None and run.flags[slot] & REACHED:
            form = run.form(slot)
            grads[slot] = np.zeros(form.shape, form.lane)
    sweep("pick_reverse")(run.frame, state.tuple, start, stop, int(early), declare.classes)


def operand_fetcher(
    form: Callable[[int], Form], slot: int, operands: Sequence[int], g: Any, value: Callable[[int], Any]
) -> Callable[[str, int], Any]:
    """What `ArrayOp.adjoint` asks for: `value` gives the value of a slot, as an array or a Tensor."""

    def fetch(what: str, k: int) -> Any:
        if what == "g":
            return g
        if what == "value":
            return value(operands[k])
        if what == "out":
            return value(slot)
        if what == "shape":
            return form(operands[k]).shape
        if what == "args":
            return tuple(value(s) for s in operands)
        return [form(s).shape for s in operands]

    return fetch


def _call(state: Adjoints, slot: int) -> None:
    run = state.run
    if not run.flags[slot] & REACHED:
        return
    g = state.get(slot)
    if g is None:
        return
    call = run.calls[run.code[slot, 1]]
    op: ArrayOp = call.op
    operands = call.operands
    if op is getitem_op and not run.form(operands[0]).scalar:
        target = operands[0]
        if state.grads[target] is None:
            form = run.form(target)
            state.grads[target] = np.zeros(form.shape, form.lane)
        add_at(state.grads[target], g, call.static["index"])
        return

    fetch = operand_fetcher(run.form, slot, operands, g, run.value)
    if op is setitem_op and not run.form(slot).scalar:
        if run.flags[operands[1]] & NEEDED:
            state.add(operands[1], op.adjoint(1, fetch, call.static))
        if run.flags[operands[0]] & NEEDED:
            _move_on(state, slot, operands[0], g, call.static)
        return
    for k, operand in enumerate(operands):
        if run.flags[operand] & NEEDED and op.differentiable(k):
            value = op.adjoint(k, fetch, call.static)
            owned = isinstance(value, np.ndarray) and value.base is None and value is not g
            (state.add_owned if owned else state.add)(operand, value)
    if slot not in state.observed and state.grads:
        state.grads[slot] = None


def _move_on(state: Adjoints, slot: int, target: int, g: np.ndarray, static: dict[str, Any]) -> None:
    """The adjoint of an assignment becomes that of the version before, without the overwritten elements."""
    if slot in state.observed or state.grads[target] is not None:
        g = g.copy()
    through(g, static["path"])[static["index"]] = 0.0
    if state.grads[target] is None:
        state.grads[target] = g
    else:
        state.grads[target] += g
    if slot not in state.observed:
        state.grads[slot] = None


def reverse(
    marked: Marked, seeds: Sequence[tuple[Place, np.ndarray]], observed: Sequence[Place]
) -> tuple[dict[int, tuple[Any, np.ndarray]], dict[tuple[int, int], np.ndarray | None]]:
    """Run the marked sweep.

    Returns
    -------
    leaves : dict
        From the identity of a leaf Tensor to the leaf and its gradient.
    places : dict
        From (run serial, slot) of each observed place to its adjoint.
    """
    watched: dict[Run, set[int]] = {}
    for run, slot in observed:
        watched.setdefault(run, set()).add(slot)
    states: dict[Run, Adjoints] = {}

    def state_of(run: Run) -> Adjoints:
        state = states.get(run)
        if state is None:
            state = states[run] = Adjoints(run, watched.get(run, _NOBODY))
        return state

    for (run, slot), seed in seeds:
        state_of(run).add(slot, seed)
    leaves: dict[int, tuple[Any, np.ndarray]] = {}
    places: dict[tuple[int, int], np.ndarray | None] = {}
    for run in marked.runs:
        state = states.pop(run, None)
        if state is None:
            continue
        run_reverse(state)
        for slot in watched.get(run, ()):
            places[run.serial, slot] = state.final(slot)
        for slot, source in run.sources:
            if not run.flags[slot] & NEEDED:
                continue
            g = state.final(slot)
            if g is None:
                continue
            if source.__class__ is tuple:
                if source[0] in marked.entered:
                    state_of(source[0]).add_owned(source[1], g)
            else:
                known = leaves.get(id(source))
                leaves[id(source)] = source, g if known is None else known[1] + g
    return leaves, places


_NOBODY: set[int] = set()


def commit(marked: Marked, retain: bool) -> None:
    """Free what the sweep consumed."""
    marked.unmark()
    if not retain:
        for run in sorted(marked.entered, key=lambda run: run.serial):
            run.consume()
