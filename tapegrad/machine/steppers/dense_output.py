"""Dense output: the state at a time within a step, as a sum over its stages.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from tapegrad.machine.language import compiled
from tapegrad.machine.memory import load, load_f8, store_f8
from tapegrad.machine.steppers.words import PARTS, RESULTS, SIZES, WEIGHTS, N


@compiled
def weighted(method, weights, t, h, time):
    """Write the weights of the stages at a time, of a step that begins at t."""
    x = (time - t) / h if h != 0.0 else 0.0
    for i in range(method.rows):
        store_f8(weights, i, 0.0)
    for factors, terms in method.interpolant:
        basis = 1.0
        for outwards in factors:
            if outwards:
                basis = basis * x
            else:
                basis = basis * (1.0 - x)
        for i, a in terms:
            store_f8(weights, i, load_f8(weights, i) + a * basis)


@compiled
def state_at(method, w, row, time, target, first, count):
    """Write some numbers of the state at a time in the step of a row."""
    n, weights, h = load(w, N), load(w, WEIGHTS), load_f8(row, 1)
    y, k = row + 16, row + 16 + 8 * n
    factor = 1.0 if method.implicit else h
    for i in range(count):
        total = 0.0
        for j in range(method.rows):
            total = total + load_f8(weights, j) * load_f8(k, j * n + first + i)
        store_f8(target, i, load_f8(y, first + i) + total * factor)


@compiled
def write_state(method, w, row, time, index):
    """Write a line of the results: the state at a time in the step of a row."""
    weighted(method, load(w, WEIGHTS), load_f8(row, 0), load_f8(row, 1), time)
    sizes, results, first = load(w, SIZES), load(w, RESULTS), 0
    for part in range(load(w, PARTS)):
        size = load(sizes, part)
        state_at(method, w, row, time, load(results, part) + 8 * size * index, first, size)
        first = first + size
