"""The sealed program of a sweep that returns, made of its run's instructions (see `tapegrad.autograd.hot`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.autograd import traced
from tapegrad.codegen.executable import MOST_ARGUMENTS, NOT_TAKEN, executable_for_runs
from tapegrad.errors import TapegradError
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.reductions import sum_
from tapegrad.tape.forms import forms
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import data_family
from tapegrad.tape.program import Program, decoded
from tapegrad.tape.trace import recording
from tapegrad.tensor.tensor import from_array


class Hot:
    """The program of an end.

    Its inputs are the arrays that the run was given, then the run's inputs and constants of one element, whose slots
    are `numbers`.

    Attributes
    ----------
    live : list of int
        The slots whose values it gives.
    leaves : list of int
        The places, among the sources of the run, of the leaves whose gradients it gives.
    alone : bool
        No other result that is alive requires grad.
    checks : int
        How many outputs, the last ones, are NaN if an infinity is in the gradients: a sweep as ever passes over
        what adjoints of zero are multiplied with, where a program computes products of zero and infinity.
    families : list of Family
        Those of the gradients.
    """

    def __init__(
        self, program: Program, numbers: list[int], live: list[int], leaves: list[int], alone: bool,
        checks: int,
    ) -> None:  # fmt: skip
        self.executable = executable_for_runs(program, numbers)
        self.live, self.leaves, self.alone = live, leaves, alone
        self.checks = checks
        outputs = program.output_forms
        self.families = [data_family(form, False) for form in outputs[len(live) : len(live) + len(leaves)]]
        self._outputs = [(form.shape, form.lane) for form in outputs]
        small = all(pool.is_small(*output) for output in self._outputs)
        self._empty = np.empty if small else pool.empty  # which asks each time
        self._spare: list[np.ndarray] = []

    def run(self, arrays: dict[int, np.ndarray], instructions: list[Any]) -> list[np.ndarray] | None:
        """Return the outputs for the inputs of a run: arrays, and numbers among its instructions. None where the
        program cannot tell.
        """
        if callbacks.kept:
            callbacks.reraise()
        given = [*arrays.values()]
        outputs = [*starmap(self._empty, self._outputs)]
        executable = self.executable
        try:
            work = self._spare.pop()  # one call at a time may use it
        except IndexError:
            work = pool.aligned(executable.work)
        status = executable.entry(executable.constants, work, given, instructions, outputs)
        if status == NOT_TAKEN:  # an array that does not lie in C order
            given = [*map(np.ascontiguousarray, given)]
            status = executable.entry(executable.constants, work, given, instructions, outputs)
        self._spare.append(work)
        if status or (self.checks and any(check.item() != 0.0 for check in outputs[-self.checks :])):
            return None
        return outputs


def sealed(run: Open, root: int, held: Sequence[int]) -> Hot | None:
    """Return the program of a run, from its inputs to the live values and the gradients; None where there is none."""
    instructions, calls, given, sources = [*run.instructions], [*run.calls], {**run.given}, [*run.sources]
    if not run.open or len(run.instructions) != len(held):
        return None  # a finalizer or a handler of a signal came between, and recorded
    own = [forms[instruction[1] >> 1] for instruction in instructions]
    if any(f.lane is not F8 and f.lane is not F4 for f in own):
        return None
    inputs = [s for s, instruction in enumerate(instructions) if instruction[0] in (INPUT, CONST)]
    numbers = [s for s in inputs if own[s].scalar]
    reached = _reached(instructions, calls, root)
    live = [s for s, count in enumerate(held) if count and instructions[s][0] not in (INPUT, CONST)]
    if any(instructions[s][1] & 1 and s not in reached for s in live):
        return None  # another sweep may begin there
    slots = [slot for slot, _ in sources]
    wanted = [k for k, slot in enumerate(slots) if slot in reached]
    names = [id(sources[k][1]) for k in wanted]
    if len({*names}) < len(names) or any(sources[k][1].__class__ is tuple for k in wanted):
        return None
    try:
        with recording(strict=True, within=True) as trace:
            trace.instructions[:] = instructions
            trace.calls[:] = calls
            trace.inputs = [*given, *numbers]
            for slot in inputs:
                form = own[slot]
                filled = given.get(slot)
                trace.given[slot] = np.full(form.shape, instructions[slot][2], form.lane) if filled is None else filled
            seed = from_array(np.ones(own[root].shape, own[root].lane))
            gradients = traced.reverse(trace, [(root, seed)], [slots[k] for k in wanted])
            if any(g is None for g in gradients):
                return None
            checks = _checks(gradients) if calls else []
            program = trace.program([*map(trace.handle, live), *gradients, *checks])
    except TapegradError:
        return None
    if len(inputs) + len(program.outputs) > MOST_ARGUMENTS:
        return None
    alone = all(s == root or not instructions[s][1] & 1 for s in live)
    return Hot(program, numbers, live, wanted, alone, len(checks))


def _checks(gradients: Sequence[Any]) -> list[Any]:
    """Return numbers that are 0 where all elements of gradients are finite, and else NaN."""
    sums: dict[Any, Any] = {}
    for g in gradients:
        number = sum_(g * 0.0)
        sums[g.dtype] = sums[g.dtype] + number if g.dtype in sums else number
    return [*sums.values()]


def _reached(instructions: Sequence[Any], calls: Sequence[Any], root: int) -> set[int]:
    """Return the slots that require grad and that a slot depends on."""
    found = {root}
    for slot in range(root, -1, -1):
        if slot in found and (what := decoded(instructions[slot], calls)) is not None:
            found.update(s for s in what[1] if instructions[s][1] & 1)
    return found
