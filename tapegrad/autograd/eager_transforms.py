"""Eager transforms: `grad` and `value_and_grad` of a function that was called on fresh leaves, by a compiled sweep.

Invariant: where the result goes back to anything else, or is none of the open run, nothing has changed, and the sweep
is made as all others are.

Tests: tests/func/test_transforms.py, tests/func/test_direct.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import commit, compiled_sweep
from tapegrad.autograd.engine import Sweep
from tapegrad.machine.layout import INPUT
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache.reasons import note, turn
from tapegrad.trace_cache.thresholds import settings


def swept(root: Any, leaves: Sequence[Tensor]) -> tuple[Any, list[Any]] | None:
    """Return the value of a real root without dimensions, and its gradients by leaves of the transform's own, zeros
    where nothing arrives: as NumPy's arrays, and numbers for no dimensions. None if they are to be computed in another
    way.
    """
    pending = tape._open.pending
    if pending is None or root.__class__ is not Tensor or current().dual is not None:
        return None
    family, form = root._family, root._family.form
    if family.run is not pending.run or not family.requires_grad or form.shape or form.dtype.kind != "f":
        return None
    if pending.instructions[root._i][0] == INPUT:
        return None
    ids = {*map(id, leaves)}
    for _, source in pending.run.sources:
        if id(source) not in ids:
            return None
    attempt: Any = compiled_sweep.swept(root)
    compiled = attempt.__class__ is compiled_sweep.Attempt
    if compiled and attempt.stages is None:
        run, _, program, reached, outputs, *_ = attempt
        commit.release(run, pending, program, reached, outputs, False)
        value, gradients = outputs[program.live.index(root._i)], outputs[len(program.live) :]
    else:
        reached = [source for _, source in pending.run.sources]
        results = _staged(attempt, reached) if compiled else _interpreted(root, reached, attempt)
        value, *gradients = [None if t is None else t._array().copy() for t in (root, *results)]
    if settings.timed:
        turn(compiled)
    if len(reached) == 1 == len(leaves) and reached[0] is leaves[0] and gradients[0] is not None:
        return value[()], [g if (g := gradients[0]).ndim else g[()]]
    by_leaf = {id(leaf): g for leaf, g in zip(reached, gradients, strict=False) if g is not None}
    arrays = [by_leaf[id(t)] if id(t) in by_leaf else np.zeros(t.shape, t.dtype) for t in leaves]
    return value[()], [g if g.ndim else g[()] for g in arrays]


def _staged(attempt: compiled_sweep.Attempt, leaves: Sequence[Tensor]) -> list[Any]:
    """Return the gradients of a sweep that goes by stages, or after which another may begin."""
    stages, arrived = compiled_sweep.relayed(attempt)
    results: list[Any] = runtime.autograd.stages.gradients(stages, arrived, leaves)
    runtime.autograd.stages.commit(stages, [], False)
    return results


def _interpreted(root: Tensor, leaves: list[Any], reason: Any) -> list[Any]:
    """Return the gradients that the interpreter computes, for a reason."""
    note("sweep", reason)
    work = Sweep([(root, compiled_sweep.one(root._family.form))], leaves, "grad", False)
    results, updates = work.gradients()
    work.commit(updates, False)
    return results
