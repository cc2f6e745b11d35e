"""Machine code for a program of scalars over many instances: one lane for each instance.

``batch(in, out, first, last)`` runs the groups of eight instances from `first` to `last`. Arguments and results lie
instance by instance, so a group's block is transposed on the way into registers and back. A failed guard sets the
bits of its instances in a byte for the group (the last table of `out`); these instances' results mean nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.executable import STRAIGHT
from tapegrad.codegen.function import Function
from tapegrad.codegen.module import Module
from tapegrad.machine.cache import engine
from tapegrad.machine.interrupts import control
from tapegrad.machine.kernels import ATTRIBUTES
from tapegrad.machine.lane import WIDTH, Lane, literal
from tapegrad.machine.places import Buffer
from tapegrad.machine.status import INTERRUPTED


class BatchExecutable:
    """A program of scalars, compiled for many instances.

    Parameters
    ----------
    program : Program
        Of scalars only.
    inputs : list of (int, bool, str)
        The number of elements of each argument, whether it has one row for each instance, and its LLVM type.
    outputs : list of (int, str)

    Attributes
    ----------
    cost : int
        How many lines of LLVM text a group runs.
    """

    def __init__(
        self, program: Any, inputs: Sequence[tuple[int, bool, str]], outputs: Sequence[tuple[int, str]]
    ) -> None:
        batch = _Batch(program, inputs, outputs)
        text = batch.text()
        batch.close()
        self.cost = text.count("\n")
        code = engine().code("batch", text, ["batch"], text.count("\n") < 3 * STRAIGHT)
        self.run = code.function("batch", *[ctypes.c_int64] * 5)


class _Batch(Function):
    def __init__(
        self, program: Any, inputs: Sequence[tuple[int, bool, str]], outputs: Sequence[tuple[int, str]]
    ) -> None:
        super().__init__(program, "batch", Module())
        self.arguments, self.results = inputs, outputs
        self.vectors: dict[int, Lane] = {}

    def text(self) -> str:
        """Return the module."""
        p = self.program
        buffers = [Buffer(self.listed("%in", k), element) for k, (_, _, element) in enumerate(self.arguments)]
        targets = [Buffer(self.listed("%out", k), element) for k, (_, element) in enumerate(self.results)]
        status = self.listed("%out", len(targets))
        shared: dict[int, Lane] = {}
        slots = iter(p.inputs)
        for buffer, (size, batched, _) in zip(buffers, self.arguments, strict=True):
            own = [next(slots) for _ in range(size)]
            if not batched:
                for k, slot in enumerate(own):
                    value = self.load_scalar(buffer, str(k))
                    shared[slot] = Lane(self.e8, self.splat(value.name, "double"), "f")
        for slot, constant in p.constants.items():
            shared[slot] = self.e8.float(constant.item())
        with self.loop("%first", "%last", 1, 1) as group:
            self.vectors = dict(shared)
            slots = iter(p.inputs)
            row = self.offset(0, (WIDTH,), (group,))
            for buffer, (size, batched, _) in zip(buffers, self.arguments, strict=True):
                own = [next(slots) for _ in range(size)]
                if batched:
                    self._fetch(buffer, own, row)
            for slot, op in enumerate(p.ops):
                if op is not None:
                    self.vectors[slot] = self.computed(slot, [self.vectors[s] for s in p.operands[slot]])
            self._note_failures(status, group)
            slots = iter(p.outputs)
            for buffer, (size, _) in zip(targets, self.results, strict=True):
                self._deliver(buffer, [next(slots) for _ in range(size)], row)
        function = "\n".join([
            f"define i64 @batch(ptr noalias %in, ptr noalias %out, i64 %first, i64 %last) {ATTRIBUTES} {{", "entry:",
            *self.entry, "  br label %start", "start:", *self.lines, "  ret i64 0", "}",
        ])  # fmt: skip
        return "\n".join([*sorted(self.declarations), function])

    def _fetch(self, buffer: Buffer, slots: list[int], row: str) -> None:
        """Load a group's rows of one argument."""
        size = len(slots)
        for first in range(0, size, WIDTH):
            block = slots[first : first + WIDTH]
            if len(block) < 3:
                for k, slot in enumerate(block, first):
                    base = self.offset(k, (size,), (row,))
                    self.vectors[slot] = self.load(buffer, base, "0", size, None)
                continue
            mask = None if len(block) == WIDTH else _lanes_below(len(block))
            rows = [
                self.load(buffer, self.offset(first + k * size, (size,), (row,)), "0", 1, mask) for k in range(WIDTH)
            ]
            for slot, value in zip(block, self._transposed(rows), strict=False):
                self.vectors[slot] = value

    def _deliver(self, buffer: Buffer, slots: list[int], row: str) -> None:
        """Store a group's rows of one result."""
        size = len(slots)
        for first in range(0, size, WIDTH):
            block = slots[first : first + WIDTH]
            if len(block) < 3:
                for k, slot in enumerate(block, first):
                    self.store(self.vectors[slot], buffer, self.offset(k, (size,), (row,)), "0", size, None)
                continue
            mask = None if len(block) == WIDTH else _lanes_below(len(block))
            zero = self.e8.float(0.0)
            columns = [self.vectors[s] for s in block] + [zero] * (WIDTH - len(block))
            for k, value in enumerate(self._transposed(columns)):
                self.store(value, buffer, self.offset(first + k * size, (size,), (row,)), "0", 1, mask)

    def _transposed(self, rows: list[Lane]) -> list[Lane]:
        """Return eight vectors as the columns of themselves, by exchanging halves of pairs at distances 1, 2, 4."""
        rows = list(rows)
        for d in (1, 2, 4):
            low = [k if k & d == 0 else k - d + WIDTH for k in range(WIDTH)]
            high = [k + d if k & d == 0 else k + WIDTH for k in range(WIDTH)]
            for i in range(WIDTH):
                if i & d == 0:
                    a, b = rows[i], rows[i + d]
                    rows[i], rows[i + d] = self._shuffled(a, b, low), self._shuffled(a, b, high)
        return rows

    def _shuffled(self, a: Lane, b: Lane, order: list[int]) -> Lane:
        vector = f"<{WIDTH} x double>"
        mask = ", ".join(f"i32 {k}" for k in order)
        return self.e8.emit(f"shufflevector {vector} {a.name}, {vector} {b.name}, <{WIDTH} x i32> <{mask}>", "f")

    def _note_failures(self, status: str, group: str) -> None:
        failed = "<" + ", ".join(["i1 false"] * WIDTH) + ">"
        for guard in self.program.guards:
            expected = self.e8.splat("f", literal(guard.expected))
            value = self.vectors[guard.slot].name
            differs = self.integer(f"fcmp une <{WIDTH} x double> {value}, {expected}")
            failed = self.integer(f"or <{WIDTH} x i1> {failed}, {differs}")
        byte = self.integer(f"bitcast <{WIDTH} x i1> {failed} to i8")
        at = self.integer(f"getelementptr i8, ptr {status}, i64 {group}")
        self.lines.append(f"  store i8 {byte}, ptr {at}")


