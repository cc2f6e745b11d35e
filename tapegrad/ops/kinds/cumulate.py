"""Running sums and products.

Tests: tests/ops/test_refused_arguments.py, tests/ops/test_batched.py, tests/ir/test_op_names.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Buffer, Shape, Strided, contiguous
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyScalars, AnyWriter


_LINES = 12  # of LLVM text, roughly, for one element
_COLUMNS = 256  # that are summed at a time


class Cumulate(Alone):
    """A running sum, or product, along the static parameter `axis`."""

    def __init__(self, product: bool = False) -> None:
        self.product = product

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        form, axis = p.forms[slot], p.statics[slot]["axis"]
        (x,) = p.operands[slot]
        if form.size == 1:
            f.scalars[slot] = f.scalar(x)
            return
        n, last = form.shape[axis], form.shape[-1]
        if axis < len(form.shape) - 1 and last >= WIDTH:
            self._rows(f, slot, x, axis)
            return
        target, strides = f.buffers[slot], contiguous(form.shape)
        others = [n for d, n in enumerate(form.shape) if d != axis]

        def line(outer: list[str]) -> None:
            source, carry = f.strided(x, form.shape), f.variable("double")
            f.e1.put(f.e1.float(float(self.product)), carry)
            with f.loops([n]) as (along,):
                indices = [*outer[:axis], along, *outer[axis:]]
                item = f.item(source, indices)
                before = f.e1.get(carry)
                total = f.rounded(before * item if self.product else before + item, form)
                f.e1.put(total, carry)
                f.store_scalar(total, target, f.offset(0, strides, indices))

        f.each(others, _LINES * n, line)

    def _rows(self, f: AnyWriter, slot: int, x: int, axis: int) -> None:
        """Write sums along an axis that is not the last one: rows to which rows are added, some columns at a time."""
        form = f.program.forms[slot]
        before, n, between, last = form.shape[:axis], form.shape[axis], form.shape[axis + 1 : -1], form.shape[-1]
        target, strides = f.buffers[slot], contiguous(form.shape)

        def columns(first: str, width: int, outer: list[str]) -> None:
            source = f.strided(x, form.shape)

            def row(k: str) -> Strided:
                """Return some columns of a row of the result."""
                at = [*outer[:axis], k, *outer[axis:], first]
                return Strided(Buffer(f.pointer(target, f.offset(0, strides, at)), target.element), 0, (1,))

            def item(k: str) -> Strided:
                """Return the same columns of a row of the operand."""
                if source.value is not None:
                    return source._replace(strides=(0,))
                at = f.offset(source.offset, source.strides, [*outer[:axis], k, *outer[axis:], first])
                buffer, table = source.buffer, source.table
                if table is not None:
                    table = Buffer(f.pointer(table, at), table.element)
                else:
                    buffer = Buffer(f.pointer(buffer, at), buffer.element)
                return Strided(buffer, 0, source.strides[-1:], table)

            def total(turn: Any) -> None:
                total, value = turn.read(1), turn.read(2)
                turn.write(0, f.rounded(total * value if self.product else total + value, form))

            f.copy((width,), item("0"), row("0"))
            if n > 1:
                with f.loop(1, n, 1) as k:
                    f.nest((width,), [row(k), row(f.offset(-1, (1,), (k,))), item(k)], total)

        blocks = max(1, last // _COLUMNS)

        def block(at: list[str]) -> None:
            *outer, number = at
            columns(f.offset(0, (_COLUMNS,), (number,)), min(_COLUMNS, last), outer)

        f.each([*before, *between, blocks], n * min(_COLUMNS, last), block)
        if last > blocks * _COLUMNS:
            f.each(
                [*before, *between],
                n * (last - blocks * _COLUMNS),
                lambda outer: columns(str(blocks * _COLUMNS), last - blocks * _COLUMNS, outer),
            )

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        (x,) = args
        axis = scalars.program.statics[slot]["axis"]
        rows = np.moveaxis(x, axis, 0).copy()
        for k in range(1, len(rows)):
            for place in np.ndindex(rows.shape[1:]):
                before, item = rows[k - 1, *place], rows[k, *place]
                rows[k, *place] = before * item if self.product else before + item
        return np.moveaxis(rows, 0, axis)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.cumulated(slot)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        return shapes[0]
