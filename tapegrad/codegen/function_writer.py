"""Code generation of a program: writes its instructions as one function of LLVM text.

A program becomes one function ``run(in, out, work)`` of three pointers: the addresses of its inputs and constants,
those of its outputs, and working memory. It allocates nothing and knows nothing of the process, so its object code is
kept on disk like a kernel's. It returns a status (see `machine.status`). The functions of a program and of those that
it runs are a `Module`.

Units are written in order (see `codegen.schedule`): fused loops, stretches of scalars, and array instructions, each by
its kind, which is handed this function to write into. A kind reads `program` and `plan`, puts a result of one element
into `scalars` and any other into the buffer that `buffers` has for it, and uses what is written here and in
`codegen.llvm_text` in plain sight.

Tests: tests/autograd/test_function_transforms.py, tests/replay/test_loops.py
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from tapegrad.codegen import reduction
from tapegrad.codegen.chunked_sums import Sums
from tapegrad.codegen.fuse_reductions import Factors
from tapegrad.codegen.fused_loops import write_region
from tapegrad.codegen.llvm_text import aligned, element_of
from tapegrad.codegen.loop_iteration import Turn
from tapegrad.codegen.loop_nests import FIRST, STREAM
from tapegrad.codegen.outlining import Parts, Phase
from tapegrad.codegen.scalar_blocks import write_stretch
from tapegrad.codegen.schedule import Plan
from tapegrad.codegen.shared_loops import SharedLoops
from tapegrad.codegen.varying_sizes import Constants
from tapegrad.machine import addresses
from tapegrad.machine.callbacks import Callback
from tapegrad.machine.dtypes import F4
from tapegrad.machine.extents import varies
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.lane import WIDTH, Lane, narrowed, widened
from tapegrad.machine.places import Buffer, Place, Shape, Strided, contiguous
from tapegrad.machine.status import INNER_GUARD
from tapegrad.passes.pipeline import arranged
from tapegrad.record.shape_inference import forms_of_results

if TYPE_CHECKING:
    from tapegrad.codegen.constant_pool import ConstantPool
    from tapegrad.codegen.schedule import Unit
    from tapegrad.ir.forms import Form
    from tapegrad.ir.program import Program
    from tapegrad.machine.extents import Extents


class FunctionWriter(SharedLoops):
    """One program as a function.

    Attributes
    ----------
    scalars : dict
        Values of slots of one element.
    buffers : dict
        Where slots of several elements lie, if they do not lie within another's buffer.
    located : dict
        Scalars that are read where they lie in memory.
    cutting : class
        What cuts it into parts.
    interprets : bool
        Whether long stretches of scalars without repetitions are left to the scalar executor.
    calls_python : bool
        Whether the function may call Python code: it is for this process.
    stretched : int
        Lines of long stretches of scalars: LLVM's passes make them no faster.
    """

    cutting: Any = Parts
    interprets = calls_python = True

    def __init__(self, program: Program, name: str, module: Module) -> None:
        super().__init__(module.declarations, len(program.inputs))
        self.program, self.name, self.module = program, name, module
        marks = program.derived.get("marks")
        self.extents: Extents | None = marks and marks.extents
        self.scalars: dict[int, Lane] = {}
        self.located: dict[int, tuple[Buffer, int]] = {}
        self.buffers: dict[int, Buffer] = {}
        self.phases: list[Phase] = []
        self.stretched = 0

    # -------------------------------------------------------------------------------------------- the whole

    def write(self) -> str:
        """Write the program as a function."""
        p = self.program
        self.plan = plan = Plan(p)
        for k, slot in enumerate(p.inputs):
            buffer = self.buffers[slot] = self.argument("%in", k, p.forms[slot])
            if p.forms[slot].size == 1:
                self.scalars[slot] = self.load_scalar(buffer, "0")
        direct = set()  # outputs that are computed where they are wanted
        for k, slot in enumerate(p.outputs):
            root = plan.reshaped_root(slot)
            if p.forms[slot].size != 1 and root in plan.stored and root not in self.buffers:
                self.buffers[root] = self.argument("%out", k, p.forms[root])
                direct.add(k)
        self._allocate()
        guards: dict[int, list[int]] = defaultdict(list)  # by the unit that computes what they check
        for k, guard in enumerate(p.guards):
            if guard.slot >= 0:  # else the body of a loop checks it
                guards[plan.unit_of[plan.alias[guard.slot]]].append(k)
        self._check(guards[-1])
        self.parts = parts = self.cutting(self)
        for number, unit in enumerate(plan.units):
            parts.cut()
            if number and self.cost - self.polled > EVERY:
                self.poll()
            self._unit(unit, number)
            self._check(guards[number])
        for k, slot in enumerate(p.outputs):
            if k not in direct:
                parts.cut()
                self._deliver(slot, self.argument("%out", k, p.forms[slot]), True)
        if self.extents is not None:
            self._load_extents(self.extents)
        text, self.phases = parts.text(), parts.phases
        del self.parts  # which holds this
        return text

    def _unit(self, unit: Unit, number: int) -> None:
        if unit.kind == "lanes":
            write_region(self, unit, number)
        elif unit.kind == "scalars":
            write_stretch(self, unit)
        else:
            slot = unit.members[0]  # what follows it is where it writes to
            results = self.plan.results[slot].values() if slot in self.plan.results else (slot,)
            if any(self.program.forms[s].size for s in results):
                self.program.ops[slot].kind.write(self, slot)

    def _allocate(self) -> None:
        """Give every stored array a buffer; memory is used again once its last reader is done."""
        p, plan = self.program, self.plan
        if plan.stored <= self.buffers.keys():
            return
        last = plan.last_readers()
        blocks: dict[int, tuple[int, int]] = {}  # bytes and offset in working memory, by slot
        free: list[tuple[int, int]] = []
        ends: dict[int, list[int]] = defaultdict(list)
        for k, unit in enumerate(plan.units):
            wholes = [d.whole for d in plan.deliveries.by_unit.get(k, ())]
            for slot in (*unit.members, *wholes) if unit.kind != "scalars" else ():
                form = p.forms[slot]
                if slot not in plan.stored or slot in self.buffers or form.size == 1:
                    continue
                old = plan.overwritten(slot)
                if old in blocks and last[old] == k:
                    ends[k].remove(old)  # the memory lives on
                    blocks[slot], self.buffers[slot] = blocks[old], self.buffers[old]
                else:
                    element = self.element_of(form)
                    size = aligned(form.size * (4 if element == "float" else 8))
                    block = min([b for b in free if self._fits(b[0], size)], default=None)
                    if block is None:
                        block = size, self.reserve(size)
                    else:
                        free.remove(block)
                    blocks[slot], self.buffers[slot] = block, Buffer(self.work_at(block[1]), element)
                ends[last.get(slot, k)].append(slot)
            free += [blocks[slot] for slot in ends[k]]

    def _fits(self, block: int, size: int) -> bool:
        """Tell whether an array may lie in a free block: at all sizes, if these are data."""
        return block is size if varies(block) or varies(size) else block >= size

    def _load_extents(self, extents: Extents) -> None:
        """Load the numbers that are data at the function's start, before all else."""
        rest, self.entry = self.entry, []
        if extents.used:
            table = self.pooled(np.array(extents.used, object))
            for k, extent in enumerate(extents.used):
                at = self.at_start(f"getelementptr i64, ptr {table.pointer}, i64 {k}")
                self.entry.append(f"  {extent} = load i64, ptr {at}")
        self.entry += rest
        extents.name_no_more()

    def _check(self, guards: Sequence[int]) -> None:
        """Write guards: a failed one's number is the status."""
        for k in guards:
            guard = self.program.guards[k]
            self.return_if((self.scalar(guard.slot) != guard.expected).name, str(k + 1))

    def _deliver(self, slot: int, target: Buffer, shared: bool = False) -> None:
        form = self.program.forms[slot]
        if form.size == 1:
            self.store_scalar(self.scalar(slot), target, "0")
        elif form.size:
            self.copy(form.shape, slot, Strided(target, 0, contiguous(form.shape)), False, shared)

    # -------------------------------------------------------------------------------------------- values

    def scalar(self, slot: int) -> Lane:
        """Return the value of a slot of one element."""
        root = self.plan.alias[slot]
        if root in self.located:
            buffer, index = self.located[root]
            return self.load_scalar(buffer, str(index))
        lane = self.scalars.get(root)
        if lane is None:
            if self.extents is not None and root in self.extents.scalars:
                return self.load_scalar(self.buffer(root), "0")
            lane = self.scalars[root] = self.e1.float(self.program.constants[root].item())
        return lane

    def computed(self, slot: int, args: list[Lane]) -> Lane:
        """Return the value of an instruction that works element by element."""
        op, form = self.program.ops[slot], self.program.forms[slot]
        value: Lane = op.kind.applied(op, args, self.program.statics[slot], form)
        return self.rounded(value, form) if form.lane is F4 else value

    def rounded(self, value: Lane, form: Form) -> Lane:
        """Round a result to the precision of its form."""
        return widened(narrowed(value)) if form.lane is F4 else value

    def buffer(self, slot: int) -> Buffer:
        buffer = self.buffers.get(slot)
        if buffer is None:
            constants = self.program.constants
            array = constants.arrays[slot] if isinstance(constants, Constants) else constants[slot]
            buffer = self.buffers[slot] = self.pooled(array, slot)
        return buffer

    def stream(self, place: Place, strides: Shape) -> Strided:
        """Return the elements of an array's place."""
        table = self.pooled(place.table) if place.table is not None else None
        return Strided(self.buffer(place.base), place.offset, strides, table)

    def strided(self, slot: int, shape: Shape) -> Strided:
        """Return a slot's elements, broadcast to a shape, for loops over that shape."""
        forms = self.program.forms
        if forms[slot].size == 1:
            return Strided(_NOWHERE, 0, (0,) * len(shape), value=self.scalar(slot))
        place = self.plan.place(slot)
        if forms[place.base].size == 1:
            return Strided(_NOWHERE, 0, (0,) * len(shape), value=self.scalar(place.base))
        strides = tuple([0 if n == 1 else s for n, s in zip(place.shape, place.strides, strict=True)])
        extra = len(shape) - len(strides)  # an assigned value may have more dimensions, of length 1
        return self.stream(place, (0,) * extra + strides if extra >= 0 else strides[-extra:])

    def item(self, source: Strided, indices: Sequence[str]) -> Lane:
        """Return one element of a stream."""
        if source.value is not None:
            return source.value
        at = self.offset(source.offset, source.strides, indices)
        if source.table is not None:
            at = self.load_index(source.table, at)
        return self.load_scalar(source.buffer, at)

    # -------------------------------------------------------------------------------------------- array instructions

    def copy(
        self, shape: Shape, source: int | Strided, target: Strided, add: bool = False, shared: bool = False
    ) -> None:  # fmt: skip
        """Copy elements, of a stream or of a slot that is broadcast to the shape, into memory.

        Threads may share it where it is no part of a loop, and so may be `shared`.
        """

        def body(turn: Turn) -> None:
            value = turn.read(1)
            turn.write(0, turn.read(0) + value if add else value)

        def write(ranged: bool) -> int:
            stream = self.strided(source, shape) if isinstance(source, int) else source
            return self.nest(shape, [target, stream], body, None, ranged)

        self.shared(write, math.prod(shape) // WIDTH * 2 * STREAM if shared else 0)

    def contiguous(self, slot: int) -> Buffer:
        """Return a slot's elements in C order."""
        form = self.program.forms[slot]
        if form.size == 0:
            return Buffer(self.work_at(0), "double")
        if form.size != 1:
            place = self.plan.place(slot)
            if self.plan.lanes(place.base) and place.table is None and place.strides == contiguous(place.shape):
                buffer = self.buffer(place.base)
                return self.beginning(buffer, place.offset) if place.offset else buffer
        copied = Buffer(self.work_at(self.reserve(8 * form.size)), self.element_of(form))
        self._deliver(slot, copied)
        return copied

    def target(self, slot: int) -> Buffer:
        """Find where an instruction writes its result, also one of one element."""
        buffer = self.buffers.get(slot)
        return buffer or Buffer(self.work_at(self.reserve(8)), self.element(slot))

    def targets(self, slot: int, optional: int | None = None) -> list[Target]:
        """Return the places to which an instruction writes its results, also those that nothing reads.

        From the number `optional` on, these have no memory.
        """
        p = self.program
        if slot not in self.plan.results:
            return [Target(p.forms[slot], self.target(slot), slot)]
        operands, read = [p.forms[s] for s in p.operands[slot]], self.plan.results[slot]
        op = p.ops[slot]
        static = {name: p.statics[slot][name] for name in op.parameters}  # a pass may have added others
        forms = forms_of_results(op, operands, static, operands[0].dtype)
        return [
            Target(form, self.target(read[k]), read[k])
            if k in read
            else Target(form, _NOWHERE if optional is not None and k >= optional else self._unread(form), -1)
            for k, form in enumerate(forms)
        ]

    def _unread(self, form: Any) -> Buffer:
        return Buffer(self.work_at(self.reserve(8 * form.size)), self.element_of(form))

    def element(self, slot: int) -> str:
        """Return LLVM's type of the elements of a slot in memory."""
        return self.element_of(self.program.forms[slot])

    def element_of(self, form: Form) -> str:
        """Return LLVM's type of the elements of arrays of a form in memory."""
        return element_of(form)

    def all_done(self, targets: Sequence[Target]) -> None:
        """Take results of one element out of the memory that they were written to."""
        for target in targets:
            if target.slot >= 0:
                self.done(target.slot, target.buffer)

    def done(self, slot: int, target: Buffer) -> None:
        """Take a result of one element out of the memory that it was written to."""
        if self.program.forms[slot].size == 1:
            self.scalars[slot] = self.load_scalar(target, "0")

    def sums(
        self, slots: list[int], strides: list[Shape], shape: Shape, ranged: bool = False,
        buffers: Mapping[int, Buffer] = MappingProxyType({}),
    ) -> Any:  # fmt: skip
        """Return what adds up the elements of slots in a loop over a shape."""
        return Sums(self, slots, strides, shape, ranged, buffers)

    def summing(self, n: int) -> Any:
        """Return the accumulator of so many numbers that are no slot's, chunk by chunk: it calls them -1."""
        return self.sums([-1], [(1,)], (n,))

    def reduce(self, slot: int, labels: Sequence[str], output: str, rule: Any, shared: bool = True) -> None:
        """Write the loops of a sum of products or of a repeated op, which threads may share unless told otherwise."""
        reduction.reduce(self, slot, labels, output, rule, shared)

    @property
    def integer_size(self) -> int:
        """How many bytes an integer of BLAS and LAPACK has."""
        return addresses.integer_size()

    def fortran(self, symbol: str, args: Sequence[Any], element: str) -> None:
        """Call a subroutine of BLAS or LAPACK: of integers, letters, floats and arrays, each by its address."""
        cells = [_cell(a, element) for a in args if not hasattr(a, "buffer")]
        table = self.table(np.array(cells or [0], object if any(map(varies, cells)) else np.int64))
        numbers = (self.pointer(table, str(k)) for k in range(len(cells)))
        self.call("void", symbol, [a.buffer.pointer if hasattr(a, "buffer") else next(numbers) for a in args])

    def factors(self, slot: int) -> Factors | None:
        """Return the factors of a product that a reduction computes itself."""
        return self.plan.folds.factors(self.program, slot)

    def inner(self, program: Any, pieces: int = 0) -> Inner:
        """Write another program to be run by this one; in a function of a range of `pieces`, each may have memory of
        its own.
        """
        return Inner(self, program, pieces)


_NOWHERE = Buffer("", "double")


def _cell(value: Any, element: str) -> int:
    """Return the cell of 64 bits that an argument of BLAS or LAPACK is read from."""
    if isinstance(value, str):
        return ord(value)
    if isinstance(value, float):
        bits = np.array([value, 0.0], np.float32 if element == "float" else np.float64).view(np.int64)
        return int(bits[0])
    return value if varies(value) else int(value)


class Target(NamedTuple):
    """Where an instruction writes a result: the slot is -1 for one that nothing reads."""

    form: Any
    buffer: Buffer
    slot: int


class Inner:
    """A program within a function: its code, and the tables that it is called with."""

    def __init__(self, function: FunctionWriter, program: Any, pieces: int) -> None:
        self.f, self.written = function, function.module.function(program)
        inputs, pool = len(program.inputs), self.written.pool
        self.arguments = function.variable(f"[{inputs + max(1, len(pool))} x ptr]")
        self.results = function.variable(f"[{max(1, len(program.outputs))} x ptr]")
        memory = function.work_buffer(self.written.work * max(1, pieces))
        self.work = memory.pointer
        if pieces:
            self.work = function.pointer(memory, function.offset(0, (self.written.work // 8,), (FIRST,)))
        function.put(self.arguments, [function.pooled(array).pointer for array in pool], inputs)

    def give(self, pointers: Sequence[str], first: int = 0) -> None:
        """Set some inputs, the first ones or those from `first` on."""
        self.f.put(self.arguments, pointers, first)

    def run(self, results: Sequence[str]) -> None:
        """Call it, to write its outputs; its failed guard is a failure here."""
        f = self.f
        f.put(self.results, results)
        status = self.called()
        said = f.integer(f"icmp sgt i64 {status}, {INNER_GUARD}")  # which says more than that a guard failed
        f.return_unless_done(status, f.integer(f"select i1 {said}, i64 {status}, i64 {INNER_GUARD}"))

    def called(self) -> str:
        """Call it with the tables as they are; returns the name of its status."""
        f = self.f
        f.repeated += self.written.cost
        return f.integer(f"call i64 @{self.written.name}(ptr {self.arguments}, ptr {self.results}, ptr {self.work})")


class Written(NamedTuple):
    """A program's function in a module: its name, what its caller provides (see `Text`), and, if some of it can be
    shared among threads, the functions that it calls one after the other."""

    program: Any
    name: str
    pool: ConstantPool
    work: int
    cost: int
    phases: list[Phase]


@dataclass(eq=False)
class Module:
    """The functions of a program and of those that it runs.

    Attributes
    ----------
    polls : bool
        Whether some of it runs so long that it asks for signals.
    callbacks : list of Callback
        Of Python code that it calls.
    registers : bool
        Whether small systems of equations are solved in registers, where eager code calls a library.
    is_bound : bool
        Whether there are addresses of this process among its constants.
    stretched : int
        Lines of long stretches of scalars in all functions.
    """

    writer: ClassVar[type[FunctionWriter]] = FunctionWriter

    functions: list[str] = field(default_factory=list)
    declarations: set[str] = field(default_factory=set)
    by_program: dict[int, Written] = field(default_factory=dict)
    callbacks: list[Callback] = field(default_factory=list)
    polls: bool = False
    registers: bool = True
    is_bound: bool = False
    stretched: int = 0
    _numbers: Iterator[int] = field(default_factory=count)

    def function(self, program: Program, marked: Program | None = None) -> Written:
        """Return the function of a program, written when first asked for: from the arranged program in which numbers
        are marked as data, if there is one.
        """
        entry = self.by_program.get(id(program))
        if entry is None:
            function = self.writer(marked or arranged(program), f"tape_{next(self._numbers)}", self)
            self.functions.append(function.write())
            self.polls = self.polls or function.polls
            self.stretched += function.stretched
            entry = self.by_program[id(program)] = Written(
                program, function.name, function.pool, function.work, function.cost, function.phases
            )
        return entry

    def text(self) -> str:
        return "\n".join([*sorted(self.declarations), *self.functions])


def written(
    program: Program, module: Module | None = None, marked: Program | None = None
) -> tuple[Module, Written, str]:  # fmt: skip
    """Write a program's module, which is empty before; returns it, the program's own function, and the text of all."""
    module = module or Module()
    return module, module.function(program, marked), module.text()
