"""Rank filters: of each window one element, the smallest, the largest, or one between; its derivative is that element's.

Tests: tests/ops/test_filters_along_axes.py, tests/ops/test_recalled.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.declare import General, Samples, Shape
from tapegrad.ops.ndimage.borders import (
    checked_origin,
    each_axis,
    filter_axes,
    image,
    image_filter,
    index_map,
    kernel_place,
    pad_mode,
)
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import spread

_NAMES = {"symmetric": "reflect", "reflect": "mirror", "edge": "nearest", "wrap": "wrap", "constant": "constant"}
_FILTERS = {name: scipys("scipy.ndimage", f"{name}_filter") for name in ("minimum", "maximum", "rank")}


class Window(NamedTuple):
    """What a rank filter does: a parameter of ops, so of parts that can be compared.

    Attributes
    ----------
    elements : tuple of bool
        Those of the footprint, in order.
    mode : str
        NumPy's name of it.
    """

    rank: int
    shape: Shape
    elements: tuple[bool, ...]
    mode: str
    cval: float
    origins: tuple[int, ...]

    @property
    def footprint(self) -> np.ndarray:
        return np.array(self.elements, bool).reshape(self.shape)

    @property
    def which(self) -> str:
        """Return SciPy's fastest filter for the rank."""
        return "minimum" if self.rank == 0 else "maximum" if self.rank == sum(self.elements) - 1 else "rank"

    def in_batch(self) -> Window:
        """Return the same for images with one more axis in front."""
        return self._replace(shape=(1, *self.shape), origins=(0, *self.origins))


def _ranked(x: np.ndarray, *, window: Window) -> np.ndarray:
    keywords: dict[str, Any] = {"mode": _NAMES[window.mode], "cval": window.cval, "origin": list(window.origins)}
    keywords |= {"size": window.shape} if all(window.elements) else {"footprint": window.footprint}
    keywords |= {"rank": window.rank} if window.which == "rank" else {}
    return np.asarray(_FILTERS[window.which](x, **keywords))


def _selected(x: np.ndarray, window: Window) -> np.ndarray:
    """Return which element of the flat image each window selects, -1 for the constant beyond its border."""
    if not x.size:
        return np.zeros(x.shape, np.int64)
    places, values = np.arange(x.size).reshape(x.shape), x
    for axis, (k, origin) in enumerate(zip(window.shape, window.origins, strict=True)):
        before, after = k // 2 + origin, k - 1 - k // 2 - origin
        if window.mode == "constant":
            widths = [(before, after) if d == axis else (0, 0) for d in range(x.ndim)]
            places = np.pad(places, widths, constant_values=-1)
            values = np.pad(values, widths, constant_values=window.cval)
        else:
            index = index_map(x.shape[axis], before, after, window.mode)
            places, values = np.take(places, index, axis), np.take(values, index, axis)
    if window.which != "rank":
        return _extreme(values, places, window)
    each, footprint = np.lib.stride_tricks.sliding_window_view, window.footprint
    choice = np.argsort(each(values, window.shape)[..., footprint], -1, kind="stable")[..., window.rank]
    chosen: np.ndarray = np.take_along_axis(each(places, window.shape)[..., footprint], choice[..., None], -1)[..., 0]
    return chosen


def _extreme(values: np.ndarray, places: np.ndarray, window: Window) -> np.ndarray:
    """Return the place of the first of the smallest or the largest elements of each window."""
    lengths = [n - k + 1 for n, k in zip(values.shape, window.shape, strict=True)]
    better = np.less if window.which == "minimum" else np.greater
    best: Any = None
    for offset in np.argwhere(window.footprint):
        part = tuple(slice(start, start + n) for start, n in zip(offset, lengths, strict=True))
        if best is None:
            best, chosen = values[part].copy(), places[part].copy()
            continue
        wins = better(values[part], best)
        np.copyto(best, values[part], where=wins)
        np.copyto(chosen, places[part], where=wins)
    return chosen


def _take(v: np.ndarray, x: np.ndarray, *, window: Window) -> np.ndarray:
    chosen = _selected(x, window)
    return np.where(chosen < 0, 0.0, v.ravel()[chosen]).astype(v.dtype)


def _put(v: np.ndarray, x: np.ndarray, *, window: Window) -> np.ndarray:
    chosen = _selected(x, window)
    inside = chosen >= 0
    return np.bincount(chosen[inside], v[inside], v.size).reshape(v.shape).astype(v.dtype)


def _batch(op: Callable[[], Any]) -> Callable[..., Any]:
    def batched(length: int, args: Any, flags: Any, window: Window) -> Any:
        args = [a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True)]
        return op()(*args, window=window.in_batch())

    return batched


