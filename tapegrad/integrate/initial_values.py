"""`solve_ivp` and `odeint`: differential equations solved as SciPy does, and their derivatives.

Tests: tests/integrate/test_initial_values.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.integrate
from scipy.optimize import OptimizeResult

from tapegrad.errors import ArgumentError, DtypeError, GradientError, ReplayError, ShapeError, check_function
from tapegrad.integrate.events import happened
from tapegrad.integrate.fields import program_of
from tapegrad.integrate.solving import SolverSettings, ode, solution
from tapegrad.integrate.stepped import evaluations_for_output
from tapegrad.ir.forms import F8
from tapegrad.ir.program import Program
from tapegrad.ops.composites import lifted, or_as_scipy, users_code
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.references import scipys
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.record.open_recording import current
from tapegrad.record.trace import value_outside
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

_METHODS = ("RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA")
_OPTIONS = ("rtol", "atol", "first_step", "max_step", "min_step")
_SUCCESS: dict[str, Any] = {
    "status": 0,
    "message": "The solver successfully reached the end of the integration interval.",
    "success": True,
}
_DERIVED = ("jac", "jac_sparsity", "lband", "uband")


class OdeResult(OptimizeResult):
    """What `solve_ivp` returns: the fields of SciPy's result, with `t` and `y` as Tensors."""


class OdeSolution:
    """A solution as a function of time, which gives Tensors.

    Attributes
    ----------
    t_min, t_max : float
        Where it is known.
    """

    def __init__(self, span: Tensor, within: Tensor, z: Sequence[Tensor], static: dict[str, Any]) -> None:
        self._span, self._within, self._z, self._static = span, within, z, static
        self.t_min, self.t_max = sorted(_value(within).tolist())

    def __call__(self, t: Any) -> Tensor:
        """Return the state at a time, or at several, along the last axis.

        Raises
        ------
        ArgumentError, ShapeError
            For times outside of the span, or of more than one dimension.
        """
        times = _real(t, "sol")
        if len(times.shape) > 1:
            raise ShapeError(f"sol: expected a time or a vector of them, got shape {times.shape}.")
        _check_within(_value(times), self.t_min, self.t_max, "sol")
        _decide_within(times, self._within)
        count = times.size
        every = concatenate_op(self._span, reshape_op(times, shape=(count,)), axis=0)
        (states,) = ode(every, *self._z, **self._static)
        return states.T if times.shape else reshape_op(states, shape=states.shape[1:])


def _of_scipys(result: Any) -> OdeResult:
    """Return SciPy's result with Tensors in place of arrays; `sol` gives arrays."""
    return OdeResult(**{name: lifted(field) for name, field in result.items()})


_REFUSALS = ArgumentError, ShapeError, DtypeError, ReplayError  # and what a function raises that is recorded


