"""Truth of arrays, and positions of extremes: results that depend on values, and have no derivative.

While a function is recorded, a replay works them out again: they are data.

Tests: tests/replay/test_compiled_ops.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import I8
from tapegrad.ops.arguments import reduced_axes
from tapegrad.ops.composites import constant, decided
from tapegrad.ops.declare import Constant
from tapegrad.ops.kinds import Extreme, Forward, Lines, Order
from tapegrad.ops.reductions import sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import lines_along, reshape_op

if TYPE_CHECKING:
    from tapegrad.machine import float_order
else:  # which sorting needs
    (float_order,) = modules_later("tapegrad.machine.float_order")


def _positions(function: Any, largest: bool, of_complex: bool = False) -> Constant:
    """Declare the op that finds an extreme element along an axis."""
    unit = 1.0 + 1.0j if of_complex else 1.0
    what = f"the {'largest' if largest else 'smallest'} {'complex numbers' if of_complex else 'elements'}"
    return Constant(
        name=f"{'complex_' if of_complex else ''}{function.__name__}", shown=function.__name__, batched=True, may_fail=False,
        kind=Forward(I8) if of_complex else Extreme(largest), takes_complex=of_complex,
        forward=lambda x, *, axis: np.asarray(function(x, axis)), reference=lambda x, *, axis: function(x, axis),
        samples=lambda rng: [((np.array([[1.0, 3.0, 3.0], [0.0, np.nan, 5.0]]) * unit,), {"axis": axis}) for axis in (0, 1)],
        infer=lambda x, *, axis: (*x[:axis], *x[axis + 1 :]),
        summary=f"Positions of {what} along an axis, or of NaN; of the first where several are.",
    )  # fmt: skip


_extremes = {
    (function, of_complex): _positions(function, function is np.argmax, of_complex)
    for function in (np.argmax, np.argmin)
    for of_complex in (False, True)
}
argsort_op = Constant(
    name="argsort", kind=Order(), batched=True, may_fail=False, takes_complex=True, infer=lambda x, *, axis, dtype: x,
    forward=lambda x, *, axis, dtype: float_order.stable_order(x, axis).astype(dtype, copy=False),
    reference=lambda x, *, axis, dtype: np.argsort(x, axis, kind="stable"),
    samples=lambda rng: [((np.array([[1.0, np.nan, 3.0], [5.0, 0.0, 0.0]]),), {"axis": axis, "dtype": I8}) for axis in (0, 1)],
    summary="Positions of the elements in ascending order along an axis; equal ones stay in order.",
)  # fmt: skip

argpartition_op = Constant(
    name="argpartition", kind=Lines(), batched=True, may_fail=False, takes_complex=True, infer=lambda x, *, kth, axis, dtype: x,
    forward=lambda x, *, kth, axis, dtype: np.argpartition(x, kth, axis).astype(dtype, copy=False),
    reference=lambda x, *, kth, axis, dtype: np.argpartition(x, kth, axis),
    samples=lambda rng: [((rng.normal(size=(3, 4)),), {"kth": (1,), "axis": axis, "dtype": I8}) for axis in (0, 1)],
    summary="Positions of the elements, smaller ones before those at given places of the ascending order along an axis and larger ones behind.",
)  # fmt: skip


def _extreme(x: Any, axis: int | None, keepdims: bool, function: Any) -> Tensor:
    """Find where the extreme element is, by NumPy's `function`."""
    if not runtime.differs(x) or not x.size:
        return runtime.from_array(np.asarray(function(x._decided(), axis=axis, keepdims=keepdims)))
    lines, along = lines_along(x, axis, function.__name__)
    index = _extremes[function, x.dtype.kind == "c"](lines, axis=along)
    if not keepdims:
        return index
    return reshape_op(index, shape=tuple(1 if axis is None or d == along else n for d, n in enumerate(x.shape)))


def _plain(function: Any, x: Any, axis: Any, keepdims: bool, **more: Any) -> Tensor:
    return runtime.from_array(np.asarray(function(x._numpy(), axis=axis, keepdims=keepdims, **more)))


def _number_of(x: AnyArray, axis: Any, keepdims: bool, mask: Any, function: str) -> Tensor:
    """Count truth values, where a mask holds."""
    axes = None if axis is None else reduced_axes(axis, len(x.shape), function)
    return sum_(x.astype(np.float64), axes, keepdims=keepdims, where=mask)


@constant(np.any)
def any_(x: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Tensor:
    """Return whether any element is true, of those where `where` holds."""
    if x.traced or where is not True:
        return _number_of(x != 0.0, axis, keepdims, where, "any") > 0.0
    return _plain(np.any, x, axis, keepdims)


@constant(np.all)
def all_(x: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Tensor:
    """Return whether all elements are true, of those where `where` holds."""
    if x.traced or where is not True:
        return _number_of(x == 0.0, axis, keepdims, where, "all") == 0.0
    return _plain(np.all, x, axis, keepdims)


@constant(np.argmax)
def argmax(x: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the index of the largest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmax)


@constant(np.argmin)
def argmin(x: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the index of the smallest element; the first one where several are."""
    return _extreme(x, axis, keepdims, np.argmin)


@constant(np.argsort)
def argsort(x: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> Any:
    """Return indices that would sort; while a function is recorded, equal elements stay in order, whatever `kind`."""
    if not runtime.differs(x) or not x.size:
        return runtime.from_array(np.argsort(x._decided(), axis, kind, order, stable=stable))
    np.argsort(np.empty(0), -1, kind, order, stable=stable)  # raises for what NumPy does not know
    x, axis = lines_along(x, axis, "argsort")
    return argsort_op(x, axis=axis, dtype=I8)


@constant(np.argpartition)
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Tensor:
    """Return indices that would partition."""
    if not runtime.differs(a) or not a.size:
        return runtime.from_array(np.argpartition(a._decided(), decided(kth), axis, kind, order))
    a, axis = lines_along(a, axis, "argpartition")
    return argpartition_op(a, kth=places_to_part(a, kth, axis, kind, order), axis=axis, dtype=I8)


def places_to_part(a: AnyArray, kth: Any, axis: int, kind: Any, order: Any) -> tuple[int, ...]:
    """Return the places along an axis at which elements are partitioned, in ascending order.

    Raises
    ------
    Exception
        NumPy's, for places that are not there and arguments that it does not know.
    """
    kth = decided(kth)
    np.argpartition(np.empty(a.shape), kth, axis, kind, order)
    return tuple(sorted({int(k) % a.shape[axis] for k in np.ravel(kth)}))
