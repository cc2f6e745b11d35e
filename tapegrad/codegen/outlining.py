"""Outlining: cuts a long function into parts, so that the time to compile it is linear (LLVM's is more than that within
one function); and loops over large arrays, each a part of its own, that several threads may share.

A function is cut between units. No name of LLVM's is known in two parts: each part finds the addresses of arrays in the
tables again, and scalars that a later part reads are left in working memory. The function calls its parts in turn.

Tests: tests/codegen/test_outlining.py, tests/codegen/test_short_axes.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tapegrad.codegen.loop_nests import FIRST, LAST
from tapegrad.machine.lane import ATTRIBUTES

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter

OWN = "tape_0"  # the function of a module's program, beside those of programs that it runs
LINES = 2000  # of LLVM text from which a part may end
SHARED = 1 << 16  # lines that a loop runs from which on a second thread is worth being woken
_NAME = re.compile(r"%[\w.]+")
_GIVEN = "ptr noalias %in, ptr noalias %out, ptr noalias %work"


class Phase(NamedTuple):
    """A part as others call it: ``symbol(in, out, work)``, or ``symbol(in, out, work, first, last)`` if it has pieces.

    Attributes
    ----------
    symbol : str
    pieces : int
        0 for a part that one thread does.
    cost : int
        How many lines of LLVM text a piece runs.
    """

    symbol: str
    pieces: int
    cost: int


class Parts:
    """The cuts of a function under construction."""

    def __init__(self, function: FunctionWriter) -> None:
        self.f = function
        self._cuts: list[int] = []  # by number of lines
        self._labels = ["start"]
        self._pieces: dict[int, tuple[int, int, str]] = {}  # of parts that have some: how many, what one costs, in text
        self._open = False  # whether one of these is being written
        self.phases: list[Phase] = []

    def cut(self, least: int = LINES) -> None:
        """End a part here if it is long enough."""
        f = self.f
        if len(f.lines) - (self._cuts[-1] if self._cuts else 0) < least:
            return
        self._leave()
        self._cuts.append(len(f.lines))
        self._labels.append(f"part{len(self._cuts)}")
        f.body.block = self._labels[-1]

    def worth(self, lines: int) -> bool:
        """Tell whether what runs so many lines is worth being shared: only in a program's own function can it be."""
        return self.f.name == OWN and lines >= SHARED and not self._open

    @contextmanager
    def shared(self) -> Iterator[list[int]]:
        """Write a part of its own, in pieces: the list takes how many there are."""
        f, count = self.f, list[int]()
        self.cut(1)
        before, self._open = f.cost, True
        yield count
        self._open = False
        self._pieces[len(self._cuts)] = int(count[0]), int(f.cost - before) // int(count[0]), str(count[0])
        self.cut(1)

    def _leave(self) -> None:
        """Leave the scalars that are read in memory."""
        f = self.f
        inputs, crossing = {*f.program.inputs}, f.plan.crossing
        computed = [slot for slot, lane in f.scalars.items() if lane.name.startswith("%")]
        kept = [slot for slot in computed if slot in crossing and slot not in inputs]
        if kept:
            memory = f.work_buffer(8 * len(kept))
            for k, slot in enumerate(kept):
                f.store_scalar(f.scalars[slot], memory, str(k))
                f.located[slot] = memory, k
        for slot in computed:
            del f.scalars[slot]
            if slot in inputs:
                f.located[slot] = f.buffers[slot], 0

    def text(self) -> str:
        """Return the whole function."""
        f = self.f
        if not self._cuts:
            return str(f.defined(f"@{f.name}({_GIVEN}) {ATTRIBUTES}"))
        definitions = dict(line.lstrip().split(" = ", 1) for line in f.entry)
        functions, calls = [], []
        bounds = zip([0, *self._cuts], [*self._cuts, len(f.lines)], self._labels, strict=True)
        for number, (first, stop, label) in enumerate(bounds):
            lines = f.lines[first:stop]
            pieces, cost, written = self._pieces.get(number, (0, 0, "0"))
            more, all_of_them = (
                f", i64 {FIRST}, i64 {LAST}" if pieces else "",
                f", i64 0, i64 {written}" if pieces else "",
            )
            linkage, symbol = "" if self._pieces else "internal ", f"{f.name}_part{number}"
            functions.append(
                "\n".join([
                    f"define {linkage}i64 @{symbol}({_GIVEN}{more}) noinline {ATTRIBUTES} {{", "entry:",
                    *_needed(lines, definitions),
                    f"  br label %{label}", f"{label}:", *lines, "  ret i64 0", "}",
                ])
            )  # fmt: skip
            calls += [
                f"  %s{number} = call i64 @{symbol}(ptr %in, ptr %out, ptr %work{all_of_them})",
                f"  %f{number} = icmp ne i64 %s{number}, 0",
                f"  br i1 %f{number}, label %failed{number}, label %on{number}",
                f"failed{number}:", f"  ret i64 %s{number}", f"on{number}:",
            ]  # fmt: skip
            if self._pieces:
                self.phases.append(Phase(symbol, pieces, cost))
        main = [
            f"define i64 @{f.name}({_GIVEN}) {ATTRIBUTES} {{", "entry:", *_needed(calls, definitions), *calls,
            "  ret i64 0", "}",
        ]  # fmt: skip
        return "\n".join([*functions, *main])


def _needed(lines: list[str], definitions: dict[str, str]) -> list[str]:
    """Return the definitions of the names that lines use, and of those that these need."""
    names, waiting = set(), [name for line in lines for name in _NAME.findall(line)]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in names:
            names.add(name)
            waiting += _NAME.findall(definitions[name])
    return [f"  {name} = {text}" for name, text in definitions.items() if name in names]
