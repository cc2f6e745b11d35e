"""Sweeps in bulk: appends the adjoints of a long stretch of single float64 numbers with operations on arrays.

The pull visits one instruction after the other, appends what the templates of its shares say, and adds the shares to
the adjoints of its operands. How many instructions that is depends on no adjoint. So the place of each is computed
before, and with it the slot of each adjoint; then the instructions are written, template by template.

Invariant: the recording has the instructions that the pull would have appended, in their order.

Tests: tests/autograd/test_bulk_sweep.py
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd.share_templates import SINGLE, Template, patterns_of
from tapegrad.ir.program import NO_STATIC
from tapegrad.ir.program_columns import ProgramColumns, counted, rows_of
from tapegrad.machine.layout import CONST, PICK
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import add
from tapegrad.record.incremental_cse import Simplified
from tapegrad.record.instructions import Decoded
from tapegrad.record.scalar_stretches import NO_OPERAND, Columns
from tapegrad.record.trace import Trace

LEAST = 2000  # instructions in a row that are worth it
_ROUNDS = 32  # of a search: an instruction that nothing reads, or whose adjoint is a number, may take one each
_NONE = -1  # in place of a slot, and of a number of patterns


class _Shares(NamedTuple):
    """What instructions hand on, in the order of the pull.

    Attributes
    ----------
    giver : ndarray
        The number of the instruction within the stretch.
    receiver : ndarray
        The slot of the operand.
    template : ndarray
        The number of the template.
    """

    giver: np.ndarray
    receiver: np.ndarray
    template: np.ndarray


class BulkSweep:
    """The instructions of a simplified recording that a sweep goes through, as arrays.

    Slots are those of the simplified program, but adjoints are slots of the recording.

    Parameters
    ----------
    trace : Trace
    simplified : Simplified
    first, stop : int
        Slots of the program.
    targets : set of int

    Attributes
    ----------
    types : ndarray
        By slot, its type in the recording, as if with gradient.
    handing : ndarray of bool
        Which instructions hand something on, from `first` on.
    needed : ndarray of bool
        By slot, whether it is a target or depends on one.
    """

    def __init__(self, trace: Trace, simplified: Simplified, first: int, stop: int, targets: Collection[int]) -> None:
        self._trace, self._first = trace, first
        self._origin = np.array(simplified.origin[:stop], np.int64)
        recorded = trace.columns(len(trace.instructions)).type[self._origin]
        self._columns = columns = simplified.program.columns()
        self.types, codes = recorded | 1, columns.op[first:stop]
        graded = columns.of_ops(lambda _: True)[first:stop] & (recorded[first:] & 1 != 0)
        self.needed, self.handing = _needed(columns, graded, first, targets)
        counts, begins = columns.counts[first:stop], columns.begins[first:stop]
        flat = np.append(columns.flat, _NONE)
        self._operands = flat[[np.where(counts > k, begins + k, -1) for k in range(3)]]
        single, handing = np.append(self.types == SINGLE, True), self.handing
        within = handing & single[first:stop]
        self._picks = within & np.array([op and op.op_class == PICK for op in columns.ops], bool)[codes]
        maps = np.array([op.__class__ is Elementwise and not (op.by_user or op.lacks) for op in columns.ops])
        x, y, z = single[self._operands]
        self._templates: list[tuple[int, Template]] = []  # with the number of the op's arguments
        self._patterns: list[list[tuple[int, int]]] = []  # operands, each with the number of its template
        self._pattern = self._patterns_of(within & maps[codes] & x & y & z, codes, columns.ops)
        self._fits = ~handing | self._picks | (self._pattern != _NONE)
        self._fits[[t - first for t in targets if first <= t < stop]] = False

    def decoded(self, slot: int) -> Decoded | None:
        """Return an instruction, None if it hands nothing on."""
        if slot < self._first or not self.handing[slot - self._first]:
            return None
        columns = self._columns
        return columns.ops[columns.op[slot]], columns.operands_of(slot), columns.statics.get(slot, NO_STATIC)

    def _patterns_of(self, chosen: np.ndarray, codes: np.ndarray, ops: Sequence[Any]) -> np.ndarray:
        """Return the number of each instruction's patterns: of those that are chosen, if a template says all."""
        numbers = np.full(len(chosen), _NONE)
        x, y, z = np.append(self.needed, False)[self._operands[:, chosen]]
        keys, inverse = counted(8 * codes[chosen] + x + 2 * y + 4 * z, 8 * len(ops))
        entered = [self._entered(ops[key >> 3], [key >> k & 1 for k in range(3)]) for key in keys.tolist()]
        numbers[chosen] = np.array(entered, np.int64)[inverse]
        return numbers

    def _entered(self, op: Elementwise, needs: Sequence[int]) -> int:
        """Return the number of an op's patterns; -1 if it has none that can be written here."""
        count = len(op.arguments)
        patterns = patterns_of(op, needs[:count])
        if patterns is None:
            return _NONE
        for _, (pattern, result) in patterns:
            if any(code != CONST and len(sources) > 3 for code, _, _, sources in pattern):
                return _NONE
            if result >= count + 2 and pattern[result - count - 2][1] | 1 != SINGLE:
                return _NONE
        first = len(self._templates)
        self._templates += [(count, template) for _, template in patterns]
        self._patterns.append([(k, number) for number, (k, _) in enumerate(patterns, first)])
        return len(self._patterns) - 1

    def stretches(self) -> list[tuple[int, int]]:
        """Return the stretches that are worth it, each by its first slot and that after the last one."""
        edges = np.flatnonzero(np.diff(np.concatenate([[0], self._fits.view(np.int8), [0]])))
        return [(self._first + a, self._first + b) for a, b in edges.reshape(-1, 2).tolist() if b - a >= LEAST]

    # -------------------------------------------------------------------------------------------- one stretch

    def append(self, start: int, stop: int, pending: dict[int, Any], picked: dict[int, list[tuple[int, Any]]]) -> bool:
        """Append the sweep of a stretch to the recording; tells whether it did.

        Parameters
        ----------
        pending : dict
            By slot, the adjoints that have arrived, slots or Tensors.
        picked : dict
            By slot of an array, the offsets of elements that were read, and their adjoints.
        """
        arrived = self._arrived(stop, pending)
        within = slice(start - self._first, stop - self._first)
        shares = self._shares(within, start)
        handing = self._picks[within] | (self._pattern[within] != _NONE)
        reached = _reached(shares, handing, arrived, start)
        if reached is None:
            return False
        shares = _Shares(*[x[reached[shares.giver]] for x in shares])
        if (arrived[shares.receiver] < _NONE).any() or (arrived[start:][reached] < _NONE).any():
            return False
        adjoints = arrived[start:].copy()
        sums = self._write(shares, start, arrived, adjoints)
        for slot in np.flatnonzero(reached & (arrived[start:] != _NONE)).tolist():
            del pending[start + slot]
        pending.update(sums)
        for k in np.flatnonzero(reached & self._picks[within])[::-1].tolist():
            offset = self._columns.statics[start + k]["offset"]
            (array,) = self._columns.operands_of(start + k)
            picked.setdefault(array, []).append((offset, self._trace.handle(int(adjoints[k]))))
        return True

    def _arrived(self, stop: int, pending: Mapping[int, Any]) -> np.ndarray:
        """Return the slots of the adjoints that have arrived, by slot; -1 where none has, -2 for no single number."""
        arrived, run, instructions = np.full(stop, _NONE), self._trace.run, self._trace.instructions
        for slot, g in pending.items():
            if slot < stop:
                if g.__class__ is not int:
                    g = g._i if getattr(g, "_family", None) is not None and g._family.run is run else _NONE - 1
                arrived[slot] = g if g >= 0 and instructions[g][1] | 1 == SINGLE else _NONE - 1
        return arrived

    def _shares(self, within: slice, start: int) -> _Shares:
        """Return all shares of a stretch, as if every instruction had an adjoint."""
        pattern = self._pattern[within][::-1]
        most = max(map(len, self._patterns), default=0)
        table = np.array([[*row, *[(0, _NONE)] * (most - len(row))] for row in self._patterns], np.int64)
        table = table.reshape(-1, most, 2)
        giver = np.arange(len(pattern))[::-1][pattern != _NONE]
        rows = table[pattern[pattern != _NONE]]
        there = rows[:, :, 1] != _NONE
        givers = np.broadcast_to(giver[:, None], there.shape)[there]
        return _Shares(givers, self._operands[:, within][rows[:, :, 0][there], givers], rows[:, :, 1][there])

    def _write(self, shares: _Shares, start: int, arrived: np.ndarray, adjoints: np.ndarray) -> dict[int, int]:
        """Append the instructions of shares and their sums; returns the sums of slots before the stretch, and writes
        those of the stretch to the adjoints.

        A number below 0 stands for an adjoint of the stretch until that is known: -1 for the first of them.
        """
        giver, receiver, template = shares
        if not len(giver):
            return {}
        instructions = self._trace.instructions
        sizes = np.array([len(pattern) for _, (pattern, _) in self._templates])[template]
        order = np.argsort(receiver, kind="stable")
        ranked = receiver[order]
        leading = np.append(True, ranked[1:] != ranked[:-1])
        adds = np.empty(len(giver), bool)
        adds[order] = ~leading | (arrived[ranked] != _NONE)
        begins = np.flatnonzero(np.append(True, giver[1:] != giver[:-1]))  # with the first share of each instruction
        block = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(giver))))
        before, added_before = np.cumsum(sizes) - sizes, np.cumsum(adds) - adds
        place = len(instructions) + before + added_before[begins][block]
        sum_place = len(instructions) + (before[begins] + np.add.reduceat(sizes, begins))[block] + added_before
        share = self._results(shares, start, place)
        value = np.where(adds, sum_place, share)
        addend = np.empty_like(value)
        addend[order] = np.where(leading, arrived[ranked], np.append(0, value[order[:-1]]))
        last = np.append(leading[1:], True)
        receivers, totals = ranked[last], value[order[last]]
        inside = receivers >= start
        adjoints[receivers[inside] - start] = totals[inside]
        unknown = np.zeros(len(adjoints), bool)
        unknown[receivers[inside] - start] = totals[inside] < 0
        while unknown.any():  # an adjoint that is another one's
            adjoints[unknown] = adjoints[-1 - adjoints[unknown]]
            unknown &= adjoints < 0
        share, addend, totals = (_resolved(x, adjoints) for x in (share, addend, totals))
        rows = _Rows(len(instructions), int(sizes.sum() + adds.sum()))
        rows.put(sum_place[adds], add.code, SINGLE & ~1, True, [addend[adds], share[adds]])
        for number in np.unique(template).tolist():
            chosen = template == number
            self._fill(rows, number, giver[chosen], place[chosen], start, adjoints)
        self._trace.extend(*rows.instructions(self._trace))
        return dict(zip(receivers[~inside].tolist(), totals[~inside].tolist(), strict=True))

    def _results(self, shares: _Shares, start: int, place: np.ndarray) -> np.ndarray:
        """Return the slots of shares, whose templates' instructions begin at some place."""
        slots = np.empty(len(place), np.int64)
        for number in np.unique(shares.template).tolist():
            count, (_, result) = self._templates[number]
            chosen = np.flatnonzero(shares.template == number)
            giver = shares.giver[chosen]
            if result > count + 1:
                slots[chosen] = place[chosen] + result - count - 2
            elif result == count + 1:
                slots[chosen] = -1 - giver
            else:
                slots[chosen] = self._values(giver, start, count)[result]
        return slots

    def _values(self, giver: np.ndarray, start: int, count: int) -> list[np.ndarray]:
        """Return the slots in the recording of the operands and results of instructions."""
        operands = self._operands[:count, start - self._first + giver]
        return [*self._origin[operands], self._origin[start + giver]]

    def _fill(
        self, rows: _Rows, number: int, giver: np.ndarray, place: np.ndarray, start: int, adjoints: np.ndarray
    ) -> None:
        """Write the instructions of a template."""
        count, (pattern, _) = self._templates[number]
        places = [*self._values(giver, start, count), adjoints[giver]]
        for k, (code, type_, real, sources) in enumerate(pattern):
            if code == CONST:
                rows.put_number(place + k, type_, sources)
            else:
                rows.put(place + k, code, type_, real, [places[s] for s in sources])
            places.append(place + k)


