"""Values read before their sweep: one program gives both, and anything else that is asked finds the run executed."""

from __future__ import annotations

import threading
import weakref
from random import Random

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import commit, compile_sweep, compiled_sweep
from tapegrad.errors import TapeFreedError
from tapegrad.record.frame import Frame
from tapegrad.record.run import Released
from tapegrad.record.values import Values
from tapegrad.trace_cache import tree
from tests.support import hot_after
from tests.trace_cache.preempting import Preempting

_SOON = 6


"""A score that the second sweep reaches."""


soon = hot_after(_SOON, autouse=False)


@pytest.fixture
def kept(monkeypatch):
    """The runs whose programs ran at reads, as weak references."""
    found = []
    as_ever = commit.close

    def close(pending, values):
        if values.taken is not None:
            found.append(weakref.ref(pending.run))
        return as_ever(pending, values)

    monkeypatch.setattr(commit, "close", close)
    return found


def leaf(value):
    return tg.tensor(value, requires_grad=True)


# ------------------------------------------------------------------------------------------------- numbers
def test_five_hundred_turns_are_those_of_numpy(kept):
    rng = np.random.default_rng(0)
    x, w, b = rng.normal(size=(6, 3)), leaf(rng.normal(size=3)), leaf(0.1)
    best = np.inf
    for k in range(500):
        rate = 0.5 + 0.001 * k
        loss = np.mean((np.tanh(x @ w + b) * rate) ** 2)
        value = loss.item()
        if loss < best:
            best = value
        loss.backward()
        t = np.tanh(x @ w.detach().numpy() + b.item())
        d = 2 * rate**2 * t * (1 - t * t) / 6
        np.testing.assert_allclose(value, np.mean((t * rate) ** 2), rtol=1e-14)
        assert loss.item() == value
        np.testing.assert_allclose(w.grad.numpy(), x.T @ d, rtol=1e-12, atol=1e-16)
        np.testing.assert_allclose(b.grad.numpy(), d.sum(), rtol=1e-12, atol=1e-16)
        assert type(loss._family.run.backing) is Released
        w.grad = b.grad = None
        with tg.no_grad():
            w -= 0.01 * (k % 7)
    assert 400 < len(kept) < 440
    assert "sweep after read" in tg.debug.hot()


# ------------------------------------------------------------------------------------------------- all else
class Case:
    """A program whose values have the same bits in sealed and eager code, read before something happens."""

    def __init__(self, turn):
        self.x, self.w = leaf(np.linspace(0.3, 1.3, 6) + 0.01 * turn), leaf(0.7)
        self.y = np.sin(self.x) * self.w
        self.z = np.exp(self.y) + self.x
        self.total = self.y.sum()
        self.loss = (self.z * self.y).sum() + self.total
        self.value = self.loss.item()

    def leaves(self):
        return self.x, self.w


@pytest.mark.usefixtures("soon")
def test_a_value_stays_what_was_read_and_gradients_belong_to_it(kept):
    a = np.random.default_rng(0).normal(size=(300, 7))
    for k in range(12):  # sums over axes, whose bits differ in a program
        x = leaf(a)
        y = np.sum(np.sin(x), axis=0)
        loss = np.sum(np.sqrt(y * y + 1.0))
        before = loss.item(), y.detach().numpy().copy()
        if k > 8:
            loss.backward(retain_graph=True)
        assert loss.item() == before[0]
        assert np.array_equal(y.detach().numpy(), before[1])
        x.grad = None
        loss.backward()
        assert loss.item() == before[0]
        assert np.array_equal(y.detach().numpy(), before[1])
        v = np.sum(np.sin(a), axis=0)
        np.testing.assert_allclose(x.grad, np.cos(a) * (v / np.sqrt(v * v + 1.0)), rtol=1e-12)
    assert len(kept) > 3


# ------------------------------------------------------------------------------------------------- counts
@pytest.mark.usefixtures("soon")
def test_what_is_read_and_never_swept_runs_no_program(kept):
    x = leaf([1.0, 2.0])
    for _ in range(200):
        assert (np.sin(x) * x).sum().item() == pytest.approx(np.sin(1.0) + 2 * np.sin(2.0), rel=1e-15)
    assert not kept


