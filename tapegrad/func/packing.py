"""Programs of vectors: what the ops that run programs take, and what their derivatives run.

The leaves of nested containers are packed into one vector of float64, and taken apart again within the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func.derive import all_emitted, derived, emitted
from tapegrad.func.forward import tangents_of
from tapegrad.func.reverse import adjoints
from tapegrad.ir.forms import F8, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.ops.complexes import joined, parts
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.integers import bits, of_bits
from tapegrad.ops.shaping import concatenate_op, reshape_op
from tapegrad.record.trace import Trace, current, recording, value_outside
from tapegrad.record.variables import variable
from tapegrad.tensor.batching import run_batched, spread
from tapegrad.tensor.tensor import Tensor, from_array


def vector_form(size: int) -> Form:
    return form_of((size,), F8)


def as_floats(t: Tensor) -> list[Tensor]:
    """Return elements as float64 numbers: complex ones as two parts, integers as the numbers of their bits, exactly."""
    if t.dtype.kind in "iu":
        return [bits(t)]
    return [part.astype(F8, copy=False) for part in (parts(t) if t.dtype.kind == "c" else (t,))]


def packed(tensors: Sequence[Tensor]) -> Tensor:
    """Return one vector of all elements."""
    flat = [reshape_op(part, shape=(t.size,)) for t in tensors for part in as_floats(t)]
    if len(flat) > 1:
        return concatenate_op(*flat, axis=0)
    return flat[0] if flat else from_array(np.zeros(0))


def unpacked(vector: Tensor, forms: Sequence[Form]) -> list[Tensor]:
    """Return the elements of a vector in the shapes and dtypes they had; truth values as float64.

    Of a matrix, those of all rows, along a leading axis.
    """
    found, first, leading = [], 0, vector.shape[:-1]
    for form in forms:
        sides = []
        for _ in range(2 if form.dtype.kind == "c" else 1):
            part = vector
            if form.size != vector.shape[-1]:
                part = getitem_op(vector, index=(*[slice(None) for _ in leading], slice(first, first + form.size)))
            sides.append(reshape_op(part, shape=(*leading, *form.shape)))
            first += form.size
        part = joined(*sides) if form.dtype.kind == "c" else sides[0]
        if form.dtype.kind in "iu":
            part = of_bits(part, dtype=form.dtype)
        found.append(part.astype(form.dtype, copy=False) if form.dtype.kind in "fc" else part)
    return found


def recorded(
    f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor], once: bool = False
) -> tuple[Program, list[Tensor]]:
    """Return a function of Tensors as a program of vectors, and the Tensors that it captured.

    The program's inputs are one vector for each example and one for all that was captured; its output is the vector
    of what `f` returns. `once` says that it runs on the examples alone, unless a recording around it is replayed.
    """
    raw, captured = _recorded(lambda *inputs: [packed(list(f(*inputs)))], examples, once)
    forms = [t._family.form for t in captured]
    vectors = [vector_form(n) for n in (*(t.size for t in examples), sum(f.words for f in forms))]

    def build(again: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return emitted(raw, [*inputs[:-1], *unpacked(inputs[-1], forms)], again)

    return derived(raw, "of vectors", vectors, build), captured


def recorded_apart(f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor]) -> tuple[Program, list[Tensor]]:
    """Return a function of Tensors as a program with a vector for each result and for each Tensor that was captured,
    and these vectors.
    """
    raw, captured = _recorded(lambda *inputs: [packed([t]) for t in f(*inputs)], examples, False)
    forms = [t._family.form for t in captured]
    vectors = [vector_form(n) for n in (*(t.size for t in examples), *(f.words for f in forms))]

    def build(again: Trace, inputs: list[Tensor]) -> list[Tensor]:
        whole = [unpacked(v, [form])[0] for v, form in zip(inputs[len(examples) :], forms, strict=True)]
        return emitted(raw, [*inputs[: len(examples)], *whole], again)

    return derived(raw, "of vectors apart", vectors, build), [packed([t]) for t in captured]


def _recorded(
    f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor], once: bool
) -> tuple[Program, list[Tensor]]:
    """Return the program of a function of vectors of the examples' sizes, and the Tensors that it captured."""
    outer = current()
    with recording(strict=not once or (outer is not None and outer.strict)) as trace:
        inputs = [trace.input(value_outside(t).astype(np.float64).reshape(-1), vector_form(t.size)) for t in examples]
        return trace.program(f(*inputs)), trace.outside()


