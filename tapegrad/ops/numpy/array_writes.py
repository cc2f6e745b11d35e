"""NumPy's functions that write into an array: `put`, `place`, `copyto`, `fill_diagonal` and their like.

On Tensors each is an assignment, so what is written has its derivative, and what was there before has none any more. An
ndarray takes no Tensor's values: the gradient would be lost.

Tests: tests/ops/test_numpy_functions.py, tests/tensor/test_numbers_that_fit.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ShapeError
from tapegrad.ops.composites import as_written, decided
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.numpy.selection import along_axis
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, ravel, reshape


def target_of(a: AnyArray, function: str) -> Tensor:
    """Return what is written to.

    Raises
    ------
    PlainDataError, InplaceError
        If it is no Tensor, or one that cannot be written to.
    """
    if not isinstance(a, runtime.tensor):
        raise PlainDataError(
            f"{function}: a Tensor's values cannot be written into an ndarray. Make the array by np.zeros(shape, like=x)."
        )
    runtime.check_write(a, function)
    return a


def _repeated(values: AnyArray, count: int) -> Tensor:
    """Return so many values, again from the first one when they are at an end."""
    flat = ravel(values)
    n = flat.shape[0]
    if n in (1, count):
        return flat
    return flat[:count] if n > count else flat[np.arange(count) % n]


def _write_flat(a: Tensor, index: Any, values: Any) -> None:
    """Write values at an index into the elements of an array in C order."""
    flat = ravel(a)
    flat[index] = values
    if not a._is_contiguous():  # these are copies
        a[...] = reshape(flat, a.shape)


def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    """Write values to elements, counted in C order; values that are too few are repeated."""
    a, size = target_of(a, "put"), math.prod(a.shape)
    places = ravel(ind) if runtime.differs(ind) else np.ravel(decided(ind))
    if mode == "wrap":
        places = places % size
    elif mode == "clip":
        places = np.minimum(np.maximum(places, 0), size - 1)
    elif mode != "raise":
        raise ArgumentError(f"put: expected mode 'raise', 'wrap' or 'clip', got {mode!r}.")
    v = as_written(v, a.dtype, "put")
    if places.size and math.prod(v.shape):
        _write_flat(a, places, _repeated(v, places.size))


def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    """Write values to the positions of each line along an axis (flattened for None)."""
    arr = target_of(arr, "put_along_axis")
    if axis is None:
        _write_flat(arr, along_axis((math.prod(arr.shape),), indices, 0, "put_along_axis"), values)
    else:
        arr[along_axis(arr.shape, indices, axis, "put_along_axis")] = values


def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values, one after the other and again from the first one, to the elements whose condition holds."""
    arr, size = target_of(arr, "place"), math.prod(arr.shape)
    _check_condition(mask, size, "place")
    places = np.flatnonzero(mask)
    if not places.size:
        return
    vals = _as_values(vals, arr, "place")
    if not math.prod(vals.shape):
        raise ArgumentError("place: expected values to write, got none.")
    _write_flat(arr, places, _repeated(vals, places.size))


def _as_values(values: AnyArray, a: AnyArray, function: str) -> Tensor:
    """Return values for an array as a Tensor: numbers that fit, and arrays of a dtype that does.

    Raises
    ------
    DtypeError
    """
    if isinstance(values, (np.ndarray, runtime.tensor)):
        _check_cast(values, a, function, "safe")
    return as_written(values, a.dtype, function)


def _check_condition(mask: AnyArray, size: int, function: str) -> None:
    """Refuse a condition that is not one for each element.

    Raises
    ------
    ShapeError
    """
    count = math.prod(np.shape(mask) if not isinstance(mask, runtime.tensor) else mask.shape)
    if count != size:
        raise ShapeError(f"{function}: expected a condition for each of {size} elements, got {count}.")


def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write ``values[n]`` to the n-th element where the condition holds; values that are too few are repeated."""
    a = target_of(a, "putmask")
    size = math.prod(a.shape)
    _check_condition(mask, size, "putmask")
    values = _as_values(values, a, "putmask")
    if not math.prod(values.shape):
        return
    repeated = _repeated(values, size)
    new = broadcast_to(repeated, a.shape) if repeated.shape == (1,) else reshape(repeated, a.shape)
    _write(a, new, reshape(runtime.as_tensor(mask), a.shape), "putmask", "unsafe")


def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    """Write an array into another one, where a condition holds."""
    dst = target_of(dst, "copyto")
    src = as_written(src, dst.dtype, "copyto") if src.__class__ is int else runtime.as_tensor(src)
    _write(dst, src, None if where is True else runtime.as_tensor(where), "copyto", casting)


def _check_cast(values: np.ndarray | AnyArray, a: AnyArray, function: str, casting: Any) -> None:
    if not np.can_cast(values.dtype, a.dtype, casting):
        raise DtypeError(
            f"{function}: values of {values.dtype} cannot be written to {a.dtype} by the rule {casting!r}."
        )


def _write(a: AnyArray, values: AnyArray, condition: Tensor | None, function: str, casting: Any) -> None:
    _check_cast(values, a, function, casting)
    if condition is None:
        a[...] = values
        return
    if np.broadcast_shapes(values.shape, condition.shape, a.shape) != a.shape:
        raise ShapeError(f"{function}: values of shape {values.shape} do not fit an array of shape {a.shape}.")
    a[...] = where(condition != 0, values.astype(a.dtype, copy=False), a)


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """Write values to the main diagonal; with `wrap`, to the diagonal of each square block of a tall matrix."""
    a = target_of(a, "fill_diagonal")
    shape = a.shape
    if len(shape) < 2:
        raise ShapeError(f"fill_diagonal: expected two dimensions or more, got shape {shape}.")
    size, end = math.prod(shape), None
    if len(shape) == 2:
        step = shape[1] + 1
        end = None if wrap else shape[1] * shape[1]
    elif len(set(shape)) > 1:
        raise ShapeError(f"fill_diagonal: expected equal lengths of all dimensions, got shape {shape}.")
    else:
        step = 1 + sum(math.prod(shape[:d]) for d in range(1, len(shape)))
    places = range(size)[:end:step]
    values = _repeated(as_written(val, a.dtype, "fill_diagonal"), len(places))
    _write_flat(a, slice(0, size if end is None else end, step), values)


functions.update({
    np.put: put, np.put_along_axis: put_along_axis, np.place: place, np.putmask: putmask, np.copyto: copyto,
    np.fill_diagonal: fill_diagonal,
})  # fmt: skip
