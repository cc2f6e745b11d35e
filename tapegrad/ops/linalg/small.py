"""Elimination with partial pivoting in registers, for matrices so small that a call of LAPACK costs more than its work."""

from __future__ import annotations

from typing import Any

from tapegrad.machine.lane import Lane, select
from tapegrad.machine.status import FAILED
from tapegrad.ops.kinds.library import Array, Library

LARGEST = 4  # rows
_WIDEST = 8  # columns of a right side

Rows = list[list[Lane]]


def fits(rows: int, columns: int = 0) -> bool:
    """Tell whether a system of so many rows, with so many right sides, is solved here."""
    return rows <= LARGEST and columns <= _WIDEST


def _loaded(library: Library, x: Array) -> Rows:
    f, (rows, columns) = library.f, x.shape
    return [
        [f.load_scalar(x.buffer, f.offset(0, x.strides, (str(i), str(j)))) for j in range(columns)] for i in range(rows)
    ]


def eliminated(library: Library, a: Array, right: Rows | None = None) -> tuple[Rows, Lane]:
    """Return the upper triangle of a, with what becomes of the right sides beside it, and the sign of the row swaps."""
    rows = [[*left, *r] for left, r in zip(_loaded(library, a), right or [[]] * a.shape[0], strict=True)]
    n, sign = len(rows), library.f.e1.float(1.0)
    for k in range(n):
        for below in range(k + 1, n):  # the largest comes to the top
            swap = abs(rows[below][k]) > abs(rows[k][k])
            pairs = list(zip(rows[k][k:], rows[below][k:], strict=True))
            rows[k][k:] = [select(swap, y, x) for x, y in pairs]
            rows[below][k:] = [select(swap, x, y) for x, y in pairs]
            sign = select(swap, -sign, sign)
        for below in range(k + 1, n):
            factor = select(rows[k][k] == 0.0, 0.0, rows[below][k] / rows[k][k])
            rows[below][k + 1 :] = [y - factor * x for x, y in zip(rows[k][k + 1 :], rows[below][k + 1 :], strict=True)]
    return rows, sign


def solved(library: Library, a: Array, b: Array | None, x: Array) -> None:
    """Solve for all columns of b, or for those of the identity; a singular matrix is a failure."""
    f, n = library.f, a.shape[0]
    right = _loaded(library, b) if b is not None else [[f.e1.float(float(i == j)) for j in range(n)] for i in range(n)]
    rows, _ = eliminated(library, a, right)
    for k, row in enumerate(rows):
        f.return_if((row[k] == 0.0).name, str(FAILED))
    found: dict[int, list[Any]] = {}
    for k in reversed(range(n)):
        values = rows[k][n:]
        for j in range(k + 1, n):
            values = [v - rows[k][j] * known for v, known in zip(values, found[j], strict=True)]
        found[k] = [v / rows[k][k] for v in values]
        for j, v in enumerate(found[k]):
            f.store_scalar(v, x.buffer, f.offset(0, x.strides, (str(k), str(j))))
