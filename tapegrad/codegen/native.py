"""Machine code for a program: LLVM text, from the same records as the kernels.

A program becomes one function ``run(in, out, work)`` of three pointers: the addresses of its inputs and constants,
those of its outputs, and working memory. It allocates nothing and knows nothing of the process, so its object code is
kept on disk like a kernel's. It returns 0, 1 + the number of the first guard that failed, or one of the statuses below.

Scalars are values of the function, arrays lie in buffers; each unit (see `codegen.units`) is a nest of loops whose
innermost one runs over eight lanes at a time, the last of them masked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from tapegrad.codegen.reduction import Products, Reduction, Repeated, Source, Sums
from tapegrad.codegen.stretches import SHORT, Stretch
from tapegrad.codegen.units import Place, Plan, Unit, contiguous, moved
from tapegrad.machine.interrupts import EVERY, INTERRUPTED, control
from tapegrad.machine.kernels import ATTRIBUTES
from tapegrad.machine.lane import WIDTH, Emitter, Lane, as_float, literal
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.ops.declare import Contract, Cumulate, Elementwise, Kernel, Move, Reduce, Subtape, Sum, Write, pointwise

INNER_GUARD = 1 << 40  # the status of a guard that failed within a program that this one runs
KERNEL_RAISED = 1 << 41  # the status of a user's kernel that raised an exception
_KERNEL = 10_000  # lines that a user's kernel counts as: nobody knows how long it runs

Shape = tuple[int, ...]
_IOTA = "<" + ", ".join(f"i64 {k}" for k in range(WIDTH)) + ">"
_ALIGN = 64


class _Emitter(Emitter):
    """An emitter that writes into a function shared with one of another width."""

    def __init__(self, width: int, function: Function) -> None:
        self.function = function
        super().__init__(width)
        self.lines, self.declarations = function.lines, function.module.declarations

    def fresh(self) -> str:
        self.function.count += 1
        return f"%t{self.function.count}"

    @property
    def block(self) -> str:
        return self.function.block

    @block.setter
    def block(self, name: str) -> None:
        self.function.block = name


class Buffer:
    """Elements in memory: a pointer and their dtype ('double', 'float' or 'i64')."""

    __slots__ = ("element", "pointer")

    def __init__(self, pointer: str, element: str) -> None:
        self.pointer, self.element = pointer, element


class Strided:
    """Elements that a nest of loops reads or writes: a buffer, an offset, a stride for each loop, perhaps a table."""

    __slots__ = ("buffer", "offset", "strides", "table")

    def __init__(self, buffer: Buffer, offset: int, strides: tuple[int, ...], table: Buffer | None = None) -> None:
        self.buffer, self.offset, self.strides, self.table = buffer, offset, strides, table


class Written(NamedTuple):
    """A program's function in a module: its name, and what its caller provides (see `Function`)."""

    program: Any
    name: str
    pool: list[np.ndarray]
    work: int
    cost: int


