"""Ops that run a program: once (`call`), or step after step (`scan`).

A program takes and returns vectors of float64: its maker packs and unpacks (see `tapegrad.func.packing`). So a
derivative of such an op is the same op with a program derived from its own: the reverse of a scan is a scan, of the
other direction.

A call keeps its argument only, and its reverse runs it again. That is what checkpointing is made of. The reverse of a
scan reads the carries of all steps from a scan that keeps them; sealed tapes run both as one (see
`tapegrad.passes.eliminate_scans`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
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
    with_carries,
)
from tapegrad.func.reverse import filled
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F8
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise import logical_and, multiply, sin, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Scan, Subprogram
from tapegrad.ops.kinds.stepping import ScanLayout
from tapegrad.ops.shaping import broadcast_to_op, concatenate_op, reshape_op, spread
from tapegrad.record.trace import recording

Shape = tuple[int, ...]
_CHANGED = (
    "{}: a decision within the function goes another way for other values. Compute with np.where instead of branching "
    "on values or indexing by them."
)


def _by_references(program: Any, *args: np.ndarray) -> list[np.ndarray]:
    """Return a program's outputs by the reference functions of its ops: what the references below go by."""
    values = program.walk(
        args, lambda slot, op, given: op.reference(*given, **program.statics[slot]), program.constants.__getitem__
    )
    return [np.asarray(values[s]) for s in program.outputs]


def _sample_program(sizes: tuple[int, ...], body: Any) -> Any:
    """Return a small program of vectors."""
    with recording(strict=True) as trace:
        return trace.program(body(*[trace.input(np.ones(n)) for n in sizes]))


