"""A program whose arrays are taken apart: one instruction for each element.

NumPy itself does it: the array ops' forward functions run on arrays of objects, each of which stands for a scalar
instruction. What is zero or constant by structure disappears, so a Jacobian of small arrays becomes the few
operations that it takes by hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ops.declare import Contract, Elementwise, Kernel, Reduce, Subtape, Sum, Write, pointwise
from tapegrad.ops.elementwise import add, multiply
from tapegrad.tape.forms import F4, F8, Form, form_of
from tapegrad.tape.program import Builder, Guard, Program
from tapegrad.vm.units import lines_of

LIMIT = 20_000  # elements that are worth taking apart
WORTH = 5_000  # lines of LLVM text that are worth compiling for lanes


class TooLarge(Exception):
    """The program has more elements than are worth taking apart."""


class _Element:
    """A scalar instruction under NumPy's hands."""

    __slots__ = ("builder", "form", "slot")
    __array_ufunc__ = None

    def __init__(self, builder: Builder, slot: int, form: Form) -> None:
        self.builder, self.slot, self.form = builder, slot, form

    def _apply(self, op: Any, other: Any) -> _Element:
        slot = other.slot if isinstance(other, _Element) else _constant(self.builder, other, self.form).slot
        return _Element(self.builder, self.builder.emit(op, (self.slot, slot), {}, self.form), self.form)

    def __add__(self, other: Any) -> _Element:
        return self if other.__class__ is int and other == 0 else self._apply(add, other)

    __radd__ = __add__

    def __mul__(self, other: Any) -> _Element:
        return self._apply(multiply, other)


def _constant(builder: Builder, value: Any, form: Form) -> _Element:
    return _Element(builder, builder.constant(np.asarray(value, form.lane or F8).reshape(()), form), form)


_LANES = 8
_CHUNK = 256


def _sum(items: list[_Element]) -> _Element:
    """As the compiled sweeps sum one chunk: in eight lanes, then the lanes in pairs."""
    lanes: list[_Element | None] = [None] * _LANES
    for k, item in enumerate(items):
        old = lanes[k % _LANES]
        lanes[k % _LANES] = item if old is None else old + item
    while len(lanes) > 1:
        lanes = [a if b is None else b if a is None else a + b for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
    (total,) = lanes
    assert total is not None
    return total


def scalarised(program: Program) -> Program:
    """The program on scalars: one input for each element of each input, one output for each element of each output.

    Raises
    ------
    TooLarge
        If it has more than `LIMIT` elements, sums of more than a chunk, programs within, or would take more than
        `WORTH` lines of LLVM text.
    """
    program = program.lowered()
    b = Builder()
    values: list[Any] = [None] * len(program)

    def own(form: Form) -> Form:
        return form_of((), form.dtype, form.lane)

    for slot in program.inputs:
        form = program.forms[slot]
        if len(b.program) + form.size > LIMIT:
            raise TooLarge
        values[slot] = _objects([_Element(b, b.input(own(form)), own(form)) for _ in range(form.size)], form.shape)
    for slot, op in enumerate(program.ops):
        form = program.forms[slot]
        if len(b.program) > LIMIT or form.size > LIMIT:
            raise TooLarge
        if op is None:
            if values[slot] is None:
                constant = program.constants[slot]
                values[slot] = _objects([_constant(b, v, own(form)) for v in constant.ravel()], form.shape)
            continue
        args = [values[s] for s in program.operands[slot]]
        static = program.statics[slot]
        native = getattr(op, "native", None)
        if pointwise(op):
            values[slot] = _each(b, op, args, static, form, own(form))
        elif isinstance(op, Sum):
            if args[0].size > _CHUNK:
                raise TooLarge
            total = _sum(list(args[0].ravel())) if args[0].size else _constant(b, 0.0, own(form))
            values[slot] = _objects([total], form.shape)
        elif native is None or isinstance(native, (Kernel, Subtape)):
            raise TooLarge
        elif isinstance(native, Contract):
            values[slot] = _contracted(b, native, args, static, form, own(form))
        elif isinstance(native, Reduce):
            values[slot] = _reduced(b, native.op, args[0], static["axes"], own(form))
        else:
            if isinstance(native, Write):  # NumPy writes an array of no dimensions as what it holds
                args = [a if a.shape else a[()] for a in args]
            result = np.asarray(op.forward(*args, **static), dtype=object)
            if isinstance(native, Write):
                flat = [v if isinstance(v, _Element) else _constant(b, v, own(form)) for v in result.ravel()]
                result = _objects(flat, form.shape)
            values[slot] = result.reshape(form.shape)
    outputs = [e.slot for s in program.outputs for e in values[s].ravel()]
    guards = [Guard(values[g.slot].ravel()[0].slot, g.expected, g.line) for g in program.guards]
    apart = b.finish(outputs, guards)
    apart.recorded = program.recorded
    if sum(lines_of(op) for op in apart.ops) > WORTH:
        raise TooLarge
    return apart


def _objects(items: Sequence[Any], shape: tuple[int, ...]) -> np.ndarray:
    array = np.empty(len(items), object)
    array[:] = items
    return array.reshape(shape)


def _each(b: Builder, op: Any, args: list[Any], static: dict[str, Any], form: Form, own: Form) -> np.ndarray:
    spread = [np.broadcast_to(a, form.shape).ravel() for a in args]
    if not isinstance(op, Elementwise) and static["source"] not in (
        F8,
        F4,
    ):  # truth values and integers are numbers already
        return spread[0].reshape(form.shape)
    return _objects(
        [
            _Element(b, b.emit(op, tuple([e.slot for e in group]), static, own), own)
            for group in zip(*spread, strict=True)
        ],
        form.shape,
    )


def _contracted(
    b: Builder, native: Contract, args: list[Any], static: dict[str, Any], form: Form, own: Form
) -> np.ndarray:
    labels, output = native.labels(*[a.shape for a in args], **static)
    lengths: dict[str, int] = {}
    for names, a in zip(labels, args, strict=True):
        for name, n in zip(names, a.shape, strict=True):
            lengths[name] = n if lengths.get(name, 1) == 1 else lengths[name]
    gone = [c for c in lengths if c not in output]
    work = form.size
    for c in gone:
        work *= lengths[c]
    if work > LIMIT:
        raise TooLarge
    items = []
    for place in itertools.product(*[range(lengths[c]) for c in output]):
        at = dict(zip(output, place, strict=True))
        terms = []
        for rest in itertools.product(*[range(lengths[c]) for c in gone]):
            at.update(zip(gone, rest, strict=True))
            factors = [
                a[tuple(at[c] if n != 1 else 0 for c, n in zip(names, a.shape, strict=True))]
                for names, a in zip(labels, args, strict=True)
            ]
            product = factors[0]
            for factor in factors[1:]:
                product = product * factor
            terms.append(product)
        items.append(_sum(terms) if terms else _constant(b, 0.0, own))
    return _objects(items, form.shape)


def _reduced(b: Builder, op: Any, x: np.ndarray, axes: Sequence[int], own: Form) -> np.ndarray:
    kept = [d for d in range(x.ndim) if d not in axes]
    rows = x.transpose([*kept, *axes]).reshape(*[x.shape[d] for d in kept], -1)
    result = np.empty(rows.shape[:-1], object)
    for place in np.ndindex(rows.shape[:-1]):
        total, *rest = rows[place]
        for item in rest:
            total = _Element(b, b.emit(op, (total.slot, item.slot), {}, own), own)
        result[place] = total
    return result
