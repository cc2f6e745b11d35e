"""Values without history of what is pending: they stay pending, have no gradient, and keep nothing alive."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np

import tapegrad as tg
from tapegrad.record.recording import tape
from tapegrad.trace_cache import tree

V = np.random.default_rng(8).normal(size=12)


TURNS = 6


def detached(x):
    return x.detach()


def turn(program, scale):
    x = tg.tensor(V * scale, requires_grad=True)
    value = (program(x, detached) ** 2).sum()
    value.backward()
    return value.item(), x.grad.numpy()


def test_a_detached_value_is_pending_and_on_the_path():
    tree.forget()
    tape.flush()  # what other tests left pending
    x = tg.tensor(V, requires_grad=True)
    for turn in range(TURNS):
        y = np.sin(x)
        z = y * y.detach() - y.detach().detach()
        pending = tape.pending
        assert pending.run is z._family.run
        assert not turn or tree.arrived(pending) is not None
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
