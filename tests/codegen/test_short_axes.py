"""Loops over arrays with a short last axis: every lane is filled, whatever is broadcast against it."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg

SHAPES = [(1000, 3), (17, 2), (5, 300, 3), (9, 5, 7), (6, 4), (33, 1, 3), (70_001, 5)]


def operands(shape, seed, dtype):
    """Return arrays that broadcast to a shape: rows, columns, views with gaps, backwards, in Fortran's order, by a table."""
    rng = np.random.default_rng(seed)
    *outer, n, m = shape
    return [
        rng.normal(size=own).astype(dtype)
        for own in (
            shape,
            (m,),
            (n, 1),
            (*outer, 1, m),
            (*outer, n, 1),
            (*outer, n, 2 * m),
            (m, n),
            (n, m + 1),
            (2 * m,),
        )
    ]


def f(x, row, column, rows, columns, gaps, turned, places, wide):
    m = x.shape[-1]
    order = np.arange(m)[::-1].copy()
    return (
        np.tanh(x * row + column) - rows * columns, gaps[..., ::2] * x + row[::-1], turned.T + x * wide[::2] - places[:, 1:], x * places[:, order] + row[order],
        np.mean(np.exp(-x * x) * row + columns), np.maximum(x, rows) * np.float32(0.5),
    )  # fmt: skip


def loss(*arguments):
    return sum(np.sum(np.sin(part) * (k + 1.0)) for k, part in enumerate(f(*arguments)))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_values_and_gradients(shape, dtype):
    given = operands(shape, 0, dtype)
    tolerance = {"rtol": 1e-12, "atol": 1e-12} if dtype == np.float64 else {"rtol": 2e-5, "atol": 2e-5}
    for found, expected in zip(tg.compile(f)(*given), f(*given), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(
            found, expected, **tolerance | {"rtol": 1e-4 if np.ndim(expected) == 0 else tolerance["rtol"]}
        )
    gradient = tg.grad(loss, tuple(range(len(given))))
    if dtype == np.float64:
        direction = operands(shape, 1, dtype)
        slope = sum(np.sum(g * d) for g, d in zip(tg.compile(gradient)(*given), direction, strict=True))
        step = 1e-6
        ends = [loss(*[x + s * step * d for x, d in zip(given, direction, strict=True)]) for s in (-1, 1)]
        np.testing.assert_allclose(
            slope, (ends[1] - ends[0]) / (2 * step), rtol=1e-5, atol=1e-5 * np.sqrt(given[0].size)
        )


@pytest.mark.parametrize("m", range(1, 8))
def test_sums_are_those_of_eager_code(m):
    rng = np.random.default_rng(m)
    x, row, column = rng.normal(size=(1001, m)), rng.normal(size=m), rng.normal(size=(1001, 1))

    def total(x, row, column):
        return np.sum(np.tanh(x * row) + column)

    eager = total(tg.tensor(x), tg.tensor(row), tg.tensor(column)).item()
    assert tg.compile(total)(x, row, column) == eager


def test_threads_change_no_bit():
    rng = np.random.default_rng(0)
    x, row, column = rng.normal(size=(400_000, 3)), rng.normal(size=3), rng.normal(size=(400_000, 1))
    g = tg.compile(tg.value_and_grad(lambda *a: np.sum(np.tanh(a[0] * a[1]) * np.exp(a[2])), (0, 1, 2)))
    before = tg.get_num_threads()
    results = []
    try:
        for threads in (1, 2, 3):
            tg.set_num_threads(threads)
            value, slopes = g(x, row, column)
            results.append([value.tobytes(), *[s.tobytes() for s in slopes]])
    finally:
        tg.set_num_threads(before)
    assert results[0] == results[1] == results[2]
