"""Minima with constraints: the unknowns together with the multipliers of the constraints are a root (`residuals`).

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, OptimizeResult

from tapegrad.errors import ArgumentError, ShapeError, plain_argument
from tapegrad.ir.forms import F8
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.optimize.implicit_functions import Settings
from tapegrad.optimize.problems import MinimumProblem, any_number
from tapegrad.optimize.residuals import Constrained
from tapegrad.optimize.scipy_solvers import plain
from tapegrad.tensor.tensor import Tensor, as_tensor

_METHODS = ("slsqp", "trust-constr", "cobyla", "cobyqa")  # that heed constraints
Constraint = Callable[[Any], list[tuple[bool, Any]]]  # gives what vanishes, or is not negative, and which of both


def constrained(
    fun: Callable[..., Any], x0: Any, args: Any, method: str | None, bounds: Any, constraints: Any,
    options: dict[str, Any], solver: str,
) -> OptimizeResult:  # fmt: skip
    """Minimize with constraints; the arguments are those of `minimize`."""
    name, method = "minimize", method or "SLSQP"
    if method.lower() not in _METHODS:  # SciPy warns, and leaves them unheeded
        raise ArgumentError(f"{name}: method {method!r} takes no constraints. Use one of {', '.join(_METHODS)}.")
    all_constraints = constraints if isinstance(constraints, (list, tuple)) else [constraints]
    parts = [_part_of(c) for c in all_constraints]
    equations: list[bool] = []

    def every(x: Any, *args: Any) -> bool | Tensor:
        """Return the objective, then the equations, then the other constraints."""
        value = as_tensor(fun(x, *args), name)
        if value.size != 1:
            raise ShapeError(f"{name}: expected a function that returns a real number, got shape {value.shape}.")
        pairs = [(equation, _vector(values)) for part in parts for equation, values in part(x)]
        pairs.sort(key=lambda pair: not pair[0])  # equations first, as SciPy's multipliers
        equations[:] = [equation for equation, values in pairs for _ in range(values.size)]
        return concatenate_op(_vector(value), *[values for _, values in pairs], axis=0)

    problem = MinimumProblem(every, x0, args, any_number, name)
    n, m = problem.start.size, len(equations)
    low, high = ((-np.inf,) * n, (np.inf,) * n) if bounds is None else limits_of(bounds, n, name)
    limits = (*low, *[-np.inf] * m), (*high, *[np.inf] * m)
    problem.start = concatenate_op(problem.start, np.zeros(m), axis=0)
    problem.shape = (n + m,)
    kind = Constrained(tuple(equations))
    settings = Settings(kind, "minimize_constrained", plain({"method": method} | options, name), limits, solver)
    result = problem.solve(settings)
    x, result.multipliers = result.x[:n], result.x[n:]
    result.x = x
    if isinstance(x, Tensor):
        result.fun = getitem_op(problem.value(result.x), index=(0,))
    return result


def _vector(values: Tensor) -> Tensor:
    t = as_tensor(values, "minimize")
    vector: Tensor = reshape_op(t, shape=(t.size,)).astype(F8, copy=False)
    return vector


def _part_of(constraint: Any) -> Constraint:
    """Return a constraint of SciPy's as a function.

    Raises
    ------
    ArgumentError
    """
    if isinstance(constraint, LinearConstraint):
        return lambda x: _between(as_tensor(constraint.A) @ x, constraint.lb, constraint.ub)
    if isinstance(constraint, NonlinearConstraint):
        return lambda x: _between(constraint.fun(x), constraint.lb, constraint.ub)
    kind = str(constraint.get("type")).lower() if isinstance(constraint, dict) else None
    if kind not in ("eq", "ineq") or "fun" not in constraint:
        raise ArgumentError(
            "minimize: expected constraints that are LinearConstraint, NonlinearConstraint, or a dict with 'type' 'eq' "
            f"or 'ineq' and 'fun', got {constraint!r}."
        )
    args = constraint.get("args", ())
    args = args if isinstance(args, (list, tuple)) else (args,)
    return lambda x: [(kind == "eq", constraint["fun"](x, *args))]


def _between(values: Any, low: np.ndarray, high: np.ndarray) -> list[tuple[bool, Any]]:
    """Return what keeps values between bounds; those that are equal make an equation."""
    values = _vector(values)
    with plain_argument(
        "minimize", "lb and ub of a constraint", "Subtract what depends on parameters in its function."
    ):
        low, high = (np.broadcast_to(np.asarray(side, float), values.shape) for side in (low, high))
    same = low == high
    triples = [(True, same, values - low)]
    triples += [(False, np.isfinite(low) & ~same, values - low), (False, np.isfinite(high) & ~same, high - values)]
    return [(equation, getitem_op(t, index=(np.flatnonzero(which),))) for equation, which, t in triples if which.any()]


BOUNDS_REMEDY = "Write those that depend on parameters as constraints."


def limits_of(bounds: Any, n: int, name: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the lowest and the highest values of all unknowns."""
    if isinstance(bounds, Bounds):
        return sides_of((bounds.lb, bounds.ub), n, name)
    pairs = [tuple(pair) for pair in bounds]
    if len(pairs) != n or any(len(pair) != 2 for pair in pairs):
        raise ArgumentError(f"{name}: expected a pair of bounds for each of the {n} unknowns, got {bounds!r}.")
    with plain_argument(name, "bounds", BOUNDS_REMEDY):
        low = tuple(-np.inf if a is None else float(a) for a, _ in pairs)
        return low, tuple(np.inf if b is None else float(b) for _, b in pairs)


def sides_of(
    pair: tuple[np.ndarray, np.ndarray] | tuple[float, float], n: int, name: str
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the lowest and the highest values of all unknowns, from two arrays."""
    with plain_argument(name, "bounds", BOUNDS_REMEDY):
        low, high = (np.broadcast_to(np.asarray(side, float), (n,)).tolist() for side in pair)
    return tuple(low), tuple(high)
