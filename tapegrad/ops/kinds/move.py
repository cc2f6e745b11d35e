"""Moves: ops whose result has only elements of their operands.

One operand: the result is a place, strides into the operand's memory or a table of offsets, and no code. NumPy's
forward says which, run on an array of one byte for each element that nothing reads. Several operands, and what NumPy would copy:
one copy for each.

Tests: tests/ops/test_bins.py, tests/ir/test_op_names.py, tests/func/test_sparse.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.machine.extents import as_data, derived
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Buffer, Place, Shape, Strided, contiguous, squeezed
from tapegrad.ops.index_paths import stand_in
from tapegrad.ops.kinds.kind import Alone, Mover
from tapegrad.ops.kinds.windows import ZEROS, Window, WindowSource, source_at, source_in

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyPlan, AnyProgram, AnyScalars, AnyWriter

_PARTS = 32  # of a result whose windows are looked for


class Move(Alone):
    """Each element of the result is an element of an operand: NumPy's forward, run on positions, says which.

    Parameters
    ----------
    parts : callable, optional
        For several operands: ``parts(shapes, **static)`` gives the index of each within the result.
    ordered : bool
        The elements keep their order.
    """

    any_dtype = True
    varying = ("index", "offset")

    def __init__(self, parts: Callable[..., list[Any]] | None = None, ordered: bool = False) -> None:
        self.parts, self.ordered = parts, ordered

    def enlist(self, roles: Any, op: Any) -> None:
        roles.moves.add(op)
        if self.parts is None:
            roles.fused.add(op)

    def plan(self, plan: AnyPlan, slot: int) -> None:
        p = plan.program
        op, static, form = p.ops[slot], p.statics[slot], p.forms[slot]
        x, *others = p.operands[slot]
        if others or op.variadic or form.size == 0:
            plan.alone(slot)
        elif not plan.lanes(x):
            root = plan.alias[x]
            if form.size == 1:
                plan.same(slot, root)
            else:
                plan.lies(slot, Place(root, form.shape, 0, (0,) * len(form.shape)))
        elif self.ordered and squeezed(p.forms[x].shape) == squeezed(form.shape):
            plan.same(slot, plan.alias[x])
        else:
            place = moved(op.forward, static, plan.place(x), form.shape)
            place = place and place.straight()  # an index of arrays may say what slices or windows do
            if place is None:
                plan.alone(slot)
            elif form.size == 1 and not plan.lanes(place.base):
                plan.same(slot, place.base)
            elif form.size == 1:
                plan.load(slot, place)
            else:
                plan.lies(slot, place)

    def mover(self, op: Any) -> Mover | None:
        return None if op.variadic else partial(moved, op.forward)

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        operands, form = p.operands[slot], p.forms[slot]
        if form.size == 1:
            f.scalars[slot] = f.scalar(next(s for s in operands if p.forms[s].size == 1))
            return
        target = f.buffers[slot]
        if self.parts is None:
            source = p.forms[operands[0]].shape
            f.copy(source, operands[0], Strided(target, 0, contiguous(source)), shared=True)
            return
        if all(p.forms[s].size == 1 for s in operands) and len(operands) == form.size:
            _gathered(f, operands, target)
            return
        shapes = [p.forms[s].shape for s in operands]
        for k, operand in enumerate(operands):
            part = derived(_part, self.parts, k, shapes, p.statics[slot], form.shape)
            if part is None:
                continue
            (offset,) = as_data(part[:1], form.shape)
            if len(part) == 1:
                f.store_scalar(f.scalar(operand), target, str(offset))
            else:
                ndim = len(part) // 2
                shape = as_data(part[1 : ndim + 1], (*form.shape, *shapes[k]))
                strides = as_data(part[ndim + 1 :], contiguous(form.shape))
                f.copy(shape, operand, Strided(target, offset, strides), shared=True)

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        p = scalars.program
        ends = np.cumsum([a.size for a in args])
        positions = [np.arange(end - a.size, end).reshape(a.shape) for a, end in zip(args, ends, strict=True)]
        where = np.asarray(p.ops[slot].forward(*positions, **p.statics[slot]), np.intp)
        return np.concatenate([a.ravel() for a in args])[where.ravel()].reshape(p.forms[slot].shape)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.chosen(slot)

    def source(self, program: AnyProgram, slot: int, window: Window) -> WindowSource | None:
        op, operands, static = program.ops[slot], program.operands[slot], program.statics[slot]
        shape, shapes = program.forms[slot].shape, [program.forms[s].shape for s in operands]
        if self.parts is None:
            if "index" in static and any(isinstance(i, np.ndarray) for i in static["index"]):
                return None
            place = moved(op.forward, static, Place(0, shapes[0], 0, contiguous(shapes[0])), shape)
            return source_in(place, shapes[0], window)
        if len(operands) > _PARTS:
            return None
        for k, index in enumerate(self.parts(shapes, **static)):
            place = Place(0, shape, 0, contiguous(shape))
            part = moved(None, {"index": index if isinstance(index, tuple) else (index,)}, place, shapes[k])
            source = source_at(part, shape, window, k, shapes[k])
            if source is None or source.operand != ZEROS:
                return source
        return None

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        if self.parts is not None:
            _check_parts(self.parts, shapes, static, shape)
            result: Shape = op.infer(*shapes, **static)
            return result
        if "index" in static:
            return indexed_shape(shapes[0], static["index"])
        return np.shape(op.forward(stand_in(shapes[0]), **static))


def _part(
    parts: Callable[..., list[Any]], k: int, shapes: list[Shape], static: dict[str, Any], shape: Shape
) -> tuple[int, ...] | None:  # fmt: skip
    """Return the offset of an operand's place in the result, then its shape and its strides; of one element the offset
    alone, and None of an empty one.
    """
    index = parts(shapes, **static)[k]
    if not (isinstance(index, slice) or any(isinstance(i, slice) for i in index)):
        return (int(np.ravel_multi_index(index, shape)) if shape else 0,)
    elements = np.lib.stride_tricks.as_strided(np.empty(math.prod(shape), np.int8), shape, contiguous(shape))
    part = np.asarray(elements[index])
    offset = part.__array_interface__["data"][0] - elements.__array_interface__["data"][0]
    return (offset, *part.shape, *part.strides) if part.size else None


def _gathered(f: AnyWriter, operands: Sequence[int], target: Buffer) -> None:
    """Write single values one after the other; many that lie in one buffer are fetched in a loop."""
    places = [f.located.get(f.plan.alias[s]) for s in operands]
    first = 0
    while first < len(operands):
        stop = first
        here = places[first]
        while here is not None and stop < len(operands):
            place = places[stop]
            if place is None or place[0].pointer != here[0].pointer:
                break
            stop += 1
        if here is not None and stop - first >= WIDTH:
            indices = np.array([place[1] for place in places[first:stop] if place is not None], np.int64)
            source = Strided(here[0], 0, (1,), f.pooled(indices))
            f.copy((stop - first,), source, Strided(target, first, (1,)))
        else:
            stop = max(stop, first + 1)
            for k in range(first, stop):
                f.store_scalar(f.scalar(operands[k]), target, str(k))
        first = stop


def moved(forward: Callable[..., Any] | None, static: dict[str, Any], place: Place, shape: Shape) -> Place | None:
    """Find the place of a move's result; None if the elements must be copied."""
    if 0 in place.shape or 0 in shape:
        return Place(place.base, shape, 0, contiguous(shape))
    if "offset" in static:
        at = derived(_unravelled, static["offset"], place.shape)
        assert at is not None
        offset = place.offset + sum(i * s for i, s in zip(at, place.strides, strict=True))
        return Place(place.base, shape, offset, (0,) * len(shape), place.table)
    index = static.get("index")
    if index is not None and any(isinstance(i, (np.ndarray, bool, np.bool_)) for i in index):
        table = np.ascontiguousarray(place.offsets()[index]).reshape(shape)
        return Place(place.base, shape, 0, contiguous(shape), table)
    view = derived(_view, forward, static, place.shape, place.strides)
    if view is None:
        return None
    further, *strides = as_data(view, (*place.shape, *place.strides))
    return Place(place.base, shape, place.offset + further, (*strides,), place.table)


