"""Sums over a batch of Dask arrays: each block adds its instances' results, in the task that computes them.

Dask runs, stores and reports each task for itself, which takes it about as long as tapegrad takes for thousands of
instances, and it does not join the sums of two results that come from one block. Here the sums of all results are one
array of Dask; its tasks are joined with those that run the blocks, and each sum is an item of it.

Invariant: blocks are added in their order, in groups of a fixed size.

Tests: tests/replay/test_dask_batch.py
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

_GROUP = 8  # blocks, or sums of such groups, that one task adds; it holds one sum of each
_ROWS = 64  # of at most so many numbers, which are added at a time


@functools.cache
def kind(da: Any) -> Any:
    """Return the class of the results of batches, a kind of Dask's arrays: these are imported by whom they are used."""

    class Result(da.Array):
        """An array of one result of a batch for all instances, which lie along its first axis."""

        _blocks: Any
        _number: int

        @classmethod
        def of(cls, array: Any, blocks: Any, number: int) -> Any:
            """Return an array as the result of this number of blocks, which give tuples of results."""
            self = cls(array.dask, array.name, array.chunks, array.dtype, array._meta)
            self._blocks, self._number = blocks, number
            return self

        def sum(self, axis: Any = None, **options: Any) -> Any:
            """Return the sum over axes; that over the instances goes with those of the other results."""
            over_instances = axis in (0, (0,), -self.ndim) or (axis is None and self.ndim == 1)
            if options or not over_instances:
                return super().sum(axis, **options)
            dtype = np.zeros((), self.dtype).sum().dtype
            return item(da, _totals(da, self._blocks), (), self._number, self.shape[1:], dtype)

        def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            if func is np.sum and args and args[0] is self:
                return self.sum(*args[1:], **kwargs)
            return super().__array_function__(func, types, args, kwargs)

    return Result


def item(da: Any, tuples: Any, rows: tuple[int, ...], k: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """Return an item of an array of tuples of arrays; `rows` are the axes of the former that the items have too."""
    axes = tuple(range(tuples.ndim, tuples.ndim + len(shape)))
    return da.blockwise(
        _item, (*rows, *axes), tuples, tuple(range(tuples.ndim)), k, None, new_axes=dict(zip(axes, shape, strict=True)),
        dtype=dtype, meta=np.empty((0,) * (len(rows) + len(shape)), dtype),
    )  # fmt: skip


def only(block: Any) -> Any:
    """Return a block out of lists of the blocks along axes, of which there is one."""
    while isinstance(block, list):
        (block,) = block
    return block


def _item(block: Any, k: int) -> Any:
    return only(block)[k]


def _totals(da: Any, blocks: Any) -> Any:
    """Return a tuple of the sums of all results; for the same blocks it has the same tasks."""
    axes = tuple(range(blocks.ndim))
    return da.reduction(
        blocks, _summed, _added, axes, dtype=object, meta=np.empty((), object), concatenate=False,
        split_every=dict.fromkeys(axes, 1) | {0: _GROUP},
    )  # fmt: skip


def _summed(block: Any, axis: Any, keepdims: bool) -> np.ndarray | tuple[Any, ...]:
    """Return the sum of each result over the instances of a block, None for what is no array.

    Dask calls this with no block, to learn of what kind the results are.
    """
    if isinstance(block, np.ndarray):
        return block
    return tuple([_sum(x) if isinstance(x, np.ndarray) else None for x in only(block)])


def _sum(x: np.ndarray) -> Any:
    """Return the sum over the first axis. NumPy adds rows one by one; here many short ones are one."""
    full = len(x) - len(x) % _ROWS
    if full == 0 or x.ndim == 1 or not 0 < x[0].size <= _ROWS:
        return np.sum(x, axis=0)
    many = np.ascontiguousarray(x[:full]).reshape(-1, _ROWS * x[0].size).sum(axis=0)
    return many.reshape(_ROWS, *x.shape[1:]).sum(axis=0) + np.sum(x[full:], axis=0)


def _added(blocks: Any, axis: Any, keepdims: bool) -> tuple[Any, ...]:
    """Return the sums of such tuples, added one after the other."""
    first, *others = _each(blocks)
    for sums in others:
        first = tuple([x if x is None else x + y for x, y in zip(first, sums, strict=True)])
    return first


def _each(blocks: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(blocks, tuple):
        yield blocks
        return
    for part in blocks:
        yield from _each(part)
