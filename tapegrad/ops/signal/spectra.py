"""Densities of power over frequencies: means of products of Fourier transforms of pieces.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import conjugated
from tapegrad.ops.fft.discrete_fourier import fft, rfft
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.numpy.padding import pad
from tapegrad.ops.numpy.quantiles import median
from tapegrad.ops.references import doubled, normal, scipys, without_warnings
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, moveaxis
from tapegrad.ops.signal.smoothing import detrend as _detrend

_get_window = scipys("scipy.signal", "get_window")


def of_both_sides(name: str) -> Callable[..., Any]:
    """Return SciPy's function as a reference, without the warning that complex signals have frequencies of both signs."""
    return without_warnings("scipy.signal", name)


def numbers(x: AnyArray, function: str) -> Any:
    """Return a Tensor of floating-point or complex numbers; small integers as float32, as SciPy does, others as float64."""
    x = runtime.as_tensor(x, function)
    return x if x.dtype.kind in "fc" else x.astype(np.result_type(x.dtype, np.float32))


def window_of(window: Any, nperseg: int | None, n: int, function: str) -> Any:
    """Return the weights of a window: a Tensor if it is one or complex, else an array.

    Parameters
    ----------
    window : str, tuple or array_like
        The name of one, of `nperseg` elements, or itself.
    n : int
        The length of the signal, which it does not exceed.
    """
    if isinstance(window, (str, tuple)):
        length = min(256 if nperseg is None else int(nperseg), n)
        if length < 1:
            raise ArgumentError(f"{function}: expected pieces of one element or more, got {length}.")
        return np.asarray(_get_window(window, length))
    weights = window if isinstance(window, runtime.tensor) else np.asarray(window)
    if len(weights.shape) != 1 or weights.shape[0] > n or nperseg not in (None, weights.shape[0]):
        raise ShapeError(
            f"{function}: expected a window of {n if nperseg is None else nperseg} elements at most, got shape "
            f"{weights.shape} for a signal of {n}."
        )
    return runtime.as_tensor(weights) if weights.dtype.kind == "c" else weights


def nothing(*signals: Any, axis: int, count: int = 2, function: str) -> Any:
    """Return what SciPy gives for signals without elements: so many arrays of their shape; None for other signals."""
    shapes = [np.shape(x) for x in signals]
    if not any(0 in shape for shape in shapes):
        return None
    places = [axis_of(axis, len(shape), function) for shape in shapes]
    try:
        outer = np.broadcast_shapes(*[s[:at] + s[at + 1 :] for s, at in zip(shapes, places, strict=True)])
    except ValueError:
        raise ShapeError(f"{function}: the shapes {' and '.join(map(str, shapes))} do not broadcast.") from None
    at = axis if axis < 0 else places[0]
    at += (len(outer) + 1) * (at < 0)
    length = min(s[place] for s, place in zip(shapes, places, strict=True))
    zeros = np.zeros((*outer[:at], length, *outer[at:]))
    spectrum = zeros + sum(runtime.as_tensor(x).real.sum() for x in signals)  # to which zeros go back
    return *[runtime.from_array(zeros) for _ in range(count - 1)], spectrum


class Pieces(NamedTuple):
    """How a signal is cut into pieces, and these are transformed."""

    weights: Any
    step: int
    length: int
    detrend: Any
    onesided: bool

    def spectrum(self, x: AnyArray) -> Any:
        """Return the transforms of pieces of the last axis: pieces, then frequencies."""
        length = self.weights.shape[0]
        starts = np.arange(0, x.shape[-1] - length + 1, self.step)
        pieces = getitem_op(x, index=(..., starts[:, None] + np.arange(length)))
        if callable(self.detrend):
            pieces = self.detrend(pieces)
        elif self.detrend:
            pieces = _detrend(pieces, type=self.detrend)
        pieces = pieces * self.weights.astype(np.result_type(pieces.real.dtype, np.float32))
        return (rfft if self.onesided else fft)(pieces, self.length)

    def frequencies(self, fs: float) -> np.ndarray:
        """Return those of the transforms."""
        values: np.ndarray = (np.fft.rfftfreq if self.onesided else np.fft.fftfreq)(self.length, 1.0 / fs)
        return values

    def scale(self, fs: float, scaling: str) -> Any:
        """Return what a product of transforms is multiplied by."""
        if scaling == "density":
            return 1.0 / (fs * (self.weights * self.weights).sum())
        return 1.0 / self.weights.sum() ** 2


