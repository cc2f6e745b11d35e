"""Derivatives of an exported function, under CasADi's names and with its arguments and results.

======== ================================= ==========================================
name     arguments                         results
======== ================================= ==========================================
fwd1_f   those of f, its results, tangents tangents of the results
adj1_f   those of f, its results, adjoints adjoints of the arguments
jac_f    those of f, its results           for each result, for each argument, the
                                           sparse matrix of the derivative
======== ================================= ==========================================

A derivative is such a function again, so names nest: ``jac_adj1_f`` has the Hessian of ``sum(adjoint * result)``, that
of an optimizer's Lagrangian.

Tests: tests/export/test_interface.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import traced_sweep
from tapegrad.errors import ArgumentError
from tapegrad.export.interface import EntryPoint, Port, Sparsity, distinct, named
from tapegrad.func.derive import derived, emitted
from tapegrad.func.jacobians import columns_of, rows_of
from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import form_of
from tapegrad.ir.program import Program
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.record.trace import Trace
from tapegrad.replay.sparse_derivatives import sparse_jacobian
from tapegrad.replay.variant import Variant, with_plain
from tapegrad.tensor.tensor import Tensor, from_array

ORDERS = {0: (), 1: ("fwd1", "adj1", "jac"), 2: ("fwd1", "adj1", "jac", "fwd1_adj1", "jac_adj1")}
_KINDS = ("fwd1", "adj1", "jac")


def derived_entries(whole: EntryPoint, derivatives: int | Sequence[str], title: str) -> list[EntryPoint]:
    """Return the derivatives of an entry that are asked for: all up to an order, or those of some names.

    Raises
    ------
    ArgumentError
    """
    if isinstance(derivatives, str):
        derivatives = (derivatives,)
    names = ORDERS.get(derivatives) if isinstance(derivatives, int) else tuple(derivatives)
    if names is None or not all(isinstance(n, str) and set(n.split("_")) <= {*_KINDS} for n in names):
        raise ArgumentError(
            f"{title}: derivatives must be 0, 1 or 2, or names made of fwd1, adj1 and jac, such as ('jac', "
            f"'jac_adj1'), got {derivatives!r}."
        )
    functions = {"": whole}

    def entry(name: str) -> EntryPoint:
        if name not in functions:
            kind, _, inner = name.partition("_")
            functions[name] = _MAKERS[kind](entry(inner))
        return functions[name]

    for name in names:
        entry(name)
    return [functions[name] for name in functions if name]


def _taking(entry: EntryPoint, prefix: str, ports: Sequence[Port]) -> list[Port]:
    """Return the arguments of a derivative: those of the function, its results, and one for each of the ports."""
    more = [named(port, f"{prefix}_{port.name}", port.form.dtype.kind != "f") for port in ports]
    results = [named(port, f"out_{port.name}", absent=True) for port in entry.outputs]
    return [*entry.inputs, *results, *more]


def _forward(entry: EntryPoint) -> EntryPoint:
    """Return the products of the derivative and tangents."""
    inputs = _taking(entry, "fwd", entry.inputs)
    outputs = [named(port, f"fwd_{port.name}", port.form.dtype.kind != "f") for port in entry.outputs]
    starts = [k for k, port in enumerate(entry.given) if port.form.dtype.kind == "f"]
    ends = [k for k, port in enumerate(entry.returned) if port.form.dtype.kind == "f"]
    forms = [*entry.program.input_forms, *(entry.given[k].form for k in starts)]

    def build(trace: Trace, tensors: list[Tensor]) -> list[Tensor]:
        xs = tensors[: len(entry.given)]
        results = emitted(entry.program, xs, trace)
        tangents = {trace.slot_of(xs[k]): t for k, t in zip(starts, tensors[len(xs) :], strict=True)}
        moved = traced_sweep.tangent(trace, tangents, [trace.slot_of(results[k]) for k in ends])
        return [_zeros(results[k]) if t is None else t for k, t in zip(ends, moved, strict=True)]

    program = derived(entry.program, "exported tangents", forms, build)
    return EntryPoint(f"fwd1_{entry.name}", program, *distinct(inputs, outputs))


def _reverse(entry: EntryPoint) -> EntryPoint:
    """Return the products of adjoints and the derivative."""
    inputs = _taking(entry, "adj", entry.outputs)
    outputs = [named(port, f"adj_{port.name}", port.form.dtype.kind != "f") for port in entry.inputs]
    variables = [k for k, port in enumerate(entry.given) if port.form.dtype.kind == "f"]
    seeded = [k for k, port in enumerate(entry.returned) if port.form.dtype.kind == "f"]
    forms = [*entry.program.input_forms, *(entry.returned[k].form for k in seeded)]

    def build(trace: Trace, tensors: list[Tensor]) -> list[Tensor]:
        xs = tensors[: len(entry.given)]
        results = emitted(entry.program, xs, trace)
        return adjoints(trace, [results[k] for k in seeded], tensors[len(xs) :], [xs[k] for k in variables])

    program = derived(entry.program, "exported adjoints", forms, build)
    return EntryPoint(f"adj1_{entry.name}", program, *distinct(inputs, outputs))


def _jacobian(entry: EntryPoint) -> EntryPoint:
    """Return all blocks of the Jacobian, each in compressed columns."""
    inputs = _taking(entry, "", ())
    blocks: list[list[Any]] = []  # patterns, which are known once the program is

    def build(trace: Trace, tensors: list[Tensor]) -> list[Tensor]:
        emitted(entry.program, tensors, trace)  # with its guards, once
        values = []
        for k, out in enumerate(entry.returned):
            for j, x in enumerate(entry.given):
                if out.form.dtype.kind != "f" or x.form.dtype.kind != "f":
                    continue
                value, pattern = _block(trace, entry.program, tensors, k, j, (out, x))
                value = value.astype(out.form.dtype, copy=False)  # that of x, where these differ
                blocks.append([k, j, pattern])
                if pattern.rows.size:
                    values.append(value)
        return values

    key = "exported Jacobian", tuple((p.transposed, p.sparsity is None) for p in (*entry.given, *entry.returned))
    program = derived(entry.program, key, entry.program.input_forms, build)
    patterns = entry.program.derive((*key, "patterns"), lambda: {(k, j): pattern for k, j, pattern in blocks})
    outputs, places = [], {id(p): k for ports in (entry.given, entry.returned) for k, p in enumerate(ports)}
    for out in entry.outputs:
        for x in entry.inputs:
            pattern = patterns.get((places.get(id(out)), places.get(id(x))))
            shape = _elements(out), _elements(x)
            if pattern is None:
                pattern = Sparsity(shape, np.zeros(shape[1] + 1, np.int64), np.zeros(0, np.int64))
            form = form_of((pattern.rows.size,), out.form.dtype)
            outputs.append(Port(f"jac_{out.name}_{x.name}", form, pattern, absent=not pattern.rows.size))
    return EntryPoint(f"jac_{entry.name}", program, *distinct(inputs, outputs))


_MAKERS: dict[str, Callable[[EntryPoint], EntryPoint]] = {"fwd1": _forward, "adj1": _reverse, "jac": _jacobian}


def _elements(port: Port) -> int:
    """Return the length of a matrix as a vector: CasADi's derivatives have zeros where it has none."""
    rows, columns = port.matrix
    return rows * columns


