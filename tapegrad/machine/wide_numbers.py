"""Numbers of float64 or float32 in memory, which LLVM text of convolutions computes with as doubles.

Tests: tests/ops/test_signals.py, tests/ops/test_numpy_functions.py
"""

from __future__ import annotations

from typing import NamedTuple

from tapegrad.machine.lane import WIDTH

LANES = f"<{WIDTH} x double>"


class WideNumbers(NamedTuple):
    """How elements of a dtype, ``"f8"`` or ``"f4"``, are loaded and stored."""

    dtype: str

    @property
    def element(self) -> str:
        return "float" if self.dtype == "f4" else "double"

    @property
    def items(self) -> str:
        return f"<{WIDTH} x {self.element}>"

    @property
    def size(self) -> int:
        return int(self.dtype[1])

    def one(self, name: str, value: str) -> str:
        """Return the line that makes a double of a number that was loaded."""
        return (
            f"{name} = fpext float {value} to double" if self.dtype == "f4" else f"{name} = fadd double {value}, -0.0"
        )

    def wide(self, name: str, lines: list[str]) -> str:
        """Return the doubles of a vector that was loaded."""
        if self.dtype == "f8":
            return name
        lines.append(f"  {name}.wide = fpext {self.items} {name} to {LANES}")
        return f"{name}.wide"

    def stored(self, name: str, pointer: str) -> list[str]:
        """Return the lines that store a vector of doubles."""
        lines, value = [], name
        if self.dtype == "f4":
            value = f"{name}.narrow"
            lines.append(f"  {value} = fptrunc {LANES} {name} to {self.items}")
        return [*lines, f"  store {self.items} {value}, ptr {pointer}, align {self.size}"]

    def finite_check(self, count: str, finite: str, other: str) -> str:
        """Return the blocks, from ``look`` on, behind ``entry``, that branch by whether all of ``%w`` is finite."""
        return f"""\
look:
  %seen = phi i64 [ 0, %entry ], [ %seen_next, %look_on ]
  %nothing = phi double [ 0.0, %entry ], [ %nothing_next, %look_on ]
  %unseen = icmp slt i64 %seen, {count}
  br i1 %unseen, label %look_on, label %looked
look_on:
  %seen_at = getelementptr {self.element}, ptr %w, i64 %seen
  %seen_one = load {self.element}, ptr %seen_at
  {self.one("%seen_wide", "%seen_one")}
  %product = fmul double %seen_wide, 0.0
  %nothing_next = fadd double %nothing, %product
  %seen_next = add i64 %seen, 1
  br label %look
looked:
  %finite = fcmp ord double %nothing, 0.0
  br i1 %finite, label %{finite}, label %{other}"""
