"""Compilation of sweeps: makes a sealed program of a run's instructions and of their reverse sweep.

What runs them is `tapegrad.autograd.compiled_sweep`.

Tests: tests/autograd/test_rows.py, tests/trace_cache/test_exits.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.autograd import traced_sweep
from tapegrad.autograd.compiled_sweep import Programs, Unswept
from tapegrad.codegen.batch_executable import BatchExecutable, RowsExecutable, batch_code
from tapegrad.codegen.executable import MOST_ARGUMENTS, NOT_TAKEN, Executable, executable_for_runs
from tapegrad.errors import TapegradError
from tapegrad.ir.forms import RESULTS, Form, forms
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F4, F8, I8, PARTS
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.reductions import sum_
from tapegrad.record.families import data_family
from tapegrad.record.instructions import decoded, program_of
from tapegrad.record.pending_run import Pending
from tapegrad.record.run import Run
from tapegrad.record.trace import recording
from tapegrad.record.values import Values
from tapegrad.tensor.tensor import from_array
from tapegrad.trace_cache.reasons import Reason, Refusal
from tapegrad.trace_cache.thresholds import SMALL


class Hot:
    """The program of an end.

    Its inputs are the arrays that the run was given, adjoints that a sweep begins with, then the run's inputs and
    constants of one element, whose slots are `numbers`.

    Attributes
    ----------
    program : Program
    live : list of int
        The slots whose values it gives.
    leaves : list of int
        The places, among the sources of the run, of those whose adjoints it gives.
    checks : int
        How many outputs, the last ones, are NaN if an infinity is in the gradients: the interpreter passes over
        what adjoints of zero are multiplied with, where a program computes products of zero and infinity.
    families : list of Family
        Those of the gradients.
    runs : int
        How often it ran.
    partial : bool
        Whether the run has other leaves, too.
    observed : list of int
        The slots of results whose adjoints it gives behind those of sources.
    hooked : tuple of int
        The slots whose adjoints it gives behind these, for hooks that may give others.
    idle : list of ndarray
        The inputs for these, an adjoint and a number for each, that leave all as it is.
    programs : Programs
        Those of the runs that this one has swept, if a sweep passes on from them or retains the graph.
    passed : frozenset of int
        The results that it passes.
    after : Programs or None
        Those of the runs that this one has swept, if results are alive at which another sweep may begin.
    size : int
        Elements of all results of the run.
    """

    def __init__(
        self, program: Program, numbers: list[int], live: list[int], leaves: list[int], observed: list[int], checks: int
    ) -> None:
        self.program, self.executable = program, executable_for_runs(program, numbers)
        self.live, self.leaves, self.observed = live, leaves, observed
        self.checks = checks
        self.runs = 0
        self.partial = False
        self.hooked: tuple[int, ...] = ()
        self.idle: list[np.ndarray] = []
        self.programs = Programs(None)
        self.passed: frozenset[int] = frozenset()
        self.after: Programs | None = None
        self.size = 0
        outputs = program.output_forms
        self.families = [data_family(form, False) for form in outputs[len(live) : len(outputs) - checks]]
        self._outputs = [(form.shape, form.lane or form.dtype) for form in outputs]
        small = all(pool.is_small(*output) for output in self._outputs)
        self._empty = np.empty if small else pool.empty  # which asks each time
        self._spare: list[np.ndarray] = []

    @property
    def in_vain(self) -> bool:
        """Whether what it gives was most often computed again, and runs are executed at once."""
        return (self.programs if self.after is None else self.after).in_vain

    def rests(self, retain: bool) -> bool:
        """Tell whether runs of this kind, which stay after the sweep, are to be executed at once.

        So are those that most often were in the end, and those so large that to compute them anew in another sweep
        takes more than to keep the values.
        """
        if retain and self.size > SMALL:
            return True
        return (self.programs if self.after is None else self.after).resting()

    def run(
        self, arrays: dict[int, np.ndarray], instructions: list[Any], seeds: Sequence[np.ndarray] = (),
        pending: Any = None, node: Any = None,
    ) -> list[np.ndarray] | Reason:  # fmt: skip
        """Return the outputs for the inputs of a run: arrays, adjoints, and numbers among its instructions. Or the
        reason why there are none, such as that a run that is `pending` at a node has changed meanwhile.
        """
        if callbacks.kept:
            callbacks.reraise()
        self.runs += 1
        inputs = [*arrays.values(), *seeds]
        outputs = [*starmap(self._empty, self._outputs)]
        executable = self.executable
        try:
            work = self._spare.pop()  # one call at a time may use it
        except IndexError:
            work = pool.aligned(executable.work)
        status = executable.entry(executable.constants, work, inputs, instructions, outputs)
        if status == NOT_TAKEN:  # an array that does not lie in C order
            inputs = [*map(np.ascontiguousarray, inputs)]
            status = executable.entry(executable.constants, work, inputs, instructions, outputs)
        self._spare.append(work)
        if status:
            return Reason.NOT_FINITE
        for check in outputs[len(outputs) - self.checks :]:
            if check.item() != 0.0:
                return Reason.NOT_FINITE
        if node is not None and (pending.run.backing is not pending or len(instructions) > node.stop):
            return Reason.CHANGED  # a finalizer came between, and recorded
        return outputs


def of_op(op: Any, operands: Sequence[Form], static: dict[str, Any]) -> tuple[Executable, list[Form]] | None:
    """Return machine code of an op of operands of these forms, and its results' forms; None if it needs Python."""
    with recording(strict=True, within=True) as trace:
        inputs = [trace.input(np.zeros(form.shape, form.lane or form.dtype), form) for form in operands]
        result = op(*inputs, **static)
        program = trace.program(result if op.several else [result])
    executable = executable_for_runs(program, (), registers=False)
    return None if executable.python else (executable, program.output_forms)


