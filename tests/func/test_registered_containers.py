"""`register_container`: classes of users as containers."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError
from tests.func.functions import X, Y


class Spline:
    """A class with slots and a constructor that computes."""

    __slots__ = ("kind", "knots", "parts")

    def __init__(self, knots: Any, kind: str) -> None:
        self.knots, self.kind = np.asarray(knots, float), kind
        self.parts = [np.asarray(0.5)]


def _made(aux: Any, children: tuple[Any, ...]) -> Spline:
    spline = object.__new__(Spline)
    (spline.knots, spline.parts), spline.kind = children, aux
    return spline


tg.register_container(Spline, lambda s: ((s.knots, s.parts), s.kind), _made)


class Table(dict[str, Any]):
    """A dict that makes its items anew."""


tg.register_container(
    Table, lambda t: (tuple(t.values()), tuple(t)), lambda keys, values: Table(zip(keys, values, strict=True))
)


def loss(s: Spline) -> Any:
    return np.sum(np.exp(s.knots) * Y) * s.parts[0] * (2.0 if s.kind == "cubic" else 1.0)


def test_registered_objects_in_transforms():
    s = Spline(X, "cubic")
    g = tg.grad(loss)(s)
    assert type(g) is Spline
    assert g.kind == "cubic"
    np.testing.assert_allclose(g.knots, np.exp(X) * Y)
    np.testing.assert_allclose(g.parts[0], 2 * np.sum(np.exp(X) * Y))
    np.testing.assert_allclose(tg.func.jvp(loss, (s,), (g,))[1], np.sum(g.knots**2) + g.parts[0] ** 2)
    np.testing.assert_allclose(tg.hessian(loss)(s).knots.knots, np.diag(np.exp(X) * Y))
    np.testing.assert_allclose(tg.func.jacfwd(loss)(s).knots, g.knots)
    step = tg.compile(tg.value_and_grad(loss))
    for kind, scale in (("cubic", 1.0), ("linear", 0.5), ("cubic", 1.0)):
        value, h = step(Spline(X, kind))
        assert value == pytest.approx(loss(Spline(X, kind)))
        assert h.kind == kind
        np.testing.assert_allclose(h.knots, scale * g.knots)
    assert step.stats()["recordings"] == 2
    last, _ = tg.scan(lambda s, _: (_made(s.kind, (s.knots * 2.0, s.parts)), None), s, length=3)
    np.testing.assert_allclose(last.knots, 8 * X)
    np.testing.assert_allclose(tg.grad(tg.checkpoint(loss))(s).knots, g.knots)


def test_a_registered_dict():
    g = tg.grad(lambda t: np.sum(t["a"] * t["b"]))(Table(a=X, b=Y))
    assert type(g) is Table
    np.testing.assert_allclose(g["a"], Y)
    file_of_it = tg.compile(lambda t: np.sum(t["a"]))
    assert file_of_it(Table(a=X)) == X.sum()


def test_registering_takes_the_place_of_fields():
    @dataclass
    class Pair:
        a: Any
        b: Any

    tg.register_container(Pair, lambda p: ((p.a,), p.b), lambda b, parts: Pair(*parts, b))
    g = tg.grad(lambda p: np.sum(p.a) * p.b)(Pair(X, 3.0))
    np.testing.assert_allclose(g.a, [3.0, 3.0, 3.0])
    assert g.b == 3.0


def test_subclasses_are_registered_by_themselves():
    class Other(Spline):
        pass

    with pytest.raises(DtypeError, match=r"Other.*register_container"):
        tg.grad(loss)(Other(X, "cubic"))


@pytest.mark.parametrize(
    "cls", [list, tuple, dict, int, float, str, set, np.ndarray, np.float64, tg.Tensor, OrderedDict]
)
def test_known_classes_are_refused(cls):
    with pytest.raises(ArgumentError, match="class of your own"):
        tg.register_container(cls, lambda x: ((), None), lambda aux, parts: None)


def test_mistakes_of_registering_are_refused():
    class Some:
        pass

    with pytest.raises(ArgumentError, match="expected a class, got"):
        tg.register_container(Some(), lambda x: ((), None), lambda aux, parts: Some())
    with pytest.raises(ArgumentError, match="expected a function as flatten"):
        tg.register_container(Some, (), lambda aux, parts: Some())
    with pytest.raises(ArgumentError, match="registered before"):
        tg.register_container(Spline, lambda x: ((), None), lambda aux, parts: Some())
    tg.register_container(Some, lambda x: [x], lambda aux, parts: Some())
    with pytest.raises(ArgumentError, match=r"Some: its flatten .* must return \(children, aux\)"):
        tg.grad(lambda x: x)(Some())

    class Loop:
        pass

    tg.register_container(Loop, lambda x: ((x, X), None), lambda aux, parts: Loop())
    with pytest.raises(ArgumentError, match="holds itself"):
        tg.grad(lambda x: x)(Loop())

    class Unhashable:
        pass

    tg.register_container(Unhashable, lambda x: ((X,), [1]), lambda aux, parts: Unhashable())
    with pytest.raises(ArgumentError, match="must be hashable"):
        tg.compile(lambda x: X)(Unhashable())
