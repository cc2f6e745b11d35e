"""Calls in which an exception is raised where a handler of a signal may raise one.

The interpreter looks at signals where a function begins, after a call and where a loop begins again, also in what the
collector calls. Which of these places of tapegrad's Python code it is, a number says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import tapegrad
from tests.trace_cache.preempting import places

_WITHIN = os.path.dirname(tapegrad.__file__) + os.sep


class Interrupted(BaseException):
    """What the handler raises."""


def interrupted(place: int, function: Callable[[], Any]) -> bool:
    """Call a function, raise at a place of those that it passes (0 for none), and return whether it came so far."""
    passed = 0

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal passed
        if event == "call" or (event == "opcode" and frame.f_lasti in places(frame.f_code)):
            passed += 1
            if passed == place:
                raise Interrupted
        return step

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_WITHIN):
            return None
        frame.f_trace_opcodes = True
        return step(frame, event, argument)

    sys.settrace(enter)
    try:
        function()
    except Interrupted:
        return True
    finally:
        sys.settrace(None)
    return False
