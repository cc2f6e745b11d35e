"""The profiler: `profile` measures the time and memory of each op and line.

What is executed as a whole is measured as a whole: each lane region, each stretch of scalars, each array instruction,
forward and in reverse, and each call of a compiled function. The time of a region or stretch is then shared among its
instructions. A profile belongs to a thread; while none is active there, the tape only asks whether one is.

Tests: tests/package/test_profiler.py
"""

from __future__ import annotations

import ctypes
import functools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.forks import across_forks
from tapegrad.ir.forms import F4
from tapegrad.machine import kernels
from tapegrad.machine.layout import CALL, EARLY, LANE, LIVE, NEEDED, PICK, PICKS, REACHED, REGION, STORED, SUM
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import add
from tapegrad.record import modes
from tapegrad.record.calls import user_line
from tapegrad.record.frame import Frame
from tapegrad.record.recording import tape
from tapegrad.replay.generated_calls import Replayed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tapegrad.ops.declare import Elementwise

__all__ = ["Row", "profile"]


def __dir__() -> list[str]:
    return __all__


Line = tuple[str, int]


@dataclass
class Row:
    """What one op did at one line of the user's.

    Attributes
    ----------
    op : str
        The op's name; ``compiled f`` for calls of a compiled function, the class's name for a custom function.
    line : (file, number) or None
        Where it was recorded; None without ``lines=True``, or if it was recorded before.
    forward, reverse : int
        How often it was executed.
    forward_time, reverse_time : float
        Seconds.
    bytes : int
        Elements times item size: forward of operands and result, in reverse of their adjoints. Within a region they
        mostly stay in the cache.
    """

    op: str
    line: Line | None = None
    forward: int = 0
    reverse: int = 0
    forward_time: float = 0.0
    reverse_time: float = 0.0
    bytes: int = 0

    @property
    def time(self) -> float:
        """Seconds in both directions."""
        return self.forward_time + self.reverse_time

    @property
    def count(self) -> int:
        """Executions in both directions."""
        return self.forward + self.reverse

    @property
    def place(self) -> str:
        """The line as text."""
        return f"{os.path.basename(self.line[0])}:{self.line[1]}" if self.line else ""


_SORTS = ("time", "forward_time", "reverse_time", "count", "bytes", "op", "line")
_GROUPS = {"op": lambda r: (r.op, None), "line": lambda r: ("", r.line), "both": lambda r: (r.op, r.line)}
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

    Attributes
    ----------
    elapsed : float
        Seconds between beginning and end. What is not in `total` was spent on recording, on planning, on values that a
        recorded sweep computes again, on the profile itself, and outside the library.

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

    def __init__(self, lines: bool = False) -> None:
        self.elapsed = 0.0
        self._lines = lines
        self._rows: dict[tuple[str, Line | None], Row] = {}
        self._active = False

    def __enter__(self) -> profile:
        if self._active:
            raise ArgumentError("profile: this profile is already active. Make another one.")
        tape.flush()
        self._active = True
        within = modes.current()
        meter = _Meter(self, tape.profile)
        modes.enter(self, within.replace(profile=meter, lines=within.lines or self._lines))
        _count_active(1)
        self._begin = time.perf_counter()
        return self

    def __exit__(self, *exception: Any) -> None:
        try:
            if exception[0] is None:  # else what failed may still be tried again
                tape.flush()
        finally:
            self.elapsed += time.perf_counter() - self._begin
            self._active = False
            _count_active(-1)
            modes.leave(self, exception, "profile", "lines")

    def _add(self, op: str, line: Line | None, reverse: bool, seconds: float, moved: int) -> None:
        row = self._rows.setdefault((op, line), Row(op, line))
        if reverse:
            row.reverse += 1
            row.reverse_time += seconds
        else:
            row.forward += 1
            row.forward_time += seconds
        row.bytes += moved

    # -------------------------------------------------------------------------------------------- results

    @property
    def events(self) -> list[Row]:
        """A row for each op and line, the longest time first."""
        return self.rows("both")

    @property
    def total(self) -> float:
        """Seconds that were measured."""
        return sum(row.time for row in self._rows.values())

    def rows(self, by: str = "op", sort: str = "time") -> list[Row]:
        """Return rows by ``"op"``, by ``"line"`` or by ``"both"``.

        Parameters
        ----------
        sort : str
            ``"op"``, ``"line"``, or what is largest first: ``"time"``, ``"forward_time"``, ``"reverse_time"``,
            ``"count"``, ``"bytes"``.

        Raises
        ------
        ArgumentError
            If `by` or `sort` is none of these.
        """
        if by not in _GROUPS:
            raise ArgumentError(f"profile: by must be one of {', '.join(_GROUPS)}, got {by!r}.")
        if sort not in _SORTS:
            raise ArgumentError(f"profile: sort must be one of {', '.join(_SORTS)}, got {sort!r}.")
        groups: dict[Any, Row] = {}
        for row in self._rows.values():
            key = _GROUPS[by](row)
            group = groups.setdefault(key, Row(*key))
            for name in ("forward", "reverse", "forward_time", "reverse_time", "bytes"):
                setattr(group, name, getattr(group, name) + getattr(row, name))
        if sort in ("op", "line"):
            return sorted(groups.values(), key=lambda r: (getattr(r, sort) or ("", 0), r.op))
        return sorted(groups.values(), key=lambda r: -getattr(r, sort))

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
        rows, total = self.rows(by, sort), self.total
        cells = [["op"] * (by != "line") + ["line"] * (by != "op") + _HEADS]
        for row in rows[:limit]:
            cells.append(
                [row.op] * (by != "line")
                + [row.place] * (by != "op")
                + [str(row.forward), _ms(row.forward_time), str(row.reverse), _ms(row.reverse_time)]
                + [_ms(row.time), f"{100 * row.time / total:.1f}" if total else "", f"{row.bytes / 1e6:.3f}"]
            )
        words = len(cells[0]) - len(_HEADS)
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(c.ljust(w) if k < words else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths, strict=True)))
            for row in cells
        ]
        more = f"\nand {len(rows) - limit} more" if limit is not None and len(rows) > limit else ""
        title = f"{1e3 * total:.3f} ms measured of {1e3 * self.elapsed:.3f} ms elapsed"
        return "\n".join([title, _NOTE, *(line.rstrip() for line in lines)]) + more

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<profile of {len(self._rows)} rows, {1e3 * self.total:.3f} ms>"

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


