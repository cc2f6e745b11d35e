"""The writer of LLVM text: loops, vectors in memory, integers, and polls for signals.

Scalars are values of the function, arrays lie in buffers. A loop runs over eight lanes at a time, the last of them
masked; a long one is cut into parts with a poll after each.

Tests: tests/codegen/test_summed_products.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.codegen.constant_pool import ConstantPool
from tapegrad.machine.dtypes import F4
from tapegrad.machine.extents import varies
from tapegrad.machine.interrupts import EVERY, control
from tapegrad.machine.lane import WIDE, WIDTH, Body, Emitter, Lane, literal, vector_of
from tapegrad.machine.places import Buffer, Strided
from tapegrad.machine.status import INTERRUPTED

if TYPE_CHECKING:
    from tapegrad.ir.forms import Form

_ALIGN = 64
_SIZES = {"float": 4, "double": 8, "i64": 8, "i32": 4}


class Text:
    """The text of one function under construction.

    Attributes
    ----------
    declarations : set of str
        Of the functions that it calls, shared with the others of its module.
    pool : ConstantPool
        Constants and tables, whose addresses follow those of the `inputs`.
    work : int
        Bytes of working memory.
    width : int
        How many lanes a vector has: eight, and sixteen within `wide`.
    polls : bool
        Whether some of it runs so long that it asks for signals.
    """

    def __init__(self, declarations: set[str], inputs: int) -> None:
        self.body = Body(declarations=declarations, block="start")
        self.e1, self.e8, self.width = Emitter(1, self.body), Emitter(WIDTH, self.body), WIDTH
        self.lines, self.declarations, self.inputs = self.body.lines, declarations, inputs
        self.repeated = 0  # lines that run beside those in `lines`, by loops and in other functions
        self.entry: list[str] = []
        self.pool = ConstantPool()
        self.work = 0
        self.polls = False
        self.polled = 0  # what `cost` was at the last poll
        self._spare: list[str] = []
        self._tables: dict[tuple[str, bytes], np.ndarray] = {}
        self._scratch: dict[tuple[int, int], Buffer] = {}

    @contextmanager
    def wide(self) -> Iterator[None]:
        """Write vectors of sixteen lanes, for loops over floats alone."""
        narrow, self.e8, self.width = self.e8, Emitter(WIDE, self.body), WIDE
        yield
        self.e8, self.width = narrow, narrow.width

    # -------------------------------------------------------------------------------------------- the frame

    def defined(self, signature: str, result: str = "0", linkage: str = "") -> str:
        """Return the definition of the whole function, with the value that it returns."""
        return "\n".join([
            f"define {linkage} i64 {signature} {{", "entry:", *self.entry, "  br label %start", "start:", *self.lines,
            f"  ret i64 {result}", "}",
        ])  # fmt: skip

    def fresh(self) -> str:
        return f"%t{next(self.body.numbers)}"

    def integer(self, text: str) -> str:
        """Write an instruction; returns the name of its result."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def at_start(self, text: str) -> str:
        """Write an instruction at the function's start; returns the name of its result."""
        name = self.fresh()
        self.entry.append(f"  {name} = {text}")
        return name

    def listed(self, table: str, k: int, kind: str = "ptr") -> str:
        """Return the entry of a table, such as those of inputs and outputs, loaded at the function's start."""
        at = self.at_start(f"getelementptr {kind}, ptr {table}, i64 {k}")
        return self.at_start(f"load {kind}, ptr {at}")

    def argument(self, table: str, k: int, form: Form) -> Buffer:
        """Return the buffer of an input or output."""
        return Buffer(self.listed(table, k), element_of(form))

    def pooled(self, array: np.ndarray, slot: int = -1) -> Buffer:
        """Return the buffer of a constant, which may be that of a slot, or of a table."""
        k = self.pool.place(array, slot)
        element = {"f8": "double", "f4": "float", "i8": "i64", "i4": "i32"}[self.pool[k].dtype.str[1:]]
        return Buffer(self.listed("%in", self.inputs + k), element)

    def table(self, numbers: np.ndarray) -> Buffer:
        """Return the buffer of constant numbers, the same for equal ones."""
        if numbers.dtype == object:  # of which some vary
            return self.pooled(numbers)
        return self.pooled(self._tables.setdefault((numbers.dtype.str, numbers.tobytes()), numbers))

    def reserve(self, count: int) -> int:
        """Reserve bytes of working memory for good, and return their offset."""
        offset = self.work
        self.work += aligned(count)
        return offset

    def work_at(self, offset: int) -> str:
        return self.at_start(f"getelementptr i8, ptr %work, i64 {offset}")

    def work_buffer(self, size: int) -> Buffer:
        """Working memory of its own, for float64 numbers."""
        return Buffer(self.work_at(self.reserve(size)), "double")

    def scratch(self, size: int, number: int = 0) -> Buffer:
        """Return working memory that each instruction may use while it is done, for others to use again."""
        buffer = self._scratch.get((size, number))
        if buffer is None:
            buffer = self._scratch[size, number] = self.work_buffer(size)
        return buffer

    def load_index(self, buffer: Buffer, index: str) -> str:
        """Return an integer of a table."""
        loaded = self.integer(
            f"load {buffer.element}, ptr {self.pointer(buffer, index)}, align {_SIZES[buffer.element]}"
        )
        return loaded if buffer.element == "i64" else self.integer(f"sext i32 {loaded} to i64")

    @contextmanager
    def accumulators(self, count: int) -> Iterator[list[str]]:
        """Reserve vectors in the function's frame, which later loops use again."""
        while len(self._spare) < count:
            self._spare.append(self.variable(f"<{WIDTH} x double>"))
        vectors, self._spare = self._spare[:count], self._spare[count:]
        yield vectors
        self._spare = vectors + self._spare

    def variable(self, kind: str) -> str:
        """Return the memory of one value in the function's frame."""
        name = self.fresh()
        self.entry.insert(0, f"  {name} = alloca {kind}")
        return name

    # -------------------------------------------------------------------------------------------- scalars in memory

    def pointer(self, buffer: Buffer, index: str) -> str:
        return self.integer(f"getelementptr {buffer.element}, ptr {buffer.pointer}, i64 {index}")

    def beginning(self, buffer: Buffer, offset: int) -> Buffer:
        """Return what of a buffer that is known at the function's start lies from an offset on."""
        at = self.at_start(f"getelementptr {buffer.element}, ptr {buffer.pointer}, i64 {offset}")
        return Buffer(at, buffer.element)

    def load_scalar(self, buffer: Buffer, index: str) -> Lane:
        e, element = self.e1, buffer.element
        value = e.emit(f"load {element}, ptr {self.pointer(buffer, index)}, align {_SIZES[element]}", "f")
        return e.emit(f"fpext float {value.name} to double", "f") if element == "float" else value

    def store_scalar(self, value: Lane, buffer: Buffer, index: str) -> None:
        element = buffer.element
        if element == "float":
            value = self.e1.emit(f"fptrunc double {value.name} to float", "f")
        pointer = self.pointer(buffer, index)
        self.lines.append(f"  store {element} {value.name}, ptr {pointer}, align {_SIZES[element]}")

    def put(self, table: str, pointers: Sequence[str], first: int = 0) -> None:
        """Write pointers into a table of them."""
        for k, pointer in enumerate(pointers, first):
            at = self.integer(f"getelementptr ptr, ptr {table}, i64 {k}")
            self.lines.append(f"  store ptr {pointer}, ptr {at}")

    def table_of(self, pointers: Sequence[str]) -> str:
        """Return a table of pointers in the function's frame."""
        table = self.variable(f"[{max(1, len(pointers))} x ptr]")
        self.put(table, pointers)
        return table

    def return_if(self, condition: str, status: str) -> None:
        """Leave the function with a status."""
        failed, on = f"failed{self.fresh()[1:]}", f"on{self.fresh()[1:]}"
        self.lines.append(f"  br i1 {condition}, label %{failed}, label %{on}")
        self.e1.label(failed)
        self.lines.append(f"  ret i64 {status}")
        self.e1.label(on)

    @contextmanager
    def when(self, condition: Lane) -> Iterator[None]:
        """Write a block that runs under a condition."""
        tag = self.fresh()[1:]
        self.lines.append(f"  br i1 {condition.name}, label %then{tag}, label %past{tag}")
        self.e1.label(f"then{tag}")
        yield
        self.lines.append(f"  br label %past{tag}")
        self.e1.label(f"past{tag}")

    @contextmanager
    def each_lane(self, mask: Lane) -> Iterator[str]:
        """Write a block for every lane of a mask, one after the other."""
        bits = self.integer(f"bitcast <{self.width} x i1> {mask.name} to i{self.width}")
        word = Lane(self.e1, self.integer(f"zext i{self.width} {bits} to i64"), "i")
        tag = self.fresh()[1:]
        with self.when(word != 0):
            entered = self.body.block
            self.lines.append(f"  br label %lane{tag}")
            self.e1.label(f"lane{tag}")
            at = len(self.lines)
            self.lines.append("")
            self.declarations.add("declare i64 @llvm.cttz.i64(i64, i1)")
            yield self.integer(f"call i64 @llvm.cttz.i64(i64 %w{tag}, i1 true)")
            less = self.integer(f"add i64 %w{tag}, -1")
            rest = Lane(self.e1, self.integer(f"and i64 %w{tag}, {less}"), "i")
            self.lines[at] = f"  %w{tag} = phi i64 [ {word.name}, %{entered} ], [ {rest.name}, %{self.body.block} ]"
            self.lines.append(f"  br i1 {(rest != 0).name}, label %lane{tag}, label %off{tag}")
            self.e1.label(f"off{tag}")

    def return_unless_done(self, status: str, reason: str) -> None:
        self.return_if(self.integer(f"icmp ne i64 {status}, 0"), reason)

    def call(self, result: str, symbol: str, pointers: Sequence[str]) -> str:
        """Call a function of pointers; returns the name of its result, if it has one."""
        self.declarations.add(f"declare {result} @{symbol}({', '.join(['ptr'] * len(pointers))})")
        text = f"call {result} @{symbol}({', '.join(f'ptr {p}' for p in pointers)})"
        if result != "void":
            return self.integer(text)
        self.lines.append(f"  {text}")
        return ""

    # -------------------------------------------------------------------------------------------- loops

    @property
    def cost(self) -> int:
        """How many lines the function runs as far as it is written, roughly: what is not known counts once."""
        return len(self.lines) + self.repeated

    @contextmanager
    def loop(self, start: str | int, stop: str | int, step: int, turns: int = 0) -> Iterator[str]:
        """Write a loop that runs at least once: `turns` times, where the bounds do not tell. A long one is cut into
        parts, with a poll after each.
        """
        tag = self.fresh()[1:]
        index, following, more = f"%i{tag}", f"%n{tag}", f"%m{tag}"
        before, first, last = self.body.block, str(start), str(stop)
        entering = len(self.lines)
        self.lines.append(f"  br label %loop{tag}")
        self.e1.label(f"loop{tag}")
        at, cost = len(self.lines), self.cost
        self.lines.append("")
        yield index
        self.lines.append(f"  {following} = add nsw i64 {index}, {step}")
        turn = self.cost - cost
        turns = turns or -(-(_count(stop) - _count(start)) // step)
        self.repeated += turn * (turns - 1)
        long = turn * turns > EVERY
        if long:
            part, end, within, again = f"%p{tag}", f"%e{tag}", f"%w{tag}", f"%a{tag}"
            until_poll = step * max(1, EVERY // turn)
            self.lines[entering] = "\n".join([
                f"  br label %part{tag}", f"part{tag}:",
                f"  {part} = phi i64 [ {start}, %{before} ], [ {following}, %go{tag} ]",
                f"  {end} = add nsw i64 {part}, {until_poll}",
                f"  {within} = icmp slt i64 {end}, {stop}",
                f"  %l{tag} = select i1 {within}, i64 {end}, i64 {stop}", f"  br label %loop{tag}",
            ])  # fmt: skip
            before, first, last = f"part{tag}", part, f"%l{tag}"
        self.lines[at] = f"  {index} = phi i64 [ {first}, %{before} ], [ {following}, %{self.body.block} ]"
        self.lines.append(f"  {more} = icmp slt i64 {following}, {last}")
        self.lines.append(f"  br i1 {more}, label %loop{tag}, label %{'pause' if long else 'done'}{tag}")
        if long:
            self.e1.label(f"pause{tag}")
            self.poll()
            self.lines.append(f"  br label %go{tag}")
            self.e1.label(f"go{tag}")
            self.lines.append(f"  {again} = icmp slt i64 {following}, {stop}")
            self.lines.append(f"  br i1 {again}, label %part{tag}, label %done{tag}")
        self.e1.label(f"done{tag}")

    def poll(self) -> None:
        """Return from the function if a signal's handler has raised an exception, or if the waiting thread
        asks for it.
        """
        self.polls = True
        words = self.pooled(control())
        poll = self.integer(f"load ptr, ptr {words.pointer}")
        stopped = self.integer(f"load volatile i64, ptr {self.pointer(words, '1')}")
        self.return_unless_done(self.integer(f"call i64 {poll}(i64 {stopped})"), str(INTERRUPTED))
        self.polled = self.cost

    @contextmanager
    def loops(self, lengths: Sequence[int]) -> Iterator[list[str]]:
        """Open loops within loops; those of length 1 are left out."""
        with ExitStack() as opened:
            yield [opened.enter_context(self.loop(0, n, 1)) if n != 1 else "0" for n in lengths]

    def offset(self, offset: int, strides: Sequence[int], indices: Sequence[str]) -> str:
        """Return ``offset + sum(stride * index)``."""
        total = str(offset)
        for stride, index in zip(strides, indices, strict=True):
            if stride == 0 or index == "0":
                continue
            if index.lstrip("-").isdigit():
                product = str(int(index) * stride)
            else:
                product = index if stride == 1 else self.integer(f"mul nsw i64 {index}, {stride}")
            if total == "0":
                total = product
            elif total.lstrip("-").isdigit() and product.lstrip("-").isdigit():
                total = str(int(total) + int(product))
            else:
                total = self.integer(f"add nsw i64 {total}, {product}")
        return total

    def vector_index(self, base: str, stride: int) -> str:
        """Return ``base + stride * lane`` for eight lanes."""
        steps = "<" + ", ".join([f"i64 {k if varies(stride) else k * stride}" for k in range(self.width)]) + ">"
        if varies(stride):
            steps = self.integer(f"mul nsw <{self.width} x i64> {self.splat(str(stride), 'i64')}, {steps}")
        if base == "0":
            return steps
        return self.integer(f"add nsw <{self.width} x i64> {self.splat(base, 'i64')}, {steps}")

    def splat(self, name: str, element: str) -> str:
        """Return a scalar in all lanes."""
        return self.e8.splat({"double": "f", "float": "s", "i64": "i", "i32": "j"}[element], name)

    # -------------------------------------------------------------------------------------------- vectors in memory

    def load(
        self, buffer: Buffer, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """Return eight elements at ``base + stride * (index + lane)``; `other`, or else the first of them, where the
        mask is not set.
        """
        element = buffer.element
        if stride == 0:
            return self.in_lanes(self.load_scalar(buffer, base))
        start = self.offset(0, (1, stride), (base, index))
        if stride != 1:
            return self._gather(buffer, self.vector_index(start, stride), mask, other)
        pointer = self.pointer(buffer, start)
        if mask is None:
            return self._wide(f"load <{self.width} x {element}>, ptr {pointer}, align {_SIZES[element]}", element)
        if count := getattr(mask, "lanes", 0):
            return self._narrow(element, pointer, count, other)
        first = "" if other is not None else self.splat(self.integer(f"load {element}, ptr {pointer}"), element)
        return self._wide(
            self._masked("load", element, pointer, mask, first or _filled(element, other, self.width)), element
        )

    def _narrow(self, element: str, pointer: str, count: int, other: float | None) -> Lane:
        """Return the first elements of eight, as many as there are: what was just stored so is found at once."""
        if count == 1:  # LLVM's passes stumble over vectors of one element
            single = self.integer(f"load {element}, ptr {pointer}, align {_SIZES[element]}")
            rest = self.splat(single, element) if other is None else _filled(element, other, self.width)
            text = f"insertelement <{self.width} x {element}> {rest}, {element} {single}, i64 0"
            return self._wide(text, element)
        narrow = f"<{count} x {element}>"
        loaded = self.integer(f"load {narrow}, ptr {pointer}, align {_SIZES[element]}")
        rest = "poison" if other is None else f"<{', '.join([f'{element} {_number(element, other)}'] * count)}>"
        places = [*range(count), *[0 if other is None else count] * (self.width - count)]
        return self._wide(self._shuffle(loaded, rest, count, element, places), element)

    def _shuffle(self, x: str, y: str, width: int, element: str, places: Iterable[int]) -> str:
        """Return an instruction that takes elements of two vectors."""
        kind, chosen = f"<{width} x {element}>", [f"i32 {k}" for k in places]
        return f"shufflevector {kind} {x}, {kind} {y}, <{len(chosen)} x i32> <{', '.join(chosen)}>"

    def _gather(self, buffer: Buffer, lanes: str, mask: str | None, other: float | None) -> Lane:
        element = buffer.element
        if other is None and mask is not None:
            first = self.splat(self.integer(f"extractelement <{self.width} x i64> {lanes}, i64 0"), "i64")
            chosen = f"select <{self.width} x i1> {mask}, <{self.width} x i64> {lanes}, <{self.width} x i64> {first}"
            lanes, mask = self.integer(chosen), None
        text = self._masked("gather", element, self._pointers(buffer, lanes), mask, _filled(element, other, self.width))
        return self._wide(text, element)

    def gathered(self, buffer: Buffer, lanes: str) -> Lane:
        """Return the eight elements at these places."""
        return self._gather(buffer, lanes, None, None)

    def scattered(self, value: Lane, buffer: Buffer, lanes: str, mask: str | None = None) -> None:
        """Write eight elements to these places."""
        text = self._masked(
            "scatter", buffer.element, self._pointers(buffer, lanes), mask, self._narrowed(value, buffer)
        )
        self.lines.append("  " + text)

    def _narrowed(self, value: Lane, buffer: Buffer) -> str:
        """Return the name of eight elements as a buffer has them."""
        if buffer.element != "float":
            return value.name
        return self.integer(f"fptrunc <{self.width} x double> {value.name} to <{self.width} x float>")

    def _pointers(self, buffer: Buffer, lanes: str) -> str:
        return self.integer(f"getelementptr {buffer.element}, ptr {buffer.pointer}, <{self.width} x i64> {lanes}")

    def _wide(self, text: str, element: str) -> Lane:
        """Write an instruction that gives eight elements; returns them, floats as doubles."""
        value = self.e8.emit(text, "f")
        if element != "float":
            return value
        return self.e8.emit(f"fpext <{self.width} x float> {value.name} to <{self.width} x double>", "f")

    def _masked(self, what: str, element: str, pointer: str, mask: str | None, vector: str) -> str:
        """Return a call of LLVM's masked 'load' or 'store' at a pointer, 'gather' or 'scatter' at eight of them.

        `vector` is what lanes outside the mask give, or what is stored.
        """
        elements, one = f"<{self.width} x {element}>", what in ("load", "store")
        arguments = [("ptr" if one else f"<{self.width} x ptr>", pointer), ("i32", str(_SIZES[element]))]
        arguments.append((f"<{self.width} x i1>", mask or vector_of("true", "i1", self.width)))
        arguments.insert(len(arguments) if what in ("load", "gather") else 0, (elements, vector))
        code = {"double": "f64", "float": "f32", "i64": "i64"}[element]
        function = f"@llvm.masked.{what}.v{self.width}{code}.{'p0' if one else f'v{self.width}p0'}"
        result = elements if what in ("load", "gather") else "void"
        self.declarations.add(f"declare {result} {function}({', '.join([kind for kind, _ in arguments])})")
        return f"call {result} {function}({', '.join([f'{kind} {name}' for kind, name in arguments])})"

    def store(self, value: Lane, buffer: Buffer, base: str, index: str, stride: int, mask: str | None) -> None:
        """Write eight elements at ``base + stride * (index + lane)``."""
        start = self.offset(0, (1, stride), (base, index))
        if stride != 1:
            self.scattered(value, buffer, self.vector_index(start, stride), mask)
            return
        element, name = buffer.element, self._narrowed(value, buffer)
        pointer = self.pointer(buffer, start)
        if (count := getattr(mask, "lanes", 0)) == 1:
            kept = self.integer(f"extractelement <{self.width} x {element}> {name}, i64 0")
            text = f"store {element} {kept}, ptr {pointer}, align {_SIZES[element]}"
        elif count:
            kept = self.integer(self._shuffle(name, "poison", self.width, element, range(count)))
            text = f"store <{count} x {element}> {kept}, ptr {pointer}, align {_SIZES[element]}"
        elif mask is None:
            text = f"store <{self.width} x {element}> {name}, ptr {pointer}, align {_SIZES[element]}"
        else:
            text = self._masked("store", element, pointer, mask, name)
        self.lines.append("  " + text)

    def read(
        self, source: Strided, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """Load as `load` does, through the table if there is one."""
        if source.value is not None:
            return source.value
        if source.table is None:
            return self.load(source.buffer, base, index, stride, mask, other)
        start = self.offset(0, (1, stride), (base, index))
        if stride == 1 and mask is None:
            lanes = self.integer(f"load <{self.width} x i64>, ptr {self.pointer(source.table, start)}, align 8")
        else:
            lanes = self._gather(
                source.table, self.vector_index(start, stride), mask, None if other is None else 0.0
            ).name
        return self._gather(source.buffer, lanes, mask, other)

    def spread(self, source: Strided) -> Strided:
        """Return a stream as `read` takes it: one value for all in eight lanes."""
        return source if source.value is None else source._replace(value=self.in_lanes(source.value))

    def in_lanes(self, value: Lane) -> Lane:
        """Return a scalar in all lanes."""
        return Lane(self.e8, self.splat(value.name, "double"), "f")


def _count(bound: str | int) -> int:
    return int(bound) if isinstance(bound, str) else bound


def _number(element: str, value: float | None) -> str:
    return "0" if element == "i64" else literal(value or 0.0)


@cache
def _filled(element: str, value: float | None, width: int) -> str:
    """Return the vector whose value lanes outside a mask have."""
    return vector_of(_number(element, value), element, width)


def element_of(form: Form) -> str:
    """Return LLVM's type of an array's elements in memory: truth values and integers are kept as floating-point
    numbers."""
    return "float" if form.lane is F4 else "double"


def aligned(count: int) -> int:
    """Round a number of bytes up to whole vectors."""
    return -(-count // _ALIGN) * _ALIGN
