"""Calls of BLAS and LAPACK: compiled code by address, for each matrix of a stack.

A record says how many axes of each operand and of the result one call takes, as `numpy.vectorize` does by its signature,
and writes one call; the axes before them are a stack, whose shapes broadcast. So it says nothing about batches: they
are one more axis in front. Nothing here needs Python or the interpreter's lock.

The libraries know matrices in Fortran's order, with integers by reference. An array in C order is, to them, its
transpose, and a transpose is a matter of strides here: a copy is made where a library overwrites what it is given, or
where strides do not fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.machine import addresses
from tapegrad.machine.places import Buffer, Shape, Strided, contiguous
from tapegrad.machine.status import FAILED
from tapegrad.ops.kinds.python import Python


class Array:
    """Elements in memory, with a stride for each axis."""

    __slots__ = ("buffer", "shape", "strides")

    def __init__(self, buffer: Buffer, shape: Shape, strides: Shape) -> None:
        self.buffer, self.shape, self.strides = buffer, shape, strides

    @property
    def T(self) -> Array:
        """The transpose."""
        return Array(self.buffer, self.shape[::-1], self.strides[::-1])

    @property
    def leading(self) -> int:
        """What the libraries call the leading dimension of a matrix in Fortran's order."""
        return max(1, self.strides[1]) if self.shape[1] > 1 else max(1, self.shape[0])

    def in_columns(self) -> bool:
        """Whether the libraries can take a matrix where it lies."""
        (rows, columns), (down, across) = self.shape, self.strides
        return (rows <= 1 or down == 1) and (columns <= 1 or across >= max(1, rows))


class Library:
    """What one call is written with, into the text of a function."""

    def __init__(self, f: Any, element: str) -> None:
        self.f, self.element = f, element
        self.letter = "s" if element == "float" else "d"

    def new(self, *shape: int) -> Array:
        """Reserve working memory, in Fortran's order."""
        buffer = Buffer(self.f.work_buffer(8 * math.prod(shape)).pointer, self.element)
        return Array(buffer, shape, contiguous(shape[::-1])[::-1])

    def integers(self, count: int) -> Array:
        """Reserve working memory for integers of whatever size the library has."""
        return Array(Buffer(self.f.work_buffer(8 * count).pointer, "i64"), (count,), (1,))

    def copy(self, source: Array, target: Array) -> Array:
        """Copy elements; returns the target."""
        ends = [Strided(a.buffer, 0, a.strides) for a in (source, target)]
        self.f.copy_stream(source.shape, *ends)
        return target

    def columns(self, x: Array) -> Array:
        """Copy an array into working memory, in Fortran's order."""
        return self.copy(x, self.new(*x.shape))

    def part(self, x: Array, first: Sequence[int], shape: Shape, axes: Sequence[int] | None = None) -> Array:
        """Return a part of an array that begins at an index; `axes` are the axes that it keeps, all by default."""
        at = sum(i * s for i, s in zip(first, x.strides, strict=True))
        strides = tuple(x.strides[a] for a in (range(len(shape)) if axes is None else axes))
        return Array(Buffer(self.f.pointer(x.buffer, str(at)), x.buffer.element), shape, strides)

    def blas(self, name: str, *args: Any) -> None:
        """Call a subroutine of BLAS, named without the letter of its dtype: of integers, letters, floats and arrays."""
        self._call(addresses.blas(self.letter + name), args)

    def lapack(self, name: str, *args: Any) -> None:
        """Call a subroutine of LAPACK; what it says in its last argument, `info`, becomes the status of the tape."""
        info = self.integers(1)
        self.f.lines.append(f"  store i64 0, ptr {info.buffer.pointer}, align 8")
        self._call(addresses.lapack(self.letter + name), (*args, info))
        said = self.f.integer(f"load i32, ptr {info.buffer.pointer}, align 8")
        self.f.return_unless_done(self.f.integer(f"sext i32 {said} to i64"), str(FAILED))

    def _call(self, symbol: str | None, args: Sequence[Any]) -> None:
        assert symbol is not None
        cells = [self._bits(a) for a in args if not isinstance(a, Array)]
        table = self.f.table(np.array(cells or [0], np.int64))
        numbers = (self.f.pointer(table, str(k)) for k in range(len(cells)))
        self.f.call("void", symbol, [a.buffer.pointer if isinstance(a, Array) else next(numbers) for a in args])

    def _bits(self, value: Any) -> int:
        """The cell of 64 bits that an argument is read from."""
        if isinstance(value, str):
            return ord(value)
        if isinstance(value, float):
            bits = np.array([value, 0.0], np.float32 if self.element == "float" else np.float64).view(np.int64)
            return int(bits[0])
        return value


