"""The rows: each is a function that makes the data, and a formula that is written once for all peers.

A formula takes a peer's namespace `m` and returns the function that is differentiated. `m` has NumPy's names, and
where libraries differ: `asarray` (of known data), `erf`, `softplus`, `logsumexp(x, axis)`, `smallest(a, b)`,
`take(x, indices)`, `iterate(step, times, state)`, and `scan(step, state, rows)`, which gives the last state.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import problems

Formula = Callable[[Any], Callable[..., Any]]


@dataclass(frozen=True)
class Row:
    """A kind of work on a formula."""

    name: str
    title: str
    kind: str
    """The function of a peer that prepares the job, unless it has one of the row's own name."""
    formula: Formula
    data: Callable[[], tuple[Any, ...]]
    """Arguments of the peer's function, after the formula."""
    tolerance: float = 1e-8
    """How far a peer's answer may be from the median of all, relative to the largest entry of an array."""
    in_readme: bool = True


class Namespace:
    """A library's names, and those that it lacks or has with another meaning."""

    def __init__(self, library: Any, **others: Any) -> None:
        self.__dict__.update(others)
        self._library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)


def iterate(step: Callable[..., Any], times: int, state: Any) -> Any:
    """Repeat a step, as a loop of Python's."""
    for _ in range(times):
        state = step(*state)
    return state


def scan(step: Callable[..., Any], state: Any, rows: Any) -> Any:
    """Take a step for each row, as a loop of Python's."""
    for row in rows:
        state = step(state, row)
    return state


ROWS: dict[str, Row] = {}


def row(
    title: str, kind: str, formula: Formula, **options: Any
) -> Callable[[Callable[[], tuple[Any, ...]]], Callable[[], tuple[Any, ...]]]:
    """Make a row of a function that makes its data."""

    def register(data: Callable[[], tuple[Any, ...]]) -> Callable[[], tuple[Any, ...]]:
        ROWS[data.__name__] = Row(data.__name__, title, kind, formula, data, **options)
        return data

    return register


# ------------------------------------------------------------------------------------------------- formulas


def network_formula(m: Any) -> Callable[..., Any]:
    """Mean squared error as a function of all weights and biases."""
    x, y, _ = problems.network_data()
    inputs, targets = m.asarray(x), m.asarray(y)
    return lambda *weights: problems.network_loss(m, inputs, targets, weights)


def lorenz_formula(m: Any) -> Callable[..., Any]:
    """Lorenz's system as `problems.lorenz` has it, with the peer's own loop."""

    def f(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any) -> Any:
        x, y, z = m.iterate(lambda *at: problems.lorenz_step(s, r, b, *at), 500, (x, y, z))
        return x * x + y * y + z * z

    return f


