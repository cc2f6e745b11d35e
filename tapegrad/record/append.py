"""Recording an op: its operands get slots in the open run, and its instruction stands at the run's end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ir.forms import Form, form_of, forms
from tapegrad.machine.dtypes import F4
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, PICK
from tapegrad.ops.complexes import named_pointwise
from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import positive
from tapegrad.record.calls import ArrayCall
from tapegrad.record.modes import current
from tapegrad.record.pending import Pending
from tapegrad.record.recording import append, check_thread, family_of, import_tensor, remember, switch, tape
from tapegrad.trace_cache import tree


def encoded(pending: Pending, op: Any, slots: list[int], static: dict[str, Any]) -> Sequence[Any]:
    """Return what an instruction has besides its op code and type, as `program.decoded` reads it."""
    if op.op_class == ARRAY:
        pending.calls.append(ArrayCall(op, slots, static))
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
        if x.__class__ is recorder.tensor:
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
    found = None
    if pending.node is not None:
        found = None if once else tree.lookup_of(pending, op, operands, static)
        if found is None or (found[0] not in pending.node.next and tree.is_new(pending.node, found[0])):
            pending.node = found = None
        elif (edge := pending.node.next.get(found[0])) and (
            t := tree.along(pending, edge, found[1], op, operands)
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
    if found is not None and pending.node is not None:
        tree.learn(pending, op, t, found)
    if once:
        tape.flush(once=True)
    if level is not None:
        level.push(op, operands, slots, static, t)
    return t


def leaf(pending: Pending, op: int, form: Form, requires_grad: bool, number: float) -> Any:
    """Append an input or a constant and return its Tensor."""
    return append(pending, family_of(pending, form, requires_grad), op, number)


def copied(t: Any, requires_grad: bool) -> Any:
    """Return the same value in the open run, as another variable, or as what no derivative passes."""
    pending = tape.open()
    form = t._family.form
    return append(pending, family_of(pending, form, requires_grad), *copying(pending, form, import_tensor(pending, t)))


def copying(pending: Pending, form: Form, slot: int) -> tuple[Any, ...]:
    """Return the op code and what else an instruction has that copies a slot of a form."""
    if form.dtype.kind != "c":
        return positive.code, slot
    return (op := named_pointwise(positive)).code, *encoded(pending, op, [slot], {"op": positive})
