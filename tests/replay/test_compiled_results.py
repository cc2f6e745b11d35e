"""What compiled functions return: arrays of their own, constants, containers, and what `out=` receives."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    ReplayError,
    ShapeError,
)
from tests.replay.agreement import LAYOUTS, same

# ------------------------------------------------------------------------------------------------- results


def test_results_that_are_the_same_array():
    def f(x: Any) -> Any:
        y = x * 2.0
        return y, y, x, x, y[::-1], y.reshape(2, 2), x[1:], x.T, y[1], y[1]

    compiled = tg.compile(f)
    for x in (np.arange(4.0), np.arange(4.0) + 0.5):
        found = compiled(x)
        for a, b in zip(found, f(x), strict=True):
            same(a, np.asarray(b))
        arrays = [a for a in found if a.ndim]
        for k, a in enumerate(arrays):
            assert not np.may_share_memory(a, x)
            assert all(not np.may_share_memory(a, b) for b in arrays[k + 1 :])


def test_results_are_not_overwritten_by_the_next_call():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x), x[:1] * 1.0, np.max(x)))
    first = compiled(np.arange(3.0))
    kept = [np.copy(a) for a in first]
    compiled(np.arange(3.0) + 10.0)
    for a, b in zip(first, kept, strict=True):
        np.testing.assert_array_equal(a, b)


def test_arguments_returned_as_they_came():
    compiled = tg.compile(lambda x, y, n: (x, {"y": y}, [n]))
    x = np.arange(3.0)
    for _ in range(2):
        a, b, c = compiled(x, 2.5, np.array([True, False]))
        np.testing.assert_array_equal(a, x)
        assert not np.may_share_memory(a, x)
        assert b == {"y": 2.5}
        same(c[0], np.array([True, False]))


def test_constants_returned():
    data = np.array([1.0, 2.0])
    fixed = tg.tensor([5, 6])
    compiled = tg.compile(lambda x: (x * 2.0, 1.5, None, "text", data, fixed, tg.ones(2), np.float32(2.0), True))
    for _ in range(2):
        found = compiled(3.0)
        assert found[:4] == (6.0, 1.5, None, "text")
        np.testing.assert_array_equal(found[4], data)
        same(found[5], np.array([5, 6]))
        same(found[6], np.ones(2))
        same(found[7], np.float32(2.0))
        assert found[8] is True
    assert tg.compile(lambda x: 7.0)(np.ones(3)) == 7.0
    assert tg.compile(lambda: tg.tensor(2.0) * 3.0)() == 6.0


def test_a_constant_result_cannot_be_changed_by_who_got_it():
    compiled = tg.compile(lambda x: (x * 1.0, tg.ones(2)))
    _, first = compiled(1.0)
    try:
        first += 5.0
    except ValueError:  # read-only
        return
    np.testing.assert_array_equal(compiled(2.0)[1], [1.0, 1.0])


def test_a_captured_array_is_a_constant_even_if_it_changes():
    data = np.array([1.0, 2.0])
    compiled = tg.compile(lambda x: x * data)
    x = np.array([3.0, 4.0])
    np.testing.assert_array_equal(compiled(x), [3.0, 8.0])
    data[:] = 0.0
    np.testing.assert_array_equal(compiled(x), [3.0, 8.0])
    with pytest.raises(ReplayError, match="argument"):
        compiled.check(x)


Pair = namedtuple("Pair", "first second")


def test_nested_containers():
    def f(tree: Any, *, scale: Any) -> Any:
        a, (b, c) = tree["a"], tree["bc"]
        return Pair(first=[a * scale, {"sum": np.sum(b)}], second=(b + c, None, ((),), {"x": {}}))

    compiled = tg.compile(f)
    tree = {"bc": (np.arange(3.0), 2.0), "a": np.ones((2, 2))}
    for _ in range(2):
        found = compiled(tree, scale=3.0)
        assert type(found) is Pair
        np.testing.assert_array_equal(found.first[0], 3.0 * np.ones((2, 2)))
        assert found.first[1] == {"sum": 3.0}
        np.testing.assert_array_equal(found.second[0], [2.0, 3.0, 4.0])
        assert found.second[1:] == (None, ((),), {"x": {}})
    assert compiled.stats()["recordings"] == 1
    compiled({"a": np.ones((2, 2)), "bc": [np.arange(3.0), 2.0]}, scale=3.0)  # a list is another signature
    assert compiled.stats()["recordings"] == 2


def test_named_tuples_as_arguments():
    compiled = tg.compile(lambda p, q=None: p.first * p.second)
    assert compiled(Pair(2.0, 3.0)) == 6.0
    assert compiled(Pair(2.0, 3.0), None) == 6.0


# ------------------------------------------------------------------------------------------------- out=


def test_out():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x)))
    x = np.arange(4.0)
    out = np.empty(4), np.empty(())
    assert compiled(x, out=out) is out
    np.testing.assert_array_equal(out[0], x * 2.0)
    assert out[1] == 6.0
    for _ in range(2):
        x = x + 1.0
        assert compiled(x, out=out) is out
        np.testing.assert_array_equal(out[0], x * 2.0)
        assert out[1] == x.sum()


def test_out_that_overlaps_with_an_argument():
    compiled = tg.compile(lambda x: x[::-1] + np.sum(x))
    x = np.arange(10.0)
    expected = x[::-1] + 45.0
    assert compiled(x, out=x) is x
    np.testing.assert_array_equal(x, expected)
    wide = np.arange(12.0)
    expected = wide[:10][::-1] + 45.0
    compiled(wide[:10], out=wide[2:])
    np.testing.assert_array_equal(wide[2:], expected)


def test_out_for_a_shared_result():
    def f(x: Any) -> Any:
        y = x * 2.0
        return y, y, x

    out = np.empty(3), np.empty(3), np.empty(3)
    tg.compile(f)(np.arange(3.0), out=out)
    for a, factor in zip(out, (2.0, 2.0, 1.0), strict=True):
        np.testing.assert_array_equal(a, factor * np.arange(3.0))


@pytest.mark.parametrize(
    "make",
    [
        lambda n: np.empty(n, np.float32), lambda n: np.empty(2 * n)[::2], lambda n: np.empty(n)[::-1],
        lambda n: np.empty(n, ">f8"), lambda n: np.empty(n, np.complex128), lambda n: np.empty((1, n))[0],
    ],
)  # fmt: skip
def test_out_of_other_layouts_and_dtypes(make):
    compiled = tg.compile(lambda x: x / 3.0)
    x = np.arange(9.0)
    for _ in range(2):
        out = make(9)
        assert compiled(x, out=out) is out
        np.testing.assert_array_equal(out, (x / 3.0).astype(out.dtype))


def test_out_of_float32_and_truth_values():
    compiled = tg.compile(lambda x: (x * 2.0, x > 1.0, np.sum(x)))
    x = np.arange(5, dtype=np.float32)
    out = np.empty(5, np.float32), np.empty(5, bool), np.empty((), np.float32)
    for _ in range(2):
        compiled(x, out=out)
        np.testing.assert_array_equal(out[0], x * 2)
        np.testing.assert_array_equal(out[1], x > 1)
        assert out[2] == 10.0
    wide = np.empty(5), np.empty(5, np.int64), np.empty(())
    compiled(x, out=wide)
    np.testing.assert_array_equal(wide[1], x > 1)


def test_out_where_a_guard_fails():
    compiled = tg.compile(lambda x: x * 2.0 if np.sum(x) > 0 else x * 3.0)
    out = np.empty(3)
    for sign in (1.0, -1.0, 1.0, -1.0):
        x = sign * np.ones(3)
        compiled(x, out=out)
        np.testing.assert_array_equal(out, x * 2.0 if sign > 0 else x * 3.0)
    x = np.ones(3)
    for expected in (2.0, 4.0, 8.0):
        compiled(x, out=x)
        np.testing.assert_array_equal(x, expected * np.ones(3))
    y = -np.ones(3)
    compiled(y, out=y)  # the replay of the other branch must leave the argument alone
    np.testing.assert_array_equal(y, -3.0 * np.ones(3))


def test_out_is_checked():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x)))
    x = np.arange(4.0)
    for out, error in (
        (np.empty(4), ArgumentError),
        ([np.empty(4), np.empty(())], ArgumentError),
        ((np.empty(4), np.empty(()), np.empty(())), ArgumentError),
        ((np.empty(5), np.empty(())), ShapeError),
        ((np.empty((4, 1)), np.empty(())), ShapeError),
        ((np.empty(4), np.empty(1)), ShapeError),
        ((np.empty(4, int), np.empty(())), DtypeError),
        (([0.0] * 4, np.empty(())), ArgumentError),
        ((tg.zeros(4), np.empty(())), DtypeError),
        ((np.empty(4), 0.0), DtypeError),
        ((LAYOUTS["read-only"](np.zeros(4)), np.empty(())), ArgumentError),
    ):
        with pytest.raises(error, match=r"out=.*\.$"):
            compiled(x, out=out)
    np.testing.assert_array_equal(compiled(x)[0], x * 2.0)
    with pytest.raises(ArgumentError, match="out="):
        compiled(tg.tensor(x), out=(np.empty(4), np.empty(())))
    fresh = tg.compile(lambda x: x * 2.0)
    with pytest.raises(ShapeError):
        fresh(x, out=np.empty(3))
    np.testing.assert_array_equal(fresh(x), x * 2.0)
