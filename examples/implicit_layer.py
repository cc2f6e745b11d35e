"""Penalties of a regression, chosen by gradients
==============================================

How strongly each coefficient of a regression is held towards 0 is a hyperparameter, and cross-validation says how good
it is. That is a function of the penalties through solutions of problems without a part of the data, and its gradient
goes through these by the implicit function theorem (``tg.optimize.minimize``). So all are chosen at once. The data are
Finney's (1947, Biometrika 34, 320-334): whether vessels of the skin were constricted, of the logarithms of volume and
rate of a breath. Without penalty, the coefficients are those of Pregibon (1981, Annals of Statistics 9, 705-724); the
gradient is that of differences of Newton's method. Shown is how likely a constriction is. Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import approx_fprime, minimize

import tapegrad as tg

VOLUME, RATE = np.array([
    [3.7, 3.5, 1.25, 0.75, 0.8, 0.7, 0.6, 1.1, 0.9, 0.9, 0.8, 0.55, 0.6, 1.4, 0.75, 2.3, 3.2, 0.85, 1.7, 1.8, 0.4, 0.95,
     1.35, 1.5, 1.6, 0.6, 1.8, 0.95, 1.9, 1.6, 2.7, 2.35, 1.1, 1.1, 1.2, 0.8, 0.95, 0.75, 1.3],
    [0.825, 1.09, 2.5, 1.5, 3.2, 3.5, 0.75, 1.7, 0.75, 0.45, 0.57, 2.75, 3, 2.33, 3.75, 1.64, 1.6, 1.415, 1.06, 1.8, 2,
     1.36, 1.35, 1.36, 1.78, 1.5, 1.5, 1.9, 0.95, 0.4, 0.75, 0.03, 1.83, 2.2, 2, 3.33, 1.9, 1.9, 1.625],
])  # fmt: skip
RESPONSE, FOLDS = np.array([float(digit) for digit in "111111000000011111010000101010100111001"]), 6


def features(v, r):
    return np.stack([np.ones_like(v), v, r, v * v, r * r, v * r], -1)


ROWS = features(np.log(VOLUME), np.log(RATE))


def loss(beta, weights, rows=ROWS):
    score = rows @ beta
    return np.sum(weights * (np.logaddexp(0.0, score) - RESPONSE * score))


def fitted(penalties, weights, rows=ROWS):  # the coefficients, as a function of the logarithms of the penalties
    def penalized(beta, penalties):
        return loss(beta, weights, rows) + 0.5 * np.sum(np.exp(penalties) * beta[1:] ** 2)

    return tg.optimize.minimize(penalized, 0.0 * rows[0], (penalties,), "trust-exact", options={"gtol": 1e-10}).x


def newton(penalties, weights, rows=ROWS):
    beta, price = 0.0 * rows[0], np.append(0.0, np.exp(penalties))
    for _ in range(30):
        p = 1.0 / (1.0 + np.exp(-rows @ beta))
        hessian = (rows.T * (weights * p * (1.0 - p))) @ rows + np.diag(price)
        beta = beta - np.linalg.solve(hessian, rows.T @ (weights * (p - RESPONSE)) + price * beta)
    return beta


def cross_validation(penalties, fitted=fitted):
    folds = (np.arange(len(RESPONSE)) % FOLDS == np.arange(FOLDS)[:, None]).astype(float)
    return sum(loss(fitted(penalties, 1.0 - held), held) for held in folds)


# %%
plain = fitted(np.full(2, -40.0), np.ones(len(RESPONSE)), ROWS[:, :3])
print("coefficients of volume and rate, without penalty:", " ".join(f"{b:.4f}" for b in plain))
np.testing.assert_allclose(plain, [-2.875, 5.179, 4.562], atol=1e-3)
both = tg.compile(tg.value_and_grad(cross_validation))
result = minimize(both, np.zeros(5), jac=True, method="L-BFGS-B", bounds=[(-8.0, 8.0)] * 5)
first, slope = both(np.zeros(5))
print(f"loss in cross-validation: {first:.4f} with penalties of 1, {result.fun:.4f} chosen", *result.x.round(3))
np.testing.assert_allclose(slope, approx_fprime(np.zeros(5), cross_validation, 1e-6, newton), rtol=1e-4)

# %%
v, r = np.meshgrid(np.linspace(0.3, 4.0, 100), np.linspace(0.2, 4.0, 100))
_, panels = plt.subplots(1, 2, figsize=(9, 4), sharey=True, layout="constrained")
for panel, p, title in zip(panels, (np.zeros(5), result.x), ("penalties of 1", "penalties chosen"), strict=True):
    score = features(np.log(v), np.log(r)) @ newton(p, np.ones(39))
    image = panel.contourf(v, r, 1.0 / (1.0 + np.exp(-score)), np.linspace(0.0, 1.0, 11), cmap="RdBu_r")
    panel.scatter(VOLUME, RATE, c=RESPONSE, cmap="gray_r", edgecolors="k")
    panel.set(xlabel="volume of air", ylabel="rate of air", title=title, ylim=(0.2, 4.0))
plt.colorbar(image, label="probability of a constriction (black)")
plt.show()