# ------------------------------------------------------------------------------------------------- measuring


class _Meter:
    """What the tape calls while profiles are active on a thread; the innermost profile comes first."""

    def __init__(self, owner: profile, outer: _Meter | None) -> None:
        self._profiles: list[profile] = [owner, *(outer._profiles if outer is not None else ())]
        self._thread = tape.thread
        self._inner: list[float] = []  # for each measurement under way, the time of those within it
        self.called: Any = None  # the compiled function whose call is under way

    def measures(self, thread: object) -> bool:
        """Tell whether this is the thread, and a profile active: its modes may be inherited by others, and outlive
        it."""
        return thread is self._thread and any(p._active for p in self._profiles)

    @contextmanager
    def _measured(self, add: Callable[[float], None]) -> Iterator[None]:
        """Give `add` the seconds spent within, without those of measurements within."""
        self._inner.append(0.0)
        begin = time.perf_counter()
        try:
            yield
        finally:
            add(time.perf_counter() - begin - self._inner.pop())
            if self._inner:
                self._inner[-1] += time.perf_counter() - begin

    def segment(self, frame: Frame, segment: list[int], reverse: bool) -> AbstractContextManager[None]:
        """Measure a segment that is executed within."""

        def add(seconds: float) -> None:
            shares = _shares(frame, segment, reverse)
            total = sum(weight for _, _, weight, _ in shares)
            for slot, name, weight, moved in shares:
                share = weight / total if total else 1 / len(shares)
                self._add(name, frame.line(slot), reverse, seconds * share, moved)

        return self._measured(add)

    def function(self, name: str, line: Line | None, reverse: bool) -> AbstractContextManager[None]:
        """Measure the user's code of a custom function; what the tape executes within is measured by itself."""
        return self._measured(lambda seconds: self._add(name, line, reverse, seconds, 0))

    def _add(self, *what: Any) -> None:
        for p in self._profiles:
            p._add(*what)

    @contextmanager
    def call(self, title: str, line: Line | None, key: Any) -> Iterator[None]:
        """Measure a call of a compiled function."""
        before, self.called = self.called, key
        try:
            with self.function(title, line, False):
                yield
        finally:
            self.called = before


_counting = across_forks()
_active = 0


