"""Memory: steady loops do not grow, and a recorded operation is small."""

from __future__ import annotations

import gc
import tracemalloc

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine import pool
from tapegrad.trace_cache import tree
from tests.support import leaf

pytestmark = pytest.mark.usefixtures("only_new_objects")


def settle():
    """Execute what is pending and forget paths, which are bounded but no part of what a loop leaves behind."""
    (tg.tensor(1.0) * 1.0).item()
    tree.forget()
    gc.collect()


def growth(step, warm, repeats):
    """Bytes that Python and NumPy hold more after `repeats` steps than before, once warm; and the pool's blocks."""
    for _ in range(warm):
        step()
    settle()
    tracemalloc.start()
    try:
        idle, start = pool.idle_bytes(), tracemalloc.get_traced_memory()[0]
        for _ in range(repeats):
            step()
        settle()
        return tracemalloc.get_traced_memory()[0] - start, pool.idle_bytes() - idle
    finally:
        tracemalloc.stop()


def ten_parameters():
    """A training step of a model of ten parameters."""
    rng = np.random.default_rng(0)
    points, target = rng.normal(size=(20, 3)), rng.normal(size=20)
    w, b, v = leaf(rng.normal(size=(3, 2))), leaf(np.zeros(2)), leaf(rng.normal(size=2))

    def step():
        for p in (w, b, v):
            p.zero_grad()
        loss = ((np.tanh(points @ w + b) @ v - target) ** 2).mean()
        loss.backward()
        with tg.no_grad():
            for p in (w, b, v):
                p -= 0.01 * p.grad
        return loss.item()

    return step


def scalar_step():
    a = leaf(0.5)

    def step():
        a.grad = None
        y = a
        for _ in range(20):
            y = y * a + 0.25
        y.backward()

    return step


def large_arrays():
    x = leaf(np.ones(50_000))

    def step():
        x.grad = None
        (np.sin(x) * x).sum().backward()

    return step


def second_order():
    x = leaf([1.0, 2.0])

    def step():
        (g,) = tg.autograd.grad((x**3).sum(), x, create_graph=True)
        tg.autograd.grad(g.sum(), x)

    return step


def without_backward():
    x = leaf(np.ones(100))

    def step():
        return (np.exp(x) * 2.0).sum()

    return step


def without_gradient():
    state = [tg.tensor(np.ones(100))]

    def step():
        state[0] = np.cos(state[0]) * 1.01

    return step


def an_assignment():
    buffer = tg.zeros(50)

    def step():
        buffer[3:7] = np.arange(4.0)
        buffer[1:] += 1.0

    return step


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "make", [ten_parameters, scalar_step, second_order, without_backward, without_gradient, an_assignment],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_a_thousand_steps_do_not_grow(make):
    step = make()
    settle()
    before = len(tg.Tape.current())
    python, pooled = growth(step, 1500, 1000)
    assert python < 40_000  # 40 bytes a step: less than one object
    assert pooled < 40_000
    assert len(tg.Tape.current()) - before < 1000


def test_what_is_pending_is_bounded():
    x, most = leaf(1.0), 0
    with tg.Tape() as tape:
        for k in range(100_000):
            y = x * 2.0
            if k % 1000 == 0:
                most = max(most, len(tape))
    assert 1000 < most <= 70_000
    assert y.item() == 2.0


def test_a_training_step_trains():
    step = ten_parameters()
    losses = [step() for _ in range(200)]
    assert losses[-1] < 0.9 * losses[0]


def test_large_arrays_are_reused():
    step = large_arrays()
    python, pooled = growth(step, 10, 100)
    assert python < 50_000 * 8  # not one array more
    assert pooled <= 0


def test_runs_of_a_training_loop_are_freed():
    with tg.Tape() as tape:
        step = ten_parameters()
        for _ in range(100):
            step()
        assert len(tape) < 100


@pytest.mark.parametrize("n", [1_000, 10_000, 60_000])
def test_a_recorded_scalar_operation_takes_at_most_64_bytes(n):
    x = leaf(1.0)
    with tg.Tape() as tape:
        y = x
        for _ in range(n // 2):
            y = y * x + 0.001
        nbytes = tape.nbytes
        assert n <= len(tape) <= n + 10
    assert nbytes <= 64 * (n + 10)
    y.backward()
    assert tape.nbytes < 1000


def test_nbytes_counts_stored_arrays_once():
    x = leaf(np.ones(10_000))
    with tg.Tape() as tape:
        y = np.exp(x)
        view = y.reshape(100, 100)
        total = view.sum()
        nbytes = tape.nbytes
    assert 2 * 80_000 <= nbytes < 3 * 80_000  # x and y; the view is no copy
    assert total.item() == pytest.approx(10_000 * np.e, rel=1e-12)


def test_an_array_that_the_user_holds_is_not_reused():
    x = tg.tensor(np.ones(50_000))
    held = (x * 3.0).numpy()
    for k in range(20):
        (x * float(k)).numpy()
    assert np.all(held == 3.0)


def test_gradients_that_the_user_holds_are_not_reused():
    x = leaf(np.ones(50_000))
    held = []
    for k in range(1, 6):
        x.grad = None
        (x * float(k)).sum().backward()
        held.append(x.grad)
    assert [float(g.numpy().max()) for g in held] == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert [float(g.numpy().min()) for g in held] == [1.0, 2.0, 3.0, 4.0, 5.0]
