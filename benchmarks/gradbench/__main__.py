"""Runs GradBench's evals: ``python -m benchmarks.gradbench CHECKOUT [--write] [--tools ...] [--evals ...]``.

The table goes to standard output in Markdown, or into the page as well: the time of each derivative, in brackets as a
multiple of tapegrad's. What an eval finds wrong is said, and the status is 1 then.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from benchmarks.compare.machine import describe
from benchmarks.gradbench.session import Workload, session

PAGE = Path(__file__).parents[2] / "docs" / "explain" / "gradbench.md"
SIZES = {
    "hello": [""],
    "det": ["-l 5 7 9"],
    "gmm": ["-d 2 10 32 -k 5 25 -n 1000"],
    "ba": ["--min 1 --max 2"],
    "ht": ["--model small --variant simple --min 1 --max 5", "--model big --variant complicated --min 1 --max 5"],
    "kmeans": ["-k 10 100 -n 1000 10000 -d 16"],
    "llsq": ["-n 64 1024 16392"],
    "lse": ["-n 2500 40000 640000"],
    "lstm": ["-l 2 -c 1024 4096"],
    "ode": ["-n 1000 10000 -s 10 100"],
    "particle": [""],
    "saddle": [""],
}
"""The options of each run of an eval."""
VALUES = {"square", "primal", "objective", "cost"}
NESTED = {"particle", "saddle"}
"""The evals whose functions differ in their modes of differentiation; of the others, only `finite` has them."""
CLOSED = {"ode"}
"""The evals of which `manual` has a closed form, which differentiates nothing: the last column leaves it out."""


def has(tool: str, eval_name: str, checkout: Path) -> bool:
    """Tell whether a tool has an eval and finishes it, which GradBench lists for each of its own."""
    if tool == "tapegrad":
        return True
    if tool == "finite" and eval_name not in NESTED:
        return False  # hours, for the larger inputs
    return eval_name in (checkout / "tools" / tool / "evals.txt").read_text().splitlines()


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


def table(rows: dict[str, dict[str, Workload]], tools: Sequence[str]) -> str:
    """Return the table of all workloads in Markdown."""
    lines = [f"| derivative | {' | '.join(tools)} | tapegrad / best |", f"|---|{'---:|' * (len(tools) + 1)}"]
    for title, found in rows.items():
        times = {tool: w.seconds for tool, w in found.items() if w.seconds is not None and w.valid}
        aside = {"tapegrad", "manual"} if title.split()[0] in CLOSED else {"tapegrad"}
        ours, others = times.get("tapegrad"), [seconds for tool, seconds in times.items() if tool not in aside]
        cells = []
        for tool in tools:
            seconds = times.get(tool)
            if seconds is None:
                cells.append("wrong" if tool in found and found[tool].seconds is not None else "-")
            else:
                times_ours = f" ({seconds / ours:.2g}x)" if ours and tool != "tapegrad" else ""
                cells.append(duration(seconds) + times_ours)
        cells.append(f"{ours / min(others):.2g}" if ours and others else "-")
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def title(eval_name: str, flags: str, w: Workload) -> str:
    """Return what a line of the table is called."""
    if eval_name in NESTED:
        return f"{eval_name} {w.function}"
    models = re.findall(r"--(?:model|variant) (\w+)", flags)
    return " ".join([eval_name, *models, w.description])


def main() -> int:
    """Run all sessions, print the table, and return the status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gradbench", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of gradbench/gradbench whose `manual` tool is built")
    parser.add_argument("--tools", default="tapegrad,manual,codipack,pytorch,jax,finite", help="a list with commas")
    parser.add_argument("--evals", default=",".join(SIZES), help="a list with commas")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each input is run at least")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds after which a session is ended")
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.name}, with the date")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    tools, rows, wrong = given.tools.split(","), {}, False
    asked = [(name, flags) for name in given.evals.split(",") for flags in SIZES[name]]
    for eval_name, flags in asked:
        for tool in tools:
            if not has(tool, eval_name, given.checkout):
                continue
            print(f"{eval_name} {flags} with {tool}", file=sys.stderr)
            options = [*flags.split(), "--min-runs", "3", "--min-seconds", str(given.seconds)]
            options = [] if eval_name == "hello" else options
            for w in session(given.checkout.resolve(), eval_name, options, command(tool, given.checkout), given.limit):
                if w.seconds is None or not w.valid:
                    wrong = True
                    print(f"{w.function} {w.description}: {w.error[-2000:] or 'wrong'}", file=sys.stderr)
                elif w.function not in VALUES:
                    print(f"  {w.function} {w.description}: {duration(w.seconds)}", file=sys.stderr)
                if w.function not in VALUES:
                    rows.setdefault(title(eval_name, flags, w), {})[tool] = w
    called = " ".join(
        ["python -m benchmarks.gradbench CHECKOUT", *[a for a in sys.argv[1:] if a != str(given.checkout)]]
    )
    text = f"{table(rows, tools)}\n\n*{date.today()}; {describe()}, one core; `{called}`.*"
    if given.write:
        page = re.sub(
            r"(<!-- table -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}{text}\n{m[2]}", PAGE.read_text(), flags=re.DOTALL
        )
        PAGE.write_text(page)
    print(text)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
