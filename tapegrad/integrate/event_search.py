"""Where events happen along the steps of a solution: what SciPy does after each step, for the steppers.

Tests: tests/integrate/test_events.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.integrate._ivp.ivp import MESSAGES, find_active_events, handle_events, prepare_events

from tapegrad.integrate.block_layout import BlockMemory, EventFunctions
from tapegrad.integrate.fields import evaluator
from tapegrad.ir.forms import cells
from tapegrad.ir.program import Program

if TYPE_CHECKING:
    from tapegrad.integrate.stepped import StepRows


class RecordedEvents(NamedTuple):
    """Functions of events as one program of the time and the state, its parameters, and the functions themselves, which
    have attributes.
    """

    program: Program
    parameters: list[np.ndarray]
    functions: Sequence[Any]

    def laid_out(self, memory: BlockMemory) -> EventFunctions:
        """Return what a stepper calls."""
        forms = self.program.input_forms[2:]
        arrays = [cells(a, form) for a, form in zip(self.parameters, forms, strict=True)]
        return EventFunctions(self.program, [memory.constant(a) for a in arrays])

    def one_by_one(self) -> list[Callable[..., float]]:
        """Return them as SciPy takes them: functions of numbers, with their attributes."""
        values = evaluator(self.program, *self.parameters)

        def numeric(k: int, event: Any) -> Callable[..., float]:
            def called(t: float, y: np.ndarray, *_: Any) -> float:
                return float(values(t, y)[k])

            for attribute in ("terminal", "direction"):
                if hasattr(event, attribute):
                    setattr(called, attribute, getattr(event, attribute))
            return called

        return [numeric(k, event) for k, event in enumerate(self.functions)]


class EventSearch:
    """The events of a solution so far.

    Attributes
    ----------
    terminated : bool
        Whether a terminal one has happened.
    """

    def __init__(self, events: RecordedEvents) -> None:
        self._events = events.one_by_one()
        _, self._most, self._directions = prepare_events(self._events)
        self._counts, self.terminated = np.zeros(len(events.functions)), False
        self._times: list[list[float]] = [[] for _ in events.functions]
        self._states: list[list[np.ndarray]] = [[] for _ in events.functions]
        self._steps: list[int] = []
        self._last: tuple[float, np.ndarray] | None = None

    def __len__(self) -> int:
        return len(self._times)

    def look(self, before: np.ndarray, after: np.ndarray, number: int, step: StepRows) -> None:
        """Find the events of a step, by the values of their functions at both of its ends."""
        active = find_active_events(before, after, self._directions)
        if not active.size:
            return
        self._counts[active] += 1
        self._steps.append(number)
        at = np.empty(1)
        read = step.reader(at)

        def state(t: float) -> np.ndarray:
            at[0] = t
            return read()[0]

        dense_output: Any = state

        which, roots, self.terminated = handle_events(
            dense_output, self._events, active, self._counts, self._most, *step.t.tolist()
        )
        for k, root in zip(which, roots, strict=True):
            self._times[k].append(root)
            self._states[k].append(state(root))
        self._last = roots[-1], state(roots[-1])

    def fields(self, sol: StepRows) -> dict[str, Any]:
        """Return those fields of SciPy's result that events have, and in which steps there were any."""
        fields: dict[str, Any] = {
            "t_events": [np.asarray(times) for times in self._times],
            "y_events": [np.asarray(states) for states in self._states], "event_steps": self._steps,
        }  # fmt: skip
        if self.terminated and self._last is not None:
            t, y = sol.t.copy(), sol.y.copy()
            t[-1], y[:, -1] = self._last
            fields |= {"t": t, "y": y, "status": 1, "message": MESSAGES[1]}
        return fields
