"""Solutions of differential equations, and their adjoints: two ops, which the steppers or SciPy's solvers execute.

`ode` gives states at times; `ode_adjoint` multiplies arrays like them by their Jacobian. The derivatives of both are
the same two ops on other fields (see `fields`), so there are derivatives of any order. The derivative by a time is the
field there, and needs no integration.

The adjoint of the steppers goes back through their steps. That of SciPy's methods is that of Pontryagin, integrated
backwards in time along the solution as it was found, which is kept as the solver's own interpolant: the state is not
integrated backwards, which would be unstable where the system forgets.

Tests: tests/integrate/test_initial_values.py
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.integrate

from tapegrad.errors import ConvergenceError
from tapegrad.forks import across_forks
from tapegrad.func import program_ops
from tapegrad.func.reverse_mode import filled
from tapegrad.integrate.block_layout import STEPPED
from tapegrad.integrate.event_search import RecordedEvents
from tapegrad.integrate.fields import (
    evaluator_of_vectors,
    forms_of_sides,
    grouped,
    of_sides,
    program_of,
    pulled,
    through,
    views,
    with_sensitivities,
    with_tangent,
)
from tapegrad.integrate.stepped import stepped_gradient, stepped_solution
from tapegrad.integrate.stepping_kinds import Stepped, SteppedBack
from tapegrad.ir.forms import F8, Form
from tapegrad.ir.program import Program
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.results import Joint
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import concatenate_op, reshape_op

if TYPE_CHECKING:
    from tapegrad.tensor.tensor import Tensor

IMPLICIT = ("Radau", "BDF", "LSODA")  # methods that use the Jacobian
# numbers of all sensitivities up to which they are integrated with the state: by SciPy, whose steps take as long at any
# size, unless they solve linear systems of that size; and never by the steppers
_WORTH, _WORTH_OF = 1000, {"LSODA": 300, "BDF": 40} | dict.fromkeys(STEPPED, 0)


class SolverSettings(NamedTuple):
    """How an equation is solved: what `solve_ivp` is called with. `atol` has a number for each state; no step is made
    after the time `until`, which is that of a terminal event.
    """

    method: Any
    rtol: float
    atol: tuple[float, ...]
    sensitivity: str | None = None
    first_step: float | None = None
    max_step: float = np.inf
    min_step: float = 0.0
    until: float | None = None

    def options(self, n: int) -> dict[str, Any]:
        """Return SciPy's arguments, for a state of that many numbers."""
        options: dict[str, Any] = {"rtol": self.rtol, "atol": np.array(self.atol), "max_step": self.max_step}
        if self.first_step is not None:
            options["first_step"] = self.first_step
        if self.min_step:
            options["min_step"] = self.min_step
        return options

    def repeated(self, states: Sequence[int], directions: Sequence[int]) -> SolverSettings:
        """Return them for states of so many numbers, followed by the derivatives of each along arrays of directions."""
        rows = np.split(np.array(self.atol), np.cumsum(states)[:-1])
        return self._replace(
            atol=(*self.atol, *[x for a in rows for k in directions for x in np.repeat(a, k).tolist()])
        )


def forward_is_cheaper(program: Program, settings: SolverSettings) -> bool:
    """Tell whether sensitivities are integrated with the state, or an adjoint behind it."""
    if settings.sensitivity is not None:
        return settings.sensitivity == "forward"
    n, n_and_k = (sum(f.size for f in forms) for forms in (program.output_forms, forms_of_sides(program)))
    return n * n_and_k <= _WORTH_OF.get(settings.method, _WORTH) and program.has_tangents()


# ------------------------------------------------------------------------------------------------- SciPy's part


