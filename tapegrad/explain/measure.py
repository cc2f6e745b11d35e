"""Measurements: the time of each group of a program, and what memory and one core of this machine reach.

All are taken on one thread. A copy of the machine code reads the processor's clock between groups; what reading costs
is measured by the same code and taken off.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import copy
import functools
import operator
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from tapegrad.codegen.executable import Executable
from tapegrad.explain.machine_code import TimedModule
from tapegrad.machine.work_sharing import get_num_threads, set_num_threads
from tapegrad.replay.compile import compile as compiled_function
from tapegrad.replay.variant import Variant

BUDGET = 0.3  # seconds that the calls of one measurement take, about
_COPIED = 1 << 23  # numbers: much more than caches hold


class Timing(NamedTuple):
    """What a call takes.

    Attributes
    ----------
    seconds : float
        Of a call of what runs, from Python, the shortest of many.
    groups : list of list of float
        By the number of a function, the seconds of each of its groups in a call, copies of results behind the last.
    turns : list of list of float
        How often each runs in a call.
    """

    seconds: float
    groups: list[list[float]]
    turns: list[list[float]]


@contextmanager
def one_thread() -> Iterator[None]:
    """Run on one thread."""
    threads = get_num_threads()
    set_num_threads(1)
    try:
        yield
    finally:
        set_num_threads(threads)


def timing(variant: Variant) -> Timing | None:
    """Measure a sealed tape on the arguments that it was recorded with; None if its guards fail for these."""
    module = TimedModule()
    timed = copy.copy(variant)
    timed._executable, timed.spare = Executable(variant.program, module=module), []
    with one_thread():
        seconds = _shortest(variant)
        if seconds is None or _shortest(timed) is None:
            return None
        samples: list[list[np.ndarray]] = []
        first, begin = module.writers[0].last[0], time.perf_counter()
        for _ in range(_calls(seconds)):
            for writer in module.writers:
                writer.ticks[:] = 0
            timed.run(timed.example)
            samples.append([writer.ticks.copy() for writer in module.writers])
        rate = (module.writers[0].last[0] - first) / (time.perf_counter() - begin)  # ticks a second
    samples.sort(key=lambda sample: int(sample[0][:-1, 0].sum()))
    shortest = samples[: max(1, len(samples) // 4)]  # in which nothing else ran
    if not rate:  # there is no code
        return None
    means = [np.mean(of_writer, axis=0) for of_writer in zip(*shortest, strict=True)]
    take_off_readings(module, means)
    groups = [(np.maximum(ticks[:-1, 0], 0.0) / rate).tolist() for ticks in means]
    turns = [ticks[:-1, 1].tolist() for ticks in means]
    return Timing(seconds, groups, turns)


def take_off_readings(module: TimedModule, means: list[np.ndarray]) -> None:
    """Take off the ticks that readings of the clock took, also those within the functions that a group calls."""
    parents, within = module.parents(), [0.0] * len(means)
    for number in range(len(means) - 1, -1, -1):  # functions come behind those that call them
        ticks = means[number]
        reading = ticks[-1, 0] / max(1.0, ticks[-1, 1])
        ticks[:-1, 0] -= ticks[:-1, 1] * reading
        if number in parents:
            caller, slot, _ = parents[number]
            spent = within[number] + ticks[:, 1].sum() * reading
            means[caller][module.writers[caller].plan.unit_of[slot], 0] -= spent
            within[caller] += spent


def _calls(seconds: float) -> int:
    return max(1 if seconds > BUDGET else 5, min(1000, int(BUDGET / max(seconds, 1e-7))))


def _shortest(variant: Variant) -> float | None:
    """Return the seconds of the shortest of some calls; None if it ends with a status."""
    status, _ = variant.run(variant.example)  # the first call may compile
    if status:
        return None
    best = np.inf
    end = time.perf_counter() + BUDGET
    for _ in range(2000):
        start = time.perf_counter()
        status, _ = variant.run(variant.example)
        now = time.perf_counter()
        if status:
            return None
        best = min(best, now - start)
        if now > end:
            break
    return float(best)


@functools.cache
def bandwidth() -> float:
    """Measure the bytes a second of a copy that is much larger than the caches, read and written."""
    source, target, best = np.ones(_COPIED), np.ones(_COPIED), np.inf
    for _ in range(5):
        start = time.perf_counter()
        np.copyto(target, source)
        best = min(best, time.perf_counter() - start)
    return 2 * source.nbytes / best


@functools.cache
def peak() -> float:
    """Measure the operations a second that a product of large matrices reaches, by the BLAS that compiled code calls.

    A multiplication and an addition count as two; of what a core does, such products are the most.
    """
    size = 768  # three matrices fit into a cache of a few megabytes
    f = compiled_function(operator.matmul)
    matrices = np.ones((size, size)), np.ones((size, size))
    f(*matrices)
    with one_thread():
        seconds = _shortest(f._sealed(matrices, {}))
    return 2.0 * size**3 / seconds if seconds else 0.0
