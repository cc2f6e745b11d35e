"""Reductions: sums, means, extremes and cumulative sums; `axis` and `keepdims` as in NumPy.

Tests: tests/replay/test_compiled_ops.py, tests/ops/test_arrays.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import I8
from tapegrad.machine.layout import SUM
from tapegrad.ops.arguments import axes_of, freedom, no_flags, reduced_axes, refuse_integers
from tapegrad.ops.complex_numbers import parts, squared_modulus
from tapegrad.ops.composites import composite, holds_tensor
from tapegrad.ops.declare import General, Linear, Samples, Shape
from tapegrad.ops.elementwise_ops import (
    absolute,
    add,
    equal,
    exp,
    gap,
    isnan,
    log,
    log1p,
    logical_or,
    maximum,
    minimum,
    multiply,
    not_equal,
    positive,
    power,
    root,
    sign,
    square,
    where,
)
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Contract, Cumulate, Reduce, Total
from tapegrad.ops.references import normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.scaling import gauge, unit_scale
from tapegrad.ops.shape_ops import broadcast_to_op, concatenate_op, flip_op, lines_along, moveaxis, reshape_op

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise
    from tapegrad.ops.kinds import contract
else:  # which compiled programs need
    (contract,) = modules_later("tapegrad.ops.kinds.contract")


def _with_ones(shape: Shape, axes: tuple[int, ...]) -> Shape:
    """Return the shape with 1 in place of the axes."""
    return tuple(1 if d in axes else n for d, n in enumerate(shape))


def _one_of(x: Shape, *, axes: tuple[int, ...]) -> Shape:
    if not all(x[a] for a in axes):
        raise ShapeError(f"max and min: an empty array has none (shape {x}).")
    return _without(x, axes)


def _without(shape: Shape, axes: tuple[int, ...]) -> Shape:
    return tuple(n for d, n in enumerate(shape) if d not in axes)


def _spread(g: AnyArray, shape: Shape, axes: tuple[int, ...]) -> AnyArray:
    """Return g, which lacks `axes`, repeated along them."""
    with_ones = _with_ones(shape, axes)
    return broadcast_to_op(reshape_op(g, shape=with_ones) if g.shape != with_ones else g, shape=shape)


def _sum_labels(x: Shape, *, axes: tuple[int, ...]) -> tuple[list[str], str]:
    labels = contract.LABELS[: len(x)]
    return [labels], "".join(c for d, c in enumerate(labels) if d not in axes)


sum_all = Linear(
    name="sum_all", op_class=SUM, kind=Total(),
    batched=lambda length, args, flags: sum_op(args[0], axes=tuple(range(1, len(args[0].shape)))), may_fail=False,
    forward=lambda x: np.sum(x), infer=lambda x: (),
    adjoints={"x": lambda g, x_shape: broadcast_to_op(g, shape=x_shape)},
    samples=normal((((3, 4),), {}), (((0,),), {})),
    summary="Sum of all elements, in a fixed order: eight lanes, then pairs, then compensated over blocks.",
)  # fmt: skip
sum_op: Linear = Linear(
    name="sum", kind=Contract(_sum_labels), batched=True, forward=lambda x, *, axes: np.sum(x, axes),
    infer=lambda x, *, axes: _without(x, axes), adjoints={"x": lambda g, x_shape, axes: _spread(g, x_shape, axes)},
    samples=normal((((2, 3, 4),), {"axes": (0, 2)}), (((0, 3),), {"axes": (0,)})), summary="Sum over axes.",
)  # fmt: skip


def _extreme_adjoint(g: AnyArray, x: AnyArray, out: AnyArray, axes: tuple[int, ...]) -> AnyArray:
    """Return equal shares to all elements that reach the extreme, which are the NaNs if there are any."""
    reached = logical_or(equal(x, _spread(out, x.shape, axes)), isnan(x))
    count = sum_op(where(reached, 1.0, 0.0).astype(g.dtype, copy=False), axes=axes)
    return where(reached, _spread(g / count, x.shape, axes), 0.0).astype(g.dtype, copy=False)


def separated(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Return numbers of which no two come near each other, nor their magnitudes, nor any to 0."""
    return (rng.permutation(math.prod(shape)) * 0.17 - 2.0).reshape(shape)


