"""Deoptimization: makes the frame of a run that was closed without being executed, such as by a compiled program.

A frame is made of it when one is asked for, once.

Tests: tests/autograd/test_function.py
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.record.run import Backing, Run

if TYPE_CHECKING:
    from tapegrad.ir.forms import Form
    from tapegrad.record.frame import Frame

_executing = across_forks()


class Unexecuted(Backing):
    """The backing of a run that was closed without being executed: it makes a frame on demand."""

    __slots__ = ("kept",)
    kept: dict[int, np.ndarray]

    def shown(self) -> dict[int, np.ndarray]:
        return self.kept

    @abstractmethod
    def form(self, slot: int) -> Form:
        """Return the form of a slot."""

    @abstractmethod
    def executed_frame(self, run: Run) -> Frame:
        """Execute a run's instructions, and return its frame."""

    def frame(self, run: Run) -> Frame:
        with _executing:
            if run.backing is self:
                frame = self.executed_frame(run)
                if run.backing is self:  # a finalizer may have asked for it meanwhile
                    run.backing = frame
            return run.frame()
