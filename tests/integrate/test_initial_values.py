"""Solutions of differential equations and their derivatives: closed forms, differences, JAX's `odeint`, mpmath."""

from __future__ import annotations

import functools
import math
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.integrate

import tapegrad as tg
from tapegrad.errors import ArgumentError, ConvergenceError, DtypeError, GradientError, ReplayError, ShapeError
from tapegrad.integrate import odeint, solve_ivp, solving
from tests.support import leaf, plain

METHODS = ("RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA")
WAYS = ("adjoint", "forward")
TIMES = np.array([0.3, 0.7, 1.6, 2.0])
START, RATES = np.array([1.0, 0.5]), np.array([1.5, 1.0, 3.0, 1.0])


def prey(t: Any, y: Any, a: Any) -> Any:
    """Lotka and Volterra's equations, with a season."""
    return [a[0] * y[0] - a[1] * y[0] * y[1] + np.sin(t), -a[2] * y[1] + a[3] * y[0] * y[1]]


@functools.cache
def loss(method: str = "DOP853", way: str | None = None, rtol: float = 1e-9) -> Any:
    """A function of rates, first state and times."""

    def f(a: Any, y0: Any, times: Any = TIMES, span: Any = (0.0, 2.5)) -> Any:
        solved = solve_ivp(prey, span, y0, method, times, args=(a,), sensitivity=way, rtol=rtol, atol=1e-3 * rtol)
        return np.sum(solved.y * np.arange(1.0, 9.0).reshape(2, 4))

    return f


def by_scipy(a: Any, y0: Any, times: Any = TIMES, span: Any = (0.0, 2.5)) -> float:
    solved = scipy.integrate.solve_ivp(prey, span, y0, "DOP853", times, args=(a,), rtol=1e-13, atol=1e-14)
    return float(np.sum(solved.y * np.arange(1.0, 9.0).reshape(2, 4)))


def slope(f: Any, x: Any, step: float = 1e-3) -> np.ndarray:
    """Central differences of sixth order."""
    x = np.asarray(x, float)
    weights = ((1, 0.75), (2, -0.15), (3, 1 / 60))
    units = np.eye(x.size).reshape(x.size, *x.shape) * step
    found = [sum(w * (f(x + j * e) - f(x - j * e)) for j, w in weights) / step for e in units]
    return np.array(found).reshape(*x.shape, *np.shape(found[0]))


@functools.cache
def slopes() -> list[np.ndarray]:
    return [
        slope(lambda a: by_scipy(a, START), RATES), slope(lambda y: by_scipy(RATES, y), START),
        slope(lambda t: by_scipy(RATES, START, t), TIMES), slope(lambda s: by_scipy(RATES, START, span=s), [0.0, 2.5]),
    ]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_states_are_scipys(method):
    for span, between in (((0.0, 2.5), TIMES), ((2.5, 2.0), [2.4, 2.1])):
        for times in (between, None, between[:0]):
            expected = scipy.integrate.solve_ivp(prey, span, START, method, times, args=(RATES,), rtol=1e-5)
            found = solve_ivp(prey, span, START, method, times, args=(RATES,), rtol=1e-5)
            np.testing.assert_allclose(found.t.numpy(), expected.t, rtol=1e-3)
            if times is None or len(times):
                # DOP853's error estimate is a small difference, whose rounding moves steps; the Jacobian of implicit
                # methods was by differences
                tolerance = {"RK45": 1e-9, "RK23": 1e-9, "DOP853": 1e-6}.get(method, 1e-3)
                np.testing.assert_allclose(found.y.numpy(), expected.y, rtol=tolerance, atol=tolerance)
            assert found.success
            assert found.status == 0
            assert found.message == expected.message
            assert method in ("DOP853", "Radau", "BDF", "LSODA") or found.nfev == expected.nfev


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", METHODS)
def test_gradients_by_rates_first_state_times_and_span(method, way):
    rtol = {"RK23": 1e-7, "BDF": 1e-8, "Radau": 1e-8}.get(method, 1e-9)
    found = tg.grad(loss(method, way, rtol), (0, 1, 2, 3))(RATES, START, TIMES, np.array([0.0, 2.5]))
    scale = max(np.max(np.abs(s)) for s in slopes())
    for value, expected in zip(found, slopes(), strict=True):
        np.testing.assert_allclose(value, expected, rtol=0.0, atol=scale * 300 * rtol)


