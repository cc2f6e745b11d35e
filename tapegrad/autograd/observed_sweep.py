"""The interpreted reverse sweep of a run with hooks on its values or nodes, or under anomaly detection.

It is a pull over arrays (see `tapegrad.autograd.pull`) from one observed instruction to the next; what lies between
them is swept compiled as always. An instruction whose own contributions are observed, each one under anomaly detection,
hands them on by its rule; any other is the last of the stretch before it.

Tests: tests/autograd/test_hook_programs.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.compiled_hooks import Answer
from tapegrad.autograd.derivative_rules import handle
from tapegrad.autograd.grad_mode import no_grad
from tapegrad.autograd.pull import RunPull
from tapegrad.autograd.sweep import Adjoints, check_partials, early_picks, run_segment
from tapegrad.ir.forms import RESULTS
from tapegrad.machine.layout import CALL, EARLY, ELEMENTWISE, NEEDED, REACHED, REGION, SUM
from tapegrad.ops import declare
from tapegrad.record.modes import current
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor, from_array


class Watched(Adjoints, RunPull):
    """The adjoints of one run's slots during a sweep that hooks and anomaly detection may see.

    Parameters
    ----------
    answers : dict, optional
        Of hooks that a program has called, which are not called again; no others are.
    """

    gathers = False
    _stops: Collection[int]
    _alone: set[int]

    def __init__(self, run: Run, observed: set[int], answers: dict[int, Answer | None] | None = None) -> None:
        super().__init__(run, observed)
        self._answers = answers

    def sweep(self) -> None:
        run, frame = self.run, self.frame
        if frame.saved is not None:
            self.run = run = frame.unpacked(run)
            self.frame = frame = run.frame()
        if declare.incomplete:
            check_partials(frame)
        hooks, anomaly = run.watch.hooks, current().anomaly
        if not (hooks or self._answers or anomaly):
            super().sweep()
            return
        self._stops = self._answers or (hooks.slots if hooks else set())
        alone = range(len(frame)) if anomaly else sorted(hooks.after) if hooks else []
        early = [slot for slot in alone if frame.flags[slot] & EARLY]
        self._alone = {*alone}.difference(early)
        self._sources = dict(run.sources)
        self.decode, self.form, self.results = frame.decode, frame.form, frame.results
        frame.settle()
        added = frame.materialise(passing=True)
        try:
            self.pending, needed = self, (frame.flags & NEEDED).tolist()
            self.pull(self._observed(), needed)
            self._stops, self._alone = {}, {*early}
            self.pull(reversed(early), needed)
        finally:
            self.pending = None  # no cycle of references
            frame.dismiss(added)
        if frame.early:
            self.adjs[early] = 0.0
            early_picks(self)

    def _observed(self) -> Iterator[int]:
        """Pass the observed slots, the last first, and sweep the instructions between them."""
        waiting = sorted(self._alone.union(self._stops))
        for segment in reversed(self.frame.segments):
            start, stop = segment[1], segment[2]
            if segment[0] == CALL:  # what follows the instruction are leaves
                stop = start + 1
            while waiting and waiting[-1] >= start:
                slot = waiting.pop()
                if slot < stop:
                    self._stretch(segment, slot + 1, stop)
                    stop = slot if slot in self._alone else slot + 1
                yield slot
            self._stretch(segment, start, stop)
        yield from reversed(waiting)

    def _stretch(self, segment: list[int], start: int, stop: int) -> None:
        """Sweep some instructions of a segment."""
        if start == stop:
            return
        lists = None
        if segment[0] == REGION and segment[1:3] != [start, stop]:  # a piece, of which other pieces read all results
            rows = self.frame.code[start:stop]
            classes = declare.classes[rows[:, 0]]
            inside = (np.flatnonzero(classes == ELEMENTWISE) + start).tolist()
            read = {*rows[(classes == ELEMENTWISE) | (classes == SUM), 1:].ravel().tolist()}.difference(inside)
            lists = [slot for slot in read if not self.frame.form(slot).scalar], inside
        with np.errstate(all="ignore"):
            run_segment(self, [segment[0], start, stop, *segment[3:]], lists)

    def __contains__(self, slot: int) -> bool:
        if not self.flags[slot] & REACHED:
            return False
        if self.form(slot) is RESULTS:
            return self.of_results(self.results(slot)) is not None
        return slot in self._stops or self.get(slot) is not None

    def gather(self, instruction: int, index: int, g: Any) -> None:
        self.put(self.results(instruction)[index], g)

    def gathered(self, instruction: int, grads: Any) -> tuple[Any, ...]:
        slots = self.results(instruction)
        arrived: Any = self.of_results(slots)
        for slot in slots:
            if self.grads:
                self.grads[slot] = None
        return arrived

    def pop(self, slot: int) -> np.ndarray | None:
        """Return the adjoint of a slot, and drop it if it is an array."""
        g = self.final(slot)
        if self.grads:
            self.grads[slot] = None
        return g

    def value(self, slot: int) -> Tensor:
        return handle(self.run, slot, self._sources)

    def complete(self, slot: int, g: Any) -> Any:
        if slot in self._stops:
            pair = self._answers.get(slot) if self._answers else None
            if pair is None:
                with no_grad():
                    pair = _arrays(*self.hooked(slot, _tensors(g)))
            self.seen[slot], g = pair
        elif slot in self.observed:
            self.seen.setdefault(slot, g)
        if slot in self._alone:
            return g
        for s, share in zip(self.results(slot), g, strict=True) if g.__class__ is tuple else ((slot, g),):
            self.put(s, share)
        return None

    def shares(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> Sequence[Any]:
        with no_grad():
            tensors = super().shares(op, operands, static, slot, _tensors(g), needs)
        return [None if t is None else np.asarray(t._array()) for t in tensors]


def _tensors(g: Any) -> Any:
    """Return an adjoint as a Tensor, or those of several results."""
    return tuple(map(from_array, g)) if g.__class__ is tuple else from_array(g)


def _arrays(*adjoints: Any) -> tuple[Any, ...]:
    return tuple([tuple([t._array() for t in g]) if g.__class__ is tuple else g._array() for g in adjoints])
