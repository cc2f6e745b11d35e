"""Roots, fixed points and minima: SciPy's values, and derivatives against differences of SciPy's solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tapegrad.errors import ArgumentError, ConvergenceError, DtypeError, ReplayError, ShapeError
from tests.support import close, leaf, plain

A = np.array([1.3, 0.7])


def equations(x: Any, a: Any, shift: Any = 0.0) -> Any:
    return np.stack([x[0] + a[0] * x[1] ** 3 - a[1] - 1.0, np.exp(x[1]) - a[1] * x[0] - shift - 0.4])


def cost(x: Any, a: Any) -> Any:
    return (x[0] - a[0]) ** 2 + a[1] * (x[1] - x[0] ** 2) ** 2 + 0.1 * x[1] ** 4


def residuals(x: Any, a: Any) -> Any:
    t = np.array([0.0, 0.5, 1.0, 2.0])
    return x[0] * np.exp(-x[1] * t) - (1.0 + a[0] * t * t - a[1] * t)


def iteration(x: Any, a: Any) -> Any:
    return np.tanh(a[0] * x) * 0.5 + a[1] + 0.1 * np.stack([x[1], x[0]])


PROBLEMS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "root": (
        lambda a: tg.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13).x,
        lambda a: scipy.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13).x,
    ),
    "root, lm": (
        lambda a: tg.optimize.root(equations, [0.5, 0.5], (a,), method="lm", tol=1e-13).x,
        lambda a: scipy.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13).x,
    ),
    "fixed_point": (
        lambda a: tg.optimize.fixed_point(iteration, np.zeros(2), (a,), xtol=1e-13),
        lambda a: scipy.optimize.root(lambda x: iteration(x, a) - x, np.zeros(2), tol=1e-13).x,
    ),
    "minimize": (
        lambda a: tg.optimize.minimize(cost, [0.5, 0.5], (a,), "trust-exact", options={"gtol": 1e-11}).x,
        lambda a: _minimum(a),
    ),
    "least_squares": (
        lambda a: tg.optimize.least_squares(residuals, [1.0, 1.0], ftol=1e-15, xtol=1e-15, gtol=1e-15, args=(a,)).x,
        lambda a: _fit(a),
    ),
    "brentq": (
        lambda a: tg.optimize.brentq(lambda x: x**3 + a[0] * x - a[1], -1.0, 3.0).reshape(1),
        lambda a: np.array([scipy.optimize.brentq(lambda x: x**3 + a[0] * x - a[1], -1.0, 3.0)]),
    ),
    "newton": (
        lambda a: tg.optimize.newton(lambda x, a: np.exp(a[0] * x) - 2.0 - a[1], 0.5, args=(a,), tol=1e-13).reshape(1),
        lambda a: np.array([scipy.optimize.brentq(lambda x: np.exp(a[0] * x) - 2.0 - a[1], -1.0, 3.0, xtol=1e-14)]),
    ),
    "root_scalar": (
        lambda a: tg.optimize.root_scalar(lambda x: x**3 + a[0] * x - a[1], x0=0.5, x1=0.6, xtol=1e-14).root.reshape(1),
        lambda a: np.array([scipy.optimize.brentq(lambda x: x**3 + a[0] * x - a[1], -1.0, 3.0)]),
    ),
    "minimize_scalar": (
        lambda a: tg.optimize.minimize_scalar(lambda x: x**4 / 4 + a[0] * x * x / 2 - a[1] * x, tol=1e-12).x.reshape(1),
        lambda a: np.array([scipy.optimize.brentq(lambda x: x**3 + a[0] * x - a[1], -1.0, 3.0)]),
    ),
}  # fmt: skip
each_problem = pytest.mark.parametrize("name", PROBLEMS)


def _minimum(a: Any) -> Any:
    """Where the gradient, written by hand, is zero."""

    def gradient(x: Any) -> Any:
        bend = x[1] - x[0] ** 2
        return [2 * (x[0] - a[0]) - 4 * a[1] * bend * x[0], 2 * a[1] * bend + 0.4 * x[1] ** 3]

    return scipy.optimize.root(gradient, [0.8, 0.5], tol=1e-13).x


def _fit(a: Any) -> Any:
    """Where the gradient of the sum of squares, written by hand, is zero."""

    def gradient(x: Any) -> Any:
        t = np.array([0.0, 0.5, 1.0, 2.0])
        decay = np.exp(-x[1] * t)
        return np.stack([decay, -x[0] * t * decay]) @ residuals(x, a)

    start = scipy.optimize.least_squares(residuals, [1.0, 1.0], args=(a,)).x
    return scipy.optimize.root(gradient, start, tol=1e-13).x


def rough(f: Callable[[Any], Any], a: np.ndarray, step: float = 1e-3) -> np.ndarray:
    """A Jacobian by differences of fourth order in double precision, with the axes of `a` last."""
    columns = []
    for unit in np.eye(a.size).reshape(a.size, *a.shape):
        near, far = (f(a + k * step * unit) - f(a - k * step * unit) for k in (1, 2))
        columns.append((8.0 * near - far) / (12.0 * step))
    return np.moveaxis(np.reshape(columns, (*a.shape, *np.shape(columns[0]))), range(a.ndim), range(-a.ndim, 0))


@each_problem
def test_values_and_derivatives(name):
    """Eagerly, by both modes, compiled, and for a batch."""
    found, expected = PROBLEMS[name]
    loss = lambda a: np.sum(np.sin(found(a)))  # noqa: E731
    tight = {"rtol": 1e-7, "atol": 1e-7 if name == "minimize_scalar" else 1e-9}
    np.testing.assert_allclose(plain(found(leaf(A))), expected(A), **tight)
    by = rough(expected, A)
    tight = {"rtol": 1e-6, "atol": 1e-6 if name == "minimize_scalar" else 1e-8}
    np.testing.assert_allclose(tg.jacobian(found)(A), by, **tight)
    np.testing.assert_allclose(tg.func.jacrev(found)(A), by, **tight)
    np.testing.assert_allclose(tg.func.jacfwd(found)(A), by, **tight)
    a = leaf(A)
    np.sum(np.sin(found(a))).backward()
    slope = np.cos(expected(A)) @ by
    np.testing.assert_allclose(a.grad.numpy(), slope, **tight)
    compiled = tg.compile(tg.value_and_grad(loss))
    for shift in (0.0, 0.02):
        value, g = compiled(A + shift)
        np.testing.assert_allclose(value, np.sum(np.sin(expected(A + shift))), rtol=1e-7)
        np.testing.assert_allclose(g, rough(lambda a: np.sum(np.sin(expected(a))), A + shift), **tight)
    rows = np.stack([A, A + 0.02, A - 0.01])
    np.testing.assert_allclose(tg.vmap(found)(rows), [expected(a) for a in rows], rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(tg.vmap(tg.grad(loss))(rows)[0], slope, **tight)


@each_problem
def test_second_derivatives(name):
    found, expected = PROBLEMS[name]
    bend = rough(lambda a: rough(lambda b: np.sum(np.sin(expected(b))), a, 5e-3), A, 5e-3)
    loss = lambda a: np.sum(np.sin(found(a)))  # noqa: E731
    tight = {"rtol": 2e-5, "atol": 2e-5}
    np.testing.assert_allclose(tg.hessian(loss)(A), bend, **tight)
    np.testing.assert_allclose(tg.compile(tg.func.jacrev(tg.grad(loss)))(A), bend, **tight)
    a = leaf(A)
    (g,) = tg.autograd.grad(loss(a), a, create_graph=True)
    (row,) = tg.autograd.grad(g[0], a)
    np.testing.assert_allclose(row.numpy(), bend[0], **tight)


def test_what_the_function_reads_from_outside_moves_the_solution():
    a, shift = tg.tensor(A, requires_grad=True), tg.tensor(0.1, requires_grad=True)
    x = tg.optimize.root(lambda x: equations(x, a, shift), [0.5, 0.5], tol=1e-13).x
    x[0].backward()

    def solved(z: Any) -> Any:
        return scipy.optimize.root(equations, [0.5, 0.5], (z[:2], z[2]), tol=1e-13).x[0]

    expected = rough(solved, np.array([*A, 0.1]))
    close(a.grad.numpy(), expected[:2])
    close(shift.grad.numpy(), expected[2])


def test_containers_and_mixed_arguments():
    def equation(x, given, power):
        return given["scale"] * x**power - given["data"][0]

    slope = tg.grad(lambda s: tg.optimize.root(equation, 1.5, ({"scale": s, "data": [8.0]}, 3)).x[0])(1.0)
    assert slope == pytest.approx(-2.0 / 3.0)


def test_the_value_is_a_tensor_too():
    result = tg.optimize.minimize(cost, [0.5, 0.5], (tg.tensor(A, requires_grad=True),), tol=1e-9)
    reference = scipy.optimize.minimize(cost, [0.5, 0.5], (A,), tol=1e-9)
    assert result.fun.item() == pytest.approx(reference.fun, rel=1e-12)
    assert result.success
    assert result.nit > 0

    def lowest(a):
        return tg.optimize.minimize(cost, [0.5, 0.5], (a,), tol=1e-9).fun

    np.testing.assert_allclose(tg.grad(lowest)(A), rough(lambda a: cost(_minimum(a), a), A), rtol=1e-7)


METHODS = ["CG", "BFGS", "L-BFGS-B", "TNC", "SLSQP", "Newton-CG", "trust-ncg", "trust-krylov", "trust-exact", "dogleg", "Nelder-Mead", "Powell"]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_every_method_of_minimize(method):
    """On a convex function, with the accuracy of each method's own criteria."""

    def bowl(x, a):
        return np.sum((x - a) ** 2 * np.array([1.0, 3.0])) + np.sum(x**4)

    by = tg.jacobian(lambda a: tg.optimize.minimize(bowl, [0.1, 0.1], (a,), method, tol=1e-7).x)(np.array([3.0, 1.5]))
    x = scipy.optimize.root(lambda x: 2 * (x - [3.0, 1.5]) * [1.0, 3.0] + 4 * x**3, [0.5, 0.5], tol=1e-13).x
    np.testing.assert_allclose(by, np.diag([2.0, 6.0] / (np.array([2.0, 6.0]) + 12 * x**2)), atol=1e-4)


