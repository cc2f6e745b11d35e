"""LU factors and cofactors in registers, for matrices so small that a call of LAPACK costs more than its work.

Tests: tests/ops/test_small_systems.py, tests/ops/test_linear_algebra.py
"""

from __future__ import annotations

from functools import cache

from tapegrad.machine.lane import Lane, from_int, select, to_int
from tapegrad.machine.status import FAILED
from tapegrad.ops.kinds.blas_calls import Array, Library

LARGEST = 4  # rows
_WIDEST = 8  # columns of a right side
_FAR = 500

Rows = list[list[Lane]]


def fits(library: Library, rows: int, columns: int = 0) -> bool:
    """Tell whether a system of so many rows, with so many right sides, is solved here."""
    return library.registers and rows <= LARGEST and columns <= _WIDEST


def loaded(library: Library, x: Array) -> Rows:
    """Load all elements of a matrix."""
    f, (rows, columns) = library.f, x.shape
    return [
        [f.load_scalar(x.buffer, f.offset(0, x.strides, (str(i), str(j)))) for j in range(columns)] for i in range(rows)
    ]


def _exchange(rows: Rows, swap: Lane, k: int, below: int) -> None:
    """Exchange two rows, if `swap` holds."""
    pairs = list(zip(rows[k], rows[below], strict=True))
    rows[k] = [select(swap, y, x) for x, y in pairs]
    rows[below] = [select(swap, x, y) for x, y in pairs]


def factored(library: Library, a: Array, factors: Array, swaps: Array) -> None:
    """Factor with partial pivoting; what `lu_op` gives."""
    f, rows, n = library.f, loaded(library, a), a.shape[0]
    for k in range(n):
        largest, place = abs(rows[k][k]), f.e1.float(float(k))
        for below in range(k + 1, n):
            larger = abs(rows[below][k]) > largest
            largest, place = select(larger, abs(rows[below][k]), largest), select(larger, float(below), place)
        library.store_position(swaps, str(k), to_int(place).name)
        for below in range(k + 1, n):
            _exchange(rows, place == float(below), k, below)
        for below in range(k + 1, n):
            factor = select(rows[k][k] == 0.0, 0.0, rows[below][k] / rows[k][k])
            rest = [y - factor * z for z, y in zip(rows[k][k + 1 :], rows[below][k + 1 :], strict=True)]
            rows[below][k:] = [factor, *rest]
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            f.store_scalar(value, factors.buffer, str(j * n + i))


def exchanged(library: Library, swaps: Array) -> list[Lane]:
    """Load the numbers of exchanged rows."""
    return [from_int(Lane(library.f.e1, library.position(swaps, str(k)), "i")) for k in range(swaps.shape[0])]


def solved(
    library: Library, factors: Array, exchanges: Array, b: Array | None, x: Array, transposed: bool
) -> None:  # fmt: skip
    """Solve for all columns of b, or for those of the identity, with what `lu_op` gave; a singular matrix is a failure."""
    f, n = library.f, x.shape[0]
    columns, swaps = loaded(library, factors), exchanged(library, exchanges)
    rows = [list(row) for row in zip(*columns, strict=True)]
    for k in range(n):
        f.return_if((rows[k][k] == 0.0).name, str(FAILED))
    right = loaded(library, b) if b is not None else [[f.e1.float(float(i == j)) for j in range(n)] for i in range(n)]

    def less(i: int, factor: Lane, k: int) -> None:
        right[i] = [v - factor * other for v, other in zip(right[i], right[k], strict=True)]

    if not transposed:
        for k in range(n):
            for below in range(k + 1, n):
                _exchange(right, swaps[k] == float(below), k, below)
        for k in range(n):
            for i in range(k + 1, n):
                less(i, rows[i][k], k)
        for k in reversed(range(n)):
            right[k] = [v / rows[k][k] for v in right[k]]
            for i in range(k):
                less(i, rows[i][k], k)
    else:
        for k in range(n):
            right[k] = [v / rows[k][k] for v in right[k]]
            for i in range(k + 1, n):
                less(i, rows[k][i], k)
        for k in reversed(range(n)):
            for i in range(k):
                less(i, rows[k][i], k)
        for k in reversed(range(n)):
            for below in range(k + 1, n):
                _exchange(right, swaps[k] == float(below), k, below)
    for i, row in enumerate(right):
        for j, value in enumerate(row):
            f.store_scalar(value, x.buffer, f.offset(0, x.strides, (str(i), str(j))))


def nearer(x: Lane) -> tuple[Lane, Lane]:
    """Return a number without a power of ``2**_FAR`` that makes it large or tiny, and which one."""
    large, tiny = abs(x) > 2.0 ** (_FAR // 2), abs(x) < 2.0 ** -(_FAR // 2)
    near = select(large, x * 2.0**-_FAR, select(tiny, x * 2.0**_FAR, x))
    return near, select(large, x.emitter.float(1.0), select(tiny, x.emitter.float(-1.0), 0.0))


def powers(far: Lane, most: int = 6) -> list[Lane]:
    """Return what a number is to be multiplied by, one after the other, to have a power of ``2**_FAR`` again: beyond the
    sixth it is infinite, or 0, anyway.
    """
    power = select(far > 0.0, far.emitter.float(2.0**_FAR), 2.0**-_FAR)
    return [select(abs(far) > float(k), power, 1.0) for k in range(most)]


def cofactors(library: Library, a: Array, x: Array) -> None:
    """Write the cofactors, by minors: for singular matrices too. Rows are near 1 before, so that no product of them overflows."""
    f, rows, n = library.f, loaded(library, a), a.shape[0]
    far: list[Lane] = []
    for i, row in enumerate(rows):
        largest = abs(row[0])
        for element in row[1:]:
            largest = select(abs(element) > largest, abs(element), largest)
        far.append(nearer(largest)[1])
        scale = powers(-far[i], 1)[0]
        rows[i] = [element * scale for element in row]

    @cache
    def minor(above: tuple[int, ...], across: tuple[int, ...]) -> Lane:
        """Expand the determinant of a part along its first row."""
        if not above:
            return f.e1.float(1.0)
        first, *below = above
        terms = [
            rows[first][j] * minor((*below,), across[:k] + across[k + 1 :]) if below else rows[first][j]
            for k, j in enumerate(across)
        ]
        total = terms[0]
        for k, term in enumerate(terms[1:], 1):
            total = total - term if k % 2 else total + term
        return total

    every = range(n)
    for i in every:
        scales = powers(sum((far[r] for r in every if r != i), f.e1.float(0.0)), max(n - 1, 0))
        for j in every:
            value = minor(tuple(r for r in every if r != i), tuple(c for c in every if c != j))
            for scale in scales:
                value = value * scale
            f.store_scalar(-value if (i + j) % 2 else value, x.buffer, f.offset(0, x.strides, (str(i), str(j))))
