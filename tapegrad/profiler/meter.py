"""The meter: what the tape calls while profiles are active on a thread.

What is executed as a whole is measured as a whole: each lane region, each stretch of scalars, each array instruction,
forward and in reverse, and each call of a compiled function. Times are exclusive: a measurement leaves out those that
are made within it.

Tests: tests/package/test_profiler.py
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from tapegrad.forks import across_forks
from tapegrad.ir.program import UserCall, UserLine
from tapegrad.profiler.compiled_clocks import CompiledClocks, tick
from tapegrad.profiler.cost_shares import shares
from tapegrad.profiler.memory_over_time import MemorySamples
from tapegrad.profiler.profile_rows import Calls, Line, Row, without
from tapegrad.record.calls import RecordedLine, user_line
from tapegrad.record.frame import Frame
from tapegrad.record.recording import tape
from tapegrad.replay.compiled_function import CompiledFunction
from tapegrad.replay.generated_calls import Replayed


class Measurements:
    """What one profile collects.

    Attributes
    ----------
    stacks : bool
        Whether the calls that led to a line are kept.
    active : bool
        Whether the profile is entered.
    elapsed : float
        Seconds for which it was entered before.
    rows : dict
        A row for each op, line and calls.
    memory : MemorySamples or None
    clocks : CompiledClocks or None
        Those within compiled functions.
    """

    def __init__(self, stacks: bool, memory: bool, compiled: bool) -> None:
        self.stacks, self.active, self.elapsed = stacks, False, 0.0
        self.clocks = CompiledClocks() if compiled else None
        self.rows: dict[tuple[str, Line | None, Calls], Row] = {}
        self.memory = MemorySamples() if memory else None
        self._outside: Calls = ()
        self._begin = 0.0

    def begin(self, outside: Calls) -> None:
        """Begin to collect; these calls are left out where calls begin with them."""
        self.active, self._outside = True, outside
        self._begin = time.perf_counter()
        self.sample_memory(always=True)

    def end(self) -> None:
        """End it."""
        self.sample_memory(always=True)
        self.elapsed += time.perf_counter() - self._begin
        self.active = False
        if self.clocks is not None:
            self.clocks.remove()

    def add(
        self, op: str, line: RecordedLine | None, reverse: bool, seconds: float, moved: int, count: int = 1
    ) -> None:
        """Add executions of an op."""
        place = None if line is None else (line[0], line[1])
        calls: Calls = getattr(line, "calls", ()) if self.stacks else ()
        calls = without(calls, self._outside)
        row = self.rows.setdefault((op, place, calls), Row(op, place, calls))
        if reverse:
            row.reverse += count
            row.reverse_time += seconds
        else:
            row.forward += count
            row.forward_time += seconds
        row.bytes += moved

    def sample_memory(self, frame: Frame | None = None, always: bool = False) -> None:
        """Take a sample of memory, if it is asked for and time for one; `frame` is that under execution."""
        if self.memory is not None and self.active:
            self.memory.take(self.elapsed + time.perf_counter() - self._begin, frame, always)


class Meter:
    """What the tape calls while profiles are active on a thread; the innermost profile comes first."""

    def __init__(self, inner: Measurements, outer: Meter | None) -> None:
        self._profiles: list[Measurements] = [inner, *(outer._profiles if outer is not None else ())]
        self.stacks = any(p.stacks for p in self._profiles)  # whether lines are to know the calls that led there
        self._clocks = next((p.clocks for p in reversed(self._profiles) if p.clocks is not None), None)
        self._thread = tape.thread
        self._inner: list[float] = []  # for each measurement under way, the time of those within it
        self.called: Any = None  # the compiled function whose call is under way

    def measures(self, thread: object) -> bool:
        """Tell whether this is the thread, and a profile active: its modes may be inherited by others, and outlive
        it."""
        return thread is self._thread and any(p.active for p in self._profiles)

    @contextmanager
    def _measured(self, add: Callable[[float], None], frame: Frame | None = None) -> Iterator[None]:
        """Give `add` the seconds spent within, without those of measurements within."""
        self._inner.append(0.0)
        begin = time.perf_counter()
        try:
            yield
        finally:
            add(time.perf_counter() - begin - self._inner.pop())
            for p in self._profiles:
                p.sample_memory(frame)
            if self._inner:
                self._inner[-1] += time.perf_counter() - begin

    def segment(self, frame: Frame, segment: list[int], reverse: bool) -> AbstractContextManager[None]:
        """Measure a segment that is executed within."""

        def add(seconds: float) -> None:
            parts = shares(frame, segment, reverse)
            total = sum(weight for _, _, weight, _ in parts)
            for slot, name, weight, moved in parts:
                share = weight / total if total else 1 / len(parts)
                self._add(name, frame.line(slot), reverse, seconds * share, moved)

        return self._measured(add, frame)

    def function(self, name: str, line: RecordedLine | None, reverse: bool) -> AbstractContextManager[None]:
        """Measure the user's code of a custom function; what the tape executes within is measured by itself."""
        return self._measured(lambda seconds: self._add(name, line, reverse, seconds, 0))

    def _add(self, *what: Any) -> None:
        for p in self._profiles:
            p.add(*what)

    @contextmanager
    def call(
        self, function: Any, what: str, args: tuple[Any, ...], keywords: dict[str, Any], line: RecordedLine | None
    ) -> Iterator[None]:
        """Measure a call of a compiled function at a line, and what is done within if there are clocks."""
        before, self.called = self.called, (function, what)
        title = (getattr(function, "title", None) or f"loaded {function.__name__}") + what
        clocks = self._clocks if isinstance(function, CompiledFunction) and not what else None

        def add(seconds: float) -> None:
            parts = clocks.parts(function) if clocks is not None else []
            within = tick() * sum(part.ticks for part in parts)
            scale = tick() * min(1.0, seconds / within) if within else 0.0
            for part in parts:
                at = _within(part.line, line, title)
                reverse = part.line is not None and part.line.reverse
                self._add(part.op, at, reverse, scale * part.ticks, part.bytes, part.executions)
            self._add(title, line, False, max(0.0, seconds - within), 0)

        try:
            if clocks is not None:
                tick()
                clocks.prepare(function, args, keywords, getattr(line, "calls", ()))
                clocks.parts(function)  # of calls on other threads
            with self._measured(add):
                yield
        finally:
            self.called = before


def _within(line: UserLine | None, outer: Any, title: str) -> Any:
    """Return the line of an instruction of a compiled function, with the calls of the line that has called this."""
    if outer is None:
        return line
    calls = (*outer.calls, UserCall(title, "", 0))
    if line is None:
        return outer._replace(calls=calls)
    return line._replace(calls=(*calls, *(line.calls or (UserCall("", line.file, line.number),))))


_counting = across_forks()
_active = 0


def count_active(change: int) -> None:
    """Have calls of compiled functions measured while any thread has a profile."""
    global _active
    with _counting:
        _active += change
        Replayed.watch = staticmethod(_watch) if _active else None


def _watch(function: Any, what: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    meter = tape.profile
    if meter is None or meter.called == (function, what) or (tape.pending is not None and tape.pending.traced):
        return None
    return meter.call(function, what, args, keywords, user_line() if tape.lines else None)
