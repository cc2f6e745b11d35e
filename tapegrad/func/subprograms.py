"""Subprograms: traces the programs that instructions run, and derives their derivatives and batches.

Invariant: a program that is made of another one takes and gives arrays of the forms of that one's inputs and outputs,
and adjoints or tangents of the same forms.

Tests: tests/func/test_sparse.py, tests/ir/test_strangers.py, tests/replay/test_loops.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import numpy as np

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ReplayError
from tapegrad.func.derive import all_emitted, derived, emitted
from tapegrad.func.forward_mode import tangents_of
from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import Form, cells, form_of, of_cells
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.machine.dtypes import F8
from tapegrad.ops.shape_ops import spread
from tapegrad.record.open_recording import current
from tapegrad.record.recording import in_lanes
from tapegrad.record.trace import Trace, recording, value_outside
from tapegrad.record.variables import variable
from tapegrad.tensor.batching import run_batched
from tapegrad.tensor.tensor import Tensor

Wanted = Callable[[str, tuple[int, ...]], bool]


def recorded(
    f: Callable[..., Sequence[Tensor]], examples: Sequence[Tensor], once: bool = False
) -> tuple[Program, list[Tensor]]:
    """Return the program of a function of Tensors like the examples, and the Tensors that it captured: further inputs.

    `once` says that it runs on the examples alone, unless a recording around it is replayed.
    """
    outer = current()
    with recording(strict=not once or (outer is not None and outer.strict)) as trace:
        inputs = [trace.input(in_lanes(value_outside(t), t._family.form), t._family.form) for t in examples]
        return trace.program(f(*inputs)), trace.outside()


def moving(forms: Sequence[Form]) -> list[int]:
    """Return which arrays have adjoints and tangents, by their forms: numbers do, integers and truth values do not."""
    return [k for k, form in enumerate(forms) if form.dtype.kind in "fc"]


def evaluated(program: Program, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return a program's outputs, computed eagerly: in the lane dtypes, integers in their own.

    Raises
    ------
    ReplayError
        If a decision goes another way for these values.
    """
    if "executable" in program.derived:
        executable = executable_of(program)
        arguments = [cells(a, form) for a, form in zip(arrays, program.input_forms, strict=True)]
        outputs = [pool.empty(form.shape, form.lane or F8) for form in program.output_forms]
        if executable.on_arrays(arguments, outputs, pool.aligned(executable.work)) == 0:
            return [of_cells(a, form) for a, form in zip(outputs, program.output_forms, strict=True)]
        callbacks.reraise()
    with recording(strict=False, within=True) as trace:
        pairs = zip(arrays, program.input_forms, strict=True)
        inputs = [trace.input(np.asarray(a, form.lane or form.dtype, order="C"), form) for a, form in pairs]
        values = all_emitted(program, inputs)
        for guard in program.guards:
            if trace.evaluate(trace.slot_of(values[guard.slot])).item() != guard.expected:
                raise ReplayError(
                    f"the decision at {guard.line}, within a function that runs by itself, differs for these "
                    "values. Compute with np.where instead of branching on values; index an array as tg.asarray(a)[i]."
                )
        return [trace.evaluate(trace.slot_of(values[s])) for s in program.outputs]


def _variables(inputs: Sequence[Tensor]) -> list[Tensor]:
    """Return inputs, as variables where they can be differentiated by."""
    return [variable(t) if t.dtype.kind in "fc" else t for t in inputs]


def _pulled(trace: Trace, program: Program, inputs: Sequence[Tensor], seeds: Sequence[Tensor]) -> list[Tensor]:
    """Emit a program, and return the adjoints of those inputs that have one, of those of outputs."""
    variables = _variables(inputs)
    outputs = emitted(program, variables, trace)
    roots = [outputs[k] for k in moving(program.output_forms)]
    return adjoints(trace, roots, seeds, [variables[k] for k in moving(program.input_forms)])


# ------------------------------------------------------------------------------------------------- call


def call_reverse(program: Program) -> Program:
    """Make the program of inputs and the adjoints of outputs: the adjoints of inputs."""
    forms, results = program.input_forms, program.output_forms
    count = len(forms)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return _pulled(trace, program, inputs[:count], inputs[count:])

    return derived(program, "call reverse", [*forms, *[results[k] for k in moving(results)]], build)


def call_forward(program: Program, moved: tuple[bool, ...]) -> Program:
    """Make the program of inputs and the tangents of those that have one: the tangents of outputs."""
    forms = program.input_forms
    count, at = len(forms), [k for k, flag in enumerate(moved) if flag]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        variables = _variables(inputs[:count])
        outputs = emitted(program, variables, trace)
        results = [outputs[k] for k in moving(program.output_forms)]
        return tangents_of(trace, [variables[k] for k in at], results, inputs[count:])

    return derived(program, ("call forward", moved), [*forms, *[forms[k] for k in at]], build)


