"""Write what is generated: the reference, what NumPy's functions are on Tensors, and the gallery's notebooks.

python docs/generate.py            # write it
python docs/generate.py --check    # write the reference, fail if a file of the repository is out of date
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import api_pages
import notebooks
import numpy_coverage
import ops_pages


def reference() -> dict[Path, str]:
    """Return the pages that are not in the repository."""
    return ops_pages.pages() | api_pages.pages()


def kept() -> dict[Path, str]:
    """Return the files that are in the repository."""
    return {numpy_coverage.PAGE: numpy_coverage.page()} | notebooks.pages() | notebooks.index()


def write(files: dict[Path, str]) -> None:
    """Write the files that differ."""
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def main() -> int:
    """Write or check the files; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a file of the repository is out of date")
    options = parser.parse_args()
    write(reference())
    files = kept()
    if not options.check:
        write(files)
        return 0
    old = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    old += set(notebooks.FOLDER.glob("*.ipynb")) - files.keys()
    for path in old:
        print(f"{path.name} is out of date. Run: python docs/generate.py", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
