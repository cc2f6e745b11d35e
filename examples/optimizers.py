"""SciPy's optimizers, each with the derivatives that it can use
=============================================================

Rosenbrock's function in ten variables, with gradients, with Hessian-vector products and with a sparse Hessian; problem
71 of Hock and Schittkowski (1981, Test Examples for Nonlinear Programming Codes), with Jacobians of its constraints; a
curve fit; two equations in two unknowns. The picture shows how four methods approach the minimum of Rosenbrock's
function: with second derivatives, a good step doubles the number of right digits.

Checked against the known minima and roots, and the published optimum of problem 71, 17.0140173. Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy import optimize

import tapegrad as tg


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


both, product = tg.compile(tg.value_and_grad(rosenbrock)), tg.compile(tg.hvp(rosenbrock))
METHODS = {
    "BFGS": {},
    "L-BFGS-B": {"options": {"ftol": 1e-14, "gtol": 1e-9}},
    "trust-ncg": {"hessp": product},
    "trust-constr": {"hess": tg.func.sparse_hessian(rosenbrock), "options": {"maxiter": 2000}},
}
ways = {name: [np.full(10, -0.5)] for name in METHODS}
for name, options in METHODS.items():
    options["callback"] = lambda x, *_, way=ways[name]: way.append(x.copy())
    found = optimize.minimize(both, ways[name][0], jac=True, method=name, **options)
    print(f"{name}: largest distance from the minimum {np.abs(found.x - 1.0).max():.1e}")
    assert np.allclose(found.x, 1.0, atol=1e-4)


# %%
# The objective and the constraints come from one recorded function.
def problem(x):
    return np.stack([x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2], np.prod(x) - 25.0, np.sum(x * x) - 40.0])


values, jacobian = tg.compile(problem), tg.compile(tg.jacobian(problem))
best = optimize.minimize(
    lambda x: values(x)[0], [1.0, 5.0, 5.0, 1.0], jac=lambda x: jacobian(x)[0], method="SLSQP", bounds=[(1.0, 5.0)] * 4,
    constraints=[{"type": kind, "fun": lambda x, row=row: values(x)[row], "jac": lambda x, row=row: jacobian(x)[row]}
                 for row, kind in ((1, "ineq"), (2, "eq"))], options={"ftol": 1e-12},
)  # fmt: skip
print(f"SLSQP on problem 71: {best.fun:.7f} (published 17.0140173)")
assert abs(best.fun - 17.0140173) < 1e-6

# %%
# An exponential by least squares; a circle that meets another exponential.
t = np.linspace(0.0, 4.0, 60)


def residuals(p):
    return p[0] * np.exp(-p[1] * t) + p[2] - (2.5 * np.exp(-1.3 * t) + 0.5)


def equations(x):
    return np.stack([x[0] ** 2 + x[1] ** 2 - 4.0, np.exp(x[0]) + x[1] - 1.0])


curve = optimize.least_squares(tg.compile(residuals), [1.0, 1.0, 0.0], jac=tg.compile(tg.jacobian(residuals)))
root = optimize.root(tg.compile(equations), [1.0, -1.7], jac=tg.compile(tg.jacobian(equations)))
print(f"least_squares: {np.round(curve.x, 6)}\nroot: {np.round(root.x, 6)}")
assert np.allclose([*curve.x, *equations(root.x)], [2.5, 1.3, 0.5, 0.0, 0.0])

# %%
# The distance to the minimum after each iteration.
figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
for name, way in ways.items():
    axes.semilogy(np.abs(np.array(way) - 1.0).max(axis=1), ".-", label=name)
axes.set(xlabel="iterations", ylabel="largest distance from the minimum")
axes.legend()
plt.show()
