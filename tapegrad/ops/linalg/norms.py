"""Norms of vectors and matrices, condition numbers and ranks.

Tests: tests/ops/test_recalled.py, tests/ops/test_empty_arrays.py, tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axes_of
from tapegrad.ops.composites import composite, constants
from tapegrad.ops.decisions import any_
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import absolute, equal, logical_and, logical_not, logical_or, not_equal, power, where
from tapegrad.ops.linalg.decompositions import svdvals
from tapegrad.ops.linalg.inverses import inverse_where, singular
from tapegrad.ops.linalg.least_squares import rank_of
from tapegrad.ops.linalg.lu import factored
from tapegrad.ops.linalg.matrices import numbers, square
from tapegrad.ops.reductions import counts, length_of, max_, min_, separated, sum_
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import expand_dims, moveaxis, reshape, transpose

_KINKS = "0 where the norm is 0; equal shares to what reaches a largest or smallest value"


def _vectors(rng: np.random.Generator) -> list[Any]:
    orders: list[Any] = [1, np.inf, "fro", 3, -2, -np.inf, 0.5]
    keywords = [{"ord": o, "axis": k % 2 if o != "fro" else None, "keepdims": k == 1} for k, o in enumerate(orders)]
    far = rng.permuted(np.linspace(1.0, 2.0, 12)).reshape(3, 4) * rng.choice([1.0, -1.0], (3, 4))
    return [((separated(rng, (4,)),), {}), *(((far,), k) for k in keywords)]


def _clear(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return numbers that are far from 0."""
    return rng.uniform(0.5, 2.0, shape) * rng.choice([1.0, -1.0], shape)


def _matrices(rng: np.random.Generator) -> list[Any]:
    orders: list[Any] = ["nuc", 2, -2, np.inf, -np.inf, 1, -1]
    keywords = [{"ord": o, "keepdims": o == 1} for o in orders]
    return [((_clear(rng, (3, 4)),), k) for k in (*keywords, {"axis": (1, 0), "ord": 1, "keepdims": True})]


def _stacks(rng: np.random.Generator) -> list[Any]:
    orders = ("fro", "nuc", 2, -2, 1)
    return [((_clear(rng, (2, 3, 2)),), {"ord": o, "axis": (0, 2), "keepdims": o == 2}) for o in orders]


@composite(doubled(np.linalg.norm), lambda rng: [*_vectors(rng), *_matrices(rng), *_stacks(rng)], kinks=_KINKS)
def norm(
    x: Tensor, ord: Any = None, axis: Any = None, keepdims: bool = False, check_finite: bool = True
) -> Tensor:  # fmt: skip
    """Return norms of vectors (of any order) or matrices ('fro', 'nuc', 1, -1, 2, -2, inf, -inf)."""
    x = numbers(x, "norm")
    ord = _one(ord)
    ndim = len(x.shape)
    if axis is None and (ord is None or (ord in ("f", "fro") and ndim == 2) or (ord == 2 and ndim == 1)):
        return length_of(x, tuple(range(ndim)), keepdims)
    if axis is None and ndim > 2:
        raise ArgumentError(f"norm: ord {ord!r} of an array of shape {x.shape} needs one axis, or two of matrices.")
    axes = axes_of(axis, ndim, "norm")
    if len(axes) == 1:
        return _of_vectors(x, 2 if ord is None else ord, axes, keepdims)
    if len(axes) == 2:
        return _of_matrices(x, ord, axes, keepdims)
    raise ArgumentError(f"norm: expected one or two axes, got {axis!r}.")


def _one(order: AnyArray) -> AnyArray:
    """Return an order that was given as an array of one as a number."""
    return order.item() if isinstance(order, np.ndarray) and order.size == 1 else order