def _real(form: Form) -> bool:
    return form.lane is F8 or form.lane is F4 or form.dtype is I8 or form is RESULTS


class _Recording:
    """A snapshot of a run's instructions, from which programs are made."""

    def __init__(self, pending: Pending) -> None:
        self.instructions, self.calls, self.given = [*pending.instructions], [*pending.calls], {**pending.given}
        self.sources = [*pending.run.sources]
        self.forms = [forms[instruction[1] >> 1] for instruction in self.instructions]
        self.inputs = [s for s, instruction in enumerate(self.instructions) if instruction[0] in (INPUT, CONST)]
        self.numbers = [s for s in self.inputs if self.forms[s].scalar]

    @property
    def real(self) -> bool:
        """Whether there are none but real numbers and positions."""
        return all(map(_real, self.forms))

    def real_at(self, slots: Iterable[int]) -> bool:
        """Tell whether these slots, what adjoints go to, and all numbers are real; data and results may be complex."""
        forms = self.forms
        numbers = [s for s in self.inputs if s not in self.given]
        return all(f.lane in PARTS or _real(f) for f in forms) and all(
            _real(forms[s]) for s in (*numbers, *[slot for slot, _ in self.sources], *slots)
        )

    @property
    def size(self) -> int:
        """How many elements all results have."""
        return sum(form.size for form in self.forms)

    @property
    def any_requires_grad(self) -> bool:
        """Whether a result requires grad."""
        return any(type_ & 1 and op not in (INPUT, CONST) for op, type_, *_ in self.instructions)

    def live(self, counts: Sequence[int]) -> list[int]:
        """Return the slots of results among those that Tensors hold."""
        return [s for s, count in enumerate(counts) if count and self.instructions[s][0] not in (INPUT, CONST)]

    def begin(self, trace: Any, further: Sequence[np.ndarray] = ()) -> list[Any]:
        """Append the run's instructions to a trace; return further inputs, which are like these arrays."""
        trace.instructions[:] = self.instructions
        trace.calls[:] = self.calls
        trace.inputs = [*self.given]
        for slot in self.inputs:
            form = self.forms[slot]
            filled = self.given.get(slot)
            number = self.instructions[slot][2]
            trace.given[slot] = np.full(form.shape, number, form.lane) if filled is None else filled
        inputs = [trace.input(array) for array in further]
        trace.inputs += self.numbers
        return inputs

    def places_in(self, reached: set[int]) -> list[int]:
        """Return the places of the sources that a sweep reaches."""
        return [k for k, (slot, _) in enumerate(self.sources) if slot in reached]

    def slots(self, places: Sequence[int]) -> list[int]:
        """Return the slots of sources at these places."""
        return [self.sources[k][0] for k in places]

    def refusal(self, reached: set[int], shown: Iterable[int]) -> Reason | None:
        """Return why a program that sweeps these slots, and takes or gives arrays at those shown, may not stand for the
        run; None if it may.
        """
        if not self.real_at(shown):
            return Reason.DTYPE
        leaves = [id(source) for slot, source in self.sources if slot in reached and source.__class__ is not tuple]
        return Reason.TWO_VERSIONS if len({*leaves}) < len(leaves) else None

    def after(self, live: Sequence[int], reached: set[int]) -> Programs | None:
        """Return the programs of the run once these slots are swept; None if no other sweep may begin in it."""
        beyond = any(self.instructions[s][1] & 1 and s not in reached for s in live)
        return Programs(None, sorted(reached)) if beyond else None


