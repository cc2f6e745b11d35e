"""What is beyond the borders of an image: SciPy's modes, as index maps and their transposes.

In all modes but "constant", an element beyond a border is a copy of one within. So an image that is continued along an
axis is the image read at a map of indices, and the transpose adds up what stands at equal indices.

Tests: tests/ops/test_complex_images.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.dtypes import WHOLE
from tapegrad.ops.arguments import axes_of
from tapegrad.ops.complex_numbers import parts, real_numbers, times_i
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Samples
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.references import doubled, scipys, without_warnings
from tapegrad.ops.runtime import AnyArray, runtime

MODES = {
    "reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant",
    "grid-mirror": "symmetric", "grid-wrap": "wrap", "grid-constant": "constant",
}  # fmt: skip
# the names that NumPy's `pad` has for them; for filters, those of a grid say the same as the others


def pad_mode(mode: str, function: str) -> str:
    """Return NumPy's name for a mode of a filter.

    Raises
    ------
    ArgumentError
        If there is no such mode.
    """
    if not isinstance(mode, str) or mode not in MODES:
        raise ArgumentError(f"{function}: expected mode {', '.join(map(repr, MODES))}, got {mode!r}.")
    return MODES[mode]


@functools.lru_cache(256)
def index_map(n: int, before: int, after: int, mode: str) -> np.ndarray:
    """Return the indices of an axis of length n that is continued on both sides."""
    indices: np.ndarray = np.pad(np.arange(n), (before, after), mode=mode)  # type: ignore[call-overload]
    indices.flags.writeable = False
    return indices


def extended(x: AnyArray, axis: int, before: int, after: int, mode: str) -> Any:
    """Return an image that is continued along an axis; by zeros for "constant", or where there is nothing to go on with."""
    if not before and not after:
        return x
    n = x.shape[axis]
    around = (slice(None),) * axis
    if mode != "constant" and n:
        return getitem_op(x, index=(*around, index_map(n, before, after, mode)))
    shape = (*x.shape[:axis], before + n + after, *x.shape[axis + 1 :])
    return scatter_add(x, shape=shape, index=(*around, slice(before, before + n)))


def folded(x: AnyArray, axis: int, before: int, after: int, mode: str) -> AnyArray:
    """Apply the transpose of `extended`."""
    if not before and not after:
        return x
    n = x.shape[axis] - before - after
    around = (slice(None),) * axis
    if mode == "constant" or not n:
        return getitem_op(x, index=(*around, slice(before, before + n)))
    shape = (*x.shape[:axis], n, *x.shape[axis + 1 :])
    return scatter_add(x, shape=shape, index=(*around, index_map(n, before, after, mode)))


def folded_array(x: np.ndarray, axis: int, before: int, after: int, mode: str) -> np.ndarray:
    """Apply `folded` to an array, in time in proportion to the borders."""
    n = x.shape[axis] - before - after
    rows = np.moveaxis(x, axis, 0)
    out = rows[before : before + n].copy()
    if mode != "constant":
        places = index_map(n, before, after, mode)
        for k in [*range(before), *range(before + n, before + n + after)]:
            out[places[k]] += rows[k]
    return np.moveaxis(out, 0, axis)


def spread_array(
    g: np.ndarray, lengths: Sequence[int], origins: Sequence[int], mode: str,
    run: Callable[[np.ndarray, list[int]], np.ndarray],
) -> np.ndarray:  # fmt: skip
    """Apply the transpose of a filter.

    Parameters
    ----------
    lengths, origins : sequence of int
        Of the filter, for each axis.
    run : callable
        ``run(x, origins)``, the filter with reversed weights, of zeros beyond the borders.
    """
    if not g.size:
        return np.zeros(g.shape, g.dtype)
    if mode == "constant" or not g.ndim:
        return run(g, [-o - (k % 2 == 0) for k, o in zip(lengths, origins, strict=True)])
    full = run(np.pad(g, [(0, k - 1) for k in lengths]), [(k - 1) // 2 for k in lengths])
    for axis, (k, origin) in enumerate(zip(lengths, origins, strict=True)):
        if k > 1:
            full = folded_array(full, axis, k // 2 + origin, k - 1 - k // 2 - origin, mode)
    return full


# ------------------------------------------------------------------------------------------------- arguments


def image_filter(name: str, samples: Samples, linear: bool = False, **fields: Any) -> Callable[..., Any]:
    """Enter a function of images; a linear one takes complex ones as well."""
    reference = without_warnings("scipy.ndimage", name) if linear else doubled(scipys("scipy.ndimage", name))
    enter = composite(reference, samples, out="output", takes_complex=linear, **fields)
    return (lambda function: enter(_of_parts(function))) if linear else enter


def _of_parts(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a linear filter that filters the parts of a complex image by those of complex weights.

    A correlation conjugates its weights, as NumPy's does.
    """
    signature = inspect.signature(function)
    named = signature.parameters.keys()
    weighs = "weights" in named

    @functools.wraps(function)
    def filtered(x: Any, *args: Any, **keywords: Any) -> Any:
        weights: Any = (args[0] if args else keywords.get("weights")) if weighs else None
        if not (_is_complex(x) or _is_complex(weights)):
            return function(x, *args, **keywords)
        arguments = signature.bind(x, *args, **keywords).arguments
        arguments |= arguments.pop("kwargs", {})
        if _is_complex(weights) and function.__name__.startswith("correlate"):
            weights = np.conj(weights)
        cval = arguments.get("cval", 0.0)
        images, factors, beyond = _parts_of(x), _parts_of(weights), (np.real(cval), np.imag(cval))

        def part(j: int, k: int) -> Any:
            of_part = {"weights": factors[k], "cval": beyond[j]}
            return function(
                **arguments | {"input": images[j]} | {name: of_part[name] for name in of_part.keys() & named}
            )

        real = part(0, 0) - part(1, 1) if len(images) == len(factors) == 2 else part(0, 0)
        imaginary = [part(j, k) for j, k in ((0, 1), (1, 0)) if j < len(images) and k < len(factors)]
        return real + times_i(functools.reduce(operator.add, imaginary), dtype=WHOLE[real.dtype])

    return filtered


