"""Sweeps that return: compiled forward and backward together, as one sealed program.

A run that ends on a path (see `tapegrad.tape.paths`) is known by its node. Where the same root is swept there again
and again, with the same Tensors alive, the run is not executed any more: a program computes from its inputs the
values that are alive and the gradients. That is a matter of how often it was seen, never of time, so that the same
program gives the same bits.

Invariant: whatever looks on, or may come back to the run after the sweep, is swept as ever.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.autograd import traced
from tapegrad.autograd.engine import accumulating, added
from tapegrad.autograd.marking import active
from tapegrad.codegen.executable import Executable, executable_of
from tapegrad.errors import TapegradError
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.tape import paths
from tapegrad.tape.executed import Freed
from tapegrad.tape.forms import Form, forms
from tapegrad.tape.modes import current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import forget, tape
from tapegrad.tape.program import decoded
from tapegrad.tape.run import UNWATCHED
from tapegrad.tape.trace import recording
from tapegrad.tensor.tensor import Tensor, from_array

_OFTEN = 64
_MOST = 8  # ends of one node
_counts = sys.getrefcount
_UNHELD = next(map(_counts, [object()]))  # what it says of what only a list holds


class End:
    """Where sweeps began: a root, in a run of which certain Tensors are alive.

    Attributes
    ----------
    times : int
        How many sweeps there were.
    program : Hot or None
    """

    __slots__ = ("program", "times")

    def __init__(self) -> None:
        self.times = 0
        self.program: Hot | None = None


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
    outputs : list of Form
    """

    def __init__(
        self, executable: Executable, inputs: list[Any], live: list[int], leaves: list[int], outputs: list[Form]
    ) -> None:
        self.executable, self.inputs, self.live, self.leaves, self.outputs = executable, inputs, live, leaves, outputs
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
        return results


def _often(length: int) -> int:
    """Return the number of the sweep for which a program is made: by then, as much time was spent as that costs."""
    return _OFTEN + length


def _filled(value: float, form: Form) -> np.ndarray:
    return np.full(form.shape, value, form.lane)


_NEVER: Any = object()


def swept(root: Tensor) -> tuple[Open, dict[int, np.ndarray], list[tuple[Tensor, np.ndarray]]] | None:
    """Return the run that is open, the values of its live results, and its leaves with their gradients; None if it is
    to be swept as ever.
    """
    run: Any = tape.run
    if run is None or run.node is None or root._family.run is not run or run.single or run.traced:
        return None
    if not current().plain or active.sweeps or tape.applying or run.outdated or run.failures:
        return None
    if run.watch is not UNWATCHED:
        return None
    node = paths.arrived(run)
    if node is None:
        return None
    key = root._i, *map(_counts, run.instructions)
    end = node.ends.get(key)
    if end is None:
        if len(node.ends) >= _MOST:
            return None
        end = node.ends[key] = End()
    if end.program is None:
        end.times += 1
        if end.times < _often(len(run.instructions)):
            return None
        end.program = _sealed(run, root._i, key[1:]) or _NEVER
    hot = end.program
    if hot is _NEVER:
        return None
    sources = run.sources
    leaves = [sources[k][1] for k in hot.leaves]
    for leaf in leaves:
        if leaf.__class__ is tuple or leaf._node.hooks is not None:
            return None
    outputs = hot.run(run)
    if outputs is None:
        return None
    count = len(hot.live)
    return run, dict(zip(hot.live, outputs, strict=False)), [*zip(leaves, outputs[count:], strict=True)]


def _sealed(run: Open, root: int, counts: Sequence[int]) -> Hot | None:
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
            program = trace.program([*map(trace.handle, live), *gradients])
    except TapegradError:
        return None
    if len(inputs) + len(program.outputs) > 900:
        return None
    executable = executable_of(program)
    if executable.by_tables:
        return None
    return Hot(executable, inputs, live, wanted, program.output_forms)


def _reached(run: Open, root: int) -> set[int]:
    """Return the slots that require grad and that a slot depends on."""
    found = {root}
    for slot in range(root, -1, -1):
        if slot in found and (what := decoded(run.instructions[slot], run.calls)) is not None:
            found.update(s for s in what[1] if run.instructions[s][1] & 1)
    return found


def commit(run: Open, kept: dict[int, np.ndarray], updates: Sequence[tuple[Tensor, Tensor]]) -> None:
    """Add to the ``.grad`` of leaves, and leave of the run what a sweep leaves: the values that Tensors show.

    No handler of a signal comes between the two: all that is one call of C code.
    """
    run.kept, run.leaves = kept, frozenset([id(source) for _, source in run.sources])
    forget(run)
    with accumulating:
        totals, before = added(updates)
        deque(starmap(setattr, [*totals, (run, "__class__", Freed)]), 0)
        del before
    tape.close(run)
    run.let_go()  # type: ignore[attr-defined]
