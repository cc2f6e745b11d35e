"""Rolled loops: the instruction that calls a body in a loop, and the arrays that the loop leaves in memory.

``roll`` calls a program, the body, so many times. Before each call it computes the addresses of the body's inputs and
outputs: an operand of the roll or one of its parts, and an offset that mostly grows by the same number each turn. Its
parts are arrays that later instructions read: of all turns, or of the last two, or one that all turns add to.

These stand for no function of users: nothing records them, and files do not hold them.

Tests: tests/passes/test_roll_loops.py, tests/passes/test_tile_rows.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.codegen.chunked_sums import added_up
from tapegrad.codegen.llvm_text import element_of
from tapegrad.codegen.loop_nests import PIECES
from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Buffer, Place, Strided
from tapegrad.machine.status import INNER_GUARD
from tapegrad.ops.kinds.kind import Alone
from tapegrad.ops.kinds.total import Total


class Step:
    """An instruction's op, for those who ask programs."""

    variadic = foreign = several = False

    def __init__(self, name: str, kind: Alone) -> None:
        self.name, self.kind = name, kind


class LoopPlace(NamedTuple):
    """The place of an array in each turn: an operand of the roll, or behind these one of its parts, and an offset."""

    bases: np.ndarray
    offsets: np.ndarray


class Turns(NamedTuple):
    """The static parameter of a roll.

    Attributes
    ----------
    body : Program
    turns : int
    inputs, outputs : lists of LoopPlace
        Of the body.
    copied : list of (int, LoopPlace)
        Parts that begin as copies of what lies somewhere.
    guards : ndarray
        The number, in the whole program, of each guard of the body, for each turn.
    """

    body: Any
    turns: int
    inputs: list[LoopPlace]
    outputs: list[LoopPlace]
    copied: list[tuple[int, LoopPlace]]
    guards: np.ndarray


class Roll(Alone):
    """A body called turn after turn, with addresses computed for each."""

    def write(self, f: Any, slot: int) -> None:
        loop: Turns = f.program.statics[slot]["loop"]
        parts = [f.buffers[s] for s in f.plan.units[f.plan.unit_of[slot]].members[1:]]
        bases = [b.pointer for b in (*map(f.contiguous, f.program.operands[slot]), *parts)]
        for k, line in loop.copied:
            element = parts[k].element
            source = Buffer(f.pointer(Buffer(bases[line.bases[0]], element), str(line.offsets[0])), element)
            size = f.program.forms[f.plan.units[f.plan.unit_of[slot]].members[1 + k]].size
            f.copy((size,), Strided(source, 0, (1,)), Strided(parts[k], 0, (1,)))
        self._written(f, loop, bases)

    def _written(self, f: Any, loop: Turns, bases: list[str]) -> None:
        """Write the loop."""
        turn = self._prepared(f, loop, bases, f.inner(loop.body))
        with f.loop(0, loop.turns, 1) as index:
            turn(index)

    def _prepared(self, f: Any, loop: Turns, bases: list[str], inner: Any) -> Callable[[str], None]:
        """Write the code that all turns share; return the function that writes one turn."""
        memory = functools.cache(lambda: f.table_of(bases))
        moving = []
        lines = [
            (inner.arguments, loop.inputs, loop.body.input_forms),
            (inner.results, loop.outputs, loop.body.output_forms),
        ]
        for table, places, forms in lines:
            for k, (line, form) in enumerate(zip(places, forms, strict=True)):
                address = _Address(f, line, element_of(form), bases, memory)
                if address.fixed:
                    f.put(table, [address.at("0")], k)
                else:
                    moving.append((table, k, address))

        def written(turn: str) -> None:
            for table, k, address in moving:
                f.put(table, [address.at(turn)], k)
            status = inner.called()
            f.return_unless_done(status, self._reason(f, loop, status, turn))

        return written

    def _reason(self, f: Any, loop: Turns, status: str, turn: str) -> str:
        """Return the status of the whole program when a turn failed: the body's guards have other numbers there."""
        if not loop.guards.size:
            return status
        count = loop.guards.shape[1]
        inside = f.integer(f"icmp slt i64 {status}, {INNER_GUARD}")
        first = f.integer(f"add nsw i64 {status}, -1")
        within = f.integer(f"icmp ult i64 {first}, {count}")
        chosen = f.integer(f"select i1 {within}, i64 {first}, i64 0")
        number = f.load_index(f.pooled(loop.guards), f.offset(0, (count, 1), (turn, chosen)))
        return f.integer(f"select i1 {inside}, i64 {number}, i64 {status}")


