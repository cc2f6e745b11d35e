"""A step of an explicit method of Runge and Kutta, with SciPy's control of its length.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from tapegrad.machine.language import compiled
from tapegrad.machine.memory import load, load_f8, store_f8
from tapegrad.machine.steppers.arithmetic import absolute, larger, power, root, smaller
from tapegrad.machine.steppers.vectors import (
    bounded_step,
    clipped_step,
    combined,
    copied,
    counted_slope,
    is_length,
    least_step,
    scale,
    slope,
)
from tapegrad.machine.steppers.words import H_ABS, NEW, ROW, STATE, STATUS, TOO_SMALL, N, T


@compiled
def explicit_step(method, w):
    """Make a step from the state of a row: writes its stages, and the state after it into `NEW`; gives a status."""
    n, row, new, state = load(w, N), load(w, ROW), load(w, NEW), load(w, STATE)
    y, k = row + 16, row + 16 + 8 * n
    t, least = load_f8(w, T), least_step(w)
    h_abs, _ = clipped_step(w, least)
    longest = 10.0
    while 1:
        if not is_length(h_abs, least):
            return TOO_SMALL
        t_new = bounded_step(w, h_abs)
        h = t_new - t
        h_abs = absolute(h)
        for place, number, terms in method.stages:
            for i in range(n):
                store_f8(state, i, load_f8(y, i) + combined(terms, k, n, i) * h)
            counted_slope(w, t + place * h, k + 8 * n * number)
        for i in range(n):
            store_f8(new, i, load_f8(y, i) + h * combined(method.solution, k, n, i))
        copied(new, state, n)
        counted_slope(w, t + h, k + 8 * n * method.last)
        if load(w, STATUS) != 0:
            return load(w, STATUS)
        error = _error(method, w, y, new, k, h)
        factor = 0.9 * power(error, -1.0 / (method.order + 1.0))
        if error < 1.0:
            if error == 0.0:
                factor = 10.0
            store_f8(w, H_ABS, h_abs * smaller(longest, factor))
            store_f8(row, 0, t)
            store_f8(row, 1, h)
            store_f8(w, T, t_new)
            return 0
        h_abs = h_abs * larger(0.2, factor)
        longest = 1.0
    return 0


@compiled
def _error(method, w, y, new, k, h):
    """Return the norm of the error's estimate; DOP853 has two of them."""
    n = load(w, N)
    first, second = 0.0, 0.0
    for i in range(n):
        by = scale(w, i, larger(absolute(load_f8(y, i)), absolute(load_f8(new, i))))
        error = combined(method.error, k, n, i)
        if method.nested:
            error, other = error / by, combined(method.other, k, n, i) / by
            second = second + other * other
        else:
            error = error * h / by
        first = first + error * error
    if not method.nested:
        return root(first) / root(float(n))
    if first == 0.0 and second == 0.0:
        return 0.0
    return absolute(h) * first / root((first + 0.01 * second) * float(n))


@compiled
def extra_stages(method, w, row):
    """Write the stages that the dense output alone needs."""
    n, state = load(w, N), load(w, STATE)
    y, k = row + 16, row + 16 + 8 * n
    t, h = load_f8(row, 0), load_f8(row, 1)
    for place, number, terms in method.extra:
        for i in range(n):
            store_f8(state, i, load_f8(y, i) + combined(terms, k, n, i) * h)
        slope(w, t + place * h, k + 8 * n * number)