def sealed(
    pending: Pending, root: int, counts: Sequence[int], some: Sequence[int] = (), seeded: bool = False,
    observed: Iterable[int] = (), hooked: Iterable[int] = (),
) -> Hot | Refusal:  # fmt: skip
    """Return the program of a run, from its inputs, and a seed if it is `seeded`, to the live values and the gradients
    of all leaves, or of `some`, by their slots, of results that are `observed`, and of those that are `hooked`.

    A sweep to some leaves consumes what leads to them alone.
    """
    source = _Recording(pending)
    if not pending.active or len(pending.instructions) != len(counts):
        return Refusal(Reason.CHANGED)
    reached, live = _reached(source.instructions, source.calls, [root]), source.live(counts)
    if some:
        reached &= _behind(source.instructions, source.calls, some)
    observed, hooked = [*observed], [*hooked]
    reason = source.refusal(reached, [root, *live, *observed, *hooked])
    if reason is not None:
        return Refusal(reason)
    hot = _swept(source, live, [root], seeded, reached, [slot for slot in observed if slot in reached], hooked)
    if isinstance(hot, Hot):
        hot.partial, hot.after, hot.size = bool(some), source.after(live, reached), source.size
    return hot


def valued(pending: Pending, counts: Sequence[int], without: bool = False) -> Hot | Refusal:
    """Return the program of a run, from its inputs to the live values alone; of one that is to be `without` a result
    that requires grad, none if it has one.
    """
    source = _Recording(pending)
    if not pending.active or len(pending.instructions) != len(counts):
        return Refusal(Reason.CHANGED)
    live = source.live(counts)
    if not source.real_at(live):
        return Refusal(Reason.DTYPE)
    if source.size > SMALL:
        return Refusal(Reason.TOO_LARGE)
    if without and source.any_requires_grad:
        return Refusal(Reason.REQUIRES_GRAD)

    def outputs(trace: Any) -> tuple[list[Any], int]:
        source.begin(trace)
        return [*map(trace.handle, live)], 0

    return _program_of(source, outputs, live, [], 0)


def evaluated(trace: Any, arrays: Sequence[int], numbers: Sequence[int], results: Sequence[int]) -> Hot | Refusal:
    """Return the program of a recording that a transform has made, from some of its arrays and numbers to results; the
    others are constants.
    """
    source = _Recording(trace)
    if not source.real or any(source.forms[s].lane is None for s in results):
        return Refusal(Reason.DTYPE)
    source.numbers = [*numbers]

    def outputs(again: Any) -> tuple[list[Any], int]:
        again.instructions[:], again.calls[:] = source.instructions, source.calls
        again.given.update(source.given)
        again.inputs = [*arrays, *numbers]
        return [*map(again.handle, results)], 0

    return _program_of(source, outputs, [], [], 0)


