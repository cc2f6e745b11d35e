"""Positions that depend on values, decided while a function is recorded.

Each function reads the positions from the example's values, and states in recorded operations what must hold for them to be
right: how many elements contradict. That number is the guard.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.elementwise import isnan, less, less_equal, logical_and, logical_or, where
from tapegrad.ops.reductions import sum_


def _expect(contradicted: Any) -> None:
    """Guard that no element of a truth array holds."""
    count = sum_(where(contradicted, 1.0, 0.0))
    count._kind.run.require(count, 0.0)


def _extreme(x: Any, axis: int | None, keepdims: bool, function: Any, sign: float) -> np.ndarray:
    value = x._kind.run.evaluate(x._i)
    index = np.asarray(function(value, axis=axis, keepdims=True))
    flat = x.reshape(-1) if axis is None else x
    along = 0 if axis is None else axis
    place = index.reshape(1) if axis is None else index
    positions = np.arange(flat.shape[along])
    shape = [1] * flat.ndim
    shape[along] = -1
    positions = positions.reshape(shape)
    index_arrays: list[Any] = list(np.indices(place.shape, sparse=True))
    index_arrays[along] = place
    best = flat[tuple(index_arrays)] * sign
    others = flat * sign
    before = np.broadcast_to(positions < place, flat.shape)
    itself = np.broadcast_to(positions == place, flat.shape)
    # NaN is found before any number, the first one first
    numbers = isnan(others) == 0.0
    earlier = logical_or(less(others, best), logical_and(isnan(best), numbers))
    later = logical_or(less_equal(others, best), isnan(best))
    holds = where(before, earlier, where(itself, True, later))
    _expect(holds == 0.0)
    return index if keepdims else np.asarray(function(value, axis=axis))


def argmax(x: Any, axis: int | None, keepdims: bool) -> np.ndarray:
    """Index of the largest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmax, 1.0)


def argmin(x: Any, axis: int | None, keepdims: bool) -> np.ndarray:
    """Index of the smallest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmin, -1.0)


def argsort(x: Any, axis: int) -> np.ndarray:
    """Indices that sort; equal elements stay in order, so that a replay can tell."""
    order = np.argsort(x._kind.run.evaluate(x._i), axis=axis, kind="stable")
    if order.shape[axis] > 1:
        index_arrays: list[Any] = list(np.indices(order.shape, sparse=True))
        index_arrays[axis] = order
        moved = x[tuple(index_arrays)].swapaxes(axis, -1)
        a, b = moved[..., :-1], moved[..., 1:]
        places = np.moveaxis(order, axis, -1)
        ties = places[..., :-1] < places[..., 1:]  # equal ones, and NaN, which come last, stay in order
        tied = logical_or(less_equal(a, b), isnan(b))
        apart = logical_or(less(a, b), logical_and(isnan(b), isnan(a) == 0.0))
        _expect(where(ties, tied, apart) == 0.0)
    return order
