"""Operands of a reduction: elements in memory, or elementwise expressions of such.

Labels name the dimensions that a reduction runs through. Eight elements along one of them are a vector.

Tests: tests/codegen/test_rematerialize.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Strided
from tapegrad.ops.elementwise_ops import add, gated_multiply, negative, positive, subtract, where

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter

Memo = dict[Any, Lane]  # what a turn of a loop has read and computed


class Source:
    """Elements in memory, with a stride for each label."""

    def __init__(self, f: FunctionWriter, stream: Strided, strides: dict[str, int]) -> None:
        self.f, self.stream, self.strides = f, f.spread(stream), strides

    def smooth(self, label: str) -> bool:
        """Tell whether eight elements along a label are read at once."""
        return self.strides[label] in (0, 1) and self.stream.table is None

    def vector(self, at: dict[str, str], along: str, mask: str | None, other: float | None, memo: Memo) -> Lane:
        """Return eight elements along a label."""
        key = id(self), *[at[c] for c, stride in self.strides.items() if stride and c in at]
        if key not in memo:
            names = [c for c in at if c != along]
            base = self.f.offset(self.stream.offset, [self.strides.get(c, 0) for c in names], [at[c] for c in names])
            memo[key] = self.f.read(self.stream, base, at[along], self.strides.get(along, 0), mask, other)
        return memo[key]

    def item(self, at: dict[str, str]) -> Lane:
        """Return one element."""
        f = self.f
        if self.stream.value is not None:
            return f.e1.emit(f"extractelement <8 x double> {self.stream.value.name}, i64 0", "f")
        return f.item(self.stream._replace(strides=tuple(self.strides[c] for c in at)), [*at.values()])


class Computed:
    """Elements that are computed where they are read: the last of some elementwise instructions."""

    def __init__(self, f: FunctionWriter, members: Sequence[int], names: str) -> None:
        self.f, self.members, self.slot = f, members, members[-1]
        p = f.program
        shape = p.forms[self.slot].shape
        self.sources: dict[int, Source] = {}
        for s in sorted({o for m in members for o in p.operands[m]}.difference(members)):
            stream = f.strided(s, shape)
            strides = [0 if n == 1 else step for step, n in zip(stream.strides, shape, strict=True)]
            self.sources[s] = Source(f, stream, dict(zip(names, strides, strict=True)))
        self.other = None if any(getattr(p.ops[s], "foreign", False) for s in members) else 1.0
        self.lines = sum(p.ops[s].kind.lines(p.ops[s]) for s in self.members)

    @property
    def strides(self) -> dict[str, int]:
        """For each label, a stride other than 0 if elements differ along it."""
        strides: dict[str, int] = {}
        for source in self.sources.values():
            for label, stride in source.strides.items():
                strides[label] = strides.get(label) or stride
        return strides

    def smooth(self, label: str) -> bool:
        return all(source.smooth(label) for source in self.sources.values())

    def vector(self, at: dict[str, str], along: str, mask: str | None, other: float | None, memo: Memo) -> Lane:
        """Compute eight elements along a label; what the lanes outside the mask have is not said."""
        values = {s: source.vector(at, along, mask, self.other, memo) for s, source in self.sources.items()}
        for s in self.members:
            args = [values[o] for o in self.f.program.operands[s]]
            key = s, *[a.name for a in args]
            if key not in memo:
                memo[key] = self.f.computed(s, args)
            values[s] = memo[key]
        return values[self.slot]

    def gate(self, along: str) -> Source | None:
        """Find an operand that is one number along a label, and whose zeros make all elements 0."""
        p = self.f.program
        gates: dict[int, set[int]] = {s: {s} for s in self.sources}
        for s in self.members:
            operand_gates = [gates[o] for o in p.operands[s]]
            if p.ops[s] is gated_multiply:
                gates[s] = operand_gates[0] | operand_gates[1]
            elif p.ops[s] in (add, subtract):
                gates[s] = operand_gates[0] & operand_gates[1]
            elif p.ops[s] in (negative, positive):
                gates[s] = operand_gates[0]
            elif p.ops[s] is where and self._zero(p.operands[s][2]):
                gates[s] = operand_gates[0] | operand_gates[1]
            else:
                gates[s] = set()
        sources = [self.sources[s] for s in gates[self.slot]]
        return next((g for g in sources if g.stream.value is None and not g.strides[along]), None)

    def _zero(self, slot: int) -> bool:
        value = self.f.program.constants.get(slot)
        return value is not None and not value.any()


Operand = Source | Computed
