"""Counts of equal elements and of those in bins, and sets of elements.

Counts and positions have no derivative; weights, elements that are chosen and bounds of bins that follow the data do.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_queries.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.machine.dtypes import without_half
from tapegrad.machine.float_order import stable_order
from tapegrad.ops.complex_numbers import joined, parts
from tapegrad.ops.composites import composite, decided
from tapegrad.ops.decisions import any_, argsort
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import equal, isnan, less_equal, logical_and, logical_or, where
from tapegrad.ops.gather_scatter import scatter
from tapegrad.ops.indexing import scatter_add
from tapegrad.ops.numpy.differences import diff
from tapegrad.ops.numpy.positions import ravel_multi_index
from tapegrad.ops.numpy.queries import is_ascending, isin, place_of, tensors
from tapegrad.ops.numpy.ranges import linspace
from tapegrad.ops.numpy.sorting import sort
from tapegrad.ops.reductions import counts, max_, min_, sum_
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate, moveaxis, ravel, reshape, transpose

# ------------------------------------------------------------------------------------------------- sets


def _first_ones(s: AnyArray, equal_nan: bool) -> np.ndarray:
    """Tell which elements of a sorted vector are not equal to the one before: a decision."""
    same = equal(s[1:], s[:-1])
    if equal_nan:
        same = logical_or(same, logical_and(isnan(s[1:]), isnan(s[:-1])))
    return np.append(np.ones(min(s.size, 1), bool), ~np.asarray(decided(same)))


def _positions(x: Tensor, equal_nan: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the positions of a vector's different elements in ascending order, the number of each element among them,
    and how often each occurs. In a recording the order is guarded, and not the elements.
    """
    if x.traced:
        order = decided(argsort(x, stable=True))
        first = _first_ones(x.detach()[order], equal_nan)
    else:
        values = x._numpy()
        order = stable_order(values)
        ordered = values[order]
        first = np.append(np.ones(min(len(order), 1), bool), ordered[1:] != ordered[:-1])
        if equal_nan and values.dtype.kind in "fc":
            first[1:] &= ~(np.isnan(ordered[1:]) & np.isnan(ordered[:-1]))
    inverse = np.empty(x.size, np.intp)
    inverse[order] = np.cumsum(first) - 1
    return order[first], inverse, np.diff(np.append(np.flatnonzero(first), x.size))


@composite(
    np.unique,
    lambda rng: [((np.array([[2.0, 0.5], [1.0, 4.0]]),), {})],
    kinks="those of the first one of equal elements",
)  # fmt: skip
def unique(
    ar: Tensor, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
    axis: int | None = None, *, equal_nan: bool = True, sorted: bool = True,
) -> Any:  # fmt: skip
    """Return the different elements in ascending order, or slices along an axis; each is the first one of its like."""
    if axis is not None:
        lines = moveaxis(ar, axis, 0)
        parts = np.unique(decided(lines), True, True, True, axis=0, equal_nan=equal_nan)
        index, inverse, times = parts[1], parts[2].reshape(-1), parts[3]
        values = moveaxis(lines[index], 0, axis)
    elif ar.traced and not (return_index or return_inverse or return_counts):
        ordered = sort(ravel(ar))
        return ordered[_first_ones(ordered.detach(), equal_nan)]
    else:
        flat = ravel(ar)
        index, inverse, times = _positions(flat, equal_nan)
        values, inverse = flat[index], inverse.reshape(ar.shape)
    options = zip((return_index, return_inverse, return_counts), (index, inverse, times), strict=True)
    more = [tensors(a.astype(np.intp, copy=False)) for flag, a in options if flag]
    return (values, *more) if more else values


def _set(name: str, result: str) -> None:
    """Enter one of the array standard's four functions of sets."""

    def function(x: AnyArray) -> Any:
        x = runtime.as_tensor(x)
        flat = ravel(x)
        index, inverse, times = _positions(flat, False)
        values = flat[index]
        parts = {
            "values": values, "indices": tensors(index.astype(np.intp, copy=False)),
            "inverse_indices": tensors(inverse.reshape(x.shape)), "counts": tensors(times.astype(np.intp, copy=False)),
        }  # fmt: skip
        kind = type(getattr(np, name)(np.empty(0)))
        return kind(*[parts[field] for field in kind._fields]) if hasattr(kind, "_fields") else values

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the different elements{result}."
    functions[getattr(np, name)] = function


