"""Stencils: Jacobians whose rows are alike, found row by row in registers.

Where a function reads neighbours by slices, a window of its rows, away from the ends, has in each row the same few
nonzeros: as many diagonals. The tangents of a diagonal are numbers of the window's shape, as the unit vectors by which
they are tangents differ from row to row. So no seed is read, no zero is multiplied, and all is one loop over the rows.
(To split a loop where its body changes is index-set splitting: Griebl, Feautrier and Lengauer, Index set splitting,
Int. J. Parallel Programming 28, 2000.)

Windows are found by need: an instruction is done on the window of the result that is wanted, on windows of its
operands, and where such a window straddles the end of a part, the rows are cut there. Elements keep their order when an
array gets another shape, so elementwise instructions may be done in either shape, and windows go through a reshape.

Invariant: each nonzero is computed by the operations of a tangent sweep, in their order.

Tests: tests/func/test_stencils.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np

from tapegrad.autograd.derivative_rules import elementwise_share
from tapegrad.func import sparsity
from tapegrad.func.banded_rows import BandedRows, Diagonal, RowBlock, RowWindow, part_of, spread
from tapegrad.func.padded_rows import padded_rows
from tapegrad.machine.places import Shape
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import positive
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds.taps import Taps
from tapegrad.ops.kinds.windows import ZEROS, Straddling, Window, WindowSource, aligned, lengths, whole
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.shape_ops import broadcast_to_op, concatenate_op, reshape_op, transpose_op
from tapegrad.ops.sparse.sparse_products import sparse_product
from tapegrad.record.open_recording import current
from tapegrad.record.trace import Trace
from tapegrad.tensor.tensor import Tensor, from_array

_INSTRUCTIONS = 400  # that are looked at, at most
_WINDOWS = 32
_DIAGONALS = 32  # of one window
_WRITTEN = 4000  # instructions that are recorded, at most
_COSTLY = 16  # lines of an elementwise op that is not done anew for each window


class NoStencilError(Exception):
    """The rows are not alike, or not enough of them."""


class _Cut(Exception):
    """The rows of a window are alike up to some place along an axis, and from there on."""

    def __init__(self, axis: int, at: int) -> None:
        self.axis, self.at = axis, at


class ShapedSlot(NamedTuple):
    """The elements of a slot, in C order, in a shape that need not be the slot's own.

    Attributes
    ----------
    slot : int
    shape : tuple of int
    """

    slot: int
    shape: Shape


class Stencil:
    """The Jacobian of a value of a recording, by windows.

    Attributes
    ----------
    nonzeros : BandedRows
        Its blocks of rows, each with its windows.
    """

    def __init__(self, trace: Trace, source: int, out: int, symmetric: bool) -> None:
        simplified = trace.simplified([source], [out])
        self.trace, self.program, self.origin = trace, simplified.program, simplified.origin
        p, end = self.program, simplified.place[out]
        self.start = simplified.place[source]
        if end - self.start > _INSTRUCTIONS or any(form.dtype.kind == "c" for form in {*p.forms[: end + 1]}):
            raise NoStencilError
        self.size = p.forms[self.start].size
        self._moving = {self.start}
        for slot in range(self.start + 1, end + 1):
            if not self._moving.isdisjoint(p.operands[slot]):
                self._moving.add(slot)
        self.written = 0
        self.constants = sparsity.values_of_constants(p, end + 1)
        self.columns: dict[int, np.ndarray | None] = {}
        self._values: dict[tuple[ShapedSlot, Window], Tensor] = {}
        self._diagonals: dict[tuple[ShapedSlot, Window], list[Diagonal]] = {}
        self._partials: dict[tuple[int, int], np.ndarray | bool] = {}
        self._windows = 0
        blocks, first = [], 0
        for slot in self._blocks(end, symmetric):
            blocks.append(self._block(slot, first, symmetric))
            first += p.forms[slot].size
        self.nonzeros = BandedRows(blocks, self.size, p.forms[end].dtype)
        if not 0 < self.nonzeros.count <= sparsity.LIMIT:
            raise NoStencilError  # as its pattern will say
        if self.nonzeros.diagonals > min(first, self.size) or (symmetric and not self.nonzeros.regular):
            raise NoStencilError  # few long rows take fewer sweeps

    def _blocks(self, slot: int, whole: bool) -> list[int]:
        """Return the slots whose elements are those of a slot, one after the other: several if these have axes."""
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        if slot != self.start and op is reshape_op:
            return self._blocks(operands[0], whole)
        if slot == self.start or whole or op is not concatenate_op or p.statics[slot]["axis"]:
            return [slot]
        if all(p.ops[s] is not reshape_op or len(p.forms[p.operands[s][0]].shape) < 2 for s in operands):
            return [slot]
        return [block for s in operands if p.forms[s].size for block in self._blocks(s, whole)]

    def _shapes(self, slot: int) -> list[Shape]:
        """Return the shapes in which elementwise instructions have a slot's elements; those of most axes first."""
        p, size = self.program, self.program.forms[slot].size
        reached = [slot]
        for s in reached:
            if s != self.start and (p.ops[s] is reshape_op or isinstance(p.ops[s], Elementwise)):
                reached += [k for k in p.operands[s] if p.forms[k].size == size and self._moves(k) and k not in reached]
        shapes = dict.fromkeys([p.forms[s].shape for s in reached])
        return sorted(shapes, key=lambda shape: -sum([n != 1 for n in shape]))

    def _moves(self, slot: int) -> bool:
        """Tell whether a slot depends on what is differentiated by."""
        return slot in self._moving and bool(self.trace.instructions[self.origin[slot]][1] & 1)

    def _block(self, slot: int, first: int, symmetric: bool) -> RowBlock:
        """Return the rows that are the elements of a slot, with their windows, in the first shape in which rows are
        alike.

        Raises
        ------
        NoStencilError
            If there is none.
        """
        for shape in self._shapes(slot):
            try:
                return self._shaped(ShapedSlot(slot, shape), first, symmetric)
            except NoStencilError:
                continue
        raise NoStencilError

    def _shaped(self, out: ShapedSlot, first: int, symmetric: bool) -> RowBlock:
        """Return the rows that are the elements of a slot in some shape."""
        rows = np.arange(first, first + math.prod(out.shape)).reshape(out.shape)
        cuts = [[0, n] for n in out.shape]
        while True:
            windows = [*product(*map(pairwise, cuts))]
            if self._windows + len(windows) > _WINDOWS:
                raise NoStencilError
            try:
                parts = [RowWindow(w, part_of(rows, w), self._ordered(out, rows, w, symmetric)) for w in windows]
            except _Cut as cut:
                cuts[cut.axis] = sorted({*cuts[cut.axis], cut.at})
                continue
            self._windows += len(windows)
            return RowBlock(rows, cuts, parts)

    def _ordered(self, out: ShapedSlot, rows: np.ndarray, window: Window, symmetric: bool) -> list[Diagonal]:
        """Return the diagonals of a window by rising columns, as they are in the first row.

        Raises
        ------
        _Cut
            If its rows are not alike.
        """
        try:
            diagonals = self.diagonals(out, window)
            if symmetric:
                diagonals = self._mirrored(out, rows, window, diagonals)
        except Straddling as straddling:
            raise _Cut(straddling.axis, window[straddling.axis][0] + straddling.at) from None
        return sorted(diagonals, key=lambda d: int(d.columns.flat[0]))

    def _mirrored(
        self, out: ShapedSlot, all_rows: np.ndarray, window: Window, diagonals: Sequence[Diagonal]
    ) -> list[Diagonal]:
        """Return diagonals with the tangents of those above the main one taken from below it."""
        rows, mirrored = part_of(all_rows, window), []
        for d in diagonals:
            distance = d.columns - rows
            if (distance != distance.flat[0]).any():
                raise NoStencilError
            if distance.flat[0] <= 0:
                mirrored.append(d)
                continue
            corner = np.unravel_index(int(d.columns.flat[0]), all_rows.shape)
            steps = [int(k) - first for k, (first, _) in zip(corner, window, strict=True)]
            moved = tuple([(a + k, b + k) for (a, b), k in zip(window, steps, strict=True)])
            outside = any(a < 0 or b > n for (a, b), n in zip(moved, all_rows.shape, strict=True))
            if outside or not np.array_equal(part_of(all_rows, moved), d.columns):
                raise NoStencilError
            below = [other for other in self.diagonals(out, moved) if np.array_equal(other.columns, rows)]
            if not below:
                raise NoStencilError
            mirrored.append(Diagonal(d.columns, below[0].tangent))
        return mirrored

    # -------------------------------------------------------------------------------------------- windows

    def _source(self, result: ShapedSlot, window: Window) -> WindowSource | None:
        op, form = self.program.ops[result.slot], self.program.forms[result.slot]
        return None if op is None or form.shape != result.shape else op.kind.source(self.program, result.slot, window)

    def _operand(self, function: Callable[[ShapedSlot, Window], Any], slot: int, source: WindowSource) -> Any:
        """Call a function on an operand's window, in which cuts are those of the instruction."""
        try:
            return function(self._whole(self.program.operands[slot][source.operand])[0], source.window)
        except Straddling as straddling:
            if straddling.axis not in source.axes:
                raise NoStencilError from None
            raise Straddling(source.axes.index(straddling.axis), straddling.at) from None

    def _elementwise(
        self, function: Callable[[ShapedSlot, Window], Any], result: ShapedSlot, operand: int, window: Window
    ) -> Any:
        """Call a function on the window of an operand of an elementwise instruction."""
        form, of_result = self.program.forms[operand], self.program.forms[result.slot]
        shape = form.shape
        if result.shape != of_result.shape:
            if form.size not in (1, of_result.size):
                raise NoStencilError
            shape = result.shape if form.size == of_result.size else ()
        try:
            return function(ShapedSlot(operand, shape), aligned(window, shape))
        except Straddling as straddling:
            raise Straddling(straddling.axis + len(window) - len(shape), straddling.at) from None

    def value(self, part: ShapedSlot, window: Window) -> Tensor:
        """Return the value of a window of a slot."""
        key = part, window
        if key not in self._values:
            self._values[key] = self._value(part, window)
        return self._values[key]

    def _value(self, part: ShapedSlot, window: Window) -> Tensor:
        p, slot = self.program, part.slot
        op, shape = p.ops[slot], lengths(window)
        if window == whole(part.shape):
            value = self.trace.handle(self.origin[slot])
            return value if value.shape == part.shape else reshape_op(value, shape=part.shape)
        of_argument = self._positions(slot) is not None
        if isinstance(op, Elementwise) and op.kind.lines(op) <= _COSTLY and not of_argument:
            args = [self._elementwise(self.value, part, s, window) for s in p.operands[slot]]
            self._count()
            return op(*args)
        source = None if isinstance(op, Elementwise) else self._source(part, window)
        if source is None and op is reshape_op and not of_argument:
            return self.value(ShapedSlot(p.operands[slot][0], part.shape), window)
        if source is None:
            self._count()
            index = tuple([slice(a, b) for a, b in window])
            return getitem_op(self.value(part, whole(part.shape)), index=index)
        if source.operand == ZEROS:
            return from_array(np.zeros(shape, p.forms[slot].dtype))
        return _arranged(self._operand(self.value, slot, source), source.axes, shape)

    def _count(self) -> None:
        self.written += 1
        if self.written > _WRITTEN:
            raise NoStencilError

    # -------------------------------------------------------------------------------------------- tangents

    def diagonals(self, part: ShapedSlot, window: Window) -> list[Diagonal]:
        """Return the diagonals of a window of a slot."""
        key = part, window
        if key not in self._diagonals:
            appended = current() or self.trace
            first = len(appended.instructions)
            diagonals = self._diagonals[key] = self._diagonals_of(part, window)
            appended.note_line(first, self.trace.line(self.origin[part.slot]))
            if len(diagonals) > _DIAGONALS:
                raise NoStencilError
        return self._diagonals[key]

    def _diagonals_of(self, part: ShapedSlot, window: Window) -> list[Diagonal]:
        p, slot = self.program, part.slot
        op, form = p.ops[slot], p.forms[slot]
        columns = self._positions(slot)
        if columns is not None:
            return [Diagonal(part_of(columns.reshape(part.shape), window), from_array(np.ones((), form.dtype)))]
        if op is None or not self._moves(slot):
            return []
        if isinstance(op, Elementwise):
            return [] if op.stops else self._pushed(op, part, window)
        if op is sum_op and form.shape == part.shape:
            return self._summed(slot, window)
        if op is sparse_product and len(form.shape) == 1:
            return self._sparse_rows(slot, window)
        taps = op.kind.taps(p, slot) if form.shape == part.shape else None
        if taps is not None:
            return self._convolved(taps, slot, window)
        source = self._source(part, window)
        if source is None and op is reshape_op:
            return self.diagonals(ShapedSlot(p.operands[slot][0], part.shape), window)
        if source is None:
            raise NoStencilError
        if source.operand == ZEROS:
            return []
        shape = lengths(window)
        return [
            Diagonal(
                _arranged(d.columns, source.axes, shape),
                d.tangent if not d.tangent.shape else _arranged(d.tangent, source.axes, shape),
            )
            for d in self._operand(self.diagonals, slot, source)
        ]

    def _summed(self, slot: int, window: Window) -> list[Diagonal]:
        """Return the diagonals of a sum over short axes: all of its terms."""
        p, axes = self.program, self.program.statics[slot]["axes"]
        (x,) = p.operands[slot]
        shape = p.forms[x].shape
        kept = [d for d in range(len(shape)) if d not in axes]
        if math.prod(shape[d] for d in axes) > _DIAGONALS:
            raise NoStencilError
        result: list[Diagonal] = []
        for place in np.ndindex(*[shape[d] for d in axes]):
            inside = dict(zip(axes, [(k, k + 1) for k in place], strict=True)) | dict(zip(kept, window, strict=True))
            try:
                terms = self.diagonals(ShapedSlot(x, shape), tuple([inside[d] for d in range(len(shape))]))
            except Straddling as straddling:
                raise Straddling(kept.index(straddling.axis), straddling.at) from None
            for d in terms:
                tangent = d.tangent if not d.tangent.shape else reshape_op(d.tangent, shape=lengths(window))
                self._add(result, Diagonal(d.columns.reshape(lengths(window)), tangent))
        return result

    def _add(self, diagonals: list[Diagonal], more: Diagonal) -> None:
        """Add a diagonal to that of the same columns, or to the list."""
        self._count()
        same = next((k for k, other in enumerate(diagonals) if _equal(other.columns, more.columns)), None)
        if same is None:
            diagonals.append(more)
        else:
            diagonals[same] = Diagonal(more.columns, diagonals[same].tangent + more.tangent)

    def _convolved(self, taps: Taps, slot: int, window: Window) -> list[Diagonal]:
        """Return the diagonals of a convolution: those of each window that a weight multiplies."""
        p = self.program
        x, w = (p.operands[slot][k] for k in (taps.moved, taps.weights))
        if self._moves(w) or taps.total > _DIAGONALS:
            raise NoStencilError
        numbers = self.constants.get(w)
        result: list[Diagonal] = []
        for tap in taps.each():
            inside = None if numbers is not None and numbers.flat[tap.weight] == 0 else tap.window(window)
            if inside is None:
                continue
            weight = self._weights(w, numbers, tap.weight)
            for d in self.diagonals(ShapedSlot(x, taps.operand), inside):
                self._add(result, Diagonal(d.columns, d.tangent * weight))
        return result

    def _weights(self, slot: int, numbers: np.ndarray | None, at: Any) -> Any:
        """Return elements of a slot, which are constants if its numbers are known."""
        if numbers is not None:
            return from_array(numbers.ravel()[at])
        size = self.program.forms[slot].size
        return getitem_op(self.value(ShapedSlot(slot, (size,)), ((0, size),)), index=(at,))

    def _sparse_rows(self, slot: int, window: Window) -> list[Diagonal]:
        """Return the diagonals of a sparse matrix times a vector: each nonzero has all of its element of the vector."""
        (values, x), static = self.program.operands[slot], self.program.statics[slot]
        pattern, transposed = static["pattern"], static["transposed"]
        rows = padded_rows(pattern, transposed, self.constants.get(values), window[0], _DIAGONALS)
        if rows is None or self._moves(values):
            raise NoStencilError
        try:
            inner = self.diagonals(*self._whole(x))
        except Straddling:
            raise NoStencilError from None
        result: list[Diagonal] = []
        for at, places, exists in zip(rows.columns, rows.places, rows.exists, strict=True):
            weight = self._weights(values, rows.numbers, places)
            for d in inner:
                tangent = d.tangent if not d.tangent.shape else getitem_op(d.tangent, index=(at,))
                self._add(result, Diagonal(np.where(exists, d.columns[at], -1), weight * tangent))
        return result

    def _whole(self, slot: int) -> tuple[ShapedSlot, Window]:
        shape = self.program.forms[slot].shape
        return ShapedSlot(slot, shape), whole(shape)

    def _positions(self, slot: int) -> np.ndarray | None:
        """Return which columns a slot's elements are, if they are elements of the argument."""
        if slot not in self.columns:
            p = self.program
            operands, op = p.operands[slot], p.ops[slot]
            places = None
            if slot == self.start:
                places = np.arange(self.size).reshape(p.forms[slot].shape)
            elif op is positive:  # which makes a variable of a value
                places = self._positions(operands[0])
            elif op is not None and len(operands) == 1 and op.kind.mover(op) is not None:
                inner = self._positions(operands[0])
                places = None if inner is None else np.asarray(op.forward(inner, **p.statics[slot]))
            self.columns[slot] = places
        return self.columns[slot]

    def _used(self, slot: int, k: int) -> np.ndarray | bool:
        """Return where the partial by an operand is not 0, if that is not the same for all elements."""
        if (slot, k) not in self._partials:
            p, op = self.program, self.program.ops[slot]
            used = np.asarray(sparsity.used_partial(op, op.arguments[k], p.operands[slot], self.constants))
            same = bool(used.all()) or (False if not used.any() else None)
            self._partials[slot, k] = np.broadcast_to(used, p.forms[slot].shape) if same is None else same
        return self._partials[slot, k]

    def _pushed(self, op: Elementwise, part: ShapedSlot, window: Window) -> list[Diagonal]:
        """Return the diagonals of an elementwise instruction: of each, the shares of its operands are added up."""
        p, slot, shape = self.program, part.slot, lengths(window)
        groups: list[tuple[np.ndarray, dict[int, Tensor]]] = []
        for k, s in enumerate(p.operands[slot]):
            argument = op.arguments[k]
            if argument not in op.partials and argument not in op.lacks:
                continue
            moving = self._elementwise(self.diagonals, part, s, window)
            if not moving:
                continue
            used = self._used(slot, k)
            if used is False:
                continue
            if used is not True:
                in_window = part_of(used.reshape(part.shape), window)
                if not in_window.any():
                    continue
                if not in_window.all():
                    raise _change(in_window)
            for d in moving:
                columns = np.broadcast_to(d.columns, shape)
                same = next((tangents for at, tangents in groups if _equal(at, columns)), None)
                if same is None:
                    groups.append((columns, {k: d.tangent}))
                else:
                    same[k] = d.tangent

        def value(s: int) -> Tensor:
            return self.value(part, window) if s == slot else self._elementwise(self.value, part, s, window)

        result = []
        for columns, tangents in groups:
            total: Any = None
            for k, tangent in tangents.items():
                self._count()
                share = elementwise_share(op, k, p.operands[slot], slot, tangent, value)
                total = share if total is None else total if share is None else total + share
            if total is not None:
                result.append(Diagonal(columns, spread(total, shape) if total.shape else total))
        return result


