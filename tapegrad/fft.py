"""Discrete Fourier transforms with the names and arguments of `numpy.fft`."""

import numpy as np

from tapegrad.ops.fourier import (
    fft,
    fft2,
    fftn,
    fftshift,
    hfft,
    ifft,
    ifft2,
    ifftn,
    ifftshift,
    ihfft,
    irfft,
    irfft2,
    irfftn,
    rfft,
    rfft2,
    rfftn,
)
from tapegrad.tensor.creation import numpys

fftfreq, rfftfreq = numpys(np.fft.fftfreq), numpys(np.fft.rfftfreq)

__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
