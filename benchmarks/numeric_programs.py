"""Programs of NumPy's users beside what else they would use: ``python -m benchmarks.numeric_programs [row ...]``.

Each row times all its contestants alternately in one process and prints the best of several rounds, on one thread.
What is timed is a value with its gradient, sealed, unless the row says otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

import numpy as np

import tapegrad as tg
from benchmarks.replay import best, has, jax_parts, show


def poisson() -> None:
    """Poisson regression, 100,000 lines, 50 columns, a tenth of them nonzero; SciPy's two products alone."""
    from scipy.sparse import random_array

    rng = np.random.default_rng(0)
    x = random_array((100_000, 50), density=0.1, format="csr", rng=rng)
    transposed, w = x.T, 0.1 * rng.normal(size=50)
    y = rng.poisson(np.exp(x @ w)).astype(float)

    def loss(w):
        rates = x @ w
        return np.sum(np.exp(rates) - y * rates)

    sealed = tg.compile(tg.value_and_grad(loss))
    _, slope = sealed(w)
    np.testing.assert_allclose(slope, transposed @ (np.exp(x @ w) - y), rtol=1e-9)
    found = best({"tapegrad": lambda: sealed(w), "SciPy's two products": lambda: (x @ w, transposed @ y)})
    show("Poisson regression, sparse", found, 1e-3, "ms")


def kalman() -> None:
    """Log likelihood of a Kalman filter, 4 states, 2 observed, 500 steps, as a scan."""
    p, data = KALMAN, observed_track(500)
    sealed = tg.compile(tg.value_and_grad(log_likelihood(tg.scan, np, np.linalg.solve, np.linalg.slogdet, data)))
    _, slope = sealed(p)
    jobs: dict[str, Callable[[], object]] = {"tapegrad": lambda: sealed(p)}
    if has("jax"):
        jax, jnp = jax_parts()
        given = jax.lax.scan, jnp, jnp.linalg.solve, jnp.linalg.slogdet
        theirs = jax.jit(jax.value_and_grad(log_likelihood(*given, data)))
        np.testing.assert_allclose(theirs(p)[1], slope, rtol=1e-8, atol=1e-8)
        jobs["JAX scan, jit"] = lambda: jax.block_until_ready(theirs(p))
    show("Kalman filter, 500 steps", best(jobs), 1e-3, "ms")


KALMAN = np.array([-4.0, -3.0, 0.1, 0.1, 0.5, 0.5, 0.3])
TRANSITION, OBSERVED = np.eye(4) + 0.1 * np.eye(4, k=2), np.eye(2, 4)


def observed_track(n):
    """Places on a line that a point moves along, seen with errors."""
    rng = np.random.default_rng(0)
    state, track = np.array([0.0, 0.0, 1.0, -0.5]), []
    for _ in range(n):
        state = TRANSITION @ state + 0.05 * rng.normal(size=4)
        track.append(state[:2] + 0.2 * rng.normal(size=2))
    return np.array(track)


def log_likelihood(scan, xp, solve, slogdet, data):
    """The function of logarithms of variances, first state, and logarithm of its variance."""

    def f(p):
        noise = xp.exp(p[0]) * np.eye(4)
        spread = xp.exp(p[1]) * np.eye(2)

        def step(carry, y):
            mean, covariance = carry
            mean = TRANSITION @ mean
            covariance = TRANSITION @ covariance @ TRANSITION.T + noise
            error = y - OBSERVED @ mean
            s = OBSERVED @ covariance @ OBSERVED.T + spread
            gain = solve(s, OBSERVED @ covariance).T
            mean = mean + gain @ error
            covariance = covariance - gain @ s @ gain.T
            return (mean, covariance), -0.5 * (error @ solve(s, error) + slogdet(s)[1] + 2.0 * np.log(2.0 * np.pi))

        _, terms = scan(step, (p[2:6], xp.exp(p[6]) * np.eye(4)), data)
        return xp.sum(terms)

    return f


