"""Runs of custom functions: the slots of such a run are the arguments, then the results.

It has values, and nothing that compiled code executes. Whatever else is asked of the run gives it a frame, of the types
of the call: its results are one instruction's, and read all arguments.

Tests: tests/autograd/test_function.py, tests/trace_cache/test_stages.py
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import Form
from tapegrad.machine.layout import INPUT, LIVE, NEEDED
from tapegrad.ops.function_results import function_result
from tapegrad.record.calls import ArrayCall
from tapegrad.record.deoptimize import Unexecuted
from tapegrad.record.frame import Frame
from tapegrad.record.run import Run
from tapegrad.record.workspace import work


class FunctionCall(Unexecuted):
    """The backing of a custom function's run.

    Attributes
    ----------
    types : list of int
        The types of all slots.
    arrays : list
        The values of arguments, None of those that backward does not ask for, then of results.
    """

    __slots__ = ("arrays", "types")

    def __init__(self) -> None:
        self.types: list[int] = []
        self.arrays: list[Any] = []
        self.kept = {}

    def value(self, slot: int) -> np.ndarray | None:
        return self.arrays[slot]

    def form(self, slot: int) -> Form:
        return form_table.forms[self.types[slot] >> 1]

    def executed_frame(self, run: Run) -> Frame:
        n = len(self.types)
        code, types, flags, call = _tables(run.application.count, *self.types)
        if n > work.capacity:
            work.reserve(n)
        return Frame(code, types, np.zeros(n), flags.copy(), self.arrays, [call], [], [])

    @property
    def kept_arrays(self) -> list[np.ndarray | None]:
        """The arguments and results."""
        return self.arrays

    def __len__(self) -> int:
        return len(self.types)


@lru_cache(512)
def _tables(count: int, *types: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, ArrayCall]:
    """Return the code, types, flags and call of an application of so many inputs; none of them is to be written to."""
    code = np.zeros((len(types), 4), np.int32)
    code[:, 0] = INPUT
    code[count:, 0] = function_result.code
    flags = np.array([NEEDED if type_ & 1 else 0 for type_ in types], np.uint8)
    flags[count:] |= LIVE
    tables = code, np.array(types, np.int32), flags
    for table in tables:
        table.flags.writeable = False
    return *tables, ArrayCall(function_result, [*range(count)], {})
