"""Cutting a program into units: what is done in one loop, and where each value lies.

A **unit** is a stretch of machine code: a lane region over one iteration shape, a stretch of scalars, or one array
instruction. An instruction joins the first unit of its shape that comes after all it needs, so a reverse sweep falls
into the loops of the forward sweep wherever the order of the operations allows it, and what is read only within its
loop is never stored.

A **place** is where the elements of an array lie: a buffer, an offset and strides. Ops that only move elements
(reshape, transpose, slices, broadcasting) have places and no code; an index that is no slice becomes a table of
offsets.

Invariant: the units are in an order in which every value is computed before the unit that reads it, or in the same
loop before its use.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from tapegrad.errors import ReplayError
from tapegrad.machine.lane import Emitter, Lane
from tapegrad.ops.declare import Elementwise, Move, Sum, pointwise

MAX_LINES = 2500  # of one loop's body as LLVM text, roughly: compilation slows down beyond

Shape = tuple[int, ...]


@cache
def lines_of(op: Any) -> int:
    """How many lines of LLVM text an op that works element by element takes."""
    if not isinstance(op, Elementwise):
        return 1
    e = Emitter(1)
    op.forward(*[Lane(e, f"%{name}", "f") for name in op.arguments])
    return len(e.lines) + 1


@dataclass
class Unit:
    """One stretch of machine code: `kind` is 'lanes', 'scalars' or 'call'."""

    kind: str
    shape: Shape
    members: list[int] = field(default_factory=list)
    lines: int = 0


@dataclass(frozen=True)
class Place:
    """Elements of a buffer.

    Attributes
    ----------
    base : int
        The slot whose value the buffer holds; of one element if `strides` are all 0.
    offset : int
    strides : tuple of int
        In elements, one for each dimension of `shape`.
    table : ndarray or None
        Offsets of all elements in C order, where strides cannot say it; `offset` and `strides` are then those of the
        table.
    """

    base: int
    shape: Shape
    offset: int
    strides: Shape
    table: np.ndarray | None = None


def contiguous(shape: Shape) -> Shape:
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def squeezed(shape: Shape) -> Shape:
    return tuple(n for n in shape if n != 1)


class Plan:
    """Units and places of a program.

    Attributes
    ----------
    units : list of Unit
    unit_of : list of int
        The unit that computes a slot; -1 for leaves, and for ops that have a place only, the unit of their base.
    alias : list of int
        The slot with the same elements in the same order, within a loop.
    stored : set of int
        Slots that have a buffer.
    places : dict
        Places of slots that are no buffer of their own.
    loads : dict
        Where scalars are read from an array.
    """

    def __init__(self, program: Any) -> None:
        self.program = p = program
        n = len(p)
        self.units: list[Unit] = []
        self.unit_of = [-1] * n
        self.alias = list(range(n))
        self.stored: set[int] = set()
        self.places: dict[int, Place] = {}
        self.loads: dict[int, Place] = {}
        self._by_key: dict[Any, list[int]] = {}
        for slot in range(n):
            op = p.ops[slot]
            if op is None:
                continue
            if pointwise(op):
                self._elementwise(slot)
            elif isinstance(op, Sum):
                self._sum(slot)
            elif isinstance(op.native, Move):
                self._move(slot)
            else:
                self._call(slot)
        for slot in p.outputs:
            self.read(slot)

    def lanes(self, slot: int) -> bool:
        return self.program.forms[slot].size != 1

    # -------------------------------------------------------------------------------------------- reading

    def read(self, slot: int) -> int:
        """Make a value readable from another unit; returns the first unit that may read it."""
        root = self.alias[slot]
        place = self.places.get(root)
        if place is not None:
            base = place.base
            if self.lanes(base):
                self._store(base)
            return self.unit_of[base] + 1
        if self.lanes(root):
            self._store(root)
        return self.unit_of[root] + 1

    def _store(self, slot: int) -> None:
        if not self.program.leaf(slot):
            self.stored.add(slot)

    def place(self, slot: int) -> Place:
        """Where the elements of a readable slot lie."""
        root = self.alias[slot]
        shape = self.program.forms[slot].shape
        known = self.places.get(root)
        if known is None:
            return Place(root, shape, 0, contiguous(shape))
        if known.shape != shape:  # the same elements in a shape with other dimensions of length 1
            return _moved(known, shape)
        return known

    # -------------------------------------------------------------------------------------------- joining

    def _join(self, kind: str, shape: Shape, first: int, slot: int) -> int:
        """Put an instruction into the first unit of its kind from `first` on."""
        limit = MAX_LINES if kind == "lanes" else 1 << 60
        lines = lines_of(self.program.ops[slot])
        candidates = self._by_key.setdefault((kind, shape), [])
        for k in range(bisect_left(candidates, first), len(candidates)):
            unit = self.units[candidates[k]]
            if unit.lines < limit:
                unit.members.append(slot)
                unit.lines += lines
                return candidates[k]
        self.units.append(Unit(kind, shape, [slot], lines))
        candidates.append(len(self.units) - 1)
        return candidates[-1]

    def _elementwise(self, slot: int) -> None:
        p = self.program
        form = p.forms[slot]
        if form.size == 1:
            self._single(slot)
            return
        key = squeezed(form.shape)
        operands = [s for s in p.operands[slot] if not p.leaf(s)]
        first = 0
        for operand in operands:
            root = self.alias[operand]
            inside = self._joinable(root, key, operand)
            first = max(first, self.unit_of[root] if inside else self._after(operand))
        at = self.unit_of[slot] = self._join("lanes", key, first, slot)
        for operand in operands:
            if self.unit_of[self.alias[operand]] != at or not self._joinable(self.alias[operand], key, operand):
                self.read(operand)

    def _single(self, slot: int) -> None:
        """An elementwise op on single elements."""
        unit_of, alias, units = self.unit_of, self.alias, self.units
        first = 0
        for operand in self.program.operands[slot]:
            unit = unit_of[alias[operand]]
            if unit >= first:
                first = unit if units[unit].kind == "scalars" else unit + 1
        if units and first == len(units) - 1 and units[first].kind == "scalars":
            units[first].members.append(slot)
            units[first].lines += lines_of(self.program.ops[slot])
            unit_of[slot] = first
        else:
            unit_of[slot] = self._join("scalars", (), first, slot)

    def _kind(self, slot: int) -> str:
        return "" if self.unit_of[slot] < 0 else self.units[self.unit_of[slot]].kind

    def _joinable(self, root: int, key: Shape, operand: int) -> bool:
        """Whether an operand's region may also be that of its reader."""
        p = self.program
        if root in self.places or isinstance(p.ops[root], Sum) or self._kind(root) != "lanes":
            return False
        return self.units[self.unit_of[root]].shape == key and squeezed(p.forms[operand].shape) == key

    def _after(self, slot: int) -> int:
        """The first unit that may read a value from outside its own."""
        root = self.alias[slot]
        place = self.places.get(root)
        return self.unit_of[place.base if place is not None else root] + 1

    def _sum(self, slot: int) -> None:
        p = self.program
        (operand,) = p.operands[slot]
        key = squeezed(p.forms[operand].shape)
        root = self.alias[operand]
        inside = self._joinable(root, key, operand)
        first = self.unit_of[root] if inside else self._after(operand)
        at = self.unit_of[slot] = self._join("lanes", key, first, slot)
        if not (inside and self.unit_of[root] == at):
            self.read(operand)

    def _call(self, slot: int) -> None:
        op = self.program.ops[slot]
        if op.native is None:
            raise ReplayError(
                f"compile: the op {op.name!r} says nothing about how a sealed tape does it. Give its record "
                "`native`, or compute "
                "it outside of the compiled function."
            )
        first = 0
        for operand in self.program.operands[slot]:
            first = max(first, self.read(operand))
        self.unit_of[slot] = len(self.units)
        self.units.append(Unit("call", (), [slot]))
        self.stored.add(slot)

    # -------------------------------------------------------------------------------------------- moves

    def _move(self, slot: int) -> None:
        p = self.program
        operands = p.operands[slot]
        op, static, form = p.ops[slot], p.statics[slot], p.forms[slot]
        if len(operands) > 1 or op.variadic:
            self._call(slot)
            return
        (x,) = operands
        if form.size == 0:
            self._call(slot)
            return
        source = p.forms[x]
        root = self.alias[x]
        if not self.lanes(x):
            if form.size == 1:
                self.alias[slot] = root
                self.unit_of[slot] = self.unit_of[root]
            else:
                self.places[slot] = Place(root, form.shape, 0, (0,) * len(form.shape))
                self.unit_of[slot] = self.unit_of[root]
            return
        if op.name == "reshape_to" and squeezed(source.shape) == squeezed(form.shape):
            self.alias[slot] = root
            self.unit_of[slot] = self.unit_of[root]
            return
        place = moved(op, static, self.place(x), form.shape)
        if place is None:
            self._call(slot)
        elif form.size == 1 and not self.lanes(place.base):
            self.alias[slot] = place.base
            self.unit_of[slot] = self.unit_of[place.base]
        elif form.size == 1:
            self.loads[slot] = place
            self.unit_of[slot] = self._join("scalars", (), self.read(x), slot)
        else:
            self.places[slot] = place
            self.unit_of[slot] = self.unit_of[place.base]


