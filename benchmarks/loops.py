"""Long Python loops, sealed, and reverse scans: ``python -m benchmarks.loops [--only WORD]``.

Programs that are recorded operation by operation, value and gradient: how long it takes to seal them with an empty and
with a filled cache, and their calls beside those of the same program with `tg.scan`, which records a step once. Sealing
ends when the machine code is there; seconds are those of the processor, in this process and in that which compiles.

Scans in reverse: working memory in arrays of steps x carry, and the time of value and gradient over that of the value.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks.compare.machine import describe, one_thread

if __name__ == "__main__":
    one_thread()  # before NumPy is imported, which sizes its pools of threads then

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.evals import det, lstm
from benchmarks.numeric_programs import KALMAN, log_likelihood, observed_track
from benchmarks.problems import LORENZ, lorenz, lorenz_step
from benchmarks.replay import best

TIMES = 3  # processes of which the fastest counts
STEPS, SIZE = 200, 24  # of the reverse scans
BODIES = (
    "decay", "tanh", "sine and exp", "tanh of matvec", "gated unit", "where by the carry", "softmax", "adam",
    "long short-term memory", "squares given",
)  # fmt: skip


def unrolled(step: Any, carry: Any, xs: Any) -> Any:
    """Run a scan as a loop of Python's, whose results are a list."""
    rows = zip(*xs, strict=True) if isinstance(xs, tuple) else xs
    ys = []
    for row in rows:
        carry, y = step(carry, row)
        ys.append(y)
    return carry, None if ys[0] is None else np.stack(ys)


# ------------------------------------------------------------------------------------------------- programs


class Row(NamedTuple):
    """A program as a loop, its twin with `tg.scan`, their arguments, and by which of them gradients are."""

    title: str
    loop: Callable[..., Any]
    twin: Callable[..., Any]
    given: tuple[Any, ...]
    argnums: int | tuple[int, ...]


def spiral(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any) -> Any:
    (x, y, z), _ = tg.scan(lambda at, _: (lorenz_step(s, r, b, *at), None), (x, y, z), length=500)
    return x * x + y * y + z * z


def filtering() -> Row:
    data = observed_track(500)
    loop, twin = (log_likelihood(scan, np, np.linalg.solve, np.linalg.slogdet, data) for scan in (unrolled, tg.scan))
    return Row("Kalman filter, 500 steps", loop, twin, (KALMAN,), 0)


def memory(title: str, known: bool) -> Row:
    """An LSTM of two layers over 1,024 rows of 14 bits, 60 of them different, which are `known` or an argument."""
    rng = np.random.default_rng(0)
    weights = rng.random((4, 56)), rng.random((3, 14)), rng.random((4, 14))
    bits = rng.integers(0, 2, (60, 14))[rng.integers(0, 60, 1024)].astype(float)
    data = bits if known else rng.random(bits.shape)

    def over(scan: Any) -> Callable[..., Any]:
        if known:
            return lambda main, extra, state: lstm.loss(main, extra, state, data, scan)
        return lambda main, extra, state, data: lstm.loss(main, extra, state, data, scan)

    return Row(title, over(unrolled), over(tg.scan), weights if known else (*weights, data), (0, 1))


def by_minors(a: Any) -> Any:
    """The determinant as GradBench has it: rows and columns that are left are lists of who follows whom."""
    n = len(a)
    rows, columns = [*range(1, n + 1), 0], [*range(1, n + 1), 0]

    def minor(m: int) -> Any:
        row, column, before = rows[n], columns[n], n
        if m == 1:
            return a[row, column]
        total, sign = 0.0, 1
        rows[n] = rows[row]
        for _ in range(m):
            columns[before] = columns[column]
            below = minor(m - 1)
            columns[before] = column
            total = total + a[row, column] * below if sign > 0 else total - a[row, column] * below
            before, column, sign = column, columns[column], -sign
        rows[n] = row
        return total

    return minor(n)


def soft_minimum(a: Any, b: Any, c: Any) -> Any:
    top = np.maximum(np.maximum(-a, -b), -c)
    return -(top + np.log(np.exp(-a - top) + np.exp(-b - top) + np.exp(-c - top)))


def warped_in_a_table(distances: Any) -> Any:
    """Soft dynamic time warping, written cell by cell into an array."""
    n, m = distances.shape
    r = tg.full((n + 1, m + 1), 1e10)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r[i, j] = distances[i - 1, j - 1] + soft_minimum(r[i - 1, j - 1], r[i - 1, j], r[i, j - 1])
    return r[n, m]


