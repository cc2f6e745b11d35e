"""The position of an extreme element along the static parameter `axis`: of a NaN, if there is one, else of the first one.

Tests: tests/ops/test_no_dimensions.py, tests/tensor/test_exits.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.dtypes import I8
from tapegrad.machine.lane import Lane, bits, from_bits, select
from tapegrad.machine.places import Shape, contiguous
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyForm, AnyWriter


class Extreme(Alone):
    """Positions of the largest elements, or of the smallest."""

    any_dtype = True

    def __init__(self, largest: bool) -> None:
        self.largest = largest

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        (x,) = p.operands[slot]
        form, axis = p.forms[x], p.statics[slot]["axis"]
        source, target = f.strided(x, form.shape), f.target(slot)
        others = [n for d, n in enumerate(form.shape) if d != axis]
        best, place = f.variable("double"), f.variable("double")
        with f.loops(others) as outer:

            def item(along: str) -> Lane:
                return f.item(source, [*outer[:axis], along, *outer[axis:]])

            f.e1.put(item("0"), best)
            f.e1.put(from_bits(_word(f, "0")), place)
            if form.shape[axis] > 1:
                with f.loop(1, form.shape[axis], 1) as along:
                    here, there = item(along), f.e1.get(best)
                    better = self._better(form, here, there)
                    f.e1.put(select(better, here, there), best)
                    f.e1.put(select(better, from_bits(_word(f, along)), f.e1.get(place)), place)
            f.store_scalar(f.e1.get(place), target, f.offset(0, contiguous(tuple(others)), outer))
        f.done(slot, target)

    def _better(self, form: AnyForm, here: Lane, there: Lane) -> Lane:
        """Tell whether an element comes before the best one so far."""
        if form.lane is None:
            name = f"icmp {'u' if form.dtype.kind == 'u' else 's'}{'gt' if self.largest else 'lt'}"
            return here.emitter.emit(f"{name} i64 {bits(here).name}, {bits(there).name}", "m")
        beyond = here > there if self.largest else here < there
        return (beyond | (here != here)) & (there == there)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        (x,) = shapes
        axis = static["axis"]
        if not x[axis]:
            raise ValueError("an empty axis")
        return (*x[:axis], *x[axis + 1 :])

    def pattern(self, sweep: Any, slot: int) -> Any:
        return None

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        return I8


def _word(f: AnyWriter, index: str) -> Lane:
    """Return an index of a loop as an integer lane."""
    return f.e1.emit(f"add i64 {index}, 0", "i")
