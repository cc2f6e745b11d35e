"""Events of differential equations: SciPy's times and states, and their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.integrate

import tapegrad as tg
from tapegrad.errors import ConvergenceError
from tapegrad.integrate import solve_ivp
from tests.integrate.equations import EQUATIONS, LOTKA
from tests.integrate.test_initial_values import METHODS, slope


def with_attributes(event: Any, **attributes: Any) -> Any:
    for name, value in attributes.items():
        setattr(event, name, value)
    return event


def assert_same_events(ours: Any, theirs: Any, rtol: float) -> None:
    """Two solutions are the same, but for rounding, which the error's estimate makes larger."""
    assert (ours.status, ours.message, ours.success) == (theirs.status, theirs.message, theirs.success)
    assert (ours.nfev, ours.njev, ours.nlu) == (theirs.nfev, theirs.njev, theirs.nlu)
    np.testing.assert_allclose(ours.t.numpy(), theirs.t, rtol=rtol)
    np.testing.assert_allclose(np.asarray(ours.y), theirs.y, rtol=rtol)
    assert [len(t) for t in ours.t_events] == [len(t) for t in theirs.t_events]
    for name in ("t_events", "y_events"):
        for mine, scipys in zip(ours[name], theirs[name], strict=True):
            np.testing.assert_allclose(np.asarray(mine), scipys, rtol=rtol)


def fall(p, integrate, **options):
    """A ball that is thrown up: when it is at its height, and when it hits the ground."""

    def ground(t, y, g):
        return y[0] + 0.0 * t

    def top(t, y, g):
        return y[1]

    ground.terminal, ground.direction = True, -1
    array = tg.stack if integrate is tg.integrate else np.stack
    return integrate.solve_ivp(
        lambda t, y, g: array([y[1], -g + 0.0 * t]), (0.0, 10.0), p[:2], events=[top, ground], args=(p[2],), rtol=1e-9,
        atol=1e-11, **options,
    )  # fmt: skip


def test_events_have_scipys_fields():
    p = np.array([1.0, 5.0, 9.81])
    for options in ({}, {"t_eval": np.linspace(0.0, 10.0, 50)}, {"method": "Radau", "dense_output": True}):
        found, expected = fall(tg.tensor(p), tg.integrate, **options), fall(p, scipy.integrate, **options)
        np.testing.assert_allclose(found.t.numpy(), expected.t, rtol=1e-12)
        np.testing.assert_allclose(found.y.numpy(), expected.y, atol=1e-12)
        assert (found.status, found.message, found.nfev) == (expected.status, expected.message, expected.nfev)
        for name in ("t_events", "y_events"):
            for ours, theirs in zip(found[name], expected[name], strict=True):
                np.testing.assert_allclose(np.asarray(ours), theirs, atol=1e-12)
    assert found.sol.t_max == pytest.approx(expected.sol.t_max, rel=1e-14)
    silent = solve_ivp(lambda t, y: -y, (0, 1), [1.0], events=lambda t, y: y[0] + 1.0)
    assert (silent.status, silent.t_events[0].size, silent.t.numpy()[-1]) == (0, 0, 1.0)
    rate = tg.tensor(1.0, requires_grad=True)
    none = solve_ivp(lambda t, y: -rate * y, (0, 1), [1.0], events=[])
    assert (none.status, none.t_events, none.y_events) == (0, [], [])


