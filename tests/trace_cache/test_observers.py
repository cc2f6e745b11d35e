"""Observers of programs that return: what is on must do what is off does."""

from __future__ import annotations

import os
import subprocess
import sys
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


_ERROR_STATES = """
import contextvars, gc
import numpy as np
import tapegrad

class Computing:
    def __del__(self):
        np.geterr()

def garbage():
    x = Computing()
    x.itself = x

for k in range(3):
    contextvars.ContextVar(str(k)).set(k)
for k in range(20_000):
    garbage()
    with np.errstate(all="ignore"):
        gc.set_threshold(0)
        kept = [[] for _ in range(k % 40)]
        garbage()
        kept.clear()
        gc.set_threshold(k % 37 + 1)
    gc.set_threshold(700)
    np.geterr()
"""


@pytest.mark.slow
def test_collections_as_numpys_error_state_ends() -> None:
    """Python may read a freed value of a context variable then, unless the variable had one before."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-W", "error", "-c", _ERROR_STATES], capture_output=True, text=True,
        env={**os.environ, "PYTHONMALLOC": "debug"}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
