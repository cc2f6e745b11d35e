"""Events of differential equations: times at which a function of time and state vanishes, as functions of parameters.

They are found as SciPy finds them. Each is a root of the event's function along the solution, and so has the
derivatives that the implicit function theorem gives it; the states there have those of the solution at that time.

Tests: tests/integrate/test_events.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError, check_function
from tapegrad.integrate.event_search import RecordedEvents
from tapegrad.integrate.fields import program_of
from tapegrad.integrate.solving import ode, solution_with_events
from tapegrad.ir.forms import F8
from tapegrad.ops.composites import users_code
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.optimize.implicit_functions import Settings, solution_op
from tapegrad.record.trace import value_outside
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

_GIVEN = Settings("root", "given")  # what SciPy has found already


class Events(NamedTuple):
    """What happened.

    Attributes
    ----------
    result : OptimizeResult
        SciPy's.
    static : dict
        The parameters of `ode` with which it makes the same steps.
    within : Tensor
        From the first time to the last, which is that of a terminal event if there was one.
    times : list of Tensor
        Those of each event.
    states : list of ndarray or Tensor
        The states there, one in each row.
    """

    result: Any
    static: dict[str, Any]
    within: Tensor
    times: list[Tensor]
    states: list[Any]


def happened(events: Any, span: Tensor, z: Sequence[Tensor], args: Sequence[Any], static: dict[str, Any]) -> Events:
    """Solve an equation with events; `static` are the parameters of `ode`."""
    all_events = list(events) if isinstance(events, (list, tuple)) else [events]
    functions = [_one_number(event, args) for event in all_events]
    start, end = np.asarray(value_outside(span), float).tolist()
    first = getitem_op(span, index=(slice(0, 1),))
    values = [value_outside(x) for x in z]
    program, captured = program_of(
        lambda t, y: [concatenate_op(from_array(np.zeros(0)), *[f(t, y)[0] for f in functions], axis=0)],
        [from_array(np.array([start])), z[0]],
    )
    recorded = RecordedEvents(program, [value_outside(p) for p in captured], all_events)
    result, settings = solution_with_events(static["program"], static["settings"], start, end, values, recorded)
    static = static | {"settings": settings}
    last = settings.until
    within = span if last is None else concatenate_op(first, np.array([last]), axis=0)
    times, states = [], []
    for f, instants in zip(functions, result.t_events, strict=True):
        moving = _times(f, instants, span, z, static) if len(instants) else from_array(np.zeros(0))
        times.append(moving)
        states.append(ode(concatenate_op(span, moving, axis=0), *z, **static)[0] if len(instants) else np.empty((0,)))
        if last is not None and len(instants) and instants[-1] == last:
            within = concatenate_op(first, getitem_op(moving, index=(slice(-1, None),)), axis=0)
            last = None
    return Events(result, static, within, times, states)


def _one_number(event: Any, args: Sequence[Any]) -> Callable[..., list[Tensor]]:
    """Return an event as a function of vectors."""
    check_function(event, "solve_ivp", " for each event")

    def f(t: Tensor, y: Tensor) -> list[Tensor]:
        with users_code():
            value = as_tensor(event(reshape_op(t, shape=()), y, *args), "solve_ivp")
        if value.size != 1:
            raise ArgumentError(f"solve_ivp: expected an event that returns a number, got shape {value.shape}.")
        return [reshape_op(value, shape=(1,)).astype(F8, copy=False)]

    return f


def _times(
    f: Callable[..., Any], roots: np.ndarray, span: Tensor, z: Sequence[Tensor], static: dict[str, Any]
) -> Tensor:
    """Return times of an event as Tensors: the roots of its function along the solution."""

    def along(times: Tensor) -> list[Tensor]:
        (states,) = ode(concatenate_op(span, times, axis=0), *z, **static)
        rows = [
            f(getitem_op(times, index=(slice(k, k + 1),)), getitem_op(states, index=(k,)))[0] for k in range(len(roots))
        ]
        return [concatenate_op(*rows, axis=0)]

    start = from_array(np.array(roots))
    program, captured = program_of(along, [start])
    (moving,) = solution_op(start, *captured, program=program, settings=_GIVEN)
    return moving