def _lanes_below(n: int) -> str:
    return "<" + ", ".join(f"i1 {'true' if k < n else 'false'}" for k in range(WIDTH)) + ">"


def rows_of(status: np.ndarray, count: int) -> np.ndarray:
    """Return the instances whose guards failed."""
    return np.flatnonzero(np.unpackbits(status, bitorder="little")[:count])


class RowsExecutable:
    """A program of arrays, compiled to be run for one instance after the other.

    `run` is called as that of `BatchExecutable` with two more arguments, working memory and constants; it counts
    instances, and writes a byte of status for each. `cost` is that of one instance, as a program's.
    """

    def __init__(self, program: Any, batched: Sequence[bool]) -> None:
        module = Module()
        function = module.function(program)
        self.pool, self.work, self.cost = function.pool, function.work, function.cost
        self._polls = module.polls
        text = "\n".join([module.text(), _rows(program, function, batched)])
        code = engine().code("rows", text, ["rows"], text.count("\n") < STRAIGHT, module.callbacks)
        self.run = code.function("rows", *[ctypes.c_int64] * 7)

    def constants(self) -> tuple[np.ndarray, Callable[[], None]]:
        """Return a table of the constants' addresses, and what stops the calls that were given it."""
        if not self._polls:
            return np.array([a.ctypes.data for a in self.pool] or [0], np.int64), lambda: None
        own = control().copy()
        table = np.array([(own if a is control() else a).ctypes.data for a in self.pool], np.int64)

        def stop() -> None:
            own[1] = 1

        return table, stop


