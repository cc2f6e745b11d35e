"""Roles of ops in loops: elementwise, total, reduction or move, as each op's kind says.

Tests: tests/codegen/test_wide_programs.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapegrad.ir.program_columns import ops_of

if TYPE_CHECKING:
    from tapegrad.ir.program import Program


class Roles:
    """The ops of a program, by their roles in loops.

    Attributes
    ----------
    elementwise : dict
        What is computed for each element of its shape; by such an op, the lines of LLVM text that it takes.
    moves : set
        Whose results are elements of operands, in other places.
    totals : set
        Sums of all elements.
    folds : set
        What visits each element of an operand once where it has only one, and may compute it there.
    fused : set
        What loops do on the way, or is no code at all.
    """

    def __init__(self, program: Program) -> None:
        self.elementwise: dict[Any, int] = {}
        self.moves, self.totals, self.folds, self.fused = set[Any](), set[Any](), set[Any](), set[Any]()
        for op in ops_of(program):
            op.kind.enlist(self, op)