class Batch:
    """The machine code of a recording for many instances.

    Attributes
    ----------
    code : BatchExecutable or RowsExecutable
    captured : list of int
        The slots of arrays and numbers that the user's code has read, which are further inputs of all instances.
    runs : int
        How often it was taken.
    """

    __slots__ = ("captured", "code", "runs")

    def __init__(self, code: BatchExecutable | RowsExecutable, captured: list[int]) -> None:
        self.code, self.captured, self.runs = code, captured, 0


def batched(
    trace: Any, arrays: Sequence[int], numbers: Sequence[int], results: Sequence[int], flags: Sequence[bool]
) -> Batch | Refusal:
    """Return the machine code of a recording for many instances, from its inputs, which have a batch axis as the flags
    tell, and the other ones of its arrays and numbers to results.
    """
    captured = [*[s for s in arrays if s not in trace.inputs], *numbers]
    try:
        program = program_of(trace, [*trace.inputs, *captured], results, trace.guards)
        return Batch(batch_code(program, (*flags, *(False for _ in captured))), captured)
    except TapegradError as error:
        return Refusal(Reason.NOT_COMPILED, str(error))


def of_rows(pending: Pending, layout_of: Any, root: int, counts: Sequence[int]) -> Hot | Refusal:
    """Return the program of a run of more rows than it has chosen, from its inputs and masks of the rows that count to
    the live values of all rows, and the gradients (see `tapegrad.autograd.row_layout`).
    """
    source, layout = _Recording(pending), layout_of(pending)
    if not pending.active or len(pending.instructions) != len(counts):
        return Refusal(Reason.CHANGED)
    reached, live = _reached(source.instructions, source.calls, [root]), source.live(counts)
    if not source.real:
        return Refusal(Reason.DTYPE)
    reason = source.refusal(reached, ()) or (Reason.DIVIDED if source.after(live, reached) is not None else None)
    if reason is not None:
        return Refusal(reason)
    gradient_places = source.places_in(reached)

    def outputs(trace: Any) -> tuple[list[Any], int] | None:
        padded = layout.padded(trace, source)
        places = [padded[s]._i for s in source.slots(gradient_places)]
        seed = from_array(np.ones(source.forms[root].shape, source.forms[root].lane))
        gradients = _gradients(trace, source, [(padded[root]._i, seed)], places, {})
        return None if gradients is None else ([*map(padded.__getitem__, live), *gradients[0]], gradients[1])

    hot = _program_of(source, outputs, live, gradient_places, len(layout.numbers.counts))
    if isinstance(hot, Hot):
        hot.programs = Unswept(None)
    return hot


def programs(pending: Pending, counts: Sequence[int]) -> Programs | Refusal:
    """Return the programs of a run that is closed for its values, and swept later."""
    forward = valued(pending, counts)
    return forward if isinstance(forward, Refusal) else Programs(forward)


def reversed_(
    run: Run, values: Values, roots: Sequence[int], consumed: Sequence[int], hooked: Iterable[int]
) -> Hot | Refusal:
    """Return the program of a closed run from its inputs and the adjoints of roots to those of sources and of `hooked`
    results; some slots were consumed before.
    """
    source = _Recording(values.pending)
    source.sources = [*run.sources]
    reached = _reached(source.instructions, source.calls, roots)
    hooked = [*hooked]
    reason = source.refusal(reached, [*roots, *hooked])
    if reason is not None:
        return Refusal(reason)
    hot = _swept(source, [], roots, True, reached, [], hooked)
    if isinstance(hot, Hot):
        hot.after = source.after([*values.kept], reached.union(consumed))
    return hot


