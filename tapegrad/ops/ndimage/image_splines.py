"""Splines on grids: values and derivatives at any coordinates, by the image's coefficients and by the coordinates.

A spline of order n is a sum of B-splines, each a coefficient wide around its grid point; along several axes, of products of
them. Its derivative along an axis is the same sum with that axis' B-splines differentiated. So two ops, which read at
coordinates and which add there, with the order of derivative along each axis as a parameter, are closed under
differentiation.

The polynomials of B-splines are de Boor's recursion (1978, A Practical Guide to Splines, chapter X); the coordinates
beyond borders are SciPy's.

Tests: tests/ops/test_complex_images.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from tapegrad.ops.declare import General, Linear, Shape
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.kinds.call import in_front_of_stacks
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate_op, reshape_op, sum_to

_map_coordinates = scipys("scipy.ndimage", "map_coordinates")
_spline_filter1d = scipys("scipy.ndimage", "spline_filter1d")
_SHORT = 64  # elements, beyond which SciPy's series has converged for all orders
_SYMMETRIC = ("reflect", "nearest", "grid-mirror", "grid-wrap")  # modes in which sampling is a symmetric matrix
# how coefficients go on beyond the border, where not as in "mirror"
_OF_COEFFICIENTS = {
    "reflect": "reflect", "grid-mirror": "reflect", "grid-wrap": "grid-wrap", "grid-constant": "grid-constant",
    "nearest": "nearest",
}  # fmt: skip

# ------------------------------------------------------------------------------------------------- coefficients


def _filtered(x: np.ndarray, *, axis: int, order: int, mode: str) -> np.ndarray:
    return np.asarray(_spline_filter1d(x, order, axis, mode=mode)).astype(x.dtype)


@functools.lru_cache(64)
def _matrix(n: int, order: int, mode: str) -> np.ndarray:
    matrix = _filtered(np.eye(n), axis=0, order=order, mode=mode)
    matrix.flags.writeable = False
    return matrix


def _transposed(x: np.ndarray, *, axis: int, order: int, mode: str) -> np.ndarray:
    """Apply the transpose of the filter, which is the inverse of sampling.

    Sampling is a symmetric matrix where the border is periodic or mirrored between elements. Where it is mirrored at the
    outer elements, half of these makes it symmetric. On short axes SciPy's filter is not quite that inverse, because it
    starts from the first terms of a series. There its matrix is taken.
    """
    n = x.shape[axis]
    if n < _SHORT:
        return np.moveaxis(np.moveaxis(x, axis, -1) @ _matrix(n, order, mode).astype(x.dtype), -1, axis)
    if mode in _SYMMETRIC:
        return _filtered(x, axis=axis, order=order, mode=mode)
    weights = np.ones(n, x.dtype)
    weights[[0, -1]] = 0.5
    weights = weights.reshape([n if d == axis else 1 for d in range(x.ndim)])
    return _filtered(x / weights, axis=axis, order=order, mode=mode) * weights


_LINES = normal(
    ((6,), {"axis": 0, "order": 3, "mode": "mirror"}), (((4, 2),), {"axis": 0, "order": 2, "mode": "reflect"}),
    (((2, 5),), {"axis": 1, "order": 3, "mode": "grid-wrap"}), (((1, 2),), {"axis": 0, "order": 2, "mode": "constant"}),
    (((2, 2),), {"axis": 1, "order": 3, "mode": "nearest"}), ((5,), {"axis": 0, "order": 4, "mode": "wrap"}),
    ((5,), {"axis": 0, "order": 5, "mode": "grid-mirror"}),
)  # fmt: skip

coefficients_op: Linear = Linear(
    name="spline_filter1d", takes_complex=False, may_fail=False, batched=True, infer=lambda x, **static: x,
    forward=_filtered,
    adjoints={"x": lambda g, axis, order, mode: coefficients_adjoint_op(g, axis=axis, order=order, mode=mode)},
    reference=doubled(_filtered), samples=_LINES,
    summary="The coefficients of the spline along an axis that goes through given values.",
)  # fmt: skip
coefficients_adjoint_op: Linear = Linear(
    name="spline_filter1d_adjoint", takes_complex=False, may_fail=False, batched=True, infer=lambda x, **static: x,
    forward=_transposed,
    adjoints={"x": lambda g, axis, order, mode: coefficients_op(g, axis=axis, order=order, mode=mode)},
    reference=doubled(_transposed), samples=_LINES,
    summary="The transpose of finding the coefficients of splines.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- where and how much


def _inside(x: np.ndarray, n: int, mode: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where coordinates lie within an axis of length n, the slope of that, and which of them do."""
    every = np.ones(x.shape, bool)
    if mode in ("grid-constant", "nearest"):  # of which the coefficients go on
        return np.clip(x, -8.0, n + 7.0), np.ones(x.shape), every
    beyond = (x < 0) | (x > n - 1)
    if mode == "constant":
        return np.where(beyond, 0.0, x), np.ones(x.shape), ~beyond
    if n == 1:
        return np.zeros(x.shape), np.zeros(x.shape), every
    if mode in ("wrap", "grid-wrap"):
        period = n - 1 if mode == "wrap" else n
        within = np.mod(x, period)
        if mode == "wrap":  # both ends of a period are elements, and SciPy takes the last one for the first from below
            within = np.where((within == 0) & (x < 0), period, within)
        return np.where(beyond, within, x), np.ones(x.shape), every
    period, last = (
        (2 * n - 2, 0) if mode == "mirror" else (2 * n, 1)
    )  # reflected between elements, or at the outer ones
    within = np.where(beyond, np.mod(x, period), x)
    turned = within > n - 0.5 * (2 - last)
    return np.where(turned, period - last - within, within), np.where(turned, -1.0, 1.0), every