class _Solutions:
    """The last solutions, which an adjoint reads after the states: as many as fit into memory, and the last one."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Any, tuple[Any, int]] = OrderedDict()

    def find(self, key: Any) -> Any:
        """Return a solution, or None."""
        entry = self._kept.get(key)
        return None if entry is None else entry[0]

    def keep(self, key: Any, result: Any) -> None:
        """Keep a solution, of which each step keeps several states for its interpolant."""
        with _keeping:
            self._kept[key] = result, 8 * result.y.size * _STATES_OF_A_STEP
            while len(self._kept) > _SOLUTIONS or (len(self._kept) > 1 and self._size() > self.most):
                self._kept.popitem(last=False)

    def _size(self) -> int:
        return sum(size for _, size in self._kept.values())


_STATES_OF_A_STEP, _SOLUTIONS = 8, 16
_solutions = _Solutions(1 << 27)
_keeping = across_forks()


def solution(program: Program, settings: SolverSettings, t0: float, t1: float, z: Sequence[np.ndarray]) -> Any:
    """Return SciPy's result for first states and parameters, with the solution as a function of time; that of the last
    few calls is known.

    Raises
    ------
    ConvergenceError
        If SciPy's method fails.
    """
    key = _key(program, settings, t0, t1, z)
    result = _solutions.find(key)
    if result is None:
        result = _solved_with(program, settings, t0, t1, z)
        _solutions.keep(key, result)
    return result


def _key(program: Program, settings: SolverSettings, t0: float, t1: float, z: Sequence[np.ndarray]) -> Any:
    pairs = zip(z, program.input_forms[1:], strict=True)
    return program, settings, t0, t1, *(np.ascontiguousarray(a, form.dtype).tobytes() for a, form in pairs)


def solution_with_events(
    program: Program, settings: SolverSettings, t0: float, t1: float, z: Sequence[np.ndarray], events: RecordedEvents
) -> tuple[Any, SolverSettings]:
    """Return SciPy's result with events, and the settings by which the same steps are made again.

    Raises
    ------
    ConvergenceError
        If SciPy's method fails.
    """
    result = _solved_with(program, settings, t0, t1, z, events)
    again = settings._replace(until=float(result.t[-1]) if result.status == 1 else None)
    without = result if result.get("event_steps") is None else type(result)(result, event_steps=[])
    _solutions.keep(_key(program, again, t0, t1, z), without)  # which a call without events may find
    return result, again


def _solved_with(
    program: Program, settings: SolverSettings, t0: float, t1: float, z: Sequence[np.ndarray],
    events: RecordedEvents | None = None,
) -> Any:  # fmt: skip
    """Return SciPy's result.

    Raises
    ------
    ConvergenceError
        If SciPy's method fails.
    """
    if settings.method in STEPPED:
        return stepped_solution(program, settings, t0, t1, z, events)
    count = len(program.outputs)
    start = np.concatenate([np.ravel(a).astype(np.float64) for a in z[:count]])
    options = settings.options(len(start))
    if settings.method in IMPLICIT:
        pull = evaluator_of_vectors(pulled(program, False), [1, count, count], *z[count:])
        options["jac"] = lambda t, y: np.array([pull(t, y, row) for row in np.eye(len(y))])
    field = evaluator_of_vectors(program, [1, count], *z[count:])
    functions = None if events is None else events.one_by_one()
    if settings.until is not None:
        functions = [_passed(settings.until)]
    ode = scipy.integrate.solve_ivp(
        field,
        (t0, t1),
        start,
        settings.method,
        dense_output=True,
        events=functions,
        **options,
    )
    if not ode.success:
        raise ConvergenceError(
            f"solve_ivp: {ode.message.rstrip('.')}, at t = {ode.t[-1]:g} of {t1:g}. Try another method, or look at "
            "the equation there."
        )
    return ode


def _passed(time: float) -> Callable[..., float]:
    """Return the terminal event that a time is reached."""

    def passed(t: float, y: np.ndarray) -> float:
        return t - time

    passed.terminal = True  # type: ignore[attr-defined]
    return passed


def _solved(*args: np.ndarray, program: Program, settings: SolverSettings) -> list[np.ndarray]:
    times, *z = args
    t0, t1, *at = np.asarray(times, np.float64).tolist()
    if not at:
        return [np.zeros((0, *form.shape)) for form in program.output_forms]
    rows = np.ascontiguousarray(solution(program, settings, t0, t1, z).sol(np.array(at)).T)
    return [np.ascontiguousarray(a) for a in views(rows, program.output_forms)]


def _pulled_back(*args: np.ndarray, field: Program, settings: SolverSettings) -> list[np.ndarray]:
    """Integrate the adjoint of the states, and the share of the parameters, from the last time to the first."""
    times, z, seeds = _taken_apart(args, field)
    count, forms = len(seeds), _forms_of_numbers(field)
    if settings.method in STEPPED:
        total = stepped_gradient(field, settings, times, z, seeds)  # no scale: compiled code does the same
        return [a.astype(f.dtype) for a, f in zip(views(total, forms), forms, strict=True)]
    n, n_and_k = sum(f.size for f in field.output_forms), sum(f.words for f in forms)
    t0, t1, *at = np.asarray(times, np.float64).tolist()
    rows = [(len(at), f.size) for f in field.output_forms]  # -1 would not do where no times are asked for
    seed = np.concatenate([np.reshape(np.asarray(g, np.float64), r) for g, r in zip(seeds, rows, strict=True)], axis=1)
    scale = np.max(np.abs(seed), initial=0.0)
    if not scale or not np.isfinite(scale):
        return [np.full(f.shape, 0.0 * scale, f.dtype) for f in forms]
    state = solution(field, settings, t0, t1, z).sol
    pull = evaluator_of_vectors(pulled(field, True), [1, count, count], *z[count:])

    def backwards(t: float, adjoint: np.ndarray) -> np.ndarray:
        return -pull(t, state(t), adjoint[:n])

    options = settings._replace(atol=(min(settings.atol),) * n_and_k, first_step=None).options(n_and_k)
    if settings.method in IMPLICIT:
        matrix = np.zeros((n_and_k, n_and_k))

        def jacobian(t: float, adjoint: np.ndarray) -> np.ndarray:
            matrix[:, :n] = -np.array([pull(t, state(t), row) for row in np.eye(n)]).T
            return matrix

        options["jac"] = jacobian
    solver = _class_of(settings.method)
    adjoint = np.zeros(n_and_k)
    order = np.argsort(at if t1 >= t0 else np.negative(at), kind="stable")[::-1]
    stops = [at[j] for j in order[1:]] + [t0]
    for j, stop in zip(order, stops, strict=True):
        adjoint[:n] += seed[j] / scale
        if stop != at[j]:
            adjoint = _integrated(solver, backwards, at[j], adjoint, stop, options)
    return [a.astype(f.dtype) for a, f in zip(views(adjoint * scale, forms), forms, strict=True)]


def _taken_apart(args: Sequence[Any], field: Program) -> tuple[Any, Sequence[Any], Sequence[Any]]:
    """Return the times, the first states with the parameters, and the seeds."""
    count = len(field.input_forms)
    return args[0], args[1:count], args[count:]


def _forms_of_numbers(field: Program) -> list[Form]:
    """Return the forms of the states and of those parameters that have adjoints."""
    return [form for form in field.input_forms[1:] if form.dtype.kind in "fc"]


def _class_of(method: Any) -> Any:
    return getattr(scipy.integrate, method) if isinstance(method, str) else method


def _integrated(
    solver: Any, f: Callable[..., np.ndarray], start: float, y: np.ndarray, stop: float, options: dict[str, Any]
) -> np.ndarray:
    """Return the state at the end."""
    running = solver(f, start, y, stop, **options)
    while running.status == "running":
        message = running.step()
    if running.status == "failed":
        raise ConvergenceError(
            f"solve_ivp: the adjoint equation: {(message or 'the method failed').rstrip('.')}, at t = {running.t:g}. "
            'Try sensitivity="forward", or another method.'
        )
    return np.array(running.y)


# ------------------------------------------------------------------------------------------------- the ops


def _rows(times: Tensor, states: Sequence[Tensor], p: Sequence[Any], program: Program) -> list[Any]:
    """Return the field at several times and states."""
    (steps,) = times.shape
    return program_ops.scanned([], [reshape_op(times, shape=(steps, 1)), *states], p, program, steps)[1]


def _part(x: Tensor, start: int | None, stop: int | None) -> Tensor:
    return getitem_op(x, index=(slice(start, stop),))


def _first(times: Any, y: Sequence[Any], p: Sequence[Any], program: Program) -> list[Any]:
    """Return the field at the beginning."""
    rows = _rows(_part(times, 0, 1), [reshape_op(a, shape=(1, *a.shape)) for a in y], p, program)
    return [reshape_op(row, shape=row.shape[1:]) for row in rows]


def _by_times(g: Any, args: Any, out: Any, by_start: Any, program: Program) -> Tensor:
    """Give what the times receive: the field there. Moving the beginning moves the first states the other way."""
    times, y, p = grouped(program, args)
    rows = _rows(_part(times, 2, None), out, p, program)
    later = [sum_op(multiply(a, b), axes=(*range(1, len(b.shape)),)) for a, b in zip(g, rows, strict=True)]
    speeds = _first(times, y, p, program)
    first = [sum_op(multiply(a, b), axes=(*range(len(b.shape)),)) for a, b in zip(by_start, speeds, strict=False)]
    start = reshape_op(-sum(first[1:], first[0]), shape=(1,))
    return concatenate_op(start, np.zeros(1), sum(later[1:], later[0]), axis=0)


def _by_start(g: Any, args: Any, program: Program, settings: SolverSettings) -> list[Any]:
    """Give what the first states and the parameters receive; None for integers and truth values."""
    times, y, p = grouped(program, args)
    forms = program.input_forms[1:]
    if not forward_is_cheaper(program, settings):
        return program_ops.at_numbers(ode_adjoint(*args, *g, field=program, settings=settings), forms)
    by, count = forms_of_sides(program), len(y)
    sizes, columns = [f.size for f in program.output_forms], [f.size for f in by]
    start = [
        (np.eye(n) if i == j else np.zeros((n, side.size))).reshape(*y[i].shape, *side.shape)
        for i, n in enumerate(sizes) for j, side in enumerate(by)
    ]  # fmt: skip
    states = ode(times, *y, *start, *p, program=with_sensitivities(program), settings=settings.repeated(sizes, columns))
    return of_sides(through(g, states[count:], len(by)), forms)


def _moved(
    args: Any, moving_y: Sequence[Any], moving_p: Sequence[Any], program: Program, settings: SolverSettings
) -> tuple[Any, Program, SolverSettings]:
    """Return what solves for states and, behind them, their tangents."""
    times, y, p = grouped(program, args)
    both = with_tangent(program, tuple([t is not None for t in moving_p]))
    arguments = [times, *y, *moving_y, *p, *(t for t in moving_p if t is not None)]
    sizes = [f.size for f in program.output_forms]
    return arguments, both, settings.repeated(sizes, [1])


def _adjoints(g: Any, args: Any, out: Any, program: Program, settings: SolverSettings) -> list[Any]:
    shares = _by_start(g, args, program, settings)
    return [lambda: _by_times(g, args, out, shares, program), *shares]


def _tangents(args: Any, tangents: Any, program: Program, settings: SolverSettings) -> list[Any]:
    times, y, p = grouped(program, args)
    moving_times, moving_y, moving_p = grouped(program, tangents)
    moving_y = filled(moving_y, y)
    if moving_times is not None:
        speeds = _first(times, y, p, program)
        moving_y = [t - multiply(v, _part(moving_times, 0, 1)) for t, v in zip(moving_y, speeds, strict=True)]
    arguments, both, its_settings = _moved(args, moving_y, moving_p, program, settings)
    results = ode(*arguments, program=both, settings=its_settings)
    states, moved = results[: len(y)], [*results[len(y) :]]
    if moving_times is not None:
        later = _part(moving_times, 2, None)
        speeds = _rows(_part(times, 2, None), states, p, program)
        moved = [
            t + multiply(v, reshape_op(later, shape=(*later.shape, *[1] * (len(v.shape) - 1))))
            for t, v in zip(moved, speeds, strict=True)
        ]
    return moved


def _logistic(y: Any, p: Any, t: Any) -> tuple[Any, Any, Any]:
    """Return the solution of ``y' = p y (1 - y)`` at a time, and its derivatives by the first state and p."""
    y, p = (np.asarray(x, np.result_type(x, F8)) for x in (y, p))
    growth = np.exp(p * t)
    rest = 1.0 - y + y * growth
    return y * growth / rest, growth / rest**2, t * y * growth * (1.0 - y) / rest**2


