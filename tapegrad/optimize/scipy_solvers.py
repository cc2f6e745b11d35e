"""SciPy's solvers, called with programs as machine code and with their exact derivatives.

Tests: tests/optimize/test_shapes.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.optimize

from tapegrad.errors import ArgumentError
from tapegrad.integrate.fields import evaluator
from tapegrad.ir.program import Program
from tapegrad.optimize.residuals import (
    Robust,
    jacobian_by_unknowns,
    pulled,
    pushed,
    residual_of,
    value_and_gradient,
)

if TYPE_CHECKING:
    from tapegrad.optimize.implicit_functions import Settings

OptimizeResult: Any = scipy.optimize.OptimizeResult  # a dict of any names
Arrays = Sequence[np.ndarray]
Solved = Callable[[Program, Any, Arrays, np.ndarray], Any]

AS_VECTORS = ("hybr", "lm")  # the methods of root that make the start a vector
_WITHOUT_JACOBIAN = (
    "broyden1", "broyden2", "anderson", "linearmixing", "diagbroyden", "excitingmixing", "krylov", "df-sane",
)  # fmt: skip
BOUNDED = ("l-bfgs-b", "tnc", "slsqp", "nelder-mead", "powell", "trust-constr", "cobyla", "cobyqa")  # that heed bounds
_WITHOUT_GRADIENT = ("nelder-mead", "powell", "cobyla", "cobyqa")
# methods whose status 2 is that rounding errors hide any further improvement
_TO_ROUNDING = (
    "", "bfgs", "cg", "l-bfgs-b", "newton-cg", "trust-ncg", "trust-krylov", "trust-exact", "dogleg",
)  # fmt: skip
NEAR = 1e-4  # relative to a bound or to 1: as far from it as methods end that stay within
_AT_LEAST_NEAR = 1e-2  # within which a constraint may be held; its multiplier then tells whether it is
_GRADIENT = 1e-5  # what SciPy takes for zero by default
_WITH_PRODUCTS, _WITH_HESSIAN = ("newton-cg", "trust-ncg", "trust-krylov"), ("dogleg", "trust-exact")


def solved(result: Any, settings: Settings) -> bool:
    """Tell whether a result of SciPy's is a solution.

    It is also one if a minimum was to be more exact than rounding allows, but is as exact as SciPy asks for by default.
    """
    if result.success:
        return True
    at_rounding = settings.function == "minimize" and settings.bounds is None and result.status == 2
    if not at_rounding or _method(dict(settings.options)) not in _TO_ROUNDING:
        return False
    return bool(np.max(abs(result.jac), initial=0.0) <= _GRADIENT * max(1.0, abs(result.fun)))


def _method(options: dict[str, Any]) -> str:
    return str(options.get("method") or "").lower()


def _root(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    options = dict(settings.options)
    if _method(options) not in _WITHOUT_JACOBIAN:
        options["jac"] = evaluator(jacobian_by_unknowns(program), *p)
    return scipy.optimize.root(evaluator(program, *p), start, **_dicts(options))


def _fixed_point(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    try:
        x = scipy.optimize.fixed_point(evaluator(program, *p), start, **dict(settings.options))
    except RuntimeError as error:
        return OptimizeResult(x=start, success=False, message=str(error))
    return OptimizeResult(x=x, success=True, message="")


def _root_scalar(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    options = dict(settings.options)
    value, slope = evaluator(program, *p), evaluator(jacobian_by_unknowns(program), *p)
    calls: dict[str, Any] = {}
    if options.get("bracket") is None:
        calls["x0"] = float(start[0])
    if _method(options) in ("newton", "halley") or (
        not options.get("method") and "x0" in calls and "x1" not in options
    ):
        calls["fprime"] = lambda x: slope(x).item()
    if _method(options) == "halley":
        bent = evaluator(jacobian_by_unknowns(jacobian_by_unknowns(program)), *p)
        calls["fprime2"] = lambda x: bent(x).item()
    result: Any = scipy.optimize.root_scalar(lambda x: float(value(x)[0]), **calls, **_dicts(options))
    fields = {name: getattr(result, name) for name in ("converged", "flag", "function_calls", "iterations", "root")}
    return OptimizeResult(x=np.array([result.root]), success=result.converged, message=str(result.flag), **fields)


def _minimize(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    options = dict(settings.options)
    method = _method(options)
    if method in _WITHOUT_GRADIENT:
        value = evaluator(program, *p)
        options["fun"] = lambda x: float(value(x)[0])
    else:
        both = evaluator(value_and_gradient(program), *p)

        def value_and_slope(x: np.ndarray) -> tuple[float, np.ndarray]:
            pair = both(x)
            return float(pair[0]), pair[1:]

        options |= {"fun": value_and_slope, "jac": True}
    gradient = residual_of(program, "minimum")
    if method in _WITH_PRODUCTS:
        options["hessp"] = evaluator(pushed(gradient), *p)
    elif method in _WITH_HESSIAN:
        options["hess"] = evaluator(jacobian_by_unknowns(gradient), *p)
    if settings.bounds is not None:
        options["bounds"] = scipy.optimize.Bounds(*map(np.array, settings.bounds))
    return scipy.optimize.minimize(x0=start, **_dicts(options))


def _minimize_constrained(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    """Give the unknowns followed by the multipliers of the constraints."""
    equations = np.array(settings.kind.equations)
    n = start.size - equations.size
    both, slopes = evaluator(program, *p), evaluator(jacobian_by_unknowns(program), *p)

    def along(rows: np.ndarray, kind: str) -> dict[str, Any]:
        return {"type": kind, "fun": lambda x: both(x)[rows], "jac": lambda x: slopes(x)[rows]}

    options = _dicts(dict(settings.options))
    if _method(options) not in _WITHOUT_GRADIENT:
        options["jac"] = lambda x: slopes(x)[0]
    kinds = [
        (1 + np.flatnonzero(which), kind) for which, kind in ((equations, "eq"), (~equations, "ineq")) if which.any()
    ]
    if _method(options) == "trust-constr":
        bent = evaluator(jacobian_by_unknowns(pulled(program)), *p)

        def hessian(x: np.ndarray, rows: np.ndarray | int, v: Any) -> np.ndarray:
            weights = np.zeros(1 + equations.size)
            weights[rows] = v
            return bent(x, weights)

        def constraint(rows: np.ndarray, kind: str) -> Any:
            bent_there: Any = lambda x, v: hessian(x, rows, v)  # noqa: E731 (whose type SciPy's stubs do not know)
            return scipy.optimize.NonlinearConstraint(
                lambda x: both(x)[rows], 0.0, 0.0 if kind == "eq" else np.inf, lambda x: slopes(x)[rows], bent_there
            )

        options["hess"] = lambda x: hessian(x, 0, 1.0)
        options["constraints"] = [constraint(rows, kind) for rows, kind in kinds]
    else:
        options["constraints"] = [along(rows, kind) for rows, kind in kinds]
    low, high = (np.array(side[:n]) for side in settings.bounds)
    if np.isfinite([low, high]).any():
        options["bounds"] = scipy.optimize.Bounds(low, high)
    options["fun"] = lambda x: float(both(x)[0])
    result = scipy.optimize.minimize(x0=start[:n], **options)
    x = np.asarray(result.x, float)
    result.x = np.concatenate([x, _multipliers(x, both(x)[1:], slopes(x), equations, (low, high))])
    return result


def _multipliers(
    x: np.ndarray, values: np.ndarray, slopes: np.ndarray, equations: np.ndarray, bounds: tuple[np.ndarray, np.ndarray]
) -> np.ndarray:
    """Return what the constraints' slopes are multiplied by, so that they and those of bounds make the objective's.

    Constraints that may be held are tried; of those that are not, none is pushed, and their multipliers come out as 0.
    """
    multipliers = np.zeros(equations.size)
    active = np.flatnonzero(equations | (values <= _AT_LEAST_NEAR))
    if active.size:
        columns = [slopes[1 + active].T]
        for bound, sign in zip(bounds, (1.0, -1.0), strict=True):
            columns.append(sign * np.eye(x.size)[:, abs(x - bound) <= _AT_LEAST_NEAR * np.maximum(1.0, abs(x))])
        system = np.concatenate(columns, 1)
        least = np.zeros(system.shape[1])
        least[: active.size][equations[active]] = -np.inf
        multipliers[active] = scipy.optimize.lsq_linear(system, slopes[0], (least, np.inf), tol=1e-14).x[: active.size]
    return multipliers


def _minimize_scalar(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    value = evaluator(program, *p)
    result: Any = scipy.optimize.minimize_scalar(lambda x: float(value(x)[0]), **_dicts(dict(settings.options)))
    result.x = np.array([result.x], float)
    result.setdefault("message", "")
    return result


def _least_squares(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    options = _dicts(dict(settings.options))
    if settings.bounds is not None:
        options["bounds"] = tuple(map(np.array, settings.bounds))
    options["jac"] = evaluator(jacobian_by_unknowns(program), *p)
    if isinstance(settings.kind, Robust):
        options |= {"loss": settings.kind.loss, "f_scale": settings.kind.scale}
    return scipy.optimize.least_squares(evaluator(program, *p), start, **options)


def _start_itself(program: Program, settings: Any, p: Arrays, start: np.ndarray) -> Any:
    """Give the start: a solution that is known already."""
    return OptimizeResult(x=start, success=True, message="")


METHODS: dict[str, Solved] = {
    "root": _root, "fixed_point": _fixed_point, "root_scalar": _root_scalar, "minimize": _minimize,
    "minimize_constrained": _minimize_constrained, "minimize_scalar": _minimize_scalar, "least_squares": _least_squares,
    "given": _start_itself,
}  # fmt: skip

# ------------------------------------------------------------------------------------------------- options


def plain(options: dict[str, Any], function: str) -> tuple[tuple[str, Any], ...]:
    """Return arguments of SciPy's as something that can be compared: those that are not None, dicts as pairs.

    Raises
    ------
    ArgumentError
        For one that cannot.
    """
    pairs = []
    for name, value in options.items():
        if value is None:
            continue
        if isinstance(value, dict):
            value = ("dict", plain(value, function))
        elif isinstance(value, (list, np.ndarray)):
            value = tuple(np.asarray(value).tolist())
        try:
            hash(value)
        except TypeError:
            raise ArgumentError(f"{function}: {name} must be made of numbers and names, got {value!r}.") from None
        pairs.append((name, value))
    return tuple(pairs)


def _dicts(options: dict[str, Any]) -> dict[str, Any]:
    """Return arguments with the dicts that `plain` made pairs of."""
    return {
        name: dict(value[1]) if isinstance(value, tuple) and len(value) == 2 and value[0] == "dict" else value
        for name, value in options.items()
    }
