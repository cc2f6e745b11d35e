"""The pass pipeline: all passes between a sealed tape and its machine code, in their order.

Those of `tapegrad.passes.lowering` give the program that is executed. The others arrange it for its machine code: loops
are rolled up, scans leave out what is not read, rows are tiled.

Invariant: as that of the lowering; and a pass that arranges keeps the bits.

Tests: tests/passes/test_pipeline.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tapegrad.ir.program import Program
from tapegrad.ops.indexing import scatter_add
from tapegrad.passes.fuse_scatter_adds import fuse_scatter_adds
from tapegrad.passes.lowering import LOWERING, Pass, changes, is_scan, lowered, run
from tapegrad.passes.roll_loops import roll_loops
from tapegrad.passes.specialize_scans import specialize_scans
from tapegrad.passes.tile_rows import tile_rows

ARRANGING: list[Pass] = [
    Pass(roll_loops), Pass(fuse_scatter_adds, {scatter_add}.__contains__),
    Pass(specialize_scans, is_scan), Pass(tile_rows),
]  # fmt: skip
PIPELINE: list[Pass] = [*LOWERING, *ARRANGING]


class Passed(NamedTuple):
    """A program after a pass.

    Attributes
    ----------
    name : str
        The name of the pass; "recorded" for the program before the first one.
    program : Program
    """

    name: str
    program: Program

    def __str__(self) -> str:
        return f"{self.name}: {self.program}"


class Passes(tuple[Passed, ...]):
    """Programs after passes, which can be printed."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def arranged(program: Program) -> Program:
    """Return the program whose machine code is written."""
    return run(ARRANGING, lowered(program))


def each(program: Program) -> Iterator[Passed]:
    """Yield a program as it was recorded, and after each pass that changes it."""
    yield Passed("recorded", program)
    yield from map(Passed._make, changes(PIPELINE, program))
