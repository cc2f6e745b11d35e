"""Every record's samples in eager code that returns, with some observer: the bits of the trace cache turned off."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

from tests.ops.test_arrays import ENTRIES, calls, some_samples
from tests.trace_cache.observers import OBSERVERS
from tests.trace_cache.oracle import Case, Sample, stage

SERVE = [o for o in OBSERVERS.values() if o.moment != "around" and not o.spoils]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
@some_samples
def test_samples_of_a_record(entry: Any, part: slice) -> None:
    observer = SERVE[zlib.crc32(entry.name.encode()) % len(SERVE)]
    inexact = entry.name == "logm"  # whose bits depend on where BLAS finds the memory
    plain: list[Any] = [(0, ()), (1, ())] * 3
    for call in calls(entry)[part]:
        with stage("in machine code"):
            programs = [Sample(call, False), Sample(call, True)]
            Case(programs, [*plain, (1, [observer]), (0, ()), (1, ())], 0).check(exact=not inexact)
