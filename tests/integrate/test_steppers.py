"""Steps in machine code: SciPy's steps, and the gradients of what they compute."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import scipy.integrate
import scipy.linalg

import tapegrad as tg
from tapegrad.errors import ConvergenceError, ReplayError
from tapegrad.integrate import solve_ivp, solving
from tapegrad.machine.steppers import reverse_steps
from tapegrad.machine.steppers.tableaus import method_of
from tests.integrate.equations import EQUATIONS, LOTKA, SEASONS, Equation

STIFF = {"robertson", "van der pol"}
METHODS = ("RK45", "RK23", "DOP853", "Radau")
CASES = [(name, method) for name in EQUATIONS for method in METHODS if method == "Radau" or name not in STIFF]
COUNTS = ("nfev", "njev", "nlu", "status", "success")


def both(equation: Equation, method: str, span: Any = None, **options: Any) -> tuple[Any, Any]:
    """A solution, and SciPy's."""
    f, jacobian, end, y0, p = equation
    jac = {"jac": lambda t, y: np.array(jacobian(t, y, p))} if method == "Radau" else {}
    options = {"dense_output": True} | options
    ours = solve_ivp(f, span or (0.0, end), y0, method, args=(p,), **options)
    theirs = scipy.integrate.solve_ivp(
        lambda t, y: np.array(f(t, y, p)), span or (0.0, end), y0, method, **jac, **options
    )
    return ours, theirs


def assert_same(ours: Any, theirs: Any, rtol: float = 1e-6) -> None:
    """Two solutions have the same steps, but for rounding, which the error's estimate makes larger."""
    assert {key: ours[key] for key in COUNTS} == {key: theirs[key] for key in COUNTS}
    np.testing.assert_allclose(ours.t.numpy(), theirs.t, rtol=rtol)
    size = np.max(np.abs(theirs.y), axis=1, keepdims=True)
    np.testing.assert_allclose(ours.y.numpy() / size, theirs.y / size, rtol=0.0, atol=rtol)


@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
@pytest.mark.parametrize(("name", "method"), CASES)
def test_steps_are_scipys(name, method, rtol):
    equation = EQUATIONS[name]
    ours, theirs = both(equation, method, rtol=rtol, atol=1e-3 * rtol)
    assert_same(ours, theirs)
    at = np.linspace(0.0, equation.end, 101)[[70, 3, 100, *range(40), 0]]  # in any order
    np.testing.assert_allclose(ours.sol(at).numpy(), theirs.sol(at), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "options",
    [
        {"span": (3.0, 1.0)}, {"first_step": 1e-3}, {"max_step": 0.05}, {"atol": np.array([1e-8, 1e-3])},
        {"span": (0.0, 1e-12)}, {"span": (-2.0, 2.0), "rtol": 1e-8},
    ],
    ids=lambda options: "-".join(options),
)  # fmt: skip
def test_options_are_scipys(method, options):
    ours, theirs = both(LOTKA, method, **options)
    assert_same(ours, theirs)


@pytest.mark.parametrize("method", METHODS)
def test_an_empty_span_is_no_step(method):
    """SciPy 1.13 calls the function twice there, later versions once."""
    ours, theirs = both(LOTKA, method, span=(1.0, 1.0))
    assert (ours.status, ours.t.tolist(), ours.y.tolist()) == (theirs.status, theirs.t.tolist(), theirs.y.tolist())


@pytest.mark.parametrize("method", METHODS)
def test_many_states(method):
    matrix = np.random.default_rng(0).normal(size=(40, 40)) / 8.0 - np.eye(40)
    y0 = np.linspace(-1.0, 1.0, 40)
    equation = Equation(lambda t, y, p: matrix @ y, lambda t, y, p: matrix, 3.0, y0, y0)
    ours, theirs = both(equation, method, rtol=1e-7, atol=1e-10)
    assert_same(ours, theirs)
    np.testing.assert_allclose(ours.y.numpy()[:, -1], scipy.linalg.expm(3.0 * matrix) @ y0, rtol=1e-4)


