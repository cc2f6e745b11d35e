"""Rows of an array, chosen by integers that are data: bounds are checked when the machine code runs.

A row is what stands at one position of the first axis. A position that the array does not have ends the program with the
status `OUTSIDE`, before anything is read or written there.

Tests: tests/tensor/test_kinds_of_indices.py, tests/autograd/test_rows.py
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.dtypes import BOOL, I8
from tapegrad.machine.lane import bits, from_bits, select
from tapegrad.machine.places import Buffer, Shape, Strided, contiguous
from tapegrad.machine.status import OUTSIDE
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.machine.lane import Lane
    from tapegrad.ops.kinds.protocols import AnyPlan, AnyWriter


Link = tuple[np.ndarray, np.ndarray]  # elements of a result, and the elements of an operand that they are

_LINES = 16  # of LLVM text, roughly, for one position
_NONE: Link = (np.zeros(0, np.intp), np.zeros(0, np.intp))


def _position(f: AnyWriter, index: Strided, at: Sequence[str], count: int) -> Lane:
    """Return the position that an element of an index names, as an integer lane; negative ones count from the end."""
    word = bits(f.item(index, at))
    outside = (word < -count) | (word >= count)
    f.return_if(outside.name, str(OUTSIDE))
    return select(word < 0, word + count, word)


def _row(f: AnyWriter, elements: Strided, position: str) -> Strided:
    """Return the elements of one row of several: those whose first axis is at a position."""
    first, *rest = elements.strides
    if elements.value is not None or first == 0:
        return elements._replace(strides=tuple(rest))
    step = f.offset(0, (first,), (position,))
    if elements.table is not None:
        moved = Buffer(f.pointer(elements.table, step), elements.table.element)
        return elements._replace(strides=tuple(rest), table=moved)
    moved = Buffer(f.pointer(elements.buffer, step), elements.buffer.element)
    return elements._replace(strides=tuple(rest), buffer=moved)


class _Integers(Alone):
    """What reads integers."""

    any_dtype = True
    statuses = (OUTSIDE,)

    def indices(self, f: AnyWriter, slot: int) -> tuple[Any, Shape]:
        """Return the elements of an index, and its shape."""
        shape = f.program.forms[slot].shape
        return f.strided(slot, shape), shape


class _Indexed(_Integers):
    """Rows that integers name. Sparsity sees through those that no input changes; others may name any row."""

    def pattern(self, sweep: Any, slot: int) -> Any:
        p = sweep.program
        index = sweep.values.get(p.operands[slot][1])
        if index is None:
            return sweep.stacked(slot)
        shapes = [p.forms[s].shape for s in p.operands[slot]]
        return sweep.linked(slot, self.links(index, shapes, p.forms[slot].shape))

    @abstractmethod
    def links(self, index: np.ndarray, shapes: Sequence[Shape], shape: Shape) -> list[Link]:
        """Find for each operand, by their shapes, which elements of a result of some shape are which of its elements."""


class Gather(_Indexed):
    """Rows of the first operand, at the positions that the second one names."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        x, i = p.operands[slot]
        target, shape = f.target(slot), p.forms[i].shape
        rest = p.forms[slot].shape[len(shape) :]
        into = Strided(target, 0, contiguous(p.forms[slot].shape))

        def row(at: list[str]) -> None:
            index, source = f.strided(i, shape), f.strided(x, p.forms[x].shape)
            position = _position(f, index, at, p.forms[x].shape[0])
            _copied(f, rest, _row(f, source, position.name), _member(f, into, at))

        f.each(shape, _LINES + math.prod(rest), row)
        f.done(slot, target)

    def links(self, index: np.ndarray, shapes: Sequence[Shape], shape: Shape) -> list[Link]:
        return [(np.arange(math.prod(shape)), _positions(shapes[0])[index].ravel()), _NONE]


