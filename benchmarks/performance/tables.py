"""The tables: each a function that measures and returns Markdown.

A figure is the least of several rounds, in which the contestants take turns, on one thread and one core.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks import problems
from benchmarks.compare.machine import ONE_THREAD
from benchmarks.compare.report import seconds_text
from benchmarks.peers import tapegrad as eager
from benchmarks.performance import bounds
from benchmarks.problems import LORENZ, LORENZ_OPS, lorenz, observations, projection
from benchmarks.replay import best, has

RAM = 10_000_000


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table in Markdown, its figures to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def least(jobs: dict[str, Callable[[], Any]], seconds: float = 1.0) -> dict[str, float]:
    """Return the least time of a call of each, in rounds so short that some are not interrupted."""
    longest = 0.0
    for job in jobs.values():
        job()
        start = time.perf_counter()
        job()
        longest = max(longest, time.perf_counter() - start)
    return best(jobs, seconds, min(200, max(5, int(seconds / longest))))


def torch() -> Any:
    """Return the peer, or None where PyTorch is not installed."""
    return import_module("benchmarks.peers.torch") if has("torch") else None


def beside_torch(t: dict[str, float]) -> list[str]:
    """Write PyTorch's time and the ratios to it."""
    if "torch" not in t:
        return ["-"] * 3
    return [seconds_text(t["torch"]), f"{t['eager'] / t['torch']:.2f}", f"{t['sealed'] / t['torch']:.2f}"]


BESIDE = ["PyTorch eager", "eager / PyTorch", "sealed / PyTorch"]


def share(bound: float, seconds: float) -> str:
    """Say how much of a time the bound is."""
    return f"{100 * bound / seconds:.0f} %"


def power(n: int) -> str:
    """Write a number of elements."""
    digits = len(str(n)) - 1
    return f"{n}" if n < 1000 else f"10^{digits}" if n == 10**digits else f"{n:,}"


def machine() -> str:
    """What one core can do."""
    rows = [
        ["multiply-adds on the widest vectors", f"{bounds.flops_per_second() / 1e9:.0f} GFLOP/s"],
        ["multiply-adds on single doubles", f"{bounds.flops_per_second(1) / 1e9:.1f} GFLOP/s"],
        *(
            [f"copy of {power(n)} doubles (`np.copyto`)", f"{16 * n / bounds.seconds_to_copy(n) / 1e9:.0f} GB/s"]
            for n in (1_000, 10_000, 100_000, 1_000_000, RAM)
        ),
        ["call of an empty Python function", seconds_text(bounds.seconds_to_call())],
        ["NumPy's `x + x` on 16 elements", seconds_text(bounds.seconds_to_add())],
    ]
    return table(["what", "at most"], rows)


def recording(function: Callable[[], Any], leaves: list[Any], turns: int = 50) -> tuple[float, float]:
    """Return the least time of recording a function, and that of its value and gradient in all."""
    record = total = np.inf
    for _ in range(turns):
        start = time.perf_counter()
        y = function()
        record = min(record, time.perf_counter() - start)
        tg.autograd.grad(y, leaves)
        total = min(total, time.perf_counter() - start)
    return record, total


def phases() -> str:
    """Where the time of an eager gradient goes: recording, machine code, and what else is to be done."""

    def chain(x: Any) -> Any:
        return problems.scalar_chain(x, 500)

    def expression(x: Any) -> Any:
        return np.sum(problems.expression(np, x))

    data = problems.network_data()
    work: dict[str, tuple[Callable[..., Any], list[Any]]] = {
        "1,000 operations on scalars": (chain, [problems.CHAIN_START]),
        **{
            f"12 operations, {power(n)} elements": (expression, [problems.expression_data(n)])
            for n in (10, 1_000, 100_000)
        },
        "network 64x16-32-32-1": (lambda *w: problems.network_loss(np, data.x, data.y, w), data.weights),
    }
    rows = []
    for name, (function, args) in work.items():
        leaves = [tg.tensor(a, requires_grad=True) for a in args]
        record, total = recording(lambda f=function, x=leaves: f(*x), leaves)
        sealed = tg.compile(tg.value_and_grad(function, argnums=tuple(range(len(args)))))
        code = least({"sealed": lambda f=sealed, x=args: f(*x)})["sealed"]
        parts = record, code, max(0.0, total - record - code)
        rows.append([name, seconds_text(total), *(f"{seconds_text(part)} ({share(part, total)})" for part in parts)])
    return table(["eager value and gradient", "time", "recording", "machine code", "the rest"], rows)


