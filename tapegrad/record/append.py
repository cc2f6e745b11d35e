"""Appending an instruction: gives its operands slots in the open run, and adds it at the run's end.

Tests: tests/trace_cache/test_records.py, tests/record/test_incremental_cse.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ir.forms import RESULTS, Form, form_of, forms
from tapegrad.machine.dtypes import F4
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, PICK
from tapegrad.ops.complex_numbers import named_pointwise
from tapegrad.ops.elementwise_ops import positive
from tapegrad.ops.results import result_op
from tapegrad.ops.runtime import runtime
from tapegrad.record.calls import ArrayCall, user_line
from tapegrad.record.modes import current
from tapegrad.record.pending_run import Pending
from tapegrad.record.recording import append, check_thread, family_of, import_tensor, remember, switch, tape
from tapegrad.trace_cache import tree
from tapegrad.trace_cache.reasons import Reason, Refusal, here


def encoded(pending: Pending, op: Any, slots: list[int], static: dict[str, Any]) -> Sequence[Any]:
    """Return the fields of an instruction after its op code and type, as `program.decoded` reads them."""
    if op.op_class == ARRAY:
        if op is result_op:  # of a copy: `record_several` knows all results at once
            results: Any = pending.calls[pending.instructions[slots[0]][2]].results
            results.append(len(pending.instructions))
        pending.calls.append(ArrayCall(op, slots, static, [] if op.several else ()))
        return (len(pending.calls) - 1,)
    if op.op_class == PICK:
        return slots[0], static["offset"], int(forms[pending.instructions[slots[0]][1] >> 1].lane is F4)
    return slots


def _const(pending: Pending, value: float, lane: np.dtype[Any]) -> int:
    """Return the slot of a constant in the lane dtype."""
    slot = pending.numbers.get((value, lane)) if value else None
    if slot is None:
        instructions = pending.instructions
        slot = len(instructions)
        instructions.append((CONST, 2 * form_of((), lane).id, value))
        if value:
            pending.numbers[value, lane] = slot
    return slot


def _place(pending: Pending, operands: Any, lane: np.dtype[Any]) -> tuple[list[int], bool]:
    """Return slots in the open run of Tensors of this lane dtype and Python numbers, and whether any requires grad."""
    slots = []
    grad = False
    for x in operands:
        if x.__class__ is runtime.tensor:
            family = x._family
            if family.run is pending.run:
                slots.append(x._i)
            else:
                if family.run is not None:
                    check_thread(x)
                slots.append(import_tensor(pending, x))
            grad = grad or family.requires_grad
        else:
            slots.append(_const(pending, float(x if x.__class__ is not complex else x != 0), lane))  # complex: a mask
    return slots, grad


_NO_STATIC: dict[str, Any] = {}


def record(
    op: Any, operands: Sequence[Any], lane: Any, form: Form, static: dict[str, Any] = _NO_STATIC, once: bool = False
) -> Any:
    """Append an op to the open run, and return the Tensor of its result, which is of a form.

    Operands are Tensors of the lane dtype and Python's numbers. What may fail on values is executed at `once`, and left
    behind if it fails.
    """
    pending, modes = tape.open(), current()
    if not pending.instructions:
        tree.begin(pending, modes)
    lookup = None
    if pending.node is not None:
        lookup = None if once else tree.lookup_of(pending, op, operands, static)
        if lookup is None or (lookup[0] not in pending.node.next and tree.is_new(pending.node, lookup[0])):
            if lookup is not None:
                pending.run.refusal = Refusal(Reason.NEW, here())
            elif pending.run.refusal is None:
                pending.run.refusal = Refusal(Reason.OFF_TREE, f"in {op.name}")
            pending.node = lookup = None
        elif (edge := pending.node.next.get(lookup[0])) and (
            t := tree.along(pending, edge, lookup[1], op, operands)
        ) is not None:
            return t
    slots, grad = _place(pending, operands, lane)
    level, op_class = modes.dual, op.op_class
    family = family_of(pending, form, grad and modes.grad_enabled and not op.stops)
    if op_class == ELEMENTWISE and not (op.stops or modes.lines or modes.anomaly or level):
        if pending.modes is not modes:  # the fast path keeps no lines and no tangents
            switch(pending, modes)
        remember(family, operands, slots)
    try:
        t = append(pending, family, op.code, *(encoded(pending, op, slots, static) if op_class == ARRAY else slots))
    except BaseException:
        pending.node = None  # there may be a call without its instruction, and edges name calls by their number
        raise
    if lookup is not None and pending.node is not None:
        tree.learn(pending, op, t, lookup)
    if once:
        tape.flush(once=True)
    if level is not None:
        level.push(op, operands, slots, static, [t])
    return t


def record_several(
    op: Any, operands: Sequence[Any], lane: Any, forms: Sequence[Form], static: dict[str, Any], once: bool = False
) -> list[Any]:  # fmt: skip
    """Append an op with several results to the open run, and an instruction for each result; returns their Tensors.

    Arguments are those of `record`, with a form for each result.
    """
    pending, modes = tape.open(), current()
    if not pending.instructions:
        tree.begin(pending, modes)
    lookup = None
    if pending.node is not None:
        lookup = None if once else tree.lookup_of(pending, op, operands, static)
        if lookup is None or (lookup[0] not in pending.node.next and tree.is_new(pending.node, lookup[0])):
            if lookup is not None:
                pending.run.refusal = Refusal(Reason.NEW, here())
            elif pending.run.refusal is None:
                pending.run.refusal = Refusal(Reason.OFF_TREE, f"in {op.name}")
            pending.node = lookup = None
        elif (edge := pending.node.next.get(lookup[0])) and tree.along(pending, edge, lookup[1]) is not None:
            return _flushed(pending, [placed_in(pending, slot) for slot in edge.results])
    slots, grad = _place(pending, operands, lane)
    grad = grad and modes.grad_enabled and not op.stops
    first, instructions = len(pending.instructions), pending.instructions
    call = ArrayCall(op, slots, static, range(first + 1, first + 1 + len(forms)))
    results = [ArrayCall(result_op, [first], {"index": k}) for k in range(len(forms))]
    numbers = range(len(pending.calls), len(pending.calls) + 1 + len(forms))
    types = [2 * RESULTS.id + grad, *[2 * f.id + (grad and f.dtype.kind in "fc") for f in forms]]
    codes = [op.code, *[result_op.code for _ in forms]]
    node, pending.node = pending.node, None
    pending.calls += [call, *results]
    instructions += zip(codes, types, numbers, strict=True)
    if pending.lines is not None:
        pending.lines += [None] * (first - len(pending.lines)) + [user_line()] * len(codes)
    tensors = [placed_in(pending, slot) for slot in call.results]
    if lookup is not None and len(instructions) == first + len(codes):
        pending.node = node
        tree.learn(pending, op, tensors[-1], lookup, call.results)
    if modes.dual is not None:
        modes.dual.push(op, operands, slots, static, tensors)
    return _flushed(pending, tensors, once)


def placed_in(pending: Pending, slot: int) -> Any:
    """Return a Tensor that stands for a slot of an open run."""
    t, instruction = runtime.tensor(), pending.instructions[slot]
    t._family, t._i = family_of(pending, forms[instruction[1] >> 1], bool(instruction[1] & 1)), slot
    t._instruction = instruction  # a flush sees by it whether the Tensor lives
    return t


def _flushed(pending: Pending, tensors: list[Any], once: bool = False) -> list[Any]:
    """Return results, whose run is executed if it is long enough."""
    if once:
        tape.flush(once=True)
    elif any(t._i >= t._family.limit for t in tensors):
        tape.flush()
    return tensors


def leaf(pending: Pending, op: int, form: Form, requires_grad: bool, number: float) -> Any:
    """Append an input or a constant and return its Tensor."""
    return append(pending, family_of(pending, form, requires_grad), op, number)


def copied(t: Any, requires_grad: bool) -> Any:
    """Return a copy of a value in the open run, as another variable or as one that stops derivatives."""
    pending = tape.open()
    form = t._family.form
    return append(pending, family_of(pending, form, requires_grad), *copying(pending, form, import_tensor(pending, t)))


def copying(pending: Pending, form: Form, slot: int) -> tuple[Any, ...]:
    """Return the op code and fields of an instruction that copies a slot of a form."""
    if form.dtype.kind != "c":
        return positive.code, slot
    return (op := named_pointwise(positive)).code, *encoded(pending, op, [slot], {"op": positive})
