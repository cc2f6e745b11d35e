"""Tables by ascending numbers: where values lie among them, by binary search, and the line between two samples.

A search halves the numbers as often as their count says, so all places are within. NaN comes last, as in NumPy's order.

Tests: tests/ops/test_searches.py, tests/export/test_c_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import Lane, bits, from_bits, select
from tapegrad.machine.places import Buffer
from tapegrad.machine.status import OUTSIDE
from tapegrad.ops.kinds.python_call import Forward, Python

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyForm, AnyWriter

Before = Callable[[Lane, Lane], Lane]


class Search(Forward):
    """Counts the ascending numbers of the first operand that are less than each value of the second one, or not more.

    Each row of numbers goes with its own values, if there are several. Numbers and values of different kinds, and
    complex ones, are left to NumPy.

    Parameters
    ----------
    right : callable
        Whether numbers that are equal count too, by the static parameters.
    interval : bool
        The result is the interval between numbers: the count less 1, the first or last one for values beyond.
    """

    local = False

    def __init__(self, right: Callable[[dict[str, Any]], bool], interval: bool = False) -> None:
        super().__init__()
        self.right, self.interval = right, interval

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        numbers, values = p.operands[slot]
        before = before_of(p.forms[numbers], p.forms[values], self.right(p.statics[slot]))
        if before is None:
            super().write(f, slot)
            return
        *stack, n = p.forms[numbers].shape
        rows, form = math.prod(stack), p.forms[slot]
        table, source, target = f.contiguous(numbers), f.contiguous(values), f.target(slot)
        count = form.size // max(rows, 1)
        with f.loops([rows, count]) as (row, k):
            place = f.offset(0, (count, 1), (row, k))
            position = _counted(f, table, f.offset(0, (n,), (row,)), n, f.load_scalar(source, place), before)
            position = self._interval(f, position, n) if self.interval else position
            number = from_bits(f.e1.emit(f"add i64 {position}, 0", "i"))
            if form.lane is not None:
                number = f.e1.emit(f"sitofp i64 {position} to double", "f")
            f.store_scalar(number, target, place)
        f.done(slot, target)

    def _interval(self, f: AnyWriter, count: str, n: int) -> str:
        """Return the interval of n numbers in which a value lies behind so many of them."""
        place = f.integer(f"add nsw i64 {count}, -1")
        for limit, beyond in ((0, "slt"), (n - 2, "sgt")):
            outside = f.integer(f"icmp {beyond} i64 {place}, {limit}")
            place = f.integer(f"select i1 {outside}, i64 {limit}, i64 {place}")
        return place


def _counted(f: AnyWriter, table: Buffer, first: str, n: int, value: Lane, before: Before) -> str:
    """Write the search in a row of n numbers that begins at `first`; returns how many come before a value."""
    low, left = "0", n
    while left > 1:
        half = left // 2
        number = f.load_scalar(table, f.offset(half - 1, (1, 1), (first, low)))
        further = f.integer(f"add nsw i64 {low}, {half}")
        low = f.integer(f"select i1 {before(number, value).name}, i64 {further}, i64 {low}")
        left -= half
    if n:
        last = before(f.load_scalar(table, f.offset(0, (1, 1), (first, low))), value)
        low = f.integer(f"add nsw i64 {low}, {f.integer(f'zext i1 {last.name} to i64')}")
    return low


class Cells(Python):
    """Rows of the cells of a grid in which points lie, or sums of the rows of points in each cell.

    The operands are these rows, the breaks of all axes, and the points. The static parameter `sizes` says how many breaks
    each axis has; a point at a break lies on this `side` of it.

    Parameters
    ----------
    adds : bool
        The rows are those of points, and are added up.
    """

    python = local = False

    def __init__(self, adds: bool) -> None:
        self.adds = adds

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        rows, breaks, points = p.operands[slot]
        sizes, form = p.statics[slot]["sizes"], p.forms[slot]
        before = before_of(p.forms[breaks], p.forms[points], p.statics[slot]["side"] == "right")
        if before is None or p.forms[rows].dtype.kind == "c":
            super().write(f, slot)
            return
        source, table, at = map(f.contiguous, (rows, breaks, points))
        target, count = f.target(slot), p.forms[points].size // len(sizes)
        width = (p.forms[rows].size if self.adds else form.size) // max(count, 1)
        if self.adds:
            f.fill(target, form.size)
        with f.loop(0, count, 1) as k:
            cell, first = "0", 0
            for d, n in enumerate(sizes):
                value = f.load_scalar(at, f.offset(d, (len(sizes),), (k,)))
                cell = f.offset(0, (n + 1, 1), (cell, _counted(f, table, str(first), n, value, before)))
                first += n
            with f.loop(0, width, 1) as j:
                of_cell, of_point = (f.offset(0, (width, 1), (row, j)) for row in (cell, k))
                if self.adds:
                    sum_ = f.load_scalar(target, of_cell) + f.load_scalar(source, of_point)
                    f.store_scalar(f.rounded(sum_, form), target, of_cell)
                else:
                    f.store_scalar(f.load_scalar(source, of_cell), target, of_point)
        f.done(slot, target)


def before_of(numbers: AnyForm, values: AnyForm, right: bool) -> Before | None:
    """Return what tells whether a number comes before a value, or does not come behind it; None if it is NumPy's."""
    kinds = numbers.dtype.kind + values.dtype.kind
    if numbers.lane is not None and values.lane is not None and "c" not in kinds:
        return _not_behind if right else _less
    if kinds not in ("ii", "uu"):
        return None
    name = f"icmp {'s' if kinds == 'ii' else 'u'}l{'e' if right else 't'}"
    return lambda a, b: a.emitter.emit(f"{name} i64 {bits(a).name}, {bits(b).name}", "m")


def _less(a: Lane, b: Lane) -> Lane:
    return (a < b) | ((b != b) & (a == a))


def _not_behind(a: Lane, b: Lane) -> Lane:
    return ~_less(b, a)


class Between(Forward):
    """Values on the line between two neighbouring samples, in given intervals; beyond these, of the nearer end."""

    local = False
    statuses = (OUTSIDE,)

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        x, xp, fp, at = map(f.contiguous, p.operands[slot])
        target, last = f.target(slot), p.forms[p.operands[slot][1]].size - 2
        with f.loop(0, p.forms[slot].size, 1) as k:
            word = bits(f.load_scalar(at, k))
            f.return_if(f.integer(f"icmp ugt i64 {word.name}, {last}"), str(OUTSIDE))  # negative ones are the largest
            first, second = word.name, f.integer(f"add nsw i64 {word.name}, 1")
            (x0, x1), (f0, f1) = ([f.load_scalar(a, n) for n in (first, second)] for a in (xp, fp))
            f.store_scalar(between(f.load_scalar(x, k), x0, x1, f0, f1), target, k)
        f.done(slot, target)


def between(x: Lane, x0: Lane, x1: Lane, f0: Lane, f1: Lane) -> Lane:
    """Return the value at x on a line, in NumPy's steps: from the other end where infinities give NaN."""
    slope = (f1 - f0) / (x1 - x0)
    value = slope * (x - x0) + f0
    value = select(value != value, slope * (x - x1) + f1, value)
    value = select((value != value) & (f0 == f1) & (x == x), f0, value)
    return select(x <= x0, f0, select(x >= x1, f1, value))
