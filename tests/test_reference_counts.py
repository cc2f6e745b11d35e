"""What a call leaves behind dies by reference counting: no cycle keeps results or temporaries until the collector runs.

An array in a cycle is memory that the pool cannot use again.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

import tapegrad as tg


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_results_of_a_compiled_call_are_freed_at_once(no_collector: None) -> None:
    f = tg.compile(lambda x: (x * 2.0, [x + 1.0]))
    double, (more,) = f(np.ones(50_000))
    gone = weakref.ref(double), weakref.ref(more)
    del double, more
    assert [r() for r in gone] == [None, None]


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_a_steady_loop_of_large_calls_reuses_its_memory(size: int, no_collector: None) -> None:
    f = tg.compile(lambda x: np.sqrt(x) * 2.0)
    x = np.ones(size)
    addresses = {f(x).ctypes.data for _ in range(20)}
    assert len(addresses) <= 2