def pieces_of(
    weights: AnyArray, noverlap: int | None, nfft: int | None, detrend: Any, onesided: bool, function: str,
    share: int = 2,
) -> Pieces:  # fmt: skip
    """Return the layout of pieces of a window's length; by default they overlap by one element in `share`."""
    if not (detrend is None or detrend is False or isinstance(detrend, str) or callable(detrend)):
        raise ArgumentError(f"{function}: expected a name, a function or None for detrend, got {detrend!r}.")
    length = weights.shape[0]
    overlap = length // share if noverlap is None else int(noverlap)
    count = length if nfft is None else int(nfft)
    if not 0 <= overlap < length or count < length:
        raise ArgumentError(
            f"{function}: expected pieces that overlap by less than their {length} elements, and transforms of as many or "
            f"more, got noverlap={overlap} and nfft={count}."
        )
    return Pieces(weights, length - overlap, count, detrend, onesided)


def in_pieces(
    x: AnyArray, axis: int, window: Any, nperseg: int | None, noverlap: int | None, nfft: int | None, detrend: Any,
    onesided: bool, function: str, share: int = 2,
) -> tuple[Any, int, Pieces]:  # fmt: skip
    """Return a signal along the last axis, which axis it was, and how it is cut; complex signals have both sides."""
    x = numbers(x, function)
    axis = axis_of(axis, len(x.shape), function)
    x = moveaxis(x, axis, -1)
    weights = window_of(window, nperseg, x.shape[-1], function)
    return x, axis, pieces_of(weights, noverlap, nfft, detrend, onesided and x.dtype.kind == "f", function, share)


def _checked(fs: float, scaling: str, average: str, function: str) -> None:
    if not isinstance(fs, runtime.tensor) and not fs > 0:
        raise ArgumentError(f"{function}: expected a sampling frequency fs above 0, got {fs!r}.")
    if scaling not in ("density", "spectrum"):
        raise ArgumentError(f"{function}: expected scaling 'density' or 'spectrum', got {scaling!r}.")
    if average not in ("mean", "median"):
        raise ArgumentError(f"{function}: expected average 'mean' or 'median', got {average!r}.")


