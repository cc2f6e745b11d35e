"""Elements in the order of others.

Sorting by keys is linear in what is sorted, and the transpose puts each element back to where it came from. The order
comes from the values at each run, so a replay follows them. Equal elements stay in order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.references import normal
from tapegrad.ops.shaping import axis_of, reshape_op


def _order(keys: Any, axis: int) -> np.ndarray:
    return np.argsort(keys, axis=axis, kind="stable")


def _sorted(x: Any, keys: Any, *, axis: int) -> np.ndarray:
    return np.take_along_axis(x, _order(keys, axis), axis)


def _put_back(x: Any, keys: Any, *, axis: int) -> np.ndarray:
    out = np.empty_like(x)
    np.put_along_axis(out, _order(keys, axis), x, axis)
    return out


def _one_by_one(x: Any, keys: Any, *, axis: int) -> np.ndarray:
    """Move each element of a vector to its rank among the keys."""
    ranks = [sum((k, i) < (key, j) for i, k in enumerate(keys)) for j, key in enumerate(keys)]
    return np.array([x[ranks.index(place)] for place in range(len(keys))])


def _samples(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=5), rng.permutation(5).astype(np.int8)), {"axis": 0})]


sort_op: General = General(
    name="sort", batched=True, may_fail=False, forward=_sorted, infer=lambda x, keys, *, axis: x,
    adjoints={"x": lambda g, keys, axis: put_back(g, keys, axis=axis), "keys": None},
    reference=_one_by_one, samples=_samples,
    summary="Elements in ascending order of keys along an axis.",
)  # fmt: skip
put_back: General = General(
    name="put_back", batched=True, may_fail=False, forward=_put_back, infer=lambda x, keys, *, axis: x,
    adjoints={"x": lambda g, keys, axis: sort_op(g, keys, axis=axis), "keys": None},
    reference=lambda x, keys, *, axis: x[np.argsort(np.argsort(keys, kind="stable"))], samples=_samples,
    summary="Elements moved back from ascending order of keys along an axis: the transpose of `sorted_by`.",
)  # fmt: skip


_CASES = normal((((2, 5),), {}), (((4, 2),), {"axis": 0}), (((2, 3),), {"axis": None}))


@composite(np.sort, _CASES, kinks="equal elements stay in order", takes_complex=False)
def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    """Return elements in ascending order along an axis; equal ones stay in order, whatever `kind`."""
    if kind is not None or order is not None or stable is not None:
        np.sort(np.empty(0), kind=kind, order=order, stable=stable)  # raises for what NumPy does not know
    if axis is None:
        a, axis = reshape_op(a, shape=(a.size,)), 0
    return sort_op(a, a, axis=axis_of(axis, len(a.shape), "sort"))
