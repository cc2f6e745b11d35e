"""Random programs that meet in one process (see `tests.meeting`)."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from tests.meeting.turns import Meeting, Preempted


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_programs_that_meet(seed: int) -> None:
    assert not list(Meeting(seed).turns(700))


@pytest.mark.parametrize(("seed", "turns"), [(1, 40), pytest.param(3, 300, marks=pytest.mark.exhaustive)])
def test_programs_that_another_thread_preempts(seed: int, turns: int) -> None:
    assert not list(Preempted(seed).turns(turns))


@pytest.mark.exhaustive
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 9))
def test_many_programs_that_meet(seed: int) -> None:
    wrong = [str(found) for found in Meeting(seed, seed % 2 == 0).turns(2500)]
    assert not wrong, wrong[0]
