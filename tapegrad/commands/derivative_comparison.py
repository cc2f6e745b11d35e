"""Derivatives of a function at a point, in each mode, beside differences.

What differences do not know for certain is never counted as wrong: their error bounds widen what agrees, and where they
are too wide nothing agrees, so that a verdict is a fact.

Tests: tests/commands/test_check.py
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tapegrad
from tapegrad.commands.line_differences import Slope, slope
from tapegrad.commands.users_problem import UsersProblem, Variable, row_of
from tapegrad.progress import progress

Array = NDArray[np.float64]
Mode = tuple[str, str]
MODES: list[Mode] = [(mode, way) for mode in ("forward", "reverse") for way in ("eager", "compiled")]
_CERTAIN = 1e-3  # of the derivative's size, or the largest by this part: a larger error of differences decides nothing
_SMALL = 1e-3  # of the largest derivative by an argument is added to the size of each


class ComparedDerivative(NamedTuple):
    """One derivative beside differences: the one that differs most, of a part of a variable in a mode.

    Attributes
    ----------
    element : int
        Of the result, or for order 2 of the gradient; -1 for the sum of all with weights.
    part : int
        Of the row of all variables.
    expected, error, actual : float
        By differences, with the bound of their error; by tapegrad.
    share : float
        The difference as a share of the derivative's size; infinite where that is not known.
    left, right : float
    kink, jump, agrees : bool
    """

    variable: Variable
    order: int
    mode: Mode
    part: int
    element: int
    expected: float
    error: float
    actual: float
    share: float
    left: float
    right: float
    kink: bool
    jump: bool
    agrees: bool

    def __str__(self) -> str:
        if self.kink or self.jump:
            return "kink" if self.kink else "jump"
        if not np.isfinite(self.actual):
            return f"{self.actual}"
        return "undecided" if self.is_undecided else f"{self.share:.1e}"

    @property
    def is_undecided(self) -> bool:
        """Whether differences are too coarse to tell."""
        return self.share == np.inf and np.isfinite(self.actual)


class Comparison:
    """What was compared.

    Attributes
    ----------
    entries : list of ComparedDerivative
    raised : dict
        The error of each order and mode that could not be computed.
    """

    def __init__(self, problem: UsersProblem, tolerance: float, elements: int) -> None:
        self.problem, self.tolerance = problem, max(tolerance, 100 * problem.eps)
        self.entries: list[ComparedDerivative] = []
        self.raised: dict[tuple[int, Mode], Exception] = {}
        random = np.random.default_rng(0)
        self.parts = []
        for one in problem.variables:
            count = one.stop - one.start
            chosen = random.choice(count, min(count, elements), replace=False)
            self.parts.append([one.start + int(k) for k in np.sort(chosen)])

    @property
    def checked(self) -> int:
        """How many elements of arguments were looked at."""
        return sum(map(len, self.parts))

    def first(self) -> None:
        """Compare first derivatives with differences of values."""
        problem = self.problem
        gradients = self._reverse()
        forward = self._columns(1, "forward", problem.forward)
        weights = problem.seed
        for variable, parts in zip(problem.variables, self.parts, strict=True):
            slopes = {p: self._of_values(p) for p in progress(parts, f"differences by {variable.name}")}
            sizes = self._sizes(slopes, problem.values)
            sums = {p: _weighted(s, weights) for p, s in slopes.items()}
            weighted_sizes = self._sizes(sums, weights * problem.values)
            for p in parts:
                for mode, column in forward(p):
                    self._add(variable, 1, mode, p, slopes[p], column, sizes[p])
                for mode, gradient in gradients:
                    self._add(variable, 1, mode, p, sums[p], gradient[p : p + 1], weighted_sizes[p])

    def second(self) -> None:
        """Compare second derivatives with differences of the gradient."""
        problem = self.problem
        try:
            gradient = problem.gradient(problem.point)
        except Exception as error:
            self.raised |= {(2, mode): error for mode in MODES}
            return
        forward = self._columns(2, "forward", problem.forward_over_reverse)
        reverse = self._columns(2, "reverse", problem.reverse_over_reverse)
        for variable, parts in zip(problem.variables, self.parts, strict=True):
            slopes = {}
            for p in progress(parts, f"differences of the gradient by {variable.name}"):
                slopes[p] = self._slope(problem.gradient, p)
            sizes = self._sizes(slopes, gradient)
            for p in parts:
                for mode, column in (*forward(p), *reverse(p)):
                    self._add(variable, 2, mode, p, slopes[p], column, sizes[p])

    # -------------------------------------------------------------------------------------------- by differences

    def _slope(self, f: Callable[[Array], Array], part: int) -> Slope:
        """Return the derivatives of numbers by one part."""
        point = self.problem.point

        def along(place: float) -> Array:
            row = point.copy()
            row[part] += place
            return f(row)

        scales = dict.fromkeys((abs(point[part]) or 1.0, 1.0))
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            slopes = [slope(along, scale, self.problem.eps) for scale in scales]
        return min(slopes, key=lambda one: float(np.sum(one.error)))

    def _of_values(self, part: int) -> Slope:
        """Return the derivatives of the results; by a complex step where that gives the same, and so more digits."""
        by_steps = self._slope(self.problem.value, part)
        exact = self.problem.complex_step(part)
        if exact is None:
            return by_steps
        with np.errstate(all="ignore"):
            same = (np.abs(exact - by_steps.value) <= 4 * by_steps.error) & (by_steps.error < np.inf)
        return by_steps._replace(
            value=np.where(same, exact, by_steps.value),
            error=np.where(same, np.minimum(by_steps.error, 1e-12 * np.abs(exact)), by_steps.error),
        )

    def _sizes(self, slopes: dict[int, Slope], values: Array) -> dict[int, Array]:
        """Return the size of each derivative by a part of one variable."""
        largest = max((_largest(s.value) for s in slopes.values()), default=0.0)
        noise = {p: 1e-6 * _largest(values) / (abs(self.problem.point[p]) or 1.0) for p in slopes}
        return {p: np.nan_to_num(np.abs(s.value)) + _SMALL * largest + noise[p] for p, s in slopes.items()}

    # --------------------------------------------------------------------------------------------- by tapegrad

    def _reverse(self) -> list[tuple[Mode, Array]]:
        """Return the gradient, eager and replayed."""
        problem, rows = self.problem, list[tuple[Mode, Array]]()
        compiled = tapegrad.compile(problem.reverse)
        for way, function in (("eager", problem.reverse), ("compiled", compiled)):
            try:
                for _ in range(2):  # the second one is a replay
                    row = row_of(function(problem.arrays))
                rows.append((("reverse", way), row))
            except Exception as error:
                self.raised[1, ("reverse", way)] = error
        return rows

    def _columns(self, order: int, name: str, eager: Callable[..., Any]) -> Callable[[int], list[tuple[Mode, Array]]]:
        """Return a function that gives the derivatives along one part, eager and replayed."""
        ways: dict[str, Callable[..., Any]] = {"eager": eager, "compiled": tapegrad.compile(eager)}
        problem = self.problem

        def column(part: int) -> list[tuple[Mode, Array]]:
            columns = []
            for way, function in ways.items():
                if (order, (name, way)) in self.raised:
                    continue
                try:
                    columns.append(((name, way), row_of(function(problem.arrays, problem.unit(part)))))
                except Exception as error:
                    self.raised[order, (name, way)] = error
            return columns

        return column

    def _add(
        self, variable: Variable, order: int, mode: Mode, part: int, expected: Slope, actual: Array, size: Array
    ) -> None:
        """Note the derivative that differs most."""
        with np.errstate(all="ignore"):
            difference = np.abs(actual - expected.value)
            certain = expected.error <= _CERTAIN * np.maximum(size, _largest(expected.value))
            near = difference <= self.tolerance * size + 4 * expected.error
            agrees = near & certain & ~expected.kink & ~expected.jump
            share = np.where(certain, difference / np.where(size > 0, size, 1.0), np.inf)
            share = np.where(np.isnan(share), np.inf, share)
        k = int(np.lexsort((share, ~agrees))[-1])
        numbers = (expected.value, expected.error, actual, share, expected.left, expected.right)
        answers = (expected.kink, expected.jump, agrees)
        worst: list[Any] = [*(float(a[k]) for a in numbers), *(bool(a[k]) for a in answers)]
        self.entries.append(ComparedDerivative(variable, order, mode, part, -1 if len(actual) == 1 else k, *worst))


def _largest(values: Array) -> float:
    """Return the largest magnitude of the finite ones."""
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0))


def _weighted(one: Slope, weights: Array) -> Slope:
    """Return the slope of a sum with weights."""
    rows = weights @ one.value, np.abs(weights) @ one.error, weights @ one.left, weights @ one.right
    return Slope(*(np.array([number]) for number in (*rows, np.any(one.kink), np.any(one.jump))))
