"""Ops that run a program: once (`checkpoint`), or step after step (`scan`).

A program takes the operands, and gives the results. So a derivative of such an op is the same op with a program derived
from its own: the reverse of a scan is a scan, of the other direction.

A call keeps its arguments only, and its reverse runs it again. That is what checkpointing is made of. The reverse of a
scan reads the carries of all steps from a scan that keeps them; sealed tapes run both as one (see
`tapegrad.passes.eliminate_scans`).

Tests: tests/func/test_ops.py, tests/custom/test_ops.py, tests/ir/test_strangers.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.executable import SHOWN, executable_of
from tapegrad.errors import ReplayError, ShapeError
from tapegrad.func.subprograms import (
    batched,
    call_forward,
    call_reverse,
    evaluated,
    keeping,
    keeping_reverse,
    moving,
    scan_forward,
    scan_reverse,
    with_carries,
)
from tapegrad.ir.forms import cells, of_cells, zeros
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F8
from tapegrad.ops.elementwise_ops import logical_and, multiply, sin, where
from tapegrad.ops.kinds import Scan, Subprogram
from tapegrad.ops.results import Joint
from tapegrad.ops.shape_ops import spread
from tapegrad.progress import progress
from tapegrad.record.trace import recording

Shape = tuple[int, ...]
Arrays = list[np.ndarray]
_CHANGED = (
    "{}: a decision within the function depends on the values. Compute with np.where instead of branching "
    "on values or indexing by them."
)


def _by_references(program: Any, *args: np.ndarray) -> list[np.ndarray]:
    """Return a program's outputs by the reference functions of its ops: what the references below go by."""
    taken = [np.asarray(a, np.result_type(a, f.dtype)) for a, f in zip(args, program.input_forms, strict=True)]
    values = program.walk(
        taken, lambda slot, op, arrays: op.reference(*arrays, **program.statics[slot]), program.constants.__getitem__
    )
    return [np.asarray(values[s]) for s in program.outputs]


def _sample_program(shapes: Sequence[Shape], body: Any) -> Any:
    """Return a small program."""
    with recording(strict=True) as trace:
        return trace.program(body(*[trace.input(np.ones(shape)) for shape in shapes]))


def _keeping_samples(rng: np.random.Generator) -> list[Any]:
    def wanted(name: str, shape: Shape) -> bool:
        return name == "sin"

    plain = _sample_program([(3,), (1,)], lambda x, y: [multiply(sin(multiply(x, x)), x), x + y])
    program = keeping(plain, wanted)
    static = {"program": program, "count": 2, "reverse": keeping_reverse(program, 2)}
    return [((rng.normal(size=3), rng.normal(size=1)), static)]


def _result_shapes(shapes: Sequence[Shape], program: Any) -> list[Shape]:
    """Return the shapes of a program's outputs.

    Raises
    ------
    ShapeError
        If the program does not take arrays of these shapes.
    """
    expected = [f.shape for f in program.input_forms]
    if expected != [*shapes]:
        raise ShapeError(f"checkpoint: the program takes shapes {expected}, got {[*shapes]}.")
    return [f.shape for f in program.output_forms]


def _dtypes(program: Any, **static: Any) -> list[Any]:
    return [f.dtype for f in program.output_forms]


class ProgramOp(Joint):
    """An op that runs a program."""

    def lanes_of(self, static: dict[str, Any], count: int) -> list[Any]:
        """Return the program's own: it writes its results itself, carries that are kept after the others."""
        lanes = [f.lane for f in static["program"].output_forms]
        return [*lanes, *lanes[: count - len(lanes)]]


def _of_numbers(values: Sequence[Any], forms: Sequence[Any]) -> list[Any]:
    """Return those of arrays that are no integers or truth values, by their forms."""
    return [values[k] for k in moving(forms)]


def at_numbers(values: Sequence[Any], forms: Sequence[Any]) -> list[Any]:
    """Return values in the places of those arrays that are no integers or truth values, and None in the others."""
    placed: list[Any] = [None] * len(forms)
    for k, value in zip(moving(forms), values, strict=True):
        placed[k] = value
    return placed


