"""Nests of loops over the elements of arrays, eight lanes at a time; in pieces too, of which a call does a range.

Invariant: what a piece writes no other one reads or writes, so pieces may be done in any order, by any thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from tapegrad.codegen.text import Text
from tapegrad.codegen.turns import Mask, Turn
from tapegrad.machine.lane import AVX512, WIDTH, Lane
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Shape, Strided, coalesced, contiguous

FIRST, LAST = "%first", "%last"  # of the pieces that a function of a range is to do
_BLOCK = 4096  # lanes of a piece where nothing is summed
_PIECES = 64  # that are enough for all threads to end at the same time


def loops_over(shape: Shape, strides: Sequence[Shape]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the loops over a shape, the innermost last: lengths, and strides by stream."""
    loops = coalesced(shape, strides) or [(1, (0,) * len(strides))]
    if loops[-1][0] < WIDTH:  # another dimension fills the lanes better
        loops.sort(key=lambda loop: min(loop[0], WIDTH))
    return loops


class Nests(Text):
    """The text of a function with loops over arrays."""

    def nest(
        self, shape: Shape, streams: Sequence[Strided], body: Callable[[Turn], None],
        chunk: Callable[[str], AbstractContextManager[None]] | None = None, ranged: bool = False,
    ) -> int:  # fmt: skip
        """Open loops over a shape, a vector of the innermost dimension at a time.

        Within `chunk`, if given, are at most `SUM_CHUNK` lanes. If `ranged`, only pieces of the loops are done, those
        from `FIRST` to `LAST`, and `chunk` is told the chunk's number; returns how many pieces there are.
        """
        streams = [*map(self.spread, streams)]
        *outer, (inner, steps) = loops_over(shape, [s.strides for s in streams])

        def bases(indices: Sequence[str]) -> list[str]:
            return [self.offset(s.offset, [own[k] for _, own in outer], indices) for k, s in enumerate(streams)]

        def run(bases: list[str], first: Any, stop: Any, turns: int = 0) -> None:
            if inner <= self.width:
                body(Turn(self, streams, bases, "0", steps, self.mask("0", inner)))
                return
            with self.loop(first, stop, self.width, turns) as index:
                body(Turn(self, streams, bases, index, steps, self.mask(index, inner)))

        def block(bases: list[str], first: str, length: int) -> None:
            stop = Lane(self.e1, self.integer(f"add nsw i64 {first}, {length}"), "i")
            stop = self.e1.call("@llvm.smin.i64", "i", stop, self.e1.int(inner))
            run(bases, first, stop.name, length // self.width)

        plain, chunk = chunk is None, chunk or (lambda number: nullcontext())
        if ranged:
            length = _BLOCK if plain else SUM_CHUNK
            lengths = [*[n for n, _ in outer], -(-inner // length)]
            pieces = next((k for k in range(1, len(lengths)) if math.prod(lengths[:k]) >= _PIECES), len(lengths))
            count = math.prod(lengths[:pieces])
            with self.pieces(lengths[:pieces]) as some, self.loops(lengths[pieces:]) as rest:
                *indices, k = places = [*some, *rest]
                with chunk(self.offset(0, contiguous((*lengths,)), places)):
                    if inner <= length:
                        run(bases(indices), 0, inner)
                    else:
                        block(bases(indices), self.offset(0, (length,), (k,)), length)
            return count
        with self.loops([n for n, _ in outer]) as indices:
            starts = bases(indices)
            if plain or inner <= SUM_CHUNK:
                with chunk(""):
                    run(starts, 0, inner)
            else:
                with self.loop(0, inner, SUM_CHUNK) as first, chunk(""):
                    block(starts, first, SUM_CHUNK)
        return 1

    def mask(self, index: str, n: int) -> str | None:
        """Return which lanes from `index` on are below n; None if all are, as n is a multiple of `width`."""
        if n % self.width == 0:
            return None
        if index.isdigit():
            known = min(n - int(index), self.width)
            return Mask(f"<{', '.join(['i1 true'] * known + ['i1 false'] * (self.width - known))}>", known)
        if not AVX512:
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
            found = []
            for n in lengths[:0:-1]:
                found.append(self.integer(f"urem i64 {index}, {n}"))
                index = self.integer(f"udiv i64 {index}, {n}")
            yield [index, *reversed(found)]

    def last_pieces(self, count: int) -> Lane:
        """Tell whether the range is the one with the last piece."""
        return Lane(self.e1, self.integer(f"icmp eq i64 {LAST}, {count}"), "m")