class Scatter(_Indexed):
    """Rows of the first operand, added to zeros at the positions that the second one names; `length` rows."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        g, i = p.operands[slot]
        target, form = f.target(slot), p.forms[slot]
        f.fill(target, form.size, shared=True)
        index, shape = self.indices(f, i)
        if p.forms[g].size:
            into, source = Strided(target, 0, contiguous(form.shape)), f.strided(g, p.forms[g].shape)
            with f.loops(shape) as at:
                position = _position(f, index, at, form.shape[0])
                _copied(f, form.shape[1:], _member(f, source, at), _row(f, into, position.name), add=True)
        f.done(slot, target)

    def links(self, index: np.ndarray, shapes: Sequence[Shape], shape: Shape) -> list[Link]:
        return [(_positions(shape)[index].ravel(), np.arange(math.prod(shapes[0]))), _NONE]


class Put(_Indexed):
    """The first operand with rows of the last one at the positions that the second one names; the last of several stays."""

    def plan(self, plan: AnyPlan, slot: int) -> None:
        plan.alone(slot)
        plan.targets[slot] = plan.program.operands[slot][0]

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        x, i, v = p.operands[slot]
        target, form = f.target(slot), p.forms[slot]
        into = Strided(target, 0, contiguous(form.shape))
        if f.buffers.get(f.plan.base(x)) is not target:
            f.copy(form.shape, x, into, shared=True)
        (index, shape), source = self.indices(f, i), f.strided(v, p.forms[v].shape)
        if p.forms[v].size:
            with f.loops(shape) as at:
                position = _position(f, index, at, form.shape[0])
                _copied(f, form.shape[1:], _member(f, source, at), _row(f, into, position.name))
        f.done(slot, target)

    def links(self, index: np.ndarray, shapes: Sequence[Shape], shape: Shape) -> list[Link]:
        count = math.prod(shape)
        source = _positions(shape)
        source[index] = count + _positions(shapes[2])
        written = source >= count
        kept, taken = np.flatnonzero(~written), np.flatnonzero(written)
        return [(kept, source[~written]), _NONE, (taken, source[written] - count)]


class Last(_Integers):
    """Which elements of an index name a position that none after them names; of `length` positions."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (i,) = p.operands[slot]
        index, shape = self.indices(f, i)
        count = p.statics[slot]["length"]
        target, last = f.target(slot), f.work_buffer(8 * max(1, count))
        strides = contiguous(shape)
        with f.loops(shape) as at:
            position = _position(f, index, at, count)
            order = f.e1.emit(f"add i64 {f.offset(0, strides, at)}, 0", "i")
            f.store_scalar(from_bits(order), last, position.name)
        with f.loops(shape) as at:
            position = _position(f, index, at, count)
            order = f.e1.emit(f"add i64 {f.offset(0, strides, at)}, 0", "i")
            is_last = bits(f.load_scalar(last, position.name)) == order
            f.store_scalar(f.e1.result(is_last), target, order.name)
        f.done(slot, target)

    def dtype(self, static: dict[str, Any]) -> Any:
        return BOOL

    def pattern(self, sweep: Any, slot: int) -> Any:
        return None


class Offsets(_Integers):
    """Where indices along several axes, of `lengths`, lead to in C order."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        lengths, shape, target = p.statics[slot]["lengths"], p.forms[slot].shape, f.target(slot)

        def offset(at: list[str]) -> None:
            total = f.e1.int(0)
            for index, length in zip(p.operands[slot], lengths, strict=True):
                total = total * length + _position(f, f.strided(index, shape), at, length)
            f.store_scalar(from_bits(total), target, f.offset(0, contiguous(shape), at))

        f.each(shape, _LINES * len(lengths), offset)
        f.done(slot, target)

    def dtype(self, static: dict[str, Any]) -> Any:
        return I8

    def pattern(self, sweep: Any, slot: int) -> Any:
        return None


def _positions(shape: Shape) -> np.ndarray:
    return np.arange(math.prod(shape)).reshape(shape)


def _member(f: AnyWriter, elements: Strided, at: Sequence[str]) -> Strided:
    """Return what stands at the first indices of elements."""
    for k in at:
        elements = _row(f, elements, k)
    return elements


def _copied(f: AnyWriter, shape: Shape, source: Strided, target: Strided, add: bool = False) -> None:
    """Copy one row, or add it; one of a single element without a loop."""
    if math.prod(shape) != 1:
        f.copy(shape, source, target, add)
        return
    at = ["0"] * len(shape)
    value = f.item(source, at)
    where = f.offset(target.offset, target.strides, at)
    f.store_scalar(f.load_scalar(target.buffer, where) + value if add else value, target.buffer, where)