def test_the_matrix_of_radau():
    root = 6.0**0.5
    expected = np.array([
        [(88 - 7 * root) / 360, (296 - 169 * root) / 1800, (-2 + 3 * root) / 225],
        [(296 + 169 * root) / 1800, (88 + 7 * root) / 360, (-2 - 3 * root) / 225],
        [(16 - root) / 36, (16 + root) / 36, 1 / 9],
    ])  # fmt: skip
    np.testing.assert_allclose(reverse_steps.radau_matrix(), expected, rtol=1e-13)


@pytest.mark.parametrize("name", METHODS)
def test_weights_of_the_end_are_the_step(name):
    """At both ends a dense output has the states there, whatever the stages."""
    method = method_of(name)
    for x in (0.0, 1.0):
        weights = np.zeros(method.rows)
        for factors, terms in method.interpolant:
            for k, a in terms:
                weights[k] += a * np.prod([x if outwards else 1.0 - x for outwards in factors])
        expected = np.zeros(method.rows)
        if method.implicit:
            expected[2] = x
        for k, b in method.solution:
            expected[k] = b * x
        np.testing.assert_allclose(weights, expected, atol=1e-13)


# ------------------------------------------------------------------------------------------------- gradients


def along(equation: Equation, method: str, steps: np.ndarray, at: np.ndarray, y: Any, p: Any) -> np.ndarray:
    """The states at times, by SciPy's tables on steps that are given: plain arithmetic, of complex numbers too."""
    solver: Any = getattr(scipy.integrate, method)
    a, b, c = solver.A, solver.B, solver.C
    rows = np.zeros((len(at), len(y)), complex)
    for t, following in itertools.pairwise(steps):
        h = following - t
        k: list[Any] = []
        for row, place in zip(a, c, strict=True):
            k.append(
                np.array(
                    equation.f(t + place * h, y + h * sum((w * s for w, s in zip(row, k, strict=False)), 0.0 * y), p)
                )
            )
        last = y + h * sum(w * s for w, s in zip(b, k, strict=True))
        k.append(np.array(equation.f(following, last, p)))
        for j, time in enumerate(at):
            if t < time <= following or time == t == steps[0]:
                powers = ((time - t) / h) ** np.arange(1, solver.P.shape[1] + 1)
                rows[j] = y + h * sum(w * s for w, s in zip(solver.P @ powers, k, strict=True))
        y = last
    return rows


@pytest.mark.parametrize("method", ["RK45", "RK23"])
@pytest.mark.parametrize("equation", [LOTKA, SEASONS], ids=["lotka", "seasons"])
def test_the_adjoint_is_that_of_the_steps(equation, method):
    """By complex steps along the same times, where the tolerance is so wide that the solution's gradient is another."""
    f, _, end, y0, p = equation
    at, weights = np.linspace(0.0, end, 9)[1:], np.linspace(-1.0, 2.0, 8 * len(y0)).reshape(-1, 8)

    def loss(y0: Any, p: Any) -> Any:
        solved = solve_ivp(f, (0.0, end), y0, method, at, args=(p,), sensitivity="adjoint", rtol=1e-2, atol=1e-3)
        return np.sum(weights * solved.y)

    steps = solve_ivp(f, (0.0, end), y0, method, args=(p,), rtol=1e-2, atol=1e-3).t.numpy()
    both = np.concatenate([y0, p])
    expected = []
    for k in range(len(both)):
        moved = both + 1e-30j * np.eye(len(both))[k]
        rows = along(equation, method, steps, at, moved[: len(y0)], moved[len(y0) :])
        expected.append(np.sum(weights * rows.T).imag / 1e-30)
    found = np.concatenate(tg.grad(loss, (0, 1))(y0, p))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.max(np.abs(expected)))


