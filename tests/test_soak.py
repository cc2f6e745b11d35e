"""Endurance, at a size that every change can afford: see `benchmarks.soak`."""

from __future__ import annotations

import os

import pytest

from benchmarks import soak

pytestmark = pytest.mark.slow


def test_backward_calls_leave_memory_flat() -> None:
    soak.backward(8_000)


def test_recorded_gradients_are_freed_by_reference_counts() -> None:
    soak.create_graph(300)


def test_eight_threads_give_the_bits_of_one() -> None:
    soak.threads(8)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_processes_start_while_threads_sweep() -> None:
    soak.processes(3)


def test_threads_that_end_leave_nothing_behind() -> None:
    soak.exits(500)
