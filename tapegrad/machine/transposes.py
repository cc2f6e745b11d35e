"""Transposes of eight vectors of eight lanes, in registers.

Tests: tests/replay/test_methods.py
"""

from __future__ import annotations

from collections.abc import Sequence

from tapegrad.machine.lane import WIDTH, Lane


def transposed(rows: Sequence[Lane]) -> list[Lane]:
    """Return eight vectors as the columns of themselves, by exchanging halves of pairs at distances 1, 2, 4."""
    rows = list(rows)
    for d in (1, 2, 4):
        low = [k if k & d == 0 else k - d + WIDTH for k in range(WIDTH)]
        high = [k + d if k & d == 0 else k + WIDTH for k in range(WIDTH)]
        for i in range(WIDTH):
            if i & d == 0:
                a, b = rows[i], rows[i + d]
                rows[i], rows[i + d] = _shuffled(a, b, low), _shuffled(a, b, high)
    return rows


def _shuffled(a: Lane, b: Lane, order: Sequence[int]) -> Lane:
    vector = a.emitter.type("f")
    mask = ", ".join(f"i32 {k}" for k in order)
    return a.emitter.emit(f"shufflevector {vector} {a.name}, {vector} {b.name}, <{WIDTH} x i32> <{mask}>", "f")
