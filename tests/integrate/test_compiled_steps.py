"""Solutions within sealed tapes: the bits of eager calls, batches, Numba, failures, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numba
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, ConvergenceError
from tapegrad.integrate import solve_ivp
from tests.integrate.equations import EQUATIONS, LOTKA

METHODS = ("RK45", "RK23", "DOP853", "Radau")
AT = np.linspace(0.0, LOTKA.end, 7)[1:]


def states(y0: Any, p: Any, method: str = "RK45", at: Any = AT, way: str | None = None) -> Any:
    f, span = LOTKA.f, (0.0, LOTKA.end)
    return solve_ivp(f, span, y0, method, at, args=(p,), rtol=1e-5, sensitivity=way).y


def loss(y0: Any, p: Any, method: str = "RK45", way: str | None = "adjoint") -> Any:
    return np.sum(states(y0, p, method, way=way) ** 2)


@pytest.mark.parametrize("method", METHODS)
def test_bits_are_those_of_eager_calls(method):
    compiled = tg.compile(lambda y0, p: states(y0, p, method))
    for scale in (1.0, 1.1):
        expected = states(scale * LOTKA.y0, LOTKA.p, method).numpy()
        assert np.array_equal(compiled(scale * LOTKA.y0, LOTKA.p), expected)
    for way in ("adjoint", "forward"):
        gradient = tg.grad(lambda y0, p: loss(y0, p, method, way), (0, 1))
        for ours, eager in zip(tg.compile(gradient)(LOTKA.y0, LOTKA.p), gradient(LOTKA.y0, LOTKA.p), strict=True):
            np.testing.assert_allclose(ours, eager, rtol=1e-12)
            if way == "adjoint":  # the forward way multiplies matrices, eagerly by BLAS
                assert np.array_equal(ours, eager)


def test_times_in_any_order():
    order = [3, 0, 5, 5, 1, 4, 2, 3]
    compiled = tg.compile(lambda at: states(LOTKA.y0, LOTKA.p, at=at))
    expected = compiled(AT)
    mixed = tg.compile(lambda at: solve_ivp(
        LOTKA.f, (0.0, LOTKA.end), LOTKA.y0, args=(LOTKA.p,), rtol=1e-5, dense_output=True, t_eval=[1.0]).sol(at)
    )(AT[order])  # fmt: skip
    assert np.array_equal(mixed, expected[:, order])


@pytest.mark.parametrize("method", METHODS)
def test_batches(method):
    many = LOTKA.p * np.linspace(0.9, 1.1, 5)[:, None]
    rows = np.array([states(LOTKA.y0, p, method).numpy() for p in many])
    f = lambda p: states(LOTKA.y0, p, method)  # noqa: E731
    assert np.array_equal(tg.compile(f).batch(many), rows)
    assert np.array_equal(tg.func.vmap(f)(many), rows)
    gradient = tg.grad(lambda p: loss(LOTKA.y0, p, method))
    expected = np.array([gradient(p) for p in many])
    np.testing.assert_allclose(tg.compile(gradient).batch(many), expected, rtol=1e-12)
    np.testing.assert_allclose(tg.func.vmap(gradient)(many), expected, rtol=1e-12)
    both = tg.func.vmap(lambda y0, p: states(y0, p, method))(np.tile(LOTKA.y0, (5, 1)), many)
    assert np.array_equal(both, rows)


@numba.njit
def descend(tape: Any, p: Any, g: Any, turns: int) -> Any:
    work = np.empty(tg.nb.work_size(tape))
    for _ in range(turns):
        status = tg.nb.value_and_grad(tape, p, g, work)
        if status != 0:
            return status
        p -= 1e-7 * g
    return 0


@pytest.mark.parametrize("method", ["RK45", "Radau"])
def test_numba_calls_it(method):
    compiled = tg.compile(lambda p: loss(LOTKA.y0, p, method))
    tape, p, g = compiled.tape_data(LOTKA.p), LOTKA.p.copy(), np.empty(4)
    assert descend(tape, p, g, 3) == 0
    expected = LOTKA.p.copy()
    for _ in range(3):
        expected -= 1e-7 * tg.grad(lambda p: loss(LOTKA.y0, p, method))(expected)
    np.testing.assert_allclose(p, expected, rtol=1e-12)
    assert not np.array_equal(p, LOTKA.p)


@pytest.mark.parametrize("method", METHODS)
def test_a_failure_is_an_error(method):
    last = tg.compile(lambda p: solve_ivp(lambda t, y: p * y * y, (0.0, 1.0), [1.0], method, [1.0]).y[0, 0])
    assert last(0.5) == pytest.approx(2.0, rel=1e-2)
    with pytest.raises(ConvergenceError, match="spacing between numbers"):
        last(2.0)
    assert last(0.5) == pytest.approx(2.0, rel=1e-2)


@pytest.mark.parametrize("method", METHODS)
def test_a_bound_that_is_nan_is_not_stepped_to(method):
    last = tg.compile(lambda span: solve_ivp(lambda t, y: y * y, span, [1.0], method, [0.0]).y[0, 0])
    assert last(np.array([0.0, 0.5])) == 1.0
    with pytest.raises(ConvergenceError, match="at t = 0 of nan"):
        last(np.array([0.0, np.nan]))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["RK45", "RK23", "DOP853"])
def test_steps_that_grow_without_end_are_an_error(method):
    """In a process of its own, as a step of infinite length was tried for ever."""
    code = (
        "import numpy as np, tapegrad as tg\n"
        f"tg.integrate.solve_ivp(lambda t, y: 0.0 * y, (0.0, np.inf), [1.0], {method!r}, [0.5])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert "spacing between numbers, at t = 1.11" in ended.stderr


def test_second_derivatives():
    """The derivative of the adjoint is a solution of both, by the same machine code."""
    hessian = tg.compile(tg.func.hessian(lambda p: loss(LOTKA.y0, p)))(LOTKA.p)
    step = 1e-5
    for k, e in enumerate(np.eye(4) * step):
        ends = [tg.grad(lambda p: loss(LOTKA.y0, p, "DOP853"))(LOTKA.p + s * e) for s in (1.0, -1.0)]
        np.testing.assert_allclose(hessian[k], (ends[0] - ends[1]) / (2.0 * step), rtol=5e-2, atol=30.0)


def test_steps_that_need_more_memory():
    """Rows of the adjoint grow: more than a thousand steps."""
    f, p, tight = EQUATIONS["van der pol"].f, np.array([1.0]), {"rtol": 1e-6, "atol": 1e-8}

    def last(p: Any, method: str = "RK23", way: str = "adjoint") -> Any:
        solved = solve_ivp(f, (0.0, 20.0), [2.0, 0.0], method, [20.0], args=(p,), sensitivity=way, **tight)
        return solved.y[0, 0]

    assert solve_ivp(f, (0.0, 20.0), [2.0, 0.0], "RK23", args=(p,), **tight).t.size > 1000
    expected = tg.grad(lambda p: last(p, "DOP853", "forward"))(p)
    np.testing.assert_allclose(tg.compile(tg.grad(last))(p), expected, rtol=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [False, True])
def test_a_signal_ends_a_long_solution(compiled):
    def last(end: Any) -> Any:
        span = np.stack([0.0, end])
        return solve_ivp(lambda t, y: np.cos(1e3 * t + y), span, [1.0], t_eval=span[1:], rtol=1e-9).y[0, 0]

    call = tg.compile(last) if compiled else last
    call(tg.tensor(1e-3))
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call(tg.tensor(1e6))
    timer.join()
    assert time.monotonic() - begun < 30.0


def test_no_times_are_asked_for():
    def f(y0):
        states = tg.integrate.solve_ivp(lambda t, y: -y, (0.0, 3.0), y0, t_eval=np.array([])).y
        return np.sum(states) + np.sum(y0)

    np.testing.assert_array_equal(tg.grad(f)(np.ones(2)), np.ones(2))


@pytest.mark.parametrize("method", METHODS)
def test_times_outside_of_the_span_are_refused_in_replays(method):
    def f(a, times):
        return tg.integrate.solve_ivp(lambda t, y: -a * y, (0.0, 2.0), [1.0], method, times, rtol=1e-8, atol=1e-8).y[0]

    for g in (tg.compile(f), tg.compile(tg.jacobian(f))):
        g(0.7, np.array([0.5, 1.5]))
        for times in ([0.5, 20.0], [-5.0, 1.0], [0.5, np.nan]):
            with pytest.raises(ArgumentError, match="expected times from 0 to 2"):
                g(0.7, np.array(times))
    np.testing.assert_allclose(tg.compile(f)(0.7, np.array([0.0, 2.0])), np.exp([0.0, -1.4]), rtol=1e-6)
