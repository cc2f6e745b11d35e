"""Assignment in compiled functions: NumPy's meaning, and arrays of others left alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    InplaceError,
)
from tests.ops.test_arrays import as_list
from tests.replay.agreement import same
from tests.support import leaf


def tensors(tree: Any) -> Any:
    """Leaves that require grad for arrays, in the same containers."""
    if isinstance(tree, (list, tuple)):
        return type(tree)(map(tensors, tree))
    if isinstance(tree, dict):
        return {key: tensors(value) for key, value in tree.items()}
    return leaf(tree)


def agrees(f: Any, *args: Any, exact: bool = True) -> Any:
    """A compiled function's results, compared with those of the function on Tensors."""
    compiled = tg.compile(f)
    found, expected = compiled(*args), f(*map(tensors, args))
    for _ in range(2):
        for k, (x, y) in enumerate(zip(as_list(found), as_list(expected), strict=True)):
            same(x, y, exact, k)
        found = compiled(*args)
    return compiled


# ------------------------------------------------------------------------------------------------- assignment


def fill(x: Any) -> Any:
    y = tg.zeros(6)
    for i in range(6):
        y[i] = x[i] * i + (y[i - 1] if i else 0.0)
    return y


def in_place(x: Any) -> Any:
    y = x * 1.0
    y += x
    y *= y
    y -= 1.0
    y /= 2.0
    y[1:3] += x[:2]
    y[::-2] *= 3.0
    return y


def through_views(x: Any) -> Any:
    m = (x * 1.0).reshape(2, 3)
    row, column = m[0], m[:, 1]
    row[:] = column[0] * 2.0
    column += 5.0
    m.T[2] = x[:2]
    m[::-1][0, ::2] *= x[3]
    return [m, row, column, m[1] * row]


def by_arrays(x: Any) -> Any:
    y = x * 1.0
    y[[0, 2, 0]] = x[3:]
    y[np.array([True, False] * 3)] += 1.0
    y[np.array([4, 5])] *= x[[1, 1]]
    m = tg.zeros((3, 3))
    m[np.arange(3), [2, 1, 0]] = x[:3]
    m[1] = x[4]
    m[:, -1] -= y[:3]
    return [y, m, m @ y[:3]]


def old_versions(x: Any) -> Any:
    y = x * 2.0
    z = y * y
    before = y[1:4]
    copy = y.clone()
    y[2] = 7.0
    w = y * y
    y[...] = 1.0
    return [z, before, copy, w, y]


def scalars(x: Any) -> Any:
    s = x[0] * 1.0
    s += x[1]
    s *= s
    one = tg.zeros(1)
    one[0] = s
    one += x[2]
    box = tg.zeros((1, 1))
    box[0] = one
    box[:, 0] += x[3]
    return [s, one, box]


def arguments(x: Any) -> Any:
    """An argument is written to: it is a value like any other within the function."""
    y = x * 2.0
    x[1] = 5.0
    x += 1.0
    return [x * y, x]


WRITERS = [fill, in_place, through_views, by_arrays, old_versions, scalars]


@pytest.mark.parametrize("f", WRITERS, ids=lambda f: f.__name__)
def test_assignment(f):
    x = np.random.default_rng(2).normal(size=6)

    def slope(x: Any) -> Any:
        return tg.grad(lambda x: sum(np.sum(np.sin(p)) for p in as_list(f(x))))(x)

    compiled, compiled_slope = tg.compile(f), tg.compile(slope)
    for _ in range(3):
        t = leaf(x)
        expected = as_list(f(t))
        for a, b in zip(as_list(compiled(x)), expected, strict=True):
            same(a, b, False)
        same(compiled_slope(x), grad(sum(np.sum(np.sin(p)) for p in expected), t)[0], False)
        x = x[::-1] + 0.25
    np.testing.assert_allclose(
        tg.compile(tg.func.jacfwd(lambda x: np.concatenate([p.reshape(-1) for p in as_list(f(x))])))(x),
        tg.func.jacrev(lambda x: np.concatenate([p.reshape(-1) for p in as_list(f(x))]))(x),
        rtol=1e-12, atol=1e-12,
    )  # fmt: skip


def test_writing_to_an_argument_leaves_the_callers_array_alone():
    x = np.arange(3.0)
    compiled = tg.compile(arguments)
    for _ in range(2):
        kept = x.copy()
        found = compiled(x)
        np.testing.assert_array_equal(x, kept)
        expected = arguments(x.copy())
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
        x = x + 1.0