@pytest.mark.parametrize(("name", "method"), CASES)
def test_gradients_are_those_of_the_solution(name, method):
    f, _, end, y0, p = EQUATIONS[name]
    at = np.linspace(0.0, end, 5)[1:]

    def loss(y0: Any, p: Any, way: str, method: str = method, rtol: float = 1e-7) -> Any:
        options = {"rtol": rtol, "atol": 1e-4 * rtol, "sensitivity": way}
        solved = solve_ivp(f, (0.0, end), y0, method, at, args=(p,), **options)
        return np.sum(solved.y * np.linspace(1.0, 2.0, solved.y.size).reshape(solved.y.shape))

    def by_scipy(z: np.ndarray) -> float:
        states = scipy.integrate.solve_ivp(
            lambda t, y: np.array(f(t, y, z[len(y0) :])), (0.0, end), z[: len(y0)], "LSODA", at, rtol=1e-13, atol=1e-15
        ).y
        return float(np.sum(states * np.linspace(1.0, 2.0, states.size).reshape(states.shape)))

    z = np.concatenate([y0, p])
    steps = 1e-4 * np.maximum(np.abs(z), 1e-2)
    expected = [
        (8.0 * (by_scipy(z + e) - by_scipy(z - e)) - by_scipy(z + 2.0 * e) + by_scipy(z - 2.0 * e)) / (12.0 * step)
        for e, step in zip(np.diag(steps), steps, strict=True)
    ]
    for way in ("adjoint", "forward"):
        found = np.concatenate(tg.grad(loss, (0, 1))(y0, p, way))
        error = (found - expected) * steps / np.max(np.abs(np.multiply(expected, steps)))
        np.testing.assert_allclose(error, 0.0, atol=1e-4)


def test_a_pull_of_zeros_is_zero():
    y0 = tg.tensor([1.0, 0.5], requires_grad=True)
    states = solve_ivp(lambda t, y: -y * y, (0.0, 1.0), y0, t_eval=[0.5, 1.0], sensitivity="adjoint").y
    (shares,) = tg.autograd.grad(np.sum(0.0 * states), [y0])
    assert np.array_equal(shares, [0.0, 0.0])


def test_matrices_and_long_parameters():
    rng = np.random.default_rng(1)
    w, y0 = rng.normal(size=(6, 6)) / 3.0, rng.normal(size=6)

    def loss(w: Any, way: str) -> Any:
        solved = solve_ivp(
            lambda t, y: np.tanh(w @ y), (0.0, 2.0), y0, t_eval=[1.0, 2.0], sensitivity=way, rtol=1e-9, atol=1e-9
        )
        return np.sum(solved.y**2)

    np.testing.assert_allclose(
        tg.grad(lambda w: loss(w, "adjoint"))(w), tg.grad(lambda w: loss(w, "forward"))(w), rtol=1e-5, atol=1e-7
    )


# ------------------------------------------------------------------------------------------------- failures


@pytest.mark.parametrize("method", METHODS)
def test_a_solution_that_ends_early_is_an_error(method):
    p = tg.tensor(1.0, requires_grad=True)
    with pytest.raises(ConvergenceError, match=r"spacing between numbers, at t = (0\.9999|1).* of 2"):
        solve_ivp(lambda t, y: p * y * y, (0.0, 2.0), [1.0], method)


def test_a_decision_within_the_function():
    def f(t: Any, y: Any) -> Any:
        return -y if y[0] > 0.5 else -2.0 * y

    y0 = tg.tensor([1.0], requires_grad=True)
    with pytest.raises(ReplayError, match="differs for these values"):
        solve_ivp(f, (0.0, 2.0), y0, t_eval=[2.0])


def test_other_methods_are_scipys():
    assert "LSODA" not in solving.STEPPED
    assert solve_ivp(LOTKA.f, (0.0, 1.0), LOTKA.y0, "BDF", args=(LOTKA.p,)).nlu > 0


def test_a_stiff_gradient_by_a_rate():
    """A closed form: the fast state follows the slow one."""
    rate = 1e6

    def f(t: Any, y: Any, k: Any) -> Any:
        return [rate * (k * y[1] - y[0]), -y[1]]

    def last(k: Any) -> Any:
        return solve_ivp(f, (0.0, 1.0), [0.0, 1.0], "Radau", [1.0], args=(k,), rtol=1e-8, sensitivity="adjoint").y[0, 0]

    np.testing.assert_allclose(tg.grad(last)(2.0), np.exp(-1.0) / (1.0 - 1.0 / rate), rtol=1e-7)