def test_unknowns_at_a_bound_stay_there():
    """A minimum on the border of a box: the free unknown alone follows, on the line that the bound leaves it."""

    def found(a):
        return tg.optimize.minimize(cost, [0.5, 0.1], (a,), bounds=[(None, None), (None, 0.2)], tol=1e-12).x

    def free(a):  # the root of the derivative by x[0], with x[1] at its bound
        x0 = scipy.optimize.brentq(lambda x: 2 * (x - a[0]) - 4 * a[1] * (0.2 - x * x) * x, -1.0, 3.0, xtol=1e-14)
        return np.array([x0, 0.2])

    np.testing.assert_allclose(plain(found(leaf(A))), free(A), rtol=1e-6)
    np.testing.assert_allclose(tg.jacobian(found)(A), rough(free, A), rtol=1e-5, atol=1e-12)
    for method, accuracy in (("TNC", 1e-5), ("SLSQP", 1e-3), ("trust-constr", 1e-4)):
        by = tg.jacobian(
            lambda a, m=method: tg.optimize.minimize(cost, [0.5, 0.1], (a,), m, bounds=[(None, None), (None, 0.2)]).x
        )(A)
        np.testing.assert_allclose(by, rough(free, A), rtol=accuracy, atol=1e-12)

    def squares(a):
        tight = {"xtol": 1e-14, "ftol": 1e-14, "gtol": 1e-12}
        return tg.optimize.least_squares(residuals, [1.0, 0.5], bounds=([-9, 0.4], [9, 9]), args=(a,), **tight).x

    (by_first, by_second) = tg.jacobian(squares)(A)
    assert not by_second.any()
    decay = np.exp(-0.4 * np.array([0.0, 0.5, 1.0, 2.0]))
    t = np.array([0.0, 0.5, 1.0, 2.0])
    np.testing.assert_allclose(by_first, [decay @ t**2 / (decay @ decay), -(decay @ t) / (decay @ decay)], rtol=1e-6)


