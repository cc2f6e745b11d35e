"""Signals at other rates: filters between zeros that are put in and elements that are left out, and Fourier transforms.

`upfirdn` gives ``y[m] = sum over n of h[m * down - n * up] * x[n]``. Its transpose is the same with up and down exchanged and
h reversed, from where the first element of x stands.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine.dtypes import F8, PARTS
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import real_floats
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Shape
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.fft.discrete_fourier import fft, ifft, irfft, rfft
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds.call import in_front_of_stacks
from tapegrad.ops.ndimage.borders import index_map
from tapegrad.ops.numpy.quantiles import median
from tapegrad.ops.reductions import max_, mean, min_
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, concatenate_op, moveaxis, sum_to
from tapegrad.ops.signal.convolution import convolve_op, reversed_last
from tapegrad.ops.signal.filtering import sosfilt, sosfiltfilt

_upfirdn, _firwin = scipys("scipy.signal", "upfirdn"), scipys("scipy.signal", "firwin")
_get_window, _cheby1 = scipys("scipy.signal", "get_window"), scipys("scipy.signal", "cheby1")


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


def _cut(x: AnyArray, start: int, n: int) -> AnyArray:
    """Return n elements of the last axis, zeros behind its end."""
    part = getitem_op(x, index=(..., slice(start, start + n)))
    length = part.shape[-1]
    return part if length == n else scatter_add(part, shape=(*part.shape[:-1], n), index=(..., slice(0, length)))


def _x_adjoint(g: AnyArray, h: AnyArray, x_shape: Shape, up: int, down: int) -> Any:
    last = h.shape[-1] - 1
    front = -last % up  # zeros, so that the first element of x is a multiple of what is left out
    wide = scatter_add(
        reversed_last(h), shape=(*h.shape[:-1], front + last + 1), index=(..., slice(front, front + last + 1))
    )
    return sum_to(_cut(upfirdn_op(wide, g, up=down, down=up), (last + front) // up, x_shape[-1]), x_shape)


def _apart(x: AnyArray, step: int) -> AnyArray:
    """Put step - 1 zeros between elements."""
    n = (x.shape[-1] - 1) * step + 1
    return x if step == 1 else scatter_add(x, shape=(*x.shape[:-1], n), index=(..., slice(0, n, step)))


def _h_adjoint(g: AnyArray, x: AnyArray, h_shape: Shape, up: int, down: int) -> Any:
    wide = _apart(x, up)
    seed = _cut(_apart(g, down), 0, wide.shape[-1] + h_shape[-1] - 1)
    return sum_to(convolve_op(seed, reversed_last(wide), rank=1, mode="valid", method="auto"), h_shape)


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


def _rates(up: int, down: int, function: str) -> tuple[int, int]:
    up, down = operator.index(up), operator.index(down)
    if up < 1 or down < 1:
        raise ArgumentError(f"{function}: expected rates of 1 or more, got up={up} and down={down}.")
    return up, down


_REPEATED = ("wrap", "edge", "symmetric", "reflect")
MODES = ("constant", *_REPEATED, "smooth", "antisymmetric", "antireflect", "line")


def _continued(x: AnyArray, n: int, mode: str, cval: float, function: str) -> AnyArray:
    """Return a signal of floating-point numbers that goes on by n elements on both sides of the last axis.

    Raises
    ------
    ArgumentError, ShapeError
    """
    length = x.shape[-1]
    if length < 2 and mode in MODES and mode != "constant" and mode not in _REPEATED:
        raise ShapeError(  # SciPy, which is asked where arguments are refused, may divide by 0
            f"{function}: expected two elements or more for mode {mode!r}, got {length}. Use mode 'constant' or 'edge'."
        )
    if mode in _REPEATED:
        return getitem_op(x, index=(..., index_map(length, n, n, mode)))
    first, end = x[..., :1], x[..., -1:]
    away = np.arange(1.0, n + 1.0).astype(x.real.dtype)
    if mode == "constant":
        left = right = broadcast_to(runtime.as_tensor(cval).astype(x.dtype), (*x.shape[:-1], n))
    elif mode == "smooth":
        left, right = first + (first - x[..., 1:2]) * away[::-1], end + (end - x[..., -2:-1]) * away
    elif mode == "line":
        slope = (end - first) / (length - 1)
        left, right = first - slope * away[::-1], end + slope * away
    elif mode in ("antisymmetric", "antireflect"):
        places, period = np.arange(-n, length + n), length if mode == "antisymmetric" else length - 1
        signs = (1.0 - 2.0 * (places // period % 2)).astype(away.dtype)
        if mode == "antisymmetric":
            return getitem_op(x, index=(..., index_map(length, n, n, "symmetric"))) * signs
        slope, places = (end - first) / period, places.astype(away.dtype)  # what is above the line between the ends
        return (
            first
            + slope * places
            + (
                getitem_op(x - first - slope * places[n : n + length], index=(..., index_map(length, n, n, "reflect")))
                * signs
            )
        )
    else:
        raise ArgumentError(
            f"{function}: expected {', '.join(map(repr, MODES))} for the values beyond the ends, got {mode!r}."
        )
    return concatenate([left, x, right], -1)


def _upsampled(h: AnyArray, x: AnyArray, up: int, down: int, mode: str, cval: float, function: str) -> AnyArray:
    """Filter along the last axis, what is beyond the ends included."""
    if mode == "constant" and not isinstance(cval, runtime.tensor) and cval == 0:
        return upfirdn_op(h, x, up=up, down=down)
    x = x.astype(np.result_type(h.dtype, x.dtype, np.float32), copy=False)  # in which differences do not wrap
    length = _length(h.shape[-1], x.shape[-1], up, down)
    times = max(1, -(-(h.shape[-1] - 1) // (up * down)))  # so that the first element is a multiple of what is left out
    wide = _continued(x, times * down, mode, cval, function)
    return _cut(upfirdn_op(h, wide, up=up, down=down), times * up, length)


@composite(
    doubled(scipys("scipy.signal", "upfirdn")),
    normal(
        ((3, 4), {"up": 2}), ((3, (4, 2)), {"up": 3, "down": 2, "axis": 0}), ((5, (2, 3)), {"down": 2}),
        *[((4, 5), {"up": 2, "down": 3, "mode": mode}) for mode in MODES if mode != "constant"],
        ((6, 4), {"down": 2, "mode": "constant", "cval": 0.7}),
    ),
)  # fmt: skip
def upfirdn(
    h: Tensor, x: Any, up: int = 1, down: int = 1, axis: int = -1, mode: str = "constant", cval: float = 0
) -> Any:
    """Put zeros between elements along an axis, filter, and leave elements out."""
    up, down = _rates(up, down, "upfirdn")
    x = runtime.as_tensor(x, "upfirdn")
    axis = axis_of(axis, len(x.shape), "upfirdn")
    if len(h.shape) != 1 or 0 in (*h.shape, x.shape[axis]):
        raise ShapeError(f"upfirdn: expected a vector of coefficients and elements, got {h.shape} and {x.shape}.")
    return moveaxis(_upsampled(h, moveaxis(x, axis, -1), up, down, mode, cval, "upfirdn"), -1, axis)


@functools.lru_cache(32)
def _low_pass(half: int, rate: int, window: Any) -> np.ndarray:
    return np.asarray(_firwin(2 * half + 1, 1.0 / rate, window=window))


_BACKGROUNDS = {"mean": mean, "median": median, "minimum": min_, "maximum": max_}


@composite(
    doubled(scipys("scipy.signal", "resample_poly")),
    samples=lambda rng: [
        ((rng.normal(size=shape),), keywords)
        for shape, keywords in (
            ((8,), {"up": 3, "down": 2}), ((2, 7), {"up": 2, "down": 6, "axis": 1, "window": "hamming"}), ((4,), {"up": 2, "down": 2}),
            ((8,), {"up": 3, "down": 2, "padtype": "mean"}), ((2, 7), {"up": 1, "down": 2, "axis": 1, "padtype": "line"}),
            ((8,), {"up": 2, "down": 3, "cval": 0.4}), ((7,), {"up": 2, "down": 3, "window": np.array([0.2, 0.6, 0.3])}),
        )
    ],
    kinks="that of the first of equal elements, where the background is one",
)  # fmt: skip
def resample_poly(
    x: Tensor, up: int, down: int, axis: int = 0, window: Any = ("kaiser", 5.0), padtype: str = "constant", cval: Any = None
) -> Tensor:  # fmt: skip
    """Resample by a ratio of integers, with a low-pass filter; `window` is the name of one, or its coefficients."""
    if padtype not in MODES and padtype not in _BACKGROUNDS:
        raise ArgumentError(f"resample_poly: expected padtype {', '.join([*_BACKGROUNDS, *MODES])}, got {padtype!r}.")
    if cval is not None and padtype != "constant":
        raise ArgumentError(f"resample_poly: cval has no effect with padtype {padtype!r}. Leave it out.")
    axis = axis_of(axis, len(x.shape), "resample_poly")
    up, down = _rates(up, down, "resample_poly")
    shared = math.gcd(up, down)
    up, down = up // shared, down // shared
    if up == down == 1:
        return x.clone()
    x = x if x.dtype.kind in "fc" else x.astype(np.float64)
    x, n = moveaxis(x, axis, -1), x.shape[axis]
    if isinstance(window, (list, np.ndarray, runtime.tensor)):
        h = runtime.as_tensor(window, "resample_poly")
        if len(h.shape) != 1 or not h.size:
            raise ShapeError(f"resample_poly: expected a vector of coefficients as window, got shape {h.shape}.")
        half = (h.shape[0] - 1) // 2
    else:
        half = 10 * max(up, down)
        h = runtime.as_tensor(_low_pass(half, max(up, down), window).astype(x.real.dtype))
    count = -(-n * up // down)
    before = down - half % down
    first = (half + before) // down
    after = 0
    while _length(h.shape[0] + before + after, n, up, down) < count + first:
        after += 1
    h = concatenate_op(np.zeros(before, h.dtype), h * float(up), np.zeros(after, h.dtype), axis=0)
    background = None
    if padtype in _BACKGROUNDS:
        background, padtype = _BACKGROUNDS[padtype](x, axis=-1, keepdims=True), "constant"
        x = x - background
    result = _cut(_upsampled(h, x, up, down, padtype, 0 if cval is None else cval, "resample_poly"), first, count)
    return moveaxis(result if background is None else result + background, -1, axis)


def _spectral_weights(window: AnyArray, n: int) -> np.ndarray | AnyArray:
    """Return the weights of all frequencies of a transform of n elements."""
    if callable(window) and not isinstance(window, runtime.tensor):
        return np.asarray(window(np.fft.fftfreq(n)))
    if hasattr(window, "shape"):
        if tuple(window.shape) != (n,):
            raise ShapeError(f"resample: expected a window of {n} frequencies, got shape {tuple(window.shape)}.")
        return window
    return np.fft.fftshift(_get_window(window, n))


def _of_real(x: AnyArray, num: int, window: Any) -> Any:
    """Resample real numbers along the last axis, by the transform of frequencies that are not negative."""
    n = x.shape[-1]
    shorter = min(n, num)
    spectrum = getitem_op(rfft(x), index=(..., slice(0, shorter // 2 + 1)))
    weights = np.full(shorter // 2 + 1, num / n)
    if shorter % 2 == 0 and n != num:  # one element of the shorter signal's spectrum stands for two of the longer one's
        weights[-1] *= 2.0 if num < n else 0.5
    if window is not None:
        w = _spectral_weights(window, n)
        both = 0.5 * (w + w[-np.arange(n) % n])  # of a frequency and its negative
        weights = weights * both[: weights.size]
    return irfft(multiply(spectrum, weights.astype(x.dtype)), num)


def _of_complex(spectrum: AnyArray, num: int, window: Any) -> Any:
    """Resample by the transform of all frequencies, which are along the last axis."""
    n = spectrum.shape[-1]
    if window is not None:
        spectrum = spectrum * _spectral_weights(window, n)
    shorter = min(n, num)
    half = shorter // 2 + 1
    sources = [*range(half), *range(n - shorter + half, n)]
    places = [*range(half), *range(num - shorter + half, num)]
    weights = np.full(shorter, num / n)
    if shorter % 2 == 0 and n != num:  # the last frequency is also its negative
        if num > n:
            weights[half - 1] *= 0.5
        sources.append(n - half + 1 if num < n else half - 1)
        places.append(half - 1 if num < n else num - half + 1)
        weights = np.append(weights, weights[half - 1])
    coefficients = getitem_op(spectrum, index=(..., np.array(sources))) * weights.astype(spectrum.real.dtype)
    shape = (*spectrum.shape[:-1], num)
    return ifft(scatter_add(coefficients, shape=shape, index=(..., np.array(places))))


@composite(
    doubled(scipys("scipy.signal", "resample")),
    samples=normal(
        ((6,), {"num": 9}), (((2, 6),), {"num": 4, "axis": 1}), ((5,), {"num": 3}), ((6,), {"num": 6}),
        ((6,), {"num": 4, "window": "hamming"}), ((5,), {"num": 7, "window": np.array([1.0, 0.7, 0.4, 0.2, 0.5])}),
        ((4,), {"num": 7, "t": np.arange(4.0) * 0.5}),
    ),
)  # fmt: skip
def resample(x: Tensor, num: int, t: Any = None, axis: int = 0, window: Any = None, domain: str = "time") -> Any:
    """Resample a periodic signal to `num` elements, by Fourier transforms; with `t`, return new times too."""
    if domain not in ("time", "freq"):
        raise ArgumentError(f"resample: expected domain 'time' or 'freq', got {domain!r}.")
    axis, num = axis_of(axis, len(x.shape), "resample"), operator.index(num)
    if num < 1:
        raise ArgumentError(f"resample: expected at least one element, got num={num}.")
    x = moveaxis(x if x.dtype.kind in "fc" else x.astype(np.float64), axis, -1)
    n = x.shape[-1]
    if domain == "time" and x.dtype.kind == "f":
        result = _of_real(x, num, window)
    else:
        result = _of_complex(fft(x) if domain == "time" else x, num, window)
    result = moveaxis(result, -1, axis)
    if t is None:
        return result
    return result, runtime.as_tensor(t[0] + (t[1] - t[0]) * (n / num) * np.arange(num))


def _decimated(ftype: str, q: int, n: int | None) -> np.ndarray:
    """Return the coefficients of the filter before elements are left out."""
    if ftype == "fir":
        return np.asarray(_firwin((20 * q if n is None else n) + 1, 1.0 / q, window="hamming"))
    return np.asarray(_cheby1(8 if n is None else n, 0.05, 0.8 / q, output="sos"))


@composite(
    doubled(scipys("scipy.signal", "decimate")),
    samples=normal(
        ((40,), {"q": 3}), (((2, 8),), {"q": 2, "n": 2, "zero_phase": False}), (((9, 2),), {"q": 2, "ftype": "fir", "axis": 0, "n": 4}),
        ((9,), {"q": 4, "ftype": "fir", "zero_phase": False, "n": 4}),
    ),
)  # fmt: skip
def decimate(
    x: Tensor, q: int, n: int | None = None, ftype: Any = "iir", axis: int = -1, zero_phase: bool = True
) -> Any:
    """Keep every q-th element, behind a filter against frequencies that would fold."""
    if ftype not in ("iir", "fir"):
        raise ArgumentError(f"decimate: expected ftype 'iir' or 'fir', got {ftype!r}. Filter with sosfilt, then index.")
    q, axis = operator.index(q), axis_of(axis, len(x.shape), "decimate")
    x = x.astype(F8) if x.dtype.kind in "iub" else x
    coefficients = _decimated(ftype, q, n).astype(PARTS.get(x.dtype, x.dtype))
    around = (slice(None),) * axis
    if ftype == "fir":
        if zero_phase:
            return resample_poly(x, 1, q, axis=axis, window=coefficients)
        filtered = upfirdn(coefficients, x, 1, q, axis)
        return getitem_op(filtered, index=(*around, slice(0, -(-x.shape[axis] // q))))
    filtered = (sosfiltfilt if zero_phase else sosfilt)(coefficients, x, axis=axis)
    return getitem_op(filtered, index=(*around, slice(None, None, q)))


@composite(
    doubled(scipys("scipy.signal", "hilbert")), complex=True, takes_complex=False,
    samples=normal(((6,), {}), (((2, 5),), {}), (((5, 2),), {"axis": 0, "N": 7})),
)  # fmt: skip
def hilbert(x: Tensor, N: int | None = None, axis: int = -1) -> Tensor:
    """Return the analytic signal, whose spectrum has no negative frequencies."""
    x, axis = real_floats(x, "hilbert"), axis_of(axis, len(x.shape), "hilbert")
    n = x.shape[axis] if N is None else operator.index(N)
    if n < 1 or not x.shape[axis]:
        raise ArgumentError(
            f"hilbert: expected one element or more along axis {axis}, and N of 1 or more, got shape {x.shape} and N={N}."
        )
    weights = np.zeros(n, x.dtype)
    weights[0], weights[1 : (n + 1) // 2] = 1.0, 2.0
    if n % 2 == 0:
        weights[n // 2] = 1.0
    shape = [n if d == axis else 1 for d in range(len(x.shape))]
    return ifft(fft(x, n, axis) * weights.reshape(shape), axis=axis)
