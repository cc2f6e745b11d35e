"""Loop rolling: repeated instructions become a loop that calls one body (see `tapegrad.codegen.rolled_loops`).

A Python loop over arrays is recorded turn after turn, and its gradient too. Here the turns are found again by the codes
of their instructions: op, form, forms of the operands, and static parameters but the index of what is read or added to.
The instructions of one turn become a program of their own, the body; what the body reads from elsewhere becomes an
input of it, and what is read elsewhere an output.

Invariant: the rolled program computes each value by the same instructions as the straight one, in an order that the
operands allow; a view of something outside the loop has the same strides in the body. What cannot be shown to be so is
refused, and stays straight.

Tests: tests/passes/test_roll_loops.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.codegen.loop_roles import Roles
from tapegrad.codegen.rolled_loops import accumulate
from tapegrad.forks import cached_property
from tapegrad.ir.program import Program, static_key
from tapegrad.ir.program_columns import ProgramColumns, columns_of
from tapegrad.passes.aliases import Places
from tapegrad.passes.loop_bodies import Bodies
from tapegrad.passes.loop_order import early_first, in_order
from tapegrad.passes.repeats import LEAST_TURNS, Addition, NoLoop, Repetition, Segment, segments

LEAST = 200  # instructions of a program in which loops are looked for
_WIDE, _LONG = 1024, 30_000  # elements, and lines of text, from and up to which one fused loop for all turns is better
_MUCH = 1000  # instructions to be written that are worth another look
_OUTSIDE = -1


def roll_loops(program: Program) -> Program:
    """Return a program with its repetitions as loops; itself if there are none."""
    if len(program.ops) < LEAST:
        return program
    roles = Roles(program)
    scalar = roles.elementwise.keys() | roles.moves  # or takes one element out of an array
    columns = columns_of(program)
    several = columns.of_forms(lambda form: form.size != 1) & columns.of_ops(lambda _: True)
    if np.count_nonzero(several | columns.of_ops(lambda op: op not in scalar)) < LEAST:
        return program
    search = _Search(program, roles)
    if search.straight > _MUCH:  # turns may lack what another turn has computed already
        order = early_first(program)
        if order is not None:
            codes = dict(zip(search.instructions.tolist(), search.codes.tolist(), strict=True))
            other = _Search(in_order(program, order), roles, np.array([codes[s] for s in order if s in codes]))
            if 2 * other.straight < search.straight:
                return other.rolled()
    return search.rolled()


def _by_second(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return pairs in the order of the second."""
    order = np.argsort(second, kind="stable")
    return first[order], second[order]


def _scalar(p: Program, roles: Roles, slot: int) -> bool:
    """Tell whether an instruction is done in a stretch of scalars, or takes one element out of an array."""
    return p.forms[slot].size == 1 and (p.ops[slot] in roles.elementwise or p.ops[slot] in roles.moves)


