"""Reads of single elements: recorded as one scalar instruction, without a call of NumPy.

Tests: tests/trace_cache/test_records.py
"""

from __future__ import annotations

from typing import Any

from tapegrad.ir.forms import form_of
from tapegrad.machine.dtypes import F4
from tapegrad.machine.layout import ELEMENTWISE, INPUT
from tapegrad.ops import declare
from tapegrad.ops.indexing import pick
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import append, check_thread, family_of, import_tensor, tape


def pick_element(x: Any, offset: int) -> Any:
    """Return one element of an array by its C-order offset, without a call; None where that cannot be had."""
    form = x._family.form
    if form.lane is None or form.scalar or form.dtype.kind == "c":
        return None
    check_thread(x)
    pending = tape.open()
    slot = import_tensor(pending, x)
    op = pending.instructions[slot][0]
    if pending.traced:
        pass
    elif op == INPUT:
        if not pending.given[slot].flags.c_contiguous:
            return None
        pending.early = True
    elif declare.classes[op] != ELEMENTWISE:
        return None
    modes = current()
    family = family_of(pending, form_of((), form.dtype, form.lane), x._family.requires_grad and modes.grad_enabled)
    t = append(pending, family, pick.code, slot, offset, int(form.lane is F4))
    if modes.dual is not None:
        modes.dual.push(pick, [x], [slot], {"offset": offset}, [t])
    return t


runtime.pick = pick_element
