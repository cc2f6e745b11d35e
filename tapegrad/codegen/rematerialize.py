"""Rematerialization: computes a value anew in each loop that reads it, rather than storing it.

An instruction joins the first loop that may do it, and what later loops read of it lies in memory. To write an array
and to read it takes longer than some instructions on arrays that lie there anyway: these are done in the later loop
instead, or, where they are few, in each of several loops, and what they make is never written.

Invariant: a loop that sums keeps the lengths that it has, so that sums keep their order.

Tests: tests/codegen/test_rematerialize.py
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from tapegrad.codegen.loop_nests import loops_over
from tapegrad.machine.dtypes import BOOL, F4
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Shape, contiguous

if TYPE_CHECKING:
    from tapegrad.codegen.schedule import Plan

_MORE = 16  # lines of LLVM text that are done again for an array that is not written
_MEMBERS = 16  # instructions that move together
_LEAST = 1024  # elements: fewer lie in the nearest cache
_LONG = 8 * WIDTH  # lanes of an innermost loop that are as good as any number


def recompute(plan: Plan, most: int) -> None:
    """Move instructions into the loops that read them, where that saves memory; a loop has at most so many lines."""
    if sum(unit.kind == "lanes" for unit in plan.units) > 1:
        moving = _Moving(plan, most)
        for slot in sorted(plan.stored, reverse=True):  # what reads it comes first
            moving.attempt(slot)
        moving.finish()


class _Moving:
    """The loops of a plan, while instructions move.

    Attributes
    ----------
    members : dict
        By the number of a loop, its instructions.
    readers : dict
        By slot, the loops that read it from memory.
    pinned : set of int
        Slots that not only loops read.
    """

    def __init__(self, plan: Plan, most: int) -> None:
        self.plan, self.p, self.most = plan, plan.program, most
        self.members: dict[int, set[int]] = {}
        self.readers: dict[int, set[int]] = defaultdict(set)
        self.pinned = {plan.base(s) for s in self.p.outputs}
        self.pinned.update(place.base for place in (*plan.places.values(), *plan.loads.values()))
        for k, unit in enumerate(plan.units):
            if unit.kind == "lanes":
                self.members[k] = {*unit.members}
                for root in self._read(unit.members):
                    self.readers[root].add(k)
            else:
                self.pinned.update(self._read(unit.members))

    def attempt(self, slot: int) -> None:
        """Compute a stored value where it is read, if that pays."""
        plan, unit, where = self.plan, self.plan.unit_of[slot], self.readers[slot]
        if slot in self.pinned or slot not in self.members.get(unit, ()) or self.p.forms[slot].size < _LEAST:
            return
        cones = {k: self._cone(slot, k) for k in where}
        if not all(cones.values()) or any(plan.units[k].shape != plan.units[unit].shape for k in where):
            return
        left = self._needed(unit, slot)
        dropped = self.members[unit] - left
        new = {k: self.members[k] | cone for k, cone in cones.items()}
        if self._lines(dropped) + _MORE < sum(map(self._lines, cones.values())) or not all(
            self._lines(members) < self.most
            and self._fits(k, members)
            and self._arrays(k, members) <= 1 + (len(new) == 1)
            for k, members in new.items()
        ):
            return
        if self._sums(left) and self._lengths(unit, left) != self._lengths(unit, self.members[unit]):
            return
        plan.stored.discard(slot)
        for k, members in (*new.items(), (unit, left)):
            for root in self._read(self.members[k]):
                self.readers[root].discard(k)
            self.members[k] = members
            for root in self._read(members):
                self.readers[root].add(k)

    def finish(self) -> None:
        """Give the loops their instructions, in order."""
        for k, members in self.members.items():
            unit = self.plan.units[k]
            unit.members, unit.lines = sorted(members), self._lines(members)

    def _lines(self, slots: Collection[int]) -> int:
        return sum(map(self.plan.lines, slots))

    def _read(self, members: Collection[int]) -> set[int]:
        """Find the operands of some instructions that are not among them."""
        return {self.plan.alias[o] for s in members for o in self.p.operands[s]}.difference(members)

    def _sums(self, members: Collection[int]) -> bool:
        return not self.plan.sums.keys().isdisjoint(members)

    def _cone(self, slot: int, number: int) -> set[int]:
        """Find the instructions that a loop does to have a value and that only loops store; empty if there are too
        many.
        """
        plan, p, cone, waiting = self.plan, self.p, set[int](), [slot]
        while waiting:
            s = waiting.pop()
            in_loop = plan.units[plan.unit_of[s]].kind == "lanes"
            if not in_loop or getattr(p.ops[s], "foreign", False) or len(cone) == _MEMBERS:
                return set()
            cone.add(s)
            for root in {plan.alias[o] for o in p.operands[s]} - self.members[number] - cone:
                if p.ops[root] is not None and plan.lanes(root) and root not in plan.places and root not in plan.stored:
                    waiting.append(root)
        return cone

    def _needed(self, number: int, slot: int) -> set[int]:
        """Find the instructions of a loop that are needed if it does not store a value."""
        plan, needed, read = self.plan, set[int](), set[int]()
        for s in sorted(self.members[number], reverse=True):
            if s in read or s in plan.sums or (s in plan.stored and s != slot):
                needed.add(s)
                read.update(plan.alias[o] for o in self.p.operands[s])
        return needed

    def _arrays(self, number: int, members: Collection[int]) -> int:
        """Count the large arrays that a loop would read besides those that it reads."""
        before, after = ({self.plan.base(r) for r in self._read(slots)} for slots in (self.members[number], members))
        size = math.prod(self.plan.units[number].shape)
        return sum(2 * self.p.forms[base].size > size for base in after - before)

    def _fits(self, number: int, members: Collection[int]) -> bool:
        """Tell whether a loop with these instructions is as good as it was."""
        before, after = (self._lengths(number, slots) for slots in (self.members[number], members))
        if before != after and (self._sums(members) or after[-1] < _LONG):
            return False
        return self._single(members) or not self._single(self.members[number])

    def _single(self, members: Collection[int]) -> bool:
        forms = self.p.forms
        return all(forms[s].lane is F4 or forms[s].dtype == BOOL for m in members for s in (m, *self.p.operands[m]))

    def _lengths(self, number: int, members: Collection[int]) -> list[int]:
        """Return the lengths of the loops."""
        p, shape = self.p, self.plan.units[number].shape
        strides: dict[Any, Shape] = {s: contiguous(shape) for s in members if s in self.plan.stored}
        for s in members:
            read_shape = self.plan.sums[s] if s in self.plan.sums else p.forms[s].shape
            strides.update(
                {
                    (o, read_shape): self._strides(o, read_shape)
                    for o in p.operands[s]
                    if self.plan.alias[o] not in members
                }
            )
        return [n for n, _ in loops_over(shape, [*strides.values()], True)]

    def _strides(self, slot: int, shape: Shape) -> Shape:
        """Return the strides at which a loop over a shape reads a slot."""
        if self.p.forms[slot].size == 1:
            return tuple([0 for n in shape if n != 1])
        place = self.plan.place(slot)
        strides = [
            0 if n == 1 or not self.plan.lanes(place.base) else s
            for n, s in zip(place.shape, place.strides, strict=True)
        ]
        padded = [0] * (len(shape) - len(strides)) + strides
        return tuple([s for n, s in zip(shape, padded[len(padded) - len(shape) :], strict=True) if n != 1])
