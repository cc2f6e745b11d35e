"""Machine code for a program: LLVM text, from the same records as the kernels.

A program becomes one function ``run(in, out, work)`` of three pointers: the addresses of its inputs and constants,
those of its outputs, and working memory. It allocates nothing and knows nothing of the process, so its object code is
kept on disk like a kernel's. It returns a status (see `machine.status`).

Scalars are values of the function, arrays lie in buffers; each unit (see `codegen.units`) is a nest of loops whose
innermost one runs over eight lanes at a time, the last of them masked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tapegrad.codegen.function import Function
from tapegrad.machine.callbacks import Callback


class Written(NamedTuple):
    """A program's function in a module: its name, and what its caller provides (see `Function`)."""

    program: Any
    name: str
    pool: list[np.ndarray]
    work: int
    cost: int


class Module:
    """The functions of a program and of those that it runs."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.declarations: set[str] = set()
        self.known: dict[int, Written] = {}
        self.polls = False  # whether some of it runs so long that it asks for signals
        self.callbacks: list[Callback] = []  # of Python code that it calls
        self._count = 0

    def function(self, program: Any) -> Written:
        """Return the function of a program, written when first asked for."""
        known = self.known.get(id(program))
        if known is None:
            name = f"tape_{self._count}"
            self._count += 1
            function = Function(program.lowered(), name, self)
            self.functions.append(function.write())
            function.close()
            self.polls = self.polls or function.polls
            known = self.known[id(program)] = Written(program, name, function.pool, function.work, function.cost)
        return known

    def text(self) -> str:
        return "\n".join([*sorted(self.declarations), *self.functions])