def test_what_is_swept_no_more_soon_runs_no_program(kept):
    x = leaf([1.0, 2.0])

    def read():
        loss = (np.sin(x) * x).sum()
        assert loss.item() == pytest.approx(np.sin(1.0) + 2 * np.sin(2.0), rel=1e-15)
        return loss

    for _ in range(100):
        read().backward()
    before = len(kept)
    assert before > 20
    for _ in range(500):
        read()
    assert len(kept) - before < 20
    for _ in range(100):
        read().backward()
    assert len(kept) - before > 30


def test_a_read_here_and_there_without_a_sweep_changes_nothing(kept):
    x = leaf([1.0, 2.0])
    for k in range(500):
        loss = (np.sin(x) * x).sum()
        loss.item()
        if k % 10:
            loss.backward()
    assert len(kept) > 350


@pytest.mark.usefixtures("soon")
def test_roots_that_take_turns_run_no_program(kept):
    for k in range(40):
        x = leaf([1.0, 2.0])
        y, z = np.sin(x).sum(), np.exp(x).sum()
        y.item()
        (y, z)[k % 2].backward()
        np.testing.assert_allclose(x.grad, (np.cos, np.exp)[k % 2]([1.0, 2.0]), rtol=1e-14)
    assert not kept


@pytest.mark.usefixtures("soon")
def test_gradients_by_some_leaves_come_to_be_those_of_a_program(kept):
    for k in range(60):
        x, w = leaf([1.0, 2.0]), leaf(3.0)
        loss = (np.sin(x) * w).sum()
        loss.item()
        wanted = [x, w] if k < 5 else [w]
        np.testing.assert_allclose(tg.autograd.grad(loss, wanted)[-1], np.sin(1.0) + np.sin(2.0), rtol=1e-14)
    assert len(kept) > 50


@pytest.mark.usefixtures("soon")
def test_gradients_that_are_not_finite_are_those_of_a_sweep(kept):
    for k in range(12):
        w = leaf(np.array([[1e200, 1.0], [0.0, 2.0]]) if k % 3 else np.eye(2))
        product = np.sum((w @ w) @ (w @ w))
        loss = np.where(w[0, 1] < -1.0, product, np.sum(w))
        loss.item()
        loss.backward()
        assert w.grad.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert kept


