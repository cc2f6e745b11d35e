"""The machine code of one program.

Units are written in order (see `codegen.units`): fused loops, stretches of scalars, and array instructions, each by
its kind, which is handed this function to write into. A kind reads `program` and `plan`, puts a result of one element
into `scalars` and any other into the buffer that `buffers` has for it, and uses what is written here and in
`codegen.text` in plain sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.reduction import reduce
from tapegrad.codegen.regions import write_region
from tapegrad.codegen.stretches import SHORT, Stretch
from tapegrad.codegen.text import Text, aligned, element_of
from tapegrad.codegen.units import Plan, Unit
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.kernels import ATTRIBUTES
from tapegrad.machine.lane import Lane, literal
from tapegrad.machine.places import Buffer, Place, Shape, Strided, contiguous
from tapegrad.machine.status import INNER_GUARD


class Function(Text):
    """One program as a function.

    Attributes
    ----------
    scalars : dict
        Values of slots of one element.
    buffers : dict
        Where slots of several elements lie, if they do not lie within another's buffer.
    located : dict
        Scalars that are read where they lie in memory.
    """

    def __init__(self, program: Any, name: str, module: Any) -> None:
        super().__init__(module.declarations, len(program.inputs))
        self.program, self.name, self.module = program, name, module
        self.scalars: dict[int, Lane] = {}
        self.located: dict[int, tuple[Buffer, int]] = {}
        self.buffers: dict[int, Buffer] = {}
        self._readers: dict[int, bool] | None = None
        self._at: dict[int, int] = {}  # offsets of buffers in working memory

    # -------------------------------------------------------------------------------------------- the whole

    def write(self) -> str:
        """Write the program as a function."""
        p = self.program
        self.plan = Plan(p)
        for k, slot in enumerate(p.inputs):
            self._leaf(slot, k)
        self.direct: set[int] = set()  # outputs that are computed where they are wanted
        for k, slot in enumerate(p.outputs):
            root = self.plan.alias[slot]
            if p.forms[slot].size != 1 and root in self.plan.stored and root not in self.buffers:
                self.buffers[root] = Buffer(self.listed("%out", k), element_of(p.forms[root]))
                self.direct.add(k)
        self._allocate()
        self._check_guards(-1)
        for k, unit in enumerate(self.plan.units):
            if self.cost - self.polled > EVERY:
                self.poll()
            if unit.kind == "lanes":
                write_region(self, unit)
            elif unit.kind == "scalars":
                self._stretch(unit)
            else:
                (slot,) = unit.members
                if p.forms[slot].size:
                    p.ops[slot].kind.write(self, slot)
            self._check_guards(k)
        self._outputs()
        text = [
            f"define i64 @{self.name}(ptr noalias %in, ptr noalias %out, ptr noalias %work) {ATTRIBUTES} {{", "entry:",
            *self.entry, "  br label %start", "start:", *self.lines, "  ret i64 0", "}",
        ]  # fmt: skip
        return "\n".join(text)

    def _leaf(self, slot: int, k: int) -> None:
        form = self.program.forms[slot]
        buffer = self.buffers[slot] = Buffer(self.listed("%in", k), element_of(form))
        if form.size == 1:
            self.scalars[slot] = self.load_scalar(buffer, "0")

    def _allocate(self) -> None:
        """Give every stored array a buffer; memory is used again once its last reader is done."""
        p, plan = self.program, self.plan
        last: dict[int, int] = {}
        for k, unit in enumerate(plan.units):
            if unit.kind == "scalars" and not plan.loads:
                continue  # no array is read
            for slot in unit.members:  # an element that was loaded in an earlier unit may still be read where it lies
                for operand in p.operands[slot]:
                    last[self.plan.base(operand)] = k
        for slot in p.outputs:
            last[self.plan.base(slot)] = len(plan.units)
        self.last = last
        free: list[tuple[int, int]] = []  # bytes and offset
        ends: dict[int, list[tuple[int, int]]] = {}
        for k, unit in enumerate(plan.units):
            for slot in unit.members if unit.kind != "scalars" else ():
                if slot not in plan.stored or slot in self.buffers or p.forms[slot].size == 1:
                    continue
                if self._overwrites(slot, k):
                    base = self.plan.base(p.operands[slot][0])
                    self.buffers[slot] = self.buffers[base]
                    block = next(b for b in ends[k] if b[1] == self._at[base])
                    ends[k].remove(block)  # the memory lives on
                    ends.setdefault(last.get(slot, k), []).append(block)
                    self._at[slot] = block[1]
                    continue
                size = aligned(p.forms[slot].size * (4 if element_of(p.forms[slot]) == "float" else 8))
                fitting = [f for f in free if f[0] >= size]
                if fitting:
                    block = min(fitting)
                    free.remove(block)
                else:
                    block = size, self.reserve(size)
                self._at[slot] = block[1]
                self.buffers[slot] = Buffer(self.work_at(block[1]), element_of(p.forms[slot]))
                ends.setdefault(max(last.get(slot, k), k), []).append(block)
            free += ends.pop(k, [])

    def _overwrites(self, slot: int, unit: int) -> bool:
        """Tell whether an assignment may write into the memory of its operand, which nobody reads any more."""
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        if not op.kind.overwrites:
            return False
        base = self.plan.base(operands[0])
        place = self.plan.place(operands[0])
        whole = place.table is None and place.offset == 0 and place.strides == contiguous(place.shape)
        return (
            whole and base in self._at and self.last[base] == unit and self.plan.base(operands[1]) != base
            and p.forms[base].size == p.forms[slot].size
        )  # fmt: skip

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
            target = Buffer(self.listed("%out", k), element_of(form))
            if form.size == 1:
                self.store_scalar(self.scalar(slot), target, "0")
            elif form.size:
                self.copy(form.shape, slot, Strided(target, 0, contiguous(form.shape)))

    # -------------------------------------------------------------------------------------------- scalars

    def scalar(self, slot: int) -> Lane:
        """Return the value of a slot of one element."""
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
        """Write scalars, one after the other."""
        loads, members = self.plan.loads, unit.members
        long = unit.lines > SHORT
        for slot in members:
            place = loads.get(slot)
            if place is not None and long and place.table is None and self.plan.lanes(place.base):
                self.located[slot] = self.buffer(place.base), place.offset
            elif place is not None:
                self.scalars[slot] = self._element_at(place)
            elif not long:
                self.scalars[slot] = self.computed(slot, [self.scalar(s) for s in self.program.operands[slot]])
        if long:
            Stretch(self, members).write()

    def computed(self, slot: int, args: list[Lane]) -> Lane:
        """Return the value of an instruction that works element by element."""
        op = self.program.ops[slot]
        return self.rounded(op.kind.applied(op, args), self.program.forms[slot])

    def read_outside(self, members: list[int]) -> set[int]:
        """Return the scalars of a unit that something else reads."""
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
        buffer = self.buffer(place.base)
        if place.table is None:
            return self.load_scalar(buffer, str(place.offset))
        at = self.fresh()
        table = self.pooled(place.table)
        pointer = self.pointer(table, str(place.offset))
        self.lines.append(f"  {at} = load i64, ptr {pointer}, align 8")
        return self.load_scalar(buffer, at)

    def buffer(self, slot: int) -> Buffer:
        known = self.buffers.get(slot)
        if known is None:
            known = self.buffers[slot] = self.pooled(self.program.constants[slot])
        return known

    def strided(self, slot: int, shape: Shape) -> Strided | None:
        """Return a slot's elements, broadcast to a shape, for loops over that shape; None for a scalar."""
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
        return Strided(self.buffer(place.base), place.offset, tuple(own), table)

    def scalar_of(self, slot: int) -> Lane:
        """Return the one value that all elements of a slot have."""
        if self.program.forms[slot].size == 1:
            return self.scalar(slot)
        return self.scalar(self.plan.place(slot).base)

    # -------------------------------------------------------------------------------------------- array instructions

    def copy(self, shape: Shape, slot: int, target: Strided, add: bool = False) -> None:
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

    def copy_stream(self, shape: Shape, source: Strided, target: Strided) -> None:
        """Copy elements from memory to memory."""

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            value = self.read(source, bases[0], index, steps[0], mask)
            self.store(value, target.buffer, bases[1], index, steps[1], mask)

        self.nest(shape, [source, target], body)

    def fill(self, buffer: Buffer, n: int) -> None:
        zero = self.e8.float(0.0)

        def body(bases: list[str], index: str, steps: list[int], mask: str | None) -> None:
            self.store(zero, buffer, bases[0], index, steps[0], mask)

        self.nest((n,), [Strided(buffer, 0, (1,))], body)

    def item(self, source: Strided, indices: list[str]) -> Lane:
        """Return one element of a stream."""
        at = self.offset(source.offset, source.strides, indices)
        if source.table is not None:
            pointer = self.pointer(source.table, at)
            at = self.integer(f"load i64, ptr {pointer}, align 8")
        return self.load_scalar(source.buffer, at)

    def contiguous(self, slot: int) -> Buffer:
        """Return a slot's elements in C order."""
        form = self.program.forms[slot]
        if form.size == 1:
            cell = Buffer(self.work_at(self.reserve(8)), element_of(form))
            self.store_scalar(self.scalar(slot), cell, "0")
            return cell
        if form.size == 0:
            return Buffer(self.work_at(0), "double")
        place = self.plan.place(slot)
        if self.plan.lanes(place.base) and place.table is None and place.strides == contiguous(place.shape):
            buffer = self.buffer(place.base)
            return Buffer(self.pointer(buffer, str(place.offset)), buffer.element) if place.offset else buffer
        copied = Buffer(self.work_at(self.reserve(8 * form.size)), element_of(form))
        self.copy(form.shape, slot, Strided(copied, 0, contiguous(form.shape)))
        return copied

    def target(self, slot: int) -> Buffer:
        """Find where an instruction writes its result, also one of one element."""
        known = self.buffers.get(slot)
        return (
            known if known is not None else Buffer(self.work_at(self.reserve(8)), element_of(self.program.forms[slot]))
        )

    def done(self, slot: int, target: Buffer) -> None:
        """Take a result of one element out of the memory that it was written to."""
        if self.program.forms[slot].size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")

    def reduce(self, slot: int, labels: Sequence[str], output: str, rule: Any) -> None:
        """Write the loops of a sum of products or of a repeated op."""
        reduce(self, slot, labels, output, rule)

    def inner(self, program: Any) -> Inner:
        """Write another program, which this one runs."""
        return Inner(self, program)


class Inner:
    """A program within a function: its code, and the tables that it is called with."""

    def __init__(self, function: Function, program: Any) -> None:
        self.f, self.own = function, function.module.function(program)
        count, pool = len(program.inputs), self.own.pool
        self.given = function.variable(f"[{count + max(1, len(pool))} x ptr]")
        self.results, self.work = function.variable("[1 x ptr]"), function.work_buffer(self.own.work).pointer
        function.put(self.given, [function.pooled(array).pointer for array in pool], count)

    def give(self, pointers: Sequence[str]) -> None:
        """Set the first inputs."""
        self.f.put(self.given, pointers)

    def run(self, result: str) -> None:
        """Call it; its failed guard is a failure here."""
        f = self.f
        f.put(self.results, [result])
        status = f.integer(f"call i64 @{self.own.name}(ptr {self.given}, ptr {self.results}, ptr {self.work})")
        f.repeated += self.own.cost
        said = f.integer(f"icmp sgt i64 {status}, {INNER_GUARD}")  # which says more than that a guard failed
        f.return_unless_done(status, f.integer(f"select i1 {said}, i64 {status}, i64 {INNER_GUARD}"))
