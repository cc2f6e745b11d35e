"""First-order linear recurrences: each step multiplies the step before by one operand and adds another.

Tests: tests/ir/test_files.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import fma
from tapegrad.machine.places import Shape, contiguous
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter


class Recur(Alone):
    """A recurrence along the static parameter `axis`, from its end with `reverse` (see `machine.recurrence`)."""

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        form, axis, reverse = p.forms[slot], p.statics[slot]["axis"], p.statics[slot]["reverse"]
        a, b = p.operands[slot]
        if form.size == 1:
            f.scalars[slot] = f.scalar(b)
            return
        factors, terms = f.strided(a, form.shape), f.strided(b, form.shape)
        target, strides, n = f.buffers[slot], contiguous(form.shape), form.shape[axis]
        carry = f.variable("double")
        with f.loops([m for d, m in enumerate(form.shape) if d != axis]) as outer:

            def at(along: str) -> list[str]:
                return [*outer[:axis], along, *outer[axis:]]

            first = at(str(n - 1) if reverse else "0")
            start = f.item(terms, first)
            f.e1.put(start, carry)
            f.store_scalar(start, target, f.offset(0, strides, first))
            if n > 1:
                with f.loop(1, n, 1) as k:
                    here = f.integer(f"sub i64 {n - 1}, {k}") if reverse else k
                    factor = f.item(factors, at(f.integer(f"sub i64 {n}, {k}") if reverse else k))
                    total = f.rounded(fma(factor, f.e1.get(carry), f.item(terms, at(here))), form)
                    f.e1.put(total, carry)
                    f.store_scalar(total, target, f.offset(0, strides, at(here)))

    def pattern(self, sweep: Any, slot: int) -> Any:
        axis, ndim = sweep.program.statics[slot]["axis"], len(sweep.program.forms[slot].shape)
        return sweep.stacked(slot, (1, 1, 1) if axis == ndim - 1 else None)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        if shapes[0] != shapes[1]:
            raise ValueError("its operands differ in shape")
        return shapes[0]
