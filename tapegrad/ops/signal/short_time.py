"""Spectra that change in time: Fourier transforms of pieces of a signal, and back to it by overlapping and adding.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import angle
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import sqrt, where
from tapegrad.ops.fft.discrete_fourier import ifft, irfft
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.numpy.differences import unwrap
from tapegrad.ops.numpy.padding import pad
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis
from tapegrad.ops.signal.filtering import extended
from tapegrad.ops.signal.spectra import density, in_pieces, nothing, numbers, of_both_sides, pieces_of, window_of

_BORDERS = ("zeros", "constant", "even", "odd", None)
_SCALINGS = {"spectrum": "spectrum", "psd": "density"}


def _root(x: AnyArray) -> Any:
    return sqrt(x) if isinstance(x, runtime.tensor) else math.sqrt(x)


def _times(n: int, length: int, step: int, fs: float, shift: float) -> Tensor:
    return runtime.from_array((np.arange(length / 2, n - length / 2 + 1, step) - shift) / float(fs))


def _in_place(x: AnyArray, axis: int) -> Any:
    """Return pieces and frequencies as SciPy lays them: frequencies along the axis of the signal, pieces last."""
    return moveaxis(moveaxis(x, -2, -1), -2, axis)


@composite(
    of_both_sides("stft"), complex=True,
    samples=normal(
        ((9,), {"nperseg": 4}), (((2, 11),), {"nperseg": 5, "noverlap": 3, "fs": 2.5, "scaling": "psd", "nfft": 6}),
        (((9, 2),), {"nperseg": 4, "axis": 0, "boundary": "even", "padded": False, "detrend": "constant"}),
        ((8,), {"nperseg": 4, "boundary": None, "return_onesided": False, "window": "hamming"}), ((9,), {"nperseg": 4, "boundary": "odd"}),
    ),
)  # fmt: skip
def stft(
    x: Tensor, fs: float = 1.0, window: Any = "hann", nperseg: int | None = 256, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = False, return_onesided: bool = True, boundary: str | None = "zeros",
    padded: bool = True, axis: int = -1, scaling: str = "spectrum",
) -> Any:  # fmt: skip
    """Return frequencies, times, and the Fourier transforms of overlapping pieces around these."""
    if boundary not in _BORDERS or scaling not in _SCALINGS:
        raise ArgumentError(
            "stft: expected boundary 'zeros', 'constant', 'even', 'odd' or None, and scaling 'spectrum' or 'psd', got "
            f"{boundary!r} and {scaling!r}."
        )
    if (result := nothing(x, axis=axis, count=3, function="stft")) is not None:
        return result
    count = nperseg if isinstance(window, (str, tuple)) or nperseg != 256 else None
    x, axis, pieces = in_pieces(x, axis, window, count, noverlap, nfft, detrend, return_onesided, "stft")
    length = pieces.weights.shape[0]
    half = length // 2
    around = [(0, 0)] * (len(x.shape) - 1)
    if boundary == "zeros":
        x = pad(x, [*around, (half, half)])
    elif boundary is not None:
        x = extended(x, boundary, half, "stft")
    if padded:
        x = pad(x, [*around, (0, -(x.shape[-1] - length) % pieces.step % length)])
    result = pieces.spectrum(x) * _root(pieces.scale(fs, _SCALINGS[scaling]))
    times = _times(x.shape[-1], length, pieces.step, fs, 0.0 if boundary is None else length / 2)
    return runtime.from_array(pieces.frequencies(fs)), times, _in_place(result, axis)


@composite(
    of_both_sides("spectrogram"),
    samples=normal(
        ((12,), {"nperseg": 4}), (((2, 11),), {"nperseg": 5, "noverlap": 3, "fs": 2.5, "scaling": "spectrum", "mode": "magnitude"}),
        (((9, 2),), {"nperseg": 4, "axis": 0, "window": "hamming", "detrend": "linear"}),
    ),
)  # fmt: skip
def spectrogram(
    x: Tensor, fs: float = 1.0, window: Any = ("tukey", 0.25), nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
    axis: int = -1, mode: str = "psd",
) -> Any:  # fmt: skip
    """Return frequencies, times, and the density of power of overlapping pieces around these, or their transforms."""
    if mode not in ("psd", "complex", "magnitude", "angle", "phase") or scaling not in ("density", "spectrum"):
        raise ArgumentError(
            "spectrogram: expected mode 'psd', 'complex', 'magnitude', 'angle' or 'phase', and scaling 'density' or "
            f"'spectrum', got {mode!r} and {scaling!r}."
        )
    if (result := nothing(x, axis=axis, count=3, function="spectrogram")) is not None:
        return result
    x, axis, pieces = in_pieces(
        x, axis, window, nperseg, noverlap, nfft, detrend, return_onesided, "spectrogram", share=8
    )
    times = _times(x.shape[-1], pieces.weights.shape[0], pieces.step, fs, 0.0)
    if mode == "psd":
        result = density(x, None, pieces, fs, scaling)
    else:
        result = pieces.spectrum(x) * _root(pieces.scale(fs, scaling))
    if mode == "magnitude":
        result = abs(result)
    elif mode in ("angle", "phase"):
        result = angle(result)
    result = _in_place(result, axis)
    if mode == "phase":
        result = unwrap(result, axis=axis)
    return runtime.from_array(pieces.frequencies(fs)), times, result


def _transforms(rng: np.random.Generator) -> list[Any]:
    def drawn(*shape: int) -> np.ndarray:
        return rng.normal(size=shape) + 1j * rng.normal(size=shape)

    return [
        ((drawn(3, 4),), {}), ((drawn(4, 3),), {"boundary": False, "window": "hamming"}), ((drawn(2, 4, 3),), {"fs": 2.0, "scaling": "psd", "nperseg": 5, "noverlap": 3, "nfft": 6}),
        ((drawn(4, 3, 2),), {"input_onesided": False, "time_axis": 0, "freq_axis": 1, "boundary": False, "nperseg": 3, "noverlap": 1, "window": "boxcar"}),
    ]  # fmt: skip


@composite(doubled(scipys("scipy.signal", "istft")), _transforms, complex=True)
def istft(
    Zxx: Tensor, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, input_onesided: bool = True, boundary: Any = True, time_axis: int = -1, freq_axis: int = -2,
    scaling: str = "spectrum",
) -> tuple[Tensor, ...]:  # fmt: skip
    """Return times, and the signal whose short-time Fourier transform is given."""
    if scaling not in _SCALINGS:
        raise ArgumentError(f"istft: expected scaling 'spectrum' or 'psd', got {scaling!r}.")
    z = numbers(Zxx, "istft")
    ndim = len(z.shape)
    if ndim < 2:
        raise ShapeError(f"istft: expected transforms of two dimensions at least, got shape {z.shape}.")
    along, of = axis_of(time_axis, ndim, "istft"), axis_of(freq_axis, ndim, "istft")
    z = moveaxis(z, (along, of), (-2, -1))
    count = 2 * (z.shape[-1] - 1) if input_onesided else z.shape[-1]
    length = count if nperseg is None else int(nperseg)
    n = (length if input_onesided and length == count + 1 else count) if nfft is None else int(nfft)
    weights = window_of(window, length, length, "istft")
    step = pieces_of(weights, noverlap, max(n, length), False, input_onesided, "istft").step
    if n < length:
        raise ArgumentError(f"istft: expected transforms of {length} elements or more, got nfft={n}.")
    pieces = getitem_op((irfft if input_onesided else ifft)(z, n), index=(..., slice(0, length)))
    weights = weights.astype(pieces.real.dtype)
    scale = weights.sum() if scaling == "spectrum" else _root(fs * (weights * weights).sum())
    pieces = pieces * (weights * scale)
    total = length + (z.shape[-2] - 1) * step
    places = step * np.arange(z.shape[-2])[:, None] + np.arange(length)
    x = scatter_add(pieces, shape=(*z.shape[:-2], total), index=(..., places))
    squares = runtime.as_tensor(weights * weights + np.zeros(places.shape, weights.dtype))
    norm = scatter_add(squares, shape=(total,), index=(places,))
    if boundary:
        inside = (..., slice(length // 2, total - length // 2))
        x, norm = getitem_op(x, index=inside), getitem_op(norm, index=inside)
    x = x / where(norm > 1e-10, norm, 1.0).astype(norm.dtype)
    place = along - (of < along)
    x = moveaxis(x, -1, place) if place != len(x.shape) - 1 else x
    return runtime.from_array(np.arange(x.shape[0]) / float(fs)), x
