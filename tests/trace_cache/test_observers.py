"""Observers of programs that return: what is on must do what is off does."""

from __future__ import annotations

from random import Random

import pytest

from tests.trace_cache.observers import groups, rows
from tests.trace_cache.oracle import STAGES, Case, Drawn, among, stage
from tests.trace_cache.programs import STEPS

GROUPS = groups(6)
ROWS = rows()
TOGETHER = 4  # rows of one case
pytestmark = pytest.mark.filterwarnings("ignore")


def programs(kind: str, number: int) -> list[Drawn]:
    """Return two programs of a kind, which many cases share, as what is compiled of them is."""
    return [Drawn(2 * number, kind), Drawn(2 * number + 1, kind)]


@pytest.mark.sampled(60)
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("of", STAGES)
@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("group", GROUPS)
def test_observers_see_what_they_see_without(group: str, kind: str, of: str, number: int) -> None:
    with stage(of):
        Case(programs(kind, number), among(GROUPS[group], 12), number).check(exact=of != "compiled")


@pytest.mark.sampled(16)
@pytest.mark.parametrize("first", range(0, len(ROWS), TOGETHER))
def test_observers_that_act_in_one_turn(first: int) -> None:
    rng = Random(first)
    of, kind, number = rng.choice(STAGES), rng.choice([*STEPS]), rng.randrange(6)
    with stage(of):
        Case(programs(kind, number), among(ROWS[first : first + TOGETHER], 12), number).check(exact=of != "compiled")
