"""Objects whose classes are imported when something of them is first used."""

from __future__ import annotations

import copy
import sys
import threading

import pytest

from tapegrad.lazy_imports import classes_later

SOURCE = """
made = []


class Base:
    kind = "base"


class Pair(Base):
    kind = "pair"

    def __init__(self, x, y=2):
        self.x, self.y = x, y
        made.append(self)

    def total(self):
        return self.x + self.y
"""


@pytest.fixture
def pair(tmp_path, monkeypatch):
    """What makes objects of a class in a module that is not imported."""
    (tmp_path / "later_pairs.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield classes_later({"later_pairs": ("Pair",)})["Pair"]
    sys.modules.pop("later_pairs", None)


def test_nothing_is_imported_before_something_is_asked(pair):
    kept = [pair(1), pair(1, y=5)]
    assert "later_pairs" not in sys.modules
    assert [p.total() for p in kept] == [3, 6]
    assert "later_pairs" in sys.modules


def test_it_becomes_an_object_of_the_class(pair):
    first, second, third = pair(3), pair(4), pair(5)
    identity = id(first)
    assert first.kind == "pair"
    import later_pairs

    assert type(first) is later_pairs.Pair
    assert id(first) == identity
    assert type(second) is not later_pairs.Pair
    assert isinstance(second, later_pairs.Base)
    assert not isinstance(second, str)
    assert (second.total(), type(second)) == (6, later_pairs.Pair)
    first.x = 10
    assert (first.total(), third.x) == (12, 5)


def test_what_it_has_not_is_an_attribute_error(pair):
    with pytest.raises(AttributeError, match="'Pair' object has no attribute 'z'"):
        _ = pair(1).z


def test_a_wrong_call_is_an_error_where_it_is_used(pair):
    wrong = pair()
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        wrong.total()


def test_copies_are_objects_of_the_class(pair):
    copied = copy.copy(pair(1))
    assert (copied.total(), type(copied).__name__) == (3, "Pair")


def test_threads_that_ask_at_once_see_one_object(pair):
    shared, totals, together = pair(1), [], threading.Barrier(8)

    def ask():
        together.wait()
        totals.append((shared.total(), type(shared).__name__))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [(3, "Pair")] * 8
