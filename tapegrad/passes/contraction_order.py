"""Contraction order: finds the order of a sum of products, as `numpy.einsum` has them, that takes the least work.

Tests: tests/passes/test_reassociate_products.py
"""

from __future__ import annotations

import functools
import itertools
import math
import string
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.forms import Form, form_of
from tapegrad.ir.program import NO_STATIC
from tapegrad.ops.contractions import einsum_op
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op, transpose_op

_SIDE = 8  # of matrices that BLAS multiplies in blocks; each number of another product is read for
_SLOW = 4  # times as long
_LETTERS = string.ascii_letters

Labels = tuple[int, ...]  # one for each axis that is longer than 1


class Sum(NamedTuple):
    """A sum of products.

    Attributes
    ----------
    factors : tuple of (slot, Labels)
    out : Labels
    gone : frozenset of int
        Labels that are summed over, whether or not a factor has them.
    """

    factors: tuple[tuple[int, Labels], ...]
    out: Labels
    gone: frozenset[int]


def work_of(contraction: Sum, lengths: Sequence[int]) -> float:
    """Return the work of a sum of products in the best order."""
    return _best(*_canonical(contraction, lengths))[0]


def _canonical(contraction: Sum, lengths: Sequence[int]) -> tuple[tuple[Labels, ...], Labels, Labels]:
    """Return the labels of factors and result in the order in which they are met, and the lengths of these."""
    number: dict[int, int] = {}
    for c in itertools.chain(*[labels for _, labels in contraction.factors], contraction.out):
        number.setdefault(c, len(number))
    return (
        tuple([tuple([number[c] for c in labels]) for _, labels in contraction.factors]),
        tuple([number[c] for c in contraction.out]),
        tuple([lengths[c] for c in number]),
    )


@functools.lru_cache(4096)
def _best(factors: tuple[Labels, ...], out: Labels, lengths: Labels) -> tuple[float, Any]:
    """Return the work of a sum of products in the best order, and that order.

    It is found among all, for each set of factors from those of its parts.

    Returns
    -------
    work : float
    order : int or pair
        A factor, or two orders whose results are multiplied.
    """
    every = (1 << len(factors)) - 1

    def kept(part: int) -> frozenset[int]:
        inside = {c for k, labels in enumerate(factors) if part >> k & 1 for c in labels}
        outside = {c for k, labels in enumerate(factors) if not part >> k & 1 for c in labels}
        return frozenset(inside & outside.union(out))

    def size(labels: Any) -> float:
        return float(math.prod([lengths[c] for c in labels]))

    left = {part: kept(part) for part in range(1, every + 1)}
    best: dict[int, tuple[float, Any]] = {}
    for part in range(1, every + 1):
        if part & (part - 1) == 0:
            k = part.bit_length() - 1
            factor = {*factors[k]}
            best[part] = (0.0 if len(left[part]) == len(factor) else _SLOW * size(factor)), k
            continue
        choices = []
        for x, y in _halves(part):
            both = left[x] | left[y]
            sides = size(left[x] - left[y]), size(left[y] - left[x]), size(both - left[part])
            slow = _SLOW if min(sides) < _SIDE else 1
            choices.append((best[x][0] + best[y][0] + slow * size(both), (best[x][1], best[y][1])))
        best[part] = min(choices, key=lambda pair: pair[0])
    return best[every]


def _halves(part: int) -> Iterator[tuple[int, int]]:
    """Return all ways to cut a set, the first member on the left."""
    low = part & -part
    x = (part - 1) & part
    while x:
        if x & low:
            yield x, part ^ x
        x = (x - 1) & part


class Writer:
    """The writer of one sum of products into a program."""

    def __init__(self, b: Builder, form: Form, contraction: Sum, lengths: Sequence[int], place: list[int]) -> None:
        self.b, self.form, self.contraction, self.lengths = b, form, contraction, lengths
        self.slots = [place[s] for s, _ in contraction.factors]

    def whole(self) -> int:
        """Write it; returns its slot."""
        out, lengths = self.contraction.out, self.lengths
        order = _best(*_canonical(self.contraction, lengths))[1]
        slot, labels = self._result(order, frozenset(out), out)
        present = {c for _, factor in self.contraction.factors for c in factor}
        times = math.prod([lengths[c] for c in self.contraction.gone if c not in present])
        slot = self._spread(slot, labels, out)
        shape = tuple([lengths[c] for c in out])
        if times != 1:
            number = self.b.constant(np.full((), times, self.form.lane), form_of((), self.form.dtype, self.form.lane))
            slot = self._emit(multiply, (slot, number), shape)
        if self.b.program.forms[slot].shape != shape:
            slot = self._emit(broadcast_to_op, (slot,), shape, shape=shape)
        return self._emit(reshape_op, (slot,), self.form.shape, shape=self.form.shape)

    def _emit(self, op: Any, operands: tuple[int, ...], to: tuple[int, ...], **static: Any) -> int:
        return self.b.emit(op, operands, static or NO_STATIC, form_of(to, self.form.dtype, self.form.lane))

    def _result(self, order: Any, needed: frozenset[int], wanted: Labels | None = None) -> tuple[int, Labels]:
        """Write the product of some factors, summed over the labels that are not needed; return its slot and labels."""
        lengths = self.lengths
        if isinstance(order, int):
            _, labels = self.contraction.factors[order]
            shape = tuple([lengths[c] for c in labels])
            slot = self._emit(reshape_op, (self.slots[order],), shape, shape=shape)
            axes = tuple([d for d, c in enumerate(labels) if c not in needed])
            left = tuple([c for c in labels if c in needed])
            return self._emit(sum_op, (slot,), tuple([lengths[c] for c in left]), axes=axes) if axes else slot, left
        sides = [{c for k in _members(half) for c in self.contraction.factors[k][1]} for half in order]
        x, left = self._result(order[0], needed | sides[1])
        y, right = self._result(order[1], needed | sides[0])
        both = dict.fromkeys((*left, *right))
        result = tuple([c for c in wanted or both if c in both and c in needed])
        shape = tuple([lengths[c] for c in result])
        if len(result) == len(both):
            return self._emit(multiply, (self._spread(x, left, result), self._spread(y, right, result)), shape), result
        name = dict(zip(both, _LETTERS, strict=False))
        first, second, output = ("".join([name[c] for c in term]) for term in (left, right, result))
        static = {"inputs": (first, second), "output": output, "optimize": False}
        return self._emit(einsum_op, (x, y), shape, **static), result

    def _spread(self, slot: int, labels: Labels, result: Labels) -> int:
        """Write an array with its axes in the order of some labels, and axes of length 1 for those it lacks."""
        order = tuple([c for c in result if c in labels])
        if order != labels:
            axes = tuple([labels.index(c) for c in order])
            slot = self._emit(transpose_op, (slot,), tuple([self.lengths[c] for c in order]), axes=axes)
        shape = tuple([self.lengths[c] if c in labels else 1 for c in result])
        return self._emit(reshape_op, (slot,), shape, shape=shape)


def _members(order: Any) -> Iterator[int]:
    if isinstance(order, int):
        yield order
    else:
        for half in order:
            yield from _members(half)
