"""Cumulative products, and the linear recurrences that are their derivatives.

The derivative of a product by one factor is that of the others. Divided by the factor it would be NaN where that is 0; as
a recurrence it costs one multiplication and addition for each factor, and is right everywhere.

Tests: tests/ops/test_random_calls.py, tests/trace_cache/test_records.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine.recurrence import along
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import isnan, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Cumulate, Recur
from tapegrad.ops.numpy.differences import running
from tapegrad.ops.reductions import widened
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate_op, lines_along


def _part(x: AnyArray, axis: int, start: int | None, stop: int | None) -> AnyArray:
    return getitem_op(x, index=(slice(None),) * axis + (slice(start, stop),))


def _delayed(x: AnyArray, axis: int, first: float) -> AnyArray:
    """Return x one place later along an axis."""
    one = np.full([1 if d == axis else n for d, n in enumerate(x.shape)], first, x.dtype)
    return concatenate_op(one, _part(x, axis, None, -1), axis=axis)


def _factors_adjoint(g: AnyArray, a: AnyArray, out: AnyArray, axis: int, reverse: bool) -> AnyArray:
    """Return what each factor multiplied times what its product went to; the first factor is not read."""
    received = recurrence(a, g, axis=axis, reverse=not reverse)
    if reverse:
        return _delayed(received, axis, 0.0) * out
    return received * _delayed(out, axis, 0.0)


def _one_by_one(a: Any, b: Any, *, axis: int, reverse: bool) -> np.ndarray:
    a, b = np.moveaxis(a, axis, 0), np.moveaxis(b, axis, 0)
    rows = [b[-1] if reverse else b[0]]
    for k in range(1, len(b)):
        rows.append(b[-1 - k] + a[-k] * rows[-1] if reverse else b[k] + a[k] * rows[-1])
    return np.moveaxis(np.array(rows[::-1] if reverse else rows), 0, axis)


recurrence: General = General(
    name="recurrence", kind=Recur(), batched=True, takes_complex=True,
    forward=lambda a, b, *, axis, reverse: along(a, b, axis, reverse),
    infer=lambda a, b, *, axis, reverse: b,
    adjoints={
        "a": _factors_adjoint, "b": lambda g, a, axis, reverse: recurrence(a, g, axis=axis, reverse=not reverse),
    },
    reference=_one_by_one,
    samples=normal(
        ((4, 4), {"axis": 0, "reverse": False}), (((2, 3), (2, 3)), {"axis": 1, "reverse": True}),
        (((3, 2), (3, 2)), {"axis": 0, "reverse": True}), (((2, 3, 2), (2, 3, 2)), {"axis": 1, "reverse": False}),
    ),
    summary="`r[k] = b[k] + a[k] * r[k - 1]` along an axis; its transpose, `r[k] = b[k] + a[k + 1] * r[k + 1]`, with `reverse`.",
)  # fmt: skip

cumprod_op: General = General(
    name="cumprod", kind=Cumulate(product=True), batched=True, takes_complex=True,
    forward=lambda x, *, axis: np.cumprod(x, axis), infer=lambda x, *, axis: x,
    adjoints={
        "x": lambda g, x, out, axis: recurrence(x, g, axis=axis, reverse=True) * _delayed(out, axis, 1.0)
    },
    samples=normal((((3, 4),), {"axis": 1}), (((3, 2),), {"axis": 0})), summary="Cumulative product along an axis.",
)  # fmt: skip


def _with_zeros(rng: np.random.Generator) -> list[Any]:
    x = rng.normal(size=(3, 4))
    x[0, 1] = x[2, 0] = x[2, 2] = 0.0
    return [((x,), {}), ((x,), {"axis": 1}), ((x,), {"axis": 0})]


@composite(np.cumprod, _with_zeros)
def cumprod(a: Tensor, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the cumulative product along an axis (flattened for None); its derivative holds at zeros too."""
    if dtype is not None:
        a = a.astype(dtype, copy=False)
        if a.dtype == bool and a.traced:
            return cumprod(a, axis) != 0
    a, axis = lines_along(a, axis, "cumprod")
    if a.dtype.kind not in "fc" and runtime.differs(a):
        a = widened(a, dtype)
    elif a.dtype.kind not in "fc":
        return runtime.from_array(np.cumprod(a._decided(), axis, dtype))
    return cumprod_op(a, axis=axis)


@composite(np.nancumprod, lambda rng: [((np.array([[0.5, np.nan, 2.0], [np.nan, 0.0, 3.0]]),), k) for k in ({}, {"axis": 1})], kinks="0 at NaN")  # fmt: skip
def nancumprod(a: Tensor, axis: int | None = None, dtype: Any = None, out: Any = None) -> Tensor:
    """Return the cumulative product along an axis, NaN as 1."""
    return cumprod(where(isnan(a), 1.0, a) if a.dtype.kind in "fc" else a, axis, dtype, out)


@composite(np.cumulative_prod, normal(((4,), {}), (((2, 3),), {"axis": 1, "include_initial": True})))
def cumulative_prod(
    x: Tensor, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Tensor:
    """Return the cumulative product along an axis, which may be left out for vectors."""
    return running(cumprod, 1.0, "cumulative_prod", x, axis, dtype, out, include_initial)
