"""Calls of functions that take each line of an array by itself, such as sorts: threads share blocks of lines.

Tests: tests/codegen/test_shared_instructions.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.machine.callbacks import Form
from tapegrad.machine.places import Buffer
from tapegrad.ops.kinds.python_call import Forward

_SORTING = 100  # lines of text that an element of lines that are sorted, or the like, counts as
_MOST_BLOCKS = 16  # of lines, that threads may share


class Lines(Forward):
    """A call of a function that releases the interpreter's lock, and takes each line along the parameter `axis` by itself:
    threads share blocks of lines, if these are along the last axis.
    """

    def calls(self, f: Any, slot: int, arrays: list[Buffer], forms: list[Form], operands: int) -> None:
        static, (shape, _) = f.program.statics[slot], forms[0]
        count, size = math.prod(shape[:-1]), math.prod(shape)
        blocks = next((n for n in range(_MOST_BLOCKS, 1, -1) if count % n == 0), 1)
        split = static["axis"] == len(shape) - 1 and blocks > 1 and all(dtype.kind != "c" for _, dtype in forms)
        if not split or not f.shareable(size * _SORTING):
            super().calls(f, slot, arrays, forms, operands)
            return
        length = count // blocks
        entry = self.entry(f, slot, [((length, s[-1]), dtype) for s, dtype in forms], operands, static | {"axis": 1})

        def block(at: list[str]) -> None:
            parts = [
                Buffer(f.pointer(a, f.offset(0, (length * s[-1],), at)), a.element)
                for a, (s, _) in zip(arrays, forms, strict=True)
            ]
            self.call(f, entry, parts)

        f.each([blocks], size // blocks * _SORTING, block)
        f.repeated += size * _SORTING
