"""Arguments that are equal and not the same: each call gives what the function itself gives, whichever was recorded first.

Each is called several times, because the first calls of a compiled function go other ways than the later ones.
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError

Pair = collections.namedtuple("Pair", "a b")


class Noted(Pair):
    """A named tuple that may have attributes."""


class Length(float):
    """A number with a unit, of which its ``==`` knows nothing."""


class Word(str):
    """A string of a class of its own."""


class Letter(enum.StrEnum):
    A = "a"


class Scaled(dict[str, float]):
    """A dict that may have attributes."""


class Slotted(dict[str, float]):
    __slots__ = ("scale",)


@dataclasses.dataclass(frozen=True)
class Settings:
    values: Any
    names: Any = dataclasses.field(default=None, hash=False)


def noted(x: Any, **attributes: Any) -> Any:
    vars(x).update(attributes)
    return x


def in_order(x: float, values: Any) -> float:
    return x * sum(10.0**k * float(v) for k, v in enumerate(values))


def sign(x: float, value: Any) -> float:
    return x * math.copysign(1.0, value)


def by_type(x: float, value: Any) -> float:
    return x * {int: 2.0, bool: 3.0, float: 5.0}[type(value)]


NAN = float("nan")
STATIC: dict[str, tuple[Callable[..., float], Any, Any]] = {
    "frozensets in another order": (in_order, frozenset([0, 8]), frozenset([8, 0])),
    "frozensets in tuples": (lambda x, t: in_order(x, t[0]), (frozenset([0, 8]),), (frozenset([8, 0]),)),
    "frozensets in frozensets": (
        lambda x, s: in_order(x, *s),
        frozenset([frozenset([0, 8])]),
        frozenset([frozenset([8, 0])]),
    ),
    "frozensets in dataclasses": (
        lambda x, s: in_order(x, s.values),
        Settings(frozenset([0, 8])),
        Settings(frozenset([8, 0])),
    ),
    "dicts in another order": (
        lambda x, s: in_order(x, s.names),
        Settings(1, {0: "a", 8: "b"}),
        Settings(1, {8: "b", 0: "a"}),
    ),
    "fields without a hash": (lambda x, s: sign(x, s.names[0]), Settings(1, [0.0]), Settings(1, [-0.0])),
    "zeros": (sign, 0.0, -0.0),
    "zeros in frozensets": (lambda x, s: sign(x, *s), frozenset([0.0]), frozenset([-0.0])),
    "zeros in named tuples": (lambda x, t: sign(x, t.a), Pair(0.0, 1), Pair(-0.0, 1)),
    "an integer and a truth value": (by_type, 1, True),
    "an integer and a float": (by_type, 1, 1.0),
    "of frozensets": (lambda x, s: by_type(x, *s), frozenset([1]), frozenset([True])),
    "NaN of another sign": (sign, NAN, -NAN),
    "decimals": (lambda x, d: x * len(str(d)), Decimal("1.0"), Decimal("1.00")),
    "attributes of named tuples": (lambda x, t: x * t.k, noted(Noted(1, 2), k=2.0), noted(Noted(1, 2), k=3.0)),
    "attributes of floats": (lambda x, s: x * s.k, noted(Length(1.0), k=2.0), noted(Length(1.0), k=3.0)),
    "attributes of strings": (lambda x, s: x * s.k, noted(Word("a"), k=2.0), noted(Word("a"), k=3.0)),
    "a string and another class": (lambda x, s: x * len(type(s).__name__), "a", Word("a")),
    "a string and an enumeration": (lambda x, s: x * len(type(s).__name__), "a", Letter.A),
}


def calls_as_python(compiled: Callable[..., Any], f: Callable[..., Any], *calls: tuple[Any, ...]) -> None:
    for first in (0, 1):
        for args in (calls[first], *calls, *calls[::-1], *calls):
            for _ in range(2):
                assert compiled(*args) == f(*args)


@pytest.mark.parametrize("name", STATIC)
def test_static_arguments(name):
    f, a, b = STATIC[name]
    calls_as_python(tg.compile(f, static_argnums=1), f, (2.0, a), (2.0, b))
    calls_as_python(tg.compile(f, static_argnums=1), f, (2.0, b), (2.0, a))


def of_keys(d: Any) -> Any:
    return sum(v * len(type(k).__name__) for k, v in d.items())


KEYS = {
    "an enumeration": ({"a": 1.0}, {Letter.A: 1.0}),
    "another class": ({"a": 1.0}, {Word("a"): 1.0}),
    "the second of two": ({"a": 1.0, "b": 2.0}, {"a": 1.0, Word("b"): 2.0}),
    "the first of two": ({"a": 1.0, "b": 2.0}, {Word("a"): 1.0, "b": 2.0}),
    "equal strings that are two objects": ({"".join(["a", "b"]): 1.0}, {"".join(["a", "b"]): 1.0}),
    "numbers": ({1: 1.0}, {True: 1.0}),
    "numbers and floats": ({1: 1.0}, {1.0: 1.0}),
    "frozensets in another order": ({frozenset([0, 8]): 1.0}, {frozenset([8, 0]): 1.0}),
}


@pytest.mark.parametrize("name", KEYS)
def test_keys_of_dicts(name):
    def f(d: Any) -> Any:
        return of_keys(d) + sum(in_order(v, k) for k, v in d.items() if isinstance(k, frozenset))

    a, b = KEYS[name]
    calls_as_python(tg.compile(f), f, (a,), (b,))
    calls_as_python(tg.compile(f), f, (b,), (a,))


def test_equal_strings_as_keys_are_recorded_once():
    compiled = tg.compile(of_keys)
    for _ in range(4):
        compiled({"".join(["a", "b"]): 1.0})
    assert compiled.stats()["recordings"] == 1


def test_names_of_keywords():
    def f(**d: Any) -> Any:
        return of_keys(d)

    compiled = tg.compile(f)
    for keywords in ({"a": 1.0}, {Word("a"): 1.0}, {"a": 1.0}, {Letter.A: 1.0}, {"a": 1.0}):
        for _ in range(3):
            assert compiled(**keywords) == f(**keywords)


def slotted(scale: float) -> Slotted:
    made = Slotted(w=2.0)
    made.scale = scale
    return made


CONTAINERS = {
    "dict": lambda: noted(Scaled(w=2.0), scale=3.0),
    "dict with slots": lambda: slotted(3.0),
    "ordered dict": lambda: noted(collections.OrderedDict(w=2.0), scale=3.0),
    "named tuple": lambda: noted(Noted(2.0, 1.0), scale=3.0),
}
TRANSFORMS = {
    "compile": tg.compile,
    "grad": tg.grad,
    "value_and_grad": tg.value_and_grad,
    "jacobian": tg.jacobian,
    "jacfwd": tg.func.jacfwd,
    "hessian": tg.hessian,
    "vmap": tg.vmap,
    "vjp": lambda f: lambda d: tg.func.vjp(f, d),
    "jvp": lambda f: lambda d: tg.func.jvp(f, (d,), (d,)),
    "linearize": lambda f: lambda d: tg.func.linearize(f, d),
    "checkpoint": tg.checkpoint,
    "batch": lambda f: tg.compile(f).batch,
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("container", CONTAINERS)
def test_attributes_of_containers_are_refused(container, transform):
    with pytest.raises(ArgumentError, match=r"attributes \('scale'\).*Make them items"):
        TRANSFORMS[transform](lambda d: d.scale * 2.0)(CONTAINERS[container]())


@pytest.mark.parametrize(
    "make", [lambda x: Scaled(w=x), lambda x: collections.OrderedDict(w=x), lambda x: Noted(x, 1.0)]
)
def test_attributes_of_results_are_refused(make):
    with pytest.raises(ArgumentError, match="attributes"):
        tg.compile(lambda x: noted(make(x), scale=3.0))(1.0)


@pytest.mark.parametrize("kind", [Scaled, collections.OrderedDict])
def test_attributes_that_come_later_are_refused(kind):
    compiled = tg.compile(lambda d: d["w"] * getattr(d, "scale", 1.0))
    for _ in range(3):
        assert compiled(kind(w=2.0)) == 2.0
    with pytest.raises(ArgumentError, match="attributes"):
        compiled(noted(kind(w=2.0), scale=3.0))


@pytest.mark.parametrize("kind", [Scaled, Slotted, collections.OrderedDict, collections.Counter, dict])
def test_dicts_without_attributes_keep_their_class(kind):
    f = lambda d: kind(w=d["w"] * len(type(d).__name__))  # noqa: E731
    compiled = tg.compile(f)
    for _ in range(3):
        found = compiled(kind(w=2.0))
        assert found == f(kind(w=2.0))
        assert type(found) is kind
    gradient = tg.grad(lambda d: d["w"] ** 2)(kind(w=3.0))
    assert type(gradient) is kind
    assert gradient == {"w": 6.0}


@pytest.mark.parametrize("depth", [60, 70, 190, 210, 400])
def test_containers_of_any_depth(depth):
    """Python's parser takes some 200 brackets within each other."""
    nested: Any = np.array([1.0, 2.0])
    for k in range(depth):
        nested = [nested] if k % 2 else {"a": nested}

    def f(tree: Any) -> Any:
        return [tree, tree]

    compiled, batched = tg.compile(f), tg.compile(f)
    for _ in range(3):
        for found in (*compiled(nested), *batched.batch(nested)):
            for k in reversed(range(depth)):
                found = found[0 if k % 2 else "a"]
            np.testing.assert_array_equal(found, [1.0, 2.0])
