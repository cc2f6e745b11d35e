"""Reasons of refusals: why an exit is interpreted, and at which of the user's lines.

Invariant: a sweep or read that no artefact gives has a reason, which is noted for its line. Of several causes the first
is noted: a read that had to execute a run says why its sweep has no program.

Tests: tests/trace_cache/test_interrupts.py, tests/trace_cache/test_values_alone.py,
tests/autograd/test_spectra_that_return.py
"""

from __future__ import annotations

import enum
import os
import sys
import threading
import time
from collections import deque
from typing import Any

from tapegrad.named_tuples import NamedTuple
from tapegrad.record.modes import current
from tapegrad.trace_cache import thresholds


class Line(NamedTuple):
    """A line of the user's."""

    file: str
    number: int
    function: str

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.number}"


_HOUSE = __file__.removesuffix(os.path.join("trace_cache", "reasons.py"))  # where all files of this package are


def _frame() -> Any:
    """Return the innermost frame of the user's; None if there is none."""
    frame: Any = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_HOUSE):
        frame = frame.f_back
    return frame


def here() -> Line | None:
    """Return the user's line that is running."""
    frame = _frame()
    return None if frame is None else Line(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_qualname)


class Reason(enum.Enum):
    """Why a sweep or a read was interpreted; each with what it means, and after a full stop what to do."""

    __hash__ = object.__hash__  # Enum's is a function of Python

    OFF = "the trace cache is off"
    COUNTING = "it has not come often enough yet"
    # what is recorded
    NEW = "each of these turns began with other shapes, dtypes or settings than all before. Pad arrays to a few sizes"
    ROWS = "a mask or an index chose another number of rows each turn. Use np.where, or multiply by the mask"
    OFF_TREE = (
        "a call had an argument that cannot be compared from turn to turn, such as an index of varying length, or its "
        "value was needed at once. Pass Tensors, arrays and numbers of fixed shapes"
    )
    TOO_LONG = "a turn has too many operations. Put a part of the loop into a tg.compile'd function"
    STRETCH = f"more than {thresholds.STRETCH} operators follow each other. Put them into a tg.compile'd function"
    TOO_MANY_BRANCHES = "a call differs from turn to turn in shapes, dtypes or settings. Pad arrays to a few sizes"
    TOO_MANY_EXITS = "the sweep began at other results, or other Tensors were kept, from turn to turn"
    CHANGED = "a finalizer, a signal handler or another thread recorded in between"
    # observers
    HOOKS = (
        "a node of the graph (y.grad_fn) has a hook or is kept in a variable, or a result of an earlier part keeps its "
        "gradient. Use y.register_hook for hooks"
    )
    MODES = "something that looks at each operation is on. Leave it for speed"
    NESTED = "the sweep began within another sweep, a function transform or a custom Function"
    # what is swept
    SEVERAL_ROOTS = "the sweep began at several results that are not all numbers without seeds. Sweep from their sum"
    RETAINED = "the graph was retained (retain_graph=True) after its values were read"
    CREATE_GRAPH = "the sweep was recorded (create_graph=True)"
    INPUTS = "inputs= names results, or something twice. Name leaves alone"
    BATCHED = "the seeds were a batch (is_grads_batched=True)"
    SEED = "the seed was neither an array nor a Tensor of the result's shape and dtype"
    PARTIAL = "gradients of results were asked for, or of leaves that the sweep does not reach"
    CLOSED = "the graph was swept before, or its values were computed before the sweep"
    DIVIDED = "the sweep goes back into calls that were interpreted, since a value in between was read"
    REQUIRES_GRAD = "a result requires grad, though none is recorded here"
    TWO_VERSIONS = "a leaf was written to between two calls that read it"
    NO_GRADIENT = "some leaf gets no gradient"
    # what is computed
    DTYPE = (
        "complex numbers require grad, are constants, have a hook or are kept after the sweep, or another dtype cannot "
        "be compiled"
    )
    TOO_LARGE = "the arrays are so large that compiled code of the values alone would save nothing"
    TOO_MANY_ARGUMENTS = "compiled code would have too many inputs and outputs"
    NOT_COMPILED = "an op cannot be compiled"
    NOT_FINITE = "there was an error or a gradient that is not finite, and the interpreter decides about these"
    SELDOM_SWEPT = "a sweep follows the read too seldom"
    IN_VAIN = "compiled code ran, but all was computed again, several times in a row. See why the sweep was interpreted"


OFF_TREE = frozenset({
    Reason.NEW, Reason.ROWS, Reason.OFF_TREE, Reason.TOO_LONG, Reason.STRETCH, Reason.TOO_MANY_BRANCHES
})  # fmt: skip
"""Why runs are on no path."""
AWAITED = frozenset({Reason.COUNTING, Reason.SELDOM_SWEPT})


class Refusal:
    """The entry of an exit that is never compiled, or the first cause why no program stands for a run.

    Attributes
    ----------
    reason : Reason
    detail : str or Line
        What an error said, which modes, or where; empty if that is not known.
    """

    __slots__ = ("detail", "reason")

    def __init__(self, reason: Reason, detail: str | Line | None = "") -> None:
        self.reason, self.detail = reason, detail

    def __str__(self) -> str:
        why, stop, remedy = self.reason.value.partition(". ")
        detail = f"at {self.detail}" if isinstance(self.detail, Line) else self.detail
        return f"{why} ({detail}){stop}{remedy}" if detail else self.reason.value


bare = {reason: Refusal(reason) for reason in Reason}
"""Refusals of which no more is known."""


class Site:
    """A line of the user's from which sweeps began, or values were read, on one thread.

    Attributes
    ----------
    interpreted : dict
        How often, by reason.
    refusals : dict
        The last refusal for these reasons, where more than the reason is known.
    turns : (deque, deque) of float
        The last durations in seconds from one arrival to the next, if turns are timed: of those that the interpreter
        ended, and an artefact.
    before : float or None
        When the last turn ended.
    """

    __slots__ = ("before", "interpreted", "refusals", "turns")

    def __init__(self) -> None:
        self.interpreted: dict[tuple[str, Reason], int] = {}
        self.refusals: dict[tuple[str, Reason], Refusal] = {}
        self.turns: tuple[deque[float], deque[float]] = deque(maxlen=64), deque(maxlen=64)
        self.before: float | None = None


_MOST = 256  # sites of a thread


class _Sites(threading.local):
    def __init__(self) -> None:
        self.of: dict[tuple[str, int] | None, Site] = {}


sites = _Sites()


def _site() -> Site:
    """Return the site of the user's line that is running."""
    frame, of = _frame(), sites.of
    key = None if frame is None else (frame.f_code.co_filename, frame.f_lineno)
    if key in of:
        return of[key]
    if len(of) >= _MOST:
        of.clear()
    site = of[key] = Site()
    return site


def note(what: str, reason: Reason, run: Any = None) -> None:
    """Count a sweep or read of a run that is interpreted for a reason, but if only more of them are awaited."""
    if reason in AWAITED:
        return
    site = _site()
    interpreted, key = site.interpreted, (what, reason)
    interpreted[key] = interpreted[key] + 1 if key in interpreted else 1
    refusal = Refusal(reason, current().observers()) if reason is Reason.MODES else run and run.refusal
    if refusal is not None and refusal.reason is reason and refusal.detail:
        site.refusals[key] = refusal


def turn(compiled: bool) -> None:
    """Time the turn of a loop that ends with a sweep, which an artefact or the interpreter has done."""
    site, now = _site(), time.perf_counter()
    if site.before is not None:
        site.turns[compiled].append(now - site.before)
    site.before = now
