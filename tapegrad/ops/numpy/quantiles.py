"""Quantiles: where in the ascending order of elements they lie, and what lies there.

A quantile lies at a place between two neighbours. Which these are, a replay finds anew; that is a choice, and has no
derivative. How far it is from the one to the other is linear in the elements, and for the continuous methods in q.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.machine.dtypes import without_half
from tapegrad.machine.float_order import ranked
from tapegrad.ops.arguments import axes_of, keeps
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import gated_multiply, isnan, where
from tapegrad.ops.numpy.nans import cases_with_nan, number_of
from tapegrad.ops.numpy.sorting import at_ranks, order_of, reorder, sort, waits
from tapegrad.ops.numpy.statistics import apart, weights_of
from tapegrad.ops.reductions import cumsum, mean, sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import Shape, moveaxis, reshape

# (alpha, beta) of the continuous definitions (Hyndman & Fan 1996, The American Statistician 50, 361-365)
_CONTINUOUS = {
    "interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "linear": (1.0, 1.0),
    "median_unbiased": (1.0 / 3.0, 1.0 / 3.0), "normal_unbiased": (0.375, 0.375),
}  # fmt: skip
_ROUNDED: dict[str, Any] = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}
_ELEMENTS = {"inverted_cdf", "closest_observation", *_ROUNDED}  # the methods that give an element
_ENDS = {"linear", "weibull", "interpolated_inverted_cdf", "averaged_inverted_cdf"}  # that do for whole q: an end


def _place(q: AnyArray, n: Any, method: str) -> Any:
    """Return where in n elements in ascending order a quantile lies; either may be an array or Tensor."""
    if method == "linear":
        return (n - 1) * q
    if method in _CONTINUOUS:
        alpha, beta = _CONTINUOUS[method]
        return n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0
    q = q.detach() if isinstance(q, runtime.tensor) else q
    last = (n - 1) * q
    if method == "inverted_cdf":
        return np.ceil(n * q) - 1.0
    if method == "averaged_inverted_cdf":
        exact = n * q
        return np.where(exact == np.floor(exact), exact - 0.5, np.ceil(exact) - 1.0)
    if method == "closest_observation":
        place = n * q - 1.0 - 0.5
        low = np.floor(place)
        return np.where((place == low) & (low % 2 == 1), low, low + 1.0)
    if method in _ROUNDED:
        return _ROUNDED[method](last)
    if method == "midpoint":
        return 0.5 * (np.floor(last) + np.ceil(last))
    raise ArgumentError(f"quantile: expected a method of numpy.quantile, got {method!r}.")


def _orders(q: Any, largest: int, function: str) -> tuple[Any, bool]:
    """Return q as an array or Tensor of numbers up to 1, and whether it is a number of Python's, which has no dtype.

    Raises
    ------
    ArgumentError
        For numbers that are not between 0 and `largest`.
    """
    plain = not isinstance(q, runtime.tensor)
    orders = np.asarray(q) if plain else q
    if not bool(((orders >= 0) & (orders <= largest)).all()):
        raise ArgumentError(f"{function}: expected q between 0 and {largest}, got {q}.")
    return orders if largest == 1 else orders / largest, not isinstance(runtime.dtype_of(q), np.dtype)


def _one_axis(a: AnyArray, axis: Any, function: str) -> tuple[Any, tuple[int, ...]]:
    """Return an array with the axes laid out as one in front, and these axes."""
    axes = axes_of(axis, len(a.shape), function)
    rest = tuple(n for d, n in enumerate(a.shape) if d not in axes)
    count = math.prod(a.shape[d] for d in axes)
    if not count:
        raise ShapeError(f"{function}: an empty array has none (shape {a.shape}).")
    if axes != tuple(range(len(axes))):
        a = moveaxis(a, axes, range(len(axes)))
    return a if a.shape == (count, *rest) else reshape(a, (count, *rest)), axes


def _laid(result: AnyArray, orders: Shape, shape: Shape, axes: tuple[int, ...], keepdims: bool) -> AnyArray:
    with_ones = tuple(1 if d in axes else n for d, n in enumerate(shape))
    rest = tuple(n for d, n in enumerate(shape) if d not in axes)
    result_shape = (*orders, *(with_ones if keepdims else rest))
    return result if result.shape == result_shape else reshape(result, result_shape)


def _of_rank(flat: AnyArray, ranks: AnyArray) -> Any:
    """Return the elements along the first axis at ranks that differ from line to line, for each row of ranks."""
    all_ranks = np.arange(flat.shape[0], dtype=ranks.dtype).reshape(-1, *(1,) * (len(flat.shape) - 1))
    return sum_(where(np.equal(all_ranks, ranks[:, None]), flat, 0.0), 1)


def _between(below: AnyArray, above: AnyArray, share: AnyArray, weak: bool) -> AnyArray:
    """Interpolate between two neighbours from the nearer one, as NumPy does; where the share is 0 the other one may be
    infinite.
    """
    dtype = below.dtype if below.dtype.kind == "f" else np.dtype(np.float64)
    dtype = dtype if weak else without_half(np.result_type(below.dtype, share.dtype))
    below, above, share = (x.astype(dtype, copy=False) for x in (below, above, share))
    gap = above - below
    near, far = below + gated_multiply(gap, share), above - gated_multiply(gap, 1.0 - share)
    return where((share < 0.5).detach() if isinstance(share, runtime.tensor) else share < 0.5, near, far)


def _quantiles(
    a: AnyArray, q: Any, largest: int, axis: Any, method: str, keepdims: bool, weights: Any, function: str, skip_nan: bool
) -> Any:  # fmt: skip
    """Return quantiles over axes, of the elements that are no NaN or of all."""
    orders, weak = _orders(q, largest, function)
    if skip_nan and not a.size:
        return mean(a, axis, keepdims=keeps(keepdims))  # one for all q, as NumPy has it
    ends = method in _ENDS and orders.dtype.kind in "biu"
    of_elements = method in _ELEMENTS or (ends and method == "linear")  # then NumPy takes an element
    if a.dtype == bool and weights is None and not of_elements:
        raise DtypeError(f"{function}: truth values have no differences. Convert them with .astype first.")
    if weights is not None:
        return _weighted(a, orders, axis, method, keeps(keepdims), weights, function, skip_nan)
    flat, axes = _one_axis(a, axis, function)
    if skip_nan and a.dtype.kind == "f":
        neighbours = _of_numbers(flat, orders, method)
    else:
        neighbours = _of_all(flat, orders, method, of_elements)
    result, above, share, missing = neighbours
    if ends and not of_elements and not weak:
        result = result.astype(np.result_type(result.dtype, (orders * 1).dtype), copy=False)
    elif not of_elements:
        result = _between(result, above, share, weak)
    if missing is not None:
        result = where(missing, math.nan, result)
    return _laid(result, orders.shape, a.shape, axes, keeps(keepdims))


def _around(places: Any, count: Any) -> tuple[Any, Any, Any]:
    """Return places among so many elements, and those of the elements before and behind."""
    places = np.minimum(np.maximum(places, 0.0), count - 1.0)
    low = np.floor(places.detach() if isinstance(places, runtime.tensor) else places)
    return places, low, np.minimum(low + 1.0, count - 1.0)


def _of_all(flat: AnyArray, orders: AnyArray, method: str, of_elements: bool) -> tuple[Any, Any, Any, Any]:
    """Return the neighbours of quantiles, how far each is from the first one, and which ones are NaN."""
    places, low, high = _around(_place(orders.reshape(-1), flat.shape[0], method), float(flat.shape[0]))
    missing = None
    if flat.dtype.kind == "f" and not isinstance(orders, runtime.tensor):
        elements, missing = at_ranks(flat, (low if of_elements else np.append(low, high)).astype(np.int64))
        below, above = elements[: len(low)], elements[len(low) :]
        missing = missing if missing is None else missing[: len(low)]
    else:
        ordered = sort(flat, 0)
        below, above = (ordered[rank.astype(np.int64)] for rank in (low, high))
        missing = isnan(ordered[-1]) if flat.dtype.kind == "f" else None
    return below, above, (places - low).reshape((-1, *(1,) * (len(flat.shape) - 1))), missing


def _of_numbers(flat: AnyArray, orders: AnyArray, method: str) -> tuple[Any, Any, Any, Any]:
    """Return what `_of_all` does, of those elements that are no NaN: how many these are, depends on the values."""
    flat, rows = sort(flat, 0), (-1, *(1,) * (len(flat.shape) - 1))
    count = number_of(flat, 0)
    flat = where(isnan(flat), 0.0, flat)
    places, low, high = _around(_place(reshape(runtime.as_tensor(orders), rows), count, method), count)
    share = places - low
    if not isinstance(orders, runtime.tensor):
        share = share.astype(orders.dtype if orders.dtype.kind == "f" else np.float64, copy=False)
    return _of_rank(flat, low), _of_rank(flat, high), share, count == 0.0


def _weighted(
    a: AnyArray, orders: AnyArray, axis: Any, method: str, keepdims: bool, weights: Any, function: str, skip_nan: bool
) -> AnyArray:  # fmt: skip
    """Return quantiles of weighted elements: the first ones in ascending order that reach a share of all weights.

    Which element that is, a comparison says of each: so replays need no decision. It jumps, and has no derivative with
    respect to the weights.
    """
    if method != "inverted_cdf":
        raise ArgumentError(f"{function}: weights need method 'inverted_cdf', got {method!r}.")
    w = weights_of(weights, a, axis, function).detach().astype(np.float64)
    flat, axes = _one_axis(a, axis, function)
    heavy = _one_axis(w, axis, function)[0]
    order = order_of(flat, 0)
    values, kind = reorder(flat, order, axis=0), flat.dtype.kind
    missing = isnan(values) if kind == "f" else None
    if skip_nan and missing is not None:
        heavy, values = where(isnan(flat), 0.0, heavy), where(missing, 0.0, values)
    _check_weights(heavy, missing is not None and skip_nan and missing[0], function)
    reached = cumsum(reorder(heavy, order, axis=0), 0)
    reached = reached / reached[-1:]
    shares = reshape(runtime.as_tensor(orders).detach(), (-1, *(1,) * len(flat.shape)))
    below = np.logical_or(reached < shares, reached == 0.0)
    count = flat.shape[0]
    place = np.minimum(sum_(below.astype(np.float64), 1, keepdims=True), count - 1.0)
    ranks = np.arange(float(count)).reshape(count, *(1,) * (len(flat.shape) - 1))
    result = sum_(where(np.equal(ranks, place), values, np.zeros((), values.dtype)), 1).astype(values.dtype, copy=False)
    if missing is not None:
        result = where(missing[:1] if skip_nan else missing[-1:], math.nan, result)
    return _laid(result, orders.shape, a.shape, axes, keepdims)


def _check_weights(weights: AnyArray, nothing: bool, function: str) -> None:
    """Refuse what are no weights of elements along the first axis, unless there is `nothing` to weigh: a decision.

    Raises
    ------
    ArgumentError
    """
    total = sum_(weights, 0)
    valid = np.logical_and(np.isfinite(total), np.logical_or(total > 0.0, nothing))
    if bool((weights < 0.0).any()) or not bool(valid.all()):
        raise ArgumentError(f"{function}: expected weights of 0 or more that are finite and not all 0, got others.")


def _samples(rng: np.random.Generator) -> list[Any]:
    jumping = ("inverted_cdf", "averaged_inverted_cdf", "closest_observation", *_ROUNDED, "midpoint")
    return [
        ((apart(rng, (2, 5)), 0.3), {}), ((apart(rng, (2, 4)), np.array([0.25, 0.9])), {"axis": 1, "keepdims": True}),
        *[((apart(rng, (5,)), 0.37), {"method": m}) for m in _CONTINUOUS],
        *[((apart(rng, (5,)),), {"q": 0.37, "method": m}) for m in jumping],
        ((apart(rng, (2, 4)),), {"q": [0.0, 0.3, 1.0], "axis": 1, "method": "inverted_cdf", "weights": np.array([0.0, 2.0, 1.0, 1.0])}),
        ((apart(rng, (2, 3)),), {"q": 0.4, "method": "inverted_cdf", "weights": rng.uniform(0.5, 2.0, (2, 3)), "keepdims": True}),
    ]  # fmt: skip


_KINKS = "equal elements stay in order; with respect to q, the slope to the right at an element"


@composite(np.quantile, _samples, kinks=_KINKS, takes_complex=False)
def quantile(
    a: Tensor, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Tensor:  # fmt: skip
    """Return quantiles over axes, q between 0 and 1; quantiles of elements with NaN among them are NaN.

    Where one lies at an element it is that element, also beside an infinity, where NumPy's ``0 * inf`` gives NaN.
    """
    return _quantiles(a, q, 1, axis, method, keepdims, weights, "quantile", False)


@composite(np.percentile, lambda rng: [((apart(rng, (2, 5)), 31.0), {"axis": 1})], kinks=_KINKS, takes_complex=False)
def percentile(
    a: Tensor, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Tensor:  # fmt: skip
    """Return percentiles over axes: quantiles, with q between 0 and 100."""
    return _quantiles(a, q, 100, axis, method, keepdims, weights, "percentile", False)


@composite(np.median, lambda rng: [((apart(rng, (2, 3)),), k) for k in ({}, {"axis": 0}, {"axis": 1, "keepdims": True})], kinks="equal elements stay in order")  # fmt: skip
def median(a: Tensor, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    """Return the median over axes; of complex numbers, in the order of their real parts; of nothing NaN."""
    if not a.size:
        return mean(a, axis, keepdims=keeps(keepdims))
    flat, axes = _one_axis(a, axis, "median")
    flat = flat if flat.dtype.kind in "fc" else flat.astype(np.float64)
    middle, odd = divmod(flat.shape[0], 2)
    ranks = np.arange(middle - 1 + odd, middle + 1)
    if flat.dtype.kind == "f" and len(flat.shape) == 1 and not (waits(flat) or runtime.differs(flat)):
        values = flat._decided()
        both = [flat[k] for k in ranked(values, tuple(ranks.tolist())).tolist()]  # read without a call
        missing = np.isnan(values.max()) or None
    elif flat.dtype.kind == "f":
        both, broken = at_ranks(flat, ranks)
        missing = broken if broken is None else broken[0]
    else:
        ordered = sort(flat, 0)
        both, missing = ordered[ranks], isnan(ordered[-1])
    result = both[0] if odd else (both[0] + both[1]) * 0.5
    return _laid(result if missing is None else where(missing, math.nan, result), (), a.shape, axes, keeps(keepdims))


# ------------------------------------------------------------------------------------------------- without NaN

_KEYWORDS: tuple[dict[str, Any], ...] = ({}, {"axis": 1}, {"axis": 0, "keepdims": True})


def _nan_samples(rng: np.random.Generator) -> list[Any]:
    smooth = cases_with_nan(*_KEYWORDS, {"method": "hazen"})(rng)
    weighted = {"method": "inverted_cdf", "weights": rng.uniform(0.5, 2.0, (3, 4)), "axis": 1}
    jumping = cases_with_nan({"method": "midpoint", "axis": 1}, weighted)(rng)
    return [
        *[((*args, np.array([0.31, 0.83])), k) for args, k in smooth],
        *[(args, {"q": [0.3, 0.8], **k}) for args, k in jumping],
    ]


@composite(np.nanquantile, _nan_samples, kinks="0 at NaN", takes_complex=False)
def nanquantile(
    a: Tensor, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Tensor:  # fmt: skip
    """Return quantiles over axes of elements that are no NaN, as `quantile` does."""
    return _quantiles(a, q, 1, axis, method, keepdims, weights, "nanquantile", True)


@composite(np.nanpercentile, lambda rng: [((*args, 31.0), k) for args, k in cases_with_nan(*_KEYWORDS)(rng)], kinks="0 at NaN", takes_complex=False)  # fmt: skip
def nanpercentile(
    a: Tensor, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Tensor:  # fmt: skip
    """Return percentiles over axes of elements that are no NaN: quantiles, with q between 0 and 100."""
    return _quantiles(a, q, 100, axis, method, keepdims, weights, "nanpercentile", True)


@composite(np.nanmedian, cases_with_nan(*_KEYWORDS), kinks="0 at NaN")
def nanmedian(
    a: Tensor, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    """Return the median over axes of elements that are no NaN."""
    if a.dtype.kind not in "fc" or not a.size:
        return median(a, axis, keepdims=keepdims)
    flat, axes = _one_axis(a, axis, "nanmedian")
    flat = sort(flat, 0)
    count = number_of(flat, 0)
    flat, middle = where(isnan(flat), 0.0, flat), (count - 1.0)[None] * 0.5
    value = (_of_rank(flat, np.floor(middle)) + _of_rank(flat, np.ceil(middle))) * 0.5
    return _laid(where(count == 0.0, math.nan, value), (), a.shape, axes, keeps(keepdims))
