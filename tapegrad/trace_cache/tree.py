"""The trace tree: runs record calls as paths of a tree, in which a repeated call finds its edge.

A node stands for all that a run has recorded so far. An edge is one more call: its op, where its operands come from,
its static parameters; the node behind it says which instructions that appended. Numbers and values of arrays are in no
key, so a learning rate that changes stays on one path.

Invariant: a run that is on a path has the instructions that it would have without; it leaves the path as soon as
anything else appends one, which their number tells.

Tests: tests/trace_cache/test_interrupts.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tapegrad.ir.forms import forms
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, INPUT, PICK
from tapegrad.ops import declare
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import Modes, current
from tapegrad.record.pending_run import Pending
from tapegrad.record.recording import (
    add_source,
    family_of,
    remember,
    switch,
    tape,
)
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.edges import REFUSED, Edge, TreeNode, recordings, root
from tapegrad.trace_cache.eviction import evict
from tapegrad.trace_cache.keys import NEW, OUTSIDE, Lookup, New, call_key
from tapegrad.trace_cache.reasons import Reason, Refusal, bare, here
from tapegrad.trace_cache.thresholds import settings

if TYPE_CHECKING:
    from tapegrad.ops.declare import ArrayOp, Elementwise

_SMALL = 1 << 16  # bytes
_WHOLE = frozenset({ELEMENTWISE, PICK})  # classes of ops whose instructions say all of them
_NO_STATIC: dict[str, Any] = {}

_count = 0


def forget() -> None:
    """Forget all paths."""
    global _count
    root.next.clear()
    root.order.clear()
    root.seen.clear()
    root.varying.clear()
    recordings.next.clear()
    _count = 0


def begin(pending: Pending, modes: Modes) -> None:
    """Put an empty run on a path, unless its modes observe each instruction."""
    if modes.plain and not pending.traced and settings.on:
        pending.node = root
    elif not (modes.plain or pending.traced):
        pending.run.refusal = Refusal(Reason.MODES, modes.observers())


def ready(pending: Pending) -> bool:
    """Tell whether a run on a path can continue there under the present modes."""
    if (
        pending.run.backing is not pending
        or pending.outdated
        or (len(pending.instructions) != pending.node.stop and not _caught_up(pending))
    ):
        return False
    modes = current()
    if modes is not pending.modes:
        if not modes.plain or modes.regime is not pending.modes.regime:
            return False
        switch(pending, modes)
    return True


def lookup_of(pending: Pending, op: Any, operands: Sequence[Any], static: dict[str, Any]) -> Lookup | None:
    """Return the lookup of a call of an op; None for a call that is on no path: of other data than Tensors and real
    numbers, or in modes of another kind.
    """
    return call_key(pending, pending.modes, 2 * op.code, operands, static) if ready(pending) else None


class _Nothing:
    """The node of a run without instructions."""

    node = root
    run: ClassVar[object] = object()
    imported: ClassVar[dict[Any, Any]] = {}
    numbers: ClassVar[dict[Any, Any]] = {}
    instructions: ClassVar[tuple[Any, ...]] = ()


nothing: Any = _Nothing()


def begin_along(op: Elementwise | ArrayOp, operands: Sequence[Any], static: dict[str, Any] = _NO_STATIC) -> Any:
    """Begin a run with a call, as the user gave it, that other runs began with; None for any other."""
    modes = current()
    lookup = call_key(nothing, modes, 2 * op.code, operands, static) if modes.plain else None
    if lookup is None or (edge := root.next.get(lookup[0])) is None:
        return None
    if cursor.on and not static:
        prefer(nothing, edge, lookup)
    return along(begun(), edge, lookup[1], op, operands)


def begun() -> Pending:
    """Return a run that begins on its path."""
    pending = Pending(tape.thread)
    tape.enter(pending)
    pending.node = root
    return pending


def arrived(pending: Pending) -> TreeNode | None:
    """Return the node of all that a run has recorded; None if it is on no path."""
    return (
        pending.node
        if pending.node is not None and (len(pending.instructions) == pending.node.stop or _caught_up(pending))
        else None
    )


def _caught_up(pending: Pending) -> bool:
    """Advance the path over instructions that the operators' fast path has appended; False if that is impossible."""
    node: TreeNode | None = pending.node
    assert node is not None
    if len(pending.instructions) - node.stop > thresholds.STRETCH or len(pending.instructions) > thresholds.RUN_LENGTH:
        reason = Reason.TOO_LONG if len(pending.instructions) > thresholds.RUN_LENGTH else Reason.STRETCH
        pending.run.refusal = bare[reason]
        node.passes[:] = thresholds.RUNS_OFF_TREE, bare[reason]
        return False
    if cursor.on:
        node = _along_divided(pending, node)
    stretch = pending.instructions[node.stop :]
    if stretch:
        key = (None, *stretch)
        edge = node.next.get(key)
        if edge is None:
            if any(declare.classes[instruction[0]] not in _WHOLE for instruction in stretch):
                return False
            edge = branch(node, key, Edge(TreeNode(len(pending.instructions), node)))
            if edge is None:
                pending.run.refusal = node.refusal
                return False
        elif cursor.on and edge.stub is None:
            edge.stub = b""
            _divide(pending, node, edge)
        node = edge.node
    pending.node = node
    return True


