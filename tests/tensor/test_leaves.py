"""Leaves and what they keep: `detach`, `clone`, `requires_grad_`, `retain_grad`, `.grad`; and Tensors as plain data."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, PlainDataError, ShapeError
from tests.support import leaf
from tests.worlds import same, worlds

# --------------------------------------------------------------------------------------------------- leaves


def test_what_is_a_leaf():
    x, plain = leaf(1.0), tg.tensor(1.0)
    assert x.is_leaf
    assert plain.is_leaf
    assert (plain * 2.0).is_leaf  # no history
    assert not (x * 2.0).is_leaf
    assert (x * 2.0).detach().is_leaf


def test_a_result_requires_grad_iff_an_operand_does():
    x, plain = leaf([1.0, 2.0]), tg.tensor([1.0, 2.0])
    assert (x * plain).requires_grad
    assert (plain * x).requires_grad
    assert not (plain * plain).requires_grad
    assert not (x > plain).requires_grad
    assert not x.argmax().requires_grad


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_floating_point_tensors_can_require_grad(dtype):
    assert tg.tensor(np.ones(2, dtype), requires_grad=True).dtype == dtype


@pytest.mark.parametrize("data", [1, [1, 2], True, np.arange(3), np.array([True]), np.uint8(3)], ids=str)
def test_integers_and_truth_values_cannot_require_grad(data):
    with pytest.raises(DtypeError, match="float64"):
        tg.tensor(data, requires_grad=True)
    plain = tg.tensor(data)
    with pytest.raises(DtypeError, match="requires_grad: expected float64, float32 or complex"):
        plain.requires_grad_()
    assert not plain.requires_grad


def test_requires_grad_switches_a_leaf_on_and_off():
    x = tg.tensor([1.0, 2.0])
    assert x.requires_grad_() is x
    (x * x).sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]
    x.requires_grad_(False)
    assert not (x * x).requires_grad
    assert x.grad.tolist() == [2.0, 4.0]
    x.requires_grad = True
    (x * x).sum().backward()
    assert x.grad.tolist() == [4.0, 8.0]


def test_requires_grad_on_a_computed_constant():
    x = tg.tensor([1.0, 2.0]) * 3.0
    x.requires_grad_()
    assert x.is_leaf
    (x * x).sum().backward()
    assert x.grad.tolist() == [6.0, 12.0]


def test_requires_grad_affects_only_what_comes_after():
    x = tg.tensor(2.0)
    before = x * 5.0
    x.requires_grad_()
    (before * x).backward()
    assert x.grad.item() == 10.0


def test_requires_grad_of_a_result_cannot_be_changed():
    y = leaf(2.0) * 3.0
    with pytest.raises(GradientError, match="requires_grad: only a leaf"):
        y.requires_grad_(False)
    assert y.requires_grad
    assert y.requires_grad_(True) is y


# -------------------------------------------------------------------------------------------------- detach, clone


def test_detach_has_the_value_and_no_history():
    x = leaf([1.0, 2.0])
    y = x * x
    d = y.detach()
    assert d.tolist() == [1.0, 4.0]
    assert not d.requires_grad
    (d * x).sum().backward()
    assert x.grad.tolist() == [1.0, 4.0]


def test_detach_cuts_one_path_only():
    x = leaf(2.0)
    y = x * x
    (y * y.detach()).backward()
    assert x.grad.item() == 4.0 * 4.0


def test_writing_to_a_detached_copy_leaves_the_original_alone():
    x = leaf([1.0, 2.0])
    y = x * x
    d = y.detach()
    d[0] = 100.0
    assert y.tolist() == [1.0, 4.0]
    y.backward(np.ones(2))
    assert x.grad.tolist() == [2.0, 4.0]


def test_a_detached_leaf():
    x = leaf([1.0, 2.0])
    d = x.detach()
    d += 1.0
    assert x.tolist() == [1.0, 2.0]
    assert d.tolist() == [2.0, 3.0]
    assert not d.requires_grad


def test_clone_has_history():
    x = leaf([1.0, 2.0])
    c = x.clone()
    assert not c.is_leaf
    c[0] = 5.0
    (c * c).sum().backward()
    assert x.tolist() == [1.0, 2.0]
    assert x.grad.tolist() == [0.0, 4.0]


@pytest.mark.parametrize("data", [[1, 2], [True, False], np.arange(3, dtype=np.int8)])
def test_clone_of_plain_data(data):
    t = tg.tensor(data)
    c = t.clone()
    c[0] = 0
    assert t.tolist() == list(data)
    assert c.dtype == t.dtype


def test_astype_between_floats_has_history():
    x = leaf([1.0, 2.0])
    y = x.astype(np.float32) * 3.0
    assert y.dtype == np.float32
    y.sum().backward()
    assert x.grad.dtype == np.float64
    assert x.grad.tolist() == [3.0, 3.0]


# --------------------------------------------------------------------------------------------------- retain_grad


@pytest.mark.parametrize("values", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
def test_retain_grad_keeps_the_gradient_of_a_result(values):
    x = leaf(values)
    y = x * 3.0
    y.retain_grad()
    assert y.retains_grad
    (y * y).sum().backward()
    np.testing.assert_allclose(y.grad.numpy(), 6 * np.asarray(values), rtol=1e-15)
    np.testing.assert_allclose(x.grad.numpy(), 18 * np.asarray(values), rtol=1e-15)


def test_the_gradient_of_a_result_is_none_without_it():
    x = leaf(2.0)
    y = x * 3.0
    (y * y).backward()
    assert y.grad is None
    assert not y.retains_grad


def test_retain_grad_twice_counts_once_and_accumulates_over_sweeps():
    x = leaf(2.0)
    y = x * 3.0
    y.retain_grad()
    y.retain_grad()
    z = y * y
    z.backward(retain_graph=True)
    assert y.grad.item() == 12.0
    z.backward()
    assert y.grad.item() == 24.0


def test_retain_grad_of_the_root_and_of_an_intermediate():
    x = leaf(2.0)
    y = x * 3.0
    z = y * y
    y.retain_grad()
    z.retain_grad()
    z.backward(tg.tensor(10.0))
    assert (z.grad.item(), y.grad.item(), x.grad.item()) == (10.0, 120.0, 360.0)


def test_retain_grad_of_a_result_in_an_earlier_run():
    x = leaf([1.0, 2.0])
    y = x * 3.0
    y.detach().numpy()
    y.retain_grad()
    (y * y).sum().backward()
    assert y.grad.tolist() == [6.0, 12.0]


def test_retain_grad_with_create_graph():
    x = leaf(2.0)
    y = x * x
    y.retain_grad()
    (y * y).backward(create_graph=True)
    assert y.grad.item() == 8.0
    assert y.grad.requires_grad


@pytest.mark.parametrize("create_graph", [False, True])
@worlds
def test_every_sweep_adds_to_retained_gradients(world, create_graph):
    """Also one to chosen inputs, if it passes them; ``w`` is not on the way from ``z`` to ``y``."""
    lib = world()
    x = lib.leaf([1.0, 2.0])
    y = x * 2.0
    w = x * 3.0
    z = (y * y).sum() + w.sum()
    y.retain_grad()
    w.retain_grad()
    lib.autograd.grad(z, y, retain_graph=True, create_graph=create_graph)
    same((y.grad, w.grad), ([4.0, 8.0], None))
    lib.autograd.grad(z, x, retain_graph=True, create_graph=create_graph)
    same((y.grad, w.grad), ([8.0, 16.0], [1.0, 1.0]))
    z.backward(inputs=[x], retain_graph=True)
    same((y.grad, w.grad, x.grad), ([12.0, 24.0], [2.0, 2.0], [11.0, 19.0]))
    z.backward(inputs=[y])
    same((y.grad, w.grad), ([16.0, 32.0], [2.0, 2.0]))


@worlds
def test_a_leaf_that_requires_no_more_gradient_gets_none(world):
    w = world()
    x, v = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    y = (x * v).sum()
    x.requires_grad_(False)
    y.backward()
    same((x.grad, v.grad), (None, [1.0, 2.0]))


def test_retain_grad_on_a_leaf_changes_nothing():
    x = leaf(2.0)
    x.retain_grad()
    assert not x.retains_grad
    (x * x).backward()
    assert x.grad.item() == 4.0


def test_retain_grad_needs_a_gradient():
    with pytest.raises(GradientError, match="retain_grad: this Tensor does not require grad"):
        tg.tensor(1.0).retain_grad()


def test_grad_of_a_view_can_be_retained():
    x = leaf(np.arange(6.0).reshape(2, 3))
    y = x * 2.0
    row = y[1]
    row.retain_grad()
    (row * row).sum().backward()
    np.testing.assert_array_equal(row.grad.numpy(), 2 * 2 * np.array([3.0, 4.0, 5.0]))


# -------------------------------------------------------------------------------------------------------- .grad


def test_grad_is_none_at_first_and_can_be_assigned():
    x = leaf([1.0, 2.0])
    assert x.grad is None
    g = tg.tensor([5.0, 6.0])
    x.grad = g
    assert x.grad is g
    (x * 1.0).sum().backward()
    assert x.grad.tolist() == [6.0, 7.0]
    assert g.tolist() == [5.0, 6.0]
    x.grad = None
    assert x.grad is None


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (np.ones(2), DtypeError),
        (1.0, DtypeError),
        (tg.tensor([1.0, 2.0, 3.0]), ShapeError),
        (tg.tensor(1.0), ShapeError),
        (tg.tensor(np.ones(2, np.float32)), ShapeError),
    ],
)
def test_assigning_a_gradient_that_does_not_fit(value, error):
    x = leaf([1.0, 2.0])
    before = x.grad = tg.tensor([5.0, 6.0])
    with pytest.raises(error, match="grad: expected"):
        x.grad = value
    assert x.grad is before


def test_a_tensor_cannot_be_its_own_gradient():
    x = leaf([1.0, 2.0])
    with pytest.raises(ArgumentError, match="grad"):
        x.grad = x
    assert x.grad is None


def test_zero_grad_forgets():
    x = leaf(2.0)
    (x * x).backward()
    x.zero_grad()
    assert x.grad is None
    x.zero_grad()


# ---------------------------------------------------------------------------------------- exits to plain data


EXITS = {
    "float": float,
    "int": int,
    "complex": complex,
    "numpy": lambda t: t.numpy(),
    "asarray": np.asarray,
    "array": np.array,
    "math.sin": math.sin,
    "astype(int)": lambda t: t.astype(int),
    "list in array": lambda t: np.array([t, t]),
}


@pytest.mark.parametrize("name", EXITS)
def test_a_tensor_that_requires_grad_is_no_plain_data(name):
    x = leaf(2.0)
    for t in (x, x * 1.0):
        with pytest.raises(
            PlainDataError, match=r"requires grad, and its gradient would be lost\. [A-Z].* For the value alone use \."
        ):
            EXITS[name](t)
    EXITS[name](x.detach())
    (x * x).backward()
    assert x.grad.item() == 4.0


@pytest.mark.parametrize("index", [0, slice(None), (slice(0, 1),)])
def test_writing_a_tensor_that_requires_grad_into_an_ndarray(index):
    x = leaf([2.0])
    array = np.zeros(1)
    with pytest.raises((TypeError, ValueError)) as caught:
        array[index] = x[0] if index == 0 else x
    chain = [caught.value, caught.value.__cause__]
    assert any(isinstance(error, PlainDataError) for error in chain)
    assert array.tolist() == [0.0]


def test_item_tolist_and_printing_are_explicit_exits():
    x = leaf(2.0)
    y = x * 1.5
    assert y.item() == 3.0
    assert y.tolist() == 3.0
    assert leaf([1.0, 2.0]).tolist() == [1.0, 2.0]
    assert repr(y) == "tensor(3., requires_grad=True)"
    assert f"{y:.2f}" == "3.00"
    assert str(y) == f"{y}"


def test_truth_of_a_comparison_is_no_exit():
    x = leaf(2.0)
    assert x > 1.0
    assert not x < 1.0


def test_numpy_of_a_constant_is_read_only():
    t = tg.tensor([1.0, 2.0])
    array = t.numpy()
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 5.0
    assert t.tolist() == [1.0, 2.0]


def test_data_is_captured_by_value():
    data = np.array([1.0, 2.0])
    x, factor = tg.tensor(data, requires_grad=True), np.array([3.0, 4.0])
    y = x * factor
    data[:] = 0.0
    factor[:] = 0.0
    y.sum().backward()
    assert x.tolist() == [1.0, 2.0]
    assert y.tolist() == [3.0, 8.0]
    assert x.grad.tolist() == [3.0, 4.0]


def test_hash_is_by_identity_and_equality_elementwise():
    x, y = tg.tensor([1.0, 2.0]), tg.tensor([1.0, 3.0])
    assert (x == y).tolist() == [True, False]
    assert len({x, y, x}) == 2


# ------------------------------------------------------------------------------------------- copies and pickles


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))], ids=["copy", "deepcopy", "pickle"]
)
def test_leaves_and_constants_are_copied(copied):
    for data in (2.0, [1.0, 2.0], np.ones((2, 3), np.float32), [1, 2], [True, False]):
        original = leaf(data)
        new = copied(original)
        assert new is not original
        assert new.is_leaf
        assert (new.requires_grad, new.dtype, new.shape) == (original.requires_grad, original.dtype, original.shape)
        assert new.tolist() == original.tolist()
        if original.requires_grad:
            (new * new).sum().backward()
            assert original.grad is None
            np.testing.assert_array_equal(new.grad.numpy(), 2.0 * np.asarray(data))
            with tg.no_grad():
                new *= 5.0
        assert original.tolist() == np.asarray(data).tolist()
    result = tg.tensor([1.0, 2.0]) * 2.0
    assert copied(result).tolist() == [2.0, 4.0]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_results_with_history_are_not_copied(copied):
    x = leaf([1.0, 2.0])
    y = x * 2.0
    with pytest.raises(PlainDataError, match="a copy or a pickle would lose its history"):
        copied(y)
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_deep_copy_has_a_gradient_of_its_own_and_keeps_identities():
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()
    first, second = copy.deepcopy([x, x])
    assert first is second
    assert first.grad.tolist() == [2.0, 4.0]
    (x * x).sum().backward()
    assert first.grad.tolist() == [2.0, 4.0]
    assert pickle.loads(pickle.dumps(x)).grad is None
