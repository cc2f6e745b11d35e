"""The hierarchical model of the examples against integrals over its one parameter that has no closed form."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import scipy.stats

import tapegrad as tg
from tests.programs.test_examples import numbers, printed


def moments(y: np.ndarray, s: np.ndarray) -> list[list[float]]:
    """Means and standard deviations of mu and the effects.

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
    return found


def test_hierarchical_model(capsys):
    found = np.array([numbers(line.partition(":")[2]) for line in printed("hierarchical_model", capsys)])
    example = sys.modules["example_hierarchical_model"]
    expected = np.array(moments(example.EFFECTS, example.ERRORS))
    np.testing.assert_allclose(found[:, 2:], expected, atol=0.0051)  # as printed
    np.testing.assert_allclose((found[:, :2] - expected) / expected[:, 1:], 0.0, atol=0.1)
    x = np.random.default_rng(3).normal(size=10)
    effects = x[0] + np.exp(x[1]) * x[2:]
    density = (
        scipy.stats.norm.logpdf(x[0], 0.0, 5.0) + scipy.stats.halfcauchy.logpdf(np.exp(x[1]), scale=5.0) + x[1]
        + scipy.stats.norm.logpdf(x[2:]).sum() + scipy.stats.norm.logpdf(example.EFFECTS, effects, example.ERRORS).sum()
    )  # fmt: skip
    assert tg.compile(example.log_density)(x) == pytest.approx(density, rel=1e-14)
