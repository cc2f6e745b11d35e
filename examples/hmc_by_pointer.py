"""Hamiltonian Monte Carlo by a C pointer
======================================

A linear regression on synthetic data, 60 points and three coefficients. A sampler that Numba compiles calls the log
density and its gradient by a C pointer, as a sampler in C would; no Python runs between the draws. The picture shows
the draws of each coefficient beside the density that they should have.

Checked against the posterior, which is normal: its mean and covariance are known. Runs in about 6 s.
"""

import matplotlib.pyplot as plt
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


# %%
# Draw, and compare with the normal distribution that the posterior is.
pointer = tg.compile(log_density).pointer(np.zeros(3), form="logp")
print(pointer.signature)
draws, accepted = sample(pointer.numba(), np.zeros(3), 0.01, 20, 20_000, RNG)
draws = draws[1000:]  # those before come from the start
covariance = np.linalg.inv(X.T @ X / 0.3**2 + np.eye(3) / 10.0**2)
mean, deviation = covariance @ (X.T @ Y) / 0.3**2, np.sqrt(np.diag(covariance))
errors = np.abs((draws.mean(0) - mean) / deviation).max(), np.abs(draws.std(0) / deviation - 1.0).max()
print(f"accepted: {accepted / 20_000:.2f}")
print(f"largest error of a mean, in deviations: {errors[0]:.3f}")
print(f"largest error of a deviation, relative: {errors[1]:.3f}")
assert max(errors) < 0.05

# %%
figure, axes = plt.subplots(1, 3, figsize=(9.0, 3.0), sharey=True, layout="constrained")
for k, name in enumerate(["constant", "first slope", "second slope"]):
    at = mean[k] + deviation[k] * np.linspace(-4.0, 4.0, 200)
    axes[k].hist(draws[:, k], 60, density=True, color="0.75", label="draws")
    exact = np.exp(-0.5 * ((at - mean[k]) / deviation[k]) ** 2) / (deviation[k] * np.sqrt(2.0 * np.pi))
    axes[k].plot(at, exact, label="posterior")
    axes[k].set(xlabel=name)
axes[0].set(ylabel="density", ylim=(0.0, 12.5))
axes[0].legend(loc="upper left", ncols=2)
plt.show()
