"""Arguments that many functions of arrays have: axes, counted from the front, and those of means and variances. All are checked as NumPy does.

Tests: tests/ops/test_refused_arguments.py
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from tapegrad.errors import ArgumentError, AxisError, DtypeError


def axis_of(axis: Any, ndim: int, function: str) -> int:
    """Return a valid axis, counted from the front."""
    try:
        return normalize_axis_index(axis, ndim)
    except (IndexError, ValueError):
        raise AxisError(f"{function}: axis {axis} is out of bounds for {ndim} dimensions.") from None
    except TypeError:
        raise ArgumentError(f"{function}: expected one integer as axis, got {axis!r}.") from None


def axes_of(axis: Any, ndim: int, function: str, repeated: bool = False) -> tuple[int, ...]:
    """Return valid axes, counted from the front; all of them for None. With `repeated`, one may be named twice."""
    if axis is None:
        return tuple(range(ndim))
    try:
        return normalize_axis_tuple(axis, ndim, allow_duplicate=repeated)
    except IndexError:
        raise AxisError(f"{function}: axis {axis} is out of bounds for {ndim} dimensions.") from None
    except ValueError:
        raise ArgumentError(f"{function}: axis {axis} names an axis twice.") from None
    except TypeError:
        raise ArgumentError(f"{function}: axes must be integers, got {axis!r}.") from None


def no_flags(axis: Any, function: str) -> Any:
    """Return an axis or axes as they are.

    Raises
    ------
    ArgumentError
        For a truth value, which NumPy's compiled functions do not take as an axis, where those in Python count it as 0 or 1.
    """
    if axis is None or axis.__class__ is int:
        return axis
    if any(isinstance(a, (bool, np.bool_)) for a in (axis if isinstance(axis, (tuple, list)) else (axis,))):
        raise ArgumentError(f"{function}: axes must be integers, got {axis!r}.")
    return axis


def reduced_axes(axis: Any, ndim: int, function: str) -> tuple[int, ...]:
    """Return the axes of a reduction: 0 and -1 stand for none where there are none, as NumPy's ufuncs have it."""
    axis = no_flags(axis, function)
    return () if not ndim and is_first(axis) else axes_of(axis, ndim, function)


def is_first(axis: Any) -> bool:
    """Tell whether it is the only axis of a vector, which NumPy's compiled functions make of a single number."""
    return isinstance(axis, (int, np.integer)) and axis in (0, -1)


def keeps(keepdims: bool) -> bool:
    """Tell whether axes are to be kept; where none was given, NumPy may hand on a value of its own."""
    return keepdims is not np._NoValue and bool(keepdims)


def integers(x: Any) -> tuple[int, ...]:
    """Return one integer, or a sequence of them, as a tuple."""
    try:
        return (operator.index(x),)
    except TypeError:
        return tuple(operator.index(n) for n in x)


def refuse_integers(dtype: Any, function: str) -> None:
    """Refuse integers as the dtype in which distances to a mean are measured: NumPy rounds these, or raises.

    Raises
    ------
    DtypeError
    """
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise DtypeError(
            f"{function}: expected a dtype of floating-point or complex numbers, got {np.dtype(dtype)}. Convert the result."
        )


def freedom(ddof: float, correction: Any, function: str) -> Any:
    """Return what a number of elements is lessened by, from NumPy's name for it or from the array standard's.

    Raises
    ------
    ArgumentError
        If both are given.
    """
    if correction is None or correction is np._NoValue:
        return ddof
    if ddof != 0:
        raise ArgumentError(
            f"{function}: expected ddof or correction, which mean the same, got {ddof} and {correction}."
        )
    return correction
