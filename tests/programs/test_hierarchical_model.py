"""The hierarchical model of the examples against integrals over its one parameter that has no closed form."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import scipy.stats

import tapegrad as tg
from tests.programs.test_examples import numbers, printed


def moments(y: np.ndarray, s: np.ndarray) -> tuple[list[float], list[list[float]]]:
    """Means and standard deviations of mu and the effects, and mean and median of tau.

    Given tau, effects and mu are normal: what is left is a sum over tau.
    """
    tau = np.exp(np.linspace(np.log(1e-4), np.log(2000.0), 20_001))
    widths = tau * (np.log(tau[1]) - np.log(tau[0]))
    precision = 1.0 / (s**2 + tau[:, None] ** 2)
    whole = precision.sum(1) + 1.0 / 25.0
    centre, spread = (precision * y).sum(1) / whole, 1.0 / whole
    fit = 0.5 * np.log(precision).sum(1) - 0.5 * np.log(whole) - 0.5 * ((precision * y**2).sum(1) - whole * centre**2)
    weights = np.exp(fit - fit.max()) * scipy.stats.halfcauchy.pdf(tau, scale=5.0) * widths
    weights /= weights.sum()
    means = [centre, *(np.array([tau**2 * y[j] + s[j] ** 2 * centre for j in range(8)]) * precision.T)]
    shrunk = (s**2 * precision).T
    variances = [spread, *(tau**2 * shrunk + shrunk**2 * spread)]
    found = []
    for m, v in zip(means, variances, strict=True):
        mean = weights @ m
        found.append([mean, np.sqrt(weights @ (v + m**2) - mean**2)])
    median = tau[np.searchsorted(np.cumsum(weights), 0.5)]
    return [weights @ tau, median], found


def test_hierarchical_model(capsys):
    mu, tau, *schools = [numbers(line.partition(":")[2]) for line in printed("hierarchical_model", capsys)]
    example = sys.modules["example_hierarchical_model"]
    (mean, median), expected = moments(example.EFFECTS, example.ERRORS)
    assert tau == pytest.approx([mean, median], rel=0.12)  # about five standard errors of 2,000 draws
    assert len(schools) == 8
    for found, (centre, spread) in zip([mu, *schools], expected, strict=True):
        assert found[0] == pytest.approx(centre, abs=0.12 * spread)
        assert found[1] == pytest.approx(spread, rel=0.12)
    x = np.random.default_rng(3).normal(size=10)
    effects = x[0] + np.exp(x[1]) * x[2:]
    density = (
        scipy.stats.norm.logpdf(x[0], 0.0, 5.0) + scipy.stats.halfcauchy.logpdf(np.exp(x[1]), scale=5.0) + x[1]
        + scipy.stats.norm.logpdf(x[2:]).sum() + scipy.stats.norm.logpdf(example.EFFECTS, effects, example.ERRORS).sum()
    )  # fmt: skip
    assert tg.compile(example.log_density)(x) == pytest.approx(density, rel=1e-14)
