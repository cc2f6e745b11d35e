"""Truth of arrays and positions of elements: what depends on values, and has no derivative.

While a function is recorded, a position is read from the example's values, and recorded operations state what must hold
for it to be right: how many elements contradict. That number is the guard.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import isnan, less, less_equal, logical_and, logical_or, where
from tapegrad.ops.reductions import sum_


def _expect(contradicted: Any) -> None:
    """Guard that no element of a truth array holds."""
    count = sum_(where(contradicted, 1.0, 0.0))
    count._family.run.require(count, 0.0)


def _extreme(x: Any, axis: int | None, keepdims: bool, function: Any, sign: float) -> np.ndarray:
    value = x._family.run.evaluate(x._i)
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


def any_(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Tell whether any element is true."""
    if x.traced:
        return sum_((x != 0.0).astype(np.float64), axis, keepdims=keepdims) > 0.0
    return recorder.from_array(np.asarray(np.any(x._numpy(), axis=axis, keepdims=keepdims)))


def all_(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Tell whether all elements are true."""
    if x.traced:
        return sum_((x == 0.0).astype(np.float64), axis, keepdims=keepdims) == 0.0
    return recorder.from_array(np.asarray(np.all(x._numpy(), axis=axis, keepdims=keepdims)))


def argmax(x: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return the index of the largest element; the first one where several are."""
    x._refuse_complex("argmax")
    if x.traced:
        return recorder.from_array(_extreme(x, axis, keepdims, np.argmax, 1.0))
    return recorder.from_array(np.asarray(np.argmax(x._numpy(), axis=axis, keepdims=keepdims)))


def argmin(x: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return the index of the smallest element; the first one where several are."""
    x._refuse_complex("argmin")
    if x.traced:
        return recorder.from_array(_extreme(x, axis, keepdims, np.argmin, -1.0))
    return recorder.from_array(np.asarray(np.argmin(x._numpy(), axis=axis, keepdims=keepdims)))


def argsort(x: Any, axis: int = -1) -> Any:
    """Return indices that would sort."""
    x._refuse_complex("argsort")
    return recorder.from_array(_order(x, axis) if x.traced else np.argsort(x._numpy(), axis=axis))


def _order(x: Any, axis: int) -> np.ndarray:
    """Find the indices that sort; equal elements stay in order, so that a replay can tell."""
    order = np.argsort(x._family.run.evaluate(x._i), axis=axis, kind="stable")
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
