"""Minima, with SciPy's names and arguments, as functions of parameters.

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import Bounds, OptimizeResult

from tapegrad.errors import ArgumentError, plain_argument
from tapegrad.optimize.constraints import BOUNDS_REMEDY, constrained, limits_of, sides_of
from tapegrad.optimize.implicit_functions import Settings
from tapegrad.optimize.problems import MinimumProblem, as_scipy, one_number, refuse, residuals, value_of, vector
from tapegrad.optimize.residuals import LOSSES, Robust
from tapegrad.optimize.scipy_solvers import BOUNDED, plain
from tapegrad.tensor.tensor import Tensor


@as_scipy("minimize")
def minimize(
    fun: Callable[..., Any], x0: Any, args: Any = (), method: str | None = None, jac: Any = None, hess: Any = None,
    hessp: Any = None, bounds: Any = None, constraints: Any = (), tol: float | None = None, callback: Any = None,
    options: dict[str, Any] | None = None, *, solver: str = "dense",
) -> OptimizeResult:  # fmt: skip
    """Minimize a function of several unknowns, as `scipy.optimize.minimize` does.

    SciPy searches, with the exact gradient, and the exact Hessian or its products where the method takes them. The
    minimum has derivatives of any order by all Tensors that `fun` reads, in `args` or elsewhere. An unknown at an
    active bound does not move; with active constraints, the minimum moves along them.

    The derivative is taken at the point that SciPy found, so it is as exact as this point. Pass `tol` for a closer one.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args)``, of a vector; returns a number. It is recorded: instead of branching on values it computes
        with `np.where`.
    x0 : array_like
        Where to start: a vector, or a number for a vector of one. No derivative passes it.
    args : tuple, optional
        Tensors, arrays and numbers, also in nested containers.
    bounds : sequence of pairs, or Bounds, optional
        The lowest and the highest value of each unknown; None for no bound.
    constraints : dict, LinearConstraint, NonlinearConstraint, or several of them
        As for SciPy. Their functions are recorded as `fun` is, and may read Tensors too.
    jac, hess, hessp : optional
        Ignored: the exact derivatives of `fun` are used. True for `jac` says that `fun` returns a pair; only its first
        part is used.
    callback
        Not taken for a minimum with derivatives.
    method, tol, options
        Those of SciPy.
    solver : {"dense", "cg", "gmres"}
        How the linear system of the derivative is solved: with the Hessian as a matrix, or for many unknowns by its
        products with vectors.

    Returns
    -------
    OptimizeResult
        As SciPy's; `x`, a vector, and `fun` are Tensors if `fun` reads one. Within a recording it has only these two.
        With constraints it has their `multipliers`; those of an equation may have either sign.

    Raises
    ------
    ConvergenceError
        If SciPy does not succeed, and Tensors are read. Without them the result says so, as SciPy's.
    numpy.linalg.LinAlgError
        When differentiated, if the Hessian at the minimum is singular.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> def cost(x, target):
    ...     return np.sum((x - target) ** 2) + np.sum(x**4)
    >>> found = lambda target: tg.optimize.minimize(cost, np.zeros(2), (target,), tol=1e-8).x
    >>> print(np.diag(tg.jacobian(found)(np.array([3.0, 18.0]))).round(6))
    [0.142857 0.04    ]
    """
    refuse("minimize", callback=callback)
    fun, x0 = value_of(fun, jac), vector(x0, "minimize")
    if constraints is not None and not (isinstance(constraints, (list, tuple)) and not constraints):
        return constrained(fun, x0, args, method, bounds, constraints, {"tol": tol, "options": options}, solver)
    problem = MinimumProblem(fun, x0, args, one_number("minimize"), "minimize")
    limits = None if bounds is None else limits_of(bounds, problem.start.size, "minimize")
    if limits is not None and (method or "L-BFGS-B").lower() not in BOUNDED:  # SciPy warns, and leaves them unheeded
        raise ArgumentError(f"minimize: method {method!r} takes no bounds. Use one of {', '.join(BOUNDED)}.")
    arguments = plain({"method": method, "tol": tol, "options": options}, "minimize")
    return problem.solve_with_value(Settings("minimum", "minimize", arguments, limits, solver))


@as_scipy("minimize_scalar")
def minimize_scalar(
    fun: Callable[..., Any], bracket: Any = None, bounds: Any = None, args: Any = (), method: str | None = None,
    tol: float | None = None, options: dict[str, Any] | None = None,
) -> OptimizeResult:  # fmt: skip
    """Minimize a function of one number, as `scipy.optimize.minimize_scalar` does; differentiable as `minimize` is."""
    problem = MinimumProblem(
        fun,
        0.0 if bounds is None else 0.5 * (bounds[0] + bounds[1]),
        args,
        one_number("minimize_scalar"),
        "minimize_scalar",
    )
    with plain_argument("minimize_scalar", "bounds", BOUNDS_REMEDY):
        limits = None if bounds is None else ((float(bounds[0]),), (float(bounds[1]),))
    arguments = plain(
        {"method": method, "tol": tol, "options": options, "bracket": bracket, "bounds": bounds}, "minimize_scalar"
    )
    return problem.solve_with_value(Settings("minimum", "minimize_scalar", arguments, limits))


@as_scipy("fminbound")
def fminbound(
    func: Callable[..., Any], x1: Any, x2: Any, args: Any = (), xtol: float = 1e-05, maxfun: int = 500,
    full_output: Any = 0, disp: int = 1,
) -> Any:  # fmt: skip
    """Minimize a function of one number between bounds, as `scipy.optimize.fminbound` does.

    It is differentiable as `minimize_scalar` is. `full_output` adds the value, a status and the number of calls.
    """
    options = {"xatol": xtol, "maxiter": maxfun, "disp": 0 if disp <= 1 else disp}
    result = minimize_scalar(func, bounds=(x1, x2), args=args, method="bounded", options=options)
    if not full_output:
        return result.x
    return result.x, result.fun, result.get("status", 0), result.get("nfev")


@as_scipy("least_squares")
def least_squares(
    fun: Callable[..., Any], x0: Any, jac: Any = "2-point", bounds: Any = (-np.inf, np.inf), method: str = "trf",
    ftol: float | None = 1e-8, xtol: float | None = 1e-8, gtol: float | None = 1e-8, x_scale: Any = None,
    loss: Any = "linear", f_scale: Any = 1.0, diff_step: Any = None, tr_solver: str | None = None,
    tr_options: dict[str, Any] | None = None, jac_sparsity: Any = None, max_nfev: int | None = None, verbose: int = 0,
    args: Any = (), kwargs: dict[str, Any] | None = None, callback: Any = None, workers: Any = None,
    *, solver: str = "dense",
) -> OptimizeResult:  # fmt: skip
    """Minimize half the sum of squares of residuals, as `scipy.optimize.least_squares` does.

    SciPy searches, with the exact Jacobian. The minimum has derivatives as the minimum of `minimize` has. They use the
    whole Hessian, not the one of Gauss and Newton.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args)``, of a vector; returns a vector of residuals, or one as a number. It is recorded.
    x0 : array_like
        Where to start, as for `minimize`.
    bounds : pair of array_like, optional
        The lowest and the highest values, as for SciPy.
    loss : {"linear", "soft_l1", "huber", "cauchy", "arctan"}
    f_scale : float
        The loss of residuals, and where it turns, as SciPy's.
    jac : optional
        Ignored: the exact Jacobian of `fun` is used.
    method, ftol, xtol, gtol, x_scale, tr_solver, tr_options, max_nfev, verbose
        Those of SciPy.
    kwargs : dict, optional
        Arguments of `fun` by name.
    diff_step, jac_sparsity, callback, workers
        Not taken for a minimum with derivatives.
    args, solver
        As for `minimize`.

    Returns
    -------
    OptimizeResult
        As SciPy's; `x`, `fun` (the residuals) and `cost` are Tensors if `fun` reads one.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> t = np.array([0.0, 1.0, 2.0])
    >>> fit = lambda y: tg.optimize.least_squares(lambda x, y: x[0] + x[1] * t - y, [0.0, 0.0], args=(y,)).x
    >>> print(np.round(tg.jacobian(fit)(np.array([1.0, 3.0, 4.0])), 6) + 0.0)
    [[ 0.833333  0.333333 -0.166667]
     [-0.5       0.        0.5     ]]
    """
    name = "least_squares"
    refuse(name, diff_step=diff_step, jac_sparsity=jac_sparsity, callback=callback, workers=workers)
    if not isinstance(loss, str) or loss not in ("linear", *LOSSES):
        raise ArgumentError(
            f"{name}: expected loss 'linear', {', '.join(map(repr, LOSSES))}, got {loss!r}. Put any other loss into "
            "the residuals."
        )
    named = kwargs or {}
    called = (lambda *values: fun(*values, **named)) if named else fun
    problem = MinimumProblem(called, vector(x0, name), args, residuals, name)
    pair = (-np.inf, np.inf) if bounds is None else (bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else bounds
    sides = sides_of(pair, problem.start.size, name)
    limits = sides if np.isfinite(sides).any() else None
    arguments = plain(
        {
            "method": method, "x_scale": x_scale, "max_nfev": max_nfev, "ftol": ftol, "xtol": xtol, "gtol": gtol,
            "tr_solver": tr_solver, "tr_options": tr_options, "verbose": verbose or None,
        },
        name,
    )  # fmt: skip
    with plain_argument("least_squares", "f_scale", "Divide the residuals by it, and multiply the loss."):
        kind = "squares" if loss == "linear" else Robust(loss, float(f_scale))
    result = problem.solve(Settings(kind, name, arguments, limits, solver))
    if isinstance(result.x, Tensor):
        result.fun = residuals(problem.value(result.x))
        result.cost = kind.cost(result.fun) if isinstance(kind, Robust) else 0.5 * (result.fun * result.fun).sum()
    return result
