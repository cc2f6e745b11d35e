"""Convolution and correlation of vectors: inner products with one of them as it slides along the other.

One op serves both and is its own transpose: what each vector receives is the other one, turned round, sliding along the
adjoint. As in NumPy each element is an inner product of BLAS, so no precision is lost as by Fourier transforms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.places import Buffer
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Shape, recorder
from tapegrad.ops.kinds.call import Array, Call, Library
from tapegrad.ops.references import normal
from tapegrad.ops.shaping import flip_op, sum_to


def _slid(a: np.ndarray, w: np.ndarray, *, full: bool) -> np.ndarray:
    """Return ``sum(w[i] * a[k + i])`` for all shifts, also where w reaches beyond a for `full`; of stacks too."""
    mode: Any = "full" if full else "valid"
    w = w.conj()  # which NumPy conjugates
    if w.ndim == a.ndim == 1:
        return np.correlate(a, w, mode)
    stack = np.broadcast_shapes(a.shape[:-1], w.shape[:-1])
    out = np.empty((*stack, _length(a.shape[-1], w.shape[-1], full)), a.dtype)
    a, w = np.broadcast_to(a, (*stack, a.shape[-1])), np.broadcast_to(w, (*stack, w.shape[-1]))
    for place in np.ndindex(stack):
        out[place] = np.correlate(a[place], w[place], mode)
    return out


def _length(n: int, m: int, full: bool) -> int:
    return n + m - 1 if full else n - m + 1


def _shape(a: Shape, w: Shape, *, full: bool) -> Shape:
    return (*np.broadcast_shapes(a[:-1], w[:-1]), _length(a[-1], w[-1], full))


def _write(library: Library, a: Array, w: Array, out: Array, *, full: bool) -> None:
    """Write a loop of inner products, over what of w lies upon a."""
    f = library.f
    (n,), (m,) = a.shape, w.shape
    a, w = (x if x.strides == (1,) else library.columns(x) for x in (a, w))
    if out.strides != (1,):
        raise AssertionError("results are contiguous")
    length = f.variable("i64")
    before = m - 1 if full else 0

    def at(x: Array, index: str) -> Array:
        return Array(Buffer(f.pointer(x.buffer, index), x.buffer.element), (1,), (1,))

    with f.loop(0, out.shape[0], 1) as k:
        first = f.integer(f"sub i64 {k}, {before}")  # where w begins, of a
        first_inside = f.integer(f"call i64 @llvm.smax.i64(i64 {first}, i64 0)")
        end = f.integer(f"add i64 {first}, {m}")
        end_inside = f.integer(f"call i64 @llvm.smin.i64(i64 {end}, i64 {n})")
        skipped = f.integer(f"sub i64 {first_inside}, {first}")
        f.lines.append(f"  store i64 {f.integer(f'sub i64 {end_inside}, {first_inside}')}, ptr {length}")
        inside = Array(Buffer(length, "i64"), (1,), (1,))
        library.blas(
            "gemv", "T", inside, 1, 1.0, at(a, first_inside), inside, at(w, skipped), 1, 0.0, at(out, k), 1
        )  # fmt: skip
        f.repeated += 10 + min(n, m) // 8
    f.declarations.update(f"declare i64 @llvm.{name}.i64(i64, i64)" for name in ("smax", "smin"))


def _turned(x: Any) -> Any:
    return flip_op(x, axes=(len(x.shape) - 1,))


def _long_adjoint(g: Any, w: Any, a_shape: Shape, full: bool) -> Any:
    return sum_to(slide(g, _turned(w), full=not full), a_shape)


def _short_adjoint(g: Any, a: Any, w_shape: Shape, full: bool) -> Any:
    return sum_to(_turned(slide(g, a, full=False)) if full else slide(a, g, full=False), w_shape)


def _one_by_one(a: Any, w: Any, *, full: bool) -> np.ndarray:
    n, m = len(a), len(w)
    before = m - 1 if full else 0
    return np.array([
        sum(w[i] * a[k + i - before] for i in range(m) if 0 <= k + i - before < n)
        for k in range(_length(n, m, full))
    ])  # fmt: skip


slide: Bilinear = Bilinear(
    name="slide", kind=Call(_write, (1, 1, 1), ("blas:gemv",)), forward=_slid, infer=_shape, may_fail=False,
    adjoints={"a": _long_adjoint, "w": _short_adjoint}, reference=_one_by_one,
    samples=normal(((5, 3), {"full": False}), ((4, 3), {"full": True}), ((2, 3), {"full": True}), ((3, 3), {"full": False})),
    summary="Inner products of two vectors at all shifts: where the second lies within the first, or with `full` wherever they meet.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _vectors(a: Any, v: Any, function: str) -> list[Any]:
    found = [recorder.as_tensor(x, function) for x in (a, v)]
    found = [x if x.shape else x.reshape(1) for x in found]
    if any(len(x.shape) > 1 for x in found):
        raise ShapeError(f"{function}: expected vectors, got shapes {found[0].shape} and {found[1].shape}.")
    if not all(x.shape[0] for x in found):
        raise ShapeError(f"{function}: expected vectors with elements, got shapes {found[0].shape} and {found[1].shape}.")
    return found


def _windows(a: Any, w: Any, mode: Any, function: str) -> Any:
    """Return what NumPy's modes show of the inner products, w being the shorter one."""
    mode = {0: "valid", 1: "same", 2: "full"}.get(mode, mode)
    if mode == "valid":
        return slide(a, w, full=False)
    if mode not in ("full", "same"):
        raise ArgumentError(f"{function}: expected mode 'full', 'same' or 'valid', got {mode!r}.")
    n, m = a.shape[0], w.shape[0]
    whole, start = slide(a, w, full=True), (m - 1) - m // 2
    return whole if mode == "full" else whole[start : start + n]


_MODES: tuple[dict[str, Any], ...] = ({"mode": "full"}, {"mode": "same"}, {"mode": "valid"})
_PAIRS = normal(*[((n, m), k) for n, m in ((5, 3), (2, 4), (4, 2)) for k in ({}, *_MODES)])


@composite(np.correlate, _PAIRS, of_array=False)
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """Return the correlation of two vectors: sums of products with the second one, conjugated, at all its shifts."""
    a, v = _vectors(a, v, "correlate")
    v = v.conj() if v.dtype.kind == "c" else v
    return _windows(v, a, mode, "correlate")[::-1] if v.shape[0] > a.shape[0] else _windows(a, v, mode, "correlate")


@composite(np.convolve, _PAIRS, of_array=False)
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """Return the convolution of two vectors."""
    a, v = _vectors(a, v, "convolve")
    a, v = (v, a) if v.shape[0] > a.shape[0] else (a, v)
    return _windows(a, _turned(v), mode, "convolve")
