"""Random programs that only compute, as functions of their leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.random_programs.libraries import Tapegrad
from tests.random_programs.machine import Machine, Step, numbers
from tests.random_programs.making import COMPUTING, CUT, Maker

KINKED = {"abs", "relu", "clip", "guarded", "maximum", "minimum", "greater", "amax", "amin"}


class _Given(Tapegrad):
    """tapegrad with Tensors or arrays in the place of the leaves."""

    def __init__(self, leaves: Sequence[Any]) -> None:
        self.leaves = iter(leaves)

    def leaf(self, array: np.ndarray, requires_grad: bool) -> Any:
        return next(self.leaves)


class Computing:
    """A random program; with `cut`, some of what it computes has no derivative.

    Attributes
    ----------
    leaves : list of ndarray
        What it begins with.
    """

    def __init__(self, seed: int, steps: int = 14, cut: bool = False) -> None:
        maker = Maker(seed, steps, COMPUTING + CUT if cut else COMPUTING)
        self.steps: list[Step] = maker.steps[:-1] if maker.error else maker.steps  # without one that is refused
        self.leaves = [numbers(step[2], step[3], step[5]) for step in self.steps if step[0] == "leaf"]

    @property
    def smooth(self) -> bool:
        """Whether it has no kinks."""
        return not any(step[0] in ("unary", "binary", "reduce") and step[2] in KINKED for step in self.steps)

    @property
    def wide(self) -> bool:
        """Whether it computes in double precision alone."""
        return not any("float32" in step for step in self.steps)

    def __call__(self, leaves: Sequence[Any]) -> list[Any]:
        """All values, those of the leaves among them, with other leaves."""
        machine = Machine(_Given(leaves))
        for step in self.steps:
            machine.perform(step)
        return list(machine.values.values())
