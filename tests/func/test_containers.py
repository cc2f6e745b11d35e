"""Containers of arrays as arguments and results of function transforms."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tests.func.functions import X, Y

Pair = namedtuple("Pair", "first second")


# ------------------------------------------------------------------------------------------------- containers


def tree_loss(t: Any) -> Any:
    return np.sum(t["a"] ** 2) * t["b"][0] + np.sum(t["b"][1][0]) * t["b"][1][1].second + np.sum(t["b"][1][1].first)


def test_gradients_have_the_containers_of_the_argument():
    tree = {"a": X, "b": [2.0, (Y, Pair(X[:2], np.float64(3.0)))]}
    g = tg.grad(tree_loss)(tree)
    assert list(g) == ["a", "b"]
    assert type(g["b"]) is list
    assert type(g["b"][1]) is tuple
    assert type(g["b"][1][1]) is Pair
    np.testing.assert_array_equal(g["a"], 4 * X)
    assert g["b"][0] == np.sum(X * X)
    np.testing.assert_array_equal(g["b"][1][0], 3 * np.ones(3))
    np.testing.assert_array_equal(g["b"][1][1].first, np.ones(2))
    assert g["b"][1][1].second == np.sum(Y)
    for transform in (tg.func.jacrev, tg.func.jacfwd):
        j = transform(tree_loss)(tree)
        np.testing.assert_array_equal(j["a"], g["a"])
        assert j["b"][1][1].second == np.sum(Y)


def test_other_kinds_of_containers():
    ordered = OrderedDict([("z", X), ("a", Y)])
    g = tg.grad(lambda t: np.sum(t["z"] * t["a"]))(ordered)
    assert type(g) is OrderedDict
    assert list(g) == ["z", "a"]
    np.testing.assert_array_equal(g["z"], Y)
    mixed_keys = {1: X, "b": Y, (2, 3): 2.0}
    g = tg.grad(lambda t: np.sum(t[1] * t["b"]) * t[2, 3])(mixed_keys)
    np.testing.assert_array_equal(g[1], 2 * Y)
    assert g[2, 3] == np.sum(X * Y)
    g = tg.grad(lambda t: t[0] * t[2])([2.0, None, 3.0])
    assert g == [3.0, None, 2.0]


def test_jacobians_of_containers():
    def f(t: Any) -> Any:
        return {"p": t["x"] * t["s"], "q": (np.sum(t["x"]), t["s"] ** 2)}

    t = {"x": X, "s": 3.0}
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        j = transform(f)(t)
        np.testing.assert_array_equal(j["p"]["x"], 3 * np.eye(3))
        np.testing.assert_array_equal(j["p"]["s"], X)
        np.testing.assert_array_equal(j["q"][0]["x"], np.ones(3))
        assert j["q"][0]["s"] == 0.0
        np.testing.assert_array_equal(j["q"][1]["x"], np.zeros(3))
        assert j["q"][1]["s"] == 6.0


def test_hessians_of_containers():
    h = tg.hessian(lambda t: np.sum(t["x"] ** 3) * t["s"] ** 2)({"x": X, "s": 2.0})
    np.testing.assert_allclose(h["x"]["x"], np.diag(24 * X))
    np.testing.assert_allclose(h["x"]["s"], 12 * X**2)
    np.testing.assert_allclose(h["s"]["x"], 12 * X**2)
    assert h["s"]["s"] == 2 * np.sum(X**3)
    h = tg.hessian(lambda x, y: np.sum(x**2 * y), (0, 1))(X, Y)
    np.testing.assert_allclose(h[0][0], np.diag(2 * Y))
    np.testing.assert_allclose(h[0][1], np.diag(2 * X))
    np.testing.assert_allclose(h[1][0], np.diag(2 * X))
    np.testing.assert_array_equal(h[1][1], np.zeros((3, 3)))


def test_products_with_containers():
    def f(t: Any) -> Any:
        return [t["x"] * t["s"], {"n": np.sum(t["x"])}]

    t = {"x": X, "s": 3.0}
    out, pullback = tg.func.vjp(f, t)
    np.testing.assert_array_equal(out[0], 3 * X)
    (g,) = pullback([Y, {"n": 2.0}])
    np.testing.assert_array_equal(g["x"], 3 * Y + 2.0)
    assert g["s"] == np.sum(X * Y)
    out, pushed = tg.func.jvp(f, (t,), ({"x": Y, "s": 1.0},))
    np.testing.assert_array_equal(pushed[0], 3 * Y + X)
    assert pushed[1]["n"] == np.sum(Y)


def test_containers_do_not_fit():
    _, pullback = tg.func.vjp(lambda x: (x, x), X)
    for bad in (X, [X, X], (X,), (X, X, X), {"a": X}):
        with pytest.raises(ArgumentError, match="containers"):
            pullback(bad)
    for bad in ((X, X[:2]), (X, 1.0), (X[:, None], X)):
        with pytest.raises(ShapeError, match="cotangent of shape"):
            pullback(bad)
    for call in (
        lambda p, t: tg.func.jvp(lambda *x: x[0], p, t),
        lambda p, t: tg.func.linearize(lambda *x: x[0], *p)[1](*t),
    ):
        with pytest.raises(ArgumentError, match="primals and 2 tangents"):
            call((X,), (X, X))
        with pytest.raises(ArgumentError, match="containers of the primals"):
            call(([X],), (X,))
        with pytest.raises(ShapeError, match="does not fit a primal"):
            call((X,), (X[:2],))
        with pytest.raises(DtypeError):
            call((X,), (np.array([1, 2, 3]) > 1,))
        with pytest.raises(DtypeError):
            call((np.array([1, 2, 3]),), (X,))
    for bad in (X, 3.0, {"a": X}):
        with pytest.raises(ArgumentError, match="must be tuples"):
            tg.func.jvp(lambda x: x, bad, (X,))
