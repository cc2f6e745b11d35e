"""Fit one problem from one start: SciPy's optimizer, with the Jacobian of the residuals from tapegrad.

Every problem and start gets the same treatment, and the certified values serve only to count digits afterwards:

1. SciPy's trust-region method for least squares, scaled by the columns of the Jacobian, because the parameters of
   one problem differ by up to eleven orders of magnitude. It runs until the sum of squares can no longer tell two
   points apart. At a minimum that happens at about half the digits of the arithmetic.
2. Gauss-Newton steps while they get shorter. They look at where the Jacobian is orthogonal to the residuals, not
   at the sum of squares, and so see the other half of the digits.

Tests: tests/programs/test_demo.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np
import scipy.linalg
import scipy.optimize
from numpy.typing import NDArray

import tapegrad as tg
from tapegrad.demo.regression_problems import CERTIFIED_DIGITS, Problem

TOLERANCE = 1e-15
MAX_EVALUATIONS = 5000
NEAR = 1e-4
"""Relative change of every parameter below which a Gauss-Newton step needs no safeguard."""
MAX_REFINEMENTS = 100


@dataclass(frozen=True, eq=False)
class Fit:
    """What came out of one fit.

    Attributes
    ----------
    problem : Problem
        The problem.
    start : int
        Which published starting point, 1 or 2.
    parameters : ndarray
        The parameters found.
    digits : float
        Agreement with the certified parameters, see `digits`.
    rss : float
        Residual sum of squares.
    gradient_calls : int
        How many Jacobians were computed, each by one reverse sweep.
    seconds : float
        Time of the fit.
    converged : bool
        Whether the optimizer met a tolerance before it ran out of evaluations.
    """

    problem: Problem
    start: int
    parameters: NDArray[np.float64]
    digits: float
    rss: float
    gradient_calls: int
    seconds: float
    converged: bool


def residuals(problem: Problem, b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Model minus response at the parameters `b`, in plain NumPy."""
    return np.asarray(problem.model(b, problem.x) - problem.response)


def jacobian(problem: Problem, b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Jacobian of the residuals by tapegrad, in one reverse sweep.

    Parameters
    ----------
    problem : Problem
        The problem, with ``n`` observations.
    b : ndarray
        The ``p`` parameters.

    Returns
    -------
    ndarray
        Of shape ``(n, p)``.
    """
    # A reverse sweep gives the gradient of one number, so a Jacobian would take a sweep per residual. But residual k
    # depends on the parameters through observation k only. Give every observation its own copy of the parameters:
    # b[i] becomes a row of length n, and d(sum of residuals) / d(copy k of b[i]) = d(residual k) / d(b[i]), since no
    # other residual has seen copy k. One sweep over the sum gives the whole transposed Jacobian.
    copies = tg.tensor(np.tile(b[:, None], (1, problem.y.size)), requires_grad=True)
    total = (problem.model(copies, problem.x) - problem.response).sum()
    (transposed,) = tg.autograd.grad(total, copies)
    assert transposed is not None
    return transposed.numpy().T


def digits(b: NDArray[np.float64], certified: NDArray[np.float64]) -> float:
    """Correct digits of the worst parameter: the least ``-log10(|b - c| / |c|)``.

    Parameters
    ----------
    b, certified : ndarray
        Parameters found, and the true ones.

    Returns
    -------
    float
        Between 0 (also where a parameter is not finite) and the 11 digits to which the truth is known.
    """
    if not np.isfinite(b).all():
        return 0.0
    error = np.max(np.abs(b - certified) / np.abs(certified))
    return float(0.0 - np.log10(np.clip(error, 10.0**-CERTIFIED_DIGITS, 1.0)))


class _Derivative:
    """The Jacobian of one problem, counting its calls."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.calls = 0

    def __call__(self, b: NDArray[np.float64]) -> NDArray[np.float64]:
        self.calls += 1
        return jacobian(self.problem, b)


def _refine(b: NDArray[np.float64], derivative: _Derivative) -> NDArray[np.float64]:
    """Take Gauss-Newton steps while each is shorter than the one before, and none changes a parameter by much."""
    shortest = np.inf
    for _ in range(MAX_REFINEMENTS):
        columns = derivative(b)
        if not np.isfinite(columns).all():
            return b
        scale = np.linalg.norm(columns, axis=0)
        scale[scale == 0] = 1.0
        step = scipy.linalg.lstsq(columns / scale, -residuals(derivative.problem, b))[0] / scale
        # Length by effect on the residuals: near a minimum, Gauss-Newton shrinks this one by a steady factor, while
        # single parameters may swing.
        length = float(np.linalg.norm(columns @ step))
        if not (length < shortest and np.max(np.abs(step / b)) < NEAR):
            return b
        b, shortest = b + step, length
    return b


def fit_problem(problem: Problem, start: int) -> Fit:
    """Fit a problem from one of its published starting points.

    Parameters
    ----------
    problem : Problem
        One of `tapegrad.demo.regression_problems.load`.
    start : int
        1 (far from the solution) or 2 (near it).

    Returns
    -------
    Fit
        The result and what it took.
    """
    began = perf_counter()
    derivative = _Derivative(problem)
    with np.errstate(all="ignore"):  # trial steps may overflow; the optimizer then takes shorter ones
        solution = scipy.optimize.least_squares(
            partial(residuals, problem),
            problem.starts[start - 1],
            jac=derivative,
            method="trf",
            x_scale="jac",
            xtol=TOLERANCE,
            ftol=TOLERANCE,
            gtol=TOLERANCE,
            max_nfev=MAX_EVALUATIONS,
        )
        b = _refine(solution.x, derivative)
        rss = float(np.sum(residuals(problem, b) ** 2))
    seconds = perf_counter() - began
    return Fit(problem, start, b, digits(b, problem.certified), rss, derivative.calls, seconds, solution.status > 0)
