"""The example of Poisson regression against iteratively reweighted least squares, and published coefficients."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from tests.programs.test_examples import after_colon, printed

# glm(incidents ~ type + year + period, poisson, offset = log(service)) of the data `ships` in R's package MASS
PUBLISHED = [
    (-6.40590, 0.21744), (-0.54334, 0.17759), (-0.68740, 0.32904), (-0.07596, 0.29058), (0.32558, 0.23588),
    (0.69714, 0.14964), (0.81843, 0.16977), (0.45343, 0.23317), (0.38447, 0.11827),
]  # fmt: skip


def reweighted(x: np.ndarray, months: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and standard errors (McCullagh & Nelder 1989, section 2.5)."""
    b = np.zeros(x.shape[1])
    b[0] = np.log(y.sum() / months.sum())
    for _ in range(50):
        mean = months * np.exp(x @ b)
        information = x.T @ (mean[:, None] * x)
        b = b + np.linalg.solve(information, x.T @ (y - mean))
    return b, np.sqrt(np.diag(np.linalg.inv(information)))


def test_poisson_regression(capsys: Any) -> None:
    found = np.array([after_colon(line)[:2] for line in printed("poisson_regression", capsys)])
    np.testing.assert_allclose(found, PUBLISHED, atol=2e-5)
    x, months, incidents = sys.modules["example_poisson_regression"].design()
    np.testing.assert_allclose(found.T, reweighted(x.toarray(), months, incidents), atol=1e-5)
