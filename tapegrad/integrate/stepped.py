"""Solutions by the steppers, for calls from Python: kept as rows, with SciPy's fields.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import OptimizeResult

from tapegrad.codegen.executable import executable_of
from tapegrad.errors import ConvergenceError, ReplayError
from tapegrad.func import subprograms
from tapegrad.integrate.block_layout import STEPPED, BlockMemory, Called, laid_out, laid_out_for_states
from tapegrad.integrate.event_search import EventSearch, RecordedEvents
from tapegrad.integrate.fields import views
from tapegrad.ir.forms import cells
from tapegrad.ir.program import Program
from tapegrad.machine import callbacks, pool
from tapegrad.machine.status import INTERRUPTED
from tapegrad.machine.steppers import words
from tapegrad.machine.steppers.loading import called
from tapegrad.machine.steppers.tableaus import Method, method_of

if TYPE_CHECKING:
    from tapegrad.integrate.solving import SolverSettings

_SUCCESS = {
    "status": 0,
    "message": "The solver successfully reached the end of the integration interval.",
    "success": True,
    "t_events": None,
    "y_events": None,
}


class ArrayMemory(BlockMemory):
    """Memory of arrays, which live as long as it; references are addresses."""

    def __init__(self) -> None:
        self._kept: list[Any] = []

    def reserve(self, count: int) -> int:
        return self.constant(np.empty(max(1, count)))

    def constant(self, numbers: np.ndarray) -> int:
        self._kept.append(numbers)
        return numbers.ctypes.data

    def control(self, words: np.ndarray) -> int:
        return self.constant(words)

    def table(self, references: Sequence[int]) -> int:
        return self.constant(np.array([*references], np.int64))

    def within(self, reference: int, place: int) -> int:
        return reference + 8 * place

    def copy(self, source: int, target: int, count: int) -> None:
        ctypes.memmove(target, source, 8 * count)

    def put(self, block: int, word: int, value: Any) -> None:
        kind: Any = ctypes.c_double if isinstance(value, float) else ctypes.c_int64
        kind.from_address(block + 8 * word).value = value

    def program(self, program: Program, inputs: Sequence[int], outputs: Sequence[int]) -> Called:
        executable = executable_of(program)
        constants = [a.ctypes.data for a in executable.pool]
        self._kept.append(executable)
        work = pool.aligned(executable.work)
        return Called(
            executable.address, self.table([*inputs, *constants]), self.table(outputs), self.constant(work),
            executable.cost,
        )  # fmt: skip


def _word(block: int, word: int) -> int:
    return int(ctypes.c_int64.from_address(block + 8 * word).value)


def _number(block: int, word: int) -> float:
    return float(ctypes.c_double.from_address(block + 8 * word).value)


class StepRows:
    """The steps of a solution, as rows; a function of time.

    Attributes
    ----------
    t, y : ndarray
        The times of the steps, and the states there.
    """

    def __init__(self, method: Method, n: int, rows: np.ndarray, span: tuple[float, float], last: np.ndarray) -> None:
        self.method, self.n, self.rows, self._span = method, n, rows, np.array(span)
        self.t = np.append(rows[:, 0], span[1])
        self.y = np.concatenate([rows[:, 2 : 2 + n], last[None]]).T

    def __call__(self, t: Any) -> np.ndarray:
        """Return the state at a time, or at several along the last axis, as SciPy's solution does."""
        states = self.reader(np.ravel(t))()
        return states.T if np.ndim(t) else states[0]

    def reader(self, times: np.ndarray) -> Callable[[], np.ndarray]:
        """Return what gives the states at the times that an array has when it is called."""
        at = np.ascontiguousarray(times, np.float64)
        states, memory = np.empty((len(at), self.n)), ArrayMemory()
        block = laid_out_for_states(
            memory, self.method, [self.n], [memory.within(self._span.ctypes.data, k) for k in range(2)],
            (len(at), at.ctypes.data), [states.ctypes.data],
        )  # fmt: skip
        memory.put(block, words.ROWS, self.rows.ctypes.data)
        memory.put(block, words.COUNT, len(self.rows))
        read = called(self.method.name, "states")

        def states_now(kept: Any = (memory, at)) -> np.ndarray:
            read(block)
            return states.copy()

        return states_now


