"""Norms and standard deviations of numbers of any size: values, gradients and second derivatives against mpmath.

Squares of such numbers overflow or vanish. The lengths themselves do not, nor do their derivatives.
"""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

import tapegrad as tg
from tests.support import leaf

mp = mpmath.mp.clone()
mp.prec = 400
SIZES = {np.float64: (5e-324, 1e-310, 1e-200, 1e-120, 1e-30, 1.0, 1e30, 1e120, 1e200, 1e307), np.float32: (1e-45, 1e-40, 1e-30, 1e-10, 1.0, 1e10, 1e30, 3e36)}  # fmt: skip
each_size = pytest.mark.parametrize(
    ("dtype", "size"), [(d, s) for d, sizes in SIZES.items() for s in sizes], ids=lambda v: getattr(v, "__name__", v)
)


def numbers(n: int, size: float, dtype: Any) -> np.ndarray:
    """Numbers of which the largest has this size, and others are up to a thousand times smaller."""
    x = np.random.default_rng(n).normal(size=n)
    x *= 10.0 ** -np.random.default_rng(n + 1).uniform(0, 3, n)
    return (x / np.abs(x).max() * size).astype(dtype)


def norm(x: list[Any]) -> tuple[Any, list[Any]]:
    """The norm and its gradient."""
    value = mp.sqrt(sum(v * v for v in x))
    return value, [v / value for v in x]


def std(x: list[Any]) -> tuple[Any, list[Any]]:
    """The standard deviation and its gradient."""
    n = len(x)
    mean = sum(x) / n
    value = mp.sqrt(sum((v - mean) ** 2 for v in x) / n)
    return value, [(v - mean) / (n * value) for v in x]


def check(found: Any, expected: list[Any], dtype: Any, most: float) -> None:
    """Compare within so many units of rounding, of the largest that is expected."""
    expected = [mp.mpf(v) for v in expected]
    error = max(abs(mp.mpf(float(f)) - e) for f, e in zip(np.ravel(found), expected, strict=True))
    largest = max(abs(e) for e in expected)
    assert error <= most * (largest * float(np.finfo(dtype).eps) + float(np.finfo(dtype).smallest_subnormal))


@pytest.mark.sampled(8)
@each_size
@pytest.mark.parametrize("n", [2, 3, 300, 5000])
def test_norms_of_any_size(n, size, dtype):
    x = numbers(n, size, dtype)
    value, gradient = norm([mp.mpf(float(v)) for v in x])
    for function in (tg.func.value_and_grad(np.linalg.norm), tg.compile(tg.func.value_and_grad(np.linalg.norm))):
        v, g = function(x)
        check(v, [value], dtype, 2)
        check(g, gradient, dtype, 10)
    t = leaf(x)
    y = np.linalg.norm(t)
    y.backward()
    check(y.item(), [value], dtype, 2)
    check(t.grad.numpy(), gradient, dtype, 10)


@each_size
@pytest.mark.parametrize("n", [2, 300])
def test_standard_deviations_of_any_size(n, size, dtype):
    x = numbers(n, size, dtype)
    value, gradient = std([mp.mpf(float(v)) for v in x])
    if size < np.finfo(dtype).tiny or size > 0.1 * np.finfo(dtype).max:
        return  # the mean rounds, or the sum overflows
    for function in (tg.func.value_and_grad(np.std), tg.compile(tg.func.value_and_grad(np.std))):
        v, g = function(x)
        check(v, [value], dtype, 4)
        check(g, gradient, dtype, 16)


@pytest.mark.parametrize("size", [1e-300, 1e-200, 1e-120, 1.0, 1e120, 1e160, 1e200, 1e300])
def test_second_derivatives_of_any_size(size):
    """The Hessian of a norm is ``(1 - u u^T) / norm``."""
    x = np.array([0.6, -0.3, 0.2]) * size
    length = np.hypot.reduce(x)
    u = x / length
    expected = (np.eye(3) - np.outer(u, u)) / length
    for hessian in (tg.func.hessian(np.linalg.norm), tg.compile(tg.func.hessian(np.linalg.norm))):
        np.testing.assert_allclose(np.asarray(hessian(x)), expected, rtol=1e-13)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rows_of_very_different_size(dtype):
    sizes = SIZES[dtype][2:-1]
    x = np.stack([numbers(4, s, dtype) for s in sizes])
    t = leaf(x)
    y = np.linalg.norm(t, axis=1)
    y.backward(np.ones(len(sizes), dtype))
    for row, value, gradient in zip(x, y.detach().numpy(), t.grad.numpy(), strict=True):
        expected = norm([mp.mpf(float(v)) for v in row])
        check(value, [expected[0]], dtype, 2)
        check(gradient, expected[1], dtype, 4)


def test_many_numbers_next_to_the_largest():
    """Their sum overflows, their root mean square does not."""
    x = np.full(10_000, 1.7e306)
    v, g = tg.func.value_and_grad(np.linalg.norm)(x)
    np.testing.assert_allclose(float(v), 1.7e308, rtol=1e-14)
    np.testing.assert_allclose(g, 0.01, rtol=1e-14)


@pytest.mark.parametrize("kind", [np.complex128, np.complex64])
def test_complex_norms_of_any_size(kind):
    for size in (1e-30, 1.0, 1e30) if kind is np.complex64 else (1e-300, 1.0, 1e300):
        z = (np.array([3 + 4j, 12j, 0]) * size).astype(kind)
        assert abs(np.linalg.norm(tg.tensor(z)).item() / (13 * size) - 1) < 1e-6


@pytest.mark.parametrize("order", [2, 3, 0.5, 40])
@pytest.mark.parametrize("x", [[0.0, 0.0], [math.inf, 1.0], [math.nan, 1.0], [-math.inf, math.inf]])
def test_values_that_have_no_size(x, order):
    np.testing.assert_array_equal(np.linalg.norm(tg.tensor(x), order).item(), np.linalg.norm(np.array(x), order))


def test_the_norm_of_nothing_is_zero():
    assert np.linalg.norm(tg.tensor(np.zeros(0))).item() == 0.0
    np.testing.assert_array_equal(np.linalg.norm(tg.tensor(np.zeros((3, 0))), axis=1), np.zeros(3))
