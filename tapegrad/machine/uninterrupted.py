"""Calls of LLVM that no signal handler ends halfway.

The main thread runs signal handlers between any two steps of Python. One that raises within llvmlite leaves its lock
held, or an object that LLVM has freed and that llvmlite frees again. So another thread calls LLVM, and the main thread
waits: what a handler ends is the wait. What finalizers free, the main thread frees itself; a lock that stays held then
is released with the next call.

Tests: tests/machine/test_interrupts.py
"""

from __future__ import annotations

import _thread
import atexit
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from tapegrad.forks import across_forks, undisturbed

P = ParamSpec("P")
R = TypeVar("R")

_calls = across_forks()  # one at a time


def _is_within_llvm() -> bool:
    """Tell whether this thread is within llvmlite; its lock is released if it only says so."""
    ffi: Any = sys.modules.get("llvmlite.binding.ffi")
    llvm = ffi and ffi.lib._lock._lock
    if not (llvm and llvm._is_owned()):
        return False
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == ffi.__file__:
            return True
        frame = frame.f_back
    while llvm._is_owned():
        llvm.release()
    return False


@atexit.register
def _end() -> None:
    """Let the process end once LLVM is at rest."""
    _is_within_llvm()
    _calls.acquire()


def uninterrupted(function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
    """Return what a function returns that calls LLVM and no Python of the user's."""
    if threading.get_ident() != threading.main_thread().ident or sys.is_finalizing():
        return function(*args, **keywords)  # while the process ends, no other thread runs, and no handler of a signal
    if _calls._is_owned() or _is_within_llvm():
        return function(*args, **keywords)  # the other thread would wait for what this one holds
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
