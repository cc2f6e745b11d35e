"""Arguments of `scipy.optimize` beyond a function and a start: constraints, losses, derivatives, and problems of plain data."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import LinearConstraint, NonlinearConstraint

import tapegrad as tg
from tapegrad.errors import PlainDataError, ReplayError
from tapegrad.optimize.residuals import Robust
from tests.support import leaf, plain

P = np.array([1.0, 0.5, 1.0])


def differences(f, p, step=1e-4):
    """Of fourth order, of solutions that are exact to rounding."""
    rows = [(8 * (f(p + s) - f(p - s)) - (f(p + 2 * s) - f(p - 2 * s))) / (12 * step) for s in step * np.eye(p.size)]
    return np.stack(rows, -1)


# ------------------------------------------------------------------------------------------------- constraints


def objective(x, p):
    return (x[0] - 2.0) ** 2 + (x[1] - p[2]) ** 2 + x[0] * x[2] + x[2] ** 2 * (1.0 + p[0] ** 2)


def disc(x, p):
    return p[0] - x[0] ** 2 - x[1] ** 2


def line(x, p):
    return x[0] + 2.0 * x[1] - p[1]


def constrained(optimize, p, **keywords):
    constraints = [{"type": "ineq", "fun": disc, "args": (p,)}, {"type": "eq", "fun": lambda x: line(x, p)}]
    return optimize.minimize(objective, [0.1, 0.2, 0.3], (p,), constraints=constraints, **keywords)


def on_the_disc(p):
    """Where both constraints hold, by the line's and the circle's equation."""
    y = (2.0 * p[1] - np.sqrt(4.0 * p[1] ** 2 - 5.0 * (p[1] ** 2 - p[0]))) / 5.0
    x = p[1] - 2.0 * y
    return np.array([x, y, -x / 2.0 / (1.0 + p[0] ** 2)])


def on_the_line(p):
    """The minimum of a quadratic function on the line, from its linear system."""
    h = np.array([[2.0, 0.0, 1.0], [0.0, 2.0, 0.0], [1.0, 0.0, 2.0 * (1.0 + p[0] ** 2)]])
    a = np.array([1.0, 2.0, 0.0])
    whole = np.block([[h, a[:, None]], [a, np.zeros((1, 1))]])
    return np.linalg.solve(whole, [4.0, 2.0 * p[2], 0.0, p[1]])[:3]


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
def test_a_minimum_moves_along_the_constraints_that_hold_it(method):
    """An interior method ends a little before a constraint, and its derivatives are those there."""
    keywords, near = {"method": method, "tol": 1e-10}, 1e-3 if method == "trust-constr" else 1e-6
    for p, expected in ((P, on_the_disc), (np.array([9.0, 0.5, 1.0]), on_the_line)):
        np.testing.assert_allclose(plain(constrained(tg.optimize, leaf(p), **keywords).x), expected(p), atol=near)
        found = tg.jacobian(lambda p: constrained(tg.optimize, p, **keywords).x)(p)
        np.testing.assert_allclose(found, differences(expected, p), atol=5.0 * near)


def test_second_derivatives_and_replays_of_a_minimum_with_constraints():
    def first(p):
        return constrained(tg.optimize, p, tol=1e-12).x[0]

    np.testing.assert_allclose(tg.hessian(first)(P), differences(lambda q: tg.grad(first)(q), P), atol=1e-6)
    compiled = tg.compile(tg.grad(first))
    for p, expected in ((P, on_the_disc), (np.array([9.0, 0.5, 1.0]), on_the_line)):
        np.testing.assert_allclose(compiled(p), differences(expected, p)[0], atol=1e-6)
    assert compiled.stats()["recordings"] == 1


def test_constraints_as_objects_with_bounds():
    """The minimum in the corner of a hyperbola's branch, a line and a bound, one after the other."""

    def found(p):
        constraints = [
            NonlinearConstraint(lambda x: x[0] * x[1] * p[0], 0.3, 2.0), LinearConstraint([[1.0, 1.0]], -np.inf, 1.2),
        ]  # fmt: skip
        bounds = [(None, p_bound), (None, None)]
        return tg.optimize.minimize(
            lambda x: (x[0] - 3.0) ** 2 + p[1] * x[1], [0.6, 0.5], bounds=bounds, constraints=constraints, tol=1e-12
        ).x

    p = np.array([1.1, 0.3])
    p_bound = 0.4  # then x[1] is on the hyperbola
    np.testing.assert_allclose(plain(found(leaf(p))), [0.4, 0.3 / 0.44], rtol=1e-7)
    expected = differences(lambda p: np.array([0.4, 0.3 / (0.4 * p[0])]), p)
    np.testing.assert_allclose(tg.jacobian(found)(p), expected, atol=1e-7)
    p_bound = 5.0  # on the hyperbola and the line
    expected = differences(lambda p: np.array([0.6 + np.sqrt(0.36 - 0.3 / p[0]), 0.6 - np.sqrt(0.36 - 0.3 / p[0])]), p)
    np.testing.assert_allclose(tg.jacobian(found)(p), expected, atol=1e-6)