# ------------------------------------------------------------------------------------------------- call


def call_adjoints(g: Any, args: Any, program: Any) -> list[Any]:
    """Return the adjoints of a program's inputs, from those of its outputs; None for what are no numbers."""
    shares = checkpoint_op(*args, *_of_numbers(g, program.output_forms), program=call_reverse(program))
    return at_numbers(shares, program.input_forms)


def call_tangents(args: list[Any], tangents: list[Any], program: Any) -> list[Any]:
    """Return the tangents of a program's outputs, from those of its inputs; None for what are no numbers."""
    moved = tuple([t is not None for t in tangents])
    pushed = checkpoint_op(*args, *[t for t in tangents if t is not None], program=call_forward(program, moved))
    return at_numbers(pushed, program.output_forms)


def _call_batch(length: int, args: Any, flags: Any, program: Any) -> Any:
    return checkpoint_op(*args, program=batched(program, length, tuple(map(bool, flags))))


def _sample_call(x: Any, y: Any) -> list[Any]:
    return [multiply(sin(x), x)[:2], x * y]


checkpoint_op = ProgramOp(
    name="checkpoint", kind=Subprogram(), dtypes=_dtypes,
    forward=lambda *args, program: evaluated(program, args),
    infer=lambda *shapes, program: _result_shapes(shapes, program), adjoints={"args": call_adjoints},
    tangent=call_tangents, batched=_call_batch, reference=lambda *args, program: _by_references(program, *args),
    samples=lambda rng: [
        ((rng.normal(size=3), rng.normal(size=(2, 1))), {"program": _sample_program([(3,), (2, 1)], _sample_call)})
    ],
    summary="A program of its own, run again by the reverse sweep.",
)  # fmt: skip


def _kept_adjoints(g: Any, args: Any, out: Any, program: Any, count: int, reverse: Any) -> list[Any]:
    shares = checkpoint_op(*args, *out[count:], *_of_numbers(g, program.output_forms), program=reverse)
    return at_numbers(shares, program.input_forms)


