"""Arrays put together, taken apart and turned: NumPy's stacks, splits, flips and rotations, of ops that move elements.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, AxisError, ShapeError, numpys_refusals
from tapegrad.ops.arguments import axes_of, axis_of, integers
from tapegrad.ops.composites import as_written, composite, decided
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, diag, flip, moveaxis, parted, ravel, reshape, swapaxes


def _arrays(*shapes: Any, **keywords: Any) -> Callable[..., list[tuple[tuple[list[Any]], dict[str, Any]]]]:
    """Return samples of one argument, a list of arrays."""
    return lambda rng: [(([rng.normal(size=s) for s in shapes],), keywords)]


def _array(*cases: Any) -> Callable[..., Any]:
    """Return samples from (shape, further arguments...)."""
    return lambda rng: [((rng.normal(size=shape), *rest), {}) for shape, *rest in cases]


def _each(function: Callable[..., Any], arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    """Apply a function to arrays: the result for one, a tuple for several, as NumPy's ``atleast_`` functions give."""
    results = tuple(function(runtime.as_tensor(a)) for a in arrays)
    return results[0] if len(results) == 1 else results


# ------------------------------------------------------------------------------------------------- dimensions


@composite(np.atleast_1d, lambda rng: [((rng.normal(),), {}), ((rng.normal(), rng.normal(size=2)), {})], of_array=False)
def atleast_1d(*arrays: Any) -> Any:
    """Give arrays one dimension at least."""
    return _each(lambda x: x if x.shape else reshape(x, (1,)), arrays)


@composite(np.atleast_2d, lambda rng: [((rng.normal(),), {}), ((rng.normal(size=2), rng.normal(size=(2, 2))), {})], of_array=False)  # fmt: skip
def atleast_2d(*arrays: Any) -> Any:
    """Give arrays two dimensions at least; the new ones come first."""
    return _each(lambda x: x if len(x.shape) > 1 else reshape(x, (1, math.prod(x.shape))), arrays)


@composite(np.atleast_3d, lambda rng: [((rng.normal(),), {}), ((rng.normal(size=2), rng.normal(size=(2, 3))), {})], of_array=False)  # fmt: skip
def atleast_3d(*arrays: Any) -> Any:
    """Give arrays three dimensions at least: a vector lies along the second one, a matrix along the first two."""

    def lifted(x: AnyArray) -> Tensor:
        return reshape(x, {0: (1, 1, 1), 1: (1, *x.shape, 1), 2: (*x.shape, 1)}.get(len(x.shape), x.shape))

    return _each(lifted, arrays)


@composite(np.broadcast_arrays, lambda rng: [((rng.normal(size=(2, 1)), rng.normal(size=3)), {}), ((rng.normal(), rng.normal(size=2)), {})], of_array=False)  # fmt: skip
def broadcast_arrays(*args: Any, subok: bool = False) -> tuple[Any, ...]:
    """Broadcast arrays against each other; views that cannot be written to."""
    arrays = [runtime.as_tensor(a) for a in args]
    try:
        shape = np.broadcast_shapes(*[a.shape for a in arrays])
    except ValueError:
        shapes = " and ".join(str(a.shape) for a in arrays)
        raise ShapeError(f"broadcast_arrays: shapes {shapes} do not broadcast.") from None
    return tuple(broadcast_to(a, shape) for a in arrays)


@composite(np.diagflat, _array(((2, 2),), ((3,), -1)))
def diagflat(v: Tensor, k: int = 0) -> Tensor:
    """Return the matrix that has the elements on a diagonal."""
    return diag(ravel(v), k)


# ------------------------------------------------------------------------------------------------- together


def _parts(arrays: Any, name: str) -> list[Any]:
    parts = [runtime.as_tensor(a) for a in arrays]
    if not parts:
        raise ArgumentError(f"{name}: expected at least one array, got none.")
    return parts


@composite(np.vstack, _arrays((2, 3), 3, (1, 3)), of_array=False)
def vstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Tensor:
    """Put arrays below each other, vectors as rows."""
    return concatenate([atleast_2d(p) for p in _parts(tup, "vstack")], dtype=dtype, casting=casting)


