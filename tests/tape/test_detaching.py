"""Values without history of what is pending: they stay pending, have no gradient, and keep nothing alive."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.tape import paths
from tapegrad.tape.recording import tape
from tests.support import STEPS, gradient

V = np.random.default_rng(8).normal(size=12)
TURNS = 6


def shifted(x, c):
    y = x * 1.5
    y = np.exp(y - c(np.max(y)))
    return y / np.sum(y)


def chained(x, c):
    y = x
    for _ in range(3):
        y = np.sin(y) * c(np.exp(y * 0.5)) + c(c(y) * 2.0)[0]
    return y


def written(x, c):
    y = x * 2.0
    d = c(y)
    y[0] = d[1]
    d[2] = 5.0
    y[3] = d[2] * y[4]
    d += 1.0
    return y * d


def target(x, c):
    y = np.tanh(x[:6]) * x[6:]
    d = c(y * y)
    return (y - 0.9 * d) ** 2


PROGRAMS = (shifted, chained, written, target)


def detached(x):
    return x.detach()


def turn(program, scale):
    x = tg.tensor(V * scale, requires_grad=True)
    value = (program(x, detached) ** 2).sum()
    value.backward()
    return value.item(), x.grad.numpy()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_gradients_take_what_is_detached_for_constant(program):
    seen = []

    def noting(x):
        seen.append(np.array(x))
        return seen[-1].copy()

    def frozen(x):
        seen.append(seen.pop(0))
        return seen[-1].copy()

    paths.forget()
    value, g = turn(program, 1.0)
    np.testing.assert_allclose(value, (program(V, noting) ** 2).sum(), rtol=1e-13)
    (wanted,) = gradient(lambda x: (program(x, frozen) ** 2).sum(), [V])
    np.testing.assert_allclose(g, wanted, rtol=STEPS[1][1], atol=STEPS[1][1])
    for _ in range(TURNS):
        again, h = turn(program, 1.0)
        assert (again, h.tobytes()) == (value, g.tobytes())
    for _ in range(150):  # sealed
        again, h = turn(program, 1.0)
    np.testing.assert_allclose(again, value, rtol=1e-13)
    np.testing.assert_allclose(h, g, rtol=1e-12)


def test_a_detached_value_is_pending_and_on_the_path():
    paths.forget()
    tape.flush()  # what other tests left pending
    x = tg.tensor(V, requires_grad=True)
    for turn in range(TURNS):
        y = np.sin(x)
        z = y * y.detach() - y.detach().detach()
        pending = tape.pending
        assert pending.run is z._family.run
        assert not turn or paths.arrived(pending) is not None
        assert not y.detach().requires_grad
        z.sum().backward()


def test_a_detached_value_keeps_no_history_alive():
    x, kept, runs = tg.tensor(V, requires_grad=True), [], []
    for k in range(8):
        y = np.sin(x * (k + 1.0)) * x
        runs.append(weakref.ref(y._family.run))
        kept.append(y.detach())
        y.sum().item()
    del y
    gc.collect()
    assert all(run() is None for run in runs)
    for k, d in enumerate(kept):
        np.testing.assert_allclose(d.numpy(), np.sin(V * (k + 1.0)) * V, rtol=1e-14)


def test_a_detached_value_of_a_run_that_becomes_too_long():
    x = tg.tensor(V, requires_grad=True)
    y = x * 1.0
    kept = []
    for _ in range(3000):
        y = y * 1.0001
        kept.append(y.detach())
    np.testing.assert_allclose(kept[-1].numpy(), V * 1.0001**3000, rtol=1e-12)
    np.testing.assert_allclose(kept[0].numpy(), V * 1.0001, rtol=1e-15)


def test_large_values_are_computed_at_once():
    x = tg.tensor(np.ones(100_000), requires_grad=True)
    y = np.sin(x) * 2.0
    d = y.detach()
    assert tape.pending is None
    assert d.is_leaf
    y.sum().backward()


def test_what_is_detached_is_a_leaf_of_its_own():
    x = tg.tensor(V, requires_grad=True)
    for _ in range(TURNS):
        y = x * 2.0
        d = y.detach().requires_grad_()
        (d * d).sum().backward()
        np.testing.assert_allclose(d.grad.numpy(), 4.0 * V)
        assert x.grad is None
        z = x * 3.0
        e = z.detach()
        z += 1.0
        np.testing.assert_array_equal(e.numpy(), V * 3.0)


def test_another_thread_may_have_what_is_detached():
    x, found = tg.tensor(V, requires_grad=True), []
    y = np.exp(x * 0.5)
    d = y.detach()
    assert tape.pending is not None
    thread = threading.Thread(target=lambda: found.append((d * 2.0).numpy()))
    thread.start()
    thread.join()
    np.testing.assert_allclose(found[0], 2.0 * np.exp(V * 0.5), rtol=1e-14)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 0.5 * np.exp(V * 0.5), rtol=1e-14)


def test_single_precision_has_the_same_bits_off_the_path(monkeypatch):
    """Adjoints are rounded where they go from run to run, so it must be the same runs."""
    rng = np.random.default_rng(3)
    draws = [rng.uniform(0.5, 1.5, size=(3, 3)).astype(np.float32) for _ in range(20)]

    def gradients():
        found = []
        for draw in draws:
            x = tg.tensor(draw, requires_grad=True)
            y = 1.5 / np.exp(x * 0.7) - x / (x * x + 0.3)
            z = np.sin(y * y.detach()) / x
            (z.sum() + (y / 1.1).sum()).backward()
            found.append(x.grad.numpy().tobytes())
        return found

    paths.forget()
    returning = gradients()
    monkeypatch.setattr(paths, "begin", lambda run, modes: None)
    assert gradients() == returning
