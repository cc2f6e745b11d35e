"""Ctrl-C: it comes within a second or so, the library goes on, and nothing is half done."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import commit
from tapegrad.machine import compiler
from tapegrad.record.recording import tape
from tapegrad.record.trace import recording
from tests import interruptions
from tests.support import WITH_TESTS

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs interval timers")
SOON = 5.0  # seconds: a machine that runs tests is busy

QUICK = ("replay_of_a_scan", "batch_on_two_threads", "replay_on_two_threads", "eager_scalars")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "size", "moments"),
    [
        pytest.param(name, 0.5 if name == "compilation" else 0.1, 5, marks=() if name in QUICK else pytest.mark.slow)
        for name in interruptions.activities  # a large program is compiled in a process of its own
    ],
)
def test_an_activity_at_random_moments(name: str, size: float, moments: int) -> None:
    _, waits = interruptions.interrupted(name, size, moments, seed=2)
    assert waits.caught > 0
    assert max(waits.longest, waits.longest_next) < SOON


# ------------------------------------------------------------------------------------------- signals in replays


def _long(length: int = 300_000) -> Any:
    """A replay of some tenths of a second."""
    return tg.compile(lambda c: tg.scan(lambda c, _: (interruptions._wave(c, 20), None), c, length=length)[0])


class Stop(Exception):
    pass


def test_the_handler_is_called_once_and_its_exception_is_raised() -> None:
    f, calls = _long(), []
    f(np.ones(3))

    def handler(number: int, frame: FrameType | None) -> None:
        calls.append(Stop("told", number))
        raise calls[-1]

    with interruptions.alarm(0.05, handler), pytest.raises(Stop) as raised:
        f(np.ones(3))
    assert calls == [raised.value]


def test_a_handler_that_raises_nothing_may_use_the_same_function() -> None:
    f = _long()
    expected, other = f(np.ones(3)), f(np.zeros(3))
    assert not np.array_equal(expected, other)
    seen: list[np.ndarray] = []
    with interruptions.alarm(0.05, lambda number, frame: seen.append(f(np.zeros(3)))):
        result = f(np.ones(3))
    np.testing.assert_array_equal(result, expected)
    assert len(seen) == 1
    np.testing.assert_array_equal(seen[0], other)


def test_other_threads_replay_on() -> None:
    f = _long()
    expected = f(np.ones(3))
    results: list[np.ndarray] = []
    done = threading.Event()

    def replay() -> None:
        results.append(f(np.ones(3)))
        done.set()

    thread = threading.Thread(target=replay)
    thread.start()
    with interruptions.alarm(0.05), pytest.raises(KeyboardInterrupt):
        time.sleep(SOON)
    assert done.wait(60.0)
    np.testing.assert_array_equal(results[0], expected)


def test_only_long_tapes_poll() -> None:
    def variant(f: Any, *args: Any) -> Any:
        f(*args)
        return f.variants.last

    assert not variant(tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x)))), np.ones(1000)).executable.polls
    assert not variant(_long(1000), np.ones(3)).executable.polls
    assert variant(_long(), np.ones(3)).executable.polls


# ------------------------------------------------------------------------------------------- compilation


TEXT = """\
define double @f(double %x) {
  %y = fmul double %x, %x
  %z = fadd double %y, %x
  ret double %z
}
"""


@pytest.mark.parametrize("level", [compiler.HASTY, compiler.PLAIN, compiler.OPTIMISED])
def test_another_process_compiles_the_same_code(level: int) -> None:
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    here = compiler.object_code(compiler.machine_for(cpu, features, level), TEXT, level)
    assert compiler.interruptible(cpu, features, TEXT, level) == here


def test_where_there_is_no_python_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for executable in ("", "/bin/false", "/nowhere/python"):
        monkeypatch.setattr(sys, "executable", executable)
        assert compiler.interruptible("", "", TEXT, compiler.OPTIMISED) is None


_COMPILING = """
import time
from tests import interruptions
interruptions.small()
run = interruptions.activities["compilation"](10.0)
try:
    print("ready", flush=True)
    while True:
        run()
except KeyboardInterrupt:
    interruptions.small()
    print("interrupted", flush=True)
