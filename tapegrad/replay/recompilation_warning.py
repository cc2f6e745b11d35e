"""The warning of a function that is compiled again and again: names the cause and a remedy.

Tests: tests/replay/test_methods.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tapegrad.errors import VariantWarning
from tapegrad.record.trace import Trace

if TYPE_CHECKING:
    from tapegrad.replay.size_family import SizeFamily

MANY = 8  # recordings of one signature, or of objects that are gone, before a warning


def warn_of_decisions(title: str, count: int, lines: Iterable[str]) -> None:
    """Say that decisions keep changing."""
    named = ", ".join(sorted(set(lines))[:3])
    _warn(
        f"{title}: recorded {count} times for one signature, because decisions keep changing at {named}. Compute with "
        "np.where, tg.while_loop or tg.scan instead of branching on values. In place of x[mask], where the number of "
        "truths keeps changing, reduce all of x: by np.sum(x, where=mask), np.mean(x, where=mask), "
        "np.average(x, weights=mask) or np.where(mask, x, 0.0)."
    )


def warn_of_objects(title: str, count: int) -> None:
    """Say that a method was recorded for many objects that are gone."""
    _warn(
        f"{title}: recorded for {count} objects that live no more, because a method is recorded anew for each object. "
        "Keep one object, give the class __eq__ and __hash__, as a frozen dataclass has, or compile a function of what "
        "the method reads."
    )


def warn_of_sizes(title: str, family: SizeFamily, line: str) -> None:
    """Say that each size needs machine code of its own, and at which line of the function the recordings part."""
    recordings, texts = len(family), len(family.texts)
    where = f"at {line} it depends" if line else "it depends"
    _warn(
        f"{title}: recorded for {recordings} sizes of arrays and compiled {texts} times, because {where} on the sizes "
        "which instructions there are. Pad arrays to a few lengths, and reduce them with np.sum(x, where=mask) or "
        "np.where(mask, x, 0.0); in place of a Python loop over an axis use tg.scan."
    )


def _warn(text: str) -> None:
    """Warn at the line of the user that called."""
    file, _, line = Trace.line_outside().rpartition(":")
    warnings.warn_explicit(text, VariantWarning, file or "?", int(line) if line.isdigit() else 0)
