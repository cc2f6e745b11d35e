"""Compiler fences: cut long basic blocks, in which LLVM's code generator takes quadratic time.

Within a basic block the code generator looks, for each access to memory, at the other accesses whose order is free, to
merge and to reorder them. That takes quadratic time where a block has thousands: one for each input, output or
constant. A fence for the compiler alone, which is no instruction of the processor, bounds how far it looks.

Tests: tests/trace_cache/test_machine_code.py
"""

from __future__ import annotations

_MANY = 256  # accesses of a block from which it is cut
_STEP = 64  # accesses between two fences
_FENCE = '  fence syncscope("singlethread") seq_cst'


def spaced(text: str) -> str:
    """Return LLVM text with fences in its longest blocks; the same text if there are none."""
    if text.count("load ") + text.count("store ") + text.count("@llvm.masked.") <= _MANY:
        return text
    lines = text.split("\n")
    cuts: list[int] = []
    block: list[int] = []
    for k, line in enumerate(lines):
        if line.endswith((":", "{", "}")):
            cuts += _cuts(block)
            block = []
        elif " load " in line or " store " in line or "@llvm.masked." in line:
            block.append(k)
    pieces: list[str] = []
    last = 0
    for cut in cuts:
        pieces += [*lines[last:cut], _FENCE]
        last = cut
    return "\n".join([*pieces, *lines[last:]]) if cuts else text


def _cuts(block: list[int]) -> list[int]:
    return block[_STEP::_STEP] if len(block) > _MANY else []
