"""Runs of one call: what the first reads give, and the next ones, has the bits of the cache turned off."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import hot
from tapegrad.tape import compiled, paths, thresholds
from tapegrad.tape.keys import Elements
from tapegrad.tape.recording import tape

VECTOR = np.linspace(-1.7, 2.3, 11)
MATRIX = np.arange(9.0).reshape(3, 3) + 4.0 * np.eye(3)
CALLS = {
    "sin": (np.sin, VECTOR),
    "square of itself": (lambda x: x * x, VECTOR),
    "number on the right": (lambda x: x * 1.5, VECTOR),
    "number on the left": (lambda x: 2.0 / x, VECTOR),
    "whole number": (lambda x: x - 3, VECTOR),
    "array": (lambda x: x * VECTOR[::-1], VECTOR),
    "broadcast": (lambda x: x + MATRIX[:1], MATRIX),
    "two numbers": (lambda x: np.clip(x, -1.0, 1.0), VECTOR),
    "sum": (np.sum, VECTOR),
    "sum over an axis": (lambda x: x.sum(axis=1), MATRIX),
    "scalar": (np.exp, np.array(0.3)),
    "scalar in single precision": (np.exp, np.array(0.3, np.float32)),
    "single precision": (np.tanh, VECTOR.astype(np.float32)),
    "product": (lambda x: x @ MATRIX, MATRIX),
    "element": (lambda x: x[3], VECTOR),
    "slice": (lambda x: x[2:7], VECTOR),
    "transposed": (lambda x: x.T, MATRIX),
    "sorted": (np.sort, VECTOR[::-1].copy()),
    "joined with itself": (lambda x: np.concatenate([x, x]), VECTOR),
    "may fail": (np.linalg.cholesky, MATRIX @ MATRIX.T),
    "complex": (np.abs, VECTOR + 1j),
    "many": (lambda x: np.linalg.solve(x, np.ones(3)), MATRIX),
}


@pytest.fixture(autouse=True)
def nothing_known():
    """Let each test be the first to record its calls."""
    tg.debug.trace_cache(True)


def outcome(call, values, between):
    """Values and gradients of a call whose result is read, and of more that is made of it afterwards."""
    x = tg.tensor(values, requires_grad=True)
    y = call(x)
    between(x, y)
    seen = [y.detach().numpy()]
    z = (y * y).sum() if y.dtype.kind == "f" else y.real.sum()
    z.backward(retain_graph=True)
    seen += [z.detach().numpy(), x.grad.numpy()]
    (g,) = tg.autograd.grad(y, x, np.ones_like(y.detach().numpy()), retain_graph=True)
    return [*seen, g.numpy(), y.detach().numpy()]


def read(x, y):
    y.detach().numpy()


def read_without_gradient(x, y):
    with tg.no_grad():
        np.sin(x).numpy()


def write(x, y):
    with tg.no_grad():
        x += 1.0


@pytest.mark.parametrize("between", [read, read_without_gradient, write, lambda x, y: None])
@pytest.mark.parametrize("name", CALLS)
def test_it_has_the_bits_of_the_cache_turned_off(name, between):
    call, values = CALLS[name]
    found = [outcome(call, values, between) for _ in range(3)]
    with tg.debug.trace_cache(False):
        wanted = outcome(call, values, between)
    for seen in found:
        for a, b in zip(seen, wanted, strict=True):
            assert a.dtype == b.dtype
            assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("name", CALLS)
def test_what_was_learnt_without_gradient_serves_none_with(name):
    call, values = CALLS[name]
    for _ in range(2):
        x = tg.tensor(values * 1.0, requires_grad=True)
        with tg.no_grad():
            assert not call(x).requires_grad
            call(x).numpy()
        y = call(x)
        y.detach().numpy()
        (y if y.dtype.kind == "f" else y.real).sum().backward()
        assert np.any(x.grad.numpy() != 0)


def test_another_thread_reads_what_is_pending_and_leaves_it_so():
    x = tg.tensor(VECTOR)
    for _ in range(2):
        y = np.cos(x)
        run = y._family.run
        seen = []
        thread = threading.Thread(target=lambda: seen.append(y.numpy()))
        thread.start()
        thread.join()
        assert tape.pending is run.backing
        np.testing.assert_array_equal(seen[0], y.numpy())


def test_what_fails_is_left_behind():
    bad = tg.tensor(-np.eye(3), requires_grad=True)
    for _ in range(3):
        with pytest.raises(np.linalg.LinAlgError):
            np.linalg.cholesky(bad)
        assert tape.pending is None
        good = np.linalg.cholesky(-bad)
        np.testing.assert_array_equal(good.detach().numpy(), np.eye(3))


def test_hooks_and_retained_gradients_of_a_result_that_was_read():
    for _ in range(2):
        x = tg.tensor(VECTOR, requires_grad=True)
        y = np.sin(x)
        y.detach()
        y.retain_grad()
        y.register_hook(lambda g: 2.0 * g)
        (y * 3.0).sum().backward()
        np.testing.assert_array_equal(y.grad.numpy(), np.full(11, 6.0))
        np.testing.assert_allclose(x.grad.numpy(), 6.0 * np.cos(VECTOR), rtol=1e-14)


def test_nothing_of_the_users_is_kept_by_keys():
    def body(carry, x):
        return carry * 0.5 + x, carry

    x = tg.tensor(VECTOR, requires_grad=True)
    chosen = np.array([0, 2])
    for _ in range(3):
        assert x[chosen].detach().numpy().tolist() == VECTOR[[0, 2]].tolist()
        tg.scan(body, x[0], x)[1].detach().numpy()
        np.sum(x.reshape(11, 1), axis=1).detach().numpy()

    def parts(key):
        for part in key:
            yield from parts(part) if isinstance(part, tuple) else [part]

    kept = [part for key in paths.nothing.node.next for part in parts(key)]
    arrays = [part.array for part in kept if isinstance(part, Elements)]
    assert arrays
    assert not any(np.shares_memory(array, chosen) or array.flags.writeable for array in arrays)
    plain = (int, float, str, type, np.dtype, Elements)
    assert all(part is None or isinstance(part, plain) or part is ... for part in kept)


@pytest.mark.parametrize("order", [1, -1])
def test_parameters_that_are_equal_and_of_other_types_are_told_apart(order):
    x = tg.tensor(MATRIX, requires_grad=True)
    for index in [1, True, (1, 1), (True, 1), 0, False, slice(0, 1), slice(False, True), (0, None), (0, 0)][::order]:
        np.testing.assert_array_equal(x[index].detach().numpy(), MATRIX[index])


@pytest.mark.parametrize("name", ["sin", "number on the left", "sum", "sum over an axis", "single precision", "product", "may fail", "complex"])  # fmt: skip
@pytest.mark.parametrize("grad", [True, False])
def test_reads_that_return_come_to_be_given_by_programs(name, grad, monkeypatch):
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 2)
    monkeypatch.setattr(thresholds, "VALUES_ALONE", 1)
    monkeypatch.setattr(compiled, "_codes", {})  # so that nothing is known of what may fail
    given = []
    for what in ("known", "held"):
        as_ever = getattr(hot, what)
        monkeypatch.setattr(
            hot, what, lambda *args, as_ever=as_ever: (found := as_ever(*args), given.append(found is None))[0]
        )
    f, a = CALLS[name]
    close = 1e-6 if a.dtype == np.float32 else 1e-14
    for k in range(60):
        x = tg.tensor(a * (1.0 + 0.01 * k), requires_grad=grad)
        y = f(x)
        np.testing.assert_allclose(y.detach().numpy(), f(x.detach().numpy()), rtol=close, atol=close)
        if grad and k % 20 == 19:
            y.sum().backward()
            copy = tg.tensor(x.detach().numpy(), requires_grad=True)
            with tg.Tape():
                f(copy).sum().backward()
            np.testing.assert_allclose(x.grad.numpy(), copy.grad.numpy(), rtol=10 * close, atol=close)
    assert any(given) is (name not in ("may fail", "complex"))
