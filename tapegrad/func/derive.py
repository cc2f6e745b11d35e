"""Derivation: makes the sealed tape of a derivative from a sealed tape.

The program's instructions are recorded again, as operations on Tensors, and a sweep is appended; guards stay where they
were. Each is made once and kept with the program it comes from.

Tests: tests/func/test_ops.py, tests/custom/test_plain_kernels.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import Form
from tapegrad.ir.program import Program
from tapegrad.record.trace import Trace, on_its_lines, recording
from tapegrad.tensor.batching import applied, constant_of
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

    def rule(slot: int, op: Any, args: list[Any]) -> Any:
        return applied(op, args, program.statics[slot])

    values = program.walk(inputs, on_its_lines(program, rule), lambda slot: constant_of(program, slot))
    if trace is not None:
        trace.guards += [g._replace(slot=trace.slot_of(values[g.slot])) for g in program.guards]
    return values


def derived(
    program: Program, key: Any, forms: Sequence[Form], build: Callable[[Trace, list[Tensor]], Sequence[Tensor]]
) -> Program:
    """Return the program of inputs of these forms whose outputs `build(trace, inputs)` gives, made once."""

    def make() -> Program:
        with recording(strict=True, within=True) as trace:  # a sweep may ask while it runs
            inputs = [trace.input(np.zeros(f.shape, f.lane or f.dtype), f) for f in forms]
            result = trace.program(build(trace, inputs))
        result.recorded = program.recorded
        return result

    return program.derive(key, make)


def value_and_gradient(program: Program, arguments: tuple[int, ...]) -> Program:
    """Return outputs of a scalar program, then its gradients by some of its inputs."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        outputs = emitted(program, inputs, trace)
        seeds = [from_array(np.ones(o.shape, o.dtype)) for o in outputs]
        return [*outputs, *adjoints(trace, outputs, seeds, [inputs[k] for k in arguments])]

    return derived(program, ("value and gradient", arguments), program.input_forms, build)
