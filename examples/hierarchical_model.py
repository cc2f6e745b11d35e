"""Eight schools: a hierarchical model by Hamiltonian Monte Carlo
==============================================================

Coaching for tests in eight schools: effects and standard errors (Rubin 1981, Estimation in parallel randomized
experiments, J. Educational Statistics 6). The effects come from a normal distribution with unknown mean mu and spread
tau. Numba compiles the sampler, which calls the log density and its gradient without Python: four chains run in
threads, since none holds Python's lock. The picture shows how the schools borrow from each other.

Checked against exact answers: given tau, all else is normal, and what is left is a sum over tau. Runs in about 8 s.
"""

from concurrent.futures import ThreadPoolExecutor

import matplotlib.pyplot as plt
import numba
import numpy as np

import tapegrad as tg

EFFECTS, ERRORS = np.array([[28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0], [15, 10, 16, 11, 9, 11, 10, 18]])


def log_density(x):
    mu, tau, standard = x[0], np.exp(x[1]), x[2:]
    prior = tg.stats.norm.logpdf(mu, 0.0, 5.0) + tg.stats.halfcauchy.logpdf(tau, 0.0, 5.0) + x[1]
    return prior + np.sum(tg.stats.norm.logpdf(standard) + tg.stats.norm.logpdf(EFFECTS, mu + tau * standard, ERRORS))


# %%
# The sampler (Neal, Handbook of Markov Chain Monte Carlo, 2011, figure 2) finds its step in the first 500 draws.
@numba.njit(nogil=True)
def sample(tape, q, draws, rng):
    g, work, step, value = np.empty_like(q), np.empty(tg.nb.work_size(tape)), 0.1, -np.inf
    for k in range(-500, len(draws)):
        x, p, leaps = q.copy(), rng.normal(0.0, 1.0, q.size), rng.integers(1, 32)
        before = value - 0.5 * np.sum(p * p)
        for leap in range(leaps + 1):
            x += min(leap, 1) * step * p
            status = tg.nb.value_and_grad(tape, x, g, work)
            if status != 0:
                return status
            p += (0.5 if leap in (0, leaps) else 1.0) * step * g
        acceptance = np.exp(min(0.0, work[0] - 0.5 * np.sum(p * p) - before))
        if rng.random() < acceptance:
            q, value = x, work[0]
        step *= np.exp((acceptance - 0.85) / (k + 501) ** 0.6) if k < 0 else 1.0
        draws[max(k, 0)] = q
    return 0


tape, draws = tg.compile(log_density).tape_data(np.zeros(10)), np.empty((4, 5000, 10))
with ThreadPoolExecutor(2) as threads:
    for status in threads.map(sample, [tape] * 4, np.zeros((4, 10)), draws, np.random.default_rng(8).spawn(4)):
        tg.nb.check(tape, status)
mu = draws[..., :1]
found = np.concatenate([mu, mu + np.exp(draws[..., 1:2]) * draws[..., 2:]], axis=-1).reshape(-1, 9)

# %%
# The exact answer: mu and the effects given the estimates, as normal variables, for each of many tau; then their sum.
tau = np.geomspace(1e-3, 1e3, 4000)
prior = 25.0 + tau[:, None, None] ** 2 * np.diag([0.0] + 8 * [1.0])
inverse = np.linalg.inv(prior[:, 1:, 1:] + np.diag(ERRORS**2))
means, explained = prior[:, :, 1:] @ inverse @ EFFECTS, prior[:, :, 1:] @ inverse @ prior[:, 1:]
weights = np.exp(0.5 * (np.linalg.slogdet(inverse)[1] - inverse @ EFFECTS @ EFFECTS)) * tau / (1.0 + tau**2 / 25.0)
mean = weights @ means / weights.sum()
spread = np.sqrt(weights @ (np.diagonal(prior - explained, axis1=1, axis2=2) + (means - mean) ** 2) / weights.sum())
names, results = ["mu", *(f"school {c}" for c in "ABCDEFGH")], (found.mean(0), found.std(0), mean, spread)
for name, a, b, c, d in zip(names, *results, strict=True):
    print(f"{name}: mean {a:.2f}, standard deviation {b:.2f} (exact {c:.2f}, {d:.2f})")
assert np.allclose(np.stack(results[:2]), results[2:], rtol=0.0, atol=0.08 * spread)

# %%
figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
axes.axvspan(mean[0] - spread[0], mean[0] + spread[0], color="C0", alpha=0.15, label="mean of all schools, mu")
axes.errorbar(EFFECTS, np.arange(8) - 0.15, xerr=ERRORS, fmt="o", capsize=3, color="0.6", label="the school alone")
axes.errorbar(results[0][1:], np.arange(8) + 0.15, xerr=results[1][1:], fmt="o", capsize=3, label="by the model")
axes.set(yticks=range(8), yticklabels="ABCDEFGH", ylabel="school", xlabel="effect of coaching on the score")
axes.legend()
plt.show()