_set("unique_all", ", their first positions, where each element is among them, and how often each occurs")
_set("unique_counts", " and how often each occurs")
_set("unique_inverse", " and where each element is among them")
_set("unique_values", "")


def _two(rng: np.random.Generator) -> list[Any]:
    return [((np.array([3.0, 1.0, 2.0]), np.array([5.0, 4.0, 7.5])), {})]


def _flat(x: AnyArray) -> Any:
    return ravel(runtime.as_tensor(x))


@composite(np.union1d, _two, of_array=False, kinks="those of the first one of equal elements")
def union1d(ar1: Any, ar2: Any) -> Tensor:
    """Return the different elements of two arrays in ascending order."""
    return unique(concatenate([ar1, ar2], None))


def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> tuple[Any, Any, Any]:
    """Return the elements that two arrays have in common, in ascending order."""
    _, first, second = np.intersect1d(decided(ar1), decided(ar2), assume_unique, return_indices=True)
    first_array, second_array = _flat(ar1), _flat(ar2)
    common = first_array[first].astype(np.result_type(first_array.dtype, second_array.dtype), copy=False)
    return (common, tensors(first), tensors(second)) if return_indices else common


functions[np.intersect1d] = intersect1d  # differences of it tell nothing, for what is moved is not in common any more


@composite(np.setdiff1d, lambda rng: [((np.array([3.0, 1.0, 2.0]), np.array([7, 8])), {})], of_array=False)  # fmt: skip
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Tensor:
    """Return the different elements of an array that are not in another one."""
    x = _flat(ar1) if assume_unique else unique(_flat(ar1))
    return x[decided(isin(x, ar2, invert=True))]


@composite(np.setxor1d, _two, of_array=False)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Tensor:
    """Return the different elements that only one of two arrays has."""
    x = sort(concatenate([x if assume_unique else unique(_flat(x)) for x in (ar1, ar2)], None))
    s = x.detach()
    differs = np.concatenate([[True], np.asarray(decided(s[1:] != s[:-1])), [True]]) if x.size else np.zeros(1, bool)
    return x[differs[1:] & differs[:-1]]


# ------------------------------------------------------------------------------------------------- bins


@composite(
    doubled(np.bincount), lambda rng: [((np.array([1, 3, 1, 0]), rng.normal(size=4)), {}), ((np.array([1, 1]), rng.normal(size=2)), {"minlength": 4})],
    of_array=False, takes_complex=False,
)  # fmt: skip
def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Tensor:
    """Count how often each number occurs, or add up weights by numbers."""
    if runtime.differs(x) and (result := _counted(x, weights, operator.index(minlength))) is not None:
        return result
    numbers = np.asarray(decided(x))
    if numbers.ndim != 1:
        raise ShapeError(f"bincount: expected a vector of numbers, got shape {numbers.shape}.")
    if weights is None or not numbers.size:  # of no numbers, the dtype is that of counts, as NumPy has it
        return tensors(np.bincount(numbers, minlength=minlength))
    empty = np.bincount(numbers, minlength=minlength)  # raises for what NumPy does not count
    weights = _flat(weights).astype(np.float64, copy=False)
    if weights.shape != numbers.shape:
        raise ShapeError(f"bincount: expected weights of shape {numbers.shape}, got {weights.shape}.")
    return scatter_add(weights, shape=empty.shape, index=(numbers.astype(np.intp),))


def _counted(x: AnyArray, weights: AnyArray, minlength: int) -> Any:
    """Return counts of integers that are data, with only the number of bins decided; None for what NumPy refuses."""
    if x.dtype.kind not in "iu" or x.ndim != 1 or not x.size or minlength < 0 or not bool(x.min() >= 0):
        return None
    x = x.astype(np.int64, copy=False)
    length = int(np.maximum(x.max() + 1, minlength))
    if weights is None:
        return counts(scatter(np.ones(x.shape), x, length=length))
    weights = _flat(weights).astype(np.float64, copy=False)
    return scatter(weights, x, length=length) if weights.shape == x.shape else None


