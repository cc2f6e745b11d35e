"""Sweeps over a function that is being recorded: both append to the recording itself.

The instructions' rules are called with Tensors, as for ``create_graph=True``, so what a sweep leaves behind is more
of the same tape: it is optimised, replayed and differentiated again like all the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.rules import contributions
from tapegrad.autograd.tangents import pushed
from tapegrad.machine.layout import ARRAY, CONST, INPUT, LEAF, PICK
from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import contribution
from tapegrad.ops.functions import FunctionResult
from tapegrad.ops.indexing import scatter_add
from tapegrad.ops.shaping import stack_op
from tapegrad.tape.forms import F8, form_of, forms
from tapegrad.tape.trace import Trace, current, recording
from tapegrad.tensor.tensor import Tensor

Decoded = tuple[Any, Sequence[int], dict[str, Any]]


def _decode(trace: Trace, slot: int) -> Decoded | None:
    """Op, operands and static parameters of an instruction; None for a leaf."""
    assert trace.records is not None
    code, _, *operands = trace.records[slot]
    op_class = declare.classes[code]
    if op_class == LEAF:
        return None
    op = declare.table[code]
    if op_class == ARRAY:
        call = trace.calls[operands[0]]
        return call.op, call.operands, call.static
    if op_class == PICK:
        return op, operands[:1], {"offset": operands[1]}
    return op, operands, {}


class _Call:
    """The instructions for the results of one call of a custom function, whose adjoints are handed on together.

    A rule may have read a result again, later: so all are known only at the first of the instructions.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.grads: dict[int, Tensor] = {}

    def add(self, result: int, g: Tensor) -> None:
        """Collect an adjoint."""
        self.grads[result] = self.grads[result] + g if result in self.grads else g


def _calls(decoded: dict[int, Decoded]) -> dict[int, _Call]:
    """By slot, the calls that results of custom functions belong to: those with the same operands, but for the last."""
    found: dict[int, _Call] = {}
    known: dict[Any, _Call] = {}
    for slot, (op, operands, static) in decoded.items():
        if isinstance(op, FunctionResult):
            found[slot] = known.setdefault((static["application"], *operands[:-1]), _Call(slot))
    return found


def reverse(trace: Trace, seeds: Sequence[tuple[int, Tensor]], targets: Sequence[int]) -> list[Tensor | None]:
    """Append a reverse sweep; returns the adjoints of the targets, None where nothing arrives."""
    records = trace.records
    assert records is not None
    stop = 1 + max((slot for slot, _ in seeds), default=-1)
    first = min(targets, default=0)
    wanted = set(targets)
    needed = bytearray(stop)
    decoded: dict[int, Decoded] = {}
    for slot in range(first, stop):
        if slot in wanted:
            needed[slot] = 1
        if not records[slot][1] & 1:
            continue
        what = _decode(trace, slot)
        if what is not None and any(needed[s] for s in what[1]):
            needed[slot] = 1
            decoded[slot] = what
    calls = _calls(decoded)
    pending: dict[int, Tensor] = {}
    picked: dict[int, list[tuple[int, Tensor]]] = {}
    found: dict[int, Tensor] = {}

    def add(slot: int, value: Tensor) -> None:
        old = pending.get(slot)
        pending[slot] = value if old is None else old + value

    def hand_on(operands: Sequence[int], shares: Sequence[Tensor | None]) -> None:
        for operand, share in zip(operands, shares, strict=True):
            if share is not None:
                add(operand, share)

    for slot, seed in seeds:
        if needed[slot]:
            add(slot, seed)
    direct = trace is current()  # slots are those of the recording itself
    scalar = 2 * form_of((), F8).id + 1
    for slot in range(stop - 1, first - 1, -1):
        if slot in picked:
            add(slot, _spread(picked.pop(slot), trace.form(slot).shape))
        g = pending.pop(slot, None)
        if g is not None and slot in wanted:
            found[slot] = g
        call = calls.get(slot)
        if slot not in decoded or (g is None and call is None):
            continue
        op, operands, static = decoded[slot]
        if call is not None:
            if g is not None:
                call.add(static["result"], g)
            if slot == call.first and call.grads:
                needs = [bool(needed[s]) for s in operands]
                hand_on(operands, op.shares(static["application"], call.grads, [*map(trace.handle, operands)], needs))
            continue
        assert g is not None
        single = direct and isinstance(op, Elementwise) and records[slot][1] == scalar and g._kind.id | 1 == scalar
        if single and all([records[s][1] | 1 == scalar for s in operands]):  # noqa: C419 (a list is faster)
            for k, operand in enumerate(operands):
                share = _instantiated(trace, op, k, operands, slot, g) if needed[operand] else None
                if share is not None:
                    add(operand, share)
            continue
        if op.op_class == PICK:
            picked.setdefault(operands[0], []).append((static["offset"], g))
            continue
        needs = [bool(needed[s]) for s in operands]
        hand_on(operands, contributions(op, operands, static, slot, g, trace.handle, needs, trace.form))
    return [found.get(slot) for slot in targets]


