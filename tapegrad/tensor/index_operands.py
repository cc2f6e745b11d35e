"""Index operands: integer indices that differ from call to call become operands, so that the calls share one edge.

A call that indexes is found along paths by the integers themselves (see `tapegrad.tensor.call_sites`), which suits
those that return. Labels of a mini-batch, or a sample drawn at random, are others each time. Where several have come,
such a call is made with Tensors in their place: it is then one edge, whatever they are, and their bounds are looked at.

Invariant: an edge is followed only with positions that the axes have.

Tests: tests/trace_cache/test_index_operands.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import forms
from tapegrad.machine.dtypes import I8
from tapegrad.ops.gather_scatter import are_within, gather
from tapegrad.ops.indexing import getitem_op, shares, taken_by
from tapegrad.ops.runtime import runtime
from tapegrad.record.recording import tape
from tapegrad.tensor.views import entwine
from tapegrad.trace_cache.compiled_ops import SMALL
from tapegrad.trace_cache.edges import Edge, TreeNode
from tapegrad.trace_cache.keys import SLICE, Lookup, has_array, is_kinds
from tapegrad.trace_cache.reasons import Reason, bare
from tapegrad.trace_cache.thresholds import NUMBERS_OF_ROWS, PATHS_OF_ROWS

if TYPE_CHECKING:
    from tapegrad.tensor.tensor import Tensor

_SEVERAL = 8  # calls of a kind that differ in their positions
_SHAPES = 16  # or in the shapes of these
MASK = "m"
PLACES = MASK + "a"  # how the kinds of an index begin whose mask became positions
INTEGERS, SLICES, LENGTHS = range(3)  # what varies; where lengths of slices do, nothing is gained


def kind_of(code: int, args: Sequence[Any]) -> tuple[int, int]:
    """Return what says which calls behind a node are told apart by their index alone, or nearly so."""
    return code, args[0]._family.form.id


def by_positions(args: Any, level: int) -> tuple[Any, str]:
    """Return arguments whose index holds Tensors in the place of what varies, and the kinds of its parts, by which a
    view is taken or not; the arguments themselves and no kinds if it holds none.

    Slices can be positions in an index that takes a view, if they are not too many.
    """
    index = args[1]
    if index.__class__ is np.ndarray and index.dtype == np.bool_ and len(args) > 2:
        mask = _of_elements(args[0].shape, index, args[2])
        if mask is not None:
            return (args[0], mask, args[2]), MASK
    parts = index if index.__class__ is tuple else (index,)
    places = _of_mask(args[0].shape, parts[0]) if parts else None
    if places is not None:
        chosen = (*map(runtime.from_array, places), *map(_operand, parts[1:]))
        return (args[0], chosen, *args[2:]), MASK + "a" * len(places) + "-" * (len(parts) - 1)
    if level == LENGTHS:
        return args, ""
    operands = _of_slices(args[0].shape, parts) if level == SLICES else None
    if operands is None:
        operands = [*map(_operand, parts)]
    if all(a is b for a, b in zip(operands, parts, strict=True)):
        return args, ""
    kinds = "".join(["-" if a is b else _kind(a) for a, b in zip(parts, operands, strict=True)])
    return (args[0], (*operands,) if index.__class__ is tuple else operands[0], *args[2:]), kinds


def _kind(part: Any) -> str:
    """Return what part of an index is that positions stand for: an integer, a slice or an array."""
    return "i" if part.__class__ is int or isinstance(part, np.integer) else SLICE if part.__class__ is slice else "a"


def _of_elements(shape: tuple[int, ...], mask: np.ndarray, value: Any) -> Tensor | None:
    """Return the mask of a write as a Tensor, of all elements of the target; None where the value is not one number."""
    rest = len(shape) - mask.ndim
    if mask.shape != shape[: mask.ndim] or math.prod(value.shape) != 1:
        return None
    return runtime.from_array(np.broadcast_to(mask.reshape(*mask.shape, *(1,) * rest), shape).copy())


def _of_mask(shape: tuple[int, ...], mask: Any) -> tuple[np.ndarray, ...] | None:
    """Return the positions of the elements that a mask chooses; None for another index, and of less than two."""
    if mask.__class__ is not np.ndarray or mask.dtype != np.bool_ or not mask.ndim or mask.shape != shape[: mask.ndim]:
        return None
    places = np.nonzero(mask)
    return (*map(np.ascontiguousarray, places),) if places[0].size > 1 else None


def with_mask(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments whose index is a Tensor of truth values with these as an array, if they decide a shape: not in a
    write of one number, which each element selects, nor if they are pending there.
    """
    mask = args[1]
    if mask.traced or mask.requires_grad:
        return args
    if len(args) > 2:
        run = mask._family.run
        if math.prod(args[2].shape) == 1 or (run is not None and run.backing is tape._open.pending):
            return args
    return (args[0], mask._decided(), *args[2:])


