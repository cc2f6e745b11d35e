"""Gaussian filters and derivatives of images: correlations along one axis after the other.

The width of a Gaussian may be a Tensor, too. It is differentiated by; the number of weights is decided by its value.

Tests: tests/ops/test_complex_images.py, tests/ops/test_filters_along_axes.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.declare import Samples
from tapegrad.ops.elementwise_ops import exp, sqrt
from tapegrad.ops.ndimage.borders import each_axis, filter_axes, image, image_filter
from tapegrad.ops.ndimage.filters import along_axis
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime


def _gaussian(sigma: AnyArray, order: int, radius: int) -> AnyArray:
    """Return the weights of a Gaussian, or of its derivative of some order, for a correlation.

    With ``p`` the Gaussian, ``(q p)' = (q' - x q / sigma**2) p``, so each derivative is a polynomial times the Gaussian.
    """
    x = np.arange(-radius, radius + 1.0)
    weights = exp(-0.5 / (sigma * sigma) * x**2)
    weights = weights / weights.sum()
    polynomial: list[Any] = [1.0]
    for _ in range(order):
        slope = [*[k * c for k, c in enumerate(polynomial)][1:], 0.0, 0.0]
        lowered = [0.0, *[-c / (sigma * sigma) for c in polynomial]]
        polynomial = [a + b for a, b in zip(slope, lowered, strict=True)]
    return weights * sum(c * x**k for k, c in enumerate(polynomial))[::-1] if order else weights


def _smoothed(
    x: AnyArray, sigma: Any, axis: int, order: int, mode: str, cval: float, truncate: float, radius: Any, function: str
) -> Any:
    if order < 0:
        raise ArgumentError(f"{function}: expected an order of 0 or more, got {order}.")
    if radius is None:
        # an integer decided by a Tensor is a guard of recordings
        radius = int(truncate * (sigma.detach() if isinstance(sigma, runtime.tensor) else float(sigma)) + 0.5)
    if radius < 0 or radius != int(radius):
        raise ArgumentError(f"{function}: expected an integer radius of 0 or more, got {radius!r}.")
    return along_axis(x, _gaussian(sigma, order, int(radius)), axis, mode, cval, 0, function)


@image_filter(
    "gaussian_filter1d",
    normal(((6,), {"sigma": 0.8}), (((2, 5),), {"sigma": 1.1, "order": 1, "mode": "wrap", "truncate": 2.0}), (((5, 2),), {"sigma": 0.7, "axis": 0, "order": 3, "radius": 3}), ((7,), {"sigma": 0.6, "order": 2, "mode": "constant", "cval": 0.4})),
    linear=True,
)  # fmt: skip
def gaussian_filter1d(
    input: Any, sigma: Any, axis: int = -1, order: int = 0, output: Any = None, mode: str = "reflect", cval: float = 0.0,
    truncate: float = 4.0, *, radius: int | None = None,
) -> Tensor:  # fmt: skip
    """Correlate along an axis with a Gaussian, or a derivative of one; `sigma` may be a Tensor."""
    x = image(input, "gaussian_filter1d")
    return _smoothed(x, sigma, axis, order, mode, cval, truncate, radius, "gaussian_filter1d")


@image_filter(
    "gaussian_filter",
    normal((((5, 4),), {"sigma": 0.6}), (((4, 5),), {"sigma": (0.5, 0.9), "order": (0, 1), "mode": ["nearest", "wrap"]}), (((3, 4, 2),), {"sigma": 0.7, "axes": (0, 1), "radius": 1}), (((3, 4),), {"sigma": 0.5, "mode": "constant", "cval": 0.3, "truncate": 3.0})),
    linear=True,
)  # fmt: skip
def gaussian_filter(
    input: Any, sigma: Any, order: Any = 0, output: Any = None, mode: Any = "reflect", cval: float = 0.0, truncate: float = 4.0,
    *, radius: Any = None, axes: Any = None,
) -> Any:  # fmt: skip
    """Correlate with a Gaussian, or a derivative of one; `sigma` may be a Tensor, or several."""
    x = image(input, "gaussian_filter")
    axes = filter_axes(axes, len(x.shape), "gaussian_filter")
    options = {"sigma": sigma, "order": order, "mode": mode, "radius": radius}
    per_axis = [each_axis(v, axes, name, "gaussian_filter") for name, v in options.items()]
    for axis, s, o, m, r in zip(axes, *per_axis, strict=True):
        x = _smoothed(x, s, axis, o, m, cval, truncate, r, "gaussian_filter") if s > 1e-15 else x
    return x


def _derivative_axes(axes: Any, ndim: int, function: str) -> tuple[int, ...]:
    """Return the axes of derivatives that are smoothed along the others.

    Raises
    ------
    ArgumentError
        If these are not all: SciPy documents that it smooths along `axes` alone, and 1.17 does along all.
    """
    axes = filter_axes(axes, ndim, function)
    if 0 < len(axes) < ndim:
        raise ArgumentError(
            f"{function}: expected all {ndim} axes, got {axes}. SciPy also smooths along the other axes, against "
            "its documentation. Use gaussian_filter with order= and axes=, which has derivatives."
        )
    return axes


def _total_of_axes(
    x: AnyArray, axes: Sequence[int], modes: Any, second: Callable[[int, str], Any], function: str
) -> AnyArray:
    """Return the sum of what is found along each axis."""
    parts = [second(axis, mode) for axis, mode in zip(axes, each_axis(modes, axes, "mode", function), strict=True)]
    return sum(parts[1:], parts[0]) if parts else x


def _orders(axes: Sequence[int], axis: int, order: int) -> list[int]:
    return [order if a == axis else 0 for a in axes]


@image_filter(
    "laplace",
    normal((((4, 3),), {}), ((5,), {"mode": "wrap"}), (((3, 3),), {"mode": ["constant", "mirror"], "cval": 0.5})),
    linear=True,
)
def laplace(input: Any, output: Any = None, mode: Any = "reflect", cval: float = 0.0, *, axes: Any = None) -> Any:
    """Return the sum of second differences."""
    x = image(input, "laplace")
    axes = filter_axes(axes, len(x.shape), "laplace")
    return _total_of_axes(
        x, axes, mode, lambda a, m: along_axis(x, [1.0, -2.0, 1.0], a, m, cval, 0, "laplace"), "laplace"
    )


@image_filter(
    "gaussian_laplace",
    normal((((4, 3),), {"sigma": 0.6}), (((4, 3),), {"sigma": (0.5, 0.8), "mode": "wrap", "truncate": 2.0})),
    linear=True,
)
def gaussian_laplace(
    input: Any, sigma: Any, output: Any = None, mode: Any = "reflect", cval: float = 0.0, *, axes: Any = None, **kwargs: Any
) -> Any:  # fmt: skip
    """Return the sum of second derivatives, by derivatives of a Gaussian."""
    x = image(input, "gaussian_laplace")
    axes = _derivative_axes(axes, len(x.shape), "gaussian_laplace")
    return _total_of_axes(
        x, axes, mode,
        lambda a, m: gaussian_filter(x, sigma, _orders(axes, a, 2), mode=m, cval=cval, axes=axes, **kwargs), "gaussian_laplace",
    )  # fmt: skip


@image_filter(
    "gaussian_gradient_magnitude",
    normal((((4, 3),), {"sigma": 0.6}), (((4, 3),), {"sigma": (0.5, 0.8), "mode": "wrap", "radius": 2})), kinks="0 where all derivatives are 0",
)  # fmt: skip
def gaussian_gradient_magnitude(
    input: Any, sigma: Any, output: Any = None, mode: Any = "reflect", cval: float = 0.0, *, axes: Any = None, **kwargs: Any
) -> Any:  # fmt: skip
    """Return the length of the gradient, by the derivatives of a Gaussian."""
    x = image(input, "gaussian_gradient_magnitude")
    axes = _derivative_axes(axes, len(x.shape), "gaussian_gradient_magnitude")

    def squared(axis: int, mode: str) -> Any:
        slope = gaussian_filter(x, sigma, _orders(axes, axis, 1), mode=mode, cval=cval, axes=axes, **kwargs)
        return slope * slope

    total = _total_of_axes(x, axes, mode, squared, "gaussian_gradient_magnitude")
    return sqrt(total) if axes else x  # along no axis, SciPy's is the image


def _edges(x: AnyArray, across: list[float], axis: int, mode: Any, cval: float, function: str) -> AnyArray:
    """Return central differences along an axis, smoothed along the others."""
    axis, axes = axis_of(axis, len(x.shape), function), range(len(x.shape))
    modes = each_axis(mode, axes, "mode", function)
    x = along_axis(x, [-1.0, 0.0, 1.0], axis, modes[axis], cval, 0, function)
    for a in axes:
        x = along_axis(x, across, a, modes[a], cval, 0, function) if a != axis else x
    return x


_SIDES: Samples = normal((((4, 3),), {}), (((3, 4),), {"axis": 0, "mode": ["wrap", "nearest"]}), (((3, 3),), {"mode": "constant", "cval": 0.5}))  # fmt: skip


@image_filter("prewitt", _SIDES, linear=True)
def prewitt(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: float = 0.0) -> Any:
    """Return differences along an axis, summed over three rows of the others."""
    return _edges(image(input, "prewitt"), [1.0, 1.0, 1.0], axis, mode, cval, "prewitt")


@image_filter("sobel", _SIDES, linear=True)
def sobel(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: float = 0.0) -> Any:
    """Return differences along an axis, summed over three rows of the others with weights 1, 2, 1."""
    return _edges(image(input, "sobel"), [1.0, 2.0, 1.0], axis, mode, cval, "sobel")