def test_errors_of_gradients_follow_the_tolerance():
    exact = slopes()[0]
    for way in WAYS:
        errors = [np.max(np.abs(tg.grad(loss("RK45", way, r))(RATES, START) - exact)) for r in (1e-4, 1e-6, 1e-8)]
        assert errors[0] > 8 * errors[1] > 64 * errors[2]
        assert errors[2] < 1e-5 * np.max(np.abs(exact))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", [*WAYS, None])
def test_second_derivatives(way):
    f = loss("DOP853", way, 1e-10)
    both = np.concatenate([RATES, START, TIMES, [0.0]])

    def whole(v: Any) -> Any:
        return f(v[:4], v[4:6], v[6:10], [v[10], 2.5])

    found = tg.hessian(whole)(both)
    first = tg.grad(lambda v: loss("DOP853", "forward", 1e-12)(v[:4], v[4:6], v[6:10], [v[10], 2.5]))
    expected = slope(first, both)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6 * np.max(np.abs(expected)))


@pytest.mark.parametrize("way", WAYS)
def test_third_derivative_of_a_closed_form(way):
    """The solution of y' = -k y is exp(-k t): its third derivative by k is -t**3 exp(-k t)."""

    def f(k: Any) -> Any:
        return solve_ivp(
            lambda t, y: -k * y, (0, 2), [1.0], "DOP853", [1.5], sensitivity=way, rtol=1e-10, atol=1e-12
        ).y[0, 0]

    assert tg.grad(tg.grad(tg.grad(f)))(0.7) == pytest.approx(-(1.5**3) * np.exp(-0.7 * 1.5), rel=1e-7)


def test_tangents():
    a, moved = RATES, np.array([1.0, -0.5, 0.25, 2.0])
    _, found = tg.func.jvp(lambda a: loss()(a, START), (a,), (moved,))
    assert found == pytest.approx(np.sum(slopes()[0] * moved), rel=1e-7)
    _, found = tg.func.jvp(lambda t: loss()(a, START, t), (TIMES,), (moved,))
    assert found == pytest.approx(np.sum(slopes()[2] * moved), rel=1e-7)
    _, found = tg.func.jvp(lambda s: loss()(a, START, TIMES, [s, 2.5]), (0.0,), (1.0,))
    assert found == pytest.approx(slopes()[3][0], rel=1e-7)


@pytest.mark.parametrize("way", WAYS)
def test_compiled_callers(way):
    """One recording for all values, in a loop, in a batch and within another function."""
    f = tg.compile(tg.value_and_grad(loss("DOP853", way)))
    for scale in (1.0, 0.9, 1.1):
        value, gradient = f(scale * RATES, START)
        assert value == pytest.approx(by_scipy(scale * RATES, START), rel=1e-7)
        np.testing.assert_allclose(gradient, slope(lambda a: by_scipy(a, START), scale * RATES), rtol=1e-6)
    assert f.stats()["recordings"] == 1
    rates = np.stack([RATES, 0.9 * RATES])
    _, batch = tg.vmap(tg.value_and_grad(loss("DOP853", way)), in_axes=(0, None))(rates, START)
    np.testing.assert_allclose(batch, [f(r, START)[1] for r in rates], rtol=1e-9)


