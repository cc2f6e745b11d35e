"""Functions that SciPy integrates, as programs: recorded once, called as machine code, and made into others.

The *field* of a differential equation is a program of three vectors, the time, the state and the parameters, whose
result is the state's derivative. The equations of its derivatives are fields again: of the state with a tangent, or
with the derivatives by all that it starts from. So what integrates one is differentiated by integrating another.

Tests: tests/integrate/test_initial_values.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func import packing, subprograms
from tapegrad.func.derive import derived, emitted
from tapegrad.func.forward_mode import tangents_of
from tapegrad.func.jacobians import jacobian
from tapegrad.func.packing import remade
from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import cells, of_cells
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.products import matmul_op
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor


@functools.lru_cache(64)
def _shared(program: Program) -> Program:
    """Return the first program that equals this one: what was made from it is known already."""
    return program


def program_of(f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor]) -> tuple[Program, list[Tensor]]:
    """Return the program of a function of Tensors like the examples, and those that it captured: further inputs."""
    program, captured = subprograms.recorded(f, examples)
    return _shared(program), captured


def vectors_of(f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor]) -> tuple[Program, list[Tensor]]:
    """Return a function of vectors as a program with one input more, its parameters, and the Tensors that these are."""
    program, captured = packing.recorded(f, examples)
    return _shared(program), captured


def evaluator(program: Program, *last: np.ndarray) -> Callable[..., np.ndarray]:
    """Return a program as a function of its first inputs, which gives a new array; the last ones are given.

    A call costs about a microsecond. One thread at a time may call it.
    """
    executable = executable_of(program)
    (form,), forms = program.output_forms, program.input_forms
    first = [np.zeros(f.shape) for f in forms[: len(forms) - len(last)]]
    arrays = [*first, *[cells(a, f) for a, f in zip(last, forms[len(first) :], strict=True)]]
    result, work = np.zeros(form.shape), pool.aligned(executable.work)
    places = np.array([a.ctypes.data for a in (*arrays, *executable.pool)], np.int64)
    results = np.array([result.ctypes.data], np.int64)
    run, addresses = executable.run, (places.ctypes.data, results.ctypes.data, work.ctypes.data)

    def call(*values: Any, kept: Any = (places, results, work)) -> np.ndarray:
        for cell, value in zip(first, values, strict=True):
            cell[:] = value
        if run(*addresses):
            callbacks.reraise()
            subprograms.evaluated(program, [*map(of_cells, arrays, forms)])  # which raises what is raised within it
            raise ReplayError(
                "a decision within the function depends on the values. Compute with np.where instead of "
                "branching on values or indexing by them."
            )
        return result.copy()

    return call


def sizes(field: Program) -> tuple[int, int]:
    """Return how many numbers the state and the parameters have."""
    _, y, p = field.input_forms
    return y.size, p.size


# ------------------------------------------------------------------------------------------------- fields of fields


def with_tangent(field: Program) -> Program:
    """Make the field of the state and its tangent; the parameters and theirs."""
    n, k = sizes(field)

    def build(trace: Trace, t: Tensor, y: Tensor, moving_y: Tensor, p: Tensor, moving_p: Tensor) -> list[Tensor]:
        y, p = variable(y), variable(p)
        out = emitted(field, [t, y, p], trace)
        return [*out, *tangents_of(trace, [y, p], out, [moving_y, moving_p])]

    return remade(field, "with tangent", [(1,), (n, n), (k, k)], build)


def with_sensitivities(field: Program) -> Program:
    """Make the field of the state and its derivatives, row by row, by the first state and the parameters."""
    n, k = sizes(field)
    columns = n + k

    def build(trace: Trace, t: Tensor, y: Tensor, moving: Tensor, p: Tensor) -> list[Tensor]:
        by = _jacobian(field, trace, t, y, p)
        moving = reshape_op(moving, shape=(n, columns))
        moved = matmul_op(getitem_op(by, index=(slice(None), slice(0, n))), moving)
        straight = concatenate_op(np.zeros((n, n)), getitem_op(by, index=(slice(None), slice(n, None))), axis=1)
        return [*emitted(field, [t, y, p], trace), reshape_op(moved + straight, shape=(n * columns,))]

    return remade(field, "with sensitivities", [(1,), (n, n * columns), (k,)], build)


def pulled(field: Program) -> Program:
    """Make the program of time, state, adjoint and parameters: the adjoint times the field's Jacobian, by both."""
    time, state, parameters = field.input_forms

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        t, y, adjoint, p = inputs
        y, p = variable(y), variable(p)
        return [concatenate_op(*adjoints(trace, emitted(field, [t, y, p], trace), [adjoint], [y, p]), axis=0)]

    return derived(field, "pulled", [time, state, state, parameters], build)


def jacobian_of(field: Program) -> Program:
    """Make the program of time, state and parameters: the Jacobian by state and parameters."""
    return derived(field, "Jacobian", field.input_forms, lambda trace, inputs: [_jacobian(field, trace, *inputs)])


def _jacobian(field: Program, trace: Trace, t: Tensor, y: Tensor, p: Tensor) -> Any:
    n, _ = sizes(field)

    def f(z: Tensor) -> Tensor:
        parts = [getitem_op(z, index=(part,)) for part in (slice(0, n), slice(n, None))]
        return emitted(field, [t, *parts], trace)[0]

    return jacobian(f)(concatenate_op(y, p, axis=0))
