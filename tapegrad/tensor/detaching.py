"""Values without history of what is pending (``y.detach()``), which stay pending.

Invariant: a detached Tensor keeps no run alive once that is closed (see `tapegrad.tape.pending.send_home`).
"""

from __future__ import annotations

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
    if family.form.size > SMALL or not is_real(family.form) or run.instructions[slot][0] in _GIVEN:
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
