"""Bodies of rolled loops: makes one program for the body of a repetition, and one for the code around the loops.

What a body is given is a place in each turn: of memory of the loop's own, of another loop's, or of a value outside.
Reads outside of the body, such as rows of the data, are followed to the array that they are part of.

Tests: tests/passes/test_roll_loops.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.rolled_loops import LoopPlace, Turns, accumulate, part, roll, view
from tapegrad.ir.forms import Form, form_of
from tapegrad.ir.program import Guard, Program, static_key
from tapegrad.ir.program_columns import ProgramColumns
from tapegrad.machine.dtypes import BOOL, F4, F8
from tapegrad.machine.places import Place, Shape, contiguous
from tapegrad.ops.elementwise_ops import equal
from tapegrad.ops.index_paths import stand_in
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.move import moved
from tapegrad.passes.aliases import Places
from tapegrad.passes.repeats import NoLoop, Repetition

_SMALL = 64  # elements of constants that a body has itself
_NO_STATIC: dict[str, Any] = {}


def append(p: Program, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
    """Append an instruction as it is."""
    p.ops.append(op)
    p.operands.append(operands)
    p.statics.append(static)
    p.forms.append(form)
    return len(p.ops) - 1


class Bodies:
    """The loops of a program, and the program around them.

    Attributes
    ----------
    loop, turn, place : ndarray
        By slot, the number of the loop that computes it, its turn and place there; -1 for none.
    kept : ndarray
        Whether a value is computed in a loop, and may be in memory of that loop.
    constant : ndarray
        Whether it is one.
    """

    def __init__(self, program: Program, places: Places, operands: ProgramColumns, loops: Sequence[Repetition]) -> None:
        self.p, self.places, self.operands, self.loops = program, places, operands, loops
        n = len(program)
        self.loop, self.turn, self.place = (np.full(n, -1) for _ in range(3))
        for number, loop in enumerate(loops):
            self.loop[loop.slots] = number
            self.turn[loop.slots] = np.arange(loop.turns).reshape(-1, 1)
            self.place[loop.slots] = np.arange(loop.slots.shape[1])
        self.kept = (self.loop >= 0) & ~places.is_view(np.arange(n))
        self.constant = np.zeros(n, bool)
        self.constant[[*program.constants]] = True
        self._bodies: list[_Body] = []
        self._shared: dict[Any, Program] = {}

    def refused(self) -> Repetition | None:
        """Write all bodies; returns a loop that has none."""
        for loop in self.loops:
            try:
                self._bodies.append(_Body(self, loop))
            except NoLoop:
                return loop
        return None

    def shared(self, body: Program) -> Program:
        """Return an equal body of another loop, so that it is compiled once."""
        statics = tuple([static_key(static) for static in body.statics])
        constants = tuple([(slot, value.tobytes()) for slot, value in body.constants.items()])
        guards = tuple([(g.slot, g.expected) for g in body.guards])
        key = (*map(id, body.ops),), (*body.operands,), statics, (*body.forms,), constants, guards
        return self._shared.setdefault((key, (*body.inputs,), (*body.outputs,)), body)

    # -------------------------------------------------------------------------------------------- the whole

    def program(self) -> Program:
        """Return the program with a roll for each loop."""
        p, out = self.p, Program()
        out.recorded, self.out = p.recorded, out
        self.new = [-1] * len(p)
        self.rolls: list[list[int]] = []  # the parts of each loop
        for slot, op in enumerate(p.ops):
            if op is None:
                self.new[slot] = append(out, None, (), _NO_STATIC, p.forms[slot])
                if slot in p.constants:
                    out.constants[self.new[slot]] = p.constants[slot]
        first = [int(loop.slots[0, 0]) for loop in self.loops]
        for slot in sorted([*np.flatnonzero(self.loop < 0).tolist(), *first]):
            op = p.ops[slot]
            if op is None:
                continue
            if self.loop[slot] < 0:
                operands = tuple(map(self.at, p.operands[slot]))
                self.new[slot] = append(out, op, operands, p.statics[slot], p.forms[slot])
                out.take_line(self.new[slot], p, slot)
            else:
                start = len(out)
                self.rolls.append(self._bodies[len(self.rolls)].rolled(out))
                for new in range(start, len(out)):
                    out.take_line(new, p, slot)
        out.inputs, out.outputs = [self.new[s] for s in p.inputs], [*map(self.at, p.outputs)]
        out.guards = [g._replace(slot=self.at(g.slot) if self.loop[g.slot] < 0 else -1) for g in p.guards]
        out.spread_lines()
        return out

    def at(self, slot: int) -> int:
        """Return a value's slot in the new program."""
        if self.new[slot] < 0:
            p, form = self.p, self.p.forms[slot]
            if self.kept[slot]:
                source, index = self.memory(slot)
                self.new[slot] = source
                if index is not None:
                    self.new[slot] = append(self.out, getitem_op, (source,), {"index": (index,)}, form)
            else:
                operands = tuple(map(self.at, p.operands[slot]))
                self.new[slot] = append(self.out, p.ops[slot], operands, p.statics[slot], form)
        return self.new[slot]

    def memory(self, slot: int) -> tuple[int, int | None]:
        """Find the part of a roll that has a value, and its index there; None for all of it."""
        number, index = self.loops[self.loop[slot]].part_of(int(self.turn[slot]), int(self.place[slot]))
        return self.rolls[self.loop[slot]][number], index