checkpoint_keeping = ProgramOp(
    name="checkpoint_keeping", kind=Subprogram(), dtypes=_dtypes,
    forward=lambda *args, program, count, reverse: evaluated(program, args),
    infer=lambda *shapes, program, count, reverse: _result_shapes(shapes, program), adjoints={"args": _kept_adjoints},
    batched=lambda length, args, flags, program, count, reverse: _call_batch(length, args, flags, program),
    reference=lambda *args, program, count, reverse: _by_references(program, *args), samples=_keeping_samples,
    summary="A program of its own; its results from the number `count` on are kept for the reverse sweep.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- scan


def _scan_shapes(
    *shapes: Shape, program: Any, carries: int, columns: int, steps: int, backwards: bool, keep: bool,
    active: int | None,
) -> list[Shape]:  # fmt: skip
    """Return the shapes of a scan's results.

    Raises
    ------
    ShapeError
        If the program does not take arrays of these shapes.
    """
    first, lines, constants = _groups(shapes, carries, columns)
    if {shape[:1] for shape in lines} - {(steps,)}:
        raise ShapeError(f"scan: expected arrays with a line for each of {steps} steps, got shapes {[*lines]}.")
    taken, results = [*first, *[shape[1:] for shape in lines], *constants], [f.shape for f in program.output_forms]
    if [f.shape for f in program.input_forms] != taken:
        raise ShapeError(f"scan: the program takes shapes {[f.shape for f in program.input_forms]}, got {taken}.")
    if program.output_forms[:carries] != program.input_forms[:carries]:
        raise ShapeError("scan: the program must return the carries that it takes.")
    kept = results[:carries] if keep else []
    return [*results[:carries], *[(steps, *shape) for shape in (*results[carries:], *kept)]]


def _scan_dtypes(program: Any, carries: int, keep: bool, **static: Any) -> list[Any]:
    dtypes = _dtypes(program)
    return [*dtypes, *dtypes[:carries]] if keep else dtypes


def _scan_names(program: Any, carries: int, **static: Any) -> list[str]:
    """Return the names of results: the last carries, the outputs, and the carries of all steps."""
    counts = {"carry": carries, "output": len(program.outputs) - carries, "kept carry": carries}
    return [f"{name} {k}" for name, count in counts.items() for k in range(count)]


def _stepped(
    args: Sequence[np.ndarray], run: Callable[..., Arrays], program: Any, carries: int, columns: int, steps: int,
    backwards: bool, keep: bool, active: int | None,
) -> Arrays:  # fmt: skip
    """Return the results of a scan, as compiled code holds their elements.

    ``run(state, lines, constants, outputs, kept, order)`` makes the steps, writes lines of outputs and of the carries
    that are kept, and returns the last carries; it passes over steps that would change nothing.
    """
    forms, count = program.input_forms, len(program.outputs) - carries
    arrays = [cells(a, form) for a, form in zip(args, forms, strict=True)]
    first, lines, constants = _groups(arrays, carries, columns)
    results = [*program.output_forms[carries:], *(program.output_forms[:carries] if keep else ())]
    matrices = [np.zeros((steps, *form.shape), form.lane or F8) for form in results]
    order = range(steps)[::-1] if backwards else range(steps)
    state = run([a.copy() for a in first], lines, constants, matrices[:count], matrices[count:], order)
    pairs = zip([*state, *matrices], [*program.output_forms[:carries], *results], strict=True)
    return [of_cells(a, form) for a, form in pairs]


def _scanned(args: Sequence[np.ndarray], program: Any, carries: int, *static: Any) -> Arrays:
    executable = executable_of(program)

    def run(state: Arrays, lines: Arrays, constants: Arrays, outputs: Arrays, kept: Arrays, order: range) -> Arrays:
        states, turn, count, way = (state, [np.empty_like(a) for a in state]), 0, len(state), order.step
        active = static[-1]
        at = [_addresses(group) for group in states]
        pointers = np.concatenate([at[0], _addresses(lines), _addresses([*constants, *executable.pool])])
        results, work = np.concatenate([at[1], _addresses(outputs)]), pool.aligned(executable.work)
        places = slice(count, count + len(lines)), slice(count, None)
        sizes = [np.array([a[0].nbytes if len(a) else 0 for a in group], np.int64) for group in (lines, outputs)]
        for group, part, size in zip((pointers, results), places, sizes, strict=True):
            group[part] += order.start * size
        call, tables = executable.run, (pointers.ctypes.data, results.ctypes.data, work.ctypes.data)
        line, out = (way * size for size in sizes)
        is_long = len(order) * executable.cost >= SHOWN
        for t in progress(order, f"scan of {len(order)} steps") if is_long else order:
            pointers[:count], results[:count] = at[turn], at[1 - turn]
            for group, a in zip(kept, states[turn], strict=False):
                group[t] = a
            ended = active is not None and _ended(active, states[turn], lines, t)
            if not ended and call(*tables):
                callbacks.reraise()
                values = [*states[turn], *(x[t] for x in lines), *constants]
                evaluated(program, [*map(of_cells, values, program.input_forms)])  # which raises what it raised
                raise ReplayError(_CHANGED.format("scan"))
            pointers[places[0]] += line
            results[places[1]] += out
            turn = turn if ended else 1 - turn
        return states[turn]

    return _stepped(args, run, program, carries, *static)


def _ended(active: int, state: Arrays, lines: Arrays, t: int) -> bool:
    """Tell whether a scan has ended before a step."""
    number = state[active] if active < len(state) else lines[active - len(state)][t]
    return not number.any()


def _addresses(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays], np.int64)


