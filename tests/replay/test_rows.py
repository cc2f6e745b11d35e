"""Views at integers that differ between replays: a write to either of view and base reaches the other, as in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.support import gradient

X = np.random.default_rng(3).normal(size=(4, 3, 2))


def fill(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    y[i][...] = 5.0
    return y


def add(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    row = y[i]
    row += x[j]
    return y


def add_in_place(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    y[i] += x[j]
    y[j] *= y[i]
    return y


def read_after_a_write(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    row = y[i]
    y[j] = 2.0 * x[0]
    y[2] = x[1]
    return y * row


def a_view_of_a_view(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    part = y[1:][i % 3].T
    part[0] = x[j, :, 1]
    part[1:, 0] *= 2.0
    return y


def axes_behind(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    column = y[..., i % 3, :]
    column[j] = 3.0
    y[:, None, 1:, j % 2][...] *= 2.0
    return y


def two_integers(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    y[i, j % 3][1:] = x[0, 0, 0] ** 2
    return y


def an_integer_that_changes(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    k = i + 0
    row = y[k]
    k += 1
    row[...] = 0.5
    y[k % 4] *= 3.0
    return y * row


def reshaped(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    y[i].reshape(-1)[j] = 4.0
    return y


def a_copy(x: Any, i: Any, j: Any) -> Any:
    y = x * 1.0
    row = y[i].copy()
    row[...] = 1.0
    y[np.stack([i, j])][...] = 7.0  # positions in an array, so a copy
    return y * row


FUNCTIONS = [
    fill, add, add_in_place, read_after_a_write, a_view_of_a_view, axes_behind, two_integers, an_integer_that_changes,
    reshaped, a_copy,
]  # fmt: skip
PLACES = [(0, 1), (1, 1), (3, 0), (-1, 2), (2, 2)]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_values_are_numpys(f: Any) -> None:
    compiled = tg.compile(f)
    for i, j in PLACES:
        np.testing.assert_array_equal(compiled(X, i, j), f(X, np.int64(i), np.int64(j)))
    found = compiled.batch(np.stack([X] * len(PLACES)), *map(np.array, zip(*PLACES, strict=True)))
    for (i, j), own in zip(PLACES, found, strict=True):
        np.testing.assert_array_equal(own, f(X, np.int64(i), np.int64(j)))


@pytest.mark.parametrize("f", FUNCTIONS)
def test_gradients(f: Any) -> None:
    loss = lambda x, i, j: np.sum(np.sin(f(x, i, j)))  # noqa: E731
    compiled = tg.compile(tg.grad(loss))
    second = tg.compile(lambda x, i, j: tg.grad(lambda x: np.sum(tg.grad(loss)(x, i, j) * X))(x))
    h = 1e-6 * X
    for i, j in PLACES[:3]:
        (expected,) = gradient(lambda x, at=(i, j): loss(x, *map(np.int64, at)), [X])
        np.testing.assert_allclose(compiled(X, i, j), expected, rtol=1e-9, atol=1e-9)
        along = np.sum(compiled(X + h, i, j) - compiled(X - h, i, j)) / 2e-6
        np.testing.assert_allclose(np.sum(second(X, i, j)), along, rtol=1e-7, atol=1e-7)


def test_rows_within_loops() -> None:
    def f(x: Any, order: Any) -> Any:
        def step(y: Any, k: Any) -> Any:
            y = y * 1.0
            row = y[k]
            row *= x[0]
            row[0] += 1.0
            return y, row.sum()

        return tg.scan(step, x * 1.0, order)

    order = np.array([2, 0, 2, 3])
    y, sums = X * 1.0, []
    for k in order:
        row = y[k]
        row *= X[0]
        row[0] += 1.0
        sums.append(row.sum())
    found = tg.compile(f)(X, order)
    np.testing.assert_allclose(found[0], y, rtol=1e-14)
    np.testing.assert_allclose(found[1], sums, rtol=1e-14)


def test_python_s_own_write_is_left_out() -> None:
    """``y[i] += 1`` takes the view, writes to it, and assigns it: one write is enough."""
    compiled = tg.compile(lambda x, i: add_in_place(x, i, 0))
    compiled(X, 1)
    assert str(compiled.tape(X, 1)).count("put_rows(") == 1


def test_a_view_of_what_is_not_the_functions_own_is_not_written_to() -> None:
    outside = tg.tensor(X)

    def f(i: Any) -> Any:
        outside[i][...] = 1.0
        return outside.sum()

    with pytest.raises(tg.errors.TapegradError, match="not an argument of the function"):
        tg.compile(f)(1)
    np.testing.assert_array_equal(outside.numpy(), X)
