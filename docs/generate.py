"""Write the pages that are generated: the reference of ops, and what NumPy's functions are on Tensors.

python docs/generate.py            # write them
python docs/generate.py --check    # write the reference of ops, fail if a page in the repository is out of date
"""

from __future__ import annotations

import argparse
import sys

import numpy_coverage
import ops_pages


def main() -> int:
    """Write or check the pages; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a page in the repository is out of date")
    options = parser.parse_args()
    for path, text in ops_pages.pages().items():  # not in the repository
        path.write_text(text, encoding="utf-8")
    kept = {numpy_coverage.PAGE: numpy_coverage.page()}
    for path, text in kept.items():
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is out of date. Run: python docs/generate.py", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
