"""Stencils: Jacobians whose rows are alike, found row by row in registers.

Where a function reads neighbours by slices, a window of its rows, away from the ends, has in each row the same few
nonzeros: as many diagonals. The tangents of a diagonal are numbers of the window's shape, as the unit vectors by which
they are tangents differ from row to row. So no seed is read, no zero is multiplied, and all is one loop over the rows.
(To split a loop where its body changes is index-set splitting: Griebl, Feautrier and Lengauer, Index set splitting,
Int. J. Parallel Programming 28, 2000.)

Windows are found by need: an instruction is done on the window of the result that is wanted, on windows of its
operands, and where such a window straddles the end of a part, the rows are cut there.

Invariant: each nonzero is computed by the operations of a tangent sweep, in their order.

Tests: tests/func/test_stencils.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd.derivative_rules import elementwise_share
from tapegrad.forks import cached_property
from tapegrad.func import sparsity
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import positive
from tapegrad.ops.indexing import assemble, getitem_op, setitem_op
from tapegrad.ops.kinds.windows import ZEROS, Straddling, Window, WindowSource, aligned, lengths, whole
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.shape_ops import broadcast_to_op, concatenate_op, reshape_op, transpose_op
from tapegrad.record.trace import Trace, current
from tapegrad.tensor.tensor import Tensor, from_array

_INSTRUCTIONS = 400  # that are looked at, at most
_WINDOWS = 32
_DIAGONALS = 32  # of one window
_WRITTEN = 4000  # instructions that are recorded, at most
_COSTLY = 16  # lines of an elementwise op that is not done anew for each window


class Diagonal(NamedTuple):
    """The nonzeros of a Jacobian of which each row of a window has one.

    Attributes
    ----------
    columns : ndarray of int
    tangent : Tensor
        Of the window's shape, or one number for all.
    """

    columns: np.ndarray
    tangent: Tensor


class RowWindow(NamedTuple):
    """A window of rows, and its diagonals by rising columns."""

    window: Window
    diagonals: list[Diagonal]


class NoStencilError(Exception):
    """The rows are not alike, or not enough of them."""


class Stencil:
    """The Jacobian of a value of a recording, by windows.

    Attributes
    ----------
    shape : tuple of int
        Of the rows.
    size : int
        How many columns there are.
    parts : list of RowWindow
        In C order of the windows.
    cuts : list of list of int
        Where the windows end, by axis.
    regular : bool
        Whether the diagonals of a window have rising columns in all of its rows.
    """

    def __init__(self, trace: Trace, source: int, out: int, symmetric: bool) -> None:
        simplified = trace.simplified([source], [out])
        self.trace, self.program, self.origin = trace, simplified.program, simplified.origin
        p, end = self.program, simplified.place[out]
        self.start = simplified.place[source]
        if end - self.start > _INSTRUCTIONS or any(form.dtype.kind == "c" for form in {*p.forms[: end + 1]}):
            raise NoStencilError
        while end != self.start and getattr(p.ops[end], "name", "") == "reshape":
            (end,) = p.operands[end]
        self.shape, self.size, self.end = p.forms[end].shape, p.forms[self.start].size, end
        self.written = 0
        self.constants = sparsity.values_of_constants(p, end + 1)
        self.columns: dict[int, np.ndarray | None] = {}
        self._values: dict[tuple[int, Window], Tensor] = {}
        self._diagonals: dict[tuple[int, Window], list[Diagonal]] = {}
        self.rows = np.arange(math.prod(self.shape)).reshape(self.shape)
        self.cuts = [[0, n] for n in self.shape]
        self.parts: list[RowWindow] = []
        self.regular = True
        while not self.parts:
            self._attempt(symmetric)

    def _attempt(self, symmetric: bool) -> None:
        """Find the diagonals of all windows, or one more place to cut at."""
        windows = [*product(*map(pairwise, self.cuts))]
        if len(windows) > _WINDOWS:
            raise NoStencilError
        parts = []
        for window in windows:
            try:
                diagonals = self.diagonals(self.end, window)
                if symmetric:
                    diagonals = self._mirrored(window, diagonals)
                parts.append(RowWindow(window, self._ordered(diagonals)))
            except Straddling as straddling:
                axis = straddling.axis
                self.cuts[axis] = sorted({*self.cuts[axis], window[axis][0] + straddling.at})
                return
        count = sum(len(rows.diagonals) * math.prod(lengths(rows.window)) for rows in parts)
        if not count or count > sparsity.LIMIT:
            raise NoStencilError  # as its pattern will say
        self.regular = all((a.columns < b.columns).all() for rows in parts for a, b in pairwise(rows.diagonals))
        if symmetric and not self.regular:
            raise NoStencilError
        self.parts = parts

    @staticmethod
    def _ordered(diagonals: Sequence[Diagonal]) -> list[Diagonal]:
        """Return diagonals by rising columns, as they are in the first row."""
        return sorted(diagonals, key=lambda d: int(d.columns.flat[0]))

    def _mirrored(self, window: Window, diagonals: Sequence[Diagonal]) -> list[Diagonal]:
        """Return diagonals with the tangents of those above the main one taken from below it."""
        rows, mirrored = self._part(self.rows, window), []
        for d in diagonals:
            distance = d.columns - rows
            if (distance != distance.flat[0]).any():
                raise NoStencilError
            if distance.flat[0] <= 0:
                mirrored.append(d)
                continue
            corner = np.unravel_index(int(d.columns.flat[0]), self.shape)
            steps = [int(k) - first for k, (first, _) in zip(corner, window, strict=True)]
            moved = tuple([(a + k, b + k) for (a, b), k in zip(window, steps, strict=True)])
            if any(a < 0 or b > n for (a, b), n in zip(moved, self.shape, strict=True)):
                raise NoStencilError
            if not np.array_equal(self._part(self.rows, moved), d.columns):
                raise NoStencilError
            below = [other for other in self.diagonals(self.end, moved) if np.array_equal(other.columns, rows)]
            if not below:
                raise NoStencilError
            mirrored.append(Diagonal(d.columns, below[0].tangent))
        return mirrored

    # -------------------------------------------------------------------------------------------- windows

    @staticmethod
    def _part(array: np.ndarray, window: Window) -> np.ndarray:
        index: tuple[Any, ...] = (*[slice(a, b) for a, b in window], ...)
        return array[index]

    def _source(self, slot: int, window: Window) -> WindowSource | None:
        op = self.program.ops[slot]
        return None if op is None else op.kind.source(self.program, slot, window)

    def _operand(self, function: Callable[[int, Window], Any], slot: int, source: WindowSource) -> Any:
        """Call a function on an operand's window, in which cuts are those of the instruction."""
        try:
            return function(self.program.operands[slot][source.operand], source.window)
        except Straddling as straddling:
            if straddling.axis not in source.axes:
                raise NoStencilError from None
            raise Straddling(source.axes.index(straddling.axis), straddling.at) from None

    def _elementwise(self, function: Callable[[int, Window], Any], slot: int, operand: int, window: Window) -> Any:
        """Call a function on the window of an operand of an elementwise instruction."""
        shape = self.program.forms[operand].shape
        try:
            return function(operand, aligned(window, shape))
        except Straddling as straddling:
            raise Straddling(straddling.axis + len(window) - len(shape), straddling.at) from None

    def value(self, slot: int, window: Window) -> Tensor:
        """Return the value of a window of a slot."""
        key = slot, window
        if key not in self._values:
            self._values[key] = self._value(slot, window)
        return self._values[key]

    def _value(self, slot: int, window: Window) -> Tensor:
        p = self.program
        op, shape = p.ops[slot], lengths(window)
        if window == whole(p.forms[slot].shape):
            return self.trace.handle(self.origin[slot])
        if isinstance(op, Elementwise) and op.kind.lines(op) <= _COSTLY:
            args = [self._elementwise(self.value, slot, s, window) for s in p.operands[slot]]
            self._count()
            return op(*args)
        source = None if isinstance(op, Elementwise) else self._source(slot, window)
        if source is None:
            self._count()
            whole_value = self.trace.handle(self.origin[slot])
            return getitem_op(whole_value, index=tuple([slice(a, b) for a, b in window]))
        if source.operand == ZEROS:
            return from_array(np.zeros(shape, p.forms[slot].dtype))
        return _arranged(self._operand(self.value, slot, source), source.axes, shape)

    def _count(self) -> None:
        self.written += 1
        if self.written > _WRITTEN:
            raise NoStencilError

    # -------------------------------------------------------------------------------------------- tangents

    def diagonals(self, slot: int, window: Window) -> list[Diagonal]:
        """Return the diagonals of a window of a slot."""
        key = slot, window
        if key not in self._diagonals:
            appended = current() or self.trace
            first = len(appended.instructions)
            diagonals = self._diagonals[key] = self._diagonals_of(slot, window)
            appended.note_line(first, self.trace.line(self.origin[slot]))
            if len(diagonals) > _DIAGONALS:
                raise NoStencilError
        return self._diagonals[key]

    def _diagonals_of(self, slot: int, window: Window) -> list[Diagonal]:
        p = self.program
        op, form = p.ops[slot], p.forms[slot]
        columns = self._positions(slot)
        if columns is not None:
            return [Diagonal(self._part(columns, window), from_array(np.ones((), form.dtype)))]
        if op is None or not self.trace.instructions[self.origin[slot]][1] & 1:
            return []
        if isinstance(op, Elementwise):
            return [] if op.stops else self._pushed(op, slot, window)
        if op is sum_op:
            return self._summed(slot, window)
        source = self._source(slot, window)
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
                terms = self.diagonals(x, tuple([inside[d] for d in range(len(shape))]))
            except Straddling as straddling:
                raise Straddling(kept.index(straddling.axis), straddling.at) from None
            for d in terms:
                tangent = d.tangent if not d.tangent.shape else reshape_op(d.tangent, shape=lengths(window))
                columns = d.columns.reshape(lengths(window))
                same = next((k for k, other in enumerate(result) if _equal(other.columns, columns)), None)
                if same is None:
                    result.append(Diagonal(columns, tangent))
                else:
                    self._count()
                    result[same] = Diagonal(columns, result[same].tangent + tangent)
        return result

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

    def _pushed(self, op: Elementwise, slot: int, window: Window) -> list[Diagonal]:
        """Return the diagonals of an elementwise instruction: of each, the shares of its operands are added up."""
        p, shape = self.program, lengths(window)
        groups: list[tuple[np.ndarray, dict[int, Tensor]]] = []
        for k, s in enumerate(p.operands[slot]):
            argument = op.arguments[k]
            if argument not in op.partials and argument not in op.lacks:
                continue
            moving = self._elementwise(self.diagonals, slot, s, window)
            if not moving:
                continue
            used = sparsity.used_partial(op, argument, p.operands[slot], self.constants)
            used = self._part(np.broadcast_to(used, p.forms[slot].shape), window)
            if not used.any():
                continue
            if not used.all():
                raise _change(used)
            for d in moving:
                columns = np.broadcast_to(d.columns, shape)
                same = next((tangents for at, tangents in groups if _equal(at, columns)), None)
                if same is None:
                    groups.append((columns, {k: d.tangent}))
                else:
                    same[k] = d.tangent

        def value(s: int) -> Tensor:
            return self.value(s, window) if s == slot else self._elementwise(self.value, slot, s, window)

        result = []
        for columns, tangents in groups:
            total: Any = None
            for k, tangent in tangents.items():
                self._count()
                share = elementwise_share(op, k, p.operands[slot], slot, tangent, value)
                total = share if total is None else total if share is None else total + share
            if total is not None:
                result.append(Diagonal(columns, _spread(total, shape) if total.shape else total))
        return result

    # -------------------------------------------------------------------------------------------- compressed rows

    def structure(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the starts of the rows and the columns, as compressed rows have them."""
        if not self.regular:
            keys = self._unique[0]
            counts = np.bincount(keys // self.size, minlength=math.prod(self.shape))
            return np.concatenate([[0], np.cumsum(counts)]), keys % self.size
        counts = np.empty(self.shape, np.intp)
        for rows in self.parts:
            self._part(counts, rows.window)[...] = len(rows.diagonals)
        starts = np.zeros(counts.size + 1, np.intp)
        np.cumsum(counts.ravel(), out=starts[1:])
        columns = np.empty(starts[-1], np.intp)
        by_row = starts[:-1].reshape(self.shape)
        for rows in self.parts:
            first = self._part(by_row, rows.window)
            for k, d in enumerate(rows.diagonals):
                columns[first + k] = d.columns
        return starts, columns

    @cached_property
    def _unique(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The nonzeros by rows and columns, each as row times width plus column, and for each the first of those
        numbers that are added up to it, one diagonal after the other; then the further ones, and what they are for.
        """
        keys = np.concatenate([
            (self._part(self.rows, rows.window) * self.size + d.columns).ravel()
            for rows in self.parts
            for d in rows.diagonals
        ])  # fmt: skip
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = np.append(True, keys[1:] != keys[:-1])[: keys.size]
        return keys[first], order[first], order[~first], np.cumsum(first)[~first] - 1

    def values(self, starts: np.ndarray, order: np.ndarray | None = None) -> Tensor:
        """Return the nonzeros, in the order of compressed rows.

        Parameters
        ----------
        starts : ndarray of int
            Of the rows, from `structure`.
        order : ndarray of int, optional
            The place of each nonzero, where another order is wanted.
        """
        by_row = starts[:-1].reshape(self.shape)
        if len(self.shape) == 2 and order is None and self.regular:
            bands = [self._band(a, b) for a, b in pairwise(self.cuts[0])]
            return bands[0] if len(bands) == 1 else concatenate_op(*bands, axis=0)
        pieces: list[Tensor] = []
        places: list[np.ndarray] = []
        for rows in self.parts:
            shape, first = lengths(rows.window), self._part(by_row, rows.window).ravel()
            for k, d in enumerate(rows.diagonals):
                pieces.append(reshape_op(_spread(d.tangent, shape), shape=(first.size,)))
                places.append(first + k if order is None or not self.regular else order[first + k])
        size = int(starts[-1])
        slices = [*map(_as_slice, places)] if self.regular else [None]
        if all(part is not None for part in slices):
            return assemble(*pieces, shape=(size,), indices=tuple([(part,) for part in slices]))
        flat = concatenate_op(*pieces, axis=0)
        at = np.empty(size, np.intp)
        if self.regular:
            at[np.concatenate(places)] = np.arange(size)
            return getitem_op(flat, index=(at,))
        _, sources, further, targets = self._unique
        at[slice(None) if order is None else order] = sources
        values = getitem_op(flat, index=(at,))
        targets = targets if order is None else order[targets]
        while targets.size:
            targets_now, now = np.unique(targets, return_index=True)
            more = getitem_op(values, index=(targets_now,)) + getitem_op(flat, index=(further[now],))
            values = setitem_op(values, more, index=(targets_now,), path=())
            further, targets = np.delete(further, now), np.delete(targets, now)
        return values

    def _band(self, first: int, stop: int) -> Tensor:
        """Return the nonzeros of some lines of rows, which are all alike."""
        pieces: list[Tensor] = []
        indices: list[Any] = []
        at = 0
        for rows in self.parts:
            if rows.window[0] == (first, stop):
                shape, count = lengths(rows.window), len(rows.diagonals)
                end = at + count * shape[1]
                pieces += [_spread(d.tangent, shape) for d in rows.diagonals]
                indices += [(slice(None), slice(at + k, end, count)) for k in range(count)]
                at = end
        if not pieces:
            return from_array(np.zeros(0, self.program.forms[self.end].dtype))
        band = assemble(*pieces, shape=(stop - first, at), indices=tuple(indices))
        return reshape_op(band, shape=((stop - first) * at,))


def stencil(trace: Trace, source: int, out: int, symmetric: bool = False) -> Stencil | None:
    """Return the Jacobian of a slot of a recording by another, by windows; None if it has no such.

    If it is `symmetric`, what is above the main diagonal is computed as its mirror image.
    """
    try:
        return Stencil(trace, source, out, symmetric)
    except NoStencilError:
        return None


def _change(used: np.ndarray) -> Straddling:
    """Return where truth values that are not all equal change first, along the first axis on which they do."""
    for axis, n in enumerate(used.shape):
        changes = np.diff(used, axis=axis).any(axis=tuple([d for d in range(used.ndim) if d != axis]))
        if n > 1 and changes.any():
            return Straddling(axis, 1 + int(changes.argmax()))
    raise AssertionError("they are all equal")


def _as_slice(places: np.ndarray) -> slice[int, int, int] | None:
    """Return places as a slice, if they rise by one step."""
    first, last = int(places[0]), int(places[-1])
    step = int(places[1]) - first if places.size > 1 else 1
    if step <= 0 or not np.array_equal(places, np.arange(first, last + 1, step)):
        return None
    return slice(first, last + 1, step)


def _equal(x: np.ndarray, y: np.ndarray) -> bool:
    return x is y or bool(x.flat[0] == y.flat[0] and np.array_equal(x, y))


def _spread(tangent: Tensor, shape: tuple[int, ...]) -> Tensor:
    return tangent if tangent.shape == shape else broadcast_to_op(tangent, shape=shape)


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
