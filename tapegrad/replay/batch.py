"""Replaying one sealed tape for a batch of inputs.

A tape of few elements is taken apart and runs with one lane for each instance; a larger one runs for one instance
after the other. Blocks of instances are shared among threads, which run without the GIL; each instance's bits depend
on nothing but its own inputs.

Where a guard fails for some instances, these are run again by another variant, recorded from one of them if need be.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.batch import BatchExecutable, RowsExecutable, rows_of
from tapegrad.codegen.scalarise import TooLarge, scalarised
from tapegrad.errors import ArgumentError, ReplayError, ShapeError
from tapegrad.func.containers import FIXED, flatten, map_leaves, unflatten
from tapegrad.machine import callbacks, pool
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.sharing import share
from tapegrad.replay.signature import in_lanes, shown
from tapegrad.tape.forms import F4, F8
from tapegrad.tape.plain import refuse_subclass
from tapegrad.tape.run import get_num_threads

_MOST = 1 << 14  # groups of eight instances, or instances, between two returns to Python
_FEW = 64  # groups or instances that are not worth a second thread


class _Lanes:
    """A variant in lanes: groups of eight instances."""

    def __init__(self, program: Any, original: Any, batched: Sequence[bool]) -> None:
        inputs = [(f.size, b, _type(f)) for f, b in zip(original.input_forms, batched, strict=True)]
        self.code = BatchExecutable(program, inputs, [(f.size, _type(f)) for f in original.output_forms])

    def __call__(
        self, arrays: list[np.ndarray], outs: list[np.ndarray], batched: Sequence[bool], count: int
    ) -> np.ndarray:
        """Run all instances; returns those whose guards failed."""
        groups = count // WIDTH
        status = np.zeros(groups + 1, np.uint8)
        if groups:
            _shared(self.code, arrays, [*outs, status], groups)
        if rest := count - groups * WIDTH:
            last = [
                np.resize(a[groups * WIDTH :], (WIDTH, *a.shape[1:])) if b else a
                for a, b in zip(arrays, batched, strict=True)
            ]
            ends = [np.empty((WIDTH, *o.shape[1:]), o.dtype) for o in outs]
            tables = _table(last), _table([*ends, status[groups:]])
            self.code.run(tables[0].ctypes.data, tables[1].ctypes.data, 0, 1)
            for out, end in zip(outs, ends, strict=True):
                out[groups * WIDTH :] = end[:rest]
        return rows_of(status, count)


class _Rows:
    """A variant for one instance after the other."""

    def __init__(self, program: Any, batched: Sequence[bool]) -> None:
        self.code = RowsExecutable(program, batched)

    def __call__(
        self, arrays: list[np.ndarray], outs: list[np.ndarray], batched: Sequence[bool], count: int
    ) -> np.ndarray:
        status = np.zeros(max(count, 1), np.uint8)
        if count:
            _shared(self.code, arrays, [*outs, status], count)
        return np.flatnonzero(status[:count])


def _type(form: Any) -> str:
    return "float" if form.lane is F4 else "double"


def _table(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays], np.int64)


def _shared(
    code: BatchExecutable | RowsExecutable, arrays: list[np.ndarray], outs: list[np.ndarray], count: int
) -> None:
    """Run blocks of groups or instances, each for a fraction of a second."""
    tables = _table(arrays), _table(outs)
    given, results = tables[0].ctypes.data, tables[1].ctypes.data
    threads = get_num_threads() if count >= _FEW else 1
    step = max(1, min(_MOST, count // (4 * threads), EVERY // code.cost))
    rows = code if isinstance(code, RowsExecutable) else None
    constants, stop = rows.constants() if rows is not None else (np.empty(0), None)

    def block(first: int) -> None:
        last = min(first + step, count)
        if rows is None:
            code.run(given, results, first, last)
        else:
            work = np.empty(rows.work + 64, np.uint8)
            address = work.ctypes.data
            rows.run(given, results, first, last, address + -address % 64, constants.ctypes.data)

    share(block, range(0, count, step), threads, stop)
    callbacks.reraise()


def _runner(program: Any, batched: tuple[bool, ...]) -> Any:
    """Return the machine code of a variant for a batch."""

    def make() -> Any:
        try:
            apart = scalarised(program)
        except TooLarge:
            return _Rows(program, batched)
        return _Lanes(apart, program, batched)

    return program.derive(("batch", batched), make)


class _Columns:
    """The results of a batch: one array for each leaf, filled by whichever variants took the instances."""

    def __init__(self, count: int, title: str) -> None:
        self.count, self.title = count, title
        self.structure: Any = None
        self.columns: list[Any] = []

    def put(self, variant: Any, outputs: Sequence[np.ndarray], rows: np.ndarray | None) -> None:
        """Enter what a variant gave for some instances, or for all of them.

        Raises
        ------
        ReplayError
            If variants give results of different containers or shapes.
        """
        values = variant.leaves(outputs, variant.plain)
        first = self.structure is None
        if first:
            self.structure, self.columns = variant.structure, [None] * len(values)
        elif variant.structure != self.structure:
            raise ReplayError(f"{self.title}: instances of a batch give results of different containers.")
        for k, value in enumerate(values):
            constant = k in variant.plain
            if constant and not isinstance(value, (np.ndarray, np.generic, float, int)):
                if not first and self.columns[k] != value:
                    raise ReplayError(f"{self.title}: instances of a batch give {self.columns[k]!r} and {value!r}.")
                self.columns[k] = copy.deepcopy(value)
                continue
            item = np.asarray(value)
            shape = item.shape if constant else item.shape[1:]
            if rows is None:
                self.columns[k] = np.broadcast_to(item, (self.count, *shape)).copy() if constant else item
                continue
            column = self.columns[k]
            if column is None:
                column = np.empty((self.count, *shape), item.dtype)
            if column.shape[1:] != shape:
                raise ReplayError(
                    f"{self.title}: instances of a batch give results of different shapes, {column.shape[1:]} and "
                    f"{shape}."
                )
            column = column.astype(np.result_type(column, item), copy=False)
            column[rows] = item
            self.columns[k] = column


def run_batch(compiled: Any, args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any) -> Any:
    """Return the results of a compiled function for every instance, with a leading axis; see
    `CompiledFunction.batch`."""
    title = compiled.title
    moved, flags = _aligned(args, keywords, in_axes, compiled.static(len(args)), title)
    leaves: list[Any] = []
    flatten(moved, leaves, FIXED)
    lengths = {np.shape(x)[0] for x, b in zip(leaves, flags, strict=True) if b}
    if len(lengths) != 1:
        raise ShapeError(f"{title}: expected batch axes of one length, got {sorted(lengths)}.")
    (count,) = lengths

    def instance(k: int | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
        positional, named = _instance(moved, flags, k)
        return tuple(args[i] if i in compiled.static(len(args)) else a for i, a in enumerate(positional)), named

    key, example = compiled.signature(*instance(0 if count else None))
    arrays = [in_lanes(x, f) for x, f in zip(leaves, key[1], strict=True)]
    variants = compiled.variants(key) or [compiled.record(key, example, *instance(0 if count else None))[0]]
    columns = _Columns(count, title)
    left: np.ndarray | None = None  # instances that no variant has taken yet; None for all
    tried = 0
    while True:
        variant = variants[tried]
        number = count if left is None else len(left)
        some = arrays
        if left is not None:
            some = [np.ascontiguousarray(a[left]) if b else a for a, b in zip(arrays, flags, strict=True)]
        outs = [pool.empty((number, *f.shape), f.lane or F8) for f in variant.program.output_forms]
        failed = _runner(variant.program, flags)(some, outs, flags, number)
        results = [shown(o, f) for o, f in zip(outs, variant.program.output_forms, strict=True)]
        if left is None and not len(failed):
            columns.put(variant, results, None)
            break
        good = np.ones(number, bool)
        good[failed] = False
        taken = np.flatnonzero(good) if left is None else left[good]
        if len(taken):
            columns.put(variant, [o[good] for o in results], taken)
        left = failed if left is None else left[failed]
        if not len(left):
            break
        tried += 1
        while tried == len(variants) and len(left):
            if tried >= compiled.max_variants:
                raise ReplayError(
                    f"{title}: the instances of a batch take more than {tried} ways through the function. Compute with "
                    "np.where instead of branching, or raise max_variants."
                )
            one = instance(int(left[0]))
            fresh, recording = compiled.record(key, compiled.signature(*one)[1], *one)
            if fresh in variants:  # a decision hangs on the last bit: the recording itself is the answer
                columns.put(fresh, [np.asarray(v)[None] for v in recording.values()], left[:1])
                left = left[1:]
            else:
                variants = [*variants, fresh]
        if not len(left):
            break
    return unflatten(columns.structure, columns.columns)


def _aligned(
    args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any, static: set[int], title: str
) -> tuple[Any, tuple[bool, ...]]:  # fmt: skip
    """Return arguments with the batch axis in front, and for each leaf whether it has one; static ones as None."""
    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    if len(axes) != len(args):
        raise ArgumentError(f"{title}: in_axes has {len(axes)} items for {len(args)} arguments.")
    for axis in axes:
        if axis is not None and (not isinstance(axis, (int, np.integer)) or isinstance(axis, bool)):
            raise ArgumentError(f"{title}: in_axes takes integers and None, got {axis!r}.")
    flags: list[bool] = []

    def leaf(x: Any, axis: int | None) -> Any:
        flags.append(axis is not None)
        refuse_subclass(x, title)
        if axis is None:
            return x
        array = np.asarray(x)
        if not -array.ndim <= axis < array.ndim:
            raise ShapeError(f"{title}: an argument of shape {array.shape} has no axis {axis} for the batch.")
        return np.moveaxis(array, axis, 0)

    whole = tuple(
        None if k in static else map_leaves(lambda x, axis=axis: leaf(x, axis), a, () if axis is not None else FIXED)
        for k, (a, axis) in enumerate(zip(args, axes, strict=True))
    )
    named = map_leaves(lambda x: leaf(x, 0), dict(keywords))
    if not any(flags):
        raise ArgumentError(f"{title}: in_axes names no argument with a batch axis.")
    return (whole, named), tuple(flags)


def _instance(moved: Any, flags: Sequence[bool], k: int | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of one instance; of an empty batch, zeros."""
    rest = iter(flags)

    def leaf(x: Any) -> Any:
        if not next(rest):
            return x
        return x[k] if k is not None else np.zeros(x.shape[1:], x.dtype)[()]

    return map_leaves(leaf, moved, FIXED)
