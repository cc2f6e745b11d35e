"""SciPy's optimizers and root finders with compiled functions and derivatives: known problems, published solutions.

The problems are those of Hock and Schittkowski (Test Examples for Nonlinear Programming Codes, 1981) and of More, Garbow and
Hillstrom (Testing Unconstrained Optimization Software, 1981), with the optima given there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import optimize

import tapegrad as tg

pytestmark = pytest.mark.filterwarnings("ignore:delta_grad == 0.0:UserWarning")


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def wood(x: Any) -> Any:
    a, b, c, d = x
    return (
        100 * (a * a - b) ** 2 + (a - 1) ** 2 + (c - 1) ** 2 + 90 * (c * c - d) ** 2
        + 10.1 * ((b - 1) ** 2 + (d - 1) ** 2) + 19.8 * (b - 1) * (d - 1)
    )  # fmt: skip


def beale(x: Any) -> Any:
    powers = np.stack([x[1], x[1] ** 2, x[1] ** 3])
    return np.sum((np.array([1.5, 2.25, 2.625]) - x[0] * (1.0 - powers)) ** 2)


def powell(x: Any) -> Any:
    """Powell's singular function: its Hessian is singular at the solution."""
    return (x[0] + 10 * x[1]) ** 2 + 5 * (x[2] - x[3]) ** 2 + (x[1] - 2 * x[2]) ** 4 + 10 * (x[0] - x[3]) ** 4


def helical_valley(x: Any) -> Any:
    angle = np.arctan2(x[1], x[0]) / (2 * np.pi)
    return 100 * ((x[2] - 10 * angle) ** 2 + (np.sqrt(x[0] ** 2 + x[1] ** 2) - 1) ** 2) + x[2] ** 2


def freudenstein_roth(x: Any) -> Any:
    a = -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1]
    b = -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1]
    return a * a + b * b


UNCONSTRAINED = {
    "rosenbrock": (rosenbrock, [-1.2, 1.0, 1.0], np.ones(3), 0.0),
    "wood": (wood, [-3.0, -1.0, -3.0, -1.0], np.ones(4), 0.0),
    "beale": (beale, [1.0, 1.0], [3.0, 0.5], 0.0),
    "powell": (powell, [3.0, -1.0, 0.0, 1.0], np.zeros(4), 0.0),
    "helical valley": (helical_valley, [-1.0, 0.5, 0.0], [1.0, 0.0, 0.0], 0.0),
    "freudenstein and roth": (freudenstein_roth, [0.5, -2.0], [11.4127790, -0.8968053], 48.98425368),
}
each_problem = pytest.mark.parametrize("name", UNCONSTRAINED)
# From its own start, Newton-CG creeps past a saddle of Wood's function for hundreds of steps, where rounding decides.
ELSEWHERE = {("wood", "Newton-CG"): [0.0, 0.0, 0.0, 0.0]}


def check(result: Any, name: str, digits: float = 1e-6) -> None:
    _, _, solution, value = UNCONSTRAINED[name]
    assert result.fun == pytest.approx(value, rel=1e-7, abs=1e-9)
    np.testing.assert_allclose(result.x, solution, atol=2e-2 if name == "powell" else digits)


@each_problem
def test_first_order_methods(name):
    f, start, _, _ = UNCONSTRAINED[name]
    compiled = tg.compile(tg.value_and_grad(f))
    x0 = np.array(start)
    result = optimize.minimize(compiled, x0, jac=True, method="BFGS", options={"gtol": 1e-9})
    check(result, name, 1e-5)
    result = optimize.minimize(
        compiled, x0, jac=True, method="L-BFGS-B", options={"ftol": 1e-16, "gtol": 1e-10, "maxiter": 1000}
    )
    check(result, name, 1e-4)
    assert compiled.stats()["recordings"] == 1


@each_problem
def test_methods_with_second_derivatives(name):
    f, start, _, _ = UNCONSTRAINED[name]
    value_and_grad, hessian, hvp = tg.compile(tg.value_and_grad(f)), tg.compile(tg.hessian(f)), tg.compile(tg.hvp(f))
    x0 = np.array(start)
    for method, second in (
        ("trust-ncg", {"hessp": hvp}), ("trust-ncg", {"hess": hessian}), ("Newton-CG", {"hessp": hvp}), ("trust-exact", {"hess": hessian}),
    ):  # fmt: skip
        options = {"xtol": 1e-10} if method == "Newton-CG" else {"gtol": 1e-8, "maxiter": 500}
        start = np.array(ELSEWHERE.get((name, method), x0))
        result = optimize.minimize(value_and_grad, start, jac=True, method=method, options=options, **second)
        check(result, name, 1e-4)


