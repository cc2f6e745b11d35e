"""Running a program for a whole batch at once: every batched value has the batch as a leading axis.

Elementwise ops broadcast; an array op's record says how it takes the additional axis (`ArrayOp.batched`). What does not
depend on the batch is done once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ReplayError
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import detached, where
from tapegrad.ops.reductions import sum_
from tapegrad.ops.shaping import convert, expand, reshape_to
from tapegrad.tape.program import Guard, Program
from tapegrad.tape.record import converted
from tapegrad.tape.trace import current, recording
from tapegrad.tensor.tensor import Tensor, from_array


def batched_sweep(sweep: Callable[[Tensor], Sequence[Tensor]], seeds: Tensor) -> list[Tensor]:
    """Results of a sweep over the recording that is open, for seeds with a leading axis.

    The sweep is recorded once for a single seed, apart from the recording it reads, and then appended to it as a
    batch.
    """
    length = seeds.shape[0]
    with recording(strict=True) as inner:  # what it decides for one seed must hold for all
        values = seeds._array()
        one = inner.input(values[0].copy() if length else np.zeros(seeds.shape[1:], values.dtype))
        results = list(sweep(one))
        program = inner.program(results)
    captured = inner.outside()
    found = run_batched(program, [seeds, *captured], [True] + [False] * len(captured), length)
    return [t if batched else spread(t, length) for t, batched in found]


def spread(t: Tensor, length: int) -> Tensor:
    """The same value for every member of a batch."""
    return expand(reshape_to(t, shape=(1, *t.shape)), shape=(length, *t.shape))


def run_batched(
    program: Program, inputs: Sequence[Tensor], batched: Sequence[bool], length: int, now: bool = True
) -> list[tuple[Tensor, bool]]:
    """Run a program's instructions on Tensors, some of which have a leading batch axis; says which outputs have.

    `now` says that the values are those of a call, not stand-ins of a program that is being made.

    Raises
    ------
    ReplayError
        If a guard of the program fails for a member.
    """
    values: list[Any] = [None] * len(program)
    flags = bytearray(len(program))
    for slot, t, flag in zip(program.inputs, inputs, batched, strict=True):
        values[slot], flags[slot] = t, flag
    for slot, op in enumerate(program.ops):
        if op is None:
            if values[slot] is None:
                form = program.forms[slot]
                values[slot] = from_array(program.constants[slot], form.dtype if form.lane is not None else None)
            continue
        operands, static = program.operands[slot], program.statics[slot]
        args = [values[s] for s in operands]
        given = [bool(flags[s]) for s in operands]
        flags[slot] = any(given)
        if op is detached:
            values[slot] = args[0].detach()
        elif op is convert:
            values[slot] = converted(args[0], static["dtype"])
        elif isinstance(op, Elementwise):
            rank = len(program.forms[slot].shape)
            if flags[slot]:
                args = [
                    aligned(a, rank) if b and len(a.shape) != rank + 1 else a for a, b in zip(args, given, strict=True)
                ]
            values[slot] = op(*args)
        elif not flags[slot]:
            values[slot] = op(*args, **static)
        else:
            values[slot] = op.batched(length, args, given, **static)
    for guard in program.guards:
        _check_decision(values[guard.slot], guard, now)
    return [(values[s], bool(flags[s])) for s in program.outputs]


def _check_decision(rows: Tensor, guard: Guard, now: bool) -> None:
    """All members of a batch must decide as it was recorded, `now`, and whenever an open recording is replayed.

    Raises
    ------
    ReplayError
        If they do not now.
    """
    numbers = rows.astype(np.float64) if rows.dtype.kind != "f" else rows
    differ = numbers != guard.expected
    trace = current()
    if trace is not None and trace.strict:
        count = sum_(where(differ, 1.0, 0.0)) if differ.shape else where(differ, 1.0, 0.0)
        trace.require(count, 0.0)
        bad = now and bool(trace.evaluate(count._i) != 0.0)
    else:
        bad = bool(differ.any())
    if bad:
        raise ReplayError(
            f"the decision at {guard.line} goes different ways for different members of a batch. Compute with np.where."
        )


def aligned(t: Tensor, rank: int) -> Tensor:
    """A batch whose members have so many dimensions."""
    return reshape_to(t, shape=(t.shape[0], *(1,) * (rank + 1 - len(t.shape)), *t.shape[1:]))
