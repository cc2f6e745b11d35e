"""Ufuncs: their methods (`reduce`, `outer`, ...) and keywords (`out`, `where`, `dtype`) on Tensors.

A method is made of calls: of the sum, product or extreme that it is where there is one, else of the function itself on
the elements in NumPy's order; an associative one takes log2(n) steps. So whatever has a derivative has it here too.

Tests: tests/tensor/test_methods.py, tests/ops/test_random_calls.py, tests/ops/test_like_numpy.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, IndexingError, PlainDataError, ShapeError
from tapegrad.machine.dtypes import without_half
from tapegrad.ops import decisions, dispatch_tables, elementwise_ops, find, indexing, reductions, shape_ops
from tapegrad.ops.arguments import axis_of, no_flags, reduced_axes
from tapegrad.ops.composites import in_dtype_of
from tapegrad.ops.index_paths import places
from tapegrad.ops.runtime import runtime
from tapegrad.tensor import ufunc_segments
from tapegrad.tensor.assignment import become, converted
from tapegrad.tensor.index_operands import INTEGERS, by_positions
from tapegrad.tensor.value import Value

Function = Callable[..., Any]
_REDUCTIONS: dict[Any, Function] = {
    np.add: reductions.sum_, np.multiply: reductions.prod, np.maximum: reductions.max_, np.minimum: reductions.min_,
}  # fmt: skip
_PLAIN_KEYWORDS = {"axis", "keepdims"}
_TRUTHS: dict[Any, Function] = {np.logical_and: decisions.all_, np.logical_or: decisions.any_}
_CUMULATIVE: dict[Any, Any] = {np.add: np.cumsum, np.multiply: np.cumprod}
_ASSOCIATIVE = (
    np.maximum, np.minimum, np.fmax, np.fmin, np.logaddexp, np.logaddexp2, np.hypot, np.logical_and, np.logical_or,
    np.logical_xor, np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.gcd, np.lcm, np.add, np.multiply,
)  # fmt: skip

_JOINED: dict[Any, Any] = {np.subtract: np.add, np.divide: np.multiply}  # what several operands in a row make one by


def call(ufunc: np.ufunc, function: Function, inputs: Any, keywords: dict[str, Any], name: str = "") -> Any:
    """Call a ufunc with NumPy's keywords; errors name it, or what calls it.

    Raises
    ------
    ArgumentError
        For a keyword that means nothing on Tensors.
    """
    name = name or ufunc.__name__
    targets, mask = keywords.pop("out", None), keywords.pop("where", True)
    for target in targets or ():
        if not (target is None or isinstance(target, Value)):
            runtime.write(target, None, name)  # refuses it, before others are written
    dtype, casting = keywords.pop("dtype", None), keywords.pop("casting", "same_kind")
    if keywords.pop("order", "K") not in ("K", "A", "C"):
        raise ArgumentError(f"{name}: expected order 'K', 'A' or 'C', for Tensors are laid out in C order.")
    keywords.pop("subok", None)  # a Tensor is of no subclass
    if dtype is not None:
        inputs = [_cast(x, np.dtype(dtype), casting, name) for x in inputs]
    elif casting != "same_kind":
        _refuse_casts(ufunc, inputs, casting)
    for keyword in set(keywords) & {"signature", "sig", "extobj"}:
        raise ArgumentError(f"{name}: {keyword}= is not supported. Use dtype=.")
    axes = keywords.pop("axes", None)
    result = function(*inputs, **keywords) if axes is None else _along(ufunc, function, inputs, axes, keywords)
    if dtype is not None and ufunc.nout == 1 and result.dtype != dtype:
        raise DtypeError(f"{name}: gives {result.dtype}, not {np.dtype(dtype)}. Convert the result with astype.")
    if targets is None and mask is not True and not _all_count(mask):
        raise ArgumentError(
            f"{name}: where= without out= leaves elements undefined. Pass out=, as a Tensor, or use np.where."
        )
    if targets is None:
        return result
    results = result if isinstance(result, tuple) else (result,)
    written = tuple(_written(t, r, mask, name, casting) for t, r in zip(targets, results, strict=True))
    return written if isinstance(result, tuple) else written[0]


def _all_count(mask: Any) -> bool:
    """Tell whether all elements count by a mask, so that none is undefined: a decision."""
    flags: Any = mask
    return isinstance(mask, (np.bool_, np.ndarray, Value)) and flags.dtype == bool and bool(flags.all())


def _refuse_casts(ufunc: np.ufunc, inputs: Any, casting: Any) -> None:
    """Refuse operands that a rule of casting does not let NumPy convert.

    Raises
    ------
    DtypeError
    """
    dtypes = [type(x) if type(x) in (int, float, complex) else runtime.as_tensor(x).dtype for x in inputs]
    try:
        ufunc.resolve_dtypes((*dtypes, *[None] * ufunc.nout), casting=casting)
    except TypeError as error:
        raise DtypeError(f"{ufunc.__name__}: {error}. Convert it with astype.") from None


def _along(ufunc: np.ufunc, function: Function, inputs: Any, axes: Any, keywords: dict[str, Any]) -> Any:
    """Call a function of vectors or matrices in stacks that lie along given axes, of each operand and of the result.

    Raises
    ------
    ArgumentError
        If axes are not those of each operand and, where it has some, of the result.
    """
    name, keepdims = ufunc.__name__, keywords.get("keepdims", False)
    operand_axes = [place if isinstance(place, tuple) else (place,) for place in axes]
    of_vectors = (ufunc.signature or "").endswith("->()")
    if ufunc.signature is None or len(operand_axes) not in (ufunc.nin + 1, *([ufunc.nin] if of_vectors else [])):
        raise ArgumentError(f"{name}: expected axes of each operand and of the result, got {axes!r}.")
    out = operand_axes.pop() if len(operand_axes) > ufunc.nin else operand_axes[-1] if keepdims else ()
    moved = [
        shape_ops.moveaxis(runtime.as_tensor(x, name), place, tuple(range(-len(place), 0)))
        for x, place in zip(inputs, operand_axes, strict=True)
    ]
    result = function(*moved, **keywords)
    return shape_ops.moveaxis(result, tuple(range(-len(out), 0)), out) if out else result


def _written(target: Any, result: Any, mask: Any, name: str, casting: str) -> Any:
    """Write a result where a mask holds; without a target, return the result as it is."""
    if target is None:
        return result
    result = converted(target, runtime.as_tensor(result), name, casting)
    if mask is not True:
        result = elementwise_ops.where(reductions.truth(mask, target.shape, name), result, target)
    return become(target, result, name)


def _cast(x: Any, dtype: np.dtype[Any], casting: Any, name: str) -> Any:
    """Return an operand in the dtype of a calculation.

    Raises
    ------
    DtypeError
        If NumPy would not convert it.
    """
    if type(x) in (int, float, complex, bool) or dtype.kind == "b":
        return x
    x = runtime.as_tensor(x, name)
    if not np.can_cast(x.dtype, dtype, casting):
        raise DtypeError(f"{name}: cannot take {x.dtype} as {dtype} by the rule {casting!r}. Convert it with astype.")
    return x.astype(dtype, copy=False)


# ------------------------------------------------------------------------------------------------- methods


def method(ufunc: np.ufunc, function: Function, name: str, inputs: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Call a method of a ufunc: `reduce`, `accumulate`, `reduceat`, `outer` or `at`.

    Raises
    ------
    ArgumentError
        If the ufunc does not have it, as NumPy's has not.
    """
    reduction = _REDUCTIONS.get(ufunc) if name == "reduce" else None
    if reduction is not None and keywords.keys() <= _PLAIN_KEYWORDS and getattr(inputs[0], "shape", None):
        return reduction(*inputs, **{"axis": 0, **keywords})
    shown = f"{ufunc.__name__}.{name}"
    if name == "at":
        return _at(ufunc, function, shown, *inputs, **keywords)
    if ufunc.nin != 2 or ufunc.nout != 1:
        raise ArgumentError(f"{shown}: expected a function of two arguments with one result. Call the function itself.")
    if name == "outer":
        x, y = (runtime.as_tensor(x, shown) for x in inputs)
        return call(ufunc, function, (x.reshape(x.shape + (1,) * y.ndim), y), keywords)
    x, *rest = inputs
    x, targets = runtime.as_tensor(x, shown), keywords.pop("out", None)
    if ufunc in _CUMULATIVE and targets is not None and isinstance(targets[0], Value):
        keywords = in_dtype_of(targets[0], x, keywords)
    _refuse_dtypes(ufunc, name, x.dtype, keywords)
    result = _METHODS[name](ufunc, function, x, *rest, **keywords)
    return result if targets is None or targets[0] is None else runtime.write(targets[0], result, shown)


