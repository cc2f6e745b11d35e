"""Linear filters: SciPy's correlation and its transpose as ops, and the filters that are made of them.

An image beyond whose borders stands the constant c is c more than one with zeros there. So the ops know zeros alone, and
are linear in the image and in the weights.

Tests: tests/ops/test_filters_along_axes.py, tests/ops/test_signals.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import real_numbers
from tapegrad.ops.declare import Bilinear, Linear, Samples, Shape
from tapegrad.ops.ndimage.borders import (
    checked_origin,
    constant_beyond,
    each_axis,
    extended,
    filter_axes,
    folded,
    image,
    image_filter,
    kernel_place,
    pad_mode,
    spread_array,
)
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.ops.signal.convolution import convolve_op, reversed_last

Origins = tuple[int, ...]
_NAMES = {"symmetric": "reflect", "reflect": "mirror", "edge": "nearest", "wrap": "wrap", "constant": "constant"}
_correlate, _correlate1d = scipys("scipy.ndimage", "correlate"), scipys("scipy.ndimage", "correlate1d")
_uniform = scipys("scipy.ndimage", "uniform_filter1d")


def _run(x: np.ndarray, w: np.ndarray, mode: str, origins: Sequence[int]) -> np.ndarray:
    """Correlate by SciPy, along one axis where the weights have one."""
    long = [axis for axis, k in enumerate(w.shape) if k > 1]
    if len(long) > 1:
        return np.asarray(_correlate(x, w, mode=_NAMES[mode], origin=list(origins)))
    if not long:
        return np.asarray(x * w)
    (axis,) = long
    return np.asarray(_correlate1d(x, w.ravel(), axis, mode=_NAMES[mode], origin=origins[axis]))


def _spread(x: np.ndarray, w: np.ndarray, *, mode: str, origins: Origins) -> np.ndarray:
    return spread_array(x, w.shape, origins, mode, lambda x, at: _run(x, np.flip(w), "constant", at))


def _weights_adjoint(g: AnyArray, x: AnyArray, w_shape: Shape, mode: str, origins: Origins) -> AnyArray:
    """Return the sums of products of g with the image, moved as each weight moves it."""
    for axis, (k, origin) in enumerate(zip(w_shape, origins, strict=True)):
        x = extended(x, axis, k // 2 + origin, k - 1 - k // 2 - origin, mode)
    return convolve_op(x, reversed_last(g, len(w_shape)), rank=len(w_shape), mode="valid", method="auto")


def _in_stacks(x: AnyArray, w: AnyArray, mode: str, origins: Origins, transposed: bool) -> AnyArray:
    """Do it for a batch of weights, by convolutions of stacks."""
    rank = len(origins)
    lengths = w.shape[len(w.shape) - rank :]
    if transposed:
        x = convolve_op(x, w, rank=rank, mode="full", method="direct")
    first = len(x.shape) - rank
    for d, (k, origin) in enumerate(zip(lengths, origins, strict=True)):
        move = folded if transposed else extended
        x = move(x, first + d, k // 2 + origin, k - 1 - k // 2 - origin, mode)
    return x if transposed else convolve_op(x, reversed_last(w, rank), rank=rank, mode="valid", method="direct")


def _batch(op: Callable[..., Bilinear], transposed: bool) -> Callable[..., Any]:
    def batched(length: int, args: Any, flags: Any, mode: str, origins: Origins) -> Any:
        x, w = args
        if flags[1]:
            return _in_stacks(x, w, mode, origins, transposed)
        return op()(x, reshape_op(w, shape=(1, *w.shape)), mode=mode, origins=(0, *origins))

    return batched


_SAMPLES: Samples = normal(
    ((5, 3), {"mode": "symmetric", "origins": (0,)}), (((4, 3), (2, 3)), {"mode": "edge", "origins": (-1, 0)}),
    (((3, 4), (2, 2)), {"mode": "constant", "origins": (0, -1)}), (((4, 2), (4, 1)), {"mode": "wrap", "origins": (1, 0)}),
    (((2, 3), (5, 1)), {"mode": "reflect", "origins": (2, 0)}), (((2, 3), (1, 1)), {"mode": "wrap", "origins": (0, 0)}),
    ((4, 4), {"mode": "constant", "origins": (1,)}),
)  # fmt: skip

correlate_op: Bilinear = Bilinear(
    name="correlate_image", shown="correlate", takes_complex=False, may_fail=False,
    forward=lambda x, w, *, mode, origins: _run(x, w, mode, origins), infer=lambda x, w, **static: x,
    adjoints={
        "x": lambda g, w, mode, origins: spread_op(g, w, mode=mode, origins=origins), "w": _weights_adjoint,
    },
    reference=doubled(lambda x, w, *, mode, origins: _correlate(x, w, mode=_NAMES[mode], origin=list(origins))),
    samples=_SAMPLES, batched=_batch(lambda: correlate_op, False),
    summary="Correlation of an image, which goes on beyond its borders, with weights.",
)  # fmt: skip
spread_op: Bilinear = Bilinear(
    name="spread_image", takes_complex=False, may_fail=False, forward=_spread, infer=lambda x, w, **static: x,
    adjoints={
        "x": lambda g, w, mode, origins: correlate_op(g, w, mode=mode, origins=origins),
        "w": lambda g, x, w_shape, mode, origins: _weights_adjoint(x, g, w_shape, mode, origins),
    },
    reference=doubled(_spread), samples=_SAMPLES, batched=_batch(lambda: spread_op, True),
    summary="The transpose of correlation: each element is added to those that it was correlated from.",
)  # fmt: skip


def _uniform_spread(x: np.ndarray, *, axis: int, size: int, mode: str, origin: int) -> np.ndarray:
    lengths = [size if d == axis else 1 for d in range(x.ndim)]
    return spread_array(
        x, lengths, [origin if d == axis else 0 for d in range(x.ndim)], mode,
        lambda wide, at: np.asarray(_uniform(wide, size, axis, mode="constant", origin=at[axis])),
    )  # fmt: skip


_WINDOWS: Samples = normal(
    ((6,), {"axis": 0, "size": 3, "mode": "symmetric", "origin": 1}), (((2, 4),), {"axis": 1, "size": 4, "mode": "wrap", "origin": -1}),
    (((4, 2),), {"axis": 0, "size": 2, "mode": "constant", "origin": 0}),
)  # fmt: skip

uniform_op: Linear = Linear(
    name="uniform_image", shown="uniform_filter1d", takes_complex=False, may_fail=False, batched=True,
    forward=lambda x, *, axis, size, mode, origin: np.asarray(_uniform(x, size, axis, mode=_NAMES[mode], origin=origin)),
    infer=lambda x, **static: x,
    adjoints={"x": lambda g, axis, size, mode, origin: uniform_spread_op(g, axis=axis, size=size, mode=mode, origin=origin)},
    reference=doubled(lambda x, *, axis, size, mode, origin: _uniform(x, size, axis, mode=_NAMES[mode], origin=origin)),
    samples=_WINDOWS, summary="Means of a window along an axis, as running sums.",
)  # fmt: skip
uniform_spread_op: Linear = Linear(
    name="uniform_spread_image", takes_complex=False, may_fail=False, batched=True, forward=_uniform_spread,
    infer=lambda x, **static: x,
    adjoints={"x": lambda g, axis, size, mode, origin: uniform_op(g, axis=axis, size=size, mode=mode, origin=origin)},
    reference=doubled(_uniform_spread), samples=_WINDOWS, summary="The transpose of means of a window along an axis.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _as_weights(weights: AnyArray, x: AnyArray, function: str) -> Any:
    """Return weights in the dtype of an image: a Tensor if they are one, else an array."""
    if isinstance(weights, runtime.tensor):
        real = weights if weights.dtype.kind in "iub" else real_numbers(weights, function)
        return real.astype(x.dtype, copy=False)
    array = np.asarray(weights)
    if array.dtype.kind not in "fiub":
        raise DtypeError(f"{function}: expected weights that are real numbers, got {array.dtype}.")
    return array.astype(x.dtype)


def _filtered(x: AnyArray, w: AnyArray, mode: str, cval: Any, origins: Sequence[Any], function: str) -> Any:
    mode = pad_mode(mode, function)
    origins = tuple(checked_origin(o, k, function) for k, o in zip(w.shape, origins, strict=True))
    return constant_beyond(lambda x: correlate_op(x, w, mode=mode, origins=origins), x, mode, cval, w.sum)


def _turned(shape: Shape, origins: Sequence[Any]) -> Origins:
    """Return the origins of a convolution as those of a correlation with reversed weights."""
    return tuple(-o - (k % 2 == 0) for k, o in zip(shape, origins, strict=True))


def _general(x: AnyArray, weights: AnyArray, mode: str, cval: Any, origin: Any, axes: Any, function: str) -> Any:
    weights, axes = _as_weights(weights, x, function), filter_axes(axes, len(x.shape), function)
    shape, origins = kernel_place(
        weights.shape, each_axis(origin, axes, "origin", function), axes, len(x.shape), function
    )
    w = reshape_op(weights, shape=shape)
    if function == "convolve":
        origins, w = _turned(shape, origins), reversed_last(w, len(shape))
    return _filtered(x, w, mode, cval, origins, function)


def along_axis(x: AnyArray, weights: Any, axis: int, mode: str, cval: float, origin: int, function: str) -> Any:
    """Correlate along an axis."""
    weights, axis = _as_weights(weights, x, function), axis_of(axis, len(x.shape), function)
    if len(weights.shape) != 1:
        raise ShapeError(f"{function}: expected a vector of weights, got shape {weights.shape}.")
    if function == "convolve1d":
        (origin,), weights = _turned(weights.shape, [origin]), reversed_last(weights)
    w = reshape_op(weights, shape=tuple(weights.shape[0] if d == axis else 1 for d in range(len(x.shape))))
    return _filtered(x, w, mode, cval, tuple(origin if d == axis else 0 for d in range(len(x.shape))), function)


_LINES: Samples = normal(
    ((5, 3), {}), (((4, 3), 4), {"axis": 0, "mode": "mirror", "origin": -1}), (((2, 4), 3), {"mode": "constant", "cval": 0.7}),
    (((2, 3), 5), {"mode": "wrap"}), ((3, 2), {"mode": "nearest"}), ((4, 2), {"mode": "grid-wrap"}),
    ((4, 3), {"mode": "grid-constant"}), ((4, 3), {"mode": "grid-mirror"}),
)  # fmt: skip
_PLANES: Samples = normal(
    (((4, 3), (2, 3)), {}), (((3, 4), (3, 2)), {"mode": "constant", "cval": 0.5, "origin": -1}),
    (((2, 3, 2), (2, 1, 2)), {"mode": "nearest", "origin": [0, 0, -1]}), (((3, 3), (3, 3)), {"mode": "wrap"}),
    (((3, 3), (3, 2)), {"mode": "mirror"}),
)  # fmt: skip


@image_filter("correlate1d", _LINES, linear=True)
def correlate1d(
    input: Any, weights: Any, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> Tensor:  # fmt: skip
    """Correlate along an axis."""
    return along_axis(image(input, "correlate1d"), weights, axis, mode, cval, origin, "correlate1d")


@image_filter("convolve1d", _LINES, linear=True)
def convolve1d(
    input: Any, weights: Any, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> Tensor:  # fmt: skip
    """Convolve along an axis."""
    return along_axis(image(input, "convolve1d"), weights, axis, mode, cval, origin, "convolve1d")


@image_filter("correlate", _PLANES, linear=True)
def correlate(
    input: Any, weights: Any, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: Any = 0, *, axes: Any = None
) -> Tensor:  # fmt: skip
    """Correlate over all axes, or the given ones."""
    return _general(image(input, "correlate"), weights, mode, cval, origin, axes, "correlate")


@image_filter("convolve", _PLANES, linear=True)
def convolve(
    input: Any, weights: Any, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: Any = 0, *, axes: Any = None
) -> Tensor:  # fmt: skip
    """Convolve over all axes, or the given ones."""
    return _general(image(input, "convolve"), weights, mode, cval, origin, axes, "convolve")


_BOXES: Samples = normal(
    ((5,), {"size": 3}), (((4, 3),), {"size": (2, 3), "mode": ["wrap", "nearest"]}), (((3, 4),), {"mode": "constant", "cval": 0.5}),
    (((3, 4),), {"size": 2, "origin": [-1, 0], "mode": "mirror"}),
)  # fmt: skip


def _mean_along(x: AnyArray, size: Any, axis: int, mode: str, cval: Any, origin: Any, function: str) -> Any:
    axis, mode = axis_of(axis, len(x.shape), function), pad_mode(mode, function)
    static = {"axis": axis, "size": int(size), "mode": mode, "origin": checked_origin(origin, int(size), function)}
    return constant_beyond(lambda x: uniform_op(x, **static), x, mode, cval, lambda: 1.0)


@image_filter(
    "uniform_filter1d",
    normal(((6,), {"size": 4, "origin": 1}), (((3, 4),), {"size": 3, "axis": 0, "mode": "constant", "cval": 0.5})),
    linear=True,
)
def uniform_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> Tensor:  # fmt: skip
    """Return means of a window along an axis."""
    x = image(input, "uniform_filter1d")
    return _mean_along(x, size, axis, mode, cval, origin, "uniform_filter1d")


@image_filter("uniform_filter", _BOXES, linear=True)
def uniform_filter(
    input: Any, size: Any = 3, output: Any = None, mode: Any = "reflect", cval: float = 0.0, origin: Any = 0, *, axes: Any = None
) -> Any:  # fmt: skip
    """Return means of a window."""
    x = image(input, "uniform_filter")
    axes = filter_axes(axes, len(x.shape), "uniform_filter")
    per_axis = [
        each_axis(v, axes, n, "uniform_filter") for v, n in ((size, "size"), (mode, "mode"), (origin, "origin"))
    ]
    for axis, k, m, o in zip(axes, *per_axis, strict=True):
        x = _mean_along(x, k, axis, m, cval, o, "uniform_filter") if k > 1 else x
    return x
