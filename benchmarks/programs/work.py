"""The programs, each written once for every library.

A loss takes the library's namespace `m` (NumPy, `torch`, `jax.numpy`), its parameters and its data. Where libraries
have other names for the same, `m` has the name given here: `erf`, `roll(x, shift, axis)`, `max(x, axis)` (kept).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks.problems import lorenz, network_data, network_loss, regression_data, regression_loss


class Program(NamedTuple):
    """What is timed: value and gradients, or with a `rate` a whole step of gradient descent."""

    name: str
    loss: Callable[[Any, Sequence[Any], Sequence[Any]], Any]
    parameters: Sequence[np.ndarray]
    data: Sequence[np.ndarray] = ()
    rate: float | None = None


def attention(m: Any, p: Any, data: Any) -> Any:
    """One head, 64 tokens of 32 features, with a causal mask."""
    x, mask = data
    query, key, value = x @ p[0], x @ p[1], x @ p[2]
    scores = (query @ key.T) * (1.0 / np.sqrt(32.0)) + mask
    weights = m.exp(scores - m.max(scores, 1))
    out = (weights / m.sum(weights, axis=1, keepdims=True)) @ value
    return m.mean(out * out)


def eight(m: Any, p: Any, data: Any) -> Any:
    """Eight operations on 1,000 elements."""
    x, y = p
    return m.sum(m.sin(x * y + 0.5) * m.exp(-x) - m.sqrt(y) / 3.0)


def gru(m: Any, p: Any, data: Any) -> Any:
    """A gated recurrent unit: 16 steps, batch 8, 32 hidden, gates in one product each."""
    w, u, b = p
    h = data[0]
    for x in data[1]:
        gates = x @ w + b
        fed = h @ u
        reset = 1.0 / (1.0 + m.exp(-(gates[:, :32] + fed[:, :32])))
        update = 1.0 / (1.0 + m.exp(-(gates[:, 32:64] + fed[:, 32:64])))
        new = m.tanh(gates[:, 64:] + reset * fed[:, 64:])
        h = new + update * (h - new)
    return m.mean(h * h)


def mixture(m: Any, p: Any, data: Any) -> Any:
    """Log likelihood of 500 points in 4 dimensions under 5 normal distributions with diagonal covariances."""
    centres, logs, weights = p
    (x,) = data
    z = (x[:, None, :] - centres) * m.exp(-logs)
    each = weights - m.sum(logs, axis=1) - 0.5 * m.sum(z * z, axis=2)
    top = m.max(each, 1)
    likelihood = m.sum(top[:, 0] + m.log(m.sum(m.exp(each - top), axis=1)))
    return likelihood - 500.0 * m.log(m.sum(m.exp(weights)))


def lennard_jones(m: Any, p: Any, data: Any) -> Any:
    """Potential energy of 64 atoms."""
    left, right = data
    d = p[0][left] - p[0][right]
    inverse = 1.0 / m.sum(d * d, axis=1)
    sixth = inverse**3
    return 4.0 * m.sum(sixth * sixth - sixth)


def springs(m: Any, p: Any, data: Any) -> Any:
    """A chain of 32 particles in a plane, 20 leapfrog steps; parameters are the stiffness and the first velocities."""
    stiffness, v = p
    (x,) = data
    for _ in range(20):
        stretch = x[1:] - x[:-1]
        inner = stiffness * (stretch[1:] - stretch[:-1])
        v = m.concatenate([v[:1], v[1:-1] + 0.01 * inner, v[-1:]])
        x = x + 0.01 * v
    return m.sum(x * x)


def total_variation(m: Any, p: Any, data: Any) -> Any:
    """Denoising 128 x 128 points with a smoothed total variation."""
    u, (image,) = p[0], data
    down, right = u[1:, :-1] - u[:-1, :-1], u[:-1, 1:] - u[:-1, :-1]
    return m.sum((u - image) ** 2) + 0.1 * m.sum(m.sqrt(down * down + right * right + 1e-6))


def heat(m: Any, p: Any, data: Any) -> Any:
    """Ten steps of the heat equation on 64 x 64 points with a conductivity at each: the misfit."""
    (conductivity,), (u, seen) = p, data
    for _ in range(10):
        around = m.roll(u, 1, 0) + m.roll(u, -1, 0) + m.roll(u, 1, 1) + m.roll(u, -1, 1) - 4.0 * u
        u = u + 0.1 * conductivity * around
    return m.sum((u - seen) ** 2)


def options(m: Any, p: Any, data: Any) -> Any:
    """Prices of 1,000 options after Black and Scholes, as a function of five inputs each."""
    spot, strike, rate, volatility, time = p
    spread = volatility * m.sqrt(time)
    up = (m.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread
    down = up - spread

    def phi(x: Any) -> Any:
        return 0.5 * (1.0 + m.erf(x * np.sqrt(0.5)))

    return m.sum(spot * phi(up) - strike * m.exp(-rate * time) * phi(down))


def paths(m: Any, p: Any, data: Any) -> Any:
    """An Asian option by 2,000 simulated paths of 25 steps, as a function of spot, rate and volatility."""
    spot, rate, volatility = p
    (noise,) = data
    logs, total = 0.0, 0.0
    for z in noise:
        logs = logs + (rate - 0.5 * volatility * volatility) * 0.04 + volatility * 0.2 * z
        total = total + m.exp(logs)
    mean = spot * total * 0.04
    return m.exp(-rate) * m.mean(m.where(mean > 100.0, mean - 100.0, 0.0 * mean))


def filtered(m: Any, p: Any, data: Any) -> Any:
    """Ten steps of a Kalman filter with two states, one of them seen, as a Python loop."""
    noise, spread = m.exp(p[0]), m.exp(p[1])
    transition, eye, mean, covariance, seen = data
    total = 0.0
    for y in seen:
        mean = transition @ mean
        covariance = transition @ covariance @ transition.T + noise * eye
        s = covariance[0, 0] + spread
        error = y - mean[0]
        gain = covariance[:, 0] / s
        mean = mean + gain * error
        covariance = covariance - gain[:, None] * covariance[0]
        total = total + error * error / s + m.log(s)
    return total


def garch(m: Any, p: Any, data: Any) -> Any:
    """A GARCH(1, 1) model of 200 returns, in scalar code."""
    omega, alpha, beta = p
    variance, total = 1.0, 0.0
    for r in RETURNS:
        variance = omega + alpha * (r * r) + beta * variance
        total = total + m.log(variance) + r * r / variance
    return total


def spiral(m: Any, p: Any, data: Any) -> Any:
    """Lorenz's system, 50 Runge-Kutta steps in scalar code."""
    return lorenz(*p, steps=50)


