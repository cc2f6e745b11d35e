"""Statistics: weighted means, covariances, ranges, quantiles, and sums and extremes that pass NaN over.

Tests: tests/ops/test_random_calls.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.arguments import axes_of, keeps
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import maximum, sqrt
from tapegrad.ops.products import matmul
from tapegrad.ops.reductions import max_, mean, min_, sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import Shape, broadcast_to, concatenate, diag, reshape, transpose


def apart(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Return numbers of which no two come near each other."""
    return (rng.permutation(math.prod(shape)) * 0.37 - 1.0).reshape(shape)


def _cases(shape: Shape, *keywords: dict[str, Any]) -> Callable[..., list[tuple[tuple[np.ndarray], dict[str, Any]]]]:
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
def average(a: Tensor, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    """Return the mean over axes, weighted if weights are given; with `returned`, the sum of the weights too."""
    keepdims = keeps(keepdims)
    axes = axes_of(axis, len(a.shape), "average")
    if weights is None:
        result = mean(a, axes, keepdims=keepdims)
        total = runtime.as_tensor(np.full(result.shape, float(math.prod(a.shape[d] for d in axes)), result.dtype))
        return (result, total) if returned else result
    plain_weights = weights if not isinstance(weights, runtime.tensor) else None if weights.traced else weights._numpy()
    weights = weights_of(weights, a, axis, "average")
    dtype = np.result_type(a.dtype, weights.dtype, *(() if a.dtype.kind in "fc" else (np.float64,)))
    a, weights = (x.astype(dtype, copy=False) for x in (a, weights))
    total = sum_(weights, axes, keepdims=keepdims)
    if plain_weights is not None and not np.all(
        np.sum(plain_weights, axes if np.shape(plain_weights) == a.shape else None)
    ):
        raise ZeroDivisionError("average: the weights add up to zero.")
    result = sum_(a * weights, axes, keepdims=keepdims) / total
    return (result, broadcast_to(total, result.shape).clone()) if returned else result


@composite(
    np.cov,
    lambda rng: [
        ((rng.normal(size=(2, 5)),), {}), ((rng.normal(size=5),), {"ddof": 0}),
        ((rng.normal(size=(5, 2)), rng.normal(size=(5, 1))), {"rowvar": False, "bias": True}),
        ((rng.normal(size=(2, 4)),), {"fweights": np.array([1, 2, 1, 3]), "aweights": np.array([0.5, 1.0, 2.0, 1.5])}),
    ],
)  # fmt: skip
def cov(
    m: Tensor, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None,
    fweights: Any = None, aweights: Any = None, *, dtype: Any = None,
) -> Tensor:  # fmt: skip
    """Return the matrix of covariances of variables, which are rows unless `rowvar` is false."""
    m = _variables(m, y, rowvar)
    m = m.astype(dtype or np.result_type(m.dtype, np.float64), copy=False)
    if not m.shape[0]:
        return matmul(m, transpose(m))
    ddof = (0 if bias else 1) if ddof is None else ddof
    if ddof != int(ddof):
        raise ArgumentError(f"cov: expected a whole number as ddof, got {ddof}.")
    count = m.shape[1]
    fweights, aweights = (_weights(w, count, name) for name, w in {"fweights": fweights, "aweights": aweights}.items())
    if fweights is not None and not bool((np.rint(fweights.detach()) == fweights.detach()).all()):
        raise DtypeError("cov: expected whole numbers as fweights, got others. Use aweights, which need not be whole.")
    weights = fweights if aweights is None else aweights if fweights is None else fweights * aweights
    if weights is None:
        total: Any = float(m.shape[1])
        norm = total - ddof
        deviations = weighted = m - mean(m, 1, keepdims=True)
    else:
        total = sum_(weights)
        deviations = m - average(m, 1, weights)[:, None]
        weighted = deviations * weights
        correction = ddof if aweights is None else ddof * sum_(weights * aweights) / total
        norm = total - correction
    products = matmul(weighted, transpose(deviations.conj() if deviations.dtype.kind == "c" else deviations))
    # of too few observations nothing is known, as NumPy has it
    norm = maximum(norm, 0.0) if isinstance(norm, runtime.tensor) else max(norm, 0.0)
    return (products / norm).reshape(products.shape if m.shape[0] != 1 else ())


def _weights(weights: AnyArray, count: int, name: str) -> Tensor:
    """Return weights of observations in double precision, None if there are none.

    Raises
    ------
    ShapeError, ArgumentError
    """
    if weights is None:
        return None
    weights = runtime.as_tensor(weights)
    if weights.shape != (count,):
        raise ShapeError(f"cov: expected {count} {name}, got shape {weights.shape}.")
    weights = weights.astype(np.float64, copy=False)
    if bool((weights.detach() < 0.0).any()):
        raise ArgumentError(f"cov: expected {name} of 0 or more, got negative ones.")
    return weights


def _variables(m: Tensor, y: AnyArray, rowvar: bool) -> Tensor:
    """Return the variables as rows of one matrix."""
    parts = []
    for x in (m, y):
        if x is None:
            continue
        x = runtime.as_tensor(x)
        if len(x.shape) > 2:
            raise ShapeError(f"cov: expected one or two dimensions, got shape {x.shape}.")
        if len(x.shape) < 2:
            x = reshape(x, (1, -1))
        elif not rowvar:
            x = transpose(x)
        parts.append(x)
    if not parts[0].shape[0]:
        return parts[0]  # NumPy does not look further
    return concatenate(parts, 0) if len(parts) > 1 else parts[0]


@composite(np.corrcoef, lambda rng: [((rng.normal(size=(3, 5)),), {}), ((rng.normal(size=(5, 2)),), {"rowvar": False}), ((rng.normal(size=4), rng.normal(size=4)), {})])  # fmt: skip
def corrcoef(x: Tensor, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Tensor:
    """Return the matrix of correlation coefficients of variables, which are rows unless `rowvar` is false."""
    products = cov(x, y, rowvar, dtype=dtype)
    if not products.shape:
        return products / products
    lengths = sqrt(diag(products).real if products.dtype.kind == "c" else diag(products))
    return products / lengths[:, None] / lengths[None, :]


@composite(np.ptp, _cases((2, 3), {}, {"axis": 1, "keepdims": True}), kinks="as those of max and min")
def ptp(a: Tensor, axis: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
    """Return the range over axes: the largest element less the smallest one."""
    keepdims = keeps(keepdims)
    return max_(a, axis, out, keepdims) - min_(a, axis, out, keepdims)


# ------------------------------------------------------------------------------------------------- weights


def weights_of(weights: AnyArray, a: AnyArray, axis: Any, function: str) -> Tensor:
    """Return weights in the shape of what they weigh; given for some axes alone, they are the same along the others."""
    weights = runtime.as_tensor(weights)
    if weights.shape == a.shape:
        return weights
    axes = axes_of(axis, len(a.shape), function)
    if axis is None or weights.shape != tuple(a.shape[d] for d in axes):
        raise ShapeError(
            f"{function}: expected weights of shape {a.shape}, or of the shape of its axes {axis}, got {weights.shape}."
        )
    weights = transpose(weights, np.argsort(axes).tolist())
    return broadcast_to(reshape(weights, tuple(n if d in axes else 1 for d, n in enumerate(a.shape))), a.shape)