def test_within_a_scan():
    def step(y: Any, k: Any) -> Any:
        return solve_ivp(lambda t, y: -k * y, (0, 1), y, t_eval=[1.0], rtol=1e-9, atol=1e-12).y[:, 0], None

    def f(ks: Any) -> Any:
        return np.sum(tg.scan(step, np.ones(1), ks)[0])

    ks = np.array([0.3, 0.5, 0.2])
    value, found = tg.value_and_grad(f)(ks)
    assert value == pytest.approx(np.exp(-1.0), rel=1e-8)
    np.testing.assert_allclose(found, -np.exp(-1.0) * np.ones(3), rtol=1e-7)


def test_steps_of_the_method_and_the_solution_between_them():
    def f(k: Any) -> Any:
        solved = solve_ivp(lambda t, y: -k * y, (0, 1.0), [2.0], dense_output=True, rtol=1e-9, atol=1e-12)
        return solved.y[0, -1] + solved.sol(0.5)[0] + np.sum(solved.sol([0.25, 0.1]))

    expected = 2 * sum(-t * np.exp(-0.8 * t) for t in (1.0, 0.5, 0.25, 0.1))
    assert tg.grad(f)(0.8) == pytest.approx(expected, rel=1e-6)
    sol = solve_ivp(lambda t, y: -y, (0, 1.0), [2.0], dense_output=True, rtol=1e-9, atol=1e-12).sol
    assert tg.grad(lambda t: sol(t)[0])(0.5) == pytest.approx(-2.0 * np.exp(-0.5), rel=1e-7)
    assert sol([0.1, 0.2]).shape == (1, 2)
    with pytest.raises(ArgumentError, match="from 0 to 1"):
        sol(1.5)


@pytest.mark.parametrize("way", WAYS)
def test_backwards_in_time(way):
    """The solution of y' = -k t y is y0 exp(-k (t^2 - a^2) / 2)."""

    def f(k: Any, y0: Any, a: Any, times: Any) -> Any:
        y = solve_ivp(lambda t, y: -k * y * t, (a, 0.0), [y0], t_eval=times, sensitivity=way, rtol=1e-10, atol=1e-12).y
        return np.sum(y[0] * np.array([1.0, 2.0]))

    def exact(k: Any, y0: Any, a: Any, times: Any) -> Any:
        return np.sum(y0 * np.exp(-k * (times**2 - a**2) / 2.0) * np.array([1.0, 2.0]))

    given = 0.3, 1.5, 2.0, np.array([1.5, 0.2])
    expected = tg.grad(exact, (0, 1, 2, 3))(*given)
    for value, wanted in zip(tg.grad(f, (0, 1, 2, 3))(*given), expected, strict=True):
        np.testing.assert_allclose(value, wanted, rtol=1e-8)


