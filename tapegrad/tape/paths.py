"""Paths: what runs record, call by call, as a tree in which a call that follows the same calls is found again.

A node stands for all that a run has recorded so far. An edge is one more call: its op, where its operands come from,
its static parameters; the node behind it says which instructions that appended. Numbers and values of arrays are in no
key, so a learning rate that changes stays on one path.

Invariant: a run that is on a path has the instructions that it would have without; it leaves the path as soon as
anything else appends one, which their number tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, INPUT, PICK
from tapegrad.ops import declare
from tapegrad.ops.declare import recorder
from tapegrad.ops.indexing import setitem_op
from tapegrad.tape.forms import form_of
from tapegrad.tape.modes import Modes, current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import add_source, check_thread, family_of, home, remember, switch, take_place, tape, version
from tapegrad.tape.run import Call
from tapegrad.tape.structures import with_static

_MOST = 4096  # nodes that are kept
_BRANCHES = 32  # of one node
_LENGTH = 1000  # instructions of a run on a path
_STRETCH = 64  # of the operators' fast path at once: to take in more costs what the next call spares
_PASSES = 255  # runs until one that begins as a long one, or one of long stretches, is on a path again
_OUTSIDE = 1 << 32
_EXACT = 1 << 53
_NEW = -1
_WHOLE = frozenset({ELEMENTWISE, PICK})  # classes of ops whose instructions say all of them
_NO_STATIC: dict[str, Any] = {}

Found = tuple[tuple[Any, ...], list[tuple[Any, ...]]]


class Node:
    """What a run has recorded.

    Attributes
    ----------
    next : dict
        The nodes behind further calls, by what these are found by.
    ends : dict
        What sweeps know that found a run here (see `tapegrad.autograd.hot`).
    stop : int
        How many instructions there are.
    instruction : tuple
        Of the last call.
    form, requires_grad, type : Form, bool and int
        Of its result.
    slots : list of int or None
        Those of its operands, if it is an array op.
    passes : list of int
        How many runs leave the path behind their first call since the last one was long; shared by the nodes behind.
    """

    __slots__ = ("ends", "form", "instruction", "next", "passes", "requires_grad", "slots", "stop", "type")

    def __init__(
        self, stop: int = 0, before: Node | None = None, t: Any = None, slots: list[int] | None = None
    ) -> None:
        self.next: dict[tuple[Any, ...], Node] = {}
        self.ends: dict[tuple[Any, ...], Any] = {}
        self.stop, self.slots = stop, slots
        if t is not None:
            family = t._family
            self.instruction, self.form, self.requires_grad = t._instruction, family.form, family.requires_grad
            self.type = family.id
        self.passes: list[int] = [0] if before is None or before is _root else before.passes


_root = Node()
_count = 0


def forget() -> None:
    """Forget all paths."""
    global _count
    _root.next.clear()
    _count = 0


def begin(run: Open, modes: Modes) -> None:
    """Let an empty run be on a path, if nobody looks on."""
    if modes.plain and not run.traced:
        run.node = _root


def edge(run: Open, op: Any, operands: Sequence[Any], static: dict[str, Any]) -> Found | None:
    """Return what a call is found by, and its operands that are new to the run; None for a call that is on no path:
    of other data than Tensors and real numbers, or in modes of another kind.
    """
    modes = current()
    if op is setitem_op or not run.open or run.outdated:  # that op may write to its operand
        return None
    if len(run.instructions) != run.node.stop and not _caught_up(run):
        return None
    if modes is not run.modes:
        if not modes.plain or modes.regime is not run.modes.regime:
            return None
        switch(run, modes)
    cls, imported = recorder.tensor, run.imported
    key: list[Any] = [2 * op.code + modes.grad_enabled]
    new: list[tuple[Any, ...]] = []
    for x in operands:
        if x.__class__ is cls:
            family = x._family
            if family.run is run:
                key.append(x._i)
                continue
            if family.run is None:
                i, array = -1, x._node.array
                now: Any = id(x), id(array), family.requires_grad
            else:
                family, i = home(x)
                if family.run is run:
                    key.append(i)
                    continue
                if family.run is not None:
                    if family.run.open:
                        return None
                    if family.run.owner is not run.owner:
                        check_thread(x)
                array = None if family.run is not None else x._node.array
                now = version(x, family, i, array)
            known = imported.get(now)
            if known is not None:  # it comes again: from now on the operators find it
                take_place(run, known[0], x, family, i, array)
                key.append(known[0])
                continue
            for slot, other in enumerate(new, run.node.stop):
                if other[0] is x:
                    key.append(slot)
                    break
            else:
                key.append(_OUTSIDE + family.id)
                new.append((x, now, family, i, array))
        elif x.__class__ is float or (x.__class__ is int and -_EXACT < x < _EXACT):
            lane = _lane(operands)
            if lane is None:
                return None
            value = float(x)
            number = run.numbers.get((value, lane)) if value else None
            if number is None:
                for slot, other in enumerate(new, run.node.stop):
                    if other[0] is None and other[1] == value != 0.0:
                        number = slot
                        break
                else:
                    number = _NEW
                    new.append((None, value, lane, 2 * form_of((), lane).id, None))
            key += x.__class__, number
        else:
            return None
    found_by = with_static(key, static) if static else tuple(key)
    return None if found_by is None else (found_by, new)


def arrived(run: Open) -> Node | None:
    """Return the node of all that a run has recorded; None if it is on no path."""
    return run.node if run.node is not None and (len(run.instructions) == run.node.stop or _caught_up(run)) else None


def _caught_up(run: Open) -> bool:
    """Let the path take in what the operators' fast path has appended; False if there is anything else, or too much."""
    node: Node | None = run.node
    assert node is not None
    stretch = run.instructions[node.stop :]
    if len(stretch) > _STRETCH or len(run.instructions) > _LENGTH:
        node.passes[0] = _PASSES
        return False
    key = (None, *stretch)
    behind = node.next.get(key)
    if behind is None:
        if any(declare.classes[instruction[0]] not in _WHOLE for instruction in stretch):
            return False
        behind = _branch(node, key, Node(len(run.instructions), node))
        if behind is None:
            return False
    run.node = behind
    return True


