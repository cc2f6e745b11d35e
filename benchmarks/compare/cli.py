"""The command line: measure the rows one by one, then print the table."""

import argparse
import json
import sys
from pathlib import Path

from benchmarks.compare import peers, report
from benchmarks.compare.agreement import disagreements
from benchmarks.compare.outcome import Settings
from benchmarks.compare.rows import ROWS


def peer_names(text: str) -> list[str]:
    """Read the value of `--peers`."""
    names = text.split(",")
    unknown = set(names).difference(peers.ALL)
    if unknown:
        raise argparse.ArgumentTypeError(f"no such peer: {', '.join(sorted(unknown))}")
    return names


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the options."""
    rows = ", ".join(row.name for row in ROWS)
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare",
        description="tapegrad beside other libraries: times, ratios, and whether all agree.",
        epilog=f"Rows: {rows}. The status is 1 if a peer fails or disagrees.",
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns: a look, not a measurement")
    parser.add_argument(
        "--only", action="append", choices=[r.name for r in ROWS], metavar="ROW", help="a row by name; repeatable"
    )
    parser.add_argument(
        "--peers", type=peer_names, default=",".join(peers.ALL), help="some of them, by comma; default: %(default)s"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every turn to FILE")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run; 1 if a peer failed or disagreed."""
    options = parse(arguments)
    present, absent = peers.load(options.peers)
    settings = Settings(quick=options.quick)
    results = []
    for row in ROWS:
        if options.only and row.name not in options.only:
            continue
        print(f"{row.name} ...", file=sys.stderr, flush=True)
        able = {name: peer for name, peer in present.items() if name in row.peers}
        outcome = row.measure(able, settings)
        title = row.title.format(settings=settings)
        results.append(report.Result(row, title, outcome, disagreements(outcome.answers)))
    print(report.markdown(results, present, absent, quick=settings.quick))
    if options.json:
        options.json.write_text(json.dumps(report.data(results, present, absent), indent=1))
    return 0 if all(r.ok for r in results) else 1
