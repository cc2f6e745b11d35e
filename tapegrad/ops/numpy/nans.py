"""Reductions that pass NaN over: NumPy's `nansum`, `nanmean`, `nanmedian` and their like.

NaN is replaced before anything is computed, so that no derivative reads it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.ops import elementwise
from tapegrad.ops.complexes import squared_modulus
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise import isnan, logical_not, sqrt, where
from tapegrad.ops.numpy.sorting import sort
from tapegrad.ops.numpy.statistics import laid, one_axis, orders_of, position, weighted_quantile
from tapegrad.ops.reductions import cumsum, max_, min_, prod, sum_, truth

_HALF = np.array([[True, True, False, True], [True, False, True, True], [False, True, True, True]])
_KEYWORDS: tuple[dict[str, Any], ...] = ({}, {"axis": 1}, {"axis": 0, "keepdims": True})


def _cases(*keywords: dict[str, Any]) -> Any:
    def samples(rng: np.random.Generator) -> list[Any]:
        x = (rng.permutation(12) * 0.37 - 1.0).reshape(3, 4)
        x[0, 1] = x[2, 3] = np.nan
        return [((x,), k) for k in keywords]

    return samples


def _filled(a: Any, value: float) -> Any:
    return where(isnan(a), value, a)


def _count(a: Any, axis: Any, keepdims: bool) -> Any:
    """Return how many elements are no NaN."""
    return sum_(logical_not(isnan(a)).astype(a.dtype if a.dtype.kind == "f" else np.float64), axis, keepdims=keepdims)


@composite(np.nansum, _cases(*_KEYWORDS, {"initial": 2.0, "where": _HALF}), kinks="0 at NaN")
def nansum(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Any:  # fmt: skip
    """Sum elements over axes, NaN as 0."""
    return sum_(_filled(a, 0.0), axis, dtype, None, keepdims is True, initial, _mask(where))


@composite(np.nanprod, _cases({}, {"axis": 1, "initial": 2.0, "where": _HALF}), kinks="0 at NaN")
def nanprod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Any:  # fmt: skip
    """Multiply elements over axes, NaN as 1."""
    return prod(_filled(a, 1.0), axis, dtype, None, keepdims is True, initial, _mask(where))


@composite(np.nancumsum, _cases({}, {"axis": 1}), kinks="0 at NaN")
def nancumsum(a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the cumulative sum along an axis, NaN as 0."""
    return cumsum(_filled(a, 0.0), axis, dtype, out)


def _real_of(dtype: np.dtype[Any]) -> Any:
    """Return the dtype in which elements are counted for a mean of a dtype."""
    return np.zeros((), dtype).real.dtype if dtype.kind in "fc" else np.float64


def _hidden(a: Any, mask: Any) -> Any:
    """Return an array with NaN where a mask does not hold."""
    mask = _mask(mask)
    if mask is True:
        return a
    return elementwise.where(
        truth(mask, a.shape, "where="), a if a.dtype.kind in "fc" else a.astype(np.float64), math.nan
    )


def _mask(mask: Any) -> Any:
    return True if mask is np._NoValue else mask


