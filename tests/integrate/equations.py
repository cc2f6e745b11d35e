"""Differential equations that tests solve, in plain arithmetic, and their Jacobians."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Equation(NamedTuple):
    """``f(t, y, p)`` gives a list; `jacobian` gives that by the state, for SciPy's implicit methods."""

    f: Callable[..., Any]
    jacobian: Callable[..., Any]
    end: float
    y0: np.ndarray
    p: np.ndarray


LOTKA = Equation(
    lambda t, y, p: [p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]],
    lambda t, y, p: [[p[0] - p[1] * y[1], -p[1] * y[0]], [p[2] * y[1], p[2] * y[0] - p[3]]],
    6.0, np.array([10.0, 5.0]), np.array([1.5, 0.1, 0.075, 1.0]),
)  # fmt: skip
ROBERTSON = Equation(
    lambda t, y, p: [
        -p[0] * y[0] + p[1] * y[1] * y[2], p[0] * y[0] - p[1] * y[1] * y[2] - p[2] * y[1] * y[1], p[2] * y[1] * y[1],
    ],
    lambda t, y, p: [
        [-p[0], p[1] * y[2], p[1] * y[1]], [p[0], -p[1] * y[2] - 2 * p[2] * y[1], -p[1] * y[1]],
        [0.0, 2 * p[2] * y[1], 0.0],
    ],
    100.0, np.array([1.0, 0.0, 0.0]), np.array([0.04, 1e4, 3e7]),
)  # fmt: skip
VAN_DER_POL = Equation(
    lambda t, y, p: [y[1], p[0] * (1.0 - y[0] * y[0]) * y[1] - y[0]],
    lambda t, y, p: [[0.0, 1.0], [-2.0 * p[0] * y[0] * y[1] - 1.0, p[0] * (1.0 - y[0] * y[0])]],
    30.0, np.array([2.0, 0.0]), np.array([20.0]),
)  # fmt: skip
SEASONS = Equation(
    lambda t, y, p: [p[0] * (y[1] - y[0]) + np.sin(t), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]],
    lambda t, y, p: [[-p[0], p[0], 0.0], [p[1] - y[2], -1.0, -y[0]], [y[1], y[0], -p[2]]],
    2.0, np.array([1.0, 1.0, 1.0]), np.array([10.0, 28.0, 8.0 / 3.0]),
)  # fmt: skip
EQUATIONS = {"lotka": LOTKA, "robertson": ROBERTSON, "van der pol": VAN_DER_POL, "seasons": SEASONS}
