"""Loop nests over the elements of arrays, eight lanes at a time, cut into pieces for threads.

Invariant: what a piece writes no other one reads or writes, so pieces may be done in any order, by any thread.

Tests: tests/codegen/test_shared_loops.py, tests/codegen/test_short_axes.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from typing import Any

import numpy as np

from tapegrad.codegen.llvm_text import Text
from tapegrad.codegen.loop_iteration import Mask, Short, Step, Tile, Turn
from tapegrad.machine import processor
from tapegrad.machine.extents import plain, varies
from tapegrad.machine.lane import WIDTH, Lane
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Shape, Strided, coalesced, contiguous

FIRST, LAST = "%first", "%last"  # of the pieces that a function of a range is to do
_BLOCK = 4096  # lanes of a piece where nothing is summed
_TWICE = 300  # lines of a body that may be written twice
STREAM = 4  # lines that take as long as memory takes for eight elements to be read or written
PIECES = 64  # that are enough for all threads to end at the same time


def loops_over(shape: Shape, strides: Sequence[Shape], whole: bool = False) -> list[tuple[int, tuple[Any, ...]]]:
    """Return the loops over a shape, the innermost last: lengths, and strides by stream.

    If `whole`, a short last dimension may be one loop with the one before, as it lies in memory.
    """
    loops = coalesced(shape, strides) or [(1, (0,) * len(strides))]
    if len(loops) > 1 and loops[-1][0] < WIDTH:  # another dimension fills the lanes better
        if whole and (both := _with_last(loops)) is not None:
            return both
        loops.sort(key=lambda loop: min(loop[0], WIDTH))
    return [*loops]


def _with_last(loops: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[Any, ...]]] | None:
    """Return the loops with the last two as one; None if too few streams lie so that this is better."""
    if len(loops) < 2 or loops[-2][0] * loops[-1][0] < 2 * WIDTH:
        return None
    *outer, (n, rows), (m, columns) = loops
    m = int(m)  # it shapes the text
    steps: list[Step] = []
    for across, along in zip(rows, columns, strict=True):
        steps.append(1 if (across, along) == (m, 1) else Short(m, across, along) if across or along else 0)
    gathers = sum(isinstance(step, Short) and step.across != 0 for step in steps)
    return [*outer, (n * m, tuple(steps))] if gathers <= steps.count(1) > 0 else None


@cache
def _offsets(step: Short, width: int) -> np.ndarray:
    """Return where the elements from each of the first row on lie."""
    places = np.arange(step.length)[:, None] + np.arange(width)
    return places // step.length * step.across + places % step.length * step.along


class Nests(Text):
    """The text of a function with loops over arrays."""

    @contextmanager
    def loop_if_any(self, start: str | int, stop: str | int, step: int) -> Iterator[str]:
        """Write a loop as `loop` does, which does not run at all where the bounds, if these are data, are equal."""
        with ExitStack() as opened:
            if varies(start) or varies(stop):
                some = self.integer(f"icmp slt i64 {start}, {stop}")
                opened.enter_context(self.when(Lane(self.e1, some, "m")))
            yield opened.enter_context(self.loop(start, stop, step))

    def nest(
        self, shape: Shape, streams: Sequence[Strided], body: Callable[[Turn], None],
        chunk: Callable[[str], AbstractContextManager[None]] | None = None, ranged: bool = False, whole: bool = False,
        lines: int = 0,
    ) -> int:  # fmt: skip
        """Open loops over a shape, a vector of the innermost dimension at a time.

        Within `chunk`, if given, are at most `SUM_CHUNK` lanes. If `ranged`, only pieces of the loops are done, those
        from `FIRST` to `LAST`; returns how many pieces there are. `chunk` is told the chunk's number. `whole` as
        `loops_over` takes it, if what is written lies in the order of the loops. A body of few `lines` is written once
        more for what is left after whole vectors, so that these need no mask.
        """
        streams = [*map(self.spread, streams)]
        *outer, (inner, strides) = loops_over(shape, [s.strides for s in streams], whole)
        steps: list[Step] = [*strides]
        for number, step in enumerate(steps):
            if isinstance(step, Short) and not step.across and not any(by_stream[number] for _, by_stream in outer):
                streams[number], steps[number] = self._tiled(streams[number], step), Tile(step.length)

        def bases(indices: Sequence[str]) -> list[str]:
            return [
                self.offset(s.offset, [by_stream[k] for _, by_stream in outer], indices) for k, s in enumerate(streams)
            ]

        def run(bases: list[str], first: str | int, stop: str | int, turns: int = 0) -> None:
            if not varies(inner) and inner <= self.width:
                body(Turn(self, streams, bases, "0", steps, self.mask("0", inner)))
                return
            split = not varies(inner) and stop == inner and lines <= _TWICE  # else there may be no whole vector
            rest = inner % self.width if split else 0
            with self.loop(first, inner - rest if rest else stop, self.width, turns) as index:
                body(Turn(self, streams, bases, index, steps, None if rest else self.mask(index, inner)))
            if rest:
                end = str(inner - rest)
                body(Turn(self, streams, bases, end, steps, self.mask(end, inner)))

        def block(bases: list[str], first: str, length: int) -> None:
            stop = Lane(self.e1, self.integer(f"add nsw i64 {first}, {length}"), "i")
            stop = self.e1.call("@llvm.smin.i64", "i", stop, self.e1.int(inner))
            run(bases, first, stop.name, length // self.width)

        plain, chunk = chunk is None, chunk or (lambda number: nullcontext())
        length = _BLOCK if plain else SUM_CHUNK
        lengths = [*[n for n, _ in outer], -(-inner // length)]
        if ranged:
            pieces = next((k for k in range(1, len(lengths)) if math.prod(lengths[:k]) >= PIECES), len(lengths))
            count = math.prod(lengths[:pieces])
            with self.pieces(lengths[:pieces]) as some, self.loops(lengths[pieces:]) as rest:
                *indices, k = places = [*some, *rest]
                with chunk(self.offset(0, contiguous((*lengths,)), places)):
                    if inner <= length:
                        run(bases(indices), 0, inner)
                    else:
                        block(bases(indices), self.offset(0, (length,), (k,)), length)
            return count
        with self.loops(lengths[:-1]) as indices:
            starts = bases(indices)
            if plain:
                run(starts, 0, inner)
                return 1
            with self.loops(lengths[-1:]) as (k,), chunk(self.offset(0, contiguous((*lengths,)), [*indices, k])):
                if inner <= length:
                    run(starts, 0, inner)
                else:
                    block(starts, self.offset(0, (length,), (k,)), length)
        return 1

    def _tiled(self, stream: Strided, step: Short) -> Strided:
        """Write a row repeatedly into the function's frame, so that eight elements follow each of it."""
        count = step.length + self.width - 1
        tile = Buffer(self.variable(f"[{count} x {stream.buffer.element}]"), stream.buffer.element)
        places = [str(stream.offset + step.along * k) for k in range(step.length)]
        if stream.table is not None:
            places = [self.load_index(stream.table, place) for place in places]
        row = [self.load_scalar(stream.buffer, place) for place in places]
        for k in range(count):
            self.store_scalar(row[k % step.length], tile, str(k))
        return stream._replace(buffer=tile, offset=0, table=None)

    def read_rows(
        self, source: Strided, base: str, index: str, step: Short | Tile, mask: str | None, other: float | None
    ) -> Lane:  # fmt: skip
        """Load eight elements from an index on, where rows of some elements follow each other."""
        place = self.integer(f"urem i64 {index}, {step.length}")
        if isinstance(step, Tile):
            return self.load(source.buffer, "0", place, 1, None)
        row = self.integer(f"udiv i64 {index}, {step.length}")
        table = self.pooled(_offsets(plain(step), self.width))
        at = self.pointer(table, self.offset(0, (self.width,), (place,)))
        lanes = self.integer(f"load <{self.width} x i64>, ptr {at}, align 8")
        first = self.offset(0, (1, step.across), (base, row))
        lanes = self.integer(f"add nsw <{self.width} x i64> {self.splat(first, 'i64')}, {lanes}")
        if source.table is not None:
            lanes = self._gather(source.table, lanes, mask, None if other is None else 0.0).name
        return self._gather(source.buffer, lanes, mask, other)

    def mask(self, index: str, n: int) -> str | None:
        """Return which lanes from `index` on are below n; None if all are, as n is a multiple of `width`."""
        if not varies(n) and n % self.width == 0:
            return None
        if index.isdigit() and not varies(n):
            count = min(n - int(index), self.width)
            return Mask(f"<{', '.join(['i1 true'] * count + ['i1 false'] * (self.width - count))}>", count)
        if not processor.chosen().avx512:
            lanes = self.vector_index(index, 1)
            return Mask(self.integer(f"icmp slt <{self.width} x i64> {lanes}, {self.splat(str(n), 'i64')}"), 0)
        # masks are registers of their own, with a bit for each lane: as many ones as there are lanes left
        beyond = Lane(self.e1, self.integer(f"add nsw i64 {index}, {self.width - n}"), "i")
        beyond = self.e1.call("@llvm.smax.i64", "i", beyond, self.e1.int(0))
        short = self.integer(f"trunc i64 {beyond.name} to i{self.width}")
        ones = self.integer(f"lshr i{self.width} -1, {short}")
        return Mask(self.integer(f"bitcast i{self.width} {ones} to <{self.width} x i1>"), 0)

    @contextmanager
    def pieces(self, lengths: Sequence[int]) -> Iterator[list[str]]:
        """Write a loop over those of all indices along dimensions that a function of a range is to do."""
        with self.loop(FIRST, LAST, 1, math.prod(lengths)) as index:
            indices = []
            for n in lengths[:0:-1]:
                indices.append(self.integer(f"urem i64 {index}, {n}"))
                index = self.integer(f"udiv i64 {index}, {n}")
            yield [index, *reversed(indices)]

    def all_pieces(self, count: int) -> Lane:
        """Tell whether the range is that of all pieces."""
        return Lane(self.e1, self.integer(f"icmp eq i64 {FIRST}, 0"), "m") & self.last_pieces(count)

    def last_pieces(self, count: int) -> Lane:
        """Tell whether the range is the one with the last piece."""
        return Lane(self.e1, self.integer(f"icmp eq i64 {LAST}, {count}"), "m")