def _along_divided(pending: Pending, node: TreeNode) -> TreeNode:
    """Return the node that the instructions behind a node lead to, as far as edges stand for one of them each."""
    for slot in range(node.stop, len(pending.instructions)):
        key = _key_of(pending, slot)
        edge = None if key is None else node.next.get(key)
        if edge is None or edge.node.stop != slot + 1 or edge.instruction != pending.instructions[slot]:
            break
        node = edge.node
    return node


def _key_of(pending: Pending, slot: int) -> tuple[Any, ...] | None:
    """Return the key of the call that appended an elementwise instruction, if that call appended nothing else."""
    instructions = pending.instructions
    code, type_, *operands = instructions[slot]
    if declare.classes[code] != ELEMENTWISE:
        return None
    grad = pending.modes.grad_enabled
    if not declare.table[code].stops and any(instructions[s][1] & 1 for s in operands):
        grad = bool(type_ & 1)
    key: list[Any] = [2 * code + grad]
    for s in operands:
        key += (float, s) if instructions[s][0] == CONST else (s,)
    return (*key,)


def _divide(pending: Pending, node: TreeNode, long_edge: Edge) -> None:
    """Add an edge for each instruction of a repeated stretch of the operators' fast path, if that is possible."""
    instructions = pending.instructions
    stretch = range(node.stop, long_edge.node.stop)
    keys: list[Any] = [_key_of(pending, slot) for slot in stretch]
    if None in keys:
        return
    for slot, key in zip(stretch, keys, strict=True):
        type_ = (instruction := instructions[slot])[1]
        last = slot == stretch[-1]
        edge = node.next.get(key)
        if edge is None or (last and edge.node is not long_edge.node):
            edge = Edge(long_edge.node if last else TreeNode(slot + 1, node))
            edge.instruction, edge.form = instruction, forms[type_ >> 1]
            edge.type, edge.requires_grad = type_, bool(type_ & 1)
            if branch(node, key, edge) is None:
                return
        if edge.stub is None:
            edge.stub = cursor.stubs.stub_of(instructions, slot, edge, key, either=True)
            node.put_first(edge)
        node = edge.node


def follow(
    pending: Pending, op: Elementwise | ArrayOp, operands: Sequence[Any], static: dict[str, Any] = _NO_STATIC
) -> Any:
    """Record a call, as the user gave it, that another run has recorded in the same place; None for any other."""
    lookup = lookup_of(pending, op, operands, static)
    if lookup is None or (edge := pending.node.next.get(lookup[0])) is None:
        return None
    if cursor.on and not static:
        prefer(pending, edge, lookup)
    return along(pending, edge, lookup[1], op, operands)


def has(pending: Any, needs: dict[int, float]) -> bool:
    """Tell whether numbers lie in a run where they must."""
    for slot, number in needs.items():
        there = pending.instructions[slot][2]
        if there != number and (there == there or number == number):  # a NaN is equal to none
            return False
    return True


class _Cursor:
    """Compiled calls along paths, loaded when `FOLLOWED_CALLS` were found (see `tapegrad.tensor.compiled_methods`)."""

    on = False
    left = thresholds.FOLLOWED_CALLS
    load: Any = None
    stubs: Any = None  # the module `tapegrad.trace_cache.stubs`, once it is on


cursor = _Cursor()


def prefer(pending: Pending, edge: Edge, lookup: Lookup) -> None:
    """Move an edge to the front, with a stub for the matcher, after a call was found there."""
    if edge.stub is None:
        edge.stub = cursor.stubs.stub_of(pending.instructions, pending.node.stop, edge, *lookup)
    if edge.stub:
        pending.node.put_first(edge)