def test_derivatives_of_events():
    p = np.array([1.0, 5.0, 9.81])
    h, v, g = p
    root = np.sqrt(v * v + 2.0 * g * h)
    cases = {
        "top": (lambda p: fall(p, tg.integrate).t_events[0][0], [0.0, 1.0 / g, -v / g**2]),
        "height": (lambda p: fall(p, tg.integrate).y_events[0][0, 0], [1.0, v / g, -0.5 * v * v / g**2]),
        "ground": (
            lambda p: fall(p, tg.integrate).t_events[1][0], [1.0 / root, (1.0 + v / root) / g, h / (g * root) - (v + root) / g**2],
        ),
        "speed": (lambda p: fall(p, tg.integrate).y[1, -1], [-g / root, -v / root, -h / root]),
        "last": (lambda p: fall(p, tg.integrate).t[-1] * 2.0, [2.0 / root, 2.0 * (1.0 + v / root) / g, 2.0 * (h / (g * root) - (v + root) / g**2)]),
    }  # fmt: skip
    for name, (f, expected) in cases.items():
        np.testing.assert_allclose(tg.grad(f)(p), expected, rtol=1e-6, atol=1e-8, err_msg=name)
    x = tg.tensor(p, requires_grad=True)
    fall(x, tg.integrate).t_events[1].sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), cases["ground"][1], rtol=1e-6)
    second = tg.hessian(cases["ground"][0])(p)
    np.testing.assert_allclose(second[0, 0], -g / root**3, rtol=1e-6)
    np.testing.assert_allclose(second, slope(lambda p: tg.grad(cases["ground"][0])(p), p, 1e-2), rtol=1e-5, atol=1e-7)
    (_, moved) = tg.func.jvp(cases["ground"][0], (p,), (np.array([1.0, 0.0, 0.0]),))
    assert float(moved) == pytest.approx(1.0 / root, rel=1e-6)


def test_an_event_backwards_in_time():
    """A terminal one, before some of the times that are asked for."""

    def half(rate, integrate=tg.integrate):
        event = lambda t, y: y[0] - 0.5  # noqa: E731
        event.terminal = True
        times, tight = np.linspace(1.0, -9.0, 30), {"rtol": 1e-10, "atol": 1e-12}
        return integrate.solve_ivp(lambda t, y: rate * y, (1.0, -9.0), [1.0], t_eval=times, events=event, **tight)

    found, expected = half(tg.tensor(0.7)), half(0.7, scipy.integrate)
    np.testing.assert_allclose(found.t.numpy(), expected.t, rtol=1e-12)
    np.testing.assert_allclose(found.y.numpy(), expected.y, rtol=1e-10)
    assert tg.grad(lambda rate: half(rate).t_events[0][0])(0.7) == pytest.approx(np.log(2.0) / 0.49, rel=1e-6)


