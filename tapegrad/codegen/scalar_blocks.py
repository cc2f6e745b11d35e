"""Scalar code: stretches of scalar instructions as basic blocks, as loops where they repeat, or interpreted.

Straight-line machine code for tens of thousands of instructions takes minutes to compile. But long scalar tapes come
from loops, so the same sequence of ops returns again and again, forward and in reverse: the sequence becomes the body
of a loop, and only where its operands lie differs from turn to turn, mostly by a constant step. What repeats nothing
runs in the scalar executor's switch.

All values that are read across turns lie in one array in working memory, in the order of the instructions: first what
the stretch reads from outside, then one place for each instruction.

Tests: tests/engine/test_stretches.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.program import static_key
from tapegrad.machine import kernels
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import Lane
from tapegrad.ops.declare import Elementwise, table
from tapegrad.ops.runtime import runtime
from tapegrad.passes.repeats import LEAST_TURNS, Segment, segments

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter
    from tapegrad.codegen.schedule import Unit

SHORT = 2000  # lines of LLVM text that are compiled as they stand
_IRREGULAR = 6000  # lines of a stretch that may go to what repeats nothing
_LONGEST = 12_000  # and to loops
_LITTLE = 40  # instructions that are never worth the interpreter's call
_LONGEST_BODY = 2000


def write_stretch(f: FunctionWriter, unit: Unit) -> None:
    """Write the scalars of one unit."""
    plan, long = f.plan, unit.lines > SHORT
    loads = [slot for slot in unit.members if slot in plan.loads] if plan.loads else []
    for slot in loads if long else unit.members:
        place = plan.loads.get(slot)
        if place is not None and long and place.table is None and plan.lanes(place.base):
            f.located[slot] = f.buffer(place.base), place.offset
        elif place is not None:
            f.scalars[slot] = f.item(f.stream(place, ()), ())
        else:
            f.scalars[slot] = f.computed(slot, [f.scalar(s) for s in f.program.operands[slot]])
    if long:
        _Stretch(f, np.setdiff1d(unit.members, loads, assume_unique=True) if loads else np.array(unit.members)).write()


class _Stretch:
    """The machine code of one long stretch, written into a function."""

    def __init__(self, function: Any, slots: np.ndarray) -> None:
        self.f = f = function
        self._executor: tuple[Any, list[str]] | None = None
        p, plan = f.program, f.plan
        self.members: list[int] = slots.tolist()
        operands, alias = plan.operands, np.array(plan.alias, np.int64)
        counts = operands.counts[slots]
        roots = alias[[operands.of(slots, np.minimum(k, counts - 1)) for k in range(3)]].T  # the last one again
        place = np.full(len(p), -1)
        place[slots] = 0
        outside = roots[place[roots] < 0]
        first = np.empty(len(p), np.int64)
        first[outside[::-1]] = np.arange(len(outside))[::-1]  # the first one of each is written last
        self.outside: list[int] = outside[first[outside] == np.arange(len(outside))].tolist()
        self.base = len(self.outside)
        place[self.outside], place[slots] = np.arange(self.base), self.base + np.arange(len(slots))
        codes = np.zeros(len(operands.ops), np.int32)
        for number in np.flatnonzero(np.bincount(operands.op[slots])).tolist():  # others may have none
            codes[number] = operands.ops[number].code
        self.codes = codes[operands.op[slots]]
        numbers: dict[Any, int] = {}  # instructions with other parameters are others
        repeated = self.codes.astype(np.int64)
        plain = operands.of_ops(lambda op: isinstance(op, Elementwise))[slots]
        for k in [k for k in np.flatnonzero(~plain).tolist() if p.statics[self.members[k]]]:
            key = self.codes[k].item(), static_key(p.statics[self.members[k]])
            repeated[k] = -1 - numbers.setdefault(key, len(numbers))
        self.arity, self.operands = counts.tolist(), place[roots]
        self.memory = f.work_buffer(8 * (self.base + len(slots)))
        crossing = np.zeros(len(p), bool)
        crossing[[*plan.crossing]] = True
        self.crossing: list[int] = (self.base + np.flatnonzero(crossing[slots])).tolist()
        parts = segments(repeated, _LONGEST_BODY)
        self._locate([s for s in parts if s.turns > 1])
        self.pieces = [piece for s in parts for piece in self._peeled(s)]
        self.stored = self._stored()

    def _locate(self, loops: list[Segment]) -> None:
        """Find for each place the buffer that holds it, and where: elements of arrays are read where they lie."""
        self.index_of = np.arange(self.base + len(self.members))
        self.buffer_of = np.zeros_like(self.index_of)
        numbers = {self.memory: 0}
        for k, root in enumerate(self.outside):
            buffer, offset = self.f.located.get(root, (self.memory, k))
            if buffer.element == "double":
                self.buffer_of[k], self.index_of[k] = numbers.setdefault(buffer, len(numbers)), offset
        self.buffers = list(numbers)
        # an operand that comes from different buffers in different turns is fetched into the stretch's own memory
        moved = True
        while moved:  # what one loop moves another may have read in place
            moved = False
            for s in loops:
                by_turn = self._turns(s, self.operands).reshape(s.turns, -1)
                mixed = by_turn[:, (self.buffer_of[by_turn] != self.buffer_of[by_turn[:1]]).any(axis=0)].ravel()
                mixed = mixed[self.buffer_of[mixed] != 0]
                self.buffer_of[mixed], self.index_of[mixed] = 0, mixed
                moved = moved or len(mixed) > 0

    def _turns(self, s: Segment, values: np.ndarray) -> np.ndarray:
        """Return an array of the instructions' as one of turns and of instructions in the body."""
        return values[s.first : s.first + s.body * s.turns].reshape(s.turns, s.body, *values.shape[1:])

    def _peeled(self, s: Segment) -> list[Segment]:
        """Return a loop without its first turn, if that one alone reads from elsewhere."""
        if s.turns <= LEAST_TURNS:
            return [s]
        steps = np.diff(self.index_of[self._turns(s, self.operands)], axis=0)
        regular = (steps == steps[:1]).all(axis=0)
        later = (steps[1:] == steps[1:2]).all(axis=0)
        if (later & ~regular).any():
            return [Segment(s.first, s.body, 1), Segment(s.first + s.body, s.body, s.turns - 1)]
        return [s]

    def write(self) -> None:
        f, begin = self.f, len(self.f.lines)
        for k, root in enumerate(self.outside):
            if self.buffer_of[k] == 0:
                f.store_scalar(f.scalar(root), self.memory, str(k))
        waiting: list[Segment] = []  # for the interpreter, one after the other
        for s in self.pieces:
            lines = self._lines(s) + len(f.lines) - begin
            plain = f.interprets and s.body * s.turns > _LITTLE and self._plain(s)
            if plain and lines > (_IRREGULAR if s.turns == 1 else _LONGEST):
                waiting.append(s)
                continue
            self._interpreted(waiting)
            if s.turns > 1:
                self._loop(s)
            else:
                self._straight(s)
        self._interpreted(waiting)
        f.stretched += len(f.lines) - begin
        for k in self.crossing:
            f.located[self.members[k - self.base]] = self.memory, k

    def _stored(self) -> np.ndarray:
        """Find the values that must be in memory: read in another turn or segment, or outside."""
        stored = np.zeros(self.base + len(self.members), bool)
        stored[self.crossing] = True
        turn = np.full(len(stored), -1)
        count = 0
        for s in self.pieces:
            size = s.body * s.turns
            turn[self.base + s.first :][:size] = count + np.arange(size) // s.body
            count += s.turns
        stored[self.operands[turn[self.operands] != turn[self.base :, None]]] = True
        for s in self.pieces:  # what is of the same turn in some turns only is read from memory in all
            if s.turns > 1:
                by_turn, within = self._within(s)
                stored[by_turn[:, ~within]] = True
        return stored

    def _within(self, s: Segment) -> tuple[np.ndarray, np.ndarray]:
        """Return the operands of a loop by turn, and which of them are of the same turn in every turn, at one place."""
        by_turn = self._turns(s, self.operands)
        local = by_turn - (self.base + s.first + s.body * np.arange(s.turns)).reshape(-1, 1, 1)
        within: Any = (local == local[:1]).all(axis=0)
        return by_turn, within & (local[0] >= 0) & (local[0] < np.arange(s.body).reshape(-1, 1))

    def _lines(self, s: Segment) -> int:
        return sum([self.f.plan.lines(slot) for slot in self.members[s.first : s.first + s.body]])

    def _plain(self, s: Segment) -> bool:
        """Tell whether the interpreter can do it: float64 numbers only."""
        p = self.f.program
        return all(
            p.forms[slot].lane is not None and p.forms[slot].lane.itemsize == 8 and isinstance(p.ops[slot], Elementwise)
            for slot in self.members[s.first : s.first + s.body]
        )

    def _fetched(self, place: int) -> Lane:
        f = self.f
        return f.scalar(self.outside[place]) if place < self.base else f.load_scalar(self.memory, str(place))

    def _straight(self, s: Segment) -> None:
        f, lanes = self.f, {}
        for k in range(s.first, s.first + s.body):
            args = []
            for o in self.operands[k, : self.arity[k]].tolist():
                if o not in lanes:
                    lanes[o] = self._fetched(o)
                args.append(lanes[o])
            lanes[self.base + k] = value = f.computed(self.members[k], args)
            if self.stored[self.base + k]:
                f.store_scalar(value, self.memory, str(self.base + k))

    def _loop(self, s: Segment) -> None:
        f = self.f
        first = self.base + s.first
        by_turn, within = self._within(s)
        where = self.index_of[by_turn]
        steps = where[1] - where[0]
        affine: Any = (np.diff(where, axis=0) == steps).all(axis=0)
        last = first + s.body * s.turns
        constant: Any = (by_turn == by_turn[:1]).all(axis=0) & ((by_turn[0] < first) | (by_turn[0] >= last))
        operands = [[(j, k) for k in range(self.arity[s.first + j])] for j in range(s.body)]
        fixed: dict[int, Lane] = {}  # what every turn reads, loaded before the loop
        for at in (at for line in operands for at in line):
            o = int(by_turn[0][at])
            if constant[at] and o not in fixed:
                fixed[o] = self._fetched(o)
        stored: Any = self._turns(s, self.stored[self.base :]).any(axis=0)
        with f.loop(0, s.turns, 1) as turn:
            values: list[Lane] = []
            loaded: dict[Any, Lane] = {}
            start = f.offset(first, (s.body,), (turn,))

            def argument(j: int, k: int) -> Lane:
                o = int(by_turn[0, j, k])
                if within[j, k]:
                    return values[o - first]
                if constant[j, k]:
                    return fixed[o]
                source, begin, step = int(self.buffer_of[o]), int(where[0, j, k]), int(steps[j, k])
                key: Any = (source, begin, step) if affine[j, k] else (source, where[:, j, k].tobytes())
                if key not in loaded:
                    if affine[j, k]:
                        index = f.offset(begin, (step,), (turn,))
                    else:
                        index = f.load_index(f.pooled(np.ascontiguousarray(where[:, j, k])), turn)
                    loaded[key] = f.load_scalar(self.buffers[source], index)
                return loaded[key]

            for j, line in enumerate(operands):
                values.append(f.computed(self.members[s.first + j], [argument(*at) for at in line]))
                if stored[j]:
                    f.store_scalar(values[-1], self.memory, f.offset(j, (1,), (start,)))

    def _interpreted(self, pieces: list[Segment]) -> None:
        """Leave pieces that follow each other to the scalar executor's switch, whose address is data."""
        if not pieces:
            return
        f, first, stop = self.f, pieces[0].first, pieces[-1].stop
        pieces.clear()
        for code in np.unique(self.codes[first:stop]).tolist():
            kernels.load(table[code], "f8")
        if self._executor is None:
            self._executor = self._prepared()
        address, objects = self._executor
        f.repeated += 10 * (stop - first)
        code, memory, kernel_table = objects
        function = f.integer(f"load ptr, ptr {address.pointer}")
        arguments = f"ptr {code}, ptr {memory}, i64 {self.base + first}, i64 {self.base + stop}, ptr {kernel_table}"
        f.integer(f"call i64 {function}({arguments})")

    def _prepared(self) -> tuple[Any, list[str]]:
        """Return where the executor's address is, and its arrays; they have all that is read from outside."""
        runtime.scalar_sweep("forward", "f8")
        f = self.f
        f.module.is_bound = True
        for k, root in enumerate(self.outside):  # the executor reads one array only
            if self.buffer_of[k]:
                f.store_scalar(f.scalar(root), self.memory, str(k))
        rows = np.zeros((self.base + len(self.members), 4), np.int32)
        rows[self.base :, 0], rows[self.base :, 1:] = self.codes, self.operands
        objects = []  # the executor finds its arrays' data in the third word of an object
        for data in (f.pooled(rows.view(np.int64).ravel()), self.memory, f.pooled(kernels.tables["f8"].ravel())):
            objects.append(f.variable("[3 x ptr]"))
            f.put(objects[-1], [data.pointer], 2)
        return f.pooled(np.array([engine().address("scalar_forward_f8")], np.int64)), objects
