"""Variational inference: the risk of O-rings in the cold
======================================================

Damage to O-rings on 23 flights of the space shuttle, explained by the temperature at launch (Dalal, Fowlkes and
Hoadley 1989, Journal of the American Statistical Association 84, 945-957). A logistic regression, whose posterior is
approximated by a normal distribution (Kucukelbir et al. 2017, Automatic differentiation variational inference), with a
full covariance and with a diagonal one. The evidence bound is a mean over fixed quasi-random draws, so that Newton's
method finds its maximum. The picture shows both in the exact posterior, and the risk, also in Challenger's last flight.

Checked against sums over a fine grid, and a law of the best normal distribution: its inverse covariance is the mean of
minus the Hessian (Opper and Archambeau 2009). Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm, qmc

import tapegrad as tg

TEMPERATURE = np.array([66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58.0])
DAMAGE = np.array([0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1.0])
ROWS = np.stack([np.ones(23), 0.1 * (TEMPERATURE - 65.0)])  # in tens of degrees
DRAWS = norm.ppf(qmc.Sobol(2, seed=1).random(1024))


def log_density(b):
    """Return the logarithm of likelihood and prior (normal, deviation 5) for coefficients in the last axis."""
    score = b @ ROWS
    prior = -0.5 * np.sum(b**2, axis=-1) / 25.0 - np.log(2.0 * np.pi * 25.0)
    return np.sum(DAMAGE * score - np.logaddexp(0.0, score), axis=-1) + prior


def drawn(q):
    """Return draws of the normal distribution of q: two means, two log deviations, perhaps a slope."""
    x = q[:2] + np.exp(q[2:4]) * DRAWS
    return x + q[4:] * np.array([0.0, 1.0]) * DRAWS[:, :1] if len(q) == 5 else x


def loss(q):
    """Return minus the evidence bound."""
    return -np.mean(log_density(drawn(q))) - q[2] - q[3] - 1.0 - np.log(2.0 * np.pi)


# %%
both, hessian = tg.compile(tg.value_and_grad(loss)), tg.compile(tg.hessian(loss))
diagonal, full = (minimize(both, np.zeros(n), jac=True, hess=hessian, method="trust-exact") for n in (4, 5))
a, b = np.meshgrid(np.linspace(-5.0, 5.0, 501), np.linspace(-12.0, 4.0, 801), indexing="ij")
grid = np.stack([a.ravel(), b.ravel()], axis=1)
weights = np.exp(log_density(grid)) * 0.02**2
evidence, weights = np.log(weights.sum()), weights / weights.sum()
mean = weights @ grid
deviation = np.sqrt(weights @ (grid - mean) ** 2)
print(f"log evidence {evidence:.3f}; bounds: diagonal {-diagonal.fun:.3f}, full {-full.fun:.3f}")
for name, q in (("diagonal", drawn(diagonal.x)), ("full", drawn(full.x))):
    print(f"{name}: means {q.mean(0)}, deviations {q.std(0)} (exact {mean}, {deviation})")
assert -diagonal.fun < -full.fun < evidence < -full.fun + 0.06
assert np.all(np.abs(drawn(full.x).mean(0) - mean) < 0.05 * deviation)
p = 1.0 / (1.0 + np.exp(-drawn(full.x) @ ROWS))
curvature = ROWS * np.mean(p * (1.0 - p), axis=0) @ ROWS.T + np.eye(2) / 25.0  # minus the mean Hessian
assert np.allclose(np.linalg.inv(np.cov(drawn(full.x).T)), curvature, rtol=0.01)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.8), layout="constrained")
left.contourf(a, b, weights.reshape(a.shape), 8, cmap="Greys")
angle, at = np.linspace(0.0, 2.0 * np.pi, 100), np.linspace(30.0, 82.0, 80)
for q, name in ((diagonal.x, "diagonal"), (full.x, "full")):
    circle = 2.0 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    left.plot(*(q[:2] + circle * np.exp(q[2:4]) + np.append(q, 0.0)[4] * circle[:, :1] * [0.0, 1.0]).T, label=name)
left.set(xlabel="log odds at 65 °F", ylabel="log odds per 10 °F", xlim=(-2.5, 2.5), ylim=(-7.0, 1.0))
left.legend(title="two deviations")
risk = 1.0 / (1.0 + np.exp(-(drawn(full.x) @ np.stack([np.ones(80), 0.1 * (at - 65.0)]))))
right.fill_between(at, *np.quantile(risk, [0.05, 0.95], axis=0), alpha=0.3, label="90 percent")
right.plot(at, risk.mean(0), label="risk")
right.plot(TEMPERATURE, DAMAGE, "k|", markersize=10.0, label="flights")
right.axvline(31.0, color="C3", linestyle=":", label="Challenger")
right.set(xlabel="temperature at launch (°F)", ylabel="probability of damage")
right.legend(loc="lower left")
plt.show()
