"""Tries the tapes of strangers, each op in a process of its own: ``python -m tests.strangers --count 100 det solve``."""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import numpy as np

_ENVIRONMENT = {
    "MALLOC_CHECK_": "3",
    "LD_PRELOAD": "libc_malloc_debug.so.0",
    "OMP_NUM_THREADS": "1",
    "TAPEGRAD_STRANGERS": "1",
}


def main() -> int:
    """Try many tapes; returns 1 if one does what it must not."""
    parser = argparse.ArgumentParser(prog="python -m tests.strangers", description="Tapes from strangers.")
    parser.add_argument("ops", nargs="*", help="all by default")
    parser.add_argument("--count", type=int, default=0, help="of each op; 0 for all")
    parser.add_argument("--draws", type=int, default=24, help="of data for each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=int, default=5, help="of an op, after which it is left")
    arguments = parser.parse_args()
    if "TAPEGRAD_STRANGERS" not in os.environ:
        with tempfile.TemporaryDirectory() as cache:  # which would be full of code that nobody asks for again
            return subprocess.call(
                [
                    sys.executable,
                    "-P",
                    "-c",
                    "import sys; sys.path.append(sys.argv.pop(1)); from tests.strangers.__main__ import main; sys.exit(main())",
                    os.getcwd(),
                    *sys.argv[1:],
                ],
                env={**os.environ, **_ENVIRONMENT, "TAPEGRAD_CACHE_DIR": cache},
            )
    from tests.strangers.genuine import genuine_instructions

    seeds = genuine_instructions()
    print(
        f"{sum(map(len, seeds.values()))} genuine instructions of {len(seeds)} ops, {time.process_time():.0f} s",
        flush=True,
    )
    totals: dict[str, int] = {}
    for name in arguments.ops or seeds:
        for outcome, count in _tried(name, seeds[name], arguments).items():
            totals[outcome] = totals.get(outcome, 0) + count
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"{totals}, {sum(u.ru_utime + u.ru_stime for u in used):.0f} s of CPU time")
    return totals.get("failed", 0) > 0


def _tried(name, seeds, arguments) -> dict[str, int]:
    """Try an op's tapes in child processes: one goes on where another was ended by what it ran."""
    totals: dict[str, int] = {}
    start, failures, began = 0, 0, time.time()
    while start >= 0 and failures < arguments.failures:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            signal.alarm(600)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(writing, "w") as out:
                _child(name, seeds, arguments, start, out)
            os._exit(0)
        os.close(writing)
        last, start = "", -1
        with os.fdopen(reading) as lines:
            for line in lines:
                kind, _, rest = line.rstrip("\n").partition(" ")
                if kind == "trying":
                    number, _, last = rest.partition(" ")
                elif kind == "failed":
                    failures += 1
                    print(f"{name}: {last}\n    {rest}", flush=True)
                    if failures >= arguments.failures:
                        os.kill(child, signal.SIGKILL)
                        break
                if kind in ("executed", "refused", "failed"):
                    totals[kind] = totals.get(kind, 0) + 1
        _, status = os.waitpid(child, 0)
        if status and failures < arguments.failures:
            failures += 1
            totals["failed"] = totals.get("failed", 0) + 1
            print(f"{name}: {last}\n    CRASH: ended by status {status}", flush=True)
            start = int(number) + 1 if last else -1
    print(f"{name}: {totals}, {time.time() - began:.0f} s", flush=True)
    return totals


def _child(name, seeds, arguments, start, out) -> None:
    from tests.strangers.cells import cells
    from tests.strangers.executing import Defect, executed

    every = [*cells(seeds)]
    order = np.random.default_rng(arguments.seed).permutation(len(every))
    if arguments.count:
        order = order[: arguments.count]
    for number, place in enumerate(order.tolist()):
        if number < start:
            continue
        one = every[place]
        print("trying", number, str(one.given), str(one.static).replace("\n", ""), str(one.form), file=out, flush=True)
        try:
            print(executed(one, np.random.default_rng(place), arguments.draws, number), file=out, flush=True)
        except Defect as defect:
            frames = traceback.extract_tb(defect.__cause__.__traceback__)[-1] if defect.__cause__ else ""
            print(
                "failed",
                str(defect).replace("\n", " ")[:200],
                f"{getattr(frames, 'filename', '').split('/')[-1]}:{getattr(frames, 'lineno', '')}",
                file=out,
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
