"""Work in pieces among threads: each piece once, the caller takes part, and what fails stops all."""

from __future__ import annotations

import os
import threading
import time

import pytest

from tapegrad.machine.work_sharing import ranges, share
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


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    ("count", "most", "least"), [(0, 5, 1), (7, 100, 3), (1000, 100, 3), (1000, 1, 1), (97, 10, 20)]
)
def test_ranges_cover_all_and_end_with_short_ones(count, most, least, threads):
    found = ranges(count, most, least, threads)
    lengths = [stop - first for first, stop in found]
    assert [k for first, stop in found for k in range(first, stop)] == [*range(count)]
    assert all(0 < n <= most for n in lengths)
    assert all(n >= min(least, most) for n in lengths[:-1])
    assert lengths == sorted(lengths, reverse=True)
    if threads > 1 and count > 10 * least * threads:
        assert lengths[-1] < 2 * least


@pytest.mark.slow
@pytest.mark.parametrize(("said", "expected"), [("3", "3"), ("2,1", "2"), ("many", None), ("", None)])
def test_how_many_threads_there_are_at_first(said, expected, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert fresh("import tapegrad as tg; print(tg.get_num_threads())") == (expected or str(allowed))
