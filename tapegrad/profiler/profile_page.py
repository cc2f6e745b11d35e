"""A profile as a page for a browser, and as a small table for notebooks.

The page has the tree of calls as a flame graph, the user's lines with their times, the ops, and memory over time. Own
times are what was measured at a node or line itself; times of a line with its calls count a line once, however often
it is on the way.

Tests: tests/profiler/test_profile_page.py
"""

from __future__ import annotations

import html
import linecache
import os
import platform
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tapegrad.profiler.profile_rows import CallNode, Line, Row

if TYPE_CHECKING:
    from tapegrad.profiler.profiles import profile

_AROUND = 6  # lines of source that are shown before and after a line with a time
_SHOWN = 8  # rows in a notebook
_ELSEWHERE = "Python, NumPy, recording, compiling"


def advice(p: profile) -> str:
    """Return what to do where most of the time was not measured; empty where it was."""
    elsewhere = p.elapsed - p.total
    if elsewhere <= 0.5 * p.elapsed:
        return ""
    return (
        f"Most time ({percent(p, elsewhere)}%) is outside tapegrad's operations: {_ELSEWHERE}. Run it without the "
        "profile and see tg.debug.hot(), which tells why a loop is not compiled, or use tg.compile."
    )


def percent(p: profile, seconds: float) -> str:
    """Return a part of the time that elapsed, as text; empty while the profile is entered for the first time."""
    return f"{100 * seconds / p.elapsed:.1f}" if p.elapsed else ""


def data_of(p: profile, title: str) -> dict[str, Any]:
    """Return what the page of a profile shows, as values that JSON can hold.

    Parameters
    ----------
    p : profile
    title : str
        The heading.

    Returns
    -------
    dict
        `nodes` holds a list for each field of the nodes of the tree, parents before children; `lines` has rows
        ``[file, number, own forward, own reverse, forward, reverse]`` with times in seconds; `files` holds pieces of
        the source.
    """
    lines = _times_of_lines(p.rows("calls"))
    files = _sources(lines)
    numbers = {path: k for k, path in enumerate(dict.fromkeys(path for path, _ in lines))}
    return {
        "title": title,
        "version": import_module("tapegrad").__version__,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "made": time.strftime("%Y-%m-%d %H:%M"),
        "elapsed": p.elapsed,
        "elsewhere": _ELSEWHERE,
        "advice": advice(p),
        "nodes": _nodes(p.tree(), numbers),
        "ops": [
            [row.op, row.forward, row.reverse, row.forward_time, row.reverse_time, row.bytes] for row in p.rows("op")
        ],
        "paths": [*numbers],
        "files": [{"file": numbers[path], "first": first, "lines": text} for path, first, text in files],
        "lines": [[numbers[path], number, *times] for (path, number), times in lines.items()],
        "memory": [list(column) for column in zip(*p.memory, strict=True)] or None,
    }


def _nodes(root: CallNode, numbers: dict[str, int]) -> dict[str, list[Any]]:
    """Return the fields of all nodes; `forward_time` and `reverse_time` are their own."""
    columns: dict[str, list[Any]] = {
        name: []
        for name in (
            "parent", "name", "file", "line", "op", "forward", "reverse", "forward_time", "reverse_time", "bytes",
        )
    }  # fmt: skip
    way: list[int] = []
    for number, (depth, node) in enumerate(root.walk()):
        del way[depth:]
        row = node.row
        path, line = node.line or ("", 0)
        for name, value in {
            "parent": way[-1] if way else -1, "name": node.name, "file": numbers.get(path, -1), "line": line,
            "op": int(bool(row.op) or (node.line is None and depth > 0)), "forward": row.forward,
            "reverse": row.reverse, "forward_time": row.forward_time, "reverse_time": row.reverse_time,
            "bytes": row.bytes,
        }.items():  # fmt: skip
            columns[name].append(value)
        way.append(number)
    return columns


