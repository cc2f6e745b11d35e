"""What a peer is, and which of them this machine has.

A peer is a module `benchmarks/peers/<name>.py`. It has the functions of `Peer`, each of which prepares a job from data;
a function that its library has no way to write is left out, with the reason in `SKIPS`.
"""

import importlib
from typing import Any, Protocol

import numpy as np

from benchmarks.problems import Answer, Job

ALL = ("tapegrad", "torch", "jax_eager", "jax_jit", "autograd", "casadi", "xad")
"""In the order of the table's columns."""


class Peer(Protocol):
    """The functions of a peer file."""

    NAME: str
    """What the table calls it."""
    HOW: str
    """How the library is used, for the notes under the table."""
    SKIPS: dict[str, str]
    """Rows that are left out, and why."""

    def version(self) -> str:
        """Version of the library."""

    def scalar_chain(self, start: float, iterations: int) -> Job:
        """Record `problems.scalar_chain` and sweep it, in each call."""

    def retained_chain(self, start: float, iterations: int) -> Job:
        """Record it once; sweep it in each call."""

    def elementwise_chain(self, x: np.ndarray, d: np.ndarray) -> Job:
        """Sum of `problems.elementwise_chain`, gradient to both."""

    def expression(self, x: np.ndarray) -> Job:
        """Sum of `problems.expression`."""

    def network(self, x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
        """`problems.network_loss`, gradient to all weights and biases."""

    def training_step(self, x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
        """One step of descent on `problems.regression_loss` in each call: the loss before, the parameters after."""

    def first_gradient(self) -> Answer:
        """Sum of `problems.expression` on three elements, in a process that has done nothing before."""

    def bytes_per_op(self, iterations: int) -> float:
        """Memory of a recorded and swept `problems.scalar_chain`, where the library can tell."""


def load(names: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Give the peers that can be used, and for each of the others the reason why not.

    A library that lacks a name which its peer file needs is too old for the comparison: as good as not installed.
    """
    present, absent = {}, {}
    for name in names:
        try:
            present[name] = importlib.import_module(f"benchmarks.peers.{name}")
            present[name].version()
        except (ImportError, AttributeError) as error:
            present.pop(name, None)
            absent[name] = str(error)
    return present, absent
