"""Sealed tapes: what a replay costs, and what sealing costs."""

import numpy as np

import tapegrad as tg
from benchmarks.problems import LORENZ, lorenz, observations, projection, rosenbrock


class Replay:
    """Calls of compiled functions from Python."""

    def setup(self) -> None:
        self.x = np.random.default_rng(0).normal(size=1000)
        self.small = tg.compile(tg.value_and_grad(lambda x: np.sin(x) * x))
        self.rosenbrock = tg.compile(tg.value_and_grad(rosenbrock(np)))
        self.lorenz = tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))
        self.small(0.5), self.rosenbrock(self.x), self.lorenz(*LORENZ)

    def time_small(self) -> None:
        self.small(0.5)

    def time_rosenbrock(self) -> None:
        self.rosenbrock(self.x)

    def time_lorenz(self) -> None:
        self.lorenz(*LORENZ)


class Batch:
    """Many instances of a small Jacobian."""

    def setup(self) -> None:
        self.data = observations(31_843)
        self.jacobian = tg.compile(tg.jacobian(projection(np), argnums=(0, 1, 2)))
        self.jacobian.batch(*self.data)

    def time_projections(self) -> None:
        self.jacobian.batch(*self.data)


class Seal:
    """Recording and sealing, with the machine code on disk."""

    def setup(self) -> None:
        tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))(*LORENZ)

    def time_lorenz(self) -> None:
        tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))(*LORENZ)
