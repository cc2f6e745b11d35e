"""Lynxes and hares: parameters of a differential equation
=======================================================

How lynxes live on hares, and hares on their own: the data are the pelts that the Hudson's Bay Company bought from 1900
to 1920, in thousands (Elton and Nicholson 1942, The ten-year cycle in numbers of the lynx in Canada, in the table of
Howard 2009, Modeling basics). The model is that of Lotka and Volterra, with normal errors of the logarithms.
``tg.integrate.solve_ivp`` is SciPy's, with derivatives: gradients come from the adjoint equation, and the Hessian for
the standard errors from forward sensitivities. The fit is compared with SciPy's ``least_squares`` by differences, with
another integrator. The picture shows the fit, with the scatter of the data as a band. Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.integrate
from scipy.optimize import least_squares, minimize

import tapegrad as tg

YEARS = np.arange(1900.0, 1921.0)
PELTS = np.array([
    [30.0, 47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22.0, 25.4, 27.1, 40.3, 57.0, 76.6, 52.3, 19.5, 11.2, 7.6, 14.6,
     16.2, 24.7],
    [4.0, 6.1, 9.8, 35.2, 59.4, 41.7, 19.0, 13.0, 8.3, 9.1, 7.4, 8.0, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7, 10.1,
     8.6],
])  # fmt: skip
NAMES = ["growth of hares", "loss of hares by a lynx", "loss of lynxes", "growth of lynxes by a hare"]
START = np.log([0.5, 0.02, 1.0, 0.02, 30.0, 4.0])


def rates(t, state, growth, eaten, loss, fed):
    hares, lynxes = state
    return [growth * hares - eaten * hares * lynxes, fed * hares * lynxes - loss * lynxes]


def solution(logarithms, times, sensitivity="adjoint"):
    parameters = np.exp(logarithms)
    return tg.integrate.solve_ivp(
        rates, (YEARS[0], YEARS[-1]), parameters[4:], "DOP853", times, args=tuple(parameters[:4]),
        sensitivity=sensitivity, rtol=1e-9, atol=1e-9,
    ).y  # fmt: skip


def squares(logarithms, sensitivity="adjoint"):
    """Return the sum of squares of the differences of logarithms, given those of the parameters and the first state."""
    return np.sum((np.log(solution(logarithms, YEARS, sensitivity)) - np.log(PELTS)) ** 2)


def residuals_by_scipy(logarithms):
    a, b, c, d, *first = np.exp(logarithms)
    logs = lambda t, z: [a - b * np.exp(z[1]), d * np.exp(z[0]) - c]  # noqa: E731
    solved = scipy.integrate.solve_ivp(logs, (0, 20), np.log(first), "LSODA", np.arange(21.0), rtol=1e-9, atol=1e-9)
    return (solved.y - np.log(PELTS)).ravel()


# %%
fit = minimize(tg.compile(tg.value_and_grad(squares)), START, jac=True, method="BFGS", options={"gtol": 1e-6})
variance = fit.fun / PELTS.size  # the one of the greatest likelihood
second = tg.hessian(squares)(fit.x, "forward")
errors = np.sqrt(np.diag(np.linalg.inv(second / (2.0 * variance))))
for name, logarithm, error in zip([*NAMES, "hares in 1900", "lynxes in 1900"], fit.x, errors, strict=True):
    print(f"{name}: {np.exp(logarithm):.5f}, {100.0 * error:.2f} percent")
print(f"scatter: {np.sqrt(variance):.5f}")
other = least_squares(residuals_by_scipy, START, jac="3-point", xtol=1e-10, ftol=1e-12)
np.testing.assert_allclose(fit.x, other.x, atol=3e-4)
assert abs(0.5 * fit.fun / other.cost - 1.0) < 1e-6

# %%
times, factor = np.linspace(1900.0, 1920.0, 400), np.exp(np.sqrt(variance))
plt.figure(figsize=(8, 4), layout="constrained")
for pelts, curve, colour in zip(PELTS, np.asarray(solution(fit.x, times)), ("C0", "C1"), strict=True):
    plt.semilogy(YEARS, pelts, "o", color=colour, ms=4)
    plt.semilogy(times, curve, color=colour)
    plt.fill_between(times, curve / factor, curve * factor, color=colour, alpha=0.2, lw=0)
plt.xticks(YEARS[::5])
plt.ylabel("pelts of hares (blue) and lynxes, thousands in a year")
plt.show()
