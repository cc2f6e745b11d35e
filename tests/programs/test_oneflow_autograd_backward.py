"""`flow.autograd.backward` of OneFlow: both of its listings, and the statements of its documentation."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError, TapeFreedError


def leaf(values):
    return tg.tensor(values, requires_grad=True)


def run_what_is_pending():
    """The open run holds its inputs until it is executed."""
    (tg.tensor(1.0) * 1.0).item()


def test_example_1_positional_arguments_in_its_order():
    # backward(outputs, out_grads, retain_graph, create_graph)
    x = leaf([1.0, 2.0])
    y = x * x
    tg.autograd.backward(y, tg.tensor([1.0, 1.0]), True, False)
    tg.autograd.backward(y, tg.tensor([1.0, 1.0]), False, False)
    assert x.grad.tolist() == [4.0, 8.0]


def test_example_1_takes_a_tensor_or_a_sequence_of_tensors():
    x = leaf([1.0, 2.0])
    tg.autograd.backward(x * x, tg.tensor([1.0, 1.0]))
    tg.autograd.backward([x * x], [tg.tensor([1.0, 1.0])])
    tg.autograd.backward((x * x,), (tg.tensor([1.0, 1.0]),))
    assert x.grad.tolist() == [6.0, 12.0]


def test_example_1_out_grads_may_be_none():
    x = leaf(3.0)
    tg.autograd.backward(x * x, None)
    assert x.grad.item() == 6.0


def test_example_2_keyword_arguments():
    x = leaf([1.0, 2.0])
    y = x * x
    tg.autograd.backward(tensors=[y], grad_tensors=[tg.tensor([1.0, 2.0])], retain_graph=False, create_graph=False)
    assert x.grad.tolist() == [2.0, 8.0]


def test_example_2_returns_none():
    x = leaf(1.0)
    assert tg.autograd.backward(x * 2.0, None) is None


def test_sum_of_gradients_with_respect_to_graph_leaves():
    x, w = leaf(2.0), leaf(3.0)
    tg.autograd.backward([x * w, w * w])
    assert (x.grad.item(), w.grad.item()) == (3.0, 8.0)


def test_chain_rule():
    x = leaf(0.5)
    tg.autograd.backward(np.log(np.cosh(x)))
    assert x.grad.item() == pytest.approx(np.tanh(0.5), rel=1e-14)


def test_non_scalar_tensors_require_grad_tensors():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(GradientError, match=r"\(2, 2\)"):
        tg.autograd.backward(x * 1.0)
    tg.autograd.backward(x * 1.0, tg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert x.grad.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_a_sequence_of_another_length_is_refused():
    x = leaf(1.0)
    with pytest.raises(ArgumentError):
        tg.autograd.backward([x * 1.0], [None, None])


def test_none_for_tensors_that_do_not_need_gradients():
    x = leaf(1.0)
    tg.autograd.backward([x * 2.0, tg.tensor([1.0, 2.0])], [None, None])
    assert x.grad.item() == 2.0


@pytest.mark.parametrize("reset", [lambda t: t.zero_grad(), lambda t: setattr(t, "grad", None)])
def test_accumulation_and_both_ways_to_reset(reset):
    x = leaf(1.0)
    tg.autograd.backward(x * 2.0)
    tg.autograd.backward(x * 2.0)
    assert x.grad.item() == 4.0
    reset(x)
    tg.autograd.backward(x * 2.0)
    assert x.grad.item() == 2.0


def test_zeroing_the_values_of_the_gradient_works_too():
    x = leaf([1.0, 2.0])
    tg.autograd.backward((x * x).sum())
    x.grad[...] = 0.0
    tg.autograd.backward((x * x).sum())
    assert x.grad.tolist() == [2.0, 4.0]


@pytest.mark.usefixtures("only_new_objects")
def test_note_create_graph_makes_a_cycle_that_resetting_the_gradient_breaks():
    x = leaf(2.0)
    tg.autograd.backward(x**3, create_graph=True)
    alive = weakref.ref(x)
    x.grad = None
    del x
    run_what_is_pending()
    gc.collect()
    assert alive() is None


@pytest.mark.usefixtures("only_new_objects")
def test_note_grad_with_create_graph_makes_no_cycle():
    gc.collect()
    gc.disable()
    try:
        x = leaf(2.0)
        (g,) = tg.autograd.grad(x**3, x, create_graph=True)
        alive = weakref.ref(x)
        assert g.item() == 12.0
        del x, g
        assert alive() is None
    finally:
        gc.enable()


def test_retain_graph_false_resets_the_graph():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, None, retain_graph=False)
    with pytest.raises(TapeFreedError):
        tg.autograd.backward(y, None)


def test_retain_graph_defaults_to_the_value_of_create_graph():
    x = leaf(2.0)
    y = x * x
    tg.autograd.backward(y, None, create_graph=True)
    tg.autograd.backward(y, None)
    assert x.grad.item() == 8.0


def test_create_graph_allows_higher_order_derivative_products():
    x = leaf([1.0, 2.0])
    tg.autograd.backward((x**3).sum(), create_graph=True)
    (hvp,) = tg.autograd.grad(x.grad, x, tg.tensor([1.0, 10.0]))
    assert hvp.tolist() == [6.0, 120.0]