def test_custom_functions_within_the_right_hand_side():
    class Square(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return 2.0 * x * g

    def f(k: Any, way: str) -> Any:
        return solve_ivp(
            lambda t, y: -k * Square.apply(y), (0, 1), [1.0], t_eval=[1.0], sensitivity=way, rtol=1e-9, atol=1e-12
        ).y[0, 0]

    for way in WAYS:
        assert tg.grad(f)(0.7, way) == pytest.approx(-1.0 / 1.7**2, rel=1e-8)


def test_solutions_that_are_kept_are_bounded():
    kept = solving._Solutions(3 * 8 * 100 * solving._STATES_OF_A_STEP)
    results = [
        scipy.integrate.solve_ivp(lambda t, y: 0.0 * y, (0, 1), np.ones(10), t_eval=np.linspace(0, 1, 10))
        for _ in range(5)
    ]
    for k, found in enumerate(results):
        kept.keep(k, found)
    assert [kept.find(k) is found for k, found in enumerate(results)] == [False, False, True, True, True]
    large = solving._Solutions(1)
    for k, found in enumerate(results):
        large.keep(k, found)
        assert large.find(k) is found


def test_a_jacobian_of_the_states_at_the_methods_steps():
    def f(k: Any) -> Any:
        return solve_ivp(lambda t, y: -k * y, (0, 1.0), [2.0], rtol=1e-8, atol=1e-10).y[0, -1]

    assert tg.jacobian(f)(0.5) == pytest.approx(-2.0 * np.exp(-0.5), rel=1e-6)


def test_leaves_among_the_arguments_and_what_a_function_reads():
    k, y0 = tg.tensor(0.5, requires_grad=True), tg.tensor([1.0, 2.0], requires_grad=True)
    solved = solve_ivp(lambda t, y, c: -k * y + c, (0.0, 1.0), y0, t_eval=[1.0], args=(0.0,), rtol=1e-9, atol=1e-12)
    solved.y.sum().backward()
    np.testing.assert_allclose(k.grad.numpy(), -3.0 * np.exp(-0.5), rtol=1e-7)
    np.testing.assert_allclose(y0.grad.numpy(), np.exp(-0.5) * np.ones(2), rtol=1e-7)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_a_stiff_equation_has_an_accurate_adjoint():
    """Robertson's kinetics, as its solution forgets: integrated backwards, the state would explode."""

    def kinetics(t: Any, y: Any, k: Any) -> Any:
        a, b, c = y
        slow, fast, double = k[0] * a, k[1] * b * c, k[2] * b * b
        return [fast - slow, slow - fast - double, double]

    k = np.array([0.04, 1e4, 3e7])

    def f(k: Any, way: str, rtol: float = 1e-8) -> Any:
        y = solve_ivp(
            kinetics,
            (0, 40.0),
            [1.0, 0.0, 0.0],
            "Radau",
            [4.0, 40.0],
            args=(k,),
            sensitivity=way,
            rtol=rtol,
            atol=1e-12,
        ).y
        return np.sum(y * np.array([[1.0, 2.0], [1e4, 0.0], [0.5, 1.0]]))

    relative = [k * tg.grad(f)(k, way) for way in WAYS]

    def value(logs: Any) -> float:
        return f(k * np.exp(logs), "forward", 1e-11).item()

    expected = slope(value, np.zeros(3), 0.03)
    for found in relative:
        np.testing.assert_allclose(found, expected, rtol=2e-5)


def test_a_pendulum_against_mpmath():
    """Its period's quarter is known: from rest at an angle q, the angle there is 0."""
    q = 1.0
    with mpmath.workdps(30):
        quarter = mpmath.ellipk(mpmath.sin(mpmath.mpf(q) / 2) ** 2)
        speed = -2 * mpmath.sin(mpmath.mpf(q) / 2)  # by the energy
        by_angle = -speed * mpmath.diff(lambda q: mpmath.ellipk(mpmath.sin(q / 2) ** 2), q)

    def angle(q: Any) -> Any:
        start = tg.array([q, 0.0])
        return solve_ivp(
            lambda t, y: [y[1], -np.sin(y[0])],
            (0.0, float(quarter)),
            start,
            "DOP853",
            [float(quarter)],
            rtol=1e-11,
            atol=1e-13,
        ).y[0, 0]

    assert abs(angle(q).item()) < 1e-10
    assert tg.grad(angle)(q) == pytest.approx(float(by_angle), rel=1e-8)


@pytest.mark.slow
def test_jax_agrees():
    jax = pytest.importorskip("jax")
    from jax.experimental.ode import odeint as jaxs

    with jax.experimental.enable_x64() if hasattr(jax.experimental, "enable_x64") else jax.enable_x64(True):
        jnp = jax.numpy
        times = np.concatenate([[0.0], TIMES])

        def ours(a: Any, y0: Any) -> Any:
            return np.sum(odeint(prey, y0, times, (a,), rtol=1e-9, atol=1e-11, tfirst=True, sensitivity="adjoint") ** 2)

        def theirs(a: Any, y0: Any) -> Any:
            def field(y: Any, t: Any, a: Any) -> Any:
                return jnp.array([a[0] * y[0] - a[1] * y[0] * y[1] + jnp.sin(t), -a[2] * y[1] + a[3] * y[0] * y[1]])

            return jnp.sum(jaxs(field, y0, jnp.array(times), a, rtol=1e-9, atol=1e-11) ** 2)

        expected = jax.grad(theirs, (0, 1))(jnp.array(RATES), jnp.array(START))
        for x, y in zip(tg.grad(ours, (0, 1))(RATES, START), expected, strict=True):
            np.testing.assert_allclose(x, np.asarray(y), rtol=1e-6, atol=1e-7)


def test_odeint_is_scipys():
    times = np.linspace(0.0, 2.0, 5)
    for y0, f in ((START, lambda y, t, a: prey(t, y, a)), (0.5, lambda y, t, a: -y * a[0])):
        expected = scipy.integrate.odeint(f, y0, times, (RATES,))
        for start in (y0, leaf(y0)):  # of plain numbers SciPy's own may be the result
            np.testing.assert_allclose(plain(odeint(f, start, times, (RATES,))), expected, rtol=1e-6)
    back = odeint(lambda y, t: -y, 1.0, [1.0, 0.0])
    np.testing.assert_allclose(back.numpy().ravel(), [1.0, np.e], rtol=1e-6)


def test_float32_and_integers_come_out_in_double():
    for start in (np.float32([1, 2]), [1, 2], (1.0, 2.0)):
        found = solve_ivp(lambda t, y: -y, (0, 1), start, t_eval=[0, 1])
        assert found.y.dtype == np.float64
        assert found.y.shape == (2, 2)
    x = tg.tensor(np.float32([1.0]), requires_grad=True)
    solve_ivp(lambda t, y: -y, (0, 1), x, t_eval=[1.0], rtol=1e-8).y.sum().backward()
    assert x.grad.dtype == np.float32
    assert x.grad.item() == pytest.approx(np.exp(-1.0), rel=1e-6)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["RK45", "Radau", "LSODA"])
