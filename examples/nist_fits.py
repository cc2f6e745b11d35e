"""Nonlinear fits with confidence bands, against certified answers
===============================================================

Two fits: the thermal expansion of copper (Hahn1, a quotient of two cubics with seven parameters, which nearly depend on
each other) and the growth of onions (Rat43, a sigmoid). Data, starting points and certified answers are those of
NIST, the US institute of standards (Statistical Reference Datasets, https://www.itl.nist.gov/div898/strd), which come
with the demo. SciPy's ``least_squares`` walks with exact Jacobians from tapegrad, and the standard deviations and
bands come from the Jacobian at the end. Parameters, standard deviations and residual are compared with NIST's, which
are certified to 11 digits.

The picture shows the data and the fits, with bands of 95 percent for the curve (dark) and for a new measurement
(light); below the same without the curve. Runs in about 3 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import least_squares
from scipy.stats import t as student

import tapegrad as tg
from tapegrad.demo.regression_problems import load

PROBLEMS = {problem.name: problem for problem in load()}
LABELS = {"Hahn1": ("temperature (K)", "thermal expansion of copper"), "Rat43": ("growing time", "weight of onions")}


def fitted(problem):
    """Return the parameters, their covariance, and the standard deviation of the residuals."""
    residuals = tg.compile(lambda b: problem.model(b, problem.x) - problem.response)
    jacobian = tg.compile(tg.jacobian(residuals))
    fit = least_squares(
        residuals, problem.starts[1], jacobian, method="lm", x_scale="jac", xtol=1e-15, ftol=1e-15, gtol=1e-15
    )
    deviation = np.sqrt(2.0 * fit.cost / problem.degrees_of_freedom)
    inverse = np.linalg.inv(np.linalg.qr(jacobian(fit.x), mode="r"))  # normal equations would lose half of the digits
    return fit.x, deviation**2 * inverse @ inverse.T, deviation


def digits(found, certified):
    """Return the number of correct digits, the fewest of all."""
    return -np.log10(np.max(np.abs(found / certified - 1.0)) + 1e-16)


# %%
# The fits, and how many digits agree with the certified ones.
fits = {}
for name in LABELS:
    problem = PROBLEMS[name]
    fits[name] = parameters, covariance, deviation = fitted(problem)
    deviations = np.sqrt(np.diag(covariance))
    pairs = (parameters, problem.certified), (deviations, problem.standard_deviations)
    agree = [digits(*pair) for pair in (*pairs, (deviation, problem.residual_standard_deviation))]
    print(f"{name}: {agree[0]:.1f} digits of parameters, {agree[1]:.1f} of deviations, {agree[2]:.1f} of the residual")
    assert min(agree) > 6.0

# %%
# The band of a curve is the spread of its values under that of the parameters, by the gradient at each point.
figure, axes = plt.subplots(2, 2, figsize=(10, 5.6), sharex="col", height_ratios=(3, 1), layout="constrained")
for (name, (across, up)), (above, below) in zip(LABELS.items(), axes.T, strict=True):
    problem, (parameters, covariance, deviation) = PROBLEMS[name], fits[name]
    grid = np.linspace(problem.x.min(), problem.x.max(), 300)
    curve, slopes = problem.model(parameters, grid), tg.jacobian(problem.model)(parameters, grid)
    variance = np.einsum("ni,ij,nj->n", slopes, covariance, slopes)
    factor = student.ppf(0.975, problem.degrees_of_freedom)
    for spread, strength in ((np.sqrt(variance + deviation**2), 0.15), (np.sqrt(variance), 0.4)):
        for panel, middle in ((above, curve), (below, 0.0 * curve)):
            panel.fill_between(
                grid, middle - factor * spread, middle + factor * spread, alpha=strength, color="C0", lw=0
            )
    above.plot(grid, curve, "C0", lw=1)
    above.plot(problem.x, problem.y, "k.", ms=4)
    below.plot(problem.x, problem.y - problem.model(parameters, problem.x), "k.", ms=4)
    below.axhline(0.0, color="C0", lw=1)
    above.set(title=name, ylabel=up)
    below.set(xlabel=across, ylabel="residual")
plt.show()
