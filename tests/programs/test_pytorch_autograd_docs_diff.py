"""The change to the documentation of PyTorch's `backward` and `grad` that spoke of the "vector": each statement."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError, TapeFreedError

JACOBIAN = np.array([[2.0, -1.0, 0.5], [0.0, 3.0, 1.0]])


def leaf(values):
    return tg.tensor(values, requires_grad=True)


def nonlinear(x):
    """Two outputs of three inputs, and its Jacobian by hand."""
    outputs = np.stack([x[0] * x[1], np.sin(x[2]) * x[0]])
    a, b, c = x.tolist()
    return outputs, np.array([[b, a, 0.0], [np.sin(c), 0.0, a * np.cos(c)]])


# ------------------------------------------------------------------------------------------------- backward


def test_backward_of_a_non_scalar_computes_the_vector_jacobian_product():
    x = leaf([0.3, -2.0, 1.1])
    outputs, jacobian = nonlinear(x)
    vector = np.array([1.5, -4.0])
    tg.autograd.backward(outputs, vector)
    np.testing.assert_allclose(x.grad.numpy(), vector @ jacobian, rtol=1e-14)


def test_backward_additionally_requires_grad_tensors_for_a_non_scalar():
    x = leaf([0.3, -2.0, 1.1])
    with pytest.raises(GradientError):
        tg.autograd.backward(nonlinear(x)[0])
    assert x.grad is None


def test_backward_takes_the_sum_of_vector_jacobian_products_over_tensors():
    x = leaf([0.3, -2.0, 1.1])
    outputs, jacobian = nonlinear(x)
    tg.autograd.backward([outputs, JACOBIAN @ x], [tg.tensor([1.0, 2.0]), tg.tensor([3.0, 4.0])])
    np.testing.assert_allclose(
        x.grad.numpy(), np.array([1.0, 2.0]) @ jacobian + np.array([3.0, 4.0]) @ JACOBIAN, rtol=1e-14
    )


def test_backward_needs_a_sequence_of_matching_length():
    x = leaf(1.0)
    with pytest.raises(ArgumentError, match="2 outputs and 1 seeds"):
        tg.autograd.backward([x * 1.0, x * 2.0], [None])


def test_backward_takes_none_for_scalars_and_for_tensors_that_do_not_require_grad():
    x, plain = leaf([1.0, 2.0]), tg.tensor([5.0, 6.0])
    tg.autograd.backward([x.sum(), plain, x * x], [None, None, tg.tensor([1.0, 1.0])])
    assert x.grad.tolist() == [3.0, 5.0]


def test_backward_without_grad_tensors_where_none_would_do_for_all():
    x = leaf([1.0, 2.0])
    tg.autograd.backward([x.sum(), tg.tensor([5.0, 6.0])])
    assert x.grad.tolist() == [1.0, 1.0]


def test_backward_accumulates_in_the_leaves():
    x = leaf(2.0)
    tg.autograd.backward(x * x)
    tg.autograd.backward(x * x)
    assert x.grad.item() == 8.0


def test_backward_frees_the_graph_unless_it_is_retained():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, retain_graph=True)
    tg.autograd.backward(y)
    with pytest.raises(TapeFreedError):
        tg.autograd.backward(y)


# ----------------------------------------------------------------------------------------------------- grad


def test_grad_computes_and_returns_the_sum_of_gradients():
    x = leaf([0.3, -2.0, 1.1])
    outputs, jacobian = nonlinear(x)
    (g,) = tg.autograd.grad([outputs, (x * x).sum()], [x], [tg.tensor([1.0, 2.0]), None])
    np.testing.assert_allclose(g.numpy(), np.array([1.0, 2.0]) @ jacobian + 2 * x.detach().numpy(), rtol=1e-14)


def test_grad_outputs_are_the_vector():
    x = leaf([0.3, -2.0, 1.1])
    (g,) = tg.autograd.grad(JACOBIAN @ x, x, grad_outputs=tg.tensor([1.0, -1.0]))
    np.testing.assert_array_equal(g.numpy(), np.array([1.0, -1.0]) @ JACOBIAN)


def test_grad_outputs_match_the_length_of_outputs():
    x = leaf(1.0)
    with pytest.raises(ArgumentError, match="grad: got 1 outputs and 2 seeds"):
        tg.autograd.grad([x * 2.0], [x], [None, None])


def test_grad_takes_none_for_an_output_that_does_not_require_grad():
    x = leaf([1.0, 2.0])
    (g,) = tg.autograd.grad([x * 4.0, tg.tensor([1.0, 1.0])], [x], [tg.tensor([1.0, 2.0]), None])
    assert g.tolist() == [4.0, 8.0]


def test_grad_without_grad_outputs_where_none_would_do_for_all():
    x = leaf([1.0, 2.0])
    (g,) = tg.autograd.grad([x.sum(), (x * x).sum()], x)
    assert g.tolist() == [3.0, 5.0]


def test_grad_returns_only_what_the_inputs_ask_for_and_accumulates_nothing():
    x, w = leaf(2.0), leaf(3.0)
    gradients = tg.autograd.grad(x * w, [x])
    assert isinstance(gradients, tuple)
    assert [g.item() for g in gradients] == [3.0]
    assert x.grad is None
    assert w.grad is None


def test_grad_frees_the_graph_unless_it_is_retained():
    x = leaf(2.0)
    y = x**3
    assert tg.autograd.grad(y, x, retain_graph=True)[0].item() == 12.0
    assert tg.autograd.grad(y, x)[0].item() == 12.0
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(y, x)
