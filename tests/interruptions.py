"""Long activities that are interrupted at random moments: how soon the exception comes, and what is left afterwards.

``python -m tests.interruptions --moments 20`` interrupts each activity so often and prints the longest waits.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tapegrad as tg

Run = Callable[[], Any]
activities: dict[str, Callable[[float], Run]] = {}


def activity(make: Callable[[float], Run]) -> Callable[[float], Run]:
    """Enter what makes an activity of a size: 1 takes a second or so. Its run returns arrays, the same each time."""
    activities[make.__name__] = make
    return make


def _wave(c: Any, turns: int) -> Any:
    for _ in range(turns):
        c = np.sin(c) * 1.01 + 0.1
    return c


@activity
def replay_of_a_scan(size: float) -> Run:
    f = tg.compile(lambda c: tg.scan(lambda c, _: (_wave(c, 20), None), c, length=int(1_500_000 * size))[0])
    return functools.partial(f, np.ones(3))


@activity
def replay_of_a_gradient_through_nested_scans(size: float) -> Run:
    def inner(c: Any, _: Any) -> Any:
        return tg.scan(lambda c, _: (_wave(c, 4), None), c, length=100)[0], None

    f = tg.compile(tg.grad(lambda c: np.sum(tg.scan(inner, c, length=int(20_000 * size), checkpoint=True)[0])))
    return functools.partial(f, np.ones(3))


@activity
def replay_of_a_bounded_while_loop(size: float) -> Run:
    steps = int(3_000_000 * size)
    f = tg.compile(
        lambda x: tg.while_loop(lambda v: v[0] > -2.0, lambda v: _wave(v, 4), x, max_steps=steps, truncate=True)
    )
    return functools.partial(f, np.ones(2))


@activity
def replay_on_a_large_array(size: float) -> Run:
    f = tg.compile(lambda x: np.sum(_wave(x, 200)))
    return functools.partial(f, np.linspace(0.0, 1.0, int(4_000_000 * size)))


@activity
def replay_of_a_large_product(size: float) -> Run:
    n = int(2200 * size ** (1 / 3))
    a = np.random.default_rng(0).normal(size=(n, n))
    return functools.partial(tg.compile(lambda a, b: np.sum(a @ b, axis=0)), a, a.T.copy())


@activity
def replay_of_a_cumulative_sum(size: float) -> Run:
    f = tg.compile(lambda x: np.cumsum(np.cumsum(np.cumsum(x)))[-3:])
    return functools.partial(f, np.linspace(0.0, 1.0, int(20_000_000 * size)))


@activity
def compilation(size: float) -> Run:
    rng = np.random.default_rng()  # another text each time, or it would be found in the cache
    length = int(200 * size)

    def random_program(x: Any) -> Any:
        values = [x * float(k) for k in range(1, 7)]
        for _ in range(length):
            a, b = (values[-int(k)] for k in rng.integers(1, min(len(values), 50) + 1, 2))
            values.append([a * b, a + b, np.sin(a), a / (1.0 + b * b)][int(rng.integers(4))])
        return np.sum(functools.reduce(lambda x, y: x + y, values))

    def run() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tg.errors.DrawWarning)
            tg.compile(tg.value_and_grad(random_program))(np.linspace(0.1, 1.0, 1000))

    return run


@activity
def recording_of_a_long_loop(size: float) -> Run:
    def long(x: Any) -> Any:
        for _ in range(int(50_000 * size)):
            x = np.sin(x) * 1.01 + 0.1
        return x

    return lambda: tg.compile(tg.grad(long))(0.5)


@activity
def calls_from_a_compiled_loop(size: float) -> Run:
    import numba

    @numba.njit
    def descend(tape: Any, x: Any, steps: int) -> int:
        g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
        for _ in range(steps):
            status = tg.nb.value_and_grad(tape, x, g, work)
            if status != 0:
                return status
            x -= 0.25 * g
        return 0

    f = tg.compile(lambda x: np.sum((x - 3.0) ** 2))
    tape = f.tape_data(np.zeros(2))

    def run() -> np.ndarray:
        x = np.zeros(2)
        tg.nb.check(tape, descend(tape, x, int(5_000_000 * size)))
        return x

    run()
    return run


@activity
def one_call_from_compiled_code(size: float) -> Run:
    import numba

    @numba.njit
    def value(tape: Any, x: Any, y: Any) -> int:
        return tg.nb.value(tape, x, y, np.empty(tg.nb.work_size(tape)))

    f = tg.compile(lambda c: tg.scan(lambda c, _: (_wave(c, 20), None), c, length=int(1_500_000 * size))[0])
    tape = f.tape_data(np.ones(3))

    def run() -> np.ndarray:
        y = np.empty(3)
        tg.nb.check(tape, value(tape, np.ones(3), y))
        return y

    return run


def _on_threads(threads: int, run: Run) -> Run:
    def threaded() -> Any:
        tg.set_num_threads(threads)
        try:
            return run()
        finally:
            tg.set_num_threads(1)

    return threaded


def _batch(size: float, threads: int) -> Run:
    f = tg.compile(tg.grad(lambda x: np.sum(_wave(x, 30))))
    x = np.random.default_rng(0).normal(size=(int(1_000_000 * size), 3))
    return _on_threads(threads, lambda: f.batch(x))


@activity
def batch(size: float) -> Run:
    return _batch(size, 1)


@activity
def batch_on_two_threads(size: float) -> Run:
    return _batch(size, 2)


@activity
def batch_of_long_instances_on_two_threads(size: float) -> Run:
    f = tg.compile(lambda c: tg.scan(lambda c, _: (_wave(c, 20), None), c, length=int(20_000 * size))[0])
    x = np.random.default_rng(0).normal(size=(100, 3))
    return _on_threads(2, lambda: f.batch(x))


def _eager(size: float, threads: int) -> Run:
    data = np.linspace(0.1, 1.0, int(3_000_000 * size))

    def run() -> np.ndarray:
        x = tg.tensor(data, requires_grad=True)
        y = _wave(x, 150)
        product = tg.cumsum(y) * y
        product.sum().backward()
        assert x.grad is not None
        return x.grad.numpy()[::1000].copy()

    return _on_threads(threads, run)


@activity
def replay_on_two_threads(size: float) -> Run:
    return _on_threads(2, replay_on_a_large_array(size))


@activity
def eager_sweeps(size: float) -> Run:
    return _eager(size, 1)


@activity
def eager_sweeps_on_two_threads(size: float) -> Run:
    return _eager(size, 2)


@activity
def eager_scalars(size: float) -> Run:
    def run() -> float:
        x = tg.tensor(0.5, requires_grad=True)
        y = x
        for _ in range(int(500_000 * size)):
            y = np.sin(y) + x
        y.backward()
        assert x.grad is not None
        return x.grad.item()

    return run


@activity
def eager_scan(size: float) -> Run:
    def run() -> float:
        x = tg.tensor([0.5, 0.2], requires_grad=True)
        tg.scan(lambda c, _: (_wave(c, 4), None), x, length=int(200_000 * size))[0].sum().backward()
        assert x.grad is not None
        return x.grad.numpy().copy()

    return run


_SMALL = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))


def small() -> None:
    """What must work at once after an interruption: eager code, a replay, a recording, a batch."""
    a = np.array([0.3, -1.2, 0.8])
    expected = np.cos(a) * a + np.sin(a)
    x = tg.tensor(a, requires_grad=True)
    (np.sin(x) * x).sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-14)
    np.testing.assert_allclose(_SMALL(a)[1], expected, rtol=1e-14)
    np.testing.assert_allclose(tg.grad(lambda x: np.sum(np.sin(x) * x))(a), expected, rtol=1e-14)
    np.testing.assert_allclose(_SMALL.batch(np.stack([a, a]))[1], [expected, expected], rtol=1e-14)


@contextlib.contextmanager
def alarm(after: float, handler: Callable[..., Any] = signal.default_int_handler) -> Iterator[None]:
    """A signal comes after so many seconds, unless the block ends before."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


