"""Fits of curves, with SciPy's names and arguments, as functions of the data.

Tests: tests/optimize/test_named_methods.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import Bounds

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.func.jacobians import jacobian
from tapegrad.ops.linalg.cholesky import cholesky
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.triangular_systems import solve_triangular
from tapegrad.ops.reductions import sum_
from tapegrad.ops.shape_ops import reshape_op, transpose
from tapegrad.optimize.minima import least_squares
from tapegrad.optimize.problems import as_scipy
from tapegrad.tensor.tensor import as_tensor

_EXACT = {"ftol": 1e-12, "xtol": 1e-12, "gtol": 1e-12}  # as exact as the point is its derivative


@as_scipy("curve_fit")
def curve_fit(
    f: Callable[..., Any], xdata: Any, ydata: Any, p0: Any = None, sigma: Any = None, absolute_sigma: bool = False,
    check_finite: Any = None, bounds: Any = (-np.inf, np.inf), method: str | None = None, jac: Any = None, *,
    full_output: bool = False, nan_policy: Any = None, **kwargs: Any,
) -> Any:  # fmt: skip
    """Fit a function to data by least squares, as `scipy.optimize.curve_fit` does.

    The parameters and their covariance have derivatives by `xdata`, `ydata`, `sigma` and all Tensors that `f` reads, as
    the minimum of `least_squares` has.

    Parameters
    ----------
    f : callable
        ``f(xdata, *parameters)``. It is recorded: instead of branching on values it computes with `np.where`.
    xdata, ydata : array_like
    p0 : array_like, optional
        Where to start: ones, or within the bounds. No derivative passes it.
    sigma : array_like, optional
        The errors of `ydata`, or their covariance matrix.
    absolute_sigma, bounds, method
        Those of SciPy.
    jac, check_finite
        Ignored: the exact Jacobian is used.
    nan_policy
        Not taken for a fit with derivatives.
    full_output : bool
        Whether to return a dict with `nfev` and `fvec`, a message and a status as well.
    **kwargs
        Options of `least_squares`; `maxfev` is its `max_nfev`.

    Returns
    -------
    popt, pcov : arrays, or Tensors if a Tensor is read

    Raises
    ------
    ConvergenceError
        If SciPy finds no fit, and Tensors are read.
    numpy.linalg.LinAlgError
        If the data do not determine the parameters.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> t = np.array([0.0, 1.0, 2.0])
    >>> fit = lambda y: tg.optimize.curve_fit(lambda t, a, b: a + b * t, t, y)[0]
    >>> print(np.round(tg.jacobian(fit)(np.array([1.0, 3.0, 4.0])), 6) + 0.0)
    [[ 0.833333  0.333333 -0.166667]
     [-0.5       0.        0.5     ]]
    """
    if nan_policy is not None:
        raise ArgumentError("curve_fit: nan_policy is not taken for a fit with derivatives. Leave out such data.")
    y = as_tensor(ydata, "curve_fit")
    x = as_tensor(xdata, "curve_fit") if isinstance(xdata, (list, tuple)) else xdata
    low, high = (bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else bounds
    start = _start(f, low, high) if p0 is None else np.atleast_1d(p0)
    weigh = _weights(sigma, y.size)

    def residuals(p: Any) -> Any:
        off = as_tensor(f(x, *[p[k] for k in range(len(start))]) - y, "curve_fit")
        return weigh(reshape_op(off, shape=(off.size,)))

    bounded = bool(np.isfinite(low).any() or np.isfinite(high).any())
    options = {**_EXACT, "max_nfev": kwargs.pop("maxfev", None) or None, **kwargs}
    fit = least_squares(residuals, start, bounds=(low, high), method=method or ("trf" if bounded else "lm"), **options)
    if not fit.success:
        raise RuntimeError(f"curve_fit: {fit.message}")  # as SciPy's, for plain data
    slopes = jacobian(residuals)(fit.x)
    covariance: Any = inv(transpose(slopes) @ slopes)
    if not absolute_sigma:
        spare = slopes.shape[0] - len(start)
        covariance = covariance * (sum_(fit.fun * fit.fun) / spare if spare else np.inf)
    if not isinstance(fit.x, type(covariance)):
        covariance = covariance.numpy()
    if not full_output:
        return fit.x, covariance
    details = {"nfev": fit.get("nfev"), "fvec": fit.fun}
    return fit.x, covariance, details, fit.get("message", ""), fit.get("status", 1)


@as_scipy("leastsq")
def leastsq(
    func: Callable[..., Any], x0: Any, args: Any = (), Dfun: Any = None, full_output: Any = False,
    col_deriv: Any = False, ftol: float = 1.49012e-08, xtol: float = 1.49012e-08, gtol: float = 0.0, maxfev: int = 0,
    epsfcn: Any = None, factor: float = 100, diag: Any = None,
) -> Any:  # fmt: skip
    """Minimize the sum of squares of residuals, as `scipy.optimize.leastsq` does; differentiable as `least_squares` is.

    The exact Jacobian is used, and `Dfun`, `col_deriv`, `epsfcn`, `factor` and `diag` are ignored.
    """
    if full_output:
        raise ArgumentError("leastsq: full_output is not taken for a minimum with derivatives. Use least_squares.")
    options: dict[str, Any] = {"ftol": ftol, "xtol": xtol, "gtol": gtol or 1e-15, "max_nfev": maxfev or None}
    arguments = args if isinstance(args, tuple) else (args,)
    start = as_tensor(x0, "leastsq")
    fit = least_squares(func, reshape_op(start, shape=(start.size,)), args=arguments, method="lm", **options)
    if not fit.success:
        raise RuntimeError(f"leastsq: {fit.message}")  # as SciPy's, for plain data
    return fit.x, fit.get("status", 1)


def _start(f: Callable[..., Any], low: Any, high: Any) -> np.ndarray:
    """Return where SciPy starts by default: ones, the middle of bounds, or a step within one."""
    count = len(inspect.getfullargspec(f).args) - (2 if inspect.ismethod(f) else 1)
    if count < 1:
        raise ArgumentError("curve_fit: expected a function with named parameters. Pass p0.")
    low, high = (np.broadcast_to(np.asarray(side, float), (count,)) for side in (low, high))
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    with np.errstate(invalid="ignore"):
        return np.select([has_low & has_high, has_low, has_high], [0.5 * (low + high), low + 1.0, high - 1.0], 1.0)


def _weights(sigma: Any, count: int) -> Callable[[Any], Any]:
    """Return what divides residuals by their errors.

    Raises
    ------
    ShapeError
    """
    if sigma is None:
        return lambda off: off
    errors = as_tensor(sigma, "curve_fit")
    if errors.size == 1 or errors.shape == (count,):
        return lambda off: off / reshape_op(errors, shape=(errors.size,))
    if errors.shape != (count, count):
        raise ShapeError(f"curve_fit: expected sigma of shape ({count},) or ({count}, {count}), got {errors.shape}.")
    factor = cholesky(errors, lower=True)
    return lambda off: solve_triangular(factor, off, lower=True)
