"""An optimizer in compiled code, and many of them at once
=======================================================

The whole loop of Adam (Kingma and Ba 2015, algorithm 1) is a function of Numba's: a compiled function of tapegrad gives
its tape as data (``tape_data``), and ``tg.nb.value_and_grad`` replays it without Python and without allocating memory.
So 64 runs share all cores, in ``prange``. They minimize Rosenbrock's valley of four variables, whose minimum is 0 at
(1, 1, 1, 1). One run is compared step by step with Adam in plain NumPy, on SciPy's gradient of this valley.

The picture shows how gradients fall, and that Adam's steps burst out of the valley now and again. Runs in about 6 s.
"""

import matplotlib.pyplot as plt
import numba
import numpy as np
from scipy.optimize import rosen_der

import tapegrad as tg


@numba.njit(cache=True)
def adam(tape, x, rate, tolerance, largest):
    """Minimize in place; writes the largest element of each gradient, and returns the status and the steps taken."""
    g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
    mean, square = np.zeros_like(x), np.zeros_like(x)
    for k in range(1, largest.size + 1):
        status = tg.nb.value_and_grad(tape, x, g, work)
        if status != 0:
            return status, k
        largest[k - 1] = np.max(np.abs(g))
        for i in range(x.size):
            mean[i] = 0.9 * mean[i] + 0.1 * g[i]
            square[i] = 0.999 * square[i] + 0.001 * g[i] * g[i]
            x[i] -= rate * mean[i] / (1.0 - 0.9**k) / (np.sqrt(square[i] / (1.0 - 0.999**k)) + 1e-8)
        if largest[k - 1] < tolerance:
            return 0, k
    return 0, largest.size


@numba.njit(parallel=True, cache=True)
def ensemble(tape, starts, rate, tolerance, largest):
    """Minimize from every row of `starts`, rows shared among the cores; returns the statuses."""
    statuses = np.empty(len(starts), np.int64)
    for k in numba.prange(len(starts)):
        statuses[k], _ = adam(tape, starts[k], rate, tolerance, largest[k])
    return statuses


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


# %%
# One run, and the same in NumPy.
x = np.full(4, -0.5)
tape = tg.compile(rosenbrock).tape_data(x)
status, steps = adam(tape, x, 0.02, 1e-6, np.empty(50_000))
tg.nb.check(tape, status)
y, mean, square = np.full(4, -0.5), np.zeros(4), np.zeros(4)
for k in range(1, steps + 1):
    g = rosen_der(y)
    mean, square = 0.9 * mean + 0.1 * g, 0.999 * square + 0.001 * g * g
    y -= 0.02 * mean / (1.0 - 0.9**k) / (np.sqrt(square / (1.0 - 0.999**k)) + 1e-8)
print(f"one run: {steps} steps to {np.round(x, 5)}")
np.testing.assert_allclose(x, y, rtol=1e-9)

# %%
starts = np.random.default_rng(0).uniform(0.5, 1.5, size=(64, 4))
largest = np.full((64, 50_000), np.nan)
for status in ensemble(tape, starts, 0.02, 1e-6, largest):
    tg.nb.check(tape, status)
print(f"64 runs: largest distance from the minimum {np.abs(starts - 1.0).max():.1e}")
assert np.abs(starts - 1.0).max() < 1e-4

# %%
plt.figure(figsize=(7, 4), layout="constrained")
plt.semilogy(largest[::8].T, lw=0.5)
plt.gca().set(xlabel="step", ylabel="largest element of the gradient", title="every eighth of 64 runs of Adam")
plt.show()
