"""Arithmetic without gradients, computed at once: of small arrays, where IEEE 754 prescribes the bits.

What optimizers do under `no_grad` would be recorded, and executed as soon as something is written. NumPy computes one
operation of a small array sooner than that, and the bits are those of compiled code.
"""

from __future__ import annotations

import contextvars
import threading
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import EXACT, F4, F8
from tapegrad.ops.declare import recorder
from tapegrad.tape.forms import Form
from tapegrad.tape.modes import current
from tapegrad.tape.pending import data_family
from tapegrad.tensor.value import Node

SMALL = 1 << 14  # elements; of larger arrays, a chain of operations is computed faster in one go


class _Quiet(threading.local):
    """This thread's context in which NumPy does not warn of numbers, as compiled code does not."""

    def __init__(self) -> None:
        context = contextvars.Context()
        context.run(np.seterr, all="ignore")
        self.run: Any = context.run


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
    if modes.grad_enabled or not op.exact or not modes.plain:
        return None
    cls = recorder.tensor
    if x.__class__ is cls:
        of = x._family
        if of.run is not None:
            return None
        values: Any = x._node.array
        if y is _NOTHING:
            values = (values,)
        elif y.__class__ is cls:
            if y._family.run is not None or y._family.form is not of.form:
                return None
            values = values, y._node.array
        elif y.__class__ is float or _is_small(y):
            values = values, y
        else:
            return None
    elif y.__class__ is cls and (x.__class__ is float or _is_small(x)):
        of = y._family
        if of.run is not None:
            return None
        values = x, y._node.array
    else:
        return None
    form = of.form
    try:
        family = _families[form]
    except KeyError:
        family = _families[form] = data_family(form, False) if form.size <= SMALL and is_real(form) else None
    if family is None:
        return None
    array = quiet.run(op.reference, *values)
    t = cls()
    t._family, t._i = family, -1
    t._node = Node(array if form.shape else np.asarray(array, form.lane))
    return t


def _is_small(x: Any) -> bool:
    """Tell whether it is an int that is a float64."""
    return x.__class__ is int and -EXACT < x < EXACT
