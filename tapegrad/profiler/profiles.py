"""The class `profile`: what was measured, as rows, a tree of calls, a table, a picture and a page.

The time of a region or stretch, which runs as a whole, is shared among its instructions. A profile belongs to a thread;
while none is active there, the tape only asks whether one is.

Tests: tests/package/test_profiler.py, tests/profiler/test_stacks.py
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from tapegrad.errors import ArgumentError
from tapegrad.explain import page
from tapegrad.profiler.memory_over_time import MemorySample
from tapegrad.profiler.meter import Measurements, Meter, count_active
from tapegrad.profiler.profile_page import data_of, notebook_table, percent
from tapegrad.profiler.profile_rows import GROUPS, SORTS, CallNode, Row, grouped, tree_of
from tapegrad.record import modes
from tapegrad.record.calls import user_calls
from tapegrad.record.recording import tape

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NOTE = (
    "Regions of elementwise ops and stretches of scalars run as a whole: an op's time there is a share of the whole,\n"
    "by elements and the cost of its kernels, or in equal parts among scalars."
)


class profile:
    """Measure the operations that this thread executes within.

    Operations that are pending at the beginning are executed first. Operations that are pending at the end still belong
    to the profile, unless it ends with an exception. Regions do not run forward and in reverse in one visit, so that
    both directions can be measured. A profile within a profile does not reduce the outer one. A profile that is entered
    again adds to its rows.

    Parameters
    ----------
    lines : bool
        Keep the user's line for each instruction (recording then takes longer).
    stacks : bool
        Keep the line and the calls that led to it, from where the profile was entered.
    memory : bool
        Sample how many bytes tape and buffers hold.
    compiled : bool
        Keep stacks, and measure what is done within compiled functions: each is compiled once more, with clocks, and
        runs on one thread. Else a call is one row.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = tg.tensor(np.linspace(0.0, 1.0, 10_000), requires_grad=True)
    >>> with tg.profiler.profile() as p:
    ...     loss = np.sum(np.sin(x) * x)
    ...     loss.backward()
    >>> sorted((row.op, row.forward, row.reverse) for row in p.events)
    [('multiply', 1, 1), ('sin', 1, 1), ('sum_all', 1, 1)]
    >>> 0.0 < p.total < p.elapsed
    True
    """

    def __init__(
        self, lines: bool = False, stacks: bool = False, memory: bool = False, compiled: bool = False
    ) -> None:  # fmt: skip
        stacks = stacks or compiled
        self._lines = lines or stacks
        self._measurements = Measurements(stacks, memory, compiled)

    def __enter__(self) -> profile:
        if self._measurements.active:
            raise ArgumentError("profile: this profile is already active. Make another one.")
        tape.flush()
        outside = user_calls(sys._getframe(1))[:-1] if self._measurements.stacks else ()  # but for the innermost call
        within = modes.current()
        meter = Meter(self._measurements, tape.profile)
        modes.enter(self, within.replace(profile=meter, lines=within.lines or self._lines))
        count_active(1)
        self._measurements.begin(outside)
        return self

    def __exit__(self, *exception: Any) -> None:
        try:
            if exception[0] is None:  # else what failed may still be tried again
                tape.flush()
        finally:
            self._measurements.end()
            count_active(-1)
            modes.leave(self, exception, "profile", "lines")

    # -------------------------------------------------------------------------------------------- results

    @property
    def elapsed(self) -> float:
        """Seconds between beginning and end.

        What is not in `total` was spent on recording, on planning, on values that a recorded sweep computes again, on
        the profile itself, and outside the library.
        """
        return self._measurements.elapsed

    @property
    def events(self) -> list[Row]:
        """A row for each op and line, the longest time first."""
        return self.rows("both")

    @property
    def total(self) -> float:
        """Seconds that were measured."""
        return sum(row.time for row in self._measurements.rows.values())

    def rows(self, by: str = "op", sort: str = "time") -> list[Row]:
        """Return rows by ``"op"``, by ``"line"``, by ``"both"``, or by ``"calls"``: both, and the calls that led there.

        Parameters
        ----------
        by : str
            Which rows are added up.
        sort : str
            ``"op"``, ``"line"``, or what is largest first: ``"time"``, ``"forward_time"``, ``"reverse_time"``,
            ``"count"``, ``"bytes"``.

        Raises
        ------
        ArgumentError
            If `by` or `sort` is none of these.
        """
        if by not in GROUPS:
            raise ArgumentError(f"profile: by must be one of {', '.join(GROUPS)}, got {by!r}.")
        if sort not in SORTS:
            raise ArgumentError(f"profile: sort must be one of {', '.join(SORTS)}, got {sort!r}.")
        groups = grouped(self._measurements.rows.values(), by)
        if sort in ("op", "line"):
            return sorted(groups, key=lambda r: (getattr(r, sort) or ("", 0), r.op))
        return sorted(groups, key=lambda r: -getattr(r, sort))

    def tree(self) -> CallNode:
        """Return the root of the tree of calls: without ``stacks=True`` of lines, and without ``lines=True`` of ops.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> def energy(x):
        ...     return np.sum(np.sin(x) * x)
        >>> x = tg.tensor(np.linspace(0.0, 1.0, 10_000), requires_grad=True)
        >>> with tg.profiler.profile(stacks=True) as p:
        ...     energy(x).backward()
        >>> root = p.tree()
        >>> root.name
        'all'
        >>> sorted(node.name for _, node in root.walk() if not node.children)
        ['multiply', 'sin', 'sum_all']
        """
        return tree_of(self._measurements.rows.values())

    @property
    def memory(self) -> list[MemorySample]:
        """Samples of the bytes that tape and buffers hold, oldest first; empty without ``memory=True``.

        Peaks between two samples are not seen.
        """
        samples = self._measurements.memory
        return [] if samples is None else samples.samples

    def table(self, sort: str = "time", by: str | None = None, limit: int | None = None) -> str:
        """Return the rows as text.

        Parameters
        ----------
        sort : str
            As for `rows`.
        by : str, optional
            As for `rows`; by default ``"both"`` if lines were kept, else ``"op"``.
        limit : int, optional
            So many rows at most.
        """
        by = by or ("both" if self._lines else "op")
        rows = self.rows(by, sort)
        cells = [["op"] * (by != "line") + ["line"] * (by != "op") + _HEADS]
        for row in rows[:limit]:
            cells.append(
                [row.op] * (by != "line")
                + [row.place] * (by != "op")
                + [str(row.forward), _ms(row.forward_time), str(row.reverse), _ms(row.reverse_time)]
                + [_ms(row.time), percent(self, row.time), f"{row.bytes / 1e6:.3f}"]
            )
        words = len(cells[0]) - len(_HEADS)
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(c.ljust(w) if k < words else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths, strict=True)))
            for row in cells
        ]
        more = f"\nand {len(rows) - limit} more" if limit is not None and len(rows) > limit else ""
        title = f"{1e3 * self.total:.3f} ms measured of {1e3 * self.elapsed:.3f} ms elapsed; % are of the time elapsed"
        return "\n".join([title, _NOTE, *(line.rstrip() for line in lines)]) + more

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<profile of {len(self._measurements.rows)} rows, {1e3 * self.total:.3f} ms>"

    def _repr_html_(self) -> str:
        """Return a small table for notebooks."""
        return notebook_table(self, self.rows("both" if self._lines else "op"), self._lines)

    def save(self, path: str | os.PathLike[str], title: str = "profile") -> None:
        """Write the profile as one HTML file, which loads nothing from elsewhere.

        It shows the tree of calls as a flame graph (with ``stacks=True``), times beside the lines of the source (with
        ``lines=True``), ops, and memory over time (with ``memory=True``). Pieces of your source are part of the file.

        Parameters
        ----------
        path : path
            Of the file, such as ``profile.html``.
        title : str
            The heading.
        """
        page.write(path, "profile", data_of(self, title))

    def plot(self, path: str | os.PathLike[str] | None = None, by: str = "op", limit: int = 20) -> Figure:
        """Draw the rows that took longest as bars, forward and reverse; needs matplotlib.

        Parameters
        ----------
        path : path, optional
            Where to save the picture.
        by : str
            As for `rows`.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise ImportError(
                "plot: expected matplotlib, which is not installed. Install it with: pip install 'tapegrad[plot]'"
            ) from error
        rows = self.rows(by)[:limit][::-1]
        names = ["  ".join(filter(None, (row.op, row.place))) or "?" for row in rows]
        figure = Figure(figsize=(8.0, 1.2 + 0.28 * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        forward = [1e3 * row.forward_time for row in rows]
        axes.barh(names, forward, color="#1f77b4", label="forward")
        axes.barh(names, [1e3 * row.reverse_time for row in rows], left=forward, color="#ff9f40", label="reverse")
        axes.set_xlabel("milliseconds")
        axes.set_title(f"{1e3 * self.total:.3g} ms measured of {1e3 * self.elapsed:.3g} ms elapsed", fontsize="medium")
        axes.legend(loc="lower right")
        axes.margins(y=0.02)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if path is not None:
            figure.savefig(path, dpi=120)
        return figure


_HEADS = ["forward", "ms", "reverse", "ms", "total ms", "%", "MB"]


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.3f}"
