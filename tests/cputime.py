"""What tests take, in seconds of CPU with that of their child processes: ``--durations-cpu N``.

Clocks on busy machines measure the others. A test that compiles what others use too pays for all.
"""

from __future__ import annotations

import collections
import os
import time
from typing import Any

import pytest

_began = 0.0


def spent() -> float:
    """Return the seconds of CPU of this process, and of its children that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-cpu", type=int, default=0, metavar="N", help="the N tests that take the most CPU")


def pytest_runtest_logstart() -> None:
    global _began
    _began = spent()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    """Note with each phase of a test what it took."""
    global _began
    report = yield
    now = spent()
    report.user_properties.append(("cpu", now - _began))
    _began = now
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print what each folder and the most expensive tests take, their variants together."""
    most = config.getoption("--durations-cpu")
    if not most:
        return
    tests, folders = collections.Counter[str](), collections.Counter[str]()
    counts: collections.Counter[str] = collections.Counter()
    for report in (
        r for reports in terminalreporter.stats.values() for r in reports if isinstance(r, pytest.TestReport)
    ):
        test = report.nodeid.partition("[")[0]
        seconds = dict(report.user_properties).get("cpu", 0.0)
        tests[test] += seconds
        folders[os.path.dirname(report.nodeid.partition("::")[0])] += seconds
        counts[test] += report.when == "call"
    terminalreporter.section(f"{tests.total():.1f} s of CPU in {counts.total()} tests")
    for folder, seconds in folders.most_common():
        terminalreporter.line(f"{seconds:9.2f}  {folder}")
    for test, seconds in tests.most_common(most):
        terminalreporter.line(f"{seconds:9.2f} {counts[test]:5}  {test}")
