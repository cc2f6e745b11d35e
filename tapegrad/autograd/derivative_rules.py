"""Derivative rules: applies the rules of an op's record to one instruction, in reverse or forward mode, on Tensors.

In reverse it hands shares of its adjoint to its operands (`contributions`), in forward mode it makes its tangent from
theirs (`pushed`). The compiled sweeps do the same for whole stretches. Here it is done one instruction at a time: for
sweeps that are recorded, for dual levels, and where a single instruction is observed.

Tests: tests/autograd/test_gradcheck.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.grad_mode import enable_grad
from tapegrad.ir.forms import Form, fitted
from tapegrad.machine.layout import NEEDED
from tapegrad.ops.declare import Bilinear, Elementwise, Linear
from tapegrad.ops.elementwise_ops import contribution
from tapegrad.ops.results import result_op
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import broadcast_to_op, sum_to
from tapegrad.record.families import closed_family
from tapegrad.record.frame import Frame
from tapegrad.record.open_recording import current
from tapegrad.record.recording import tape
from tapegrad.record.run import Run
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor, from_array, placed

if TYPE_CHECKING:
    from tapegrad.ops.declare import ArrayOp


def handle(run: Run, slot: int, sources: dict[int, Any]) -> Tensor:
    """Return a Tensor that stands for a slot of a closed run, with the value that the run read."""
    source = sources.get(slot)
    backing = run.frame() if run.application is None else run.backing  # a call has arrays and types as it is
    if source is not None and source.__class__ is not tuple and _holds(source, run, backing.arrays, slot):
        return source
    form = backing.form(slot)
    if not backing.types[slot] & 1:
        return from_array(run.value(slot), form.dtype)
    if source.__class__ is tuple and source[0].backing.saved is None:
        run, slot = source
    return placed(closed_family(form, True, run), slot)


def _holds(leaf: Tensor, run: Run, arrays: list[Any], slot: int) -> bool:
    """Tell whether a leaf still has the value that a run read from it."""
    array = arrays[slot] if arrays else None
    if array is None and run.application is not None:
        return True  # an argument that was not saved: its value is not read
    now = leaf._node.array
    return now is array or (array is None and now is not None and now.tobytes() == run.value(slot).tobytes())


def contributions(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: Any, g: Any, values: Callable[[int], Tensor],
    needs: Sequence[bool], form: Callable[[int], Form],
) -> list[Tensor | None]:  # fmt: skip
    """Return the share of the adjoint for each operand of one instruction, None for those that do not need it.

    Of an instruction with several results, the slots and adjoints of all are given, as sequences.
    """
    result: list[Tensor | None] = [None] * len(operands)
    if isinstance(op, Elementwise):
        for k, operand in enumerate(operands):
            if needs[k]:
                share, operand_form = elementwise_share(op, k, operands, slot, g, values), form(operand)
                result[k] = zeros_of(operand_form) if share is None else sum_to(share, operand_form.shape)
        return result
    fetch = operand_fetcher(form, slot, operands, g, values)
    for k, needed in enumerate(needs):
        if needed and op.differentiable(k) and (share := op.adjoint(k, fetch, static)) is not None:
            result[k] = _of_form(share, form(operands[k]), partial(adjoint_title, op, k))
    return result


def adjoint_title(op: ArrayOp, k: int) -> str:
    """Return the name of an operand's adjoint in error messages."""
    return f"{op.shown}: the adjoint of {f'operand {k}' if op.variadic else repr(op.arguments[k])}"


def _of_form(value: Any, form: Form, title: Callable[[], str]) -> Tensor:
    """Return the result of a rule as a Tensor of the expected form; see `fitted`."""
    if value.__class__ is not Tensor:
        return from_array(fitted(value, form, title()))
    actual = value._family.form
    if actual is form or (actual.shape == form.shape and actual.lane is form.lane):
        return value
    fitted(np.broadcast_to(np.empty((), actual.dtype), actual.shape), form, title())
    return value.astype(form.lane)


def elementwise_share(
    op: Elementwise, k: int, operands: Sequence[int], slot: int, g: Tensor, values: Callable[[int], Tensor]
) -> Tensor | None:
    """Return the product of an adjoint, or a tangent, with the partial by argument k; None if that is nowhere but 0."""
    argument = op.arguments[k]
    if argument not in op.partials:
        if argument in op.lacks:
            op.refuse(argument)
        return None
    places = dict(zip(op.arguments, operands, strict=True)) | {"out": slot}
    return contribution(g, op.partials[argument](**{p: values(places[p]) for p in op.reads[argument]}))


def hands_on(frame: Frame, slot: int) -> bool:
    """Tell whether a sweep runs an instruction, as the marks are: some operand of it needs an adjoint."""
    what = frame.decode(slot)
    return what is not None and any(frame.flags[s] & NEEDED for s in what[1])


