"""Convolution and correlation: one op over the last axes of stacks, and SciPy's functions made of it.

It gives all of a convolution ("full") or what needs no zeros from outside ("valid"). These are each other's adjoints,
with the other operand reversed.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.direct_convolutions import convolved as convolved_arrays
from tapegrad.ops.arguments import axes_of
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Samples, Shape, conjugated
from tapegrad.ops.elementwise_ops import rint
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.call import in_front_of_stacks
from tapegrad.ops.kinds.convolve import Convolve, is_direct
from tapegrad.ops.numpy.padding import pad
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import flip_op, moveaxis, sum_to

_convolve = scipys("scipy.signal", "convolve")
_BY_TRANSFORMS = {"fft": scipys("scipy.signal", "fftconvolve"), "oa": scipys("scipy.signal", "oaconvolve")}


def last(x: AnyArray, rank: int) -> tuple[int, ...]:
    """Return the last axes, so many."""
    return tuple(range(len(x.shape) - rank, len(x.shape)))


def reversed_last(x: AnyArray, rank: int = 1) -> AnyArray:
    """Reverse an array or Tensor along its last axes."""
    return flip_op(x, axes=last(x, rank))


def _convolved_shape(x: Shape, y: Shape, *, rank: int, mode: str, method: str) -> Shape:
    sign = 1 if mode == "full" else -1
    try:
        stack = np.broadcast_shapes(x[: len(x) - rank], y[: len(y) - rank])
    except ValueError:
        raise ShapeError(f"convolve: the stacks of shapes {x} and {y} do not broadcast.") from None
    return (*stack, *[n + sign * (m - 1) for n, m in zip(x[len(x) - rank :], y[len(y) - rank :], strict=True)])


def _convolved(x: np.ndarray, y: np.ndarray, *, rank: int, mode: str, method: str) -> np.ndarray:
    shape = _convolved_shape(x.shape, y.shape, rank=rank, mode=mode, method=method)
    if method in _BY_TRANSFORMS:  # which have no integers
        x, y = (a if a.dtype.kind in "fc" else a.astype(np.float64) for a in (x, y))
    if 0 in shape or not x.size or not y.size:
        return np.zeros(shape, np.result_type(x, y))  # SciPy's has one dimension, or it raises
    ours, theirs = (a.shape[a.ndim - rank :] for a in (x, y))
    if rank and is_direct(ours, theirs, mode == "full", method):
        return _direct(x, y, shape, rank, mode)
    method = "fft" if method == "auto" else method
    ndim = max(x.ndim, y.ndim)
    x, y = (a.reshape((1,) * (ndim - a.ndim) + a.shape) for a in (x, y))
    result: np.ndarray = _BY_TRANSFORMS[method](x, y, mode=mode, axes=tuple(range(-rank, 0)))
    return result


def _direct(x: np.ndarray, y: np.ndarray, shape: Shape, rank: int, mode: str) -> np.ndarray:
    """Convolve each member of stacks directly."""
    stack = shape[: len(shape) - rank]
    out = np.empty(shape, np.result_type(x, y))
    x, y = (np.broadcast_to(a, stack + a.shape[a.ndim - rank :]) for a in (x, y))
    compiled = x.dtype == y.dtype and x.dtype in (np.float64, np.float32)
    for member in np.ndindex(stack):
        one, other = x[member], y[member]
        if not compiled:
            out[member] = _convolve(one, other, mode=mode, method="direct")
        elif mode == "full" and one.size < other.size:
            out[member] = convolved_arrays(other, one, True)
        else:
            out[member] = convolved_arrays(one, other, mode == "full")
    return out


def _x_adjoint(g: AnyArray, y: AnyArray, x_shape: Shape, rank: int, mode: str, method: str) -> Any:
    other = "valid" if mode == "full" else "full"
    return sum_to(convolve_op(g, reversed_last(y, rank), rank=rank, mode=other, method=method), x_shape)


def _y_adjoint(g: AnyArray, x: AnyArray, y_shape: Shape, rank: int, mode: str, method: str) -> Any:
    pair = (g, reversed_last(x, rank)) if mode == "full" else (reversed_last(x, rank), g)
    return sum_to(convolve_op(*pair, rank=rank, mode="valid", method=method), y_shape)


convolve_op: Bilinear = Bilinear(
    name="convolve_stacks", shown="convolve", kind=Convolve(), forward=_convolved, infer=_convolved_shape,
    adjoints={"x": _x_adjoint, "y": _y_adjoint}, may_fail=False,
    batched=lambda length, args, flags, rank, **static: convolve_op(
        *in_front_of_stacks((rank, rank), length, args, flags), rank=rank, **static
    ),
    samples=normal(
        ((5, 3), {"rank": 1, "mode": "full", "method": "auto"}), (((2, 5), 3), {"rank": 1, "mode": "valid", "method": "direct"}),
        (((3, 4), (2, 2, 2)), {"rank": 2, "mode": "valid", "method": "fft"}),
        (((2, 1, 4), (3, 2)), {"rank": 1, "mode": "full", "method": "oa"}),
    ),
    summary="Convolution over the last axes of stacks: all of it, or the part that needs no zeros from outside.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions

_MODES = ("full", "valid", "same")


def centred(x: AnyArray, lengths: Sequence[int], late: bool = False) -> AnyArray:
    """Return the middle of the last axes, with these lengths; where two are in the middle, the earlier or the `late` one."""
    starts = [(n - m + late) // 2 for n, m in zip(x.shape[len(x.shape) - len(lengths) :], lengths, strict=True)]
    return getitem_op(x, index=(..., *[slice(s, s + m) for s, m in zip(starts, lengths, strict=True)]))


def _operands(x: AnyArray, y: AnyArray, rank: int | None, mode: str, function: str) -> tuple[Any, Any, int]:
    """Return operands in the order that the op wants for a mode, and over how many axes."""
    if mode not in _MODES:
        raise ArgumentError(f"{function}: expected mode 'full', 'valid' or 'same', got {mode!r}.")
    y = runtime.as_tensor(y, function)
    if len(x.shape) != len(y.shape):
        raise ShapeError(f"{function}: expected operands of as many dimensions, got shapes {x.shape} and {y.shape}.")
    rank = len(x.shape) if rank is None else rank
    ours, theirs = (a.shape[len(a.shape) - rank :] for a in (x, y))
    if 0 in (*ours, *theirs):
        raise ShapeError(f"{function}: expected at least one element along each axis, got {x.shape} and {y.shape}.")
    if mode == "valid" and any(n < m for n, m in zip(ours, theirs, strict=True)):
        if any(n > m for n, m in zip(ours, theirs, strict=True)):
            raise ShapeError(
                f"{function}: with mode 'valid' one operand must be the longer one along all axes, got shapes "
                f"{x.shape} and {y.shape}."
            )
        x, y = y, x
    return x, y, rank


def convolved(x: AnyArray, y: Any, mode: str, method: str, function: str, rank: int | None = None) -> AnyArray:
    """Convolve over the last axes, all by default."""
    shape = x.shape
    x, y, rank = _operands(x, y, rank, mode, function)
    if rank == 0:
        return x * y
    out = convolve_op(x, y, rank=rank, mode="valid" if mode == "valid" else "full", method=method)
    return centred(out, shape[len(shape) - rank :]) if mode == "same" else out


def _checked_method(method: str, function: str) -> str:
    if method not in ("auto", "direct", "fft"):
        raise ArgumentError(f"{function}: expected method 'auto', 'direct' or 'fft', got {method!r}.")
    return method


def _full(out: AnyArray, x: AnyArray, y: AnyArray) -> AnyArray:
    """Return a convolution of integers as integers, if transforms have computed it."""
    dtype = np.result_type(x.dtype, y.dtype)
    return rint(out).astype(dtype) if dtype.kind in "iu" and out.dtype.kind == "f" else out


_LINES: Any = (
    ((5, 3), {}), ((4, 3), {"mode": "same", "method": "direct"}), ((2, 5), {"mode": "valid"}), ((5, 4), {"mode": "same", "method": "fft"}),
    (((3, 4), (2, 3)), {"mode": "same"}), (((3, 4), (2, 2)), {"mode": "valid", "method": "fft"}),
)  # fmt: skip


@composite(doubled(scipys("scipy.signal", "convolve")), normal(*_LINES))
def convolve(in1: Tensor, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """Convolve arrays of as many dimensions, directly or by Fourier transforms."""
    in2 = runtime.as_tensor(in2, "convolve")
    return _full(convolved(in1, in2, mode, _checked_method(method, "convolve"), "convolve"), in1, in2)


@composite(doubled(scipys("scipy.signal", "correlate")), normal(*_LINES))
def correlate(in1: Tensor, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """Correlate arrays of as many dimensions, directly or by Fourier transforms; the second one is conjugated."""
    in2 = runtime.as_tensor(in2, "correlate")
    turned = conjugated(reversed_last(in2, len(in2.shape)))
    return _full(convolved(in1, turned, mode, _checked_method(method, "correlate"), "correlate"), in1, in2)


def _by_transforms(in1: AnyArray, in2: Any, mode: str, axes: Any, function: str, method: str) -> AnyArray:
    in2 = runtime.as_tensor(in2, function)
    places = axes_of(axes, len(in1.shape), function)
    if axes is not None and not places:
        raise ArgumentError(f"{function}: expected at least one axis, got none.")
    ends = tuple(range(-len(places), 0))
    out = convolved(moveaxis(in1, places, ends), moveaxis(in2, places, ends), mode, method, function, len(places))
    out = moveaxis(out, ends, places)
    return _centred(out, in1.shape) if mode == "same" else out


def _centred(x: AnyArray, shape: Shape) -> AnyArray:
    """Return the middle of an array, as SciPy does for "same": along axes too that the first argument's length of 1 was broadcast to."""
    starts = [(n - k) // 2 for n, k in zip(x.shape, shape, strict=True)]
    return (
        x[tuple(slice(i, i + k) for i, k in zip(starts, shape, strict=True))] if any(starts) or x.shape != shape else x
    )


_STACKS: Any = (
    ((5, 3), {}), ((5, 2), {"mode": "same"}), (((3, 4), (2, 2)), {"mode": "valid"}), (((2, 5), (1, 3)), {"axes": 1, "mode": "same"}),
    (((4, 2), (3, 2)), {"axes": (0,)}),
)  # fmt: skip


@composite(doubled(scipys("scipy.signal", "fftconvolve")), normal(*_STACKS))
def fftconvolve(in1: Tensor, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """Convolve along axes, all by default, by Fourier transforms; the other axes broadcast."""
    return _by_transforms(in1, in2, mode, axes, "fftconvolve", "fft")


@composite(doubled(scipys("scipy.signal", "oaconvolve")), normal(*_STACKS, ((40, 3), {})))
def oaconvolve(in1: Tensor, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """Convolve along axes, all by default, by Fourier transforms of pieces, which overlap and are added."""
    return _by_transforms(in1, in2, mode, axes, "oaconvolve", "oa")


# ------------------------------------------------------------------------------------------------- two dimensions

_BOUNDARIES = {"fill": "constant", "wrap": "wrap", "symm": "symmetric"}
_PAIRS: Samples = normal(
    (((3, 4), (2, 3)), {}), (((3, 4), (2, 2)), {"mode": "same", "boundary": "wrap"}), (((2, 2), (3, 4)), {"mode": "valid"}),
    (((3, 4), (3, 2)), {"boundary": "symm"}), (((3, 3), (2, 2)), {"mode": "same", "fillvalue": 0.5}),
)  # fmt: skip


def _in_plane(x: Tensor, y: AnyArray, mode: str, boundary: str, fillvalue: Any, function: str) -> AnyArray:
    late = function == "correlate2d"
    if len(x.shape) != 2 or len(y.shape) != 2:
        raise ShapeError(f"{function}: expected arrays of two dimensions, got shapes {x.shape} and {y.shape}.")
    if boundary not in _BOUNDARIES:
        raise ArgumentError(f"{function}: expected boundary 'fill', 'wrap' or 'symm', got {boundary!r}.")
    if np.size(fillvalue) != 1 or isinstance(fillvalue, dict):
        raise ArgumentError(f"{function}: expected one number for fillvalue, got {fillvalue!r}.")
    if not isinstance(fillvalue, runtime.tensor) and x.dtype.kind in "iu" and y.dtype.kind in "iu":
        fillvalue = np.asarray(fillvalue).astype(np.result_type(x.dtype, y.dtype))  # as SciPy does
    fills = isinstance(fillvalue, runtime.tensor) or bool(np.any(fillvalue))
    if mode == "valid" or (boundary == "fill" and not fills):
        out = convolved(x, y, "full" if mode == "same" else mode, "direct", function)
        return centred(out, x.shape, late) if mode == "same" else out
    x, y, _ = _operands(x, y, None, mode, function)
    widths = [(n - 1, n - 1) for n in y.shape]
    if boundary == "fill":
        wide = pad(x - fillvalue, widths) + fillvalue
    else:
        wide = pad(x, widths, mode=_BOUNDARIES[boundary])
    out = convolve_op(wide, y, rank=2, mode="valid", method="direct")
    return centred(out, x.shape, late) if mode == "same" else out


@composite(doubled(scipys("scipy.signal", "convolve2d")), _PAIRS)
def convolve2d(in1: Tensor, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    """Convolve arrays of two dimensions, which go on beyond their borders with zeros, periodically or mirrored."""
    return _in_plane(in1, runtime.as_tensor(in2, "convolve2d"), mode, boundary, fillvalue, "convolve2d")


@composite(doubled(scipys("scipy.signal", "correlate2d")), _PAIRS)
def correlate2d(in1: Tensor, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    """Correlate arrays of two dimensions, which go on beyond their borders with zeros, periodically or mirrored."""
    in2 = runtime.as_tensor(in2, "correlate2d")
    turned = conjugated(reversed_last(in2, min(2, len(in2.shape))))
    out = _in_plane(in1, turned, mode, boundary, fillvalue, "correlate2d")
    exchanged = (
        mode == "valid"
        and in1.shape != turned.shape
        and in1.shape[0] <= turned.shape[0]
        and in1.shape[1] <= turned.shape[1]
    )
    return conjugated(out) if exchanged else out  # then SciPy conjugates the first one