def logistic(m: Any, p: Any, data: Any) -> Any:
    """Logistic regression, 1,000 lines of 50 columns."""
    (w, b), (x, y) = p, data
    scores = x @ w + b
    return m.mean(m.log1p(m.exp(-m.abs(scores))) + m.where(scores > 0.0, scores, 0.0 * scores) - y * scores)


def classifier(m: Any, p: Any, data: Any) -> Any:
    """A softmax classifier, 64 x 784 to 10."""
    (w, b), (x, y) = p, data
    scores = x @ w + b
    scores = scores - m.max(scores, 1)
    return m.mean(m.log(m.sum(m.exp(scores), axis=1)) - m.sum(scores * y, axis=1))


def rosenbrock(m: Any, p: Any, data: Any) -> Any:
    """Rosenbrock's function of 100 variables."""
    (x,) = p
    return m.sum(100.0 * (x[1:] - x[:-1] * x[:-1]) ** 2 + (1.0 - x[:-1]) ** 2)


def expression(m: Any, p: Any, data: Any) -> Any:
    """A formula of a dozen operations on 10^6 elements."""
    (x,) = p
    return m.sum(m.tanh(1.5 * x + 0.25) * m.exp(-x * x) + m.log1p(x * x))


def decay(m: Any, p: Any, data: Any) -> Any:
    """Residuals of a sum of three exponentials at 200 times."""
    (heights, rates), (t, y) = p, data
    misfit = m.exp(-t[:, None] * rates) @ heights - y
    return m.sum(misfit * misfit)


