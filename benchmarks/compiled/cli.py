"""The command line: measure rows, compare the answers, print the table; keep the figures and write the pages."""

from __future__ import annotations

import argparse
import compileall
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.compare import machine
from benchmarks.compare.agreement import disagreements
from benchmarks.compiled import report
from benchmarks.compiled.contest import PEERS, ROOT, measure
from benchmarks.compiled.rows import ROWS, Row

STORED = ROOT / "benchmarks" / "results" / "compiled.json"
KERNELS = ROOT / "tapegrad" / "machine" / "object_code"


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the options."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compiled",
        description=__doc__,
        epilog=f"Rows: {', '.join(ROWS)}. Peers: {', '.join(PEERS)}. The status is 1 if a peer fails or disagrees.",
    )
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="row", help="some of the rows; default: all")
    parser.add_argument(
        "--peers", type=lambda text: text.split(","), metavar="NAMES", help="some of the peers, by comma; default: all"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured to FILE")
    parser.add_argument(
        "--write", action="store_true", help=f"merge it into {STORED.name}, and write the pages' tables"
    )
    options = parser.parse_args(arguments)
    if unknown := set(options.peers or ()).difference(PEERS):
        parser.error(f"no such peer: {', '.join(sorted(unknown))}")
    if options.peers and options.write:
        parser.error("--write takes all peers, so that each row is of one run")
    return options


def measured(row: Row, names: list[str]) -> dict[str, Any]:
    """Measure a row; gives all that is kept of it."""
    outcome, answers = measure(row, names)
    wrong = disagreements({name: (own[0], own[1:]) for name, own in answers.items()}, row.tolerance)
    return {
        "date": date.today().isoformat(),
        "machine": machine.describe(),
        "peers": {name: {**outcome.peers[name], **figures} for name, figures in outcome.figures.items()},
        "absent": outcome.absent,
        "left out": {outcome.peers[name]["name"]: why for name, why in outcome.skips.items() if name in outcome.peers},
        "failed": outcome.failures,
        "disagrees": wrong,
    }


@contextmanager
def as_installed() -> Iterator[None]:
    """Give the checkout what an installed wheel has: bytecode, and the kernels of the commonest processors."""
    compileall.compile_dir(ROOT / "tapegrad", quiet=2)
    subprocess.run(
        [sys.executable, "-m", "tapegrad", "prebuild", str(KERNELS)], cwd=ROOT, stdout=sys.stderr, check=True
    )
    try:
        yield
    finally:
        shutil.rmtree(KERNELS)


def main(arguments: list[str] | None = None) -> int:
    """Run; 1 if a peer failed or disagreed."""
    options = parse(arguments)
    with as_installed():
        return run(options)


def run(options: argparse.Namespace) -> int:
    """Measure, print and write."""
    results = {}
    for name in options.rows or ROWS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        results[name] = measured(ROWS[name], options.peers or PEERS)
        if options.write and not report.troubles(results[name]):  # each row as it comes, for a run may be stopped
            stored = json.loads(STORED.read_text()) if STORED.exists() else {}
            stored[name] = results[name]
            STORED.parent.mkdir(exist_ok=True)
            STORED.write_text(json.dumps({row: stored[row] for row in ROWS if row in stored}, indent=1) + "\n")
    print(report.table(results), *report.notes(results), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    if options.write and STORED.exists():
        report.write_pages(json.loads(STORED.read_text()))
    return 1 if any(map(report.troubles, results.values())) else 0
