"""Programs of vectors within a program: run once, or step after step."""

from __future__ import annotations

from typing import Any

from tapegrad.errors import TapeFileError
from tapegrad.machine.places import Shape, Strided
from tapegrad.ops.kinds.kind import Alone


class Subprogram(Alone):
    """The static parameter `program`, run once on one vector."""

    single = False  # programs are of float64
    may_fail = True
    known = False

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        vectors, own = [f.contiguous(s) for s in p.operands[slot]], f.inner(p.statics[slot]["program"])
        target = f.target(slot)
        own.give([v.pointer for v in vectors])
        own.run(target.pointer)
        f.done(slot, target)

    def pattern(self, sweep: Any, slot: int) -> Any:
        (x, *_) = sweep.program.operands[slot]
        return sweep.composed(sweep.within(slot, 0), sweep.rows[x])

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
        found: Shape = result.shape
        return found


class Scan(Subprogram):
    """The program run for each row of the second operand, on the carry of the step before and the third operand.

    The result has a row of carry and outputs for each step, and before them the first carry.
    """

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        carry, rows, _ = p.operands[slot]
        vectors, own = [f.contiguous(s) for s in p.operands[slot]], f.inner(p.statics[slot]["program"])
        target = f.target(slot)
        steps, line = p.forms[rows].shape
        width, first = p.forms[slot].shape[1], p.forms[carry].size
        own.give([v.pointer for v in vectors])
        f.fill(target, width)
        if first:
            f.copy((first,), carry, Strided(target, 0, (1,)))
        if steps:
            with f.loop(0, steps, 1) as t:
                row = f.offset(0, (width,), (t,))
                here = [f.pointer(target, row), f.pointer(vectors[1], f.offset(0, (line,), (t,)))]
                own.give(here)
                own.run(f.pointer(target, f.offset(width, (1,), (row,))))
        f.done(slot, target)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stepped(slot)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        carry, (steps, line), constants = shapes
        (width,) = self._result([carry, (line,), constants], static["program"])
        if width < carry[0]:
            raise TapeFileError("the program that it runs returns no carry")
        return steps + 1, width
