"""SciPy's optimizers with derivatives from sealed tapes.

python examples/optimizers.py
"""

import numpy as np
from scipy import optimize

import tapegrad as tg


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def unconstrained(n=10):
    """The same function with gradients, with Hessian-vector products, and with a sparse Hessian."""
    start = np.full(n, -0.5)
    both = tg.compile(tg.value_and_grad(rosenbrock))
    product = tg.compile(tg.hvp(rosenbrock))
    yield "BFGS", optimize.minimize(both, start, jac=True, method="BFGS")
    yield "L-BFGS-B", optimize.minimize(both, start, jac=True, method="L-BFGS-B", options={"ftol": 1e-14, "gtol": 1e-9})
    yield "trust-ncg", optimize.minimize(both, start, jac=True, hessp=product, method="trust-ncg")
    yield (
        "trust-constr",
        optimize.minimize(
            both,
            start,
            jac=True,
            hess=tg.func.sparse_hessian(rosenbrock),
            method="trust-constr",
            options={"maxiter": 2000},
        ),
    )


def constrained():
    """Hock & Schittkowski (1981), problem 71: objective and constraints from one recorded function."""

    def everything(x):
        objective = x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
        return np.stack([objective, np.prod(x), np.sum(x * x)])

    values, jacobian = tg.compile(everything), tg.compile(tg.jacobian(everything))
    product = {"type": "ineq", "fun": lambda x: values(x)[1] - 25.0, "jac": lambda x: jacobian(x)[1]}
    sphere = {"type": "eq", "fun": lambda x: values(x)[2] - 40.0, "jac": lambda x: jacobian(x)[2]}
    return optimize.minimize(
        lambda x: values(x)[0], [1.0, 5.0, 5.0, 1.0], jac=lambda x: jacobian(x)[0], method="SLSQP",
        bounds=[(1.0, 5.0)] * 4, constraints=[product, sphere], options={"ftol": 1e-12},
    )  # fmt: skip


def curve():
    """An exponential fitted by least squares."""
    t = np.linspace(0.0, 4.0, 60)
    y = 2.5 * np.exp(-1.3 * t) + 0.5

    def residuals(p):
        return p[0] * np.exp(-p[1] * t) + p[2] - y

    return optimize.least_squares(tg.compile(residuals), [1.0, 1.0, 0.0], jac=tg.compile(tg.jacobian(residuals)))


def system():
    """Two equations in two unknowns: a circle and an exponential."""

    def equations(x):
        return np.stack([x[0] ** 2 + x[1] ** 2 - 4.0, np.exp(x[0]) + x[1] - 1.0])

    return optimize.root(tg.compile(equations), [1.0, -1.7], jac=tg.compile(tg.jacobian(equations)))


def main():
    for name, result in unconstrained():
        print(f"{name}: largest distance from the minimum {np.abs(result.x - 1.0).max():.1e}")
    print(f"SLSQP on problem 71: {constrained().fun:.7f} (published 17.0140173)")
    print(f"least_squares: {np.round(curve().x, 6)}")
    print(f"root: {np.round(system().x, 6)}")


if __name__ == "__main__":
    main()
