"""Calls of BLAS and LAPACK in the LLVM text of a function.

The libraries know matrices in Fortran's order, with integers by reference. An array in C order is, to them, its
transpose, and a transpose is a matter of strides here: a copy is made where a library overwrites what it is given, or
where strides do not fit.

Tests: tests/ops/test_linear_algebra.py, tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.machine import addresses
from tapegrad.machine.blas_threads import alone
from tapegrad.machine.lane import Lane, bits, from_bits
from tapegrad.machine.places import Buffer, Shape, Strided, contiguous
from tapegrad.machine.status import FAILED

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter


class Array:
    """Elements in memory, with a stride for each axis."""

    __slots__ = ("buffer", "shape", "strides")

    def __init__(self, buffer: Buffer, shape: Shape, strides: Shape) -> None:
        self.buffer, self.shape, self.strides = buffer, shape, strides

    @classmethod
    def of(cls, f: AnyWriter, slot: int, element: str) -> Array:
        """Find an operand where it lies; what strides cannot say is copied."""
        shape = f.program.forms[slot].shape
        stream = f.strided(slot, shape)
        if stream.value is not None or stream.table is not None or stream.buffer.element != element:
            return cls(f.contiguous(slot), shape, contiguous(shape))
        buffer = stream.buffer
        if stream.offset:
            buffer = f.beginning(buffer, stream.offset)
        return cls(buffer, shape, stream.strides)

    def member(self, f: AnyWriter, rank: int, stack: Shape, indices: Sequence[str]) -> Array:
        """Find one member of a stack, which has so many axes."""
        outer = len(self.shape) - rank
        strides = [0 if n == 1 else s for n, s in zip(self.shape[:outer], self.strides[:outer], strict=True)]
        at = f.offset(0, [0] * (len(stack) - outer) + strides, indices)
        buffer = self.buffer if at == "0" else Buffer(f.pointer(self.buffer, at), self.buffer.element)
        return Array(buffer, self.shape[outer:], self.strides[outer:])

    @property
    def T(self) -> Array:
        """The transpose."""
        return Array(self.buffer, self.shape[::-1], self.strides[::-1])

    @property
    def order(self) -> str:
        """The letter by which BLAS can read a matrix where it lies; none if it cannot."""
        (rows, columns), (down, across) = self.shape, self.strides
        if (down == 1 or rows == 1) and (across >= rows or columns == 1):
            return "N"
        return "T" if (across == 1 or columns == 1) and (down >= columns or rows == 1) else ""

    def as_columns(self, library: Library) -> tuple[str, Array, int]:
        """Return how BLAS can read a matrix: the letter of its transposition, where it lies, and the leading
        dimension."""
        order = self.order
        if not order:
            return "N", library.columns(self), self.shape[0]
        return order, self, max(self.shape[order == "T"], self.strides[order == "N"])


class Library:
    """What one call is written with, into the text of a function."""

    def __init__(self, f: AnyWriter, element: str) -> None:
        self.f, self.element = f, element
        self.letter = "s" if element == "float" else "d"
        self.registers: bool = f.module.registers

    def new(self, *shape: int) -> Array:
        """Reserve working memory, in Fortran's order."""
        buffer = Buffer(self.f.work_buffer(8 * math.prod(shape)).pointer, self.element)
        return Array(buffer, shape, contiguous(shape[::-1])[::-1])

    def integers(self, count: int) -> Array:
        """Reserve working memory for integers of whatever size the library has."""
        return Array(Buffer(self.f.work_buffer(8 * count).pointer, "i64"), (count,), (1,))

    def copy(self, source: Array, target: Array) -> Array:
        """Copy elements; returns the target."""
        places = [Strided(a.buffer, 0, a.strides) for a in (source, target)]
        self.f.copy(source.shape, places[0], places[1])
        return target

    def columns(self, x: Array) -> Array:
        """Copy an array into working memory, in Fortran's order."""
        return self.copy(x.T, self.new(*x.shape).T).T  # in the order of what is written: gathers are faster

    def identity(self, n: int) -> Array:
        """Write an identity matrix into working memory."""
        x = self.new(n, n)
        self.f.fill(x.buffer, n * n)
        with self.f.loop(0, n, 1) as i:
            self.f.store_scalar(self.f.e1.float(1.0), x.buffer, self.f.offset(0, (n + 1,), (i,)))
        return x

    def zero_above(self, x: Array) -> None:
        """Write zeros above the diagonal of a square matrix."""
        n = x.shape[0]
        if n < 2:
            return
        with self.f.loop(0, n - 1, 1) as i:
            first = self.f.integer(f"add i64 {i}, 1")
            with self.f.loop(first, n, 1, turns=n // 2 + 1) as j:
                self.f.store_scalar(self.f.e1.float(0.0), x.buffer, self.f.offset(0, x.strides, (i, j)))

    def halve_diagonal(self, x: Array) -> None:
        """Halve the diagonal of a square matrix."""
        with self.f.loop(0, x.shape[0], 1) as i:
            place = self.f.offset(0, (sum(x.strides),), (i,))
            self.f.store_scalar(self.f.load_scalar(x.buffer, place) * 0.5, x.buffer, place)

    def symmetrise(self, x: Array) -> None:
        """Replace a square matrix by its symmetric part."""
        n = x.shape[0]
        with self.f.loop(0, n, 1) as i, self.f.loop(i, n, 1, turns=n // 2 + 1) as j:
            here, there = (self.f.offset(0, x.strides, place) for place in ((i, j), (j, i)))
            mean = (self.f.load_scalar(x.buffer, here) + self.f.load_scalar(x.buffer, there)) * 0.5
            for place in (here, there):
                self.f.store_scalar(mean, x.buffer, place)

    def scale(self, x: Array, factor: float) -> None:
        """Multiply the elements of a matrix."""
        with self.f.loop(0, x.shape[1], 1) as j, self.f.loop(0, x.shape[0], 1) as i:
            place = self.f.offset(0, x.strides, (i, j))
            self.f.store_scalar(self.f.load_scalar(x.buffer, place) * factor, x.buffer, place)

    def part(self, x: Array, first: Sequence[int], shape: Shape, axes: Sequence[int] | None = None) -> Array:
        """Return a part of an array that begins at an index; `axes` are the axes that it keeps, all by default."""
        at = sum(i * s for i, s in zip(first, x.strides, strict=True))
        strides = tuple(x.strides[a] for a in (range(len(shape)) if axes is None else axes))
        return Array(Buffer(self.f.pointer(x.buffer, str(at)), x.buffer.element), shape, strides)

    def blas(self, name: str, *args: Any) -> None:
        """Call a subroutine of BLAS, named without the letter of its dtype: of integers, letters, floats and arrays."""
        self._call(addresses.blas(self.letter + name), args)

    def multiply(self, *args: Any) -> None:
        """Call BLAS's product of matrices: in one thread, where tapegrad's threads may share what is written."""
        name = f"{self.letter}gemm"
        self._call(alone(name, len(args)) if self.f.outermost else addresses.blas(name), args)

    def integer(self, integers: Array, index: str) -> str:
        """Load one of the library's integers."""
        kind = f"i{8 * self.f.integer_size}"
        pointer = self.f.integer(f"getelementptr {kind}, ptr {integers.buffer.pointer}, i64 {index}")
        loaded = self.f.integer(f"load {kind}, ptr {pointer}")
        return loaded if kind == "i64" else self.f.integer(f"sext {kind} {loaded} to i64")

    def set_integer(self, integers: Array, index: str, value: str) -> None:
        """Store one of the library's integers."""
        kind = f"i{8 * self.f.integer_size}"
        pointer = self.f.integer(f"getelementptr {kind}, ptr {integers.buffer.pointer}, i64 {index}")
        value = value if kind == "i64" else self.f.integer(f"trunc i64 {value} to {kind}")
        self.f.lines.append(f"  store {kind} {value}, ptr {pointer}, align {self.f.integer_size}")

    def position(self, positions: Array, index: str) -> str:
        """Load a position, from integers as sealed tapes hold them."""
        word = bits(self.f.load_scalar(positions.buffer, self.f.offset(0, positions.strides, (index,))))
        return word.name

    def store_position(self, positions: Array, index: str, value: str) -> None:
        """Store a position among integers as sealed tapes hold them."""
        word = from_bits(Lane(self.f.e1, value, "i"))
        self.f.store_scalar(word, positions.buffer, self.f.offset(0, positions.strides, (index,)))

    def fail_at_zeros(self, x: Array, n: int, stride: int) -> None:
        """Write the failure of the whole function, as a routine would fail, if one of so many numbers is 0."""
        with self.f.loop(0, n, 1) as i:
            zero = self.f.load_scalar(x.buffer, self.f.offset(0, (stride,), (i,))) == 0.0
            self.f.return_if(zero.name, str(FAILED))

    def fail_if_not_finite(self, x: Array) -> None:
        """Write the failure of the whole function, as NumPy refuses a matrix with an infinity or a NaN."""
        with self.f.loop(0, x.shape[0], 1) as i, self.f.loop(0, x.shape[1], 1) as j:
            number = self.f.load_scalar(x.buffer, self.f.offset(0, x.strides, (i, j)))
            self.f.return_if((number - number != 0.0).name, str(FAILED))

    def lapack(self, name: str, *args: Any, may_fail: bool = True) -> None:
        """Call a subroutine of LAPACK; if it may fail, what it says in its last argument, `info`, becomes the tape's status.

        An argument that it refuses (a negative `info`) is a failure always.
        """
        info = self.integers(1)
        self.f.lines.append(f"  store i64 0, ptr {info.buffer.pointer}, align 8")
        self._call(addresses.lapack(self.letter + name), (*args, info))
        said = self.f.integer(f"load i32, ptr {info.buffer.pointer}, align 8")
        wrong = "ne" if may_fail else "slt"
        self.f.return_if(self.f.integer(f"icmp {wrong} i32 {said}, 0"), str(FAILED))

    def _call(self, symbol: str | None, args: Sequence[Any]) -> None:
        assert symbol is not None
        self.f.fortran(symbol, args, self.element)
