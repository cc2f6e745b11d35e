"""Target blocks: additions to many places that are known when code is written, in an order that threads can share.

The places are cut into blocks, and what is added is sorted by the block that it goes to. So no two blocks have a place
in common, and within a block the order stays: sums have the bits of additions one after the other.

Tests: tests/codegen/test_shared_instructions.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.machine.lane import Lane

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter

_BLOCKS = 4  # each of which reads through all that is added
_LEAST = 1 << 14  # additions from which on the tables pay


def many(f: AnyWriter, count: int, lines: int) -> bool:
    """Tell whether so many additions, of so many lines each, are worth being sorted by blocks."""
    return count >= _LEAST and f.shareable(count * lines)


def each_in_blocks(
    f: AnyWriter, tables: Sequence[np.ndarray], length: int, lines: int, write: Callable[..., None],
    whole: Callable[[], None],
) -> None:  # fmt: skip
    """Write additions that threads share, or the loop over all of them, which is faster for one thread.

    Parameters
    ----------
    tables : sequence of ndarray
        Positions, the first of which are targets below `length`.
    lines : int
        Of one addition.
    write : callable
        ``write(*positions)`` writes one.
    whole : callable
        Writes all of them, in the order of the tables.
    """
    targets, length = tables[0], int(length)  # it shapes the tables
    width = -(-length // _BLOCKS)
    block = (targets // width).astype(np.uint8)
    order = np.argsort(block, kind="stable")
    blocks = -(-length // width)
    starts = f.table(np.searchsorted(block[order], np.arange(blocks + 1)))
    sorted_tables = [f.pooled(_narrow(table[order])) for table in tables]

    def some(at: list[str]) -> None:
        (number,) = at
        first, stop = f.load_index(starts, number), f.load_index(starts, f.offset(1, (1,), (number,)))
        with (
            f.when(Lane(f.e1, f.integer(f"icmp slt i64 {first}, {stop}"), "m")),
            f.loop(first, stop, 1, max(1, targets.size // blocks)) as k,
        ):
            write(*[f.load_index(table, k) for table in sorted_tables])

    f.each([blocks], lines * targets.size // blocks, some, whole)


def _narrow(table: np.ndarray) -> np.ndarray:
    return table.astype(np.int32 if table.max(initial=0) < 2**31 else np.int64)
