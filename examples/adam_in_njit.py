"""A whole Adam loop in compiled code, and an ensemble of them on all cores: no Python between the steps.

python examples/adam_in_njit.py
"""

import numba
import numpy as np

import tapegrad as tg


@numba.njit(cache=True)
def adam(tape, x, rate, steps, tolerance):
    """Minimise in place (Kingma & Ba 2015, algorithm 1); returns the status and the steps taken."""
    g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
    mean, square = np.zeros_like(x), np.zeros_like(x)
    for k in range(1, steps + 1):
        status = tg.nb.value_and_grad(tape, x, g, work)
        if status != 0:
            return status, k
        largest = 0.0
        for i in range(x.size):
            mean[i] = 0.9 * mean[i] + 0.1 * g[i]
            square[i] = 0.999 * square[i] + 0.001 * g[i] * g[i]
            step = mean[i] / (1.0 - 0.9**k) / (np.sqrt(square[i] / (1.0 - 0.999**k)) + 1e-8)
            x[i] -= rate * step
            largest = max(largest, abs(g[i]))
        if largest < tolerance:
            return 0, k
    return 0, steps


@numba.njit(parallel=True, cache=True)
def ensemble(tape, starts, rate, steps, tolerance):
    """Minimise from every row of `starts`, rows shared among the cores; returns the statuses."""
    statuses = np.empty(len(starts), np.int64)
    for k in numba.prange(len(starts)):
        statuses[k], _ = adam(tape, starts[k], rate, steps, tolerance)
    return statuses


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def main():
    f = tg.compile(rosenbrock)
    x = np.full(4, -0.5)
    tape = f.tape_data(x)
    status, steps = adam(tape, x, 0.02, 50_000, 1e-6)
    tg.nb.check(tape, status)
    print(f"one run: {steps} steps to {np.round(x, 5)}")
    starts = np.random.default_rng(0).uniform(0.5, 1.5, size=(64, 4))
    for status in ensemble(tape, starts, 0.02, 50_000, 1e-6):
        tg.nb.check(tape, status)
    print(f"64 runs: largest distance from the minimum {np.abs(starts - 1.0).max():.1e}")


if __name__ == "__main__":
    main()