def moved(op: Any, static: dict[str, Any], place: Place, shape: Shape) -> Place | None:
    """The place of a move's result; None if the elements must be copied."""
    if 0 in place.shape or 0 in shape:
        return Place(place.base, shape, 0, contiguous(shape))
    if "offset" in static:
        at = np.unravel_index(static["offset"], place.shape)
        offset = place.offset + sum(int(i) * s for i, s in zip(at, place.strides, strict=True))
        return Place(place.base, shape, offset, (0,) * len(shape), place.table)
    reach = sum(abs(s) * (n - 1) for s, n in zip(place.strides, place.shape, strict=True))
    below = sum(-s * (n - 1) for s, n in zip(place.strides, place.shape, strict=True) if s < 0)
    memory = np.empty(reach + 1, np.int8)  # one byte for each element, never read by what gives a view
    probe = np.lib.stride_tricks.as_strided(memory[below:], place.shape, place.strides)
    index = static.get("index")
    if index is not None and any(isinstance(i, (np.ndarray, bool, np.bool_)) for i in index):
        table = np.ascontiguousarray(_offsets(place)[index]).reshape(shape)
        return Place(place.base, shape, 0, contiguous(shape), table)
    if index is not None:
        view = probe[index if any(i is Ellipsis for i in index) else (*index, ...)]  # a view also of one element
    else:
        view = np.asarray(op.forward(probe, **static))
    inside = view.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    if not 0 <= inside <= reach:
        return None
    return Place(place.base, shape, place.offset + inside - below, view.strides, place.table)


def _moved(place: Place, shape: Shape) -> Place:
    strides = iter(s for s, n in zip(place.strides, place.shape, strict=True) if n != 1)
    return Place(place.base, shape, place.offset, tuple(0 if n == 1 else next(strides) for n in shape), place.table)


def _offsets(place: Place) -> np.ndarray:
    """Offsets of all elements in the base's buffer."""
    if place.table is not None:
        flat = place.table.reshape(-1)
        return np.lib.stride_tricks.as_strided(
            flat[place.offset :], place.shape, tuple(8 * s for s in place.strides)
        ).copy()
    total = np.full(place.shape, place.offset, np.int64)
    for d, (n, s) in enumerate(zip(place.shape, place.strides, strict=True)):
        total += (np.arange(n) * s).reshape([-1 if k == d else 1 for k in range(len(place.shape))])
    return total