# ------------------------------------------------------------------------------------------------- many unknowns


@pytest.mark.parametrize("solver", ["cg", "gmres"])
def test_products_alone_give_the_same_derivatives(solver):
    n = 30
    coupling = np.diag(np.full(n, 2.5)) - np.diag(np.ones(n - 1), 1) - np.diag(np.ones(n - 1), -1)

    def energy(x, load):
        return 0.5 * (x @ (coupling @ x)) + np.sum(x**4) / 4.0 - np.sum(load * x)

    def end(solver):
        def f(load):
            given = {"method": "trust-ncg", "tol": 1e-10, "solver": solver}
            x = tg.optimize.minimize(energy, np.zeros(n), (load,), **given).x
            return np.sum(x[:3] ** 2)

        return f

    load = np.linspace(0.5, 1.5, n)
    np.testing.assert_allclose(tg.grad(end(solver))(load), tg.grad(end("dense"))(load), rtol=1e-8, atol=1e-12)
    bends = [tg.func.hvp(end(s))(load, np.ones(n)) for s in (solver, "dense")]
    np.testing.assert_allclose(*bends, rtol=1e-7, atol=1e-10)


def test_products_with_a_matrix_that_is_not_symmetric_and_with_bounds():
    def f(solver):
        return lambda a: np.sum(tg.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13, solver=solver).x ** 2)

    for transform in (tg.grad, tg.hessian, lambda g: tg.func.jacfwd(tg.grad(g)), lambda g: tg.func.jacrev(tg.grad(g))):
        np.testing.assert_allclose(transform(f("gmres"))(A), transform(f("dense"))(A), rtol=1e-9)
    held = [
        tg.jacobian(lambda a, s=s: tg.optimize.minimize(cost, [0.5, 0.1], (a,), bounds=[(None, None), (None, 0.2)], solver=s).x)(A)
        for s in ("cg", "dense")
    ]  # fmt: skip
    np.testing.assert_allclose(*held, rtol=1e-9, atol=1e-12)


