"""The example of an ODE's parameters against SciPy's least squares, whose derivatives are differences."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize

from tests.programs.test_examples import after_colon, printed


@pytest.mark.exhaustive
@pytest.mark.slow
def test_ode_parameters(capsys: Any) -> None:
    lines = [after_colon(line) for line in printed("ode_parameters", capsys)]
    example = sys.modules["example_ode_parameters"]

    def residuals(logarithms: np.ndarray) -> np.ndarray:
        a, b, c, d, *first = np.exp(logarithms)

        def logs(t: float, z: np.ndarray) -> list[float]:  # of the states
            return [a - b * np.exp(z[1]), d * np.exp(z[0]) - c]

        solved = scipy.integrate.solve_ivp(
            logs, (0, 20), np.log(first), "LSODA", np.arange(21.0), rtol=1e-10, atol=1e-10
        )
        return (solved.y - np.log(example.PELTS)).ravel()

    fit = scipy.optimize.least_squares(residuals, example.START, jac="3-point", xtol=1e-12, ftol=1e-12)
    found = np.array(lines[:6])
    np.testing.assert_allclose(found[:, 0], np.exp(fit.x), rtol=3e-4)
    (scatter,) = lines[6]
    assert scatter == pytest.approx(np.sqrt(2.0 * fit.cost / 42), rel=1e-4)

    def squares(x: np.ndarray) -> float:
        return float(np.sum(residuals(x) ** 2))

    step, units = 2e-3, np.eye(6)
    second = np.array([
        [
            sum(s * r * squares(fit.x + step * (s * e + r * f)) for s in (1, -1) for r in (1, -1)) / (4 * step**2)
            for f in units
        ]
        for e in units
    ])  # fmt: skip
    errors = np.sqrt(np.diag(np.linalg.inv(second / (2.0 * scatter**2))))
    np.testing.assert_allclose(found[:, 1], 100.0 * errors, rtol=5e-3)
