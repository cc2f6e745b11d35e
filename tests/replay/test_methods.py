"""Compiled methods: whatever a compiled function offers, on the object, which is kept alive by nothing."""

from __future__ import annotations

import copy
import dataclasses
import gc
import inspect
import io
import weakref
from functools import partial
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, ReplayError, VariantWarning

X = np.array([1.0, -2.0, 3.0])
ROWS = np.arange(12.0).reshape(4, 3)


class Model:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    @tg.compile
    def loss(self, x):
        """Weighted squares."""
        return self.rate * np.sum(x**2)

    @tg.compile(static_argnames="n")
    def scaled(self, x, n=1):
        return self.rate * n * x

    @tg.compile
    def between(self, x, y):
        return self.rate * np.sum(x * y)

    @classmethod
    @tg.compile
    def of_class(cls, x):
        return len(cls.__name__) * np.sum(x)

    @staticmethod
    @tg.compile
    def of_none(x):
        return np.sum(x)


@dataclasses.dataclass(frozen=True)
class Frozen:
    rate: float

    @tg.compile
    def loss(self, x):
        return self.rate * np.sum(x**2)


def test_methods_have_their_object_as_a_static_argument():
    a, b = Model(2.0), Model(3.0)
    for _ in range(2):
        assert a.loss(X) == 28.0
        assert b.loss(X) == 42.0
        assert Model.loss(a, X) == 28.0
        np.testing.assert_array_equal(a.scaled(X, n=4), 8.0 * X)
        np.testing.assert_array_equal(a.scaled(X), 2.0 * X)
    assert Model.loss.stats()["recordings"] == 2
    np.testing.assert_array_equal(tg.grad(a.loss)(X), 4.0 * X)
    assert Frozen(2.0).loss(X) == Frozen(2.0).loss(X) == 28.0
    assert Frozen.loss.stats()["recordings"] == 1

    @dataclasses.dataclass
    class Mutable:
        rate: float

        @tg.compile
        def loss(self, x):
            return self.rate * np.sum(x)

    with pytest.raises(ArgumentError, match=r"@dataclass\(frozen=True\), or with eq=False"):
        Mutable(1.0).loss(X)


def test_all_that_is_asked_of_a_compiled_function_is_asked_of_a_method():
    model = Model(2.0)
    assert model.loss(X) == 28.0
    np.testing.assert_array_equal(model.loss.batch(ROWS), 2.0 * np.sum(ROWS**2, 1))
    np.testing.assert_array_equal(model.between.batch(ROWS, X, in_axes=(0, None)), 2.0 * ROWS @ X)
    out = np.empty(4)
    assert model.loss.batch(ROWS, out=out) is out
    model.loss.check(X)
    assert model.loss.tape(X) is model.loss.tape()
    assert model.loss.tape_data(X).header is not None
    file = io.BytesIO()
    model.loss.save(file, X)
    assert tg.load(io.BytesIO(file.getvalue()))(X) == 28.0
    assert model.loss.stats()["recordings"] == Model.loss.stats()["recordings"]
    assert (model.loss.__name__, model.loss.__doc__) == ("loss", "Weighted squares.")
    assert list(inspect.signature(model.loss).parameters) == ["x"]
    assert model.loss == model.loss != Model(2.0).loss
    assert len({model.loss, model.loss}) == 1
    again = copy.deepcopy(model.loss)
    assert again.__self__ is not model
    assert again(X) == 28.0
    np.testing.assert_array_equal(tg.vmap(model.loss)(ROWS), model.loss.batch(ROWS))
    np.testing.assert_array_equal(tg.compile(tg.grad(model.loss))(X), 4.0 * X)


def test_the_tape_used_last_is_that_of_the_object():
    a, b = Model(2.0), Model(3.0)
    with pytest.raises(ReplayError, match="nothing was recorded"):
        a.loss.tape()
    a.loss(X), b.loss(X)
    assert a.loss.tape() is a.loss.tape(X) is not b.loss.tape()


def test_check_says_that_an_attribute_has_changed():
    model = Model(2.0)
    model.loss(X)
    model.rate = 7.0
    with pytest.raises(ReplayError, match="attribute of the object"):
        model.loss.check(X)


def test_class_and_static_methods():
    class Other(Model):
        pass

    for _ in range(2):
        assert Model.of_class(X) == Model(1.0).of_class(X) == 10.0
        assert Other.of_class(X) == 10.0
        assert Model.of_none(X) == Model(1.0).of_none(X) == 2.0
    np.testing.assert_array_equal(Model.of_none.batch(ROWS), np.sum(ROWS, 1))


def test_recordings_keep_no_object_alive_and_a_warning_says_that_they_go_with_it():
    def use(rates: range) -> list[Any]:
        models = (Model(float(rate)) for rate in rates)
        return [(weakref.ref(model), model.loss(X)) for model in models]

    with pytest.warns(VariantWarning, match="8 objects that live no more") as caught:
        found = use(range(12))
    assert [value for _, value in found] == [14.0 * rate for rate in range(12)]
    alive = [ref for ref, _ in found]
    assert [w.filename for w in caught] == [__file__]
    gc.collect()
    assert not any(ref() is not None for ref in alive)
    assert Model.loss.stats()["variants"] <= 4

    chosen = tg.compile(lambda x, by: x * by.rate, static_argnums=1)
    model = Model(3.0)
    assert chosen(2.0, model) == 6.0
    seen = weakref.ref(model)
    del model
    gc.collect()
    assert seen() is None


@pytest.mark.parametrize("k", [2, -3, "n"])
def test_static_positions_that_are_not_there_are_refused(k: Any):
    with pytest.raises(ArgumentError, match="static_argnums"):
        tg.compile(lambda x, n: x**n, static_argnums=k)
    assert tg.compile(lambda *args: args[0] * args[2], static_argnums=2)(2.0, 0.0, 3) == 6.0


def test_a_static_default_that_is_given_is_the_same():
    def f(x, n=2, *, scale=1.0, shift=0.0):
        return scale * x**n + shift

    for options in ({"static_argnums": 1}, {"static_argnums": -1}, {"static_argnames": ("n", "scale")}):
        by = tg.compile(f, **options)
        if "static_argnames" not in options:
            calls = [partial(by, 3.0), partial(by, 3.0, 2), partial(by, 3.0, n=2)]
        else:
            calls = [partial(by, 3.0), partial(by, 3.0, scale=1.0, n=2), partial(by, 3.0, 2, scale=1.0)]
        assert [call() for call in calls] == [9.0] * 3
        assert by.stats()["recordings"] == 1
        assert by(3.0, n=3, shift=1.0) == by(3.0, shift=1.0, n=3) == 28.0
        assert by.stats()["recordings"] == 2
