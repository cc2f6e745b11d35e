"""A step of Radau IIA of order 5, with SciPy's Newton iteration, control of length, and reuse of Jacobian and factors.

Reference: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

import numpy as np
from scipy.integrate._ivp import radau

from tapegrad.machine.language import compiled
from tapegrad.machine.memory import load, load_f8, store, store_f8
from tapegrad.machine.steppers.arithmetic import absolute, larger, power, root, smaller
from tapegrad.machine.steppers.dense_output import weighted
from tapegrad.machine.steppers.small_systems import complex_factored, complex_solved, factored, solved
from tapegrad.machine.steppers.vectors import (
    bounded_step,
    clipped_step,
    combined,
    copied,
    counted_jacobian,
    counted_slope,
    is_length,
    least_step,
    scale,
)
from tapegrad.machine.steppers.words import (
    BEFORE,
    COMPLEX,
    COUNT,
    CURRENT,
    ERROR,
    ERROR_BEFORE,
    FACTORED,
    FIRST,
    H_ABS,
    H_BEFORE,
    LENGTH_BEFORE,
    LU_COMPLEX,
    LU_REAL,
    MATRIX,
    NEW,
    NLU,
    PIVOTS_COMPLEX,
    PIVOTS_REAL,
    REAL,
    ROW,
    RTOL,
    SCALE,
    STAGE_SLOPES,
    STATE,
    STATUS,
    T_BEFORE,
    TOO_SMALL,
    TRANSFORMED,
    WEIGHTS,
    N,
    T,
)

_MU = float(radau.MU_REAL)
_RE, _IM = float(radau.MU_COMPLEX.real), float(radau.MU_COMPLEX.imag)
_MOST: int = radau.NEWTON_MAXITER
_EPS = float(np.finfo(float).eps)


def _rows(matrix: np.ndarray) -> tuple[tuple[int, tuple[tuple[int, float], ...]], ...]:
    """Return a matrix as its lines, each with its number, and as terms."""
    return tuple((i, tuple(enumerate(map(float, row)))) for i, row in enumerate(matrix))


_T, _TI = _rows(radau.T), _rows(radau.TI)
_NODES = tuple((i, float(c)) for i, c in enumerate(radau.C))
_ERROR = tuple(enumerate(map(float, radau.E)))


@compiled
def implicit_step(method, w):
    """Make a step from the state of a row: writes its stages, and the state after it into `NEW`; gives a status."""
    n, row, new, f = load(w, N), load(w, ROW), load(w, NEW), load(w, FIRST)
    y, z, error = row + 16, row + 16 + 8 * n, load(w, ERROR)
    t, least = load_f8(w, T), least_step(w)
    h_abs, clipped = clipped_step(w, least)
    h_before, error_before = load_f8(w, H_BEFORE), load_f8(w, ERROR_BEFORE)
    if clipped:
        h_before, error_before = -1.0, -1.0
    rejected = 0
    while 1:
        if not is_length(h_abs, least):
            return TOO_SMALL
        t_new = bounded_step(w, h_abs)
        h = t_new - t
        h_abs = absolute(h)
        _predicted(method, w, t, h, y, z)
        for i in range(n):
            store_f8(load(w, SCALE), i, scale(w, i, absolute(load_f8(y, i))))
        converged, turns, rate = 0, 0, 0.0
        while 1:
            if not load(w, FACTORED):
                _factor(w, h)
            converged, turns, rate = _newton(w, t, h, y, z)
            if load(w, STATUS) != 0:
                return load(w, STATUS)
            if converged or load(w, CURRENT):
                break
            copied(y, load(w, STATE), n)
            counted_jacobian(w, t)
            store(w, CURRENT, 1)
            store(w, FACTORED, 0)
            _predicted(method, w, t, h, y, z)
        if not converged:
            h_abs = h_abs * 0.5
            store(w, FACTORED, 0)
            continue
        for i in range(n):
            store_f8(new, i, load_f8(y, i) + load_f8(z, 2 * n + i))
        norm = _error(w, h, y, z, f)
        if rejected and norm > 1.0:
            for i in range(n):
                store_f8(load(w, STATE), i, load_f8(y, i) + load_f8(error, i))
            counted_slope(w, t, load(w, REAL))
            norm = _error(w, h, y, z, load(w, REAL))
        safety = 0.9 * (2 * _MOST + 1.0) / (2.0 * _MOST + float(turns))
        factor = _factor_of(h_abs, h_before, norm, error_before)
        if norm > 1.0:
            h_abs = h_abs * larger(0.2, safety * factor)
            store(w, FACTORED, 0)
            rejected = 1
        else:
            return _accepted(w, row, t, h, t_new, h_abs, norm, smaller(10.0, safety * factor), turns, rate)
    return 0


@compiled
def _accepted(w, row, t, h, t_new, h_abs, norm, factor, turns, rate):
    """Take a step, and decide what the next one uses again."""
    n, new, z = load(w, N), load(w, NEW), row + 16 + 8 * load(w, N)
    renew = 1 if turns > 2 and rate > 1e-3 else 0
    if not renew and factor < 1.2:
        factor = 1.0
    else:
        store(w, FACTORED, 0)
    copied(new, load(w, STATE), n)
    counted_slope(w, t_new, load(w, FIRST))
    if renew:
        counted_jacobian(w, t_new)
    store(w, CURRENT, renew)
    store_f8(w, H_BEFORE, load_f8(w, H_ABS))
    store_f8(w, ERROR_BEFORE, norm)
    store_f8(w, H_ABS, h_abs * factor)
    store_f8(w, T, t_new)
    store_f8(row, 0, t)
    store_f8(row, 1, h)
    store_f8(w, T_BEFORE, t)
    store_f8(w, LENGTH_BEFORE, h)
    copied(row + 16, load(w, BEFORE), n)
    copied(z, load(w, BEFORE) + 8 * n, 3 * n)
    return load(w, STATUS)


@compiled
def _predicted(method, w, t, h, y, z):
    """Write where Newton's iteration starts: the last step's dense output, beyond its end."""
    n, weights = load(w, N), load(w, WEIGHTS)
    before = load(w, BEFORE)
    stages = before + 8 * n
    for i, c in _NODES:
        if load(w, COUNT) == 0:
            for k in range(n):
                store_f8(z, i * n + k, 0.0)
        else:
            weighted(method, weights, load_f8(w, T_BEFORE), load_f8(w, LENGTH_BEFORE), t + h * c)
            for k in range(n):
                total = 0.0
                for j in range(3):
                    total = total + load_f8(weights, j) * load_f8(stages, j * n + k)
                store_f8(z, i * n + k, total + load_f8(before, k) - load_f8(y, k))


@compiled
def _factor(w, h):
    n, matrix, real, pairs = load(w, N), load(w, MATRIX), load(w, LU_REAL), load(w, LU_COMPLEX)
    for k in range(n * n):
        x = load_f8(matrix, k)
        store_f8(real, k, 0.0 - x)
        store_f8(pairs, 2 * k, 0.0 - x)
        store_f8(pairs, 2 * k + 1, 0.0)
    for i in range(n):
        k = i * (n + 1)
        store_f8(real, k, _MU / h + load_f8(real, k))
        store_f8(pairs, 2 * k, _RE / h + load_f8(pairs, 2 * k))
        store_f8(pairs, 2 * k + 1, _IM / h)
    factored(real, load(w, PIVOTS_REAL), n)
    complex_factored(pairs, load(w, PIVOTS_COMPLEX), n)
    store(w, FACTORED, 1)
    store(w, NLU, load(w, NLU) + 2)


@compiled
def _newton(w, t, h, y, z):
    """Solve for the stages; gives whether it converged, how many turns it took, and the rate."""
    n, state, slopes, v = load(w, N), load(w, STATE), load(w, STAGE_SLOPES), load(w, TRANSFORMED)
    real, pairs, by = load(w, REAL), load(w, COMPLEX), load(w, SCALE)
    tolerance = larger(10.0 * _EPS / load_f8(w, RTOL), smaller(0.03, root(load_f8(w, RTOL))))
    for i, terms in _TI:
        for k in range(n):
            store_f8(v, i * n + k, combined(terms, z, n, k))
    rate, before, rated, turns = 0.0, 0.0, 0, 0
    while turns < _MOST:
        turns = turns + 1
        finite = 0.0
        for i, c in _NODES:
            for k in range(n):
                store_f8(state, k, load_f8(y, k) + load_f8(z, i * n + k))
            counted_slope(w, t + h * c, slopes + 8 * n * i)
        for k in range(3 * n):
            finite = finite + load_f8(slopes, k) * 0.0
        if finite != finite:
            return 0, turns, rate
        for k in range(n):
            for i, terms in _TI:
                total = combined(terms, slopes, n, k)
                if i == 0:
                    store_f8(real, k, total - _MU / h * load_f8(v, k))
                elif i == 1:
                    by_h = _RE / h * load_f8(v, n + k) - _IM / h * load_f8(v, 2 * n + k)
                    store_f8(pairs, 2 * k, total - by_h)
                else:
                    by_h = _RE / h * load_f8(v, 2 * n + k) + _IM / h * load_f8(v, n + k)
                    store_f8(pairs, 2 * k + 1, total - by_h)
        solved(load(w, LU_REAL), load(w, PIVOTS_REAL), n, real)
        complex_solved(load(w, LU_COMPLEX), load(w, PIVOTS_COMPLEX), n, pairs)
        squares = 0.0
        for k in range(n):
            size = load_f8(real, k) / load_f8(by, k)
            squares = squares + size * size
            size = load_f8(pairs, 2 * k) / load_f8(by, k)
            squares = squares + size * size
            size = load_f8(pairs, 2 * k + 1) / load_f8(by, k)
            squares = squares + size * size
        norm = root(squares) / root(3.0 * float(n))
        if rated:
            rate = norm / before
            left = power(rate, float(_MOST + 1 - turns)) / (1.0 - rate) * norm
            if rate >= 1.0 or left > tolerance:
                return 0, turns, rate
        for k in range(n):
            store_f8(v, k, load_f8(v, k) + load_f8(real, k))
            store_f8(v, n + k, load_f8(v, n + k) + load_f8(pairs, 2 * k))
            store_f8(v, 2 * n + k, load_f8(v, 2 * n + k) + load_f8(pairs, 2 * k + 1))
        for i, terms in _T:
            for k in range(n):
                store_f8(z, i * n + k, combined(terms, v, n, k))
        if norm == 0.0:
            return 1, turns, rate
        if rated and rate / (1.0 - rate) * norm < tolerance:
            return 1, turns, rate
        before, rated = norm, 1
    return 0, turns, rate


@compiled
def _error(w, h, y, z, f):
    """Write the error's estimate, and return its norm."""
    n, error, new = load(w, N), load(w, ERROR), load(w, NEW)
    for k in range(n):
        store_f8(error, k, load_f8(f, k) + combined(_ERROR, z, n, k) / h)
    solved(load(w, LU_REAL), load(w, PIVOTS_REAL), n, error)
    squares = 0.0
    for k in range(n):
        size = load_f8(error, k) / scale(w, k, larger(absolute(load_f8(y, k)), absolute(load_f8(new, k))))
        squares = squares + size * size
    return root(squares) / root(float(n))


@compiled
def _factor_of(h_abs, h_before, norm, error_before):
    """Predict by which factor the length changes."""
    multiplier = 1.0
    if error_before >= 0.0 and h_before >= 0.0 and norm != 0.0:
        multiplier = h_abs / h_before * power(error_before / norm, 0.25)
    return smaller(1.0, multiplier) * power(norm, -0.25)
