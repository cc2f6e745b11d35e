"""Endurance, at a size that every change can afford: see `benchmarks.soak`.

Each run has a process of its own, whose memory is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import WITH_TESTS

pytestmark = pytest.mark.exhaustive


def endures(name: str, size: int) -> None:
    code = f"{WITH_TESTS}from benchmarks import soak; soak.{name}({size})"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_backward_calls_leave_memory_flat() -> None:
    endures("backward", 8_000)


def test_recorded_gradients_are_freed_by_reference_counts() -> None:
    endures("create_graph", 300)


def test_eight_threads_give_the_bits_of_one() -> None:
    endures("threads", 8)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_processes_start_while_threads_sweep() -> None:
    endures("processes", 3)


def test_threads_that_end_leave_nothing_behind() -> None:
    endures("exits", 500)
