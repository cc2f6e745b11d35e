"""What one instruction hands to its operands, by its rule, as Tensors.

The compiled sweeps do the same for whole stretches. Here it is done one instruction at a time: for sweeps that are
recorded, and where somebody wants to see what a single instruction does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.anomaly import explain, is_anomaly_enabled, refuse_nan
from tapegrad.autograd.hooks import Hooks
from tapegrad.machine.layout import LEAF, NEEDED, PICK
from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import contribution
from tapegrad.ops.functions import FunctionResult
from tapegrad.ops.shaping import sum_to
from tapegrad.tape.executed import Executed
from tapegrad.tape.forms import Form
from tapegrad.tape.pending import Family
from tapegrad.tensor.tensor import Tensor, from_array, placed


def handle(run: Executed, slot: int, sources: dict[int, Any]) -> Tensor:
    """Return a Tensor that stands for a slot of a closed run, with the value that the run read."""
    source = sources.get(slot)
    if source is not None and source.__class__ is not tuple and _holds(source, run, slot):
        return source
    requires_grad = bool(run.types[slot] & 1)
    form = run.form(slot)
    if not requires_grad:
        return from_array(run.value(slot), form.dtype)
    if source.__class__ is tuple and source[0].saved is None:
        run, slot = source
    return placed(Family(form, True, run), slot)


def _holds(leaf: Tensor, run: Executed, slot: int) -> bool:
    """Tell whether a leaf still has the value that a run read from it."""
    array = run.arrays[slot] if run.arrays else None
    if array is None and run.application is not None:
        return True  # an argument that was not saved: nobody reads its value
    now = leaf._node.array
    return now is array or (array is None and now is not None and now.tobytes() == run.value(slot).tobytes())


def contributions(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Tensor, values: Callable[[int], Tensor],
    needs: Sequence[bool], form: Callable[[int], Form],
) -> list[Tensor | None]:  # fmt: skip
    """Return what each operand of one instruction receives, None for those that do not need it."""
    result: list[Tensor | None] = [None] * len(operands)
    if isinstance(op, Elementwise):
        for k, operand in enumerate(operands):
            if needs[k]:
                share, own = elementwise_share(op, k, operands, slot, g, values), form(operand)
                result[k] = from_array(np.zeros(own.shape, own.lane)) if share is None else sum_to(share, own.shape)
        return result
    if isinstance(op, FunctionResult):
        application = static["application"]  # of whose results this is one: the others have zeros
        return op.shares(application, application.zeros() | {static["result"]: g}, [*map(values, operands)], needs)
    fetch = operand_fetcher(form, slot, operands, g, values)
    for k, needed in enumerate(needs):
        if needed and op.differentiable(k):
            result[k] = op.adjoint(k, fetch, static)
    return result


def elementwise_share(
    op: Elementwise, k: int, operands: Sequence[int], slot: int, g: Tensor, values: Callable[[int], Tensor]
) -> Tensor | None:
    """Return the product of an adjoint, or a tangent, with the partial by argument k; None if that is nowhere but 0."""
    argument = op.arguments[k]
    if argument not in op.partials:
        return None
    places = dict(zip(op.arguments, operands, strict=True)) | {"out": slot}
    return contribution(g, op.partials[argument](**{p: values(places[p]) for p in op.reads[argument]}))


def handed_on(
    run: Executed, slot: int, g: Tensor, values: Callable[[int], Tensor], hooks: Hooks | None, before: bool
) -> list[Tensor | None]:
    """Return what an instruction of a closed run hands to its operands, as those who watch it leave it.

    Its node's hooks are called after, and `before` as well.
    """
    op, operands, static = decode(run, slot)
    needs = [bool(run.flags[s] & NEEDED) for s in operands]
    with explain(run, slot, op.shown):
        if hooks and before:
            g = hooks.before_single(slot, g)
        shares = contributions(op, operands, static, slot, g, values, needs, run.form)
        if is_anomaly_enabled():
            refuse_nan(run, slot, op.shown, shares)
        return hooks.after_node(slot, shares, [g]) if hooks else shares


def decode(run: Executed, slot: int) -> tuple[Any, list[int], dict[str, Any]]:
    """Op, operands and static parameters of an instruction of a closed run."""
    op: Any = declare.table[run.code[slot, 0]]
    if op.op_class == declare.ARRAY:
        call = run.calls[run.code[slot, 1]]
        return call.op, call.operands, call.static
    if isinstance(op, Elementwise):
        return op, run.code[slot, 1 : 1 + len(op.arguments)].tolist(), {}
    static = {"offset": int(run.code[slot, 2])} if op.op_class == PICK else {}
    return op, [int(run.code[slot, 1])], static


def hands_on(run: Executed, slot: int, flags: np.ndarray) -> bool:
    """Tell whether a sweep with these marks runs an instruction: some operand of it needs an adjoint."""
    if declare.classes[run.code[slot, 0]] == LEAF:
        return False
    return any(flags[s] & NEEDED for s in decode(run, slot)[1])


def operand_fetcher(
    form: Callable[[int], Form], slot: int, operands: Sequence[int], g: Any, value: Callable[[int], Any]
) -> Callable[[str, int], Any]:
    """Return what `ArrayOp.adjoint` asks for: `value` gives the value of a slot, as an array or a Tensor."""

    def fetch(what: str, k: int) -> Any:
        if what == "g":
            return g
        if what == "value":
            return value(operands[k])
        if what == "out":
            return value(slot)
        if what == "shape":
            return form(operands[k]).shape
        if what == "args":
            return tuple(value(s) for s in operands)
        return [form(s).shape for s in operands]

    return fetch
