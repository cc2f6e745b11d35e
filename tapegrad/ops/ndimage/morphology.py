"""Grey morphology with flat structures: minima and maxima of windows, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.declare import Samples
from tapegrad.ops.ndimage.borders import each_axis, filter_axes, image, image_filter
from tapegrad.ops.ndimage.ranks import maximum_filter, minimum_filter

_KINKS = "the derivative of the first of equal elements"


def _apart(rng: np.random.Generator) -> list[Any]:
    """Return samples of images without two elements that are near each other."""
    cross = np.array([[0, 1, 0], [1, 1, 0]])
    cases: Sequence[Any] = (
        ((5,), {"size": 3}), ((3, 4), {"size": (2, 3), "mode": "wrap"}), ((4, 4), {"footprint": cross, "mode": "nearest"}),
        ((3, 4), {"size": 2, "mode": "constant", "cval": 0.2, "origin": (-1, 0)}),
    )  # fmt: skip
    return [((rng.permutation(np.prod(shape)).reshape(shape) * 0.37 - 1.0,), keywords) for shape, keywords in cases]


_SAMPLES: Samples = _apart


def _eroded(x: Any, size: Any, footprint: Any, mode: str, cval: float, origin: Any, axes: Any) -> Any:
    return minimum_filter(x, size, footprint, mode=mode, cval=cval, origin=origin, axes=axes)


def _dilated(x: Any, size: Any, footprint: Any, mode: str, cval: float, origin: Any, axes: Any) -> Any:
    """Take maxima over the structure turned round, so that it undoes an erosion where that took nothing away."""
    along = filter_axes(axes, len(x.shape), "grey_dilation")
    if footprint is not None:
        footprint = np.flip(np.asarray(footprint))
        lengths = list(footprint.shape)
    else:
        lengths = each_axis(size, along, "size", "grey_dilation")
    origins = each_axis(origin, along, "origin", "grey_dilation")
    turned = [-o - (k % 2 == 0) for o, k in zip(origins, lengths, strict=True)]
    return maximum_filter(x, size, footprint, mode=mode, cval=cval, origin=turned, axes=along)


def _flat(size: Any, footprint: Any, structure: Any, function: str) -> None:
    if structure is not None:
        raise ArgumentError(f"{function}: a structure that is not flat is not taken. Use size or footprint.")
    if size is None and footprint is None:
        raise ArgumentError(f"{function}: expected a size or a footprint, got neither.")


@image_filter("grey_erosion", _SAMPLES, kinks=_KINKS)
def grey_erosion(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the smallest element of each window."""
    _flat(size, footprint, structure, "grey_erosion")
    x, given = image(input, "grey_erosion"), (size, footprint, mode, cval, origin, axes)
    return _eroded(x, *given)


@image_filter("grey_dilation", _SAMPLES, kinks=_KINKS)
def grey_dilation(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the largest element of each window."""
    _flat(size, footprint, structure, "grey_dilation")
    x, given = image(input, "grey_dilation"), (size, footprint, mode, cval, origin, axes)
    return _dilated(x, *given)


@image_filter("grey_opening", _SAMPLES, kinks=_KINKS)
def grey_opening(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the dilation of the erosion: bright spots that are smaller than the window go."""
    _flat(size, footprint, structure, "grey_opening")
    x, given = image(input, "grey_opening"), (size, footprint, mode, cval, origin, axes)
    return _dilated(_eroded(x, *given), *given)


@image_filter("grey_closing", _SAMPLES, kinks=_KINKS)
def grey_closing(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the erosion of the dilation: dark spots that are smaller than the window go."""
    _flat(size, footprint, structure, "grey_closing")
    x, given = image(input, "grey_closing"), (size, footprint, mode, cval, origin, axes)
    return _eroded(_dilated(x, *given), *given)


@image_filter("morphological_gradient", _SAMPLES, kinks=_KINKS)
def morphological_gradient(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the dilation less the erosion."""
    _flat(size, footprint, structure, "morphological_gradient")
    x, given = image(input, "morphological_gradient"), (size, footprint, mode, cval, origin, axes)
    return _dilated(x, *given) - _eroded(x, *given)


@image_filter("morphological_laplace", _SAMPLES, kinks=_KINKS)
def morphological_laplace(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return the dilation and the erosion, less the image twice."""
    _flat(size, footprint, structure, "morphological_laplace")
    x, given = image(input, "morphological_laplace"), (size, footprint, mode, cval, origin, axes)
    return _dilated(x, *given) + _eroded(x, *given) - x - x


@image_filter("white_tophat", _SAMPLES, kinks=_KINKS)
def white_tophat(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return what an opening takes away."""
    _flat(size, footprint, structure, "white_tophat")
    x, given = image(input, "white_tophat"), (size, footprint, mode, cval, origin, axes)
    return x - _dilated(_eroded(x, *given), *given)


@image_filter("black_tophat", _SAMPLES, kinks=_KINKS)
def black_tophat(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: str = "reflect",
    cval: float = 0.0, origin: Any = 0, *, axes: Any = None,
) -> Any:  # fmt: skip
    """Return what a closing adds."""
    _flat(size, footprint, structure, "black_tophat")
    x, given = image(input, "black_tophat"), (size, footprint, mode, cval, origin, axes)
    return _eroded(_dilated(x, *given), *given) - x
