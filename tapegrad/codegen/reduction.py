"""Machine code of sums of products and of repeated ops, over axes of arrays.

The order is fixed: lanes of eight, then the lanes in pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from tapegrad.machine.lane import WIDTH, Lane, select
from tapegrad.machine.places import Buffer, Strided, contiguous
from tapegrad.machine.sums import across

if TYPE_CHECKING:
    from tapegrad.codegen.function import Function


def reduce(f: Function, slot: int, labels: Sequence[str], output: str, rule: Any) -> None:
    """Write a contraction or a repeated op, vectorised along a label of the result or along one that goes."""
    p = f.program
    shapes = [p.forms[s].shape for s in p.operands[slot]]
    lengths: dict[str, int] = {}
    for names, shape in zip(labels, shapes, strict=True):
        for name, n in zip(names, shape, strict=True):
            lengths[name] = max(n, lengths.get(name, 1)) if n != 0 else 0
    sources = []
    for names, shape, operand in zip(labels, shapes, p.operands[slot], strict=True):
        stream = f.spread(f.strided(operand, shape))
        strides = dict.fromkeys(lengths, 0)
        for name, n, s in zip(names, shape, stream.strides, strict=True):
            strides[name] = 0 if n == 1 and lengths[name] != 1 else s
        sources.append(Source(f, stream, strides))
    own = dict(zip(output, contiguous(tuple(lengths[c] for c in output)), strict=True))
    target = f.target(slot)
    gone = [c for c in lengths if c not in output]
    if any(lengths[c] == 0 for c in gone):
        f.fill(target, p.forms[slot].size, rule.start)
    else:
        Reduction(f, sources, lengths, list(output), gone, own, target, rule).write()
    f.done(slot, target)


class Source(NamedTuple):
    """An operand of a reduction, with a stride for each label."""

    f: Function
    stream: Strided
    strides: dict[str, int]

    def vector(self, at: dict[str, str], along: str, mask: str | None, other: float) -> Lane:
        """Return eight elements along a label."""
        names = [c for c in at if c != along]
        base = self.f.offset(self.stream.offset, [self.strides[c] for c in names], [at[c] for c in names])
        return self.f.read(self.stream, base, at[along], self.strides.get(along, 0), mask, other)


class Reduction:
    """The loops of one reduction.

    Along a label of the result, a tile of up to 4 x 16 results stays in registers while the labels that go are run
    through; otherwise eight lanes run along a label that goes, for four results at a time.
    """

    def __init__(
        self, function: Function, sources: list[Source], lengths: dict[str, int], kept: list[str], gone: list[str],
        own: dict[str, int], target: Buffer, rule: Any,
    ) -> None:  # fmt: skip
        self.f, self.sources, self.lengths, self.kept, self.gone = function, sources, lengths, kept, gone
        self.own, self.target, self.rule = own, target, rule

    def _smooth(self, label: str) -> bool:
        return all(s.strides[label] in (0, 1) and s.stream.table is None for s in self.sources)

    def write(self) -> None:
        along = self.kept[-1] if self.kept and self.lengths[self.kept[-1]] > 1 else None
        going = next((c for c in self.gone if self._smooth(c) and self.lengths[c] > 1), None)
        if along is not None and (self._smooth(along) or going is None):
            part, sums, kept = self._tiles, along, [c for c in self.kept if c != along]
        else:
            part, sums, kept = self._dots, going or (self.gone[-1] if self.gone else _NONE), self.kept
        rows = max((c for c in kept if self.lengths[c] >= 4), key=self.lengths.__getitem__, default=None)
        rest = [c for c in kept if c != rows]
        with self.f.loops([self.lengths[c] for c in rest]) as indices:
            at = dict(zip(rest, indices, strict=True))
            for first, stop, count in _steps(self.lengths[rows] if rows else 1, 4):
                with self._each(first, stop, count) as row:
                    numbers = [self.f.offset(0, (1, 1), (row, str(r))) for r in range(count)]
                    part([{**at, rows: number} if rows else at for number in numbers], rows, sums)

    @contextmanager
    def _each(self, first: int, stop: int, step: int) -> Iterator[str]:
        if stop - first == step:
            yield str(first)
        else:
            with self.f.loop(first, stop, step) as index:
                yield index

    def _tiles(self, lines: list[dict[str, str]], rows: str | None, along: str) -> None:
        """Write up to four lines of the result, in vectors along a label."""
        n = self.lengths[along]
        wide = n // (2 * WIDTH) * 2 * WIDTH
        if wide:
            with self.f.loop(0, wide, 2 * WIDTH) as column:
                self._tile(lines, rows, along, column, 2, None)
        if n - wide > WIDTH:
            self._tile(lines, rows, along, str(wide), 1, None)
            wide += WIDTH
        if n > wide:
            self._tile(lines, rows, along, str(wide), 1, None if n - wide == WIDTH else self.f.mask(str(wide), n))

    @contextmanager
    def _sums(self, lines: int, each: int) -> Iterator[list[list[str]]]:
        """Reserve vectors to sum in, some for each line."""
        f = self.f
        start = f.e8.float(self.rule.start)
        with f.accumulators(lines * each) as memory:
            for pointer in memory:
                f.e8.put(start, pointer)
            yield [memory[r * each : (r + 1) * each] for r in range(lines)]

    def _tile(
        self, lines: list[dict[str, str]], rows: str | None, along: str, column: str, width: int, mask: str | None
    ) -> None:  # fmt: skip
        f, e = self.f, self.f.e8
        columns = [f.offset(0, (1, 1), (column, str(WIDTH * v))) for v in range(width)]
        with self._sums(len(lines), width) as sums:
            with f.loops([self.lengths[c] for c in self.gone]) as indices:
                here = dict(zip(self.gone, indices, strict=True))
                seen: dict[Any, Lane] = {}

                def value(k: int, r: int, v: int) -> Lane:
                    source = self.sources[k]
                    key = k, r if rows and source.strides[rows] else 0, v if source.strides[along] else 0
                    if key not in seen:
                        where = {**lines[key[1]], **here, along: columns[key[2]]}
                        seen[key] = source.vector(where, along, mask, self.rule.other)
                    return seen[key]

                for r, line in enumerate(sums):
                    for v, pointer in enumerate(line):
                        total = e.get(pointer)
                        e.put(self.rule.step(total, [value(k, r, v) for k in range(len(self.sources))]), pointer)
            for at, line in zip(lines, sums, strict=True):
                base = self._place({**at, along: "0"})
                for v, pointer in enumerate(line):
                    f.store(e.get(pointer), self.target, base, columns[v], 1, mask)

    def _place(self, at: dict[str, str]) -> str:
        """Return where an element of the result lies."""
        return self.f.offset(0, [self.own[c] for c in self.kept], [at[c] for c in self.kept])

    def _dots(self, lines: list[dict[str, str]], rows: str | None, along: str) -> None:
        """Write up to four elements of the result, each summed in vectors along a label."""
        f, e = self.f, self.f.e8
        several = 4 if len(lines) == 1 else 1
        n = self.lengths.get(along, 1)
        others = [c for c in self.gone if c != along]
        with self._sums(len(lines), several) as sums:
            with f.loops([self.lengths[c] for c in others]) as indices:
                here = dict(zip(others, indices, strict=True))

                def step(index: str, unrolled: int, mask: str | None) -> None:
                    for u in range(unrolled):
                        first = f.offset(0, (1, 1), (index, str(WIDTH * u)))
                        shared: dict[int, Lane] = {}
                        for at, line in zip(lines, sums, strict=True):
                            for k, source in enumerate(self.sources):
                                if k not in shared or (rows and source.strides[rows]):
                                    where = {**at, **here, along: first}
                                    shared[k] = source.vector(where, along, mask, self.rule.other)
                            old = e.get(line[u])
                            total = self.rule.step(old, [*shared.values()])
                            if mask is not None and self.rule.start == 0.0:
                                total = select(Lane(e, mask, "m"), total, old)
                            e.put(total, line[u])

                done = n // (4 * WIDTH) * 4 * WIDTH if several == 4 else 0
                whole = n // WIDTH * WIDTH
                if done:
                    with f.loop(0, done, 4 * WIDTH) as index:
                        step(index, 4, None)
                if whole > done:
                    with self._each(done, whole, WIDTH) as index:
                        step(index, 1, None)
                if n > whole:
                    step(str(whole), 1, f.mask(str(whole), n))
            for at, line in zip(lines, sums, strict=True):
                totals = [e.get(pointer) for pointer in line]
                while len(totals) > 1:
                    totals = [self.rule.combine(a, b) for a, b in zip(totals[::2], totals[1::2], strict=True)]
                f.store_scalar(across(f.e1, totals[0].name, self.rule.combine), self.target, self._place(at))


_NONE = "-"  # a label that no operand has


def _steps(n: int, step: int) -> Iterator[tuple[int, int, int]]:
    """Yield the whole steps, then ones."""
    whole = n // step * step
    if whole:
        yield 0, whole, step
    if n > whole:
        yield whole, n, 1
