"""Parameters of a differential equation, fitted to data: how lynxes live on hares, and hares on their own.

The data are the pelts that the Hudson's Bay Company bought from 1900 to 1920, in thousands (Elton & Nicholson 1942, The
ten-year cycle in numbers of the lynx in Canada, in the table of Howard 2009, Modeling basics). The model is that of
Lotka and Volterra, with errors that are normal on the scale of logarithms. The gradient of the sum of squares comes
from the adjoint equation, the standard errors from its exact second derivatives.

python examples/ode_parameters.py
"""

import numpy as np
from scipy.optimize import minimize

import tapegrad as tg

YEARS = np.arange(1900.0, 1921.0)
PELTS = np.array([
    [30.0, 47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22.0, 25.4, 27.1, 40.3, 57.0, 76.6, 52.3, 19.5, 11.2, 7.6, 14.6,
     16.2, 24.7],
    [4.0, 6.1, 9.8, 35.2, 59.4, 41.7, 19.0, 13.0, 8.3, 9.1, 7.4, 8.0, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7, 10.1,
     8.6],
])  # fmt: skip
NAMES = (
    "growth of hares", "loss of hares by a lynx", "loss of lynxes", "growth of lynxes by a hare", "hares in 1900",
    "lynxes in 1900",
)  # fmt: skip
START = np.log([0.5, 0.02, 1.0, 0.02, 30.0, 4.0])


def rates(t, state, growth, eaten, loss, fed):
    hares, lynxes = state
    return [growth * hares - eaten * hares * lynxes, fed * hares * lynxes - loss * lynxes]


def squares(logarithms, sensitivity="adjoint"):
    """Return the sum of squares of the differences of logarithms, given those of the parameters and the first state."""
    parameters = np.exp(logarithms)
    solved = tg.integrate.solve_ivp(
        rates, (YEARS[0], YEARS[-1]), parameters[4:], "DOP853", YEARS, args=tuple(parameters[:4]),
        sensitivity=sensitivity, rtol=1e-9, atol=1e-9,
    )  # fmt: skip
    return np.sum((np.log(solved.y) - np.log(PELTS)) ** 2)


def main():
    fit = minimize(tg.compile(tg.value_and_grad(squares)), START, jac=True, method="BFGS", options={"gtol": 1e-6})
    variance = fit.fun / PELTS.size  # the one of the greatest likelihood
    second = tg.hessian(squares)(fit.x, "forward")
    errors = np.sqrt(np.diag(np.linalg.inv(second / (2.0 * variance))))
    for name, logarithm, error in zip(NAMES, fit.x, errors, strict=True):
        print(f"{name}: {np.exp(logarithm):.5f}, {100.0 * error:.2f} percent")
    print(f"scatter: {np.sqrt(variance):.5f}")


if __name__ == "__main__":
    main()
