"""The reverse sweep of a run that somebody watches: hooks on its values or nodes, or anomaly detection.

The run's segments are cut where a hook must see an adjoint, and the pieces are swept compiled as always. An instruction
whose own contributions somebody wants to see, each one under anomaly detection, is done alone by its rule.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.autograd import sweep
from tapegrad.autograd.anomaly import explain, is_anomaly_enabled, refuse_nan
from tapegrad.autograd.hooks import Hooks
from tapegrad.autograd.modes import no_grad
from tapegrad.autograd.rules import contributions, decode, handle, hands_on
from tapegrad.autograd.sweep import Adjoints
from tapegrad.machine.layout import CALL, EARLY, ELEMENTWISE, LEAF, NEEDED, REACHED, REGION, STORED, SUM
from tapegrad.ops import declare
from tapegrad.tape.run import Run
from tapegrad.tensor.tensor import Tensor, from_array

_NONE = Hooks()


def run_reverse(state: Adjoints) -> dict[int, np.ndarray]:
    """Sweep one run in reverse, as `sweep.run_reverse`, and call its hooks on the way.

    Returns
    -------
    dict
        By slot, the adjoints of hooked slots as their tensor hooks left them: the node's pre-hooks come after.
    """
    run = state.run
    hooks = run.hooks or _NONE
    run.settle()
    added = run.materialise(passing=True)
    try:
        return _swept(state, hooks)
    finally:
        run.dismiss(added)


def _swept(state: Adjoints, hooks: Hooks) -> dict[int, np.ndarray]:
    run = state.run
    alone = range(run.length) if is_anomaly_enabled() else sorted(hooks.after)
    pending = sorted(hooks.slots | within_regions(state))

    seen: dict[int, np.ndarray] = {}

    def call_hooks(stop: int) -> None:
        """For all slots from `stop` on: what reads them is done."""
        while pending and pending[-1] >= stop:
            slot = pending.pop()
            g = state.final(slot)
            if g is not None and run.flags[slot] & REACHED:
                with no_grad(), explain(run, slot, decode(run, slot)[0].name):
                    adjoint = hooks.of_tensor(slot, from_array(g.copy()))
                    seen[slot] = adjoint._array()
                    if hands_on(run, slot, run.flags):
                        adjoint = hooks.before_single(slot, adjoint)
                state.put(slot, adjoint._array())

    values = _values(run)
    listed = len(run.slot_lists)
    try:
        for piece in reversed(_pieces(run, pending, alone)):
            call_hooks(piece[2] - 1)
            first = piece[1]
            apart = is_anomaly_enabled() or first in hooks.after
            if piece[2] - first == 1 and apart and not run.flags[first] & EARLY:
                _alone(state, hooks, first, values)
            else:
                with np.errstate(all="ignore"):
                    sweep.run_segment(state, piece)
    finally:
        del run.slot_lists[listed:]
    call_hooks(0)
    early = [slot for slot in alone if run.flags[slot] & EARLY]
    for slot in reversed(early):
        _alone(state, hooks, slot, values)
    done, state.adjs[early] = state.adjs[early], 0.0
    sweep.early_picks(state)
    state.adjs[early] = done
    return seen


def within_regions(state: Adjoints) -> set[int]:
    """Observed slots that a region does not store, because no Tensor stood for them when the run was flushed."""
    run = state.run
    return {
        slot
        for slot in state.observed
        if declare.classes[run.code[slot, 0]] == ELEMENTWISE
        and not run.form(slot).scalar
        and not run.flags[slot] & STORED
    }


def _pieces(run: Run, hooked: list[int], alone: Any) -> list[list[int]]:
    """The run's segments, cut behind each hooked slot, and on both sides of what is done alone."""
    cuts = sorted({*(slot + 1 for slot in hooked), *alone, *(slot + 1 for slot in alone)})
    pieces = []
    for segment in run.segments:
        kind, start, stop = segment[:3]
        if kind == CALL:  # what follows the instruction are leaves
            stop = start + 1
        bounds = [start, *cuts[bisect_right(cuts, start) : bisect_right(cuts, stop - 1)], stop]
        if len(bounds) == 2:
            pieces.append([kind, start, stop, *segment[3:]])
            continue
        for first, last in itertools.pairwise(bounds):
            lists = _lists(run, first, last) if kind == REGION else [0, 0, 0, 0]
            pieces.append([kind, first, last, *lists, segment[7]])
    return pieces


def _lists(run: Run, start: int, stop: int) -> list[int]:
    """Where in the slot lists the arrays stand that a piece of a region reads, and those of its own."""
    read: dict[int, None] = {}
    own = []
    for slot in range(start, stop):
        op_class = declare.classes[run.code[slot, 0]]
        if op_class == ELEMENTWISE:
            own.append(slot)
        if op_class in (ELEMENTWISE, SUM):
            operands = run.code[slot, 1 : 4 if op_class == ELEMENTWISE else 2].tolist()
            outside = (s for s in operands if not start <= s < stop or declare.classes[run.code[s, 0]] == LEAF)
            read |= dict.fromkeys(s for s in outside if not run.form(s).scalar)
    at = len(run.slot_lists)
    run.slot_lists += [*read, *own]
    return [at, len(read), at + len(read), len(own)]


def _values(run: Run) -> Callable[[int], Tensor]:
    sources = dict(run.sources)
    return lambda slot: handle(run, slot, sources)


def _alone(state: Adjoints, hooks: Hooks, slot: int, values: Callable[[int], Tensor]) -> None:
    """Hand the adjoint of one instruction to its operands."""
    run = state.run
    g = state.get(slot)
    if g is None or not run.flags[slot] & REACHED or not hands_on(run, slot, run.flags):
        return
    op, operands, static = decode(run, slot)
    needs = [bool(run.flags[s] & NEEDED) for s in operands]
    adjoint = from_array(g.copy())
    with no_grad(), explain(run, slot, op.shown):
        shares = contributions(op, operands, static, slot, adjoint, values, needs, run.form)
        if is_anomaly_enabled():
            refuse_nan(run, slot, op.shown, shares)
        shares = hooks.after_node(slot, shares, [adjoint])
    for operand, share in zip(operands, shares, strict=True):
        if share is not None:
            state.add(operand, np.asarray(share._array()))
    if state.grads and slot not in state.observed:
        state.grads[slot] = None
