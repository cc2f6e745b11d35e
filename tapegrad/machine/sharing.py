"""Work in pieces, shared among threads that stop soon when whoever waits for them is interrupted."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_local = threading.local()


@lru_cache(maxsize=1)
def _workers(process: int, threads: int) -> ThreadPoolExecutor:
    """Return threads that stay; a forked process, which has none of its parent's, gets its own."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(threads, "tapegrad", setattr, (_local, "works", True))


def share(
    work: Callable[[int], None], pieces: Sequence[int], threads: int, stop: Callable[[], None] | None = None
) -> None:
    """Call `work` for each of `pieces`, in any order. After an exception nobody works on.

    The calling thread takes part: it has begun before any other one is awake.

    Parameters
    ----------
    work : callable
        To last no longer than a fraction of a second, or to end when `stop` is called.
    pieces : sequence of int
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
    rest, busy, stopped = iter(pieces), set[int](), False

    def take(number: int) -> None:
        nonlocal stopped
        busy.add(number)  # first, so that who stops either sees it or is seen
        try:
            for piece in rest:
                if stopped:
                    return
                work(piece)
        except BaseException:
            stopped = True
            raise
        finally:
            busy.discard(number)

    try:
        workers = _workers(os.getpid(), threads - 1)
        tasks = [workers.submit(take, k) for k in range(1, 1 + helpers)]
        _local.works = True
        try:
            take(0)
        finally:
            del _local.works
        for task in tasks:
            if not task.cancel():  # else it has not begun, and nothing is left
                task.result()
    finally:
        stopped = True
        if busy and stop is not None:
            stop()
        while busy:  # nobody may write to memory that is about to be given up, whatever is raised meanwhile
            with contextlib.suppress(KeyboardInterrupt):
                while busy:
                    time.sleep(0.001)
