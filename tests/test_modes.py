"""`no_grad`, `enable_grad`, `set_grad_enabled`, `is_grad_enabled`."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from support import leaf


@pytest.mark.parametrize("values", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
def test_no_grad_records_nothing_for_gradients(values):
    x = leaf(values)
    with tg.no_grad():
        y = np.sin(x) * x
    assert not y.requires_grad
    assert y.is_leaf
    assert x.requires_grad


@pytest.mark.parametrize("values", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
@pytest.mark.parametrize("op", [lambda x: x * 0.5, np.sin, lambda x: x + x, lambda x: x.reshape(-1), lambda x: x[...]])
def test_a_value_made_under_no_grad_is_a_constant_afterwards(values, op):
    x = leaf(values)
    before = op(x) * 1.0
    with tg.no_grad():
        constant = op(x)
    after = op(x) * 1.0
    total = (constant * x.reshape(constant.shape)).sum() + 0.0 * (before.sum() + after.sum())
    total.backward()
    np.testing.assert_allclose(x.grad.numpy().reshape(constant.shape), constant.numpy(), rtol=1e-15)


def test_every_kind_of_op_obeys_no_grad():
    x = leaf(np.arange(6.0).reshape(2, 3) + 1.0)
    with tg.no_grad():
        results = [
            x + 1.0, 2.0 - x, x @ x.T, x.sum(), x.mean(0), x[0], x[0, 1], x[[1, 0]], x.T, x.reshape(3, 2), np.where(x > 2, x, 0.0),
            np.concatenate([x, x]), np.stack([x, x]), x.max(), np.prod(x), np.cumsum(x), x.clone(), x**2, -x, abs(x),
            x.astype(np.float32), np.einsum("ij,ij->", x, x), np.linalg.norm(x),
        ]  # fmt: skip
    assert [k for k, r in enumerate(results) if r.requires_grad] == []


def test_enable_grad_inside_no_grad():
    x = leaf(3.0)
    with tg.no_grad():
        a = x * x
        with tg.enable_grad():
            b = x * x
        c = x * x
    assert [t.requires_grad for t in (a, b, c)] == [False, True, False]
    (a + b + c).backward()
    assert x.grad.item() == 6.0


@pytest.mark.parametrize("enabled", [False, True])
def test_set_grad_enabled_as_a_context(enabled):
    x = leaf(3.0)
    with tg.set_grad_enabled(enabled):
        assert tg.is_grad_enabled() is enabled
        y = x * x
    assert tg.is_grad_enabled()
    assert y.requires_grad is enabled


def test_set_grad_enabled_as_a_statement():
    x = leaf(3.0)
    try:
        tg.set_grad_enabled(False)
        assert not tg.is_grad_enabled()
        assert not (x * x).requires_grad
    finally:
        tg.set_grad_enabled(True)
    assert (x * x).requires_grad


def test_the_mode_returns_after_an_exception():
    with pytest.raises(KeyError), tg.no_grad():
        raise KeyError
    assert tg.is_grad_enabled()


@pytest.mark.parametrize("mode", [tg.no_grad, tg.enable_grad, lambda: tg.set_grad_enabled(False)])
def test_modes_are_decorators(mode):
    x = leaf(2.0)

    @mode()
    def square(t):
        """Docs."""
        return t * t

    assert square.__name__ == "square"
    assert square.__doc__ == "Docs."
    assert square(x).requires_grad is (mode is tg.enable_grad)
    assert tg.is_grad_enabled()
    assert square(x).requires_grad is (mode is tg.enable_grad)


def test_one_object_nests():
    quiet = tg.no_grad()
    with quiet:
        with quiet:
            assert not tg.is_grad_enabled()
        assert not tg.is_grad_enabled()
    assert tg.is_grad_enabled()


def test_a_decorated_recursive_function():
    @tg.no_grad()
    def countdown(n):
        assert not tg.is_grad_enabled()
        return n if n == 0 else countdown(n - 1)

    assert countdown(5) == 0
    assert tg.is_grad_enabled()


def test_a_new_thread_starts_enabled():
    seen = []
    with tg.no_grad():
        thread = threading.Thread(target=lambda: seen.append(tg.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_leaves_can_be_made_under_no_grad():
    with tg.no_grad():
        x = leaf(2.0)
    assert x.requires_grad
    (x * x).backward()
    assert x.grad.item() == 4.0


def test_backward_works_under_no_grad():
    x = leaf(2.0)
    y = x * x
    with tg.no_grad():
        y.backward()
    assert x.grad.item() == 4.0


def test_create_graph_records_under_no_grad():
    x = leaf(2.0)
    y = x**3
    with tg.no_grad():
        (g,) = tg.autograd.grad(y, x, create_graph=True)
        assert not tg.is_grad_enabled()
    assert tg.autograd.grad(g, x)[0].item() == 12.0


def test_gradients_of_a_plain_backward_do_not_require_grad():
    x = leaf(2.0)
    (x * x).backward()
    assert not x.grad.requires_grad


def test_switching_within_one_expression_chain():
    x = leaf(0.5)
    y = x
    expected = 1.0
    for k in range(20):
        if k % 3 == 2:
            with tg.no_grad():
                shift = y * 0.5
            y = y - shift * x
            expected = expected - shift.item()
        else:
            y = y * 1.01
            expected *= 1.01
    y.backward()
    # d(y - shift*x)/dx with shift constant, followed by hand through the loop
    value, derivative = 0.5, 1.0
    for k in range(20):
        if k % 3 == 2:
            value, derivative = value - value * 0.5 * 0.5, derivative - value * 0.5
        else:
            value, derivative = value * 1.01, derivative * 1.01
    assert x.grad.item() == pytest.approx(derivative, rel=1e-13)
    assert y.item() == pytest.approx(value, rel=1e-13)
