"""A Kalman filter, fitted by maximum likelihood
=============================================

How much of the Nile's flow is noise, and how much does its level move? The data are the annual flows at Aswan from 1871
to 1970, in 10^8 cubic metres; the model is the local level of Durbin and Koopman, Time Series Analysis by State Space
Methods (2001), chapter 2. The filter itself is general: matrices of any size. It is a loop by ``tg.scan``, which is
recorded once and compiled with its derivatives. Its two variances are compared with those of the book, 15099 and
1469.1, and the likelihood with the joint density of all differences, by SciPy.

The picture shows the level as known from the flows up to each year, with a band of 90 percent: it falls when the first
dam at Aswan was begun. Runs in about 3 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

import tapegrad as tg

NILE = np.array([
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
    831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759,
    781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
    744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
], dtype=float)  # fmt: skip


def filtered(transition, noise, observed, error, mean, covariance, ys):
    """Return means and covariances of the states, each given the observations so far, and the log densities of these.

    States move by `transition` with covariance `noise`, and are seen through `observed` with covariance `error`.
    """

    def step(state, y):
        mean, covariance = transition @ state[0], transition @ state[1] @ transition.T + noise
        surprise = y - observed @ mean
        s = observed @ covariance @ observed.T + error
        gain = np.linalg.solve(s, observed @ covariance).T
        squares = surprise @ np.linalg.solve(s, surprise)
        log_density = -0.5 * (squares + np.linalg.slogdet(s)[1] + len(y) * np.log(2.0 * np.pi))
        state = mean + gain @ surprise, covariance - gain @ s @ gain.T
        return state, (*state, log_density)

    return tg.scan(step, (mean, covariance), ys)[1]


def local_level(logarithms):
    """Filter a level that drifts, given two variances' logarithms; of the first level only its observation is known."""
    error, noise, one = *np.exp(logarithms), np.eye(1)
    return filtered(one, noise * one, one, error * one, NILE[:1], error * one, NILE[1:, None])


# %%
# The fit. Differences of neighbours do not depend on the first level, so their joint density is the likelihood.
loss = tg.compile(tg.value_and_grad(lambda logarithms: -np.sum(local_level(logarithms)[2])))
fit = minimize(loss, np.log([NILE.var() / 2.0] * 2), jac=True, method="BFGS", options={"gtol": 1e-8})
error, noise = np.exp(fit.x)
neighbours = error * (2.0 * np.eye(99) - np.eye(99, k=1) - np.eye(99, k=-1)) + noise * np.eye(99)
print(f"variance of an observation: {error:.1f}")
print(f"variance of a step of the level: {noise:.1f}")
print(f"log likelihood: {-fit.fun:.4f}")
assert abs(error - 15099.0) < 1.0
assert abs(noise - 1469.1) < 0.2
assert abs(multivariate_normal.logpdf(np.diff(NILE), cov=neighbours) + fit.fun) < 1e-6

# %%
years, (level, variance, _) = np.arange(1872, 1971), local_level(fit.x)
band = 1.645 * np.sqrt(variance[:, 0, 0])
plt.figure(figsize=(8, 4), layout="constrained")
plt.plot(np.arange(1871, 1971), NILE, "k.", ms=4, label="flow of a year")
plt.plot(years, level[:, 0], label="level, from the flows so far")
plt.fill_between(years, level[:, 0] - band, level[:, 0] + band, alpha=0.3, lw=0, label="90 percent")
plt.axvline(1899, color="gray", lw=1, ls=":", label="dam at Aswan begun")
plt.ylabel("flow of the Nile ($10^8$ m³ in a year)")
plt.legend(ncols=2)
plt.show()
