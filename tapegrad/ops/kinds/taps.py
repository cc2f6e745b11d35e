"""Taps: what a convolution adds up, the elements of one operand, moved, times those of the other one.

A convolution with few weights is linear in the operand that they slide along: each result is a sum of a few of its
neighbours. So where the derivative of one is asked for, the taps say which elements these are.

Tests: tests/func/test_sparse_convolutions.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from tapegrad.machine.places import Shape, contiguous
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.kinds.windows import Straddling, Window


class Tap(NamedTuple):
    """One weight, and the elements that it multiplies.

    Attributes
    ----------
    weight : int
        Its place among the weights, in C order.
    places : tuple of ndarray of int
        For each axis, which index of the operand each index of the result has; -1 where there are zeros.
    """

    weight: int
    places: tuple[np.ndarray, ...]

    def window(self, window: Window) -> Window | None:
        """Return which window of the operand the weight multiplies for a window of the result; None for zeros.

        Raises
        ------
        Straddling
            If it is to be cut.
        """
        parts = [places[a:b] for places, (a, b) in zip(self.places, window, strict=True)]
        if any((part < 0).all() for part in parts):
            return None
        for axis, part in enumerate(parts):
            breaks = (part[1:] - part[:-1] != 1) | (part[:-1] < 0)
            if breaks.any():
                first = int(breaks.argmax())
                zeros = int((part >= 0).argmax())
                raise Straddling(axis, zeros or first + 1)
        return tuple([(int(part[0]), int(part[-1]) + 1) for part in parts])

    def links(self, shape: Shape) -> tuple[np.ndarray, np.ndarray]:
        """Return the elements of the result, and of an operand of some shape, that the weight brings together."""
        lengths = [part.size for part in self.places]
        sources, inside = np.zeros(lengths, np.intp), np.ones(lengths, np.bool_)
        for axis, (part, step) in enumerate(zip(self.places, contiguous(shape), strict=True)):
            along = part.reshape([-1 if d == axis else 1 for d in range(len(lengths))])
            sources += along * step
            inside &= along >= 0
        targets = np.flatnonzero(inside)
        return targets, sources.ravel()[targets]


class Taps(NamedTuple):
    """The sum over an operand's elements and weights that an instruction is.

    Attributes
    ----------
    moved, weights : int
        The numbers of the two operands.
    lengths : tuple of int
        Of the weights, along the last axes.
    starts : tuple of int
        For each of these axes, which index of the operand meets the first weight for the first result.
    sign : int
        Whether the operand's index rises (1) or falls (-1) with that of the weight.
    operand, result : tuple of int
        The shapes; of equal stacks.
    """

    moved: int
    weights: int
    lengths: Shape
    starts: tuple[int, ...]
    sign: int
    operand: Shape
    result: Shape

    @property
    def total(self) -> int:
        """How many weights there are."""
        return math.prod(self.lengths)

    def each(self) -> Iterator[Tap]:
        """Return one tap after the other."""
        stack = len(self.result) - len(self.lengths)
        whole = [np.arange(n) for n in self.result[:stack]]
        sizes = [*zip(self.operand[stack:], self.result[stack:], strict=True)]
        for weight, at in enumerate(np.ndindex(self.lengths)):
            axes = [
                _places(n, count, first + self.sign * k)
                for (n, count), first, k in zip(sizes, self.starts, at, strict=True)
            ]
            yield Tap(weight, (*whole, *axes))

    def links(self, numbers: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return, for each product, the elements of the result, of the moved operand and of the weights; without those
        of weights that are 0, if their numbers are known."""
        taps = [tap for tap in self.each() if numbers is None or numbers.flat[tap.weight] != 0]
        links = [tap.links(self.operand) for tap in taps]
        targets, sources = (np.concatenate([pair[k] for pair in links] or [np.zeros(0, np.intp)]) for k in (0, 1))
        return (
            targets,
            sources,
            np.repeat([tap.weight for tap in taps], [pair[0].size for pair in links]).astype(np.intp),
        )


def _places(n: int, count: int, first: int) -> np.ndarray:
    """Return so many indices, from the first on, and -1 where an axis of length n has none."""
    indices = np.arange(first, first + count)
    return np.where((indices >= 0) & (indices < n), indices, -1)


def convolution_taps(shapes: Sequence[Shape], result: Shape, rank: int, full: bool, turned: bool) -> Taps | None:
    """Return the taps of a convolution over the last `rank` axes, or, if `turned`, of a correlation, of which `full`
    says whether zeros stand around; None if stacks have weights of their own, or differ.

    The weights are the operand of fewer elements, if zeros stand around, else the second.
    """
    moved, weights = 0, 1
    lengths = [shape[len(shape) - rank :] for shape in shapes]
    if full and not turned and math.prod(lengths[0]) < math.prod(lengths[1]):
        moved, weights = 1, 0
    stack, taps = shapes[moved][: len(shapes[moved]) - rank], lengths[weights]
    if any(n != 1 for n in shapes[weights][: len(shapes[weights]) - rank]) or stack != result[: len(result) - rank]:
        return None
    if turned:
        starts, sign = tuple([1 - m if full else 0 for m in taps]), 1
    else:
        starts, sign = tuple([0 if full else m - 1 for m in taps]), -1
    return Taps(moved, weights, taps, starts, sign, shapes[moved], result)