def _count_active(change: int) -> None:
    """Have calls of compiled functions measured while any thread has a profile."""
    global _active
    with _counting:
        _active += change
        Replayed.watch = staticmethod(_watch) if _active else None


def _watch(function: Any, what: str) -> Any:
    meter = tape.profile
    if meter is None or meter.called == (function, what) or (tape.pending is not None and tape.pending.traced):
        return None
    line = user_line() if tape.lines else None
    title = getattr(function, "title", None) or f"loaded {function.__name__}"
    return meter.call(title + what, line, (function, what))


# ------------------------------------------------------------------------------------------------- sharing


def _shares(frame: Frame, segment: list[int], reverse: bool) -> list[tuple[int, str, float, int]]:
    """List for each instruction that was executed: slot, name, weight, bytes."""
    kind, start, stop = segment[:3]
    shares = []
    for slot in range(start, stop):
        op: Any = declare.table[frame.code[slot, 0]]
        flags = int(frame.flags[slot])
        if op is None or (op.op_class == PICK and (kind != PICKS or flags & EARLY)):
            continue
        if reverse and not flags & REACHED:
            continue
        if kind == CALL:
            if not reverse and not flags & (LIVE | STORED):
                continue
            call = frame.calls[frame.code[slot, 1]]
            op, operands = call.op, call.operands
        else:
            operands = frame.code[slot, 1 : 1 + max(1, len(op.arguments))].tolist()
        weight = _weight(frame, op, slot, operands, reverse) if kind == REGION else 1.0
        moved = _bytes(frame, slot) + sum(_bytes(frame, s) for s in operands if not reverse or frame.types[s] & 1)
        shares.append((slot, op.shown, weight, moved))
    return shares


def _bytes(frame: Frame, slot: int) -> int:
    form = frame.form(slot)
    return form.size * (form.lane or form.dtype).itemsize


def _weight(frame: Frame, op: Any, slot: int, operands: list[int], reverse: bool) -> float:
    """Return nanoseconds that an instruction of a region takes, roughly."""
    summed = op.op_class == SUM
    form = frame.form(operands[0] if summed else slot)
    dtype = "f4" if form.lane is F4 else "f8"
    if summed:
        return form.size * _cost(add, dtype, kernels.FORWARD)
    cost = _cost(op, dtype, kernels.FORWARD)
    if reverse:
        cost += sum(_cost(op, dtype, kernels.BAR + k) for k, s in enumerate(operands) if frame.flags[s] & NEEDED)
    return form.size * cost


_SAMPLE = 4096  # lanes


@functools.cache
def _cost(op: Elementwise, dtype: str, column: int) -> float:
    """Return nanoseconds per element of a kernel, on arguments from the op's domain, in the cache."""
    kernels.load(op, dtype)
    address = int(kernels.tables[dtype][op.code, column])
    if not address:
        return 0.0
    lane = np.float32 if dtype == "f4" else np.float64
    rng = np.random.default_rng(0)
    ends = [op.domain.get(a, (0.1, 0.9)) for a in op.arguments]
    args = [rng.uniform(low, high, _SAMPLE).astype(lane) for low, high in ends]
    out, g, bar = np.empty(_SAMPLE, lane), np.ones(_SAMPLE, lane), np.empty(_SAMPLE, lane)
    pointers = [a.ctypes.data for a in (args * 3)[:3]]
    words = [ctypes.c_void_p] * 4 + [ctypes.c_int64]
    forward = ctypes.CFUNCTYPE(None, *words)(int(kernels.tables[dtype][op.code, kernels.FORWARD]))
    forward(out.ctypes.data, *pointers, _SAMPLE)
    kernel: Any = forward
    addresses: list[int] = [out.ctypes.data, *pointers]
    rest: list[int] = []
    if column != kernels.FORWARD:
        kernel = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6, ctypes.c_int64, ctypes.c_int64)(address)
        addresses, rest = [bar.ctypes.data, g.ctypes.data, *addresses], [0]
    few, many = (min(_timed(kernel, *addresses, n, *rest) for _ in range(9)) for n in (LANE, _SAMPLE))
    return max(1e9 * (many - few) / (_SAMPLE - LANE), 0.01)


def _timed(kernel: Callable[..., Any], *args: int) -> float:
    begin = time.perf_counter()
    kernel(*args)
    return time.perf_counter() - begin
