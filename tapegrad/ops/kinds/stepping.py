"""The machine code of a scan: its loop, and where the carries, columns and outputs of a step lie.

Carries that are kept lie in the result, a line for each step; others in two lines of working memory, of which a step
reads one and writes the other one. The last carries are written where they belong.

A scan may have ended before its last step: where a number that each step reads, of a carry or a column, is 0, the step
would change nothing. It is passed over, many at once where no carry is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

from tapegrad.machine.places import Buffer, Strided

_BLOCK = 64  # steps that are passed over at once


class Layout:
    """Where the parts of a scan's result lie, one after the other in a vector.

    These are the last carries, then each output of the steps as lines, and with `keep` each carry, as it was before
    the steps, as lines.

    Attributes
    ----------
    sizes : list of int
        Of the last carries.
    widths : list of int
        Of what has a line for each step.
    starts : list of int
        Of all parts, and where the last one ends.
    """

    def __init__(self, program: Any, steps: int, carries: int, keep: bool) -> None:
        sizes = [f.size for f in program.output_forms]
        self.steps, self.sizes = steps, sizes[:carries]
        self.widths = sizes[carries:] + (self.sizes if keep else [])
        self.starts = [*accumulate([*self.sizes, *(steps * w for w in self.widths)], initial=0)]


class Stepping:
    """A scan that is being written into a function, to one array or to one for each part that is read."""

    def __init__(self, f: Any, slot: int) -> None:
        p = f.program
        operands, static = p.operands[slot], p.statics[slot]
        carries, keep = static["carries"], static["keep"]
        first = carries + static["columns"]
        self.f, self.keep, self.active = f, keep, static["active"]
        self.steps = p.forms[operands[carries]].shape[0]
        layout = Layout(static["program"], self.steps, carries, keep)
        self.columns = [_lines(f, s) for s in operands[carries:first]]
        constants = [f.contiguous(s).pointer for s in operands[first:]]
        self.own = f.inner(static["program"])
        parts = static.get("parts")
        if parts is None:
            target = f.target(slot)
            at = [f.pointer(target, str(start)) for start in layout.starts[:-1]]
        else:
            at = [self._part(s, stop - start) for s, (start, stop) in zip(parts, pairwise(layout.starts), strict=True)]
        self.lasts = at[:carries]
        lines = [(w, Buffer(place, "double")) for w, place in zip(layout.widths, at[carries:], strict=True)]
        count = len(lines) - carries if keep else len(lines)
        self.outputs = lines[:count]
        self.kept = lines[count:] if keep else [(n, f.work_buffer(16 * n)) for n in layout.sizes]
        self.begin: int = self.steps - 1 if static["backwards"] else 0
        self.step = -1 if static["backwards"] else 1
        for s, (n, buffer), last in zip(operands[:carries], self.kept, self.lasts, strict=True):
            if n:
                here = Strided(buffer, self.begin * n if keep else 0, (1,))
                f.copy((n,), s, here if self.steps else Strided(Buffer(last, "double"), 0, (1,)))
        if self.steps:
            self.own.give(constants, first)
            self._steps() if self.active is None else self._kept() if keep else self._ending()
        for s, place in [(slot, at[0])] if parts is None else zip(parts, at, strict=True):
            if s is not None:
                f.done(s, Buffer(place, "double"))

    # -------------------------------------------------------------------------------------------- places

    def _part(self, slot: int | None, size: int) -> str:
        """Return where a part goes, that perhaps nobody reads."""
        buffer: Buffer = self.f.target(slot) if slot is not None else self.f.work_buffer(8 * max(1, size))
        return buffer.pointer

    def _row(self, t: str) -> str:
        """Return the line of a step."""
        row: str = self.f.offset(self.begin, (self.step,), (t,))
        return row

    def _carries(self, line: str) -> list[str]:
        f = self.f
        return [f.pointer(buffer, f.offset(0, (n,), (line,))) for n, buffer in self.kept]

    def _columns(self, row: str) -> list[str]:
        f = self.f
        return [f.pointer(buffer, f.offset(at, (between,), (row,))) for buffer, at, between in self.columns]

    def _after(self, t: str, line: str) -> list[str]:
        """Return where the carries go after a step: to a line, or to the last ones."""
        f = self.f
        more = f.integer(f"icmp slt i64 {t}, {self.steps - 1}")
        pairs = zip(self._carries(line), self.lasts, strict=True)
        return [f.integer(f"select i1 {more}, ptr {place}, ptr {last}") for place, last in pairs]

    # -------------------------------------------------------------------------------------------- loops

    def _run(self, row: str, now: list[str], following: list[str]) -> None:
        """Write a step."""
        f = self.f
        self.own.give([*now, *self._columns(row)])
        self.own.run([*following, *(f.pointer(buffer, f.offset(0, (w,), (row,))) for w, buffer in self.outputs)])

    def _steps(self) -> None:
        f = self.f
        with f.loop(0, self.steps, 1) as t:
            row, turn = self._row(t), f.integer(f"and i64 {t}, 1")
            now, then = (row, f"add nsw i64 {row}, {self.step}") if self.keep else (turn, f"xor i64 {turn}, 1")
            self._run(row, self._carries(now), self._after(t, f.integer(then)))

    def _kept(self) -> None:
        """Write all steps; one that is passed over hands on the carries."""
        f = self.f
        with f.loop(0, self.steps, 1) as t:
            row = self._row(t)
            now, following = self._carries(row), self._after(t, f.integer(f"add nsw i64 {row}, {self.step}"))
            self._where_active(
                [*now, *self._columns(row)], lambda: self._run(row, now, following), lambda: self._copy(now, following)
            )

    def _ending(self) -> None:
        """Write steps that are passed over in blocks: where the first of them has ended, or began, by its column."""
        f = self.f
        turn_at = f.variable("i64")
        f.lines.append(f"  store i64 0, ptr {turn_at}")

        def places(t: str) -> tuple[str, list[str]]:
            turn = f.integer(f"load i64, ptr {turn_at}")
            return turn, [*self._carries(turn), *self._columns(self._row(t))]

        def step(t: str) -> None:
            turn, given = places(t)

            def run() -> None:
                other = f.integer(f"xor i64 {turn}, 1")
                self._run(self._row(t), self._carries(turn), self._carries(other))
                f.lines.append(f"  store i64 {other}, ptr {turn_at}")

            self._where_active(given, run)

        with f.loop(0, self.steps, _BLOCK) as block:
            end = f.integer(f"add nsw i64 {block}, {_BLOCK}")
            within = f.integer(f"icmp slt i64 {end}, {self.steps}")
            end = f.integer(f"select i1 {within}, i64 {end}, i64 {self.steps}")

            def steps() -> None:
                with f.loop(block, end, 1, _BLOCK) as t:
                    step(t)

            edge = block if self.active < len(self.kept) else f.integer(f"add nsw i64 {end}, -1")
            self._where_active(places(edge)[1], steps)
        turn = f.integer(f"load i64, ptr {turn_at}")
        self._copy(self._carries(turn), self.lasts)

    def _where_active(
        self, given: list[str], run: Callable[[], None], otherwise: Callable[[], None] = lambda: None
    ) -> None:
        """Write what is done where the number that says so is not 0, and where it is."""
        f = self.f
        tag = f.fresh()[1:]
        number = f.integer(f"load double, ptr {given[self.active]}, align 8")
        active = f.integer(f"fcmp une double {number}, 0.0")
        f.lines.append(f"  br i1 {active}, label %run{tag}, label %over{tag}")
        for name, write in (f"run{tag}", run), (f"over{tag}", otherwise):
            f.e1.label(name)
            write()
            f.lines.append(f"  br label %on{tag}")
        f.e1.label(f"on{tag}")

    def _copy(self, sources: list[str], targets: list[str]) -> None:
        for (n, _), source, target in zip(self.kept, sources, targets, strict=True):
            x, y = (Strided(Buffer(place, "double"), 0, (1,)) for place in (source, target))
            if n:
                self.f.copy((n,), x, y)


def _lines(f: Any, slot: int) -> tuple[Buffer, int, int]:
    """Find the lines of a matrix, each in one piece of memory: where, the offset of the first, and from one to the
    next.
    """
    steps, width = shape = f.program.forms[slot].shape
    if steps * width > 1:
        source = f.strided(slot, shape)
        (between, along) = source.strides
        if source.value is None and source.table is None and (along == 1 or width == 1):
            return source.buffer, source.offset, between
        if between == 0 and source.table is None:
            line = f.work_buffer(8 * width)
            f.copy((width,), source._replace(strides=(along,)), Strided(line, 0, (1,)))
            return line, 0, 0
    return f.contiguous(slot), 0, width