def test_parameters_of_several_dtypes(method, way):
    """A compiled function gets a rate of float32, a whole number and a truth value; closed forms."""

    def total(y0: Any, rate: Any, count: Any, doubled: Any) -> Any:
        def slope(t: Any, y: Any) -> Any:
            return -y * rate * count * np.where(doubled, 2.0, 1.0)

        return np.sum(solve_ivp(slope, (0.0, 2.0), y0, method, [1.0, 2.0], sensitivity=way, rtol=1e-8, atol=1e-11).y)

    derivatives = tg.compile(tg.value_and_grad(total, argnums=(0, 1)))
    y0, rate, times = np.array([1.5]), np.array([0.25], np.float32), np.array([1.0, 2.0])
    for count, doubled in [(1, False), (3, False), (2, True), (3, True)]:
        factor = count * (2.0 if doubled else 1.0)
        decays = np.exp(-0.25 * factor * times)
        value, (by_start, by_rate) = derivatives(y0, rate, np.array([count]), np.array([doubled]))
        assert by_rate.dtype == np.float32
        np.testing.assert_allclose(value, 1.5 * decays.sum(), rtol=1e-6)
        np.testing.assert_allclose(by_start, [decays.sum()], rtol=1e-5)
        np.testing.assert_allclose(by_rate, [-1.5 * factor * (times * decays).sum()], rtol=1e-5)


@pytest.mark.parametrize("way", WAYS)
def test_a_complex_parameter(way):
    """Its gradient is that by the real part and i times that by the imaginary one; a closed form."""

    def total(c: Any) -> Any:
        slope = lambda t, y: c.imag - c.real * y  # noqa: E731
        return np.sum(
            solve_ivp(slope, (0.0, 2.0), [1.5], "DOP853", [1.0, 2.0], sensitivity=way, rtol=1e-10, atol=1e-13).y
        )

    k, q, t = 0.7, 0.4, np.array([1.0, 2.0])
    decay = np.exp(-k * t)
    by_real = (-t * (1.5 - q / k) * decay + q / k**2 * (decay - 1.0)).sum()
    by_imaginary = ((1.0 - decay) / k).sum()
    c = tg.tensor(k + 1j * q, requires_grad=True)
    total(c).backward()
    np.testing.assert_allclose(plain(c.grad), by_real + 1j * by_imaginary, rtol=1e-8)


