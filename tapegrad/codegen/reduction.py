"""Code generation of reductions: sums of products, and of repeated ops, over axes of arrays.

An operand lies in memory, or is computed by the loops that reduce it (see `codegen.fuse_reductions`). The order follows
from shapes and strides alone: in lanes of eight along a label that goes, the lanes then in pairs; else one after the
other, for eight results at a time.

Tests: tests/codegen/test_fuse_reductions.py
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from tapegrad.codegen.loop_iteration import Mask
from tapegrad.codegen.reduction_operands import Computed, Memo, Operand, Source
from tapegrad.machine import processor
from tapegrad.machine.extents import varies
from tapegrad.machine.lane import WIDTH, Lane, select
from tapegrad.machine.places import Buffer, Strided, contiguous
from tapegrad.machine.sums import across, all_across

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter

_TILE = 64  # results that are one tile in registers, or little more
_KEPT = 1 << 14  # results that stay in the cache while rows are added to them
_VECTORS = {True: (4, 2), False: (2, 1)}  # of a line that is alone in a tile, or one of four, side by side; with
# AVX-512 or not, where more sums than 16 half vectors have no registers
_COLUMNS = 128  # of long rows that threads may share
_LONG = 32  # lines from which on one result is made of several
_OWN = 4  # lines of LLVM text of a reduction itself, for eight elements
_RESULTS = 16  # of which threads may each take some
_LINES = 300  # of LLVM text for what one turn of a loop computes


def reduce(f: FunctionWriter, slot: int, labels: Sequence[str], output: str, rule: Any, shared: bool) -> None:
    """Write a contraction or a repeated op, vectorised along a label of the result or along one that goes: if it is
    large, and where it may be `shared`, in pieces that threads may share.
    """
    p = f.program
    lengths: dict[str, int] = {}
    for names, operand in zip(labels, p.operands[slot], strict=True):
        for name, n in zip(names, p.forms[operand].shape, strict=True):
            lengths[name] = max(n, lengths.get(name, 1)) if n != 0 else 0
    target = f.target(slot)
    lines = _OWN + sum(f.plan.lines(s) for s in f.plan.folds.members.get(slot, ()))
    if shared and p.forms[slot].size >= _RESULTS and f.parts.worth(math.prod(lengths.values()) // WIDTH * lines):
        with f.parts.shared() as count:
            count.append(_write(f, slot, labels, output, rule, lengths, target, True))
    else:
        _write(f, slot, labels, output, rule, lengths, target, False)
    f.done(slot, target)


def _write(
    f: FunctionWriter, slot: int, labels: Sequence[str], output: str, rule: Any, lengths: dict[str, int],
    target: Buffer, ranged: bool,
) -> int:  # fmt: skip
    """Write the loops, or their pieces; returns how many there are."""
    p = f.program
    operands: list[Operand] = []
    members = f.plan.folds.members.get(slot)
    if members:
        operands.append(Computed(f, members, labels[0]))
    else:
        for names, operand in zip(labels, p.operands[slot], strict=True):
            shape = p.forms[operand].shape
            stream = f.strided(operand, shape)
            strides = dict.fromkeys(lengths, 0)
            for name, n, s in zip(names, shape, stream.strides, strict=True):
                strides[name] = 0 if n == 1 and lengths[name] != 1 else s
            operands.append(Source(f, stream, strides))
    output_strides = dict(zip(output, contiguous(tuple(lengths[c] for c in output)), strict=True))
    reduced = [c for c in lengths if c not in output]
    if any(lengths[c] == 0 for c in reduced):
        f.fill(target, p.forms[slot].size, rule.start)
        return 1
    loops = Reduction(f, operands, lengths, list(output), reduced, output_strides, target, rule)
    return loops.write(len(labels) == 1, ranged)


class Reduction:
    """The loops of one reduction.

    Along a label of the result, a tile of up to 4 x 16 results stays in registers while the labels that go are run
    through, or, if they are more, rows are added to all of them; otherwise eight lanes run along a label that goes, for
    eight results at a time.
    """

    def __init__(
        self, function: FunctionWriter, operands: list[Operand], lengths: dict[str, int], output: list[str],
        reduced: list[str], strides: dict[str, int], target: Buffer, rule: Any,
    ) -> None:  # fmt: skip
        self.f, self.operands, self.lengths, self.output, self.reduced = function, operands, lengths, output, reduced
        self.strides, self.target, self.rule = strides, target, rule
        self.lines = sum(x.lines for x in operands if isinstance(x, Computed))

    def _smooth(self, label: str) -> bool:
        return all(x.smooth(label) for x in self.operands)

    def _differs(self, label: str) -> bool:
        return any(x.strides[label] for x in self.operands)

    def write(self, once: bool, ranged: bool) -> int:
        """Write the loops, or, if `ranged`, a range of their pieces; returns how many there are.

        `once` if each element is visited once.
        """
        along = self.output[-1] if self.output and self.lengths[self.output[-1]] > 1 else None
        smooth = [c for c in self.reduced if self._smooth(c) and self.lengths[c] > 1]
        going = max(smooth, key=self._differs, default=None)
        if along is not None and (self._smooth(along) or going is None):
            if once and (outer := self._outer()) is not None:
                return self._rows(outer, along, ranged)
            part, sums, output, most = self._tiles, along, [c for c in self.output if c != along], 4
        else:
            sums = going or (self.reduced[-1] if self.reduced else _NONE)
            part, output, most = self._dots, self.output, WIDTH
        rows = max((c for c in output if self.lengths[c] >= 4), key=self.lengths.__getitem__, default=None)
        if part == self._dots and output and self.lengths[output[-1]] >= WIDTH:
            rows = output[-1]  # whose results lie side by side
        while most > 1 and (most * self.lines > _LINES or (ranged and rows and most > self.lengths[rows])):
            most //= 2
        rest = [c for c in output if c != rows]

        def lines(indices: list[str], row: str, count: int) -> None:
            at = dict(zip(rest, indices, strict=True))
            numbers = [self.f.offset(0, (1, 1), (row, str(r))) for r in range(count)]
            part([{**at, rows: number} if rows else at for number in numbers], rows, sums)

        f, lengths = self.f, [self.lengths[c] for c in rest]
        steps = [*_steps(self.lengths[rows] if rows else 1, most)]
        if not ranged:
            with f.loops(lengths) as indices:
                for first, stop, count in steps:
                    with self._each(first, stop, count) as row:
                        lines(indices, row, count)
            return 1
        (_, stop, count), *left = steps
        pieces = math.prod(lengths) * stop // count
        with f.pieces([*lengths, stop // count]) as (*indices, step):
            lines(indices, f.offset(0, (count,), (step,)), count)
        for first, stop, count in left:
            with f.when(f.last_pieces(pieces)), f.loops(lengths) as indices, self._each(first, stop, count) as row:
                lines(indices, row, count)
        return pieces

    @contextmanager
    def _each(self, first: int, stop: int, step: int) -> Iterator[str]:
        if not varies(stop) and stop - first == step:
            yield str(first)
        else:
            with self.f.loop_if_any(first, stop, step) as index:
                yield index

    @contextmanager
    def _last(self, full: int, n: int) -> Iterator[str]:
        """Write what is done for the last lanes, those from `full` on, if there are some."""
        if varies(n):
            with self.f.loop_if_any(full, n, WIDTH) as index:
                yield index
        else:
            yield str(full)

    def _place(self, at: dict[str, str]) -> str:
        """Return where an element of the result lies."""
        return self.f.offset(0, [self.strides[c] for c in self.output], [at[c] for c in self.output])

    # -------------------------------------------------------------------------------------------- along the result

    def _tiles(self, lines: list[dict[str, str]], rows: str | None, along: str) -> None:
        """Write up to four lines of the result, in vectors along a label."""
        n, wide = self.lengths[along], 0
        alone, among = _VECTORS[processor.chosen().avx512]
        for vectors in (alone, among) if rows is None and not self.lines else (among,):
            first, wide = wide, wide + (n - wide) // (vectors * WIDTH) * vectors * WIDTH
            if varies(n) or wide > first:
                with self._each(first, wide, vectors * WIDTH) as column:
                    self._tile(lines, rows, along, column, vectors, None)
        if varies(n):
            with self.f.loop_if_any(wide, n, WIDTH) as column:
                self._tile(lines, rows, along, column, 1, self.f.mask(column, n))
            return
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
    ) -> None:
        f, e = self.f, self.f.e8
        columns = [f.offset(0, (1, 1), (column, str(WIDTH * v))) for v in range(width)]
        *slow, last = self.reduced or [_NONE]
        long = rows is None and self.lengths.get(last, 1) >= _LONG
        several = 4 if long and 4 * self.lines <= _LINES else 1  # which do not wait for each other
        with self._sums(len(lines), width * several) as sums:
            with f.loops([self.lengths[c] for c in slow]) as indices:
                here = dict(zip(slow, indices, strict=True))

                def step(u: int, index: str) -> None:
                    here[last] = index
                    memo: Memo = {}
                    for at, line in zip(lines, sums, strict=True):
                        for v, pointer in enumerate(line[u::several]):
                            values = self._values({**at, **here, along: columns[v]}, along, mask, memo)
                            e.put(self.rule.step(e.get(pointer), values), pointer)

                for first, stop, count in _steps(self.lengths.get(last, 1), several):
                    if varies(stop) and count < several:  # as many as are left, each into a sum of its own
                        for u in range(several - 1):
                            with f.loop_if_any(first + u, stop, several) as index:
                                step(u, index)
                        continue
                    with self._each(first, stop, count) as start:
                        for u in range(count):
                            step(u, f.offset(0, (1, 1), (start, str(u))))
            for at, line in zip(lines, sums, strict=True):
                base = self._place({**at, along: "0"})
                for v in range(width):
                    total = self._joined([e.get(pointer) for pointer in line[v * several : (v + 1) * several]])
                    f.store(total, self.target, base, columns[v], 1, mask)

    def _joined(self, totals: list[Lane]) -> Lane:
        """Combine vectors in pairs."""
        while len(totals) > 1:
            totals = [self.rule.combine(a, b) for a, b in zip(totals[::2], totals[1::2], strict=True)]
        return totals[0]

    def _values(self, at: dict[str, str], along: str, mask: str | None, memo: Memo) -> list[Lane]:
        return [x.vector(at, along, mask, self.rule.other, memo) for x in self.operands]

    def _outer(self) -> list[str] | None:
        """Return the labels outside of rows that are added to many results; None if these are few, or too many."""
        order = [*self.lengths]
        outer = order[: min((order.index(c) for c in self.reduced), default=len(order))]
        inner = [c for c in self.output if c not in outer]
        size = math.prod(self.lengths[c] for c in inner)
        return outer if inner and self.reduced and _TILE < size <= _KEPT else None

    def _rows(self, outer: list[str], along: str, ranged: bool) -> int:
        """Add rows to results, in the order in which they lie in memory; returns how many pieces there are."""
        f, n = self.f, self.lengths[along]
        inner = [c for c in self.output if c not in outer]
        shape = tuple(self.lengths[c] for c in inner)
        strides, direct = contiguous(shape), self.target.element == "double"
        (operand, *others) = self.operands
        gate = operand.gate(along) if isinstance(operand, Computed) and not others and not self.rule.start else None
        lengths = [self.lengths[c] for c in outer]
        pieces = math.prod(lengths) if ranged and direct else 1  # rounded results need memory of their own
        full = n // WIDTH * WIDTH
        blocks = max(1, full // _COLUMNS) if ranged and direct and pieces < _RESULTS and gate is None else 1
        pieces *= blocks
        with f.pieces([*lengths, blocks]) if pieces > 1 else f.loops([*lengths, 1]) as (*indices, block):
            at = dict(zip(outer, indices, strict=True))
            each_vector = functools.partial(self._columns, n, block, blocks)
            base = self._place({**at, **dict.fromkeys(inner, "0")})
            if direct:
                memory = self.target if base == "0" else Buffer(f.pointer(self.target, base), self.target.element)
            else:
                memory = f.scratch(8 * math.prod(shape))
            if blocks == 1:
                f.fill(memory, math.prod(shape), self.rule.start)
            else:
                start_value = f.e8.float(self.rule.start)
                with f.loops(shape[:-1]) as rows:
                    first_of_row = f.offset(0, strides[:-1], rows)

                    def start_with(index: str, mask: str | None) -> None:
                        f.store(start_value, memory, first_of_row, index, 1, mask)

                    each_vector(start_with)
            *slow, last = self.reduced
            most = 1 if gate is not None or 4 * self.lines > _LINES else 4
            with f.loops([self.lengths[c] for c in slow]) as firsts:
                at.update(zip(slow, firsts, strict=True))
                for first, stop, count in _steps(self.lengths[last], most):
                    with self._each(first, stop, count) as row, self._places(inner, gate, {**at, last: row}) as places:
                        at.update(places)
                        lines = [{**at, last: f.offset(0, (1, 1), (row, str(r)))} for r in range(count)]
                        start = f.offset(0, strides[:-1], [places[c] for c in inner[:-1]])

                        def step(index: str, mask: str | None, lines: Any = lines, start: str = start) -> None:
                            total = f.load(memory, start, index, 1, mask, 0.0)
                            memo: Memo = {}
                            for line in lines:
                                total = self.rule.step(total, self._values({**line, along: index}, along, mask, memo))
                            f.store(total, memory, start, index, 1, mask)

                        each_vector(step)
            if not direct:
                where = self._place({**at, **dict.fromkeys(inner, "0")})
                into = Buffer(f.pointer(self.target, where), self.target.element)
                f.copy(shape, Strided(memory, 0, strides), Strided(into, 0, strides))
        return pieces

    def _columns(self, n: int, block: str, blocks: int, step: Callable[[str, str | None], None]) -> None:
        """Write a step for the vectors of a row, or of one of its blocks."""
        f, full = self.f, n // WIDTH * WIDTH
        if blocks == 1:
            if varies(n) or full:
                with self._each(0, full, WIDTH) as index:
                    step(index, None)
        else:
            last = Lane(f.e1, f.integer(f"icmp eq i64 {block}, {blocks - 1}"), "m")
            first = f.offset(0, (_COLUMNS,), (block,))
            stop = f.integer(f"select i1 {last.name}, i64 {full}, i64 {f.offset(_COLUMNS, (1,), (first,))}")
            with f.loop(first, stop, WIDTH, _COLUMNS // WIDTH) as index:
                step(index, None)
        if varies(n) or n > full:
            with f.when(last) if blocks > 1 else nullcontext(), self._last(full, n) as index:
                step(index, f.mask(index, n))

    @contextmanager
    def _places(self, inner: list[str], gate: Source | None, at: dict[str, str]) -> Iterator[dict[str, str]]:
        """Run through the rows' labels but the last, where the gate is not 0."""
        f, many = self.f, None
        *labels, along = inner
        if gate is not None and labels and gate.smooth(labels[-1]) and gate.strides[labels[-1]]:
            *labels, many = labels
        with f.loops([self.lengths[c] for c in labels]) as indices:
            places = dict(zip(labels, indices, strict=True))
            if gate is None:
                yield places
            elif many is None:
                with f.when(gate.item({**at, **places, along: "0"}) != 0.0):
                    yield places
            else:
                n = self.lengths[many]
                with self._each(0, -(-n // WIDTH) * WIDTH, WIDTH) as first:
                    where = {**at, **places, along: "0", many: first}
                    gates = gate.vector(where, many, f.mask(first, n), 0.0, {})
                    with f.each_lane(gates != 0.0) as lane:
                        yield {**places, many: f.offset(0, (1, 1), (first, lane))}

    # -------------------------------------------------------------------------------------------- along what goes

    def _dots(self, lines: list[dict[str, str]], rows: str | None, along: str) -> None:
        """Write up to eight elements of the result, each summed in vectors along a label."""
        f, e = self.f, self.f.e8
        several = 4 if rows is None and 4 * self.lines <= _LINES else 1  # the same for all rows
        n = self.lengths.get(along, 1)
        computed = any(isinstance(x, Computed) for x in self.operands)
        with self._sums(len(lines), several) as sums:
            with f.loops([self.lengths[c] for c in self.reduced if c != along]) as indices:
                here = dict(zip([c for c in self.reduced if c != along], indices, strict=True))

                def step(index: str, unrolled: int, mask: str | None) -> None:
                    memo: Memo = {}
                    for u in range(unrolled):
                        first = f.offset(0, (1, 1), (index, str(WIDTH * u)))
                        for at, line in zip(lines, sums, strict=True):
                            old = e.get(line[u])
                            total = self.rule.step(old, self._values({**at, **here, along: first}, along, mask, memo))
                            if mask is not None and (computed or self.rule.start == 0.0):
                                total = select(Lane(e, mask, "m"), total, old)
                            e.put(total, line[u])

                done = n // (several * WIDTH) * several * WIDTH if several > 1 else 0
                full = n // WIDTH * WIDTH
                if (varies(n) and several > 1) or done:
                    with f.loop_if_any(0, done, several * WIDTH) as index:
                        step(index, several, None)
                if varies(n) or full > done:
                    with self._each(done, full, WIDTH) as index:
                        step(index, 1, None)
                if varies(n) or n > full:
                    with self._last(full, n) as index:
                        step(index, 1, f.mask(index, n))
            vectors = [self._joined([e.get(pointer) for pointer in line]) for line in sums]
            places = [self._place(at) for at in lines]
            if len(lines) == 1:
                f.store_scalar(across(f.e1, vectors[0].name, self.rule.combine), self.target, places[0])
                return
            results = all_across(e, [v.name for v in vectors], self.rule.combine)
            if rows and self.strides[rows] == 1:
                mask = None if len(lines) == WIDTH else Mask("", len(lines))
                f.store(results, self.target, places[0], "0", 1, mask)
            else:
                for k, place in enumerate(places):
                    item = f.e1.emit(f"extractelement <{WIDTH} x double> {results.name}, i64 {k}", "f")
                    f.store_scalar(item, self.target, place)


_NONE = "-"  # a label that no operand has


def _steps(n: int, step: int) -> Iterator[tuple[int, int, int]]:
    """Yield the whole steps, then what is left as one; as single ones if it is data how many are left."""
    full = n // step * step
    if varies(n):
        yield 0, full, step
        if step > 1:
            yield full, n, 1
        return
    if full:
        yield 0, full, step
    if n > full:
        yield full, n, n - full
