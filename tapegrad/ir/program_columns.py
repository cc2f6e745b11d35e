"""Columns of a program: its ops, forms and operands as arrays, for what looks at long programs; and equal columns.

Tests: tests/ir/test_program_columns.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain, compress, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from tapegrad.ir.forms import Form
    from tapegrad.ir.program import Program

Numbered = tuple[list[Any], np.ndarray]
"""Distinct items, and numbers of some among them."""

_SHORT = 500  # instructions


def alike(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first of each set of equal columns, and for each column the number of its set.

    NumPy's `unique` along an axis compares records, and says that they have no common dtype when Ctrl-C comes.
    """
    order = np.lexsort(table[::-1])
    ordered = table[:, order]
    begins = np.append(True, (ordered[:, 1:] != ordered[:, :-1]).any(axis=0))[: len(order)]
    number = np.empty(len(order), np.int64)
    number[order] = np.cumsum(begins) - 1
    return order[begins], number


class ProgramColumns:
    """The instructions of a program as arrays, by slot.

    Attributes
    ----------
    ops, forms : list
        Those that the program has, once each; None stands for leaves.
    op, form : ndarray
        The numbers of each instruction's op and form in these lists.
    flat : ndarray
        The operands of all slots, one after the other.
    counts, begins : ndarray
        How many each slot has, and where they begin.
    statics : dict
        The static parameters of those that have some.
    """

    def __init__(
        self, ops: Numbered, forms: Numbered, flat: np.ndarray, counts: np.ndarray, statics: dict[int, dict[str, Any]]
    ) -> None:
        (self.ops, self.op), (self.forms, self.form) = ops, forms
        self.flat, self.counts, self.statics = flat, counts, statics
        self.begins = np.append(0, np.cumsum(counts))

    @classmethod
    def of_lists(
        cls, ops: list[Any], operands: list[tuple[int, ...]], statics: list[dict[str, Any]], forms: list[Form]
    ) -> ProgramColumns:
        """Return the columns of instructions in lists."""
        counts = np.fromiter(map(len, operands), np.int64, len(operands))
        flat = np.fromiter(chain.from_iterable(operands), np.int64, int(counts.sum()))
        return cls(_numbered(ops), _numbered(forms), flat, counts, {k: x for k, x in enumerate(statics) if x})

    def __len__(self) -> int:
        return len(self.counts)

    def joined(self, other: ProgramColumns) -> ProgramColumns:
        """Return these instructions and others that follow them."""
        statics = self.statics | {len(self) + slot: static for slot, static in other.statics.items()}
        flat, counts = (np.append(getattr(self, x), getattr(other, x)) for x in ("flat", "counts"))
        ops = _joined((self.ops, self.op), (other.ops, other.op))
        return ProgramColumns(ops, _joined((self.forms, self.form), (other.forms, other.form)), flat, counts, statics)

    def compressed(self, kept: np.ndarray) -> ProgramColumns:
        """Return some instructions, which read no others."""
        places = np.cumsum(kept) - 1
        flat = places[self.flat[np.repeat(kept, self.counts)]]
        statics = {int(places[slot]): static for slot, static in self.statics.items() if kept[slot]}
        ops, forms = present(self.ops, self.op[kept]), present(self.forms, self.form[kept])
        return ProgramColumns(ops, forms, flat, self.counts[kept], statics)

    def operands_of(self, slot: int) -> tuple[int, ...]:
        """Return the operands of an instruction."""
        return tuple(self.flat[self.begins[slot] : self.begins[slot + 1]].tolist())

    def of(self, slots: np.ndarray, k: int) -> np.ndarray:
        """Return operand k of some instructions."""
        operands: np.ndarray = self.flat[self.begins[slots] + k]
        return operands

    @property
    def readers(self) -> np.ndarray:
        """By place in `flat`, the slot whose operand it is."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def of_ops(self, test: Callable[[Any], Any]) -> np.ndarray:
        """Tell of each instruction what a function tells of its op; nothing is true of leaves."""
        return np.array([op is not None and bool(test(op)) for op in self.ops], bool)[self.op]

    def of_forms(self, test: Callable[[Form], Any]) -> np.ndarray:
        """Tell of each instruction what a function tells of its form."""
        return np.array([bool(test(form)) for form in self.forms], bool)[self.form]

    def slots(self, test: Callable[[Any], Any]) -> list[int]:
        """Return the slots of the instructions of whose op a function tells something."""
        slots: list[int] = np.flatnonzero(self.of_ops(test)).tolist()
        return slots


def columns_of(program: Program) -> ProgramColumns:
    """Return the columns of a finished program, made once."""
    columns: ProgramColumns = program.derive("columns", program.columns)
    return columns


def ops_of(program: Program) -> set[Any]:
    """Return the ops of a finished program."""
    ops: set[Any] = program.derive("ops", lambda: {*_distinct(program, "ops")} - {None})
    return ops


def forms_of(program: Program) -> set[Form]:
    """Return the forms of a finished program."""
    forms: set[Form] = program.derive("forms", lambda: {*_distinct(program, "forms")})
    return forms


def _distinct(program: Program, name: str) -> list[Any]:
    """Return a list of a program, or that of what there is in it."""
    items: list[Any] = getattr(program.derived.get("columns", program), name)
    return items


def _numbered(items: Sequence[Any]) -> Numbered:
    """Return the distinct items, and the number of each among them."""
    numbers = {item: k for k, item in enumerate(dict.fromkeys(items))}
    return [*numbers], np.fromiter(map(numbers.__getitem__, items), np.int64, len(items))


def _joined(before: Numbered, after: Numbered) -> Numbered:
    """Return items that follow others."""
    items = [*dict.fromkeys([*before[0], *after[0]])]
    return items, np.append(before[1], np.array([items.index(x) for x in after[0]], np.int64)[after[1]])


def counted(numbers: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct numbers of some below a small one, in order, and the place of each among them."""
    there = np.zeros(most, bool)
    there[numbers] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]


