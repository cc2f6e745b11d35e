"""The work that is timed, written once for every library.

A formula takes the library's namespace `m` (`torch`, `jax.numpy`, `tapegrad`, ...) and its tensors, so all libraries
run the same operations in the same order. The data are fixed, so that their answers can be compared.
"""

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Answer = tuple[float, list[np.ndarray]]
"""A value and the gradients, as plain data: every library is timed until its user could read them."""

Job = Callable[[], Answer]
"""What is timed. Its constants and leaves are made beforehand; its gradients are fresh in each call."""

CHAIN_START = 0.9995
"""Just inside the unit circle: after thousands of multiplications neither the value nor the gradient has vanished."""

CHAIN_ITERATIONS = 2_000
CHAIN_OPS = 2 * CHAIN_ITERATIONS

PATTERN_OPS = 10
PATTERNS = 25


def scalar_chain(x: Any, iterations: int) -> Any:
    """Two scalar operations per iteration."""
    y = x
    for _ in range(iterations):
        y = y * x + 0.001
    return y


def elementwise_chain(m: Any, x: Any, d: Any) -> Any:
    """250 elementwise operations: mostly arithmetic, one tanh and one sin in ten."""
    y = x
    for _ in range(PATTERNS):
        y = y * x
        y = y + d
        y = y - 0.25
        y = m.tanh(y)
        y = y / d
        y = y + x
        y = y * 1.25
        y = y - d
        y = m.sin(y)
        y = y * d
    return y


def expression(m: Any, x: Any) -> Any:
    """An elementwise formula as people write it: a dozen operations, four of them transcendental."""
    return m.tanh(1.5 * x + 0.25) * m.exp(-x * x) + m.log1p(x * x)


def network_loss(m: Any, x: Any, y: Any, weights: Any) -> Any:
    """Mean squared error of a 16-32-32-1 tanh network."""
    w1, b1, w2, b2, w3, b3 = weights
    h = m.tanh(x @ w1 + b1)
    h = m.tanh(h @ w2 + b2)
    error = h @ w3 + b3 - y
    return m.mean(error * error)


def regression_loss(m: Any, x: Any, y: Any, p: Any) -> Any:
    """Mean squared error of a model with one parameter per column of `x`."""
    error = m.tanh(x @ p) - y
    return m.mean(error * error)


def chain_data(n: int = 256) -> tuple[np.ndarray, np.ndarray]:
    """`x` and the divisor `d` of `elementwise_chain`; `d` stays away from zero."""
    return np.linspace(-1.0, 1.0, n), np.linspace(1.0, 1.5, n)


def expression_data(n: int = 1_000_000) -> np.ndarray:
    """`x` of `expression`."""
    return np.linspace(-2.0, 2.0, n)


class Network(NamedTuple):
    """A batch, its targets, and weights and biases in order."""

    x: np.ndarray
    y: np.ndarray
    weights: list[np.ndarray]


def network_data() -> Network:
    """A batch of 64 for `network_loss`."""
    rng = np.random.default_rng(0)
    sizes = (16, 32, 32, 1)
    weights: list[np.ndarray] = []
    for rows, columns in itertools.pairwise(sizes):
        weights += [rng.normal(size=(rows, columns)) / np.sqrt(rows), 0.1 * rng.normal(size=columns)]
    return Network(rng.normal(size=(64, 16)), rng.normal(size=(64, 1)), weights)


class Regression(NamedTuple):
    """Observations, targets, first parameters and the step of gradient descent."""

    x: np.ndarray
    y: np.ndarray
    p: np.ndarray
    rate: float


def regression_data() -> Regression:
    """32 observations and 10 parameters for `regression_loss`."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(32, 10))
    return Regression(x, np.tanh(x @ rng.normal(size=10)), np.zeros(10), 0.05)
