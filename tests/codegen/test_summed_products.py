"""Sums of products of arrays that are products of matrices: against NumPy, and what is never written."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.codegen.function_writer import written

LENGTHS = (8, 9, 24, 33, 40)


def contraction(seed):
    """Return a random sum of products of two or three arrays, and arguments: views, of both dtypes, some not finite."""
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(3, 5))
    shape = (
        tuple(rng.permutation(np.resize(LENGTHS, rank)).tolist()) if rank == 3 else (*rng.permutation((24, 33, 9)), 3)
    )
    axes = tuple(np.sort(rng.permutation(rank)[: rng.integers(1, 3)]).tolist())
    dtype = np.float32 if rng.random() < 0.3 else np.float64
    arguments = []
    for _ in range(rng.integers(2, 4)):
        absent = int(rng.integers(rank))
        own = [1 if d == absent else int(n) for d, n in enumerate(shape)]
        x = rng.normal(size=[2 * n for n in own]).astype(dtype)
        x = x[tuple(slice(None, n) if rng.random() < 0.5 else slice(None, None, 2) for n in own)]
        x = x if rng.random() < 0.6 else np.asfortranarray(x)
        x = x if rng.random() < 0.7 else x[::-1]
        if rng.random() < 0.2:
            x[tuple(rng.integers(n) for n in own)] = rng.choice([np.inf, np.nan, 0.0])
        arguments.append(x)
    keepdims = bool(rng.random() < 0.3)

    def f(*arrays):
        product = arrays[0]
        for x in arrays[1:]:
            product = product * x
        return np.sum(product, axis=axes, keepdims=keepdims)

    return f, arguments


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(60))
def test_random_contractions_are_those_of_numpy(seed):
    f, given = contraction(seed)
    tolerance = {"rtol": 1e-10, "atol": 1e-11} if given[0].dtype == np.float64 else {"rtol": 1e-3, "atol": 1e-3}
    with np.errstate(all="ignore"):
        found, expected = tg.compile(f)(*given), f(*given)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, **tolerance)

    def loss(*arrays):
        return np.sum(np.tanh(0.1 * f(*arrays)))

    gradient = tg.grad(loss, tuple(range(len(given))))
    with np.errstate(all="ignore"):  # eager code sums one product after the other
        for found, expected in zip(tg.compile(gradient)(*given), gradient(*given), strict=True):
            np.testing.assert_allclose(found, expected, **tolerance)


def columns(a, b):
    return np.sum(a[:, :, None] * b[None, :, :], axis=1)


def rows(a, b):
    return np.sum(a[:, None, :] * b.T[None, :, :], axis=-1)


def weighted(a, b):
    return np.sum(a[:, :, None] * b[None, :, :] * np.arange(1.0, 51.0)[:, None], axis=1)


@pytest.mark.parametrize("f", [columns, rows, weighted])
def test_products_are_never_written(f):
    rng = np.random.default_rng(0)
    a, b, g = rng.normal(size=(60, 50)), rng.normal(size=(50, 40)), rng.normal(size=(60, 40))
    pulled = tg.compile(tg.grad(lambda a, b: np.sum(g * f(a, b)), (0, 1)))
    weights = np.diag(f(np.eye(50), np.eye(50)))
    for found, expected in zip(pulled(a, b), (g @ b.T * weights, (a * weights).T @ g), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert executable_of(pulled.tape()).work < 8 * 60 * 50 * 40 / 4
    assert written(pulled.tape())[2].count("gemm") >= 2  # of one product for each factor


@pytest.mark.parametrize("f", [columns, rows, weighted])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_zeros_hide_what_is_not_finite(f, value):
    rng = np.random.default_rng(1)
    a, b, g = rng.normal(size=(60, 50)), rng.normal(size=(50, 40)), rng.normal(size=(60, 40))
    b[7, 3] = value
    g[:, 3] = 0.0  # so the infinite elements get no adjoint and give none
    clean = b.copy()
    clean[7, 3] = 1.0
    pull = tg.compile(lambda a, b, g: tg.func.vjp(f, a, b)[1](g))
    for found, expected in zip(pull(a, b, g), pull(a, clean, g), strict=True):
        assert np.isfinite(found).all()
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("sizes", [(1e200, 1e-300, 1e200), (1e-200, 1e300, 1e-200), (1e-160, 1e300, 1e-160)])
def test_products_of_three_neither_overflow_nor_underflow(sizes):
    rng = np.random.default_rng(2)
    w, x, y = (s * rng.uniform(0.5, 1.0, n) for s, n in zip(sizes, ((60, 1, 1), (60, 20, 1), (60, 1, 24)), strict=True))

    def f(x, y, w):
        return np.sum(x * y * w, axis=0)

    np.testing.assert_allclose(tg.compile(f)(x, y, w), f(x, y, w), rtol=1e-12)
    np.testing.assert_allclose(tg.compile(f)(y, x, w), f(y, x, w), rtol=1e-12)


def test_a_sum_over_what_no_factor_has_multiplies():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(30, 25, 1, 1)), rng.normal(size=(1, 25, 28, 1))
    found = tg.compile(lambda a, b: np.sum(np.broadcast_to(a * b, (30, 25, 28, 3)), axis=(1, 3)))(a, b)
    np.testing.assert_allclose(found, 3.0 * (a[:, :, 0, 0] @ b[0, :, :, 0]), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x[np.arange(60)[::-1] % 37], lambda x: x[::-1], lambda x: x[:, ::-1], lambda x: x.T[:50, :50].reshape(10, 5, 50)[:, ::2].reshape(30, 50),
        lambda x: x[0][np.add.outer(np.arange(30), np.arange(20))], lambda x: np.broadcast_to(x[3], (20, 50)),
    ],
)  # fmt: skip
def test_factors_in_every_order_of_memory(read):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(60, 50))
    b = rng.normal(size=(read(x).shape[1], 40))
    found = tg.compile(lambda x, b: np.sum(read(x)[:, :, None] * b, axis=1))(x, b)
    np.testing.assert_allclose(found, read(x) @ b, rtol=1e-12, atol=1e-12)
    stacked = rng.normal(size=(3, *b.shape))
    found = tg.compile(lambda x, b: np.sum(read(x)[:, None, :, None] * b, axis=2))(x, stacked)
    np.testing.assert_allclose(found, np.swapaxes(read(x) @ stacked, 0, 1), rtol=1e-12, atol=1e-12)
