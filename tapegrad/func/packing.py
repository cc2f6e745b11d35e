"""Programs of vectors: what the ops that run programs take, and what their derivatives run.

The leaves of nested containers are packed into one vector of float64, and taken apart again within the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import traced
from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func.containers import Structure, flatten
from tapegrad.func.derived import all_emitted, emitted, gradients
from tapegrad.machine import callbacks, pool
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shaping import concatenate_op, reshape_op
from tapegrad.tape.forms import F8, Form, form_of
from tapegrad.tape.program import Program
from tapegrad.tape.record import refuse_recording
from tapegrad.tape.trace import Trace, current, recording, value_outside
from tapegrad.tape.variables import variable
from tapegrad.tensor.batching import run_batched, spread
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array


def vector_form(size: int) -> Form:
    return form_of((size,), F8)


def packed(tensors: Sequence[Tensor]) -> Tensor:
    """Return one vector of all elements."""
    for t in tensors:
        refuse_recording(t.dtype)
    flat = [reshape_op(t.astype(F8, copy=False), shape=(t.size,)) for t in tensors]
    if len(flat) > 1:
        return concatenate_op(*flat, axis=0)
    return flat[0] if flat else from_array(np.zeros(0))


def unpacked(vector: Tensor, forms: Sequence[Form]) -> list[Tensor]:
    """Return the elements of a vector in the shapes and dtypes they had; integers and truth values as float64."""
    found, first = [], 0
    for form in forms:
        part = getitem_op(vector, index=(slice(first, first + form.size),))
        part = reshape_op(part, shape=form.shape)
        found.append(part.astype(form.dtype, copy=False) if form.dtype.kind == "f" else part)
        first += form.size
    return found


def leaves_of(tree: Any, name: str, fixed: tuple[type, ...] = ()) -> tuple[list[Tensor], Structure]:
    """Return the leaves of a nested container as Tensors."""
    leaves: list[Any] = []
    structure = flatten(tree, leaves, fixed)
    return [as_tensor(x, name) for x in leaves], structure


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
    forms = [t._kind.form for t in captured]
    count = len(inputs)

    with recording(strict=True) as again:
        vectors = [again.input(np.zeros(t.size), vector_form(t.size)) for t in examples]
        size = sum(f.size for f in forms)
        rest = again.input(np.zeros(size), vector_form(size))
        (out,) = emitted(raw, [*vectors, *unpacked(rest, forms)], again)
        program = again.program([out])
    assert len(program.inputs) == count + 1
    return program, captured


def evaluated(program: Program, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return a program's outputs, computed eagerly."""
    if "executable" in program.derived:
        executable = executable_of(program)
        given = [np.ascontiguousarray(a, F8) for a in arrays]
        outputs = [pool.empty(f.shape, F8) for f in program.output_forms]
        if executable.on_arrays(given, outputs, executable.memory()) == 0:
            return outputs
        callbacks.reraise()
    with recording(strict=False, within=True) as trace:
        values = all_emitted(program, [trace.input(np.ascontiguousarray(a, np.float64)) for a in arrays])
        for guard in program.guards:
            if trace.evaluate(trace.slot_of(values[guard.slot])).item() != guard.expected:
                raise ReplayError(
                    f"the decision at {guard.line}, within a function that runs by itself, goes another way for these "
                    "values. Compute with np.where instead of branching."
                )
        return [trace.evaluate(trace.slot_of(values[s])) for s in program.outputs]


def _size(program: Program, k: int) -> int:
    return program.input_forms[k].size