# ------------------------------------------------------------------------------------------------- what is refused


def test_plain_arguments_give_what_scipy_gives():
    result = tg.optimize.root(equations, [0.5, 0.5], (A,))
    reference = scipy.optimize.root(equations, [0.5, 0.5], (A,))
    assert isinstance(result.x, np.ndarray)
    np.testing.assert_allclose(result.x, reference.x, rtol=1e-10)
    failed = tg.optimize.minimize(cost, [0.5, 0.5], (A,), "BFGS", options={"maxiter": 1})
    assert not failed.success
    assert failed.message == scipy.optimize.minimize(cost, [0.5, 0.5], (A,), "BFGS", options={"maxiter": 1}).message
    assert tg.optimize.brentq(lambda x: x * x - 2.0, 0.0, 2.0) == pytest.approx(np.sqrt(2.0), abs=1e-12)
    with pytest.raises(RuntimeError, match="fixed_point"):
        tg.optimize.fixed_point(lambda x: 2.0 * x + 1.0, np.ones(2), maxiter=3, method="iteration")


def test_what_is_no_solution_is_an_error():
    def unsolvable(a):
        return tg.optimize.root(lambda x: x * x + a, 1.0).x[0]

    with pytest.raises(ConvergenceError, match="root: "):
        tg.grad(unsolvable)(1.0)
    compiled = tg.compile(tg.grad(unsolvable))
    assert compiled(-4.0) == pytest.approx(-0.25)
    with pytest.raises(ConvergenceError, match="root: "):
        compiled(1.0)
    assert compiled(-9.0) == pytest.approx(-1.0 / 6.0)


def test_a_minimum_to_be_more_exact_than_rounding_allows_is_found_nevertheless():
    target = np.array([3.0, 18.0])

    def steep(x, a):
        return np.sum((x - a) ** 2) + np.sum(x**4)

    plainly = tg.optimize.minimize(steep, np.zeros(2), (target,), "BFGS", tol=1e-14)
    assert plainly.status == 2
    assert not plainly.success
    result = tg.optimize.minimize(steep, np.zeros(2), (leaf(target),), "BFGS", tol=1e-14)
    assert result.success
    np.testing.assert_allclose(plain(result.x), [1.0, 2.0], rtol=1e-7)
    with pytest.raises(ConvergenceError, match="Maximum number of iterations"):
        tg.optimize.minimize(steep, np.zeros(2), (leaf(target),), "BFGS", options={"maxiter": 1})


