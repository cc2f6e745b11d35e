"""Answers without derivative: positions, counts, comparisons, shapes and dtypes.

Tensors that require grad may be asked too. While a function is recorded, an answer that a replay can work out is recorded:
a comparison, a count, a place in an order. Another one is a decision, and guarded; what is asked of shapes and dtypes alone is neither.

Tests: tests/ops/test_queries.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine import lane
from tapegrad.ops.arguments import axes_of, reduced_axes
from tapegrad.ops.complex_numbers import in_floats
from tapegrad.ops.composites import constant, decided, on_leaves
from tapegrad.ops.decisions import all_, any_, argmax, argmin
from tapegrad.ops.declare import Elementwise, General
from tapegrad.ops.elementwise_ops import (
    INF,
    NAN,
    absolute,
    equal,
    isfinite,
    isnan,
    less,
    less_equal,
    logical_and,
    logical_or,
    not_equal,
    where,
)
from tapegrad.ops.kinds.search import Search
from tapegrad.ops.reductions import counts, sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime

# ------------------------------------------------------------------------------------------------- NumPy's own


def tensors(x: Any) -> Any:
    """Return what a function of NumPy gave, with Tensors in place of its arrays of numbers."""
    if isinstance(x, (np.ndarray, np.generic)):
        return runtime.from_array(np.asarray(x)) if x.dtype.kind in "biufc" else x
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*map(tensors, x))
    return type(x)(map(tensors, x)) if isinstance(x, (list, tuple)) else x


def _stand_in(t: AnyArray) -> np.ndarray:
    return np.broadcast_to(np.zeros((), t.dtype), t.shape)


def _enter_read(names: str, read: Callable[[Any], Any], what: str, give: Callable[[Any], Any] = tensors) -> None:
    """Enter functions of NumPy that are called with what `read` makes of Tensors."""

    def entered(function: Any) -> None:
        def answer(*args: Any, **keywords: Any) -> Any:
            return give(function(*on_leaves(read, args), **on_leaves(read, keywords)))

        answer.__name__ = answer.__qualname__ = function.__name__
        answer.__doc__ = f"Return what NumPy's `{function.__name__}` gives, {what}."
        constant(function, of_array=False)(answer)

    for name in names.split():
        if hasattr(np, name):  # some came with NumPy 2.1 and later
            entered(getattr(np, name))


def _shown(t: Any) -> np.ndarray:
    return t._numpy()


def _to_save(t: Any) -> np.ndarray:
    t._refuse_plain("save", ".detach()", "Save what a transform returns.")
    return t._numpy()


_enter_read(
    "packbits unpackbits min_scalar_type",
    lambda t: t._decided(), "which has no derivative",
)  # fmt: skip
_enter_read(
    "can_cast common_type iscomplexobj isrealobj diag_indices_from tril_indices_from "
    "triu_indices_from einsum_path",
    _stand_in, "from shapes and dtypes alone", lambda x: x,
)  # fmt: skip
_enter_read("result_type", lambda t: runtime.dtype_of(t), "from dtypes alone", lambda x: x)
_enter_read("array2string array_repr array_str", _shown, "of the values", lambda x: x)
_enter_read("save savez savez_compressed savetxt", _to_save, "of Tensors that need no gradient", lambda x: x)


@constant(np.shape)
def shape(a: Any) -> tuple[int, ...]:
    """Return the lengths of the dimensions."""
    return a.shape


@constant(np.ndim)
def ndim(a: Any) -> int:
    """Return the number of dimensions."""
    return len(a.shape)


@constant(np.size)
def size(a: Any, axis: Any = None) -> int:
    """Return the number of elements, or that along axes."""
    return a.size if axis is None else math.prod(a.shape[d] for d in axes_of(axis, len(a.shape), "size"))


# ------------------------------------------------------------------------------------------------- places in an order


def _ordered(rng: np.random.Generator) -> list[Any]:
    a = np.array([-1.0, 0.5, 0.5, 2.0])
    v = np.array([[0.5, -3.0], [7.0, 0.1]])
    return [((a, v), {"right": False}), ((a, v), {"right": True})]


searchsorted_op = General(
    name="searchsorted", kind=Search(lambda static: static["right"]), takes_complex=True, infer=lambda a, v, *, right: v, adjoints={"a": None, "v": None}, may_fail=False, kinks="0 everywhere",
    forward=lambda a, v, *, right: np.searchsorted(a, v, "right" if right else "left").astype(np.result_type(v, float)),
    samples=_ordered,
    reference=lambda a, v, *, right: np.sum(a <= v[..., None] if right else a < v[..., None], -1).astype(a.dtype),
    summary="How many elements of an ascending vector are less than each value, or not more.",
)  # fmt: skip
isin_op = General(
    name="isin", forward=lambda element, test_elements: np.isin(element, test_elements).astype(float),
    infer=lambda element, test_elements: element, adjoints={"element": None, "test_elements": None}, may_fail=False,
    samples=lambda rng: [((np.array([[1.0, 2.0], [0.5, 3.0]]), np.array([0.5, 2.0])), {})],
    reference=lambda element, test_elements: np.any(element[..., None] == test_elements, -1).astype(element.dtype),
    summary="1 for each element that is among others, else 0.",
)  # fmt: skip
spacing_op = General(
    name="spacing", forward=lambda x: np.spacing(x), infer=lambda x: x, adjoints={"x": None}, may_fail=False,
    samples=lambda rng: [((np.array([1.0, -3.0, 1e-5]),), {})], reference=lambda x: np.nextafter(x, np.sign(x) * np.inf) - x,
    summary="The distance to the next number away from zero.",
)  # fmt: skip


def _traced(*args: Any) -> bool:
    return any(isinstance(a, runtime.tensor) and a.traced for a in args)


def _floats(x: AnyArray) -> Tensor:
    """Return real numbers in double precision, in which counts are exact."""
    return runtime.as_tensor(x).astype(np.float64, copy=False)


def _compared(a: AnyArray, b: AnyArray) -> tuple[Any, Any]:
    """Return two arrays in the dtype in which NumPy compares their elements: integers of 64 bits as they are."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    if np.result_type(a.dtype, b.dtype).kind in "iu":
        return a.detach(), b.detach()
    return _floats(a), _floats(b)


