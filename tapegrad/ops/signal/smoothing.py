"""Trends and local polynomials: linear maps of the data with constant coefficients.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

import functools
import operator
from itertools import pairwise
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import real_floats
from tapegrad.ops.composites import composite
from tapegrad.ops.numpy.padding import pad
from tapegrad.ops.products import matmul
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import Tensor
from tapegrad.ops.shape_ops import concatenate, moveaxis
from tapegrad.ops.signal.convolution import convolve_op

_PADS = {"mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}
_coeffs, _filter = scipys("scipy.signal", "savgol_coeffs"), scipys("scipy.signal", "savgol_filter")


@functools.lru_cache(32)
def _fits(window_length: int, polyorder: int, deriv: int, delta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of a window, and the matrix of all that SciPy gives for one: each answer on a unit vector."""
    ends = _filter(np.eye(window_length), window_length, polyorder, deriv, delta, axis=0)
    return _coeffs(window_length, polyorder, deriv=deriv, delta=delta), ends


@composite(
    doubled(scipys("scipy.signal", "detrend")),
    normal((((2, 5),), {}), (((5, 2),), {"axis": 0, "type": "constant"}), ((7,), {"bp": [3]}), (((3, 4),), {"type": "constant", "bp": 2})),
)  # fmt: skip
def detrend(data: Tensor, axis: int = -1, type: str = "linear", bp: Any = 0, overwrite_data: bool = False) -> Tensor:
    """Subtract a straight line, or the mean, along an axis; of each piece between breakpoints by itself."""
    if type not in ("linear", "l", "constant", "c"):
        raise ArgumentError(f"detrend: expected type 'linear' or 'constant', got {type!r}.")
    if overwrite_data:
        raise ArgumentError("detrend: Tensors are not written over. Leave overwrite_data out.")
    axis = axis_of(axis, len(data.shape), "detrend")
    x = moveaxis(data if data.dtype.kind in "fc" else real_floats(data, "detrend"), axis, -1)
    if type in ("constant", "c"):
        return moveaxis(x - x.mean(axis=-1, keepdims=True), -1, axis)
    n = x.shape[-1]
    ends = sorted({0, n, *map(operator.index, np.atleast_1d(bp))})
    if ends[0] < 0 or ends[-1] > n:
        raise ShapeError(f"detrend: breakpoints must be within the {n} elements, got {bp!r}.")
    parts = []
    for start, stop in pairwise(ends):
        piece = x[..., start:stop]
        line = np.stack([np.ones(stop - start), np.arange(stop - start, dtype=float)], 1)[:, : stop - start]
        basis = np.linalg.qr(line)[0].astype(x.dtype)
        parts.append(piece - matmul(matmul(piece, basis), basis.T))
    return moveaxis(concatenate(parts, -1), -1, axis)


@composite(
    doubled(scipys("scipy.signal", "savgol_filter")), takes_complex=False,
    samples=normal(
        ((8,), {"window_length": 5, "polyorder": 2}), (((2, 5),), {"window_length": 4, "polyorder": 1, "deriv": 1, "delta": 0.5}),
        (((6, 2),), {"window_length": 5, "polyorder": 3, "axis": 0, "mode": "nearest"}),
        ((6,), {"window_length": 3, "polyorder": 1, "mode": "mirror", "deriv": 1}), ((6,), {"window_length": 4, "polyorder": 1, "mode": "wrap"}),
        ((6,), {"window_length": 5, "polyorder": 1, "mode": "constant", "cval": 0.5}), ((5,), {"window_length": 5, "polyorder": 1}),
    ),
)  # fmt: skip
def savgol_filter(
    x: Tensor, window_length: int, polyorder: int, deriv: int = 0, delta: float = 1.0, axis: int = -1, mode: str = "interp",
    cval: float = 0.0,
) -> Tensor:  # fmt: skip
    """Replace each element by the value, or a derivative, of a polynomial fitted to a window around it."""
    if mode != "interp" and mode not in _PADS:
        raise ArgumentError(f"savgol_filter: expected mode {', '.join(map(repr, _PADS))} or 'interp', got {mode!r}.")
    axis = axis_of(axis, len(x.shape), "savgol_filter")
    x = moveaxis(real_floats(x, "savgol_filter"), axis, -1)
    n = x.shape[-1]
    if mode == "interp" and window_length > n:
        raise ShapeError(f"savgol_filter: a window of {window_length} does not fit {n} elements. Pass another mode.")
    kernel, ends = (a.astype(x.dtype) for a in _fits(window_length, polyorder, deriv, delta))
    before, after = (window_length - 1) // 2, window_length // 2
    if mode != "interp":
        widths = [(0, 0)] * (len(x.shape) - 1) + [(before, after)]
        x = (
            pad(x, widths, mode="constant", constant_values=cval)
            if mode == "constant"
            else pad(x, widths, mode=_PADS[mode])
        )
        return moveaxis(convolve_op(x, kernel, rank=1, mode="valid", method="direct"), -1, axis)
    half = window_length // 2
    parts = [matmul(x[..., :window_length], ends[:half].T)]
    if n > 2 * half:
        inner = convolve_op(x, kernel, rank=1, mode="valid", method="direct")
        parts.append(inner[..., half - before : n - half - before])
    parts.append(matmul(x[..., n - window_length :], ends[window_length - half :].T))
    return moveaxis(concatenate(parts, -1), -1, axis)