@pytest.mark.filterwarnings("ignore:Singular Jacobian matrix")  # SciPy's, which decomposes otherwise then
def test_a_singular_jacobian_is_an_error():
    def flat(a):
        return tg.optimize.minimize(lambda x: (x[0] - a) ** 2 + 0.0 * x[1], [0.0, 0.0]).x[0]

    def deficient(a):
        return tg.optimize.least_squares(lambda x: np.stack([x[0] + x[1] - a, 2.0 * (x[0] + x[1])]), [0.0, 0.0]).x[0]

    def repeated(a):
        twice = [{"type": "eq", "fun": lambda x: x[1] - a}] * 2
        return tg.optimize.minimize(lambda x: x @ x, [0.0, 0.0], method="trust-constr", constraints=twice).x[1]

    def triple(a):
        return tg.optimize.root(lambda x: (x - a) ** 3, 1.0, method="lm").x[0]

    assert flat(tg.tensor(2.0)).item() == pytest.approx(2.0)
    for f, text in (
        (flat, "minimize: .* the minimum is not unique.* such as 1e-6"),
        (deficient, "least_squares: .* the minimum is not unique.* such as 1e-3"),
        (repeated, "minimize: .* its multipliers are not.* Leave out constraints that say the same"),
        (triple, "root: the Jacobian at the root is singular"),
    ):
        for gradient in (tg.grad(f), tg.compile(tg.grad(f))):
            with pytest.raises(np.linalg.LinAlgError, match=text):
                gradient(1.0)


def test_arguments_that_do_not_fit():
    """Of functions that read a Tensor: others are SciPy's to answer."""
    a = leaf(1.0)
    with pytest.raises(ShapeError, match=r"root: expected a function that returns real numbers of shape \(2,\)"):
        tg.optimize.root(lambda x: a * x[0], [1.0, 1.0])
    with pytest.raises(ShapeError, match="minimize: expected a function that returns a real number"):
        tg.optimize.minimize(lambda x: a * x, [1.0, 1.0])
    with pytest.raises(ArgumentError, match="expected solver 'dense', 'cg' or 'gmres', got 'lu'"):
        tg.optimize.root(lambda x: x - 1.0, [1.0, 1.0], solver="lu")
    with pytest.raises(ArgumentError, match="expected a pair of bounds for each of the 2 unknowns"):
        tg.optimize.minimize(lambda x: a * np.sum(x), [1.0, 1.0], bounds=[(0, 1)])
    with pytest.raises(ArgumentError, match="method 'BFGS' takes no bounds"):
        tg.optimize.minimize(lambda x: a * np.sum(x**2), [1.0, 1.0], method="BFGS", bounds=[(2, 3), (2, 3)])
    with pytest.raises(ArgumentError, match="expected a bracket or a starting point"):
        tg.optimize.root_scalar(lambda x: a * x)
    with pytest.raises(DtypeError, match="expected real unknowns"):
        tg.optimize.root(lambda x: a * x, [1j])
    with pytest.raises(ArgumentError, match="callback is not taken for a solution with derivatives"):
        tg.optimize.minimize(lambda x: a * np.sum(x), [1.0], callback=print)
    with pytest.raises(ArgumentError, match=r"loss 'linear', 'soft_l1'.* Put any other loss into the residuals"):
        tg.optimize.least_squares(lambda x: a * x, [1.0], loss="other")
    with pytest.raises(ArgumentError, match="expected constraints that are LinearConstraint"):
        tg.optimize.minimize(lambda x: a * np.sum(x), [1.0], constraints={"type": "even"})
    constraint = {"type": "eq", "fun": lambda x: x}
    with pytest.raises(ArgumentError, match="method 'BFGS' takes no constraints"):
        tg.optimize.minimize(lambda x: a * np.sum(x), [1.0], method="BFGS", constraints=constraint)
    with pytest.raises(ArgumentError, match="newton: expected fprime to be a function, or None, got"):
        tg.optimize.newton(lambda x: a * x, 1.0, (2.0,))
    with pytest.raises(ShapeError, match="newton: expected one number to start from"):
        tg.optimize.newton(lambda x: a * x, np.ones(2))