def _refuse_dtypes(ufunc: np.ufunc, name: str, dtype: np.dtype[Any], keywords: dict[str, Any]) -> None:
    """Refuse dtypes for which NumPy's method has no loop.

    Raises
    ------
    DtypeError
    """
    options = {key: x for key, x in keywords.items() if key == "dtype" or (key == "initial" and np.isscalar(x))}
    if dtype.kind == "c" and options.get("dtype") is not None and np.dtype(options["dtype"]).kind != "c":
        return  # the conversion refuses to lose imaginary parts
    try:
        with np.errstate(all="ignore"):
            getattr(ufunc, name)(np.ones(2, dtype), *([0],) * (name == "reduceat"), **options)
    except TypeError as error:
        raise DtypeError(f"{ufunc.__name__}.{name}: {error}. Convert it with astype.") from None


def _reduce(
    ufunc: Any, function: Function, x: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False,
    initial: Any = np._NoValue, where: Any = True,
) -> Any:  # fmt: skip
    x = x if dtype is None else x.astype(dtype, copy=False)
    reduction = _REDUCTIONS.get(ufunc)
    if reduction is not None and not (initial is None and 0 in x.shape):
        more = {} if dtype is None or ufunc not in _CUMULATIVE else {"dtype": dtype}
        return reduction(x, axis, keepdims=keepdims, initial=initial, where=where, **more)
    if ufunc in _TRUTHS and initial is np._NoValue:
        return _TRUTHS[ufunc](x, axis, keepdims=keepdims, where=where)
    x = _in_result_dtype(ufunc, _truths(ufunc, x))
    name = f"{ufunc.__name__}.reduce"
    axes = reduced_axes(axis, x.ndim, name)
    if len(axes) > 1 and ufunc not in _ASSOCIATIVE:
        raise ArgumentError(f"{name}: the order of its operands matters, so one axis may be given, got {axis}.")
    shape = tuple(1 if d in axes else n for d, n in enumerate(x.shape))
    if where is not True:
        where = _in_front(shape_ops.broadcast_to(reductions.truth(where, x.shape, name), x.shape), axes)
    start = ufunc.identity if initial is np._NoValue and (where is not True or 0 in x.shape) else initial
    parts = _in_front(x, axes)
    if start is None or start is np._NoValue:
        if where is not True:
            raise ArgumentError(f"{name}: where= may select no element. Pass initial= too.")
        if not parts.shape[0]:
            raise ShapeError(f"{name}: an empty array has none (shape {x.shape}). Pass initial=.")
        result = _fold(ufunc, function, parts)
    else:
        result = shape_ops.broadcast_to(runtime.as_tensor(start), parts.shape[1:]).astype(x.dtype, copy=False)
        for k in range(parts.shape[0]):
            new = function(result, parts[k])
            result = new if where is True else elementwise_ops.where(where[k], new, result)
    return result.reshape(shape) if keepdims else result


