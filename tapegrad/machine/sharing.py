"""Work in pieces, shared among threads that stop soon when whoever waits for them is interrupted."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

_local = threading.local()


@lru_cache(maxsize=1)
def _workers(threads: int, process: int) -> ThreadPoolExecutor:
    """Return threads that stay; a forked process, which has none of its parent's, gets its own."""
    return ThreadPoolExecutor(threads, "tapegrad", setattr, (_local, "works", True))


class Sharing:
    """Calls `work` for each of `pieces`, in any order. After an exception nobody works on.

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

    def __init__(
        self, work: Callable[[int], None], pieces: Sequence[int], threads: int, stop: Callable[[], None] | None = None
    ) -> None:
        if threads == 1 or hasattr(_local, "works"):  # who works for others and waited for them might wait for ever
            for piece in pieces:
                work(piece)
            return
        self._work, self._rest = work, iter(pieces)
        self._stopped = False
        self._busy: set[int] = set()
        try:
            workers = _workers(threads, os.getpid())
            for task in [workers.submit(self._take, k) for k in range(threads)]:
                task.result()
        finally:
            self._stopped = True
            if self._busy and stop is not None:
                stop()
            self._settle()

    def _take(self, number: int) -> None:
        self._busy.add(number)  # first, so that who stops either sees it or is seen
        try:
            for piece in self._rest:
                if self._stopped:
                    return
                self._work(piece)
        finally:
            self._busy.discard(number)

    def _settle(self) -> None:
        """Wait until nobody writes to memory that is about to be given up, whatever is raised meanwhile."""
        while self._busy:
            try:
                while self._busy:
                    time.sleep(0.001)
            except KeyboardInterrupt:
                pass
