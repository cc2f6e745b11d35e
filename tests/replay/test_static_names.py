"""Static arguments by name and by position, and methods, whose object is one."""

from __future__ import annotations

import dataclasses
import io
import pickle

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError

X = np.array([1.0, -2.0])


def scaled(x, mode, *, power=2):
    return (x if mode == "plain" else 3.0 * x) ** power


@pytest.mark.parametrize(
    "options", [{"static_argnames": ("mode", "power")}, {"static_argnums": 1, "static_argnames": "power"}]
)
def test_static_arguments_by_name_or_position(options):
    f = tg.compile(scaled, **options)
    for _ in range(2):
        np.testing.assert_array_equal(f(X, "plain"), X**2)
        np.testing.assert_array_equal(f(X, mode="plain"), X**2)
        np.testing.assert_array_equal(f(X, mode="other"), (3.0 * X) ** 2)
        np.testing.assert_array_equal(f(X, "other", power=3), (3.0 * X) ** 3)
        np.testing.assert_array_equal(f(X, power=3, mode="plain"), X**3)
    assert f.stats()["recordings"] == 4
    np.testing.assert_array_equal(f.batch(np.stack([X, X]), mode="plain", power=3), np.stack([X, X]) ** 3)
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(again(X, mode="other", power=1), 3.0 * X)
    file = io.BytesIO()
    f.save(file, X, mode="plain", power=3)
    np.testing.assert_array_equal(tg.load(io.BytesIO(file.getvalue()))(X), X**3)


def test_a_name_that_is_no_argument_is_refused():
    with pytest.raises(ArgumentError, match="static_argnames names 'kind'"):
        tg.compile(scaled, static_argnames="kind")
    by_name = tg.compile(lambda x, **options: x * options["n"], static_argnames="n")
    np.testing.assert_array_equal(by_name(X, n=3), 3 * X)


class Model:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    @tg.compile
    def loss(self, x):
        return self.rate * np.sum(x**2)

    @tg.compile(static_argnames="n")
    def scaled(self, x, n=1):
        return self.rate * n * x


@dataclasses.dataclass(frozen=True)
class Frozen:
    rate: float

    @tg.compile
    def loss(self, x):
        return self.rate * np.sum(x**2)


def test_methods_have_their_object_as_a_static_argument():
    a, b = Model(2.0), Model(3.0)
    for _ in range(2):
        assert a.loss(X) == 10.0
        assert b.loss(X) == 15.0
        assert Model.loss(a, X) == 10.0
        np.testing.assert_array_equal(a.scaled(X, n=4), 8.0 * X)
        np.testing.assert_array_equal(a.scaled(X), 2.0 * X)
    assert Model.loss.stats()["recordings"] == 2
    np.testing.assert_array_equal(tg.grad(a.loss)(X), 4.0 * X)
    assert Frozen(2.0).loss(X) == Frozen(2.0).loss(X) == 10.0
    assert Frozen.loss.stats()["recordings"] == 1

    @dataclasses.dataclass
    class Mutable:
        rate: float

        @tg.compile
        def loss(self, x):
            return self.rate * np.sum(x)

    with pytest.raises(ArgumentError, match="frozen dataclass"):
        Mutable(1.0).loss(X)
