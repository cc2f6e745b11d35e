"""The open recording of this thread, as eager code asks for it. Where nothing is recorded for a replay, a process does
without `tapegrad.record.trace`.

Tests: tests/record/test_incremental_cse.py, tests/tensor/test_exits.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapegrad.record import modes
from tapegrad.record.recording import home, tape

if TYPE_CHECKING:
    from tapegrad.record.trace import Trace


def current() -> Trace | None:
    """Return the open trace of this thread."""
    pending: Any = tape._open.pending
    return pending if pending is not None and pending.traced else None


def leaf_of_recording(t: Any) -> Any:
    """Return what stands for a leaf from outside in the open recording, if replays will read it anew; else None."""
    trace = current()
    reads = trace is not None and trace.leaves_vary and not t.traced and home(t)[0].run is None
    return trace.handle(trace.capture(t)) if reads else None  # type: ignore[union-attr]


def inside() -> bool:
    """Tell whether a function is recorded or differentiated here, or operations go to a `Tape` of the user's."""
    pending = tape._open.pending  # as `current` finds it, without a call
    return bool((pending is not None and pending.traced) or tape.variables or modes.current().tape is not None)
