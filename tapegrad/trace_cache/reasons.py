"""Reasons of refusals: why an exit is interpreted, and at which of the user's lines.

Invariant: a sweep or read that no artefact gives has a reason, which is noted for its line.

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
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A line of the user's."""

    file: str
    number: int
    function: str


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
    """Why a sweep or a read was interpreted; each with what it means, and what to do."""

    __hash__ = object.__hash__  # Enum's is a function of Python

    OFF = "the trace cache is off"
    COUNTING = "it was not taken often enough yet"
    # what is recorded
    OFF_TREE = (
        "the run is not on the trace tree: a call in it had an argument that no key can name, read a value, or chose "
        "another number of rows each turn. Pass arrays of one shape, with a weight of 0 for what does not count"
    )
    TOO_LONG = "the run has more instructions than a path may. Put a part of the loop into a tg.compile'd function"
    TOO_MANY_BRANCHES = "the calls differ from turn to turn. Pass what varies as arrays, or make shapes the same"
    TOO_MANY_EXITS = "roots, or the Tensors that are alive, differ from turn to turn"
    CHANGED = "a finalizer, a signal handler or another thread recorded in between"
    # observers
    HOOKS = "a node of the graph is kept or has a hook after it, or a result of an earlier run keeps its gradient"
    MODES = "a profile, anomaly detection, a dual level, saved-tensor hooks or a tape of its own is on"
    NESTED = "the sweep began within another sweep, or in a function transform or custom Function"
    # what is swept
    SEVERAL_ROOTS = "there are several roots that are not all pending numbers without seeds"
    RETAINED = "the graph is retained, which the read before did not know"
    CREATE_GRAPH = "the sweep is recorded (create_graph)"
    INPUTS = "inputs= names where gradients go"
    BATCHED = "the seeds are a batch"
    SEED = "the seed is neither an array nor data of the root's shape and dtype"
    PARTIAL = "gradients of results are asked for, or of leaves that the sweep does not reach"
    CLOSED = "the root's run was executed before the sweep: its value was read, or it was swept before"
    DIVIDED = "it leads back into an earlier run that was executed, since a value in between was read"
    REQUIRES_GRAD = "a result requires grad, though none is recorded here"
    TWO_VERSIONS = "the run holds two versions of one leaf, which was written to in between"
    NO_GRADIENT = "some leaf gets no gradient"
    # what is computed
    DTYPE = "complex numbers that come in, are constants, hooked or alive, or others that no program of a run takes"
    TOO_LARGE = "the arrays are so large that a program of the values alone would spare nothing"
    CONSTANTS = "the function of the vmap captures more than a megabyte. Pass it as an argument"
    TOO_MANY_ARGUMENTS = "the program would have too many inputs and outputs"
    NOT_COMPILED = "an op cannot be compiled"
    NOT_FINITE = "the program met an error or a gradient that is not finite, and the interpreter decides"
    SELDOM_SWEPT = "a sweep follows the read too seldom"
    IN_VAIN = "what the program gave was not used several times in a row"


_AWAITED = frozenset({Reason.COUNTING, Reason.SELDOM_SWEPT})


class Refusal:
    """The entry of an exit that is never compiled, with its reason.

    Attributes
    ----------
    reason : Reason
    detail : str
        What an error said, where there was one.
    """

    __slots__ = ("detail", "reason")

    def __init__(self, reason: Reason, detail: str = "") -> None:
        self.reason, self.detail = reason, detail

    def __str__(self) -> str:
        return f"{self.reason.value} ({self.detail})" if self.detail else self.reason.value


class Site:
    """A line of the user's from which sweeps began, or values were read, on one thread.

    Attributes
    ----------
    interpreted : dict
        How often, by reason.
    turns : (deque, deque) of float
        The last durations in seconds from one arrival to the next, if turns are timed: of those that the interpreter
        ended, and an artefact.
    before : float or None
        When the last turn ended.
    """

    __slots__ = ("before", "interpreted", "turns")

    def __init__(self) -> None:
        self.interpreted: dict[tuple[str, Reason], int] = {}
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


def note(what: str, reason: Reason) -> None:
    """Count a sweep or read that is interpreted for a reason, but if only more of them are awaited."""
    if reason in _AWAITED:
        return
    interpreted = _site().interpreted
    key = what, reason
    interpreted[key] = interpreted[key] + 1 if key in interpreted else 1


def turn(compiled: bool) -> None:
    """Time the turn of a loop that ends with a sweep, which an artefact or the interpreter has done."""
    site, now = _site(), time.perf_counter()
    if site.before is not None:
        site.turns[compiled].append(now - site.before)
    site.before = now
