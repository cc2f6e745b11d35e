"""Choosing elements: by positions along an axis, by conditions, by order; and interpolation between samples.

Tests: tests/ops/test_random_calls.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, IndexingError, ShapeError, numpys_refusals
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import composite, decided
from tapegrad.ops.decisions import argpartition, places_to_part
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.numpy.sorting import partition_op, reorder, waits
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, lines_along, ravel


def _truth(x: AnyArray) -> Tensor | np.ndarray:
    return x if isinstance(x, runtime.tensor) else np.asarray(x)


@composite(
    np.take_along_axis,
    lambda rng: [
        ((rng.normal(size=(2, 4)), np.array([[3, 0], [1, 1]])), {"axis": 1}),
        ((rng.normal(size=(2, 2)), np.array([3, 0])), {"axis": None}),
    ],
)
def take_along_axis(arr: Tensor, indices: Any, axis: int | None = -1) -> Any:
    """Take from each line along an axis (flattened for None) the elements at its own positions."""
    if axis is None:
        arr, axis = ravel(arr), 0
    return arr[along_axis(arr.shape, indices, axis, "take_along_axis")]


def along_axis(shape: tuple[int, ...], indices: Any, axis: int, function: str) -> tuple[Any, ...]:
    """Return the index of elements of which each line along an axis has its own positions."""
    places = indices if isinstance(indices, runtime.tensor) else np.asarray(indices)
    axis = axis_of(axis, len(shape), function)
    if len(places.shape) != len(shape):
        raise ShapeError(
            f"{function}: expected indices of {len(shape)} dimensions, as the array has, got {len(places.shape)}."
        )
    if places.dtype.kind not in "iu":
        raise IndexingError(f"{function}: expected integers as indices, got {places.dtype}.")
    grid: list[Any] = list(np.indices(shape, sparse=True))
    grid[axis] = places
    return tuple(grid)


@composite(np.select, lambda rng: [(([np.array([True, False, False]), np.array([True, True, False])], [rng.normal(size=3), rng.normal(size=3)]), {}), (([np.array([True, False])], [rng.normal(size=2)]), {"default": 2.0})], of_array=False)  # fmt: skip
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Return for each element the first choice whose condition holds."""
    if len(condlist) != len(choicelist) or not len(condlist):
        raise ArgumentError(
            f"select: expected as many conditions as choices, got {len(condlist)} and {len(choicelist)}."
        )
    for condition in map(_truth, condlist):
        if condition.dtype != bool:
            raise DtypeError(
                f"select: expected truth values as conditions, got {condition.dtype}. Compare, or use astype(bool)."
            )
    result = default
    for condition, choice in zip(reversed(condlist), reversed(choicelist), strict=True):
        result = where(_truth(condition), choice, result)
    dtype = np.result_type(*map(runtime.dtype_of, (*choicelist, default)))  # a number of Python's gives way
    return result if result.dtype == dtype else result.astype(dtype)


@composite(np.choose, lambda rng: [((np.array([1, 0, 1]), [rng.normal(size=3), rng.normal(size=3)]), {}), ((np.array([3, -1]), [rng.normal(size=2), rng.normal()]), {"mode": "wrap"})], of_array=False)  # fmt: skip
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Tensor:
    """Return for each element the element of the choice with the given number."""
    numbers, count = a if runtime.differs(a) else np.asarray(decided(a)), len(choices)
    if mode == "wrap":
        numbers = numbers % count
    elif mode == "clip":
        numbers = np.clip(numbers, 0, count - 1)
    elif not bool(((numbers >= 0) & (numbers < count)).all()):
        raise ArgumentError(f"choose: expected numbers from 0 to {count - 1}, got others. Use mode 'wrap' or 'clip'.")
    dtype = np.result_type(*map(runtime.dtype_of, choices))
    choices = [runtime.as_tensor(c, "choose").astype(dtype, copy=False) for c in choices]
    result = choices[0]
    for k in range(1, count):
        result = where(numbers == k, choices[k], result)
    return broadcast_to(result, np.broadcast_shapes(numbers.shape, *[c.shape for c in choices])).clone()


