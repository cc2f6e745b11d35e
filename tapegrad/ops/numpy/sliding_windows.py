"""Windows that slide over an array: `numpy.lib.stride_tricks.sliding_window_view`.

The windows are a view, which cannot be written to.

Tests: tests/ops/test_taken_arguments.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axes_of, integers
from tapegrad.ops.composites import composite
from tapegrad.ops.runtime import Tensor
from tapegrad.ops.window_views import windows_op


@composite(
    np.lib.stride_tricks.sliding_window_view,
    lambda rng: [
        ((rng.normal(size=5), 3), {}), ((rng.normal(size=(3, 4)), (2, 3)), {}), ((rng.normal(size=(3, 4)), 2), {"axis": 1}),
        ((rng.normal(size=(2, 5)), (2, 3)), {"axis": (1, 1)}),
    ],
)  # fmt: skip
def sliding_window_view(
    x: Tensor, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Tensor:
    """Return all windows of a shape, whose elements lie along new axes at the end; a view that cannot be written to."""
    lengths, ndim = integers(window_shape), len(x.shape)
    if writeable:
        raise ArgumentError("sliding_window_view: windows cannot be written to here. Write to the array itself.")
    axes = axes_of(axis, ndim, "sliding_window_view", repeated=True)
    if len(axes) != len(lengths):
        raise ShapeError(f"sliding_window_view: expected a length for each of {len(axes)} axes, got {window_shape}.")
    left = [*x.shape]
    for d, length in zip(axes, lengths, strict=True):
        if not 0 <= length <= left[d]:
            raise ShapeError(f"sliding_window_view: a window of {length} does not fit {left[d]} elements of axis {d}.")
        left[d] -= length - 1
    return x.view_of(windows_op, {"lengths": lengths, "along": axes})