def place_of(a: AnyArray, v: AnyArray, right: bool) -> Tensor:
    """Return how many elements of an ascending vector are less than each value, or with `right` not more."""
    a, v = runtime.as_tensor(a), runtime.as_tensor(v)
    if "c" in a.dtype.kind + v.dtype.kind:  # in NumPy's order, with the count in the dtype of the operands
        a, v = (x.astype(np.complex128, copy=False) for x in (a, v))
        return np.real(searchsorted_op(a, v, right=bool(right)))
    return searchsorted_op(*_compared(a, v), right=bool(right))


@constant(np.searchsorted, of_array=False)
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """Find where in an ascending vector values would be put."""
    if not _traced(a, v):
        return tensors(np.searchsorted(decided(a), decided(v), side, decided(sorter)))
    np.searchsorted(np.empty(0), 0.0, side)  # raises for what NumPy does not know
    if np.ndim(a) != 1:
        raise ShapeError(f"searchsorted: expected an ascending vector, got shape {np.shape(a)}.")
    if sorter is not None:
        a = runtime.as_tensor(a)[decided(sorter)]
    return counts(place_of(a, v, side[0] in "rR"))


@constant(np.digitize, of_array=False)
def digitize(x: Any, bins: Any, right: Any = False) -> Tensor:
    """Find in which of the bins values lie, which are in ascending or descending order."""
    for t in (x, bins):
        runtime.as_tensor(t)._refuse_complex("digitize")
    if not _traced(x, bins):
        return tensors(np.digitize(decided(x), decided(bins), right))
    bins = runtime.as_tensor(bins)
    if bins.ndim != 1:
        raise ShapeError(f"digitize: expected bins in one dimension, got shape {bins.shape}.")
    if is_ascending(bins):
        return counts(place_of(bins, x, not right))
    if not is_ascending(bins[::-1]):
        raise ArgumentError("digitize: expected bins that ascend or descend, got some that do neither. Sort them.")
    return counts(len(bins) - place_of(bins[::-1], x, not right))


def is_ascending(x: Tensor) -> bool:
    """Return whether no element of a vector is less than the one before: a decision."""
    x = x.detach()
    return not bool(any_(less(x[1:], x[:-1])))


@constant(np.isin, of_array=False)
def isin(
    element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None
) -> Tensor:
    """Return which elements are among others."""
    if not _traced(element, test_elements):
        return tensors(np.isin(decided(element), decided(test_elements), assume_unique, invert, kind=kind))
    x, y = runtime.as_tensor(element), runtime.as_tensor(test_elements)
    np.isin(np.empty(0, x.dtype), np.empty(0, y.dtype), kind=kind)  # raises for what NumPy does not know
    if "c" in (x.dtype.kind, y.dtype.kind):
        hits = sum_(equal(x.detach()[..., None], y.detach().reshape(-1)).astype(np.float64), -1)
    else:
        hits = isin_op(*_compared(x, y))
    return equal(hits, 0) if invert else not_equal(hits, 0)