def test_zero_and_nonfinite_adjoints():
    y0 = tg.tensor([1.0, 2.0], requires_grad=True)
    y = solve_ivp(lambda t, y: -y, (0, 1), y0, t_eval=[1.0], sensitivity="adjoint").y
    (zero,) = tg.autograd.grad(y, y0, np.zeros((2, 1)), retain_graph=True)
    assert not zero.numpy().any()
    (none,) = tg.autograd.grad(y, y0, np.full((2, 1), np.nan))
    assert np.isnan(none.numpy()).all()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_fails_is_an_error():
    with pytest.raises(ConvergenceError, match="step size"):
        solve_ivp(lambda t, y: y * y, (0, 2), [1.0])
    with pytest.raises(ReplayError, match="where"):
        solve_ivp(lambda t, y: y if t < 0.5 else -y, (0, 1), [1.0, tg.tensor(1.0, requires_grad=True)])
    f = tg.compile(lambda y: solve_ivp(lambda t, y: y * y, (0, 2), y, t_eval=[2.0]).y)
    f(np.array([0.1]))
    with pytest.raises(ConvergenceError):
        f(np.array([1.0]))


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"events": lambda t, y: y}, ArgumentError, "an event that returns a number"),
        ({"events": 1.0}, ArgumentError, "a function for each event"),
        ({"tolerance": 1}, ArgumentError, "tolerance"),
        ({"method": "RK4"}, ArgumentError, "RK45"),
        ({"sensitivity": "both"}, ArgumentError, "adjoint"),
        ({"args": 1.0}, ArgumentError, "tuple"),
        ({"atol": [1.0, 2.0, 3.0]}, ShapeError, "atol"),
        ({"t_eval": [0.5, 0.2]}, ArgumentError, "order"),
        ({"t_eval": [0.5, 1.2]}, ArgumentError, "from 0 to 1"),
        ({"t_eval": [[0.5]]}, ShapeError, "vector"),
        ({"t_span": (0.0, 1.0, 2.0)}, ShapeError, "two numbers"),
        ({"y0": 1.0}, ShapeError, "vector"),
        ({"y0": [1.0, math.nan]}, ArgumentError, "y0 to be finite"),
        ({"y0": tg.tensor([1j], requires_grad=True)}, DtypeError, "real"),
        ({"fun": lambda t, y: tg.tensor(1.0, requires_grad=True) * y[:1]}, ShapeError, "fun to return"),
        ({"fun": 3}, ArgumentError, "function"),
        ({"atol": -1.0}, ArgumentError, "tolerances of 0 or more"),
        ({"atol": [1e-6, -1e-6]}, ArgumentError, "tolerances of 0 or more"),
        ({"atol": [1e-6, math.nan]}, ArgumentError, "tolerances of 0 or more"),
        ({"rtol": math.nan}, ArgumentError, "tolerances of 0 or more"),
        ({"max_step": 0.0}, ArgumentError, "max_step above 0, got 0"),
        ({"max_step": -1.0}, ArgumentError, "max_step above 0"),
        ({"max_step": math.nan}, ArgumentError, "max_step above 0, got nan"),
        ({"method": "LSODA", "min_step": -1.0}, ArgumentError, "min_step of 0 or more"),
        ({"first_step": 0.0}, ArgumentError, "first_step above 0"),
        ({"first_step": -0.1}, ArgumentError, "first_step above 0"),
        ({"first_step": 2.0}, ArgumentError, "first_step above 0 and up to 1"),
        ({"first_step": math.nan}, ArgumentError, "first_step above 0"),
    ],
)
def test_arguments_that_are_refused(arguments, error, text):
    a = tg.tensor(1.0, requires_grad=True)
    with pytest.raises(error, match=text):
        solve_ivp(**({"fun": lambda t, y: -a * y, "t_span": (0, 1), "y0": [1.0, 2.0]} | arguments))


