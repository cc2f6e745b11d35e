"""Values without history of what is pending (``y.detach()``), which stay pending.

Invariant: a detached Tensor keeps no run alive once that is closed (see `tapegrad.tape.pending.send_home`).
"""

from __future__ import annotations

from typing import Any

import tapegrad.tape.pending as pending
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops import elementwise
from tapegrad.tape import paths
from tapegrad.tensor.prompt import SMALL, is_real


def detached(run: Any, t: Any) -> Any:
    """Return the value of a result of the open run without history, pending as it is; None if it is to be computed, as
    large ones are: they may be read at once, and would be copied.
    """
    family, slot = t._family, t._i
    if run.single or run.node is None or family.form.size > SMALL or not is_real(family.form):
        return None
    if not paths.ready(run) or run.instructions[slot][0] in (INPUT, CONST):
        return None
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
