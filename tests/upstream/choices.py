"""Functions that leave something open, as they are compared: by what NumPy's pages promise of their results.

`partition` puts some elements where sorting would, smaller ones before them and larger ones behind, in no order; so of each such part
the sorted elements are compared. Of `argpartition` and of an `argsort` that need not be stable the elements are compared that they lead to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def _in_parts(x: Any, kth: Any, axis: int) -> Any:
    """Sort what lies between places along an axis."""
    n = x.shape[axis]
    places = {int(k) % n for k in np.ravel(kth)} if n else set()
    cuts = sorted({cut for k in places for cut in (k, k + 1)})
    return np.concatenate([np.sort(part, axis) for part in np.split(x, cuts, axis)], axis)


def _partition(x: Any, kth: Any, axis: Any = -1, *others: Any, **keywords: Any) -> Any:
    found = np.partition(x, kth, axis, *others, **keywords)
    return _in_parts(found, kth, 0 if axis is None else axis)


def _partitioned(x: Any, kth: Any, axis: int = -1, *others: Any, **keywords: Any) -> None:
    x.partition(kth, axis, *others, **keywords)
    x[...] = _in_parts(x, kth, axis)


def _argpartition(x: Any, kth: Any, axis: Any = -1, *others: Any, **keywords: Any) -> Any:
    found = np.argpartition(x, kth, axis, *others, **keywords)
    return found.dtype, _in_parts(_led_to(x, found, axis), kth, 0 if axis is None else axis)


def _argsort(x: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    found = np.argsort(x, axis, kind, order, stable=stable)
    return found if stable or kind in ("stable", "mergesort") else (found.dtype, _led_to(x, found, axis))


def _led_to(x: Any, positions: Any, axis: Any) -> Any:
    return np.take_along_axis(x, positions, axis)


PROMISES: dict[str, Callable[..., Any]] = {
    "numpy.partition": _partition, "numpy.argpartition": _argpartition, "numpy.argsort": _argsort,
    "numpy.ndarray.partition": _partitioned, "numpy.ndarray.argpartition": _argpartition, "numpy.ndarray.argsort": _argsort,
}  # fmt: skip
"""What is called in place of a function, by the name of that."""
