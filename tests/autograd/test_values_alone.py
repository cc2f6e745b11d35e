"""Values that are read and that no sweep follows: programs of the values alone, and anything else that is asked is the same as without."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import hot, reads
from tapegrad.errors import GradientError, TapeFreedError
from tapegrad.tape import paths, thresholds
from tapegrad.tape.reasons import Reason
from tapegrad.tape.run import Released
from tapegrad.tape.values import Values
from tests.autograd.test_hot import random_program


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Let a few reads of a kind be enough for a program."""
    paths.forget()
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 6)
    monkeypatch.setattr(thresholds, "VALUES_ALONE", 1)


@pytest.fixture
def known(monkeypatch):
    """Which reads of what requires no grad ran a program."""
    found = []
    as_ever = hot.known
    monkeypatch.setattr(hot, "known", lambda run: (reason := as_ever(run), found.append(reason is None))[0])
    return found


@pytest.fixture
def held(monkeypatch):
    """The slots at which sweeps of runs that a read has closed began."""
    found = []
    as_ever = hot.relayed

    def relayed(attempt):
        found.append(attempt.stages[0].roots)
        return as_ever(attempt)

    monkeypatch.setattr(hot, "relayed", relayed)
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


def test_data_alone_with_gradients_enabled(known):
    rng = np.random.default_rng(1)
    d = rng.normal(size=(7, 3))
    x, value = tg.zeros(3), -1e9
    for _ in range(60):
        new = x + tg.tensor(0.3 * rng.normal(size=3))
        now = -0.5 * (new**2).sum() - ((d @ new - 1) ** 2).sum()
        n = new.numpy()
        assert now.item() == pytest.approx(-0.5 * (n**2).sum() - ((d @ n - 1) ** 2).sum(), rel=1e-13)
        if now > value:
            x, value = new, now
    assert known.count(True) > 20


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


def test_what_is_detached_is_data_of_its_own(known):
    for k in range(30):
        x = tg.tensor([1.0 + k, 2.0])
        y = x * x + x
        d = y.detach()
        assert np.sum(y * d).item() == pytest.approx(((1.0 + k) * (2.0 + k)) ** 2 + 36.0)
        d[0] = -1.0
        assert y.numpy().tolist() == [(1.0 + k) * (2.0 + k), 6.0]
        assert d.numpy().tolist() == [-1.0, 6.0]
    assert known.count(True) > 10


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(20))
def test_random_programs(seed, known, monkeypatch):
    rng = np.random.default_rng(seed)
    program = random_program(rng)
    shape, dtype = [(3, 4), (5,), ()][seed % 3], ["f8", "f8", "f4"][rng.integers(3)]
    calls = [
        ([rng.uniform(0.5, 1.5, s).astype(dtype) for s in (shape, shape, ())], rng.uniform(0.5, 2.0), bool(alive))
        for alive in rng.integers(2, size=60)
    ]

    def seen():
        found = []
        for k, (arrays, number, alive) in enumerate(calls):
            with tg.set_grad_enabled(k % 2 == 0):
                values, total = program([*map(tg.tensor, arrays)], number)
                if not alive:
                    del values[1:]
                found.append([total.item(), *[v.numpy() for v in values]])
        return found

    got = seen()
    assert any(known)
    monkeypatch.setattr(reads, "executed", lambda pending: Reason.OFF)
    close = 1e-12 if dtype == "f8" else 1e-4
    for one, other in zip(got, seen(), strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_allclose(a, b, rtol=close, atol=close * np.nanmax(np.abs(b), initial=0.0))


def test_views_and_writes_of_values_that_a_program_gave(known):
    for k in range(30):
        with tg.no_grad():
            x = tg.tensor([1.0, 2.0, 3.0 + k])
            y = np.exp(-x) * x
            part = y[1:]
            assert y.sum().item() == pytest.approx((np.exp(-x.numpy()) * x.numpy()).sum())
            y[2] = 7.0
            assert part.numpy()[1] == 7.0
            part[0] = 5.0
            assert y.numpy()[1:].tolist() == [5.0, 7.0]
    assert any(known)


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


@pytest.mark.parametrize("event", ["retain", "create", "some", "hook", "other root", "seed"])
def test_whatever_else_follows_finds_the_run_executed(event):
    closed = 0
    for k in range(60):
        x, v = leaf([1.0, 2.0 + k]), leaf(3.0)
        y = np.sin(x) * v
        if event == "hook":
            y.register_hook(lambda g: 2.0 * g)
        loss = (y * y).sum()
        a = np.array([1.0, 2.0 + k])
        assert loss.item() == pytest.approx(9.0 * (np.sin(a) ** 2).sum(), rel=1e-13)
        closed += type(loss._family.run.backing) is Values
        if k % 5:
            continue
        wanted = 18.0 * np.sin(a) * np.cos(a)
        if event == "retain":
            loss.backward(retain_graph=True)
            x.grad = None
            loss.backward()
        elif event == "create":
            (g,) = tg.autograd.grad(loss, [x], create_graph=True)
            g.sum().backward()
            wanted = 18.0 * np.cos(2.0 * a)
        elif event == "some":
            (x.grad,) = tg.autograd.grad(loss, [x])
            assert v.grad is None
        elif event == "other root":
            y.sum().backward()
            wanted = 3.0 * np.cos(a)
        elif event == "seed":
            loss.backward(2.0)
            wanted = 2.0 * wanted
        else:
            loss.backward()
            wanted = wanted * (2.0 if event == "hook" else 1.0)
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-12)
    assert closed > 20


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


def test_a_value_without_gradient_is_refused_as_ever(known):
    for _ in range(20):
        x = tg.tensor([1.0, 2.0])
        y = np.sum(np.sin(x) * x)
        y.item()
        with pytest.raises(GradientError):
            y.backward()
    assert any(known)
