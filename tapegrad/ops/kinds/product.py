"""Products of matrices by BLAS, where that is faster than the loops of a contraction.

The loops need no call, and win on small products and on those of middle size that read their operands in the order of
memory. Measured: BLAS pays from some 30 x 30 x 30 on where the last operand must be read along its columns, and else
from 128 x 128 x 128 on, where no side is short.

Tests: tests/ops/test_products.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.machine import addresses
from tapegrad.machine.places import Buffer, contiguous
from tapegrad.machine.product_tiles import tile_width
from tapegrad.ops.kinds.blas_calls import Array, Library

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_ACROSS = 30**3  # products from which BLAS pays where the last operand is read along its columns
_ANY = 128**3  # and where it is not
_SHORT = 16  # sides that leave BLAS nothing to do
LINE = 12  # multiplications that take as long as a line of LLVM text


def by_blas(f: AnyWriter, slot: int, labels: Sequence[Any], output: Any) -> bool:
    """Write a contraction as products of matrices, if it is one that BLAS does faster."""
    p = f.program
    operands = p.operands[slot]
    if len(operands) != 2:
        return False
    shapes = [dict(zip(names, p.forms[s].shape, strict=True)) for names, s in zip(labels, operands, strict=True)]
    left, right = shapes
    reduced = [c for c in {**left, **right} if c not in output]
    rows = [c for c in left if c not in right and c not in reduced]
    columns = [c for c in right if c not in left and c not in reduced]
    if len(reduced) != 1 or not rows or not columns or output[-1] not in (*rows, *columns):
        return False
    if output[-1] in rows:  # the transpose of the product of the transposes
        left, right, rows, columns, operands = right, left, columns, rows, operands[::-1]
    (k,), i, j = reduced, max(rows, key=lambda c: left[c]), output[-1]
    if left.get(k) != right.get(k):
        return False
    target = f.target(slot)
    sides = left[i], left[k], right[j]
    least = _ANY if _stride(f, operands[1], right, j) == 1 else _ACROSS
    count = sides[0] * sides[1] * sides[2]
    library = Library(f, target.element)
    if min(sides) < _SHORT or count < least or addresses.blas(f"{library.letter}gemm") is None:
        return False
    x, y = (Array.of(f, s, target.element) for s in operands)
    strides = dict(zip(output, contiguous(p.forms[slot].shape), strict=True))
    stack = [c for c in output if c not in (i, j)]
    lengths = dict(zip(output, p.forms[slot].shape, strict=True))

    def product(indices: list[str], alone: bool) -> None:
        at = dict(zip(stack, indices, strict=True))
        a = _matrix(f, x, left, (k, i), at)
        b = _matrix(f, y, right, (j, k), at)
        first = f.offset(0, [strides[c] for c in stack], indices)
        c = Array(
            target if first == "0" else Buffer(f.pointer(target, first), target.element),
            sides[2:] + sides[:1],
            (1, strides[i]),
        )
        multiply(f, library, b, a, c, strides[i], alone=alone)

    start = dict.fromkeys(stack, "0")
    lying = bool(_matrix(f, x, left, (k, i), start).order and _matrix(f, y, right, (j, k), start).order)
    each_product(f, [lengths[c] for c in stack], count, lying, product)
    f.done(slot, target)
    return True


def each_product(
    f: AnyWriter, stack: Sequence[int], count: int, lying: bool, product: Callable[[list[str], bool], None]
) -> None:
    """Write products of so many multiplications each, for all indices of a stack; each is told whether it is alone.

    Threads may share them if BLAS can read all matrices where they are `lying`.
    """
    if math.prod(stack) == 1:
        product(["0"] * len(stack), True)
    elif lying:
        f.each(stack, count // LINE, lambda indices: product(indices, False))
    else:
        with f.loops(stack) as indices:
            product(indices, False)


def multiply(
    f: AnyWriter, library: Library, left: Array, right: Array, out: Array, leading: int, times: float = 1.0,
    alone: bool = False,
) -> None:  # fmt: skip
    """Write one product, or one for each tile of a large one; threads may share those of a product that is `alone`, no
    part of a loop.
    """
    (rows, inner), columns = left.shape, right.shape[1]
    (over_left, left, at_left), (over_right, right, at_right) = left.as_columns(library), right.as_columns(library)
    cut = int(columns >= rows)
    longer = (rows, columns)[cut]
    width = tile_width(longer, (rows, columns)[1 - cut], inner)

    def call(first: str, length: int | Array) -> None:
        sides = (rows, length) if cut else (length, columns)
        parts = [left, right, out]
        for k, axis in ((1, 1), (2, 1)) if cut else ((0, 0), (2, 0)):
            x = parts[k]
            pointer = f.pointer(x.buffer, f.offset(0, (x.strides[axis],), (first,)))
            parts[k] = Array(Buffer(pointer, x.buffer.element), x.shape, x.strides)
        library.multiply(
            over_left, over_right, *sides, inner, times, parts[0], at_left, parts[1], at_right, 0.0, parts[2], leading
        )
        f.repeated += width * (rows, columns)[1 - cut] * inner // LINE

    def tile(at: list[str]) -> None:
        first = f.offset(0, (width,), at)
        if longer % width == 0:
            call(first, width)
            return
        rest = f.integer(f"sub i64 {longer}, {first}")
        fewer = f.integer(f"icmp slt i64 {rest}, {width}")
        length = Buffer(f.variable("i64"), "i64")
        f.lines.append(f"  store i64 {f.integer(f'select i1 {fewer}, i64 {rest}, i64 {width}')}, ptr {length.pointer}")
        call(first, Array(length, (1,), (1,)))

    tiles, lines = -(-longer // width), width * (rows, columns)[1 - cut] * inner // LINE
    if alone and tiles > 1 and f.shareable(tiles * lines):
        f.each([tiles], lines, tile)
        return
    full = longer // width * width
    with f.loop(0, full, width) as first:
        call(first, width)
    if full < longer:
        call(str(full), longer - full)


def _stride(f: AnyWriter, slot: int, lengths: dict[Any, int], label: Any) -> int | None:
    """Return the stride of an operand along a label; None where a table says where its elements lie."""
    stream = f.strided(slot, tuple(lengths.values()))
    return None if stream.table is not None else stream.strides[list(lengths).index(label)]


def _matrix(f: AnyWriter, x: Array, lengths: dict[Any, int], axes: tuple[Any, Any], at: dict[Any, str]) -> Array:
    """Return the matrix of two labels of an operand, at indices of the others."""
    strides = dict(zip(lengths, x.strides, strict=True))
    outer = [c for c in lengths if c not in axes]
    first = f.offset(0, [strides[c] if lengths[c] != 1 else 0 for c in outer], [at[c] for c in outer])
    buffer = x.buffer if first == "0" else Buffer(f.pointer(x.buffer, first), x.buffer.element)
    return Array(buffer, tuple(lengths[c] for c in axes), tuple(strides[c] for c in axes))
