"""Truth of arrays and positions of elements: what depends on values, and has no derivative.

While a function is recorded, a position is read from the example's values, and recorded operations state what must hold
for it to be right: how many elements contradict. That number is the guard.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import constant
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


def _plain(function: Any, x: Any, axis: Any, keepdims: bool, **more: Any) -> Any:
    return recorder.from_array(np.asarray(function(x._numpy(), axis=axis, keepdims=keepdims, **more)))


def _number_of(x: Any, axis: Any, keepdims: bool, mask: Any) -> Any:
    """Count truth values, where a mask holds."""
    return sum_(x.astype(np.float64), axis, keepdims=keepdims, where=mask)


@constant(np.any)
def any_(x: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Any:
    """Tell whether any element is true, of those where `where` holds."""
    if x.traced or where is not True:
        return _number_of(x != 0.0, axis, keepdims, where) > 0.0
    return _plain(np.any, x, axis, keepdims)


@constant(np.all)
def all_(x: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Any:
    """Tell whether all elements are true, of those where `where` holds."""
    if x.traced or where is not True:
        return _number_of(x == 0.0, axis, keepdims, where) == 0.0
    return _plain(np.all, x, axis, keepdims)


@constant(np.argmax)
def argmax(x: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Any:
    """Return the index of the largest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmax, 1.0)


@constant(np.argmin)
def argmin(x: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Any:
    """Return the index of the smallest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmin, -1.0)


@constant(np.argsort)
def argsort(x: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    """Return indices that would sort; while a function is recorded, equal elements stay in order, whatever `kind`."""
    x._refuse_complex("argsort")
    if not x.traced:
        return recorder.from_array(np.argsort(x._numpy(), axis, kind, order, stable=stable))
    np.argsort(np.empty(0), -1, kind, order, stable=stable)  # raises for what NumPy does not know
    return recorder.from_array(_order(x.reshape(-1), 0) if axis is None else _order(x, axis))


@constant(np.argpartition)
def argpartition(a: Any, kth: Any, axis: int | None = -1, kind: Any = "introselect", order: Any = None) -> Any:
    """Return indices that would partition: while a function is recorded, those that would sort."""
    a._refuse_complex("argpartition")
    if not a.traced:
        return recorder.from_array(np.argpartition(a._numpy(), kth, axis, kind, order))
    np.argpartition(a._family.run.evaluate(a._i), kth, axis, kind, order)  # raises for positions that are not there
    return argsort(a, axis)


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
