"""Counts beside the stored ones: what has grown, and what else is to be said."""

from __future__ import annotations

from typing import Any

TOLERANCE = 0.02
"""Versions of Python and NumPy differ by less, where they are allowed to differ."""

ACCEPT = "accept it by `python -m benchmarks.instructions --write`"


def compared(what: str, found: dict[str, Any], stored: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return what is wrong, and what is worth a line though nothing is wrong.

    Counts that depend on libraries (`on`) are compared where these are the stored ones.
    """
    on, was = found.get("on", {}), stored.get("on", {})
    others = [
        f"{key} {was.get(key)!r} there, {on.get(key)!r} here"
        for key in sorted({*on, *was})
        if on.get(key) != was.get(key)
    ]
    if others:
        return [], [f"{what}: not compared, for the stored counts are of other surroundings: {'; '.join(others)}."]
    wrong, notes = [], []
    for name, count in found["counts"].items():
        if name not in stored["counts"]:
            wrong.append(f"{what}: '{name}' is not stored; {ACCEPT}.")
            continue
        before = stored["counts"][name]
        growth = (
            f"'{name}' took {before:,}, and takes {count:,} ({100 * (count / before - 1):+.1f} %)" if before else ""
        )
        if count > before * (1 + TOLERANCE):
            wrong.append(f"{what}: {growth}. Make it cheaper, or {ACCEPT}.")
        elif count < before * (1 - TOLERANCE):
            notes.append(f"{what}: {growth}.")
    wrong += [
        f"{what}: '{name}' is stored and no longer counted; {ACCEPT}."
        for name in stored["counts"]
        if name not in found["counts"]
    ]
    return wrong, notes
