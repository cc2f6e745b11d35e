"""A progress bar for loops that take seconds: one line on the terminal, nothing anywhere else.

Tests: tests/programs/test_demo.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TextIO, TypeVar

Item = TypeVar("Item")

WIDTH = 30


def progress(items: Sequence[Item], label: str, stream: TextIO | None = None) -> Iterator[Item]:
    """Iterate over `items` and show on a terminal how many are done.

    Parameters
    ----------
    items : sequence
        What to iterate over.
    label : str
        What stands before the bar.
    stream : text file, optional
        Where the bar goes; standard error by default. Nothing is written if it is not a terminal.

    Yields
    ------
    object
        The items, in order.
    """
    out = sys.stderr if stream is None else stream
    if not out.isatty():
        yield from items
        return
    try:
        for done, item in enumerate(items):
            filled = WIDTH * done // len(items)
            out.write(f"\r{label} [{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{len(items)}")
            out.flush()
            yield item
    finally:
        out.write("\r\033[K")  # the bar makes room for the result, also after an exception
        out.flush()
