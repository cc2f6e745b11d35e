"""Products with sparse matrices in SciPy's compressed rows, whose pattern is known.

The places are tables within the machine code's constants, so a matrix is never made dense. The loops add in the order
of SciPy's own.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Buffer, Shape, Strided
from tapegrad.ops.kinds.kind import Alone
from tapegrad.ops.kinds.target_blocks import each_in_blocks, many

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyForm, AnyWriter
    from tapegrad.ops.sparse.sparse_products import Pattern


_LINES = 12  # of LLVM text, roughly, for one nonzero


class Sparse(Alone):
    """One loop over the nonzeros, row after row; a subclass says what is done with each.

    The static parameter `pattern` is the row starts, the columns, and the number of columns.
    """

    def nonzeros(self, f: AnyWriter, slot: int) -> _Nonzeros:
        """Return the loop's tables."""
        starts, columns, _ = f.program.statics[slot]["pattern"]
        return _Nonzeros(f, starts, columns)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        starts, columns, count = static["pattern"]
        checked_pattern(starts, columns, count)
        return super().check(op, shapes, static, shape)


def checked_pattern(starts: Any, columns: Any, count: Any) -> None:
    """Check that loops over a pattern that comes from a file stay within their arrays.

    Raises
    ------
    TapeFileError
    """
    tables = all(isinstance(x, np.ndarray) and x.ndim == 1 and x.dtype.kind == "i" for x in (starts, columns))
    if not (tables and len(starts) and type(count) is int):
        raise TapeFileError("a pattern is no compressed rows")
    inside = columns.size == 0 or (columns.min() >= 0 and columns.max() < count)
    if starts[0] != 0 or starts[-1] != columns.size or (np.diff(starts) < 0).any() or not inside:
        raise TapeFileError("a pattern has nonzeros outside of its matrix")


