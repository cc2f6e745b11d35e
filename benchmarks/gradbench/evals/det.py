"""A determinant by expansion by minors, and its gradient."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry

_BY_NUMBERS = 6  # rows up to which the expansion is recorded number by number


def determinant(a: Any) -> Any:
    """Return the determinant by expansion along the first row: of a large matrix, by all its minors at once."""
    n = len(a)
    if n <= _BY_NUMBERS:
        return expansion([list(row) for row in a])
    others = np.array([[j for j in range(n) if j != removed] for removed in range(n)])
    minors = tg.vmap(determinant)(np.moveaxis(a[1:, others], 1, 0))
    return np.sum((-1.0) ** np.arange(n) * a[0] * minors)


def expansion(rows: list[list[Any]]) -> Any:
    """Return the determinant of a matrix of numbers."""
    first, *others = rows
    if not others:
        return first[0]
    total = 0.0
    for j, x in enumerate(first):
        product = x * expansion([row[:j] + row[j + 1 :] for row in others])
        total = total - product if j % 2 else total + product
    return total


def _read(given: Any) -> tuple[Any, ...]:
    return (np.array(given["A"]).reshape(given["ell"], -1),)


primal = Entry(_read, tg.compile(determinant), float)
gradient = Entry(_read, tg.compile(tg.grad(determinant)), lambda slopes: slopes.ravel().tolist())
