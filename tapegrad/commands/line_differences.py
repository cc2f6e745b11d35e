"""Derivatives along a line by differences of several steps, with a bound of their error.

Central differences of steps from large to small are extrapolated to step 0, as by Ridders (Advances in Engineering
Software 4, 1982, 75-76). For each number the extrapolation that differs least from its neighbours counts, and that
difference is the bound of its error. Two such numbers of the same size may be chance where values are noisy. So every
other step makes an extrapolation of its own, and the bound covers both.

The same values show what has no derivative: where one-sided differences stay apart however small the step is, there is
a kink, and where the values stay apart there is a jump.

Tests: tests/commands/test_line_differences.py
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Function = Callable[[float], Array]
"""Numbers at a place on the line, 0 being the point itself."""

RATIO = 8.0  # of a step and the next in its extrapolation, which is the second after it
STEPS = 2.0**-3 * RATIO ** (-0.5 * np.arange(12))
LAST = 5  # steps that show kinks and jumps
EPS = float(np.finfo(float).eps)


class Slope(NamedTuple):
    """The derivative of numbers along a line.

    Attributes
    ----------
    value, error : array
        NaN and infinity where differences give none.
    left, right : array
        One-sided differences of the smallest step.
    kink, jump : array of bool
        Whether these stay apart; whether the values on both sides do.
    """

    value: Array
    error: Array
    left: Array
    right: Array
    kink: NDArray[np.bool_]
    jump: NDArray[np.bool_]


def slope(f: Function, scale: float, eps: float = EPS) -> Slope:
    """Find the derivative at 0.

    Parameters
    ----------
    f : callable
        Gives an array of numbers; values that are not finite, and arithmetic errors, say that it is not defined there.
    scale : float
        The length over which it may change much.
    eps : float
        The relative rounding error of the numbers.
    """
    centre = f(0.0)
    sides = [(_or_nan(f, h, centre), _or_nan(f, -h, centre)) for h in scale * STEPS]
    up, down = np.array(sides).reshape(len(STEPS), 2, -1).transpose(1, 0, 2)
    steps = scale * STEPS[:, None]
    with np.errstate(all="ignore"):
        rounding = 4 * eps * np.maximum(np.maximum(np.abs(up), np.abs(down)), np.abs(centre)) / steps
        central = (up - down) / (2 * steps)
        value, error = _extrapolated(central[1::2], rounding[1::2])
        other, other_error = _extrapolated(central[::2], rounding[::2])
        error = np.maximum(error, np.abs(value - other) - other_error)
        left, right = (centre - down) / steps, (up - centre) / steps
        kink = _is_steady(right - left, 0.7, 2.5) & (np.abs(right - left)[-1] > 100 * rounding[-1])
        jump = _is_steady(up - down, 0.9, 1.1) & (np.abs(central)[-1] > 100 * rounding[-1])
    return Slope(value, np.where(np.isnan(error), np.inf, error), left[-1], right[-1], kink & ~jump, jump)


def _is_steady(lines: Array, least: float, most: float) -> NDArray[np.bool_]:
    """Tell where each of the last lines is the one before times a factor between these."""
    factors = lines[-LAST + 1 :] / lines[-LAST:-1]
    return np.all((factors >= least) & (factors <= most), axis=0)


def _or_nan(f: Function, place: float, like: Array) -> Array:
    """Return the values at a place, or NaN if the function fails there."""
    try:
        values = f(place)
    except (ArithmeticError, ValueError, np.linalg.LinAlgError):
        return np.full_like(like, np.nan)
    return values if values.shape == like.shape else np.full_like(like, np.nan)


def _extrapolated(central: Array, rounding: Array) -> tuple[Array, Array]:
    """Return the best extrapolation of each column of central differences to step 0, and the bound of its error."""
    best, error = np.full(central.shape[1], np.nan), np.full(central.shape[1], np.inf)
    line = list(central)
    for order in range(1, len(central)):
        longer = [fine + (fine - coarse) / (RATIO ** (2 * order) - 1) for coarse, fine in pairwise(line)]
        for k, new in enumerate(longer):
            bound = np.maximum(np.abs(new - line[k + 1]), np.abs(new - line[k])) + rounding[k + order]
            better = bound < error  # not where one of them is NaN
            best, error = np.where(better, new, best), np.where(better, bound, error)
        line = longer
    return best, error
