"""Windows that slide over an array: `numpy.lib.stride_tricks.sliding_window_view`, with elements read at positions.

What NumPy gives is a view that several windows share; here each window has elements of its own, which is read-only as well.

Tests: tests/ops/test_taken_arguments.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axes_of, integers
from tapegrad.ops.composites import composite
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.runtime import Tensor
from tapegrad.ops.shape_ops import moveaxis


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
    for d, length in zip(axes, lengths, strict=True):
        if not 0 <= length <= x.shape[d]:
            raise ShapeError(
                f"sliding_window_view: a window of {length} does not fit {x.shape[d]} elements of axis {d}."
            )
        places = np.arange(x.shape[d] - length + 1)[:, None] + np.arange(length)
        x = moveaxis(x.view_of(getitem_op, {"index": (*(slice(None),) * d, places)}), d + 1, -1)
    return x
