"""`while_loop` with a bound: past it is an error however the loop runs, unless it is told to truncate."""

from __future__ import annotations

import io
import time
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, ReplayError
from tests.support import close

STEPS = 3  # enough for 8, not for 9
SHORT, LONG = 8.0, 9.0


def halved(x: Any, truncate: bool = False) -> Any:
    return tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, x, max_steps=STEPS, truncate=truncate)


def saved(f: Any, x: Any) -> Any:
    file = io.BytesIO()
    tg.compile(f).save(file, x)
    return tg.load(io.BytesIO(file.getvalue()))


def warm(f: Any) -> Any:
    f(SHORT)
    f(SHORT)
    return f


def by_nb(derivative: bool) -> Any:
    def run(x: float) -> Any:
        tape = tg.compile(halved).tape_data(SHORT)
        g, work = np.empty(1), np.empty(tg.nb.work_size(tape))
        given = np.full(1, x)
        tg.nb.check(
            tape, tg.nb.value_and_grad(tape, given, g, work) if derivative else tg.nb.value(tape, given, g, work)
        )
        return g[0]

    return run


def leaf_of(x: float) -> Any:
    return tg.tensor(x, requires_grad=True)


VALUES = {
    "NumPy": halved,
    "a Tensor": lambda x: halved(tg.tensor(x)).item(),
    "a leaf": lambda x: halved(leaf_of(x)).item(),
    "compiled": lambda x: tg.compile(halved)(x),
    "replayed": lambda x: warm(tg.compile(halved))(x),
    "loaded": lambda x: saved(halved, SHORT)(x),
    "batch": lambda x: tg.compile(halved).batch(np.array([1.0, SHORT, x]))[2],
    "vmap": lambda x: tg.vmap(halved)(np.array([1.0, SHORT, x]))[2],
    "vmap of Tensors": lambda x: tg.vmap(halved)(tg.tensor([1.0, SHORT, x])).numpy()[2],
    "a scan's body": lambda x: tg.scan(lambda c, v: (c, halved(v)), 0.0, np.array([1.0, x]))[1][1],
    "a compiled scan's body": lambda x: warm(
        tg.compile(lambda x: tg.scan(lambda c, v: (c, halved(v)), 0.0, np.ones(2) * x)[1][1])
    )(x),
    "checkpoint": lambda x: tg.checkpoint(halved)(x),
    "nb": by_nb(False),
}
SLOPES = {
    "grad": tg.grad(halved),
    "backward": lambda x: tg.autograd.grad(halved(t := leaf_of(x)), t)[0].item(),
    "compiled": lambda x: warm(tg.compile(tg.grad(halved)))(x),
    "grad of compiled": lambda x: tg.grad(warm(tg.compile(halved)))(x),
    "jvp": lambda x: tg.func.jvp(halved, (x,), (1.0,))[1],
    "jacrev": tg.func.jacrev(halved),
    "jacfwd": tg.func.jacfwd(halved),
    "batch": lambda x: tg.compile(tg.grad(halved)).batch(np.array([1.0, SHORT, x]))[2],
    "vmap": lambda x: tg.vmap(tg.grad(halved))(np.array([1.0, SHORT, x]))[2],
    "checkpoint": tg.grad(tg.checkpoint(halved)),
    "nb": by_nb(True),
}


@pytest.mark.parametrize("way", VALUES)
def test_past_its_bound_a_loop_raises(way: str) -> None:
    close(VALUES[way](SHORT), 1.0)
    with pytest.raises(ReplayError):
        VALUES[way](LONG)


@pytest.mark.parametrize("way", SLOPES)
def test_past_its_bound_a_derivative_raises(way: str) -> None:
    close(SLOPES[way](SHORT), 0.125)
    with pytest.raises(ReplayError):
        SLOPES[way](LONG)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_error_names_the_bound_and_what_to_do(compiled: bool) -> None:
    f = warm(tg.compile(halved)) if compiled else halved
    with pytest.raises(ReplayError, match=r"while_loop: .*max_steps=3 .*still holds\. .*truncate=True"):
        f(LONG)
    close(f(SHORT), 1.0)


@pytest.mark.parametrize("x", [SHORT, LONG, 100.0, 0.5])
def test_truncated_loops_stop_at_the_bound(x: float) -> None:
    expected, slope = x, 1.0
    for _ in range(STEPS):
        if expected > 1.0:
            expected, slope = expected / 2.0, slope / 2.0

    def f(x: Any) -> Any:
        return halved(x, truncate=True)

    compiled = tg.compile(f)
    close(f(x), expected)
    close(tg.grad(f)(x), slope)
    close(compiled(1.0), 1.0)
    close(compiled(x), expected)
    assert compiled.stats()["recordings"] == 1
    close(tg.vmap(tg.grad(f))(np.array([x, 1.0])), [slope, 1.0])


def test_one_recording_serves_any_number_of_steps_within_the_bound() -> None:
    f = tg.compile(halved)
    for x in (0.5, 2.0, 3.0, 7.0, 8.0):
        f(x)
    assert f.stats()["recordings"] == 1


def test_no_steps_at_all() -> None:
    close(tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, 1.0, max_steps=0), 1.0)
    with pytest.raises(ReplayError):
        tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, 2.0, max_steps=0)