def test_assignment_of_float32_into_float64_and_back():
    def f(x: Any, y: Any) -> Any:
        a = y * 1.0
        a[1:3] = x[:2]
        b = x * 1
        b[0] = y[3]
        return a, b

    x, y = np.array([0.1, 0.2, 0.3], np.float32), np.arange(4.0) / 3
    agrees(f, x, y)


def test_writes_to_outer_tensors_are_refused():
    """A replay could not repeat them; the Tensor stays what it was."""
    for write in (
        lambda w, x: w.__iadd__(x),
        lambda w, x: w.__setitem__(0, x[1]),
        lambda w, x: w[1:].__setitem__(0, 5.0),
        lambda w, x: w.__imul__(2.0),
    ):
        for w in (tg.tensor([1.0, 2.0, 3.0]), tg.tensor([0.5, 1.0, 1.5]) * 2.0):
            compiled = tg.compile(lambda x, w=w, write=write: (write(w, x), x * w)[1])
            with pytest.raises(InplaceError):
                compiled(np.ones(3))
            np.testing.assert_array_equal(w.numpy(), [1.0, 2.0, 3.0])
            np.testing.assert_array_equal((w + 1.0).numpy(), [2.0, 3.0, 4.0])
    own = tg.compile(lambda x: [own_write(tg.zeros(3), x)])
    np.testing.assert_array_equal(own(np.ones(3))[0], np.ones(3))


def own_write(y: Any, x: Any) -> Any:
    y += x
    return y


OVERLAPPING = {
    "forward": lambda y: y.__setitem__(slice(1, None), y[:-1]),
    "backward": lambda y: y.__setitem__(slice(None, -1), y[1:]),
    "reversed": lambda y: y.__setitem__(slice(None, None, -1), y),
    "gathered": lambda y: y.__setitem__([0, 1, 2], y[[3, 0, 1]]),
    "added": lambda y: y[1:].__iadd__(y[:-1]),
    "swapped": lambda y: y.__setitem__(slice(0, 2), y[1::-1]),
    "rows": lambda y: y.reshape(2, 3).__setitem__(slice(None), y.reshape(2, 3)[::-1]),
    "columns": lambda y: y.reshape(2, 3).T.__setitem__([2, 0], y.reshape(2, 3).T[[0, 2]]),
    "one": lambda y: y.__setitem__(Ellipsis, y[4]),
    "sum": lambda y: (y.__setitem__(2, np.sum(y)), y.__setitem__(3, np.sum(y))),
    "masked": lambda y: y.__setitem__(y > 2.2, y[y > 2.2][::-1]),
}


@pytest.mark.parametrize("name", OVERLAPPING)
def test_assignment_of_parts_of_the_array_itself(name):
    """The value is that before the write, as in NumPy."""

    def f(y: Any) -> Any:
        OVERLAPPING[name](y)
        return y

    compiled = tg.compile(lambda x: f(x * 1.0))
    slope = tg.compile(tg.func.jacfwd(lambda x: f(x * 1.0)))
    for x in (np.arange(6.0), 1.5 * np.arange(6.0)[::-1]):
        expected = f(x.copy())
        np.testing.assert_array_equal(compiled(x), expected)
        moves = np.stack([f(x + 1e-3 * e) for e in np.eye(6)], axis=1) - expected[:, None]
        np.testing.assert_allclose(slope(x), moves / 1e-3, atol=1e-9)


@pytest.mark.slow
def test_a_long_loop_of_writes():
    def f(x: Any) -> Any:
        y = tg.zeros(300)
        y[0] = x[0]
        for i in range(1, 300):
            y[i] = 0.5 * y[i - 1] + np.sin(x[i])
        return y

    x = np.random.default_rng(0).normal(size=300)
    expected = np.zeros(300)
    expected[0] = x[0]
    for i in range(1, 300):
        expected[i] = 0.5 * expected[i - 1] + np.sin(x[i])
    compiled = tg.compile(f)
    np.testing.assert_allclose(compiled(x), expected, rtol=1e-14)
    slope = tg.compile(tg.grad(lambda x: np.sum(f(x))))(x)
    weights_ = np.array([(1 - 0.5 ** (300 - i)) / 0.5 for i in range(300)])
    wanted = weights_ * np.cos(x)
    wanted[0] = weights_[0]
    np.testing.assert_allclose(slope, wanted, rtol=1e-12)
