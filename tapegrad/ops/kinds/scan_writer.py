"""Code generation of a scan: its loop, and the memory of carries, columns and outputs.

Carries that are kept lie in a result, a line for each step; others in two lines of working memory, of which a step
reads one and writes the other one. The last carries are written where they belong.

A scan may have ended before its last step: where a number that each step reads, of a carry or a column, is 0, the step
would change nothing. It is passed over, many at once where no carry is kept, or where those that are kept are read by a
reverse scan that passes over the same steps (`brief`).

Tests: tests/passes/test_fuse_scan_inputs.py, tests/passes/test_outer_product_sums.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd, prod
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import Lane
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Strided, contiguous
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.kinds.blas_calls import Array, Library

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_BLOCK = 64  # steps that are passed over at once
_ADDED = 64  # steps whose outer products are added up at once
_SUMMED = 4096  # elements of a block of outputs that are summed


class Factor(NamedTuple):
    """A vector of each step: an output, or what lies in the lines of a column."""

    column: bool
    number: int
    width: int


class Outers(NamedTuple):
    """Carries that only sum outer products: no step computes them, products of matrices do.

    Attributes
    ----------
    program : Program
        Of a step without these carries; its last outputs are factors that it does not give otherwise.
    carries : tuple of int
        Those that it has.
    widths : tuple of int
        Of these last outputs.
    sums : list of (int, Factor, Factor)
        A carry, and the factors of a product that each step adds to it.
    """

    program: Any
    carries: tuple[int, ...]
    widths: tuple[int, ...]
    sums: list[tuple[int, Factor, Factor]]

    @property
    def body(self) -> Any:
        """The step, which is shown with the scan."""
        return self.program


class _Total:
    """The sum of an output of all steps, as of an array in C order: lines lie in a block until chunks of them are full.

    Parameters
    ----------
    f : Function
    width, steps, block : int
        Elements of a line, how many lines there are, and how many of them are given at once at most.
    """

    def __init__(self, f: AnyWriter, width: int, steps: int, block: int) -> None:
        self.f, self.width, self.size = f, width, steps * width
        self.sums = f.summing(self.size)
        self.even = block * width % SUM_CHUNK == 0  # then nothing is left of a block but at the end
        self.buffer = f.work_buffer(8 * (block * width if self.even else block * width + 2 * SUM_CHUNK))
        self.left = f.variable("i64")
        f.lines.append(f"  store i64 0, ptr {self.left}")

    def line(self, k: str) -> str:
        """Return where the k-th line of a block goes."""
        f = self.f
        first = "0" if self.even else f.integer(f"load i64, ptr {self.left}")
        return f.pointer(self.buffer, f.offset(0, (1, self.width), (first, k)))

    def add(self, lines: int) -> None:
        """Add up the chunks that so many lines have filled."""
        f = self.f
        end = f.integer(f"add nsw i64 {f.integer(f'load i64, ptr {self.left}')}, {lines * self.width}")
        full = f.integer(f"and i64 {end}, {-SUM_CHUNK}")
        some = Lane(f.e1, f.integer(f"icmp sgt i64 {full}, 0"), "m")
        turns = max(1, lines * self.width // SUM_CHUNK)
        with f.when(some), f.loop(0, full, SUM_CHUNK, turns) as first:
            self._chunk(Buffer(f.pointer(self.buffer, first), "double"), SUM_CHUNK)
        if not self.even or lines * self.width % SUM_CHUNK:
            rest = Buffer(f.pointer(self.buffer, full), "double")
            f.copy((SUM_CHUNK,), Strided(rest, 0, (1,)), Strided(self.buffer, 0, (1,)))
        f.lines.append(f"  store i64 {f.integer(f'sub nsw i64 {end}, {full}')}, ptr {self.left}")

    def _chunk(self, buffer: Buffer, n: int) -> None:
        self.f.nest(
            (n,), [Strided(buffer, 0, (1,))], lambda turn: self.sums.add(-1, turn.read(0), turn.mask), self.sums.chunk
        )

    def settle(self, place: str) -> None:
        """Write the sum."""
        if self.size % SUM_CHUNK:
            self._chunk(self.buffer, self.size % SUM_CHUNK)
        self.f.store_scalar(self.sums.total(-1), Buffer(place, "double"), "0")


class _Carry(NamedTuple):
    """Where a carry lies: in a line for each step if it is kept, else in one of two; and where the last one does."""

    size: int
    buffer: Buffer
    kept: bool
    last: Buffer


class Stepping:
    """A scan that is being written into a function."""

    def __init__(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        operands, static = p.operands[slot], p.statics[slot]
        carries, self.steps = static["carries"], static["steps"]
        first, count = carries + static["columns"], len(static["program"].outputs)
        self.f, self.active = f, static["active"]
        self.begin: int = self.steps - 1 if static["backwards"] else 0
        self.step = -1 if static["backwards"] else 1
        outers: Outers | None = static.get("outers")
        read, targets = f.plan.results[slot], f.targets(slot, optional=count)
        places = [target.buffer for target in targets]
        self.columns = [_lines(f, s) for s in operands[carries:first]]
        constants = [f.contiguous(s).pointer for s in operands[first:]]
        self.body = f.inner(static["program"] if outers is None else outers.program)
        sizes = [form.size for form in static["program"].output_forms]
        self.outputs = [*zip(sizes[carries:], places[carries:count], strict=True)]
        self.totals = self._totals([k - carries for k in static.get("totals", ())])
        numbers = range(carries) if outers is None else outers.carries
        self.carries = [
            self._carry(sizes[k], places[k], places[count + k] if count + k in read else None) for k in numbers
        ]
        self.keep = any(c.kept for c in self.carries)
        for k, c in zip(numbers, self.carries, strict=True):
            if self.steps:
                self._begin(operands[k], c.buffer, self.begin * c.size if c.kept else 0)
            else:
                self._begin(operands[k], c.last)
        self.body.give(constants, len(numbers) + len(self.columns))
        if outers is not None:
            for k in {k: None for k, _, _ in outers.sums}:
                self._begin(operands[k], places[k])
            self._widen(outers, operands[carries:first])
            self._summed(outers, places)
        elif self.steps:
            brief = static.get("brief", not self.keep)
            self._steps() if self.active is None else self._ending() if brief else self._kept()
        for number, total in self.totals.items():
            total.settle(self.outputs[number][1].pointer)
        f.all_done(targets)

    def _begin(self, slot: int, buffer: Buffer, offset: int = 0) -> None:
        """Copy a first carry to where it is carried."""
        form = self.f.program.forms[slot]
        if form.size:
            self.f.copy(form.shape, slot, Strided(buffer, offset, contiguous(form.shape)))

    # -------------------------------------------------------------------------------------------- places

    def _carry(self, size: int, last: Buffer, lines: Buffer | None) -> _Carry:
        buffer = lines or Buffer(self.f.work_buffer(16 * size).pointer, last.element)
        return _Carry(size, buffer, lines is not None, last)

    def _row(self, t: str) -> str:
        """Return the line of a step."""
        row: str = self.f.offset(self.begin, (self.step,), (t,))
        return row

    def _places(self, row: str, turn: str) -> list[str]:
        """Return where the carries lie: in the line of a step, or in one of two."""
        f = self.f
        return [f.pointer(c.buffer, f.offset(0, (c.size,), (row if c.kept else turn,))) for c in self.carries]

    def _columns(self, row: str) -> list[str]:
        f = self.f
        return [f.pointer(buffer, f.offset(at, (between,), (row,))) for buffer, at, between in self.columns]

    def _around(self, t: str, row: str) -> tuple[list[str], list[str]]:
        """Return where the carries lie before a step, and where they go after it: to a line, or to the last ones."""
        f = self.f
        turn = f.integer(f"and i64 {t}, 1")
        more = f.integer(f"icmp slt i64 {t}, {self.steps - 1}")
        after = self._places(f.offset(self.step, (1,), (row,)), f.integer(f"xor i64 {turn}, 1"))
        pairs = zip(self.carries, after, strict=True)
        return self._places(row, turn), [
            f.integer(f"select i1 {more}, ptr {p}, ptr {c.last.pointer}") for c, p in pairs
        ]

    # -------------------------------------------------------------------------------------------- loops

    def _run(
        self, row: str, now: list[str], following: list[str], others: Sequence[str] = (), line: str = "0"
    ) -> None:  # fmt: skip
        """Write a step, where it writes its last outputs, and which line of a block those that are summed are."""
        f = self.f
        self.body.give([*now, *self._columns(row)])
        outputs = [
            self.totals[k].line(line) if k in self.totals else f.pointer(buffer, f.offset(0, (w,), (row,)))
            for k, (w, buffer) in enumerate(self.outputs)
        ]
        self.body.run([*following, *outputs, *others])

    def _steps(self) -> None:
        if not self.totals:
            with self.f.loop(0, self.steps, 1) as t:
                row = self._row(t)
                self._run(row, *self._around(t, row))
            return
        for first, count in self._blocks(self.block):
            with self.f.loop(0, count, 1) as k:
                t = self.f.offset(0, (1, 1), (first, k))
                row = self._row(t)
                self._run(row, *self._around(t, row), line=k)
            for total in self.totals.values():
                total.add(count)

    def _blocks(self, length: int) -> Iterator[tuple[str, int]]:
        """Write what is done for each block of steps; gives the first of them, and how many there are."""
        whole = self.steps // length * length
        if whole:
            with self.f.loop(0, whole, length) as first:
                yield first, length
        if self.steps > whole:
            yield str(whole), self.steps - whole

    def _totals(self, numbers: list[int]) -> dict[int, _Total]:
        """Return the sums of outputs, by their numbers."""
        widths = [self.outputs[k][0] for k in numbers]
        if not widths:
            return {}
        self.block = SUM_CHUNK // gcd(SUM_CHUNK, *widths)  # steps that fill chunks
        if self.block * max(widths) > _SUMMED:
            self.block = 2 * SUM_CHUNK // max(widths)
        self.block = max(1, min(self.block, self.steps))
        return {k: _Total(self.f, self.outputs[k][0], self.steps, self.block) for k in numbers}

    def _kept(self) -> None:
        """Write all steps; one that is passed over hands on the carries."""
        with self.f.loop(0, self.steps, 1) as t:
            row = self._row(t)
            now, following = self._around(t, row)
            self._where_active(
                [*now, *self._columns(row)], lambda: self._run(row, now, following), lambda: self._copy(now, following)
            )

    def _widen(self, outers: Outers, operands: Sequence[int]) -> None:
        """Copy columns whose lines BLAS cannot read one after the other."""
        for factor in {factor for _, *pair in outers.sums for factor in pair if factor.column}:
            if self.columns[factor.number][2] < factor.width:
                self.columns[factor.number] = self.f.contiguous(operands[factor.number]), 0, factor.width

    def _summed(self, outers: Outers, at: list[Buffer]) -> None:
        """Write blocks of steps, and after each of them the products of the factors that these have given."""
        length = max(1, min(_ADDED, self.steps))
        factors = [(w, self.f.work_buffer(8 * w * length)) for w in outers.widths]
        for first, count in self._blocks(length):
            self._added(first, count, outers, factors, at)

    def _added(
        self, first: str, count: int, outers: Outers, factors: list[tuple[int, Buffer]], at: list[Buffer]
    ) -> None:
        f, forwards, output_count = self.f, self.step == 1, len(self.outputs)
        with f.loop(0, count, 1) as k:
            t = f.offset(0, (1, 1), (first, k))
            row, line = self._row(t), k if forwards else f.offset(count - 1, (-1,), (k,))
            self._run(
                row, *self._around(t, row), [f.pointer(buffer, f.offset(0, (w,), (line,))) for w, buffer in factors]
            )
        lowest = first if forwards else f.offset(self.steps - count, (-1,), (first,))

        def matrix(factor: Factor) -> Array:
            """Return the lines of a factor, each as a column."""
            if not factor.column and factor.number >= output_count:
                return Array(factors[factor.number - output_count][1], (factor.width, count), (1, factor.width))
            buffer, start, between = (
                self.columns[factor.number]
                if factor.column
                else (self.outputs[factor.number][1], 0, self.outputs[factor.number][0])
            )
            lines = f.pointer(buffer, f.offset(start, (between,), (lowest,)))
            return Array(Buffer(lines, "double"), (factor.width, count), (1, between))

        for number, *pair in outers.sums:
            x, y = map(matrix, pair)  # a sum in C order is, to BLAS, its transpose
            (m, _), (n, _) = x.shape, y.shape
            total = Array(at[number], (n, m), (1, n))
            Library(f, "double").multiply("N", "T", n, m, count, 1.0, y, y.strides[1], x, x.strides[1], 1.0, total, n)
            f.repeated += m * n * count // 30

    def _ending(self) -> None:
        """Write steps that are passed over in blocks: where the first of them has ended, or began, by its column.

        Carries that are kept have lines up to the end; beyond, the number that says so is 0 where the reverse scan looks
        for it: in what is left of a block, and at the edges of others.
        """
        f, first = self.f, self.active < len(self.carries)
        flag = self.carries[self.active] if self.keep else None
        count_at = f.variable("i64")
        f.lines.append(f"  store i64 0, ptr {count_at}")

        def now() -> tuple[str, list[str]]:
            """Return how many steps have been made, and where these left the carries."""
            step_count = f.integer(f"load i64, ptr {count_at}")
            return step_count, self._places(self._row(step_count), f.integer(f"and i64 {step_count}, 1"))

        def step(t: str) -> None:
            step_count, carries = now()
            row = self._row(t)

            def run() -> None:
                more = f.integer(f"add nsw i64 {step_count}, 1")
                after = self._places(self._row(more), f.integer(f"and i64 {more}, 1"))
                self._run(row, carries, self._within(more, after))
                f.lines.append(f"  store i64 {more}, ptr {count_at}")

            self._where_active([*carries, *self._columns(row)], run)

        if flag is not None and self.steps > _BLOCK:
            with f.loop(_BLOCK, self.steps, _BLOCK) as k:
                self._end(flag, f.offset(self.steps, (-1,), (k,)))
        with f.loop(0, self.steps, _BLOCK) as block:
            end = self._least(f.integer(f"add nsw i64 {block}, {_BLOCK}"))

            def steps() -> None:
                with f.loop(block, end, 1, _BLOCK) as t:
                    step(t)

            edge = block if first else f.integer(f"add nsw i64 {end}, -1")
            self._where_active([*now()[1], *self._columns(self._row(edge))], steps)
        step_count, carries = now()
        self._copy(self._within(step_count, carries), [c.last.pointer for c in self.carries])
        if flag is not None:
            with f.when(Lane(f.e1, f.integer(f"icmp slt i64 {step_count}, {self.steps}"), "m")):
                end = self._least(f.integer(f"add nsw i64 {step_count}, {_BLOCK}"))
                with f.loop(step_count, end, 1, _BLOCK) as t:
                    self._end(flag, t)

    def _least(self, t: str) -> str:
        """Return a step, or how many there are."""
        within = self.f.integer(f"icmp slt i64 {t}, {self.steps}")
        least: str = self.f.integer(f"select i1 {within}, i64 {t}, i64 {self.steps}")
        return least

    def _within(self, step_count: str, places: list[str]) -> list[str]:
        """Return where carries lie after so many steps: after all of them, those that are kept are the last ones."""
        f = self.f
        if not self.keep:
            return places
        more = f.integer(f"icmp slt i64 {step_count}, {self.steps}")
        pairs = zip(self.carries, places, strict=True)
        return [f.integer(f"select i1 {more}, ptr {p}, ptr {c.last.pointer}") if c.kept else p for c, p in pairs]

    def _end(self, flag: _Carry, t: str) -> None:
        """Write that a step is passed over."""
        f = self.f
        f.store_scalar(f.e1.float(0.0), flag.buffer, self._row(t))

    def _where_active(
        self, pointers: list[str], run: Callable[[], None], otherwise: Callable[[], None] | None = None
    ) -> None:
        """Write what is done where the number that says so is not 0, and where it is."""
        f = self.f
        number = f.integer(f"load double, ptr {pointers[self.active]}, align 8")
        active = Lane(f.e1, f.integer(f"fcmp une double {number}, 0.0"), "m")
        with f.when(active):
            run()
        if otherwise is not None:
            with f.when(~active):
                otherwise()

    def _copy(self, sources: list[str], targets: list[str]) -> None:
        for c, source, target in zip(self.carries, sources, targets, strict=True):
            x, y = (Strided(Buffer(place, c.last.element), 0, (1,)) for place in (source, target))
            if c.size:
                self.f.copy((c.size,), x, y)


def _lines(f: AnyWriter, slot: int) -> tuple[Buffer, int, int]:
    """Find the lines of an array, each in one piece of memory: where, the offset of the first, and from one to the
    next.
    """
    steps, *line = shape = f.program.forms[slot].shape
    width = prod(line)
    if steps * width > 1:
        source = f.strided(slot, shape)
        between, *along = source.strides
        inside = [(n, a, b) for n, a, b in zip(line, along, contiguous(tuple(line)), strict=True) if n != 1]
        if source.value is None and source.table is None and all(a == b for _, a, b in inside):
            return source.buffer, source.offset, between
        if between == 0 and source.table is None:
            copied = Buffer(f.work_buffer(8 * width).pointer, f.element(slot))
            f.copy(tuple(line), source._replace(strides=tuple(along)), Strided(copied, 0, contiguous(tuple(line))))
            return copied, 0, 0
    return f.contiguous(slot), 0, width
