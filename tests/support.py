"""What several test modules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg


def leaf(values: Any, dtype: Any = None) -> tg.Tensor:
    """A Tensor that gradients flow to."""
    return tg.tensor(np.asarray(values, dtype or np.float64), requires_grad=True)


def numeric_gradient(function: Callable[[np.ndarray], float], x: Any, step: float = 1e-3) -> np.ndarray:
    """Gradient of a function of one array by central differences of fourth order."""
    x = np.asarray(x, np.float64)
    gradient = np.empty(x.shape)
    for place in np.ndindex(x.shape):

        def along(h: float, place: Any = place) -> float:
            moved = x.copy()
            moved[place] += h
            return float(function(moved))

        near, far = along(step) - along(-step), along(2 * step) - along(-2 * step)
        gradient[place] = (8 * near - far) / (12 * step)
    return gradient
