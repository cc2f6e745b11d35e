"""`detach` of a pending result: a Tensor without history, whose value stays pending.

Invariant: a detached Tensor keeps no run alive once that is closed (see `tapegrad.record.recording.send_home`).

Tests: tests/tensor/test_calls_found_again.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops import elementwise_ops
from tapegrad.record.modes import current
from tapegrad.record.recording import append, family_of, send_home, switch
from tapegrad.tensor.immediate_ops import SMALL, is_real

if TYPE_CHECKING:
    from tapegrad.tensor.tensor import Tensor

_GIVEN = (INPUT, CONST)


def detached(pending: Any, t: Tensor) -> Any:
    """Return the value of a result of the open run without history, pending as it is; None if it is to be computed, as
    large ones are: they may be read at once, and would be copied.
    """
    family, slot = t._family, t._i
    if family.form.size > SMALL or not is_real(family.form) or pending.instructions[slot][0] in _GIVEN:
        return None
    modes = current()
    if not pending.active or pending.outdated or not modes.plain or modes.regime is not pending.modes.regime:
        return None
    if modes is not pending.modes:
        switch(pending, modes)
    if family.requires_grad:
        result_family = family_of(pending, family.form, False)
        other = append(pending, result_family, elementwise_ops.positive.code, slot)
    else:
        other = t.__class__()
        other._family, other._i, other._instruction = family, slot, t._instruction
    other._home = None
    pending.imports.append(other)
    if not pending.active:  # it was long enough
        send_home(pending)
    return other
