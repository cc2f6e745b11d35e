"""Ops of users that the tests share."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

import tapegrad as tg

RNG = np.random.default_rng
X = RNG(7).uniform(0.3, 6.0, size=(3, 5))
V = RNG(8).uniform(0.5, 1.5, size=6)


@numba.njit
def series(x, n):
    """The Bessel function of the first kind of a whole order, by its power series."""
    term = 1.0
    for k in range(1, int(n) + 1):
        term *= 0.5 * x / k
    total, k = term, 0
    while abs(term) > 1e-18 * abs(total) or k < 3:
        k += 1
        term *= -0.25 * x * x / (k * (k + n))
        total += term
        if k > 200:
            break
    return total


@functools.cache
def ops() -> Any:
    """The ops that most tests use."""

    @tg.custom.elementwise(partials={"x": lambda x, out: out + tg.sigmoid(x) * (1.0 - out)})
    def swish(x):
        """x * sigmoid(x)."""
        return x * tg.sigmoid(x)

    found = SimpleNamespace(swish=swish)

    # J_n' = J_(n-1) - n / x J_n: its own derivative, to any order
    @tg.custom.elementwise(partials={"x": lambda x, n, out: bessel(x, n - 1.0) - n / x * out, "n": None})
    @numba.njit
    def bessel(x, n):
        sign = 1.0
        if n < 0:
            n, sign = -n, 1.0 - 2.0 * (int(-n) % 2)
        return sign * series(x, n)

    found.bessel = bessel

    @tg.custom.elementwise(
        partials={"x": lambda x, y: np.where(x > y, 2.0 * x, y), "y": lambda x, y: np.where(x > y, 0.0, x)}
    )
    def kinked(x, y):
        return np.where(x > y, x * x, x * y) * 1.0

    found.kinked = kinked

    @tg.custom.array(vjp={"x": lambda g, x, out: tg.flip(tg.cumsum(tg.flip(g * out))) / x})
    @numba.njit
    def running_product(x, out):
        product = 1.0
        for i in range(x.size):
            product *= x[i]
            out[i] = product

    found.running_product = running_product

    @tg.custom.array(
        vjp={"x": lambda g, x, y: tg.matmul(g, y), "y": lambda g, x, y: tg.matmul(tg.matrix_transpose(g), x)},
        shape=lambda x, y: (x[0], y[0]),
    )
    @numba.njit
    def cross(x, y, out):
        """x @ y.T."""
        for i in range(x.shape[0]):
            for j in range(y.shape[0]):
                for k in range(x.shape[1]):
                    out[i, j] += x[i, k] * y[j, k]

    found.cross = cross

    @tg.custom.array(vjp={"x": lambda g, x: 2.0 * g * x, "scale": None}, shape=lambda x, scale: ())
    @numba.njit
    def squares(x, scale, out):
        """The sum of squares; refuses negative numbers."""
        for v in x.flat:
            if v < 0.0:
                raise ValueError("a negative number")
            out[()] += v * v

    found.squares = squares
    return found


def slopes(f: Any, x: Any, *rest: Any) -> np.ndarray:
    """The eager gradient of the sum."""
    t = tg.tensor(x, requires_grad=True)
    f(t, *rest).sum().backward()
    return t.grad.numpy()