def ranks(digests: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return digests of 64 bits sorted, without their last bits, and their places in that order: of equal ones, the
    first comes first.

    The places stand in the last bits while all is sorted, which takes a fraction of the time of a stable `argsort`.
    """
    mask = np.uint64((1 << len(digests).bit_length()) - 1)
    ordered = (digests & ~mask) | np.arange(len(digests), dtype=np.uint64)
    ordered.sort()
    return ordered & ~mask, (ordered & mask).astype(np.int64)


def present(items: Sequence[Any], numbers: np.ndarray) -> Numbered:
    """Return items by their numbers, without those that there are none of."""
    there, places = counted(numbers, len(items))
    return [items[k] for k in there.tolist()], places


def rows_of(flat: np.ndarray, counts: np.ndarray) -> list[tuple[Any, ...]]:
    """Return items that follow each other as tuples of so many."""
    first, rows = np.cumsum(counts) - counts, np.empty(len(counts), object)
    for count in np.flatnonzero(np.bincount(counts)).tolist():
        places = np.flatnonzero(counts == count)
        columns = [flat[first[places] + k].tolist() for k in range(count)]
        rows[places] = np.fromiter(
            zip(*columns, strict=True) if count else repeat((), len(places)), object, len(places)
        )
    listed: list[tuple[Any, ...]] = rows.tolist()
    return listed


class Survivors(NamedTuple):
    """The instructions that are left when what leads to no root is taken away.

    Attributes
    ----------
    kept : sequence of bool
        By slot.
    place : list of int
        The new slot of each one that is kept.
    operands : list of tuple
        Theirs, as new slots.
    """

    kept: Sequence[bool]
    place: list[int]
    operands: list[tuple[int, ...]]


def survivors(operands: Sequence[tuple[int, ...]], roots: Sequence[int]) -> Survivors:
    """Find the instructions that lead to some slots."""
    if len(operands) < _SHORT:  # for which arrays are not worth it
        kept = bytearray(len(operands))
        for slot in roots:
            kept[slot] = 1
        for slot in range(len(operands) - 1, -1, -1):
            if kept[slot]:
                for s in operands[slot]:
                    kept[s] = 1
        place = [n - 1 for n in accumulate(kept)]
        at = place.__getitem__
        return Survivors(kept, place, [tuple(map(at, of)) for of in compress(operands, kept)])  # type: ignore[arg-type]
    counts = np.fromiter(map(len, operands), np.int64, len(operands))
    flat = np.fromiter(chain.from_iterable(operands), np.int64, int(counts.sum()))
    live = leading(flat, counts, roots)
    places = np.cumsum(live) - 1
    return Survivors(live.tolist(), places.tolist(), rows_of(places[flat[np.repeat(live, counts)]], counts[live]))


def leading(flat: np.ndarray, counts: np.ndarray, roots: Sequence[int]) -> np.ndarray:
    """Tell which slots lead to some; operands are given as in `ProgramColumns`."""
    first, live = np.cumsum(counts) - counts, np.ones(len(counts), bool)
    readers = np.bincount(np.append(flat, np.array(roots, np.int64)), minlength=len(counts))
    dead = np.flatnonzero(readers == 0)
    while len(dead):  # each time, what nothing but the last ones has read
        live[dead] = False
        many = counts[dead]
        within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
        slots, times = np.unique(flat[np.repeat(first[dead], many) + within], return_counts=True)
        readers[slots] -= times
        dead = slots[readers[slots] == 0]
    return live