def warped_in_lists(distances: Any) -> Any:
    n, m = distances.shape
    r: list[list[Any]] = [[1e10] * (m + 1) for _ in range(n + 1)]
    r[0][0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r[i][j] = distances[i - 1, j - 1] + soft_minimum(r[i - 1][j - 1], r[i - 1][j], r[i][j - 1])
    return r[n][m]


def warped_by_rows(distances: Any) -> Any:
    m = distances.shape[1]

    def row(above: Any, costs: Any) -> Any:
        cells = [1e10 + 0.0 * above[0]]
        for j in range(m):
            cells.append(costs[j] + soft_minimum(above[j], above[j + 1], cells[j]))
        return tg.array(cells), None

    last, _ = tg.scan(row, np.array([0.0, *[1e10] * m]), distances)
    return last[m]


def warping(title: str, loop: Callable[..., Any]) -> Row:
    return Row(title, loop, warped_by_rows, (np.random.default_rng(0).random((20, 25)),), 0)


ROWS: dict[str, Callable[[], Row]] = {
    "lorenz": lambda: Row("Lorenz, 500 Runge-Kutta steps of scalars", lorenz, spiral, LORENZ, tuple(range(6))),
    "kalman": filtering,
    "lstm": lambda: memory("LSTM, 1,024 steps, rows given", known=False),
    "lstm-known": lambda: memory("LSTM, 1,024 steps, 60 known rows", known=True),
    "det": lambda: Row(
        "determinant by minors, 8 rows", by_minors, det.determinant, (np.random.default_rng(8).random((8, 8)),), 0
    ),
    "warping-table": lambda: warping("soft-DTW, 20 x 25, written into an array", warped_in_a_table),
    "warping-lists": lambda: warping("soft-DTW, 20 x 25, in lists", warped_in_lists),
}


def sealed(row: Row) -> dict[str, float]:
    """Seal a program in this process; returns what it took."""
    import resource

    def used() -> float:
        whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
        return sum(t.ru_utime + t.ru_stime for t in map(resource.getrusage, whose))

    f = tg.compile(tg.value_and_grad(row.loop, row.argnums))
    start = used()
    f(*row.given)
    f.variants.last.executable.load()  # waits for machine code that another process makes
    return {"seconds": used() - start, **{k: f.stats()[k] for k in ("ops_recorded", "ops")}}


def called(row: Row) -> dict[str, float]:
    """Time calls of a loop and of its twin."""
    loop, twin = (tg.compile(tg.value_and_grad(f, row.argnums)) for f in (row.loop, row.twin))
    for f in (loop, twin):
        f(*row.given)
        f.stats()  # which waits for machine code
    for a, b in zip(flat(loop(*row.given)), flat(twin(*row.given)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-8 * np.abs(b).max())
    return best({"loop": lambda: loop(*row.given), "twin": lambda: twin(*row.given)}, 2.0, 15)


def flat(result: Any) -> list[np.ndarray]:
    value, slopes = result
    return [value, *(slopes if isinstance(slopes, tuple) else (slopes,))]


# ------------------------------------------------------------------------------------------------- scans


def reverse_scan(name: str) -> tuple[float, float]:
    """Return the memory of a scan and its gradient, in arrays of steps x carry, and its time over that of the value."""
    from tapegrad.codegen.executable import executable_of  # here, for asv imports this module beside older versions too
    from tests.replay.scan_bodies import BODIES as STEP_OF

    (step, carries), rng = STEP_OF[name], np.random.default_rng(7)
    given = [0.3 * rng.normal(size=s) for s in (SIZE, (STEPS, SIZE), SIZE)]

    def f(c: Any, x: Any, w: Any) -> Any:
        last, ys = tg.scan(lambda c, x: step(c, x, w), (c,) * carries if carries > 1 else c, x)
        last = last if carries > 1 else (last,)
        return sum(np.sum(y * y) for y in (*last, *(() if ys is None else (ys,))))

    value, both = tg.compile(f), tg.compile(tg.value_and_grad(f, (0, 1, 2)))
    work = executable_of(both.tape(*given)).work / (8 * STEPS * SIZE * carries)
    times = best({"value": lambda: value(*given), "both": lambda: both(*given)}, 1.0, 15)
    return work, times["both"] / times["value"]


# ------------------------------------------------------------------------------------------------- processes

JOBS: dict[str, Callable[[str], Any]] = {
    "sealed": lambda name: sealed(ROWS[name]()),
    "called": lambda name: called(ROWS[name]()),
    "scan": reverse_scan,
}


def fresh(job: str, name: str, folder: str) -> Any:
    """Do a job in a process of its own, which keeps machine code in a folder."""
    command = [sys.executable, "-m", "benchmarks.loops", "--job", job, "--only", name]
    done = subprocess.run(
        command, env=os.environ | {"TAPEGRAD_CACHE_DIR": folder}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def table_of_loops(names: list[str]) -> None:
    print("| program | operations | sealed, empty cache | filled cache | a call | with `tg.scan` | loop / scan |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        cold, warm = [], []
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as folder:
                cold.append(fresh("sealed", name, folder))
                warm.append(fresh("sealed", name, folder))
                calls = fresh("called", name, folder)
        first, again = (min(one["seconds"] for one in found) for found in (cold, warm))
        cells = [
            ROWS[name]().title, f"{cold[0]['ops_recorded']:,}", f"{first:.2f} s", f"{again:.2f} s",
            f"{calls['loop'] * 1e6:.4g} µs", f"{calls['twin'] * 1e6:.4g} µs", f"{calls['loop'] / calls['twin']:.2f}",
        ]  # fmt: skip
        print(f"| {' | '.join(cells)} |", flush=True)


def table_of_scans(names: list[str]) -> None:
    print(f"\n| step of a scan, {STEPS} x {SIZE} | memory / (steps x carry) | gradient / value |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            work, ratio = fresh("scan", name, folder)
            print(f"| {name} | {work:.2f} | {ratio:.1f} |", flush=True)


def main() -> None:
    """Do one job, or start the processes that do all and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loops", description=__doc__)
    parser.add_argument("--only", metavar="WORD", help=f"rows whose name has it, of {', '.join((*ROWS, *BODIES))}")
    parser.add_argument("--job", choices=JOBS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job:
        print(json.dumps(JOBS[options.job](options.only)))
        return
    loops, scans = ([n for n in names if (options.only or "") in n] for names in (ROWS, BODIES))
    print(f"{describe()}\n")
    if loops:
        table_of_loops(loops)
    if scans:
        table_of_scans(scans)


if __name__ == "__main__":
    main()
