"""Batches: runs one sealed tape over many instances of its inputs.

A tape of few elements is taken apart and runs with one lane for each instance; a larger one runs for one instance
after the other. Blocks of instances are shared among threads, which run without the GIL; each instance's bits depend
on nothing but its own inputs.

Where a guard fails for some instances, these are run again by another variant, recorded from one of them if need be.

Tests: tests/replay/test_dask_batch.py
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.autograd import transform_recordings
from tapegrad.codegen.batch_executable import BatchExecutable, RowsExecutable, batch_code, rows_of
from tapegrad.codegen.executable import SHOWN
from tapegrad.errors import ArgumentError, IndexingError, ReplayError, ShapeError
from tapegrad.func.containers import FIXED, Structure, flatten, leaves_as, unflatten
from tapegrad.ir.forms import F8, cells
from tapegrad.machine import callbacks, pool
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.work_sharing import get_num_threads, share_code
from tapegrad.progress import task
from tapegrad.record.capture import refuse_subclass
from tapegrad.record.failures import append_place
from tapegrad.record.instructions import constant_of
from tapegrad.replay.signature import shown, signature_of, without
from tapegrad.replay.variant import Variant, check_target, with_plain
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.replay.compiled_function import CompiledFunction
    from tapegrad.replay.record_variant import RecordedCall

_MOST = 1 << 14  # groups of eight instances, or instances, between two returns to Python
_FEW = 64  # instances of large programs, or
_LITTLE = 1 << 17  # lines of LLVM text, some 0.1 ms, that are not worth a second thread
_PIECE = 1 << 14  # and those that a thread runs at a time
_NONE = np.empty(0, np.intp)
NUMERIC = (np.ndarray, np.generic, float, int)  # what is repeated for each instance


def _table(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays], np.int64)


def _shared(
    code: BatchExecutable | RowsExecutable, context: Sequence[int], count: int, threads: int,
    stop: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Run groups or instances, some after the other, each for a fraction of a second."""
    cost = max(1, code.cost)
    bounds = max(1, min(_MOST, EVERY // cost)), max(1, _PIECE // cost)
    if count * code.cost < SHOWN:
        share_code(code.run_of_pieces, context, count, bounds, threads, stop)
    else:
        with task("batch", count) as under_way:
            share_code(
                code.run_of_pieces, context, count, bounds, threads, stop,
                lambda begun: under_way.advance(begun - under_way.done),
            )  # fmt: skip
    callbacks.reraise()


def _threads(code: BatchExecutable | RowsExecutable, count: int) -> int:
    return get_num_threads() if count >= _few(code) else 1


def _few(code: BatchExecutable | RowsExecutable) -> int:
    """Return the number of groups or instances from which on a second thread is worth being woken."""
    few = _LITTLE // max(1, code.cost)
    return max(2, few if isinstance(code, BatchExecutable) else min(few, _FEW))


def _run_lanes(
    code: BatchExecutable, batched: Sequence[bool], arrays: list[np.ndarray], outs: list[np.ndarray], count: int
) -> np.ndarray:
    """Run a variant in lanes, groups of eight instances; returns the instances whose guards failed."""
    groups = count // WIDTH
    full = groups * WIDTH
    status = np.zeros(groups + 1, np.uint8)
    _run_groups(code, arrays, [*outs, status], groups)
    if count > full:
        last = [np.resize(a[full:], (WIDTH, *a.shape[1:])) if b else a for a, b in zip(arrays, batched, strict=True)]
        ends = [np.empty((WIDTH, *o.shape[1:]), o.dtype) for o in outs]
        _run_groups(code, last, [*ends, status[groups:]], 1)
        for out, end in zip(outs, ends, strict=True):
            out[full:] = end[: count - full]
    return rows_of(status, count)


def _run_groups(
    code: BatchExecutable, arrays: Sequence[np.ndarray], outs: Sequence[np.ndarray], groups: int
) -> None:  # fmt: skip
    tables = _table(arrays), _table(outs)
    _shared(code, (code.address, *[t.ctypes.data for t in tables]), groups, _threads(code, groups))


def _run_rows(code: RowsExecutable, arrays: list[np.ndarray], outs: list[np.ndarray], count: int) -> np.ndarray:
    """Run a variant for one instance after the other; returns those whose guards failed."""
    status = np.zeros(max(count, 1), np.uint8)
    constants, stop = code.constants()
    size = code.work + -code.work % 64 + 64
    threads = _threads(code, count)
    work = np.empty(size * threads + 64, np.uint8)  # each thread has its own
    tables, first = (_table(arrays), _table([*outs, status])), work.ctypes.data + -work.ctypes.data % 64
    context = code.address, *[t.ctypes.data for t in tables], first, size, constants.ctypes.data
    _shared(code, context, count, threads, stop)
    return np.flatnonzero(status[:count])


def _run(
    code: BatchExecutable | RowsExecutable, batched: Sequence[bool], arrays: list[np.ndarray], outs: list[np.ndarray],
    count: int,
) -> np.ndarray:  # fmt: skip
    """Run a variant for all instances; returns those whose guards failed."""
    if code.entry is None or not 0 < count <= most_at_once(code) or count * code.cost >= SHOWN:
        if isinstance(code, BatchExecutable):
            return _run_lanes(code, batched, arrays, outs, count)
        return _run_rows(code, arrays, outs, count)
    arguments: list[Any] = [*arrays]
    for k, dtype in code.numbers:
        arguments[k] = arrays[k].view(dtype).item()
    if isinstance(code, BatchExecutable):
        status = np.empty(count + WIDTH - 1 >> 3, np.uint8)
        return rows_of(status, count) if code.entry(count, *arguments, *outs, status) else _NONE
    status = np.empty(count, np.uint8)
    failed = code.entry(count, *arguments, *outs, status, pool.aligned(code.work), code.constants()[0])
    return np.flatnonzero(status) if failed else _NONE


def code_of(
    variant: Variant, flags: tuple[bool, ...], call: RecordedCall | None = None
) -> tuple[BatchExecutable | RowsExecutable, list[np.ndarray]]:  # fmt: skip
    """Return the machine code of a variant for many instances, and constants to pass it as shared inputs.

    It is made once. That of a `vmap` that is made in each turn is found by what its `call` has recorded, for any values
    of these constants.
    """
    code = variant.batches.get(flags)
    if code is None:
        batch = None if call is None else transform_recordings.batch(call.trace, call.tensors, flags)
        if call is None or batch is None:
            code = batch_code(variant.program, flags), []
        else:
            code = batch.code, [constant_of(call.trace, slot) for slot in batch.captured]
        variant.batches[flags] = code
    return code


class Batched(NamedTuple):
    """The results of a batch.

    Attributes
    ----------
    result : object
    variant : Variant or None
        That which ran all instances, if it was known before.
    flags : tuple of bool
        Which leaves of the arguments have a batch axis.
    """

    result: Any
    variant: Variant | None
    flags: tuple[bool, ...]


def most_at_once(code: Any) -> int:
    """Return how many instances the calling thread runs alone and in one piece."""
    groups = min(_MOST, EVERY // max(1, code.cost))
    return (groups if get_num_threads() == 1 else min(groups, _few(code) - 1)) * code.instances


def run_batch(
    compiled: CompiledFunction, args: tuple[Any, ...], keywords: dict[str, Any], in_axes: tuple[Any, ...], title: str
) -> Batched:
    """Run a compiled function for every instance: results have a leading axis; see `CompiledFunction.batch`."""
    static, names = compiled.static(args), compiled.static_names
    fixed = {name: value for name, value in keywords.items() if name in names}
    moving = without(keywords, names) if fixed else keywords
    structure, leaves, flags, count = aligned(args, moving, in_axes, title, FIXED, static)

    def instance(k: int | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of one instance; of an empty batch, zeros."""
        one = [
            x if not b else x[k] if k is not None else np.zeros(x.shape[1:], x.dtype)[()]
            for x, b in zip(leaves, flags, strict=True)
        ]
        positional, named = unflatten(structure, one)
        return tuple(args[i] if i in static else a for i, a in enumerate(positional)), named | fixed

    arrays: list[np.ndarray] = []
    tried: list[Variant] = []
    pieces: list[_Piece] = []
    left: Sequence[int] | np.ndarray = range(count)  # instances that no variant has taken yet
    try:
        while len(left) or not pieces:
            if len(tried) == compiled.variants.most:
                raise ReplayError(
                    f"{title}: the instances of a batch take more than {len(tried)} ways through the function. "
                    "Compute with np.where instead of branching on values or indexing by them, or raise max_variants."
                )
            one = instance(int(left[0]) if count else None)
            key, example = signature_of(title, *one, static, names)
            arrays = arrays or [cells(x, f) for x, f in zip(leaves, key.forms, strict=True)]
            variant, recording = compiled.another(tried, key, example, *one)
            if variant in tried:
                failed = np.arange(len(left))
            else:
                tried.append(variant)
                some = arrays
                if len(left) < count:
                    some = [np.ascontiguousarray(a[left]) if b else a for a, b in zip(arrays, flags, strict=True)]
                outs = [pool.empty((len(left), *f.shape), f.lane or F8) for f in variant.output_forms]
                code, constants = code_of(variant, flags, recording)
                inputs = [*some, *constants]
                failed = _run(code, (*flags, *(False for _ in constants)), inputs, outs, len(left))
                results = [shown(o, f) for o, f in zip(outs, variant.output_forms, strict=True)]
                rows = left
                if len(failed):
                    good = np.delete(np.arange(len(left)), failed)
                    results, rows = [x[good] for x in results], np.asarray(left)[good]
                if len(failed) < len(left) or not count:  # else nothing is of its shapes and dtypes
                    pieces.append(_Piece(variant, rows, results))
            if recording is not None and len(failed) and not failed[0]:
                # a decision hangs on the last bit: the recording itself is the answer
                pieces.append(_Piece(variant, left[:1], [np.asarray(v)[None] for v in recording.values()]))
                failed = failed[1:]
            left = np.asarray(left)[failed] if len(failed) else ()
    except (np.linalg.LinAlgError, IndexingError) as error:  # of a recording for the first of them
        if count:
            append_place(error, f"instance {left[0]} of the batch")
        raise
    alone = len(pieces) == 1 and recording is None
    return Batched(_joined(pieces, count, title), pieces[0].variant if alone else None, flags)


def filled(out: Any, result: Any, title: str) -> Any:
    """Return ``out=``, whose arrays are filled with a batch's results.

    Raises
    ------
    ArgumentError, ShapeError, DtypeError
        If they do not fit, before any of them is written.
    """
    values: list[Any] = []
    structure = flatten(result, values)
    if any(hasattr(value, "__dask_graph__") for value in values):
        raise ArgumentError(f"{title}: out= is for NumPy arrays, got arrays of Dask. Use dask.array.store.")
    targets = leaves_as(structure, out)
    if targets is None:
        raise ArgumentError(f"{title}: out= must have the containers of the result, one array for each output.")
    for target, value in zip(targets, values, strict=True):
        check_target(target, np.shape(value), np.asarray(value).dtype, title)
    for target, value in zip(targets, values, strict=True):
        target[...] = value
    return out


class _Piece(NamedTuple):
    """Results of some instances, by one variant."""

    variant: Variant
    rows: Sequence[int] | np.ndarray
    outputs: list[np.ndarray]

    def columns(self) -> list[Any]:
        """Return the leaves of the result, a row for each instance; what is no number as it is."""
        plain = {
            k: np.repeat(np.asarray(x)[None], len(self.rows), axis=0) if isinstance(x, NUMERIC) else copy.deepcopy(x)
            for k, x in self.variant.plain.items()
        }
        return with_plain(self.outputs, plain)


def _joined(pieces: Sequence[_Piece], count: int, title: str) -> Any:
    """Return the results of all instances: an array for each leaf.

    Raises
    ------
    ReplayError
        If variants give results of different containers or shapes.
    """
    structure = pieces[0].variant.structure
    if any(piece.variant.structure != structure for piece in pieces):
        raise ReplayError(f"{title}: instances of a batch give results of different containers.")

    def column(parts: Sequence[Any]) -> Any:
        first = parts[0]
        for part in parts:
            if not isinstance(part, np.ndarray) and (type(part) is not type(first) or part != first):
                raise ReplayError(f"{title}: instances of a batch give {first!r} and {part!r}.")
            if isinstance(part, np.ndarray) and part.shape[1:] != first.shape[1:]:
                raise ReplayError(
                    f"{title}: instances of a batch give results of different shapes, {first.shape[1:]} and "
                    f"{part.shape[1:]}."
                )
        if len(parts) == 1 or not isinstance(first, np.ndarray):
            return first
        array = np.empty((count, *first.shape[1:]), np.result_type(*parts))
        for piece, part in zip(pieces, parts, strict=True):
            array[piece.rows] = part
        return array

    return unflatten(structure, [column(parts) for parts in zip(*[piece.columns() for piece in pieces], strict=True)])


def aligned(
    args: tuple[Any, ...], keywords: dict[str, Any], in_axes: tuple[Any, ...], title: str, fixed: tuple[type, ...],
    static: Collection[int] = (),
) -> tuple[Structure, list[Any], tuple[bool, ...], int]:  # fmt: skip
    """Return the structure of arguments, with None for static ones, and keywords; their leaves with the batch axis in
    front; for each whether it has one; its length.

    Raises
    ------
    ArgumentError, ShapeError
    """
    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    if len(axes) != len(args):
        raise ArgumentError(f"{title}: in_axes has {len(axes)} items for {len(args)} arguments.")
    for axis in axes:
        if axis is not None and (not isinstance(axis, (int, np.integer)) or isinstance(axis, bool)):
            raise ArgumentError(f"{title}: in_axes takes integers and None, got {axis!r}.")
    leaves: list[Any] = []
    flags: list[bool] = []
    lengths: set[Any] = set()

    def moved(x: Any, axis: int | None) -> Any:
        refuse_subclass(x, title)
        if axis is None:
            return x
        array: Any = x if isinstance(x, Tensor) or hasattr(x, "__dask_graph__") else np.asarray(x)
        shape = array.shape
        if not -len(shape) <= axis < len(shape):
            raise ShapeError(
                f"{title}: an argument of shape {shape} has no axis {axis} for the batch. Give None in in_axes for one "
                "that all instances share."
            )
        lengths.add(shape[axis] if shape[axis] == shape[axis] else None)  # NaN: Dask does not know
        return np.moveaxis(array, axis, 0) if axis else array

    def flat(tree: Any, axis: int | None) -> Structure:
        parts: list[Any] = []
        structure = flatten(tree, parts, () if axis is not None else fixed)
        flags.extend([axis is not None] * len(parts))
        leaves.extend([moved(x, axis) for x in parts])
        return structure

    parts = [flat(None if k in static else a, axis) for k, (a, axis) in enumerate(zip(args, axes, strict=True))]
    structure = Structure(tuple, None, (Structure(tuple, None, tuple(parts)), flat(keywords, 0)))
    if not any(flags):
        raise ArgumentError(f"{title}: in_axes names no argument with a batch axis.")
    if len(lengths) != 1:
        if None in lengths:
            raise ShapeError(
                f"{title}: expected batch axes of one length, got Dask arrays of known and of unknown length. Call "
                f"compute_chunk_sizes() of the arrays of unknown length."
            )
        raise ShapeError(f"{title}: expected batch axes of one length, got {sorted(lengths)}.")
    return structure, leaves, tuple(flags), lengths.pop()
