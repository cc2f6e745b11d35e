"""Nothing takes more calls, nor more instructions, than are stored: see `benchmarks.instructions`."""

from __future__ import annotations

import json
import os
import sys

import pytest

from benchmarks.instructions import child, comparing, running
from benchmarks.instructions.__main__ import STORED
from tapegrad.machine import source_digests

RECORDING = "record 100 operations on arrays"
SLOWER = f"""{running.CHILD}
import tapegrad as tg
scope = {{"multiply": tg.Tensor.__mul__}}
exec(compile("def once_more(x, y):\\n    len('x')\\n    return multiply(x, y)", tg.__file__, "exec"), scope)
tg.Tensor.__mul__ = scope["once_more"]
"""


def stored(what, *names):
    """What is stored, of all cases or of some."""
    return {name: count for name, count in json.loads(STORED.read_text())[what].items() if not names or name in names}


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="the counts are those of Python 3.11 to 3.13")
def test_no_more_calls_than_stored():
    wrong, _ = comparing.compared("calls", running.calls(), stored("calls"))
    assert not wrong


def test_one_more_call_in_recording_is_noticed():
    slower = running.calls(RECORDING, program=SLOWER)
    wrong, _ = comparing.compared("calls", slower, stored("calls", RECORDING))
    assert len(wrong) == 1
    assert RECORDING in wrong[0]
    assert "--write" in wrong[0]


@pytest.mark.exhaustive
@pytest.mark.skipif(running.why_not() is not None, reason="nothing to count instructions with")
def test_more_instructions_in_recording_are_noticed():
    """Beside a count taken here, for the stored one may be of another build of Python."""
    usual, slower = (running.machine(RECORDING, program=program) for program in (running.CHILD, SLOWER))
    wrong, _ = comparing.compared("machine", slower, usual)
    assert len(wrong) == 1
    assert RECORDING in wrong[0]


def test_counting_waits_while_an_installation_is_new(monkeypatch, tmp_path):
    """Else the process that counts reads the sources: 30 million instructions in the first gradient."""
    source = tmp_path / "new.py"
    source.write_text("")
    monkeypatch.setattr(source_digests, "sources", lambda: list(os.scandir(tmp_path)))
    waits = []
    monkeypatch.setattr(child.time, "sleep", waits.append)
    for age in (2.0, 60.0):
        monkeypatch.setattr(child.time, "time", lambda age=age: source.stat().st_ctime + age)
        child.settle()
    assert waits == pytest.approx([9.0, 0.0], abs=1e-3)  # until it is eleven seconds old


def test_less_is_told_and_a_case_that_is_not_stored_is_wrong():
    before = {"gone": 1, "cheaper": 100, "same": 100, "dearer": 100}
    found = {"new": 1, "cheaper": 97, "same": 102, "dearer": 103}
    wrong, notes = comparing.compared("calls", found, before)
    assert [name for line in wrong for name in ("gone", "new", "dearer") if f"'{name}'" in line] == [
        "new",
        "dearer",
        "gone",
    ]
    assert "(+3.0 %)" in wrong[1]
    assert len(notes) == 1
    assert "'cheaper' took 100, and takes 97 (-3.0 %)" in notes[0]


def test_other_surroundings_are_named():
    here = {"numpy": "2.4.6", "libc": "glibc 2.36"}
    assert comparing.differences(here, {**here, "numpy": "2.1.0"}) == "numpy '2.1.0' there, '2.4.6' here"
    assert not comparing.differences(here, here)
