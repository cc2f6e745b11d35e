"""Writes: assignments to elements of an array, and additions to them.

Tests: tests/replay/test_compiled_writes.py, tests/ir/test_files.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.machine.extents import as_data, derived
from tapegrad.machine.places import Buffer, Place, Shape, Strided, contiguous
from tapegrad.ops.index_paths import Path, places, stand_in, through
from tapegrad.ops.kinds.kind import Alone
from tapegrad.ops.kinds.move import indexed_shape, moved
from tapegrad.ops.kinds.target_blocks import each_in_blocks, many
from tapegrad.ops.kinds.windows import ZEROS, Window, WindowSource, source_at

if TYPE_CHECKING:
    from tapegrad.machine.lane import Lane
    from tapegrad.ops.kinds.protocols import AnyPlan, AnyProgram, AnyScalars, AnyWriter

_LINES = 12  # of LLVM text, roughly, for one element through a table


def _shape_of(shape: Shape, path: Path) -> Shape:
    """Return the shape of an array taken through a path."""
    result = derived(_shape_through, shape, path)
    assert result is not None
    return result


def _shape_through(shape: Shape, path: Path) -> Shape:
    return through(stand_in(shape), path).shape


def placed(shape: Shape, static: dict[str, Any], written: Shape = ()) -> Place:
    """Find the place of the elements of an array that are written to, by an array of the shape `written`."""
    place = Place(0, shape, 0, contiguous(shape))
    for op, parameters in (*static.get("path", ()), (None, {"index": static["index"]})):
        view = as_data(_shape_of(place.shape, ((op, parameters),)), (*place.shape, *written))
        moved_place = moved(getattr(op, "forward", None), parameters, place, view)
        assert moved_place is not None, "a path takes views"
        place = moved_place
    return place


class Write(Alone):
    """The second operand written, or added, to elements of the first; without a first one, of zeros.

    Elements are those at the static parameter `index`, of the array itself or of a view by the steps of `path`.
    """

    varying = ("index", "offset")

    def __init__(self, add: bool) -> None:
        self.add = add
        self.any_dtype = not add

    def plan(self, plan: AnyPlan, slot: int) -> None:
        plan.alone(slot)
        if not self.add:
            plan.targets[slot] = plan.program.operands[slot][0]

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        operands, static, form = p.operands[slot], p.statics[slot], p.forms[slot]
        target = f.target(slot)
        if len(operands) == 1:
            f.fill(target, form.size, shared=True)
        elif f.buffers.get(f.plan.base(operands[0])) is not target:
            f.copy(form.shape, operands[0], Strided(target, 0, contiguous(form.shape)), shared=True)
        place = placed(form.shape, static, p.forms[operands[-1]].shape)
        windows = place.straight() if self.add and place.table is not None else place
        if math.prod(place.shape) == 0:
            pass
        elif place.table is None:
            f.copy(place.shape, operands[-1], Strided(target, place.offset, place.strides), self.add, shared=True)
        elif windows.table is None and all(windows.strides):  # no lanes of one vector meet in an element
            f.copy(place.shape, operands[-1], Strided(target, windows.offset, windows.strides), add=True)
        else:
            self._scatter(f, place, operands[-1], target, form.size)
        f.done(slot, target)

    def _scatter(self, f: AnyWriter, place: Place, value: int, target: Buffer, length: int) -> None:
        """Write through a table, one element after the other."""

        def put(item: Lane, index: str) -> None:
            f.store_scalar(f.load_scalar(target, index) + item if self.add else item, target, index)

        def one_by_one() -> None:
            assert place.table is not None
            table, items = f.pooled(place.table), f.strided(value, place.shape)
            with f.loops(place.shape) as indices:
                put(f.item(items, indices), f.load_index(table, f.offset(place.offset, place.strides, indices)))

        count, source = math.prod(place.shape), f.strided(value, place.shape)
        if source.table is None and many(f, count, _LINES):
            tables = [place.offsets().ravel()]
            if source.value is None:
                tables.append(Place(value, place.shape, source.offset, source.strides).offsets().ravel())

            def add(to: str, *at: str) -> None:
                again = f.strided(value, place.shape)
                put(again.value if again.value is not None else f.load_scalar(again.buffer, *at), to)

            each_in_blocks(f, tables, length, _LINES, add, one_by_one)
        else:
            one_by_one()

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        p = scalars.program
        form, static = p.forms[slot], p.statics[slot]
        target = args[0].flatten() if len(args) > 1 else np.full(form.size, None)
        where = places(form.shape, static["index"], static.get("path", ()))
        value = args[-1].reshape(args[-1].shape[max(0, args[-1].ndim - where.ndim) :])  # NumPy drops leading ones
        for place, item in zip(where.ravel(), np.broadcast_to(value, where.shape).ravel(), strict=True):
            old = target[place] if self.add else None
            target[place] = item if old is None else old + item
        return scalars.array([scalars.constant(0.0, slot) if item is None else item for item in target], slot)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.added(slot) if self.add else sweep.chosen(slot)

    def source(self, program: AnyProgram, slot: int, window: Window) -> WindowSource | None:
        operands, static, shape = program.operands[slot], program.statics[slot], program.forms[slot].shape
        if not sliced(static["index"]):
            return None
        value, last = program.forms[operands[-1]].shape, len(operands) - 1
        source = source_at(placed(shape, static), shape, window, last, value)
        if source is not None and source.operand == ZEROS and last:
            return WindowSource(0, window, tuple(range(len(window))))
        return None if self.add and last else source

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        value = shapes[-1]
        target = indexed_shape(through(stand_in(shape), static.get("path", ())).shape, static["index"])
        while "path" in static and len(value) > len(target) and value[0] == 1:
            value = value[1:]
        if np.broadcast_shapes(value, target) != target:
            raise TapeFileError(f"a value of shape {value} does not fit a target of shape {target}")
        return shapes[0] if len(shapes) == 2 else static["shape"]


class Assemble(Alone):
    """Parts added to zeros, each at one of the static parameter `indices`, in this order.

    An element that parts do not share is written once, and zeros only where no part is.
    """

    assembles = True

    def parts_of(self, program: AnyProgram, slot: int) -> list[Place | None]:
        shape, indices = program.forms[slot].shape, program.statics[slot]["indices"]
        adds, covered = overlapping(shape, indices)
        if not covered:
            return []
        return [None if add else _part_at(shape, index) for index, add in zip(indices, adds, strict=True)]

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        static, form = p.statics[slot], p.forms[slot]
        target = f.target(slot)
        adds, covered = overlapping(form.shape, static["indices"])
        if not covered:
            f.fill(target, form.size, shared=True)
        for k, (operand, index, add) in enumerate(zip(p.operands[slot], static["indices"], adds, strict=True)):
            place = _part_at(form.shape, index, p.forms[operand].shape)
            if math.prod(place.shape) and (slot, k) not in f.plan.deliveries.done:
                f.copy(place.shape, operand, Strided(target, place.offset, place.strides), add, shared=True)
        f.done(slot, target)

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        p = scalars.program
        form, target = p.forms[slot], np.full(p.forms[slot].size, None)
        for a, index in zip(args, p.statics[slot]["indices"], strict=True):
            for place, item in zip(places(form.shape, index).ravel(), a.ravel(), strict=True):
                target[place] = item if target[place] is None else target[place] + item
        return scalars.array([scalars.constant(0.0, slot) if item is None else item for item in target], slot)

    def pattern(self, sweep: Any, slot: int) -> Any:
        shape, indices = sweep.program.forms[slot].shape, sweep.program.statics[slot]["indices"]
        positions = [places(shape, index).ravel() for index in indices]
        return sweep.linked(slot, [(targets, np.arange(targets.size)) for targets in positions])

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        if len(static["indices"]) != len(shapes) or not all(sliced(index) for index in static["indices"]):
            raise TapeFileError("it has no index of slices for each part")
        if [indexed_shape(shape, index) for index in static["indices"]] != shapes:
            raise TapeFileError(f"parts of shapes {shapes} do not fit their places")
        return shape


def _part_at(shape: Shape, index: Any, part: Shape = ()) -> Place:
    """Find the place of a part at an index of slices, which an array of the shape `part` is written to."""
    view = as_data(_shape_of(shape, ((None, {"index": index}),)), (*shape, *part))
    place = moved(None, {"index": index}, Place(0, shape, 0, contiguous(shape)), view)
    assert place is not None, "an index is one of slices"
    return place


def sliced(index: Any) -> bool:
    """Tell whether an index names elements once each, by slices and integers."""
    return all(isinstance(i, (slice, int)) or i is Ellipsis for i in index) and not any(
        isinstance(i, bool) for i in index
    )


def overlapping(shape: Shape, indices: Sequence[Any]) -> tuple[list[bool], bool]:
    """Find which parts have elements that one before them has, and whether the others have all elements."""
    flags = derived(_overlaps, shape, indices)
    assert flags is not None
    *adds, covered = [flag == 1 for flag in flags]
    return adds, covered


def _overlaps(shape: Shape, indices: Sequence[Any]) -> tuple[int, ...]:
    """Return 1 for each part that has such elements, then 1 if the others have all."""
    seen, written, adds = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_), list[int]()
    for index in indices:
        adds.append(int(seen[index].any()))
        seen[index] = True
        if not adds[-1]:
            written[index] = True
    return *adds, int(written.all())
