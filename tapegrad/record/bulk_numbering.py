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
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import Form, cells
from tapegrad.ir.program import NO_STATIC
from tapegrad.ir.program_columns import ProgramColumns, alike, counted, present, ranks
from tapegrad.machine.layout import CONST, PICK
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import negative, where
from tapegrad.record.scalar_stretches import NO_OPERAND, Columns, Stretch

_ROUNDS = 32
_SORTS = 2000  # sorts of instructions with constants that are worth asking the builder about


class _Irregular(Exception):
    """A stretch that is left to the builder."""


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
    """The numbering of one stretch. Values have numbers: the stretch's own first, then those from outside, of which the
    first stands for no operand.

    A round looks at what the last one has changed, and at what reads that.

    Attributes
    ----------
    code : ndarray
        Of the stretch's instructions as they are now.
    operands : ndarray
        Theirs, a row for each place.
    value : ndarray
        By number, the number of the value that it is equal to.
    alive : ndarray of bool
        Which instructions are not equal to another value.
    sort : ndarray
        By number, what a rule may see of the value: nothing (0), or an index to `sorts`.
    is_number : ndarray of bool
        By number, whether rules look at it: constants, and choices between numbers.
    unseen, unmerged : ndarray of bool
        Which instructions the rules have not seen as they are now, and which have not been compared with others.
    keys, firsts : ndarray
        Digests of the instructions that were compared, sorted, and the first of each; some have changed since.
    key : ndarray
        By instruction, the digest that it was compared by.
    """

    def __init__(self, b: Builder, stretch: Stretch, place: Sequence[int], origins: dict[int, int]) -> None:
        self.b, self.first = b, stretch.first
        columns = stretch.columns
        self.size = m = len(columns.code)
        self.code, self.simple = columns.code.copy(), stretch.sorts.simple
        self.arity = stretch.sorts.arity[self.code]
        is_pick = np.array([op is not None and op.op_class == PICK for op in declare.table])
        self.picks = is_pick[self.code]
        self.offsets = np.where(self.picks, columns.operands[1], 0)
        recorded = columns.operands
        used = np.arange(3)[:, None] < self.arity
        below = used & (recorded < stretch.first)
        self.operands = np.where(used, recorded - stretch.first, m)
        self.slots = np.full(m + 1, NO_OPERAND)  # in the program, of values from outside
        self._numbers: dict[int, int] = {}  # of these, by slot
        self.form, self.value = np.append(columns.type >> 1, 0), np.arange(m + 1)
        self.sort, self.is_number = np.zeros(m + 1, np.int64), np.zeros(m + 1, bool)
        self.alive, self.unseen, self.unmerged = np.ones((3, m), bool)
        self.keys, self.firsts = np.empty(0, np.uint64), np.empty(0, np.int64)
        self.key = np.empty(m, np.uint64)
        self.sorts: list[Any] = [None]
        self._sort_numbers: dict[Any, int] = {}
        self._outcomes: dict[Any, _Outcome | None] = {}
        self._origins = origins  # by slot of a new constant, the first slot of the recording that has it
        self.added: list[int] = []  # slots of the recording that instructions come from
        outside, numbers = counted(recorded[below], stretch.first)
        self.operands[below] = self._outside([place[s] for s in outside.tolist()])[numbers]
        sources = self.slots[self.operands[0, self.picks]]
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

    def _changed(self, instructions: np.ndarray) -> None:
        """Note that instructions are others now."""
        self.unseen[instructions] = self.unmerged[instructions] = True

    def _resolve(self) -> None:
        """Let operands be the values that they are equal to."""
        value = self.value
        while ((further := value[value]) != value).any():
            value = further
        operands = value[self.operands]
        self._changed((operands != self.operands).any(axis=0))
        self.value, self.operands = value, operands

    def _simplify(self) -> bool:
        """Let the builder simplify instructions with constants; tell whether it did."""
        self._resolve()
        while self._look():
            pass
        code, is_number = self.code, self.is_number
        chosen = np.flatnonzero(self.unseen & self.alive & ~self.picks & (self.arity > 0))
        self.unseen[:] = False
        last = self.operands[self.arity[chosen] - 1, chosen]
        seen = is_number[self.operands[0, chosen]] | is_number[last] | self.simple[code[chosen]]
        chosen = chosen[seen]
        if not len(chosen):
            return False
        ops = self.operands[:, chosen]
        fields = [code[chosen], self.form[chosen], *self.sort[ops], *self.form[ops]]
        index, inverse = _groups(fields, _digests(fields))
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

    def _look(self) -> bool:
        """Note what rules may see of choices and negatives; tell whether that has changed, for what reads them."""
        fresh = np.flatnonzero(self.unseen & self.alive)
        code = self.code[fresh]
        choices = fresh[code == where.code]
        x, y = self.operands[1:, choices]
        numbers = self.is_number[x] & self.is_number[y]
        changed = np.zeros(len(self.sort), bool)
        changed[choices[numbers & ~self.is_number[choices]]] = True
        self.is_number[choices] = numbers
        constant = numbers & (self.slots[x] >= 0) & (self.slots[y] >= 0)
        pairs = zip(x[constant].tolist(), y[constant].tolist(), strict=True)
        sorts: list[tuple[Any, int]] = [
            (k, self._sort(_WHERE, *pair)) for k, pair in zip(choices[constant].tolist(), pairs, strict=True)
        ]
        for k, sort in (*sorts, (fresh[code == negative.code], self._sort(_NEGATIVE))):
            changed[k] |= self.sort[k] != sort
            self.sort[k] = sort
        if changed.any():
            self.unseen |= changed[self.operands].any(axis=0)
            return True
        return False

    def _asked(self, k: int) -> _Outcome | None:
        """Return what the builder makes of an instruction, from what rules may see of its operands; None if nothing."""
        forms, operands = form_table.forms, self.operands[: self.arity[k], k].tolist()
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
                condition = trial.input(forms[self.form[self.operands[0, number]]])
                seen[condition] = place, 0
                new = trial.emit(where, (condition, known(sort[1]), known(sort[2])), NO_STATIC, form)
            else:
                inner = trial.input(forms[self.form[self.operands[0, number]]])
                seen[inner] = place, 0
                new = trial.emit(negative, (inner,), NO_STATIC, form)
            seen[new] = place, NO_OPERAND
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
        rows = [self._value_of(value, chosen) for value in outcome.values]
        if outcome.op is None:
            self.value[chosen], self.alive[chosen] = rows[0], False
            return
        self.code[chosen], self.arity[chosen], self.operands[:, chosen] = outcome.op.code, len(rows), self.size
        if self.sort[chosen].any():
            self.sort[chosen] = 0
            self.unseen |= np.isin(self.operands, chosen).any(axis=0)
        for k, row in enumerate(rows):
            self.operands[k, chosen] = row
        self._changed(chosen)

    def _value_of(self, value: Any, chosen: np.ndarray) -> Any:
        """Return the numbers of what an outcome names, for some instructions."""
        if isinstance(value, int):
            return int(self._outside([value])[0])
        place, part = value
        if part is None:
            return place
        operand = self.operands[place, chosen]
        return operand if part == NO_OPERAND else self.operands[part, operand]

    def _merge(self) -> bool:
        """Let equal instructions be the first of them; tell whether there were any."""
        self._resolve()
        chosen = np.flatnonzero(self.unmerged & self.alive)
        self.unmerged[:] = False
        if not len(chosen):
            return False
        compared = self._compared(chosen)
        self.key[chosen] = keys = _digests(compared)
        if len(self.keys):
            place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            before = self.firsts[place[self.keys[place] == keys]]  # what may be equal to these
            chosen = np.union1d(chosen, before[self.alive[before]])
            compared = self._compared(chosen)
        index, inverse = _groups(compared, self.key[chosen])
        first = chosen[index[inverse]]
        again = first != chosen
        self.value[chosen[again]], self.alive[chosen[again]] = first[again], False
        first = chosen[index]
        if len(self.keys):
            self.keys, which = np.unique(np.append(self.key[first], self.keys), return_index=True)
            self.firsts = np.append(first, self.firsts)[which]
        else:
            self.keys, self.firsts = self.key[first], first
        # what reads values from outside alone may have been there before
        x, y, z = self.operands[:, first] >= self.size
        outer = first[x & y & z]
        there = False
        for k in outer.tolist():
            slot = self.b.slot_of(*self._instruction(k, self.slots))
            if slot is not None:
                self.value[k], self.alive[k], there = self._outside([slot])[0], False, True
        return there or bool(again.any())

    def _compared(self, instructions: np.ndarray) -> list[np.ndarray]:
        """Return all that is equal where instructions are equal."""
        kind = (self.code[instructions] << 32) + self.form[instructions]
        return [kind, *self.operands[:, instructions], self.offsets[instructions]]

    def _instruction(self, k: int, slots: np.ndarray) -> tuple[Any, tuple[int, ...], dict[str, Any], Form]:
        operands = tuple(slots[self.operands[: self.arity[k], k]].tolist())
        static = {"offset": int(self.offsets[k])} if self.picks[k] else NO_STATIC
        return declare.table[self.code[k]], operands, static, form_table.forms[self.form[k]]

    # -------------------------------------------------------------------------------------------- the end

    def write(self) -> list[int]:
        """Add the instructions to the program; returns the slots of the values."""
        alive = np.flatnonzero(self.alive)
        start = len(self.b.program)
        slots = self.slots.copy()
        slots[alive] = np.arange(start, start + len(alive))
        arity = self.arity[alive]
        flat = slots[self.operands[:, alive].T[np.arange(3) < arity[:, None]]]
        picks = np.flatnonzero(self.picks[alive])
        offsets = zip(picks.tolist(), self.offsets[alive[picks]].tolist(), strict=True)
        statics: dict[int, dict[str, Any]] = {k: {"offset": offset} for k, offset in offsets}
        ops, forms = present(declare.table, self.code[alive]), present(form_table.forms, self.form[alive])
        numbers = (start + np.flatnonzero(self.is_number[alive])).tolist()
        self.b.extend(ProgramColumns(ops, forms, flat, arity, statics), numbers)
        self.added = (self.first + alive).tolist()
        places: list[int] = slots[self.value[: self.size]].tolist()
        return places


_FACTORS = np.array([pow(0x9E3779B97F4A7C15, k, 1 << 64) for k in range(1, 9)], np.uint64)


def _digests(columns: Sequence[np.ndarray]) -> np.ndarray:
    """Return a number for each row, the same for equal rows."""
    numbers = np.zeros(len(columns[0]), np.uint64)
    for column, factor in zip(columns, _FACTORS, strict=False):
        mixed = column.astype(np.uint64) * factor
        numbers = (numbers ^ mixed ^ (mixed >> np.uint64(29))) * _FACTORS[0]
    return numbers


def _groups(columns: Sequence[np.ndarray], numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first of each group of equal rows, in the order of the groups' digests, and the group of each row.

    Raises
    ------
    _Irregular
        If rows that differ have one digest.
    """
    ranked, order = ranks(numbers)
    begins = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    index = order[begins]
    inverse = np.empty(len(order), np.int64)
    inverse[order] = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(order))))
    first = index[inverse]
    if any(bool((column[first] != column).any()) for column in columns):
        raise _Irregular
    return index, inverse
