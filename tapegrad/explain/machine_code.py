"""The machine code of a program, by its groups and instructions: written by the writers that write what runs.

A group is what the writer of machine code calls a unit: a fused loop, a stretch of scalars, or one array instruction.
Each line of LLVM's text knows its group, and its instruction where that is known. Assembly knows both by LLVM's debug
locations, which change no instruction. With clocks, the code counts the ticks of the processor's time stamp that each
group takes.

Invariant: without clocks, the text is the text of what runs, but for the marks.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import platform
import re
from collections import defaultdict
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tapegrad.codegen.executable import STRAIGHT
from tapegrad.codegen.function_writer import FunctionWriter, Module, written
from tapegrad.codegen.outlining import LINES, Parts
from tapegrad.ir.program import Program
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Buffer

LONGEST = 60_000  # lines of LLVM's text whose assembly is shown; that of more takes long


class _Marked(str):
    """A line of LLVM's text, with the number of its group, and its instruction or -1."""

    __slots__ = ("group", "slot")
    group: int
    slot: int


class _Bounds(Parts):
    """The cuts of a function, which lie between groups."""

    def cut(self, least: int = LINES) -> None:
        super().cut(least)
        if least == LINES:  # else it is within a group
            self.f.enter_group()  # type: ignore[attr-defined]

    def text(self) -> str:
        self.f.finish()  # type: ignore[attr-defined]
        return super().text()


class MarkingWriter(FunctionWriter):
    """A writer that marks each line with its group and instruction.

    Attributes
    ----------
    symbols : dict
        By group, the functions of libraries that it calls.
    python : set of int
        The groups that call Python.
    """

    cutting = _Bounds

    def __init__(self, program: Program, name: str, module: Module) -> None:
        super().__init__(program, name, module)
        self.group, self.symbols, self.python = -1, defaultdict[int, set[str]](set), set[int]()
        self._first = 0
        module.writers.append(self)  # type: ignore[attr-defined]

    def enter_group(self) -> None:
        """Begin the next group; behind the last one, results are copied to where they are wanted."""
        self.leave_group()
        self._callbacks = len(self.module.callbacks)
        self.group = min(self.group + 1, len(self.plan.units))

    def leave_group(self) -> None:
        """End a group: mark what is not marked yet."""
        if self.group >= 0:
            units = self.plan.units
            alone = self.group < len(units) and units[self.group].kind == "call"
            self._mark(self._first, units[self.group].members[0] if alone else -1)
            if len(self.module.callbacks) > self._callbacks:
                self.python.add(self.group)
            self._first = len(self.lines)  # what comes before the first group belongs to it

    def finish(self) -> None:
        """End the last group."""
        self.leave_group()

    def _mark(self, first: int, slot: int) -> None:
        for k in range(first, len(self.lines)):
            if self.lines[k].__class__ is not _Marked:
                self.lines[k] = line = _Marked(self.lines[k])
                line.group, line.slot = self.group, slot

    def computed(self, slot: int, args: list[Lane]) -> Lane:
        first = len(self.lines)
        result = super().computed(slot, args)
        self._mark(first, slot)
        return result

    def fortran(self, symbol: str, args: Any, element: str) -> None:
        self.symbols[self.group].add(symbol)
        super().fortran(symbol, args, element)

    def code(self) -> dict[int, tuple[list[str], list[int]]]:
        """Return the lines of each group, and the instructions that they belong to."""
        code: dict[int, tuple[list[str], list[int]]] = defaultdict(lambda: ([], []))
        for line in self.lines:
            if line.__class__ is _Marked:
                texts, slots = code[line.group]
                for text in line.split("\n"):
                    texts.append(text.removeprefix("  "))
                    slots.append(line.slot)
        return code


