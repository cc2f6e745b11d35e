"""Whole calls on the trace tree: a function of NumPy, a method or an index is one edge (see
`tapegrad.trace_cache.tree`).

A function that is made of several ops, or of much Python, is called once in each place; from then on a run that is
there appends what that call has appended. This is done for calls of Tensors and plain parameters, whose numbers are
part of the key, and only if the call has read no value and computed none on the way: then what it appends follows from
its key.

Invariant: a call that is found appends what it would append if it was made.

Tests: tests/tensor/test_calls_found_again.py, tests/trace_cache/test_one_call.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from tapegrad.errors import IndexingError
from tapegrad.ir.forms import forms
from tapegrad.machine.dtypes import BOOL
from tapegrad.machine.layout import ARRAY, CONST, ELEMENTWISE, INPUT, PICK, SUM
from tapegrad.ops import declare, shape_ops
from tapegrad.ops.indexing import taken_by
from tapegrad.ops.runtime import runtime
from tapegrad.record.instructions import decoded
from tapegrad.record.modes import current
from tapegrad.record.recording import home, tape, version
from tapegrad.tensor import index_operands
from tapegrad.tensor.value import reads
from tapegrad.tensor.views import are_alike, entwine, origin, rebind
from tapegrad.trace_cache.keys import Lookup, call_key, has_array
from tapegrad.trace_cache.keys import forget as forget_arrays
from tapegrad.trace_cache.thresholds import BRANCHES, CALL_ARRAYS, CALL_VALUES, KEY_BYTES, PATHS_OF_ROWS
from tapegrad.trace_cache.tree import (
    REFUSED,
    Edge,
    TreeNode,
    along,
    arrived,
    begun,
    branch,
    cursor,
    has,
    is_new,
    nothing,
    prefer,
    ready,
    refuse,
)

if TYPE_CHECKING:
    from tapegrad.tensor.tensor import Tensor

Called = TypeVar("Called", bound=Callable[..., Any])
_codes = count(-2, -2)  # those of ops are positive
_beginnings: set[int] = set()  # codes of functions that runs are known to begin with


def along_paths(function: Called, writes: bool = False, indexes: bool = False) -> Called:
    """Return a function whose calls are found along paths.

    One that `writes` to its first argument gives nothing, and one that `indexes` has an index for its second.
    """
    code = next(_codes)

    @wraps(function)
    def called(*args: Any, **keywords: Any) -> Any:
        if indexes and args[1].__class__ is runtime.tensor and args[1].dtype == BOOL:
            args = index_operands.with_mask(args)
        pending = tape._open.pending
        if pending is None:
            if writes:
                return function(*args, **keywords)
            if code not in _beginnings:
                return _begun(code, function, args, keywords, indexes)
            modes, on = current(), nothing
            if not modes.plain:
                return function(*args, **keywords)
        elif pending.node is None or not ready(pending) or (writes and not _is_written_alone(pending, args[0])):
            if indexes and (writes or pending.node is None) and args[1].__class__ in index_operands.ARRAYS:
                args = index_operands.among_rows(pending, args)
            return function(*args, **keywords)
        else:
            modes, on = pending.modes, pending
        node, key_args, kinds = on.node, args, ""
        if indexes and (node.varying or node.rows):
            key_args, kinds = index_operands.of_call(node, code, args)
        lookup = call_key(on, modes, code, key_args, keywords, kinds)
        edge = None if lookup is None else node.next.get(lookup[0])
        if edge is None and indexes and (conversion := index_operands.varied(node, code, args, lookup)) is not None:
            key_args, kinds = conversion
            lookup = call_key(on, modes, code, key_args, keywords, kinds)
            edge = None if lookup is None else node.next.get(lookup[0])
        if lookup is None:
            return function(*args, **keywords)
        if edge is None:
            if kinds[:2] == index_operands.PLACES and index_operands.are_many(node, lookup[0]):
                if not index_operands.has_room(node):
                    return index_operands.apart(function, key_args, kinds)
            elif _varies(node, lookup[0]) or (not indexes and is_new(node, lookup[0])):
                return function(*args, **keywords)
            if key_args is args:
                return _called(pending, lookup, function, args, keywords, writes, args)
            call = function if writes else index_operands.viewing(function, args[1])
            try:
                return _called(pending, lookup, call, key_args, keywords, writes, args)
            except IndexingError:
                return function(*args, **keywords)  # which says what the user has written
        if edge is REFUSED or (edge.bounds and not index_operands.fit(edge, node.stop, pending, lookup[1])):
            return function(*args, **keywords)
        if cursor.on and kinds[:2] != index_operands.PLACES:  # which Python finds in a mask
            prefer(nothing if pending is None else pending, edge, lookup)
        if (edge.needs and not has(pending, edge.needs)) or (edge.packed and not _is_packed(pending, args[0])):
            return function(*args, **keywords)
        view = edge.view
        if view is not None and view[0] is shape_ops.reshape_op and _lies_anyhow(pending, args[0]):
            return function(*args, **keywords)
        if pending is None:
            pending = begun()
        t = along(pending, edge, lookup[1])
        if t is None:
            return function(*args, **keywords)
        if view is not None:
            op, static = view
            entwine(t, args[0], op, args[1] if static is None else static)
        if writes:
            rebind(args[0], t)
            return None
        return t

    called.code = code  # type: ignore[attr-defined]
    wrapped: Any = called
    return wrapped


def forget() -> None:
    """Forget the functions that runs begin with, and the arrays seen: for where all edges are forgotten, too."""
    _beginnings.clear()
    forget_arrays()


def _varies(node: TreeNode, key: tuple[Any, ...]) -> bool:
    """Tell whether a call has been learnt with several other arrays or numbers already.

    No more of them are learnt: what is recorded within is found again, whatever the numbers are.
    """
    alike = node.alike(key)
    return len(alike) >= CALL_VALUES or (has_array(key) and sum(map(has_array, alike)) >= CALL_ARRAYS)


def _begun(
    code: int, function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any], indexes: bool
) -> Any:
    """Call a function where no run is open, and let its call be found from now on if runs go on after it."""
    start, modes = reads[0], current()
    t = function(*args, **keywords)
    pending = tape._open.pending
    if pending is not None and modes.plain and reads[0] == start and t.__class__ is runtime.tensor:
        lookup = None if _is_among(t, args, keywords) else call_key(nothing, modes, code, args, keywords)
        if lookup is not None and nothing.node.next.get(lookup[0]) is None and not _varies(nothing.node, lookup[0]):
            if not indexes and is_new(nothing.node, lookup[0]):  # indices may be others each time
                return t
            _beginnings.add(code)
            _learn(pending, nothing.node, (0, 0), lookup, t, args, keywords, args)
    return t


def _called(
    before: Any, lookup: Lookup, function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any],
    writes: bool, said: tuple[Any, ...],
) -> Any:  # fmt: skip
    """Call a function, and let its call be found from now on if that can be.

    The arguments are those that the user has `said`, or hold positions in the place of theirs.
    """
    node, first, slots = nothing.node, (0, 0), []
    if before is not None:
        node, first = before.node, (len(before.instructions), len(before.calls))
        slots = [(x, x._i) for x in _tensors((*args, *keywords.values())) if x._family.run is before]
    start, modes = reads[0], current()
    result = t = function(*args, **keywords)
    pending = tape._open.pending
    if pending is None:
        return result
    if writes:
        t = args[0]
        slots = [(x, i) for x, i in slots if x is not t]
    written = (not writes and _is_among(t, args, keywords)) or any(x._i != i for x, i in slots)
    if written or (before is not None and pending is not before) or pending.modes is not modes or reads[0] != start:
        refuse(node, lookup[0])
    else:
        _learn(pending, node, first, lookup, t, args, keywords, said, writes)
    return result


def _learn(
    pending: Any, node: TreeNode, first: tuple[int, int], lookup: Lookup, t: Tensor, args: Any,
    keywords: dict[str, Any], said: tuple[Any, ...], writes: bool = False,
) -> None:  # fmt: skip
    """Let a call that was made be found from now on, or refused; there were so many instructions and calls before."""
    instructions, calls = first
    appended = None
    if pending.active and not pending.traced and t.__class__ is runtime.tensor and t._family.run is pending.run:
        last = pending.instructions[-1]
        if instructions <= t._i == len(pending.instructions) - 1 and getattr(t, "_instruction", None) is last:
            appended = appended_by(pending, lookup, instructions, args, keywords, writes)
    view = _view_of(pending, instructions, t, args[0]) if args and appended is not None and not writes else None
    if appended is not None and appended[3] and view not in (None, _OTHERWISE):  # other positions take another view
        view = (view[0], None) if len(said) > 1 and view[1] == {"index": taken_by(said[1])} else _OTHERWISE
    if appended is None or view is _OTHERWISE:
        refuse(node, lookup[0])
        return
    steps, needs, packed, bounds = appended
    behind = arrived(pending) or TreeNode(len(pending.instructions), node)  # the ops within may be on no path
    edge = Edge(behind, t, steps, pending.calls[calls:], pending.early, view, needs, packed, writes, bounds)
    branches, last = BRANCHES, lookup[0][-1]
    if last.__class__ is tuple and index_operands.are_many(node, lookup[0]):
        behind.rows, branches = True, PATHS_OF_ROWS
    if branch(node, lookup[0], edge, branches=branches) is None:
        pending.node, pending.run.refusal = None, node.refusal
    else:
        pending.node = behind


def _is_written_alone(pending: Any, x: Any) -> bool:
    """Tell whether a write to a Tensor may be found along paths: it is a result of the run, or of a closed one that
    requires grad, and no view hangs on it.
    """
    family, slot = home(x)
    run = family.run
    if run is not pending.run:
        if run is None or run.backing.open or run.owner is not tape.thread or not family.requires_grad:
            return False
    elif pending.instructions[slot][0] in (INPUT, CONST):
        return False
    if family.requires_grad and not pending.modes.grad_enabled:  # which is refused
        return False
    node = getattr(x, "_node", None)
    return node is None or not (
        node.base is not None or node.retains_grad or any(view() is not None for view in node.views)
    )


def _lies_anyhow(pending: Any, x: Any) -> bool:
    """Tell whether the path does not say how a Tensor lies: it is a view, and no result of the run."""
    if not origin(x)[1]:
        return False
    return pending is None or x._family.run is not pending.run or pending.instructions[x._i][0] == INPUT


def _is_packed(pending: Any, x: Any) -> bool:
    """Tell whether the data of a Tensor, which is to be an input of a run, lie in C order."""
    family, i = home(x)
    of = family.run
    if of is None:
        array = x._node.array
    elif pending is not None and of is pending.run:
        array = pending.given.get(i)
    else:
        array = None if of.backing.open or of.backing.saved is not None else of.value(i)
    return array is not None and array.flags.c_contiguous


def _slot_of(pending: Any, x: Tensor) -> int:
    """Return the slot of an operand that a run has; -1 if it has none."""
    if x.__class__ is not runtime.tensor:
        return -1
    family, i = home(x)
    return _slot(pending, x, version(x, family, i, x._node.array if family.run is None else None))


def _slot(pending: Any, x: Tensor, now: tuple[int, ...]) -> int:
    """Return the slot of a Tensor that is one of a run's, or has become an input of it."""
    entry = pending.imported.get(now)
    return entry[0] if entry is not None else x._i if x._family.run is pending.run else -1


