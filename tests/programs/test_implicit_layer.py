"""The example of penalties chosen by gradients, against Newton's method and a gradient through it written by hand."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tests.programs.test_examples import after_colon, loaded, printed


def newton(penalties: np.ndarray, weights: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients and the Hessian there."""
    price = np.concatenate([[0.0], np.exp(penalties)])
    response = loaded("implicit_layer").RESPONSE
    beta = np.zeros(rows.shape[1])
    for _ in range(60):
        p = 1.0 / (1.0 + np.exp(-rows @ beta))
        hessian = (rows.T * (weights * p * (1.0 - p))) @ rows + np.diag(price)
        step = np.linalg.solve(hessian, rows.T @ (weights * (p - response)) + price * beta)
        beta = beta - step
        if np.max(abs(step)) < 1e-14:
            break
    return beta, hessian


def by_hand(penalties: np.ndarray) -> tuple[float, np.ndarray]:
    """The loss in cross-validation, and its gradient: ``d beta = -H^-1 diag(price * beta) d log(price)``."""
    given = loaded("implicit_layer")
    rows, response = given.ROWS, given.RESPONSE
    total, slope = 0.0, np.zeros(penalties.size)
    for fold in range(given.FOLDS):
        held = np.arange(len(response)) % given.FOLDS == fold
        beta, hessian = newton(penalties, (~held).astype(float), rows)
        score = rows[held] @ beta
        total += np.sum(np.logaddexp(0.0, score) - response[held] * score)
        toward = np.linalg.solve(hessian, rows[held].T @ (1.0 / (1.0 + np.exp(-score)) - response[held]))
        slope -= (toward * np.concatenate([[0.0], np.exp(penalties) * beta[1:]]))[1:]
    return total, slope


@pytest.mark.slow
def test_the_gradient_through_the_regressions():
    both = tg.value_and_grad(loaded("implicit_layer").cross_validation)
    for penalties in (np.zeros(5), np.array([-2.0, -3.0, 0.5, 1.0, -1.0])):
        value, slope = both(penalties)
        expected, gradient = by_hand(penalties)
        assert value == pytest.approx(expected, rel=1e-8)
        np.testing.assert_allclose(slope, gradient, rtol=1e-6, atol=1e-8)


@pytest.mark.slow
def test_what_it_prints(capsys):
    plain, losses = printed("implicit_layer", capsys)
    # Pregibon (1981, Annals of Statistics 9, 705-724), table 1
    assert after_colon(plain) == pytest.approx([-2.875, 5.179, 4.562], abs=1e-3)
    first, _, last, *chosen = after_colon(losses)
    assert first == pytest.approx(by_hand(np.zeros(5))[0], abs=1e-4)
    best = scipy.optimize.minimize(by_hand, np.zeros(5), jac=True, method="L-BFGS-B", bounds=[(-8.0, 8.0)] * 5)
    assert last == pytest.approx(best.fun, abs=2e-4)
    assert chosen == pytest.approx(best.x, abs=0.05)
