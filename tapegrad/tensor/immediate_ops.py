"""Immediate ops without gradients: small arrays are computed at once, with the bits that recording would give.

What optimizers and custom functions do under `no_grad` would be recorded, and executed as soon as something is read or
written. Where IEEE 754 prescribes the bits, NumPy computes one operation of a small array, or a comparison, sooner than
that. Other ops on arrays of one form come to have machine code of their own.

Tests: tests/tensor/test_at_once.py, tests/tensor/test_prompt.py
"""

from __future__ import annotations

import contextvars
import threading
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import BOOL, Form, broadcast, form_of
from tapegrad.machine.dtypes import EXACT, F8
from tapegrad.ops import indexing
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.runtime import runtime
from tapegrad.record.families import data_family
from tapegrad.record.modes import current
from tapegrad.tensor.value import TensorState, reads
from tapegrad.tensor.views import entwine
from tapegrad.trace_cache.compiled_ops import SMALL, code_of, is_real

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise
    from tapegrad.tensor.tensor import Tensor


class _Quiet(threading.local):
    """This thread's context in which NumPy does not warn of numbers, as compiled code does not."""

    def __init__(self) -> None:
        context = contextvars.Context()
        context.run(np.seterr, all="ignore")
        self.run: Any = context.run


quiet = _Quiet()
_NOTHING: Any = object()
_families: dict[Form, Any] = {}  # of results; None for forms whose arrays are not computed with at once


def prompt(op: Elementwise, x: Tensor, y: Any = _NOTHING, z: Any = _NOTHING) -> Tensor | None:
    """Return the result of an op on its operands as a Tensor, computed at once; None if it is to be recorded.

    No run may be open: how it is executed depends on all that it records.
    """
    modes = current()
    if modes.grad_enabled or not modes.plain:
        return None
    if z is not _NOTHING:
        return _selected(x, y, z) if op is where else None  # other ops of three operands are rare
    cls = runtime.tensor
    if x.__class__ is cls:
        x_family = x._family
        form = x_family.form
        first: Any = x._node.array if x_family.run is None else _value(x)
        second: Any = y
        if y.__class__ is cls:
            other = y._family
            second = y._node.array if other.run is None else _value(y)
            if other.form is not form:
                wide = _broadcast(op, form, other.form)
                if wide is None:
                    return None
                form = wide
        elif y is not _NOTHING and y.__class__ is not float and not _is_beside(y, form):
            return None
    elif y.__class__ is cls and (x.__class__ is float or _is_beside(x, y._family.form)):
        form = y._family.form
        first, second = x, _value(y)
    else:
        return None
    if first is None or second is None:
        return None
    family = _families.get(form, _NOTHING)
    if family is _NOTHING:
        family = _families[form] = data_family(form, False) if form.size <= SMALL and is_real(form) else None
    if family is None:
        return None
    if not (op.exact or op.boolean):
        array = _compiled(op, form, [first] if y is _NOTHING else [first, second])
        if array is None:
            return None
    elif y is _NOTHING:
        array = quiet.run(op.reference, first)
    else:
        array = quiet.run(op.reference, first, second)
    reads[0] += 1
    if op.boolean:
        return runtime.from_array(np.asarray(array))
    t = cls()
    t._family, t._i = family, -1
    t._node = TensorState(array if form.shape else np.asarray(array, form.lane))
    return t


def _broadcast(op: Elementwise, x: Form, y: Form) -> Form | None:
    """Return the form of the result for operands of two shapes, if NumPy gives the bits of one that is recorded."""
    if x.dtype is not y.dtype or not (op.exact or op.boolean) or not is_real(x) or not is_real(y):
        return None
    try:
        return form_of(broadcast(x, y), x.dtype)
    except ValueError:  # which the record says
        return None


def _selected(condition: Any, x: Any, y: Any) -> Tensor | None:
    """Return elements of small data and numbers where a condition holds; None if the call is to be recorded."""
    cls = runtime.tensor
    if condition.__class__ is not cls or condition._family.form.dtype is not BOOL:
        return None
    values, real, shape = [_value(condition)], None, condition._family.form.shape
    for a in (x, y):
        if a.__class__ is cls:
            form, value = a._family.form, _value(a)
            if not is_real(form) or (real is not None and form.dtype is not real):
                return None
            if form.shape != shape and form.shape:
                if shape:
                    return None
                shape = form.shape
            real = form.dtype
            values.append(value)
        elif a.__class__ is float:
            values.append(a)
        else:
            return None
    if prod(shape) > SMALL or any([value is None for value in values]):  # noqa: C419 (a list is faster)
        return None
    array = np.asarray(quiet.run(np.where, *values))
    if array.dtype is not (F8 if real is None else real):
        return None
    reads[0] += 1
    return runtime.from_array(array)


def part_of(x: Tensor, index: Any) -> Tensor | None:
    """Index small data with integers, as a view where NumPy gives one; None if the call is to be recorded.

    No run may be open. Slices alone are what computations begin with, and these are one run.
    """
    modes, form, array = current(), x._family.form, x._node.array
    if modes.grad_enabled or not modes.plain or array is None or form.size > SMALL or not is_real(form):
        return None
    parts = index if index.__class__ is tuple else (index,)
    if not all(map(is_basic, parts)) or not any(part.__class__ is int for part in parts):
        return None
    try:
        part = indexing.read(array, index=parts)
    except IndexError:
        return None
    reads[0] += 1
    t = runtime.from_array(part)
    if part.shape or Ellipsis in parts:
        entwine(t, x, indexing.getitem_op, {"index": parts})
    return t


def is_basic(part: Any) -> bool:
    """Tell whether part of an index takes a view, and is plain to its bounds."""
    if part.__class__ is slice:
        return all(x is None or x.__class__ is int for x in (part.start, part.stop, part.step))
    return part.__class__ is int or part is Ellipsis


def _value(t: Tensor) -> Any:
    """Return the value of a Tensor that is known; None if it is to be computed, or is not known here."""
    run = t._family.run
    if run is None:
        return t._node.array
    return None if run.backing.open else run.value(t._i)


def _compiled(op: Elementwise, form: Form, values: list[Any]) -> np.ndarray | None:
    """Return what an op gives for arrays of a form by its machine code; None if there is none (yet).

    Elementwise, that gives the bits that a run gives, but for the sign of NaN.
    """
    if op.stops or op.lacks or op.external or op.foreign or len(op.arguments) != len(values):
        return None
    for value in values:
        if value.__class__ is not np.ndarray:
            return None
    code = code_of(op, (form,) * len(values))
    out = None if code is None or code.forms[0] is not form else code(values)
    return None if out is None else out[0]


def _is_beside(x: Tensor, form: Form) -> bool:
    """Tell whether it is an int that is a float64, or an array of a form."""
    if x.__class__ is np.ndarray:
        return x.dtype is form.lane and x.shape == form.shape
    return x.__class__ is int and -EXACT < x < EXACT


runtime.prompt = prompt
