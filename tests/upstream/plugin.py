"""The plugin of pytest that a module's tests run with: in a process of their own, which ends with the module."""

from __future__ import annotations

import json
import os
import random
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from .recorder import Recorder
from .repeating import Settings
from .rewriting import install

_given = json.loads(os.environ["TAPEGRAD_UPSTREAM"])
_outcomes = {"passed": 0, "failed": 0, "skipped": 0}


def _note(text: str) -> None:
    """Write down the call that is made, for the case that the process ends with it."""
    with open(_given["note"], "w", encoding="utf-8") as file:
        file.write(text)


recorder = Recorder(Settings(_given["every"], _given["seconds"]), _note)
install(_given["files"], recorder.call)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the tests of the sample, which their names decide, but those that are left out, alone or with all their parameters."""
    left, sample = set(_given["left"]), _given["sample"]
    there = [item for item in items if left.isdisjoint((item.nodeid, item.nodeid.partition("[")[0]))]
    kept = [item for item in there if zlib.crc32(item.nodeid.encode()) % sample == _given["part"]]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Repeat the calls of a test, each time with the same random numbers."""
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 (which tests draw from)
    recorder.start(item.nodeid, patches="monkeypatch" in getattr(item, "fixturenames", ()))
    yield
    recorder.stop()


def pytest_runtest_logreport(report: Any) -> None:
    """Count the tests: that they ran, not whether they like a hook between them and what they call."""
    if report.when == "call" or report.outcome == "skipped":
        _outcomes[report.outcome] += 1


def pytest_sessionfinish() -> None:
    """Write what was found."""
    found = [(f.number, f.function, *f.difference, f.text) for f in recorder.found]
    result = {
        "tests": _outcomes, "calls": recorder.calls, "counts": recorder.repeater.counts, "set aside": recorder.set_aside,
        "not offered": recorder.not_offered, "found": found,
    }  # fmt: skip
    with open(_given["result"], "w", encoding="utf-8") as file:
        json.dump(result, file)
