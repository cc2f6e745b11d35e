"""Runs GradBench's evals: ``python -m benchmarks.gradbench CHECKOUT [--tools ...] [--evals ...]``.

The table goes to standard output in Markdown: the time of each derivative, in brackets as a multiple of tapegrad's.
What an eval finds wrong is said, and the status is 1 then.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.gradbench.session import Workload, session

SIZES = {
    "hello": "",
    "gmm": "-d 2 10 32 -k 5 25 -n 1000",
    "ba": "--min 1 --max 2",
    "kmeans": "-k 10 100 -n 1000 10000 -d 16",
    "llsq": "-n 64 1024 16392",
    "lse": "-n 2500 40000 640000",
    "lstm": "-l 2 -c 1024 4096",
    "ode": "-n 1000 10000 -s 10 100",
}
VALUES = {"square", "primal", "objective", "cost"}


def command(tool: str, checkout: Path) -> list[str]:
    """Return the command of a tool: tapegrad's, JAX's with results that are waited for, or GradBench's own."""
    if tool == "tapegrad":
        return [sys.executable, "-m", "benchmarks.gradbench.tool"]
    if tool == "jax":
        return [sys.executable, "-m", "benchmarks.gradbench.jax_tool", str(checkout)]
    own = checkout / f"python/gradbench/gradbench/tools/{tool}/run.py"
    if own.exists():
        return [sys.executable, str(own)]
    return [sys.executable, str(checkout / "python/gradbench/gradbench/cpp.py"), tool]


def duration(seconds: float) -> str:
    """Return a time in a unit that suits it."""
    unit, scale = next((u, s) for u, s in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)) if seconds >= s or u == "µs")
    return f"{seconds / scale:.3g} {unit}"


def table(rows: dict[tuple[str, str], dict[str, Workload]], tools: Sequence[str]) -> str:
    """Return the table of all workloads in Markdown."""
    lines = [f"| derivative | {' | '.join(tools)} |", f"|---|{'---:|' * len(tools)}"]
    for (eval_name, description), found in rows.items():
        ours = found["tapegrad"].seconds if "tapegrad" in found else None
        cells = []
        for tool in tools:
            w = found.get(tool)
            if w is None or w.seconds is None:
                cells.append("-")
            elif not w.valid:
                cells.append("wrong")
            else:
                cells.append(
                    duration(w.seconds) + (f" ({w.seconds / ours:.2g}x)" if ours and tool != "tapegrad" else "")
                )
        lines.append(f"| {eval_name} {description} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> int:
    """Run all sessions, print the table, and return the status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gradbench", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of gradbench/gradbench whose `manual` tool is built")
    parser.add_argument("--tools", default="tapegrad,manual,codipack,pytorch,jax", help="a list with commas")
    parser.add_argument("--evals", default=",".join(SIZES), help="a list with commas")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each input is run at least")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds after which a session is ended")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    tools, rows, wrong = given.tools.split(","), {}, False
    for eval_name in given.evals.split(","):
        for tool in tools:
            flags = SIZES[eval_name].split() + (
                ["--min-runs", "3", "--min-seconds", str(given.seconds)] if eval_name != "hello" else []
            )
            print(f"{eval_name} with {tool}", file=sys.stderr)
            for w in session(given.checkout.resolve(), eval_name, flags, command(tool, given.checkout), given.limit):
                if w.seconds is None or not w.valid:
                    wrong = True
                    print(f"{w.function} {w.description}: {w.error[-2000:] or 'wrong'}", file=sys.stderr)
                if w.function not in VALUES:
                    rows.setdefault((eval_name, w.description), {})[tool] = w
    print(table(rows, tools))
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
