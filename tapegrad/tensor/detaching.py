"""Values without history of what is pending (``y.detach()``), which stay pending.

Invariant: a detached Tensor keeps no run alive once that is closed (see `tapegrad.tape.pending.send_home`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tapegrad.tape.pending as pending
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops import elementwise
from tapegrad.tape.modes import current
from tapegrad.tensor.prompt import SMALL, is_real

_GIVEN = (INPUT, CONST)


def detached(run: Any, t: Any) -> Any:
    """Return the value of a result of the open run without history, pending as it is; None if it is to be computed, as
    large ones are: they may be read at once, and would be copied.
    """
    family, slot = t._family, t._i
    if run.single or family.form.size > SMALL or not is_real(family.form) or _is_first(run.instructions, slot):
        return None
    modes = current()
    if not run.open or run.outdated or not modes.plain or modes.regime is not run.modes.regime:
        return None
    if modes is not run.modes:
        pending.switch(run, modes)
    if family.requires_grad:
        own = pending.family_of(run, family.form, False)
        other = pending.append(run, own, elementwise.positive.code, slot)
    else:
        other = t.__class__()
        other._family, other._i, other._instruction = family, slot, t._instruction
    other._home = None
    run.imports.append(other)
    if not run.open:  # it was long enough
        pending.send_home(run)
    return other


def _is_first(instructions: Sequence[Any], slot: int) -> bool:
    """Tell whether a run holds but one call, or the value is no result.

    Else the last bits of float32 adjoints, which are rounded where they go from run to run, would depend on how runs
    of one call are recorded (see `tapegrad.tape.single`).
    """
    if instructions[slot][0] in _GIVEN:
        return True
    return slot == len(instructions) - 1 and all(instructions[k][0] in _GIVEN for k in range(slot))
