"""Garbage collection: finalizers record into an open run of their own, apart from the run that they interrupt.

Python's collector may begin wherever an object is made, so in the middle of a call that is recorded, of a flush or of a
sweep. The finalizers and callbacks of weak references that it calls have an open run, modes and working memory of their
own. Results of the run that was interrupted are computed apart for them (see `tapegrad.record.recording.home`).

Invariant: after a collection, what was looked up before it on this thread is as it was, also if a handler of a signal
raised while the collector was at work: that is raised afterwards.

Tests: tests/record/test_collector.py, tests/autograd/test_anomaly.py
"""

from __future__ import annotations

import gc
import sys
from _thread import get_ident
from collections import deque
from contextvars import copy_context
from types import FrameType
from typing import Any

from tapegrad.cpython.callers import whole
from tapegrad.record.modes import Modes, current, interrupted, switch
from tapegrad.record.recording import tape, threads
from tapegrad.record.workspace import work

_WITHIN = Modes(finalizing=True)
_interrupted: Any = None  # there is one collection at a time
_lists: list[tuple[Any, str]] = []  # of what is under way, which finalizers find empty: attributes
_spare: dict[str, Any] = {"capacity": 0}  # the working memory of finalizers
# Python 3.11 collects while it sets a context variable, which may go on with what the context was before. So that is
# kept until the thread leaves modes, since it sets no variable then.
_KEPT = 8 if sys.version_info < (3, 12) else 0


def _around(phase: str, info: dict[str, int]) -> Exception | None:
    """Set the open run aside while the garbage collector works, and restore it afterwards.

    A handler of a signal may cut each call short, which is then made again. Returns what went wrong with what
    finalizers had left pending.
    """
    global _interrupted, _spare
    if phase == "start":
        if get_ident() not in threads:
            return None
        if _interrupted is None:  # else it is made again
            contexts = interrupted.get(get_ident()) or deque(maxlen=_KEPT)
            contexts.append(copy_context())
            opened, workspace = tape._open, vars(work)
            lists = [(owner, name, getattr(owner, name)) for owner, name in _lists]
            _interrupted = opened, opened.pending, current(), workspace, workspace.copy(), contexts, lists
        opened, _, _, workspace, memory, _, _ = _interrupted
        interrupted.pop(get_ident(), None)  # finalizers that leave modes find none
        opened.pending = None
        if _spare["capacity"] < memory["capacity"]:
            work.renew(memory["capacity"] // 2)  # all of it: the sweep that was interrupted goes on with its own
            _spare = workspace.copy()
        else:
            workspace.update(_spare, thread=memory["thread"])
        for owner, name in _lists:
            setattr(owner, name, [])
        tape.apart = {}
        switch(_WITHIN)
    elif _interrupted is not None:
        opened, pending, before, workspace, memory, contexts, lists = _interrupted
        failed = None
        try:
            if opened.pending is not None and tape.apart is not None:  # else the call is made again
                tape.flush(once=True)
        except Exception as error:
            failed = error
        tape.apart = None
        for attribute in lists:
            setattr(*attribute)
        workspace.update(memory)
        opened.pending = pending
        switch(before)
        if contexts:
            interrupted[get_ident()] = contexts
        _interrupted = None
        return failed
    return None


def is_set_aside(owner: Any, name: str) -> None:
    """Register an attribute, a list, that is empty for finalizers."""
    _lists.append((owner, name))


def stand_aside() -> None:
    """Stand aside for finalizers from now on."""
    gc.callbacks.append(_at_first)


def _at_first(phase: str, info: dict[str, int]) -> None:
    """Load the machine code for setting a run aside, with the first collection after which it may be needed.

    What would compile it cannot be imported in the middle of another import, nor while the process ends. A collection
    that begins there sets the run aside without machine code, so a handler of a signal may cut that short.
    """
    if phase == "stop" and _interrupted is not None:
        if (failed := _around(phase, info)) is not None:
            raise failed
    elif phase == "start" and get_ident() in threads and tape._open.runs:
        if _is_importing() or sys.is_finalizing():
            _around(phase, info)
            return
        gc.callbacks[gc.callbacks.index(_at_first)] = stand = whole(_around)
        stand(phase, info)


def _is_importing() -> bool:
    """Tell whether this thread is in the middle of an import."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    return frame is not None
