"""Operands of several dtypes: nothing wraps around, nothing is rounded to single precision, numbers of Python's give way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ShapeError
from tests.support import plain

RNG = np.random.default_rng(0)
Y = np.array([0.0, 2.0, 5.0])


def ways(f: Any, *args: Any) -> list[np.ndarray]:
    """What a function gives on Tensors, compiled, and with but one of its arguments a Tensor."""
    some = [[tg.tensor(a) if k == one else a for k, a in enumerate(args)] for one in range(len(args))]
    found = [f(*map(tg.tensor, args)), *[f(*given) for given in some], tg.compile(f)(*args)]
    return [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x) for x in found]


COORDINATES = [
    np.array([3, 2, 1], np.uint8), np.array([-100, 27, 127], np.int8), np.array([5, 3, 1], np.uint64), np.array([1, 2, 4], np.int16),
    np.float32([0.1, 0.2, 0.4]),
]  # fmt: skip


@pytest.mark.parametrize("x", COORDINATES, ids=lambda x: x.dtype.name)
@pytest.mark.parametrize("order", [1, 2])
def test_coordinates_of_slopes_do_not_wrap_around(x, order):
    for y in (Y, Y.astype(np.float32), Y.astype(np.uint8)):
        with np.errstate(all="ignore"):
            expected = np.gradient(y, x, edge_order=order)
            found = ways(lambda y, x: np.gradient(y, x, edge_order=order), y, x)
        for one in found:
            assert one.dtype == expected.dtype
            np.testing.assert_allclose(one, expected, rtol=1e-5 if np.float32 in (x.dtype, y.dtype) else 1e-12)


@pytest.mark.parametrize("name", ["aweights", "fweights"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_weights_of_covariances_are_double(name, dtype):
    m = RNG.normal(size=(3, 50))
    w = (RNG.uniform(size=50) * 7.0 + 1.0).astype(dtype)
    w = np.rint(w) if name == "fweights" else w
    expected = np.cov(m, **{name: w if dtype is np.int64 or name == "aweights" else w.astype(int)})
    for found in ways(lambda m, w: np.cov(m, **{name: w}), m, w):
        np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.float32(1.0), 1.0 - 2e-16), (np.float32([1.0, 2.0]), 1.0 + 1e-9), (0.1, np.float32(0.1)), (np.float32(3.0), 3),
        (np.array([1, 2], np.int8), 2), (np.array([-128], np.int8), -128), (2, np.array([1.0, 2.0])), (np.float32(0.1), np.float64(0.1)),
    ],
    ids=str,
)  # fmt: skip
def test_numbers_of_pythons_give_way_where_values_are_close(a, b):
    def lifted(x: Any) -> Any:
        return tg.tensor(x) if isinstance(x, (np.ndarray, np.generic)) else x

    for tolerance in ({"rtol": 0.0, "atol": 0.0}, {}, {"rtol": np.float64(1e-7)}, {"rtol": 0, "atol": 1}):
        expected = np.isclose(a, b, **tolerance)
        np.testing.assert_array_equal(np.isclose(lifted(a), lifted(b), **tolerance).numpy(), expected)
        if isinstance(a, (np.ndarray, np.generic)):
            compiled = tg.compile(lambda a, b=b, t=tolerance: np.isclose(a, b, **t))
            np.testing.assert_array_equal(compiled(a), expected)


@pytest.mark.parametrize(
    "dtypes", [(np.int64, np.int64), (np.uint8, np.int16), (np.int64, np.float64), (np.float32, np.int8)], ids=str
)
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors")
def test_cross_products_of_whole_numbers_are_whole(dtypes):
    vectors = [np.array([[1, 2, 3], [4, 5, 6]], dtypes[0]), np.array([[3, 4, 5], [2, 0, 7]], dtypes[1])]
    for a, b in (vectors, [vectors[0][:, :2], vectors[1]], [vectors[0], vectors[1][:, :2]]):
        try:
            expected = np.cross(a, b)
        except ValueError:  # of two components, since NumPy 2.5
            with pytest.raises(ShapeError):
                np.cross(tg.tensor(a), tg.tensor(b))
            continue
        for found in ways(np.cross, a, b):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def test_cross_products_of_the_array_api_have_three_components():
    pair, three = tg.tensor([[1.0, 2.0]]), tg.tensor([[1.0, 2.0, 3.0]])
    for a, b in ((pair, pair), (pair, three), (three, pair)):
        with pytest.raises(ValueError):
            np.linalg.cross(plain(a), plain(b))
        with pytest.raises(ShapeError, match="3 components"):
            np.linalg.cross(a, b)


@pytest.mark.parametrize("dtype", [np.float16, np.longdouble, np.float32, np.int8])
@pytest.mark.parametrize("source", [np.int64, np.uint8, bool])
def test_a_compiled_conversion_of_whole_numbers_has_their_values(dtype, source):
    """Also to a dtype that no Tensor computes in."""
    f = tg.compile(lambda x: x.astype(dtype))
    for x in (np.array([[0, 1, 2], [2, 1, 0]]), np.array([[5, 0, 7], [1, 1, 1]])):
        x = x.astype(source)
        found = f(x)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, x.astype(dtype))


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64, bool])
def test_fits_of_small_whole_numbers_do_not_wrap_around(dtype):
    x, y = np.array([0, 3, 9, 17, 20, 25]), np.array([[200, 7, 90, 255, 13, 100], [9, 8, 7, 6, 5, 3]]).T
    w = np.array([3, 1, 2, 3, 1, 2])
    y, w = y.astype(dtype), w.astype(dtype)
    x = x.astype(dtype) if dtype is not bool else x
    expected = np.polyfit(x, y, 2, w=w)
    for found in ways(lambda x, y, w: np.polyfit(x, y, 2, w=w), x, y, w):
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
