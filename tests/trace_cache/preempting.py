"""A thread that is preempted at bytecodes where another one makes a whole turn before it goes on.

The interpreter lets another thread in where a function begins, after a call and where a loop begins again, and seldom
does where it hurts: here each such place of tapegrad's Python code has its chance once.
"""

from __future__ import annotations

import dis
import functools
import itertools
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from random import Random
from types import CodeType, FrameType
from typing import Any

import tapegrad

_WITHIN = os.path.dirname(tapegrad.__file__) + os.sep
_LONGEST = 0.1  # seconds: the other thread may wait for a lock that the preempted one holds


@functools.cache
def places(code: CodeType) -> frozenset[int]:
    """Return the bytecodes before which the interpreter may let another thread in."""
    found = set()
    for one, following in itertools.pairwise(dis.get_instructions(code)):
        if one.opname.startswith("CALL") or one.opname in ("RESUME", "BEFORE_WITH"):
            found.add(following.offset)
        elif one.opname == "JUMP_BACKWARD":
            found.add(one.offset)
    return frozenset(found)


class Preempting:
    """Calls that another thread preempts.

    Parameters
    ----------
    other : callable
        What the other thread does meanwhile.
    rng : Random
        Which says where.
    often : int
        In how many places of a call.
    chance : float
        Of a place that has not had its turn.

    Attributes
    ----------
    places : set
        Where calls were preempted: a code object and a bytecode.
    """

    def __init__(self, other: Callable[[], Any], rng: Random, often: int = 10, chance: float = 0.05) -> None:
        self._other, self._rng, self._thread = other, rng, ThreadPoolExecutor(1)
        self._often, self._chance = often, chance
        self.places: set[tuple[CodeType, int]] = set()

    def call(self, function: Callable[[], Any]) -> int:
        """Call a function, and let the other thread in at places where that has not been; returns at how many."""
        running: list[Future[Any]] = []

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            if event != "opcode" or frame.f_lasti not in places(frame.f_code):
                return step
            place = frame.f_code, frame.f_lasti
            if place not in self.places and len(running) < self._often and self._rng.random() < self._chance:
                self.places.add(place)
                running.append(self._thread.submit(self._other))
                wait(running, _LONGEST)
            return step

        def enter(frame: FrameType, event: str, argument: Any) -> Any:
            if not frame.f_code.co_filename.startswith(_WITHIN):
                return None
            frame.f_trace, frame.f_trace_opcodes = step, True  # in this order: else Python 3.13 omits the first call
            return step

        sys.settrace(enter)
        try:
            function()
        finally:
            sys.settrace(None)
            for future in running:
                future.result()
        return len(running)
