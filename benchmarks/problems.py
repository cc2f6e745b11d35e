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


def rosenbrock(m: Any) -> Callable[[Any], Any]:
    return lambda x: m.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def lorenz(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any, steps: int = 500) -> Any:
    """Classical Runge-Kutta on the Lorenz system, in scalar code: 71 operations a step."""
    for _ in range(steps):
        x, y, z = lorenz_step(s, r, b, x, y, z)
    return x * x + y * y + z * z


def lorenz_step(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any, h: float = 0.01) -> tuple[Any, Any, Any]:
    def slope(x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
        return s * (y - x), x * (r - z) - y, x * y - b * z

    a1, b1, c1 = slope(x, y, z)
    a2, b2, c2 = slope(x + h / 2 * a1, y + h / 2 * b1, z + h / 2 * c1)
    a3, b3, c3 = slope(x + h / 2 * a2, y + h / 2 * b2, z + h / 2 * c2)
    a4, b4, c4 = slope(x + h * a3, y + h * b3, z + h * c3)
    x = x + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    y = y + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    z = z + h / 6 * (c1 + 2 * c2 + 2 * c3 + c4)
    return x, y, z


LORENZ = (10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0)
LORENZ_OPS = 71 * 500 + 5


def projection(m: Any) -> Callable[..., Any]:
    """Residual of a bundle adjustment observation: rotation, projection, radial distortion (Triggs et al. 1999)."""

    def residual(camera: Any, point: Any, weight: Any, seen: Any) -> Any:
        rotation, centre = camera[:3], camera[3:6]
        square = m.sum(rotation * rotation)
        angle = m.sqrt(square)
        axis = rotation / angle
        p = point - centre
        cross = m.stack([
            axis[1] * p[2] - axis[2] * p[1], axis[2] * p[0] - axis[0] * p[2], axis[0] * p[1] - axis[1] * p[0],
        ])  # fmt: skip
        q = p * m.cos(angle) + cross * m.sin(angle) + axis * (m.dot(axis, p) * (1.0 - m.cos(angle)))
        plane = q[:2] / q[2]
        radius = m.sum(plane * plane)
        distorted = plane * (1.0 + camera[9] * radius + camera[10] * radius * radius)
        return weight * (camera[6] * distorted + camera[7:9] - seen)

    return residual


def observations(n: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(0)
    return (
        rng.normal(size=(n, 11)),
        rng.normal(size=(n, 3)) + np.array([0.0, 0.0, 10.0]),
        rng.normal(size=n),
        rng.normal(size=(n, 2)),
    )


def logistic(m: Any, x: Any, y: Any) -> Callable[[Any], Any]:
    """Mean loss of a logistic regression with a small ridge."""
    return lambda w: m.mean(m.logaddexp(0.0, -y * (x @ w))) + 1e-3 * m.sum(w * w)


def broyden(m: Any, x: Any) -> Any:
    """Broyden's tridiagonal function (More, Garbow & Hillstrom 1981, problem 30)."""
    inner = (3.0 - 2.0 * x) * x + 1.0
    before = m.concatenate([m.zeros(1), x[:-1]])
    after = m.concatenate([x[1:], m.zeros(1)])
    return inner - before - 2.0 * after


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
