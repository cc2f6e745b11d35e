"""Machine code of a batch: a scalar program over many instances, one SIMD lane for each.

``batch(in, out, first, last)`` runs the groups of eight instances from `first` to `last`. Arguments and results lie
instance by instance, so a group's block is transposed on the way into registers and back. A failed guard sets the
bits of its instances in a byte for the group (the last table of `out`); these instances' results mean nothing.

Tests: tests/replay/test_dask_batch.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.codegen.batch_entry import COPYING, lanes_entry, rows_entry, small
from tapegrad.codegen.executable import STRAIGHT
from tapegrad.codegen.function_writer import FunctionWriter, Module, Written, written
from tapegrad.codegen.llvm_text import Text
from tapegrad.codegen.scalarize import TooLarge, scalarised
from tapegrad.cpython.callers import bound
from tapegrad.machine.cache import engine
from tapegrad.machine.dtypes import I8
from tapegrad.machine.interrupts import control
from tapegrad.machine.lane import ATTRIBUTES, WIDTH, Lane
from tapegrad.machine.places import Buffer
from tapegrad.machine.status import INTERRUPTED
from tapegrad.machine.transposes import transposed
from tapegrad.passes.lowering import lowered

if TYPE_CHECKING:
    from tapegrad.ir.program import Program


class BatchExecutable:
    """A program of scalars, compiled for many instances.

    Parameters
    ----------
    program, original : Program
        Of scalars only, and what it was before its arrays were taken apart.
    batched : sequence of bool
        Whether each argument has one row for each instance.

    Attributes
    ----------
    cost : int
        How many lines of LLVM text a group runs.
    address : int
        Of ``batch(in, out, first, last)``.
    run_of_pieces : str
        How threads run it, see `tapegrad.machine.crew`.
    entry : callable or None
        See `tapegrad.codegen.batch_entry`.
    numbers : list of (int, dtype)
        Which arguments the entry takes as numbers.
    """

    instances = WIDTH  # that run together
    run_of_pieces = "groups"

    def __init__(self, program: Program, original: Program, batched: Sequence[bool]) -> None:
        lowered_program = lowered(original)
        text = _Batch(program, "batch", Module()).text(lowered_program, batched)
        self.cost = text.count("\n")
        self.entry: Callable[..., int] | None = None
        self.numbers = _numbers(lowered_program, batched)
        symbols = ["batch"]
        if small(lowered_program.input_forms, lowered_program.output_forms):
            text += f"\n{COPYING}{lanes_entry(lowered_program.input_forms, lowered_program.output_forms, batched)}"
            symbols.append("batch_entry")
        code = engine().code("batch", text, symbols, text.count("\n") < 3 * STRAIGHT)
        self._code, self.address = code, code.address("batch")
        if len(symbols) == 2:
            self.entry = bound("batch_entry", code.address("batch_entry"), code)


class _Batch(FunctionWriter):
    """The function that runs groups of eight instances."""

    def text(self, original: Program, batched: Sequence[bool]) -> str:
        """Return the module."""
        p = self.program
        inputs = [self.argument("%in", k, form) for k, form in enumerate(original.input_forms)]
        targets = [self.argument("%out", k, form) for k, form in enumerate(original.output_forms)]
        sizes = [form.size for form in original.input_forms]
        status = self.listed("%out", len(targets))
        fixed = [
            [] if by_row else [self.in_lanes(self.load_scalar(buffer, str(k))) for k in range(size)]
            for buffer, size, by_row in zip(inputs, sizes, batched, strict=True)
        ]
        with self.loop("%first", "%last", 1, 1) as group:
            row = self.offset(0, (WIDTH,), (group,))
            arguments: list[Lane] = []
            for buffer, size, by_row, same in zip(inputs, sizes, batched, fixed, strict=True):
                arguments += self._fetched(buffer, size, row) if by_row else same
            values = p.walk(
                arguments, lambda slot, op, args: self.computed(slot, args),
                lambda slot: self.e8.float(p.constants[slot].item()),
            )  # fmt: skip
            self._note_failures(values, status, group)
            rest = iter(p.outputs)
            for buffer, form in zip(targets, original.output_forms, strict=True):
                self._deliver_rows(buffer, [values[slot] for slot in islice(rest, form.size)], row)
        signature = "@batch(ptr noalias %in, ptr noalias %out, i64 %first, i64 %last)"
        return "\n".join([*sorted(self.declarations), self.defined(f"{signature} noinline {ATTRIBUTES}")])

    def _fetched(self, buffer: Buffer, size: int, row: str) -> list[Lane]:
        """Load a group's rows of one argument: eight instances of each element."""
        values: list[Lane] = []
        for first, length in _blocks(size):
            if length < 3:
                places = [self.offset(first + k, (size,), (row,)) for k in range(length)]
                values += [self.load(buffer, place, "0", size, None) for place in places]
            else:
                places = [self.offset(first + k * size, (size,), (row,)) for k in range(WIDTH)]
                rows = [self.load(buffer, place, "0", 1, _lanes_below(length)) for place in places]
                values += transposed(rows)[:length]
        return values

    def _deliver_rows(self, buffer: Buffer, values: list[Lane], row: str) -> None:
        """Store a group's rows of one result."""
        size = len(values)
        for first, length in _blocks(size):
            block = values[first : first + length]
            if length < 3:
                for k, value in enumerate(block, first):
                    self.store(value, buffer, self.offset(k, (size,), (row,)), "0", size, None)
                continue
            columns = transposed(block + [self.e8.float(0.0)] * (WIDTH - length))
            for k, value in enumerate(columns):
                place = self.offset(first + k * size, (size,), (row,))
                self.store(value, buffer, place, "0", 1, _lanes_below(length))

    def _note_failures(self, values: list[Lane], status: str, group: str) -> None:
        failed = Lane(self.e8, self.e8.splat("m", "false"), "m")
        for guard in self.program.guards:
            failed = failed | (values[guard.slot] != guard.expected)
        byte = self.integer(f"bitcast <{WIDTH} x i1> {failed.name} to i8")
        self.lines.append(f"  store i8 {byte}, ptr {self.pointer(Buffer(status, 'i8'), group)}")


