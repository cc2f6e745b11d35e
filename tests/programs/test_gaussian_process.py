"""The Gaussian process of the gallery against scikit-learn's, and each element of its covariance against the book's."""

from __future__ import annotations

import numpy as np
import pytest

from tests.programs.test_examples import loaded


def prior(parameters: np.ndarray, t: float, u: float) -> float:
    """Rasmussen & Williams (2006), equations 5.15 to 5.18."""
    p, gap = parameters, t - u
    squares = [
        p[0] ** 2 * np.exp(-(gap**2) / (2.0 * p[1] ** 2)),
        p[2] ** 2 * np.exp(-(gap**2) / (2.0 * p[3] ** 2) - 2.0 * np.sin(np.pi * gap) ** 2 / p[4] ** 2),
        p[5] ** 2 * (1.0 + gap**2 / (2.0 * p[7] * p[6] ** 2)) ** (-p[7]),
        p[8] ** 2 * np.exp(-(gap**2) / (2.0 * p[9] ** 2)) + p[10] ** 2 * (t == u),
    ]
    return float(sum(squares))


@pytest.mark.slow
def test_covariance() -> None:
    example = loaded("gaussian_process")
    times = example.TIME[[0, 1, 7, 300, 500]]
    found = sum(example.covariances(example.START, times, times))
    wanted = [[prior(np.exp(example.START), t, u) for u in times] for t in times]
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.slow
def test_against_scikit_learn() -> None:
    learn = pytest.importorskip("sklearn.gaussian_process")
    kernels = learn.kernels
    example = loaded("gaussian_process")
    p = np.exp(example.fit.x)
    constant, normal = kernels.ConstantKernel, kernels.RBF
    kernel = (
        constant(p[0] ** 2) * normal(p[1])
        + constant(p[2] ** 2) * normal(p[3]) * kernels.ExpSineSquared(p[4], 1.0, periodicity_bounds="fixed")
        + constant(p[5] ** 2) * kernels.RationalQuadratic(p[6], p[7], alpha_bounds=(1e-5, 1e7))
        + constant(p[8] ** 2) * normal(p[9])
        + kernels.WhiteKernel(p[10] ** 2)
    )
    known, y = example.TIME[example.KNOWN, None], example.PPM[example.KNOWN] - example.CENTRE
    process = learn.GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None).fit(known, y)
    value, slope = process.log_marginal_likelihood(process.kernel_.theta, eval_gradient=True)
    assert -example.fit.fun == pytest.approx(value, abs=1e-5)
    np.testing.assert_allclose(slope, 0.0, atol=2e-2)  # a maximum by its gradient as well
    mean, deviation = process.predict(example.TIME[example.new, None], return_std=True)
    np.testing.assert_allclose(example.mean, mean + example.CENTRE, atol=1e-5)
    np.testing.assert_allclose(example.band, 1.96 * deviation, rtol=1e-5)