def _samples(rng: np.random.Generator) -> list[Any]:
    """Return equations whose solution is known, tightly solved."""
    rate = runtime.from_array(np.ones(1))
    rate.requires_grad = True
    example = runtime.from_array(np.full(1, 0.5))
    program, _ = program_of(lambda t, y: [rate * y * (1.0 - y)], [example, example])
    args = np.array([0.1, 0.25, 0.15, 0.2]), np.array([0.2]), np.array([0.9])
    statics = [
        {"program": program, "settings": SolverSettings("DOP853", 1e-13, (1e-15,), way)}
        for way in ("adjoint", "forward")
    ]
    return [(args, static) for static in statics]


def _reference(times: Any, y: Any, p: Any, **static: Any) -> Any:
    return (np.array([_logistic(y, p, t - times[0])[0] for t in times[2:]]),)


def _adjoint_samples(rng: np.random.Generator) -> list[Any]:
    args, static = _samples(rng)[0]
    return [((*args, rng.normal(size=(2, 1))), {"field": static["program"], "settings": static["settings"]})]


def _adjoint_reference(times: Any, y: Any, p: Any, seed: Any, **static: Any) -> Any:
    by = [_logistic(y, p, t - times[0])[1:] for t in times[2:]]
    return tuple([sum(g * row[k] for g, row in zip(seed, by, strict=True)) for k in range(2)])