def test_an_event_may_read_a_tensor():
    def crossing(level):
        return solve_ivp(
            lambda t, y: -y, (0.0, 3.0), [1.0], rtol=1e-9, atol=1e-12, events=lambda t, y: y[0] - level
        ).t_events[0][0]

    assert tg.grad(crossing)(0.4) == pytest.approx(-1.0 / 0.4, rel=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", ["steps", "times", "dense"])
@pytest.mark.parametrize("terminal", [False, True, 3])
def test_loose_tolerances_give_scipys_numbers(method, form, terminal):
    """The states are those of SciPy's steps, which do not depend on where an event ends the solution."""
    f, jacobian, end, y0, p = LOTKA
    events = [
        with_attributes(lambda t, y: y[0] - 1.2 * y[1], terminal=terminal), lambda t, y: y[1] - 9.0 + np.cos(t),
        with_attributes(lambda t, y: y[0] - 6.0, direction=1.0),
    ]  # fmt: skip
    options: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-5, "events": events} | {
        "steps": {}, "times": {"t_eval": np.linspace(0.0, 3.0 * end, 47)}, "dense": {"dense_output": True},
    }[form]  # fmt: skip
    jac = {"jac": lambda t, y: np.array(jacobian(t, y, p))} if method in ("Radau", "BDF", "LSODA") else {}
    ours = solve_ivp(lambda t, y: f(t, y, p), (0.0, 3.0 * end), y0, method, **options)
    theirs = scipy.integrate.solve_ivp(
        lambda t, y: np.array(f(t, y, p)), (0.0, 3.0 * end), y0, method, **options, **jac
    )
    assert theirs.status == bool(terminal)
    assert_same_events(ours, theirs, 1e-6)
    for event, times, states in zip(events, ours.t_events, ours.y_events, strict=True):
        for t, y in zip(times.numpy(), np.asarray(states), strict=True):
            assert abs(event(t, y)) < 1e-11
    if form == "dense":
        at = np.linspace(0.0, min(theirs.t[-1], ours.sol.t_max), 31)
        np.testing.assert_allclose(ours.sol(at).numpy(), theirs.sol(at), rtol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_a_terminal_event_before_a_singularity(method):
    """The solution from y is 1 / (1 / y - t), and reaches 4 at 1 / y - 1 / 4."""

    def crossing(y0: Any) -> Any:
        event = with_attributes(lambda t, y: y[0] - 4.0, terminal=True)
        return solve_ivp(lambda t, y: y * y, (0.0, 2.0), y0, method, events=event, rtol=1e-8, atol=1e-9)

    found = crossing(np.array([1.0]))
    assert found.t.numpy()[-1] == pytest.approx(0.75, rel=1e-6)
    assert found.y.numpy()[0, -1] == pytest.approx(4.0, rel=1e-12)
    np.testing.assert_allclose(tg.grad(lambda y0: crossing(y0).t[-1])(np.array([1.0])), [-1.0], rtol=1e-5)
    last = lambda y0: crossing(y0).y[0, -1] + crossing(y0).t[-1]  # noqa: E731
    _, moved = tg.func.jvp(last, (np.array([1.0]),), (np.array([1.0]),))
    assert float(moved) == pytest.approx(-1.0, rel=1e-4)
    if method != "LSODA":  # whose steps become ever shorter, SciPy's too
        with pytest.raises(ConvergenceError):
            solve_ivp(lambda t, y: y * y, (0.0, 2.0), [1.0], method, rtol=1e-8, atol=1e-9)


def test_an_event_at_both_ends():
    """It vanishes at the first time, and at the last."""
    event = lambda t, y: t * (1.0 - t)  # noqa: E731
    for method in METHODS:
        ours = solve_ivp(lambda t, y: -y, (0.0, 1.0), [1.0], method, events=event)
        theirs = scipy.integrate.solve_ivp(lambda t, y: -y, (0.0, 1.0), [1.0], method, events=event)
        np.testing.assert_allclose(ours.t_events[0].numpy(), theirs.t_events[0], atol=1e-14)
        empty = solve_ivp(lambda t, y: -y, (0.0, 0.0), [1.0], method, events=event)
        theirs = scipy.integrate.solve_ivp(lambda t, y: -y, (0.0, 0.0), [1.0], method, events=event)
        assert empty.t_events[0].tolist() == theirs.t_events[0].tolist()


@pytest.mark.parametrize("form", [{}, {"dense_output": True}, {"t_eval": [0.0, 0.4, 0.41, 2.0]}, {"t_eval": []}])
@pytest.mark.parametrize(("name", "span"), [("lotka", (0.0, 2.0)), ("lotka", (2.0, 0.0)), ("seasons", (0.0, 2.0))])
def test_counts_of_calls_are_scipys(name, span, form):
    """DOP853 calls the function three times more in a step whose dense output is read."""
    f, _, end, y0, p = EQUATIONS[name]
    options = form | ({"t_eval": form["t_eval"][::-1]} if "t_eval" in form and span[0] else {})
    ours = solve_ivp(f, span, y0, "DOP853", args=(p,), **options)
    theirs = scipy.integrate.solve_ivp(lambda t, y: np.array(f(t, y, p)), span, y0, "DOP853", **options)
    assert ours.nfev == theirs.nfev


def test_counts_do_not_depend_on_an_earlier_call_with_events():
    def airy(t, y):
        return [y[1], -y[0] * t]

    arguments = airy, (0.0, 10.0), [1.0, 0.1], "DOP853"
    for events in (lambda t, y: y[0], None):
        ours = solve_ivp(*arguments, events=events)
        assert ours.nfev == scipy.integrate.solve_ivp(*arguments, events=events).nfev
