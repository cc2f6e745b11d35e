"""The reverse sweep as recorded operations: what ``create_graph=True`` runs.

Each instruction's rule is called with Tensors, so the sweep itself lands on the tape and can be differentiated again.
The old run is first materialised: values that its regions had not stored are computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.sweep import Marked, Place, operand_fetcher
from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import equal, gated_multiply, where
from tapegrad.ops.shaping import sum_to
from tapegrad.tape.forms import Form
from tapegrad.tape.record import Kind
from tapegrad.tape.run import Run
from tapegrad.tensor import Tensor, from_array
from tapegrad.vm.layout import LEAF, NEEDED, PICK, REACHED


def _handle(run: Run, slot: int, sources: dict[int, Any]) -> Tensor:
    """A Tensor that stands for a slot of a closed run."""
    source = sources.get(slot)
    if source is not None and source.__class__ is not tuple and _unchanged(source, run, slot):
        return source
    requires_grad = bool(run.kinds[slot] & 1)
    form = run.form(slot)
    if not requires_grad:
        return from_array(run.value(slot), form.dtype)
    if source.__class__ is tuple and source[0].saved is None:
        run, slot = source
    t = Tensor()
    t._kind, t._i = Kind(form, True, run), slot
    return t


def _unchanged(leaf: Tensor, run: Run, slot: int) -> bool:
    """Whether a leaf still has the value that a run read."""
    array = leaf._node.array
    assert array is not None
    return run.value(slot).item() == array.item() if run.form(slot).scalar else run.arrays[slot] is array


def contribution(g: Tensor, partial: Any, selects: bool = False) -> Tensor:
    """``g * partial`` under absolute zero; `selects` as in the op's record."""
    if isinstance(partial, Tensor):
        product = gated_multiply(g, partial if partial.dtype == g.dtype else partial.astype(g.dtype))
        return where(equal(partial, 0.0), 0.0, product) if selects else product
    if partial == 0:
        return from_array(np.zeros(g.shape, g.dtype))
    return g if partial == 1 else -g if partial == -1 else g * float(partial)


def contributions(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Tensor, values: Callable[[int], Tensor],
    needs: Sequence[bool], form: Callable[[int], Form],
) -> list[tuple[int, Tensor]]:  # fmt: skip
    """Operand slots of one instruction and what they receive, those that need it."""
    result = []
    if isinstance(op, Elementwise):
        known = dict(zip(op.arguments, operands, strict=True)) | {"out": slot}
        for argument, operand, needed in zip(op.arguments, operands, needs, strict=True):
            if needed and argument in op.partials:
                partial = op.partials[argument](**{p: values(known[p]) for p in op.reads[argument]})
                result.append((operand, sum_to(contribution(g, partial, op.selects), form(operand).shape)))
        return result
    fetch = operand_fetcher(form, slot, operands, g, values)
    for k, (operand, needed) in enumerate(zip(operands, needs, strict=True)):
        if needed and op.differentiable(k):
            result.append((operand, op.adjoint(k, fetch, static)))
    return result


def _decode(run: Run, slot: int) -> tuple[Any, list[int], dict[str, Any]]:
    """Op, operands and static parameters of an instruction of a closed run."""
    op: Any = declare.table[run.code[slot, 0]]
    if op.op_class == declare.ARRAY:
        call = run.calls[run.code[slot, 1]]
        return call.op, call.operands, call.static
    if isinstance(op, Elementwise):
        return op, run.code[slot, 1 : 1 + len(op.arguments)].tolist(), {}
    static = {"offset": int(run.code[slot, 2])} if op.op_class == PICK else {}
    return op, [int(run.code[slot, 1])], static


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
        read = run.unpacked()
        read.materialise()
        sources = dict(run.sources)
        handles: dict[int, Tensor] = {}

        def values(slot: int, run: Run = read, sources: dict[int, Any] = sources, handles: Any = handles) -> Tensor:
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
                op, operands, static = _decode(run, slot)
                needs = [bool(run.flags[s] & NEEDED) for s in operands]
                for operand, value in contributions(op, operands, static, slot, g, values, needs, run.form):
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
