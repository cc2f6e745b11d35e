"""Values that are read and that no sweep follows: programs of the values alone, and anything else that is asked is the same as without."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import compiled_sweep
from tapegrad.errors import TapeFreedError
from tapegrad.record.run import Released
from tapegrad.trace_cache import thresholds, tree


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Let a few reads of a kind be enough for a program."""
    tree.forget()
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 6)
    monkeypatch.setattr(thresholds, "VALUES_ALONE", 1)


@pytest.fixture
def known(monkeypatch):
    """Which reads of what requires no grad ran a program."""
    found = []
    as_ever = compiled_sweep.close_by_values
    monkeypatch.setattr(
        compiled_sweep, "close_by_values", lambda run: (reason := as_ever(run), found.append(reason is None))[0]
    )
    return found


@pytest.fixture
def held(monkeypatch):
    """The slots at which sweeps of runs that a read has closed began."""
    found = []
    as_ever = compiled_sweep.relayed

    def relayed(attempt):
        found.append(attempt.stages[0].roots)
        return as_ever(attempt)

    monkeypatch.setattr(compiled_sweep, "relayed", relayed)
    return found


def leaf(value):
    return tg.tensor(value, requires_grad=True)


# ------------------------------------------------------------------------------------------------- without gradient
def test_steps_until_a_tolerance_are_those_of_numpy(known):
    rng = np.random.default_rng(0)
    a = rng.normal(size=(4, 4)) * 0.1
    w = leaf(a)
    for k in range(20):
        b, z, steps = rng.normal(size=4), tg.zeros(4), 0
        with tg.no_grad():
            while True:
                new, steps = np.tanh(w @ z + b), steps + 1
                if np.abs(new - z).max() < 1e-6:
                    break
                z = new
        y, wanted = np.zeros(4), 0
        while True:
            before, y, wanted = y, np.tanh(a @ y + b), wanted + 1
            if np.abs(y - before).max() < 1e-6:
                break
        assert steps == wanted
        np.testing.assert_allclose(new.numpy(), y, rtol=1e-14)
        np.testing.assert_allclose(z.numpy(), before, rtol=1e-14)  # which was alive at the read
        assert not new.requires_grad
        assert k < 5 or type(new._family.run.backing) is Released
    assert known.count(True) > 100


@pytest.mark.parametrize("compiled", [True, False])
def test_what_hooks_read_of_an_adjoint(known, compiled):
    """Also within an interpreted sweep, and beside a sweep of what the hook itself has recorded."""
    rng, norms, slopes = np.random.default_rng(0), [], []

    def hook(g):
        norms.append(np.sqrt(np.sum(np.sin(g) ** 2)).item())
        with tg.enable_grad():
            x = leaf(2.0)
            (x * x * x).backward()
        slopes.append(x.grad.item())

    for _ in range(20):
        x = leaf(rng.normal(size=5))
        h = np.tanh(x)
        h.register_hook(hook)
        loss = (h * h * h).sum()
        if not compiled:
            loss.grad_fn.register_hook(lambda inputs, outputs: None)
        loss.backward()
        value = np.tanh(x.detach().numpy())
        np.testing.assert_allclose(norms[-1], np.sqrt(np.sum(np.sin(3.0 * value**2) ** 2)), rtol=1e-14)
        np.testing.assert_allclose(x.grad.numpy(), 3.0 * value**2 * (1.0 - value**2), rtol=1e-13)
    assert set(slopes) == {12.0}
    assert known.count(True) > 10


def test_what_requires_grad_keeps_it_when_it_is_read_under_no_grad(known):
    for k in range(30):
        x = leaf([1.0 + k, 2.0])
        y = x * x
        with tg.no_grad():
            z = y + 1.0
            assert z.sum().item() == pytest.approx((1.0 + k) ** 2 + 6.0)
        y.sum().backward()
        assert x.grad.numpy().tolist() == [2.0 + 2 * k, 4.0]
        assert not z.requires_grad
    assert not any(known)


# ------------------------------------------------------------------------------------------------- seldom swept
def test_a_sweep_now_and_then_has_the_gradient_of_numpy(held):
    rng = np.random.default_rng(3)
    w = leaf(np.zeros(4))
    updates = 0
    for _ in range(400):
        x, sign = rng.normal(size=4), float(rng.choice([-1.0, 1.0]))
        margin = 0.4 - sign * (np.tanh(x) @ w)
        value = margin.item()
        assert value == pytest.approx(0.4 - sign * (np.tanh(x) @ w.detach().numpy()), rel=1e-12, abs=1e-14)
        if value > 0 and rng.random() < 0.4:
            margin.backward()
            np.testing.assert_allclose(w.grad.numpy(), -sign * np.tanh(x), rtol=1e-14)
            assert margin.item() == value
            with pytest.raises(TapeFreedError):
                margin.backward()
            with tg.no_grad():
                w -= 0.01 * w.grad
            w.grad, updates = None, updates + 1
    assert updates > 20
    assert len(held) > updates // 2


def test_sweeps_that_come_to_follow_each_read_are_done_by_one_program():
    counted = []
    for k in range(200):
        x = leaf([1.0 + k, 2.0])
        loss = (np.cos(x) * x).sum()
        a = np.array([1.0 + k, 2.0])
        assert loss.item() == pytest.approx((np.cos(a) * a).sum(), rel=1e-12)
        backing = loss._family.run.backing
        counted.append("gradients" if getattr(backing, "taken", None) else type(backing).__name__)
        if k > 100:
            loss.backward()
            np.testing.assert_allclose(x.grad.numpy(), np.cos(a) - a * np.sin(a), rtol=1e-12)
    assert counted[50] == counted[100] == "Values"
    assert counted[-1] == "gradients"
