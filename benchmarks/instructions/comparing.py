"""Counts beside the stored ones: what has grown, and what else is to be said."""

from __future__ import annotations

TOLERANCE = 0.02
"""Versions of Python and NumPy differ by less, where they are allowed to differ."""

ACCEPT = "accept it by `python -m benchmarks.instructions --write`"


def compared(what: str, counts: dict[str, int], stored: dict[str, int]) -> tuple[list[str], list[str]]:
    """Return what is wrong, and what is worth a line though nothing is wrong."""
    wrong, notes = [], []
    for name, count in counts.items():
        if name not in stored:
            wrong.append(f"{what}: '{name}' is not stored; {ACCEPT}.")
            continue
        before = stored[name]
        growth = f"{what}: '{name}' took {before:,}, and takes {count:,} ({100 * (count / before - 1):+.1f} %)."
        if count > before * (1 + TOLERANCE):
            wrong.append(f"{growth} Make it cheaper, or {ACCEPT}.")
        elif count < before * (1 - TOLERANCE):
            notes.append(growth)
    gone = [name for name in stored if name not in counts]
    return wrong + [f"{what}: '{name}' is stored and no longer counted; {ACCEPT}." for name in gone], notes


def differences(on: dict[str, str], stored: dict[str, str]) -> str:
    """Say where surroundings are not the stored ones."""
    return "; ".join(f"{key} {stored.get(key)!r} there, {on[key]!r} here" for key in on if on[key] != stored.get(key))
