"""The lowering pipeline: runs the passes that turn a sealed tape into the program that is executed.

Programs that instructions run are lowered by themselves, when their code is written.

Invariant: each pass keeps the inputs, outputs and guards, in their order; one that finds nothing to do returns the
program itself.

Tests: tests/passes/test_tile_rows.py
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from tapegrad.ir.program import Program
from tapegrad.ir.program_columns import ops_of
from tapegrad.passes.eliminate_scans import eliminate_scans
from tapegrad.passes.fuse_scan_inputs import fuse_scan_inputs
from tapegrad.passes.fuse_scan_outputs import fuse_scan_outputs
from tapegrad.passes.legalize_complex import legalize_complex
from tapegrad.passes.reassociate_products import PRODUCTS, reassociate_products
from tapegrad.passes.subsume_scans import subsume_scans


class Pass(NamedTuple):
    """A pass, and what it is about.

    Attributes
    ----------
    function : callable
        Takes a program and returns one.
    concerns : callable or None
        Tells of an op whether it concerns the pass, which is run on programs that have such an op; None if it is run on
        all programs.
    """

    function: Callable[[Program], Program]
    concerns: Callable[[Any], bool] | None = None

    @property
    def name(self) -> str:
        return self.function.__name__


is_scan: Callable[[Any], bool] = attrgetter("kind.scans")
_CLEANING = [Pass(subsume_scans, is_scan), Pass(eliminate_scans, is_scan)]
LOWERING: list[Pass] = [
    Pass(legalize_complex), Pass(reassociate_products, PRODUCTS.__contains__),
    *_CLEANING, Pass(fuse_scan_outputs, is_scan),
    *_CLEANING, Pass(fuse_scan_inputs, is_scan),
    *_CLEANING,  # what steps compute now is read no more
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
    result = program
    for name, result in changes(passes, program):
        if PRINTS:
            print(f"after {name}: {result}", file=sys.stderr)
    return result


def changes(passes: Sequence[Pass], program: Program) -> Iterator[tuple[str, Program]]:
    """Yield the name of each pass that changes a program, and the program after it.

    A pass is left out if none of the ops concerns it, or if it has found nothing to do in the program as it is.
    """
    ops, idle = ops_of(program), set[Pass]()
    for one in passes:
        if one in idle or (one.concerns is not None and not any(map(one.concerns, ops))):
            continue
        before, program = program, one.function(program)
        if program is before:
            idle.add(one)
        else:
            yield one.name, program
            ops, idle = ops_of(program), set()