def stepped_solution(
    program: Program, settings: SolverSettings, t0: float, t1: float, z: Sequence[np.ndarray],
    events: RecordedEvents | None = None,
) -> OptimizeResult:  # fmt: skip
    """Return a solution with SciPy's fields; `event_steps` are the numbers of the steps in which events happened.

    Raises
    ------
    ConvergenceError
        If the method fails.
    """
    method, memory, count = method_of(settings.method), ArrayMemory(), len(program.outputs)
    n = sum(f.size for f in program.output_forms)
    arrays = [cells(a, form) for a, form in zip(z, program.input_forms[1:], strict=True)]
    places, span = [a.ctypes.data for a in arrays], np.array([t0, t1])
    block, _ = laid_out(
        memory, method, program, settings, (span.ctypes.data, span.ctypes.data + 8), (0, memory.reserve(1)),
        places[:count], places[count:], [memory.reserve(1)] * count, dense=True,
        events=None if events is None else events.laid_out(memory),
    )  # fmt: skip

    def steps(first: int) -> StepRows:
        """Return the steps from one on."""
        width, stop = method.width(n), _word(block, words.COUNT)
        rows = _array(_word(block, words.ROWS) + 8 * width * first, (stop - first) * width).reshape(-1, width)
        return StepRows(method, n, rows, (rows[0, 0], _number(block, words.T)), _array(_word(block, words.NEW), n))

    search = None if events is None else EventSearch(events)
    try:
        status = called(method.name, "solution")(block)
        while search is not None and status in (0, words.PAUSED):
            before, after = (_array(_word(block, k), len(search)) for k in (words.BEFORE_STEP, words.AFTER_STEP))
            last = _word(block, words.COUNT) - 1
            search.look(before, after, last, steps(last))
            if status == 0 or search.terminated:
                status = 0
                break
            status = called(method.name, "resumed")(block)
        check(status, program, block, t1, arrays[count:])
        sol = steps(0)
    finally:
        ctypes.pythonapi.PyMem_RawFree(ctypes.c_void_p(_word(block, words.ROWS)))
    counts = {name: _word(block, word) for name, word in _COUNTS.items()}
    fields: dict[str, Any] = {"t": sol.t, "y": sol.y, "sol": sol, "event_steps": []} | counts | _SUCCESS
    return OptimizeResult(**fields if search is None else fields | search.fields(sol))


def evaluations_for_output(settings: SolverSettings, result: Any, times: np.ndarray | None) -> int:
    """Return how often SciPy calls the function for the dense output alone, in steps in which times or events are; in
    all of them if there are no times.
    """
    if settings.method not in STEPPED or not result.sol.rows[:, 1].any():
        return 0
    ends, count = result.sol.t, len(result.sol.rows)
    steps = np.arange(count)
    if times is not None:
        backwards = ends[-1] < ends[0]
        of_times = np.searchsorted(-ends[1:] if backwards else ends[1:], -times if backwards else times)
        steps = np.union1d(of_times, np.array(result.event_steps, np.intp))
    return steps.size * len(method_of(settings.method).extra)


_COUNTS = {"nfev": words.NFEV, "njev": words.NJEV, "nlu": words.NLU}


def _array(address: int, count: int) -> np.ndarray:
    """Return a copy of so many numbers."""
    return np.frombuffer(ctypes.string_at(address, 8 * count), np.float64)


def stepped_gradient(
    field: Program, settings: SolverSettings, times: np.ndarray, z: Sequence[np.ndarray], seeds: Sequence[np.ndarray]
) -> np.ndarray:
    """Return what the first states and the parameters receive, as one vector.

    Raises
    ------
    ConvergenceError
        If the method fails.
    """
    method, memory, count = method_of(settings.method), ArrayMemory(), len(seeds)
    arrays = [cells(a, form) for a, form in zip(z, field.input_forms[1:], strict=True)]
    seeds = [np.ascontiguousarray(g, np.float64) for g in seeds]
    places, times = [a.ctypes.data for a in arrays], np.ascontiguousarray(times, np.float64)
    at = len(times) - 2
    unread = [np.empty(g.shape) for g in seeds]
    block, total = laid_out(
        memory, method, field, settings, (times.ctypes.data, times.ctypes.data + 8), (at, times.ctypes.data + 16),
        places[:count], places[count:], [a.ctypes.data for a in unread], [g.ctypes.data for g in seeds],
    )  # fmt: skip
    check(called(method.name, "adjoint")(block), field, block, float(times[1]), arrays[count:])
    return _array(total, sum(f.size for f in field.output_forms) + _word(block, words.PULLED))


def check(status: int, program: Program, block: int, end: float, parameters: Sequence[np.ndarray]) -> None:
    """Raise what a status means.

    Raises
    ------
    ConvergenceError, ReplayError, KeyboardInterrupt, MemoryError
    """
    if status == 0:
        return
    time = _number(block, words.T)
    if status == words.TOO_SMALL:
        raise ConvergenceError(
            f"solve_ivp: Required step size is less than spacing between numbers, at t = {time:g} of {end:g}. Try "
            "another method, or look at the equation there."
        )
    if status == words.NO_MEMORY:
        raise MemoryError("solve_ivp: the steps of the solution do not fit into memory.")
    if status == INTERRUPTED:
        raise KeyboardInterrupt  # if the pending call has not raised what the handler did
    callbacks.reraise()
    forms = program.output_forms
    failed = _array(_word(block, words.FAILED_AT), 1 + sum(f.size for f in forms))
    subprograms.evaluated(program, [failed[:1], *views(failed[1:], forms), *parameters])  # which raises what it raises
    raise ReplayError(
        "a decision within the function depends on the values. Compute with np.where instead of branching on values or "
        "indexing by them."
    )
