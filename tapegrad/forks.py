"""Locks in forked processes: a fork waits until no other thread holds them, so the new process finds them free.

Where one of these locks is taken while another is held, the other must be made later: forks take the latest first. So a
lock is made where its file is imported, after the files below, and not at its first use. They are reentrant, because a
thread may fork while it holds them itself, in a signal handler or a finalizer. Innermost are the locks of the libraries
that compile: whatever calls LLVM, finalizers included, holds llvmlite's.

A fork also waits until no other thread imports these libraries or this package: its new process would wait for ever
for the module.

Tests: tests/machine/test_forks.py, tests/autograd/test_anomaly.py
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

_LIBRARIES = {"llvmlite.binding.ffi": "lib._lock._lock", "numba.core.compiler_lock": "global_compiler_lock"}
_PACKAGES = ("tapegrad", "llvmlite", "numba", "numpy", "scipy")
_IMPORT = "<frozen importlib._bootstrap>", "_find_and_load"  # the function that holds a module's lock
_PATIENCE = 30.0  # seconds until a fork waits no longer for imports: one of them may wait for this thread
_locks: list[Any] = []
_held: list[Any] = []  # by the fork that is under way


def across_forks() -> Any:
    """Return a new reentrant lock, which is held while the process forks."""
    _locks.append(threading.RLock())
    return _locks[-1]


def _of_libraries() -> Iterator[Any]:
    """Find the libraries' locks, as far as they are loaded."""
    for module, name in _LIBRARIES.items():
        with contextlib.suppress(AttributeError):  # it is not loaded
            yield attrgetter(name)(sys.modules.get(module))


def _others_import() -> bool:
    """Tell whether another thread is importing one of the packages."""
    here = threading.get_ident()
    for ident, frame in sys._current_frames().items():
        at: Any = None if ident == here else frame
        while at is not None:
            code = at.f_code
            if (code.co_filename, code.co_name) == _IMPORT and at.f_locals["name"].split(".")[0] in _PACKAGES:
                return True
            at = at.f_back
    return False


def _hold() -> None:
    """Take all locks, at a moment at which no thread imports."""
    latest = time.monotonic() + _PATIENCE
    while True:
        locks = [*reversed(_locks), *reversed([*_of_libraries()])]
        for lock in locks:
            lock.acquire()
        if not _others_import() or time.monotonic() > latest:
            _held[:] = locks  # now that no other fork is under way
            return
        _free(locks)
        time.sleep(0.001)  # what is imported may ask for the locks


def _release() -> None:
    locks, _held[:] = [*_held], []
    _free(locks)


def _free(locks: list[Any]) -> None:
    for lock in reversed(locks):
        lock.release()


def in_child(function: Callable[[], object]) -> None:
    """Register a function that each forked process calls."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold, after_in_parent=_release, after_in_child=_release)


if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as cached_property
else:

    class cached_property:
        """Python's, without the lock that it has in older versions: one for all instances, held while it computes."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self._function, self.__doc__ = function, function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._function(instance)
            return value


def undisturbed(lock: Any, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function with a lock held and the collector at rest: no finalizer of this thread finds it half done.

    A fork waits for the lock, so the collector is at work in the new process.
    """
    with lock:
        collects = gc.isenabled()
        try:
            gc.disable()  # within, as a handler of a signal may raise when this has returned
            return function(*args)
        finally:
            if collects:
                gc.enable()