def batched(program: Program, length: int, flags: tuple[bool, ...], rows: tuple[bool, ...] | None = None) -> Program:
    """Make the program for all instances of a batch at once: what is flagged has a leading axis for them.

    Of the outputs all have that, or those that `rows` says.
    """
    input_forms = [
        _with_axis(form, length) if flag else form for form, flag in zip(program.input_forms, flags, strict=True)
    ]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        results = run_batched(program, inputs, flags, length, False)
        wanted = rows or (True,) * len(results)
        return [
            spread(t, length) if flag and not has_rows else t
            for (t, has_rows), flag in zip(results, wanted, strict=True)
        ]

    return derived(program, ("batched", length, flags, rows), input_forms, build)


def _with_axis(form: Form, length: int) -> Form:
    return form_of((length, *form.shape), form.dtype, form.lane)


def keeping(program: Program, wanted: Wanted) -> Program:
    """Return the program with some intermediate results as further outputs: those of ops that `wanted(name, shape)`
    chooses.
    """

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        values = all_emitted(program, inputs, trace)
        return [values[s] for s in (*program.outputs, *kept_slots(program, wanted))]

    return derived(program, ("keeping", wanted), program.input_forms, build)


def kept_slots(program: Program, wanted: Wanted) -> list[int]:
    """Return the instructions whose results are to be kept."""
    return [
        slot for slot, (op, form) in enumerate(zip(program.ops, program.forms, strict=True))
        if op is not None and form.dtype.kind in "fc" and wanted(op.name, form.shape)
    ]  # fmt: skip


def keeping_reverse(program: Program, count: int) -> Program:
    """Make the program of inputs, kept results and the adjoints of all outputs: the adjoints of inputs.

    The outputs of `program` from the number `count` on are kept: they are read instead of computed again.
    """
    slots = program.outputs[count:]
    forms, results = program.input_forms, program.output_forms
    first = len(forms)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        saved, seeds = inputs[first : first + len(slots)], inputs[first + len(slots) :]
        variables = _variables(inputs[:first])
        values = all_emitted(program, variables, trace)
        roots = [values[program.outputs[k]] for k in moving(results)]
        shares = adjoints(trace, roots, seeds, [variables[k] for k in moving(forms)])
        for s, t in zip(slots, saved, strict=True):
            trace.substitute(values[s], t)
        return shares

    seeds = [results[k] for k in moving(results)]
    return derived(program, ("keeping reverse", count), [*forms, *[program.forms[s] for s in slots], *seeds], build)


# ------------------------------------------------------------------------------------------------- scan


def scan_reverse(program: Program, carries: int, columns: int) -> Program:
    """Return the body of the reverse scan.

    It carries the adjoints of the carries and of the constants; its columns are the carries, the columns and the
    adjoints of the outputs, and it gives the adjoints of the columns. Integers and truth values have no adjoints.
    """
    forms, results = program.input_forms, program.output_forms
    at, of_results = moving(forms), moving(results)
    adjoint = [forms[k] for k in at]
    of_carries, of_columns = (sum(k < stop for k in at) for stop in (carries, carries + columns))
    sizes = [of_carries, len(at) - of_columns, carries, columns, len(of_results) - of_carries]
    ends = [*accumulate(sizes)]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        g, totals, c, x, of_outputs, k = (inputs[a:b] for a, b in pairwise([0, *ends, len(inputs)]))
        shares = _pulled(trace, program, [*c, *x, *k], [*g, *of_outputs])
        sums = [total + share for total, share in zip(totals, shares[of_columns:], strict=True)]
        return [*shares[:of_carries], *sums, *shares[of_carries:of_columns]]

    seeds = [results[k] for k in of_results[of_carries:]]
    leading = [*adjoint[:of_carries], *adjoint[of_columns:], *forms[: carries + columns], *seeds]
    return derived(program, ("scan reverse", carries, columns), [*leading, *forms[carries + columns :]], build)


def with_carries(program: Program, carries: int) -> Program:
    """Return a step that gives the carries as it gets them, too."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return [*emitted(program, inputs, trace), *inputs[:carries]]

    return derived(program, ("with carries", carries), program.input_forms, build)


def scan_forward(program: Program, carries: int, columns: int, moved: tuple[bool, ...]) -> Program:
    """Return the body of the tangent scan: values, then the tangents of those inputs that move."""
    forms = program.input_forms
    groups = [range(carries), range(carries, carries + columns), range(carries + columns, len(forms))]
    order = [(k, push) for group in groups for push in (False, True) for k in group if moved[k] or not push]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        placed = dict(zip(order, inputs, strict=True))
        variables = _variables([placed[k, False] for k in range(len(forms))])
        pairs = [(variables[k], placed[k, True]) for k in range(len(forms)) if moved[k]]
        out = emitted(program, variables, trace)
        results = [out[k] for k in moving(program.output_forms)]
        tangents = tangents_of(trace, [v for v, _ in pairs], results, [t for _, t in pairs])
        count = sum(moved[:carries])
        return [*out[:carries], *tangents[:count], *out[carries:], *tangents[count:]]

    return derived(program, ("scan forward", carries, columns, moved), [forms[k] for k, _ in order], build)