ode = Joint(
    name="ode", kind=Stepped(), forward=_solved, dtypes=lambda program, settings: [F8] * len(program.outputs),
    infer=lambda times, *shapes, program, settings: [(times[0] - 2, *f.shape) for f in program.output_forms],
    adjoints={"args": _adjoints}, tangent=_tangents, reference=_reference, samples=_samples,
    summary="States of a system of differential equations at times (`scipy.integrate.solve_ivp`).",
)  # fmt: skip


def _of_adjoint(g: Any, args: Any, field: Program, settings: SolverSettings) -> list[Any]:
    """Return what operands receive: the derivative of the states along g, and the adjoint of that."""
    times, z, seeds = _taken_apart(args, field)
    count = len(seeds)
    along = program_ops.at_numbers(g, field.input_forms[1:])
    arguments, both, its_settings = _moved([times, *z], along[:count], along[count:], field, settings)
    states = ode(*arguments, program=both, settings=its_settings)
    wide = [*(np.zeros(seed.shape) for seed in seeds), *seeds]
    shares = _by_start(wide, arguments, both, its_settings)
    return [
        lambda: _by_times(wide, arguments, states, shares, both), *shares[:count],
        *shares[2 * count : count + len(z)], *states[count:],
    ]  # fmt: skip


ode_adjoint = Joint(
    name="ode_adjoint", kind=SteppedBack(), forward=_pulled_back,
    dtypes=lambda field, settings: [f.dtype for f in _forms_of_numbers(field)],
    infer=lambda *shapes, field, settings: [f.shape for f in _forms_of_numbers(field)],
    adjoints={"args": _of_adjoint}, reference=_adjoint_reference, samples=_adjoint_samples,
    summary="What the first states and the parameters receive from states at times, by the adjoint equation.",
)  # fmt: skip
