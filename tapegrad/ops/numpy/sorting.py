"""Elements in the order of others.

Sorting is two steps. The order comes from the values, at each run, so a replay follows them; it is integers, and has no
derivative. Elements in an order are linear in what is moved, and the transpose puts each one back to where it came from. So
however many sweeps there are, values are compared once. Equal elements stay in order, NaN come last.

Where no gradient is asked for, NumPy's sort gives the values, several times as fast. What is read at a few places of the
order alone, as quantiles are, is found by selection, which orders nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine import pool
from tapegrad.machine.dtypes import I8
from tapegrad.machine.ordering import in_order, ranked, stable_order
from tapegrad.ops.complexes import complex_samples
from tapegrad.ops.composites import composite
from tapegrad.ops.decisions import argsort_op
from tapegrad.ops.declare import Constant, General, recorder
from tapegrad.ops.elementwise import isnan
from tapegrad.ops.kinds.python import Forward
from tapegrad.ops.references import normal
from tapegrad.ops.shaping import axis_of, reshape_op


def _in_order(x: Any, order: Any, *, axis: int) -> np.ndarray:
    if x.ndim != 1:
        return np.take_along_axis(x, order, axis)
    return np.take(x, order, out=pool.empty(x.shape, x.dtype), mode="clip")  # without a check of what is an order


def _put_back(x: Any, order: Any, *, axis: int) -> np.ndarray:
    out = pool.empty(x.shape, x.dtype)
    if x.ndim == 1:
        out[order] = x
    else:
        np.put_along_axis(out, order, x, axis)
    return out


def _moved(op: Any) -> Any:
    """Return the tangent of what is linear in the first operand, beside the order."""
    return lambda args, tangents, axis: op()(tangents[0], args[1], axis=axis)


def _by_parts(op: Any) -> Any:
    """Return what an op is on complex numbers that are taken apart: the same on either part."""
    return lambda pairs, form, *args, **static: pairs.by_part(op(), args, form, static)


def _samples(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.normal(size=5), rng.permutation(5)), {"axis": 0}),
        ((rng.normal(size=(3, 2)), np.array([[2, 0], [0, 1], [1, 2]])), {"axis": 0}),
    ]


reorder: General = General(
    name="reorder", kind=Forward(), batched=True, may_fail=False, takes_complex=True, integers=frozenset({"order"}),
    paired=_by_parts(lambda: reorder), tangent=_moved(lambda: reorder),
    forward=_in_order, infer=lambda x, order, *, axis: x,
    adjoints={"x": lambda g, order, axis: put_back(g, order, axis=axis), "order": None},
    reference=lambda x, order, *, axis: np.moveaxis(np.array([
        row[place] for row, place in zip(np.moveaxis(x, axis, -1).reshape(-1, x.shape[axis]), np.moveaxis(order, axis, -1).reshape(-1, x.shape[axis]), strict=True)
    ]).reshape(np.moveaxis(x, axis, -1).shape), -1, axis),
    samples=_samples, summary="Elements in an order along an axis.",
)  # fmt: skip
put_back: General = General(
    name="put_back", kind=Forward(), batched=True, may_fail=False, takes_complex=True, integers=frozenset({"order"}),
    paired=_by_parts(lambda: put_back), tangent=_moved(lambda: put_back), forward=_put_back,
    infer=lambda x, order, *, axis: x,
    adjoints={"x": lambda g, order, axis: reorder(g, order, axis=axis), "order": None},
    reference=lambda x, order, *, axis: np.take_along_axis(x, np.argsort(order, axis), axis), samples=_samples,
    summary="Elements moved back from an order along an axis: the transpose of `reorder`.",
)  # fmt: skip


sort_op: General = General(
    name="sort", kind=Forward(), batched=True, may_fail=False, forward=lambda x, *, axis: in_order(x, axis),
    infer=lambda x, *, axis: x, tangent=lambda args, tangents, axis: reorder(tangents[0], argsort_op(args[0], axis=axis, dtype=I8), axis=axis),
    adjoints={"x": lambda g, x, axis: put_back(g, argsort_op(x, axis=axis, dtype=I8), axis=axis)},
    reference=lambda x, *, axis: np.sort(x, axis), samples=normal((((2, 5),), {"axis": 1}), (((4, 2),), {"axis": 0})),
    summary="Elements in ascending order along an axis.",
)  # fmt: skip
ranked_op = Constant(
    name="ranked", kind=Forward(), batched=True, may_fail=False,
    infer=lambda x, *, axis, ranks, dtype: (*x[:axis], len(ranks), *x[axis + 1 :]),
    forward=lambda x, *, axis, ranks, dtype: ranked(x, ranks, axis).astype(dtype, copy=False),
    reference=lambda x, *, axis, ranks, dtype: np.take(np.argsort(x, axis, kind="stable"), ranks, axis),
    samples=lambda rng: [((np.array([[1.0, 2.0, 3.0], [5.0, 0.0, 0.0]]),), {"axis": axis, "ranks": (1, 0), "dtype": I8}) for axis in (0, 1)],
    summary="Positions of the elements at some places of the ascending order along an axis; all those of a NaN where there is one.",
)  # fmt: skip


def order_of(keys: Any, axis: int) -> Any:
    """Return the indices that sort; while a function is recorded, they are computed anew in each replay."""
    if not recorder.differs(keys):
        return recorder.from_array(stable_order(keys._decided(), axis))
    return argsort_op(keys.detach(), axis=axis, dtype=I8)


def at_ranks(x: Any, ranks: np.ndarray) -> tuple[Any, Any]:
    """Return the elements at some places of the ascending order along the first axis, and which of them are NaN, as those of
    lines with NaN are: None, if none is.
    """
    chosen = tuple(ranks.tolist())
    if recorder.differs(x):
        places: Any = ranked_op(x.detach(), axis=0, ranks=chosen, dtype=I8)
        found = x[(places, *np.indices(places.shape, sparse=True)[1:])]
        return found, isnan(found)
    values = x._decided()
    places = ranked(values, chosen)
    index = (places, *np.indices(places.shape, sparse=True)[1:])
    missing = np.isnan(values[index])
    return x[index], missing if missing.any() else None


@composite(np.sort, normal((((2, 5),), {}), (((4, 2),), {"axis": 0}), (((2, 3),), {"axis": None}), ((4,), {"kind": "stable"})), kinks="equal elements stay in order")  # fmt: skip
def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    """Return elements in ascending order along an axis; equal ones stay in order, whatever `kind`."""
    if kind is not None or order is not None or stable is not None:
        np.sort(np.empty(0), kind=kind, order=order, stable=stable)  # raises for what NumPy does not know
    if axis is None:
        a, axis = reshape_op(a, shape=(a.size,)), 0
    axis = axis_of(axis, len(a.shape), "sort")
    if a.dtype.kind not in "fc" and not a.traced:
        return recorder.from_array(np.sort(a._numpy(), axis))
    if a.dtype.kind == "f" and not a.requires_grad:
        return sort_op(a, axis=axis)
    return reorder(a, order_of(a, axis), axis=axis)


@composite(np.sort_complex, complex_samples(shape=(2, 4)), complex=True)
def sort_complex(a: Any) -> Any:
    """Return elements in ascending order along the last axis, as complex numbers."""
    single = a.dtype == np.complex64 or (a.dtype.kind in "iu" and a.dtype.itemsize <= 2)
    return sort(a).astype(np.complex64 if single else np.complex128, copy=False)