class InBlocks(Roll):
    """A body with independent turns, which threads may share: each piece has memory of its own."""

    def _written(self, f: Any, loop: Turns, bases: list[str]) -> None:
        function = f.module.function(loop.body)
        if not f.parts.worth(loop.turns * function.cost):
            super()._written(f, loop, bases)
            return
        some = -(-loop.turns // PIECES)
        pieces = -(-loop.turns // some)
        with f.parts.shared() as count:
            count.append(pieces)
            inner = f.inner(loop.body, pieces)
            turn = self._prepared(f, loop, bases, inner)
            with f.pieces([pieces]) as (piece,):
                first = f.offset(0, (some,), (piece,))
                stop = f.e1.call(
                    "@llvm.smin.i64", "i", Lane(f.e1, f.offset(some, (1,), (first,)), "i"), f.e1.int(loop.turns)
                )
                with f.loop(first, stop.name, 1, some) as index:
                    turn(index)


class _Address:
    """The address of a line, in a turn."""

    def __init__(self, f: Any, line: LoopPlace, element: str, bases: list[str], memory: Any) -> None:
        self.f, self.element = f, element
        at, offsets = line
        self.first, self.step = int(offsets[0]), int(offsets[1] - offsets[0])
        steps = np.diff(offsets)
        self.even = (steps == self.step).all()
        alternating = (offsets == np.where(np.arange(len(offsets)) % 2, offsets[1], offsets[0])).all()
        self.ring = not self.even and alternating
        self.offsets = None if self.even or alternating else f.pooled(np.ascontiguousarray(offsets))
        self.base = bases[at[0]] if (at == at[0]).all() else None
        if self.base is None:
            self.table, self.numbers = memory(), f.pooled(np.ascontiguousarray(at))
        self.fixed = self.base is not None and self.even and self.step == 0

    def at(self, turn: str) -> str:
        f = self.f
        base = self.base or f.integer(f"load ptr, ptr {f.integer(self._entry(turn))}")
        if self.offsets is not None:
            offset = f.load_index(self.offsets, turn)
        else:
            index = f.integer(f"and i64 {turn}, 1") if self.ring else turn
            offset = f.offset(self.first, (self.step,), (index,))
        return base if offset == "0" else f.pointer(Buffer(base, self.element), offset)

    def _entry(self, turn: str) -> str:
        return f"getelementptr ptr, ptr {self.table}, i64 {self.f.load_index(self.numbers, turn)}"


class LoopPart(Alone):
    """An array that the roll, or the scan, before it fills."""

    def plan(self, plan: Any, slot: int) -> None:
        (roll,) = plan.program.operands[slot]
        plan.unit_of[slot] = plan.unit_of[roll]
        plan.units[plan.unit_of[roll]].members.append(slot)
        if plan.lanes(slot):
            plan.stored.add(slot)

    def write(self, f: Any, slot: int) -> None:
        raise AssertionError("its roll writes it")


class View(Alone):
    """A strided view of an input of the body, as the elements lay in the array that it is part of."""

    def plan(self, plan: Any, slot: int) -> None:
        (x,) = plan.program.operands[slot]
        static, shape = plan.program.statics[slot], plan.program.forms[slot].shape
        place = Place(x, shape, static["offset"], static["strides"])
        if plan.lanes(slot):
            plan.lies(slot, place if plan.lanes(x) else Place(x, shape, 0, (0,) * len(shape)))
        elif plan.lanes(x):
            plan.load(slot, place)
        else:
            plan.same(slot, x)

    def write(self, f: Any, slot: int) -> None:
        raise AssertionError("its elements lie where they lay")


class Accumulate(Alone):
    """The second operand added to elements of the first, where that lies."""

    def write(self, f: Any, slot: int) -> None:
        static, (window, value) = f.program.statics[slot], f.program.operands[slot]
        f.copy(static["shape"], value, Strided(f.buffers[window], static["offset"], static["strides"]), add=True)


class ChunkSums(Total):
    """The sums of chunks of all rows, in the order in which `sum_of_chunks` adds them up."""


class SumOfChunks(Alone):
    """The sum of all elements, of the sums of its chunks."""

    def write(self, f: Any, slot: int) -> None:
        (x,) = f.program.operands[slot]
        f.scalars[slot] = f.rounded(added_up(f, f.buffer(x), f.program.forms[x].size), f.program.forms[slot])


roll, part = Step("roll", Roll()), Step("part", LoopPart())
roll_in_blocks = Step("roll_in_blocks", InBlocks())
chunk_sums, sum_of_chunks = Step("chunk_sums", ChunkSums()), Step("sum_of_chunks", SumOfChunks())
view, accumulate = Step("view", View()), Step("accumulate", Accumulate())
