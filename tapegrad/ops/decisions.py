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


def _taken(x: Any, index: np.ndarray, axis: int) -> Any:
    """Take the elements at positions along an axis."""
    index_arrays: list[Any] = list(np.indices(index.shape, sparse=True))
    index_arrays[axis] = index
    return x[tuple(index_arrays)]


def _extreme(x: Any, axis: int | None, keepdims: bool, function: Any, sign: float) -> Any:
    """Find where the largest element of ``x * sign`` is, by NumPy's `function`."""
    x._refuse_complex(function.__name__)
    if not x.traced:
        return _plain(function, x, axis, keepdims)
    value = x._family.run.evaluate(x._i)
    found = np.asarray(function(value, axis=axis, keepdims=keepdims))
    place = np.asarray(function(value, axis=axis, keepdims=True))
    others = x * sign
    if axis is None:
        others, place, axis = others.reshape(-1), place.reshape(1), 0
    best = _taken(others, place, axis)
    positions = np.indices(others.shape, sparse=True)[axis]
    # NaN is found before any number, the first one first
    numbers = isnan(others) == 0.0
    earlier = logical_or(less(others, best), logical_and(isnan(best), numbers))
    later = logical_or(less_equal(others, best), isnan(best))
    _expect(where(positions < place, earlier, where(positions == place, True, later)) == 0.0)
    return recorder.from_array(found)


def _plain(function: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    return recorder.from_array(np.asarray(function(x._numpy(), axis=axis, keepdims=keepdims)))


def any_(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Tell whether any element is true."""
    if x.traced:
        return sum_((x != 0.0).astype(np.float64), axis, keepdims=keepdims) > 0.0
    return _plain(np.any, x, axis, keepdims)


def all_(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Tell whether all elements are true."""
    if x.traced:
        return sum_((x == 0.0).astype(np.float64), axis, keepdims=keepdims) == 0.0
    return _plain(np.all, x, axis, keepdims)


def argmax(x: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return the index of the largest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmax, 1.0)


def argmin(x: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return the index of the smallest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmin, -1.0)


def argsort(x: Any, axis: int = -1) -> Any:
    """Return indices that would sort."""
    x._refuse_complex("argsort")
    return recorder.from_array(_order(x, axis) if x.traced else np.argsort(x._numpy(), axis=axis))


def _order(x: Any, axis: int) -> np.ndarray:
    """Find the indices that sort; equal elements stay in order, so that a replay can tell."""
    order = np.argsort(x._family.run.evaluate(x._i), axis=axis, kind="stable")
    if order.shape[axis] > 1:
        moved = _taken(x, order, axis).swapaxes(axis, -1)
        a, b = moved[..., :-1], moved[..., 1:]
        places = np.moveaxis(order, axis, -1)
        ties = places[..., :-1] < places[..., 1:]  # equal ones, and NaN, which come last, stay in order
        tied = logical_or(less_equal(a, b), isnan(b))
        apart = logical_or(less(a, b), logical_and(isnan(b), isnan(a) == 0.0))
        _expect(where(ties, tied, apart) == 0.0)
    return order
