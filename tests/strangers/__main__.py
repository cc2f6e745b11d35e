"""Tries the tapes of strangers, each op's in a process of its own: ``python -m tests.strangers --count 100 det solve``."""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from typing import Any, TextIO

import numpy as np

from tapegrad.ops.results import result_op
from tests.strangers.cells import cells
from tests.strangers.executing import Defect, executed
from tests.strangers.forgeries import Forgery, forgeries
from tests.strangers.genuine import SEVERAL, Instruction, genuine_instructions

# glibc looks at what is freed, where it has a library for that
_ENVIRONMENT = {"MALLOC_CHECK_": "3", "LD_PRELOAD": "libc_malloc_debug.so.0", "OMP_NUM_THREADS": "1"}


def main() -> int:
    """Try many tapes; returns 1 if one does what it must not."""
    parser = argparse.ArgumentParser(prog="python -m tests.strangers", description="Tapes from strangers.")
    parser.add_argument("ops", nargs="*", help="all by default")
    parser.add_argument("--count", type=int, default=0, help="of each op; 0 for all")
    parser.add_argument("--draws", type=int, default=24, help="of data for each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--seconds", type=int, default=120, help="of CPU that a tape has at most: none may run for ever"
    )
    parser.add_argument("--failures", type=int, default=5, help="of an op, after which it is left")
    arguments = parser.parse_args()
    if not _ENVIRONMENT.items() <= os.environ.items():
        os.execve(sys.executable, sys.orig_argv, {**os.environ, **_ENVIRONMENT})
    named = {*arguments.ops} - {result_op.name}
    seeds = genuine_instructions(named | SEVERAL if named < {*arguments.ops} else named)
    if not seeds.keys() >= named:  # only the programs of others hold some
        seeds = genuine_instructions()
    totals: Counter[str] = Counter()
    for name in arguments.ops or [*seeds, result_op.name]:
        began, found = time.process_time() + _of_children(), Counter(_outcomes(name, seeds, arguments))
        print(f"{name}: {dict(found)}, {time.process_time() + _of_children() - began:.0f} s", flush=True)
        totals += found
    print(f"all: {dict(totals)}, {time.process_time() + _of_children():.0f} s of CPU time")
    return totals["failed"] > 0


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tapes(name: str, seeds: dict[str, list[Instruction]]) -> list[Any]:
    """Return what is tried of an op: instructions that loading accepts, or, of `result`, files that it must not."""
    if name != result_op.name:
        return [*cells(seeds[name])]
    return [forgery for of in seeds.values() for one in of if one.op.several for forgery in forgeries(one)]


def _outcomes(name: str, seeds: dict[str, list[Instruction]], arguments: Any) -> Iterator[str]:
    """Try an op's tapes in child processes: the next one goes on where what it ran ended one."""
    start, failures = 0, 0
    while start >= 0:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with os.fdopen(writing, "w") as out:
                _try(_tapes(name, seeds), arguments, start, out)
            os._exit(0)
        os.close(writing)
        number, start, what = -1, -1, "before the first"
        with os.fdopen(reading) as lines:
            for line in lines:
                kind, _, rest = line.rstrip("\n").partition(" ")
                if kind == "trying":
                    place, _, what = rest.partition(" ")
                    number = int(place)
                    continue
                if kind == "failed":
                    failures += 1
                    print(f"{name}: {what}\n    {rest}", flush=True)
                yield kind
        _, status = os.waitpid(child, 0)
        if status:
            failures += 1
            print(f"{name}: {what}\n    the process ended by {status}", flush=True)
            yield "failed"
            start = number + 1 if number >= 0 and failures < arguments.failures else -1


def _described(one: Instruction | Forgery) -> str:
    of, what = (one.one, f"{one.what} of ") if isinstance(one, Forgery) else (one, "")
    index = "" if of.index is None else f" {of.index}"
    return f"{what}{of.op.name} {of.given} {of.static} {of.form}{index}".replace("\n", " ")


def _try(every: list[Any], arguments: Any, start: int, out: TextIO) -> None:
    """Try tapes from one on; says of each what it is before it is tried, and then what came of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what LAPACK says of its arguments
    failures = 0
    order = np.random.default_rng(arguments.seed).permutation(len(every))[: arguments.count or None]
    for number, place in enumerate(order.tolist()):
        if number < start:
            continue
        one = every[place]
        print("trying", number, _described(one), file=out, flush=True)
        signal.setitimer(signal.ITIMER_PROF, arguments.seconds)  # whose signal ends the process
        try:
            rng = np.random.default_rng(place)
            outcome = one.tried() if isinstance(one, Forgery) else executed(one, rng, arguments.draws, number)
        except Defect as defect:
            cause = defect.__cause__
            where = traceback.extract_tb(cause.__traceback__)[-1] if cause else None
            outcome = f"failed {str(defect)[:300]!r}" + (f" at {where.filename}:{where.lineno}" if where else "")
            failures += 1
        print(outcome, file=out, flush=True)
        if failures >= arguments.failures:
            return


if __name__ == "__main__":
    sys.exit(main())