class _Nonzeros:
    """The loop over all nonzeros, as it is written into a function."""

    def __init__(self, f: AnyWriter, starts: np.ndarray, columns: np.ndarray) -> None:
        self.f, self.rows, self.count = f, len(starts) - 1, columns.size
        narrow = np.int32 if max(columns.size, columns.max(initial=0)) < 2**31 else np.int64
        self.starts, self.columns = (f.table(a.astype(narrow)) for a in (starts, columns))

    def of_row(self, row: str) -> tuple[str, str]:
        """Return where a row begins and ends."""
        f = self.f
        return f.load_index(self.starts, row), f.load_index(self.starts, f.integer(f"add nsw i64 {row}, 1"))

    @contextmanager
    def within(self, bounds: tuple[str, str]) -> Iterator[tuple[str, str]]:
        """Write the loop over the nonzeros of a row, which may have none; yields their number and their column."""
        f, (first, stop) = self.f, bounds
        some = Lane(f.e1, f.integer(f"icmp slt i64 {first}, {stop}"), "m")
        with f.when(some), f.loop(first, stop, 1, max(1, self.count // self.rows)) as p:
            yield p, f.load_index(self.columns, p)


def _row(f: AnyWriter, buffer: Buffer, width: int, number: str) -> Strided:
    """Return a row of a matrix, of that many elements."""
    return Strided(Buffer(f.pointer(buffer, f.offset(0, (width,), (number,))), buffer.element), 0, (1,))


class SparseProduct(Sparse):
    """The matrix of the first operand's nonzeros, or its transpose, times the second operand."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (values, x), form = (f.contiguous(s) for s in p.operands[slot]), p.forms[slot]
        width, target = _width(form), f.target(slot)
        transposed, nonzeros = p.statics[slot]["transposed"], self.nonzeros(f, slot)
        lines = _LINES + 2 * width
        if transposed or width > 1:
            f.fill(target, form.size, shared=True)

        def add(k: str, source: str, to: str) -> None:
            value = f.load_scalar(values, k)
            if width == 1:
                product = f.rounded(value * f.load_scalar(x, source), form)
                f.store_scalar(f.load_scalar(target, to) + product, target, to)
            else:
                factor = Strided(Buffer("", "double"), 0, (0,), value=value)
                streams = [_row(f, target, width, to), _row(f, x, width, source), factor]
                f.nest((width,), streams, lambda turn: turn.write(0, turn.read(0) + turn.read(2) * turn.read(1)))

        def row_by_row() -> None:
            with f.loop(0, nonzeros.rows, 1) as i, nonzeros.within(nonzeros.of_row(i)) as (k, column):
                add(k, i, column)

        if not nonzeros.rows:
            pass
        elif transposed and many(f, nonzeros.count, lines):
            rows, columns = coordinates(p.statics[slot]["pattern"])
            tables = [columns, rows, np.arange(rows.size)]
            each_in_blocks(f, tables, form.shape[0], lines, lambda to, source, k: add(k, source, to), row_by_row)
        elif transposed:
            row_by_row()
        elif width == 1:
            self._sums(f, nonzeros, values, x, target, form)
        else:

            def row(at: list[str]) -> None:
                with nonzeros.within(nonzeros.of_row(*at)) as (k, column):
                    add(k, column, *at)

            f.each([nonzeros.rows], lines * nonzeros.count // nonzeros.rows, row)
        f.done(slot, target)

    def _sums(
        self, f: AnyWriter, nonzeros: _Nonzeros, values: Buffer, x: Buffer, target: Buffer, form: AnyForm
    ) -> None:
        """Write products of rows with a vector, each summed in a register."""
        total = f.variable("double")

        def row(at: list[str]) -> None:
            f.e1.put(f.e1.float(0.0), total)
            with nonzeros.within(nonzeros.of_row(*at)) as (k, column):
                product = f.load_scalar(values, k) * f.load_scalar(x, column)
                f.e1.put(f.rounded(f.e1.get(total) + f.rounded(product, form), form), total)
            f.store_scalar(f.e1.get(total), target, *at)

        f.each([nonzeros.rows], _LINES * (1 + nonzeros.count // nonzeros.rows), row)

    def pattern(self, sweep: Any, slot: int) -> Any:
        p = sweep.program
        rows, columns = coordinates(p.statics[slot]["pattern"])
        if p.statics[slot]["transposed"]:
            rows, columns = columns, rows
        width = _width(p.forms[slot])
        targets, sources = (_elements(at, width) for at in (rows, columns))
        return sweep.linked(slot, [(targets, np.repeat(np.arange(rows.size), width)), (targets, sources)])


class SparseSample(Sparse):
    """The products of rows of two matrices, at the places of the nonzeros."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (a, b), target = (f.contiguous(s) for s in p.operands[slot]), f.target(slot)
        form, width, nonzeros = p.forms[slot], _width(p.forms[p.operands[slot][0]]), self.nonzeros(f, slot)
        total = f.variable("double")

        def row(at: list[str]) -> None:
            with nonzeros.within(nonzeros.of_row(*at)) as (k, column):
                f.e1.put(f.e1.float(0.0), total)
                with f.loops([width]) as (j,):
                    left, right = (
                        f.load_scalar(m, f.offset(0, (width, 1), (i, j))) for m, i in ((a, at[0]), (b, column))
                    )
                    f.e1.put(f.rounded(f.e1.get(total) + f.rounded(left * right, form), form), total)
                f.store_scalar(f.e1.get(total), target, k)

        if nonzeros.count:
            f.each([nonzeros.rows], _LINES * (1 + width) * (1 + nonzeros.count // nonzeros.rows), row)
        f.done(slot, target)

    def pattern(self, sweep: Any, slot: int) -> Any:
        p = sweep.program
        width = _width(p.forms[p.operands[slot][0]])
        rows, columns = coordinates(p.statics[slot]["pattern"])
        targets = np.repeat(np.arange(rows.size), width)
        return sweep.linked(slot, [(targets, _elements(at, width)) for at in (rows, columns)])


def _width(form: AnyForm) -> int:
    """Return the number of columns; a vector is one."""
    return form.shape[1] if len(form.shape) == 2 else 1


def coordinates(pattern: Pattern) -> tuple[np.ndarray, np.ndarray]:
    """Return row and column of each nonzero."""
    starts, columns, _ = pattern
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts)), columns


def _elements(rows: np.ndarray, width: int) -> np.ndarray:
    """Return the C-order offsets of all elements of rows."""
    return (rows[:, None] * width + np.arange(width)).reshape(-1)