class MarkingModule(Module):
    """A module of such writers: `writers` has them by the numbers of their functions."""

    writer: ClassVar[type[FunctionWriter]] = MarkingWriter

    def __init__(self) -> None:
        super().__init__()
        self.writers: list[Any] = []

    def parents(self) -> dict[int, tuple[int, int, int]]:
        """Return, by the number of a function, that of the one that calls it first, the instruction there, and how many
        turns that makes.
        """
        callers: dict[int, tuple[int, int, int]] = {}
        for number, writer in enumerate(self.writers):
            for slot, static in enumerate(writer.program.statics):
                for body, value in self.bodies(static).items():
                    turns = getattr(value, "turns", None) or static.get("steps", 1)
                    callers.setdefault(body, (number, slot, turns))
        return callers

    def bodies(self, static: dict[str, Any]) -> dict[int, Any]:
        """Return the parameters of an instruction that have bodies, by the numbers of these functions."""
        entries = [(self.by_program.get(id(getattr(value, "body", None))), value) for value in static.values()]
        return {int(entry.name.removeprefix("tape_")): value for entry, value in entries if entry is not None}


# ------------------------------------------------------------------------------------------------- clocks


# By processor, the intrinsic that waits for the instructions before it, and its argument: Intel 64 and IA-32
# Architectures Software Developer's Manual, volume 2, RDTSC; Arm Architecture Reference Manual, the generic timer.
_LFENCE, _ISB = ("llvm.x86.sse2.lfence", ""), ("llvm.aarch64.isb", "i32 15")
_WAITING = {"x86_64": _LFENCE, "amd64": _LFENCE, "aarch64": _ISB, "arm64": _ISB}.get(platform.machine().lower())


class TimedWriter(MarkingWriter):
    """A writer of code that counts ticks.

    Attributes
    ----------
    ticks : ndarray
        For each group how many ticks it took and how often it ran; the last row counts reading the clock alone.
    last : ndarray
        The one number that was read last.
    """

    def __init__(self, program: Program, name: str, module: Module) -> None:
        super().__init__(program, name, module)
        self.ticks, self.last = np.zeros((2, 2), np.int64), np.zeros(1, np.int64)
        self._counters: Any = None

    def enter_group(self) -> None:
        if self._counters is None:
            self.ticks = np.zeros((len(self.plan.units) + 2, 2), np.int64)
            self._counters = self.ticks.reshape(-1)
            self._store(self._now(), self.last, 0)
            self._count(len(self.ticks) - 1)
        else:
            self._count(self.group)
        super().enter_group()

    def finish(self) -> None:
        if self._counters is not None:  # else it has no groups
            self._count(self.group)
        super().finish()

    def _now(self) -> str:
        self.declarations.add("declare i64 @llvm.readcyclecounter()")
        if _WAITING is not None:  # for all that stands before it, or else the clock is read too early
            symbol, argument = _WAITING
            self.declarations.add(f"declare void @{symbol}({argument.partition(' ')[0]})")
            self.lines += ["  fence seq_cst", f"  call void @{symbol}({argument})"]
        return self.integer("call i64 @llvm.readcyclecounter()")

    def _store(self, value: str, array: np.ndarray, k: int) -> None:
        self.lines.append(f"  store i64 {value}, ptr {self.pointer(self.pooled(array), str(k))}")

    def _count(self, group: int) -> None:
        """Add the ticks since the last reading to those of a group."""
        now, last = self._now(), self.pooled(self.last)
        passed = self.integer(f"sub i64 {now}, {self._loaded(last, 0)}")
        for k, more in ((0, passed), (1, "1")):
            counter = self.pooled(self._counters)
            total = self.integer(f"add i64 {self._loaded(counter, 2 * group + k)}, {more}")
            self._store(total, self._counters, 2 * group + k)
        self._store(now, self.last, 0)

    def _loaded(self, buffer: Buffer, k: int) -> str:
        return self.integer(f"load i64, ptr {self.pointer(buffer, str(k))}")


class TimedModule(MarkingModule):
    """A module that counts ticks."""

    writer: ClassVar[type[FunctionWriter]] = TimedWriter


# ------------------------------------------------------------------------------------------------- assembly


class _LocatedCuts(_Bounds):
    def text(self) -> str:
        self.f.finish()  # type: ignore[attr-defined]
        lines = self.f.lines
        for k, line in enumerate(lines):
            if line.__class__ is _Marked:
                mark = f" ;{line.group} {line.slot}"
                lines[k] = "\n".join(part + mark for part in line.split("\n"))
        return Parts.text(self)


