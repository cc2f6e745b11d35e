"""Gradients of a function that a transform has called on leaves of its own: by a program, as arrays, at once.

Invariant: where the result goes back to anything else, or there is no program yet, nothing has changed, and the sweep
is made as all others are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tapegrad.autograd import commit
from tapegrad.autograd.exits import arrive, execute
from tapegrad.autograd.marking import active
from tapegrad.tape.reasons import Reason, Refusal, turn
from tapegrad.tape.recording import tape
from tapegrad.tape.thresholds import settings
from tapegrad.tensor.tensor import Tensor


def swept(root: Tensor, leaves: Sequence[Tensor]) -> tuple[np.ndarray, list[np.ndarray]] | None:
    """Return the value of a root, and its gradients by leaves of the transform's own, zeros where nothing arrives.

    None if they are to be computed in another way.
    """
    pending = tape._open.pending
    family, slot = root._family, root._i
    if pending is None or family.run is not pending.run or not family.requires_grad:
        return None
    if active.entered or tape.applying:
        return None
    sources = pending.run.sources
    known = {*map(id, leaves)}
    for _, source in sources:
        if id(source) not in known or source._node.hooks is not None:
            return None
    arrival = arrive(pending)
    if arrival.__class__ is Reason:
        return None
    node, alive = arrival  # type: ignore[misc]
    found = node.exits.get((slot, alive, ()))
    if found is None or found.thread is not tape.thread or found.artefact is None:
        return None  # which is counted where the sweep is made
    program = found.artefact
    if program.__class__ is Refusal or program.after is not None or len(program.leaves) != len(sources):
        return None
    outputs = execute(pending, node, program)
    if outputs.__class__ is Reason:
        return None
    reached = [sources[k][1] for k in program.leaves]
    commit.release(pending.run, pending, program, reached, outputs, False)
    if settings.timed:
        turn(True)
    value, gradients = program.shown(outputs)[slot], outputs[len(program.live) :]
    if len(leaves) == 1 == len(reached):
        return value, gradients[:1]
    by_leaf = {id(leaf): g for leaf, g in zip(reached, gradients, strict=False)}
    return value, [g if (g := by_leaf.get(id(t))) is not None else np.zeros(t.shape, t.dtype) for t in leaves]