def test_to_truncate_needs_a_bound() -> None:
    with pytest.raises(ArgumentError, match="max_steps"):
        tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, 2.0, truncate=True)


@pytest.mark.parametrize("max_steps", [3, 64, 65])
def test_a_loop_stops_when_it_is_done(max_steps):
    """Steps beyond the end change nothing, however they are passed over: to second order, in one loop after another."""

    def solved(a: Any, checkpoint: bool = False) -> Any:
        def newton(s: Any) -> Any:
            return 0.5 * (s + a / s)

        return tg.while_loop(
            lambda s: np.max(np.abs(s * s - a)) > 1e-13, newton, 0.5 * a + 0.5, max_steps=max_steps, truncate=True,
            checkpoint=checkpoint,
        )  # fmt: skip

    def by_hand(a: Any) -> Any:
        s, steps = 0.5 * a + 0.5, 0
        while steps < max_steps and np.max(np.abs((s * s - a).detach().numpy())) > 1e-13:
            s, steps = 0.5 * (s + a / s), steps + 1
        return s

    a, w = np.array([2.0, 3.0, 7.0]), np.array([1.0, -2.0, 0.5])
    for checkpoint in (False, True):

        def f(a: Any, solve: Any = lambda a: solved(a, checkpoint)) -> Any:
            return np.sum(solve(solve(a)) * w)

        expected = f(a, lambda a: by_hand(tg.asarray(a))).item()
        leaf = tg.tensor(a, requires_grad=True)
        (gradient,) = tg.autograd.grad(f(leaf, by_hand), leaf, create_graph=True)
        (second,) = tg.autograd.grad(np.sum(gradient * w), leaf)
        for run in (lambda g: g, tg.compile) if not checkpoint else (tg.compile,):
            np.testing.assert_allclose(run(f)(a), expected, rtol=1e-13)
            np.testing.assert_allclose(run(tg.grad(f))(a), gradient.detach().numpy(), rtol=1e-11)
            product = run(lambda a: tg.grad(lambda a: np.sum(tg.grad(f)(a) * w))(a))(a)
            np.testing.assert_allclose(product, second.numpy(), rtol=1e-9, atol=1e-12)


def test_what_is_passed_over_takes_no_time():
    """Steps after the end are not run: they would call this."""
    calls = []

    @tg.custom.array(vjp={"x": lambda g: g / 2.0})
    def counted(x: Any, out: Any) -> None:
        calls.append(1)
        out[...] = x / 2.0

    f = tg.compile(lambda x: tg.while_loop(lambda v: v[0] > 1.0, counted, x, max_steps=500))
    f(np.full(2, 8.0))
    calls.clear()
    np.testing.assert_array_equal(f(np.full(2, 12.0)), [0.75, 0.75])
    assert len(calls) == 5  # four halve it, one ends it
    g = tg.compile(tg.grad(lambda x: np.sum(tg.while_loop(lambda v: v[0] > 1.0, counted, x, max_steps=500))))
    g(np.full(2, 8.0))
    calls.clear()
    np.testing.assert_array_equal(g(np.full(2, 12.0)), np.full(2, 0.0625))
    assert len(calls) <= 10  # forward, and no more than as often in reverse


@pytest.mark.parametrize("max_steps", [1, 63, 64, 65, 200])
def test_gradients_wherever_a_loop_ends(max_steps):
    """After any number of steps, at the edges of what is passed over at once; memory holds what the longest one left."""
    w = np.array([0.9, 1.1, 1.3])

    def f(x: Any, count: Any) -> Any:
        found, _ = tg.while_loop(
            lambda s: s[1] < count,
            lambda s: (np.sin(s[0] * w), s[1] + 1.0),
            (x, 0.0),
            max_steps=max_steps,
            truncate=True,
        )
        return np.sum(found)

    slope, again = tg.compile(tg.grad(f)), tg.compile(tg.hessian(f))
    x = np.array([0.5, -0.3, 0.8])
    for steps in sorted({max_steps, max_steps - 1, max_steps // 2, 66, 65, 64, 63, 62, 2, 1, 0}):
        if steps <= max_steps:
            value, first, second = x, np.ones(3), np.zeros(3)
            for _ in range(steps):
                new = np.sin(value * w)
                first, second = np.cos(value * w) * w * first, (
                    np.cos(value * w) * w * second - new * (w * first) ** 2
                )  # fmt: skip
                value = new
            slope(x, float(max_steps)), again(x, float(max_steps))
            np.testing.assert_allclose(slope(x, float(steps)), first, rtol=1e-11)
            np.testing.assert_allclose(again(x, float(steps)), np.diag(second), rtol=1e-9, atol=1e-14)


def test_a_gradient_takes_the_time_of_the_steps_that_are_made():
    """Not of those that would be allowed: carries of 20,000 steps would be 8 MB."""

    def f(x: Any) -> Any:
        return np.sum(tg.while_loop(lambda v: v[0] > 1.0, lambda v: np.sin(v), x, max_steps=20_000))

    def least(g: Any) -> float:
        g(x)
        times = []
        for _ in range(40):
            start = time.perf_counter()
            g(x)
            times.append(time.perf_counter() - start)
        return min(times)

    x = np.full(50, 2.0)
    assert least(tg.compile(tg.value_and_grad(f))) < 20.0 * least(tg.compile(f))
