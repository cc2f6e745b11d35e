"""Gather and scatter: reads and writes of elements at positions that are data in a trace.

An index there may be an input or be computed, so it is an operand, and its bounds are checked in every replay. Three ops
do all of NumPy's advanced indexing: rows along the first axis are read (`gather`), added to (`scatter`) and replaced
(`put`). Several integer arrays become one (`offsets`); axes are exchanged and slices taken by other ops.

Tests: tests/ops/test_indexing.py, tests/ops/test_batched.py, tests/ops/test_integers.py
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import IndexingError, ShapeError
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import I8
from tapegrad.ops.declare import Constant, General, Shape, by_name
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.kinds import Gather, Last, Offsets, Put, Scatter
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op, spread, transpose_op

if TYPE_CHECKING:
    from tapegrad.ops.kinds import call
else:  # which batches need
    (call,) = modules_later("tapegrad.ops.kinds.call")


def are_within(index: np.ndarray, count: int) -> bool:
    """Tell whether int64 positions are those of an axis of a length; negative ones count from its end."""
    if not index.size or int(index.view(np.uint64).max()) < count:  # where negative ones are the largest
        return True
    return bool(index.min() >= -count and index.max() < count)


def _checked(index: Any, count: int) -> np.ndarray:
    """Return positions counted from the front.

    Raises
    ------
    IndexingError
        If there is one that an axis of this length does not have.
    """
    index = np.asarray(index)
    if index.size and index.min() >= 0 and index.max() < count:
        return index.astype(np.intp, copy=False)
    outside = (index < -count) | (index >= count)
    if outside.any():
        bad = index[outside].reshape(-1)[0]
        raise IndexingError(f"index {bad} is out of bounds for an axis of length {count}.")
    return np.where(index < 0, index + count, index).astype(np.intp)


def _scattered(g: np.ndarray, i: np.ndarray, *, length: int) -> np.ndarray:
    i = _checked(i, length)
    rows = g.shape[np.ndim(i) :]
    target = np.zeros((length, *rows), g.dtype)
    width = math.prod(rows)
    if width:  # one element after the other, which NumPy adds several times as fast as rows
        places = i.reshape(-1, 1) * width + np.arange(width) if width != 1 else i
        np.add.at(target.reshape(-1), places.reshape(-1), g.reshape(-1))
    return target


def _replaced(x: np.ndarray, i: np.ndarray, v: np.ndarray) -> np.ndarray:
    target = np.array(x)
    target[_checked(i, len(x))] = v
    return target


def _last(i: np.ndarray, *, length: int) -> np.ndarray:
    i = _checked(i, length)
    order, last = np.arange(i.size).reshape(i.shape), np.zeros(length, np.intp)
    for place, number in zip(i.ravel(), order.ravel(), strict=True):
        last[place] = number
    return np.asarray(last[i] == order)


def _offsets(*args: np.ndarray, lengths: Shape) -> np.ndarray:
    total = np.zeros((), np.int64)
    for i, n in zip(args, lengths, strict=True):
        total = total * n + _checked(i, n)
    return np.asarray(total, np.int64)


# ------------------------------------------------------------------------------------------------- batches


def _in_batch(i: AnyArray, length: int, count: int) -> AnyArray:
    """Return the positions of each instance among the rows of all instances, one after the other."""
    instance = np.arange(length).reshape(length, *(1,) * (len(i.shape) - 1))
    return offsets(np.broadcast_to(instance, i.shape), i, lengths=(length, count))


def _behind(x: AnyArray, rank: int) -> AnyArray:
    """Move a batch axis behind the next axes."""
    axes = (*range(1, rank + 1), 0, *range(rank + 1, len(x.shape)))
    return transpose_op(x, axes=axes) if rank else x


def _in_front(x: AnyArray, rank: int) -> AnyArray:
    """Move the axis after the first ones to the front."""
    axes = (rank, *range(rank), *range(rank + 1, len(x.shape)))
    return transpose_op(x, axes=axes) if rank else x


def _gather_batch(length: int, args: Any, flags: Any) -> AnyArray:
    (x, i), (of_x, of_i) = args, flags
    if not of_x:
        return gather(x, i)
    if not of_i:
        return _in_front(gather(_behind(x, 1), i), len(i.shape))
    count = x.shape[1]
    return gather(reshape_op(x, shape=(length * count, *x.shape[2:])), _in_batch(i, length, count))


def _scatter_batch(batch: int, args: Any, flags: Any, length: int) -> AnyArray:
    (g, i), (of_g, of_i) = args, flags
    if not of_i:
        return _in_front(scatter(_behind(g, len(i.shape)), i, length=length), 1)
    g = g if of_g else spread(g, batch)
    sums = scatter(g, _in_batch(i, batch, length), length=batch * length)
    return reshape_op(sums, shape=(batch, length, *sums.shape[1:]))


def _put_batch(length: int, args: Any, flags: Any) -> Any:
    x, i, v = (a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True))
    count = x.shape[1]
    rows = reshape_op(x, shape=(length * count, *x.shape[2:]))
    return reshape_op(put(rows, _in_batch(i, length, count), v), shape=x.shape)


def _last_batch(batch: int, args: Any, flags: Any, length: int) -> AnyArray:
    return last(_in_batch(args[0], batch, length), length=batch * length)


def _offsets_batch(batch: int, args: Any, flags: Any, lengths: Shape) -> Any:
    return offsets(*call.in_front_of_stacks((0,) * len(args), batch, args, flags), lengths=lengths)


# ------------------------------------------------------------------------------------------------- ops


def _common_shape(*shapes: Shape, lengths: Shape) -> Shape:
    with contextlib.suppress(ValueError):
        if len(shapes) == len(lengths):
            return np.broadcast_shapes(*shapes)
    raise ShapeError(f"offsets: expected indices that broadcast, one for each length, got shapes {shapes}.")


def _gather_shape(x: Shape, i: Shape) -> Shape:
    if not x:
        raise ShapeError("gather: expected an array with rows, got shape ().")
    return (*i, *x[1:])


def _put_shape(x: Shape, i: Shape, v: Shape) -> Shape:
    if not x or v != (*i, *x[1:]):
        raise ShapeError(f"put_rows: values of shape {v} do not fit indices of shape {i} into shape {x}.")
    return x


def _scatter_shape(g: Shape, i: Shape, *, length: int) -> Shape:
    if g[: len(i)] != i:
        raise ShapeError(f"scatter: values of shape {g} do not fit indices of shape {i}.")
    return length, *g[len(i) :]


def _written_adjoint(g: AnyArray, i: AnyArray, count: int) -> AnyArray:
    """Return the adjoint of written values: 0 for those that others were written over."""
    stays = reshape_op(last(i, length=count), shape=(*i.shape, *(1,) * (len(g.shape) - 1)))
    return where(stays, gather(g, i), np.zeros((), g.dtype))


def _moved(op: Callable[..., General], k: int) -> Callable[..., Any]:
    """Return the tangent of what is linear in operand k, beside the integers."""

    def tangent(args: Any, tangents: Any, **static: Any) -> Any:
        return op()(*[tangents[k] if j == k else a for j, a in enumerate(args)], **static)

    return tangent


def _by_parts(op: Callable[..., General]) -> Callable[..., Any]:
    """Return what an op is on complex numbers that are taken apart: the same on either part."""
    return lambda pairs, form, *args, **static: pairs.by_part(op(), args, form, static)


def _put_tangent(args: Any, tangents: Any) -> Any:
    x, i, v = args
    dx, _, dv = tangents
    dtype = (dx if dx is not None else dv).dtype
    return put(np.zeros(x.shape, dtype) if dx is None else dx, i, np.zeros(v.shape, dtype) if dv is None else dv)


def _samples(values: Sequence[Shape], count: int, shape: Shape, **static: Any) -> Callable[..., list[Any]]:
    """Return calls with random integers beside arrays; the integers come second."""

    def samples(rng: np.random.Generator) -> list[Any]:
        arrays: list[Any] = [rng.normal(size=s) for s in values]
        return [((*arrays[:1], rng.integers(-count, count, shape), *arrays[1:]), static)]

    return samples


gather: General = General(
    name="gather", takes_complex=True, paired=_by_parts(lambda: gather), kind=Gather(), integers=frozenset({"i"}), batched=_gather_batch, tangent=_moved(lambda: gather, 0),
    forward=lambda x, i: np.asarray(x)[_checked(i, len(x))], infer=_gather_shape, bounds=lambda x, i: (None, x[0]),
    adjoints={"x": lambda g, i, x_shape: scatter(g, i, length=x_shape[0]), "i": None},
    reference=lambda x, i: np.take(x, i, 0), samples=_samples([(3, 2)], 3, (2, 2)),
    summary="Rows at positions that are data: `x[i]` in a recording that is replayed with other integers.",
)  # fmt: skip
scatter: General = General(
    name="scatter", takes_complex=True, paired=_by_parts(lambda: scatter), kind=Scatter(), integers=frozenset({"i"}), batched=_scatter_batch, may_fail=False,
    tangent=_moved(lambda: scatter, 0), forward=_scattered, infer=_scatter_shape, bounds=lambda g, i, *, length: (None, length),
    adjoints={"g": lambda g, i: gather(g, i), "i": None},
    reference=lambda g, i, *, length: np.tensordot(np.eye(length, dtype=g.dtype)[i], g, ([*range(i.ndim)], [*range(i.ndim)])),
    samples=_samples([(4, 2)], 3, (4,), length=3),
    summary="Zeros with rows added at positions that are data: the transpose of `gather`.",
)  # fmt: skip
put: General = General(
    name="put_rows", takes_complex=True, paired=_by_parts(lambda: put), kind=Put(), integers=frozenset({"i"}), batched=_put_batch, tangent=_put_tangent,
    forward=_replaced, infer=_put_shape, bounds=lambda x, i, v: (None, x[0], None),
    adjoints={
        "x": lambda g, i: put(g, i, np.zeros((*i.shape, *g.shape[1:]), g.dtype)), "i": None,
        "v": lambda g, i, x_shape: _written_adjoint(g, i, x_shape[0]),
    },
    reference=lambda x, i, v: np.array([next((row for k, row in list(zip(i % len(x), v, strict=True))[::-1] if k == place), old) for place, old in enumerate(x)]),
    samples=_samples([(3, 2), (4, 2)], 3, (4,)),
    summary="The array with other rows at positions that are data; of several at one position the last one stays.",
)  # fmt: skip
last = Constant(
    name="last_writes", kind=Last(), integers=frozenset({"i"}), batched=_last_batch, may_fail=False, forward=_last,
    infer=lambda i, *, length: i, samples=lambda rng: [((rng.integers(-3, 3, (2, 3)),), {"length": 3})],
    reference=lambda i, *, length: np.array([k not in (i % length).ravel()[n + 1 :] for n, k in enumerate((i % length).ravel())]).reshape(i.shape),
    summary="Which elements of an index name a position that none after them names.",
)  # fmt: skip
offsets = Constant(
    name="offsets", kind=Offsets(), integers=frozenset({"args"}), batched=_offsets_batch, may_fail=True, forward=_offsets,
    infer=_common_shape, bounds=lambda *shapes, lengths: lengths, reference=lambda *args, lengths: np.ravel_multi_index(np.broadcast_arrays(*[i % n for i, n in zip(args, lengths, strict=True)]), lengths),
    samples=lambda rng: [
        ((rng.integers(-3, 3, n), rng.integers(-2, 2, 4)), {"lengths": (3, 2)}) for n in (4, (3, 1))
    ],
    summary="Where indices along several axes lead to in C order.",
)  # fmt: skip


def places_of(mask: AnyArray) -> list[Any]:
    """Return the positions along each axis where a mask holds that differs between replays: their number is a decision,
    and they are data.
    """
    shape, size = mask.shape, math.prod(mask.shape)
    flat = (reshape_op(mask, shape=(size,)) if len(shape) != 1 else mask).astype(np.float64)
    count = int(by_name["sum_all"](flat))
    if not count:
        return [np.zeros(0, np.intp) for _ in shape]
    rank = by_name["cumsum"](flat, axis=0)
    chosen = (flat > 0.0) & (rank <= count)  # more of them fail the guard, and must not be written
    slot = runtime.numbers(where(chosen, rank - 1.0, float(count)), I8)
    place = put(np.zeros(count + 1), slot, np.arange(size, dtype=float))
    place, indices = runtime.numbers(place[:count], I8), []
    for n in shape[:0:-1]:
        indices.append(place % n)
        place = place // n
    return [place, *indices[::-1]]


# ------------------------------------------------------------------------------------------------- NumPy's indices


class Spot:
    """Where an index with integers that are data leads to: rows of a rearranged array.

    Attributes
    ----------
    basic : tuple
        What is taken first, a view: slices, None and integers.
    lengths : tuple of int
        Of the axes that the integers are of, in the view.
    axes : tuple of int
        The view's, with those in front.
    index : Tensor or array
        The positions along these, in C order.
    back : tuple of int
        The axes of the rows that were read, as NumPy orders them.
    shape : tuple of int
        Of what is read, as NumPy orders it.
    """

    def __init__(self, shape: Shape, parts: tuple[Any, ...]) -> None:
        parts = _expanded(parts, len(shape))
        arrays = [k for k, p in enumerate(parts) if _is_array(p)]
        advanced = [k for k, p in enumerate(parts) if _is_array(p) or isinstance(p, (int, np.integer))]
        together = advanced[-1] - advanced[0] == len(advanced) - 1
        self.basic = tuple(slice(None) if k in arrays else p for k, p in enumerate(parts))
        dims = [k for k, p in enumerate(parts) if k in arrays or not isinstance(p, (int, np.integer))]
        view = np.broadcast_to(np.empty((), np.int8), shape)[self.basic].shape
        positions = [dims.index(k) for k in arrays]
        others = [d for d in range(len(view)) if d not in positions]
        self.axes = (*positions, *others)
        self.lengths = tuple(view[d] for d in positions)
        self.rest = tuple(view[d] for d in others)
        before = sum(k < advanced[0] for k in dims if k not in arrays) if together else 0
        common = np.broadcast_shapes(*(parts[k].shape for k in arrays))
        indices = [parts[k] for k in arrays]
        self.index = indices[0] if len(indices) == 1 else offsets(*indices, lengths=self.lengths)
        n, m = len(common), len(others)
        self.back = (*range(n, n + before), *range(n), *range(n + before, n + m))
        self.rows = (*common, *self.rest)
        self.shape = tuple(self.rows[d] for d in self.back)

    def rearranged(self, view: AnyArray) -> AnyArray:
        """Return the view with the positions' axes in front, made one."""
        moved = transpose_op(view, axes=self.axes) if self.axes != tuple(range(len(self.axes))) else view
        return moved if len(self.lengths) == 1 else reshape_op(moved, shape=(math.prod(self.lengths), *self.rest))

    def put_back(self, rows: AnyArray) -> AnyArray:
        """Return what `rearranged` was made of."""
        unfolded = rows if len(self.lengths) == 1 else reshape_op(rows, shape=(*self.lengths, *self.rest))
        return _moved_back(unfolded, self.axes)

    def read(self, view: Any) -> AnyArray:
        """Return what NumPy reads."""
        rows = gather(self.rearranged(view), self.index)
        return transpose_op(rows, axes=self.back) if self.back != tuple(range(len(self.back))) else rows

    def values(self, value: AnyArray) -> Any:
        """Return values, of a shape that NumPy broadcasts to `shape`, as rows.

        Raises
        ------
        ShapeError
            If it does not.
        """
        shape = value.shape
        while len(shape) > len(self.shape) and shape[0] == 1:
            shape = shape[1:]
        try:
            fits = np.broadcast_shapes(shape, self.shape) == self.shape
        except ValueError:
            fits = False
        if not fits:
            raise ShapeError(f"assignment: a value of shape {value.shape} does not fit a target of shape {self.shape}.")
        value = reshape_op(value, shape=shape) if shape != value.shape else value
        value = broadcast_to_op(value, shape=self.shape) if shape != self.shape else value
        return _moved_back(value, self.back)

    def written(self, view: Any, value: Tensor) -> Any:
        """Return the view with values written to it."""
        return self.put_back(put(self.rearranged(view), self.index, self.values(value)))

    def added(self, view: AnyArray, value: Tensor) -> Any:
        """Return the view with values added to it, as often as an element is named."""
        count = math.prod(self.lengths)
        return view + self.put_back(scatter(self.values(value), self.index, length=count))


def _moved_back(x: AnyArray, axes: Sequence[int]) -> AnyArray:
    """Return what was transposed to these axes."""
    if [*axes] == [*range(len(axes))]:
        return x
    return transpose_op(x, axes=tuple(sorted(range(len(axes)), key=axes.__getitem__)))


def _is_array(part: Any) -> bool:
    return isinstance(part, (np.ndarray, runtime.tensor))


def _expanded(parts: tuple[Any, ...], rank: int) -> tuple[Any, ...]:
    """Return an index with masks as positions, and all axes named."""
    index: list[Any] = []
    for p in parts:
        index += np.nonzero(p) if isinstance(p, np.ndarray) and p.dtype == np.bool_ else [p]
    named = sum(p is not None and p is not Ellipsis for p in index)
    dots = next((k for k, p in enumerate(index) if p is Ellipsis), len(index))
    return (*index[:dots], *[slice(None)] * (rank - named), *index[dots + 1 :])


def by_data(parts: tuple[Any, ...]) -> bool:
    """Tell whether an index holds integers or truth values that are data."""
    return any(isinstance(p, runtime.tensor) for p in parts)