def test_functions_that_were_not_compiled():
    result = optimize.minimize(tg.value_and_grad(beale), np.ones(2), jac=True, method="BFGS")
    check(result, "beale", 1e-4)
    result = optimize.minimize(beale, np.ones(2), jac=tg.grad(beale), hess=tg.hessian(beale), method="trust-exact")
    check(result, "beale", 1e-4)


def test_separate_value_and_gradient_with_arguments():
    """SciPy passes what comes in `args` on."""

    def f(x: Any, a: Any, b: Any) -> Any:
        return np.sum((x - a) ** 2) + b * np.sum(x**4)

    a = np.array([1.0, -2.0, 3.0])
    value, slope, second = tg.compile(f), tg.compile(tg.grad(f)), tg.compile(tg.hessian(f))
    for b in (0.0, 0.5):
        result = optimize.minimize(
            value, np.zeros(3), (a, b), jac=slope, hess=second, method="trust-exact", options={"gtol": 1e-12}
        )
        np.testing.assert_allclose(2 * (result.x - a) + 4 * b * result.x**3, 0.0, atol=1e-9)


@pytest.mark.filterwarnings("ignore::tapegrad.errors.VariantWarning")
def test_a_function_with_branches():
    """Huber's loss by branches: the slope at m in (1, 1.5) is 1 + (m - 0.5) + (m - 1) - 1 - 1."""
    data = np.array([0.0, 0.5, 1.0, 8.0, 9.0])

    def huber(m: Any) -> Any:
        total = 0.0
        for d in data:
            r = m[0] - d
            total = total + (0.5 * r * r if abs(r) < 1.0 else abs(r) - 0.5)
        return total

    for start in (6.0, -3.0, 1.0):
        result = optimize.minimize(tg.compile(tg.value_and_grad(huber)), np.array([start]), jac=True, method="BFGS")
        assert result.x[0] == pytest.approx(1.25, abs=1e-6)


# ------------------------------------------------------------------------------------------------- constraints


def hs71(x: Any) -> Any:
    return x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]


# name: objective, equalities, inequalities (>= 0), bounds, start, solution, value
CONSTRAINED: dict[str, tuple[Any, Any, Any, Any, Any, Any, float]] = {
    "HS6": (lambda x: (1 - x[0]) ** 2, lambda x: 10 * (x[1:] - x[0] ** 2), None, None, [-1.2, 1.0], [1.0, 1.0], 0.0),
    "HS7": (
        lambda x: np.log(1 + x[0] ** 2) - x[1], lambda x: (1 + x[:1] ** 2) ** 2 + x[1] ** 2 - 4, None, None, [2.0, 2.0],
        [0.0, math.sqrt(3.0)], -math.sqrt(3.0),
    ),
    "HS28": (
        lambda x: (x[0] + x[1]) ** 2 + (x[1] + x[2]) ** 2, lambda x: x[:1] + 2 * x[1] + 3 * x[2] - 1, None, None, [-4.0, 1.0, 1.0],
        [0.5, -0.5, 0.5], 0.0,
    ),
    "HS35": (
        lambda x: 9 - 8 * x[0] - 6 * x[1] - 4 * x[2] + 2 * x[0] ** 2 + 2 * x[1] ** 2 + x[2] ** 2 + 2 * x[0] * x[1] + 2 * x[0] * x[2],
        None, lambda x: 3 - x[:1] - x[1] - 2 * x[2], [(0, None)] * 3, [0.5, 0.5, 0.5], [4 / 3, 7 / 9, 4 / 9], 1 / 9,
    ),
    "HS39": (
        lambda x: -x[0], lambda x: np.stack([x[1] - x[0] ** 3 - x[2] ** 2, x[0] ** 2 - x[1] - x[3] ** 2]), None, None, [2.0] * 4,
        [1.0, 1.0, 0.0, 0.0], -1.0,
    ),
    "HS40": (
        lambda x: -np.prod(x), lambda x: np.stack([x[0] ** 3 + x[1] ** 2 - 1, x[0] ** 2 * x[3] - x[2], x[3] ** 2 - x[1]]), None, None,
        [0.8] * 4, [2 ** (-1 / 3), 2 ** (-1 / 2), 2 ** (-11 / 12), 2 ** (-1 / 4)], -0.25,
    ),
    "HS48": (
        lambda x: (x[0] - 1) ** 2 + (x[1] - x[2]) ** 2 + (x[3] - x[4]) ** 2,
        lambda x: np.stack([np.sum(x) - 5, x[2] - 2 * (x[3] + x[4]) + 3]), None, None, [3.0, 5.0, -3.0, 2.0, -2.0], np.ones(5), 0.0,
    ),
    "HS71": (
        hs71, lambda x: np.sum(x**2, keepdims=True) - 40, lambda x: np.prod(x, keepdims=True) - 25, [(1, 5)] * 4, [1.0, 5.0, 5.0, 1.0],
        [1.0, 4.74299963, 3.82114998, 1.37940829], 17.0140173,
    ),
    "HS77": (
        lambda x: (x[0] - 1) ** 2 + (x[0] - x[1]) ** 2 + (x[2] - 1) ** 2 + (x[3] - 1) ** 4 + (x[4] - 1) ** 6,
        lambda x: np.stack([x[0] ** 2 * x[3] + np.sin(x[3] - x[4]) - 2 * math.sqrt(2), x[1] + x[2] ** 4 * x[3] ** 2 - 8 - math.sqrt(2)]),
        None, None, [2.0] * 5, [1.166172, 1.182111, 1.380257, 1.506036, 0.6109203], 0.24150513,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTRAINED)
def test_sequential_quadratic_programming(name):
    objective, equal, above, bounds, start, solution, value = CONSTRAINED[name]
    constraints = [
        {"type": kind, "fun": tg.compile(c), "jac": tg.compile(tg.jacobian(c))}
        for kind, c in (("eq", equal), ("ineq", above))
        if c is not None
    ]
    result = optimize.minimize(
        tg.compile(tg.value_and_grad(objective)), np.array(start), jac=True, bounds=bounds, constraints=constraints, method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 300},
    )  # fmt: skip
    assert result.fun == pytest.approx(value, rel=1e-5, abs=1e-6)
    np.testing.assert_allclose(
        np.abs(result.x) if name in ("HS40",) else result.x, np.abs(solution) if name == "HS40" else solution, atol=2e-3
    )