@composite(np.hstack, lambda rng: [(([rng.normal(size=2), rng.normal()],), {}), (([rng.normal(size=(2, 1)), rng.normal(size=(2, 2))],), {})], of_array=False)  # fmt: skip
def hstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Tensor:
    """Join arrays side by side: along the second axis, vectors along their own."""
    parts = [atleast_1d(p) for p in _parts(tup, "hstack")]
    return concatenate(parts, 0 if len(parts[0].shape) == 1 else 1, dtype=dtype, casting=casting)


@composite(np.dstack, _arrays((2, 3), (2, 3)), of_array=False)
def dstack(tup: Any) -> Tensor:
    """Put arrays behind each other, along the third axis."""
    return concatenate([atleast_3d(p) for p in _parts(tup, "dstack")], 2)


@composite(np.column_stack, _arrays(3, (3, 2)), of_array=False)
def column_stack(tup: Any) -> Tensor:
    """Join columns side by side: vectors, or matrices as they are."""
    parts = _parts(tup, "column_stack")
    return concatenate([p if len(p.shape) > 1 else reshape(p, (math.prod(p.shape), 1)) for p in parts], 1)


@composite(np.block, lambda rng: [(([[rng.normal(size=(2, 2)), rng.normal(size=(2, 1))], [rng.normal(size=(1, 3))]],), {}), (([rng.normal(size=2), rng.normal()],), {})], of_array=False)  # fmt: skip
def block(arrays: Any) -> Tensor:
    """Put a matrix together from nested lists of blocks."""

    def depth(x: AnyArray) -> int:
        if not isinstance(x, list):
            return 0
        if not x:
            raise ArgumentError("block: expected blocks, got an empty list.")
        depths = {depth(y) for y in x}
        if len(depths) > 1:
            raise ArgumentError("block: the lists of blocks are not nested equally deep.")
        return 1 + depths.pop()

    levels = depth(arrays)

    def leaves(x: AnyArray) -> list[Any]:
        return [leaf for y in x for leaf in leaves(y)] if isinstance(x, list) else [x]

    ndim = max(levels, *[np.ndim(x) if not isinstance(x, runtime.tensor) else len(x.shape) for x in leaves(arrays)])

    def joined(x: AnyArray, level: int) -> Any:
        if isinstance(x, list):
            return concatenate([joined(y, level - 1) for y in x], ndim - level)
        x = runtime.as_tensor(x)
        return reshape(x, (1,) * (ndim - len(x.shape)) + x.shape)

    return joined(arrays, levels)


@composite(np.append, lambda rng: [((rng.normal(size=(2, 2)), rng.normal(size=3)), {}), ((rng.normal(size=(2, 2)), rng.normal(size=(1, 2))), {"axis": 0})])  # fmt: skip
def append(arr: Tensor, values: Any, axis: int | None = None) -> Tensor:
    """Put values behind an array (both flattened for None)."""
    return concatenate([arr, runtime.as_tensor(values)], axis)


@composite(np.meshgrid, lambda rng: [((rng.normal(size=2), rng.normal(size=3)), {}), ((rng.normal(size=2), rng.normal(size=3)), {"indexing": "ij", "sparse": True})], of_array=False)  # fmt: skip
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> tuple[Any, ...]:
    """Return the coordinates of a grid from the coordinates of its axes; without `copy`, views that cannot be written to."""
    if indexing not in ("xy", "ij"):
        raise ArgumentError(f"meshgrid: expected indexing 'xy' or 'ij', got {indexing!r}.")
    axes = [reshape(runtime.as_tensor(x), -1) for x in xi]
    places = list(range(len(axes)))
    if indexing == "xy" and len(axes) > 1:
        places[:2] = 1, 0
    shape = [0] * len(axes)
    for x, place in zip(axes, places, strict=True):
        shape[place] = x.shape[0]
    thin = [
        reshape(x, tuple(n if d == place else 1 for d, n in enumerate(shape)))
        for x, place in zip(axes, places, strict=True)
    ]
    grid = thin if sparse else [broadcast_to(x, tuple(shape)) for x in thin]
    return tuple(x.clone() for x in grid) if copy else tuple(grid)


