"""Recording an op: its operands get slots in the open run, and its instruction stands at the run's end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import F4
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, PICK
from tapegrad.ops.complexes import named_pointwise
from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import positive
from tapegrad.tape import paths
from tapegrad.tape.forms import Form, form_of, forms
from tapegrad.tape.modes import current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import append, check_thread, family_of, import_tensor, remember, switch, tape
from tapegrad.tape.run import Call


def encoded(run: Open, op: Any, slots: list[int], static: dict[str, Any]) -> Sequence[Any]:
    """Return what an instruction has besides its op code and type, as `program.decoded` reads it."""
    if op.op_class == ARRAY:
        run.calls.append(Call(op, slots, static))
        return (len(run.calls) - 1,)
    if op.op_class == PICK:
        return slots[0], static["offset"], int(forms[run.instructions[slots[0]][1] >> 1].lane is F4)
    return slots


def _const(run: Open, value: float, lane: np.dtype[Any]) -> int:
    """Return the slot of a constant in the lane dtype."""
    slot = run.numbers.get((value, lane)) if value else None
    if slot is None:
        instructions = run.instructions
        slot = len(instructions)
        instructions.append((CONST, 2 * form_of((), lane).id, value))
        if value:
            run.numbers[value, lane] = slot
    return slot


def _place(run: Open, operands: Any, lane: np.dtype[Any]) -> tuple[list[int], bool]:
    """Return slots in the open run of Tensors of this lane dtype and Python numbers, and whether any requires grad."""
    slots = []
    grad = False
    for x in operands:
        if x.__class__ is recorder.tensor:
            family = x._family
            if family.run is run:
                slots.append(x._i)
            else:
                if family.run is not None:
                    check_thread(x)
                slots.append(import_tensor(run, x))
            grad = grad or family.requires_grad
        else:
            slots.append(_const(run, float(x if x.__class__ is not complex else x != 0), lane))  # complex: a mask
    return slots, grad


_NO_STATIC: dict[str, Any] = {}


def record(
    op: Any, operands: Sequence[Any], lane: Any, form: Form, static: dict[str, Any] = _NO_STATIC, once: bool = False
) -> Any:
    """Append an op to the open run, and return the Tensor of its result, which is of a form.

    Operands are Tensors of the lane dtype and Python's numbers. What may fail on values is executed at `once`, and left
    behind if it fails.
    """
    run, modes = tape.open(), current()
    if not run.instructions:
        paths.begin(run, modes)
    found = None
    if run.node is not None:
        found = None if once else paths.found_by(run, op, operands, static)
        if found is None:
            run.node = None
        elif (edge := run.node.next.get(found[0])) and (
            t := paths.along(run, edge, found[1], op, operands)
        ) is not None:
            return t
    slots, grad = _place(run, operands, lane)
    level, op_class = modes.dual, op.op_class
    family = family_of(run, form, grad and modes.grad_enabled and not op.stops)
    if op_class == ELEMENTWISE and not (op.stops or modes.lines or modes.anomaly or level):
        if run.modes is not modes:  # the fast path keeps no lines and no tangents
            switch(run, modes)
        remember(family, operands, slots)
    t = append(run, family, op.code, *(encoded(run, op, slots, static) if op_class == ARRAY else slots))
    if found is not None and run.node is not None:
        paths.learn(run, op, t, found)
    if once:
        tape.flush(once=True)
    if level is not None:
        level.push(op, operands, slots, static, t)
    return t


def leaf(run: Open, op: int, form: Form, requires_grad: bool, number: float) -> Any:
    """Append an input or a constant and return its Tensor."""
    return append(run, family_of(run, form, requires_grad), op, number)


def copied(t: Any, requires_grad: bool) -> Any:
    """Return the same value in the open run, as another variable, or as what no derivative passes."""
    run = tape.open()
    form = t._family.form
    return append(run, family_of(run, form, requires_grad), *copying(run, form, import_tensor(run, t)))


def copying(run: Open, form: Form, slot: int) -> tuple[Any, ...]:
    """Return the op code and what else an instruction has that copies a slot of a form."""
    if form.dtype.kind != "c":
        return positive.code, slot
    return (op := named_pointwise(positive)).code, *encoded(run, op, [slot], {"op": positive})
