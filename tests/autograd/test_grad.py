"""`grad`: results in the order of the inputs, unused inputs, batches of seeds."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, TapeFreedError
from tests.support import leaf


def test_signature():
    parameters = inspect.signature(tg.autograd.grad).parameters
    assert {k: p.default for k, p in parameters.items() if p.default is not p.empty} == {
        "grad_outputs": None,
        "retain_graph": None,
        "create_graph": False,
        "allow_unused": None,
        "is_grads_batched": False,
        "materialize_grads": False,
    }
    assert list(parameters)[:2] == ["outputs", "inputs"]


def test_a_tuple_in_the_order_of_the_inputs():
    x, y = leaf(2.0), leaf([1.0, 3.0])
    out = (x * y * y).sum()
    assert [g.tolist() for g in tg.autograd.grad(out, [y, x])] == [[4.0, 12.0], 10.0]


def test_a_single_input_gives_a_tuple_of_one():
    x = leaf(2.0)
    result = tg.autograd.grad(x * x, x)
    assert isinstance(result, tuple)
    assert [g.item() for g in result] == [4.0]


def test_grad_attributes_are_left_alone():
    x = leaf(2.0)
    kept = x.grad = tg.tensor(9.0)
    tg.autograd.grad(x * x, x)
    assert x.grad is kept
    assert kept.item() == 9.0


def test_an_input_named_twice():
    x = leaf(2.0)
    assert [g.item() for g in tg.autograd.grad(x * x, [x, x])] == [4.0, 4.0]


def test_results_as_inputs():
    x = leaf([1.0, 2.0])
    y = x * x
    z = y.sum()
    gy, gz = tg.autograd.grad(z * z, [y, z])
    assert gz.item() == 10.0
    assert gy.tolist() == [10.0, 10.0]


def test_the_output_as_input():
    x = leaf([1.0, 2.0])
    y = x * x
    (g,) = tg.autograd.grad(y, y, tg.tensor([3.0, 4.0]))
    assert g.tolist() == [3.0, 4.0]


def test_a_leaf_as_output_and_input():
    x = leaf([1.0, 2.0])
    (g,) = tg.autograd.grad(x, x, tg.tensor([3.0, 4.0]))
    assert g.tolist() == [3.0, 4.0]


def test_no_gradient_flows_past_a_leaf_that_is_not_asked_for():
    x, w = leaf(2.0), leaf(3.0)
    (g,) = tg.autograd.grad([x * w, w], [x])
    assert g.item() == 3.0


def test_gradients_have_the_dtype_of_their_inputs():
    x = leaf(np.float32([1.0, 2.0]))
    y = x * 2.0
    (gx,) = tg.autograd.grad((y * tg.tensor([1.0, 3.0])).sum(), x)
    assert gx.dtype == np.float32
    assert gx.tolist() == [2.0, 6.0]


# ----------------------------------------------------------------------------------------------- unused inputs


def test_an_unused_input_is_an_error():
    x, w = leaf(2.0), leaf(1.0)
    y = x * x
    with pytest.raises(GradientError, match="grad: input 1 was not used"):
        tg.autograd.grad(y, [x, w])
    assert tg.autograd.grad(y, x)[0].item() == 4.0  # nothing was consumed


def test_allow_unused_gives_none():
    x, w = leaf(2.0), leaf(1.0)
    gx, gw = tg.autograd.grad(x * x, [x, w], allow_unused=True)
    assert gx.item() == 4.0
    assert gw is None


def test_an_unused_result_gives_none_too():
    x = leaf(2.0)
    y, z = x * x, x * 3.0
    gz, gx = tg.autograd.grad(y, [z, x], allow_unused=True)
    assert gz is None
    assert gx.item() == 4.0


@pytest.mark.parametrize("create_graph", [False, True])
def test_materialize_grads_gives_zeros(create_graph):
    x, w = leaf(2.0), leaf(np.float32([[1.0, 2.0]]))
    gx, gw = tg.autograd.grad(x * x, [x, w], materialize_grads=True, create_graph=create_graph)
    assert gx.item() == 4.0
    assert (gw.shape, gw.dtype, gw.tolist()) == ((1, 2), np.float32, [[0.0, 0.0]])
    assert gw.requires_grad is create_graph


def test_materialize_grads_does_not_go_with_allow_unused_false():
    x = leaf(2.0)
    with pytest.raises(ArgumentError, match="allow_unused=False"):
        tg.autograd.grad(x * x, x, materialize_grads=True, allow_unused=False)


def test_a_used_input_of_gradient_zero_is_not_none():
    x = leaf([1.0, 2.0])
    (g,) = tg.autograd.grad((x * 0.0).sum(), x, allow_unused=True)
    assert g.tolist() == [0.0, 0.0]


def test_an_input_that_only_a_detached_value_reads_is_unused():
    x = leaf(2.0)
    y = leaf(1.0)
    (g,) = tg.autograd.grad(y * x.detach(), x, allow_unused=True)
    assert g is None


# -------------------------------------------------------------------------------------------------- refusals


def test_empty_inputs_is_an_error():
    x = leaf(2.0)
    with pytest.raises(ArgumentError, match="grad: inputs is empty"):
        tg.autograd.grad(x * x, [])


def test_inputs_must_require_grad():
    x = leaf(2.0)
    with pytest.raises(GradientError, match="grad: an input does not require grad"):
        tg.autograd.grad(x * x, [x, tg.tensor(1.0)])


def test_inputs_must_be_tensors():
    x = leaf(2.0)
    with pytest.raises(DtypeError, match="grad: inputs must be Tensors, got str"):
        tg.autograd.grad(x * x, ["x"])


def test_outputs_must_be_tensors():
    x = leaf(2.0)
    with pytest.raises(DtypeError, match="grad: outputs must be Tensors, got float"):
        tg.autograd.grad([x * x, 1.0], [x])


def test_outputs_must_require_grad():
    x = leaf(2.0)
    with pytest.raises(GradientError, match="grad: no output requires grad"):
        tg.autograd.grad(x.detach() * 2.0, x)


# --------------------------------------------------------------------------------------------- batches of seeds


def test_batched_seeds_give_a_jacobian():
    x = leaf([0.3, -1.0, 2.0])
    y = np.stack([x[0] * x[1], x[1] * x[2], x[2] * x[0], x.sum()])
    (jacobian,) = tg.autograd.grad(y, x, np.eye(4), is_grads_batched=True)
    a, b, c = x.tolist()
    np.testing.assert_allclose(jacobian.numpy(), [[b, a, 0], [0, c, b], [c, 0, a], [1, 1, 1]], rtol=1e-15)


def test_batched_seeds_of_several_outputs_and_inputs():
    x, w = leaf([1.0, 2.0]), leaf(3.0)
    seeds = [tg.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), tg.tensor([1.0, 2.0, 3.0])]
    gx, gw = tg.autograd.grad([x * w, x.sum()], [x, w], seeds, is_grads_batched=True)
    assert gx.tolist() == [[4.0, 1.0], [2.0, 5.0], [6.0, 6.0]]
    assert gw.tolist() == [1.0, 2.0, 3.0]


def test_batched_seeds_consume_the_tape_once():
    x = leaf([1.0, 2.0])
    y = x * x
    tg.autograd.grad(y, x, np.eye(2), is_grads_batched=True)
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(y, x, np.ones(2))


def test_batched_seeds_of_shapes_that_do_not_fit():
    x = leaf([1.0, 2.0])
    y = x * x
    with pytest.raises(ShapeError, match="seed 0"):
        tg.autograd.grad(y, x, np.ones((3, 3)), is_grads_batched=True)
    with pytest.raises(ShapeError, match="leading length"):
        tg.autograd.grad([y, y], x, [np.ones((3, 2)), np.ones((2, 2))], is_grads_batched=True)
    with pytest.raises(ArgumentError, match="is_grads_batched"):
        tg.autograd.grad([y, y.sum()], x, [np.ones((3, 2)), None], is_grads_batched=True)
    assert tg.autograd.grad(y, x, np.ones(2))[0].tolist() == [2.0, 4.0]


def test_batched_unused_inputs():
    x, w = leaf([1.0, 2.0]), leaf(1.0)
    y = x * x
    gx, gw = tg.autograd.grad(y, [x, w], np.eye(2), is_grads_batched=True, allow_unused=True)
    assert gx.tolist() == [[2.0, 0.0], [0.0, 4.0]]
    assert gw is None


def test_batched_with_create_graph():
    x = leaf([1.0, 2.0])
    (jacobian,) = tg.autograd.grad(x**3, x, np.eye(2), is_grads_batched=True, create_graph=True)
    (g,) = tg.autograd.grad(jacobian.sum(), x)
    assert g.tolist() == [6.0, 12.0]


@pytest.mark.parametrize("seeds", [np.ones(3), np.eye(3)], ids=["one", "a batch"])
@pytest.mark.parametrize("create_graph", [False, True])
def test_a_refused_sweep_leaves_no_mark(seeds, create_graph):
    x, w, u = (leaf(v * np.ones(3)) for v in (2.0, 3.0, 4.0))
    y = x * w
    with pytest.raises(GradientError, match="input 1 was not used"):
        tg.autograd.grad(
            y, [x, u], seeds, is_grads_batched=seeds.ndim == 2, retain_graph=True, create_graph=create_graph
        )
    y.backward(np.ones(3))
    assert (x.grad.tolist(), w.grad.tolist(), u.grad) == ([3.0] * 3, [2.0] * 3, None)


@pytest.mark.parametrize("batched", [False, True])
def test_materialized_zeros_within_a_recording(batched):
    """They are constants of it, also where the sweep is recorded to be differentiated."""

    def slopes(x, y):
        seeds = tg.ones((2, 3)) if batched else tg.ones(3)
        return tg.autograd.grad(
            x * x, [x, y], seeds, create_graph=True, materialize_grads=True, is_grads_batched=batched
        )

    x = np.array([1.0, 2.0, 3.0])
    for found, expected in zip(tg.compile(slopes)(x, x), (2.0 * x, 0.0 * x), strict=True):
        np.testing.assert_array_equal(found, np.broadcast_to(expected, (2, 3) if batched else 3))
