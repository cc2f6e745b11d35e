"""Legalization of complex numbers: each becomes a pair of real numbers, the only ones that machine code computes with.

A complex value becomes a `Pair` here, its real and imaginary part, two slots of their own; what an op is on pairs its
record says (`ArrayOp.on_pairs`). Where it is needed as a whole, it is an array of real numbers with one more axis of
length 2 at the end: so NumPy's complex numbers lie in memory. Wholes are the inputs and outputs of programs, and what
Python's forward functions are given. Either is made of the other where it is asked for; a part of a whole is a view.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.

Tests: tests/passes/test_legalize_complex.py
"""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import RESULTS, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.ir.program_columns import forms_of
from tapegrad.machine.dtypes import BOOL, PARTS, WHOLE
from tapegrad.ops import elementwise_ops as ew
from tapegrad.ops.declare import Complex
from tapegrad.ops.function_results import function_op
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Python
from tapegrad.ops.results import SAME, Several, result_op
from tapegrad.ops.shape_ops import astype, broadcast_to_op, concatenate_op, reshape_op


def legalize_complex(program: Program) -> Program:
    """Return the program of real numbers, without custom functions' derivatives; itself if it is one."""
    plain = function_op not in program.ops and not has_complex(program)
    return program if plain else _Lowering(program).whole()


def _with_wholes(program: Program) -> Program:
    """Return a program that takes and gives complex numbers as wholes; itself if there are none such."""
    forms = (*program.input_forms, *program.output_forms)
    return legalize_complex(program) if any(map(_is_complex, forms)) else program


def has_complex(program: Program) -> bool:
    """Tell whether some value of a program is complex."""
    return any(_is_complex(form) for form in forms_of(program))


def _is_complex(form: Form) -> bool:
    return form.dtype.kind == "c"


def _part_form(form: Form) -> Form:
    """Return the form of a part of complex numbers."""
    return form_of(form.shape, PARTS[form.dtype])


def _whole_form(form: Form) -> Form:
    """Return the form in which complex numbers are given to others; a real form as it is."""
    return form_of((*form.shape, 2), PARTS[form.dtype]) if _is_complex(form) else form


class Real:
    """A slot of real numbers or truth values, with operators and ops that emit instructions."""

    __slots__ = ("builder", "form", "slot")

    def __init__(self, builder: Builder, slot: int, form: Form) -> None:
        self.builder, self.slot, self.form = builder, slot, form

    def emit(self, op: Any, form: Form, /, *others: Real, **static: Any) -> Real:
        """Apply an op; its result is of a form."""
        slots = (self.slot, *[p.slot for p in others])
        return Real(self.builder, self.builder.emit(op, slots, static, form), form)

    def result(self, op: Any, shape: tuple[int, ...], /, *others: Real, **static: Any) -> Real:
        """Apply an op; its result is of a shape, and of the same dtype."""
        return self.emit(op, form_of(shape, self.form.dtype, self.form.lane), *others, **static)

    def taken(self, axis: int, part: slice) -> Real:
        """Return a part along an axis."""
        index = (*(slice(None),) * axis, part)
        length = len(range(*part.indices(self.form.shape[axis])))
        return self.result(getitem_op, (*self.form.shape[:axis], length, *self.form.shape[axis + 1 :]), index=index)

    def joined(self, other: Real, axis: int) -> Real:
        """Return both, one after the other along an axis."""
        shape = list(self.form.shape)
        shape[axis] += other.form.shape[axis]
        return self.result(concatenate_op, tuple(shape), other, axis=axis)

    def constant(self, value: Any) -> Real:
        """Return a constant number or array of the same dtype."""
        array = np.array(value, self.form.lane)
        form = form_of(array.shape, self.form.lane)  # type: ignore[arg-type]
        return Real(self.builder, self.builder.constant(array, form), form)

    def do(self, op: Any, *others: Any) -> Real:
        """Apply an elementwise op, with broadcasting, to this and others, which may be numbers."""
        operands = [self, *others]
        numbers = [p for p in operands if isinstance(p, Real) and p.form.dtype != BOOL] or [self]
        lane: Any = numbers[0].form.lane
        parts = [p.converted(lane) if isinstance(p, Real) else numbers[0].constant(p) for p in operands]
        shape = np.broadcast_shapes(*[p.form.shape for p in parts])
        return parts[0].emit(op, form_of(shape, BOOL if op.boolean else lane, lane), *parts[1:])

    def converted(self, lane: np.dtype[Any]) -> Real:
        """Return the same numbers, or truth values, in the lanes of another dtype."""
        if self.form.lane is lane:
            return self
        return self.emit(astype, form_of(self.form.shape, lane), dtype=lane, source=self.form.dtype)

    def __add__(self, other: Any) -> Real:
        return self.do(ew.add, other)

    def __sub__(self, other: Any) -> Real:
        return self.do(ew.subtract, other)

    def __mul__(self, other: Any) -> Real:
        return self.do(ew.multiply, other)

    def __truediv__(self, other: Any) -> Real:
        return self.do(ew.divide, other)

    def __neg__(self) -> Real:
        return self.do(ew.negative)

    def __and__(self, other: Any) -> Real:
        return self.do(ew.logical_and, other)

    def __or__(self, other: Any) -> Real:
        return self.do(ew.logical_or, other)

    def spread(self, shape: tuple[int, ...]) -> Real:
        """Return it broadcast to a shape."""
        form = form_of(shape, self.form.dtype, self.form.lane)
        return self if form is self.form else self.emit(broadcast_to_op, form, shape=shape)


