"""Differentiable gradients: the reverse sweep of ``create_graph=True`` calls ops on Tensors, which record it.

Each instruction's rule is called with Tensors, so the sweep itself lands on the tape and can be differentiated again.
The old run is first materialised: values that its regions had not stored are computed again.

Tests: tests/autograd/test_create_graph.py
"""

from __future__ import annotations

from typing import Any

from tapegrad.autograd.anomaly import is_anomaly_enabled
from tapegrad.autograd.derivative_rules import handle
from tapegrad.autograd.function_sweep import swept
from tapegrad.autograd.pull import RunPull
from tapegrad.autograd.reachability import Place
from tapegrad.machine.layout import NEEDED, REACHED
from tapegrad.ops.results import result_op
from tapegrad.record.recording import tape
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor


class RecordedSweep(RunPull):
    """The adjoints of one run's slots, as Tensors.

    Parameters
    ----------
    constant : bool
        What the sweep reads enters as plain values, and the result is connected with the seeds alone.
    level : level or None
        In a dual level, gradients have tangents. But from where a tangent of the level was computed on, what the sweep
        reads has none: such places are entered in `later`, with their adjoints, and not passed.
    """

    def __init__(self, run: Run, observed: set[int], constant: bool, level: Any, later: list[tuple[Place, Tensor]]):
        self.pending = {}
        self.run, self._observed, self._constant, self._level, self._later = run, observed, constant, level, later
        self.seen: dict[int, Tensor] = {}
        self.final = self.pending.get
        self.frame = frame = run.frame()
        self.decode: Any = frame.decode
        self.form, self.results = frame.form, frame.results

    def sweep(self) -> None:
        """Sweep the run in reverse."""
        run = self.run
        self._read = read = self.frame.unpacked(run)
        read.frame().materialise()
        if run.application is not None:
            adjoints = swept(read, [self.pending.get(slot) for slot in range(len(self.frame))])
            self.pending.update((slot, g) for slot, g in enumerate(adjoints) if g is not None)
            return
        self._sources, self._handles = dict(run.sources), dict[int, Tensor]()
        self.gathers = not (run.watch.hooks or is_anomaly_enabled())
        self.pull(range(max(self.pending, default=-1), -1, -1), (self.frame.flags & NEEDED).tolist())

    def value(self, slot: int) -> Tensor:
        value = self._handles.get(slot)
        if value is None:
            value = handle(self._read, slot, self._sources)
            if self._constant:
                value = value.detach()
            elif self._level is not None:
                self._level.restored(value, (self.run.serial, slot))
            elif tape.dual is not None:
                value = tape.dual.primal(value)
            self._handles[slot] = value
        return value

    def complete(self, slot: int, g: Any) -> Any:
        run = self.run
        op, operands, _ = self.decode(slot)
        if op is result_op:
            operands = self.decode(operands[0])[1]
        if self._level is not None and self._level.outside(run.serial, slot, operands):
            self._later.append(((run, slot), g))
            return None
        visible, reached = g, self.frame.flags[slot] & REACHED
        if reached:
            visible, g = self.hooked(slot, g)
        if slot in self._observed:
            self.seen[slot] = visible
        return g if reached else None
