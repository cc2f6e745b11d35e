"""The digest of a recording: two processes that have recorded the same instructions find the same file by it.

It says all that decides what becomes of a recording: instructions with their static parameters, constants and arrays,
inputs, decisions, and the state of the package's own files. It does not say the values of inputs. Ops and forms go by
what they are, since their numbers may differ between processes.

Invariant: a recording that cannot be described (of a user's Python code) has no digest.

Tests: tests/replay/test_second_process.py
"""

from __future__ import annotations

import functools
import json
import os
import platform
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import llvmlite
import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ir import forms as form_table
from tapegrad.ir.files import described
from tapegrad.machine import compiler
from tapegrad.machine.cache import engine
from tapegrad.machine.digests import digest
from tapegrad.ops import declare
from tapegrad.record.scalar_stretches import codes_and_types

if TYPE_CHECKING:
    from tapegrad.record.trace import Trace

FORMAT = 2  # of `marshal`: one that writes equal values as equal bytes
LEAST = 2000  # instructions of a recording that is worth a file
_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


@functools.cache
def _package() -> bytes:
    """Return a digest of what computes: versions, the processor, and the state of the package's files."""
    state = [sys.version, platform.machine(), np.__version__, llvmlite.__version__, engine().processor]
    for path, folders, names in os.walk(_PACKAGE):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                figures = os.stat(os.path.join(path, name))
                state.append(f"{path}/{name} {figures.st_size} {figures.st_mtime_ns}")
    return digest(repr(state).encode())


def tables_of(codes: Iterable[int], types: Iterable[int]) -> list[Any]:
    """Return what the numbers of ops and forms mean, by number."""
    ops = [(code, op.name) for code in sorted(codes) if (op := declare.table[code]) is not None]
    forms = [form_table.forms[k] for k in sorted({type_ >> 1 for type_ in types})]
    return [ops, [(f.id, *shown(f)) for f in forms]]


def shown(form: form_table.Form) -> tuple[Any, ...]:
    """Return what a form is."""
    return form.shape, form.dtype.str, form.lane and form.lane.str, form.scalar


def digest_of(trace: Trace, *more: Any) -> str | None:
    """Return the digest of a recording so far, and of further values; None if there is none."""
    instructions = trace.instructions
    if len(instructions) < LEAST or trace.lines is not None:
        return None
    outside = [slot for slot, _ in trace.captured]
    columns = trace.columns(len(instructions))
    said = columns.without_numbers([*trace.inputs, *outside])
    constants = {s: a for s, a in trace.given.items() if s not in trace.inputs and s not in outside}
    calls = [(call.op.name, [*call.operands], call.static) for call in trace.calls]
    guards = [(g.slot, g.expected) for g in trace.guards]
    try:
        text, arrays = described(
            [
                tables_of(*codes_and_types(trace)),
                trace.inputs,
                outside,
                calls,
                constants,
                guards,
                compiler.level(True),
                [*more],
            ]
        )
        so_far = digest(_package(), columns.lengths.astype(np.uint8).tobytes(), said.tobytes())
    except (ArgumentError, ValueError):
        return None
    so_far = digest(so_far, json.dumps(text).encode())
    for array in arrays:
        so_far = digest(so_far, f"{array.dtype.str}{array.shape}".encode(), array.tobytes())
    return so_far.hex()[:32]
