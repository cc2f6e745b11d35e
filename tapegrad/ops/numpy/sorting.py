"""Elements in the order of others.

Sorting is two steps. The order comes from the values, at each run, so a replay follows them; it is integers, and has no
derivative. Elements in an order are linear in what is moved, and the transpose puts each one back to where it came from. So
however many sweeps there are, values are compared once. Equal elements stay in order, NaN come last.

Where no gradient is asked for, NumPy's sort gives the values, several times as fast. What is read at a few places of the
order alone, as quantiles are, is found by selection, which orders nothing.

To know an order, eager code has to compute the values, which ends the run. To order a few elements twice costs less: so their
values are sorted by the run that they are in, and a sweep finds the order again.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_orders.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, numpys_refusals
from tapegrad.machine import pool
from tapegrad.machine.dtypes import I8
from tapegrad.machine.float_order import in_order, ranked, stable_order
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import complex_samples
from tapegrad.ops.composites import composite
from tapegrad.ops.decisions import argpartition_op, argsort_op
from tapegrad.ops.declare import Constant, General, Shape
from tapegrad.ops.elementwise_ops import isnan, where
from tapegrad.ops.kinds.line_calls import Lines
from tapegrad.ops.kinds.order import Moved, Order
from tapegrad.ops.preconditions import Positions
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis, reshape_op

_FEW = 1 << 12  # elements that are ordered twice as soon as a run is ended


@functools.lru_cache(64)
def _steps(shape: tuple[int, ...], axis: int) -> tuple[Any, ...]:
    """Return positions along all axes, that broadcast; for `axis` nothing."""
    grid: list[Any] = list(np.indices(shape, sparse=True))
    grid[axis] = None
    return tuple(grid)


def _along(order: AnyArray, axis: int) -> tuple[Any, ...]:
    """Return the index of elements of which each line along an axis has its own positions, as `numpy.take_along_axis`."""
    grid = _steps(order.shape, axis)
    return (*grid[:axis], order, *grid[axis + 1 :])


def _in_order(x: Any, order: Any, *, axis: int) -> np.ndarray:
    if x.ndim != 1:
        ordered: np.ndarray = x[_along(order, axis)]
        return ordered
    return np.take(x, order, out=pool.empty(order.shape, x.dtype), mode="clip")  # without another check of the order


def _put(out: np.ndarray, x: AnyArray, order: Any, axis: int) -> np.ndarray:
    out[order if x.ndim == 1 else _along(order, axis)] = x
    return out


def _put_back(x: AnyArray, order: Any, *, axis: int) -> np.ndarray:
    result = pool.empty(x.shape, x.dtype)
    result.fill(0)  # where an order that is none puts nothing
    return _put(result, x, order, axis)


def _put_among_zeros(x: AnyArray, order: Any, *, axis: int, length: int) -> np.ndarray:
    return _put(np.zeros((*x.shape[:axis], length, *x.shape[axis + 1 :]), x.dtype), x, order, axis)


def _reordered_back(g: AnyArray, order: AnyArray, axis: int, length: int) -> AnyArray:
    if order.shape[axis] == length:
        return put_back(g, order, axis=axis)
    return put_among_zeros(g, order, axis=axis, length=length)


def _moved(op: Callable[..., General]) -> Callable[..., Any]:
    """Return the tangent of what is linear in the first operand, beside the order."""
    return lambda args, tangents, **static: op()(tangents[0], args[1], **static)


def _by_parts(op: Callable[..., General]) -> Callable[..., Any]:
    """Return what an op is on complex numbers that are taken apart: the same on either part."""
    return lambda pairs, form, *args, **static: pairs.by_part(op(), args, form, static)


def _count(x: Shape, order: Shape, *, axis: int) -> int:
    return x[axis]


def _lines(x: Shape, order: Shape, *, axis: int) -> Shape:
    """Return the shape of positions along an axis, as many as there are."""
    return (*x[:axis], *order[axis : axis + 1], *x[axis + 1 :])


def _samples(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.normal(size=5), rng.permutation(5)), {"axis": 0}),
        ((rng.normal(size=(3, 2)), np.array([[2, 0], [0, 1], [1, 2]])), {"axis": 0}),
    ]


reorder: General = General(
    name="reorder", kind=Moved(puts=False), batched=True, may_fail=False, takes_complex=True, integers=frozenset({"order"}),
    paired=_by_parts(lambda: reorder), tangent=_moved(lambda: reorder),
    forward=_in_order, infer=lambda x, order, *, axis: order, holds={"order": Positions(_lines, _count)},
    adjoints={"x": lambda g, order, x_shape, axis: _reordered_back(g, order, axis, x_shape[axis]), "order": None},
    reference=lambda x, order, *, axis: np.moveaxis(np.array([
        row[place] for row, place in zip(np.moveaxis(x, axis, -1).reshape(-1, x.shape[axis]), np.moveaxis(order, axis, -1).reshape(-1, order.shape[axis]), strict=True)
    ]).reshape(np.moveaxis(order, axis, -1).shape), -1, axis),
    samples=lambda rng: [*_samples(rng), ((rng.normal(size=(2, 4)), np.array([[2, 0], [0, 3]])), {"axis": 1})],
    summary="Elements in an order along an axis, all or some.",
)  # fmt: skip
put_back: General = General(
    name="put_back", kind=Moved(puts=True), batched=True, may_fail=False, takes_complex=True, integers=frozenset({"order"}),
    paired=_by_parts(lambda: put_back), tangent=_moved(lambda: put_back), forward=_put_back,
    infer=lambda x, order, *, axis: x, holds={"order": Positions(lambda x, order, *, axis: x, _count)},
    adjoints={"x": lambda g, order, axis: reorder(g, order, axis=axis), "order": None},
    reference=lambda x, order, *, axis: np.take_along_axis(x, np.argsort(order, axis), axis), samples=_samples,
    summary="Elements moved back from an order along an axis: the transpose of `reorder`.",
)  # fmt: skip
put_among_zeros: General = General(
    name="put_among_zeros", kind=Moved(puts=True), batched=True, may_fail=False, takes_complex=True, integers=frozenset({"order"}),
    paired=_by_parts(lambda: put_among_zeros), tangent=_moved(lambda: put_among_zeros), forward=_put_among_zeros,
    infer=lambda x, order, *, axis, length: (*x[:axis], length, *x[axis + 1 :]),
    holds={"order": Positions(lambda x, order, *, axis, length: x, lambda x, order, *, axis, length: length)},
    adjoints={"x": lambda g, order, axis: reorder(g, order, axis=axis), "order": None},
    reference=lambda x, order, *, axis, length: np.moveaxis(
        np.sum(np.moveaxis(x, axis, -1)[..., None] * (np.moveaxis(order, axis, -1)[..., None] == np.arange(length)), -2), -1, axis
    ),
    samples=lambda rng: [((rng.normal(size=(2, 2)), np.array([[2, 0], [0, 1]])), {"axis": 1, "length": 4}), ((rng.normal(size=2), np.array([1, 0])), {"axis": 0, "length": 3})],
    summary="Elements at places along an axis, none twice, among zeros: the transpose of `reorder` where an order has not all.",
)  # fmt: skip


sort_op: General = General(
    name="sort", kind=Lines(), batched=True, may_fail=False, forward=lambda x, *, axis: in_order(x, axis),
    infer=lambda x, *, axis: x, tangent=lambda args, tangents, axis: reorder(tangents[0], argsort_op(args[0], axis=axis, dtype=I8), axis=axis),
    adjoints={"x": lambda g, x, axis: put_back(g, argsort_op(x, axis=axis, dtype=I8), axis=axis)},
    reference=lambda x, *, axis: np.sort(x, axis), samples=normal((((2, 5),), {"axis": 1}), (((4, 2),), {"axis": 0})),
    summary="Elements in ascending order along an axis.",
)  # fmt: skip
ranked_op = Constant(
    name="ranked", kind=Order(), batched=True, may_fail=False,
    infer=lambda x, *, axis, ranks, dtype: (*x[:axis], len(ranks), *x[axis + 1 :]),
    forward=lambda x, *, axis, ranks, dtype: ranked(x, ranks, axis).astype(dtype, copy=False),
    reference=lambda x, *, axis, ranks, dtype: np.take(np.argsort(x, axis, kind="stable"), ranks, axis),
    samples=lambda rng: [((np.array([[1.0, 2.0, 3.0], [5.0, 0.0, 0.0]]),), {"axis": axis, "ranks": (1, 0), "dtype": I8}) for axis in (0, 1)],
    summary="Positions of the elements at some places of the ascending order along an axis; all are the position of a NaN where there is one.",
)  # fmt: skip


def _at_ranks(x: Any, *, axis: int, ranks: tuple[int, ...]) -> np.ndarray:
    ordered = in_order(x, axis)
    elements, last = ordered.take(ranks, axis), ordered.take((-1,), axis)
    return elements if (last == last).all() else np.where(np.isnan(last), np.nan, elements)


at_ranks_op: General = General(
    name="at_ranks", kind=Lines(), batched=True, may_fail=False, forward=_at_ranks,
    infer=lambda x, *, axis, ranks: (*x[:axis], len(ranks), *x[axis + 1 :]),
    tangent=lambda args, tangents, axis, ranks: _moved_to_ranks(args[0], tangents[0], axis, ranks),
    adjoints={"x": lambda g, x, out, x_shape, axis, ranks: put_among_zeros(
        where(isnan(out), 0.0, g), ranked_op(x, axis=axis, ranks=ranks, dtype=I8), axis=axis, length=x_shape[axis]
    )},
    reference=lambda x, *, axis, ranks: np.take(np.sort(x, axis), ranks, axis),
    samples=normal((((2, 5),), {"axis": 1, "ranks": (3, 1)}), (((4, 2),), {"axis": 0, "ranks": (2,)})),
    summary="Elements at some places of the ascending order along an axis, each place once; NaN where there is one.",
)  # fmt: skip
partition_op: General = General(
    name="partition", kind=Lines(), batched=True, may_fail=False,
    forward=lambda x, *, kth, axis: _in_order(x, np.argpartition(x, kth, axis), axis=axis),
    infer=lambda x, *, kth, axis: x,
    tangent=lambda args, tangents, kth, axis: reorder(tangents[0], argpartition_op(args[0], kth=kth, axis=axis, dtype=I8), axis=axis),
    adjoints={"x": lambda g, x, kth, axis: put_back(g, argpartition_op(x, kth=kth, axis=axis, dtype=I8), axis=axis)},
    reference=lambda x, *, kth, axis: np.partition(x, kth, axis),
    samples=lambda rng: [((np.sort(rng.normal(size=(2, 5)), 1),), {"kth": (2,), "axis": 1})],
    summary="Elements partitioned along an axis: smaller ones before, and larger ones after, the elements at given places of the ascending order.",
)  # fmt: skip


def _moved_to_ranks(x: AnyArray, tangent: AnyArray, axis: int, ranks: tuple[int, ...]) -> AnyArray:
    places = ranked_op(x, axis=axis, ranks=ranks, dtype=I8)
    return where(isnan(reorder(x, places, axis=axis)), 0.0, reorder(tangent, places, axis=axis))


def waits(x: Any) -> bool:
    """Tell whether elements are ordered by the run that they are in, and again by a sweep: there are few, and no recording
    that has their order once and for all.
    """
    return bool(x.size <= _FEW and not x.traced)


def order_of(keys: Any, axis: int) -> Any:
    """Return the indices that sort; while a function is recorded, they are computed anew in each replay."""
    if not runtime.differs(keys):
        return runtime.from_array(stable_order(keys._decided(), axis))
    return argsort_op(keys.detach(), axis=axis, dtype=I8)


def at_ranks(x: Any, ranks: np.ndarray) -> tuple[Any, Any]:
    """Return the elements at some places of the ascending order along the first axis, and which of them are NaN, as those of
    lines with NaN are: None, if none is, or if no derivative passes a NaN.
    """
    chosen = tuple(ranks.tolist())
    if waits(x):
        once = tuple(dict.fromkeys(chosen))
        elements = at_ranks_op(x, axis=0, ranks=once)
        return elements if once == chosen else elements[np.array([*map(once.index, chosen)])], None
    if runtime.differs(x):
        lines = moveaxis(x, 0, -1).detach() if len(x.shape) > 1 else x.detach()  # which threads share
        places: Any = ranked_op(lines, axis=len(x.shape) - 1, ranks=chosen, dtype=I8)
        places = moveaxis(places, -1, 0) if len(x.shape) > 1 else places
        elements = x[(places, *np.indices(places.shape, sparse=True)[1:])]
        return elements, isnan(elements)
    values = x._decided()
    places = ranked(values, chosen)
    index = (places, *np.indices(places.shape, sparse=True)[1:])
    missing = np.isnan(values[index])
    return x[index], missing if missing.any() else None


@composite(np.sort, normal((((2, 5),), {}), (((4, 2),), {"axis": 0}), (((2, 3),), {"axis": None}), ((4,), {"kind": "stable"})), kinks="equal elements stay in order")  # fmt: skip
def sort(a: Tensor, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    """Return elements in ascending order along an axis; equal ones stay in order, whatever `kind`."""
    if kind is not None or order is not None or stable is not None:
        with numpys_refusals("sort", ArgumentError):
            np.sort(np.empty(0), kind=kind, order=order, stable=stable)
    if axis is None:
        a, axis = reshape_op(a, shape=(a.size,)), 0
    axis = axis_of(axis, len(a.shape), "sort")
    if a.dtype.kind not in "fc" and not a.traced:
        return runtime.from_array(np.sort(a._numpy(), axis))
    if a.dtype.kind == "f" and (waits(a) or not a.requires_grad):
        return sort_op(a, axis=axis)
    return reorder(a, order_of(a, axis), axis=axis)


@composite(np.sort_complex, complex_samples(shape=(2, 4)), complex=True)
def sort_complex(a: Tensor) -> Tensor:
    """Return elements in ascending order along the last axis, as complex numbers."""
    single = a.dtype == np.complex64 or (a.dtype.kind in "iu" and a.dtype.itemsize <= 2)
    return sort(a).astype(np.complex64 if single else np.complex128, copy=False)
