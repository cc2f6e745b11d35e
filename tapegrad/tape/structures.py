"""Structures: calls without their numbers, by which what was found out of a call is found again.

The key is the op, the types of its operands and its static parameters; numbers are in no key. It is looked up once when
a run begins with an op, and gives what the rules of shapes and dtypes gave the first time, and the plan by which the
value of a run of one call is computed (see `tapegrad.tape.single`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.machine import pool
from tapegrad.machine.layout import ARRAY, ELEMENTWISE, REGION, SCALARS_F8
from tapegrad.ops.declare import Op, recorder
from tapegrad.ops.indexing import setitem_op
from tapegrad.tape.executor import executor
from tapegrad.tape.forms import Form, form_of
from tapegrad.tape.pending import in_lanes
from tapegrad.tape.run import Run, called, run_region, scalar_of, table_f4, table_f8


class Plan:
    """What a flush has made of a call: the same for all calls of the structure, and never written to.

    Attributes
    ----------
    code, types, flags : ndarray
        Those of the run's frame; the flags as the flush left them.
    segments, slot_lists : list
    """

    __slots__ = ("code", "flags", "segments", "slot_lists", "types")

    def __init__(self, run: Any) -> None:
        self.code, self.types, self.flags = run.code, run.types, run.flags.copy()
        self.segments, self.slot_lists = run.segments, run.slot_lists


class Structure:
    """A call without its numbers.

    Attributes
    ----------
    op : Op
    slots : tuple of int
        Those of the operands in the order of the arguments; one that stands twice has one slot.
    forms : tuple of Form
        Those of the slots that are given.
    slot, form : int and Form
        The result's.
    named : tuple of int
        What an instruction says of its operands.
    lane : dtype
        That of numbers among the operands.
    requires_grad : bool
        Whether the result does.
    type : int
        The result's, as an instruction says it.
    once : bool
        It may fail on values, and is executed at once.
    exact : bool
        NumPy's function gives the very bits.
    plan : Plan or None
        None until a run of this structure was flushed.
    reads : int
        How often a run of this call alone was read.
    passes : int
        How many runs that begin so are to be recorded as all others, for the last one was not alone.
    """

    __slots__ = (
        "exact", "form", "forms", "lane", "named", "once", "op", "passes", "plan", "reads", "requires_grad", "slot",
        "slots",
        "type",
    )  # fmt: skip

    def __init__(self, op: Any, operands: Sequence[Any], lane: Any, form: Form, grad_enabled: bool, once: bool) -> None:
        cls = recorder.tensor
        places: dict[int, int] = {}
        self.slots = tuple([places.setdefault(id(x), len(places)) for x in operands])
        distinct = list({id(x): x for x in operands}.values())
        self.forms = tuple([x._family.form if x.__class__ is cls else form_of((), lane) for x in distinct])
        self.op, self.lane, self.form, self.once, self.slot = op, lane, form, once, len(distinct)
        moving = any(x._family.requires_grad for x in distinct if x.__class__ is cls)
        self.requires_grad = moving and grad_enabled and not op.stops
        self.type = 2 * form.id + self.requires_grad
        self.named = (0,) if op.op_class == ARRAY else self.slots
        alike = form.dtype is form.lane and all(own.dtype is form.dtype for own in self.forms)
        self.exact = op.op_class == ELEMENTWISE and op.exact and alike
        self.plan: Plan | None = None
        self.passes = self.reads = 0

    def compute(self, values: Sequence[Any], static: dict[str, Any]) -> tuple[Any, Any, np.ndarray]:
        """Return `vals` and `arrays` of a run's frame, and the result's value, from the values of the slots before."""
        plan: Any = self.plan
        slot, form = self.slot, self.form
        vals = np.empty(slot + 1)
        arrays: list[Any] = [None] * (slot + 1)
        for k, own in enumerate(self.forms):
            if own.scalar:
                Run.set_scalar(vals, k, values[k], own)
            else:
                arrays[k] = in_lanes(values[k], own)
        if self.op.op_class == ARRAY:
            args = [scalar_of(vals, s, self.forms[s]) if arrays[s] is None else arrays[s] for s in self.slots]
            with np.errstate(all="ignore"):  # NumPy warns of numbers that are no error here
                out = called(self.op, args, static, form, None)
            if form.scalar:
                Run.set_scalar(vals, slot, out, form)
            else:
                arrays[slot] = out
        elif plan.segments[0][0] == REGION:
            if not form.scalar:
                arrays[slot] = pool.empty(form.shape, form.lane)
            run_region("region_forward", (plan.code, plan.types, vals, plan.flags, arrays), None, plan.segments[0])
        else:
            dtype, table = ("f8", table_f8) if plan.segments[0][0] == SCALARS_F8 else ("f4", table_f4)
            executor.scalar_sweep("forward", dtype)(plan.code, vals, slot, slot + 1, table)
        return vals, arrays, scalar_of(vals, slot, form) if arrays[slot] is None else arrays[slot]


known: dict[tuple[Any, ...], Structure] = {}
_structures: dict[tuple[Any, ...], Structure] = {}  # by the form of the result in place of the static parameters
_MOST = 8192  # that are kept of both
_NUMBERS = frozenset({float, int, bool, complex})
_INT = {int}
_TWICE = "twice"


def key_of(op: Any, operands: Sequence[Any], grad_enabled: bool) -> list[Any] | None:
    """Return what a structure is found by but for the static parameters; None for a call that has none.

    That is one with two numbers, which share a slot if they are equal, or with plain data, and an assignment to
    elements, which may write to its operand.
    """
    cls = recorder.tensor
    key: list[Any] = [op.code, grad_enabled]
    number = False
    for k, x in enumerate(operands):
        if x.__class__ is cls:
            for j in range(k):
                if operands[j] is x:
                    key += _TWICE, j
                    break
            else:
                key.append(x._family.id)
        elif x.__class__ in _NUMBERS and not number:
            number = True
            key.append(x.__class__)
        else:
            return None
    return key if op is not setitem_op else None


def learn(
    op: Any, operands: Sequence[Any], static: dict[str, Any], lane: Any, form: Form, grad_enabled: bool, once: bool
) -> Structure | None:
    """Return the structure of a call, made and kept if need be; None if it has none."""
    key = key_of(op, operands, grad_enabled)
    if key is None:
        return None
    if len(known) + len(_structures) >= _MOST:
        forget()
    shape_key = (*key, form)
    found_by = with_static(key, static)
    structure = None if found_by is None else known.get(found_by)
    if structure is None:
        structure = _structures.get(shape_key)
        if structure is None:
            structure = _structures[shape_key] = Structure(op, operands, lane, form, grad_enabled, once)
        if found_by is not None:
            known[found_by] = structure
    return structure


def forget() -> None:
    """Forget all structures."""
    known.clear()
    _structures.clear()


def with_static(key: list[Any], static: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return a key and static parameters, as what can be looked up; None where one of these cannot.

    What is equal and of another type, as 1 and True, is told apart; nothing of the user's is kept alive.
    """
    for name, value in static.items():
        part = value if value.__class__ is int else _part(value)
        if part is NotImplemented:
            return None
        key += name, part
    return tuple(key)


def _part(value: Any) -> Any:
    kind = value.__class__
    if kind is int or kind is str or value is None or value is Ellipsis or isinstance(value, np.dtype):
        return value
    if kind is bool or kind is float:
        return kind, value
    if kind is slice:
        value = value.start, value.stop, value.step
    elif kind is dict:
        value = *value, *value.values()
    elif isinstance(value, Op):
        return kind, value.code
    elif kind is not tuple:
        return NotImplemented
    elif {*map(type, value)} == _INT:
        return value
    parts = [_part(v) for v in value]
    return NotImplemented if any(part is NotImplemented for part in parts) else (kind, *parts)