class _Rows:
    """Instructions that are to be appended to a recording.

    Parameters
    ----------
    first : int
        The slot of the first one.
    count : int
    """

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._code, self._type, self._arity = np.empty((3, count), np.int64)
        self._operands = np.full((3, count), first + count)  # a slot that has no gradient
        self._real = np.zeros(count, bool)
        self._numbers: list[tuple[np.ndarray, float]] = []

    def put(self, slots: np.ndarray, code: int, type_: int, real: bool, operands: Sequence[np.ndarray]) -> None:
        """Write an op's instructions, of a type that has a gradient where an operand does if it is `real`."""
        rows = slots - self._first
        self._code[rows], self._type[rows], self._arity[rows], self._real[rows] = code, type_, len(operands), real
        for k, column in enumerate(operands):
            self._operands[k, rows] = column

    def put_number(self, slots: np.ndarray, type_: int, number: float) -> None:
        """Write a constant."""
        rows = slots - self._first
        self._code[rows], self._type[rows], self._arity[rows] = CONST, type_, 0
        self._numbers.append((rows, number))

    def instructions(self, trace: Trace) -> tuple[list[Any], Columns]:
        """Return the instructions, to be appended to others, also as arrays."""
        recorded = trace.columns(self._first).type & 1 != 0
        graded = np.concatenate([recorded, self._real, [False]])
        for _ in range(_ROUNDS):  # what reads nothing that has a gradient has none
            x, y, z = graded[self._operands]
            now = self._real & (x | y | z)
            if (now == graded[self._first : -1]).all():
                break
            graded[self._first : -1] = now
        else:
            flags = bytearray(graded.tobytes())
            for slot, (a, b, c) in enumerate(self._operands.T.tolist(), self._first):
                if flags[slot]:
                    flags[slot] = flags[a] | flags[b] | flags[c]
            graded = np.frombuffer(flags, bool)
        type_ = self._type | graded[self._first : -1]
        operands = np.where(np.arange(3)[:, None] < self._arity, self._operands, NO_OPERAND)
        fields, lengths = np.column_stack([self._code, type_, *operands]), self._arity + 2
        rows, numbers = rows_of(fields[np.arange(5) < lengths[:, None]], lengths), fields.astype(np.float64)
        for at, number in self._numbers:
            lengths[at], numbers[at, 2] = 3, number
            for k in at.tolist():
                rows[k] = *rows[k], number
        flat = numbers[np.arange(5) < lengths[:, None]]
        return rows, Columns(flat, lengths, self._code, type_, operands, numbers[:, 2])


