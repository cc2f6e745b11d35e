"""Blocks of memory for the steppers: laid out once, here, for eager calls and for compiled code.

The memory is that of arrays, or working memory of a function that is being written; what it gives are references,
addresses or names of pointers.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.func.derive import derived, emitted
from tapegrad.func.jacobians import jacobian
from tapegrad.integrate.fields import grouped, pulled
from tapegrad.ir.program import Program
from tapegrad.machine.interrupts import EVERY, control
from tapegrad.machine.steppers import words
from tapegrad.machine.steppers.tableaus import Method
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.record.trace import Trace
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.integrate.solving import SolverSettings

STEPPED = ("RK45", "RK23", "DOP853", "Radau")  # methods that have machine code
_EPS = float(np.finfo(float).eps)


class EventFunctions(NamedTuple):
    """Functions of events as one program of the time and the state, and references of its parameters."""

    program: Program
    parameters: Sequence[Any]


class Called(NamedTuple):
    """A program as a stepper calls it: its code, the tables of its inputs and outputs, and working memory."""

    code: Any
    inputs: Any
    outputs: Any
    work: Any
    cost: int


class BlockMemory(ABC):
    """Where a block is laid out."""

    @abstractmethod
    def reserve(self, count: int) -> Any:
        """Return memory of so many numbers."""

    @abstractmethod
    def constant(self, numbers: np.ndarray) -> Any:
        """Return memory that has these numbers."""

    @abstractmethod
    def control(self, words: np.ndarray) -> Any:
        """Return the memory of what compiled code polls by."""

    @abstractmethod
    def table(self, references: Sequence[Any]) -> Any:
        """Return memory that has these references."""

    @abstractmethod
    def within(self, reference: Any, place: int) -> Any:
        """Return the reference of a number behind the one of a reference."""

    @abstractmethod
    def program(self, program: Program, inputs: Sequence[Any], outputs: Sequence[Any]) -> Called:
        """Return a program with its tables."""

    @abstractmethod
    def put(self, block: Any, word: int, value: Any) -> None:
        """Write a word of a block: a reference, an integer or a float."""

    @abstractmethod
    def copy(self, source: Any, target: Any, count: int) -> None:
        """Copy so many numbers."""

    def parts(self, reference: Any, sizes: Sequence[int]) -> list[Any]:
        """Return the references of arrays that lie one behind the other."""
        return [self.within(reference, sum(sizes[:k])) for k in range(len(sizes))]


def jacobian_of(field: Program) -> Program:
    """Make the program of the field's Jacobian by all states, as one matrix."""
    _, states, _ = grouped(field, field.input_forms)
    count, sizes = len(states), [f.size for f in states]

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        def of(k: int) -> list[Tensor]:
            def f(*y: Tensor) -> Tensor:
                return emitted(field, [inputs[0], *y, *inputs[1 + count :]], trace)[k]

            return [*jacobian(f, tuple(range(count)))(*inputs[1 : 1 + count])]

        lines = [[reshape_op(b, shape=(sizes[k], n)) for b, n in zip(of(k), sizes, strict=True)] for k in range(count)]
        rows = [line[0] if count == 1 else concatenate_op(*line, axis=1) for line in lines]
        return [rows[0] if count == 1 else concatenate_op(*rows, axis=0)]

    return derived(field, "Jacobian by states", field.input_forms, build)


