"""The charge that makes a particle come down at the origin, by gradient descent through its trajectory."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.descent import argmin
from benchmarks.gradbench.entry import Entry

STEP = 0.1
_MODES = {"f": tg.func.jacfwd, "r": tg.grad}


def miss(w: Any, derivative: Any) -> Any:
    """Return the squared distance from the origin of where the particle comes down, by Euler's method.

    The forces are the gradient of a potential, by this mode of differentiation.
    """
    charges = [(10.0, 10.0 - w), (10.0, 0.0)]

    def potential(x: Any, y: Any) -> Any:
        return sum(1.0 / np.sqrt((x - a) ** 2 + (y - b) ** 2) for a, b in charges)

    def moved(state: Any) -> Any:
        x, y, u, v = state
        along, up = derivative(potential, (0, 1))(x, y)
        return x + STEP * u, y + STEP * v, u - STEP * along, v - STEP * up

    def flies_on(state: Any) -> Any:
        _, y, _, v = state
        return y + STEP * v > 0

    x, y, u, v = tg.while_loop(flies_on, moved, (0.0, 8.0, 0.75, 0.0), max_steps=1000)
    end = x - y / v * u
    return end * end


def _entry(outer: str, inner: str) -> Entry:
    def objective(w: Any) -> Any:
        return miss(w, _MODES[inner])

    both = tg.compile(lambda w: (objective(w), _MODES[outer](objective)(w)))
    return Entry(lambda given: (float(given["w"]),), lambda w: argmin(both, w), float)


rr, ff, fr, rf = (_entry(*modes) for modes in ("rr", "ff", "fr", "rf"))