@or_as_scipy(scipys("scipy.integrate", "solve_ivp"), _REFUSALS, _of_scipys)
def solve_ivp(
    fun: Callable[..., Any], t_span: Any, y0: Any, method: Any = "RK45", t_eval: Any = None, dense_output: bool = False,
    events: Any = None, vectorized: bool = False, args: Sequence[Any] | None = None, *, sensitivity: str | None = None,
    **options: Any,
) -> OdeResult:  # fmt: skip
    """Solve an initial value problem for a system of differential equations, as `scipy.integrate.solve_ivp` does.

    `fun` is recorded once and runs as machine code. So do the steps of RK45, RK23, DOP853 and Radau, which are SciPy's;
    other methods are SciPy's own code. The result has derivatives of any order by `y0`, the ends of `t_span`, `t_eval`
    and all Tensors that `fun` reads, in `args` or elsewhere. Derivatives are as exact as `rtol` and `atol` make them.
    If all data are plain, SciPy's function may answer, without derivatives. It does so if `fun` cannot be recorded
    because it branches on values, and for options that are not taken here.

    Parameters
    ----------
    fun : callable
        ``fun(t, y, *args)``, of a number and a vector; returns a vector, or a list of numbers. It is recorded: instead
        of branching on values it computes with `np.where`.
    t_span : pair of numbers
    y0 : vector
        The first state, of real numbers. It is integrated in float64, as by SciPy.
    method : {"RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA"} or a subclass of SciPy's OdeSolver
        The implicit methods get the exact Jacobian.
    t_eval : vector, optional
        Times of the result, in order. By default the times of the method's steps, which a compiled function cannot
        know.
    dense_output : bool
        Give `sol`, the solution as a function of time.
    events : callable, or several, optional
        Functions ``event(t, y, *args)`` that return a number, with attributes `terminal` and `direction` as for SciPy.
        The times at which they vanish have derivatives, as the states have. The last time after a terminal event has
        them too.
    vectorized : bool
        Ignored: `fun` is called with vectors.
    args : tuple, optional
    sensitivity : {"adjoint", "forward"}, optional
        How gradients are computed. "adjoint" goes back through the steps that were made (other methods than RK45, RK23,
        DOP853 and Radau integrate the adjoint equation backwards); the cost hardly grows with the number of parameters.
        "forward" integrates the state together with its derivatives by all parameters, so that the method controls
        their errors too. By default forward for BDF, LSODA and classes, where there are few parameters.
    rtol, atol, first_step, max_step, min_step
        As SciPy's.
    jac, jac_sparsity, lband, uband
        Ignored: the Jacobian of `fun` is used.

    Returns
    -------
    OdeResult
        `t`, `y` of shape (states, times), `sol`, `t_events`, `y_events`, `nfev`, `njev`, `nlu`, `status`, `message`,
        `success`, as SciPy's.
        Within a recording the counts are None, as each replay has its own.

    Raises
    ------
    ConvergenceError
        If the method fails, where SciPy's result would not have `success`.
    ArgumentError, ShapeError, DtypeError
        For arguments that it does not take, and `events` in a compiled function.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> def height(rate):
    ...     decay = lambda t, y: -rate * y
    ...     return tg.integrate.solve_ivp(decay, (0.0, 1.0), [2.0], t_eval=[1.0], rtol=1e-9).y[0, 0]
    >>> print(round(float(tg.grad(height)(0.5)), 6), round(-2.0 * np.exp(-0.5), 6))
    -1.213061 -1.213061
    """
    name = "solve_ivp"
    span = _span(t_span, name)
    y0 = _state(y0, name)
    settings = _settings(name, method, sensitivity, options, y0.size, float(np.ptp(_value(span))))
    program, parameters = _field(fun, span, y0, args, name)
    z = [y0, *parameters]
    static = {"program": program, "settings": settings}
    trace = current()
    if (t_eval is None or events is not None) and trace is not None and trace.strict:
        raise ArgumentError(
            "solve_ivp: a compiled function does not know how many steps or events there are. Pass t_eval, for example "
            "[t1] for the last state, and no events."
        )
    outcome = None if events is None else happened(events, span, z, args or (), static)
    result, within = None, span
    if outcome is not None:
        result, within, static = outcome.result, outcome.within, outcome.static
    if t_eval is None:
        result = result or _steps(span, z, static)
        inner = from_array(result.t[1:-1].copy())
        times = (
            concatenate_op(_part(span, 0, 1), inner, _part(within, 1, 2), axis=0)
            if len(result.t) > 1
            else _part(span, 0, 1)
        )
    else:
        times = _real(t_eval, name)
        start, end = _value(span).tolist()
        _check_times(_value(times), start, end, name)
        _decide_within(times, span)
        if outcome is not None:
            last = _value(within)[1]
            times = getitem_op(times, index=(_value(times) <= last if end >= start else _value(times) >= last,))
    (states,) = ode(concatenate_op(span, times, axis=0), *z, **static)
    if result is None and current() is None:
        result = _steps(span, z, static)
    fields: dict[str, Any] = {key: None if result is None else result[key] for key in ("nfev", "njev", "nlu")}
    if result is not None:
        at = None if dense_output else np.zeros(0) if t_eval is None else _value(times)
        fields["nfev"] += evaluations_for_output(settings, result, at)
    fields |= {"t": times, "y": states.T, "sol": None, "t_events": None, "y_events": None}
    if dense_output:
        fields["sol"] = OdeSolution(span, within, z, static)
    fields |= _SUCCESS
    if outcome is not None:
        fields |= {"t_events": outcome.times, "y_events": outcome.states}
        fields |= {key: outcome.result[key] for key in ("status", "message")}
    return OdeResult(**fields)


