"""Forked processes: what other threads hold at the moment of the fork is free in the new process."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from types import SimpleNamespace

import llvmlite.binding as llvm
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import collector_paused
from tapegrad.forks import across_forks, cached_property, undisturbed
from tests import forks

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning"),
]


def forked(during, work):
    """What a process does that is forked while a thread executes `during`, which calls what it is given in the midst;
    its exit code."""
    inside = threading.Event()

    def pause():
        inside.set()
        time.sleep(0.1)

    thread = threading.Thread(target=during, args=[pause], daemon=True)
    thread.start()
    inside.wait()
    child = os.fork()
    if child == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(30)  # ends it where it hangs
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    thread.join()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_while_a_thread_is_in_llvm():
    """As finalizers of LLVM's objects are, whoever drops them."""

    def during(pause):
        with llvm.ffi.lib._lock:
            pause()

    assert forked(during, lambda: llvm.parse_assembly("").as_bitcode()) == 0


def test_while_a_thread_imports(tmp_path, monkeypatch):
    (tmp_path / "slowly.py").write_text("import tapegrad\ntapegrad.pause()\nanswer = 42\n")
    monkeypatch.setattr(tg, "__path__", [*tg.__path__, str(tmp_path)])

    def ask():
        import tapegrad.slowly

        return tapegrad.slowly.answer == 42

    def during(pause):
        monkeypatch.setattr(tg, "pause", pause, raising=False)
        ask()

    try:
        assert forked(during, ask) == 0
    finally:
        sys.modules.pop("tapegrad.slowly", None)
        vars(tg).pop("slowly", None)


def test_while_a_thread_computes_a_cached_property():
    class Slow:
        def __init__(self, wait):
            self.wait = wait

        @cached_property
        def computed(self):
            self.wait()
            return 42

    assert forked(lambda pause: Slow(pause).computed, lambda: Slow(int).computed == 42) == 0


def test_while_a_thread_holds_a_lock_that_forks_wait_for():
    lock = across_forks()

    def during(pause):
        with lock:
            pause()

    assert forked(during, lambda: lock.acquire(timeout=1)) == 0


def test_by_the_thread_that_holds_the_lock():
    """As in a signal handler."""
    with across_forks() as held:
        assert forked(lambda pause: pause(), lambda: held) == 0


def test_the_process_collects_garbage_that_a_thread_had_paused():
    def during(pause):
        with collector_paused():
            pause()

    assert gc.isenabled()
    assert forked(during, gc.isenabled) == 0


def test_the_collector_stays_paused_for_the_thread_that_forks():
    with collector_paused():
        assert forked(lambda pause: pause(), lambda: not gc.isenabled()) == 0
    assert gc.isenabled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "count"), [(forks.fork_beside_threads, 3), (forks.fork_within, 3), (forks.fork_cold, 1)]
)
def test_at_random_moments(way, count):
    """``python -m tests.forks`` does so more often."""
    assert way(count) == {"right": count}


def test_while_a_thread_has_the_collector_at_rest():
    lock = across_forks()
    assert forked(lambda pause: undisturbed(lock, pause), gc.isenabled) == 0


@pytest.mark.parametrize("name", ["isenabled", "disable", "enable", "function"])
def test_signals_leave_the_collector_at_work(name, monkeypatch):
    """Python calls their handlers when a call has returned, so an exception may come behind any."""

    def interrupted():
        getattr(gc, name, int)()
        raise KeyboardInterrupt

    names = ("isenabled", "disable", "enable")
    calls = SimpleNamespace(**{n: interrupted if n == name else getattr(gc, n) for n in names})
    monkeypatch.setattr("tapegrad.forks.gc", calls)
    with pytest.raises(KeyboardInterrupt):
        undisturbed(across_forks(), interrupted if name == "function" else int)
    assert gc.isenabled()