def network(m: Any, p: Any, data: Any) -> Any:
    """A tanh network 64x16-32-32-1."""
    return network_loss(m, data[0], data[1], p)


def regression(m: Any, p: Any, data: Any) -> Any:
    """A model of 10 parameters on 32 observations."""
    return regression_loss(m, data[0], data[1], p[0])


RETURNS = np.random.default_rng(0).normal(size=200).tolist()


def programs() -> list[Program]:
    """Return the programs with their data."""
    rng = np.random.default_rng(0)
    normal = rng.normal
    net, model = network_data(), regression_data()
    left, right = np.triu_indices(64, 1)
    grid = np.stack(np.meshgrid(*[np.arange(4.0)] * 3, indexing="ij"), -1).reshape(64, 3)
    mask = np.where(np.tri(64) > 0, 0.0, -1e9)
    labels = np.eye(10)[rng.integers(0, 10, 64)]
    t = np.linspace(0.0, 4.0, 200)
    ranges = [(80, 120), (80, 120), (0.01, 0.05), (0.1, 0.5), (0.2, 2)]
    inputs = [rng.uniform(low, high, 1000) for low, high in ranges]
    return [
        Program("network", network, net.weights, [net.x, net.y]),
        Program("network, whole step", network, net.weights, [net.x, net.y], 1e-4),
        Program("10 parameters", regression, [model.p], [model.x, model.y]),
        Program("10 parameters, whole step", regression, [model.p], [model.x, model.y], 1e-4),
        Program(
            "attention 64 x 32", attention, [normal(size=(32, 32)) / 6 for _ in range(3)],
            [normal(size=(64, 32)), mask],
        ),
        Program("8 operations on 1,000", eight, [rng.uniform(0.5, 2.0, 1000) for _ in range(2)]),
        Program(
            "gated recurrent unit", gru, [normal(size=(16, 96)) / 4, normal(size=(32, 96)) / 6, np.zeros(96)],
            [np.zeros((8, 32)), normal(size=(16, 8, 16))],
        ),
        Program(
            "mixture of normals", mixture, [normal(size=(5, 4)), np.zeros((5, 4)), np.zeros(5)],
            [normal(size=(500, 4))],
        ),
        Program("Lennard-Jones, 64 atoms", lennard_jones, [1.1 * grid + 0.02 * normal(size=(64, 3))], [left, right]),
        Program("springs, 20 steps", springs, [np.array(3.0), 0.1 * normal(size=(32, 2))], [normal(size=(32, 2))]),
        Program("total variation 128 x 128", total_variation, [normal(size=(128, 128))], [normal(size=(128, 128))]),
        Program("heat equation 64 x 64", heat, [np.ones((64, 64))], [normal(size=(64, 64)), normal(size=(64, 64))]),
        Program("option prices, 1,000", options, inputs),
        Program("simulated paths", paths, [np.array(100.0), np.array(0.03), np.array(0.2)], [normal(size=(25, 2000))]),
        Program(
            "Kalman filter, 10 steps", filtered, [np.array(-2.0), np.array(-1.0)],
            [np.array([[1.0, 0.1], [0.0, 1.0]]), np.eye(2), np.zeros(2), np.eye(2), normal(size=10)],
        ),
        Program("GARCH, scalar code", garch, [np.array(0.1), np.array(0.1), np.array(0.8)]),
        Program("Lorenz, scalar code", spiral, [np.array(v) for v in (10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0)]),
        Program(
            "logistic regression 1,000 x 50", logistic, [normal(size=50), np.array(0.1)],
            [normal(size=(1000, 50)), rng.integers(0, 2, 1000) * 1.0],
        ),
        Program(
            "classifier 64 x 784 to 10", classifier, [normal(size=(784, 10)) / 28, np.zeros(10)],
            [normal(size=(64, 784)), labels],
        ),
        Program("expression on 10^6", expression, [normal(size=1_000_000)]),
        Program("Rosenbrock, 100", rosenbrock, [normal(size=100)]),
        Program("sum of exponentials", decay, [np.ones(3), np.array([0.5, 1.0, 2.0])], [t, np.exp(-t)]),
    ]  # fmt: skip
