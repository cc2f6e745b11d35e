"""Memory over time in profiles: tapes and buffers that are alive are counted once each, and samples stay few."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tapegrad.profiler import MemorySample, memory_over_time, profile
from tests.support import leaf

LARGE = 100_000  # numbers: 800 kB


@pytest.fixture(autouse=True)
def often(monkeypatch: Any) -> None:
    """Take a sample at each measurement."""
    monkeypatch.setattr(memory_over_time, "_SPACING", 0.0)
    monkeypatch.setattr(memory_over_time, "_SPARED", 0.0)


def test_samples_show_what_tape_and_buffers_hold():
    x = leaf(np.ones(LARGE))
    with profile(memory=True) as p:
        y = np.sin(x)
        z = np.cumsum(y)
        loss = np.sum(z * z)
        loss.item()
        held = p.memory[-1]
        loss.backward()
    assert held.tape >= 2 * 8 * LARGE  # cumsum's result and the leaf, at least
    assert max(s.used for s in p.memory) >= held.tape + 8 * LARGE  # and adjoints during the sweep
    assert all(s.tape >= 0 and s.buffers >= 0 and s.idle >= 0 for s in p.memory)
    seconds = [s.seconds for s in p.memory]
    assert seconds == sorted(seconds)
    assert 0.0 <= seconds[0] <= seconds[-1] <= p.elapsed
    del y, z


def test_what_a_sweep_frees_is_seen():
    x = leaf(np.ones(LARGE))
    with profile(memory=True) as p:
        before = p.memory[0].tape
        loss = np.sum(np.cumsum(x * x) ** 2)
        loss.item()
        full = p.memory[-1].tape
        loss.backward()
        np.sin(leaf(0.5)).item()
        after = p.memory[-1].tape
    assert full - before >= 8 * LARGE
    assert after - before < 8 * LARGE


def test_memory_that_tape_and_pool_share_is_counted_once():
    x = leaf(np.ones(LARGE))
    with profile(memory=True) as p:
        before = p.memory[0]
        y = np.sin(x)  # whose array comes from the pool, and is kept by a run
        y.sum().item()
        after = p.memory[-1]
    assert after.tape - before.tape >= 8 * LARGE
    assert after.buffers - before.buffers < 8 * LARGE
    del y


def test_without_it_nothing_is_sampled():
    x = leaf(np.ones(5))
    with profile(stacks=True) as p:
        np.sin(x).sum().backward()
    assert p.memory == []


def test_samples_stay_few_and_peaks_stay(monkeypatch):
    monkeypatch.setattr(memory_over_time, "_MOST", 16)
    samples = memory_over_time.MemorySamples()
    tops = []
    for turn in range(400):
        big = np.cumsum(leaf(np.ones(LARGE))) if turn == 123 else None
        if big is not None:
            big.sum().item()
        samples.take(float(turn), always=True)
        tops.append(samples.samples[-1])
        del big
    assert len(samples.samples) <= 16
    assert max(s.used for s in samples.samples) == max(s.used for s in tops)
    assert samples.samples[-1].seconds == 399.0
    assert isinstance(samples.samples[0], MemorySample)
