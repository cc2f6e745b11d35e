"""Convolution and correlation of vectors: inner products with one of them as it slides along the other.

One op serves both and is its own transpose: what each vector receives is the other one, turned round, sliding along the
adjoint. Each element is an inner product, as in NumPy, so no precision is lost as by Fourier transforms.

Tests: tests/ops/test_numpy_functions.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine import sliding_products
from tapegrad.machine.sliding_products import BLOCK, padding, slid
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Shape
from tapegrad.ops.kinds.call import Array, Call, Library
from tapegrad.ops.kinds.taps import Taps, convolution_taps
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import flip_op, sum_to

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyProgram

_SMALL = 2000  # products that NumPy's call costs no more than ours
_LONG = 2**30  # products of one call, some 0.1 s


def _slid(a: np.ndarray, w: np.ndarray, *, full: bool) -> np.ndarray:
    """Return ``sum(w[i] * a[k + i])`` for all shifts, also where w reaches beyond a for `full`; of stacks too."""
    if w.ndim == a.ndim == 1:
        return _slid_vectors(a, w, full)
    stack = np.broadcast_shapes(a.shape[:-1], w.shape[:-1])
    out = np.empty((*stack, _length(a.shape[-1], w.shape[-1], full)), a.dtype)
    a, w = np.broadcast_to(a, (*stack, a.shape[-1])), np.broadcast_to(w, (*stack, w.shape[-1]))
    for place in np.ndindex(stack):
        out[place] = _slid_vectors(a[place], w[place], full)
    return out


def _slid_vectors(a: np.ndarray, w: np.ndarray, full: bool) -> np.ndarray:
    if a.dtype == w.dtype and a.dtype in (np.float64, np.float32) and len(a) * len(w) > _SMALL:
        return slid(a, w, full)
    return np.correlate(a, w.conj(), "full" if full else "valid")  # NumPy conjugates the second one


def _length(n: int, m: int, full: bool) -> int:
    return n + m - 1 if full else n - m + 1


def _shape(a: Shape, w: Shape, *, full: bool) -> Shape:
    length = _length(a[-1], w[-1], full) if a and w and a[-1] and w[-1] else 0
    if length < 1:
        raise ShapeError(f"slide: expected vectors that meet, got shapes {a} and {w}.")
    return (*np.broadcast_shapes(a[:-1], w[:-1]), length)


class Slide(Call):
    """A call of the compiled function for each vector of a stack."""

    def __init__(self) -> None:
        super().__init__(_write, ranks=(1, 1, 1), needs=())

    def taps(self, program: AnyProgram, slot: int) -> Taps | None:
        shapes = [program.forms[s].shape for s in program.operands[slot]]
        return convolution_taps(shapes, program.forms[slot].shape, 1, program.statics[slot]["full"], True)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.tapped(slot, self.taps(sweep.program, slot), self.ranks)


def _write(library: Library, a: Array, w: Array, out: Array, *, full: bool) -> None:
    """Write the call, or several where it takes long: then a signal may come between them."""
    f, (n,), (m,) = library.f, a.shape, w.shape
    total, before, behind = padding(n, m, full)
    padded, results = library.new(before + n + behind), library.new(total)
    f.fill(padded.buffer, before + n + behind)
    library.copy(a, library.part(padded, (before,), (n,)))
    w = w if w.strides == (1,) else library.columns(w)
    step = BLOCK * max(1, _LONG // (min(n, m) * BLOCK))
    sizes = f.variable("[5 x i64]")

    def put(k: int, value: int | str) -> None:
        at = f.integer(f"getelementptr i64, ptr {sizes}, i64 {k}")
        f.lines.append(f"  store i64 {value}, ptr {at}")

    for k, size in enumerate((before, n, m)):
        put(k, size)
    symbol = sliding_products.symbol("f4" if library.element == "float" else "f8")
    with f.loop(0, total, step) as first:
        end = f.integer(f"add i64 {first}, {step}")
        put(3, first)
        put(4, f.integer(f"call i64 @llvm.smin.i64(i64 {end}, i64 {total})"))
        f.call("void", symbol, [padded.buffer.pointer, w.buffer.pointer, results.buffer.pointer, sizes])
        f.repeated += min(step, total) * min(n, m) // 20
    f.declarations.add("declare i64 @llvm.smin.i64(i64, i64)")
    library.copy(library.part(results, (0,), out.shape), out)


def _turned(x: AnyArray) -> AnyArray:
    return flip_op(x, axes=(len(x.shape) - 1,))


def _long_adjoint(g: AnyArray, w: Any, a_shape: Shape, full: bool) -> Any:
    return sum_to(slide(g, _turned(w), full=not full), a_shape)


def _short_adjoint(g: AnyArray, a: AnyArray, w_shape: Shape, full: bool) -> Any:
    return sum_to(_turned(slide(g, a, full=False)) if full else slide(a, g, full=False), w_shape)


def _one_by_one(a: AnyArray, w: AnyArray, *, full: bool) -> np.ndarray:
    n, m = len(a), len(w)
    before = m - 1 if full else 0
    return np.array([
        sum(w[i] * a[k + i - before] for i in range(m) if 0 <= k + i - before < n)
        for k in range(_length(n, m, full))
    ])  # fmt: skip


slide: Bilinear = Bilinear(
    name="slide", kind=Slide(), forward=_slid, infer=_shape, may_fail=False,
    adjoints={"a": _long_adjoint, "w": _short_adjoint}, reference=_one_by_one,
    samples=normal(((5, 3), {"full": False}), ((4, 3), {"full": True}), ((2, 3), {"full": True}), ((3, 3), {"full": False})),
    summary="Inner products of two vectors at all shifts: where the second lies within the first, or with `full` wherever they meet.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _vectors(a: Any, v: Any, function: str) -> list[Any]:
    vectors = [runtime.as_tensor(x, function) for x in (a, v)]
    vectors = [x if x.shape else x.reshape(1) for x in vectors]
    if any(len(x.shape) > 1 for x in vectors):
        raise ShapeError(f"{function}: expected vectors, got shapes {vectors[0].shape} and {vectors[1].shape}.")
    if not all(x.shape[0] for x in vectors):
        raise ShapeError(
            f"{function}: expected vectors with elements, got shapes {vectors[0].shape} and {vectors[1].shape}."
        )
    return vectors


def _windows(a: AnyArray, w: AnyArray, mode: Any, function: str) -> AnyArray:
    """Return what NumPy's modes show of the inner products, w being the shorter one."""
    mode = {0: "valid", 1: "same", 2: "full"}.get(mode, mode)
    if mode == "valid":
        return slide(a, w, full=False)
    if mode not in ("full", "same"):
        raise ArgumentError(f"{function}: expected mode 'full', 'same' or 'valid', got {mode!r}.")
    n, m = a.shape[0], w.shape[0]
    full, start = slide(a, w, full=True), (m - 1) - m // 2
    return full if mode == "full" else full[start : start + n]


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
    originals, (a, v) = (a, v), _vectors(a, v, "convolve")
    if v.shape[0] > a.shape[0]:
        a, v, originals = v, a, originals[::-1]
    if isinstance(originals[1], runtime.tensor):
        return _windows(a, _turned(v), mode, "convolve")
    plain = (
        originals[1] if isinstance(originals[1], np.ndarray) else v._array()
    )  # which needs no instruction to be turned round
    return _windows(a, runtime.as_tensor(plain.ravel()[::-1]), mode, "convolve")
