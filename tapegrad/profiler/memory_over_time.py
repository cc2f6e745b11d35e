"""Memory over time: how many bytes tapes and buffers hold, sampled where a profile measures anyway.

A sample looks at all arrays that are alive, so it is only taken when the last one is long enough ago for its cost.
There are never more than `_MOST` samples: then neighbours are merged, and the larger of the two is kept.

Tests: tests/profiler/test_memory_samples.py
"""

from __future__ import annotations

import time
from itertools import chain
from typing import NamedTuple

from tapegrad.machine import pool
from tapegrad.record.frame import Frame
from tapegrad.record.recording import tape
from tapegrad.record.run import blocks_of

_MOST = 2000
_SPACING = 1e-3  # seconds between samples, at least
_SPARED = 20  # times the cost of a sample, at least


class MemorySample(NamedTuple):
    """Bytes that are alive at one time.

    Attributes
    ----------
    seconds : float
        Since the profile began.
    tape : int
        Of the runs of this thread's tape: instructions, and the memory of arrays that runs keep.
    buffers : int
        Of other memory that came from this thread's pool (arrays of 16 kB and more): adjoints during a sweep, results,
        working memory of compiled functions.
    idle : int
        Of memory that the pool keeps to hand it out again.
    """

    seconds: float
    tape: int
    buffers: int
    idle: int

    @property
    def used(self) -> int:
        """Bytes of tape and buffers."""
        return self.tape + self.buffers


class MemorySamples:
    """The samples of one profile, oldest first."""

    def __init__(self) -> None:
        self.samples: list[MemorySample] = []
        self._spacing = _SPACING
        self._next = 0.0

    def take(self, seconds: float, frame: Frame | None = None, always: bool = False) -> None:
        """Take a sample, if it is time for one; a frame under execution is not its run's yet, but part of the tape."""
        if seconds < self._next and not always:
            return
        begin = time.perf_counter()
        backings = [run.backing for reference in tape.runs if (run := reference()) is not None]
        if frame is not None:
            backings.append(frame)
        of_tape = blocks_of(chain.from_iterable(backing.kept_arrays for backing in backings))
        buffers = sum(size for block, size in pool.used_blocks().items() if block not in of_tape)
        self.samples.append(MemorySample(seconds, sum(of_tape.values()), buffers, pool.idle_bytes()))
        if len(self.samples) > _MOST:
            self._thin()
        self._next = seconds + max(self._spacing, _SPARED * (time.perf_counter() - begin))

    def _thin(self) -> None:
        pairs = [self.samples[k : k + 2] for k in range(0, len(self.samples), 2)]
        self.samples = [max(pair, key=lambda sample: sample.used) for pair in pairs]
        self._spacing *= 2
