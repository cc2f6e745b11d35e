"""Ops that run a program: once (`call`), or step after step (`scan`).

A program takes and returns vectors of float64: whoever makes it packs and unpacks (see `tapegrad.func.packing`). So a
derivative of such an op is the same op with a program derived from its own: the reverse of a scan is a scan.

The carries of a scan are its result, a row for each step, so its reverse sweep need not run it again; a call keeps its
argument only, and its reverse runs it again. That is what checkpointing is made of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError, ShapeError
from tapegrad.func.packing import (
    call_batched,
    call_forward,
    call_reverse,
    evaluated,
    keeping,
    keeping_reverse,
    scan_batched,
    scan_forward,
    scan_reverse,
)
from tapegrad.func.reverse import filled
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F8
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise import multiply, sin
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Scan, Subprogram
from tapegrad.ops.shaping import broadcast_to_op, concatenate_op, flip_op, reshape_op
from tapegrad.tape.trace import recording

Shape = tuple[int, ...]
_CHANGED = (
    "{}: a decision within the function goes another way for other values. Compute with np.where instead of branching."
)


def _by_references(program: Any, *args: np.ndarray) -> np.ndarray:
    """Return a program's one output by the reference functions of its ops: what the references below go by."""
    values = program.walk(
        args, lambda slot, op, given: op.reference(*given, **program.statics[slot]), program.constants.__getitem__
    )
    return np.asarray(values[program.outputs[0]])


def _sample_program(sizes: tuple[int, ...], body: Any) -> Any:
    """Return a small program of vectors."""
    with recording(strict=True) as trace:
        return trace.program([body(*[trace.input(np.ones(n)) for n in sizes])])


def _keeping_samples(rng: np.random.Generator) -> list[Any]:
    def wanted(name: str, shape: Shape) -> bool:
        return name == "sin"

    plain = _sample_program((3,), lambda x: multiply(sin(multiply(x, x)), x))
    program = keeping(plain, wanted)
    return [((rng.normal(size=3),), {"program": program, "reverse": keeping_reverse(program, wanted, 3)})]


def _scanned_by_references(c: Any, x: Any, constants: Any, *, program: Any) -> np.ndarray:
    width = program.output_forms[0].size
    rows = [np.concatenate([c, np.zeros(width - len(c), c.dtype)])]
    for line in x:
        rows.append(_by_references(program, rows[-1][: len(c)], line, constants))
    return np.stack(rows)


def _result_shape(op: str, given: list[Shape], program: Any) -> Shape:
    """Return the shape of a program's output.

    Raises
    ------
    ShapeError
        If the program does not take vectors of these shapes, or is none of vectors of float64.
    """
    forms = [*program.input_forms, *program.output_forms]
    if [f.shape for f in program.input_forms] != given or len(program.outputs) != 1:
        raise ShapeError(f"{op}: the program takes shapes {[f.shape for f in program.input_forms]}, got {given}.")
    if any(f.lane is not F8 or f.dtype != F8 or len(f.shape) != 1 for f in forms):
        raise ShapeError(f"{op}: the program must take and return vectors of float64.")
    return program.output_forms[0].shape


def _rows_shape(c: Shape, x: Shape, constants: Shape, *, program: Any) -> Shape:
    (width,) = _result_shape("scan", [c, x[1:], constants], program)
    if c[0] > width:
        raise ShapeError(f"scan: a carry of {c[0]} numbers does not fit a row of {width}.")
    return x[0] + 1, width


# ------------------------------------------------------------------------------------------------- call


def _called(x: np.ndarray, *, program: Any) -> np.ndarray:
    return evaluated(program, [x])[0].astype(x.dtype, copy=False)


def _call_adjoint(g: Any, x: Any, program: Any) -> Any:
    return checkpoint_op(concatenate_op(x, g, axis=0), program=call_reverse(program))


def _call_tangent(args: list[Any], tangents: list[Any], program: Any) -> Any:
    return checkpoint_op(concatenate_op(args[0], tangents[0], axis=0), program=call_forward(program))


def _call_batch(length: int, args: Any, flags: Any, program: Any) -> Any:
    (x,) = args
    flat = reshape_op(x, shape=(length * x.shape[1],))
    result = checkpoint_op(flat, program=call_batched(program, length))
    return reshape_op(result, shape=(length, program.output_forms[0].size))


checkpoint_op = General(
    name="checkpoint", kind=Subprogram(), forward=_called,
    infer=lambda x, *, program: _result_shape("checkpoint", [x], program), adjoints={"x": _call_adjoint},
    tangent=_call_tangent, batched=_call_batch, reference=lambda x, *, program: _by_references(program, x),
    samples=lambda rng: [
        ((rng.normal(size=3),), {"program": _sample_program((3,), lambda x: multiply(sin(x), x)[:2])})
    ],
    summary="A program of its own, run again by the reverse sweep.",
)  # fmt: skip


def _kept_adjoint(g: Any, x: Any, out: Any, reverse: Any) -> Any:
    return checkpoint_op(concatenate_op(x, out, g, axis=0), program=reverse)