def laid_out(
    memory: BlockMemory, method: Method, field: Program, settings: SolverSettings, times: tuple[Any, Any],
    at: tuple[int, Any], states: Sequence[Any], parameters: Sequence[Any], results: Sequence[Any],
    seeds: Sequence[Any] | None = None, rows: int = 0, dense: bool = False, events: EventFunctions | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Lay out a block; returns it, and the reference of the sums of shares.

    Parameters
    ----------
    times : pair
        References of the first and the last time.
    at : pair
        How many times are asked for, and the reference of them.
    results, seeds : sequence
        References of an array for each state. With seeds it is a block of the gradient.
    rows : int
        How many rows are kept; 0 for all of them, in memory that grows.
    dense : bool
        Rows have the stages of the dense output.
    events : EventFunctions, optional
        The stepper pauses after a step in which one of them changes its sign.
    """
    sizes = [f.size for f in field.output_forms]
    n, block = sum(sizes), laid_out_for_states(memory, method, sizes, times, at, results)
    state, time = memory.reserve(n), memory.reserve(1)
    arguments = [time, *memory.parts(state, sizes), *parameters]
    slopes = [state] * len(sizes)  # set before each call
    programs = {words.FIELD: memory.program(field, arguments, slopes)}
    total, numbers = memory.reserve(0), 0
    if method.implicit:
        matrix = memory.reserve(n * n)
        programs[words.JACOBIAN] = memory.program(jacobian_of(field), arguments, [matrix])
        memory.put(block, words.MATRIX, matrix)
    if seeds is not None:
        pull = pulled(field, True)
        widths = [f.words for f in pull.output_forms]
        seed, shares, total = memory.reserve(n), memory.reserve(sum(widths)), memory.reserve(sum(widths))
        moved = [time, *memory.parts(state, sizes), *memory.parts(seed, sizes), *parameters]
        programs[words.PULL] = memory.program(pull, moved, memory.parts(shares, widths))
        numbers = sum(widths) - n
        for word, reference in ((words.SEED, seed), (words.SHARES, shares), (words.TOTAL, total)):
            memory.put(block, word, reference)
        memory.put(block, words.SEEDS, memory.table(seeds))
    event_count = 0
    if events is not None:
        (form,) = events.program.output_forms
        event_count, ends = form.size, [memory.reserve(form.size) for _ in range(2)]
        programs[words.EVENTS] = memory.program(events.program, [time, state, *events.parameters], ends[1:])
        for word, reference in zip((words.BEFORE_STEP, words.AFTER_STEP), ends, strict=True):
            memory.put(block, word, reference)
    for word, called in programs.items():
        for k, value in enumerate(called[:4]):
            memory.put(block, word + k, value)
    for word, count in method.memory(n, seeds is not None).items():
        memory.put(block, word, memory.reserve(count))
    start = memory.reserve(n)
    for part, (reference, size) in enumerate(zip(states, sizes, strict=True)):
        memory.copy(reference, memory.within(start, sum(sizes[:part])), size)
    cost = (method.rows + 1) * programs[words.FIELD].cost + (40 * n * method.rows + n**3 * method.implicit)
    first_step, until = (np.nan if x is None else x for x in (settings.first_step, settings.until))
    values: dict[int, Any] = {
        words.STATE: state, words.TIME: time, words.START: start,
        words.ATOL: memory.constant(np.array(settings.atol)), words.RTOL: max(settings.rtol, 100.0 * _EPS),
        words.MAX_STEP: float(settings.max_step), words.FIRST_STEP: float(first_step), words.UNTIL: float(until),
        words.EVENT_COUNT: event_count,
        words.POLL: memory.control(control()), words.BETWEEN_POLLS: max(1, EVERY // max(1, cost)),
        words.ROWS: memory.reserve(rows * method.width(n)) if rows else 0, words.CAPACITY: rows,
        words.GROWS: int(not rows), words.DENSE: int(dense), words.PULLED: numbers,
    }  # fmt: skip
    for word, value in values.items():
        memory.put(block, word, value)
    return block, total


def laid_out_for_states(
    memory: BlockMemory, method: Method, sizes: Sequence[int], times: Sequence[Any], at: tuple[int, Any],
    results: Sequence[Any],
) -> Any:  # fmt: skip
    """Lay out as much of a block as the states at times need, of rows that are there."""
    block = memory.reserve(words.WORDS)
    for word, reference in ((words.BEGIN, times[0]), (words.BOUND, times[1])):
        memory.copy(reference, memory.within(block, word), 1)
    values: dict[int, Any] = {
        words.N: sum(sizes), words.PARTS: len(sizes), words.SIZES: memory.constant(np.array(sizes, np.int64)),
        words.WEIGHTS: memory.reserve(method.rows), words.TIMES: at[0], words.AT: at[1],
        words.ORDER: memory.reserve(at[0]), words.RESULTS: memory.table(results),
    }  # fmt: skip
    for word, value in values.items():
        memory.put(block, word, value)
    return block
