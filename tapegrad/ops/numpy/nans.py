"""Reductions that pass NaN over: NumPy's `nansum`, `nanmean`, `nanmax` and their like.

NaN is replaced before anything is computed, so that no derivative reads it. Integers have none: of these they are the
functions without ``nan``.

Tests: tests/ops/test_like_numpy.py, tests/ops/test_random_calls.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops import elementwise_ops
from tapegrad.ops.arguments import freedom, keeps, refuse_integers
from tapegrad.ops.complex_numbers import squared_modulus
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import isnan, logical_not, sqrt, where
from tapegrad.ops.reductions import cumsum, max_, mean, min_, prod, sum_, truth, var
from tapegrad.ops.runtime import AnyArray, Tensor

_HALF = np.array([[True, True, False, True], [True, False, True, True], [False, True, True, True]])
_KEYWORDS: tuple[dict[str, Any], ...] = ({}, {"axis": 1}, {"axis": 0, "keepdims": True})


def cases_with_nan(*keywords: dict[str, Any]) -> Callable[..., list[Any]]:
    def samples(rng: np.random.Generator) -> list[Any]:
        x = (rng.permutation(12) * 0.37 - 1.0).reshape(3, 4)
        x[0, 1] = x[2, 3] = np.nan
        return [((x,), k) for k in keywords]

    return samples


def _filled(a: AnyArray, value: complex) -> AnyArray:
    return where(isnan(a), value, a) if a.dtype.kind in "fc" else a


def number_of(a: AnyArray, axis: Any, keepdims: bool = False) -> Any:
    """Return how many elements are no NaN."""
    return sum_(logical_not(isnan(a)).astype(a.dtype if a.dtype.kind == "f" else np.float64), axis, keepdims=keepdims)


@composite(np.nansum, cases_with_nan(*_KEYWORDS, {"initial": 2.0, "where": _HALF}), kinks="0 at NaN")
def nansum(
    a: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Tensor:  # fmt: skip
    """Sum elements over axes, NaN as 0."""
    return sum_(_filled(a, 0.0), axis, dtype, None, keeps(keepdims), initial, _mask(where))


@composite(np.nanprod, cases_with_nan({}, {"axis": 1, "initial": 2.0, "where": _HALF}), kinks="0 at NaN")
def nanprod(
    a: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Tensor:  # fmt: skip
    """Multiply elements over axes, NaN as 1."""
    return prod(_filled(a, 1.0), axis, dtype, None, keeps(keepdims), initial, _mask(where))


@composite(np.nancumsum, cases_with_nan({}, {"axis": 1}), kinks="0 at NaN")
def nancumsum(a: Tensor, axis: int | None = None, dtype: Any = None, out: Any = None) -> Tensor:
    """Return the cumulative sum along an axis, NaN as 0."""
    return cumsum(_filled(a, 0.0), axis, dtype, out)


def _real_of(dtype: np.dtype[Any]) -> np.dtype | type[np.float64]:
    """Return the dtype in which elements are counted for a mean of a dtype."""
    return np.zeros((), dtype).real.dtype if dtype.kind in "fc" else np.float64


def _hidden(a: AnyArray, mask: Any) -> Any:
    """Return an array with NaN where a mask does not hold."""
    mask = _mask(mask)
    if mask is True:
        return a
    return elementwise_ops.where(
        truth(mask, a.shape, "where="), a if a.dtype.kind in "fc" else a.astype(np.float64), math.nan
    )


def _mask(mask: Any) -> bool:
    return True if mask is np._NoValue else mask


@composite(np.nanmean, cases_with_nan(*_KEYWORDS, {"where": _HALF}), kinks="0 at NaN")
def nanmean(
    a: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Tensor:
    """Return the mean over axes of elements that are no NaN."""
    if a.dtype.kind not in "fc":
        return mean(a, axis, dtype, None, keeps(keepdims), where=_mask(where))
    refuse_integers(dtype, "nanmean")
    a = _hidden(a, where)
    total = nansum(a, axis, dtype, None, keepdims)
    return total / number_of(a, axis, keeps(keepdims)).astype(_real_of(total.dtype), copy=False)


@composite(np.nanvar, cases_with_nan(*_KEYWORDS, {"ddof": 1}, {"where": _HALF, "mean": 0.25}), kinks="0 at NaN")
def nanvar(
    a: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: Any = None,
) -> Tensor:  # fmt: skip
    """Return the variance over axes of elements that are no NaN; for complex numbers, the variance of their distances to the mean.

    `mean` is what they are measured from, if that is known already.
    """
    ddof = freedom(ddof, correction, "nanvar")
    ddof = ddof.item() if isinstance(ddof, np.generic) else ddof
    center = None if mean is np._NoValue else mean
    if a.dtype.kind not in "fc":
        return var(a, axis, dtype, None, ddof, keeps(keepdims), where=_mask(where), mean=center)
    refuse_integers(dtype, "nanvar")
    a = _hidden(a, where)
    middle = nanmean(a, axis, dtype, keepdims=True) if center is None else center
    deviations = elementwise_ops.where(isnan(a), 0.0, a - middle)  # that of an infinity is NaN, and counts
    squares = sum_(squared_modulus(deviations), axis, dtype, None, keeps(keepdims))
    count = number_of(a, axis, keeps(keepdims)).astype(_real_of(squares.dtype), copy=False) - ddof
    return squares / elementwise_ops.where(count > 0.0, count, math.nan)


@composite(np.nanstd, cases_with_nan(*_KEYWORDS, {"ddof": 1}, {"where": _HALF}), kinks="0 at NaN")
def nanstd(
    a: Tensor, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: Any = None,
) -> Tensor:  # fmt: skip
    """Return the standard deviation over axes of elements that are no NaN; arguments as for `nanvar`."""
    return sqrt(nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction))


def _extreme(name: str, function: Any, of: Any, worst: float) -> Callable[..., Any]:
    def extreme(
        a: AnyArray, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
    ) -> Any:
        keepdims, mask = keeps(keepdims), _mask(where)
        has_initial = initial is not None and initial is not np._NoValue
        if mask is not True and not has_initial:
            raise ArgumentError(f"{name}: where= may select no element. Pass initial= too.")
        if a.dtype.kind not in "fc":
            return of(a, axis, None, keepdims, initial, mask)
        a = _hidden(a, mask)
        fill = complex(worst, worst) if a.dtype.kind == "c" else worst
        result = of(_filled(a, fill), axis, None, keepdims, initial if has_initial else None)
        return result if has_initial else elementwise_ops.where(number_of(a, axis, keepdims) == 0.0, math.nan, result)

    extreme.__name__ = name
    extreme.__doc__ = f"Find the {'largest' if worst < 0 else 'smallest'} element over axes that is no NaN."
    cases = cases_with_nan(*_KEYWORDS, {"initial": 0.05, "where": _HALF, "axis": 1})
    return composite(function, cases, kinks="0 at NaN")(extreme)


nanmax = _extreme("nanmax", np.nanmax, max_, -math.inf)
nanmin = _extreme("nanmin", np.nanmin, min_, math.inf)
