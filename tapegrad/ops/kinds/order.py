"""The order of elements along an axis, and elements moved by it.

Compiled code sorts short lines itself, and code that leaves the process all lines: by Batcher's odd-even merge, whose
exchanges do not depend on values (Knuth, The Art of Computer Programming 3, section 5.2.2, algorithm M). Equal elements
are told apart by their places, so they stay in order, and NaN comes last.

Tests: tests/ops/test_orders.py, tests/export/test_c_ops.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tapegrad.machine.lane import Lane, bits, from_bits, select
from tapegrad.machine.places import Buffer, contiguous
from tapegrad.machine.status import OUTSIDE
from tapegrad.ops.kinds.line_calls import Lines
from tapegrad.ops.kinds.python_call import Forward
from tapegrad.ops.kinds.search import Before, before_of

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_LINES = 16  # of LLVM text, roughly, for an element that is moved
_SHORT = 128  # elements that are sorted sooner than NumPy is called


class Order(Lines):
    """Positions of the elements in ascending order along the static parameter `axis`.

    With `ranks` only those at these places of the order; all are the position of a NaN where there is one.
    """

    local = False

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (x,), axis, ranks = p.operands[slot], p.statics[slot]["axis"], p.statics[slot].get("ranks")
        form, before = p.forms[x], before_of(p.forms[x], p.forms[x], right=False)
        n = form.shape[axis]
        if before is None or n == 0 or (f.calls_python and n > _SHORT):
            super().write(f, slot)
            return
        source, target, strides = f.strided(x, form.shape), f.target(slot), contiguous(p.forms[slot].shape)
        keys, places = (f.scratch(8 * n, k) for k in range(2))
        others = [length for d, length in enumerate(form.shape) if d != axis]
        with f.loops(others) as outer:

            def put(k: str, place: Lane) -> None:
                word = f.e1.emit(f"fptosi double {place.name} to i64", "i")
                f.store_scalar(from_bits(word), target, f.offset(0, strides, [*outer[:axis], k, *outer[axis:]]))

            with f.loop(0, n, 1) as k:
                f.store_scalar(f.item(source, [*outer[:axis], k, *outer[axis:]]), keys, k)
                f.store_scalar(f.e1.emit(f"sitofp i64 {k} to double", "f"), places, k)
            _sort(f, keys, places, n, before)
            if ranks is None:
                with f.loop(0, n, 1) as k:
                    put(k, f.load_scalar(places, k))
            else:
                worst, last = f.load_scalar(keys, str(n - 1)), f.load_scalar(places, str(n - 1))
                for count, rank in enumerate(ranks):
                    put(str(count), select(worst != worst, last, f.load_scalar(places, str(rank % n))))
        f.done(slot, target)


def _exchanges(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield Knuth's p, r and d: elements i and i + d are put in order for all i < n - d with i & p = r."""
    first = 1 << ((n - 1).bit_length() - 1) if n > 1 else 0
    p = first
    while p:
        q, r, d = first, 0, p
        yield p, r, d
        while q != p:
            d, q, r = q - p, q // 2, p
            yield p, r, d
        p //= 2


def _sort(f: AnyWriter, keys: Buffer, places: Buffer, n: int, before: Before) -> None:
    """Write the sort of keys, and of their places with them."""
    for p, r, d in _exchanges(n):
        with f.loop(0, n - d, 1) as i:
            j = f.integer(f"add nsw i64 {i}, {d}")
            chosen = f.e1.emit(f"icmp eq i64 {f.integer(f'and i64 {i}, {p}')}, {r}", "m")
            (a, b), (at_a, at_b) = ([f.load_scalar(x, k) for k in (i, j)] for x in (keys, places))
            swapped = chosen & (before(b, a) | (~before(a, b) & (at_a > at_b)))
            for x, y, buffer in ((a, b, keys), (at_a, at_b, places)):
                f.store_scalar(select(swapped, y, x), buffer, i)
                f.store_scalar(select(swapped, x, y), buffer, j)


class Moved(Forward):
    """Elements of the first operand at the positions that the second one has along the static parameter `axis`.

    Parameters
    ----------
    puts : bool
        The elements are put to these positions, among zeros.
    """

    local = False
    statuses = (OUTSIDE,)

    def __init__(self, puts: bool) -> None:
        super().__init__()
        self.puts = puts

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (x, order), axis, form = p.operands[slot], p.statics[slot]["axis"], p.forms[slot]
        if form.dtype.kind == "c" or not p.forms[x].size:
            super().write(f, slot)
            return
        target, length = f.target(slot), (form if self.puts else p.forms[x]).shape[axis]
        if self.puts:
            f.fill(target, form.size, shared=True)

        def element(at: list[str]) -> None:
            source, index = (f.strided(s, p.forms[s].shape) for s in (x, order))
            word = bits(f.item(index, at))
            f.return_if(f.integer(f"icmp uge i64 {word.name}, {length}"), str(OUTSIDE))  # negative ones are the largest
            moved = [*at[:axis], word.name, *at[axis + 1 :]]
            value = f.item(source, at if self.puts else moved)
            f.store_scalar(value, target, f.offset(0, contiguous(form.shape), moved if self.puts else at))

        f.each(p.forms[order].shape, _LINES, element)
        f.done(slot, target)