def _needed(
    columns: ProgramColumns, graded: np.ndarray, first: int, targets: Collection[int]
) -> tuple[np.ndarray, np.ndarray]:
    """Tell which slots are targets or depend on one, and which instructions from the first one on do, of those that
    have gradients.

    Since operands lie below their instructions, what is true of each instruction by its operands is the only answer.
    """
    stop = first + len(graded)
    begins = columns.begins[first : stop + 1] - columns.begins[first]
    flat = columns.flat[columns.begins[first] :][: begins[-1]]
    chosen = np.zeros(stop, bool)
    chosen[[t for t in targets if first <= t < stop]] = True
    needed = chosen.copy()
    needed[first:] |= graded
    for _ in range(_ROUNDS):
        reading = np.append(0, np.cumsum(needed[flat]))[begins]
        handing = graded & (reading[1:] > reading[:-1])
        now = chosen.copy()
        now[first:] |= handing
        if (now == needed).all():
            return needed, handing
        needed = now
    marks, ends, reads = bytearray(chosen.tobytes()), begins.tolist(), flat.tolist()
    for k in np.flatnonzero(graded).tolist():
        if any([marks[s] for s in reads[ends[k] : ends[k + 1]]]):  # noqa: C419 (a list is faster)
            handing[k] = marks[first + k] = True
        else:
            handing[k] = False
    return np.frombuffer(marks, bool), handing


def _reached(shares: _Shares, handing: np.ndarray, arrived: np.ndarray, start: int) -> np.ndarray | None:
    """Tell which instructions of a stretch get an adjoint; None if that is not known after a few rounds."""
    reached = handing
    for _ in range(_ROUNDS):
        got = np.bincount(shares.receiver[reached[shares.giver]], minlength=len(arrived)) > 0
        now = handing & (got | (arrived != _NONE))[start:]
        if (now == reached).all():
            return now
        reached = now
    return None


def _resolved(slots: np.ndarray, adjoints: np.ndarray) -> np.ndarray:
    """Return slots, with the adjoints in place of numbers that stand for one."""
    symbols = slots < 0
    return np.where(symbols, adjoints[np.where(symbols, -1 - slots, 0)], slots)