def _lane(operands: Sequence[Any]) -> Any:
    """Return the dtype in which an op of real numbers runs, if Tensors among its operands say so."""
    for x in operands:
        if x.__class__ is recorder.tensor:
            lane = x._family.form.lane
            return lane if lane is F8 or lane is F4 else None
    return None


def follow(run: Open, op: Any, operands: Sequence[Any], static: dict[str, Any] = _NO_STATIC) -> Any:
    """Record a call, as the user gave it, that another run has recorded in the same place; None for any other."""
    found = edge(run, op, operands, static)
    return None if found is None else along(run, op, operands, static, found)


def along(run: Open, op: Any, operands: Sequence[Any], static: dict[str, Any], found: Found) -> Any:
    """Append a call that is found on the path, and return the Tensor of its result; None if it is not."""
    key, new = found
    node = run.node.next.get(key)
    if node is None:
        return None
    if node.passes[0]:  # a run like this is better recorded as ever: operands that return are found at once
        node.passes[0] -= 1
        run.node = None
        return None
    instructions = run.instructions
    for x, now, of, i, array in new:
        if x is not None:
            run.imported[now] = add_source(run, x, of, i, array), x, array
            continue
        if now:
            run.numbers[now, of] = len(instructions)
        instructions.append((CONST, i, now))
    if node.slots is not None:
        run.calls.append(Call(op, [*node.slots], static))
    t = recorder.tensor()
    t._family = family = run.families.get(node.type) or family_of(run, node.form, node.requires_grad)
    t._i = len(instructions)
    t._instruction = instruction = (*node.instruction,)  # of its own: a flush sees by it whether the Tensor lives
    instructions.append(instruction)
    if op.op_class == ELEMENTWISE and not op.stops:
        remember(family, operands, instruction[2:])
    run.node = node
    if t._i >= family.limit:
        tape.flush()
    return t


def learn(run: Open, op: Any, t: Any, found: Found) -> None:
    """Let a call that was recorded be found from now on, if that appended what the edge says; else leave the path."""
    key, new = found
    node, instructions, stop = run.node, run.instructions, t._i + 1
    run.node = None
    instruction = t._instruction
    operands = run.calls[instruction[2]].operands if op.op_class == ARRAY else [*instruction[2:]]
    leaves = [(INPUT, x[2].id) if x[0] is not None else (CONST, x[3]) for x in new]
    appended = [leaf[:2] for leaf in instructions[node.stop : stop - 1]]
    if operands == _slots(key, len(operands), node.stop) and appended == leaves:
        run.node = _branch(node, key, Node(stop, node, t, operands if op.op_class == ARRAY else None))


def _branch(node: Node, key: tuple[Any, ...], new: Node) -> Node | None:
    """Return a new node behind another one; None where no more are kept."""
    global _count
    if new.stop > _LENGTH:
        node.passes[0] = _PASSES
    if new.stop > _LENGTH or len(node.next) >= _BRANCHES:
        return None
    if _count >= _MOST:
        forget()
    _count += 1
    node.next[key] = new
    return new


def _slots(key: Sequence[Any], count: int, first: int) -> list[int]:
    """Return the slots of so many operands, of which new ones are appended one after the other."""
    slots: list[int] = []
    for part in key[1:]:
        if part.__class__ is not int:
            continue
        if part >= _OUTSIDE or part == _NEW:
            part, first = first, first + 1
        slots.append(part)
    return slots[:count]