def _keeping_samples(rng: np.random.Generator) -> list[Any]:
    def wanted(name: str, shape: Shape) -> bool:
        return name == "sin"

    plain = _sample_program((3,), lambda x: [multiply(sin(multiply(x, x)), x)])
    program = keeping(plain, wanted)
    return [((rng.normal(size=3),), {"program": program, "reverse": keeping_reverse(program, wanted, 3)})]


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
    tangent=_call_tangent, batched=_call_batch, reference=lambda x, *, program: _by_references(program, x)[0],
    samples=lambda rng: [
        ((rng.normal(size=3),), {"program": _sample_program((3,), lambda x: [multiply(sin(x), x)[:2]])})
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
    reference=lambda x, *, program, reverse: _by_references(program, x)[0], samples=_keeping_samples,
    summary="A program of its own, of whose intermediate results some are kept for the reverse sweep.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- scan


def _scan_shape(
    *shapes: Shape, program: Any, carries: int, columns: int, backwards: bool, keep: bool, active: int | None
) -> Shape:
    """Return the shape of a scan's result.

    Raises
    ------
    ShapeError
        If the program does not take vectors of these shapes, or is none of vectors of float64.
    """
    lines = shapes[carries : carries + columns]
    steps = {shape[:1] for shape in lines}
    if len(steps) != 1 or any(len(shape) != 2 for shape in lines):
        raise ShapeError(f"scan: expected matrices with a line for each step, got shapes {list(lines)}.")
    given = [*shapes[:carries], *(shape[1:] for shape in lines), *shapes[carries + columns :]]
    if [f.shape for f in program.input_forms] != given:
        raise ShapeError(f"scan: the program takes shapes {[f.shape for f in program.input_forms]}, got {given}.")
    forms = [*program.input_forms, *program.output_forms]
    if any(f.lane is not F8 or f.dtype != F8 or len(f.shape) != 1 for f in forms):
        raise ShapeError("scan: the program must take and return vectors of float64.")
    if [f.shape for f in program.output_forms[:carries]] != given[:carries]:
        raise ShapeError("scan: the program must return the carries that it takes.")
    ((count,),) = steps
    return (ScanLayout(program, count, carries, keep).starts[-1],)


Arrays = list[np.ndarray]


def _stepped(
    args: Sequence[np.ndarray], run: Callable[..., Arrays], program: Any, carries: int, columns: int, backwards: bool,
    keep: bool, active: int | None,
) -> np.ndarray:  # fmt: skip
    """Return the result of a scan.

    ``run(state, lines, constants, outputs, kept, order)`` makes the steps, writes lines of outputs and of the carries
    that are kept, and returns the last carries; it passes over steps that would change nothing.
    """
    first, lines, constants = _groups([np.ascontiguousarray(a, np.float64) for a in args], carries, columns)
    steps, count = len(lines[0]), len(program.outputs) - carries
    layout = ScanLayout(program, steps, carries, keep)
    result = np.zeros(layout.starts[-1])
    parts = np.split(result, layout.starts[1:-1])
    matrices = [part.reshape(steps, w) for part, w in zip(parts[carries:], layout.widths, strict=True)]
    order = range(steps)[::-1] if backwards else range(steps)
    state = run([a.copy() for a in first], lines, constants, matrices[:count], matrices[count:], order)
    for part, a in zip(parts, state, strict=False):
        part[:] = a
    return result.astype(args[0].dtype, copy=False)


def _scanned(*args: np.ndarray, program: Any, **static: Any) -> np.ndarray:
    executable = executable_of(program)

    def run(state: Arrays, lines: Arrays, constants: Arrays, outputs: Arrays, kept: Arrays, order: range) -> Arrays:
        states, turn, count, way = (state, [np.empty_like(a) for a in state]), 0, len(state), order.step
        active = static["active"]
        at = [_addresses(own) for own in states]
        given = np.concatenate([at[0], _addresses(lines), _addresses([*constants, *executable.pool])])
        results, work = np.concatenate([at[1], _addresses(outputs)]), pool.aligned(executable.work)
        moving = slice(count, count + len(lines)), slice(count, None)
        steps = [np.array([8 * a.shape[1] for a in own], np.int64) for own in (lines, outputs)]
        for own, part, step in zip((given, results), moving, steps, strict=True):
            own[part] += order.start * step
        call, places = executable.run, (given.ctypes.data, results.ctypes.data, work.ctypes.data)
        line, out = (way * step for step in steps)
        for t in order:
            given[:count], results[:count] = at[turn], at[1 - turn]
            for own, a in zip(kept, states[turn], strict=False):
                own[t] = a
            ended = active is not None and _ended(active, states[turn], lines, t)
            if not ended and call(*places):
                callbacks.reraise()
                evaluated(program, [*states[turn], *(x[t] for x in lines), *constants])  # which raises what it raised
                raise ReplayError(_CHANGED.format("scan"))
            given[moving[0]] += line
            results[moving[1]] += out
            turn = turn if ended else 1 - turn
        return states[turn]

    return _stepped(args, run, program, **static)


def _ended(active: int, state: Arrays, lines: Arrays, t: int) -> bool:
    """Tell whether a scan has ended before a step."""
    number = state[active] if active < len(state) else lines[active - len(state)][t]
    return not number[0]


def _addresses(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays], np.int64)


def _scanned_by_references(*args: Any, program: Any, **static: Any) -> np.ndarray:
    def run(state: Arrays, lines: Arrays, constants: Arrays, outputs: Arrays, kept: Arrays, order: range) -> Arrays:
        for t in order:
            for own, a in zip(kept, state, strict=False):
                own[t] = a
            if static["active"] is not None and _ended(static["active"], state, lines, t):
                continue
            state, found = _split(_by_references(program, *state, *[x[t] for x in lines], *constants), len(state))
            for own, a in zip(outputs, found, strict=True):
                own[t] = a
        return state

    return _stepped(args, run, program, **static)


def _split(values: list[Any], count: int) -> tuple[list[Any], list[Any]]:
    return values[:count], values[count:]


def scan_parts(result: Any, layout: ScanLayout) -> tuple[list[Any], list[Any]]:
    """Return the last carries of a scan, and what has a line for each step, as matrices."""
    parts = [
        result if b - a == result.shape[0] else getitem_op(result, index=(slice(a, b),))
        for a, b in pairwise(layout.starts)
    ]
    count = len(layout.sizes)
    lines = zip(parts[count:], layout.widths, strict=True)
    return parts[:count], [reshape_op(part, shape=(layout.steps, w)) for part, w in lines]


