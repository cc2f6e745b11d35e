"""The text of one function: loops, vectors in memory, integers, and what polls for signals.

Scalars are values of the function, arrays lie in buffers. A loop runs over eight lanes at a time, the last of them
masked; a long one is cut into parts with a poll after each.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from tapegrad.machine.interrupts import EVERY, control
from tapegrad.machine.lane import WIDTH, Emitter, Lane, literal
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Shape, Strided, coalesced
from tapegrad.machine.status import INTERRUPTED

_IOTA = "<" + ", ".join(f"i64 {k}" for k in range(WIDTH)) + ">"
_ALIGN = 64


class _Emitter(Emitter):
    """An emitter that writes into a function shared with one of another width."""

    def __init__(self, width: int, function: Text) -> None:
        self.function = function
        super().__init__(width)
        self.lines, self.declarations, self.numbers = function.lines, function.declarations, function.numbers

    @property
    def block(self) -> str:
        return self.function.block

    @block.setter
    def block(self, name: str) -> None:
        self.function.block = name


class Text:
    """What is written into one function.

    Attributes
    ----------
    declarations : set of str
        Of the functions that it calls, shared with the others of its module.
    pool : list of ndarray
        Constants and tables, whose addresses follow those of the `given` inputs.
    work : int
        Bytes of working memory.
    polls : bool
        Whether some of it runs so long that it asks for signals.
    """

    def __init__(self, declarations: set[str], given: int) -> None:
        self.declarations, self.given = declarations, given
        self.lines: list[str] = []
        self.repeated = 0  # lines that run beside those in `lines`, by loops and in other functions
        self.entry: list[str] = []
        self.numbers = itertools.count(1)  # of the names that are free
        self.pool: list[np.ndarray] = []
        self.work = 0
        self.polls = False
        self.polled = 0  # what `cost` was at the last poll
        self._spare: list[str] = []
        self._places: dict[int, int] = {}  # of arrays in the pool
        self._tables: dict[bytes, np.ndarray] = {}
        self.e1, self.e8 = _Emitter(1, self), _Emitter(WIDTH, self)
        self.block = "start"

    # -------------------------------------------------------------------------------------------- the frame

    def close(self) -> None:
        """End the writing: else emitters and function would hold each other, and with them the program's arrays."""
        del self.e1.function, self.e8.function

    def fresh(self) -> str:
        return f"%t{next(self.numbers)}"

    def listed(self, table: str, k: int) -> str:
        """Return the pointer at a place of the tables of inputs and outputs, loaded at the function's start."""
        at, pointer = self.fresh(), self.fresh()
        self.entry.append(f"  {at} = getelementptr ptr, ptr {table}, i64 {k}")
        self.entry.append(f"  {pointer} = load ptr, ptr {at}, align 8")
        return pointer

    def argument(self, table: str, k: int, form: Any) -> Buffer:
        """Return the buffer of an input or output."""
        return Buffer(self.listed(table, k), element_of(form))

    def pooled(self, array: np.ndarray) -> Buffer:
        """Return the buffer of a constant or a table."""
        array = np.ascontiguousarray(array)
        element = {"f8": "double", "f4": "float", "i8": "i64"}[array.dtype.str[1:]]
        k = self._places.setdefault(id(array), len(self.pool))
        if k == len(self.pool):
            self.pool.append(array)
        return Buffer(self.listed("%in", self.given + k), element)

    def table(self, integers: np.ndarray) -> Buffer:
        """Return the buffer of constant integers, the same for equal ones."""
        return self.pooled(self._tables.setdefault(integers.tobytes(), integers))

    def reserve(self, count: int) -> int:
        """Return an offset into working memory where so many bytes are free for good."""
        offset = self.work
        self.work += aligned(count)
        return offset

    def work_at(self, offset: int) -> str:
        pointer = self.fresh()
        self.entry.append(f"  {pointer} = getelementptr i8, ptr %work, i64 {offset}")
        return pointer

    def work_buffer(self, size: int) -> Buffer:
        """Working memory of its own, for float64 numbers."""
        return Buffer(self.work_at(self.reserve(size)), "double")

    def load_index(self, buffer: Buffer, index: str) -> str:
        """Return an integer of a table."""
        return self.integer(f"load i64, ptr {self.pointer(buffer, index)}, align 8")

    @contextmanager
    def accumulators(self, count: int) -> Iterator[list[str]]:
        """Reserve vectors in the function's frame, used again by whoever comes next."""
        while len(self._spare) < count:
            self._spare.append(self.variable(f"<{WIDTH} x double>"))
        taken, self._spare = self._spare[:count], self._spare[count:]
        yield taken
        self._spare = taken + self._spare

    def variable(self, kind: str) -> str:
        """Return the memory of one value in the function's frame."""
        name = self.fresh()
        self.entry.insert(0, f"  {name} = alloca {kind}, align 64")
        return name

    # -------------------------------------------------------------------------------------------- scalars in memory

    def pointer(self, buffer: Buffer, index: str) -> str:
        pointer = self.fresh()
        self.lines.append(f"  {pointer} = getelementptr {buffer.element}, ptr {buffer.pointer}, i64 {index}")
        return pointer

    def load_scalar(self, buffer: Buffer, index: str) -> Lane:
        e, element = self.e1, buffer.element
        value = e.emit(
            f"load {element}, ptr {self.pointer(buffer, index)}, align {4 if element == 'float' else 8}", "f"
        )
        return e.emit(f"fpext float {value.name} to double", "f") if element == "float" else value

    def store_scalar(self, value: Lane, buffer: Buffer, index: str) -> None:
        if buffer.element == "float":
            value = self.e1.emit(f"fptrunc double {value.name} to float", "f")
        align = 4 if buffer.element == "float" else 8
        self.lines.append(f"  store {buffer.element} {value.name}, ptr {self.pointer(buffer, index)}, align {align}")

    def put(self, table: str, pointers: Sequence[str], first: int = 0) -> None:
        """Write pointers into a table of them."""
        for k, pointer in enumerate(pointers, first):
            at = self.integer(f"getelementptr ptr, ptr {table}, i64 {k}")
            self.lines.append(f"  store ptr {pointer}, ptr {at}")

    def return_unless_done(self, status: str, reason: str) -> None:
        bad = self.integer(f"icmp ne i64 {status}, 0")
        failed, on = f"failed{self.fresh()[1:]}", f"on{self.fresh()[1:]}"
        self.lines.append(f"  br i1 {bad}, label %{failed}, label %{on}")
        self.e1.label(failed)
        self.lines.append(f"  ret i64 {reason}")
        self.e1.label(on)

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
        before, first, last = self.block, str(start), str(stop)
        entering = len(self.lines)
        self.lines.append(f"  br label %loop{tag}")
        self.e1.label(f"loop{tag}")
        at, cost = len(self.lines), self.cost
        self.lines.append("")
        yield index
        self.lines.append(f"  {following} = add nsw i64 {index}, {step}")
        turn = self.cost - cost
        turns = turns or -(-(int(stop) - int(start)) // step)
        self.repeated += turn * (turns - 1)
        long = turn * turns > EVERY
        if long:
            part, end, within, again = f"%p{tag}", f"%e{tag}", f"%w{tag}", f"%a{tag}"
            self.lines[entering] = "\n".join([
                f"  br label %part{tag}", f"part{tag}:",
                f"  {part} = phi i64 [ {start}, %{before} ], [ {following}, %go{tag} ]",
                f"  {end} = add nsw i64 {part}, {step * max(1, EVERY // turn)}",
                f"  {within} = icmp slt i64 {end}, {stop}",
                f"  %l{tag} = select i1 {within}, i64 {end}, i64 {stop}", f"  br label %loop{tag}",
            ])  # fmt: skip
            before, first, last = f"part{tag}", part, f"%l{tag}"
        self.lines[at] = f"  {index} = phi i64 [ {first}, %{before} ], [ {following}, %{self.block} ]"
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
        """Return here if a signal's handler has raised an exception, or if whoever waits for this says so."""
        self.polls = True
        words = self.pooled(control())
        poll = self.integer(f"load ptr, ptr {words.pointer}")
        stopped = self.integer(f"load volatile i64, ptr {self.pointer(words, '1')}")
        self.return_unless_done(self.integer(f"call i64 {poll}(i64 {stopped})"), str(INTERRUPTED))
        self.polled = self.cost

    @contextmanager
    def loops(self, lengths: Sequence[int]) -> Iterator[list[str]]:
        """Open loops within loops; those of length 1 are left out."""
        if not lengths:
            yield []
            return
        if lengths[0] == 1:
            with self.loops(lengths[1:]) as inner:
                yield ["0", *inner]
            return
        with self.loop(0, lengths[0], 1) as index, self.loops(lengths[1:]) as inner:
            yield [index, *inner]

    def integer(self, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

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

    def mask(self, index: str, n: int) -> str | None:
        """Return which lanes from `index` on are below n; None if all are, as n is a multiple of eight."""
        if n % WIDTH == 0:
            return None
        lanes = self.vector_index(index, 1)
        limit = self.e8.splat("i", str(n))
        return self.integer(f"icmp slt <{WIDTH} x i64> {lanes}, {limit}")

    def vector_index(self, base: str, stride: int) -> str:
        """Return ``base + stride * lane`` for eight lanes."""
        steps = _IOTA if stride == 1 else "<" + ", ".join(f"i64 {k * stride}" for k in range(WIDTH)) + ">"
        if base == "0":
            return steps
        return self.integer(f"add nsw <{WIDTH} x i64> {self.splat(base, 'i64')}, {steps}")

    def splat(self, name: str, element: str) -> str:
        """Return a scalar in all lanes."""
        if not name.startswith("%"):
            return "<" + ", ".join([f"{element} {name}"] * WIDTH) + ">"
        one = self.integer(f"insertelement <{WIDTH} x {element}> poison, {element} {name}, i64 0")
        return self.integer(
            f"shufflevector <{WIDTH} x {element}> {one}, <{WIDTH} x {element}> poison, <{WIDTH} x i32> zeroinitializer"
        )

    def nest(
        self, shape: Shape, streams: Sequence[Strided], body: Callable[[list[str], str, list[int], str | None], None],
        before: Callable[[], None] | None = None, after: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """Open loops over a shape, eight lanes of the innermost dimension at a time.

        `body(bases, index, strides, mask)` gets for each stream its offset in the innermost loop, the lanes' first
        index, and its stride there. If `before` and `after` are given, they are called around each chunk of
        `SUM_CHUNK` lanes.
        """
        lengths, strides = coalesced(shape, [s.strides for s in streams])
        order = list(range(len(lengths)))
        if lengths and lengths[-1] < WIDTH:  # another dimension fills the lanes better
            order.sort(key=lambda d: (min(lengths[d], WIDTH), d))
        lengths = [lengths[d] for d in order]
        strides = [[s[d] for d in order] for s in strides]
        inner = lengths[-1] if lengths else 1
        with self.loops(lengths[:-1]) as indices:
            bases = [self.offset(s.offset, t[:-1], indices) for s, t in zip(streams, strides, strict=True)]
            steps = [t[-1] if t else 0 for t in strides]
            if before is None or inner <= SUM_CHUNK:
                if before is not None:
                    before()
                self._inner(0, inner, inner, bases, steps, body)
                if after is not None:
                    after()
            else:
                with self.loop(0, inner, SUM_CHUNK) as first:
                    before()
                    stop = self.integer(f"add nsw i64 {first}, {SUM_CHUNK}")
                    function = "@llvm.smin.i64"
                    self.declarations.add(f"declare i64 {function}(i64, i64)")
                    stop = self.integer(f"call i64 {function}(i64 {stop}, i64 {inner})")
                    self._inner(first, stop, inner, bases, steps, body)
                    assert after is not None
                    after()

    def _inner(self, first: Any, stop: Any, n: int, bases: list[str], steps: list[int], body: Any) -> None:
        if n <= WIDTH:
            body(bases, "0", steps, self.mask("0", n))
            return
        with self.loop(first, stop, WIDTH, -(-min(n, SUM_CHUNK) // WIDTH) if first else 0) as index:
            body(bases, index, steps, self.mask(index, n))

    # -------------------------------------------------------------------------------------------- vectors in memory

    def load(
        self, buffer: Buffer, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """Return eight elements at ``base + stride * (index + lane)``; `other`, or else the first of them, where the
        mask is not set.
        """
        e, element = self.e8, buffer.element
        vector, align = f"<{WIDTH} x {element}>", 4 if element == "float" else 8
        if stride == 0:
            value = self.load_scalar(buffer, base)
            return Lane(e, self.splat(value.name, "double"), "f")
        start = self.offset(0, (1, stride), (base, index))
        if stride == 1:
            pointer = self.pointer(buffer, start)
            if mask is None:
                value = e.emit(f"load {vector}, ptr {pointer}, align {align}", "f")
            else:
                first = pointer if other is None else ""
                value = self._masked("load", element, f"ptr {pointer}, i32 {align}", mask, other, first)
        else:
            value = self._gather(buffer, self.vector_index(start, stride), mask, other)
        return e.emit(f"fpext {vector} {value.name} to <{WIDTH} x double>", "f") if element == "float" else value

    def _gather(self, buffer: Buffer, lanes: str, mask: str | None, other: float | None) -> Lane:
        element = buffer.element
        if other is None and mask is not None:
            first = self.splat(self.integer(f"extractelement <{WIDTH} x i64> {lanes}, i64 0"), "i64")
            chosen = f"select <{WIDTH} x i1> {mask}, <{WIDTH} x i64> {lanes}, <{WIDTH} x i64> {first}"
            lanes, mask = self.integer(chosen), None
        pointers = self.integer(f"getelementptr {element}, ptr {buffer.pointer}, <{WIDTH} x i64> {lanes}")
        align = 4 if element == "float" else 8
        all_lanes = "<" + ", ".join(["i1 true"] * WIDTH) + ">"
        return self._masked("gather", element, f"<{WIDTH} x ptr> {pointers}, i32 {align}", mask or all_lanes, other)

    def _masked(self, what: str, element: str, address: str, mask: str, other: float | None, first: str = "") -> Lane:
        code = {"double": "f64", "float": "f32", "i64": "i64"}[element]
        pointer_type, pointer_code = ("ptr", "p0") if what == "load" else (f"<{WIDTH} x ptr>", f"v{WIDTH}p0")
        function = f"@llvm.masked.{what}.v{WIDTH}{code}.{pointer_code}"
        vector = f"<{WIDTH} x {element}>"
        self.declarations.add(f"declare {vector} {function}({pointer_type}, i32, <{WIDTH} x i1>, {vector})")
        if first:
            passed = self.splat(self.integer(f"load {element}, ptr {first}"), element)
        else:
            filler = "0" if element == "i64" else literal(other or 0.0)
            passed = "<" + ", ".join([f"{element} {filler}"] * WIDTH) + ">"
        return self.e8.emit(f"call {vector} {function}({address}, <{WIDTH} x i1> {mask}, {vector} {passed})", "f")

    def store(self, value: Lane, buffer: Buffer, base: str, index: str, stride: int, mask: str | None) -> None:
        """Write eight elements at ``base + stride * (index + lane)``."""
        element = buffer.element
        vector, align = f"<{WIDTH} x {element}>", 4 if element == "float" else 8
        if element == "float":
            value = self.e8.emit(f"fptrunc <{WIDTH} x double> {value.name} to {vector}", "f")
        start = self.offset(0, (1, stride), (base, index))
        code = "f32" if element == "float" else "f64"
        if stride == 1:
            pointer = self.pointer(buffer, start)
            if mask is None:
                self.lines.append(f"  store {vector} {value.name}, ptr {pointer}, align {align}")
                return
            function, address = f"@llvm.masked.store.v{WIDTH}{code}.p0", f"ptr {pointer}"
            kind = "ptr"
        else:
            lanes = self.vector_index(start, stride)
            pointers = self.integer(f"getelementptr {element}, ptr {buffer.pointer}, <{WIDTH} x i64> {lanes}")
            function, kind = f"@llvm.masked.scatter.v{WIDTH}{code}.v{WIDTH}p0", f"<{WIDTH} x ptr>"
            address = f"{kind} {pointers}"
        mask = mask or "<" + ", ".join(["i1 true"] * WIDTH) + ">"
        self.declarations.add(f"declare void {function}({vector}, {kind}, i32, <{WIDTH} x i1>)")
        self.lines.append(
            f"  call void {function}({vector} {value.name}, {address}, i32 {align}, <{WIDTH} x i1> {mask})"
        )

    def read(
        self, source: Strided, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """Load as `load` does, through the table if there is one."""
        if source.table is None:
            return self.load(source.buffer, base, index, stride, mask, other)
        start = self.offset(0, (1, stride), (base, index))
        if stride == 1 and mask is None:
            pointer = self.pointer(source.table, start)
            lanes = self.integer(f"load <{WIDTH} x i64>, ptr {pointer}, align 8")
        else:
            lanes = self._gather(
                source.table, self.vector_index(start, stride), mask, 0.0 if other is not None else None
            ).name
        value = self._gather(source.buffer, lanes, mask, other)
        if source.buffer.element == "float":
            return self.e8.emit(f"fpext <{WIDTH} x float> {value.name} to <{WIDTH} x double>", "f")
        return value

    def rounded(self, value: Lane, form: Any) -> Lane:
        """Round a result to the precision of its form."""
        if element_of(form) == "double":
            return value
        e = value.emitter
        single = e.type("f").replace("double", "float")
        narrow = e.emit(f"fptrunc {e.type('f')} {value.name} to {single}", "f")
        return e.emit(f"fpext {single} {narrow.name} to {e.type('f')}", "f")


def element_of(form: Any) -> str:
    """Return LLVM's type of an array's elements in memory: truth values and integers are kept as floating-point
    numbers."""
    return "float" if form.lane is not None and form.lane.itemsize == 4 else "double"


def aligned(count: int) -> int:
    """Round a number of bytes up to whole vectors."""
    return (count + _ALIGN - 1) // _ALIGN * _ALIGN