def _swept(
    source: _Recording, live: list[int], roots: Sequence[int], seeded: bool, reached: set[int], observed: list[int],
    hooked: Iterable[int],
) -> Hot | Refusal:  # fmt: skip
    """Return the program of a reverse sweep over the reached slots."""
    places, stops = source.places_in(reached), tuple([slot for slot in hooked if slot in reached])
    ones = [np.ones(source.forms[s].shape, source.forms[s].lane) for s in roots]
    idle = [array for s in stops for array in (np.zeros(source.forms[s].shape, source.forms[s].lane), np.zeros(()))]

    def outputs(trace: Any) -> tuple[list[Any], int] | None:
        inputs = source.begin(trace, [*(ones if seeded else ()), *idle])
        seeds = [*zip(roots, inputs if seeded else map(from_array, ones), strict=False)]
        pairs = inputs[len(inputs) - len(idle) :]
        replaced = {s: partial(_replaced, *pairs[2 * k : 2 * k + 2]) for k, s in enumerate(stops)}
        gradients = _gradients(trace, source, seeds, [*source.slots(places), *observed, *stops], replaced)
        return None if gradients is None else ([*map(trace.handle, live), *gradients[0]], gradients[1])

    hot = _program_of(source, outputs, live, places, len(ones) * seeded + len(idle), observed)
    if isinstance(hot, Hot):
        hot.hooked, hot.idle = stops, idle
        hot.passed = frozenset([s for s in reached if source.instructions[s][0] not in (INPUT, CONST)])
    return hot


def _replaced(other: Any, flag: Any, adjoint: Any) -> Any:
    return where(flag != 0.0, other, adjoint)


def _gradients(
    trace: Any, source: _Recording, seeds: Sequence[Any], targets: Sequence[int], replaced: dict[int, Any]
) -> tuple[list[Any], int] | None:
    """Return gradients of slots, checks that they are finite, and the number of checks; None if a slot gets no
    gradient.
    """
    gradients = traced_sweep.reverse(trace, seeds, targets, replaced)
    if any(g is None for g in gradients):
        return None
    checks = _checks(gradients) if source.calls else []
    return [*gradients, *checks], len(checks)


def _program_of(
    source: _Recording, outputs: Callable[[Any], tuple[list[Any], int] | None], live: list[int], places: list[int],
    seeds: int, observed: Sequence[int] = (),
) -> Hot | Refusal:  # fmt: skip
    """Trace `outputs`, and return its program or a refusal."""
    try:
        with recording(strict=True, within=True) as trace:
            result = outputs(trace)
            if result is None:
                return Refusal(Reason.NO_GRADIENT)
            program = trace.program(result[0])
    except TapegradError as error:
        return Refusal(Reason.NOT_COMPILED, str(error))
    if len(source.inputs) + seeds + len(program.outputs) > MOST_ARGUMENTS:
        return Refusal(Reason.TOO_MANY_ARGUMENTS)
    return Hot(program, source.numbers, live, places, [*observed], result[1])


def _checks(gradients: Sequence[Any]) -> list[Any]:
    """Return numbers that are 0 where all elements of gradients are finite, and else NaN."""
    sums: dict[Any, Any] = {}
    for g in gradients:
        number = sum_(g * 0.0)
        sums[g.dtype] = sums[g.dtype] + number if g.dtype in sums else number
    return [*sums.values()]


def _behind(instructions: Sequence[Any], calls: Sequence[Any], slots: Sequence[int]) -> set[int]:
    """Return the slots that depend on some slots, with these."""
    dependent = {*slots}
    for slot in range(min(slots), len(instructions)):
        what = decoded(instructions[slot], calls)
        if what is not None and not dependent.isdisjoint(what[1]):
            dependent.add(slot)
    return dependent


def _reached(instructions: Sequence[Any], calls: Sequence[Any], roots: Sequence[int]) -> set[int]:
    """Return the slots that require grad and that some slots depend on, with these."""
    reached = {*roots}
    for slot in range(max(roots), -1, -1):
        if slot in reached and (what := decoded(instructions[slot], calls)) is not None:
            reached.update(s for s in what[1] if instructions[s][1] & 1)
    return reached