def _limits(a: AnyArray, span: Any) -> tuple[Any, Any]:
    """Return the first and the last bound of bins, as NumPy chooses them."""
    if span is not None:
        low, high = (span[0], span[1]) if len(span) == 2 else (math.nan, math.nan)
        if not bool(np.isfinite(low) & np.isfinite(high) & (low <= high)):
            raise ArgumentError(f"histogram: expected a range of two ascending numbers, got {span!r}.")
    elif a.size == 0:
        low, high = 0.0, 1.0
    else:
        low, high = min_(a), max_(a)
        if not bool(np.isfinite(low) & np.isfinite(high)):
            raise ArgumentError("histogram: expected finite elements, or a range.")
    return (low - 0.5, high + 0.5) if bool(low == high) else (low, high)


def _sampled(a: AnyArray, weights: Any = None) -> tuple[Any, Any]:
    """Return samples, and their weights if there are some, in one dimension."""
    a = runtime.as_tensor(a)
    a._refuse_complex("histogram")
    if weights is not None:
        weights = runtime.as_tensor(weights)
        if weights.shape != a.shape:
            raise ShapeError(f"histogram: expected weights of shape {a.shape}, as the samples, got {weights.shape}.")
        weights = ravel(weights)
    return ravel(a.astype(np.uint8) if a.dtype == bool else a), weights


def _chosen(a: AnyArray, bins: str, span: Any, weights: Any) -> int:
    """Return the number of bins that one of NumPy's rules chooses: a decision.

    Raises
    ------
    ArgumentError
        For weighted samples, and for a rule that NumPy does not know.
    """
    if weights is not None:
        raise ArgumentError(
            f"histogram: expected no weights where the rule {bins!r} chooses the bins. Give their number."
        )
    try:
        return len(np.histogram_bin_edges(decided(a), bins, decided(span))) - 1
    except ValueError as error:
        raise ArgumentError(f"histogram: {error}.") from None


@composite(np.histogram_bin_edges, lambda rng: [((rng.permutation(6) * 0.3,), {"bins": 4}), ((rng.permutation(6) * 0.37 - 0.2,), {"bins": 5})], takes_complex=False)  # fmt: skip
def histogram_bin_edges(a: Tensor, bins: Any = 10, range: Any = None, weights: Any = None) -> Tensor:
    """Return the bounds of bins: those given, or as many between the smallest and the largest element, or in a range."""
    return _bounds(*_sampled(a, weights), bins, range)


def _bounds(a: AnyArray, weights: Any, bins: Any, span: Any) -> Tensor:
    """Return the bounds of the bins of samples, whose number a rule may choose."""
    return _edges(a, _chosen(a, bins, span, weights) if isinstance(bins, str) else bins, span, a.dtype)


def _edges(a: AnyArray, bins: Any, span: Any, dtype: np.dtype | float = 1.0) -> Tensor:
    """Return the bounds of bins, in a dtype that holds those of the first and the last one, and `dtype`."""
    if not np.ndim(bins):
        try:
            count = operator.index(bins)
        except TypeError:
            raise DtypeError(f"histogram: expected a number of bins, or their bounds, got {bins!r}.") from None
        if count < 1:
            raise ArgumentError(f"histogram: expected one bin or more, got {bins}.")
        low, high = _limits(a, span)
        common = np.result_type(runtime.dtype_of(low), runtime.dtype_of(high), 1.0, dtype)
        edges = runtime.as_tensor(linspace(low, high, count + 1)).astype(without_half(common), copy=False)
        if bool(any_(less_equal(edges[1:], edges[:-1]).detach())):
            raise ArgumentError(f"histogram: the range of the data is too small for {count} bins. Take fewer.")
        return edges
    edges = runtime.as_tensor(bins)
    if edges.ndim != 1 or not is_ascending(edges):
        raise ArgumentError("histogram: expected bounds of bins in one dimension, in ascending order.")
    return edges


def _binned(edges: Tensor, a: AnyArray) -> Tensor | np.ndarray:
    """Return the number of the bin of each element, and one past the last for those in none."""
    last = len(edges) - 1
    if runtime.differs(edges) or runtime.differs(a):
        bins = counts(place_of(edges, a, True)) - 1
        bins = where(equal(a, edges[-1]), last - 1, bins)
        return where(logical_and(bins >= 0, bins < last), bins, last)
    bounds, x = np.asarray(decided(edges)), np.asarray(decided(a))
    places = np.searchsorted(bounds, x, "right") - 1
    places[x == bounds[-1]] = last - 1
    return np.where((places >= 0) & (places < last), places, last)


