"""Many random cases from the command line."""

from __future__ import annotations

import argparse
import collections
import os
import subprocess
import sys
import tempfile
import time

CHUNK = 2000  # cases of one process, since every compiled function stays in memory


def main() -> int:
    """Run many cases, in one process after the other."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.random_functions", description="Random functions against PyTorch."
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--executor")
    parser.add_argument("--failures", type=int, default=20, help="stop after so many")
    parser.add_argument("--one-process", action="store_true")
    parser.add_argument("--refused", action="store_true", help="show a case for each documented refusal")
    arguments = parser.parse_args()
    if arguments.one_process:
        return _run(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAPEGRAD_CACHE_DIR"] = folder  # for all, so that kernels are compiled once
        return (_run if arguments.count <= CHUNK else _in_chunks)(arguments)


def _in_chunks(arguments: argparse.Namespace) -> int:
    totals: collections.Counter[tuple[str, ...]] = collections.Counter()
    failed = 0
    for first in range(arguments.seed, arguments.seed + arguments.count, CHUNK):
        count = min(CHUNK, arguments.seed + arguments.count - first)
        command = [sys.executable, "-m", "tests.random_functions", "--count", str(count), "--seed", str(first)]
        command += ["--executor", arguments.executor] if arguments.executor else []
        with subprocess.Popen([*command, "--one-process"], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("#"):
                    number, *key = line[1:].rstrip("\n").split("\t")
                    totals[tuple(key)] += int(number)
                else:
                    print(line, end="", flush=True)
        if process.returncode not in (0, 1):
            print(f"seeds {first} to {first + count - 1}: the process ended with {process.returncode}", flush=True)
        failed += process.returncode != 0
        print(f"-- {first + count - arguments.seed} run", flush=True)
    _summary(totals)
    return failed > 0


def _run(arguments: argparse.Namespace) -> int:
    from .checking import Disagreement, check_seed, report

    totals: collections.Counter[tuple[str, ...]] = collections.Counter()
    failures = 0
    start = time.perf_counter()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        case, verdict = check_seed(seed, arguments.executor)
        name = "disagrees" if isinstance(verdict, Disagreement) else verdict
        if name == "disagrees" or (
            arguments.refused and name.startswith("refused") and (case.executor, name) not in totals
        ):
            print(report(case, verdict), flush=True)
        totals[case.executor, name] += 1
        failures += name == "disagrees"
        if failures >= arguments.failures:
            break
    if arguments.one_process:
        for key, number in totals.items():
            print("#" + "\t".join([str(number), *key]))
    else:
        _summary(totals)
        print(f"seeds {arguments.seed} to {seed}, {time.perf_counter() - start:.0f} s")
    return failures > 0


def _summary(totals: collections.Counter[tuple[str, ...]]) -> None:
    verdicts = ("agrees", "fragile in part", "fragile", "wild", "refused", "disagrees")
    counts: dict[str, collections.Counter[str]] = {}
    refusals: collections.Counter[str] = collections.Counter()
    for (executor, verdict), number in totals.items():
        for place in (executor, "all"):
            counts.setdefault(place, collections.Counter())[verdict.split(":")[0]] += number
        if verdict.startswith("refused"):
            refusals[verdict] += number
    print(f"{'executor':14}{'run':>8}" + "".join(f"{v:>17}" for v in verdicts))
    for executor in sorted(counts):
        print(
            f"{executor:14}{sum(counts[executor].values()):8}" + "".join(f"{counts[executor][v]:17}" for v in verdicts)
        )
    for message, number in refusals.most_common():
        print(f"{number:6}  {message}")


if __name__ == "__main__":
    sys.exit(main())
