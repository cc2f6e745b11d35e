"""The table in Markdown, and the same as data for JSON."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from benchmarks.compare import machine
from benchmarks.compare.outcome import Outcome
from benchmarks.compare.rows import Row

REFERENCE = "tapegrad"
"""The peer whose time the ratios divide by."""


@dataclass(frozen=True)
class Result:
    """A measured row."""

    row: Row
    title: str
    outcome: Outcome
    disagreements: dict[str, str]

    @property
    def best(self) -> dict[str, float]:
        """The least figure of each peer."""
        return {name: min(figures) / self.row.per for name, figures in self.outcome.figures.items()}

    @property
    def ok(self) -> bool:
        """Whether every peer answered, and all the same."""
        return not (self.outcome.failures or self.disagreements)


def seconds_text(seconds: float) -> str:
    """Three digits and the unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def cell(result: Result, name: str) -> str:
    """Figure and ratio of a peer."""
    if name in result.outcome.failures:
        return "failed"
    if name in result.disagreements:
        return "disagrees"
    best = result.best
    if name not in best:
        return "-"
    text = seconds_text(best[name]) if result.row.unit == "s" else f"{best[name]:.3g} {result.row.unit}"
    if name == REFERENCE or not best.get(REFERENCE):
        return text
    return f"{text} ({best[name] / best[REFERENCE]:.2g}x)"


def markdown(results: list[Result], peers: dict[str, Any], absent: dict[str, str], *, quick: bool) -> str:
    """Write the table with its head and notes."""
    versions = ", ".join(f"{peer.NAME} {peer.version()}" for peer in peers.values())
    lines = [
        f"{date.today()}; {machine.describe()}; one thread; float64; best of several turns"
        + ("; a quick run, noisy." if quick else "."),
        f"{versions}." + (" In brackets: the figure as a multiple of tapegrad's." if REFERENCE in peers else ""),
        "",
        "| work | " + " | ".join(peer.NAME for peer in peers.values()) + " |",
        "|---|" + "---:|" * len(peers),
    ]
    lines += [f"| {r.title} | " + " | ".join(cell(r, name) for name in peers) + " |" for r in results]
    lines += ["", *(f"- {peer.NAME}: {peer.HOW}." for peer in peers.values())]
    lines += [f"- {name} is absent: {why}." for name, why in absent.items()]
    for r in results:
        for verb, notes in (
            ("left out", r.outcome.skips),
            ("failed", r.outcome.failures),
            ("disagrees", r.disagreements),
        ):
            lines += [f"- {r.row.name}, {peers[name].NAME} {verb}: {why}." for name, why in notes.items()]
    return "\n".join(lines)


def data(results: list[Result], peers: dict[str, Any], absent: dict[str, str]) -> dict[str, Any]:
    """Everything that was measured, each turn of it."""
    return {
        "date": date.today().isoformat(),
        "machine": machine.describe(),
        "versions": {name: peer.version() for name, peer in peers.items()},
        "absent": absent,
        "rows": {
            r.row.name: {
                "title": r.title,
                "unit": r.row.unit,
                "best": r.best,
                "turns": {name: [f / r.row.per for f in figures] for name, figures in r.outcome.figures.items()},
                "left out": r.outcome.skips,
                "failed": r.outcome.failures,
                "disagrees": r.disagreements,
            }
            for r in results
        },
    }