class Waits:
    """How long exceptions took to come, and how long the next small thing took after them."""

    def __init__(self) -> None:
        self.caught = 0
        self.longest = self.longest_next = 0.0

    def interrupt(self, run: Run, after: float) -> float | None:
        """Run until a signal comes after so many seconds; how long it took if it ended before."""
        undisturbed = None
        begin = time.perf_counter()
        try:
            with alarm(after):
                run()
                undisturbed = time.perf_counter() - begin
        except KeyboardInterrupt:
            ended = time.perf_counter()
            self.caught += 1
            self.longest = max(self.longest, ended - begin - after)
        begin = time.perf_counter()
        small()
        self.longest_next = max(self.longest_next, time.perf_counter() - begin)
        return undisturbed


def interrupted(name: str, size: float, moments: int, seed: int) -> tuple[float, Waits]:
    """Interrupt an activity at random moments; then its results must be those of an undisturbed run.

    Returns
    -------
    seconds : float
        That the activity takes undisturbed, the first time.
    waits : Waits
    """
    small()
    begin = time.perf_counter()
    run = activities[name](size)
    expected = run()
    seconds = time.perf_counter() - begin
    rng = np.random.default_rng(seed)
    begin = time.perf_counter()
    run()
    again = time.perf_counter() - begin
    waits = Waits()
    for _ in range(moments):  # a machine that others use too is quicker at times
        again = waits.interrupt(run, float(rng.uniform(0.02, 0.95)) * again) or again
    np.testing.assert_array_equal(run(), expected)
    return seconds, waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", default=list(activities))
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--size", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"{'':48s} takes  interrupted  longest wait  next small thing")
    for name in options.names or activities:
        seconds, waits = interrupted(name, options.size, options.moments, options.seed)
        print(
            f"{name:45s} {seconds:6.1f} s  {waits.caught:4d} of {options.moments}  {waits.longest:10.3f} s  "
            f"{waits.longest_next:12.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
