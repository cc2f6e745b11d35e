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
from tapegrad.autograd.anomaly import anomaly, explain, refuse_nan
from tapegrad.autograd.hooks import Hooks
from tapegrad.autograd.modes import no_grad
from tapegrad.autograd.rules import contributions, decode, handle
from tapegrad.autograd.sweep import Adjoints
from tapegrad.ops import declare
from tapegrad.tape.run import Run
from tapegrad.tensor import Tensor, from_array
from tapegrad.vm.layout import CALL, ELEMENTWISE, LEAF, NEEDED, REACHED, REGION, SUM

_NONE = Hooks()


def run_reverse(state: Adjoints) -> None:
    """Sweep one run in reverse, as `sweep.run_reverse`, and call its hooks on the way."""
    run = state.run
    hooks = run.hooks or _NONE
    run.settle()
    run.materialise()
    alone = range(run.length) if anomaly.enabled else sorted(hooks.after)
    pending = sorted(hooks.slots)

    def call_hooks(stop: int) -> None:
        """For all slots from `stop` on: what reads them is done."""
        while pending and pending[-1] >= stop:
            slot = pending.pop()
            g = state.get(slot)
            if g is not None and run.flags[slot] & REACHED:
                with no_grad():
                    state.put(slot, hooks.filtered(slot, from_array(g.copy()))._array())

    values = _values(run)
    for piece in reversed(_pieces(run, pending, alone)):
        call_hooks(piece[2] - 1)
        if piece[2] - piece[1] == 1 and (anomaly.enabled or piece[1] in hooks.after):
            _alone(state, hooks, piece[1], values)
        else:
            sweep.run_segment(state, piece)
    call_hooks(0)
    sweep.early_picks(state)


def _pieces(run: Run, hooked: list[int], alone: Any) -> list[list[int]]:
    """The run's segments, cut behind each hooked slot, and on both sides of what is done alone."""
    cuts = sorted({*(slot + 1 for slot in hooked), *alone, *(slot + 1 for slot in alone)})
    pieces = []
    for segment in run.segments:
        kind, start, stop = segment[:3]
        if kind == CALL:  # what may follow it in the segment are inputs
            pieces.append([kind, start, start + 1, *segment[3:]])
            continue
        bounds = [start, *cuts[bisect_right(cuts, start) : bisect_right(cuts, stop - 1)], stop]
        if len(bounds) == 2:
            pieces.append(segment)
            continue
        for first, last in itertools.pairwise(bounds):
            lists = _lists(run, first, last) if kind == REGION else [0, 0, 0, 0]
            pieces.append([kind, first, last, *lists, segment[7]])
    return pieces


def _lists(run: Run, start: int, stop: int) -> list[int]:
    """Where in the slot lists the arrays stand that a piece of a region reads, and those of its own."""
    read: dict[int, None] = {}
    own: dict[int, None] = {}
    for slot in range(start, stop):
        op_class = declare.classes[run.code[slot, 0]]
        if op_class == ELEMENTWISE:
            own[slot] = None
        if op_class in (ELEMENTWISE, SUM):
            operands = run.code[slot, 1 : 4 if op_class == ELEMENTWISE else 2].tolist()
            read |= dict.fromkeys(s for s in operands if s not in own and not run.form(s).scalar)
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
    if g is None or not run.flags[slot] & REACHED or declare.classes[run.code[slot, 0]] == LEAF:
        return
    op, operands, static = decode(run, slot)
    needs = [bool(run.flags[s] & NEEDED) for s in operands]
    adjoint = from_array(g.copy())
    with no_grad(), explain(run, slot, op.name):
        shares = contributions(op, operands, static, slot, adjoint, values, needs, run.form)
        if anomaly.enabled:
            refuse_nan(run, slot, op.name, [share for _, share in shares])
        handed_on = hooks.after_node(slot, [share for _, share in shares], [adjoint])
    for (operand, _), share in zip(shares, handed_on, strict=True):
        if share is not None:
            state.add(operand, np.asarray(share._array()))
    if state.grads and slot not in state.observed:
        state.grads[slot] = None
