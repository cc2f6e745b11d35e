"""Shape ops, which move elements: reshape, transpose, broadcast, flip, concatenate, astype.

All are linear, and the transpose of each is another op of the table.

Tests: tests/replay/test_compiled_ops.py, tests/custom/test_ops.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.dtypes import PARTS
from tapegrad.ops.arguments import axes_of, axis_of, integers, is_first, no_flags, reduced_axes
from tapegrad.ops.composites import cast, composite, decided, into
from tapegrad.ops.declare import Linear, Shape, by_name
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.kinds import Convert, Move
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime

Axis = int | Sequence[int]


def lines_along(x: AnyArray, axis: Any, function: str) -> tuple[Any, int]:
    """Return an array and a valid axis of it: flattened for None, and a single number as a vector, as NumPy has it."""
    axis = no_flags(axis, function)
    if axis is None or (not x.shape and is_first(axis)):
        return flattened(x), 0
    return x, axis_of(axis, len(x.shape), function)


# ------------------------------------------------------------------------------------------------- ops

reshape_op: Linear = Linear(
    name="reshape", kind=Move(ordered=True), batched=True, forward=lambda x, *, shape: x.reshape(shape),
    infer=lambda x, *, shape: shape, adjoints={"x": lambda g, x_shape: reshape_op(g, shape=x_shape)},
    samples=normal((((2, 3, 4),), {"shape": (6, 4)}), ((4,), {"shape": (2, 2)})),
    summary="The same elements, in C order, in another shape.",
)  # fmt: skip
transpose_op: Linear = Linear(
    name="transpose", kind=Move(),
    batched=lambda length, args, flags, axes: transpose_op(*args, axes=(0, *(a + 1 for a in axes))),
    forward=lambda x, *, axes: x.transpose(axes), infer=lambda x, *, axes: tuple(x[a] for a in axes),
    adjoints={"x": lambda g, axes: transpose_op(g, axes=tuple(np.argsort(axes).tolist()))},
    samples=normal((((2, 3, 4),), {"axes": (2, 0, 1)})), summary="Axes in another order.",
)  # fmt: skip


def sum_to(g: AnyArray, shape: Shape) -> Any:
    """Return the sum what broadcasting repeated: the transpose of broadcasting `shape` to the shape of g."""
    if g.shape == shape:
        return g
    extra = len(g.shape) - len(shape)
    axes = (*range(extra), *(extra + d for d, n in enumerate(shape) if n == 1 and g.shape[extra + d] != 1))
    if axes:
        g = by_name["sum"](g, axes=axes)
    return reshape_op(g, shape=shape) if g.shape != shape else g


def aligned(x: AnyArray, rank: int) -> AnyArray:
    """Return a batch whose members have so many dimensions."""
    return reshape_op(x, shape=(x.shape[0], *(1,) * (rank + 1 - len(x.shape)), *x.shape[1:]))


broadcast_to_op: Linear = Linear(
    name="broadcast_to", kind=Move(),
    batched=lambda length, args, flags, shape: broadcast_to_op(aligned(args[0], len(shape)), shape=(length, *shape)),
    forward=lambda x, *, shape: np.broadcast_to(x, shape), adjoints={"x": lambda g, x_shape: sum_to(g, x_shape)},
    samples=normal((((3, 1),), {"shape": (2, 3, 4)}), (((),), {"shape": (2,)})),
    summary="Repeat along new axes and axes of length 1.",
)  # fmt: skip
flip_op: Linear = Linear(
    name="flip", kind=Move(), batched=True, forward=lambda x, *, axes: np.flip(x, axes), infer=lambda x, *, axes: x,
    adjoints={"x": lambda g, axes: flip_op(g, axes=axes)},
    samples=normal((((2, 3),), {"axes": (1,)}), (((2, 3),), {"axes": (0, 1)})),
    summary="Elements in reverse order along axes.",
)  # fmt: skip


def spread(x: AnyArray, length: int) -> Any:
    """Return the same value for every member of a batch."""
    return broadcast_to_op(reshape_op(x, shape=(1, *x.shape)), shape=(length, *x.shape))


def _converted(x: Any, *, dtype: np.dtype[Any], source: np.dtype[Any]) -> np.ndarray:
    part = np.real(x) if source.kind == "c" and dtype.kind == "f" else np.asarray(x)
    return part.astype(dtype)


def _converted_pair(pairs: Any, form: Any, x: Any, *, dtype: np.dtype[Any], source: np.dtype[Any]) -> Any:
    if dtype.kind != "c":
        return x.re.converted(dtype)
    part = PARTS[dtype]
    if source.kind == "c":
        return pairs.pair(form, x.re.converted(part), x.im.converted(part))
    re = x.converted(part)
    return pairs.pair(form, re, re.constant(0.0), real=re)


astype: Linear = Linear(
    name="astype", kind=Convert(), batched=True, forward=_converted, infer=lambda x, *, dtype, source: x,
    adjoints={"x": lambda g, dtype, source: astype(g, dtype=source, source=dtype)},
    reference=lambda x, *, dtype, source: np.asarray(x).astype(dtype), paired=_converted_pair,
    summary="Another floating-point or complex dtype; the gradient is converted back. Of complex numbers to real ones: the real part.",
)  # fmt: skip


def _joined_parts(shapes: Sequence[Shape], *, axis: int) -> list[Any]:
    """Return where along `axis` each operand is in the result."""
    ends = [0, *accumulate(s[axis] for s in shapes)]
    return [(slice(None),) * axis + (slice(a, b),) for a, b in pairwise(ends)]


def _joined_shape(*shapes: Shape, axis: int) -> Shape:
    first, *others = shapes
    across = first[:axis], first[axis + 1 :]
    if any(len(s) != len(first) or (s[:axis], s[axis + 1 :]) != across for s in others):
        raise ShapeError(
            f"concatenate: expected arrays that differ along axis {axis} alone, got shapes {', '.join(map(str, shapes))}."
        )
    return (*across[0], sum(s[axis] for s in shapes), *across[1])


concatenate_op: Linear = Linear(
    name="concatenate", kind=Move(_joined_parts), batched=True, forward=lambda *args, axis: np.concatenate(args, axis), infer=_joined_shape,
    adjoints={"args": lambda g, k, shapes, axis: by_name["getitem"](g, index=_joined_parts(shapes, axis=axis)[k])},
    samples=normal((((2, 3), (2, 1), (2, 2)), {"axis": 1})), summary="Arrays one after the other along an axis.",
)  # fmt: skip


def _gather_batch(length: int, args: Any, flags: Any, shape: Shape) -> Any:
    columns = [x if f else spread(x, length) for x, f in zip(args, flags, strict=True)]
    return reshape_op(
        concatenate_op(*[reshape_op(x, shape=(length, 1)) for x in columns], axis=1), shape=(length, *shape)
    )


def _places(shapes: Sequence[Shape], *, shape: Shape) -> list[Any]:
    """Return where each value is in the result."""
    if math.prod(shape) != len(shapes):  # places of a shape from a file may be more than memory holds
        raise ShapeError(f"stack: expected as many values as shape {shape} has, got {len(shapes)}.")
    return list(np.ndindex(shape))


stack_op = Linear(
    name="stack", kind=Move(_places), batched=_gather_batch,
    forward=lambda *args, shape: np.array([np.asarray(a).reshape(())[()] for a in args]).reshape(shape),
    infer=lambda *args, shape: shape,
    adjoints={"args": lambda g, k, shapes, shape: reshape_op(reshape_op(g, shape=(math.prod(shape),))[k], shape=shapes[k])},
    reference=lambda *args, shape: np.array(args).reshape(shape),
    samples=lambda rng: [(tuple(rng.normal(size=4)), {"shape": (2, 2)})], summary="An array of single values.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


@composite(
    np.reshape,
    normal(
        (((2, 6),), {"shape": (3, -1)}), (((4,),), {"shape": 4}), (((2, 3, 2),), {"shape": (3, -1), "order": "F"}),
        (((2, 3),), {"shape": 6, "copy": True}),
    ),
)  # fmt: skip
def reshape(x: Tensor, shape: Any = None, order: str = "C", *, copy: bool | None = None) -> Tensor:
    """Give the same elements another shape; one length may be -1. The result is a view, unless `copy` is True.

    In the order "F" the first index runs fastest.
    """
    if _order_of(order, "reshape") == "F":
        if copy is False:
            raise ArgumentError("reshape: the order 'F' needs a copy. Leave copy=False out.")
        return transpose(reshape(transpose(x), integers(shape)[::-1], copy=copy))
    size = math.prod(x.shape)
    lengths = integers(shape)
    if lengths.count(-1) == 1:
        others = math.prod(n for n in lengths if n != -1)
        if others and size % others == 0:
            lengths = tuple(size // others if n == -1 else n for n in lengths)
    if math.prod(lengths) != size or any(n < 0 for n in lengths):
        raise ShapeError(f"reshape: an array of shape {x.shape} does not fit into shape {shape}.")
    if copy:
        return reshape_op(x, shape=lengths)
    result = x.view_of(reshape_op, {"shape": lengths})
    if copy is False and not np.may_share_memory(result, x):
        raise ArgumentError(
            "reshape: expected copy None or True, got False. The layout of these elements does not fit the shape."
        )
    return result


def _order_of(order: str | None, function: str) -> str:
    """Return "C", also for None, or "F".

    Raises
    ------
    ArgumentError
        For an order that depends on how an array lies in memory.
    """
    if order not in ("C", "F", "c", "f", None):
        raise ArgumentError(
            f"{function}: expected order 'C' or 'F', got {order!r}. Tensors have no other one in memory."
        )
    return "C" if order is None else order.upper()


@composite(np.ravel, normal((((2, 3),), {}), (((2, 3, 2),), {"order": "F"})))
def ravel(x: Tensor, order: str = "C") -> Tensor:
    """Lay all elements out in one dimension: a view of elements that lie in this order without gaps, else a copy."""
    if _order_of(order, "ravel") == "F":
        x = transpose(x)
    shape = (math.prod(x.shape),)
    return x.view_of(reshape_op, {"shape": shape}) if x._is_contiguous() else reshape_op(x, shape=shape)


def flattened(x: AnyArray) -> AnyArray:
    """Return one dimension: the array itself if it has no other."""
    return x if len(x.shape) == 1 else ravel(x)


@composite(np.transpose, normal((((2, 3, 4),), {}), (((2, 3, 4),), {"axes": (1, 0, 2)})))
def transpose(x: Tensor, axes: Any = None) -> Tensor:
    """Reorder axes, in reverse by default."""
    ndim = len(x.shape)
    order = tuple(range(ndim))[::-1] if axes is None else axes_of(no_flags(tuple(axes), "transpose"), ndim, "transpose")
    if len(order) != ndim:
        raise ArgumentError(f"transpose: expected {ndim} axes, got {axes}.")
    return x.view_of(transpose_op, {"axes": order})


@composite(np.matrix_transpose, normal((((2, 3, 4),), {})))
def matrix_transpose(x: Tensor) -> Tensor:
    """Exchange the last two axes."""
    if len(x.shape) < 2:
        raise ShapeError(
            f"matrix_transpose: expected two dimensions or more, got shape {x.shape}. For a row or column use x[None] or "
            "x[:, None]."
        )
    return swapaxes(x, -1, -2)


@composite(np.swapaxes, normal((((2, 3, 4),), {"axis1": 0, "axis2": 2})))
def swapaxes(x: Tensor, axis1: int, axis2: int) -> Tensor:
    """Exchange two axes."""
    ndim = len(x.shape)
    a, b = axis_of(axis1, ndim, "swapaxes"), axis_of(axis2, ndim, "swapaxes")
    order = list(range(ndim))
    order[a], order[b] = b, a
    return x.view_of(transpose_op, {"axes": tuple(order)})


@composite(np.moveaxis, normal((((2, 3, 4),), {"source": 0, "destination": -1})))
def moveaxis(x: Tensor, source: Axis, destination: Axis) -> Any:
    """Move axes to other positions, the rest in order."""
    ndim = len(x.shape)
    origin, target = axes_of(source, ndim, "moveaxis"), axes_of(destination, ndim, "moveaxis")
    if len(origin) != len(target):
        raise ArgumentError(f"moveaxis: {len(origin)} axes do not fit {len(target)} places.")
    order = [a for a in range(ndim) if a not in origin]
    for place, axis in sorted(zip(target, origin, strict=True)):
        order.insert(place, axis)
    return x.view_of(transpose_op, {"axes": tuple(order)})


@composite(np.expand_dims, normal((((2, 3),), {"axis": 1}), (((2, 3),), {"axis": (0, -1)})))
def expand_dims(x: Tensor, axis: Axis) -> Tensor:
    """Insert axes of length 1."""
    count = len(integers(axis))
    new = axes_of(axis, len(x.shape) + count, "expand_dims")
    rest = iter(x.shape)
    shape = tuple(1 if d in new else next(rest) for d in range(len(x.shape) + count))
    return x.view_of(reshape_op, {"shape": shape})


@composite(np.squeeze, normal((((2, 1, 3, 1),), {}), (((2, 1, 3, 1),), {"axis": 1})))
def squeeze(x: Tensor, axis: Axis | None = None) -> Tensor:
    """Remove axes of length 1."""
    axes = reduced_axes(axis, len(x.shape), "squeeze")
    if axis is not None and any(x.shape[d] != 1 for d in axes):
        raise ShapeError(f"squeeze: axis {axis} of shape {x.shape} does not have length 1.")
    return x.view_of(reshape_op, {"shape": tuple(n for d, n in enumerate(x.shape) if n != 1 or d not in axes)})


@composite(np.broadcast_to, normal((((3, 1),), {"shape": (2, 3, 4)})))
def broadcast_to(x: Tensor, shape: Any, subok: bool = False) -> Any:
    """Repeat along new axes and axes of length 1; a view that cannot be written to. A Tensor is of no subclass."""
    return x.view_of(broadcast_to_op, {"shape": integers(shape)})


@composite(np.flip, normal((((2, 3),), {}), (((2, 3),), {"axis": -1})))
def flip(x: Tensor, axis: Axis | None = None) -> Tensor:
    """Reverse the order of elements along axes, all by default."""
    return x.view_of(flip_op, {"axes": axes_of(axis, len(x.shape), "flip")})


@composite(
    np.concatenate,
    normal((([(2, 3), (1, 3)],), {}), (([(2, 3), 2],), {"axis": None})), of_array=False, out=None,
)  # fmt: skip
def concatenate(
    arrays: Any, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Tensor:
    """Join arrays along an axis (flattened for None)."""
    if out is not None:
        return into(
            out,
            dtype,
            lambda result_dtype: concatenate(arrays, axis, dtype=result_dtype, casting=casting),
            "concatenate",
        )
    parts = cast(arrays, dtype, casting, "concatenate")
    if not parts:
        raise ArgumentError("concatenate: expected at least one array, got none.")
    if axis is None:
        if dtype is None and isinstance(arrays, (list, tuple)):  # numbers of Python's give way then, as NumPy has it
            number = (int, float, complex, runtime.tensor)
            dtypes = [
                runtime.dtype_of(a) if isinstance(a, number) else p.dtype for a, p in zip(arrays, parts, strict=True)
            ]
            parts = [p.astype(np.result_type(*dtypes), copy=False) for p in parts]
        parts, axis = [ravel(p) for p in parts], 0
    if any(len(p.shape) == 0 for p in parts):
        raise ShapeError("concatenate: arrays of zero dimensions cannot be concatenated. Use stack.")
    return concatenate_op(*parts, axis=axis_of(no_flags(axis, "concatenate"), len(parts[0].shape), "concatenate"))


@composite(np.stack, normal((([3, 3],), {"axis": 1}), (([None, None],), {})), of_array=False, out=None)
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Tensor:
    """Join arrays of one shape along a new axis."""
    if out is not None:
        return into(out, dtype, lambda result_dtype: stack(arrays, axis, dtype=result_dtype, casting=casting), "stack")
    parts = cast(arrays, dtype, casting, "stack")
    if not parts:
        raise ArgumentError("stack: expected at least one array, got none.")
    if any(p.shape != parts[0].shape for p in parts):
        raise ShapeError(f"stack: expected arrays of one shape, got {', '.join(str(p.shape) for p in parts)}.")
    axis = axis_of(axis, len(parts[0].shape) + 1, "stack")
    if parts[0].shape == ():
        return stack_op(*parts, shape=(len(parts),))
    return concatenate([expand_dims(p, axis) for p in parts], axis)


@composite(
    np.split,
    normal((((6, 2),), {"indices_or_sections": 3}), (((2, 7),), {"indices_or_sections": [2, 3, 9], "axis": 1})),
)
def split(x: Tensor, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Split an array along an axis: into equal parts, or between given indices."""
    return parted(x, indices_or_sections, axis, "split")


