"""The reverse sweep of a run that is observed: hooks on its values or nodes, or anomaly detection.

The run's segments are cut where a hook must see an adjoint, and the pieces are swept compiled as always. An instruction
whose own contributions are observed, each one under anomaly detection, is done alone by its rule.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.autograd.anomaly import explain, is_anomaly_enabled
from tapegrad.autograd.compiled_hooks import Answer, answer
from tapegrad.autograd.hooks import Hooks
from tapegrad.autograd.modes import no_grad
from tapegrad.autograd.rules import handed_on, handle, hands_on
from tapegrad.autograd.sweep import Adjoints, check_partials, early_picks, run_segment
from tapegrad.machine.layout import CALL, EARLY, ELEMENTWISE, LEAF, REACHED, REGION, STORED, SUM
from tapegrad.ops import declare
from tapegrad.record.frame import Frame
from tapegrad.record.modes import current
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor, from_array

_NONE = Hooks()


class Watched(Adjoints):
    """The adjoints of one run's slots during a sweep that hooks and anomaly detection may see."""

    __slots__ = ("answers",)

    def __init__(self, run: Run, observed: set[int], answers: dict[int, Answer | None] | None = None) -> None:
        super().__init__(run, observed)
        self.answers = answers  # of hooks that a program has called; None where none are to be called

    def sweep(self) -> None:
        run, frame = self.run, self.frame
        if frame.saved is not None:
            self.run = run = frame.unpacked(run)
            self.frame = frame = run.frame()
        if declare.incomplete:
            check_partials(frame)
        if not (run.watch.hooks or self.answers or current().anomaly or (self.observed and self._within_regions())):
            super().sweep()
            return
        frame.settle()
        added = frame.materialise(passing=True)
        try:
            self._watch(run.watch.hooks or _NONE)
        finally:
            frame.dismiss(added)

    def _within_regions(self) -> set[int]:
        """Return observed slots that a region does not store, because no Tensor stood for them when the run was
        flushed."""
        frame = self.frame
        return {
            slot
            for slot in self.observed
            if declare.classes[frame.code[slot, 0]] == ELEMENTWISE
            and not frame.form(slot).scalar
            and not frame.flags[slot] & STORED
        }

    def _watch(self, hooks: Hooks) -> None:
        """Sweep the run in pieces, and call its hooks in between."""
        run, frame = self.run, self.frame
        alone = range(len(frame)) if is_anomaly_enabled() else sorted(hooks.after)
        stops = hooks.slots if self.answers is None else {*self.answers}
        answers = self.answers or {}
        pending = sorted(stops | self._within_regions())

        def call_hooks(stop: int) -> None:
            """Call the hooks of all slots from `stop` on: what reads them is done."""
            while pending and pending[-1] >= stop:
                slot = pending.pop()
                g = self.final(slot)
                if g is not None and frame.flags[slot] & REACHED:
                    known = answers.get(slot)
                    if known is None:
                        with explain(run, slot, frame.decode(slot)[0].name):
                            known = answer(hooks, slot, g.copy(), hands_on(frame, slot))
                    self.seen[slot], adjoint = known
                    self.put(slot, adjoint)

        values = _values(run)
        listed = len(frame.slot_lists)
        try:
            for piece in reversed(_pieces(frame, pending, alone)):
                call_hooks(piece[2] - 1)
                first = piece[1]
                apart = is_anomaly_enabled() or first in hooks.after
                if piece[2] - first == 1 and apart and not frame.flags[first] & EARLY:
                    self._alone(hooks, first, values)
                else:
                    with np.errstate(all="ignore"):
                        run_segment(self, piece)
        finally:
            del frame.slot_lists[listed:]
        call_hooks(0)
        early = [slot for slot in alone if frame.flags[slot] & EARLY]
        for slot in reversed(early):
            self._alone(hooks, slot, values)
        done, self.adjs[early] = self.adjs[early], 0.0
        if frame.early:
            early_picks(self)
        self.adjs[early] = done

    def _alone(self, hooks: Hooks, slot: int, values: Callable[[int], Tensor]) -> None:
        """Hand the adjoint of one instruction to its operands."""
        run, frame = self.run, self.frame
        g = self.get(slot)
        if g is None or not frame.flags[slot] & REACHED or not hands_on(frame, slot):
            return
        with no_grad():
            shares = handed_on(run, slot, from_array(g.copy()), values, hooks, before=False)
        for operand, share in zip(frame.decode(slot)[1], shares, strict=True):
            if share is not None:
                self.add(operand, np.asarray(share._array()))
        if self.grads and slot not in self.observed:
            self.grads[slot] = None


def _pieces(frame: Frame, hooked: list[int], alone: Any) -> list[list[int]]:
    """Return the run's segments, cut behind each hooked slot, and on both sides of what is done alone."""
    cuts = sorted({*(slot + 1 for slot in hooked), *alone, *(slot + 1 for slot in alone)})
    pieces = []
    for segment in frame.segments:
        kind, start, stop = segment[:3]
        if kind == CALL:  # what follows the instruction are leaves
            stop = start + 1
        bounds = [start, *cuts[bisect_right(cuts, start) : bisect_right(cuts, stop - 1)], stop]
        if len(bounds) == 2:
            pieces.append([kind, start, stop, *segment[3:]])
            continue
        for first, last in itertools.pairwise(bounds):
            lists = _lists(frame, first, last) if kind == REGION else [0, 0, 0, 0]
            pieces.append([kind, first, last, *lists, segment[7]])
    return pieces


def _lists(frame: Frame, start: int, stop: int) -> list[int]:
    """Return where in the slot lists the arrays stand that a piece of a region reads, and those of its own."""
    read: dict[int, None] = {}
    own = []
    for slot in range(start, stop):
        op_class = declare.classes[frame.code[slot, 0]]
        if op_class == ELEMENTWISE:
            own.append(slot)
        if op_class in (ELEMENTWISE, SUM):
            operands = frame.code[slot, 1 : 4 if op_class == ELEMENTWISE else 2].tolist()
            outside = (s for s in operands if not start <= s < stop or declare.classes[frame.code[s, 0]] == LEAF)
            read |= dict.fromkeys(s for s in outside if not frame.form(s).scalar)
    at = len(frame.slot_lists)
    frame.slot_lists += [*read, *own]
    return [at, len(read), at + len(read), len(own)]


def _values(run: Run) -> Callable[[int], Tensor]:
    sources = dict(run.sources)
    return lambda slot: handle(run, slot, sources)
