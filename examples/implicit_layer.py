"""Penalties of a logistic regression chosen by gradients: the solution of one problem within the objective of another.

How strongly each coefficient is held towards 0 is a hyperparameter: cross-validation says how good it is. For that
the regression is solved on each part of the data without a fold, and its loss on the fold is summed up. That sum is
a function of the penalties through solutions of equations, and its gradient goes through them by the implicit
function theorem. So all penalties are chosen at once by L-BFGS, where a grid would need a power of their number.

Finney (1947, Biometrika 34, 320-334): whether vessels of the skin were constricted after a breath, of the
logarithms of the volume and the rate of the air. Beside these two, the regression has their squares and their
product.

Run it with ``python examples/implicit_layer.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.optimize

import tapegrad as tg

VOLUME = [
    3.70, 3.50, 1.25, 0.75, 0.80, 0.70, 0.60, 1.10, 0.90, 0.90, 0.80, 0.55, 0.60,
    1.40, 0.75, 2.30, 3.20, 0.85, 1.70, 1.80, 0.40, 0.95, 1.35, 1.50, 1.60, 0.60,
    1.80, 0.95, 1.90, 1.60, 2.70, 2.35, 1.10, 1.10, 1.20, 0.80, 0.95, 0.75, 1.30,
]  # fmt: skip
RATE = [
    0.825, 1.090, 2.500, 1.500, 3.200, 3.500, 0.750, 1.700, 0.750, 0.450, 0.570, 2.750, 3.000,
    2.330, 3.750, 1.640, 1.600, 1.415, 1.060, 1.800, 2.000, 1.360, 1.350, 1.360, 1.780, 1.500,
    1.500, 1.900, 0.950, 0.400, 0.750, 0.030, 1.830, 2.200, 2.000, 3.330, 1.900, 1.900, 1.625,
]  # fmt: skip
RESPONSE = [
    1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1,
    0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1,
]  # fmt: skip
FOLDS = 6


def data() -> tuple[np.ndarray, np.ndarray]:
    """Return a row for each breath, and what happened."""
    v, r = np.log(VOLUME), np.log(RATE)
    return np.stack([np.ones(len(v)), v, r, v * v, r * r, v * r], 1), np.array(RESPONSE, float)


def loss(beta: Any, weights: Any, rows: np.ndarray, response: np.ndarray) -> Any:
    """Return the negative log-likelihood of weighted observations."""
    score = rows @ beta
    return np.sum(weights * (np.logaddexp(0.0, score) - response * score))


def fitted(penalties: Any, weights: np.ndarray, rows: np.ndarray, response: np.ndarray) -> Any:
    """Return the coefficients of a penalized regression, as a function of the logarithms of the penalties."""

    def penalized(beta: Any, penalties: Any) -> Any:
        return loss(beta, weights, rows, response) + 0.5 * np.sum(np.exp(penalties) * beta[1:] ** 2)

    start = np.zeros(rows.shape[1])
    return tg.optimize.minimize(penalized, start, (penalties,), "trust-exact", options={"gtol": 1e-10}).x


def cross_validation(penalties: Any, rows: np.ndarray, response: np.ndarray) -> Any:
    """Return the loss on observations that the coefficients were not fitted to."""
    total = 0.0
    for fold in range(FOLDS):
        held = (np.arange(len(response)) % FOLDS == fold).astype(float)
        total = total + loss(fitted(penalties, 1.0 - held, rows, response), held, rows, response)
    return total


def chosen(rows: np.ndarray, response: np.ndarray) -> Any:
    """Return SciPy's result for the logarithms of the penalties."""
    value_and_grad = tg.compile(tg.value_and_grad(lambda p: cross_validation(p, rows, response)))
    box = [(-8.0, 8.0)] * (rows.shape[1] - 1)
    return scipy.optimize.minimize(value_and_grad, np.zeros(len(box)), jac=True, method="L-BFGS-B", bounds=box)


def main() -> None:
    rows, response = data()
    plain = fitted(np.full(2, -40.0), np.ones(len(response)), rows[:, :3], response)
    print("coefficients of volume and rate, without penalty:", " ".join(f"{b:.4f}" for b in plain))
    result = chosen(rows, response)
    before = cross_validation(np.zeros(5), rows, response)
    print(f"loss in cross-validation: {before:.4f} with penalties of 1, {result.fun:.4f} with those that were chosen")
    print("logarithms of the penalties:", " ".join(f"{p:.3f}" for p in result.x))


if __name__ == "__main__":
    main()
