"""Solutions of differential equations, and their adjoints: two ops, which SciPy's solvers execute.

`ode` gives states at times; `ode_adjoint` multiplies a vector by their Jacobian. The derivatives of both are the same
two ops on other fields (see `fields`), so there are derivatives of any order. The derivative by a time is the field
there, and needs no integration.

The adjoint is that of Pontryagin, integrated backwards in time along the solution as it was found, which is kept as the
solver's own interpolant: the state is not integrated backwards, which would be unstable where the system forgets.

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
from tapegrad.integrate.fields import (
    evaluator,
    jacobian_of,
    pulled,
    sizes,
    vectors_of,
    with_sensitivities,
    with_tangent,
)
from tapegrad.ir.program import Program
from tapegrad.ops.declare import General, Shape
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.products import matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import concatenate_op, reshape_op

if TYPE_CHECKING:
    from tapegrad.tensor.tensor import Tensor

IMPLICIT = ("Radau", "BDF", "LSODA")  # methods that use the Jacobian
# numbers of all sensitivities up to which they are integrated with the state: explicit methods, and those that solve
# linear systems of that size
_WORTH, _WORTH_OF = 1000, {"LSODA": 300, "BDF": 40, "Radau": 40}


class SolverSettings(NamedTuple):
    """How an equation is solved: what `solve_ivp` is called with. `atol` has a number for each state."""

    method: Any
    rtol: float
    atol: tuple[float, ...]
    sensitivity: str | None = None
    first_step: float | None = None
    max_step: float = np.inf
    min_step: float = 0.0

    def options(self, n: int) -> dict[str, Any]:
        """Return SciPy's arguments, for a state of that many numbers."""
        options: dict[str, Any] = {"rtol": self.rtol, "atol": np.array(self.atol), "max_step": self.max_step}
        if self.first_step is not None:
            options["first_step"] = self.first_step
        if self.min_step:
            options["min_step"] = self.min_step
        return options

    def repeated(self, count: int) -> SolverSettings:
        """Return them for a state followed by its derivatives along so many directions, each row of these together."""
        return self._replace(atol=(*self.atol, *np.repeat(self.atol, count).tolist()))


def forward_is_cheaper(program: Program, settings: SolverSettings) -> bool:
    """Tell whether sensitivities are integrated with the state, or an adjoint behind it."""
    if settings.sensitivity is not None:
        return settings.sensitivity == "forward"
    n, k = sizes(program)
    return n * (n + k) <= _WORTH_OF.get(settings.method, _WORTH) and program.has_tangents()


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


def solution(program: Program, settings: SolverSettings, t0: float, t1: float, z: np.ndarray) -> Any:
    """Return SciPy's result, with the solution as a function of time; that of the last few calls is known.

    Raises
    ------
    ConvergenceError
        If SciPy's method fails.
    """
    z = np.array(z, np.float64)
    key = program, settings, t0, t1, z.tobytes()
    result = _solutions.find(key)
    if result is None:
        result = solved_with(program, settings, t0, t1, z)
        _solutions.keep(key, result)
    return result


def solved_with(
    program: Program, settings: SolverSettings, t0: float, t1: float, z: np.ndarray, events: Sequence[Any] = ()
) -> Any:
    """Return SciPy's result, with functions of time and state as events.

    Raises
    ------
    ConvergenceError
        If SciPy's method fails.
    """
    n, _ = sizes(program)
    options = settings.options(n)
    if settings.method in IMPLICIT:
        jacobian = evaluator(jacobian_of(program), z[n:])
        options["jac"] = lambda t, y: jacobian(t, y)[:, :n]
    field = evaluator(program, z[n:])
    ode = scipy.integrate.solve_ivp(
        field, (t0, t1), z[:n], settings.method, dense_output=True, events=list(events), **options
    )
    if not ode.success:
        raise ConvergenceError(
            f"solve_ivp: {ode.message.rstrip('.')}, at t = {ode.t[-1]:g} of {t1:g}. Try another method, or look at "
            "the equation there."
        )
    return ode


def _solved(times: np.ndarray, z: np.ndarray, *, program: Program, settings: SolverSettings) -> np.ndarray:
    n, _ = sizes(program)
    t0, t1, *at = np.asarray(times, np.float64).tolist()
    if not at:
        return np.zeros((0, n))
    return np.ascontiguousarray(solution(program, settings, t0, t1, z).sol(np.array(at)).T)


