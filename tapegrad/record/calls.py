"""Calls of array ops: their static parameters, the call of their forward function, and reads of scalar slots.

Tests: tests/trace_cache/test_one_call.py, tests/replay/test_generated_calls.py
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import numpy as np

from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import F4, Form
from tapegrad.ir.program import UserCall, UserLine
from tapegrad.record.failures import append_op
from tapegrad.record.modes import current

RecordedLine = tuple[str, int] | UserLine  # the file and line of the user's; the second while a profile keeps stacks


class ArrayCall:
    """An array instruction: its op, the slots of its operands, its static parameters, and the slots of its results if
    its op has several.
    """

    __slots__ = ("op", "operands", "results", "static")

    def __init__(self, op: Any, operands: list[int], static: dict[str, Any], results: Sequence[int] = ()) -> None:
        self.op, self.operands, self.static, self.results = op, operands, static, results


def scalar_of(vals: np.ndarray, slot: int, form: Form) -> np.ndarray:
    """Return the element of a scalar slot, in the slot's shape and lane dtype."""
    value = np.array(vals.view(np.float32)[2 * slot] if form.lane is F4 else vals[slot])
    return value.reshape(form.shape) if form.shape else value


def set_scalar(vals: np.ndarray, slot: int, value: Any, form: Form) -> None:
    """Write the element of a scalar slot."""
    if form.lane is F4:
        vals.view(np.float32)[2 * slot] = np.asarray(value).reshape(())
    else:
        vals[slot] = np.asarray(value).reshape(())


def called(op: Any, args: list[Any], static: dict[str, Any], form: Any, line: tuple[str, int] | None) -> Any:
    """Call the forward function of an array op, and return its result as an array of a form, or its results as arrays
    of a list of forms.

    Raises
    ------
    Exception
        What its function raises, with a note where in the user's code it stands.
    """
    try:
        if op.guarded:
            args = [*map(read_only, args)]
        out = op.on_arrays(args, static)
        if op.several:
            out = [form_table.fitted(array, expected, op.shown) for array, expected in zip(out, form, strict=True)]
        elif out.__class__ is not np.ndarray or out.dtype is not form.lane or out.shape != form.shape:
            out = form_table.fitted(out, form, op.shown)
    except np.linalg.LinAlgError as error:
        append_op(error, op, args, static, line)
        raise
    except Exception as error:
        if line is not None:  # it may have been recorded long before
            error.add_note(f"In {op.shown}, recorded at {line[0]}:{line[1]}.")
        raise
    return out


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def user_line(inside: Sequence[str] = ("tapegrad",)) -> RecordedLine | None:
    """Return the file and line of the innermost caller outside these packages; with the calls, if a profile keeps
    them.
    """
    frame: Any = sys._getframe(1)
    while frame is not None and _package(frame) in inside:
        frame = frame.f_back
    if frame is None:
        return None
    line, meter = (frame.f_code.co_filename, frame.f_lineno), current().profile
    return line if meter is None or not meter.stacks else UserLine(*line, calls=user_calls(frame, inside))


def _package(frame: FrameType) -> str:
    name = frame.f_globals.get("__name__", "")
    if name == "__main__" and (spec := frame.f_globals.get("__spec__")) is not None:  # run by ``python -m``
        name = spec.name
    return str(name).partition(".")[0]


_PASSED = ("runpy", "importlib", "contextlib")  # what runs the user's code, and is none of the user's calls


def user_calls(frame: FrameType | None, inside: Sequence[str] = ("tapegrad",)) -> tuple[UserCall, ...]:
    """Return the calls under way outside these packages, up to a frame; the outermost first."""
    calls = []
    while frame is not None:
        if (package := _package(frame)) not in inside and package not in _PASSED:
            calls.append(UserCall(frame.f_code.co_qualname, frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back
    return tuple(calls[::-1])
