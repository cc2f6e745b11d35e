"""Reuse of traces: the trees of the traces of eager transforms, whose exits are compiled once they return often.

A transform such as `jacobian` runs its function in a recording that is used once. Such recordings are a tree of their
own beside that of runs (see `tapegrad.trace_cache.tree`), whose edges are longer. One is a stretch that the user's code
has recorded: its instructions with their static parameters, and its guards, but without numbers and arrays. Another is
a sweep: what it appends follows from what was recorded before, so the second time no rule is called. A recording ends
in an exit, which is known by the results that are asked for. Once it was taken often enough it gets an artefact, a
program that computes them from the arrays and numbers. The recording of a `vmap` ends in an exit as well, whose
artefact computes them for many instances.

Invariant: a digest says all instructions. So whatever the user's Python decided, a program that is found is that of
what was recorded now; arrays and the user's numbers are its inputs, and only what sweeps append is constant in it.
Sweeps do not see the values of either (`Simplified.advance`), and one that has read a value is not kept. What the
user's code has read it has read in this very call.

Tests: tests/func/test_transforms.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd import kept_sweeps
from tapegrad.autograd.exits import EVALUATED, MAPPED, artefact_at, exit_at
from tapegrad.ir.forms import BOOL
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.edges import Edge, TreeNode, recordings
from tapegrad.trace_cache.keys import with_static
from tapegrad.trace_cache.reasons import Reason, note
from tapegrad.trace_cache.thresholds import settings
from tapegrad.trace_cache.tree import branch, refuse

if TYPE_CHECKING:
    from tapegrad.record.trace import Trace


class Walk:
    """The way of one recording through the tree.

    Attributes
    ----------
    reason : Reason or None
        Why it has left the tree; None while it is on it.
    arrays : list of int
        The slots of the arrays that the user's code has recorded.
    numbers : list of int
        The slots of the user's numbers.
    sweeping : bool
        A sweep is appending, of which nothing is the user's.
    """

    def __init__(self) -> None:
        self._node = recordings
        self._stop = self._calls = self._guards = 0
        self.reason = None if settings.on else Reason.OFF
        if self.reason is None and not current().plain:
            self.reason = Reason.MODES
        self.arrays: list[int] = []
        self.numbers: list[int] = []
        self.sweeping = False

    def node(self, trace: Trace) -> TreeNode | None:
        """Return the node of the trace; None if it is not on the tree."""
        if self.reason is None:
            if trace.captured:
                self.reason = Reason.DIVIDED
            elif len(trace.instructions) > thresholds.RECORDING_LENGTH:
                self.reason = Reason.TOO_LONG
            elif len(trace.instructions) > self._stop or len(trace.guards) > self._guards:
                self._take_in(trace)
        return self._node if self.reason is None else None

    def _take_in(self, trace: Trace) -> None:
        """Extend the path by the user's instructions and decisions since the last node."""
        first = self._stop
        key: list[Any] = [INPUT]
        for slot, instruction in enumerate(trace.instructions[first:], first):
            code = instruction[0]
            if code == CONST:
                if instruction[2].__class__ is not float:
                    self.reason = Reason.DTYPE
                    return
                self.numbers.append(slot)
                key.append(instruction[:2])
            elif code == INPUT:
                self.arrays.append(slot)
                key.append(instruction[:2])
            else:
                key.append(instruction)
        for call in trace.calls[self._calls :]:
            part = with_static([call.op.code, *call.operands], call.static)
            if part is None:
                self.reason = Reason.OFF_TREE
                return
            key.append(part)
        key += [("guard", guard.slot, guard.expected) for guard in trace.guards[self._guards :]]
        self._go(trace, tuple(key))

    def _go(self, trace: Trace, key: tuple[Any, ...]) -> None:
        before, stop = self._node, len(trace.instructions)
        edge = before.next.get(key) or branch(before, key, Edge(TreeNode(stop, before)), thresholds.RECORDING_LENGTH)
        if edge is None:
            self.reason = Reason.TOO_MANY_BRANCHES
        else:
            self.arrived(trace, edge.node)

    def arrived(self, trace: Trace, node: TreeNode) -> None:
        """Be at a node that says all that was recorded."""
        self._node, self._stop = node, len(trace.instructions)
        self._calls, self._guards = len(trace.calls), len(trace.guards)


class _Sweep(Edge):
    """The edge of a sweep: has arrays and lines of instructions that may fail, by slot, besides an edge's fields.

    Its `steps` are the instructions.
    """

    __slots__ = ("given", "origins")

    def __init__(self, trace: Trace, before: TreeNode, first: tuple[int, int], results: Sequence[int]) -> None:
        start, calls = first
        super().__init__(
            TreeNode(len(trace.instructions), before), None, trace.instructions[start:], trace.calls[calls:]
        )
        self.results = [*results]
        self.given = {slot: x for slot, x in trace.given.items() if slot >= start}
        self.origins = {slot: line for slot, line in trace.origins.items() if slot >= start}