def _pulled_back(
    times: np.ndarray, z: np.ndarray, seed: np.ndarray, *, program: Program, settings: SolverSettings
) -> Any:
    """Integrate the adjoint of the state, and the share of the parameters, from the last time to the first."""
    n, k = sizes(program)
    t0, t1, *at = np.asarray(times, np.float64).tolist()
    seed = np.asarray(seed, np.float64)
    scale = np.max(np.abs(seed), initial=0.0)
    if not scale or not np.isfinite(scale):
        return np.full(n + k, 0.0 * scale)
    z = np.asarray(z, np.float64)
    state, pull = solution(program, settings, t0, t1, z).sol, evaluator(pulled(program), z[n:])

    def backwards(t: float, adjoint: np.ndarray) -> np.ndarray:
        return -pull(t, state(t), adjoint[:n])

    options = settings._replace(atol=(min(settings.atol),) * (n + k), first_step=None).options(n + k)
    if settings.method in IMPLICIT:
        by = evaluator(jacobian_of(program), z[n:])
        matrix = np.zeros((n + k, n + k))

        def jacobian(t: float, adjoint: np.ndarray) -> np.ndarray:
            matrix[:, :n] = -by(t, state(t)).T
            return matrix

        options["jac"] = jacobian
    solver = _class_of(settings.method)
    adjoint = np.zeros(n + k)
    order = np.argsort(at if t1 >= t0 else np.negative(at), kind="stable")[::-1]
    stops = [at[j] for j in order[1:]] + [t0]
    for j, stop in zip(order, stops, strict=True):
        adjoint[:n] += seed[j] / scale
        if stop != at[j]:
            adjoint = _integrated(solver, backwards, at[j], adjoint, stop, options)
    return adjoint * scale


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


def _rows(times: Tensor, states: Tensor, p: Tensor, program: Program) -> Any:
    """Return the field at several times and states."""
    (steps,) = times.shape
    _, (rows,) = program_ops.scanned([], [reshape_op(times, shape=(steps, 1)), states], [p], program, steps)
    return rows


def _part(x: Tensor, start: int | None, stop: int | None) -> Tensor:
    return getitem_op(x, index=(slice(start, stop),))


def _first(times: Any, z: Any, program: Program) -> Any:
    """Return the field at the beginning."""
    n, _ = sizes(program)
    rows = _rows(_part(times, 0, 1), reshape_op(_part(z, 0, n), shape=(1, n)), _part(z, n, None), program)
    return reshape_op(rows, shape=(n,))


def _by_times(g: Any, times: Any, z: Any, out: Any, program: Program, settings: SolverSettings) -> Tensor:
    """Give what the times receive: the field there. Moving the beginning moves the first state the other way."""
    n, _ = sizes(program)
    later = sum_op(multiply(g, _rows(_part(times, 2, None), out, _part(z, n, None), program)), axes=(1,))
    first = multiply(_part(_by_start(g, times, z, program, settings), 0, n), _first(times, z, program))
    return concatenate_op(reshape_op(-sum_op(first, axes=(0,)), shape=(1,)), np.zeros(1), later, axis=0)


def _by_start(g: Any, times: Any, z: Any, program: Program, settings: SolverSettings) -> Any:
    """Give what the first state and the parameters receive."""
    if not forward_is_cheaper(program, settings):
        return ode_adjoint(times, z, g, program=program, settings=settings)
    n, k = sizes(program)
    start = concatenate_op(_part(z, 0, n), np.eye(n, n + k).ravel(), _part(z, n, None), axis=0)
    states = ode(times, start, program=with_sensitivities(program), settings=settings.repeated(n + k))
    count = times.shape[0] - 2
    moved = reshape_op(getitem_op(states, index=(slice(None), slice(n, None))), shape=(count * n, n + k))
    return reshape_op(matmul_op(reshape_op(g, shape=(1, count * n)), moved), shape=(n + k,))


def _moved(times: Any, z: Any, moving: Tensor, program: Program, settings: SolverSettings) -> Any:
    """Return states with their tangents beside them, for a tangent of the first state and the parameters."""
    n, _ = sizes(program)
    start = concatenate_op(_part(z, 0, n), _part(moving, 0, n), _part(z, n, None), _part(moving, n, None), axis=0)
    return ode(times, start, program=with_tangent(program), settings=settings.repeated(1))


def _tangent(args: Any, tangents: Any, program: Program, settings: SolverSettings) -> Any:
    times, z = args
    n, _ = sizes(program)
    moving = filled(tangents, args)[1]
    if tangents[0] is not None:
        back = multiply(_first(times, z, program), _part(tangents[0], 0, 1))
        moving = concatenate_op(_part(moving, 0, n) - back, _part(moving, n, None), axis=0)
    both = _moved(times, z, moving, program, settings)
    moved = getitem_op(both, index=(slice(None), slice(n, None)))
    if tangents[0] is not None:
        states = getitem_op(both, index=(slice(None), slice(0, n)))
        speed = _rows(_part(times, 2, None), states, _part(z, n, None), program)
        moved = moved + multiply(speed, reshape_op(_part(tangents[0], 2, None), shape=(times.shape[0] - 2, 1)))
    return moved


