"""Scalarization: replaces the arrays of a small program by scalars, one instruction for each element.

A value is an array of objects, each of which stands for a scalar instruction. What is zero or constant by structure
disappears, so a Jacobian of small arrays becomes the few operations that it takes by hand.

Tests: tests/codegen/test_shared_loops.py, tests/replay/test_batch_again.py
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import F8, Form, form_of
from tapegrad.ir.program import Guard, Program
from tapegrad.machine.lane import WIDTH
from tapegrad.ops.elementwise_ops import add, multiply
from tapegrad.passes.lowering import lowered

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise

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

    def with_other(self, op: Elementwise, other: _Element) -> _Element:
        """Apply an elementwise op of two arguments."""
        return _Element(self.builder, self.builder.emit(op, (self.slot, other.slot), {}, self.form), self.form)

    def __add__(self, other: _Element) -> _Element:
        return self.with_other(add, other)

    def __mul__(self, other: _Element) -> _Element:
        return self.with_other(multiply, other)


class _Scalars:
    """A program under scalarization: the interface that kinds of ops call."""

    LIMIT = LIMIT
    CHUNK = 256

    def __init__(self, program: Program) -> None:
        self.program, self.builder = program, Builder()
        self._scalar_forms = [form_of((), f.dtype, f.lane) for f in program.forms]

    def too_large(self) -> TooLarge:
        """Make the exception for an instruction that is not worth scalarizing."""
        return TooLarge()

    def array(self, items: Sequence[Any], slot: int) -> np.ndarray:
        """Make the value of a slot of its elements in C order."""
        array = np.empty(len(items), object)
        array[:] = items
        return array.reshape(self.program.forms[slot].shape)

    def constant(self, value: Any, slot: int) -> _Element:
        """Make a constant of the dtype of a slot."""
        form = self._scalar_forms[slot]
        constant = self.builder.constant(np.asarray(value, form.lane or F8).reshape(()), form)
        return _Element(self.builder, constant, form)

    def inputs(self, slot: int) -> np.ndarray:
        """Make an input for each element of a slot."""
        form = self._scalar_forms[slot]
        count = self.program.forms[slot].size
        return self.array([_Element(self.builder, self.builder.input(form), form) for _ in range(count)], slot)

    def each(self, slot: int, args: list[np.ndarray]) -> np.ndarray:
        """Do an instruction element by element."""
        p, b, form = self.program, self.builder, self._scalar_forms[slot]
        spread = [np.broadcast_to(a, p.forms[slot].shape).ravel() for a in args]
        return self.array(
            [
                _Element(b, b.emit(p.ops[slot], tuple([e.slot for e in group]), p.statics[slot], form), form)
                for group in zip(*spread, strict=True)
            ],
            slot,
        )

    def sum(self, items: list[_Element], slot: int) -> _Element:
        """Add as the compiled sweeps sum one chunk: in eight lanes, then the lanes in pairs."""
        if not items:
            return self.constant(0.0, slot)
        lanes = [reduce(operator.add, items[k::WIDTH]) for k in range(min(WIDTH, len(items)))]
        while len(lanes) > 1:
            lanes = [reduce(operator.add, lanes[k : k + 2]) for k in range(0, len(lanes), 2)]
        return lanes[0]


def scalarised(program: Program) -> Program:
    """Return the program on scalars: one input for each element of each input, one output for each element of each
    output.

    Raises
    ------
    TooLarge
        If it has more than `LIMIT` elements, sums of more than a chunk, programs within, or would take more than
        `WORTH` lines of LLVM text.
    """
    program = lowered(program)
    scalars = _Scalars(program)
    b = scalars.builder
    if max([sum(f.size for f in program.input_forms), *[f.size for f in program.forms]]) > LIMIT:
        raise TooLarge

    def rule(slot: int, op: Any, operands: list[Any]) -> Any:
        if len(b.program) > LIMIT:
            raise TooLarge
        return op.kind.apart(scalars, slot, operands)

    values = program.walk(
        [scalars.inputs(slot) for slot in program.inputs], rule,
        lambda slot: scalars.array([scalars.constant(v, slot) for v in program.constants[slot].ravel()], slot),
    )  # fmt: skip
    outputs = [e.slot for s in program.outputs for e in values[s].ravel()]
    guards = [Guard(values[g.slot].ravel()[0].slot, g.expected, g.line) for g in program.guards]
    apart = b.finish(outputs, guards)
    apart.recorded = program.recorded
    if sum(1 if op is None else op.kind.lines(op) for op in apart.ops) > WORTH:
        raise TooLarge
    return apart