def test_a_compiled_function_needs_times():
    with pytest.raises(ArgumentError, match="t_eval"):
        tg.compile(lambda y: solve_ivp(lambda t, y: -y, (0, 1), y).y)(np.ones(1))
    with pytest.raises(ArgumentError, match="and no events"):
        tg.compile(lambda y: solve_ivp(lambda t, y: -y, (0, 1), y, t_eval=[1.0], events=lambda t, y: y[0]).y)(
            np.ones(1)
        )
    with pytest.raises(ArgumentError, match="full_output"):
        odeint(lambda y, t: y, tg.tensor(1.0, requires_grad=True), [0.0, 1.0], full_output=1)


# ------------------------------------------------------------------------------------------------- plain data


@pytest.mark.parametrize("options", [
    {"atol": -1.0}, {"max_step": 0.0}, {"max_step": -2.0}, {"first_step": -0.1}, {"first_step": 0.0}, {"first_step": 2.0},
])  # fmt: skip
def test_what_scipy_refuses_is_refused(options):
    for integrate in (scipy.integrate, tg.integrate):
        with pytest.raises(ValueError, match=next(iter(options))[:3]):
            integrate.solve_ivp(lambda t, y: -y, (0, 1), [1.0], **options)


@pytest.mark.parametrize("integrate", [scipy.integrate, tg.integrate])
def test_a_first_state_that_is_not_finite_is_refused(integrate):
    for state in (math.nan, math.inf):
        with pytest.raises(ValueError, match="finite"):
            integrate.solve_ivp(lambda t, y: -y, (0, 1), [state])


def test_internal_errors_are_not_hidden(monkeypatch):
    def broken(*args, **keywords):
        raise KeyError("internal")

    monkeypatch.setattr(solving, "stepped_solution", broken)
    with pytest.raises(KeyError, match="internal"):
        solve_ivp(lambda t, y: -2.5 * y, (0, 1), [1.0])


def test_errors_of_the_function_are_raised_as_they_are():
    def failing(t, y):
        raise LookupError("mine")

    for start in ([1.0], tg.tensor([1.0], requires_grad=True)):
        with pytest.raises(LookupError, match="mine"):
            solve_ivp(failing, (0, 1), start)


def test_a_function_without_a_result_is_refused():
    for y0 in ([1.0], tg.tensor([1.0], requires_grad=True)):  # SciPy's method goes on for ever
        with pytest.raises(GradientError, match="solve_ivp: expected fun to return a vector, got None"):
            tg.integrate.solve_ivp(lambda t, y: None, (0.0, 1.0), y0)


def test_plain_data_whose_function_cannot_be_recorded_are_scipys():
    def branching(t, y):
        return [-y[0] if y[0] > 0.7 else math.sin(t)]

    for options in ({}, {"method": "LSODA", "lband": 0, "uband": 0}, {"events": lambda t, y: y[0] - 0.8}):
        found = solve_ivp(branching, (0, 2), [1.0], **options)
        expected = scipy.integrate.solve_ivp(branching, (0, 2), [1.0], **options)
        assert isinstance(found.y, tg.Tensor)
        np.testing.assert_array_equal(found.t.numpy(), expected.t)
        np.testing.assert_array_equal(found.y.numpy(), expected.y)
        if options.get("events"):
            np.testing.assert_array_equal(found.t_events[0].numpy(), expected.t_events[0])
    found = solve_ivp(lambda t, y: 1j * y, (0, 1), [1.0 + 0j], rtol=1e-8)
    np.testing.assert_allclose(found.y.numpy()[0, -1], np.exp(1j), rtol=1e-6)
    states, report = odeint(lambda y, t: -y, 1.0, [0.0, 1.0], full_output=1)
    assert states.numpy()[-1, 0] == pytest.approx(np.exp(-1.0), rel=1e-6)
    assert "nfe" in report
