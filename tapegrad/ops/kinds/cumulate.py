"""Running sums and products.

Tests: tests/ops/test_refused_arguments.py, tests/ops/test_batched.py, tests/ir/test_op_names.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.places import Shape, contiguous
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyScalars, AnyWriter


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
        source, target, strides = f.strided(x, form.shape), f.buffers[slot], contiguous(form.shape)
        carry = f.variable("double")
        others = [n for d, n in enumerate(form.shape) if d != axis]
        with f.loops(others) as outer:
            f.e1.put(f.e1.float(float(self.product)), carry)
            with f.loops([form.shape[axis]]) as (along,):
                indices = [*outer[:axis], along, *outer[axis:]]
                item = f.item(source, indices)
                before = f.e1.get(carry)
                total = f.rounded(before * item if self.product else before + item, form)
                f.e1.put(total, carry)
                f.store_scalar(total, target, f.offset(0, strides, indices))

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