def _unravelled(offset: int, shape: Shape) -> tuple[int, ...]:
    return tuple([int(i) for i in np.unravel_index(offset, shape)])


def _view(
    forward: Callable[..., Any] | None, static: dict[str, Any], shape: Shape, strides: Shape
) -> tuple[int, ...] | None:  # fmt: skip
    """Return the offset of a view of an array of some strides, and its strides; None if it is no view."""
    reach = sum(abs(s) * (n - 1) for s, n in zip(strides, shape, strict=True))
    below = sum(-s * (n - 1) for s, n in zip(strides, shape, strict=True) if s < 0)
    memory = np.empty(reach + 1, np.int8)  # one byte for each element, never read by what gives a view
    probe = np.lib.stride_tricks.as_strided(memory[below:], shape, strides)
    index = static.get("index")
    if index is not None:
        view = probe[index if any(i is Ellipsis for i in index) else (*index, ...)]  # a view also of one element
    else:
        assert forward is not None
        view = np.asarray(forward(probe, **static))
    inside = view.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    return (inside - below, *view.strides) if 0 <= inside <= reach else None


# ------------------------------------------------------------------------------------------------- what files hold


def _check_parts(parts: Callable[..., Any], shapes: list[Shape], static: dict[str, Any], shape: Shape) -> None:
    """Check that the operands fill the result."""
    sizes = [math.prod(s) for s in shapes]
    if sum(sizes) != math.prod(shape):
        raise TapeFileError("the operands do not fill the result")
    for part, size, index in zip(shapes, sizes, parts(shapes, **static), strict=True):
        place = stand_in(shape)[index].shape
        if place != part and (place or size != 1):
            raise TapeFileError(f"an operand of shape {part} has a place of shape {place}")


