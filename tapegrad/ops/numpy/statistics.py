"""Statistics: weighted means, covariances, ranges, quantiles, and sums and extremes that pass NaN over."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import recorder
from tapegrad.ops.elementwise import sqrt
from tapegrad.ops.products import matmul
from tapegrad.ops.reductions import max_, mean, min_, sum_
from tapegrad.ops.shaping import (
    Shape,
    axes_of,
    broadcast_to,
    concatenate,
    diag,
    reshape,
    transpose,
)


def apart(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Return numbers of which no two come near each other."""
    return (rng.permutation(math.prod(shape)) * 0.37 - 1.0).reshape(shape)


def _cases(shape: Shape, *keywords: dict[str, Any]) -> Any:
    return lambda rng: [((apart(rng, shape),), k) for k in keywords]


# ------------------------------------------------------------------------------------------------- means


@composite(
    np.average,
    lambda rng: [
        ((rng.normal(size=(2, 3)),), {"axis": 1}),
        ((rng.normal(size=(2, 3)), 1, rng.uniform(0.5, 2.0, 3)), {"returned": True}),
        ((rng.normal(size=(2, 3)), 1, np.array([1, 2, 3])), {"returned": True}),
        ((rng.normal(size=(2, 3)), None, rng.uniform(0.5, 2.0, (2, 3))), {}),
    ],
)
def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    """Return the mean over axes, weighted if weights are given; with `returned`, the sum of the weights too."""
    keepdims = keepdims is True
    axes = axes_of(axis, len(a.shape), "average")
    if weights is None:
        result = mean(a, axes, keepdims=keepdims)
        total = recorder.as_tensor(np.full(result.shape, float(math.prod(a.shape[d] for d in axes)), result.dtype))
        return (result, total) if returned else result
    given = None if isinstance(weights, recorder.tensor) else np.asarray(weights)
    weights = weights_of(weights, a, axis, "average")
    dtype = np.result_type(a.dtype, weights.dtype, *(() if a.dtype.kind in "fc" else (np.float64,)))
    a, weights = (x.astype(dtype, copy=False) for x in (a, weights))
    total = sum_(weights, axes, keepdims=keepdims)
    if given is not None and not np.all(np.sum(given, axes if given.shape == a.shape else None)):
        raise ZeroDivisionError("average: the weights add up to zero.")
    result = sum_(a * weights, axes, keepdims=keepdims) / total
    return (result, broadcast_to(total, result.shape)) if returned else result


@composite(
    np.cov,
    lambda rng: [
        ((rng.normal(size=(2, 5)),), {}), ((rng.normal(size=5),), {"ddof": 0}),
        ((rng.normal(size=(5, 2)), rng.normal(size=(5, 1))), {"rowvar": False, "bias": True}),
        ((rng.normal(size=(2, 4)),), {"fweights": np.array([1, 2, 1, 3]), "aweights": np.array([0.5, 1.0, 2.0, 1.5])}),
    ],
)  # fmt: skip
def cov(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None,
    fweights: Any = None, aweights: Any = None, *, dtype: Any = None,
) -> Any:  # fmt: skip
    """Return the matrix of covariances of variables, which are rows unless `rowvar` is false."""
    m = _variables(m, y, rowvar)
    m = m.astype(dtype or np.result_type(m.dtype, np.float64), copy=False)
    ddof = (0 if bias else 1) if ddof is None else ddof
    weights: Any = None
    if fweights is not None:
        weights = np.asarray(fweights, np.float64)
    if aweights is not None:
        weights = recorder.as_tensor(aweights) if weights is None else weights * recorder.as_tensor(aweights)
    if weights is None:
        total: Any = float(m.shape[1])
        norm = total - ddof
        deviations = weighted = m - mean(m, 1, keepdims=True)
    else:
        total = sum_(recorder.as_tensor(weights))
        deviations = m - average(m, 1, recorder.as_tensor(weights))[:, None]
        weighted = deviations * weights
        correction = ddof if aweights is None else ddof * sum_(weights * recorder.as_tensor(aweights)) / total
        norm = total - correction
    products = matmul(weighted, transpose(deviations.conj() if deviations.dtype.kind == "c" else deviations))
    return (products / norm).reshape(products.shape if len(m.shape) > 1 and m.shape[0] > 1 else ())


def _variables(m: Any, y: Any, rowvar: bool) -> Any:
    """Return the variables as rows of one matrix."""
    parts = []
    for x in (m, y):
        if x is None:
            continue
        x = recorder.as_tensor(x)
        if len(x.shape) > 2:
            raise ShapeError(f"cov: expected one or two dimensions, got shape {x.shape}.")
        if len(x.shape) < 2:
            x = reshape(x, (1, -1))
        elif not rowvar:
            x = transpose(x)
        parts.append(x)
    return concatenate(parts, 0) if len(parts) > 1 else parts[0]


