"""Loops that threads may share, in a function under construction: what is worth it is a part of its own, in pieces.

Tests: tests/codegen/test_shared_instructions.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from tapegrad.codegen.loop_nests import STREAM, Nests
from tapegrad.codegen.outlining import OWN
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Buffer, Strided


class SharedLoops(Nests):
    """The text of a function whose `parts` threads may share.

    Attributes
    ----------
    name : str
    parts : Parts
    calls_python : bool
        Whether the function may call Python code: it is for this process.
    """

    name: str
    parts: Any
    calls_python = True

    def fill(self, buffer: Buffer, n: int, number: float = 0.0, shared: bool = False) -> None:
        """Write a number to so many elements; `shared` as for copies."""

        def write(ranged: bool) -> int:
            value = self.e8.float(number)
            return self.nest((n,), [Strided(buffer, 0, (1,))], lambda turn: turn.write(0, value), None, ranged)

        self.shared(write, n // WIDTH * STREAM if shared else 0)

    def shared(self, write: Callable[[bool], int], lines: int) -> None:
        """Write loops that run so many lines, or pieces of them that threads share: what is written says how many."""
        if lines and self.parts.worth(lines):
            with self.parts.shared() as count:
                count.append(write(True))
        else:
            write(False)

    @property
    def outermost(self) -> bool:
        """Whether Python calls it, and threads may share its large loops."""
        return self.calls_python and self.name == OWN

    def shareable(self, lines: int) -> bool:
        """Tell whether threads may share what comes next, and runs so many lines."""
        return bool(self.parts.worth(lines))

    def each(
        self, lengths: Sequence[int], lines: int, write: Callable[[list[str]], None],
        whole: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """Write what is done at all indices along dimensions, so many lines at each; threads share it if it is much.

        No two write to the same place, nor does any read what another one writes. What is written here names nothing
        that the function computed before. `whole` writes what one thread does for all indices, if that is another way.
        """
        count = math.prod(lengths)

        def loops(ranged: bool) -> int:
            if ranged and whole is not None:
                one = self.all_pieces(count)
                with self.when(one):
                    whole()
                with self.when(~one):
                    loop()
            else:
                loop(ranged)
            return count

        def loop(ranged: bool = True) -> None:
            with self.pieces(lengths) if ranged else self.loops(lengths) as indices:
                write(indices)

        self.shared(loops, count * lines if count > 1 else 0)