def scalars() -> str:
    """Scalar code, per operation."""
    chain = eager.scalar_chain(problems.CHAIN_START, problems.CHAIN_ITERATIONS)
    sealed = tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))
    small = tg.compile(tg.value_and_grad(lambda x: np.sin(x) * x))
    instructions = len(sealed.tape(*LORENZ).ops)
    small(0.5)
    t = least({"eager": chain, "sealed": lambda: sealed(*LORENZ), "call": lambda: small(0.5)}, 2.0)
    call, single = bounds.seconds_to_call(), 2.0 / bounds.flops_per_second(1)
    rows = []
    for name, seconds, count, bound, what in (
        ("eager, recorded and swept", t["eager"], problems.CHAIN_OPS, call, "one call of a Python function"),
        (
            f"sealed, {LORENZ_OPS:,} operations, with their derivatives {instructions:,} instructions",
            t["sealed"], instructions, single, "one operation on single doubles",
        ),
        ("a sealed call, `sin(x) * x`", t["call"], 1, call, "one call of a Python function"),
    ):  # fmt: skip
        rows.append([name, seconds_text(seconds / count), what, seconds_text(bound), share(bound, seconds / count)])
    return table(["scalar code, value and gradient, each operation", "time", "bound", "time", "share"], rows)


def elements() -> str:
    """One expression of 12 operations on more and more elements."""
    sealed = tg.compile(tg.value_and_grad(lambda x: np.sum(problems.expression(np, x))))
    peer = torch()
    flops = bounds.flops_per_turn(sealed, np.ones(1_000))
    rows = []
    for n in (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, RAM):
        x = problems.expression_data(n)
        jobs: dict[str, Callable[[], Any]] = {"eager": eager.expression(x), "sealed": lambda x=x: sealed(x)}
        if peer:
            jobs["torch"] = peer.expression(x)
        t = least(jobs, 1.0)
        calculated, moved = n * flops / bounds.flops_per_second(), bounds.seconds_to_copy(n)
        bound = max(calculated, moved)
        rows.append([
            power(n), seconds_text(t["eager"]), seconds_text(t["sealed"]), seconds_text(calculated),
            seconds_text(moved), share(bound, t["sealed"]), seconds_text(t["torch"]) if peer else "-",
            f"{t['eager'] / t['torch']:.2f}" if peer else "-", f"{t['sealed'] / t['torch']:.2f}" if peer else "-",
        ])  # fmt: skip
    head = [
        "elements", "eager", "sealed", f"bound: {flops:.0f} flops each", "bound: 16 bytes each", "bound / sealed",
        *BESIDE,
    ]  # fmt: skip
    return table(head, rows)


def streams() -> str:
    """Two operations an element: what moving the bytes costs."""
    sealed = tg.compile(lambda x: x * 2.0 + 1.0)
    rows = []
    for n in (1_000, 10_000, 100_000, 1_000_000, RAM):
        x, out = np.ones(n), np.empty(n)
        sealed(x)
        jobs = {"sealed": lambda x=x, out=out: sealed(x, out=out), "numpy": lambda x=x: x * 2.0 + 1.0}
        t, bound = least(jobs, 1.0), bounds.seconds_to_copy(n)
        times = [seconds_text(s) for s in (t["sealed"], bound, t["numpy"])]
        rows.append([power(n), *times, share(bound, t["sealed"])])
    head = ["elements", "sealed, with `out=`", "bound: 16 bytes each", "NumPy", "bound / sealed"]
    return table(head, rows)


