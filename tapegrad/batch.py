"""Replaying one sealed tape for a batch of inputs.

A tape of few elements is taken apart and runs with one lane for each instance; a larger one runs for one instance
after the other. Blocks of instances are shared among threads, which run without the GIL; each instance's bits depend
on nothing but its own inputs.

Where a guard fails for some instances, these are run again by another variant, recorded from one of them if need be.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ReplayError, ShapeError
from tapegrad.func.containers import flatten
from tapegrad.tape.forms import BOOL, F4, F8
from tapegrad.tape.run import get_num_threads
from tapegrad.tape.scalarise import TooLarge, scalarised
from tapegrad.vm.batch import BatchExecutable, RowsExecutable, rows_of
from tapegrad.vm.lane import WIDTH

_BLOCK = 1024  # groups of eight instances, or instances: what a thread takes at a time


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
            _shared(self.code.run, (_table(arrays), _table([*outs, status])), groups)
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
            _shared(self.code.run, (_table(arrays), _table([*outs, status])), count, self.code)
        return np.flatnonzero(status[:count])


def _type(form: Any) -> str:
    return "float" if form.lane is F4 else "double"


def _table(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays], np.int64)


def _shared(run: Any, tables: tuple[np.ndarray, np.ndarray], count: int, code: RowsExecutable | None = None) -> None:
    """Run blocks on this thread or on several."""
    given, results = tables[0].ctypes.data, tables[1].ctypes.data
    threads = get_num_threads()
    step = _BLOCK if code is None else max(1, min(_BLOCK, count // (4 * threads)))

    def block(first: int) -> None:
        last = min(first + step, count)
        if code is None:
            run(given, results, first, last)
        else:
            work = np.empty(code.work + 64, np.uint8)
            address = work.ctypes.data
            run(given, results, first, last, address + -address % 64, code.constants.ctypes.data)

    if threads == 1 or count <= step:
        for first in range(0, count, step):
            block(first)
        return
    with ThreadPoolExecutor(threads) as pool:
        for task in [pool.submit(block, first) for first in range(0, count, step)]:
            task.result()


def _runner(program: Any, batched: tuple[bool, ...]) -> Any:
    """The machine code of a variant for a batch."""

    def make() -> Any:
        try:
            apart = scalarised(program)
        except TooLarge:
            return _Rows(program, batched)
        return _Lanes(apart, program, batched)

    return program.derive(("batch", batched), make)


def run_batch(compiled: Any, args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any) -> Any:
    """The results of a compiled function for every instance of a batch, with a leading axis; see "
    "`CompiledFunction.batch`."""
    moved, flags = _aligned(args, keywords, in_axes, compiled.title)
    leaves: list[Any] = []
    flatten(moved, leaves)
    lengths = {np.shape(x)[0] for x, b in zip(leaves, flags, strict=True) if b}
    if len(lengths) != 1:
        raise ShapeError(f"{compiled.title}: expected batch axes of one length, got {sorted(lengths)}.")
    (count,) = lengths
    first = _instance(moved, flags, 0 if count else None)
    key, example = compiled.signature(*first)
    forms = key[1]
    arrays = [np.ascontiguousarray(x, f.lane or F8) for x, f in zip(leaves, forms, strict=True)]
    variants = compiled.variants(key) or [compiled.record(key, example, *first)]
    shape = variants[0]
    outs = [np.empty((count, *f.shape), f.lane or F8) for f in shape.program.output_forms]
    left: np.ndarray | None = None  # instances that no variant has taken yet; None for all
    tried = 0
    while True:
        variant = variants[tried]
        if variant.structure != shape.structure or variant.program.output_forms != shape.program.output_forms:
            raise ReplayError(f"{compiled.title}: instances of a batch give results of different shapes.")
        if left is None:
            failed = _runner(variant.program, flags)(arrays, outs, flags, count)
        else:
            some = [np.ascontiguousarray(a[left]) if b else a for a, b in zip(arrays, flags, strict=True)]
            part = [np.empty((len(left), *o.shape[1:]), o.dtype) for o in outs]
            failed = _runner(variant.program, flags)(some, part, flags, len(left))
            good = np.ones(len(left), bool)
            good[failed] = False
            for out, p in zip(outs, part, strict=True):
                out[left[good]] = p[good]
            failed = left[failed]
        if not len(failed):
            break
        left, tried = failed, tried + 1
        if tried == len(variants):
            if tried >= compiled.max_variants:
                raise ReplayError(
                    f"{compiled.title}: the instances of a batch take more than {tried} ways through the "
                    "function. Compute with "
                    "np.where instead of branching, or raise max_variants."
                )
            one = _instance(moved, flags, int(left[0]))
            variants = [*variants, compiled.record(key, compiled.signature(*one)[1], *one)]
    rows = [_shown(o, f) for o, f in zip(outs, shape.program.output_forms, strict=True)]
    if shape.plain:
        return shape.with_plain(rows, lambda value: np.broadcast_to(value, (count, *np.shape(value))).copy())
    return shape.result(rows)


def _shown(rows: np.ndarray, form: Any) -> np.ndarray:
    return rows != 0 if form.dtype == BOOL else rows.astype(form.dtype) if form.lane is None else rows


def _aligned(args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any, title: str) -> tuple[Any, tuple[bool, ...]]:
    """Arguments with the batch axis in front, and for each leaf whether it has one."""
    from tapegrad.func.containers import map_leaves

    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    if len(axes) != len(args):
        raise ArgumentError(f"{title}: in_axes has {len(axes)} items for {len(args)} arguments.")
    flags: list[bool] = []

    def leaf(x: Any, axis: int | None) -> Any:
        flags.append(axis is not None)
        if axis is None:
            return x
        array = np.asarray(x)
        if not -array.ndim <= axis < array.ndim:
            raise ShapeError(f"{title}: an argument of shape {array.shape} has no axis {axis} for the batch.")
        return np.moveaxis(array, axis, 0)

    whole = tuple(map_leaves(lambda x, axis=axis: leaf(x, axis), a) for a, axis in zip(args, axes, strict=True))
    named = map_leaves(lambda x: leaf(x, 0), dict(keywords))
    if not any(flags):
        raise ArgumentError(f"{title}: in_axes names no argument with a batch axis.")
    return (whole, named), tuple(flags)


def _instance(moved: Any, flags: Sequence[bool], k: int | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of one instance; of an empty batch, zeros."""
    from tapegrad.func.containers import map_leaves

    rest = iter(flags)

    def leaf(x: Any) -> Any:
        if not next(rest):
            return x
        return x[k] if k is not None else np.zeros(x.shape[1:], x.dtype)[()]

    return map_leaves(leaf, moved)
