"""`interp1d`: what lies between samples by a line, by the nearest one, or by a cubic.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.elementwise_ops import isnan, where
from tapegrad.ops.gather_scatter import gather
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.interpolate.interpolating_splines import make_interp_spline
from tapegrad.ops.interpolate.interpolation_data import breaks_of, fixed_values, floating, laid, part, placed
from tapegrad.ops.interpolate.intervals import at_intervals, within
from tapegrad.ops.interpolate.splines import CubicSpline
from tapegrad.ops.numpy.sorting import order_of
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import broadcast_to, moveaxis, reshape

_KINDS = ("linear", "nearest", "nearest-up", "zero", "slinear", "quadratic", "cubic", "previous", "next")
_ORDERS: dict[Any, str] = {0: "zero", 1: "slinear", 2: "quadratic", 3: "cubic"}


class interp1d:
    """Interpolation between samples, as `scipy.interpolate.interp1d`, of Tensors.

    Differentiable by the points where it is evaluated, by x, y and the fill values. The kinds that take a single sample are
    constant between them; at a sample, a line's derivative is that on its right.

    Parameters
    ----------
    x : vector
    y : array
    kind : str or int
        "linear", "nearest", "nearest-up", "zero", "slinear", "quadratic", "cubic", "previous" or "next"; or a spline's degree.
    axis : int
        The axis of the samples in y.
    copy : bool
        Whatever it is, later changes of x and y change nothing.
    bounds_error : bool, optional
        Raise an error outside of x; by default unless there is a fill value.
    fill_value : array, pair of arrays or "extrapolate"
        What stands outside of x, or below and above it.
    assume_sorted : bool
        x is in ascending order.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.array([0.0, 1.0, 3.0])
    >>> line = tg.interpolate.interp1d(x, [0.0, 2.0, 3.0])
    >>> line([0.5, 2.0])
    tensor([1. , 2.5])
    >>> tg.grad(lambda t: line(t))(2.0)
    np.float64(0.5)
    """

    def __init__(
        self, x: Any, y: Any, kind: Any = "linear", axis: int = -1, copy: bool = True, bounds_error: bool | None = None,
        fill_value: Any = np.nan, assume_sorted: bool = False,
    ) -> None:  # fmt: skip
        kind = _ORDERS.get(kind, kind) if not isinstance(kind, str) else kind
        if kind not in _KINDS and not (isinstance(kind, int) and kind > 3):
            raise ArgumentError(f"interp1d: expected a kind among {', '.join(_KINDS)} or a degree, got {kind!r}.")
        self.kind = kind
        x, y = floating(x, "interp1d"), floating(y, "interp1d")
        if kind in ("zero", "slinear"):  # splines, which SciPy computes in double
            y = y.astype(np.float64, copy=False)
        ndim = len(y.shape)
        if len(x.shape) != 1 or not -ndim <= axis < ndim or y.shape[axis] != x.shape[0]:
            raise ShapeError(f"interp1d: expected x of as many numbers as y has along axis {axis}, got shapes {x.shape}, {y.shape}.")  # fmt: skip
        self.axis, self._rest = axis % ndim, y.shape[: axis % ndim] + y.shape[axis % ndim + 1 :]
        y = moveaxis(y, self.axis, 0)
        if not assume_sorted:
            x, y = _sorted(x, y)
        self.x, self._y = (x, y) if len(x.shape) and x.shape[0] == 1 else (_ascending(x), y)
        self._extrapolates = isinstance(fill_value, str) and fill_value == "extrapolate"
        if self._extrapolates and bounds_error:
            raise ArgumentError("interp1d: expected bounds_error=False with fill_value='extrapolate', got True.")
        default = isinstance(fill_value, float) and np.isnan(fill_value)
        self.bounds_error = (default and not self._extrapolates) if bounds_error is None else bounds_error
        self._fill = [] if self._extrapolates else self._fills(fill_value)
        self._spline: Any = None
        if kind == "cubic":
            self._spline = CubicSpline(x, y)
        elif kind not in _KINDS or kind == "quadratic":
            self._spline = make_interp_spline(x, y, 2 if kind == "quadratic" else kind)

    def _fills(self, fill_value: Any) -> list[Any]:
        pair = fill_value if isinstance(fill_value, tuple) and len(fill_value) == 2 else (fill_value, fill_value)
        fills = []
        for value in pair:
            value = floating(value, "interp1d")
            try:
                fills.append(broadcast_to(value, self._rest))
            except ValueError:
                raise ShapeError(f"interp1d: expected fill values of shape {self._rest}, got {value.shape}.") from None
        return fills

    def __call__(self, x: Any) -> Any:
        """Return values at points.

        Raises
        ------
        ArgumentError
            With `bounds_error`, if a point lies outside of x.
        """
        points = floating(x, "interp1d")
        first, last = getitem_op(self.x, index=(0,)), getitem_op(self.x, index=(-1,))
        if self.bounds_error:
            points = within(points, first, last)
        values = self._between(points)
        shape, column = points.shape, points.shape + (1,) * len(self._rest)
        if self.kind == "zero":
            values = where(reshape(isnan(points), column), np.nan, values)
        if not self._extrapolates and not self.bounds_error:
            below, above = reshape(points < first, column), reshape(points > last, column)
            values = where(below, self._fill[0], where(above, self._fill[1], values))
        elif self._extrapolates and self.kind in ("previous", "next"):  # where no sample is
            beyond = points < first if self.kind == "previous" else points > last
            values = where(reshape(beyond, column), np.nan, values)
        if self._spline is None and self.kind not in ("linear", "slinear"):
            values = values.astype(self._y.dtype, copy=False)
        return placed(values, shape, self.axis)

    def _between(self, points: AnyArray) -> AnyArray:
        x, y = self.x, self._y
        if self._spline is not None:
            return self._spline(points)
        if self.kind in ("linear", "slinear"):
            shape = points.shape + (1,) * len(self._rest)
            breaks = part(x, 1, -1)
            rise = (part(y, 1) - part(y, None, -1)) / laid(part(x, 1) - part(x, None, -1), len(y.shape))
            distance = points - at_intervals(part(x, None, -1), breaks, points)
            return at_intervals(rise, breaks, points) * reshape(distance, shape) + at_intervals(
                part(y, None, -1), breaks, points
            )
        if self.kind in ("nearest", "nearest-up"):
            side = "left" if self.kind == "nearest" else "right"
            return at_intervals(y, part(x, None, -1) + (part(x, 1) - part(x, None, -1)) / 2.0, points, side)
        return at_intervals(y, part(x, None, -1), points, "left") if self.kind == "next" else at_intervals(y, part(x, 1), points)  # fmt: skip


def _sorted(x: AnyArray, y: AnyArray) -> tuple[Any, Any]:
    """Return samples in the order of their places."""
    values = fixed_values(x)
    if values is not None:
        if np.all(values[1:] >= values[:-1]):
            return x, y
        order = np.argsort(values, kind="mergesort")
        return getitem_op(x, index=(order,)), getitem_op(y, index=(order,))
    order = order_of(x, 0)
    return gather(x, order), gather(y, order)


def _ascending(x: AnyArray) -> Any:
    dtype = x.dtype
    return breaks_of(x, "interp1d").astype(dtype, copy=False)
