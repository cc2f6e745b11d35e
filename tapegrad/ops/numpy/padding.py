"""Borders around arrays: NumPy's `pad` in all its modes.

Axis after axis, a block is put before and one behind: of constants, of elements of the array, or of what is computed of
them. Blocks are slices of the array where that is possible, so adjoints are slices too.

Tests: tests/ops/test_random_calls.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.composites import composite, decided
from tapegrad.ops.elementwise_ops import rint
from tapegrad.ops.indexing import setitem_op
from tapegrad.ops.numpy.differences import along
from tapegrad.ops.numpy.quantiles import median
from tapegrad.ops.numpy.ranges import linspace
from tapegrad.ops.reductions import max_, mean, min_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, moveaxis

_STATISTICS: dict[str, Any] = {"maximum": max_, "minimum": min_, "mean": mean, "median": median}
_OPTIONS = {
    "constant": "constant_values", "empty": "", "edge": "", "wrap": "", "reflect": "reflect_type", "symmetric": "reflect_type",
    "linear_ramp": "end_values", **dict.fromkeys(_STATISTICS, "stat_length"),
}  # fmt: skip
Pairs = list[tuple[int, int]]
Block = Callable[
    [Any, int, tuple[int, int]], list[Any]
]  # of an array, the axis and the widths: what is before and behind


def _samples(rng: np.random.Generator) -> list[Any]:
    x = (rng.permutation(12) * 0.37 - 1.0).reshape(3, 4)
    return [
        ((x[:2, :3],), {"pad_width": ((1, 0), (2, 1))}), ((x[0],), {"pad_width": 2, "constant_values": (7.0, -1.0)}),
        ((x,), {"pad_width": 1, "mode": "edge"}), ((x[0],), {"pad_width": 2, "mode": "reflect"}), ((x,), {"pad_width": (0, 5), "mode": "wrap"}),
        ((x,), {"pad_width": ((2, 1), (7, 0)), "mode": "reflect", "reflect_type": "odd"}), ((x[0],), {"pad_width": (6, 1), "mode": "symmetric", "reflect_type": "odd"}),
        ((x,), {"pad_width": (1, 2), "mode": "linear_ramp", "end_values": ((1.0, 2.0), (-1.0, 0.5))}),
        ((x,), {"pad_width": 1, "mode": "maximum", "stat_length": 2}), ((x,), {"pad_width": 1, "mode": "minimum"}),
        ((x,), {"pad_width": (1, 2), "mode": "mean", "stat_length": ((1, 2),)}), ((x,), {"pad_width": 1, "mode": "median", "stat_length": 3}),
    ]  # fmt: skip


@composite(np.pad, _samples, kinks="as those of max and min")
def pad(x: Tensor, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """Put a border around an array: constants, elements of its own, ramps, or statistics of its elements along each axis."""
    widths = _widths(pad_width, len(x.shape))
    if not x.shape:
        return x.clone()  # which has no side
    if callable(mode):
        return _by_function(x, widths, mode, kwargs)
    if mode not in _OPTIONS:
        raise ArgumentError(f"pad: expected mode {', '.join(_OPTIONS)}, or a function, got {mode!r}.")
    others = sorted(set(kwargs) - {_OPTIONS[mode]})
    if others:
        raise ArgumentError(f"pad: mode {mode!r} has no {others[0]}=. Leave it out.")
    option = next(iter(kwargs.values()), None)
    if mode in ("constant", "empty"):
        return _constant(x, widths, 0 if option is None else option)
    for n, width in zip(x.shape, widths, strict=True):
        if not n and any(width):
            raise ShapeError(f"pad: an axis of length 0 has no elements for mode {mode!r}. Use mode 'constant'.")
    if not x.size:
        return _constant(x, widths, 0)
    if mode in _STATISTICS:
        lengths = _lengths(option, len(x.shape), mode)
        return _each_axis(x, widths, lambda x, d, width: _statistics(x, d, width, lengths[d], _STATISTICS[mode]))
    if mode == "linear_ramp":
        ends = _values(0 if option is None else option, len(x.shape))
        return _each_axis(x, widths, lambda x, d, width: _ramps(x, d, width, ends[d]))
    if option not in (None, "even", "odd"):
        raise ArgumentError(f"pad: expected reflect_type 'even' or 'odd', got {option!r}.")
    if option == "odd":
        return _each_axis(x, widths, lambda x, d, width: _turned(x, d, width, mode == "symmetric"))
    return _each_axis(x, widths, lambda x, d, width: _repeated(x, d, width, mode))


def _widths(pad_width: Any, ndim: int) -> Pairs:
    """Return the widths before and behind each axis.

    Raises
    ------
    DtypeError, ArgumentError
        If these are no integers, or below 0, or not for each axis or for all.
    """
    pad_width = decided(pad_width)
    if isinstance(pad_width, dict):
        by_axis: Any = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            by_axis[axis] = width if isinstance(width, tuple) else (width, width)
        pad_width = by_axis
    widths = np.asarray(pad_width)
    if widths.dtype.kind != "i":
        raise DtypeError(f"pad: expected integers as widths, got {pad_width!r}.")
    try:
        pairs = np.broadcast_to(widths, (ndim, 2)).tolist()
    except ValueError:
        raise ArgumentError(f"pad: expected a width, or two for each of {ndim} axes, got {pad_width!r}.") from None
    if (widths < 0).any():
        raise ArgumentError(f"pad: expected widths of 0 or more, got {pad_width!r}.")
    return [(before, behind) for before, behind in pairs]


def _lengths(stat_length: Any, ndim: int, mode: str) -> Any:
    """Return how many elements at either end of each axis a statistic is of; None for all of them.

    Raises
    ------
    DtypeError, ArgumentError
        If these are no numbers, or not enough for the statistic.
    """
    if stat_length is None:
        return [(None, None)] * ndim
    lengths = np.asarray(decided(stat_length))
    if lengths.dtype.kind not in "iuf":
        raise DtypeError(f"pad: expected numbers of elements as stat_length, got {stat_length!r}.")
    least = 0 if mode in ("mean", "median") else 1
    if (np.rint(lengths) < least).any():
        raise ArgumentError(f"pad: expected a stat_length of {least} or more for mode {mode!r}, got {stat_length!r}.")
    return _pairs(np.rint(lengths).astype(int), ndim).tolist()


def _values(values: Any, ndim: int) -> list[Any]:
    """Return the two values of each axis, with history."""
    pairs = _pairs(runtime.as_tensor(values) if _has_history(values) else np.asarray(values), ndim)
    return [(pairs[d, 0], pairs[d, 1]) for d in range(ndim)]


def _pairs(values: Any, ndim: int) -> np.ndarray:
    """Return what is given for the two sides of each axis, of a Tensor or an array."""
    try:
        return (broadcast_to if isinstance(values, runtime.tensor) else np.broadcast_to)(values, (ndim, 2))
    except ValueError:
        raise ArgumentError(
            f"pad: expected one value, or two for each of {ndim} axes, got an array of shape {values.shape}."
        ) from None


def _has_history(x: AnyArray) -> bool:
    if isinstance(x, (list, tuple)):
        return any(map(_has_history, x))
    return isinstance(x, runtime.tensor)


def _constant(x: AnyArray, widths: Pairs, constants: Any) -> Any:
    if _has_history(constants):
        values = _values(constants, len(x.shape))
        return _each_axis(x, widths, lambda x, d, width: [
            broadcast_to(v.astype(x.dtype), _thick(x.shape, d, n)) for v, n in zip(values[d], width, strict=True)
        ])  # fmt: skip
    border = np.pad(np.zeros(x.shape, x.dtype), widths, constant_values=_pairs(np.asarray(constants), len(x.shape)))
    inside = tuple([slice(before, before + n) for n, (before, _) in zip(x.shape, widths, strict=True)])
    return setitem_op(runtime.from_array(border), x, index=inside, path=())


def _thick(shape: tuple[int, ...], axis: int, n: int) -> tuple[int, ...]:
    return (*shape[:axis], n, *shape[axis + 1 :])


def _each_axis(x: AnyArray, widths: Pairs, blocks: Block) -> AnyArray:
    """Put blocks before and behind the array along one axis after the other, in its dtype."""
    for d, width in enumerate(widths):
        if any(width):
            before, behind = (block.astype(x.dtype, copy=False) for block in blocks(x, d, width))
            x = concatenate([before, x, behind], d)
    return x


def _repeated(x: AnyArray, axis: int, width: tuple[int, int], mode: str) -> list[Any]:
    """Return which elements NumPy repeats before and behind the array."""
    n = x.shape[axis]
    places = np.pad(np.arange(n), width, mode=mode)  # type: ignore[call-overload]
    return [_at(x, axis, block) for block in (places[: width[0]], places[width[0] + n :])]


def _at(x: AnyArray, axis: int, places: np.ndarray) -> Any:
    """Return elements at places along an axis, as a slice if they lie side by side."""
    if places.size < 2 or abs(places[1] - places[0]) == 1:
        step = int(places[1] - places[0]) if places.size > 1 else 1
        first, stop = (int(places[0]), int(places[0]) + step * places.size) if places.size else (0, 0)
        if np.array_equal(places, np.arange(first, stop, step)):
            return along(x, axis, first, None if stop < 0 else stop, step)
    elif not np.ptp(places):
        edge = along(x, axis, int(places[0]), int(places[0]) + 1)
        return broadcast_to(edge, _thick(x.shape, axis, places.size))
    return x[(slice(None),) * axis + (places,)]


def _ramps(x: AnyArray, axis: int, width: tuple[int, int], ends: tuple[Any, Any]) -> list[Any]:
    n, dtype = x.shape[axis], x.dtype if x.dtype.kind not in "fc" else None
    edges = [x[(slice(None),) * axis + (place,)] for place in (0, n - 1)]
    before, behind = (
        linspace(end, edge, num, endpoint=False, dtype=dtype, axis=axis)
        for end, edge, num in zip(ends, edges, width, strict=True)
    )
    return [before, along(behind, axis, None, None, -1)]


def _statistics(x: AnyArray, axis: int, width: tuple[int, int], lengths: Any, function: Any) -> list[Any]:
    """Return a statistic of the first elements before, and one of the last ones behind."""
    n, blocks = x.shape[axis], []
    for length, thickness, first in zip(lengths, width, (True, False), strict=True):
        count = n if length is None else min(length, n)
        part = along(x, axis, 0, count) if first else along(x, axis, n - count, n)
        value = function(part, axis, keepdims=True)
        value = rint(value) if x.dtype.kind in "iu" and value.dtype.kind == "f" else value
        blocks.append(broadcast_to(value, _thick(x.shape, axis, thickness)))
    return blocks


def _turned(x: AnyArray, axis: int, width: tuple[int, int], with_edge: bool) -> list[Any]:
    """Return what the array is continued by in the directions that it has at its ends: turned by 180 degrees there.

    A wider border takes several turns, each of all there is by then, as NumPy does.
    """
    period = n = x.shape[axis]
    before, behind = width
    if n == 1:
        edge = along(x, axis, 0, 1)
        return [broadcast_to(edge, _thick(x.shape, axis, m)) for m in width]
    while before or behind:
        reach = n // period * period if with_edge else (n - 1) // (period - 1) * (period - 1)
        first = 0 if with_edge else 1
        left, right = min(reach, before), min(reach, behind)
        if left:  # what is behind is turned after it, and may reach into it
            chunk = along(along(x, axis, first, first + left), axis, None, None, -1)
            x = concatenate([2 * along(x, axis, 0, 1) - chunk, x], axis)
            n += left
        if right:
            chunk = along(along(x, axis, n - first - right, n - first), axis, None, None, -1)
            x = concatenate([x, 2 * along(x, axis, n - 1, n) - chunk], axis)
            n += right
        before, behind = before - left, behind - right
    return [along(x, axis, 0, width[0]), along(x, axis, n - width[1], n)]


def _by_function(x: AnyArray, widths: Pairs, function: Any, kwargs: dict[str, Any]) -> Any:
    """Return the array in a border of zeros, of which a function of the user's has changed each line along each axis."""
    padded = _constant(x, widths, 0).clone()
    for d, width in enumerate(widths):
        lines = moveaxis(padded, d, -1)
        for place in np.ndindex(lines.shape[:-1]):
            function(lines[place], width, d, kwargs)
    return padded
