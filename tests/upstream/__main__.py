"""The command line: modules of tests, by name."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from . import checkouts, listing, report
from .running import Options, expanded, run


def main() -> int:
    """Run what is asked for, and print a table and the failures."""
    parser = argparse.ArgumentParser(prog="python -m tests.upstream", description=sys.modules["tests.upstream"].__doc__)
    parser.add_argument(
        "modules",
        nargs="*",
        help="modules of tests, or packages that have some, else those with a list; or: array-api PATH, autograd PATH",
    )
    parser.add_argument("--sample", default="1/1", metavar="K/N", help="run one test in so many, the K-th part")
    parser.add_argument("--share", default="1/1", metavar="K/N", help="run the K-th of N shares of the modules")
    parser.add_argument("--every", type=int, default=10, help="compile one call of a form in so many, the first always")
    parser.add_argument("--seconds", type=float, default=30.0, help="what the repetitions of a call may take")
    parser.add_argument("-k", dest="select", default="", help="tests whose names match, as in pytest")
    parser.add_argument("--failures", type=int, default=20, help="show so many of each module")
    parser.add_argument("--results", type=Path, help="keep what each module gives in this folder")
    parser.add_argument("--count", action="store_true", help="write the numbers of calls into the lines of the list")
    parser.add_argument("--report", type=Path, metavar="FOLDER", help="print a table of what --results has kept there")
    arguments = parser.parse_args()
    if arguments.report:
        print(report.table(arguments.report))
        return 0
    part, sample = map(int, arguments.sample.split("/"))
    options = Options(sample, arguments.every, arguments.seconds, arguments.select, part - 1)
    failed = False
    print(f"{'':50}" + "".join(f"{name:>12}" for name in listing.COLUMNS))
    if arguments.modules and arguments.modules[0] in checkouts.SUITES:
        name, path = arguments.modules
        for module, result in checkouts.run(name, Path(path).resolve(), options.select).items():
            failed |= _judge(module, result, options, arguments)
        return failed
    modules = [module for name in arguments.modules or listing.packages() for module in expanded(name)]
    share, shares = map(int, arguments.share.split("/"))
    for module in modules[share - 1 :: shares]:
        if listing.left(module):
            print(f"{module:50} left out: {listing.left(module)}")
        else:
            failed |= _judge(module, run(module, options), options, arguments)
    return failed


def _judge(module: str, result: dict[str, Any], options: Options, arguments: argparse.Namespace) -> bool:
    """Show what came of a module; tell whether it fails."""
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
        (arguments.results / f"{module}.json").write_text(json.dumps(result), encoding="utf-8")
    verdict = listing.judged(module, result, 0 if options.select or options.part else options.sample)
    if arguments.count:
        listing.count(module, verdict.met)
    _show(module, verdict, arguments.failures)
    return bool(verdict.failures)


def _show(module: str, verdict: Any, failures: int) -> None:
    print(f"{module:50}" + "".join(f"{verdict.numbers[name]:12}" for name in listing.COLUMNS), flush=True)
    for text in verdict.failures[:failures]:
        print(f"  {text}")
    if len(verdict.failures) > failures:
        print(f"  and {len(verdict.failures) - failures} more (--failures)")


if __name__ == "__main__":
    sys.exit(main())