class _Source:
    """Where an input of a body lies: in each turn, the slot whose memory it is and an offset; and its strides.

    Raises
    ------
    Refused
        If it lies at other strides in some turns.
    """

    def __init__(self, bases: np.ndarray, offsets: np.ndarray, layouts: Sequence[tuple[Shape, Shape]]) -> None:
        shape, strides = layouts[0]
        self.stacked: np.ndarray | None = None  # constants that differ, side by side
        self.below, self.reach = _extent(shape, strides)
        self.strides = _strides(shape, strides)
        self.bases, self.offsets = bases, offsets - self.below
        for layout in layouts[1:]:
            if _strides(*layout) != self.strides or _extent(*layout) != (self.below, self.reach):
                raise NoLoop
        lengths = zip(self.strides, contiguous(shape), shape, strict=True)
        self.whole = all(layout == other for layout, other, n in lengths if n != 1)

    @classmethod
    def at(cls, places: Sequence[Place]) -> _Source:
        """Return what lies at these places."""
        bases, offsets = np.array([(p.base, p.offset) for p in places], np.int64).T
        return cls(bases, offsets, [*dict.fromkeys((p.shape, p.strides) for p in places)])

    @property
    def key(self) -> Any:
        return self.bases.tobytes(), self.offsets.tobytes(), self.below, self.reach


def _strides(shape: Shape, strides: Shape) -> Shape:
    return tuple([0 if n == 1 else s for s, n in zip(strides, shape, strict=True)])


def _extent(shape: Shape, strides: Shape) -> tuple[int, int]:
    """Return how many elements lie before the first one, and how many there are up to the last one, with gaps."""
    ends = [s * (n - 1) for s, n in zip(strides, shape, strict=True)]
    return -sum(e for e in ends if e < 0), sum(map(abs, ends)) + 1


