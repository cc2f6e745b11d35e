"""Indices of several kinds at one place: a slice, an integer and an array of as many positions have different effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError

_TURNS = 150  # calls are learnt, positions vary, and machine code follows within
_DATA = np.arange(1.0, 25.0).reshape(12, 2)
Index = Callable[[int], Any]

KINDS: dict[str, Index] = {
    "a slice": lambda k: slice(k, k + 2),
    "a slice and an ellipsis": lambda k: (slice(k, k + 2), ...),
    "an array": lambda k: np.array([k, k + 1]),
    "a list": lambda k: [k, k + 1],
    "a mask": lambda k: np.arange(12) // 2 == k // 2,
    "an integer and a slice": lambda k: (k, slice(0, 2)),
    "an integer and an array": lambda k: (k, np.array([0, 1])),
    "an integer": lambda k: k,
    "NumPy's integer": lambda k: np.int64(k),
    "an array of no dimensions": lambda k: np.array(k),
    "behind an ellipsis": lambda k: (..., k, slice(None)),
    "an element behind an ellipsis": lambda k: (..., k, 1),
    "an element": lambda k: (k, 1),
    "a new axis": lambda k: (None, k),
}  # fmt: skip


def _scaled(x: Any, index: Any) -> Any:
    """Return a sum that shows whether a write to what an index reads reaches what it is of."""
    y = x * 2.0
    part = y[index]
    part *= 3.0
    return (y * y).sum() + part.sum()


def _gradient(index: Any) -> np.ndarray:
    """Return the gradient of `_scaled`, by what NumPy itself does."""
    factors, places = np.full(_DATA.size, 2.0), np.arange(_DATA.size).reshape(_DATA.shape)
    chosen = places[index]
    if np.shares_memory(chosen, places):
        factors[chosen.ravel()] *= 3.0
    g = 2.0 * factors**2 * _DATA.ravel()
    np.add.at(g, np.ravel(chosen), 6.0)
    return g.reshape(_DATA.shape)


def _check(x: Any, index: Any) -> None:
    loss = _scaled(x, index)
    loss.backward()
    assert loss.item() == pytest.approx(_scaled(_DATA.copy(), index), rel=1e-12)
    np.testing.assert_allclose(x.grad.numpy(), _gradient(index), rtol=1e-12)
    x.grad = None


@pytest.mark.parametrize("first", KINDS)
def test_indices_of_a_kind_after_those_of_another(first: str) -> None:
    x, rng = tg.tensor(_DATA, requires_grad=True), np.random.default_rng(3)
    for _ in range(_TURNS):
        _check(x, KINDS[first](int(rng.integers(0, 11))))
    for second in KINDS.values():
        for _ in range(5):
            _check(x, second(int(rng.integers(0, 11))))
            _check(x, KINDS[first](int(rng.integers(0, 11))))


def test_indices_of_all_kinds_in_any_order() -> None:
    x, rng = tg.tensor(_DATA, requires_grad=True), np.random.default_rng(4)
    kinds = [*KINDS.values()]
    for _ in range(40 * len(kinds)):
        _check(x, kinds[rng.integers(0, len(kinds))](int(rng.integers(0, 11))))


@pytest.mark.parametrize("kind", ["integer", "tuple", "array", "list", "Tensor"])
@pytest.mark.parametrize("ufunc", [np.add, np.subtract, np.multiply])
def test_positions_that_are_not_there_are_refused_at_the_line(ufunc: Any, kind: str) -> None:
    makers: dict[str, Index] = {
        "integer": int, "tuple": lambda i: (i,), "array": lambda i: np.array([i]), "list": lambda i: [i],
        "Tensor": lambda i: tg.tensor(np.array([i])),
    }  # fmt: skip
    x, rng = tg.tensor(np.arange(1.0, 6.0), requires_grad=True), np.random.default_rng(5)
    for turn in range(_TURNS):
        y = x * 2.0
        if turn % 10 == 9 or turn > _TURNS - 3:
            with pytest.raises(IndexingError):
                ufunc.at(y, makers[kind](9), 1.5)
            (y * 1.0).sum().backward()  # what follows is as if the call had not been made
            np.testing.assert_array_equal(x.grad.numpy(), np.full(5, 2.0))
        else:
            k = int(rng.integers(0, 5))
            ufunc.at(y, makers[kind](k), 1.5)
            y.sum().backward()
            expected = np.full(5, 2.0)
            expected[k] *= 1.5 if ufunc is np.multiply else 1.0
            np.testing.assert_array_equal(x.grad.numpy(), expected)
        x.grad = None


def test_objects_that_are_integers():
    class One:
        def __index__(self):
            return 1

    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    for index in (One(), (One(), One()), (slice(None), One()), (One(), np.array([0, 1]))):
        np.testing.assert_array_equal(tg.tensor(x)[index].numpy(), x[index])
        t, a = tg.tensor(x), x.copy()
        t[index] = a[index] = 7.0
        np.testing.assert_array_equal(t.numpy(), a)