def read_by_rules(frame: Frame, slot: int, needs: Sequence[Any]) -> dict[str, int]:
    """Return the slots that an instruction's rules read for the operands that need an adjoint, by their names there."""
    op, operands, _ = frame.decode(slot)
    read: dict[str, int] = {}
    if isinstance(op, Elementwise):
        places = dict(zip(op.arguments, operands, strict=True)) | {"out": slot}
        for argument, needed in zip(op.arguments, needs, strict=True):
            if needed:
                read |= {name: places[name] for name in op.reads.get(argument, ())}
        return read
    for k, needed in enumerate(needs):
        if not (needed and op.differentiable(k)):
            continue
        for name, what, position in op.rules["args" if op.variadic else op.arguments[k]][1]:
            if what == "args":
                read |= {f"args[{j}]": s for j, s in enumerate(operands)}
            elif what == "out" and op.several:
                read |= {f"out[{j}]": s for j, s in enumerate(frame.results(slot))}
            elif what in ("value", "out"):
                read[name] = slot if what == "out" else operands[position]
    return read


def operand_fetcher(
    form: Callable[[int], Form], slot: int | Sequence[int], operands: Sequence[int], g: Any, value: Callable[[int], Any]
) -> Callable[[str, int], Any]:
    """Return the function by which `ArrayOp.adjoint` reads operands: `value` gives the value of a slot, as an array or
    a Tensor.

    Of an instruction with several results, all their slots are given.
    """

    def fetch(what: str, k: int) -> Any:
        if what == "g":
            return g
        if what == "value":
            return value(operands[k])
        if what == "out":
            return value(slot) if slot.__class__ is int else tuple(map(value, slot))  # type: ignore[arg-type]
        if what == "shape":
            return form(operands[k]).shape
        if what == "args":
            return tuple(value(s) for s in operands)
        return [form(s).shape for s in operands]

    return fetch


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
    if op is result_op:
        (moved,) = tangents
        return moved[static["index"]]  # type: ignore[index]
    if op.several:
        return _pushed_together(op, operands, static, slot, tangents, values, form)
    if isinstance(op, Elementwise):
        total = None
        for k, moving in enumerate(tangents):
            share = None if moving is None else elementwise_share(op, k, operands, slot, moving, values)
            total = share if total is None else total if share is None else total + share
        if total is not None and total.shape != form(slot).shape:
            total = broadcast_to_op(total, shape=form(slot).shape)
        return total
    if isinstance(op, (Linear, Bilinear)):
        tangents = op.moving(tangents)
        if not any(t is not None for t in tangents):
            return None
    if isinstance(op, Linear):
        directions = [zeros_of(form(s)) if t is None else t for s, t in zip(operands, tangents, strict=True)]
        return op(*directions, **static)
    if isinstance(op, Bilinear):
        total = None
        for k, moving in enumerate(tangents):
            if moving is not None:
                share = op(*[moving if j == k else values(s) for j, s in enumerate(operands)], **static)
                total = share if total is None else total + share
        return total
    if op.tangent is not None:
        tangent = op.tangent([values(s) for s in operands], tangents, **static)
        if tangent is not NotImplemented:
            return None if tangent is None else _of_form(tangent, form(slot), lambda: f"{op.shown}: the tangent")
    return _transposed(op, operands, static, slot, tangents, values, form)


def _pushed_together(
    op: Any, operands: Sequence[int], static: dict[str, Any], slots: Any, tangents: Sequence[Tensor | None],
    values: Callable[[int], Tensor], form: Callable[[int], Form],
) -> Any:  # fmt: skip
    """Return the tangents of all results of an instruction, None for integers; None if all are zero."""
    moved = NotImplemented
    if op.tangent is not None:
        moved = op.tangent([values(s) for s in operands], tangents, **static)
    if moved is NotImplemented:
        moved = _transposed(op, operands, static, slots, tangents, values, form)
    if moved is None:
        return None
    forms = [*map(form, slots)]
    return [
        (zeros_of(f) if f.dtype.kind in "fc" else None)
        if t is None
        else _of_form(t, f, lambda: f"{op.shown}: the tangent")
        for t, f in zip(moved, forms, strict=True)
    ]


def _transposed(
    op: Any, operands: Sequence[int], static: dict[str, Any], slot: Any, tangents: Sequence[Tensor | None],
    values: Callable[[int], Tensor], form: Callable[[int], Form],
) -> Any:  # fmt: skip
    """Return the tangents of results by the transpose of the adjoint rule, which is linear in the adjoints."""
    needs = [t is not None and op.differentiable(k) for k, t in enumerate(tangents)]
    recorded = tape.grad_enabled and any(x is not None and x.requires_grad for x in (*map(values, operands), *tangents))
    grads = [zeros_of(form(s)) for s in (slot if op.several else (slot,))]
    with enable_grad():
        for k, g in enumerate(grads):
            if g.dtype.kind in "fc":
                grads[k] = variable(g) if current() is not None else g.requires_grad_()
        arrived: Any = tuple(grads) if op.several else grads[0]
        shares = contributions(op, operands, static, slot, arrived, values, needs, form)
        pairs = [(s, t) for s, t in zip(shares, tangents, strict=True) if s is not None and s.requires_grad]
        if not pairs:
            return None
        moved = iter(
            runtime.autograd.grad(  # which knows of forward mode
                [s for s, _ in pairs], [g for g in grads if g.requires_grad], [t for _, t in pairs], retain_graph=True,
                allow_unused=True, create_graph=recorded,
            )
        )  # fmt: skip
    transposed = [next(moved) if g.requires_grad else None for g in grads]
    return transposed if op.several else transposed[0]


def zeros_of(form: Form) -> Tensor:
    """Return zeros of a form."""
    return from_array(np.zeros(form.shape, form.lane or form.dtype))