def _averaged(x: AnyArray, average: str) -> AnyArray:
    """Return the mean or the median over the last axis but one, without the bias of that of so many."""
    n = x.shape[-2]
    if average == "mean" or n == 1:
        return x.mean(axis=-2)
    even = 2.0 * np.arange(1, (n - 1) // 2 + 1)
    bias = 1.0 + float(np.sum(1.0 / (even + 1.0) - 1.0 / even))
    if x.dtype.kind == "c":
        return (median(x.real, axis=-2) + 1j * median(x.imag, axis=-2)) / bias
    return median(x, axis=-2) / bias


def density(x: AnyArray, y: Any, pieces: Pieces, fs: float, scaling: str) -> Any:
    """Return the density of every piece of the last axis, or that of two signals: pieces, then frequencies."""
    first = pieces.spectrum(x)
    if y is None:
        power = first.real * first.real + first.imag * first.imag
    else:
        power = conjugated(first) * pieces.spectrum(y)
    sides = np.ones(power.shape[-1])
    if pieces.onesided:
        sides[1 : (pieces.length + 1) // 2] = 2.0  # each stands for a negative frequency, too
    scale = pieces.scale(fs, scaling) * sides
    return power * (scale.astype(power.real.dtype) if isinstance(scale, np.ndarray) else scale)


def _alike(x: AnyArray, y: AnyArray, axis: int, function: str) -> tuple[Any, Any, int]:
    """Return two signals along the last axis, the shorter one with zeros behind its end, and which axis it was."""
    x, y = numbers(x, function), numbers(y, function)
    axis = axis_of(axis, len(x.shape), function)
    before = len(x.shape)
    x, y = moveaxis(x, axis, -1), moveaxis(y, axis - before, -1)
    n = max(x.shape[-1], y.shape[-1])
    x, y = (pad(a, [(0, 0)] * (len(a.shape) - 1) + [(0, n - a.shape[-1])]) if a.shape[-1] < n else a for a in (x, y))
    try:
        shape = np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise ShapeError(f"{function}: the shapes {x.shape} and {y.shape} do not broadcast.") from None
    return broadcast_to(x, shape), broadcast_to(y, shape), axis - before


@composite(
    of_both_sides("csd"), complex=True,
    samples=normal(
        ((16, 16), {"nperseg": 8}), (((2, 12), (1, 12)), {"nperseg": 5, "noverlap": 1, "fs": 2.5, "scaling": "spectrum"}),
        ((13, 13), {"nperseg": 4, "average": "median", "detrend": "linear"}),
    ),
)  # fmt: skip
def csd(
    x: Tensor, y: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
    axis: int = -1, average: str = "mean",
) -> Any:  # fmt: skip
    """Return frequencies and the cross density of two signals, the mean or median over overlapping pieces."""
    _checked(fs, scaling, average, "csd")
    if (empty := nothing(x, y, axis=axis, function="csd")) is not None:
        return empty
    same = y is x
    x, y, axis = _alike(x, y, axis, "csd")
    weights = window_of(window, nperseg, x.shape[-1], "csd")
    onesided = return_onesided and x.dtype.kind == y.dtype.kind == "f"
    pieces = pieces_of(weights, noverlap, nfft, detrend, onesided, "csd")
    power = _averaged(density(x, y, pieces, fs, scaling), average)
    return runtime.from_array(pieces.frequencies(fs)), moveaxis(np.real(power) if same else power, -1, axis)


@composite(
    of_both_sides("welch"),
    samples=normal(
        ((16,), {"nperseg": 8}), (((2, 12),), {"nperseg": 5, "noverlap": 1, "fs": 2.5, "scaling": "spectrum", "nfft": 8}),
        (((12, 2),), {"nperseg": 6, "axis": 0, "detrend": "linear", "window": "hamming"}),
        ((9,), {"nperseg": 4, "detrend": False, "return_onesided": False, "window": ("tukey", 0.3)}),
        ((13,), {"nperseg": 4, "average": "median"}),
    ),
)  # fmt: skip
def welch(
    x: Tensor, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
    axis: int = -1, average: str = "mean",
) -> Any:  # fmt: skip
    """Return frequencies and the density of power, the mean or median over overlapping pieces."""
    _checked(fs, scaling, average, "welch")
    if (empty := nothing(x, axis=axis, function="welch")) is not None:
        return empty
    x, axis, pieces = in_pieces(x, axis, window, nperseg, noverlap, nfft, detrend, return_onesided, "welch")
    power = _averaged(density(x, None, pieces, fs, scaling), average)
    return runtime.from_array(pieces.frequencies(fs)), moveaxis(power, -1, axis)


@composite(
    of_both_sides("periodogram"),
    samples=normal(
        ((7,), {}), (((2, 6),), {"fs": 3.0, "window": "hann", "scaling": "spectrum"}),
        (((5, 2),), {"axis": 0, "detrend": "linear", "nfft": 8}), ((7,), {"nfft": 5}),
    ),
)  # fmt: skip
def periodogram(
    x: Tensor, fs: float = 1.0, window: Any = "boxcar", nfft: int | None = None, detrend: Any = "constant",
    return_onesided: bool = True, scaling: str = "density", axis: int = -1,
) -> Any:  # fmt: skip
    """Return frequencies and the density of power; of the first `nfft` elements, or with zeros behind the last one."""
    axis = axis_of(axis, len(x.shape), "periodogram")
    if (empty := nothing(x, axis=axis, function="periodogram")) is not None:
        return empty
    n = x.shape[axis]
    if nfft is not None and nfft < n:
        x, n, nfft = getitem_op(x, index=(*(slice(None),) * axis, slice(0, nfft))), nfft, None
    if not isinstance(window, (str, tuple)) and np.shape(window) != (n,):
        raise ShapeError(f"periodogram: expected a window of {n} elements, got shape {np.shape(window)}.")
    return welch(x, fs, window, n, 0, nfft, detrend, return_onesided, scaling, axis)


@composite(
    of_both_sides("coherence"),
    normal(((14, 14), {"nperseg": 6}), (((2, 12), 12), {"nperseg": 5, "noverlap": 1, "fs": 2.5})),
)
def coherence(
    x: Tensor, y: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = "constant", axis: int = -1,
) -> tuple[Tensor, ...]:  # fmt: skip
    """Return frequencies and the squared correlation of two signals there."""
    options: dict[str, Any] = {
        "fs": fs, "window": window, "nperseg": nperseg, "noverlap": noverlap, "nfft": nfft, "detrend": detrend, "axis": axis,
    }  # fmt: skip
    if (empty := nothing(x, y, axis=axis, function="coherence")) is not None:
        return empty
    f, of_x = welch(x, **options)
    _, of_y = welch(y, **options)
    _, of_both = csd(x, y, **options)
    return f, (of_both.real * of_both.real + of_both.imag * of_both.imag) / of_x / of_y


@composite(
    doubled(scipys("scipy.signal", "freqz")), complex=True, of_array=False,
    samples=lambda rng: [
        ((rng.normal(size=3), np.array([1.2, -0.4, 0.3])), {"worN": 5}), ((rng.normal(size=4), 2.0), {"worN": 4, "whole": True, "fs": 3.0}),
        ((rng.normal(size=2), np.array([1.0, 0.3])), {"worN": np.array([0.1, 0.7]), "fs": 2.0}),
        ((rng.normal(size=2), np.array([1.0, 0.3])), {"worN": 4, "include_nyquist": True}),
        ((rng.normal(size=2), np.array([1.0, 0.3])), {"worN": 0.7}),
    ],
)  # fmt: skip
def freqz(
    b: Any, a: Any = 1, worN: Any = 512, whole: bool = False, plot: Any = None, fs: float = 2.0 * np.pi,
    include_nyquist: bool = False,
) -> tuple[Tensor, Any]:  # fmt: skip
    """Return frequencies, and the response there of the filter whose coefficients are given."""
    if plot is not None:
        raise ArgumentError("freqz: plot is not taken for Tensors. Plot the result, detached.")
    n, points = 512 if worN is None else worN, 0
    if not isinstance(n, (int, np.integer)):
        frequencies = n if isinstance(n, runtime.tensor) else np.asarray(n, float)
        frequencies = frequencies.reshape(1) if not frequencies.shape else frequencies
    else:
        last = (2.0 if whole else 1.0) * fs / 2.0
        frequencies = np.linspace(0.0, last, int(n), endpoint=bool(include_nyquist and not whole))
        points = int(n) if whole else 2 * (int(n) - 1) if include_nyquist else 2 * int(n)
    w = frequencies * (2.0 * np.pi / fs)

    def value(c: AnyArray) -> Any:
        """Return a polynomial of the delay, at the frequencies."""
        c = numbers(c, "freqz")
        c = c.reshape(1) if not c.shape else c
        if len(c.shape) != 1 or not c.size:
            raise ShapeError(f"freqz: expected vectors of coefficients, got shape {c.shape}.")
        if 0 < c.shape[0] <= points:  # by exact angles
            return np.fft.fft(c, points)[: int(n)]
        angles = w.reshape(-1, 1) * np.arange(float(c.shape[0]))
        return (c * (np.cos(angles) - 1j * np.sin(angles))).sum(axis=-1)

    return runtime.as_tensor(frequencies), value(b) / value(a)