class Module:
    """The functions of a program and of those that it runs."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.declarations: set[str] = set()
        self.known: dict[int, Written] = {}
        self.polls = False  # whether some of it runs so long that it asks for signals
        self._count = 0

    def function(self, program: Any) -> Written:
        """The function of a program, written when first asked for."""
        known = self.known.get(id(program))
        if known is None:
            name = f"tape_{self._count}"
            self._count += 1
            function = Function(program.lowered(), name, self)
            function.write()
            function.close()
            known = self.known[id(program)] = Written(program, name, function.pool, function.work, function.cost)
        return known

    def text(self) -> str:
        return "\n".join([*sorted(self.declarations), *self.functions])


class Function:
    """One program as a function.

    Attributes
    ----------
    pool : list of ndarray
        Constants and tables, whose addresses follow those of the inputs.
    work : int
        Bytes of working memory.
    """

    def __init__(self, program: Any, name: str, module: Module) -> None:
        self.program, self.name, self.module = program, name, module
        self.lines: list[str] = []
        self.repeated = 0  # lines that run beside those in `lines`, by loops and in other functions
        self.entry: list[str] = []
        self.count = 0
        self.pool: list[np.ndarray] = []
        self.work = 0
        self.scalars: dict[int, Lane] = {}
        self.located: dict[int, tuple[Buffer, int]] = {}  # scalars that lie in memory
        self.buffers: dict[int, Buffer] = {}
        self._readers: dict[int, bool] | None = None
        self._spare: list[str] = []
        self._places: dict[int, int] = {}  # of arrays in the pool
        self._at: dict[int, int] = {}  # offsets of buffers in working memory
        self.e1, self.e8 = _Emitter(1, self), _Emitter(WIDTH, self)
        self.block = "start"

    # -------------------------------------------------------------------------------------------- the whole

    def write(self) -> None:
        """Write the function's text into the module."""
        p = self.program
        self.plan = Plan(p)
        for k, slot in enumerate(p.inputs):
            self._leaf(slot, k)
        self.direct: set[int] = set()  # outputs that are computed where they are wanted
        for k, slot in enumerate(p.outputs):
            root = self.plan.alias[slot]
            if p.forms[slot].size != 1 and root in self.plan.stored and root not in self.buffers:
                self.buffers[root] = Buffer(self._pointer("%out", k), _element(p.forms[root]))
                self.direct.add(k)
        self._allocate()
        self._check_guards(-1)
        self.polled = 0  # what `cost` was at the last poll
        for k, unit in enumerate(self.plan.units):
            if self.cost - self.polled > EVERY:
                self._poll()
            if unit.kind == "lanes":
                self._lanes(unit)
            elif unit.kind == "scalars":
                self._stretch(unit)
            else:
                self._call(unit.members[0])
            self._check_guards(k)
        self._outputs()
        text = [
            f"define i64 @{self.name}(ptr noalias %in, ptr noalias %out, ptr noalias %work) {ATTRIBUTES} {{", "entry:",
            *self.entry, "  br label %start", "start:", *self.lines, "  ret i64 0", "}",
        ]  # fmt: skip
        self.module.functions.append("\n".join(text))

    def close(self) -> None:
        """End the writing: else emitters and function would hold each other, and with them the program's arrays."""
        del self.e1.function, self.e8.function

    def fresh(self) -> str:
        return self.e1.fresh()

    def _pointer(self, table: str, k: int) -> str:
        """The pointer at a place of the tables of inputs and outputs, loaded at the function's start."""
        at, pointer = self.fresh(), self.fresh()
        self.entry.append(f"  {at} = getelementptr ptr, ptr {table}, i64 {k}")
        self.entry.append(f"  {pointer} = load ptr, ptr {at}, align 8")
        return pointer

    def _leaf(self, slot: int, k: int) -> None:
        form = self.program.forms[slot]
        buffer = self.buffers[slot] = Buffer(self._pointer("%in", k), _element(form))
        if form.size == 1:
            self.scalars[slot] = self.load_scalar(buffer, "0")

    def pooled(self, array: np.ndarray) -> Buffer:
        """The buffer of a constant or a table."""
        array = np.ascontiguousarray(array)
        element = {"f8": "double", "f4": "float", "i8": "i64"}[array.dtype.str[1:]]
        k = self._places.setdefault(id(array), len(self.pool))
        if k == len(self.pool):
            self.pool.append(array)
        return Buffer(self._pointer("%in", len(self.program.inputs) + k), element)

    def reserve(self, count: int) -> int:
        """An offset into working memory where so many bytes are free for good."""
        offset = self.work
        self.work += (count + _ALIGN - 1) // _ALIGN * _ALIGN
        return offset

    def _allocate(self) -> None:
        """Give every stored array a buffer; memory is used again once its last reader is done."""
        p, plan = self.program, self.plan
        last: dict[int, int] = {}
        for k, unit in enumerate(plan.units):
            if unit.kind == "scalars" and not plan.loads:
                continue  # no array is read
            for slot in unit.members:  # an element that was loaded in an earlier unit may still be read where it lies
                for operand in p.operands[slot]:
                    last[self._base(operand)] = k
        for slot in p.outputs:
            last[self._base(slot)] = len(plan.units)
        self.last = last
        free: list[tuple[int, int]] = []  # bytes and offset
        ends: dict[int, list[tuple[int, int]]] = {}
        for k, unit in enumerate(plan.units):
            for slot in unit.members if unit.kind != "scalars" else ():
                if slot not in plan.stored or slot in self.buffers or p.forms[slot].size == 1:
                    continue
                if self._overwrites(slot, k):
                    base = self._base(p.operands[slot][0])
                    self.buffers[slot] = self.buffers[base]
                    block = next(b for b in ends[k] if b[1] == self._at[base])
                    ends[k].remove(block)  # the memory lives on
                    ends.setdefault(last.get(slot, k), []).append(block)
                    self._at[slot] = block[1]
                    continue
                size = (
                    (p.forms[slot].size * (4 if _element(p.forms[slot]) == "float" else 8) + _ALIGN - 1)
                    // _ALIGN
                    * _ALIGN
                )
                fitting = [f for f in free if f[0] >= size]
                if fitting:
                    block = min(fitting)
                    free.remove(block)
                else:
                    block = size, self.reserve(size)
                self._at[slot] = block[1]
                self.buffers[slot] = Buffer(self._work_at(block[1]), _element(p.forms[slot]))
                ends.setdefault(max(last.get(slot, k), k), []).append(block)
            free += ends.pop(k, [])

    def _work_at(self, offset: int) -> str:
        pointer = self.fresh()
        self.entry.append(f"  {pointer} = getelementptr i8, ptr %work, i64 {offset}")
        return pointer

    def _overwrites(self, slot: int, unit: int) -> bool:
        """Whether an assignment may write into the memory of its operand, which nobody reads any more."""
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        if not isinstance(getattr(op, "native", None), Write) or len(operands) != 2:
            return False
        base = self._base(operands[0])
        place = self.plan.place(operands[0])
        whole = place.table is None and place.offset == 0 and place.strides == contiguous(place.shape)
        return (
            whole and base in self._at and self.last[base] == unit and self._base(operands[1]) != base
            and p.forms[base].size == p.forms[slot].size
        )  # fmt: skip

    def _base(self, slot: int) -> int:
        root = self.plan.alias[slot]
        place = self.plan.places.get(root) or self.plan.loads.get(root)
        return place.base if place is not None else root

    def _check_guards(self, unit: int) -> None:
        for k, guard in enumerate(self.program.guards):
            root = self.plan.alias[guard.slot]
            if self.plan.unit_of[root] == unit:
                value = self.scalar(guard.slot)
                differs = self.e1.emit(f"fcmp une double {value.name}, {literal(guard.expected)}", "m")
                failed, on = f"failed{self.fresh()[1:]}", f"on{self.fresh()[1:]}"
                self.lines.append(f"  br i1 {differs.name}, label %{failed}, label %{on}")
                self.e1.label(failed)
                self.lines.append(f"  ret i64 {k + 1}")
                self.e1.label(on)

    def _outputs(self) -> None:
        p = self.program
        for k, slot in enumerate(p.outputs):
            if k in self.direct:
                continue
            form = p.forms[slot]
            target = Buffer(self._pointer("%out", k), _element(form))
            if form.size == 1:
                self.store_scalar(self.scalar(slot), target, "0")
            elif form.size:
                self._copy(form.shape, slot, Strided(target, 0, contiguous(form.shape)))

    # -------------------------------------------------------------------------------------------- scalars

    def scalar(self, slot: int) -> Lane:
        """The value of a slot of one element."""
        root = self.plan.alias[slot]
        known = self.scalars.get(root)
        if known is None:
            if root in self.located:
                buffer, index = self.located[root]
                return self.load_scalar(buffer, str(index))
            constant = self.program.constants[root]
            known = self.scalars[root] = self.e1.float(constant.item())
        return known

    def _stretch(self, unit: Unit) -> None:
        """Scalars, one after the other."""
        loads, members = self.plan.loads, unit.members
        long = unit.lines > SHORT
        for slot in members:
            place = loads.get(slot)
            if place is not None and long and place.table is None and self.plan.lanes(place.base):
                self.located[slot] = self._buffer(place.base), place.offset
            elif place is not None:
                self.scalars[slot] = self._element_at(place)
            elif not long:
                self.scalars[slot] = self.computed(slot, [self.scalar(s) for s in self.program.operands[slot]])
        if long:
            Stretch(self, members).write()

    def computed(self, slot: int, args: list[Lane]) -> Lane:
        """The value of an instruction that works element by element."""
        return rounded(applied(self.program.ops[slot], args), self.program.forms[slot])

    def read_outside(self, members: list[int]) -> set[int]:
        """The scalars of a unit that something else reads."""
        p, alias = self.program, self.plan.alias
        if self._readers is None:
            self._readers = {}
            unit_of, elsewhere = self.plan.unit_of, {*self.plan.places, *self.plan.loads}
            for slot, operands in enumerate(p.operands):
                unit = unit_of[slot]
                for s in operands:
                    root = alias[s]
                    if unit_of[root] != unit or slot in elsewhere:
                        self._readers[root] = True
            for s in (*p.outputs, *(g.slot for g in p.guards)):
                self._readers[alias[s]] = True
            for place in self.plan.places.values():
                self._readers[place.base] = True
        return {s for s in members if s in self._readers}

    def work_buffer(self, size: int) -> Buffer:
        """Working memory of its own, for float64 numbers."""
        return Buffer(self._work_at(self.reserve(size)), "double")

    def load_index(self, buffer: Buffer, index: str) -> str:
        """An integer of a table."""
        return self.integer(f"load i64, ptr {self._gep(buffer, index)}, align 8")

    def call_interpreter(
        self, address: Buffer, code: Buffer, memory: Buffer, start: int, stop: int, kernel_table: np.ndarray
    ) -> None:  # fmt: skip
        """Run instructions in the scalar executor, which finds its arrays' data in the third word of an object."""
        where = self.pooled(kernel_table.reshape(-1))
        objects = []
        for pointer in (code.pointer, memory.pointer, where.pointer):
            fake = self.variable("[3 x ptr]")
            field = self.integer(f"getelementptr ptr, ptr {fake}, i64 2")
            self.lines.append(f"  store ptr {pointer}, ptr {field}")
            objects.append(fake)
        function = self.integer(f"load ptr, ptr {address.pointer}")
        self.repeated += 10 * (stop - start)
        self.integer(
            f"call i64 {function}(ptr {objects[0]}, ptr {objects[1]}, i64 {start}, i64 {stop}, ptr {objects[2]})"
        )

    def _element_at(self, place: Place) -> Lane:
        buffer = self._buffer(place.base)
        if place.table is None:
            return self.load_scalar(buffer, str(place.offset))
        at = self.fresh()
        table = self.pooled(place.table)
        pointer = self._gep(table, str(place.offset))
        self.lines.append(f"  {at} = load i64, ptr {pointer}, align 8")
        return self.load_scalar(buffer, at)

    def _buffer(self, slot: int) -> Buffer:
        known = self.buffers.get(slot)
        if known is None:
            known = self.buffers[slot] = self.pooled(self.program.constants[slot])
        return known

    def _gep(self, buffer: Buffer, index: str) -> str:
        pointer = self.fresh()
        self.lines.append(f"  {pointer} = getelementptr {buffer.element}, ptr {buffer.pointer}, i64 {index}")
        return pointer

    def load_scalar(self, buffer: Buffer, index: str) -> Lane:
        e, element = self.e1, buffer.element
        value = e.emit(f"load {element}, ptr {self._gep(buffer, index)}, align {4 if element == 'float' else 8}", "f")
        return e.emit(f"fpext float {value.name} to double", "f") if element == "float" else value

    def store_scalar(self, value: Lane, buffer: Buffer, index: str) -> None:
        if buffer.element == "float":
            value = self.e1.emit(f"fptrunc double {value.name} to float", "f")
        align = 4 if buffer.element == "float" else 8
        self.lines.append(f"  store {buffer.element} {value.name}, ptr {self._gep(buffer, index)}, align {align}")

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
            self._poll()
            self.lines.append(f"  br label %go{tag}")
            self.e1.label(f"go{tag}")
            self.lines.append(f"  {again} = icmp slt i64 {following}, {stop}")
            self.lines.append(f"  br i1 {again}, label %part{tag}, label %done{tag}")
        self.e1.label(f"done{tag}")

    def _poll(self) -> None:
        """Return here if a signal's handler has raised an exception, or if whoever waits for this says so."""
        self.module.polls = True
        words = self.pooled(control())
        poll = self.integer(f"load ptr, ptr {words.pointer}")
        stopped = self.integer(f"load volatile i64, ptr {self._gep(words, '1')}")
        self._return_unless_done(self.integer(f"call i64 {poll}(i64 {stopped})"), str(INTERRUPTED))
        self.polled = self.cost

    @contextmanager
    def loops(self, lengths: Sequence[int]) -> Iterator[list[str]]:
        """Loops within loops; those of length 1 are left out."""
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
        """``offset + sum(stride * index)``."""
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
        """Which lanes from `index` on are below n; None if all are, as n is a multiple of eight."""
        if n % WIDTH == 0:
            return None
        lanes = self.vector_index(index, 1)
        limit = self.e8.splat("i", str(n))
        return self.integer(f"icmp slt <{WIDTH} x i64> {lanes}, {limit}")

    def vector_index(self, base: str, stride: int) -> str:
        """``base + stride * lane`` for eight lanes."""
        steps = _IOTA if stride == 1 else "<" + ", ".join(f"i64 {k * stride}" for k in range(WIDTH)) + ">"
        if base == "0":
            return steps
        return self.integer(f"add nsw <{WIDTH} x i64> {self.splat(base, 'i64')}, {steps}")

    def splat(self, name: str, element: str) -> str:
        """A scalar in all lanes."""
        if not name.startswith("%"):
            return "<" + ", ".join([f"{element} {name}"] * WIDTH) + ">"
        one = self.integer(f"insertelement <{WIDTH} x {element}> poison, {element} {name}, i64 0")
        return self.integer(
            f"shufflevector <{WIDTH} x {element}> {one}, <{WIDTH} x {element}> poison, <{WIDTH} x i32> zeroinitializer"
        )

    # -------------------------------------------------------------------------------------------- vectors in memory

    def load(
        self, buffer: Buffer, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """Eight elements at ``base + stride * (index + lane)``; `other`, or else the first of them, where the mask is
        not set.
        """
        e, element = self.e8, buffer.element
        vector, align = f"<{WIDTH} x {element}>", 4 if element == "float" else 8
        if stride == 0:
            value = self.load_scalar(buffer, base)
            return Lane(e, self.splat(value.name, "double"), "f")
        start = self.offset(0, (1, stride), (base, index))
        if stride == 1:
            pointer = self._gep(buffer, start)
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
        self.module.declarations.add(f"declare {vector} {function}({pointer_type}, i32, <{WIDTH} x i1>, {vector})")
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
            pointer = self._gep(buffer, start)
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
        self.module.declarations.add(f"declare void {function}({vector}, {kind}, i32, <{WIDTH} x i1>)")
        self.lines.append(
            f"  call void {function}({vector} {value.name}, {address}, i32 {align}, <{WIDTH} x i1> {mask})"
        )

    def read(
        self, source: Strided, base: str, index: str, stride: int, mask: str | None, other: float | None = 1.0
    ) -> Lane:  # fmt: skip
        """As `load`, through the table if there is one."""
        if source.table is None:
            return self.load(source.buffer, base, index, stride, mask, other)
        start = self.offset(0, (1, stride), (base, index))
        if stride == 1 and mask is None:
            pointer = self._gep(source.table, start)
            lanes = self.integer(f"load <{WIDTH} x i64>, ptr {pointer}, align 8")
        else:
            lanes = self._gather(
                source.table, self.vector_index(start, stride), mask, 0.0 if other is not None else None
            ).name
        value = self._gather(source.buffer, lanes, mask, other)
        if source.buffer.element == "float":
            return self.e8.emit(f"fpext <{WIDTH} x float> {value.name} to <{WIDTH} x double>", "f")
        return value

    def strided(self, slot: int, shape: Shape) -> Strided | None:
        """A slot's elements, broadcast to a shape, for loops over that shape; None for a scalar."""
        if self.program.forms[slot].size == 1:
            return None
        place = self.plan.place(slot)
        if self.program.forms[place.base].size == 1:
            return None
        own = [0 if n == 1 else s for n, s in zip(place.shape, place.strides, strict=True)]
        extra = len(shape) - len(own)
        own = (
            [0] * extra + own if extra >= 0 else own[-extra:]
        )  # an assigned value may have more dimensions, of length 1
        table = self.pooled(place.table) if place.table is not None else None
        return Strided(self._buffer(place.base), place.offset, tuple(own), table)

    def scalar_of(self, slot: int) -> Lane:
        """The one value that all elements of a slot have."""
        if self.program.forms[slot].size == 1:
            return self.scalar(slot)
        return self.scalar(self.plan.place(slot).base)

    # -------------------------------------------------------------------------------------------- lane regions

    def nest(
        self, shape: Shape, streams: Sequence[Strided], body: Callable[[list[str], str, list[int], str | None], None],
        before: Callable[[], None] | None = None, after: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """Loops over a shape, eight lanes of the innermost dimension at a time.

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
                    self.module.declarations.add(f"declare i64 {function}(i64, i64)")
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

    def _lanes(self, unit: Unit) -> None:
        """A lane region."""
        p, plan = self.program, self.plan
        inside = {s for s in unit.members if pointwise(p.ops[s])}
        streams: list[Strided] = []
        where: dict[tuple[int, Shape], int] = {}
        splats: dict[int, str] = {}
        shape = p.forms[self._iterated(unit.members[0])].shape
        kept = [d for d, n in enumerate(shape) if n != 1]
        if not math.prod(shape):
            for slot in unit.members:
                if isinstance(p.ops[slot], Sum):
                    self.scalars[slot] = self.e1.float(0.0)
            return

        def stream(slot: int, of: Shape) -> None:
            if plan.alias[slot] in inside or (slot, of) in where:
                return
            source = self.strided(slot, of)
            if source is None:
                splats[slot] = self.splat(self.scalar_of(slot).name, "double")
                return
            own = [d for d, n in enumerate(of) if n != 1]
            source.strides = tuple(source.strides[d] for d in own)
            where[slot, of] = len(streams)
            streams.append(source)

        for slot in unit.members:
            of = p.forms[self._iterated(slot)].shape
            for operand in p.operands[slot]:
                stream(operand, of)
        dims = tuple(shape[d] for d in kept)
        stored = [s for s in unit.members if s in plan.stored and s in inside]
        targets = {s: len(streams) + k for k, s in enumerate(stored)}
        streams += [Strided(self.buffers[s], 0, contiguous(dims)) for s in stored]
        sums = [s for s in unit.members if isinstance(p.ops[s], Sum)]
        other = None if any(getattr(p.ops[s], "foreign", False) for s in unit.members) else 1.0
        chunked = Sums(
            self, sums, math.prod(dims) > SUM_CHUNK or len(coalesced(dims, [s.strides for s in streams])[0]) > 1
        )

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            values: dict[int, Lane] = {}
            read: dict[int, Lane] = {}

            def value(slot: int, of: Shape) -> Lane:
                root = plan.alias[slot]
                if root in inside:
                    return values[root]
                if slot in splats:
                    return Lane(self.e8, splats[slot], "f")
                k = where[slot, of]
                if k not in read:
                    read[k] = self.read(streams[k], bases[k], index, steps[k], mask, other)
                return read[k]

            for slot in unit.members:
                op = p.ops[slot]
                of = p.forms[self._iterated(slot)].shape
                args = [value(s, of) for s in p.operands[slot]]
                if slot in inside:
                    result = rounded(applied(op, args), p.forms[slot])
                    values[slot] = result
                    if slot in targets:
                        k = targets[slot]
                        self.store(result, streams[k].buffer, bases[k], index, steps[k], mask)
                else:
                    chunked.add(slot, args[0], mask)

        self.nest(dims, streams, body, chunked.begin if sums else None, chunked.end if sums else None)
        for slot in sums:
            self.scalars[slot] = rounded(chunked.total(slot), p.forms[slot])

    def _iterated(self, slot: int) -> int:
        """The slot whose shape a region's member runs over."""
        return self.program.operands[slot][0] if isinstance(self.program.ops[slot], Sum) else slot

    # -------------------------------------------------------------------------------------------- array instructions

    def _call(self, slot: int) -> None:
        native = self.program.ops[slot].native
        if self.program.forms[slot].size == 0:
            return
        if isinstance(native, Move):
            self._move(slot, native)
        elif isinstance(native, Contract):
            labels, output = native.labels(
                *[self.program.forms[s].shape for s in self.program.operands[slot]], **self.program.statics[slot]
            )
            self._reduce(slot, labels, output, Products())
        elif isinstance(native, Reduce):
            shape = self.program.forms[self.program.operands[slot][0]].shape
            names = "".join(chr(0x100 + k) for k in range(len(shape)))
            axes = self.program.statics[slot]["axes"]
            output = "".join(c for d, c in enumerate(names) if d not in axes)
            self._reduce(slot, [names], output, Repeated(native.op, native.start))
        elif isinstance(native, Cumulate):
            self._cumulate(slot)
        elif isinstance(native, Subtape):
            self._subtape(slot, native)
        elif isinstance(native, Kernel):
            self._kernel(slot, native)
        else:
            assert isinstance(native, Write)
            self._write(slot, native)

    def _copy(self, shape: Shape, slot: int, target: Strided, add: bool = False) -> None:
        """Copy a slot's elements, broadcast to a shape, into memory."""
        source = self.strided(slot, shape)
        streams = [target] if source is None else [target, source]
        splat = self.splat(self.scalar_of(slot).name, "double") if source is None else ""

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            if source is None:
                value = Lane(self.e8, splat, "f")
            else:
                value = self.read(source, bases[1], index, steps[1], mask)
            if add:
                value = self.load(target.buffer, bases[0], index, steps[0], mask) + value
            self.store(value, target.buffer, bases[0], index, steps[0], mask)

        self.nest(shape, streams, body)

    def _fill(self, buffer: Buffer, n: int) -> None:
        zero = self.e8.float(0.0)

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            self.store(zero, buffer, bases[0], index, steps[0], mask)

        self.nest((n,), [Strided(buffer, 0, (1,))], body)

    def _move(self, slot: int, native: Move) -> None:
        p = self.program
        operands, form = p.operands[slot], p.forms[slot]
        if form.size == 1:
            self.scalars[slot] = self.scalar(next(s for s in operands if p.forms[s].size == 1))
            return
        target = self.buffers[slot]
        if native.parts is None:
            source = p.forms[operands[0]].shape
            self._copy(source, operands[0], Strided(target, 0, contiguous(source)))
            return
        if all(p.forms[s].size == 1 for s in operands) and len(operands) == form.size:
            self._gathered(operands, target)
            return
        whole = np.lib.stride_tricks.as_strided(np.empty(form.size, np.int8), form.shape, contiguous(form.shape))
        start = whole.__array_interface__["data"][0]
        for operand, index in zip(
            operands, native.parts([p.forms[s].shape for s in operands], **p.statics[slot]), strict=True
        ):
            part = (
                np.asarray(whole[index])
                if isinstance(index, slice) or any(isinstance(i, slice) for i in index)
                else None
            )
            if part is None:
                offset = int(np.ravel_multi_index(index, form.shape)) if form.shape else 0
                self.store_scalar(self.scalar(operand), target, str(offset))
            elif part.size:
                offset = part.__array_interface__["data"][0] - start
                self._copy(part.shape, operand, Strided(target, offset, part.strides))

    def _gathered(self, operands: Sequence[int], target: Buffer) -> None:
        """Single values, one after the other; many that lie in one buffer are fetched in a loop."""
        places = [self.located.get(self.plan.alias[s]) for s in operands]
        first = 0
        while first < len(operands):
            stop = first
            here = places[first]
            while here is not None and stop < len(operands):
                place = places[stop]
                if place is None or place[0].pointer != here[0].pointer:
                    break
                stop += 1
            if here is not None and stop - first >= WIDTH:
                indices = np.array([place[1] for place in places[first:stop] if place is not None], np.int64)
                source = Strided(here[0], 0, (1,), self.pooled(indices))
                goal = Strided(target, first, (1,))

                def body(
                    bases: list[str], index: str, steps: list[int], mask: str | None, source: Strided = source
                ) -> None:
                    self.store(self.read(source, bases[0], index, 1, mask), target, bases[1], index, 1, mask)

                self.nest((stop - first,), [source, goal], body)
            else:
                stop = max(stop, first + 1)
                for k in range(first, stop):
                    self.store_scalar(self.scalar(operands[k]), target, str(k))
            first = stop

    def _write(self, slot: int, native: Write) -> None:
        p = self.program
        operands, static, form = p.operands[slot], p.statics[slot], p.forms[slot]
        target = self.buffers.get(slot)
        value = operands[-1]
        if target is None:  # one element
            target = Buffer(self._work_at(self.reserve(8)), _element(form))
        if len(operands) == 1:
            self._fill(target, form.size)
        elif self.buffers.get(self._base(operands[0])) is not target:
            self._copy(form.shape, operands[0], Strided(target, 0, contiguous(form.shape)))
        place: Place | None = Place(slot, form.shape, 0, contiguous(form.shape))
        from tapegrad.ops.indexing import getitem_op

        for op, parameters in (*static.get("path", ()), (getitem_op, {"index": static["index"]})):
            assert place is not None
            shape = np.broadcast_to(np.zeros((), np.int8), place.shape)
            shape = shape[parameters["index"]] if "index" in parameters else np.asarray(op.forward(shape, **parameters))
            place = moved(op, parameters, place, shape.shape)
        assert place is not None
        if math.prod(place.shape) == 0:
            pass
        elif place.table is None:
            self._copy(place.shape, value, Strided(target, place.offset, place.strides), native.add)
        else:
            self._scatter(place, value, target, native.add)
        if form.size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")

    def _scatter(self, place: Place, value: int, target: Buffer, add: bool) -> None:
        """Write through a table, one element after the other."""
        assert place.table is not None
        table = self.pooled(place.table)
        source = self.strided(value, place.shape)
        scalar = self.scalar_of(value) if source is None else None
        with self.loops(place.shape) as indices:
            at = self._gep(table, self.offset(place.offset, place.strides, indices))
            index = self.integer(f"load i64, ptr {at}, align 8")
            item = scalar if source is None else self._element(source, indices)
            assert item is not None
            if add:
                item = self.load_scalar(target, index) + item
            self.store_scalar(item, target, index)

    def _element(self, source: Strided, indices: list[str]) -> Lane:
        """One element of a stream."""
        at = self.offset(source.offset, source.strides, indices)
        if source.table is not None:
            pointer = self._gep(source.table, at)
            at = self.integer(f"load i64, ptr {pointer}, align 8")
        return self.load_scalar(source.buffer, at)

    # -------------------------------------------------------------------------------------------- programs within

    def _subtape(self, slot: int, native: Subtape) -> None:
        """Run a program of vectors once, or for each row of its second argument."""
        p = self.program
        own = self.module.function(p.statics[slot]["program"])
        operands = p.operands[slot]
        vectors = [self._contiguous(s) for s in operands]
        target = self.buffers.get(slot)
        if target is None:
            target = Buffer(self._work_at(self.reserve(8)), "double")
        given = self.variable(f"[{len(operands) + max(1, len(own.pool))} x ptr]")
        results, work = self.variable("[1 x ptr]"), self._work_at(self.reserve(own.work))
        for k, vector in enumerate(vectors):
            self._put(given, k, vector.pointer)
        for k, array in enumerate(own.pool, len(operands)):
            self._put(given, k, self.pooled(array).pointer)
        if native.kind == "call":
            self._put(results, 0, target.pointer)
            self._run(own, given, results, work)
        else:
            steps = p.forms[operands[1]].shape[0]
            width, line = p.forms[slot].shape[1], p.forms[operands[1]].shape[1]
            first = p.forms[operands[0]].size
            self._fill(target, width)
            if first:
                self._copy((first,), operands[0], Strided(target, 0, (1,)))
            if steps:
                with self.loop(0, steps, 1) as t:
                    row = self.offset(0, (width,), (t,))
                    self._put(given, 0, self._gep(target, row))
                    self._put(given, 1, self._gep(vectors[1], self.offset(0, (line,), (t,))))
                    self._put(results, 0, self._gep(target, self.offset(width, (1,), (row,))))
                    self._run(own, given, results, work)
        if p.forms[slot].size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")

    def _put(self, table: str, k: int, pointer: str) -> None:
        at = self.integer(f"getelementptr ptr, ptr {table}, i64 {k}")
        self.lines.append(f"  store ptr {pointer}, ptr {at}")

    def _run(self, function: Written, given: str, results: str, work: str) -> None:
        """Call another function; its failed guard is a failure here."""
        status = self.integer(f"call i64 @{function.name}(ptr {given}, ptr {results}, ptr {work})")
        self.repeated += function.cost
        own = self.integer(f"icmp sgt i64 {status}, {INNER_GUARD}")  # which says more than that a guard failed
        self._return_unless_done(status, self.integer(f"select i1 {own}, i64 {status}, i64 {INNER_GUARD}"))

    def _return_unless_done(self, status: str, reason: str) -> None:
        bad = self.integer(f"icmp ne i64 {status}, 0")
        failed, on = f"failed{self.fresh()[1:]}", f"on{self.fresh()[1:]}"
        self.lines.append(f"  br i1 {bad}, label %{failed}, label %{on}")
        self.e1.label(failed)
        self.lines.append(f"  ret i64 {reason}")
        self.e1.label(on)

    # -------------------------------------------------------------------------------------------- users' kernels

    def _kernel(self, slot: int, native: Kernel) -> None:
        """Call a user's kernel, once or for each instance of a batch."""
        p = self.program
        operands, form = p.operands[slot], p.forms[slot]
        arrays = [self._contiguous(s) for s in operands]
        target = self.buffers.get(slot)
        if target is None:
            target = Buffer(self._work_at(self.reserve(8)), _element(form))
        arrays.append(target)
        shapes = [p.forms[s].shape for s in (*operands, slot)]
        flags = p.statics[slot].get("flags")
        if flags is None:
            self._call_kernel(native.symbol(shapes[:-1], form.lane), [a.pointer for a in arrays])
        else:
            flags = (*flags, True)
            shapes = [shape[1:] if flag else shape for shape, flag in zip(shapes, flags, strict=True)]
            symbol = native.symbol(shapes[:-1], form.lane)
            with self.loop(0, form.shape[0], 1) as k:
                self._call_kernel(symbol, [
                    self._gep(array, self.offset(0, (math.prod(shape),), (k,))) if flag else array.pointer
                    for array, shape, flag in zip(arrays, shapes, flags, strict=True)
                ])  # fmt: skip
        if form.size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")

    def _call_kernel(self, symbol: str, pointers: list[str]) -> None:
        self.repeated += _KERNEL
        self.module.declarations.add(f"declare i64 @{symbol}({', '.join(['ptr'] * len(pointers))})")
        status = self.integer(f"call i64 @{symbol}({', '.join(f'ptr {p}' for p in pointers)})")
        self._return_unless_done(status, str(KERNEL_RAISED))

    def _contiguous(self, slot: int) -> Buffer:
        """A slot's elements in C order."""
        form = self.program.forms[slot]
        if form.size == 1:
            cell = Buffer(self._work_at(self.reserve(8)), _element(form))
            self.store_scalar(self.scalar(slot), cell, "0")
            return cell
        if form.size == 0:
            return Buffer(self._work_at(0), "double")
        place = self.plan.place(slot)
        if self.plan.lanes(place.base) and place.table is None and place.strides == contiguous(place.shape):
            buffer = self._buffer(place.base)
            return Buffer(self._gep(buffer, str(place.offset)), buffer.element) if place.offset else buffer
        copied = Buffer(self._work_at(self.reserve(8 * form.size)), _element(form))
        self._copy(form.shape, slot, Strided(copied, 0, contiguous(form.shape)))
        return copied

    def _cumulate(self, slot: int) -> None:
        p = self.program
        form, axis = p.forms[slot], p.statics[slot]["axis"]
        (x,) = p.operands[slot]
        if form.size == 1:
            self.scalars[slot] = self.scalar(x)
            return
        source, target, strides = self.strided(x, form.shape), self.buffers[slot], contiguous(form.shape)
        carry = self.variable("double")
        others = [n for d, n in enumerate(form.shape) if d != axis]
        with self.loops(others) as outer:
            self.lines.append(f"  store double 0.0, ptr {carry}")
            with self.loops([form.shape[axis]]) as (along,):
                indices = [*outer[:axis], along, *outer[axis:]]
                item = self.scalar_of(x) if source is None else self._element(source, indices)
                total = rounded(self.e1.emit(f"load double, ptr {carry}", "f") + item, form)
                self.lines.append(f"  store double {total.name}, ptr {carry}")
                self.store_scalar(total, target, self.offset(0, strides, indices))

    @contextmanager
    def accumulators(self, count: int) -> Iterator[list[str]]:
        """Vectors in the function's frame, used again by whoever comes next."""
        while len(self._spare) < count:
            self._spare.append(self.variable(f"<{WIDTH} x double>"))
        taken, self._spare = self._spare[:count], self._spare[count:]
        yield taken
        self._spare = taken + self._spare

    def variable(self, kind: str) -> str:
        """Memory of one value in the function's frame."""
        name = self.fresh()
        self.entry.insert(0, f"  {name} = alloca {kind}, align 64")
        return name

    # -------------------------------------------------------------------------------------------- sums of products

    def _reduce(self, slot: int, labels: Sequence[str], output: str, rule: Any) -> None:
        """A contraction or a repeated op, vectorised along a label of the result or along one that goes."""
        p = self.program
        form = p.forms[slot]
        lengths: dict[str, int] = {}
        for names, operand in zip(labels, p.operands[slot], strict=True):
            for name, n in zip(names, p.forms[operand].shape, strict=True):
                lengths[name] = max(n, lengths.get(name, 1)) if n != 0 else 0
        sources = []
        for names, operand in zip(labels, p.operands[slot], strict=True):
            stream = self.strided(operand, p.forms[operand].shape)
            strides = dict.fromkeys(lengths, 0)
            if stream is not None:
                for name, n, s in zip(names, p.forms[operand].shape, stream.strides, strict=True):
                    strides[name] = 0 if n == 1 and lengths[name] != 1 else s
            splat = self.scalar_of(operand) if stream is None else None
            sources.append(Source(self, stream, strides, splat))
        own = dict(zip(output, contiguous(tuple(lengths[c] for c in output)), strict=True))
        target = self.buffers.get(slot)
        if target is None:
            target = Buffer(self._work_at(self.reserve(8)), _element(form))
        gone = [c for c in lengths if c not in output]
        if any(lengths[c] == 0 for c in gone):
            value = self.e8.float(rule.start)

            def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
                self.store(value, target, bases[0], index, steps[0], mask)

            self.nest((form.size,), [Strided(target, 0, (1,))], body)
        else:
            job = Reduction(self, sources, lengths, list(output), gone, own, target, rule)
            job.write()
        if form.size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")


def _element(form: Any) -> str:
    """LLVM's type of an array's elements in memory: truth values and integers are kept as floating-point numbers."""
    return "float" if form.lane is not None and form.lane.itemsize == 4 else "double"


def applied(op: Any, args: list[Lane]) -> Lane:
    """The value of an op that works element by element."""
    return as_float(args[0].emitter.lift(op.forward(*args))) if isinstance(op, Elementwise) else args[0]


def rounded(value: Lane, form: Any) -> Lane:
    """A result in the precision of its form."""
    if _element(form) == "double":
        return value
    e = value.emitter
    single = e.type("f").replace("double", "float")
    narrow = e.emit(f"fptrunc {e.type('f')} {value.name} to {single}", "f")
    return e.emit(f"fpext {single} {narrow.name} to {e.type('f')}", "f")


def coalesced(shape: Shape, strides: Sequence[Shape]) -> tuple[list[int], list[list[int]]]:
    """The same loops with neighbouring dimensions made one where all streams allow it."""
    lengths: list[int] = []
    merged: list[list[int]] = [[] for _ in strides]
    for d, n in enumerate(shape):
        if n == 1:
            continue
        if lengths and all(m[-1] == n * s[d] for m, s in zip(merged, strides, strict=True)):
            lengths[-1] *= n
            for m, s in zip(merged, strides, strict=True):
                m[-1] = s[d]
        else:
            lengths.append(n)
            for m, s in zip(merged, strides, strict=True):
                m.append(s[d])
    return lengths, merged
