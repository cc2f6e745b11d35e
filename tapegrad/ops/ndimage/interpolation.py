"""Images at other coordinates: SciPy's interpolation by splines of orders 0 to 5, differentiated by image and coordinates.

Tests: tests/ops/test_signals.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.dtypes import F8
from tapegrad.ops.arguments import axes_of, axis_of
from tapegrad.ops.declare import Samples, Shape
from tapegrad.ops.elementwise_ops import cos, logical_or, sin, where
from tapegrad.ops.ndimage.borders import MODES, each_axis, extended, image, image_filter
from tapegrad.ops.ndimage.image_splines import coefficients_op, read_op
from tapegrad.ops.products import matmul
from tapegrad.ops.references import normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis, reshape_op, stack

_PADDED = 12  # elements by which SciPy continues an image before it filters it, where filters do not know the mode


def _checked_order(order: int, mode: str, function: str, least: int = 0) -> int:
    order = operator.index(order)
    if not least <= order <= 5:
        raise ArgumentError(f"{function}: expected a spline order between {least} and 5, got {order}.")
    if mode not in MODES:
        raise ArgumentError(f"{function}: expected mode {', '.join(map(repr, MODES))}, got {mode!r}.")
    return order


def interpolated(x: AnyArray, points: Any, order: int, mode: str, cval: float, prefilter: bool, function: str) -> Any:
    """Return a stack of images at points.

    Parameters
    ----------
    x : Tensor
        Of as many last axes as points have rows, behind those of the stack.
    points : Tensor of shape (axes, points)
    """
    order, rank = _checked_order(order, mode, function), points.shape[0]
    points, dtype = runtime.as_tensor(points).astype(F8, copy=False), x.dtype
    x = x.astype(F8, copy=False)  # in which SciPy computes
    shape, first = x.shape[len(x.shape) - rank :], len(x.shape) - rank
    if mode == "nearest" and 0 in shape:
        raise ShapeError(f"{function}: expected elements along each axis for mode 'nearest', got shape {shape}.")
    fills = "constant" in mode and (isinstance(cval, runtime.tensor) or cval != 0)
    at = points
    if fills and mode == "grid-constant":  # an image of cval and one with zeros beyond the border
        if not isinstance(cval, runtime.tensor) and not np.isfinite(cval):
            raise ArgumentError(f"{function}: with mode 'grid-constant', expected a finite cval, got {cval!r}.")
        x = x - cval
    if prefilter and order > 1:
        if mode in ("nearest", "grid-constant"):
            for axis in range(first, len(x.shape)):
                x = extended(x, axis, _PADDED, _PADDED, "edge" if mode == "nearest" else "constant")
            at = points + float(_PADDED)
        for axis in range(first, len(x.shape)):
            x = coefficients_op(x, axis=axis, order=order, mode=mode)
    values = read_op(x, at, order=order, mode=mode, derivatives=(0,) * rank)
    if fills and mode == "constant":
        beyond = None
        for row, n in zip(points.detach(), shape, strict=True):
            out = logical_or(row < 0, row > n - 1)
            beyond = out if beyond is None else logical_or(beyond, out)
        values = where(beyond, cval, values)
    elif fills:
        values = values + cval
    return values.astype(dtype, copy=False)


def _samples(*cases: Any) -> Samples:
    """Return samples of images and of points between grid points, some of them outside."""

    def build(rng: np.random.Generator) -> list[Any]:
        samples = []
        for shape, count, keywords in cases:
            corners = rng.integers(-1, max(shape) + 1, (len(shape), count))
            samples.append(
                ((rng.normal(size=shape), corners + rng.choice([0.2, 0.3, 0.7, 0.8], corners.shape)), keywords)
            )
        return samples

    return build


_KINKS = "the derivative to the right"


@image_filter(
    "map_coordinates",
    _samples(
        ((4,), 3, {}), ((3, 4), 3, {"mode": "reflect", "order": 2}), ((3, 2), 3, {"mode": "nearest", "order": 1}),
        ((4,), 3, {"mode": "wrap", "prefilter": False}), ((3,), 2, {"mode": "grid-constant", "cval": 0.5}),
        ((4,), 3, {"mode": "constant", "cval": 0.7, "order": 1}), ((4,), 3, {"mode": "grid-wrap"}),
        ((2,), 2, {"mode": "nearest", "order": 2}), ((5,), 2, {"mode": "mirror", "order": 0}),
    ),
    kinks=_KINKS,
    linear=True, stays_real=frozenset({"coordinates"}),
)  # fmt: skip
def map_coordinates(
    input: Any, coordinates: Any, output: Any = None, order: int = 3, mode: str = "constant", cval: float = 0.0,
    prefilter: bool = True,
) -> Tensor:  # fmt: skip
    """Return an image at coordinates, by splines; differentiated by both."""
    x, points = image(input, "map_coordinates"), runtime.as_tensor(coordinates, "map_coordinates")
    if not points.shape or points.shape[0] != len(x.shape) or not x.shape:
        raise ShapeError(
            f"map_coordinates: expected coordinates with a row for each axis of the image, got shape {points.shape} for an "
            f"image of shape {x.shape}."
        )
    flat = reshape_op(points, shape=(points.shape[0], math.prod(points.shape[1:])))
    values = interpolated(x, flat, order, mode, cval, prefilter, "map_coordinates")
    return reshape_op(values, shape=points.shape[1:])


_CURVES: Samples = normal(
    ((6,), {}), (((2, 5),), {"order": 2, "mode": "reflect"}), (((4, 2),), {"order": 3, "mode": "grid-wrap"})
)


def _coefficients(x: AnyArray, order: int, axis: int, mode: str) -> AnyArray:
    return coefficients_op(x, axis=axis, order=order, mode=mode) if order > 1 else x


@image_filter("spline_filter1d", _CURVES, linear=True)
def spline_filter1d(input: Any, order: int = 3, axis: int = -1, output: Any = None, mode: str = "mirror") -> Any:
    """Return the coefficients of the splines along an axis that go through given values."""
    x = image(input, "spline_filter1d")
    order = _checked_order(order, mode, "spline_filter1d")
    return _coefficients(x.astype(F8, copy=False), order, axis_of(axis, len(x.shape), "spline_filter1d"), mode)


@image_filter("spline_filter", _CURVES, linear=True)
def spline_filter(input: Any, order: int = 3, output: Any = None, mode: str = "mirror") -> Any:
    """Return the coefficients of the spline that goes through given values."""
    x = image(input, "spline_filter")
    order, x = _checked_order(order, mode, "spline_filter", 2), x.astype(F8, copy=False)
    for axis in range(len(x.shape)):
        x = _coefficients(x, order, axis, mode)
    return x


# ------------------------------------------------------------------------------------------------- transforms


def _grid(shape: Shape) -> np.ndarray:
    """Return the coordinates of all elements, a row for each axis."""
    return np.indices(shape, float).reshape(len(shape), math.prod(shape))


def _with_axes(x: AnyArray, function: str) -> AnyArray:
    """Return an image that has dimensions."""
    x = image(x, function)
    if not x.shape:
        raise ShapeError(f"{function}: expected an image of one dimension or more, got a number.")
    return x


def _moved(matrix: AnyArray, offset: Any, grid: np.ndarray) -> Any:
    """Return ``matrix @ grid + offset``, added up in SciPy's order: places on a border are inside where SciPy's are."""
    total = offset
    for k in range(len(grid)):
        total = total + matrix[:, k : k + 1] * grid[k]
    return total


@image_filter(
    "shift",
    normal(
        ((5,), {"shift": 1.3}), (((3, 4),), {"shift": (0.4, -1.7), "mode": "mirror", "order": 2}),
        (((3, 3),), {"shift": 0.25, "cval": 0.5, "order": 1}),
    ),
    kinks=_KINKS,
    linear=True,
)  # fmt: skip
def shift(
    input: Any, shift: Any, output: Any = None, order: int = 3, mode: str = "constant", cval: float = 0.0, prefilter: bool = True
) -> Tensor:  # fmt: skip
    """Move an image along its axes, by distances that may be Tensors."""
    x = _with_axes(input, "shift")
    moved = each_axis(shift, range(len(x.shape)), "shift", "shift")
    points = stack([runtime.as_tensor(row - s) for row, s in zip(_grid(x.shape), moved, strict=True)])
    return reshape_op(interpolated(x, points, order, mode, cval, prefilter, "shift"), shape=x.shape)


@image_filter(
    "zoom",
    normal(
        ((4,), {"zoom": 1.6}), (((3, 4),), {"zoom": (2, 0.6), "mode": "nearest", "order": 2}),
        (((3, 3),), {"zoom": 1.4, "mode": "grid-constant", "grid_mode": True, "order": 1}),
        (((3, 2),), {"zoom": 1.5, "mode": "grid-wrap", "grid_mode": True}),
    ),
    linear=True,
)  # fmt: skip
def zoom(
    input: Any, zoom: Any, output: Any = None, order: int = 3, mode: str = "constant", cval: float = 0.0, prefilter: bool = True,
    *, grid_mode: bool = False,
) -> Tensor:  # fmt: skip
    """Return an image on a finer or coarser grid; only the number of elements depends on `zoom`."""
    x = _with_axes(input, "zoom")
    factors = each_axis(zoom, range(len(x.shape)), "zoom", "zoom")
    shape = tuple(round(n * z) for n, z in zip(x.shape, factors, strict=True))
    outer = 0 if grid_mode else 1
    points = _grid(shape)
    for row, n, m in zip(points, x.shape, shape, strict=True):
        ratio = (n - outer) / (m - outer) if m > outer else 1.0
        row[:] = (row + 0.5) * ratio - 0.5 if grid_mode else row * ratio
    return reshape_op(interpolated(x, points, order, mode, cval, prefilter, "zoom"), shape=shape)


_TURN = np.array([[0.9, -0.3], [0.2, 1.1]])


@image_filter(
    "affine_transform",
    lambda rng: [
        ((rng.normal(size=(2, 3)), _TURN, np.array([0.2, 0.3])), {"mode": "mirror"}),
        ((rng.normal(size=(3, 4)), _TURN[:1, :1] * np.eye(2)), {"output_shape": (2, 3), "mode": "reflect", "order": 2, "offset": 0.17}),
        ((rng.normal(size=(3, 3)), np.array([[0.9, 0.1, 0.3], [0.2, 0.6, 0.1], [0.0, 0.0, 1.0]])[:2]), {"order": 1, "cval": 0.4}),
        ((rng.normal(size=(3, 3)), np.array([0.7, 0.6]), np.full(2, 0.15)), {"mode": "wrap"}),
    ],
    kinks=_KINKS,
    linear=True, stays_real=frozenset({"matrix", "offset"}),
)  # fmt: skip
def affine_transform(
    input: Any, matrix: Any, offset: Any = 0.0, output_shape: Any = None, output: Any = None, order: int = 3,
    mode: str = "constant", cval: float = 0.0, prefilter: bool = True,
) -> Tensor:  # fmt: skip
    """Return an image at ``matrix @ coordinates + offset``, where both may be Tensors."""
    x, matrix = _with_axes(input, "affine_transform"), runtime.as_tensor(matrix, "affine_transform")
    n = len(x.shape)
    shape = x.shape if output_shape is None else tuple(map(operator.index, output_shape))
    if matrix.shape in ((n, n + 1), (n + 1, n + 1)):
        matrix, offset = matrix[:n, :n], matrix[:n, n]  # homogeneous coordinates; SciPy leaves the offset aside, too
    if matrix.shape not in ((n,), (n, n)) or len(shape) != n:
        raise ShapeError(
            f"affine_transform: expected a matrix and an output_shape for {n} axes, got shapes {matrix.shape} and {shape}."
        )
    grid = _grid(shape)
    offset = runtime.as_tensor(offset, "affine_transform")
    offset = offset.reshape((n, 1)) if offset.shape else offset
    points = matrix.reshape((n, 1)) * grid + offset if matrix.shape == (n,) else _moved(matrix, offset, grid)
    return reshape_op(interpolated(x, points, order, mode, cval, prefilter, "affine_transform"), shape=shape)


@image_filter(
    "rotate",
    normal(
        (((3, 4),), {"angle": 20.0}), (((2, 3, 3),), {"angle": -35.0, "axes": (1, 2), "reshape": False, "mode": "reflect", "order": 2}),
        (((3, 2, 3),), {"angle": 50.0, "axes": (2, 0), "order": 1, "cval": 0.3}),
    ),
    kinks=_KINKS,
    linear=True,
)  # fmt: skip
def rotate(
    input: Any, angle: Any, axes: Any = (1, 0), reshape: bool = True, output: Any = None, order: int = 3,
    mode: str = "constant", cval: float = 0.0, prefilter: bool = True,
) -> Any:  # fmt: skip
    """Turn an image in the plane of two axes by degrees, which may be a Tensor."""
    x = image(input, "rotate")
    plane = tuple(sorted(axes_of(tuple(axes), len(x.shape), "rotate")))
    if len(plane) != 2:
        raise ArgumentError(f"rotate: expected two different axes, got {axes!r}.")
    x = moveaxis(x, plane, (-2, -1))
    if isinstance(angle, runtime.tensor):
        radians = angle * (math.pi / 180.0)
        c, s = cos(radians), sin(radians)
        matrix: Any = stack([stack([c, s]), stack([-s, c])])
        turned: Any = matrix.detach()
    else:
        matrix = turned = np.array([[_cosdg(angle), _sindg(angle)], [-_sindg(angle), _cosdg(angle)]])
    inner = x.shape[-2:]
    outer = inner
    if reshape:
        corners = matmul(turned, np.array([[0.0, 0.0, inner[0], inner[0]], [0.0, inner[1], 0.0, inner[1]]]))
        outer = tuple(int(extent) for extent in np.max(corners, axis=1) - np.min(corners, axis=1) + 0.5)
    middle = [(np.array(n, float) - 1.0) / 2.0 for n in (inner, outer)]
    points = _moved(matrix, (middle[0] - matmul(matrix, middle[1])).reshape(2, 1), _grid(outer))
    values = interpolated(x, points, order, mode, cval, prefilter, "rotate")
    return moveaxis(reshape_op(values, shape=(*x.shape[:-2], *outer)), (-2, -1), plane)


_cosdg, _sindg = scipys("scipy.special", "cosdg"), scipys("scipy.special", "sindg")