def scanned(
    first: Sequence[Any], columns: Sequence[Any], constants: Sequence[Any], program: Any, backwards: bool = False,
    keep: bool = False, active: int | None = None,
) -> tuple[list[Any], list[Any]]:  # fmt: skip
    """Run a program step after step; returns the last carries, and the outputs of all steps as matrices, with `keep`
    then the carries before each step.
    """
    count = len(first)
    static = {"program": program, "carries": count, "columns": len(columns), "backwards": backwards, "keep": keep}
    result = scan(*first, *columns, *constants, **static, active=active)
    return scan_parts(result, ScanLayout(program, columns[0].shape[0], count, keep))


def _scan_adjoints(
    g: Any, args: Any, program: Any, carries: int, columns: int, backwards: bool, keep: bool, active: int | None
) -> list[Any]:
    """Return the adjoints of all operands, from the scan of the other direction, which reads the carries of each
    step.
    """
    first, lines, constants = _groups(args, carries, columns)
    _, kept = scanned(first, lines, constants, program, backwards, True, active)
    g_last, g_lines = scan_parts(g, ScanLayout(program, lines[0].shape[0], carries, keep))
    zeros = [np.zeros(c.shape[0]) for c in constants]
    own = with_carries(program, carries) if keep else program
    matrices = [*kept[len(kept) - carries :], *lines, *g_lines]
    sums, by_lines = scanned(
        [*g_last, *zeros], matrices, constants, scan_reverse(own, carries, columns), not backwards,
        active=None if active is None or keep or active >= carries else carries + len(constants) + active,
    )  # fmt: skip
    return [*sums[:carries], *by_lines, *sums[carries:]]


def _groups(args: Sequence[Any], carries: int, columns: int) -> tuple[Any, Any, Any]:
    return args[:carries], args[carries : carries + columns], args[carries + columns :]


def _scan_tangent(
    args: list[Any],
    tangents: list[Any],
    program: Any,
    carries: int,
    columns: int,
    backwards: bool,
    keep: bool,
    active: int | None,
) -> Any:
    moving = [*filled(tangents[:carries], args[:carries]), *tangents[carries:]]
    flags = tuple(t is not None for t in moving)
    first, lines, constants = (
        [*values, *(t for t in own if t is not None)]
        for values, own in zip(_groups(args, carries, columns), _groups(moving, carries, columns), strict=True)
    )
    both = scan_forward(program, carries, columns, flags)
    lasts, found = scanned(
        first,
        lines,
        constants,
        both,
        backwards,
        keep,
        active if active is None or active < carries else carries + active,
    )
    count = len(program.outputs) - carries  # of the outputs, whose tangents come after them, as those of the carries do
    parts = [*lasts[carries:], *found[count : 2 * count], *found[2 * count + carries :]]
    flat = [reshape_op(part, shape=(math.prod(part.shape),)) for part in parts]
    return flat[0] if len(flat) == 1 else concatenate_op(*flat, axis=0)


def _scan_batch(
    length: int, args: Any, flags: Any, program: Any, carries: int, columns: int, backwards: bool, keep: bool,
    active: int | None,
) -> Any:  # fmt: skip
    """Run a scan for all instances at once; what is the same for all stays one, and such a carry may end the loop."""
    flags, results = _in_rows(program, carries, flags)
    given = []
    for k, (a, flag) in enumerate(zip(args, flags, strict=True)):
        if k < carries and flag and len(a.shape) == 1:
            a = broadcast_to_op(reshape_op(a, shape=(1, *a.shape)), shape=(length, *a.shape))
        if flag and carries <= k < carries + columns:
            given.append(reshape_op(a.swapaxes(0, 1), shape=(a.shape[1], length * a.shape[2])))
        else:
            given.append(reshape_op(a, shape=(length * a.shape[1],)) if flag else a)
    first, lines, constants = _groups(given, carries, columns)
    active = None if active is None or flags[active] else active
    step = scan_batched(program, length, flags, results)
    lasts, found = scanned(first, lines, constants, step, backwards, keep, active)
    steps, widths = lines[0].shape[0], ScanLayout(program, 0, carries, keep).widths
    parts = [
        reshape_op(last, shape=(length, f.size)) if flag else spread(last, length)
        for last, f, flag in zip(lasts, program.output_forms, results, strict=False)
    ]
    for matrix, width, flag in zip(found, widths, (*results[carries:], *results[:carries]), strict=False):
        if flag:
            turned = reshape_op(matrix, shape=(steps, length, width)).swapaxes(0, 1)
            parts.append(reshape_op(turned, shape=(length, steps * width)))
        else:
            parts.append(spread(reshape_op(matrix, shape=(steps * width,)), length))
    return concatenate_op(*parts, axis=1) if len(parts) > 1 else parts[0]


