"""Recorded sweeps of a pending run: with ``create_graph=True`` the adjoints are appended to the run itself.

The rules of the run's instructions are called with Tensors, and what they record is appended to the same run. So a
value, its gradient and what is computed from that are one run, whose exit has one program. On the trace tree the whole
sweep is one edge with several results: where it is found again, no rule is called.

Invariant: only what such a sweep can give is given by it; for all else, `appended` gives a reason and changes nothing
that can be seen.

Tests: tests/autograd/test_create_graph.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.exits import RECORDED, exit_at
from tapegrad.autograd.grad_mode import enable_grad
from tapegrad.autograd.pull import OpenPull
from tapegrad.autograd.reachability import active
from tapegrad.ir.forms import forms
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.elementwise_ops import positive
from tapegrad.record.append import placed_in
from tapegrad.record.instructions import decoded
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.run import UNWATCHED
from tapegrad.tensor.call_sites import appended_by
from tapegrad.tensor.tensor import Tensor, as_tensor
from tapegrad.tensor.value import reads
from tapegrad.trace_cache.edges import REFUSED, Edge, TreeNode
from tapegrad.trace_cache.keys import Lookup, outside
from tapegrad.trace_cache.reasons import Reason, Refusal
from tapegrad.trace_cache.tree import along, arrived, branch, has, ready, refuse


class _ClosedError(Exception):
    """A rule has read a value, which has executed the run."""


class _Appended(OpenPull):
    """A pull through an open run, from a root to some slots.

    Attributes
    ----------
    known : dict
        The Tensors that rules have read, by slot.
    """

    def __init__(self, pending: Any, first: int, stop: int, targets: set[int]) -> None:
        self._recorded, self._instructions = pending, pending.instructions
        self.values: dict[int, Tensor] = {}
        instructions = [decoded(i, pending.calls) if i[1] & 1 else None for i in self._instructions[first:stop]]
        super().__init__(first, instructions, targets)

    def results(self, slot: int) -> Sequence[int]:
        results: Sequence[int] = self._recorded.calls[self._instructions[slot][2]].results
        return results

    def form(self, slot: int) -> Any:
        return forms[self._instructions[slot][1] >> 1]

    def value(self, slot: int) -> Tensor:
        if not self._recorded.active:
            raise _ClosedError
        t = self.values.get(slot)
        if t is None:
            t = self.values[slot] = placed_in(self._recorded, slot)
        return t

    def gradient(self, slot: int) -> Tensor | None:
        """Return the adjoint of a target, as a result of the run: only Tensors from elsewhere stand for its inputs."""
        g: Tensor | None = super().gradient(slot)
        if g is None or g._family.run is not self._recorded.run or self._instructions[g._i][0] not in (INPUT, CONST):
            return g
        return positive(g)

    def complete(self, slot: int, g: Any) -> Any:
        if slot in self.targets:
            self.adjoints[slot] = g
        return g

    def shares(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> Sequence[Tensor | None]:
        if not self._recorded.active:
            raise _ClosedError
        return self.contributions(op, operands, static, slot, g, needs)


def appended(roots: Sequence[Tensor], targets: Sequence[Tensor], seeds: Sequence[Any]) -> list[Tensor | None] | Reason:
    """Return the gradients of targets, None for those that no root depends on, as a part of the open run.

    The seed of a root is None, or an array or Tensor of its form.
    """
    pending: Any = tape.pending
    if pending is None or pending.traced or not pending.active or roots[0]._family.run is not pending.run:
        return Reason.CREATE_GRAPH
    if pending.run.watch is not UNWATCHED:
        return Reason.HOOKS
    if pending.outdated or pending.failures:
        return Reason.CHANGED
    modes = current()
    if not (modes.saving is modes.dual is None) or modes.anomaly or modes.finalizing:
        return Reason.MODES
    if active.entered or tape.applying or not modes.grad_enabled:
        return Reason.NESTED
    begins = _begins(pending, roots, seeds)
    if begins.__class__ is Reason:
        return begins
    slots = _slots(pending, targets)
    if slots is None:
        return Reason.PARTIAL
    node = pending.node if pending.node is not None and ready(pending) else None
    lookup = None if node is None else _lookup(pending, roots, slots, begins)
    if node is not None and lookup is not None:
        if lookup[0] in node.exits:
            return Reason.CLOSED
        recorded = _followed(pending, node, lookup)
        if recorded is not None:
            return recorded
    first, start = (len(pending.instructions), len(pending.calls)), reads[0]
    last = max([root._i for root in roots])
    sweep = _Appended(pending, min(slots), last + 1, {*slots})
    try:
        with enable_grad():
            begun = [
                (root._i, as_tensor(np.ones(root.shape, root.dtype)) if begin is None else begin)
                for root, begin in zip(roots, begins, strict=True)
            ]
            sweep.pull(range(last, min(slots) - 1, -1), sweep.needed, begun)
            gradients = [sweep.gradient(slot) for slot in slots]
    except _ClosedError:
        refused = None if node is None or lookup is None else exit_at(node, lookup[0])
        if refused is not None:  # so that rules are not called in vain the next time
            refused.artefact = Refusal(Reason.CLOSED)
        return Reason.CLOSED
    if not pending.active:
        return Reason.CLOSED
    if node is not None and lookup is not None and reads[0] == start:
        _learn(pending, node, first, lookup, [*sweep.values.values(), *begins], gradients)
    return gradients


def _begins(pending: Any, roots: Sequence[Tensor], seeds: Sequence[Any]) -> Any:
    """Return the seeds of real results of an open run as Tensors, None where that is 1; or the reason why no sweep can
    begin there.
    """
    begins = []
    for root, seed in zip(roots, seeds, strict=True):
        family = root._family
        form = family.form
        if family.run is not pending.run:
            return Reason.CREATE_GRAPH
        if not family.requires_grad or form.dtype.kind != "f":
            return Reason.SEED
        if seed is None:
            if form.size != 1:
                return Reason.SEED
        elif not isinstance(seed, Tensor | np.ndarray) or (seed.shape, seed.dtype) != (form.shape, form.dtype):
            return Reason.SEED
        if pending.instructions[root._i][0] in (INPUT, CONST):
            return Reason.PARTIAL
        begins.append(None if seed is None else as_tensor(seed))
    return begins


def _lookup(
    pending: Any, roots: Sequence[Tensor], slots: tuple[int, ...], begins: Sequence[Tensor | None]
) -> Lookup | None:
    """Return the lookup of a sweep: what it begins and ends at, and its seeds, which are operands."""
    key: list[Any] = [RECORDED, slots]
    new: list[Any] = []
    for root, begin in zip(roots, begins, strict=True):
        key.append(root._i)
        if begin is None or begin._family.run is pending.run:
            key.append(None if begin is None else begin._i)
        elif not outside(pending, begin, key, new):
            return None
    return tuple(key), new


def _followed(pending: Any, node: TreeNode, lookup: Lookup) -> list[Tensor | None] | None:
    """Append the results of an equal sweep by its edge, and return them; None if there is no such edge."""
    edge = node.next.get(lookup[0])
    if (
        edge is None
        or edge is REFUSED
        or not has(pending, edge.needs)
        or along(pending, edge, lookup[1]) is None
        or not pending.active
    ):
        return None
    return [None if slot is None else placed_in(pending, slot) for slot in edge.results]


def _learn(
    pending: Any, node: TreeNode, first: tuple[int, int], lookup: Lookup, operands: Sequence[Tensor | None],
    gradients: Sequence[Tensor | None],
) -> None:  # fmt: skip
    """Let the sweep be looked up from now on. Its reads follow from the node; where other numbers lie it is made anew,
    since a rule's number may have met an equal one.
    """
    instructions = pending.instructions
    if lookup[0] in node.next or not pending.active or len(instructions) == first[0]:
        return
    inside = all(g is None or g._family.run is pending.run for g in gradients)
    read = [t for t in operands if t is not None and not _is_number(pending, t)]
    appended = appended_by(pending, lookup, first[0], read, {}, False) if inside else None
    if appended is None or appended[2] or appended[3]:
        refuse(node, lookup[0])
        return
    last = placed_in(pending, len(instructions) - 1)
    behind = arrived(pending) or TreeNode(len(instructions), node)
    edge = Edge(behind, last, appended[0], pending.calls[first[1] :], pending.early, needs=appended[1])
    edge.results = [None if g is None else g._i for g in gradients]
    if branch(node, lookup[0], edge) is None:
        pending.node, pending.run.refusal = None, node.refusal
    else:
        pending.node = behind


def _is_number(pending: Any, t: Tensor) -> bool:
    """Tell whether a Tensor is a number of a run."""
    return t._family.run is pending.run and pending.instructions[t._i][0] == CONST


def _slots(pending: Any, targets: Sequence[Tensor]) -> tuple[int, ...] | None:
    """Return the slots of targets in an open run; None where the sweep would go on into earlier runs, or a leaf stands
    twice or has hooks.
    """
    of_leaves: dict[int, int] = {}
    for slot, source in pending.run.sources:
        if source.__class__ is tuple or id(source) in of_leaves or source._node.hooks is not None:
            return None
        of_leaves[id(source)] = slot
    slots = []
    for t in targets:
        slot = of_leaves.get(id(t), -1) if t.is_leaf else t._i if t._family.run is pending.run else -1
        if slot < 0:
            return None
        slots.append(slot)
    return tuple(slots)