def parted(x: AnyArray, indices_or_sections: Any, axis: int, function: str) -> list[Any]:
    """Return the parts of an array; errors name a function."""
    axis = axis_of(axis, len(x.shape), function)
    n, indices_or_sections = x.shape[axis], decided(indices_or_sections)
    if np.ndim(indices_or_sections) == 0:
        sections = operator.index(indices_or_sections)
        if sections <= 0:
            raise ShapeError(f"{function}: expected a positive number of parts, got {sections}.")
        if n % sections:
            raise ShapeError(f"{function}: length {n} does not divide into {sections} equal parts.")
        ends = [k * (n // sections) for k in range(sections + 1)]
    else:
        ends = [0, *integers(indices_or_sections), n]
    before = (slice(None),) * axis
    return [x[(*before, slice(a, b))] for a, b in pairwise(ends)]


@composite(np.roll, normal((((3, 4),), {"shift": 2}), (((3, 4),), {"shift": -1, "axis": 1})))
def roll(x: Tensor, shift: Any, axis: Any = None) -> Tensor:
    """Move elements round along axes."""
    if axis is None:
        return reshape(roll(ravel(x), shift, 0), x.shape)
    axes = integers(axis)
    shifts = [int(s) for s in (shift if isinstance(shift, (tuple, list)) or np.ndim(shift) else [shift])]
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        raise ArgumentError(f"roll: {len(shifts)} shifts do not fit {len(axes)} axes.")
    for a, s in np.broadcast(axes, shifts):
        a = axis_of(a, len(x.shape), "roll")
        n = x.shape[a]
        if n and s % n:
            before = (slice(None),) * a
            x = concatenate([x[(*before, slice(n - s % n, None))], x[(*before, slice(0, n - s % n))]], a)
    return x.clone()


@composite(np.tile, normal((((2, 3),), {"reps": (2, 1, 2)}), (((3,),), {"reps": 2})))
def tile(x: Tensor, reps: Any) -> Tensor:
    """Repeat an array as a whole along each axis."""
    counts = integers(reps)
    ndim = max(len(counts), len(x.shape))
    counts = (1,) * (ndim - len(counts)) + counts
    shape = (1,) * (ndim - len(x.shape)) + x.shape
    doubled = reshape(x, tuple(m for n in shape for m in (1, n)))
    wide = broadcast_to_op(doubled, shape=tuple(m for c, n in zip(counts, shape, strict=True) for m in (c, n)))
    return reshape_op(wide, shape=tuple(c * n for c, n in zip(counts, shape, strict=True)))


@composite(np.repeat, normal((((2, 3),), {"repeats": 2}), (((2, 3),), {"repeats": [1, 2, 0], "axis": 1})))
def repeat(x: Tensor, repeats: Any, axis: Any = None) -> Tensor:
    """Repeat each element along an axis (flattened for None)."""
    x, axis = lines_along(x, axis, "repeat")
    if runtime.differs(repeats) and repeats.shape == (x.shape[axis],) and bool((repeats >= 0).all()):
        total = int(np.sum(repeats))  # which decides the shape
        return x[(slice(None),) * axis + (np.searchsorted(np.cumsum(repeats), np.arange(total), "right"),)]
    repeats = decided(repeats)
    try:
        index = np.repeat(np.arange(x.shape[axis]), repeats)
    except ValueError as error:
        raise ShapeError(f"repeat: {error}.") from None
    return x[(slice(None),) * axis + (index,)]


@composite(np.diag, normal((((3,),), {}), (((3, 4),), {"k": 1}), (((2,),), {"k": -1})))
def diag(x: Tensor, k: int = 0) -> Tensor:
    """Return the diagonal of a matrix, or the matrix of a diagonal."""
    if len(x.shape) == 2:
        return diagonal(x, k)
    if len(x.shape) != 1:
        raise ShapeError(f"diag: expected a vector or a matrix, got shape {x.shape}.")
    k = operator.index(k)
    n = x.shape[0] + abs(k)
    rows = np.arange(x.shape[0]) + max(-k, 0)
    return by_name["scatter_add"](x, shape=(n, n), index=(rows, rows + k))


@composite(np.diagonal, normal((((3, 4),), {"offset": -1}), (((2, 3, 4),), {"axis1": 1, "axis2": 2})))
def diagonal(x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Return diagonals of the matrices that two axes span, as a last axis; a view that cannot be written to."""
    ndim = len(x.shape)
    a, b = axis_of(axis1, ndim, "diagonal"), axis_of(axis2, ndim, "diagonal")
    if a == b:
        raise ArgumentError("diagonal: axis1 and axis2 must differ.")
    offset = operator.index(offset)
    if (a, b) != (ndim - 2, ndim - 1):
        x = moveaxis(x, (a, b), (-2, -1))
    length = max(min(x.shape[-2] - max(-offset, 0), x.shape[-1] - max(offset, 0)), 0)
    rows = np.arange(length) + max(-offset, 0)
    return x.view_of(by_name["getitem"], {"index": (..., rows, rows + offset)})


def _below(x: AnyArray, k: Any, function: str) -> np.ndarray:
    """Tell which elements of matrices, or of the matrix whose rows are all one vector, are below a diagonal."""
    if not x.shape:
        raise ShapeError(f"{function}: expected one dimension or more, got a number.")
    return np.tri(*x.shape[-2:], k=k, dtype=bool)  # type: ignore[call-overload]


@composite(np.tril, normal((((3, 4),), {}), (((2, 3, 3),), {"k": -1})))
def tril(x: Tensor, k: int = 0) -> Tensor:
    """Return the lower triangle; zeros above diagonal k."""
    return where(_below(x, decided(k), "tril"), x, np.zeros((), x.dtype))


@composite(np.triu, normal((((3, 4),), {}), (((2, 3, 3),), {"k": 1})))
def triu(x: Tensor, k: int = 0) -> Any:
    """Return the upper triangle; zeros below diagonal k."""
    return where(_below(x, decided(k) - 1, "triu"), np.zeros((), x.dtype), x)


@composite(np.trace, normal((((3, 4),), {}), (((3, 3),), {"offset": 1}), (((2, 3, 2),), {"axis1": 2})))
def trace(x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Tensor:
    """Return the sum of a diagonal."""
    return diagonal(x, offset, axis1, axis2).sum(axis=-1, dtype=dtype)
