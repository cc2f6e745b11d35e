"""A program whose arrays are taken apart: one instruction for each element.

A value is an array of objects, each of which stands for a scalar instruction. What is zero or constant by structure
disappears, so a Jacobian of small arrays becomes the few operations that it takes by hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.units import lines_of
from tapegrad.ops.declare import Contract, Cumulate, Elementwise, Kernel, Reduce, Subtape, Sum, Write, pointwise
from tapegrad.ops.elementwise import add, multiply
from tapegrad.ops.indexing import places
from tapegrad.tape.forms import F4, F8, Form, form_of
from tapegrad.tape.program import Builder, Guard, Program

LIMIT = 20_000  # elements that are worth taking apart
WORTH = 5_000  # lines of LLVM text that are worth compiling for lanes


class TooLarge(Exception):
    """The program has more elements than are worth taking apart."""


class _Element:
    """A scalar instruction. NumPy moves such objects, and never computes with them: of single ones and arrays of no
    dimensions it would make sometimes this and sometimes that.
    """

    __slots__ = ("builder", "form", "slot")
    __array_ufunc__ = None

    def __init__(self, builder: Builder, slot: int, form: Form) -> None:
        self.builder, self.slot, self.form = builder, slot, form

    def _apply(self, op: Any, other: _Element) -> _Element:
        return _Element(self.builder, self.builder.emit(op, (self.slot, other.slot), {}, self.form), self.form)

    def __add__(self, other: _Element) -> _Element:
        return self._apply(add, other)

    def __mul__(self, other: _Element) -> _Element:
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
            values[slot] = _reduced(b, native, args[0], static["axes"], own(form))
        elif isinstance(native, Write):
            values[slot] = _written(b, native, args, static, form, own(form))
        elif isinstance(native, Cumulate):
            values[slot] = _cumulated(args[0], static["axis"])
        else:
            values[slot] = _moved(op, args, static, form.shape)
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


def _reduced(b: Builder, native: Reduce, x: np.ndarray, axes: Sequence[int], own: Form) -> np.ndarray:
    kept = [d for d in range(x.ndim) if d not in axes]
    rows = x.transpose([*kept, *axes]).reshape(*[x.shape[d] for d in kept], -1)
    result = np.empty(rows.shape[:-1], object)
    for place in np.ndindex(rows.shape[:-1]):
        total, *rest = rows[place]
        for item in rest:
            total = _Element(b, b.emit(native.op, (total.slot, item.slot), {}, own), own)
        result[place] = total
    return result


def _cumulated(x: np.ndarray, axis: int) -> np.ndarray:
    rows = np.moveaxis(x, axis, 0).copy()
    for k in range(1, len(rows)):
        for place in np.ndindex(rows.shape[1:]):
            rows[k, *place] = rows[k - 1, *place] + rows[k, *place]
    return np.moveaxis(rows, 0, axis)


def _moved(op: Any, args: Sequence[np.ndarray], static: dict[str, Any], shape: tuple[int, ...]) -> np.ndarray:
    """Elements of the operands: NumPy's forward, run on positions, says which."""
    ends = np.cumsum([a.size for a in args])
    positions = [np.arange(end - a.size, end).reshape(a.shape) for a, end in zip(args, ends, strict=True)]
    where = np.asarray(op.forward(*positions, **static), np.intp)
    return np.concatenate([a.ravel() for a in args])[where.ravel()].reshape(shape)


def _written(
    b: Builder, native: Write, args: Sequence[np.ndarray], static: dict[str, Any], form: Form, own: Form
) -> np.ndarray:
    target = args[0].flatten() if len(args) > 1 else np.full(form.size, None)
    where = places(form.shape, static["index"], static.get("path", ()))
    value = args[-1].reshape(args[-1].shape[max(0, args[-1].ndim - where.ndim) :])  # NumPy drops leading ones
    for place, item in zip(where.ravel(), np.broadcast_to(value, where.shape).ravel(), strict=True):
        old = target[place] if native.add else None
        target[place] = item if old is None else old + item
    return _objects([_constant(b, 0.0, own) if item is None else item for item in target], form.shape)