def _in_result_dtype(ufunc: Any, x: Any) -> Any:
    """Return integers, also a single one, in the dtype that NumPy computes with, where that is a float."""
    if x.dtype.kind not in "biu" or ufunc in _REDUCTIONS or _is_logical(ufunc):
        return x
    dtype = _result_dtype(ufunc, x.dtype)
    return x.astype(without_half(dtype)) if dtype.kind == "f" else x


def _result_dtype(ufunc: np.ufunc, dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype of what a ufunc gives for two operands of one."""
    with np.errstate(all="ignore"):
        result: np.dtype[Any] = ufunc(*np.ones((2, 1), dtype)).dtype
    return result


def _truths(ufunc: Any, x: Any) -> Any:
    """Return the operands of a method: truth values for a logical function."""
    return x != 0 if _is_logical(ufunc) and x.dtype != bool else x


def _is_logical(ufunc: Any) -> bool:
    return bool(ufunc.__name__.startswith("logical_"))


def _in_front(x: Any, axes: tuple[int, ...]) -> Any:
    """Return an array with the axes laid out as one, in front of the others."""
    x = shape_ops.moveaxis(x, axes, range(len(axes)))
    return x.reshape((math.prod(x.shape[: len(axes)]), *x.shape[len(axes) :]))


def _fold(ufunc: Any, function: Function, parts: Any) -> Any:
    """Return the function of all parts along the first axis: by halves if it is associative; a copy of a single one."""
    if parts.shape[0] == 1:
        return parts[0].clone()
    if ufunc not in _ASSOCIATIVE:
        result = parts[0]
        for k in range(1, parts.shape[0]):
            result = function(result, parts[k])
        return result
    while (n := parts.shape[0]) > 1:
        half = n // 2
        pairs = function(parts[:half], parts[half : 2 * half])
        parts = shape_ops.concatenate([pairs, parts[2 * half :]]) if n % 2 else pairs
    return parts[0]


def _accumulate(ufunc: Any, function: Function, x: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    if not x.ndim:
        raise ShapeError(f"{ufunc.__name__}.accumulate: expected an array with dimensions, got shape ().")
    cumulative = find(dispatch_tables.functions, _CUMULATIVE[ufunc]) if ufunc in _CUMULATIVE else None
    if cumulative is not None:
        return cumulative(x, axis, dtype)
    x = x if dtype is None else x.astype(dtype, copy=False)
    name = f"{ufunc.__name__}.accumulate"
    axis = axis_of(no_flags(axis, name), x.ndim, name)
    parts, step = shape_ops.moveaxis(_in_result_dtype(ufunc, _truths(ufunc, x)), axis, 0), 1
    n = parts.shape[0]
    if ufunc in _ASSOCIATIVE:  # step by step, each result takes in twice as many elements
        while step < n:
            parts = shape_ops.concatenate([parts[:step], function(parts[:-step], parts[step:])])
            step *= 2
    elif n > 1:
        results = [parts[0]]
        for k in range(1, n):
            results.append(function(results[-1], parts[k]))
        parts = shape_ops.stack(results)
    return shape_ops.moveaxis(parts if n > 1 else parts.clone(), 0, axis)


def _reduceat(
    ufunc: Any, function: Function, x: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None
) -> Any:
    name = f"{ufunc.__name__}.reduceat"
    x = x if dtype is None else x.astype(dtype, copy=False)
    axis = axis_of(no_flags(axis, name), x.ndim, name)
    parts, n = shape_ops.moveaxis(x, axis, 0), x.shape[axis]
    data = runtime.differs(indices) and ufunc in _ASSOCIATIVE and n and indices.ndim == 1 and indices.size
    if data and bool(((indices >= 0) & (indices < n)).all()):
        parts = _truths(ufunc, parts)
        if ufunc in _CUMULATIVE and parts.dtype.kind not in "fc":
            parts = reductions.widened(parts, dtype)
        return shape_ops.moveaxis(ufunc_segments.reduced(function, parts, indices), 0, axis)
    starts = np.asarray(indices._decided() if isinstance(indices, Value) else indices, np.intp)
    if starts.size and not n:
        raise IndexingError(f"{name}: an axis without elements has no segments, got indices {starts.tolist()}.")
    if starts.ndim != 1:
        raise ShapeError(f"{name}: expected a vector of indices, got shape {starts.shape}.")
    if not np.all((starts >= 0) & (starts < n)):
        raise IndexingError(f"{name}: expected indices from 0 to {n - 1}, got {starts.tolist()}.")
    if not starts.size:
        return x[(slice(None),) * axis + (slice(0),)]
    lengths = np.maximum(np.append(starts[1:], n) - starts, 1)
    order, sums = np.argsort(lengths, kind="stable"), []
    for length in np.unique(lengths).tolist():  # the segments of one length are reduced together
        first = starts[lengths == length]
        rows = (
            parts[first[:, None] + np.arange(length)] if first.size > 1 else parts[first[0] : first[0] + length][None]
        )
        sums.append(_reduce(ufunc, function, rows, axis=1, dtype=dtype))
    if len(sums) == 1:
        return shape_ops.moveaxis(sums[0], 0, axis)
    places = np.empty_like(order)
    places[order] = np.arange(order.size)
    return shape_ops.moveaxis(shape_ops.concatenate(sums)[places], 0, axis)


def _at(ufunc: np.ufunc, function: Function, name: str, target: Any, index: Any, *operand: Any) -> None:
    """Change elements of a Tensor in place, as often as they are named."""
    if not isinstance(target, runtime.tensor):
        raise PlainDataError(
            f"{name}: a Tensor cannot be written into an ndarray. Make the array by np.zeros(shape, like=x)."
        )
    if ufunc in (np.add, np.subtract):
        (_, index), _ = by_positions((target, index), INTEGERS)
    index = indexing.normalise(index, target)
    if indexing.by_data(index):
        spot = indexing.spot(target.shape, index, name)
        if spot is not None and ufunc in (np.add, np.subtract) and target.dtype.kind in "fc":
            view, value = indexing.view(target, spot.basic), runtime.as_tensor(operand[0], name)
            value = value.astype(target.dtype, copy=False)
            become(view, spot.added(view, value if ufunc is np.add else -value), name)
            return
        if spot is not None and target.dtype.kind in "fciu" and any(map(runtime.differs, index)):
            view, values = indexing.view(target, spot.basic), [runtime.as_tensor(x, name) for x in operand]
            joint = _JOINED.get(ufunc, ufunc if ufunc in _ASSOCIATIVE and not _is_logical(ufunc) else None)
            one = function
            if (
                target.dtype.kind in "iu" and _result_dtype(ufunc, target.dtype).kind == "f"
            ):  # which is cut off each time
                joint, one = None, lambda *operands: function(*operands).astype(target.dtype)
            joined = None if joint is None else dispatch_tables.on_tensors(joint)
            become(view, ufunc_segments.changed(spot, view, one, joined, values), name)
            return
        index = indexing.decided(index)
    indexing.result_shape(target.shape, index, name)  # which refuses what is not there
    table = places(target.shape, index)
    parts = [shape_ops.broadcast_to(runtime.as_tensor(x, name), table.shape) for x in operand]
    if ufunc in (np.add, np.subtract) and target.dtype.kind in "fc":
        scattered = indexing.scatter_add(parts[0].astype(target.dtype, copy=False), shape=target.shape, index=index)
        become(target, function(target, scattered), name)
        return
    flat = table.ravel()
    parts = [x.reshape(-1) for x in parts]
    order = np.argsort(flat, kind="stable")
    first = np.searchsorted(flat[order], flat[order])
    times = np.empty(len(flat), np.intp)  # how often an element was named before
    times[order] = np.arange(len(flat)) - first
    for k in range(int(times.max(initial=-1)) + 1):
        now = np.flatnonzero(times == k)
        there = np.unravel_index(flat[now], target.shape)
        target[there] = function(target[there], *[x[now] for x in parts])


_METHODS: dict[str, Function] = {"reduce": _reduce, "accumulate": _accumulate, "reduceat": _reduceat}
runtime.ufunc = call
