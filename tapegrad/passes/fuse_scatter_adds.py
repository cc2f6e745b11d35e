"""Fusion of scatter-adds: the adjoints of an array's parts are added in place, not through arrays of zeros.

Where parts of an array were read, its adjoint is a sum of zeros with one part added each. Such a sum becomes one
instruction here; parts at the same place are added up before, in the loops that compute them.

Invariant: the additions to an element keep their order, so that its bits are those of the sum of arrays.

Tests: tests/passes/test_fuse_scatter_adds.py
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.program import Program
from tapegrad.ir.rewriter import rewrite
from tapegrad.ops.declare import Op
from tapegrad.ops.elementwise_ops import add
from tapegrad.ops.indexing import assemble, scatter_add
from tapegrad.ops.kinds.write import overlapping, sliced


class Term(NamedTuple):
    """A slot that is added at an index."""

    slot: int
    at: tuple[Any, ...]


_WHOLE = (Ellipsis,)


def fuse_scatter_adds(program: Program) -> Program:
    """Return the program with sums of scattered parts as one instruction each; itself if there are none, or if loops
    have been found in it, which add where the sums lie.
    """
    if program.ops.count(scatter_add) < 2 or not all(isinstance(op, Op) for op in {*program.ops} - {None}):
        return program
    sums = _Sums(program)
    return rewrite(program, sums.parts, sums.write, sums.within)


class _Sums:
    """The sums of a program.

    Attributes
    ----------
    parts : dict
        The parts of each, by its last addition, in the order in which they are added.
    within : set of int
        The instructions that go with them.
    """

    def __init__(self, program: Program) -> None:
        self.program = p = program
        self.readers = Counter(s for operands in p.operands for s in operands)
        self.readers.update([*p.outputs, *(g.slot for g in p.guards)])
        self.parts: dict[int, list[Term]] = {}
        self.within: set[int] = set()
        chains: set[int] = set()  # additions to which some part is added on the way
        for slot, operands in enumerate(p.operands):
            adds = p.ops[slot] is add and all(p.forms[s] is p.forms[slot] for s in operands)
            if adds and any(self._part(s).index != _WHOLE or self._leads(s, chains) for s in operands):
                chains.add(slot)
        for slot in sorted(chains, reverse=True):
            if slot not in self.within:
                self._collect(slot, chains)

    def _leads(self, slot: int, chains: set[int]) -> bool:
        return slot in chains and self.readers[slot] == 1

    def _part(self, slot: int) -> Term:
        """Return the part of an array to which an operand of a sum is added."""
        p = self.program
        if p.ops[slot] is scatter_add and self.readers[slot] == 1:
            (value,), index = p.operands[slot], p.statics[slot]["index"]
            if sliced(index) and p.forms[value].size > 1:
                return Term(value, index)
        return Term(slot, _WHOLE)

    def _collect(self, root: int, chains: set[int]) -> None:
        """Find the parts of a sum, from the last addition to the first; at most one of them may be a whole array."""
        parts: list[Term] = []
        inner: list[int] = []
        slot = root
        while True:
            operands = self.program.operands[slot]
            following = [s for s in operands if self._leads(s, chains)][:1]
            for s in operands:
                if s not in following:
                    part = self._part(s)
                    parts.append(part)
                    inner += [s] if part.at != _WHOLE else []
            if not following:
                break
            (slot,) = following
            inner.append(slot)
        whole = sum(part.at == _WHOLE for part in parts)
        if whole <= 1 and len(parts) - whole > 1:
            self.parts[root] = parts[::-1]
            self.within.update(inner)

    def write(self, b: Builder, root: int, place: list[int]) -> int:
        """Write a sum of parts: those at one place are added up, unless another one came before or between."""
        forms, shape = self.program.forms, self.program.forms[root].shape
        last = np.full(shape, -1)  # of the parts so far, by element
        slots: list[int] = []
        indices: list[tuple[Any, ...]] = []
        parts = self.parts[root]
        first = next((k for k, part in enumerate(parts) if part.at == _WHOLE), 0)
        if not any(overlapping(shape, [part.at for part in parts[:first]])[0]):  # x + y is y + x
            parts = [parts[first], *parts[:first], *parts[first + 1 :]]
        adds: list[bool] = []
        for part in parts:
            owners = last[part.at]
            owner = int(owners.flat[0])
            if owner >= 0 and not adds[owner] and indices[owner] == part.at and (owners == owner).all():
                slots[owner] = b.emit(add, (slots[owner], place[part.slot]), {}, forms[part.slot])
            else:
                adds.append(bool((owners >= 0).any()))
                last[part.at] = len(slots)
                slots.append(place[part.slot])
                indices.append(part.at)
        if indices == [_WHOLE]:
            return slots[0]
        return b.emit(assemble, tuple(slots), {"shape": shape, "indices": tuple(indices)}, forms[root])
