"""Programs within a program: run once, or step after step.

Tests: tests/ir/test_strangers.py, tests/func/test_sparse.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.machine.status import INNER_GUARD
from tapegrad.ops.kinds.kind import Alone
from tapegrad.ops.kinds.scan_writer import Stepping


class Subprogram(Alone):
    """The static parameter `program`, run once on the operands."""

    statuses = (INNER_GUARD,)

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        operands, inner = [f.contiguous(s) for s in p.operands[slot]], f.inner(p.statics[slot]["program"])
        targets = f.targets(slot)
        inner.give([buffer.pointer for buffer in operands])
        inner.run([target.buffer.pointer for target in targets])
        f.all_done(targets)

    def pattern(self, sweep: Any, slot: int) -> Any:
        program, operands = sweep.program.statics[slot]["program"], sweep.program.operands[slot]
        return [
            sweep.united([sweep.composed(sweep.within(slot, k, output), sweep.of(s)) for k, s in enumerate(operands)])
            for output in range(len(program.outputs))
        ]

    def value(self, sweep: Any, slot: int) -> np.ndarray | None:
        return None

    def check_program(self, op: Any, operands: Sequence[Any], static: dict[str, Any]) -> None:
        """Check the operands, and the parameters, of an instruction that comes from a file.

        Raises
        ------
        TapeFileError
        """
        program, reverse = static["program"], static.get("reverse")
        if [*operands] != program.input_forms:
            raise TapeFileError("the program that it runs does not fit")
        if reverse is not None:
            count, results = static["count"], program.output_forms
            if type(count) is not int or not 0 <= count <= len(results):
                raise TapeFileError("it has no number of results that are not kept")
            adjoints = [[f for f in forms if f.dtype.kind in "fc"] for forms in (operands, results)]
            if (reverse.input_forms, reverse.output_forms) != (
                [*operands, *results[count:], *adjoints[1]],
                adjoints[0],
            ):
                raise TapeFileError("the program of its adjoints does not fit")


class Scan(Subprogram):
    """The static parameter `program`, run step after step.

    The operands are `carries` arrays, `columns` arrays with a line for each of `steps`, and constants. A step runs the
    program on the carries, on a line of each column and on the constants; it gives the next carries, and outputs. With
    `backwards` the last line comes first. The results are the last carries, the outputs of all steps, as lines, and with
    `keep` each carry as it was before each step.

    A step gives no numbers and changes no carry where the one number of the carry or column `active`, if there is such,
    is 0: after a carry is, all further steps, and in a column the steps that come first.
    """

    scans = True

    def write(self, f: Any, slot: int) -> None:
        Stepping(f, slot)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stepped(slot)

    def check_program(self, op: Any, operands: Sequence[Any], static: dict[str, Any]) -> None:
        program, numbers = static["program"], [static[name] for name in ("carries", "columns", "steps")]
        if any(type(n) is not int or n < 0 for n in numbers):
            raise TapeFileError("it has no number of carries, columns and steps")
        carries, columns, _ = numbers
        if carries + columns > len(operands):
            raise TapeFileError(f"it has {len(operands)} operands, and more carries and columns")
        if any(type(static[name]) is not bool for name in ("keep", "backwards")):
            raise TapeFileError("it has no direction, or does not say whether carries are kept")
        op.infer(*[f.shape for f in operands], **static)
        dtypes = [(f.dtype, f.lane) for f in operands]
        if dtypes != [(f.dtype, f.lane) for f in program.input_forms]:
            raise TapeFileError("the program takes other dtypes")
        if program.output_forms[:carries] != [*operands[:carries]]:
            raise TapeFileError("the program does not give the carries that it takes")
        active = static["active"]
        if active is not None:
            if type(active) is not int or not 0 <= active < carries + columns:
                raise TapeFileError("it has no number that says whether it has ended")
            if not program.input_forms[active].scalar or program.input_forms[active].dtype != "f8":
                raise TapeFileError("what says whether it has ended is no number")
            if any(f.size for f in program.output_forms[carries:]):
                raise TapeFileError("it gives numbers, and may end")