"""


@pytest.mark.slow
def test_ctrl_c_of_a_terminal_reaches_all_processes() -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", WITH_TESTS + _COMPILING], start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30.0)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)


# ------------------------------------------------------------------------------------------- state


def test_the_collector_is_on_after_an_interrupted_recording() -> None:
    def interrupted(x: Any) -> Any:
        assert not gc.isenabled()
        signal.raise_signal(signal.SIGINT)
        return x

    before = gc.get_freeze_count()  # Python 3.12 has frozen some objects itself
    with pytest.raises(KeyboardInterrupt):
        tg.compile(interrupted)(1.0)
    assert gc.isenabled()
    assert gc.get_freeze_count() <= before
    interruptions.small()


COMMIT = commit._commit.__code__


def test_a_commit_is_done_or_not() -> None:
    """Interrupted at each line of the commit: all gradients are there and the tape is consumed, or neither."""
    lines = 0
    for at in range(1, 100):
        x, y = (tg.tensor([0.5, 2.0], requires_grad=True) for _ in range(2))
        root = (np.sin(x) * y).sum()
        count = 0

        def each_line(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal count
            if event == "line" and frame.f_code is COMMIT:
                count += 1
                if count == at:
                    raise KeyboardInterrupt
            return each_line

        sys.settrace(lambda frame, event, argument: each_line if frame.f_code is COMMIT else None)
        try:
            root.backward()
        except KeyboardInterrupt:
            lines += 1
        else:
            break
        finally:
            sys.settrace(None)
        if x.grad is None:
            assert y.grad is None
            root.backward()
        else:
            with pytest.raises(tg.errors.TapeFreedError):
                root.backward()
        assert x.grad is not None
        assert y.grad is not None
        np.testing.assert_array_equal(x.grad.numpy(), np.cos([0.5, 2.0]) * [0.5, 2.0])
        np.testing.assert_array_equal(y.grad.numpy(), np.sin([0.5, 2.0]))
    assert lines > 5


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_recording_that_is_interrupted_where_it_begins_or_ends_is_not_left_open() -> None:
    x, at = tg.tensor([0.5, 2.0], requires_grad=True), 0
    mine = {
        f.__code__ for f in (recording.__init__, recording.__enter__, recording.__exit__, tape.another, tape.resume)
    }

    def tracer(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if frame.f_code not in mine:
            return None
        left -= 1
        if left < 0 and event != "return":
            sys.settrace(None)
            raise KeyboardInterrupt
        return tracer

    while True:
        left, at = at, at + 1
        sys.settrace(tracer)
        try:
            tg.hessian(lambda x: np.sum(np.sin(x) * x))(np.array([1.0, 2.0]))
        except KeyboardInterrupt:
            pass
        else:
            break
        finally:
            sys.settrace(None)
        x.grad = None
        (np.sin(x) * x).sum().backward()
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), np.sin([0.5, 2.0]) + np.cos([0.5, 2.0]) * [0.5, 2.0], rtol=1e-15)
    assert at > 6


# ------------------------------------------------------------------------------------------- signals in LLVM

_CUT = """
import random, signal, sys, threading
import numpy as np
import tapegrad as tg

class Interrupted(BaseException):
    pass

def handler(number, frame):
    global armed
    if armed:
        armed = False
        raise Interrupted

def small(k):
    return tg.compile(lambda x: np.sin(x) * (k + 0.5) + k)(np.ones(2))

sys.unraisablehook = lambda told: None  # what a handler raises within finalizers
rng, armed, cut = random.Random(0), False, 0
small(-1)
signal.signal(signal.SIGALRM, handler)
for k in range(400):
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(2e-5, 1e-2))
        armed = True
        assert np.allclose(small(k), np.sin(1.0) * (k + 0.5) + k)
    except Interrupted:
        cut += 1
    armed = False
signal.setitimer(signal.ITIMER_REAL, 0.0)
found = []
thread = threading.Thread(target=lambda: found.append(small(1000.0)), daemon=True)
thread.start()
thread.join(60.0)
assert np.allclose(found, np.sin(1.0) * 1000.5 + 1000.0)
print(cut)
"""


@pytest.mark.slow
def test_signals_while_llvm_compiles_leave_a_whole_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", _CUT], capture_output=True, text=True, timeout=300,
        env={**os.environ, "TAPEGRAD_CACHE_DIR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 50
