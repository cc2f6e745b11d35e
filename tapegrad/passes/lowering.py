"""The lowering pipeline: runs the passes that turn a sealed tape into the program that is executed.

Programs that instructions run are lowered by themselves, when their code is written.

Invariant: each pass keeps the inputs, outputs and guards, in their order; one that finds nothing to do returns the
program itself.

Tests: tests/passes/test_tile_rows.py
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from tapegrad.ir.program import Program
from tapegrad.passes.eliminate_scans import eliminate_scans
from tapegrad.passes.fuse_scan_inputs import fuse_scan_inputs
from tapegrad.passes.fuse_scan_outputs import fuse_scan_outputs
from tapegrad.passes.legalize_complex import legalize_complex
from tapegrad.passes.reassociate_products import reassociate_products
from tapegrad.passes.subsume_scans import subsume_scans

Pass = Callable[[Program], Program]

LOWERING: list[Pass] = [
    legalize_complex, reassociate_products,
    subsume_scans, eliminate_scans, fuse_scan_outputs,
    subsume_scans, eliminate_scans, fuse_scan_inputs,
    subsume_scans, eliminate_scans,  # what steps compute now is read no more
]  # fmt: skip

PRINTS = os.environ.get("TAPEGRAD_PRINT_PASSES", "0") not in ("", "0")
"""Whether programs are printed after each pass that changes them."""


def lowered(program: Program) -> Program:
    """Return the lowered program, made once."""
    if "lowered" not in program.derived:
        new = run(LOWERING, program)
        program.derived["lowered"] = None if new is program else new
    result = program.derived["lowered"]
    return program if result is None else result


def run(passes: Sequence[Pass], program: Program) -> Program:
    """Return a program after some passes."""
    for one in passes:
        before, program = program, one(program)
        if PRINTS and program is not before:
            print(f"after {one.__name__}: {program}", file=sys.stderr)
    return program
