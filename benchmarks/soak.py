"""Endurance: what must not grow, leak, cross over or crash, however long it runs.

    python -m benchmarks.soak backward --count 1000000   # memory stays flat
    python -m benchmarks.soak create_graph --count 20000  # reference counts free every recorded gradient
    python -m benchmarks.soak threads --seconds 180       # the bits of one thread, on eight
    python -m benchmarks.soak processes --count 10        # forked and spawned while threads sweep
    python -m benchmarks.soak exits --count 10000         # threads that end with history that was never swept

Each command prints what it measured and fails with an `AssertionError` if something is off.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import multiprocessing
import os
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.machine import pool
from tapegrad.machine.compiler import Begun
from tapegrad.record.recording import tape

Program = Callable[[], list[bytes]]


class Cube(tg.autograd.Function):
    """A custom function with a saved argument."""

    @staticmethod
    def forward(ctx: Any, x: tg.Tensor) -> tg.Tensor:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: tg.Tensor) -> tg.Tensor:
        (x,) = ctx.saved_tensors
        return 3.0 * x * x * g


class Leaves:
    """What all programs share; nothing changes their values."""

    def __init__(self) -> None:
        rng = np.random.default_rng(0)
        self.s = tg.tensor(0.7, requires_grad=True)
        self.w = tg.tensor(rng.normal(size=50), requires_grad=True)
        self.m = tg.tensor(rng.normal(size=(6, 6)) / 3.0, requires_grad=True)
        self.single = tg.tensor(rng.normal(size=40), dtype=np.float32, requires_grad=True)
        self.large = tg.tensor(rng.normal(size=20_000), requires_grad=True)
        self.whole = tg.tensor(np.arange(8.0), requires_grad=True)  # only whole numbers are added to its gradient


def programs(leaves: Leaves, k: int = 0) -> dict[str, Program]:
    """Programs that give bits; `k` varies them."""
    s, w, m, single, large = leaves.s, leaves.w, leaves.m, leaves.single, leaves.large
    factor = 1.0 + 0.125 * k

    def bits(*tensors: Any) -> list[bytes]:
        return [t.detach().numpy().tobytes() for t in tensors]

    def scalars() -> list[bytes]:
        y = s
        for _ in range(30):
            y = y * s + 0.1 * factor
        return bits(y, *tg.autograd.grad(y, s))

    def arrays() -> list[bytes]:
        z = (tg.tanh(w * factor) * w[3] + np.exp(-w * w)).sum() * s
        return bits(z, *tg.autograd.grad(z, (w, s)))

    def matrices() -> list[bytes]:
        z = np.where(m > 0.1, m @ m.T, m * factor).mean()
        return bits(z, *tg.autograd.grad(z, m))

    def singles() -> list[bytes]:
        z = np.log1p(single * single * factor).sum()
        return bits(z, *tg.autograd.grad(z, single))

    def blocks() -> list[bytes]:
        z = (np.sin(large * factor) * large).sum()
        return bits(z, *tg.autograd.grad(z, large))

    def written() -> list[bytes]:
        buffer = tg.zeros(50)
        buffer[:25] = w[25:] * factor
        view = buffer[10:40]
        view *= s
        buffer[np.array([0, 3, 3])] = s
        return bits(buffer, *tg.autograd.grad((buffer * buffer).sum(), (w, s)))

    def watched() -> list[bytes]:
        y = Cube.apply(w * factor)
        seen: list[Any] = []
        y.register_hook(lambda g: 0.5 * g)
        y.register_hook(seen.append)
        return bits(*tg.autograd.grad((y * s).sum(), (w, s)), *seen)

    def twice() -> list[bytes]:
        (g,) = tg.autograd.grad((Cube.apply(w) * np.sin(w * factor)).sum(), w, create_graph=True)
        return bits(g, *tg.autograd.grad((g * g).sum(), w))

    def again() -> list[bytes]:
        z = np.cumsum(w * factor) * s
        seeds = tg.ones(50), tg.arange(50.0)
        first, second = [tg.autograd.grad(z, (w, s), seed, retain_graph=True) for seed in seeds]
        return bits(*first, *second)

    def accumulated() -> list[bytes]:
        (leaves.whole * float(k + 1)).sum().backward()
        return []

    return {
        f.__name__: f for f in (scalars, arrays, matrices, singles, blocks, written, watched, twice, again, accumulated)
    }


def outcomes(leaves: Leaves, numbers: Sequence[int] = (0,)) -> list[dict[str, tuple[list[bytes], list[bytes]]]]:
    """Return the bits that each program gives the first times, and once it is sealed, for several numbers."""
    first = [{name: program() for name, program in programs(leaves, k).items()} for k in numbers]
    for program in programs(leaves).values():
        for _ in range(150):
            program()
    late = [{name: program() for name, program in programs(leaves, k).items()} for k in numbers]
    return [
        {name: (bits, after[name]) for name, bits in before.items()} for before, after in zip(first, late, strict=True)
    ]


# ------------------------------------------------------------------------------------------------- what is measured


def resident() -> int:
    """Bytes of memory that the process has, as Linux counts them; 0 elsewhere."""
    with contextlib.suppress(OSError), open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def live_runs() -> int:
    """Runs of this thread's tape that something holds."""
    return sum(run() is not None for run in tape.runs)


