"""Programs of vectors: what the ops that run programs take, and what their derivatives run.

The leaves of nested containers are packed into one vector of float64, and taken apart again within the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func.derived import all_emitted, derived, emitted
from tapegrad.func.forward import tangents_of
from tapegrad.func.reverse import adjoints
from tapegrad.machine import callbacks, pool
from tapegrad.ops.complexes import joined, parts
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.integers import bits, of_bits
from tapegrad.ops.shaping import concatenate_op, reshape_op
from tapegrad.tape.forms import F8, Form, form_of
from tapegrad.tape.program import Program
from tapegrad.tape.trace import Trace, current, recording, value_outside
from tapegrad.tape.variables import variable
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
    outer = current()
    with recording(strict=not once or (outer is not None and outer.strict)) as trace:
        inputs = [trace.input(value_outside(t).astype(np.float64).reshape(-1), vector_form(t.size)) for t in examples]
        result = packed(list(f(*inputs)))
        raw = trace.program([result])
        captured = trace.outside()
    forms = [t._family.form for t in captured]
    vectors = [vector_form(n) for n in (*(t.size for t in examples), sum(f.words for f in forms))]

    def build(again: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return emitted(raw, [*inputs[:-1], *unpacked(inputs[-1], forms)], again)

    return derived(raw, "of vectors", vectors, build), captured


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


def scan_reverse(program: Program) -> Program:
    """Return the body of the reverse scan: carries the adjoints of the carry and of the constants."""
    n, m, c, width = _sizes(program)

    def build(
        trace: Trace, adjoint: Tensor, total: Tensor, carry: Tensor, x: Tensor, g: Tensor, g_y: Tensor, k: Tensor
    ) -> list[Tensor]:
        variables = [variable(t) for t in (carry, x, k)]
        out = emitted(program, variables, trace)
        seed = concatenate_op(g + adjoint, g_y, axis=0)
        to_carry, to_x, to_constants = adjoints(trace, out, [seed], variables)
        return [to_carry, total + to_constants, to_x]

    return remade(program, "scan reverse", [(n, c), (n, m, n, width - n), (c,)], build)


def scan_forward(program: Program) -> Program:
    """Return the body of the tangent scan: values and tangents side by side."""
    n, m, c, width = _sizes(program)

    def build(trace: Trace, *pairs: Tensor) -> list[Tensor]:
        variables = [variable(value) for value in pairs[::2]]
        out = emitted(program, variables, trace)
        (carry, y), (moved_carry, moved_y) = (
            _parts(v, (n, width - n)) for v in (*out, *tangents_of(trace, variables, out, pairs[1::2]))
        )
        return [carry, moved_carry, y, moved_y]

    return remade(program, "scan forward", [(n, n), (m, m), (c, c)], build)


def scan_batched(program: Program, length: int, x_batched: bool, k_batched: bool) -> Program:
    """Return the body for all instances at once."""
    n, *sizes, _ = _sizes(program)
    flags = [True, x_batched, k_batched]

    def build(trace: Trace, *inputs: Tensor) -> list[Tensor]:
        out = _batch(program, inputs, flags, length)
        return [getitem_op(out, index=(slice(None), part)) for part in (slice(0, n), slice(n, None))]

    total = [(length * size if flag else size,) for size, flag in zip((n, *sizes), flags, strict=True)]
    return remade(program, ("scan batched", length, x_batched, k_batched), total, build)