def _parts(vector: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    return unpacked(vector, [vector_form(n) for n in sizes])


def _remade(program: Program, key: Any, sizes: Sequence[int], build: Callable[..., Tensor]) -> Program:
    """Return a program of vectors of these sizes, derived once: `build(trace, inputs)` gives its output."""

    def make() -> Program:
        with recording(strict=True, within=True) as trace:  # a sweep may ask while it runs
            inputs = [trace.input(np.zeros(n), vector_form(n)) for n in sizes]
            out = build(trace, inputs)
            return trace.program([out])

    return program.derive(key, make)


# ------------------------------------------------------------------------------------------------- call


def call_reverse(program: Program) -> Program:
    """Make the program of ``(x, g)`` as one vector: the adjoint of x."""
    n, m = _size(program, 0), program.output_forms[0].size

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        x, g = _parts(inputs[0], (n, m))
        x = variable(x)
        return gradients(trace, emitted(program, [x], trace), [g], [x])[0]

    return _remade(program, "call reverse", [n + m], build)


def call_forward(program: Program) -> Program:
    """Make the program of ``(x, tangent)`` as one vector: the tangent of the result."""
    n = _size(program, 0)

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        x, moving = _parts(inputs[0], (n, n))
        x = variable(x)
        (out,) = emitted(program, [x], trace)
        return _moved(trace, {x._i: moving}, out)

    return _remade(program, "call forward", [2 * n], build)


def call_batched(program: Program, length: int) -> Program:
    """Make the program of all instances' vectors, one after the other."""
    n, m = _size(program, 0), program.output_forms[0].size

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        ((out, batched),) = run_batched(program, [reshape_op(inputs[0], shape=(length, n))], [True], length, False)
        return reshape_op(out if batched else spread(out, length), shape=(length * m,))

    return _remade(program, ("call batched", length), [length * n], build)


def _moved(trace: Trace, starts: dict[int, Tensor], out: Tensor) -> Tensor:
    """Return the tangent of an output, given those at the `starts`, which are slots; zeros if nothing reaches it."""
    if out._kind.run is trace:
        (moved,) = traced.tangent(trace, starts, [out._i])
        if moved is not None:
            return moved
    return from_array(np.zeros(out.shape))


def keeping(program: Program, wanted: Callable[[str, tuple[int, ...]], bool]) -> Program:
    """Return the program with some intermediate results appended to its output: those of ops that `wanted(name,
    shape)` chooses.
    """
    with recording(strict=True) as trace:
        x = trace.input(np.zeros(_size(program, 0)), program.input_forms[0])
        values = all_emitted(program, [x], trace)
        return trace.program([packed([values[program.outputs[0]], *[values[s] for s in kept_slots(program, wanted)]])])


def kept_slots(program: Program, wanted: Callable[[str, tuple[int, ...]], bool]) -> list[int]:
    """Return the instructions whose results are to be kept."""
    return [
        slot for slot, (op, form) in enumerate(zip(program.ops, program.forms, strict=True))
        if op is not None and form.dtype.kind == "f" and wanted(op.name, form.shape)
    ]  # fmt: skip


def keeping_reverse(program: Program, wanted: Callable[[str, tuple[int, ...]], bool], size: int) -> Program:
    """Make the program of ``(x, output, g)`` as one vector: the adjoint of x, with the kept results read from the
    output instead of run again.
    """
    n, m = _size(program, 0), program.output_forms[0].size

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        x, out, g = _parts(inputs[0], (n, m, m))
        slots = kept_slots(program, wanted)
        saved = unpacked(getitem_op(out, index=(slice(size, None),)), [program.forms[s] for s in slots])
        x = variable(x)
        values = all_emitted(program, [x], trace)
        result = gradients(trace, [values[program.outputs[0]]], [g], [x])[0]
        for s, t in zip(slots, saved, strict=True):
            trace.substitute(values[s], t)
        return result

    return _remade(program, "keeping reverse", [n + 2 * m], build)


# ------------------------------------------------------------------------------------------------- scan


def scan_reverse(program: Program) -> Program:
    """Return the body of the reverse scan: carries the adjoints of the carry and of the constants."""
    n, m, c = _size(program, 0), _size(program, 1), _size(program, 2)
    width = program.output_forms[0].size

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        carry, row, constants = inputs
        adjoint, total = _parts(carry, (n, c))
        before, x, g = _parts(row, (n, m, width))
        variables = [variable(t) for t in (before, x, constants)]
        out = emitted(program, variables, trace)
        parts = _parts(g, (n, width - n))
        seed = concatenate_op(parts[0] + adjoint, parts[1], axis=0)
        to_carry, to_x, to_constants = gradients(trace, out, [seed], variables)
        return packed([to_carry, total + to_constants, to_x])

    return _remade(program, "scan reverse", [n + c, n + m + width, c], build)


def scan_forward(program: Program) -> Program:
    """Return the body of the tangent scan: values and tangents side by side."""
    n, m, c = _size(program, 0), _size(program, 1), _size(program, 2)
    width = program.output_forms[0].size

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        pairs = [_parts(v, (size, size)) for v, size in zip(inputs, (n, m, c), strict=True)]
        variables = [variable(value) for value, _ in pairs]
        (out,) = emitted(program, variables, trace)
        moved = _moved(trace, {x._i: t for x, (_, t) in zip(variables, pairs, strict=True)}, out)
        carry, y = _parts(out, (n, width - n))
        moved_carry, moved_y = _parts(moved, (n, width - n))
        return packed([carry, moved_carry, y, moved_y])

    return _remade(program, "scan forward", [2 * n, 2 * m, 2 * c], build)


def scan_batched(program: Program, length: int, x_batched: bool, k_batched: bool) -> Program:
    """Return the body for all instances at once."""
    sizes = _size(program, 0), _size(program, 1), _size(program, 2)
    flags = [True, x_batched, k_batched]
    n = sizes[0]

    def build(trace: Trace, inputs: list[Tensor]) -> Tensor:
        given = [
            reshape_op(v, shape=(length, size)) if flag else v
            for v, size, flag in zip(inputs, sizes, flags, strict=True)
        ]
        ((out, batched),) = run_batched(program, given, flags, length, False)
        out = out if batched else spread(out, length)
        carry = getitem_op(out, index=(slice(None), slice(0, n)))
        y = getitem_op(out, index=(slice(None), slice(n, None)))
        return packed([carry, y])

    total = [length * size if flag else size for size, flag in zip(sizes, flags, strict=True)]
    return _remade(program, ("scan batched", length, x_batched, k_batched), total, build)
