"""Fusion into reductions: a reduction computes its elementwise operands in its own loop, without storing them.

A sum over axes, a largest element and the like visit every element of their operand once. Where elementwise
instructions lead to that operand, and nothing else reads them, the reduction's loops compute them from what these read.
What others read too is computed again if that costs less than to write and read it.

Invariant: an instruction that has no unit of its own is computed by every reduction that needs it.

Tests: tests/codegen/test_fuse_reductions.py
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tapegrad.codegen.loop_roles import Roles
from tapegrad.ir.program_columns import columns_of
from tapegrad.machine.lane import WIDTH
from tapegrad.ops.elementwise_ops import gated_multiply, multiply
from tapegrad.ops.indexing import getitem_op

if TYPE_CHECKING:
    from tapegrad.ir.program import Program

LIGHT = 5  # lines of instructions that are computed again, each
AGAIN = 12  # and together,
_OUTER = 32  # or, of what is made of small arrays only, such as an outer product
_NARROW = 24  # lines of what is computed in lanes of which fewer than _FULL have an element: else a loop fills them all
_FULL = 0.6
_MOST = 600  # lines of what one reduction computes
_HEAVY = 40  # lines from which on writing and reading is little beside computing,
_SHARED = 1 << 21  # and lines that run, from which on threads had better share a loop of its own


class Factors(NamedTuple):
    """The slots whose product an instruction is; `gated` if a zero of one makes it 0 whatever the others are."""

    slots: list[int]
    gated: bool


class Folds(NamedTuple):
    """The elementwise instructions that reductions compute themselves.

    Attributes
    ----------
    members : dict
        By the slot of a reduction, the instructions that lead to its operand, in order.
    absent : set of int
        Instructions that are computed in reductions only.
    """

    members: dict[int, list[int]]
    absent: set[int]

    def factors(self, p: Program, slot: int) -> Factors | None:
        """Return the factors of a product that a reduction computes itself; None if it computes none."""
        factors: dict[int, list[int]] = {}
        members = self.members.get(slot, ())
        for s in members:
            if p.ops[s] not in (multiply, gated_multiply):
                return None
            factors[s] = [factor for o in p.operands[s] for factor in factors.get(o, [o])]
        return Factors(factors[members[-1]], any(p.ops[s] is gated_multiply for s in members)) if members else None


def folded(p: Program) -> Folds:
    """Find the elementwise instructions that reductions compute themselves."""
    roles = Roles(p)
    heads = [s for s in columns_of(p).slots(roles.folds.__contains__) if len(p.operands[s]) == 1]
    if not heads:
        return Folds({}, set())
    return _Finder(p, roles).folds(heads)


def refusal(p: Program, slot: int) -> str:
    """Return why a reduction does not compute its operand itself; empty if it does, or is no such reduction."""
    roles = Roles(p)
    if p.ops[slot] not in roles.folds or len(p.operands[slot]) != 1:
        return ""
    return _Finder(p, roles).attempt(slot)[1]


def _shown(p: Program, slot: int) -> str:
    op = p.ops[slot]
    return f"%{slot} {'input' if op is None else op.name}"


class _Finder:
    def __init__(self, p: Program, roles: Roles) -> None:
        self.p, self.roles = p, roles
        self.readers: dict[int, list[int]] = defaultdict(list)
        for slot, operands in enumerate(p.operands):
            for s in operands:
                self.readers[s].append(slot)
        self.observed = {*p.outputs, *[g.slot for g in p.guards]}
        self._light: dict[int, tuple[int, int] | None] = {}

    def folds(self, heads: list[int]) -> Folds:
        members = {head: inner for head in heads if (inner := self._members(head))}
        owners: dict[int, list[int]] = defaultdict(list)
        for head, slots in members.items():
            for s in slots:
                owners[s].append(head)
        sets = {head: {*slots} for head, slots in members.items()}
        absent: set[int] = set()
        for s in sorted(owners, reverse=True):
            if s not in self.observed and all(
                s in sets.get(r, ()) or (r in absent and all(s in sets[head] for head in owners[r]))
                for r in self.readers[s]
            ):
                absent.add(s)
        return Folds(members, absent)

    def _pointwise(self, slot: int) -> bool:
        return self.p.ops[slot] in self.roles.elementwise and self.p.forms[slot].size > 1

    def _members(self, head: int) -> list[int]:
        """Find the instructions that a reduction computes itself."""
        members, reason = self.attempt(head)
        return [] if reason else sorted(members)

    def attempt(self, head: int) -> tuple[set[int], str]:
        """Find what a reduction could compute itself, and why it does not; that is empty if it does."""
        p = self.p
        (x,) = p.operands[head]
        shape = p.forms[x].shape
        members: set[int] = {head}
        waiting, leaves = {x}, set()
        while waiting:
            s = max(waiting)  # what reads it was looked at before
            waiting.remove(s)
            if not self._pointwise(s) or p.forms[s].shape != shape:
                continue
            alone = s not in self.observed and members.issuperset(self.readers[s])
            if alone or self._again(s) is not None:
                members.add(s)
                waiting.update(p.operands[s])
            else:
                leaves.add(s)
        members.remove(head)
        last = next((n for n in reversed(shape) if n > 1), 1)
        narrow = last < _FULL * -(-last // WIDTH) * WIDTH
        lines = sum(self._lines(s) for s in members)
        shared = lines > _HEAVY and p.forms[x].size // WIDTH * lines > _SHARED
        if x not in members:
            same = self._pointwise(x) and p.forms[x].shape == shape
            return members, "other instructions read it, too" if same else f"{_shown(p, x)} does not work by elements"
        if shared:
            return members, "it is long enough that threads share a loop of its own"
        if lines > (_NARROW if narrow else _MOST):
            return members, f"its last axis of {last} fills no vectors" if narrow else "it is too long"
        if sum(not self._stored(s) for s in leaves) > 1:
            return members, "more than one array would have to be stored instead"
        return members, ""

    def _lines(self, slot: int) -> int:
        return self.roles.elementwise[self.p.ops[slot]]

    def _stored(self, slot: int) -> bool:
        """Tell whether an elementwise result is in memory anyway."""
        p = self.p
        shape = p.forms[slot].shape
        return slot in self.observed or any(
            p.ops[r] not in self.roles.elementwise or p.forms[r].shape != shape for r in self.readers[slot]
        )

    def _again(self, slot: int) -> tuple[int, int] | None:
        """Return how many lines it takes to compute a value again, and from how many large arrays; None if too many."""
        if slot not in self._light:
            self._light[slot] = self._counted(slot)
        return self._light[slot]

    def _counted(self, slot: int) -> tuple[int, int] | None:
        p, lines, arrays = self.p, self._lines(slot), 0
        if lines > _OUTER:
            return None
        form = p.forms[slot]
        for s in {*p.operands[slot]}:
            if self._pointwise(s) and p.forms[s].shape == form.shape and not self._stored(s):
                counts = self._again(s)
                if counts is None:
                    return None
                lines, arrays = lines + counts[0], arrays + counts[1]
            elif p.ops[s] is getitem_op and any(isinstance(i, np.ndarray) for i in p.statics[s]["index"]):
                return None  # element by element
            else:
                arrays += 2 * self._size(s) > form.size
        light = lines <= AGAIN and self._lines(slot) <= LIGHT and arrays <= 2
        return (lines, arrays) if light or (not arrays and lines <= _OUTER) else None

    def _size(self, slot: int) -> int:
        """Return how many elements in memory a value is made of."""
        p = self.p
        size = p.forms[slot].size
        while p.ops[slot] in self.roles.moves and len(p.operands[slot]) == 1:
            (slot,) = p.operands[slot]
            size = min(size, p.forms[slot].size)
        return size