def batches() -> str:
    """Jacobians of bundle adjustment in batches."""
    jacobian = tg.compile(tg.jacobian(projection(np), argnums=(0, 1, 2)))
    rows = []
    for n in (1, 10, 100, 1_000, 10_000, 100_000):
        data = observations(n)
        results = jacobian.batch(*data)
        numbers = sum(a.size for a in (*data, *results))
        seconds = least({"batch": lambda data=data: jacobian.batch(*data)}, 0.5)["batch"]
        bound = bounds.seconds_to_copy(numbers // 2)
        each = [seconds_text(s / n) for s in (seconds, bound)]
        rows.append([power(n), seconds_text(seconds), *each, share(bound, seconds)])
    head = ["Jacobians, 2 x 15", "time", "each", "bound: bytes of arguments and results, each", "share"]
    return table(head, rows)


PREPARED = "import sys, time, numpy as np, tapegrad as tg; from benchmarks.problems import *\n"
TIMED = "start = time.perf_counter(); {}; print(time.perf_counter() - start)"
STARTS = {
    "import of NumPy": ("import time", "import numpy"),
    "import of tapegrad, after it": ("import time, numpy", "import tapegrad"),
    "first eager gradient": (
        PREPARED + "x = tg.tensor([0.5, 1.0], requires_grad=True)", "np.sum(np.sin(x) * x).backward()",
    ),
    "sealed `sin(x) * x`, value and gradient": (
        PREPARED, "tg.compile(tg.value_and_grad(lambda x: np.sin(x) * x))(0.5)",
    ),
    "the expression of 12 operations": (
        PREPARED, "tg.compile(tg.value_and_grad(lambda x: np.sum(expression(np, x))))(np.ones(1000))",
    ),
    "the network": (
        PREPARED + "n = network_data()",
        "tg.compile(tg.value_and_grad(lambda w: network_loss(np, n.x, n.y, w)))(n.weights)",
    ),
    f"scalar code of {LORENZ_OPS:,} operations": (
        PREPARED, "tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))(*LORENZ)",
    ),
}  # fmt: skip


def starts() -> str:
    """First times, each in a process of its own, with an empty and with a filled cache."""

    def fresh(name: str, folder: str) -> float:
        prepared, timed = STARTS[name]
        program = f"{prepared}\n{TIMED.format(timed)}"
        environment = {**os.environ, "TAPEGRAD_CACHE_DIR": folder, "PYTHONDONTWRITEBYTECODE": ""}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    rows = []
    for name in STARTS:
        cold, warm = [], []
        for turn in range(4):
            with tempfile.TemporaryDirectory() as folder:
                cold.append(fresh(name, folder))
                warm += [fresh(name, folder) for _ in range(2 if turn else 1)]
        compiles = not name.startswith("import")
        rows.append([name, seconds_text(min(cold)) if compiles else "-", seconds_text(min(warm))])
    return table(["the first time in a process", "empty cache", "filled cache"], rows)


def network_times(width: int, batch: int) -> dict[str, float]:
    """Time value and all gradients of a network with two hidden layers, here and in PyTorch."""
    rng = np.random.default_rng(0)
    weights = []
    for m, n in itertools.pairwise((width, width, width, 1)):
        weights += [rng.normal(size=(m, n)) / np.sqrt(m), np.zeros(n)]
    x, y = rng.normal(size=(batch, width)), rng.normal(size=(batch, 1))
    sealed = tg.compile(tg.value_and_grad(lambda w: problems.network_loss(np, x, y, w)))
    jobs: dict[str, Callable[[], Any]] = {"eager": eager.network(x, y, weights), "sealed": lambda: sealed(weights)}
    if peer := torch():
        jobs["torch"] = peer.network(x, y, weights)
    return least(jobs, 1.5)


def dense() -> str:
    """Networks of growing width beside PyTorch: 64 rows, two hidden layers."""
    rows = []
    for width in (8, 32, 128, 256, 512, 1024):
        t = network_times(width, 64)
        products = 2 * 64 * (width * width * 2 + width)
        bound = (3 * products - 2 * 64 * width * width) / bounds.flops_per_second()  # none for the data's adjoint
        times = [seconds_text(seconds) for seconds in (t["eager"], t["sealed"], bound)]
        rows.append([f"{width}", *times, share(bound, t["sealed"]), *beside_torch(t)])
    return table(["width", "eager", "sealed", "bound: flops of the products", "bound / sealed", *BESIDE], rows)


ALL_CORES = """
import json, os, sys
os.sched_setaffinity(0, range(os.cpu_count()))
from benchmarks.performance import tables
tables.tg.set_num_threads(os.cpu_count())
if peer := tables.torch():
    peer.torch.set_num_threads(os.cpu_count())
print(json.dumps(tables.network_times(int(sys.argv[1]), int(sys.argv[2]))))
"""


def cores() -> str:
    """Large networks on all cores, in processes that are not bound to one."""
    number = os.cpu_count() or 1
    environment = {**os.environ, **{name: str(number) for name in ONE_THREAD if name.endswith("_THREADS")}}
    rows = []
    for width, batch in ((256, 64), (1024, 64), (1024, 1024)):
        command = [sys.executable, "-c", ALL_CORES, str(width), str(batch)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        t = json.loads(done.stdout)
        rows.append([f"{width}, {batch} rows", seconds_text(t["eager"]), seconds_text(t["sealed"]), *beside_torch(t)])
    return table([f"width, on {number} cores", "eager", "sealed", *BESIDE], rows)


TABLES = (machine, scalars, phases, streams, elements, batches, starts, dense, cores)