def stencil(trace: Trace, source: int, out: int, symmetric: bool = False) -> BandedRows | None:
    """Return the nonzeros of a slot's Jacobian by another, by windows; None if it has no such.

    If it is `symmetric`, what is above the main diagonal is computed as its mirror image.
    """
    try:
        return Stencil(trace, source, out, symmetric).nonzeros
    except NoStencilError:
        return None


def _change(used: np.ndarray) -> Straddling:
    """Return where truth values that are not all equal change first, along the first axis on which they do."""
    for axis, n in enumerate(used.shape):
        changes = np.diff(used, axis=axis).any(axis=tuple([d for d in range(used.ndim) if d != axis]))
        if n > 1 and changes.any():
            return Straddling(axis, 1 + int(changes.argmax()))
    raise AssertionError("they are all equal")


def _equal(x: np.ndarray, y: np.ndarray) -> bool:
    return x is y or bool(x.flat[0] == y.flat[0] and np.array_equal(x, y))


def _arranged(x: Any, axes: Sequence[int], shape: tuple[int, ...]) -> Any:
    """Return a window of an operand as a window of the result: its axes in the order given, repeated along others."""
    if x.shape == shape and [*axes] == [*range(len(shape))]:
        return x
    used = [a for a in axes if a >= 0]
    if used != sorted(used):
        rest = [a for a in range(len(x.shape)) if a not in used]
        x = transpose_op(x, axes=(*used, *rest))
    x = reshape_op(x, shape=tuple([n if a >= 0 else 1 for n, a in zip(shape, axes, strict=True)]))
    return broadcast_to_op(x, shape=shape) if x.shape != shape else x
