"""Value numbering in bulk: simplifies a long stretch of scalar instructions with operations on arrays.

What `Builder.emit` does to one instruction after another is done to all at once, again and again until nothing changes:
operands become those that are equal to them, instructions with neutral or constant operands become what the builder
makes of one of their sort, and equal instructions become the first of them. An unrolled loop is stable after a few
rounds. What is not (constants that are folded one into the next) is left to the builder.

Invariant: the program has the instructions that the builder would have made, and their order.

Tests: tests/record/test_bulk_numbering.py
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import Form, cells
from tapegrad.ir.identities import SIMPLE
from tapegrad.ir.program import NO_STATIC
from tapegrad.ir.program_columns import alike, rows_of
from tapegrad.machine.layout import CONST, ELEMENTWISE, PICK
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import negative, positive, where

LEAST = 2000  # instructions in a row that are worth it
_ROUNDS = 32
_SORTS = 2000  # sorts of instructions with constants that are worth asking the builder about
_NONE = -1  # in place of an operand


class _Irregular(Exception):
    """A stretch that is left to the builder."""


class Columns:
    """Instructions as arrays.

    Attributes
    ----------
    code, type : ndarray
    operands : ndarray
        The first three fields after these two, -1 where there are fewer.
    numbers : ndarray
        The first of these fields as a number.
    """

    def __init__(self, instructions: Sequence[Sequence[Any]]) -> None:
        lengths = np.fromiter(map(len, instructions), np.int64, len(instructions))
        flat = np.fromiter(chain.from_iterable(instructions), np.float64, int(lengths.sum()))
        begin = np.cumsum(lengths) - lengths
        self.code, self.type = flat[begin].astype(np.int64), flat[begin + 1].astype(np.int64)
        last = max(0, len(flat) - 1)
        fields = np.stack([np.where(lengths > k, flat[np.minimum(begin + k, last)], _NONE) for k in (2, 3, 4)], axis=1)
        self.numbers = fields[:, 0]
        with np.errstate(invalid="ignore"):
            self.operands = np.where(np.isfinite(fields), fields, 0.0).astype(np.int64)

    def cut(self, first: int, stop: int) -> Columns:
        """Return some of the instructions."""
        part = object.__new__(Columns)
        part.code, part.type = self.code[first:stop].copy(), self.type[first:stop]
        part.operands, part.numbers = self.operands[first:stop].copy(), self.numbers[first:stop]
        return part


class Sorts(NamedTuple):
    """What op codes are, by code.

    Attributes
    ----------
    arity : ndarray
        Operands of an elementwise op, 1 of a read, 0 of a constant; -1 of all that is not numbered in bulk.
    simple : ndarray of bool
        Ops that are simplified whatever their operand is.
    """

    arity: np.ndarray
    simple: np.ndarray

    @classmethod
    def of(cls, codes: np.ndarray) -> Sorts:
        """Describe the codes of some instructions."""
        arity, simple = np.full(len(declare.table), -1), np.zeros(len(declare.table), bool)
        arity[CONST] = 0
        for code in np.flatnonzero(np.bincount(codes, minlength=len(arity))).tolist():
            op = declare.table[code]
            if op is not None and op.op_class == PICK:
                arity[code] = 1
            elif op is not None and op.op_class == ELEMENTWISE and op is not positive and len(op.arguments) <= 3:
                arity[code], simple[code] = len(op.arguments), op.name in SIMPLE
        return cls(arity, simple)


def long_stretches(instructions: Sequence[Any], first: int, stop: int, alone: Sequence[int]) -> list[Stretch]:
    """Return the stretches of scalar instructions between two slots that are worth numbering in bulk, without slots
    that stay by themselves.
    """
    if stop - first < LEAST:
        return []
    try:
        columns = Columns(instructions[first:stop])
    except TypeError:  # complex numbers
        return []
    sorts = Sorts.of(columns.code)
    fits = sorts.arity[columns.code] >= 0
    scalar = np.array([f.shape == () and f.lane is not None for f in form_table.forms])
    fits &= scalar[columns.type >> 1]
    fits[[s - first for s in alone if first <= s < stop]] = False
    edges = np.flatnonzero(np.diff(np.concatenate([[0], fits.view(np.int8), [0]])))
    return [
        Stretch(first + a, first + b, columns.cut(a, b), sorts)
        for a, b in edges.reshape(-1, 2).tolist()
        if b - a >= LEAST
    ]


class Stretch(NamedTuple):
    """Scalar instructions in a row.

    Attributes
    ----------
    first, stop : int
        Slots of the recording.
    columns : Columns
    sorts : Sorts
    """

    first: int
    stop: int
    columns: Columns
    sorts: Sorts

    def stops_gradients(self, instructions: Sequence[Any]) -> bool:
        """Tell whether anything was recorded without the gradient that its operands have."""
        columns = self.columns
        graded = np.zeros(self.stop, bool)
        used = np.arange(3) < self.sorts.arity[columns.code][:, None]
        below = np.unique(columns.operands[used & (columns.operands < self.first)])
        graded[below] = [instructions[s][1] & 1 for s in below.tolist()]
        graded[self.first :] = columns.type & 1
        floating = np.array([f.dtype.kind in "fc" for f in form_table.forms])[columns.type >> 1]
        stopped = ~graded[self.first :] & floating
        return bool((stopped[:, None] & used & graded[np.where(used, columns.operands, 0)]).any())


class _Outcome(NamedTuple):
    """What the builder makes of instructions of one sort.

    Attributes
    ----------
    op : Op or None
        Of the instruction in its place; None where it is no instruction, but the one value.
    values : tuple
        The new operands, or the value. A pair is an operand, by its number, or an operand of that one (-1: itself); an
        int is the slot of a constant.
    """

    op: Any
    values: tuple[Any, ...]


def numbered(b: Builder, stretch: Stretch, place: Sequence[int]) -> tuple[list[int] | None, list[int]]:
    """Write a stretch into a program.

    Parameters
    ----------
    b : Builder
    stretch : Stretch
    place : sequence of int
        The slots in the program of the recording's values before the stretch.

    Returns
    -------
    places : list of int or None
        The slots of the values of the stretch; None if the builder has to write it.
    origins : list of int
        By slot that was added to the program, the first slot of the recording that has the value: constants too if
        nothing else was added.
    """
    before, origins = len(b.program), dict[int, int]()
    try:
        work = _Numbering(b, stretch, place, origins)
        places = work.write() if any(not work.changes() for _ in range(_ROUNDS)) else None
    except _Irregular:
        places = None
    constants = [origins[slot] for slot in range(before, before + len(origins))]
    return places, constants + (work.added if places is not None else [])


_CONSTANT, _WHERE, _NEGATIVE = "constant", "where", "negative"


class _Numbering:
    """The numbering of one stretch. Values have numbers: the stretch's own first, then those from outside.

    Attributes
    ----------
    code, operands : ndarray
        Of the stretch's instructions as they are now.
    value : ndarray
        By number, the number of the value that it is equal to.
    alive : ndarray of bool
        Which instructions are not equal to another value.
    sort : ndarray
        By number, what a rule may see of the value: nothing (0), or an index to `sorts`.
    is_number : ndarray of bool
        By number, whether rules look at it: constants, and choices between numbers.
    """

    def __init__(self, b: Builder, stretch: Stretch, place: Sequence[int], origins: dict[int, int]) -> None:
        self.b, self.first = b, stretch.first
        columns = stretch.columns
        self.size = m = len(columns.code)
        self.code, self.simple = columns.code.copy(), stretch.sorts.simple
        self.arity = stretch.sorts.arity[self.code]
        is_pick = np.array([op is not None and op.op_class == PICK for op in declare.table])
        self.picks = is_pick[self.code]
        self.offsets = np.where(self.picks, columns.operands[:, 1], 0)
        used = np.arange(3) < self.arity[:, None]
        below = used & (columns.operands < stretch.first)
        self.operands = np.where(used, columns.operands - stretch.first, _NONE)
        self.slots = np.full(m, _NONE)  # in the program, of values from outside
        self._numbers: dict[int, int] = {}  # of these, by slot
        self.form, self.value = columns.type >> 1, np.arange(m)
        self.sort, self.is_number = np.zeros(m, np.int64), np.zeros(m, bool)
        self.alive = np.ones(m, bool)
        self.sorts: list[Any] = [None]
        self._sort_numbers: dict[Any, int] = {}
        self._outcomes: dict[Any, _Outcome | None] = {}
        self._origins = origins  # by slot of a new constant, the first slot of the recording that has it
        self.added: list[int] = []  # slots of the recording that instructions come from
        outside, numbers = np.unique(columns.operands[below], return_inverse=True)
        self.operands[below] = self._outside([place[s] for s in outside.tolist()])[numbers]
        sources = self.slots[self.operands[self.picks, 0]]
        if any(b.forwards(slot) for slot in np.unique(sources).tolist()):
            raise _Irregular
        self._leaves(columns)

    def _outside(self, slots: Sequence[int]) -> np.ndarray:
        """Return the numbers of values of the program."""
        p, numbers = self.b.program, self._numbers
        new = [slot for slot in dict.fromkeys(slots) if slot not in numbers]
        if new:
            start = len(self.slots)
            numbers.update(zip(new, range(start, start + len(new)), strict=True))
            self.slots = np.append(self.slots, new)
            self.form = np.append(self.form, [p.forms[s].id for s in new])
            self.value = np.append(self.value, np.arange(start, start + len(new)))
            constants = [slot in p.constants for slot in new]
            if any([self.b.is_number(s) for s in new if s not in p.constants]):  # noqa: C419
                raise _Irregular
            self.is_number = np.append(self.is_number, constants)
            self.sort = np.append(
                self.sort, [self._sort(_CONSTANT, s) if c else 0 for s, c in zip(new, constants, strict=True)]
            )
        return np.array([numbers[s] for s in slots], np.int64)

    def _sort(self, *what: Any) -> int:
        """Return the number of what a rule may see."""
        number = self._sort_numbers.get(what)
        if number is None:
            number = self._sort_numbers[what] = len(self.sorts)
            self.sorts.append(what)
        return number

    def _constant(self, value: np.ndarray, form: Form, instruction: int) -> int:
        """Return the number of a constant that an instruction is."""
        before, slot = len(self.b.program), self.b.constant(value, form)
        if len(self.b.program) > before:
            self._origins[slot] = self.first + instruction
        return int(self._outside([slot])[0])

    def _leaves(self, columns: Columns) -> None:
        """Make the recorded numbers constants of the program."""
        leaves = np.flatnonzero(self.code == CONST)
        pairs = np.stack([columns.type[leaves].astype(np.int64) >> 1, columns.numbers[leaves].view(np.int64)])
        index, inverse = alike(pairs)
        if len(index) > _SORTS:
            raise _Irregular
        numbers = []
        for k in leaves[index].tolist():
            form = form_table.forms[columns.type[k] >> 1]
            numbers.append(self._constant(cells(columns.numbers[k].item(), form).reshape(()), form, k))
        self.value[leaves], self.alive[leaves] = np.array(numbers, np.int64)[inverse], False

    # -------------------------------------------------------------------------------------------- rounds

    def changes(self) -> bool:
        """Simplify or merge instructions; tell whether there were any to be."""
        return self._simplify() or self._merge()

    def _resolve(self) -> None:
        """Let operands be the values that they are equal to."""
        value = self.value
        while (value[value] != value).any():
            value = value[value]
        self.value = value
        self.operands = np.where(self.operands >= 0, value[self.operands], _NONE)

    def _simplify(self) -> bool:
        """Let the builder simplify instructions with constants; tell whether it did."""
        self._resolve()
        self._look()
        operands, code = self.operands, self.code
        last = operands[np.arange(self.size), np.maximum(self.arity - 1, 0)]
        seen = self.is_number[operands[:, 0]] | self.is_number[last] | self.simple[code]
        chosen = np.flatnonzero(self.alive & ~self.picks & (self.arity > 0) & seen)
        if not len(chosen):
            return False
        ops = operands[chosen]
        present = ops >= 0
        fields = [code[chosen], self.form[chosen], *np.where(present, self.sort[ops], 0).T,
                  *np.where(present, self.form[ops], 0).T]  # fmt: skip
        index, inverse = _groups(fields)
        if len(index) > _SORTS:
            raise _Irregular
        changed = False
        for group, k in enumerate(index.tolist()):
            key = tuple([int(field[k]) for field in fields])
            if key not in self._outcomes:
                self._outcomes[key] = self._asked(int(chosen[k]))
            outcome = self._outcomes[key]
            if outcome is not None:
                self._apply(outcome, chosen[inverse == group])
                changed = True
        return changed

    def _look(self) -> None:
        """Note what rules may see of choices and negatives."""
        operands, code = self.operands, self.code
        choices = np.flatnonzero(self.alive & (code == where.code))
        if len(choices):
            x, y = operands[choices, 1], operands[choices, 2]
            numbers = self.is_number[x] & self.is_number[y]
            self.is_number[choices] = numbers
            constant = numbers & (self.slots[x] >= 0) & (self.slots[y] >= 0)
            for k, pair in zip(
                choices[constant].tolist(), zip(x[constant].tolist(), y[constant].tolist(), strict=True), strict=True
            ):
                self.sort[k] = self._sort(_WHERE, *pair)
        self.sort[np.flatnonzero(self.alive & (code == negative.code))] = self._sort(_NEGATIVE)

    def _asked(self, k: int) -> _Outcome | None:
        """Return what the builder makes of an instruction, from what rules may see of its operands; None if nothing."""
        forms, operands = form_table.forms, self.operands[k, : self.arity[k]].tolist()
        trial, op = type(self.b)(), declare.table[self.code[k]]
        seen: dict[int, Any] = {}  # what slots of the trial stand for

        def known(number: int) -> int:
            slot = int(self.slots[number])
            new = trial.constant(self.b.program.constants[slot], forms[self.form[number]])
            seen[new] = slot
            return new

        places = []
        for place, number in enumerate(operands):
            form, sort = forms[self.form[number]], self.sorts[self.sort[number]]
            if sort is not None and sort[0] == _CONSTANT:
                places.append(known(number))
                continue
            if sort is None or number >= self.size:
                if op is negative and self.b.program.ops[self.slots[number]] is negative and number >= self.size:
                    raise _Irregular
                new = trial.input(form)
            elif sort[0] == _WHERE:
                condition = trial.input(forms[self.form[self.operands[number, 0]]])
                seen[condition] = place, 0
                new = trial.emit(where, (condition, known(sort[1]), known(sort[2])), NO_STATIC, form)
            else:
                inner = trial.input(forms[self.form[self.operands[number, 0]]])
                seen[inner] = place, 0
                new = trial.emit(negative, (inner,), NO_STATIC, form)
            seen[new] = place, _NONE
            places.append(new)
        form = forms[self.form[k]]
        before = len(trial.program)
        result = trial.emit(op, tuple(places), NO_STATIC, form)
        p = trial.program

        def shown(slot: int) -> Any:
            if slot in seen:
                return seen[slot]
            if slot not in p.constants:
                raise _Irregular
            return self._constant(p.constants[slot], p.forms[slot], k), None

        if result in seen or result in p.constants:
            return _Outcome(None, (shown(result),))
        if result < before:
            raise _Irregular
        if p.ops[result] is op and p.operands[result] == tuple(places):
            return None
        if p.forms[result] is not form or p.statics[result]:
            raise _Irregular
        return _Outcome(p.ops[result], tuple(map(shown, p.operands[result])))

    def _apply(self, outcome: _Outcome, chosen: np.ndarray) -> None:
        """Replace instructions of one sort."""
        columns = [self._value_of(value, chosen) for value in outcome.values]
        if outcome.op is None:
            self.value[chosen], self.alive[chosen] = columns[0], False
            return
        self.code[chosen], self.arity[chosen], self.operands[chosen] = outcome.op.code, len(columns), _NONE
        self.sort[chosen] = 0
        for k, column in enumerate(columns):
            self.operands[chosen, k] = column

    def _value_of(self, value: Any, chosen: np.ndarray) -> Any:
        """Return the numbers of what an outcome names, for some instructions."""
        if isinstance(value, int):
            return int(self._outside([value])[0])
        place, part = value
        if part is None:
            return place
        operand = self.operands[chosen, place]
        return operand if part == _NONE else self.operands[operand, part]

    def _merge(self) -> bool:
        """Let equal instructions be the first of them; tell whether there were any."""
        self._resolve()
        alive = np.flatnonzero(self.alive)
        if not len(alive):
            return False
        x, y, z = self.operands[alive].T
        kind = (self.code[alive] << 32) + self.form[alive]
        index, inverse = _groups([kind, (x << 32) + y, z, self.offsets[alive]])
        first = alive[index[inverse]]
        again = first != alive
        self.value[alive[again]], self.alive[alive[again]] = first[again], False
        # what reads values from outside alone may have been there before
        operands = self.operands
        outer = np.flatnonzero(self.alive & ((operands >= self.size) | (operands == _NONE)).all(axis=1))
        there = False
        for k in outer.tolist():
            slot = self.b.slot_of(*self._instruction(k, self.slots))
            if slot is not None:
                self.value[k], self.alive[k], there = self._outside([slot])[0], False, True
        return there or bool(again.any())

    def _instruction(self, k: int, slots: np.ndarray) -> tuple[Any, tuple[int, ...], dict[str, Any], Form]:
        operands = tuple(slots[self.operands[k, : self.arity[k]]].tolist())
        static = {"offset": int(self.offsets[k])} if self.picks[k] else NO_STATIC
        return declare.table[self.code[k]], operands, static, form_table.forms[self.form[k]]

    # -------------------------------------------------------------------------------------------- the end

    def write(self) -> list[int]:
        """Add the instructions to the program; returns the slots of the values."""
        alive = np.flatnonzero(self.alive)
        start = len(self.b.program)
        slots = self.slots.copy()
        slots[alive] = np.arange(start, start + len(alive))
        ops = [*map(declare.table.__getitem__, self.code[alive].tolist())]
        arity = self.arity[alive]
        operands = rows_of(slots[self.operands[alive][np.arange(3) < arity[:, None]]], arity)
        statics = [NO_STATIC] * len(alive)
        for k in np.flatnonzero(self.picks[alive]).tolist():
            statics[k] = {"offset": int(self.offsets[alive[k]])}
        forms = [*map(form_table.forms.__getitem__, self.form[alive].tolist())]
        numbers = (start + np.flatnonzero(self.is_number[alive])).tolist()
        self.b.extend(ops, operands, statics, forms, numbers)
        self.added = (self.first + alive).tolist()
        places: list[int] = slots[self.value[: self.size]].tolist()
        return places


_FACTORS = np.array([pow(0x9E3779B97F4A7C15, k, 1 << 64) for k in range(1, 9)], np.uint64)


def _groups(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the first of each group of equal rows, and the group of each row.

    Raises
    ------
    _Irregular
        If rows that differ have one number.
    """
    numbers = np.zeros(len(columns[0]), np.uint64)
    for column, factor in zip(columns, _FACTORS, strict=False):
        mixed = column.astype(np.uint64) * factor
        numbers = (numbers ^ mixed ^ (mixed >> np.uint64(29))) * _FACTORS[0]
    order = np.argsort(numbers)
    ranked = numbers[order]
    begins = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    index = np.minimum.reduceat(order, begins)
    inverse = np.empty(len(order), np.int64)
    inverse[order] = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(order))))
    first = index[inverse]
    if any(bool((column[first] != column).any()) for column in columns):
        raise _Irregular
    return index, inverse
