"""``python -m benchmarks.performance [table ...]``: measure and print the tables, or write them into the page."""

import argparse
import re
import sys
from datetime import date
from pathlib import Path

from benchmarks.compare.machine import describe, one_thread

PAGE = Path(__file__).parents[2] / "docs" / "explain" / "performance.md"


def main() -> int:
    """Measure; print, or replace what stands in the page between the marks of each table."""
    from benchmarks.performance.tables import TABLES

    names = [table.__name__ for table in TABLES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.performance", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="table", help=f"some of: {', '.join(names)}")
    parser.add_argument("--write", action="store_true", help=f"write them into {PAGE.name}, with the date")
    options = parser.parse_args()
    if unknown := set(options.tables) - set(names):
        parser.error(f"no such table: {', '.join(sorted(unknown))}")
    for table in TABLES:
        if options.tables and table.__name__ not in options.tables:
            continue
        text = f"{table()}\n\n*{date.today()}; {describe()}; `python -m benchmarks.performance {table.__name__}`.*"
        if options.write:
            marks = re.compile(rf"(<!-- {table.__name__} -->\n).*?(<!-- end -->)", re.DOTALL)
            page, count = marks.subn(lambda m, text=text: m[1] + text + "\n" + m[2], PAGE.read_text(encoding="utf-8"))
            if count != 1:
                raise SystemExit(f"{PAGE.name} has no place for the table '{table.__name__}'")
            PAGE.write_text(page, encoding="utf-8")
        print(f"{text}\n", flush=True)
    return 0


if __name__ == "__main__":
    one_thread()  # before NumPy is imported, which sizes its pools of threads then
    sys.exit(main())
