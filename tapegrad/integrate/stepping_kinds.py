"""The kinds of `ode` and `ode_adjoint` in sealed tapes: calls of the steppers, which call the field's machine code.

A block of memory is laid out in the working memory of the function that is written. Methods that have no machine code
are called in Python.

Tests: tests/integrate/test_compiled_steps.py
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.integrate.block_layout import STEPPED, BlockMemory, Called, laid_out
from tapegrad.ir.program import Program
from tapegrad.machine.places import Buffer, Strided
from tapegrad.machine.status import FAILED, INNER_GUARD, RAISED
from tapegrad.machine.steppers.loading import stepper
from tapegrad.machine.steppers.tableaus import method_of
from tapegrad.ops.kinds.kind import Kind
from tapegrad.ops.kinds.python_call import Python

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_COST = 1 << 21  # lines that a solution counts as: how many steps it takes is not known


class WorkingMemory(BlockMemory):
    """Working memory of a function that is being written; references are names of pointers."""

    def __init__(self, f: AnyWriter) -> None:
        self.f = f

    def reserve(self, count: int) -> str:
        return self.f.work_buffer(8 * max(1, count)).pointer

    def constant(self, numbers: np.ndarray) -> str:
        return self.f.table(numbers).pointer

    def control(self, words: np.ndarray) -> str:
        self.f.polls = True
        return self.f.pooled(words).pointer

    def table(self, references: Sequence[str]) -> str:
        return self.f.table_of(references)

    def within(self, reference: str, place: int) -> str:
        return self.f.pointer(Buffer(reference, "double"), str(place)) if place else reference

    def copy(self, source: str, target: str, count: int) -> None:
        x, y = (Strided(Buffer(reference, "double"), 0, (1,)) for reference in (source, target))
        self.f.copy((count,), x, y)

    def put(self, block: str, word: int, value: Any) -> None:
        if isinstance(value, float):
            text = f"double 0x{struct.pack('>d', value).hex().upper()}"
        else:
            text = f"ptr {value}" if isinstance(value, str) else f"i64 {value}"
        self.f.lines.append(f"  store {text}, ptr {self.within(block, word)}")

    def program(self, program: Program, inputs: Sequence[str], outputs: Sequence[str]) -> Called:
        f, written = self.f, self.f.module.function(program)
        constants = [f.pooled(array).pointer for array in written.pool]
        work = self.reserve(-(-written.work // 8))
        return Called(f"@{written.name}", self.table([*inputs, *constants]), self.table(outputs), work, written.cost)


class Stepped(Python):
    """An op that the steppers execute, if its method is one of theirs; with `flags` for each instance of a batch."""

    statuses = (RAISED, FAILED, INNER_GUARD)

    def for_rows(self, python: Kind) -> Kind:
        return self

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        static, operands, targets = p.statics[slot], p.operands[slot], f.targets(slot)
        if static["settings"].method not in STEPPED:
            super().write(f, slot)
            return
        flags = static.get("flags")
        arrays = [f.contiguous(s).pointer for s in operands]
        shapes = [p.forms[s].shape for s in operands]
        if flags is None:
            self.write_one(f, static, arrays, shapes[0][0] - 2, [t.buffer for t in targets])
        else:
            shapes = [shape[1:] if flag else shape for shape, flag in zip(shapes, flags, strict=True)]
            length = targets[0].form.shape[0]
            with f.loop(0, length, 1) as k:
                rows = [
                    _row(f, Buffer(a, "double"), prod(shape), k).pointer if flag else a
                    for a, shape, flag in zip(arrays, shapes, flags, strict=True)
                ]
                results = [_row(f, t.buffer, t.form.size // length, k) for t in targets]
                self.write_one(f, static, rows, shapes[0][0] - 2, results)
        f.all_done(targets)

    def write_one(
        self, f: AnyWriter, static: dict[str, Any], operands: list[str], count: int, results: list[Buffer]
    ) -> None:  # fmt: skip
        """Write one solution."""
        field, settings = static["program"], static["settings"]
        states, memory = len(field.outputs), WorkingMemory(f)
        times, *z = operands
        block, _ = laid_out(
            memory, method_of(settings.method), field, settings, (times, memory.within(times, 1)),
            (count, memory.within(times, 2)), z[:states], z[states:], [b.pointer for b in results], rows=1,
        )  # fmt: skip
        _call(f, settings.method, "solution", block)


class SteppedBack(Stepped):
    """The adjoint of a solution."""

    def write_one(
        self, f: AnyWriter, static: dict[str, Any], operands: list[str], count: int, results: list[Buffer]
    ) -> None:  # fmt: skip
        field, settings = static["field"], static["settings"]
        states, last, memory = len(field.outputs), len(field.input_forms), WorkingMemory(f)
        times, seeds, z = operands[0], operands[last:], operands[1:last]
        unread = [memory.reserve(count * form.size) for form in field.output_forms]
        block, total = laid_out(
            memory, method_of(settings.method), field, settings, (times, memory.within(times, 1)),
            (count, memory.within(times, 2)), z[:states], z[states:], unread, seeds,
        )  # fmt: skip
        _call(f, settings.method, "adjoint", block)
        sizes = [form.words for form in field.input_forms[1:] if form.dtype.kind in "fc"]
        for reference, size, result in zip(memory.parts(total, sizes), sizes, results, strict=True):
            f.copy((size,), Strided(Buffer(reference, "double"), 0, (1,)), Strided(result, 0, (1,)))


def _row(f: AnyWriter, buffer: Buffer, size: int, k: str) -> Buffer:
    """Return a row of an array."""
    return Buffer(f.pointer(buffer, f.offset(0, (size,), (k,))), buffer.element)


def _call(f: AnyWriter, method: str, name: str, block: str) -> None:
    """Call a stepper; what it says becomes the function's status."""
    f.repeated += _COST
    status = f.call("i64", stepper(method, name), [block])
    failed = f.integer(f"icmp slt i64 {status}, 0")
    inner = f.integer(f"icmp sgt i64 {status}, {INNER_GUARD}")
    reason = f.integer(f"select i1 {inner}, i64 {status}, i64 {INNER_GUARD}")
    f.return_unless_done(status, f.integer(f"select i1 {failed}, i64 {FAILED}, i64 {reason}"))
