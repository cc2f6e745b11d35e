"""Reading and writing through every kind of index, against NumPy's own indexing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tests.support import DTYPES, leaf, plain

SHAPE = (3, 4, 5)
DATA = np.random.default_rng(1).normal(size=SHAPE)
MASK = np.random.default_rng(2).random(SHAPE) < 0.4
A = np.array
INDICES: list[Any] = [
    0, -1, np.int64(1), (1, 2), (1, -2, 3), (-1, 0, -5), (), Ellipsis, None, (None, 1), (Ellipsis, 1), (1, Ellipsis),
    (0, Ellipsis, 2), (slice(None), None, 1), (None, Ellipsis, None), slice(1, 3), slice(None, None, 2), slice(None, None, -1),
    slice(-1, 0, -1), slice(5, 9), slice(2, 1), (slice(None), slice(1, None, 2), slice(None, None, -2)),
    (slice(0, 2), 1, slice(1, 4)), (1, slice(None), -1), (slice(None, None, -1), Ellipsis, slice(0, 1)),
    [0, 2], [2, 0, 0, 1], [-1, 1], [], [[0, 1], [2, 2]], A([0, 2]), A(1), A([], np.intp), A([1], np.uint8), range(2), ((0, 2),),
    (slice(None), [0, 3, 3]), (slice(None), slice(None), A([4, 0, 4])), ([0, 1], [1, 1]), ([0, 1], slice(None), [1, 1]),
    (A([[0], [2]]), A([1, 3])), (A([[0], [2]]), A([1, 3]), A([0, 0])), (0, [1, 1], slice(None)), ([1, 1], 0),
    (Ellipsis, [0, 1]), (None, [0, 1]), ([0, 1], None, [2, 3]), (slice(0, 2), [1, 1], None), (1, slice(None), [1, 1]),
    (slice(None, None, -1), [0, 0, 3], slice(None, None, 2)), ([0, 0], [1, 1], [2, 2]),
    MASK, MASK[:, 0, 0], MASK[:, :, 0], (slice(None), MASK[0, :, 0]), (slice(None), MASK[0]), (MASK[:, 0, 0], 1),
    (MASK[:, 0, 0], slice(None), 2), (0, MASK[0, :, 1]), np.zeros(SHAPE, bool), np.ones(3, bool), True, False,
    [True, False, True], (Ellipsis, MASK[0, 0]), (MASK[:, 0, 0], [1]),
]  # fmt: skip


def describe(index: Any) -> str:
    return " ".join(repr(index).split())[:60]


each_index = pytest.mark.parametrize("index", INDICES, ids=describe)


def as_tensors(index: Any) -> Any:
    """The same index with Tensors for its arrays and lists."""
    if isinstance(index, tuple):
        return tuple(as_tensors(p) for p in index)
    if isinstance(index, list) and index:
        index = np.array(index)
    return tg.tensor(index) if isinstance(index, np.ndarray) else index


# ------------------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
@each_index
def test_reading(index, dtype):
    data = DATA.astype(dtype)
    x = leaf(data)
    for spelled in (index, as_tensors(index)):
        found = x[spelled]
        np.testing.assert_array_equal(plain(found), data[index])
        assert found.shape == data[index].shape
        assert found.dtype == dtype
        w = np.random.default_rng(3).normal(size=found.shape).astype(dtype)
        wanted = np.zeros_like(data)
        np.add.at(wanted, index, w)
        (g,) = grad(found, x, w)
        np.testing.assert_allclose(plain(g), wanted, rtol=1e-6 if dtype == np.float32 else 1e-15)


@each_index
def test_reading_from_results_and_views(index):
    x = leaf(DATA)
    w = np.random.default_rng(3).normal(size=DATA[index].shape)
    wanted = np.zeros_like(DATA)
    np.add.at(wanted, index, 2.0 * w)
    for y in (x * 2.0, x.reshape(-1).reshape(SHAPE) * 2.0, (x.T * 2.0).T):
        found = y[index]
        np.testing.assert_array_equal(plain(found), 2.0 * DATA[index])
        (g,) = grad((found * w).sum(), x, retain_graph=True)
        np.testing.assert_allclose(plain(g), wanted, rtol=1e-15)


@each_index
def test_second_derivatives_of_reading(index):
    x = leaf(DATA)
    w = np.random.default_rng(3).normal(size=DATA[index].shape)
    (g,) = grad((x[index] ** 3 * w).sum(), x, create_graph=True)
    (h,) = grad((g * DATA).sum(), x, materialize_grads=True)
    wanted = np.zeros_like(DATA)
    np.add.at(wanted, index, 6.0 * w * DATA[index] ** 2)
    np.testing.assert_allclose(plain(h), wanted, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("dtype", [np.int64, bool, np.uint8], ids=lambda dtype: dtype.__name__)
@each_index
def test_reading_plain_data(index, dtype):
    data = (DATA > 0.0).astype(dtype)
    found = tg.tensor(data)[index]
    np.testing.assert_array_equal(plain(found), data[index])
    assert found.dtype == dtype


def test_indices_are_captured():
    index = np.array([0, 1])
    x = leaf(DATA)
    part = x[index]
    index[:] = 2
    np.testing.assert_array_equal(plain(part), DATA[[0, 1]])


def test_reading_without_dimensions():
    x = leaf(np.array(2.0))
    for index in ((), Ellipsis, None, True, (None, Ellipsis), False):
        np.testing.assert_array_equal(plain(x[index]), np.array(2.0)[index])
    assert grad((x[...] * 3.0).sum(), x)[0].item() == 3.0
    with pytest.raises(IndexError):
        x[0]


REFUSED = [
    (3, IndexError), (-4, IndexError), ((0, 4), IndexError), ((0, 0, 0, 0), IndexError), ([0, 3], IndexError), (1.0, IndexError),
    ("a", IndexError), (A([0.5]), IndexError), ((Ellipsis, Ellipsis), IndexError), (MASK[:2], IndexError), ([[0, 1], [0]], ValueError),
    (slice(None, 1.5), TypeError), (([0, 1], [0, 1, 2]), IndexError), (slice(None, None, 0), ValueError),
]  # fmt: skip


@pytest.mark.parametrize(("index", "error"), REFUSED, ids=describe)
def test_indices_that_the_array_does_not_have(index, error):
    x = leaf(DATA)
    with pytest.raises(error):
        x[index]
    y = x * 1.0
    with pytest.raises(error):
        y[index] = 0.0
    np.testing.assert_array_equal(plain(y), DATA)


# ------------------------------------------------------------------------------------------------- writing


def fitting(index: Any) -> list[tuple[int, ...]]:
    """Shapes of values that may be assigned."""
    shape = DATA[index].shape
    if not shape:
        return [()]
    longer = [] if isinstance(index, np.ndarray) and index.dtype == bool and index.shape == SHAPE else [(1, *shape)]
    return [shape, (), shape[1:], (1, *shape[1:]), *longer]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
@each_index
def test_writing(index, dtype):
    """Values, and exact gradients: of an element named twice only what was written last counts."""
    data = DATA.astype(dtype)
    rng = np.random.default_rng(4)
    w = rng.normal(size=SHAPE).astype(dtype)
    for shape in fitting(index):
        value = np.asarray(rng.normal(size=shape)).astype(dtype)
        expected = data.copy()
        expected[index] = value
        x, v = leaf(data), leaf(value)
        y = x * 1.0
        y[as_tensors(index) if shape == () else index] = v
        np.testing.assert_array_equal(plain(y), expected)
        gx, gv = grad((y * w).sum(), [x, v], materialize_grads=True)
        wanted = w.copy()
        wanted[index] = 0.0
        np.testing.assert_array_equal(plain(gx), wanted)
        source = np.full(SHAPE, -1)
        source[index] = np.arange(value.size).reshape(shape)
        wanted = np.zeros(value.size)
        np.add.at(wanted, source[source >= 0], w[source >= 0])
        tolerance = 1e-6 if dtype == np.float32 else 1e-14
        np.testing.assert_allclose(plain(gv), wanted.reshape(shape), rtol=10 * tolerance, atol=10 * tolerance)


@each_index
def test_writing_numbers_and_arrays(index):
    x = leaf(DATA)
    for value in (7, 2.5, np.float32(1.5), DATA[index] * 2.0, True):
        expected = DATA.copy()
        expected[index] = value
        y = x * 1.0
        y[index] = value
        np.testing.assert_array_equal(plain(y), expected)
        wanted = np.ones(SHAPE)
        wanted[index] = 0.0
        np.testing.assert_array_equal(plain(grad(y.sum(), x)[0]), wanted)


@each_index
def test_adding_in_place(index):
    """``y[i] += v`` adds once where an index names an element twice, as in NumPy."""
    x = leaf(DATA)
    v = leaf(np.asarray(2.0))
    expected = DATA.copy()
    expected[index] += 2.0 * DATA[index]
    y = x * 1.0
    y[index] += v * y[index]
    np.testing.assert_allclose(plain(y), expected, rtol=1e-15)
    gx, gv = grad(y.sum(), [x, v], materialize_grads=True)
    touched = np.zeros(SHAPE, bool)
    touched[index] = True
    np.testing.assert_allclose(plain(gx), np.where(touched, 3.0, 1.0))
    np.testing.assert_allclose(plain(gv), DATA[touched].sum(), rtol=1e-12, atol=1e-14)


@each_index
def test_second_derivatives_of_writing(index):
    x, v = leaf(DATA), leaf(np.asarray(0.5))
    y = x * 1.0
    y[index] = v * v * x[index]
    gx, gv = grad((y**2).sum(), [x, v], create_graph=True)
    counted = np.zeros(SHAPE, bool)
    counted[index] = True
    total = np.sum(DATA[counted] ** 2)
    np.testing.assert_allclose(plain(gx), np.where(counted, 2 * 0.5**4, 2.0) * DATA, rtol=1e-13)
    np.testing.assert_allclose(plain(gv), 4 * 0.5**3 * total, rtol=1e-12, atol=1e-14)
    hx, hv = grad(gv, [x, v], materialize_grads=True) if gv.requires_grad else (tg.zeros(SHAPE), tg.zeros(()))
    np.testing.assert_allclose(plain(hv), 12 * 0.5**2 * total, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(plain(hx), np.where(counted, 8 * 0.5**3 * DATA, 0.0), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.int64, bool], ids=lambda dtype: dtype.__name__)
@each_index
def test_writing_plain_data(index, dtype):
    data = (DATA > 0.0).astype(dtype)
    x = tg.tensor(data)
    x[index] = 1
    data[index] = 1
    np.testing.assert_array_equal(plain(x), data)
    assert x.dtype == dtype


def test_writing_a_list_of_tensors():
    a, b = leaf(np.array(2.0)), leaf(np.array(3.0))
    y = tg.zeros(4)
    y[1:3] = [a * b, b]
    np.testing.assert_array_equal(plain(y), [0.0, 6.0, 3.0, 0.0])
    ga, gb = grad((y * np.array([1.0, 10.0, 100.0, 1000.0])).sum(), [a, b])
    assert (ga.item(), gb.item()) == (30.0, 120.0)


def test_writing_to_a_value_without_dimensions():
    x, v = leaf(np.array(2.0)), leaf(np.array(5.0))
    for index in ((), Ellipsis):
        y = x * x
        y[index] = v * 3.0
        assert y.item() == 15.0
        gx, gv = grad(y, [x, v], materialize_grads=True)
        assert (gx.item(), gv.item()) == (0.0, 3.0)


@pytest.mark.parametrize("shape", [(2,), (2, 4, 5), (5, 4), (2, 3, 4, 5)])
def test_values_that_do_not_fit(shape):
    y = leaf(DATA) * 1.0
    with pytest.raises(ValueError, match="shape"):
        y[...] = np.zeros(shape)
    np.testing.assert_array_equal(plain(y), DATA)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "floordiv", "mod"])
def test_in_place_operators_keep_the_object(name):
    x = leaf(np.array([1.5, 2.5]))
    expected = getattr(np.array([1.5, 2.5]), f"__i{name}__")(np.array([2.0, 0.5]))
    y = x * 1.0
    kept = y
    y = getattr(y, f"__i{name}__")(np.array([2.0, 0.5]))
    assert y is kept
    np.testing.assert_allclose(plain(y), expected, rtol=1e-15)
    assert y.requires_grad
