"""Linear systems of few unknowns, real and complex, by Gauss's elimination with pivots.

Matrices are in C order; a complex number is two floats.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from tapegrad.machine.language import compiled
from tapegrad.machine.memory import load, load_f8, store, store_f8
from tapegrad.machine.steppers.arithmetic import absolute


@compiled
def _swapped(a, b, n):
    for j in range(n):
        x = load_f8(a, j)
        store_f8(a, j, load_f8(b, j))
        store_f8(b, j, x)


@compiled
def factored(a, pivots, n):
    """Replace a matrix by its factors."""
    for k in range(n):
        best, row = absolute(load_f8(a, k * n + k)), k
        for i in range(k + 1, n):
            size = absolute(load_f8(a, i * n + k))
            if size > best:
                best, row = size, i
        store(pivots, k, row)
        top = a + 8 * n * k
        if row != k:
            _swapped(top, a + 8 * n * row, n)
        pivot = load_f8(top, k)
        for i in range(k + 1, n):
            line = a + 8 * n * i
            factor = load_f8(line, k) / pivot
            store_f8(line, k, factor)
            for j in range(k + 1, n):
                store_f8(line, j, load_f8(line, j) - factor * load_f8(top, j))


@compiled
def solved(a, pivots, n, b):
    """Replace a vector by the solution of a factored system."""
    for k in range(n):
        row = load(pivots, k)
        x = load_f8(b, row)
        store_f8(b, row, load_f8(b, k))
        store_f8(b, k, x)
    for i in range(n):
        total = load_f8(b, i)
        for j in range(i):
            total = total - load_f8(a, i * n + j) * load_f8(b, j)
        store_f8(b, i, total)
    for back in range(n):
        i = n - 1 - back
        total = load_f8(b, i)
        for j in range(i + 1, n):
            total = total - load_f8(a, i * n + j) * load_f8(b, j)
        store_f8(b, i, total / load_f8(a, i * n + i))


@compiled
def _quotient(a, b, c, d):
    """Return the parts of ``(a + b i) / (c + d i)``, by Smith's method."""
    if absolute(c) >= absolute(d):
        ratio = d / c
        by = c + d * ratio
        return (a + b * ratio) / by, (b - a * ratio) / by
    ratio = c / d
    by = c * ratio + d
    return (a * ratio + b) / by, (b * ratio - a) / by


@compiled
def complex_factored(a, pivots, n):
    """Replace a complex matrix by its factors."""
    for k in range(n):
        best, row = -1.0, k
        for i in range(k, n):
            at = 2 * (i * n + k)
            size = absolute(load_f8(a, at)) + absolute(load_f8(a, at + 1))
            if size > best:
                best, row = size, i
        store(pivots, k, row)
        top = a + 16 * n * k
        if row != k:
            _swapped(top, a + 16 * n * row, 2 * n)
        c, d = load_f8(top, 2 * k), load_f8(top, 2 * k + 1)
        for i in range(k + 1, n):
            line = a + 16 * n * i
            x, y = _quotient(load_f8(line, 2 * k), load_f8(line, 2 * k + 1), c, d)
            store_f8(line, 2 * k, x)
            store_f8(line, 2 * k + 1, y)
            for j in range(k + 1, n):
                u, v = load_f8(top, 2 * j), load_f8(top, 2 * j + 1)
                store_f8(line, 2 * j, load_f8(line, 2 * j) - (x * u - y * v))
                store_f8(line, 2 * j + 1, load_f8(line, 2 * j + 1) - (x * v + y * u))


@compiled
def complex_solved(a, pivots, n, b):
    """Replace a complex vector by the solution of a factored system."""
    for k in range(n):
        row = load(pivots, k)
        if row != k:
            _swapped(b + 16 * row, b + 16 * k, 2)
    for i in range(n):
        _eliminated(a + 16 * n * i, b, i, 0, i)
    for back in range(n):
        i = n - 1 - back
        line = a + 16 * n * i
        _eliminated(line, b, i, i + 1, n)
        x, y = _quotient(load_f8(b, 2 * i), load_f8(b, 2 * i + 1), load_f8(line, 2 * i), load_f8(line, 2 * i + 1))
        store_f8(b, 2 * i, x)
        store_f8(b, 2 * i + 1, y)


@compiled
def _eliminated(line, b, i, first, last):
    """Subtract from a number of a vector what the numbers from `first` to `last` contribute."""
    x, y = load_f8(b, 2 * i), load_f8(b, 2 * i + 1)
    for j in range(first, last):
        c, d = load_f8(line, 2 * j), load_f8(line, 2 * j + 1)
        u, v = load_f8(b, 2 * j), load_f8(b, 2 * j + 1)
        x, y = x - (c * u - d * v), y - (c * v + d * u)
    store_f8(b, 2 * i, x)
    store_f8(b, 2 * i + 1, y)
