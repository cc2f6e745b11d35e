"""`autograd_backward` of torch for R: its example and its statements."""

from __future__ import annotations

import pytest

import tapegrad as tg
from tapegrad.errors import GradientError, TapeFreedError


def leaf(values):
    return tg.tensor(values, requires_grad=True)


def test_example():
    x = tg.tensor(1.0, requires_grad=True)
    y = 2 * x

    a = tg.tensor(1.0, requires_grad=True)
    b = 3 * a

    tg.autograd.backward([y, b])

    assert x.grad.item() == 2.0
    assert a.grad.item() == 3.0


def test_example_with_one_element_vectors():
    # torch_tensor(1) of R has shape [1]: NULL stands for 1 for any tensor of one element.
    x, a = leaf([1.0]), leaf([[1.0]])
    tg.autograd.backward([2 * x, 3 * a])
    assert x.grad.tolist() == [2.0]
    assert a.grad.tolist() == [[3.0]]


def test_sum_of_gradients_over_roots_that_share_a_leaf():
    x = leaf(3.0)
    shared = x * x
    tg.autograd.backward([shared * 2.0, shared + x])
    assert x.grad.item() == 2 * 2 * 3.0 + 2 * 3.0 + 1.0


def test_a_non_scalar_tensor_needs_its_vector():
    x = leaf([1.0, 2.0])
    with pytest.raises(GradientError, match="backward"):
        tg.autograd.backward([x * 2.0])
    tg.autograd.backward([x * 2.0], [tg.tensor([1.0, -1.0])])
    assert x.grad.tolist() == [2.0, -2.0]


def test_none_is_acceptable_for_scalars_beside_a_vector():
    x = leaf([1.0, 2.0])
    tg.autograd.backward([x * 2.0, (x * x).sum()], [tg.tensor([1.0, 10.0]), None])
    assert x.grad.tolist() == [2.0 + 2.0, 20.0 + 4.0]


def test_none_is_acceptable_for_tensors_that_do_not_require_grad():
    x = leaf(1.0)
    tg.autograd.backward([tg.tensor([1.0, 2.0]), x * 5.0], [None, None])
    assert x.grad.item() == 5.0


def test_grad_tensors_defaults_to_null():
    x = leaf(4.0)
    tg.autograd.backward([x * x])
    assert x.grad.item() == 8.0


def test_retain_graph_follows_create_graph():
    x = leaf(2.0)
    kept, freed = x**3, x**3
    tg.autograd.backward([kept], create_graph=True)
    tg.autograd.backward([kept])
    tg.autograd.backward([freed])
    with pytest.raises(TapeFreedError):
        tg.autograd.backward([freed])
    assert x.grad.item() == 3 * 12.0


def test_create_graph_gives_higher_order_products():
    x = leaf(2.0)
    tg.autograd.backward([x**3], create_graph=True)
    first, x.grad = x.grad, None
    tg.autograd.backward([first * first])
    assert x.grad.item() == 2 * (3 * 4.0) * (6 * 2.0)


def test_gradients_accumulate_and_might_need_to_be_zeroed():
    x = leaf(1.0)
    tg.autograd.backward([2 * x])
    tg.autograd.backward([3 * x])
    assert x.grad.item() == 5.0
    x.grad = None
    tg.autograd.backward([3 * x])
    assert x.grad.item() == 3.0
