"""`backward`: roots, seeds, accumulation, inputs."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError
from tests.support import gradient, leaf

# ---------------------------------------------------------------------------------------------------- roots


def test_tg_backward_is_autograd_backward():
    assert tg.backward is tg.autograd.backward


def test_method_and_function_agree():
    a, b = leaf([1.0, 2.0]), leaf([1.0, 2.0])
    (a * a).backward(tg.tensor([3.0, 4.0]))
    tg.autograd.backward([b * b], [tg.tensor([3.0, 4.0])])
    np.testing.assert_array_equal(a.grad.numpy(), [6.0, 16.0])
    np.testing.assert_array_equal(b.grad.numpy(), [6.0, 16.0])


def test_roots_of_disjoint_histories():
    x, y = leaf(2.0), leaf([1.0, 3.0])
    tg.backward([x * x, (y * y).sum()])
    assert x.grad.item() == 4.0
    assert y.grad.tolist() == [2.0, 6.0]


def test_a_root_that_another_root_depends_on():
    x = leaf(3.0)
    y = x * x
    z = y * 5.0
    tg.backward([z, y])
    assert x.grad.item() == 6.0 * 6.0


def test_the_same_root_twice_adds_its_seeds():
    x = leaf([1.0, 2.0])
    y = x * x
    tg.backward([y, y], [tg.tensor([1.0, 0.0]), tg.tensor([10.0, 1.0])])
    assert x.grad.tolist() == [22.0, 4.0]


@pytest.mark.parametrize("values", [2.0, [2.0]])
def test_a_leaf_as_root_gets_its_seed(values):
    x = leaf(values)
    x.backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.ones(np.shape(values)))
    x.backward(tg.tensor(values))
    np.testing.assert_array_equal(x.grad.numpy(), 1.0 + np.asarray(values))


def test_a_leaf_as_root_beside_results_of_it():
    x = leaf([1.0, 2.0])
    tg.backward([x, x * x, x], [tg.tensor([1.0, 1.0]), tg.tensor([1.0, 1.0]), tg.tensor([100.0, 200.0])])
    assert x.grad.tolist() == [103.0, 205.0]


def test_a_scalar_leaf_as_root_twice_and_again():
    x = leaf(2.0)
    tg.backward([x, x])
    tg.backward([x, x * x])
    assert isinstance(x.grad, tg.Tensor)
    assert x.grad.numpy() == 2.0 + 1.0 + 4.0


def test_roots_without_gradient_are_skipped():
    x = leaf(2.0)
    tg.backward([tg.tensor([1.0, 2.0]), x * x, tg.tensor(1)], [None, None, None])
    assert x.grad.item() == 4.0


def test_no_root_with_gradient_is_an_error():
    with pytest.raises(GradientError, match="backward: no output requires grad"):
        tg.tensor(1.0).backward()
    with pytest.raises(GradientError):
        tg.backward([])


def test_roots_in_several_runs():
    x = leaf([1.0, 2.0])
    y = x * x
    y.detach().numpy()  # ends the run
    z = y * x
    z.detach().numpy()
    w = (z * y).sum()  # x**5
    tg.backward([w, y], [None, tg.tensor([1.0, 1.0])])
    np.testing.assert_allclose(x.grad.numpy(), [5 + 2, 5 * 16 + 4], rtol=1e-15)


# ---------------------------------------------------------------------------------------------------- seeds


@pytest.mark.parametrize("shape", [(), (1,), (1, 1), (1, 1, 1)])
def test_a_seed_may_be_left_out_for_one_element(shape):
    x = leaf(np.full(shape, 3.0))
    (x * x).backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.full(shape, 6.0))


def test_the_sum_over_outputs_of_seed_times_jacobian():
    rng = np.random.default_rng(1)
    matrix, point, seed = rng.normal(size=(4, 3)), rng.normal(size=3), rng.normal(size=4)
    x = leaf(point)
    np.tanh(matrix @ x).backward(seed)
    jacobian = (1 - np.tanh(matrix @ point) ** 2)[:, None] * matrix
    np.testing.assert_allclose(x.grad.numpy(), seed @ jacobian, rtol=1e-14)


@pytest.mark.parametrize(
    "seed", [tg.tensor([1.0, 2.0]), np.array([1.0, 2.0]), np.array([1, 2]), np.array([1, 2], np.float32)], ids=str
)
def test_seeds_are_tensors_or_arrays_of_any_real_dtype(seed):
    x = leaf([3.0, 4.0])
    tg.backward([x * x], [seed])
    assert x.grad.tolist() == [6.0, 16.0]
    assert x.grad.dtype == np.float64


def test_a_seed_of_float64_is_cast_to_an_output_of_float32():
    x = leaf(np.float32([3.0, 4.0]))
    (x * x).backward(np.array([1.0, 1e-3]))
    assert x.grad.dtype == np.float32
    np.testing.assert_array_equal(x.grad.numpy(), np.array([6.0, 8.0 * np.float32(1e-3)], np.float32))


def test_a_number_as_seed_of_a_scalar():
    x = leaf(3.0)
    (x * x).backward(0.5)
    assert x.grad.item() == 3.0


def test_a_seed_is_captured_by_value():
    x, seed = leaf([3.0, 4.0]), np.array([1.0, 1.0])
    x.backward(seed)
    seed[:] = 7.0
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_tensor_seed_is_not_changed_and_not_shared():
    x, seed = leaf([3.0, 4.0]), tg.tensor([1.0, 2.0])
    x.backward(seed)
    x.grad[0] = 100.0
    assert seed.tolist() == [1.0, 2.0]
    y = x * 2.0
    y.backward(seed)
    assert seed.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("shape", [(3,), (2, 1), (1, 2), ()])
def test_a_seed_of_another_shape_is_refused(shape):
    x = leaf([1.0, 2.0])
    with pytest.raises(ShapeError, match="backward: seed 0 has shape"):
        (x * x).backward(tg.tensor(np.ones(shape)))
    assert x.grad is None


def test_a_seed_that_is_no_number_is_refused():
    x = leaf([1.0, 2.0])
    y = x * x
    for seed in (np.array([1j, 2.0]), np.array([None, None]), np.array(["a", "b"])):
        with pytest.raises(DtypeError, match="backward"):
            y.backward(seed)
    assert x.grad is None
    y.backward(np.ones(2))  # nothing was consumed
    assert x.grad.tolist() == [2.0, 4.0]


# ---------------------------------------------------------------------------------------------- accumulation


def test_gradients_accumulate_over_backwards_and_are_never_zeroed():
    x = leaf([1.0, 2.0])
    for k in range(1, 4):
        (x * x).sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), k * 2 * np.array([1.0, 2.0]))


def test_accumulation_rebinds_grad():
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()
    first = x.grad
    (x * x).sum().backward()
    assert x.grad is not first
    assert first.tolist() == [2.0, 4.0]
    assert x.grad.tolist() == [4.0, 8.0]


def test_the_first_gradient_is_owned_and_not_shared_between_leaves():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    (x + y).backward(np.ones(2))
    x.grad[0] = 50.0
    assert y.grad.tolist() == [1.0, 1.0]


def test_a_leaf_used_many_times():
    x = leaf(1.5)
    y = x * x + x - x * x * x + np.sin(x) / x
    y.backward()
    expected = 2 * 1.5 + 1 - 3 * 1.5**2 + np.cos(1.5) / 1.5 - np.sin(1.5) / 1.5**2
    assert x.grad.item() == pytest.approx(expected, rel=1e-14)


def test_an_unused_leaf_has_no_gradient():
    x, w = leaf(1.0), leaf(1.0)
    (x * 2.0).backward()
    assert w.grad is None


def test_gradient_has_the_dtype_and_shape_of_its_leaf():
    x, y = leaf(np.float32([[1.0], [2.0]])), leaf([1.0, 2.0, 3.0])
    (x * y).sum().backward()
    assert (x.grad.dtype, x.grad.shape) == (np.float32, (2, 1))
    assert (y.grad.dtype, y.grad.shape) == (np.float64, (3,))
    assert x.grad.tolist() == [[6.0], [6.0]]
    assert y.grad.tolist() == [3.0, 3.0, 3.0]


def test_threads_accumulate_into_one_leaf_without_losing_any():
    x = leaf([1.0, 2.0])
    errors = []

    def work():
        try:
            for _ in range(50):
                (x * 2.0).sum().backward()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert x.grad.tolist() == [400.0, 400.0]


# --------------------------------------------------------------------------------------------------- inputs


def test_inputs_limits_accumulation():
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    loss = (x * w).sum()
    loss.backward(inputs=[w], retain_graph=True)
    assert x.grad is None
    assert w.grad.tolist() == [1.0, 2.0]
    loss.backward(inputs=x)
    assert x.grad.tolist() == [3.0, 4.0]
    assert w.grad.tolist() == [1.0, 2.0]


def test_inputs_may_be_results():
    x = leaf([1.0, 2.0])
    y = x * x
    (y * y).sum().backward(inputs=[y])
    assert y.grad.tolist() == [2.0, 8.0]
    assert x.grad is None


def test_inputs_may_be_a_result_and_a_leaf_behind_it():
    x = leaf(2.0)
    y = x * x
    (y * 3.0 + x).backward(inputs=[x, y])
    assert y.grad.item() == 3.0
    assert x.grad.item() == 13.0


def test_inputs_may_be_the_root():
    x = leaf(2.0)
    y = x * x
    y.backward(inputs=[y])
    assert y.grad.item() == 1.0
    assert x.grad is None


def test_an_input_that_is_not_used_gets_nothing():
    x, w = leaf(2.0), leaf(1.0)
    (x * x).backward(inputs=[w, x])
    assert w.grad is None
    assert x.grad.item() == 4.0


def test_inputs_run_no_more_of_the_tape_than_they_need():
    # A sweep for x alone leaves the branch of w unconsumed.
    x, w = leaf(2.0), leaf(3.0)
    branch = np.exp(w)
    (x * x + branch).backward(inputs=[x])
    branch.backward()
    assert w.grad.item() == pytest.approx(np.exp(3.0), rel=1e-15)


def test_empty_inputs_is_an_error():
    x = leaf(2.0)
    with pytest.raises(ArgumentError, match="backward: inputs is empty"):
        (x * x).backward(inputs=[])
    assert x.grad is None


def test_inputs_without_gradient_are_an_error():
    x, plain = leaf(2.0), tg.tensor(1.0)
    with pytest.raises(GradientError, match="backward: an input does not require grad"):
        (x * plain).backward(inputs=[x, plain])
    assert x.grad is None


# ------------------------------------------------------------------------------------------------- whole programs


def test_a_network_agrees_with_finite_differences():
    rng = np.random.default_rng(3)
    points, labels = rng.normal(size=(8, 3)), rng.normal(size=(8, 1))
    values = [rng.normal(size=s) for s in ((3, 5), (5,), (5, 1), (1,))]

    def loss(w1, b1, w2, b2):
        return np.mean((np.tanh(points @ w1 + b1) @ w2 + b2 - labels) ** 2)

    leaves = [leaf(v) for v in values]
    loss(*leaves).backward()
    for t, numeric in zip(leaves, gradient(loss, values), strict=True):
        np.testing.assert_allclose(t.grad.numpy(), numeric.astype(float), rtol=1e-9, atol=1e-11)


def test_a_float32_network_keeps_float32():
    rng = np.random.default_rng(4)
    w = leaf(np.float32(rng.normal(size=(3, 2))))
    x = rng.normal(size=(5, 3)).astype(np.float32)
    out = np.exp(-((x @ w) ** 2)).sum()
    assert out.dtype == np.float32
    out.backward()
    z = x.astype(float) @ w.detach().numpy().astype(float)
    expected = x.T.astype(float) @ (-2 * z * np.exp(-(z**2)))
    assert w.grad.dtype == np.float32
    np.testing.assert_allclose(w.grad.numpy(), expected, rtol=2e-5, atol=1e-6)


def test_absolute_zero_keeps_the_branch_not_taken_out():
    x = leaf([-1.0, 0.0, 4.0])
    y = np.where(x > 0, np.sqrt(x), 0.0)
    y.sum().backward()
    assert y.tolist() == [0.0, 0.0, 2.0]
    assert x.grad.tolist() == [0.0, 0.0, 0.25]


def test_the_seed_that_is_left_out_is_nobodys_to_change():
    """The gradient of a leaf by itself is that seed: who writes to it changes no other gradient."""
    for shape in ((), (1,)):
        x = leaf(np.full(shape, 2.0))
        x.backward()
        x.grad[...] = 7.0
        x.grad += 1.0
        np.testing.assert_array_equal(x.grad.numpy(), np.full(shape, 8.0))
        y = leaf(np.full(shape, 3.0))
        (y * y).backward()
        np.testing.assert_array_equal(y.grad.numpy(), np.full(shape, 6.0))
        (again,) = tg.autograd.grad(x, x)
        np.testing.assert_array_equal(again.numpy(), np.ones(shape))
