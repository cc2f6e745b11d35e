"""Kernels on arrays that are plain Python, over NumPy and SciPy."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from scipy.signal import lfilter

import tapegrad as tg
from tapegrad.errors import ArgumentError

X = np.random.default_rng(0).normal(size=8)
MATRIX = np.stack([lfilter([1.0, 0.5], [1.0, -0.4], e) for e in np.eye(8)], axis=1)


@tg.custom.array(vjp={"x": lambda g: tg.flip(smoothed(tg.flip(g)))})
def smoothed(x: Any, out: Any) -> None:
    out[...] = lfilter([1.0, 0.5], [1.0, -0.4], x)


def total(x: Any) -> Any:
    return np.sum(smoothed(x * x) ** 2)


def test_values_and_gradients_eager_and_compiled() -> None:
    value = np.sum((MATRIX @ (X * X)) ** 2)
    slope = 4.0 * X * (MATRIX.T @ (MATRIX @ (X * X)))
    np.testing.assert_allclose(smoothed(X), MATRIX @ X, rtol=1e-12)
    for f in (total, tg.compile(total)):
        np.testing.assert_allclose(f(X), value, rtol=1e-12)
    for f in (tg.grad(total), tg.compile(tg.grad(total))):
        np.testing.assert_allclose(f(X), slope, rtol=1e-11, atol=1e-12)
    assert smoothed.check(X)


@tg.custom.array(
    vjp={"x": lambda g: tg.concatenate([[0.0], g]) - tg.concatenate([g, [0.0]])}, shape=lambda x: (x[0] - 1,)
)
def steps(x: Any, out: Any) -> None:
    out[...] = x[1:] - x[:-1]


@pytest.mark.parametrize("n", [1, 3])
def test_results_may_be_empty(n: int) -> None:
    x, slope = X[:n], np.array({1: [0.0], 3: [-1.0, 0.0, 1.0]}[n])
    for f in (steps, tg.compile(steps)):
        np.testing.assert_array_equal(f(x), np.diff(x), strict=True)
        np.testing.assert_array_equal(tg.grad(lambda x, f=f: np.sum(f(x)))(x), slope)


def test_batches() -> None:
    rows = np.stack([X, 2.0 * X, -X])
    expected = rows @ MATRIX.T
    np.testing.assert_allclose(tg.vmap(smoothed)(rows), expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(tg.compile(lambda x: smoothed(x) * 2.0).batch(rows), 2.0 * expected, rtol=1e-12)
    np.testing.assert_allclose(tg.jacobian(smoothed)(X), MATRIX, rtol=1e-12, atol=1e-14)


def test_what_holds_no_python_refuses_it() -> None:
    compiled = tg.compile(total)
    compiled(X)
    with pytest.raises(ArgumentError, match="smoothed"):
        compiled.save(io.BytesIO())
    with pytest.raises(ArgumentError, match="smoothed"):
        compiled.tape_data(X)


@tg.custom.array(vjp={"args": lambda g, k, shapes: g * k * shapes, "k": lambda g, args, shapes: g * args * shapes})
def product(args: Any, k: Any, shapes: Any, out: Any) -> None:
    out[...] = args * k * shapes


def test_arguments_that_bear_the_names_of_what_rules_of_many_arguments_read() -> None:
    a, k, s = np.array([2.0, 3.0]), np.array([5.0, 7.0]), np.array([11.0, 13.0])
    found = tg.grad(lambda a, k: np.sum(product(a, k, s)), argnums=(0, 1))(a, k)
    np.testing.assert_array_equal(found, [k * s, a * s])