def _blocks(size: int) -> list[tuple[int, int]]:
    """Cut a row into blocks of up to eight elements: where each begins, and its length."""
    return [(first, min(WIDTH, size - first)) for first in range(0, size, WIDTH)]


def _lanes_below(n: int) -> str | None:
    return None if n == WIDTH else "<" + ", ".join(f"i1 {'true' if k < n else 'false'}" for k in range(WIDTH)) + ">"


def rows_of(status: np.ndarray, count: int) -> np.ndarray:
    """Return the instances whose guards failed."""
    if not status.any():
        return np.empty(0, np.intp)
    return np.flatnonzero(np.unpackbits(status, bitorder="little")[:count])


def _numbers(program: Program, batched: Sequence[bool]) -> list[tuple[int, np.dtype[Any]]]:
    """Return which arguments of a program all instances share, and are no arrays; with their dtypes."""
    return [
        (k, form.lane or I8)
        for k, (form, by_row) in enumerate(zip(program.input_forms, batched, strict=True))
        if not (by_row or form.array)
    ]


class RowsExecutable:
    """A program of arrays, compiled to be run for one instance after the other.

    Its function is called as that of `BatchExecutable` with two more arguments, working memory and constants; it counts
    instances, and writes a byte of status for each. `cost` is that of one instance, as a program's; `entry` is None if
    Python code may run within.
    """

    instances = 1
    run_of_pieces = "rows"

    def __init__(self, program: Program, batched: Sequence[bool]) -> None:
        module, function, text = written(program)
        self.pool, self.work, self.cost = function.pool, function.work, function.cost
        lowered_program = lowered(program)
        text = "\n".join([text, _rows(lowered_program, function, batched)])
        text += rows_entry(lowered_program.input_forms, lowered_program.output_forms, batched)
        code = engine().code("rows", text, ["rows", "batch_entry"], text.count("\n") < STRAIGHT, module.callbacks)
        self._code, self.address = code, code.address("rows")
        self.entry: Callable[..., int] | None = None
        self.numbers = _numbers(lowered_program, batched)
        if not (module.polls or module.callbacks):
            self.entry = bound("batch_entry", code.address("batch_entry"), code)

    def constants(self) -> tuple[np.ndarray, Callable[[], None]]:
        """Return a table of the constants' addresses, and the function that stops calls with them."""
        local_control = control().copy()
        table = np.array([(local_control if a is control() else a).ctypes.data for a in self.pool] or [0], np.int64)

        def stop() -> None:
            local_control[1] = 1

        return table, stop


def _rows(program: Program, function: Written, batched: Sequence[bool]) -> str:
    """Return ``rows(in, out, first, last, work, constants)``."""
    t = Text(set(), 0)
    forms, results = program.input_forms, program.output_forms
    inputs = [t.argument("%in", k, form) for k, form in enumerate(forms)]
    outputs = [t.argument("%out", k, form) for k, form in enumerate(results)]
    status = Buffer(t.listed("%out", len(outputs)), "i8")
    constants = [t.listed("%constants", k) for k in range(len(function.pool))]
    arguments = t.table_of([*[b.pointer for b in inputs], *constants])
    targets = t.table_of([b.pointer for b in outputs])
    with t.loop("%first", "%last", 1, 1) as k:
        rows = zip(inputs, forms, batched, strict=True)
        t.put(arguments, [t.pointer(b, t.offset(0, (f.size if by_row else 0,), (k,))) for b, f, by_row in rows])
        t.put(targets, [t.pointer(b, t.offset(0, (f.size,), (k,))) for b, f in zip(outputs, results, strict=True)])
        outcome = t.integer(f"call i64 @{function.name}(ptr {arguments}, ptr {targets}, ptr %work)")
        t.return_if(t.integer(f"icmp eq i64 {outcome}, {INTERRUPTED}"), "0")
        byte = t.integer(f"zext i1 {t.integer(f'icmp ne i64 {outcome}, 0')} to i8")
        t.lines.append(f"  store i8 {byte}, ptr {t.pointer(status, k)}")
    return t.defined("@rows(ptr %in, ptr %out, i64 %first, i64 %last, ptr %work, ptr %constants) noinline")


def batch_code(program: Program, batched: Sequence[bool]) -> BatchExecutable | RowsExecutable:
    """Return the machine code of a program for many instances: in lanes, unless it is too large."""
    try:
        return BatchExecutable(scalarised(program), program, batched)
    except TooLarge:
        return RowsExecutable(program, batched)
