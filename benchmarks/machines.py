"""Threads and processes: ``python -m benchmarks.machines``, on a machine that does nothing else.

What the machine gives: two threads, and two processes of Dask, whose loops share nothing and stay in their cores'
first caches. Then a batch of 10^6 gradients and value and gradient of an expression of 10^6 elements on one thread
and on two, and a sum of 10^7 losses and gradients on one process of Dask and on two (needs ``pip install
".[dask]"``): in turns, with the ratio of each turn, since the worst counts as well. The overhead of a block is what a
block of one instance takes, on one process; beside it, what Dask takes for a graph of the same tasks with a function
of NumPy's in place of the batch.
"""

from __future__ import annotations

import concurrent.futures
import os
import time
from collections.abc import Callable
from typing import Any

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import numba  # noqa: E402 (the settings above are read on import)
import numpy as np  # noqa: E402

import tapegrad as tg  # noqa: E402

ROUNDS = 9


def timed(job: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds by the clock and of the processor, and the result."""
    start, used = time.perf_counter(), time.process_time()
    result = job()
    return time.perf_counter() - start, time.process_time() - used, result


def report(title: str, ones: list[float], twos: list[float], same: bool) -> None:
    ratios = sorted(one / two for one, two in zip(ones, twos, strict=True))
    print(
        f"{title}: one {min(ones) * 1e3:.1f} ms, two {min(twos) * 1e3:.1f} ms; ratio worst {ratios[0]:.2f}, "
        f"median {ratios[len(ratios) // 2]:.2f}, best {ratios[-1]:.2f}; same bits: {same}"
    )


def threads() -> None:
    def loss(x: Any) -> Any:
        return np.sum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x) + np.log1p(x * x))

    bound()
    rng = np.random.default_rng(0)
    rows, x = rng.normal(size=(1_000_000, 8)), rng.normal(size=1_000_000)
    f = tg.compile(tg.value_and_grad(loss))
    on_threads("threads, batch of 10^6", lambda: f.batch(rows))
    on_threads("threads, expression of 10^6", lambda: f(x))


def bound() -> None:
    """Report what two threads of nothing but arithmetic gain: cores that are two halves of one gain less than 2."""

    @numba.njit(nogil=True)
    def work(x: np.ndarray, turns: int) -> None:
        for _ in range(turns):
            for i in range(x.size):
                x[i] = x[i] * 0.999 + 0.001

    data = [np.ones(1024) for _ in range(2)]
    work(data[0], 1)
    ones, twos = [], []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            ones.append(timed(lambda: [work(x, 100_000) for x in data])[0])
            twos.append(timed(lambda: list(pool.map(work, data, (100_000, 100_000))))[0])
    report("threads, what the machine gives", ones, twos, np.array_equal(*data))


def on_threads(title: str, job: Callable[[], Any]) -> None:
    turns: dict[int, list[float]] = {1: [], 2: []}
    used: dict[int, list[float]] = {1: [], 2: []}
    kept: dict[int, Any] = {}
    for turn in range(-2, ROUNDS):
        for number in (1, 2):
            tg.set_num_threads(number)
            clock, processor, kept[number] = timed(job)
            if turn >= 0:  # the first ones may be answered before all is compiled
                turns[number].append(clock)
                used[number].append(processor)
    same = all(np.array_equal(a, b) for a, b in zip(kept[1], kept[2], strict=True))
    report(title, turns[1], turns[2], same)
    print(f"  seconds of the processor, two threads beside one: {min(used[2]) / min(used[1]):.3f}")


def dask() -> None:
    import dask
    import dask.array as da

    dask.config.set({"logging.distributed": "error"})
    from dask.distributed import Client, LocalCluster

    from tapegrad.replay.dask_sums import item, kind  # here, for asv imports this module beside older versions too

    def loss(p: Any, x: Any) -> Any:
        return np.sum(np.tanh(x * p) * np.exp(-x * x) + np.log1p(x * x))

    f = tg.compile(tg.value_and_grad(loss))
    p = np.linspace(0.5, 1.5, 4)

    def given(rows: int, block: int) -> Any:
        def made(block_id: Any) -> np.ndarray:
            return np.linspace(-2.0, 2.0, block * 4).reshape(block, 4) + block_id[0] * 1e-6

        chunks = ((block,) * (rows // block), (4,))
        return da.map_blocks(made, chunks=chunks, dtype=float, meta=np.empty((0, 0)))

    def sums(rows: int, block: int) -> Any:
        value, slope = f.batch(p, given(rows, block), in_axes=(None, 0))
        return dask.compute(value.sum(), slope.sum(axis=0))

    def without_batch(rows: int, block: int) -> Any:
        pairs = da.blockwise(np.frexp, (0, 1), given(rows, block), (0, 1), dtype=object, meta=np.empty((0, 0), object))
        first, second = (kind(da).of(item(da, pairs, (0,), k, (4,), np.dtype(float)), pairs, k) for k in (0, 1))
        return dask.compute(first.sum(axis=0), second.sum(axis=0))

    clusters = {
        n: LocalCluster(n_workers=n, threads_per_worker=1, dashboard_address=":0", memory_limit=0) for n in (1, 2)
    }
    clients = {n: Client(cluster, set_as_default=False) for n, cluster in clusters.items()}

    def on_processes(title: str, job: Callable[[], Any]) -> None:
        turns: dict[int, list[float]] = {1: [], 2: []}
        kept: dict[int, Any] = {}
        for turn in range(ROUNDS + 1):
            for number, client in clients.items():
                with client.as_current():
                    clock, _, kept[number] = timed(job)
                if turn:
                    turns[number].append(clock)
        same = all(np.array_equal(a, b) for a, b in zip(kept[1], kept[2], strict=True))
        report(title, turns[1], turns[2], same)

    def arithmetic(start: int) -> np.ndarray:
        x = np.full(1024, float(start))
        for _ in range(40_000):
            np.multiply(x, 0.999, out=x)
        return x[:1]

    on_processes("Dask, what the machine gives", lambda: dask.compute(*map(dask.delayed(arithmetic), range(20))))
    on_processes("Dask, 10^7 instances", lambda: sums(10_000_000, 500_000))
    with clients[1].as_current():
        for title, job in (("value and gradient summed", sums), ("the same tasks without a batch", without_batch)):
            job(10, 1)
            clock, scheduler, _ = min(timed(lambda job=job: job(400, 1)) for _ in range(5))
            before = sum(clients[1].run(time.process_time).values())
            job(400, 1)
            worker = sum(clients[1].run(time.process_time).values()) - before
            print(
                f"  overhead of a block, {title}: {clock / 0.4:.2f} ms; of the processor {scheduler / 0.4:.2f} ms in "
                f"the scheduler's process, {worker / 0.4:.2f} ms in the worker"
            )
    for n in (1, 2):
        clients[n].close()
        clusters[n].close()


if __name__ == "__main__":
    threads()
    dask()
