"""Recording: what Python pays to append operations whose values nobody asks for yet."""

from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.steps import STEPS, chain

LENGTH = 1_000

SPELLINGS: dict[str, Callable[[Any], Any]] = {
    "np.sin(t)": np.sin,
    "tg.sin(t)": tg.sin,
    "np.sum(t)": np.sum,
    "tg.sum(t)": tg.sum,
    "t.sum()": lambda t: t.sum(),
    "t * 2.0": lambda t: t * 2.0,
    "t @ t": lambda t: t @ t,
    "t[1:]": lambda t: t[1:],
}


class Record:
    """A chain of 1,000 operations, on a scalar and on a small array."""

    params = (tuple(STEPS), ((), (16,)))
    param_names = ("operation", "shape")

    def setup(self, operation: str, shape: tuple[int, ...]) -> None:
        self.x = tg.full(shape, 0.9995).requires_grad_()

    def time_record(self, operation: str, shape: tuple[int, ...]) -> None:
        chain(STEPS[operation], tg, self.x, LENGTH)


class Spelling:
    """One operation 1,000 times, by the way it is called."""

    params = tuple(SPELLINGS)
    param_names = ("call",)

    def setup(self, call: str) -> None:
        self.x = tg.full(16, 0.5).requires_grad_()

    def time_record(self, call: str) -> None:
        f, x = SPELLINGS[call], self.x
        for _ in range(LENGTH):
            f(x)