def _is_complex(a: Any) -> bool:
    dtype = getattr(a, "dtype", None)
    return np.iscomplexobj(a) if dtype is None else dtype.kind == "c"


def _parts_of(a: Any) -> tuple[Any, ...]:
    """Return the real and imaginary part of complex numbers, and real ones alone."""
    if not _is_complex(a):
        return (a,)
    return parts(a) if isinstance(a, runtime.tensor) else (np.real(a), np.imag(a))


def image(x: AnyArray, function: str) -> AnyArray:
    """Return an image as a Tensor of real numbers.

    Raises
    ------
    DtypeError
        For other numbers.
    """
    return real_numbers(runtime.as_tensor(x, function), function)


def constant_beyond(
    filtered: Callable[[Any], Any], x: AnyArray, mode: str, cval: AnyArray, total: Callable[[], Any]
) -> Any:
    """Return what a linear filter with zeros beyond the borders gives with `cval` there; `total` sums its weights.

    Raises
    ------
    ArgumentError
        If cval is not finite.
    """
    if mode != "constant" or (not isinstance(cval, runtime.tensor) and cval == 0):
        return filtered(x)
    if not isinstance(cval, runtime.tensor) and not np.isfinite(cval):
        raise ArgumentError(f"expected a finite cval, got {cval!r}. Mask the border of the result instead.")
    return filtered(x - cval) + cval * total()


def each_axis(value: Any, axes: Sequence[int], name: str, function: str) -> list[Any]:
    """Return an argument for each axis: one for all, or as many."""
    several = value.ndim > 0 if isinstance(value, (runtime.tensor, np.ndarray)) else isinstance(value, (list, tuple))
    if not several:
        return [value] * len(axes)
    if len(value) != len(axes):
        raise ArgumentError(f"{function}: expected {len(axes)} values of {name}, one for each axis, got {len(value)}.")
    return list(value)


def kernel_place(
    lengths: Sequence[int], origins: Sequence[Any], axes: Sequence[int], ndim: int, function: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the lengths and origins of a kernel along all axes of an image.

    As in SciPy, a kernel's axes lie along the image's in ascending order, whatever the order of `axes`, and origins go by `axes`.

    Raises
    ------
    ShapeError, ArgumentError
    """
    if len(lengths) != len(axes):
        raise ShapeError(f"{function}: expected a kernel of {len(axes)} dimensions, got shape {tuple(lengths)}.")
    if len(axes) == ndim and list(axes) != sorted(axes) and len(set(origins)) > 1:
        raise ArgumentError(
            f"{function}: expected axes in ascending order with several origins, got {tuple(axes)}, for which "
            "SciPy's origins do not follow axes as documented. Give both in ascending order of axes."
        )
    long, moved = dict(zip(sorted(axes), lengths, strict=True)), dict(zip(axes, origins, strict=True))
    shape = tuple(long.get(axis, 1) for axis in range(ndim))
    return shape, tuple(moved.get(axis, 0) for axis in range(ndim))


def filter_axes(axes: Any, ndim: int, function: str) -> tuple[int, ...]:
    """Return the axes of a filter, all by default."""
    return axes_of(axes, ndim, function)


def checked_origin(origin: Any, length: int, function: str) -> int:
    """Return an origin within a window of some length.

    Raises
    ------
    ShapeError, ArgumentError
    """
    if length < 1:
        raise ShapeError(f"{function}: expected at least one weight along each axis, got {length}.")
    origin = operator.index(origin)
    if not -(length // 2) <= origin <= (length - 1) // 2:
        raise ArgumentError(f"{function}: expected an origin within the {length} weights, got {origin}.")
    return origin
