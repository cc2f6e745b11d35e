"""Sums over axes of products of arrays that are products of matrices, by BLAS where that is faster.

``np.sum(a[:, :, None] * b, axis=1)`` is one, and so are the sums that a reverse sweep takes of an adjoint times a
factor. Which axes a factor is broadcast along tells what the matrices are. The product of all factors is never written.

Tests: tests/codegen/test_summed_products.py
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import addresses
from tapegrad.machine.lane import WIDTH, Lane, select
from tapegrad.machine.places import Buffer, Shape, Strided, coalesced, contiguous
from tapegrad.machine.sums import across
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.product import each_product, multiply

if TYPE_CHECKING:
    from tapegrad.ops.kinds.contract import Products
    from tapegrad.ops.kinds.protocols import AnyWriter

_LEAST = 20**3  # products from which BLAS pays
_SHORT = 8  # sides that leave BLAS nothing to do
_SMALLER = 8  # times that a product of some of the factors is smaller than that of all
_MOST = 4  # factors


class _Matrices(NamedTuple):
    """What BLAS multiplies: the lengths of a loop and the strides of both factors and of the result there, each."""

    rows: tuple[int, Shape]
    inner: tuple[int, Shape]
    columns: tuple[int, Shape]
    stack: list[tuple[int, Shape]]  # outside of them
    times: int  # that each product is added


def sum_by_blas(f: AnyWriter, slot: int, labels: Sequence[Any], output: Any, rule: Products) -> bool:
    """Write a sum of products as products of matrices, if it is one that BLAS does faster.

    Where one factor is 0 and the other one infinite or NaN, a gated product is 0 and not NaN; and a product of three in
    another order may overflow, or underflow. So if there is a NaN or an infinity among the results then, all of them are
    computed again, product by product as it was written.
    """
    factors = f.factors(slot)
    if factors is None or len(factors.slots) > _MOST:
        return False
    p, target = f.program, f.target(slot)
    library = Library(f, target.element)
    shape = p.forms[p.operands[slot][0]].shape
    output_strides = dict(zip(output, contiguous(p.forms[slot].shape), strict=True))
    result = tuple([output_strides.get(c, 0) for c in labels[0]])
    streams = []
    for s in factors.slots:
        stream = f.strided(s, shape)
        strides = tuple([0 if n == 1 else step for n, step in zip(shape, stream.strides, strict=True)])
        streams.append(stream._replace(strides=strides))
    best = _best(shape, streams, result, target.element)
    if best is None or addresses.blas(f"{library.letter}gemm") is None:
        return False
    left, right, matrices = best
    sides = [_joined(f, shape, [streams[k] for k in part], target.element) for part in (left, right)]
    _write(f, library, matrices, sides, target)
    if factors.gated or len(streams) > 2:
        with f.when(_finite(f, target, p.forms[slot].size) != 0.0):
            f.reduce(slot, labels, output, rule, shared=False)
    return True


def _best(
    shape: Shape, streams: Sequence[Strided], result: Shape, element: str
) -> tuple[list[int], list[int], _Matrices] | None:
    """Find which factors are multiplied first, on either side of a product of matrices, and the matrices; None if there are none."""
    least, best = math.prod(shape) // _SMALLER, None
    every = range(len(streams))
    for count in range(1, len(streams)):
        for right in itertools.combinations(every[1:], count):
            parts = [k for k in every if k not in right], [*right]
            size, strides = 0, []
            for part in parts:
                group = [streams[k] for k in part]
                if _lies(group, element):
                    strides.append(group[0].strides)
                else:
                    strides.append(_packed(_joint(shape, group)))
                    size += math.prod(_joint(shape, group))
            matrices = _matrices(shape, strides[0], strides[1], result) if size < least else None
            if matrices is not None:
                least, best = size, (*parts, matrices)
    return best


def _lies(streams: Sequence[Strided], element: str) -> bool:
    """Tell whether BLAS can read a product of factors, because it is one in memory."""
    (first, *others) = streams
    return not others and first.table is None and first.value is None and first.buffer.element == element


def _joint(shape: Shape, streams: Sequence[Strided]) -> Shape:
    """Return the shape that some factors have together."""
    return tuple([n if any(steps) else 1 for n, *steps in zip(shape, *[x.strides for x in streams], strict=True)])


def _packed(shape: Shape) -> Shape:
    """Return the strides of an array in C order, 0 where there is one element."""
    return tuple([0 if n == 1 else s for n, s in zip(shape, contiguous(shape), strict=True)])


def _matrices(shape: Shape, left: Shape, right: Shape, result: Shape) -> _Matrices | None:
    """Find the matrices; None if there are none, or if they are too small."""
    rows: list[tuple[int, Shape]] = []
    inner, columns, stack, times = rows[:], rows[:], rows[:], 1
    for loop in coalesced(shape, [left, right, result]):
        n, (a, b, c) = loop
        if c:
            (stack if bool(a) == bool(b) else rows if a else columns).append(loop)
        elif a and b:
            inner.append(loop)
        elif a or b:
            return None
        else:
            times *= n
    if not rows or not columns or len(inner) != 1:
        return None
    last = max(columns, key=lambda loop: loop[1][2] == 1)
    first = max(rows, key=lambda loop: (loop[1][2] == 1, loop[0]))
    sides = first[0], inner[0][0], last[0]
    if 1 not in (first[1][2], last[1][2]) or min(sides) < _SHORT or math.prod(sides) < _LEAST:
        return None
    return _Matrices(first, inner[0], last, [x for x in (*rows, *columns, *stack) if x not in (first, last)], times)


def _joined(f: AnyWriter, shape: Shape, streams: Sequence[Strided], element: str) -> Buffer:
    """Return the product of some factors in memory: where it lies, if it is one."""
    if _lies(streams, element):
        buffer, offset = streams[0].buffer, streams[0].offset
        return f.beginning(buffer, offset) if offset else buffer
    joint = _joint(shape, streams)
    joined = Strided(Buffer(f.work_at(f.reserve(8 * math.prod(joint))), element), 0, _packed(joint))
    least = float(np.finfo(np.float32 if element == "float" else np.float64).tiny)

    def body(turn: Any) -> None:
        value = turn.read(1)
        for k in range(2, len(streams) + 1):
            factor = turn.read(k)
            product = value * factor
            lost = (abs(product) < least) & (value != 0.0) & (factor != 0.0)  # digits that the whole product may have
            value = select(lost, math.nan, product)
        turn.write(0, value)

    f.nest(joint, [joined, *streams], body)
    return joined.buffer


def _write(f: AnyWriter, library: Library, matrices: _Matrices, factors: Sequence[Buffer], target: Buffer) -> None:
    """Write the products of matrices, one for each index of the stack."""
    first, inner, last, stack, times = matrices
    buffers = [*factors, target]
    if last[1][2] != 1:  # the transpose of the product of the transposes
        first, last = last, first
        sides = 1, 0
    else:
        sides = 0, 1
    left, right = sides

    def product(indices: list[str], alone: bool) -> None:
        parts = []
        for k, buffer in enumerate(buffers):
            at = f.offset(0, [strides[k] for _, strides in stack], indices)
            parts.append(buffer if at == "0" else Buffer(f.pointer(buffer, at), buffer.element))
        a = Array(parts[left], (inner[0], first[0]), (inner[1][left], first[1][left]))
        b = Array(parts[right], (last[0], inner[0]), (last[1][right], inner[1][right]))
        c = Array(parts[2], (last[0], first[0]), (1, first[1][2]))
        multiply(f, library, b, a, c, first[1][2], float(times), alone)

    lying = all(
        Array(b, (x[0], y[0]), (x[1][k], y[1][k])).order
        for b, k, x, y in ((buffers[left], left, inner, first), (buffers[right], right, last, inner))
    )
    each_product(f, [n for n, _ in stack], first[0] * inner[0] * last[0], lying, product)


def _finite(f: AnyWriter, buffer: Buffer, size: int) -> Lane:
    """Return 0 if all elements are finite; else NaN."""
    total = f.variable(f"<{WIDTH} x double>")
    f.e8.put(f.e8.float(0.0), total)

    def body(turn: Any) -> None:
        f.e8.put(f.e8.get(total) + turn.read(0, 0.0) * 0.0, total)

    f.nest((size,), [Strided(buffer, 0, (1,))], body)
    return across(f.e1, f.e8.get(total).name)
