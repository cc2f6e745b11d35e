"""Roots and fixed points, with SciPy's names and arguments, as functions of parameters.

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import OptimizeResult

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.optimize.implicit_functions import Settings
from tapegrad.optimize.problems import MinimumProblem, as_many, as_scipy, one_number, refuse, value_of
from tapegrad.optimize.scipy_solvers import AS_VECTORS, plain
from tapegrad.tensor.tensor import Tensor, as_tensor


@as_scipy("root")
def root(
    fun: Callable[..., Any], x0: Any, args: Any = (), method: str = "hybr", jac: Any = None, tol: float | None = None,
    callback: Any = None, options: dict[str, Any] | None = None, *, solver: str = "dense",
) -> OptimizeResult:  # fmt: skip
    """Find a root of a function of several unknowns, as `scipy.optimize.root` does.

    SciPy searches, with the exact Jacobian where the method takes one. The root has derivatives of any order by all
    Tensors that `fun` reads, in `args` or elsewhere.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args)``, of a vector, which SciPy makes of `x0`; returns a vector of as many numbers. (With methods
        that need no Jacobian, such as "krylov", they have the shape of `x0`.) It is recorded: instead of branching on
        values it computes with `np.where`.
    x0 : array_like
        Where to start. No derivative passes it.
    args : tuple, optional
        Tensors, arrays and numbers, also in nested containers.
    method, tol, options
        Those of SciPy.
    jac : bool or callable, optional
        True says that `fun` returns a pair, whose first part counts: the Jacobian is derived from that.
    callback
        Not taken for a root with derivatives.
    solver : {"dense", "cg", "gmres"}
        How the linear system of the derivative is solved: with the Jacobian as a matrix, or for many unknowns by its
        products with vectors.

    Returns
    -------
    OptimizeResult
        As SciPy's; `x`, in the shape in which `fun` gets it, and `fun` are Tensors if `fun` reads one. Within a
        recording it has only these two.

    Raises
    ------
    ConvergenceError
        If SciPy finds none, and Tensors are read. Without them the result says so, as SciPy's.
    numpy.linalg.LinAlgError
        When differentiated, if the Jacobian at the root is singular.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> def equations(x, a):
    ...     return np.stack([x[0] + x[1] - a, x[0] * x[1] - 2.0])
    >>> solution = lambda a: tg.optimize.root(equations, [0.5, 2.5], (a,)).x
    >>> print(np.round(tg.jacobian(solution)(3.0), 6))
    [-1.  2.]
    """
    refuse("root", callback=callback)
    start = as_tensor(x0, "root")
    if method.lower() in AS_VECTORS:
        start = reshape_op(start, shape=(start.size,))
    problem = MinimumProblem(value_of(fun, jac), start, args, as_many("root", start.shape), "root")
    arguments = plain({"method": method, "tol": tol, "options": options}, "root")
    return problem.solve_with_value(Settings("root", "root", arguments, solver=solver))


@as_scipy("fixed_point")
def fixed_point(
    func: Callable[..., Any], x0: Any, args: Any = (), xtol: float = 1e-8, maxiter: int = 500, method: str = "del2",
    *, solver: str = "dense",
) -> Any:  # fmt: skip
    """Find a fixed point of a function, as `scipy.optimize.fixed_point` does.

    It is differentiable as `root` is. `func` gives an array of the shape of `x0`, which has any number of axes.

    Returns
    -------
    x : ndarray, or Tensor if `func` reads one

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = tg.optimize.fixed_point(lambda x, a: np.cos(a * x), 1.0, (1.0,))
    >>> slope = tg.grad(lambda a: tg.optimize.fixed_point(lambda x: np.cos(a * x), 1.0))(1.0)
    >>> print(round(float(x), 6), round(float(slope), 6))
    0.739085 -0.297474
    """
    shape = np.shape(x0) if not isinstance(x0, Tensor) else x0.shape
    problem = MinimumProblem(func, x0, args, as_many("fixed_point", shape), "fixed_point")
    arguments = plain({"xtol": xtol, "maxiter": maxiter, "method": method}, "fixed_point")
    result = problem.solve(Settings("fixed point", "fixed_point", arguments, solver=solver))
    return _or_error(result, "fixed_point").x


@as_scipy("root_scalar")
def root_scalar(
    f: Callable[..., Any], args: Any = (), method: str | None = None, bracket: Any = None, fprime: Any = None,
    fprime2: Any = None, x0: Any = None, x1: Any = None, xtol: float | None = None, rtol: float | None = None,
    maxiter: int | None = None, options: dict[str, Any] | None = None,
) -> Any:  # fmt: skip
    """Find a root of a function of one number, as `scipy.optimize.root_scalar` does.

    It has derivatives as the root of `root` has. The derivatives that Newton's and Halley's methods need are exact.
    Brackets and starting points are numbers or Tensors; the root has no derivative by them.

    Parameters
    ----------
    fprime, fprime2 : bool or callable, optional
        True says that `f` returns a pair or more. Only the first part is used, and its exact derivatives.

    Returns
    -------
    RootResults, or an OptimizeResult with `root` as a Tensor if `f` reads one

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> print(tg.grad(lambda a: tg.optimize.root_scalar(lambda x: x**3 - a, bracket=[0.0, 4.0]).root)(8.0).round(6))
    0.083333
    """
    if method is None and bracket is None and x0 is not None and fprime is not None and fprime2 is not None:
        method = "halley"
    arguments = {
        "method": method, "bracket": bracket, "x1": x1, "xtol": xtol, "rtol": rtol, "maxiter": maxiter,
        "options": options,
    }  # fmt: skip
    return _scalar("root_scalar", value_of(f, fprime), args, x0, arguments)


def _scalar(name: str, f: Callable[..., Any], args: Any, x0: Any, arguments: dict[str, Any]) -> Any:
    """Find a root of a function of one number, with those arguments of `root_scalar` that are not None."""
    bracket = arguments.get("bracket")
    start = x0 if x0 is not None else 0.5 * (bracket[0] + bracket[1]) if bracket is not None else None
    if start is None:
        raise ArgumentError(f"{name}: expected a bracket or a starting point x0, got neither.")
    if bracket is not None:
        arguments["bracket"] = [_number(b) for b in bracket]
    if arguments.get("x1") is not None:
        arguments["x1"] = _number(arguments["x1"])
    start = _start(start, name)
    problem = MinimumProblem(f, start, args, one_number(name), name)
    result = problem.solve(Settings("root", "root_scalar", plain(arguments, name)))
    result.root = result.x if isinstance(result.x, Tensor) or start.shape else float(result.x)
    return result


@as_scipy("brentq")
def brentq(
    f: Callable[..., Any], a: Any, b: Any, args: Any = (), xtol: float = 2e-12, rtol: float = 8.881784197001252e-16,
    maxiter: int = 100, full_output: bool = False, disp: bool = True,
) -> tuple[Any, Any]:  # fmt: skip
    """Find a root within a bracket by Brent's method, as `scipy.optimize.brentq` does; differentiable as `root` is."""
    arguments = {"method": "brentq", "bracket": [a, b], "xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    return _root_of(_scalar("brentq", f, args, None, arguments), "brentq", full_output, disp)


@as_scipy("newton")
def newton(
    func: Callable[..., Any], x0: Any, fprime: Any = None, args: Any = (), tol: float = 1.48e-8, maxiter: int = 50,
    fprime2: Any = None, x1: Any = None, rtol: float = 0.0, full_output: bool = False, disp: bool = True,
) -> tuple[Any, Any]:  # fmt: skip
    """Find a root by Newton's method, as `scipy.optimize.newton` does, with the exact derivative.

    It is Halley's method if `fprime2` is given, and the secant method if `x1` is and no `fprime`. These functions only
    choose the method: the derivatives of `func` are used. The root has derivatives as the root of `root` has.
    """
    for argument, value in (("fprime", fprime), ("fprime2", fprime2)):
        if value is not None and not callable(value):
            raise ArgumentError(f"newton: expected {argument} to be a function, or None, got {value!r}.")
    method = "halley" if fprime2 is not None else "secant" if x1 is not None and fprime is None else "newton"
    arguments = {
        "method": method,
        "x1": x1 if method == "secant" else None,
        "xtol": tol,
        "rtol": rtol or None,
        "maxiter": maxiter,
    }
    return _root_of(_scalar("newton", func, args, x0, arguments), "newton", full_output, disp)


@as_scipy("fsolve")
def fsolve(
    func: Callable[..., Any], x0: Any, args: Any = (), fprime: Any = None, full_output: Any = 0, col_deriv: Any = 0,
    xtol: float = 1.49012e-08, maxfev: int = 0, band: Any = None, epsfcn: Any = None, factor: float = 100,
    diag: Any = None,
) -> Any:  # fmt: skip
    """Find a root of a function of several unknowns, as `scipy.optimize.fsolve` does; differentiable as `root` is.

    The exact Jacobian is used, and `fprime`, `col_deriv`, `band` and `epsfcn` are ignored. With `full_output`, a dict,
    a status and a message follow the root, as in SciPy.

    Examples
    --------
    >>> import tapegrad as tg
    >>> print(tg.grad(lambda a: tg.optimize.fsolve(lambda x: x**3 - a, 1.0)[0])(8.0).round(6))
    0.083333
    """
    options = {"xtol": xtol, "maxfev": maxfev, "factor": factor, "diag": diag}
    result = root(func, x0, args, options={name: value for name, value in options.items() if value is not None})
    if not full_output:
        return _or_error(result, "fsolve").x
    details = {name: result.get(name) for name in ("nfev", "njev", "fjac", "r", "qtf")}
    return result.x, {**details, "fvec": result.fun}, result.get("status", 1), result.get("message", "")


def _in_bracket(name: str, method: str) -> Callable[..., Any]:
    """Return a function that finds a root within a bracket by a method of SciPy's."""

    @as_scipy(name)
    def find(
        f: Callable[..., Any], a: Any, b: Any, args: Any = (), xtol: float = 2e-12, rtol: float = 8.881784197001252e-16,
        maxiter: int = 100, full_output: bool = False, disp: bool = True,
    ) -> Any:  # fmt: skip
        arguments = {"method": name, "bracket": [a, b], "xtol": xtol, "rtol": rtol, "maxiter": maxiter}
        return _root_of(_scalar(name, f, args, None, arguments), name, full_output, disp)

    find.__name__ = find.__qualname__ = name
    find.__doc__ = (
        f"Find a root within a bracket by {method}, as `scipy.optimize.{name}` does; differentiable as `root` is."
    )
    return find


bisect = _in_bracket("bisect", "halving it")
ridder = _in_bracket("ridder", "Ridders' method")
brenth = _in_bracket("brenth", "Brent's method with hyperbolic extrapolation")


@as_scipy("toms748")
def toms748(
    f: Callable[..., Any], a: Any, b: Any, args: Any = (), k: int = 1, xtol: float = 2e-12,
    rtol: float = 8.881784197001252e-16, maxiter: int = 100, full_output: bool = False, disp: bool = True,
) -> Any:  # fmt: skip
    """Find a root within a bracket by algorithm 748, as `scipy.optimize.toms748` does; differentiable as `root` is."""
    arguments = {
        "method": "toms748", "bracket": [a, b], "xtol": xtol, "rtol": rtol, "maxiter": maxiter, "options": {"k": k},
    }  # fmt: skip
    return _root_of(_scalar("toms748", f, args, None, arguments), "toms748", full_output, disp)


def _root_of(result: Any, name: str, full_output: bool, disp: bool) -> tuple[Any, Any]:
    """Return the root, and with `full_output` the whole result."""
    if disp:
        _or_error(result, name)
    return (result.root, result) if full_output else result.root


def _number(x: Any) -> float:
    return float(x.detach()) if isinstance(x, Tensor) else float(x)


def _start(x: Any, name: str) -> Tensor:
    t = as_tensor(x, name)
    if t.size != 1:
        raise ShapeError(f"{name}: expected one number to start from, got shape {t.shape}. Use root.")
    return t.astype(np.float64, copy=False)


def _or_error(result: Any, name: str) -> Any:
    """Return a result of plain numbers, or raise what SciPy's function raises where it has found nothing."""
    if not result.success:
        raise RuntimeError(f"{name}: {result.message}")
    return result