def call_price(m: Any, spot: Any, volatility: Any, time: Any, rate: Any, strike: Any) -> Any:
    """Price of European calls (Black and Scholes 1973)."""
    spread = volatility * m.sqrt(time)
    d1 = (m.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread
    first, second = (0.5 + 0.5 * m.erf(d * 0.7071067811865476) for d in (d1, d1 - spread))
    return spot * first - strike * m.exp(-rate * time) * second


def strikes() -> np.ndarray:
    """What each option is for."""
    return np.random.default_rng(0).uniform(80.0, 120.0, OPTIONS)


def call_prices(m: Any) -> Callable[..., Any]:
    """Sum of the prices of calls that have data of their own; the gradients are their greeks."""
    strike = m.asarray(strikes())
    return lambda *data: m.sum(call_price(m, *data, strike))


OPTIONS = 100_000


def logistic_formula(m: Any) -> Callable[..., Any]:
    """Mean loss of a logistic regression with a small ridge, labels -1 and 1."""
    data, labels = logistic_data()
    x, signs = m.asarray(data), m.asarray(-labels)
    return lambda w: m.mean(m.softplus(signs * (x @ w))) + 1e-3 * m.sum(w * w)


def logistic_data() -> tuple[np.ndarray, np.ndarray]:
    """2,000 observations of 100 features, and their labels."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(2000, 100))
    return x, np.where(x @ rng.normal(size=100) + rng.normal(size=2000) > 0, 1.0, -1.0)


MIXTURE = 1_000, 8, 5
"""Points, components, dimensions."""


def mixture_points() -> np.ndarray:
    """Points around eight centres."""
    n, k, d = MIXTURE
    rng = np.random.default_rng(1)
    return rng.normal(size=(n, d)) + 3.0 * rng.normal(size=(k, d))[rng.integers(0, k, n)]


def mixture(m: Any) -> Callable[..., Any]:
    """Negative log likelihood of a mixture of Gaussians, by weights, means and triangular factors of the precisions."""
    points, below = m.asarray(mixture_points()), m.asarray(np.tril(np.ones((MIXTURE[2], MIXTURE[2])), -1))
    identity = m.asarray(np.eye(MIXTURE[2]))

    def loss(alphas: Any, means: Any, logs: Any, factors: Any) -> Any:
        lower = factors * below + m.exp(logs)[:, :, None] * identity
        apart = (points[None, :, :] - means[:, None, :]) @ m.swapaxes(lower, 1, 2)
        squares = m.sum(apart * apart, axis=2)
        terms = (alphas + m.sum(logs, axis=1))[:, None] - 0.5 * squares
        return MIXTURE[0] * m.logsumexp(alphas, 0) - m.sum(m.logsumexp(terms, 0))

    return loss


SERIES = 100
FAR = 1e10


def other_series() -> np.ndarray:
    """What a series is compared with."""
    return np.sin(np.linspace(0.3, 6.5, SERIES))


def diagonal_places() -> np.ndarray:
    """Give the places of antidiagonals in a table that is stored by rows; beyond its end is what it does not have."""
    i, k = np.arange(SERIES), np.arange(2 * SERIES - 1)[:, None]
    return np.where((k - i >= 0) & (k - i < SERIES), i * SERIES + k - i, SERIES * SERIES)


def softmin(m: Any, a: Any, b: Any, c: Any) -> Any:
    """Smooth minimum of three."""
    least = m.smallest(m.smallest(a, b), c)
    return least - 0.1 * m.log(m.exp((least - a) * 10.0) + m.exp((least - b) * 10.0) + m.exp((least - c) * 10.0))


def soft_alignment(m: Any) -> Callable[..., Any]:
    """Soft dynamic time warping (Cuturi and Blondel 2017) of a series and a known one, one antidiagonal at a time."""
    other, places = m.asarray(other_series()), m.asarray(diagonal_places())
    edge, nothing = m.asarray(np.array([FAR])), m.asarray(np.full(SERIES, FAR))

    def step(state: Any, costs: Any) -> Any:
        last, before = state
        above, corner = m.concatenate([edge, last[:-1]]), m.concatenate([edge, before[:-1]])
        return costs + softmin(m, last, above, corner), last

    def distance(series: Any) -> Any:
        costs = (series[:, None] - other[None, :]) ** 2
        diagonals = m.take(m.concatenate([m.reshape(costs, (-1,)), edge]), places)
        last, _ = m.scan(step, (diagonals[0], nothing), diagonals[1:])
        return last[-1]

    return distance


def lotka_volterra_field(m: Any) -> Callable[..., Any]:
    """Hares and lynxes."""
    return lambda t, y, p: m.stack([p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]])


def robertson_field(m: Any) -> Callable[..., Any]:
    """Robertson's reactions (1966), by the logarithms of their rates."""

    def field(t: Any, y: Any, p: Any) -> Any:
        k = m.exp(p)
        first, second, third = k[0] * y[0], k[1] * y[1] * y[1], k[2] * y[1] * y[2]
        return m.stack([third - first, first - second - third, second])

    return field


def changing(p: np.ndarray) -> Iterator[np.ndarray]:
    """Give parameters that differ by next to nothing, for a solver may keep the solution of the last ones."""
    return (p * (1.0 + 1e-12 * turn) for turn in itertools.count())


# ------------------------------------------------------------------------------------------------- rows


@row("Rosenbrock's function, 1,000 variables", "gradient", problems.rosenbrock)
def rosenbrock() -> tuple[Any, ...]:
    return (np.random.default_rng(0).normal(size=1_000),)


@row("network 64x16-32-32-1", "gradient", network_formula)
def network() -> tuple[Any, ...]:
    return tuple(problems.network_data().weights)


@row("Lorenz's system, 500 Runge-Kutta steps of scalars", "gradient", lorenz_formula)
def lorenz() -> tuple[Any, ...]:
    return problems.LORENZ


@row("an expression of 12 operations, 10^6 elements", "gradient", lambda m: lambda x: m.sum(problems.expression(m, x)))
def elementwise() -> tuple[Any, ...]:
    return (problems.expression_data(),)


@row("greeks of 10^5 options (Black-Scholes)", "gradient", call_prices)
def black_scholes() -> tuple[Any, ...]:
    rng = np.random.default_rng(1)
    bounds = ((80.0, 120.0), (0.1, 0.4), (0.1, 2.0), (0.0, 0.05))
    return tuple(rng.uniform(*pair, OPTIONS) for pair in bounds)


@row("logistic regression, 2,000 x 100", "gradient", logistic_formula)
def logistic() -> tuple[Any, ...]:
    return (0.1 * np.random.default_rng(2).normal(size=100),)


@row("mixture of 8 Gaussians, 1,000 points in 5 dimensions", "gradient", mixture, in_readme=False)
def gaussian_mixture() -> tuple[Any, ...]:
    _, k, d = MIXTURE
    rng = np.random.default_rng(3)
    return rng.normal(size=k), 3.0 * rng.normal(size=(k, d)), 0.1 * rng.normal(size=(k, d)), rng.normal(size=(k, d, d))


@row("soft dynamic time warping, 100 x 100", "gradient", soft_alignment)
def soft_dtw() -> tuple[Any, ...]:
    return (np.sin(np.linspace(0.0, 6.0, SERIES)) + 0.1 * np.random.default_rng(4).normal(size=SERIES),)


@row("Hessian-vector product of Rosenbrock's function, 10^4 variables", "hvp", problems.rosenbrock, in_readme=False)
def hessian_product() -> tuple[Any, ...]:
    return tuple(np.random.default_rng(0).normal(size=(2, 10_000)))


@row("31,843 Jacobians of a camera's projection, 2 x 15", "jacobians", problems.projection, in_readme=False)
def projections() -> tuple[Any, ...]:
    return problems.observations(31_843)


@row(
    "sparse Jacobian of Broyden's function, 10^5 variables", "sparse_jacobian",
    lambda m: lambda x: problems.broyden(m, x),
)  # fmt: skip
def sparse_jacobian() -> tuple[Any, ...]:
    return (np.random.default_rng(0).normal(size=100_000),)


@row("sparse Hessian of Rosenbrock's function, 10^5 variables", "sparse_hessian", problems.rosenbrock, in_readme=False)
def sparse_hessian() -> tuple[Any, ...]:
    return (np.random.default_rng(0).normal(size=100_000),)


@row("Lotka and Volterra's equations, adaptive, to 1e-8", "ode", lotka_volterra_field, tolerance=3e-5)
def lotka_volterra() -> tuple[Any, ...]:
    return changing(np.array([1.5, 1.0, 1.0, 3.0])), np.array([1.0, 1.0]), 10.0, np.array([1.0, 1.0]), False


@row("Robertson's stiff equations, adaptive, to 1e-8", "ode", robertson_field, tolerance=3e-5, in_readme=False)
def robertson() -> tuple[Any, ...]:
    return changing(np.log([0.04, 3e7, 1e4])), np.array([1.0, 0.0, 0.0]), 1e3, np.array([1.0, 1e4, 0.5]), True