Template = tuple[list[tuple[int, int, bool, Any]], int]
_templates: dict[tuple[Any, int], Template | None] = {}


def _instantiated(trace: Trace, op: Any, k: int, operands: Sequence[int], slot: int, g: Tensor) -> Tensor | None:
    """What operand k of an instruction on single float64 numbers receives: its rule's instructions, appended
    directly.
    """
    key = op, k
    if key not in _templates:
        _templates[key] = _template(op, k)
    template = _templates[key]
    if template is None:
        return None
    instructions, result = template
    if not instructions:
        return g
    records = trace.records
    assert records is not None
    if g._kind.run is not trace:
        g = trace.handle(trace.slot_of(g))
    first = len(records)
    count = len(operands)
    places = [*operands, slot, g._i]
    kind = g._kind
    for code, kind_id, real, sources in instructions:
        if code == CONST:
            records.append((CONST, kind_id, sources))
        else:
            slots = [places[s] if s < count + 2 else first + s - count - 2 for s in sources]
            grad = real and any([records[s][1] & 1 for s in slots])  # noqa: C419 (a list is faster)
            records.append((code, kind_id | grad, *slots))
    t = Tensor()
    t._i = first + result - count - 2
    t._kind = kind if kind.id == records[t._i][1] else trace.handle(t._i)._kind
    return t


def _template(op: Any, k: int) -> Template | None:
    """The instructions of one contribution, with operands, result and adjoint numbered in front; None if there
    is none.
    """
    if op.arguments[k] not in op.partials:
        return None
    with recording(strict=False) as trace:
        count = len(op.arguments)
        values = [trace.input(np.zeros(())) for _ in range(count + 2)]
        names = dict(zip((*op.arguments, "out"), values, strict=False))
        partial = op.partials[op.arguments[k]](**{p: names[p] for p in op.reads[op.arguments[k]]})
        share = contribution(values[-1], partial)
        result = trace.slot_of(share)
        assert trace.records is not None
        instructions: list[tuple[int, int, bool, Any]] = []
        for i in range(count + 2, len(trace.records)):
            code, kind, *sources = trace.records[i]
            what: Any = sources
            if code in (INPUT, CONST):
                captured: Any = trace.arrays
                code, what = CONST, captured[i].item() if code == INPUT else sources[0]
            instructions.append((code, kind & ~1, forms[kind >> 1].dtype.kind == "f", what))
    return instructions, result


def _spread(picks: list[tuple[int, Tensor]], shape: tuple[int, ...]) -> Tensor:
    """The adjoint of an array of which single elements were read."""
    offsets = [offset for offset, _ in picks]
    if len(picks) == 1:
        index = tuple(int(i) for i in np.unravel_index(offsets[0], shape))
        return scatter_add(picks[0][1], shape=shape, index=index)
    values = stack_op(*[g for _, g in picks], shape=(len(picks),))
    return scatter_add(values, shape=shape, index=tuple(np.unravel_index(offsets, shape)))


def tangent(trace: Trace, starts: dict[int, Tensor], outputs: Sequence[int]) -> list[Tensor | None]:
    """Append a tangent sweep from slots whose tangents are given; returns those of the outputs, None for zero."""
    records = trace.records
    assert records is not None
    moving = dict(starts)
    for slot in range(min(starts, default=0), 1 + max(outputs, default=-1)):
        if slot in starts or not records[slot][1] & 1:
            continue
        what = _decode(trace, slot)
        if what is None:
            continue
        op, operands, static = what
        if not any(s in moving for s in operands):
            continue
        value = pushed(op, operands, static, slot, [moving.get(s) for s in operands], trace.handle, trace.form)
        if value is not None:
            moving[slot] = value
    return [moving.get(slot) for slot in outputs]
