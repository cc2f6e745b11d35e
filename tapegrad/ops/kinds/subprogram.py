"""Programs of vectors within a program: run once, or step after step."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.machine.places import Shape
from tapegrad.machine.status import INNER_GUARD
from tapegrad.ops.kinds.kind import Alone
from tapegrad.ops.kinds.stepping import Stepping


class Subprogram(Alone):
    """The static parameter `program`, run once on one vector."""

    single = False  # programs are of float64
    statuses = (INNER_GUARD,)

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        vectors, inner = [f.contiguous(s) for s in p.operands[slot]], f.inner(p.statics[slot]["program"])
        target = f.target(slot)
        inner.give([v.pointer for v in vectors])
        inner.run([target.pointer])
        f.done(slot, target)

    def pattern(self, sweep: Any, slot: int) -> Any:
        (x, *_) = sweep.program.operands[slot]
        return sweep.composed(sweep.within(slot, 0), sweep.rows[x])

    def value(self, sweep: Any, slot: int) -> np.ndarray | None:
        return None

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        return self._result(shapes, static["program"])

    def _result(self, shapes: list[Shape], program: Any) -> Shape:
        """Find the shape of what a program gives."""
        (result,) = program.output_forms
        forms = (*program.input_forms, result)
        if [f.shape for f in program.input_forms] != shapes or any(
            len(f.shape) != 1 or f.dtype != "f8" or f.lane != "f8" for f in forms
        ):
            raise TapeFileError("the program that it runs does not fit")
        shape: Shape = result.shape
        return shape


class Scan(Subprogram):
    """The static parameter `program`, run step after step.

    The operands are `carries` vectors, `columns` matrices with a line for each step, and constants. A step runs the
    program on the carries, on a line of each matrix and on the constants; it gives the next carries, and further
    vectors. With `backwards` the last line comes first. The result is described by `stepping.Layout`.

    A step gives no numbers and changes no carry where the one number of the carry or column `active`, if there is such,
    is 0: after a carry is, all further steps, and in a column the steps that come first.
    """

    scans = True

    def plan(self, plan: Any, slot: int) -> None:
        super().plan(plan, slot)
        if "parts" in plan.program.statics[slot]:  # which have memory of their own
            plan.stored.discard(slot)

    def write(self, f: Any, slot: int) -> None:
        Stepping(f, slot)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stepped(slot)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        if any(type(static[name]) is not int or static[name] < 0 for name in ("carries", "columns")):
            raise TapeFileError("it has no number of carries and columns")
        if static["carries"] + static["columns"] > len(shapes):
            raise TapeFileError(f"it has {len(shapes)} operands, and more carries and columns")
        if any(type(static[name]) is not bool for name in ("keep", "backwards")):
            raise TapeFileError("it has no direction, or does not say whether carries are kept")
        active = static["active"]
        if active is not None:
            in_range = type(active) is int and 0 <= active < static["carries"] + static["columns"] <= len(shapes)
            if not in_range or shapes[active][-1:] != (1,):
                raise TapeFileError("it has no number that says whether it has ended")
            if any(f.size for f in static["program"].output_forms[static["carries"] :]):
                raise TapeFileError("it gives numbers, and may end")
        result: Shape = op.infer(*shapes, **static)
        return result