@composite(np.nanmean, _cases(*_KEYWORDS, {"where": _HALF}), kinks="0 at NaN")
def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return the mean over axes of elements that are no NaN."""
    a = _hidden(a, where)
    total = nansum(a, axis, dtype, None, keepdims)
    return total / _count(a, axis, keepdims is True).astype(_real_of(total.dtype), copy=False)


@composite(np.nanvar, _cases(*_KEYWORDS, {"ddof": 1}, {"where": _HALF, "mean": 0.25}), kinks="0 at NaN")
def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: Any = None,
) -> Any:  # fmt: skip
    """Return the variance over axes of elements that are no NaN; of complex numbers that of their distances to the mean.

    `mean` is what they are measured from, if that is known already.
    """
    ddof = correction if isinstance(correction, (int, float)) else ddof
    a = _hidden(a, where)
    middle = nanmean(a, axis, dtype, keepdims=True) if mean is None or mean is np._NoValue else mean
    squares = sum_(squared_modulus(_filled(a - middle, 0.0)), axis, dtype, None, keepdims is True)
    return squares / (_count(a, axis, keepdims is True).astype(_real_of(squares.dtype), copy=False) - ddof)


@composite(np.nanstd, _cases(*_KEYWORDS, {"ddof": 1}, {"where": _HALF}), kinks="0 at NaN")
def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False,
    *, where: Any = True, mean: Any = None, correction: Any = None,
) -> Any:  # fmt: skip
    """Return the standard deviation over axes of elements that are no NaN; arguments as those of `nanvar`."""
    return sqrt(nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction))


def _extreme(name: str, function: Any, of: Any, worst: float) -> Any:
    def extreme(
        a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
    ) -> Any:
        keepdims, a = keepdims is True, _hidden(a, where)
        given = initial is not None and initial is not np._NoValue
        found = of(_filled(a, worst), axis, None, keepdims, initial if given else None)
        return found if given else elementwise.where(_count(a, axis, keepdims) == 0.0, math.nan, found)

    extreme.__name__ = name
    extreme.__doc__ = f"Find the {'largest' if worst < 0 else 'smallest'} element over axes that is no NaN."
    cases = _cases(*_KEYWORDS, {"initial": 0.05, "where": _HALF, "axis": 1})
    return composite(function, cases, kinks="0 at NaN", takes_complex=False)(extreme)


nanmax = _extreme("nanmax", np.nanmax, max_, -math.inf)
nanmin = _extreme("nanmin", np.nanmin, min_, math.inf)


def _nan_quantiles(rng: np.random.Generator) -> list[Any]:
    weights = rng.uniform(0.5, 2.0, (3, 4))
    options = [*_KEYWORDS, {"method": "hazen"}, {"method": "inverted_cdf", "weights": weights, "axis": 1}]
    return [(args, {"q": [0.3, 0.8], **k}) for args, k in _cases(*options)(rng)]


@composite(np.nanquantile, _nan_quantiles, kinks="0 at NaN", takes_complex=False)
def nanquantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """Return quantiles over axes of elements that are no NaN, as `quantile` does.

    How many they are depends on the values, so every element has a weight, which is 0 for all but two.
    """
    orders = orders_of(q, "nanquantile")
    if weights is not None:
        return weighted_quantile(a, orders, axis, method, keepdims is True, weights, "nanquantile", skip_nan=True)
    if isinstance(q, (int, float)):  # as NumPy's numbers, which take the dtype of arrays
        orders = orders.astype(a.dtype if a.dtype.kind == "f" else np.float64)
    flat, axes = one_axis(a, axis, "nanquantile")
    count = _count(flat, 0, False)
    flat = _filled(sort(flat, 0), 0.0)
    places = position(orders.reshape(-1, *(1,) * (len(flat.shape) - 1)), count, method)
    places = np.minimum(np.maximum(places, 0.0), count - 1.0)[:, None]
    ranks = np.arange(flat.shape[0], dtype=flat.dtype).reshape(-1, *(1,) * (len(flat.shape) - 1))
    weights = np.maximum(1.0 - abs(ranks - places), 0.0)
    result = sum_(where(weights > 0.0, weights * flat, 0.0), 1)
    return laid(where(count == 0.0, math.nan, result), orders, a.shape, axes, keepdims is True)


@composite(np.nanpercentile, lambda rng: [(args, {"q": 30.0, **k}) for args, k in _cases(*_KEYWORDS)(rng)], kinks="0 at NaN", takes_complex=False)  # fmt: skip
def nanpercentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """Return percentiles over axes of elements that are no NaN: quantiles, with q between 0 and 100."""
    part = q / 100.0 if isinstance(q, (int, float)) else np.asarray(q) / 100.0
    return nanquantile(a, part, axis, out, method=method, keepdims=keepdims, weights=weights)


@composite(np.nanmedian, _cases(*_KEYWORDS), kinks="0 at NaN", takes_complex=False)
def nanmedian(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    """Return the median over axes of elements that are no NaN."""
    return nanquantile(a, 0.5, axis, out, keepdims=keepdims)
