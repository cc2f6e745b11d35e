"""A Gaussian process fitted to the carbon dioxide in the air, and what it foretells for ten years not seen.

The data are annual means at Mauna Loa in parts per million, 1959 to 2023 (NOAA Global Monitoring Laboratory). The
prior is a parabola, of which next to nothing is known, with smooth deviations (Rasmussen & Williams, Gaussian
Processes for Machine Learning, 2006, sections 2.7 and 5.4). Variances and length are chosen by the marginal likelihood.

python examples/gaussian_process.py
"""

import numpy as np
from scipy.optimize import minimize

import tapegrad as tg

FIRST = 1959
CARBON_DIOXIDE = np.array([
    315.98, 316.91, 317.64, 318.45, 318.99, 319.62, 320.04, 321.37, 322.18, 323.05, 324.62, 325.68, 326.32, 327.46,
    329.68, 330.19, 331.13, 332.03, 333.84, 335.41, 336.84, 338.76, 340.12, 341.48, 343.15, 344.87, 346.35, 347.61,
    349.31, 351.69, 353.20, 354.45, 355.70, 356.54, 357.21, 358.96, 360.97, 362.74, 363.88, 366.84, 368.54, 369.71,
    371.32, 373.45, 375.98, 377.70, 379.98, 382.09, 384.02, 385.83, 387.64, 390.10, 391.85, 394.06, 396.74, 398.81,
    401.01, 404.41, 406.76, 408.72, 411.65, 414.21, 416.41, 418.53, 421.08,
])  # fmt: skip
KNOWN = 55  # years that are fitted: up to 2013
YEARS = np.arange(CARBON_DIOXIDE.size) / 10.0  # decades
CENTRE = CARBON_DIOXIDE[:KNOWN].mean()
PARABOLA = np.stack([np.ones_like(YEARS), YEARS, YEARS**2], axis=1) * np.array([100.0, 30.0, 10.0])


def covariance(logarithms, rows, columns):
    """Return the prior covariance of the values of two ranges of years."""
    variance, length, _ = np.exp(logarithms)
    gaps = YEARS[rows, None] - YEARS[columns]
    return PARABOLA[rows] @ PARABOLA[columns].T + variance * np.exp(-0.5 * (gaps / length) ** 2)


def factor_and_weights(logarithms):
    """Return the Cholesky factor of the covariance of the known observations, and its solution for them."""
    known = slice(KNOWN)
    factor = tg.linalg.cho_factor(
        covariance(logarithms, known, known) + np.exp(logarithms[2]) * np.eye(KNOWN), lower=True
    )
    return factor, tg.linalg.cho_solve(factor, CARBON_DIOXIDE[known] - CENTRE)


def negative_log_likelihood(logarithms):
    """Return minus the log density of the known observations, given logarithms of variance, length and noise."""
    (factor, _), weights = factor_and_weights(logarithms)
    y = CARBON_DIOXIDE[:KNOWN] - CENTRE
    return 0.5 * y @ weights + np.sum(np.log(np.diagonal(factor))) + 0.5 * KNOWN * np.log(2.0 * np.pi)


def prediction(logarithms):
    """Return means and variances of the observations that are not known."""
    factor, weights = factor_and_weights(logarithms)
    known, new = slice(KNOWN), slice(KNOWN, None)
    across = covariance(logarithms, new, known)
    spread = np.diagonal(covariance(logarithms, new, new)) - np.sum(
        across * tg.linalg.cho_solve(factor, across.T).T, axis=1
    )
    return CENTRE + across @ weights, spread + np.exp(logarithms[2])


def main():
    sealed = tg.compile(tg.value_and_grad(negative_log_likelihood))
    fit = minimize(sealed, np.log([1.0, 0.5, 0.1]), jac=True, method="BFGS", options={"gtol": 1e-6})
    variance, length, noise = np.exp(fit.x)
    print(f"standard deviation of deviations: {np.sqrt(variance):.4f} ppm")
    print(f"their length in years: {10.0 * length:.4f}")
    print(f"standard deviation of noise: {np.sqrt(noise):.4f} ppm")
    print(f"log likelihood: {-fit.fun:.6f}")
    means, variances = tg.compile(prediction)(fit.x)
    for year, mean, deviation, truth in zip(
        range(FIRST + KNOWN, FIRST + CARBON_DIOXIDE.size),
        means,
        np.sqrt(variances),
        CARBON_DIOXIDE[KNOWN:],
        strict=True,
    ):
        print(f"{year}: {mean:.4f} +- {deviation:.4f}, measured {truth:.2f}")


if __name__ == "__main__":
    main()
