"""The reverse sweep as recorded operations: what ``create_graph=True`` runs.

Each instruction's rule is called with Tensors, so the sweep itself lands on the tape and can be differentiated again.
The old run is first materialised: values that its regions had not stored are computed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.sweep import Marked, Place, operand_fetcher
from tapegrad.ops import declare
from tapegrad.ops.declare import ArrayOp, Elementwise
from tapegrad.ops.elementwise import equal, gated_multiply, where
from tapegrad.ops.shaping import sum_to
from tapegrad.tape.record import Kind
from tapegrad.tape.run import Run
from tapegrad.tensor import Tensor, from_array
from tapegrad.vm.layout import LEAF, NEEDED, PICK, REACHED


def _handle(run: Run, slot: int, sources: dict[int, Any]) -> Tensor:
    """A Tensor that stands for a slot of a closed run."""
    source = sources.get(slot)
    if source is not None and source.__class__ is not tuple:
        return source
    requires_grad = bool(run.kinds[slot] & 1)
    form = run.form(slot)
    if not requires_grad:
        return from_array(run.value(slot), form.dtype)
    if source is not None:
        run, slot = source
    t = Tensor()
    t._kind, t._i = Kind(form, True, run), slot
    return t


def contribution(g: Tensor, partial: Any, selects: bool = False) -> Tensor:
    """``g * partial`` under absolute zero; `selects` as in the op's record."""
    if isinstance(partial, Tensor):
        product = gated_multiply(g, partial if partial.dtype == g.dtype else partial.astype(g.dtype))
        return where(equal(partial, 0.0), 0.0, product) if selects else product
    if partial == 0:
        return from_array(np.zeros(g.shape, g.dtype))
    return g if partial == 1 else -g if partial == -1 else g * float(partial)


def _contributions(run: Run, slot: int, g: Tensor, values: Any) -> list[tuple[int, Tensor]]:
    """Operand slots of one instruction and what they receive."""
    op = declare.table[run.code[slot, 0]]
    result = []
    if isinstance(op, Elementwise):
        operands = run.code[slot, 1 : 1 + len(op.arguments)].tolist()
        known = dict(zip(op.arguments, operands, strict=True)) | {"out": slot}
        from tapegrad.vm.kernels import parameters

        for argument, operand in zip(op.arguments, operands, strict=True):
            if run.flags[operand] & NEEDED and argument in op.partials:
                partial = op.partials[argument](**{p: values(known[p]) for p in parameters(op, argument)})
                result.append((operand, sum_to(contribution(g, partial, op.selects), run.form(operand).shape)))
        return result
    assert isinstance(op, ArrayOp)
    if op.op_class == declare.ARRAY:
        call = run.calls[run.code[slot, 1]]
        operands, static = call.operands, call.static
    else:
        operands = [int(run.code[slot, 1])]
        static = {"offset": int(run.code[slot, 2])} if op.op_class == PICK else {}

    fetch = operand_fetcher(run, slot, operands, g, values)
    for k, operand in enumerate(operands):
        if run.flags[operand] & NEEDED and op.differentiable(k):
            result.append((operand, op.adjoint(k, fetch, static)))
    return result


def reverse(
    marked: Marked, seeds: Sequence[tuple[Place, Tensor]], observed: Sequence[Place]
) -> tuple[dict[int, tuple[Any, Tensor]], dict[tuple[int, int], Tensor | None]]:
    """Record the marked sweep; the arguments and results are those of `tapegrad.autograd.sweep.reverse`."""
    # Recording opens new runs and may flush, but never touches the marked ones: take their marks first.
    marks = {run: run.flags.copy() for run in marked.entered}
    watched = {(run.serial, slot) for run, slot in observed}
    adjoints: dict[Run, dict[int, Tensor]] = {}
    for (run, slot), seed in seeds:
        _accumulate(adjoints.setdefault(run, {}), slot, seed)
    leaves: dict[int, tuple[Any, Tensor]] = {}
    places: dict[tuple[int, int], Tensor | None] = dict.fromkeys(watched)
    for run in marked.runs:
        pending = adjoints.pop(run, None)
        if pending is None:
            continue
        run.materialise()
        sources = dict(run.sources)
        handles: dict[int, Tensor] = {}

        def values(slot: int, run: Run = run, sources: dict[int, Any] = sources, handles: Any = handles) -> Tensor:
            if slot not in handles:
                handles[slot] = _handle(run, slot, sources)
            return handles[slot]

        flags = marks[run]
        for slot in range(max(pending), -1, -1):
            g = pending.pop(slot, None)
            if g is None:
                continue
            if (run.serial, slot) in watched:
                places[run.serial, slot] = g
            if not flags[slot] & REACHED:
                continue
            if declare.classes[run.code[slot, 0]] != LEAF:
                for operand, value in _contributions(run, slot, g, values):
                    _accumulate(pending, operand, value)
                continue
            source = sources.get(slot)
            if source.__class__ is tuple:
                _accumulate(adjoints.setdefault(source[0], {}), source[1], g)
            elif source is not None:
                known = leaves.get(id(source))
                leaves[id(source)] = source, g if known is None else known[1] + g
    return leaves, places


def _accumulate(adjoints: dict[int, Tensor], slot: int, value: Tensor) -> None:
    old = adjoints.get(slot)
    adjoints[slot] = value if old is None else old + value
