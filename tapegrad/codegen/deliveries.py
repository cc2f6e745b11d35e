"""Deliveries: what a loop computes goes to its place in a larger array as it is computed.

An instruction that puts parts together would read what loops have just written, and write it again. A part that is
computed in a loop over its own shape is written there to the place that it has in the whole; so is, in the same loop, a
part that is one number, or lies in an argument. The parts of one row are then written side by side.

Invariant: a part is delivered only where the instruction would write it, and neither add to it nor fill it first.

Tests: tests/codegen/test_deliveries.py
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from tapegrad.ir.program_columns import columns_of
from tapegrad.machine.places import Place, Shape, squeezed

if TYPE_CHECKING:
    from tapegrad.codegen.schedule import Plan


class Delivery(NamedTuple):
    """A part that a loop writes.

    Attributes
    ----------
    slot : int
        The part's.
    shape : tuple of int
        The part's.
    whole : int
        The slot of the array that it is a part of.
    place : Place
        Where it lies in that.
    """

    slot: int
    shape: Shape
    whole: int
    place: Place


class Deliveries:
    """The deliveries of a plan, once its loops are known.

    Attributes
    ----------
    by_unit : dict
        The deliveries of a loop, by its number.
    done : set of (int, int)
        Instructions that put parts together, each with the numbers of the parts that are delivered.
    """

    def __init__(self, plan: Plan) -> None:
        self.by_unit: dict[int, list[Delivery]] = defaultdict(list)
        self.done: set[tuple[int, int]] = set()
        self._plan = plan
        p = plan.program
        joiners = columns_of(p).slots(lambda op: op.kind.assembles)
        joining = [(s, places) for s in joiners if (places := p.ops[s].kind.parts_of(p, s))]
        if joining:
            self._loops = {
                k: {*unit.members}
                for k, unit in enumerate(plan.units)
                if unit.kind == "lanes" and plan.sums.keys().isdisjoint(unit.members)  # sums keep their loops
            }
            for slot, places in joining:
                if slot in plan.stored:
                    self._deliver(slot, places)
            self._forget()
        del self._plan  # which holds this

    def _deliver(self, slot: int, places: list[Place | None]) -> None:
        """Let loops write the parts of an array."""
        plan, p = self._plan, self._plan.program
        into: set[int] = set()  # loops that deliver
        waiting = []
        for k, (s, place) in enumerate(zip(p.operands[slot], places, strict=True)):
            if place is None or p.forms[s].size == 1 or place.table is not None:
                continue
            root = plan.alias[s]
            number = plan.unit_of[root]
            if root in plan.places or p.ops[root] is None:
                waiting.append((k, s, place))
            elif root in self._loops.get(number, ()) and plan.units[number].shape == squeezed(p.forms[s].shape):
                self._add(number, k, s, slot, place)
                into.add(number)
        for k, s, place in waiting:
            shape = squeezed(p.forms[s].shape)
            if p.ops[plan.place(s).base] is None:
                number = next((n for n in sorted(into) if plan.units[n].shape == shape), -1)
                if number >= 0:
                    self._add(number, k, s, slot, place)

    def _add(self, number: int, k: int, slot: int, whole: int, place: Place) -> None:
        shape = self._plan.program.forms[slot].shape
        self.by_unit[number].append(Delivery(slot, shape, whole, place))
        self.done.add((whole, k))

    def _forget(self) -> None:
        """Store no value that is read where it is computed, and delivered, alone."""
        plan, p = self._plan, self._plan.program
        delivered = {plan.alias[d.slot]: n for n, some in self.by_unit.items() for d in some}
        read = {plan.base(s) for s in (*p.outputs, *(g.slot for g in p.guards if g.slot >= 0))}
        for slot, operands in enumerate(p.operands):
            if plan.alias[slot] == slot and slot not in plan.places:
                for k, s in enumerate(operands):
                    base = plan.base(s)
                    inside = slot in self._loops.get(delivered.get(base, -1), ())
                    if not inside and (slot, k) not in self.done:
                        read.add(base)
        for root in delivered.keys() - read:
            if p.ops[root] is not None:
                plan.stored.discard(root)
