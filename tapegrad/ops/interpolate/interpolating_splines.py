"""B-splines that pass through samples: their knots, conditions at their ends, and the banded system of coefficients.

Tests: tests/ops/test_interpolation.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.interpolate.bsplines import BSpline
from tapegrad.ops.interpolate.interpolation_data import breaks_of, fixed_values, part, real, samples_of
from tapegrad.ops.linalg.banded_systems import solve_banded_op
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate, moveaxis, reshape

End = Sequence[tuple[int, Any]]  # derivatives at an end: order and value
_WORDS = {"natural": 2, "clamped": 1}


def _knots(x: Any, k: int) -> Any:
    """Return the knots of a spline without conditions at its ends: "not a knot" are those next to them."""
    join = np.concatenate if isinstance(x, np.ndarray) else concatenate
    if k == 0:
        return join([x, part(x, -1)])
    if k % 2:
        inner = part(x, (k + 1) // 2, -((k + 1) // 2)) if k > 1 else part(x, 1, -1)
    else:
        inner = part((part(x, 1) + part(x, None, -1)) / 2.0, k // 2, -(k // 2))
    return join([*[part(x, 0, 1)] * (k + 1), inner, *[part(x, -1)] * (k + 1)])


def _wide_knots(x: Any, k: int) -> Any:
    """Return the knots of a spline with conditions at its ends: each sample is one."""
    join = np.concatenate if isinstance(x, np.ndarray) else concatenate
    return join([*[part(x, 0, 1)] * k, x, *[part(x, -1)] * k])


def make_interp_spline(
    x: Any, y: Any, k: int = 3, t: Any = None, bc_type: Any = None, axis: int = 0, check_finite: bool = True
) -> BSpline:
    """Return the B-spline of degree `k` through samples, as `scipy.interpolate.make_interp_spline`, of Tensors.

    Differentiable by x, y, t and the derivatives at the ends.

    Parameters
    ----------
    t : vector, optional
        The knots, as plain numbers or a Tensor that no recording makes.
    bc_type : str or pair, optional
        "not-a-knot", "natural", "clamped", or for each end one of these, None, or pairs of the order of a derivative
        and its value.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = np.arange(6.0)
    >>> parabola = tg.interpolate.make_interp_spline(x, x * x, k=2)
    >>> parabola(2.5)
    tensor(6.25)
    """
    name = "make_interp_spline"
    if isinstance(bc_type, str) and bc_type == "periodic":
        raise ArgumentError(f"{name}: bc_type 'periodic' is not taken. Use CubicSpline, which has periodic splines.")
    x = breaks_of(x, name)
    n = x.shape[0]
    if k < 0:
        raise ArgumentError(f"{name}: expected a degree of 0 or more, got {k}.")
    y, axis = samples_of(y, x, axis, name)
    start, end = _ends(bc_type, k, y.shape[1:])
    free = not start and not end
    if free and t is None and k >= n:
        raise ArgumentError(f"{name}: expected a degree from 0 to {n - 1}, for {n} samples, got {k}.")
    if t is not None:
        knots = real(t, name)
        values, places = fixed_values(knots), fixed_values(x)
        if values is None or places is None:
            raise ArgumentError(f"{name}: expected x and t to be known while recording. Leave t out.")
    else:
        knots = _knots(x, k) if free else _wide_knots(x, k)
        places = np.arange(float(n))  # in the same order as x
        values = _knots(places, k) if free else _wide_knots(places, k)
    count = knots.shape[0] - k - 1
    if count - n != len(start) + len(end):
        raise ArgumentError(
            f"{name}: expected conditions at the ends that are {count - n} derivatives, got {len(start)} and {len(end)}."
        )
    if t is not None and (np.any(np.diff(values) < 0) or places[0] < values[k] or places[-1] > values[-k - 1]):
        raise ArgumentError(f"{name}: expected knots in ascending order, and all x in their base interval, got others.")
    if (start and values[0] != values[k]) or (end and values[-1] != values[-k - 1]):
        raise ArgumentError(f"{name}: expected {k + 1} equal knots at an end with conditions, got others.")
    if k < 2 and t is None:
        return BSpline(knots, moveaxis(y, 0, axis), k, axis=axis)
    rows = [*[reshape(value, (1, -1)) for _, value in start], reshape(y, (n, -1 if y.size else 0))]
    right = concatenate([*rows, *[reshape(value, (1, -1)) for _, value in end]])
    window = np.clip(np.searchsorted(values, places, "right") - 1, k, count - 1)
    columns = _solved(x, knots, k, window, [order for order, _ in start], [order for order, _ in end], right)
    return BSpline(knots, moveaxis(reshape(columns, (count, *y.shape[1:])), 0, axis), k, axis=axis)


def _ends(bc_type: Any, k: int, shape: tuple[int, ...]) -> tuple[End, End]:
    """Return the conditions at both ends."""
    name = "make_interp_spline"
    both = (bc_type, bc_type) if bc_type is None or isinstance(bc_type, str) else bc_type
    if not isinstance(both, (tuple, list)) or len(both) != 2:
        raise ArgumentError(f"{name}: expected bc_type to be a word or a pair, got {bc_type!r}.")
    ends: list[End] = []
    for condition in both:
        if condition is None or condition == "not-a-knot":
            ends.append([])
            continue
        if isinstance(condition, str):
            if condition not in _WORDS:
                raise ArgumentError(
                    f"{name}: expected bc_type 'not-a-knot', 'natural', 'clamped' or derivatives, got {condition!r}."
                )
            condition = [(_WORDS[condition], np.zeros(shape))]
        end = [(int(order), real(value, name)) for order, value in condition]
        for order, value in end:
            if not 0 <= order <= k:
                raise ArgumentError(f"{name}: expected derivatives of orders up to {k} at an end, got {order}.")
            if value.shape != shape:
                raise ShapeError(f"{name}: expected derivatives of shape {shape} at an end, got {value.shape}.")
        ends.append(end)
    return ends[0], ends[1]


def basis(x: AnyArray, k: int, at: Callable[[int], Any]) -> list[Any]:
    """Return the k + 1 B-splines that are not zero at points, by Cox and de Boor's recurrence.

    Parameters
    ----------
    at : callable
        Gives for each point the knot so many places behind the last one that is not above it.
    """
    basis: list[Any] = [np.ones(x.shape)]
    for degree in range(1, k + 1):
        before: Any = None
        following: list[Any] = []
        for r in range(degree):
            high, low = at(r + 1), at(r + 1 - degree)
            share = basis[r] / (high - low)
            left = (high - x) * share
            following.append(left if before is None else before + left)
            before = (x - low) * share
        basis = [*following, before]
    return basis


def _at_end(knots: AnyArray, k: int, order: int, last: bool) -> list[tuple[int, Any]]:
    """Return which coefficients make a derivative at an end, and what each is multiplied by."""
    count = knots.shape[0] - k - 1

    def weights(m: int, j: int) -> dict[int, Any]:
        """Return those of coefficient j of the derivative of order m."""
        if not m:
            return {j: 1.0}
        width = getitem_op(knots, index=(j + k + 1,)) - getitem_op(knots, index=(j + m,))
        shares: dict[int, Any] = {}
        for sign, earlier in ((1.0, weights(m - 1, j + 1)), (-1.0, weights(m - 1, j))):
            for place, weight in earlier.items():
                share = weight * (sign * (k - m + 1)) / width
                shares[place] = shares[place] + share if place in shares else share
        return shares

    return list(weights(order, count - 1 - order if last else 0).items())


def _solved(
    x: AnyArray, knots: AnyArray, k: int, window: np.ndarray, start: Sequence[int], end: Sequence[int], right: AnyArray
) -> AnyArray:
    """Return the coefficients of a spline whose values at samples, and derivatives at ends, are given."""
    n = x.shape[0]
    count = n + len(start) + len(end)
    parts: list[tuple[Any, Any, Any]] = []  # rows, columns and entries
    for r, values in enumerate(basis(x, k, lambda shift: getitem_op(knots, index=(window + shift,)))):
        parts.append((np.arange(n) + len(start), window - k + r, values))
    for row, order, last in [
        *[(row, order, False) for row, order in enumerate(start)],
        *[(n + len(start) + row, order, True) for row, order in enumerate(end)],
    ]:
        for place, weight in _at_end(knots, k, order, last):
            entry = weight * np.ones(1) if isinstance(weight, float) else reshape(weight, (1,))
            parts.append((np.array([row]), np.array([place]), entry))
    upper = max(0, *[int(np.max(columns - rows)) for rows, columns, _ in parts])  # diagonals above and below
    lower = max(0, *[int(np.max(rows - columns)) for rows, columns, _ in parts])
    ab: Any = None
    for rows, columns, values in parts:
        entries = scatter_add(values, shape=(lower + upper + 1, count), index=(upper + rows - columns, columns))
        ab = entries if ab is None else ab + entries
    return solve_banded_op(ab, right, lower=lower, upper=upper, transposed=False)
