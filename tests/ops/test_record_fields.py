"""Fields of records: given by their names, with defaults, and no others."""

from __future__ import annotations

import pytest

from tapegrad.ops.record_fields import Record


class Plant(Record):
    name: str
    leaves: int = 2
    edible = False

    def __post_init__(self) -> None:
        self.title = f"{self.name} of {self.leaves}"


class Herb(Plant):
    leaves: int = 5
    smell: str


def test_fields_have_defaults_and_are_completed():
    assert Plant(name="ivy").title == "ivy of 2"
    assert Herb(smell="mint", name="thyme").title == "thyme of 5"
    assert Herb(smell="mint", name="thyme", leaves=1).leaves == 1
    assert vars(Plant(name="ivy")) == {"name": "ivy", "title": "ivy of 2"}


def test_records_are_compared_by_identity():
    assert Plant(name="ivy") != Plant(name="ivy")
    assert len({Plant(name="ivy"), Plant(name="ivy")}) == 2


@pytest.mark.parametrize("fields", [{}, {"name": "ivy", "roots": 3}, {"name": "ivy", "edible": True}, {"leaves": 3}])
def test_a_missing_field_and_an_unknown_one_are_refused(fields):
    with pytest.raises(TypeError, match="Plant: "):
        Plant(**fields)


def test_a_class_adds_its_own():
    with pytest.raises(TypeError, match=r"Herb: .*smell"):
        Herb(name="thyme")


def test_a_class_of_several_has_the_fields_of_all():
    class Edible(Plant):
        pass

    class Spice(Edible, Herb):
        pass

    assert Spice(smell="mint", name="thyme").leaves == 5
    with pytest.raises(TypeError, match=r"Spice: .*smell"):
        Spice(name="thyme")