@composite(
    np.histogram, lambda rng: [((rng.permutation(6) * 0.3, 4), {"density": True})],
    kinks="0 with respect to the elements, where one passes a bound", takes_complex=False, of_complex=frozenset({"weights"}),
)  # fmt: skip
def histogram(
    a: Tensor, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, Any]:
    """Count elements, or add up their weights, in bins; returns the counts, or the density, and the bounds of the bins."""
    a, weights = _sampled(a, weights)
    edges = _bounds(a, weights, bins, range)
    if weights is not None:
        n = len(edges) - 1
        places = _binned(edges.detach(), a.detach())
        each = [
            bincount(places, part, n + 1)[:n] for part in (parts(weights) if weights.dtype.kind == "c" else [weights])
        ]
        heights = (joined(*each) if len(each) > 1 else each[0]).astype(weights.dtype, copy=False)
    elif a.traced or edges.traced:
        ordered, bounds = sort(a.detach()), edges.detach()
        before, last = place_of(ordered, bounds, False), place_of(ordered, bounds[-1:], True)
        heights = counts(diff(concatenate([before[:-1], last])))
    else:
        heights = tensors(np.histogram(a._numpy(), edges._numpy())[0])
    if density:
        heights = heights.astype(np.float64) if heights.dtype.kind not in "fc" else heights
        return heights / diff(edges.astype(np.float64, copy=False)) / sum_(heights), edges
    return heights, edges


def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, list[Any]]:
    """Count points of any number of dimensions in bins; arguments and results as NumPy's."""
    if isinstance(sample, (list, tuple)) and any(np.ndim(x) for x in sample):  # of coordinates
        sample = transpose(runtime.as_tensor([_flat(x) for x in sample]))
    sample = runtime.as_tensor(sample)
    points = sample if len(sample.shape) == 2 else reshape(sample, (-1, 1))
    count = points.shape[1]
    if not count:
        raise ShapeError(f"histogramdd: expected points of one dimension or more, got shape {points.shape}.")
    each = bins if isinstance(bins, (list, tuple)) or len(np.shape(bins)) == 1 else [bins] * count
    spans = [None] * count if range is None else range
    if len(each) != count or len(spans) != count:
        raise ArgumentError(f"histogramdd: expected bins and ranges for {count} dimensions, got {len(each)}.")
    edges = [_edges(points[:, k], b, s) for k, (b, s) in enumerate(zip(each, spans, strict=True))]
    shape = tuple(len(e) for e in edges)  # the last one of each is for what is in no bin
    places = ravel_multi_index([_binned(e.detach(), points[:, k].detach()) for k, e in enumerate(edges)], shape)
    inner = tuple(slice(n - 1) for n in shape)
    weights = np.ones(len(places)) if weights is None else weights
    heights = reshape(bincount(places, weights, minlength=math.prod(shape)), shape)[inner]
    if density:
        total = sum_(heights)
        for k, e in enumerate(edges):
            heights = heights / reshape(diff(e), tuple(-1 if d == k else 1 for d, _ in enumerate(edges)))
        heights = heights / total
    return heights, edges


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, Any, Any]:
    """Count points of two dimensions in bins; arguments and results as NumPy's."""
    x, y = _flat(x), _flat(y)
    if x.shape != y.shape:
        raise ShapeError(f"histogram2d: expected as many x as y, got {x.shape} and {y.shape}.")
    if (isinstance(bins, (list, tuple)) or np.ndim(bins)) and len(bins) not in (1, 2):
        bins = [bins, bins]
    points = concatenate([reshape(x, (-1, 1)), reshape(y, (-1, 1))], 1)
    heights, edges = histogramdd(points, bins, range, density, weights)
    return heights, edges[0], edges[1]


# their bins are decisions, of which a batch has one for all, and bounds are no flat sequence: with tests of their own
functions.update({np.histogramdd: histogramdd, np.histogram2d: histogram2d})
