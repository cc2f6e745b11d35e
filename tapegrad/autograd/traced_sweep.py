"""Sweeps in a trace: `backward` and `grad` within a traced function append the adjoints to the trace.

The instructions' rules are called with Tensors, as for ``create_graph=True``, so what a sweep leaves behind is more
of the same tape: it is optimised, replayed and differentiated again like all the rest.

Tests: tests/func/test_transforms.py, tests/func/test_nesting.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tapegrad.autograd import bulk_sweep
from tapegrad.autograd.bulk_sweep import BulkSweep
from tapegrad.autograd.derivative_rules import elementwise_share, pushed
from tapegrad.autograd.pull import OpenPull
from tapegrad.autograd.share_templates import BY_RULE, SINGLE, append_share, patterns_of, template_of
from tapegrad.ir.forms import F8, forms
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import add
from tapegrad.record.incremental_cse import Simplified
from tapegrad.record.instructions import Decoded
from tapegrad.record.open_recording import current
from tapegrad.record.trace import Trace
from tapegrad.tensor.tensor import Tensor


class _Traced(OpenPull):
    """A pull through a recording that was simplified, from its last instructions to some slots.

    Slots are those of the simplified program; what rules read are the Tensors of the recording that have their values.
    What some slots hand on is `replaced`, by functions of their adjoints.
    """

    def __init__(self, trace: Trace, simplified: Simplified, stop: int, first: int, targets: set[int]) -> None:
        program, origin = simplified.program, simplified.origin
        self._trace, self._simplified, self._origin = trace, simplified, origin
        self._instructions: Any = trace.instructions
        self.form, self.results = program.forms.__getitem__, simplified.results
        self.replaced: dict[int, Callable[[Tensor], Tensor]] = {}
        self._appended = current() or trace  # what the sweep's instructions go to
        self._direct = trace is self._appended  # slots are those of the recording itself
        self._swept, self._noted = -1, len(self._appended.instructions)
        self._patterns: dict[Any, Any] = {}  # templates of an op's contributions
        self._plain = self._direct and self._appended.lines is None and current() is trace
        self._bulk: BulkSweep | None = None
        if self._plain and stop - first >= bulk_sweep.LEAST:
            super().__init__(first, (), targets)
            self._bulk = bulk = BulkSweep(trace, simplified, first, stop, targets)
            self.decode, self.needed, self._types = bulk.decoded, bulk.needed.tolist(), bulk.types.tolist()
            return
        recorded = map(self._instructions.__getitem__, origin[first:stop])
        ops, operands, statics = (x[first:stop] for x in (program.ops, program.operands, program.statics))
        instructions = [
            what if what[0] is not None and instruction[1] & 1 else None
            for instruction, what in zip(recorded, zip(ops, operands, statics, strict=True), strict=True)
        ]
        super().__init__(first, instructions, targets)
        self._types = [self._instructions[s][1] | 1 for s in origin[:stop]]

    def value(self, slot: int) -> Tensor:
        return self._trace.handle(self._origin[slot])

    def go(self, first: int, stop: int, seeds: Iterable[tuple[int, Tensor]]) -> None:
        """Pull from the last slot to the first: long stretches of single float64 numbers in bulk."""
        picked: dict[int, list[tuple[int, Tensor]]] = {}
        self.pull((), self.needed, seeds)
        bulk = self._bulk
        if bulk is not None:
            for start, end in reversed(bulk.stretches()):
                self.pull(range(stop - 1, end - 1, -1), self.needed, (), picked)
                stop = start if bulk.append(start, end, self.pending, picked) else end
        self.pull(range(stop - 1, first - 1, -1), self.needed, (), picked)

    def note_line(self, slot: int) -> None:
        """Give what was appended for an instruction that line, and go on with another one."""
        appended = self._appended
        if appended.lines is not None:
            line = self._trace.line(self._origin[self._swept]) if self._swept >= 0 else None
            appended.note_line(self._noted, line and (*line[:2], True, *line[3:]))
            self._swept, self._noted = slot, len(appended.instructions)

    def _tensor(self, g: Any) -> Any:
        """Return an adjoint as a Tensor: those that were handed on in the shorter way are slots."""
        return self._trace.handle(g) if g.__class__ is int else g

    def handed(self, slot: int, what: Decoded) -> bool:
        """Hand on by appended templates, if all is of single float64 numbers: then an adjoint is a slot."""
        op, operands, _ = what
        if not self._plain or op.__class__ is not Elementwise or slot in self.targets:
            return False
        instructions, origin, pending, types = self._instructions, self._origin, self.pending, self._types
        g = pending[slot]
        if g.__class__ is not int:
            if g._family.run is not self._trace.run:
                return False
            g = g._i
        if types[slot] != SINGLE or instructions[g][1] | 1 != SINGLE:
            return False
        for s in operands:
            if types[s] != SINGLE:
                return False
        key = op, *[self.needed[s] for s in operands]
        patterns = self._patterns.get(key, False)
        if patterns is False:
            patterns = self._patterns[key] = patterns_of(op, key[1:])
        if patterns is None:
            return False
        del pending[slot]
        places = [*[origin[s] for s in operands], origin[slot], g]
        shares = [(operands[k], append_share(instructions, places, pattern)) for k, pattern in patterns]
        for s, share in shares:
            old = pending.get(s)
            if old is None:
                pending[s] = share
            elif old.__class__ is int:
                pending[s] = len(instructions)
                instructions.append((add.code, instructions[old][1] | instructions[share][1], old, share))
            else:
                pending[s] = old + self._tensor(share)
        return True

    def add(self, slot: int, share: Any, owned: bool = True) -> None:
        if self.pending.get(slot).__class__ is int:
            self.pending[slot] = self._tensor(self.pending[slot])
        super().add(slot, share, owned)

    def gradient(self, slot: int) -> Any:
        return self._tensor(super().gradient(slot))

    def complete(self, slot: int, g: Any) -> Any:
        g = self._tensor(g)
        self.note_line(slot)
        if g is not None and slot in self.targets:
            self.adjoints[slot] = g
            if slot in self.replaced:
                g = self.replaced[slot](g)
        return g

    def shares(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> Sequence[Tensor | None]:
        if self._direct and isinstance(op, Elementwise):
            instructions, origin = self._instructions, self._origin
            type_ = instructions[origin[slot]][1]
            if g._family.id | 1 == type_ and forms[type_ >> 1].dtype is F8:
                places = [*map(origin.__getitem__, operands)]
                if all([instructions[s][1] | 1 == type_ for s in places]):  # noqa: C419
                    return [
                        _instantiated(self._trace, op, k, places, origin[slot], g) if needed else None
                        for k, needed in enumerate(needs)
                    ]
        return self.contributions(op, operands, static, slot, g, needs)


def reverse(
    trace: Trace, seeds: Sequence[tuple[int, Tensor]], targets: Sequence[int],
    replaced: dict[int, Callable[[Tensor], Tensor]] | None = None,
) -> list[Tensor | None]:  # fmt: skip
    """Append a reverse sweep; returns the adjoints of the targets, None where nothing arrives.

    Targets among those `replaced` hand on what a function gives for the adjoint.
    """
    simplified = trace.simplified(targets, [slot for slot, _ in seeds])
    pairs = [(simplified.place[slot], seed) for slot, seed in seeds]
    places = [simplified.place[slot] for slot in targets]
    stop, first = 1 + max((slot for slot, _ in pairs), default=-1), min(places, default=0)
    sweep = _Traced(trace, simplified, stop, first, set(places))
    sweep.replaced = {simplified.place[slot]: function for slot, function in (replaced or {}).items()}
    sweep.go(first, stop, pairs)
    sweep.note_line(-1)
    return [*map(sweep.gradient, places)]


def _instantiated(
    trace: Trace, op: Elementwise, k: int, operands: Sequence[int], slot: int, g: Tensor
) -> Tensor | None:
    """Return the share of operand k of an instruction on float64 values of one shape: its rule's instructions, appended
    directly.
    """
    template = template_of(op, k, g._family.form)
    if template is None:
        return None
    if template is BY_RULE:
        return elementwise_share(op, k, operands, slot, g, trace.handle)
    if not template[0]:
        return g
    return trace.handle(append_share(trace.instructions, [*operands, slot, trace.slot_of(g)], template))


def tangent(trace: Trace, starts: dict[int, Tensor], outputs: Sequence[int]) -> list[Tensor | None]:
    """Append a tangent sweep from slots whose tangents are given; returns those of the outputs, None for zero."""
    instructions, appended = trace.instructions, current() or trace
    simplified = trace.simplified(starts, outputs)
    program, origin, place = simplified.program, simplified.origin, simplified.place
    moving = {place[slot]: t for slot, t in starts.items()}
    places = [place[slot] for slot in outputs]

    def value(slot: int) -> Tensor:
        return trace.handle(origin[slot])

    for slot in range(min(moving, default=0), 1 + max(places, default=-1)):
        op, operands = program.ops[slot], program.operands[slot]
        if slot in moving or op is None or not instructions[origin[slot]][1] & 1:
            continue
        if not any(s in moving for s in operands):
            continue
        tangents = [moving.get(s) for s in operands]
        out: Any = simplified.results(slot) if op.several else slot
        start = len(appended.instructions)
        result = pushed(op, operands, program.statics[slot], out, tangents, value, program.forms.__getitem__)
        appended.note_line(start, trace.line(origin[slot]))
        if result is not None:
            moving[slot] = result
    return [moving.get(slot) for slot in places]
