"""Named tuples do what Python's do."""

from __future__ import annotations

import copy
import pickle
import typing

import pytest

from tapegrad.named_tuples import NamedTuple


class Point(NamedTuple):
    """A place."""

    x: float
    y: float
    label: str = ""

    @property
    def length(self) -> float:
        return (self.x**2 + self.y**2) ** 0.5


class Pythons(typing.NamedTuple):
    x: float
    y: float
    label: str = ""


CALLS = {
    "by position": lambda cls: cls(3.0, 4.0),
    "by name": lambda cls: cls(y=4.0, x=3.0),
    "of both sorts": lambda cls: cls(3.0, label="a", y=4.0),
    "all": lambda cls: cls(3.0, 4.0, "a"),
    "of a list": lambda cls: cls._make([3.0, 4.0, "a"]),
    "replaced": lambda cls: cls(3.0, 1.0)._replace(y=4.0, label="b"),
}
REFUSED = {
    "too few": lambda cls: cls(3.0),
    "too many": lambda cls: cls(3.0, 4.0, "a", 1),
    "too short a list": lambda cls: cls._make([3.0]),
    "unknown": lambda cls: cls(3.0, 4.0, z=1),
    "twice": lambda cls: cls(3.0, 4.0, x=1),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_they_are_made_as_pythons_are(call):
    found, expected = call(Point), call(Pythons)
    assert isinstance(found, tuple)
    assert (*found,) == (*expected,)
    assert (found.x, found.y, found.label) == (expected.x, expected.y, expected.label)
    assert repr(found) == repr(expected).replace("Pythons", "Point")
    assert hash(found) == hash(expected)
    assert found.length == 5.0


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED)
def test_they_refuse_what_pythons_do(call):
    for cls in (Pythons, Point):
        with pytest.raises(TypeError):
            call(cls)


def test_a_field_is_not_written_to():
    point = Point(3.0, 4.0)
    for name in ("x", "colour"):
        with pytest.raises(AttributeError):
            setattr(point, name, 1.0)


def test_they_are_matched_and_copied():
    point = Point(3.0, 4.0, "a")
    assert point._fields == Pythons._fields == Point.__match_args__
    match point:
        case Point(x, y):
            assert (x, y) == (3.0, 4.0)
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
        assert type(other) is Point


def test_there_may_be_as_many_fields_as_the_package_needs():
    for count in range(14):
        names = [f"field_{k}" for k in range(count)]
        cls = type(NamedTuple)("Fields", (NamedTuple,), {"__annotations__": dict.fromkeys(names, int)})
        assert tuple(cls(*range(count))) == tuple(range(count))
        assert tuple(cls(**{name: k for k, name in enumerate(names)})) == tuple(range(count))
        assert [getattr(cls(*range(count)), name) for name in names] == [*range(count)]
