"""A Kalman filter fitted by maximum likelihood: how much of the Nile's flow is noise, and how much its level moves.

The data are the annual flow at Aswan from 1871 to 1970, in 10^8 cubic metres; the model is the local level of Durbin &
Koopman, Time Series Analysis by State Space Methods (2001), section 2. The filter itself is general.

python examples/kalman_filter.py
"""

import numpy as np
from scipy.optimize import minimize

import tapegrad as tg

NILE = np.array([
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
    831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759,
    781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
    744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
], dtype=float)  # fmt: skip


def log_likelihood(transition, noise, observed, error, mean, covariance, ys):
    """Return the logarithm of the density of observations, each predicted from those before it.

    States move by `transition` with covariance `noise`, and are seen through `observed` with covariance `error`; the
    first state has a mean and a covariance.
    """

    def step(state, y):
        mean, covariance = state
        mean, covariance = transition @ mean, transition @ covariance @ transition.T + noise
        surprise = y - observed @ mean
        s = observed @ covariance @ observed.T + error
        gain = np.linalg.solve(s, observed @ covariance).T
        log_density = -0.5 * (
            surprise @ np.linalg.solve(s, surprise) + np.linalg.slogdet(s)[1] + len(y) * np.log(2.0 * np.pi)
        )
        return (mean + gain @ surprise, covariance - gain @ s @ gain.T), log_density

    _, terms = tg.scan(step, (mean, covariance), ys)
    return np.sum(terms)


def local_level(logarithms):
    """Return the negative log likelihood of a level that drifts, given the logarithms of the two variances.

    Nothing is known of the first level but what the first observation says.
    """
    error, noise = np.exp(logarithms)
    one = np.eye(1)
    return -log_likelihood(one, noise * one, one, error * one, NILE[:1], error * one, NILE[1:, None])


def main():
    start = np.log([NILE.var() / 2.0, NILE.var() / 2.0])
    fit = minimize(tg.compile(tg.value_and_grad(local_level)), start, jac=True, method="BFGS", options={"gtol": 1e-8})
    error, noise = np.exp(fit.x)
    print(f"variance of an observation: {error:.1f}")
    print(f"variance of a step of the level: {noise:.1f}")
    print(f"log likelihood: {-fit.fun:.4f}")


if __name__ == "__main__":
    main()