@pytest.mark.parametrize("name", ["HS6", "HS7", "HS39", "HS71", "HS77"])
def test_interior_points_with_hessians_of_constraints(name):
    """The constraint's Hessian is that of its product with the multipliers."""
    objective, equal, above, bounds, start, solution, value = CONSTRAINED[name]
    constraints = []
    for c, limit in ((equal, 0.0), (above, np.inf)):
        if c is not None:
            weighted = tg.compile(tg.hessian(lambda x, v, c=c: np.sum(c(x) * v)))
            constraints.append(
                optimize.NonlinearConstraint(tg.compile(c), 0.0, limit, jac=tg.compile(tg.jacobian(c)), hess=weighted)
            )
    result = optimize.minimize(
        tg.compile(tg.value_and_grad(objective)), np.array(start), jac=True, hess=tg.compile(tg.hessian(objective)), bounds=bounds,
        constraints=constraints, method="trust-constr", options={"gtol": 1e-9, "xtol": 1e-11, "maxiter": 1000},
    )  # fmt: skip
    assert result.fun == pytest.approx(value, rel=1e-4, abs=1e-5)
    np.testing.assert_allclose(result.x, solution, atol=1e-2)


# ------------------------------------------------------------------------------------------------- least squares and roots


def bard(x: Any) -> Any:
    u = np.arange(1.0, 16.0)
    v = 16.0 - u
    w = np.minimum(u, v)
    y = np.array([0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39])
    return y - (x[0] + u / (v * x[1] + w * x[2]))


def kowalik_osborne(x: Any) -> Any:
    y = np.array([0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246])
    u = np.array([4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625])
    return y - x[0] * (u * u + u * x[1]) / (u * u + u * x[2] + x[3])


def box(x: Any) -> Any:
    t = 0.1 * np.arange(1.0, 11.0)
    return np.exp(-t * x[0]) - np.exp(-t * x[1]) - x[2] * (np.exp(-t) - np.exp(-10 * t))


LEAST_SQUARES = {  # residuals, start, sum of squares at the solution
    "rosenbrock": (lambda x: np.stack([10 * (x[1] - x[0] ** 2), 1 - x[0]]), [-1.2, 1.0], 0.0),
    "bard": (bard, [1.0, 1.0, 1.0], 8.21487e-3),
    "kowalik and osborne": (kowalik_osborne, [0.25, 0.39, 0.415, 0.39], 3.07505e-4),
    "box": (box, [0.0, 10.0, 20.0], 0.0),
    "freudenstein and roth": (
        lambda x: np.stack([-13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1], -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1]]), [0.5, -2.0], 48.98425,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LEAST_SQUARES)