checkpoint_keeping = General(
    name="checkpoint_keeping", kind=Subprogram(),
    forward=lambda x, *, program, reverse: _called(x, program=program),
    infer=lambda x, *, program, reverse: _result_shape("checkpoint", [x], program), adjoints={"x": _kept_adjoint},
    batched=lambda length, args, flags, program, reverse: _call_batch(length, args, flags, program),
    reference=lambda x, *, program, reverse: _by_references(program, x), samples=_keeping_samples,
    summary="A program of its own, of whose intermediate results some are kept for the reverse sweep.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- scan


def _scanned(c: np.ndarray, x: np.ndarray, constants: np.ndarray, *, program: Any) -> np.ndarray:
    """Return rows of carry and output: row 0 holds the first carry, row t + 1 what step t gives."""
    executable = executable_of(program)
    width = program.output_forms[0].size
    rows = np.zeros((len(x) + 1, width))
    rows[0, : len(c)] = c
    given = np.zeros(3 + len(executable.pool), np.int64)
    given[3:] = [a.ctypes.data for a in executable.pool]
    constants, x = np.ascontiguousarray(constants, np.float64), np.ascontiguousarray(x, np.float64)
    results = np.zeros(1, np.int64)
    work = pool.aligned(executable.work)
    given[2] = constants.ctypes.data
    at, step, row, line = rows.ctypes.data, x.ctypes.data, 8 * width, 8 * x.shape[1]
    for t in range(len(x)):
        given[0], given[1], results[0] = at + t * row, step + t * line, at + (t + 1) * row
        if executable.run(given.ctypes.data, results.ctypes.data, work.ctypes.data):
            callbacks.reraise()
            evaluated(program, [rows[t, : len(c)], x[t], constants])  # which raises what a kernel within it raised
            raise ReplayError(_CHANGED.format("scan"))
    return rows.astype(c.dtype, copy=False)


def _history(out: Any, c_shape: Shape, x: Any, g: Any) -> Any:
    """Return what each step of the reverse scan reads, last step first: carry, input, adjoint of the row."""
    steps, width = x.shape[0], c_shape[0]
    carries = getitem_op(out, index=(slice(0, steps), slice(0, width)))
    return flip_op(concatenate_op(carries, x, getitem_op(g, index=(slice(1, None),)), axis=1), axes=(0,))


def _scan_adjoint(which: str) -> Callable[..., Any]:
    def adjoint(g: Any, out: Any, c_shape: Shape, x: Any, constants: Any, program: Any) -> Any:
        n, m, steps = c_shape[0], constants.shape[0], x.shape[0]
        first = np.zeros(n + m, g.dtype)
        rows = scan(first, _history(out, c_shape, x, g), constants, program=scan_reverse(program))
        if which == "c":
            return getitem_op(rows, index=(steps, slice(0, n))) + getitem_op(g, index=(0, slice(0, n)))
        if which == "x":
            return flip_op(getitem_op(rows, index=(slice(1, None), slice(n + m, None))), axes=(0,))
        return getitem_op(rows, index=(steps, slice(n, n + m)))

    return adjoint


def _scan_tangent(args: list[Any], tangents: list[Any], program: Any) -> Any:
    pairs = zip(args, filled(tangents, args), (0, 1, 0), strict=True)
    rows = scan(*[concatenate_op(a, t, axis=axis) for a, t, axis in pairs], program=scan_forward(program))
    n, width = args[0].shape[0], program.output_forms[0].size
    moved = getitem_op(rows, index=(slice(None), slice(n, 2 * n)))
    outputs = getitem_op(rows, index=(slice(None), slice(n + width, 2 * width)))
    return concatenate_op(moved, outputs, axis=1)


def _scan_batch(length: int, args: Any, flags: Any, program: Any) -> Any:
    c, x, k = args
    steps = x.shape[1] if flags[1] else x.shape[0]
    if not flags[0]:
        c = broadcast_to_op(reshape_op(c, shape=(1, *c.shape)), shape=(length, *c.shape))
    if flags[1]:
        x = reshape_op(x.swapaxes(0, 1), shape=(steps, length * x.shape[2]))
    k = reshape_op(k, shape=(length * k.shape[1],)) if flags[2] else k
    rows = scan(
        reshape_op(c, shape=(length * c.shape[1],)), x, k, program=scan_batched(program, length, flags[1], flags[2])
    )
    n, width = c.shape[1], program.output_forms[0].size
    carries = reshape_op(getitem_op(rows, index=(slice(None), slice(0, length * n))), shape=(steps + 1, length, n))
    outputs = getitem_op(rows, index=(slice(None), slice(length * n, None)))
    outputs = reshape_op(outputs, shape=(steps + 1, length, width - n))
    return concatenate_op(carries, outputs, axis=2).swapaxes(0, 1)


def _sample_step(c: Any, x: Any, k: Any) -> Any:
    return concatenate_op(sin(multiply(c, k)) + x, x * c[:1], axis=0)


scan = General(
    name="scan", kind=Scan(), forward=_scanned, infer=_rows_shape,
    adjoints={name: _scan_adjoint(name) for name in ("c", "x", "constants")},
    tangent=_scan_tangent, batched=_scan_batch, reference=_scanned_by_references,
    samples=lambda rng: [(
        (rng.normal(size=2), rng.normal(size=(4, 1)), rng.normal(size=2)),
        {"program": _sample_program((2, 1, 2), _sample_step)},
    )],
    summary="A program run step after step, each on the carry of the one before.",
)  # fmt: skip
