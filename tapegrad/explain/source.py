"""The user's files, as far as instructions come from them.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import linecache
import os
from typing import Any

from tapegrad.ir.program import UserLine

_WHOLE = 4000  # lines of a file that is shown as a whole; of a longer one, what lies around the lines that are named
_AROUND = 60


class SourceFiles:
    """Files by the order in which they were named first."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._named: list[set[int]] = []

    def place(self, line: UserLine | None) -> tuple[int, int] | None:
        """Return the number of a line's file, and the line's number; None if it has no line or no text."""
        if line is None or not linecache.getline(line.file, line.number):
            return None
        number = self._numbers.setdefault(line.file, len(self._numbers))
        if number == len(self._named):
            self._named.append(set())
        self._named[number].add(line.number)
        return number, line.number

    def named(self, text: str) -> list[int] | None:
        """Return the place that a text such as "step.py:12" names, if it has one."""
        file, _, number = text.rpartition(":")
        at = self.place(UserLine(file, int(number))) if number.isdigit() else None
        return None if at is None else [*at]

    def range(self, text: str) -> list[list[int]]:
        """Return the places that a text such as "step.py:12-14" names, as far as they have one."""
        file, _, numbers = text.rpartition(":")
        first, _, last = numbers.partition("-")
        if not first.isdigit():
            return []
        places = [self.place(UserLine(file, number)) for number in range(int(first), int(last or first) + 1)]
        return [[*at] for at in places if at is not None]

    def without_folders(self, text: str) -> str:
        """Return a text with the names of files in place of their paths, since pages are sent to others."""
        for file in self._numbers:
            text = text.replace(f"{file}:", f"{os.path.basename(file)}:")
        return text

    def data(self) -> list[dict[str, Any]]:
        """Return the files with their lines."""
        rows = []
        for file, named in zip(self._numbers, self._named, strict=True):
            lines = [line.rstrip("\n") for line in linecache.getlines(file)]
            first, last = 1, len(lines)
            if len(lines) > _WHOLE:
                first, last = max(1, min(named) - _AROUND), min(len(lines), max(named) + _AROUND)
            rows.append({"name": os.path.basename(file), "first": first, "lines": lines[first - 1 : last]})
        return rows
