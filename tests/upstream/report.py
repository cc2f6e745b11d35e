"""The table of what was found, for the pages: a row for each package of tests."""

from __future__ import annotations

import collections
import datetime
import json
from pathlib import Path

import numpy as np
import scipy

from . import listing


def table(folder: Path) -> str:
    """Return the table of the results in a folder."""
    rows: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for file in sorted(folder.glob("*.json")):
        verdict = listing.judged(file.stem, json.loads(file.read_text(encoding="utf-8")), sample=0)
        for place in (listing.of(file.stem)[0].stem, "all"):
            rows[place].update(verdict.numbers)
    rows["all"] = rows.pop("all", collections.Counter())
    lines = [f"{datetime.date.today()}, NumPy {np.__version__}, SciPy {scipy.__version__}:", ""]
    lines += [f"| | {' | '.join(listing.COLUMNS)} |", "|---|" + "---:|" * len(listing.COLUMNS)]
    lines += [f"| {name} | {' | '.join(f'{row[c]:,}' for c in listing.COLUMNS)} |" for name, row in rows.items()]
    return "\n".join(lines)