def gaussian_process() -> None:
    """Marginal likelihood of a Gaussian process, 200 points in 3 dimensions: variance, length scale and noise."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(200, 3))
    y = np.sin(x.sum(axis=1)) + 0.1 * rng.normal(size=200)

    def likelihood(xp, solve_triangular):
        def log_likelihood(p):
            variance, scale, noise = xp.exp(p[0]), xp.exp(p[1]), xp.exp(p[2])
            points = x / scale
            squares = xp.sum((points[:, None] - points[None]) ** 2, axis=-1)
            factor = xp.linalg.cholesky(variance * xp.exp(-0.5 * squares) + noise * np.eye(200))
            rest = solve_triangular(factor, y, lower=True)
            return -0.5 * rest @ rest - xp.sum(xp.log(xp.diagonal(factor))) - 100.0 * np.log(2.0 * np.pi)

        return log_likelihood

    p = np.log([1.3, 0.9, 0.1])
    sealed = tg.compile(tg.value_and_grad(likelihood(np, tg.linalg.solve_triangular)))
    _, slope = sealed(p)
    jobs: dict[str, Callable[[], object]] = {"tapegrad": lambda: sealed(p)}
    if has("jax"):
        jax, jnp = jax_parts()
        theirs = jax.jit(jax.value_and_grad(likelihood(jnp, import_module("jax.scipy.linalg").solve_triangular)))
        np.testing.assert_allclose(theirs(p)[1], slope, rtol=1e-8, atol=1e-8)
        jobs["JAX jit"] = lambda: jax.block_until_ready(theirs(p))
    show("Gaussian process, 200 points", best(jobs), 1e-3, "ms")


def deconvolution() -> None:
    """Deblurring 256 x 256 points by Fourier transforms, with a smoothed total variation."""
    n, rng = 256, np.random.default_rng(0)
    at = np.fft.fftfreq(n) * n
    blur = np.exp(-(at[:, None] ** 2 + at**2) / 8.0)
    response = np.fft.fft2(blur / blur.sum())
    image = np.zeros((n, n))
    image[60:150, 80:200] = 1.0
    data = np.fft.ifft2(np.fft.fft2(image) * response).real + 0.01 * rng.normal(size=(n, n))
    u = image + 0.1 * rng.normal(size=(n, n))

    def objective(xp):
        def loss(u):
            misfit = xp.fft.ifft2(xp.fft.fft2(u) * response) - data
            down, right = u[1:, :-1] - u[:-1, :-1], u[:-1, 1:] - u[:-1, :-1]
            variation = xp.sum(xp.sqrt(down**2 + right**2 + 1e-6))
            return xp.sum(xp.abs(misfit) ** 2) + 0.02 * variation

        return loss

    sealed = tg.compile(tg.value_and_grad(objective(np)))
    _, slope = sealed(u)
    jobs: dict[str, Callable[[], object]] = {"tapegrad": lambda: sealed(u)}
    if has("jax"):
        jax, jnp = jax_parts()
        theirs, given = jax.jit(jax.value_and_grad(objective(jnp))), jnp.asarray(u)
        np.testing.assert_allclose(theirs(given)[1], slope, atol=1e-12)
        jobs["JAX jit"] = lambda: jax.block_until_ready(theirs(given))
    show("FFT deconvolution, 256 x 256", best(jobs), 1e-3, "ms")


def minibatches() -> None:
    """A classifier of one hidden layer on mini-batches with integer labels: 500 steps of Adam, recording included."""
    rng = np.random.default_rng(0)
    features, classes, hidden, steps = 64, 10, 32, 500
    data, labels = rng.normal(size=(2000, features)), rng.integers(0, classes, 2000)
    batches = rng.integers(0, len(data), (steps, 64))
    start = [
        rng.normal(size=(features, hidden)) / 8.0, np.zeros(hidden),
        rng.normal(size=(hidden, classes)) / 6.0, np.zeros(classes),
    ]  # fmt: skip

    def loss(parameters, x, y):
        w1, b1, w2, b2 = parameters
        scores = np.tanh(x @ w1 + b1) @ w2 + b2
        scores = scores - np.max(scores, axis=1, keepdims=True)
        chosen = np.take_along_axis(scores, y[:, None], 1)[:, 0]
        return np.mean(np.log(np.sum(np.exp(scores), axis=1)) - chosen)

    def ours():
        @tg.compile
        def step(p, m, v, t, x, y, batch):
            _, slopes = tg.value_and_grad(loss)(p, x[batch], y[batch])
            m = [0.9 * a + 0.1 * g for a, g in zip(m, slopes, strict=True)]
            v = [0.999 * a + 0.001 * g * g for a, g in zip(v, slopes, strict=True)]
            scales = [np.sqrt(b / (1.0 - 0.999**t)) + 1e-8 for b in v]
            p = [q - 1e-3 * (a / (1.0 - 0.9**t)) / s for q, a, s in zip(p, m, scales, strict=True)]
            return p, m, v

        p = start
        m, v = ([np.zeros_like(a) for a in start] for _ in range(2))
        for t, batch in enumerate(batches, 1):
            p, m, v = step(p, m, v, float(t), data, labels, batch)
        assert step.stats()["recordings"] == 1
        return p

    jobs: dict[str, Callable[[], object]] = {"tapegrad": ours}
    if has("torch"):
        import torch

        torch.set_num_threads(1)
        x, y, order = (torch.tensor(a) for a in (data, labels, batches))

        def theirs():
            p = [torch.tensor(a, requires_grad=True) for a in start]
            optimizer = torch.optim.Adam(p, 1e-3)
            for batch in order:
                optimizer.zero_grad()
                scores = torch.tanh(x[batch] @ p[0] + p[1]) @ p[2] + p[3]
                torch.nn.functional.cross_entropy(scores, y[batch]).backward()
                optimizer.step()
            return p

        for a, b in zip(ours(), theirs(), strict=True):
            np.testing.assert_allclose(a, b.detach().numpy(), atol=1e-12)
        jobs["PyTorch"] = theirs
    show("mini-batches, 500 steps of Adam", best(jobs), 1e-3, "ms")


ROWS = {row.__name__: row for row in (poisson, kalman, gaussian_process, deconvolution, minibatches)}


def main() -> None:
    """Print the rows that are named, or all."""
    for name in sys.argv[1:] or ROWS:
        ROWS[name]()


if __name__ == "__main__":
    main()
