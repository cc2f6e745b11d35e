"""Outer products that a scan sums become products of matrices, as in the adjoint of W in ``tanh(W @ h + x)``.

A step would add to each element of such a sum, as large as the matrix. Instead both factors of each product are
kept for some steps, and one product of matrices adds what these give (see `tapegrad.ops.kinds.scan_writer`).

Tests: tests/passes/test_outer_product_sums.py
"""

from __future__ import annotations

from collections import Counter

from tapegrad.ir.builder import Builder
from tapegrad.ir.program import Program
from tapegrad.machine import addresses
from tapegrad.machine.dtypes import F8
from tapegrad.ops.elementwise_ops import add, multiply
from tapegrad.ops.kinds.scan_writer import Factor, Outers
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.passes.lowering import lowered

_LEAST = 1024  # elements of a sum from which on products of matrices pay


def outers(step: Program, carries: int, columns: int) -> Outers | None:
    """Find the carries of a step that do nothing but sum outer products; None if there are none."""
    if addresses.blas("dgemm") is None:
        return None
    sums: Outers | None = step.derive(("outers", carries, columns), lambda: _Step(step, carries, columns).whole())
    return sums


class _Step:
    """The step of a scan, with the products that it adds to carries."""

    def __init__(self, step: Program, carries: int, columns: int) -> None:
        self.program, self.count, self.columns = lowered(step), carries, columns

    def whole(self) -> Outers | None:
        """Return the step without its sums of products."""
        p = self.program
        self.readers = Counter(s for operands in p.operands for s in operands)
        self.readers.update([*p.outputs, *(g.slot for g in p.guards)])
        products = {k: self._products(k) for k in range(self.count)}
        sums = {k: pairs for k, pairs in products.items() if pairs}
        if not sums:
            return None
        kept = tuple([k for k in range(self.count) if k not in sums])
        lines = {
            slot: Factor(True, k, p.forms[slot].size)
            for k, slot in enumerate(p.inputs[self.count : self.count + self.columns])
        }
        outputs = p.outputs[self.count :]
        for k, slot in enumerate(outputs):
            lines.setdefault(slot, Factor(False, k, p.forms[slot].size))
        extra: list[int] = []
        for slot in [slot for pairs in sums.values() for pair in pairs for slot in pair]:
            if slot not in lines:
                lines[slot] = Factor(False, len(outputs) + len(extra), p.forms[slot].size)
                extra.append(slot)
        b, place = Builder(), [-1] * len(p)
        for k, slot in enumerate(p.inputs):
            if k not in sums:
                place[slot] = b.input(p.forms[slot])
        results = [*[p.outputs[k] for k in kept], *outputs, *extra]
        needed = {*results, *(g.slot for g in p.guards)}
        for slot in range(len(p) - 1, -1, -1):
            needed.update(p.operands[slot] if slot in needed else ())
        for slot in sorted(needed):
            if place[slot] < 0:
                b.copy(p, slot, place)
        program = b.finish_like(p, place, results)
        outer_products = [(k, lines[x], lines[y]) for k, pairs in sums.items() for x, y in pairs]
        return Outers(program, kept, tuple([p.forms[s].size for s in extra]), outer_products)

    def _products(self, k: int) -> list[tuple[int, int]]:
        """Return the factors of the products that a step adds to a carry; none if it does anything else with it."""
        p, carry = self.program, self.program.inputs[k]
        size = p.forms[carry].size
        if size < _LEAST:
            return []
        waiting, pairs, reads_carry = [p.outputs[k]], [], False
        while waiting:
            slot = waiting.pop()
            inner = self._flat(slot)
            pair = self._factors(inner)
            alone = self.readers[slot] == self.readers[inner] == 1
            if pair is not None:
                pairs.append(pair)
            elif inner == carry and alone:
                reads_carry = True
            elif p.ops[inner] is add and alone and all(p.forms[s].size == size for s in p.operands[inner]):
                waiting += p.operands[inner]
            else:
                return []
        return pairs[::-1] if reads_carry else []

    def _factors(self, slot: int) -> tuple[int, int] | None:
        """Return the two vectors whose outer product a matrix is, if it is one."""
        p = self.program
        if p.ops[slot] is not multiply or len(p.forms[slot].shape) != 2 or p.forms[slot].lane is not F8:
            return None
        rows, columns = p.forms[slot].shape
        for x, y in (p.operands[slot], p.operands[slot][::-1]):
            fits = p.forms[x].shape == (rows, 1) and p.forms[y].shape in ((1, columns), (columns,))
            if fits and min(rows, columns) > 1:
                return self._flat(x), self._flat(y)
        return None

    def _flat(self, slot: int) -> int:
        """Return the slot of which an array is a reshape."""
        return self.program.operands[slot][0] if self.program.ops[slot] is reshape_op else slot
