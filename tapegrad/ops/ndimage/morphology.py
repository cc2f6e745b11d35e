"""Grey morphology with flat structures: minima and maxima of windows, one after the other.

Tests: tests/ops/test_filters_along_axes.py, tests/ops/test_arrays.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.ndimage.borders import each_axis, filter_axes, image, image_filter
from tapegrad.ops.ndimage.ranks import maximum_filter, minimum_filter
from tapegrad.ops.runtime import AnyArray


def _apart(rng: np.random.Generator) -> list[Any]:
    """Return samples of images without two elements that are near each other."""
    cross = np.array([[0, 1, 0], [1, 1, 0]])
    cases: Sequence[Any] = (
        ((5,), {"size": 3}), ((3, 4), {"size": (2, 3), "mode": "wrap"}), ((4, 4), {"footprint": cross, "mode": "nearest"}),
        ((3, 4), {"size": 2, "mode": "constant", "cval": 0.2, "origin": (-1, 0)}),
    )  # fmt: skip
    return [((rng.permutation(np.prod(shape)).reshape(shape) * 0.37 - 1.0,), keywords) for shape, keywords in cases]


def _eroded(x: AnyArray, size: Any, footprint: Any, mode: Any, cval: float, origin: Any, axes: Any) -> Any:
    return minimum_filter(x, size, footprint, mode=mode, cval=cval, origin=origin, axes=axes)


def _dilated(x: AnyArray, size: Any, footprint: Any, mode: Any, cval: float, origin: Any, axes: Any) -> Any:
    """Take maxima over the structure turned round: the inverse of an erosion where that took nothing away."""
    along = filter_axes(axes, len(x.shape), "grey_dilation")
    if footprint is not None:
        footprint = np.flip(np.asarray(footprint))
        lengths = list(footprint.shape)
    else:
        lengths = each_axis(size, along, "size", "grey_dilation")
    origins = each_axis(origin, along, "origin", "grey_dilation")
    if len(lengths) != len(along):
        raise ShapeError(f"grey_dilation: expected a footprint of {len(along)} dimensions, got shape {tuple(lengths)}.")
    turned = [-o - (k % 2 == 0) for o, k in zip(origins, lengths, strict=True)]
    return maximum_filter(x, size, footprint, mode=mode, cval=cval, origin=turned, axes=along)


def _flat(size: Any, footprint: Any, structure: Any, function: str) -> None:
    if structure is not None:
        raise ArgumentError(f"{function}: structure is not taken, as windows are flat. Use size or footprint.")
    if size is None and footprint is None:
        raise ArgumentError(f"{function}: expected a size or a footprint, got neither.")


def _of_windows(name: str, value: Callable[..., Any], summary: str) -> Any:
    """Enter a function of images under SciPy's name; `value` makes it of an image and of what says which windows."""

    def function(
        input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
        cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
    ) -> Any:  # fmt: skip
        _flat(size, footprint, structure, name)
        return value(image(input, name), size, footprint, mode, cval, origin, axes)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = summary
    return image_filter(name, _apart, kinks="the derivative of the first of equal elements")(function)


def _opened(x: AnyArray, *windows: Any) -> Any:
    return _dilated(_eroded(x, *windows), *windows)


def _closed(x: AnyArray, *windows: Any) -> Any:
    return _eroded(_dilated(x, *windows), *windows)


grey_erosion = _of_windows("grey_erosion", _eroded, "Return the smallest element of each window.")
grey_dilation = _of_windows("grey_dilation", _dilated, "Return the largest element of each window.")
grey_opening = _of_windows(
    "grey_opening", _opened, "Return the dilation of the erosion: bright spots that are smaller than the window go."
)
grey_closing = _of_windows(
    "grey_closing", _closed, "Return the erosion of the dilation: dark spots that are smaller than the window go."
)
morphological_gradient = _of_windows(
    "morphological_gradient", lambda x, *windows: _dilated(x, *windows) - _eroded(x, *windows),
    "Return the dilation less the erosion.",
)  # fmt: skip
morphological_laplace = _of_windows(
    "morphological_laplace", lambda x, *windows: _dilated(x, *windows) + _eroded(x, *windows) - x - x,
    "Return the dilation and the erosion, less the image twice.",
)  # fmt: skip
white_tophat = _of_windows(
    "white_tophat", lambda x, *windows: x - _opened(x, *windows), "Return what an opening takes away."
)
black_tophat = _of_windows("black_tophat", lambda x, *windows: _closed(x, *windows) - x, "Return what a closing adds.")
