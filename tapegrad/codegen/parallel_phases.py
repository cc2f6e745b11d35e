"""Threads: runs the phases of a program in order, and shares the pieces of a large loop.

The bits are those of one thread: pieces have nothing in common, and sums are added up when all of them are done.

Tests: tests/codegen/test_shared_loops.py
"""

from __future__ import annotations

from collections.abc import Sequence

from tapegrad.codegen.outlining import OWN, Phase
from tapegrad.machine import crew
from tapegrad.machine.interrupts import EVERY

SHARED_OWN = "tape_0_shared"  # the function that runs a module's program
_LEAST = 1 << 14  # lines of LLVM text that a thread runs at a time: some microseconds


def shared_text(phases: Sequence[Phase], control: int | None) -> str:
    """Return ``tape_0_shared(in, out, work)``: threads share the program, if there are several.

    Parameters
    ----------
    phases : sequence of Phase
    control : int or None
        The number of the array, among inputs and constants, by which the program polls for signals.
    """
    if not phases:
        return f"""
define i64 @{SHARED_OWN}(ptr %in, ptr %out, ptr %work) {{
  %status = call i64 @{OWN}(ptr %in, ptr %out, ptr %work)
  ret i64 %status
}}
"""
    crew.functions()
    rows = []
    for phase in phases:
        cost = max(1, phase.cost)
        most, least = max(1, EVERY // cost), max(1, _LEAST // cost)
        rows.append(f"{_ROW} {{ ptr @{phase.symbol}, i64 {phase.pieces}, i64 {most}, i64 {least} }}")
    return f"""
@tape_0_phases = internal constant [{len(rows)} x {_ROW}] [{", ".join(rows)}]
@tapegrad_crew = external global i64
declare i64 @tapegrad_phases(ptr, ptr, ptr, ptr, i64, i64)
define i64 @{SHARED_OWN}(ptr %in, ptr %out, ptr %work) {{
entry:
  %threads = load atomic i64, ptr @tapegrad_crew monotonic, align 8
  %one = icmp sle i64 %threads, 1
  br i1 %one, label %alone, label %together
alone:
  %status = call i64 @{OWN}(ptr %in, ptr %out, ptr %work)
  ret i64 %status
together:
  %end = call i64 @tapegrad_phases(
    ptr %in, ptr %out, ptr %work, ptr @tape_0_phases, i64 {len(rows)}, i64 {-1 if control is None else control}
  )
  ret i64 %end
}}
"""


_ROW = "{ ptr, i64, i64, i64 }"
