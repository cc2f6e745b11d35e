"""Sweeps that are kept for a recording: what a sweep appends follows from what was recorded before.

So a process that has recorded the same instructions appends those in the sweep's file, and calls no rule.

Invariant: a sweep that has read a value, taken a decision or captured a Tensor is not kept, nor is one in a process in
which a user has declared an op: what its rules read may be bound later.

Tests: tests/replay/test_second_process.py
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ir import forms as form_table
from tapegrad.ir.files import described, restored
from tapegrad.ir.forms import form_of
from tapegrad.machine import store
from tapegrad.ops.declare import by_name
from tapegrad.record.calls import ArrayCall
from tapegrad.record.modes import current
from tapegrad.record.recording_digest import FORMAT, digest_of, shown, tables_of

if TYPE_CHECKING:
    from tapegrad.record.trace import Trace
    from tapegrad.tensor.tensor import Tensor


def swept(
    trace: Trace, what: str, operands: Sequence[Sequence[Tensor]], sweep: Callable[[], list[Tensor]]
) -> list[Tensor]:
    """Return the results of a sweep that appends to a recording: from a file if there is one for what was recorded."""
    if not current().plain:
        return sweep()
    places = [[trace.slot_of(t) for t in group] for group in operands]
    digest = digest_of(trace, what, places)
    if digest is None or any(op.by_user for op in by_name.values()):  # their rules may have changed since
        return sweep()
    file = f"adjoints-{digest}.o"
    slots = _followed(trace, file)
    if slots is not None:
        trace.swept_to.update(places[-1 if what == "reverse" else 0])
        return [trace.handle(slot) for slot in slots]
    state = len(trace.instructions), len(trace.calls), trace.reads, len(trace.captured), len(trace.guards)
    results = sweep()
    if (trace.reads, len(trace.captured), len(trace.guards)) == state[2:]:
        _keep(trace, file, *state[:2], results)
    return results


def _keep(trace: Trace, file: str, first: int, calls: int, results: list[Tensor]) -> None:
    if any(t._family.run is not trace.run for t in results):
        return
    instructions = trace.instructions[first:]
    constants = {slot: x for slot, x in trace.given.items() if slot >= first}
    rows = [(call.op.name, [*call.operands], call.static, [*call.results]) for call in trace.calls[calls:]]
    columns = trace.columns(len(trace.instructions)).cut(first, len(trace.instructions))
    tables = tables_of(np.unique(columns.code).tolist(), np.unique(columns.type).tolist())
    try:
        text, arrays = described([rows, constants])
        data = marshal.dumps(
            [
                json.dumps(tables), instructions, json.dumps(text),
                [(a.dtype.str, a.shape, a.tobytes()) for a in arrays], [trace.slot_of(t) for t in results],
            ],
            FORMAT,
        )  # fmt: skip
    except (ArgumentError, ValueError):
        return
    store.write(file, data)


def _followed(trace: Trace, file: str) -> list[int] | None:
    """Append the instructions of a file, and return the slots of the results; None if there are none that fit."""
    data = store.read(file)
    if data is None:
        return None
    tables, instructions, text, arrays, slots = marshal.loads(data)
    ops, forms = json.loads(tables)
    if any(name not in by_name or by_name[name].code != code for code, name in ops):
        return None
    for number, *what in forms:
        if number >= len(form_table.forms):
            form_of(tuple(what[0]), np.dtype(what[1]), what[2] and np.dtype(what[2]))
        if number >= len(form_table.forms) or json.loads(json.dumps(shown(form_table.forms[number]))) != what:
            return None
    rows, constants = restored(json.loads(text), [np.frombuffer(b, d).reshape(s).copy() for d, s, b in arrays])
    trace.calls += [ArrayCall(by_name[name], [*of], static, results) for name, of, static, results in rows]
    trace.given.update(constants)
    trace.instructions += instructions
    return slots
