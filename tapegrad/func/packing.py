"""Programs of vectors: what solvers of SciPy are given, whose unknowns and states are one vector.

The leaves of nested containers are packed into one vector of float64, and taken apart again within the program.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.func import subprograms
from tapegrad.func.derive import derived, emitted
from tapegrad.ir.forms import F8, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.ops.complex_numbers import joined, parts
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.integers import bits, of_bits
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.record.trace import Trace, value_outside
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
    flat = [from_array(value_outside(t).astype(np.float64).reshape(-1)) for t in examples]
    raw, captured = subprograms.recorded(lambda *inputs: [packed(list(f(*inputs)))], flat, once)
    forms = [t._family.form for t in captured]
    vectors = [vector_form(n) for n in (*(t.size for t in examples), sum(f.words for f in forms))]

    def build(again: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return emitted(raw, [*inputs[:-1], *unpacked(inputs[-1], forms)], again)

    return derived(raw, "of vectors", vectors, build), captured


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