def _tensors(args: Iterable[Any]) -> Iterator[Any]:
    """Yield the Tensors among arguments."""
    for x in args:
        if x.__class__ is tuple or x.__class__ is list:
            yield from _tensors(x)
        elif x.__class__ is runtime.tensor:
            yield x


def _is_among(t: Tensor, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Tell whether a result is one of the arguments, which has been written to."""
    return any(x is t for x in _tensors((*args, *keywords.values())))


_OTHERWISE: Any = object()


def _view_of(pending: Any, first: int, t: Tensor, x: Any) -> Any:
    """Return the step by which a result is a view of an operand; None if it is no view, whatever its operand is."""
    node = getattr(t, "_node", None)
    if node is None:
        what: Any = decoded(t._instruction, pending.calls)
        copied = what[0] is shape_ops.reshape_op and pending.instructions[what[1][0]][0] == INPUT
        return _OTHERWISE if copied else None
    if node.base is None or x.__class__ is not runtime.tensor or node.array is not None:
        return _OTHERWISE
    base, place = node.base._family.run, node.base._i
    if (
        base is pending.run and place >= first and pending.instructions[place][0] != INPUT
    ):  # made by the call for itself
        return None
    root, steps = origin(x)
    return node.steps[-1] if root is node.base and are_alike(node.steps[:-1], steps) else _OTHERWISE


def _of_other_runs(pending: Any) -> set[int]:
    """Return the inputs of a run that were results of others."""
    inputs = {
        t._i
        for t in pending.imports
        if t._family.run is pending.run and t._home is not None and t._home[0].run is not None
    }
    return inputs | {slot for slot, t, array in pending.imported.values() if array is None}


def appended_by(
    pending: Any, lookup: Lookup, first: int, args: list[Tensor], keywords: dict[str, Any], writes: bool
) -> tuple[list[Any], dict[int, float], bool, list[tuple[int, int]]] | None:
    """Return what an edge says of the instructions that a call has appended, but for the last; which numbers they read
    that were there before; whether they pick from the first operand, an input; and which inputs must be positions. None
    where they do not follow from the key of the call.
    """
    places = {_slot(pending, x, now): k for k, (x, now, *_) in enumerate(lookup[1])}
    others = _of_other_runs(pending)
    allowed = {x._i for x in _tensors((*args, *keywords.values())) if x._family.run is pending.run}
    if writes:
        allowed.add(lookup[0][1])  # where the target was
    steps: list[Any] = []
    needs: dict[int, float] = {}
    packed = False
    bounds: list[tuple[int, int]] = []
    for slot in range(first, len(pending.instructions)):
        instruction = pending.instructions[slot]
        code = instruction[0]
        if code == INPUT:
            data = pending.given.get(slot)
            if slot in places:
                steps.append(places[slot])
            elif slot in others:  # which the call has computed on the way
                return None
            elif data is None and forms[instruction[1] >> 1].scalar:
                steps.append(instruction)
            elif data is not None and data.nbytes <= KEY_BYTES and not instruction[1] & 1:
                data = data.copy(order="K")  # what a call makes of its plain arguments, as a mask
                data.flags.writeable = False
                steps.append((INPUT, instruction[1], data))
            else:
                return None
            continue
        if code != CONST:
            kind = declare.classes[code]
            if kind in (ELEMENTWISE, SUM):
                operands: Sequence[int] = instruction[2:]
            elif kind == ARRAY:
                operands = pending.calls[instruction[2]].operands
                read = index_operands.bounds(pending, pending.calls[instruction[2]])
                bounds += [(s, n) for s, n in read if s < first or s in places]
            elif kind == PICK:
                operands = instruction[2:3]
                if pending.instructions[operands[0]][0] == INPUT:  # whose memory may lie in any way
                    packed = True
                    if not args or _slot_of(pending, args[0]) != operands[0]:
                        return None
            else:
                return None
            for s in operands:
                if s < first and s not in allowed:
                    if pending.instructions[s][0] != CONST:
                        return None
                    needs[s] = pending.instructions[s][2]
        steps.append(instruction)
    return steps[:-1], needs, packed, bounds


runtime.along_paths = along_paths