@composite(np.corrcoef, lambda rng: [((rng.normal(size=(3, 5)),), {}), ((rng.normal(size=(5, 2)),), {"rowvar": False}), ((rng.normal(size=4), rng.normal(size=4)), {})])  # fmt: skip
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    """Return the matrix of correlation coefficients of variables, which are rows unless `rowvar` is false."""
    products = cov(x, y, rowvar, dtype=dtype)
    if not products.shape:
        return products / products
    lengths = sqrt(diag(products).real if products.dtype.kind == "c" else diag(products))
    return products / lengths[:, None] / lengths[None, :]


@composite(np.ptp, _cases((2, 3), {}, {"axis": 1, "keepdims": True}), kinks="as those of max and min")
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the range over axes: the largest element less the smallest one."""
    keepdims = keepdims is True
    return max_(a, axis, out, keepdims) - min_(a, axis, out, keepdims)


<<<<<<< HEAD
# ------------------------------------------------------------------------------------------------- quantiles

# (alpha, beta) of the continuous definitions (Hyndman & Fan 1996, The American Statistician 50, 361-365)
_CONTINUOUS = {
    "interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "linear": (1.0, 1.0),
    "median_unbiased": (1.0 / 3.0, 1.0 / 3.0), "normal_unbiased": (0.375, 0.375),
}  # fmt: skip

_ROUNDED: dict[str, Any] = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}


def position(q: np.ndarray, n: Any, method: str) -> Any:
    """Return where in n elements in ascending order a quantile lies; n may be an array."""
    if method in _CONTINUOUS:
        alpha, beta = _CONTINUOUS[method]
        return n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0
    last = (n - 1) * q
    if method == "inverted_cdf":
        return np.ceil(n * q) - 1.0
    if method == "averaged_inverted_cdf":
        whole = n * q
        return np.where(whole == np.floor(whole), whole - 0.5, np.ceil(whole) - 1.0)
    if method == "closest_observation":
        place = n * q - 1.0 - 0.5
        low = np.floor(place)
        return np.where((place == low) & (low % 2 == 1), low, low + 1.0)
    if method in _ROUNDED:
        return _ROUNDED[method](last)
    if method == "midpoint":
        return 0.5 * (np.floor(last) + np.ceil(last))
    raise ArgumentError(f"quantile: expected a method of numpy.quantile, got {method!r}.")


def orders_of(q: Any, function: str) -> np.ndarray:
    if isinstance(q, recorder.tensor):
        raise ArgumentError(
            f"{function}: expected numbers for q, got a Tensor. It has no derivative with respect to q."
        )
    orders = np.asarray(q, np.float64)
    if not np.all((orders >= 0.0) & (orders <= 1.0)):
        raise ArgumentError(f"{function}: expected q between 0 and {100 if 'percent' in function else 1}, got {q}.")
    return orders


def one_axis(a: Any, axis: Any, function: str) -> tuple[Any, tuple[int, ...]]:
    """Return an array with the axes laid out as one in front, and these axes."""
    axes = axes_of(axis, len(a.shape), function)
    rest = tuple(n for d, n in enumerate(a.shape) if d not in axes)
    count = math.prod(a.shape[d] for d in axes)
    if not count:
        raise ShapeError(f"{function}: an empty array has none (shape {a.shape}).")
    if axes != tuple(range(len(axes))):
        a = moveaxis(a, axes, range(len(axes)))
    return a if a.shape == (count, *rest) else reshape(a, (count, *rest)), axes


def laid(result: Any, orders: np.ndarray, shape: Shape, axes: tuple[int, ...], keepdims: bool) -> Any:
    kept = tuple(1 if d in axes else n for d, n in enumerate(shape))
    rest = tuple(n for d, n in enumerate(shape) if d not in axes)
    wanted = (*orders.shape, *(kept if keepdims else rest))
    return result if result.shape == wanted else reshape(result, wanted)


_QUANTILES: Any = lambda rng: [  # noqa: E731
    ((_apart(rng, (2, 5)),), {"q": 0.3}), ((_apart(rng, (2, 4)),), {"q": [0.25, 0.9], "axis": 1, "keepdims": True}),
    *[((_apart(rng, (5,)),), {"q": 0.37, "method": m}) for m in ("inverted_cdf", "averaged_inverted_cdf", "closest_observation", *_CONTINUOUS, *_ROUNDED, "midpoint")],
    ((_apart(rng, (2, 4)),), {"q": [0.0, 0.3, 1.0], "axis": 1, "method": "inverted_cdf", "weights": np.array([0.0, 2.0, 1.0, 1.0])}),
    ((_apart(rng, (2, 3)),), {"q": 0.4, "method": "inverted_cdf", "weights": rng.uniform(0.5, 2.0, (2, 3)), "keepdims": True}),
]  # fmt: skip


@composite(np.quantile, _QUANTILES, kinks="equal elements stay in order", takes_complex=False)
def quantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """Return quantiles over axes, q between 0 and 1; those of elements with NaN among them are NaN."""
    orders = orders_of(q, "quantile")
    if weights is not None:
        return weighted_quantile(a, orders, axis, method, keepdims is True, weights, "quantile")
    flat, axes = one_axis(a, axis, "quantile")
    flat = flat if flat.dtype.kind == "f" else flat.astype(np.float64)
    places = np.clip(position(orders.ravel(), flat.shape[0], method), 0.0, flat.shape[0] - 1.0)
    low = np.floor(places).astype(np.int64)
    weak = isinstance(q, (int, float))
    share = (
        (places - low)
        .astype(flat.dtype if weak else np.result_type(flat.dtype, orders))
        .reshape(-1, *(1,) * (len(flat.shape) - 1))
    )
    both, missing = at_ranks(flat, np.append(low, np.minimum(low + 1, flat.shape[0] - 1)))
    below, above = both[: len(low)], both[len(low) :]
    between = np.where(share < 0.5, below + (above - below) * share, above - (above - below) * (1.0 - share))
    result = where(np.broadcast_to(share == 0.0, between.shape), below, between)
    result = result if missing is None else where(missing[: len(low)], math.nan, result)
    return laid(result, orders, a.shape, axes, keepdims is True)


def weighted_quantile(
    a: Any, orders: np.ndarray, axis: Any, method: str, keepdims: bool, weights: Any, function: str, skip_nan: bool = False
) -> Any:  # fmt: skip
    """Return quantiles of weighted elements: the first ones in ascending order that reach a share of all weights.

    Which element that is, a comparison says of each: so replays need no decision. It jumps, and has no derivative with
    respect to the weights.
    """
    if method != "inverted_cdf":
        raise ArgumentError(f"{function}: weights need method 'inverted_cdf', got {method!r}.")
    w = weights_of(weights, a, axis, function).detach().astype(np.float64)
    flat, axes = one_axis(a, axis, function)
    flat = flat if flat.dtype.kind == "f" else flat.astype(np.float64)
    heavy = one_axis(w, axis, function)[0]
    order = order_of(flat, 0)
    values = reorder(flat, order, axis=0)
    missing = isnan(values)
    if skip_nan:
        heavy, values = where(isnan(flat), 0.0, heavy), where(missing, 0.0, values)
    reached = cumsum(reorder(heavy, order, axis=0), 0)
    reached = reached / reached[-1:]
    shares = orders.reshape(-1, *(1,) * len(flat.shape))
    below = np.logical_or(reached < shares, reached == 0.0)
    count = flat.shape[0]
    place = np.minimum(sum_(below.astype(np.float64), 1, keepdims=True), count - 1.0)
    ranks = np.arange(float(count)).reshape(count, *(1,) * (len(flat.shape) - 1))
    result = sum_(where(np.equal(ranks, place), values, 0.0), 1)
    none = missing[:1] if skip_nan else missing[-1:]
    return laid(where(none, math.nan, result), orders, a.shape, axes, keepdims)
=======
# ------------------------------------------------------------------------------------------------- weights
>>>>>>> main


def weights_of(weights: Any, a: Any, axis: Any, function: str) -> Any:
    """Return weights in the shape of what they weigh; given for some axes alone, they are the same along the others."""
    weights = recorder.as_tensor(weights)
    if weights.shape == a.shape:
        return weights
    axes = axes_of(axis, len(a.shape), function)
    if axis is None or weights.shape != tuple(a.shape[d] for d in axes):
        raise ShapeError(
            f"{function}: expected weights of shape {a.shape}, or of that of its axes {axis}, got {weights.shape}."
        )
    weights = transpose(weights, np.argsort(axes).tolist())
    return broadcast_to(reshape(weights, tuple(n if d in axes else 1 for d, n in enumerate(a.shape))), a.shape)
<<<<<<< HEAD


@composite(np.percentile, lambda rng: [((_apart(rng, (2, 5)),), {"q": 30.0, "axis": 1})], kinks="equal elements stay in order", takes_complex=False)  # fmt: skip
def percentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """Return percentiles over axes: quantiles, with q between 0 and 100."""
    if isinstance(q, recorder.tensor):
        orders_of(q, "percentile")
    part = q / 100.0 if isinstance(q, (int, float)) else np.asarray(q) / 100.0
    return quantile(a, part, axis, out, overwrite_input, method, keepdims, weights=weights)


@composite(np.median, _cases((2, 3), {}, {"axis": 0}, {"axis": 1, "keepdims": True}), kinks="equal elements stay in order", takes_complex=False)  # fmt: skip
def median(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    """Return the median over axes."""
    flat, axes = one_axis(a, axis, "median")
    middle, odd = divmod(flat.shape[0], 2)
    flat = flat if flat.dtype.kind == "f" else flat.astype(np.float64)
    both, missing = at_ranks(flat, np.arange(middle - 1 + odd, middle + 1))
    found = both[0] if odd else (both[0] + both[1]) * 0.5
    found = found if missing is None else where(missing[0], math.nan, found)
    return laid(found, np.zeros(()), a.shape, axes, keepdims is True)
=======
>>>>>>> main
