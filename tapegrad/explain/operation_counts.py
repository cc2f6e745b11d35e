"""How many operations an instruction takes: what its share of a group's time, and of a core's limit, are counted by.

Operations of elementwise instructions are counted as they are written: an exponential is some twenty. A product of
sums counts multiplications and additions.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapegrad.ir.program import Program
from tapegrad.ops.kinds.contract import Contract


def operations(p: Program, slot: int, lines: Callable[[int], int]) -> int:
    """Return the operations of an instruction in one run; `lines` counts those for one element of its result."""
    kind: Any = p.ops[slot].kind
    if isinstance(kind, Contract):
        labels, _ = kind.named(p, slot)
        lengths: dict[Any, int] = {}
        for names, operand in zip(labels, p.operands[slot], strict=True):
            for name, n in zip(names, p.forms[operand].shape, strict=True):
                lengths[name] = max(n, lengths.get(name, 1))
        count = len(p.operands[slot])
        for n in lengths.values():
            count *= n
        return count
    sizes = [p.forms[s].size for s in (slot, *p.operands[slot])]
    return int(lines(slot) * max(sizes))
