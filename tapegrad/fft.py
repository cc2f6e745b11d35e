"""Discrete Fourier, cosine and sine transforms with the names and arguments of `numpy.fft` and `scipy.fft`.

Tests: tests/ops/test_fft.py
"""

from typing import Any as _Any

import numpy as _np

from tapegrad.ops.lazy_help import help_all as _help_all
from tapegrad.ops.public_names import namespace as _namespace
from tapegrad.tensor.creation import plain_device as _plain_device
from tapegrad.tensor.tensor import tensor as _tensor


def fftfreq(n: int, d: float = 1.0, *, dtype: _Any = None, device: _Any = None) -> _Any:
    """Return the frequencies of a transform of n samples with distances d."""
    _plain_device(device, "fftfreq")
    return _tensor(_np.fft.fftfreq(n, d), dtype)


def rfftfreq(n: int, d: float = 1.0, *, dtype: _Any = None, device: _Any = None) -> _Any:
    """Return the frequencies of a transform of n real samples with distances d, which are not negative."""
    _plain_device(device, "rfftfreq")
    return _tensor(_np.fft.rfftfreq(n, d), dtype)


_help_all("fft", globals())
__getattr__, __dir__ = _namespace(__name__, "fft", {"scipy.fft": ("next_fast_len", "prev_fast_len")})
