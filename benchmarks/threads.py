"""Two threads on one job beside two processes with a job each: ``python -m benchmarks.threads [KIND ...]``.

Two cores rarely do twice the work of one: they share caches, memory and power. So the bound for two threads is what two
processes reach that have nothing in common. For each kind of work and each size, in turns:

- T1, one job on one thread
- T2, one job on two threads
- Tp, one job in each of two processes at once, on one thread each

and the share of the bound: ``(Tp / 2) / T2``. The last kind calls one sealed function from two Python threads, each
call on one thread, beside the same calls in the two processes.

The machine should do nothing else. Run once before to fill the cache of compiled code.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad import debug

Job = Callable[[], Any]
RNG = np.random.default_rng
SECONDS = 0.02  # that each measurement takes at least
SPINNING = 0.2  # seconds for which OpenBLAS's threads stay busy after a product


def _expression(x: Any) -> Any:
    return np.sum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x) + np.log1p(x * x))


def _sealed(f: Callable[..., Any], *arrays: np.ndarray) -> Job:
    compiled = tg.compile(f)
    return lambda: compiled(*arrays)


def _value_and_grad(f: Callable[..., Any], *arrays: np.ndarray, argnums: Any = 0) -> Job:
    return _sealed(tg.value_and_grad(f, argnums), *arrays)


def _square(n: int) -> np.ndarray:
    side = round(n**0.5)
    return RNG(0).normal(size=(side, side))


def _line(n: int) -> np.ndarray:
    return RNG(0).normal(size=n)


def _sides(n: int) -> int:
    return round(n**0.5)


def _weights(x: np.ndarray) -> np.ndarray:
    return RNG(1).normal(size=x.shape)


def eager(n: int, compiled: bool) -> Job:
    x = tg.tensor(_line(n), requires_grad=True)

    def job() -> Any:
        x.zero_grad()
        if compiled:
            _expression(x).backward()
        else:
            with debug.trace_cache(False):
                _expression(x).backward()
        return x.grad.numpy()

    return job


def eager_product(n: int) -> Job:
    a, b = (tg.tensor(_square(n), requires_grad=True) for _ in range(2))

    def job() -> Any:
        a.zero_grad(), b.zero_grad()
        with debug.trace_cache(False):
            np.sum(np.tanh(a @ b)).backward()
        return a.grad.numpy()

    return job


def at_positions(n: int) -> Job:
    where = RNG(2).integers(0, max(1, n // 10), n)

    def loss(x: Any) -> Any:
        total = tg.zeros(max(1, n // 10))
        np.add.at(total, where, x)
        return np.sum(total * total)

    return _value_and_grad(loss, _line(n))


def by_data(n: int) -> Job:
    where = RNG(2).integers(0, max(1, n // 10), n)

    def loss(x: Any, at: Any) -> Any:
        total = tg.zeros(max(1, n // 10))
        np.add.at(total, at, x)
        return np.sum(total * total)

    f = tg.compile(tg.value_and_grad(loss))
    x = _line(n)
    return lambda: f(x, where)


def bincount(n: int) -> Job:
    where = RNG(2).integers(0, max(1, n // 10), n)
    return _value_and_grad(lambda w: np.sum(np.bincount(where, w) ** 2), _line(n))


def gather(n: int) -> Job:
    where = RNG(2).integers(0, n, n)
    return _value_and_grad(lambda x: np.sum(x[where] ** 2), _line(n))


def gather_by_data(n: int) -> Job:
    where, x = RNG(2).integers(0, n, n), _line(n)
    f = tg.compile(tg.value_and_grad(lambda x, at: np.sum(x[at] ** 2)))
    return lambda: f(x, where)


def gather_rows(n: int) -> Job:
    rows = max(1, n // 16)
    where, x = RNG(2).integers(0, rows, rows), RNG(0).normal(size=(rows, 16))
    f = tg.compile(tg.value_and_grad(lambda x, at: np.sum(x[at] ** 2)))
    return lambda: f(x, where)


def batch(n: int) -> Job:
    f, x = tg.compile(tg.value_and_grad(lambda x: np.sum(np.tanh(x) * np.exp(-x)))), RNG(0).normal(size=(n // 8, 8))
    return lambda: f.batch(x)


def batch_of_arrays(n: int) -> Job:
    f, x = tg.compile(tg.value_and_grad(_expression)), RNG(0).normal(size=(10, n // 10))
    return lambda: f.batch(x)


def sparse_product(n: int) -> Job:
    import scipy.sparse

    side = max(2, n // 10)
    matrix = scipy.sparse.random_array((side, side), density=10.0 / side, rng=RNG(0), format="csr")
    return _value_and_grad(lambda x: np.sum(np.tanh(matrix @ x)), RNG(1).normal(size=side))


def sparse_rows(n: int) -> Job:
    import scipy.sparse

    side = max(2, n // 80)
    matrix = scipy.sparse.random_array((side, side), density=10.0 / side, rng=RNG(0), format="csr")
    return _value_and_grad(lambda x: np.sum(np.tanh(matrix @ x)), RNG(1).normal(size=(side, 8)))


def scan(n: int) -> Job:
    def loss(x: Any) -> Any:
        last, _ = tg.scan(lambda carry, row: (np.tanh(carry + row), None), np.zeros(x.shape[1]), x)
        return np.sum(last)

    return _value_and_grad(loss, RNG(0).normal(size=(100, n // 100)))


KINDS: dict[str, Callable[[int], Job]] = {
    "eager": lambda n: eager(n, True),
    "eager, no trace cache": lambda n: eager(n, False),
    "sealed": lambda n: _value_and_grad(_expression, _line(n)),
    "light": lambda n: _sealed(lambda x: x * 2.0 + 1.0, _line(n)),
    "sum": lambda n: _value_and_grad(lambda x: np.sum(x * x), _line(n)),
    "sum, axis 0": lambda n: _value_and_grad(lambda x: np.sum(np.sin(np.sum(x, 0))), _square(n)),
    "sum, axis 1": lambda n: _value_and_grad(lambda x: np.sum(np.sin(np.sum(x, 1))), _square(n)),
    "softmax": lambda n: _value_and_grad(
        lambda x: np.sum((np.exp(x) / np.sum(np.exp(x), 1, keepdims=True)) ** 2), _square(n)
    ),
    "mean and variance": lambda n: _value_and_grad(lambda x: np.sum(np.std(x, 0) / np.var(x, 1)), _square(n)),
    "max, axis 0": lambda n: _value_and_grad(lambda x: np.sum(np.max(x, 0)), _square(n)),
    "sort": lambda n: _value_and_grad(lambda x: np.sum(np.sort(x)[::2]), _line(n)),
    "sort, rows": lambda n: _value_and_grad(lambda x: np.sum(np.sort(x, 1)[:, ::2]), _square(n)),
    "argsort, rows": lambda n: _sealed(lambda x: np.argsort(x, 1), _square(n)),
    "median": lambda n: _value_and_grad(np.median, _line(n)),
    "median, rows": lambda n: _value_and_grad(lambda x: np.sum(np.median(x, 1)), _square(n)),
    "np.add.at": at_positions,
    "np.add.at, data": by_data,
    "bincount": bincount,
    "gather": gather,
    "gather, data": gather_by_data,
    "gather, rows of data": gather_rows,
    "cumsum": lambda n: _value_and_grad(lambda x: np.sum(np.cumsum(x) ** 2), _line(n)),
    "cumsum, axis 0": lambda n: _value_and_grad(lambda x: np.sum(np.cumsum(x, 0) ** 2), _square(n)),
    "cumsum, axis 1": lambda n: _value_and_grad(lambda x: np.sum(np.cumsum(x, 1) ** 2), _square(n)),
    "scan": scan,
    "product": lambda n: _value_and_grad(
        lambda a, b: np.sum(np.tanh(a @ b)), _square(n), _weights(_square(n)), argnums=(0, 1)
    ),
    "product, eager": eager_product,
    "product, thin": lambda n: _value_and_grad(
        lambda a, b: np.sum(np.tanh(a @ b)), RNG(0).normal(size=(n // 64, 64)), RNG(1).normal(size=(64, 64)),
        argnums=(0, 1),
    ),
    "products, stacked": lambda n: _value_and_grad(
        lambda a, b: np.sum(np.tanh(a @ b)), RNG(0).normal(size=(max(1, n // 4096), 64, 64)),
        RNG(1).normal(size=(max(1, n // 4096), 64, 64)), argnums=(0, 1),
    ),
    "matrix times vector": lambda n: _value_and_grad(
        lambda a, v: np.sum(np.tanh(a @ v)), _square(n), RNG(1).normal(size=_sides(n)), argnums=(0, 1)
    ),
    "transpose": lambda n: _sealed(lambda x: np.concatenate([x.T, x.T]), _square(n)),
    "batch": batch,
    "batch of arrays": batch_of_arrays,
    "sparse": sparse_product,
    "sparse, columns": sparse_rows,
}  # fmt: skip
CALLS = "calls from threads"


def _calls(n: int) -> Job:
    return _value_and_grad(_expression, _line(n))


def seconds(job: Job, least: float = SECONDS) -> float:
    """Return how long a job takes, in the median of some: what else the machine does disturbs a few."""
    times, now = list[float](), time.perf_counter()
    end = now + least
    while now < end or not times:
        before = now
        job()
        now = time.perf_counter()
        times.append(now - before)
    return sorted(times)[len(times) // 2]


def on_both_threads(job: Job) -> float:
    """Return how long a job takes on each of two Python threads that do it at once."""
    times, barrier = list[float](), threading.Barrier(2)

    def work() -> None:
        barrier.wait()
        times.append(seconds(job, 2 * SECONDS))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(times)


def _job(kind: str, n: int) -> Job:
    job = _calls(n) if kind == CALLS else KINDS[kind](n)
    for _ in range(8):  # an eager program is compiled once it has returned some times
        job()
    return job


def serve() -> None:
    """Answer lines of an own process: a kind and a size, then how long it takes, as often as asked."""
    tg.set_num_threads(1)
    job: Job | None = None
    for line in sys.stdin:
        if line.startswith("go"):
            assert job is not None
            print(seconds(job, 2 * SECONDS), flush=True)
        else:
            kind, n = line.rstrip("\n").rsplit(" ", 1)
            job = _job(kind, int(n))
            print("ready", flush=True)


class Processes:
    """Two processes that do the same work at once."""

    def __init__(self) -> None:
        single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        command = [sys.executable, "-m", "benchmarks.threads", "--serve"]
        self._all = [
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **single}
            )
            for _ in range(2)
        ]

    def ask(self, line: str) -> list[str]:
        for process in self._all:
            assert process.stdin is not None
            process.stdin.write(line + "\n")
            process.stdin.flush()
        return [process.stdout.readline().strip() for process in self._all]  # type: ignore[union-attr]

    def close(self) -> None:
        for process in self._all:
            process.stdin.close()  # type: ignore[union-attr]
            process.wait()


def measure(kind: str, n: int, processes: Processes, rounds: int) -> None:
    """Print one line of the table."""
    job = _job(kind, n)
    processes.ask(f"{kind} {n}")
    ones, twos, pairs = list[float](), list[float](), list[float]()
    for turn in range(rounds):
        tg.set_num_threads(1)
        ones.append(seconds(job))
        first = job()
        if kind == CALLS:
            twos.append(on_both_threads(job) / 2)
        else:
            tg.set_num_threads(2)
            job()
            twos.append(seconds(job))
        second = job()
        time.sleep(SPINNING)
        pairs.append(max(map(float, processes.ask("go"))))
        if not turn:
            same = _bits(first) == _bits(second)
    t1, t2, tp = min(ones), min(twos), min(pairs)
    share = sorted(p / 2 / t for p, t in zip(pairs, twos, strict=True))[rounds // 2]
    print(
        f"{kind:24} {n:>9,}  T1 {t1 * 1e6:10.1f}  T2 {t2 * 1e6:10.1f}  Tp {tp * 1e6:10.1f} us  "
        f"T1/T2 {t1 / t2:5.2f}  of the bound {tp / 2 / t2:5.2f} (median {share:5.2f}){'' if same else '  OTHER BITS'}",
        flush=True,
    )


def _bits(result: Any) -> Any:
    return [*map(_bits, result)] if isinstance(result, tuple) else np.asarray(result).tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join([*KINDS, CALLS]))
    parser.add_argument("--sizes", default="1e4,1e5,1e6", help="numbers of elements")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    processes = Processes()
    for kind in options.kinds or [*KINDS, CALLS]:
        for n in options.sizes.split(","):
            measure(kind, int(float(n)), processes, options.rounds)
    processes.close()


if __name__ == "__main__":
    main()