def indexed_shape(shape: Shape, index: tuple[Any, ...]) -> Shape:
    """Find the shape of an array read at an index, as NumPy has it, without reading.

    Raises
    ------
    IndexError, ValueError
        If an array of this shape does not have the index.
    """
    parts = [np.asarray(p) if isinstance(p, (bool, np.bool_)) else p for p in index]
    masks = [p for p in parts if isinstance(p, np.ndarray) and p.dtype == np.bool_]
    plain = [p for p in parts if p is not None and p is not Ellipsis]
    hidden = len(shape) - len(plain) + len(masks) - sum(m.ndim for m in masks)
    dots = sum(p is Ellipsis for p in parts)
    if hidden < 0 or dots > 1:
        raise IndexError(f"too many indices for shape {shape}")
    before: list[int] = []  # lengths that slices give, up to the first array and after it
    after: list[int] = []
    arrays: list[Shape] = []
    stretches = 0  # of arrays and integers side by side
    inside = False
    d = 0
    for part in parts if dots else (*parts, Ellipsis):
        if isinstance(part, (int, np.integer, np.ndarray)):
            stretches += not inside
            inside = True
            array = np.asarray(part)
            if array.dtype == np.bool_:
                if array.shape != shape[d : d + array.ndim]:
                    raise IndexError(f"a mask of shape {array.shape} does not fit shape {shape}")
                arrays.append((int(np.count_nonzero(array)),))
                d += array.ndim
                continue
            if array.size and not -shape[d] <= int(array.min()) <= int(array.max()) < shape[d]:
                raise IndexError(f"an index is out of bounds for axis {d} of shape {shape}")
            arrays.append(array.shape)
            d += 1
            continue
        inside = False
        lengths = after if stretches else before
        if part is None:
            lengths.append(1)
        elif part is Ellipsis:
            lengths += shape[d : d + hidden]
            d += hidden
        else:
            lengths.append(len(range(*part.indices(shape[d]))))
            d += 1
    common = np.broadcast_shapes(*arrays)
    return (*common, *before, *after) if stretches > 1 else (*before, *common, *after)
