"""Functions that SciPy integrates, as programs: recorded once, called as machine code, and made into others.

The *field* of a differential equation is a program of the time, the states and the parameters, whose results are the
states' derivatives. The equations of its derivatives are fields again: of the states with their tangents, or with the
derivatives by all that they start from. So what integrates one is differentiated by integrating another.

States are arrays of float64, and parameters are arrays of any shapes and dtypes. SciPy's vector of all states exists
here only: its parts are the memory that the program reads and writes.

Tests: tests/integrate/test_initial_values.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import accumulate, pairwise
from math import prod
from typing import Any

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func import subprograms
from tapegrad.func.derive import derived, emitted
from tapegrad.func.forward_mode import tangents_of
from tapegrad.func.jacobians import jacobian
from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import Form, cells, form_of, of_cells
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import C16, F8
from tapegrad.ops.complex_numbers import joined, parts
from tapegrad.ops.products import matmul_op
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.replay.random_draws import draws_told
from tapegrad.tensor.tensor import Tensor


@functools.lru_cache(64)
def _shared(program: Program) -> Program:
    """Return the first program that equals this one: what was made from it is known already."""
    return program


def program_of(
    f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor], title: str | None = None
) -> tuple[Program, list[Tensor]]:
    """Return the program of a function of Tensors like the examples, and those that it captured: further inputs.

    If it calls a user's function, `title` is the public function that warnings name.
    """
    with nullcontext() if title is None else draws_told(f, title, "evaluation"):
        program, captured = subprograms.recorded(f, examples)
    return _shared(program), captured


def evaluator(program: Program, *last: np.ndarray) -> Callable[..., np.ndarray]:
    """Return a program as a function of its first inputs, which gives a new array; the last ones are given.

    A call costs about a microsecond. One thread at a time may call it.
    """
    (form,), forms = program.output_forms, program.input_forms
    first, result = [np.zeros(f.shape) for f in forms[: len(forms) - len(last)]], np.zeros(form.shape)
    return _caller(program, first, [*first, *_cells(program, last)], result, [result])


def evaluator_of_vectors(program: Program, counts: Sequence[int], *last: np.ndarray) -> Callable[..., np.ndarray]:
    """Return a program as a function of vectors, each of the numbers of so many inputs; gives one of all outputs."""
    ends = [*accumulate(counts, initial=0)]
    groups = [program.input_forms[a:b] for a, b in pairwise(ends)]
    vectors = [np.zeros(_words(group)) for group in groups]
    arrays = [a for vector, group in zip(vectors, groups, strict=True) for a in views(vector, group)]
    result = np.zeros(_words(program.output_forms))
    return _caller(program, vectors, [*arrays, *_cells(program, last)], result, views(result, program.output_forms))


def _cells(program: Program, last: Sequence[np.ndarray]) -> list[np.ndarray]:
    forms = program.input_forms
    return [cells(a, f) for a, f in zip(last, forms[len(forms) - len(last) :], strict=True)]


def _caller(
    program: Program, first: Sequence[np.ndarray], arrays: Sequence[np.ndarray], result: np.ndarray,
    results: Sequence[np.ndarray],
) -> Callable[..., np.ndarray]:  # fmt: skip
    """Return what writes values into the first arrays, runs a program and copies the result."""
    executable = executable_of(program)
    work = pool.aligned(executable.work)
    places = np.array([a.ctypes.data for a in (*arrays, *executable.pool)], np.int64)
    targets = np.array([a.ctypes.data for a in results], np.int64)
    run, addresses = executable.run, (places.ctypes.data, targets.ctypes.data, work.ctypes.data)

    def call(*values: Any, kept: Any = (places, targets, work, arrays, results)) -> np.ndarray:
        for cell, value in zip(first, values, strict=True):
            cell[:] = value
        if run(*addresses):
            callbacks.reraise()
            subprograms.evaluated(program, [*map(of_cells, arrays, program.input_forms)])  # which raises what it raises
            raise ReplayError(
                "a decision within the function depends on the values. Compute with np.where instead of "
                "branching on values or indexing by them."
            )
        return result.copy()

    return call


def _words(forms: Sequence[Form]) -> int:
    return sum(form.words for form in forms)


def views(numbers: np.ndarray, forms: Sequence[Form]) -> list[np.ndarray]:
    """Return the arrays whose numbers lie one behind the other along the last axis, as views: float64 or complex128."""
    ends = [*accumulate((form.words for form in forms), initial=0)]
    return [
        numbers[..., a:b].view(C16 if form.dtype.kind == "c" else F8).reshape((*numbers.shape[:-1], *form.shape))
        for form, (a, b) in zip(forms, pairwise(ends), strict=True)
    ]


# ------------------------------------------------------------------------------------------------- real numbers


def sides(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Return the float64 arrays that determine those that can be differentiated by: complex ones have two."""
    numbers = [t for t in tensors if t.dtype.kind in "fc"]
    return [side.astype(F8, copy=False) for t in numbers for side in (parts(t) if t.dtype.kind == "c" else (t,))]


def of_sides(values: Sequence[Tensor], forms: Sequence[Form], others: Sequence[Any] = ()) -> list[Any]:
    """Return the arrays of these forms that such sides determine, for integers and truth values others or None."""
    rest, placed = iter(values), [*others] or [None] * len(forms)
    for k in subprograms.moving(forms):
        whole = joined(next(rest), next(rest)) if forms[k].dtype.kind == "c" else next(rest)
        placed[k] = whole.astype(forms[k].dtype, copy=False)
    return placed


