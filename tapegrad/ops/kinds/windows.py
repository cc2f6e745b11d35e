"""Windows: consecutive elements along each axis of an array, and what moves them from operands to results.

An op that only moves elements takes a window of its result from a window of an operand, or from zeros, unless the window
straddles the end of a part: then it is cut there. So an instruction can be done on a window alone.

Tests: tests/func/test_stencils.py
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tapegrad.machine.places import Place, Shape, contiguous
from tapegrad.named_tuples import NamedTuple

Window = tuple[tuple[int, int], ...]  # the first and the stop, by axis
ZEROS = -1


class WindowSource(NamedTuple):
    """Where the elements of a window come from.

    Attributes
    ----------
    operand : int
        Its number, or `ZEROS`.
    window : Window
        The elements of the operand.
    axes : tuple of int
        For each axis of the result that of the operand; -1 where the elements are repeated.
    """

    operand: int
    window: Window
    axes: tuple[int, ...]


class Straddling(Exception):
    """A window has elements of several parts: it is to be cut along an axis, so many elements from its first."""

    def __init__(self, axis: int, at: int) -> None:
        super().__init__(axis, at)
        self.axis, self.at = axis, at


def whole(shape: Shape) -> Window:
    """Return the window of all elements."""
    return tuple([(0, n) for n in shape])


def lengths(window: Window) -> Shape:
    """Return the shape of a window."""
    return tuple([stop - first for first, stop in window])


def aligned(window: Window, shape: Shape) -> Window:
    """Return the window of an operand that is broadcast to an array with a window."""
    extra = len(window) - len(shape)
    return tuple([(0, 1) if n == 1 else window[extra + d] for d, n in enumerate(shape)])


def source_in(place: Place | None, shape: Shape, window: Window, operand: int = 0) -> WindowSource | None:
    """Return the source of a window of an array that lies in a place of an operand of some shape; None if that is no
    window of the operand."""
    part = _located(place, shape)
    if part is None:
        return None
    first, axes = part
    inside = [(a, a + 1) for a in first]
    for (start, stop), axis in zip(window, axes, strict=True):
        if axis >= 0:
            inside[axis] = first[axis] + start, first[axis] + stop
    return WindowSource(operand, tuple(inside), axes)


def source_at(place: Place | None, shape: Shape, window: Window, operand: int, value: Shape) -> WindowSource | None:
    """Return the source of a window of a result of some shape, in which an operand of shape `value` has a place.

    It is zeros if the operand has no element of the window, and None if the place is no window of the result.

    Raises
    ------
    Straddling
    """
    part = _located(place, shape)
    if part is None or place is None:
        return None
    first, axes = part
    region = [(a, a + 1) for a in first]
    for n, axis in zip(place.shape, axes, strict=True):
        if axis >= 0:
            region[axis] = first[axis], first[axis] + n
    if any(stop <= a or b <= start for (start, stop), (a, b) in zip(window, region, strict=True)):
        return WindowSource(ZEROS, window, ())
    for axis, ((start, stop), bounds) in enumerate(zip(window, region, strict=True)):
        for bound in bounds:
            if start < bound < stop:
                raise Straddling(axis, bound - start)
    extra = len(place.shape) - len(value)
    inside, back = [(0, 1)] * len(value), [-1] * len(shape)
    for d, axis in enumerate(axes):
        if axis >= 0 and d >= extra and value[d - extra] != 1:
            inside[d - extra] = window[axis][0] - first[axis], window[axis][1] - first[axis]
            back[axis] = d - extra
    return WindowSource(operand, tuple(inside), tuple(back))


def _located(place: Place | None, shape: Shape) -> tuple[Sequence[int], tuple[int, ...]] | None:
    """Return the first element of a place within an array of some shape, and the array's axis for each of the
    place's."""
    if place is None or place.table is not None or 0 in (*place.shape, *shape):
        return None
    first = [int(k) for k in np.unravel_index(place.offset, shape)]
    along = {step: axis for axis, (step, n) in enumerate(zip(contiguous(shape), shape, strict=True)) if n != 1}
    axes = []
    for n, step in zip(place.shape, place.strides, strict=True):
        axis = -1 if n == 1 or step == 0 else along.get(step)
        if axis is None or (axis >= 0 and (axis in axes or first[axis] + n > shape[axis])):
            return None
        axes.append(axis)
    return first, tuple(axes)
