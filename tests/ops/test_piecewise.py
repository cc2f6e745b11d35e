"""What counts as one condition of `np.piecewise`, and what is left where none holds, beside NumPy's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, IndexingError, ShapeError
from tests.support import gradient, leaf, plain

X = np.array([1.0, 2.0, -3.0])
M = np.arange(6.0).reshape(2, 3)
TWO = [lambda v: v * v, lambda v: -v]
CASES: dict[str, tuple[Any, Any, Any]] = {
    "truth values in a row": (X, [True, False, True], TWO),
    "truth values in a row, one function": (X, [True, False, True], TWO[:1]),
    "an array of them": (X, X < 2.0, TWO),
    "a matrix of them": (X, np.array([X < 0.0, X > 1.5]), TWO),
    "lists of them": (X, [[True, False, True], [False, True, False]], [*TWO, 7.0]),
    "comparisons of elements": (X, [X[0] > 0.0, X[1] < 0.0, X[2] < 0.0], TWO),
    "one truth value": (X, True, TWO),
    "one condition in a list": (X, [X < 0.0], TWO),
    "conditions that overlap": (X, [X < 2.5, X > 1.5], [*TWO, 4.0]),
    "rows": (M, [M[:, 0] < 2.0, M[:, 0] > 2.0], TWO),
    "a row of truth values": (M, [True, False], TWO),
    "no dimensions": (np.array(3.0), [True, False], TWO),
    "no dimensions, the rest": (np.array(3.0), [False, False], [*TWO, 5.0]),
    "whole numbers": (np.arange(3), [np.arange(3) > 1], [2.7, lambda v: v * 2]),
}  # fmt: skip


def lifted(x: Any) -> Any:
    if isinstance(x, (np.ndarray, np.generic)):
        return tg.tensor(x)
    return type(x)(map(lifted, x)) if isinstance(x, (list, tuple)) else x


@pytest.mark.parametrize("name", CASES)
def test_values(name):
    x, conditions, functions = CASES[name]
    expected = np.piecewise(x, conditions, functions)
    compiled = tg.compile(lambda x: np.piecewise(x, conditions, functions))(x)
    eager = [np.piecewise(tg.tensor(x), c, functions).numpy() for c in (conditions, lifted(conditions))]
    for found in (*eager, np.asarray(compiled)):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "name", [name for name, (x, _, _) in CASES.items() if x.dtype.kind == "f" and "the rest" not in name]
)
def test_gradients(name):
    x, conditions, functions = CASES[name]

    def loss(x: Any) -> Any:
        return np.sum(np.piecewise(x, conditions, functions) * (np.arange(x.size).reshape(x.shape) + 1.0))

    t = leaf(x)
    loss(t).backward()
    np.testing.assert_allclose(plain(t.grad), gradient(loss, [x])[0], atol=1e-7)


@pytest.mark.parametrize(
    ("error", "conditions"),
    [
        (ShapeError, [X > 0.0, X[:2] > 0.0]), (IndexingError, [X[:2] > 0.0, X[:2] < 0.0]), (ArgumentError, []),
        (ArgumentError, [X > 0.0, X < 0.0, X > 1.0]), (IndexingError, [True, False]),
    ],
)  # fmt: skip
def test_conditions_that_numpy_refuses(error, conditions):
    with pytest.raises((IndexError, ValueError)):
        np.piecewise(X, conditions, TWO)
    with pytest.raises(error):
        np.piecewise(tg.tensor(X), conditions, TWO)