class _LocatedWriter(MarkingWriter):
    cutting = _LocatedCuts


class _LocatedModule(MarkingModule):
    writer: ClassVar[type[FunctionWriter]] = _LocatedWriter


class Located(NamedTuple):
    """A line of assembly, the group and the instruction that it belongs to, and the number of their function."""

    text: str
    function: int
    group: int
    slot: int


_HEAD = re.compile(r"define .*@tape_(\d+)[\w.]*\(")
_MARK = re.compile(r"^(.*?) ;(-?\d+) (-?\d+)$")
_BASE = 1_000_000  # the first number of LLVM's metadata
_UNIT = f"""!llvm.dbg.cu = !{{!{_BASE}}}
!llvm.module.flags = !{{!{_BASE + 1}}}
!{_BASE} = distinct !DICompileUnit(language: DW_LANG_C, file: !{_BASE + 2}, emissionKind: LineTablesOnly)
!{_BASE + 1} = !{{i32 2, !"Debug Info Version", i32 3}}
!{_BASE + 2} = !DIFile(filename: "tape", directory: "")
!{_BASE + 3} = !DISubroutineType(types: !{{}})"""


def assembly(program: Program) -> list[Located]:
    """Return the assembly of a program, for this processor; nothing if it is too long to be shown."""
    _, _, text = written(program, _LocatedModule())
    if text.count("\n") > LONGEST:
        return []
    text, places = _with_locations(text)
    return _located(engine().assembly(text, text.count("\n") < STRAIGHT), places)


def _with_locations(text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """Return a module's text with debug locations in place of marks, and what they stand for, by their lines."""
    lines, metadata = [], [_UNIT]
    places: dict[tuple[int, int, int], int] = {}
    numbers: dict[tuple[int, int], int] = {}  # of locations, by the function's scope and the line
    scope = function = -1

    def location(place: tuple[int, int, int]) -> str:
        line = places.setdefault(place, len(places))
        number = numbers.get((scope, line))
        if number is None:
            number = numbers[scope, line] = _BASE + 4 + len(metadata)
            metadata.append(f"!{number} = !DILocation(line: {line + 1}, scope: !{scope})")
        return f", !dbg !{number}"

    for line in text.split("\n"):
        if (head := _HEAD.match(line)) is not None and line.endswith("{"):
            function, scope = int(head[1]), _BASE + 4 + len(metadata)
            metadata.append(
                f'!{scope} = distinct !DISubprogram(name: "tape", file: !{_BASE + 2}, line: 1, type: !{_BASE + 3}, '
                f"unit: !{_BASE}, spFlags: DISPFlagDefinition)"
            )
            lines.append(f"{line[:-1]}!dbg !{scope} {{")
        elif line == "}":
            function = -1
            lines.append(line)
        else:
            mark = _MARK.match(line)
            bare, group, slot = (mark[1], int(mark[2]), int(mark[3])) if mark else (line, -1, -1)
            instruction = function >= 0 and bare.startswith("  ")
            located = instruction and (mark is not None or " call " in bare)
            lines.append(bare + location((function, group, slot)) if located else bare)
    return "\n".join([*lines, *metadata, ""]), [*places]


_AT = re.compile(r"\s*\.loc\s+\d+\s+(\d+)")
_DIRECTIVE = re.compile(r"\s*\.(?!L)|\s*#|\s*$|\.L(func|tmp|debug|info|sec|names|abbrev|line|str|section|cu)")


def _located(text: str, places: list[tuple[int, int, int]]) -> list[Located]:
    """Return the instructions and labels of assembly, by the locations in it."""
    instructions: list[Located] = []
    at = None
    for line in text.split("\n"):
        if (place := _AT.match(line)) is not None:
            at = places[int(place[1]) - 1] if 0 < int(place[1]) <= len(places) else None
        elif re.match(r"\w+:", line):  # a function begins
            at = None
        elif at is not None and not _DIRECTIVE.match(line):
            shown = re.sub(r"\s*(#|//).*", "", line).strip().replace("\t", " ")
            if shown:
                instructions.append(Located(shown if shown.endswith(":") else f"  {shown}", *at))
    return instructions