class Pair:
    """A complex value: its parts, the whole, or both.

    Attributes
    ----------
    form : Form
        The complex one.
    real : Real or None
        The real numbers that it was converted from, whose imaginary parts are 0.
    """

    __slots__ = ("_parts", "_whole", "form", "real")

    def __init__(
        self, form: Form, parts: tuple[Real, Real] | None = None, whole: Real | None = None, real: Real | None = None
    ) -> None:
        self.form, self._parts, self._whole, self.real = form, parts, whole, real

    @property
    def parts(self) -> tuple[Real, Real]:
        """The real and the imaginary part, which have the same shape."""
        if self._parts is None:
            form, axes, whole = _part_form(self.form), (slice(None),) * len(self.form.shape), self._whole
            assert whole is not None
            re, im = (whole.emit(getitem_op, form, index=(*axes, k)) for k in (0, 1))
            self._parts = re, im
        return self._parts

    @property
    def re(self) -> Real:
        return self.parts[0]

    @property
    def im(self) -> Real:
        return self.parts[1]

    @property
    def whole(self) -> Real:
        """Both, side by side along a last axis."""
        if self._whole is None:
            form = _whole_form(self.form)
            shape = (*self.form.shape, 1)
            re, im = (p.emit(reshape_op, form_of(shape, form.dtype), shape=shape) for p in self.parts)
            self._whole = re.emit(concatenate_op, form, im, axis=len(shape) - 1)
        return self._whole


class _Lowering:
    """The lowering of one program: the interface that records' rules for pairs call."""

    def __init__(self, program: Program) -> None:
        self.program, self.builder, self._read = program, Builder(), program.results()

    def whole(self) -> Program:
        p, b = self.program, self.builder
        inputs = [self._value(b.input(_whole_form(p.forms[slot])), p.forms[slot]) for slot in p.inputs]
        values = p.walk(inputs, self._rule, self._constant)
        for slot, line in p.lines.items():
            value = values[slot]  # of an op with several, the results by their numbers or in a list
            results = value.values() if isinstance(value, dict) else value if isinstance(value, list) else (value,)
            for result in results:
                for part in result.parts if isinstance(result, Pair) else (result,):
                    b.program.lines.setdefault(part.slot, line)
        b.program.recorded = p.recorded
        outputs = [v.whole.slot if isinstance(v, Pair) else v.slot for v in map(values.__getitem__, p.outputs)]
        return b.finish(outputs, [g._replace(slot=values[g.slot].slot) for g in p.guards])

    def _value(self, slot: int, form: Form) -> Real | Pair:
        """Return the value of a slot, a complex one as a whole."""
        part = Real(self.builder, slot, _whole_form(form))
        return Pair(form, whole=part) if _is_complex(form) else part

    def _constant(self, slot: int) -> Real | Pair:
        form, value = self.program.forms[slot], self.program.constants[slot]
        if not _is_complex(form):
            return Real(self.builder, self.builder.constant(value, form), form)
        part_form = _part_form(form)
        re, im = (np.array(part, order="C") for part in (value.real, value.imag))
        parts = [Real(self.builder, self.builder.constant(part, part_form), part_form) for part in (re, im)]
        return Pair(form, (parts[0], parts[1]))

    def _rule(self, slot: int, op: Any, args: list[Any]) -> Any:
        if op is function_op:
            return [args[s] for s in self.program.statics[slot]["application"].results]
        form, static = self.program.forms[slot], self.program.statics[slot]
        if op.several:
            return self._results(slot, op, args, static)
        if not _is_complex(form) and not any(isinstance(a, Pair) for a in args):
            return Real(self.builder, self.builder.emit(op, tuple([a.slot for a in args]), static, form), form)
        if isinstance(op, ew.Elementwise):  # which moves numbers: all others are `pointwise` on complex ones
            return self.by_part(op, args, form, static)
        return op.on_pairs(self, args, form, static)

    def _results(self, slot: int, op: Any, args: list[Any], static: dict[str, Any]) -> dict[int, Real | Pair]:
        """Do an op with several results, by its forward function where a number is complex, unless it runs a program;
        returns those that are read.
        """
        forms, b = self.program.forms, self.builder
        read = {k: forms[s] for k, s in self._read[slot].items()}
        flags = tuple(isinstance(a, Pair) for a in args)
        args = [a.whole if isinstance(a, Pair) else a for a in args]
        if "program" in static:
            static = static | {"program": _with_wholes(static["program"])}
        elif any(flags):
            op, static = _caller_of(op, several_on_complex), {"op": op, "flags": flags, "static": static}
        instruction = b.emit(op, tuple([a.slot for a in args]), static, RESULTS)
        return {
            k: self._value(b.emit(result_op, (instruction,), {"index": k}, _whole_form(form)), form)
            for k, form in read.items()
        }

    # -------------------------------------------------------------------------------------------- what records use

    def pair(self, form: Form, re: Any, im: Any, real: Real | None = None) -> Pair:
        """Return a complex value of a form, of parts that may broadcast to it."""
        return Pair(form, (re.spread(form.shape), im.spread(form.shape)), real=real)

    def by_part(self, op: Any, args: Sequence[Any], form: Form, static: dict[str, Any]) -> Pair:
        """Do an op that is linear, with real coefficients, in all its operands together."""
        part_form = _part_form(form)
        sides = [[a.parts[k] if isinstance(a, Pair) else a for a in args] for k in (0, 1)]
        re, im = (first.emit(op, part_form, *rest, **static) for first, *rest in sides)
        return Pair(form, (re, im))

    def by_products(self, op: Any, args: Sequence[Any], form: Form, static: dict[str, Any]) -> Pair:
        """Do an op that is linear, with real coefficients, in each of its operands."""
        part_form = _part_form(form)
        sums: list[Real | None] = [None, None]
        choices = [a.parts if isinstance(a, Pair) else (a,) for a in args]
        for sides in itertools.product(*[range(len(parts)) for parts in choices]):
            first, *rest = [parts[k] for parts, k in zip(choices, sides, strict=True)]
            term, turns = first.emit(op, part_form, *rest, **static), sum(sides) % 4
            total = sums[turns % 2]
            if total is None:
                sums[turns % 2] = term if turns < 2 else -term
            else:
                sums[turns % 2] = total + term if turns < 2 else total - term
        re, im = sums
        assert re is not None
        return self.pair(form, re, im if im is not None else re.constant(0.0))

    def called(self, op: Any, args: Sequence[Any], form: Form, static: dict[str, Any]) -> Any:
        """Do an op by its forward function, called from compiled code."""
        operands = [a.whole if isinstance(a, Pair) else a for a in args]
        flags = tuple(isinstance(a, Pair) for a in args)
        first, *rest = operands
        whole = first.emit(_caller_of(op, on_complex), _whole_form(form), *rest, op=op, flags=flags, static=static)
        return Pair(form, whole=whole) if _is_complex(form) else whole


