"""Threads: runs the phases of a program in order, and shares the pieces of a large loop.

The bits are those of one thread: pieces have nothing in common, and sums are added up when all of them are done.

Tests: tests/codegen/test_short_axes.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.outlining import SHARED, Phase
from tapegrad.machine.interrupts import EVERY, control
from tapegrad.machine.work_sharing import ranges, share

_LEAST = SHARED // 8  # lines of LLVM text that a thread runs at a time


class Phases:
    """The parts of a program.

    Parameters
    ----------
    code : Code
    phases : sequence of Phase
    pool : sequence of ndarray
        The program's constants.
    """

    def __init__(self, code: Any, phases: Sequence[Phase], pool: Sequence[np.ndarray]) -> None:
        self._pool = pool
        self._parts = [
            (phase, code.function(phase.symbol, *[ctypes.c_int64] * (6 if phase.pieces else 4))) for phase in phases
        ]

    def run(self, arrays: Sequence[np.ndarray], results: Sequence[int], work: np.ndarray, threads: int) -> int:
        """Call the program on arrays, and addresses of results; returns the status."""
        local_control = control().copy()  # by which who waits stops all
        places = [a.ctypes.data for a in arrays] + [
            (local_control if a is control() else a).ctypes.data for a in self._pool
        ]
        tables = np.array(places or [0], np.int64), np.array(results or [0], np.int64)
        addresses = tables[0].ctypes.data, tables[1].ctypes.data, work.ctypes.data

        def stop() -> None:
            local_control[1] = 1

        for phase, call in self._parts:
            if not phase.pieces:
                if status := call(*addresses):
                    return int(status)
                continue
            most, least = EVERY // max(1, phase.cost), _LEAST // max(1, phase.cost)
            failures: list[int] = []

            def work_on(piece: tuple[int, int], call: Any = call, failures: list[int] = failures) -> None:
                if not failures and (status := call(*addresses, *piece)):
                    failures.append(status)

            share(work_on, ranges(phase.pieces, max(1, most), max(1, least), threads), threads, stop)
            if failures:
                return failures[0]
        return 0
