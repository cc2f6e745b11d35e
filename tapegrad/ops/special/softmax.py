"""Shares of exponentials, and their logarithms.

Tests: tests/ops/test_special.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import exp, isfinite, where
from tapegrad.ops.reductions import logsumexp
from tapegrad.ops.references import normal, scipys
from tapegrad.ops.runtime import Tensor

_AXES = normal((((3, 4),), {}), (((3, 4),), {"axis": 1}), (((2, 3, 2),), {"axis": (0, -1)}))


@composite(scipys("scipy.special", "log_softmax"), _AXES, takes_complex=False)
def log_softmax(x: Tensor, axis: Any = None) -> Tensor:
    """Logarithm of `softmax`, without overflow or loss."""
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    return x - logsumexp(x, axis, keepdims=True)


@composite(scipys("scipy.special", "softmax"), _AXES, takes_complex=False)
def softmax(x: Tensor, axis: Any = None) -> Tensor:
    """exp(x) / sum(exp(x)), along an axis, several, or all of them."""
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    total = logsumexp(x, axis, keepdims=True)
    return exp(x - total) + where(isfinite(total), 0.0, np.nan).astype(x.dtype)  # an infinite share leaves none
