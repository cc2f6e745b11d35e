"""The example of a Kalman filter against published estimates, and the joint density of all observations."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from tests.programs.test_examples import after_colon, printed


def joint(logarithms: np.ndarray, y: np.ndarray) -> float:
    """The log density of the increments, which know nothing of the first level."""
    error, noise = np.exp(logarithms)
    n = y.size - 1
    covariance = noise * np.eye(n) + error * (2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
    return float(scipy.stats.multivariate_normal.logpdf(np.diff(y), cov=covariance))


def test_kalman_filter(capsys: Any) -> None:
    (error,), (noise,), (likelihood,) = (after_colon(line) for line in printed("kalman_filter", capsys))
    assert error == pytest.approx(15099, abs=1.0)  # Durbin & Koopman (2001), section 2.10.3
    assert noise == pytest.approx(1469.1, abs=0.2)
    nile = sys.modules["example_kalman_filter"].NILE
    assert likelihood == pytest.approx(joint(np.log([error, noise]), nile), abs=1e-3)
    best = scipy.optimize.minimize(lambda p: -joint(p, nile), np.log([15000.0, 1500.0]), method="Nelder-Mead")
    assert likelihood == pytest.approx(-best.fun, abs=1e-3)
