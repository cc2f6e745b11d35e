"""Work sharing: the number of threads, and pieces of work that they do until the waiting thread is interrupted.

Tests: tests/machine/test_work_sharing.py
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.errors import ArgumentError
from tapegrad.forks import across_forks
from tapegrad.machine.crew import Job, hire, set_threads

if TYPE_CHECKING:
    from queue import SimpleQueue  # imported where there are threads, which most processes do without

_local = threading.local()
_lock = across_forks()
_queues: dict[int, tuple[SimpleQueue[Any], list[threading.Thread]]] = {}  # of this process, and who serves them


def _cores() -> int:
    """Return how many cores this process may use: what OMP_NUM_THREADS says, as to BLAS, else what the system does."""
    said = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if said.isascii() and said.isdigit() and int(said) > 0:
        return int(said)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_threads = _cores()
set_threads(_threads)


def set_num_threads(n: int) -> None:
    """Set how many threads share large loops, of eager code and of sealed tapes, and batches; the results do not depend
    on it.

    At first there are as many as ``OMP_NUM_THREADS`` says, else as many as there are cores that the process may use.
    Factorizations of matrices by LAPACK use the threads of BLAS, which have a number of their own.

    Raises
    ------
    ArgumentError
        If `n` is not a positive integer.
    """
    global _threads
    if not isinstance(n, int) or n < 1:
        raise ArgumentError(f"set_num_threads: expected a positive integer, got {n!r}.")
    _threads = n
    set_threads(n)


def get_num_threads() -> int:
    """Return how many threads share large loops and batches."""
    return _threads


def share(
    work: Callable[[Any], None], pieces: Sequence[Any], threads: int, stop: Callable[[], None] | None = None
) -> None:
    """Call `work` for each of `pieces`, in any order. After an exception no thread works on.

    The calling thread takes part: it has begun before any other one is awake.

    Parameters
    ----------
    work : callable
        To last no longer than a fraction of a second, or to end when `stop` is called.
    pieces : sequence
    threads : int
        With 1, everything is done by the calling thread; so it is in a thread that works on pieces itself.
    stop : callable, optional
        Called once if the rest is given up.
    """
    helpers = min(threads, len(pieces)) - 1
    if helpers < 1 or hasattr(_local, "works"):  # who works for others and waited for them might wait for ever
        for piece in pieces:
            work(piece)
        return
    job = _Job(work, pieces)
    try:
        served = _served(helpers)
        for number in range(1, 1 + helpers):
            served.put((job, number))
        _local.works = True
        try:
            job.take(0)
        finally:
            del _local.works
        if not job.stopped:
            job.wait()
    finally:
        job.stopped = True
        if job.busy and stop is not None:
            stop()
        while job.busy:  # no thread may write to memory that is about to be given up, whatever is raised meanwhile
            with contextlib.suppress(KeyboardInterrupt):
                job.wait()
        job.work = _nothing  # who comes late holds no memory
    if job.error is not None:
        try:
            raise job.error
        finally:
            job.error = None


def share_code(
    run: str, context: Sequence[int], count: int, bounds: tuple[int, int], threads: int,
    stop: Callable[[], None] | None = None, begun: Callable[[int], None] | None = None,
) -> int:  # fmt: skip
    """Run pieces of machine code, on several threads if they have time; returns the status of one that failed, else 0.

    Parameters
    ----------
    run, context
        See `tapegrad.machine.crew.Job`.
    count : int
    bounds : tuple of int
        The most and the least pieces that a thread runs at a time: for no longer than a fraction of a second.
    threads, stop
        As in `share`.
    begun : callable, optional
        Called several times a second with the number of pieces that were begun.
    """
    job = Job(run, context, count, *bounds, 1 if threads == 1 else min(hire() + 1, threads))
    more, error = True, None
    try:
        more = job.lead(True)
        while more:
            if begun is not None:
                begun(count - job.left)
            more = job.lead(False)
    except BaseException as raised:
        error = raised
    while True:
        try:  # no thread may write to memory that is about to be given up, whatever is raised meanwhile
            while more:  # within `try`, as its jump back lets signal handlers run
                if stop is not None:
                    stop()
                more = job.settle()
            break
        except BaseException as raised:
            error = raised
    if error is not None:
        try:
            raise error
        finally:
            error = None
    return job.status


class _Job:
    """Pieces that several threads take one after the other.

    Attributes
    ----------
    busy : set of int
        The numbers of those who work on them.
    stopped : bool
        Whether no thread may begin another one.
    error : BaseException or None
        What one of them has raised.
    """

    def __init__(self, work: Callable[[Any], None], pieces: Sequence[Any]) -> None:
        self.work, self._rest = work, iter(pieces)
        self.busy: set[int] = set()
        self.stopped = False
        self.error: BaseException | None = None
        from queue import SimpleQueue

        self._ended: SimpleQueue[int] = SimpleQueue()

    def take(self, number: int) -> None:
        """Work as long as there are pieces, and say so at the end."""
        self.busy.add(number)  # first, so that who stops either sees it or is seen
        try:
            for piece in self._rest:
                if self.stopped:
                    break
                self.work(piece)
        except BaseException as error:
            self.error, self.stopped = error, True
        finally:
            self.busy.discard(number)
            self._ended.put(number)

    def wait(self) -> None:
        """Wait until no thread works; one that has not begun by then finds nothing to do."""
        while self.busy:
            self._ended.get()


def _nothing(piece: Any) -> None:
    """Do nothing."""


def _served(helpers: int) -> SimpleQueue[Any]:
    """Return the queue that at least so many threads serve; a forked process, which has none of its parent's, gets its
    own."""
    entry = _queues.get(os.getpid())
    if entry is not None and len(entry[1]) >= helpers:
        return entry[0]
    from queue import SimpleQueue

    with _lock:
        if os.getpid() not in _queues:
            _queues.clear()
        queue, threads = _queues.setdefault(os.getpid(), (SimpleQueue(), []))
        while len(threads) < helpers:
            thread = threading.Thread(target=_serve, args=(queue,), name="tapegrad", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the system has no more threads: fewer do the work
                break
            threads.append(thread)
        return queue


def _serve(queue: SimpleQueue[Any]) -> None:
    """Help with what is asked for, for ever."""
    _local.works = True
    while True:
        _help(*queue.get())


def _help(job: _Job, number: int) -> None:
    job.take(number)  # in a frame of its own, which holds the job no longer than it is worked on
