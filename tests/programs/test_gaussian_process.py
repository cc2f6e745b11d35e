"""The example of a Gaussian process against the joint density of SciPy, and formulas of conditional distributions."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

import tapegrad as tg
from tests.programs.test_examples import after_colon, printed


def prior(logarithms: np.ndarray, count: int) -> np.ndarray:
    """The covariance of all observations, element by element."""
    variance, length, noise = np.exp(logarithms)
    found = np.empty((count, count))
    for i, j in np.ndindex(count, count):
        t, u = i / 10.0, j / 10.0
        parabola = 1e4 + 900.0 * t * u + 100.0 * t * t * u * u
        found[i, j] = parabola + variance * np.exp(-((t - u) ** 2) / (2.0 * length**2)) + noise * (i == j)
    return found


def test_gaussian_process(capsys: Any) -> None:
    lines = printed("gaussian_process", capsys)
    example = sys.modules["example_gaussian_process"]
    (deviation,), (length,), (noise,), (likelihood,) = (after_colon(line) for line in lines[:4])
    y, known = example.CARBON_DIOXIDE, example.KNOWN
    seen = y[:known] - y[:known].mean()
    fitted = np.log([deviation**2, length / 10.0, noise**2])

    def by_scipy(p: np.ndarray) -> float:
        return float(scipy.stats.multivariate_normal.logpdf(seen, cov=prior(p, known)))

    assert likelihood == pytest.approx(by_scipy(fitted), abs=1e-5)
    slope = scipy.optimize.approx_fprime(fitted, by_scipy, 1e-5)
    np.testing.assert_allclose(slope, 0.0, atol=5e-2)  # of what is printed with four digits
    start = np.log([1.0, 0.5, 0.1])
    value, slope = tg.compile(tg.value_and_grad(example.negative_log_likelihood))(start)
    assert value == pytest.approx(-by_scipy(start), rel=1e-9)
    steps = 1e-4 * np.eye(3)
    wanted = [
        -(8.0 * (by_scipy(start + s) - by_scipy(start - s)) - by_scipy(start + 2 * s) + by_scipy(start - 2 * s))
        / 1.2e-3
        for s in steps
    ]
    np.testing.assert_allclose(slope, wanted, rtol=1e-4, atol=1e-4)  # the covariance is not well conditioned

    whole = prior(fitted, y.size)
    inverse = np.linalg.inv(whole[:known, :known])
    across = whole[known:, :known]
    means = y[:known].mean() + across @ inverse @ seen
    variances = np.diag(whole[known:, known:] - across @ inverse @ across.T)
    assert len(lines) == 4 + y.size - known
    for line, mean, variance, truth in zip(lines[4:], means, variances, y[known:], strict=True):
        found, spread, measured = after_colon(line)
        assert found == pytest.approx(mean, abs=2e-2)
        assert spread == pytest.approx(np.sqrt(variance), rel=1e-2)
        assert abs(measured - found) < 2.0 * spread
        assert measured == pytest.approx(truth)