class _Search:
    """The repetitions of a program."""

    def __init__(self, program: Program, roles: Roles, codes: np.ndarray | None = None) -> None:
        self.p = p = program
        self.roles = roles
        self.instructions = np.array([s for s, op in enumerate(p.ops) if op is not None], np.int64)
        self.codes = self._codes() if codes is None else codes
        self.turn, self.place = (np.full(len(p) + 1, _OUTSIDE) for _ in range(2))  # the last one stands for no turn
        self.final = np.zeros(len(p), bool)
        self.final[p.outputs] = True
        self.guards: dict[int, list[int]] = {}
        for k, guard in enumerate(p.guards):
            self.guards.setdefault(guard.slot, []).append(k)

    @cached_property
    def places(self) -> Places:
        return Places(self.p)

    @cached_property
    def operands(self) -> ProgramColumns:
        return columns_of(self.p)

    def _find_readers(self) -> None:
        """Sort the readers of each value, and of each array through views."""
        p, read = self.p, self.operands.flat
        readers = self.operands.readers
        self.readers, self.read = _by_second(readers, read)
        root = np.append(self.places.base, len(p))
        arrays = ~self.places.is_view(readers)
        checked = np.array([g.slot for g in p.guards], np.int64)
        outside = np.full(len(p.outputs), len(p))
        self.root_readers, self.roots = _by_second(
            np.concatenate([readers[arrays], outside, checked]),
            root[np.concatenate([read[arrays], np.array(p.outputs, np.int64), checked])],
        )

    def readers_of(self, slot: int) -> np.ndarray:
        first, stop = np.searchsorted(self.read, [slot, slot + 1])
        return self.readers[first:stop]

    @cached_property
    def straight(self) -> int:
        """How many instructions are written if each repetition is a loop."""
        return sum([s.body for s in segments(self.codes, len(self.codes))])

    def rolled(self) -> Program:
        """Return the program with loops for its repetitions."""
        self._find_readers()
        loops = self.loops()
        while loops:
            bodies = Bodies(self.p, self.places, self.operands, loops)
            refused = bodies.refused()
            if refused is None:
                return bodies.program()
            loops = [loop for loop in loops if loop is not refused]
        return self.p

    def loops(self) -> list[Repetition]:
        """Return the loops, in the order of the program."""
        repetitions: dict[Segment, Repetition] = {}

        def accepted(s: Segment) -> Segment | None:
            for first, last in ((0, 0), (1, 0), (0, 1), (1, 1)):  # a first or last turn may differ
                turns = s.turns - first - last
                if turns < LEAST_TURNS:
                    continue
                part = Segment(s.first + first * s.body, s.body, turns)
                loop = self._loop(self.instructions[part.first : part.stop].reshape(turns, -1))
                if loop is not None:
                    repetitions[part] = loop
                    return part
            return None

        segments(self.codes, len(self.codes), accepted)
        return [repetitions[s] for s in sorted(repetitions)]

    def _codes(self) -> np.ndarray:
        """Number the instructions, the same for those that may be one of a body."""
        p, form = self.p, [f.id for f in self.p.forms]
        form_at = form.__getitem__
        numbers: dict[Any, int] = {}
        codes = []
        for slot in self.instructions.tolist():
            op, static = p.ops[slot], p.statics[slot]
            key: Any = (id(op), form[slot], *map(form_at, p.operands[slot]))
            if static:
                varying = op.kind.varying
                rest = {
                    k: v for k, v in static.items() if k not in varying and (k != "shape" or v != p.forms[slot].shape)
                }
                key = (key, static_key(rest)) if rest else key
            codes.append(numbers.setdefault(key, len(numbers)))
        return np.array(codes, np.int64)

    # -------------------------------------------------------------------------------------------- one loop

    def _loop(self, slots: np.ndarray) -> Repetition | None:
        """Return the loop of some turns, if it is one."""
        if not self._worthwhile(slots):
            return None
        turns, length = slots.shape
        self.turn[slots] = np.arange(turns).reshape(-1, 1)
        self.place[slots] = np.arange(length)
        loop = Repetition(slots)
        try:
            self._index(loop)
            self._operands(loop)
            self._guarded(loop)
            self._stored(loop)
        except NoLoop:
            return None
        finally:
            self.turn[slots] = self.place[slots] = _OUTSIDE
        return loop

    def _worthwhile(self, slots: np.ndarray) -> bool:
        """Tell whether it has arrays, and no fused loop would do all turns better."""
        p, body = self.p, slots[0].tolist()
        ops = [p.ops[s] for s in body]
        if accumulate in ops or any(p.forms[s].size == 0 for s in body):
            return False
        if all(_scalar(p, self.roles, s) for s in body):
            return False
        wide = max(p.forms[s].size for s in body) >= _WIDE
        lines = sum(op.kind.lines(op) for op in ops) * len(slots)
        return not (wide and lines < _LONG and self.roles.fused.issuperset(ops))

    def _index(self, loop: Repetition) -> None:
        """Choose how to read or add to an index that differs from turn to turn."""
        p, slots = self.p, loop.slots
        for place, first in enumerate(slots[0].tolist()):
            op, static = p.ops[first], p.statics[first]
            name = next((k for k in op.kind.varying if k in static), None)
            if name is None:
                continue
            column = slots[:, place]
            if len({static_key(p.statics[s][name]) for s in column.tolist()}) == 1:
                continue
            if op.name == "scatter_add":
                self._sums(loop, place)
            elif self.places.is_view(column).all() and self._is_outside(loop, place):
                loop.hoisted.add(place)
            else:
                raise NoLoop

    def _is_outside(self, loop: Repetition, place: int) -> bool:
        """Tell whether a read is of nothing that the same turn computes."""
        read = self.operands.of(loop.slots[:, place], 0)
        same = self.turn[read] == np.arange(loop.turns)
        return not same.any() or (bool(same.all()) and set(self.place[read].tolist()) <= loop.hoisted)

    def _sums(self, loop: Repetition, place: int) -> None:
        """Find the sum to which all turns add, where something is added at an index that differs.

        It is a row of additions, the last of which is continued by the next turn's first, and nothing else reads them.
        """
        addition, step = self._only_reader(loop, place)
        if step:
            raise NoLoop
        if addition not in loop.sums:
            row, ahead = [addition], 0
            while True:
                following, step = self._only_reader(loop, row[-1])
                ahead += step
                if following == row[0]:
                    break
                row.append(following)
                if len(row) > loop.slots.shape[1]:
                    raise NoLoop
            if ahead != 1 or loop.sums.keys() & set(row):
                raise NoLoop
            row.sort()
            for k, term in enumerate(row):
                loop.sums[term] = Addition(self._sum_among(loop, term, row[k - 1], k > 0), row[-1], None)
        total = loop.sums[addition]
        operands = self.operands.of(loop.slots[:, addition], 1 - total.sum)
        if total.added is not None or (operands != loop.slots[:, place]).any():
            raise NoLoop
        loop.sums[addition] = total._replace(added=place)

    def _only_reader(self, loop: Repetition, place: int) -> tuple[int, int]:
        """Return the place of the addition that alone reads a value, and how many turns later it is."""
        p = self.p
        additions: set[tuple[int, int]] = set()
        for t, slot in enumerate(loop.slots[:, place].tolist()):
            readers = self.readers_of(slot).tolist()
            last = t == loop.turns - 1
            if last and additions and next(iter(additions))[1]:
                break  # what became of it in the last turn may be read by anybody
            if len(readers) != 1 or self.final[slot] or slot in self.guards:
                raise NoLoop
            (add,) = readers
            if self.turn[add] == _OUTSIDE or p.ops[add].name != "add" or p.forms[add] is not p.forms[slot]:
                raise NoLoop
            additions.add((int(self.place[add]), int(self.turn[add]) - t))
            if len(additions) > 1 or add in self.guards:
                raise NoLoop
        return additions.pop()

    def _sum_among(self, loop: Repetition, place: int, before: int, same_turn: bool) -> int:
        """Return which operand of an addition is the sum so far, in all turns; in the first turn it is from outside."""
        sums = loop.slots[:, before]
        for k in (0, 1):
            operands = self.operands.of(loop.slots[:, place], k)
            if same_turn and (operands == sums).all():
                return k
            if not same_turn and (operands[1:] == sums[:-1]).all() and self.turn[operands[0]] == _OUTSIDE:
                return k
        raise NoLoop

    def _operands(self, loop: Repetition) -> None:
        """Check that each operand is of the same turn in all turns, at one place, or in none."""
        turns = np.arange(loop.turns)
        for place, first in enumerate(loop.slots[0].tolist()):
            for k in range(len(self.p.operands[first])):
                operands = self.operands.of(loop.slots[:, place], k)
                same = self.turn[operands] == turns
                if not same.any():
                    continue
                places = {*self.place[operands[same]].tolist()}
                if (not same.all() or len(places) > 1) and not places <= loop.hoisted:
                    raise NoLoop

    def _guarded(self, loop: Repetition) -> None:
        """Find the guards of the body: each turn must have as many at a place."""
        guarded = np.isin(loop.slots, [*self.guards]).any(axis=0)
        for place in np.flatnonzero(guarded).tolist():
            numbers = [self.guards.get(s, []) for s in loop.slots[:, place].tolist()]
            if any(len(line) != len(numbers[0]) for line in numbers):
                raise NoLoop
            loop.guards += [(place, np.array(column)) for column in zip(*numbers, strict=True)]

    def _stored(self, loop: Repetition) -> None:
        """Find the values to keep in memory, and for how many turns."""
        first, stop = np.searchsorted(self.roots, [loop.slots[0, 0], loop.slots[-1, -1] + 1])
        roots, readers = self.roots[first:stop], self.root_readers[first:stop]
        inside = self.turn[roots] != _OUTSIDE
        turn, reader_turn, place = self.turn[roots], self.turn[readers], self.place[roots]
        away = inside & (reader_turn != turn)
        near = (reader_turn == turn + 1) | ((reader_turn == _OUTSIDE) & (turn == loop.turns - 1))
        far = {*place[away & ~near].tolist()}
        sums = {*loop.sums, *loop.added}
        loop.stored = {k: loop.turns if k in far else 2 for k in sorted({*place[away].tolist()} - sums)}