@or_as_scipy(scipys("scipy.integrate", "odeint"), _REFUSALS)
def odeint(
    func: Callable[..., Any], y0: Any, t: Any, args: tuple[Any, ...] = (), Dfun: Any = None, col_deriv: Any = 0,
    full_output: Any = 0, ml: Any = None, mu: Any = None, rtol: Any = None, atol: Any = None, tcrit: Any = None,
    h0: float = 0.0, hmax: float = 0.0, hmin: float = 0.0, ixpr: Any = 0, mxstep: int = 0, mxhnil: int = 0,
    mxordn: int = 12, mxords: int = 5, printmessg: Any = 0, tfirst: bool = False, *, sensitivity: str | None = None,
) -> Tensor:  # fmt: skip
    """Solve an initial value problem by LSODA, with the arguments of `scipy.integrate.odeint`.

    It calls `solve_ivp`, and has the same derivatives. Other arguments of SciPy's `odeint` are refused by name.

    Parameters
    ----------
    func : callable
        ``func(y, t, *args)``, or ``func(t, y, *args)`` with `tfirst`.
    y0 : vector or number
    t : vector
        The times of the result, in order; the first is the time of `y0`.
    rtol, atol : float or vector, optional
        By default 1.49e-8.
    Dfun, col_deriv, ml, mu
        Ignored: the Jacobian of `func` is used.
    h0, hmax, hmin : float
        The first, largest and smallest step; 0 leaves them to the method.
    sensitivity : {"adjoint", "forward"}, optional

    Returns
    -------
    Tensor of shape (times, states)

    Raises
    ------
    ConvergenceError
        If the method fails.
    ArgumentError
        For arguments that it does not take.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> np.round(tg.integrate.odeint(lambda y, t: -y, 1.0, [0.0, 1.0]), 6)
    tensor([[1.      ],
            [0.367879]])
    """
    usual = {"mxordn": 12, "mxords": 5} | dict.fromkeys(("full_output", "mxstep", "mxhnil", "ixpr", "printmessg"), 0)
    arguments = {
        "tcrit": tcrit, "full_output": full_output,
        "mxstep": mxstep, "mxhnil": mxhnil, "ixpr": ixpr, "printmessg": printmessg, "mxordn": mxordn, "mxords": mxords,
    }  # fmt: skip
    refused = [key for key, value in arguments.items() if value is not None and value != usual.get(key)]
    if refused:
        raise ArgumentError(f"odeint: {refused[0]} is not taken with derivatives. Leave it out, or use solve_ivp.")
    check_function(func, "odeint")
    times = _real(t, "odeint")
    if len(times.shape) != 1 or not times.size:
        raise ShapeError(f"odeint: expected a vector of times, got shape {times.shape}.")
    options: dict[str, Any] = {
        "rtol": 1.49012e-8 if rtol is None else rtol,
        "atol": 1.49012e-8 if atol is None else atol,
    }
    options |= {key: step for key, step in (("first_step", h0), ("max_step", hmax), ("min_step", hmin)) if step}
    y0 = _real(y0, "odeint")
    span = concatenate_op(_part(times, 0, 1), _part(times, -1, None), axis=0)
    field = func if tfirst else lambda t, y, *args: func(y, t, *args)
    start = y0 if y0.shape else reshape_op(y0, shape=(1,))
    return solve_ivp(field, span, start, "LSODA", times, args=args, sensitivity=sensitivity, **options).y.T


# ------------------------------------------------------------------------------------------------- arguments


def _part(x: Tensor, start: int | None, stop: int | None) -> Tensor:
    part: Tensor = getitem_op(x, index=(slice(start, stop),))
    return part


def _value(t: Tensor) -> np.ndarray:
    """Return the value of a Tensor; in a recording, that of the example."""
    return np.asarray(value_outside(t), np.float64)


def _real(x: list[Any], name: str) -> Tensor:
    """Return real numbers as a Tensor of float64."""
    t = as_tensor(x, name)
    if t.dtype.kind == "c":
        raise DtypeError(f"{name}: expected real numbers, got {t.dtype}. Stack the real and imaginary parts.")
    return t if t.dtype == F8 else t.astype(F8)


def _span(t_span: Any, name: str) -> Tensor:
    span = _real(list(t_span) if isinstance(t_span, (tuple, list)) else t_span, name)
    if span.shape != (2,):
        raise ShapeError(f"{name}: expected t_span to be two numbers, got shape {span.shape}.")
    return span


def _state(y0: Any, name: str) -> Tensor:
    state = _real(list(y0) if isinstance(y0, tuple) else y0, name)
    if len(state.shape) != 1 or not state.size:
        raise ShapeError(f"{name}: expected y0 to be a vector, got shape {state.shape}.")
    if current() is None and not np.isfinite(_value(state)).all():  # in a recording the first step fails
        raise ArgumentError(f"{name}: expected y0 to be finite, got {_value(state)}.")
    return state