def _index(k: np.ndarray, n: int, mode: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Return which coefficients stand at places of an axis, and which of these there are; None for all."""
    mode = _OF_COEFFICIENTS.get(mode, "mirror")
    if mode == "grid-constant":
        return np.clip(k, 0, n - 1), (k >= 0) & (k < n)
    if mode == "nearest":
        return np.clip(k, 0, n - 1), None
    if mode == "grid-wrap":
        return np.mod(k, n), None
    if n == 1:
        return np.zeros_like(k), None
    period, last = (2 * n - 2, 0) if mode == "mirror" else (2 * n, 1)
    k = np.mod(k, period)
    return np.where(k >= n, period - last - k, k), None


def _polynomials(t: np.ndarray, order: int, derivative: int) -> list[np.ndarray]:
    """Return the order + 1 B-splines that are not 0 between two knots, or derivatives, at the fractions t of the way."""
    if derivative > order:
        return [np.zeros_like(t)] * (order + 1)
    splines = [np.ones_like(t)]
    for m in range(1, order + 1):
        none = np.zeros_like(t)
        if m <= order - derivative:
            left = [none, *[(t + (m - 1 - j)) * b / m for j, b in enumerate(splines)]]
            right = [*[(j + 1 - t) * b / m for j, b in enumerate(splines)], none]
            splines = [a + b for a, b in zip(left, right, strict=True)]
        else:
            splines = [a - b for a, b in zip([none, *splines], [*splines, none], strict=True)]
    return splines


def _along(x: np.ndarray, n: int, order: int, mode: str, derivative: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the indices and the weights of the coefficients along an axis that each coordinate reads."""
    place, slope, there = _inside(x, n, mode)
    there = there & np.isfinite(place)
    place = np.where(there, place, 0.0) + (0.0 if order % 2 else 0.5)
    cell = np.floor(place)
    start = cell.astype(np.int64) - order // 2
    factor = there * slope**derivative
    pairs = []
    for j, weight in enumerate(_polynomials(place - cell, order, derivative)):
        index, inside = _index(start + j, n, mode)
        pairs.append((index, weight * (factor if inside is None else factor * inside)))
    return pairs


def _taps(points: np.ndarray, shape: Shape, order: int, mode: str, derivatives: Shape) -> Iterator[Any]:
    """Give, one after the other, an index into the flat image for each point, and its weight."""
    lines = [_along(x, n, order, mode, k) for x, n, k in zip(points, shape, derivatives, strict=True)]
    for several in itertools.product(*lines):
        index, weight = several[0]
        for (other, factor), n in zip(several[1:], shape[1:], strict=True):
            index, weight = index * n + other, weight * factor
        yield index, weight


# ------------------------------------------------------------------------------------------------- ops


def _stacked(c: Shape, points: Shape, rank: int) -> Shape:
    return np.broadcast_shapes(c[: len(c) - rank], points[:-2])


def _read(c: np.ndarray, points: np.ndarray, *, order: int, mode: str, derivatives: Shape) -> np.ndarray:
    rank = len(derivatives)
    stack = _stacked(c.shape, points.shape, rank)
    out = np.zeros((*stack, points.shape[-1]), np.result_type(c, points))
    if max(derivatives) > order or (0 in c.shape[c.ndim - rank :] and any(derivatives)):
        return out
    c, points = (np.broadcast_to(a, stack + a.shape[a.ndim - k :]) for a, k in ((c, rank), (points, 2)))
    for member in np.ndindex(stack):
        if any(derivatives):
            flat = c[member].ravel()
            for index, weight in _taps(points[member], c.shape[c.ndim - rank :], order, mode, derivatives):
                out[member] += weight * flat[index]
        else:
            out[member] = _map_coordinates(c[member], points[member], order=order, mode=mode, prefilter=False)
    return out


def _add(v: np.ndarray, points: np.ndarray, *, shape: Shape, order: int, mode: str, derivatives: Shape) -> np.ndarray:
    stack = np.broadcast_shapes(v.shape[:-1], points.shape[:-2])
    out = np.zeros((*stack, math.prod(shape)), np.result_type(v, points))
    if max(derivatives) <= order and 0 not in shape:
        v, points = (np.broadcast_to(a, stack + a.shape[a.ndim - k :]) for a, k in ((v, 1), (points, 2)))
        for member in np.ndindex(stack):
            for index, weight in _taps(points[member], shape, order, mode, derivatives):
                out[member] += np.bincount(index, weight * v[member], out.shape[-1])
    return out.reshape(*stack, *shape)


def _points_adjoint(
    values: AnyArray, c: AnyArray, points: AnyArray, points_shape: Shape, derivatives: Shape, **static: Any
) -> Any:
    """Return the sums of values times the slopes at points, along each axis."""
    rows = []
    for k in range(len(derivatives)):
        more = tuple(n + (d == k) for d, n in enumerate(derivatives))
        row = multiply(values, read_op(c, points, derivatives=more, **static))
        rows.append(reshape_op(row, shape=(*row.shape[:-1], 1, row.shape[-1])))
    return sum_to(concatenate_op(*rows, axis=len(rows[0].shape) - 2), points_shape)


def _read_batch(length: int, args: Any, flags: Any, derivatives: Shape, **static: Any) -> Any:
    return read_op(*in_front_of_stacks((len(derivatives), 2), length, args, flags), derivatives=derivatives, **static)


def _add_batch(length: int, args: Any, flags: Any, **static: Any) -> Any:
    return add_op(*in_front_of_stacks((1, 2), length, args, flags), **static)


def _places(rng: np.random.Generator, shape: Shape, count: int) -> np.ndarray:
    """Return points within and without an image, none of them near a knot."""
    corners = rng.integers(-1, max(shape) + 1, (len(shape), count))
    return corners + rng.choice([0.2, 0.3, 0.7, 0.8], corners.shape)


def _read_samples(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.normal(size=(4,)), _places(rng, (4,), 3)), {"order": 3, "mode": "mirror", "derivatives": (0,)}),
        ((rng.normal(size=(3, 4)), _places(rng, (3, 4), 3)), {"order": 2, "mode": "reflect", "derivatives": (0, 0)}),
        ((rng.normal(size=(2, 3)), _places(rng, (3,), 3)), {"order": 1, "mode": "grid-wrap", "derivatives": (0,)}),
    ]  # fmt: skip