cumsum_op: Linear = Linear(
    name="cumsum", kind=Cumulate(), batched=True, forward=lambda x, *, axis: np.cumsum(x, axis),
    infer=lambda x, *, axis: x,
    adjoints={"x": lambda g, axis: flip_op(cumsum_op(flip_op(g, axes=(axis,)), axis=axis), axes=(axis,))},
    samples=normal((((3, 4),), {"axis": 1})), summary="Cumulative sum along an axis.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _cases(*keywords: dict[str, Any]) -> Samples:
    return lambda rng: [((separated(rng, (2, 3, 4)),), k) for k in keywords]


_HALF = np.array([[[True, False, True, True]], [[False, True, True, False]]])
_AXES: tuple[dict[str, Any], ...] = ({}, {"axis": 1}, {"axis": (0, 2), "keepdims": True}, {"axis": -1})
_WHERE: tuple[dict[str, Any], ...] = ({"where": _HALF}, {"axis": (0, 2), "where": _HALF, "keepdims": True})
_INITIAL: tuple[dict[str, Any], ...] = ({"initial": 1.5}, {"axis": 1, "initial": -0.4, "where": _HALF})


def _finish(result: AnyArray, shape: Shape, axes: tuple[int, ...], keepdims: bool) -> AnyArray:
    return reshape_op(result, shape=_with_ones(shape, axes)) if keepdims else result


def _masked(x: AnyArray, mask: AnyArray, fill: Any, function: str) -> AnyArray:
    """Return an array with a number where a mask does not hold.

    Raises
    ------
    DtypeError, ShapeError
        If the mask holds no truth values, or has more dimensions or elements.
    """
    if mask is True:
        return x
    mask = truth(mask, x.shape, function)
    if x.dtype.kind not in "fc":
        fill = runtime.as_tensor(fill).astype(x.dtype, copy=False)
    return where(mask, x, fill).astype(x.dtype, copy=False)


def truth(mask: AnyArray, shape: Shape, function: str) -> Tensor:
    """Return a mask as NumPy takes one by ``where=``: truth values that broadcast to a shape.

    Raises
    ------
    DtypeError, ShapeError
    """
    mask = runtime.as_tensor(np.array(mask, bool) if type(mask) is list and not holds_tensor(mask) else mask, function)
    if mask.dtype != bool:
        raise DtypeError(
            f"{function}: expected truth values for where=, got {mask.dtype}. Compare, or use astype(bool)."
        )
    fits = len(mask.shape) <= len(shape)
    if not fits or any(m not in (1, n) for m, n in zip(mask.shape[::-1], shape[::-1], strict=False)):
        raise ShapeError(f"{function}: where= of shape {mask.shape} does not broadcast to {shape}.")
    return mask


def _is_given(initial: Any) -> bool:
    return initial is not None and initial is not np._NoValue


def _and(op: Elementwise, result: AnyArray, initial: Any) -> Any:
    """Return a reduction with one more operand, in the dtype that it has."""
    if result.dtype.kind not in "fc":
        initial = runtime.as_tensor(initial).astype(result.dtype, copy=False)
    return op(result, initial).astype(result.dtype, copy=False)


@composite(np.sum, _cases(*_AXES, *_WHERE, *_INITIAL))
def sum_(
    x: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Tensor:  # fmt: skip
    """Sum elements over axes.

    Only those count where `where` holds, and `initial` is one more.
    """
    return _reduced(_sum, add, 0, "sum", x, axis, dtype, keepdims, initial, where)


def _reduced(
    over: Callable[..., Any], op: Elementwise, neutral: int, name: str, x: AnyArray, axis: Any, dtype: Any, keepdims: bool,
    initial: Any, mask: Any,
) -> Any:  # fmt: skip
    """Return a reduction by `over`, of the elements where the mask holds, with one more operand."""
    x, axes = _prepared(x, axis, dtype, name, reduced_axes)
    if mask is not True:
        x = _masked(x, mask, neutral, name)
    result = over(x, axes, dtype, keepdims)
    return _and(op, result, initial) if _is_given(initial) else result


def _sum(x: Any, axes: tuple[int, ...], dtype: Any, keepdims: bool) -> AnyArray:
    if x.dtype == bool and x.traced:
        number = counts(_sum(x.astype(np.float64), axes, None, keepdims))
        return number if dtype is None else number != 0  # where truth values are asked for
    if x.dtype.kind not in "fc":
        if not runtime.differs(x) or not x.size:
            return _plain(np.sum, x, axis=axes, dtype=dtype, keepdims=keepdims)
        x = widened(x, dtype)
        if x.dtype.kind in "iu":
            return _finish(_by_halves(add, x, axes), x.shape, axes, keepdims)
    if len(axes) == len(x.shape):
        if not x.shape:
            return positive(x)
        return _finish(reshape_op(x, shape=()) if math.prod(x.shape) == 1 else sum_all(x), x.shape, axes, keepdims)
    return _finish(sum_op(x, axes=axes), x.shape, axes, keepdims) if axes else positive(x)


def widened(x: AnyArray, dtype: Any) -> Any:
    """Return integers that differ between replays in the dtype of NumPy's sums, or in the given one."""
    return x.astype(np.sum(np.ones(1, x.dtype)).dtype if dtype is None else dtype, copy=False)


def counts(x: Any) -> Tensor:
    """Return numbers of elements as integers."""
    return runtime.numbers(x, I8) if x.traced else runtime.from_array(x._numpy().astype(I8))


def _plain(function: Any, x: Any, **keywords: Any) -> Tensor:
    return runtime.from_array(np.asarray(function(x._decided(), **keywords)))


def _prepared(
    x: AnyArray, axis: Any, dtype: Any, function: str, axes: Callable[..., tuple[int, ...]] = axes_of
) -> tuple[Any, tuple[int, ...]]:
    """Return the array in the dtype that is asked for, and the axes."""
    return x if dtype is None else x.astype(dtype, copy=False), axes(no_flags(axis, function), len(x.shape), function)


@composite(np.mean, _cases(*_AXES, *_WHERE))
def mean(
    x: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return the arithmetic mean over axes, of the elements where `where` holds."""
    if axis is None and dtype is None and x.size > 1 and not keepdims and x.dtype.kind == "f" and where is True:
        return sum_all(x) * (1.0 / x.size)
    result_dtype = None if dtype is None or np.dtype(dtype).kind in "fc" else np.dtype(dtype)
    x, axes = _prepared(x, axis, dtype or (np.float64 if x.dtype.kind not in "fc" else None), "mean")
    count = _count(x, axes, where, 0, "mean")
    total = sum_(x, axes, result_dtype, keepdims=keepdims, where=where)
    if where is True:
        result = total * (1.0 / count if count else math.nan) if result_dtype is None else total / float(count)
    else:
        count = count if keepdims else reshape_op(count, shape=total.shape)
        result = total / (count.astype(total.dtype, copy=False) if result_dtype is None else count)
    return result if result_dtype is None else result.astype(result_dtype)


def _count(x: AnyArray, axes: tuple[int, ...], mask: AnyArray, ddof: float, function: str) -> Tensor:
    """Return how many elements there are, less `ddof`: a number, with a mask an array that has all axes."""
    ddof = ddof.item() if isinstance(ddof, np.generic) else ddof  # a scalar of NumPy's would decide the dtype
    if mask is True:
        return math.prod(x.shape[d] for d in axes) - ddof
    ones = truth(mask, x.shape, function)
    plain = isinstance(mask, np.ndarray)  # of which nothing is read that the call does not say
    ones = runtime.from_array(mask.astype(np.float64)) if plain else ones.astype(np.float64)
    return sum_(broadcast_to_op(ones, shape=x.shape), axes, keepdims=True) - ddof


def _deviations(
    x: AnyArray, axis: Any, dtype: Any, ddof: float, mask: Any, middle: Any, function: str
) -> tuple[Any, Any, Any]:
    """Return the distances to the mean (0 where a mask does not hold), the axes, and what the sum of their squares is
    multiplied by: a number, with a mask an array that has all axes."""
    refuse_integers(dtype, function)
    x, axes = _prepared(x, axis, dtype or (np.float64 if x.dtype.kind not in "fc" else None), function)
    count = _count(x, axes, mask, ddof, function)
    deviation = x - (mean(x, axes, keepdims=True, where=mask) if middle is None else middle)
    if mask is True:
        return deviation, axes, 1.0 / count if count > 0 else math.inf
    weight = (1.0 / maximum(count, 0.0)).astype(squared_modulus(deviation).dtype, copy=False)
    return _masked(deviation, mask, 0, function), axes, weight


@composite(np.var, _cases(*_AXES, *_WHERE, {"ddof": 1}))
def var(
    x: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: float | None = None,
) -> Any:  # fmt: skip
    """Return the variance over axes, in two passes; for complex numbers, the variance of their distances to the mean.

    `where` and `mean` as NumPy's: which elements count, and a mean that is known, with all axes. `correction` is the
    array standard's name of `ddof`.
    """
    ddof = freedom(ddof, correction, "var")
    deviation, axes, weight = _deviations(x, axis, dtype, ddof, where, mean, "var")
    total = sum_(squared_modulus(deviation), axes, keepdims=keepdims)
    return _in_dtype(total * (weight if where is True else reshape_op(weight, shape=total.shape)), dtype)


def _in_dtype(x: AnyArray, dtype: Any) -> AnyArray:
    """Return a variance or a length in the dtype that was asked for, which complex numbers keep only then."""
    return x if dtype is None or np.dtype(dtype).kind != "c" else x.astype(dtype, copy=False)


@composite(np.std, _cases(*_AXES, *_WHERE, {"ddof": 1}), kinks="0 where the standard deviation is 0")
def std(
    x: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: float | None = None,
) -> Any:  # fmt: skip
    """Return the standard deviation over axes; arguments as for `var`."""
    ddof = freedom(ddof, correction, "std")
    deviation, axes, weight = _deviations(x, axis, dtype, ddof, where, mean, "std")
    return _in_dtype(length_of(deviation, axes, keepdims, weight), dtype)


def length_of(x: AnyArray, axes: tuple[int, ...], keepdims: bool, weight: Any = None, ord: float = 2) -> Tensor:
    """Return the root of the weighted sum of powers, 0 where it is 0.

    No power overflows, for x is first multiplied by a power of two.
    """
    keeps = keepdims or len(axes) < len(x.shape) or isinstance(weight, runtime.tensor)
    count = math.prod(x.shape[d] for d in axes)
    scale = unit_scale(_size(x, axes, keeps, count, ord), float(np.finfo(x.dtype).tiny)) if count else 1.0
    if ord != 2:
        powers = power(absolute(x) * scale, ord)
    elif x.dtype.kind == "c":  # part by part: a complex product of infinity is NaN
        re, im = parts(x)
        powers = square(re * scale) + square(im * scale)
    else:
        powers = square(x * scale)
    total = sum_(powers, axes, keepdims=keeps)
    if weight is not None:
        total = total * weight
    if ord == 2:
        length = root(total)
    else:
        nothing = equal(total, 0.0)
        length = where(nothing, 0.0, power(where(nothing, 1.0, total), 1.0 / ord))
    length = length / scale
    return length if keepdims or not keeps else reshape_op(length, shape=_without(x.shape, axes))


def _size(x: AnyArray, axes: tuple[int, ...], keepdims: bool, count: int, ord: float) -> Tensor:
    """Return the size of the largest element, for squares up to a factor of 2 * count, which they can bear."""
    if x.dtype.kind == "c":
        re, im = parts(x)
        return _size(re, axes, keepdims, 2 * count, ord) + _size(im, axes, keepdims, 2 * count, ord)
    if ord != 2:
        return max_(gauge(x, 1.0), axes, keepdims=keepdims)
    return sum_(gauge(x, 0.5 ** (count - 1).bit_length()), axes, keepdims=keepdims)


def _extreme(name: str, function: Any, kind: Reduce, summary: str) -> Any:
    """Return the function of an extreme, and its op."""
    op = General(
        name=name, kind=kind, batched=True, forward=lambda x, *, axes: function(x, axes),
        infer=_one_of, adjoints={"x": _extreme_adjoint},
        samples=lambda rng: [((separated(rng, (2, 3, 4)),), {"axes": (1,)}), ((separated(rng, (5,)),), {"axes": (0,)})],
        summary=f"{summary} over axes.",
    )  # fmt: skip

    def extreme(
        x: Any, axis: tuple[int, ...] | None = None, out: Any = None, keepdims: bool = False, initial: Any = None,
        where: Any = True,
    ) -> AnyArray:  # fmt: skip
        x, axes = _prepared(x, axis, None, name, reduced_axes)
        if _is_given(initial):
            if where is not True:
                x = _masked(x, where, initial, name)
            if not any(x.shape[d] == 0 for d in axes):
                return _and(kind.op, extreme(x, axes, keepdims=keepdims), initial)
            shape = _with_ones(x.shape, axes) if keepdims else _without(x.shape, axes)
            return broadcast_to_op(runtime.as_tensor(initial), shape=shape).astype(x.dtype)
        if where is not True:
            raise ArgumentError(f"{name}: where= may select no element. Pass initial= too.")
        if any(x.shape[d] == 0 for d in axes):
            raise ShapeError(f"{name}: an empty array has none (shape {x.shape}). Pass initial=.")
        if x.dtype == bool and x.traced:
            result = extreme(x.astype(np.float64), axes, keepdims=keepdims)
            return not_equal(result, 0.0)
        if x.dtype.kind not in "fc" and (not runtime.differs(x) or not x.size):
            return _plain(function, x, axis=axes, keepdims=keepdims)
        if x.dtype.kind != "f":
            return _finish(_by_halves(kind.op, x, axes), x.shape, axes, keepdims)
        return _finish(op(x, axes=axes) if axes else positive(x), x.shape, axes, keepdims)

    extreme.__name__, extreme.__doc__ = name, f"Find the {summary.lower()} over axes."
    kinks = "equal shares to all elements that reach it, or to the NaNs; of complex numbers, to the first one"
    return composite(function, _cases(*_AXES, *_INITIAL), kinks=kinks)(extreme), op


max_, max_op = _extreme("max", np.max, Reduce(maximum, -math.inf), "Largest element")
min_, min_op = _extreme("min", np.min, Reduce(minimum, math.inf), "Smallest element")


@composite(np.prod, lambda rng: [((rng.uniform(0.5, 2.0, (2, 3, 4)),), k) for k in (*_AXES, *_WHERE, *_INITIAL)])
def prod(
    x: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Tensor:  # fmt: skip
    """Multiply elements over axes, in pairs, so that derivatives are right at zeros too.

    Only those count where `where` holds, and `initial` is one more.
    """
    return _reduced(_prod, multiply, 1, "prod", x, axis, dtype, keepdims, initial, where)


def _prod(x: AnyArray, axes: tuple[int, ...], dtype: Any, keepdims: bool) -> AnyArray:
    if x.dtype.kind not in "fc":
        if not runtime.differs(x) or not x.size:
            return _plain(np.prod, x, axis=axes, dtype=dtype, keepdims=keepdims)
        x = widened(x, dtype)
    if any(x.shape[d] == 0 for d in axes):
        return sum_(x, axes, keepdims=keepdims) + 1.0
    return _finish(_by_halves(multiply, x, axes), x.shape, axes, keepdims)


def _by_halves(function: Elementwise, x: AnyArray, axes: tuple[int, ...]) -> AnyArray:
    """Return an associative function of all elements along the axes, of which there is one at least."""
    shape = x.shape
    rest = tuple(d for d in range(len(shape)) if d not in axes)
    x = reshape_op(
        moveaxis(x, rest, tuple(range(len(rest)))), shape=(*_without(shape, axes), math.prod(shape[d] for d in axes))
    )
    while (n := x.shape[-1]) > 1:
        half = n // 2
        pairs = function(getitem_op(x, index=(..., slice(half))), getitem_op(x, index=(..., slice(half, 2 * half))))
        if n % 2:
            pairs = concatenate_op(pairs, getitem_op(x, index=(..., slice(n - 1, None))), axis=len(pairs.shape) - 1)
        x = pairs
    return getitem_op(x, index=(..., 0))


def _weighted(rng: np.random.Generator) -> list[Any]:
    x, b = rng.normal(size=(3, 4)), rng.uniform(0.5, 1.5, size=(3, 4))
    signed = b * np.array([1.0, -1.0, 1.0, 1.0])
    return [
        *_cases(*_AXES)(rng), ((x, 1, b), {}), ((x,), {"b": b[:1], "axis": 0, "keepdims": True}),
        ((x, 1), {"b": signed, "return_sign": True}), ((x,), {"return_sign": True}),
    ]  # fmt: skip


@composite(
    scipys("scipy.special", "logsumexp"), _weighted, kinks="equal shares to the largest ones where these are infinite", takes_complex=False,
)  # fmt: skip
def logsumexp(
    x: Tensor, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False
) -> tuple[Tensor, Tensor | None] | Tensor:
    """Return ``log(sum(b * exp(x)))`` without overflow, and with `return_sign` the sum's sign, as `scipy.special.logsumexp`."""
    if x.dtype.kind not in "fc":
        x = x.astype(np.float64)
    if b is not None:
        b = np.array(b, x.dtype) if isinstance(b, (int, float)) else b  # a number of Python's gives way
        b = runtime.as_tensor(b, "logsumexp")
        x = x.astype(np.result_type(x.dtype, b.dtype), copy=False)
        x = where(b != 0.0, x, -np.inf)
        b = broadcast_to_op(b, shape=x.shape)
    axes = axes_of(axis, len(x.shape), "logsumexp")
    nothing = any(x.shape[k] == 0 for k in axes)  # whose maximum would be refused; the sum is 0
    top = runtime.stopped((sum_ if nothing else max_)(x, axes, keepdims=True))
    terms = exp(gap(x, top))
    largest = x == top  # whose terms are 1: beside it in a sum, what lies far below would be rounded off
    one, zero = x.dtype.type(1.0), x.dtype.type(0.0)
    first = sum_(where(largest, one if b is None else b, zero), axes, keepdims=True)
    rest = sum_(terms - largest if b is None else b * (terms - largest), axes, keepdims=True)
    signs = sign(runtime.stopped(first + rest)) if return_sign else None
    result = (log1p(rest + (first - 1.0)) if b is None else _log_sum(first, rest, return_sign)) + top
    if not keepdims:
        shape = _without(x.shape, axes)
        result = reshape_op(result, shape=shape)
        signs = None if signs is None else reshape_op(signs, shape=shape)
    return (result, signs) if return_sign else result


def _log_sum(x: AnyArray, y: AnyArray, absolutely: bool) -> AnyArray:
    """Return the logarithm of a sum of two numbers, or of its absolute value, which a sum beside 1 would round."""
    near, total = (x == 1.0) & (y > -0.5), x + y
    return where(
        near, log1p(where(near, y + (x - 1.0), 0.0)), log(where(near, 1.0, absolute(total) if absolutely else total))
    )


@composite(np.cumsum, _cases({}, {"axis": 1}))
def cumsum(x: Tensor, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the cumulative sum along an axis (flattened for None)."""
    x, axis = lines_along(x if dtype is None else x.astype(dtype, copy=False), axis, "cumsum")
    if dtype is not None and x.dtype == bool and x.traced:
        return cumsum(x, axis) != 0
    if x.dtype.kind not in "fc":
        if runtime.differs(x):
            x = widened(x, dtype)
        elif dtype is not None:
            return _plain(np.cumsum, x, axis=axis, dtype=dtype)
    return cumsum_op(x, axis=axis)
