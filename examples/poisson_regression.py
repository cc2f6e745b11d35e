"""Poisson regression: what makes waves damage ships
=================================================

Counts of damage to cargo holds, explained by the type of ship, the years of construction and the years of operation.
The data are those of McCullagh & Nelder, Generalized Linear Models (2nd ed., 1989), page 205. A ship belongs to few of
the categories, so the matrix of regressors is sparse. Newton's method uses the exact Hessian, which also gives the
standard errors. The picture shows how many times more incidents each category has than the first of its kind.

Checked against the published coefficients and standard errors of ``glm`` in R for these data (``ships`` in its package
MASS). Runs in about 3 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import coo_array

import tapegrad as tg

# %%
# Months of service and incidents, by type (A to E), built from 1960, 65, 70, 75, operated from 1960, 75.
MONTHS = np.array([
    127, 63, 1095, 1095, 1512, 3353, 0, 2244, 44882, 17176, 28609, 20370, 7064, 13099, 0, 7117, 1179, 552, 781, 676,
    783, 1948, 0, 274, 251, 105, 288, 192, 349, 1208, 0, 2051, 45, 0, 789, 437, 1157, 2161, 0, 542,
])  # fmt: skip
INCIDENTS = np.array([
    0, 0, 3, 4, 6, 18, 0, 11, 39, 29, 58, 53, 12, 44, 0, 18, 1, 1, 0, 1,
    6, 2, 0, 1, 0, 0, 0, 0, 2, 11, 0, 4, 0, 0, 7, 7, 5, 12, 0, 1,
])  # fmt: skip
NAMES = ["constant", *(f"type {t}" for t in "BCDE"), "built 65-69", "built 70-74", "built 75-79", "operated 75-79"]
PUBLISHED = np.array([
    (-6.40590, 0.21744), (-0.54334, 0.17759), (-0.68740, 0.32904), (-0.07596, 0.29058), (0.32558, 0.23588),
    (0.69714, 0.14964), (0.81843, 0.16977), (0.45343, 0.23317), (0.38447, 0.11827),
])  # fmt: skip


def design():
    """Return the regressors of the ships that were at sea, compressed; each column but the first is one category."""
    kind, built, operated = np.unravel_index(np.arange(40), (5, 4, 2))
    columns = np.stack([np.zeros(40, int), kind, built + 4, operated + 7], axis=1)
    there = columns >= np.array([0, 1, 5, 8])  # the first category of each is the baseline
    rows = np.broadcast_to(np.arange(40)[:, None], columns.shape)
    x = coo_array((np.ones(there.sum()), (rows[there], columns[there])), shape=(40, 9)).tocsr()
    return x[MONTHS > 0], MONTHS[MONTHS > 0], INCIDENTS[MONTHS > 0]


# %%
# The negative log likelihood, up to a constant. ``x`` is an array of SciPy; the product with it is recorded.
x, months, incidents = design()


def loss(coefficients):
    rates = x @ coefficients + np.log(months)
    return np.sum(np.exp(rates) - incidents * rates)


start = np.zeros(9)
start[0] = np.log(incidents.sum() / months.sum())
hessian = tg.compile(tg.hessian(loss))
fit = minimize(tg.compile(tg.value_and_grad(loss)), start, jac=True, hess=hessian, method="trust-exact")
errors = np.sqrt(np.diag(np.linalg.inv(hessian(fit.x))))  # from the observed information
for name, value, error, published in zip(NAMES, fit.x, errors, PUBLISHED, strict=True):
    print(f"{name:>14}: {value:8.5f} +- {error:.5f}  published {published[0]:8.5f} +- {published[1]:.5f}")
assert np.allclose(np.stack([fit.x, errors], axis=1), PUBLISHED, rtol=0.0, atol=2e-5)

# %%
# The rates relative to the first category of each kind, with intervals of 95 percent.
ratios, low, high = np.exp(fit.x[1:]), np.exp(fit.x[1:] - 1.96 * errors[1:]), np.exp(fit.x[1:] + 1.96 * errors[1:])
figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
axes.axvline(1.0, color="0.6", linewidth=1.0)
axes.errorbar(ratios, NAMES[1:], xerr=[ratios - low, high - ratios], fmt="o", capsize=3)
axes.set(xscale="log", xlabel="incidents per month of service, relative to the first category", xlim=(0.2, 5.0))
axes.set_xticks([0.25, 0.5, 1.0, 2.0, 4.0], ["1/4", "1/2", "1", "2", "4"], minor=False)
axes.minorticks_off()
axes.invert_yaxis()
plt.show()
