"""Machine code of what many values become one: sums at the end of a region, sums of products, repeated ops.

Every order is fixed: that of `tapegrad.machine.sums`, or lanes of eight, then the lanes in pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import WIDTH, Lane, select
from tapegrad.machine.places import Buffer, Strided, contiguous
from tapegrad.machine.sums import across, add_chunk, settled

if TYPE_CHECKING:
    from tapegrad.codegen.function import Function


class Sums:
    """The sums that a region ends in."""

    def __init__(self, function: Function, slots: list[int], several: bool) -> None:
        self.f, self.several = function, several
        self.lanes = {s: function.variable(f"<{WIDTH} x double>") for s in slots}
        self.totals = {s: (function.variable("double"), function.variable("double")) for s in slots}
        for total, lost in self.totals.values():
            function.lines.append(f"  store double 0.0, ptr {total}")
            function.lines.append(f"  store double 0.0, ptr {lost}")

    def begin(self) -> None:
        for pointer in self.lanes.values():
            self.f.lines.append(f"  store <{WIDTH} x double> zeroinitializer, ptr {pointer}")

    def add(self, slot: int, value: Lane, mask: str | None) -> None:
        e, pointer = self.f.e8, self.lanes[slot]
        if mask is not None:
            value = select(Lane(e, mask, "m"), value, 0.0)
        total = e.emit(f"load <{WIDTH} x double>, ptr {pointer}", "f") + value
        self.f.lines.append(f"  store <{WIDTH} x double> {total.name}, ptr {pointer}")

    def end(self) -> None:
        e = self.f.e1
        for slot, pointer in self.lanes.items():
            x = across(e, e.emit(f"load <{WIDTH} x double>, ptr {pointer}", "f").name)
            total_at, lost_at = self.totals[slot]
            if not self.several:
                self.f.lines.append(f"  store double {x.name}, ptr {total_at}")
                continue
            total = e.emit(f"load double, ptr {total_at}", "f")
            lost = e.emit(f"load double, ptr {lost_at}", "f")
            total, lost = add_chunk(total, lost, x)
            self.f.lines.append(f"  store double {total.name}, ptr {total_at}")
            self.f.lines.append(f"  store double {lost.name}, ptr {lost_at}")

    def total(self, slot: int) -> Lane:
        e = self.f.e1
        total_at, lost_at = self.totals[slot]
        total = e.emit(f"load double, ptr {total_at}", "f")
        if not self.several:
            return total
        lost = e.emit(f"load double, ptr {lost_at}", "f")
        return settled(total, lost)


def reduce(f: Function, slot: int, labels: Sequence[str], output: str, rule: Any) -> None:
    """Write a contraction or a repeated op, vectorised along a label of the result or along one that goes."""
    p = f.program
    form = p.forms[slot]
    lengths: dict[str, int] = {}
    for names, operand in zip(labels, p.operands[slot], strict=True):
        for name, n in zip(names, p.forms[operand].shape, strict=True):
            lengths[name] = max(n, lengths.get(name, 1)) if n != 0 else 0
    sources = []
    for names, operand in zip(labels, p.operands[slot], strict=True):
        stream = f.strided(operand, p.forms[operand].shape)
        strides = dict.fromkeys(lengths, 0)
        if stream is not None:
            for name, n, s in zip(names, p.forms[operand].shape, stream.strides, strict=True):
                strides[name] = 0 if n == 1 and lengths[name] != 1 else s
        splat = f.scalar_of(operand) if stream is None else None
        sources.append(Source(f, stream, strides, splat))
    own = dict(zip(output, contiguous(tuple(lengths[c] for c in output)), strict=True))
    target = f.target(slot)
    gone = [c for c in lengths if c not in output]
    if any(lengths[c] == 0 for c in gone):
        value = f.e8.float(rule.start)

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            f.store(value, target, bases[0], index, steps[0], mask)

        f.nest((form.size,), [Strided(target, 0, (1,))], body)
    else:
        job = Reduction(f, sources, lengths, list(output), gone, own, target, rule)
        job.write()
    f.done(slot, target)


class Source:
    """An operand of a reduction, with a stride for each label."""

    def __init__(
        self, function: Function, stream: Strided | None, strides: dict[str, int], scalar: Lane | None
    ) -> None:
        self.f, self.stream, self.strides, self.scalar = function, stream, strides, scalar
        self.splat = function.splat(scalar.name, "double") if scalar is not None else ""

    def vector(self, at: dict[str, str], along: str, mask: str | None, other: float) -> Lane:
        """Return eight elements along a label."""
        if self.stream is None:
            return Lane(self.f.e8, self.splat, "f")
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
        return all(s.strides[label] in (0, 1) and (s.stream is None or s.stream.table is None) for s in self.sources)

    def write(self) -> None:
        along_kept = self.kept[-1] if self.kept and self.lengths[self.kept[-1]] > 1 else None
        along_gone = next((c for c in self.gone if self._smooth(c) and self.lengths[c] > 1), None)
        if along_kept is not None and (self._smooth(along_kept) or along_gone is None):
            self._along_result(along_kept)
        else:
            self._along_sum(along_gone or (self.gone[-1] if self.gone else None))

    def _rows(self, candidates: list[str]) -> str | None:
        return max(candidates, key=lambda c: self.lengths[c], default=None)

    def _along_result(self, along: str) -> None:
        n = self.lengths[along]
        outer = [c for c in self.kept if c != along]
        rows = self._rows([c for c in outer if self.lengths[c] >= 4])
        rest = [c for c in outer if c != rows]
        with self.f.loops([self.lengths[c] for c in rest]) as indices:
            at = dict(zip(rest, indices, strict=True))
            for first, stop, count in _steps(self.lengths[rows] if rows else 1, 4):
                with self._each(first, stop, count) as row:
                    wide = n // (2 * WIDTH) * 2 * WIDTH
                    if wide:
                        with self.f.loop(0, wide, 2 * WIDTH) as column:
                            self._tile(at, rows, row, count, along, column, 2, None)
                    if n - wide:
                        self._last_columns(at, rows, row, count, along, wide, n)

    @contextmanager
    def _each(self, first: int, stop: int, step: int) -> Iterator[str]:
        if stop - first == step:
            yield str(first)
        else:
            with self.f.loop(first, stop, step) as index:
                yield index

    def _last_columns(self, at: Any, rows: Any, row: str, count: int, along: str, wide: int, n: int) -> None:
        if n - wide > WIDTH:
            self._tile(at, rows, row, count, along, str(wide), 1, None)
            wide += WIDTH
        mask = None if n - wide == WIDTH else self.f.mask(str(wide), n)
        self._tile(at, rows, row, count, along, str(wide), 1, mask)

    def _tile(
        self,
        at: dict[str, str],
        rows: str | None,
        row: str,
        count: int,
        along: str,
        column: str,
        width: int,
        mask: str | None,
    ) -> None:
        f = self.f
        with f.accumulators(count * width) as memory:
            sums = [memory[r * width : (r + 1) * width] for r in range(count)]
            self._filled_tile(sums, at, rows, row, along, column, mask)

    def _filled_tile(
        self,
        sums: list[list[str]],
        at: dict[str, str],
        rows: str | None,
        row: str,
        along: str,
        column: str,
        mask: str | None,
    ) -> None:
        f, vector = self.f, f"<{WIDTH} x double>"
        count, width = len(sums), len(sums[0])
        start = f.e8.float(self.rule.start).name
        for pointer in (p for line in sums for p in line):
            f.lines.append(f"  store {vector} {start}, ptr {pointer}")
        row_at = [f.offset(0, (1, 1), (row, str(r))) for r in range(count)]
        column_at = [f.offset(0, (1, 1), (column, str(WIDTH * v))) for v in range(width)]
        with f.loops([self.lengths[c] for c in self.gone]) as indices:
            here = {**at, **dict(zip(self.gone, indices, strict=True))}
            seen: dict[Any, Lane] = {}

            def value(k: int, r: int, v: int) -> Lane:
                source = self.sources[k]
                key = k, r if rows and source.strides[rows] else 0, v if source.strides[along] else 0
                if key not in seen:
                    where = {**here, along: column_at[key[2]]}
                    if rows:
                        where[rows] = row_at[key[1]]
                    seen[key] = source.vector(where, along, mask, self.rule.other)
                return seen[key]

            for r in range(count):
                for v in range(width):
                    total = f.e8.emit(f"load {vector}, ptr {sums[r][v]}", "f")
                    total = self.rule.step(total, [value(k, r, v) for k in range(len(self.sources))])
                    f.lines.append(f"  store {vector} {total.name}, ptr {sums[r][v]}")
        for r in range(count):
            for v in range(width):
                total = f.e8.emit(f"load {vector}, ptr {sums[r][v]}", "f")
                names = [c for c in self.kept if c != along]
                where = {**at, **({rows: row_at[r]} if rows else {})}
                base = f.offset(0, [self.own[c] for c in names], [where[c] for c in names])
                f.store(total, self.target, base, column_at[v], 1, mask)

    def _along_sum(self, along: str | None) -> None:
        rows = self._rows([c for c in self.kept if self.lengths[c] >= 4])
        rest = [c for c in self.kept if c != rows]
        with self.f.loops([self.lengths[c] for c in rest]) as indices:
            at = dict(zip(rest, indices, strict=True))
            for first, stop, count in _steps(self.lengths[rows] if rows else 1, 4):
                with self._each(first, stop, count) as row:
                    self._dots(at, rows, row, count, along)

    def _dots(self, at: dict[str, str], rows: str | None, row: str, count: int, along: str | None) -> None:
        f = self.f
        several = 4 if count == 1 else 1
        with f.accumulators(count * several) as memory:
            sums = [memory[r * several : (r + 1) * several] for r in range(count)]
            self._filled_dots(sums, at, rows, row, along)

    def _filled_dots(
        self, sums: list[list[str]], at: dict[str, str], rows: str | None, row: str, along: str | None
    ) -> None:  # fmt: skip
        f, vector = self.f, f"<{WIDTH} x double>"
        count, several = len(sums), len(sums[0])
        start = f.e8.float(self.rule.start).name
        for pointer in (p for line in sums for p in line):
            f.lines.append(f"  store {vector} {start}, ptr {pointer}")
        row_at = [f.offset(0, (1, 1), (row, str(r))) for r in range(count)]
        others = [c for c in self.gone if c != along]
        with f.loops([self.lengths[c] for c in others]) as indices:
            here = {**at, **dict(zip(others, indices, strict=True))}

            def step(index: str, unrolled: int, mask: str | None) -> None:
                for u in range(unrolled):
                    first = f.offset(0, (1, 1), (index, str(WIDTH * u)))
                    shared: dict[int, Lane] = {}
                    for r in range(count):
                        values = []
                        for k, source in enumerate(self.sources):
                            fixed = not rows or source.strides[rows] == 0
                            if not (fixed and k in shared):
                                where = dict(here)
                                if rows:
                                    where[rows] = row_at[r]
                                where[along or "-"] = first
                                shared[k] = source.vector(where, along or "-", mask, self.rule.other)
                            values.append(shared[k])
                        total = self.rule.step(f.e8.emit(f"load {vector}, ptr {sums[r][u]}", "f"), values)
                        if mask is not None and self.rule.start == 0.0:
                            total = select(
                                Lane(f.e8, mask, "m"), total, f.e8.emit(f"load {vector}, ptr {sums[r][u]}", "f")
                            )
                        f.lines.append(f"  store {vector} {total.name}, ptr {sums[r][u]}")

            n = self.lengths[along] if along else 1
            done = 0
            if several == 4 and n >= 4 * WIDTH:
                done = n // (4 * WIDTH) * 4 * WIDTH
                with f.loop(0, done, 4 * WIDTH) as index:
                    step(index, 4, None)
            whole = n // WIDTH * WIDTH
            if whole - done == WIDTH:
                step(str(done), 1, None)
            elif whole > done:
                with f.loop(done, whole, WIDTH) as index:
                    step(index, 1, None)
            if n > whole:
                step(str(whole), 1, f.mask(str(whole), n))
        for r in range(count):
            totals = [f.e8.emit(f"load {vector}, ptr {p}", "f") for p in sums[r]]
            while len(totals) > 1:
                totals = [self.rule.combine(a, b) for a, b in zip(totals[::2], totals[1::2], strict=True)]
            total = across(f.e1, totals[0].name, self.rule.combine)
            where = {**at, **({rows: row_at[r]} if rows else {})}
            index = f.offset(0, [self.own[c] for c in self.kept], [where[c] for c in self.kept])
            f.store_scalar(total, self.target, index)


def _steps(n: int, step: int) -> Iterator[tuple[int, int, int]]:
    """Yield the whole steps, then ones."""
    whole = n // step * step
    if whole:
        yield 0, whole, step
    if n > whole:
        yield whole, n, 1