def _logistic(z: Any, t: Any) -> tuple[Any, Any, Any]:
    """Return the solution of ``y' = p y (1 - y)`` at a time, and its derivatives by the first state and p."""
    y, p = z
    growth = np.exp(p * t)
    rest = 1.0 - y + y * growth
    return y * growth / rest, growth / rest**2, t * y * growth * (1.0 - y) / rest**2


def _samples(rng: np.random.Generator) -> list[Any]:
    """Return equations whose solution is known, tightly solved."""
    rate = runtime.from_array(np.ones(1))
    rate.requires_grad = True
    example = runtime.from_array(np.full(1, 0.5))
    program, _ = vectors_of(lambda t, y: [rate * y * (1.0 - y)], [example, example])
    times, z = np.array([0.1, 0.25, 0.15, 0.2]), np.array([0.2, 0.9])
    statics = [
        {"program": program, "settings": SolverSettings("DOP853", 1e-13, (1e-15,), way)}
        for way in ("adjoint", "forward")
    ]
    return [((times, z), static) for static in statics]


def _reference(times: Any, z: Any, **static: Any) -> np.ndarray:
    return np.array([[_logistic(z, t - times[0])[0]] for t in times[2:]])


def _adjoint_samples(rng: np.random.Generator) -> list[Any]:
    args, static = _samples(rng)[0]
    return [((*args, rng.normal(size=(2, 1))), static)]


def _adjoint_reference(times: Any, z: Any, seed: Any, **static: Any) -> Any:
    by = np.array([_logistic(z, t - times[0])[1:] for t in times[2:]])
    return (seed * by).sum(0)


ode: General = General(
    name="ode", forward=_solved, infer=lambda times, z, *, program, settings: (times[0] - 2, sizes(program)[0]),
    adjoints={
        "times": _by_times,
        "z": lambda g, times, z, program, settings: _by_start(g, times, z, program, settings),
    },
    tangent=_tangent, reference=_reference, samples=_samples,
    summary="States of a system of differential equations at times (`scipy.integrate.solve_ivp`).",
)  # fmt: skip


def _widened(seed: Any) -> Any:
    """Return the seed of states with tangents of which the tangents alone have one."""
    return concatenate_op(np.zeros(seed.shape), seed, axis=1)


def _seed_adjoint(g: Any, times: Any, z: Any, program: Program, settings: SolverSettings) -> Any:
    n, _ = sizes(program)
    return getitem_op(_moved(times, z, g, program, settings), index=(slice(None), slice(n, None)))


def _bent(g: Any, times: Any, z: Any, seed: Any, program: Program, settings: SolverSettings) -> tuple[Any, ...]:
    """Return what the rules of `ode` take for the derivative along g, whose derivative that of the adjoint is."""
    n, _ = sizes(program)
    start = concatenate_op(_part(z, 0, n), _part(g, 0, n), _part(z, n, None), _part(g, n, None), axis=0)
    return _widened(seed), times, start, with_tangent(program), settings.repeated(1)


def _start_adjoint(g: Any, times: Any, z: Any, seed: Any, program: Program, settings: SolverSettings) -> Tensor:
    n, k = sizes(program)
    both = _by_start(*_bent(g, times, z, seed, program, settings))
    return concatenate_op(_part(both, 0, n), _part(both, 2 * n, 2 * n + k), axis=0)


def _times_adjoint(g: Any, times: Any, z: Any, seed: Any, program: Program, settings: SolverSettings) -> Tensor:
    wide, _, start, program, settings = _bent(g, times, z, seed, program, settings)
    return _by_times(wide, times, start, ode(times, start, program=program, settings=settings), program, settings)


def _adjoint_shape(times: Shape, z: Shape, seed: Shape, *, program: Program, settings: SolverSettings) -> Shape:
    return z


ode_adjoint: General = General(
    name="ode_adjoint", forward=_pulled_back, infer=_adjoint_shape,
    adjoints={"times": _times_adjoint, "z": _start_adjoint, "seed": _seed_adjoint},
    reference=_adjoint_reference, samples=_adjoint_samples,
    summary="What the first state and the parameters receive from states at times, by the adjoint equation.",
)  # fmt: skip