def _add_samples(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.normal(size=points.shape[-1]), points), static | {"shape": c.shape[-len(points) :]})
        for (c, points), static in _read_samples(rng)
    ]


read_op: General = General(
    name="spline_read", shown="map_coordinates", forward=_read, may_fail=False,
    infer=lambda c, points, *, derivatives, **static: (*_stacked(c, points, len(derivatives)), points[-1]),
    adjoints={
        "c": lambda g, points, c_shape, order, mode, derivatives: sum_to(
            add_op(g, points, shape=c_shape[len(c_shape) - len(derivatives) :], order=order, mode=mode, derivatives=derivatives),
            c_shape,
        ),
        "points": lambda g, c, points, points_shape, order, mode, derivatives: _points_adjoint(
            g, c, points, points_shape, derivatives, order=order, mode=mode
        ),
    },
    samples=_read_samples, reference=doubled(_read), batched=_read_batch,
    kinks="the derivative to the right",
    summary="A spline, or a derivative of it, at points, from its coefficients.",
)  # fmt: skip
add_op: General = General(
    name="spline_add", forward=_add, may_fail=False,
    infer=lambda v, points, *, shape, **static: (*np.broadcast_shapes(v[:-1], points[:-2]), *shape),
    adjoints={
        "v": lambda g, points, v_shape, order, mode, derivatives: sum_to(
            read_op(g, points, order=order, mode=mode, derivatives=derivatives), v_shape
        ),
        "points": lambda g, v, points, points_shape, order, mode, derivatives: _points_adjoint(
            v, g, points, points_shape, derivatives, order=order, mode=mode
        ),
    },
    samples=_add_samples, reference=doubled(_add), batched=_add_batch,
    kinks="the derivative to the right",
    summary="The transpose of reading a spline at points: the adjoint of each coefficient.",
)  # fmt: skip
