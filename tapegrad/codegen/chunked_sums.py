"""Chunked sums: the boundaries of chunks in a sum of all elements, and the order of their addition.

Tests: tests/engine/test_sums.py, tests/codegen/test_short_axes.py, tests/passes/test_tile_rows.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

from tapegrad.codegen.loop_nests import loops_over
from tapegrad.machine.lane import WIDTH, Lane, halves, select
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Buffer, Shape, contiguous
from tapegrad.machine.sums import across, add_chunk, settled

if TYPE_CHECKING:
    from tapegrad.codegen.function_writer import FunctionWriter


def sums_by_rows(shape: Shape) -> Shape:
    """Return the strides of an array of the sums of chunks, of which none has elements of two rows."""
    return (*[-(-shape[-1] // SUM_CHUNK) * s for s in contiguous(shape[:-1])], 0)


def added_up(f: FunctionWriter, sums: Buffer, count: int) -> Lane:
    """Write the loop that adds up the sums of chunks; returns the total."""
    total, lost = [_zero(f), _zero(f)]
    with f.loop(0, count, 1) as k:
        _add(f, total, lost, f.load_scalar(sums, k))
    return settled(f.e1.get(total), f.e1.get(lost))


def _zero(f: FunctionWriter) -> str:
    variable: str = f.variable("double")
    f.e1.put(f.e1.float(0.0), variable)
    return variable


def _add(f: FunctionWriter, total_at: str, lost_at: str, chunk_sum: Lane) -> None:
    total, lost = add_chunk(f.e1.get(total_at), f.e1.get(lost_at), chunk_sum)
    f.e1.put(total, total_at)
    f.e1.put(lost, lost_at)


class Sums:
    """The sums that a region ends in, of slots: in eight lanes within a chunk, over several with what rounding lost.

    Of a loop in pieces the chunks' sums are kept, and added up at the end, in the same order. Slots whose buffer
    is `given` are the chunks' sums themselves.
    """

    def __init__(
        self, function: FunctionWriter, slots: list[int], strides: list[Shape], shape: Shape, ranged: bool,
        buffers: Mapping[int, Buffer] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.f, self.e1, self.e8 = function, function.e1, function.e8
        loops = loops_over(shape, strides, True)
        self.several = math.prod(shape) > SUM_CHUNK or len(loops) > 1
        self.lanes = {s: function.variable(f"<{WIDTH} x double>") for s in slots}
        self.buffers = {**buffers}
        if ranged:
            inner = loops[-1][0]
            self.chunks = math.prod(shape) // inner * -(-inner // SUM_CHUNK)
            self.buffers = {s: function.work_buffer(8 * self.chunks) for s in slots}
        self.totals = {s: (_zero(function), _zero(function)) for s in slots if s not in self.buffers}

    def add(self, slot: int, value: Lane, mask: str | None) -> None:
        e, lanes = self.e8, self.lanes[slot]
        if mask is not None:
            value = select(Lane(value.emitter, mask, "m"), value, 0.0)
        total = e.get(lanes)
        for eight in (value,) if value.emitter.width == WIDTH else halves(value):
            total = total + eight
        e.put(total, lanes)

    @contextmanager
    def chunk(self, number: str) -> Iterator[None]:
        """Sum a chunk, which is added to the total."""
        for lanes in self.lanes.values():
            self.e8.put(self.e8.float(0.0), lanes)
        yield
        for slot, lanes in self.lanes.items():
            chunk_sum = across(self.e1, self.e8.get(lanes).name)
            if slot in self.buffers:
                self.f.store_scalar(chunk_sum, self.buffers[slot], number)
            elif self.several:
                _add(self.f, *self.totals[slot], chunk_sum)
            else:
                self.e1.put(chunk_sum, self.totals[slot][0])

    def total(self, slot: int) -> Lane:
        """Return a sum, once the loop is written."""
        if slot in self.buffers:
            return added_up(self.f, self.buffers[slot], self.chunks)
        total, lost = map(self.e1.get, self.totals[slot])
        return settled(total, lost) if self.several else total
