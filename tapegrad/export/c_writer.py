"""The writer of programs as functions of C, in the place of the one for machine code.

Kinds write into it what they write into `tapegrad.codegen.function_writer`: they ask for loops, elements and values of
lanes, and none knows which language it writes. Here a vector has one lane, a loop is a loop of C, and a value is an
expression (see `tapegrad.export.c_expressions`). So what an op computes is written once, in its record and its kind.

Invariant: nothing here knows an op.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

import numpy as np

from tapegrad.codegen import llvm_text
from tapegrad.codegen.function_writer import FunctionWriter, Inner
from tapegrad.codegen.loop_iteration import Turn
from tapegrad.export.c_expressions import ANY, ATOM, CHOICE, PLUS, TYPES, Expression, Refused, marked, operand
from tapegrad.export.c_lanes import CBody, CLanes
from tapegrad.export.c_reductions import CSums, reduce
from tapegrad.export.c_statements import Printer, Statement, operands_of
from tapegrad.machine.lane import Lane
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Shape, Strided, coalesced

_LETTERS_OF_LIBRARIES = re.compile(r"tapegrad_(?:blas|lapack)_(\w+)$")
_ARRAY = re.compile(r"\[(\d+) x (\w+)\]$")


def _declaration_order(line: str) -> tuple[int, int]:
    """Return what declarations are sorted by: arguments, results, memory, variables."""
    group = next((k for k, mark in enumerate((" = in[", " = out[", "work")) if mark in line), 3)
    return group, int(line.rpartition("[")[2].rstrip("];")) if group < 2 else 0


class Whole:
    """A function that is not cut into parts."""

    def __init__(self, function: CWriter) -> None:
        self.f, self.phases = function, list[Any]()

    def cut(self) -> None:
        """Go on."""

    def worth(self, lines: int) -> bool:
        """Tell whether threads may share a loop: none does."""
        return False

    def text(self) -> str:
        """Return the whole function."""
        return self.f.printed()


class CWriter(FunctionWriter):
    """One program as a function of C: ``static int64_t NAME(void *const *in, void *const *out, char *work)``."""

    cutting = Whole
    interprets = calls_python = False
    integer_size = 4
    module: Any
    body: Any
    e1: Any
    slot = -1  # that is written, for refusals

    def __init__(self, program: Any, name: str, module: Any, names: tuple[Sequence[str], Sequence[str]]) -> None:
        super().__init__(program, name, module)
        self.body = CBody(self)
        self.lines: Any = self.body.lines
        self.e1 = self.e8 = CLanes(self.body, fuses=False)
        self.width = 1
        self.elements: dict[str, str] = {}  # of pointers, what they point to; "" where that is not settled
        self.variables: set[str] = set()
        self.constants: set[str] = set()  # pointers to what is not written
        self.known: dict[str, str] = {}  # names that statements do not define
        self._declared: dict[str, str] = {}  # at the function's begin, by name
        self._aliases: dict[tuple[str, str], str] = {}
        self._argument_names = {"%in": names[0], "%out": names[1]}
        self._works: dict[int, str] = {}

    # -------------------------------------------------------------------------------------------- the whole

    def printed(self) -> str:
        """Return the function's text."""
        printer = Printer({**self.known}, self.module.taken, self.variables)
        body = printer.lines(self.lines)
        waiting = [name for name in self._declared if name in printer.read]
        read: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in read:
                read.add(name)
                waiting += operands_of(self._declared[name])
        begin = [f"    {printer.filled(text)}" for name, text in self._declared.items() if name in read]
        begin.sort(key=_declaration_order)
        text = "\n".join([*begin, *body])
        unused = [f"    (void){p};" for p in ("in", "out", "work") if not re.search(rf"\b{p}\b", text)]
        head = f"static int64_t {self.name}(void *const *in, void *const *out, char *work)"
        return "\n".join([head, "{", *begin, *unused, *([""] if begin or unused else []), *body, "    return 0;", "}"])

    def _unit(self, unit: Any, number: int) -> None:
        """Write a unit; what has no C is refused with its op and the user's line."""
        members = [s for s in unit.members if self.program.ops[s] is not None]
        for slot in members:
            if self.program.ops[slot].kind.local:
                self.module.refuse(self.program, slot, "it calls code of this process")
        self._comment(members)
        try:
            super()._unit(unit, number)
        except Refused as refusal:
            self.module.refuse(self.program, self.slot if self.slot in members else members[0], str(refusal))

    def _comment(self, members: Sequence[int]) -> None:
        """Name the user's lines that a unit computes, and the ops where none was kept."""
        p = self.program
        where = dict.fromkeys(p.lines[s] for s in members if s in p.lines)
        ops = dict.fromkeys(p.ops[s].name for s in members if p.ops[s].name not in ("result", "part"))
        shown = ", ".join([*ops][:8]) + (", ..." if len(ops) > 8 else "")
        lines = ", ".join(f"{PurePath(file).name.replace('*/', '')}:{line}" for file, line, *_ in [*where][:4])
        text = f"{shown} ({lines})" if lines else shown
        if text:
            self.lines.add(Statement(f"/* {text.encode('ascii', 'backslashreplace').decode()} */"))

    # -------------------------------------------------------------------------------------------- names and memory

    def integer(self, text: str) -> str:
        return self.body.written(text)

    def at_start(self, text: str) -> str:
        raise Refused(f"the instruction `{text}`")

    def argument(self, table: str, k: int, form: Any) -> Buffer:
        """Return the buffer of an input or output."""
        names, element = self._argument_names[table], self.element_of(form)
        name = self._declare(
            names[k] if k < len(names) else f"{table[1:]}{k}",
            f"{'const ' if table == '%in' else ''}{TYPES[element]} *const {{}} = {table[1:]}[{k}];",
        )
        self.elements[name] = element
        return Buffer(name, element)

    def _declare(self, hint: str, text: str) -> str:
        name = self.fresh()
        shown, k = hint, 2
        while shown in self.known.values() or shown in self.module.taken:
            shown, k = f"{hint}_{k}", k + 1
        self.known[name] = shown
        self._declared[name] = text.format(name)
        return name

    def pooled(self, array: np.ndarray, form: Any = None) -> Buffer:
        """Return the buffer of a constant or a table."""
        array = np.ascontiguousarray(array)
        element = {"f8": "double", "f4": "float", "i8": "i64", "i4": "i32"}[array.dtype.str[1:]]
        if form is not None and form.lane is None:
            array, element = array.view(np.int64), "i64"
        name = self.module.table(array)
        self.elements[name] = element
        return Buffer(name, element)

    def element_of(self, form: Any) -> str:
        """Return the type of elements in memory: integers are what they are."""
        return "i64" if form.lane is None else llvm_text.element_of(form)

    def buffer(self, slot: int) -> Buffer:
        buffer = self.buffers.get(slot)
        if buffer is None:
            p = self.program
            buffer = self.buffers[slot] = self.pooled(p.constants[slot], p.forms[slot])
        return buffer

    def work_at(self, offset: int) -> str:
        name = self._works.get(offset)
        if name is None:
            start = f"work + {offset}" if offset else "work"
            name = self._works[offset] = self._declare(f"work{offset}", f"char *const {{}} = {start};")
            self.elements[name] = ""
        return name

    def typed(self, pointer: str, element: str) -> str:
        """Return a pointer to elements of a type."""
        points_to = self.elements.get(pointer)
        if points_to == element:
            return pointer
        if points_to == "" and pointer in self._declared:
            key = pointer, element
            if key not in self._aliases:
                offset = self._declared[pointer].split(" = ")[1].rstrip(";")
                kind = TYPES[element]
                self._aliases[key] = name = self._declare(
                    f"{self.known[pointer].replace('work', {'double': 'w', 'float': 's'}.get(element, 'n'))}",
                    f"{kind} *const {{}} = ({kind} *){offset if offset == 'work' else f'({offset})'};",
                )
                self.elements[name] = element
            return self._aliases[key]
        return f"(({TYPES[element]} *){marked(pointer, ATOM)})"

    def variable(self, kind: str) -> str:
        """Return a variable of the function."""
        if match := _ARRAY.match(kind):
            count, element = match.groups()
            c = TYPES[element]
            name = self._declare("table" if element == "ptr" else "list", f"{c} {{}}[{count}];".replace("* {", "*{"))
            self.elements[name] = element
            return name
        if "double" in kind:
            kind = "double"
        zero = "0.0" if kind == "double" else "0"
        name = self._declare("sum" if kind == "double" else "count", f"{TYPES[kind]} {{}} = {zero};")
        self.variables.add(name)
        return name

    def pointer(self, buffer: Buffer, index: str) -> str:
        if index == "0" and self.elements.get(buffer.pointer) in ("", buffer.element):
            return buffer.pointer
        base = marked(self.typed(buffer.pointer, buffer.element), PLUS)
        kind = TYPES[buffer.element]
        e = Expression(f"{base} + {operand(index, 'i64', PLUS - 1)}", PLUS, "ptr")
        name = self.body.defined(e, f"const {kind} *" if self._constant(buffer.pointer) else f"{kind} *")
        self.elements[name] = buffer.element
        self.body.places[name] = buffer.pointer, index, buffer.element
        if self._constant(buffer.pointer):
            self.constants.add(name)
        return name

    def _constant(self, pointer: str) -> bool:
        return (
            not pointer.startswith("%") or pointer in self.constants
            or self._declared.get(pointer, "").startswith("const ")
        )  # fmt: skip

    def place(self, pointer: str, index: str, element: str) -> str:
        """Return an element of memory as C writes it."""
        if pointer in self.variables:
            return pointer
        if index == "0" and pointer in self.body.places:
            pointer, index, element_of_base = self.body.places[pointer]
            if element_of_base != element:
                pointer = self.pointer(Buffer(pointer, element_of_base), index)
                return f"*{self.typed(pointer, element)}"
        return f"{self.typed(pointer, element)}[{operand(index, 'i64', ANY)}]"

    def beginning(self, buffer: Buffer, offset: int) -> Buffer:
        return Buffer(self.pointer(buffer, str(offset)), buffer.element)

    def load_scalar(self, buffer: Buffer, index: str) -> Lane:
        element = buffer.element
        place = self.place(buffer.pointer, index, element)
        if element == "i64":
            word = self.body.defined(Expression(place, ATOM, "i64", True))
            return self.e1.emit(f"bitcast i64 {word} to double", "f")
        name = self.body.defined(Expression(place, ATOM, "double", True))
        if (shown := self.known.get(buffer.pointer)) is not None:
            self.body.call_it(name, f"{re.sub('^work', 'w', shown)}_at")
        return Lane(self.e1, name, "f")

    def store_scalar(self, value: Lane, buffer: Buffer, index: str) -> None:
        place = self.place(buffer.pointer, index, buffer.element)
        if buffer.element == "i64":
            word = self.e1.emit(f"bitcast double {value.name} to i64", "i")
            self._assign(place, operand(word.name, "i64", ANY), "i64")
            return
        self._assign(place, operand(value.name, "double", ANY if buffer.element == "double" else ATOM), buffer.element)

    def _assign(self, place: str, value: str, element: str) -> None:
        cast = "(float)" if element == "float" else ""
        self.lines.add(Statement(f"{place} = {cast}{value};", writes=True))

    def load_index(self, buffer: Buffer, index: str) -> str:
        place = self.place(buffer.pointer, index, buffer.element)
        return self.body.defined(Expression(place, ATOM, "i64", True))

    def put(self, table: str, pointers: Sequence[str], first: int = 0) -> None:
        for k, pointer in enumerate(pointers, first):
            self.lines.add(Statement(f"{table}[{k}] = (void *){marked(pointer, ATOM)};", writes=True))

    def offset(self, offset: int, strides: Sequence[int], indices: Sequence[str]) -> str:
        fixed = sum(int(k) * s for s, k in zip(strides, indices, strict=True) if k.lstrip("-").isdigit())
        moving = [(s, k) for s, k in zip(strides, indices, strict=True) if not k.lstrip("-").isdigit()]
        total = super().offset(0, [s for s, _ in moving], [k for _, k in moving])
        if total == "0" or offset + fixed == 0:
            total = total if total != "0" else str(offset + fixed)
            self.body.call_it(total, "at")
            return total
        return self.integer(f"add nsw i64 {total}, {offset + fixed}")

    # -------------------------------------------------------------------------------------------- blocks

    @contextmanager
    def block(self, head: str, loop: str = "") -> Iterator[None]:
        """Write a block."""
        self.lines.add(Statement(f"{head} {{".strip(), opens=True, loop=loop))
        yield
        self.lines.add(Statement("}", closes=True))

    def return_if(self, condition: str, status: str) -> None:
        if condition in ("true", "false"):
            condition = str(int(condition == "true"))
        status = status if status.startswith("%") else self.module.status(int(status))
        self.lines.add(Statement(f"if ({marked(condition, ANY)}) return {marked(status, ANY)};"))

    def when(self, condition: Lane) -> Any:
        return self.block(f"if ({operand(condition.name, 'i1', ANY)})")

    @contextmanager
    def loop(self, start: str | int, stop: str | int, step: int, turns: int = 0) -> Iterator[str]:
        index = self.fresh()
        more = f"{index}++" if step == 1 else f"{index} += {step}"
        first, last = operand(str(start), "i64", ANY), operand(str(stop), "i64", PLUS)
        with self.block(f"for (int64_t {index} = {first}; {index} < {last}; {more})", index):
            yield index

    def poll(self) -> None:
        """Go on: no signal is asked for."""
        self.polled = self.cost

    def wide(self) -> Any:
        return nullcontext()

    # -------------------------------------------------------------------------------------------- elements in loops

    def in_lanes(self, value: Lane) -> Lane:
        return value

    def load(
        self, buffer: Buffer, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:
        return self.load_scalar(buffer, self.offset(0, (1, stride), (base, index)))

    def store(self, value: Lane, buffer: Buffer, base: str, index: str, stride: int, mask: str | None) -> None:
        self.store_scalar(self.e1.result(value), buffer, self.offset(0, (1, stride), (base, index)))

    def read(
        self, source: Strided, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:
        if source.value is not None:
            return source.value
        at = self.offset(0, (1, stride), (base, index))
        return self.load_scalar(source.buffer, at if source.table is None else self.load_index(source.table, at))

    def nest(
        self, shape: Shape, streams: Sequence[Strided], body: Callable[[Turn], None],
        chunk: Callable[[str], AbstractContextManager[None]] | None = None, ranged: bool = False, whole: bool = False,
        lines: int = 0,
    ) -> int:  # fmt: skip
        """Open loops over a shape; within `chunk`, if given, are at most `SUM_CHUNK` elements."""
        loops = coalesced(shape, [s.strides for s in streams])
        *outer, (inner, steps) = loops or [(1, (0,) * len(streams))]

        def turn(indices: Sequence[str], index: str) -> None:
            bases = [
                self.offset(s.offset, [by_stream[k] for _, by_stream in outer], indices) for k, s in enumerate(streams)
            ]
            body(Turn(self, streams, bases, index, steps, None))

        def run(indices: Sequence[str]) -> None:
            with self.loops([inner]) as (index,):
                turn(indices, index)

        if chunk is None:
            with self.loops([n for n, _ in outer]) as indices:
                run(indices)
        elif math.prod(n for n, _ in loops) <= SUM_CHUNK:
            with chunk("0"), self.loops([n for n, _ in outer]) as indices:
                run(indices)
        else:
            with self.loops([n for n, _ in outer]) as indices:
                if inner <= SUM_CHUNK:
                    with chunk("0"):
                        run(indices)
                else:
                    with self.loop(0, inner, SUM_CHUNK) as first, chunk("0"):
                        end = self.body.defined(Expression(
                            f"{first} + {SUM_CHUNK} < {inner} ? {first} + {SUM_CHUNK} : {inner}", CHOICE, "i64"
                        ))  # fmt: skip
                        with self.loop(first, end, 1, SUM_CHUNK) as index:
                            turn(indices, index)
        return 1

    def sums(
        self, slots: list[int], strides: list[Shape], shape: Shape, ranged: bool = False,
        buffers: Mapping[int, Buffer] = MappingProxyType({}),
    ) -> Any:  # fmt: skip
        return CSums(self, slots, math.prod(shape) > SUM_CHUNK)

    def factors(self, slot: int) -> None:
        """Return no factors: a reduction computes its products one by one."""

    def computed(self, slot: int, args: list[Lane]) -> Lane:
        """Return the value of an instruction that works element by element, which has a name from its op."""
        self.slot = slot
        p = self.program
        op, form = p.ops[slot], p.forms[slot]
        value = op.kind.applied(op, args, p.statics[slot], form)
        value = self.rounded(value, form)
        self.body.call_it(value.name, f"{op.shown}_{slot}")
        return value

    def reduce(self, slot: int, labels: Sequence[str], output: str, rule: Any, shared: bool = True) -> None:
        """Write the loops of a sum of products or of a repeated op."""
        reduce(self, slot, labels, output, rule)

    # -------------------------------------------------------------------------------------------- calls

    def call(self, result: str, symbol: str, pointers: Sequence[str]) -> str:
        if not symbol.startswith("tapegrad_slide_"):
            raise Refused(f"it calls compiled code of this process, {symbol}")
        element = "float" if symbol.endswith("f4") else "double"
        arguments = [self.typed(p, element) for p in pointers[:3]]
        self.lines.add(Statement(f"tg_slide_{element}({', '.join([*arguments, pointers[3]])});", writes=True))
        return ""

    def fortran(self, symbol: str, args: Sequence[Any], element: str) -> None:
        match = _LETTERS_OF_LIBRARIES.match(symbol)
        if match is None:
            raise Refused(f"a call of {symbol}")
        arguments = []
        with self.block(""):
            for k, a in enumerate(args):
                if hasattr(a, "buffer"):
                    element_of_array = "i32" if a.buffer.element == "i64" else a.buffer.element
                    shown = marked(self.typed(a.buffer.pointer, element_of_array), ATOM)
                    cast = f"({TYPES[element_of_array]} *)" if self._constant(a.buffer.pointer) else ""
                    arguments.append(f"{cast}{shown}")
                elif isinstance(a, str):
                    arguments.append(f'"{a}"')
                else:
                    kind = TYPES[element] if isinstance(a, float) else "int32_t"
                    value = operand(str(a), element if isinstance(a, float) else "i64", ANY)
                    self.lines.add(Statement(f"const {kind} a{k} = {value};"))
                    arguments.append(f"&a{k}")
            name = self.module.routine_of_library(match[1], args, element)
            self.lines.add(Statement(f"{name}({', '.join(arguments)});", writes=True))

    def inner(self, program: Any, pieces: int = 0) -> Any:
        return CInner(self, program)


class CInner(Inner):
    """A program within a function: its code, and the tables that it is called with."""

    f: Any

    def __init__(self, function: CWriter, program: Any) -> None:
        self.f, self.written = function, function.module.function(program)
        self.arguments = function.variable(f"[{max(1, len(program.inputs))} x ptr]")
        self.results = function.variable(f"[{max(1, len(program.outputs))} x ptr]")
        self.work = function.work_at(function.reserve(self.written.work))

    def run(self, results: Sequence[str]) -> None:
        """Call it, to write its outputs; its failed guard is a failure here."""
        f = self.f
        f.put(self.results, results)
        status = self.called()
        inner = f.module.status(1 << 40)
        reason = f.body.defined(Expression(f"{status} > {inner} ? {status} : {inner}", CHOICE, "i64"))
        f.return_unless_done(status, reason)

    def called(self) -> str:
        """Call it with the tables as they are; returns the name of its status."""
        f = self.f
        text = f"{self.written.name}({self.arguments}, {self.results}, {self.work})"
        return f.body.defined(Expression(text, ATOM, "i64"), kept=True)
