"""Times of jobs: peers take turns, and the best turn of each counts.

Each row has a process of its own: the heap that earlier rows leave behind was seen to triple the time of large arrays.
Turns make a slow minute of the machine slow for all. The best is what the code costs when nothing else runs; noise
only adds. The garbage collector stays on, as it is for users, but what was loaded or prepared is frozen, so that no
peer pays for scanning the objects of another.
"""

import gc
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np

from benchmarks.compare.outcome import Outcome, Settings
from benchmarks.compare.peers import load
from benchmarks.problems import Job

LEAST_TURNS = 3


def seconds_per_call(job: Job, calls: int) -> float:
    """Time `calls` calls."""
    gc.collect()
    start = time.perf_counter()
    for _ in range(calls):
        job()
    return (time.perf_counter() - start) / calls


@contextmanager
def frozen_heap() -> Iterator[None]:
    """Keep what exists now out of the collector's sight."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def take_turns(jobs: dict[str, Job], settings: Settings) -> dict[str, list[float]]:
    """Give seconds per call of every turn, for each peer."""
    turns: dict[str, list[float]] = {name: [] for name in jobs}
    with frozen_heap():
        calls = {name: max(1, int(settings.turn_seconds / seconds_per_call(job, 1))) for name, job in jobs.items()}
        for _ in range(settings.rounds):
            for name, job in jobs.items():
                if len(turns[name]) < LEAST_TURNS or sum(turns[name]) * calls[name] < settings.peer_seconds:
                    turns[name].append(seconds_per_call(job, calls[name]))
    return turns


def run(function: str, data: tuple[Any, ...], names: list[str], settings: Settings) -> Outcome:
    """Prepare the jobs of a row and time them, in a process that does nothing else."""
    outcome = Outcome()
    jobs = {}
    present, _ = load(names)
    for name, peer in present.items():
        if function in peer.SKIPS:
            outcome.skips[name] = peer.SKIPS[function]
            continue
        try:
            job = getattr(peer, function)(*data)
            job()
            value, gradients = job()  # the second answer is compared: buffers and caches are used again by then
            outcome.answers[name] = value, [np.array(g) for g in gradients]  # a job may reuse its buffers
            jobs[name] = job
        except Exception as error:  # one peer's failure is reported, and the others still measured
            outcome.failures[name] = repr(error)
    outcome.figures = take_turns(jobs, settings)
    return outcome


def timed(function: str, *data: Any) -> Callable[[dict[str, Any], Settings], Outcome]:
    """Make the measurement of a row: what `function` of each peer prepares from the data."""

    def measure(peers: dict[str, Any], settings: Settings) -> Outcome:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            return process.submit(run, function, data, list(peers), settings).result()

    return measure
