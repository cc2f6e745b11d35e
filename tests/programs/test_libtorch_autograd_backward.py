"""`torch::autograd::backward` of libtorch: each statement of its page, with expected values computed by hand."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError, TapeFreedError


def leaf(values):
    return tg.tensor(values, requires_grad=True)


def test_signature_names_and_defaults():
    parameters = inspect.signature(tg.autograd.backward).parameters
    assert list(parameters) == ["tensors", "grad_tensors", "retain_graph", "create_graph", "inputs"]
    assert parameters["grad_tensors"].default is None
    assert parameters["retain_graph"].default is None
    assert parameters["create_graph"].default is False
    assert parameters["inputs"].default is None


def test_computes_the_sum_of_gradients_with_respect_to_graph_leaves():
    x, w = leaf(2.0), leaf(5.0)
    assert tg.autograd.backward([x * w, x**3]) is None
    assert x.grad.item() == 5.0 + 3 * 2.0**2
    assert w.grad.item() == 2.0


def test_the_graph_is_differentiated_using_the_chain_rule():
    x = leaf(0.3)
    tg.autograd.backward(np.exp(np.sin(x * x)))
    assert x.grad.item() == pytest.approx(np.exp(np.sin(0.09)) * np.cos(0.09) * 0.6, rel=1e-14)


def test_a_non_scalar_tensor_requires_grad_tensors():
    x = leaf([1.0, 2.0])
    with pytest.raises(GradientError, match="backward: the seed can be left out only for an output of one element"):
        tg.autograd.backward(x * x)
    assert x.grad is None


def test_grad_tensors_are_the_vector_of_the_vector_jacobian_product():
    matrix = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    x = leaf([0.5, -1.0, 2.0])
    vector = np.array([10.0, -1.0])
    tg.autograd.backward(matrix @ x, tg.tensor(vector))
    np.testing.assert_array_equal(x.grad.numpy(), matrix.T @ vector)


@pytest.mark.parametrize("seeds", [[], [1.0], [1.0, 1.0, 1.0]])
def test_grad_tensors_is_a_sequence_of_matching_length(seeds):
    x = leaf(1.0)
    with pytest.raises(ArgumentError, match=f"backward: got 2 outputs and {len(seeds)} seeds"):
        tg.autograd.backward([x * 2.0, x * 3.0], [tg.tensor(s) for s in seeds])
    assert x.grad is None


def test_an_empty_vector_entry_is_acceptable_for_tensors_that_need_no_gradient():
    x, plain = leaf([1.0, 2.0]), tg.tensor([1.0, 2.0, 3.0])
    tg.autograd.backward([x * 3.0, plain], [tg.tensor([1.0, 10.0]), None])
    np.testing.assert_array_equal(x.grad.numpy(), [3.0, 30.0])


def test_gradients_accumulate_in_the_leaves_until_they_are_zeroed():
    x = leaf(3.0)
    for expected in (6.0, 12.0):
        tg.autograd.backward(x * x)
        assert x.grad.item() == expected
    x.zero_grad()
    tg.autograd.backward(x * x)
    assert x.grad.item() == 6.0


def test_grad_tensors_is_optional_where_every_entry_could_be_empty():
    x = leaf(2.0)
    tg.autograd.backward([x * x, x * 7.0])
    assert x.grad.item() == 4.0 + 7.0


def test_retain_graph_false_frees_the_graph():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, retain_graph=False)
    with pytest.raises(TapeFreedError):
        tg.autograd.backward(y)
    assert x.grad.item() == 4.0


def test_retain_graph_true_keeps_it():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, retain_graph=True)
    tg.autograd.backward(y)
    assert x.grad.item() == 8.0


def test_retain_graph_defaults_to_the_value_of_create_graph():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, create_graph=True)
    tg.autograd.backward(y)
    assert x.grad.item() == 8.0


def test_create_graph_allows_higher_order_derivative_products():
    x = leaf(2.0)
    tg.autograd.backward(x**4, create_graph=True)
    assert x.grad.requires_grad
    (second,) = tg.autograd.grad(x.grad, x)
    assert second.item() == 12 * 2.0**2


def test_create_graph_defaults_to_false():
    x = leaf(2.0)
    tg.autograd.backward(x**4)
    assert not x.grad.requires_grad


def test_inputs_accumulate_and_all_other_tensors_are_ignored():
    x, w = leaf(2.0), leaf(5.0)
    w.grad = tg.tensor(1.5)
    tg.autograd.backward(x * w, inputs=[x])
    assert x.grad.item() == 5.0
    assert w.grad.item() == 1.5


def test_without_inputs_all_leaves_accumulate():
    leaves = [leaf(float(k)) for k in range(1, 5)]
    tg.autograd.backward(leaves[0] * leaves[1] + leaves[2] * leaves[3])
    assert [t.grad.item() for t in leaves] == [2.0, 1.0, 4.0, 3.0]
