"""Working memory of the compiled sweeps, one block for each thread, and the blocks of large regions.

Tests: tests/ops/test_arrays.py, tests/ops/test_whole_line.py
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import F4
from tapegrad.machine import kernels
from tapegrad.machine.layout import BLOCK, CHUNK, MAX_LOCS, SCATTERS, SEGMENT_COLUMNS, SUM_CHUNK, SUMS, WORKSPACE
from tapegrad.machine.work_sharing import get_num_threads, share
from tapegrad.ops import declare
from tapegrad.ops.runtime import runtime

_SCRATCH = 8 * (MAX_LOCS * 10 + 64) + 8 * 256 * MAX_LOCS
_SHARED = 1 << 20  # lanes times instructions of a region from which on a second thread is worth being woken


class _Work(threading.local):
    """This thread's working memory for the compiled sweeps."""

    capacity: int
    scratch: np.ndarray
    segments: np.ndarray
    lists: np.ndarray
    region: tuple[np.ndarray, ...]
    planning: tuple[np.ndarray, ...]

    def __init__(self) -> None:
        self.thread = object()  # stands for this thread; what the system calls it, it may call another one later
        self.renew(1024)

    def renew(self, n: int) -> None:
        """Have other memory, with room for a run of n instructions."""
        workspace = np.zeros(WORKSPACE, np.int64)
        self._take(n, workspace, np.empty(_SCRATCH, np.uint8), np.empty(MAX_LOCS * CHUNK // 256))

    def reserve(self, n: int) -> None:
        """Make room for the slot maps of a run of n instructions, more than before."""
        workspace, *_, scratch, partials = self.region
        self._take(n, workspace, scratch, partials)

    def _take(self, n: int, workspace: np.ndarray, scratch: np.ndarray, partials: np.ndarray) -> None:
        capacity = 2 * n
        maps = [np.zeros(capacity, np.int32) for _ in range(3)]
        segments, lists = np.empty((capacity, SEGMENT_COLUMNS), np.int32), np.empty(6 * capacity, np.int32)
        planning = np.empty(capacity, np.int32), np.empty(capacity, np.int32), segments, lists
        # in one call, which no signal divides: compiled code relies on the capacity
        vars(self).update(
            capacity=capacity, region=(workspace, *maps, scratch, partials), scratch=scratch,
            segments=segments, lists=lists, planning=planning,
        )  # fmt: skip


work = _Work()


_tables = table_f8, table_f4 = kernels.tables["f8"], kernels.tables["f4"]


def run_region(direction: str, frame: Any, adjoints: Any, segment: list[int], visit: bool = False) -> None:
    """Run one region forward (`adjoints` is None), in reverse, or (`visit`) both in one go."""
    form = form_table.forms[segment[7]]
    single = form.lane is F4
    if len(frame[0]) > work.capacity:
        work.reserve(len(frame[0]))  # another thread may have recorded it
    blocks = runtime.sweep(direction)(
        frame, adjoints, segment[1], segment[2], form.size, single, form.dims, len(form.shape), form_table.rows,
        declare.classes, table_f4 if single else table_f8, work.region, visit,
    )  # fmt: skip
    if blocks:
        _run_chunks(blocks, (segment[2] - segment[1]) * form.size >= _SHARED)


def _run_chunks(blocks: int, shared: bool) -> None:
    """Run a large region a chunk at a time, if `shared` among threads, unless adjoints are scattered."""
    region: Any = work.region
    head = region[0]
    step = max(1, CHUNK // int(head[BLOCK]))
    partials = np.empty(max(1, blocks * int(head[BLOCK]) // SUM_CHUNK * int(head[SUMS.length])))
    address = partials.ctypes.data
    run = runtime.sweep("region_run")
    threads = get_num_threads() if shared and not head[SCATTERS.length] else 1

    def run_chunk(first: int) -> None:
        mine = region if threads == 1 else (head, None, None, None, work.scratch, None)
        run(mine, address, first, min(first + step, blocks))

    share(run_chunk, range(0, blocks, step), threads)
    runtime.sweep("region_finish")(region, address)
