"""Products of matrices: the same bits however many threads BLAS and tapegrad have, which both keep their numbers."""

from __future__ import annotations

import ctypes
import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad import debug
from tapegrad.machine import addresses, product_tiles
from tapegrad.ops.tiled_products import product

RNG = np.random.default_rng


@pytest.fixture
def blas_threads():
    """Return functions that get and set how many threads BLAS has."""
    get, set_ = (addresses.setting(f"openblas_{name}_num_threads") for name in ("get", "set"))
    if get is None or set_ is None:
        pytest.skip("the number of BLAS's threads cannot be set")
    before, count = tg.get_num_threads(), ctypes.CFUNCTYPE(ctypes.c_int)(get)
    set_count = ctypes.CFUNCTYPE(None, ctypes.c_int)(set_)
    threads = count()
    yield count, set_count
    set_count(threads)
    tg.set_num_threads(before)


@pytest.mark.parametrize("shape", [(316, 310, 330), (500, 64, 70), (90, 700, 400)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_bits(shape, dtype, blas_threads):
    count, set_count = blas_threads
    n, k, m = shape
    a, b = RNG(0).normal(size=(n, k)).astype(dtype), RNG(1).normal(size=(k, m)).astype(dtype)
    f = tg.compile(tg.value_and_grad(lambda a, b: np.sum(np.tanh(a @ b)), (0, 1)))
    sealed, eager = set(), set()
    for of_blas in (1, 2, 3):
        set_count(of_blas)
        for threads in (1, 2, 3):
            tg.set_num_threads(threads)
            value, slopes = f(a, b)
            x, y = tg.tensor(a, requires_grad=True), tg.tensor(b, requires_grad=True)
            with debug.trace_cache(False):
                z = x @ y
                np.sum(np.tanh(z)).backward()
            sealed.add((*(s.tobytes() for s in slopes), tg.compile(lambda a, b: a @ b)(a, b).tobytes()))
            eager.add((x.grad.numpy().tobytes(), y.grad.numpy().tobytes(), z.detach().numpy().tobytes()))
            assert count() == of_blas
    assert len(sealed) == len(eager) == 1
    if dtype is np.float64:
        assert sealed == eager
    np.testing.assert_allclose(value, np.sum(np.tanh(a @ b)), rtol=1e-11 if dtype is np.float64 else 1e-2)


@pytest.mark.parametrize("order", ["CC", "CF", "FC", "FF", "SS"])
@pytest.mark.parametrize("shape", [(120, 70, 50), (40, 90, 200)])
def test_products_of_integers_are_exact(order, shape):
    n, k, m = shape
    arrays = []
    for letter, rows, columns in ((order[0], n, k), (order[1], k, m)):
        x = RNG(rows).integers(-1000, 1000, (rows, columns))
        arrays.append(np.repeat(x.astype(float), 2, 1)[:, ::2] if letter == "S" else np.array(x, float, order=letter))
    x, y = arrays
    np.testing.assert_array_equal(product(x, y), x.astype(int) @ y.astype(int))


def test_tiles_cover_the_result_and_follow_from_the_shape_alone():
    for longer in (1, 17, 200, 316, 1000, 4001):
        for shorter, inner in ((16, 16), (300, 200), (4000, 4000)):
            width = product_tiles.tile_width(longer, shorter, inner)
            assert 1 <= width <= longer
    assert product_tiles.tile_width(1000, 1000, 1000) == 125


def test_threads_that_multiply_at_once_leave_the_number_as_it_was(blas_threads):
    count, set_count = blas_threads
    set_count(2)
    tg.set_num_threads(2)
    a = RNG(0).integers(-9, 9, (150, 150)).astype(float)
    expected, failures = a @ a.T.copy(), []

    def work() -> None:
        for _ in range(40):
            if not np.array_equal(product(a, a.T.copy()), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert count() == 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("view", [
    lambda a: a[::-1], lambda a: a[:, ::-1], lambda a: a[::-1].T, lambda a: np.broadcast_to(a[0], (300, 300)),
    lambda a: np.broadcast_to(a[:, :1], (300, 300)), lambda a: a[:, 3:290], lambda a: a[5:280],
    lambda a: np.lib.stride_tricks.sliding_window_view(a.ravel()[:599], 300), lambda a: a[::2],
])  # fmt: skip
def test_products_of_views_that_blas_cannot_read(view, dtype):
    a = np.random.default_rng(1).normal(size=(300, 300)).astype(dtype)
    b = np.random.default_rng(2).normal(size=(300, 300)).astype(dtype)
    x = view(a)
    fill = np.ascontiguousarray(x)
    left, right = b[: x.shape[1], :].copy(), b[:, : x.shape[0]].copy()
    tolerance = {"rtol": 1e-4, "atol": 1e-3} if dtype == np.float32 else {"rtol": 1e-11, "atol": 1e-11}
    np.testing.assert_allclose(product(x, left), np.matmul(fill, left), **tolerance)
    np.testing.assert_allclose(product(right, x), np.matmul(right, fill), **tolerance)
