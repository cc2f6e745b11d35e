"""Interpolation of scattered points by radial functions and a polynomial.

Source: Fasshauer (2007), "Meshfree approximation methods with MATLAB", chapter 7.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.elementwise_ops import exp, log, sqrt, square, where
from tapegrad.ops.interpolate.interpolation_data import real
from tapegrad.ops.linalg.linear_systems import solve
from tapegrad.ops.products import matmul
from tapegrad.ops.reductions import max_, min_, sum_
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate, diag, reshape, stack, transpose


def _length(q: AnyArray) -> Any:
    return where(q == 0.0, 0.0, sqrt(q))


# of squared distances, and the least degree of the polynomial that makes a solution unique
_KERNELS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "linear": (lambda q: -_length(q), 0),
    "thin_plate_spline": (lambda q: where(q == 0.0, 0.0, 0.5 * q * log(q)), 1),
    "cubic": (lambda q: q * _length(q), 1),
    "quintic": (lambda q: -q * q * _length(q), 2),
    "multiquadric": (lambda q: -sqrt(q + 1.0), 0),
    "inverse_multiquadric": (lambda q: 1.0 / sqrt(q + 1.0), -1),
    "inverse_quadratic": (lambda q: 1.0 / (q + 1.0), -1),
    "gaussian": (lambda q: exp(-q), -1),
}
_SCALED = ("linear", "thin_plate_spline", "cubic", "quintic")  # whose scale changes nothing


class RBFInterpolator:
    """Interpolation of scattered points, as `scipy.interpolate.RBFInterpolator`, of Tensors.

    Differentiable by the points where it is evaluated, by y, d, `smoothing` and `epsilon`. The derivative of a distance
    of 0 is 0.

    Parameters
    ----------
    y : matrix
        The points, in rows.
    d : array
        The values at the points, along the first axis.
    neighbors
        Not taken: all points count.
    smoothing : float or vector
    kernel : str
    epsilon : float, optional
        What distances are multiplied by.
    degree : int, optional
        The degree of the polynomial, -1 for none.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> middle = lambda d: tg.interpolate.RBFInterpolator(corners, d)([[0.5, 0.5]])[0]
    >>> print(tg.grad(middle)(np.ones(4)).round(6))
    [0.25 0.25 0.25 0.25]
    """

    def __init__(
        self, y: Any, d: Any, neighbors: Any = None, smoothing: Any = 0.0, kernel: str = "thin_plate_spline",
        epsilon: Any = None, degree: Any = None,
    ) -> None:  # fmt: skip
        name = "RBFInterpolator"
        if neighbors is not None:
            raise ArgumentError(f"{name}: neighbors is not taken, as values would jump. Leave it out.")
        if kernel.lower() not in _KERNELS:
            raise ArgumentError(f"{name}: expected a kernel of {', '.join(_KERNELS)}, got {kernel!r}.")
        if epsilon is None and kernel.lower() not in _SCALED:
            raise ArgumentError(f"{name}: expected epsilon for the kernel {kernel!r}, got None.")
        self._kernel, least = _KERNELS[kernel.lower()]
        self.y, d = real(y, name), real(d, name)
        if len(self.y.shape) != 2 or not d.shape or d.shape[0] != self.y.shape[0]:
            raise ShapeError(f"{name}: expected points in rows and a value for each, got {self.y.shape} and {d.shape}.")
        self.epsilon = 1.0 if epsilon is None else real(epsilon, name)
        n, columns = self.y.shape
        degree = max(least, 0) if degree is None else int(degree)
        self._powers = [p for k in range(degree + 1) for p in combinations_with_replacement(range(columns), k)]
        low, high = min_(self.y, 0), max_(self.y, 0)
        self._shift = (high + low) / 2.0
        self._scale = where(high == low, 1.0, (high - low) / 2.0)
        matrix = self._radial(self.y) + diag(real(smoothing, name) + np.zeros(n))
        right, m = reshape(d, (n, -1)), len(self._powers)
        if m > n:
            raise ShapeError(f"{name}: expected at least {m} points for a polynomial of degree {degree}, got {n}.")
        if m:
            border = self._monomials(self.y)
            below = concatenate([transpose(border), np.zeros((m, m))], 1)
            matrix = concatenate([concatenate([matrix, border], 1), below])
            right = concatenate([right, np.zeros((m, right.shape[1]))])
        self._coefficients, self._shape = solve(matrix, right), d.shape[1:]

    def _radial(self, x: AnyArray) -> Any:
        apart = (x[:, None] - self.y[None]) * self.epsilon
        return self._kernel(sum_(square(apart), -1))

    def _monomials(self, x: AnyArray) -> Any:
        scaled, columns = (x - self._shift) / self._scale, []
        for power in self._powers:
            column: Any = np.ones(x.shape[0])
            for k in power:
                column = column * scaled[:, k]
            columns.append(column)
        return stack(columns, 1)

    def __call__(self, x: Any) -> Any:
        """Return values at points, which are rows."""
        points = real(x, "RBFInterpolator")
        if len(points.shape) != 2 or points.shape[1] != self.y.shape[1]:
            raise ShapeError(
                f"RBFInterpolator: expected points of {self.y.shape[1]} columns, got shape {points.shape}."
            )
        parts = [self._radial(points), *([self._monomials(points)] if self._powers else [])]
        return reshape(matmul(concatenate(parts, 1), self._coefficients), (points.shape[0], *self._shape))
