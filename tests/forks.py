"""Processes forked at random moments, while threads and the forking thread itself compile, drop, replay and sweep.

``python -m tests.forks --count 1000`` forks so often and tells of children that hang or compute something else; with
``--cold`` each time in a fresh process, whose thread is at its first compilation.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

import tapegrad as tg
from tapegrad.machine import numba_functions, symbols

_PATIENCE = 600.0  # seconds: a child is done in one; a machine that is busy may take many
_AT_ONCE = 4
_numbers = itertools.count()
_POINT = np.array([1.0, 2.0])


def _new() -> float:
    """Return a constant that no program had, so that machine code is made."""
    return 1.0 + os.getpid() + next(_numbers) / 4096 + random.random()


def compile_and_drop() -> bool:
    """Compile a function, whose code goes with it."""
    c = _new()
    return np.array_equal(tg.compile(tg.grad(lambda x: np.sum(x * x) * c))(_POINT), 2 * _POINT * c)


def compile_a_cycle() -> bool:
    """Leave machine code to the garbage collector."""
    c = _new()
    held: list[Any] = [tg.compile(lambda x: x * c)]
    held.append(held)
    return bool(held[0](2.0) == 2 * c) and gc.collect(0) >= 0


_kept = tg.compile(tg.value_and_grad(lambda x: np.sum(np.exp(x))))
_expected = np.exp(_POINT)
_rows = tg.compile(lambda x: np.sum(x * x))


def replay() -> bool:
    """Call functions that all threads share."""
    value, gradient = _kept(_POINT)
    rows = _rows.batch(np.arange(600.0).reshape(300, 2))
    return bool(
        abs(value - _expected.sum()) < 1e-13 and abs(gradient - _expected).max() < 1e-13 and rows[-1] == 598**2 + 599**2
    )


def sweep() -> bool:
    """Take gradients in eager code that returns."""
    x = tg.tensor(_POINT, requires_grad=True)
    for _ in range(4):
        np.sum(x * x).backward()
    return x.grad.numpy().tolist() == [8.0, 16.0]


@numba.njit
def _squared(x: float) -> float:
    return x * x


def compile_a_kernel() -> bool:
    """Compile a function of the user's, by Numba."""
    symbol = numba_functions.of_numbers(f"forked_{os.getpid()}_{next(_numbers)}", _squared, 1)
    return bool(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(symbols.address(symbol))(3.0) == 9.0)


def solve() -> bool:
    """Solve an equation, whose solutions are kept."""
    c = 1.0 + random.random()
    y = tg.integrate.solve_ivp(lambda t, y: -c * y, (0.0, 0.1), np.ones(1), rtol=1e-8, atol=1e-8).y[0, -1]
    return bool(abs(float(y) - np.exp(-0.1 * c)) < 1e-6)


ACTIVITIES: list[Callable[[], bool]] = [compile_and_drop, compile_a_cycle, replay, sweep, compile_a_kernel, solve]


def _child(beside: bool) -> None:
    """Do all of it in a child; its exit code says which one was wrong.

    A signal may have come while a function was recorded, where `backward` is refused and the collector is paused, or
    in the midst of Numba, which cannot begin again there.
    """
    code, todo = 100, ACTIVITIES if beside else [a for a in ACTIVITIES if a not in (sweep, compile_a_kernel)]
    try:
        wrong = [k for k, activity in enumerate(ACTIVITIES) if activity in todo and not activity()]
        code = 1 + wrong[0] if wrong else 0 if gc.isenabled() or not beside else 99
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