@pytest.mark.usefixtures("soon")
def test_an_interrupted_program_leaves_the_run_open(monkeypatch):
    a = np.array([1.0, 2.0])
    interrupted = 0
    for k in range(20):
        x = leaf(a)
        loss = (np.sin(x) * x).sum()
        if k > 3 and not interrupted:
            with monkeypatch.context() as patch:
                patch.setattr(compile_sweep.Hot, "run", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
                try:
                    loss.item()
                except KeyboardInterrupt:
                    interrupted = k
                    assert loss._family.run.backing.open
        assert loss.item() == pytest.approx((np.sin(a) * a).sum(), rel=1e-15)
        loss.backward()
        np.testing.assert_allclose(x.grad, np.sin(a) + a * np.cos(a), rtol=1e-14)
    assert interrupted


@pytest.mark.usefixtures("soon")
def test_an_interrupted_execution_comes_again(monkeypatch, kept):
    for _ in range(6):
        c = Case(0)
        c.loss.backward()
    c = Case(0)
    run = c.loss._family.run
    assert type(run.backing) is Values
    with monkeypatch.context() as patch:
        patch.setattr("tapegrad.record.frame.Frame.execute", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            c.loss.backward(retain_graph=True)
    assert type(run.backing) is Values
    c.loss.backward(retain_graph=True)
    assert type(run.backing) is Frame
    assert np.array_equal(c.x.grad.numpy(), _gradient_of(Case))


def _gradient_of(case):
    c = case(0)
    c.loss.backward(retain_graph=True)
    return c.x.grad.numpy()


# ------------------------------------------------------------------------------------------------- memory, threads
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(("read", "sweep"), [(True, True), (True, False), (False, True)])
def test_nothing_of_the_users_is_kept(read, sweep, kept):
    gone = []
    for k in range(8):
        x = leaf(np.ones(100))
        y = np.sin(x)
        loss = (y * y).sum()
        gone += [weakref.ref(x), weakref.ref(y), weakref.ref(loss), weakref.ref(loss._family.run)]
        if read:
            loss.item()
        if sweep or k < 4:
            loss.backward()
        del x, y, loss
        assert all(reference() is None for reference in gone)  # no cycles are left for the collector
    assert read is bool(kept)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("accumulates", [False, True])
def test_what_a_swept_run_leaves_are_values(accumulates):
    for _ in range(10):
        c = Case(0)
        run = c.loss._family.run
        if accumulates:
            c.w.grad = tg.tensor(1.0)
        was = type(run.backing)
        c.loss.backward()
    assert was is Values
    assert type(run.backing) is Released
    assert not run.sources
    assert len(run.backing) == 0
    assert run.backing.nbytes == 8 * (6 + 6 + 1 + 1)


@pytest.mark.usefixtures("soon")
def test_threads_have_their_own_counts(kept):
    errors = []

    def work(seed):
        try:
            rng = np.random.default_rng(seed)
            for _ in range(60):
                a = rng.normal(size=20)
                x = leaf(a)
                loss = (np.sin(x) * x).sum()
                assert abs(loss.item() - (np.sin(a) * a).sum()) < 1e-13
                loss.backward()
                np.testing.assert_allclose(x.grad, np.sin(a) + a * np.cos(a), rtol=1e-13, atol=1e-15)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    assert len(kept) > 4 * 50


@pytest.mark.usefixtures("soon")
def test_another_thread_looks_while_this_one_sweeps():
    done = threading.Event()
    shown, errors = [], []
    latest = [Case(0)]

    def look():
        try:
            while not done.is_set():
                c = latest[0]
                shown.append((c.value, c.loss.item()))
                run = c.loss._family.run
                if type(run.backing) is Values and len(shown) % 2:
                    run.frame()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=look)
    thread.start()
    wanted = None
    for _ in range(400):
        latest[0] = c = Case(0)
        c.loss.backward()
        wanted = c.x.grad.numpy() if wanted is None else wanted
        np.testing.assert_allclose(c.x.grad, wanted, rtol=1e-14)
        assert type(c.loss._family.run.backing) is Released
    done.set()
    thread.join()
    for error in errors:
        raise error
    assert shown
    assert all(one == other for one, other in shown)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("executes", [False, True])
def test_another_thread_looks_at_each_moment_of_a_sweep(executes):
    latest = []

    def look():
        c = latest[0]
        assert c.loss.item() == c.value
        run = c.loss._family.run
        if isinstance(run.backing, Values) and executes:
            run.frame()
        assert c.loss.item() == c.value

    for _ in range(_SOON + 4):
        Case(0).loss.backward()
    wanted = Case(0)
    wanted.loss.backward()
    preempting, more = Preempting(look, Random(0), often=1, chance=1.0), 1
    while more:
        latest[:] = [c] = [Case(0)]
        more = preempting.call(c.loss.backward)
        np.testing.assert_allclose(c.x.grad, wanted.x.grad, rtol=1e-14)
        assert type(c.loss._family.run.backing) is Released
        assert c.loss.item() == c.value
    assert len(preempting.places) > 20


# ------------------------------------------------------------------------------------------------- in the middle
def divided(x):
    y = 2.0 * x
    s = (y * y).sum()
    r = s.item()
    return s / r + y.sum(), 8.0 * x.detach().numpy() / r + 2.0


def chosen(x):
    y, factor = x, 1.0
    for _ in range(3):
        if np.max(y) > 1.0:
            y, factor = y * 0.5, factor * 0.5
        else:
            y, factor = y * 3.0, factor * 3.0
    return (y * y).sum(), 2.0 * factor**2 * x.detach().numpy()


@pytest.mark.parametrize("program", [divided, chosen])
def test_values_that_are_read_and_computed_with_further(program, monkeypatch):
    tree.forget()
    relayed = []
    as_ever = compiled_sweep.relayed

    def noting(attempt):
        relayed.append(len(attempt.stages))
        return as_ever(attempt)

    monkeypatch.setattr(compiled_sweep, "relayed", noting)
    rng = np.random.default_rng(2)
    for k in range(400):
        x = leaf(rng.uniform(0.5, 2.0, size=5))
        value, wanted = program(x)
        held = x * 1.0 if k % 50 == 7 else None  # which is recorded behind it
        if k % 50 == 9:
            value.backward(retain_graph=True)  # as before, and once more
            x.grad = None
        if k % 50 == 11:
            value.register_hook(lambda g: 2.0 * g)
        value.backward()
        g = x.grad.numpy()
        np.testing.assert_allclose(g / 2.0 if k % 50 == 11 else g, wanted, rtol=1e-13)
        with pytest.raises(TapeFreedError):
            value.backward()
        assert held is None or held.sum().item() == pytest.approx(x.detach().numpy().sum())
    assert len(relayed) > 100
