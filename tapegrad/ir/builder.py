"""Builder of programs: emits instructions one at a time, and simplifies each as it is emitted.

What it does keeps every bit but the sign of a zero, also for NaN and infinities: equal instructions become one, exact
arithmetic on constants is done, neutral operands go, and shaping ops that cancel. What nothing needs is left out at the
end.

Invariant: the operands of an instruction are slots below its own.

Tests: tests/ir/test_identities.py, tests/ir/test_files.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any

import numpy as np

from tapegrad.ir.element_writes import ElementWrites
from tapegrad.ir.forms import Form
from tapegrad.ir.identities import NEUTRAL, SIMPLE
from tapegrad.ir.program import NO_STATIC, Guard, Program, static_key
from tapegrad.ir.program_columns import ProgramColumns, leading, survivors
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import detached, where
from tapegrad.ops.indexing import getitem_op, pick, scatter_add
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op

_FOLDED_LANES = 4096  # constants with more elements are left to the first replay


class Builder:
    """A program under construction.

    Attributes
    ----------
    number : callable
        Gives the number that all elements of a slot equal, or None.
    """

    def __init__(self) -> None:
        self.program = Program()
        self._slots: dict[Any, int] = {}
        self._apart: set[int] = set()
        self._numbers: dict[int, float | None] = {}  # of constants, also broadcast, and choices; None for several
        self.number = self._numbers.get
        self._writes = ElementWrites(self.program)
        self._unlisted: list[tuple[int, int]] = []  # slots that `extend` has added and `_slots` has not

    def _append(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        p = self.program
        p.ops.append(op)
        p.operands.append(operands)
        p.statics.append(static)
        p.forms.append(form)
        return len(p.ops) - 1

    def input(self, form: Form) -> int:
        slot = self._append(None, (), NO_STATIC, form)
        self.program.inputs.append(slot)
        return slot

    def constant(self, value: np.ndarray, form: Form) -> int:
        """Return a leaf with a value in the form's lane dtype."""
        key = ("constant", form, value.tobytes()) if value.size <= _FOLDED_LANES else ("constant", form, id(value))
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = self._append(None, (), NO_STATIC, form)
            self.program.constants[slot] = value
            self._numbers[slot] = value.item() if value.size == 1 else None
        return slot

    def emit(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        """Return the slot of an instruction's result."""
        key: Any = (op.code, form.id, operands, static_key(static)) if static else (op.code, form.id, operands)
        slots = self._slots
        slot = slots.get(key)
        if slot is None and self._unlisted and not form.array:
            self._list()
            slot = slots.get(key)
        if slot is None:
            numbers = self._numbers  # nothing else is simpler for a constant in the middle
            if static:
                slot = self._shaped(op, operands, static, form)
            if slot is None and (op.name in SIMPLE or operands[0] in numbers or operands[-1] in numbers):
                slot = self._simplified(op, operands, form)
            if slot is None:
                p = self.program  # as `_append` does, of which this is most calls
                slot = len(p.ops)
                p.ops.append(op)
                p.operands.append(operands)
                p.statics.append(static)
                p.forms.append(form)
                if static:
                    self._writes.note(op, slot)
                if op is broadcast_to_op and operands[0] in numbers:
                    numbers[slot] = numbers[operands[0]]
                elif op is where and {operands[1], operands[2]} <= numbers.keys():
                    numbers[slot] = None
            slots[key] = slot
        return slot

    def slot_of(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int | None:
        """Return the slot of an instruction that was emitted before, None if it was not."""
        if self._unlisted:
            self._list()
        return self._slots.get(
            (op.code, form.id, operands, static_key(static)) if static else (op.code, form.id, operands)
        )

    def is_number(self, slot: int) -> bool:
        """Tell whether rules look at the value of a slot: a constant, or a choice between numbers."""
        return slot in self._numbers

    def forwards(self, x: int) -> bool:
        """Tell whether reads of elements of an array may be something simpler."""
        return self._writes.read(pick, x, {"offset": 0}) is not None

    def extend(self, columns: ProgramColumns, numbers: Iterable[int]) -> None:
        """Append instructions that are as simple as can be, and equal to no others; some are choices of `numbers`."""
        p, start = self.program, len(self.program)
        p.extend(columns)
        self._numbers.update(dict.fromkeys(numbers))
        self._unlisted.append((start, len(p)))

    def _list(self) -> None:
        """List what was appended in bulk, so that instructions that are equal to it are found."""
        p = self.program
        for start, stop in self._unlisted:
            rows = zip(
                p.ops[start:stop], p.forms[start:stop], p.operands[start:stop], p.statics[start:stop], strict=True
            )
            self._slots.update(
                ((op.code, f.id, of, static_key(static)) if static else (op.code, f.id, of), slot)
                for slot, (op, f, of, static) in enumerate(rows, start)
            )
        self._unlisted = []

    def apart(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        """Return the slot of an instruction that nothing is equal to, and whose operands nothing sees through it."""
        slot = self._append(op, operands, static, form)
        self._apart.add(slot)
        return slot

    def stopped(self, slot: int, form: Form) -> int:
        """Return the same value, through which no derivative passes."""
        return self.emit(detached, (slot,), NO_STATIC, form)

    def copy(self, program: Program, slot: int, place: list[int]) -> None:
        """Write an instruction, or a constant, of another program; `place` has the slots of its operands, and gets
        its own.
        """
        op, form = program.ops[slot], program.forms[slot]
        if op is None:
            place[slot] = self.constant(program.constants[slot], form)
        else:
            operands = tuple(map(place.__getitem__, program.operands[slot]))
            place[slot] = self.emit(op, operands, program.statics[slot], form)
        if program.lines:
            self.program.take_line(place[slot], program, slot)

    def inline(self, program: Program, inputs: Sequence[int], slots: Iterable[int] | None = None) -> list[int]:
        """Write another program of these inputs, all of it or some slots; returns where each slot has its place."""
        place = [-1] * len(program)
        for slot, source in zip(program.inputs, inputs, strict=True):
            place[slot] = source
        for slot in range(len(program)) if slots is None else slots:
            if place[slot] < 0:
                self.copy(program, slot, place)
        return place

    # -------------------------------------------------------------------------------------------- simplification

    def zeros(self, slot: int) -> bool:
        value = self.program.constants.get(slot)
        return value is not None and not value.any()

    def ones_where(self, slot: int) -> tuple[int, bool] | None:
        """Return the condition on which the elements of a slot are 1 or 0, and whether they are 1 where it holds; None
        if they are anything else.
        """
        if self.program.ops[slot] is not where:
            return None
        condition, x, y = self.program.operands[slot]
        numbers = self.number(x), self.number(y)
        return (condition, numbers == (1.0, 0.0)) if {*numbers} == {0.0, 1.0} else None

    def _simplified(self, op: Any, operands: tuple[int, ...], form: Form) -> int | None:
        if op.__class__ is not Elementwise:
            return None
        constants = self.program.constants
        forms = self.program.forms
        if op.hot and form.size <= _FOLDED_LANES and constants.keys() >= {*operands}:
            with np.errstate(all="ignore"):
                value = np.asarray(op.reference(*[constants[s] for s in operands]), dtype=form.lane)
            return self.constant(np.broadcast_to(value, form.shape).copy(), form)
        if len(operands) == 1:
            (x,) = operands
            if op.name == "positive":
                return x
            if op.name == "negative" and self.program.ops[x] is op and x not in self._apart:
                return self.program.operands[x][0]
            return None
        rule = NEUTRAL.get(op.name)
        if rule is None:
            return None
        result = rule(self, operands, form)
        if result is None or forms[result] is not form:
            return None
        return result

    def _shaped(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int | None:
        if len(operands) != 1:
            return None
        p = self.program
        (x,) = operands
        if (place := self._writes.read(op, x, static)) is not None:
            return self._element(*place, form)
        if op.name == "positive" or (op.name in ("reshape", "broadcast_to") and p.forms[x] is form):
            return x
        inner: Any = p.ops[x] if x not in self._apart else None
        if inner is op and op.name == "reshape":
            return self.emit(op, p.operands[x], static, form)
        if op.name == "transpose":
            axes = static["axes"]
            if axes == tuple(range(len(axes))):
                return x
            if inner is op:
                before = p.statics[x]["axes"]
                return self.emit(op, p.operands[x], {"axes": tuple(before[a] for a in axes)}, form)
        if op.name == "astype" and static["source"] is static["dtype"]:
            return x
        if op is scatter_add and all([_keeps(part) for part in static["index"]]):  # noqa: C419
            return self.emit(reshape_op, (x,), {"shape": form.shape}, form)
        return self._taken(x, static["index"], form) if op.name == "getitem" else None

    def _element(self, x: int, offset: int | None, form: Form) -> int | None:
        """Return an element of an array, or a value that was written to one, if it is of the form of the read."""
        p = self.program
        if offset is None:
            return x if p.forms[x] is form else None
        value = p.constants.get(x)
        if value is None:
            return self.emit(pick, (x,), {"offset": offset}, form)
        return self.constant(value.reshape(-1)[offset].reshape(()), form) if value.size <= _FOLDED_LANES else None

    def _taken(self, x: int, index: tuple[Any, ...], form: Form) -> int | None:
        """Return the part of an array that was joined of parts, or of a vector that was made of them: of one of them,
        or zeros, or a sum of these.
        """
        p = self.program
        op = p.ops[x]
        if op is None or not all([isinstance(part, slice) for part in index]):  # noqa: C419 (a list is faster)
            return None
        if op.name == "concatenate":
            return self._of_joined(x, index, form)
        if len(p.forms[x].shape) != 1 or not index:
            return None
        (part,) = index
        if op.name == "add" and all(p.forms[s] is p.forms[x] for s in p.operands[x]):
            terms = [self._taken(s, index, form) for s in p.operands[x]]
            return None if None in terms else self.emit(op, tuple(terms), NO_STATIC, form)  # type: ignore[arg-type]
        if op.name != "scatter_add" or not isinstance(p.statics[x]["index"][0], slice):
            return None
        reads, writes = (range(p.forms[x].shape[0])[i] for i in (part, p.statics[x]["index"][0]))
        if reads == writes:
            (value,) = p.operands[x]
            return value if p.forms[value] is form else None
        if {reads.step, writes.step} == {1} and (reads.stop <= writes.start or writes.stop <= reads.start):
            return self.constant(np.zeros(form.shape, form.lane), form)
        return None

    def _of_joined(self, x: int, index: tuple[slice, ...], form: Form) -> int | None:
        """Return a part of arrays that were joined, if it is one of one of them."""
        p = self.program
        axis, shape = p.statics[x]["axis"], p.forms[x].shape
        if axis >= len(index):
            return None
        wanted, first = range(shape[axis])[index[axis]], 0
        for s in p.operands[x]:
            last = first + p.forms[s].shape[axis]
            if wanted and wanted.step == 1 and first <= wanted.start and wanted.stop <= last:
                part_index = (*index[:axis], slice(wanted.start - first, wanted.stop - first), *index[axis + 1 :])
                whole = all([range(n)[part] == range(n) for n, part in zip(p.forms[s].shape, part_index, strict=False)])  # noqa: C419
                return s if whole else self.emit(getitem_op, (s,), {"index": part_index}, form)
            first = last
        return None

    # -------------------------------------------------------------------------------------------- the end

    def finish_like(self, program: Program, place: Sequence[int], outputs: Sequence[int] | None = None) -> Program:
        """Return the program with the guards of another one, from which it was copied by `place`, and with its outputs
        unless others are named.
        """
        self.program.recorded = program.recorded
        results = program.outputs if outputs is None else outputs
        return self.finish([place[s] for s in results], [g._replace(slot=place[g.slot]) for g in program.guards])

    def finish(self, outputs: Sequence[int], guards: Iterable[Guard] = ()) -> Program:
        """Return the program without dead code; inputs always stay."""
        p = self.program
        guards, result = list(guards), Program()
        result.recorded, roots = p.recorded, [*p.inputs, *outputs, *[g.slot for g in guards]]
        kept: Sequence[bool]
        if p.is_chunked:
            columns = p.columns()
            live = leading(columns.flat, columns.counts, roots)
            kept, place = live.tolist(), (np.cumsum(live) - 1).tolist()
            result.derived["columns"] = columns = columns.compressed(live)
            result.extend(columns)
        else:
            kept, place, operands = survivors(p.operands, roots)
            result.ops, result.statics, result.forms = ([*compress(x, kept)] for x in (p.ops, p.statics, p.forms))
            result.operands = operands
        at = place.__getitem__
        result.constants = {place[s]: value for s, value in p.constants.items() if kept[s]}
        result.lines = {place[s]: line for s, line in p.lines.items() if kept[s]}
        result.spread_lines()
        result.inputs, result.outputs = [*map(at, p.inputs)], [*map(at, outputs)]
        seen = set()
        for g in guards:
            constant = p.constants.get(g.slot)
            if constant is not None and constant.item() == g.expected:
                continue
            if (g.slot, g.expected) not in seen:
                seen.add((g.slot, g.expected))
                result.guards.append(Guard(place[g.slot], g.expected, g.line))
        return result


def _keeps(part: Any) -> bool:
    """Tell whether a part of an index chooses nothing."""
    return part is None or part is Ellipsis or (isinstance(part, slice) and part == slice(None))