def until_compiled(step: Callable[[], Any]) -> None:
    """Call a function until all of its machine code is loaded: llvmlite leaves a few cycles of ctypes when it loads."""
    for _ in range(600):
        for _ in range(1000):
            step()
        if not any(isinstance(x, Begun) for x in gc.get_objects()):
            return
        time.sleep(0.1)


class Levels:
    """Memory at several moments."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, int, int]] = []

    def note(self, steps: int) -> None:
        """Take the figures, with nothing pending.

        The collector, switched off till now, must find nothing; it also empties Python's lists of free objects. The
        tape lists its runs weakly, and drops those that are gone a few hundred at a time: they do not count.
        """
        (tg.tensor(1.0) * 1.0).item()
        found = gc.collect()
        assert not found or not self.rows, f"the collector found {found} objects in reference cycles"
        objects = sys.getallocatedblocks() - len(tape.runs)
        self.rows.append((resident(), objects, pool.idle_bytes(), live_runs()))
        rss, blocks, idle, runs = self.rows[-1]
        print(f"{steps:>10,} steps: {rss / 2**20:8.1f} MiB, {blocks:>9,} objects, pool {idle:>10,} bytes, {runs} runs")

    def flat(self, mib: float = 2.0, objects: int = 1000) -> None:
        """Fail if the last is above the one in the middle."""
        first, last = self.rows[len(self.rows) // 2], self.rows[-1]
        assert last[0] - first[0] < mib * 2**20, "resident memory has grown"
        assert last[1] - first[1] < objects, "objects have been left behind"
        assert last[2] <= first[2], "the pool has grown"
        assert last[3] <= first[3] + 1, "runs have been left behind"


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Reference counts alone must do."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# ------------------------------------------------------------------------------------------------- commands


def backward(count: int, seconds: float | None = None) -> None:
    """`count` backward calls without the collector."""
    leaves = Leaves()
    rng = np.random.default_rng(1)
    x = tg.tensor(rng.normal(size=20), requires_grad=True)
    v = tg.tensor(rng.normal(size=(20, 4)), requires_grad=True)
    s = leaves.s

    def chain() -> int:
        y = s
        for _ in range(10):
            y = y * s + 0.25
        y.backward()
        return 1

    def network() -> int:
        (np.tanh(x @ v) ** 2).mean().backward()
        return 1

    def hooked() -> int:
        y = Cube.apply(x * s)
        y.register_hook(lambda g: 0.5 * g)
        y.retain_grad()
        y.sum().backward()
        return 1

    def retained() -> int:
        loss = (np.sin(x) * s).sum()
        loss.backward(retain_graph=True)
        loss.backward(inputs=[x])
        return 2

    def written() -> int:
        buffer = tg.zeros(20)
        buffer[3:9] = x[3:9]
        buffer *= s
        (buffer @ buffer).backward()
        return 1

    def recorded() -> int:
        (g,) = tg.autograd.grad((x * x * s).sum(), x, create_graph=True)
        (g * g).sum().backward()
        return 1

    steps = (chain, network, hooked, retained, written, recorded)
    levels, done = Levels(), 0

    def rounds(until: int) -> None:
        nonlocal done
        while done < until:
            for step in steps:
                done += step()
            for leaf in (x, v, s):
                leaf.grad = None

    with without_collector():
        rounds(min(count // 10, 20_000))
        for part in range(11):
            rounds(count * part // 10)
            levels.note(done)
    levels.flat()


def create_graph(count: int, seconds: float | None = None) -> None:
    """Recorded gradients, without the collector: what was recorded is gone with its last Tensor."""
    leaves = Leaves()
    w, s = leaves.w, leaves.s
    levels = Levels()

    def nested() -> list[Any]:
        y = (np.tanh(w) * Cube.apply(w) * s).sum()
        (g,) = tg.autograd.grad(y, w, create_graph=True)
        (h,) = tg.autograd.grad((g * g).sum(), w, create_graph=True)
        tg.autograd.grad((h * h).sum(), (w, s))
        return [y, g, h]

    def accumulated() -> list[Any]:
        y = (w * w * s).sum()
        y.backward(create_graph=True)
        assert w.grad is not None
        found = [y, w.grad, s.grad]
        w.grad = s.grad = None
        return found

    def hooked() -> list[Any]:
        y = np.exp(w * s)
        y.register_hook(lambda g: g * w)
        (g,) = tg.autograd.grad(y.sum(), w, create_graph=True)
        return [y, g]

    def warm_up() -> None:
        for make in (nested, accumulated, hooked):
            make()
            (s * 1.0).detach().item()

    until_compiled(warm_up)
    with without_collector():
        for k in range(count):
            for make in (nested, accumulated, hooked):
                results = make()
                gone = [weakref.ref(t) for t in results] + [weakref.ref(t._family.run) for t in results]
                del results
                (s * 1.0).detach().item()  # nothing is pending
                assert all(r() is None for r in gone), f"{make.__name__}: something recorded is still there"
            if k in (count // 10, count // 2, count - 1):
                levels.note(k + 1)
    levels.flat()


def threads(count: int, seconds: float | None = None, number: int = 8) -> None:
    """Threads that record and sweep programs on shared leaves, each compared with what one thread alone gave."""
    leaves = Leaves()
    expected = outcomes(leaves, range(number))
    leaves.whole.grad = None
    end = None if seconds is None else time.monotonic() + seconds
    errors: list[BaseException] = []
    sweeps = [0] * number
    rounds = [0] * number

    def work(k: int) -> None:
        try:
            mine = list(programs(leaves, k).items())
            order = np.random.default_rng(k)
            while not errors and (rounds[k] < count if end is None else time.monotonic() < end):
                for j in order.permutation(len(mine)):
                    name, program = mine[j]
                    assert program() in expected[k][name], f"{name} of thread {k} gave other bits"
                    sweeps[k] += 1
                rounds[k] += 1
                if rounds[k] % 50 == 0:
                    assert live_runs() < 20, "runs have been left behind"
        except BaseException as error:
            errors.append(error)

    started = [threading.Thread(target=work, args=(k,)) for k in range(number)]
    for thread in started:
        thread.start()
    sizes = []
    while any(thread.is_alive() for thread in started):
        started[0].join(min(1.0, (seconds or 10.0) / 10))
        sizes.append(resident())
    for thread in started:
        thread.join()
    if errors:
        raise errors[0]
    total = sum(n * (k + 1.0) for k, n in enumerate(rounds))
    grad = leaves.whole.grad
    assert grad is not None
    assert np.array_equal(grad.numpy(), np.full(8, total)), "a gradient was lost, or added twice"
    late = sizes[len(sizes) // 3 :]
    print(f"{number} threads, {sum(sweeps):,} programs, all to the bit; {sum(rounds):,} gradients in one .grad")
    print(f"resident after a third and at the end: {late[0] / 2**20:.1f} and {late[-1] / 2**20:.1f} MiB")
    assert late[-1] - late[0] < 8 * 2**20, "resident memory has grown"


def _in_a_process(expected: dict[str, Any]) -> None:
    """What a new process does; a failure is its exit code."""
    tg.set_num_threads(2)
    leaves = Leaves()
    for name, program in programs(leaves).items():
        assert program() in expected[name], name
    wide = tg.tensor(np.linspace(0.0, 1.0, 1_000_000), requires_grad=True)
    (np.sin(wide) * wide).sum().backward()
    x = tg.tensor(np.ones((64, 3)))
    assert np.allclose(tg.vmap(lambda row: (row * row).sum())(x).numpy(), 3.0)


def processes(count: int, seconds: float | None = None) -> None:
    """Processes that are forked and spawned while threads record and sweep."""
    leaves = Leaves()
    (expected,) = outcomes(leaves)
    tg.set_num_threads(2)
    wide = tg.tensor(np.linspace(0.0, 1.0, 1_000_000), requires_grad=True)
    (np.sin(wide) * wide).sum().backward()  # the threads that share large regions exist
    stop = threading.Event()

    def work(k: int) -> None:
        mine = programs(leaves, k)
        while not stop.is_set():
            for program in mine.values():
                program()

    workers = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for worker in workers:
        worker.start()
    try:
        for how in ("fork", "spawn"):
            context = multiprocessing.get_context(how)
            for _ in range(count if how == "fork" else max(1, count // 10)):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)  # Python's, about forks of threaded processes
                    process = context.Process(target=_in_a_process, args=(expected,))  # type: ignore[attr-defined]
                    process.start()
                process.join(120)
                code = process.exitcode
                if code is None:
                    process.kill()
                assert code == 0, f"a process made by {how} ended with {code}"
    finally:
        stop.set()
        for worker in workers:
            worker.join()
        tg.set_num_threads(1)
    print(f"{count} processes forked and {max(1, count // 10)} spawned beside three sweeping threads")


def exits(count: int, seconds: float | None = None) -> None:
    """Threads that end with history that was never swept, some of it never computed."""
    leaves = Leaves()
    levels = Levels()
    (expected,) = outcomes(leaves)
    left: list[weakref.ref[Any]] = []

    def leave(k: int) -> None:
        y = leaves.w * leaves.s + float(k % 3)
        z = Cube.apply(leaves.w) if k % 2 else np.exp(y)
        if k % 4 == 0:
            z.detach().numpy()
        if k % 4 == 1:
            tg.autograd.grad(z.sum(), leaves.w, create_graph=True)
        left[:] = [weakref.ref(z), weakref.ref(z._family.run)]

    with without_collector():
        for k in range(count):
            thread = threading.Thread(target=leave, args=(k,))
            thread.start()
            thread.join()
            assert all(r() is None for r in left), "a thread that ended left its tape behind"
            if k % 100 == 0:
                for name, program in programs(leaves).items():
                    assert program() in expected[name], name
            if k in (count // 10, count // 2, count - 1):
                levels.note(k + 1)
    levels.flat()


COMMANDS = {f.__name__: f for f in (backward, create_graph, threads, processes, exits)}
DEFAULTS = {"backward": 1_000_000, "create_graph": 20_000, "threads": 100, "processes": 10, "exits": 10_000}


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--count", type=int, help="steps, rounds of each thread, processes")
    parser.add_argument("--seconds", type=float, help="for threads: how long, in place of rounds")
    arguments = parser.parse_args()
    COMMANDS[arguments.command](arguments.count or DEFAULTS[arguments.command], arguments.seconds)


if __name__ == "__main__":
    main()