class Call(Python):
    """A function of a library, for each matrix (or vector, or number) of a stack.

    Parameters
    ----------
    one : callable
        ``one(library, *operands, result, **static)`` writes the call for one of them, of `Array` objects.
    ranks : tuple of int
        How many axes of each operand, and of the result, one call takes.
    needs : tuple of str
        The subroutines, as ``"lapack:getrf"``. Where a library lacks one, Python's forward is called.
    """

    python = False

    def __init__(self, one: Callable[..., None], ranks: Sequence[int], needs: Sequence[str]) -> None:
        self.one, self.ranks, self.needs = one, tuple(ranks), tuple(needs)

    def there(self, letter: str) -> bool:
        """Whether the libraries have all that is needed, for a dtype."""
        names = (need.partition(":")[::2] for need in self.needs)
        return all(getattr(addresses, package)(letter + name) is not None for package, name in names)

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        if not self.there("d"):
            super().write(f, slot)
            return
        target = f.target(slot)
        library = Library(f, target.element)
        forms = [p.forms[s] for s in (*p.operands[slot], slot)]
        stack = forms[-1].shape[: len(forms[-1].shape) - self.ranks[-1]]
        arrays = [_array(f, s, target.element) for s in p.operands[slot]]
        arrays.append(Array(target, forms[-1].shape, contiguous(forms[-1].shape)))
        with f.loops(stack) as indices:
            one = [_instance(f, a, rank, stack, indices) for a, rank in zip(arrays, self.ranks, strict=True)]
            self.one(library, *one, **p.statics[slot])
            f.repeated += 100 + int(max(math.prod(a.shape) for a in one) ** 1.5) // 10
        f.done(slot, target)

    def batched(self, op: Any, length: int, args: Sequence[Any], flags: Sequence[bool], static: dict[str, Any]) -> Any:
        """Let the batch be an axis in front of the stack."""
        stacks = [len(a.shape) - flag - rank for a, flag, rank in zip(args, flags, self.ranks, strict=False)]
        aligned = [
            a.reshape((length, *(1,) * (max(stacks) - own), *a.shape[1:])) if flag and own < max(stacks) else a
            for a, flag, own in zip(args, flags, stacks, strict=True)
        ]
        return op(*aligned, **static)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stacked(slot, self.ranks)


def _array(f: Any, slot: int, element: str) -> Array:
    """Find an operand where it lies; what strides cannot say is copied."""
    shape = f.program.forms[slot].shape
    stream = f.strided(slot, shape)
    if stream is None or stream.table is not None or stream.buffer.element != element:
        return Array(f.contiguous(slot), shape, contiguous(shape))
    buffer = stream.buffer
    if stream.offset:
        buffer = Buffer(f.pointer(buffer, str(stream.offset)), buffer.element)
    return Array(buffer, shape, stream.strides)


def _instance(f: Any, x: Array, rank: int, stack: Shape, indices: Sequence[str]) -> Array:
    """Find one member of a stack."""
    outer = len(x.shape) - rank
    strides = [0 if n == 1 else s for n, s in zip(x.shape[:outer], x.strides[:outer], strict=True)]
    at = f.offset(0, [0] * (len(stack) - outer) + strides, indices)
    buffer = x.buffer if at == "0" else Buffer(f.pointer(x.buffer, at), x.buffer.element)
    return Array(buffer, x.shape[outer:], x.strides[outer:])