def _windows(rng: np.random.Generator) -> list[Any]:
    some, line = (True, False, True, True, True, False), (True,) * 3
    return [
        ((rng.permutation(12).reshape(3, 4) * 0.4 - 2.0,), {"window": Window(1, (2, 3), some, "symmetric", 0.0, (0, 1))}),
        ((rng.permutation(5) * 0.4 - 1.0,), {"window": Window(2, (3,), line, "constant", 0.1, (0,))}),
        ((rng.permutation(5) * 0.4 - 1.0,), {"window": Window(0, (3,), line, "wrap", 0.0, (-1,))}),
    ]  # fmt: skip


def _pairs(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=x.shape), np.rint(x * 5.0).astype(np.int8)), static) for (x,), static in _windows(rng)]


_KINKS = "the derivative of the first of equal elements"

rank_op: General = General(
    name="rank_image", shown="rank_filter", forward=_ranked, infer=lambda x, *, window: x, may_fail=False,
    adjoints={"x": lambda g, x, window: put_op(g, x, window=window)}, batched=_batch(lambda: rank_op),
    reference=doubled(_ranked), samples=_windows, kinks=_KINKS, summary="An element of each window, by its rank.",
)  # fmt: skip
put_op: General = General(
    name="rank_image_put", forward=_put, infer=lambda v, x, *, window: v, may_fail=False,
    adjoints={"v": lambda g, x, window: take_op(g, x, window=window), "x": None}, batched=_batch(lambda: put_op),
    reference=doubled(_put), samples=_pairs, kinks=_KINKS,
    summary="Numbers added to the elements that a rank filter of x selects.",
)  # fmt: skip
take_op: General = General(
    name="rank_image_take", forward=_take, infer=lambda v, x, *, window: v, may_fail=False,
    adjoints={"v": lambda g, x, window: put_op(g, x, window=window), "x": None}, batched=_batch(lambda: take_op),
    reference=doubled(_take), samples=_pairs, kinks=_KINKS, summary="The elements at which a rank filter of x selects.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _filter(name: str, samples: Samples) -> Callable[..., Any]:
    """Enter a function of images."""
    return image_filter(name, samples, kinks=_KINKS)


def _apart(*cases: Any) -> Samples:
    """Return samples of images without two elements that are near each other."""

    def samples(rng: np.random.Generator) -> list[Any]:
        return [((rng.permutation(np.prod(shape)).reshape(shape) * 0.37 - 1.0,), keywords) for shape, keywords in cases]

    return samples


def _by_rank(
    x: Any, rank: Any, size: Any, footprint: Any, mode: Any, cval: float, origin: Any, axes: Any, function: str
) -> Any:
    """Filter by a rank: a number, or a function of how many elements a window has."""
    axes = filter_axes(axes, len(x.shape), function)
    window = _window(size, footprint, axes, function)
    count = int(window.sum())
    rank = rank(count) if callable(rank) else operator.index(rank) + (count if rank < 0 else 0)
    if not 0 <= rank < count:
        raise ArgumentError(f"{function}: expected a rank within the {count} elements of a window, got {rank}.")
    origins = each_axis(origin, axes, "origin", function)
    shape, moved = kernel_place(window.shape, origins, axes, len(x.shape), function)
    at = tuple(checked_origin(o, k, function) for k, o in zip(shape, moved, strict=True))
    if isinstance(mode, str):
        elements = tuple(map(bool, window.ravel()))
        return rank_op(x, window=Window(rank, shape, elements, pad_mode(mode, function), float(cval), at))
    if not window.all() or 0 < rank < count - 1:
        raise ArgumentError(
            f"{function}: expected one mode, as several are for the extremes of whole windows, got {mode!r}. Use np.pad first."
        )
    modes = dict(zip(axes, each_axis(mode, axes, "mode", function), strict=True))
    for axis, m in modes.items():
        k = shape[axis]
        long, offset = ([v[a] if a == axis else n for a in range(len(shape))] for v, n in ((shape, 1), (at, 0)))
        along = Window(
            k - 1 if rank else 0, tuple(long), (True,) * k, pad_mode(m, function), float(cval), tuple(offset)
        )
        x = rank_op(x, window=along) if k > 1 else x
    return x


def _extreme_of(
    x: AnyArray, rank: int, size: Any, footprint: Any, mode: Any, cval: float, origin: Any, axes: Any, function: str
) -> Any:
    """Filter by the smallest or the largest element; the lengths of whole windows go by `axes`, as in SciPy."""
    axes = filter_axes(axes, len(x.shape), function)
    window = _window(size, footprint, axes, function)
    if window.ndim == len(axes) and window.all():
        order = sorted(range(len(axes)), key=axes.__getitem__)
        per_axis = [each_axis(v, axes, n, function) for v, n in ((mode, "mode"), (origin, "origin"))]
        modes, origin = ([v[k] for k in order] for v in per_axis)
        mode = mode if isinstance(mode, str) else modes
        footprint, axes = window.transpose(order), tuple(sorted(axes))
    return _by_rank(x, rank, None, window if footprint is None else footprint, mode, cval, origin, axes, function)


def _window(size: Any, footprint: Any, axes: Sequence[int], function: str) -> np.ndarray:
    """Return the elements of windows, as truth values."""
    if footprint is None and size is None:
        raise ArgumentError(f"{function}: expected a size or a footprint, got neither.")
    if footprint is None:
        lengths = [operator.index(k) for k in each_axis(size, axes, "size", function)]
        if any(k < 1 for k in lengths):
            raise ShapeError(f"{function}: expected a size of at least one element, got {size!r}.")
        return np.ones(lengths, bool)
    window = np.asarray(footprint, bool)
    if not window.any():
        raise ShapeError(f"{function}: expected a footprint with elements, got {window.size} without one.")
    return window


_CASES = (
    ((5,), {"size": 3}), ((3, 4), {"size": (2, 3), "mode": "wrap", "origin": (0, 1)}),
    ((3, 4), {"footprint": [[True, False], [True, True]], "mode": "nearest"}), ((4,), {"size": 3, "mode": "constant", "cval": -9.0}),
)  # fmt: skip


@_filter(
    "rank_filter",
    _apart(*[(shape, {"rank": 1} | keywords) for shape, keywords in _CASES], ((4,), {"rank": -1, "size": 2})),
)
def rank_filter(
    input: Any, rank: int, size: Any = None, footprint: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Tensor:  # fmt: skip
    """Return the element of a rank of each window."""
    return _by_rank(image(input, "rank_filter"), rank, size, footprint, mode, cval, origin, axes, "rank_filter")


@_filter(
    "percentile_filter",
    _apart(
        *[(shape, {"percentile": 40} | keywords) for shape, keywords in _CASES], ((5,), {"percentile": -10, "size": 3})
    ),
)
def percentile_filter(
    input: Any, percentile: float, size: Any = None, footprint: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Tensor:  # fmt: skip
    """Return the element of a percentile of each window."""
    share = percentile + 100.0 if percentile < 0 else percentile
    if not 0 <= share <= 100:
        raise ArgumentError(f"percentile_filter: expected a percentile between -100 and 100, got {percentile!r}.")

    def rank(count: int) -> int:
        return count - 1 if share == 100.0 else int(count * share / 100.0)

    x = image(input, "percentile_filter")
    return _by_rank(x, rank, size, footprint, mode, cval, origin, axes, "percentile_filter")


@_filter("median_filter", _apart(*_CASES))
def median_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: str = "reflect", cval: float = 0.0,
    origin: Any = 0, *, axes: Any = None,
) -> Tensor:  # fmt: skip
    """Return the median of each window; of an even number of elements, the upper one."""
    x = image(input, "median_filter")
    return _by_rank(x, lambda count: count // 2, size, footprint, mode, cval, origin, axes, "median_filter")


@_filter("minimum_filter", _apart(*_CASES))
def minimum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: float = 0.0,
    origin: Any = 0, *, axes: Any = None,
) -> Tensor:  # fmt: skip
    """Return the smallest element of each window."""
    x = image(input, "minimum_filter")
    return _extreme_of(x, 0, size, footprint, mode, cval, origin, axes, "minimum_filter")


@_filter("maximum_filter", _apart(*_CASES))
def maximum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: float = 0.0,
    origin: Any = 0, *, axes: Any = None,
) -> Tensor:  # fmt: skip
    """Return the largest element of each window."""
    x = image(input, "maximum_filter")
    return _extreme_of(x, -1, size, footprint, mode, cval, origin, axes, "maximum_filter")


_LINES = (((5,), {"size": 3}), ((3, 4), {"size": 2, "axis": 0, "mode": "mirror", "origin": -1}))


def _on_axis(x: AnyArray, rank: int, size: int, axis: int, mode: str, cval: float, origin: int, function: str) -> Any:
    return _by_rank(x, rank, size, None, mode, cval, origin, (axis_of(axis, len(x.shape), function),), function)


@_filter("minimum_filter1d", _apart(*_LINES))
def minimum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> Tensor:  # fmt: skip
    """Return the smallest element of each window along an axis."""
    return _on_axis(image(input, "minimum_filter1d"), 0, size, axis, mode, cval, origin, "minimum_filter1d")


@_filter("maximum_filter1d", _apart(*_LINES))
def maximum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> Tensor:  # fmt: skip
    """Return the largest element of each window along an axis."""
    return _on_axis(image(input, "maximum_filter1d"), -1, size, axis, mode, cval, origin, "maximum_filter1d")
