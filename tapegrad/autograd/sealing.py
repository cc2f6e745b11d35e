"""The sealed program of a sweep that returns, made of its run's instructions (see `tapegrad.autograd.hot`)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import traced
from tapegrad.codegen.executable import MOST_ARGUMENTS, Executable, executable_of
from tapegrad.errors import TapegradError
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.reductions import sum_
from tapegrad.tape.forms import Form, forms
from tapegrad.tape.opened import Open
from tapegrad.tape.program import decoded
from tapegrad.tape.trace import recording
from tapegrad.tensor.tensor import from_array

_UNHELD = next(map(sys.getrefcount, [object()]))  # what it says of what only a list holds


class Hot:
    """The program of an end.

    Attributes
    ----------
    inputs : list of (slot, Form)
        Of the run's inputs and constants, all of which are the program's.
    live : list of int
        The slots whose values it gives.
    leaves : list of int
        The places, among the sources of the run, of the leaves whose gradients it gives.
    alone : bool
        No other result that is alive requires grad.
    checks : int
        How many outputs, the last ones, are NaN if an infinity is in the gradients: a sweep as ever passes over
        what adjoints of zero are multiplied with, where a program computes products of zero and infinity.
    outputs : list of Form
    """

    def __init__(
        self, executable: Executable, inputs: list[Any], live: list[int], leaves: list[int], alone: bool,
        checks: int, outputs: list[Form],
    ) -> None:  # fmt: skip
        self.executable, self.inputs, self.live, self.leaves, self.outputs = executable, inputs, live, leaves, outputs
        self.alone, self.checks = alone, checks
        self.arrays = [f for f in outputs if f.array]
        self.spare: list[np.ndarray] = []

    def run(self, run: Open) -> list[np.ndarray] | None:
        """Return the outputs for the inputs of a run; None where the program cannot tell."""
        if callbacks.kept:
            callbacks.reraise()
        given, instructions = run.given, run.instructions
        values = [
            given[slot] if not form.scalar else _filled(instructions[slot][2], form) if form.shape
            else instructions[slot][2]
            for slot, form in self.inputs
        ]  # fmt: skip
        numbers = np.empty(max(1, len(self.outputs)))
        arrays = [pool.empty(f.shape, f.lane) for f in self.arrays]
        executable = self.executable
        try:
            work = self.spare.pop()  # one call at a time may use it
        except IndexError:
            work = pool.aligned(executable.work)
        status = executable.entry(executable.constants, work, numbers, *values, *arrays)
        if status == -1:  # an array that does not lie in C order
            values = [np.ascontiguousarray(v) if v.__class__ is np.ndarray else v for v in values]
            status = executable.entry(executable.constants, work, numbers, *values, *arrays)
        self.spare.append(work)
        if status:
            return None
        found, single = iter(arrays), 0
        results = []
        for form in self.outputs:
            if form.array:
                results.append(next(found))
                continue
            results.append(np.array(numbers.view(np.float32)[2 * single] if form.lane is F4 else numbers[single]))
            single += 1
        if self.checks and any(number != 0.0 for number in results[-self.checks :]):
            return None
        return results[: len(results) - self.checks]


def _filled(value: float, form: Form) -> np.ndarray:
    return np.full(form.shape, value, form.lane)


def sealed(run: Open, root: int, counts: Sequence[int]) -> Hot | None:
    """Return the program of a run, from its inputs to the live values and the gradients; None where there is none."""
    instructions = run.instructions
    own = [forms[instruction[1] >> 1] for instruction in instructions]
    if any(f.lane is not F8 and f.lane is not F4 for f in own):
        return None
    inputs = [(s, own[s]) for s, instruction in enumerate(instructions) if instruction[0] in (INPUT, CONST)]
    reached = _reached(run, root)
    live = [s for s, count in enumerate(counts) if count > _UNHELD and instructions[s][0] not in (INPUT, CONST)]
    if any(instructions[s][1] & 1 and s not in reached for s in live):
        return None  # another sweep may begin there
    slots = [slot for slot, _ in run.sources]
    wanted = [k for k, slot in enumerate(slots) if slot in reached]
    names = [id(run.sources[k][1]) for k in wanted]
    if len({*names}) < len(names) or any(run.sources[k][1].__class__ is tuple for k in wanted):
        return None
    try:
        with recording(strict=True, within=True) as trace:
            trace.instructions[:] = instructions
            trace.calls[:] = run.calls
            trace.inputs = [slot for slot, _ in inputs]
            for slot, form in inputs:
                trace.given[slot] = run.given[slot] if slot in run.given else _filled(instructions[slot][2], form)
            seed = from_array(np.ones(own[root].shape, own[root].lane))
            gradients = traced.reverse(trace, [(root, seed)], [slots[k] for k in wanted])
            if any(g is None for g in gradients):
                return None
            checks = _checks(gradients) if run.calls else []
            program = trace.program([*map(trace.handle, live), *gradients, *checks])
    except TapegradError:
        return None
    if len(inputs) + len(program.outputs) > MOST_ARGUMENTS:
        return None
    executable = executable_of(program)
    alone = all(s == root or not instructions[s][1] & 1 for s in live)
    return Hot(executable, inputs, live, wanted, alone, len(checks), program.output_forms)


def _checks(gradients: Sequence[Any]) -> list[Any]:
    """Return numbers that are 0 where all elements of gradients are finite, and else NaN."""
    sums: dict[Any, Any] = {}
    for g in gradients:
        number = sum_(g * 0.0)
        sums[g.dtype] = sums[g.dtype] + number if g.dtype in sums else number
    return [*sums.values()]


def _reached(run: Open, root: int) -> set[int]:
    """Return the slots that require grad and that a slot depends on."""
    found = {root}
    for slot in range(root, -1, -1):
        if slot in found and (what := decoded(run.instructions[slot], run.calls)) is not None:
            found.update(s for s in what[1] if run.instructions[s][1] & 1)
    return found
