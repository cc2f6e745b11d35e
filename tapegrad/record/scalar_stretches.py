"""Long stretches of scalar instructions of a recording, as arrays: what is simplified or swept all at once.

Tests: tests/record/test_bulk_numbering.py
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.identities import SIMPLE
from tapegrad.machine.layout import CONST, ELEMENTWISE, PICK
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import positive

LEAST = 2000  # instructions in a row that are worth it
NO_OPERAND = -1  # in place of one


class Columns:
    """Instructions as arrays.

    Parameters
    ----------
    flat, lengths : ndarray
        The fields of all instructions, one after the other, and how many each has.
    code, type_ : ndarray
    operands : ndarray
        The first three fields after these two, each in a row; -1 where there are fewer.
    numbers : ndarray
        The first of these fields as a number.
    """

    def __init__(
        self, flat: np.ndarray, lengths: np.ndarray, code: np.ndarray, type_: np.ndarray, operands: np.ndarray,
        numbers: np.ndarray,
    ) -> None:  # fmt: skip
        self.flat, self.lengths, self.code, self.type = flat, lengths, code, type_
        self.operands, self.numbers = operands, numbers

    @classmethod
    def of(cls, instructions: Sequence[Sequence[Any]]) -> Columns:
        """Return instructions as arrays; of complex numbers the parts."""
        lengths = np.fromiter(map(len, instructions), np.int64, len(instructions))
        try:
            flat = np.fromiter(chain.from_iterable(instructions), np.float64, int(lengths.sum()))
        except TypeError:
            return cls.of([i if i[0] != CONST else (*i[:2], i[2].real, i[2].imag) for i in instructions])
        begin, last = np.cumsum(lengths) - lengths, max(0, len(flat) - 1)
        fields = np.stack([np.where(lengths > k, flat[np.minimum(begin + k, last)], NO_OPERAND) for k in (2, 3, 4)])
        with np.errstate(invalid="ignore"):
            operands = np.where(np.isfinite(fields), fields, 0.0).astype(np.int64)
        return cls(flat, lengths, flat[begin].astype(np.int64), flat[begin + 1].astype(np.int64), operands, fields[0])

    def __len__(self) -> int:
        return len(self.lengths)

    def without_numbers(self, slots: Sequence[int]) -> np.ndarray:
        """Return the fields, without the numbers of some leaves."""
        flat, begin = self.flat.copy(), np.cumsum(self.lengths) - self.lengths
        flat[begin[slots] + 2] = 0.0
        return flat

    def joined(self, other: Columns) -> Columns:
        """Return these instructions and others after them."""
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Columns(*[np.concatenate(pair, axis=-1) for pair in pairs])

    def cut(self, first: int, stop: int) -> Columns:
        """Return some of the instructions."""
        begin, lengths = int(self.lengths[:first].sum()), self.lengths[first:stop]
        flat, chosen = self.flat[begin : begin + int(lengths.sum())], slice(first, stop)
        columns = self.code[chosen], self.type[chosen], self.operands[:, chosen], self.numbers[chosen]
        return Columns(flat, lengths, *columns)


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


def long_stretches(run: Any, first: int, stop: int, alone: Sequence[int]) -> list[Stretch]:
    """Return the stretches of scalar instructions of a run between two slots that are worth numbering in bulk, without
    slots that stay by themselves.
    """
    if stop - first < LEAST:
        return []
    columns = run.columns(stop).cut(first, stop)
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
        used = np.arange(3)[:, None] < self.sorts.arity[columns.code]
        read = np.zeros(self.first, bool)
        read[columns.operands[used & (columns.operands < self.first)]] = True
        below = np.flatnonzero(read)
        graded[below] = [instructions[s][1] & 1 for s in below.tolist()]
        graded[self.first :] = columns.type & 1
        floating = np.array([f.dtype.kind in "fc" for f in form_table.forms])[columns.type >> 1]
        stopped = ~graded[self.first :] & floating
        return bool((stopped & used & graded[np.where(used, columns.operands, 0)]).any())


def codes_and_types(run: Any) -> tuple[set[int], set[int]]:
    """Return the op codes and the types of all instructions of a run."""
    if len(run.instructions) < LEAST:
        return {i[0] for i in run.instructions}, {i[1] for i in run.instructions}
    columns = run.columns(len(run.instructions))
    codes, types = (np.flatnonzero(np.bincount(x)).tolist() for x in (columns.code, columns.type))
    return {*codes}, {*types}