def swept(
    trace: Trace, what: str, operands: Sequence[Sequence[Tensor]], sweep: Callable[[], list[Tensor]]
) -> list[Tensor]:
    """Return the results of a sweep that appends to a recording: those recorded in the same place for the same groups
    of operands, or else those of `sweep`.
    """
    walk = trace.walk
    if walk is None and trace.strict and tape.pending is trace:
        return kept_sweeps.swept(trace, what, operands, sweep)
    if walk is None or walk.sweeping or tape.pending is not trace:
        return sweep()
    places = [(*map(trace.slot_of, group),) for group in operands]  # plain data among them are the user's, too
    node = walk.node(trace)
    if node is None:
        return sweep()
    key = (what, *places)
    edge: Any = node.next.get(key)
    if edge.__class__ is _Sweep:
        trace.instructions += edge.steps
        trace.calls += edge.calls
        trace.given.update(edge.given)
        trace.origins.update(edge.origins)
        walk.arrived(trace, edge.node)
        return [trace.handle(slot) for slot in edge.results]
    first = len(trace.instructions), len(trace.calls), trace.reads, len(trace.guards)
    _forget_numbers(trace)
    walk.sweeping = True
    try:
        results = sweep()
    finally:
        walk.sweeping = False
    _forget_numbers(trace)
    if edge is None:
        _learn(trace, walk, node, key, first, results)
    return results


def _forget_numbers(trace: Trace) -> None:
    """Give the numbers to come slots of their own: a rule's is not the user's, though they are equal now."""
    trace.numbers = {}
    for family in trace.families.values():
        family.consts.clear()


def _learn(
    trace: Trace, walk: Walk, node: TreeNode, key: tuple[Any, ...], first: tuple[int, int, int, int],
    results: list[Tensor],
) -> None:  # fmt: skip
    """Let a sweep be found from now on, unless it has read values; else it is recorded again, as a stretch."""
    if all(t._family.run in (trace.run, None) for t in results):
        slots = [trace.slot_of(t) for t in results]
        edge = _Sweep(trace, node, first[:2], slots)
        large = sum([x.nbytes for x in edge.given.values()]) > thresholds.SWEEP_BYTES
        if not (trace.reads > first[2] or trace.captured or len(trace.guards) > first[3] or large):
            if branch(node, key, edge, thresholds.RECORDING_LENGTH):
                walk.arrived(trace, edge.node)
            return
    refuse(node, key)


def _end(trace: Trace, walk: Walk, results: Sequence[Tensor]) -> tuple[tuple[int, ...], TreeNode | None, Any]:
    """Return the slots of results, and the node of a recording that was closed, or why there is none."""
    node = walk.node(trace)
    return (*map(trace.slot_of, results),), node, walk.reason


def values(trace: Trace, results: Sequence[Tensor]) -> list[np.ndarray] | None:
    """Return the values of results of a recording that was closed, by its artefact; None if they are to be computed."""
    walk = trace.walk
    if walk is None:
        return None
    slots, node, reason = _end(trace, walk, results)
    if node is not None:
        hot = artefact_at(trace, node, (EVALUATED, slots), "evaluated", walk.arrays, walk.numbers, slots)
        if hot.__class__ is not Reason:
            arrays = trace.given
            outputs = hot.run({}, trace.instructions, [*map(arrays.__getitem__, walk.arrays)])
            if isinstance(outputs, list):
                return [x != 0 if t.dtype == BOOL else x for x, t in zip(outputs, results, strict=True)]
            hot = outputs
        reason = hot
    note("transform", reason)
    return None


def batch(trace: Trace, results: Sequence[Tensor], flags: tuple[bool, ...]) -> Any:
    """Return the machine code for many instances of a recording that was closed, whose inputs have a batch axis as the
    flags tell (see `tapegrad.autograd.compile_sweep.batched`); None if its program is to be made.

    That of a `vmap` that is kept is not asked for again, so that the second time is the first to have an artefact.
    """
    walk = trace.walk
    if walk is None:
        return None
    slots, node, reason = _end(trace, walk, results)
    if node is not None:
        key = MAPPED, slots, flags
        if key not in node.exits and (exit_ := exit_at(node, key)) is not None:
            exit_.interpreted()[0] += 1
            return None
        hot = artefact_at(trace, node, key, "batched", walk.arrays, walk.numbers, slots, flags, times=0)
        if hot.__class__ is not Reason:
            hot.runs += 1
            return hot
        reason = hot
    note("batch", reason)
    return None