def test_a_starting_point_within_a_recording_and_solutions_within_a_loop():
    compiled = tg.compile(lambda a, start: tg.optimize.root(equations, start, (a,), tol=1e-13).x)
    for start in ([0.5, 0.5], [0.4, 0.6]):
        expected = scipy.optimize.root(equations, start, (A,), tol=1e-13).x
        np.testing.assert_allclose(compiled(A, np.array(start)), expected, rtol=1e-10)

    def step(carry, a):
        return carry + tg.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13).x.sum(), carry

    def alone(a):
        return tg.optimize.root(equations, [0.5, 0.5], (a,), tol=1e-13).x.sum()

    rows = np.stack([A, A + 0.1, A - 0.05])
    found = tg.grad(lambda rows: tg.scan(step, np.float64(0.0), rows)[0])(rows)
    np.testing.assert_allclose(found, [tg.grad(alone)(a) for a in rows], rtol=1e-9)


def test_a_decision_within_the_function_is_refused_where_it_goes_another_way():
    def branching(x, a):
        return x - a if x[0] > 0 else x + a

    with pytest.raises(ReplayError, match="decision"):
        tg.optimize.root(branching, [1.0, 1.0], (leaf([-2.0, 1.0]),))


def test_equal_problems_are_compiled_once():
    """A function that is written anew in each step of a loop is the same program."""
    from tapegrad.integrate import fields

    def solve(a):
        return tg.optimize.root(lambda x, a: x**3 - a, 1.0, (a,)).x.item()

    solve(tg.tensor(2.0))
    before = fields._shared.cache_info().misses
    for a in (3.0, 4.0, 5.0):
        assert solve(tg.tensor(a)) == pytest.approx(a ** (1 / 3))
    assert fields._shared.cache_info().misses == before


def test_parameters_keep_their_dtypes():
    """Complex numbers, integers, truth values and float32, read from outside, in a compiled function too."""

    def total(z, count, chosen, single):
        def equation(x):
            return x**3 + x - (z * z.conj()).real * count - np.where(chosen, single * single, 1.0)

        return tg.optimize.root(equation, np.ones(2), tol=1e-13).x.sum()

    def slope(target):
        roots = tg.optimize.root(lambda x: x**3 + x - target, np.ones(2), tol=1e-13).x
        return 1.0 / (3.0 * roots**2 + 1.0)

    z, count, chosen = np.array([1.0 + 2.0j, 0.5]), np.array([1, 2], np.int32), np.array([True, False])
    single = np.array([1.1, 2.0], np.float32)
    by_target = slope(abs(z) ** 2 * count + np.where(chosen, single * single, 1.0))
    for f in (total, tg.compile(total)):
        by_z, by_single = tg.grad(f, argnums=(0, 3))(z, count, chosen, single)
        np.testing.assert_allclose(by_z, 2.0 * z * count * by_target, rtol=1e-12)
        np.testing.assert_allclose(by_single, np.where(chosen, 2.0 * single, 0.0) * by_target, rtol=1e-6, atol=1e-12)
        assert by_single.dtype == np.float32


def test_batches_have_the_derivatives_of_their_members():
    def found(a):
        return tg.optimize.root(lambda x: x**3 + x - a, np.ones(2), tol=1e-13).x

    rows = np.array([[1.0, 2.0], [3.0, 4.0], [0.5, 0.25]])
    slopes = 1.0 / (3.0 * np.stack([found(a) for a in rows]) ** 2 + 1.0)
    np.testing.assert_allclose(tg.grad(lambda a: tg.vmap(found)(a).sum())(rows), slopes, rtol=1e-12)
    np.testing.assert_allclose(tg.jacobian(lambda s: tg.vmap(found)(s + rows))(0.0), slopes, rtol=1e-12)  # forwards
    np.testing.assert_allclose(tg.grad(lambda s: tg.vmap(found)(s + rows).sum())(0.0), slopes.sum(), rtol=1e-12)
    none = rows[:0]
    assert tg.grad(lambda a: tg.vmap(found)(a).sum())(none).shape == none.shape