def evaluated(program: Program, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return a program's outputs, computed eagerly."""
    if "executable" in program.derived:
        executable = executable_of(program)
        given = [np.ascontiguousarray(a, F8) for a in arrays]
        outputs = [pool.empty(f.shape, F8) for f in program.output_forms]
        if executable.on_arrays(given, outputs, pool.aligned(executable.work)) == 0:
            return outputs
        callbacks.reraise()
    with recording(strict=False, within=True) as trace:
        values = all_emitted(program, [trace.input(np.ascontiguousarray(a, np.float64)) for a in arrays])
        for guard in program.guards:
            if trace.evaluate(trace.slot_of(values[guard.slot])).item() != guard.expected:
                raise ReplayError(
                    f"the decision at {guard.line}, within a function that runs by itself, goes another way for these "
                    "values. Compute with np.where instead of branching on values; index an array as tg.asarray(a)[i]."
                )
        return [trace.evaluate(trace.slot_of(values[s])) for s in program.outputs]


Build = Callable[..., Sequence[Tensor]]


def remade(program: Program, key: Any, layout: Sequence[Sequence[int]], build: Build) -> Program:
    """Return a program of vectors that are made of parts of these sizes, derived once: ``build(trace, *parts)`` gives
    the parts of its output.
    """

    def whole(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        parts = [p for v, sizes in zip(inputs, layout, strict=True) for p in _parts(v, sizes)]
        return [packed(build(trace, *parts))]

    return derived(program, key, [vector_form(sum(sizes)) for sizes in layout], whole)


def _parts(vector: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    return unpacked(vector, [vector_form(n) for n in sizes]) if len(sizes) > 1 else [vector]


def _sizes(program: Program) -> list[int]:
    """Return the sizes of a program's inputs, and of its output."""
    return [f.size for f in (*program.input_forms, *program.output_forms)]


def _sizes_of(program: Program) -> tuple[list[int], list[int]]:
    """Return the sizes of a program's inputs, and of its outputs."""
    return [f.size for f in program.input_forms], [f.size for f in program.output_forms]


def _batch(program: Program, inputs: Sequence[Tensor], flags: Sequence[bool], length: int) -> Tensor:
    """Run a program for each instance: the vectors that are flagged hold one of each."""
    given = [
        reshape_op(v, shape=(length, f.size)) if flag else v
        for v, f, flag in zip(inputs, program.input_forms, flags, strict=True)
    ]
    ((out, batched),) = run_batched(program, given, flags, length, False)
    return out if batched else spread(out, length)


# ------------------------------------------------------------------------------------------------- call


def call_reverse(program: Program) -> Program:
    """Make the program of ``(x, g)`` as one vector: the adjoint of x."""

    def build(trace: Trace, x: Tensor, g: Tensor) -> list[Tensor]:
        x = variable(x)
        return adjoints(trace, emitted(program, [x], trace), [g], [x])

    return remade(program, "call reverse", [_sizes(program)], build)


def call_forward(program: Program) -> Program:
    """Make the program of ``(x, tangent)`` as one vector: the tangent of the result."""
    n, _ = _sizes(program)

    def build(trace: Trace, x: Tensor, moving: Tensor) -> list[Tensor]:
        x = variable(x)
        return tangents_of(trace, [x], emitted(program, [x], trace), [moving])

    return remade(program, "call forward", [(n, n)], build)


def call_batched(program: Program, length: int) -> Program:
    """Make the program of all instances' vectors, one after the other."""
    n, _ = _sizes(program)
    return remade(
        program, ("call batched", length), [(length * n,)], lambda _, x: [_batch(program, [x], [True], length)]
    )


Wanted = Callable[[str, tuple[int, ...]], bool]


def keeping(program: Program, wanted: Wanted) -> Program:
    """Return the program with some intermediate results appended to its output: those of ops that `wanted(name,
    shape)` chooses.
    """
    n, _ = _sizes(program)

    def build(trace: Trace, x: Tensor) -> list[Tensor]:
        values = all_emitted(program, [x], trace)
        return [values[s] for s in (*program.outputs, *kept_slots(program, wanted))]

    return remade(program, ("keeping", wanted), [(n,)], build)


def kept_slots(program: Program, wanted: Wanted) -> list[int]:
    """Return the instructions whose results are to be kept."""
    return [
        slot for slot, (op, form) in enumerate(zip(program.ops, program.forms, strict=True))
        if op is not None and form.dtype.kind in "fc" and wanted(op.name, form.shape)
    ]  # fmt: skip


def keeping_reverse(program: Program, wanted: Wanted, size: int) -> Program:
    """Make the program of ``(x, output, g)`` as one vector: the adjoint of x, with the kept results read from the
    output instead of run again.
    """
    n, m = _sizes(program)

    def build(trace: Trace, x: Tensor, out: Tensor, g: Tensor) -> list[Tensor]:
        slots = kept_slots(program, wanted)
        saved = unpacked(getitem_op(out, index=(slice(size, None),)), [program.forms[s] for s in slots])
        x = variable(x)
        values = all_emitted(program, [x], trace)
        found = adjoints(trace, [values[program.outputs[0]]], [g], [x])
        for s, t in zip(slots, saved, strict=True):
            trace.substitute(values[s], t)
        return found

    return remade(program, "keeping reverse", [(n, m, m)], build)


# ------------------------------------------------------------------------------------------------- scan


def scan_reverse(program: Program, carries: int, columns: int) -> Program:
    """Return the body of the reverse scan.

    It carries the adjoints of the carries and of the constants; its columns are the carries, the columns and the
    adjoints of the outputs, and it gives the adjoints of the columns.
    """
    given, results = _sizes_of(program)
    ends = [*accumulate([carries, len(given) - carries - columns, carries, columns, len(results) - carries])]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        g, totals, c, x, g_y, k = (inputs[a:b] for a, b in pairwise([0, *ends, len(inputs)]))
        variables = [variable(t) for t in (*c, *x, *k)]
        found = adjoints(trace, emitted(program, variables, trace), [*g, *g_y], variables)
        sums = [total + own for total, own in zip(totals, found[carries + columns :], strict=True)]
        return [*found[:carries], *sums, *found[carries : carries + columns]]

    constants = given[carries + columns :]
    sizes = [*given[:carries], *constants, *given[: carries + columns], *results[carries:], *constants]
    return derived(program, ("scan reverse", carries, columns), [*map(vector_form, sizes)], build)


def with_carries(program: Program, carries: int) -> Program:
    """Return a step that gives the carries as it gets them, too."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return [*emitted(program, inputs, trace), *inputs[:carries]]

    return derived(program, ("with carries", carries), program.input_forms, build)


def scan_forward(program: Program, carries: int, columns: int, moving: tuple[bool, ...]) -> Program:
    """Return the body of the tangent scan: values, then the tangents of those inputs that move."""
    given, _ = _sizes_of(program)
    groups = [range(carries), range(carries, carries + columns), range(carries + columns, len(given))]
    order = [(k, push) for group in groups for push in (False, True) for k in group if moving[k] or not push]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        found = dict(zip(order, inputs, strict=True))
        variables = [variable(found[k, False]) for k in range(len(given))]
        pushed = [(variables[k], found[k, True]) for k in range(len(given)) if moving[k]]
        out = emitted(program, variables, trace)
        tangents = tangents_of(trace, [v for v, _ in pushed], out, [t for _, t in pushed])
        return [*out[:carries], *tangents[:carries], *out[carries:], *tangents[carries:]]

    forms = [vector_form(given[k]) for k, _ in order]
    return derived(program, ("scan forward", carries, columns, moving), forms, build)


def scan_batched(program: Program, length: int, flags: tuple[bool, ...], rows: tuple[bool, ...]) -> Program:
    """Return the body for all instances at once: of the inputs that are not flagged, and of the outputs that have no
    rows, there is one for all.
    """
    given, results = _sizes_of(program)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        values = [
            reshape_op(v, shape=(length, n)) if flag else v for v, n, flag in zip(inputs, given, flags, strict=True)
        ]
        found = run_batched(program, values, flags, length, False)
        return [
            reshape_op(out if batched else spread(out, length), shape=(length * n,)) if own else out
            for (out, batched), n, own in zip(found, results, rows, strict=True)
        ]

    forms = [vector_form(length * n if flag else n) for n, flag in zip(given, flags, strict=True)]
    return derived(program, ("scan batched", length, flags, rows), forms, build)
