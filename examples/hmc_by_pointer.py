"""Hamiltonian Monte Carlo in compiled code, which calls a log density and its gradient by a C pointer.

python examples/hmc_by_pointer.py
"""

import numba
import numpy as np

import tapegrad as tg

RNG = np.random.default_rng(7)
X = np.column_stack([np.ones(60), RNG.normal(size=(60, 2))])
Y = X @ np.array([0.5, -1.0, 2.0]) + 0.3 * RNG.normal(size=60)


def log_density(w):
    """Return the log density of weights, up to a constant: errors of deviation 0.3, a normal prior of deviation 10."""
    return -0.5 * np.sum((Y - X @ w) ** 2) / 0.3**2 - 0.5 * np.sum(w * w) / 10.0**2


@numba.njit
def sample(logp, start, step, leaps, count, rng):
    """Return draws (Neal, Handbook of Markov Chain Monte Carlo, 2011, figure 2), and how many were accepted."""
    n, none = np.uint64(start.size), np.intp(0)
    x, g, value = start.copy(), np.empty_like(start), np.empty(1)
    draws, accepted = np.empty((count, start.size)), 0
    for k in range(count):
        q = x.copy()
        logp(n, q.ctypes, g.ctypes, value.ctypes, none)
        p = rng.normal(0.0, 1.0, start.size)
        before = value[0] - 0.5 * np.sum(p * p)
        for _ in range(leaps):
            p += 0.5 * step * g
            q += step * p
            logp(n, q.ctypes, g.ctypes, value.ctypes, none)
            p += 0.5 * step * g
        if np.log(rng.random()) < value[0] - 0.5 * np.sum(p * p) - before:
            x, accepted = q, accepted + 1
        draws[k] = x
    return draws, accepted


def main():
    pointer = tg.compile(log_density).pointer(np.zeros(3), form="logp")
    print(pointer.signature)
    draws, accepted = sample(pointer.numba(), np.zeros(3), 0.01, 20, 20_000, RNG)
    draws = draws[1000:]  # those before come from the start
    covariance = np.linalg.inv(X.T @ X / 0.3**2 + np.eye(3) / 10.0**2)  # the posterior is normal
    mean = covariance @ (X.T @ Y) / 0.3**2
    deviation = np.sqrt(np.diag(covariance))
    print(f"accepted: {accepted / 20_000:.2f}")
    print(f"largest error of a mean, in deviations: {np.abs((draws.mean(0) - mean) / deviation).max():.3f}")
    print(f"largest error of a deviation, relative: {np.abs(draws.std(0) / deviation - 1.0).max():.3f}")


if __name__ == "__main__":
    main()