def _in_rows(program: Any, carries: int, flags: Sequence[bool]) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Return which operands and which results of a step have a row for each instance, if some operands have."""
    given = tuple(flags)
    while True:
        moving = {slot for slot, flag in zip(program.inputs, given, strict=True) if flag}
        for slot, operands in enumerate(program.operands):
            if not moving.isdisjoint(operands):
                moving.add(slot)
        found = tuple([s in moving or flag for s, flag in zip(program.outputs, given[:carries], strict=False)])
        if found == given[:carries]:
            return given, (*found, *[s in moving for s in program.outputs[carries:]])
        given = (*found, *given[carries:])


def _sample_step(c: Any, d: Any, x: Any, k: Any) -> list[Any]:
    return [sin(multiply(c, k)) + x, d + c[:1], x * c[:1]]


def _scan_samples(rng: np.random.Generator) -> list[Any]:
    program = _sample_program((2, 1, 1, 2), _sample_step)
    operands = rng.normal(size=2), rng.normal(size=1), rng.normal(size=(4, 1)), rng.normal(size=2)
    found = [
        (operands, {"program": program, "carries": 2, "columns": 1, "backwards": way, "keep": way, "active": None})
        for way in (False, True)
    ]
    return [*found, *_ending_samples()]


def _ending_samples() -> list[Any]:
    """Return scans that end after the third of five steps: one of a carry that says so, and one of a column."""

    def step(c: Any, active: Any, x: Any) -> list[Any]:
        goes_on = logical_and(active > 0.5, c[:1] < 4.0)
        return [where(goes_on, c * c + x, c), where(goes_on, 1.0, 0.0)]

    def column(c: Any, active: Any) -> list[Any]:
        return [where(active > 0.5, c * c, c)]

    first, x = np.array([1.5, 0.5]), np.zeros((5, 0))
    static: dict[str, Any] = {"columns": 1, "backwards": False}
    of_carry = {
        **static,
        "program": _sample_program((2, 1, 0), lambda c, a, x: step(c, a, 0.1)),
        "carries": 2,
        "active": 1,
    }
    of_column = {**static, "program": _sample_program((2, 1), column), "carries": 1, "active": 1, "keep": False}
    active = np.array([[0.0], [0.0], [0.0], [1.0], [1.0]])
    return [
        ((first, np.ones(1), x), {**of_carry, "keep": False}), ((first, np.ones(1), x), {**of_carry, "keep": True}),
        ((first, active), of_column), ((first, active[::-1].copy()), {**of_column, "backwards": True}),
    ]  # fmt: skip


class _Scan(General):
    """The op whose rule gives the adjoints of all operands at once."""

    def adjoint(self, k: int, fetch: Any, static: dict[str, Any]) -> Any:
        shares = getattr(fetch, "shares", None)
        if shares is None:
            shares = fetch.shares = super().adjoint(k, fetch, static)
        return shares[k]


scan = _Scan(
    name="scan", kind=Scan(), infer=_scan_shape,
    forward=lambda *args, program, carries, columns, backwards, keep, active: _scanned(
        *args, program=program, carries=carries, columns=columns, backwards=backwards, keep=keep, active=active
    ),
    adjoints={"args": _scan_adjoints}, tangent=_scan_tangent, batched=_scan_batch, samples=_scan_samples,
    reference=lambda *args, program, carries, columns, backwards, keep, active: _scanned_by_references(
        *args, program=program, carries=carries, columns=columns, backwards=backwards, keep=keep, active=active
    ),
    summary="A program run step after step, each on the carries of the one before.",
)  # fmt: skip
