"""Interpolation on regular grids of any number of dimensions.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.composites import or_as_scipy
from tapegrad.ops.elementwise_ops import isnan, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.interpolate.interpolating_splines import basis, make_interp_spline
from tapegrad.ops.interpolate.interpolation_data import breaks_of, fixed_values, floating, part, real
from tapegrad.ops.interpolate.intervals import at_cells, at_intervals, within
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, flip, moveaxis, reshape, stack

_DEGREES = {"cubic": 3, "quintic": 5}
_METHODS = ("linear", "slinear", "nearest", *_DEGREES)


class RegularGridInterpolator:
    """Interpolation on a regular grid, as `scipy.interpolate.RegularGridInterpolator`, of Tensors.

    Differentiable by the points where it is evaluated, by the values and by the grid's coordinates. Between the values of "nearest"
    it is constant.

    Parameters
    ----------
    points : sequence of vectors, each in ascending or descending order
    values : array
    method : {"linear", "slinear", "nearest", "cubic", "quintic"}
        The last two are products of splines along the axes, of degrees 3 and 5.
    bounds_error : bool
        Raise an error outside of the grid.
    fill_value : float, optional
        What stands outside of it otherwise; None to extrapolate.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> grid = tg.interpolate.RegularGridInterpolator(([0.0, 1.0], [0.0, 2.0]), [[0.0, 1.0], [2.0, 5.0]])
    >>> grid([0.5, 1.0])
    tensor([2.])
    >>> tg.grad(lambda p: grid(p)[0])(np.array([0.5, 1.0]))
    array([3., 1.])
    """

    def __init__(
        self, points: Sequence[Any], values: Any, method: str = "linear", bounds_error: bool = True,
        fill_value: Any = np.nan, *, solver: Any = None, solver_args: Any = None,
    ) -> None:  # fmt: skip
        name = "RegularGridInterpolator"
        if solver is not None or solver_args is not None:
            raise ArgumentError(f"{name}: solver is not taken, as splines are solved for axis by axis. Leave it out.")
        self.method, self.bounds_error = _method(method, name), bounds_error
        self.values = floating(values, name)
        if len(points) > len(self.values.shape):
            raise ShapeError(f"{name}: expected at most {len(self.values.shape)} vectors of points, got {len(points)}.")
        grid = []
        for axis, axis_points in enumerate(points):
            x = real(axis_points, name)
            if (plain := fixed_values(x)) is not None and plain.ndim == 1 and np.all(np.diff(plain) < 0.0):
                x, self.values = flip(x, 0), flip(self.values, axis)
            grid.append(breaks_of(x, name))
            if x.shape[0] != self.values.shape[axis]:
                raise ShapeError(
                    f"{name}: expected {self.values.shape[axis]} points along axis {axis}, got {x.shape[0]}."
                )
        self.grid = tuple(grid)
        self._check_samples(self.method)
        self.fill_value = None if fill_value is None else runtime.as_tensor(fill_value, name)
        if self.fill_value is not None and self.fill_value.dtype.kind == "c":
            raise DtypeError(f"{name}: expected a real number for fill_value, got {fill_value!r}. Give a real one.")

    def __call__(self, xi: Any, method: str | None = None, *, nu: Any = None) -> Any:
        """Return values at points, whose coordinates lie along the last axis of an array, or are a tuple of arrays.

        Raises
        ------
        ArgumentError
            With `bounds_error`, if a point lies outside of the grid.
        """
        name = "RegularGridInterpolator"
        method = self.method if method is None else _method(method, name)
        self._check_samples(method)
        if nu is not None:
            raise ArgumentError(f"{name}: nu is not taken. Use tg.grad, or tg.jacobian, for derivatives.")
        d = len(self.grid)
        points = _points(xi, d, name)
        if points.shape[-1] != d:
            raise ShapeError(f"{name}: expected points of {d} coordinates, got shape {points.shape}.")
        first = concatenate([part(x, 0, 1) for x in self.grid])
        last = concatenate([part(x, -1) for x in self.grid])
        if self.bounds_error:
            points = within(points, first, last)
        if method in _DEGREES:
            values = self._splines(points, _DEGREES[method])
        else:
            values = self._nearest(points) if method == "nearest" else self._linear(points)
        rest = self.values.shape[d:]
        column = points.shape[:-1] + (1,) * len(rest)
        if not self.bounds_error and self.fill_value is not None:
            outside = np.any((points < first) | (points > last), axis=-1)
            values = where(reshape(outside, column), self.fill_value, values)
        return where(reshape(np.any(isnan(points), axis=-1), column), np.nan, values).astype(values.dtype, copy=False)

    def _check_samples(self, method: str) -> None:
        """Refuse axes that have fewer points than a spline takes."""
        k, fewest = _DEGREES.get(method, 0), min((x.shape[0] for x in self.grid), default=2)
        if fewest <= k:
            raise ShapeError(
                f"RegularGridInterpolator: expected {k + 1} points or more along each axis for {method!r}, got {fewest}."
            )

    def _nearest(self, points: AnyArray) -> Any:
        breaks = [part(x, None, -1) + (part(x, 1) - part(x, None, -1)) / 2.0 for x in self.grid]
        sizes = tuple(b.shape[0] for b in breaks)
        values = at_cells(self.values, concatenate(breaks), points, sizes=sizes, side="left")
        return values.astype(self.values.dtype, copy=False)

    def _splines(self, points: AnyArray, k: int) -> Any:
        """Sum the coefficients around a point's cell, each times a product of B-splines, one along each axis."""
        d = len(self.grid)
        c, factors, breaks = self.values, [], []
        column = points.shape[:-1] + (1,) * (len(self.values.shape) - d)
        for axis, x in enumerate(self.grid):
            spline = make_interp_spline(x, c, k, axis=axis)
            c, t = moveaxis(spline.c, 0, spline.axis), spline.t
            cells = t.shape[0] - 2 * k - 1
            breaks.append(part(t, k + 1, k + cells))
            coordinate = getitem_op(points, index=(..., axis))

            def at(
                shift: int, t: Any = t, cells: int = cells, coordinate: Any = coordinate, inner: Any = breaks[-1]
            ) -> Any:
                return at_intervals(part(t, k + shift, k + shift + cells), inner, coordinate)

            factors.append([reshape(b, column) for b in basis(coordinate, k, at)])
        sizes = tuple(b.shape[0] for b in breaks)
        total = None
        for places in itertools.product(range(k + 1), repeat=d):
            index = tuple(slice(r, r + n + 1) for r, n in zip(places, sizes, strict=True))
            term = at_cells(getitem_op(c, index=index), concatenate(breaks), points, sizes=sizes, side="right")
            for factor, r in zip(factors, places, strict=True):
                term = term * factor[r]
            total = term if total is None else total + term
        return total

    def _linear(self, points: AnyArray) -> Any:
        """Sum the values at the corners of a point's cell, each weighted by the volume that lies opposite."""
        d = len(self.grid)
        breaks = concatenate([part(x, 1, -1) for x in self.grid])
        sizes = tuple(x.shape[0] - 2 for x in self.grid)
        column = points.shape[:-1] + (1,) * (len(self.values.shape) - d)
        shares = []
        for k, x in enumerate(self.grid):
            place = part(x, 1, -1), getitem_op(points, index=(..., slice(k, k + 1)))
            low, high = (
                at_cells(edge, *place, sizes=sizes[k : k + 1], side="right") for edge in (part(x, None, -1), part(x, 1))
            )
            above = reshape((getitem_op(points, index=(..., k)) - low) / (high - low), column)
            shares.append((1.0 - above, above))
        total = None
        for corner in itertools.product((0, 1), repeat=d):
            index = tuple(slice(c, n + 1 + c) for c, n in zip(corner, sizes, strict=True))
            term = at_cells(getitem_op(self.values, index=index), breaks, points, sizes=sizes, side="right")
            for c, share in zip(corner, shares, strict=True):
                term = term * share[c]
            total = term if total is None else total + term
        return total


