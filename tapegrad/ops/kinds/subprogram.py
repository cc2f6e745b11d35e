"""Programs of vectors within a program: run once, or step after step."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from tapegrad.errors import TapeFileError
from tapegrad.machine.places import Buffer, Shape, Strided
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
        own.run([target.pointer])
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


class Layout:
    """Where the parts of a scan's result lie, one after the other in a vector.

    These are the last carries, then each output of the steps as lines, and with `keep` each carry, as it was before
    the steps, as lines.

    Attributes
    ----------
    sizes : list of int
        Of the last carries.
    widths : list of int
        Of what has a line for each step.
    starts : list of int
        Of all parts, and where the last one ends.
    """

    def __init__(self, program: Any, steps: int, carries: int, keep: bool) -> None:
        sizes = [f.size for f in program.output_forms]
        self.steps, self.sizes = steps, sizes[:carries]
        self.widths = sizes[carries:] + (self.sizes if keep else [])
        self.starts = [*accumulate([*self.sizes, *(steps * w for w in self.widths)], initial=0)]


class Scan(Subprogram):
    """The static parameter `program`, run step after step.

    The operands are `carries` vectors, `columns` matrices with a line for each step, and constants. A step runs the
    program on the carries, on a line of each matrix and on the constants; it gives the next carries, and further
    vectors. With `backwards` the last line comes first. The result is described by `Layout`.
    """

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        operands, static = p.operands[slot], p.statics[slot]
        carries, keep = static["carries"], static["keep"]
        first = carries + static["columns"]
        steps = p.forms[operands[carries]].shape[0]
        layout = Layout(static["program"], steps, carries, keep)
        columns = [_lines(f, s) for s in operands[carries:first]]
        constants = [f.contiguous(s).pointer for s in operands[first:]]
        own, target = f.inner(static["program"]), f.target(slot)
        lasts = [f.pointer(target, str(at)) for at in layout.starts[:carries]]
        outputs = [(w, Buffer(f.pointer(target, str(at)), "double")) for w, at in zip(
            layout.widths, layout.starts[carries:], strict=False
        )]  # fmt: skip
        kept = outputs[len(outputs) - carries :] if keep else [(n, f.work_buffer(16 * n)) for n in layout.sizes]
        begin, step = (steps - 1, -1) if static["backwards"] else (0, 1)
        for s, (n, buffer), last in zip(operands[:carries], kept, lasts, strict=True):
            if n:
                here = Strided(Buffer(last, "double"), 0, (1,))
                if steps:
                    here = Strided(buffer, begin * n if keep else 0, (1,))
                f.copy((n,), s, here)
        if steps:
            own.give(constants, first)
            with f.loop(0, steps, 1) as t:
                row = f.offset(begin, (step,), (t,))
                following = f.integer(f"add nsw i64 {row}, {step}")
                more = f.integer(f"icmp slt i64 {t}, {steps - 1}")
                turn = f.integer(f"and i64 {t}, 1")
                turns = (row, following) if keep else (turn, f.integer(f"xor i64 {turn}, 1"))
                given = [f.pointer(buffer, f.offset(0, (n,), (turns[0],))) for n, buffer in kept]
                given += [f.pointer(buffer, f.offset(at, (stride,), (row,))) for buffer, at, stride in columns]
                own.give(given)
                results = []
                for (n, buffer), last in zip(kept, lasts, strict=True):
                    place = f.pointer(buffer, f.offset(0, (n,), (turns[1],)))
                    results.append(f.integer(f"select i1 {more}, ptr {place}, ptr {last}"))
                given = outputs[: len(outputs) - carries] if keep else outputs
                own.run([*results, *(f.pointer(buffer, f.offset(0, (w,), (row,))) for w, buffer in given)])
        f.done(slot, target)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stepped(slot)

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        if any(type(static[name]) is not int or static[name] < 0 for name in ("carries", "columns")):
            raise TapeFileError("it has no number of carries and columns")
        if any(type(static[name]) is not bool for name in ("keep", "backwards")):
            raise TapeFileError("it has no direction, or does not say whether carries are kept")
        found: Shape = op.infer(*shapes, **static)
        return found


def _lines(f: Any, slot: int) -> tuple[Buffer, int, int]:
    """Find the lines of a matrix, each in one piece of memory: where, the offset of the first, and from one to the next."""
    steps, width = shape = f.program.forms[slot].shape
    if steps * width > 1:
        source = f.strided(slot, shape)
        (between, along) = source.strides
        if source.value is None and source.table is None and (along == 1 or width == 1):
            return source.buffer, source.offset, between
        if between == 0 and source.table is None:
            line = f.work_buffer(8 * width)
            f.copy((width,), source._replace(strides=(along,)), Strided(line, 0, (1,)))
            return line, 0, 0
    return f.contiguous(slot), 0, width