def along(pending: Pending, edge: Edge, new: Sequence[New], op: Any = None, operands: Sequence[Any] = ()) -> Any:
    """Append the instructions of an edge, and return the Tensor of the result; None if the run leaves the path.

    With an op and its operands, the operators' fast path learns from them.
    """
    node = edge.node
    if cursor.left:
        cursor.left -= 1
        if not cursor.left:
            cursor.load()
    if node.passes[0]:  # such a run is recorded without the tree: operands that repeat are found at once
        node.passes[0] -= 1
        pending.node, pending.run.refusal = None, node.passes[1]
        return None
    pending.node = None  # until all is there: what a signal leaves of it is on no path
    instructions = pending.instructions
    calls = edge.calls
    for step in edge.steps:
        if step.__class__ is int:
            x, now, of, i, array = new[step]
            if x is not None:
                form = of.form
                if (
                    array is not None
                    and not form.scalar
                    and form.dtype is form.lane
                    and array.nbytes < _SMALL < pending.room
                ):
                    slot = len(instructions)  # as `add_source` does it, which knows of much else
                    instructions.append((INPUT, of.id, 0.0))
                    pending.given[slot] = array
                    pending.room -= array.nbytes
                    if of.requires_grad:
                        pending.run.sources.append((slot, x))
                else:
                    slot = add_source(pending, x, of, i, array)
                pending.imported[now] = slot, x, array
                continue
            if now:
                pending.numbers[now, of] = len(instructions)
            instructions.append((CONST, i, now))
        elif step[0] == INPUT and step[2].__class__ is not float:
            pending.given[len(instructions)] = step[2]
            pending.room -= step[2].nbytes
            instructions.append((INPUT, step[1], 0.0))
        elif step[0] == CONST:
            if step[2]:
                pending.numbers.setdefault((step[2], forms[step[1] >> 1].lane), len(instructions))
            instructions.append(step)
        else:
            if edge.arrays and step[0] in edge.arrays:
                pending.calls.append(calls[0])  # before the instruction that names it, after those that it names
                calls = calls[1:]
            instructions.append((*step,))
    if edge.early:
        pending.early = True
    t = runtime.tensor()
    t._family = family = pending.families.get(edge.type) or family_of(pending, edge.form, edge.requires_grad)
    t._i = len(instructions)
    t._instruction = instruction = (*edge.instruction,)  # of its own: a flush sees by it whether the Tensor lives
    if calls:
        pending.calls += calls  # and no call between, as above
    instructions.append(instruction)
    if op is not None and op.op_class == ELEMENTWISE and not op.stops:
        remember(family, operands, instruction[2:])
    pending.node = node
    if t._i >= family.limit and not edge.results:  # of which the caller makes Tensors first
        tape.flush()
    return t


def learn(pending: Pending, op: Any, t: Any, lookup: Lookup, results: Sequence[int] = ()) -> None:
    """Add an edge for a recorded call, if it appended what its key says; else leave the path.

    The slots of all results are given if there are several; then `t` is the last of them.
    """
    key, new = lookup
    node, instructions, stop = pending.node, pending.instructions, t._i + 1
    pending.node = None
    at = t._i - len(results)
    instruction = instructions[at]
    calls = pending.calls[instruction[2] :] if op.op_class == ARRAY else []
    operands = calls[0].operands if calls else [*instruction[2:]]
    leaves = [(INPUT, x[2].id) if x[0] is not None else (CONST, x[3]) for x in new]
    appended = [leaf[:2] for leaf in instructions[node.stop : at]]
    if operands == _slots(key, len(operands), node.stop) and appended == leaves:
        steps = [*range(len(new)), *instructions[at : stop - 1]]
        edge = branch(node, key, Edge(TreeNode(stop, node), t, steps, calls, pending.early))
        if edge is not None:
            edge.results = [*results]
        if edge is None:
            pending.run.refusal = node.refusal
        else:
            pending.node = edge.node


def is_new(node: TreeNode, key: tuple[Any, ...]) -> bool:
    """Tell whether no run has begun with a call yet. Much code runs once: such calls are learnt the second time."""
    seen = node.seen
    if node is not root or key in seen:
        return False
    if len(seen) >= thresholds.BEGINNINGS:
        seen.clear()
    seen.add(key)
    return True


def branch(
    node: TreeNode, key: tuple[Any, ...], edge: Edge, most: int = thresholds.RUN_LENGTH,
    branches: int = thresholds.BRANCHES,
) -> Edge | None:  # fmt: skip
    """Return a new edge from a node with less than so many branches, to one of no more instructions than `most`; None
    where no more are kept.
    """
    global _count
    if not settings.on:
        return None
    if edge.node.stop > most:
        node.refusal = bare[Reason.TOO_LONG]
        node.passes[:] = thresholds.RUNS_OFF_TREE, node.refusal
        return None
    if len(node.next) >= branches and node.stop:
        if node.refusal is None:
            node.refusal = Refusal(Reason.TOO_MANY_BRANCHES, here())
        return None
    if _count >= thresholds.NODES or len(node.next) >= thresholds.BEGINNINGS:
        _count = evict()
    _count += 1
    if not node.stop:
        edge.node.line = here()
    node.next[key] = edge
    return edge


def refuse(node: TreeNode, key: tuple[Any, ...]) -> None:
    """Mark a call as refused: it is made each time."""
    global _count
    if settings.on and len(node.next) < thresholds.BRANCHES and _count < thresholds.NODES:
        _count += 1
        node.next[key] = REFUSED


def _slots(key: Sequence[Any], count: int, first: int) -> list[int]:
    """Return the slots of so many operands; new ones are appended in order."""
    slots: list[int] = []
    for part in key[1:]:
        if part.__class__ is not int:
            continue
        if part >= OUTSIDE or part == NEW:
            part, first = first, first + 1
        slots.append(part)
    return slots[:count]
