"""Methods of Runge and Kutta as the steppers know them: tables of SciPy's classes, without their zeros.

A dense output is ``y + factor * sum(weight(x) * stage)``, of the stages that a row has. The weights are combinations of
basis functions of the place x within the step: powers, or the products that DOP853 nests.

References: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4 to II.6 (explicit
methods), and II, IV.8 (Radau IIA).

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import scipy.integrate
from scipy.integrate._ivp import radau

from tapegrad.machine.language import INT, External
from tapegrad.machine.steppers import words

Terms = tuple[tuple[int, float], ...]  # of a sum: the number of a vector, and its coefficient


@dataclass(frozen=True, eq=False)
class Method:
    """A method, for the translator: what is known of it costs nothing.

    Attributes
    ----------
    name : str
    implicit : bool
    order : int
        Of the error's estimate.
    rows : int
        Stages of a row.
    stages : tuple
        For each stage but the first its place in the step, its number, and the sum over those before it.
    extra : tuple
        The same for the stages of the dense output alone.
    solution : Terms
        The step's end, of the stages.
    error, other : Terms
        The error's estimate, of the stages; DOP853 has two.
    last : int
        The stage at the step's end.
    interpolant : tuple
        For each basis function its factors, True for x and False for 1 - x, and the sum of stages that it multiplies.
    nested : bool
        It is DOP853, whose error has two estimates.
    nodes : tuple of float
        The places of an implicit method's stages.
    """

    name: str
    implicit: bool
    order: int
    rows: int
    interpolant: tuple[tuple[tuple[bool, ...], Terms], ...]
    stages: tuple[Any, ...] = ()
    extra: tuple[Any, ...] = ()
    solution: Terms = ()
    error: Terms = ()
    other: Terms = ()
    last: int = 0
    nested: bool = False
    nodes: tuple[float, ...] = ()

    def memory(self, n: int, backwards: bool) -> dict[int, int]:
        """Return how many numbers each area has, for states of n numbers."""
        areas = {words.NEW: n, words.FIRST: n, words.FAILED_AT: n + 1}
        if self.implicit:
            areas |= {
                words.STAGE_SLOPES: 3 * n, words.TRANSFORMED: 3 * n, words.REAL: n, words.COMPLEX: 2 * n,
                words.SCALE: n, words.ERROR: n, words.BEFORE: 4 * n, words.LU_REAL: n * n,
                words.LU_COMPLEX: 2 * n * n, words.PIVOTS_REAL: n, words.PIVOTS_COMPLEX: n,
            }  # fmt: skip
        if backwards:
            areas |= {words.STAGE_SHARES: self.rows * n}
            if self.implicit:
                areas |= {words.SYSTEM: 9 * n * n, words.SYSTEM_PIVOTS: 3 * n}
        return areas

    def width(self, n: int) -> int:
        """Return how many words a row has."""
        return 2 + (1 + self.rows) * n

    @property
    def solver(self) -> External:
        """What solves by it, for code of another unit."""
        return External(f"tapegrad_solution_{self.name}", INT, (INT,))

    @property
    def backwards(self) -> tuple[Any, ...]:
        """All stages but those of the dense output, last one first."""
        return (*reversed(self.stages), (0.0, 0, ()))

    @property
    def extra_backwards(self) -> tuple[Any, ...]:
        return self.extra[::-1]


def _terms(numbers: Iterable[float]) -> Terms:
    """Return a sum without its zeros."""
    return tuple((k, float(a)) for k, a in enumerate(numbers) if a)


def _stages(a: Sequence[Any], c: Sequence[float], first: int) -> tuple[Any, ...]:
    return tuple((float(x), k, _terms(row[:k])) for k, (row, x) in enumerate(zip(a, c, strict=True), first))


def _powers(p: np.ndarray) -> tuple[tuple[tuple[bool, ...], Terms], ...]:
    """Return the interpolant of a matrix: a line for each stage, a column for each power."""
    return tuple(((True,) * k, _terms(column)) for k, column in enumerate(p.T, 1))


@cache
def method_of(name: str) -> Method:
    """Return a method by SciPy's name."""
    return {"RK23": _explicit, "RK45": _explicit, "DOP853": _dop853, "Radau": _radau}[name](name)


def _explicit(name: str) -> Method:
    solver: Any = getattr(scipy.integrate, name)
    return Method(
        name, False, solver.error_estimator_order, solver.n_stages + 1, _powers(solver.P),
        _stages(solver.A[1:], solver.C[1:], 1), (), _terms(solver.B), _terms(solver.E),
        last=solver.n_stages,
    )  # fmt: skip


def _dop853(name: str) -> Method:
    solver: Any = scipy.integrate.DOP853
    stages, extra = solver.n_stages, len(solver.A_EXTRA)
    rows = stages + 1 + extra
    # of the basis functions' factors, as sums of stages times the step: its increment, and what is left of the slopes
    increment, begin, end = np.zeros(rows), np.eye(rows)[0], np.eye(rows)[stages]
    increment[:stages] = solver.B
    factors = np.array([increment, begin - increment, 2.0 * increment - (end + begin), *solver.D])
    nests = [tuple(m % 2 == 0 for m in range(len(factors) - 1 - j, len(factors))) for j in range(len(factors))]
    return Method(
        name, False, solver.error_estimator_order, rows, tuple(zip(nests, map(_terms, factors), strict=True)),
        _stages(solver.A[1:], solver.C[1:], 1), _stages(solver.A_EXTRA, solver.C_EXTRA, stages + 1), _terms(solver.B),
        _terms(solver.E5), _terms(solver.E3), stages, nested=True,
    )  # fmt: skip


def _radau(name: str) -> Method:
    return Method(name, True, 3, 3, _powers(radau.P), nodes=tuple(radau.C.tolist()))
