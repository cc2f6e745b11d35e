"""Gradient descent as in GradBench's evals `particle` and `saddle`: steps grow while they succeed, and halve else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg

_SMALL = 1e-5  # a gradient or a step at which descent ends
_PATIENCE = 10  # successes after which steps grow
_FIRST = 1e-5  # what the first gradient is multiplied by


def argmin(value_and_slope: Callable[[Any], Any], x: Any) -> Any:
    """Return where descent from `x` ends: a plain loop, of a function that may be compiled."""
    (value, slope), rate, successes = value_and_slope(x), _FIRST, 0
    while (size := math.sqrt(np.vdot(slope, slope))) > _SMALL and rate * size > _SMALL:
        there = x - rate * slope
        lower, next_slope = value_and_slope(there)
        if lower < value:
            x, value, slope, successes = there, lower, next_slope, successes + 1
            if successes == _PATIENCE:
                rate, successes = 2 * rate, 0
        else:
            rate, successes = rate / 2, 0
    return x


def recorded_argmin(objective: Callable[[Any], Any], gradient: Callable[[Any], Any], x: Any, most: int) -> Any:
    """Return the same by a loop of at most so many turns that can be recorded and differentiated."""

    def turn(state: Any) -> Any:
        x, value, slope, rate, successes = state
        there = x - rate * slope
        lower = objective(there)
        better = lower < value
        successes = np.where(better, successes + 1, 0)
        patient = successes == _PATIENCE
        x = np.where(better, there, x)
        factor = np.where(better, np.where(patient, 2.0, 1.0), 0.5)
        return x, np.where(better, lower, value), gradient(x), rate * factor, np.where(patient, 0, successes)

    def moves(state: Any) -> Any:
        slope, rate = state[2:4]
        size = np.sqrt(np.sum(slope * slope))
        return (size > _SMALL) & (rate * size > _SMALL)

    return tg.while_loop(moves, turn, (x, objective(x), gradient(x), _FIRST, 0), max_steps=most)[0]