def jacobians(program: Program, trace: Trace, inputs: Sequence[Tensor], first: int) -> list[list[Tensor]]:
    """Return the Jacobians of each output by each side of the inputs from a first one on."""
    by, forms = sides(inputs[first:]), program.input_forms[first:]

    def of(k: int) -> list[Tensor]:
        def f(*moving: Tensor) -> Tensor:
            return emitted(program, [*inputs[:first], *of_sides(moving, forms, inputs[first:])], trace)[k]

        return [*jacobian(f, tuple(range(len(by))))(*by)] if by else []

    return [of(k) for k in range(len(program.outputs))]


def through(seeds: Sequence[Tensor], blocks: Sequence[Tensor], count: int) -> list[Tensor]:
    """Return the sums over seeds of their products with Jacobians, of which there are `count` for each seed."""
    products = []
    for j in range(count):
        pairs = [(g, block) for g, block in zip(seeds, blocks[j::count], strict=True)]
        shape = pairs[0][1].shape[len(pairs[0][0].shape) :]
        terms = [
            matmul_op(reshape_op(g, shape=(1, g.size)), reshape_op(block, shape=(g.size, prod(shape))))
            for g, block in pairs
        ]
        products.append(reshape_op(sum(terms[1:], terms[0]), shape=shape))
    return products


# ------------------------------------------------------------------------------------------------- fields of fields


def grouped(field: Program, inputs: Sequence[Any]) -> tuple[Any, Sequence[Any], Sequence[Any]]:
    """Return the time, the states and the parameters."""
    count = len(field.outputs)
    return inputs[0], inputs[1 : 1 + count], inputs[1 + count :]


def with_tangent(field: Program, moved: tuple[bool, ...]) -> Program:
    """Make the field of states and their tangents; its parameters, and the tangents of those that move."""
    time, states, parameters = grouped(field, field.input_forms)
    ends = [*accumulate((1, len(states), len(states), len(parameters)), initial=0), None]
    at = [k for k, flag in enumerate(moved) if flag]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        (t,), y, moving_y, p, moving_p = (inputs[a:b] for a, b in pairwise(ends))
        y, p = [variable(x) for x in y], [variable(x) if flag else x for x, flag in zip(p, moved, strict=True)]
        out = emitted(field, [t, *y, *p], trace)
        return [*out, *tangents_of(trace, [*y, *(p[k] for k in at)], out, [*moving_y, *moving_p])]

    forms = [time, *states, *states, *parameters, *(parameters[k] for k in at)]
    return derived(field, ("with tangent", moved), forms, build)


def forms_of_sides(field: Program) -> list[Form]:
    """Return the forms of the sides of states and parameters."""
    numbers = [f for f in field.input_forms[1:] if f.dtype.kind in "fc"]
    return [form_of(f.shape, F8) for f in numbers for _ in range(2 if f.dtype.kind == "c" else 1)]


def with_sensitivities(field: Program) -> Program:
    """Make the field of states and their derivatives by each side of the first states and the parameters."""
    time, states, parameters = grouped(field, field.input_forms)
    by = forms_of_sides(field)
    rows, columns, count = [f.size for f in states], [f.size for f in by], len(states)
    forms = [form_of((*f.shape, *g.shape), F8) for f in states for g in by]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        plain = [*inputs[: 1 + count], *inputs[1 + count + len(forms) :]]
        moving = [
            reshape_op(x, shape=(rows[k // len(by)], columns[k % len(by)]))
            for k, x in enumerate(inputs[1 + count : 1 + count + len(forms)])
        ]
        slopes = []
        for i, blocks in enumerate(jacobians(field, trace, plain, 1)):
            matrices = [reshape_op(b, shape=(rows[i], n)) for b, n in zip(blocks, columns, strict=True)]
            for j in range(len(by)):
                terms = [matmul_op(matrices[k], moving[k * len(by) + j]) for k in range(count)]
                slopes.append(sum(terms[1:], terms[0]) if j < count else sum(terms, matrices[j]))
        shaped = [reshape_op(x, shape=form.shape) for x, form in zip(slopes, forms, strict=True)]
        return [*emitted(field, plain, trace), *shaped]

    return derived(field, "with sensitivities", [time, *states, *forms, *parameters], build)


def pulled(field: Program, by_all: bool) -> Program:
    """Make the program of time, states, their adjoints and parameters: the adjoints times the field's Jacobian, by the
    states, and by the parameters that are numbers.
    """
    time, states, parameters = grouped(field, field.input_forms)
    count = len(states)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        t, y, seeds, p = inputs[0], inputs[1 : 1 + count], inputs[1 + count : 1 + 2 * count], inputs[1 + 2 * count :]
        y, p = [variable(x) for x in y], [variable(x) if by_all and x.dtype.kind in "fc" else x for x in p]
        by = [*y, *(x for x in p if by_all and x.dtype.kind in "fc")]
        shares = adjoints(trace, emitted(field, [t, *y, *p], trace), seeds, by)
        return [x.astype(C16 if x.dtype.kind == "c" else F8, copy=False) for x in shares]

    return derived(field, ("pulled", by_all), [time, *states, *states, *parameters], build)
