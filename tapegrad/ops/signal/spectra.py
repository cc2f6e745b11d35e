"""Densities of power over frequencies: means of squared Fourier transforms of pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.complexes import real_floats
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import recorder
from tapegrad.ops.fft.fourier import fft, rfft
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.shaping import axis_of, moveaxis
from tapegrad.ops.signal.smoothing import detrend as _detrend

_get_window = scipys("scipy.signal", "get_window")


@composite(
    doubled(scipys("scipy.signal", "welch")), takes_complex=False,
    samples=normal(
        ((16,), {"nperseg": 8}), (((2, 12),), {"nperseg": 5, "noverlap": 1, "fs": 2.5, "scaling": "spectrum", "nfft": 8}),
        (((12, 2),), {"nperseg": 6, "axis": 0, "detrend": "linear", "window": "hamming"}),
        ((9,), {"nperseg": 4, "detrend": False, "return_onesided": False, "window": ("tukey", 0.3)}),
    ),
)  # fmt: skip
def welch(
    x: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
    nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
    axis: int = -1, average: str = "mean",
) -> Any:  # fmt: skip
    """Return frequencies and the density of power, the mean over overlapping pieces."""
    x, axis = real_floats(x, "welch"), axis_of(axis, len(x.shape), "welch")
    if scaling not in ("density", "spectrum") or average != "mean" or callable(detrend):
        raise ArgumentError(
            f"welch: expected scaling 'density' or 'spectrum', average 'mean' and detrend by name, got {scaling!r}, "
            f"{average!r} and {detrend!r}."
        )
    x, n = moveaxis(x, axis, -1), x.shape[axis]
    if isinstance(window, (str, tuple)):
        length = min(256 if nperseg is None else int(nperseg), n)
        weights = np.asarray(_get_window(window, length))
    else:
        weights = np.asarray(window, float)
        length = weights.size
    step = length - (length // 2 if noverlap is None else int(noverlap))
    count = length if nfft is None else int(nfft)
    if n < length or not 0 < step <= length or count < length:
        raise ShapeError(
            f"welch: pieces of {length} elements that overlap by {length - step}, and transforms of {count}, do not fit {n} "
            "elements."
        )
    starts = np.arange(0, n - length + 1, step)
    pieces = getitem_op(x, index=(..., starts[:, None] + np.arange(length)))
    if detrend is not False:
        pieces = _detrend(pieces, type=detrend)
    pieces = pieces * weights.astype(x.dtype)
    spectrum = rfft(pieces, count) if return_onesided else fft(pieces, count)
    power = (spectrum.real**2 + spectrum.imag**2).mean(axis=-2)
    scale = np.full(
        spectrum.shape[-1], 1.0 / (fs * np.sum(weights**2) if scaling == "density" else np.sum(weights) ** 2)
    )
    if return_onesided:
        scale[1 : (count + 1) // 2] *= 2.0  # each stands for a negative frequency, too
    frequencies = (np.fft.rfftfreq if return_onesided else np.fft.fftfreq)(count, 1.0 / fs)
    return recorder.from_array(frequencies), moveaxis(power * scale.astype(x.dtype), -1, axis)


@composite(
    doubled(scipys("scipy.signal", "periodogram")), takes_complex=False,
    samples=normal(((7,), {}), (((2, 6),), {"fs": 3.0, "window": "hann", "scaling": "spectrum"}), (((5, 2),), {"axis": 0, "detrend": "linear", "nfft": 8})),
)  # fmt: skip
def periodogram(
    x: Any, fs: float = 1.0, window: Any = "boxcar", nfft: int | None = None, detrend: Any = "constant",
    return_onesided: bool = True, scaling: str = "density", axis: int = -1,
) -> Any:  # fmt: skip
    """Return frequencies and the density of power."""
    n = x.shape[axis_of(axis, len(x.shape), "periodogram")]
    return welch(x, fs, window, n, 0, nfft, detrend, return_onesided, scaling, axis)
