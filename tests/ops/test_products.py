"""Products of matrices on sealed tapes, in loops and by BLAS: values are NumPy's, in every order of memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.function_writer import Module

SIDES = (
    (3, 4, 5), (16, 40, 50), (40, 50, 60), (130, 140, 120), (2, 300, 300), (300, 300, 1), (17, 3000, 17), (128, 128, 128),
)  # fmt: skip
ORDERS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], Callable[[Any], Any]]] = {
    "rows": (lambda x: x, lambda x: x),
    "columns": (lambda x: np.ascontiguousarray(x.T), lambda x: x.T),
    "every second": (lambda x: np.repeat(x, 2, axis=0), lambda x: x[::2]),
    "backwards": (lambda x: np.ascontiguousarray(x[:, ::-1]), lambda x: x[:, ::-1]),
    "a part": (lambda x: np.pad(x, 3), lambda x: x[3:-3, 3:-3]),
    "a part of columns": (lambda x: np.pad(x, 2).T.copy(), lambda x: x[2:-2, 2:-2].T),
}


def by_library(program: Any) -> bool:
    """Whether a program's machine code calls BLAS."""
    module = Module()
    module.function(program)
    return "gemm" in module.text()


@pytest.mark.sampled(20)
@pytest.mark.parametrize("sides", SIDES, ids=str)
@pytest.mark.parametrize("left", ORDERS)
@pytest.mark.parametrize("right", ORDERS)
def test_a_product_in_every_order_of_memory(sides: tuple[int, int, int], left: str, right: str) -> None:
    n, k, m = sides
    rng = np.random.default_rng(n + k + m)
    a, b = rng.normal(size=(n, k)), rng.normal(size=(k, m))
    (store_a, read_a), (store_b, read_b) = ORDERS[left], ORDERS[right]
    compiled = tg.compile(lambda x, y: read_a(x) @ read_b(y))
    np.testing.assert_allclose(compiled(store_a(a), store_b(b)), np.matmul(a, b), rtol=1e-13, atol=1e-13 * k)


def test_blas_multiplies_what_it_multiplies_faster() -> None:
    rng = np.random.default_rng(0)
    large, small = rng.normal(size=(130, 130)), rng.normal(size=(8, 8))
    product, crossed = tg.compile(lambda a, b: a @ b), tg.compile(lambda a, b: a @ b.T)
    assert by_library(product.tape(large, large))
    assert not by_library(product.tape(small, small))
    assert not by_library(product.tape(large, large[:, :1]))
    assert by_library(crossed.tape(large[:40], large[:40]))
    assert not by_library(crossed.tape(small, small))


@pytest.mark.parametrize(
    "subscripts",
    ["ij,jk->ik", "ij,jk->ki", "ij,kj->ik", "ij,kj->ki", "ji,jk->ik", "bij,bjk->bik", "bij,bkj->bki", "bij,kj->bik",
     "bij,kj->ibk", "ij,bkj->bik", "bij,kj->ikb", "ij,ij->i", "ij,jk->k"],
)  # fmt: skip
def test_contractions_are_products_of_matrices_where_they_can_be(subscripts: str) -> None:
    rng = np.random.default_rng(3)
    lengths = {"i": 40, "j": 50, "k": 60, "b": 3}
    args = [rng.normal(size=[lengths[c] for c in names]) for names in subscripts.partition("->")[0].split(",")]
    compiled = tg.compile(lambda a, b: np.einsum(subscripts, a, b))
    np.testing.assert_allclose(compiled(*args), np.einsum(subscripts, *args), rtol=1e-12, atol=1e-12)


def test_stacks_that_broadcast() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=(3, 1, 40, 50)), rng.normal(size=(4, 60, 50))
    compiled = tg.compile(lambda a, b: a @ np.swapaxes(b, -1, -2))
    assert by_library(compiled.tape(a, b))
    np.testing.assert_allclose(compiled(a, b), a @ np.swapaxes(b, -1, -2), rtol=1e-12, atol=1e-12)


def test_single_precision_is_numpys() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(40, 50)).astype(np.float32), rng.normal(size=(60, 50)).astype(np.float32)
    compiled = tg.compile(lambda a, b: a @ b.T)
    found = compiled(a, b)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, a.astype(float) @ b.T.astype(float), rtol=1e-4, atol=1e-4)


def test_a_gradient_through_large_products() -> None:
    rng = np.random.default_rng(6)
    x, w = rng.normal(size=(300, 130)), rng.normal(size=(130, 60)) / 10.0

    def loss(w: Any) -> Any:
        return np.sum(np.tanh(x @ w) ** 2)

    y = np.tanh(x @ w)
    exact = x.T @ (2.0 * y * (1.0 - y * y))
    np.testing.assert_allclose(tg.compile(tg.grad(loss))(w), exact, rtol=1e-9, atol=1e-9)
    rows = np.stack([w, 2.0 * w])
    assert by_library(tg.compile(tg.grad(loss)).tape(w))
    np.testing.assert_allclose(tg.vmap(tg.grad(loss))(rows)[0], exact, rtol=1e-9, atol=1e-9)


def test_what_is_infinite_or_nothing() -> None:
    a = np.zeros((40, 40))
    a[0, 0], a[1, 1], a[2, 2] = np.inf, np.nan, -np.inf
    compiled = tg.compile(lambda a, b: a @ b.T)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(compiled(a, np.eye(40)), a @ np.eye(40))
    assert compiled(np.zeros((40, 0)), np.zeros((40, 0))).tolist() == np.zeros((40, 40)).tolist()