def test_multipliers_are_scipys():
    own = constrained(tg.optimize, P, tol=1e-12)
    assert isinstance(own.x, np.ndarray)
    system = np.array([[1.0, 2.0, 0.0], [-2.0 * own.x[0], -2.0 * own.x[1], 0.0]]).T  # slopes of line and disc
    slope = np.array([2 * (own.x[0] - 2) + own.x[2], 2 * (own.x[1] - 1), own.x[0] + 4.0 * own.x[2]])
    np.testing.assert_allclose(own.multipliers, np.linalg.lstsq(system, slope, rcond=None)[0], rtol=1e-6)
    reference = constrained(scipy.optimize, P, tol=1e-12)
    if "multipliers" in reference:
        np.testing.assert_allclose(own.multipliers, reference.multipliers, rtol=1e-3)


def test_multipliers_beside_bounds():
    """In closed form: a bound holds the first unknown at 1/2, the disc the second one on its edge."""
    disc = {"type": "ineq", "fun": lambda x, r: r**2 - np.sum(x**2)}

    def nearest(r):
        given = {"bounds": [(0.0, 0.5), (None, None)], "constraints": disc | {"args": (r,)}, "tol": 1e-10}
        return tg.optimize.minimize(lambda x: np.sum((x - np.array([3.0, 1.0])) ** 2), [0.1, 0.2], **given)

    edge = np.sqrt(0.75)
    np.testing.assert_allclose(nearest(1.0).x, [0.5, edge], rtol=1e-8)
    np.testing.assert_allclose(nearest(1.0).multipliers, [(1.0 - edge) / edge], rtol=1e-6)
    np.testing.assert_allclose(tg.jacobian(lambda r: nearest(r).x)(1.0), [0.0, 1.0 / edge], rtol=1e-6)


# ------------------------------------------------------------------------------------------------- losses


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy", "arctan"])
def test_slopes_of_losses_at_single_residuals(loss):
    """Of one residual, whose loss SciPy gives; also just inside and outside of where it turns."""
    scale = 0.3
    for f in (0.1, -0.29, 0.31, 0.4, -2.0):

        def cost(x, optimize=scipy.optimize):
            keywords = {"loss": loss, "f_scale": scale, "max_nfev": 1}
            return optimize.least_squares(lambda z: z, [x], **keywords).cost

        expected = (cost(f + 1e-6) - cost(f - 1e-6)) / 2e-6
        robust = Robust(loss, scale)
        assert float(robust.weighted(tg.tensor(f)).item()) == pytest.approx(expected, rel=1e-6)
        assert robust.cost(tg.tensor([f])).item() == pytest.approx(cost(f), rel=1e-12)


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy", "arctan"])
def test_least_squares_with_losses(loss):
    t, y = np.arange(6.0), np.array([0.1, 1.2, 1.9, 3.3, 9.0, 5.1])
    tight = {"loss": loss, "f_scale": 0.3, "xtol": 1e-15, "ftol": 1e-15, "gtol": 1e-14}

    def line(x, y, t):
        return x[0] + x[1] * t - y

    def fit(optimize, y):
        slopes = np.stack([np.ones(6), t], 1)
        return optimize.least_squares(
            line, [0.0, 0.9], jac=lambda x, y, t: slopes.copy(), args=(y,), kwargs={"t": t}, **tight
        )

    found, reference = fit(tg.optimize, leaf(y)), fit(scipy.optimize, y)
    np.testing.assert_allclose(plain(found.x), reference.x, rtol=1e-7)
    assert found.cost.item() == pytest.approx(reference.cost, rel=1e-12)
    expected = differences(lambda y: fit(scipy.optimize, y).x, y, 1e-3)
    np.testing.assert_allclose(tg.jacobian(lambda y: fit(tg.optimize, y).x)(y), expected, atol=3e-5)


# ------------------------------------------------------------------------------------------------- derivatives that are given