def _times_of_lines(rows: Iterable[Row]) -> dict[Line, list[float]]:
    """Return for each line its own times forward and in reverse, and those with its calls; by file and number."""
    times: dict[Line, list[float]] = defaultdict(lambda: [0.0] * 4)
    for row in rows:
        if row.line is not None:
            of_line = times[row.line[0], row.line[1]]
            of_line[0] += row.forward_time
            of_line[1] += row.reverse_time
        way = {(file, line) for _, file, line in row.calls if file} | ({row.line} if row.line else set())
        for line in way:
            times[line[0], line[1]][2] += row.forward_time
            times[line[0], line[1]][3] += row.reverse_time
    return dict(sorted(times.items()))


def _sources(lines: Iterable[Line]) -> list[tuple[str, int, list[str]]]:
    """Return pieces of the files that hold these lines, sorted: path, number of the first line, text."""
    pieces: list[tuple[str, int, int]] = []
    for path, number in lines:
        last = len(linecache.getlines(path)) or number
        first, stop = max(1, number - _AROUND), min(last, number + _AROUND) + 1
        if pieces and pieces[-1][0] == path and first <= pieces[-1][2] + _AROUND:
            pieces[-1] = path, pieces[-1][1], max(stop, pieces[-1][2])
        else:
            pieces.append((path, first, stop))
    return [
        (path, first, [text.rstrip("\n").expandtabs(4) for text in linecache.getlines(path)[first - 1 : stop - 1]])
        for path, first, stop in pieces
    ]


# ------------------------------------------------------------------------------------------------- notebooks

_STYLE = "text-align: left; padding: 2px 10px 2px 0; white-space: nowrap"
_COLOURS = "#5b8fbf", "#c9744f"  # forward and reverse: readable on light and on dark


def notebook_table(p: profile, rows: Sequence[Row], lines: bool) -> str:
    """Return the rows that took longest as HTML without scripts; they come with the longest first, and with lines if
    these were kept.
    """
    total = p.total
    most = max((row.time for row in rows), default=0.0) or 1.0
    forward = sum(row.forward_time for row in rows)
    cells = [["op", *["line"] * lines, "forward", "reverse", "", "%"]]
    for row in rows[:_SHOWN]:
        bars = "".join(
            f'<span style="display: inline-block; height: 8px; width: {90 * seconds / most:.1f}px; '
            f'background: {colour}"></span>'
            for seconds, colour in zip((row.forward_time, row.reverse_time), _COLOURS, strict=True)
        )
        words = [html.escape(word) for word in (row.op, *[row.place] * lines)]
        times = [f"{1e3 * row.forward_time:.3f} ms", f"{1e3 * row.reverse_time:.3f} ms"]
        cells.append([*words, *times, bars, percent(p, row.time)])
    head, *body = (
        "".join(f'<{tag} style="{_STYLE}">{cell}</{tag}>' for cell in line)
        for tag, line in zip(("th", *("td",) * len(rows)), cells, strict=False)
    )
    more = f"<div>and {len(rows) - _SHOWN} more rows</div>" if len(rows) > _SHOWN else ""
    memory = f", at most {max(s.used for s in p.memory) / 1e6:.1f} MB held" if p.memory else ""
    return (
        f"<div><b>profile</b>: {1e3 * total:.3f} ms measured of {1e3 * p.elapsed:.3f} ms elapsed "
        f'(<span style="color: {_COLOURS[0]}">forward {1e3 * forward:.3f} ms</span>, '
        f'<span style="color: {_COLOURS[1]}">reverse {1e3 * (total - forward):.3f} ms</span>){memory}</div>'
        f'<table style="border-collapse: collapse; font-size: 90%; color: inherit">'
        f"<thead><tr>{head}</tr></thead><tbody>"
        + "".join(f"<tr>{line}</tr>" for line in body)
        + f"</tbody></table>{more}<div>{html.escape(advice(p))}</div>"
    )
