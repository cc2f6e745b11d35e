"""Programs of NumPy's users beside what else they would use: ``python -m benchmarks.numeric_programs [row ...]``.

Each row times all its contestants alternately in one process and prints the best of several rounds, on one thread.
What is timed is a value with its gradient, sealed, unless the row says otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

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
    dt, n = 0.1, 500
    transition = np.eye(4) + dt * np.eye(4, k=2)
    observed = np.eye(2, 4)
    rng = np.random.default_rng(0)
    state, track = np.array([0.0, 0.0, 1.0, -0.5]), []
    for _ in range(n):
        state = transition @ state + 0.05 * rng.normal(size=4)
        track.append(state[:2] + 0.2 * rng.normal(size=2))
    data = np.array(track)

    def likelihood(scan, xp, solve, slogdet):
        def log_likelihood(p):
            noise = xp.exp(p[0]) * np.eye(4)
            spread = xp.exp(p[1]) * np.eye(2)

            def step(carry, y):
                mean, covariance = carry
                mean = transition @ mean
                covariance = transition @ covariance @ transition.T + noise
                error = y - observed @ mean
                s = observed @ covariance @ observed.T + spread
                gain = solve(s, observed @ covariance).T
                mean = mean + gain @ error
                covariance = covariance - gain @ s @ gain.T
                return (mean, covariance), -0.5 * (error @ solve(s, error) + slogdet(s)[1] + 2.0 * np.log(2.0 * np.pi))

            _, terms = scan(step, (p[2:6], xp.exp(p[6]) * np.eye(4)), data)
            return xp.sum(terms)

        return log_likelihood

    p = np.array([-4.0, -3.0, 0.1, 0.1, 0.5, 0.5, 0.3])
    sealed = tg.compile(tg.value_and_grad(likelihood(tg.scan, np, np.linalg.solve, np.linalg.slogdet)))
    _, slope = sealed(p)
    jobs: dict[str, Callable[[], object]] = {"tapegrad": lambda: sealed(p)}
    if has("jax"):
        jax, jnp = jax_parts()
        theirs = jax.jit(jax.value_and_grad(likelihood(jax.lax.scan, jnp, jnp.linalg.solve, jnp.linalg.slogdet)))
        np.testing.assert_allclose(theirs(p)[1], slope, rtol=1e-8, atol=1e-8)
        jobs["JAX scan, jit"] = lambda: jax.block_until_ready(theirs(p))
    show("Kalman filter, 500 steps", best(jobs), 1e-3, "ms")


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


ROWS = {row.__name__: row for row in (poisson, kalman, deconvolution)}


def main() -> None:
    """Print the rows that are named, or all."""
    for name in sys.argv[1:] or ROWS:
        ROWS[name]()


if __name__ == "__main__":
    main()
