"""The gradient of a solution: its steps in reverse, each of fixed length, by the vector-Jacobian products of the field.

The adjoint of an explicit step goes through its stages, last one first. That of an implicit step solves one linear
system for all three stages, with the Jacobians there. So the gradient is that of the numbers that were computed, as
far as Newton's iteration has converged.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

import numpy as np
from scipy.integrate._ivp import radau

from tapegrad.machine.language import INT as _INT
from tapegrad.machine.language import External, compiled
from tapegrad.machine.memory import load, load_f8, store, store_f8
from tapegrad.machine.status import INTERRUPTED
from tapegrad.machine.steppers.dense_output import weighted
from tapegrad.machine.steppers.small_systems import factored, solved
from tapegrad.machine.steppers.vectors import copied, is_interrupted, jacobian, run
from tapegrad.machine.steppers.words import (
    AT,
    COUNT,
    DIRECTION,
    MATRIX,
    NEW,
    NEXT,
    ORDER,
    PARTS,
    PULL,
    PULLED,
    ROWS,
    SEED,
    SEEDS,
    SHARES,
    SIZES,
    STAGE_SHARES,
    STAGE_SLOPES,
    STATE,
    STATUS,
    SYSTEM,
    SYSTEM_PIVOTS,
    TIME,
    TIMES,
    TOTAL,
    WEIGHTS,
    N,
)


def radau_matrix() -> np.ndarray:
    """Return the matrix of the method, of whose inverse SciPy has the eigenvalues."""
    re, im = radau.MU_COMPLEX.real, radau.MU_COMPLEX.imag
    blocks = np.array([[radau.MU_REAL, 0.0, 0.0], [0.0, re, -im], [0.0, im, re]])
    return np.linalg.inv(radau.T @ blocks @ radau.TI)


# for each stage its number, its place in the step, and a column of the matrix
_STAGES = tuple(
    (j, float(c), tuple(enumerate(map(float, column))))
    for j, (c, column) in enumerate(zip(radau.C, radau_matrix().T, strict=True))
)


_freed = External("tapegrad_PyMem_RawFree", "void", (_INT,))


@compiled
def adjoint(method, w):
    """Solve, and write the sums of all shares; gives a status."""
    status = method.solver(w)
    if status == 0:
        status = gradient(method, w)
    _freed(load(w, ROWS))
    store(w, ROWS, 0)
    return status


@compiled
def gradient(method, w):
    """Write the sums of all shares, of the first state and of the parameters, into `TOTAL`; gives a status."""
    n, total = load(w, N), load(w, TOTAL)
    for i in range(n + load(w, PULLED)):
        store_f8(total, i, 0.0)
    store(w, NEXT, load(w, TIMES) - 1)
    store(w, STATUS, 0)
    for back in range(load(w, COUNT)):
        index = load(w, COUNT) - 1 - back
        row = load(w, ROWS) + 8 * (2 + (1 + method.rows) * n) * index
        used = _seeded(method, w, row, index)
        if method.implicit:
            _implicit(w, row)
        else:
            _explicit(method, w, row, used)
        copied(load(w, NEW), total, n)
        if load(w, STATUS) != 0:
            return load(w, STATUS)
        if is_interrupted(w, back + 1):
            return INTERRUPTED
    return 0


@compiled
def _seeded(method, w, row, index):
    """Write what the seeds in a step give to its stages, and to the state before it (`NEW`); whether there are any."""
    n, shares, before, at = load(w, N), load(w, STAGE_SHARES), load(w, NEW), load(w, AT)
    for k in range(method.rows * n):
        store_f8(shares, k, 0.0)
    for k in range(n):
        store_f8(before, k, 0.0)
    next_time, used = load(w, NEXT), 0
    while next_time >= 0:
        place = load(load(w, ORDER), next_time)
        time = load_f8(at, place)
        if index > 0 and load_f8(w, DIRECTION) * (time - load_f8(row, 0)) <= 0.0:
            break
        _seed(method, w, row, time, place)
        next_time, used = next_time - 1, 1
    store(w, NEXT, next_time)
    return used


@compiled
def _seed(method, w, row, time, place):
    """Add the seed of one time."""
    n, shares, before, weights = load(w, N), load(w, STAGE_SHARES), load(w, NEW), load(w, WEIGHTS)
    h = load_f8(row, 1)
    weighted(method, weights, load_f8(row, 0), h, time)
    rest = 1.0
    for j in range(method.rows):
        if method.implicit:
            rest = rest - load_f8(weights, j)
        else:
            store_f8(weights, j, load_f8(weights, j) * h)
    sizes, seeds, first = load(w, SIZES), load(w, SEEDS), 0
    for part in range(load(w, PARTS)):
        size = load(sizes, part)
        seed = load(seeds, part) + 8 * size * place
        for i in range(size):
            g = load_f8(seed, i)
            store_f8(before, first + i, load_f8(before, first + i) + rest * g)
            for j in range(method.rows):
                k = j * n + first + i
                store_f8(shares, k, load_f8(shares, k) + load_f8(weights, j) * g)
        first = first + size


@compiled
def _pull(w, t, seed):
    """Multiply a seed by the Jacobians at a time and the state in `STATE`; whether it is not 0."""
    n, total, shares, pulled, some = load(w, N), load(w, TOTAL), load(w, SHARES), load(w, PULLED), 0
    for i in range(n):
        if load_f8(seed, i) != 0.0:
            some = 1
        store_f8(load(w, SEED), i, load_f8(seed, i))
    if some:
        store_f8(load(w, TIME), 0, t)
        run(w, PULL)
        for i in range(n, n + pulled):
            store_f8(total, i, load_f8(total, i) + load_f8(shares, i))
    return some


@compiled
def _explicit(method, w, row, used):
    n, total, before, state, h = load(w, N), load(w, TOTAL), load(w, NEW), load(w, STATE), load_f8(row, 1)
    y, k, shares, t = row + 16, row + 16 + 8 * n, load(w, STAGE_SHARES), load_f8(row, 0)
    if used:
        for place, number, terms in method.extra_backwards:
            _stage(w, y, k, shares, t, h, place, number, terms)
        for i in range(n):
            slope = 0.0
            for j, b in method.solution:
                slope = slope + b * load_f8(k, j * n + i)
            store_f8(state, i, load_f8(y, i) + h * slope)
        if _pull(w, t + h, shares + 8 * n * method.last):
            for i in range(n):
                store_f8(total, i, load_f8(total, i) + load_f8(load(w, SHARES), i))
    for i in range(n):
        g = load_f8(total, i)
        store_f8(before, i, load_f8(before, i) + g)
        for j, b in method.solution:
            store_f8(shares, j * n + i, load_f8(shares, j * n + i) + h * b * g)
    for place, number, terms in method.backwards:
        _stage(w, y, k, shares, t, h, place, number, terms)


@compiled
def _stage(w, y, k, shares, t, h, place, number, terms):
    """Go back through a stage."""
    n, before, state, out = load(w, N), load(w, NEW), load(w, STATE), load(w, SHARES)
    for i in range(n):
        slope = 0.0
        for j, a in terms:
            slope = slope + a * load_f8(k, j * n + i)
        store_f8(state, i, load_f8(y, i) + slope * h)
    if _pull(w, t + place * h, shares + 8 * n * number):
        for i in range(n):
            g = load_f8(out, i)
            store_f8(before, i, load_f8(before, i) + g)
            for j, a in terms:
                store_f8(shares, j * n + i, load_f8(shares, j * n + i) + h * a * g)


@compiled
def _implicit(w, row):
    n, total, before, state, h = load(w, N), load(w, TOTAL), load(w, NEW), load(w, STATE), load_f8(row, 1)
    y, z, shares, t = row + 16, row + 16 + 8 * n, load(w, STAGE_SHARES), load_f8(row, 0)
    system, matrix, pivots = load(w, SYSTEM), load(w, MATRIX), load(w, SYSTEM_PIVOTS)
    for i in range(n):
        store_f8(shares, 2 * n + i, load_f8(shares, 2 * n + i) + load_f8(total, i))
    for j, place, column in _STAGES:
        for i in range(n):
            store_f8(state, i, load_f8(y, i) + load_f8(z, j * n + i))
        jacobian(w, t + place * h)
        for c in range(n):
            line = system + 24 * n * (j * n + c)
            for i, a in column:
                for r in range(n):
                    store_f8(line, i * n + r, 0.0 - h * a * load_f8(matrix, r * n + c))
            store_f8(line, j * n + c, load_f8(line, j * n + c) + 1.0)
    factored(system, pivots, 3 * n)
    solved(system, pivots, 3 * n, shares)
    for i in range(n):
        store_f8(
            before, i, load_f8(before, i) + load_f8(shares, i) + load_f8(shares, n + i) + load_f8(shares, 2 * n + i)
        )
    if load(w, PULLED) == 0:
        return
    for j, place, column in _STAGES:
        for i in range(n):
            store_f8(state, i, load_f8(y, i) + load_f8(z, j * n + i))
            seed = 0.0
            for k, a in column:
                seed = seed + h * a * load_f8(shares, k * n + i)
            store_f8(load(w, STAGE_SLOPES), i, seed)
        _pull(w, t + place * h, load(w, STAGE_SLOPES))