def test_least_squares(name):
    residuals, start, total = LEAST_SQUARES[name]
    compiled, jacobian = tg.compile(residuals), tg.compile(tg.jacobian(residuals))
    for method in ("trf", "lm", "dogbox"):
        result = optimize.least_squares(
            compiled, np.array(start), jac=jacobian, method=method, xtol=1e-12, ftol=1e-12, gtol=1e-12
        )
        assert 2 * result.cost == pytest.approx(total, rel=1e-5, abs=1e-12)
    assert compiled.stats()["recordings"] == jacobian.stats()["recordings"] == 1


def test_curve_fit():
    def model(t: Any, a: Any, b: Any, c: Any) -> Any:
        return a * np.exp(-b * t) + c

    t = np.linspace(0.0, 4.0, 50)
    y = model(t, 2.5, 1.3, 0.5)
    compiled, slopes = tg.compile(model), tg.compile(tg.func.jacfwd(model, (1, 2, 3)))
    found, _ = optimize.curve_fit(compiled, t, y, [1.0, 1.0, 1.0], jac=lambda *args: np.stack(slopes(*args), axis=1))
    np.testing.assert_allclose(found, [2.5, 1.3, 0.5], rtol=1e-8)


def test_roots():
    """Powell's badly scaled function, and the trigonometric function of five variables."""

    def badly_scaled(x: Any) -> Any:
        return np.stack([1e4 * x[0] * x[1] - 1, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001])

    result = optimize.root(
        tg.compile(badly_scaled), np.array([0.0, 1.0]), jac=tg.compile(tg.jacobian(badly_scaled)), tol=1e-12
    )
    np.testing.assert_allclose(result.x, [1.098159e-5, 9.106146], rtol=1e-5)

    def broyden(x: Any) -> Any:
        """Broyden's tridiagonal function."""
        padded = np.pad(x, 1)
        return (3 - 2 * x) * x - padded[:-2] - 2 * padded[2:] + 1

    compiled, jacobian = tg.compile(broyden), tg.compile(tg.jacobian(broyden))
    for method in ("hybr", "lm"):
        result = optimize.root(compiled, -np.ones(30), jac=jacobian, method=method)
        assert result.success
        np.testing.assert_allclose(broyden(result.x), 0.0, atol=1e-6)
    both = tg.compile(lambda x: (broyden(x), tg.jacobian(broyden)(x)))
    result = optimize.root(both, -np.ones(10), jac=True)
    assert result.success


def test_scalar_roots():
    def kepler(e: Any, m: Any) -> Any:
        return e - 0.8 * np.sin(e) - m

    value, slope, second = tg.compile(kepler), tg.compile(tg.grad(kepler)), tg.compile(tg.grad(tg.grad(kepler)))
    for m in (0.3, 1.0, 2.5):
        for options in ({"fprime": slope}, {"fprime": slope, "fprime2": second}):
            e = optimize.newton(value, 1.0, args=(m,), **options)
            assert e - 0.8 * math.sin(e) == pytest.approx(m, abs=1e-12)
    result = optimize.root_scalar(
        tg.compile(tg.value_and_grad(lambda x: x**3 - 2.0)), x0=1.0, fprime=True, method="newton"
    )
    assert result.root == pytest.approx(2 ** (1 / 3), rel=1e-12)


def test_differential_equations():
    """A stiff equation (Robertson's) with a compiled right-hand side and Jacobian: concentrations at t = 40 as published."""
    integrate = pytest.importorskip("scipy.integrate")

    def rates(t: Any, y: Any) -> Any:
        a, b, c = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] ** 2
        return np.stack([b - a, a - b - c, c])

    result = integrate.solve_ivp(
        tg.compile(rates),
        (0.0, 40.0),
        [1.0, 0.0, 0.0],
        method="Radau",
        jac=tg.compile(tg.jacobian(rates, 1)),
        rtol=1e-8,
        atol=1e-12,
    )
    np.testing.assert_allclose(result.y[:, -1], [0.7158271, 9.185512e-6, 0.2841637], rtol=1e-5)


def test_a_loop_with_out_allocates_nothing_new():
    """A hand-written Newton iteration over preallocated arrays."""
    step = tg.compile(lambda x: (tg.grad(wood)(x), tg.hessian(wood)(x)))
    x, slope, curvature = np.array([1.1, 0.9, 1.2, 0.8]), np.empty(4), np.empty((4, 4))
    for _ in range(20):
        step(x, out=(slope, curvature))
        x -= np.linalg.solve(curvature, slope)
    np.testing.assert_allclose(x, np.ones(4), rtol=1e-12)
