"""Vectors of a stepper: norms, copies, and the slope that the field gives.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

import numpy as np

from tapegrad.machine.language import compiled
from tapegrad.machine.memory import load, load_f8, store, store_f8
from tapegrad.machine.steppers.arithmetic import (
    absolute,
    call_poll,
    call_program,
    larger,
    power,
    root,
    smaller,
    spacing,
)
from tapegrad.machine.steppers.words import (
    ATOL,
    BEGIN,
    BETWEEN_POLLS,
    BOUND,
    DIRECTION,
    FAILED_AT,
    FIELD,
    FIRST_STEP,
    H_ABS,
    JACOBIAN,
    MAX_STEP,
    NEW,
    NFEV,
    NJEV,
    PARTS,
    POLL,
    ROW,
    RTOL,
    SIZES,
    STATE,
    STATUS,
    TIME,
    N,
    T,
)

_LONGEST = float(np.finfo(float).max)


@compiled
def copied(source, target, n):
    for i in range(n):
        store_f8(target, i, load_f8(source, i))


@compiled
def combined(terms, rows, n, i):
    """Return the sum of some numbers times element i of the rows that they belong to."""
    total = 0.0
    for j, a in terms:
        total = total + a * load_f8(rows, j * n + i)
    return total


@compiled
def run(w, program):
    """Run a program of the block; the first failure is kept, with its time and state."""
    status = call_program(load(w, program), load(w, program + 1), load(w, program + 2), load(w, program + 3))
    if status != 0 and load(w, STATUS) == 0:
        store(w, STATUS, status)
        store_f8(load(w, FAILED_AT), 0, load_f8(load(w, TIME), 0))
        copied(load(w, STATE), load(w, FAILED_AT) + 8, load(w, N))


@compiled
def slope(w, t, target):
    """Write the field at a time and the state in `STATE`."""
    store_f8(load(w, TIME), 0, t)
    outputs, sizes = load(w, FIELD + 2), load(w, SIZES)
    for part in range(load(w, PARTS)):
        store(outputs, part, target)
        target = target + 8 * load(sizes, part)
    run(w, FIELD)


@compiled
def counted_slope(w, t, target):
    store(w, NFEV, load(w, NFEV) + 1)
    slope(w, t, target)


@compiled
def jacobian(w, t):
    """Write the Jacobian at a time and the state in `STATE`."""
    store_f8(load(w, TIME), 0, t)
    run(w, JACOBIAN)


@compiled
def counted_jacobian(w, t):
    store(w, NJEV, load(w, NJEV) + 1)
    jacobian(w, t)


@compiled
def scale(w, i, size):
    """Return what the error of a number of some size is measured by."""
    return load_f8(load(w, ATOL), i) + size * load_f8(w, RTOL)


@compiled
def first_step(method, w, f):
    """Choose the first step, from the first slope (Hairer, Norsett, Wanner I, II.4)."""
    n, y, state, other = load(w, N), load(w, ROW) + 16, load(w, STATE), load(w, NEW)
    t, direction = load_f8(w, T), load_f8(w, DIRECTION)
    interval = absolute(load_f8(w, BOUND) - t)
    if interval == 0.0:
        return 0.0
    length = root(float(n))
    sizes, slopes = 0.0, 0.0
    for i in range(n):
        by = scale(w, i, absolute(load_f8(y, i)))
        size = load_f8(y, i) / by
        sizes = sizes + size * size
        size = load_f8(f, i) / by
        slopes = slopes + size * size
    d0, d1 = root(sizes) / length, root(slopes) / length
    h0 = 0.01 * d0 / d1
    if d0 < 1e-5 or d1 < 1e-5:
        h0 = 1e-6
    h0 = smaller(h0, interval)
    for i in range(n):
        store_f8(state, i, load_f8(y, i) + h0 * direction * load_f8(f, i))
    counted_slope(w, t + h0 * direction, other)
    changes = 0.0
    for i in range(n):
        change = (load_f8(other, i) - load_f8(f, i)) / scale(w, i, absolute(load_f8(y, i)))
        changes = changes + change * change
    d2 = root(changes) / length / h0
    h1 = power(0.01 / larger(d1, d2), 1.0 / (method.order + 1.0))
    if d1 <= 1e-15 and d2 <= 1e-15:
        h1 = larger(1e-6, h0 * 1e-3)
    return smaller(smaller(smaller(100.0 * h0, h1), interval), load_f8(w, MAX_STEP))


@compiled
def begin(method, w, f):
    """Begin at the first state, whose slope is written to an address."""
    n, y, t = load(w, N), load(w, ROW) + 16, load_f8(w, BEGIN)
    ends = load_f8(w, BOUND) < t
    store_f8(w, DIRECTION, -1.0 if ends else 1.0)
    store_f8(w, T, t)
    copied(y, load(w, STATE), n)
    counted_slope(w, t, f)
    h = load_f8(w, FIRST_STEP)
    if h != h:
        h = first_step(method, w, f)
    bound = load_f8(w, BOUND)
    store_f8(w, H_ABS, bound if bound != bound else h)  # a bound that is NaN is never reached: the first step fails


@compiled
def bounded_step(w, h_abs):
    """Return where a step of some length ends, at the bound at the latest."""
    end = load_f8(w, T) + h_abs * load_f8(w, DIRECTION)
    if load_f8(w, DIRECTION) * (end - load_f8(w, BOUND)) > 0.0:
        end = load_f8(w, BOUND)
    return end


@compiled
def is_interrupted(w, number):
    """Tell whether a signal's handler has raised; it is looked at after each so many steps."""
    between = load(w, BETWEEN_POLLS)
    if number // between * between != number:
        return 0
    return 1 if call_poll(load(load(w, POLL), 0), load(load(w, POLL), 1)) != 0 else 0


@compiled
def least_step(w):
    return 10.0 * spacing(load_f8(w, T), load_f8(w, DIRECTION))


@compiled
def is_length(h_abs, least):
    """Tell whether a step can have this length; one that is infinite would never get shorter."""
    return h_abs >= least and h_abs <= _LONGEST


@compiled
def clipped_step(w, least):
    """Return the length of the next step within its bounds, and whether it was outside of them."""
    h_abs = load_f8(w, H_ABS)
    if h_abs > load_f8(w, MAX_STEP):
        return load_f8(w, MAX_STEP), 1
    if h_abs < least:
        return least, 1
    return h_abs, 0
