"""Runge-Kutta's method for a chain of differential equations, and the gradient of the last component."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry


def solution(x: Any, steps: int) -> Any:
    """Return y(2) for y_0' = x_0, y_i' = x_i * y_(i-1), y(0) = 0."""
    h = 2.0 / steps
    one = np.ones(1)

    def slope(y: Any) -> Any:
        return x * np.concatenate([one, y[:-1]])

    def step(y: Any, _: Any) -> tuple[Any, None]:
        k1 = slope(y)
        k2 = slope(y + h / 2 * k1)
        k3 = slope(y + h / 2 * k2)
        k4 = slope(y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

    return tg.scan(step, np.zeros(len(x)), None, length=steps)[0]


def _read(given: Any) -> tuple[Any, ...]:
    return np.array(given["x"]), given["s"]


primal = Entry(_read, tg.compile(solution, static_argnums=1), np.ndarray.tolist)
gradient = Entry(
    _read, tg.compile(tg.grad(lambda x, steps: solution(x, steps)[-1]), static_argnums=1), np.ndarray.tolist
)