@constant(np.spacing)
def spacing(x: Any) -> Tensor:
    """Return the distance to the next number away from zero."""
    return spacing_op(in_floats(x).detach())


# ------------------------------------------------------------------------------------------------- comparisons

signbit = Elementwise(
    forward=lambda x: lane.copysign(1.0, x) < 0.0, reference=np.signbit, boolean=True,
    special=[(-NAN,)], summary="Whether the sign is negative, also for zero and NaN.",
)  # fmt: skip


@constant(np.isneginf)
def isneginf(x: Any, out: Any = None) -> Any:
    """Return which elements are negative infinity."""
    x._refuse_complex("isneginf")
    return equal(x, -INF)


@constant(np.isposinf)
def isposinf(x: Any, out: Any = None) -> Any:
    """Return which elements are positive infinity."""
    x._refuse_complex("isposinf")
    return equal(x, INF)


@constant(np.iscomplex)
def iscomplex(x: Any) -> Tensor:
    """Return which elements have an imaginary part."""
    return not_equal(x.imag, 0.0)


@constant(np.isreal)
def isreal(x: Any) -> Tensor:
    """Return which elements have no imaginary part."""
    return equal(x.imag, 0.0)


def _alone(x: AnyArray) -> Tensor:
    """Return an operand of a comparison, without history; a number of Python's, which has no dtype, as it is."""
    return x if isinstance(x, (int, float, complex)) else runtime.as_tensor(x).detach()


@constant(np.isclose, of_array=False)
def isclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> Tensor:
    """Return which elements are equal within ``atol + rtol * abs(b)``."""
    x, y, rtol, atol = map(_alone, (a, b, rtol, atol))
    if isinstance(y, int):
        y = float(y)
    elif isinstance(y, runtime.tensor) and y.dtype.kind not in "fc":
        y = y.astype(np.float64)
    near = logical_and(less_equal(absolute(x - y), absolute(y) * rtol + atol), isfinite(y))
    close = logical_or(near, equal(x, y))
    return logical_or(close, logical_and(isnan(x), isnan(y))) if equal_nan else close


@constant(np.allclose, of_array=False)
def allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    """Return whether all elements are equal within ``atol + rtol * abs(b)``."""
    return bool(all_(isclose(a, b, rtol, atol, equal_nan)))


def _equal(x: AnyArray, y: AnyArray, equal_nan: bool) -> bool:
    same = equal(x, y)
    return bool(all_(logical_or(same, logical_and(isnan(x), isnan(y))) if equal_nan else same))


@constant(np.array_equal, of_array=False)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    """Return whether shapes and all elements are equal."""
    x, y = runtime.as_tensor(a1).detach(), runtime.as_tensor(a2).detach()
    return x.shape == y.shape and _equal(x, y, equal_nan)


@constant(np.array_equiv, of_array=False)
def array_equiv(a1: Any, a2: Any) -> bool:
    """Return whether all elements are equal, once broadcast to one shape."""
    x, y = runtime.as_tensor(a1).detach(), runtime.as_tensor(a2).detach()
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        return False
    return _equal(x, y, False)


# ------------------------------------------------------------------------------------------------- counts and extremes


@constant(np.count_nonzero)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Count elements that are not zero."""
    if not a.traced:
        return tensors(np.count_nonzero(a._numpy(), axis, keepdims=keepdims))
    axes = None if axis is None else reduced_axes(axis, len(a.shape), "count_nonzero")
    return counts(sum_(not_equal(a, 0.0).astype(np.float64), axes, keepdims=keepdims))


def _without_nan(a: AnyArray, fill: float, axis: int | None, function: str) -> AnyArray:
    """Return numbers with one in place of NaN.

    Raises
    ------
    ValueError
        If there are lines of NaN alone, as NumPy does.
    """
    if a.dtype.kind not in "fc":
        return a
    missing = isnan(a)
    if bool(all_(missing, None if axis is None else reduced_axes(operator.index(axis), len(a.shape), function)).any()):
        raise ValueError("All-NaN slice encountered")
    return where(missing, fill, a)


@constant(np.nanargmax)
def nanargmax(a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the index of the largest element that is a number."""
    return argmax(_without_nan(a, -math.inf, axis, "nanargmax"), axis, keepdims=keepdims)


@constant(np.nanargmin)
def nanargmin(a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the index of the smallest element that is a number."""
    return argmin(_without_nan(a, math.inf, axis, "nanargmin"), axis, keepdims=keepdims)
