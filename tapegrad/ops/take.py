"""`take`: elements at positions along an axis, which may be counted round or moved to the ends.

Tests: tests/ops/test_arrays.py, tests/tensor/test_methods.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, IndexingError
from tapegrad.ops.composites import composite
from tapegrad.ops.indexing import copied, index_differs, plain_index
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.ops.shape_ops import lines_along


def _take_samples(rng: np.random.Generator) -> list[Any]:
    x = rng.normal(size=(3, 4))
    return [
        ((x, [1, 7, -5]), {"axis": 1, "mode": "wrap"}),
        ((x, [1, 7, -5]), {"axis": 1, "mode": "clip"}),
        ((x, [1, 1, -1]), {}),
        ((x,), {"indices": np.array([[0, 2]]), "axis": 1}),
        ((x, 2), {"axis": 0}),
    ]


@composite(np.take, _take_samples)
def take(x: Tensor, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    """Take elements at indices along an axis (flattened for None).

    Indices out of bounds raise an error, or are counted round ("wrap") or moved to the ends ("clip").
    """
    t, axis = lines_along(runtime.as_tensor(x), axis, "take")
    if mode not in ("raise", "wrap", "clip"):
        raise ArgumentError(f"take: expected mode 'raise', 'wrap' or 'clip', got {mode!r}.")
    if index_differs(indices):
        indices = runtime.as_tensor(indices)
    elif isinstance(indices, (list, tuple)):
        indices = np.asarray(plain_index(indices))
    elif type(indices) is not int and not isinstance(indices, runtime.tensor):
        indices = np.asarray(indices)
    if type(indices) is not int and indices.dtype == bool:  # positions, and no mask
        indices = indices.astype(np.intp)
    if mode != "raise":
        n = t.shape[axis]
        if not n and np.size(indices):
            raise IndexingError(f"take: an axis of length 0 has no elements (shape {t.shape}).")
        indices = indices % n if mode == "wrap" else np.minimum(np.maximum(indices, 0), n - 1)
    return copied(t, (*[slice(None)] * axis, indices))
