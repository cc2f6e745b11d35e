"""Calls of LLVM that no signal handler ends halfway.

The main thread runs signal handlers between any two steps of Python. One that raises within llvmlite leaves its lock
held, or an object that LLVM has freed and that llvmlite frees again. So another thread calls LLVM, and the main thread
waits: what a handler ends is the wait.

Tests: tests/machine/test_interrupts.py
"""

from __future__ import annotations

import _thread
import atexit
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from llvmlite.binding import ffi

from tapegrad.forks import across_forks, undisturbed

P = ParamSpec("P")
R = TypeVar("R")

_calls = across_forks()  # one at a time
atexit.register(_calls.acquire)  # the process must not end while LLVM is at work


def uninterrupted(function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
    """Return what a function returns that calls LLVM and no Python of the user's."""
    waiting = _calls._is_owned() or ffi.lib._lock._lock._is_owned()  # by this thread, for which the other would wait
    if waiting or threading.get_ident() != threading.main_thread().ident:
        return function(*args, **keywords)
    results: list[R] = []
    errors: list[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()

    def call() -> None:
        try:
            results.append(undisturbed(_calls, lambda: function(*args, **keywords)))
        except BaseException as error:  # which the main thread raises
            errors.append(error)
        finally:
            done.release()

    _thread.start_new_thread(call, ())  # threading's own wait for their begin, and a handler may end that halfway too
    done.acquire()
    if errors:
        raise errors[0]
    return results[0]