def _scanned_by_references(args: Sequence[Any], program: Any, carries: int, *static: Any) -> Arrays:
    def run(state: Arrays, lines: Arrays, constants: Arrays, outputs: Arrays, kept: Arrays, order: range) -> Arrays:
        count = len(state)
        for t in order:
            for group, a in zip(kept, state, strict=False):
                group[t] = a
            if static[-1] is not None and _ended(static[-1], state, lines, t):
                continue
            values = _by_references(program, *state, *[x[t] for x in lines], *constants)
            state = values[:count]
            for group, a in zip(outputs, values[count:], strict=True):
                group[t] = a
        return state

    return _stepped(args, run, program, carries, *static)


def scanned(
    first: Sequence[Any], columns: Sequence[Any], constants: Sequence[Any], program: Any, steps: int,
    backwards: bool = False, keep: bool = False, active: int | None = None,
) -> tuple[list[Any], list[Any]]:  # fmt: skip
    """Run a program step after step; returns the last carries, and the outputs of all steps, with `keep` then the
    carries before each step.
    """
    count = len(first)
    static = {"carries": count, "columns": len(columns), "steps": steps, "backwards": backwards, "keep": keep}
    results = scan(*first, *columns, *constants, program=program, active=active, **static)
    return [*results[:count]], [*results[count:]]


def _groups(args: Sequence[Any], carries: int, columns: int) -> tuple[Any, Any, Any]:
    return args[:carries], args[carries : carries + columns], args[carries + columns :]


def _scan_adjoints(
    g: Any, args: Any, program: Any, carries: int, columns: int, steps: int, backwards: bool, keep: bool,
    active: int | None,
) -> list[Any]:  # fmt: skip
    """Return the adjoints of all operands, from the scan of the other direction, which reads the carries of each
    step.
    """
    first, lines, constants = _groups(args, carries, columns)
    forms, results = program.input_forms, program.output_forms
    _, kept = scanned(first, lines, constants, program, steps, backwards, True, active)
    step_program = with_carries(program, carries) if keep else program
    seeds = _of_numbers(g, [*results, *(results[:carries] if keep else ())])
    count = len(moving(forms[:carries]))
    sums = [zeros(form) for form in _of_numbers(forms[carries + columns :], forms[carries + columns :])]
    last, by_lines = scanned(
        [*seeds[:count], *sums], [*kept[len(kept) - carries :], *lines, *seeds[count:]], constants,
        scan_reverse(step_program, carries, columns), steps, not backwards,
        active=None if active is None or keep or active >= carries else count + len(sums) + active,
    )  # fmt: skip
    return at_numbers([*last[:count], *by_lines, *last[count:]], forms)


def _scan_tangent(
    args: list[Any], tangents: list[Any], program: Any, carries: int, columns: int, steps: int, backwards: bool,
    keep: bool, active: int | None,
) -> list[Any]:  # fmt: skip
    forms, results = program.input_forms, program.output_forms
    tangents = [
        zeros(forms[k]) if t is None and k < carries and forms[k].dtype.kind in "fc" else t
        for k, t in enumerate(tangents)
    ]
    flags = tuple([t is not None for t in tangents])
    first, lines, constants = (
        [*values, *(t for t in moved if t is not None)]
        for values, moved in zip(_groups(args, carries, columns), _groups(tangents, carries, columns), strict=True)
    )
    both = scan_forward(program, carries, columns, flags)
    active = active if active is None or active < carries else active + sum(flags[:carries])
    last, outputs = scanned(first, lines, constants, both, steps, backwards, keep, active)
    count = len(results) - carries  # of the outputs, whose tangents come after them, as those of the carries do
    numbers = len(moving(results[carries:]))
    moved = [*last[carries:], *outputs[count : count + numbers], *outputs[count + numbers + carries :]]
    return at_numbers(moved, [*results, *(results[:carries] if keep else ())])


