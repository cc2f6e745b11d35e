"""Work in pieces among threads: each piece once, the caller takes part, and what fails stops all."""

from __future__ import annotations

import _thread
import ctypes
import os
import sys
import threading
import time

import pytest

from tapegrad.machine.cache import engine
from tapegrad.machine.status import OUTSIDE
from tapegrad.machine.work_sharing import get_num_threads, set_num_threads, share, share_code
from tests.package.test_import import fresh


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 100])
def test_each_piece_is_done_once(count, threads):
    done: list[int] = []
    share(done.append, range(count), threads)
    assert sorted(done) == list(range(count))


def test_the_caller_takes_part_and_others_help():
    who: dict[int, int] = {}
    both = threading.Barrier(2, timeout=20)

    def work(piece: int) -> None:
        who[piece] = threading.get_ident()
        both.wait()  # two threads are needed for one piece to end

    share(work, range(2), 2)
    assert len(set(who.values())) == 2
    assert threading.get_ident() in who.values()


@pytest.mark.parametrize("by_caller", [True, False])
def test_after_an_exception_nobody_works_on(by_caller):
    own, done, stops = threading.get_ident(), list[int](), list[int]()
    both = threading.Barrier(2, timeout=20)

    def work(piece: int) -> None:
        if piece < 2:
            both.wait()
        if piece < 2 and (threading.get_ident() == own) == by_caller:
            raise ValueError("failed")
        time.sleep(0.002)
        done.append(piece)

    with pytest.raises(ValueError, match="failed"):
        share(work, range(10_000), 2, lambda: stops.append(1))
    count = len(done)
    assert count < 5_000
    time.sleep(0.01)
    assert len(done) == count  # who raises has waited for the others


def test_pieces_may_be_shared_further():
    done: list[int] = []
    share(lambda k: share(lambda j: done.append(10 * k + j), range(10), 2), range(10), 2)
    assert sorted(done) == list(range(100))


@pytest.fixture
def threads():
    """Return what sets the number of threads."""
    before = get_num_threads()
    yield set_num_threads
    set_num_threads(before)


def pieces(work):
    """Return the context of a function of a range of pieces, which returns a status."""
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2)(
        lambda inputs, outputs, first, last: work(first, last)
    )
    KEPT.append(function)
    return ctypes.cast(function, ctypes.c_void_p).value, 0, 0


KEPT = []


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    ("count", "most", "least"), [(1, 5, 1), (7, 100, 3), (1000, 100, 3), (100, 1, 1), (97, 10, 20)]
)
def test_each_piece_of_machine_code_is_run_once(count, most, least, number, threads):
    threads(number)
    done, lengths = [], []

    def work(first, last):
        done.extend(range(first, last))
        lengths.append(last - first)
        return 0

    assert share_code("groups", pieces(work), count, (most, least), number) == 0
    assert sorted(done) == list(range(count))
    assert max(lengths) <= max(most, 1)


def test_helpers_run_machine_code_too(threads):
    threads(2)
    who, both = set(), threading.Barrier(2, timeout=20)

    def work(first, last):
        who.add(threading.get_ident())
        both.wait()  # two threads are needed for one piece to end
        return 0

    for _ in range(20):
        assert share_code("groups", pieces(work), 2, (1, 1), 2) == 0
        time.sleep(0.002)  # the helper sleeps meanwhile
    assert len(who) == 2
    assert threading.get_ident() in who


def test_after_a_failure_no_thread_begins_another_piece(threads):
    threads(2)
    done = []

    def work(first, last):
        done.append(first)
        return OUTSIDE if len(done) == 10 else 0

    assert share_code("groups", pieces(work), 10_000, (1, 1), 2) == OUTSIDE
    assert len(done) < 20


WAITING = """
define i64 @tapegrad_test_waiting(ptr %counter, ptr %out, i64 %first, i64 %last) {{
  %n = call i32 inttoptr (i64 {} to ptr)(i32 1000)
  %before = atomicrmw add ptr %counter, i64 1 monotonic
  ret i64 0
}}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no usleep")
def test_a_signal_stops_all_threads(threads):
    threads(2)
    engine().define(WAITING.format(ctypes.cast(ctypes.CDLL(None).usleep, ctypes.c_void_p).value))
    counter, stops = ctypes.c_int64(), []
    context = engine().address("tapegrad_test_waiting"), ctypes.addressof(counter), 0
    timer = threading.Timer(0.05, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        share_code("groups", context, 10_000, (1, 1), 2, lambda: stops.append(1))
    count = counter.value
    assert count < 1000
    assert stops
    time.sleep(0.02)
    assert counter.value == count
    assert share_code("groups", context, 10, (1, 1), 2) == 0
    assert counter.value == count + 10


def test_pieces_of_machine_code_may_be_shared_further(threads):
    threads(3)
    done = []

    def work(first, last):
        def inner(i, j):
            done.extend((k, m) for k in range(first, last) for m in range(i, j))
            return 0

        return share_code("groups", pieces(inner), 10, (2, 1), 3)

    assert share_code("groups", pieces(work), 10, (2, 1), 3) == 0
    assert sorted(done) == [(k, m) for k in range(10) for m in range(10)]


def test_many_threads_share_at_once(threads):
    threads(3)
    totals = [0] * 6

    def call(number):
        for _ in range(30):

            def work(first, last):
                with lock:
                    totals[number] += last - first
                return 0

            share_code("groups", pieces(work), 50, (5, 1), 3)

    lock = threading.Lock()
    callers = [threading.Thread(target=call, args=(k,)) for k in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert totals == [1500] * 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_forked_processes_have_helpers_of_their_own(threads):
    threads(2)
    assert share_code("groups", pieces(lambda first, last: 0), 10, (1, 1), 2) == 0
    child = os.fork()
    if child == 0:
        both = threading.Barrier(2, timeout=20)
        status = share_code("groups", pieces(lambda first, last: both.wait() * 0), 2, (1, 1), 2)
        os._exit(status != 0)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("said", "expected"), [("3", "3"), ("2,1", "2"), ("many", None), ("", None)])
def test_how_many_threads_there_are_at_first(said, expected, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert fresh("import tapegrad as tg; print(tg.get_num_threads())") == (expected or str(allowed))
