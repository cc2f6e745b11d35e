"""The crew: threads that take pieces of work in machine code, without the interpreter's lock.

A *job* is so many pieces in a row, and a function of a range of them. Each thread begins with a part of its own, and
takes ranges, the shorter the fewer pieces are left; then it goes on with the parts of others. The calling thread posts
the job to its helpers, works on it itself, takes it back from those that have not begun, and waits for the others. A
helper looks for a job for some tenths of a millisecond after the last one, because to wake it takes as long; then it
sleeps until it is woken. The threads meet in atomic words alone. Any number of calling threads may post jobs at once:
each helper takes one at a time, and no thread waits for a helper that is busy elsewhere.

Tests: tests/machine/test_work_sharing.py
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np

from tapegrad.forks import across_forks, in_child
from tapegrad.machine import symbols
from tapegrad.machine.cache import engine
from tapegrad.machine.crew_text import (
    ASKED,
    CONTEXT,
    ENDS,
    HELPERS,
    LINE,
    LOCK,
    MOST_THREADS,
    RANGES,
    RUNS,
    SHARES,
    STATUS,
    TABLE,
    THREADS,
    WORDS,
    crew_text,
)  # fmt: skip
from tapegrad.machine.status import INTERRUPTED
from tapegrad.named_tuples import NamedTuple


class Functions(NamedTuple):
    """The functions of the crew that Python calls.

    Attributes
    ----------
    lead, settle, serve, hire : callable
    runs : dict of int
        The addresses of what runs a range: ``"phase"``, by a context of ``call, in, out, work``; ``"groups"``, by
        ``call, in, out``; ``"rows"``, by ``call, in, out, work, size, constants``, where each thread has working
        memory of this size.
    """

    lead: Any
    settle: Any
    serve: Any
    hire: Any
    runs: dict[str, int]


_lock = across_forks()


@cache
def words() -> np.ndarray:
    """Return the crew: how many threads there are to be, how many helpers there are, and where."""
    memory = _aligned(TABLE + MOST_THREADS)
    memory[THREADS] = 1
    return memory


def _aligned(count: int) -> np.ndarray:
    """Return words at the beginning of a line of the cache, which last as long as the process."""
    memory = np.zeros(count + LINE, np.int64)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(memory))  # threads look at it until then
    return memory[-memory.ctypes.data % (8 * LINE) // 8 :]


@cache
def functions() -> Functions:
    """Return the crew's functions."""
    python = ctypes.pythonapi
    if sys.platform == "win32":
        yield_ = ctypes.WinDLL("kernel32").SwitchToThread
    else:
        yield_ = ctypes.CDLL(None).sched_yield
    outside = {
        "PyThread_release_lock": python.PyThread_release_lock, "Py_AddPendingCall": python.Py_AddPendingCall,
        "PyThread_acquire_lock_timed": python.PyThread_acquire_lock_timed, "yield": yield_, "hiring": _hiring,
    }  # fmt: skip
    for name, entry in outside.items():
        symbols.enter(f"tapegrad_{name}", ctypes.cast(entry, ctypes.c_void_p).value or 0)
    symbols.enter("tapegrad_crew", words().ctypes.data)
    engine().load("crew", crew_text)
    symbols.enter("tapegrad_phases", engine().address("tapegrad_phases"))
    in_child(_forget)

    def function(name: str, result: Any, *kinds: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *kinds)(engine().address(f"tapegrad_{name}"))

    word = ctypes.c_int64
    return Functions(
        function("lead", word, word, word, word, word), function("settle", word, word, word, word),
        function("serve", None, word, word), function("hire", None, word),
        {name: engine().address(f"tapegrad_run_{name}") for name in RUNS},
    )  # fmt: skip


def set_threads(count: int) -> None:
    """Set how many threads machine code is shared among."""
    words()[THREADS] = min(count, MOST_THREADS)
    if words()[HELPERS]:
        hire()


def hire() -> int:
    """Start the helpers that are missing; returns how many there are for a calling thread."""
    count = int(words()[THREADS]) - 1
    if words()[HELPERS] < count:
        with _lock, suppress(RuntimeError):  # if the system has no more threads, fewer do the work
            for number in range(int(words()[HELPERS]) + 1, count + 1):
                _start(number)
    return max(0, min(count, int(words()[HELPERS])))


def table() -> int:
    """Return the address of the table of helpers."""
    return int(words().ctypes.data) + 8 * TABLE


def _start(number: int) -> None:
    """Start a helper, the calling thread being number 0."""
    python = ctypes.pythonapi
    python.PyThread_allocate_lock.restype = ctypes.c_void_p
    lock = ctypes.c_void_p(python.PyThread_allocate_lock())
    python.PyThread_acquire_lock(lock, 1)
    memory = _aligned(LOCK + 1)
    memory[LOCK] = lock.value
    address = memory.ctypes.data
    threading.Thread(target=functions().serve, args=(address, number), name="tapegrad", daemon=True).start()
    functions().hire(address)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
def _hiring(nothing: Any) -> int:
    """Start the helpers of a forked process, which has none of its parent's: Python calls this in the main thread."""
    words()[ASKED] = 0
    hire()
    return 0


def _forget() -> None:
    """Have no helpers, in a forked process."""
    words()[[HELPERS, ASKED]] = 0


class Job:
    """Pieces of machine code: each thread begins with a part of them, and goes on with what others have left.

    What a thread has written in an earlier job is then often in its own cache.

    Parameters
    ----------
    run : str
        What runs a range of them, see `Functions.runs`.
    context : sequence of int
        The addresses that it takes.
    count : int
    most, least : int
        How many pieces a range has.
    threads : int
    """

    def __init__(self, run: str, context: Sequence[int], count: int, most: int, least: int, threads: int) -> None:
        self._functions = functions()
        memory = np.zeros(WORDS + LINE, np.int64)
        self._words = at = memory[-memory.ctypes.data % (8 * LINE) // 8 :]
        self.address, last = int(at.ctypes.data), RANGES + LINE * threads
        at[SHARES : CONTEXT + 1] = threads, most, least, self._functions.runs[run], self.address + 8 * ENDS
        cuts = [count * k // threads for k in range(threads + 1)]
        at[RANGES:last:LINE], at[RANGES + 1 : last : LINE] = cuts[:-1], cuts[1:]
        at[ENDS : ENDS + len(context)] = context
        self._helpers = table(), threads - 1

    def lead(self, fresh: bool) -> bool:
        """Work on it for some tens of milliseconds; tell whether there may be more to do, or to wait for."""
        return bool(self._functions.lead(self.address, *self._helpers, self._helpers[1] if fresh else 0))

    def settle(self) -> bool:
        """Take it back from helpers; tell whether one of them still works on it. No thread begins another range."""
        self._words[STATUS] = self._words[STATUS] or INTERRUPTED
        return bool(self._functions.settle(self.address, *self._helpers))

    @property
    def left(self) -> int:
        """How many pieces no thread has begun."""
        first, end = (self._words[RANGES + k : RANGES + LINE * (1 + self._helpers[1]) : LINE] for k in range(2))
        return int(np.maximum(end - first, 0).sum())

    @property
    def status(self) -> int:
        """What a range returned that failed, else 0."""
        return int(self._words[STATUS])