# ------------------------------------------------------------------------------------------------- Python's forward


def _called(*args: Any, op: Any, flags: tuple[bool, ...], static: dict[str, Any]) -> np.ndarray:
    """Run an op on arrays, of which flagged ones are complex numbers as a whole; return a complex result as one."""
    with np.errstate(all="ignore"):
        return _as_real(op.forward(*_whole_operands(args, flags), **static))


def _all_called(*args: Any, op: Any, flags: tuple[bool, ...], static: dict[str, Any]) -> tuple[np.ndarray, ...]:
    """Run an op with several results as `_called` does one of one."""
    with np.errstate(all="ignore"):
        return tuple(map(_as_real, op.forward(*_whole_operands(args, flags), **static)))


def _whole_operands(args: Sequence[Any], flags: Sequence[bool]) -> list[Any]:
    return [_as_complex(a) if flag else a for a, flag in zip(args, flags, strict=True)]


def _as_real(result: Any) -> np.ndarray:
    array = np.array(result, copy=None, order="C")
    return array if array.dtype.kind != "c" else array.reshape(*array.shape, 1).view(PARTS[array.dtype])


def _as_complex(a: np.ndarray) -> np.ndarray:
    return a.view(WHOLE[a.dtype]).reshape(a.shape[:-1])


on_complex = Complex(
    name="on_complex", kind=Python(), forward=_called,
    summary="An op of complex numbers within compiled code, by its forward function.",
)  # fmt: skip


several_on_complex = Several(
    name="several_on_complex", kind=Python(), forward=_all_called, takes_complex=True,
    dtypes=lambda op, flags, static: [PARTS.get(d, d) if isinstance(d, np.dtype) else SAME for d in op.named(static)],
    infer=lambda *shapes, op, flags, static: [
        shape if dtype.kind != "c" else (*shape, 2) for shape, dtype in _of_whole(op, shapes, flags, static)
    ],
    summary="An op with several results of complex numbers within compiled code, by its forward function.",
)  # fmt: skip


def _of_whole(op: Any, shapes: Sequence[Any], flags: Sequence[bool], static: dict[str, Any]) -> Iterable[Any]:
    """Return the shapes and dtypes of an op's results, from the shapes of wholes."""
    shapes_of_results = op.infer(
        *[shape[:-1] if flag else shape for shape, flag in zip(shapes, flags, strict=True)], **static
    )
    return zip(shapes_of_results, op.dtypes_of(np.dtype(np.complex128), static, len(shapes_of_results)), strict=True)


@functools.cache
def _caller_of(op: Any, caller: Any) -> Any:
    """Return the function that runs an op on complex numbers, under the op's name."""
    named = copy.copy(caller)
    named.shown = op.shown
    return named
