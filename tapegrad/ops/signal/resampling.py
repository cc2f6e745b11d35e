"""Signals at other rates: filters between zeros that are put in and elements that are left out, and Fourier transforms.

`upfirdn` gives ``y[m] = sum over n of h[m * down - n * up] * x[n]``. Its transpose is the same with up and down exchanged and
h reversed, from where the first element of x stands.
"""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.complexes import real_floats, real_numbers
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Shape, recorder
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.fft.fourier import fft, ifft, irfft, rfft
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds.call import in_front_of_stacks
from tapegrad.ops.ndimage.ranks import median_filter
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.shaping import axis_of, concatenate_op, moveaxis, sum_to
from tapegrad.ops.signal.convolution import convolve_op, reversed_last

_upfirdn, _firwin = scipys("scipy.signal", "upfirdn"), scipys("scipy.signal", "firwin")


def _length(n_h: int, n_x: int, up: int, down: int) -> int:
    return -(-((n_x - 1) * up + n_h) // down)


def _sampled_shape(h: Shape, x: Shape, *, up: int, down: int) -> Shape:
    return (*np.broadcast_shapes(h[:-1], x[:-1]), _length(h[-1], x[-1], up, down))


def _sampled(h: np.ndarray, x: np.ndarray, *, up: int, down: int) -> np.ndarray:
    if h.ndim == 1:
        return np.asarray(_upfirdn(h, x, up, down))
    out = np.empty(_sampled_shape(h.shape, x.shape, up=up, down=down), np.result_type(h, x))
    h, x = (np.broadcast_to(a, (*out.shape[:-1], a.shape[-1])) for a in (h, x))
    for member in np.ndindex(out.shape[:-1]):
        out[member] = _upfirdn(h[member], x[member], up, down)
    return out


def _cut(x: Any, start: int, n: int) -> Any:
    """Return n elements of the last axis, zeros behind its end."""
    part = getitem_op(x, index=(..., slice(start, start + n)))
    length = part.shape[-1]
    return part if length == n else scatter_add(part, shape=(*part.shape[:-1], n), index=(..., slice(0, length)))


def _x_adjoint(g: Any, h: Any, x_shape: Shape, up: int, down: int) -> Any:
    last = h.shape[-1] - 1
    front = -last % up  # zeros, so that the first element of x is a multiple of what is left out
    wide = scatter_add(
        reversed_last(h), shape=(*h.shape[:-1], front + last + 1), index=(..., slice(front, front + last + 1))
    )
    return sum_to(_cut(upfirdn_op(wide, g, up=down, down=up), (last + front) // up, x_shape[-1]), x_shape)


def _apart(x: Any, step: int) -> Any:
    """Put step - 1 zeros between elements."""
    n = (x.shape[-1] - 1) * step + 1
    return x if step == 1 else scatter_add(x, shape=(*x.shape[:-1], n), index=(..., slice(0, n, step)))


def _h_adjoint(g: Any, x: Any, h_shape: Shape, up: int, down: int) -> Any:
    wide = _apart(x, up)
    found = _cut(_apart(g, down), 0, wide.shape[-1] + h_shape[-1] - 1)
    return sum_to(convolve_op(found, reversed_last(wide), rank=1, mode="valid", method="auto"), h_shape)


upfirdn_op: Bilinear = Bilinear(
    name="upfirdn", forward=_sampled, infer=_sampled_shape, may_fail=False,
    adjoints={"h": _h_adjoint, "x": _x_adjoint},
    batched=lambda length, args, flags, up, down: upfirdn_op(
        *in_front_of_stacks((1, 1), length, args, flags), up=up, down=down
    ),
    reference=doubled(_sampled),
    samples=normal(
        ((4, 5), {"up": 2, "down": 3}), ((3, (2, 4)), {"up": 3, "down": 1}), (((2, 2), 6), {"up": 1, "down": 4}),
        ((2, 7), {"up": 5, "down": 2}),
    ),
    summary="Put zeros between elements, filter, and leave elements out.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _rates(up: Any, down: Any, function: str) -> tuple[int, int]:
    up, down = operator.index(up), operator.index(down)
    if up < 1 or down < 1:
        raise ArgumentError(f"{function}: expected rates of 1 or more, got up={up} and down={down}.")
    return up, down


@composite(
    doubled(scipys("scipy.signal", "upfirdn")),
    normal(((3, 4), {"up": 2}), ((3, (4, 2)), {"up": 3, "down": 2, "axis": 0}), ((5, (2, 3)), {"down": 2})),
)
def upfirdn(h: Any, x: Any, up: int = 1, down: int = 1, axis: int = -1, mode: str = "constant", cval: float = 0) -> Any:
    """Put zeros between elements along an axis, filter, and leave elements out."""
    if mode != "constant" or cval != 0:
        raise ArgumentError(
            f"upfirdn: only zeros beyond the ends are differentiated, got mode {mode!r}. Extend x before."
        )
    up, down = _rates(up, down, "upfirdn")
    x = recorder.as_tensor(x, "upfirdn")
    axis = axis_of(axis, len(x.shape), "upfirdn")
    if len(h.shape) != 1 or 0 in (*h.shape, x.shape[axis]):
        raise ShapeError(f"upfirdn: expected a vector of coefficients and elements, got {h.shape} and {x.shape}.")
    return moveaxis(upfirdn_op(h, moveaxis(x, axis, -1), up=up, down=down), -1, axis)


@functools.lru_cache(32)
def _low_pass(half: int, rate: int, window: Any) -> np.ndarray:
    return np.asarray(_firwin(2 * half + 1, 1.0 / rate, window=window))


@composite(
    doubled(scipys("scipy.signal", "resample_poly")), takes_complex=False,
    samples=normal(((8,), {"up": 3, "down": 2}), (((2, 7),), {"up": 2, "down": 6, "axis": 1, "window": "hamming"}), ((4,), {"up": 2, "down": 2})),
)  # fmt: skip
def resample_poly(
    x: Any,
    up: int,
    down: int,
    axis: int = 0,
    window: Any = ("kaiser", 5.0),
    padtype: str = "constant",
    cval: Any = None,
) -> Any:
    """Resample by a ratio of integers, with a low-pass filter; `window` is the name of one, or its coefficients."""
    if padtype != "constant" or cval not in (None, 0):
        raise ArgumentError("resample_poly: only zeros beyond the ends are differentiated. Leave padtype and cval out.")
    x, axis = real_floats(x, "resample_poly"), axis_of(axis, len(x.shape), "resample_poly")
    up, down = _rates(up, down, "resample_poly")
    shared = math.gcd(up, down)
    up, down = up // shared, down // shared
    if up == down == 1:
        return x.clone()
    x, n = moveaxis(x, axis, -1), x.shape[axis]
    if isinstance(window, (list, np.ndarray, recorder.tensor)):
        h = recorder.as_tensor(window, "resample_poly").astype(x.dtype, copy=False)
        half = (h.shape[0] - 1) // 2
    else:
        half = 10 * max(up, down)
        h = recorder.as_tensor(_low_pass(half, max(up, down), window).astype(x.dtype))
    wanted = -(-n * up // down)
    before = down - half % down
    first = (half + before) // down
    after = 0
    while _length(h.shape[0] + before + after, n, up, down) < wanted + first:
        after += 1
    h = concatenate_op(np.zeros(before, h.dtype), h * float(up), np.zeros(after, h.dtype), axis=0)
    return moveaxis(_cut(upfirdn_op(h, x, up=up, down=down), first, wanted), -1, axis)


@composite(
    doubled(scipys("scipy.signal", "resample")), takes_complex=False,
    samples=normal(((6,), {"num": 9}), (((2, 6),), {"num": 4, "axis": 1}), ((5,), {"num": 3}), ((6,), {"num": 6})),
)  # fmt: skip
def resample(x: Any, num: int, t: Any = None, axis: int = 0, window: Any = None, domain: str = "time") -> Any:
    """Resample a periodic signal to `num` elements, by Fourier transforms."""
    if window is not None or domain != "time" or t is not None:
        raise ArgumentError("resample: t, window and domain are not differentiated. Leave them out.")
    x, axis = real_floats(x, "resample"), axis_of(axis, len(x.shape), "resample")
    n, num = x.shape[axis], operator.index(num)
    if num < 1:
        raise ArgumentError(f"resample: expected at least one element, got num={num}.")
    shorter = min(n, num)
    spectrum = getitem_op(rfft(moveaxis(x, axis, -1)), index=(..., slice(0, shorter // 2 + 1)))
    weights = np.full(shorter // 2 + 1, num / n)
    if shorter % 2 == 0 and n != num:  # one element of the shorter signal's spectrum stands for two of the longer one's
        weights[-1] *= 2.0 if num < n else 0.5
    return moveaxis(irfft(multiply(spectrum, weights.astype(x.dtype)), num), -1, axis)


@composite(
    doubled(scipys("scipy.signal", "hilbert")), complex=True, takes_complex=False,
    samples=normal(((6,), {}), (((2, 5),), {}), (((5, 2),), {"axis": 0, "N": 7})),
)  # fmt: skip
def hilbert(x: Any, N: int | None = None, axis: int = -1) -> Any:
    """Return the analytic signal, whose spectrum has no negative frequencies."""
    x, axis = real_floats(x, "hilbert"), axis_of(axis, len(x.shape), "hilbert")
    n = x.shape[axis] if N is None else operator.index(N)
    weights = np.zeros(n, x.dtype)
    weights[0], weights[1 : (n + 1) // 2] = 1.0, 2.0
    if n % 2 == 0:
        weights[n // 2] = 1.0
    shape = [n if d == axis else 1 for d in range(len(x.shape))]
    return ifft(fft(x, n, axis) * weights.reshape(shape), axis=axis)


@composite(
    doubled(scipys("scipy.signal", "medfilt")), takes_complex=False, kinks="the derivative of the first of equal elements",
    samples=lambda rng: [
        ((rng.permutation(5) * 0.37 + 0.5,), {}), ((rng.permutation(12).reshape(3, 4) * 0.37 + 0.5,), {"kernel_size": [1, 3]}),
    ],
)  # fmt: skip
def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    """Return the median of each window, with zeros beyond the borders."""
    sizes = np.broadcast_to(np.asarray(3 if kernel_size is None else kernel_size), (len(volume.shape),)).tolist()
    if any(k % 2 == 0 for k in sizes):
        raise ArgumentError(f"medfilt: expected windows of odd lengths, got {kernel_size!r}.")
    return median_filter(real_numbers(volume, "medfilt"), sizes, mode="constant")