def _scan_batch(
    length: int, args: Any, flags: Any, program: Any, carries: int, columns: int, steps: int, backwards: bool,
    keep: bool, active: int | None,
) -> Any:  # fmt: skip
    """Run a scan for all instances at once; what is the same for all stays one, and such a carry may end the loop."""
    in_batch = tuple(map(bool, flags))
    flags, rows = _in_rows(program, carries, in_batch)
    operands = [
        a.swapaxes(0, 1) if was and carries <= k < carries + columns else spread(a, length) if flag and not was else a
        for k, (a, was, flag) in enumerate(zip(args, in_batch, flags, strict=True))
    ]
    first, lines, constants = _groups(operands, carries, columns)
    active = None if active is None or flags[active] else active
    step = batched(program, length, flags, rows)
    last, outputs = scanned(first, lines, constants, step, steps, backwards, keep, active)
    with_rows = [*rows[carries:], *(rows[:carries] if keep else ())]
    return (
        *[t if flag else spread(t, length) for t, flag in zip(last, rows, strict=False)],
        *[t.swapaxes(0, 1) if flag else spread(t, length) for t, flag in zip(outputs, with_rows, strict=True)],
    )


def _in_rows(program: Any, carries: int, flags: tuple[bool, ...]) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Return which operands and which results of a step have a row for each instance, if some operands have."""
    while True:
        varying = {slot for slot, flag in zip(program.inputs, flags, strict=True) if flag}
        for slot, operands in enumerate(program.operands):
            if not varying.isdisjoint(operands):
                varying.add(slot)
        rows = tuple([s in varying or flag for s, flag in zip(program.outputs, flags[:carries], strict=False)])
        if rows == flags[:carries]:
            return flags, (*rows, *[s in varying for s in program.outputs[carries:]])
        flags = (*rows, *flags[carries:])


def _sample_step(c: Any, d: Any, x: Any, k: Any) -> list[Any]:
    return [sin(multiply(c, k)) + x, d + c[0, :1], x * c[:, :1]]


def _scan_samples(rng: np.random.Generator) -> list[Any]:
    program = _sample_program([(1, 2), (1,), (1, 1), (2,)], _sample_step)
    operands = rng.normal(size=(1, 2)), rng.normal(size=1), rng.normal(size=(4, 1, 1)), rng.normal(size=2)
    static = {"program": program, "carries": 2, "columns": 1, "steps": 4, "active": None}
    samples = [(operands, {**static, "backwards": way, "keep": way}) for way in (False, True)]
    return [*samples, *_ending_samples()]


def _ending_samples() -> list[Any]:
    """Return scans that end after the third of five steps: one of a carry that says so, and one of a column."""

    def step(c: Any, active: Any) -> list[Any]:
        goes_on = logical_and(active > 0.5, c[:1] < 4.0)
        return [where(goes_on, c * c + 0.1, c), where(goes_on, 1.0, 0.0)]

    def column(c: Any, active: Any) -> list[Any]:
        return [where(active > 0.5, c * c, c)]

    first = np.array([1.5, 0.5])
    static: dict[str, Any] = {"steps": 5, "backwards": False, "active": 1}
    of_carry = {**static, "program": _sample_program([(2,), (1,)], step), "carries": 2, "columns": 0}
    of_column = {
        **static, "program": _sample_program([(2,), (1,)], column), "carries": 1, "columns": 1, "keep": False
    }  # fmt: skip
    active = np.array([[0.0], [0.0], [0.0], [1.0], [1.0]])
    return [
        ((first, np.ones(1)), {**of_carry, "keep": False}), ((first, np.ones(1)), {**of_carry, "keep": True}),
        ((first, active), of_column), ((first, active[::-1].copy()), {**of_column, "backwards": True}),
    ]  # fmt: skip


scan = ProgramOp(
    name="scan", kind=Scan(), infer=_scan_shapes, dtypes=_scan_dtypes, names=_scan_names,
    forward=lambda *args, program, carries, columns, steps, backwards, keep, active: _scanned(
        args, program, carries, columns, steps, backwards, keep, active
    ),
    adjoints={"args": _scan_adjoints}, tangent=_scan_tangent, batched=_scan_batch, samples=_scan_samples,
    reference=lambda *args, program, carries, columns, steps, backwards, keep, active: _scanned_by_references(
        args, program, carries, columns, steps, backwards, keep, active
    ),
    summary="A program run step after step, each on the carries of the one before; gives the last, and all outputs.",
)  # fmt: skip
