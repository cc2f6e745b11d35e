"""Poisson regression with sparse data and standard errors: what makes ships' cargo holds damaged by waves.

The counts are those of McCullagh & Nelder, Generalized Linear Models (2nd ed., 1989), page 205: damage incidents by
type of ship, period of construction and period of operation, with the months of service. A ship has few of the
categories, so the matrix of regressors is sparse.

python examples/poisson_regression.py
"""

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import coo_array

import tapegrad as tg

# months of service and incidents, by type (A to E), built from 1960, 65, 70, 75, operated from 1960, 75
MONTHS = np.array([
    127, 63, 1095, 1095, 1512, 3353, 0, 2244, 44882, 17176, 28609, 20370, 7064, 13099, 0, 7117, 1179, 552, 781, 676,
    783, 1948, 0, 274, 251, 105, 288, 192, 349, 1208, 0, 2051, 45, 0, 789, 437, 1157, 2161, 0, 542,
])  # fmt: skip
INCIDENTS = np.array([
    0, 0, 3, 4, 6, 18, 0, 11, 39, 29, 58, 53, 12, 44, 0, 18, 1, 1, 0, 1,
    6, 2, 0, 1, 0, 0, 0, 0, 2, 11, 0, 4, 0, 0, 7, 7, 5, 12, 0, 1,
])  # fmt: skip
NAMES = ["constant", *(f"type {t}" for t in "BCDE"), "built 65-69", "built 70-74", "built 75-79", "operated 75-79"]


def design():
    """Return the regressors of the ships that were at sea, compressed; each column but the first is one category."""
    kind, built, operated = np.unravel_index(np.arange(40), (5, 4, 2))
    columns = np.stack([np.zeros(40, int), kind, built + 4, operated + 7], axis=1)
    there = columns >= np.array([0, 1, 5, 8])  # the first category of each is the baseline
    rows = np.broadcast_to(np.arange(40)[:, None], columns.shape)
    x = coo_array((np.ones(there.sum()), (rows[there], columns[there])), shape=(40, 9)).tocsr()
    return x[MONTHS > 0], MONTHS[MONTHS > 0], INCIDENTS[MONTHS > 0]


def main():
    x, months, incidents = design()

    def deviance(coefficients):
        """Return the negative log likelihood, up to a constant; x is a SciPy array, and its product is recorded."""
        rates = x @ coefficients + np.log(months)
        return np.sum(np.exp(rates) - incidents * rates)

    start = np.zeros(9)
    start[0] = np.log(incidents.sum() / months.sum())
    hessian = tg.compile(tg.hessian(deviance))
    fit = minimize(tg.compile(tg.value_and_grad(deviance)), start, jac=True, hess=hessian, method="trust-exact")
    errors = np.sqrt(np.diag(np.linalg.inv(hessian(fit.x))))  # from the observed information
    for name, value, error in zip(NAMES, fit.x, errors, strict=True):
        print(f"{name:>14}: {value:8.5f} +- {error:.5f}")


if __name__ == "__main__":
    main()
