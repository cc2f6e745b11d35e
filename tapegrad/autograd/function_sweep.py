"""Sweeps through a custom function's run: calls backward with the adjoints of the results.

Tests: tests/autograd/test_function.py
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from tapegrad.autograd.anomaly import explain, is_anomaly_enabled, refuse_nan
from tapegrad.autograd.derivative_rules import handle
from tapegrad.autograd.function_application import Application, read_slot
from tapegrad.autograd.grad_mode import no_grad, unrecorded
from tapegrad.autograd.hooks import Hooks
from tapegrad.machine.layout import NEEDED
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.run import UNWATCHED, Run
from tapegrad.tensor.tensor import Tensor, from_array


class Collected:
    """The adjoints of a Function's run during a sweep; None where nothing arrived."""

    def __init__(self, run: Run, observed: set[int]) -> None:
        self.run = run
        self.grads: list[np.ndarray | None] = [None] * len(run.backing)

    def add(self, slot: int, value: Any, owned: bool = False) -> None:
        """Set the adjoint of a slot."""
        form = self.run.backing.form(slot)
        self.grads[slot] = np.add(np.asarray(value, form.lane).reshape(form.shape), 0.0)

    def sweep(self) -> None:
        """Call the Function's backward."""
        with no_grad():
            adjoints = [None if g is None else from_array(np.asarray(g)) for g in self.grads]
            shares = swept(self.run.frame().unpacked(self.run), adjoints)
        self.grads = [None if t is None else np.array(t._array()) for t in shares]  # backward may keep what it gives

    def final(self, slot: int) -> np.ndarray | None:
        """Return the adjoint of a slot."""
        return self.grads[slot]

    seen: Final[dict[int, np.ndarray]] = {}


_NONE = Hooks()


def swept(run: Run, adjoints: list[Tensor | None]) -> list[Tensor | None]:
    """Return adjoints of all slots of a Function's run; its hooks are called on the way.

    They come from those of its results, and for arguments also from instructions that read a saved argument itself.
    """
    application: Application = run.application
    hooks = run.watch.hooks or _NONE
    first, frame = application.count, run.frame()
    slots = tuple(range(first, len(frame)))
    grads = adjoints[first:]
    if run.watch.hooks is not None:
        with explain(run, first, application.name):
            grads = [g if g is None else hooks.of_tensor(slot, g) for slot, g in zip(slots, grads, strict=True)]
    inputs = adjoints[:first]  # of a recorded sweep, which reads a leaf as it was
    if all(g is None for g in grads) or not any(frame.flags[slot] & NEEDED for slot in range(first)):
        return [*inputs, *grads]
    with explain(run, first, application.name):
        passed = hooks.before_node(slots, grads)
        sources = dict(run.sources)
        origins = []
        if tape.grad_enabled:
            origins = [handle(run, k, sources) if s.__class__ is tuple else s for k, s in sources.items()]
        needs = (frame.types[:first] & 1).tolist()
        with application.measured(frame.line(first), True):
            shares = application.adjoints(passed, needs, functools.partial(read_slot, run, sources), origins)
        shares = hooks.after_node(first, shares, passed)
        if is_anomaly_enabled():
            refuse_nan(run, first, application.name, shares)
    totals = [a if b is None else b if a is None else a + b for a, b in zip(inputs, shares, strict=True)]
    return [*totals, *grads]


def called(run: Run, adjoints: dict[int, np.ndarray]) -> list[tuple[Any, np.ndarray]]:
    """Return sources of a Function's run with the gradients from its backward, for adjoints of results, where no sweep
    is recorded.
    """
    with unrecorded():
        of_results = min(adjoints) >= run.application.count  # a saved argument that was read has an adjoint of its own
        if of_results and run.watch is UNWATCHED and current().plain:
            shares = run.application.called(run, adjoints)
        else:
            shares = swept(run, [from_array(adjoints[s]) if s in adjoints else None for s in range(len(run.backing))])
    return [
        (source, t._node.array if t._family.run is None else t._array())
        for slot, source in run.sources
        if (t := shares[slot]) is not None
    ]
