"""Discrete Fourier transforms along one axis, in machine code: eight lines at a time, one in each lane.

Stockham's algorithm (Cochran et al. 1967, "What is the fast Fourier transform?"): a pass for each factor r of the length,
which combines r elements at a time and puts the results where the next pass finds them, so nothing is put into another
order in between. The passes run in memory for eight lines, which stays in the cache; the first one reads the operands, and
the last one writes the result.

Tests: tests/ops/test_taken_arguments.py, tests/ir/test_files.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.extents import plain
from tapegrad.machine.lane import Lane, fma
from tapegrad.machine.places import Buffer, Shape
from tapegrad.machine.transposes import transposed
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

MOST = 13  # the largest prime factor that pays
WIDE = 4  # vectors of lines that are done together where they lie side by side: more of each page of memory is used
Complex = tuple[Lane, Lane]
Read = Callable[[str, str], Complex]
Put = Callable[[str, str, Complex], Any]


def factors(n: int) -> list[int]:
    """Return the factors of a length in the order of the passes: fours, then primes."""
    radices = []
    for r in (4, 2, *range(3, n + 1, 2)):
        while n % r == 0:
            radices.append(r)
            n //= r
        if n == 1:
            break
    return radices


def pays(n: int) -> bool:
    """Tell whether a length is made of small factors."""
    for r in range(2, MOST + 1):
        while n % r == 0:
            n //= r
    return n == 1


class Fourier(Alone):
    """The transform of a real and an imaginary part along the static parameter `axis`, times `scale`.

    The result holds both parts, one after the other. The inverse transform is that of the numbers with their parts
    exchanged, with its parts exchanged.
    """

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        static, (_, *shape) = p.statics[slot], plain(p.forms[slot].shape)
        axis, turned = static["axis"], static["inverse"]
        target, size = f.target(slot), math.prod(shape)
        planes = [Buffer(f.pointer(target, str(k * size)), target.element) for k in (0, 1)]
        parts = [self._source(f, s) for s in p.operands[slot]]
        if turned:
            parts, planes = parts[::-1], planes[::-1]
        lines = _Lines(f, parts, planes, shape, axis)
        lines.write(static["scale"])

    @staticmethod
    def _source(f: AnyWriter, slot: int) -> Buffer | Lane:
        """Return the memory of an operand, or the number that all its elements are."""
        value = f.strided(slot, f.program.forms[slot].shape).value
        return f.contiguous(slot) if value is None else f.in_lanes(value)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        result: Shape = op.infer(*shapes, **static)
        return result


class _Lines:
    """All lines of an array along an axis, of n points that are `inner` elements apart."""

    def __init__(
        self, f: AnyWriter, parts: Sequence[Any], planes: Sequence[Buffer], shape: Sequence[int], axis: int
    ) -> None:
        self.f, self.parts, self.planes, self.width = f, parts, planes, f.width
        self.n, self.inner, self.outer = shape[axis], math.prod(shape[axis + 1 :]), math.prod(shape[:axis])
        self.wide = next(w for w in (WIDE, 2, 1) if self.inner % (w * self.width) == 0 or w == 1)
        self.rooms = [f.scratch(16 * self.width * self.wide * self.n, k) for k in (0, 1)]

    def write(self, scale: float) -> None:
        f, n, inner = self.f, self.n, self.inner
        if inner >= self.width:
            with f.loops([self.outer]) as (a,), _Groups(f, inner, self.wide * self.width) as b:
                base = f.offset(0, (n * inner, 1), (a, b))

                def read(k: str, c: str) -> Complex:
                    at = f.offset(0, (1, inner, self.width), (base, k, c))
                    return self._each(lambda x: f.load(x, at, "0", 1, None))

                def put(k: str, c: str, value: Complex) -> None:
                    at = f.offset(0, (1, inner, self.width), (base, k, c))
                    for x, plane in zip(value, self.planes, strict=True):
                        f.store(x, plane, at, "0", 1, None)

                self._passes(read, put, scale)
        elif inner == 1 and min(self.outer, n) >= self.width:
            with _Groups(f, self.outer) as first:
                self._by_rows(first, scale)
        else:
            lines = np.arange(self.outer * inner)
            where = lines // inner * (n * inner) + lines % inner
            where = where[np.minimum(np.arange(-(-len(where) // self.width) * self.width), len(where) - 1)]
            table = f.table(where)
            with f.loop(0, len(where), self.width) as first:
                at = f.integer(f"load <{self.width} x i64>, ptr {f.pointer(table, first)}, align 8")

                def places(k: str) -> str:
                    step = f.splat(f.offset(0, (inner,), (k,)), "i64")
                    result: str = f.integer(f"add nsw <{self.width} x i64> {at}, {step}")
                    return result

                def written(k: str, _c: str, value: Complex) -> None:
                    for x, y in zip(value, self.planes, strict=True):
                        f.scattered(x, y, places(k))

                self._passes(lambda k, c: self._each(lambda x: f.gathered(x, places(k))), written, scale)

    def _each(self, load: Callable[[Buffer], Lane]) -> Complex:
        re, im = (x if isinstance(x, Lane) else load(x) for x in self.parts)
        return re, im

    def _by_rows(self, first: str, scale: float) -> None:
        """Transform eight lines whose points lie side by side: blocks are transposed on the way in and out."""
        f, n, width = self.f, self.n, self.width
        stages = len(factors(n))
        source, last = self.rooms[1], self.rooms[(stages + 1) % 2]
        with _Groups(f, n) as k:
            for part, side in zip(self.parts, (0, 1), strict=True):
                rows = [part] * width
                if not isinstance(part, Lane):
                    places = [f.offset(r * n, (n, 1), (first, k)) for r in range(width)]
                    rows = transposed([f.load(part, place, "0", 1, None) for place in places])
                for r, column in enumerate(rows):
                    f.store(column, source, f.offset(r * width + side * n * width, (width,), (k,)), "0", 1, None)
        self._passes(self._reading(source), self._writing(last), scale)
        with _Groups(f, n) as k:
            for plane, side in zip(self.planes, (0, 1), strict=True):
                columns = [
                    f.load(last, f.offset(r * width + side * n * width, (width,), (k,)), "0", 1, None)
                    for r in range(width)
                ]
                for r, row in enumerate(transposed(columns)):
                    f.store(row, plane, f.offset(r * n, (n, 1), (first, k)), "0", 1, None)

    def _at(self, k: str, c: str, side: int) -> str:
        """Return where a part of a point of eight lines is in memory of our own."""
        result: str = self.f.offset(side * self.n * self.width, (self.width, 2 * self.n * self.width), (k, c))
        return result

    def _reading(self, room: Buffer) -> Read:
        def read(k: str, c: str) -> Complex:
            re, im = (self.f.load(room, self._at(k, c, side), "0", 1, None) for side in (0, 1))
            return re, im

        return read

    def _writing(self, room: Buffer) -> Put:
        def put(k: str, c: str, value: Complex) -> None:
            for side, x in enumerate(value):
                self.f.store(x, room, self._at(k, c, side), "0", 1, None)

        return put

    # -------------------------------------------------------------------------------------------- passes

    def _passes(self, read: Read, put: Put, scale: float) -> None:
        """Write all passes over eight lines; the first reads by `read`, the last writes by `put`."""
        radices = factors(self.n) or [1]
        length, stride = self.n, 1
        for k, r in enumerate(radices):
            last = k == len(radices) - 1
            self._pass(
                r, length, stride, read if k == 0 else self._reading(self.rooms[(k + 1) % 2]),
                put if last else self._writing(self.rooms[k % 2]), scale if last else 1.0,
            )  # fmt: skip
            length, stride = length // r, stride * r

    def _pass(
        self, r: int, length: int, stride: int, read: Read, put: Put,
        scale: float,
    ) -> None:  # fmt: skip
        f, m = self.f, length // r
        turns = np.exp(-2j * np.pi * np.outer(np.arange(m), np.arange(1, r)) / length)
        table = f.table(np.stack([turns.real, turns.imag], -1)) if m > 1 and r > 1 else None
        with f.loops([m]) as (p,):
            factor: list[Complex] = []
            if table is not None:
                row = f.offset(0, (2 * (r - 1),), (p,))
                numbers = [f.load(table, f.offset(k, (1,), (row,)), "0", 0, None) for k in range(2 * (r - 1))]
                factor = list(zip(numbers[::2], numbers[1::2], strict=True))
            with f.loops([stride, self.wide]) as (q, c):
                points = [read(f.offset(stride * m * j, (1, stride), (q, p)), c) for j in range(r)]
                for k, value in enumerate(_butterfly(points)):
                    if k and factor:
                        value = _times(value, factor[k - 1])
                    if scale != 1.0:
                        value = value[0] * scale, value[1] * scale
                    put(f.offset(stride * k, (1, stride * r), (q, p)), c, value)


class _Groups:
    """A loop over groups of so many of at least as many, by their first number; the last may repeat some."""

    def __init__(self, f: AnyWriter, count: int, size: int = 0) -> None:
        self.f, self.count, self.size = f, count, size or f.width

    def __enter__(self) -> str:
        f, count, size = self.f, self.count, self.size
        self._loop = None if count == size else f.loop(0, count, size)
        if self._loop is None:
            return "0"
        index: str = self._loop.__enter__()
        if count % size:
            end = str(count - size)
            index = f.integer(f"select i1 {f.integer(f'icmp slt i64 {index}, {end}')}, i64 {index}, i64 {end}")
        return index

    def __exit__(self, *exception: Any) -> None:
        if self._loop is not None:
            self._loop.__exit__(*exception)


def _times(x: Complex, y: Complex) -> Complex:
    return fma(x[0], y[0], -(x[1] * y[1])), fma(x[0], y[1], x[1] * y[0])


def _plus(x: Complex, y: Complex) -> Complex:
    return x[0] + y[0], x[1] + y[1]


def _minus(x: Complex, y: Complex) -> Complex:
    return x[0] - y[0], x[1] - y[1]


def _turned(x: Complex, y: Complex) -> tuple[Complex, Complex]:
    """Return ``x - i y`` and ``x + i y``."""
    return (x[0] + y[1], x[1] - y[0]), (x[0] - y[1], x[1] + y[0])


def _butterfly(points: list[Complex]) -> list[Complex]:
    """Return the transform of a few points."""
    r = len(points)
    if r == 4:
        a, b = _plus(points[0], points[2]), _minus(points[0], points[2])
        c, d = _plus(points[1], points[3]), _minus(points[1], points[3])
        first, third = _turned(b, d)
        return [_plus(a, c), first, _minus(a, c), third]
    if r == 2:
        return [_plus(*points), _minus(*points)]
    zero, half = points[0], range(1, (r + 1) // 2)
    sums = [_plus(points[j], points[r - j]) for j in half]
    differences = [_minus(points[j], points[r - j]) for j in half]
    result = [zero] * r
    for s in sums:
        result[0] = _plus(result[0], s)
    for k in half:
        even, odd = zero, None
        for j, s, d in zip(half, sums, differences, strict=True):
            angle = 2 * math.pi * (j * k % r) / r
            even = fma(s[0], math.cos(angle), even[0]), fma(s[1], math.cos(angle), even[1])
            sine = math.sin(angle)
            odd = (d[0] * sine, d[1] * sine) if odd is None else (fma(d[0], sine, odd[0]), fma(d[1], sine, odd[1]))
        assert odd is not None
        result[k], result[r - k] = _turned(even, odd)
    return result