def _bytes(form: Any) -> int:
    return form.size * (4 if form.lane is not None and form.lane.itemsize == 4 else 8)


def _rows(program: Any, function: Any, batched: Sequence[bool]) -> str:
    """Return ``rows(in, out, first, last, work, constants)``."""
    n_in, n_out, n_pool = len(program.inputs), len(program.outputs), len(function.pool)
    lines = [
        "define i64 @rows(ptr %in, ptr %out, i64 %first, i64 %last, ptr %work, ptr %constants) {", "entry:",
        f"  %own = alloca [{max(1, n_in + n_pool)} x ptr]", f"  %results = alloca [{max(1, n_out)} x ptr]",
    ]  # fmt: skip
    for k in range(n_pool):
        lines += [
            f"  %c{k}from = getelementptr ptr, ptr %constants, i64 {k}", f"  %c{k} = load ptr, ptr %c{k}from",
            f"  %c{k}to = getelementptr ptr, ptr %own, i64 {n_in + k}", f"  store ptr %c{k}, ptr %c{k}to",
        ]  # fmt: skip
    strides = [_bytes(f) if b else 0 for f, b in zip(program.input_forms, batched, strict=True)]
    lines += [
        f"  %statusat = getelementptr ptr, ptr %out, i64 {n_out}", "  %status = load ptr, ptr %statusat",
        "  br label %loop", "loop:", "  %i = phi i64 [ %first, %entry ], [ %next, %ended ]",
    ]  # fmt: skip
    places = [("in", "own", k, s) for k, s in enumerate(strides)]
    places += [("out", "results", k, _bytes(f)) for k, f in enumerate(program.output_forms)]
    for source, target, k, stride in places:
        lines += [
            f"  %{source}{k}from = getelementptr ptr, ptr %{source}, i64 {k}", f"  %{source}{k} = load ptr, ptr "
            f"%{source}{k}from",
            f"  %{source}{k}offset = mul i64 %i, {stride}",
            f"  %{source}{k}here = getelementptr i8, ptr %{source}{k}, i64 %{source}{k}offset",
            f"  %{source}{k}to = getelementptr ptr, ptr %{target}, i64 {k}", f"  store ptr %{source}{k}here, ptr "
            f"%{source}{k}to",
        ]  # fmt: skip
    lines += [
        "  %found = call i64 @tape_0(ptr %own, ptr %results, ptr %work)",
        f"  %stopped = icmp eq i64 %found, {INTERRUPTED}", "  br i1 %stopped, label %done, label %ended", "ended:",
        "  %bad = icmp ne i64 %found, 0",
        "  %byte = zext i1 %bad to i8", "  %byteat = getelementptr i8, ptr %status, i64 %i", "  store i8 %byte, "
        "ptr %byteat",
        "  %next = add i64 %i, 1", "  %more = icmp slt i64 %next, %last", "  br i1 %more, label %loop, label %done",
        "done:", "  ret i64 0", "}",
    ]  # fmt: skip
    return "\n".join(lines)
