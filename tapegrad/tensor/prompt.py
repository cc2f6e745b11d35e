"""Operations without gradients, computed at once: of small arrays, with the bits that recording would give.

What optimizers and custom functions do under `no_grad` would be recorded, and executed as soon as something is read or
written. Where IEEE 754 prescribes the bits, NumPy computes one operation of a small array sooner than that. Other ops
of one operand come to have a program of their own.
"""

from __future__ import annotations

import contextvars
import threading
from typing import Any

import numpy as np

from tapegrad.machine import pool
from tapegrad.machine.dtypes import EXACT, F4, F8
from tapegrad.ops.declare import recorder
from tapegrad.tape.forms import Form
from tapegrad.tape.modes import current
from tapegrad.tape.pending import data_family
from tapegrad.tensor.value import Node

SMALL = 1 << 14  # elements; of larger arrays, a chain of operations is computed faster in one go


class _Quiet(threading.local):
    """This thread's context in which NumPy does not warn of numbers, as compiled code does not, and its memory."""

    def __init__(self) -> None:
        context = contextvars.Context()
        context.run(np.seterr, all="ignore")
        self.run: Any = context.run
        self.work = pool.aligned(0)  # memory that this thread's calls of programs work in


quiet = _Quiet()
_NOTHING: Any = object()
_families: dict[Form, Any] = {}  # of results; None for forms whose arrays are not computed with at once


def is_real(form: Form) -> bool:
    """Tell whether elements are floating-point numbers, computed with in their own dtype."""
    return (form.lane is F8 or form.lane is F4) and form.dtype is form.lane


def prompt(op: Any, x: Any, y: Any = _NOTHING) -> Any:
    """Return the result of an op of one or two operands as a Tensor, computed at once; None if it is to be recorded.

    No run may be open: how it is executed depends on all that it records.
    """
    modes = current()
    if modes.grad_enabled or not modes.plain:
        return None
    if not op.exact:
        return _compiled(op, x) if y is _NOTHING and op.simple else None
    cls = recorder.tensor
    if x.__class__ is cls:
        own = x._family
        form = own.form
        first: Any = x._node.array if own.run is None else _value(x)
        if first is None:
            return None
        values: Any
        if y is _NOTHING:
            values = (first,)
        elif y.__class__ is cls:
            other = y._family
            if other.form is not form:
                return None
            second: Any = y._node.array if other.run is None else _value(y)
            if second is None:
                return None
            values = first, second
        elif y.__class__ is float or _is_small(y):
            values = first, y
        else:
            return None
    elif y.__class__ is cls and (x.__class__ is float or _is_small(x)):
        form = y._family.form
        second = _value(y)
        if second is None:
            return None
        values = x, second
    else:
        return None
    family = _families.get(form, _NOTHING)
    if family is _NOTHING:
        family = _families[form] = data_family(form, False) if form.size <= SMALL and is_real(form) else None
    if family is None:
        return None
    array = quiet.run(op.reference, *values)
    t = cls()
    t._family, t._i = family, -1
    t._node = Node(array if form.shape else np.asarray(array, form.lane))
    return t


def _value(t: Any) -> Any:
    """Return the value of a Tensor that is known; None if it is to be computed, or nobody knows it here."""
    run = t._family.run
    if run is None:
        return t._node.array
    return None if run.open else run.value(t._i)


_OFTEN = 256  # calls on arrays of one form, until there is a program of a single op
_MOST = 512  # programs
_programs: dict[tuple[Any, Form], Any] = {}  # or how often there was none; None where there is to be none


def _compiled(op: Any, x: Any) -> Any:
    """Return the result of an op of one operand by a program of that op; None if there is none (yet).

    Elementwise, a sealed program gives the bits that a run gives.
    """
    if x.__class__ is not recorder.tensor:
        return None
    form = x._family.form
    if form.size > SMALL:
        return None
    program = _programs.get((op, form), 0)
    if program.__class__ is int:
        if len(_programs) >= _MOST:
            _programs.clear()
        _programs[op, form] = program + 1 if program < _OFTEN else _program(op, form)
        return None
    value = None if program is None else _value(x)
    if value is None or not value.flags.c_contiguous:
        return None
    out = np.empty(form.shape, form.lane)
    executable, family = program
    if executable.entry(executable.constants, _work(executable.work), [value], (), [out]):
        return None
    t = recorder.tensor()
    t._family, t._i, t._node = family, -1, Node(out)
    return t


def _work(size: int) -> np.ndarray:
    """Return memory that this thread's calls work in."""
    own = quiet.work
    if own.nbytes < size:
        own = quiet.work = pool.aligned(size)
    return own


def _program(op: Any, form: Form) -> Any:
    """Return the machine code of an op on a form, and the family of its results; None if it is none for it."""
    if not is_real(form) or op.external or op.foreign:
        return None
    executable = recorder.tensor._autograd.sealing.of_op(op, form)  # the module is loaded with the first one
    return None if executable is None else (executable, data_family(form, False))


def _is_small(x: Any) -> bool:
    """Tell whether it is an int that is a float64."""
    return x.__class__ is int and -EXACT < x < EXACT


recorder.prompt = prompt
