"""Reassociation: evaluates products of several arrays in the order that takes the fewest multiplications.

``A @ B @ v`` is ``A @ (B @ v)``, and ``np.trace(A @ B)`` no product of matrices at all; nor is what a reverse sweep
multiplies an outer product by. Such chains of products and sums are one sum of products over labels, as
`numpy.einsum` has them. Where another order takes half the work or less, they are written in that order, as long as
nothing else reads what lies between.

Invariant: the new program has the inputs, outputs and guards of the old one, in their order.

Tests: tests/passes/test_reassociate_products.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.ir.builder import Builder
from tapegrad.ir.program import Program
from tapegrad.ir.rewriter import rewrite
from tapegrad.ops.contractions import einsum_op
from tapegrad.ops.elementwise_ops import gated_multiply, multiply
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.products import dot_op, matmul_op, matvec
from tapegrad.ops.reductions import sum_all, sum_op
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op, transpose_op
from tapegrad.passes.contraction_order import Labels, Sum, Writer, work_of

_LEAST = 4096  # multiplications from which on a product is worth a thought
_SIZE = 64  # elements, likewise
_GAIN = 2  # times as much work as is left
_FACTORS = 6

PRODUCTS = frozenset((matmul_op, matvec, dot_op, einsum_op))
_ELEMENTWISE = frozenset((multiply, gated_multiply))
_MULTIPLY = PRODUCTS | _ELEMENTWISE
_SUM = _MULTIPLY | {sum_op, sum_all}


def reassociate_products(program: Program) -> Program:
    """Return the program with products in a better order; itself if there are none."""
    finder = _Finder(program)
    changed = finder.changed() if finder.users or finder.shown else {}

    def write(b: Builder, slot: int, place: list[int]) -> int:
        return Writer(b, program.forms[slot], changed[slot], finder.lengths, place).whole()

    return rewrite(program, changed, write)


class _Finder:
    """The search for products that need not be formed.

    Attributes
    ----------
    users : dict
        By product, the sums that multiply it on, of those that nothing else reads.
    shown : set of int
        Products of what was broadcast, or written on a diagonal.
    lengths : list of int
        By label.
    """

    def __init__(self, program: Program) -> None:
        self.program = p = program
        self.lengths: list[int] = []
        self.sums: dict[int, Sum | None] = {}
        self.users: dict[int, set[int]] = {}
        self.shown: set[int] = set()
        base: dict[int, int] = {}  # of products and of what shows them
        users = self.users
        for slot, (op, operands) in enumerate(zip(p.ops, p.operands, strict=True)):
            bases = [base[s] for s in operands if s in base]
            if bases:
                if self._seen_through(slot):
                    base[slot] = bases[0]
                elif op in _SUM and self._multiplies(slot):
                    for s in bases:
                        if s in users:
                            users[s].add(slot)
                else:
                    for s in bases:
                        if s in users:
                            del users[s]
            if op in _MULTIPLY and p.forms[slot].size >= _SIZE and self._multiplies(slot):
                base[slot], users[slot] = slot, set()
                if op in PRODUCTS and (self._repeats(operands[0]) or self._repeats(operands[-1])):
                    self.shown.add(slot)
        for slot in (*p.outputs, *[g.slot for g in p.guards]):
            self.users.pop(base.get(slot, -1), None)
        self.users = {s: users for s, users in self.users.items() if users}

    # -------------------------------------------------------------------------------------------- instructions

    def _large(self, slot: int) -> bool:
        """Tell whether it is worth while to avoid a product, or to share a factor."""
        return self.program.ops[slot] in _ELEMENTWISE or self._work(slot) >= _LEAST

    def _work(self, slot: int) -> int:
        """Return how many multiplications a product takes as it is written."""
        p = self.program
        labels, _ = p.ops[slot].kind.named(p, slot)
        lengths: dict[Any, int] = {}
        for names, s in zip(labels, p.operands[slot], strict=True):
            for name, n in zip(names, p.forms[s].shape, strict=True):
                lengths[name] = max(n, lengths.get(name, 1))
        return math.prod(lengths.values())

    def _multiplies(self, slot: int) -> bool:
        """Tell whether an instruction that sums products does so of floats of one dtype."""
        p = self.program
        op, form = p.ops[slot], p.forms[slot]
        operands = p.operands[slot]
        if op is gated_multiply and not (self._plain(operands[0]) or self._plain(operands[1])):
            return False
        return form.dtype.kind == "f" and {form.dtype}.issuperset([p.forms[s].dtype for s in operands])

    def _number(self, slot: int) -> float | None:
        """Return the number that all elements of a value equal, or None."""
        p = self.program
        while p.ops[slot] in (broadcast_to_op, reshape_op):
            (slot,) = p.operands[slot]
        value = p.constants.get(slot)
        return None if value is None or value.size != 1 else float(value.item())

    def _plain(self, slot: int) -> bool:
        """Tell whether a gated product with a value is a product."""
        number = self._number(slot)
        return number is not None and number != 0.0 and math.isfinite(number)

    def _seen_through(self, slot: int) -> bool:
        """Tell whether an instruction only renames or moves the axes of its operand."""
        p = self.program
        op, shape = p.ops[slot], p.forms[slot].shape
        if op is transpose_op or op is broadcast_to_op:
            return True
        if op is reshape_op:
            return _long(shape) == _long(p.forms[p.operands[slot][0]].shape)
        return (op is getitem_op or op is scatter_add) and self._diagonal(slot)

    def _repeats(self, slot: int) -> bool:
        """Tell whether an operand shows something smaller."""
        p = self.program
        while p.ops[slot] in (transpose_op, reshape_op):
            (slot,) = p.operands[slot]
        op = p.ops[slot]
        return op is broadcast_to_op or (op is scatter_add and self._diagonal(slot))

    def _diagonal(self, slot: int) -> bool:
        """Tell whether an instruction reads the diagonals of the last two axes, or writes them among zeros."""
        p = self.program
        index = p.statics[slot]["index"]
        if len(p.operands[slot]) != 1 or len(index) != 3 or index[0] is not Ellipsis:
            return False
        whole = p.forms[slot if p.ops[slot] is scatter_add else p.operands[slot][0]].shape
        return whole[-1] == whole[-2] != 1 and all(
            isinstance(part, np.ndarray) and np.array_equal(part, np.arange(whole[-1])) for part in index[1:]
        )

    # -------------------------------------------------------------------------------------------- labels

    def _fresh(self, n: int) -> int:
        self.lengths.append(n)
        return len(self.lengths) - 1

    def _factors(self, slot: int, out: list[int | None], gone: set[int]) -> list[tuple[int, list[int | None]]]:
        """Return the operands of an instruction with their labels; None is that of an axis of length 1."""
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        shapes = [p.forms[s].shape for s in operands]
        if op in _ELEMENTWISE:
            return [(s, _broadcast(out, shape)) for s, shape in zip(operands, shapes, strict=True)]
        if op is sum_all:
            names: Any = [range(len(shapes[0]))]
            label_of: dict[Any, int | None] = {}
        else:
            names, output = op.kind.named(p, slot)
            label_of = dict(zip(output, out, strict=True))
        factors = []
        for s, operand_names, shape in zip(operands, names, shapes, strict=True):
            labels: list[int | None] = []
            for name, n in zip(operand_names, shape, strict=True):
                if n != 1 and label_of.get(name) is None:
                    label_of[name] = self._fresh(n)
                    gone.add(label_of[name])  # type: ignore[arg-type]
                labels.append(None if n == 1 else label_of[name])
            factors.append((s, labels))
        return factors

    def sum_of(self, slot: int) -> Sum | None:
        """Return the sum of products that an instruction is, or has become; None if one of its factors is no array of
        its own.
        """
        if slot not in self.sums:
            out = [None if n == 1 else self._fresh(n) for n in self.program.forms[slot].shape]
            gone: set[int] = set()
            factors = self._factors(slot, out, gone)
            self.sums[slot] = self._seen(factors, tuple([c for c in out if c is not None]), gone)
        return self.sums[slot]

    def _seen(self, waiting: list[tuple[int, list[int | None]]], out: Labels, gone: set[int]) -> Sum | None:
        """Return a sum of products of these operands, or of the operands that they show."""
        p, same = self.program, dict[Any, Any]()
        taken: list[tuple[int, list[int | None]]] = []

        def only(label: int | None) -> int | None:
            while label in same:
                label = same[label]
            return label

        while waiting:
            s, labels = waiting.pop()
            if not self._seen_through(s):
                taken.append((s, labels))
                continue
            (x,) = p.operands[s]
            op, shape = p.ops[s], p.forms[x].shape
            if op is transpose_op:
                source_labels: list[int | None] = [None] * len(shape)
                for label, axis in zip(labels, p.statics[s]["axes"], strict=True):
                    source_labels[axis] = label
            elif op is broadcast_to_op:
                source_labels = _broadcast(labels, shape)
            elif op is reshape_op:
                left = iter([c for c in labels if c is not None])
                source_labels = [None if n == 1 else next(left) for n in shape]
            elif op is getitem_op:
                source_labels = [*labels, labels[-1]]
            else:  # zeros beside a diagonal: its two labels are one
                *source_labels, last = labels
                first, second = only(source_labels[-1]), only(last)
                if first in out and second in out and first != second:
                    return None
                if first != second:
                    same[second if first in out else first] = first if first in out else second
            waiting.append((x, source_labels))

        taken = [x for x in taken if self._number(x[0]) != 1.0] or taken[:1]
        factors = [(s, tuple([c for c in map(only, labels) if c is not None])) for s, labels in taken]
        if len(factors) > _FACTORS:
            return None
        return Sum(tuple(sorted(factors)), out, frozenset(gone - same.keys()))

    # -------------------------------------------------------------------------------------------- the search

    def _without(self, user: int, product: int) -> Sum | None:
        """Return a sum of products in which one is not formed before."""
        contraction = self.sum_of(user)
        if contraction is None:
            return None
        waiting: list[tuple[int, list[int | None]]] = []
        gone = set(contraction.gone)
        for s, labels in contraction.factors:
            left = iter(labels)
            operand_labels: list[int | None] = [None if n == 1 else next(left) for n in self.program.forms[s].shape]
            waiting += self._factors(s, operand_labels, gone) if s == product else [(s, operand_labels)]
        return self._seen(waiting, contraction.out, gone)

    def _cost(self, contraction: Sum) -> float:
        return work_of(contraction, self.lengths)

    def changed(self) -> dict[int, Sum]:
        """Return the sums of products that take less work without products that are formed now."""
        before: dict[int, float] = {}
        groups: dict[int, set[int]] = {}  # of instructions that change together
        changed: dict[int, Sum] = {}
        avoided: set[int] = set()
        for product in sorted(self.users, reverse=True):
            product_sum, users = self.sum_of(product), self.users[product]
            if any(self.program.ops[user] in _ELEMENTWISE for user in users) or not self._large(product):
                continue
            sums = [self.sum_of(user) for user in users]
            after = [self._without(user, product) for user in users]
            if product_sum is None or None in sums or any(x is None or _reads_diagonal(x) for x in after):
                continue
            old = self._cost(product_sum) + sum(self._cost(x) for x in sums if x)
            new = sum(self._cost(x) for x in after if x)
            if new * (_GAIN if self.program.ops[product] in PRODUCTS else 1) > old:
                continue
            for slot, x in zip((product, *users), (product_sum, *sums), strict=True):
                before.setdefault(slot, self._cost(x))  # type: ignore[arg-type]
            together = set().union({product}, users, *[groups.get(s, ()) for s in (product, *users)])
            groups.update(dict.fromkeys(together, together))
            for user, x in zip(users, after, strict=True):
                assert x is not None
                self.sums[user] = changed[user] = x
                for s, _ in x.factors:
                    if s in self.users:
                        self.users[s] = self.users[s] - {product} | {user}
            avoided.add(product)
        kept = {}
        for slot in self.shown - avoided - changed.keys():
            alone = self.sum_of(slot)
            if alone is None or _reads_diagonal(alone) or not self._large(slot):
                continue
            if self._cost(alone) * _GAIN <= self._work(slot):
                kept[slot] = alone
        for slot, x in changed.items():
            group = groups[slot]
            left = sum(self._cost(changed[s]) for s in group if s in changed)
            if left * _GAIN <= sum(before[s] for s in group) and any(self.program.ops[s] in PRODUCTS for s in group):
                kept[slot] = x
        return kept


def _reads_diagonal(contraction: Sum) -> bool:
    """Tell whether a factor has a label twice."""
    return any(len({*labels}) < len(labels) for _, labels in contraction.factors)


def _long(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([n for n in shape if n != 1])


def _broadcast(labels: list[int | None], shape: tuple[int, ...]) -> list[int | None]:
    """Return the labels of an operand that is broadcast to axes with labels."""
    axes = labels[len(labels) - len(shape) :]
    return [None if n == 1 else c for n, c in zip(shape, axes, strict=True)]