def _settings(
    name: str, method: Any, sensitivity: str | None, options: dict[str, Any], n: int, length: float
) -> SolverSettings:
    for key in options:
        if key not in _OPTIONS and key not in _DERIVED:
            raise ArgumentError(f"{name}: expected options among {', '.join(_OPTIONS)}, got {key!r}.")
    if isinstance(method, str):
        is_method = method in _METHODS
    else:
        is_method = isinstance(method, type) and issubclass(method, scipy.integrate.OdeSolver)
    if not is_method:
        raise ArgumentError(f"{name}: expected a method among {', '.join(_METHODS)}, got {method!r}.")
    if sensitivity not in (None, "adjoint", "forward"):
        raise ArgumentError(f"{name}: expected sensitivity 'adjoint' or 'forward', got {sensitivity!r}.")
    rtol, atol = np.asarray(options.get("rtol", 1e-3), float), np.asarray(options.get("atol", 1e-6), float)
    if rtol.shape or atol.shape not in ((), (n,)):
        raise ShapeError(f"{name}: expected rtol to be a number, and atol one or {n}, got {rtol.shape}, {atol.shape}.")
    if np.isnan(rtol) or not np.all(atol >= 0.0):
        raise ArgumentError(f"{name}: expected tolerances of 0 or more, got rtol={rtol}, atol={atol}.")
    steps = {key: float(options[key]) for key in ("max_step", "min_step") if key in options}
    first = options.get("first_step")
    if not steps.get("max_step", np.inf) > 0.0:
        raise ArgumentError(f"{name}: expected max_step above 0, got {steps['max_step']:g}.")
    if not steps.get("min_step", 0.0) >= 0.0:
        raise ArgumentError(f"{name}: expected min_step of 0 or more, got {steps['min_step']:g}.")
    if first is not None and not 0.0 < float(first) <= length:
        raise ArgumentError(
            f"{name}: expected first_step above 0 and up to {length:g}, the span, got {float(first):g}."
        )
    return SolverSettings(
        method, float(rtol), tuple(np.broadcast_to(atol, (n,)).tolist()), sensitivity,
        None if first is None else float(first), **steps,
    )  # fmt: skip


def _field(
    fun: Callable[..., Any], span: Tensor, y0: Tensor, args: Sequence[Any] | None, name: str
) -> tuple[Program, list[Tensor]]:
    """Record the right-hand side; returns it, and the Tensors that it reads."""
    check_function(fun, name)
    if args is None:
        args = ()
    elif not isinstance(args, (tuple, list)):
        raise ArgumentError(f"{name}: expected args to be a tuple, got {type(args).__name__}. Write args=(x,).")

    def field(t: Tensor, y: Tensor) -> list[Tensor]:
        with users_code():
            result = fun(reshape_op(t, shape=()), y, *args)
        if result is None:  # which SciPy takes for NaN, and goes on for ever
            raise GradientError(f"{name}: expected fun to return a vector, got None. Write `return` before its result.")
        with users_code():
            slope = as_tensor(result, name)
        if slope.shape != y.shape and slope.size != y.size:
            raise ShapeError(f"{name}: expected fun to return shape {y.shape}, got {slope.shape}.")
        return [reshape_op(slope.astype(F8, copy=False), shape=y.shape)]

    return program_of(field, [_part(span, 0, 1), y0], name)


def _steps(span: Tensor, z: Sequence[Tensor], static: dict[str, Any]) -> Any:
    """Return SciPy's result for values that are known."""
    start, end = _value(span).tolist()
    return solution(static["program"], static["settings"], start, end, [value_outside(x) for x in z])


def _check_within(times: np.ndarray, low: float, high: float, name: str) -> None:
    if times.size and not (low <= times.min() and times.max() <= high):
        raise ArgumentError(f"{name}: expected times from {low:g} to {high:g}, got others.")


def _decide_within(times: Tensor, span: Tensor) -> None:
    """Make it a decision of a recording that times are within the span: for others it is made again, and refused."""
    if current() is not None:
        start, end = _part(span, 0, 1), _part(span, 1, 2)
        bool(np.all((times - start) * (times - end) <= 0.0))


def _check_times(times: np.ndarray, start: float, end: float, name: str) -> None:
    if times.ndim != 1:
        raise ShapeError(f"{name}: expected t_eval to be a vector, got shape {times.shape}.")
    _check_within(times, min(start, end), max(start, end), name)
    steps = np.diff(times) * (1.0 if end >= start else -1.0)
    if np.any(steps < 0.0):
        raise ArgumentError(f"{name}: expected t_eval in the order of t_span, got {times}. Sort it.")