def test_derivatives_that_are_given_too():
    def cube(x, a):
        return x**3 - a

    optimize = tg.optimize
    roots = (
        lambda a: optimize.newton(cube, 1.5, lambda x, a: 3.0 * x**2, (a,)),
        lambda a: optimize.newton(cube, 1.5, lambda x, a: 3.0 * x**2, (a,), fprime2=lambda x, a: 6.0 * x),
        lambda a: optimize.newton(cube, 1.5, args=(a,), x1=1.7, full_output=True)[0],
        lambda a: optimize.brentq(cube, 0.0, 5.0, (a,), full_output=True, disp=False)[0],
        lambda a: optimize.root_scalar(cube, (a,), fprime=lambda x, a: 3.0 * x**2, x0=1.5).root,
        lambda a: optimize.root_scalar(lambda x, a: (cube(x, a), 3.0 * x * x), (a,), fprime=True, x0=1.5).root,
        lambda a: optimize.root(lambda x, a: (cube(x, a), 3.0 * x * x), 1.5, (a,), jac=True).x[0],
        lambda a: optimize.minimize(
            lambda x, a: (x[0] ** 4 / 4.0 - a * x[0], cube(x, a)), 1.5, (a,), "trust-exact", True, hess=lambda x, a: 3.0 * x**2, tol=1e-10
        ).x[0],
    )  # fmt: skip
    for root in roots:
        assert float(root(8.0)) == pytest.approx(2.0, rel=1e-7)
        assert tg.grad(root)(8.0) == pytest.approx(1.0 / 12.0, rel=1e-6)
    given = {"fprime": lambda x, a: 3.0 * x**2, "fprime2": lambda x, a: 6.0 * x}
    for start in (1.5, 30.0):  # Halley's method takes fewer iterations than Newton's
        steps = scipy.optimize.newton(cube, start, args=(8.0,), **given, full_output=True)[1].iterations
        assert optimize.newton(cube, start, args=(8.0,), fprime2=(1).__add__, full_output=True)[1].iterations == steps
        expected = scipy.optimize.root_scalar(cube, (8.0,), **given, x0=start)
        assert optimize.root_scalar(cube, (8.0,), **given, x0=start).iterations == expected.iterations


# ------------------------------------------------------------------------------------------------- plain data


def test_plain_problems_that_cannot_be_recorded_are_scipys():
    optimize = tg.optimize
    seen = []
    found = optimize.minimize(
        lambda x: math.cosh(x[0] - 1.0) if x[0] > 0 else 5.0, [2.0], callback=lambda x: seen.append(x)
    )
    assert found.x[0] == pytest.approx(1.0, abs=1e-5)
    assert len(seen) == found.nit
    assert optimize.root(lambda x: x**2 - 2.0 if x[0] > 0 else x, [1.0]).x[0] == pytest.approx(np.sqrt(2.0))
    np.testing.assert_allclose(
        optimize.newton(lambda x: x**2 - np.array([1.0, 2.0]), np.array([1.0, 2.0])), [1, np.sqrt(2)]
    )
    assert optimize.root_scalar(lambda x: x - 1.0 if x < 2.0 else 1.0, bracket=[0.0, 4.0], method="ridder").converged


def test_a_tensor_that_requires_grad_is_never_plain():
    """A function that cannot be recorded and reads one is an error, however SciPy asks for its value."""
    a = leaf(1.0)
    for f in (lambda x: (x - a) ** 2 * math.cos(x), lambda x: (x - a) ** 2 + np.asarray(x)):
        for solve in (
            lambda f: tg.optimize.minimize_scalar(f), lambda f: tg.optimize.minimize(f, 1.0),
            lambda f: tg.optimize.root_scalar(f, x0=0.0), lambda f: tg.integrate.quad(f, 0.0, 1.0),
        ):  # fmt: skip
            with pytest.raises((ReplayError, PlainDataError)):
                solve(f)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda p: tg.optimize.minimize(lambda x: np.sum((x - 5) ** 2), np.ones(1), bounds=[(0, p)]), "bounds"),
        (lambda p: tg.optimize.minimize(lambda x: (x[0] - 5) ** 2, 1.0, constraints=LinearConstraint([[1.0]], 0.0, p)), "lb and ub of a constraint"),
        (lambda p: tg.optimize.minimize(lambda x: (x[0] - 5) ** 2, 1.0, constraints=NonlinearConstraint(lambda x: x, p, 9.0)), "lb and ub of a constraint"),
        (lambda p: tg.optimize.minimize_scalar(lambda x: (x - 5) ** 2, bounds=(0, p), method="bounded"), "bounds"),
        (lambda p: tg.optimize.least_squares(lambda x: x - 5, np.ones(1), bounds=(0, p)), "bounds"),
        (lambda p: tg.optimize.least_squares(lambda x: x - 5, np.ones(1), loss="soft_l1", f_scale=p), "f_scale"),
    ],
)  # fmt: skip
def test_arguments_without_a_derivative_are_named(call, argument):
    with pytest.raises(PlainDataError, match=f"no derivative with respect to {argument} is known"):
        call(leaf(2.0))
