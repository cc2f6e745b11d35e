"""Values of the cells of a grid in which points lie: what interpolation reads, and the transpose.

Which cell that is, the points and the grid decide at each run, so a replay follows them.

Tests: tests/ops/test_recalled.py, tests/ops/test_interpolation.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tapegrad.ops.declare import General, Shape
from tapegrad.ops.elementwise_ops import logical_or
from tapegrad.ops.expectations import expected
from tapegrad.ops.kinds.search import Cells
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import reshape_op

Sizes = tuple[int, ...]


def _each(breaks: AnyArray, sizes: Sizes) -> Iterator[Any]:
    """Yield the breaks of each axis."""
    return iter(np.split(breaks, np.cumsum(sizes)[:-1]))


def _places(breaks: AnyArray, points: AnyArray, sizes: Sizes, side: str) -> tuple[np.ndarray, ...]:
    each = enumerate(_each(breaks, sizes))
    return tuple(np.searchsorted(axis, points[..., d], side) for d, axis in each)  # type: ignore[call-overload]


def _read(values: Any, breaks: Any, points: Any, *, sizes: Sizes, side: str) -> np.ndarray:
    elements: np.ndarray = values[_places(breaks, points, sizes, side)]
    return elements


def _add(g: AnyArray, breaks: AnyArray, points: AnyArray, *, sizes: Sizes, side: str) -> np.ndarray:
    sums = np.zeros(_sum_shape(g.shape, breaks.shape, points.shape, sizes=sizes, side=side), g.dtype)
    np.add.at(sums, _places(breaks, points, sizes, side), g)
    return sums


def _shape(values: Shape, breaks: Shape, points: Shape, *, sizes: Sizes, side: str) -> Shape:
    return (*points[:-1], *values[len(sizes) :])


def _sum_shape(g: Shape, breaks: Shape, points: Shape, *, sizes: Sizes, side: str) -> Shape:
    return (*(n + 1 for n in sizes), *g[len(points) - 1 :])


def _counts(breaks: AnyArray, point: np.ndarray, sizes: Sizes, side: str) -> tuple[int, ...]:
    """Return how many breaks of each axis lie before a point."""
    pairs = zip(_each(breaks, sizes), point, strict=True)
    return tuple(sum(bool(b < p or (b == p and side == "right")) for b in axis) for axis, p in pairs)


def _one_by_one(values: AnyArray, breaks: Any, points: AnyArray, *, sizes: Sizes, side: str) -> np.ndarray:
    rows = [values[_counts(breaks, p, sizes, side)] for p in np.reshape(points, (-1, len(sizes)))]
    return np.reshape(rows, (*points.shape[:-1], *values.shape[len(sizes) :]))


def _added_one_by_one(g: AnyArray, breaks: AnyArray, points: AnyArray, *, sizes: Sizes, side: str) -> np.ndarray:
    lines = np.reshape(points, (-1, len(sizes)))
    sums = np.zeros(_sum_shape(g.shape, breaks.shape, points.shape, sizes=sizes, side=side), g.dtype)
    for p, row in zip(lines, np.reshape(g, (len(lines), *g.shape[points.ndim - 1 :])), strict=True):
        sums[_counts(breaks, p, sizes, side)] += row
    return sums


def _samples(rng: np.random.Generator) -> list[Any]:
    breaks, points = np.array([-1, 1, 3], np.int8), np.array([[-3, 2, 1], [4, 0, 5]], np.int8)
    return [
        ((rng.normal(size=(4, 2)), breaks, points[..., None]), {"sizes": (3,), "side": "right"}),
        ((rng.normal(size=(3, 2)), breaks, points.T), {"sizes": (2, 1), "side": "left"}),
    ]


at_cells: General = General(
    name="at_cells", kind=Cells(adds=False), forward=_read, infer=_shape, takes_complex=True, may_fail=False,
    adjoints={
        "values": lambda g, breaks, points, sizes, side: add_at_cells(g, breaks, points, sizes=sizes, side=side),
        "breaks": None, "points": None,
    },
    reference=_one_by_one, samples=_samples, summary="Entries of the cells of a grid in which points lie.",
)  # fmt: skip
add_at_cells: General = General(
    name="add_at_cells", kind=Cells(adds=True), forward=_add, infer=_sum_shape, takes_complex=True, may_fail=False,
    adjoints={
        "g": lambda g, breaks, points, sizes, side: at_cells(g, breaks, points, sizes=sizes, side=side),
        "breaks": None, "points": None,
    },
    reference=_added_one_by_one,
    samples=lambda rng: [((_one_by_one(*args, **static), *args[1:]), static) for args, static in _samples(rng)],
    summary="Sums over the points that lie in each cell of a grid: the transpose of `at_cells`.",
)  # fmt: skip


def at_intervals(values: AnyArray, breaks: AnyArray, points: AnyArray, side: str = "right") -> AnyArray:
    """Return the entries along the first axis of the intervals between breaks in which points lie.

    A point at a break belongs to the interval on this side of it.
    """
    sizes = (breaks.shape[0],)
    return at_cells(values, breaks, reshape_op(points, shape=(*points.shape, 1)), sizes=sizes, side=side)


def within(points: AnyArray, low: AnyArray, high: AnyArray) -> Any:
    """Return points, if all lie between limits."""
    return expected(points, logical_or(points < low, points > high), _OUTSIDE)


_OUTSIDE = "interpolation: expected points within the samples, got others. Pass bounds_error=False and a fill_value."
