"""Sweeps that return: a sealed program gives the values and gradients that a sweep gave before, and nothing else changes."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import compile_sweep, compiled_sweep, gradients
from tests.support import hot_after

soon = hot_after(1)


@pytest.fixture
def programs(monkeypatch):
    """How often programs did a sweep."""
    done = []
    for module, name in ((gradients, "release"), (compiled_sweep, "gradients")):
        before = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args, before=before: (done.append(1), before(*args))[1])
    return done


def leaf(value):
    return tg.tensor(value, requires_grad=True)


def test_a_number_of_the_users_that_equals_one_of_a_functions_own(programs):
    for c in (0.25, 0.25, 0.5, 0.25, 3.0, 0.25, 0.5, 2.0):
        x = leaf(np.arange(4.0))
        ((x * c).mean() * (x + 0.25).sum()).backward()
        a = np.arange(4.0)
        np.testing.assert_allclose(x.grad.numpy(), c / 4 * (a + 0.25).sum() + (a * c).mean(), rtol=1e-15)
    assert programs


def test_leaves_that_are_switched_or_written_meanwhile():
    for k in range(6):
        x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
        loss = (x * y * y).sum()
        if k % 2:
            y.requires_grad_(False)
        if k > 3:
            with tg.no_grad():
                x += 1.0
        loss.backward()
        assert x.grad.numpy().tolist() == [9.0, 16.0]
        assert (y.grad is None) if k % 2 else (y.grad.numpy().tolist() == [6.0, 16.0])


def test_one_leaf_in_two_versions_and_two_leaves_of_one_array():
    data = np.array([1.0, 2.0])
    for _ in range(4):
        x, y = leaf(data), leaf(data)
        z = x * x
        with tg.no_grad():
            x *= 2.0
        (z + x * y).sum().backward()
        assert x.grad.numpy().tolist() == [3.0, 6.0]
        assert y.grad.numpy().tolist() == [2.0, 4.0]


def test_index_arrays_are_told_apart_by_their_elements(programs):
    left = np.array([0, 1, 2])
    for k in range(24):
        x = leaf(np.arange(4.0))
        left[0] = k % 3
        (x[left] * x[np.array([1, 1, 3])]).sum().backward()
        wanted = np.zeros(4)
        np.add.at(wanted, left, np.arange(4.0)[[1, 1, 3]])
        np.add.at(wanted, [1, 1, 3], np.arange(4.0)[left])
        assert x.grad.numpy().tolist() == wanted.tolist()
    assert programs


def test_parameters_of_functions_are_told_apart():
    for axis in (1, 0, 1, -1, None, (0, 1), (0,), 0, 1):
        x = leaf(np.arange(6.0).reshape(2, 3))
        wanted = np.sum(np.sin(np.arange(6.0)).reshape(2, 3), axis=axis)
        np.testing.assert_allclose(np.sum(np.sin(x), axis=axis).detach().numpy(), wanted, rtol=1e-15)


def test_threads_share_programs():
    found = []

    def work(seed):
        rng = np.random.default_rng(seed)
        for _ in range(40):
            a = rng.normal(size=20)
            x = leaf(a)
            (np.sin(x) * shared).sum().backward()
            found.append(np.abs(x.grad.numpy() - np.cos(a) * weights).max())

    weights = np.arange(20.0)
    shared = tg.tensor(weights)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 160
    assert max(found) < 1e-14


def test_a_program_is_made_only_of_what_comes_often(monkeypatch):
    monkeypatch.undo()
    made = []
    as_ever = compile_sweep.sealed
    monkeypatch.setattr(compile_sweep, "sealed", lambda *args: made.append(1) or as_ever(*args))
    times = 0
    while not made:
        x = leaf([1.0, 2.0])
        (np.sin(x) * x).sum().backward()
        times += 1
    assert 64 < times < 64 + 20


def test_of_a_long_run_a_program_is_made_no_later_than_after_twice_as_many(monkeypatch):
    monkeypatch.undo()
    turns = 0
    while turns < 200 and not any(e.compiled for e in tg.debug.exits()):
        y = leaf([1.0, 2.0])
        for _ in range(50):
            y = np.cumsum(np.sin(y)) * 0.5
        y.sum().backward()
        turns += 1
    assert 100 < turns < 64 + 64 + 20


STEPS = (
    # in place, of a parameter and a gradient
    lambda w, g: w.__isub__(0.25 * g), lambda w, g: w.__iadd__(g), lambda w, g: w.__imul__(0.5), lambda w, g: w.__itruediv__(g),
    lambda w, g: w.__isub__(w), lambda w, g: w.__imul__(w * 2.0), lambda w, g: w.__isub__(0.1 * np.sqrt(g)),
)  # fmt: skip


@pytest.mark.parametrize("shape", [(), (1,), (3, 2)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_writes_of_an_optimizer(shape, dtype):
    rng = np.random.default_rng(1)
    for step in STEPS:
        for _ in range(3):
            a, b = (rng.uniform(0.5, 1.5, shape).astype(dtype) for _ in range(2))
            w, g = leaf(a), tg.tensor(b)
            before = w.detach()
            with tg.no_grad():
                step(w, g)
            step(a, b)
            np.testing.assert_array_equal(w.detach().numpy(), a)
            assert w.dtype == a.dtype
            assert w.is_leaf
            assert w.requires_grad
            assert np.array_equal(before.numpy(), a) is False or (step is STEPS[2] and not a.any())


def test_a_factor_that_is_kept_is_computed_as_ever():
    for _ in range(3):
        w, g = leaf([1.0, 2.0]), tg.tensor([0.5, 0.25])
        with tg.no_grad():
            step = 2.0 * g
            w -= step
            more = step + 1.0
        assert w.detach().numpy().tolist() == [0.0, 1.5]
        assert step.numpy().tolist() == [1.0, 0.5]
        assert more.numpy().tolist() == [2.0, 1.5]


@pytest.mark.filterwarnings("error")
def test_a_write_warns_of_no_number():
    w = leaf([1.0, 0.0])
    with tg.no_grad():
        w /= tg.tensor([0.0, 0.0])
        w *= tg.tensor([1e308, 1.0])
    assert np.isinf(w.detach().numpy()[0])
    assert np.isnan(w.detach().numpy()[1])


def test_what_a_call_writes_is_written_each_time():
    for _ in range(4):
        x, out = leaf([1.0, 2.0, 3.0]), tg.zeros(3)
        y = np.sin(x)
        np.cumsum(y, out=out)
        np.testing.assert_allclose(out.detach().numpy(), np.cumsum(np.sin([1.0, 2.0, 3.0])), rtol=1e-15)
        target = y * 1.0
        np.add.at(target, [0, 0], 1.0)
        total = np.sum(y, keepdims=True, out=tg.zeros(1))
        (out.sum() + target.sum() + total.sum()).backward()
        np.testing.assert_allclose(x.grad.numpy(), np.cos([1.0, 2.0, 3.0]) * [5.0, 4.0, 3.0], rtol=1e-14)


def test_zeros_with_other_signs_are_other_parameters():
    for zero in (0.0, -0.0, 0.0, -0.0):
        x = leaf([-1.0, 2.0])
        y = np.clip(np.sin(x), zero, 5.0)
        assert np.signbit(y.detach().numpy()[0]) == np.signbit(zero)


def test_a_reshaped_view_is_a_view_only_where_numpys_is():
    def program(x):
        y = np.sin(x)
        flat = y.reshape(-1)
        flat += 1.0
        return y.sum()

    base = np.arange(12.0).reshape(3, 4)
    for strided in (True, False, True, False, False, True):
        whole = leaf(base) * 1.0
        part = whole.T if strided else whole
        flat = part.reshape(-1)
        flat += 1.0
        assert np.array_equal(whole.detach().numpy(), base if strided else base + 1.0)
        program(leaf(base)).backward()


def test_an_overflow_that_was_not_chosen_has_no_gradient(programs):
    for k in range(12):
        w = leaf(np.array([[1e200, 1.0], [0.0, 2.0]]) if k % 3 else np.eye(2))
        product = np.sum((w @ w) @ (w @ w))
        np.where(w[0, 1] < -1.0, product, np.sum(w)).backward()
        assert w.grad.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert programs


def test_an_adjoint_of_zero_under_an_infinite_slope(programs):
    for _ in range(12):
        x = leaf([0.0, 4.0])
        y = np.sqrt(x) * 1.0
        y.backward(np.array([0.0, 1.0]))
        assert x.grad.tolist() == [0.0, 0.25]
    assert programs