def _block(
    trace: Trace, program: Program, tensors: list[Tensor], k: int, j: int, ports: tuple[Port, Port]
) -> tuple[Tensor, Sparsity]:
    """Return the nonzeros of the derivative of a result by an argument, in the order of CasADi's columns."""
    out, x = ports

    def result(*xs: Tensor) -> Tensor:
        return emitted(program, xs)[k]

    try:
        if not x.form.shape:  # a number, which no colour has fewer sweeps for
            raise ArgumentError
        values, where = sparse_jacobian(result, j).recorded(*tensors)
        rows, columns = (part.astype(np.int64) for part in where.coordinates)
    except ArgumentError:  # it is not sparse
        y = result(*tensors)
        by_column = tensors[j].size <= y.size and trace.has_tangents()
        ((block,),) = (columns_of if by_column else rows_of)(trace, [tensors[j]], [y])
        values = reshape_op(block, shape=(y.size * tensors[j].size,))
        rows, columns = (grid.ravel() for grid in np.indices((y.size, tensors[j].size)))
    rows, columns = _places(out)[rows], _places(x)[columns]
    order = np.lexsort((rows, columns))
    if np.any(order[1:] < order[:-1]):
        values = getitem_op(values, index=(order,))
    length = _elements(x)
    begins = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=length))]).astype(np.int64)
    return values, Sparsity((_elements(out), length), begins, rows[order])


def _places(port: Port) -> np.ndarray:
    """Return where CasADi has each element of a port in the vector of all elements of its matrix."""
    if port.sparsity is not None:
        s = port.sparsity
        columns = np.repeat(np.arange(s.shape[1], dtype=np.int64), np.diff(s.columns))
        places: np.ndarray = s.rows + columns * s.shape[0]
        return places
    height, width = port.matrix
    return np.arange(height * width).reshape(width, height).T.ravel()


def with_plain_results(variant: Variant, title: str) -> Program:
    """Return a sealed tape's program, with numbers among the results that depend on no argument as outputs too.

    Raises
    ------
    ArgumentError
        For results that are no numbers.
    """
    program = variant.program
    if not variant.plain:
        return program
    plain = {k: np.asarray(value) for k, value in variant.plain.items()}
    if any(value.dtype.kind not in "biuf" for value in plain.values()):
        raise ArgumentError(f"{title}: expected arrays and numbers as results, got {[*variant.plain.values()]}.")

    def build(trace: Trace, tensors: list[Tensor]) -> list[Tensor]:
        constants = {k: from_array(np.asarray(value, np.float64)) for k, value in plain.items()}
        return with_plain(emitted(program, tensors, trace), constants)

    return derived(program, "exported with constants", program.input_forms, build)


def _zeros(like: Tensor) -> Tensor:
    return from_array(np.zeros(like.shape, like.dtype))
