"""Long stretches of scalars: loops where the code repeats, the interpreter where it does not.

Straight-line machine code for tens of thousands of instructions takes minutes to compile. But long scalar tapes come
from loops, so the same sequence of ops returns again and again, forward and in reverse: the sequence becomes the body
of a loop, and only where its operands lie differs from turn to turn, mostly by a constant step. What repeats nothing
runs in the scalar executor's switch.

All values that are read across turns lie in one array in working memory, in the order of the instructions: first what
the stretch reads from outside, then one place for each instruction.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tapegrad.machine import kernels
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import Lane
from tapegrad.ops.declare import Elementwise, table
from tapegrad.tape.executor import executor

SHORT = 2000  # lines of LLVM text that are compiled as they stand
_IRREGULAR = 6000  # lines of a function that may go to what repeats nothing
_LITTLE = 40  # instructions that are never worth the interpreter's call
_GRAM = 16
_LEAST_TURNS = 4
_LONGEST_BODY = 2000


class Segment(NamedTuple):
    """Instructions from `first` on: `turns` times a body of so many (one turn: straight-line code)."""

    first: int
    body: int
    turns: int


def segments(codes: np.ndarray) -> list[Segment]:
    """Cut a sequence of op codes into loops and straight pieces."""
    found: list[Segment] = []
    waiting = [(0, len(codes))]
    while waiting:
        first, stop = waiting.pop()
        loop = _best_loop(codes[first:stop]) if stop - first >= 4 * _GRAM else None
        if loop is None:
            if stop > first:
                found.append(Segment(first, stop - first, 1))
            continue
        start, body, turns = loop
        found.append(Segment(first + start, body, turns))
        waiting += [(first, first + start), (first + start + body * turns, stop)]
    return sorted(found)


def _best_loop(codes: np.ndarray) -> tuple[int, int, int] | None:
    """Return the repetition that covers most: its start, body and turns."""
    n = len(codes)
    powers = np.array([pow(1_000_003, k, 1 << 64) for k in range(_GRAM)], np.uint64)
    grams = np.zeros(n - _GRAM + 1, np.uint64)
    for k in range(_GRAM):
        grams += codes[k : n - _GRAM + 1 + k].astype(np.uint64) * powers[k]
    order = np.argsort(grams, kind="stable")
    same = grams[order[1:]] == grams[order[:-1]]
    distances = (order[1:] - order[:-1])[same]
    distances = distances[distances <= min(n // _LEAST_TURNS, _LONGEST_BODY)]
    if not len(distances):
        return None
    counts = np.bincount(distances)
    best = None
    for body in np.argsort(counts)[-6:].tolist():
        if body == 0 or counts[body] == 0:
            continue
        equal = np.concatenate([[False], codes[body:] == codes[:-body], [False]])
        edges = np.flatnonzero(equal[1:] != equal[:-1])
        starts, ends = edges[::2], edges[1::2]
        longest = int(np.argmax(ends - starts))
        start, length = int(starts[longest]), int(ends[longest] - starts[longest])
        turns = length // body + 1
        if turns >= _LEAST_TURNS and (best is None or body * turns > best[1] * best[2]):
            best = start, body, turns
    return best if best is not None and best[1] * best[2] >= 4 * _GRAM else None


class Stretch:
    """The machine code of one long stretch of scalars, written into a function."""

    def __init__(self, function: Any, members: list[int]) -> None:
        self.f = f = function
        p, plan = f.program, f.plan
        self.members = [s for s in members if s not in plan.loads]
        inside = set(self.members)
        roots = [[plan.alias[o] for o in p.operands[s]] for s in self.members]
        outside = dict.fromkeys(r for line in roots for r in line if r not in inside)
        self.base = len(outside)
        place = {s: k for k, s in enumerate((*outside, *self.members))}
        self.outside = list(outside)
        n = len(self.members)
        self.codes = np.array([p.ops[s].code for s in self.members], np.int32)
        self.arity = [len(line) for line in roots]
        self.operands = np.array(
            [[place[r] for r in (*line, *(line[0],) * (3 - len(line)))] for line in roots], np.int64
        )
        self.operands = self.operands.reshape(n, 3)
        self.memory = f.work_buffer(8 * (self.base + n))
        self._locate()
        self.kept = np.zeros(self.base + n, bool)  # values that are read from memory
        self.pieces = [self._peeled(s) for s in segments(self.codes)]

    def _locate(self) -> None:
        """Find for each place the buffer that holds it, and where: elements of arrays are read where they lie."""
        located = self.f.located
        count = self.base + len(self.members)
        self.buffers = [self.memory]
        self.index_of = np.arange(count)
        self.buffer_of = np.zeros(count, np.int64)
        numbers: dict[str, int] = {}
        for k, root in enumerate(self.outside):
            if root in located and located[root][0].element == "double":
                buffer, offset = located[root]
                if buffer.pointer not in numbers:
                    numbers[buffer.pointer] = len(self.buffers)
                    self.buffers.append(buffer)
                self.buffer_of[k], self.index_of[k] = numbers[buffer.pointer], offset
        # an operand that comes from different buffers in different turns is fetched into the stretch's own memory
        loops = [piece for piece in segments(self.codes) if piece.turns > 1]
        moved = True
        while moved:  # what one loop moves another may have read in place
            moved = False
            for piece in loops:
                own = self.operands[piece.first : piece.first + piece.body * piece.turns].reshape(piece.turns, -1)
                mixed = own[:, (self.buffer_of[own] != self.buffer_of[own[:1]]).any(axis=0)].ravel()
                mixed = mixed[self.buffer_of[mixed] != 0]
                self.buffer_of[mixed], self.index_of[mixed] = 0, mixed
                moved = moved or len(mixed) > 0

    def _peeled(self, s: Segment) -> list[Segment]:
        """Return a loop without its first turn, if that one alone reads from elsewhere."""
        if s.turns <= _LEAST_TURNS:
            return [s]
        own = self.index_of[self.operands[s.first : s.first + s.body * s.turns].reshape(s.turns, s.body, 3)]
        steps = np.diff(own, axis=0)
        regular = (steps == steps[:1]).all(axis=0)
        later = (steps[1:] == steps[1:2]).all(axis=0)
        if (later & ~regular).any():
            return [Segment(s.first, s.body, 1), Segment(s.first + s.body, s.body, s.turns - 1)]
        return [s]

    def write(self) -> None:
        f = self.f
        pieces = [s for piece in self.pieces for s in piece]
        self._mark(pieces)
        for k, root in enumerate(self.outside):
            if self.buffer_of[k] == 0:
                f.store_scalar(f.scalar(root), self.memory, str(k))
        for s in pieces:
            if s.turns > 1:
                self._loop(s)
            elif self._lines(s) + len(f.lines) > _IRREGULAR and s.body > _LITTLE and self._plain(s):
                self._interpreted(s)
            else:
                self._straight(s)
        wanted = f.read_outside(self.members)
        for k, slot in enumerate(self.members, self.base):
            if slot in wanted:
                f.located[slot] = self.memory, k

    def _mark(self, pieces: list[Segment]) -> None:
        """Find the values that must be in memory: read in another turn or segment, or outside."""
        turn = np.full(self.base + len(self.members), -1)
        count = 0
        for s in pieces:
            size = s.body * s.turns
            turn[self.base + s.first : self.base + s.first + size] = count + np.arange(size) // s.body
            count += s.turns
        readers = turn[self.base :]
        for k in range(3):
            crossing = self.operands[:, k][turn[self.operands[:, k]] != readers]
            self.kept[crossing] = True
        for s in pieces:  # what is of the same turn in some turns only is read from memory in all
            if s.turns > 1:
                own, within = self._within(s)
                self.kept[own[:, ~within]] = True
        wanted = self.f.read_outside(self.members)
        for k, slot in enumerate(self.members, self.base):
            if slot in wanted:
                self.kept[k] = True

    def _within(self, s: Segment) -> tuple[np.ndarray, np.ndarray]:
        """Return the operands of a loop by turn, and which of them are of the same turn in every turn, at one place."""
        own = self.operands[s.first : s.first + s.body * s.turns].reshape(s.turns, s.body, 3)
        local = own - (self.base + s.first + s.body * np.arange(s.turns)).reshape(-1, 1, 1)
        within: Any = (local == local[:1]).all(axis=0)
        return own, within & (local[0] >= 0) & (local[0] < np.arange(s.body).reshape(-1, 1))

    def _lines(self, s: Segment) -> int:
        return sum(self.f.plan.lines(slot) for slot in self.members[s.first : s.first + s.body])

    def _plain(self, s: Segment) -> bool:
        """Tell whether the interpreter can do it: float64 numbers only."""
        p = self.f.program
        return all(
            p.forms[slot].lane is not None and p.forms[slot].lane.itemsize == 8 and isinstance(p.ops[slot], Elementwise)
            for slot in self.members[s.first : s.first + s.body]
        )

    def _value(self, slot: int, args: list[Lane]) -> Lane:
        return self.f.computed(slot, args)

    def _straight(self, s: Segment) -> None:
        f, known = self.f, {}
        for k in range(s.first, s.first + s.body):
            args = []
            for o in self.operands[k, : self.arity[k]].tolist():
                if o not in known:
                    known[o] = f.scalar(self.outside[o]) if o < self.base else f.load_scalar(self.memory, str(o))
                args.append(known[o])
            known[self.base + k] = value = self._value(self.members[k], args)
            if self.kept[self.base + k]:
                f.store_scalar(value, self.memory, str(self.base + k))

    def _loop(self, s: Segment) -> None:
        f = self.f
        first = self.base + s.first
        own, within = self._within(s)
        where = self.index_of[own]
        steps = where[1] - where[0]
        affine: Any = (np.diff(where, axis=0) == steps).all(axis=0)
        fixed: dict[int, Lane] = {}  # what every turn reads, loaded before the loop
        last = first + s.body * s.turns
        for j in range(s.body):
            for k in range(self.arity[s.first + j]):
                o = int(own[0, j, k])
                if (own[:, j, k] == o).all() and not first <= o < last and o not in fixed:
                    fixed[o] = f.scalar(self.outside[o]) if o < self.base else f.load_scalar(self.memory, str(o))
        kept: Any = self.kept[first:last].reshape(s.turns, s.body).any(axis=0)
        with f.loop(0, s.turns, 1) as turn:
            values: list[Lane] = []
            loaded: dict[Any, Lane] = {}
            start = f.offset(first, (s.body,), (turn,))
            for j in range(s.body):
                args = []
                for k in range(self.arity[s.first + j]):
                    if within[j, k]:
                        args.append(values[int(own[0, j, k]) - first])
                        continue
                    o, at_first, step = int(own[0, j, k]), int(where[0, j, k]), int(steps[j, k])
                    if o in fixed and (own[:, j, k] == o).all():
                        args.append(fixed[o])
                        continue
                    source = int(self.buffer_of[o])
                    key: Any = (source, at_first, step) if affine[j, k] else (source, where[:, j, k].tobytes())
                    if key not in loaded:
                        if affine[j, k]:
                            at = f.offset(at_first, (step,), (turn,))
                        else:
                            places = f.pooled(np.ascontiguousarray(where[:, j, k]))
                            at = f.load_index(places, turn)
                        loaded[key] = f.load_scalar(self.buffers[source], at)
                    args.append(loaded[key])
                values.append(self._value(self.members[s.first + j], args))
                if kept[j]:
                    f.store_scalar(values[-1], self.memory, f.offset(j, (1,), (start,)))

    def _interpreted(self, s: Segment) -> None:
        """Leave a piece to the scalar executor's switch, whose address is data."""
        for code in np.unique(self.codes[s.first : s.first + s.body]).tolist():
            kernels.load(table[code], "f8")
        executor.scalar_sweep("forward", "f8")
        f = self.f
        for k, root in enumerate(self.outside):  # the executor reads one array only
            if self.buffer_of[k]:
                f.store_scalar(f.scalar(root), self.memory, str(k))
        rows = np.zeros((self.base + s.first + s.body, 4), np.int32)
        rows[self.base :, 0] = self.codes[: s.first + s.body]
        rows[self.base :, 1:] = self.operands[: s.first + s.body]
        start, stop = self.base + s.first, self.base + s.first + s.body
        address = f.pooled(np.array([engine().address("scalar_forward_f8")], np.int64))
        f.call_interpreter(
            address, f.pooled(rows.view(np.int64).reshape(-1)), self.memory, start, stop, kernels.tables["f8"]
        )
