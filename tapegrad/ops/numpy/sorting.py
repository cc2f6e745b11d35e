"""Elements in the order of others.

Sorting is two steps. The order comes from the values, at each run, so a replay follows them; it is integers, and has no
derivative. Elements in an order are linear in what is moved, and the transpose puts each one back to where it came from. So
however many sweeps there are, values are compared once. Equal elements stay in order, NaN come last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.complexes import complex_samples
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Constant, General, recorder
from tapegrad.ops.kinds.python import Forward
from tapegrad.ops.references import normal
from tapegrad.ops.shaping import axis_of, reshape_op

_BLOCK = 8192  # elements that stay in the cache
_FEW = 2000  # elements of a line that are ordered as soon without being packed


def stable_order(keys: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the indices that sort along an axis; equal elements stay in order.

    NumPy sorts words by vector instructions, which its stable `argsort` cannot. So each float becomes a word of the same
    order, whose low bits make room for its position: sorted words have the positions in them. What differs in these bits
    alone may come out in the wrong order, which is seen and done anew.
    """
    if not keys.ndim or keys.shape[axis] < _FEW or keys.dtype not in (np.float64, np.float32):
        return np.argsort(keys, axis=axis, kind="stable")
    lines = np.ascontiguousarray(np.moveaxis(keys, axis, -1))
    order = np.empty(lines.shape, np.int64)
    for place in np.ndindex(lines.shape[:-1]):
        if not _by_words(lines[place], order[place]):
            order[place] = np.argsort(lines[place], kind="stable")
    return np.moveaxis(order, -1, axis)


def _by_words(line: np.ndarray, words: np.ndarray) -> bool:
    """Write the order of a vector, block by block so that only `words` takes memory; tell whether it is right."""
    n, size = len(line), 8 * line.itemsize
    room = (n - 1).bit_length()
    for start in range(0, n, _BLOCK):
        bits = (line[start : start + _BLOCK] + line.dtype.type(0.0)).view(f"i{line.itemsize}")  # -0.0 becomes 0.0
        bits ^= (bits >> (size - 1)) & np.iinfo(bits.dtype).max  # negative ones the other way round
        block = bits.astype(np.int64, copy=False) << (64 - size if room <= 64 - size else 0)
        block &= -1 << room
        block |= np.arange(start, start + len(block))
        words[start : start + _BLOCK] = block
    words.sort()
    words &= (1 << room) - 1
    for start in range(0, n, _BLOCK):
        found = line[words[start : start + _BLOCK + 1]]
        if not (found[:-1] <= found[1:]).all():
            return False
    return True


def _in_order(x: Any, order: Any, *, axis: int) -> np.ndarray:
    return x[order] if x.ndim == 1 else np.take_along_axis(x, order, axis)


def _put_back(x: Any, order: Any, *, axis: int) -> np.ndarray:
    out = np.empty_like(x)
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


order_op = Constant(
    name="order", kind=Forward(), batched=True, may_fail=False, takes_complex=True,
    forward=lambda keys, *, axis, dtype: stable_order(keys, axis), infer=lambda keys, *, axis, dtype: keys,
    reference=lambda keys, *, axis, dtype: np.argsort(keys, axis, kind="stable"),
    samples=lambda rng: [((rng.integers(0, 3, (2, 4)),), {"axis": 1, "dtype": np.dtype(np.int64)})],
    summary="The indices that sort along an axis; equal elements stay in order.",
)  # fmt: skip
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


def order_of(keys: Any, axis: int) -> Any:
    """Return the indices that sort; while a function is recorded, they are computed anew in each replay."""
    if not keys.traced:
        return recorder.from_array(stable_order(keys._numpy(), axis))
    return order_op(keys.detach(), axis=axis, dtype=np.dtype(np.int64))


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
    return reorder(a, order_of(a, axis), axis=axis)


@composite(np.sort_complex, complex_samples(shape=(2, 4)), complex=True)
def sort_complex(a: Any) -> Any:
    """Return elements in ascending order along the last axis, as complex numbers."""
    return sort(a).astype(np.complex64 if a.dtype in (np.float32, np.complex64) else np.complex128, copy=False)
