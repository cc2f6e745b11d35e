"""The tangent of one instruction, by the rules in its op's record, called with Tensors.

Recordings sweep with it (`tapegrad.autograd.traced`), and dual levels push with it (`tapegrad.autograd.forward_ad`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.modes import enable_grad
from tapegrad.autograd.rules import contributions, elementwise_share
from tapegrad.ops.declare import Bilinear, Elementwise, Linear
from tapegrad.ops.shaping import broadcast_to_op
from tapegrad.tape.forms import Form
from tapegrad.tape.pending import tape
from tapegrad.tape.trace import current
from tapegrad.tape.variables import variable
from tapegrad.tensor.tensor import Tensor, from_array


def pushed(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, tangents: Sequence[Tensor | None],
    values: Callable[[int], Tensor], form: Callable[[int], Form],
) -> Tensor | None:  # fmt: skip
    """Return the tangent of an instruction's result; None stands for zero.

    Parameters
    ----------
    operands, slot : int
        The slots of the operands and of the result, whose values and forms `values` and `form` give.
    tangents : sequence of Tensor or None
        Those of the operands.
    """
    if isinstance(op, Elementwise):
        total = None
        for k, moving in enumerate(tangents):
            share = None if moving is None else elementwise_share(op, k, operands, slot, moving, values)
            total = share if total is None else total if share is None else total + share
        if total is not None and total.shape != form(slot).shape:
            total = broadcast_to_op(total, shape=form(slot).shape)
        return total
    if isinstance(op, Linear):
        given = [_zeros(form(s)) if t is None else t for s, t in zip(operands, tangents, strict=True)]
        return op(*given, **static)
    if isinstance(op, Bilinear):
        total = None
        for k, moving in enumerate(tangents):
            if moving is not None:
                share = op(*[moving if j == k else values(s) for j, s in enumerate(operands)], **static)
                total = share if total is None else total + share
        return total
    if op.tangent is not None:
        found = op.tangent([values(s) for s in operands], tangents, **static)
        if found is not NotImplemented:
            return found
    return _transposed(op, operands, static, slot, tangents, values, form)


def _transposed(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, tangents: Sequence[Tensor | None],
    values: Callable[[int], Tensor], form: Callable[[int], Form],
) -> Tensor | None:  # fmt: skip
    """Return the transpose of the adjoints, which are linear in what they are given, applied to the tangents."""
    needs = [t is not None and op.differentiable(k) for k, t in enumerate(tangents)]
    recorded = tape.grad_enabled and any(x is not None and x.requires_grad for x in (*map(values, operands), *tangents))
    g = _zeros(form(slot))
    with enable_grad():
        g = variable(g) if current() is not None else g.requires_grad_()
        shares = contributions(op, operands, static, slot, g, values, needs, form)
        pairs = [(s, t) for s, t in zip(shares, tangents, strict=True) if s is not None and s.requires_grad]
        if not pairs:
            return None
        (result,) = Tensor._autograd.grad(  # which knows of forward mode
            [s for s, _ in pairs], g, [t for _, t in pairs], retain_graph=True, allow_unused=True,
            create_graph=recorded,
        )  # fmt: skip
    return result


def _zeros(form: Form) -> Tensor:
    return from_array(np.zeros(form.shape, form.lane))
