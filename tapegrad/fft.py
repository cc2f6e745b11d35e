"""Discrete Fourier, cosine and sine transforms with the names and arguments of `numpy.fft` and `scipy.fft`."""

import numpy as _np

from tapegrad.ops.names import namespace as _namespace
from tapegrad.tensor.creation import numpys as _numpys

fftfreq, rfftfreq = _numpys(_np.fft.fftfreq), _numpys(_np.fft.rfftfreq)
__getattr__, __dir__ = _namespace(__name__, "fft", {"scipy.fft": ("next_fast_len", "prev_fast_len")})