@composite(np.compress, lambda rng: [((np.array([True, False, True]), rng.normal(size=(3, 2))), {"axis": 0}), (([False, True], rng.normal(size=(2, 2))), {})], of_array=False)  # fmt: skip
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Tensor:
    """Return the parts along an axis (flattened for None) whose condition holds."""
    if np.ndim(condition) != 1:
        raise ShapeError(f"compress: expected a vector of conditions, got shape {np.shape(condition)}.")
    a, axis = lines_along(runtime.as_tensor(a), axis, "compress")
    return a[(slice(None),) * axis + (np.flatnonzero(condition),)]


@composite(np.extract, lambda rng: [((np.array([[True, False], [True, True]]), rng.normal(size=(2, 2))), {})], of_array=False)  # fmt: skip
def extract(condition: Any, arr: Any) -> Tensor:
    """Return the elements whose condition holds, in one dimension."""
    return ravel(runtime.as_tensor(arr))[np.flatnonzero(condition)]


@composite(
    np.piecewise,
    lambda rng: [((np.array([-1.0, 0.5, 2.0]), [np.array([True, False, False]), np.array([False, True, False])], [lambda x: x * x, lambda x, k=3.0: k * x, 2]), {})],
)  # fmt: skip
def piecewise(x: Tensor, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Tensor:
    """Return for each element the function of the last condition that holds; one function more is for the rest."""
    conditions = list(_conditions(condlist, len(x.shape)))
    if len(funclist) == len(conditions) + 1:
        conditions.append(~np.any(conditions, axis=0))
    elif len(funclist) != len(conditions):
        raise ArgumentError(f"piecewise: expected {len(conditions)} functions or one more, got {len(funclist)}.")
    shape, x = x.shape, x if x.shape else x.reshape(1)
    result = runtime.as_tensor(np.zeros(x.shape, x.dtype))
    for condition, function in zip(conditions, funclist, strict=True):
        mask = condition if condition.shape else np.broadcast_to(condition, x.shape)
        if mask.any():
            result[mask] = function(x[mask], *args, **kw) if callable(function) else function
    return result if shape else result.reshape(())


def _conditions(condlist: Any, ndim: int) -> np.ndarray:
    """Return the conditions of `piecewise` along the first axis: one that is given alone, as truth values in a row too, is
    one condition.
    """
    several = not np.isscalar(condlist) and getattr(condlist, "shape", None) != ()
    if several and ndim and len(condlist):
        first = condlist[0]
        several = isinstance(first, (list, np.ndarray)) or (isinstance(first, runtime.tensor) and first.shape != ())
    with numpys_refusals("piecewise"):
        return np.asarray(decided(condlist if several else [condlist]), bool)


@composite(np.partition, lambda rng: [((np.sort(rng.normal(size=(2, 5)), 1),), {"kth": 2})], kinks="equal elements in any order")  # fmt: skip
def partition(a: Tensor, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Tensor:
    """Return elements so that the one at `kth` is where it is in ascending order, smaller ones before it and larger ones
    behind.
    """
    if axis is None:
        a, axis = ravel(a), 0
    axis = axis_of(axis, len(a.shape), "partition")
    n = a.shape[axis]
    if n and any(not -n <= k < n for k in np.atleast_1d(kth).tolist()):
        raise ArgumentError(f"partition: expected kth within the {n} elements along axis {axis}, got {kth!r}.")
    if a.dtype.kind == "f" and a.size and a.requires_grad and waits(a):
        return partition_op(a, kth=places_to_part(a, kth, axis, kind, order), axis=axis)
    return reorder(a, argpartition(a.detach(), kth, axis, kind, order), axis=axis)