def _of_vectors(x: AnyArray, order: Any, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    if not isinstance(order, (int, float, np.number)):
        raise ArgumentError(f"norm: expected a number as the order of a vector's norm, got {order!r}.")
    ord = float(order)
    if ord == 2:
        return length_of(x, axes, keepdims)
    if ord == np.inf or ord == -np.inf:
        return _extreme(max_ if ord > 0 else min_, absolute(x), axes, keepdims)
    if ord == 1:
        return sum_(absolute(x), axes, keepdims=keepdims)
    if ord == 0:
        return sum_(
            where(not_equal(x, 0.0), np.ones((), np.zeros((), x.dtype).real.dtype), 0.0), axes, keepdims=keepdims
        )
    if ord > 0:
        return length_of(x, axes, keepdims, ord=ord)
    return power(sum_(power(absolute(x), ord), axes, keepdims=keepdims), 1.0 / ord)


def _extreme(function: Any, x: AnyArray, axes: tuple[int, ...], keepdims: bool) -> Any:
    """Return an extreme of numbers that are not negative; the largest of none is 0, as NumPy has it."""
    nothing = function is max_ and any(x.shape[d] == 0 for d in axes)
    return function(x, axes, keepdims=keepdims, initial=0.0 if nothing else None)


_SUMS = {1: (0, max_), -1: (0, min_), np.inf: (1, max_), -np.inf: (1, min_)}


def _of_matrices(x: AnyArray, ord: Any, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    if ord is None or ord in ("f", "fro"):
        return length_of(x, axes, keepdims)
    if ord in _SUMS:
        summed, extreme = _SUMS[ord]
        norms = _extreme(extreme, sum_(absolute(x), axes[summed], keepdims=True), axes, True)
        return norms if keepdims else reshape(norms, tuple(n for d, n in enumerate(norms.shape) if d not in axes))
    if ord not in (2, -2, "nuc"):
        raise ArgumentError(f"norm: expected order 'fro', 'nuc', 1, -1, 2, -2, inf or -inf of a matrix, got {ord!r}.")
    s = svdvals(moveaxis(x, axes, (-2, -1)))
    norms = sum_(s, -1) if ord == "nuc" else _extreme(max_ if ord == 2 else min_, s, (s.ndim - 1,), False)
    return expand_dims(norms, tuple(sorted(axes))) if keepdims else norms


@composite(
    doubled(np.linalg.vector_norm),
    lambda rng: [((separated(rng, (2, 3, 2)),), k) for k in ({}, {"axis": (0, 2), "ord": 1}, {"axis": 1, "ord": 3, "keepdims": True})],
    kinks=_KINKS,
)  # fmt: skip
def vector_norm(x: Tensor, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Tensor:
    """Return norms of vectors, which stand along one axis or several."""
    x, ord = numbers(x, "vector_norm"), 2 if ord is None else _one(ord)
    ndim = len(x.shape)
    axes = axes_of(axis, ndim, "vector_norm")
    rest = tuple(d for d in range(ndim) if d not in axes)
    count = math.prod(x.shape[d] for d in axes)
    flat = reshape(transpose(x, (*rest, *axes)), (*[x.shape[d] for d in rest], count))
    norms = _of_vectors(flat, ord, (len(rest),), False)
    return expand_dims(norms, tuple(sorted(axes))) if keepdims and ndim else norms


@composite(
    doubled(np.linalg.matrix_norm),
    lambda rng: [((_clear(rng, (2, 3, 2)),), k) for k in ({}, {"ord": "nuc", "keepdims": True}, {"ord": -np.inf})],
    kinks=_KINKS,
)  # fmt: skip
def matrix_norm(x: Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> Tensor:
    """Return norms of the matrices in the last two axes."""
    return norm(x, ord, (-2, -1), keepdims)


def _regular(rng: np.random.Generator) -> list[Any]:
    a = np.array([[4.0, 1.0, 0.5], [0.3, 2.0, -0.2], [0.1, 0.6, 1.0]]) * np.array([[[1.0]], [[0.7]]])
    return [((a[0],), {"p": p}) for p in (None, 2, -2, 1, -np.inf, "fro")] + [((a,), {})]


@composite(doubled(np.linalg.cond), _regular, kinks=_KINKS)
def cond(x: Tensor, p: Any = None) -> Tensor:
    """Return the condition number of matrices, in one of `norm`'s orders; infinite for singular ones."""
    x = numbers(x, "cond")
    if len(x.shape) < 2 or not x.size:
        raise ShapeError(f"cond: expected matrices with elements, got shape {x.shape}.")
    if p is None or p in (2, -2):
        s = svdvals(x)
        above, below = (s[..., -1], s[..., 0]) if p == -2 else (s[..., 0], s[..., -1])
        nothing = equal(below, 0.0)
        return where(nothing, np.inf, above / where(nothing, 1.0, below))
    x = square(x, "cond")
    factors, rows = factored(x)
    nothing = singular(factors)
    inverse = inverse_where(logical_not(nothing), x, factors, rows)
    r = norm(x, p, (-2, -1)) * norm(inverse, p, (-2, -1))
    undefined = logical_and(not_equal(r, r), equal(sum_(where(not_equal(x, x), 1.0, 0.0), (-2, -1)), 0.0))
    return where(logical_or(nothing[..., 0, 0], undefined), np.inf, r)


def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Tensor:
    """Return how many singular values of matrices exceed `tol`: an integer without a derivative."""
    A = numbers(A, "matrix_rank")
    if len(A.shape) < 2:
        return counts(any_(A != 0).astype(np.float64))
    if tol is not None and rtol is not None:
        raise ArgumentError("matrix_rank: expected tol or rtol, got both.")
    if tol is None:
        rtol = max(A.shape[-2:]) * float(np.finfo(A.dtype).eps) if rtol is None else np.asarray(rtol)[..., None]
        tol = max_(svdvals(A), -1, keepdims=True) * rtol if 0 not in A.shape[-2:] else 0.0
    else:
        tol = np.asarray(tol)[..., None]
    return counts(rank_of(A, tol, hermitian))


functions[np.linalg.matrix_rank] = matrix_rank
constants.add(matrix_rank)
