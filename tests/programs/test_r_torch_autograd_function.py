"""`autograd_function` of torch for R: what its page says of the history, and its example's gradient."""

from __future__ import annotations

import re

import numpy as np
import pytest

import tapegrad as tg


def leaf(values):
    return tg.tensor(values, requires_grad=True)


def test_every_operation_records_that_it_happened():
    with tg.Tape() as tape:
        x = leaf(2.0)
        y = np.exp(x)
        z = y * y
        w = z - x
    listing = str(tape)
    for name in ("exp", "multiply", "subtract"):
        assert f"= {name}(" in listing
    assert len(tape) == 4  # x, and the three
    assert w.item() == pytest.approx(np.exp(4.0) - 2.0, rel=1e-15)


def test_the_history_holds_data_dependencies():
    with tg.Tape() as tape:
        x = leaf(2.0)
        y = np.sin(x)
        z = np.cos(y)
    assert z.requires_grad
    assert re.search(r"%1 += sin\(%0\)", str(tape))
    assert re.search(r"%2 += cos\(%1\)", str(tape))


def test_an_operation_on_constants_has_no_history():
    y = np.exp(tg.tensor(1.0))
    assert not y.requires_grad
    assert y.is_leaf


def test_the_graph_is_processed_in_topological_order():
    # A diamond: the gradient of `a` is complete only after both users of it were processed.
    x = leaf(0.7)
    a = np.sin(x)
    b, c = a * 3.0, a * a
    d = b * c + a
    d.backward()
    s = np.sin(0.7)
    assert x.grad.item() == pytest.approx((9 * s**2 + 1) * np.cos(0.7), rel=1e-14)


def test_returned_gradients_are_passed_on_to_the_next_function():
    x = leaf(0.7)
    a = np.sin(x)
    b = np.exp(a)
    c = b * 2.0
    gradients = tg.autograd.grad(c, [c, b, a, x])
    s = np.sin(0.7)
    expected = [1.0, 2.0, 2 * np.exp(s), 2 * np.exp(s) * np.cos(0.7)]
    np.testing.assert_allclose([g.item() for g in gradients], expected, rtol=1e-14)


def test_a_function_of_several_inputs_gives_the_gradient_of_each():
    x, y = leaf(2.0), leaf(3.0)
    np.power(x, y).backward()
    assert x.grad.item() == pytest.approx(3 * 2.0**2, rel=1e-15)
    assert y.grad.item() == pytest.approx(8 * np.log(2.0), rel=1e-15)


def test_only_inputs_that_need_a_gradient_get_one():
    x, y = leaf(2.0), tg.tensor(3.0)
    (x * y).backward()
    assert x.grad.item() == 3.0
    assert y.grad is None


def test_example_exp2():
    # The example's function is exp, with grad_output * result as its gradient.
    i = leaf([0.0, 1.0, -2.0])
    grad_output = np.array([1.0, 10.0, 100.0])
    result = np.exp(i)
    result.backward(tg.tensor(grad_output))
    np.testing.assert_allclose(i.grad.numpy(), grad_output * np.exp([0.0, 1.0, -2.0]), rtol=1e-15)
