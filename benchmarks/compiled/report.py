"""The tables in Markdown, from what was measured, and the pages that show them."""

from __future__ import annotations

import re
import statistics
from typing import Any

from benchmarks.compare.report import seconds_text
from benchmarks.compiled.contest import ROOT
from benchmarks.compiled.rows import ROWS

Results = dict[str, dict[str, Any]]
"""What was measured, by row."""

PAGES = {"README.md": True, "docs/explain/performance.md": False}
"""Where tables stand, and whether in short."""
MARKS = re.compile(r"(<!-- compiled -->\n).*?(<!-- end -->)", re.DOTALL)


def troubles(result: dict[str, Any]) -> dict[str, str]:
    """Give the peers of a row that failed or disagreed, and how."""
    return {**result["failed"], **result["disagrees"]}


def columns(results: Results) -> list[str]:
    """Give the columns: tapegrad's, then the others by name."""
    names = {peer["column"] for result in results.values() for peer in result["peers"].values()}
    return sorted(names, key=lambda name: (not name.startswith("tapegrad"), name.lower()))


def fastest(result: dict[str, Any], column: str) -> dict[str, Any] | None:
    """Give the fastest of the peers that share a column."""
    peers = [peer for peer in result["peers"].values() if peer["column"] == column]
    return min(peers, key=lambda peer: min(peer["turns"]), default=None)


def cell(result: dict[str, Any], column: str, short: bool) -> str:
    """Write the best time, bold if none is less, and seconds of the processor to the first answer."""
    peer = fastest(result, column)
    if peer is None:
        return "-"
    best = min(peer["turns"])
    text = seconds_text(best)
    if best == min(min(other["turns"]) for other in result["peers"].values()):
        text = f"**{text}**"
    notes = [] if short else [f"{peer['first']:.2g} s"]
    if peer["name"] != column:
        notes.append(peer["name"])
    return f"{text} ({', '.join(notes)})" if notes else text


def table(results: Results, short: bool = False) -> str:
    """Write the table; in short, with the rows of the README, and the first answers in one row."""
    names = columns(results)
    chosen = [row for row in ROWS.values() if row.name in results and (row.in_readme or not short)]
    lines = [["value and gradient, or as named", *names], ["---", *["---:"] * len(names)]]
    lines += [[row.title, *(cell(results[row.name], name, short) for name in names)] for row in chosen]
    if short:
        firsts = {name: [p["first"] for r in chosen if (p := fastest(results[r.name], name))] for name in names}
        lines.append([
            "CPU time to the first answer, median of the rows",
            *(f"{statistics.median(seconds):.2g} s" if seconds else "-" for seconds in firsts.values()),
        ])  # fmt: skip
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def head(results: Results) -> str:
    """Say when, on what and with what it was measured."""
    versions = {
        f"{peer['name']} {peer['version']}": None for result in results.values() for peer in result["peers"].values()
    }
    days, machines = (sorted({result[key] for result in results.values()}) for key in ("date", "machine"))
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return (
        f"*{when}; {'; '.join(machines)}; one thread, float64; {', '.join(versions)}; `python -m benchmarks.compiled`.*"
    )


def notes(results: Results) -> list[str]:
    """Say how each peer is used, and what is left out or wrong, and why."""
    peers = {peer["name"]: peer["how"] for result in results.values() for peer in result["peers"].values()}
    lines = [f"- {name}: {how}." for name, how in peers.items()]
    reasons: dict[str, list[str]] = {}
    for row, result in results.items():
        for verb in ("absent", "left out", "failed", "disagrees"):
            for name, why in result[verb].items():
                reasons.setdefault(f"{name} {verb}: {why}", []).append(row)
    return lines + [f"- {reason} ({', '.join(rows)})." for reason, rows in reasons.items()]


def page_text(results: Results, short: bool) -> str:
    """Write what stands between the marks of a page."""
    parts = [head(results), table(results, short)]
    return "\n\n".join(parts if short else [*parts, "\n".join(notes(results))])


def write_pages(results: Results) -> None:
    """Replace what stands between the marks of each page."""
    for name, short in PAGES.items():
        path, text = ROOT / name, page_text(results, short)
        page, count = MARKS.subn(lambda m, text=text: f"{m[1]}{text}\n{m[2]}", path.read_text(encoding="utf-8"))
        if count != 1:
            raise SystemExit(f"{name} has no place for the table 'compiled'")
        path.write_text(page, encoding="utf-8")
