"""Convolutions over the last axes of stacks: directly where that pays, in machine code, else by Python's forward.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import direct_convolutions
from tapegrad.machine.extents import plain
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Buffer, Shape, contiguous
from tapegrad.ops.kinds.call import Array, Call, Library
from tapegrad.ops.kinds.python_call import Python
from tapegrad.ops.kinds.taps import Taps, convolution_taps

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyProgram


def is_direct(x: Shape, y: Shape, full: bool, method: str) -> bool:
    """Tell whether a convolution of arrays of these shapes, none of them empty, is summed directly."""
    return method == "direct" or direct_convolutions.pays(x, y, full)


class Convolve(Python):
    """A convolution over the last `rank` axes: the static parameters are `rank`, `mode` and `method`."""

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        static = p.statics[slot]
        rank, full = static["rank"], static["mode"] == "full"
        shapes = plain([p.forms[s].shape for s in p.operands[slot]])
        x, y = (shape[len(shape) - rank :] for shape in shapes)
        empty = any(0 in shape for shape in (*shapes, p.forms[slot].shape))
        if not rank or empty or not is_direct(x, y, full, static["method"]):
            super().write(f, slot)
        else:
            Call(_write, ranks=(rank,) * 3, needs=()).write(f, slot)

    def taps(self, program: AnyProgram, slot: int) -> Taps | None:
        shapes, static = [program.forms[s].shape for s in program.operands[slot]], program.statics[slot]
        return convolution_taps(shapes, program.forms[slot].shape, static["rank"], static["mode"] == "full", False)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.tapped(slot, self.taps(sweep.program, slot))


def _write(library: Library, x: Array, y: Array, out: Array, *, rank: int, mode: str, method: str) -> None:
    """Write the call for one member of a stack."""
    x, y, out = (Array(a.buffer, plain(a.shape), a.strides) for a in (x, y, out))
    if mode == "full" and math.prod(x.shape) < math.prod(y.shape):
        x, y = y, x
    f, how = library.f, direct_convolutions.order(x.shape, y.shape, mode == "full")
    dtype = "f4" if library.element == "float" else "f8"

    def call(name: str, numbers: list[int], *buffers: Buffer) -> None:
        sizes = f.table(np.array(numbers))
        f.call("void", direct_convolutions.symbol(name, dtype), [b.pointer for b in (*buffers, sizes)])
        f.repeated += math.prod(y.shape) * math.prod(out.shape) // 20

    if isinstance(how, direct_convolutions.RowSums):
        last = f.pointer(y.buffer, str(sum((n - 1) * s for n, s in zip(y.shape, y.strides, strict=True))))
        turned = Array(Buffer(last, y.buffer.element), y.shape, tuple(-s for s in y.strides))
        results = _in_order(library, out, copy=False)
        call(
            "rows", [math.prod(out.shape), len(how.rows), y.shape[-1]], _in_order(library, x).buffer,
            _in_order(library, turned).buffer, f.table(how.starts), f.table(how.rows), results.buffer,
        )  # fmt: skip
        if results is not out:
            library.copy(results, out)
        return
    around = library.new(how.size)
    inside = library.new(how.size) if mode == "full" else around
    place = sum(b * s for b, s in zip(how.before, contiguous(how.shape), strict=True))
    f.fill(around.buffer, how.size)
    library.copy(x, _part(library, around, place, x.shape, how.shape))
    if mode == "full":
        f.fill(inside.buffer, how.size)
        ones = library.new(1)
        f.fill(ones.buffer, 1, 1.0)
        spread = Array(ones.buffer, x.shape, (0,) * rank)
        library.copy(spread, _part(library, inside, place, x.shape, how.shape))
    results = library.new(-(-how.results // WIDTH) * WIDTH)
    call(
        "taps", [math.prod(y.shape), how.results, mode == "full"], around.buffer, inside.buffer,
        _in_order(library, y).buffer, f.table(how.offsets), results.buffer,
    )  # fmt: skip
    library.copy(_part(library, results, 0, out.shape, how.shape), out)


def _part(library: Library, memory: Array, start: int, shape: Shape, of: Shape) -> Array:
    """Return the elements of memory that are an array within one of a shape."""
    pointer = library.f.pointer(memory.buffer, str(start))
    return Array(Buffer(pointer, memory.buffer.element), shape, contiguous(of))


def _in_order(library: Library, x: Array, copy: bool = True) -> Array:
    """Return an array in C order: itself, or memory for it, with a copy of it."""
    if x.strides == contiguous(x.shape):
        return x
    other = library.new(*x.shape[::-1]).T
    return library.copy(x, other) if copy else other