class _Children:
    """Children under way, so many at once, and what became of them."""

    def __init__(self, beside: bool) -> None:
        self.found: Counter[str] = Counter()
        self._beside = beside
        faulthandler.enable()  # so that those who hang say where
        self._running: deque[tuple[int, float]] = deque()

    def fork(self, *_: Any) -> None:
        """Fork now: at the moment of a signal, or wherever the caller is."""
        if (child := os.fork()) == 0:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            _child(self._beside)
        self._running.append((child, time.monotonic()))

    def wait(self, most: int) -> None:
        """Wait until so many are left."""
        while len(self._running) > most:
            child, since = self._running.popleft()
            while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < since + _PATIENCE:
                time.sleep(0.002)
            if ended[0] == 0:
                os.kill(child, signal.SIGABRT)
                os.waitpid(child, 0)
                self.found["hangs"] += 1
            else:
                code = os.waitstatus_to_exitcode(ended[1])
                self.found["right" if code == 0 else f"exit code {code}"] += 1


def _busy(stop: list[bool], seed: int) -> Iterator[None]:
    choose = random.Random(seed)
    while not stop:
        assert choose.choice(ACTIVITIES)()
        yield


def fork_beside_threads(count: int, threads: int = 2, seed: int = 0) -> Counter[str]:
    """Fork so often at random moments, while other threads are busy."""
    stop: list[bool] = []
    others = [threading.Thread(target=lambda k=k: deque(_busy(stop, k), 0), daemon=True) for k in range(threads)]
    children, choose = _Children(beside=True), random.Random(seed)
    try:
        assert all(activity() for activity in ACTIVITIES)  # what is imported and compiled on the way
        for thread in others:
            thread.start()
        for _ in range(count):
            time.sleep(choose.random() * 0.02)
            children.fork()
            children.wait(_AT_ONCE)
    finally:
        stop.append(True)
        for thread in others:
            thread.join()
    children.wait(0)
    return children.found


def fork_within(count: int, seed: int = 0) -> Counter[str]:
    """Fork so often in a signal handler, at random moments of what the forking thread does itself."""
    children, choose = _Children(beside=False), random.Random(seed)
    assert all(activity() for activity in ACTIVITIES)  # a signal may not meet an import
    before = signal.signal(signal.SIGALRM, children.fork)
    try:
        for k in range(count):
            signal.setitimer(signal.ITIMER_REAL, 1e-4 + choose.random() * 0.01)
            while len(children._running) + children.found.total() <= k:
                assert choose.choice(ACTIVITIES)()
            children.wait(_AT_ONCE)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    children.wait(0)
    return children.found


_COLD = """
import random, sys, threading, time, warnings
warnings.simplefilter("ignore", DeprecationWarning)
import numba
import numpy as np
import tapegrad as tg
thread = threading.Thread(target=lambda: tg.compile(tg.grad(lambda x: np.sum(x * x)))(np.ones(2)), daemon=True)
import faulthandler, os
thread.start()
time.sleep(float(sys.argv[1]))
child = os.fork()
if child == 0:
    faulthandler.dump_traceback_later(20, exit=True)
    right = tg.compile(tg.grad(lambda x: np.sum(x * x) * 3.0))(np.ones(2)).tolist() == [6.0, 6.0]
    os._exit(0 if right else 1)
thread.join()
sys.exit(abs(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
"""


def fork_cold(count: int, seed: int = 0) -> Counter[str]:
    """Fork so many fresh processes at random moments of a thread's first compilation."""
    choose, found = random.Random(seed), Counter[str]()
    for _ in range(count):
        done = subprocess.run([sys.executable, "-c", _COLD, str(choose.random() * 0.5)], check=False, timeout=300)
        found[{0: "right", signal.SIGALRM: "hangs"}.get(done.returncode, f"exit code {done.returncode}")] += 1
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cold", action="store_true")
    given = parser.parse_args()
    warnings.simplefilter("ignore", DeprecationWarning)  # Python's, about forks of processes with threads
    if given.cold:
        print("cold", dict(fork_cold(given.count, given.seed)))
    else:
        print("beside threads", dict(fork_beside_threads(given.count // 2, seed=given.seed)))
        print("within", dict(fork_within(given.count - given.count // 2, seed=given.seed)))
