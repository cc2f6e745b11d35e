"""A Gaussian process on the carbon dioxide in the air
===================================================

The model of Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), section 5.4.3, on the monthly means
of Mauna Loa, 1958 to 2001 (Keeling and Whorf; the file names its source). The covariance is a sum of a smooth trend, a
yearly cycle that may change its shape, irregularities, and noise. Its eleven parameters have the greatest marginal
likelihood for the months before 1988. Gradients go through a Cholesky factor of 353 rows.

The likelihood is compared with SciPy's normal density, and its gradient with differences of this. Of the fourteen years
not seen, nearly all months are in the band of 95 percent. (A fit that ends in the slow years after the eruption of
Pinatubo, 1991, foretells worse.) The picture shows these months and two parts of the sum. Runs in about 8 s.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import approx_fprime, minimize
from scipy.stats import multivariate_normal

import tapegrad as tg

DATA = Path(globals().get("__file__", "notebook")).with_name("data")
YEAR, MONTH, PPM = np.loadtxt(DATA / "co2_mauna_loa.csv", delimiter=",", unpack=True)
TIME, KNOWN = YEAR + (MONTH - 0.5) / 12.0, YEAR < 1988
CENTRE = PPM[KNOWN].mean()
START = np.log([66.0, 67.0, 2.4, 90.0, 1.3, 0.66, 1.2, 0.78, 0.18, 0.13, 0.19])  # Rasmussen's and Williams' estimates


def covariances(logarithms, rows=TIME[KNOWN], columns=TIME[KNOWN]):
    """Return the prior covariances of trend, cycle, irregularities and noise at two sets of times, in years."""
    p = np.exp(logarithms)
    gap = rows[:, None] - columns
    trend = p[0] ** 2 * np.exp(-0.5 * (gap / p[1]) ** 2)
    cycle = p[2] ** 2 * np.exp(-0.5 * (gap / p[3]) ** 2 - 2.0 * (np.sin(np.pi * gap) / p[4]) ** 2)
    irregular = p[5] ** 2 * (1.0 + (gap / p[6]) ** 2 / (2.0 * p[7])) ** -p[7]
    noise = p[8] ** 2 * np.exp(-0.5 * (gap / p[9]) ** 2) + p[10] ** 2 * (gap == 0.0)
    return trend, cycle, irregular, noise


def negative_log_likelihood(logarithms):
    """Return minus the log density of the known months."""
    factor = np.linalg.cholesky(sum(covariances(logarithms)))
    scaled = tg.linalg.solve_triangular(factor, PPM[KNOWN] - CENTRE, lower=True)
    return 0.5 * scaled @ scaled + np.sum(np.log(np.diagonal(factor))) + 0.5 * len(scaled) * np.log(2.0 * np.pi)


# %%
# The fit, and the same likelihood without tapegrad.
loss = tg.compile(tg.value_and_grad(negative_log_likelihood))
fit = minimize(loss, START, jac=True, method="BFGS", options={"gtol": 1e-2})
by_scipy = lambda x: -multivariate_normal.logpdf(PPM[KNOWN] - CENTRE, cov=sum(covariances(x)))  # noqa: E731
print(f"log likelihood: {-fit.fun:.4f}, by SciPy {-by_scipy(fit.x):.4f}; at the start {-loss(START)[0]:.4f}")
assert abs(fit.fun - by_scipy(fit.x)) < 1e-4
np.testing.assert_allclose(loss(START)[1], approx_fprime(START, by_scipy, 1e-5), rtol=1e-2, atol=1e-2)

# %%
# Each part of the sum, given the known months, and how many of the others are where they should be.
across, inverse = covariances(fit.x, TIME), np.linalg.inv(sum(covariances(fit.x)))
parts, new, rows = [part @ inverse @ (PPM[KNOWN] - CENTRE) for part in across], ~KNOWN, sum(across)[~KNOWN]
mean = CENTRE + sum(parts)[new]
band = 1.96 * np.sqrt(sum(np.exp(2.0 * fit.x[[0, 2, 5, 8, 10]])) - np.sum(rows @ inverse * rows, axis=1))
errors = PPM[new] - mean
share, size = np.mean(np.abs(errors) < band), np.sqrt(np.mean(errors**2))
print(f"months after 1987: {100.0 * share:.1f} percent in the band, errors of {size:.2f} ppm (root of mean square)")
assert share > 0.9

# %%
_, (above, below) = plt.subplots(2, figsize=(8, 6), sharex=True, height_ratios=(2, 1), layout="constrained")
above.plot(TIME, PPM, "k.", ms=2, label="measured")
above.plot(TIME[new], mean, lw=1, label="foretold from the months before 1988")
above.fill_between(TIME[new], mean - band, mean + band, alpha=0.3, lw=0, label="95 percent")
below.plot(TIME, parts[1], "C2", lw=1, label="cycle")
below.plot(TIME, parts[2], "C1", label="irregularities")
below.margins(y=0.4)
for panel, label in ((above, "carbon dioxide (ppm)"), (below, "parts of it (ppm)")):
    panel.set_ylabel(label)
    panel.legend(framealpha=1.0, loc="upper left")
plt.show()
