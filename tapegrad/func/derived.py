"""Programs made from programs: what differentiates a sealed tape gives another sealed tape.

The program's instructions are recorded again, as operations on Tensors, and a sweep is appended; guards stay where they
were. Each is made once and kept with the program it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import traced
from tapegrad.ops.shaping import reshape_op
from tapegrad.tape.program import Program
from tapegrad.tape.trace import Trace, recording
from tapegrad.tensor.batching import applied, constant_of, mapped
from tapegrad.tensor.tensor import Tensor, from_array


def emitted(program: Program, inputs: Sequence[Tensor], trace: Trace | None = None) -> list[Tensor]:
    """Run a program's instructions as operations on Tensors; within a recording its guards are recorded too.

    Outside of one the results are the caller's, who may write to them: none of them is an input itself.
    """
    values = all_emitted(program, inputs, trace)
    return results_of(program, values) if trace is None else [values[s] for s in program.outputs]


def results_of(program: Program, values: Sequence[Tensor]) -> list[Tensor]:
    """Return the outputs among the values of all slots, for a caller who may write to them."""
    return [values[s].clone() if s in program.inputs else values[s] for s in program.outputs]


def all_emitted(program: Program, inputs: Sequence[Tensor], trace: Trace | None = None) -> list[Tensor]:
    """Emit as `emitted` does, but the values of all slots."""
    values = program.walk(
        inputs, lambda slot, op, args: applied(op, args, program.statics[slot]), lambda slot: constant_of(program, slot)
    )
    if trace is not None:
        trace.guards += [g._replace(slot=trace.slot_of(values[g.slot])) for g in program.guards]
    return values


Build = Callable[[Trace, list[Tensor], list[Tensor]], Sequence[Tensor]]


def derive(program: Program, extra: Sequence[Any], build: Build) -> Program:
    """Return the program whose outputs `build(trace, inputs, outputs)` gives.

    Parameters
    ----------
    program : Program
    extra : sequence of Form
        Further inputs, which follow those of the program in `inputs`.
    """
    with recording(strict=True) as trace:
        forms = [*program.input_forms, *extra]
        inputs = [trace.input(np.zeros(f.shape, f.lane or f.dtype), f) for f in forms]
        outputs = emitted(program, inputs[: len(program.inputs)], trace)
        results = build(trace, inputs, outputs)
        made = trace.program(results)
    made.recorded = program.recorded
    return made


def _slot(trace: Trace, t: Tensor) -> int:
    return trace.slot_of(t)


def gradients(
    trace: Trace, outputs: list[Tensor], seeds: Sequence[Tensor], variables: Sequence[Tensor]
) -> list[Tensor]:
    """Return adjoints of variables for seeds of outputs, zeros where nothing arrives."""
    pairs = [
        (_slot(trace, o), s) for o, s in zip(outputs, seeds, strict=True) if o._kind.run is trace and o.requires_grad
    ]
    found = traced.reverse(trace, pairs, [v._i for v in variables])
    return [from_array(np.zeros(v.shape, v.dtype)) if g is None else g for v, g in zip(variables, found, strict=True)]


def value_and_gradient(program: Program, arguments: tuple[int, ...]) -> Program:
    """Return outputs of a scalar program, then its gradients by some of its inputs."""

    def build(trace: Trace, inputs: list[Tensor], outputs: list[Tensor]) -> list[Tensor]:
        seeds = [from_array(np.ones(o.shape, o.dtype)) for o in outputs]
        return [*outputs, *gradients(trace, outputs, seeds, [inputs[k] for k in arguments])]

    return program.derive(("value and gradient", arguments), lambda: derive(program, (), build))


def value_and_jacobian(program: Program, argument: int) -> Program:
    """Return the one output of a program, then its Jacobian by an input, as a matrix."""

    def build(trace: Trace, inputs: list[Tensor], outputs: list[Tensor]) -> list[Tensor]:
        (out,), x = outputs, inputs[argument]
        if x.size <= out.size and program.has_tangents():
            seeds = from_array(np.eye(x.size, dtype=x.dtype).reshape(x.size, *x.shape))

            def push(seed: Tensor) -> list[Tensor]:
                (moved,) = traced.tangent(trace, {x._i: seed}, [_slot(trace, out)])
                return [from_array(np.zeros(out.shape, out.dtype)) if moved is None else moved]

            (columns,) = mapped(push, [seeds], [True])
            matrix = reshape_op(columns, shape=(x.size, out.size)).T
        else:
            seeds = from_array(np.eye(out.size, dtype=out.dtype).reshape(out.size, *out.shape))
            (rows,) = mapped(lambda seed: gradients(trace, [out], [seed], [x]), [seeds], [True])
            matrix = reshape_op(rows, shape=(out.size, x.size))
        return [out, matrix]

    return program.derive(("value and Jacobian", argument), lambda: derive(program, (), build))