# ------------------------------------------------------------------------------------------------- apart


@composite(np.array_split, _array(((7, 2), 3), ((4,), [1, 3]), ((2, 5), 2, 1)))
def array_split(ary: Tensor, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Split an array along an axis, into parts whose lengths differ by one at most, or between given indices."""
    indices_or_sections = decided(indices_or_sections)
    if np.ndim(indices_or_sections):
        return parted(ary, indices_or_sections, axis, "array_split")
    sections = operator.index(indices_or_sections)
    if sections <= 0:
        raise ArgumentError(f"array_split: expected a positive number of parts, got {sections}.")
    short, longer = divmod(ary.shape[axis_of(axis, len(ary.shape), "array_split")], sections)
    lengths = [*[short + 1] * longer, *[short] * (sections - longer)]  # for which there may be no memory
    return parted(ary, [*accumulate(lengths[:-1])], axis, "array_split")


@composite(np.hsplit, _array(((2, 4), 2), ((4,), [1])))
def hsplit(ary: Tensor, indices_or_sections: Any) -> list[Any]:
    """Split an array along the second axis, a vector along its own."""
    return parted(ary, indices_or_sections, 1 if len(ary.shape) > 1 else 0, "hsplit")


@composite(np.vsplit, _array(((4, 2), 2)))
def vsplit(ary: Tensor, indices_or_sections: Any) -> list[Any]:
    """Split an array along the first axis."""
    if len(ary.shape) < 2:
        raise ShapeError(f"vsplit: expected two dimensions or more, got shape {ary.shape}.")
    return parted(ary, indices_or_sections, 0, "vsplit")


@composite(np.dsplit, _array(((2, 1, 4), [1, 3])))
def dsplit(ary: Tensor, indices_or_sections: Any) -> list[Any]:
    """Split an array along the third axis."""
    if len(ary.shape) < 3:
        raise ShapeError(f"dsplit: expected three dimensions or more, got shape {ary.shape}.")
    return parted(ary, indices_or_sections, 2, "dsplit")


@composite(np.unstack, _array(((3, 2),), ((2, 3),)))
def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Any, ...]:
    """Return the parts of an array along an axis, without it."""
    if not x.shape:
        raise ShapeError("unstack: expected at least one dimension, got an array of none.")
    return tuple(moveaxis(x, axis, 0))


@composite(np.delete, _array(((3, 4), 1, 1), ((5,), [0, -1]), ((2, 3), slice(1, 4))))
def delete(arr: Tensor, obj: Any, axis: int | None = None) -> Tensor:
    """Return an array without some of its parts along an axis (flattened for None)."""
    if axis is None:
        arr, axis = ravel(arr), 0
    axis = axis_of(axis, len(arr.shape), "delete")
    with numpys_refusals("delete"):
        indices = np.delete(np.arange(arr.shape[axis]), decided(obj))
    return arr[(slice(None),) * axis + (indices,)]


@composite(np.trim_zeros, lambda rng: [((rng.normal(size=4),), {}), ((rng.normal(size=3), "b"), {})])
def trim_zeros(filt: Tensor, trim: str = "fb", axis: Any = None) -> Tensor:
    """Return an array without the zeros at its ends, in front for "f" and behind for "b"."""
    ends = trim.lower()
    if ends not in ("fb", "bf", "f", "b"):
        raise ArgumentError(f"trim_zeros: expected trim 'f', 'b' or 'fb', got {trim!r}.")
    nonzero, index = np.asarray((filt != 0)._decided()), []
    axes = axes_of(axis, nonzero.ndim, "trim_zeros")
    for d, n in enumerate(nonzero.shape):
        places = np.flatnonzero(nonzero.any(axis=tuple(k for k in range(nonzero.ndim) if k != d)))
        first, last = (places[0], places[-1] + 1) if places.size else (n if "f" in ends else 0, n if "f" in ends else 0)
        index.append(
            slice(int(first) if "f" in ends else 0, int(last) if "b" in ends else n) if d in axes else slice(None)
        )
    return filt[tuple(index)]


@composite(np.insert, lambda rng: [((rng.normal(size=4), 1, rng.normal()), {}), ((rng.normal(size=(2, 3)), [0, 2], rng.normal(size=(2, 2))), {"axis": 1}), ((rng.normal(size=(2, 3)), 1, rng.normal(size=3)), {"axis": 0})])  # fmt: skip
def insert(arr: Tensor, obj: Any, values: Any, axis: int | None = None) -> Tensor:
    """Put values before given places of an array along an axis (flattened for None)."""
    if axis is None:
        arr, axis = ravel(arr), 0
    axis, obj = axis_of(axis, len(arr.shape), "insert"), decided(obj)
    n, values = arr.shape[axis], as_written(values, arr.dtype, "insert")
    values = reshape(values, (1,) * (len(arr.shape) - len(values.shape)) + values.shape)
    if not isinstance(obj, slice) and np.ndim(obj) == 0:  # the first axis of the values is the one that is new
        values = moveaxis(values, 0, axis)
    if isinstance(obj, slice):
        count = np.arange(n)[obj].size
    else:
        if np.asarray(obj).dtype == bool:
            if np.ndim(obj) != 1:
                raise ShapeError(f"insert: expected a mask of one dimension, got {obj!r}.")
            obj = np.flatnonzero(obj)  # which an older NumPy takes for numbers
        count = np.size(obj)
    new = values.shape[axis] if count == 1 else count
    with numpys_refusals("insert"):
        order = np.insert(np.arange(n), obj, n + np.arange(new))
    values = broadcast_to(values, (*arr.shape[:axis], new, *arr.shape[axis + 1 :]))
    return concatenate([arr, values.astype(arr.dtype, copy=False)], axis)[(slice(None),) * axis + (order,)]


# ------------------------------------------------------------------------------------------------- turned


@composite(np.fliplr, _array(((2, 3),)))
def fliplr(m: Tensor) -> Tensor:
    """Reverse the order along the second axis."""
    return flip(m, 1)


@composite(np.flipud, _array(((2, 3),)))
def flipud(m: Tensor) -> Tensor:
    """Reverse the order along the first axis."""
    return flip(m, 0)


@composite(np.rot90, _array(((2, 3),), ((2, 3), 2), ((2, 3, 2), -1, (1, 2))))
def rot90(m: Tensor, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Tensor:
    """Turn an array by k quarters of a circle, from the first of two axes to the second."""
    turned = [axis_of(axis, len(m.shape), "rot90") for axis in integers(axes)]
    if len(turned) != 2:
        raise ArgumentError(f"rot90: expected two axes, got {axes}.")
    a, b = turned
    if a == b:
        raise ArgumentError(f"rot90: expected two different axes, got {axes}.")
    quarters = k % 4
    if quarters == 2:
        return flip(m, (a, b))
    if quarters == 1:
        return swapaxes(flip(m, b), a, b)
    return flip(swapaxes(m, a, b), b) if quarters else m


@composite(np.rollaxis, _array(((2, 3, 4), 2), ((2, 3, 4), 0, 3)))
def rollaxis(a: Tensor, axis: int, start: int = 0) -> Tensor:
    """Move an axis before another one."""
    ndim = len(a.shape)
    axis, place = axis_of(axis, ndim, "rollaxis"), start + ndim if start < 0 else start
    if not 0 <= place <= ndim:
        raise AxisError(f"rollaxis: expected start between {-ndim} and {ndim}, got {start}.")
    return moveaxis(a, axis, place - (place > axis))


@composite(np.resize, _array(((2, 3), (2, 5)), ((4,), (2,))))
def resize(a: Tensor, new_shape: Any) -> Tensor:
    """Return an array of another shape, filled with the elements again and again."""
    shape = integers(new_shape)
    size = math.prod(a.shape)
    if not size:
        return runtime.as_tensor(np.zeros(shape, a.dtype))
    return reshape(ravel(a)[np.arange(math.prod(shape)) % size], shape)