class _Body:
    """One loop: its body, and where the body's inputs and outputs lie."""

    def __init__(self, bodies: Bodies, loop: Repetition) -> None:
        self.all, self.loop, self.p = bodies, loop, bodies.p
        self.number = int(bodies.loop[loop.slots[0, 0]])
        self.body = Program()
        self.local: dict[int, int] = {}
        self.sources: list[Any] = []  # of the inputs
        self._body_slots: dict[Any, int] = {}
        self._outputs: list[int] = []  # places
        self.copied: list[tuple[int, _Source]] = []
        for place in range(loop.slots.shape[1]):
            if place in loop.hoisted or place in loop.added:
                continue
            if place in loop.sums:
                self._accumulate(place)
                continue
            p, first = self.p, int(loop.slots[0, place])
            operands = tuple([self._operand(place, k) for k in range(len(p.operands[first]))])
            self.local[place] = append(self.body, p.ops[first], operands, p.statics[first], p.forms[first])
            self.body.take_line(self.local[place], p, first)
            if place in loop.stored:
                self.body.outputs.append(self.local[place])
                self._outputs.append(place)
        self.body.spread_lines()
        self.body.guards = [self._guard(place, numbers) for place, numbers in loop.guards]
        self.body = bodies.shared(self.body)

    # -------------------------------------------------------------------------------------------- what is given

    def _operand(self, place: int, k: int) -> int:
        """Return the slot in the body of an operand."""
        slots = self.all.operands.of(self.loop.slots[:, place], k)
        first = int(slots[0])
        if self.all.loop[first] == self.number and self.all.turn[first] == 0:
            body_place = int(self.all.place[first])
            if body_place in self.local:  # all turns agree
                return self.local[body_place]
        return self._input(slots, self.p.forms[first])

    def _input(self, slots: np.ndarray, form: Form) -> int:
        """Return the input of the body, or a view of one, whose value in each turn is one of these slots."""
        places = self.all.places
        try:
            layouts = [places.layouts[k] for k in dict.fromkeys(places.layout[slots].tolist())]
            source = _Source(places.base[slots], places.offset[slots], layouts)
        except NoLoop:  # those at other strides are copied, if they are computed outside
            if ((self.all.loop[slots] >= 0) & ~self.all.kept[slots]).any():
                raise
            source = _Source(slots, np.zeros_like(slots), [(form.shape, contiguous(form.shape))])
        constants, bases, offsets = self.p.constants, source.bases, source.offsets
        base, first = int(bases[0]), int(offsets[0])
        if self.all.constant[base] and (bases == base).all() and (offsets == first).all():
            if self.p.forms[base].size <= _SMALL:
                key: Any = "constant", base
                if key not in self._body_slots:
                    self._body_slots[key] = append(self.body, None, (), _NO_STATIC, self.p.forms[base])
                    self.body.constants[self._body_slots[key]] = constants[base]
                return self._view(self._body_slots[key], source, first, form, self.p.forms[base].size)
        elif self.all.constant[bases].all():
            where = zip(bases.tolist(), offsets.tolist(), strict=True)
            source.stacked = np.concatenate([constants[s].ravel()[k : k + source.reach] for s, k in where])
        key = source.key, form_of((source.reach,), form.dtype, form.lane)
        if key not in self._body_slots:
            input_form = form if source.whole else key[1] if source.reach > 1 else form_of((), form.dtype, form.lane)
            self._body_slots[key] = append(self.body, None, (), _NO_STATIC, input_form)
            self.body.inputs.append(self._body_slots[key])
            self.sources.append(source)
        return self._view(self._body_slots[key], source, 0, form, source.reach)

    def _view(self, slot: int, source: _Source, first: int, form: Form, size: int) -> int:
        """Return a view of an input of the body, of a form and at its strides."""
        slot_form = self.body.forms[slot]
        if source.whole and first == 0 and size == form.size and slot_form is form:
            return slot
        strides = contiguous(form.shape) if source.whole else source.strides
        key = slot, first, strides, source.below, form
        if key not in self._body_slots:
            static = {"strides": strides, "offset": first + source.below}
            self._body_slots[key] = append(self.body, view, (slot,), static, form)
        return self._body_slots[key]

    # -------------------------------------------------------------------------------------------- what is done with it

    def _accumulate(self, place: int) -> None:
        """Write the addition of each turn to elements of one array, or to all of them."""
        p, slots = self.p, self.loop.slots
        form, addition = p.forms[slots[0, place]], self.loop.sums[place]
        whole = Place(int(slots[-1, addition.part]), form.shape, 0, contiguous(form.shape))
        where = [whole] * self.loop.turns
        if addition.added is not None:
            where = [self._at(whole, p.statics[s]["index"]) for s in slots[:, addition.added].tolist()]
        value = self._operand(place, 1 - addition.sum) if addition.added is None else self._operand(addition.added, 0)
        source = _Source.at(where)
        sums = append(self.body, None, (), _NO_STATIC, form_of((source.reach,), form.dtype, form.lane))
        self.body.inputs.append(sums)
        self.sources.append(source)
        static = {"shape": where[0].shape, "offset": source.below, "strides": source.strides}
        slot = append(self.body, accumulate, (sums, value), static, form_of((), F8))
        self.body.take_line(slot, p, int(slots[0, place]))
        start = p.operands[slots[0, place]][addition.sum]
        if self.all.loop[start] != self.number:  # the first addition of a turn
            begin = self.all.places.where(start)
            if begin.strides != contiguous(begin.shape):
                begin = Place(start, form.shape, 0, contiguous(form.shape))
            self.copied.append((addition.part, _Source.at([begin])))

    def _at(self, whole: Place, index: Any) -> Place:
        """Return the place of elements at an index."""
        shape = stand_in(whole.shape)[index].shape
        place = moved(getitem_op.forward, {"index": index}, whole, shape)
        if place is None or place.table is not None or not math.prod(shape):
            raise NoLoop
        return place

    def _guard(self, place: int, numbers: np.ndarray) -> Guard:
        """Return a guard of the body."""
        slots, guards = self.loop.slots[:, place], [self.p.guards[k] for k in numbers.tolist()]
        form = self.p.forms[slots[0]]
        slot = self.local[place] if place in self.local else self._input(slots, form)
        expected = guards[0].expected
        if any(g.expected != expected for g in guards):
            if form.lane is None or form.size != 1:
                raise NoLoop
            source = _Source.at([Place(-1, form.shape, 0, contiguous(form.shape))] * len(guards))
            source.stacked = np.array([g.expected for g in guards], form.lane)
            other = append(self.body, None, (), _NO_STATIC, form)
            self.body.inputs.append(other)
            self.sources.append(source)
            slot = append(self.body, equal, (slot, other), _NO_STATIC, form_of(form.shape, BOOL, form.lane))
            expected = 1.0
        return Guard(slot, expected, guards[0].line)

    # -------------------------------------------------------------------------------------------- the roll

    def rolled(self, out: Program) -> list[int]:
        """Append the roll and its parts; returns these."""
        p, loop = self.p, self.loop
        operands: list[int] = []
        numbers: dict[int, int] = {}
        parts = loop.parts

        def operand(slot: int) -> int:
            if slot not in numbers:
                numbers[slot] = len(operands)
                operands.append(slot)
            return numbers[slot]

        def line(source: _Source) -> tuple[np.ndarray, np.ndarray]:
            """Return where a source lies: at an operand, or at -1 - k in part k; and the offsets there."""
            if source.stacked is not None:
                flat = source.stacked.reshape(-1)
                form = form_of((flat.size,), F4 if flat.dtype == F4 else F8)
                slot = append(out, None, (), _NO_STATIC, form)
                out.constants[slot] = flat
                return np.full(loop.turns, operand(slot)), flat.size // loop.turns * np.arange(loop.turns)
            bases, at, offsets = source.bases, np.empty_like(source.bases), source.offsets.copy()
            kept, number_of, place_of = self.all.kept[bases], self.all.loop[bases], self.all.place[bases]
            for other, place in {*zip(number_of[kept].tolist(), place_of[kept].tolist(), strict=True)}:
                these = kept & (number_of == other) & (place_of == place)
                number, index = self.all.loops[other].part_of(self.all.turn[bases[these]], place)
                at[these] = -1 - number if other == self.number else operand(self.all.rolls[other][number])
                size = p.forms[self.all.loops[other].slots[0, place]].size
                offsets[these] += size * (0 if index is None else index)
            for base in {*bases[~kept].tolist()}:
                at[bases == base] = operand(self.all.at(base))
            return at, offsets

        inputs, copied = [line(s) for s in self.sources], [(k, line(s)) for k, s in self.copied]
        turns = np.arange(loop.turns)
        outputs = []
        for place in self._outputs:
            number, size = parts.index(place), p.forms[loop.slots[0, place]].size
            index = turns if loop.stored[place] == loop.turns else turns % 2
            outputs.append(LoopPlace(np.full(loop.turns, len(operands) + number), index * size))

        def numbered(at: np.ndarray, offsets: np.ndarray) -> LoopPlace:
            return LoopPlace(np.where(at < 0, len(operands) - 1 - at, at), offsets)

        guards = np.array([numbers for _, numbers in loop.guards], np.int64).reshape(-1, loop.turns).T + 1
        static = Turns(
            self.body, loop.turns, [numbered(*source) for source in inputs], outputs,
            [(parts.index(place), numbered(*source)) for place, source in copied], guards,
        )  # fmt: skip
        slot = append(out, roll, tuple(operands), {"loop": static}, form_of((), F8))
        slots = []
        for place in parts:
            form = p.forms[loop.slots[0, place]]
            count = loop.stored.get(place)
            shape = form.shape if count is None else (count, *form.shape)
            slots.append(append(out, part, (slot,), _NO_STATIC, form_of(shape, form.dtype, form.lane)))
        return slots