@or_as_scipy(scipys("scipy.interpolate", "interpn"))
def interpn(
    points: Sequence[Any], values: Any, xi: Any, method: str = "linear", bounds_error: bool = True, fill_value: Any = np.nan
) -> Any:  # fmt: skip
    """Return values between the points of a regular grid, as `scipy.interpolate.interpn`; see `RegularGridInterpolator`."""
    if method == "splinef2d":  # FITPACK's, through all samples: the same products of splines
        if len(points) != 2 or fill_value is None:
            raise ArgumentError(
                "interpn: method 'splinef2d' is for two dimensions and does not extrapolate. Use 'cubic'."
            )
        method = "cubic"
    interpolator = RegularGridInterpolator(points, values, method, bounds_error, fill_value)
    return interpolator(xi)


def _method(method: str, name: str) -> str:
    if method not in _METHODS:
        raise ArgumentError(
            f"{name}: expected a method among {', '.join(_METHODS)}, got {method!r}. For 'pchip', use PchipInterpolator along "
            "one axis after the other."
        )
    return str(method)


def _points(xi: Any, d: int, name: str) -> Tensor:
    if isinstance(xi, tuple):
        parts = [real(x, name) for x in xi]
        shape = np.broadcast_shapes(*[p.shape for p in parts])
        points = stack([broadcast_to(p, shape) for p in parts], -1)
    else:
        points = real(xi, name)
    if d == 1 and len(points.shape) == 1:
        return reshape(points, (-1, 1))
    return reshape(points, (1, -1)) if len(points.shape) == 1 else points