def are_many(node: TreeNode, key: tuple[Any, ...]) -> bool:
    """Tell whether calls like one that reads or writes where a mask holds were learnt behind a node, with several
    numbers of rows.
    """
    if not is_kinds(key[-1]) or not key[-1][0].startswith(PLACES):
        return False
    return sum(k[-1] == key[-1] for k in node.alike(key)) >= NUMBERS_OF_ROWS


def has_room(node: TreeNode) -> bool:
    """Tell whether a path of another number of rows may begin at a node. Not if a path of a number leads there: two
    numbers that are independent have too many pairs.
    """
    return not node.rows and len(node.next) < PATHS_OF_ROWS


def apart(function: Callable[..., Any], args: tuple[Any, ...], kinds: str) -> Any:
    """Read or write where a mask holds, in a run that leaves the tree: a path is not worth having where as many rows
    seldom come again.
    """
    if (pending := tape._open.pending) is not None:
        pending.node, pending.run.refusal = None, bare[Reason.ROWS]
    t = gather(args[0], *args[1]) if kinds == PLACES and len(args) == 2 else function(*args)
    if (pending := tape._open.pending) is not None:
        pending.node, pending.run.refusal = None, bare[Reason.ROWS]
    return t


def among_rows(pending: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments of an index with arrays and masks as positions, in a run off the tree that reads at positions
    already; the arguments themselves of any other call.
    """
    return args if pending.traced or not gathers(pending) else _with_arrays(args)[0]


def _with_arrays(args: tuple[Any, ...]) -> tuple[Any, str]:
    """Return what `by_positions` does for an index of arrays and masks; the arguments themselves for another one."""
    if args[1].__class__ in ARRAYS:
        key_args, kinds = by_positions(args, INTEGERS)
        if MASK in kinds or "a" in kinds:
            return key_args, kinds
    return args, ""


def of_call(node: TreeNode, code: int, args: tuple[Any, ...]) -> tuple[Any, str]:
    """Return what `by_positions` does for a call behind a node, by what is known to vary there: in what is computed of
    rows whose number varies, all arrays and masks.
    """
    level = node.varying.get(kind_of(code, args))
    if level is not None:
        return by_positions(args, level)
    return _with_arrays(args) if node.rows else (args, "")


ARRAYS = frozenset({np.ndarray, list, tuple})
"""Classes of an index that may hold arrays."""


def gathers(pending: Any) -> bool:
    """Tell whether a run reads at positions; each of its calls is looked at once."""
    start = pending.looked_at
    if start >= 0:
        has_gather = gather in [call.op for call in pending.calls[start:]]
        pending.looked_at = -1 if has_gather else len(pending.calls)
    return pending.looked_at < 0


def _operand(part: Any) -> Any:
    """Return part of an index as a Tensor, if it is integers that int64 holds."""
    kind = part.__class__
    if kind is np.ndarray or isinstance(part, np.integer):
        integral = part.dtype.kind in "iu" and part.dtype != np.uint64 and (part.ndim > 0 or kind is not np.ndarray)
    else:
        integral = kind is int or (kind is list and bool(part) and all(p.__class__ is int for p in part))
    if not integral:
        return part
    try:
        return runtime.from_array(np.array(part, I8, order="C"))
    except OverflowError:
        return part  # which is refused with what the user has written


def _of_slices(shape: tuple[int, ...], parts: Sequence[Any]) -> list[Any] | None:
    """Return the integers and slices of an index as positions; None where that is not done.

    Positions along several axes are broadcast, as NumPy leaves what they read in the place of their axes.
    """
    if len(parts) > len(shape) or any(p.__class__ is not slice and p.__class__ is not int for p in parts):
        return None
    if any(p.__class__ is int and not -n <= p < n for p, n in zip(parts, shape, strict=False)):
        return None
    chosen = [k for k, p in enumerate(parts) if p != slice(None)]
    if not chosen:
        return None
    first, stop = chosen[0], chosen[-1] + 1
    ranges = [
        np.arange(*p.indices(n)) if p.__class__ is slice else np.array(p) for p, n in zip(parts, shape, strict=False)
    ]
    lengths = [r.size for r in ranges[first:stop] if r.ndim]
    if not 0 < math.prod(lengths) <= SMALL:
        return None
    positions, axis = [*parts], 0
    for k in range(first, stop):
        r = ranges[k]
        if r.ndim:
            r = np.broadcast_to(r.reshape(-1, *(1,) * (len(lengths) - axis - 1)), lengths)
            axis += 1
        positions[k] = runtime.from_array(np.array(r, I8, order="C"))
    return positions


def varied(node: TreeNode, code: int, args: tuple[Any, ...], lookup: Lookup | None) -> tuple[Any, str] | None:
    """Return what `by_positions` does, if several calls like this one were learnt behind a node with other ones.

    They are forgotten, and positions are operands from now on. None where they are not.
    """
    kind = kind_of(code, args)
    last_level = node.varying.get(kind)
    alike = [] if lookup is None else node.alike(lookup[0])
    if (lookup is not None and not _are_several(alike, last_level)) or last_level == LENGTHS:
        return None
    if last_level is not None and not _takes_slices(args[1]):  # batches of several sizes
        return None
    for level in range(INTEGERS if last_level is None else last_level + 1, LENGTHS):
        conversion = by_positions(args, level)
        if conversion[0] is not args:
            break
    else:
        if last_level is None:
            return None
        level, conversion = LENGTHS, (None, "")
    node.varying[kind] = level
    node.forget(alike)
    return None if conversion[0] is None else conversion


def _takes_slices(index: Any) -> bool:
    parts = index if index.__class__ is tuple else (index,)
    return any(part.__class__ is slice and part != slice(None) for part in parts)


def _are_several(keys: Sequence[tuple[Any, ...]], level: int | None) -> bool:
    """Tell whether calls with so many other positions, or shapes of positions, were learnt."""
    if level is not None:
        return len(keys) >= _SHAPES
    return len(keys) >= _SEVERAL or sum(map(has_array, keys)) >= _SEVERAL // 2


def viewing(function: Callable[..., Any], index: Any) -> Callable[..., Any]:
    """Return a function that reads at positions, and gives a view where the original index takes one."""
    view_index = taken_by(index)

    def read(x: Any, positions: Any) -> Any:
        t = function(x, positions)
        if view_index is not None and shares(t.shape, view_index) and t._own().base is None:
            entwine(t, x, getitem_op, {"index": view_index})
        return t

    return read


def fit(edge: Edge, stop: int, pending: Any, new: Sequence[Any]) -> bool:
    """Tell whether positions that a call reads at are those of its axes, in a run of so many instructions (or None)."""
    for slot, length in edge.bounds:
        array = pending.given.get(slot) if slot < stop else new[edge.steps[slot - stop]][4]
        if array is None or not are_within(array, length):
            return False
    return True


def bounds(pending: Any, call: Any) -> list[tuple[int, int]]:
    """Return the inputs of an instruction whose integers must be positions of an axis, with its length."""
    op = call.op
    if op.bounds is None:
        return []
    shapes = [forms[pending.instructions[s][1] >> 1].shape for s in call.operands]
    lengths = op.bounds(*shapes, **call.static)
    return [(s, n) for s, n in zip(call.operands, lengths, strict=True) if n is not None and s in pending.given]
